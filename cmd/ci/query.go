package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"codeintel/index"
	"codeintel/index/forest"
	"codeintel/index/lang"
	"codeintel/index/pos"
	"codeintel/index/resolve"
	"codeintel/index/workspace"
	"codeintel/index/workspace/budget"

	"github.com/spf13/cobra"
)

// queryFlags are those that all questions have.
type queryFlags struct {
	repo      string
	json      bool
	jobs      int
	languages []string
	limit     int
	color     bool
}

func (q *queryFlags) add(c *cobra.Command) *cobra.Command {
	fl := c.Flags()
	fl.StringVar(&q.repo, "repo", ".", "ask about the repository in `DIR`")
	fl.BoolVar(&q.json, "json", false, "print one JSON object a line")
	fl.IntVarP(&q.jobs, "jobs", "j", 0, "work with `N` goroutines; 0 means one for each processor")
	fl.StringSliceVar(&q.languages, "languages", nil, "look at these `LANGUAGES` only, comma-separated")
	return c
}

// addLimit adds --limit for rows of a kind.
func (q *queryFlags) addLimit(c *cobra.Command, what string) *cobra.Command {
	c.Flags().IntVar(&q.limit, "limit", 0, "print the first `N` "+what+"s; 0 means all")
	return c
}

const targetHelp = `

The symbol is given by name or by place. A name is bare (Open), qualified by
what it lies in (Conn.Open, net.Conn.Open), or a SCIP symbol; FILE is relative
to the repository or to the current folder, LINE and COL count from 1, COL in
bytes.

The repository is looked at first; what has changed is indexed. An answer that
may be wrong or not complete all the same says so on standard error, and why.
With --json the last object, of the kind "summary", says how many answers there
are, the generation of the index, how many files are known to be behind, and
whether the answer is complete.

Exit codes: 0 found; 1 nothing found; 2 wrong usage; 3 nothing to index.`

func (a *app) defCommand() *cobra.Command {
	var q queryFlags
	return q.addLimit(q.add(&cobra.Command{
		Use:     "def NAME|FILE:LINE:COL",
		Short:   "print where a symbol is defined",
		Long:    "Prints the definitions of a symbol. One that is defined outside the repository\nis printed by its symbol string." + targetHelp,
		Example: "ci def Snapshot.References\nci def cmd/ci/main.go:20:9 --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.ask(c.Context(), q, args[0], "definition", func(r *repository, t target) {
				for _, l := range r.s.Definitions(t.id) {
					r.add(r.definition(t, l, r.symbol(l.ID)))
				}
				if t.id.IsExternal() {
					r.add(answer{symbol: r.symbol(t.id), name: r.s.Name(t.id), kind: r.s.Kind(t.id), role: "external", certainty: t.certainty})
				}
			})
		},
	}), "definition")
}

func (a *app) refsCommand() *cobra.Command {
	var q queryFlags
	return q.addLimit(q.add(&cobra.Command{
		Use:     "refs NAME|FILE:LINE:COL",
		Short:   "print where a symbol is used",
		Long:    "Prints the references to a symbol, definitions not among them. Those that are\nonly possible are marked so." + targetHelp,
		Example: "ci refs Snapshot.References\nci refs os.Exit --repo ~/src/app --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.ask(c.Context(), q, args[0], "reference", func(r *repository, t target) {
				for _, ref := range r.s.References(t.id) {
					r.add(r.reference(t.id, ref, ref.Role.String()))
				}
			})
		},
	}), "reference")
}

