// The core walks its graph of states by recursion: where a broken text has two readings
// at each of its tokens, it goes as deep as there are tokens, far beyond the stack of a
// thread. Long texts are therefore parsed on a stack that is large enough for that.
#if defined(__APPLE__)
#define _XOPEN_SOURCE 700 // for ucontext
#define _DARWIN_C_SOURCE  // for MAP_ANON
#else
#define _GNU_SOURCE
#endif
#include "flat.h"

#include <stdlib.h> // says whether the library is glibc

#if defined(__GLIBC__) || defined(__APPLE__)
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum {
  SHORT = 4 << 10,  // texts up to this length fit the stack of any thread
  FRAME = 192,      // what one level may take: 96 bytes were measured
  MARGIN = 256 << 10,
};

// What runs on the other stack. Thread-local, since a parse is one call on one thread.
static _Thread_local struct {
  void (*run)(void *);
  void *arg;
  ucontext_t back, other;
} away;

static void enter(void) { away.run(away.arg); }

void ci_on_stack(uint32_t len, int64_t memory, void (*run)(void *), void *arg) {
  if (len <= SHORT) {
    run(arg);
    return;
  }
  // Each level has a node on the heap that is larger than its frame, so that the bound of
  // the memory bounds the depth, too.
  int64_t want = (int64_t)len * FRAME;
  if (want > memory / 2) want = memory / 2;
  size_t guard = (size_t)sysconf(_SC_PAGESIZE);
  size_t size = ((size_t)want + MARGIN + guard) / guard * guard + guard;
  char *base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) { // address space is scarce; most texts need little of the stack
    run(arg);
    return;
  }
  if (mprotect(base, guard, PROT_NONE) == 0 && getcontext(&away.other) == 0) {
    away.run = run;
    away.arg = arg;
    away.other.uc_stack.ss_sp = base;
    away.other.uc_stack.ss_size = size;
    away.other.uc_link = &away.back;
    makecontext(&away.other, enter, 0);
    swapcontext(&away.back, &away.other);
  } else {
    run(arg);
  }
  munmap(base, size);
}

#else // no contexts: a parse that is too deep ends the process, and the file is quarantined

void ci_on_stack(uint32_t len, int64_t memory, void (*run)(void *), void *arg) {
  (void)len;
  (void)memory;
  run(arg);
}

#endif
