interface ObjectConstructor { fromEntries<T = any>(entries: Iterable<readonly [PropertyKey, T]>): { [k: string]: T } }
