package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"codeintel/cmd/internal/atomicfile"
	"codeintel/cmd/internal/term"
	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/index/workspace/budget"
	"codeintel/scip"

	"github.com/spf13/cobra"
)

// stdoutPath as --output means standard output.
const stdoutPath = "-"

type indexFlags struct {
	output    string
	stats     string
	jobs      int
	languages []string
	check     bool
	quiet     bool
	embed     bool
	verify    bool
	retry     bool
}

func (a *app) indexCommand() *cobra.Command {
	var f indexFlags
	c := &cobra.Command{
		Use:   "index [PATH]",
		Short: "index a folder and write a SCIP index",
		Long: `Indexes the folder PATH (default: the current one) by git's ignore rules and,
with --output, writes a SCIP index of it. The same content gives the same bytes.
The file is written whole or not at all.

With --check no index is written: the one in --output is compared with what
would be written now; without --output, the one on disk with the files, by 'ci
status', and nothing is indexed.

What is read of the index on disk is checked, and made again from the files where it is
damaged or missing. With --verify all of it is read, with the index of the text and what
nobody has asked for; what is wrong is listed and made again. With --check, which always
reads all of the index on disk, nothing is made again.

The built-in embedder makes the vectors for a search by meaning on the way. Those of
a slow model are made while an agent or an editor is served, before a question of
'ci search' is answered, or with --embed here.

A file that is not in UTF-8 is read by its byte order mark, by the encoding that it
declares, or by a guess, which is listed.

Files that are left out on purpose (binary, too large, no language) are counted,
and listed with --verbose or --stats json; files that failed are listed always.

Exit codes: 0 complete; 1 some files failed, --check found a difference or damage, or
--verify found damage;
2 wrong usage; 3 nothing to index; 130 interrupted.`,
		Example: `ci index . --output index.scip
ci index . --output index.scip --check
ci index . --verify
ci index ~/src/app --languages go,python --stats json --output -`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			path := folderOf(args)
			return a.index(c.Context(), path, f)
		},
	}
	fl := c.Flags()
	fl.StringVarP(&f.output, "output", "o", "", "write the SCIP index to `FILE`; - is standard output")
	fl.StringVar(&f.stats, "stats", "", "print statistics in `FORMAT`: json, one object on one line (on standard error when the index goes to standard output)")
	fl.IntVarP(&f.jobs, "jobs", "j", 0, "work with `N` goroutines; 0 means one for each processor")
	fl.StringSliceVar(&f.languages, "languages", nil, "index only these `LANGUAGES`, comma-separated")
	fl.BoolVar(&f.check, "check", false, "fail when the index in --output, or without that the one on disk, is out of date")
	fl.BoolVar(&f.embed, "embed", false, "embed what a slow model has not embedded yet, and wait for it")
	fl.BoolVar(&f.verify, "verify", false, "read all that is kept on disk, list what is damaged, and make it again")
	fl.BoolVar(&f.retry, "retry", false, "try the files again that are passed over because they ended a process")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "no summary and no progress")
	return c
}

func (f *indexFlags) validate() error {
	switch {
	case f.stats != "" && f.stats != "json":
		return fail(exitUsage, nil, "--stats %s: the only format is json", f.stats)
	case f.jobs < 0:
		return fail(exitUsage, nil, "--jobs %d: give a number of goroutines, or 0 for one for each processor", f.jobs)
	case f.check && f.embed:
		return fail(exitUsage, nil, "--check writes nothing, so it embeds nothing either; leave one of --check and --embed out")
	case f.check && f.verify && f.output != "":
		return fail(exitUsage, nil, "--check --verify looks at the index on disk; leave --output out, or --verify")
	case f.verify && len(f.languages) > 0:
		return fail(exitUsage, nil, "--verify looks at the index on disk, which is of all languages; leave --languages out")
	case f.check && f.output == stdoutPath:
		return fail(exitUsage, nil, "--check needs an index to compare with, and standard output is none: give --output FILE, or no --output for the index on disk")
	case f.check && f.output == "" && (f.stats != "" || len(f.languages) > 0):
		return fail(exitUsage, nil, "--check looks at the index on disk as it is, without --stats and --languages; add --output FILE to compare with a file")
	}
	return nil
}

