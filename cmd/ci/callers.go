package main

import (
	"fmt"
	"strings"

	"codeintel/index"

	"github.com/spf13/cobra"
)

// defaultCalls is how many functions a tree of calls has that sets no limit.
const defaultCalls = 200

func (a *app) callersCommand() *cobra.Command {
	var q queryFlags
	var depth, limit int
	var outgoing, dispatch bool
	c := &cobra.Command{
		Use:   "callers NAME|FILE:LINE:COL",
		Short: "print the functions that call a symbol",
		Long: `Prints the calls of a symbol, by the functions that they are in. Name, kind and
symbol are those of the calling function: of the variable or member that holds
it when it has no name, and of the module for code outside of all functions.

With --depth above 1 the callers of the callers follow, and so on, each below the
one that it calls; a function that comes again is not followed again. --outgoing
prints what the symbol calls instead. --dispatch counts a call of a method as a
possible call of what implements or overrides it, too.` + targetHelp,
		Example: "ci callers Snapshot.References\nci callers Conn.Close --depth 3 --dispatch\nci callers main --outgoing --depth 2",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if depth < 1 || limit < 0 {
				return fail(exitUsage, nil, "--depth is 1 or more, and --limit is not negative; 0 means that no function is left out")
			}
			if depth == 1 && !outgoing && !dispatch && !c.Flags().Changed("limit") {
				return a.ask(c.Context(), q, args[0], "caller", func(r *repository, t target) {
					for _, call := range r.s.Callers(t.id) {
						for _, site := range call.Sites {
							r.add(r.reference(call.ID, site, "caller"))
						}
					}
				})
			}
			query := index.CallQuery{Depth: depth, Limit: limit, Dispatch: dispatch}
			what := "caller"
			if outgoing {
				query.Direction, what = index.Outgoing, "callee"
			}
			return a.ask(c.Context(), q, args[0], what, func(r *repository, t target) {
				query.ID = t.id
				r.callTree(r.s.CallTree(query), what)
			})
		},
	}
	q.add(c)
	fl := c.Flags()
	fl.IntVar(&depth, "depth", 1, "follow calls over `N` steps")
	fl.IntVar(&limit, "limit", defaultCalls, "stop after `N` functions; 0 means none is left out; with --depth, --outgoing or --dispatch")
	fl.BoolVar(&outgoing, "outgoing", false, "print what the symbol calls")
	fl.BoolVar(&dispatch, "dispatch", false, "follow methods to what implements or overrides them")
	return c
}

// callAnswer is what a function in a tree of calls has beside its place.
type callAnswer struct {
	seen, cycle bool
	// more is the number of further calls between it and the one above.
	more int
	via  string // what the calls name, where that is another one
}

// callTree adds the functions of a tree, each followed by those below it. For
// scripts each call is an answer, for people the first one of each function.
func (r *repository) callTree(tree index.CallTree, role string) {
	below := make([][]int, len(tree.Nodes))
	for i := 1; i < len(tree.Nodes); i++ {
		below[tree.Nodes[i].Parent] = append(below[tree.Nodes[i].Parent], i)
	}
	// The depth is what the user asks for, so a stack is kept here.
	var stack []int
	push := func(list []int) {
		for i := len(list) - 1; i >= 0; i-- {
			stack = append(stack, list[i])
		}
	}
	if len(below) > 0 {
		push(below[0])
	}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &tree.Nodes[at]
		c := &callAnswer{seen: n.Same >= 0, cycle: n.Cycle, more: len(n.Sites) - 1}
		if n.Virtual {
			c.via = r.s.Name(n.Via)
		}
		for i, site := range n.Sites {
			if i > 0 && !r.q.json {
				break
			}
			x := r.reference(n.ID, site, role)
			x.certainty, x.depth, x.tree = max(x.certainty, n.Certainty), n.Depth, c
			r.add(x)
		}
		push(below[at])
	}
	r.cut = r.cut || tree.Dropped+tree.Unread > 0
}

// printCall prints a function of a tree of calls.
func (r *repository) printCall(x *answer, content string) {
	word := "in"
	if x.role == "callee" {
		word = "to"
	}
	var notes []string
	if x.tree.more > 0 {
		notes = append(notes, fmt.Sprintf("and %s", plural(x.tree.more, "more call")))
	}
	if x.tree.via != "" {
		notes = append(notes, "by way of "+x.tree.via)
	}
	switch {
	case x.tree.cycle:
		notes = append(notes, "a cycle")
	case x.tree.seen:
		notes = append(notes, "see above")
	}
	text := strings.TrimSpace(r.marked(x, content) + " " + mark(x.certainty))
	if len(notes) > 0 {
		text += " (" + strings.Join(notes, "; ") + ")"
	}
	fmt.Fprintf(r.out, "%s%s %s %s %s: %s\n", strings.Repeat("  ", x.depth-1), r.placeText(x), word, x.kind, paint(r.q.color, colorHead, x.called()), text)
}
