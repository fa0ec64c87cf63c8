package workspace

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/secrets"
	"codeintel/index/workspace/git"
	"codeintel/index/workspace/ignore"
)

// Reasons why a file of the repository is not indexed although nothing went
// wrong.
const (
	SkipBinary     = "binary"
	SkipLarge      = "too large"
	SkipFull       = "no room in the index"
	SkipSymlink    = "symbolic link"
	SkipSpecial    = "not a regular file"
	SkipName       = "file name is not UTF-8"
	SkipNested     = "nested repository"
	SkipNoLanguage = "no language"
	SkipLanguage   = "language not selected"
	SkipOutside    = "outside source_dirs"
	SkipSecret     = "another name of a file with secrets"
)

// Skip is one path that was left out on purpose.
type Skip struct {
	Path   string // relative to the root, as the bytes that the file system has
	Reason string // one of the Skip constants
	Detail string // what else is known, or ""
}

// Failure is one path, or one step, at which something went wrong.
type Failure struct {
	Path  string // relative to the root; "" when it concerns no single file
	Stage string // "scan", "read", "parse", "project", "check", "resolve" or "import"
	Err   string
}

// File is one regular file that is not ignored.
type File struct {
	Path string         // relative to the root, with /; valid UTF-8
	Lang *lang.Language // nil when none reads it
	// Why Lang is nil: SkipNoLanguage, SkipLanguage or SkipSecret.
	Why string

	stamp stamp
}

// Scan is the list of a folder's files. It is immutable and does not depend on
// the order in which the disk was read.
type Scan struct {
	Root string // absolute
	// Files sorted by Path.
	Files []File
	// Skipped and Failed are sorted by Path.
	Skipped []Skip
	Failed  []Failure
	// Ignored counts what git's rules exclude, Excluded what exclude_patterns
	// does. A folder that is excluded as a whole counts once.
	Ignored, Excluded int
	// Warnings about ignore files and git metadata that could not be used.
	Warnings []string

	places places
}

// places is where a scan looked.
type places struct {
	root    fs.FileInfo // of the scanned folder; nil where it could not be looked at
	folders []dir       // that were listed, with the rules for their entries
	others  []string    // absolute: git's own files and folders, there or not
}

// maxIgnoreFile bounds one ignore file.
const maxIgnoreFile = 16 << 20

// repo is the repository that a folder belongs to.
type repo struct {
	// at is the repository's root relative to the scanned folder, when it lies
	// below it; prefix is the scanned folder relative to the repository's root,
	// when it lies above.
	at, prefix string
	fold       bool
	tracked    git.Index
	modules    map[string]bool
}

// path is what the repository calls a path of the scan.
func (r *repo) path(p string) string {
	switch {
	case r.at != "":
		return p[len(r.at)+1:]
	case r.prefix != "":
		return r.prefix + "/" + p
	}
	return p
}

// dir is one folder to list.
type dir struct {
	path  string // "" is the root
	rules *ignore.Rules
	// repo is nil outside any repository.
	repo *repo
	// unless: the folder is ignored, and only what git tracks in it counts.
	unless bool
	// above: the folder is outside source_dirs, but one of them is below it.
	above bool
	// ignored and excluded are what Scan counts, of its own entries.
	ignored, excluded int
}

// walker lists folders with several goroutines.
type walker struct {
	root *os.Root
	abs  string
	env  Env
	disk git.Disk
	// tree: the files of a Tree are listed, and nothing else.
	tree bool
	// later: an earlier scan is brought up to date, what is above the folders is not known;
	// odd: that would have to be.
	later, odd bool

	config *Config
	table  *all.Table // the selected languages
	known  *all.Table // all of them
	global *ignore.Rules
	apart  bool            // the repository around the folder ignores it
	looked map[string]bool // what was looked for outside the scan
	secret *secretLinks    // nil where secrets are shown
	watch  *early          // watches what is looked at, before it is; nil for nobody
	before func(string)    // is told of each folder before it is listed; nil for nobody

	mu      sync.Mutex
	wake    *sync.Cond
	stack   []dir
	pending int // folders on the stack or being listed
	stop    bool
	out     Scan
	files   []TreeFile
}

