declare namespace Intl {
  interface DateTimeFormatOptions { formatMatcher?: string; dateStyle?: string; timeStyle?: string; fractionalSecondDigits?: number }
  interface DateTimeFormat { formatRange(startDate: Date | number, endDate: Date | number): string }
  interface ListFormatOptions { localeMatcher?: string; type?: string; style?: string }
  interface ListFormat { format(list: Iterable<string>): string; formatToParts(list: Iterable<string>): { type: string; value: string }[] }
  const ListFormat: { prototype: ListFormat; new (locales?: Intl.LocalesArgument, options?: ListFormatOptions): ListFormat };
}
