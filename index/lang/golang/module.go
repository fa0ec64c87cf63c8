package golang

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

const (
	manager = "gomod"
	scheme  = "scip-go"
	// stdModule is the package that scip-go gives the standard library.
	stdModule = "github.com/golang/go/src"
)

// repoModule is a module of the repository, or what stands for one where no
// go.mod is.
type repoModule struct {
	dir  string // relative to the repository, "" for its root
	path string // module path; "" when it is not known
	// std: the module is the standard library, cmd: its commands. Their
	// packages have the import paths of the standard library.
	std, cmd bool
	// goVersion is what symbols of the standard library have as version when
	// this module refers to them.
	goVersion string
	// require maps module paths to versions, replacements done.
	require map[string]requirement
	// local maps module paths to folders of the repository: modules of the
	// same workspace, and replacements.
	local map[string]string
	// version is the version in symbols; known only for vendored modules.
	version string
	// vendored is the module that this one is vendored in, nil for others.
	vendored *repoModule
}

// requirement is a module outside the repository as its symbols and the module
// cache name it.
type requirement struct {
	path, version string
	// gone: replaced by a folder outside the repository.
	gone bool
}

func (r requirement) symbol() symbol.Package {
	return symbol.Package{Manager: manager, Name: r.path, Version: symbolVersion(r.version)}
}

// symbolVersion is a module's version as scip-go writes it: of a version made
// from a commit only the commit, and no build metadata.
func symbolVersion(v string) string {
	if module.IsPseudoVersion(v) {
		if rev, err := module.PseudoVersionRev(v); err == nil {
			return rev
		}
	}
	return strings.TrimSuffix(v, semver.Build(v))
}

func (m *repoModule) symbol() symbol.Package {
	if m.std {
		return symbol.Package{Manager: manager, Name: stdModule, Version: m.goVersion}
	}
	return symbol.Package{Manager: manager, Name: m.path, Version: symbolVersion(m.version)}
}

// importPath of a folder in m, dir relative to the repository.
func (m *repoModule) importPath(dir string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(dir, m.dir), "/")
	if m.std {
		return cmp.Or(rest, ".")
	}
	return cmp.Or(path.Join(m.path, rest), ".")
}

func parseMod(name string, data []byte) *modfile.File {
	f, err := modfile.Parse(name, data, nil)
	if err != nil {
		if f, err = modfile.ParseLax(name, data, nil); err != nil {
			return nil
		}
	}
	return f
}

// readModules reads all go.mod and go.work files of the repository. The result
// is sorted by folder; there is always one for the root.
func readModules(files lang.Files, deps lang.Deps) []*repoModule {
	var mods []*repoModule
	parsed := map[string]*modfile.File{} // by folder
	works := map[string]*modfile.WorkFile{}
	byDir := map[string]*repoModule{}
	for _, p := range files.Paths() {
		dir, base := folder(p), path.Base(p)
		if base != "go.mod" && base != "go.work" {
			continue
		}
		data, err := files.Read(p)
		if err != nil {
			continue
		}
		if base == "go.work" {
			if w, err := modfile.ParseWork(p, data, nil); err == nil {
				works[dir] = w
			}
			continue
		}
		f := parseMod(p, data)
		if f == nil || f.Module == nil {
			continue
		}
		m := &repoModule{dir: dir, path: f.Module.Mod.Path, goVersion: deps.GoVersion}
		m.std, m.cmd = m.path == "std", m.path == "cmd"
		if f.Go != nil {
			m.goVersion = "go" + f.Go.Version
		}
		parsed[dir] = f
		byDir[dir] = m
		mods = append(mods, m)
	}
	if byDir[""] == nil {
		m := &repoModule{goVersion: deps.GoVersion}
		byDir[""] = m
		mods = append(mods, m)
	}
	slices.SortFunc(mods, func(a, b *repoModule) int { return cmp.Compare(a.dir, b.dir) })
	for _, m := range mods {
		m.require, m.local = map[string]requirement{}, map[string]string{}
		f := parsed[m.dir]
		if f == nil {
			continue
		}
		work, workDir := workOf(m.dir, works)
		main := []*repoModule{m}
		if work != nil {
			main = nil
			for _, u := range work.Use {
				if w := byDir[inRepo(workDir, u.Path)]; w != nil && parsed[w.dir] != nil {
					main = append(main, w)
					m.local[w.path] = w.dir
				}
			}
			if !slices.Contains(main, m) { // the go command would refuse it
				main, work = []*repoModule{m}, nil
				clear(m.local)
			}
		}
		m.local[m.path] = m.dir
		for _, w := range main {
			for _, r := range parsed[w.dir].Require {
				if old, ok := m.require[r.Mod.Path]; !ok || semver.Compare(old.version, r.Mod.Version) < 0 {
					m.require[r.Mod.Path] = requirement{path: r.Mod.Path, version: r.Mod.Version}
				}
			}
		}
		if f.Go == nil || semver.Compare("v"+f.Go.Version, "v1.17") < 0 {
			// The go.mod file does not list all that its requirements require.
			addIndirect(m.require, deps.GoModCache)
		}
		for _, w := range main {
			m.replace(parsed[w.dir].Replace, w.dir, byDir)
		}
		if work != nil {
			m.replace(work.Replace, workDir, byDir)
		}
	}
	return mods
}

