declare var NaN: number;
declare var Infinity: number;
declare function eval(x: string): any;
declare function parseInt(string: string, radix?: number): number;
declare function parseFloat(string: string): number;
declare function isNaN(number: number): boolean;
declare function isFinite(number: number): boolean;
declare function decodeURI(encodedURI: string): string;
declare function decodeURIComponent(encodedURIComponent: string): string;
declare function encodeURI(uri: string): string;
declare function encodeURIComponent(uriComponent: string | number | boolean): string;
declare function escape(string: string): string;
declare function unescape(string: string): string;

interface Symbol { toString(): string; valueOf(): symbol }
type PropertyKey = string | number | symbol;

interface PropertyDescriptor {
  configurable?: boolean; enumerable?: boolean; value?: any; writable?: boolean;
  get?(): any; set?(v: any): void;
}
interface PropertyDescriptorMap { [key: PropertyKey]: PropertyDescriptor }

interface Object {
  constructor: Function;
  toString(): string; toLocaleString(): string; valueOf(): Object;
  hasOwnProperty(v: PropertyKey): boolean; isPrototypeOf(v: Object): boolean; propertyIsEnumerable(v: PropertyKey): boolean;
}
interface ObjectConstructor {
  new (value?: any): Object;
  (value?: any): any;
  readonly prototype: Object;
  getPrototypeOf(o: any): any;
  getOwnPropertyDescriptor(o: any, p: PropertyKey): PropertyDescriptor | undefined;
  getOwnPropertyNames(o: any): string[];
  create(o: object | null, properties?: PropertyDescriptorMap & ThisType<any>): any;
  defineProperty<T>(o: T, p: PropertyKey, attributes: PropertyDescriptor & ThisType<any>): T;
  defineProperties<T>(o: T, properties: PropertyDescriptorMap & ThisType<any>): T;
  seal<T>(o: T): T;
  freeze<T>(o: T): Readonly<T>;
  preventExtensions<T>(o: T): T;
  isSealed(o: any): boolean; isFrozen(o: any): boolean; isExtensible(o: any): boolean;
  keys(o: object): string[];
}
declare var Object: ObjectConstructor;

interface Function {
  apply(thisArg: any, argArray?: any): any;
  call(thisArg: any, ...argArray: any[]): any;
  bind(thisArg: any, ...argArray: any[]): any;
  toString(): string;
  prototype: any;
  readonly length: number;
  arguments: any;
  caller: Function;
}
interface FunctionConstructor { new (...args: string[]): Function; (...args: string[]): Function; readonly prototype: Function }
declare var Function: FunctionConstructor;
type ThisParameterType<T> = T extends (this: infer U, ...args: never) => any ? U : unknown;
type OmitThisParameter<T> = T;
interface CallableFunction extends Function {
  apply<T, R>(this: (this: T, ...args: any) => R, thisArg: T, args?: any): R;
  call<T, R>(this: (this: T, ...args: any) => R, thisArg: T, ...args: any): R;
  bind<T>(this: T, thisArg: any, ...args: any[]): T;
}
interface NewableFunction extends Function {
  apply<T>(this: new (...args: any) => T, thisArg: T, args?: any): void;
  call<T>(this: new (...args: any) => T, thisArg: T, ...args: any): void;
  bind<T>(this: T, thisArg: any, ...args: any[]): T;
}
interface IArguments { [index: number]: any; length: number; callee: Function }

interface String {
  toString(): string; valueOf(): string;
  charAt(pos: number): string; charCodeAt(index: number): number;
  concat(...strings: string[]): string;
  indexOf(searchString: string, position?: number): number; lastIndexOf(searchString: string, position?: number): number;
  localeCompare(that: string, locales?: Intl.LocalesArgument, options?: Intl.CollatorOptions): number;
  match(regexp: string | RegExp): RegExpMatchArray | null;
  replace(searchValue: string | RegExp, replaceValue: string | ((substring: string, ...args: any[]) => string)): string;
  search(regexp: string | RegExp): number;
  slice(start?: number, end?: number): string;
  split(separator: string | RegExp, limit?: number): string[];
  substring(start: number, end?: number): string; substr(from: number, length?: number): string;
  toLowerCase(): string; toLocaleLowerCase(locales?: string | string[]): string;
  toUpperCase(): string; toLocaleUpperCase(locales?: string | string[]): string;
  trim(): string;
  readonly length: number;
  readonly [index: number]: string;
}
interface StringConstructor { new (value?: any): String; (value?: any): string; readonly prototype: String; fromCharCode(...codes: number[]): string }
declare var String: StringConstructor;

