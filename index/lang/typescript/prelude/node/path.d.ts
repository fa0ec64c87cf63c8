declare namespace path {
  interface ParsedPath { root: string; dir: string; base: string; ext: string; name: string }
  interface FormatInputPathObject { root?: string; dir?: string; base?: string; ext?: string; name?: string }
  interface PlatformPath {
    normalize(path: string): string; join(...paths: string[]): string; resolve(...paths: string[]): string; matchesGlob(path: string, pattern: string): boolean;
    isAbsolute(path: string): boolean; relative(from: string, to: string): string; dirname(path: string): string;
    basename(path: string, suffix?: string): string; extname(path: string): string;
    sep: string; delimiter: string;
    parse(path: string): ParsedPath; format(pathObject: FormatInputPathObject): string; toNamespacedPath(path: string): string;
    posix: PlatformPath; win32: PlatformPath;
  }
}
declare const path: path.PlatformPath;
export = path;
