package python

import (
	"bufio"
	"bytes"
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// configNames are the files besides setup.py that configure distributions.
var configNames = map[string]bool{
	"pyproject.toml": true, "setup.cfg": true, "Pipfile": true,
}

// maxConfig bounds the configuration files that are read, in bytes.
const maxConfig = 1 << 20

// config collects what the configuration files of a repository say.
type config struct {
	files    lang.Files
	project  *project
	parser   *ts.Parser
	dists    map[string]*distribution
	extra    []string // import roots of tools (pytest, pyright)
	required map[string]symbol.Package
}

func newConfig(files lang.Files, p *project) *config {
	return &config{
		files: files, project: p, parser: ts.NewParser(ts.Limits{Time: 5 * time.Second}),
		dists: map[string]*distribution{}, required: map[string]symbol.Package{},
	}
}

func (c *config) close() { c.parser.Close() }

// read takes in one configuration file. A broken one says nothing.
func (c *config) read(ctx context.Context, file string) {
	src, err := c.files.Read(file)
	if err != nil || len(src) > maxConfig {
		return
	}
	switch base := path.Base(file); base {
	case "pyproject.toml":
		c.pyproject(ctx, dir(file), src)
	case "setup.cfg":
		c.setupCfg(ctx, dir(file), src)
	case "setup.py":
		c.setupPy(ctx, dir(file), src)
	case "Pipfile":
		var v struct {
			Packages map[string]any `toml:"packages"`
			Dev      map[string]any `toml:"dev-packages"`
		}
		if decodeTOML(src, &v) == nil {
			c.requireTable(v.Packages)
			c.requireTable(v.Dev)
		}
	default:
		c.requirements(src)
	}
}

// dist is the distribution in a folder.
func (c *config) dist(dir string) *distribution {
	d := c.dists[dir]
	if d == nil {
		d = &distribution{dir: dir, pkg: symbol.Package{Manager: manager}}
		c.dists[dir] = d
	}
	return d
}

func (c *config) distributions() []distribution {
	var out []distribution
	for _, d := range c.dists {
		out = append(out, *d)
	}
	sort.Slice(out, func(i, j int) bool {
		if len(out[i].dir) != len(out[j].dir) {
			return len(out[i].dir) > len(out[j].dir)
		}
		return out[i].dir < out[j].dir
	})
	return out
}

func (d *distribution) named(name, version string) {
	if d.pkg.Name == "" {
		d.pkg.Name = name
	}
	if d.pkg.Version == "" {
		d.pkg.Version = version
	}
}

func (d *distribution) src(folder string) {
	if folder != "" && folder != "." {
		d.srcs = append(d.srcs, join(d.dir, strings.Trim(path.Clean(folder), "/")))
	}
}

func digits(s string) string {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return s[:n]
}

// require notes a requirement as pip writes it: "name[extra]>=1; marker".
func (c *config) require(spec string) {
	spec, _, _ = strings.Cut(spec, ";")
	spec, _, _ = strings.Cut(spec, "#")
	spec = strings.TrimSpace(spec)
	n := 0
	for n < len(spec) && (spec[n] >= 'a' && spec[n] <= 'z' || spec[n] >= 'A' && spec[n] <= 'Z' || spec[n] >= '0' && spec[n] <= '9' || strings.IndexByte("-_.", spec[n]) >= 0) {
		n++
	}
	if n == 0 {
		return
	}
	name, version := spec[:n], ""
	if _, pin, ok := strings.Cut(spec[n:], "=="); ok {
		version = strings.TrimSpace(pin)
		if i := strings.IndexAny(version, ", "); i >= 0 {
			version = version[:i]
		}
		if strings.ContainsAny(version, "*") {
			version = ""
		}
	}
	k := normalize(name)
	if old, ok := c.required[k]; ok && (old.Version != "" || version == "") {
		return
	}
	c.required[k] = symbol.Package{Manager: manager, Name: name, Version: version}
}

func (c *config) requireTable(t map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if name == "python" {
			continue
		}
		if s, ok := t[name].(string); ok && digits(s) != "" {
			c.require(name + "==" + s)
			continue
		}
		c.require(name)
	}
}

// requirements reads a requirements.txt.
func (c *config) requirements(src []byte) {
	sc := bufio.NewScanner(bytes.NewReader(src))
	for sc.Scan() {
		l := strings.TrimSpace(sc.Text())
		if l == "" || l[0] == '#' || l[0] == '-' || strings.Contains(l, "://") && !strings.Contains(l, "@") {
			continue
		}
		c.require(l)
	}
}

