package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/workspace"
)

// How often each kind of question is asked in one process.
const (
	asked       = 600
	mixed       = 240
	warmEdits   = 60
	symbolLimit = 50
	mostUsed    = 50
)

// watching is a workspace of this process that watches its folder.
type watching struct {
	*workspace.Workspace
	dir  string
	stop func() error
}

// watch opens a folder and waits until it is watched. With graph it is indexed
// first; else only its text is of use.
func watch(ctx context.Context, dir string, graph bool) (*watching, error) {
	opts := workspace.Options{Env: workspace.SystemEnv()}
	if !graph {
		opts.Languages = []string{"toml"} // of which there is next to nothing
	}
	w, err := workspace.Open(dir, opts)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- w.Watch(ctx, workspace.WatchOptions{}) }()
	x := &watching{w, dir, func() error {
		cancel()
		return errors.Join(<-ended, w.Close())
	}}
	for !w.Watching().On {
		if err := w.Watching().Err; err != nil {
			return nil, errors.Join(err, x.stop())
		}
		if _, err := w.Sync(ctx); err != nil {
			return nil, errors.Join(err, x.stop())
		}
	}
	return x, nil
}

// series is how long each of several questions took.
type series []time.Duration

func (s *series) time(ask func() error) error {
	start := time.Now()
	err := ask()
	*s = append(*s, time.Since(start))
	return err
}

// rowPatience is how long the questions of a row may take together.
const rowPatience = 10 * time.Second

func (s series) enough() bool {
	var sum time.Duration
	for _, d := range s {
		sum += d
	}
	return sum > rowPatience
}

func (s series) cells() string {
	slices.Sort(s)
	at := func(share float64) string {
		return strings.TrimSpace(precise(s[min(len(s)-1, int(share*float64(len(s))))]))
	}
	return fmt.Sprintf("%d | %s | %s | %s", len(s), at(.5), at(.99), precise(s[len(s)-1]))
}

func precise(d time.Duration) string {
	if d < time.Millisecond {
		return fmt.Sprintf("%.3f", d.Seconds()*1000)
	}
	return fmt.Sprintf("%.1f", d.Seconds()*1000)
}

const warmColumns = "| question | asked | p50 ms | p99 ms | most ms |\n|---|---:|---:|---:|---:|\n"

// measureWarm measures questions to a process that watches its folder, which is
// indexed.
func measureWarm(ctx context.Context, dir string) (string, error) {
	w, err := watch(ctx, dir, true)
	if err != nil {
		return "", err
	}
	b := &strings.Builder{}
	err = w.measure(ctx, b)
	return b.String(), errors.Join(err, w.stop())
}

func (w *watching) measure(ctx context.Context, b *strings.Builder) error {
	fmt.Fprintf(b, "\nThe same folder in one process that watches it: wall times. Places and names are taken from all over its files. A name is searched for with a limit of %d. No row goes on for more than %d s. \"Most used\" are the %d symbols with the most references. After an edit the clock stops when an answer has it.\n\n%s", symbolLimit, int(rowPatience.Seconds()), mostUsed, warmColumns)
	row := func(what string, s series) { fmt.Fprintf(b, "| %s | %s |\n", what, s.cells()) }
	r := rand.New(rand.NewPCG(1, 1))
	s := w.Current().Snapshot
	places := samplePlaces(s, r, asked)
	if len(places) == 0 {
		return fmt.Errorf("%s: it has no references", w.dir)
	}
	runtime.GC()
	var definitions, references, most series
	uses := map[index.ID]int{}
	var ids []index.ID
	for _, p := range places {
		var id index.ID
		if err := definitions.time(func() error {
			at, ok := s.SymbolAt(s.Docs()[p.doc].Path, p.offset)
			if !ok || len(at.Symbols) == 0 {
				return fmt.Errorf("%s: nothing at byte %d", s.Docs()[p.doc].Path, p.offset)
			}
			id = at.Symbols[0].ID
			s.Definitions(id)
			return nil
		}); err != nil {
			return err
		}
		if ids = append(ids, id); definitions.enough() {
			break
		}
	}
	for _, id := range ids {
		if err := references.time(func() error {
			uses[id] = len(s.References(id))
			return nil
		}); err != nil {
			return err
		}
		if references.enough() {
			break
		}
	}
	row("definition of the name at a place", definitions)
	row("references to the name at a place", references)
	ids = ids[:0]
	for id := range uses {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b index.ID) int {
		return cmp.Or(cmp.Compare(uses[b], uses[a]), cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Def, b.Def))
	})
	for _, id := range ids[:min(mostUsed, len(ids))] {
		if err := most.time(func() error { s.References(id); return nil }); err != nil {
			return err
		}
		if most.enough() {
			break
		}
	}
	row(fmt.Sprintf("references to the most used (%d to %d of them)", uses[ids[min(mostUsed, len(ids))-1]], uses[ids[0]]), most)
	for _, k := range symbolQueries(sampleNames(s, r, asked)) {
		var all series
		for _, q := range k.names {
			if err := all.time(func() error {
				s.SearchSymbols(index.SymbolQuery{Name: q, Limit: symbolLimit})
				return nil
			}); err != nil {
				return err
			}
			if all.enough() {
				break
			}
		}
		row("symbols by "+k.what, all)
	}
	for _, k := range []struct {
		what string
		edit func(src []byte, at, n int) []byte
	}{
		{"in the body of a function", func(src []byte, at, n int) []byte {
			return slices.Concat(src[:at], fmt.Appendf(nil, "\n\t_ = %d\n", n), src[at:])
		}},
		{"in a comment", func(src []byte, at, n int) []byte {
			return slices.Concat(src[:at], fmt.Appendf(nil, " // edit %d\n", n), src[at:])
		}},
		{"a function added", func(src []byte, _, n int) []byte {
			return fmt.Appendf(src, "\nfunc %s() {}\n", addedFunction(n))
		}},
	} {
		all, err := w.edits(ctx, r, k.edit)
		if err != nil {
			return err
		}
		row("an edit: "+k.what, all)
	}
	return nil
}

