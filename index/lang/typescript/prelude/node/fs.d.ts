import { EventEmitter, Abortable } from "events";
import * as stream from "stream";
import * as promises from "fs/promises";
export { promises };
export type PathLike = string | Buffer | URL;
export type PathOrFileDescriptor = PathLike | number;
export type Mode = number | string;
export type OpenMode = number | string;
export type TimeLike = string | number | Date;
export type NoParamCallback = (err: NodeJS.ErrnoException | null) => void;
export type EncodingOption = BufferEncoding | ObjectEncodingOptions | null;
export interface ObjectEncodingOptions { encoding?: BufferEncoding | null }
export type WriteFileOptions = (ObjectEncodingOptions & Abortable & { mode?: Mode; flag?: string; flush?: boolean }) | BufferEncoding | null;
export interface MakeDirectoryOptions { recursive?: boolean; mode?: Mode }
export interface RmOptions { force?: boolean; maxRetries?: number; recursive?: boolean; retryDelay?: number }
export interface RmDirOptions { recursive?: boolean }
export interface CopyOptions {
  dereference?: boolean; errorOnExist?: boolean; filter?: (source: string, destination: string) => boolean | Promise<boolean>; force?: boolean;
  recursive?: boolean;
}
export interface StatOptions { bigint?: boolean; throwIfNoEntry?: boolean }
export interface WatchOptions extends Abortable { encoding?: BufferEncoding; persistent?: boolean; recursive?: boolean }
export interface StatsBase<T> {
  isFile(): boolean; isDirectory(): boolean; isBlockDevice(): boolean; isCharacterDevice(): boolean; isSymbolicLink(): boolean; isFIFO(): boolean; isSocket(): boolean;
  dev: T; ino: T; mode: T; nlink: T; uid: T; gid: T; rdev: T; size: T; blksize: T; blocks: T; atimeMs: T; mtimeMs: T; ctimeMs: T; birthtimeMs: T;
  atime: Date; mtime: Date; ctime: Date; birthtime: Date;
}
export interface Stats extends StatsBase<number> {}
export class Stats {}
export interface BigIntStats extends StatsBase<bigint> {}
export class Dirent {
  isFile(): boolean; isDirectory(): boolean; isBlockDevice(): boolean; isCharacterDevice(): boolean; isSymbolicLink(): boolean; isFIFO(): boolean; isSocket(): boolean;
  name: string; parentPath: string; path: string;
}
export class Dir implements AsyncIterable<Dirent> {
  path: string; close(): Promise<void>; closeSync(): void; read(): Promise<Dirent | null>; readSync(): Dirent | null;
  [Symbol.asyncIterator](): AsyncIterable<Dirent>;
}
export interface FSWatcher extends EventEmitter { close(): void; ref(): this; unref(): this }
export interface StatWatcher extends EventEmitter { ref(): this; unref(): this }
export class ReadStream extends stream.Readable {
  close(callback?: (err?: NodeJS.ErrnoException | null) => void): void; bytesRead: number; path: string | Buffer; pending: boolean;
}
export class WriteStream extends stream.Writable {
  close(callback?: (err?: NodeJS.ErrnoException | null) => void): void; bytesWritten: number; path: string | Buffer; pending: boolean;
}
export namespace constants {
  const F_OK: number; const R_OK: number; const W_OK: number; const X_OK: number; const COPYFILE_EXCL: number; const O_RDONLY: number;
  const O_WRONLY: number; const O_RDWR: number; const O_CREAT: number; const O_EXCL: number; const O_TRUNC: number; const O_APPEND: number;
}
export function access(path: PathLike, mode: number | NoParamCallback, callback?: NoParamCallback): void;
export function appendFile(path: PathOrFileDescriptor, data: string | Uint8Array, options: WriteFileOptions | NoParamCallback, callback?: NoParamCallback): void;
export function appendFileSync(path: PathOrFileDescriptor, data: string | Uint8Array, options?: WriteFileOptions): void;
export function accessSync(path: PathLike, mode?: number): void;
export function chmod(path: PathLike, mode: Mode, callback: NoParamCallback): void;
export function chmodSync(path: PathLike, mode: Mode): void;
export function chownSync(path: PathLike, uid: number, gid: number): void;
export function close(fd: number, callback?: NoParamCallback): void;
export function closeSync(fd: number): void;
export function copyFile(src: PathLike, dest: PathLike, mode: number | NoParamCallback, callback?: NoParamCallback): void;
export function copyFileSync(src: PathLike, dest: PathLike, mode?: number): void;
export function cp(source: string | URL, destination: string | URL, opts: CopyOptions | NoParamCallback, callback?: NoParamCallback): void;
export function cpSync(source: string | URL, destination: string | URL, opts?: CopyOptions): void;
export function createReadStream(path: PathLike, options?: any): ReadStream;
export function createWriteStream(path: PathLike, options?: any): WriteStream;
export function exists(path: PathLike, callback: (exists: boolean) => void): void;
export function existsSync(path: PathLike): boolean;
export function fstatSync(fd: number, options?: StatOptions): Stats;
export function fsyncSync(fd: number): void;
export function ftruncateSync(fd: number, len?: number | null): void;
export function globSync(pattern: string | string[], options?: any): string[];
export function linkSync(existingPath: PathLike, newPath: PathLike): void;
export function lstat(path: PathLike, callback: (err: NodeJS.ErrnoException | null, stats: Stats) => void): void;
export function lstatSync(path: PathLike, options?: StatOptions): Stats;
export function mkdir(path: PathLike, callback: (err: NodeJS.ErrnoException | null, path?: string) => void): void;
export function mkdir(path: PathLike, options: Mode | MakeDirectoryOptions | null, callback: (err: NodeJS.ErrnoException | null, path?: string) => void): void;
export function mkdirSync(path: PathLike, options?: Mode | MakeDirectoryOptions | null): string | undefined;
export function mkdtemp(prefix: string, callback: (err: NodeJS.ErrnoException | null, folder: string) => void): void;
export function mkdtempSync(prefix: string, options?: EncodingOption): string;
export function open(path: PathLike, flags: OpenMode, callback: (err: NodeJS.ErrnoException | null, fd: number) => void): void;
export function openSync(path: PathLike, flags: OpenMode, mode?: Mode | null): number;
export function opendirSync(path: PathLike, options?: any): Dir;
export function readdir(path: PathLike, callback: (err: NodeJS.ErrnoException | null, files: string[]) => void): void;
export function readdir(path: PathLike, options: { withFileTypes: true }, callback: (err: NodeJS.ErrnoException | null, files: Dirent[]) => void): void;
export function readdirSync(path: PathLike): string[];
export function readdirSync(path: PathLike, options: { withFileTypes: true; recursive?: boolean }): Dirent[];
export function readFile(path: PathOrFileDescriptor, callback: (err: NodeJS.ErrnoException | null, data: Buffer) => void): void;
export function readFile(path: PathOrFileDescriptor, options: any, callback: (err: NodeJS.ErrnoException | null, data: string) => void): void;
export function readFileSync(path: PathOrFileDescriptor): Buffer;
export function readFileSync(path: PathOrFileDescriptor, options: BufferEncoding | { encoding: BufferEncoding; flag?: string }): string;
export function readlinkSync(path: PathLike, options?: EncodingOption): string;
export function readSync(fd: number, buffer: ArrayBufferView, offset?: number, length?: number, position?: number | bigint | null): number;
export function realpath(path: PathLike, callback: (err: NodeJS.ErrnoException | null, resolvedPath: string) => void): void;
export function realpathSync(path: PathLike, options?: EncodingOption): string;
export function rename(oldPath: PathLike, newPath: PathLike, callback: NoParamCallback): void;
export function renameSync(oldPath: PathLike, newPath: PathLike): void;
export function rm(path: PathLike, options: RmOptions | NoParamCallback, callback?: NoParamCallback): void;
export function rmSync(path: PathLike, options?: RmOptions): void;
export function rmdir(path: PathLike, callback: NoParamCallback): void;
export function rmdirSync(path: PathLike, options?: RmDirOptions): void;
export function stat(path: PathLike, callback: (err: NodeJS.ErrnoException | null, stats: Stats) => void): void;
export function statSync(path: PathLike, options?: StatOptions): Stats;
export function symlinkSync(target: PathLike, path: PathLike, type?: string | null): void;
export function truncateSync(path: PathLike, len?: number): void;
export function unlink(path: PathLike, callback: NoParamCallback): void;
export function unlinkSync(path: PathLike): void;
export function unwatchFile(filename: PathLike, listener?: (curr: Stats, prev: Stats) => void): void;
export function utimesSync(path: PathLike, atime: TimeLike, mtime: TimeLike): void;
export function watch(filename: PathLike, options?: WatchOptions | BufferEncoding | null, listener?: (event: string, filename: string | null) => void): FSWatcher;
export function watchFile(filename: PathLike, options: any, listener?: (curr: Stats, prev: Stats) => void): StatWatcher;
export function write(fd: number, buffer: any, ...rest: any[]): void;
export function writeFile(file: PathOrFileDescriptor, data: string | ArrayBufferView, options: WriteFileOptions | NoParamCallback, callback?: NoParamCallback): void;
export function writeFileSync(file: PathOrFileDescriptor, data: string | ArrayBufferView, options?: WriteFileOptions): void;
export function writeSync(fd: number, buffer: ArrayBufferView | string, offsetOrPosition?: number | null, length?: any, position?: number | null): number;
