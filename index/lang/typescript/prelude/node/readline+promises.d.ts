import { Interface as Base, ReadLineOptions } from "readline";
import { Abortable } from "events";
export class Interface extends Base { question(query: string, options?: Abortable): Promise<string> }
export function createInterface(input: NodeJS.ReadableStream | ReadLineOptions, output?: NodeJS.WritableStream): Interface;
