// The core asks for memory without a bound, and ends the process where it gets none: an
// ambiguous or broken text of 1 MB can take gigabytes. Its allocator is therefore this
// file's, which counts what a parse has, and stops the parse where that is too much.
#include "flat.h"

#include <stdio.h>
#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#define size_of malloc_usable_size
#elif defined(__APPLE__)
#include <malloc/malloc.h>
#define size_of malloc_size
#else
#define size_of(p) ((void)(p), (size_t)0) // not counted
#endif

// What malloc needs for a block beside the block itself.
enum { BESIDE = 8 };

// A parse is one call, so that it has one thread.
static _Thread_local struct {
  int64_t live;  // bytes; what was there before the parse and is freed counts against it
  int64_t peak;  // the most of them
  int64_t bound; // 0: no parse is under way
  bool over;
  volatile size_t *stop;
} meter;

void ci_memory_begin(const volatile size_t *stop, int64_t bound) {
  meter.live = 0;
  meter.peak = 0;
  meter.bound = bound;
  meter.over = false;
  meter.stop = (volatile size_t *)stop;
}

bool ci_memory_end(int64_t *peak) {
  meter.bound = 0;
  *peak = meter.peak;
  return meter.over;
}

static void *taken(void *p, size_t size) {
  if (!p) {
    if (size == 0) return NULL;
    fprintf(stderr, "ci: a parser gets no further %zu bytes\n", size);
    abort();
  }
  if (meter.bound) {
    meter.live += (int64_t)size_of(p) + BESIDE;
    if (meter.live > meter.peak) meter.peak = meter.live;
    if (meter.live > meter.bound) {
      meter.over = true;
      *meter.stop = 1;
    }
  }
  return p;
}

static void given(void *p) {
  if (p && meter.bound) meter.live -= (int64_t)size_of(p) + BESIDE;
}

static void *bounded_malloc(size_t size) { return taken(malloc(size), size); }

static void *bounded_calloc(size_t count, size_t size) { return taken(calloc(count, size), count && size); }

static void *bounded_realloc(void *p, size_t size) {
  given(p);
  return taken(realloc(p, size), size);
}

static void bounded_free(void *p) {
  given(p);
  free(p);
}

// install runs before any parser is made.
__attribute__((constructor)) static void install(void) {
  ts_set_allocator(bounded_malloc, bounded_calloc, bounded_realloc, bounded_free);
}