// pyproject is what of a pyproject.toml is of interest. Values of tools are
// loosely typed: a project may write anything there.
type pyproject struct {
	Project struct {
		Name         string              `toml:"name"`
		Version      string              `toml:"version"`
		Dependencies []string            `toml:"dependencies"`
		Optional     map[string][]string `toml:"optional-dependencies"`
	} `toml:"project"`
	Groups map[string][]any `toml:"dependency-groups"`
	Tool   map[string]any   `toml:"tool"`
}

func (c *config) pyproject(ctx context.Context, folder string, src []byte) {
	var p pyproject
	if err := decodeTOML(src, &p); err != nil {
		return
	}
	d := c.dist(folder)
	d.named(p.Project.Name, p.Project.Version)
	for _, r := range p.Project.Dependencies {
		c.require(r)
	}
	for _, extra := range slices.Sorted(maps.Keys(p.Project.Optional)) {
		for _, r := range p.Project.Optional[extra] {
			c.require(r)
		}
	}
	for _, group := range slices.Sorted(maps.Keys(p.Groups)) {
		for _, r := range p.Groups[group] {
			if s, ok := r.(string); ok {
				c.require(s)
			}
		}
	}
	poetry := p.Tool["poetry"]
	d.named(text(poetry, "name"), text(poetry, "version"))
	d.named(text(p.Tool["flit"], "metadata", "module"), "")
	c.requireTable(table(poetry, "dependencies"))
	c.requireTable(table(poetry, "dev-dependencies"))
	groups := table(poetry, "group")
	for _, g := range slices.Sorted(maps.Keys(groups)) {
		c.requireTable(table(groups[g], "dependencies"))
	}
	for _, v := range list(poetry, "packages") {
		d.src(text(v, "from"))
	}
	setuptools := p.Tool["setuptools"]
	for name, folder := range table(setuptools, "package-dir") {
		if s, ok := folder.(string); ok {
			d.packageDir(name, s)
		}
	}
	for _, s := range texts(setuptools, "packages", "find", "where") {
		d.src(s)
	}
	if a := text(setuptools, "dynamic", "version", "attr"); a != "" {
		d.named("", c.attribute(ctx, d, a))
	}
	for _, s := range texts(p.Tool["hatch"], "build", "targets", "wheel", "packages") {
		d.src(dir(strings.Trim(s, "/")))
	}
	for _, s := range texts(p.Tool["hatch"], "build", "targets", "wheel", "sources") {
		d.src(s)
	}
	if f := text(p.Tool["hatch"], "version", "path"); f != "" {
		d.named("", c.versionIn(ctx, join(folder, f)))
	}
	d.src(text(p.Tool["pdm"], "build", "package-dir"))
	d.src(text(p.Tool["maturin"], "python-source"))
	d.src(text(p.Tool["uv"], "build-backend", "module-root"))
	for _, s := range append(texts(p.Tool["pytest"], "ini_options", "pythonpath"), texts(p.Tool["pyright"], "extraPaths")...) {
		c.extra = append(c.extra, join(folder, strings.Trim(path.Clean(s), "/")))
	}
}

// packageDir is one entry of package_dir: package "" lies in folder.
func (d *distribution) packageDir(name, folder string) {
	folder = strings.Trim(path.Clean(folder), "/")
	if name == "" {
		d.src(folder)
		return
	}
	rel := strings.ReplaceAll(name, ".", "/")
	if rest, ok := strings.CutSuffix("/"+folder, "/"+rel); ok {
		d.src(strings.Trim(rest, "/"))
	}
}

// step goes down a loosely typed tree.
func step(v any, keys []string) any {
	for _, k := range keys {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[k]
	}
	return v
}

func text(v any, keys ...string) string {
	s, _ := step(v, keys).(string)
	return s
}

func table(v any, keys ...string) map[string]any {
	m, _ := step(v, keys).(map[string]any)
	return m
}

func list(v any, keys ...string) []any {
	switch l := step(v, keys).(type) {
	case []any:
		return l
	case []map[string]any:
		out := make([]any, len(l))
		for i, m := range l {
			out[i] = m
		}
		return out
	}
	return nil
}

