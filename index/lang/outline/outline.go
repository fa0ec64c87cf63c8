// Package outline is the languages that are known by their definitions: what a
// file defines, how its names resolve within the file, and, by name alone, what
// they may mean in other files. One extractor reads them all; a language is a
// table that says what the nodes of its grammar mean.
//
// Symbols have the scheme "ci", the language's family as manager, no package
// name and version, and the file's path as namespaces:
//
//	ci c . . mm/`slab.c`/kfree().
package outline

import (
	"cmp"
	"context"
	"sync"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// version changes whenever the facts of some file do.
const version = 5

// tables are the languages, in the order in which they are listed.
var tables = []*table{
	&tableC, &tableCpp, &tableCSharp, &tableRuby, &tableRust, &tableKotlin, &tableScala, &tableSwift, &tableBash, &tableLua,
	&tableElixir, &tableElm, &tableGroovy, &tableOCaml, &tableCUE, &tableDockerfile, &tableHCL, &tableMarkdown, &tableProtobuf, &tableSQL, &tableTOML,
}

// Languages returns all languages of the package.
func Languages() []*lang.Language {
	var out []*lang.Language
	for _, t := range tables {
		out = append(out, language(t))
	}
	return out
}

func language(t *table) *lang.Language {
	family := cmp.Or(t.family, t.name)
	// Most runs read few of the languages: a table is compiled on first use.
	compiled := sync.OnceValue(func() *grammar { return compile(t) })
	return &lang.Language{
		Name:         t.name,
		SCIPName:     t.scipName,
		Family:       family,
		Served:       t.served,
		Depth:        lang.DepthNames,
		Extensions:   t.extensions,
		Filenames:    t.filenames,
		Interpreters: t.interpreters,
		Version:      version,
		Extract: func(ctx context.Context, p *ts.Parser, in lang.Input) (*lang.Facts, error) {
			return compiled().extract(ctx, p, in)
		},
		Open: func(_ context.Context, files lang.Files, _ lang.Deps) (lang.Project, error) {
			return newProject(family, t.textual || t.linked, files), nil
		},
		Chunks: lang.Chunking{Types: t.chunks()},
		Rules: lang.Rules{
			FileScopeExports: true,
			Textual:          t.textual,
			ByName:           true,
			Memberless:       t.memberless,
		},
	}
}
