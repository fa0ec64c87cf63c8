interface SharedArrayBuffer { readonly byteLength: number; slice(begin?: number, end?: number): SharedArrayBuffer }
interface SharedArrayBufferConstructor { readonly prototype: SharedArrayBuffer; new (byteLength?: number): SharedArrayBuffer }
declare var SharedArrayBuffer: SharedArrayBufferConstructor;
interface ArrayBufferTypes { SharedArrayBuffer: SharedArrayBuffer }
interface Atomics {
  add(typedArray: any, index: number, value: number): number; and(typedArray: any, index: number, value: number): number;
  compareExchange(typedArray: any, index: number, expectedValue: number, replacementValue: number): number;
  exchange(typedArray: any, index: number, value: number): number; isLockFree(size: number): boolean; load(typedArray: any, index: number): number;
  or(typedArray: any, index: number, value: number): number; store(typedArray: any, index: number, value: number): number;
  sub(typedArray: any, index: number, value: number): number; wait(typedArray: any, index: number, value: number, timeout?: number): string;
  notify(typedArray: any, index: number, count?: number): number; xor(typedArray: any, index: number, value: number): number;
}
declare var Atomics: Atomics;
