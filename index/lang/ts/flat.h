// The part of tree_sitter/api.h (ABI 13 and 14) that flat.c uses. The symbols
// are those of the core that github.com/smacker/go-tree-sitter compiles in; cgo
// resolves them at the final link.
#ifndef CODEINTEL_FLAT_H
#define CODEINTEL_FLAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TSLanguage TSLanguage;
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef uint16_t TSSymbol;
typedef uint16_t TSFieldId;
typedef struct { uint32_t row, column; } TSPoint;
typedef struct { TSPoint start_point, end_point; uint32_t start_byte, end_byte; } TSRange;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;

void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));
TSParser *ts_parser_new(void);
void ts_parser_delete(TSParser *);
bool ts_parser_set_language(TSParser *, const TSLanguage *);
const TSLanguage *ts_parser_language(const TSParser *);
bool ts_parser_set_included_ranges(TSParser *, const TSRange *, uint32_t);
void ts_parser_set_cancellation_flag(TSParser *, const size_t *);
const size_t *ts_parser_cancellation_flag(const TSParser *);
void ts_parser_reset(TSParser *);
TSTree *ts_parser_parse_string(TSParser *, const TSTree *, const char *, uint32_t);
void ts_tree_delete(TSTree *);
TSNode ts_tree_root_node(const TSTree *);
TSTreeCursor ts_tree_cursor_new(TSNode);
void ts_tree_cursor_delete(TSTreeCursor *);
TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
TSFieldId ts_tree_cursor_current_field_id(const TSTreeCursor *);
bool ts_tree_cursor_goto_parent(TSTreeCursor *);
bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
uint32_t ts_node_start_byte(TSNode);
uint32_t ts_node_end_byte(TSNode);
TSSymbol ts_node_symbol(TSNode);
bool ts_node_is_named(TSNode);
bool ts_node_is_missing(TSNode);
bool ts_node_is_error(TSNode);
uint32_t ts_language_symbol_count(const TSLanguage *);
const char *ts_language_symbol_name(const TSLanguage *, TSSymbol);
TSSymbol ts_language_symbol_for_name(const TSLanguage *, const char *, uint32_t, bool);
TSFieldId ts_language_field_id_for_name(const TSLanguage *, const char *, uint32_t);
const char *ts_language_field_name_for_id(const TSLanguage *, TSFieldId);
uint32_t ts_language_version(const TSLanguage *);

// One node of a tree in pre-order. Layout shared with Node in flat.go.
typedef struct {
  uint32_t start, end;   // bytes
  uint32_t parent;       // index, UINT32_MAX for the root
  uint32_t next;         // index just behind the last node of the subtree
  uint16_t sym, field;
  uint16_t flags, depth; // depth saturates at 65535
} ci_node;

enum { CI_NAMED = 1, CI_MISSING = 2, CI_ERROR = 4 };

typedef struct { ci_node *v; uint32_t n, cap; } ci_buf;

enum { CI_OK = 0, CI_HALTED = 1, CI_NO_MEMORY = 2, CI_TOO_MANY = 3, CI_TOO_LARGE = 4 };

// Parses src and writes its nodes to b, at most max of them, unless the parser's
// cancellation flag, which it must have, is set meanwhile, or the tree takes more than
// bytes of memory. The parser is reset after every parse that did not complete. Calls
// nothing in Go.
int ci_parse(TSParser *p, const char *src, uint32_t len, ci_buf *b, uint32_t max, int64_t bytes);

// Begins to count what this thread's parser takes, and sets stop where that is more than
// bound; ends it, and says whether it was, and in peak how much it was at most.
void ci_memory_begin(const volatile size_t *stop, int64_t bound);
bool ci_memory_end(int64_t *peak);

// Calls run(arg) on a stack that is deep enough to recurse once for each token of a text
// of len bytes. run takes at most memory bytes besides the stack.
void ci_on_stack(uint32_t len, int64_t memory, void (*run)(void *), void *arg);

// The language with its scanner kept within bounds; the language itself when it
// has none. shared and stale are Trait's. What it returns is never freed.
const TSLanguage *ci_language_new(const TSLanguage *l, bool shared, bool stale);

// Begins a parse of len bytes on this thread.
void ci_scan_begin(TSParser *p, uint32_t len);

// Gives freed memory back to the system.
void ci_trim(void);

#endif
