// Package css reads style sheets: CSS and SCSS, in files of their own or
// embedded in others (Reader). It has a reader of its own instead of a grammar,
// for the grammars at hand know neither nesting nor SCSS: the syntax of both is
// that of CSS Syntax Level 3, of blocks, declarations and at-rules.
//
// Definitions, with the descriptors of their symbols ("scip-css npm <package>
// <version> <folders>/<file>/…", where package.json names the package):
//
//	class .a, id #a         `.a`#, `#a`#        every selector that names them
//	placeholder %a          `%a`#
//	custom property --a     `--a`.              every declaration
//	@keyframes a, @layer a  `@keyframes a`#, `@layer a`/
//	SCSS $a                 `$a`.               what a block declares is local
//	SCSS @mixin a($b)       a!, a!($b)
//	SCSS @function a($b)    a(). a().($b)
//
// All but local variables are Open: markup and other sheets find them by their
// descriptors' names. A selector like &__b in SCSS defines the class that it
// makes of its parents'.
package css

import (
	"context"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Family is the name of the languages that import one another.
const Family = "css"

// version of Extract; it changes with its results.
const version = 1

// Dialect is the syntax of a style sheet.
type Dialect uint8

// Dialects.
const (
	CSS Dialect = iota
	SCSS
)

// Languages of the family.
func Languages() []*lang.Language {
	return []*lang.Language{
		language("css", "CSS", CSS, ".css", ".pcss"),
		language("scss", "SCSS", SCSS, ".scss"),
	}
}

func language(name, scip string, d Dialect, extensions ...string) *lang.Language {
	return &lang.Language{
		Depth:      lang.DepthScopes,
		Name:       name,
		SCIPName:   scip,
		Family:     Family,
		Extensions: extensions,
		Version:    version,
		Extract: func(ctx context.Context, _ *ts.Parser, in lang.Input) (*lang.Facts, error) {
			return extract(ctx, d, in)
		},
		Open: open,
	}
}

func extract(ctx context.Context, d Dialect, in lang.Input) (*lang.Facts, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b := lang.NewBuilder(len(in.Src))
	b.Read(in)
	b.Enrich(in)
	r := NewReader(b, in.Src)
	r.family = ""
	r.exports = true
	r.modules = isModule(in.Path)
	r.Sheet(0, uint32(len(in.Src)), d, 0)
	b.F.Generated = lang.Generated(in.Src)
	return b.Finish(), nil
}
