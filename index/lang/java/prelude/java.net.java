package java.net;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
abstract class Authenticator {
static enum RequestorType {
PROXY,SERVER;
}
Authenticator(){}
static void setDefault(Authenticator a);
static Authenticator getDefault();
static PasswordAuthentication requestPasswordAuthentication(InetAddress a, int b, String c, String d, String e);
static PasswordAuthentication requestPasswordAuthentication(String a, InetAddress b, int c, String d, String e, String f);
static PasswordAuthentication requestPasswordAuthentication(String a, InetAddress b, int c, String d, String e, String f, URL g, Authenticator.RequestorType h);
static PasswordAuthentication requestPasswordAuthentication(Authenticator a, String b, InetAddress c, int d, String e, String f, String g, URL h, Authenticator.RequestorType i);
PasswordAuthentication requestPasswordAuthenticationInstance(String a, InetAddress b, int c, String d, String e, String f, URL g, Authenticator.RequestorType h);
String getRequestingHost();
InetAddress getRequestingSite();
int getRequestingPort();
String getRequestingProtocol();
String getRequestingPrompt();
String getRequestingScheme();
PasswordAuthentication getPasswordAuthentication();
URL getRequestingURL();
Authenticator.RequestorType getRequestorType();
}
class BindException extends SocketException {
BindException(String a){}
BindException(){}
}
abstract class CacheRequest {
CacheRequest(){}
abstract OutputStream getBody();
abstract void abort();
}
abstract class CacheResponse {
CacheResponse(){}
abstract Map<String, List<String>> getHeaders();
abstract InputStream getBody();
}
class ConnectException extends SocketException {
ConnectException(String a){}
ConnectException(){}
}
abstract class ContentHandler {
ContentHandler(){}
abstract Object getContent(URLConnection a);
Object getContent(URLConnection a, Class[] b);
}
interface ContentHandlerFactory {
ContentHandler createContentHandler(String a);
}
abstract class CookieHandler {
CookieHandler(){}
static CookieHandler getDefault();
static void setDefault(CookieHandler a);
abstract Map<String, List<String>> get(URI a, Map<String, List<String>> b);
abstract void put(URI a, Map<String, List<String>> b);
}
class CookieManager extends CookieHandler {
CookieManager(){}
CookieManager(CookieStore a, CookiePolicy b){}
void setCookiePolicy(CookiePolicy a);
CookieStore getCookieStore();
Map<String, List<String>> get(URI a, Map<String, List<String>> b);
void put(URI a, Map<String, List<String>> b);
}
interface CookiePolicy {
static CookiePolicy ACCEPT_ALL;
static CookiePolicy ACCEPT_NONE;
static CookiePolicy ACCEPT_ORIGINAL_SERVER;
boolean shouldAccept(URI a, HttpCookie b);
}
interface CookieStore {
void add(URI a, HttpCookie b);
List<HttpCookie> get(URI a);
List<HttpCookie> getCookies();
List<URI> getURIs();
boolean remove(URI a, HttpCookie b);
boolean removeAll();
}
class DatagramPacket {
DatagramPacket(byte[] a, int b, int c){}
DatagramPacket(byte[] a, int b){}
DatagramPacket(byte[] a, int b, int c, InetAddress d, int e){}
DatagramPacket(byte[] a, int b, int c, SocketAddress d){}
DatagramPacket(byte[] a, int b, InetAddress c, int d){}
DatagramPacket(byte[] a, int b, SocketAddress c){}
InetAddress getAddress();
int getPort();
byte[] getData();
int getOffset();
int getLength();
void setData(byte[] a, int b, int c);
void setAddress(InetAddress a);
void setPort(int a);
void setSocketAddress(SocketAddress a);
SocketAddress getSocketAddress();
void setData(byte[] a);
void setLength(int a);
}
class DatagramSocket implements Closeable {
private DatagramSocket(DatagramSocket a){}
DatagramSocket(){}
DatagramSocket(DatagramSocketImpl a){}
DatagramSocket(SocketAddress a){}
DatagramSocket(int a){}
DatagramSocket(int a, InetAddress b){}
void bind(SocketAddress a);
void connect(InetAddress a, int b);
void connect(SocketAddress a);
void disconnect();
boolean isBound();
boolean isConnected();
InetAddress getInetAddress();
int getPort();
SocketAddress getRemoteSocketAddress();
SocketAddress getLocalSocketAddress();
void send(DatagramPacket a);
void receive(DatagramPacket a);
InetAddress getLocalAddress();
int getLocalPort();
void setSoTimeout(int a);
int getSoTimeout();
void setSendBufferSize(int a);
int getSendBufferSize();
void setReceiveBufferSize(int a);
int getReceiveBufferSize();
void setReuseAddress(boolean a);
boolean getReuseAddress();
void setBroadcast(boolean a);
boolean getBroadcast();
void setTrafficClass(int a);
int getTrafficClass();
void close();
boolean isClosed();
java.nio.channels.DatagramChannel getChannel();
static void setDatagramSocketImplFactory(DatagramSocketImplFactory a);
<T> DatagramSocket setOption(SocketOption<T> a, T b);
<T> T getOption(SocketOption<T> a);
Set<SocketOption<?>> supportedOptions();
void joinGroup(SocketAddress a, NetworkInterface b);
void leaveGroup(SocketAddress a, NetworkInterface b);
}
abstract class DatagramSocketImpl implements SocketOptions {
int localPort;
FileDescriptor fd;
DatagramSocketImpl(){}
abstract void create();
abstract void bind(int a, InetAddress b);
abstract void send(DatagramPacket a);
void connect(InetAddress a, int b);
void disconnect();
abstract int peek(InetAddress a);
abstract int peekData(DatagramPacket a);
abstract void receive(DatagramPacket a);
abstract void setTTL(byte a);
abstract byte getTTL();
abstract void setTimeToLive(int a);
abstract int getTimeToLive();
abstract void join(InetAddress a);
abstract void leave(InetAddress a);
abstract void joinGroup(SocketAddress a, NetworkInterface b);
abstract void leaveGroup(SocketAddress a, NetworkInterface b);
abstract void close();
int getLocalPort();
FileDescriptor getFileDescriptor();
<T> void setOption(SocketOption<T> a, T b);
<T> T getOption(SocketOption<T> a);
Set<SocketOption<?>> supportedOptions();
}
interface DatagramSocketImplFactory {
DatagramSocketImpl createDatagramSocketImpl();
}
interface FileNameMap {
String getContentTypeFor(String a);
}
class HttpCookie implements Cloneable {
HttpCookie(String a, String b){}
private HttpCookie(String a, String b, String c){}
private HttpCookie(String a, String b, String c, long d){}
static List<HttpCookie> parse(String a);
private static List<HttpCookie> parse(String a, boolean b);
boolean hasExpired();
void setComment(String a);
String getComment();
void setCommentURL(String a);
String getCommentURL();
void setDiscard(boolean a);
boolean getDiscard();
void setPortlist(String a);
String getPortlist();
void setDomain(String a);
String getDomain();
void setMaxAge(long a);
long getMaxAge();
void setPath(String a);
String getPath();
void setSecure(boolean a);
boolean getSecure();
String getName();
void setValue(String a);
String getValue();
int getVersion();
void setVersion(int a);
boolean isHttpOnly();
void setHttpOnly(boolean a);
static boolean domainMatches(String a, String b);
String toString();
boolean equals(Object a);
int hashCode();
Object clone();
}
class HttpRetryException extends IOException {
HttpRetryException(String a, int b){}
HttpRetryException(String a, int b, String c){}
int responseCode();
String getReason();
String getLocation();
}
abstract class HttpURLConnection extends URLConnection {
String method;
int chunkLength;
int fixedContentLength;
long fixedContentLengthLong;
int responseCode;
String responseMessage;
boolean instanceFollowRedirects;
static int HTTP_OK;
static int HTTP_CREATED;
static int HTTP_ACCEPTED;
static int HTTP_NOT_AUTHORITATIVE;
static int HTTP_NO_CONTENT;
static int HTTP_RESET;
static int HTTP_PARTIAL;
static int HTTP_MULT_CHOICE;
static int HTTP_MOVED_PERM;
static int HTTP_MOVED_TEMP;
static int HTTP_SEE_OTHER;
static int HTTP_NOT_MODIFIED;
static int HTTP_USE_PROXY;
static int HTTP_BAD_REQUEST;
static int HTTP_UNAUTHORIZED;
static int HTTP_PAYMENT_REQUIRED;
static int HTTP_FORBIDDEN;
static int HTTP_NOT_FOUND;
static int HTTP_BAD_METHOD;
static int HTTP_NOT_ACCEPTABLE;
static int HTTP_PROXY_AUTH;
static int HTTP_CLIENT_TIMEOUT;
static int HTTP_CONFLICT;
static int HTTP_GONE;
static int HTTP_LENGTH_REQUIRED;
static int HTTP_PRECON_FAILED;
static int HTTP_ENTITY_TOO_LARGE;
static int HTTP_REQ_TOO_LONG;
static int HTTP_UNSUPPORTED_TYPE;
static int HTTP_SERVER_ERROR;
static int HTTP_INTERNAL_ERROR;
static int HTTP_NOT_IMPLEMENTED;
static int HTTP_BAD_GATEWAY;
static int HTTP_UNAVAILABLE;
static int HTTP_GATEWAY_TIMEOUT;
static int HTTP_VERSION;
void setAuthenticator(Authenticator a);
String getHeaderFieldKey(int a);
void setFixedLengthStreamingMode(int a);
void setFixedLengthStreamingMode(long a);
void setChunkedStreamingMode(int a);
String getHeaderField(int a);
HttpURLConnection(URL a){}
static void setFollowRedirects(boolean a);
static boolean getFollowRedirects();
void setInstanceFollowRedirects(boolean a);
boolean getInstanceFollowRedirects();
void setRequestMethod(String a);
String getRequestMethod();
int getResponseCode();
String getResponseMessage();
long getHeaderFieldDate(String a, long b);
abstract void disconnect();
abstract boolean usingProxy();
java.security.Permission getPermission();
InputStream getErrorStream();
}
class IDN {
static int ALLOW_UNASSIGNED;
static int USE_STD3_ASCII_RULES;
static String toASCII(String a, int b);
static String toASCII(String a);
static String toUnicode(String a, int b);
static String toUnicode(String a);
private IDN(){}
}
class Inet4Address extends InetAddress {
boolean isMulticastAddress();
boolean isAnyLocalAddress();
boolean isLoopbackAddress();
boolean isLinkLocalAddress();
boolean isSiteLocalAddress();
boolean isMCGlobal();
boolean isMCNodeLocal();
boolean isMCLinkLocal();
boolean isMCSiteLocal();
boolean isMCOrgLocal();
byte[] getAddress();
String getHostAddress();
int hashCode();
boolean equals(Object a);
private Inet4Address(){}
}
class Inet6Address extends InetAddress {
static Inet6Address getByAddress(String a, byte[] b, NetworkInterface c);
static Inet6Address getByAddress(String a, byte[] b, int c);
boolean isMulticastAddress();
boolean isAnyLocalAddress();
boolean isLoopbackAddress();
boolean isLinkLocalAddress();
static private boolean isLinkLocalAddress(byte[] a);
boolean isSiteLocalAddress();
static private boolean isSiteLocalAddress(byte[] a);
boolean isMCGlobal();
boolean isMCNodeLocal();
boolean isMCLinkLocal();
boolean isMCSiteLocal();
boolean isMCOrgLocal();
byte[] getAddress();
int getScopeId();
NetworkInterface getScopedInterface();
String getHostAddress();
int hashCode();
boolean equals(Object a);
boolean isIPv4CompatibleAddress();
private Inet6Address(){}
}
class InetAddress implements Serializable {
boolean isMulticastAddress();
boolean isAnyLocalAddress();
boolean isLoopbackAddress();
boolean isLinkLocalAddress();
boolean isSiteLocalAddress();
boolean isMCGlobal();
boolean isMCNodeLocal();
boolean isMCLinkLocal();
boolean isMCSiteLocal();
boolean isMCOrgLocal();
boolean isReachable(int a);
boolean isReachable(NetworkInterface a, int b, int c);
String getHostName();
private String getHostName(boolean a);
String getCanonicalHostName();
byte[] getAddress();
String getHostAddress();
int hashCode();
boolean equals(Object a);
String toString();
static InetAddress getByAddress(String a, byte[] b);
static InetAddress getByName(String a);
private static InetAddress getByName(String a, InetAddress b);
static InetAddress[] getAllByName(String a);
private static InetAddress[] getAllByName(String a, InetAddress b);
static InetAddress getLoopbackAddress();
static InetAddress getByAddress(byte[] a);
static InetAddress getLocalHost();
private InetAddress(){}
}
class InetSocketAddress extends SocketAddress {
InetSocketAddress(int a){}
InetSocketAddress(InetAddress a, int b){}
InetSocketAddress(String a, int b){}
private InetSocketAddress(int a, String b){}
static InetSocketAddress createUnresolved(String a, int b);
int getPort();
InetAddress getAddress();
String getHostName();
String getHostString();
boolean isUnresolved();
String toString();
boolean equals(Object a);
int hashCode();
}
class InterfaceAddress {
InetAddress getAddress();
InetAddress getBroadcast();
short getNetworkPrefixLength();
boolean equals(Object a);
int hashCode();
String toString();
private InterfaceAddress(){}
}
abstract class JarURLConnection extends URLConnection {
URLConnection jarFileURLConnection;
JarURLConnection(URL a){}
URL getJarFileURL();
String getEntryName();
abstract java.util.jar.JarFile getJarFile();
java.util.jar.Manifest getManifest();
java.util.jar.JarEntry getJarEntry();
java.util.jar.Attributes getAttributes();
java.util.jar.Attributes getMainAttributes();
java.security.cert.Certificate[] getCertificates();
}
class MalformedURLException extends IOException {
MalformedURLException(){}
MalformedURLException(String a){}
}
class MulticastSocket extends DatagramSocket {
private MulticastSocket(MulticastSocket a){}
MulticastSocket(){}
MulticastSocket(int a){}
MulticastSocket(SocketAddress a){}
void setTTL(byte a);
void setTimeToLive(int a);
byte getTTL();
int getTimeToLive();
void joinGroup(InetAddress a);
void leaveGroup(InetAddress a);
void joinGroup(SocketAddress a, NetworkInterface b);
void leaveGroup(SocketAddress a, NetworkInterface b);
void setInterface(InetAddress a);
InetAddress getInterface();
void setNetworkInterface(NetworkInterface a);
NetworkInterface getNetworkInterface();
void setLoopbackMode(boolean a);
boolean getLoopbackMode();
void send(DatagramPacket a, byte b);
}
class NetPermission extends java.security.BasicPermission {
NetPermission(String a){}
NetPermission(String a, String b){}
}
class NetworkInterface {
String getName();
Enumeration<InetAddress> getInetAddresses();
Stream<InetAddress> inetAddresses();
List<InterfaceAddress> getInterfaceAddresses();
Enumeration<NetworkInterface> getSubInterfaces();
Stream<NetworkInterface> subInterfaces();
NetworkInterface getParent();
int getIndex();
String getDisplayName();
static NetworkInterface getByName(String a);
static NetworkInterface getByIndex(int a);
static NetworkInterface getByInetAddress(InetAddress a);
static Enumeration<NetworkInterface> getNetworkInterfaces();
static Stream<NetworkInterface> networkInterfaces();
boolean isUp();
boolean isLoopback();
boolean isPointToPoint();
boolean supportsMulticast();
byte[] getHardwareAddress();
int getMTU();
boolean isVirtual();
boolean equals(Object a);
int hashCode();
String toString();
private NetworkInterface(){}
}
class NoRouteToHostException extends SocketException {
NoRouteToHostException(String a){}
NoRouteToHostException(){}
}
class PasswordAuthentication {
PasswordAuthentication(String a, char[] b){}
String getUserName();
char[] getPassword();
}
class PortUnreachableException extends SocketException {
PortUnreachableException(String a){}
PortUnreachableException(){}
}
class ProtocolException extends IOException {
ProtocolException(String a){}
ProtocolException(){}
}
interface ProtocolFamily {
String name();
}
class Proxy {
static enum Type {
DIRECT,HTTP,SOCKS;
}
static Proxy NO_PROXY;
private Proxy(){}
Proxy(Proxy.Type a, SocketAddress b){}
Proxy.Type type();
SocketAddress address();
String toString();
boolean equals(Object a);
int hashCode();
}
abstract class ProxySelector {
ProxySelector(){}
static ProxySelector getDefault();
static void setDefault(ProxySelector a);
abstract List<Proxy> select(URI a);
abstract void connectFailed(URI a, SocketAddress b, IOException c);
static ProxySelector of(InetSocketAddress a);
}
abstract class ResponseCache {
ResponseCache(){}
static ResponseCache getDefault();
static void setDefault(ResponseCache a);
abstract CacheResponse get(URI a, String b, Map<String, List<String>> c);
abstract CacheRequest put(URI a, URLConnection b);
}
abstract class SecureCacheResponse extends CacheResponse {
SecureCacheResponse(){}
abstract String getCipherSuite();
abstract List<java.security.cert.Certificate> getLocalCertificateChain();
abstract List<java.security.cert.Certificate> getServerCertificateChain();
abstract java.security.Principal getPeerPrincipal();
abstract java.security.Principal getLocalPrincipal();
Optional<javax.net.ssl.SSLSession> getSSLSession();
}
class ServerSocket implements Closeable {
ServerSocket(SocketImpl a){}
ServerSocket(){}
ServerSocket(int a){}
ServerSocket(int a, int b){}
ServerSocket(int a, int b, InetAddress c){}
void bind(SocketAddress a);
void bind(SocketAddress a, int b);
InetAddress getInetAddress();
int getLocalPort();
SocketAddress getLocalSocketAddress();
Socket accept();
void implAccept(Socket a);
private SocketImpl implAccept();
private void implAccept(SocketImpl a);
void close();
java.nio.channels.ServerSocketChannel getChannel();
boolean isBound();
boolean isClosed();
void setSoTimeout(int a);
int getSoTimeout();
void setReuseAddress(boolean a);
boolean getReuseAddress();
String toString();
static void setSocketFactory(SocketImplFactory a);
void setReceiveBufferSize(int a);
int getReceiveBufferSize();
void setPerformancePreferences(int a, int b, int c);
<T> ServerSocket setOption(SocketOption<T> a, T b);
<T> T getOption(SocketOption<T> a);
Set<SocketOption<?>> supportedOptions();
}
class Socket implements Closeable {
Socket(){}
Socket(Proxy a){}
Socket(SocketImpl a){}
Socket(String a, int b){}
Socket(InetAddress a, int b){}
Socket(String a, int b, InetAddress c, int d){}
Socket(InetAddress a, int b, InetAddress c, int d){}
Socket(String a, int b, boolean c){}
Socket(InetAddress a, int b, boolean c){}
private Socket(SocketAddress a, SocketAddress b, boolean c){}
void connect(SocketAddress a);
void connect(SocketAddress a, int b);
void bind(SocketAddress a);
InetAddress getInetAddress();
InetAddress getLocalAddress();
int getPort();
int getLocalPort();
SocketAddress getRemoteSocketAddress();
SocketAddress getLocalSocketAddress();
java.nio.channels.SocketChannel getChannel();
InputStream getInputStream();
OutputStream getOutputStream();
void setTcpNoDelay(boolean a);
boolean getTcpNoDelay();
void setSoLinger(boolean a, int b);
int getSoLinger();
void sendUrgentData(int a);
void setOOBInline(boolean a);
boolean getOOBInline();
void setSoTimeout(int a);
int getSoTimeout();
void setSendBufferSize(int a);
int getSendBufferSize();
void setReceiveBufferSize(int a);
int getReceiveBufferSize();
void setKeepAlive(boolean a);
boolean getKeepAlive();
void setTrafficClass(int a);
int getTrafficClass();
void setReuseAddress(boolean a);
boolean getReuseAddress();
void close();
void shutdownInput();
void shutdownOutput();
String toString();
boolean isConnected();
boolean isBound();
boolean isClosed();
boolean isInputShutdown();
boolean isOutputShutdown();
static void setSocketImplFactory(SocketImplFactory a);
void setPerformancePreferences(int a, int b, int c);
<T> Socket setOption(SocketOption<T> a, T b);
<T> T getOption(SocketOption<T> a);
Set<SocketOption<?>> supportedOptions();
}
abstract class SocketAddress implements Serializable {
SocketAddress(){}
}
class SocketException extends IOException {
SocketException(String a){}
SocketException(){}
}
abstract class SocketImpl implements SocketOptions {
FileDescriptor fd;
InetAddress address;
int port;
int localport;
SocketImpl(){}
abstract void create(boolean a);
abstract void connect(String a, int b);
abstract void connect(InetAddress a, int b);
abstract void connect(SocketAddress a, int b);
abstract void bind(InetAddress a, int b);
abstract void listen(int a);
abstract void accept(SocketImpl a);
abstract InputStream getInputStream();
abstract OutputStream getOutputStream();
abstract int available();
abstract void close();
void shutdownInput();
void shutdownOutput();
FileDescriptor getFileDescriptor();
InetAddress getInetAddress();
int getPort();
boolean supportsUrgentData();
abstract void sendUrgentData(int a);
int getLocalPort();
String toString();
void setPerformancePreferences(int a, int b, int c);
<T> void setOption(SocketOption<T> a, T b);
<T> T getOption(SocketOption<T> a);
Set<SocketOption<?>> supportedOptions();
}
interface SocketImplFactory {
SocketImpl createSocketImpl();
}
interface SocketOption<T> {
String name();
Class<T> type();
}
interface SocketOptions {
static int TCP_NODELAY;
static int SO_BINDADDR;
static int SO_REUSEADDR;
static int SO_REUSEPORT;
static int SO_BROADCAST;
static int IP_MULTICAST_IF;
static int IP_MULTICAST_IF2;
static int IP_MULTICAST_LOOP;
static int IP_TOS;
static int SO_LINGER;
static int SO_TIMEOUT;
static int SO_SNDBUF;
static int SO_RCVBUF;
static int SO_KEEPALIVE;
static int SO_OOBINLINE;
void setOption(int a, Object b);
Object getOption(int a);
}
class SocketPermission extends java.security.Permission implements Serializable {
SocketPermission(String a, String b){}
private SocketPermission(String a, int b){}
boolean implies(java.security.Permission a);
boolean equals(Object a);
int hashCode();
private static String getActions(int a);
String getActions();
java.security.PermissionCollection newPermissionCollection();
}
class SocketTimeoutException extends InterruptedIOException {
SocketTimeoutException(String a){}
SocketTimeoutException(){}
}
enum StandardProtocolFamily implements ProtocolFamily {
INET,INET6,UNIX;
}
class StandardSocketOptions {
static SocketOption<Boolean> SO_BROADCAST;
static SocketOption<Boolean> SO_KEEPALIVE;
static SocketOption<Integer> SO_SNDBUF;
static SocketOption<Integer> SO_RCVBUF;
static SocketOption<Boolean> SO_REUSEADDR;
static SocketOption<Boolean> SO_REUSEPORT;
static SocketOption<Integer> SO_LINGER;
static SocketOption<Integer> IP_TOS;
static SocketOption<NetworkInterface> IP_MULTICAST_IF;
static SocketOption<Integer> IP_MULTICAST_TTL;
static SocketOption<Boolean> IP_MULTICAST_LOOP;
static SocketOption<Boolean> TCP_NODELAY;
private StandardSocketOptions(){}
}
class URI implements Comparable<URI>, Serializable {
private URI(){}
URI(String a){}
URI(String a, String b, String c, int d, String e, String f, String g){}
URI(String a, String b, String c, String d, String e){}
URI(String a, String b, String c, String d){}
URI(String a, String b, String c){}
private URI(String a, String b){}
static URI create(String a);
URI parseServerAuthority();
URI normalize();
URI resolve(URI a);
URI resolve(String a);
URI relativize(URI a);
URL toURL();
String getScheme();
boolean isAbsolute();
boolean isOpaque();
String getRawSchemeSpecificPart();
String getSchemeSpecificPart();
String getRawAuthority();
String getAuthority();
String getRawUserInfo();
String getUserInfo();
String getHost();
int getPort();
String getRawPath();
String getPath();
String getRawQuery();
String getQuery();
String getRawFragment();
String getFragment();
boolean equals(Object a);
int hashCode();
int compareTo(URI a);
String toString();
String toASCIIString();
private String toString(String a, String b, String c, String d, String e, int f, String g, String h, String i);
private static URI resolve(URI a, URI b);
private static URI normalize(URI a);
private static URI relativize(URI a, URI b);
private static String normalize(String a);
}
class URISyntaxException extends Exception {
URISyntaxException(String a, String b, int c){}
URISyntaxException(String a, String b){}
String getInput();
String getReason();
int getIndex();
String getMessage();
}
class URL implements Serializable {
URL(String a, String b, int c, String d){}
URL(String a, String b, String c){}
URL(String a, String b, int c, String d, URLStreamHandler e){}
URL(String a){}
URL(URL a, String b){}
URL(URL a, String b, URLStreamHandler c){}
String getQuery();
String getPath();
String getUserInfo();
String getAuthority();
int getPort();
int getDefaultPort();
String getProtocol();
String getHost();
String getFile();
String getRef();
boolean equals(Object a);
int hashCode();
boolean sameFile(URL a);
String toString();
String toExternalForm();
URI toURI();
URLConnection openConnection();
URLConnection openConnection(Proxy a);
InputStream openStream();
Object getContent();
Object getContent(Class<?>[] a);
static void setURLStreamHandlerFactory(URLStreamHandlerFactory a);
}
class URLClassLoader extends java.security.SecureClassLoader implements Closeable {
URLClassLoader(URL[] a, ClassLoader b){}
private URLClassLoader(String a, URL[] b, ClassLoader c, java.security.AccessControlContext d){}
URLClassLoader(URL[] a){}
private URLClassLoader(URL[] a, java.security.AccessControlContext b){}
URLClassLoader(URL[] a, ClassLoader b, URLStreamHandlerFactory c){}
URLClassLoader(String a, URL[] b, ClassLoader c){}
URLClassLoader(String a, URL[] b, ClassLoader c, URLStreamHandlerFactory d){}
InputStream getResourceAsStream(String a);
void close();
void addURL(URL a);
URL[] getURLs();
Class<?> findClass(String a);
Package definePackage(String a, java.util.jar.Manifest b, URL c);
URL findResource(String a);
Enumeration<URL> findResources(String a);
java.security.PermissionCollection getPermissions(java.security.CodeSource a);
static URLClassLoader newInstance(URL[] a, ClassLoader b);
static URLClassLoader newInstance(URL[] a);
}
abstract class URLConnection {
URL url;
boolean doInput;
boolean doOutput;
boolean allowUserInteraction;
boolean useCaches;
long ifModifiedSince;
boolean connected;
static FileNameMap getFileNameMap();
static void setFileNameMap(FileNameMap a);
abstract void connect();
void setConnectTimeout(int a);
int getConnectTimeout();
void setReadTimeout(int a);
int getReadTimeout();
URLConnection(URL a){}
URL getURL();
int getContentLength();
long getContentLengthLong();
String getContentType();
String getContentEncoding();
long getExpiration();
long getDate();
long getLastModified();
String getHeaderField(String a);
Map<String, List<String>> getHeaderFields();
int getHeaderFieldInt(String a, int b);
long getHeaderFieldLong(String a, long b);
long getHeaderFieldDate(String a, long b);
String getHeaderFieldKey(int a);
String getHeaderField(int a);
Object getContent();
Object getContent(Class<?>[] a);
java.security.Permission getPermission();
InputStream getInputStream();
OutputStream getOutputStream();
String toString();
void setDoInput(boolean a);
boolean getDoInput();
void setDoOutput(boolean a);
boolean getDoOutput();
void setAllowUserInteraction(boolean a);
boolean getAllowUserInteraction();
static void setDefaultAllowUserInteraction(boolean a);
static boolean getDefaultAllowUserInteraction();
void setUseCaches(boolean a);
boolean getUseCaches();
void setIfModifiedSince(long a);
long getIfModifiedSince();
boolean getDefaultUseCaches();
void setDefaultUseCaches(boolean a);
static void setDefaultUseCaches(String a, boolean b);
static boolean getDefaultUseCaches(String a);
void setRequestProperty(String a, String b);
void addRequestProperty(String a, String b);
String getRequestProperty(String a);
Map<String, List<String>> getRequestProperties();
static void setDefaultRequestProperty(String a, String b);
static String getDefaultRequestProperty(String a);
static void setContentHandlerFactory(ContentHandlerFactory a);
static String guessContentTypeFromName(String a);
static String guessContentTypeFromStream(InputStream a);
}
class URLDecoder {
static String decode(String a);
static String decode(String a, String b);
static String decode(String a, Charset b);
private URLDecoder(){}
}
class URLEncoder {
static String encode(String a);
static String encode(String a, String b);
static String encode(String a, Charset b);
private URLEncoder(){}
}
class URLPermission extends java.security.Permission {
URLPermission(String a, String b){}
URLPermission(String a){}
String getActions();
boolean implies(java.security.Permission a);
boolean equals(Object a);
int hashCode();
}
abstract class URLStreamHandler {
URLStreamHandler(){}
abstract URLConnection openConnection(URL a);
URLConnection openConnection(URL a, Proxy b);
void parseURL(URL a, String b, int c, int d);
int getDefaultPort();
boolean equals(URL a, URL b);
int hashCode(URL a);
boolean sameFile(URL a, URL b);
InetAddress getHostAddress(URL a);
boolean hostsEqual(URL a, URL b);
String toExternalForm(URL a);
void setURL(URL a, String b, String c, int d, String e, String f, String g, String h, String i);
void setURL(URL a, String b, String c, int d, String e, String f);
}
interface URLStreamHandlerFactory {
URLStreamHandler createURLStreamHandler(String a);
}
class UnixDomainSocketAddress extends SocketAddress {
static UnixDomainSocketAddress of(String a);
static UnixDomainSocketAddress of(Path a);
Path getPath();
int hashCode();
boolean equals(Object a);
String toString();
private UnixDomainSocketAddress(){}
}
class UnknownHostException extends IOException {
UnknownHostException(String a){}
UnknownHostException(){}
}
class UnknownServiceException extends IOException {
UnknownServiceException(){}
UnknownServiceException(String a){}
}
