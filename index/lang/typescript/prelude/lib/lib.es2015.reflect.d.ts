declare namespace Reflect {
  function apply<T, A extends readonly any[], R>(target: (this: T, ...args: A) => R, thisArgument: T, argumentsList: A): R;
  function construct<A extends readonly any[], R>(target: new (...args: A) => R, argumentsList: A, newTarget?: Function): R;
  function defineProperty(target: object, propertyKey: PropertyKey, attributes: PropertyDescriptor & ThisType<any>): boolean;
  function deleteProperty(target: object, propertyKey: PropertyKey): boolean;
  function get<T extends object>(target: T, propertyKey: PropertyKey, receiver?: unknown): any;
  function getOwnPropertyDescriptor<T extends object>(target: T, propertyKey: PropertyKey): PropertyDescriptor | undefined;
  function getPrototypeOf(target: object): object | null;
  function has(target: object, propertyKey: PropertyKey): boolean;
  function isExtensible(target: object): boolean;
  function ownKeys(target: object): (string | symbol)[];
  function preventExtensions(target: object): boolean;
  function set<T extends object>(target: T, propertyKey: PropertyKey, value: any, receiver?: any): boolean;
  function setPrototypeOf(target: object, proto: object | null): boolean;
}
