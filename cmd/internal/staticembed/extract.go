package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/lang/ts"
	"codeintel/index/words"

	"golang.org/x/sync/errgroup"
)

// example is what one function or type teaches: its documentation, its names and its
// code. Fields are words with spaces between them.
type example struct {
	Doc   string `json:"d,omitempty"` // the first sentence; "" for none
	Name  string `json:"n"`
	Scope string `json:"s,omitempty"`
	Text  string `json:"t,omitempty"`
}

// Limits of what is read.
const (
	maxFile     = 2 << 20
	maxLine     = 2000 // bytes; longer lines are those of minified files
	maxDistinct = 128  // words of a code
	minDoc      = 2    // words of a sentence
	maxDoc      = 48
)

// examples reads the examples and the pairs of catalogues of a package.
func examples(ctx context.Context, dir string, p *pkg) ([]example, []pair, error) {
	table := all.NewTable(all.Languages())
	var paths []string
	var pairs []pair
	c := newCatalogues()
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if !p.keeps(rel) {
			return nil
		}
		if catalogue(rel) {
			b, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			c.add(rel, b)
			return nil
		}
		l := table.ByName(rel)
		if l == nil || len(l.Chunks.Types) == 0 || isTest(rel) {
			return nil
		}
		if info, err := d.Info(); err != nil || info.Size() > maxFile {
			return err
		}
		paths = append(paths, rel)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	pairs = c.pairs()

	found := make([][]example, len(paths))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	parsers := sync.Pool{New: func() any { return ts.NewParser(ts.Limits{}) }}
	for i, rel := range paths {
		g.Go(func() error {
			src, err := os.ReadFile(filepath.Join(dir, rel))
			if err != nil {
				return err
			}
			if long(src) {
				return nil
			}
			parser := parsers.Get().(*ts.Parser)
			defer parsers.Put(parser)
			l := table.ByName(rel)
			f, err := l.Extract(ctx, parser, lang.Input{Path: rel, Src: src})
			if err != nil {
				return nil // what can't be read teaches nothing
			}
			found[i] = fileExamples(l, f, rel, src)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, nil, err
	}
	return unique(slices.Concat(found...)), pairs, ctx.Err()
}

// long says whether a file has lines that no person wrote.
func long(src []byte) bool {
	for line := range bytes.Lines(src) {
		if len(line) > maxLine {
			return true
		}
	}
	return false
}

// unique keeps one example of those with the same name and documentation: packages
// have the same code in several forms, and the longest tells most.
func unique(found []example) []example {
	at := map[string]int{}
	var out []example
	for _, e := range found {
		key := e.Name + "\x00" + e.Doc
		if e.Doc == "" {
			key += "\x00" + e.Text
		}
		i, ok := at[key]
		switch {
		case !ok:
			at[key] = len(out)
			out = append(out, e)
		case len(e.Text) > len(out[i].Text):
			out[i] = e
		}
	}
	return out
}

// fileExamples are those of one file: what the language has chunks of.
func fileExamples(l *lang.Language, f *lang.Facts, file string, src []byte) []example {
	if f.Generated {
		return nil
	}
	stem, _, _ := strings.Cut(path.Base(file), ".")
	if stem == "index" || stem == "__init__" || stem == "mod" {
		stem = path.Base(path.Dir(file))
	}
	var out []example
	for i := range f.Defs {
		d := &f.Defs[i]
		if l.Chunks.Types[d.Kind] == "" || d.Flags&(lang.Synthetic|lang.Local|lang.Binding|lang.Test|lang.Param) != 0 || d.EncEnd <= d.EncStart {
			continue
		}
		name := join(f.Names[d.Name], 16)
		if name == "" {
			continue
		}
		scope := stem
		if d.Parent >= 0 {
			scope += " " + f.Names[f.Defs[d.Parent].Name]
		} else if f.Package != "" && l.Name == "go" {
			scope += " " + f.Package
		}
		text := string(src[d.EncStart:d.EncEnd])
		if len(text) > 1<<14 {
			text = text[:1<<14]
		}
		doc := ""
		if s := sentence(d.Doc, f.Names[d.Name]); s != "" {
			doc = join(s, maxDoc)
			if strings.Count(doc, " ")+1 < minDoc {
				doc = ""
			}
		}
		text = join(without(text, d.Doc), maxDistinct)
		if doc == "" && strings.Count(text, " ") < 12 {
			continue
		}
		out = append(out, example{doc, name, join(scope, 16), text})
	}
	return out
}

// join is the words of a text, until there are n different ones.
func join(text string, n int) string {
	var b strings.Builder
	seen := map[string]bool{}
	words.Each(text, func(w []byte, _ words.Script) {
		if !seen[string(w)] {
			if len(seen) >= n {
				return
			}
			seen[string(w)] = true
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.Write(w)
	})
	return b.String()
}

// without is a code without its documentation, which languages with docstrings have in
// it.
func without(text, doc string) string {
	lines := strings.Split(strings.TrimSpace(doc), "\n")
	first, last := strings.TrimSpace(lines[0]), strings.TrimSpace(lines[len(lines)-1])
	if first == "" {
		return text
	}
	i := strings.Index(text, first)
	if i < 0 {
		return text
	}
	end := i + len(first)
	if len(lines) > 1 {
		if j := strings.Index(text[end:], last); j >= 0 && j < 2*len(doc)+200 {
			end += j + len(last)
		}
	}
	return text[:i] + text[end:]
}

var (
	markup   = regexp.MustCompile(`</?[a-zA-Z][^<>\n]{0,80}>|\]\([^)\s]*\)|https?://\S+|\{@\w+\s|:\w+:\x60`)
	sections = regexp.MustCompile(`(?m)^\s*(@\w+|:\w+[^:\n]*:|\.\. |[-=~]{3,}|Args:|Returns:|Parameters$|Example)`)
	endOf    = regexp.MustCompile(`[.!?。](\s|$)|。`)
)

// sentence is the first one of a documentation, without markup and without the name
// at its beginning; "" where there is none.
func sentence(doc, name string) string {
	if i := sections.FindStringIndex(doc); i != nil {
		doc = doc[:i[0]]
	}
	doc = strings.TrimSpace(doc)
	doc, _, _ = strings.Cut(doc, "\n\n")
	doc = markup.ReplaceAllString(doc, " ")
	doc = strings.Join(strings.Fields(doc), " ")
	for at := 0; ; {
		i := endOf.FindStringIndex(doc[at:])
		if i == nil {
			break
		}
		end := at + i[0]
		if end > 12 && !strings.HasSuffix(doc[:end], "e.g") && !strings.HasSuffix(doc[:end], "i.e") {
			doc = doc[:end]
			break
		}
		at += i[1]
	}
	if rest, ok := strings.CutPrefix(doc, name+" "); ok {
		doc = rest
	}
	return doc
}
