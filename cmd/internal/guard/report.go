package guard

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/speech"
)

// Bounds of what is said.
const (
	maxReason = 400 // characters of a refusal
	maxListed = 20  // files
	maxDiff   = 24  // lines of the difference of one file
	maxReport = 6000
	maxTold   = 64 // files that git is asked about by name
	// maxKept is how many bytes a file may have that is kept to be put back, maxBefore
	// how many all of them may.
	maxKept   = 256 << 10
	maxBefore = 32 << 20
)

// refusal says why a call is denied, and how to go on. It is counted in the session
// once that was said.
func (g *Guard) refusal(who *ruled, denied []denial) Response {
	first := denied[0].Decision
	d, r := first, Response{Deny: true}
	if s := who.standing.Session; s != nil && !denied[0].own {
		d = s.Repeated(first) // of a copy
		r.after = func(ctx context.Context) error {
			return g.o.Book.Update(ctx, s.ID(), func(s *session.Session) error {
				s.Repeated(first)
				return nil
			})
		}
	}
	r.Reason = d.Reason
	if n := len(denied) - 1; n > 0 {
		r.Reason = who.say(speech.AndMore{Reason: r.Reason, N: n, Path: short(denied[n].Path, 80)})
	}
	return r
}

// callOf is how a call is written that leads on.
func callOf(r session.Recovery) string {
	args, err := json.Marshal(r.Arguments)
	if err != nil || len(r.Arguments) == 0 {
		return r.Tool
	}
	return r.Tool + " " + string(args)
}