// scan lists the files below root.
func scan(ctx context.Context, root *os.Root, abs string, config *Config, known, table *all.Table, env Env, watch *early, jobs int, progress func(files int)) (*Scan, error) {
	w := newWalker(root, abs, config, env)
	w.known, w.table, w.watch = known, table, watch
	if is, err := root.Stat("."); err == nil {
		w.out.places.root = is
	}
	if err := w.walk(ctx, jobs, progress, []dir{w.start()}); err != nil {
		return nil, err
	}
	s := w.out
	slices.SortFunc(s.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(s.Skipped, func(a, b Skip) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(s.Failed, func(a, b Failure) int { return cmp.Compare(a.Path, b.Path) })
	slices.Sort(s.Warnings)
	slices.SortFunc(s.places.folders, func(a, b dir) int { return cmp.Compare(a.path, b.path) })
	s.places.others = slices.Sorted(maps.Keys(w.looked))
	return &s, nil
}

func newWalker(root *os.Root, abs string, config *Config, env Env) *walker {
	w := &walker{root: root, abs: abs, env: env, disk: gitDisk(env.Home()), config: config, looked: map[string]bool{}}
	if !config.AllowSecrets {
		w.secret = &secretLinks{root: abs, env: env}
	}
	w.wake = sync.NewCond(&w.mu)
	read, isDir := w.disk.Read, w.disk.IsDir
	w.disk.Read = func(name string) ([]byte, error) {
		w.note(name)
		return read(name)
	}
	w.disk.IsDir = func(name string) bool {
		w.note(name)
		return isDir(name)
	}
	w.out.Root = abs
	return w
}

// walk lists folders and all below them. Its error is the context's.
func (w *walker) walk(ctx context.Context, jobs int, progress func(files int), begin []dir) error {
	w.stack, w.pending = begin, len(begin)
	stopped := context.AfterFunc(ctx, func() {
		w.mu.Lock()
		w.stop = true
		w.mu.Unlock()
		w.wake.Broadcast()
	})
	defer stopped()
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() { w.work(ctx, progress) })
	}
	workers.Wait()
	return ctx.Err()
}

// note remembers that a file outside the scan was looked for.
func (w *walker) note(name string) {
	w.watch.path(name)
	w.mu.Lock()
	w.looked[name] = true
	w.mu.Unlock()
}

// start finds the repository that the scanned folder is in and the ignore
// rules from above it.
func (w *walker) start() dir {
	w.global = w.globalRules()
	d := dir{rules: w.global, above: !w.config.source("")}
	real, err := filepath.EvalSymlinks(w.abs)
	if err != nil {
		real = w.abs
	}
	for at := real; ; at = filepath.Dir(at) {
		r, err := git.Open(w.disk, at)
		if !errors.Is(err, git.ErrNone) {
			below, relErr := filepath.Rel(at, real)
			if relErr != nil {
				return d
			}
			if below == "." {
				below = ""
			}
			found := &repo{prefix: filepath.ToSlash(below)}
			rules := w.openRepo(r, err, found)
			// The ignore files of the folders between.
			for i, dirs := 0, strings.Split(found.prefix, "/"); found.prefix != "" && i < len(dirs); i++ {
				base := strings.Join(dirs[:i], "/")
				name := filepath.Join(at, filepath.FromSlash(base), ".gitignore")
				w.note(name)
				if data, err := readNoFollow(name); err == nil {
					rules = rules.With(ignore.Parse(path.Join(base, ".gitignore"), data, base, found.fold))
				}
				if rules.Match(strings.Join(dirs[:i+1], "/"), true).Verdict == ignore.Ignored {
					if !found.tracked.TracksBelow(found.prefix) {
						// Who asks for a folder that is ignored means it: the
						// repository around it does not count.
						w.apart = true
						return d
					}
					d.unless = true
					break
				}
			}
			d.repo, d.rules = found, rules
			return d
		}
		if at == filepath.Dir(at) {
			return d
		}
	}
}

