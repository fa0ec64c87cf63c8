package java.text;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Calendar;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
class Annotation {
Annotation(Object a){}
Object getValue();
String toString();
}
interface AttributedCharacterIterator extends CharacterIterator {
static class Attribute implements Serializable {
static AttributedCharacterIterator.Attribute LANGUAGE;
static AttributedCharacterIterator.Attribute READING;
static AttributedCharacterIterator.Attribute INPUT_METHOD_SEGMENT;
Attribute(String a){}
boolean equals(Object a);
int hashCode();
String toString();
String getName();
Object readResolve();
}
int getRunStart();
int getRunStart(AttributedCharacterIterator.Attribute a);
int getRunStart(Set<? extends AttributedCharacterIterator.Attribute> a);
int getRunLimit();
int getRunLimit(AttributedCharacterIterator.Attribute a);
int getRunLimit(Set<? extends AttributedCharacterIterator.Attribute> a);
Map<AttributedCharacterIterator.Attribute, Object> getAttributes();
Object getAttribute(AttributedCharacterIterator.Attribute a);
Set<AttributedCharacterIterator.Attribute> getAllAttributeKeys();
}
class AttributedString {
private AttributedString(AttributedCharacterIterator[] a){}
AttributedString(String a){}
AttributedString(String a, Map<? extends AttributedCharacterIterator.Attribute, ?> b){}
AttributedString(AttributedCharacterIterator a){}
AttributedString(AttributedCharacterIterator a, int b, int c){}
AttributedString(AttributedCharacterIterator a, int b, int c, AttributedCharacterIterator.Attribute[] d){}
void addAttribute(AttributedCharacterIterator.Attribute a, Object b);
void addAttribute(AttributedCharacterIterator.Attribute a, Object b, int c, int d);
void addAttributes(Map<? extends AttributedCharacterIterator.Attribute, ?> a, int b, int c);
AttributedCharacterIterator getIterator();
AttributedCharacterIterator getIterator(AttributedCharacterIterator.Attribute[] a);
AttributedCharacterIterator getIterator(AttributedCharacterIterator.Attribute[] a, int b, int c);
}
class Bidi {
static int DIRECTION_LEFT_TO_RIGHT;
static int DIRECTION_RIGHT_TO_LEFT;
static int DIRECTION_DEFAULT_LEFT_TO_RIGHT;
static int DIRECTION_DEFAULT_RIGHT_TO_LEFT;
Bidi(String a, int b){}
Bidi(AttributedCharacterIterator a){}
Bidi(char[] a, int b, byte[] c, int d, int e, int f){}
Bidi createLineBidi(int a, int b);
boolean isMixed();
boolean isLeftToRight();
boolean isRightToLeft();
int getLength();
boolean baseIsLeftToRight();
int getBaseLevel();
int getLevelAt(int a);
int getRunCount();
int getRunLevel(int a);
int getRunStart(int a);
int getRunLimit(int a);
static boolean requiresBidi(char[] a, int b, int c);
static void reorderVisually(byte[] a, int b, Object[] c, int d, int e);
String toString();
}
abstract class BreakIterator implements Cloneable {
static int DONE;
BreakIterator(){}
Object clone();
abstract int first();
abstract int last();
abstract int next(int a);
abstract int next();
abstract int previous();
abstract int following(int a);
int preceding(int a);
boolean isBoundary(int a);
abstract int current();
abstract CharacterIterator getText();
void setText(String a);
abstract void setText(CharacterIterator a);
static BreakIterator getWordInstance();
static BreakIterator getWordInstance(Locale a);
static BreakIterator getLineInstance();
static BreakIterator getLineInstance(Locale a);
static BreakIterator getCharacterInstance();
static BreakIterator getCharacterInstance(Locale a);
static BreakIterator getSentenceInstance();
static BreakIterator getSentenceInstance(Locale a);
static Locale[] getAvailableLocales();
}
interface CharacterIterator extends Cloneable {
static char DONE;
char first();
char last();
char current();
char next();
char previous();
char setIndex(int a);
int getBeginIndex();
int getEndIndex();
int getIndex();
Object clone();
}
class ChoiceFormat extends NumberFormat {
void applyPattern(String a);
String toPattern();
ChoiceFormat(String a){}
ChoiceFormat(double[] a, String[] b){}
void setChoices(double[] a, String[] b);
double[] getLimits();
Object[] getFormats();
StringBuffer format(long a, StringBuffer b, FieldPosition c);
StringBuffer format(double a, StringBuffer b, FieldPosition c);
Number parse(String a, ParsePosition b);
static double nextDouble(double a);
static double previousDouble(double a);
Object clone();
int hashCode();
boolean equals(Object a);
static double nextDouble(double a, boolean b);
}
class CollationElementIterator {
static int NULLORDER;
void reset();
int next();
int previous();
static int primaryOrder(int a);
static short secondaryOrder(int a);
static short tertiaryOrder(int a);
void setOffset(int a);
int getOffset();
int getMaxExpansion(int a);
void setText(String a);
void setText(CharacterIterator a);
private CollationElementIterator(){}
}
abstract class CollationKey implements Comparable<CollationKey> {
abstract int compareTo(CollationKey a);
String getSourceString();
abstract byte[] toByteArray();
CollationKey(String a){}
}
abstract class Collator implements Comparator<Object>, Cloneable {
static int PRIMARY;
static int SECONDARY;
static int TERTIARY;
static int IDENTICAL;
static int NO_DECOMPOSITION;
static int CANONICAL_DECOMPOSITION;
static int FULL_DECOMPOSITION;
static Collator getInstance();
static Collator getInstance(Locale a);
abstract int compare(String a, String b);
int compare(Object a, Object b);
abstract CollationKey getCollationKey(String a);
boolean equals(String a, String b);
int getStrength();
void setStrength(int a);
int getDecomposition();
void setDecomposition(int a);
static Locale[] getAvailableLocales();
Object clone();
boolean equals(Object a);
abstract int hashCode();
Collator(){}
}
class CompactNumberFormat extends NumberFormat {
CompactNumberFormat(String a, DecimalFormatSymbols b, String[] c){}
CompactNumberFormat(String a, DecimalFormatSymbols b, String[] c, String d){}
StringBuffer format(Object a, StringBuffer b, FieldPosition c);
StringBuffer format(double a, StringBuffer b, FieldPosition c);
private StringBuffer format(double a, StringBuffer b, Format.FieldDelegate c);
StringBuffer format(long a, StringBuffer b, FieldPosition c);
private StringBuffer format(long a, StringBuffer b, Format.FieldDelegate c);
private StringBuffer format(BigDecimal a, StringBuffer b, FieldPosition c);
private StringBuffer format(BigDecimal a, StringBuffer b, Format.FieldDelegate c);
private StringBuffer format(BigInteger a, StringBuffer b, FieldPosition c);
private StringBuffer format(BigInteger a, StringBuffer b, Format.FieldDelegate c, boolean d);
AttributedCharacterIterator formatToCharacterIterator(Object a);
Number parse(String a, ParsePosition b);
void setMaximumIntegerDigits(int a);
void setMinimumIntegerDigits(int a);
void setMinimumFractionDigits(int a);
void setMaximumFractionDigits(int a);
RoundingMode getRoundingMode();
void setRoundingMode(RoundingMode a);
int getGroupingSize();
void setGroupingSize(int a);
boolean isGroupingUsed();
void setGroupingUsed(boolean a);
boolean isParseIntegerOnly();
void setParseIntegerOnly(boolean a);
boolean isParseBigDecimal();
void setParseBigDecimal(boolean a);
boolean equals(Object a);
int hashCode();
CompactNumberFormat clone();
}
abstract class DateFormat extends Format {
static class Field extends Format.Field {
static DateFormat.Field ERA;
static DateFormat.Field YEAR;
static DateFormat.Field MONTH;
static DateFormat.Field DAY_OF_MONTH;
static DateFormat.Field HOUR_OF_DAY1;
static DateFormat.Field HOUR_OF_DAY0;
static DateFormat.Field MINUTE;
static DateFormat.Field SECOND;
static DateFormat.Field MILLISECOND;
static DateFormat.Field DAY_OF_WEEK;
static DateFormat.Field DAY_OF_YEAR;
static DateFormat.Field DAY_OF_WEEK_IN_MONTH;
static DateFormat.Field WEEK_OF_YEAR;
static DateFormat.Field WEEK_OF_MONTH;
static DateFormat.Field AM_PM;
static DateFormat.Field HOUR1;
static DateFormat.Field HOUR0;
static DateFormat.Field TIME_ZONE;
static DateFormat.Field ofCalendarField(int a);
Field(String a, int b){}
int getCalendarField();
Object readResolve();
}
Calendar calendar;
NumberFormat numberFormat;
static int ERA_FIELD;
static int YEAR_FIELD;
static int MONTH_FIELD;
static int DATE_FIELD;
static int HOUR_OF_DAY1_FIELD;
static int HOUR_OF_DAY0_FIELD;
static int MINUTE_FIELD;
static int SECOND_FIELD;
static int MILLISECOND_FIELD;
static int DAY_OF_WEEK_FIELD;
static int DAY_OF_YEAR_FIELD;
static int DAY_OF_WEEK_IN_MONTH_FIELD;
static int WEEK_OF_YEAR_FIELD;
static int WEEK_OF_MONTH_FIELD;
static int AM_PM_FIELD;
static int HOUR1_FIELD;
static int HOUR0_FIELD;
static int TIMEZONE_FIELD;
static int FULL;
static int LONG;
static int MEDIUM;
static int SHORT;
static int DEFAULT;
StringBuffer format(Object a, StringBuffer b, FieldPosition c);
abstract StringBuffer format(Date a, StringBuffer b, FieldPosition c);
String format(Date a);
Date parse(String a);
abstract Date parse(String a, ParsePosition b);
Object parseObject(String a, ParsePosition b);
static DateFormat getTimeInstance();
static DateFormat getTimeInstance(int a);
static DateFormat getTimeInstance(int a, Locale b);
static DateFormat getDateInstance();
static DateFormat getDateInstance(int a);
static DateFormat getDateInstance(int a, Locale b);
static DateFormat getDateTimeInstance();
static DateFormat getDateTimeInstance(int a, int b);
static DateFormat getDateTimeInstance(int a, int b, Locale c);
static DateFormat getInstance();
static Locale[] getAvailableLocales();
void setCalendar(Calendar a);
Calendar getCalendar();
void setNumberFormat(NumberFormat a);
NumberFormat getNumberFormat();
void setTimeZone(TimeZone a);
TimeZone getTimeZone();
void setLenient(boolean a);
boolean isLenient();
int hashCode();
boolean equals(Object a);
Object clone();
DateFormat(){}
}
class DateFormatSymbols implements Serializable, Cloneable {
DateFormatSymbols(){}
DateFormatSymbols(Locale a){}
private DateFormatSymbols(boolean a){}
static Locale[] getAvailableLocales();
static DateFormatSymbols getInstance();
static DateFormatSymbols getInstance(Locale a);
String[] getEras();
void setEras(String[] a);
String[] getMonths();
void setMonths(String[] a);
String[] getShortMonths();
void setShortMonths(String[] a);
String[] getWeekdays();
void setWeekdays(String[] a);
String[] getShortWeekdays();
void setShortWeekdays(String[] a);
String[] getAmPmStrings();
void setAmPmStrings(String[] a);
String[][] getZoneStrings();
void setZoneStrings(String[][] a);
String getLocalPatternChars();
void setLocalPatternChars(String a);
Object clone();
int hashCode();
boolean equals(Object a);
}
class DecimalFormat extends NumberFormat {
DecimalFormat(){}
DecimalFormat(String a){}
DecimalFormat(String a, DecimalFormatSymbols b){}
StringBuffer format(Object a, StringBuffer b, FieldPosition c);
StringBuffer format(double a, StringBuffer b, FieldPosition c);
private StringBuffer format(double a, StringBuffer b, Format.FieldDelegate c);
StringBuffer format(long a, StringBuffer b, FieldPosition c);
private StringBuffer format(long a, StringBuffer b, Format.FieldDelegate c);
private StringBuffer format(BigDecimal a, StringBuffer b, FieldPosition c);
private StringBuffer format(BigDecimal a, StringBuffer b, Format.FieldDelegate c);
private StringBuffer format(BigInteger a, StringBuffer b, FieldPosition c);
private StringBuffer format(BigInteger a, StringBuffer b, Format.FieldDelegate c, boolean d);
AttributedCharacterIterator formatToCharacterIterator(Object a);
Number parse(String a, ParsePosition b);
DecimalFormatSymbols getDecimalFormatSymbols();
void setDecimalFormatSymbols(DecimalFormatSymbols a);
String getPositivePrefix();
void setPositivePrefix(String a);
String getNegativePrefix();
void setNegativePrefix(String a);
String getPositiveSuffix();
void setPositiveSuffix(String a);
String getNegativeSuffix();
void setNegativeSuffix(String a);
int getMultiplier();
void setMultiplier(int a);
void setGroupingUsed(boolean a);
int getGroupingSize();
void setGroupingSize(int a);
boolean isDecimalSeparatorAlwaysShown();
void setDecimalSeparatorAlwaysShown(boolean a);
boolean isParseBigDecimal();
void setParseBigDecimal(boolean a);
Object clone();
boolean equals(Object a);
int hashCode();
String toPattern();
String toLocalizedPattern();
private String toPattern(boolean a);
void applyPattern(String a);
void applyLocalizedPattern(String a);
private void applyPattern(String a, boolean b);
void setMaximumIntegerDigits(int a);
void setMinimumIntegerDigits(int a);
void setMaximumFractionDigits(int a);
void setMinimumFractionDigits(int a);
int getMaximumIntegerDigits();
int getMinimumIntegerDigits();
int getMaximumFractionDigits();
int getMinimumFractionDigits();
Currency getCurrency();
void setCurrency(Currency a);
RoundingMode getRoundingMode();
void setRoundingMode(RoundingMode a);
}
class DecimalFormatSymbols implements Cloneable, Serializable {
DecimalFormatSymbols(){}
DecimalFormatSymbols(Locale a){}
static Locale[] getAvailableLocales();
static DecimalFormatSymbols getInstance();
static DecimalFormatSymbols getInstance(Locale a);
char getZeroDigit();
void setZeroDigit(char a);
char getGroupingSeparator();
void setGroupingSeparator(char a);
char getDecimalSeparator();
void setDecimalSeparator(char a);
char getPerMill();
void setPerMill(char a);
char getPercent();
void setPercent(char a);
char getDigit();
void setDigit(char a);
char getPatternSeparator();
void setPatternSeparator(char a);
String getInfinity();
void setInfinity(String a);
String getNaN();
void setNaN(String a);
char getMinusSign();
void setMinusSign(char a);
String getCurrencySymbol();
void setCurrencySymbol(String a);
String getInternationalCurrencySymbol();
void setInternationalCurrencySymbol(String a);
Currency getCurrency();
void setCurrency(Currency a);
char getMonetaryDecimalSeparator();
void setMonetaryDecimalSeparator(char a);
String getExponentSeparator();
void setExponentSeparator(String a);
char getMonetaryGroupingSeparator();
void setMonetaryGroupingSeparator(char a);
Object clone();
boolean equals(Object a);
int hashCode();
}
class FieldPosition {
FieldPosition(int a){}
FieldPosition(Format.Field a){}
FieldPosition(Format.Field a, int b){}
Format.Field getFieldAttribute();
int getField();
int getBeginIndex();
int getEndIndex();
void setBeginIndex(int a);
void setEndIndex(int a);
boolean equals(Object a);
int hashCode();
String toString();
}
abstract class Format implements Serializable, Cloneable {
static class Field extends AttributedCharacterIterator.Attribute {
Field(String a){}
}
Format(){}
String format(Object a);
abstract StringBuffer format(Object a, StringBuffer b, FieldPosition c);
AttributedCharacterIterator formatToCharacterIterator(Object a);
abstract Object parseObject(String a, ParsePosition b);
Object parseObject(String a);
Object clone();
}
class MessageFormat extends Format {
static class Field extends Format.Field {
static MessageFormat.Field ARGUMENT;
Field(String a){}
Object readResolve();
}
MessageFormat(String a){}
MessageFormat(String a, Locale b){}
void setLocale(Locale a);
Locale getLocale();
void applyPattern(String a);
String toPattern();
void setFormatsByArgumentIndex(Format[] a);
void setFormats(Format[] a);
void setFormatByArgumentIndex(int a, Format b);
void setFormat(int a, Format b);
Format[] getFormatsByArgumentIndex();
Format[] getFormats();
StringBuffer format(Object[] a, StringBuffer b, FieldPosition c);
static String format(String a, Object... b);
StringBuffer format(Object a, StringBuffer b, FieldPosition c);
AttributedCharacterIterator formatToCharacterIterator(Object a);
Object[] parse(String a, ParsePosition b);
Object[] parse(String a);
Object parseObject(String a, ParsePosition b);
Object clone();
boolean equals(Object a);
int hashCode();
}
class Normalizer {
static enum Form {
NFD,NFC,NFKD,NFKC;
}
static String normalize(CharSequence a, Normalizer.Form b);
static boolean isNormalized(CharSequence a, Normalizer.Form b);
private Normalizer(){}
}
abstract class NumberFormat extends Format {
static enum Style {
SHORT,LONG;
}
static class Field extends Format.Field {
static NumberFormat.Field INTEGER;
static NumberFormat.Field FRACTION;
static NumberFormat.Field EXPONENT;
static NumberFormat.Field DECIMAL_SEPARATOR;
static NumberFormat.Field SIGN;
static NumberFormat.Field GROUPING_SEPARATOR;
static NumberFormat.Field EXPONENT_SYMBOL;
static NumberFormat.Field PERCENT;
static NumberFormat.Field PERMILLE;
static NumberFormat.Field CURRENCY;
static NumberFormat.Field EXPONENT_SIGN;
static NumberFormat.Field PREFIX;
static NumberFormat.Field SUFFIX;
Field(String a){}
Object readResolve();
}
static int INTEGER_FIELD;
static int FRACTION_FIELD;
NumberFormat(){}
StringBuffer format(Object a, StringBuffer b, FieldPosition c);
Object parseObject(String a, ParsePosition b);
String format(double a);
String format(long a);
abstract StringBuffer format(double a, StringBuffer b, FieldPosition c);
abstract StringBuffer format(long a, StringBuffer b, FieldPosition c);
abstract Number parse(String a, ParsePosition b);
Number parse(String a);
boolean isParseIntegerOnly();
void setParseIntegerOnly(boolean a);
static NumberFormat getInstance();
static NumberFormat getInstance(Locale a);
static NumberFormat getNumberInstance();
static NumberFormat getNumberInstance(Locale a);
static NumberFormat getIntegerInstance();
static NumberFormat getIntegerInstance(Locale a);
static NumberFormat getCurrencyInstance();
static NumberFormat getCurrencyInstance(Locale a);
static NumberFormat getPercentInstance();
static NumberFormat getPercentInstance(Locale a);
static NumberFormat getCompactNumberInstance();
static NumberFormat getCompactNumberInstance(Locale a, NumberFormat.Style b);
static Locale[] getAvailableLocales();
int hashCode();
boolean equals(Object a);
Object clone();
boolean isGroupingUsed();
void setGroupingUsed(boolean a);
int getMaximumIntegerDigits();
void setMaximumIntegerDigits(int a);
int getMinimumIntegerDigits();
void setMinimumIntegerDigits(int a);
int getMaximumFractionDigits();
void setMaximumFractionDigits(int a);
int getMinimumFractionDigits();
void setMinimumFractionDigits(int a);
Currency getCurrency();
void setCurrency(Currency a);
RoundingMode getRoundingMode();
void setRoundingMode(RoundingMode a);
private static NumberFormat getInstance(Locale a, NumberFormat.Style b, int c);
private static NumberFormat getInstance(sun.util.locale.provider.LocaleProviderAdapter a, Locale b, NumberFormat.Style c, int d);
}
class ParseException extends Exception {
ParseException(String a, int b){}
int getErrorOffset();
}
class ParsePosition {
int getIndex();
void setIndex(int a);
ParsePosition(int a){}
void setErrorIndex(int a);
int getErrorIndex();
boolean equals(Object a);
int hashCode();
String toString();
}
class RuleBasedCollator extends Collator {
RuleBasedCollator(String a){}
private RuleBasedCollator(String a, int b){}
private RuleBasedCollator(RuleBasedCollator a){}
String getRules();
CollationElementIterator getCollationElementIterator(String a);
CollationElementIterator getCollationElementIterator(CharacterIterator a);
int compare(String a, String b);
CollationKey getCollationKey(String a);
Object clone();
boolean equals(Object a);
int hashCode();
}
class SimpleDateFormat extends DateFormat {
SimpleDateFormat(){}
SimpleDateFormat(String a){}
SimpleDateFormat(String a, Locale b){}
SimpleDateFormat(String a, DateFormatSymbols b){}
void set2DigitYearStart(Date a);
Date get2DigitYearStart();
StringBuffer format(Date a, StringBuffer b, FieldPosition c);
private StringBuffer format(Date a, StringBuffer b, Format.FieldDelegate c);
AttributedCharacterIterator formatToCharacterIterator(Object a);
Date parse(String a, ParsePosition b);
String toPattern();
String toLocalizedPattern();
void applyPattern(String a);
void applyLocalizedPattern(String a);
DateFormatSymbols getDateFormatSymbols();
void setDateFormatSymbols(DateFormatSymbols a);
Object clone();
int hashCode();
boolean equals(Object a);
}
class StringCharacterIterator implements CharacterIterator {
StringCharacterIterator(String a){}
StringCharacterIterator(String a, int b){}
StringCharacterIterator(String a, int b, int c, int d){}
void setText(String a);
char first();
char last();
char setIndex(int a);
char current();
char next();
char previous();
int getBeginIndex();
int getEndIndex();
int getIndex();
boolean equals(Object a);
int hashCode();
Object clone();
}
