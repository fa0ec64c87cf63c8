package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/workspace"

	"github.com/spf13/cobra"
)

func (a *app) debugCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "debug",
		Short: "print what the engine has inside",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.debugChunksCommand(), a.debugFactsCommand(), a.debugSymbolsCommand())
	return c
}

func (a *app) debugFactsCommand() *cobra.Command {
	var q queryFlags
	return q.add(&cobra.Command{
		Use:   "facts FILE",
		Short: "print what a file says by itself",
		Long:  "Prints the facts of a file: scopes, definitions, references, imports, exports.\nThe form is for people and may change.",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.question(c.Context(), q, args[0], "fact", func(r *repository) error {
				doc, err := r.file(args[0])
				if err == nil {
					r.dump = lang.Dump(r.s.Docs()[doc].Facts())
				}
				return err
			})
		},
	})
}

func (a *app) debugChunksCommand() *cobra.Command {
	var q queryFlags
	return q.add(&cobra.Command{
		Use:   "chunks FILE",
		Short: "print the units of meaning that a file is divided into",
		Long: `Prints the chunks of a file: its functions, methods, classes and whatever else
its language has, each with what is known of it. A file that no language reads,
or that can't be read as its language, is divided into lines; the first line of
the output says why. The settings chunk_strategy, chunk_max_tokens and
parser_timeout_ms hold. With --json each chunk is an object on a line of its own.`,
		Example: "ci debug chunks app/Models/User.php\nci debug chunks src/cart.ts --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			ctx := c.Context()
			return a.question(ctx, q, args[0], "chunk", func(r *repository) error { return r.chunks(ctx, args[0]) })
		},
	})
}

// chunks prints the chunks of a file.
func (r *repository) chunks(ctx context.Context, arg string) error {
	doc, ok := r.doc(arg)
	if !ok {
		_, err := r.file(arg)
		return err
	}
	chunker := r.w.Chunker(r.state)
	defer chunker.Close()
	chunks, byLines, ok, err := chunker.File(ctx, doc)
	switch {
	case err != nil:
		return err
	case !ok && r.s.Docs()[doc].Source == nil && r.s.Docs()[doc].Skipped != workspace.SkipNoLanguage:
		_, err := r.file(arg)
		return err
	case !ok:
		return fail(exitSome, nil, "%s: its text is not shown: it looks as if it held secrets, or has changed since it was read", printable(arg))
	}
	if r.s.Docs()[doc].Source != nil {
		r.asked = append(r.asked, doc)
	}
	var b strings.Builder
	if r.q.json {
		for _, x := range chunks {
			if err := r.a.printJSON(&b, x); err != nil {
				return err
			}
		}
		r.dump = b.String()
		return nil
	}
	if byLines != "" {
		fmt.Fprintf(&b, "by lines: %s\n", byLines)
	}
	for _, x := range chunks {
		fmt.Fprintf(&b, "%s %s lines %d-%d", x.SymbolType, printable(x.SymbolName), x.StartLine, x.EndLine)
		if x.Symbol != "" {
			fmt.Fprintf(&b, " %s", x.Symbol)
		}
		b.WriteByte('\n')
		for _, m := range x.Metadata {
			fmt.Fprintf(&b, "  %s: ", m.Key)
			if err := r.a.printJSON(&b, m.Value); err != nil {
				return err
			}
		}
		for _, e := range x.Related {
			fmt.Fprintf(&b, "  -> %s %s", e.Kind, printable(e.Name))
			switch {
			case e.Symbol == e.Name:
				b.WriteString(" (unresolved)")
			case !e.Resolved:
				fmt.Fprintf(&b, " %s (possible)", printable(e.Symbol))
			default:
				fmt.Fprintf(&b, " %s", printable(e.Symbol))
			}
			b.WriteByte('\n')
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(x.Content, "\n"), "\n") {
			b.WriteString(strings.TrimRight("  | "+strings.Map(shown, line), " ") + "\n")
		}
	}
	r.dump = b.String()
	return nil
}

// shown is a character of a text as a terminal may have it.
func shown(c rune) rune {
	if c != '\t' && unicode.IsControl(c) {
		return unicode.ReplacementChar
	}
	return c
}

func (a *app) debugSymbolsCommand() *cobra.Command {
	var q queryFlags
	return q.add(&cobra.Command{
		Use:   "symbols FILE",
		Short: "print the symbol of each name in a file",
		Long:  "Prints the definitions and references of a file in the order of their places,\neach with its symbol; a reference without one is not resolved.",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.question(c.Context(), q, args[0], "name", func(r *repository) error {
				doc, err := r.file(args[0])
				if err == nil {
					r.symbols(doc)
				}
				return err
			})
		},
	})
}

// symbols adds the names of a file in the order of their places.
func (r *repository) symbols(doc int32) {
	d := r.s.Docs()[doc]
	f := d.Facts()
	names := r.s.Symbols(doc)
	var list []answer
	add := func(start, end uint32, name lang.NameID, id index.ID, role string, c resolve.Certainty) {
		x := answer{name: f.Name(name), role: role, certainty: c, symbols: true}
		r.place(&x, doc, start, end, end)
		if role != "unresolved" {
			if x.symbol = string(names.Append(nil, id)); x.symbol == "" {
				return
			}
			x.kind = r.s.Kind(id)
		}
		list = append(list, x)
	}
	for i := range f.Defs {
		def := &f.Defs[i]
		add(def.Start, def.End, def.Name, index.ID{Doc: doc, Def: lang.DefID(i)}, "definition", resolve.Resolved)
	}
	links := r.s.Links(doc)
	for i := range f.Refs {
		ref := &f.Refs[i]
		if len(links) == 0 || links[0].Ref != lang.RefID(i) {
			add(ref.Start, ref.End, ref.Name, index.ID{}, "unresolved", resolve.Resolved)
		}
		for ; len(links) > 0 && links[0].Ref == lang.RefID(i); links = links[1:] {
			add(ref.Start, ref.End, ref.Name, index.ID{Doc: links[0].Doc, Def: links[0].Def}, "reference", links[0].Certainty)
		}
	}
	slices.SortStableFunc(list, func(a, b answer) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column))
	})
	for _, x := range list {
		r.add(x)
	}
}
