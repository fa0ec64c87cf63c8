type FlatArray<A, D extends number> = A extends ReadonlyArray<infer I> ? I : A;
interface ReadonlyArray<T> {
  flatMap<U>(callback: (value: T, index: number, array: T[]) => U | readonly U[], thisArg?: any): U[];
  flat<D extends number = 1>(depth?: D): FlatArray<T, D>[];
}
interface Array<T> {
  flatMap<U>(callback: (value: T, index: number, array: T[]) => U | readonly U[], thisArg?: any): U[];
  flat<D extends number = 1>(depth?: D): FlatArray<T, D>[];
}
