import * as stream from "stream";
import { Socket, Server as NetServer, ListenOptions } from "net";
import { EventEmitter } from "events";
export interface IncomingHttpHeaders {
  [header: string]: string | string[] | undefined; accept?: string; authorization?: string; "cache-control"?: string; connection?: string;
  "content-encoding"?: string; "content-length"?: string; "content-type"?: string; cookie?: string; etag?: string; host?: string;
  "if-none-match"?: string; location?: string; origin?: string; referer?: string; "set-cookie"?: string[]; upgrade?: string; "user-agent"?: string;
  "x-forwarded-for"?: string;
}
export type OutgoingHttpHeader = number | string | string[];
export interface OutgoingHttpHeaders { [header: string]: OutgoingHttpHeader | undefined }
export interface ClientRequestArgs {
  agent?: Agent | boolean; auth?: string | null; headers?: OutgoingHttpHeaders | readonly string[]; host?: string | null; hostname?: string | null;
  method?: string; path?: string | null; port?: number | string | null; protocol?: string | null; signal?: AbortSignal; timeout?: number;
}
export interface RequestOptions extends ClientRequestArgs {}
export interface ServerOptions {
  connectionsCheckingInterval?: number; keepAlive?: boolean; keepAliveTimeout?: number; maxHeaderSize?: number; requestTimeout?: number;
}
export type RequestListener = (req: IncomingMessage, res: ServerResponse) => void;
export class Server extends NetServer {
  constructor(options?: ServerOptions | RequestListener, requestListener?: RequestListener);
  setTimeout(msecs?: number, callback?: (socket: Socket) => void): this; closeAllConnections(): void; closeIdleConnections(): void;
  maxHeadersCount: number | null; timeout: number; headersTimeout: number; keepAliveTimeout: number; requestTimeout: number;
}
export class OutgoingMessage extends stream.Writable {
  chunkedEncoding: boolean; shouldKeepAlive: boolean; sendDate: boolean; finished: boolean; headersSent: boolean; connection: Socket | null; socket: Socket | null;
  setTimeout(msecs: number, callback?: () => void): this; setHeader(name: string, value: number | string | readonly string[]): this; setHeaders(headers: Headers | Map<string, any>): this;
  appendHeader(name: string, value: string | readonly string[]): this; getHeader(name: string): number | string | string[] | undefined; getHeaders(): OutgoingHttpHeaders;
  getHeaderNames(): string[]; hasHeader(name: string): boolean; removeHeader(name: string): void; addTrailers(headers: OutgoingHttpHeaders): void; flushHeaders(): void;
}
export class ServerResponse extends OutgoingMessage {
  constructor(req: IncomingMessage);
  req: IncomingMessage; statusCode: number; statusMessage: string; strictContentLength: boolean;
  assignSocket(socket: Socket): void; detachSocket(socket: Socket): void; writeContinue(callback?: () => void): void; writeEarlyHints(hints: any, callback?: () => void): void;
  writeHead(statusCode: number, ...rest: any[]): this; writeProcessing(callback?: () => void): void;
}
export class ClientRequest extends OutgoingMessage {
  aborted: boolean; host: string; protocol: string; reusedSocket: boolean; method: string; path: string; maxHeadersCount: number;
  constructor(url: string | URL | ClientRequestArgs, cb?: (res: IncomingMessage) => void);
  abort(): void; setNoDelay(noDelay?: boolean): void; setSocketKeepAlive(enable?: boolean, initialDelay?: number): void;
}
export class IncomingMessage extends stream.Readable {
  constructor(socket: Socket);
  aborted: boolean; httpVersion: string; httpVersionMajor: number; httpVersionMinor: number; complete: boolean; connection: Socket; socket: Socket;
  headers: IncomingHttpHeaders; headersDistinct: { [name: string]: string[] | undefined }; rawHeaders: string[]; trailers: { [name: string]: string | undefined }; rawTrailers: string[];
  method?: string; url?: string; statusCode?: number; statusMessage?: string;
  setTimeout(msecs: number, callback?: () => void): this; destroy(error?: Error): this;
}
export interface AgentOptions {
  keepAlive?: boolean; keepAliveMsecs?: number; maxSockets?: number; maxTotalSockets?: number; maxFreeSockets?: number; timeout?: number;
  scheduling?: string;
}
export class Agent extends EventEmitter {
  maxFreeSockets: number; maxSockets: number; options: AgentOptions; constructor(opts?: AgentOptions); destroy(): void;
}
export const METHODS: string[];
export const STATUS_CODES: { [errorCode: number]: string | undefined };
export function createServer(options?: ServerOptions | RequestListener, requestListener?: RequestListener): Server;
export function request(options: RequestOptions | string | URL, callback?: any, cb?: (res: IncomingMessage) => void): ClientRequest;
export function get(options: RequestOptions | string | URL, callback?: any, cb?: (res: IncomingMessage) => void): ClientRequest;
export let globalAgent: Agent;
export const maxHeaderSize: number;
