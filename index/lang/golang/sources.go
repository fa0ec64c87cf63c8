package golang

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"

	"golang.org/x/mod/module"
)

// sources are the files of the package that has an external symbol: what the usual
// configuration builds comes first, and a package's own name leads to the file that
// has its documentation.
func sources(s *lang.Sought) []lang.Source {
	ds := s.Symbol.Descriptors
	if s.Symbol.Scheme != scheme || len(ds) == 0 || ds[0].Suffix != symbol.Namespace {
		return nil
	}
	fsys, at := sourcesAt(s, ds[0].Name)
	if fsys == nil {
		return nil
	}
	entries, err := fs.ReadDir(fsys, at)
	if err != nil {
		return nil
	}
	var likely, first, later []lang.Source
	name := ds[len(ds)-1].Name
	for _, e := range entries {
		base := e.Name()
		if !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") || base[0] == '_' || base[0] == '.' {
			continue
		}
		src, err := fs.ReadFile(fsys, at+"/"+base)
		if err != nil || len(src) > maxOutside {
			continue
		}
		found := lang.Source{Tree: fsys, Path: at + "/" + base, Below: ds[1:]}
		switch c := newConstraints(base, readHeader(src).build); {
		case !c.match(defaultConfig):
			later = append(later, found)
		case len(ds) > 1 && seemsToDeclare(src, name):
			likely = append(likely, found)
		default:
			first = append(first, found)
		}
	}
	if len(ds) == 1 {
		main := func(f lang.Source) bool {
			base := path.Base(f.Path)
			return base == "doc.go" || base == path.Base(at)+".go"
		}
		if i := slices.IndexFunc(first, main); i > 0 {
			first[0], first[i] = first[i], first[0]
		}
	}
	return slices.Concat(likely, first, later)
}

// seemsToDeclare says whether a line of a file looks as if it declared a name.
func seemsToDeclare(src []byte, name string) bool {
	for line := range bytes.Lines(src) {
		line = bytes.TrimLeft(line, "\t")
		for _, word := range [...]string{"func ", "type ", "var ", "const "} {
			line = bytes.TrimPrefix(line, []byte(word))
		}
		if len(line) > 0 && line[0] == '(' { // a receiver
			_, line, _ = bytes.Cut(line, []byte(") "))
		}
		if rest, ok := bytes.CutPrefix(line, []byte(name)); ok && len(rest) > 0 && bytes.IndexByte([]byte(" \t\r\n(,[="), rest[0]) >= 0 {
			return true
		}
	}
	return false
}

// sourcesAt is the folder of the package at an import path; nil where it is not at
// hand.
func sourcesAt(s *lang.Sought, spec string) (fs.FS, string) {
	if !fs.ValidPath(spec) {
		return nil, ""
	}
	pkg := s.Symbol.Package
	if pkg.Name == stdModule {
		if at := "src/" + spec; s.Deps.GoRoot != nil && hasGo(s.Deps.GoRoot, at) {
			return s.Deps.GoRoot, at
		}
		return nil, ""
	}
	rest, ok := strings.CutPrefix(spec, pkg.Name)
	if !ok {
		return nil, ""
	}
	for dir := path.Dir(s.From); s.Deps.Repo != nil; dir = path.Dir(dir) {
		if at := path.Join(dir, "vendor", spec); hasGo(s.Deps.Repo, at) {
			return s.Deps.Repo, at
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	name, err1 := module.EscapePath(pkg.Name)
	version, err2 := module.EscapeVersion(pkg.Version)
	if at := name + "@" + version + rest; err1 == nil && err2 == nil && s.Deps.GoModCache != nil && hasGo(s.Deps.GoModCache, at) {
		return s.Deps.GoModCache, at
	}
	return nil, ""
}
