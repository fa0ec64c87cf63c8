package java.util.regex;
import java.io.Serializable;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
interface MatchResult {
int start();
int start(int a);
int end();
int end(int a);
String group();
String group(int a);
int groupCount();
}
class Matcher implements MatchResult {
Pattern pattern();
MatchResult toMatchResult();
private MatchResult toMatchResult(String a);
Matcher usePattern(Pattern a);
Matcher reset();
Matcher reset(CharSequence a);
int start();
int start(int a);
int start(String a);
int end();
int end(int a);
int end(String a);
String group();
String group(int a);
String group(String a);
int groupCount();
boolean matches();
boolean find();
boolean find(int a);
boolean lookingAt();
static String quoteReplacement(String a);
Matcher appendReplacement(StringBuffer a, String b);
Matcher appendReplacement(StringBuilder a, String b);
StringBuffer appendTail(StringBuffer a);
StringBuilder appendTail(StringBuilder a);
String replaceAll(String a);
String replaceAll(Function<MatchResult, String> a);
Stream<MatchResult> results();
String replaceFirst(String a);
String replaceFirst(Function<MatchResult, String> a);
Matcher region(int a, int b);
int regionStart();
int regionEnd();
boolean hasTransparentBounds();
Matcher useTransparentBounds(boolean a);
boolean hasAnchoringBounds();
Matcher useAnchoringBounds(boolean a);
String toString();
boolean hitEnd();
boolean requireEnd();
private Matcher(){}
}
class Pattern implements Serializable {
static int UNIX_LINES;
static int CASE_INSENSITIVE;
static int COMMENTS;
static int MULTILINE;
static int LITERAL;
static int DOTALL;
static int UNICODE_CASE;
static int CANON_EQ;
static int UNICODE_CHARACTER_CLASS;
static Pattern compile(String a);
static Pattern compile(String a, int b);
String pattern();
String toString();
Matcher matcher(CharSequence a);
int flags();
static boolean matches(String a, CharSequence b);
String[] split(CharSequence a, int b);
String[] split(CharSequence a);
static String quote(String a);
private void compile();
Predicate<String> asPredicate();
Predicate<String> asMatchPredicate();
Stream<String> splitAsStream(CharSequence a);
private Pattern(){}
}
class PatternSyntaxException extends IllegalArgumentException {
PatternSyntaxException(String a, String b, int c){}
int getIndex();
String getDescription();
String getPattern();
String getMessage();
}