func (a *app) index(ctx context.Context, path string, f indexFlags) error {
	if err := f.validate(); err != nil {
		return err
	}
	if f.check && f.output == "" {
		return a.checkKept(ctx, path, f.quiet)
	}
	if f.output != "" && f.output != stdoutPath && !f.check {
		// Better now than after the work: can the output be written at all?
		probe, err := atomicfile.Create(a.path(f.output))
		if err == nil {
			err = probe.Abort()
		}
		if err != nil {
			return a.cannotWrite(f.output, err)
		}
	}
	opts := workspace.Options{Jobs: f.jobs, Languages: f.languages, Export: f.output != ""}
	if a.getenv("GOGC") == "" {
		a.heap.Store(budget.Roomy())
		opts.Size = a.heap.Load().Expect
	}
	start := a.now()
	looked, err := a.load(ctx, path, opts, f)
	if heap := a.heap.Swap(nil); heap != nil {
		heap.End()
	}
	if err != nil {
		return err
	}
	snapshot, report := looked.state.Snapshot, looked.state.Report
	a.warn(report, maxListed)
	a.warnGuessed(report.Guessed())
	if report.Indexed == 0 && len(report.Failed) == 0 {
		return a.nothing(path, report)
	}
	var size int64
	switch {
	case f.check:
		err = a.compareIndex(ctx, snapshot, f.output, f.jobs)
	case f.output != "":
		size, err = a.writeIndex(ctx, snapshot, f.output, f.jobs, looked.whole)
	}
	if err != nil {
		return err
	}
	took := a.now().Sub(start)
	if f.stats != "" {
		if err := a.printStats(report, f.output, size, took, looked.bare); err != nil {
			return err
		}
	}
	if !f.quiet {
		fmt.Fprintln(a.stderr, summary(report, f.output, size, took))
	}
	if looked.bare > 0 && !f.quiet && !f.check {
		fmt.Fprintf(a.stderr, "ci: %s not embedded by the model %s yet, and found by words alone: 'ci index --embed' embeds them now, an agent or an editor that is served in the background\n", chunksAre(looked.bare), looked.model)
	}
	if n := len(report.Failed); n > 0 {
		return fail(exitSome, nil, "%s failed (listed above); the index holds all others", plural(n, "file"))
	}
	if f.verify {
		return a.printVerified(looked.verified, f.quiet)
	}
	return nil
}

// printVerified says what reading all of the index has found, and fails where that is damage.
func (a *app) printVerified(v *workspace.Verification, quiet bool) error {
	for _, f := range v.Findings {
		fmt.Fprintf(a.stderr, "ci: damaged: %s\n", oneLine(f))
	}
	switch {
	case len(v.Left) > 0:
		return fail(exitSome, nil, "the index is damaged and could not be mended: %s; check the disk, or remove %s", oneLine(v.Left[0]), workspace.IndexDir)
	case len(v.Findings) > 0:
		return fail(exitSome, nil, "the index was damaged (listed above), and is mended; check the disk")
	case quiet:
		return nil
	}
	_, err := fmt.Fprintf(a.stderr, "verified: %s in %s, %s; nothing is damaged\n", plural(v.Artefacts, "artefact"), plural(v.Packs, "pack"), bytesText(v.Bytes))
	return err
}

// checkKept fails when the index on disk is not up to date.
func (a *app) checkKept(ctx context.Context, path string, quiet bool) error {
	s, err := a.inspect(ctx, path)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := stale(s, path); err != nil || quiet {
		return err
	}
	_, err = fmt.Fprintf(a.stderr, "the index of %s is up to date\n", path)
	return err
}

