package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"codeintel/index/workspace/git"
	"codeintel/index/workspace/ignore"
)

// textWalker lists the files that a text search looks at: those that ripgrep
// would, less what the workspace's configuration excludes.
//
// ripgrep's rules are not git's. It leaves out hidden files, and what
// .rgignore, .ignore, .gitignore, .git/info/exclude and the user's ignore file
// name, the first of these that says something deciding; those of git count
// below a folder with .git only. Whether git tracks a file does not matter.
type textWalker struct {
	abs      string // the root, symbolic links resolved
	config   *Config
	override *override
	types    *typeFilter
	disk     git.Disk
	// global holds for paths relative to the root.
	global *ignore.Rules

	warn func(format string, args ...any)
	fail func(path string, err error)
}

// textRules are the rules in a folder. Paths are absolute there, without the
// leading "/".
type textRules struct {
	rg, plain, git, exclude *ignore.Rules
	inGit                   bool
}

func (r *textRules) match(key, rel string, dir bool, global *ignore.Rules) verdict {
	chains := [5]*ignore.Rules{r.rg, r.plain}
	if r.inGit {
		chains[2], chains[3] = r.git, r.exclude
	}
	for _, c := range chains[:4] {
		if v := c.Match(key, dir).Verdict; v != ignore.None {
			return verdictOf(v)
		}
	}
	if r.inGit {
		return verdictOf(global.Match(rel, dir).Verdict)
	}
	return undecided
}

func verdictOf(v ignore.Verdict) verdict {
	switch v {
	case ignore.Ignored:
		return excluded
	case ignore.Included:
		return included
	}
	return undecided
}

// key is an absolute path as rules have it.
func key(abs string) string {
	return strings.TrimPrefix(filepath.ToSlash(strings.TrimPrefix(abs, filepath.VolumeName(abs))), "/")
}

// enter returns the rules in a folder, given those in the folder above. has
// tells which names the folder has.
func (w *textWalker) enter(r textRules, abs string, has func(name string) bool) textRules {
	base := key(abs)
	list := func(name, file string) *ignore.List {
		if name != "" && !has(name) {
			return nil
		}
		data, err := w.disk.Read(file)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
				w.warn("%s: can't be used: %s", file, reason(err))
			}
			return nil
		}
		return ignore.Parse(file, data, base, false)
	}
	if has(".git") {
		// What is above a repository does not count in it.
		r.git, r.exclude, r.inGit = nil, nil, true
		file := filepath.Join(abs, ".git", "info", "exclude")
		if !w.disk.IsDir(filepath.Join(abs, ".git")) {
			// A worktree or a submodule has its repository elsewhere.
			if repo, err := git.Open(w.disk, abs); err == nil {
				file = repo.ExcludeFile()
			}
		}
		r.exclude = r.exclude.With(list("", file))
	}
	r.rg = r.rg.With(list(".rgignore", filepath.Join(abs, ".rgignore")))
	r.plain = r.plain.With(list(".ignore", filepath.Join(abs, ".ignore")))
	if r.inGit {
		r.git = r.git.With(list(".gitignore", filepath.Join(abs, ".gitignore")))
	}
	return r
}

// above are the rules that hold in a folder from the folders that it lies in.
func (w *textWalker) above(abs string) textRules {
	var dirs []string
	for at := filepath.Dir(abs); ; at = filepath.Dir(at) {
		dirs = append(dirs, at)
		if at == filepath.Dir(at) {
			break
		}
	}
	slices.Reverse(dirs)
	var r textRules
	for _, d := range dirs {
		if d == abs {
			break // the root of the file system
		}
		r = w.enter(r, d, func(name string) bool {
			_, err := os.Stat(filepath.Join(d, name))
			return err == nil
		})
	}
	return r
}

// walk calls yield with the path of each file below the folder start, which is
// relative to the root, in the order of the names from the root on. It stops
// when yield returns false, or the context is done.
func (w *textWalker) walk(ctx context.Context, start string, yield func(path string) bool) {
	abs := filepath.Join(w.abs, filepath.FromSlash(start))
	if start == "." {
		start = ""
	}
	w.list(ctx, start, abs, w.above(abs), yield)
}

// list walks one folder. Folders lie in one another no deeper than a path can
// be long.
func (w *textWalker) list(ctx context.Context, rel, abs string, rules textRules, yield func(string) bool) bool {
	if ctx.Err() != nil {
		return false
	}
	f, err := os.Open(abs)
	if err != nil {
		w.fail(rel, err)
		return true
	}
	entries, err := readDir(ctx, f)
	if err != nil {
		w.fail(rel, err)
	}
	rules = w.enter(rules, abs, func(name string) bool {
		_, found := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		return found
	})
	prefix := ""
	if rel != "" {
		prefix = rel + "/"
	}
	base := key(abs)
	for _, e := range entries {
		name := e.Name()
		dir := e.IsDir()
		if !dir && !e.Type().IsRegular() || name == ".git" && dir {
			continue
		}
		at := prefix + name
		if !w.wanted(rules, base+"/"+name, at, name, dir) {
			continue
		}
		if !dir {
			if !yield(at) {
				return false
			}
			continue
		}
		if !w.list(ctx, at, filepath.Join(abs, name), rules, yield) {
			return false
		}
	}
	return true
}

// wanted decides on one entry, in the order in which ripgrep does.
func (w *textWalker) wanted(rules textRules, key, rel, name string, dir bool) bool {
	if w.config.excluded(rel, dir) || !w.config.source(rel) && (!dir || !w.config.leads(rel)) {
		return false
	}
	if w.override != nil {
		if v := w.override.match(rel, dir); v != undecided {
			return v == included
		}
	}
	white := undecided
	switch rules.match(key, rel, dir, w.global) {
	case excluded:
		return false
	case included:
		white = included
	}
	if w.types != nil && !dir {
		switch w.types.match(name) {
		case excluded:
			return false
		case included:
			white = included
		}
	}
	return white == included || name[0] != '.'
}
