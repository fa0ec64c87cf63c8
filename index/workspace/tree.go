package workspace

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"codeintel/index"
	"codeintel/index/lang/all"
	"codeintel/index/workspace/git"
)

// Tree is all that lies in a folder and is somebody's work, whether it is indexed
// or not: every file, symbolic link and pipe that git's rules do not exclude; of
// files that they exclude one by one those that look as if they held secrets, and
// sources that are named without a wildcard. What lies below a folder that is
// excluded as a whole is made again by builds and is not in it, nor are .git,
// .code-intel, and other worktrees of the repository. The configuration of the
// index does not count.
type Tree struct {
	// Files are sorted by Path.
	Files []TreeFile
	// Failed are folders that can't be listed, sorted by Path: what is in them is
	// not known.
	Failed []Failure
	// GitDir is the folder of the repository that all its worktrees share, "" when
	// there is none. Git are the files in it that decide what git runs and leaves out
	// (config, hooks, info), sorted by Path, which is as if they lay in .git.
	GitDir string
	Git    []TreeFile
}

// gitName is how paths of Git begin.
const gitName = ".git/"

// File is where a file of the tree of root is.
func (t *Tree) File(root, p string) string {
	if rest, ok := strings.CutPrefix(p, gitName); ok && t.GitDir != "" {
		return filepath.Join(t.GitDir, filepath.FromSlash(rest))
	}
	return filepath.Join(root, filepath.FromSlash(p))
}

// TreeFile is one file of a Tree.
type TreeFile struct {
	Path string // relative to the root, with /, as the bytes that the file system has
	Mark Mark
}

// Mark is what the file system says of a file. Two equal marks mean that nobody
// wrote to it between, but within the granularity of its times (see Settled).
type Mark struct {
	Size int64
	// ModTime and ChangeTime (of the inode, 0 where there is none) are in
	// nanoseconds since 1970.
	ModTime, ChangeTime int64
	Inode               uint64
	Mode                fs.FileMode
}

// Settled says whether an equal mark will mean an unchanged file, when m was taken
// at now.
func (m Mark) Settled(now time.Time) bool {
	return stamp{mtime: m.ModTime, ctime: m.ChangeTime}.settled(now)
}

// NewMark is the mark of a file.
func NewMark(info fs.FileInfo) Mark {
	s := newStamp(info)
	return Mark{Size: s.size, ModTime: s.mtime, ChangeTime: s.ctime, Inode: s.inode, Mode: info.Mode()}
}

// ReadTree lists the folder root. Errors are that the folder can't be used, and the
// context's.
func ReadTree(ctx context.Context, root string, env Env) (*Tree, error) {
	return ReadTreeAfter(ctx, root, env, nil)
}

// ReadTreeAfter is ReadTree. Where before is not nil it is called with the path of each
// folder, relative to root, before that is listed, by any goroutine: whoever watches the
// folders in it is told of what changes after they were listed.
func ReadTreeAfter(ctx context.Context, root string, env Env, before func(folder string)) (*Tree, error) {
	w, err := treeWalker(root, env)
	if err != nil {
		return nil, err
	}
	defer w.root.Close()
	w.before = before
	if err := w.walk(ctx, runtime.GOMAXPROCS(0), func(int) {}, []dir{w.start()}); err != nil {
		return nil, err
	}
	t := &Tree{Files: w.files, Failed: w.out.Failed}
	slices.SortFunc(t.Files, func(a, b TreeFile) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(t.Failed, func(a, b Failure) int { return cmp.Compare(a.Path, b.Path) })
	if r, _ := git.Open(w.disk, w.abs); r != nil { // a configuration that is broken does not matter here
		t.GitDir = r.Common
		t.Git = GitFiles(r.Common)
	}
	return t, nil
}

// GitFiles returns the files of Tree.Git, by Tree.GitDir.
func GitFiles(dir string) []TreeFile {
	var out []TreeFile
	add := func(p string) {
		if info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(p))); err == nil && !info.IsDir() {
			out = append(out, TreeFile{gitName + p, NewMark(info)})
		}
	}
	add("config")
	add("config.worktree")
	for _, folder := range [...]string{"hooks", "info"} {
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil {
			continue // there is none
		}
		for _, e := range entries {
			name := folder + "/" + e.Name()
			// Git runs no samples, and lists its branches for other machines (also under a
			// temporary name) whenever it packs objects.
			if !strings.HasSuffix(name, ".sample") && name != "info/refs" && !strings.HasPrefix(name, "info/refs_") {
				add(name)
			}
		}
	}
	return out
}

