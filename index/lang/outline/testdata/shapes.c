/* A file about shapes. */

#include "shapes.h"
#include <stdio.h>

#define LIMIT 10
/* The larger of two. */
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

struct point {
	int x, y; /* where it is */
	struct point *next;
	union { long whole; char parts[8]; } as;
};

typedef struct {
	unsigned flags : 3;
} style_t, *style_p;

enum color { RED, GREEN = 5 };
enum { LOOSE };

typedef int (*compare_fn)(const void *a, const void *b);

static int helper(struct point *p);
extern int shared;
int shared;

/**
 * Moves a point.
 * It stays on the grid.
 */
int move(struct point *p, int by)
{
	int old = p->x;
	struct point copy = { .x = by, .y = p->y };

	for (int i = 0; i < LIMIT; i++) {
		int old = i;
		p->next->x += old;
	}
	if (helper(p) == RED)
		goto out;
	p->as.whole = LARGER(copy.x, shared);
out:
	return old + elsewhere(p);
}

static int helper(struct point *p)
{
	style_t s = { 0 };
	compare_fn f = 0;
	return f ? f(p, p) : (int)s.flags;
}

#ifdef LIMIT
int variant(void) { return 1; }
#else
int variant(void) { return 2; }
#endif
