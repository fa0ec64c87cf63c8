package css

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// project finds the sheets that imports mean, and the package of each.
type project struct {
	files    lang.Files
	packages map[string]symbol.Package // by folder of package.json
	named    map[string]string         // folder by name of package
}

func open(ctx context.Context, files lang.Files, _ lang.Deps) (lang.Project, error) {
	p := &project{files: files, packages: map[string]symbol.Package{}, named: map[string]string{}}
	for _, f := range files.Paths() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if path.Base(f) != "package.json" {
			continue
		}
		text, err := files.Read(f)
		if err != nil {
			continue
		}
		var m struct{ Name, Version any }
		pkg := symbol.Package{Manager: "npm"}
		if json.Unmarshal(text, &m) == nil {
			if name, ok := m.Name.(string); ok && name != "" {
				pkg.Name, pkg.Version = name, "HEAD"
				if v, ok := m.Version.(string); ok && v != "" {
					pkg.Version = v
				}
				if _, ok := p.named[name]; !ok {
					p.named[name] = folder(f)
				}
			}
		}
		p.packages[folder(f)] = pkg
	}
	return p, nil
}

// folder is the directory of a path, "" for the repository's root.
func folder(f string) string {
	if i := strings.LastIndexByte(f, '/'); i >= 0 {
		return f[:i]
	}
	return ""
}

// above calls f for a folder and those above it, the root last, until f returns
// true.
func above(dir string, f func(dir string) bool) {
	for !f(dir) && dir != "" {
		dir = folder(dir)
	}
}

// Scheme implements lang.Project.
func (p *project) Scheme() string { return "scip-css" }

// owner is the folder of the nearest package.json above a file.
func (p *project) owner(file string) (dir string, ok bool) {
	above(folder(file), func(d string) bool {
		if _, ok = p.packages[d]; ok {
			dir = d
		}
		return ok
	})
	return dir, ok
}

// Package implements lang.Project: that of the nearest package.json, at HEAD
// when it has no version.
func (p *project) Package(file string) symbol.Package {
	if d, ok := p.owner(file); ok {
		return p.packages[d]
	}
	return symbol.Package{Manager: "npm"}
}

// Prefix implements lang.Project: the folders below the package, then the file.
func (p *project) Prefix(file string) []symbol.Descriptor {
	if d, _ := p.owner(file); d != "" {
		file = file[len(d)+1:]
	}
	var ds []symbol.Descriptor
	for part := range strings.SplitSeq(file, "/") {
		ds = append(ds, symbol.Descriptor{Name: part, Suffix: symbol.Namespace})
	}
	return ds
}

// ModuleSymbol implements lang.Project: a file is a symbol.
func (p *project) ModuleSymbol(string) ([]symbol.Descriptor, bool) { return nil, true }

// Sub implements lang.Project: sheets have no modules as members.
func (p *project) Sub(*lang.Module, string) *lang.Module { return nil }

// Resolve implements lang.Project: Sass's rules (partials, index files, no
// extension), then bundlers' (~package, @/ for the sources' folder), for files
// of the repository.
func (p *project) Resolve(from, spec string, _ int) *lang.Module {
	if i := strings.IndexAny(spec, "?#"); i > 0 {
		spec = spec[:i]
	}
	if spec == "" || len(spec) > 1024 || strings.Contains(spec, "://") || strings.HasPrefix(spec, "//") || strings.Contains(spec, "#{") {
		return nil
	}
	dir, scss := folder(from), !strings.HasSuffix(from, ".css")
	found := ""
	var asked []uint32
	try := func(f string) bool {
		found, asked = p.file(f, scss, asked)
		return found != ""
	}
	switch {
	case strings.HasPrefix(spec, "/"):
		above(dir, func(d string) bool {
			for _, root := range []string{"", "public", "static"} {
				if try(path.Join(d, root, spec)) {
					return true
				}
			}
			return false
		})
	case strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../"):
		try(path.Join(dir, spec))
	default:
		bare := strings.TrimPrefix(spec, "~")
		if bare == spec && try(path.Join(dir, spec)) {
			break
		}
		if rest, ok := strings.CutPrefix(bare, "@/"); ok {
			above(dir, func(d string) bool { return try(path.Join(d, "src", rest)) || try(path.Join(d, rest)) })
			break
		}
		name := bare
		for sub := ""; name != ""; name = folder(name) {
			if d, ok := p.named[name]; ok && try(path.Join(d, sub)) {
				break
			}
			sub = path.Join(path.Base(name), sub)
		}
		if found == "" && scss {
			// Load paths are mostly a folder above.
			above(dir, func(d string) bool { return try(path.Join(d, bare)) })
		}
	}
	if found == "" {
		return &lang.Module{Asked: asked}
	}
	return &lang.Module{Name: found, Files: []string{found}, Asked: asked}
}

// file finds the sheet that a path means: itself, with an extension, as a
// partial, or a folder's index. It adds what it looks for to asked, as in
// lang.Module.
func (p *project) file(f string, scss bool, asked []uint32) (string, []uint32) {
	if f == "." || strings.HasPrefix(f, "../") {
		return "", asked
	}
	has := func(f string) bool {
		asked = append(asked, lang.PathHash(f))
		return p.files.Has(f)
	}
	if !scss {
		if has(f) {
			return f, asked
		}
		return "", asked
	}
	dir, base := path.Split(f)
	try := []string{base, base + ".scss", "_" + base + ".scss", "_" + base, base + ".css"}
	if !strings.Contains(path.Ext(base), "css") {
		try = slices.Concat(try, []string{base + "/_index.scss", base + "/index.scss"})
	}
	for _, t := range try {
		if has(dir + t) {
			return dir + t, asked
		}
	}
	return "", asked
}
