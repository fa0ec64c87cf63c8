package java.math;
import java.io.Serializable;
import java.util.Random;
class BigDecimal extends Number implements Comparable<BigDecimal> {
static BigDecimal ZERO;
static BigDecimal ONE;
static BigDecimal TEN;
static int ROUND_UP;
static int ROUND_DOWN;
static int ROUND_CEILING;
static int ROUND_FLOOR;
static int ROUND_HALF_UP;
static int ROUND_HALF_DOWN;
static int ROUND_HALF_EVEN;
static int ROUND_UNNECESSARY;
private BigDecimal(BigInteger a, long b, int c, int d){}
BigDecimal(char[] a, int b, int c){}
BigDecimal(char[] a, int b, int c, MathContext d){}
BigDecimal(char[] a){}
BigDecimal(char[] a, MathContext b){}
BigDecimal(String a){}
BigDecimal(String a, MathContext b){}
BigDecimal(double a){}
BigDecimal(double a, MathContext b){}
BigDecimal(BigInteger a){}
BigDecimal(BigInteger a, MathContext b){}
BigDecimal(BigInteger a, int b){}
BigDecimal(BigInteger a, int b, MathContext c){}
BigDecimal(int a){}
BigDecimal(int a, MathContext b){}
BigDecimal(long a){}
BigDecimal(long a, MathContext b){}
static BigDecimal valueOf(long a, int b);
static BigDecimal valueOf(long a);
static private BigDecimal valueOf(long a, int b, int c);
static private BigDecimal valueOf(BigInteger a, int b, int c);
static BigDecimal valueOf(double a);
BigDecimal add(BigDecimal a);
BigDecimal add(BigDecimal a, MathContext b);
BigDecimal subtract(BigDecimal a);
BigDecimal subtract(BigDecimal a, MathContext b);
BigDecimal multiply(BigDecimal a);
BigDecimal multiply(BigDecimal a, MathContext b);
BigDecimal divide(BigDecimal a, int b, int c);
BigDecimal divide(BigDecimal a, int b, RoundingMode c);
BigDecimal divide(BigDecimal a, int b);
BigDecimal divide(BigDecimal a, RoundingMode b);
BigDecimal divide(BigDecimal a);
BigDecimal divide(BigDecimal a, MathContext b);
BigDecimal divideToIntegralValue(BigDecimal a);
BigDecimal divideToIntegralValue(BigDecimal a, MathContext b);
BigDecimal remainder(BigDecimal a);
BigDecimal remainder(BigDecimal a, MathContext b);
BigDecimal[] divideAndRemainder(BigDecimal a);
BigDecimal[] divideAndRemainder(BigDecimal a, MathContext b);
BigDecimal sqrt(MathContext a);
BigDecimal pow(int a);
BigDecimal pow(int a, MathContext b);
BigDecimal abs();
BigDecimal abs(MathContext a);
BigDecimal negate();
BigDecimal negate(MathContext a);
BigDecimal plus();
BigDecimal plus(MathContext a);
int signum();
int scale();
int precision();
BigInteger unscaledValue();
BigDecimal round(MathContext a);
BigDecimal setScale(int a, RoundingMode b);
BigDecimal setScale(int a, int b);
BigDecimal setScale(int a);
BigDecimal movePointLeft(int a);
BigDecimal movePointRight(int a);
BigDecimal scaleByPowerOfTen(int a);
BigDecimal stripTrailingZeros();
int compareTo(BigDecimal a);
boolean equals(Object a);
BigDecimal min(BigDecimal a);
BigDecimal max(BigDecimal a);
int hashCode();
String toString();
String toEngineeringString();
String toPlainString();
BigInteger toBigInteger();
BigInteger toBigIntegerExact();
long longValue();
long longValueExact();
int intValue();
int intValueExact();
short shortValueExact();
byte byteValueExact();
float floatValue();
double doubleValue();
BigDecimal ulp();
private static long add(long a, long b);
private static BigDecimal add(long a, long b, int c);
private static BigDecimal add(long a, int b, long c, int d);
private static BigDecimal add(long a, int b, BigInteger c, int d);
private static BigDecimal add(BigInteger a, int b, BigInteger c, int d);
private static BigDecimal divide(long a, int b, long c, int d, long e, MathContext f);
private static BigDecimal divide(BigInteger a, int b, long c, int d, long e, MathContext f);
private static BigDecimal divide(long a, int b, BigInteger c, int d, long e, MathContext f);
private static BigDecimal divide(BigInteger a, int b, BigInteger c, int d, long e, MathContext f);
private static long multiply(long a, long b);
private static BigDecimal multiply(long a, long b, int c);
private static BigDecimal multiply(long a, BigInteger b, int c);
private static BigDecimal multiply(BigInteger a, BigInteger b, int c);
private static int precision(long a, long b);
private static BigDecimal divide(long a, int b, long c, int d, int e, int f);
private static BigDecimal divide(BigInteger a, int b, long c, int d, int e, int f);
private static BigDecimal divide(long a, int b, BigInteger c, int d, int e, int f);
private static BigDecimal divide(BigInteger a, int b, BigInteger c, int d, int e, int f);
}
class BigInteger extends Number implements Comparable<BigInteger> {
static BigInteger ZERO;
static BigInteger ONE;
static BigInteger TWO;
static BigInteger TEN;
BigInteger(byte[] a, int b, int c){}
BigInteger(byte[] a){}
private BigInteger(int[] a){}
BigInteger(int a, byte[] b, int c, int d){}
BigInteger(int a, byte[] b){}
private BigInteger(int a, int[] b){}
BigInteger(String a, int b){}
private BigInteger(char[] a, int b, int c){}
BigInteger(String a){}
BigInteger(int a, Random b){}
BigInteger(int a, int b, Random c){}
static BigInteger probablePrime(int a, Random b);
BigInteger nextProbablePrime();
private BigInteger(int[] a, int b){}
private BigInteger(byte[] a, int b){}
static BigInteger valueOf(long a);
private BigInteger(long a){}
private static BigInteger valueOf(int[] a);
BigInteger add(BigInteger a);
private BigInteger add(long a);
private static int[] add(int[] a, long b);
private static int[] add(int[] a, int[] b);
private static int[] subtract(long a, int[] b);
private static int[] subtract(int[] a, long b);
BigInteger subtract(BigInteger a);
private static int[] subtract(int[] a, int[] b);
BigInteger multiply(BigInteger a);
private BigInteger multiply(BigInteger a, boolean b);
private BigInteger multiply(long a);
BigInteger divide(BigInteger a);
BigInteger[] divideAndRemainder(BigInteger a);
BigInteger remainder(BigInteger a);
BigInteger pow(int a);
BigInteger sqrt();
BigInteger[] sqrtAndRemainder();
BigInteger gcd(BigInteger a);
private static int bitLength(int[] a, int b);
BigInteger abs();
BigInteger negate();
int signum();
BigInteger mod(BigInteger a);
BigInteger modPow(BigInteger a, BigInteger b);
BigInteger modInverse(BigInteger a);
BigInteger shiftLeft(int a);
private static int[] shiftLeft(int[] a, int b);
BigInteger shiftRight(int a);
BigInteger and(BigInteger a);
BigInteger or(BigInteger a);
BigInteger xor(BigInteger a);
BigInteger not();
BigInteger andNot(BigInteger a);
boolean testBit(int a);
BigInteger setBit(int a);
BigInteger clearBit(int a);
BigInteger flipBit(int a);
int getLowestSetBit();
int bitLength();
int bitCount();
boolean isProbablePrime(int a);
int compareTo(BigInteger a);
boolean equals(Object a);
BigInteger min(BigInteger a);
BigInteger max(BigInteger a);
int hashCode();
String toString(int a);
private static void toString(BigInteger a, StringBuilder b, int c, int d);
String toString();
byte[] toByteArray();
int intValue();
long longValue();
float floatValue();
double doubleValue();
long longValueExact();
int intValueExact();
short shortValueExact();
byte byteValueExact();
}
class MathContext implements Serializable {
static MathContext UNLIMITED;
static MathContext DECIMAL32;
static MathContext DECIMAL64;
static MathContext DECIMAL128;
MathContext(int a){}
MathContext(int a, RoundingMode b){}
MathContext(String a){}
int getPrecision();
RoundingMode getRoundingMode();
boolean equals(Object a);
int hashCode();
String toString();
}
enum RoundingMode {
UP,DOWN,CEILING,FLOOR,HALF_UP,HALF_DOWN,HALF_EVEN,UNNECESSARY;
}
