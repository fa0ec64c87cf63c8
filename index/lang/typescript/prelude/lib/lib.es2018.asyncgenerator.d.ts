interface AsyncGenerator<T = unknown, R = any, N = any> extends AsyncIteratorObject<T, R, N> {
  next(...value: [] | [N]): Promise<IteratorResult<T, R>>;
  return(value: R | PromiseLike<R>): Promise<IteratorResult<T, R>>;
  throw(e: any): Promise<IteratorResult<T, R>>;
  [Symbol.asyncIterator](): AsyncIterable<T>;
}
interface AsyncGeneratorFunction {
  new (...args: any[]): AsyncGenerator; (...args: any[]): AsyncGenerator; readonly length: number; readonly name: string;
  readonly prototype: AsyncGenerator;
}