interface Boolean { valueOf(): boolean }
interface BooleanConstructor { new (value?: any): Boolean; <T>(value?: T): boolean; readonly prototype: Boolean }
declare var Boolean: BooleanConstructor;

interface Number {
  toString(radix?: number): string; toFixed(fractionDigits?: number): string; toExponential(fractionDigits?: number): string;
  toPrecision(precision?: number): string; valueOf(): number;
  toLocaleString(locales?: string | string[], options?: Intl.NumberFormatOptions): string;
}
interface NumberConstructor {
  new (value?: any): Number;
  (value?: any): number;
  readonly prototype: Number; readonly MAX_VALUE: number; readonly MIN_VALUE: number; readonly NaN: number;
  readonly NEGATIVE_INFINITY: number; readonly POSITIVE_INFINITY: number;
}
declare var Number: NumberConstructor;
interface TemplateStringsArray extends ReadonlyArray<string> { readonly raw: readonly string[] }
interface ImportMeta {}
interface ImportCallOptions { assert?: ImportAssertions; with?: ImportAttributes }
interface ImportAssertions { [key: string]: string }
interface ImportAttributes { [key: string]: string }

interface Math {
  readonly E: number; readonly LN10: number; readonly LN2: number; readonly LOG2E: number; readonly LOG10E: number;
  readonly PI: number; readonly SQRT1_2: number; readonly SQRT2: number;
  abs(x: number): number; acos(x: number): number; asin(x: number): number; atan(x: number): number; atan2(y: number, x: number): number;
  ceil(x: number): number; cos(x: number): number; exp(x: number): number; floor(x: number): number; log(x: number): number;
  max(...values: number[]): number; min(...values: number[]): number; pow(x: number, y: number): number; random(): number;
  round(x: number): number; sin(x: number): number; sqrt(x: number): number; tan(x: number): number;
}
declare var Math: Math;

interface Date {
  toString(): string; toDateString(): string; toTimeString(): string; valueOf(): number; getTime(): number;
  toLocaleString(locales?: string | string[], options?: Intl.DateTimeFormatOptions): string;
  toLocaleDateString(locales?: string | string[], options?: Intl.DateTimeFormatOptions): string;
  toLocaleTimeString(locales?: string | string[], options?: Intl.DateTimeFormatOptions): string;
  getFullYear(): number; getUTCFullYear(): number; getMonth(): number; getUTCMonth(): number; getDate(): number; getUTCDate(): number;
  getDay(): number; getUTCDay(): number; getHours(): number; getUTCHours(): number; getMinutes(): number; getUTCMinutes(): number;
  getSeconds(): number; getUTCSeconds(): number; getMilliseconds(): number; getUTCMilliseconds(): number; getTimezoneOffset(): number;
  setTime(time: number): number; setMilliseconds(ms: number): number; setUTCMilliseconds(ms: number): number;
  setSeconds(sec: number, ms?: number): number; setUTCSeconds(sec: number, ms?: number): number;
  setMinutes(min: number, sec?: number, ms?: number): number; setUTCMinutes(min: number, sec?: number, ms?: number): number;
  setHours(hours: number, min?: number, sec?: number, ms?: number): number; setUTCHours(hours: number, min?: number, sec?: number, ms?: number): number;
  setDate(date: number): number; setUTCDate(date: number): number; setMonth(month: number, date?: number): number;
  setUTCMonth(month: number, date?: number): number; setFullYear(year: number, month?: number, date?: number): number;
  setUTCFullYear(year: number, month?: number, date?: number): number;
  toUTCString(): string; toISOString(): string; toJSON(key?: any): string;
}
interface DateConstructor {
  new (value?: number | string | Date, monthIndex?: number, date?: number, hours?: number, minutes?: number, seconds?: number, ms?: number): Date;
  (): string;
  readonly prototype: Date;
  parse(s: string): number;
  UTC(year: number, monthIndex?: number, date?: number, hours?: number, minutes?: number, seconds?: number, ms?: number): number;
  now(): number;
}
declare var Date: DateConstructor;

interface RegExpMatchArray extends Array<string> { index?: number; input?: string; 0: string }
interface RegExpExecArray extends Array<string> { index: number; input: string; 0: string }
interface RegExp {
  exec(string: string): RegExpExecArray | null; test(string: string): boolean;
  readonly source: string; readonly global: boolean; readonly ignoreCase: boolean; readonly multiline: boolean;
  lastIndex: number;
  compile(pattern: string, flags?: string): this;
}
interface RegExpConstructor {
  new (pattern: RegExp | string, flags?: string): RegExp; (pattern: RegExp | string, flags?: string): RegExp; readonly prototype: RegExp;
}
declare var RegExp: RegExpConstructor;

