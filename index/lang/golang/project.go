package golang

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/module"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// project is what the repository's go.mod, go.work and folders say.
//
// Symbols: the scheme is "scip-go", the manager "gomod", the package's name is
// the module's path. The version of the repository's own modules is empty: a
// go.mod does not know it. The standard library is the module
// "github.com/golang/go/src" in the version of the go directive of the module
// that refers to it ("go1.24"), so that it doesn't depend on the machine.
// Each symbol starts with the import path as a namespace, with "_test" behind
// it for external tests. Files that are not of their folder's package (a
// program in the folder of a library, mostly) have their own name behind it.
type project struct {
	files lang.Files
	deps  lang.Deps
	mods  []*repoModule
	// dirs are the folders with Go files, by path.
	dirs map[string]*dir
	// inferred: the import path of the root comes from what the files say.
	inferred bool
	// was are the changed files as they were, where the project was taken over
	// from an earlier one.
	was map[string]*file
}

// dir is a folder with Go files.
type dir struct {
	path       string
	mod        *repoModule
	importPath string
	// name is the name of the package that importers get; "" for none.
	name  string
	files []*file // sorted by name
}

// file is a Go file of the repository.
type file struct {
	path, base, pkg string
	test            bool // _test.go
	size            int
	build, comment  string   // as in header
	imports         []string // import paths
	constraints
}

// newFile reads the top of a file. texts holds one copy of each import path.
func newFile(name string, src []byte, texts map[string]string) *file {
	h := readHeader(src)
	base := path.Base(name)
	f := &file{
		path: name, base: base, pkg: h.pkg, test: strings.HasSuffix(base, "_test.go"), size: len(src),
		build: h.build, comment: h.comment, constraints: newConstraints(base, h.build),
	}
	for _, spec := range h.imports {
		if _, ok := texts[spec]; !ok {
			texts[spec] = spec
		}
		f.imports = append(f.imports, texts[spec])
	}
	f.imports = slices.Clip(f.imports)
	f.cgo = slices.Contains(f.imports, "C")
	return f
}

// own are the files of the folder's package: without tests, if there are others.
func (d *dir) own() []*file {
	var files, tests []*file
	for _, f := range d.files {
		switch {
		case f.pkg != d.name:
		case f.test:
			tests = append(tests, f)
		default:
			files = append(files, f)
		}
	}
	if len(files) == 0 {
		return tests
	}
	return files
}

// open reads the configuration and the top of every Go file.
func open(ctx context.Context, files lang.Files, deps lang.Deps) (lang.Project, error) {
	p := &project{files: files, deps: deps, mods: readModules(files, deps), dirs: map[string]*dir{}}
	comments := map[*dir]string{}
	texts := map[string]string{}
	for _, name := range files.Paths() {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		src, err := files.Read(name)
		if err != nil {
			continue
		}
		f := newFile(name, src, texts)
		d := p.dirs[folder(name)]
		if d == nil {
			d = &dir{path: folder(name)}
			p.dirs[d.path] = d
		}
		d.files = append(d.files, f)
		if f.comment != "" && comments[d] == "" {
			comments[d] = f.comment
		}
	}
	vendored := map[string]map[string]requirement{} // by vendor folder
	for _, dp := range slices.Sorted(maps.Keys(p.dirs)) {
		d := p.dirs[dp]
		d.mod = p.moduleOf(dp)
		d.name = packageOf(d.files)
		p.vendor(d, vendored)
		d.importPath = d.mod.importPath(dp)
	}
	p.inferRoot(comments)
	return p, nil
}

// Configures implements lang.Updater.
func (p *project) Configures(file string) bool {
	switch path.Base(file) {
	case "go.mod", "go.work", "modules.txt":
		return true
	}
	return false
}

