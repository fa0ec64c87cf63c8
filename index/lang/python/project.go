package python

import (
	"context"
	"path"
	"sort"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

const (
	manager = "python"
	scheme  = "scip-python"
)

// project is the family's view of a repository. It is immutable after open.
type project struct {
	files map[string]bool   // .py and .pyi
	dirs  map[string]bool   // folders with such files at any depth, "" for the repository
	roots []string          // folders that absolute imports start from, deepest first
	dists []distribution    // by folder, deepest first
	names map[string]string // module name by path
	// outside maps top-level modules to the installed or required distribution
	// that has them; required maps normalized names of requirements.
	outside  map[string]symbol.Package
	required map[string]symbol.Package
}

// distribution is a folder with a pyproject.toml, setup.cfg or setup.py.
type distribution struct {
	dir  string
	pkg  symbol.Package
	srcs []string // import roots that its configuration names
}

func open(ctx context.Context, files lang.Files, deps lang.Deps) (lang.Project, error) {
	p := &project{
		files: map[string]bool{}, dirs: map[string]bool{"": true}, names: map[string]string{},
		outside: map[string]symbol.Package{}, required: map[string]symbol.Package{},
	}
	var configs []string
	for _, f := range files.Paths() {
		switch base := path.Base(f); {
		case strings.HasSuffix(base, ".py"), strings.HasSuffix(base, ".pyi"):
			p.files[f] = true
			for d := dir(f); !p.dirs[d]; d = dir(d) {
				p.dirs[d] = true
			}
			if base == "setup.py" {
				configs = append(configs, f)
			}
		case configNames[base], strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt"):
			configs = append(configs, f)
		}
	}
	c := newConfig(files, p)
	defer c.close()
	for _, f := range configs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.read(ctx, f)
	}
	p.dists = c.distributions()
	p.required = c.required
	p.findRoots(c.extra)
	if deps.Repo != nil {
		p.installed(deps.Repo)
	}
	for f := range p.files {
		p.names[f] = p.nameOf(f)
	}
	return p, nil
}

// dir is the folder of a path, "" for the repository.
func dir(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return ""
}

func join(dir, name string) string {
	switch {
	case dir == "":
		return name
	case name == "":
		return dir
	}
	return dir + "/" + name
}

// regular says whether a folder is a package with an __init__ file.
func (p *project) regular(d string) bool {
	return p.files[join(d, "__init__.py")] || p.files[join(d, "__init__.pyi")]
}

// findRoots collects the folders that absolute imports start from: the
// repository, each distribution, what their configuration names, and src
// folders that are no packages themselves.
func (p *project) findRoots(extra []string) {
	set := map[string]bool{"": true}
	add := func(d string) {
		if d = path.Clean("/" + d)[1:]; p.dirs[d] && !p.regular(d) {
			set[d] = true
		}
	}
	for _, d := range p.dists {
		add(d.dir)
		for _, s := range d.srcs {
			add(s)
		}
		add(join(d.dir, "src"))
	}
	add("src")
	for _, d := range extra {
		add(d)
	}
	for d := range set {
		p.roots = append(p.roots, d)
	}
	sort.Slice(p.roots, func(i, j int) bool {
		a, b := p.roots[i], p.roots[j]
		if len(a) != len(b) {
			return len(a) > len(b)
		}
		return a < b
	})
}

// under says whether path f lies in folder d, at any depth.
func under(f, d string) bool {
	return d == "" || strings.HasPrefix(f, d) && len(f) > len(d) && f[len(d)] == '/'
}

// nameOf is the dotted name of the module in file f, as seen from the nearest
// root around it.
func (p *project) nameOf(f string) string {
	rel := f
	for _, r := range p.roots {
		if under(f, r) {
			rel = strings.TrimPrefix(f[len(r):], "/")
			break
		}
	}
	rel = strings.TrimSuffix(strings.TrimSuffix(rel, ".pyi"), ".py")
	if rel == "__init__" {
		// a root that is a package all the same
		if d := dir(f); d != "" {
			return path.Base(d)
		}
		return rel
	}
	rel = strings.TrimSuffix(rel, "/__init__")
	return strings.ReplaceAll(rel, "/", ".")
}

// at is the module at a path without extension, nil when there is none. A
// folder without __init__ is one when it holds any Python file.
func (p *project) at(base string) *lang.Module {
	m := &lang.Module{}
	for _, f := range [...]string{join(base, "__init__.py"), join(base, "__init__.pyi")} {
		if p.files[f] {
			m.Files = append(m.Files, f)
			m.Dir = base
		}
	}
	if len(m.Files) == 0 && base != "" {
		for _, f := range [...]string{base + ".py", base + ".pyi"} {
			if p.files[f] {
				m.Files = append(m.Files, f)
			}
		}
	}
	switch {
	case len(m.Files) > 0:
		m.Name = p.names[m.Files[0]]
		if m.Name == "" {
			m.Name = p.nameOf(m.Files[0])
		}
	case p.dirs[base]:
		m.Dir = base
		m.Name = p.nameOf(join(base, "__init__.py"))
		if base == "" {
			m.Name = "."
		}
	default:
		return nil
	}
	return m
}