interface Error { name: string; message: string; stack?: string }
interface ErrorConstructor {
  new (message?: string, options?: ErrorOptions): Error; (message?: string, options?: ErrorOptions): Error; readonly prototype: Error;
}
declare var Error: ErrorConstructor;
interface EvalError extends Error {}
interface EvalErrorConstructor extends ErrorConstructor {
  new (message?: string): EvalError; (message?: string): EvalError; readonly prototype: EvalError;
}
declare var EvalError: EvalErrorConstructor;
interface RangeError extends Error {}
interface RangeErrorConstructor extends ErrorConstructor {
  new (message?: string): RangeError; (message?: string): RangeError; readonly prototype: RangeError;
}
declare var RangeError: RangeErrorConstructor;
interface ReferenceError extends Error {}
interface ReferenceErrorConstructor extends ErrorConstructor {
  new (message?: string): ReferenceError; (message?: string): ReferenceError; readonly prototype: ReferenceError;
}
declare var ReferenceError: ReferenceErrorConstructor;
interface SyntaxError extends Error {}
interface SyntaxErrorConstructor extends ErrorConstructor {
  new (message?: string): SyntaxError; (message?: string): SyntaxError; readonly prototype: SyntaxError;
}
declare var SyntaxError: SyntaxErrorConstructor;
interface TypeError extends Error {}
interface TypeErrorConstructor extends ErrorConstructor {
  new (message?: string): TypeError; (message?: string): TypeError; readonly prototype: TypeError;
}
declare var TypeError: TypeErrorConstructor;
interface URIError extends Error {}
interface URIErrorConstructor extends ErrorConstructor {
  new (message?: string): URIError; (message?: string): URIError; readonly prototype: URIError;
}
declare var URIError: URIErrorConstructor;

interface JSON {
  parse(text: string, reviver?: (this: any, key: string, value: any) => any): any;
  stringify(value: any, replacer?: ((this: any, key: string, value: any) => any) | (number | string)[] | null, space?: string | number): string;
}
declare var JSON: JSON;

interface ReadonlyArray<T> {
  readonly length: number;
  readonly [n: number]: T;
  toString(): string; toLocaleString(): string;
  concat(...items: (T | ConcatArray<T>)[]): T[];
  join(separator?: string): string;
  slice(start?: number, end?: number): T[];
  indexOf(searchElement: T, fromIndex?: number): number; lastIndexOf(searchElement: T, fromIndex?: number): number;
  every(predicate: (value: T, index: number, array: readonly T[]) => unknown, thisArg?: any): boolean;
  some(predicate: (value: T, index: number, array: readonly T[]) => unknown, thisArg?: any): boolean;
  forEach(callbackfn: (value: T, index: number, array: readonly T[]) => void, thisArg?: any): void;
  map<U>(callbackfn: (value: T, index: number, array: readonly T[]) => U, thisArg?: any): U[];
  filter<S extends T>(predicate: (value: T, index: number, array: readonly T[]) => value is S, thisArg?: any): S[];
  filter(predicate: (value: T, index: number, array: readonly T[]) => unknown, thisArg?: any): T[];
  reduce(callbackfn: (previousValue: T, currentValue: T, currentIndex: number, array: readonly T[]) => T): T;
  reduce<U>(callbackfn: (previousValue: U, currentValue: T, currentIndex: number, array: readonly T[]) => U, initialValue: U): U;
  reduceRight(callbackfn: (previousValue: T, currentValue: T, currentIndex: number, array: readonly T[]) => T): T;
  reduceRight<U>(callbackfn: (previousValue: U, currentValue: T, currentIndex: number, array: readonly T[]) => U, initialValue: U): U;
}
interface ConcatArray<T> {
  readonly length: number; readonly [n: number]: T; join(separator?: string): string; slice(start?: number, end?: number): T[];
}
interface Array<T> {
  length: number;
  [n: number]: T;
  toString(): string; toLocaleString(): string;
  pop(): T | undefined; push(...items: T[]): number; shift(): T | undefined; unshift(...items: T[]): number;
  concat(...items: (T | ConcatArray<T>)[]): T[];
  join(separator?: string): string;
  reverse(): T[];
  slice(start?: number, end?: number): T[];
  sort(compareFn?: (a: T, b: T) => number): this;
  splice(start: number, deleteCount?: number, ...items: T[]): T[];
  indexOf(searchElement: T, fromIndex?: number): number; lastIndexOf(searchElement: T, fromIndex?: number): number;
  every(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): boolean;
  some(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): boolean;
  forEach(callbackfn: (value: T, index: number, array: T[]) => void, thisArg?: any): void;
  map<U>(callbackfn: (value: T, index: number, array: T[]) => U, thisArg?: any): U[];
  filter<S extends T>(predicate: (value: T, index: number, array: T[]) => value is S, thisArg?: any): S[];
  filter(predicate: (value: T, index: number, array: T[]) => unknown, thisArg?: any): T[];
  reduce(callbackfn: (previousValue: T, currentValue: T, currentIndex: number, array: T[]) => T): T;
  reduce<U>(callbackfn: (previousValue: U, currentValue: T, currentIndex: number, array: T[]) => U, initialValue: U): U;
  reduceRight(callbackfn: (previousValue: T, currentValue: T, currentIndex: number, array: T[]) => T): T;
  reduceRight<U>(callbackfn: (previousValue: U, currentValue: T, currentIndex: number, array: T[]) => U, initialValue: U): U;
}
interface ArrayConstructor {
  new <T = any>(...items: T[]): T[];
  <T = any>(...items: T[]): T[];
  isArray(arg: any): arg is any[];
  readonly prototype: any[];
}
declare var Array: ArrayConstructor;