// openRepo fills in found from r, which git.Open returned with err, and returns
// the rules at the repository's root.
func (w *walker) openRepo(r *git.Repo, err error, found *repo) *ignore.Rules {
	if err != nil {
		w.warn("%v", err)
	}
	found.fold = r.IgnoreCase()
	if found.tracked, err = r.Index(); err != nil {
		w.warn("%s: the git index can't be used, tracked files that are ignored are left out: %v", w.shown(r.Root), err)
	}
	found.modules = r.Modules()
	rules := w.global
	if found.fold {
		rules = w.globalRulesFold(true)
	}
	if s, ok := git.Last(r.Settings, "core", "excludesfile"); ok && s.Value != "" {
		rules = w.rulesOf(git.Expand(s.Value, w.disk.Home, r.Root), found.fold)
	}
	data, err := w.disk.Read(r.ExcludeFile())
	if err == nil {
		rules = rules.With(ignore.Parse(".git/info/exclude", data, "", found.fold))
	} else if !errors.Is(err, fs.ErrNotExist) {
		w.warn("%s: info/exclude can't be used: %s", w.shown(r.Root), reason(err))
	}
	return rules
}

// globalRules are those of core.excludesFile in the user's and the system's
// configuration, or of git/ignore in the user's configuration folder.
func (w *walker) globalRules() *ignore.Rules { return w.globalRulesFold(false) }

func (w *walker) globalRulesFold(fold bool) *ignore.Rules {
	file := ""
	if dir := w.env.configHome(); dir != "" {
		file = filepath.Join(dir, "git", "ignore")
	}
	for _, name := range w.env.gitConfigs() {
		settings, err := git.LoadConfig(w.disk, name)
		if err != nil && !fold {
			w.warn("%v", err)
		}
		if s, ok := git.Last(settings, "core", "excludesfile"); ok {
			if file = s.Value; file != "" {
				file = git.Expand(file, w.disk.Home, filepath.Dir(name))
			}
		}
	}
	return w.rulesOf(file, fold)
}

// rulesOf reads an ignore file whose patterns hold everywhere; "" or a missing
// file has none.
func (w *walker) rulesOf(file string, fold bool) *ignore.Rules {
	var none *ignore.Rules
	if file == "" {
		return none
	}
	data, err := w.disk.Read(file)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			w.warn("%s: can't be used: %s", file, reason(err))
		}
		return none
	}
	return none.With(ignore.Parse(file, data, "", fold))
}

// shown is how a warning names a folder.
func (w *walker) shown(abs string) string {
	if rel, err := filepath.Rel(w.abs, abs); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return abs
}

func (w *walker) warn(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.out.Warnings = append(w.out.Warnings, fmt.Sprintf(format, args...))
}

// readNoFollow reads an ignore file above the scanned folder; like git it takes
// none through a symbolic link.
func readNoFollow(name string) ([]byte, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	f, err := os.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	return readOpen(f, maxIgnoreFile)
}

// work lists folders until none is left.
func (w *walker) work(ctx context.Context, progress func(int)) {
	for {
		w.mu.Lock()
		for len(w.stack) == 0 && w.pending > 0 && !w.stop {
			w.wake.Wait()
		}
		if w.pending == 0 || w.stop {
			w.mu.Unlock()
			return
		}
		d := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		w.mu.Unlock()

		found := w.list(ctx, d)

		w.mu.Lock()
		w.take(&found)
		w.stack = append(w.stack, found.below...)
		w.pending += len(found.below) - 1
		files := len(w.out.Files)
		w.mu.Unlock()
		w.wake.Broadcast()
		progress(files)
	}
}

// take adds what a folder has to what was found; w.mu is held where several list folders.
func (w *walker) take(found *listing) {
	w.out.Files = append(w.out.Files, found.Files...)
	w.files = append(w.files, found.files...)
	w.out.Skipped = append(w.out.Skipped, found.Skipped...)
	w.out.Failed = append(w.out.Failed, found.Failed...)
	w.out.Warnings = append(w.out.Warnings, found.Warnings...)
	w.out.Ignored += found.Ignored
	w.out.Excluded += found.Excluded
	w.out.places.folders = append(w.out.places.folders, found.places.folders...)
}

// listing is what one folder has.
type listing struct {
	Scan
	files []TreeFile
	below []dir
}

func (l *listing) skip(p, reason, detail string) {
	l.Skipped = append(l.Skipped, Skip{p, reason, detail})
}

