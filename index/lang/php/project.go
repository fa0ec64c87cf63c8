package php

import (
	"context"
	"encoding/json"
	"io/fs"
	"path"
	"sort"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// Manager is the package manager in symbols.
const Manager = "composer"

const scheme = "scip-php"

// builtinAt is the package of what PHP itself brings.
var builtinAt = symbol.Package{Manager: Manager, Name: "php", Version: "8"}

// project is the packages that a repository has and uses. It is immutable.
type project struct {
	own     []owned // by folder, deepest first
	outside []autoload
	classes map[string]symbol.Package // by folded name, from Composer's class map
	views   views
	files   func(path string) bool // whether the repository has it
}

// owned is a folder with a composer.json.
type owned struct {
	dir string
	pkg symbol.Package
}

// autoload says that the names that begin so are in a package.
type autoload struct {
	prefix string // folded, ends with \ or is ""
	pkg    symbol.Package
}

// manifest is what we read of a composer.json, and of each package in
// composer.lock and vendor/composer/installed.json.
type manifest struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Place    string `json:"install-path"` // from vendor/composer
	Autoload struct {
		PSR4 map[string]json.RawMessage `json:"psr-4"`
		PSR0 map[string]json.RawMessage `json:"psr-0"`
	} `json:"autoload"`
}

// maxManifest bounds the files that are read, in bytes.
const maxManifest = 64 << 20

func open(ctx context.Context, files lang.Files, deps lang.Deps) (lang.Project, error) {
	p := &project{classes: map[string]symbol.Package{}, views: views{}, files: files.Has}
	seen := map[string]bool{}
	packages := map[string]symbol.Package{}
	add := func(m *manifest) {
		if m.Name == "" || seen[m.Name] {
			return
		}
		seen[m.Name] = true
		pkg := symbol.Package{Manager: Manager, Name: m.Name, Version: strings.TrimPrefix(m.Version, "v")}
		packages[m.Name] = pkg
		for _, prefixes := range [2]map[string]json.RawMessage{m.Autoload.PSR4, m.Autoload.PSR0} {
			for prefix := range prefixes {
				if prefix = lower(strings.Trim(prefix, "\\")); prefix != "" {
					p.outside = append(p.outside, autoload{prefix + "\\", pkg})
				}
			}
		}
	}
	var locks []string
	for _, f := range files.Paths() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p.views.add(f)
		switch path.Base(f) {
		case "composer.json":
			b, err := files.Read(f)
			if err != nil || len(b) > maxManifest {
				continue
			}
			var m manifest
			if json.Unmarshal(b, &m) != nil || m.Name == "" {
				continue
			}
			p.own = append(p.own, owned{dir(f), symbol.Package{Manager: Manager, Name: m.Name, Version: strings.TrimPrefix(m.Version, "v")}})
			seen[m.Name] = true
		case "composer.lock":
			locks = append(locks, f)
		}
	}
	sort.SliceStable(p.own, func(i, j int) bool { return len(p.own[i].dir) > len(p.own[j].dir) })
	if deps.Repo != nil {
		roots := []string{""}
		for _, o := range p.own {
			if o.dir != "" {
				roots = append(roots, o.dir)
			}
		}
		for _, r := range roots {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			b, err := fs.ReadFile(deps.Repo, path.Join(r, "vendor/composer/installed.json"))
			if err != nil || len(b) > maxManifest {
				continue
			}
			installed(b, add)
			if b, err = fs.ReadFile(deps.Repo, path.Join(r, "vendor/composer/autoload_classmap.php")); err == nil && len(b) <= maxManifest {
				p.classMap(b, packages)
			}
		}
	}
	for _, f := range locks {
		if b, err := files.Read(f); err == nil && len(b) <= maxManifest {
			installed(b, add)
		}
	}
	sort.SliceStable(p.outside, func(i, j int) bool {
		a, b := p.outside[i], p.outside[j]
		if len(a.prefix) != len(b.prefix) {
			return len(a.prefix) > len(b.prefix)
		}
		if a.prefix != b.prefix {
			return a.prefix < b.prefix
		}
		return a.pkg.Name < b.pkg.Name
	})
	return p, nil
}