interface TypedPropertyDescriptor<T> {
  enumerable?: boolean; configurable?: boolean; writable?: boolean; value?: T; get?: () => T; set?: (value: T) => void;
}
type PromiseConstructorLike = new <T>(executor: (resolve: (value: T | PromiseLike<T>) => void, reject: (reason?: any) => void) => void) => PromiseLike<T>;
interface PromiseLike<T> {
  then<R1 = T, R2 = never>(onfulfilled?: ((value: T) => R1 | PromiseLike<R1>) | null, onrejected?: ((reason: any) => R2 | PromiseLike<R2>) | null): PromiseLike<R1 | R2>;
}
interface Promise<T> {
  then<R1 = T, R2 = never>(onfulfilled?: ((value: T) => R1 | PromiseLike<R1>) | null, onrejected?: ((reason: any) => R2 | PromiseLike<R2>) | null): Promise<R1 | R2>;
  catch<R = never>(onrejected?: ((reason: any) => R | PromiseLike<R>) | null): Promise<T | R>;
}
type Awaited<T> = T extends PromiseLike<infer U> ? U : T;
interface ArrayLike<T> { readonly length: number; readonly [n: number]: T }
type Partial<T> = { [P in keyof T]?: T[P] };
type Required<T> = { [P in keyof T]-?: T[P] };
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Pick<T, K extends keyof T> = { [P in keyof T as P & K]: T[P] };
type Record<K extends keyof any, T> = { [P in K]: T };
type Exclude<T, U> = T extends U ? never : T;
type Extract<T, U> = T extends U ? T : never;
type Omit<T, K extends keyof any> = { [P in keyof T as Exclude<P, K>]: T[P] };
type NonNullable<T> = T & {};
type Parameters<T extends (...args: any) => any> = T extends (...args: infer P) => any ? P : never;
type ConstructorParameters<T extends abstract new (...args: any) => any> = T extends abstract new (...args: infer P) => any ? P : never;
type ReturnType<T extends (...args: any) => any> = T extends (...args: any) => infer R ? R : any;
type InstanceType<T extends abstract new (...args: any) => any> = T extends abstract new (...args: any) => infer R ? R : any;
type Uppercase<S extends string> = string;
type Lowercase<S extends string> = string;
type Capitalize<S extends string> = string;
type Uncapitalize<S extends string> = string;
type NoInfer<T> = T;
interface ThisType<T> {}
interface WeakKeyTypes { object: object }
type WeakKey = WeakKeyTypes[keyof WeakKeyTypes];

