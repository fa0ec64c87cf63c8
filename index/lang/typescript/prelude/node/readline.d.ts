import { Abortable, EventEmitter } from "events";
export interface Key { sequence?: string; name?: string; ctrl?: boolean; meta?: boolean; shift?: boolean }
export type Completer = (line: string) => [string[], string];
export interface ReadLineOptions {
  input: NodeJS.ReadableStream; output?: NodeJS.WritableStream; completer?: Completer; terminal?: boolean; history?: string[]; historySize?: number;
  prompt?: string; crlfDelay?: number;
}
export class Interface extends EventEmitter {
  terminal: boolean; line: string; cursor: number;
  getPrompt(): string; setPrompt(prompt: string): void; prompt(preserveCursor?: boolean): void;
  question(query: string, callback: any, cb?: (answer: string) => void): void;
  pause(): this; resume(): this; close(): void; write(data: string | Buffer, key?: Key): void;
  [Symbol.asyncIterator](): AsyncIterable<string>;
}
export type ReadLine = Interface;
export function createInterface(input: NodeJS.ReadableStream | ReadLineOptions, output?: NodeJS.WritableStream, completer?: Completer, terminal?: boolean): Interface;
export function emitKeypressEvents(stream: NodeJS.ReadableStream, readlineInterface?: Interface): void;
export function clearLine(stream: NodeJS.WritableStream, dir: number, callback?: () => void): boolean;
export function clearScreenDown(stream: NodeJS.WritableStream, callback?: () => void): boolean;
export function cursorTo(stream: NodeJS.WritableStream, x: number, y?: number, callback?: () => void): boolean;
export function moveCursor(stream: NodeJS.WritableStream, dx: number, dy: number, callback?: () => void): boolean;