// Updated implements lang.Updater.
func (p *project) Updated(changed []string, files lang.Files, deps lang.Deps) (lang.Project, bool) {
	next := *p
	next.files, next.deps, next.dirs, next.was = files, deps, maps.Clone(p.dirs), map[string]*file{}
	texts := map[string]string{}
	folders := map[string]bool{}
	for _, name := range changed {
		if !strings.HasSuffix(name, ".go") {
			return nil, false // CONFIG.GO, which the language has and Go does not build
		}
		d := next.dirs[folder(name)]
		if d == nil {
			d = &dir{path: folder(name), mod: p.moduleOf(folder(name))}
			if slices.Contains(strings.Split(d.path, "/"), "vendor") {
				return nil, false
			}
			d.importPath = d.mod.importPath(d.path)
		}
		if !folders[d.path] {
			clone := *d
			clone.files = slices.Clone(d.files)
			d, folders[d.path] = &clone, true
			next.dirs[d.path] = d
		}
		i, there := d.find(name)
		if !files.Has(name) {
			if !there || p.inferred {
				return nil, false
			}
			next.was[name] = d.files[i]
			d.files = slices.Delete(d.files, i, i+1)
			continue
		}
		src, err := files.Read(name)
		if err != nil {
			return nil, false
		}
		f := newFile(name, src, texts)
		if !there {
			if p.inferred {
				return nil, false
			}
			d.files = slices.Insert(d.files, i, f)
			continue
		}
		old := d.files[i]
		if p.inferred && (!old.sameHead(f) || !slices.Equal(old.imports, f.imports)) {
			return nil, false
		}
		next.was[name], d.files[i] = old, f
	}
	for path := range folders {
		d := next.dirs[path]
		if len(d.files) == 0 {
			delete(next.dirs, path)
		}
		name := packageOf(d.files)
		if was := p.dirs[path]; was != nil && name != was.name && slices.ContainsFunc(d.files, func(f *file) bool {
			i, there := was.find(f.path)
			return there && was.files[i].pkg == f.pkg
		}) {
			return nil, false // symbols of these are others
		}
		d.name = name
	}
	return &next, true
}

// Unmoved implements lang.Updater.
func (p *project) Unmoved(changed []string, was, is func(path string) *lang.Facts) bool {
	moved := map[*dir]map[string]bool{} // the files of other packages or builds, new and gone ones among them
	gone := map[*dir]bool{}             // not all of which are new
	for _, name := range changed {
		before, now := was(name), is(name)
		if p.inferred && !slices.Equal(importPaths(before), importPaths(now)) {
			return false
		}
		if before != nil && now != nil && len(before.Surface) > 0 && len(now.Surface) > 0 && before.Surface[0] == now.Surface[0] {
			continue
		}
		d := p.dirs[folder(name)]
		if p.inferred {
			return false
		}
		if d == nil {
			continue
		}
		if moved[d] == nil {
			moved[d] = map[string]bool{}
		}
		moved[d][name] = true
		gone[d] = gone[d] || before != nil
	}
	for d, files := range moved {
		same := slices.DeleteFunc(slices.Clone(d.files), func(f *file) bool { return files[f.path] })
		if len(same) > 0 && (gone[d] || packageOf(same) != d.name) && !certain(same, d.name, len(files)) {
			return false
		}
	}
	return true
}

// certain says whether files would be of a package so called, whatever n others
// are of.
func certain(files []*file, name string, n int) bool {
	own, others := 0, map[string]int{}
	for _, f := range files {
		switch {
		case f.test || !f.match(defaultConfig):
		case f.pkg == name:
			own++
		default:
			others[f.pkg]++
		}
	}
	most := 0
	for _, count := range others {
		most = max(most, count)
	}
	return own > most+n
}

// find is the number of a file in d.
func (d *dir) find(path string) (int, bool) {
	return slices.BinarySearchFunc(d.files, path, func(f *file, path string) int { return cmp.Compare(f.path, path) })
}

// sameHead says whether two versions of a file belong to the same package in
// the same builds.
func (f *file) sameHead(o *file) bool {
	return f.pkg == o.pkg && f.build == o.build && f.comment == o.comment && f.cgo == o.cgo
}

// moduleOf is the innermost module of the repository that holds a folder.
func (p *project) moduleOf(dir string) *repoModule {
	best := p.mods[0] // the root comes first
	for _, m := range p.mods {
		if len(m.dir) >= len(best.dir) && within(dir, m.dir) {
			best = m
		}
	}
	return best
}

// within says whether dir is root or a folder below it.
func within(dir, root string) bool {
	return root == "" || dir == root || strings.HasPrefix(dir, root) && dir[len(root)] == '/'
}

// packageOf is the name of the package that most files are of.
func packageOf(files []*file) string {
	best := ""
	// In this order: what a build includes, other files, tests.
	for _, want := range []func(*file) bool{
		func(f *file) bool { return !f.test && f.match(defaultConfig) },
		func(f *file) bool { return !f.test },
		func(f *file) bool { return true },
	} {
		count := map[string]int{}
		for _, f := range files {
			if f.pkg != "" && want(f) {
				name := f.pkg
				if f.test {
					name = strings.TrimSuffix(name, "_test")
				}
				count[name]++
			}
		}
		for name, n := range count {
			if best == "" || n > count[best] || n == count[best] && (best == "main" || name != "main" && name < best) {
				best = name
			}
		}
		if best != "" {
			break
		}
	}
	return best
}

