// Package langtest is what the tests of the languages share: facts that are
// checked, the golden fixtures of testdata, texts that nest or break without
// end, fuzzing, and repositories in memory. Only tests import it.
package langtest

import (
	"bytes"
	"context"
	"path"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Languages are those that the tests of one package are about.
type Languages []*lang.Language

// Of is the language that reads files of that name: by the whole name, else by
// the longest extension that one of them claims. Where none does the test fails
// and ends.
func (ls Languages) Of(t testing.TB, name string) *lang.Language {
	t.Helper()
	l := ls.find(name)
	if l == nil {
		t.Fatalf("no language reads %s", name)
	}
	return l
}

// find is Of, with nil for no language.
func (ls Languages) find(name string) (found *lang.Language) {
	base := strings.ToLower(path.Base(name))
	longest := 0
	for _, l := range ls {
		for _, f := range l.Filenames {
			if f == base {
				return l
			}
		}
		for _, e := range l.Extensions {
			if strings.HasSuffix(base, e) && len(e) > longest {
				found, longest = l, len(e)
			}
		}
		if found == nil && l.Owns != nil && l.Owns(name) {
			found = l
		}
	}
	return found
}

// Facts are those of a file, as the language that its name tells reads it. They
// are what lang.Validate asks for, and src is left as it was, or the test fails
// and ends.
func (ls Languages) Facts(t testing.TB, name string, src []byte) *lang.Facts {
	t.Helper()
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	f, err := extract(t, p, ls.Of(t, name), name, src)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return f
}

// extract is Facts with a parser of the caller's. The error is the extractor's.
func extract(t testing.TB, p *ts.Parser, l *lang.Language, name string, src []byte) (*lang.Facts, error) {
	t.Helper()
	was := bytes.Clone(src)
	f, err := l.Extract(context.Background(), p, lang.Input{Path: name, Src: src, Language: l})
	if err != nil {
		return nil, err
	}
	if err := lang.Validate(f, len(src)); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, lang.Dump(f))
	}
	if !bytes.Equal(src, was) {
		t.Fatalf("%s: %s changes the text that it reads", name, l.Name)
	}
	return f, nil
}

// rich checks that a file with the facts f has the same ones with Facts.Rich, and where
// they are made in memory that other facts were made in, which stay as they are.
func rich(t testing.TB, p *ts.Parser, l *lang.Language, name string, src []byte, f *lang.Facts) error {
	t.Helper()
	var room lang.Room
	var made []*lang.Facts
	for _, text := range [][]byte{src, src[len(src)/2:], src} {
		with, err := l.Extract(context.Background(), p, lang.Input{Path: name, Src: text, Language: l, Rich: true, Room: &room})
		if err != nil {
			return err
		}
		if len(text) == len(src) {
			made = append(made, with)
		}
	}
	want := lang.Dump(f)
	for _, with := range made {
		if err := lang.Validate(with, len(src)); err != nil {
			t.Fatalf("%s: rich facts: %v\n%s", name, err, lang.Dump(with))
		}
		if got := lang.Dump(with); got != want {
			t.Fatalf("%s: rich facts are others:\n%s", name, Diff(want, got))
		}
	}
	return nil
}

// Defs are the names of the definitions, in their order.
func Defs(f *lang.Facts) []string {
	var names []string
	for i := range f.Defs {
		names = append(names, f.Name(f.Defs[i].Name))
	}
	return names
}

// Refs are the names of the references, in their order.
func Refs(f *lang.Facts) []string {
	var names []string
	for i := range f.Refs {
		names = append(names, f.Name(f.Refs[i].Name))
	}
	return names
}

// Covered reports the words of src that neither a definition nor a reference
// stands at, but for those in except, which are separated by spaces. A word is a
// run of bytes that isWord accepts. The result is how many words should be
// covered.
func Covered(t testing.TB, f *lang.Facts, src []byte, isWord func(byte) bool, except string) (words int) {
	t.Helper()
	at := map[uint32]bool{}
	for i := range f.Defs {
		at[f.Defs[i].Start] = true
	}
	for i := range f.Refs {
		at[f.Refs[i].Start] = true
	}
	excepted := map[string]bool{}
	for _, w := range strings.Fields(except) {
		excepted[w] = true
	}
	for i := 0; i < len(src); {
		j := i
		for j < len(src) && isWord(src[j]) {
			j++
		}
		if j == i {
			i++
			continue
		}
		if w := string(src[i:j]); !excepted[w] {
			words++
			if !at[uint32(i)] {
				t.Errorf("%s at %d is neither defined nor used", w, i)
			}
		}
		i = j
	}
	return words
}

// Preludes checks the declarations that the languages bring along: each file is
// read whole and without errors, and is there once. also, where it is not nil, is
// called with each.
func (ls Languages) Preludes(t testing.TB, also func(l *lang.Language, p lang.Prelude, f *lang.Facts)) {
	t.Helper()
	parser := ts.NewParser(ts.Limits{})
	defer parser.Close()
	for _, l := range ls {
		files := l.Prelude()
		if len(files) == 0 {
			t.Errorf("%s has no prelude", l.Name)
		}
		modules, paths := map[string]bool{}, map[string]bool{}
		for _, p := range files {
			name := p.Input.Path
			if modules[p.Module.Name] || paths[name] {
				t.Errorf("%s: %s, module %q, is declared twice", l.Name, name, p.Module.Name)
			}
			modules[p.Module.Name], paths[name] = true, true
			f, err := extract(t, parser, l, name, p.Input.Src)
			if err != nil {
				t.Fatalf("%s: %s: %v", l.Name, name, err)
			}
			if f.ErrorNodes > 0 || f.Truncated != "" {
				t.Errorf("%s: %s: %d errors, truncated %q", l.Name, name, f.ErrorNodes, f.Truncated)
			}
			if also != nil {
				also(l, p, f)
			}
		}
	}
}
