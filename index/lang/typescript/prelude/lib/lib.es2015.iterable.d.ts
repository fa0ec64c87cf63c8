interface SymbolConstructor { readonly iterator: unique symbol }
interface IteratorYieldResult<T> { done?: false; value: T }
interface IteratorReturnResult<R> { done: true; value: R }
type IteratorResult<T, R = any> = IteratorYieldResult<T> | IteratorReturnResult<R>;
interface Iterator<T, R = any, N = any> {
  next(...value: [] | [N]): IteratorResult<T, R>;
  return?(value?: R): IteratorResult<T, R>;
  throw?(e?: any): IteratorResult<T, R>;
}
interface Iterable<T, R = any, N = any> { [Symbol.iterator](): Iterator<T, R, N> }
interface IterableIterator<T, R = any, N = any> extends Iterator<T, R, N> { [Symbol.iterator](): Iterable<T> }
interface IteratorObject<T, R = unknown, N = unknown> extends Iterator<T, R, N> { [Symbol.iterator](): Iterable<T> }
type BuiltinIteratorReturn = any;
interface ArrayIterator<T> extends IteratorObject<T, BuiltinIteratorReturn, unknown> { [Symbol.iterator](): Iterable<T> }
interface Array<T> {
  [Symbol.iterator](): ArrayIterator<T>;
  entries(): ArrayIterator<[number, T]>; keys(): ArrayIterator<number>; values(): ArrayIterator<T>;
}
interface ArrayConstructor {
  from<T>(iterable: Iterable<T> | ArrayLike<T>): T[];
  from<T, U>(iterable: Iterable<T> | ArrayLike<T>, mapfn: (v: T, k: number) => U, thisArg?: any): U[];
}
interface ReadonlyArray<T> {
  [Symbol.iterator](): ArrayIterator<T>;
  entries(): ArrayIterator<[number, T]>; keys(): ArrayIterator<number>; values(): ArrayIterator<T>;
}
interface IArguments { [Symbol.iterator](): ArrayIterator<any> }
interface MapIterator<T> extends IteratorObject<T, BuiltinIteratorReturn, unknown> { [Symbol.iterator](): Iterable<T> }
interface Map<K, V> { [Symbol.iterator](): MapIterator<[K, V]>; entries(): MapIterator<[K, V]>; keys(): MapIterator<K>; values(): MapIterator<V> }
interface ReadonlyMap<K, V> {
  [Symbol.iterator](): MapIterator<[K, V]>; entries(): MapIterator<[K, V]>; keys(): MapIterator<K>; values(): MapIterator<V>;
}
interface MapConstructor {}
interface WeakMap<K extends WeakKey, V> {}
interface WeakMapConstructor {}
interface SetIterator<T> extends IteratorObject<T, BuiltinIteratorReturn, unknown> { [Symbol.iterator](): Iterable<T> }
interface Set<T> { [Symbol.iterator](): SetIterator<T>; entries(): SetIterator<[T, T]>; keys(): SetIterator<T>; values(): SetIterator<T> }
interface ReadonlySet<T> { [Symbol.iterator](): SetIterator<T>; entries(): SetIterator<[T, T]>; keys(): SetIterator<T>; values(): SetIterator<T> }
interface SetConstructor {}
interface WeakSet<T extends WeakKey> {}
interface WeakSetConstructor {}
interface Promise<T> {}
interface PromiseConstructor {
  all(values: Iterable<any>): Promise<any>;
  race(values: Iterable<any>): Promise<any>;
}
interface StringIterator<T> extends IteratorObject<T, BuiltinIteratorReturn, unknown> { [Symbol.iterator](): Iterable<T> }
interface String { [Symbol.iterator](): StringIterator<string> }
interface Int8Array<B> {
  [Symbol.iterator](): ArrayIterator<number>; entries(): ArrayIterator<[number, number]>; keys(): ArrayIterator<number>;
  values(): ArrayIterator<number>;
}
interface Uint8Array<B> {
  [Symbol.iterator](): ArrayIterator<number>; entries(): ArrayIterator<[number, number]>; keys(): ArrayIterator<number>;
  values(): ArrayIterator<number>;
}
interface Uint8ArrayConstructor {
  new (elements: Iterable<number>): Uint8Array; from(elements: Iterable<number>, mapfn?: (v: number, k: number) => number, thisArg?: any): Uint8Array;
}
interface Uint8ClampedArray<B> {
  [Symbol.iterator](): ArrayIterator<number>; entries(): ArrayIterator<[number, number]>; keys(): ArrayIterator<number>;
  values(): ArrayIterator<number>;
}
interface Int16Array<B> {
  [Symbol.iterator](): ArrayIterator<number>; entries(): ArrayIterator<[number, number]>; keys(): ArrayIterator<number>;
  values(): ArrayIterator<number>;
}
interface Uint16Array<B> {
  [Symbol.iterator](): ArrayIterator<number>; entries(): ArrayIterator<[number, number]>; keys(): ArrayIterator<number>;
  values(): ArrayIterator<number>;
}
interface Int32Array<B> {
  [Symbol.iterator](): ArrayIterator<number>; entries(): ArrayIterator<[number, number]>; keys(): ArrayIterator<number>;
  values(): ArrayIterator<number>;
}
interface Uint32Array<B> {
  [Symbol.iterator](): ArrayIterator<number>; entries(): ArrayIterator<[number, number]>; keys(): ArrayIterator<number>;
  values(): ArrayIterator<number>;
}
interface Float32Array<B> {
  [Symbol.iterator](): ArrayIterator<number>; entries(): ArrayIterator<[number, number]>; keys(): ArrayIterator<number>;
  values(): ArrayIterator<number>;
}
interface Float32ArrayConstructor {
  new (elements: Iterable<number>): Float32Array;
  from(elements: Iterable<number>, mapfn?: (v: number, k: number) => number, thisArg?: any): Float32Array;
}
interface Float64Array<B> {
  [Symbol.iterator](): ArrayIterator<number>; entries(): ArrayIterator<[number, number]>; keys(): ArrayIterator<number>;
  values(): ArrayIterator<number>;
}
