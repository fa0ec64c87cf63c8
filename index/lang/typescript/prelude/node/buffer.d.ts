export interface TranscodeEncoding {}
export const INSPECT_MAX_BYTES: number;
export const kMaxLength: number;
export namespace constants { const MAX_LENGTH: number; const MAX_STRING_LENGTH: number }
export function isUtf8(input: any): boolean;
export function isAscii(input: any): boolean;
export function transcode(source: Uint8Array, fromEnc: string, toEnc: string): Buffer;
export { Buffer, Blob, File, atob, btoa };
