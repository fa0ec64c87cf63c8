package workspace

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

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
	// global holds for paths relative to the root; root are the rules from above
	// it.
	global *ignore.Rules
	root   *rulesAt

	warn func(format string, args ...any)
	fail func(path string, err error)

	// kept is what an earlier walk has found; it spares listing the folders that
	// are as they were. nil for none.
	kept *textList
	// trusts, when set, says of folders of kept that they and their rules are as
	// they were, if the rules from above them are.
	trusts func(*textFolder) bool
	// keep, when set, is told of each folder that is walked, in order.
	keep func(*textFolder)
	// now is when the walk began: what changed later is not settled.
	now time.Time
	// looked is what was looked at for the rules, since it was cleared.
	looked []textLook
}

// textLook is a look at a file of rules, or at whether something is a folder.
type textLook struct {
	name      string // absolute
	existence bool   // only whether it is a folder counted
	found     bool
	sum       [sha256.Size]byte // of what was read
}

// newTextWalker walks the folder abs by its configuration.
func newTextWalker(abs string, config *Config, env Env, warn func(string, ...any), fail func(string, error)) *textWalker {
	w := &textWalker{abs: abs, config: config, disk: gitDisk(env.Home()), warn: warn, fail: fail, now: time.Now()}
	read, isDir := w.disk.Read, w.disk.IsDir
	w.disk.Read = func(name string) ([]byte, error) {
		data, err := read(name)
		w.looked = append(w.looked, textLook{name: name, found: err == nil, sum: sha256.Sum256(data)})
		return data, err
	}
	w.disk.IsDir = func(name string) bool {
		is := isDir(name)
		w.looked = append(w.looked, textLook{name: name, existence: true, found: is})
		return is
	}
	return w
}

// rulesAt are the rules in a folder, read when they are asked for.
type rulesAt struct {
	w     *textWalker
	above *rulesAt // nil when the rules are made
	abs   string
	has   func(name string) bool
	rules textRules
}

func (r *rulesAt) get() textRules {
	if r.above != nil {
		r.rules = r.w.enter(r.above.get(), r.abs, r.has)
		r.above = nil
	}
	return r.rules
}

// onDisk tells which names a folder has.
func onDisk(abs string) func(name string) bool {
	return func(name string) bool {
		_, err := os.Lstat(filepath.Join(abs, name))
		return err == nil
	}
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

// begin reads the rules from above the root. After it, w.looked is all that they
// are made of, beside the folder's own place and configuration.
func (w *textWalker) begin(env Env) {
	user := &walker{abs: w.abs, env: env, disk: w.disk}
	w.global = user.globalRules()
	for _, text := range user.out.Warnings {
		w.warn("%s", text)
	}
	w.root = &rulesAt{rules: w.above(w.abs)}
}

// walk calls yield with each file below the folder start, which is relative to
// the root, in the order of the names from the root on: with its path, and what
// is known of it from an earlier walk or nil. It stops when yield returns false,
// or the context is done.
func (w *textWalker) walk(ctx context.Context, start string, yield func(path string, e *textEntry) bool) {
	rules, kept := w.root, w.kept != nil
	at := ""
	if start != "." {
		// The folders above start are not listed, but their rules hold.
		for name := range strings.SplitSeq(start, "/") {
			abs := filepath.Join(w.abs, filepath.FromSlash(at))
			if kept {
				f := w.kept.folder(at)
				kept = f != nil && (w.trusts != nil && w.trusts(f) || w.sameRules(f, abs, false))
			}
			rules = &rulesAt{w: w, above: rules, abs: abs, has: onDisk(abs)}
			at = strings.TrimPrefix(at+"/"+name, "/")
		}
	}
	w.list(ctx, at, filepath.Join(w.abs, filepath.FromSlash(at)), rules, kept, yield)
}

// list walks one folder; above are the rules of the folder that it is in, kept
// says that they are those of the earlier walk. Folders lie in one another no
// deeper than a path can be long.
func (w *textWalker) list(ctx context.Context, rel, abs string, above *rulesAt, kept bool, yield func(string, *textEntry) bool) bool {
	if ctx.Err() != nil {
		return false
	}
	var was, f *textFolder
	if w.kept != nil {
		was = w.kept.folder(rel)
	}
	if kept = kept && was != nil; kept && w.trusts != nil && w.trusts(was) {
		f = was
	} else if kept {
		same := w.sameFolder(was, abs)
		if kept = w.sameRules(was, abs, same); kept && same {
			f = was
		}
	}
	rules := &rulesAt{w: w, above: above, abs: abs, has: onDisk(abs)}
	if f == nil {
		var err error
		f, err = w.read(ctx, rel, abs, rules)
		if ctx.Err() != nil {
			return false // a folder that was not read to its end has not failed
		}
		if f == nil {
			w.fail(rel, err)
			return true
		}
		if err != nil {
			w.fail(rel, err)
		}
		f.take(was)
	}
	if w.keep != nil {
		w.keep(f)
	}
	prefix := ""
	if rel != "" {
		prefix = rel + "/"
	}
	for i := range f.entries {
		if ctx.Err() != nil { // globs of the caller may cost much
			return false
		}
		e := &f.entries[i]
		at := prefix + e.name
		if !w.wanted(e, at) {
			continue
		}
		if !e.dir {
			if !yield(at, e) {
				return false
			}
			continue
		}
		if !w.list(ctx, at, filepath.Join(abs, e.name), rules, kept, yield) {
			return false
		}
	}
	return true
}

// read lists a folder by the disk; at are its rules. Without a folder the error
// says why.
func (w *textWalker) read(ctx context.Context, rel, abs string, at *rulesAt) (*textFolder, error) {
	d, err := os.Open(abs)
	if err != nil {
		return nil, err
	}
	f := &textFolder{path: rel}
	if info, err := d.Stat(); err == nil {
		f.stamp = newStamp(info)
	}
	list, err := readDir(ctx, d)
	if err != nil || !f.stamp.settled(w.now) {
		f.stamp = stamp{}
	}
	has := func(name string) bool {
		_, found := slices.BinarySearchFunc(list, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		return found
	}
	at.above.get()
	at.has, w.looked = has, nil
	rules := at.get()
	f.looked = w.stamped(w.looked)
	for i, name := range ruleFiles {
		if has(name) {
			f.rules |= 1 << i
		}
	}
	prefix, base := "", key(abs)
	if rel != "" {
		prefix = rel + "/"
	}
	for _, e := range list {
		if ctx.Err() != nil { // and so may the rules of the repository
			return f, ctx.Err()
		}
		name, dir := e.Name(), e.IsDir()
		if !dir && !e.Type().IsRegular() || name == ".git" && dir {
			continue
		}
		at := prefix + name
		if w.config.excluded(at, dir) || !w.config.source(at) && (!dir || !w.config.leads(at)) {
			continue
		}
		f.entries = append(f.entries, textEntry{name: name, dir: dir, rules: rules.match(base+"/"+name, at, dir, w.global)})
	}
	return f, err
}

// wanted decides on one entry that the configuration does not exclude, in the
// order in which ripgrep does.
func (w *textWalker) wanted(e *textEntry, rel string) bool {
	if w.override != nil {
		if v := w.override.match(rel, e.dir); v != undecided {
			return v == included
		}
	}
	white := undecided
	switch e.rules {
	case excluded:
		return false
	case included:
		white = included
	}
	if w.types != nil && !e.dir {
		switch w.types.match(e.name) {
		case excluded:
			return false
		case included:
			white = included
		}
	}
	return white == included || e.name[0] != '.'
}