// vendor gives a folder in a vendor folder the module that it was copied from.
func (p *project) vendor(d *dir, cache map[string]map[string]requirement) {
	m := d.mod
	if m.std || m.cmd {
		return
	}
	root := path.Join(m.dir, "vendor")
	if !strings.HasPrefix(d.path, root+"/") {
		return
	}
	mods, ok := cache[root]
	if !ok {
		if data, err := p.files.Read(root + "/modules.txt"); err == nil {
			mods = vendoredModules(data)
		}
		cache[root] = mods
	}
	spec := d.path[len(root)+1:]
	v := &repoModule{dir: root, goVersion: m.goVersion, vendored: m, require: m.require, local: m.local}
	longestPrefix(spec, func(prefix, rest string) bool {
		r, ok := mods[prefix]
		if ok {
			v.dir, v.path, v.version = root+"/"+prefix, r.path, r.version
			if r.path != prefix { // replaced: import paths stay
				v.dir = root
			}
		}
		return ok
	})
	d.mod = v
}

// inferRoot finds the import path of a repository without go.mod: from import
// comments, else from the imports that end in the path of one of its folders.
func (p *project) inferRoot(comments map[*dir]string) {
	root := p.mods[0]
	if root.path != "" {
		return
	}
	p.inferred = true
	votes := map[string]int{}
	for d, c := range comments {
		if prefix, ok := strings.CutSuffix("/"+c, "/"+d.path); ok && d.mod == root && d.path != "" {
			votes[prefix[min(1, len(prefix)):]] += 1000
		} else if d.path == "" {
			votes[c] += 1000
		}
	}
	if len(votes) == 0 {
		for _, d := range p.dirs {
			if d.mod != root {
				continue
			}
			for _, f := range d.files {
				for _, spec := range f.imports {
					if first, _, _ := strings.Cut(spec, "/"); !strings.Contains(first, ".") {
						continue
					}
					longestPrefix(spec, func(prefix, rest string) bool {
						if rest != "" && p.dirs[rest] != nil {
							votes[prefix]++
						}
						return false
					})
				}
			}
		}
	}
	best := ""
	for prefix, n := range votes {
		if best == "" || n > votes[best] || n == votes[best] && prefix < best {
			best = prefix
		}
	}
	if best == "" {
		return
	}
	root.path = best
	root.local[best] = ""
	for _, d := range p.dirs {
		if d.mod == root {
			d.importPath = root.importPath(d.path)
		}
	}
}

func (p *project) Scheme() string { return scheme }

func (p *project) Package(path string) symbol.Package {
	if d := p.dirs[folder(path)]; d != nil {
		return d.mod.symbol()
	}
	return p.moduleOf(folder(path)).symbol()
}

func (p *project) Prefix(path string) []symbol.Descriptor {
	d := p.dirs[folder(path)]
	if d == nil {
		return []symbol.Descriptor{namespace(p.moduleOf(folder(path)).importPath(folder(path)))}
	}
	if i, ok := d.find(path); ok {
		return []symbol.Descriptor{namespace(d.namespace(d.files[i]))}
	}
	return []symbol.Descriptor{namespace(d.importPath)}
}

// namespace is the path that the symbols of a file start with.
func (d *dir) namespace(f *file) string {
	switch {
	case f.pkg == d.name:
		return d.importPath
	case f.test && f.pkg == d.name+"_test":
		return d.importPath + "_test"
	}
	return d.importPath + "/" + f.base
}

func namespace(name string) symbol.Descriptor {
	return symbol.Descriptor{Name: name, Suffix: symbol.Namespace}
}

// ModuleSymbol: every file defines its package, at the name in its package
// clause.
func (p *project) ModuleSymbol(string) ([]symbol.Descriptor, bool) { return nil, true }

func (p *project) Sub(*lang.Module, string) *lang.Module { return nil }

func (p *project) Resolve(from, spec string, _ int) *lang.Module {
	m := p.moduleOf(folder(from))
	if d := p.dirs[folder(from)]; d != nil {
		m = d.mod
	}
	t := p.resolve(m, folder(from), spec)
	switch {
	case t.dir != nil:
		mod := &lang.Module{Name: t.dir.importPath}
		for _, f := range t.dir.own() {
			mod.Files = append(mod.Files, f.path)
		}
		return mod
	case t.path != "":
		return &lang.Module{Name: t.path, External: true, Package: t.pkg, Path: []symbol.Descriptor{namespace(t.path)}}
	}
	return nil
}

// target is what an import path means: a folder of the repository, or a
// package outside.
type target struct {
	dir *dir
	// Outside: the import path, the package in symbols, and where its files
	// are (nil: nowhere).
	path string
	pkg  symbol.Package
	fsys fs.FS
	at   string
	std  bool
	// root is the repository's module that decides what its imports mean.
	root *repoModule
}

// key identifies the package that t means.
func (t *target) key() string {
	if t.dir != nil {
		return "repo " + t.dir.path
	}
	return t.pkg.Name + "@" + t.pkg.Version + " " + t.path + " " + t.at
}

