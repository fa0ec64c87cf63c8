package golang

import (
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
	var first, later []lang.Source
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || name[0] == '_' || name[0] == '.' {
			continue
		}
		src, err := fs.ReadFile(fsys, at+"/"+name)
		if err != nil || len(src) > maxOutside {
			continue
		}
		found := lang.Source{Tree: fsys, Path: at + "/" + name, Below: ds[1:]}
		if c := newConstraints(name, readHeader(src).build); c.match(defaultConfig) {
			first = append(first, found)
		} else {
			later = append(later, found)
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
	return append(first, later...)
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
