export function executionAsyncId(): number;
export function executionAsyncResource(): object;
export function triggerAsyncId(): number;
export interface HookCallbacks {
  init?(asyncId: number, type: string, triggerAsyncId: number, resource: object): void; before?(asyncId: number): void; after?(asyncId: number): void;
  promiseResolve?(asyncId: number): void; destroy?(asyncId: number): void;
}
export interface AsyncHook { enable(): this; disable(): this }
export function createHook(callbacks: HookCallbacks): AsyncHook;
export class AsyncResource {
  constructor(type: string, triggerAsyncId?: any);
  static bind<F extends (...args: any[]) => any>(fn: F, type?: string): F;
  bind<F extends (...args: any[]) => any>(fn: F): F;
  runInAsyncScope<R>(fn: (...args: any[]) => R, thisArg?: any, ...args: any[]): R;
  emitDestroy(): this; asyncId(): number; triggerAsyncId(): number;
}
export class AsyncLocalStorage<T> {
  static bind<F extends (...args: any[]) => any>(fn: F): F;
  static snapshot(): <R>(fn: (...args: any[]) => R, ...args: any[]) => R;
  disable(): void; getStore(): T | undefined;
  run<R>(store: T, callback: (...args: any[]) => R, ...args: any[]): R;
  exit<R>(callback: (...args: any[]) => R, ...args: any[]): R;
  enterWith(store: T): void;
}
