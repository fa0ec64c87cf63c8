export interface ParsedUrlQuery { [key: string]: string | string[] | undefined }
export interface ParsedUrlQueryInput { [key: string]: any }
export function stringify(obj?: ParsedUrlQueryInput, sep?: string, eq?: string, options?: any): string;
export function parse(str: string, sep?: string, eq?: string, options?: any): ParsedUrlQuery;
export function escape(str: string): string;
export function unescape(str: string): string;
