declare var global: any;
declare var process: NodeJS.Process;
declare var console: Console;
declare var __filename: string;
declare var __dirname: string;
declare var module: NodeJS.Module;
declare var exports: any;
declare var gc: undefined | (() => void);
interface RequireResolve extends NodeJS.RequireResolve {}
interface NodeRequire extends NodeJS.Require {}
interface NodeModule extends NodeJS.Module {}
declare namespace NodeJS {
  interface CallSite { getThis(): unknown; getTypeName(): string | null; getFunctionName(): string | null; getMethodName(): string | null; getFileName(): string | undefined; getLineNumber(): number | null; getColumnNumber(): number | null; isNative(): boolean }
  interface ErrnoException extends Error { errno?: number; code?: string; path?: string; syscall?: string }
  interface RefCounted { ref(): this; unref(): this }
  interface Dict<T> { [key: string]: T | undefined }
  interface ReadOnlyDict<T> { readonly [key: string]: T | undefined }
  type TypedArray = Uint8Array | Uint8ClampedArray | Uint16Array | Uint32Array | Int8Array | Int16Array | Int32Array | BigUint64Array | BigInt64Array | Float32Array | Float64Array;
  type ArrayBufferView = TypedArray | DataView;
  interface Require { (id: string): any; resolve: RequireResolve; cache: Dict<Module>; main: Module | undefined }
  interface RequireResolve { (id: string, options?: { paths?: string[] }): string; paths(request: string): string[] | null }
  interface Module { children: Module[]; exports: any; filename: string; id: string; isPreloading: boolean; loaded: boolean; parent: Module | null; path: string; paths: string[]; require(id: string): any }
  interface ReadableStream { readable: boolean; read(size?: number): string | Buffer; setEncoding(encoding: BufferEncoding): this; pause(): this; resume(): this; isPaused(): boolean; pipe<T extends WritableStream>(destination: T, options?: { end?: boolean }): T; unpipe(destination?: WritableStream): this; on(eventName: string | symbol, listener: (...args: any[]) => void): this; once(eventName: string | symbol, listener: (...args: any[]) => void): this; [Symbol.asyncIterator](): AsyncIterable<string | Buffer> }
  interface WritableStream { writable: boolean; write(chunk: any, encoding?: any, cb?: (err?: Error | null) => void): boolean; end(data?: any, encoding?: any, cb?: () => void): this; on(eventName: string | symbol, listener: (...args: any[]) => void): this; once(eventName: string | symbol, listener: (...args: any[]) => void): this }
  interface ReadWriteStream extends ReadableStream, WritableStream {}
}
