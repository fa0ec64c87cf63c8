package java.lang;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Console;
import java.io.File;
import java.io.FileDescriptor;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Serializable;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.net.InetAddress;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
class AbstractMethodError extends IncompatibleClassChangeError {
AbstractMethodError(){}
AbstractMethodError(String a){}
}
abstract class AbstractStringBuilder implements Appendable, CharSequence {
int length();
int capacity();
void ensureCapacity(int a);
void trimToSize();
void setLength(int a);
char charAt(int a);
int codePointAt(int a);
int codePointBefore(int a);
int codePointCount(int a, int b);
int offsetByCodePoints(int a, int b);
void getChars(int a, int b, char[] c, int d);
void setCharAt(int a, char b);
AbstractStringBuilder append(Object a);
AbstractStringBuilder append(String a);
AbstractStringBuilder append(StringBuffer a);
private AbstractStringBuilder append(AbstractStringBuilder a);
AbstractStringBuilder append(CharSequence a);
AbstractStringBuilder append(CharSequence a, int b, int c);
AbstractStringBuilder append(char[] a);
AbstractStringBuilder append(char[] a, int b, int c);
AbstractStringBuilder append(boolean a);
AbstractStringBuilder append(char a);
AbstractStringBuilder append(int a);
AbstractStringBuilder append(long a);
AbstractStringBuilder append(float a);
AbstractStringBuilder append(double a);
AbstractStringBuilder delete(int a, int b);
AbstractStringBuilder appendCodePoint(int a);
AbstractStringBuilder deleteCharAt(int a);
AbstractStringBuilder replace(int a, int b, String c);
String substring(int a);
CharSequence subSequence(int a, int b);
String substring(int a, int b);
AbstractStringBuilder insert(int a, char[] b, int c, int d);
AbstractStringBuilder insert(int a, Object b);
AbstractStringBuilder insert(int a, String b);
AbstractStringBuilder insert(int a, char[] b);
AbstractStringBuilder insert(int a, CharSequence b);
AbstractStringBuilder insert(int a, CharSequence b, int c, int d);
AbstractStringBuilder insert(int a, boolean b);
AbstractStringBuilder insert(int a, char b);
AbstractStringBuilder insert(int a, int b);
AbstractStringBuilder insert(int a, long b);
AbstractStringBuilder insert(int a, float b);
AbstractStringBuilder insert(int a, double b);
int indexOf(String a);
int indexOf(String a, int b);
int lastIndexOf(String a);
int lastIndexOf(String a, int b);
AbstractStringBuilder reverse();
abstract String toString();
IntStream chars();
IntStream codePoints();
private AbstractStringBuilder(){}
}
interface Appendable {
Appendable append(CharSequence a);
Appendable append(CharSequence a, int b, int c);
Appendable append(char a);
}
class ArithmeticException extends RuntimeException {
ArithmeticException(){}
ArithmeticException(String a){}
}
class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException {
ArrayIndexOutOfBoundsException(){}
ArrayIndexOutOfBoundsException(String a){}
ArrayIndexOutOfBoundsException(int a){}
}
class ArrayStoreException extends RuntimeException {
ArrayStoreException(){}
ArrayStoreException(String a){}
}
class AssertionError extends Error {
AssertionError(){}
private AssertionError(String a){}
AssertionError(Object a){}
AssertionError(boolean a){}
AssertionError(char a){}
AssertionError(int a){}
AssertionError(long a){}
AssertionError(float a){}
AssertionError(double a){}
AssertionError(String a, Throwable b){}
}
interface AutoCloseable {
void close();
}
class Boolean implements Serializable, Comparable<Boolean> {
static Boolean TRUE;
static Boolean FALSE;
static Class<Boolean> TYPE;
Boolean(boolean a){}
Boolean(String a){}
static boolean parseBoolean(String a);
boolean booleanValue();
static Boolean valueOf(boolean a);
static Boolean valueOf(String a);
static String toString(boolean a);
String toString();
int hashCode();
static int hashCode(boolean a);
boolean equals(Object a);
static boolean getBoolean(String a);
int compareTo(Boolean a);
static int compare(boolean a, boolean b);
static boolean logicalAnd(boolean a, boolean b);
static boolean logicalOr(boolean a, boolean b);
static boolean logicalXor(boolean a, boolean b);
Optional<java.lang.constant.DynamicConstantDesc<Boolean>> describeConstable();
}
class BootstrapMethodError extends LinkageError {
BootstrapMethodError(){}
BootstrapMethodError(String a){}
BootstrapMethodError(String a, Throwable b){}
BootstrapMethodError(Throwable a){}
}
class Byte extends Number implements Comparable<Byte> {
static byte MIN_VALUE;
static byte MAX_VALUE;
static Class<Byte> TYPE;
static int SIZE;
static int BYTES;
static String toString(byte a);
Optional<java.lang.constant.DynamicConstantDesc<Byte>> describeConstable();
static Byte valueOf(byte a);
static byte parseByte(String a, int b);
static byte parseByte(String a);
static Byte valueOf(String a, int b);
static Byte valueOf(String a);
static Byte decode(String a);
Byte(byte a){}
Byte(String a){}
byte byteValue();
short shortValue();
int intValue();
long longValue();
float floatValue();
double doubleValue();
String toString();
int hashCode();
static int hashCode(byte a);
boolean equals(Object a);
int compareTo(Byte a);
static int compare(byte a, byte b);
static int compareUnsigned(byte a, byte b);
static int toUnsignedInt(byte a);
static long toUnsignedLong(byte a);
}
interface CharSequence {
int length();
char charAt(int a);
default boolean isEmpty();
CharSequence subSequence(int a, int b);
String toString();
default IntStream chars();
default IntStream codePoints();
static int compare(CharSequence a, CharSequence b);
}
class Character implements Serializable, Comparable<Character> {
static class UnicodeBlock extends Character.Subset {
static Character.UnicodeBlock BASIC_LATIN;
static Character.UnicodeBlock LATIN_1_SUPPLEMENT;
static Character.UnicodeBlock LATIN_EXTENDED_A;
static Character.UnicodeBlock LATIN_EXTENDED_B;
static Character.UnicodeBlock IPA_EXTENSIONS;
static Character.UnicodeBlock SPACING_MODIFIER_LETTERS;
static Character.UnicodeBlock COMBINING_DIACRITICAL_MARKS;
static Character.UnicodeBlock GREEK;
static Character.UnicodeBlock CYRILLIC;
static Character.UnicodeBlock ARMENIAN;
static Character.UnicodeBlock HEBREW;
static Character.UnicodeBlock ARABIC;
static Character.UnicodeBlock DEVANAGARI;
static Character.UnicodeBlock BENGALI;
static Character.UnicodeBlock GURMUKHI;
static Character.UnicodeBlock GUJARATI;
static Character.UnicodeBlock ORIYA;
static Character.UnicodeBlock TAMIL;
static Character.UnicodeBlock TELUGU;
static Character.UnicodeBlock KANNADA;
static Character.UnicodeBlock MALAYALAM;
static Character.UnicodeBlock THAI;
static Character.UnicodeBlock LAO;
static Character.UnicodeBlock TIBETAN;
static Character.UnicodeBlock GEORGIAN;
static Character.UnicodeBlock HANGUL_JAMO;
static Character.UnicodeBlock LATIN_EXTENDED_ADDITIONAL;
static Character.UnicodeBlock GREEK_EXTENDED;
static Character.UnicodeBlock GENERAL_PUNCTUATION;
static Character.UnicodeBlock SUPERSCRIPTS_AND_SUBSCRIPTS;
static Character.UnicodeBlock CURRENCY_SYMBOLS;
static Character.UnicodeBlock COMBINING_MARKS_FOR_SYMBOLS;
static Character.UnicodeBlock LETTERLIKE_SYMBOLS;
static Character.UnicodeBlock NUMBER_FORMS;
static Character.UnicodeBlock ARROWS;
static Character.UnicodeBlock MATHEMATICAL_OPERATORS;
static Character.UnicodeBlock MISCELLANEOUS_TECHNICAL;
static Character.UnicodeBlock CONTROL_PICTURES;
static Character.UnicodeBlock OPTICAL_CHARACTER_RECOGNITION;
static Character.UnicodeBlock ENCLOSED_ALPHANUMERICS;
static Character.UnicodeBlock BOX_DRAWING;
static Character.UnicodeBlock BLOCK_ELEMENTS;
static Character.UnicodeBlock GEOMETRIC_SHAPES;
static Character.UnicodeBlock MISCELLANEOUS_SYMBOLS;
static Character.UnicodeBlock DINGBATS;
static Character.UnicodeBlock CJK_SYMBOLS_AND_PUNCTUATION;
static Character.UnicodeBlock HIRAGANA;
static Character.UnicodeBlock KATAKANA;
static Character.UnicodeBlock BOPOMOFO;
static Character.UnicodeBlock HANGUL_COMPATIBILITY_JAMO;
static Character.UnicodeBlock KANBUN;
static Character.UnicodeBlock ENCLOSED_CJK_LETTERS_AND_MONTHS;
static Character.UnicodeBlock CJK_COMPATIBILITY;
static Character.UnicodeBlock CJK_UNIFIED_IDEOGRAPHS;
static Character.UnicodeBlock HANGUL_SYLLABLES;
static Character.UnicodeBlock PRIVATE_USE_AREA;
static Character.UnicodeBlock CJK_COMPATIBILITY_IDEOGRAPHS;
static Character.UnicodeBlock ALPHABETIC_PRESENTATION_FORMS;
static Character.UnicodeBlock ARABIC_PRESENTATION_FORMS_A;
static Character.UnicodeBlock COMBINING_HALF_MARKS;
static Character.UnicodeBlock CJK_COMPATIBILITY_FORMS;
static Character.UnicodeBlock SMALL_FORM_VARIANTS;
static Character.UnicodeBlock ARABIC_PRESENTATION_FORMS_B;
static Character.UnicodeBlock HALFWIDTH_AND_FULLWIDTH_FORMS;
static Character.UnicodeBlock SPECIALS;
static Character.UnicodeBlock SURROGATES_AREA;
static Character.UnicodeBlock SYRIAC;
static Character.UnicodeBlock THAANA;
static Character.UnicodeBlock SINHALA;
static Character.UnicodeBlock MYANMAR;
static Character.UnicodeBlock ETHIOPIC;
static Character.UnicodeBlock CHEROKEE;
static Character.UnicodeBlock UNIFIED_CANADIAN_ABORIGINAL_SYLLABICS;
static Character.UnicodeBlock OGHAM;
static Character.UnicodeBlock RUNIC;
static Character.UnicodeBlock KHMER;
static Character.UnicodeBlock MONGOLIAN;
static Character.UnicodeBlock BRAILLE_PATTERNS;
static Character.UnicodeBlock CJK_RADICALS_SUPPLEMENT;
static Character.UnicodeBlock KANGXI_RADICALS;
static Character.UnicodeBlock IDEOGRAPHIC_DESCRIPTION_CHARACTERS;
static Character.UnicodeBlock BOPOMOFO_EXTENDED;
static Character.UnicodeBlock CJK_UNIFIED_IDEOGRAPHS_EXTENSION_A;
static Character.UnicodeBlock YI_SYLLABLES;
static Character.UnicodeBlock YI_RADICALS;
static Character.UnicodeBlock CYRILLIC_SUPPLEMENTARY;
static Character.UnicodeBlock TAGALOG;
static Character.UnicodeBlock HANUNOO;
static Character.UnicodeBlock BUHID;
static Character.UnicodeBlock TAGBANWA;
static Character.UnicodeBlock LIMBU;
static Character.UnicodeBlock TAI_LE;
static Character.UnicodeBlock KHMER_SYMBOLS;
static Character.UnicodeBlock PHONETIC_EXTENSIONS;
static Character.UnicodeBlock MISCELLANEOUS_MATHEMATICAL_SYMBOLS_A;
static Character.UnicodeBlock SUPPLEMENTAL_ARROWS_A;
static Character.UnicodeBlock SUPPLEMENTAL_ARROWS_B;
static Character.UnicodeBlock MISCELLANEOUS_MATHEMATICAL_SYMBOLS_B;
static Character.UnicodeBlock SUPPLEMENTAL_MATHEMATICAL_OPERATORS;
static Character.UnicodeBlock MISCELLANEOUS_SYMBOLS_AND_ARROWS;
static Character.UnicodeBlock KATAKANA_PHONETIC_EXTENSIONS;
static Character.UnicodeBlock YIJING_HEXAGRAM_SYMBOLS;
static Character.UnicodeBlock VARIATION_SELECTORS;
static Character.UnicodeBlock LINEAR_B_SYLLABARY;
static Character.UnicodeBlock LINEAR_B_IDEOGRAMS;
static Character.UnicodeBlock AEGEAN_NUMBERS;
static Character.UnicodeBlock OLD_ITALIC;
static Character.UnicodeBlock GOTHIC;
static Character.UnicodeBlock UGARITIC;
static Character.UnicodeBlock DESERET;
static Character.UnicodeBlock SHAVIAN;
static Character.UnicodeBlock OSMANYA;
static Character.UnicodeBlock CYPRIOT_SYLLABARY;
static Character.UnicodeBlock BYZANTINE_MUSICAL_SYMBOLS;
static Character.UnicodeBlock MUSICAL_SYMBOLS;
static Character.UnicodeBlock TAI_XUAN_JING_SYMBOLS;
static Character.UnicodeBlock MATHEMATICAL_ALPHANUMERIC_SYMBOLS;
static Character.UnicodeBlock CJK_UNIFIED_IDEOGRAPHS_EXTENSION_B;
static Character.UnicodeBlock CJK_COMPATIBILITY_IDEOGRAPHS_SUPPLEMENT;
static Character.UnicodeBlock TAGS;
static Character.UnicodeBlock VARIATION_SELECTORS_SUPPLEMENT;
static Character.UnicodeBlock SUPPLEMENTARY_PRIVATE_USE_AREA_A;
static Character.UnicodeBlock SUPPLEMENTARY_PRIVATE_USE_AREA_B;
static Character.UnicodeBlock HIGH_SURROGATES;
static Character.UnicodeBlock HIGH_PRIVATE_USE_SURROGATES;
static Character.UnicodeBlock LOW_SURROGATES;
static Character.UnicodeBlock ARABIC_SUPPLEMENT;
static Character.UnicodeBlock NKO;
static Character.UnicodeBlock SAMARITAN;
static Character.UnicodeBlock MANDAIC;
static Character.UnicodeBlock ETHIOPIC_SUPPLEMENT;
static Character.UnicodeBlock UNIFIED_CANADIAN_ABORIGINAL_SYLLABICS_EXTENDED;
static Character.UnicodeBlock NEW_TAI_LUE;
static Character.UnicodeBlock BUGINESE;
static Character.UnicodeBlock TAI_THAM;
static Character.UnicodeBlock BALINESE;
static Character.UnicodeBlock SUNDANESE;
static Character.UnicodeBlock BATAK;
static Character.UnicodeBlock LEPCHA;
static Character.UnicodeBlock OL_CHIKI;
static Character.UnicodeBlock VEDIC_EXTENSIONS;
static Character.UnicodeBlock PHONETIC_EXTENSIONS_SUPPLEMENT;
static Character.UnicodeBlock COMBINING_DIACRITICAL_MARKS_SUPPLEMENT;
static Character.UnicodeBlock GLAGOLITIC;
static Character.UnicodeBlock LATIN_EXTENDED_C;
static Character.UnicodeBlock COPTIC;
static Character.UnicodeBlock GEORGIAN_SUPPLEMENT;
static Character.UnicodeBlock TIFINAGH;
static Character.UnicodeBlock ETHIOPIC_EXTENDED;
static Character.UnicodeBlock CYRILLIC_EXTENDED_A;
static Character.UnicodeBlock SUPPLEMENTAL_PUNCTUATION;
static Character.UnicodeBlock CJK_STROKES;
static Character.UnicodeBlock LISU;
static Character.UnicodeBlock VAI;
static Character.UnicodeBlock CYRILLIC_EXTENDED_B;
static Character.UnicodeBlock BAMUM;
static Character.UnicodeBlock MODIFIER_TONE_LETTERS;
static Character.UnicodeBlock LATIN_EXTENDED_D;
static Character.UnicodeBlock SYLOTI_NAGRI;
static Character.UnicodeBlock COMMON_INDIC_NUMBER_FORMS;
static Character.UnicodeBlock PHAGS_PA;
static Character.UnicodeBlock SAURASHTRA;
static Character.UnicodeBlock DEVANAGARI_EXTENDED;
static Character.UnicodeBlock KAYAH_LI;
static Character.UnicodeBlock REJANG;
static Character.UnicodeBlock HANGUL_JAMO_EXTENDED_A;
static Character.UnicodeBlock JAVANESE;
static Character.UnicodeBlock CHAM;
static Character.UnicodeBlock MYANMAR_EXTENDED_A;
static Character.UnicodeBlock TAI_VIET;
static Character.UnicodeBlock ETHIOPIC_EXTENDED_A;
static Character.UnicodeBlock MEETEI_MAYEK;
static Character.UnicodeBlock HANGUL_JAMO_EXTENDED_B;
static Character.UnicodeBlock VERTICAL_FORMS;
static Character.UnicodeBlock ANCIENT_GREEK_NUMBERS;
static Character.UnicodeBlock ANCIENT_SYMBOLS;
static Character.UnicodeBlock PHAISTOS_DISC;
static Character.UnicodeBlock LYCIAN;
static Character.UnicodeBlock CARIAN;
static Character.UnicodeBlock OLD_PERSIAN;
static Character.UnicodeBlock IMPERIAL_ARAMAIC;
static Character.UnicodeBlock PHOENICIAN;
static Character.UnicodeBlock LYDIAN;
static Character.UnicodeBlock KHAROSHTHI;
static Character.UnicodeBlock OLD_SOUTH_ARABIAN;
static Character.UnicodeBlock AVESTAN;
static Character.UnicodeBlock INSCRIPTIONAL_PARTHIAN;
static Character.UnicodeBlock INSCRIPTIONAL_PAHLAVI;
static Character.UnicodeBlock OLD_TURKIC;
static Character.UnicodeBlock RUMI_NUMERAL_SYMBOLS;
static Character.UnicodeBlock BRAHMI;
static Character.UnicodeBlock KAITHI;
static Character.UnicodeBlock CUNEIFORM;
static Character.UnicodeBlock CUNEIFORM_NUMBERS_AND_PUNCTUATION;
static Character.UnicodeBlock EGYPTIAN_HIEROGLYPHS;
static Character.UnicodeBlock BAMUM_SUPPLEMENT;
static Character.UnicodeBlock KANA_SUPPLEMENT;
static Character.UnicodeBlock ANCIENT_GREEK_MUSICAL_NOTATION;
static Character.UnicodeBlock COUNTING_ROD_NUMERALS;
static Character.UnicodeBlock MAHJONG_TILES;
static Character.UnicodeBlock DOMINO_TILES;
static Character.UnicodeBlock PLAYING_CARDS;
static Character.UnicodeBlock ENCLOSED_ALPHANUMERIC_SUPPLEMENT;
static Character.UnicodeBlock ENCLOSED_IDEOGRAPHIC_SUPPLEMENT;
static Character.UnicodeBlock MISCELLANEOUS_SYMBOLS_AND_PICTOGRAPHS;
static Character.UnicodeBlock EMOTICONS;
static Character.UnicodeBlock TRANSPORT_AND_MAP_SYMBOLS;
static Character.UnicodeBlock ALCHEMICAL_SYMBOLS;
static Character.UnicodeBlock CJK_UNIFIED_IDEOGRAPHS_EXTENSION_C;
static Character.UnicodeBlock CJK_UNIFIED_IDEOGRAPHS_EXTENSION_D;
static Character.UnicodeBlock ARABIC_EXTENDED_A;
static Character.UnicodeBlock SUNDANESE_SUPPLEMENT;
static Character.UnicodeBlock MEETEI_MAYEK_EXTENSIONS;
static Character.UnicodeBlock MEROITIC_HIEROGLYPHS;
static Character.UnicodeBlock MEROITIC_CURSIVE;
static Character.UnicodeBlock SORA_SOMPENG;
static Character.UnicodeBlock CHAKMA;
static Character.UnicodeBlock SHARADA;
static Character.UnicodeBlock TAKRI;
static Character.UnicodeBlock MIAO;
static Character.UnicodeBlock ARABIC_MATHEMATICAL_ALPHABETIC_SYMBOLS;
static Character.UnicodeBlock COMBINING_DIACRITICAL_MARKS_EXTENDED;
static Character.UnicodeBlock MYANMAR_EXTENDED_B;
static Character.UnicodeBlock LATIN_EXTENDED_E;
static Character.UnicodeBlock COPTIC_EPACT_NUMBERS;
static Character.UnicodeBlock OLD_PERMIC;
static Character.UnicodeBlock ELBASAN;
static Character.UnicodeBlock CAUCASIAN_ALBANIAN;
static Character.UnicodeBlock LINEAR_A;
static Character.UnicodeBlock PALMYRENE;
static Character.UnicodeBlock NABATAEAN;
static Character.UnicodeBlock OLD_NORTH_ARABIAN;
static Character.UnicodeBlock MANICHAEAN;
static Character.UnicodeBlock PSALTER_PAHLAVI;
static Character.UnicodeBlock MAHAJANI;
static Character.UnicodeBlock SINHALA_ARCHAIC_NUMBERS;
static Character.UnicodeBlock KHOJKI;
static Character.UnicodeBlock KHUDAWADI;
static Character.UnicodeBlock GRANTHA;
static Character.UnicodeBlock TIRHUTA;
static Character.UnicodeBlock SIDDHAM;
static Character.UnicodeBlock MODI;
static Character.UnicodeBlock WARANG_CITI;
static Character.UnicodeBlock PAU_CIN_HAU;
static Character.UnicodeBlock MRO;
static Character.UnicodeBlock BASSA_VAH;
static Character.UnicodeBlock PAHAWH_HMONG;
static Character.UnicodeBlock DUPLOYAN;
static Character.UnicodeBlock SHORTHAND_FORMAT_CONTROLS;
static Character.UnicodeBlock MENDE_KIKAKUI;
static Character.UnicodeBlock ORNAMENTAL_DINGBATS;
static Character.UnicodeBlock GEOMETRIC_SHAPES_EXTENDED;
static Character.UnicodeBlock SUPPLEMENTAL_ARROWS_C;
static Character.UnicodeBlock CHEROKEE_SUPPLEMENT;
static Character.UnicodeBlock HATRAN;
static Character.UnicodeBlock OLD_HUNGARIAN;
static Character.UnicodeBlock MULTANI;
static Character.UnicodeBlock AHOM;
static Character.UnicodeBlock EARLY_DYNASTIC_CUNEIFORM;
static Character.UnicodeBlock ANATOLIAN_HIEROGLYPHS;
static Character.UnicodeBlock SUTTON_SIGNWRITING;
static Character.UnicodeBlock SUPPLEMENTAL_SYMBOLS_AND_PICTOGRAPHS;
static Character.UnicodeBlock CJK_UNIFIED_IDEOGRAPHS_EXTENSION_E;
static Character.UnicodeBlock SYRIAC_SUPPLEMENT;
static Character.UnicodeBlock CYRILLIC_EXTENDED_C;
static Character.UnicodeBlock OSAGE;
static Character.UnicodeBlock NEWA;
static Character.UnicodeBlock MONGOLIAN_SUPPLEMENT;
static Character.UnicodeBlock MARCHEN;
static Character.UnicodeBlock IDEOGRAPHIC_SYMBOLS_AND_PUNCTUATION;
static Character.UnicodeBlock TANGUT;
static Character.UnicodeBlock TANGUT_COMPONENTS;
static Character.UnicodeBlock KANA_EXTENDED_A;
static Character.UnicodeBlock GLAGOLITIC_SUPPLEMENT;
static Character.UnicodeBlock ADLAM;
static Character.UnicodeBlock MASARAM_GONDI;
static Character.UnicodeBlock ZANABAZAR_SQUARE;
static Character.UnicodeBlock NUSHU;
static Character.UnicodeBlock SOYOMBO;
static Character.UnicodeBlock BHAIKSUKI;
static Character.UnicodeBlock CJK_UNIFIED_IDEOGRAPHS_EXTENSION_F;
static Character.UnicodeBlock GEORGIAN_EXTENDED;
static Character.UnicodeBlock HANIFI_ROHINGYA;
static Character.UnicodeBlock OLD_SOGDIAN;
static Character.UnicodeBlock SOGDIAN;
static Character.UnicodeBlock DOGRA;
static Character.UnicodeBlock GUNJALA_GONDI;
static Character.UnicodeBlock MAKASAR;
static Character.UnicodeBlock MEDEFAIDRIN;
static Character.UnicodeBlock MAYAN_NUMERALS;
static Character.UnicodeBlock INDIC_SIYAQ_NUMBERS;
static Character.UnicodeBlock CHESS_SYMBOLS;
static Character.UnicodeBlock ELYMAIC;
static Character.UnicodeBlock NANDINAGARI;
static Character.UnicodeBlock TAMIL_SUPPLEMENT;
static Character.UnicodeBlock EGYPTIAN_HIEROGLYPH_FORMAT_CONTROLS;
static Character.UnicodeBlock SMALL_KANA_EXTENSION;
static Character.UnicodeBlock NYIAKENG_PUACHUE_HMONG;
static Character.UnicodeBlock WANCHO;
static Character.UnicodeBlock OTTOMAN_SIYAQ_NUMBERS;
static Character.UnicodeBlock SYMBOLS_AND_PICTOGRAPHS_EXTENDED_A;
static Character.UnicodeBlock YEZIDI;
static Character.UnicodeBlock CHORASMIAN;
static Character.UnicodeBlock DIVES_AKURU;
static Character.UnicodeBlock LISU_SUPPLEMENT;
static Character.UnicodeBlock KHITAN_SMALL_SCRIPT;
static Character.UnicodeBlock TANGUT_SUPPLEMENT;
static Character.UnicodeBlock SYMBOLS_FOR_LEGACY_COMPUTING;
static Character.UnicodeBlock CJK_UNIFIED_IDEOGRAPHS_EXTENSION_G;
static Character.UnicodeBlock of(char a);
static Character.UnicodeBlock of(int a);
static Character.UnicodeBlock forName(String a);
private UnicodeBlock(){}
}
static enum UnicodeScript {
COMMON,LATIN,GREEK,CYRILLIC,ARMENIAN,HEBREW,ARABIC,SYRIAC,THAANA,DEVANAGARI,BENGALI,GURMUKHI,GUJARATI,ORIYA,TAMIL,TELUGU,KANNADA,MALAYALAM,SINHALA,THAI,LAO,TIBETAN,MYANMAR,GEORGIAN,HANGUL,ETHIOPIC,CHEROKEE,CANADIAN_ABORIGINAL,OGHAM,RUNIC,KHMER,MONGOLIAN,HIRAGANA,KATAKANA,BOPOMOFO,HAN,YI,OLD_ITALIC,GOTHIC,DESERET,INHERITED,TAGALOG,HANUNOO,BUHID,TAGBANWA,LIMBU,TAI_LE,LINEAR_B,UGARITIC,SHAVIAN,OSMANYA,CYPRIOT,BRAILLE,BUGINESE,COPTIC,NEW_TAI_LUE,GLAGOLITIC,TIFINAGH,SYLOTI_NAGRI,OLD_PERSIAN,KHAROSHTHI,BALINESE,CUNEIFORM,PHOENICIAN,PHAGS_PA,NKO,SUNDANESE,BATAK,LEPCHA,OL_CHIKI,VAI,SAURASHTRA,KAYAH_LI,REJANG,LYCIAN,CARIAN,LYDIAN,CHAM,TAI_THAM,TAI_VIET,AVESTAN,EGYPTIAN_HIEROGLYPHS,SAMARITAN,MANDAIC,LISU,BAMUM,JAVANESE,MEETEI_MAYEK,IMPERIAL_ARAMAIC,OLD_SOUTH_ARABIAN,INSCRIPTIONAL_PARTHIAN,INSCRIPTIONAL_PAHLAVI,OLD_TURKIC,BRAHMI,KAITHI,MEROITIC_HIEROGLYPHS,MEROITIC_CURSIVE,SORA_SOMPENG,CHAKMA,SHARADA,TAKRI,MIAO,CAUCASIAN_ALBANIAN,BASSA_VAH,DUPLOYAN,ELBASAN,GRANTHA,PAHAWH_HMONG,KHOJKI,LINEAR_A,MAHAJANI,MANICHAEAN,MENDE_KIKAKUI,MODI,MRO,OLD_NORTH_ARABIAN,NABATAEAN,PALMYRENE,PAU_CIN_HAU,OLD_PERMIC,PSALTER_PAHLAVI,SIDDHAM,KHUDAWADI,TIRHUTA,WARANG_CITI,AHOM,ANATOLIAN_HIEROGLYPHS,HATRAN,MULTANI,OLD_HUNGARIAN,SIGNWRITING,ADLAM,BHAIKSUKI,MARCHEN,NEWA,OSAGE,TANGUT,MASARAM_GONDI,NUSHU,SOYOMBO,ZANABAZAR_SQUARE,HANIFI_ROHINGYA,OLD_SOGDIAN,SOGDIAN,DOGRA,GUNJALA_GONDI,MAKASAR,MEDEFAIDRIN,ELYMAIC,NANDINAGARI,NYIAKENG_PUACHUE_HMONG,WANCHO,YEZIDI,CHORASMIAN,DIVES_AKURU,KHITAN_SMALL_SCRIPT,UNKNOWN;
static Character.UnicodeScript of(int a);
static Character.UnicodeScript forName(String a);
}
static class Subset {
Subset(String a){}
boolean equals(Object a);
int hashCode();
String toString();
}
static int MIN_RADIX;
static int MAX_RADIX;
static char MIN_VALUE;
static char MAX_VALUE;
static Class<Character> TYPE;
static byte UNASSIGNED;
static byte UPPERCASE_LETTER;
static byte LOWERCASE_LETTER;
static byte TITLECASE_LETTER;
static byte MODIFIER_LETTER;
static byte OTHER_LETTER;
static byte NON_SPACING_MARK;
static byte ENCLOSING_MARK;
static byte COMBINING_SPACING_MARK;
static byte DECIMAL_DIGIT_NUMBER;
static byte LETTER_NUMBER;
static byte OTHER_NUMBER;
static byte SPACE_SEPARATOR;
static byte LINE_SEPARATOR;
static byte PARAGRAPH_SEPARATOR;
static byte CONTROL;
static byte FORMAT;
static byte PRIVATE_USE;
static byte SURROGATE;
static byte DASH_PUNCTUATION;
static byte START_PUNCTUATION;
static byte END_PUNCTUATION;
static byte CONNECTOR_PUNCTUATION;
static byte OTHER_PUNCTUATION;
static byte MATH_SYMBOL;
static byte CURRENCY_SYMBOL;
static byte MODIFIER_SYMBOL;
static byte OTHER_SYMBOL;
static byte INITIAL_QUOTE_PUNCTUATION;
static byte FINAL_QUOTE_PUNCTUATION;
static byte DIRECTIONALITY_UNDEFINED;
static byte DIRECTIONALITY_LEFT_TO_RIGHT;
static byte DIRECTIONALITY_RIGHT_TO_LEFT;
static byte DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
static byte DIRECTIONALITY_EUROPEAN_NUMBER;
static byte DIRECTIONALITY_EUROPEAN_NUMBER_SEPARATOR;
static byte DIRECTIONALITY_EUROPEAN_NUMBER_TERMINATOR;
static byte DIRECTIONALITY_ARABIC_NUMBER;
static byte DIRECTIONALITY_COMMON_NUMBER_SEPARATOR;
static byte DIRECTIONALITY_NONSPACING_MARK;
static byte DIRECTIONALITY_BOUNDARY_NEUTRAL;
static byte DIRECTIONALITY_PARAGRAPH_SEPARATOR;
static byte DIRECTIONALITY_SEGMENT_SEPARATOR;
static byte DIRECTIONALITY_WHITESPACE;
static byte DIRECTIONALITY_OTHER_NEUTRALS;
static byte DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING;
static byte DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE;
static byte DIRECTIONALITY_RIGHT_TO_LEFT_EMBEDDING;
static byte DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE;
static byte DIRECTIONALITY_POP_DIRECTIONAL_FORMAT;
static byte DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE;
static byte DIRECTIONALITY_RIGHT_TO_LEFT_ISOLATE;
static byte DIRECTIONALITY_FIRST_STRONG_ISOLATE;
static byte DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE;
static char MIN_HIGH_SURROGATE;
static char MAX_HIGH_SURROGATE;
static char MIN_LOW_SURROGATE;
static char MAX_LOW_SURROGATE;
static char MIN_SURROGATE;
static char MAX_SURROGATE;
static int MIN_SUPPLEMENTARY_CODE_POINT;
static int MIN_CODE_POINT;
static int MAX_CODE_POINT;
static int SIZE;
static int BYTES;
Optional<java.lang.constant.DynamicConstantDesc<Character>> describeConstable();
Character(char a){}
static Character valueOf(char a);
char charValue();
int hashCode();
static int hashCode(char a);
boolean equals(Object a);
String toString();
static String toString(char a);
static String toString(int a);
static boolean isValidCodePoint(int a);
static boolean isBmpCodePoint(int a);
static boolean isSupplementaryCodePoint(int a);
static boolean isHighSurrogate(char a);
static boolean isLowSurrogate(char a);
static boolean isSurrogate(char a);
static boolean isSurrogatePair(char a, char b);
static int charCount(int a);
static int toCodePoint(char a, char b);
static int codePointAt(CharSequence a, int b);
static int codePointAt(char[] a, int b);
static int codePointAt(char[] a, int b, int c);
static int codePointBefore(CharSequence a, int b);
static int codePointBefore(char[] a, int b);
static int codePointBefore(char[] a, int b, int c);
static char highSurrogate(int a);
static char lowSurrogate(int a);
static int toChars(int a, char[] b, int c);
static char[] toChars(int a);
static int codePointCount(CharSequence a, int b, int c);
static int codePointCount(char[] a, int b, int c);
static int offsetByCodePoints(CharSequence a, int b, int c);
static int offsetByCodePoints(char[] a, int b, int c, int d, int e);
static boolean isLowerCase(char a);
static boolean isLowerCase(int a);
static boolean isUpperCase(char a);
static boolean isUpperCase(int a);
static boolean isTitleCase(char a);
static boolean isTitleCase(int a);
static boolean isDigit(char a);
static boolean isDigit(int a);
static boolean isDefined(char a);
static boolean isDefined(int a);
static boolean isLetter(char a);
static boolean isLetter(int a);
static boolean isLetterOrDigit(char a);
static boolean isLetterOrDigit(int a);
static boolean isJavaLetter(char a);
static boolean isJavaLetterOrDigit(char a);
static boolean isAlphabetic(int a);
static boolean isIdeographic(int a);
static boolean isJavaIdentifierStart(char a);
static boolean isJavaIdentifierStart(int a);
static boolean isJavaIdentifierPart(char a);
static boolean isJavaIdentifierPart(int a);
static boolean isUnicodeIdentifierStart(char a);
static boolean isUnicodeIdentifierStart(int a);
static boolean isUnicodeIdentifierPart(char a);
static boolean isUnicodeIdentifierPart(int a);
static boolean isIdentifierIgnorable(char a);
static boolean isIdentifierIgnorable(int a);
static char toLowerCase(char a);
static int toLowerCase(int a);
static char toUpperCase(char a);
static int toUpperCase(int a);
static char toTitleCase(char a);
static int toTitleCase(int a);
static int digit(char a, int b);
static int digit(int a, int b);
static int getNumericValue(char a);
static int getNumericValue(int a);
static boolean isSpace(char a);
static boolean isSpaceChar(char a);
static boolean isSpaceChar(int a);
static boolean isWhitespace(char a);
static boolean isWhitespace(int a);
static boolean isISOControl(char a);
static boolean isISOControl(int a);
static int getType(char a);
static int getType(int a);
static char forDigit(int a, int b);
static byte getDirectionality(char a);
static byte getDirectionality(int a);
static boolean isMirrored(char a);
static boolean isMirrored(int a);
int compareTo(Character a);
static int compare(char a, char b);
static char reverseBytes(char a);
static String getName(int a);
static int codePointOf(String a);
}
class Class<T> implements Serializable, GenericDeclaration, Type, AnnotatedElement {
String toString();
String toGenericString();
static Class<?> forName(String a);
static Class<?> forName(String a, boolean b, ClassLoader c);
static Class<?> forName(Module a, String b);
T newInstance();
boolean isInstance(Object a);
boolean isAssignableFrom(Class<?> a);
boolean isInterface();
boolean isArray();
boolean isPrimitive();
boolean isAnnotation();
boolean isSynthetic();
String getName();
ClassLoader getClassLoader();
Module getModule();
TypeVariable<Class<T>>[] getTypeParameters();
Class<? super T> getSuperclass();
Type getGenericSuperclass();
Package getPackage();
String getPackageName();
Class<?>[] getInterfaces();
private Class<?>[] getInterfaces(boolean a);
Type[] getGenericInterfaces();
Class<?> getComponentType();
int getModifiers();
Object[] getSigners();
Method getEnclosingMethod();
Constructor<?> getEnclosingConstructor();
Class<?> getDeclaringClass();
Class<?> getEnclosingClass();
String getSimpleName();
String getTypeName();
String getCanonicalName();
boolean isAnonymousClass();
boolean isLocalClass();
boolean isMemberClass();
Class<?>[] getClasses();
Field[] getFields();
Method[] getMethods();
Constructor<?>[] getConstructors();
Field getField(String a);
Method getMethod(String a, Class<?>... b);
Constructor<T> getConstructor(Class<?>... a);
Class<?>[] getDeclaredClasses();
Field[] getDeclaredFields();
RecordComponent[] getRecordComponents();
Method[] getDeclaredMethods();
Constructor<?>[] getDeclaredConstructors();
Field getDeclaredField(String a);
Method getDeclaredMethod(String a, Class<?>... b);
Constructor<T> getDeclaredConstructor(Class<?>... a);
InputStream getResourceAsStream(String a);
URL getResource(String a);
java.security.ProtectionDomain getProtectionDomain();
boolean desiredAssertionStatus();
boolean isEnum();
boolean isRecord();
T[] getEnumConstants();
T cast(Object a);
<U> Class<? extends U> asSubclass(Class<U> a);
<A extends Annotation> A getAnnotation(Class<A> a);
boolean isAnnotationPresent(Class<? extends Annotation> a);
<A extends Annotation> A[] getAnnotationsByType(Class<A> a);
Annotation[] getAnnotations();
<A extends Annotation> A getDeclaredAnnotation(Class<A> a);
<A extends Annotation> A[] getDeclaredAnnotationsByType(Class<A> a);
Annotation[] getDeclaredAnnotations();
AnnotatedType getAnnotatedSuperclass();
AnnotatedType[] getAnnotatedInterfaces();
Class<?> getNestHost();
boolean isNestmateOf(Class<?> a);
Class<?>[] getNestMembers();
String descriptorString();
Class<?> componentType();
Class<?> arrayType();
Optional<java.lang.constant.ClassDesc> describeConstable();
boolean isHidden();
Class<?>[] getPermittedSubclasses();
boolean isSealed();
private Class(){}
}
class ClassCastException extends RuntimeException {
ClassCastException(){}
ClassCastException(String a){}
}
class ClassCircularityError extends LinkageError {
ClassCircularityError(){}
ClassCircularityError(String a){}
}
class ClassFormatError extends LinkageError {
ClassFormatError(){}
ClassFormatError(String a){}
}
abstract class ClassLoader {
private ClassLoader(Void a, String b, ClassLoader c){}
ClassLoader(String a, ClassLoader b){}
ClassLoader(ClassLoader a){}
ClassLoader(){}
String getName();
Class<?> loadClass(String a);
Class<?> loadClass(String a, boolean b);
private Class<?> loadClass(Module a, String b);
Object getClassLoadingLock(String a);
Class<?> findClass(String a);
Class<?> findClass(String a, String b);
Class<?> defineClass(byte[] a, int b, int c);
Class<?> defineClass(String a, byte[] b, int c, int d);
Class<?> defineClass(String a, byte[] b, int c, int d, java.security.ProtectionDomain e);
Class<?> defineClass(String a, ByteBuffer b, java.security.ProtectionDomain c);
void resolveClass(Class<?> a);
Class<?> findSystemClass(String a);
Class<?> findLoadedClass(String a);
void setSigners(Class<?> a, Object[] b);
URL findResource(String a, String b);
URL getResource(String a);
Enumeration<URL> getResources(String a);
Stream<URL> resources(String a);
URL findResource(String a);
Enumeration<URL> findResources(String a);
static boolean registerAsParallelCapable();
boolean isRegisteredAsParallelCapable();
static URL getSystemResource(String a);
static Enumeration<URL> getSystemResources(String a);
InputStream getResourceAsStream(String a);
static InputStream getSystemResourceAsStream(String a);
ClassLoader getParent();
Module getUnnamedModule();
static ClassLoader getPlatformClassLoader();
static ClassLoader getSystemClassLoader();
private Package definePackage(Class<?> a);
private Package definePackage(String a, Module b);
Package definePackage(String a, String b, String c, String d, String e, String f, String g, URL h);
Package getDefinedPackage(String a);
Package[] getDefinedPackages();
Package getPackage(String a);
Package[] getPackages();
String findLibrary(String a);
void setDefaultAssertionStatus(boolean a);
void setPackageAssertionStatus(String a, boolean b);
void setClassAssertionStatus(String a, boolean b);
void clearAssertionStatus();
}
class ClassNotFoundException extends ReflectiveOperationException {
ClassNotFoundException(){}
ClassNotFoundException(String a){}
ClassNotFoundException(String a, Throwable b){}
Throwable getException();
}
abstract class ClassValue<T> {
ClassValue(){}
abstract T computeValue(Class<?> a);
T get(Class<?> a);
void remove(Class<?> a);
}
class CloneNotSupportedException extends Exception {
CloneNotSupportedException(){}
CloneNotSupportedException(String a){}
}
interface Cloneable {
}
interface Comparable<T> {
int compareTo(T a);
}
class Compiler {
static boolean compileClass(Class<?> a);
static boolean compileClasses(String a);
static Object command(Object a);
static void enable();
static void disable();
private Compiler(){}
}
@interface Deprecated {
abstract String since();
abstract boolean forRemoval();
}
class Double extends Number implements Comparable<Double> {
static double POSITIVE_INFINITY;
static double NEGATIVE_INFINITY;
static double NaN;
static double MAX_VALUE;
static double MIN_NORMAL;
static double MIN_VALUE;
static int MAX_EXPONENT;
static int MIN_EXPONENT;
static int SIZE;
static int BYTES;
static Class<Double> TYPE;
static String toString(double a);
static String toHexString(double a);
static Double valueOf(String a);
static Double valueOf(double a);
static double parseDouble(String a);
static boolean isNaN(double a);
static boolean isInfinite(double a);
static boolean isFinite(double a);
Double(double a){}
Double(String a){}
boolean isNaN();
boolean isInfinite();
String toString();
byte byteValue();
short shortValue();
int intValue();
long longValue();
float floatValue();
double doubleValue();
int hashCode();
static int hashCode(double a);
boolean equals(Object a);
static long doubleToLongBits(double a);
static long doubleToRawLongBits(double a);
static double longBitsToDouble(long a);
int compareTo(Double a);
static int compare(double a, double b);
static double sum(double a, double b);
static double max(double a, double b);
static double min(double a, double b);
Optional<Double> describeConstable();
Double resolveConstantDesc(java.lang.invoke.MethodHandles.Lookup a);
}
abstract class Enum<E extends Enum<E>> implements Comparable<E>, Serializable {
static class EnumDesc<E extends Enum<E>> extends java.lang.constant.DynamicConstantDesc<E> {
static <E extends Enum<E>> Enum.EnumDesc<E> of(java.lang.constant.ClassDesc a, String b);
E resolveConstantDesc(java.lang.invoke.MethodHandles.Lookup a);
String toString();
private EnumDesc(){}
}
String name();
int ordinal();
Enum(String a, int b){}
String toString();
boolean equals(Object a);
int hashCode();
Object clone();
int compareTo(E a);
Class<E> getDeclaringClass();
Optional<Enum.EnumDesc<E>> describeConstable();
static <T extends Enum<T>> T valueOf(Class<T> a, String b);
void finalize();
}
class EnumConstantNotPresentException extends RuntimeException {
EnumConstantNotPresentException(Class<? extends Enum> a, String b){}
Class<? extends Enum> enumType();
String constantName();
}
class Error extends Throwable {
Error(){}
Error(String a){}
Error(String a, Throwable b){}
Error(Throwable a){}
Error(String a, Throwable b, boolean c, boolean d){}
}
class Exception extends Throwable {
Exception(){}
Exception(String a){}
Exception(String a, Throwable b){}
Exception(Throwable a){}
Exception(String a, Throwable b, boolean c, boolean d){}
}
class ExceptionInInitializerError extends LinkageError {
ExceptionInInitializerError(){}
ExceptionInInitializerError(Throwable a){}
ExceptionInInitializerError(String a){}
Throwable getException();
}
class Float extends Number implements Comparable<Float> {
static float POSITIVE_INFINITY;
static float NEGATIVE_INFINITY;
static float NaN;
static float MAX_VALUE;
static float MIN_NORMAL;
static float MIN_VALUE;
static int MAX_EXPONENT;
static int MIN_EXPONENT;
static int SIZE;
static int BYTES;
static Class<Float> TYPE;
static String toString(float a);
static String toHexString(float a);
static Float valueOf(String a);
static Float valueOf(float a);
static float parseFloat(String a);
static boolean isNaN(float a);
static boolean isInfinite(float a);
static boolean isFinite(float a);
Float(float a){}
Float(double a){}
Float(String a){}
boolean isNaN();
boolean isInfinite();
String toString();
byte byteValue();
short shortValue();
int intValue();
long longValue();
float floatValue();
double doubleValue();
int hashCode();
static int hashCode(float a);
boolean equals(Object a);
static int floatToIntBits(float a);
static int floatToRawIntBits(float a);
static float intBitsToFloat(int a);
int compareTo(Float a);
static int compare(float a, float b);
static float sum(float a, float b);
static float max(float a, float b);
static float min(float a, float b);
Optional<Float> describeConstable();
Float resolveConstantDesc(java.lang.invoke.MethodHandles.Lookup a);
}
@interface FunctionalInterface {
}
class IllegalAccessError extends IncompatibleClassChangeError {
IllegalAccessError(){}
IllegalAccessError(String a){}
}
class IllegalAccessException extends ReflectiveOperationException {
IllegalAccessException(){}
IllegalAccessException(String a){}
}
class IllegalArgumentException extends RuntimeException {
IllegalArgumentException(){}
IllegalArgumentException(String a){}
IllegalArgumentException(String a, Throwable b){}
IllegalArgumentException(Throwable a){}
}
class IllegalCallerException extends RuntimeException {
IllegalCallerException(){}
IllegalCallerException(String a){}
IllegalCallerException(String a, Throwable b){}
IllegalCallerException(Throwable a){}
}
class IllegalMonitorStateException extends RuntimeException {
IllegalMonitorStateException(){}
IllegalMonitorStateException(String a){}
}
class IllegalStateException extends RuntimeException {
IllegalStateException(){}
IllegalStateException(String a){}
IllegalStateException(String a, Throwable b){}
IllegalStateException(Throwable a){}
}
class IllegalThreadStateException extends IllegalArgumentException {
IllegalThreadStateException(){}
IllegalThreadStateException(String a){}
}
class IncompatibleClassChangeError extends LinkageError {
IncompatibleClassChangeError(){}
IncompatibleClassChangeError(String a){}
}
class IndexOutOfBoundsException extends RuntimeException {
IndexOutOfBoundsException(){}
IndexOutOfBoundsException(String a){}
IndexOutOfBoundsException(int a){}
IndexOutOfBoundsException(long a){}
}
class InheritableThreadLocal<T> extends ThreadLocal<T> {
InheritableThreadLocal(){}
T childValue(T a);
}
class InstantiationError extends IncompatibleClassChangeError {
InstantiationError(){}
InstantiationError(String a){}
}
class InstantiationException extends ReflectiveOperationException {
InstantiationException(){}
InstantiationException(String a){}
}
class Integer extends Number implements Comparable<Integer> {
static int MIN_VALUE;
static int MAX_VALUE;
static Class<Integer> TYPE;
static int SIZE;
static int BYTES;
static String toString(int a, int b);
static String toUnsignedString(int a, int b);
static String toHexString(int a);
static String toOctalString(int a);
static String toBinaryString(int a);
static String toString(int a);
static String toUnsignedString(int a);
static int parseInt(String a, int b);
static int parseInt(CharSequence a, int b, int c, int d);
static int parseInt(String a);
static int parseUnsignedInt(String a, int b);
static int parseUnsignedInt(CharSequence a, int b, int c, int d);
static int parseUnsignedInt(String a);
static Integer valueOf(String a, int b);
static Integer valueOf(String a);
static Integer valueOf(int a);
Integer(int a){}
Integer(String a){}
byte byteValue();
short shortValue();
int intValue();
long longValue();
float floatValue();
double doubleValue();
String toString();
int hashCode();
static int hashCode(int a);
boolean equals(Object a);
static Integer getInteger(String a);
static Integer getInteger(String a, int b);
static Integer getInteger(String a, Integer b);
static Integer decode(String a);
int compareTo(Integer a);
static int compare(int a, int b);
static int compareUnsigned(int a, int b);
static long toUnsignedLong(int a);
static int divideUnsigned(int a, int b);
static int remainderUnsigned(int a, int b);
static int highestOneBit(int a);
static int lowestOneBit(int a);
static int numberOfLeadingZeros(int a);
static int numberOfTrailingZeros(int a);
static int bitCount(int a);
static int rotateLeft(int a, int b);
static int rotateRight(int a, int b);
static int reverse(int a);
static int signum(int a);
static int reverseBytes(int a);
static int sum(int a, int b);
static int max(int a, int b);
static int min(int a, int b);
Optional<Integer> describeConstable();
Integer resolveConstantDesc(java.lang.invoke.MethodHandles.Lookup a);
}
class InternalError extends VirtualMachineError {
InternalError(){}
InternalError(String a){}
InternalError(String a, Throwable b){}
InternalError(Throwable a){}
}
class InterruptedException extends Exception {
InterruptedException(){}
InterruptedException(String a){}
}
interface Iterable<T> {
Iterator<T> iterator();
default void forEach(Consumer<? super T> a);
default Spliterator<T> spliterator();
}
class LayerInstantiationException extends RuntimeException {
LayerInstantiationException(){}
LayerInstantiationException(String a){}
LayerInstantiationException(Throwable a){}
LayerInstantiationException(String a, Throwable b){}
}
class LinkageError extends Error {
LinkageError(){}
LinkageError(String a){}
LinkageError(String a, Throwable b){}
}
class Long extends Number implements Comparable<Long> {
static long MIN_VALUE;
static long MAX_VALUE;
static Class<Long> TYPE;
static int SIZE;
static int BYTES;
static String toString(long a, int b);
static String toUnsignedString(long a, int b);
static String toHexString(long a);
static String toOctalString(long a);
static String toBinaryString(long a);
static String toString(long a);
static String toUnsignedString(long a);
static long parseLong(String a, int b);
static long parseLong(CharSequence a, int b, int c, int d);
static long parseLong(String a);
static long parseUnsignedLong(String a, int b);
static long parseUnsignedLong(CharSequence a, int b, int c, int d);
static long parseUnsignedLong(String a);
static Long valueOf(String a, int b);
static Long valueOf(String a);
static Long valueOf(long a);
static Long decode(String a);
Long(long a){}
Long(String a){}
byte byteValue();
short shortValue();
int intValue();
long longValue();
float floatValue();
double doubleValue();
String toString();
int hashCode();
static int hashCode(long a);
boolean equals(Object a);
static Long getLong(String a);
static Long getLong(String a, long b);
static Long getLong(String a, Long b);
int compareTo(Long a);
static int compare(long a, long b);
static int compareUnsigned(long a, long b);
static long divideUnsigned(long a, long b);
static long remainderUnsigned(long a, long b);
static long highestOneBit(long a);
static long lowestOneBit(long a);
static int numberOfLeadingZeros(long a);
static int numberOfTrailingZeros(long a);
static int bitCount(long a);
static long rotateLeft(long a, int b);
static long rotateRight(long a, int b);
static long reverse(long a);
static int signum(long a);
static long reverseBytes(long a);
static long sum(long a, long b);
static long max(long a, long b);
static long min(long a, long b);
Optional<Long> describeConstable();
Long resolveConstantDesc(java.lang.invoke.MethodHandles.Lookup a);
}
class Math {
static double E;
static double PI;
static double sin(double a);
static double cos(double a);
static double tan(double a);
static double asin(double a);
static double acos(double a);
static double atan(double a);
static double toRadians(double a);
static double toDegrees(double a);
static double exp(double a);
static double log(double a);
static double log10(double a);
static double sqrt(double a);
static double cbrt(double a);
static double IEEEremainder(double a, double b);
static double ceil(double a);
static double floor(double a);
static double rint(double a);
static double atan2(double a, double b);
static double pow(double a, double b);
static int round(float a);
static long round(double a);
static double random();
static int addExact(int a, int b);
static long addExact(long a, long b);
static int subtractExact(int a, int b);
static long subtractExact(long a, long b);
static int multiplyExact(int a, int b);
static long multiplyExact(long a, int b);
static long multiplyExact(long a, long b);
static int incrementExact(int a);
static long incrementExact(long a);
static int decrementExact(int a);
static long decrementExact(long a);
static int negateExact(int a);
static long negateExact(long a);
static int toIntExact(long a);
static long multiplyFull(int a, int b);
static long multiplyHigh(long a, long b);
static int floorDiv(int a, int b);
static long floorDiv(long a, int b);
static long floorDiv(long a, long b);
static int floorMod(int a, int b);
static int floorMod(long a, int b);
static long floorMod(long a, long b);
static int abs(int a);
static int absExact(int a);
static long abs(long a);
static long absExact(long a);
static float abs(float a);
static double abs(double a);
static int max(int a, int b);
static long max(long a, long b);
static float max(float a, float b);
static double max(double a, double b);
static int min(int a, int b);
static long min(long a, long b);
static float min(float a, float b);
static double min(double a, double b);
static double fma(double a, double b, double c);
static float fma(float a, float b, float c);
static double ulp(double a);
static float ulp(float a);
static double signum(double a);
static float signum(float a);
static double sinh(double a);
static double cosh(double a);
static double tanh(double a);
static double hypot(double a, double b);
static double expm1(double a);
static double log1p(double a);
static double copySign(double a, double b);
static float copySign(float a, float b);
static int getExponent(float a);
static int getExponent(double a);
static double nextAfter(double a, double b);
static float nextAfter(float a, double b);
static double nextUp(double a);
static float nextUp(float a);
static double nextDown(double a);
static float nextDown(float a);
static double scalb(double a, int b);
static float scalb(float a, int b);
private Math(){}
}
class Module implements AnnotatedElement {
boolean isNamed();
String getName();
ClassLoader getClassLoader();
java.lang.module.ModuleDescriptor getDescriptor();
ModuleLayer getLayer();
boolean canRead(Module a);
Module addReads(Module a);
boolean isExported(String a, Module b);
boolean isOpen(String a, Module b);
boolean isExported(String a);
boolean isOpen(String a);
Module addExports(String a, Module b);
Module addOpens(String a, Module b);
Module addUses(Class<?> a);
boolean canUse(Class<?> a);
Set<String> getPackages();
<T extends Annotation> T getAnnotation(Class<T> a);
Annotation[] getAnnotations();
Annotation[] getDeclaredAnnotations();
InputStream getResourceAsStream(String a);
String toString();
private Module(){}
}
class ModuleLayer {
static class Controller {
ModuleLayer layer();
ModuleLayer.Controller addReads(Module a, Module b);
ModuleLayer.Controller addExports(Module a, String b, Module c);
ModuleLayer.Controller addOpens(Module a, String b, Module c);
private Controller(){}
}
ModuleLayer defineModulesWithOneLoader(java.lang.module.Configuration a, ClassLoader b);
ModuleLayer defineModulesWithManyLoaders(java.lang.module.Configuration a, ClassLoader b);
ModuleLayer defineModules(java.lang.module.Configuration a, Function<String, ClassLoader> b);
static ModuleLayer.Controller defineModulesWithOneLoader(java.lang.module.Configuration a, List<ModuleLayer> b, ClassLoader c);
static ModuleLayer.Controller defineModulesWithManyLoaders(java.lang.module.Configuration a, List<ModuleLayer> b, ClassLoader c);
static ModuleLayer.Controller defineModules(java.lang.module.Configuration a, List<ModuleLayer> b, Function<String, ClassLoader> c);
java.lang.module.Configuration configuration();
List<ModuleLayer> parents();
Set<Module> modules();
Optional<Module> findModule(String a);
ClassLoader findLoader(String a);
String toString();
static ModuleLayer empty();
static ModuleLayer boot();
private ModuleLayer(){}
}
class NegativeArraySizeException extends RuntimeException {
NegativeArraySizeException(){}
NegativeArraySizeException(String a){}
}
class NoClassDefFoundError extends LinkageError {
NoClassDefFoundError(){}
NoClassDefFoundError(String a){}
}
class NoSuchFieldError extends IncompatibleClassChangeError {
NoSuchFieldError(){}
NoSuchFieldError(String a){}
}
class NoSuchFieldException extends ReflectiveOperationException {
NoSuchFieldException(){}
NoSuchFieldException(String a){}
}
class NoSuchMethodError extends IncompatibleClassChangeError {
NoSuchMethodError(){}
NoSuchMethodError(String a){}
}
class NoSuchMethodException extends ReflectiveOperationException {
NoSuchMethodException(){}
NoSuchMethodException(String a){}
}
class NullPointerException extends RuntimeException {
NullPointerException(){}
NullPointerException(String a){}
Throwable fillInStackTrace();
String getMessage();
}
abstract class Number implements Serializable {
Number(){}
abstract int intValue();
abstract long longValue();
abstract float floatValue();
abstract double doubleValue();
byte byteValue();
short shortValue();
}
class NumberFormatException extends IllegalArgumentException {
NumberFormatException(){}
NumberFormatException(String a){}
}
class Object {
Object(){}
Class<?> getClass();
int hashCode();
boolean equals(Object a);
Object clone();
String toString();
void notify();
void notifyAll();
void wait();
void wait(long a);
void wait(long a, int b);
void finalize();
}
class OutOfMemoryError extends VirtualMachineError {
OutOfMemoryError(){}
OutOfMemoryError(String a){}
}
@interface Override {
}
class Package extends NamedPackage implements AnnotatedElement {
String getName();
String getSpecificationTitle();
String getSpecificationVersion();
String getSpecificationVendor();
String getImplementationTitle();
String getImplementationVersion();
String getImplementationVendor();
boolean isSealed();
boolean isSealed(URL a);
boolean isCompatibleWith(String a);
static Package getPackage(String a);
static Package[] getPackages();
int hashCode();
String toString();
<A extends Annotation> A getAnnotation(Class<A> a);
boolean isAnnotationPresent(Class<? extends Annotation> a);
<A extends Annotation> A[] getAnnotationsByType(Class<A> a);
Annotation[] getAnnotations();
<A extends Annotation> A getDeclaredAnnotation(Class<A> a);
<A extends Annotation> A[] getDeclaredAnnotationsByType(Class<A> a);
Annotation[] getDeclaredAnnotations();
private Package(){}
}
abstract class Process {
Process(){}
abstract OutputStream getOutputStream();
abstract InputStream getInputStream();
abstract InputStream getErrorStream();
BufferedReader inputReader();
BufferedReader inputReader(Charset a);
BufferedReader errorReader();
BufferedReader errorReader(Charset a);
BufferedWriter outputWriter();
BufferedWriter outputWriter(Charset a);
abstract int waitFor();
boolean waitFor(long a, TimeUnit b);
abstract int exitValue();
abstract void destroy();
Process destroyForcibly();
boolean supportsNormalTermination();
boolean isAlive();
long pid();
CompletableFuture<Process> onExit();
ProcessHandle toHandle();
ProcessHandle.Info info();
Stream<ProcessHandle> children();
Stream<ProcessHandle> descendants();
}
class ProcessBuilder {
abstract static class Redirect {
static enum Type {
PIPE,INHERIT,READ,WRITE,APPEND;
}
static ProcessBuilder.Redirect PIPE;
static ProcessBuilder.Redirect INHERIT;
static ProcessBuilder.Redirect DISCARD;
abstract ProcessBuilder.Redirect.Type type();
File file();
static ProcessBuilder.Redirect from(File a);
static ProcessBuilder.Redirect to(File a);
static ProcessBuilder.Redirect appendTo(File a);
boolean equals(Object a);
int hashCode();
private Redirect(){}
}
ProcessBuilder(List<String> a){}
ProcessBuilder(String... a){}
ProcessBuilder command(List<String> a);
ProcessBuilder command(String... a);
List<String> command();
Map<String, String> environment();
private ProcessBuilder environment(String[] a);
File directory();
ProcessBuilder directory(File a);
ProcessBuilder redirectInput(ProcessBuilder.Redirect a);
ProcessBuilder redirectOutput(ProcessBuilder.Redirect a);
ProcessBuilder redirectError(ProcessBuilder.Redirect a);
ProcessBuilder redirectInput(File a);
ProcessBuilder redirectOutput(File a);
ProcessBuilder redirectError(File a);
ProcessBuilder.Redirect redirectInput();
ProcessBuilder.Redirect redirectOutput();
ProcessBuilder.Redirect redirectError();
ProcessBuilder inheritIO();
boolean redirectErrorStream();
ProcessBuilder redirectErrorStream(boolean a);
Process start();
private Process start(ProcessBuilder.Redirect[] a);
static List<Process> startPipeline(List<ProcessBuilder> a);
}
interface ProcessHandle extends Comparable<ProcessHandle> {
static interface Info {
Optional<String> command();
Optional<String> commandLine();
Optional<String[]> arguments();
Optional<Instant> startInstant();
Optional<Duration> totalCpuDuration();
Optional<String> user();
}
long pid();
static Optional<ProcessHandle> of(long a);
static ProcessHandle current();
Optional<ProcessHandle> parent();
Stream<ProcessHandle> children();
Stream<ProcessHandle> descendants();
static Stream<ProcessHandle> allProcesses();
ProcessHandle.Info info();
CompletableFuture<ProcessHandle> onExit();
boolean supportsNormalTermination();
boolean destroy();
boolean destroyForcibly();
boolean isAlive();
int hashCode();
boolean equals(Object a);
int compareTo(ProcessHandle a);
}
interface Readable {
int read(CharBuffer a);
}
abstract class Record {
Record(){}
abstract boolean equals(Object a);
abstract int hashCode();
abstract String toString();
}
class ReflectiveOperationException extends Exception {
ReflectiveOperationException(){}
ReflectiveOperationException(String a){}
ReflectiveOperationException(String a, Throwable b){}
ReflectiveOperationException(Throwable a){}
}
interface Runnable {
void run();
}
class Runtime {
static class Version implements Comparable<Runtime.Version> {
static Runtime.Version parse(String a);
int feature();
int interim();
int update();
int patch();
int major();
int minor();
int security();
List<Integer> version();
Optional<String> pre();
Optional<Integer> build();
Optional<String> optional();
int compareTo(Runtime.Version a);
int compareToIgnoreOptional(Runtime.Version a);
String toString();
boolean equals(Object a);
boolean equalsIgnoreOptional(Object a);
int hashCode();
private Version(){}
}
static Runtime getRuntime();
void exit(int a);
void addShutdownHook(Thread a);
boolean removeShutdownHook(Thread a);
void halt(int a);
Process exec(String a);
Process exec(String a, String[] b);
Process exec(String a, String[] b, File c);
Process exec(String[] a);
Process exec(String[] a, String[] b);
Process exec(String[] a, String[] b, File c);
int availableProcessors();
long freeMemory();
long totalMemory();
long maxMemory();
void gc();
void runFinalization();
void load(String a);
void loadLibrary(String a);
static Runtime.Version version();
private Runtime(){}
}
class RuntimeException extends Exception {
RuntimeException(){}
RuntimeException(String a){}
RuntimeException(String a, Throwable b){}
RuntimeException(Throwable a){}
RuntimeException(String a, Throwable b, boolean c, boolean d){}
}
class RuntimePermission extends java.security.BasicPermission {
RuntimePermission(String a){}
RuntimePermission(String a, String b){}
}
@interface SafeVarargs {
}
class SecurityException extends RuntimeException {
SecurityException(){}
SecurityException(String a){}
SecurityException(String a, Throwable b){}
SecurityException(Throwable a){}
}
class SecurityManager {
SecurityManager(){}
Class<?>[] getClassContext();
Object getSecurityContext();
void checkPermission(java.security.Permission a);
void checkPermission(java.security.Permission a, Object b);
void checkCreateClassLoader();
void checkAccess(Thread a);
void checkAccess(ThreadGroup a);
void checkExit(int a);
void checkExec(String a);
void checkLink(String a);
void checkRead(FileDescriptor a);
void checkRead(String a);
void checkRead(String a, Object b);
void checkWrite(FileDescriptor a);
void checkWrite(String a);
void checkDelete(String a);
void checkConnect(String a, int b);
void checkConnect(String a, int b, Object c);
void checkListen(int a);
void checkAccept(String a, int b);
void checkMulticast(InetAddress a);
void checkMulticast(InetAddress a, byte b);
void checkPropertiesAccess();
void checkPropertyAccess(String a);
void checkPrintJobAccess();
void checkPackageAccess(String a);
void checkPackageDefinition(String a);
void checkSetFactory();
void checkSecurityAccess(String a);
ThreadGroup getThreadGroup();
}
class Short extends Number implements Comparable<Short> {
static short MIN_VALUE;
static short MAX_VALUE;
static Class<Short> TYPE;
static int SIZE;
static int BYTES;
static String toString(short a);
static short parseShort(String a, int b);
static short parseShort(String a);
static Short valueOf(String a, int b);
static Short valueOf(String a);
Optional<java.lang.constant.DynamicConstantDesc<Short>> describeConstable();
static Short valueOf(short a);
static Short decode(String a);
Short(short a){}
Short(String a){}
byte byteValue();
short shortValue();
int intValue();
long longValue();
float floatValue();
double doubleValue();
String toString();
int hashCode();
static int hashCode(short a);
boolean equals(Object a);
int compareTo(Short a);
static int compare(short a, short b);
static int compareUnsigned(short a, short b);
static short reverseBytes(short a);
static int toUnsignedInt(short a);
static long toUnsignedLong(short a);
}
class StackOverflowError extends VirtualMachineError {
StackOverflowError(){}
StackOverflowError(String a){}
}
class StackTraceElement implements Serializable {
StackTraceElement(String a, String b, String c, int d){}
StackTraceElement(String a, String b, String c, String d, String e, String f, int g){}
private StackTraceElement(){}
String getFileName();
int getLineNumber();
String getModuleName();
String getModuleVersion();
String getClassLoaderName();
String getClassName();
String getMethodName();
boolean isNativeMethod();
String toString();
boolean equals(Object a);
int hashCode();
}
class StackWalker {
static enum Option {
RETAIN_CLASS_REFERENCE,SHOW_REFLECT_FRAMES,SHOW_HIDDEN_FRAMES;
}
static interface StackFrame {
String getClassName();
String getMethodName();
Class<?> getDeclaringClass();
default java.lang.invoke.MethodType getMethodType();
default String getDescriptor();
int getByteCodeIndex();
String getFileName();
int getLineNumber();
boolean isNativeMethod();
StackTraceElement toStackTraceElement();
}
static StackWalker getInstance();
static StackWalker getInstance(StackWalker.Option a);
static StackWalker getInstance(Set<StackWalker.Option> a);
static StackWalker getInstance(Set<StackWalker.Option> a, int b);
<T> T walk(Function<? super Stream<StackWalker.StackFrame>, ? extends T> a);
void forEach(Consumer<? super StackWalker.StackFrame> a);
Class<?> getCallerClass();
private StackWalker(){}
}
class StrictMath {
static double E;
static double PI;
static double sin(double a);
static double cos(double a);
static double tan(double a);
static double asin(double a);
static double acos(double a);
static double atan(double a);
static double toRadians(double a);
static double toDegrees(double a);
static double exp(double a);
static double log(double a);
static double log10(double a);
static double sqrt(double a);
static double cbrt(double a);
static double IEEEremainder(double a, double b);
static double ceil(double a);
static double floor(double a);
static double rint(double a);
static double atan2(double a, double b);
static double pow(double a, double b);
static int round(float a);
static long round(double a);
static double random();
static int addExact(int a, int b);
static long addExact(long a, long b);
static int subtractExact(int a, int b);
static long subtractExact(long a, long b);
static int multiplyExact(int a, int b);
static long multiplyExact(long a, int b);
static long multiplyExact(long a, long b);
static int incrementExact(int a);
static long incrementExact(long a);
static int decrementExact(int a);
static long decrementExact(long a);
static int negateExact(int a);
static long negateExact(long a);
static int toIntExact(long a);
static long multiplyFull(int a, int b);
static long multiplyHigh(long a, long b);
static int floorDiv(int a, int b);
static long floorDiv(long a, int b);
static long floorDiv(long a, long b);
static int floorMod(int a, int b);
static int floorMod(long a, int b);
static long floorMod(long a, long b);
static int abs(int a);
static int absExact(int a);
static long abs(long a);
static long absExact(long a);
static float abs(float a);
static double abs(double a);
static int max(int a, int b);
static long max(long a, long b);
static float max(float a, float b);
static double max(double a, double b);
static int min(int a, int b);
static long min(long a, long b);
static float min(float a, float b);
static double min(double a, double b);
static double fma(double a, double b, double c);
static float fma(float a, float b, float c);
static double ulp(double a);
static float ulp(float a);
static double signum(double a);
static float signum(float a);
static double sinh(double a);
static double cosh(double a);
static double tanh(double a);
static double hypot(double a, double b);
static double expm1(double a);
static double log1p(double a);
static double copySign(double a, double b);
static float copySign(float a, float b);
static int getExponent(float a);
static int getExponent(double a);
static double nextAfter(double a, double b);
static float nextAfter(float a, double b);
static double nextUp(double a);
static float nextUp(float a);
static double nextDown(double a);
static float nextDown(float a);
static double scalb(double a, int b);
static float scalb(float a, int b);
private StrictMath(){}
}
class String implements Serializable, Comparable<String>, CharSequence {
static Comparator<String> CASE_INSENSITIVE_ORDER;
String(){}
String(String a){}
String(char[] a){}
String(char[] a, int b, int c){}
String(int[] a, int b, int c){}
String(byte[] a, int b, int c, int d){}
String(byte[] a, int b){}
String(byte[] a, int b, int c, String d){}
String(byte[] a, int b, int c, Charset d){}
String(byte[] a, String b){}
String(byte[] a, Charset b){}
String(byte[] a, int b, int c){}
String(byte[] a){}
String(StringBuffer a){}
String(StringBuilder a){}
int length();
boolean isEmpty();
char charAt(int a);
int codePointAt(int a);
int codePointBefore(int a);
int codePointCount(int a, int b);
int offsetByCodePoints(int a, int b);
void getChars(int a, int b, char[] c, int d);
void getBytes(int a, int b, byte[] c, int d);
byte[] getBytes(String a);
byte[] getBytes(Charset a);
byte[] getBytes();
boolean equals(Object a);
boolean contentEquals(StringBuffer a);
boolean contentEquals(CharSequence a);
boolean equalsIgnoreCase(String a);
int compareTo(String a);
int compareToIgnoreCase(String a);
boolean regionMatches(int a, String b, int c, int d);
boolean regionMatches(boolean a, int b, String c, int d, int e);
boolean startsWith(String a, int b);
boolean startsWith(String a);
boolean endsWith(String a);
int hashCode();
int indexOf(int a);
int indexOf(int a, int b);
int lastIndexOf(int a);
int lastIndexOf(int a, int b);
int indexOf(String a);
int indexOf(String a, int b);
static private int indexOf(byte[] a, byte b, int c, String d, int e);
int lastIndexOf(String a);
int lastIndexOf(String a, int b);
static private int lastIndexOf(byte[] a, byte b, int c, String d, int e);
String substring(int a);
String substring(int a, int b);
CharSequence subSequence(int a, int b);
String concat(String a);
String replace(char a, char b);
boolean matches(String a);
boolean contains(CharSequence a);
String replaceFirst(String a, String b);
String replaceAll(String a, String b);
String replace(CharSequence a, CharSequence b);
String[] split(String a, int b);
String[] split(String a);
static String join(CharSequence a, CharSequence... b);
static private String join(String a, String b, String c, String[] d, int e);
static String join(CharSequence a, Iterable<? extends CharSequence> b);
String toLowerCase(Locale a);
String toLowerCase();
String toUpperCase(Locale a);
String toUpperCase();
String trim();
String strip();
String stripLeading();
String stripTrailing();
boolean isBlank();
Stream<String> lines();
String indent(int a);
String stripIndent();
String translateEscapes();
<R> R transform(Function<? super String, ? extends R> a);
String toString();
IntStream chars();
IntStream codePoints();
char[] toCharArray();
static String format(String a, Object... b);
static String format(Locale a, String b, Object... c);
String formatted(Object... a);
static String valueOf(Object a);
static String valueOf(char[] a);
static String valueOf(char[] a, int b, int c);
static String copyValueOf(char[] a, int b, int c);
static String copyValueOf(char[] a);
static String valueOf(boolean a);
static String valueOf(char a);
static String valueOf(int a);
static String valueOf(long a);
static String valueOf(float a);
static String valueOf(double a);
String intern();
String repeat(int a);
private void getBytes(byte[] a, int b, byte c);
private void getBytes(byte[] a, int b, int c, byte d, int e);
private String(char[] a, int b, int c, Void d){}
private String(AbstractStringBuilder a, Void b){}
private String(byte[] a, byte b){}
Optional<String> describeConstable();
String resolveConstantDesc(java.lang.invoke.MethodHandles.Lookup a);
}
class StringBuffer extends AbstractStringBuilder implements Serializable, Comparable<StringBuffer>, CharSequence {
StringBuffer(){}
StringBuffer(int a){}
StringBuffer(String a){}
StringBuffer(CharSequence a){}
int compareTo(StringBuffer a);
int length();
int capacity();
void ensureCapacity(int a);
void trimToSize();
void setLength(int a);
char charAt(int a);
int codePointAt(int a);
int codePointBefore(int a);
int codePointCount(int a, int b);
int offsetByCodePoints(int a, int b);
void getChars(int a, int b, char[] c, int d);
void setCharAt(int a, char b);
StringBuffer append(Object a);
StringBuffer append(String a);
StringBuffer append(StringBuffer a);
private StringBuffer append(AbstractStringBuilder a);
StringBuffer append(CharSequence a);
StringBuffer append(CharSequence a, int b, int c);
StringBuffer append(char[] a);
StringBuffer append(char[] a, int b, int c);
StringBuffer append(boolean a);
StringBuffer append(char a);
StringBuffer append(int a);
StringBuffer appendCodePoint(int a);
StringBuffer append(long a);
StringBuffer append(float a);
StringBuffer append(double a);
StringBuffer delete(int a, int b);
StringBuffer deleteCharAt(int a);
StringBuffer replace(int a, int b, String c);
String substring(int a);
CharSequence subSequence(int a, int b);
String substring(int a, int b);
StringBuffer insert(int a, char[] b, int c, int d);
StringBuffer insert(int a, Object b);
StringBuffer insert(int a, String b);
StringBuffer insert(int a, char[] b);
StringBuffer insert(int a, CharSequence b);
StringBuffer insert(int a, CharSequence b, int c, int d);
StringBuffer insert(int a, boolean b);
StringBuffer insert(int a, char b);
StringBuffer insert(int a, int b);
StringBuffer insert(int a, long b);
StringBuffer insert(int a, float b);
StringBuffer insert(int a, double b);
int indexOf(String a);
int indexOf(String a, int b);
int lastIndexOf(String a);
int lastIndexOf(String a, int b);
StringBuffer reverse();
String toString();
}
class StringBuilder extends AbstractStringBuilder implements Serializable, Comparable<StringBuilder>, CharSequence {
StringBuilder(){}
StringBuilder(int a){}
StringBuilder(String a){}
StringBuilder(CharSequence a){}
int compareTo(StringBuilder a);
StringBuilder append(Object a);
StringBuilder append(String a);
StringBuilder append(StringBuffer a);
StringBuilder append(CharSequence a);
StringBuilder append(CharSequence a, int b, int c);
StringBuilder append(char[] a);
StringBuilder append(char[] a, int b, int c);
StringBuilder append(boolean a);
StringBuilder append(char a);
StringBuilder append(int a);
StringBuilder append(long a);
StringBuilder append(float a);
StringBuilder append(double a);
StringBuilder appendCodePoint(int a);
StringBuilder delete(int a, int b);
StringBuilder deleteCharAt(int a);
StringBuilder replace(int a, int b, String c);
StringBuilder insert(int a, char[] b, int c, int d);
StringBuilder insert(int a, Object b);
StringBuilder insert(int a, String b);
StringBuilder insert(int a, char[] b);
StringBuilder insert(int a, CharSequence b);
StringBuilder insert(int a, CharSequence b, int c, int d);
StringBuilder insert(int a, boolean b);
StringBuilder insert(int a, char b);
StringBuilder insert(int a, int b);
StringBuilder insert(int a, long b);
StringBuilder insert(int a, float b);
StringBuilder insert(int a, double b);
int indexOf(String a);
int indexOf(String a, int b);
int lastIndexOf(String a);
int lastIndexOf(String a, int b);
StringBuilder reverse();
String toString();
}
class StringIndexOutOfBoundsException extends IndexOutOfBoundsException {
StringIndexOutOfBoundsException(){}
StringIndexOutOfBoundsException(String a){}
StringIndexOutOfBoundsException(int a){}
}
@interface SuppressWarnings {
abstract String[] value();
}
class System {
static interface Logger {
static enum Level {
ALL,TRACE,DEBUG,INFO,WARNING,ERROR,OFF;
String getName();
int getSeverity();
}
String getName();
boolean isLoggable(System.Logger.Level a);
default void log(System.Logger.Level a, String b);
default void log(System.Logger.Level a, Supplier<String> b);
default void log(System.Logger.Level a, Object b);
default void log(System.Logger.Level a, String b, Throwable c);
default void log(System.Logger.Level a, Supplier<String> b, Throwable c);
default void log(System.Logger.Level a, String b, Object... c);
void log(System.Logger.Level a, ResourceBundle b, String c, Throwable d);
void log(System.Logger.Level a, ResourceBundle b, String c, Object... d);
}
abstract static class LoggerFinder {
LoggerFinder(){}
private LoggerFinder(Void a){}
abstract System.Logger getLogger(String a, Module b);
System.Logger getLocalizedLogger(String a, ResourceBundle b, Module c);
static System.LoggerFinder getLoggerFinder();
}
static InputStream in;
static PrintStream out;
static PrintStream err;
static void setIn(InputStream a);
static void setOut(PrintStream a);
static void setErr(PrintStream a);
static Console console();
static java.nio.channels.Channel inheritedChannel();
static void setSecurityManager(SecurityManager a);
static SecurityManager getSecurityManager();
static long currentTimeMillis();
static long nanoTime();
static void arraycopy(Object a, int b, Object c, int d, int e);
static int identityHashCode(Object a);
static Properties getProperties();
static String lineSeparator();
static void setProperties(Properties a);
static String getProperty(String a);
static String getProperty(String a, String b);
static String setProperty(String a, String b);
static String clearProperty(String a);
static String getenv(String a);
static Map<String, String> getenv();
static System.Logger getLogger(String a);
static System.Logger getLogger(String a, ResourceBundle b);
static void exit(int a);
static void gc();
static void runFinalization();
static void load(String a);
static void loadLibrary(String a);
static String mapLibraryName(String a);
private System(){}
}
class Thread implements Runnable {
static interface UncaughtExceptionHandler {
void uncaughtException(Thread a, Throwable b);
}
static enum State {
NEW,RUNNABLE,BLOCKED,WAITING,TIMED_WAITING,TERMINATED;
}
static int MIN_PRIORITY;
static int NORM_PRIORITY;
static int MAX_PRIORITY;
static Thread currentThread();
static void yield();
static void sleep(long a);
static void sleep(long a, int b);
static void onSpinWait();
private Thread(ThreadGroup a, Runnable b, String c, long d, java.security.AccessControlContext e, boolean f){}
Object clone();
Thread(){}
Thread(Runnable a){}
private Thread(Runnable a, java.security.AccessControlContext b){}
Thread(ThreadGroup a, Runnable b){}
Thread(String a){}
Thread(ThreadGroup a, String b){}
Thread(Runnable a, String b){}
Thread(ThreadGroup a, Runnable b, String c){}
Thread(ThreadGroup a, Runnable b, String c, long d){}
Thread(ThreadGroup a, Runnable b, String c, long d, boolean e){}
void start();
void run();
void stop();
void interrupt();
static boolean interrupted();
boolean isInterrupted();
boolean isAlive();
void suspend();
void resume();
void setPriority(int a);
int getPriority();
void setName(String a);
String getName();
ThreadGroup getThreadGroup();
static int activeCount();
static int enumerate(Thread[] a);
int countStackFrames();
void join(long a);
void join(long a, int b);
void join();
static void dumpStack();
void setDaemon(boolean a);
boolean isDaemon();
void checkAccess();
String toString();
ClassLoader getContextClassLoader();
void setContextClassLoader(ClassLoader a);
static boolean holdsLock(Object a);
StackTraceElement[] getStackTrace();
static Map<Thread, StackTraceElement[]> getAllStackTraces();
long getId();
Thread.State getState();
static void setDefaultUncaughtExceptionHandler(Thread.UncaughtExceptionHandler a);
static Thread.UncaughtExceptionHandler getDefaultUncaughtExceptionHandler();
Thread.UncaughtExceptionHandler getUncaughtExceptionHandler();
void setUncaughtExceptionHandler(Thread.UncaughtExceptionHandler a);
}
class ThreadDeath extends Error {
ThreadDeath(){}
}
class ThreadGroup implements Thread.UncaughtExceptionHandler {
private ThreadGroup(){}
ThreadGroup(String a){}
ThreadGroup(ThreadGroup a, String b){}
private ThreadGroup(Void a, ThreadGroup b, String c){}
String getName();
ThreadGroup getParent();
int getMaxPriority();
boolean isDaemon();
boolean isDestroyed();
void setDaemon(boolean a);
void setMaxPriority(int a);
boolean parentOf(ThreadGroup a);
void checkAccess();
int activeCount();
int enumerate(Thread[] a);
int enumerate(Thread[] a, boolean b);
private int enumerate(Thread[] a, int b, boolean c);
int activeGroupCount();
int enumerate(ThreadGroup[] a);
int enumerate(ThreadGroup[] a, boolean b);
private int enumerate(ThreadGroup[] a, int b, boolean c);
void stop();
void interrupt();
void suspend();
void resume();
void destroy();
void list();
private void list(PrintStream a, int b);
void uncaughtException(Thread a, Throwable b);
boolean allowThreadSuspension(boolean a);
String toString();
}
class ThreadLocal<T> {
T initialValue();
static <S> ThreadLocal<S> withInitial(Supplier<? extends S> a);
ThreadLocal(){}
T get();
void set(T a);
void remove();
}
class Throwable implements Serializable {
Throwable(){}
Throwable(String a){}
Throwable(String a, Throwable b){}
Throwable(Throwable a){}
Throwable(String a, Throwable b, boolean c, boolean d){}
String getMessage();
String getLocalizedMessage();
Throwable getCause();
Throwable initCause(Throwable a);
String toString();
void printStackTrace();
void printStackTrace(PrintStream a);
private void printStackTrace(Throwable.PrintStreamOrWriter a);
void printStackTrace(PrintWriter a);
Throwable fillInStackTrace();
private Throwable fillInStackTrace(int a);
StackTraceElement[] getStackTrace();
void setStackTrace(StackTraceElement[] a);
void addSuppressed(Throwable a);
Throwable[] getSuppressed();
}
class TypeNotPresentException extends RuntimeException {
TypeNotPresentException(String a, Throwable b){}
String typeName();
}
class UnknownError extends VirtualMachineError {
UnknownError(){}
UnknownError(String a){}
}
class UnsatisfiedLinkError extends LinkageError {
UnsatisfiedLinkError(){}
UnsatisfiedLinkError(String a){}
}
class UnsupportedClassVersionError extends ClassFormatError {
UnsupportedClassVersionError(){}
UnsupportedClassVersionError(String a){}
}
class UnsupportedOperationException extends RuntimeException {
UnsupportedOperationException(){}
UnsupportedOperationException(String a){}
UnsupportedOperationException(String a, Throwable b){}
UnsupportedOperationException(Throwable a){}
}
class VerifyError extends LinkageError {
VerifyError(){}
VerifyError(String a){}
}
abstract class VirtualMachineError extends Error {
VirtualMachineError(){}
VirtualMachineError(String a){}
VirtualMachineError(String a, Throwable b){}
VirtualMachineError(Throwable a){}
}
class Void {
static Class<Void> TYPE;
private Void(){}
}
