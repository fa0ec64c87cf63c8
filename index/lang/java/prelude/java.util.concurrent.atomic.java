package java.util.concurrent.atomic;
import java.io.Serializable;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
class AtomicBoolean implements Serializable {
AtomicBoolean(boolean a){}
AtomicBoolean(){}
boolean get();
boolean compareAndSet(boolean a, boolean b);
boolean weakCompareAndSet(boolean a, boolean b);
boolean weakCompareAndSetPlain(boolean a, boolean b);
void set(boolean a);
void lazySet(boolean a);
boolean getAndSet(boolean a);
String toString();
boolean getPlain();
void setPlain(boolean a);
boolean getOpaque();
void setOpaque(boolean a);
boolean getAcquire();
void setRelease(boolean a);
boolean compareAndExchange(boolean a, boolean b);
boolean compareAndExchangeAcquire(boolean a, boolean b);
boolean compareAndExchangeRelease(boolean a, boolean b);
boolean weakCompareAndSetVolatile(boolean a, boolean b);
boolean weakCompareAndSetAcquire(boolean a, boolean b);
boolean weakCompareAndSetRelease(boolean a, boolean b);
}
class AtomicInteger extends Number implements Serializable {
AtomicInteger(int a){}
AtomicInteger(){}
int get();
void set(int a);
void lazySet(int a);
int getAndSet(int a);
boolean compareAndSet(int a, int b);
boolean weakCompareAndSet(int a, int b);
boolean weakCompareAndSetPlain(int a, int b);
int getAndIncrement();
int getAndDecrement();
int getAndAdd(int a);
int incrementAndGet();
int decrementAndGet();
int addAndGet(int a);
int getAndUpdate(IntUnaryOperator a);
int updateAndGet(IntUnaryOperator a);
int getAndAccumulate(int a, IntBinaryOperator b);
int accumulateAndGet(int a, IntBinaryOperator b);
String toString();
int intValue();
long longValue();
float floatValue();
double doubleValue();
int getPlain();
void setPlain(int a);
int getOpaque();
void setOpaque(int a);
int getAcquire();
void setRelease(int a);
int compareAndExchange(int a, int b);
int compareAndExchangeAcquire(int a, int b);
int compareAndExchangeRelease(int a, int b);
boolean weakCompareAndSetVolatile(int a, int b);
boolean weakCompareAndSetAcquire(int a, int b);
boolean weakCompareAndSetRelease(int a, int b);
}
class AtomicIntegerArray implements Serializable {
AtomicIntegerArray(int a){}
AtomicIntegerArray(int[] a){}
int length();
int get(int a);
void set(int a, int b);
void lazySet(int a, int b);
int getAndSet(int a, int b);
boolean compareAndSet(int a, int b, int c);
boolean weakCompareAndSet(int a, int b, int c);
boolean weakCompareAndSetPlain(int a, int b, int c);
int getAndIncrement(int a);
int getAndDecrement(int a);
int getAndAdd(int a, int b);
int incrementAndGet(int a);
int decrementAndGet(int a);
int addAndGet(int a, int b);
int getAndUpdate(int a, IntUnaryOperator b);
int updateAndGet(int a, IntUnaryOperator b);
int getAndAccumulate(int a, int b, IntBinaryOperator c);
int accumulateAndGet(int a, int b, IntBinaryOperator c);
String toString();
int getPlain(int a);
void setPlain(int a, int b);
int getOpaque(int a);
void setOpaque(int a, int b);
int getAcquire(int a);
void setRelease(int a, int b);
int compareAndExchange(int a, int b, int c);
int compareAndExchangeAcquire(int a, int b, int c);
int compareAndExchangeRelease(int a, int b, int c);
boolean weakCompareAndSetVolatile(int a, int b, int c);
boolean weakCompareAndSetAcquire(int a, int b, int c);
boolean weakCompareAndSetRelease(int a, int b, int c);
}
abstract class AtomicIntegerFieldUpdater<T> {
static <U> AtomicIntegerFieldUpdater<U> newUpdater(Class<U> a, String b);
AtomicIntegerFieldUpdater(){}
abstract boolean compareAndSet(T a, int b, int c);
abstract boolean weakCompareAndSet(T a, int b, int c);
abstract void set(T a, int b);
abstract void lazySet(T a, int b);
abstract int get(T a);
int getAndSet(T a, int b);
int getAndIncrement(T a);
int getAndDecrement(T a);
int getAndAdd(T a, int b);
int incrementAndGet(T a);
int decrementAndGet(T a);
int addAndGet(T a, int b);
int getAndUpdate(T a, IntUnaryOperator b);
int updateAndGet(T a, IntUnaryOperator b);
int getAndAccumulate(T a, int b, IntBinaryOperator c);
int accumulateAndGet(T a, int b, IntBinaryOperator c);
}
class AtomicLong extends Number implements Serializable {
AtomicLong(long a){}
AtomicLong(){}
long get();
void set(long a);
void lazySet(long a);
long getAndSet(long a);
boolean compareAndSet(long a, long b);
boolean weakCompareAndSet(long a, long b);
boolean weakCompareAndSetPlain(long a, long b);
long getAndIncrement();
long getAndDecrement();
long getAndAdd(long a);
long incrementAndGet();
long decrementAndGet();
long addAndGet(long a);
long getAndUpdate(LongUnaryOperator a);
long updateAndGet(LongUnaryOperator a);
long getAndAccumulate(long a, LongBinaryOperator b);
long accumulateAndGet(long a, LongBinaryOperator b);
String toString();
int intValue();
long longValue();
float floatValue();
double doubleValue();
long getPlain();
void setPlain(long a);
long getOpaque();
void setOpaque(long a);
long getAcquire();
void setRelease(long a);
long compareAndExchange(long a, long b);
long compareAndExchangeAcquire(long a, long b);
long compareAndExchangeRelease(long a, long b);
boolean weakCompareAndSetVolatile(long a, long b);
boolean weakCompareAndSetAcquire(long a, long b);
boolean weakCompareAndSetRelease(long a, long b);
}
class AtomicLongArray implements Serializable {
AtomicLongArray(int a){}
AtomicLongArray(long[] a){}
int length();
long get(int a);
void set(int a, long b);
void lazySet(int a, long b);
long getAndSet(int a, long b);
boolean compareAndSet(int a, long b, long c);
boolean weakCompareAndSet(int a, long b, long c);
boolean weakCompareAndSetPlain(int a, long b, long c);
long getAndIncrement(int a);
long getAndDecrement(int a);
long getAndAdd(int a, long b);
long incrementAndGet(int a);
long decrementAndGet(int a);
long addAndGet(int a, long b);
long getAndUpdate(int a, LongUnaryOperator b);
long updateAndGet(int a, LongUnaryOperator b);
long getAndAccumulate(int a, long b, LongBinaryOperator c);
long accumulateAndGet(int a, long b, LongBinaryOperator c);
String toString();
long getPlain(int a);
void setPlain(int a, long b);
long getOpaque(int a);
void setOpaque(int a, long b);
long getAcquire(int a);
void setRelease(int a, long b);
long compareAndExchange(int a, long b, long c);
long compareAndExchangeAcquire(int a, long b, long c);
long compareAndExchangeRelease(int a, long b, long c);
boolean weakCompareAndSetVolatile(int a, long b, long c);
boolean weakCompareAndSetAcquire(int a, long b, long c);
boolean weakCompareAndSetRelease(int a, long b, long c);
}
abstract class AtomicLongFieldUpdater<T> {
static <U> AtomicLongFieldUpdater<U> newUpdater(Class<U> a, String b);
AtomicLongFieldUpdater(){}
abstract boolean compareAndSet(T a, long b, long c);
abstract boolean weakCompareAndSet(T a, long b, long c);
abstract void set(T a, long b);
abstract void lazySet(T a, long b);
abstract long get(T a);
long getAndSet(T a, long b);
long getAndIncrement(T a);
long getAndDecrement(T a);
long getAndAdd(T a, long b);
long incrementAndGet(T a);
long decrementAndGet(T a);
long addAndGet(T a, long b);
long getAndUpdate(T a, LongUnaryOperator b);
long updateAndGet(T a, LongUnaryOperator b);
long getAndAccumulate(T a, long b, LongBinaryOperator c);
long accumulateAndGet(T a, long b, LongBinaryOperator c);
}
class AtomicMarkableReference<V> {
AtomicMarkableReference(V a, boolean b){}
V getReference();
boolean isMarked();
V get(boolean[] a);
boolean weakCompareAndSet(V a, V b, boolean c, boolean d);
boolean compareAndSet(V a, V b, boolean c, boolean d);
void set(V a, boolean b);
boolean attemptMark(V a, boolean b);
}
class AtomicReference<V> implements Serializable {
AtomicReference(V a){}
AtomicReference(){}
V get();
void set(V a);
void lazySet(V a);
boolean compareAndSet(V a, V b);
boolean weakCompareAndSet(V a, V b);
boolean weakCompareAndSetPlain(V a, V b);
V getAndSet(V a);
V getAndUpdate(UnaryOperator<V> a);
V updateAndGet(UnaryOperator<V> a);
V getAndAccumulate(V a, BinaryOperator<V> b);
V accumulateAndGet(V a, BinaryOperator<V> b);
String toString();
V getPlain();
void setPlain(V a);
V getOpaque();
void setOpaque(V a);
V getAcquire();
void setRelease(V a);
V compareAndExchange(V a, V b);
V compareAndExchangeAcquire(V a, V b);
V compareAndExchangeRelease(V a, V b);
boolean weakCompareAndSetVolatile(V a, V b);
boolean weakCompareAndSetAcquire(V a, V b);
boolean weakCompareAndSetRelease(V a, V b);
}
class AtomicReferenceArray<E> implements Serializable {
AtomicReferenceArray(int a){}
AtomicReferenceArray(E[] a){}
int length();
E get(int a);
void set(int a, E b);
void lazySet(int a, E b);
E getAndSet(int a, E b);
boolean compareAndSet(int a, E b, E c);
boolean weakCompareAndSet(int a, E b, E c);
boolean weakCompareAndSetPlain(int a, E b, E c);
E getAndUpdate(int a, UnaryOperator<E> b);
E updateAndGet(int a, UnaryOperator<E> b);
E getAndAccumulate(int a, E b, BinaryOperator<E> c);
E accumulateAndGet(int a, E b, BinaryOperator<E> c);
String toString();
E getPlain(int a);
void setPlain(int a, E b);
E getOpaque(int a);
void setOpaque(int a, E b);
E getAcquire(int a);
void setRelease(int a, E b);
E compareAndExchange(int a, E b, E c);
E compareAndExchangeAcquire(int a, E b, E c);
E compareAndExchangeRelease(int a, E b, E c);
boolean weakCompareAndSetVolatile(int a, E b, E c);
boolean weakCompareAndSetAcquire(int a, E b, E c);
boolean weakCompareAndSetRelease(int a, E b, E c);
}
abstract class AtomicReferenceFieldUpdater<T, V> {
static <U, W> AtomicReferenceFieldUpdater<U, W> newUpdater(Class<U> a, Class<W> b, String c);
AtomicReferenceFieldUpdater(){}
abstract boolean compareAndSet(T a, V b, V c);
abstract boolean weakCompareAndSet(T a, V b, V c);
abstract void set(T a, V b);
abstract void lazySet(T a, V b);
abstract V get(T a);
V getAndSet(T a, V b);
V getAndUpdate(T a, UnaryOperator<V> b);
V updateAndGet(T a, UnaryOperator<V> b);
V getAndAccumulate(T a, V b, BinaryOperator<V> c);
V accumulateAndGet(T a, V b, BinaryOperator<V> c);
}
class AtomicStampedReference<V> {
AtomicStampedReference(V a, int b){}
V getReference();
int getStamp();
V get(int[] a);
boolean weakCompareAndSet(V a, V b, int c, int d);
boolean compareAndSet(V a, V b, int c, int d);
void set(V a, int b);
boolean attemptStamp(V a, int b);
}
class DoubleAccumulator extends Striped64 implements Serializable {
DoubleAccumulator(DoubleBinaryOperator a, double b){}
void accumulate(double a);
double get();
void reset();
double getThenReset();
String toString();
double doubleValue();
long longValue();
int intValue();
float floatValue();
}
class DoubleAdder extends Striped64 implements Serializable {
DoubleAdder(){}
void add(double a);
double sum();
void reset();
double sumThenReset();
String toString();
double doubleValue();
long longValue();
int intValue();
float floatValue();
}
class LongAccumulator extends Striped64 implements Serializable {
LongAccumulator(LongBinaryOperator a, long b){}
void accumulate(long a);
long get();
void reset();
long getThenReset();
String toString();
long longValue();
int intValue();
float floatValue();
double doubleValue();
}
class LongAdder extends Striped64 implements Serializable {
LongAdder(){}
void add(long a);
void increment();
void decrement();
long sum();
void reset();
long sumThenReset();
String toString();
long longValue();
int intValue();
float floatValue();
double doubleValue();
}
