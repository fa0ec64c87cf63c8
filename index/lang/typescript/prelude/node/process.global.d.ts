declare namespace NodeJS {
  type Platform = "aix" | "android" | "darwin" | "freebsd" | "haiku" | "linux" | "openbsd" | "sunos" | "win32" | "cygwin" | "netbsd";
  type Architecture = string;
  type Signals = "SIGABRT" | "SIGHUP" | "SIGINT" | "SIGKILL" | "SIGPIPE" | "SIGQUIT" | "SIGTERM" | "SIGUSR1" | "SIGUSR2" | "SIGWINCH";
  type UncaughtExceptionOrigin = "uncaughtException" | "unhandledRejection";
  interface ProcessEnv extends NodeJS.Dict<string> { TZ?: string; NODE_ENV?: string }
  interface ProcessVersions extends NodeJS.Dict<string> { node: string; v8: string; modules: string; openssl: string }
  interface MemoryUsage { rss: number; heapTotal: number; heapUsed: number; external: number; arrayBuffers: number }
  interface CpuUsage { user: number; system: number }
  interface HRTime { (time?: [number, number]): [number, number]; bigint(): bigint }
  interface ReadStream extends ReadableStream { isTTY: boolean; fd: number; setRawMode?(mode: boolean): this }
  interface WriteStream extends WritableStream { isTTY: boolean; fd: number; columns: number; rows: number; hasColors?(): boolean }
  interface Process {
    stdout: WriteStream; stderr: WriteStream; stdin: ReadStream; argv: string[]; argv0: string; execArgv: string[]; execPath: string; env: ProcessEnv; exitCode?: number | string | null;
    version: string; versions: ProcessVersions; config: any; pid: number; ppid: number; title: string; arch: Architecture; platform: Platform; release: any; connected: boolean; report: any; hrtime: HRTime; features: any; allowedNodeEnvironmentFlags: ReadonlySet<string>; debugPort: number;
    abort(): never; chdir(directory: string): void; cwd(): string; emitWarning(warning: string | Error, ...rest: any[]): void; exit(code?: number | string | null): never; getuid?(): number; geteuid?(): number; getgid?(): number; kill(pid: number, signal?: string | number): true;
    loadEnvFile(path?: string | URL): void; umask(mask?: string | number): number; uptime(): number; memoryUsage(): MemoryUsage; cpuUsage(previousValue?: CpuUsage): CpuUsage; nextTick(callback: Function, ...args: any[]): void; send?(message: any, ...rest: any[]): boolean; disconnect(): void; resourceUsage(): any;
    binding(name: string): any; setUncaughtExceptionCaptureCallback(cb: ((err: Error) => void) | null): void;
    on(event: string | symbol, listener: (...args: any[]) => void): this; once(event: string | symbol, listener: (...args: any[]) => void): this; off(event: string | symbol, listener: (...args: any[]) => void): this; addListener(event: string | symbol, listener: (...args: any[]) => void): this; removeListener(event: string | symbol, listener: (...args: any[]) => void): this; removeAllListeners(event?: string | symbol): this; emit(event: string | symbol, ...args: any[]): boolean; listeners(event: string | symbol): Function[]; listenerCount(event: string | symbol): number; prependListener(event: string | symbol, listener: (...args: any[]) => void): this; setMaxListeners(n: number): this;
  }
}
declare var process: NodeJS.Process;
