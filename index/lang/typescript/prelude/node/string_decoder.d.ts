export class StringDecoder {
  constructor(encoding?: BufferEncoding); write(buffer: string | Buffer | NodeJS.ArrayBufferView): string;
  end(buffer?: string | Buffer | NodeJS.ArrayBufferView): string;
}
