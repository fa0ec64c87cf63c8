interface IteratorObject<T, R, N> {
  map<U>(callbackfn: (value: T, index: number) => U): IteratorObject<U, undefined, unknown>;
  filter<S extends T>(predicate: (value: T, index: number) => value is S): IteratorObject<S, undefined, unknown>;
  filter(predicate: (value: T, index: number) => unknown): IteratorObject<T, undefined, unknown>;
  take(limit: number): IteratorObject<T, undefined, unknown>; drop(count: number): IteratorObject<T, undefined, unknown>;
  flatMap<U>(callback: (value: T, index: number) => Iterable<U>): IteratorObject<U, undefined, unknown>;
  reduce(callbackfn: (previousValue: T, currentValue: T, currentIndex: number) => T): T;
  reduce<U>(callbackfn: (previousValue: U, currentValue: T, currentIndex: number) => U, initialValue: U): U;
  toArray(): T[]; forEach(callbackfn: (value: T, index: number) => void): void;
  some(predicate: (value: T, index: number) => unknown): boolean; every(predicate: (value: T, index: number) => unknown): boolean;
  find(predicate: (value: T, index: number) => unknown): T | undefined;
}
