package guard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"codeintel/session"
)

// VerifyOptions of Verify.
type VerifyOptions struct {
	// Since is the revision to compare with; HEAD where it is "".
	Since string
	// Staged: what is about to be committed is compared, and not the files.
	Staged bool
	// Own are files that ci init writes. Explain is asked of them where one has changed:
	// by what they were and are, it returns those that are what ci init makes of them. nil
	// for none.
	Own     []string
	Explain func(before, now map[string][]byte) (map[string]bool, error)
}

// Unwritten is a file that has changed and that no session was allowed to write.
type Unwritten struct {
	Path string `json:"path"`
	// Change is "added", "changed" or "removed".
	Change string `json:"change"`
	// Reason is why not, of the session that came nearest.
	Reason string `json:"reason"`
}

// Verify finds the files that have changed since a revision and that no session, open
// or ended, was allowed to write, sorted by path; changed is how many there are in
// all. It asks git.
func (g *Guard) Verify(ctx context.Context, o VerifyOptions) (bad []Unwritten, changed int, err error) {
	rev := o.Since
	if rev == "" {
		rev = "HEAD"
	}
	if strings.HasPrefix(rev, "-") {
		return nil, 0, fmt.Errorf("%q is no revision", rev)
	}
	if _, err := g.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{tree}"); err != nil {
		if o.Since != "" || !errors.As(err, new(*exec.ExitError)) {
			return nil, 0, fmt.Errorf("git knows no revision %q here: %s", rev, gitError(err))
		}
		empty, err := g.git(ctx, "hash-object", "-t", "tree", "/dev/null")
		if err != nil {
			return nil, 0, fmt.Errorf("git does not answer: %s", gitError(err))
		}
		rev = strings.TrimSpace(string(empty)) // nothing was committed yet
	}
	args := []string{"diff", "--name-status", "-z", "--relative", "--no-renames", "--no-ext-diff"}
	if o.Staged {
		args = append(args, "--cached")
	}
	out, err := g.git(ctx, append(args, rev, "--")...)
	if err != nil {
		return nil, 0, fmt.Errorf("git can't compare with %s: %s", rev, gitError(err))
	}
	files := map[string]string{}
	fields := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		files[fields[i+1]] = map[byte]string{'A': "added", 'D': "removed"}[(fields[i] + " ")[0]]
	}
	if !o.Staged {
		out, err := g.git(ctx, "ls-files", "--others", "--exclude-standard", "-z")
		if err != nil {
			return nil, 0, fmt.Errorf("git can't list new files: %s", gitError(err))
		}
		for p := range strings.SplitSeq(string(out), "\x00") {
			if p != "" {
				files[p] = "added"
			}
		}
	}
	own, err := g.ownChanges(ctx, o, rev, files)
	if err != nil {
		return nil, 0, err
	}
	sessions, err := g.o.Book.List()
	if err != nil {
		return nil, 0, fmt.Errorf("the sessions can't be read: %w", err)
	}
	folders, err := g.foldersAt(ctx, rev)
	if err != nil {
		return nil, 0, err
	}
	for p, how := range files {
		if p == ".code-intel" || strings.HasPrefix(p, ".code-intel/") {
			delete(files, p) // what people keep of what was learned
			continue
		}
		if own[p] {
			continue // it is as ci init writes it
		}
		if how == "" {
			how = "changed"
		}
		if reason := mayHave(sessions, p, how == "added", folders); reason != "" {
			bad = append(bad, Unwritten{p, how, reason})
		}
	}
	slices.SortFunc(bad, func(a, b Unwritten) int { return strings.Compare(a.Path, b.Path) })
	return bad, len(files), nil
}

// ownChanges returns the changed files that are as ci init writes them.
func (g *Guard) ownChanges(ctx context.Context, o VerifyOptions, rev string, changed map[string]string) (map[string]bool, error) {
	if o.Explain == nil || !slices.ContainsFunc(o.Own, func(p string) bool { _, ok := changed[p]; return ok }) {
		return nil, nil
	}
	before, now := map[string][]byte{}, map[string][]byte{}
	for _, p := range o.Own {
		if data, err := g.git(ctx, "cat-file", "blob", rev+":./"+p); err == nil {
			before[p] = data
		}
		name := filepath.Join(g.o.Root, filepath.FromSlash(p))
		switch info, err := os.Lstat(name); {
		case o.Staged:
			if data, err := g.git(ctx, "cat-file", "blob", ":./"+p); err == nil {
				now[p] = data
			}
		case err == nil && info.Mode().IsRegular() && info.Size() <= maxOwn:
			data, err := os.ReadFile(name)
			if err != nil {
				return nil, fmt.Errorf("%s can't be read: %w", p, err)
			}
			now[p] = data
		}
	}
	return o.Explain(before, now)
}

// maxOwn is how many bytes a file may have that ci init writes.
const maxOwn = 4 << 20

func gitError(err error) string {
	var e *exec.ExitError
	if errors.As(err, &e) && len(e.Stderr) > 0 {
		return strings.Join(strings.Fields(string(e.Stderr)), " ")
	}
	return err.Error()
}

// foldersAt are the folders of a revision.
func (g *Guard) foldersAt(ctx context.Context, rev string) (map[string]bool, error) {
	out, err := g.git(ctx, "ls-tree", "-r", "-d", "-z", "--name-only", rev)
	if err != nil {
		return nil, fmt.Errorf("git can't list %s: %s", rev, gitError(err))
	}
	folders := map[string]bool{".": true}
	for p := range strings.SplitSeq(string(out), "\x00") {
		folders[p] = true
	}
	return folders, nil
}

// mayHave says why no session was allowed to write a file, "" when one was.
func mayHave(sessions []*session.Session, p string, added bool, folders map[string]bool) string {
	reasons := [...]string{"there was no session", "no session was to write", "no session that was to write came to READY", "no session that came to READY had explored it", "it is code, and the session that came to READY knew enough for other files alone"}
	most := 0
	for _, s := range sessions {
		near := 1
		if s.Intent().Writes() {
			near = 2
			if s.Status().WasReady {
				near = 3
				switch {
				case isOurs(p) || isSwitch(p):
					return "it decides whether the gate stands"
				case !s.Covered(p, !added):
					most = len(reasons) - 1
				case s.Explored(p), added && exploredFolder(s, nearest(p, folders)):
					return ""
				}
			}
		}
		most = max(most, near)
	}
	return reasons[most]
}

// nearest is the folder of a new file, or the nearest above it that was there.
func nearest(p string, folders map[string]bool) string {
	p = path.Dir(p)
	for !folders[p] {
		p = path.Dir(p)
	}
	return p
}

// exploredFolder says whether a folder counts as explored: a file in it does, or it
// was added.
func exploredFolder(s *session.Session, folder string) bool {
	st := s.Status()
	return slices.ContainsFunc(st.Explored, func(p string) bool { return path.Dir(p) == folder || p == folder }) ||
		slices.ContainsFunc(st.Added, func(a session.Added) bool {
			return a.Path == folder || a.Path == "." || strings.HasPrefix(folder, a.Path+"/")
		})
}