// short cuts a text to a number of characters.
func short(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// report is what an agent is told of what it should not have changed.
func (g *Guard) report(ctx context.Context, l *listing, r *Request, who *ruled, faults []fault) string {
	var b strings.Builder
	own, gap := false, false
	for i := range faults {
		own, gap = own || !faults[i].gap, gap || faults[i].gap
	}
	d := faults[0].decision
	said := speech.Message(speech.Changed{N: len(faults)})
	if d.Phase != "" {
		said = speech.ChangedIn{Said: said, Phase: string(d.Phase)}
	}
	if d.Session != "" {
		said = speech.ChangedBy{Said: said, ID: d.Session}
	}
	b.WriteString(who.say(speech.Gate{Said: speech.Sentence{Said: said}}) + "\n")
	for i := range faults {
		if i == maxListed {
			b.WriteString(who.say(speech.AndMoreFiles{N: len(faults) - i}) + "\n")
			break
		}
		f := &faults[i]
		sign := speech.SignChanged
		switch {
		case f.added():
			sign = speech.SignNew
		case f.gone():
			sign = speech.SignRemoved
		}
		fmt.Fprintf(&b, "%s: %s (%s", who.say(sign), f.path, f.decision.Code)
		if f.call.Tool != "" && f.call.ID != r.Call {
			b.WriteString("; " + who.say(speech.ByEarlier{Tool: f.call.Tool}))
		}
		switch {
		case f.shared != nil && f.shared.End == 0:
			b.WriteString("; " + who.say(speech.ByRunning{Tool: f.shared.Tool}))
		case f.shared != nil:
			b.WriteString("; " + who.say(speech.ByAllowed{Tool: f.shared.Tool}))
		case f.unnamed:
			b.WriteString("; " + who.say(speech.ByUnnamed))
		}
		b.WriteString(")\n")
	}
	for i := range faults {
		if b.Len() > maxReport {
			break
		}
		f := &faults[i]
		if !f.counts() {
			continue
		}
		if text := g.difference(ctx, l, who, &f.change); text != "" {
			fmt.Fprintf(&b, "--- %s\n%s", f.path, text)
		}
	}
	if hidden := g.hidden(l, faults); len(hidden) > 0 {
		b.WriteString(who.say(speech.HiddenNow{Files: hidden}) + "\n")
	}
	undo := speech.Message(speech.Undo)
	if len(d.Recovery) > 0 {
		undo = speech.UndoOr{Call: callOf(d.Recovery[0])}
	}
	switch {
	case gap:
		undo = speech.Sentences{First: undo, Second: speech.IfUserWhileIdle}
	case own:
		undo = speech.Sentences{First: undo, Second: speech.IfUser}
	}
	b.WriteString(who.say(undo))
	return b.String()
}

// maxWalked is how many files are looked at for those that git has come to leave out.
const maxWalked = 50_000

// hidden returns files that have changed since a call and that git leaves out, where what
// it leaves out was changed by that call; the first maxListed.
func (g *Guard) hidden(l *listing, faults []fault) []string {
	var since int64
	for i := range faults {
		f := &faults[i]
		if rules := path.Base(f.path) == ".gitignore" || strings.HasPrefix(f.path, gitFolder) || path.IsAbs(f.path) && path.Ext(f.path) != ".json"; rules && f.call.Start > 0 {
			since = max(since, f.call.Start)
		}
	}
	if since == 0 {
		return nil
	}
	listed := make(map[string]bool, len(l.files))
	for _, f := range l.files {
		listed[f.Path] = true
	}
	var out []string
	n := 0
	_ = filepath.WalkDir(l.root, func(name string, e fs.DirEntry, err error) error {
		if n++; err != nil || n > maxWalked || len(out) >= maxListed {
			return fs.SkipAll
		}
		p, ok := inside(l.root, name)
		switch {
		case !ok || listed[p]:
			return nil
		case e.IsDir() && isOurs(p):
			return fs.SkipDir
		case e.IsDir():
			return nil
		}
		if info, err := e.Info(); err == nil && workspace.NewMark(info).ChangeTime >= since {
			out = append(out, p)
		}
		return nil
	})
	return out
}

// gitFolder is how paths of the files begin that decide what git does.
const gitFolder = ".git/"

// difference shows how a file changed: the lines between those at the start and at
// the end that are the same. It is "" where that can't be shown.
func (g *Guard) difference(ctx context.Context, l *listing, who *ruled, c *change) string {
	if index.SecretPath(c.path) {
		return ""
	}
	var before, after []byte
	if !c.added() {
		var ok bool
		if before, ok = g.before(ctx, c.path, c.was.hash); !ok {
			return ""
		}
	}
	if !c.gone() {
		if !c.now.mark.Mode.IsRegular() || c.now.mark.Size > maxKept {
			return ""
		}
		var err error
		if after, err = os.ReadFile(l.file(c.path)); err != nil || len(after) > maxKept {
			return ""
		}
	}
	if !utf8.Valid(before) || !utf8.Valid(after) || bytes.IndexByte(before, 0) >= 0 || bytes.IndexByte(after, 0) >= 0 {
		return ""
	}
	before, after = index.MaskSecrets(c.path, before), index.MaskSecrets(c.path, after)
	old, new := bytes.SplitAfter(before, []byte("\n")), bytes.SplitAfter(after, []byte("\n"))
	start := 0
	for start < min(len(old), len(new)) && bytes.Equal(old[start], new[start]) {
		start++
	}
	end := 0
	for end < min(len(old), len(new))-start && bytes.Equal(old[len(old)-1-end], new[len(new)-1-end]) {
		end++
	}
	var b strings.Builder
	b.WriteString(who.say(speech.DiffLine{Line: start + 1}) + "\n")
	side := func(sign string, lines [][]byte) {
		for i, line := range lines {
			if i == maxDiff/2 {
				b.WriteString(sign + who.say(speech.DiffMore{N: len(lines) - i}) + "\n")
				break
			}
			if line = bytes.TrimRight(line, "\r\n"); i < len(lines)-1 || len(line) > 0 {
				fmt.Fprintf(&b, "%s%s\n", sign, short(string(line), 200))
			}
		}
	}
	side("-", old[start:len(old)-end])
	side("+", new[start:len(new)-end])
	return b.String()
}

// gitTime is how long git may take to answer.
const gitTime = 10 * time.Second

// git is what git says in the repository; no configuration of the repository makes
// it run anything.
func (g *Guard) git(ctx context.Context, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	c := exec.CommandContext(ctx, "git", append([]string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C", g.o.Root}, args...)...)
	c.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	return c.Output()
}

// before is what a file had when its hash was h.
func (g *Guard) before(ctx context.Context, p string, h hash) ([]byte, bool) {
	if h == (hash{}) {
		return nil, false
	}
	if data, err := os.ReadFile(filepath.Join(g.store.dir, beforeDir, h.String())); err == nil && hashOf(data) == h {
		return data, true
	}
	for _, rev := range [...]string{":0:", "HEAD:"} {
		if data, err := g.git(ctx, "cat-file", "blob", rev+p); err == nil && hashOf(data) == h {
			return data, true
		}
	}
	return nil, false
}

// sizeOf is what lies in a folder, and how many bytes the files have; nothing while
// there is no folder.
func sizeOf(dir string) (entries []fs.DirEntry, size int64) {
	entries, _ = os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			size += info.Size()
		}
	}
	return entries, size
}

// save keeps the contents of those of the files that git has not, to show and to put
// back.
func (g *Guard) save(ctx context.Context, l *listing, b baseline) {
	if len(b) == 0 {
		return
	}
	args := []string{"--literal-pathspecs", "ls-files", "-z", "--modified", "--others", "--exclude-standard"}
	if len(b) <= maxTold {
		args = append(append(args, "--"), slices.Collect(maps.Keys(b))...) // else git looks at all files
	}
	out, err := g.git(ctx, args...)
	if err != nil {
		return // without git nothing is kept
	}
	dir := filepath.Join(g.store.dir, beforeDir)
	_, size := sizeOf(dir)
	for p := range strings.SplitSeq(string(out), "\x00") {
		k, ok := b[p]
		if !ok || k.hash == (hash{}) || !k.mark.Mode.IsRegular() || k.mark.Size > maxKept || size+k.mark.Size > maxBefore || index.SecretPath(p) {
			continue
		}
		name := filepath.Join(beforeDir, k.hash.String())
		if _, err := os.Lstat(filepath.Join(g.store.dir, name)); err == nil {
			continue
		}
		data, err := os.ReadFile(l.file(p))
		if err != nil || hashOf(data) != k.hash || makeFolder(dir) != nil {
			continue
		}
		if _, err := g.store.write(name, data); err == nil {
			size += k.mark.Size
		}
	}
}

// tidy removes contents that nothing leads to any more when there are many.
func (g *Guard) tidy(b baseline, st *state) {
	dir := filepath.Join(g.store.dir, beforeDir)
	entries, size := sizeOf(dir)
	if size < maxBefore/4*3 {
		return
	}
	used := map[string]bool{}
	for _, k := range b {
		used[k.hash.String()] = true
	}
	for _, u := range st.Undo {
		used[u.Hash] = true
	}
	for _, e := range entries {
		if !used[e.Name()] {
			_ = os.Remove(filepath.Join(dir, e.Name())) // it is tried again
		}
	}
}

// baselineOf is the part of a baseline that changes are about.
func baselineOf(b baseline, changes []change) baseline {
	part := baseline{}
	for i := range changes {
		if k, ok := b[changes[i].path]; ok {
			part[changes[i].path] = k
		}
	}
	return part
}

// remember keeps what was there before changes that were not allowed: putting it
// back is let through.
func (g *Guard) remember(st *state, faults []fault) {
	for i := range faults {
		f := &faults[i]
		if f.decision.Code == "protected" || f.was.hash == (hash{}) && !f.added() {
			continue
		}
		if _, ok := st.Undo[f.path]; ok {
			continue // what was there before the first of them
		}
		u := undo{Client: f.call.Agent.Client}
		if !f.added() {
			u.Hash = f.was.hash.String()
		}
		if st.Undo == nil {
			st.Undo = map[string]undo{}
		}
		st.Undo[f.path] = u
	}
}
