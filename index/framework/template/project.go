package template

import (
	"context"
	"path"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/symbol"
)

// project finds templates by their names.
type project struct {
	Nothing
	files lang.Files
	names *Names
}

func open(_ context.Context, files lang.Files, _ lang.Deps) (lang.Project, error) {
	return &project{files: files, names: NewNames(files, "templates", "jinja2", "template", "Resources/views")}, nil
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
		f, asked := p.names.Find(from, name)
		if strings.HasSuffix(name, twig) && f == "" {
			f = p.names.Themed(from, strings.TrimPrefix(name, "@"))
			if _, rest, ok := strings.Cut(name, "/"); ok && f == "" && name[0] == '@' {
				f, _ = p.names.Find(from, rest)
			}
		}
		if m.Asked = append(m.Asked, asked...); f != "" {
			return found(f)
		}
	}
	return m
}

// Nothing is the rest of a Project whose family no file is of: it names no symbols.
type Nothing struct{}

// Sub implements lang.Project.
func (Nothing) Sub(*lang.Module, string) *lang.Module { return nil }

// Scheme implements lang.Project.
func (Nothing) Scheme() string { return "" }

// Package implements lang.Project.
func (Nothing) Package(string) symbol.Package { return symbol.Package{} }

// Prefix implements lang.Project.
func (Nothing) Prefix(string) []symbol.Descriptor { return nil }

// ModuleSymbol implements lang.Project.
func (Nothing) ModuleSymbol(string) ([]symbol.Descriptor, bool) { return nil, false }
