package outline

import (
	"cmp"
	"path"
	"strings"
	"sync"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// project answers for one family. It knows no configuration: symbols are named
// by path, and an #include means the file whose path fits best.
type project struct {
	family  string
	textual bool // files are named in other files
	files   lang.Files
	// byBase are the paths by their last element; to be asked for only when one is wanted.
	byBase func() map[string][]string
	// extensions are those of the family.
	extensions map[string]bool
}

func newProject(family string, textual bool, files lang.Files) *project {
	p := &project{family: family, textual: textual, files: files, extensions: map[string]bool{}}
	for _, t := range tables {
		if cmp.Or(t.family, t.name) == family {
			for _, e := range t.extensions {
				p.extensions[e] = true
			}
		}
	}
	p.byBase = sync.OnceValue(func() map[string][]string {
		m := map[string][]string{}
		for _, f := range files.Paths() {
			b := path.Base(f)
			m[b] = append(m[b], f)
		}
		return m
	})
	return p
}

// Resolve finds the file that #include spec means in from: beside from, from the
// repository's root, in an include folder there, or the only nearest file whose
// path ends so.
func (p *project) Resolve(from, spec string, _ int) *lang.Module {
	spec = path.Clean("/" + strings.ReplaceAll(spec, "\\", "/"))[1:]
	if spec == "" {
		return nil
	}
	dir := path.Dir(from)
	try := [3]string{path.Join(dir, spec), spec, path.Join("include", spec)}
	found := &lang.Module{}
	if !p.extensions[path.Ext(spec)] {
		for _, f := range try {
			found.Asked = append(found.Asked, lang.PathHash(f))
		}
		found.Asked = append(found.Asked, lang.PathHash(lang.AnyFolder+path.Base(spec)))
	}
	file := func(f string) *lang.Module {
		found.Name, found.Files = f, []string{f}
		return found
	}
	for _, f := range try {
		if p.files.Has(f) {
			return file(f)
		}
	}
	best, score, tie := "", -1, false
	for _, f := range p.byBase()[path.Base(spec)] {
		if !strings.HasSuffix(f, "/"+spec) {
			continue
		}
		switch s := common(dir, f); {
		case s > score:
			best, score, tie = f, s, false
		case s == score:
			tie = true
		}
	}
	if best == "" || tie {
		return found
	}
	return file(best)
}

// common is how many leading folders two paths share.
func common(a, b string) int {
	n := 0
	for {
		x, restA, okA := strings.Cut(a, "/")
		y, restB, okB := strings.Cut(b, "/")
		if x != y {
			return n
		}
		n++
		if !okA || !okB {
			return n
		}
		a, b = restA, restB
	}
}

// Sub is nil: no member of a file is a file.
func (p *project) Sub(*lang.Module, string) *lang.Module { return nil }

// Scheme of the symbols of all these languages.
func (p *project) Scheme() string { return "ci" }

// Package of a file: its family, without name and version.
func (p *project) Package(string) symbol.Package { return symbol.Package{Manager: p.family} }

// Prefix is the file's path, a namespace for each folder and the file.
func (p *project) Prefix(file string) []symbol.Descriptor {
	var ds []symbol.Descriptor
	for _, part := range strings.Split(file, "/") {
		ds = append(ds, symbol.Descriptor{Name: part, Suffix: symbol.Namespace})
	}
	return ds
}

// ModuleSymbol says that a file that others include has a symbol, its path.
func (p *project) ModuleSymbol(string) ([]symbol.Descriptor, bool) { return nil, p.textual }