// nothing is the error of a folder without files to index.
func (a *app) nothing(path string, r *workspace.Report) error {
	counts := map[string]int{}
	for _, x := range r.Skipped {
		counts[x.Reason]++
	}
	var reasons []string
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		text := reason
		if reason == workspace.SkipNoLanguage {
			text = "in no language of this build"
		}
		reasons = append(reasons, fmt.Sprint(counts[reason], " ", text))
	}
	why := plural(r.Files, "file")
	if len(reasons) > 0 {
		why += " (" + strings.Join(reasons, ", ") + ")"
	}
	if counts[workspace.SkipQuarantine] > 0 {
		why += "; 'ci index --retry' reads quarantined files again"
	}
	for _, left := range []struct {
		n  int
		by string
	}{{r.Ignored, "git's rules (.gitignore)"}, {r.Excluded, "exclude_patterns"}} {
		if left.n > 0 {
			why += fmt.Sprintf("; %s left out by %s, a folder counting once", plural(left.n, "path"), left.by)
		}
	}
	return fail(exitNothing, nil, "nothing to index in %s: %s; see 'ci index --verbose'", path, why)
}

// told draws on a progress line, which may be nil, what a workspace tells.
func told(bar *term.Progress) func(workspace.Progress) {
	return func(p workspace.Progress) {
		if p.Phase != "" {
			bar.Set(p.Phase, p.Done, p.Total)
		}
	}
}

// looked is a folder that was indexed.
type looked struct {
	state *workspace.State
	// bare is how many chunks the embedder model has not embedded yet, as far as they are
	// known.
	bare  int
	model string
	// verified is what reading all of the index has found; nil where nobody asked.
	verified *workspace.Verification
	// whole fails where what is on disk was damaged since.
	whole func() error
}

// load indexes a folder, with a progress line on a terminal.
func (a *app) load(ctx context.Context, path string, opts workspace.Options, f indexFlags) (looked, error) {
	var bar *term.Progress
	if !f.quiet {
		bar = a.progress()
	}
	opts.Env, opts.Embedder, opts.Progress = a.env, a.embedder(opts.Jobs), told(bar)
	if heap := a.heap.Load(); heap != nil {
		tell := opts.Progress
		opts.Progress = func(p workspace.Progress) {
			if p.Phase == workspace.PhaseResolve {
				heap.Late()
			}
			tell(p)
		}
	}
	x, err := a.look(ctx, a.path(path), opts, f)
	bar.Clear()
	if err != nil {
		err = a.unusable(ctx, err)
	}
	return x, err
}

// open notes that a repository is in use, and has the process keep to its memory_limit_mb.
func (a *app) open(w *workspace.Workspace) {
	a.opened = append(a.opened, w)
	c := w.Config(nil)
	a.governor().Allow(budget.Limit{Bytes: c.MemoryLimit, Given: c.MemoryLimit, Of: "memory_limit_mb", Soft: !c.MemoryLimitSet})
}

// look brings the index of a folder up to date, that of the text too, and as the flags say
// all vectors. What is exported is read before, so that it is whole.
func (a *app) look(ctx context.Context, root string, opts workspace.Options, f indexFlags) (x looked, err error) {
	opts.Memory = a.governor()
	w, err := workspace.Open(root, a.guarded(opts))
	if err != nil {
		return x, err
	}
	a.open(w)
	if f.retry {
		if err := w.Release(); err != nil {
			return x, err
		}
	}
	if x.state, err = w.Sync(ctx); err != nil {
		return x, err
	}
	warn := func(format string, args ...any) {
		x.state.Report.Warnings = append(x.state.Report.Warnings, fmt.Sprintf(format, args...))
	}
	pid, locked := w.Locked()
	if locked {
		who := "another process"
		if pid > 0 {
			who = fmt.Sprintf("process %d", pid)
		}
		warn("%s writes the index on disk; what this command has found is not kept there", who)
	}
	if err := w.KeepText(ctx); err != nil {
		if ctx.Err() != nil {
			return x, ctx.Err()
		}
		warn("%s", workspace.NotKept("the index of the text", err))
	}
	if f.verify || opts.Export {
		if x.verified, err = w.Verify(ctx); err != nil {
			return x, err
		}
		if len(x.verified.Findings) > 0 {
			warnings := x.state.Report.Warnings
			if x.state, err = w.Sync(ctx); err != nil {
				return x, err
			}
			x.state.Report.Warnings = append(x.state.Report.Warnings, warnings...)
		}
	}
	x.whole = func() error {
		if !w.Whole(x.state) {
			return scip.ErrDamaged
		}
		return nil
	}
	grown, err := w.Later(ctx, x.state)
	if err == nil && f.embed && !locked {
		grown, err = w.Grow(ctx, x.state)
	}
	switch {
	case ctx.Err() != nil:
		return x, ctx.Err()
	case err != nil:
		warn("not all is searched by meaning: %s", err)
	case grown != nil && grown.Embedder != nil:
		x.bare, x.model = grown.BareChunks, grown.Embedder.ID()
	}
	return x, nil
}

