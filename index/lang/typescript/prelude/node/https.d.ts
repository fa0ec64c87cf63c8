import * as http from "http";
import * as tls from "tls";
export interface ServerOptions extends http.ServerOptions, tls.TlsOptions {}
export interface RequestOptions extends http.RequestOptions { rejectUnauthorized?: boolean; servername?: string; ca?: any; cert?: any; key?: any }
export interface AgentOptions extends http.AgentOptions, tls.ConnectionOptions { maxCachedSessions?: number }
export class Agent extends http.Agent { constructor(options?: AgentOptions); options: AgentOptions }
export class Server extends http.Server {}
export function createServer(options?: ServerOptions | http.RequestListener, requestListener?: http.RequestListener): Server;
export function request(options: RequestOptions | string | URL, callback?: any, cb?: (res: http.IncomingMessage) => void): http.ClientRequest;
export function get(options: RequestOptions | string | URL, callback?: any, cb?: (res: http.IncomingMessage) => void): http.ClientRequest;
export let globalAgent: Agent;
