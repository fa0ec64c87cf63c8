import * as stream from "stream";
export interface ZlibOptions {
  flush?: number; finishFlush?: number; chunkSize?: number; windowBits?: number; level?: number; memLevel?: number; strategy?: number; dictionary?: any;
  maxOutputLength?: number;
}
export interface BrotliOptions {
  flush?: number; finishFlush?: number; chunkSize?: number; params?: { [key: number]: boolean | number }; maxOutputLength?: number;
}
export type InputType = string | ArrayBuffer | NodeJS.ArrayBufferView;
export type CompressCallback = (error: Error | null, result: Buffer) => void;
export interface Zlib {
  bytesWritten: number; shell?: boolean | string; close(callback?: () => void): void; flush(kind?: any, callback?: () => void): void;
}
export interface Gzip extends stream.Transform, Zlib {}
export interface Gunzip extends stream.Transform, Zlib {}
export interface Deflate extends stream.Transform, Zlib {}
export interface Inflate extends stream.Transform, Zlib {}
export interface BrotliCompress extends stream.Transform, Zlib {}
export interface BrotliDecompress extends stream.Transform, Zlib {}
export function createGzip(options?: ZlibOptions): Gzip;
export function createGunzip(options?: ZlibOptions): Gunzip;
export function createDeflate(options?: ZlibOptions): Deflate;
export function createInflate(options?: ZlibOptions): Inflate;
export function createBrotliCompress(options?: BrotliOptions): BrotliCompress;
export function createBrotliDecompress(options?: BrotliOptions): BrotliDecompress;
export function gzip(buf: InputType, options: ZlibOptions | CompressCallback, callback?: CompressCallback): void;
export function gzipSync(buf: InputType, options?: ZlibOptions): Buffer;
export function gunzip(buf: InputType, options: ZlibOptions | CompressCallback, callback?: CompressCallback): void;
export function gunzipSync(buf: InputType, options?: ZlibOptions): Buffer;
export function deflate(buf: InputType, options: ZlibOptions | CompressCallback, callback?: CompressCallback): void;
export function deflateSync(buf: InputType, options?: ZlibOptions): Buffer;
export function inflate(buf: InputType, options: ZlibOptions | CompressCallback, callback?: CompressCallback): void;
export function inflateSync(buf: InputType, options?: ZlibOptions): Buffer;
export function brotliCompressSync(buf: InputType, options?: BrotliOptions): Buffer;
export function brotliDecompressSync(buf: InputType, options?: BrotliOptions): Buffer;
export function crc32(data: string | Buffer, value?: number): number;
export namespace constants {
  const Z_BEST_COMPRESSION: number; const Z_BEST_SPEED: number; const Z_SYNC_FLUSH: number; const BROTLI_PARAM_QUALITY: number;
}
