interface SymbolConstructor { readonly asyncIterator: unique symbol }
interface AsyncIterator<T, R = any, N = any> {
  next(...value: [] | [N]): Promise<IteratorResult<T, R>>;
  return?(value?: R | PromiseLike<R>): Promise<IteratorResult<T, R>>;
  throw?(e?: any): Promise<IteratorResult<T, R>>;
}
interface AsyncIterable<T, R = any, N = any> { [Symbol.asyncIterator](): AsyncIterator<T, R, N> }
interface AsyncIterableIterator<T, R = any, N = any> extends AsyncIterator<T, R, N> { [Symbol.asyncIterator](): AsyncIterable<T> }
interface AsyncIteratorObject<T, R = unknown, N = unknown> extends AsyncIterator<T, R, N> { [Symbol.asyncIterator](): AsyncIterable<T> }
