type ClassMemberDecoratorContext = ClassMethodDecoratorContext | ClassGetterDecoratorContext | ClassSetterDecoratorContext | ClassFieldDecoratorContext | ClassAccessorDecoratorContext;
type DecoratorContext = ClassDecoratorContext | ClassMemberDecoratorContext;
type DecoratorMetadataObject = Record<PropertyKey, unknown> & object;
interface ClassDecoratorContext<C extends abstract new (...args: any) => any = abstract new (...args: any) => any> {
  readonly kind: "class"; readonly name: string | undefined; addInitializer(initializer: (this: C) => void): void;
  readonly metadata: DecoratorMetadataObject;
}
interface ClassMethodDecoratorContext<This = unknown, V = unknown> {
  readonly kind: string; readonly name: string | symbol; readonly static: boolean; readonly private: boolean;
  readonly access: { has(object: This): boolean; get(object: This): V; set(object: This, value: V): void };
  addInitializer(initializer: (this: This) => void): void; readonly metadata: DecoratorMetadataObject;
}
interface ClassGetterDecoratorContext<This = unknown, V = unknown> {
  readonly kind: string; readonly name: string | symbol; readonly static: boolean; readonly private: boolean;
  readonly access: { has(object: This): boolean; get(object: This): V; set(object: This, value: V): void };
  addInitializer(initializer: (this: This) => void): void; readonly metadata: DecoratorMetadataObject;
}
interface ClassSetterDecoratorContext<This = unknown, V = unknown> {
  readonly kind: string; readonly name: string | symbol; readonly static: boolean; readonly private: boolean;
  readonly access: { has(object: This): boolean; get(object: This): V; set(object: This, value: V): void };
  addInitializer(initializer: (this: This) => void): void; readonly metadata: DecoratorMetadataObject;
}
interface ClassFieldDecoratorContext<This = unknown, V = unknown> {
  readonly kind: string; readonly name: string | symbol; readonly static: boolean; readonly private: boolean;
  readonly access: { has(object: This): boolean; get(object: This): V; set(object: This, value: V): void };
  addInitializer(initializer: (this: This) => void): void; readonly metadata: DecoratorMetadataObject;
}
interface ClassAccessorDecoratorContext<This = unknown, V = unknown> {
  readonly kind: string; readonly name: string | symbol; readonly static: boolean; readonly private: boolean;
  readonly access: { has(object: This): boolean; get(object: This): V; set(object: This, value: V): void };
  addInitializer(initializer: (this: This) => void): void; readonly metadata: DecoratorMetadataObject;
}
interface ClassAccessorDecoratorTarget<This, V> { get(this: This): V; set(this: This, value: V): void }
interface ClassAccessorDecoratorResult<This, V> { get?(this: This): V; set?(this: This, value: V): void; init?(this: This, value: V): V }
