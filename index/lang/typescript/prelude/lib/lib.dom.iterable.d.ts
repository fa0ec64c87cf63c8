interface FormDataIterator<T> extends IteratorObject<T, BuiltinIteratorReturn, unknown> { [Symbol.iterator](): Iterable<T> }
interface FormData {
  [Symbol.iterator](): FormDataIterator<[string, FormDataEntryValue]>; entries(): FormDataIterator<[string, FormDataEntryValue]>;
  keys(): FormDataIterator<string>; values(): FormDataIterator<FormDataEntryValue>;
}
interface HeadersIterator<T> extends IteratorObject<T, BuiltinIteratorReturn, unknown> { [Symbol.iterator](): Iterable<T> }
interface Headers {
  [Symbol.iterator](): HeadersIterator<[string, string]>; entries(): HeadersIterator<[string, string]>;
  keys(): HeadersIterator<string>; values(): HeadersIterator<string>;
}
interface URLSearchParamsIterator<T> extends IteratorObject<T, BuiltinIteratorReturn, unknown> { [Symbol.iterator](): Iterable<T> }
interface URLSearchParams {
  [Symbol.iterator](): URLSearchParamsIterator<[string, string]>; entries(): URLSearchParamsIterator<[string, string]>;
  keys(): URLSearchParamsIterator<string>; values(): URLSearchParamsIterator<string>;
}
interface NodeList {
  [Symbol.iterator](): ArrayIterator<Node>; entries(): ArrayIterator<[number, Node]>; keys(): ArrayIterator<number>; values(): ArrayIterator<Node>;
}
interface NodeListOf<T extends Node> {
  [Symbol.iterator](): ArrayIterator<T>; entries(): ArrayIterator<[number, T]>; keys(): ArrayIterator<number>; values(): ArrayIterator<T>;
}
interface DOMTokenList {
  [Symbol.iterator](): ArrayIterator<string>; entries(): ArrayIterator<[number, string]>; keys(): ArrayIterator<number>; values(): ArrayIterator<string>;
}
interface HTMLCollection { [Symbol.iterator](): ArrayIterator<Element> }
interface HTMLCollectionOf<T extends Element> { [Symbol.iterator](): ArrayIterator<T> }
interface HTMLFormElement { [Symbol.iterator](): ArrayIterator<Element> }
interface HTMLSelectElement { [Symbol.iterator](): ArrayIterator<HTMLOptionElement> }
interface FileList { [Symbol.iterator](): ArrayIterator<File> }
interface NamedNodeMap { [Symbol.iterator](): ArrayIterator<Attr> }
interface DataTransferItemList { [Symbol.iterator](): ArrayIterator<DataTransferItem> }
interface TouchList { [Symbol.iterator](): ArrayIterator<Touch> }
interface CSSRuleList { [Symbol.iterator](): ArrayIterator<CSSRule> }
interface CSSStyleDeclaration { [Symbol.iterator](): ArrayIterator<string> }
interface StyleSheetList { [Symbol.iterator](): ArrayIterator<CSSStyleSheet> }
interface DOMRectList { [Symbol.iterator](): ArrayIterator<DOMRect> }
interface DOMStringList { [Symbol.iterator](): ArrayIterator<string> }
interface MessageEvent<T> {}
interface Cache {}
interface SubtleCrypto {}