// texts are the strings in a list, or a single string.
func texts(v any, keys ...string) []string {
	if s := text(v, keys...); s != "" {
		return []string{s}
	}
	var out []string
	for _, e := range list(v, keys...) {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// setupCfg reads a setup.cfg, whose format is that of Python's configparser.
func (c *config) setupCfg(ctx context.Context, folder string, src []byte) {
	d := c.dist(folder)
	ini := parseINI(src)
	meta, opts := ini["metadata"], ini["options"]
	version := meta["version"]
	switch {
	case strings.HasPrefix(version, "attr:"):
		for k, v := range opts {
			if k == "package_dir" {
				d.packageDirs(v)
			}
		}
		version = c.attribute(ctx, d, strings.TrimSpace(version[len("attr:"):]))
	case strings.HasPrefix(version, "file:"):
		version = ""
	}
	d.named(meta["name"], version)
	d.packageDirs(opts["package_dir"])
	for _, w := range strings.Fields(ini["options.packages.find"]["where"]) {
		d.src(w)
	}
	for _, l := range strings.Split(opts["install_requires"], "\n") {
		c.require(l)
	}
	extras := ini["options.extras_require"]
	for _, extra := range slices.Sorted(maps.Keys(extras)) {
		for _, l := range strings.Split(extras[extra], "\n") {
			c.require(l)
		}
	}
}

func (d *distribution) packageDirs(v string) {
	for _, l := range strings.Split(v, "\n") {
		if name, folder, ok := strings.Cut(l, "="); ok {
			d.packageDir(strings.TrimSpace(name), strings.TrimSpace(folder))
		}
	}
}

// parseINI reads sections of keys and values; lines that are indented continue
// the value before.
func parseINI(src []byte) map[string]map[string]string {
	out := map[string]map[string]string{}
	var section map[string]string
	last := ""
	for _, l := range strings.Split(strings.ReplaceAll(string(src), "\r\n", "\n"), "\n") {
		t := strings.TrimSpace(l)
		switch {
		case t == "" || t[0] == '#' || t[0] == ';':
		case t[0] == '[' && l[0] == '[' && t[len(t)-1] == ']':
			name := t[1 : len(t)-1]
			if section = out[name]; section == nil {
				section = map[string]string{}
				out[name] = section
			}
			last = ""
		case section == nil:
		case (l[0] == ' ' || l[0] == '\t') && last != "":
			section[last] += "\n" + t
		default:
			i := strings.IndexAny(t, "=:")
			if i < 0 {
				continue
			}
			last = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(t[:i])), "-", "_")
			section[last] = strings.TrimSpace(t[i+1:])
		}
	}
	return out
}

// literals reads Python source that is never run: its values are what is
// written out.
type literals struct {
	*extractor
}

func (c *config) parse(ctx context.Context, src []byte) (literals, bool) {
	tree, err := c.parser.Parse(ctx, python, src)
	if err != nil {
		return literals{}, false
	}
	return literals{&extractor{t: &tree, n: tree.Nodes, src: src}}, true
}

// str is the value of a string literal.
func (l literals) str(i uint32) string {
	if i == ts.NoNode || l.kind(i) != kString {
		return ""
	}
	s, _ := l.plainString(i)
	return string(s)
}

// strs are the string literals in a list, tuple or set, or a single one.
func (l literals) strs(i uint32) []string {
	if i == ts.NoNode {
		return nil
	}
	if s := l.str(i); s != "" {
		return []string{s}
	}
	var out []string
	switch l.kind(i) {
	case kList, kTuple, kSet:
		l.children(i, func(c uint32) {
			if s := l.str(c); s != "" {
				out = append(out, s)
			}
		})
	}
	return out
}

// setupPy reads the literal arguments of the call of setup in a setup.py.
func (c *config) setupPy(ctx context.Context, folder string, src []byte) {
	d := c.dist(folder)
	l, ok := c.parse(ctx, src)
	if !ok {
		return
	}
	for i := range l.n {
		i := uint32(i)
		if l.kind(i) != kCall {
			continue
		}
		fn, args := l.t.Child(i, fFunction), l.t.Child(i, fArguments)
		if fn == ts.NoNode || args == ts.NoNode || string(l.lastPart(fn)) != "setup" {
			continue
		}
		l.children(args, func(a uint32) {
			if l.kind(a) != kKeywordArgument {
				return
			}
			n, v := l.t.Child(a, fName), l.t.Child(a, fValue)
			if n == ts.NoNode || v == ts.NoNode {
				return
			}
			switch string(l.text(n)) {
			case "name":
				d.named(l.str(v), "")
			case "version":
				d.named("", l.str(v))
			case "install_requires":
				for _, r := range l.strs(v) {
					c.require(r)
				}
			case "package_dir":
				if l.kind(v) == kDictionary {
					l.children(v, func(p uint32) {
						if l.kind(p) == kPair {
							if f := l.str(l.t.Child(p, fValue)); f != "" {
								d.packageDir(l.str(l.t.Child(p, fKey)), f)
							}
						}
					})
				}
			case "packages":
				if l.kind(v) == kCall {
					l.findPackages(v, d)
				}
			}
		})
		return
	}
}