// resolve finds what spec means in a package of module m in folder from.
func (p *project) resolve(m *repoModule, from, spec string) target {
	if spec == "" || spec == "C" {
		return target{}
	}
	if strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../") || spec == "." || spec == ".." {
		return target{dir: p.dirs[inRepo(from, spec)]}
	}
	if m.std || m.cmd {
		if t := p.resolveStd(m, spec); t.dir != nil {
			return t
		}
	}
	root := m
	if m.vendored != nil {
		root = m.vendored
	}
	if rest, ok := strings.CutPrefix(spec, root.path); ok && root.path != "" && (rest == "" || rest[0] == '/') {
		if d := p.dirs[path.Join(root.dir, rest)]; d != nil && d.mod == root {
			return target{dir: d}
		}
	}
	if d := p.dirs[path.Join(root.dir, "vendor", spec)]; d != nil {
		return target{dir: d}
	}
	var found, named target
	longestPrefix(spec, func(prefix, rest string) bool {
		if at, ok := root.local[prefix]; ok {
			if d := p.dirs[path.Join(at, rest)]; d != nil && d.mod.dir == at {
				found = target{dir: d}
				return true
			}
		}
		r, ok := root.require[prefix]
		if !ok {
			return false
		}
		t := target{path: spec, pkg: r.symbol(), root: root}
		if named.path == "" {
			named = t
		}
		if r.gone {
			return false
		}
		t.fsys, t.at = p.locate(root, r, spec, rest)
		if t.fsys != nil {
			found = t
			return true
		}
		return false
	})
	if found.dir != nil || found.path != "" {
		return found
	}
	if t := p.stdlib(root, spec); t.path != "" && (t.fsys != nil || named.path == "") {
		return t
	}
	// A module of the repository that is required in a version which is not at
	// hand is better than none.
	for _, o := range p.mods {
		if rest, ok := strings.CutPrefix(spec, o.path); ok && o.path != "" && !o.std && (rest == "" || rest[0] == '/') {
			if d := p.dirs[path.Join(o.dir, rest)]; d != nil && d.mod == o {
				return target{dir: d}
			}
		}
	}
	return named
}

// resolveStd finds a package of the standard library, which is the repository.
func (p *project) resolveStd(m *repoModule, spec string) target {
	for _, o := range p.mods {
		if !o.std && !o.cmd || o != m && !o.std {
			continue
		}
		rest := spec
		if o.cmd {
			rest = strings.TrimPrefix(strings.TrimPrefix(spec, "cmd"), "/")
			if rest == spec && spec != "cmd" {
				rest = "vendor/" + spec
			}
		}
		for _, at := range []string{rest, "vendor/" + spec} {
			if d := p.dirs[path.Join(o.dir, at)]; d != nil && d.mod == o {
				return target{dir: d}
			}
		}
	}
	return target{}
}

// stdlib is package spec of the standard library; from is the module that
// refers to it.
func (p *project) stdlib(from *repoModule, spec string) target {
	first, _, _ := strings.Cut(spec, "/")
	t := target{path: spec, pkg: symbol.Package{Manager: manager, Name: stdModule, Version: from.goVersion}, std: true, root: from}
	if p.deps.GoRoot != nil && fs.ValidPath(spec) {
		for _, at := range []string{"src/" + spec, "src/vendor/" + spec} {
			if hasGo(p.deps.GoRoot, at) {
				t.fsys, t.at = p.deps.GoRoot, at
				t.path = strings.TrimPrefix(at, "src/")
				return t
			}
		}
	}
	if strings.Contains(first, ".") || first == "vendor" {
		return target{}
	}
	return t
}

// locate finds the files of a package of a required module.
func (p *project) locate(m *repoModule, r requirement, spec, rest string) (fs.FS, string) {
	if p.deps.Repo != nil {
		if at := path.Join(m.dir, "vendor", spec); hasGo(p.deps.Repo, at) {
			return p.deps.Repo, at
		}
	}
	if p.deps.GoModCache == nil {
		return nil, ""
	}
	mp, err1 := module.EscapePath(r.path)
	mv, err2 := module.EscapeVersion(r.version)
	if err1 != nil || err2 != nil {
		return nil, ""
	}
	if at := path.Join(mp+"@"+mv, rest); hasGo(p.deps.GoModCache, at) {
		return p.deps.GoModCache, at
	}
	return nil, ""
}

// hasGo says whether a folder has Go files.
func hasGo(fsys fs.FS, dir string) bool {
	if !fs.ValidPath(dir) {
		return false
	}
	entries, err := fs.ReadDir(fsys, dir)
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return strings.HasSuffix(e.Name(), ".go") })
}
