import * as stream from "stream";
import * as net from "net";
import * as tls from "tls";
import { IncomingHttpHeaders as Http1IncomingHttpHeaders, OutgoingHttpHeaders } from "http";
export { OutgoingHttpHeaders };
export interface IncomingHttpHeaders extends Http1IncomingHttpHeaders {
  ":path"?: string; ":method"?: string; ":authority"?: string; ":scheme"?: string;
}
export interface Http2Stream extends stream.Duplex {
  aborted: boolean; id?: number; session: Http2Session | undefined; close(code?: number, callback?: () => void): void;
}
export interface ServerHttp2Stream extends Http2Stream { headersSent: boolean; respond(headers?: OutgoingHttpHeaders, options?: any): void }
export interface Http2Session {
  closed: boolean; destroyed: boolean; socket: net.Socket | tls.TLSSocket; close(callback?: () => void): void;
  destroy(error?: Error, code?: number): void;
}
export class Http2ServerRequest extends stream.Readable {
  aborted: boolean; authority: string; connection: net.Socket | tls.TLSSocket; complete: boolean;
  headers: IncomingHttpHeaders; httpVersion: string; method: string; rawHeaders: string[]; scheme: string;
  socket: net.Socket | tls.TLSSocket; stream: ServerHttp2Stream; url: string; setTimeout(msecs: number, callback?: () => void): void;
  read(size?: number): Buffer | string | null;
}
export class Http2ServerResponse extends stream.Writable {
  connection: net.Socket | tls.TLSSocket; finished: boolean; headersSent: boolean; req: Http2ServerRequest;
  sendDate: boolean; socket: net.Socket | tls.TLSSocket; statusCode: number; statusMessage: string; stream: ServerHttp2Stream;
  getHeader(name: string): string; getHeaderNames(): string[]; getHeaders(): OutgoingHttpHeaders; hasHeader(name: string): boolean;
  removeHeader(name: string): void; setHeader(name: string, value: number | string | readonly string[]): void;
  appendHeader(name: string, value: string | string[]): void; setTimeout(msecs: number, callback?: () => void): void; writeContinue(): void;
  writeHead(statusCode: number, ...rest: any[]): this; end(data?: any, encoding?: any, callback?: () => void): this;
  write(chunk: any, encoding?: any, callback?: (err: Error) => void): boolean;
}
export interface Http2Server extends net.Server { setTimeout(msec?: number, callback?: () => void): this }
export interface Http2SecureServer extends tls.Server { setTimeout(msec?: number, callback?: () => void): this }
export function createServer(options?: any, onRequestHandler?: (request: Http2ServerRequest, response: Http2ServerResponse) => void): Http2Server;
export function createSecureServer(options?: any, onRequestHandler?: (request: Http2ServerRequest, response: Http2ServerResponse) => void): Http2SecureServer;
export function connect(authority: string | URL, options?: any): Http2Session;
export namespace constants {
  const HTTP2_HEADER_METHOD: string; const HTTP2_HEADER_PATH: string; const HTTP2_HEADER_STATUS: string; const NGHTTP2_CANCEL: number;
  const NGHTTP2_NO_ERROR: number;
}
