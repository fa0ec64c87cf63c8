package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"codeintel/cmd/internal/daemon"
	"codeintel/index/workspace"

	"github.com/spf13/cobra"
)

// namedPaths is how many changed files `ci status` names.
const namedPaths = 5

func (a *app) statusCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "status [PATH]",
		Short: "say what the index on disk holds, and whether it is up to date",
		Long: `Says what the index of the folder PATH (default: the current one) holds, when it
was published, what it takes on disk, which process writes it, what is damaged (all of
it is read), and which files have changed since; then how the process is that editors and
agents share, with its clients and repositories. Nothing is indexed, written or
started.

Exit codes: 0 up to date; 1 not up to date, damaged, or no index; 2 wrong usage, or a
path that can't be read; 130 interrupted.`,
		Example: "ci status\nci status ~/src/app --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			path := folderOf(args)
			s, err := a.inspect(c.Context(), path)
			if err != nil {
				return err
			}
			defer s.Close()
			p, err := a.sharedProcess(c.Context())
			if err != nil && c.Context().Err() != nil {
				return err
			}
			print := a.printStatus
			if asJSON {
				print = a.printStatusJSON
			}
			if err := print(s, p, err); err != nil {
				return err
			}
			return stale(s, path)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

// inspect looks at the index of a folder.
func (a *app) inspect(ctx context.Context, path string) (*workspace.Status, error) {
	s, err := workspace.Inspect(ctx, a.path(path), workspace.Options{Env: a.env})
	if err != nil && ctx.Err() == nil {
		err = fail(exitUsage, errors.Unwrap(err), "%s", oneLine(err.Error()))
	}
	return s, err
}

// sharedProcess asks the shared process how it is; nil when there is none. The
// error is why it does not answer.
func (a *app) sharedProcess(ctx context.Context) (*daemon.Status, error) {
	place, err := daemon.FindPlace(a.place)
	if err != nil {
		return nil, nil
	}
	s, err := daemon.AskStatus(ctx, place, daemon.ThisBuild(version))
	if errors.Is(err, daemon.ErrNotRunning) {
		return nil, nil
	}
	return s, err
}

// stale returns the error for an index that is damaged or not up to date, nil for one that
// is sound and up to date.
func stale(s *workspace.Status, path string) error {
	switch {
	case s.Above == "" && len(s.Findings) > 0: // the damage may have taken the state, too
		return fail(exitSome, nil, "the index of %s is damaged: %s; %s", path, someOf(s.Findings), todo(s))
	case s.State == nil:
		return fail(exitSome, nil, "%s has no index of its own; %s", path, todo(s))
	case !s.Behind.UpToDate():
		return fail(exitSome, nil, "the index of %s is not up to date; %s", path, todo(s))
	}
	return nil
}

// todo is what to do about a status, "" when there is nothing to do.
func todo(s *workspace.Status) string {
	switch {
	case s.Above != "":
		return fmt.Sprintf("the repository %s keeps one: 'ci status %[1]s'", s.Above)
	case len(s.Findings) > 0:
		return "check the disk; 'ci index --verify' rebuilds what is damaged"
	case s.State == nil:
		return "the next command makes it, 'ci index' for one"
	case !s.Behind.UpToDate():
		return "the next command brings it up to date, 'ci index' for one"
	case s.Bytes() > s.MaxBytes:
		return "raise max_index_size_mb, or name folders in exclude_patterns: the index takes more"
	case len(s.Aside) > 0:
		return "check the disk, then remove the damaged files"
	}
	return ""
}

// behindText says how a folder differs from its index.
func behindText(b *workspace.Behind) string {
	var parts []string
	if n := len(b.Changed); n > 0 {
		parts = append(parts, fmt.Sprintf("%s new or changed (%s)", plural(n, "file"), someOf(b.Changed)))
	}
	if n := len(b.Gone); n > 0 {
		parts = append(parts, fmt.Sprintf("%s gone (%s)", plural(n, "file"), someOf(b.Gone)))
	}
	if b.Settings {
		parts = append(parts, "the program or its settings changed")
	}
	if b.Dependencies {
		parts = append(parts, "dependencies changed")
	}
	if len(parts) == 0 {
		return "yes"
	}
	return "no: " + strings.Join(parts, "; ")
}

// upToDate says whether an index can be used as it is.
func upToDate(s *workspace.Status) string {
	if s.Behind.UpToDate() && len(s.Findings) > 0 {
		return "no: it is damaged"
	}
	return behindText(s.Behind)
}

// someOf names the first of some paths.
func someOf(paths []string) string {
	var out []string
	for i, p := range paths {
		if i == namedPaths {
			out = append(out, "…")
			break
		}
		out = append(out, printable(p))
	}
	return strings.Join(out, ", ")
}

