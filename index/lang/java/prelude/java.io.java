package java.io;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.URL;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Locale;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
class BufferedInputStream extends FilterInputStream {
byte[] buf;
int count;
int pos;
int markpos;
int marklimit;
BufferedInputStream(InputStream a){}
BufferedInputStream(InputStream a, int b){}
int read();
int read(byte[] a, int b, int c);
long skip(long a);
int available();
void mark(int a);
void reset();
boolean markSupported();
void close();
}
class BufferedOutputStream extends FilterOutputStream {
byte[] buf;
int count;
BufferedOutputStream(OutputStream a){}
BufferedOutputStream(OutputStream a, int b){}
void write(int a);
void write(byte[] a, int b, int c);
void flush();
}
class BufferedReader extends Reader {
BufferedReader(Reader a, int b){}
BufferedReader(Reader a){}
int read();
int read(char[] a, int b, int c);
private String readLine(boolean a, boolean[] b);
String readLine();
long skip(long a);
boolean ready();
boolean markSupported();
void mark(int a);
void reset();
void close();
Stream<String> lines();
}
class BufferedWriter extends Writer {
BufferedWriter(Writer a){}
BufferedWriter(Writer a, int b){}
void write(int a);
void write(char[] a, int b, int c);
void write(String a, int b, int c);
void newLine();
void flush();
void close();
}
class ByteArrayInputStream extends InputStream {
byte[] buf;
int pos;
int mark;
int count;
ByteArrayInputStream(byte[] a){}
ByteArrayInputStream(byte[] a, int b, int c){}
int read();
int read(byte[] a, int b, int c);
byte[] readAllBytes();
int readNBytes(byte[] a, int b, int c);
long transferTo(OutputStream a);
long skip(long a);
int available();
boolean markSupported();
void mark(int a);
void reset();
void close();
}
class ByteArrayOutputStream extends OutputStream {
byte[] buf;
int count;
ByteArrayOutputStream(){}
ByteArrayOutputStream(int a){}
void write(int a);
void write(byte[] a, int b, int c);
void writeBytes(byte[] a);
void writeTo(OutputStream a);
void reset();
byte[] toByteArray();
int size();
String toString();
String toString(String a);
String toString(Charset a);
String toString(int a);
void close();
}
class CharArrayReader extends Reader {
char[] buf;
int pos;
int markedPos;
int count;
CharArrayReader(char[] a){}
CharArrayReader(char[] a, int b, int c){}
int read();
int read(char[] a, int b, int c);
int read(CharBuffer a);
long skip(long a);
boolean ready();
boolean markSupported();
void mark(int a);
void reset();
void close();
}
class CharArrayWriter extends Writer {
char[] buf;
int count;
CharArrayWriter(){}
CharArrayWriter(int a){}
void write(int a);
void write(char[] a, int b, int c);
void write(String a, int b, int c);
void writeTo(Writer a);
CharArrayWriter append(CharSequence a);
CharArrayWriter append(CharSequence a, int b, int c);
CharArrayWriter append(char a);
void reset();
char[] toCharArray();
int size();
String toString();
void flush();
void close();
}
class CharConversionException extends IOException {
CharConversionException(){}
CharConversionException(String a){}
}
interface Closeable extends AutoCloseable {
void close();
}
class Console implements Flushable {
PrintWriter writer();
Reader reader();
Console format(String a, Object... b);
Console printf(String a, Object... b);
String readLine(String a, Object... b);
String readLine();
char[] readPassword(String a, Object... b);
char[] readPassword();
void flush();
Charset charset();
private Console(){}
}
interface DataInput {
void readFully(byte[] a);
void readFully(byte[] a, int b, int c);
int skipBytes(int a);
boolean readBoolean();
byte readByte();
int readUnsignedByte();
short readShort();
int readUnsignedShort();
char readChar();
int readInt();
long readLong();
float readFloat();
double readDouble();
String readLine();
String readUTF();
}
class DataInputStream extends FilterInputStream implements DataInput {
DataInputStream(InputStream a){}
int read(byte[] a);
int read(byte[] a, int b, int c);
void readFully(byte[] a);
void readFully(byte[] a, int b, int c);
int skipBytes(int a);
boolean readBoolean();
byte readByte();
int readUnsignedByte();
short readShort();
int readUnsignedShort();
char readChar();
int readInt();
long readLong();
float readFloat();
double readDouble();
String readLine();
String readUTF();
static String readUTF(DataInput a);
}
interface DataOutput {
void write(int a);
void write(byte[] a);
void write(byte[] a, int b, int c);
void writeBoolean(boolean a);
void writeByte(int a);
void writeShort(int a);
void writeChar(int a);
void writeInt(int a);
void writeLong(long a);
void writeFloat(float a);
void writeDouble(double a);
void writeBytes(String a);
void writeChars(String a);
void writeUTF(String a);
}
class DataOutputStream extends FilterOutputStream implements DataOutput {
int written;
DataOutputStream(OutputStream a){}
void write(int a);
void write(byte[] a, int b, int c);
void flush();
void writeBoolean(boolean a);
void writeByte(int a);
void writeShort(int a);
void writeChar(int a);
void writeInt(int a);
void writeLong(long a);
void writeFloat(float a);
void writeDouble(double a);
void writeBytes(String a);
void writeChars(String a);
void writeUTF(String a);
static private int writeUTF(String a, DataOutput b);
int size();
}
class EOFException extends IOException {
EOFException(){}
EOFException(String a){}
}
interface Externalizable extends Serializable {
void writeExternal(ObjectOutput a);
void readExternal(ObjectInput a);
}
class File implements Serializable, Comparable<File> {
static char separatorChar;
static String separator;
static char pathSeparatorChar;
static String pathSeparator;
private File(String a, int b){}
private File(String a, File b){}
File(String a){}
File(String a, String b){}
File(File a, String b){}
File(URI a){}
String getName();
String getParent();
File getParentFile();
String getPath();
boolean isAbsolute();
String getAbsolutePath();
File getAbsoluteFile();
String getCanonicalPath();
File getCanonicalFile();
URL toURL();
URI toURI();
boolean canRead();
boolean canWrite();
boolean exists();
boolean isDirectory();
boolean isFile();
boolean isHidden();
long lastModified();
long length();
boolean createNewFile();
boolean delete();
void deleteOnExit();
String[] list();
String[] list(FilenameFilter a);
File[] listFiles();
File[] listFiles(FilenameFilter a);
File[] listFiles(FileFilter a);
boolean mkdir();
boolean mkdirs();
boolean renameTo(File a);
boolean setLastModified(long a);
boolean setReadOnly();
boolean setWritable(boolean a, boolean b);
boolean setWritable(boolean a);
boolean setReadable(boolean a, boolean b);
boolean setReadable(boolean a);
boolean setExecutable(boolean a, boolean b);
boolean setExecutable(boolean a);
boolean canExecute();
static File[] listRoots();
long getTotalSpace();
long getFreeSpace();
long getUsableSpace();
static File createTempFile(String a, String b, File c);
static File createTempFile(String a, String b);
int compareTo(File a);
boolean equals(Object a);
int hashCode();
String toString();
Path toPath();
}
class FileDescriptor {
static FileDescriptor in;
static FileDescriptor out;
static FileDescriptor err;
FileDescriptor(){}
private FileDescriptor(int a){}
boolean valid();
void sync();
}
interface FileFilter {
boolean accept(File a);
}
class FileInputStream extends InputStream {
FileInputStream(String a){}
FileInputStream(File a){}
FileInputStream(FileDescriptor a){}
int read();
int read(byte[] a);
int read(byte[] a, int b, int c);
byte[] readAllBytes();
byte[] readNBytes(int a);
long skip(long a);
int available();
void close();
FileDescriptor getFD();
java.nio.channels.FileChannel getChannel();
}
class FileNotFoundException extends IOException {
FileNotFoundException(){}
FileNotFoundException(String a){}
private FileNotFoundException(String a, String b){}
}
class FileOutputStream extends OutputStream {
FileOutputStream(String a){}
FileOutputStream(String a, boolean b){}
FileOutputStream(File a){}
FileOutputStream(File a, boolean b){}
FileOutputStream(FileDescriptor a){}
private void write(int a, boolean b);
void write(int a);
void write(byte[] a);
void write(byte[] a, int b, int c);
void close();
FileDescriptor getFD();
java.nio.channels.FileChannel getChannel();
}
class FilePermission extends java.security.Permission implements Serializable {
private FilePermission(String a, FilePermission b, Path c, Path d, int e, String f){}
FilePermission(String a, String b){}
private FilePermission(String a, int b){}
boolean implies(java.security.Permission a);
boolean equals(Object a);
int hashCode();
private static String getActions(int a);
String getActions();
java.security.PermissionCollection newPermissionCollection();
}
class FileReader extends InputStreamReader {
FileReader(String a){}
FileReader(File a){}
FileReader(FileDescriptor a){}
FileReader(String a, Charset b){}
FileReader(File a, Charset b){}
}
class FileWriter extends OutputStreamWriter {
FileWriter(String a){}
FileWriter(String a, boolean b){}
FileWriter(File a){}
FileWriter(File a, boolean b){}
FileWriter(FileDescriptor a){}
FileWriter(String a, Charset b){}
FileWriter(String a, Charset b, boolean c){}
FileWriter(File a, Charset b){}
FileWriter(File a, Charset b, boolean c){}
}
interface FilenameFilter {
boolean accept(File a, String b);
}
class FilterInputStream extends InputStream {
InputStream in;
FilterInputStream(InputStream a){}
int read();
int read(byte[] a);
int read(byte[] a, int b, int c);
long skip(long a);
int available();
void close();
void mark(int a);
void reset();
boolean markSupported();
}
class FilterOutputStream extends OutputStream {
OutputStream out;
FilterOutputStream(OutputStream a){}
void write(int a);
void write(byte[] a);
void write(byte[] a, int b, int c);
void flush();
void close();
}
abstract class FilterReader extends Reader {
Reader in;
FilterReader(Reader a){}
int read();
int read(char[] a, int b, int c);
long skip(long a);
boolean ready();
boolean markSupported();
void mark(int a);
void reset();
void close();
}
abstract class FilterWriter extends Writer {
Writer out;
FilterWriter(Writer a){}
void write(int a);
void write(char[] a, int b, int c);
void write(String a, int b, int c);
void flush();
void close();
}
interface Flushable {
void flush();
}
class IOError extends Error {
IOError(Throwable a){}
}
class IOException extends Exception {
IOException(){}
IOException(String a){}
IOException(String a, Throwable b){}
IOException(Throwable a){}
}
abstract class InputStream implements Closeable {
InputStream(){}
static InputStream nullInputStream();
abstract int read();
int read(byte[] a);
int read(byte[] a, int b, int c);
byte[] readAllBytes();
byte[] readNBytes(int a);
int readNBytes(byte[] a, int b, int c);
long skip(long a);
void skipNBytes(long a);
int available();
void close();
void mark(int a);
void reset();
boolean markSupported();
long transferTo(OutputStream a);
}
class InputStreamReader extends Reader {
InputStreamReader(InputStream a){}
InputStreamReader(InputStream a, String b){}
InputStreamReader(InputStream a, Charset b){}
InputStreamReader(InputStream a, CharsetDecoder b){}
String getEncoding();
int read(CharBuffer a);
int read();
int read(char[] a, int b, int c);
boolean ready();
void close();
}
class InterruptedIOException extends IOException {
int bytesTransferred;
InterruptedIOException(){}
InterruptedIOException(String a){}
}
class InvalidClassException extends ObjectStreamException {
String classname;
InvalidClassException(String a){}
InvalidClassException(String a, String b){}
String getMessage();
}
class InvalidObjectException extends ObjectStreamException {
InvalidObjectException(String a){}
}
class LineNumberInputStream extends FilterInputStream {
LineNumberInputStream(InputStream a){}
int read();
int read(byte[] a, int b, int c);
long skip(long a);
void setLineNumber(int a);
int getLineNumber();
int available();
void mark(int a);
void reset();
}
class LineNumberReader extends BufferedReader {
LineNumberReader(Reader a){}
LineNumberReader(Reader a, int b){}
void setLineNumber(int a);
int getLineNumber();
int read();
int read(char[] a, int b, int c);
String readLine();
long skip(long a);
void mark(int a);
void reset();
}
class NotActiveException extends ObjectStreamException {
NotActiveException(String a){}
NotActiveException(){}
}
class NotSerializableException extends ObjectStreamException {
NotSerializableException(String a){}
NotSerializableException(){}
}
interface ObjectInput extends DataInput, AutoCloseable {
Object readObject();
int read();
int read(byte[] a);
int read(byte[] a, int b, int c);
long skip(long a);
int available();
void close();
}
interface ObjectInputFilter {
static class Config {
static ObjectInputFilter getSerialFilter();
static void setSerialFilter(ObjectInputFilter a);
static BinaryOperator<ObjectInputFilter> getSerialFilterFactory();
static void setSerialFilterFactory(BinaryOperator<ObjectInputFilter> a);
static ObjectInputFilter createFilter(String a);
private Config(){}
}
static enum Status {
UNDECIDED,ALLOWED,REJECTED;
}
static interface FilterInfo {
Class<?> serialClass();
long arrayLength();
long depth();
long references();
long streamBytes();
}
ObjectInputFilter.Status checkInput(ObjectInputFilter.FilterInfo a);
static ObjectInputFilter allowFilter(Predicate<Class<?>> a, ObjectInputFilter.Status b);
static ObjectInputFilter rejectFilter(Predicate<Class<?>> a, ObjectInputFilter.Status b);
static ObjectInputFilter merge(ObjectInputFilter a, ObjectInputFilter b);
static ObjectInputFilter rejectUndecidedClass(ObjectInputFilter a);
}
class ObjectInputStream extends InputStream implements ObjectInput, ObjectStreamConstants {
abstract static class GetField {
GetField(){}
abstract ObjectStreamClass getObjectStreamClass();
abstract boolean defaulted(String a);
abstract boolean get(String a, boolean b);
abstract byte get(String a, byte b);
abstract char get(String a, char b);
abstract short get(String a, short b);
abstract int get(String a, int b);
abstract long get(String a, long b);
abstract float get(String a, float b);
abstract double get(String a, double b);
abstract Object get(String a, Object b);
}
ObjectInputStream(InputStream a){}
ObjectInputStream(){}
Object readObject();
private Object readObject(Class<?> a);
Object readObjectOverride();
Object readUnshared();
void defaultReadObject();
ObjectInputStream.GetField readFields();
void registerValidation(ObjectInputValidation a, int b);
Class<?> resolveClass(ObjectStreamClass a);
Class<?> resolveProxyClass(String[] a);
Object resolveObject(Object a);
boolean enableResolveObject(boolean a);
void readStreamHeader();
ObjectStreamClass readClassDescriptor();
int read();
int read(byte[] a, int b, int c);
int available();
void close();
boolean readBoolean();
byte readByte();
int readUnsignedByte();
char readChar();
short readShort();
int readUnsignedShort();
int readInt();
long readLong();
float readFloat();
double readDouble();
void readFully(byte[] a);
void readFully(byte[] a, int b, int c);
int skipBytes(int a);
String readLine();
String readUTF();
ObjectInputFilter getObjectInputFilter();
void setObjectInputFilter(ObjectInputFilter a);
}
interface ObjectInputValidation {
void validateObject();
}
interface ObjectOutput extends DataOutput, AutoCloseable {
void writeObject(Object a);
void write(int a);
void write(byte[] a);
void write(byte[] a, int b, int c);
void flush();
void close();
}
class ObjectOutputStream extends OutputStream implements ObjectOutput, ObjectStreamConstants {
abstract static class PutField {
PutField(){}
abstract void put(String a, boolean b);
abstract void put(String a, byte b);
abstract void put(String a, char b);
abstract void put(String a, short b);
abstract void put(String a, int b);
abstract void put(String a, long b);
abstract void put(String a, float b);
abstract void put(String a, double b);
abstract void put(String a, Object b);
abstract void write(ObjectOutput a);
}
ObjectOutputStream(OutputStream a){}
ObjectOutputStream(){}
void useProtocolVersion(int a);
void writeObject(Object a);
void writeObjectOverride(Object a);
void writeUnshared(Object a);
void defaultWriteObject();
ObjectOutputStream.PutField putFields();
void writeFields();
void reset();
void annotateClass(Class<?> a);
void annotateProxyClass(Class<?> a);
Object replaceObject(Object a);
boolean enableReplaceObject(boolean a);
void writeStreamHeader();
void writeClassDescriptor(ObjectStreamClass a);
void write(int a);
void write(byte[] a);
void write(byte[] a, int b, int c);
void flush();
void drain();
void close();
void writeBoolean(boolean a);
void writeByte(int a);
void writeShort(int a);
void writeChar(int a);
void writeInt(int a);
void writeLong(long a);
void writeFloat(float a);
void writeDouble(double a);
void writeBytes(String a);
void writeChars(String a);
void writeUTF(String a);
}
class ObjectStreamClass implements Serializable {
static ObjectStreamField[] NO_FIELDS;
static ObjectStreamClass lookup(Class<?> a);
static ObjectStreamClass lookupAny(Class<?> a);
String getName();
long getSerialVersionUID();
Class<?> forClass();
ObjectStreamField[] getFields();
ObjectStreamField getField(String a);
String toString();
static private ObjectStreamClass lookup(Class<?> a, boolean b);
private ObjectStreamField[] getFields(boolean a);
private ObjectStreamField getField(String a, Class<?> b);
private ObjectStreamClass(){}
}
interface ObjectStreamConstants {
static short STREAM_MAGIC;
static short STREAM_VERSION;
static byte TC_BASE;
static byte TC_NULL;
static byte TC_REFERENCE;
static byte TC_CLASSDESC;
static byte TC_OBJECT;
static byte TC_STRING;
static byte TC_ARRAY;
static byte TC_CLASS;
static byte TC_BLOCKDATA;
static byte TC_ENDBLOCKDATA;
static byte TC_RESET;
static byte TC_BLOCKDATALONG;
static byte TC_EXCEPTION;
static byte TC_LONGSTRING;
static byte TC_PROXYCLASSDESC;
static byte TC_ENUM;
static byte TC_MAX;
static int baseWireHandle;
static byte SC_WRITE_METHOD;
static byte SC_BLOCK_DATA;
static byte SC_SERIALIZABLE;
static byte SC_EXTERNALIZABLE;
static byte SC_ENUM;
static SerializablePermission SUBSTITUTION_PERMISSION;
static SerializablePermission SUBCLASS_IMPLEMENTATION_PERMISSION;
static SerializablePermission SERIAL_FILTER_PERMISSION;
static int PROTOCOL_VERSION_1;
static int PROTOCOL_VERSION_2;
}
abstract class ObjectStreamException extends IOException {
ObjectStreamException(String a){}
ObjectStreamException(){}
}
class ObjectStreamField implements Comparable<Object> {
ObjectStreamField(String a, Class<?> b){}
ObjectStreamField(String a, Class<?> b, boolean c){}
private ObjectStreamField(String a, String b, boolean c){}
private ObjectStreamField(Field a, boolean b, boolean c){}
String getName();
Class<?> getType();
char getTypeCode();
String getTypeString();
int getOffset();
void setOffset(int a);
boolean isPrimitive();
boolean isUnshared();
int compareTo(Object a);
String toString();
}
class OptionalDataException extends ObjectStreamException {
int length;
boolean eof;
private OptionalDataException(){}
}
abstract class OutputStream implements Closeable, Flushable {
OutputStream(){}
static OutputStream nullOutputStream();
abstract void write(int a);
void write(byte[] a);
void write(byte[] a, int b, int c);
void flush();
void close();
}
class OutputStreamWriter extends Writer {
OutputStreamWriter(OutputStream a, String b){}
OutputStreamWriter(OutputStream a){}
OutputStreamWriter(OutputStream a, Charset b){}
OutputStreamWriter(OutputStream a, CharsetEncoder b){}
String getEncoding();
void write(int a);
void write(char[] a, int b, int c);
void write(String a, int b, int c);
Writer append(CharSequence a, int b, int c);
Writer append(CharSequence a);
void flush();
void close();
}
class PipedInputStream extends InputStream {
static int PIPE_SIZE;
byte[] buffer;
int in;
int out;
PipedInputStream(PipedOutputStream a){}
PipedInputStream(PipedOutputStream a, int b){}
PipedInputStream(){}
PipedInputStream(int a){}
void connect(PipedOutputStream a);
void receive(int a);
private void receive(byte[] a, int b, int c);
int read();
int read(byte[] a, int b, int c);
int available();
void close();
}
class PipedOutputStream extends OutputStream {
PipedOutputStream(PipedInputStream a){}
PipedOutputStream(){}
void connect(PipedInputStream a);
void write(int a);
void write(byte[] a, int b, int c);
void flush();
void close();
}
class PipedReader extends Reader {
PipedReader(PipedWriter a){}
PipedReader(PipedWriter a, int b){}
PipedReader(){}
PipedReader(int a){}
void connect(PipedWriter a);
int read();
int read(char[] a, int b, int c);
boolean ready();
void close();
}
class PipedWriter extends Writer {
PipedWriter(PipedReader a){}
PipedWriter(){}
void connect(PipedReader a);
void write(int a);
void write(char[] a, int b, int c);
void flush();
void close();
}
class PrintStream extends FilterOutputStream implements Appendable, Closeable {
private PrintStream(boolean a, OutputStream b){}
private PrintStream(boolean a, Charset b, OutputStream c){}
PrintStream(OutputStream a){}
PrintStream(OutputStream a, boolean b){}
PrintStream(OutputStream a, boolean b, String c){}
PrintStream(OutputStream a, boolean b, Charset c){}
PrintStream(String a){}
PrintStream(String a, String b){}
PrintStream(String a, Charset b){}
PrintStream(File a){}
PrintStream(File a, String b){}
PrintStream(File a, Charset b){}
void flush();
void close();
boolean checkError();
void setError();
void clearError();
void write(int a);
void write(byte[] a, int b, int c);
void write(byte[] a);
void writeBytes(byte[] a);
private void write(char[] a);
private void write(String a);
void print(boolean a);
void print(char a);
void print(int a);
void print(long a);
void print(float a);
void print(double a);
void print(char[] a);
void print(String a);
void print(Object a);
void println();
void println(boolean a);
void println(char a);
void println(int a);
void println(long a);
void println(float a);
void println(double a);
void println(char[] a);
void println(String a);
void println(Object a);
PrintStream printf(String a, Object... b);
PrintStream printf(Locale a, String b, Object... c);
PrintStream format(String a, Object... b);
PrintStream format(Locale a, String b, Object... c);
PrintStream append(CharSequence a);
PrintStream append(CharSequence a, int b, int c);
PrintStream append(char a);
}
class PrintWriter extends Writer {
Writer out;
PrintWriter(Writer a){}
PrintWriter(Writer a, boolean b){}
PrintWriter(OutputStream a){}
PrintWriter(OutputStream a, boolean b){}
PrintWriter(OutputStream a, boolean b, Charset c){}
PrintWriter(String a){}
private PrintWriter(Charset a, File b){}
PrintWriter(String a, String b){}
PrintWriter(String a, Charset b){}
PrintWriter(File a){}
PrintWriter(File a, String b){}
PrintWriter(File a, Charset b){}
void flush();
void close();
boolean checkError();
void setError();
void clearError();
void write(int a);
void write(char[] a, int b, int c);
void write(char[] a);
void write(String a, int b, int c);
void write(String a);
void print(boolean a);
void print(char a);
void print(int a);
void print(long a);
void print(float a);
void print(double a);
void print(char[] a);
void print(String a);
void print(Object a);
void println();
void println(boolean a);
void println(char a);
void println(int a);
void println(long a);
void println(float a);
void println(double a);
void println(char[] a);
void println(String a);
void println(Object a);
PrintWriter printf(String a, Object... b);
PrintWriter printf(Locale a, String b, Object... c);
PrintWriter format(String a, Object... b);
PrintWriter format(Locale a, String b, Object... c);
PrintWriter append(CharSequence a);
PrintWriter append(CharSequence a, int b, int c);
PrintWriter append(char a);
}
class PushbackInputStream extends FilterInputStream {
byte[] buf;
int pos;
PushbackInputStream(InputStream a, int b){}
PushbackInputStream(InputStream a){}
int read();
int read(byte[] a, int b, int c);
void unread(int a);
void unread(byte[] a, int b, int c);
void unread(byte[] a);
int available();
long skip(long a);
boolean markSupported();
void mark(int a);
void reset();
void close();
}
class PushbackReader extends FilterReader {
PushbackReader(Reader a, int b){}
PushbackReader(Reader a){}
int read();
int read(char[] a, int b, int c);
void unread(int a);
void unread(char[] a, int b, int c);
void unread(char[] a);
boolean ready();
void mark(int a);
void reset();
boolean markSupported();
void close();
long skip(long a);
}
class RandomAccessFile implements DataOutput, DataInput, Closeable {
RandomAccessFile(String a, String b){}
RandomAccessFile(File a, String b){}
private RandomAccessFile(File a, String b, boolean c){}
FileDescriptor getFD();
java.nio.channels.FileChannel getChannel();
int read();
int read(byte[] a, int b, int c);
int read(byte[] a);
void readFully(byte[] a);
void readFully(byte[] a, int b, int c);
int skipBytes(int a);
void write(int a);
private void writeBytes(byte[] a, int b, int c);
void write(byte[] a);
void write(byte[] a, int b, int c);
long getFilePointer();
void seek(long a);
long length();
void setLength(long a);
void close();
boolean readBoolean();
byte readByte();
int readUnsignedByte();
short readShort();
int readUnsignedShort();
char readChar();
int readInt();
long readLong();
float readFloat();
double readDouble();
String readLine();
String readUTF();
void writeBoolean(boolean a);
void writeByte(int a);
void writeShort(int a);
void writeChar(int a);
void writeInt(int a);
void writeLong(long a);
void writeFloat(float a);
void writeDouble(double a);
void writeBytes(String a);
void writeChars(String a);
void writeUTF(String a);
}
abstract class Reader implements Readable, Closeable {
Object lock;
static Reader nullReader();
Reader(){}
Reader(Object a){}
int read(CharBuffer a);
int read();
int read(char[] a);
abstract int read(char[] a, int b, int c);
long skip(long a);
boolean ready();
boolean markSupported();
void mark(int a);
void reset();
abstract void close();
long transferTo(Writer a);
}
class SequenceInputStream extends InputStream {
SequenceInputStream(Enumeration<? extends InputStream> a){}
SequenceInputStream(InputStream a, InputStream b){}
int available();
int read();
int read(byte[] a, int b, int c);
void close();
}
@interface Serial {
}
interface Serializable {
}
class SerializablePermission extends java.security.BasicPermission {
SerializablePermission(String a){}
SerializablePermission(String a, String b){}
}
class StreamCorruptedException extends ObjectStreamException {
StreamCorruptedException(String a){}
StreamCorruptedException(){}
}
class StreamTokenizer {
int ttype;
static int TT_EOF;
static int TT_EOL;
static int TT_NUMBER;
static int TT_WORD;
String sval;
double nval;
private StreamTokenizer(){}
StreamTokenizer(InputStream a){}
StreamTokenizer(Reader a){}
void resetSyntax();
void wordChars(int a, int b);
void whitespaceChars(int a, int b);
void ordinaryChars(int a, int b);
void ordinaryChar(int a);
void commentChar(int a);
void quoteChar(int a);
void parseNumbers();
void eolIsSignificant(boolean a);
void slashStarComments(boolean a);
void slashSlashComments(boolean a);
void lowerCaseMode(boolean a);
int nextToken();
void pushBack();
int lineno();
String toString();
}
class StringBufferInputStream extends InputStream {
String buffer;
int pos;
int count;
StringBufferInputStream(String a){}
int read();
int read(byte[] a, int b, int c);
long skip(long a);
int available();
void reset();
}
class StringReader extends Reader {
StringReader(String a){}
int read();
int read(char[] a, int b, int c);
long skip(long a);
boolean ready();
boolean markSupported();
void mark(int a);
void reset();
void close();
}
class StringWriter extends Writer {
StringWriter(){}
StringWriter(int a){}
void write(int a);
void write(char[] a, int b, int c);
void write(String a);
void write(String a, int b, int c);
StringWriter append(CharSequence a);
StringWriter append(CharSequence a, int b, int c);
StringWriter append(char a);
String toString();
StringBuffer getBuffer();
void flush();
void close();
}
class SyncFailedException extends IOException {
SyncFailedException(String a){}
}
class UTFDataFormatException extends IOException {
UTFDataFormatException(){}
UTFDataFormatException(String a){}
}
class UncheckedIOException extends RuntimeException {
UncheckedIOException(String a, IOException b){}
UncheckedIOException(IOException a){}
IOException getCause();
}
class UnsupportedEncodingException extends IOException {
UnsupportedEncodingException(){}
UnsupportedEncodingException(String a){}
}
class WriteAbortedException extends ObjectStreamException {
Exception detail;
WriteAbortedException(String a, Exception b){}
String getMessage();
Throwable getCause();
}
abstract class Writer implements Appendable, Closeable, Flushable {
Object lock;
static Writer nullWriter();
Writer(){}
Writer(Object a){}
void write(int a);
void write(char[] a);
abstract void write(char[] a, int b, int c);
void write(String a);
void write(String a, int b, int c);
Writer append(CharSequence a);
Writer append(CharSequence a, int b, int c);
Writer append(char a);
abstract void flush();
abstract void close();
}
