export interface Context { [key: string]: any }
export interface ScriptOptions { filename?: string; lineOffset?: number; columnOffset?: number; cachedData?: Buffer; importModuleDynamically?: any }
export class Script {
  constructor(code: string, options?: ScriptOptions | string); runInContext(contextifiedObject: Context, options?: any): any;
  runInNewContext(contextObject?: Context, options?: any): any; runInThisContext(options?: any): any; createCachedData(): Buffer;
  cachedDataRejected?: boolean;
}
export function createContext(contextObject?: Context, options?: any): Context;
export function isContext(object: Context): boolean;
export function runInContext(code: string, contextifiedObject: Context, options?: any): any;
export function runInNewContext(code: string, contextObject?: Context, options?: any): any;
export function runInThisContext(code: string, options?: any): any;
export function compileFunction(code: string, params?: readonly string[], options?: any): Function;
