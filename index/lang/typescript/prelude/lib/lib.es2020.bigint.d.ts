interface BigInt { toString(radix?: number): string; toLocaleString(locales?: any, options?: any): string; valueOf(): bigint }
interface BigIntConstructor {
  (value: bigint | boolean | number | string): bigint; readonly prototype: BigInt; asIntN(bits: number, int: bigint): bigint;
  asUintN(bits: number, int: bigint): bigint;
}
declare var BigInt: BigIntConstructor;
interface DataView<B> {
  getBigInt64(byteOffset: number, littleEndian?: boolean): bigint; getBigUint64(byteOffset: number, littleEndian?: boolean): bigint;
  setBigInt64(byteOffset: number, value: bigint, littleEndian?: boolean): void; setBigUint64(byteOffset: number, value: bigint, littleEndian?: boolean): void;
}

interface BigInt64Array<B = ArrayBufferLike> {
  [index: number]: bigint;
  readonly BYTES_PER_ELEMENT: number; readonly buffer: B; readonly byteLength: number; readonly byteOffset: number; readonly length: number;
  fill(value: bigint, start?: number, end?: number): this; indexOf(searchElement: bigint, fromIndex?: number): number; join(separator?: string): string;
  forEach(callbackfn: (value: bigint, index: number, array: this) => void, thisArg?: any): void; set(array: ArrayLike<bigint>, offset?: number): void;
  slice(start?: number, end?: number): BigInt64Array; subarray(begin?: number, end?: number): BigInt64Array<B>; [Symbol.iterator](): ArrayIterator<bigint>;
}
interface BigInt64ArrayConstructor { readonly prototype: BigInt64Array; readonly BYTES_PER_ELEMENT: number; new (source?: any, byteOffset?: number, length?: number): BigInt64Array }
declare var BigInt64Array: BigInt64ArrayConstructor;

interface BigUint64Array<B = ArrayBufferLike> {
  [index: number]: bigint;
  readonly BYTES_PER_ELEMENT: number; readonly buffer: B; readonly byteLength: number; readonly byteOffset: number; readonly length: number;
  fill(value: bigint, start?: number, end?: number): this; indexOf(searchElement: bigint, fromIndex?: number): number; join(separator?: string): string;
  forEach(callbackfn: (value: bigint, index: number, array: this) => void, thisArg?: any): void; set(array: ArrayLike<bigint>, offset?: number): void;
  slice(start?: number, end?: number): BigUint64Array; subarray(begin?: number, end?: number): BigUint64Array<B>; [Symbol.iterator](): ArrayIterator<bigint>;
}
interface BigUint64ArrayConstructor { readonly prototype: BigUint64Array; readonly BYTES_PER_ELEMENT: number; new (source?: any, byteOffset?: number, length?: number): BigUint64Array }
declare var BigUint64Array: BigUint64ArrayConstructor;
