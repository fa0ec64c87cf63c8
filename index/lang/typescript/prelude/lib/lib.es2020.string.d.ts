interface String {
  matchAll(regexp: RegExp): RegExpStringIterator<RegExpExecArray>;
  toLocaleLowerCase(locales?: Intl.LocalesArgument): string;
  toLocaleUpperCase(locales?: Intl.LocalesArgument): string;
  localeCompare(that: string, locales?: Intl.LocalesArgument, options?: Intl.CollatorOptions): number;
}
