interface Array<T> {
  find<S extends T>(predicate: (value: T, index: number, obj: T[]) => value is S, thisArg?: any): S | undefined;
  find(predicate: (value: T, index: number, obj: T[]) => unknown, thisArg?: any): T | undefined;
  findIndex(predicate: (value: T, index: number, obj: T[]) => unknown, thisArg?: any): number;
  fill(value: T, start?: number, end?: number): this;
  copyWithin(target: number, start: number, end?: number): this;
}
interface ArrayConstructor {
  from<T>(arrayLike: ArrayLike<T>): T[];
  from<T, U>(arrayLike: ArrayLike<T>, mapfn: (v: T, k: number) => U, thisArg?: any): U[];
  of<T>(...items: T[]): T[];
}
interface DateConstructor { new (value: number | string | Date): Date }
interface Function { readonly name: string }
interface Math {
  clz32(x: number): number; imul(x: number, y: number): number; sign(x: number): number; log10(x: number): number; log2(x: number): number;
  log1p(x: number): number; expm1(x: number): number; cosh(x: number): number; sinh(x: number): number; tanh(x: number): number;
  acosh(x: number): number; asinh(x: number): number; atanh(x: number): number; hypot(...values: number[]): number; trunc(x: number): number;
  fround(x: number): number; cbrt(x: number): number;
}
interface NumberConstructor {
  readonly EPSILON: number; readonly MAX_SAFE_INTEGER: number; readonly MIN_SAFE_INTEGER: number;
  isFinite(number: unknown): boolean; isInteger(number: unknown): boolean; isNaN(number: unknown): boolean; isSafeInteger(number: unknown): boolean;
  parseFloat(string: string): number; parseInt(string: string, radix?: number): number;
}
interface ObjectConstructor {
  assign<T extends {}, U>(target: T, source: U): T & U;
  assign<T extends {}, U, V>(target: T, source1: U, source2: V): T & U & V;
  assign<T extends {}, U, V, W>(target: T, source1: U, source2: V, source3: W): T & U & V & W;
  assign<T>(target: T, ...sources: any[]): T;
  getOwnPropertySymbols(o: any): symbol[];
  keys(o: {}): string[];
  is(value1: any, value2: any): boolean;
  setPrototypeOf<T>(o: T, proto: object | null): T;
}
interface ReadonlyArray<T> {
  find<S extends T>(predicate: (value: T, index: number, obj: readonly T[]) => value is S, thisArg?: any): S | undefined;
  find(predicate: (value: T, index: number, obj: readonly T[]) => unknown, thisArg?: any): T | undefined;
  findIndex(predicate: (value: T, index: number, obj: readonly T[]) => unknown, thisArg?: any): number;
}
interface RegExp { readonly flags: string; readonly sticky: boolean; readonly unicode: boolean }
interface RegExpConstructor { new (pattern: RegExp | string, flags?: string): RegExp }
interface String {
  codePointAt(pos: number): number | undefined; includes(searchString: string, position?: number): boolean;
  endsWith(searchString: string, endPosition?: number): boolean; startsWith(searchString: string, position?: number): boolean;
  normalize(form?: string): string; repeat(count: number): string;
}
interface StringConstructor {
  fromCodePoint(...codePoints: number[]): string; raw(template: { raw: readonly string[] }, ...substitutions: any[]): string;
}
interface Uint8Array<B> { toLocaleString(locales: string | string[], options?: Intl.NumberFormatOptions): string }
interface Float32Array<B> { toLocaleString(locales: string | string[], options?: Intl.NumberFormatOptions): string }