func (w *walker) list(ctx context.Context, d dir) (l listing) {
	name := d.path
	if name == "" {
		name = "."
	}
	w.watch.folder(filepath.Join(w.abs, filepath.FromSlash(d.path)))
	if w.before != nil {
		w.before(d.path)
	}
	f, err := w.root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|openFlags, 0)
	if err != nil {
		l.Failed = append(l.Failed, Failure{name, "scan", reason(err)})
		return l
	}
	entries, err := readDir(ctx, f)
	if err != nil {
		l.Failed = append(l.Failed, Failure{name, "scan", reason(err)})
	}

	var ignoreFile, gitFile bool
	for _, e := range entries {
		switch e.Name() {
		case ".git":
			gitFile = true
		case ".gitignore":
			ignoreFile = e.Type().IsRegular()
		}
	}
	if gitFile && d.path != "" {
		if w.later {
			w.mu.Lock()
			w.odd = true
			w.mu.Unlock()
			return l
		}
		if skip := w.enter(&d); skip {
			l.skip(d.path, SkipNested, "")
			return l
		}
	}
	if ignoreFile {
		if err := w.addRules(&d); err != nil {
			l.Warnings = append(l.Warnings, fmt.Sprintf("%s: can't be used: %s", path.Join(d.path, ".gitignore"), reason(err)))
		}
	}
	w.entries(ctx, &l, d, entries)
	return l
}

// entries files the entries of folder d.
func (w *walker) entries(ctx context.Context, l *listing, d dir, entries []fs.DirEntry) {
	for _, e := range entries {
		if ctx.Err() != nil { // the rules of the repository may cost much
			break
		}
		if w.tree {
			w.treeEntry(l, &d, e)
		} else {
			w.entry(l, &d, e)
		}
	}
	d.ignored, d.excluded = l.Ignored, l.Excluded
	l.places.folders = []dir{d}
}

// addRules adds the rules of a folder's ignore file.
func (w *walker) addRules(d *dir) error {
	if d.unless {
		return nil
	}
	name := path.Join(d.path, ".gitignore")
	data, err := w.read(name, maxIgnoreFile)
	if err != nil {
		return err
	}
	base, fold := d.path, false
	if d.repo != nil {
		base, fold = strings.TrimSuffix(d.repo.path(path.Join(d.path, "x")), "x"), d.repo.fold
		base = strings.TrimSuffix(base, "/")
	}
	d.rules = d.rules.With(ignore.Parse(name, data, base, fold))
	return nil
}

// enter is called for a folder with .git in it. A repository in another one is
// skipped, as git does, unless it is a submodule; where there is none around,
// each has its own rules.
func (w *walker) enter(d *dir) (skip bool) {
	abs := filepath.Join(w.abs, filepath.FromSlash(d.path))
	r, err := git.Open(w.disk, abs)
	if errors.Is(err, git.ErrNone) {
		return false
	}
	if d.repo != nil {
		p := d.repo.path(d.path)
		if !d.repo.tracked.Submodule(p) && !d.repo.modules[p] && (!w.tree || r.Common != r.Dir) {
			return true // of a Tree only worktrees, which are others' to write
		}
	}
	inner := &repo{at: d.path}
	d.rules = w.openRepo(r, err, inner)
	d.repo, d.unless = inner, false
	return false
}

// The ways in which an entry of a folder is left out before anybody looks at
// what it is.
type left int

const (
	leftIn left = iota
	leftOurs
	leftExcluded
	leftIgnored
)

// below is the path of an entry of d.
func (d *dir) below(name string) string {
	if d.path == "" {
		return name
	}
	return d.path + "/" + name
}

// leaves says whether an entry of d is left out. unless: what git tracks below
// it counts nevertheless.
func (d *dir) leaves(c *Config, name string, isDir bool) (why left, unless bool) {
	if name == ".git" || name == StateDir || d.repo != nil && d.repo.fold && strings.EqualFold(name, ".git") {
		return leftOurs, false
	}
	p := d.below(name)
	if c.excluded(p, isDir) {
		return leftExcluded, false
	}
	r := d.repo
	if r == nil {
		if d.rules.Match(p, isDir).Verdict == ignore.Ignored {
			return leftIgnored, false
		}
		return leftIn, d.unless
	}
	q := r.path(p)
	if !d.unless && d.rules.Match(q, isDir).Verdict != ignore.Ignored {
		return leftIn, false
	}
	if isDir && !r.tracked.TracksBelow(q) && !r.tracked.Submodule(q) || !isDir && !r.tracked.Tracks(q) {
		return leftIgnored, false
	}
	return leftIn, isDir
}

