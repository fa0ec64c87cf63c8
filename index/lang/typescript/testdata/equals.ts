class Only {}
export = Only;
export as namespace Global;
