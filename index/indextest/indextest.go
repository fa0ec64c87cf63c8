// Package indextest builds snapshots by hand, for tests that need one without
// scanning, parsing and resolving.
package indextest

import (
	"crypto/sha256"
	"fmt"
	"path"
	"sort"
	"strings"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/pos"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// Language is the language of all files made here.
var Language = &lang.Language{Name: "toy", SCIPName: "Toy", Family: "toy", Extensions: []string{".toy"}}

// Repo collects files. Files must be added in the order of their paths.
type Repo struct {
	files     []*File
	externals []lang.External
	// Project of the files; Toy when nil.
	Project lang.Project
}

// File is a file in the making. Its references must be added in the order of
// their places.
type File struct {
	Doc int32
	B   *lang.Builder
	// Lang is Language unless it is set, of the same family.
	Lang      *lang.Language
	path, src string
	links     []resolve.Link
	relations []resolve.Relation
	skipped   string
}

// File adds a file.
func (r *Repo) File(path, src string) *File {
	f := &File{Doc: int32(len(r.files)), path: path, src: src, B: lang.NewBuilder(len(src)), Lang: Language}
	r.files = append(r.files, f)
	return f
}

// Skip adds a file that was not parsed.
func (r *Repo) Skip(path, reason string) {
	r.File(path, "").skipped = reason
}

// External adds an external symbol and returns its ID.
func (r *Repo) External(x lang.External) index.ID {
	r.externals = append(r.externals, x)
	return index.ID{Doc: resolve.External, Def: lang.DefID(len(r.externals) - 1)}
}

// At is the range of the n-th occurrence of pattern in the file, counted from
// 1; of what stands between brackets in the pattern, where it has them: "[x] ="
// is an x in front of an equals sign.
func (f *File) At(pattern string, n int) (start, end uint32) {
	before, inner, after := "", pattern, ""
	if open, end := strings.IndexByte(pattern, '['), strings.IndexByte(pattern, ']'); open >= 0 && end > open {
		before, inner, after = pattern[:open], pattern[open+1:end], pattern[end+1:]
	}
	at, text := 0, before+inner+after
	for ; ; n-- {
		i := strings.Index(f.src[at:], text)
		if i < 0 {
			panic(fmt.Sprintf("%s: too few occurrences of %q", f.path, pattern))
		}
		if at += i; n == 1 {
			start = uint32(at + len(before))
			return start, start + uint32(len(inner))
		}
		at += len(text)
	}
}

// ID is the symbol of a definition of the file.
func (f *File) ID(d lang.DefID) index.ID { return index.ID{Doc: f.Doc, Def: d} }

// Module is the symbol of the file itself.
func (f *File) Module() index.ID { return index.ID{Doc: f.Doc, Def: resolve.ModuleDef} }

// Def defines what At finds; set may fill in the rest.
func (f *File) Def(pattern string, n int, k lang.Kind, s symbol.Suffix, set func(*lang.Def)) lang.DefID {
	start, end := f.At(pattern, n)
	id, d := f.B.Def(f.B.Name(f.src[start:end]), k, s, start, end)
	if set != nil {
		set(d)
	}
	return id
}

// Enclose gives d the range of the first occurrence of text as its enclosing
// one.
func (f *File) Enclose(d lang.DefID, text string) {
	f.B.F.Defs[d].EncStart, f.B.F.Defs[d].EncEnd = f.At(text, 1)
}

// Body adds the scope that the first occurrence of text is, as the body of d.
func (f *File) Body(d lang.DefID, k lang.ScopeKind, parent lang.ScopeID, text string) lang.ScopeID {
	start, end := f.At(text, 1)
	s := f.B.Scope(k, parent, d, start, end)
	f.B.F.Defs[d].Body = s
	return s
}

// Ref adds a reference at what At finds, in scope, to each of the targets;
// without targets it is unresolved.
func (f *File) Ref(pattern string, n int, role lang.Role, scope lang.ScopeID, to ...index.ID) lang.RefID {
	start, end := f.At(pattern, n)
	id := f.B.Ref(lang.Ref{Name: f.B.Name(f.src[start:end]), Start: start, End: end, Scope: scope, Kind: lang.RefOpaque, Role: role, X: -1})
	for _, t := range to {
		f.Link(id, t, resolve.Resolved)
	}
	return id
}

// Link says what a reference means.
func (f *File) Link(r lang.RefID, to index.ID, c resolve.Certainty) {
	f.links = append(f.links, resolve.Link{Ref: r, Doc: to.Doc, Def: to.Def, Certainty: c})
}

// Relate says that d is related to another symbol.
func (f *File) Relate(d lang.DefID, k lang.RelationKind, to index.ID) {
	f.relations = append(f.relations, resolve.Relation{Def: d, Kind: k, Doc: to.Doc, Target: to.Def})
}

// Sources are the files' contents by path.
func (r *Repo) Sources() map[string]string {
	out := map[string]string{}
	for _, f := range r.files {
		out[f.path] = f.src
	}
	return out
}

// Snapshot ends the making. It panics when the facts or their order are wrong.
func (r *Repo) Snapshot() *index.Snapshot {
	project := r.Project
	if project == nil {
		project = Toy{}
	}
	in := index.Input{Projects: map[string]lang.Project{Language.Family: project}, Result: &resolve.Result{Externals: r.externals}}
	for i, f := range r.files {
		if i > 0 && r.files[i-1].path >= f.path {
			panic("files out of order: " + f.path)
		}
		d := &index.Doc{Path: f.path, Hash: sha256.Sum256([]byte(f.src)), Size: int64(len(f.src)), Lang: f.Lang, Skipped: f.skipped}
		if f.skipped == "" {
			if !sort.SliceIsSorted(f.B.F.Refs, func(i, j int) bool { return f.B.F.Refs[i].Start < f.B.F.Refs[j].Start }) {
				panic("references out of order: " + f.path)
			}
			d.Source = index.InMemory(f.B.Finish(), pos.New([]byte(f.src)))
			if err := lang.Validate(d.Facts(), len(f.src)); err != nil {
				panic(f.path + ": " + err.Error())
			}
		}
		in.Docs = append(in.Docs, d)
		sort.SliceStable(f.links, func(i, j int) bool { return f.links[i].Ref < f.links[j].Ref })
		sort.SliceStable(f.relations, func(i, j int) bool { return f.relations[i].Def < f.relations[j].Def })
		in.Result.Links = append(in.Result.Links, f.links)
		in.Result.Relations = append(in.Result.Relations, f.relations)
	}
	return index.New(in)
}

// Toy is the project of a language whose files are modules, in one package.
type Toy struct{}

// Resolve finds nothing.
func (Toy) Resolve(string, string, int) *lang.Module { return nil }

// Sub finds nothing.
func (Toy) Sub(*lang.Module, string) *lang.Module { return nil }

// Scheme is "toy".
func (Toy) Scheme() string { return "toy" }

// Package is "toys", version 1.0.
func (Toy) Package(string) symbol.Package {
	return symbol.Package{Manager: "box", Name: "toys", Version: "1.0"}
}

// Prefix is the path without its extension, as a namespace.
func (Toy) Prefix(p string) []symbol.Descriptor {
	return []symbol.Descriptor{{Name: strings.TrimSuffix(p, path.Ext(p)), Suffix: symbol.Namespace}}
}

// ModuleSymbol is the prefix alone.
func (Toy) ModuleSymbol(string) ([]symbol.Descriptor, bool) { return nil, true }
