declare namespace NodeJS {
  interface Timer extends NodeJS.RefCounted { hasRef(): boolean; refresh(): this }
  interface Immediate extends NodeJS.RefCounted { hasRef(): boolean }
  interface Timeout extends Timer { close(): this; refresh(): this; hasRef(): boolean; ref(): this; unref(): this }
}
declare function setTimeout(callback: (...args: any[]) => void, delay?: number, ...args: any[]): NodeJS.Timeout;
declare function clearTimeout(timeoutId: NodeJS.Timeout | string | number | undefined): void;
declare function setInterval(callback: (...args: any[]) => void, delay?: number, ...args: any[]): NodeJS.Timeout;
declare function clearInterval(intervalId: NodeJS.Timeout | string | number | undefined): void;
declare function setImmediate(callback: (...args: any[]) => void, ...args: any[]): NodeJS.Immediate;
declare function clearImmediate(immediateId: NodeJS.Immediate | undefined): void;
declare function queueMicrotask(callback: () => void): void;
