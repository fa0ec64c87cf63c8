import { Readable } from "stream";
export interface HeapInfo {
  total_heap_size: number; used_heap_size: number; heap_size_limit: number; total_available_size: number; malloced_memory: number;
}
export function cachedDataVersionTag(): number;
export function getHeapStatistics(): HeapInfo;
export function getHeapSnapshot(options?: any): Readable;
export function setFlagsFromString(flags: string): void;
export function writeHeapSnapshot(filename?: string, options?: any): string;
export function serialize(value: any): Buffer;
export function deserialize(buffer: NodeJS.ArrayBufferView): any;
export class Serializer { writeHeader(): void; writeValue(val: any): boolean; releaseBuffer(): Buffer }
export class Deserializer { constructor(data: any); readHeader(): boolean; readValue(): any }
