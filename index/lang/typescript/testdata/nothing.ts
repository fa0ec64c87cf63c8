const hidden = 1;
export {};
