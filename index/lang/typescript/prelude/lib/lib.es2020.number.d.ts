interface Number { toLocaleString(locales?: Intl.LocalesArgument, options?: Intl.NumberFormatOptions): string }
