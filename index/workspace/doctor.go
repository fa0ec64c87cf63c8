package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codeintel/index"
	"codeintel/index/lang/all"
	"codeintel/index/store"
)

// Level is how bad a finding is.
type Level int

// Levels.
const (
	OK Level = iota
	Warning
	Problem // something does not work
)

// String is "ok", "warning" or "problem".
func (l Level) String() string { return [...]string{"ok", "warning", "problem"}[l] }

// Finding is what Examine has to say of one topic. Fix is what to do about it,
// "" when nothing is to be done.
type Finding struct {
	Topic string
	Level Level
	Text  string
	Fix   string
}

// Health is what Examine finds.
type Health struct {
	Findings []Finding
	// Coverage of each language, by name: how many files its grammar could not
	// read whole.
	Coverage []index.Coverage
}

// Worst is the level of the worst finding.
func (h *Health) Worst() Level {
	worst := OK
	for _, f := range h.Findings {
		worst = max(worst, f.Level)
	}
	return worst
}

func (h *Health) add(topic string, level Level, text, fix string) {
	h.Findings = append(h.Findings, Finding{topic, level, text, fix})
}

// StateDir is the folder of a repository that is ours.
const StateDir = ".code-intel"

// Examine reads the folder root as Index does, without resolving anything, and
// says what works, what does not, and what to do. Whatever is wrong is a
// finding; its error is the context's only.
func Examine(ctx context.Context, root string, opts Options) (*Health, error) {
	h := &Health{}
	opts.FactsOnly = true
	s, r, err := Index(ctx, root, opts)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		h.add("folder", Problem, err.Error(), "give a folder that can be read, with a configuration that is valid")
		return h, nil
	}
	h.folder(r)
	h.config(r)
	h.permissions(r.Root)
	h.index(ctx, r.Root, opts)
	h.quarantine(r.Root, opts)
	h.watches(s, opts.Env.Watches)
	h.files(r)
	config := opts.Config
	if config == nil {
		if config, err = FindConfig(r.Root, all.NewTable(opts.languages())); err != nil {
			config = NewConfig() // it was there a moment ago
		}
	}
	h.chunks(s, config)
	h.Coverage = slices.DeleteFunc(r.Coverage, func(c index.Coverage) bool { return c.Language == "" })
	return h, nil
}

func (h *Health) folder(r *Report) {
	kind := "not a git repository; every file counts"
	if _, err := os.Lstat(filepath.Join(r.Root, ".git")); err == nil {
		kind = "a git repository"
	}
	text := fmt.Sprintf("%s: %s, %s, %d with a language", r.Root, kind, counted(r.Files, "file"), r.Indexed+len(r.Failed))
	if r.Indexed == 0 {
		h.add("folder", Warning, text, "give the folder of a repository; 'ci languages' lists what is read")
		return
	}
	h.add("folder", OK, text, "")
}

func (h *Health) config(r *Report) {
	text := "no .code-intel/config.json; the defaults apply"
	if r.Config != "" {
		text = r.Config + " is valid"
	}
	if len(r.Warnings) > 0 {
		h.add("config", Warning, fmt.Sprintf("%s; %s", text, strings.Join(r.Warnings, "; ")), "correct the lines that are named")
		return
	}
	h.add("config", OK, text, "")
}

// permissions tries whether the repository's own folder can be written.
func (h *Health) permissions(root string) {
	dir := filepath.Join(root, StateDir)
	if err := CheckState(root, ""); err != nil {
		h.add("state folder", Problem, err.Error(), "remove what is named; ci makes anew what it needs")
		return
	}
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		dir = root
	}
	if open := openToAll(root); open != "" {
		h.add("state folder", Warning, open+" can be written by all users, who may replace what is below it", "take that right from them, or set the sticky bit: chmod o-w "+open)
	}
	f, err := os.CreateTemp(dir, ".ci-doctor-*")
	if err != nil {
		h.add("permissions", Warning, fmt.Sprintf("%s can't be written: %s", dir, reason(err)), "questions are answered; give yourself the right to write there to keep an index")
		return
	}
	name := f.Name()
	if err := f.Close(); err != nil {
		h.add("permissions", Warning, fmt.Sprintf("%s: %s", dir, reason(err)), "check the disk")
	} else {
		h.add("permissions", OK, dir+" can be written", "")
	}
	_ = os.Remove(name) // what can be made there can be removed
}

// index says how the index on disk is.
func (h *Health) index(ctx context.Context, root string, opts Options) {
	s, err := inspect(ctx, root, opts)
	if err != nil {
		h.add("index", Problem, err.Error(), "give yourself the right to read the folder, or remove it")
		return
	}
	defer s.Close()
	damaged := strings.Join(slices.Concat(s.Findings, s.Aside), "; ")
	size := fmt.Sprintf("%s of at most %s (max_index_size_mb)", megabytes(s.Bytes()), megabytes(s.MaxBytes))
	switch {
	case s.Above != "":
		h.add("index", OK, fmt.Sprintf("not kept: the folder lies in the repository %s, which keeps its own", s.Above), "")
	case s.State == nil && s.Lost != "":
		h.add("index", Warning, "it can't be used: "+s.Lost, "nothing, the next command makes it anew")
	case len(s.Findings) > 0:
		h.add("index", Warning, "damaged: "+damaged, "check the disk; 'ci index' makes anew what is damaged, and so does any question before it is answered")
	case len(s.Aside) > 0:
		h.add("index", Warning, "damaged files were set aside, and made anew: "+damaged, "check the disk, then remove them")
	case s.Bytes() > s.MaxBytes:
		h.add("index", Warning, size+": what the repository needs is more", "raise max_index_size_mb, or name folders in exclude_patterns")
	case s.State == nil:
		h.add("index", OK, "none is kept yet; the first command makes it", "")
	default:
		h.add("index", OK, fmt.Sprintf("generation %d, %s, schema %d; %s", s.State.Generation, s.Published.UTC().Format(time.RFC3339), store.Schema, size), "")
	}
	if s.State != nil {
		h.links(s.State.Report.Failed)
	}
	switch {
	case s.Writing && s.PID > 0:
		h.add("lock", OK, fmt.Sprintf("process %d writes the index; others read what it has published", s.PID), "")
	case s.Writing:
		h.add("lock", OK, "another process writes the index; others read what it has published", "")
	}
}

