package php

import (
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// View is what the specifiers of views begin with: View + "a.b" is the file
// a/b.blade.php below a folder called views.
const View = "view:"

// File is what the specifiers of files begin with, by their path in the repository.
const File = "file:"

// Template is the extension of the views that we read.
const Template = ".blade.php"

// views are the paths of templates by the names that mean them.
type views map[string][]string

// add notes the template at path, if it is one.
func (v views) add(path string) {
	for _, name := range viewsAt(path) {
		v[name] = append(v[name], path)
	}
}

// viewsAt are the names of the template at path, in dots, without that of a package:
// it lies below a folder of views, or below several. None for other files.
func viewsAt(path string) []string {
	name, ok := strings.CutSuffix(path, Template)
	if !ok {
		return nil
	}
	const folder = "views/"
	var out []string
	for at := 0; ; {
		i := strings.Index(name[at:], folder)
		if i < 0 {
			return out
		}
		if i += at; i == 0 || name[i-1] == '/' {
			out = append(out, strings.ReplaceAll(name[i+len(folder):], "/", "."))
		}
		at = i + len(folder)
	}
}

// ViewNames are the names of the template at path: as a view, as one of a package,
// which the application may have replaced or which a folder is called like, and as a
// component. Names of views have dots.
func ViewNames(path string) []lang.FileName {
	var out []lang.FileName
	put := func(f lang.FileName) {
		if f.Name != "" && !slices.ContainsFunc(out, func(o lang.FileName) bool { return o.Name == f.Name && o.Kind == f.Kind }) {
			out = append(out, f)
		}
	}
	add := func(kind, name string) { put(lang.FileName{Name: name, Kind: kind}) }
	for _, name := range viewsAt(path) {
		add("view", name)
		own, prefix := name, ""
		if rest, ok := strings.CutPrefix(name, "vendor."); ok {
			if pkg, view, ok := strings.Cut(rest, "."); ok {
				own, prefix = view, pkg+"::"
				add("view", prefix+own)
			}
		}
		folders := strings.Split(path, "/")
		for _, f := range folders[:max(0, len(folders)-2-strings.Count(name, "."))] {
			for _, pkg := range []string{f, strings.ToLower(f)} {
				put(lang.FileName{Name: pkg + "::" + own, Kind: "view", Guess: true})
			}
		}
		if c, ok := strings.CutPrefix(own, "components."); ok {
			add("component", "x-"+prefix+c)
			if all, last, ok := cutLast(c); ok && (last == "index" || all == last || strings.HasSuffix(all, "."+last)) {
				add("component", "x-"+prefix+all)
			}
		}
	}
	return out
}

// cutLast parts a name in dots before its last part.
func cutLast(name string) (before, last string, ok bool) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return "", name, false
	}
	return name[:i], name[i+1:], true
}

// ViewSpecifier takes a specifier of a view apart, for lang.Language.Specifier: of
// alternatives it is the first.
func ViewSpecifier(spec string) (kind, name string, ok bool) {
	name, ok = strings.CutPrefix(spec, View)
	if !ok {
		return "", "", false
	}
	name, _, _ = strings.Cut(name, alternatives)
	return "view", name, true
}

// find is the template called name, in dots or slashes, that is meant in file
// from: the one whose path shares most folders with it; "" for none. Behind
// "package::" stands the name of one of that package, which the application may
// replace; its folder is called as the package is.
func (v views) find(from, name string) string {
	pkg, own, packaged := strings.Cut(strings.ReplaceAll(name, "/", "."), "::")
	if !packaged {
		return nearest(from, v[pkg])
	}
	if f := nearest(from, v["vendor."+pkg+"."+own]); f != "" {
		return f
	}
	if f := nearest(from, slices.DeleteFunc(slices.Clone(v[own]), func(f string) bool {
		return !slices.ContainsFunc(strings.Split(f, "/"), func(s string) bool { return strings.EqualFold(s, pkg) })
	})); f != "" {
		return f
	}
	// A package may give its views a name that no folder has. Its own views call
	// one another by it.
	for _, f := range v[own] {
		if root := strings.TrimSuffix(f, strings.ReplaceAll(own, ".", "/")+Template); strings.HasPrefix(from, root) {
			return f
		}
	}
	return nearest(from, v[pkg+"."+own]) // a folder of the application's views that has a name of its own
}

// nearest is the path that shares most folders with from, of those the first of
// the shortest.
func nearest(from string, paths []string) string {
	best, most := "", -1
	for _, p := range paths {
		n := 0
		for i := 0; i < len(p) && i < len(from) && p[i] == from[i]; i++ {
			if p[i] == '/' {
				n++
			}
		}
		if n > most || n == most && len(p) < len(best) {
			best, most = p, n
		}
	}
	return best
}

// resolve finds the view that one of the alternatives in spec means.
func (v views) resolve(from, spec string) *lang.Module {
	names, ok := strings.CutPrefix(spec, View)
	if !ok {
		return nil
	}
	m := &lang.Module{}
	for _, name := range strings.Split(names, alternatives) {
		// All files that find looks for are called so.
		m.Asked = append(m.Asked, lang.PathHash(lang.AnyFolder+name[strings.LastIndexAny(name, "./:")+1:]+Template))
		if f := v.find(from, name); f != "" {
			m.Name, m.Files = f, []string{f}
			break
		}
	}
	return m
}

// viewPrefix is what the symbols of a template begin with: nothing in it has a
// name that PHP knows.
func viewPrefix(file string) []symbol.Descriptor {
	if !strings.HasSuffix(file, Template) {
		return nil
	}
	return []symbol.Descriptor{{Name: file, Suffix: symbol.Namespace}}
}