func (a *app) printStatus(s *workspace.Status, p *daemon.Status, problem error) error {
	w := tabwriter.NewWriter(a.stdout, 0, 4, 2, ' ', 0)
	line := func(topic, format string, args ...any) {
		fmt.Fprintf(w, "%s\t%s\n", topic, oneLine(fmt.Sprintf(format, args...)))
	}
	line("folder", "%s", printable(s.Root))
	if s.State == nil {
		line("index", "none")
		if s.Lost != "" {
			line("lost", "%s", s.Lost)
		}
	} else {
		r, t := s.State.Report, s.State.Report.Totals
		line("index", "%s, generation %d, published %s", workspace.IndexDir, s.State.Generation, s.Published.UTC().Format(time.RFC3339))
		var langs []string
		for _, c := range r.Coverage {
			if c.Language != "" && c.Files > 0 {
				langs = append(langs, fmt.Sprintf("%s %d", c.Language, c.Files))
			}
		}
		line("files", "%d (%s); %d skipped, %d failed", r.Indexed, strings.Join(langs, ", "), len(r.Skipped), len(r.Failed))
		for i, f := range r.Failed {
			if i == namedPaths {
				line("failed", "%d more; 'ci index --stats json' lists all", len(r.Failed)-i)
				break
			}
			line("failed", "%s: %s: %s", printable(f.Path), f.Stage, oneLine(f.Err))
		}
		if n := len(r.Cut); n > 0 {
			line("read in part", "%s (%s)", plural(n, "file"), printable(workspace.CutText(r.Cut)))
		}
		if n := len(r.Decoded); n > 0 {
			line("not in UTF-8", "%s (%s)", plural(n, "file"), printable(workspace.CutText(r.Decoded)))
		}
		line("symbols", "%s, %s (%.1f %% resolved)", plural(t.Definitions, "definition"), plural(t.References, "reference"), share(t.Resolved, t.References))
		line("size", "%s on disk, %.0f %% of %s of source; at most %s", bytesText(s.Bytes()), percent(s.Bytes(), s.SourceBytes), bytesText(s.SourceBytes), bytesText(s.MaxBytes))
		if s.Text.Files > 0 {
			line("text", "index of %s, %s on disk; a search reads %d more", plural(s.Text.Files, "file"), bytesText(s.Text.Bytes), s.Text.Unread)
		}
		for _, e := range s.Imports {
			outside := ""
			if e.Outside > 0 {
				outside = fmt.Sprintf("; %s left out, whose ranges are not in the text", plural(e.Outside, "occurrence"))
			}
			line("imported", "%s (%s), %s%s", printable(e.Name), e.ID[:min(12, len(e.ID))], plural(e.Documents, "document"), outside)
		}
		if len(s.Imports) > 0 {
			line("precise", "%d of %s, by what was imported", s.Precise, plural(r.Indexed, "file"))
		}
		line("up to date", "%s", upToDate(s))
		if n := len(s.Behind.Failed); n > 0 {
			line("tried again", "%s (%s)", plural(n, "file"), someOf(s.Behind.Failed))
		}
	}
	for _, q := range s.Quarantine {
		line("quarantined", "%s: %s (%s)", printable(q.Path), q.Why, q.Stage)
	}
	switch {
	case s.Writing && s.PID > 0:
		line("writer", "process %d", s.PID)
	case s.Writing:
		line("writer", "another process")
	}
	for _, f := range s.Findings {
		line("damaged", "%s", f)
	}
	for _, id := range a.unenforcedIn(s.Root) {
		line("gate", "the session %s is not enforced: no hook of its client has reported; 'ci gate prove' says why", id)
	}
	for _, f := range s.Aside {
		line("set aside", "%s", f)
	}
	if do := todo(s); do != "" {
		line("to do", "%s", do)
	}
	switch {
	case problem != nil:
		line("process", "%s", problem)
	case p == nil:
		line("process", "none is shared; 'ci mcp' and 'ci lsp' start it")
	default:
		describeProcess(p, line)
	}
	return w.Flush()
}

// describeProcess says how the shared process is.
func describeProcess(p *daemon.Status, line func(topic, format string, args ...any)) {
	line("process", "%d, version %s, up %s, %s in memory", p.PID, p.Build.Version, seconds(p.Uptime), bytesText(p.Memory))
	if p.HTTP != "" {
		line("http", "%s; the token is in %s", p.HTTP, p.Token)
	}
	if p.Log != "" {
		line("log", "%s", p.Log)
	}
	for _, r := range p.Repositories {
		text := r.State
		if r.Doing != "" {
			text += ": " + r.Doing
		}
		if r.Generation > 0 {
			text += fmt.Sprintf(", generation %d, %d of %s", r.Generation, r.Indexed, plural(r.Files, "file"))
		}
		if r.Behind > 0 {
			text += fmt.Sprintf(", %d behind", r.Behind)
		}
		if r.Users == 0 {
			text += ", not in use for " + seconds(r.Idle)
		}
		if r.Problem != "" {
			text += "; " + r.Problem
		}
		line("repository", "%s: %s", printable(r.Root), text)
	}
	for _, c := range p.Clients {
		text := c.Kind
		if c.PID > 0 {
			text += fmt.Sprintf(", process %d", c.PID)
		}
		if c.Version != p.Build.Version {
			text += ", version " + c.Version
		}
		if c.Root != "" {
			text += ", " + printable(c.Root)
		}
		line("client", "%s; said something %s ago", text, seconds(c.Idle))
	}
}

