interface SymbolConstructor { readonly matchAll: unique symbol }
interface RegExpStringIterator<T> extends IteratorObject<T, BuiltinIteratorReturn, unknown> { [Symbol.iterator](): Iterable<T> }
interface RegExp {}
