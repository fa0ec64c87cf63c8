/** A base. */
abstract class Base<T extends object = {}> {
  #secret = 1;
  static shared: Base<any>;
  declare readonly late: string;
  "quoted-key" = 2;
  ["computed"] = 3;
  [Symbol.iterator]() { return this; }
  constructor(public name: string, private readonly opts?: T, plain = 1) { this.name = name; }
  /** Reads it.
   * @deprecated use name
   */
  get value(): string { return this.name; }
  set value(v: string) { this.name = v; }
  abstract make(): T;
  over(a: string): void;
  over(a: number): void;
  over(a: any) {}
  static create() { return new this("x"); }
  arrow = () => this.#secret;
  async *gen() { yield 1; }
  static { this.shared; }
}
@dec()
export class Derived extends Base<{ deep: string }> implements Iface, ns.Other<string> {
  @dec() field = super.make();
  make() { return { deep: this.name }; }
}
interface Iface { make(): object }
interface Iface { merged?: boolean }
const Expr = class Named extends Derived { self = Named; };
function outer() {
  class Local { m() {} }
  return new Local().m();
}
export default class { own = 1 }
declare function dec(): any;
declare namespace ns { interface Other<T> { t: T } }