interface ArrayBuffer { readonly byteLength: number; slice(begin?: number, end?: number): ArrayBuffer }
interface ArrayBufferTypes { ArrayBuffer: ArrayBuffer }
type ArrayBufferLike = ArrayBufferTypes[keyof ArrayBufferTypes];
interface ArrayBufferConstructor { readonly prototype: ArrayBuffer; new (byteLength: number): ArrayBuffer; isView(arg: any): arg is ArrayBufferView }
declare var ArrayBuffer: ArrayBufferConstructor;
interface ArrayBufferView<B = ArrayBufferLike> { readonly buffer: B; readonly byteLength: number; readonly byteOffset: number }
interface DataView<B = ArrayBuffer> {
  readonly buffer: B; readonly byteLength: number; readonly byteOffset: number;
  getFloat32(byteOffset: number, littleEndian?: boolean): number; getFloat64(byteOffset: number, littleEndian?: boolean): number;
  getInt8(byteOffset: number): number; getInt16(byteOffset: number, littleEndian?: boolean): number; getInt32(byteOffset: number, littleEndian?: boolean): number;
  getUint8(byteOffset: number): number; getUint16(byteOffset: number, littleEndian?: boolean): number; getUint32(byteOffset: number, littleEndian?: boolean): number;
  setFloat32(byteOffset: number, value: number, littleEndian?: boolean): void; setFloat64(byteOffset: number, value: number, littleEndian?: boolean): void;
  setInt8(byteOffset: number, value: number): void; setInt16(byteOffset: number, value: number, littleEndian?: boolean): void;
  setInt32(byteOffset: number, value: number, littleEndian?: boolean): void; setUint8(byteOffset: number, value: number): void;
  setUint16(byteOffset: number, value: number, littleEndian?: boolean): void; setUint32(byteOffset: number, value: number, littleEndian?: boolean): void;
}
interface DataViewConstructor { readonly prototype: DataView; new (buffer: ArrayBufferLike, byteOffset?: number, byteLength?: number): DataView }
declare var DataView: DataViewConstructor;

interface Int8Array<B = ArrayBufferLike> {
  [index: number]: number;
  BYTES_PER_ELEMENT: number; buffer: B; byteLength: number; byteOffset: number; length: number;
  every(predicate: (value: number, index: number) => unknown): boolean; some(predicate: (value: number, index: number) => unknown): boolean;
  fill(value: number, start?: number, end?: number): this; filter(predicate: (value: number, index: number) => any): Int8Array;
  forEach(callbackfn: (value: number, index: number) => void): void; indexOf(searchElement: number, fromIndex?: number): number;
  join(separator?: string): string; map(callbackfn: (value: number, index: number) => number): Int8Array;
  reduce<U = number>(callbackfn: (previousValue: U, currentValue: number, index: number) => U, initialValue?: U): U; reverse(): this;
  set(array: ArrayLike<number>, offset?: number): void; slice(start?: number, end?: number): Int8Array; sort(compareFn?: (a: number, b: number) => number): this;
  subarray(begin?: number, end?: number): Int8Array<B>; toString(): string;
}
interface Int8ArrayConstructor {
  prototype: Int8Array; BYTES_PER_ELEMENT: number; of(...items: number[]): Int8Array; from(source: ArrayLike<any>, mapfn?: (v: any, k: number) => number): Int8Array;
  new (source?: number | ArrayLike<number> | ArrayBufferLike, byteOffset?: number, length?: number): Int8Array;
}
declare var Int8Array: Int8ArrayConstructor;

interface Uint8Array<B = ArrayBufferLike> {
  [index: number]: number;
  BYTES_PER_ELEMENT: number; buffer: B; byteLength: number; byteOffset: number; length: number;
  copyWithin(target: number, start: number, end?: number): this; fill(value: number, start?: number, end?: number): this;
  every(predicate: (value: number, index: number) => unknown): boolean;
  some(predicate: (value: number, index: number) => unknown): boolean;
  filter(predicate: (value: number, index: number) => any): Uint8Array;
  find(predicate: (value: number, index: number) => boolean): number | undefined;
  findIndex(predicate: (value: number, index: number) => boolean): number;
  forEach(callbackfn: (value: number, index: number) => void): void;
  indexOf(searchElement: number, fromIndex?: number): number; lastIndexOf(searchElement: number, fromIndex?: number): number;
  join(separator?: string): string; map(callbackfn: (value: number, index: number) => number): Uint8Array;
  reduce<U = number>(callbackfn: (previousValue: U, currentValue: number, index: number) => U, initialValue?: U): U;
  reduceRight<U = number>(callbackfn: (previousValue: U, currentValue: number, index: number) => U, initialValue?: U): U;
  reverse(): this; set(array: ArrayLike<number>, offset?: number): void; slice(start?: number, end?: number): Uint8Array;
  sort(compareFn?: (a: number, b: number) => number): this; subarray(begin?: number, end?: number): Uint8Array<B>;
  toLocaleString(): string; toString(): string; valueOf(): this;
}
interface Uint8ArrayConstructor {
  prototype: Uint8Array; BYTES_PER_ELEMENT: number;
  new (source?: number | ArrayLike<number> | ArrayBufferLike, byteOffset?: number, length?: number): Uint8Array;
  of(...items: number[]): Uint8Array; from(source: ArrayLike<any>, mapfn?: (v: any, k: number) => number): Uint8Array;
}
declare var Uint8Array: Uint8ArrayConstructor;

