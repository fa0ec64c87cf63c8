package typescript

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

const scheme = "scip-typescript"

// project answers what import specifiers mean. All of the repository's
// configuration is read when it opens; what lies in node_modules is read when
// it is asked for and kept.
type project struct {
	files     lang.Files
	deps      lang.Deps
	manifests map[string]*manifest // by folder
	configs   map[string]*config   // by folder
	named     map[string]*manifest // packages of the repository by name

	mu       sync.Mutex
	modules  map[moduleKey]*lang.Module
	external map[string]*installed // by path below Deps.Repo
}

type moduleKey struct{ dir, spec string }

// installed is a package in node_modules; nil stands for one that is not there.
type installed struct {
	dir string
	*manifest
}

// open reads the configuration of the repository.
func open(ctx context.Context, files lang.Files, deps lang.Deps) (lang.Project, error) {
	p := &project{files: files, deps: deps, manifests: map[string]*manifest{}, configs: map[string]*config{},
		named: map[string]*manifest{}, modules: map[moduleKey]*lang.Module{}, external: map[string]*installed{}}
	var workspaces []glob
	for _, f := range files.Paths() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		dir, base := folder(f), path.Base(f)
		switch base {
		case "package.json":
			if text, err := files.Read(f); err == nil {
				m := parseManifest(dir, text)
				p.manifests[dir] = m
				for _, w := range m.workspaces() {
					workspaces = append(workspaces, newGlob(dir, w))
				}
			}
		case "pnpm-workspace.yaml", "lerna.json":
			if text, err := files.Read(f); err == nil {
				var list struct {
					Packages []string `yaml:"packages" json:"packages"`
				}
				if base == "lerna.json" {
					err = json.Unmarshal(trimBOM(text), &list)
				} else {
					err = yaml.Unmarshal(text, &list)
				}
				if err == nil {
					for _, w := range list.Packages {
						workspaces = append(workspaces, newGlob(dir, w))
					}
				}
			}
		case "tsconfig.json", "jsconfig.json":
			if old := p.configs[dir]; old != nil && base == "jsconfig.json" {
				continue
			}
			if c := p.readConfig(f); c != nil {
				p.configs[dir] = c
			}
		}
	}
	for _, c := range p.configs {
		p.borrowPaths(c)
	}
	p.nameWorkspaces(workspaces)
	return p, nil
}

// folder is the directory of a path, "" for the repository's root.
func folder(f string) string {
	if i := strings.LastIndexByte(f, '/'); i >= 0 {
		return f[:i]
	}
	return ""
}

// parent is the folder above dir; ok is false at the root.
func parent(dir string) (string, bool) {
	if dir == "" || dir == "." {
		return "", false
	}
	return folder(dir), true
}

// readConfig reads a tsconfig.json and what it extends.
func (p *project) readConfig(file string) *config {
	root := folder(file)
	c := &config{dir: root}
	seen := map[string]bool{}
	var read func(file string) bool
	read = func(file string) bool {
		if seen[file] || len(seen) > 64 {
			return false
		}
		seen[file] = true
		text, err := p.read(file)
		if err != nil {
			return false
		}
		raw, ok := parseConfig(text)
		if !ok {
			return false
		}
		for _, x := range raw.extends() {
			if f := p.extended(folder(file), x); f != "" {
				read(f)
			}
		}
		c.merge(&raw, folder(file), root)
		if folder(file) == root {
			for _, r := range raw.References {
				c.refs = append(c.refs, path.Join(root, r.Path))
			}
		}
		return true
	}
	if !read(file) {
		return nil
	}
	return c
}

// borrowPaths gives a configuration that only refers to others of its folder
// (tsconfig.app.json …) the path mappings of the first that has some.
func (p *project) borrowPaths(c *config) {
	if len(c.paths) > 0 || c.baseURL != "" {
		return
	}
	for _, r := range c.refs {
		if !strings.HasSuffix(r, ".json") || folder(r) != c.dir {
			continue
		}
		if o := p.readConfig(r); o != nil && (len(o.paths) > 0 || o.baseURL != "") {
			c.paths, c.baseURL = o.paths, o.baseURL
			if c.rootDir == "" {
				c.rootDir, c.outDirs = o.rootDir, o.outDirs
			}
			return
		}
	}
}