// asking is m with what was looked for: a module, or a folder, with the last part of a
// path without extension, in any folder. That is more than was looked for, and little to
// keep.
func asking(m *lang.Module, rel string) *lang.Module {
	last := lang.AnyFolder + path.Base(rel)
	c := lang.Module{}
	if m != nil {
		c = *m
	}
	c.Asked = []uint32{lang.StemHash(last), lang.StemHash(last + "/__init__")}
	if len(c.Files) == 0 {
		c.Asked = append(c.Asked, lang.FolderHash(last))
	}
	return &c
}

// maxModule is how many bytes the name of a module has at most: no path of a file is as
// long.
const maxModule = 4 << 10

// Resolve implements lang.Project.
func (p *project) Resolve(from, spec string, level int) *lang.Module {
	if len(spec) > maxModule {
		return nil
	}
	here := dir(from)
	rel := strings.ReplaceAll(spec, ".", "/")
	if level > 0 {
		for ; level > 1; level-- {
			if here == "" {
				return nil
			}
			here = dir(here)
		}
		at := join(here, rel)
		return asking(p.at(at), at)
	}
	if rel == "" {
		return nil
	}
	if strings.HasPrefix(from, preludeRoot) { // does not see the repository
		return external(spec, stdlibAt)
	}
	return asking(p.absolute(from, spec, rel), rel)
}

// absolute is the module that spec, the path rel, means where it is not relative.
func (p *project) absolute(from, spec, rel string) *lang.Module {
	top, _, _ := strings.Cut(spec, ".")
	var space *lang.Module // a namespace package, if nothing better is found
	try := func(root string) *lang.Module {
		m := p.at(join(root, rel))
		if m == nil {
			return nil
		}
		if len(m.Files) > 0 {
			return m
		}
		if space == nil && m.Dir != "" {
			space = m
		}
		return nil
	}
	// the roots around the file first, the nearest before the others
	for _, near := range [2]bool{true, false} {
		for _, r := range p.roots {
			if under(from, r) == near {
				if m := try(r); m != nil {
					return m
				}
			}
		}
	}
	if stdlib[top] {
		return external(spec, stdlibAt)
	}
	if pkg, ok := p.outside[top]; ok {
		return external(spec, pkg)
	}
	// A script finds what lies beside it, a test what lies around it.
	for d := dir(from); d != ""; d = dir(d) {
		if m := try(d); m != nil {
			return m
		}
	}
	if space != nil {
		return space
	}
	return external(spec, p.guess(top))
}

// guess is the package that has the top-level module top, by the requirements;
// without a name when none of them fits.
func (p *project) guess(top string) symbol.Package {
	for _, n := range [2]string{distributions[top], top} {
		if n == "" {
			continue
		}
		if pkg, ok := p.required[normalize(n)]; ok {
			if d := distributions[top]; d != "" {
				pkg.Name = d
			}
			return pkg
		}
	}
	return symbol.Package{Manager: manager}
}

// normalize is a distribution's name as names are compared.
func normalize(name string) string {
	var b strings.Builder
	sep := false
	for _, c := range strings.ToLower(name) {
		if c == '-' || c == '_' || c == '.' {
			sep = true
			continue
		}
		if sep && b.Len() > 0 {
			b.WriteByte('-')
		}
		sep = false
		b.WriteRune(c)
	}
	return b.String()
}

// Sub implements lang.Project.
func (p *project) Sub(m *lang.Module, name string) *lang.Module {
	if m != nil && m.External && m.Package == stdlibAt && declared()[m.Name+"."+name] {
		return external(m.Name+"."+name, stdlibAt)
	}
	if m == nil || m.External || m.Dir == "" && (len(m.Files) == 0 || path.Base(m.Files[0]) != "__init__.py") {
		return nil
	}
	return asking(p.below(m, name), name)
}

// below is the module name in a package or a namespace of the repository.
func (p *project) below(m *lang.Module, name string) *lang.Module {
	s := p.at(join(m.Dir, name))
	if s != nil && len(s.Files) > 0 || len(m.Files) > 0 {
		return s
	}
	// Parts of a namespace package may lie below other roots.
	rel := join(strings.ReplaceAll(m.Name, ".", "/"), name)
	for _, r := range p.roots {
		if o := p.at(join(r, rel)); o != nil && len(o.Files) > 0 {
			return o
		}
	}
	return s
}

// Scheme implements lang.Project.
func (p *project) Scheme() string { return scheme }

// Package implements lang.Project: that of the nearest distribution around the
// file.
func (p *project) Package(file string) symbol.Package {
	for _, d := range p.dists {
		if under(file, d.dir) && d.pkg.Name != "" {
			return d.pkg
		}
	}
	return symbol.Package{Manager: manager}
}

// Prefix implements lang.Project.
func (p *project) Prefix(file string) []symbol.Descriptor {
	n, ok := p.names[file]
	if !ok {
		n = p.nameOf(file)
	}
	return []symbol.Descriptor{{Name: n, Suffix: symbol.Namespace}}
}

// ModuleSymbol implements lang.Project.
func (p *project) ModuleSymbol(string) ([]symbol.Descriptor, bool) {
	return []symbol.Descriptor{{Name: "__init__", Suffix: symbol.Meta}}, true
}
