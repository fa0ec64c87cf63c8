package python

import (
	"io/fs"
	"path"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// sources are the files of the module that has an external symbol: in the virtual
// environments of the repository, and where the machine's Python has its modules.
func sources(s *lang.Sought) []lang.Source {
	ds := s.Symbol.Descriptors
	if s.Symbol.Scheme != scheme || len(ds) == 0 || ds[0].Suffix != symbol.Namespace {
		return nil
	}
	below := ds[1:]
	if len(below) == 1 && below[0].Suffix == symbol.Meta { // the module itself
		below = nil
	}
	out := modules(s, ds[0].Name, below)
	if len(below) > 0 { // a module of the package, which that need not name
		out = append(out, modules(s, ds[0].Name+"."+below[0].Name, below[1:])...)
	}
	return out
}

// modules are the files of a module, by its dotted name; sources before stubs.
func modules(s *lang.Sought, name string, below []symbol.Descriptor) []lang.Source {
	at := strings.ReplaceAll(name, ".", "/")
	if !fs.ValidPath(at) {
		return nil
	}
	var out []lang.Source
	in := func(tree fs.FS, lib string) {
		for _, end := range [...]string{"/__init__.py", ".py", "/__init__.pyi", ".pyi"} {
			file := path.Join(lib, at+end)
			if info, err := fs.Stat(tree, file); err == nil && info.Mode().IsRegular() {
				out = append(out, lang.Source{Tree: tree, Path: file, Below: below, Again: func(f *lang.Facts) []lang.Source {
					return again(s, f, name, strings.HasPrefix(end, "/"), below)
				}})
			}
		}
	}
	if s.Deps.Repo != nil {
		for _, lib := range libraries(s.Deps.Repo) {
			in(s.Deps.Repo, lib)
		}
	}
	for _, tree := range s.Deps.Python {
		in(tree, "")
	}
	return out
}

// again are the modules that a module, or the package that it is, has a name from: by an
// import of that name, else by imports of all names.
func again(s *lang.Sought, f *lang.Facts, name string, isPackage bool, below []symbol.Descriptor) (out []lang.Source) {
	if len(below) == 0 {
		return nil
	}
	here := strings.Split(name, ".")
	if !isPackage {
		here = here[:len(here)-1]
	}
	from := func(im *lang.Import) (string, bool) {
		if im.Level == 0 {
			return f.Name(im.Module), true
		}
		up := int(im.Level) - 1
		if up >= len(here) {
			return "", false
		}
		parts := here[:len(here)-up]
		if m := f.Name(im.Module); m != "" {
			parts = append(parts[:len(parts):len(parts)], m)
		}
		return strings.Join(parts, "."), true
	}
	for _, kind := range [2]lang.ImportKind{lang.ImportNamed, lang.ImportStar} {
		for i := range f.Imports {
			im := &f.Imports[i]
			module, ok := from(im)
			switch {
			case !ok || im.Kind != kind:
			case kind == lang.ImportStar:
				out = append(out, modules(s, module, below)...)
			case im.Local >= 0 && f.Name(f.Defs[im.Local].Name) == below[0].Name:
				first := below[0]
				first.Name = f.Name(im.Name)
				out = append(out, modules(s, module, append([]symbol.Descriptor{first}, below[1:]...))...)
				if len(below) == 1 { // or it is a module
					out = append(out, modules(s, module+"."+first.Name, nil)...)
				}
			}
		}
	}
	return out
}