interface Uint8ClampedArray<B = ArrayBufferLike> {
  [index: number]: number;
  BYTES_PER_ELEMENT: number; buffer: B; byteLength: number; byteOffset: number; length: number;
  every(predicate: (value: number, index: number) => unknown): boolean; some(predicate: (value: number, index: number) => unknown): boolean;
  fill(value: number, start?: number, end?: number): this; filter(predicate: (value: number, index: number) => any): Uint8ClampedArray;
  forEach(callbackfn: (value: number, index: number) => void): void; indexOf(searchElement: number, fromIndex?: number): number;
  join(separator?: string): string; map(callbackfn: (value: number, index: number) => number): Uint8ClampedArray;
  reduce<U = number>(callbackfn: (previousValue: U, currentValue: number, index: number) => U, initialValue?: U): U; reverse(): this;
  set(array: ArrayLike<number>, offset?: number): void; slice(start?: number, end?: number): Uint8ClampedArray; sort(compareFn?: (a: number, b: number) => number): this;
  subarray(begin?: number, end?: number): Uint8ClampedArray<B>; toString(): string;
}
interface Uint8ClampedArrayConstructor {
  prototype: Uint8ClampedArray; BYTES_PER_ELEMENT: number; of(...items: number[]): Uint8ClampedArray; from(source: ArrayLike<any>, mapfn?: (v: any, k: number) => number): Uint8ClampedArray;
  new (source?: number | ArrayLike<number> | ArrayBufferLike, byteOffset?: number, length?: number): Uint8ClampedArray;
}
declare var Uint8ClampedArray: Uint8ClampedArrayConstructor;

interface Int16Array<B = ArrayBufferLike> {
  [index: number]: number;
  BYTES_PER_ELEMENT: number; buffer: B; byteLength: number; byteOffset: number; length: number;
  every(predicate: (value: number, index: number) => unknown): boolean; some(predicate: (value: number, index: number) => unknown): boolean;
  fill(value: number, start?: number, end?: number): this; filter(predicate: (value: number, index: number) => any): Int16Array;
  forEach(callbackfn: (value: number, index: number) => void): void; indexOf(searchElement: number, fromIndex?: number): number;
  join(separator?: string): string; map(callbackfn: (value: number, index: number) => number): Int16Array;
  reduce<U = number>(callbackfn: (previousValue: U, currentValue: number, index: number) => U, initialValue?: U): U; reverse(): this;
  set(array: ArrayLike<number>, offset?: number): void; slice(start?: number, end?: number): Int16Array; sort(compareFn?: (a: number, b: number) => number): this;
  subarray(begin?: number, end?: number): Int16Array<B>; toString(): string;
}
interface Int16ArrayConstructor {
  prototype: Int16Array; BYTES_PER_ELEMENT: number; of(...items: number[]): Int16Array; from(source: ArrayLike<any>, mapfn?: (v: any, k: number) => number): Int16Array;
  new (source?: number | ArrayLike<number> | ArrayBufferLike, byteOffset?: number, length?: number): Int16Array;
}
declare var Int16Array: Int16ArrayConstructor;

interface Uint16Array<B = ArrayBufferLike> {
  [index: number]: number;
  BYTES_PER_ELEMENT: number; buffer: B; byteLength: number; byteOffset: number; length: number;
  every(predicate: (value: number, index: number) => unknown): boolean; some(predicate: (value: number, index: number) => unknown): boolean;
  fill(value: number, start?: number, end?: number): this; filter(predicate: (value: number, index: number) => any): Uint16Array;
  forEach(callbackfn: (value: number, index: number) => void): void; indexOf(searchElement: number, fromIndex?: number): number;
  join(separator?: string): string; map(callbackfn: (value: number, index: number) => number): Uint16Array;
  reduce<U = number>(callbackfn: (previousValue: U, currentValue: number, index: number) => U, initialValue?: U): U; reverse(): this;
  set(array: ArrayLike<number>, offset?: number): void; slice(start?: number, end?: number): Uint16Array; sort(compareFn?: (a: number, b: number) => number): this;
  subarray(begin?: number, end?: number): Uint16Array<B>; toString(): string;
}
interface Uint16ArrayConstructor {
  prototype: Uint16Array; BYTES_PER_ELEMENT: number; of(...items: number[]): Uint16Array; from(source: ArrayLike<any>, mapfn?: (v: any, k: number) => number): Uint16Array;
  new (source?: number | ArrayLike<number> | ArrayBufferLike, byteOffset?: number, length?: number): Uint16Array;
}
declare var Uint16Array: Uint16ArrayConstructor;

