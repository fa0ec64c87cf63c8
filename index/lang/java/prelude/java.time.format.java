package java.time.format;
import java.text.Format;
import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.Period;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
class DateTimeFormatter {
static DateTimeFormatter ISO_LOCAL_DATE;
static DateTimeFormatter ISO_OFFSET_DATE;
static DateTimeFormatter ISO_DATE;
static DateTimeFormatter ISO_LOCAL_TIME;
static DateTimeFormatter ISO_OFFSET_TIME;
static DateTimeFormatter ISO_TIME;
static DateTimeFormatter ISO_LOCAL_DATE_TIME;
static DateTimeFormatter ISO_OFFSET_DATE_TIME;
static DateTimeFormatter ISO_ZONED_DATE_TIME;
static DateTimeFormatter ISO_DATE_TIME;
static DateTimeFormatter ISO_ORDINAL_DATE;
static DateTimeFormatter ISO_WEEK_DATE;
static DateTimeFormatter ISO_INSTANT;
static DateTimeFormatter BASIC_ISO_DATE;
static DateTimeFormatter RFC_1123_DATE_TIME;
static DateTimeFormatter ofPattern(String a);
static DateTimeFormatter ofPattern(String a, Locale b);
static DateTimeFormatter ofLocalizedDate(FormatStyle a);
static DateTimeFormatter ofLocalizedTime(FormatStyle a);
static DateTimeFormatter ofLocalizedDateTime(FormatStyle a);
static DateTimeFormatter ofLocalizedDateTime(FormatStyle a, FormatStyle b);
static java.time.temporal.TemporalQuery<Period> parsedExcessDays();
static java.time.temporal.TemporalQuery<Boolean> parsedLeapSecond();
Locale getLocale();
DateTimeFormatter withLocale(Locale a);
DateTimeFormatter localizedBy(Locale a);
DecimalStyle getDecimalStyle();
DateTimeFormatter withDecimalStyle(DecimalStyle a);
java.time.chrono.Chronology getChronology();
DateTimeFormatter withChronology(java.time.chrono.Chronology a);
ZoneId getZone();
DateTimeFormatter withZone(ZoneId a);
ResolverStyle getResolverStyle();
DateTimeFormatter withResolverStyle(ResolverStyle a);
Set<java.time.temporal.TemporalField> getResolverFields();
DateTimeFormatter withResolverFields(java.time.temporal.TemporalField... a);
DateTimeFormatter withResolverFields(Set<java.time.temporal.TemporalField> a);
String format(java.time.temporal.TemporalAccessor a);
void formatTo(java.time.temporal.TemporalAccessor a, Appendable b);
java.time.temporal.TemporalAccessor parse(CharSequence a);
java.time.temporal.TemporalAccessor parse(CharSequence a, ParsePosition b);
<T> T parse(CharSequence a, java.time.temporal.TemporalQuery<T> b);
java.time.temporal.TemporalAccessor parseBest(CharSequence a, java.time.temporal.TemporalQuery<?>... b);
java.time.temporal.TemporalAccessor parseUnresolved(CharSequence a, ParsePosition b);
Format toFormat();
Format toFormat(java.time.temporal.TemporalQuery<?> a);
String toString();
private DateTimeFormatter(){}
}
class DateTimeFormatterBuilder {
static String getLocalizedDateTimePattern(FormatStyle a, FormatStyle b, java.time.chrono.Chronology c, Locale d);
DateTimeFormatterBuilder(){}
private DateTimeFormatterBuilder(DateTimeFormatterBuilder a, boolean b){}
DateTimeFormatterBuilder parseCaseSensitive();
DateTimeFormatterBuilder parseCaseInsensitive();
DateTimeFormatterBuilder parseStrict();
DateTimeFormatterBuilder parseLenient();
DateTimeFormatterBuilder parseDefaulting(java.time.temporal.TemporalField a, long b);
DateTimeFormatterBuilder appendValue(java.time.temporal.TemporalField a);
DateTimeFormatterBuilder appendValue(java.time.temporal.TemporalField a, int b);
DateTimeFormatterBuilder appendValue(java.time.temporal.TemporalField a, int b, int c, SignStyle d);
DateTimeFormatterBuilder appendValueReduced(java.time.temporal.TemporalField a, int b, int c, int d);
DateTimeFormatterBuilder appendValueReduced(java.time.temporal.TemporalField a, int b, int c, java.time.chrono.ChronoLocalDate d);
private DateTimeFormatterBuilder appendValue(DateTimeFormatterBuilder.NumberPrinterParser a);
DateTimeFormatterBuilder appendFraction(java.time.temporal.TemporalField a, int b, int c, boolean d);
DateTimeFormatterBuilder appendText(java.time.temporal.TemporalField a);
DateTimeFormatterBuilder appendText(java.time.temporal.TemporalField a, TextStyle b);
DateTimeFormatterBuilder appendText(java.time.temporal.TemporalField a, Map<Long, String> b);
DateTimeFormatterBuilder appendInstant();
DateTimeFormatterBuilder appendInstant(int a);
DateTimeFormatterBuilder appendOffsetId();
DateTimeFormatterBuilder appendOffset(String a, String b);
DateTimeFormatterBuilder appendLocalizedOffset(TextStyle a);
DateTimeFormatterBuilder appendZoneId();
DateTimeFormatterBuilder appendZoneRegionId();
DateTimeFormatterBuilder appendZoneOrOffsetId();
DateTimeFormatterBuilder appendZoneText(TextStyle a);
DateTimeFormatterBuilder appendZoneText(TextStyle a, Set<ZoneId> b);
DateTimeFormatterBuilder appendGenericZoneText(TextStyle a);
DateTimeFormatterBuilder appendGenericZoneText(TextStyle a, Set<ZoneId> b);
DateTimeFormatterBuilder appendChronologyId();
DateTimeFormatterBuilder appendChronologyText(TextStyle a);
DateTimeFormatterBuilder appendLocalized(FormatStyle a, FormatStyle b);
DateTimeFormatterBuilder appendLiteral(char a);
DateTimeFormatterBuilder appendLiteral(String a);
DateTimeFormatterBuilder appendDayPeriodText(TextStyle a);
DateTimeFormatterBuilder append(DateTimeFormatter a);
DateTimeFormatterBuilder appendOptional(DateTimeFormatter a);
DateTimeFormatterBuilder appendPattern(String a);
DateTimeFormatterBuilder padNext(int a);
DateTimeFormatterBuilder padNext(int a, char b);
DateTimeFormatterBuilder optionalStart();
DateTimeFormatterBuilder optionalEnd();
DateTimeFormatter toFormatter();
DateTimeFormatter toFormatter(Locale a);
private DateTimeFormatter toFormatter(ResolverStyle a, java.time.chrono.Chronology b);
private DateTimeFormatter toFormatter(Locale a, ResolverStyle b, java.time.chrono.Chronology c);
}
class DateTimeParseException extends DateTimeException {
DateTimeParseException(String a, CharSequence b, int c){}
DateTimeParseException(String a, CharSequence b, int c, Throwable d){}
String getParsedString();
int getErrorIndex();
}
class DecimalStyle {
static DecimalStyle STANDARD;
static Set<Locale> getAvailableLocales();
static DecimalStyle ofDefaultLocale();
static DecimalStyle of(Locale a);
char getZeroDigit();
DecimalStyle withZeroDigit(char a);
char getPositiveSign();
DecimalStyle withPositiveSign(char a);
char getNegativeSign();
DecimalStyle withNegativeSign(char a);
char getDecimalSeparator();
DecimalStyle withDecimalSeparator(char a);
boolean equals(Object a);
int hashCode();
String toString();
private DecimalStyle(){}
}
enum FormatStyle {
FULL,LONG,MEDIUM,SHORT;
}
enum ResolverStyle {
STRICT,SMART,LENIENT;
}
enum SignStyle {
NORMAL,ALWAYS,NEVER,NOT_NEGATIVE,EXCEEDS_PAD;
}
enum TextStyle {
FULL,FULL_STANDALONE,SHORT,SHORT_STANDALONE,NARROW,NARROW_STANDALONE;
boolean isStandalone();
TextStyle asStandalone();
TextStyle asNormal();
}
