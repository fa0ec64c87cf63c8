export function finished(stream: NodeJS.ReadableStream | NodeJS.WritableStream, options?: any): Promise<void>;
export function pipeline(...streams: any[]): Promise<void>;
