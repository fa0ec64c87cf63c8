package main

import (
	"context"
	"strings"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/workspace"
)

// symbolFlags are the flags of search that go with --symbol, and with questions
// in words.
var symbolFlags = map[string]bool{
	"symbol": true, "semantic": true, "batch": true, "repo": true, "json": true, "jobs": true, "limit": true, "kind": true, "lang": true,
	"glob": true, "type": true, "type-not": true, "verbose": true,
}

// defaultSymbols is how many symbols a search prints that sets no limit.
const defaultSymbols = 50

// searchSymbols prints the symbols that a name finds.
func (a *app) searchSymbols(ctx context.Context, f searchFlags, args []string) error {
	switch {
	case len(args) == 0 || args[0] == "":
		return fail(exitUsage, nil, "the name is missing; give one, or a part of it")
	case f.limit < 0:
		return fail(exitUsage, nil, "--limit can't be negative; 0 means that no symbol is left out")
	}
	q := index.SymbolQuery{Name: args[0], Limit: f.limit}
	if !f.limitGiven {
		q.Limit = defaultSymbols
	}
	var err error
	if q.Kinds, err = kindsNamed(f.kinds); err != nil {
		return err
	}
	below := ""
	if len(args) == 2 {
		if below, err = a.below(f.repo, args[1]); err != nil {
			return err
		}
	}
	if q.Files, err = symbolFiles(f, below); err != nil {
		return err
	}
	return a.question(ctx, queryFlags{repo: f.repo, json: f.json, jobs: f.jobs}, args[0], "symbol", func(r *repository) error {
		var found []index.SymbolMatch
		found, r.cut = r.s.SearchSymbols(q)
		for _, m := range found {
			l, _ := r.s.Place(m.ID)
			x := r.definition(target{id: m.ID}, l, r.symbol(m.ID))
			x.match = m.How.String()
			r.add(x)
		}
		return nil
	})
}

// kindsNamed returns the kinds that names stand for, or an error that lists all names.
func kindsNamed(names []string) (kinds []lang.Kind, err error) {
	for _, n := range names {
		named := lang.KindsNamed(n)
		if named == nil {
			var list []string
			for _, k := range lang.Kinds() {
				list = append(list, strings.ReplaceAll(k.String(), " ", "-"))
			}
			return nil, fail(exitUsage, nil, "--kind %s: there is no such kind; name one of %s", n, strings.Join(list, ", "))
		}
		kinds = append(kinds, named...)
	}
	return kinds, nil
}

// symbolFiles says which files symbols are searched in; nil means all.
func symbolFiles(f searchFlags, below string) (func(*index.Doc) bool, error) {
	path, err := workspace.PathFilter(below, f.globs, f.types, f.notTypes)
	if err != nil {
		return nil, fail(exitUsage, err, "%s", oneLine(err.Error()))
	}
	if below == "" && len(f.globs)+len(f.types)+len(f.notTypes)+len(f.languages) == 0 {
		return nil, nil
	}
	selected := map[string]bool{}
	known := all.NewTable(all.Languages())
	table, unknown := known.Select(f.languages)
	if len(unknown) > 0 {
		return nil, fail(exitUsage, nil, "%s", oneLine(known.UnknownError(unknown).Error()))
	}
	for _, l := range table.Languages() {
		selected[l.Name] = true
	}
	return func(d *index.Doc) bool { return selected[d.Lang.Name] && path(d.Path) }, nil
}