interface Int32Array<B = ArrayBufferLike> {
  [index: number]: number;
  BYTES_PER_ELEMENT: number; buffer: B; byteLength: number; byteOffset: number; length: number;
  every(predicate: (value: number, index: number) => unknown): boolean; some(predicate: (value: number, index: number) => unknown): boolean;
  fill(value: number, start?: number, end?: number): this; filter(predicate: (value: number, index: number) => any): Int32Array;
  forEach(callbackfn: (value: number, index: number) => void): void; indexOf(searchElement: number, fromIndex?: number): number;
  join(separator?: string): string; map(callbackfn: (value: number, index: number) => number): Int32Array;
  reduce<U = number>(callbackfn: (previousValue: U, currentValue: number, index: number) => U, initialValue?: U): U; reverse(): this;
  set(array: ArrayLike<number>, offset?: number): void; slice(start?: number, end?: number): Int32Array; sort(compareFn?: (a: number, b: number) => number): this;
  subarray(begin?: number, end?: number): Int32Array<B>; toString(): string;
}
interface Int32ArrayConstructor {
  prototype: Int32Array; BYTES_PER_ELEMENT: number; of(...items: number[]): Int32Array; from(source: ArrayLike<any>, mapfn?: (v: any, k: number) => number): Int32Array;
  new (source?: number | ArrayLike<number> | ArrayBufferLike, byteOffset?: number, length?: number): Int32Array;
}
declare var Int32Array: Int32ArrayConstructor;

interface Uint32Array<B = ArrayBufferLike> {
  [index: number]: number;
  BYTES_PER_ELEMENT: number; buffer: B; byteLength: number; byteOffset: number; length: number;
  every(predicate: (value: number, index: number) => unknown): boolean; some(predicate: (value: number, index: number) => unknown): boolean;
  fill(value: number, start?: number, end?: number): this; filter(predicate: (value: number, index: number) => any): Uint32Array;
  forEach(callbackfn: (value: number, index: number) => void): void; indexOf(searchElement: number, fromIndex?: number): number;
  join(separator?: string): string; map(callbackfn: (value: number, index: number) => number): Uint32Array;
  reduce<U = number>(callbackfn: (previousValue: U, currentValue: number, index: number) => U, initialValue?: U): U; reverse(): this;
  set(array: ArrayLike<number>, offset?: number): void; slice(start?: number, end?: number): Uint32Array; sort(compareFn?: (a: number, b: number) => number): this;
  subarray(begin?: number, end?: number): Uint32Array<B>; toString(): string;
}
interface Uint32ArrayConstructor {
  prototype: Uint32Array; BYTES_PER_ELEMENT: number; of(...items: number[]): Uint32Array; from(source: ArrayLike<any>, mapfn?: (v: any, k: number) => number): Uint32Array;
  new (source?: number | ArrayLike<number> | ArrayBufferLike, byteOffset?: number, length?: number): Uint32Array;
}
declare var Uint32Array: Uint32ArrayConstructor;

interface Float32Array<B = ArrayBufferLike> {
  [index: number]: number;
  BYTES_PER_ELEMENT: number; buffer: B; byteLength: number; byteOffset: number; length: number;
  copyWithin(target: number, start: number, end?: number): this; fill(value: number, start?: number, end?: number): this;
  every(predicate: (value: number, index: number) => unknown): boolean;
  some(predicate: (value: number, index: number) => unknown): boolean;
  filter(predicate: (value: number, index: number) => any): Float32Array;
  find(predicate: (value: number, index: number) => boolean): number | undefined;
  findIndex(predicate: (value: number, index: number) => boolean): number;
  forEach(callbackfn: (value: number, index: number) => void): void;
  indexOf(searchElement: number, fromIndex?: number): number; lastIndexOf(searchElement: number, fromIndex?: number): number;
  join(separator?: string): string; map(callbackfn: (value: number, index: number) => number): Float32Array;
  reduce<U = number>(callbackfn: (previousValue: U, currentValue: number, index: number) => U, initialValue?: U): U;
  reduceRight<U = number>(callbackfn: (previousValue: U, currentValue: number, index: number) => U, initialValue?: U): U;
  reverse(): this; set(array: ArrayLike<number>, offset?: number): void; slice(start?: number, end?: number): Float32Array;
  sort(compareFn?: (a: number, b: number) => number): this; subarray(begin?: number, end?: number): Float32Array<B>;
  toLocaleString(): string; toString(): string; valueOf(): this;
}
interface Float32ArrayConstructor {
  prototype: Float32Array; BYTES_PER_ELEMENT: number;
  new (source?: number | ArrayLike<number> | ArrayBufferLike, byteOffset?: number, length?: number): Float32Array;
  of(...items: number[]): Float32Array; from(source: ArrayLike<any>, mapfn?: (v: any, k: number) => number): Float32Array;
}
declare var Float32Array: Float32ArrayConstructor;