// folder of a file, "" for the root.
func folder(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return ""
}

// inRepo is the folder that rel means seen from dir, "..…" when it lies
// outside.
func inRepo(dir, rel string) string {
	p := path.Join(dir, strings.ReplaceAll(rel, `\`, "/"))
	if path.IsAbs(rel) {
		return "../" + rel
	}
	if p == "." {
		return ""
	}
	return p
}

// workOf is the innermost go.work at or above dir.
func workOf(dir string, works map[string]*modfile.WorkFile) (*modfile.WorkFile, string) {
	for {
		if w := works[dir]; w != nil {
			return w, dir
		}
		if dir == "" {
			return nil, ""
		}
		dir = folder(dir)
	}
}

// replace applies the replace directives of a file in dir.
func (m *repoModule) replace(list []*modfile.Replace, dir string, byDir map[string]*repoModule) {
	for _, r := range list {
		old, ok := m.require[r.Old.Path]
		if r.Old.Version != "" && (!ok || old.version != r.Old.Version) {
			continue
		}
		if !modfile.IsDirectoryPath(r.New.Path) {
			m.require[r.Old.Path] = requirement{path: r.New.Path, version: r.New.Version}
			continue
		}
		at := inRepo(dir, r.New.Path)
		if byDir[at] != nil && byDir[at].path != "" {
			m.local[r.Old.Path] = at
			continue
		}
		m.require[r.Old.Path] = requirement{path: r.Old.Path, gone: true}
	}
}

// maxModules bounds how many go.mod files of dependencies are read.
const maxModules = 5000

// addIndirect adds what the required modules require, as far as the module
// cache knows, each at the highest version that is asked for.
func addIndirect(require map[string]requirement, cache fs.FS) {
	if cache == nil {
		return
	}
	var todo []requirement
	for _, r := range require {
		todo = append(todo, r)
	}
	slices.SortFunc(todo, func(a, b requirement) int { return cmp.Compare(a.path, b.path) })
	for i := 0; i < len(todo) && i < maxModules; i++ {
		r := todo[i]
		p, err1 := module.EscapePath(r.path)
		v, err2 := module.EscapeVersion(r.version)
		if err1 != nil || err2 != nil {
			continue
		}
		data, err := fs.ReadFile(cache, "cache/download/"+p+"/@v/"+v+".mod")
		if err != nil {
			continue
		}
		f, err := modfile.ParseLax("go.mod", data, nil)
		if err != nil {
			continue
		}
		for _, q := range f.Require {
			if old, ok := require[q.Mod.Path]; !ok || semver.Compare(old.version, q.Mod.Version) < 0 {
				n := requirement{path: q.Mod.Path, version: q.Mod.Version}
				require[q.Mod.Path] = n
				todo = append(todo, n)
			}
		}
	}
}

// vendoredModules reads vendor/modules.txt: module paths and versions.
func vendoredModules(data []byte) map[string]requirement {
	mods := map[string]requirement{}
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) < 3 || f[0] != "#" {
			continue
		}
		r := requirement{path: f[1], version: f[2]}
		if f[2] == "=>" { // replaced whatever the version
			r.version = ""
		}
		if i := slices.Index(f, "=>"); i >= 0 && i+2 < len(f) && !modfile.IsDirectoryPath(f[i+1]) {
			r = requirement{path: f[i+1], version: f[i+2]}
		}
		mods[f[1]] = r
	}
	return mods
}

// longestPrefix calls yield with each prefix of an import path that ends
// before a slash, the longest (the path itself) first, until it returns true.
func longestPrefix(spec string, yield func(prefix, rest string) bool) bool {
	for end := len(spec); end > 0; end = strings.LastIndexByte(spec[:end], '/') {
		if yield(spec[:end], strings.TrimPrefix(spec[end:], "/")) {
			return true
		}
	}
	return false
}