// warnGuessed names files whose encoding had to be guessed, so that names in them may be
// wrong.
func (a *app) warnGuessed(files []workspace.Skip) {
	if len(files) == 0 {
		return
	}
	which := "this file is not in UTF-8 and does not declare an encoding"
	if n := len(files); n > 1 {
		which = fmt.Sprintf("%d files are not in UTF-8 and do not declare an encoding", n)
	}
	fmt.Fprintf(a.stderr, "ci: warning: %s, so names that are not ASCII may be wrong: %s; declare it in the file, or save the file as UTF-8\n", which, printable(workspace.CutText(files)))
}

// maxListed is how many files that failed 'ci index' lists: a screen of them says what is
// wrong, and ten thousand hide it.
const maxListed = 50

// warn lists on standard error what users have to know of a run, failures of the files
// that failed at most.
func (a *app) warn(r *workspace.Report, failures int) {
	for _, w := range r.Warnings {
		fmt.Fprintf(a.stderr, "ci: warning: %s\n", oneLine(w))
	}
	for _, f := range r.Failed[:min(failures, len(r.Failed))] {
		where := f.Path
		if where == "" {
			where = r.Root
		}
		fmt.Fprintf(a.stderr, "ci: failed: %s: %s: %s\n", printable(where), f.Stage, oneLine(f.Err))
	}
	if more := len(r.Failed) - failures; more > 0 {
		fmt.Fprintf(a.stderr, "ci: failed: %d more; 'ci index --stats json' lists all\n", more)
	}
	var ended []string
	for _, s := range r.Skipped {
		if s.Reason == workspace.SkipQuarantine {
			ended = append(ended, printable(s.Path)+": "+s.Detail)
		}
	}
	if n := len(ended); n > 0 {
		fmt.Fprintf(a.stderr, "ci: warning: %s passed over, which ended a process: %s\n", plural(n, "file"), oneLine(strings.Join(ended[:min(n, failures+1)], "; ")))
	}
	if n := len(r.Cut); n > 0 {
		fmt.Fprintf(a.stderr, "ci: warning: %s read in part: %s\n", plural(n, "file"), printable(workspace.CutText(r.Cut)))
	}
	if a.verbose {
		for _, s := range r.Skipped {
			detail := ""
			if s.Detail != "" {
				detail = ": " + s.Detail
			}
			fmt.Fprintf(a.stderr, "ci: skipped: %s: %s%s\n", printable(s.Path), s.Reason, detail)
		}
	}
}

// printable is a path as text on one line: one that has control characters or
// is not UTF-8 is quoted.
func printable(p string) string {
	if utf8.ValidString(p) && !strings.ContainsFunc(p, unicode.IsControl) {
		return p
	}
	return strconv.Quote(p)
}

func (a *app) cannotWrite(output string, err error) error {
	return fail(exitUsage, err, "cannot write %s: %s; choose another --output", output, reason(err))
}

// reason is what the system says of a path, without the path.
func reason(err error) string {
	var p *os.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return p.Err.Error()
	case errors.As(err, &l):
		return l.Err.Error()
	}
	return oneLine(err.Error())
}

// stopWriter fails once its context is done.
type stopWriter struct {
	ctx context.Context
	w   io.Writer
	n   int64
}

func (s *stopWriter) Write(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.w.Write(b)
	s.n += int64(n)
	return n, err
}

func scipOptions(jobs int) scip.Options { return scip.Options{ToolVersion: version, Jobs: jobs} }

