interface Map<K, V> {
  clear(): void; delete(key: K): boolean; has(key: K): boolean; get(key: K): V | undefined; set(key: K, value: V): this;
  forEach(callbackfn: (value: V, key: K, map: Map<K, V>) => void, thisArg?: any): void;
  readonly size: number;
}
interface MapConstructor { new <K = any, V = any>(entries?: Iterable<readonly [K, V]> | null): Map<K, V>; readonly prototype: Map<any, any> }
declare var Map: MapConstructor;
interface ReadonlyMap<K, V> {
  forEach(callbackfn: (value: V, key: K, map: ReadonlyMap<K, V>) => void, thisArg?: any): void;
  get(key: K): V | undefined; has(key: K): boolean;
  readonly size: number;
}
interface WeakMap<K extends WeakKey, V> { delete(key: K): boolean; get(key: K): V | undefined; has(key: K): boolean; set(key: K, value: V): this }
interface WeakMapConstructor {
  new <K extends WeakKey = WeakKey, V = any>(entries?: Iterable<readonly [K, V]> | null): WeakMap<K, V>; readonly prototype: WeakMap<WeakKey, any>;
}
declare var WeakMap: WeakMapConstructor;
interface Set<T> {
  add(value: T): this; clear(): void; delete(value: T): boolean; has(value: T): boolean;
  forEach(callbackfn: (value: T, value2: T, set: Set<T>) => void, thisArg?: any): void;
  readonly size: number;
}
interface SetConstructor { new <T = any>(values?: Iterable<T> | null): Set<T>; readonly prototype: Set<any> }
declare var Set: SetConstructor;
interface ReadonlySet<T> {
  forEach(callbackfn: (value: T, value2: T, set: ReadonlySet<T>) => void, thisArg?: any): void; has(value: T): boolean; readonly size: number;
}
interface WeakSet<T extends WeakKey> { add(value: T): this; delete(value: T): boolean; has(value: T): boolean }
interface WeakSetConstructor { new <T extends WeakKey = WeakKey>(values?: Iterable<T> | null): WeakSet<T>; readonly prototype: WeakSet<WeakKey> }
declare var WeakSet: WeakSetConstructor;