func addedFunction(n int) string { return fmt.Sprintf("benchmarkAdded%d", n) }

// place is a reference that is linked.
type place struct {
	doc    int32
	offset uint32
}

// samplePlaces are references from all over the files, at most n.
func samplePlaces(s *index.Snapshot, r *rand.Rand, n int) []place {
	var out []place
	for tries := 0; len(out) < n && tries < 20*n; tries++ {
		doc := int32(r.IntN(len(s.Docs())))
		links := s.Links(doc)
		if s.Docs()[doc].Source == nil || len(links) == 0 {
			continue
		}
		l := &links[r.IntN(len(links))]
		if l.Certainty != resolve.Resolved {
			continue
		}
		out = append(out, place{doc, s.Docs()[doc].Facts().Refs[l.Ref].Start})
	}
	return out
}

// sampleNames are names of functions, methods and types, with what they lie in
// where they lie in a type.
func sampleNames(s *index.Snapshot, r *rand.Rand, n int) (out [][]string) {
	for tries := 0; len(out) < n && tries < 20*n; tries++ {
		d := s.Docs()[r.IntN(len(s.Docs()))]
		if d.Source == nil || len(d.Facts().Defs) == 0 {
			continue
		}
		f := d.Facts()
		def := &f.Defs[r.IntN(len(f.Defs))]
		name := f.Names[def.Name]
		if def.Flags&(lang.Local|lang.Binding) != 0 || len(name) < 4 {
			continue
		}
		names := []string{name}
		if def.Parent >= 0 {
			names = append([]string{f.Names[f.Defs[def.Parent].Name]}, name)
		}
		out = append(out, names)
	}
	return out
}

// queries are questions of one kind.
type queries struct {
	what  string
	names []string
}

// symbolQueries are ways to look for names.
func symbolQueries(names [][]string) []queries {
	out := []queries{{what: "their name"}, {what: "its beginning"}, {what: "one of its words"}, {what: "the beginnings of its words"}, {what: "a part of it"}, {what: "a qualified name"}, {what: "two letters"}, {what: "nothing that there is"}}
	for i, parts := range names {
		name := parts[len(parts)-1]
		runes := []rune(name)
		words := splitWords(name)
		initials := ""
		for _, w := range words {
			initials += string([]rune(w)[:1])
		}
		for k, q := range []string{
			name, string(runes[:(len(runes)+1)/2]), strings.ToLower(words[len(words)-1]), strings.ToLower(initials),
			strings.ToLower(string(runes[1 : 1+len(runes)*2/3])), strings.Join(parts, "."), strings.ToLower(string(runes[:2])), fmt.Sprintf("%szq%d", name, i),
		} {
			if k == 5 && len(parts) == 1 {
				continue
			}
			out[k].names = append(out[k].names, q)
		}
	}
	return out
}

// splitWords takes a name apart where a capital or a "_" begins a word.
func splitWords(name string) (words []string) {
	word := ""
	for _, r := range name {
		if (r == '_' || unicode.IsUpper(r)) && word != "" {
			words, word = append(words, word), ""
		}
		if r != '_' {
			word += string(r)
		}
	}
	if word != "" {
		words = append(words, word)
	}
	if len(words) == 0 {
		words = []string{name}
	}
	return words
}

