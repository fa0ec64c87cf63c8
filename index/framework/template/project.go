package template

import (
	"context"
	"path"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/symbol"
)

// folders are the names of those that templates lie in.
var folders = map[string]bool{"templates": true, "jinja2": true, "template": true}

// project finds templates by their names.
type project struct {
	files lang.Files
	// byBase are the files in such folders by the last element of their paths.
	byBase map[string][]string
}

func open(_ context.Context, files lang.Files, _ lang.Deps) (lang.Project, error) {
	p := &project{files: files, byBase: map[string][]string{}}
	for _, f := range files.Paths() {
		dir, base := path.Split(f)
		if slices.ContainsFunc(strings.Split(strings.TrimSuffix(dir, "/"), "/"), func(s string) bool { return folders[s] }) {
			p.byBase[base] = append(p.byBase[base], f)
		}
	}
	return p, nil
}

// Resolve finds the file that a specifier (html.TemplateSpec) means in a file: of
// several with the name below folders for templates the one that shares most
// folders with it, the file itself excepted, which extends one that it stands
// before. A name that begins with a dot is relative to the file.
func (p *project) Resolve(from, spec string, _ int) *lang.Module {
	names, ok := strings.CutPrefix(spec, html.TemplateSpec)
	if !ok {
		return nil
	}
	m := &lang.Module{}
	found := func(f string) *lang.Module {
		m.Name, m.Files = f, []string{f}
		return m
	}
	for _, name := range strings.Split(names, html.Alternatives) {
		if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
			f := path.Join(path.Dir(from), name)
			m.Asked = append(m.Asked, lang.PathHash(f))
			if p.files.Has(f) {
				return found(f)
			}
			continue
		}
		name = path.Clean("/" + name)[1:]
		if name == "" {
			continue
		}
		m.Asked = append(m.Asked, lang.PathHash(lang.AnyFolder+path.Base(name)))
		if f := nearest(from, p.called(name)); f != "" {
			return found(f)
		}
	}
	return m
}

// called are the templates that a name may mean.
func (p *project) called(name string) []string {
	var out []string
	for _, f := range p.byBase[path.Base(name)] {
		dir, ok := strings.CutSuffix(f, name)
		if !ok || !strings.HasSuffix(dir, "/") {
			continue
		}
		if folders[path.Base(dir)] {
			out = append(out, f)
		}
	}
	return out
}

// nearest is the path that shares most folders with from, and is not from; of
// several the one that lies highest, "" where that is not one.
func nearest(from string, paths []string) string {
	best, most, high, tie := "", -1, 0, false
	for _, p := range paths {
		if p == from {
			continue
		}
		n := 0
		for i := 0; i < len(p) && i < len(from) && p[i] == from[i]; i++ {
			if p[i] == '/' {
				n++
			}
		}
		depth := strings.Count(p, "/")
		switch {
		case n > most, n == most && depth < high:
			best, most, high, tie = p, n, depth, false
		case n == most && depth == high:
			tie = true
		}
	}
	if tie {
		return ""
	}
	return best
}

// Sub is nil: no member of a template is one.
func (p *project) Sub(*lang.Module, string) *lang.Module { return nil }

// Scheme is empty: no symbol is of this family.
func (p *project) Scheme() string { return "" }

// Package is empty.
func (p *project) Package(string) symbol.Package { return symbol.Package{} }

// Prefix is empty.
func (p *project) Prefix(string) []symbol.Descriptor { return nil }

// ModuleSymbol is none.
func (p *project) ModuleSymbol(string) ([]symbol.Descriptor, bool) { return nil, false }
