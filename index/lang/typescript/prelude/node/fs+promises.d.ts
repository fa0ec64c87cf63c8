import { PathLike, Stats, Dirent, Dir, Mode, OpenMode, TimeLike, MakeDirectoryOptions, RmOptions, RmDirOptions, CopyOptions, StatOptions, WatchOptions, WriteFileOptions, EncodingOption, ReadStream, WriteStream } from "fs";
export interface FileChangeInfo<T> { eventType: string; filename: T | null }
export interface FileReadResult<T> { bytesRead: number; buffer: T }
export interface FileHandle {
  fd: number;
  appendFile(data: string | Uint8Array, options?: WriteFileOptions): Promise<void>; chmod(mode: Mode): Promise<void>; chown(uid: number, gid: number): Promise<void>;
  createReadStream(options?: any): ReadStream; createWriteStream(options?: any): WriteStream; datasync(): Promise<void>; sync(): Promise<void>;
  read<T extends ArrayBufferView>(buffer: T, offset?: number | null, length?: number | null, position?: number | null): Promise<FileReadResult<T>>;
  readFile(): Promise<Buffer>; readFile(options: any): Promise<string>; readLines(options?: any): AsyncIterable<string>;
  stat(opts?: StatOptions): Promise<Stats>; truncate(len?: number): Promise<void>; utimes(atime: TimeLike, mtime: TimeLike): Promise<void>;
  writeFile(data: any, options?: WriteFileOptions): Promise<void>; write(buffer: any, ...rest: any[]): Promise<{ bytesWritten: number; buffer: any }>; close(): Promise<void>;
}
export function access(path: PathLike, mode?: number): Promise<void>;
export function appendFile(path: PathLike | FileHandle, data: string | Uint8Array, options?: WriteFileOptions): Promise<void>;
export function chmod(path: PathLike, mode: Mode): Promise<void>;
export function chown(path: PathLike, uid: number, gid: number): Promise<void>;
export function copyFile(src: PathLike, dest: PathLike, mode?: number): Promise<void>;
export function cp(source: string | URL, destination: string | URL, opts?: CopyOptions): Promise<void>;
export function glob(pattern: string | string[], options?: any): AsyncIterable<string>;
export function link(existingPath: PathLike, newPath: PathLike): Promise<void>;
export function lstat(path: PathLike, opts?: StatOptions): Promise<Stats>;
export function mkdir(path: PathLike, options?: Mode | MakeDirectoryOptions | null): Promise<string | undefined>;
export function mkdtemp(prefix: string, options?: EncodingOption): Promise<string>;
export function open(path: PathLike, flags?: OpenMode, mode?: Mode): Promise<FileHandle>;
export function opendir(path: PathLike, options?: any): Promise<Dir>;
export function readdir(path: PathLike): Promise<string[]>;
export function readdir(path: PathLike, options: { withFileTypes: true; recursive?: boolean }): Promise<Dirent[]>;
export function readFile(path: PathLike | FileHandle): Promise<Buffer>;
export function readFile(path: PathLike | FileHandle, options: any): Promise<string>;
export function readlink(path: PathLike, options?: EncodingOption): Promise<string>;
export function realpath(path: PathLike, options?: EncodingOption): Promise<string>;
export function rename(oldPath: PathLike, newPath: PathLike): Promise<void>;
export function rm(path: PathLike, options?: RmOptions): Promise<void>;
export function rmdir(path: PathLike, options?: RmDirOptions): Promise<void>;
export function stat(path: PathLike, opts?: StatOptions): Promise<Stats>;
export function symlink(target: PathLike, path: PathLike, type?: string | null): Promise<void>;
export function truncate(path: PathLike, len?: number): Promise<void>;
export function unlink(path: PathLike): Promise<void>;
export function utimes(path: PathLike, atime: TimeLike, mtime: TimeLike): Promise<void>;
export function watch(filename: PathLike, options?: WatchOptions | BufferEncoding): AsyncIterable<FileChangeInfo<string>>;
export function writeFile(file: PathLike | FileHandle, data: any, options?: WriteFileOptions): Promise<void>;
export { constants } from "fs";
