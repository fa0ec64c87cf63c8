#include "flat.h"

#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

static ci_node *push(ci_buf *b) {
  if (b->n == b->cap) {
    uint32_t cap = b->cap ? b->cap * 2 : 4096;
    ci_node *v = realloc(b->v, (size_t)cap * sizeof *v);
    if (!v) return NULL;
    b->v = v;
    b->cap = cap;
  }
  return &b->v[b->n++];
}

enum { HIDDEN = 256 };

// Pre-order walk without recursion: the parents are found again through the
// parent field, so depth costs no stack.
//
// The cursor finds a node's field by a look at the hidden nodes between it and
// its parent, of which there can be as many as nodes: behind HIDDEN of them a
// node has no field. How many there are is in the cursor, whose stack's size is
// context[0]; while a node is open, its own is kept in its next.
static int flatten(TSNode root, ci_buf *b, uint32_t max, const volatile size_t *stop) {
  int rc = CI_OK;
  uint32_t parent = UINT32_MAX;
  uint32_t depth = 0;
  TSTreeCursor c = ts_tree_cursor_new(root);
  b->n = 0;
  for (;;) {
    TSNode n = ts_tree_cursor_current_node(&c);
    if (b->n >= max) { rc = CI_TOO_MANY; break; }
    if (b->n % 1024 == 1023 && *stop) { rc = CI_HALTED; break; }
    ci_node *o = push(b);
    if (!o) { rc = CI_NO_MEMORY; break; }
    uint32_t me = b->n - 1;
    o->start = ts_node_start_byte(n);
    o->end = ts_node_end_byte(n);
    o->parent = parent;
    o->next = c.context[0];
    o->sym = ts_node_symbol(n);
    o->field = parent == UINT32_MAX || c.context[0] - b->v[parent].next > HIDDEN ? 0 : ts_tree_cursor_current_field_id(&c);
    o->flags = (ts_node_is_named(n) ? CI_NAMED : 0) | (ts_node_is_missing(n) ? CI_MISSING : 0) |
               (ts_node_is_error(n) ? CI_ERROR : 0);
    o->depth = depth > 65535 ? 65535 : (uint16_t)depth;
    if (ts_tree_cursor_goto_first_child(&c)) {
      parent = me;
      depth++;
      continue;
    }
    for (;;) {
      b->v[me].next = b->n;
      if (ts_tree_cursor_goto_next_sibling(&c)) break;
      if (parent == UINT32_MAX || !ts_tree_cursor_goto_parent(&c)) goto done;
      me = parent;
      parent = b->v[me].parent;
      depth--;
    }
  }
done:
  ts_tree_cursor_delete(&c);
  return rc;
}

typedef struct {
  TSParser *p;
  const char *src;
  uint32_t len;
  ci_buf *b;
  uint32_t max;
  int64_t bytes;
  int64_t peak;
  int rc;
} ci_call;

// A parse that took more leaves so much freed memory behind that malloc gives it back:
// the facts of the same file are made next, and the two together are the peak.
enum { MUCH = 64 << 20 };

static void parse(void *arg) {
  ci_call *c = arg;
  ci_scan_begin(c->p, c->len);
  ci_memory_begin(ts_parser_cancellation_flag(c->p), c->bytes);
  TSTree *t = ts_parser_parse_string(c->p, NULL, c->src, c->len);
  bool over = ci_memory_end(&c->peak);
  if (!t) {
    // Without the reset the next parse would go on with this text.
    ts_parser_reset(c->p);
    c->rc = over ? CI_TOO_LARGE : CI_HALTED;
    return;
  }
  c->rc = over ? CI_TOO_LARGE : flatten(ts_tree_root_node(t), c->b, c->max, ts_parser_cancellation_flag(c->p));
  ts_tree_delete(t);
}

int ci_parse(TSParser *p, const char *src, uint32_t len, ci_buf *b, uint32_t max, int64_t bytes) {
  b->n = 0;
  ci_call c = {p, src, len, b, max, bytes, 0, CI_OK};
  ci_on_stack(len, bytes, parse, &c);
  if (c.peak > MUCH) ci_trim();
  return c.rc;
}

void ci_trim(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}
