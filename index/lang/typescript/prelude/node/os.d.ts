export interface CpuInfo { model: string; speed: number; times: { user: number; nice: number; sys: number; idle: number; irq: number } }
export interface NetworkInterfaceInfo { address: string; netmask: string; mac: string; internal: boolean; cidr: string | null; family: string }
export interface UserInfo<T> { username: T; uid: number; gid: number; shell: T | null; homedir: T }
export function hostname(): string;
export function loadavg(): number[];
export function uptime(): number;
export function freemem(): number;
export function totalmem(): number;
export function cpus(): CpuInfo[];
export function availableParallelism(): number;
export function type(): string;
export function release(): string;
export function networkInterfaces(): { [index: string]: NetworkInterfaceInfo[] | undefined };
export function homedir(): string;
export function userInfo(options?: any): UserInfo<string>;
export function arch(): string;
export function version(): string;
export function machine(): string;
export function platform(): NodeJS.Platform;
export function tmpdir(): string;
export function endianness(): "BE" | "LE";
export const EOL: string;
export const devNull: string;
export namespace constants { namespace signals { const SIGINT: number; const SIGTERM: number; const SIGKILL: number; const SIGHUP: number } }
