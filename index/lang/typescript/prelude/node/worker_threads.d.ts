import { EventEmitter } from "events";
import { Readable, Writable } from "stream";
export const isMainThread: boolean;
export const parentPort: MessagePort | null;
export const resourceLimits: any;
export const SHARE_ENV: unique symbol;
export const threadId: number;
export const workerData: any;
export class MessageChannel { port1: MessagePort; port2: MessagePort }
export class MessagePort extends EventEmitter {
  close(): void; postMessage(value: any, transferList?: any[]): void; ref(): void; unref(): void; start(): void;
}
export interface WorkerOptions {
  argv?: any[]; env?: any; eval?: boolean; workerData?: any; stdin?: boolean; stdout?: boolean; stderr?: boolean; execArgv?: string[];
  resourceLimits?: any; transferList?: any[]; name?: string;
}
export class Worker extends EventEmitter {
  stdin: Writable | null; stdout: Readable; stderr: Readable; threadId: number; performance: any;
  constructor(filename: string | URL, options?: WorkerOptions);
  postMessage(value: any, transferList?: any[]): void; ref(): void; unref(): void; terminate(): Promise<number>;
}
export class BroadcastChannel {
  name: string; onmessage: (message: any) => void; constructor(name: string); close(): void; postMessage(message: unknown): void;
}
export function markAsUntransferable(object: object): void;
export function receiveMessageOnPort(port: MessagePort): { message: any } | undefined;
export function setEnvironmentData(key: any, value?: any): void;
export function getEnvironmentData(key: any): any;
