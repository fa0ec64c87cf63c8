interface SymbolConstructor {
  readonly hasInstance: unique symbol; readonly isConcatSpreadable: unique symbol; readonly match: unique symbol; readonly replace: unique symbol;
  readonly search: unique symbol; readonly species: unique symbol; readonly split: unique symbol; readonly toPrimitive: unique symbol;
  readonly toStringTag: unique symbol; readonly unscopables: unique symbol;
}
interface Symbol {}
interface Array<T> {}
interface ReadonlyArray<T> {}
interface Date {}
interface Map<K, V> {}
interface WeakMap<K extends WeakKey, V> {}
interface Set<T> {}
interface WeakSet<T extends WeakKey> {}
interface JSON {}
interface Function {}
interface GeneratorFunction {}
interface Math {}
interface Promise<T> {}
interface PromiseConstructor {}
interface RegExp {}
interface RegExpConstructor {}
interface String {
  match(matcher: { [Symbol.match](string: string): RegExpMatchArray | null }): RegExpMatchArray | null;
  replace(searchValue: any, replaceValue: string | ((substring: string, ...args: any[]) => string)): string;
  search(searcher: any): number;
  split(splitter: any, limit?: number): string[];
}
interface ArrayBuffer {}
interface DataView<B> {}
interface Int8Array<B> {}
interface Uint8Array<B> {}
interface Uint8ClampedArray<B> {}
interface Int16Array<B> {}
interface Uint16Array<B> {}
interface Int32Array<B> {}
interface Uint32Array<B> {}
interface Float32Array<B> {}
interface Float64Array<B> {}
