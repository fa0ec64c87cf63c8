package java.lang.annotation;
import java.lang.reflect.Method;
interface Annotation {
boolean equals(Object a);
int hashCode();
String toString();
Class<? extends Annotation> annotationType();
}
class AnnotationFormatError extends Error {
AnnotationFormatError(String a){}
AnnotationFormatError(String a, Throwable b){}
AnnotationFormatError(Throwable a){}
}
class AnnotationTypeMismatchException extends RuntimeException {
AnnotationTypeMismatchException(Method a, String b){}
Method element();
String foundType();
}
@interface Documented {
}
enum ElementType {
TYPE,FIELD,METHOD,PARAMETER,CONSTRUCTOR,LOCAL_VARIABLE,ANNOTATION_TYPE,PACKAGE,TYPE_PARAMETER,TYPE_USE,MODULE,RECORD_COMPONENT;
}
class IncompleteAnnotationException extends RuntimeException {
IncompleteAnnotationException(Class<? extends Annotation> a, String b){}
Class<? extends Annotation> annotationType();
String elementName();
}
@interface Inherited {
}
@interface Native {
}
@interface Repeatable {
abstract Class<? extends Annotation> value();
}
@interface Retention {
abstract RetentionPolicy value();
}
enum RetentionPolicy {
SOURCE,CLASS,RUNTIME;
}
@interface Target {
abstract ElementType[] value();
}
