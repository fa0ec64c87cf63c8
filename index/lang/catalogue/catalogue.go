// Package catalogue is translated texts in JSON: files that are named by a language,
// or lie in a folder that is, below one that is called as such folders are
// (lang/de.json, locales/pt-BR/shop.json). Each key is a definition, and those below
// it. A text in all its languages is one symbol: * stands for the language in it.
//
//	ci catalogue . . lang/`*.json`/`Rent a boat`.
//
// Catalogues of gettext, of Java and in XLIFF are read for what their texts say only.
package catalogue

import (
	"context"

	"codeintel/index/jsonc"
	"codeintel/index/lang"
	"codeintel/index/lang/members"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// version of Extract; it changes with its results.
const version = 2

// Family of the language.
const Family = "catalogue"

// Language is catalogues of texts.
func Language() *lang.Language {
	return &lang.Language{
		Name:     "catalogue",
		SCIPName: "JSON",
		Family:   Family,
		Depth:    lang.DepthNames,
		Owns:     func(path string) bool { _, _, ok := Locale(path); return ok },
		Owned:    []string{"lang/en.json", "locales/en/*.json"},
		Version:  version,
		Extract:  extract,
		Open: func(context.Context, lang.Files, lang.Deps) (lang.Project, error) {
			return project{lang.PathProject{Manager: "catalogue"}}, nil
		},
	}
}

// project names the symbols of a file without its language.
type project struct{ lang.PathProject }

// Prefix implements lang.Project.
func (p project) Prefix(file string) []symbol.Descriptor {
	if start, end, ok := Locale(file); ok {
		file = file[:start] + "*" + file[end:]
	}
	return p.PathProject.Prefix(file)
}

const (
	// maxSize is how many bytes of a file are read. The parser can't be interrupted.
	maxSize = 4 << 20
	// maxKeys is how deep keys are read.
	maxKeys = 32
)

func extract(ctx context.Context, _ *ts.Parser, in lang.Input) (*lang.Facts, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d, root := members.New(in, lang.KindKey, maxSize)
	if d.B.F.Truncated == "" {
		d.B.Read(in)
	}
	if root != nil {
		define(d, root, lang.NoDef, 0)
		if start, end, ok := Locale(in.Path); ok {
			say(d.B.F.Rich, lang.Wording{Place: in.Path[:start] + "*" + in.Path[end:], Language: in.Path[start:end]}, root, 0)
		}
	}
	return d.B.Finish(), nil
}

// define defines the keys of an object and of those in it.
func define(d *members.Definer, n *jsonc.Node, parent lang.DefID, depth int) {
	if depth >= maxKeys {
		return
	}
	for _, m := range n.Members {
		if r := d.B.F.Rich; r != nil {
			r.Cuts = append(r.Cuts, lang.Cut{At: uint32(m.Key.Start), Depth: uint8(depth)})
		}
		if id := d.Define(m, parent); id >= 0 {
			define(d, m.Value, id, depth+1)
		}
	}
}

// say says the texts of an object and of those in it, below the key of w.
func say(r *lang.Rich, w lang.Wording, n *jsonc.Node, depth int) {
	if r == nil || depth >= maxKeys || len(w.Key) > lang.MaxName {
		return
	}
	above := w.Key
	for _, m := range n.Members {
		if w.Key = m.Key.Text; above != "" {
			w.Key = above + "." + w.Key
		}
		switch m.Value.Kind {
		case jsonc.String:
			w.Text = m.Value.Text
			r.Say(w)
		case jsonc.Object:
			say(r, w, m.Value, depth+1)
		}
	}
}
