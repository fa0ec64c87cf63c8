import * as net from "net";
export function isatty(fd: number): boolean;
export class ReadStream extends net.Socket { isRaw: boolean; setRawMode(mode: boolean): this; isTTY: boolean }
export class WriteStream extends net.Socket {
  clearLine(dir: number, callback?: () => void): boolean; clearScreenDown(callback?: () => void): boolean;
  cursorTo(x: number, y?: any, callback?: () => void): boolean; moveCursor(dx: number, dy: number, callback?: () => void): boolean;
  getColorDepth(env?: object): number; hasColors(count?: any, env?: object): boolean; getWindowSize(): [number, number]; columns: number; rows: number;
  isTTY: boolean;
}
