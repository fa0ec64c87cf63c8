import { ParsedUrlQuery } from "querystring";
export interface UrlObject {
  auth?: string | null; hash?: string | null; host?: string | null; hostname?: string | null; href?: string | null; pathname?: string | null;
  protocol?: string | null; search?: string | null; slashes?: boolean | null; port?: string | number | null; query?: string | null | any;
}
export interface Url {
  auth: string | null; hash: string | null; host: string | null; hostname: string | null; href: string; path: string | null; pathname: string | null;
  protocol: string | null; search: string | null; slashes: boolean | null; port: string | null; query: string | null | ParsedUrlQuery;
}
export interface UrlWithParsedQuery extends Url { query: ParsedUrlQuery }
export interface UrlWithStringQuery extends Url { query: string | null }
export interface URLFormatOptions { auth?: boolean; fragment?: boolean; search?: boolean; unicode?: boolean }
export function parse(urlString: string, parseQueryString?: boolean, slashesDenoteHost?: boolean): UrlWithParsedQuery;
export function format(urlObject: URL | UrlObject | string, options?: URLFormatOptions): string;
export function resolve(from: string, to: string): string;
export function domainToASCII(domain: string): string;
export function domainToUnicode(domain: string): string;
export function fileURLToPath(url: string | URL, options?: any): string;
export function pathToFileURL(path: string, options?: any): URL;
export function urlToHttpOptions(url: URL): any;
export { URL, URLSearchParams };