// findPackages takes the folder out of find_packages("src") or
// find_packages(where="src").
func (l literals) findPackages(i uint32, d *distribution) {
	args := l.t.Child(i, fArguments)
	if args == ts.NoNode {
		return
	}
	first := true
	l.children(args, func(a uint32) {
		if l.kind(a) == kKeywordArgument {
			if n := l.t.Child(a, fName); n != ts.NoNode && string(l.text(n)) == "where" {
				d.src(l.str(l.t.Child(a, fValue)))
			}
			return
		}
		if first {
			d.src(l.str(a))
		}
		first = false
	})
}

// attribute is the string that "package.module.NAME" is assigned in the
// sources of d.
func (c *config) attribute(ctx context.Context, d *distribution, dotted string) string {
	i := strings.LastIndexByte(dotted, '.')
	if i < 0 {
		return ""
	}
	rel := strings.ReplaceAll(dotted[:i], ".", "/")
	for _, root := range append([]string{d.dir, join(d.dir, "src")}, d.srcs...) {
		for _, f := range [...]string{join(root, rel+"/__init__.py"), join(root, rel+".py")} {
			if c.project.files[f] {
				if v := c.assigned(ctx, f, dotted[i+1:]); v != "" {
					return v
				}
			}
		}
	}
	return ""
}

// versionIn is the version that a file assigns to __version__ or VERSION.
func (c *config) versionIn(ctx context.Context, file string) string {
	if !c.project.files[file] {
		return ""
	}
	if v := c.assigned(ctx, file, "__version__"); v != "" {
		return v
	}
	return c.assigned(ctx, file, "VERSION")
}

// assigned is the string literal that a file assigns to name at its top level.
func (c *config) assigned(ctx context.Context, file, name string) string {
	src, err := c.files.Read(file)
	if err != nil || len(src) > maxConfig {
		return ""
	}
	l, ok := c.parse(ctx, src)
	if !ok {
		return ""
	}
	out := ""
	l.children(0, func(s uint32) {
		if l.kind(s) != kExpressionStatement {
			return
		}
		a := l.child(s)
		if a == ts.NoNode || l.kind(a) != kAssignment {
			return
		}
		if n := l.t.Child(a, fLeft); n != ts.NoNode && string(l.text(n)) == name {
			out = l.str(l.t.Child(a, fRight))
		}
	})
	return out
}

// libraries are the folders of modules that the virtual environments in the repository
// have.
func libraries(repo fs.FS) (libs []string) {
	for _, venv := range [...]string{".venv", "venv", "env", ".env"} {
		for _, lib := range [...]string{"/lib/python*/site-packages", "/Lib/site-packages"} { // the latter on Windows
			if found, err := fs.Glob(repo, venv+lib); err == nil {
				libs = append(libs, found...)
			}
		}
	}
	return libs
}

// installed reads which distributions a virtual environment in the repository
// has.
func (p *project) installed(repo fs.FS) {
	for _, lib := range libraries(repo) {
		entries, err := fs.ReadDir(repo, lib)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if e.IsDir() && strings.HasSuffix(e.Name(), ".dist-info") {
				p.installedOne(repo, path.Join(lib, e.Name()))
			}
		}
	}
}

func (p *project) installedOne(repo fs.FS, info string) {
	meta, err := fs.ReadFile(repo, path.Join(info, "METADATA"))
	if err != nil {
		return
	}
	pkg := symbol.Package{Manager: manager}
	for _, l := range strings.SplitN(string(meta[:min(len(meta), 4096)]), "\n", 40) {
		if v, ok := strings.CutPrefix(l, "Name:"); ok && pkg.Name == "" {
			pkg.Name = strings.TrimSpace(v)
		}
		if v, ok := strings.CutPrefix(l, "Version:"); ok && pkg.Version == "" {
			pkg.Version = strings.TrimSpace(v)
		}
	}
	if pkg.Name == "" {
		return
	}
	if top, err := fs.ReadFile(repo, path.Join(info, "top_level.txt")); err == nil {
		for _, m := range strings.Fields(string(top)) {
			p.outside[strings.ReplaceAll(m, "/", ".")] = pkg
		}
		return
	}
	record, err := fs.ReadFile(repo, path.Join(info, "RECORD"))
	if err != nil {
		return
	}
	for _, l := range strings.Split(string(record), "\n") {
		file, _, _ := strings.Cut(l, ",")
		top, rest, nested := strings.Cut(file, "/")
		switch {
		case top == "" || top[0] == '.' || strings.Contains(top, ".dist-info"):
		case !nested && strings.HasSuffix(top, ".py"):
			p.outside[strings.TrimSuffix(top, ".py")] = pkg
		case nested && (strings.HasSuffix(rest, ".py") || strings.HasSuffix(rest, ".pyi")) && !strings.HasSuffix(top, ".data"):
			p.outside[top] = pkg
		}
	}
}
