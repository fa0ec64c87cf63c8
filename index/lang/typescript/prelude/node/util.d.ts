import * as types from "util/types";
export { types };
export interface InspectOptions {
  breakLength?: number; colors?: boolean; compact?: boolean | number; customInspect?: boolean; depth?: number | null; getters?: boolean;
  maxArrayLength?: number | null; maxStringLength?: number | null; showHidden?: boolean; showProxy?: boolean; sorted?: boolean;
}
export interface ParseArgsConfig { args?: string[]; options?: any; strict?: boolean; allowPositionals?: boolean; tokens?: boolean }
export type CustomPromisify<T extends Function> = T;
export function format(format?: any, ...param: any[]): string;
export function formatWithOptions(inspectOptions: InspectOptions, format?: any, ...param: any[]): string;
export function inspect(object: any, options?: InspectOptions | boolean, depth?: number | null, color?: boolean): string;
export namespace inspect {
  const custom: unique symbol; const defaultOptions: InspectOptions; const colors: { [color: string]: [number, number] };
  const styles: { [style: string]: string };
}
export function isArray(object: unknown): object is unknown[];
export function isDeepStrictEqual(val1: unknown, val2: unknown): boolean;
export function inherits(constructor: unknown, superConstructor: unknown): void;
export function debuglog(section: string, callback?: (fn: any) => void): (msg: string, ...param: unknown[]) => void;
export function deprecate<T extends Function>(fn: T, msg: string, code?: string): T;
export function callbackify(fn: (...args: any[]) => Promise<any>): (...args: any[]) => void;
export function promisify(fn: (...args: any[]) => void): (...args: any[]) => Promise<any>;
export function stripVTControlCharacters(str: string): string;
export function styleText(format: any, text: string, options?: any): string;
export function parseArgs(config?: ParseArgsConfig): { values: any; positionals: string[]; tokens?: any[] };
export function getSystemErrorName(err: number): string;
export function toUSVString(string: string): string;
export class TextDecoder {
  encoding: string; fatal: boolean; ignoreBOM: boolean; constructor(encoding?: string, options?: any);
  decode(input?: any, options?: any): string;
}
export class TextEncoder { encoding: string; encode(input?: string): Uint8Array; encodeInto(src: string, dest: Uint8Array): any }
export class MIMEType {
  constructor(input: string | { toString: () => string }); type: string; subtype: string; essence: string; toString(): string;
}
