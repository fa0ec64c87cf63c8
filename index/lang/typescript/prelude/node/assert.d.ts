declare function assert(value: unknown, message?: string | Error): asserts value;
declare namespace assert {
  type AssertPredicate = RegExp | (new () => object) | ((thrown: unknown) => boolean) | object | Error;
  class AssertionError extends Error { constructor(options?: any); actual: unknown; expected: unknown; operator: string; generatedMessage: boolean; code: string }
  function fail(message?: string | Error): never;
  function ok(value: unknown, message?: string | Error): asserts value;
  function equal(actual: unknown, expected: unknown, message?: string | Error): void;
  function notEqual(actual: unknown, expected: unknown, message?: string | Error): void;
  function deepEqual(actual: unknown, expected: unknown, message?: string | Error): void;
  function notDeepEqual(actual: unknown, expected: unknown, message?: string | Error): void;
  function strictEqual<T>(actual: unknown, expected: T, message?: string | Error): asserts actual is T;
  function notStrictEqual(actual: unknown, expected: unknown, message?: string | Error): void;
  function deepStrictEqual<T>(actual: unknown, expected: T, message?: string | Error): asserts actual is T;
  function notDeepStrictEqual(actual: unknown, expected: unknown, message?: string | Error): void;
  function throws(block: () => unknown, error?: AssertPredicate | string, message?: string | Error): void;
  function doesNotThrow(block: () => unknown, error?: AssertPredicate | string, message?: string | Error): void;
  function ifError(value: unknown): asserts value is null | undefined;
  function rejects(block: (() => Promise<unknown>) | Promise<unknown>, error?: AssertPredicate | string, message?: string | Error): Promise<void>;
  function doesNotReject(block: (() => Promise<unknown>) | Promise<unknown>, error?: AssertPredicate | string, message?: string | Error): Promise<void>;
  function match(value: string, regExp: RegExp, message?: string | Error): void;
  function doesNotMatch(value: string, regExp: RegExp, message?: string | Error): void;
  const strict: typeof assert;
}
export = assert;
