interface Call { (x: number): string; new (y: string): Call; [key: string]: unknown; readonly prop?: Inner["deep"]["er"]; method<K>(this: Call, k: K): K }
type Inner = { deep: { er: number } } | null;
type Fn = (cb: (v: Inner) => void, ...rest: string[]) => asserts cb is any;
type Ctor = abstract new (a: number) => Call;
type Mapped<T> = { readonly [K in keyof T as `get${string & K}`]?: T[K] };
type Cond<T> = T extends Array<infer U extends object> ? U : T extends (...a: infer A) => infer R ? [A, R] : never;
type Tuple = readonly [first: string, second?: number, ...rest: Inner[]];
type Query = typeof value.nested | keyof typeof value | ns.Qualified<string>;
type Template = `a${Inner}b`;
let value = { nested: 1 } satisfies Record<string, number>;
function guard(x: unknown): x is Call { return x as any; }
function generic<const T, U extends T = T>(t: T, u: U): T & U { return <any>t; }
enum Color { Red = 1, Green = Red << 1, "quoted" = 4 }
const enum Flag { A }
const picked = value!.nested, asserted = [1, "a"] as const;
declare global { interface Window { added: string } var everywhere: number }
declare module "ambient" { export const inside: string; function hidden(): void }
namespace A.B { export const c = 1; const own = c; export namespace D { export const e = c; } }
namespace A { export type T = B.C; }
function over(a: string): string;
function over(a: number): number;
function over(a: any) { return a; }
let unique: unique symbol, big: bigint, self: this;