// RuleFiles returns the absolute paths of the files that git takes settings and rules from
// and that lie outside of the folder root and of its repository: the user's and the system's
// configuration, the files that these include, and core.excludesFile. They are sorted, each
// is listed once, and some may not exist.
func RuleFiles(root string, env Env) []string {
	var names []string
	w := &walker{env: env, disk: gitDisk(env.Home())}
	read := w.disk.Read
	w.disk.Read = func(name string) ([]byte, error) {
		names = append(names, name)
		return read(name)
	}
	common := root
	w.globalRules()
	if r, err := git.Open(w.disk, root); err == nil {
		common = r.Common
		if s, ok := git.Last(r.Settings, "core", "excludesfile"); ok && s.Value != "" {
			w.rulesOf(git.Expand(s.Value, w.disk.Home, r.Root), false)
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool {
		in := func(dir string) bool {
			rel, err := filepath.Rel(dir, name)
			return err == nil && filepath.IsLocal(rel)
		}
		return !filepath.IsAbs(name) || in(root) || in(common)
	})
}

func treeWalker(root string, env Env) (*walker, error) {
	abs, err := folder(root)
	if err != nil {
		return nil, err
	}
	open, err := os.OpenRoot(abs)
	if err != nil {
		return nil, err
	}
	w := newWalker(open, abs, NewConfig(), env)
	w.tree, w.known = true, allLanguages()
	return w, nil
}

// allLanguages is the table of all languages, which is made once.
var allLanguages = sync.OnceValue(func() *all.Table { return all.NewTable(all.Languages()) })

// treeEntry files one entry of folder d for a Tree.
func (w *walker) treeEntry(l *listing, d *dir, e fs.DirEntry) {
	name, isDir := e.Name(), e.IsDir()
	p := d.below(name)
	why, unless := d.leaves(w.config, name, isDir)
	switch {
	case why == leftOurs:
		if name == ".git" && d.path != "" && !d.unless {
			w.nested(l, p)
		}
		return
	case isDir:
		if why == leftIn {
			l.below = append(l.below, dir{path: p, rules: d.rules, repo: d.repo, unless: unless})
		}
		return
	case why == leftIgnored && name != ".gitignore" && !w.counts(d, p):
		return // a .gitignore that excludes itself still applies
	}
	info, err := e.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return // gone meanwhile
	}
	f := TreeFile{Path: p}
	if err == nil {
		f.Mark = NewMark(info)
	} // else it has a mark that no file has
	l.files = append(l.files, f)
}

// nested lists the .git at path p, which makes a repository of a folder below the root, and
// the files in it that decide what git runs and what it ignores.
func (w *walker) nested(l *listing, p string) {
	add := func(p string) (dir bool) {
		info, err := w.root.Lstat(filepath.FromSlash(p))
		if err != nil {
			return false
		}
		m := NewMark(info)
		if info.IsDir() { // git creates files in it all the time, which changes its times
			m = Mark{Inode: m.Inode, Mode: m.Mode}
		}
		l.files = append(l.files, TreeFile{Path: p, Mark: m})
		return info.IsDir()
	}
	if add(p) {
		add(p + "/config")
		add(p + "/info/exclude")
	}
}

// counts says whether a file that git's rules exclude is in a Tree.
func (w *walker) counts(d *dir, p string) bool {
	if d.unless {
		return false // the folder is excluded
	}
	if index.SecretPath(p) {
		return true
	}
	q := p
	if d.repo != nil {
		q = d.repo.path(p)
	}
	pattern := d.rules.Match(q, false).Pattern
	return !strings.ContainsAny(pattern[strings.LastIndexByte(pattern, '/')+1:], `*?[\`) && w.known.ByName(p) != nil
}

// InTree says whether a file of the path, relative to root and with /, is or would
// be in the Tree. Folders on its way that are not there yet, and symbolic links,
// exclude nothing.
func InTree(root, p string, env Env) (bool, error) {
	w, err := treeWalker(root, env)
	if err != nil {
		return false, err
	}
	defer w.root.Close()
	d := w.start()
	parts := strings.Split(path.Clean(p), "/")
	for i, name := range parts {
		if i > 0 {
			if _, err := w.root.Lstat(filepath.FromSlash(path.Join(d.path, ".git"))); err == nil && w.enter(&d) {
				return false, nil
			}
		}
		if info, err := w.root.Lstat(filepath.FromSlash(path.Join(d.path, ".gitignore"))); err == nil && info.Mode().IsRegular() {
			_ = w.addRules(&d) // one that can't be read excludes nothing
		}
		if i > 0 && name == ".git" { // see nested
			switch path.Join(parts[i:]...) {
			case ".git", ".git/config", ".git/info/exclude":
				return true, nil
			}
			return false, nil
		}
		isDir := i < len(parts)-1
		why, unless := d.leaves(w.config, name, isDir)
		switch {
		case !isDir:
			return why == leftIn || why == leftIgnored && (name == ".gitignore" || w.counts(&d, d.below(name))), nil
		case why != leftIn:
			return false, nil
		}
		d = dir{path: d.below(name), rules: d.rules, repo: d.repo, unless: unless}
	}
	return true, nil
}

// Tracked says whether git tracks a file, by its absolute path: the index of the
// nearest repository that it lies in has it.
func Tracked(name string) bool {
	disk := gitDisk("")
	for at := filepath.Dir(name); ; at = filepath.Dir(at) {
		r, err := git.Open(disk, at)
		if !errors.Is(err, git.ErrNone) {
			rel, relErr := filepath.Rel(at, name)
			tracked, indexErr := r.Index()
			return relErr == nil && indexErr == nil && tracked.Tracks(filepath.ToSlash(rel))
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}
