package java.nio;
import java.util.stream.IntStream;
abstract class Buffer {
int capacity();
int position();
Buffer position(int a);
int limit();
Buffer limit(int a);
Buffer mark();
Buffer reset();
Buffer clear();
Buffer flip();
Buffer rewind();
int remaining();
boolean hasRemaining();
abstract boolean isReadOnly();
abstract boolean hasArray();
abstract Object array();
abstract int arrayOffset();
abstract boolean isDirect();
abstract Buffer slice();
abstract Buffer slice(int a, int b);
abstract Buffer duplicate();
private Buffer(){}
}
class BufferOverflowException extends RuntimeException {
BufferOverflowException(){}
}
class BufferUnderflowException extends RuntimeException {
BufferUnderflowException(){}
}
abstract class ByteBuffer extends Buffer implements Comparable<ByteBuffer> {
static ByteBuffer allocateDirect(int a);
static ByteBuffer allocate(int a);
static ByteBuffer wrap(byte[] a, int b, int c);
static ByteBuffer wrap(byte[] a);
abstract ByteBuffer slice();
abstract ByteBuffer slice(int a, int b);
abstract ByteBuffer duplicate();
abstract ByteBuffer asReadOnlyBuffer();
abstract byte get();
abstract ByteBuffer put(byte a);
abstract byte get(int a);
abstract ByteBuffer put(int a, byte b);
ByteBuffer get(byte[] a, int b, int c);
ByteBuffer get(byte[] a);
ByteBuffer get(int a, byte[] b, int c, int d);
ByteBuffer get(int a, byte[] b);
ByteBuffer put(ByteBuffer a);
ByteBuffer put(int a, ByteBuffer b, int c, int d);
ByteBuffer put(byte[] a, int b, int c);
ByteBuffer put(byte[] a);
ByteBuffer put(int a, byte[] b, int c, int d);
ByteBuffer put(int a, byte[] b);
boolean hasArray();
byte[] array();
int arrayOffset();
ByteBuffer position(int a);
ByteBuffer limit(int a);
ByteBuffer mark();
ByteBuffer reset();
ByteBuffer clear();
ByteBuffer flip();
ByteBuffer rewind();
abstract ByteBuffer compact();
abstract boolean isDirect();
String toString();
int hashCode();
boolean equals(Object a);
int compareTo(ByteBuffer a);
int mismatch(ByteBuffer a);
ByteOrder order();
ByteBuffer order(ByteOrder a);
int alignmentOffset(int a, int b);
ByteBuffer alignedSlice(int a);
abstract char getChar();
abstract ByteBuffer putChar(char a);
abstract char getChar(int a);
abstract ByteBuffer putChar(int a, char b);
abstract CharBuffer asCharBuffer();
abstract short getShort();
abstract ByteBuffer putShort(short a);
abstract short getShort(int a);
abstract ByteBuffer putShort(int a, short b);
abstract ShortBuffer asShortBuffer();
abstract int getInt();
abstract ByteBuffer putInt(int a);
abstract int getInt(int a);
abstract ByteBuffer putInt(int a, int b);
abstract IntBuffer asIntBuffer();
abstract long getLong();
abstract ByteBuffer putLong(long a);
abstract long getLong(int a);
abstract ByteBuffer putLong(int a, long b);
abstract LongBuffer asLongBuffer();
abstract float getFloat();
abstract ByteBuffer putFloat(float a);
abstract float getFloat(int a);
abstract ByteBuffer putFloat(int a, float b);
abstract FloatBuffer asFloatBuffer();
abstract double getDouble();
abstract ByteBuffer putDouble(double a);
abstract double getDouble(int a);
abstract ByteBuffer putDouble(int a, double b);
abstract DoubleBuffer asDoubleBuffer();
private ByteBuffer(){}
}
class ByteOrder {
static ByteOrder BIG_ENDIAN;
static ByteOrder LITTLE_ENDIAN;
static ByteOrder nativeOrder();
String toString();
private ByteOrder(){}
}
abstract class CharBuffer extends Buffer implements Comparable<CharBuffer>, Appendable, CharSequence, Readable {
static CharBuffer allocate(int a);
static CharBuffer wrap(char[] a, int b, int c);
static CharBuffer wrap(char[] a);
int read(CharBuffer a);
static CharBuffer wrap(CharSequence a, int b, int c);
static CharBuffer wrap(CharSequence a);
abstract CharBuffer slice();
abstract CharBuffer slice(int a, int b);
abstract CharBuffer duplicate();
abstract CharBuffer asReadOnlyBuffer();
abstract char get();
abstract CharBuffer put(char a);
abstract char get(int a);
abstract CharBuffer put(int a, char b);
CharBuffer get(char[] a, int b, int c);
CharBuffer get(char[] a);
CharBuffer get(int a, char[] b, int c, int d);
CharBuffer get(int a, char[] b);
CharBuffer put(CharBuffer a);
CharBuffer put(int a, CharBuffer b, int c, int d);
CharBuffer put(char[] a, int b, int c);
CharBuffer put(char[] a);
CharBuffer put(int a, char[] b, int c, int d);
CharBuffer put(int a, char[] b);
CharBuffer put(String a, int b, int c);
CharBuffer put(String a);
boolean hasArray();
char[] array();
int arrayOffset();
CharBuffer position(int a);
CharBuffer limit(int a);
CharBuffer mark();
CharBuffer reset();
CharBuffer clear();
CharBuffer flip();
CharBuffer rewind();
abstract CharBuffer compact();
abstract boolean isDirect();
int hashCode();
boolean equals(Object a);
int compareTo(CharBuffer a);
int mismatch(CharBuffer a);
String toString();
abstract private String toString(int a, int b);
int length();
boolean isEmpty();
char charAt(int a);
abstract CharBuffer subSequence(int a, int b);
CharBuffer append(CharSequence a);
CharBuffer append(CharSequence a, int b, int c);
CharBuffer append(char a);
abstract ByteOrder order();
IntStream chars();
private CharBuffer(){}
}
abstract class DoubleBuffer extends Buffer implements Comparable<DoubleBuffer> {
static DoubleBuffer allocate(int a);
static DoubleBuffer wrap(double[] a, int b, int c);
static DoubleBuffer wrap(double[] a);
abstract DoubleBuffer slice();
abstract DoubleBuffer slice(int a, int b);
abstract DoubleBuffer duplicate();
abstract DoubleBuffer asReadOnlyBuffer();
abstract double get();
abstract DoubleBuffer put(double a);
abstract double get(int a);
abstract DoubleBuffer put(int a, double b);
DoubleBuffer get(double[] a, int b, int c);
DoubleBuffer get(double[] a);
DoubleBuffer get(int a, double[] b, int c, int d);
DoubleBuffer get(int a, double[] b);
DoubleBuffer put(DoubleBuffer a);
DoubleBuffer put(int a, DoubleBuffer b, int c, int d);
DoubleBuffer put(double[] a, int b, int c);
DoubleBuffer put(double[] a);
DoubleBuffer put(int a, double[] b, int c, int d);
DoubleBuffer put(int a, double[] b);
boolean hasArray();
double[] array();
int arrayOffset();
DoubleBuffer position(int a);
DoubleBuffer limit(int a);
DoubleBuffer mark();
DoubleBuffer reset();
DoubleBuffer clear();
DoubleBuffer flip();
DoubleBuffer rewind();
abstract DoubleBuffer compact();
abstract boolean isDirect();
String toString();
int hashCode();
boolean equals(Object a);
int compareTo(DoubleBuffer a);
int mismatch(DoubleBuffer a);
abstract ByteOrder order();
private DoubleBuffer(){}
}
abstract class FloatBuffer extends Buffer implements Comparable<FloatBuffer> {
static FloatBuffer allocate(int a);
static FloatBuffer wrap(float[] a, int b, int c);
static FloatBuffer wrap(float[] a);
abstract FloatBuffer slice();
abstract FloatBuffer slice(int a, int b);
abstract FloatBuffer duplicate();
abstract FloatBuffer asReadOnlyBuffer();
abstract float get();
abstract FloatBuffer put(float a);
abstract float get(int a);
abstract FloatBuffer put(int a, float b);
FloatBuffer get(float[] a, int b, int c);
FloatBuffer get(float[] a);
FloatBuffer get(int a, float[] b, int c, int d);
FloatBuffer get(int a, float[] b);
FloatBuffer put(FloatBuffer a);
FloatBuffer put(int a, FloatBuffer b, int c, int d);
FloatBuffer put(float[] a, int b, int c);
FloatBuffer put(float[] a);
FloatBuffer put(int a, float[] b, int c, int d);
FloatBuffer put(int a, float[] b);
boolean hasArray();
float[] array();
int arrayOffset();
FloatBuffer position(int a);
FloatBuffer limit(int a);
FloatBuffer mark();
FloatBuffer reset();
FloatBuffer clear();
FloatBuffer flip();
FloatBuffer rewind();
abstract FloatBuffer compact();
abstract boolean isDirect();
String toString();
int hashCode();
boolean equals(Object a);
int compareTo(FloatBuffer a);
int mismatch(FloatBuffer a);
abstract ByteOrder order();
private FloatBuffer(){}
}
abstract class IntBuffer extends Buffer implements Comparable<IntBuffer> {
static IntBuffer allocate(int a);
static IntBuffer wrap(int[] a, int b, int c);
static IntBuffer wrap(int[] a);
abstract IntBuffer slice();
abstract IntBuffer slice(int a, int b);
abstract IntBuffer duplicate();
abstract IntBuffer asReadOnlyBuffer();
abstract int get();
abstract IntBuffer put(int a);
abstract int get(int a);
abstract IntBuffer put(int a, int b);
IntBuffer get(int[] a, int b, int c);
IntBuffer get(int[] a);
IntBuffer get(int a, int[] b, int c, int d);
IntBuffer get(int a, int[] b);
IntBuffer put(IntBuffer a);
IntBuffer put(int a, IntBuffer b, int c, int d);
IntBuffer put(int[] a, int b, int c);
IntBuffer put(int[] a);
IntBuffer put(int a, int[] b, int c, int d);
IntBuffer put(int a, int[] b);
boolean hasArray();
int[] array();
int arrayOffset();
IntBuffer position(int a);
IntBuffer limit(int a);
IntBuffer mark();
IntBuffer reset();
IntBuffer clear();
IntBuffer flip();
IntBuffer rewind();
abstract IntBuffer compact();
abstract boolean isDirect();
String toString();
int hashCode();
boolean equals(Object a);
int compareTo(IntBuffer a);
int mismatch(IntBuffer a);
abstract ByteOrder order();
private IntBuffer(){}
}
class InvalidMarkException extends IllegalStateException {
InvalidMarkException(){}
}
abstract class LongBuffer extends Buffer implements Comparable<LongBuffer> {
static LongBuffer allocate(int a);
static LongBuffer wrap(long[] a, int b, int c);
static LongBuffer wrap(long[] a);
abstract LongBuffer slice();
abstract LongBuffer slice(int a, int b);
abstract LongBuffer duplicate();
abstract LongBuffer asReadOnlyBuffer();
abstract long get();
abstract LongBuffer put(long a);
abstract long get(int a);
abstract LongBuffer put(int a, long b);
LongBuffer get(long[] a, int b, int c);
LongBuffer get(long[] a);
LongBuffer get(int a, long[] b, int c, int d);
LongBuffer get(int a, long[] b);
LongBuffer put(LongBuffer a);
LongBuffer put(int a, LongBuffer b, int c, int d);
LongBuffer put(long[] a, int b, int c);
LongBuffer put(long[] a);
LongBuffer put(int a, long[] b, int c, int d);
LongBuffer put(int a, long[] b);
boolean hasArray();
long[] array();
int arrayOffset();
LongBuffer position(int a);
LongBuffer limit(int a);
LongBuffer mark();
LongBuffer reset();
LongBuffer clear();
LongBuffer flip();
LongBuffer rewind();
abstract LongBuffer compact();
abstract boolean isDirect();
String toString();
int hashCode();
boolean equals(Object a);
int compareTo(LongBuffer a);
int mismatch(LongBuffer a);
abstract ByteOrder order();
private LongBuffer(){}
}
abstract class MappedByteBuffer extends ByteBuffer {
boolean isLoaded();
MappedByteBuffer load();
MappedByteBuffer force();
MappedByteBuffer force(int a, int b);
MappedByteBuffer position(int a);
MappedByteBuffer limit(int a);
MappedByteBuffer mark();
MappedByteBuffer reset();
MappedByteBuffer clear();
MappedByteBuffer flip();
MappedByteBuffer rewind();
abstract MappedByteBuffer slice();
abstract MappedByteBuffer slice(int a, int b);
abstract MappedByteBuffer duplicate();
abstract MappedByteBuffer compact();
private MappedByteBuffer(){}
}
class ReadOnlyBufferException extends UnsupportedOperationException {
ReadOnlyBufferException(){}
}
abstract class ShortBuffer extends Buffer implements Comparable<ShortBuffer> {
static ShortBuffer allocate(int a);
static ShortBuffer wrap(short[] a, int b, int c);
static ShortBuffer wrap(short[] a);
abstract ShortBuffer slice();
abstract ShortBuffer slice(int a, int b);
abstract ShortBuffer duplicate();
abstract ShortBuffer asReadOnlyBuffer();
abstract short get();
abstract ShortBuffer put(short a);
abstract short get(int a);
abstract ShortBuffer put(int a, short b);
ShortBuffer get(short[] a, int b, int c);
ShortBuffer get(short[] a);
ShortBuffer get(int a, short[] b, int c, int d);
ShortBuffer get(int a, short[] b);
ShortBuffer put(ShortBuffer a);
ShortBuffer put(int a, ShortBuffer b, int c, int d);
ShortBuffer put(short[] a, int b, int c);
ShortBuffer put(short[] a);
ShortBuffer put(int a, short[] b, int c, int d);
ShortBuffer put(int a, short[] b);
boolean hasArray();
short[] array();
int arrayOffset();
ShortBuffer position(int a);
ShortBuffer limit(int a);
ShortBuffer mark();
ShortBuffer reset();
ShortBuffer clear();
ShortBuffer flip();
ShortBuffer rewind();
abstract ShortBuffer compact();
abstract boolean isDirect();
String toString();
int hashCode();
boolean equals(Object a);
int compareTo(ShortBuffer a);
int mismatch(ShortBuffer a);
abstract ByteOrder order();
private ShortBuffer(){}
}
