// The scanners that grammars bring along are C without bounds of their own: one
// writes its state behind the buffer it is given, another gives up the process
// when a stack is full, some look through the rest of the file or of the line at
// every token. A grammar that has one is used through a copy whose scanner is
// this file's, which calls the other and keeps it within bounds.
#include "flat.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The parts of tree_sitter/parser.h (ABI 13 and 14) that scanners see.
typedef struct TSLexer TSLexer;
struct TSLexer {
  int32_t lookahead;
  TSSymbol result_symbol;
  void (*advance)(TSLexer *, bool);
  void (*mark_end)(TSLexer *);
  uint32_t (*get_column)(TSLexer *);
  bool (*is_at_included_range_start)(const TSLexer *);
  bool (*eof)(const TSLexer *);
};

struct TSLanguage {
  uint32_t version, symbol_count, alias_count, token_count, external_token_count, state_count;
  uint32_t large_state_count, production_id_count, field_count;
  uint16_t max_alias_sequence_length;
  const void *tables[13];
  bool (*lex_fn)(TSLexer *, uint16_t);
  bool (*keyword_lex_fn)(TSLexer *, uint16_t);
  TSSymbol keyword_capture_token;
  struct {
    const bool *states;
    const TSSymbol *symbol_map;
    void *(*create)(void);
    void (*destroy)(void *);
    bool (*scan)(void *, TSLexer *, const bool *);
    unsigned (*serialize)(void *, char *);
    void (*deserialize)(void *, const char *, unsigned);
  } external_scanner;
  const void *primary_state_ids;
};

// The core's lexer: a TSLexer with its place behind it.
typedef struct {
  TSLexer data;
  uint32_t byte;
  TSPoint point;
} core_lexer;

enum {
  // The largest state that is kept. The core has room for 1024 bytes; a scanner
  // whose stack has that many entries may end the process at the next.
  STATE = 1000,
  // What a scanner may write: its state grows by one token at a time, from one
  // that has room in STATE.
  SCRATCH = 1 << 16,
  // Up to here a column is counted in characters, which takes a walk from the
  // start of the line; behind it, in bytes.
  COLUMN = 1024,
  // A scanner may advance this often for each byte of the text.
  ADVANCES = 32,
  // How much stack a scanner may use, in bytes: some call themselves for each level of
  // nested comments.
  STACK = 1 << 17,
};

typedef struct {
  TSLanguage language; // the copy; must come first
  const TSLanguage *inner;
  bool shared;
  pthread_mutex_t lock; // of a shared scanner
  // Of a scanner that keeps its state when it is told to begin anew: the length
  // of a state of zeros, which it is given instead.
  unsigned stale;
} ci_language;

typedef struct {
  ci_language *l;
  void *inner;
  unsigned len; // of state, for a shared scanner
  char state[STATE];
} ci_scanner;

static _Thread_local char scratch[SCRATCH];

// What the thread's parse may still do, and the lexer's own functions.
static _Thread_local struct {
  ci_language *creating;
  uint64_t advances;
  uintptr_t stack; // where the scan began
  bool spent; // in the scan that is under way
  int32_t lookahead;
  void (*advance)(TSLexer *, bool);
  uint32_t (*get_column)(TSLexer *);
  bool (*eof)(const TSLexer *);
} now;

void ci_scan_begin(TSParser *p, uint32_t len) {
  now.creating = (ci_language *)ts_parser_language(p);
  now.advances = 65536 + (uint64_t)len * ADVANCES;
}

static void advance(TSLexer *x, bool skip) {
  if (now.spent) return;
  char here;
  if (now.advances == 0 || now.stack - (uintptr_t)&here > STACK) {
    // To the scanner, the text ends here.
    now.spent = true;
    now.lookahead = x->lookahead;
    x->lookahead = 0;
    return;
  }
  now.advances--;
  now.advance(x, skip);
}

static bool eof(const TSLexer *x) { return now.spent || now.eof(x); }

static uint32_t get_column(TSLexer *x) {
  uint32_t bytes = ((core_lexer *)x)->point.column;
  return bytes > COLUMN ? bytes : now.get_column(x);
}

static void *create(void) {
  ci_scanner *s = malloc(sizeof *s);
  if (!s) abort();
  s->l = now.creating;
  s->inner = s->l->inner->external_scanner.create();
  s->len = 0;
  return s;
}

static void destroy(void *p) {
  ci_scanner *s = p;
  s->l->inner->external_scanner.destroy(s->inner);
  free(s);
}

static bool scan_within(ci_scanner *s, TSLexer *x, const bool *valid) {
  if (now.advances == 0) return false;
  char here;
  now.stack = (uintptr_t)&here;
  now.spent = false;
  now.advance = x->advance;
  now.get_column = x->get_column;
  now.eof = x->eof;
  x->advance = advance;
  x->get_column = get_column;
  x->eof = eof;
  bool found = s->l->inner->external_scanner.scan(s->inner, x, valid);
  x->advance = now.advance;
  x->get_column = now.get_column;
  x->eof = now.eof;
  if (now.spent) {
    x->lookahead = now.lookahead;
    return false;
  }
  return found;
}

// A state that has no room is given up for the one at the start.
static unsigned save(ci_scanner *s, char *state) {
  unsigned n = s->l->inner->external_scanner.serialize(s->inner, scratch);
  if (n > STATE) return 0;
  memcpy(state, scratch, n);
  return n;
}

static bool scan(void *p, TSLexer *x, const bool *valid) {
  ci_scanner *s = p;
  if (!s->l->shared) return scan_within(s, x, valid);
  pthread_mutex_lock(&s->l->lock);
  s->l->inner->external_scanner.deserialize(s->inner, s->state, s->len);
  bool found = scan_within(s, x, valid);
  s->len = save(s, s->state);
  pthread_mutex_unlock(&s->l->lock);
  return found;
}

static unsigned serialize(void *p, char *buffer) {
  ci_scanner *s = p;
  if (!s->l->shared) return save(s, buffer);
  memcpy(buffer, s->state, s->len);
  return s->len;
}

static void deserialize(void *p, const char *buffer, unsigned len) {
  static const char zeros[STATE];
  ci_scanner *s = p;
  if (len == 0 && s->l->stale > 0) {
    buffer = zeros;
    len = s->l->stale;
  }
  if (!s->l->shared) {
    s->l->inner->external_scanner.deserialize(s->inner, buffer, len);
    return;
  }
  memcpy(s->state, buffer, len);
  s->len = len;
}

const TSLanguage *ci_language_new(const TSLanguage *inner, bool shared, bool stale) {
  if (inner->version < 13 || inner->version > 14 || !inner->external_scanner.states || !inner->external_scanner.create) return inner;
  ci_language *l = calloc(1, sizeof *l);
  if (!l) abort();
  l->language = *inner;
  l->inner = inner;
  l->shared = shared;
  l->language.external_scanner.create = create;
  l->language.external_scanner.destroy = destroy;
  l->language.external_scanner.scan = scan;
  l->language.external_scanner.serialize = serialize;
  l->language.external_scanner.deserialize = deserialize;
  if (shared) pthread_mutex_init(&l->lock, NULL);
  if (stale) {
    void *s = inner->external_scanner.create();
    l->stale = inner->external_scanner.serialize(s, scratch);
    inner->external_scanner.destroy(s);
  }
  return &l->language;
}