// entry files one entry of folder d.
func (w *walker) entry(l *listing, d *dir, e fs.DirEntry) {
	name, isDir := e.Name(), e.IsDir()
	p := d.below(name)
	why, unless := d.leaves(w.config, name, isDir)
	switch why {
	case leftOurs:
		return
	case leftExcluded:
		l.Excluded++
		return
	case leftIgnored:
		l.Ignored++
		return
	}
	if !utf8.ValidString(name) {
		l.skip(p, SkipName, "")
		return
	}
	switch t := e.Type(); {
	case isDir:
		in, leads := w.config.source(p), w.config.leads(p)
		if in || leads {
			l.below = append(l.below, dir{path: p, rules: d.rules, repo: d.repo, unless: unless, above: !in})
		} else {
			l.skip(p, SkipOutside, "")
		}
	case t.IsRegular():
		w.file(l, d, p, e)
	case t&fs.ModeSymlink != 0:
		l.skip(p, SkipSymlink, "")
	default:
		l.skip(p, SkipSpecial, special(t))
	}
}

func (w *walker) file(l *listing, d *dir, p string, e fs.DirEntry) {
	found := w.known.ByName(p)
	if found == nil && w.known.NeedsFirstLine(p) {
		head, err := w.head(p)
		if err != nil {
			l.Failed = append(l.Failed, Failure{p, "read", reason(err)})
			return
		}
		found = w.known.ByPath(p, head)
	}
	f := File{Path: p, Lang: found}
	switch {
	case found == nil:
		f.Why = SkipNoLanguage
	case d.above:
		// Sources outside source_dirs do not exist for the index; its other
		// files may be the configuration of those inside.
		l.skip(p, SkipOutside, "")
		return
	case !slices.Contains(w.table.Languages(), found):
		f.Lang, f.Why = nil, SkipLanguage
	}
	// A file that is gone meanwhile has no stamp, and fails when it is read.
	if info, err := e.Info(); err == nil {
		f.stamp = newStamp(info)
		if w.secret != nil && links(info) > 1 && !secrets.Hidden(p) && w.secret.has(info) {
			f.Lang, f.Why = nil, SkipSecret
		}
	}
	l.Files = append(l.Files, f)
}

// head is the first bytes of a file, enough for a "#!" line.
func (w *walker) head(p string) ([]byte, error) {
	f, err := w.root.OpenFile(filepath.FromSlash(p), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, errNotRegular)
	}
	head := make([]byte, 256)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	return head[:n], nil
}

func (w *walker) read(p string, limit int64) ([]byte, error) {
	f, err := w.root.OpenFile(filepath.FromSlash(p), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	return readOpen(f, limit)
}

// readDir returns the entries of an open folder, sorted, and closes it. With an
// error it returns those read before it.
func readDir(ctx context.Context, f *os.File) ([]fs.DirEntry, error) {
	defer f.Close()
	var out []fs.DirEntry
	for ctx.Err() == nil {
		some, err := f.ReadDir(4096)
		out = append(out, some...)
		if err == io.EOF {
			break
		}
		if err != nil {
			sortEntries(out)
			return out, err
		}
	}
	sortEntries(out)
	return out, nil
}

func sortEntries(entries []fs.DirEntry) {
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
}

// special says what kind of file that is no regular one has.
func special(t fs.FileMode) string {
	switch {
	case t&fs.ModeNamedPipe != 0:
		return "named pipe"
	case t&fs.ModeSocket != 0:
		return "socket"
	case t&fs.ModeDevice != 0:
		return "device"
	}
	return ""
}

// looksBinary reports whether what charset.Decode returned is not text: it has a NUL in its
// first 8 KiB.
func looksBinary(src []byte) bool {
	return bytes.IndexByte(src[:min(len(src), 8<<10)], 0) >= 0
}
