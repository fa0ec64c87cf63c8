declare namespace Intl {
  interface PluralRulesOptions { localeMatcher?: string; type?: string }
  interface PluralRules { select(n: number): string }
  interface PluralRulesConstructor { new (locales?: string | readonly string[], options?: PluralRulesOptions): PluralRules; (locales?: string | readonly string[], options?: PluralRulesOptions): PluralRules }
  const PluralRules: PluralRulesConstructor;
  interface NumberFormatPart { type: string; value: string }
  interface NumberFormat { formatToParts(number?: number | bigint): NumberFormatPart[] }
}
