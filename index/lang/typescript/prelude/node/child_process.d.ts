import { Writable, Readable } from "stream";
import { EventEmitter, Abortable } from "events";
export type Serializable = string | object | number | boolean | bigint;
export type StdioOptions = any;
export interface ChildProcess extends EventEmitter {
  stdin: Writable | null; stdout: Readable | null; stderr: Readable | null;
  stdio: [Writable | null, Readable | null, Readable | null, Readable | Writable | null, Readable | Writable | null];
  killed: boolean; pid?: number; connected: boolean; exitCode: number | null; signalCode: NodeJS.Signals | null;
  spawnargs: string[]; spawnfile: string;
  kill(signal?: NodeJS.Signals | number): boolean; send(message: Serializable, ...rest: any[]): boolean; disconnect(): void; unref(): void; ref(): void;
}
export class ChildProcess {}
export interface ChildProcessWithoutNullStreams extends ChildProcess { stdin: Writable; stdout: Readable; stderr: Readable }
export interface ProcessEnvOptions { uid?: number; gid?: number; cwd?: string | URL; env?: NodeJS.ProcessEnv }
export interface CommonOptions extends ProcessEnvOptions { windowsHide?: boolean; timeout?: number }
export interface CommonSpawnOptions extends CommonOptions, Abortable { argv0?: string; stdio?: StdioOptions; shell?: boolean | string }
export interface SpawnOptions extends CommonSpawnOptions { detached?: boolean }
export interface ExecOptions extends CommonOptions {
  shell?: string; signal?: AbortSignal; maxBuffer?: number; killSignal?: NodeJS.Signals | number; encoding?: string | null;
}
export interface ExecException extends Error {
  cmd?: string; killed?: boolean; code?: number; signal?: NodeJS.Signals; stdout?: string; stderr?: string;
}
export interface ExecFileOptions extends CommonOptions, Abortable { maxBuffer?: number; shell?: boolean | string; encoding?: string | null }
export interface ForkOptions extends ProcessEnvOptions, Abortable {
  execPath?: string; execArgv?: string[]; silent?: boolean; stdio?: StdioOptions; detached?: boolean;
}
export interface SpawnSyncReturns<T> {
  pid: number; output: (T | null)[]; stdout: T; stderr: T; status: number | null; signal: NodeJS.Signals | null; error?: Error;
}
export function spawn(command: string, args?: readonly string[] | SpawnOptions, options?: SpawnOptions): ChildProcessWithoutNullStreams;
export function exec(command: string, options?: any, callback?: (error: ExecException | null, stdout: string, stderr: string) => void): ChildProcess;
export function execFile(file: string, args?: any, options?: any, callback?: (error: ExecException | null, stdout: string, stderr: string) => void): ChildProcess;
export function fork(modulePath: string | URL, args?: any, options?: ForkOptions): ChildProcess;
export function spawnSync(command: string, args?: readonly string[], options?: any): SpawnSyncReturns<string>;
export function execSync(command: string, options?: any): Buffer;
export function execFileSync(file: string, args?: any, options?: any): Buffer;
