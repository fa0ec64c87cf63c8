export interface EventEmitterOptions { captureRejections?: boolean }
export interface Abortable { signal?: AbortSignal }
export class EventEmitter<T = any> {
  constructor(options?: EventEmitterOptions);
  static once(emitter: EventEmitter | EventTarget, eventName: string | symbol, options?: Abortable): Promise<any[]>;
  static on(emitter: EventEmitter | EventTarget, eventName: string | symbol, options?: Abortable): AsyncIterable<any[]>;
  static listenerCount(emitter: EventEmitter, eventName: string | symbol): number;
  static setMaxListeners(n?: number, ...eventTargets: (EventTarget | EventEmitter)[]): void;
  static addAbortListener(signal: AbortSignal, resource: (event: Event) => void): Disposable;
  static errorMonitor: unique symbol;
  static captureRejectionSymbol: unique symbol;
  static defaultMaxListeners: number;
  addListener(eventName: string | symbol, listener: (...args: any[]) => void): this;
  on(eventName: string | symbol, listener: (...args: any[]) => void): this;
  once(eventName: string | symbol, listener: (...args: any[]) => void): this;
  removeListener(eventName: string | symbol, listener: (...args: any[]) => void): this;
  off(eventName: string | symbol, listener: (...args: any[]) => void): this;
  removeAllListeners(eventName?: string | symbol): this;
  setMaxListeners(n: number): this;
  getMaxListeners(): number;
  listeners(eventName: string | symbol): Function[];
  rawListeners(eventName: string | symbol): Function[];
  emit(eventName: string | symbol, ...args: any[]): boolean;
  listenerCount(eventName: string | symbol, listener?: Function): number;
  prependListener(eventName: string | symbol, listener: (...args: any[]) => void): this;
  prependOnceListener(eventName: string | symbol, listener: (...args: any[]) => void): this;
  eventNames(): (string | symbol)[];
}
export function once(emitter: EventEmitter | EventTarget, eventName: string | symbol, options?: Abortable): Promise<any[]>;
export function on(emitter: EventEmitter | EventTarget, eventName: string | symbol, options?: Abortable): AsyncIterable<any[]>;
export function getEventListeners(emitter: EventEmitter | EventTarget, name: string | symbol): Function[];
export function setMaxListeners(n?: number, ...eventTargets: (EventTarget | EventEmitter)[]): void;
export const errorMonitor: unique symbol;
export { EventEmitter as default };
export = EventEmitter;