func (a *app) outlineCommand() *cobra.Command {
	var q queryFlags
	return q.addLimit(q.add(&cobra.Command{
		Use:   "outline FILE",
		Short: "print what a file defines",
		Long: `Prints the definitions that a file is made of, each followed by what lies in it.
Parameters and what is local to a function are left out.

Exit codes: 0 found; 1 nothing found; 2 wrong usage; 3 nothing to index.`,
		Example: "ci outline index/snapshot.go",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.question(c.Context(), q, args[0], "definition", func(r *repository) error {
				doc, err := r.file(args[0])
				if err != nil {
					return err
				}
				items, _ := r.s.Outline(r.s.Docs()[doc].Path)
				symbols := r.s.Symbols(doc)
				for _, item := range items {
					d := r.definition(target{id: item.ID}, item.Location, string(symbols.Append(nil, item.ID)))
					d.depth, d.signature, d.documentation = item.Depth, item.Sig, item.Doc
					d.outline = true
					r.add(d)
				}
				return nil
			})
		},
	}), "definition")
}

// repository is an indexed folder that a question is answered from.
type repository struct {
	a *app
	q queryFlags
	s *index.Snapshot
	w *workspace.Workspace
	// state is what s is of.
	state *workspace.State
	root  string // absolute
	// found are the answers, asked the files that the question names.
	found       []answer
	asked       []int32
	heading     string              // of the answers that follow
	dump        string              // an answer that is a text
	cut         bool                // there are more answers
	total       int                 // how many there are, 0 where that is not known
	lacks       []string            // what they were ranked without
	translation *forest.Translation // of a question in Japanese

	out     *bufio.Writer
	fresh   workspace.Freshness
	precise map[int32]*index.Precise // what imported indexes say of files
	texts   map[int32][]byte         // contents of files; nil for those that have changed
	failed  error                    // of printing
}

// target is a symbol that a question is about.
type target struct {
	id        index.ID
	certainty resolve.Certainty
	as        string // what it was taken as
}

// ask answers a question about each symbol that arg names.
func (a *app) ask(ctx context.Context, q queryFlags, arg, what string, each func(*repository, target)) error {
	return a.question(ctx, q, arg, what, func(r *repository) error {
		targets, err := r.targets(arg)
		if err != nil {
			return err
		}
		for _, t := range targets {
			if len(targets) > 1 && !q.json {
				r.heading = fmt.Sprintf("# %s %s\n", t.as, r.symbol(t.id))
			}
			each(r, t)
		}
		return nil
	})
}

// maxFailures is how many files that failed are listed beside an answer.
const maxFailures = 3

// question answers a question from the repository as it is now, and prints the
// answers that find has found; what is their kind.
func (a *app) question(ctx context.Context, q queryFlags, arg, what string, find func(*repository) error) error {
	if q.jobs < 0 {
		return fail(exitUsage, nil, "--jobs %d: give a number of goroutines, or 0 for one for each processor", q.jobs)
	}
	if q.limit < 0 {
		return fail(exitUsage, nil, "--limit %d: give a number of rows, or 0 for all", q.limit)
	}
	q.color = !q.json && a.colors(a.stdout)
	bar := a.progress()
	w, err := workspace.Open(a.path(q.repo), a.guarded(workspace.Options{Jobs: q.jobs, Languages: q.languages, Env: a.env, Memory: a.governor(), Embedder: a.embedder(q.jobs), Progress: told(bar)}))
	if err != nil {
		return a.unusable(ctx, err)
	}
	a.open(w)
	var r *repository
	var empty error
	state, fresh, err := w.Answer(ctx, func(s *workspace.State) []string {
		r = &repository{a: a, q: q, s: s.Snapshot.Within(ctx), state: s, root: s.Report.Root, out: bufio.NewWriter(a.stdout), texts: map[int32][]byte{}, w: w, precise: map[int32]*index.Precise{}}
		empty = find(r)
		if q.limit > 0 && len(r.found) > q.limit {
			r.total, r.cut = len(r.found), true
			r.found = r.found[:q.limit]
		}
		return r.files()
	})
	bar.Clear()
	if err == nil && r.s.Stopped() {
		err = ctx.Err() // the answer may be a part
	}
	if err != nil {
		return a.unusable(ctx, err)
	}
	a.warn(state.Report, maxFailures)
	if state.Report.Indexed == 0 && len(state.Report.Failed) == 0 {
		return a.nothing(q.repo, state.Report)
	}
	r.fresh = fresh
	if empty == nil && len(r.found) == 0 && r.dump == "" {
		empty = fail(exitSome, nil, "%s: no %s found", arg, what)
	}
	return r.print(what, empty)
}

