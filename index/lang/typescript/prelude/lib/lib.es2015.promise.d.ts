interface PromiseConstructor {
  readonly prototype: Promise<any>;
  new <T>(executor: (resolve: (value: T | PromiseLike<T>) => void, reject: (reason?: any) => void) => void): Promise<T>;
  all<A, B, C, D, E, F, G, H>(values: [A | PromiseLike<A>, B | PromiseLike<B>, C | PromiseLike<C>, D | PromiseLike<D>,
    E | PromiseLike<E>, F | PromiseLike<F>, G | PromiseLike<G>, H | PromiseLike<H>]): Promise<[A, B, C, D, E, F, G, H]>;
  all<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>[]>;
  race<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>>;
  reject<T = never>(reason?: any): Promise<T>;
  resolve(): Promise<void>;
  resolve<T>(value: T | PromiseLike<T>): Promise<Awaited<T>>;
}
declare var Promise: PromiseConstructor;
