declare namespace Intl {
  type UnicodeBCP47LocaleIdentifier = string;
  type LocalesArgument = UnicodeBCP47LocaleIdentifier | Locale | readonly (UnicodeBCP47LocaleIdentifier | Locale)[] | undefined;
  type RelativeTimeFormatUnit = "year" | "quarter" | "month" | "week" | "day" | "hour" | "minute" | "second";
  interface RelativeTimeFormatOptions { localeMatcher?: string; numeric?: string; style?: string }
  interface RelativeTimeFormatPart { type: string; value: string; unit?: string }
  interface RelativeTimeFormat { format(value: number, unit: RelativeTimeFormatUnit): string; formatToParts(value: number, unit: RelativeTimeFormatUnit): RelativeTimeFormatPart[] }
  const RelativeTimeFormat: { new (locales?: LocalesArgument, options?: RelativeTimeFormatOptions): RelativeTimeFormat; supportedLocalesOf(locales?: LocalesArgument): string[] };
  interface LocaleOptions { baseName?: string; calendar?: string; language?: string; region?: string; script?: string; numberingSystem?: string }
  interface Locale extends LocaleOptions { baseName: string; language: string; maximize(): Locale; minimize(): Locale; toString(): string }
  const Locale: { new (tag: string | Locale, options?: LocaleOptions): Locale };
  interface DisplayNamesOptions { locale?: string; style?: string; type: string; fallback?: string }
  interface DisplayNames { of(code: string): string | undefined }
  const DisplayNames: { prototype: DisplayNames; new (locales: LocalesArgument, options: DisplayNamesOptions): DisplayNames };
  interface DateTimeFormatOptions { calendar?: string; dayPeriod?: string; numberingSystem?: string; dateStyle?: string; timeStyle?: string; hourCycle?: string }
  interface NumberFormatOptions { compactDisplay?: string; notation?: string; signDisplay?: string; unit?: string; unitDisplay?: string; currencyDisplay?: string; currencySign?: string }
}