// writeIndex writes the index and returns its size. Where whole fails afterwards no file is
// written.
func (a *app) writeIndex(ctx context.Context, s *index.Snapshot, output string, jobs int, whole func() error) (int64, error) {
	if output == stdoutPath {
		w := &stopWriter{ctx: ctx, w: a.stdout}
		if err := writeWhole(w, s.Within(ctx), jobs, whole); err != nil {
			return 0, fail(exitSome, err, "cannot write the index to standard output: %s", reason(err))
		}
		return w.n, nil
	}
	file, err := atomicfile.Create(a.path(output))
	if err != nil {
		return 0, a.cannotWrite(output, err)
	}
	w := &stopWriter{ctx: ctx, w: file}
	if err := writeWhole(w, s.Within(ctx), jobs, whole); err != nil {
		err = errors.Join(err, file.Abort())
		if errors.Is(err, scip.ErrDamaged) {
			return 0, fail(exitSome, err, "%s is not written: %s; run the command again, which makes it again", output, oneLine(err.Error()))
		}
		return 0, a.cannotWrite(output, err)
	}
	if err := file.Commit(); err != nil {
		return 0, a.cannotWrite(output, err)
	}
	return w.n, nil
}

// writeWhole writes a snapshot that must be whole when all of it has been read.
func writeWhole(w io.Writer, s *index.Snapshot, jobs int, whole func() error) error {
	if err := scip.Write(w, s, scipOptions(jobs)); err != nil {
		return err
	}
	return whole()
}

// errDiffers ends a comparison at the first difference.
var errDiffers = errors.New("the index is out of date")

// compareIndex fails when output is not what would be written.
func (a *app) compareIndex(ctx context.Context, s *index.Snapshot, output string, jobs int) error {
	file, err := os.Open(a.path(output))
	if err != nil {
		return fail(exitSome, err, "%s: %s; write it with 'ci index --output'", output, reason(err))
	}
	defer file.Close()
	same := &sameWriter{r: file}
	err = scip.Write(&stopWriter{ctx: ctx, w: same}, s.Within(ctx), scipOptions(jobs))
	if err == nil {
		err = same.end()
	}
	switch {
	case errors.Is(err, errDiffers):
		return fail(exitSome, nil, "%s is out of date; write it again with 'ci index --output'", output)
	case err != nil:
		return fail(exitSome, err, "cannot compare with %s: %s", output, reason(err))
	}
	return nil
}

// sameWriter compares what is written with what r has.
type sameWriter struct {
	r   io.Reader
	buf []byte
}

func (s *sameWriter) Write(b []byte) (int, error) {
	if cap(s.buf) < len(b) {
		s.buf = make([]byte, len(b))
	}
	have := s.buf[:len(b)]
	switch _, err := io.ReadFull(s.r, have); {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return 0, errDiffers
	case err != nil:
		return 0, err
	case !bytes.Equal(have, b):
		return 0, errDiffers
	}
	return len(b), nil
}

// end says whether r has nothing left.
func (s *sameWriter) end() error {
	switch n, err := s.r.Read(make([]byte, 1)); {
	case n > 0:
		return errDiffers
	case err != io.EOF:
		return err
	}
	return nil
}

// stats is what --stats json prints. Times are in seconds, sizes in bytes.
type stats struct {
	Root        string          `json:"root"`
	Output      string          `json:"output,omitempty"`
	OutputBytes int64           `json:"output_bytes"`
	Seconds     float64         `json:"seconds"`
	PeakMemory  uint64          `json:"peak_memory_bytes"`
	Files       int             `json:"files"`
	Indexed     int             `json:"indexed"`
	Generated   int             `json:"generated"`
	Checked     int             `json:"checked"`
	Ignored     int             `json:"ignored"`
	Excluded    int             `json:"excluded"`
	Definitions int             `json:"definitions"`
	References  int             `json:"references"`
	Resolved    int             `json:"resolved"`
	Possible    int             `json:"possible"`
	Unresolved  int             `json:"unresolved"`
	External    int             `json:"external_references"`
	Externals   int             `json:"external_symbols"`
	Languages   []languageStats `json:"languages"`
	Phases      []phaseStats    `json:"phases"`
	Aged        int             `json:"dropped_aged"`
	Crowded     int             `json:"dropped_crowded"`
	ToEmbed     int             `json:"chunks_to_embed"` // by a slow model, see --embed
	Skipped     []skipStats     `json:"skipped"`
	Failed      []failureStats  `json:"failed"`
	Warnings    []string        `json:"warnings"`
}