// read reads a file of the repository, or one below node_modules.
func (p *project) read(file string) ([]byte, error) {
	if p.files.Has(file) {
		return p.files.Read(file)
	}
	if p.deps.Repo == nil || !fs.ValidPath(file) {
		return nil, fs.ErrNotExist
	}
	return fs.ReadFile(p.deps.Repo, file)
}

func (p *project) exists(file string) bool {
	if p.files.Has(file) {
		return true
	}
	if p.deps.Repo == nil || !fs.ValidPath(file) {
		return false
	}
	info, err := fs.Stat(p.deps.Repo, file)
	return err == nil && info.Mode().IsRegular()
}

// extended finds the file that "extends": spec in folder dir means.
func (p *project) extended(dir, spec string) string {
	try := func(f string) string {
		f = path.Clean(f)
		for _, c := range []string{f, f + ".json", f + "/tsconfig.json"} {
			if path.Ext(c) != "" && p.exists(c) {
				return c
			}
		}
		return ""
	}
	if strings.HasPrefix(spec, ".") || strings.HasPrefix(spec, "/") {
		return try(path.Join(dir, spec))
	}
	name, sub := splitPackage(spec)
	for _, d := range slices.Sorted(maps.Keys(p.manifests)) {
		if m := p.manifests[d]; m.name() == name {
			if f := try(path.Join(m.dir, sub)); f != "" {
				return f
			}
		}
	}
	for d, ok := dir, true; ok; d, ok = parent(d) {
		if f := try(path.Join(d, "node_modules", spec)); f != "" {
			return f
		}
	}
	return ""
}

