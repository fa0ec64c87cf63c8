interface Array<T> {
  findLast<S extends T>(predicate: (value: T, index: number, array: T[]) => value is S, thisArg?: any): S | undefined;
  findLast(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): T | undefined;
  findLastIndex(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): number;
  toReversed(): T[];
  toSorted(compareFn?: (a: T, b: T) => number): T[];
  toSpliced(start: number, skipCount?: number, ...items: T[]): T[];
  with(index: number, value: T): T[];
}
interface ReadonlyArray<T> {
  findLast<S extends T>(predicate: (value: T, index: number, array: readonly T[]) => value is S, thisArg?: any): S | undefined;
  findLast(predicate: (value: T, index: number, array: readonly T[]) => unknown, thisArg?: any): T | undefined;
  findLastIndex(predicate: (value: T, index: number, array: readonly T[]) => unknown, thisArg?: any): number;
  toReversed(): T[];
  toSorted(compareFn?: (a: T, b: T) => number): T[];
  toSpliced(start: number, skipCount?: number, ...items: T[]): T[];
  with(index: number, value: T): T[];
}
interface Uint8Array<B> {
  findLast(predicate: (value: number, index: number) => unknown): number | undefined;
  findLastIndex(predicate: (value: number, index: number) => unknown): number; toReversed(): Uint8Array;
  toSorted(compareFn?: (a: number, b: number) => number): Uint8Array; with(index: number, value: number): Uint8Array;
}
interface Float32Array<B> {
  findLast(predicate: (value: number, index: number) => unknown): number | undefined;
  findLastIndex(predicate: (value: number, index: number) => unknown): number; toReversed(): Float32Array;
  toSorted(compareFn?: (a: number, b: number) => number): Float32Array; with(index: number, value: number): Float32Array;
}
