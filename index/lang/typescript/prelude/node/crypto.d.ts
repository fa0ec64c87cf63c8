import * as stream from "stream";
export type BinaryLike = string | NodeJS.ArrayBufferView;
export type BinaryToTextEncoding = "base64" | "base64url" | "hex" | "binary";
export type Encoding = BufferEncoding;
export type KeyLike = string | Buffer | KeyObject;
export class Hash extends stream.Transform {
  copy(options?: any): Hash; update(data: BinaryLike, inputEncoding?: Encoding): Hash; digest(): Buffer; digest(encoding: BinaryToTextEncoding): string;
}
export class Hmac extends stream.Transform {
  update(data: BinaryLike, inputEncoding?: Encoding): Hmac; digest(): Buffer; digest(encoding: BinaryToTextEncoding): string;
}
export class KeyObject {
  asymmetricKeyType?: string; type: string; symmetricKeySize?: number; export(options?: any): Buffer | string;
  equals(otherKeyObject: KeyObject): boolean;
}
export class Cipher extends stream.Transform {
  update(data: any, ...encodings: any[]): Buffer; final(outputEncoding?: string): Buffer; setAutoPadding(autoPadding?: boolean): this;
  getAuthTag(): Buffer; setAAD(buffer: any): this;
}
export class Decipher extends stream.Transform {
  update(data: any, ...encodings: any[]): Buffer; final(outputEncoding?: string): Buffer; setAutoPadding(autoPadding?: boolean): this;
  setAuthTag(tag: any): this; setAAD(buffer: any): this;
}
export class Sign extends stream.Writable {
  update(data: BinaryLike, inputEncoding?: Encoding): this; sign(privateKey: any, outputFormat?: BinaryToTextEncoding): Buffer;
}
export class Verify extends stream.Writable {
  update(data: BinaryLike, inputEncoding?: Encoding): this; verify(object: any, signature: any, format?: string): boolean;
}
export class X509Certificate {
  constructor(buffer: BinaryLike); subject: string; issuer: string; fingerprint: string; validFrom: string;
  validTo: string; publicKey: KeyObject; toString(): string;
}
export interface HashOptions { outputLength?: number }
export interface ScryptOptions { cost?: number; blockSize?: number; parallelization?: number; maxmem?: number }
export function createHash(algorithm: string, options?: HashOptions): Hash;
export function createHmac(algorithm: string, key: BinaryLike | KeyObject, options?: any): Hmac;
export function createCipheriv(algorithm: string, key: any, iv: BinaryLike | null, options?: any): Cipher;
export function createDecipheriv(algorithm: string, key: any, iv: BinaryLike | null, options?: any): Decipher;
export function createSign(algorithm: string, options?: any): Sign;
export function createVerify(algorithm: string, options?: any): Verify;
export function createPrivateKey(key: any): KeyObject;
export function createPublicKey(key: any): KeyObject;
export function createSecretKey(key: any, encoding?: string): KeyObject;
export function generateKeyPairSync(type: string, options?: any): { publicKey: any; privateKey: any };
export function getHashes(): string[];
export function hash(algorithm: string, data: BinaryLike, outputEncoding?: BinaryToTextEncoding): string;
export function hkdfSync(digest: string, irm: any, salt: BinaryLike, info: BinaryLike, keylen: number): ArrayBuffer;
export function pbkdf2(password: BinaryLike, salt: BinaryLike, iterations: number, keylen: number, digest: string, callback: (err: Error | null, derivedKey: Buffer) => void): void;
export function pbkdf2Sync(password: BinaryLike, salt: BinaryLike, iterations: number, keylen: number, digest: string): Buffer;
export function randomBytes(size: number, callback?: (err: Error | null, buf: Buffer) => void): Buffer;
export function randomFillSync<T extends NodeJS.ArrayBufferView>(buffer: T, offset?: number, size?: number): T;
export function randomInt(min: number, max?: number): number;
export function randomUUID(options?: any): string;
export function scrypt(password: BinaryLike, salt: BinaryLike, keylen: number, options: any, callback?: (err: Error | null, derivedKey: Buffer) => void): void;
export function scryptSync(password: BinaryLike, salt: BinaryLike, keylen: number, options?: ScryptOptions): Buffer;
export function sign(algorithm: string | null | undefined, data: any, key: any): Buffer;
export function timingSafeEqual(a: NodeJS.ArrayBufferView, b: NodeJS.ArrayBufferView): boolean;
export function verify(algorithm: string | null | undefined, data: any, key: any, signature: any): boolean;
export const webcrypto: Crypto;
export const subtle: SubtleCrypto;
