export function setTimeout<T = void>(delay?: number, value?: T, options?: any): Promise<T>;
export function setImmediate<T = void>(value?: T, options?: any): Promise<T>;
export function setInterval<T = void>(delay?: number, value?: T, options?: any): AsyncIterable<T>;
export const scheduler: { wait(delay: number, options?: any): Promise<void>; yield(): Promise<void> };
