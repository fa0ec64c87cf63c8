import * as promises from "dns/promises";
export { promises };
export interface LookupOptions { family?: number; hints?: number; all?: boolean; verbatim?: boolean; order?: string }
export interface LookupAddress { address: string; family: number }
export interface MxRecord { priority: number; exchange: string }
export function lookup(hostname: string, options: any, callback?: (err: NodeJS.ErrnoException | null, address: string, family: number) => void): void;
export function resolve(hostname: string, rrtype: any, callback?: (err: NodeJS.ErrnoException | null, addresses: string[]) => void): void;
export function resolve4(hostname: string, callback: (err: NodeJS.ErrnoException | null, addresses: string[]) => void): void;
export function reverse(ip: string, callback: (err: NodeJS.ErrnoException | null, hostnames: string[]) => void): void;
export function setServers(servers: readonly string[]): void;
export function setDefaultResultOrder(order: string): void;
