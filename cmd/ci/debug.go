package main

import (
	"cmp"
	"slices"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/resolve"

	"github.com/spf13/cobra"
)

func (a *app) debugCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "debug",
		Short: "print what the engine has inside",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.debugFactsCommand(), a.debugSymbolsCommand())
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