type languageStats struct {
	Name       string  `json:"name"`
	Files      int     `json:"files"`
	Bytes      int64   `json:"bytes"`
	WithErrors int     `json:"with_errors"`
	Seconds    float64 `json:"seconds"` // sum over all goroutines
}

type phaseStats struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu_seconds"`
}

type skipStats struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
	Detail string `json:"detail,omitempty"`
}

type failureStats struct {
	Path  string `json:"path"`
	Stage string `json:"stage"`
	Error string `json:"error"`
}

func (a *app) printStats(r *workspace.Report, output string, size int64, took time.Duration, bare int) error {
	t := r.Totals
	s := stats{
		Root: r.Root, Output: output, OutputBytes: size, Seconds: took.Seconds(), PeakMemory: r.PeakMemory,
		Files: r.Files, Indexed: r.Indexed, Generated: r.Generated, Checked: r.Checked, Ignored: r.Ignored, Excluded: r.Excluded,
		Definitions: t.Definitions, References: t.References, Resolved: t.Resolved, Possible: t.Possible, Unresolved: t.Unresolved,
		External: t.External, Externals: t.Externals, Aged: r.Dropped.Aged, Crowded: r.Dropped.Crowded, ToEmbed: bare,
		Languages: []languageStats{}, Phases: []phaseStats{}, Skipped: []skipStats{}, Failed: []failureStats{}, Warnings: append([]string{}, r.Warnings...),
	}
	for _, l := range r.Languages {
		s.Languages = append(s.Languages, languageStats{l.Name, l.Files, l.Bytes, l.WithErrors, l.Time.Seconds()})
	}
	for _, p := range r.Phases {
		s.Phases = append(s.Phases, phaseStats{p.Name, p.Wall.Seconds(), p.CPU.Seconds()})
	}
	for _, k := range r.Skipped {
		s.Skipped = append(s.Skipped, skipStats(k))
	}
	for _, f := range r.Failed {
		s.Failed = append(s.Failed, failureStats{f.Path, f.Stage, f.Err})
	}
	w := a.stdout
	if output == stdoutPath {
		w = a.stderr
	}
	return a.printJSON(w, s)
}

// printJSON prints one object on one line, in one write.
func (a *app) printJSON(w io.Writer, v any) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fail(exitSome, err, "cannot print JSON: %s", reason(err))
	}
	if _, err := w.Write(buf.Bytes()); err != nil {
		return fail(exitSome, err, "cannot print: %s", reason(err))
	}
	return nil
}

// summary is one line for people.
func summary(r *workspace.Report, output string, size int64, took time.Duration) string {
	var langs []string
	for _, l := range r.Languages {
		if l.Files > 0 {
			langs = append(langs, fmt.Sprintf("%s %d", l.Name, l.Files))
		}
	}
	s := fmt.Sprintf("%s (%s) in %.1fs: %s, %s", plural(r.Indexed, "file"), strings.Join(langs, ", "),
		took.Seconds(), plural(r.Totals.Definitions, "definition"), plural(r.Totals.References, "reference"))
	if n := r.Totals.References; n > 0 {
		s += fmt.Sprintf(" (%.1f %% resolved)", 100*float64(r.Totals.Resolved)/float64(n))
	}
	if n := len(r.Skipped); n > 0 {
		s += fmt.Sprintf("; %d skipped", n)
	}
	if n := r.Dropped.Aged; n > 0 {
		s += fmt.Sprintf("; auto_purge_days: what was kept of %s removed", plural(n, "earlier content"))
	}
	if n := r.Dropped.Crowded; n > 0 {
		s += fmt.Sprintf("; max_index_size_mb: what was kept of %s removed", plural(n, "earlier content"))
	}
	switch {
	case output == "":
		s += "; no SCIP file written, see --output"
	case size > 0:
		s += fmt.Sprintf("; %s, %s", output, bytesText(size))
	default:
		s += fmt.Sprintf("; %s is up to date", output)
	}
	return s
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// chunksAre is the subject of a sentence about chunks, with its verb.
func chunksAre(n int) string {
	if n == 1 {
		return "1 chunk is"
	}
	return fmt.Sprintf("%d chunks are", n)
}

func bytesText(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d B", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}
