package java.lang.reflect;
import java.io.Serializable;
import java.lang.annotation.Annotation;
class AccessibleObject implements AnnotatedElement {
static void setAccessible(AccessibleObject[] a, boolean b);
void setAccessible(boolean a);
boolean trySetAccessible();
boolean isAccessible();
boolean canAccess(Object a);
AccessibleObject(){}
<T extends Annotation> T getAnnotation(Class<T> a);
boolean isAnnotationPresent(Class<? extends Annotation> a);
<T extends Annotation> T[] getAnnotationsByType(Class<T> a);
Annotation[] getAnnotations();
<T extends Annotation> T getDeclaredAnnotation(Class<T> a);
<T extends Annotation> T[] getDeclaredAnnotationsByType(Class<T> a);
Annotation[] getDeclaredAnnotations();
}
interface AnnotatedArrayType extends AnnotatedType {
AnnotatedType getAnnotatedGenericComponentType();
AnnotatedType getAnnotatedOwnerType();
}
interface AnnotatedElement {
default boolean isAnnotationPresent(Class<? extends Annotation> a);
<T extends Annotation> T getAnnotation(Class<T> a);
Annotation[] getAnnotations();
default <T extends Annotation> T[] getAnnotationsByType(Class<T> a);
default <T extends Annotation> T getDeclaredAnnotation(Class<T> a);
default <T extends Annotation> T[] getDeclaredAnnotationsByType(Class<T> a);
Annotation[] getDeclaredAnnotations();
}
interface AnnotatedParameterizedType extends AnnotatedType {
AnnotatedType[] getAnnotatedActualTypeArguments();
AnnotatedType getAnnotatedOwnerType();
}
interface AnnotatedType extends AnnotatedElement {
default AnnotatedType getAnnotatedOwnerType();
Type getType();
<T extends Annotation> T getAnnotation(Class<T> a);
Annotation[] getAnnotations();
Annotation[] getDeclaredAnnotations();
}
interface AnnotatedTypeVariable extends AnnotatedType {
AnnotatedType[] getAnnotatedBounds();
AnnotatedType getAnnotatedOwnerType();
}
interface AnnotatedWildcardType extends AnnotatedType {
AnnotatedType[] getAnnotatedLowerBounds();
AnnotatedType[] getAnnotatedUpperBounds();
AnnotatedType getAnnotatedOwnerType();
}
class Array {
static Object newInstance(Class<?> a, int b);
static Object newInstance(Class<?> a, int... b);
static int getLength(Object a);
static Object get(Object a, int b);
static boolean getBoolean(Object a, int b);
static byte getByte(Object a, int b);
static char getChar(Object a, int b);
static short getShort(Object a, int b);
static int getInt(Object a, int b);
static long getLong(Object a, int b);
static float getFloat(Object a, int b);
static double getDouble(Object a, int b);
static void set(Object a, int b, Object c);
static void setBoolean(Object a, int b, boolean c);
static void setByte(Object a, int b, byte c);
static void setChar(Object a, int b, char c);
static void setShort(Object a, int b, short c);
static void setInt(Object a, int b, int c);
static void setLong(Object a, int b, long c);
static void setFloat(Object a, int b, float c);
static void setDouble(Object a, int b, double c);
private Array(){}
}
class Constructor<T> extends Executable {
void setAccessible(boolean a);
Class<T> getDeclaringClass();
String getName();
int getModifiers();
TypeVariable<Constructor<T>>[] getTypeParameters();
Class<?>[] getParameterTypes();
int getParameterCount();
Type[] getGenericParameterTypes();
Class<?>[] getExceptionTypes();
Type[] getGenericExceptionTypes();
boolean equals(Object a);
int hashCode();
String toString();
String toGenericString();
T newInstance(Object... a);
boolean isVarArgs();
boolean isSynthetic();
<T extends Annotation> T getAnnotation(Class<T> a);
Annotation[] getDeclaredAnnotations();
Annotation[][] getParameterAnnotations();
AnnotatedType getAnnotatedReturnType();
AnnotatedType getAnnotatedReceiverType();
private Constructor(){}
}
abstract class Executable extends AccessibleObject implements Member, GenericDeclaration {
abstract Class<?> getDeclaringClass();
abstract String getName();
abstract int getModifiers();
abstract TypeVariable<?>[] getTypeParameters();
abstract Class<?>[] getParameterTypes();
int getParameterCount();
Type[] getGenericParameterTypes();
Parameter[] getParameters();
abstract Class<?>[] getExceptionTypes();
Type[] getGenericExceptionTypes();
abstract String toGenericString();
boolean isVarArgs();
boolean isSynthetic();
abstract Annotation[][] getParameterAnnotations();
<T extends Annotation> T getAnnotation(Class<T> a);
<T extends Annotation> T[] getAnnotationsByType(Class<T> a);
Annotation[] getDeclaredAnnotations();
abstract AnnotatedType getAnnotatedReturnType();
AnnotatedType getAnnotatedReceiverType();
AnnotatedType[] getAnnotatedParameterTypes();
AnnotatedType[] getAnnotatedExceptionTypes();
private Executable(){}
}
class Field extends AccessibleObject implements Member {
void setAccessible(boolean a);
Class<?> getDeclaringClass();
String getName();
int getModifiers();
boolean isEnumConstant();
boolean isSynthetic();
Class<?> getType();
Type getGenericType();
boolean equals(Object a);
int hashCode();
String toString();
String toGenericString();
Object get(Object a);
boolean getBoolean(Object a);
byte getByte(Object a);
char getChar(Object a);
short getShort(Object a);
int getInt(Object a);
long getLong(Object a);
float getFloat(Object a);
double getDouble(Object a);
void set(Object a, Object b);
void setBoolean(Object a, boolean b);
void setByte(Object a, byte b);
void setChar(Object a, char b);
void setShort(Object a, short b);
void setInt(Object a, int b);
void setLong(Object a, long b);
void setFloat(Object a, float b);
void setDouble(Object a, double b);
<T extends Annotation> T getAnnotation(Class<T> a);
<T extends Annotation> T[] getAnnotationsByType(Class<T> a);
Annotation[] getDeclaredAnnotations();
AnnotatedType getAnnotatedType();
private Field(){}
}
interface GenericArrayType extends Type {
Type getGenericComponentType();
}
interface GenericDeclaration extends AnnotatedElement {
TypeVariable<?>[] getTypeParameters();
}
class GenericSignatureFormatError extends ClassFormatError {
GenericSignatureFormatError(){}
GenericSignatureFormatError(String a){}
}
class InaccessibleObjectException extends RuntimeException {
InaccessibleObjectException(){}
InaccessibleObjectException(String a){}
}
interface InvocationHandler {
Object invoke(Object a, Method b, Object[] c);
static Object invokeDefault(Object a, Method b, Object... c);
}
class InvocationTargetException extends ReflectiveOperationException {
InvocationTargetException(){}
InvocationTargetException(Throwable a){}
InvocationTargetException(Throwable a, String b){}
Throwable getTargetException();
Throwable getCause();
}
class MalformedParameterizedTypeException extends RuntimeException {
MalformedParameterizedTypeException(){}
MalformedParameterizedTypeException(String a){}
}
class MalformedParametersException extends RuntimeException {
MalformedParametersException(){}
MalformedParametersException(String a){}
}
interface Member {
static int PUBLIC;
static int DECLARED;
Class<?> getDeclaringClass();
String getName();
int getModifiers();
boolean isSynthetic();
}
class Method extends Executable {
void setAccessible(boolean a);
Class<?> getDeclaringClass();
String getName();
int getModifiers();
TypeVariable<Method>[] getTypeParameters();
Class<?> getReturnType();
Type getGenericReturnType();
Class<?>[] getParameterTypes();
int getParameterCount();
Type[] getGenericParameterTypes();
Class<?>[] getExceptionTypes();
Type[] getGenericExceptionTypes();
boolean equals(Object a);
int hashCode();
String toString();
String toGenericString();
Object invoke(Object a, Object... b);
boolean isBridge();
boolean isVarArgs();
boolean isSynthetic();
boolean isDefault();
Object getDefaultValue();
<T extends Annotation> T getAnnotation(Class<T> a);
Annotation[] getDeclaredAnnotations();
Annotation[][] getParameterAnnotations();
AnnotatedType getAnnotatedReturnType();
private Method(){}
}
class Modifier {
static int PUBLIC;
static int PRIVATE;
static int PROTECTED;
static int STATIC;
static int FINAL;
static int SYNCHRONIZED;
static int VOLATILE;
static int TRANSIENT;
static int NATIVE;
static int INTERFACE;
static int ABSTRACT;
static int STRICT;
static boolean isPublic(int a);
static boolean isPrivate(int a);
static boolean isProtected(int a);
static boolean isStatic(int a);
static boolean isFinal(int a);
static boolean isSynchronized(int a);
static boolean isVolatile(int a);
static boolean isTransient(int a);
static boolean isNative(int a);
static boolean isInterface(int a);
static boolean isAbstract(int a);
static boolean isStrict(int a);
static String toString(int a);
static int classModifiers();
static int interfaceModifiers();
static int constructorModifiers();
static int methodModifiers();
static int fieldModifiers();
static int parameterModifiers();
private Modifier(){}
}
class Parameter implements AnnotatedElement {
boolean equals(Object a);
int hashCode();
boolean isNamePresent();
String toString();
Executable getDeclaringExecutable();
int getModifiers();
String getName();
Type getParameterizedType();
Class<?> getType();
AnnotatedType getAnnotatedType();
boolean isImplicit();
boolean isSynthetic();
boolean isVarArgs();
<T extends Annotation> T getAnnotation(Class<T> a);
<T extends Annotation> T[] getAnnotationsByType(Class<T> a);
Annotation[] getDeclaredAnnotations();
<T extends Annotation> T getDeclaredAnnotation(Class<T> a);
<T extends Annotation> T[] getDeclaredAnnotationsByType(Class<T> a);
Annotation[] getAnnotations();
private Parameter(){}
}
interface ParameterizedType extends Type {
Type[] getActualTypeArguments();
Type getRawType();
Type getOwnerType();
}
class Proxy implements Serializable {
InvocationHandler h;
private Proxy(){}
Proxy(InvocationHandler a){}
static Class<?> getProxyClass(ClassLoader a, Class<?>... b);
static Object newProxyInstance(ClassLoader a, Class<?>[] b, InvocationHandler c);
private static Object newProxyInstance(Class<?> a, Constructor<?> b, InvocationHandler c);
static boolean isProxyClass(Class<?> a);
static InvocationHandler getInvocationHandler(Object a);
}
class RecordComponent implements AnnotatedElement {
String getName();
Class<?> getType();
String getGenericSignature();
Type getGenericType();
AnnotatedType getAnnotatedType();
Method getAccessor();
<T extends Annotation> T getAnnotation(Class<T> a);
Annotation[] getAnnotations();
Annotation[] getDeclaredAnnotations();
String toString();
Class<?> getDeclaringRecord();
private RecordComponent(){}
}
class ReflectPermission extends java.security.BasicPermission {
ReflectPermission(String a){}
ReflectPermission(String a, String b){}
}
interface Type {
default String getTypeName();
}
interface TypeVariable<D extends GenericDeclaration> extends Type, AnnotatedElement {
Type[] getBounds();
D getGenericDeclaration();
String getName();
AnnotatedType[] getAnnotatedBounds();
}
class UndeclaredThrowableException extends RuntimeException {
UndeclaredThrowableException(Throwable a){}
UndeclaredThrowableException(Throwable a, String b){}
Throwable getUndeclaredThrowable();
}
interface WildcardType extends Type {
Type[] getUpperBounds();
Type[] getLowerBounds();
}
