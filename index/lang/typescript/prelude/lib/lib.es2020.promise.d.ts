interface PromiseFulfilledResult<T> { status: "fulfilled"; value: T }
interface PromiseRejectedResult { status: "rejected"; reason: any }
type PromiseSettledResult<T> = PromiseFulfilledResult<T> | PromiseRejectedResult;
interface PromiseConstructor {
  allSettled<A, B, C, D, E, F>(values: [A | PromiseLike<A>, B | PromiseLike<B>, C | PromiseLike<C>, D | PromiseLike<D>, E | PromiseLike<E>, F | PromiseLike<F>]):
    Promise<[PromiseSettledResult<A>, PromiseSettledResult<B>, PromiseSettledResult<C>, PromiseSettledResult<D>, PromiseSettledResult<E>, PromiseSettledResult<F>]>;
  allSettled<T>(values: Iterable<T | PromiseLike<T>>): Promise<PromiseSettledResult<Awaited<T>>[]>;
}
