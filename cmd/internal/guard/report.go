package guard

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"codeintel/index"
	"codeintel/session"
)

// Bounds of what is said.
const (
	maxReason = 400 // characters of a refusal
	maxListed = 20  // files
	maxDiff   = 24  // lines of the difference of one file
	maxReport = 6000
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
		r.Reason = fmt.Sprintf("%s (And %s more, such as %s.)", r.Reason, counted(n, "write"), short(denied[n].Path, 80))
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
func (g *Guard) report(ctx context.Context, l *listing, r *Request, faults []fault) string {
	var b strings.Builder
	own, gap := false, false
	for i := range faults {
		own, gap = own || !faults[i].gap, gap || faults[i].gap
	}
	d := faults[0].decision
	fmt.Fprintf(&b, "ci gate (automatic): %s changed that may not be written", counted(len(faults), "file"))
	if d.Phase != "" {
		fmt.Fprintf(&b, " in %s", d.Phase)
	}
	if d.Session != "" {
		fmt.Fprintf(&b, " (session %s)", d.Session)
	}
	b.WriteString(".\n")
	for i := range faults {
		if i == maxListed {
			fmt.Fprintf(&b, "… and %d more\n", len(faults)-i)
			break
		}
		f := &faults[i]
		sign := "changed"
		switch {
		case f.added():
			sign = "new"
		case f.gone():
			sign = "removed"
		}
		fmt.Fprintf(&b, "%s: %s (%s", sign, f.path, f.decision.Code)
		if f.call.Tool != "" && f.call.ID != r.Call {
			fmt.Fprintf(&b, "; by an earlier %s", f.call.Tool)
		}
		switch {
		case f.shared != nil && f.shared.End == 0:
			fmt.Fprintf(&b, "; or by a %s of another agent that has not ended", f.shared.Tool)
		case f.shared != nil:
			fmt.Fprintf(&b, "; or by a %s of another agent, which may write it", f.shared.Tool)
		case f.unnamed:
			b.WriteString("; or by an agent without hooks whose session may write it")
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
		if text := g.difference(ctx, l, &f.change); text != "" {
			fmt.Fprintf(&b, "--- %s\n%s", f.path, text)
		}
	}
	b.WriteString("Go on with one of: undo it (git checkout -- FILE, or rm what is new; that is let through)")
	if len(d.Recovery) > 0 {
		fmt.Fprintf(&b, "; or %s, and change it again then", callOf(d.Recovery[0]))
	}
	b.WriteString(".")
	if gap {
		b.WriteString(" It was changed while no call ran: if it was the user, and not something that you left running, leave it as it is.")
	} else if own {
		b.WriteString(" If it was the user, leave it as it is.")
	}
	return b.String()
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// difference shows how a file changed: the lines between those at the start and at
// the end that are the same. It is "" where that can't be shown.
func (g *Guard) difference(ctx context.Context, l *listing, c *change) string {
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
	fmt.Fprintf(&b, "@@ line %d\n", start+1)
	side := func(sign string, lines [][]byte) {
		for i, line := range lines {
			if i == maxDiff/2 {
				fmt.Fprintf(&b, "%s… %d lines more\n", sign, len(lines)-i)
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
	out, err := g.git(ctx, "ls-files", "-z", "--modified", "--others", "--exclude-standard")
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
		if err != nil || hashOf(data) != k.hash || os.MkdirAll(dir, 0o700) != nil {
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
