import { LookupAddress, LookupOptions, MxRecord } from "dns";
export function lookup(hostname: string, options?: LookupOptions | number): Promise<LookupAddress>;
export function resolve(hostname: string, rrtype?: string): Promise<string[]>;
export function resolve4(hostname: string): Promise<string[]>;
export function resolveMx(hostname: string): Promise<MxRecord[]>;
export function reverse(ip: string): Promise<string[]>;
