import { EventEmitter, Abortable } from "events";
import * as promises from "stream/promises";
declare class Stream extends EventEmitter {
  constructor(opts?: Stream.ReadableOptions);
  pipe<T extends NodeJS.WritableStream>(destination: T, options?: Stream.PipeOptions): T;
}
declare namespace Stream {
  export interface PipeOptions { end?: boolean }
  export interface StreamOptions<T extends Stream> extends Abortable { emitClose?: boolean; highWaterMark?: number; objectMode?: boolean; autoDestroy?: boolean; construct?(this: T, callback: (error?: Error | null) => void): void; destroy?(this: T, error: Error | null, callback: (error?: Error | null) => void): void }
  export interface ReadableOptions<T extends Readable = Readable> extends StreamOptions<T> { encoding?: BufferEncoding; read?(this: T, size: number): void }
  export interface WritableOptions<T extends Writable = Writable> extends StreamOptions<T> { decodeStrings?: boolean; defaultEncoding?: BufferEncoding; write?(this: T, chunk: any, encoding: BufferEncoding, callback: (error?: Error | null) => void): void; writev?(this: T, chunks: { chunk: any; encoding: BufferEncoding }[], callback: (error?: Error | null) => void): void; final?(this: T, callback: (error?: Error | null) => void): void }
  export interface DuplexOptions<T extends Duplex = Duplex> extends ReadableOptions<T>, WritableOptions<T> { allowHalfOpen?: boolean; readableObjectMode?: boolean; writableObjectMode?: boolean; readableHighWaterMark?: number; writableHighWaterMark?: number }
  export type TransformCallback = (error?: Error | null, data?: any) => void;
  export interface TransformOptions<T extends Transform = Transform> extends DuplexOptions<T> { transform?(this: T, chunk: any, encoding: BufferEncoding, callback: TransformCallback): void; flush?(this: T, callback: TransformCallback): void }
  export interface FinishedOptions extends Abortable { error?: boolean; readable?: boolean; writable?: boolean }
  export class Readable extends Stream {
    constructor(options?: ReadableOptions);
    static from(iterable: Iterable<any> | AsyncIterable<any>, options?: ReadableOptions): Readable;
    static fromWeb(readableStream: ReadableStream, options?: any): Readable;
    static toWeb(streamReadable: Readable, options?: any): ReadableStream;
    static isDisturbed(stream: Readable | NodeJS.ReadableStream): boolean;
    readableAborted: boolean; readable: boolean; readableDidRead: boolean; readableEncoding: BufferEncoding | null;
    readableEnded: boolean; readableFlowing: boolean | null; readableHighWaterMark: number; readableLength: number;
    readableObjectMode: boolean; destroyed: boolean; closed: boolean; errored: Error | null;
    _construct?(callback: (error?: Error | null) => void): void;
    _read(size: number): void; read(size?: number): any; setEncoding(encoding: BufferEncoding): this; pause(): this; resume(): this; isPaused(): boolean;
    unpipe(destination?: NodeJS.WritableStream): this; unshift(chunk: any, encoding?: BufferEncoding): void; push(chunk: any, encoding?: BufferEncoding): boolean;
    _destroy(error: Error | null, callback: (error?: Error | null) => void): void; destroy(error?: Error): this;
    on(event: string | symbol, listener: (...args: any[]) => void): this; once(event: string | symbol, listener: (...args: any[]) => void): this;
    [Symbol.asyncIterator](): AsyncIterable<any>;
  }
  export class Writable extends Stream {
    constructor(options?: WritableOptions);
    static fromWeb(writableStream: WritableStream, options?: any): Writable;
    static toWeb(streamWritable: Writable): WritableStream;
    writable: boolean; writableEnded: boolean; writableFinished: boolean; writableHighWaterMark: number; writableLength: number;
    writableObjectMode: boolean; writableCorked: number; writableNeedDrain: boolean; destroyed: boolean; closed: boolean; errored: Error | null;
    _write(chunk: any, encoding: BufferEncoding, callback: (error?: Error | null) => void): void;
    _destroy(error: Error | null, callback: (error?: Error | null) => void): void; _final(callback: (error?: Error | null) => void): void;
    write(chunk: any, encoding?: any, callback?: (error: Error | null | undefined) => void): boolean;
    setDefaultEncoding(encoding: BufferEncoding): this; end(chunk?: any, encoding?: any, cb?: () => void): this; cork(): void; uncork(): void; destroy(error?: Error): this;
    on(event: string | symbol, listener: (...args: any[]) => void): this; once(event: string | symbol, listener: (...args: any[]) => void): this;
  }
  export class Duplex extends Readable implements Writable {
    constructor(options?: DuplexOptions);
    static from(src: any): Duplex;
    writable: boolean; writableEnded: boolean; writableFinished: boolean; writableLength: number; allowHalfOpen: boolean;
    _write(chunk: any, encoding: BufferEncoding, callback: (error?: Error | null) => void): void;
    write(chunk: any, encoding?: any, cb?: (error: Error | null | undefined) => void): boolean;
    end(chunk?: any, encoding?: any, cb?: () => void): this; cork(): void; uncork(): void;
  }
  export class Transform extends Duplex {
    constructor(options?: TransformOptions);
    _transform(chunk: any, encoding: BufferEncoding, callback: TransformCallback): void; _flush(callback: TransformCallback): void;
  }
  export class PassThrough extends Transform {}
  export function finished(stream: NodeJS.ReadableStream | NodeJS.WritableStream, options: FinishedOptions, callback?: (err?: NodeJS.ErrnoException | null) => void): () => void;
  export function pipeline(...streams: any[]): NodeJS.WritableStream;
  export function addAbortSignal<T extends Stream>(signal: AbortSignal, stream: T): T;
}
export import Readable = Stream.Readable;
export import Writable = Stream.Writable;
export import Duplex = Stream.Duplex;
export import Transform = Stream.Transform;
export import PassThrough = Stream.PassThrough;
export { Stream, promises };
export { Stream as default };
export = Stream;
