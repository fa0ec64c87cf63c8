interface Generator<T = unknown, R = any, N = any> extends IteratorObject<T, R, N> {
  next(...value: [] | [N]): IteratorResult<T, R>;
  return(value: R): IteratorResult<T, R>;
  throw(e: any): IteratorResult<T, R>;
  [Symbol.iterator](): Iterable<T>;
}
interface GeneratorFunction {
  new (...args: any[]): Generator; (...args: any[]): Generator; readonly length: number; readonly name: string; readonly prototype: Generator;
}
interface GeneratorFunctionConstructor {
  new (...args: string[]): GeneratorFunction; (...args: string[]): GeneratorFunction; readonly length: number; readonly name: string;
  readonly prototype: GeneratorFunction;
}
