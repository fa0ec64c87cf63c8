declare namespace Intl {
  interface DateTimeFormatPart { type: string; value: string }
  interface DateTimeFormat { formatToParts(date?: Date | number): DateTimeFormatPart[] }
}
