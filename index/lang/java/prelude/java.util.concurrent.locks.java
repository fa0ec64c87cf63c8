package java.util.concurrent.locks;
import java.io.Serializable;
import java.util.Collection;
import java.util.Date;
import java.util.concurrent.TimeUnit;
abstract class AbstractOwnableSynchronizer implements Serializable {
AbstractOwnableSynchronizer(){}
void setExclusiveOwnerThread(Thread a);
Thread getExclusiveOwnerThread();
}
abstract class AbstractQueuedLongSynchronizer extends AbstractOwnableSynchronizer implements Serializable {
class ConditionObject implements Condition, Serializable {
ConditionObject(){}
void signal();
void signalAll();
void awaitUninterruptibly();
void await();
long awaitNanos(long a);
boolean awaitUntil(Date a);
boolean await(long a, TimeUnit b);
boolean hasWaiters();
int getWaitQueueLength();
Collection<Thread> getWaitingThreads();
}
AbstractQueuedLongSynchronizer(){}
long getState();
void setState(long a);
boolean compareAndSetState(long a, long b);
private int acquire(AbstractQueuedLongSynchronizer.Node a, long b, boolean c, boolean d, boolean e, long f);
boolean tryAcquire(long a);
boolean tryRelease(long a);
long tryAcquireShared(long a);
boolean tryReleaseShared(long a);
boolean isHeldExclusively();
void acquire(long a);
void acquireInterruptibly(long a);
boolean tryAcquireNanos(long a, long b);
boolean release(long a);
void acquireShared(long a);
void acquireSharedInterruptibly(long a);
boolean tryAcquireSharedNanos(long a, long b);
boolean releaseShared(long a);
boolean hasQueuedThreads();
boolean hasContended();
Thread getFirstQueuedThread();
boolean isQueued(Thread a);
boolean hasQueuedPredecessors();
int getQueueLength();
Collection<Thread> getQueuedThreads();
Collection<Thread> getExclusiveQueuedThreads();
Collection<Thread> getSharedQueuedThreads();
String toString();
boolean owns(AbstractQueuedLongSynchronizer.ConditionObject a);
boolean hasWaiters(AbstractQueuedLongSynchronizer.ConditionObject a);
int getWaitQueueLength(AbstractQueuedLongSynchronizer.ConditionObject a);
Collection<Thread> getWaitingThreads(AbstractQueuedLongSynchronizer.ConditionObject a);
}
abstract class AbstractQueuedSynchronizer extends AbstractOwnableSynchronizer implements Serializable {
class ConditionObject implements Condition, Serializable {
ConditionObject(){}
void signal();
void signalAll();
void awaitUninterruptibly();
void await();
long awaitNanos(long a);
boolean awaitUntil(Date a);
boolean await(long a, TimeUnit b);
boolean hasWaiters();
int getWaitQueueLength();
Collection<Thread> getWaitingThreads();
}
AbstractQueuedSynchronizer(){}
int getState();
void setState(int a);
boolean compareAndSetState(int a, int b);
private int acquire(AbstractQueuedSynchronizer.Node a, int b, boolean c, boolean d, boolean e, long f);
boolean tryAcquire(int a);
boolean tryRelease(int a);
int tryAcquireShared(int a);
boolean tryReleaseShared(int a);
boolean isHeldExclusively();
void acquire(int a);
void acquireInterruptibly(int a);
boolean tryAcquireNanos(int a, long b);
boolean release(int a);
void acquireShared(int a);
void acquireSharedInterruptibly(int a);
boolean tryAcquireSharedNanos(int a, long b);
boolean releaseShared(int a);
boolean hasQueuedThreads();
boolean hasContended();
Thread getFirstQueuedThread();
boolean isQueued(Thread a);
boolean hasQueuedPredecessors();
int getQueueLength();
Collection<Thread> getQueuedThreads();
Collection<Thread> getExclusiveQueuedThreads();
Collection<Thread> getSharedQueuedThreads();
String toString();
boolean owns(AbstractQueuedSynchronizer.ConditionObject a);
boolean hasWaiters(AbstractQueuedSynchronizer.ConditionObject a);
int getWaitQueueLength(AbstractQueuedSynchronizer.ConditionObject a);
Collection<Thread> getWaitingThreads(AbstractQueuedSynchronizer.ConditionObject a);
}
interface Condition {
void await();
void awaitUninterruptibly();
long awaitNanos(long a);
boolean await(long a, TimeUnit b);
boolean awaitUntil(Date a);
void signal();
void signalAll();
}
interface Lock {
void lock();
void lockInterruptibly();
boolean tryLock();
boolean tryLock(long a, TimeUnit b);
void unlock();
Condition newCondition();
}
class LockSupport {
static void setCurrentBlocker(Object a);
static void unpark(Thread a);
static void park(Object a);
static void parkNanos(Object a, long b);
static void parkUntil(Object a, long b);
static Object getBlocker(Thread a);
static void park();
static void parkNanos(long a);
static void parkUntil(long a);
private LockSupport(){}
}
interface ReadWriteLock {
Lock readLock();
Lock writeLock();
}
class ReentrantLock implements Lock, Serializable {
ReentrantLock(){}
ReentrantLock(boolean a){}
void lock();
void lockInterruptibly();
boolean tryLock();
boolean tryLock(long a, TimeUnit b);
void unlock();
Condition newCondition();
int getHoldCount();
boolean isHeldByCurrentThread();
boolean isLocked();
boolean isFair();
Thread getOwner();
boolean hasQueuedThreads();
boolean hasQueuedThread(Thread a);
int getQueueLength();
Collection<Thread> getQueuedThreads();
boolean hasWaiters(Condition a);
int getWaitQueueLength(Condition a);
Collection<Thread> getWaitingThreads(Condition a);
String toString();
}
class ReentrantReadWriteLock implements ReadWriteLock, Serializable {
static class ReadLock implements Lock, Serializable {
ReadLock(ReentrantReadWriteLock a){}
void lock();
void lockInterruptibly();
boolean tryLock();
boolean tryLock(long a, TimeUnit b);
void unlock();
Condition newCondition();
String toString();
}
static class WriteLock implements Lock, Serializable {
WriteLock(ReentrantReadWriteLock a){}
void lock();
void lockInterruptibly();
boolean tryLock();
boolean tryLock(long a, TimeUnit b);
void unlock();
Condition newCondition();
String toString();
boolean isHeldByCurrentThread();
int getHoldCount();
}
ReentrantReadWriteLock(){}
ReentrantReadWriteLock(boolean a){}
ReentrantReadWriteLock.WriteLock writeLock();
ReentrantReadWriteLock.ReadLock readLock();
boolean isFair();
Thread getOwner();
int getReadLockCount();
boolean isWriteLocked();
boolean isWriteLockedByCurrentThread();
int getWriteHoldCount();
int getReadHoldCount();
Collection<Thread> getQueuedWriterThreads();
Collection<Thread> getQueuedReaderThreads();
boolean hasQueuedThreads();
boolean hasQueuedThread(Thread a);
int getQueueLength();
Collection<Thread> getQueuedThreads();
boolean hasWaiters(Condition a);
int getWaitQueueLength(Condition a);
Collection<Thread> getWaitingThreads(Condition a);
String toString();
}
class StampedLock implements Serializable {
StampedLock(){}
long writeLock();
long tryWriteLock();
long tryWriteLock(long a, TimeUnit b);
long writeLockInterruptibly();
long readLock();
long tryReadLock();
long tryReadLock(long a, TimeUnit b);
long readLockInterruptibly();
long tryOptimisticRead();
boolean validate(long a);
void unlockWrite(long a);
void unlockRead(long a);
void unlock(long a);
long tryConvertToWriteLock(long a);
long tryConvertToReadLock(long a);
long tryConvertToOptimisticRead(long a);
boolean tryUnlockWrite();
boolean tryUnlockRead();
private int getReadLockCount(long a);
boolean isWriteLocked();
boolean isReadLocked();
static boolean isWriteLockStamp(long a);
static boolean isReadLockStamp(long a);
static boolean isLockStamp(long a);
static boolean isOptimisticReadStamp(long a);
int getReadLockCount();
String toString();
Lock asReadLock();
Lock asWriteLock();
ReadWriteLock asReadWriteLock();
}
