import * as net from "net";
export interface PeerCertificate {
  subject: any; issuer: any; valid_from: string; valid_to: string; fingerprint: string; serialNumber: string; raw: Buffer;
}
export interface TlsOptions extends net.ServerOpts { cert?: any; key?: any; ca?: any; requestCert?: boolean; rejectUnauthorized?: boolean }
export interface ConnectionOptions {
  host?: string; port?: number; servername?: string; rejectUnauthorized?: boolean; cert?: any; key?: any; ca?: any;
}
export class TLSSocket extends net.Socket {
  authorized: boolean; authorizationError: Error; encrypted: true; alpnProtocol: string | false | null;
  getPeerCertificate(detailed?: boolean): PeerCertificate; getCipher(): any; getProtocol(): string | null;
}
export class Server extends net.Server { addContext(hostname: string, context: any): void; setSecureContext(options: any): void }
export interface SecureContext { context: any }
export function createServer(options?: TlsOptions, secureConnectionListener?: (socket: TLSSocket) => void): Server;
export function connect(options: ConnectionOptions | number, ...rest: any[]): TLSSocket;
export function createSecureContext(options?: any): SecureContext;