// installed reads the packages of a composer.lock or an installed.json, in the
// form of Composer 1 (a list) or 2 (an object).
func installed(b []byte, add func(*manifest)) {
	var list struct {
		Packages []manifest `json:"packages"`
		Dev      []manifest `json:"packages-dev"`
	}
	if json.Unmarshal(b, &list) != nil && json.Unmarshal(b, &list.Packages) != nil {
		return
	}
	for _, ms := range [2][]manifest{list.Packages, list.Dev} {
		for i := range ms {
			add(&ms[i])
		}
	}
}

// classMap reads the class map that Composer writes: lines of the form
//
//	'Vendor\\Class' => $vendorDir . '/vendor/package/src/Class.php',
//
// in which the file's place names the package.
func (p *project) classMap(b []byte, packages map[string]symbol.Package) {
	for line := range strings.Lines(string(b)) {
		name, file, ok := strings.Cut(line, " => $vendorDir . '/")
		if !ok {
			continue
		}
		name = strings.ReplaceAll(strings.Trim(strings.TrimSpace(name), "'"), `\\`, `\`)
		parts := strings.SplitN(file, "/", 3)
		if len(parts) < 3 {
			continue
		}
		if pkg, ok := packages[parts[0]+"/"+parts[1]]; ok {
			p.classes[lower(name)+classMark] = pkg
		}
	}
}

// dir is the folder of a path, "" for the repository.
func dir(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return ""
}

// under says whether path f lies in folder d, at any depth.
func under(f, d string) bool {
	return d == "" || strings.HasPrefix(f, d) && len(f) > len(d) && f[len(d)] == '/'
}

// Outside implements lang.Outsider. A class whose package is not known has one
// without a name: its full name is certain all the same. A function may be a
// global one that nobody declares, a word in a comment no class.
func (p *project) Outside(name string) (*lang.Module, string) {
	if strings.HasPrefix(name, "$") || name == "" {
		return nil, ""
	}
	first, _, several := strings.Cut(name, alternatives)
	if strings.HasPrefix(first, "\\") || strings.HasSuffix(first, "\\") || strings.Contains(first, "\\\\") {
		return nil, ""
	}
	if several && !strings.HasSuffix(first, classMark) {
		return nil, ""
	}
	folded := lower(first)
	m := &lang.Module{External: true}
	var known bool
	if m.Package, known = p.classes[folded]; !known {
		m.Package = symbol.Package{Manager: Manager}
	}
	for _, a := range p.outside {
		if !known && strings.HasPrefix(folded, a.prefix) {
			m.Package, known = a.pkg, true
			break
		}
	}
	if !known && (several || !strings.HasSuffix(first, classMark)) {
		return nil, ""
	}
	i := strings.LastIndexByte(first, '\\')
	if i > 0 {
		for _, n := range strings.Split(first[:i], "\\") {
			m.Path = append(m.Path, symbol.Descriptor{Name: n, Suffix: symbol.Namespace})
		}
	}
	return m, first[i+1:]
}

// Resolve implements lang.Project: PHP has no modules, only files, and views among
// them.
func (p *project) Resolve(from, spec string, _ int) *lang.Module {
	if f, ok := strings.CutPrefix(spec, File); ok {
		m := &lang.Module{Asked: []uint32{lang.PathHash(f)}}
		if p.files(f) {
			m.Name, m.Files = f, []string{f}
		}
		return m
	}
	return p.views.resolve(from, spec)
}

// Sub implements lang.Project.
func (p *project) Sub(*lang.Module, string) *lang.Module { return nil }

// Scheme implements lang.Project.
func (p *project) Scheme() string { return scheme }

// Package implements lang.Project: that of the nearest composer.json around the
// file.
func (p *project) Package(file string) symbol.Package {
	for _, o := range p.own {
		if under(file, o.dir) {
			return o.pkg
		}
	}
	return symbol.Package{Manager: Manager}
}

// Prefix implements lang.Project: namespaces are said by the definitions. The
// symbols of a template hang below its file.
func (p *project) Prefix(file string) []symbol.Descriptor { return viewPrefix(file) }

// ModuleSymbol implements lang.Project: templates have one, and files that are named
// as no class is: others load them by their path.
func (p *project) ModuleSymbol(file string) ([]symbol.Descriptor, bool) {
	if strings.HasSuffix(file, Template) {
		return nil, true
	}
	if c := path.Base(file)[0]; c >= 'A' && c <= 'Z' {
		return nil, false
	}
	return []symbol.Descriptor{{Name: file, Suffix: symbol.Namespace}}, true
}