// nameWorkspaces finds which package of the repository a name means: those of
// the workspaces first, then names that only one package has.
func (p *project) nameWorkspaces(globs []glob) {
	dirs := make([]string, 0, len(p.manifests))
	for d := range p.manifests {
		dirs = append(dirs, d)
	}
	slices.SortFunc(dirs, func(a, b string) int {
		if n := strings.Count(a, "/") - strings.Count(b, "/"); n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	member := func(dir string) bool {
		in := false
		for _, g := range globs {
			if g.matches(dir) {
				in = !g.not
			}
		}
		return in
	}
	count := map[string]int{}
	for _, d := range dirs {
		m := p.manifests[d]
		if n := m.name(); n != "" {
			count[n]++
			if p.named[n] == nil && member(d) {
				p.named[n] = m
			}
		}
	}
	for _, d := range dirs {
		if m := p.manifests[d]; count[m.name()] == 1 && p.named[m.name()] == nil {
			p.named[m.name()] = m
		}
	}
}

// glob is a pattern of workspace folders.
type glob struct {
	re  *regexp.Regexp
	not bool
}

func newGlob(dir, pattern string) glob {
	g := glob{}
	pattern, g.not = strings.CutPrefix(pattern, "!")
	full := path.Join(dir, pattern)
	var b strings.Builder
	b.WriteString("^")
	for i := 0; i < len(full); i++ {
		switch c := full[i]; {
		case strings.HasPrefix(full[i:], "**/"):
			b.WriteString("(?:.*/)?")
			i += 2
		case strings.HasPrefix(full[i:], "**"):
			b.WriteString(".*")
			i++
		case c == '*':
			b.WriteString("[^/]*")
		case c == '?':
			b.WriteString("[^/]")
		case c == '{':
			b.WriteString("(?:")
		case c == '}':
			b.WriteString(")")
		case c == ',':
			b.WriteString("|")
		default:
			b.WriteString(regexp.QuoteMeta(string(c)))
		}
	}
	b.WriteString("$")
	re, err := regexp.Compile(b.String())
	if err != nil {
		re = regexp.MustCompile("^" + regexp.QuoteMeta(full) + "$")
	}
	g.re = re
	return g
}

func (g glob) matches(dir string) bool { return g.re.MatchString(dir) }

// Scheme implements lang.Project.
func (p *project) Scheme() string { return scheme }

// owner is the nearest package.json above a file.
func (p *project) owner(file string) *manifest {
	for d, ok := folder(file), true; ok; d, ok = parent(d) {
		if m := p.manifests[d]; m != nil {
			return m
		}
	}
	return nil
}

// Package implements lang.Project. Like scip-typescript, a package without
// version is at HEAD, and one without name has neither.
func (p *project) Package(file string) symbol.Package {
	return packageOf(p.owner(file))
}

func packageOf(m *manifest) symbol.Package {
	pkg := symbol.Package{Manager: "npm"}
	if m == nil {
		return pkg
	}
	name, named := m.Name.(string)
	if !named || name == "" {
		return pkg
	}
	pkg.Name = name
	if v, ok := m.Version.(string); ok && v != "" {
		pkg.Version = v
	} else {
		pkg.Version = "HEAD"
	}
	return pkg
}

// Prefix implements lang.Project: the folders below the package, then the file.
func (p *project) Prefix(file string) []symbol.Descriptor {
	rel := file
	if m := p.owner(file); m != nil && m.dir != "" {
		rel = file[len(m.dir)+1:]
	}
	return namespaces(rel)
}

func namespaces(rel string) []symbol.Descriptor {
	parts := strings.Split(rel, "/")
	ds := make([]symbol.Descriptor, len(parts))
	for i, s := range parts {
		ds[i] = symbol.Descriptor{Name: s, Suffix: symbol.Namespace}
	}
	return ds
}

// ModuleSymbol implements lang.Project: a file is a symbol.
func (p *project) ModuleSymbol(string) ([]symbol.Descriptor, bool) { return nil, true }

// Sub implements lang.Project: modules have no modules as members.
func (p *project) Sub(*lang.Module, string) *lang.Module { return nil }

// Resolve implements lang.Project.
func (p *project) Resolve(from, spec string, _ int) *lang.Module {
	k := moduleKey{folder(from), spec}
	p.mu.Lock()
	m, ok := p.modules[k]
	p.mu.Unlock()
	if ok {
		return m
	}
	s := search{project: p}
	m = s.resolve(k.dir, from, spec)
	if len(s.asked) > 0 {
		c := lang.Module{}
		if m != nil {
			c = *m
		}
		c.Asked = s.asked
		m = &c
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if old, ok := p.modules[k]; ok {
		return old
	}
	p.modules[k] = m
	return m
}

// search is the work on one specifier.
type search struct {
	*project
	asked []uint32 // see lang.Module
}

func (p *search) resolve(dir, from, spec string) *lang.Module {
	if i := strings.IndexByte(spec, '?'); i > 0 { // bundlers' queries
		spec = spec[:i]
	}
	if spec == "" || len(spec) > 1024 {
		return nil
	}
	if at := installation(dir); at != "" {
		return p.among(at, dir, from, spec)
	}
	c := p.config(dir)
	switch {
	case spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../"):
		return p.relative(c, dir, spec)
	case spec[0] == '/':
		return p.module(p.file(c, strings.TrimLeft(spec, "/")))
	case spec[0] == '#':
		return p.internal(c, from, spec)
	}
	if c != nil {
		if targets, ok := c.mapped(spec); ok {
			for _, t := range targets {
				if f := p.file(c, t); f != "" {
					return p.module(f)
				}
			}
		}
		if c.baseURL != "" {
			if f := p.file(c, path.Join(c.baseURL, spec)); f != "" {
				return p.module(f)
			}
		}
	}
	if name, ok := builtin(spec); ok {
		if m := p.node(dir, from, name, spec); m != nil {
			return m
		}
	}
	name, sub := splitPackage(spec)
	if name == "" {
		return nil
	}
	if own := p.owner(from); own != nil && own.name() == name {
		if f := p.entry(own, sub); f != "" {
			return p.module(f)
		}
	}
	if m := p.named[name]; m != nil {
		if f := p.entry(m, sub); f != "" {
			return p.module(f)
		}
	}
	return p.outside(dir, from, name, sub)
}

// config is the nearest configuration above a folder.
func (p *project) config(dir string) *config {
	for ok := true; ok; dir, ok = parent(dir) {
		if c := p.configs[dir]; c != nil {
			return c
		}
	}
	return nil
}

// module is the module that a file of the repository is.
func (p *project) module(file string) *lang.Module {
	if file == "" {
		return nil
	}
	return &lang.Module{Name: stem(file), Files: []string{file}}
}

// relative resolves ./x and ../x.
func (p *search) relative(c *config, dir, spec string) *lang.Module {
	full := path.Join(dir, spec)
	if strings.HasPrefix(full, "../") || full == ".." {
		return nil
	}
	if strings.HasSuffix(spec, "/") || spec == "." || spec == ".." || strings.HasSuffix(spec, "/..") || strings.HasSuffix(spec, "/.") {
		if f := p.folderFile(c, full); f != "" {
			return p.module(f)
		}
	}
	if f := p.file(c, full); f != "" {
		return p.module(f)
	}
	if c != nil {
		// rootDirs are one virtual folder.
		for _, r := range c.rootDirs {
			rel, ok := below(full, r)
			if !ok {
				continue
			}
			for _, o := range c.rootDirs {
				if f := p.file(c, path.Join(o, rel)); o != r && f != "" {
					return p.module(f)
				}
			}
		}
	}
	return nil
}

// below is full relative to dir, when it lies in it.
func below(full, dir string) (string, bool) {
	if dir == "" || dir == "." {
		return full, true
	}
	if full == dir {
		return "", true
	}
	return strings.CutPrefix(full, dir+"/")
}

// extensions in the order in which TypeScript tries them.
var extensions = []string{".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".d.mts", ".mjs", ".cts", ".d.cts", ".cjs", ".json"}

// sources says which files a written extension can stand for.
var sources = []struct {
	ext string
	try []string
}{
	{".d.ts", []string{".d.ts", ".ts", ".tsx"}}, {".d.mts", []string{".d.mts", ".mts"}}, {".d.cts", []string{".d.cts", ".cts"}},
	{".js", []string{".ts", ".tsx", ".d.ts", ".js", ".jsx"}}, {".jsx", []string{".tsx", ".ts", ".d.ts", ".jsx", ".js"}},
	{".mjs", []string{".mts", ".d.mts", ".mjs"}}, {".cjs", []string{".cts", ".d.cts", ".cjs"}},
}

// stem is a path without its extension.
func stem(file string) string {
	for _, e := range extensions {
		if e == ".ts" || e == ".mts" || e == ".cts" {
			if s, ok := strings.CutSuffix(file, ".d"+e); ok {
				return s
			}
		}
		if s, ok := strings.CutSuffix(file, e); ok {
			return s
		}
	}
	return file
}

// file finds the file of the repository that a path without or with extension
// means, or "".
func (p *search) file(c *config, full string) string {
	if f := p.direct(full); f != "" {
		return f
	}
	if f := p.folderFile(c, full); f != "" {
		return f
	}
	return p.source(c, full)
}

// ask remembers what was looked for.
func (p *search) ask(hash uint32) {
	if !slices.Contains(p.asked, hash) {
		p.asked = append(p.asked, hash)
	}
}

// direct is file without folders and without mapping of outputs.
func (p *search) direct(full string) string {
	s := stem(full)
	p.ask(lang.StemHash(s))
	if s == full {
		p.ask(lang.PathHash(full))
	}
	for _, s := range sources {
		if base, ok := strings.CutSuffix(full, s.ext); ok && base != "" {
			for _, e := range s.try {
				if p.files.Has(base + e) {
					return base + e
				}
			}
			break
		}
	}
	if p.files.Has(full) {
		return full
	}
	for _, e := range extensions {
		if p.files.Has(full + e) {
			return full + e
		}
	}
	return ""
}

// folderFile is what importing a folder means: its package.json's entry, or
// its index file.
func (p *search) folderFile(c *config, dir string) string {
	if dir == "." {
		dir = ""
	}
	if m := p.manifests[dir]; m != nil && dir != "" {
		if f := p.main(m); f != "" {
			return f
		}
	}
	return p.direct(path.Join(dir, "index"))
}

// source maps an output file that is not in the repository to its source, by
// the outDir and rootDir of the configuration that makes it.
func (p *search) source(c *config, full string) string {
	for _, c := range []*config{p.config(folder(full)), c} {
		if c == nil {
			continue
		}
		for _, out := range c.outDirs {
			rel, ok := below(full, out)
			if !ok || out == c.dir {
				continue
			}
			roots := []string{c.rootDir, path.Join(c.dir, "src"), c.dir}
			for i, r := range roots {
				if r == "" && i == 0 {
					continue
				}
				if f := p.direct(path.Join(r, rel)); f != "" {
					return f
				}
				if f := p.direct(path.Join(r, rel, "index")); f != "" {
					return f
				}
			}
		}
	}
	return ""
}

// internal resolves #x by the imports of the nearest package.json.
func (p *search) internal(c *config, from, spec string) *lang.Module {
	if c != nil { // paths may begin with # too
		if targets, ok := c.mapped(spec); ok {
			for _, t := range targets {
				if f := p.file(c, t); f != "" {
					return p.module(f)
				}
			}
		}
	}
	m := p.owner(from)
	if m == nil {
		return nil
	}
	v, star, ok := m.Imports.match(spec)
	if !ok {
		return nil
	}
	for _, t := range v.targets(star, nil) {
		if !strings.HasPrefix(t, "./") {
			name, sub := splitPackage(t)
			if name == "" {
				continue
			}
			if x := p.outside(folder(from), from, name, sub); x != nil {
				return x
			}
			continue
		}
		if f := p.output(m, t); f != "" {
			return p.module(f)
		}
	}
	return nil
}

// entry is the file of package m that sub ("" for the package itself) means.
func (p *search) entry(m *manifest, sub string) string {
	for _, t := range m.Exports.entries(sub) {
		if f := p.output(m, t); f != "" {
			return f
		}
	}
	if sub == "" {
		return p.main(m)
	}
	if f := p.output(m, "./"+sub); f != "" {
		return f
	}
	return p.direct(path.Join(m.dir, "src", sub))
}

// main is the entry of package m.
func (p *search) main(m *manifest) string {
	for _, v := range []any{m.Source, m.Types, m.Typings, m.Module, m.Main} {
		if s, ok := v.(string); ok && s != "" {
			if f := p.output(m, s); f != "" {
				return f
			}
		}
	}
	for _, s := range []string{"index", "src/index", "src/main"} {
		if f := p.direct(path.Join(m.dir, s)); f != "" {
			return f
		}
	}
	return ""
}

// output is the source of a file that a package.json names: the file itself
// when it is in the repository, else what the build made it from. Where no
// configuration says that, the folders of outputs (dist, lib/esm …) stand for
// the package's src.
func (p *search) output(m *manifest, target string) string {
	full := path.Join(m.dir, target)
	if strings.HasPrefix(full, "..") {
		return ""
	}
	if f := p.direct(full); f != "" {
		return f
	}
	if f := p.direct(path.Join(full, "index")); f != "" {
		return f
	}
	if f := p.source(p.config(m.dir), full); f != "" {
		return f
	}
	rel, _ := below(full, m.dir)
	parts := strings.Split(rel, "/")
	for n := 1; n <= 3 && n < len(parts); n++ {
		if !outputFolders[parts[n-1]] {
			break
		}
		rest := path.Join(parts[n:]...)
		for _, root := range []string{"src", ""} {
			if f := p.direct(path.Join(m.dir, root, rest)); f != "" {
				return f
			}
		}
	}
	return ""
}

// outputFolders are names of folders that builds write to.
var outputFolders = map[string]bool{
	"dist": true, "lib": true, "build": true, "out": true, "output": true, "es": true, "esm": true, "cjs": true,
	"types": true, "umd": true, "module": true, "commonjs": true, "mjs": true, "esnext": true, "dts": true, "node": true,
}

// splitPackage splits a bare specifier into the package's name and the path in
// it.
func splitPackage(spec string) (name, sub string) {
	i := strings.IndexByte(spec, '/')
	if strings.HasPrefix(spec, "@") {
		if i < 0 {
			return "", ""
		}
		if j := strings.IndexByte(spec[i+1:], '/'); j >= 0 {
			i += 1 + j
		} else {
			i = -1
		}
	}
	if i < 0 {
		return spec, ""
	}
	return spec[:i], strings.TrimSuffix(spec[i+1:], "/")
}

// install finds a package in the node_modules above dir.
func (p *project) install(dir, name string) *installed {
	if p.deps.Repo == nil {
		return nil
	}
	for ok := true; ok; dir, ok = parent(dir) {
		at := path.Join(dir, "node_modules", name)
		p.mu.Lock()
		i, known := p.external[at]
		p.mu.Unlock()
		if !known {
			if fs.ValidPath(at) {
				if text, err := fs.ReadFile(p.deps.Repo, at+"/package.json"); err == nil {
					i = &installed{dir: at, manifest: parseManifest(at, text)}
				}
			}
			p.mu.Lock()
			p.external[at] = i
			p.mu.Unlock()
		}
		if i != nil {
			return i
		}
	}
	return nil
}

// outside is a package that the repository does not hold. scip-typescript
// names the package that has the declarations, and the file in it.
func (p *search) outside(dir, from, name, sub string) *lang.Module {
	own := p.install(dir, name)
	if own != nil && own.ok {
		if f := p.declarations(own, sub); f != "" {
			return p.installedModule(own, name, sub, f)
		}
	}
	types := typesPackage(name)
	if t := p.install(dir, types); t != nil && t.ok {
		return p.installedModule(t, name, sub, p.declarations(t, sub))
	}
	if own != nil && own.ok {
		return p.installedModule(own, name, sub, "")
	}
	for d, ok := dir, true; ok; d, ok = parent(d) {
		m := p.manifests[d]
		if m == nil {
			continue
		}
		for _, n := range []string{types, name} {
			if v, ok := m.dependency(n); ok {
				return external(symbol.Package{Manager: "npm", Name: n, Version: cleanVersion(v)}, name, sub, "")
			}
		}
	}
	return external(symbol.Package{Manager: "npm", Name: name}, name, sub, "")
}

// typesPackage is the package of DefinitelyTyped for a package.
func typesPackage(name string) string {
	if rest, ok := strings.CutPrefix(name, "@"); ok {
		name = strings.Replace(rest, "/", "__", 1)
	}
	return "@types/" + name
}

func (p *project) installedModule(i *installed, name, sub, file string) *lang.Module {
	m := external(packageOf(i.manifest), name, sub, file)
	if file != "" {
		m.Declared = path.Join(i.dir, file)
	}
	return m
}

// installation is the folder of the package below node_modules that a folder is part
// of, "" for none.
func installation(dir string) string {
	const modules = "node_modules/"
	at := strings.LastIndex(dir, modules)
	if at < 0 || at > 0 && dir[at-1] != '/' {
		return ""
	}
	at += len(modules)
	name, _ := splitPackage(dir[at:])
	if name == "" {
		return ""
	}
	return dir[:at+len(name)]
}

// among is what spec means in a declaration file of the package at a folder.
func (p *search) among(at, dir, from, spec string) *lang.Module {
	_, name, _ := strings.Cut(at, "node_modules/")
	if i := strings.LastIndex(name, "node_modules/"); i >= 0 {
		name = name[i+len("node_modules/"):]
	}
	if spec[0] == '.' {
		full, ok := below(path.Join(dir, spec), at)
		own := p.install(strings.TrimSuffix(strings.TrimSuffix(at, name), "node_modules/"), name)
		if !ok || own == nil || !own.ok {
			return nil
		}
		if f := p.declared(own, full); f != "" {
			return p.installedModule(own, name, stem(f), f)
		}
		return nil
	}
	if builtinName, ok := builtin(spec); ok {
		if m := p.node(dir, from, builtinName, spec); m != nil {
			return m
		}
	}
	other, sub := splitPackage(spec)
	if other == "" || other[0] == '#' || other[0] == '/' {
		return nil
	}
	return p.outside(dir, from, other, sub)
}

// maxDeclaration is the size of the largest declaration file that is read, in bytes.
const maxDeclaration = 1 << 20

// Declaration implements lang.Declarer.
func (p *project) Declaration(m *lang.Module) (lang.Input, bool) {
	if p.deps.Repo == nil || !fs.ValidPath(m.Declared) {
		return lang.Input{}, false
	}
	text, err := fs.ReadFile(p.deps.Repo, m.Declared)
	if err != nil || len(text) > maxDeclaration {
		return lang.Input{}, false
	}
	return lang.Input{Path: m.Declared, Src: text}, true
}

// external makes the module of an external package; file is the declaration
// file in it, "" when unknown.
func external(pkg symbol.Package, name, sub, file string) *lang.Module {
	m := &lang.Module{Name: name, External: true, Package: pkg}
	if sub != "" {
		m.Name += "/" + sub
	}
	switch {
	case file != "":
		m.Path = namespaces(file)
	case sub != "":
		m.Path = namespaces(sub)
	default:
		m.Self = namespaces(path.Base(name))
	}
	return m
}

// there says whether a file of the repository, or of one below node_modules, exists.
func (p *search) there(file string) bool {
	p.ask(lang.PathHash(file))
	return p.exists(file)
}

// declarations is the declaration file, relative to the package, that sub
// means in an installed package, "" when there is none.
func (p *search) declarations(i *installed, sub string) string {
	for _, t := range i.Exports.entries(sub) {
		if f := p.declared(i, t); f != "" {
			return f
		}
	}
	if sub != "" {
		return p.declared(i, sub)
	}
	for _, v := range []any{i.Types, i.Typings, i.Main, "index"} {
		if s, ok := v.(string); ok && s != "" {
			if f := p.declared(i, s); f != "" {
				return f
			}
		}
	}
	return ""
}

// declared is the declaration file that a path in an installed package means, relative
// to the package, "" when there is none.
func (p *search) declared(i *installed, target string) string {
	full := path.Join(i.dir, target)
	if _, ok := below(full, i.dir); !ok {
		return ""
	}
	base := stem(full)
	tries := []string{full, base + ".d.ts", base + ".d.mts", base + ".d.cts", base + ".ts", full + ".d.ts", full + "/index.d.ts"}
	switch path.Ext(full) { // beside a.mjs and a.cjs may lie an a.d.ts for others
	case ".mjs":
		tries = slices.Insert(tries, 1, base+".d.mts")
	case ".cjs":
		tries = slices.Insert(tries, 1, base+".d.cts")
	}
	for _, c := range tries {
		if (isDeclaration(c) || strings.HasSuffix(c, ".ts") || strings.HasSuffix(c, ".mts")) && p.there(c) {
			rel, _ := below(c, i.dir)
			return rel
		}
	}
	return ""
}

// node is a built-in module of Node, declared by @types/node.
func (p *search) node(dir, from, name, spec string) *lang.Module {
	pkg := symbol.Package{Manager: "npm", Name: "@types/node"}
	file, block := name+".d.ts", `"`+name+`"`
	if !nodeModules[name] {
		block = `"` + spec + `"` // only known with the prefix
	}
	if i := p.install(dir, "@types/node"); i != nil && i.ok {
		pkg = packageOf(i.manifest)
		if text, err := p.read(path.Join(i.dir, file)); err == nil {
			block = firstModule(text, block)
		}
	} else {
		for d, ok := dir, true; ok; d, ok = parent(d) {
			if m := p.manifests[d]; m != nil {
				if v, ok := m.dependency(pkg.Name); ok {
					pkg.Version = cleanVersion(v)
					break
				}
			}
		}
	}
	return &lang.Module{Name: name, External: true, Package: pkg,
		Path: append(namespaces(file), symbol.Descriptor{Name: block, Suffix: symbol.Namespace})}
}

// firstModule is the first module that a declaration file declares, quoted as
// there.
func firstModule(text []byte, otherwise string) string {
	_, rest, ok := bytes.Cut(text, []byte("declare module "))
	if !ok || len(rest) < 2 {
		return otherwise
	}
	end := bytes.IndexByte(rest[1:], rest[0])
	if end < 0 || rest[0] != '"' && rest[0] != '\'' {
		return otherwise
	}
	return string(rest[:end+2])
}

// builtin says whether spec is a module of Node, and its name without node:.
func builtin(spec string) (string, bool) {
	name, prefixed := strings.CutPrefix(spec, "node:")
	if prefixed {
		return name, name != ""
	}
	return name, nodeModules[name]
}

var nodeModules = map[string]bool{
	"assert": true, "assert/strict": true, "async_hooks": true, "buffer": true, "child_process": true, "cluster": true,
	"console": true, "constants": true, "crypto": true, "dgram": true, "diagnostics_channel": true, "dns": true,
	"dns/promises": true, "domain": true, "events": true, "fs": true, "fs/promises": true, "http": true, "http2": true,
	"https": true, "inspector": true, "inspector/promises": true, "module": true, "net": true, "os": true, "path": true,
	"path/posix": true, "path/win32": true, "perf_hooks": true, "process": true, "punycode": true, "querystring": true,
	"readline": true, "readline/promises": true, "repl": true, "stream": true, "stream/consumers": true,
	"stream/promises": true, "stream/web": true, "string_decoder": true, "sys": true, "timers": true,
	"timers/promises": true, "tls": true, "trace_events": true, "tty": true, "url": true, "util": true, "util/types": true,
	"v8": true, "vm": true, "wasi": true, "worker_threads": true, "zlib": true,
}
