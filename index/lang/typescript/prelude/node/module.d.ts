declare class Module {
  constructor(id: string, parent?: Module);
  static runMain(): void;
  static wrap(code: string): string;
  static createRequire(path: string | URL): NodeJS.Require;
  static builtinModules: string[];
  static isBuiltin(moduleName: string): boolean;
  static register(specifier: string | URL, parentURL?: any, options?: any): void;
  static syncBuiltinESMExports(): void;
  children: Module[]; exports: any; filename: string; id: string; loaded: boolean; paths: string[]; require(id: string): any;
}
export function createRequire(path: string | URL): NodeJS.Require;
export function isBuiltin(moduleName: string): boolean;
export function register(specifier: string | URL, parentURL?: any, options?: any): void;
export function findPackageJSON(specifier: string | URL, base?: string | URL): string | undefined;
export function stripTypeScriptTypes(code: string, options?: any): string;
export const builtinModules: string[];
export { Module, Module as default };
export = Module;