// seconds is a time for people.
func seconds(s float64) string {
	return (time.Duration(s) * time.Second).String()
}

// percent is a part of bytes in percent.
func percent(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

// statusJSON is what --json prints. Sizes are in bytes.
type statusJSON struct {
	Root        string         `json:"root"`
	Repository  string         `json:"repository,omitempty"` // that keeps the index instead
	Indexed     bool           `json:"indexed"`
	Lost        string         `json:"lost,omitempty"`
	Generation  uint64         `json:"generation,omitempty"`
	Published   string         `json:"published,omitempty"`
	Files       int            `json:"files"`
	Skipped     int            `json:"skipped"`
	Failed      int            `json:"failed"`
	Languages   map[string]int `json:"languages"` // files of each
	Definitions int            `json:"definitions"`
	References  int            `json:"references"`
	Resolved    int            `json:"resolved"`
	IndexBytes  int64          `json:"index_bytes"`
	TextBytes   int64          `json:"text_bytes"` // of IndexBytes: the index of the text
	TextFiles   int            `json:"text_files"`
	TextUnread  int            `json:"text_unread"` // files that a search reads although the index might rule them out
	SourceBytes int64          `json:"source_bytes"`
	MaxBytes    int64          `json:"max_index_bytes"`
	UpToDate    bool           `json:"up_to_date"`
	Changed     int            `json:"changed"`
	Gone        int            `json:"gone"`
	Paths       []string       `json:"paths"` // the first that changed or are gone
	Settings    bool           `json:"settings_changed"`
	Depends     bool           `json:"dependencies_changed"`
	Imports     []importedJSON `json:"imports"`
	Precise     int            `json:"precise"` // files that an imported index speaks of
	Writing     bool           `json:"writing"`
	PID         int            `json:"pid,omitempty"`
	Damaged     []string       `json:"damaged"`
	Aside       []string       `json:"set_aside"`
	ToDo        string         `json:"to_do,omitempty"`
	// Unenforced are open sessions whose client runs no hooks.
	Unenforced []string `json:"not_enforced,omitempty"`
	// Process is the shared one, null when there is none; ProcessProblem is why it
	// does not answer.
	Process        *daemon.Status `json:"process"`
	ProcessProblem string         `json:"process_problem,omitempty"`
}

func (a *app) printStatusJSON(s *workspace.Status, p *daemon.Status, problem error) error {
	out := statusJSON{
		Process: p,
		Root:    s.Root, Repository: s.Above, Lost: s.Lost, Languages: map[string]int{}, IndexBytes: s.Bytes(), TextBytes: s.Text.Bytes, TextFiles: s.Text.Files, TextUnread: s.Text.Unread, SourceBytes: s.SourceBytes, MaxBytes: s.MaxBytes,
		Paths: []string{}, Imports: importsJSON(s.Imports), Precise: s.Precise, Writing: s.Writing, PID: s.PID, Damaged: append([]string{}, s.Findings...), Aside: append([]string{}, s.Aside...), ToDo: todo(s), Unenforced: a.unenforcedIn(s.Root),
	}
	if s.State != nil {
		r, t, b := s.State.Report, s.State.Report.Totals, s.Behind
		out.Indexed, out.Generation, out.Published = true, s.State.Generation, s.Published.UTC().Format(time.RFC3339)
		out.Files, out.Skipped, out.Failed = r.Indexed, len(r.Skipped), len(r.Failed)
		for _, c := range r.Coverage {
			if c.Language != "" && c.Files > 0 {
				out.Languages[c.Language] = c.Files
			}
		}
		out.Definitions, out.References, out.Resolved = t.Definitions, t.References, t.Resolved
		out.UpToDate, out.Changed, out.Gone, out.Settings, out.Depends = b.UpToDate() && len(s.Findings) == 0, len(b.Changed), len(b.Gone), b.Settings, b.Dependencies
		for _, list := range [][]string{b.Changed, b.Gone} {
			out.Paths = append(out.Paths, list[:min(len(list), namedPaths-min(len(out.Paths), namedPaths))]...)
		}
	}
	if problem != nil {
		out.ProcessProblem = problem.Error()
	}
	return a.printJSON(a.stdout, out)
}
