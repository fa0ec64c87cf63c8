package java.nio.file;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
class AccessDeniedException extends FileSystemException {
AccessDeniedException(String a){}
AccessDeniedException(String a, String b, String c){}
}
enum AccessMode {
READ,WRITE,EXECUTE;
}
class AtomicMoveNotSupportedException extends FileSystemException {
AtomicMoveNotSupportedException(String a, String b, String c){}
}
class ClosedDirectoryStreamException extends IllegalStateException {
ClosedDirectoryStreamException(){}
}
class ClosedFileSystemException extends IllegalStateException {
ClosedFileSystemException(){}
}
class ClosedWatchServiceException extends IllegalStateException {
ClosedWatchServiceException(){}
}
interface CopyOption {
}
class DirectoryIteratorException extends ConcurrentModificationException {
DirectoryIteratorException(IOException a){}
IOException getCause();
}
class DirectoryNotEmptyException extends FileSystemException {
DirectoryNotEmptyException(String a){}
}
interface DirectoryStream<T> extends Closeable, Iterable<T> {
static interface Filter<T> {
boolean accept(T a);
}
Iterator<T> iterator();
}
class FileAlreadyExistsException extends FileSystemException {
FileAlreadyExistsException(String a){}
FileAlreadyExistsException(String a, String b, String c){}
}
abstract class FileStore {
FileStore(){}
abstract String name();
abstract String type();
abstract boolean isReadOnly();
abstract long getTotalSpace();
abstract long getUsableSpace();
abstract long getUnallocatedSpace();
long getBlockSize();
abstract boolean supportsFileAttributeView(Class<? extends java.nio.file.attribute.FileAttributeView> a);
abstract boolean supportsFileAttributeView(String a);
abstract <V extends java.nio.file.attribute.FileStoreAttributeView> V getFileStoreAttributeView(Class<V> a);
abstract Object getAttribute(String a);
}
abstract class FileSystem implements Closeable {
FileSystem(){}
abstract java.nio.file.spi.FileSystemProvider provider();
abstract void close();
abstract boolean isOpen();
abstract boolean isReadOnly();
abstract String getSeparator();
abstract Iterable<Path> getRootDirectories();
abstract Iterable<FileStore> getFileStores();
abstract Set<String> supportedFileAttributeViews();
abstract Path getPath(String a, String... b);
abstract PathMatcher getPathMatcher(String a);
abstract java.nio.file.attribute.UserPrincipalLookupService getUserPrincipalLookupService();
abstract WatchService newWatchService();
}
class FileSystemAlreadyExistsException extends RuntimeException {
FileSystemAlreadyExistsException(){}
FileSystemAlreadyExistsException(String a){}
}
class FileSystemException extends IOException {
FileSystemException(String a){}
FileSystemException(String a, String b, String c){}
String getFile();
String getOtherFile();
String getReason();
String getMessage();
}
class FileSystemLoopException extends FileSystemException {
FileSystemLoopException(String a){}
}
class FileSystemNotFoundException extends RuntimeException {
FileSystemNotFoundException(){}
FileSystemNotFoundException(String a){}
}
class FileSystems {
static FileSystem getDefault();
static FileSystem getFileSystem(URI a);
static FileSystem newFileSystem(URI a, Map<String, ?> b);
static FileSystem newFileSystem(URI a, Map<String, ?> b, ClassLoader c);
static FileSystem newFileSystem(Path a, ClassLoader b);
static FileSystem newFileSystem(Path a, Map<String, ?> b);
static FileSystem newFileSystem(Path a);
static FileSystem newFileSystem(Path a, Map<String, ?> b, ClassLoader c);
private FileSystems(){}
}
enum FileVisitOption {
FOLLOW_LINKS;
}
enum FileVisitResult {
CONTINUE,TERMINATE,SKIP_SUBTREE,SKIP_SIBLINGS;
}
interface FileVisitor<T> {
FileVisitResult preVisitDirectory(T a, java.nio.file.attribute.BasicFileAttributes b);
FileVisitResult visitFile(T a, java.nio.file.attribute.BasicFileAttributes b);
FileVisitResult visitFileFailed(T a, IOException b);
FileVisitResult postVisitDirectory(T a, IOException b);
}
class Files {
static InputStream newInputStream(Path a, OpenOption... b);
static OutputStream newOutputStream(Path a, OpenOption... b);
static java.nio.channels.SeekableByteChannel newByteChannel(Path a, Set<? extends OpenOption> b, java.nio.file.attribute.FileAttribute<?>... c);
static java.nio.channels.SeekableByteChannel newByteChannel(Path a, OpenOption... b);
static DirectoryStream<Path> newDirectoryStream(Path a);
static DirectoryStream<Path> newDirectoryStream(Path a, String b);
static DirectoryStream<Path> newDirectoryStream(Path a, DirectoryStream.Filter<? super Path> b);
static Path createFile(Path a, java.nio.file.attribute.FileAttribute<?>... b);
static Path createDirectory(Path a, java.nio.file.attribute.FileAttribute<?>... b);
static Path createDirectories(Path a, java.nio.file.attribute.FileAttribute<?>... b);
static Path createTempFile(Path a, String b, String c, java.nio.file.attribute.FileAttribute<?>... d);
static Path createTempFile(String a, String b, java.nio.file.attribute.FileAttribute<?>... c);
static Path createTempDirectory(Path a, String b, java.nio.file.attribute.FileAttribute<?>... c);
static Path createTempDirectory(String a, java.nio.file.attribute.FileAttribute<?>... b);
static Path createSymbolicLink(Path a, Path b, java.nio.file.attribute.FileAttribute<?>... c);
static Path createLink(Path a, Path b);
static void delete(Path a);
static boolean deleteIfExists(Path a);
static Path copy(Path a, Path b, CopyOption... c);
static Path move(Path a, Path b, CopyOption... c);
static Path readSymbolicLink(Path a);
static FileStore getFileStore(Path a);
static boolean isSameFile(Path a, Path b);
static long mismatch(Path a, Path b);
static boolean isHidden(Path a);
static String probeContentType(Path a);
static <V extends java.nio.file.attribute.FileAttributeView> V getFileAttributeView(Path a, Class<V> b, LinkOption... c);
static <A extends java.nio.file.attribute.BasicFileAttributes> A readAttributes(Path a, Class<A> b, LinkOption... c);
static Path setAttribute(Path a, String b, Object c, LinkOption... d);
static Object getAttribute(Path a, String b, LinkOption... c);
static Map<String, Object> readAttributes(Path a, String b, LinkOption... c);
static Set<java.nio.file.attribute.PosixFilePermission> getPosixFilePermissions(Path a, LinkOption... b);
static Path setPosixFilePermissions(Path a, Set<java.nio.file.attribute.PosixFilePermission> b);
static java.nio.file.attribute.UserPrincipal getOwner(Path a, LinkOption... b);
static Path setOwner(Path a, java.nio.file.attribute.UserPrincipal b);
static boolean isSymbolicLink(Path a);
static boolean isDirectory(Path a, LinkOption... b);
static boolean isRegularFile(Path a, LinkOption... b);
static java.nio.file.attribute.FileTime getLastModifiedTime(Path a, LinkOption... b);
static Path setLastModifiedTime(Path a, java.nio.file.attribute.FileTime b);
static long size(Path a);
static boolean exists(Path a, LinkOption... b);
static boolean notExists(Path a, LinkOption... b);
static boolean isReadable(Path a);
static boolean isWritable(Path a);
static boolean isExecutable(Path a);
static Path walkFileTree(Path a, Set<FileVisitOption> b, int c, FileVisitor<? super Path> d);
static Path walkFileTree(Path a, FileVisitor<? super Path> b);
static BufferedReader newBufferedReader(Path a, Charset b);
static BufferedReader newBufferedReader(Path a);
static BufferedWriter newBufferedWriter(Path a, Charset b, OpenOption... c);
static BufferedWriter newBufferedWriter(Path a, OpenOption... b);
static long copy(InputStream a, Path b, CopyOption... c);
static long copy(Path a, OutputStream b);
static byte[] readAllBytes(Path a);
static String readString(Path a);
static String readString(Path a, Charset b);
static List<String> readAllLines(Path a, Charset b);
static List<String> readAllLines(Path a);
static Path write(Path a, byte[] b, OpenOption... c);
static Path write(Path a, Iterable<? extends CharSequence> b, Charset c, OpenOption... d);
static Path write(Path a, Iterable<? extends CharSequence> b, OpenOption... c);
static Path writeString(Path a, CharSequence b, OpenOption... c);
static Path writeString(Path a, CharSequence b, Charset c, OpenOption... d);
static Stream<Path> list(Path a);
static Stream<Path> walk(Path a, int b, FileVisitOption... c);
static Stream<Path> walk(Path a, FileVisitOption... b);
static Stream<Path> find(Path a, int b, BiPredicate<Path, java.nio.file.attribute.BasicFileAttributes> c, FileVisitOption... d);
static Stream<String> lines(Path a, Charset b);
static Stream<String> lines(Path a);
private Files(){}
}
class InvalidPathException extends IllegalArgumentException {
InvalidPathException(String a, String b, int c){}
InvalidPathException(String a, String b){}
String getInput();
String getReason();
int getIndex();
String getMessage();
}
enum LinkOption implements OpenOption, CopyOption {
NOFOLLOW_LINKS;
}
class LinkPermission extends java.security.BasicPermission {
LinkPermission(String a){}
LinkPermission(String a, String b){}
}
class NoSuchFileException extends FileSystemException {
NoSuchFileException(String a){}
NoSuchFileException(String a, String b, String c){}
}
class NotDirectoryException extends FileSystemException {
NotDirectoryException(String a){}
}
class NotLinkException extends FileSystemException {
NotLinkException(String a){}
NotLinkException(String a, String b, String c){}
}
interface OpenOption {
}
interface Path extends Comparable<Path>, Iterable<Path>, Watchable {
static Path of(String a, String... b);
static Path of(URI a);
FileSystem getFileSystem();
boolean isAbsolute();
Path getRoot();
Path getFileName();
Path getParent();
int getNameCount();
Path getName(int a);
Path subpath(int a, int b);
boolean startsWith(Path a);
default boolean startsWith(String a);
boolean endsWith(Path a);
default boolean endsWith(String a);
Path normalize();
Path resolve(Path a);
default Path resolve(String a);
default Path resolveSibling(Path a);
default Path resolveSibling(String a);
Path relativize(Path a);
URI toUri();
Path toAbsolutePath();
Path toRealPath(LinkOption... a);
default File toFile();
WatchKey register(WatchService a, WatchEvent.Kind<?>[] b, WatchEvent.Modifier... c);
default WatchKey register(WatchService a, WatchEvent.Kind<?>... b);
default Iterator<Path> iterator();
int compareTo(Path a);
boolean equals(Object a);
int hashCode();
String toString();
}
interface PathMatcher {
boolean matches(Path a);
}
class Paths {
static Path get(String a, String... b);
static Path get(URI a);
private Paths(){}
}
class ProviderMismatchException extends IllegalArgumentException {
ProviderMismatchException(){}
ProviderMismatchException(String a){}
}
class ProviderNotFoundException extends RuntimeException {
ProviderNotFoundException(){}
ProviderNotFoundException(String a){}
}
class ReadOnlyFileSystemException extends UnsupportedOperationException {
ReadOnlyFileSystemException(){}
}
interface SecureDirectoryStream<T> extends DirectoryStream<T> {
SecureDirectoryStream<T> newDirectoryStream(T a, LinkOption... b);
java.nio.channels.SeekableByteChannel newByteChannel(T a, Set<? extends OpenOption> b, java.nio.file.attribute.FileAttribute<?>... c);
void deleteFile(T a);
void deleteDirectory(T a);
void move(T a, SecureDirectoryStream<T> b, T c);
<V extends java.nio.file.attribute.FileAttributeView> V getFileAttributeView(Class<V> a);
<V extends java.nio.file.attribute.FileAttributeView> V getFileAttributeView(T a, Class<V> b, LinkOption... c);
}
class SimpleFileVisitor<T> implements FileVisitor<T> {
SimpleFileVisitor(){}
FileVisitResult preVisitDirectory(T a, java.nio.file.attribute.BasicFileAttributes b);
FileVisitResult visitFile(T a, java.nio.file.attribute.BasicFileAttributes b);
FileVisitResult visitFileFailed(T a, IOException b);
FileVisitResult postVisitDirectory(T a, IOException b);
}
enum StandardCopyOption implements CopyOption {
REPLACE_EXISTING,COPY_ATTRIBUTES,ATOMIC_MOVE;
}
enum StandardOpenOption implements OpenOption {
READ,WRITE,APPEND,TRUNCATE_EXISTING,CREATE,CREATE_NEW,DELETE_ON_CLOSE,SPARSE,SYNC,DSYNC;
}
class StandardWatchEventKinds {
static WatchEvent.Kind<Object> OVERFLOW;
static WatchEvent.Kind<Path> ENTRY_CREATE;
static WatchEvent.Kind<Path> ENTRY_DELETE;
static WatchEvent.Kind<Path> ENTRY_MODIFY;
private StandardWatchEventKinds(){}
}
interface WatchEvent<T> {
static interface Modifier {
String name();
}
static interface Kind<T> {
String name();
Class<T> type();
}
WatchEvent.Kind<T> kind();
int count();
T context();
}
interface WatchKey {
boolean isValid();
List<WatchEvent<?>> pollEvents();
boolean reset();
void cancel();
Watchable watchable();
}
interface WatchService extends Closeable {
void close();
WatchKey poll();
WatchKey poll(long a, TimeUnit b);
WatchKey take();
}
interface Watchable {
WatchKey register(WatchService a, WatchEvent.Kind<?>[] b, WatchEvent.Modifier... c);
WatchKey register(WatchService a, WatchEvent.Kind<?>... b);
}