// unusable is the error of a folder that can't be indexed.
func (a *app) unusable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	var short *budget.Error
	if errors.As(err, &short) {
		return fail(exitSome, nil, "%s", short)
	}
	return fail(exitUsage, errors.Unwrap(err), "%s", oneLine(err.Error()))
}

// files are the paths of the files that the answers are from.
func (r *repository) files() []string {
	docs := map[int32]bool{}
	for _, d := range r.asked {
		docs[d] = true
	}
	for i := range r.found {
		if r.found[i].path != "" {
			docs[r.found[i].doc] = true
		}
	}
	var paths []string
	for d := range docs {
		paths = append(paths, r.s.Docs()[d].Path)
	}
	return paths
}

var placePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.+?):(\d+)(?::(\d+))?$`)
})

// targets turns NAME or FILE:LINE:COL into symbols.
func (r *repository) targets(arg string) ([]target, error) {
	m := placePattern().FindStringSubmatch(arg)
	if m == nil {
		var out []target
		name := arg
		if doc, ok := r.doc(arg); ok {
			name = r.s.Docs()[doc].Path // it may be seen from the current folder
		}
		for _, m := range r.s.Meanings(name) {
			out = append(out, target{id: m.ID, as: r.s.TakenAs(m)})
		}
		if len(out) == 0 {
			return nil, r.unnamed(name)
		}
		return out, nil
	}
	if m[3] == "" {
		return nil, fail(exitUsage, nil, "%s: the column is missing; give FILE:LINE:COL", arg)
	}
	doc, err := r.file(m[1])
	if err != nil {
		return nil, err
	}
	d := r.s.Docs()[doc]
	line, lineErr := strconv.Atoi(m[2])
	column, columnErr := strconv.Atoi(m[3])
	p, ok := pos.FromOneBased(line, column)
	if !ok || lineErr != nil || columnErr != nil {
		return nil, fail(exitUsage, nil, "%s: lines and columns count from 1", arg)
	}
	offset, ok := d.Lines().Offset(p)
	if !ok {
		return nil, fail(exitUsage, nil, "%s: the file has %s, and no such place; give another one", arg, plural(d.Lines().Count(), "line"))
	}
	at, ok := r.s.SymbolAt(d.Path, offset)
	if !ok {
		return nil, fail(exitSome, nil, "%s: there is no name; give the place of one", arg)
	}
	if len(at.Symbols) == 0 {
		return nil, fail(exitSome, nil, "%s: what %s means is not known", arg, r.s.WrittenAt(at))
	}
	var out []target
	for _, c := range at.Symbols {
		out = append(out, target{id: c.ID, certainty: c.Certainty, as: r.s.What(c.ID)})
	}
	return out, nil
}

// unnamed is the error of a name that means nothing.
func (r *repository) unnamed(name string) error {
	if doc, ok := r.s.Doc(strings.TrimPrefix(name, "./")); ok && r.s.Docs()[doc].Source != nil {
		return fail(exitSome, nil, "%s: it is a file, and no file of its language is a symbol; 'ci outline' prints what it defines", printable(name))
	}
	if names := r.near(name); len(names) > 0 {
		return fail(exitSome, nil, "%s: no symbol has this name; did you mean %s?", printable(name), orList(names))
	}
	return fail(exitSome, nil, "%s: no symbol has this name, and none is like it; 'ci search --symbol' finds parts of names, and 'ci search' answers questions in words", printable(name))
}

// near returns names that are like one which nothing has, as people call them. What a
// program or a file defines comes before what only a catalogue, a template or a
// configuration names, which is no answer to a name of code unless it is written so.
func (r *repository) near(name string) []string {
	var code, other []string
	for _, n := range nearest(name, r.s.Near(name)) {
		of, open := &code, false
		for _, m := range r.s.Meanings(n) {
			open = !m.ID.IsExternal() && r.s.What(m.ID) != r.s.Kind(m.ID).String()
			if !open {
				break
			}
		}
		if open {
			of = &other
		}
		*of = append(*of, printable(n))
	}
	if strings.ContainsAny(name, ".-:/ ") {
		return append(code, other...)
	}
	return code
}

// file finds a file by its path in the repository, or seen from the current
// folder. It has facts.
func (r *repository) file(arg string) (int32, error) {
	if doc, ok := r.doc(arg); ok {
		switch d := r.s.Docs()[doc]; {
		case d.Source != nil:
			r.asked = append(r.asked, doc)
			return doc, nil
		case d.Failed != "":
			return 0, fail(exitSome, nil, "%s failed: %s", printable(arg), oneLine(d.Failed))
		default:
			return 0, fail(exitSome, nil, "%s is not indexed: %s", printable(arg), d.Skipped)
		}
	}
	if abs, err := filepath.Abs(r.a.path(arg)); err == nil {
		rel, err := filepath.Rel(r.root, abs)
		if _, missing := os.Lstat(abs); missing == nil && (err != nil || !filepath.IsLocal(rel)) {
			return 0, fail(exitUsage, nil, "%s lies outside of %s; name its repository with --repo", printable(arg), r.q.repo)
		}
	}
	return 0, fail(exitUsage, nil, "%s is no file of %s, or is ignored; see 'ci index --verbose'", printable(arg), r.q.repo)
}

// doc is the file that arg names, indexed or not.
func (r *repository) doc(arg string) (int32, bool) {
	paths := []string{filepath.ToSlash(filepath.Clean(arg))}
	if abs, err := filepath.Abs(r.a.path(arg)); err == nil {
		if rel, err := filepath.Rel(r.root, abs); err == nil {
			paths = append(paths, filepath.ToSlash(rel))
		}
	}
	for _, p := range paths {
		if doc, ok := r.s.Doc(p); ok {
			return doc, true
		}
	}
	return 0, false
}

// answer is one line of output.
type answer struct {
	heading                  string // printed before it
	doc                      int32
	path                     string // "" for what is outside the repository
	line, column, endLine    int
	start, end               uint32 // of the name
	name                     string
	full                     string // with what it lies in, for people; "" where that is its name
	kind                     lang.Kind
	what                     string // what people call the kind; "" for its own name
	symbol, role             string
	certainty                resolve.Certainty
	outline, symbols         bool // printed as outline and debug symbols do
	depth                    int
	signature, documentation string
	match                    string // of a search: how the name agrees
	// of a question in words: how well it agrees, and the parts of that
	score  float64
	scores map[string]float64
	// of a tree of calls
	tree *callAnswer
}

// headJSON begins each object that --json prints. Fields that say nothing are
// empty, never left out; lines and columns count from 1, 0 is none.
type headJSON struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	EndLine int    `json:"end_line"`
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Symbol  string `json:"symbol"`
}

// answerJSON is an answer for scripts. Fields are never left out but for those
// that only some commands have.
type answerJSON struct {
	headJSON
	What          string  `json:"what,omitempty"` // what people call the kind, where that is not its name: "route", "view"
	Role          string  `json:"role"`
	Certainty     string  `json:"certainty"`
	Source        string  `json:"source"`  // precise: from an imported index; inferred: ours
	Stale         bool    `json:"stale"`   // the file changed meanwhile: the place may be wrong
	Content       string  `json:"content"` // the line; of a long one the part around the place
	Depth         *int    `json:"depth,omitempty"`
	Signature     *string `json:"signature,omitempty"`
	Documentation *string `json:"documentation,omitempty"`
	Match         string  `json:"match,omitempty"`
	// of a question in words
	Score  *float64           `json:"score,omitempty"`
	Scores map[string]float64 `json:"scores,omitempty"`
	// of a tree of calls: the function comes earlier, where what follows it is
	Seen  *bool `json:"seen,omitempty"`
	Cycle *bool `json:"cycle,omitempty"`
}

// symbol is the SCIP symbol of id as its own file calls it.
func (r *repository) symbol(id index.ID) string { return r.s.Symbol(id) }

// place fills in where an answer is: its name, and an offset on its last line.
func (r *repository) place(x *answer, doc int32, start, end, last uint32) {
	d := r.s.Docs()[doc]
	x.doc, x.path, x.start, x.end = doc, d.Path, start, end
	x.line, x.column = d.Lines().Position(start).OneBased()
	x.endLine, _ = d.Lines().Position(last).OneBased()
}

func (r *repository) definition(t target, l index.Location, symbol string) answer {
	x := answer{name: r.s.Name(l.ID), kind: r.s.Kind(l.ID), what: r.s.What(l.ID), symbol: symbol, role: "definition", certainty: t.certainty}
	x.full = r.full(l.ID)
	r.place(&x, l.Doc, l.Start, l.End, max(l.End, l.EncEnd))
	return x
}

func (r *repository) reference(id index.ID, ref index.Reference, role string) answer {
	x := answer{name: r.s.Name(id), kind: r.s.Kind(id), symbol: r.symbol(id), role: role, certainty: ref.Certainty}
	x.full = r.full(id)
	r.place(&x, ref.Doc, ref.Start, ref.End, ref.End)
	return x
}

// full returns the name of a symbol with that of what it lies in, such as a method's class;
// "" for what lies in a file alone.
func (r *repository) full(id index.ID) string {
	if in := r.s.Scope(id); in != "" {
		return in[strings.LastIndexByte(in, '.')+1:] + "." + r.s.Name(id)
	}
	return ""
}

// called is what people call an answer.
func (x *answer) called() string { return cmp.Or(x.full, x.name) }

// Where an answer comes from.
const (
	precise  = "precise"  // an imported index
	inferred = "inferred" // our own reading
)

// source says where an answer comes from: whether an imported index has the place.
func (r *repository) source(x *answer) string {
	if x.path == "" || !r.s.Docs()[x.doc].Precise {
		return inferred
	}
	p, ok := r.precise[x.doc]
	if !ok {
		p = r.w.Precise(r.s.Docs()[x.doc])
		r.precise[x.doc] = p
	}
	if p != nil && p.Says(x.start, x.end) {
		return precise
	}
	return inferred
}

// content returns the line that an answer starts in, clipped where it is long; "" when the
// file has changed.
func (r *repository) content(x *answer) string {
	if x.path == "" {
		return ""
	}
	d := r.s.Docs()[x.doc]
	text, ok := r.texts[x.doc]
	if !ok {
		texts := r.w.Texts(r.state)
		withheld := texts.Withheld(x.doc)
		text, _ = texts.Text(x.doc)
		texts.Close()
		r.texts[x.doc] = text
		if withheld {
			return ""
		}
		if at, known := slices.BinarySearch(r.fresh.Stale, d.Path); text == nil && !known {
			r.fresh.Stale = slices.Insert(r.fresh.Stale, at, d.Path) // since it was looked at
			r.fresh.Behind = max(r.fresh.Behind, len(r.fresh.Stale))
			if r.fresh.Complete {
				r.fresh.Complete, r.fresh.Why = false, "a file of the answer changed meanwhile"
			}
		}
	}
	if text == nil {
		return ""
	}
	return clipLine(d.Lines().Text(text, uint32(x.line-1)), x.column-1)
}

// maxContent is how many bytes of a line an answer shows: all of what people write, and
// little of a file that is one line.
const maxContent = 1000

// clipLine returns a line, or where that is long its part around an offset.
func clipLine(line []byte, at int) string {
	if len(line) <= maxContent {
		return string(line)
	}
	from := min(max(0, at-maxContent/4), len(line)-maxContent)
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	to := from + maxContent
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to--
	}
	out := string(line[from:to])
	if from > 0 {
		out = "…" + out
	}
	if to < len(line) {
		out += "…"
	}
	return out
}

// add adds an answer.
func (r *repository) add(x answer) {
	x.heading, r.heading = r.heading, ""
	r.found = append(r.found, x)
}

// print prints the answers, and how far they can be trusted. empty is the error
// of a question that has none, and is returned.
func (r *repository) print(what string, empty error) error {
	fmt.Fprint(r.out, r.dump)
	for i := range r.found {
		if r.printOne(&r.found[i]); r.failed != nil {
			return r.failed
		}
	}
	var f *failure
	if r.q.json && r.dump == "" && (empty == nil || errors.As(empty, &f) && f.code == exitSome) {
		end := newSummary(max(r.total, len(r.found)), r.fresh)
		end.Truncated, end.Hint = r.cut, strings.Join(r.lacks, "; ")
		end.translated = translatedOf(r.translation)
		if f != nil {
			end.Message = f.text
		}
		if err := r.a.printJSON(r.out, end); err != nil {
			return err
		}
	}
	if err := r.out.Flush(); err != nil {
		return fail(exitSome, err, "cannot print: %s", reason(err))
	}
	switch {
	case r.cut && r.total > 0:
		fmt.Fprintf(r.a.stderr, "ci: these are %d of %s; --limit 0 prints all\n", len(r.found), plural(r.total, what))
	case r.cut:
		fmt.Fprintln(r.a.stderr, more(len(r.found), what))
	}
	for _, l := range r.lacks {
		if !slices.Contains(r.state.Report.Warnings, l) {
			fmt.Fprintf(r.a.stderr, "ci: %s\n", oneLine(l))
		}
	}
	if guessed := r.state.Report.Guessed(); len(guessed) > 0 {
		named := r.files()
		r.a.warnGuessed(slices.DeleteFunc(guessed, func(s workspace.Skip) bool { return !slices.Contains(named, s.Path) }))
	}
	if !r.fresh.Complete {
		fmt.Fprintf(r.a.stderr, "ci: warning: the answer may be wrong or not complete: %s%s\n", oneLine(r.fresh.Why), stalePaths(r.fresh.Stale))
	}
	return empty
}

// more says that there are more rows than the n that were printed, and how to get them.
func more(n int, what string) string {
	these := "these are the first " + plural(n, what)
	if n == 1 {
		these = "this is the first " + what
	}
	return "ci: " + these + "; there are more, --limit 0 prints all"
}

// stalePaths names the files of an answer that changed meanwhile.
func stalePaths(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	return " (" + someOf(paths) + ")"
}

// summaryJSON is the last object that --json prints: how many answers there are
// and how far they can be trusted. Its kind is "summary".
type summaryJSON struct {
	headJSON
	Total      int      `json:"total"`
	Truncated  bool     `json:"truncated"`
	Generation uint64   `json:"generation"` // 0: no index was asked
	Behind     int      `json:"behind"`
	Complete   bool     `json:"complete"`
	Why        string   `json:"why,omitempty"`     // it is not complete
	Stale      []string `json:"stale"`             // files of the answer that changed meanwhile
	Message    string   `json:"message,omitempty"` // why there is no answer
	Hint       string   `json:"hint,omitempty"`    // what it was ranked without
	translated
}

// translated says which words a question in Japanese was searched by.
type translated struct {
	NotKnown    []string `json:"not_known,omitempty"`         // words that no dictionary has
	NotHere     []string `json:"not_in_repository,omitempty"` // words that nothing in the code stands for
	SearchedFor []string `json:"searched_for,omitempty"`      // words of the code
}

// translatedOf returns what a translation says, which may be nil.
func translatedOf(t *forest.Translation) translated {
	return translated{t.Unknown(), t.Absent(), t.Searched()}
}

func newSummary(total int, f workspace.Freshness) summaryJSON {
	return summaryJSON{headJSON: headJSON{Kind: "summary"}, Total: total, Generation: f.Generation, Behind: f.Behind, Complete: f.Complete, Why: f.Why, Stale: append([]string{}, f.Stale...)}
}

// printOne prints one answer.
func (r *repository) printOne(x *answer) {
	content := r.content(x)
	if r.q.json {
		_, stale := slices.BinarySearch(r.fresh.Stale, x.path)
		j := answerJSON{
			headJSON: headJSON{Path: x.path, Line: x.line, Column: x.column, EndLine: x.endLine, Name: x.name, Kind: x.kind.String(), Symbol: x.symbol},
			What:     x.what, Role: x.role, Certainty: x.certainty.String(), Source: r.source(x), Stale: stale, Content: content, Match: x.match,
		}
		if x.outline {
			j.Depth, j.Signature, j.Documentation = &x.depth, &x.signature, &x.documentation
		}
		if x.scores != nil {
			j.Score, j.Scores = &x.score, x.scores
		}
		if x.tree != nil {
			j.Depth, j.Seen, j.Cycle = &x.depth, &x.tree.seen, &x.tree.cycle
		}
		if j.What == j.Kind {
			j.What = ""
		}
		r.failed = r.a.printJSON(r.out, j)
		return
	}
	fmt.Fprint(r.out, x.heading)
	switch {
	case x.tree != nil:
		r.printCall(x, content)
	case x.outline:
		fmt.Fprintf(r.out, "%s%d:%d %s %s\n", strings.Repeat("  ", x.depth), x.line, x.column, x.kind, x.name)
	case x.symbols:
		fmt.Fprintf(r.out, "%d:%d %s %s %s\n", x.line, x.column, x.role, x.name, strings.TrimSpace(x.symbol+" "+mark(x.certainty)))
	case x.path == "":
		fmt.Fprintf(r.out, "%s %s: outside the repository\n", x.kind, x.symbol)
	default:
		fmt.Fprint(r.out, r.placeText(x), " ")
		switch x.role {
		case "definition":
			fmt.Fprintf(r.out, "%s %s: ", x.what, paint(r.q.color, colorHead, x.called()))
		case "caller":
			fmt.Fprintf(r.out, "in %s %s: ", x.kind, paint(r.q.color, colorHead, x.called()))
		}
		from := ""
		if s := r.source(x); s == precise {
			from = " (" + s + ")"
		}
		fmt.Fprintln(r.out, strings.TrimSpace(r.marked(x, content)+" "+mark(x.certainty))+from)
	}
}

// placeText is where an answer is, as the row of it begins.
func (r *repository) placeText(x *answer) string {
	return fmt.Sprintf("%s:%s:%d:", paint(r.q.color, colorPath, printable(x.path)), paint(r.q.color, colorLine, strconv.Itoa(x.line)), x.column)
}

// marked is the line of an answer without the white space around it, with the name that
// was found in colour.
func (r *repository) marked(x *answer, content string) string {
	text := strings.TrimSpace(content)
	start := x.column - 1 - (len(content) - len(strings.TrimLeftFunc(content, unicode.IsSpace)))
	end := start + int(x.end) - int(x.start)
	if !r.q.color || len(content) > maxContent || start < 0 || end <= start || end > len(text) {
		return text
	}
	return text[:start] + paint(true, colorMatch, text[start:end]) + text[end:]
}

// mark says so when an answer is not certain.
func mark(c resolve.Certainty) string {
	if c == resolve.Resolved {
		return ""
	}
	return "(" + c.String() + ")"
}