// edits changes files, one after another, each behind the "{" with which the
// body of a function begins, and asks for the answer that has the change.
func (w *watching) edits(ctx context.Context, r *rand.Rand, edit func(src []byte, at, n int) []byte) (all series, err error) {
	for tries := 0; len(all) < warmEdits && !all.enough() && tries < 50*warmEdits; tries++ {
		s := w.Current().Snapshot
		d := s.Docs()[r.IntN(len(s.Docs()))]
		if d.Source == nil || d.Lang == nil || d.Lang.Name != "go" || strings.Contains(d.Path, "testdata") {
			continue
		}
		file := filepath.Join(w.dir, filepath.FromSlash(d.Path))
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		at := bytes.Index(src, []byte("\nfunc "))
		if at < 0 {
			continue
		}
		body := bytes.Index(src[at:], []byte(" {\n"))
		if body < 0 {
			continue
		}
		n := r.IntN(1 << 30)
		next := edit(src, at+body+2, n)
		added := bytes.Contains(next, []byte(addedFunction(n)))
		if err := all.time(func() error {
			if err := os.WriteFile(file, next, 0o666); err != nil {
				return err
			}
			found := 0
			_, fresh, err := w.Answer(ctx, func(s *workspace.State) []string {
				found = len(s.Snapshot.Named(addedFunction(n)))
				return []string{d.Path}
			})
			if err == nil && (len(fresh.Stale) > 0 || added && found == 0) {
				err = fmt.Errorf("%s: the answer does not have the edit: %s", d.Path, fresh.Why)
			}
			return err
		}); err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: it has no functions", w.dir)
	}
	return all, nil
}

// processCPU is the processor time that this process has used.
func processCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// text searches the text once, and counts lines.
func (w *watching) text(ctx context.Context, expression string) (s spent, err error) {
	start, cpu := time.Now(), processCPU()
	report, fresh, err := w.SearchText(ctx, workspace.TextQuery{Patterns: []string{expression}}, workspace.TextOptions{Spans: true, First: true}, func(f *workspace.TextFile) bool {
		s.lines += len(f.Lines)
		return true
	})
	if err == nil && !fresh.Complete {
		err = fmt.Errorf("%s: %s: %v", expression, fresh.Why, report.Failed)
	}
	s.wall, s.cpu = time.Since(start), processCPU()-cpu
	return s, err
}

// texts asks several times; the middle cost counts.
func (w *watching) texts(ctx context.Context, expression string) (spent, error) {
	var all []spent
	for range 5 {
		s, err := w.text(ctx, expression)
		if err != nil {
			return spent{}, err
		}
		if all = append(all, s); s.wall > patience {
			break
		}
	}
	slices.SortFunc(all, func(a, b spent) int { return cmp.Compare(a.wall, b.wall) })
	return all[len(all)/2], nil
}

// mixed searches for expressions of many kinds.
func (w *watching) mixed(ctx context.Context) (string, error) {
	expressions, err := w.expressions(mixed)
	if err != nil {
		return "", err
	}
	var all series
	for _, e := range expressions {
		s, err := w.text(ctx, e)
		if err != nil {
			return "", err
		}
		all = append(all, s.wall)
	}
	return fmt.Sprintf("\n%s| watching: expressions of twelve kinds, made of names of functions as often as files have them | %s |\n", warmColumns, all.cells()), nil
}

// calledPattern is what looks like the call of a method, or of what a package has.
var calledPattern = regexp.MustCompile(`\.[A-Za-z_]\w{3,}\(`)

// expressions are of twelve kinds, made of names of functions as often as the files
// have them.
func (w *watching) expressions(n int) ([]string, error) {
	r := rand.New(rand.NewPCG(2, 2))
	docs := w.Current().Snapshot.Docs()
	var words []string
	for tries := 0; len(words) < 3*n && tries < 100*n; tries++ {
		d := docs[r.IntN(len(docs))]
		src, err := os.ReadFile(filepath.Join(w.dir, filepath.FromSlash(d.Path)))
		if err != nil {
			return nil, err
		}
		if bytes.IndexByte(src, 0) >= 0 {
			continue
		}
		if found := calledPattern.FindAll(src, -1); len(found) > 0 {
			words = append(words, strings.Trim(string(found[r.IntN(len(found))]), ".("))
		}
	}
	if len(words) < 3*n {
		return nil, fmt.Errorf("%s: it has few calls", w.dir)
	}
	out := make([]string, n)
	for i := range out {
		a, b := words[3*i], words[3*i+1]
		out[i] = []string{
			a, a + `\(`, `\b` + a + `\b`, `(?i)` + a, `func .*` + a, a + `|` + b, a + `\.\w+\(`, `^\s*` + a, a + `.*` + b, a + `\w*\s*:?= `, `type \w*` + a, `"[^"]*` + a,
		}[i%12]
	}
	return out, nil
}