// links names the files of the index of which a part was not resolved.
func (h *Health) links(failed []Failure) {
	failed = slices.DeleteFunc(slices.Clone(failed), func(f Failure) bool {
		return f.Path == "" || f.Stage != stageResolve && f.Stage != stageCheck
	})
	if len(failed) == 0 {
		return
	}
	var parts []string
	for i, f := range failed {
		if i == maxNamed {
			parts = append(parts, fmt.Sprintf("and %d more", len(failed)-i))
			break
		}
		parts = append(parts, f.Path+": "+f.Err)
	}
	h.add("links", Warning, "links are missing in "+counted(len(failed), "file")+": "+strings.Join(parts, "; "), "all else is complete; name files that no person wrote in exclude_patterns")
}

// quarantine names the files that are passed over since they ended a process.
func (h *Health) quarantine(root string, opts Options) {
	if _, err := readQuarantine(filepath.Join(root, filepath.FromSlash(IndexDir))); err != nil && !errors.Is(err, fs.ErrNotExist) {
		h.add(SkipQuarantine, Warning, IndexDir+"/"+listFile+" is damaged: "+reason(err), "remove the file; the files that it listed are tried again, and those that still end a process are listed again")
		return
	}
	list := quarantine(root, opts.Env.Program)
	if len(list) == 0 {
		return
	}
	var parts []string
	for i, q := range list {
		if i == maxNamed {
			parts = append(parts, fmt.Sprintf("and %d more", len(list)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s (%s): %s", q.Path, q.Stage, q.Why))
	}
	h.add(SkipQuarantine, Warning, counted(len(list), "file")+" ended a process: "+strings.Join(parts, "; "), "nothing: each is tried again when it or ci changes, or by 'ci index --retry'; name it in exclude_patterns to be rid of this line")
}

// megabytes is a size as settings have it.
func megabytes(n int64) string {
	if n >= 100<<20 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

// watches compares the number of folders with the system's limit.
func (h *Health) watches(s *index.Snapshot, limit int) {
	folders := map[string]bool{".": true}
	for _, d := range s.Docs() {
		for dir := path.Dir(d.Path); !folders[dir]; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	count := counted(len(folders), "folder")
	switch {
	case limit == 0:
		h.add("watches", OK, count+"; the system names no limit", "")
	case len(folders) > limit/2:
		h.add("watches", Warning, fmt.Sprintf("%s, and fs.inotify.max_user_watches is %d for all programs", count, limit),
			fmt.Sprintf("sysctl fs.inotify.max_user_watches=%d; until then changes are found by looking from time to time", 4*max(len(folders), limit)))
	default:
		h.add("watches", OK, fmt.Sprintf("%s, and fs.inotify.max_user_watches is %d", count, limit), "")
	}
}

// files says what was left out, and why.
func (h *Health) files(r *Report) {
	reasons := map[string]int{}
	for _, s := range r.Skipped {
		reasons[s.Reason]++
	}
	var parts []string
	for why, n := range reasons {
		parts = append(parts, fmt.Sprintf("%s %d", why, n))
	}
	slices.Sort(parts)
	text := fmt.Sprintf("%d read, %d left out", r.Indexed, len(r.Skipped))
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	if len(r.Cut) > 0 {
		text += fmt.Sprintf("; %s read in part (%s)", counted(len(r.Cut), "file"), CutText(r.Cut))
	}
	if len(r.Decoded) > 0 {
		text += fmt.Sprintf("; %s not in UTF-8 (%s)", counted(len(r.Decoded), "file"), CutText(r.Decoded))
	}
	if len(r.Failed) == 0 {
		h.add("files", OK, text, "")
		return
	}
	for i, f := range r.Failed {
		if i == maxNamed {
			text += fmt.Sprintf("; and %d more", len(r.Failed)-i)
			break
		}
		text += fmt.Sprintf("; %s: %s", f.Path, f.Err)
	}
	h.add("files", Warning, fmt.Sprintf("%d failed: %s", len(r.Failed), text), "raise parser_timeout_ms for files that take long, or name them in exclude_patterns")
}

// CutText names files that were read in part, the first ones, and says why.
func CutText(cut []Skip) string {
	var b strings.Builder
	for i, s := range cut {
		if i == maxNamed {
			fmt.Fprintf(&b, "; and %d more", len(cut)-i)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(s.Path + ": " + s.Detail)
	}
	return b.String()
}

// counted is a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// maxNamed is how many files a finding names.
const maxNamed = 5
