interface SymbolConstructor { readonly dispose: unique symbol; readonly asyncDispose: unique symbol }
interface Disposable {}
interface AsyncDisposable {}
interface SuppressedError extends Error { error: any; suppressed: any }
interface SuppressedErrorConstructor { new (error: any, suppressed: any, message?: string): SuppressedError; readonly prototype: SuppressedError }
declare var SuppressedError: SuppressedErrorConstructor;
interface DisposableStack {
  readonly disposed: boolean; dispose(): void; use<T>(value: T): T; adopt<T>(value: T, onDispose: (value: T) => void): T;
  defer(onDispose: () => void): void; move(): DisposableStack;
}
interface DisposableStackConstructor { new (): DisposableStack; readonly prototype: DisposableStack }
declare var DisposableStack: DisposableStackConstructor;
interface AsyncDisposableStack {
  readonly disposed: boolean; disposeAsync(): Promise<void>; use<T>(value: T): T;
  adopt<T>(value: T, onDisposeAsync: (value: T) => PromiseLike<void> | void): T; defer(onDisposeAsync: () => PromiseLike<void> | void): void;
  move(): AsyncDisposableStack;
}
interface AsyncDisposableStackConstructor { new (): AsyncDisposableStack; readonly prototype: AsyncDisposableStack }
declare var AsyncDisposableStack: AsyncDisposableStackConstructor;