interface Float64Array<B = ArrayBufferLike> {
  [index: number]: number;
  BYTES_PER_ELEMENT: number; buffer: B; byteLength: number; byteOffset: number; length: number;
  every(predicate: (value: number, index: number) => unknown): boolean; some(predicate: (value: number, index: number) => unknown): boolean;
  fill(value: number, start?: number, end?: number): this; filter(predicate: (value: number, index: number) => any): Float64Array;
  forEach(callbackfn: (value: number, index: number) => void): void; indexOf(searchElement: number, fromIndex?: number): number;
  join(separator?: string): string; map(callbackfn: (value: number, index: number) => number): Float64Array;
  reduce<U = number>(callbackfn: (previousValue: U, currentValue: number, index: number) => U, initialValue?: U): U; reverse(): this;
  set(array: ArrayLike<number>, offset?: number): void; slice(start?: number, end?: number): Float64Array; sort(compareFn?: (a: number, b: number) => number): this;
  subarray(begin?: number, end?: number): Float64Array<B>; toString(): string;
}
interface Float64ArrayConstructor {
  prototype: Float64Array; BYTES_PER_ELEMENT: number; of(...items: number[]): Float64Array; from(source: ArrayLike<any>, mapfn?: (v: any, k: number) => number): Float64Array;
  new (source?: number | ArrayLike<number> | ArrayBufferLike, byteOffset?: number, length?: number): Float64Array;
}
declare var Float64Array: Float64ArrayConstructor;

declare namespace Intl {
  interface CollatorOptions { usage?: string; localeMatcher?: string; numeric?: boolean; caseFirst?: string; sensitivity?: string; collation?: string; ignorePunctuation?: boolean }
  interface ResolvedCollatorOptions { locale: string; usage: string; sensitivity: string; ignorePunctuation: boolean; collation: string; caseFirst: string; numeric: boolean }
  interface Collator { compare(x: string, y: string): number; resolvedOptions(): ResolvedCollatorOptions }
  interface CollatorConstructor { new (locales?: string | string[], options?: CollatorOptions): Collator; (locales?: string | string[], options?: CollatorOptions): Collator; supportedLocalesOf(locales: string | string[]): string[] }
  var Collator: CollatorConstructor;
  interface NumberFormatOptions {
    localeMatcher?: string; style?: string; currency?: string; useGrouping?: any; minimumIntegerDigits?: number; minimumFractionDigits?: number;
    maximumFractionDigits?: number; minimumSignificantDigits?: number; maximumSignificantDigits?: number;
  }
  interface ResolvedNumberFormatOptions { locale: string; numberingSystem: string; style: string; currency?: string }
  interface NumberFormat { format(value: number | bigint): string; resolvedOptions(): ResolvedNumberFormatOptions }
  interface NumberFormatConstructor { new (locales?: string | string[], options?: NumberFormatOptions): NumberFormat; (locales?: string | string[], options?: NumberFormatOptions): NumberFormat; supportedLocalesOf(locales: string | string[]): string[] }
  var NumberFormat: NumberFormatConstructor;
  interface DateTimeFormatOptions {
    localeMatcher?: string; weekday?: string; era?: string; year?: string; month?: string; day?: string; hour?: string; minute?: string; second?: string;
    timeZoneName?: string; formatMatcher?: string; hour12?: boolean; timeZone?: string;
  }
  interface ResolvedDateTimeFormatOptions { locale: string; calendar: string; numberingSystem: string; timeZone: string; hour12?: boolean }
  interface DateTimeFormat { format(date?: Date | number): string; resolvedOptions(): ResolvedDateTimeFormatOptions }
  interface DateTimeFormatConstructor { new (locales?: string | string[], options?: DateTimeFormatOptions): DateTimeFormat; (locales?: string | string[], options?: DateTimeFormatOptions): DateTimeFormat; supportedLocalesOf(locales: string | string[]): string[] }
  var DateTimeFormat: DateTimeFormatConstructor;
}
