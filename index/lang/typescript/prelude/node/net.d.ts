import * as stream from "stream";
import { EventEmitter, Abortable } from "events";
export interface AddressInfo { address: string; family: string; port: number }
export interface SocketConstructorOpts { fd?: number; allowHalfOpen?: boolean; readable?: boolean; writable?: boolean; signal?: AbortSignal }
export interface TcpNetConnectOpts { port: number; host?: string; localAddress?: string; family?: number; timeout?: number }
export interface IpcNetConnectOpts { path: string; timeout?: number }
export type NetConnectOpts = TcpNetConnectOpts | IpcNetConnectOpts;
export class Socket extends stream.Duplex {
  constructor(options?: SocketConstructorOpts);
  destroySoon(): void; connect(...args: any[]): this; setEncoding(encoding?: BufferEncoding): this; resetAndDestroy(): this;
  setTimeout(timeout: number, callback?: () => void): this; setNoDelay(noDelay?: boolean): this; setKeepAlive(enable?: boolean, initialDelay?: number): this;
  address(): AddressInfo | {}; unref(): this; ref(): this;
  bufferSize: number; bytesRead: number; bytesWritten: number; connecting: boolean; pending: boolean;
  localAddress?: string; localPort?: number; readyState: string; remoteAddress?: string; remoteFamily?: string;
  remotePort?: number; timeout?: number;
}
export interface ListenOptions extends Abortable {
  backlog?: number; exclusive?: boolean; host?: string; ipv6Only?: boolean; path?: string; port?: number;
}
export interface ServerOpts { allowHalfOpen?: boolean; pauseOnConnect?: boolean; noDelay?: boolean; keepAlive?: boolean }
export class Server extends EventEmitter {
  constructor(options?: ServerOpts, connectionListener?: (socket: Socket) => void);
  listen(...args: any[]): this; close(callback?: (err?: Error) => void): this; address(): AddressInfo | string | null;
  getConnections(cb: (error: Error | null, count: number) => void): this; ref(): this; unref(): this;
  maxConnections: number; listening: boolean;
}
export function createServer(options?: any, connectionListener?: (socket: Socket) => void): Server;
export function connect(options: any, ...rest: any[]): Socket;
export function createConnection(options: any, ...rest: any[]): Socket;
export function isIP(input: string): number;
export function isIPv4(input: string): boolean;
export function isIPv6(input: string): boolean;
