package workspace

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/resolve"

	"golang.org/x/tools/txtar"
)

// begun is a workspace of which the first look has listed the files and is held
// until release is called. Times pass at once where passes says so, else never.
type begun struct {
	*Workspace
	p       *place
	release func()
}

func beginning(p *place, open func(Options) (*Workspace, error), opts Options, passes func(time.Duration) bool) *begun {
	p.t.Helper()
	hold := make(chan struct{})
	opts.Progress = func(p Progress) {
		if p.Phase == PhaseExtract {
			<-hold
		}
	}
	opts.after = func(d time.Duration) <-chan time.Time {
		c := make(chan time.Time, 1)
		if passes(d) {
			c <- time.Time{}
		}
		return c
	}
	w, err := open(opts)
	p.must(err)
	b := &begun{Workspace: w, p: p, release: sync.OnceFunc(func() { close(hold) })}
	p.t.Cleanup(func() {
		b.release()
		p.must(w.Close())
	})
	return b
}

func justGrace(d time.Duration) bool { return d == glimpseAfter }

func toyBeginning(p *place, passes func(time.Duration) bool) *begun {
	return beginning(p, func(o Options) (*Workspace, error) { return Open(p.dir, o) }, Options{Known: []*lang.Language{toy()}}, passes)
}

// definitions are where the symbols called name are defined, sorted: without those
// that left leaves out.
func definitions(s *State, name string, left func(*lang.Def) bool) (list, files []string) {
	for _, id := range s.Snapshot.Named(name) {
		for _, l := range s.Snapshot.Definitions(id) {
			d := s.Snapshot.Docs()[l.Doc]
			if left != nil && l.ID.Def >= 0 && left(&d.Facts().Defs[l.ID.Def]) {
				continue
			}
			list = append(list, fmt.Sprintf("%s:%d-%d %s", d.Path, l.Start, l.End, s.Snapshot.Symbol(l.ID)))
			files = append(files, d.Path)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), files
}

// define asks where name is defined.
func (b *begun) define(about About, name string) (list []string, s *State, f Freshness) {
	b.p.t.Helper()
	s, f, err := b.AnswerAbout(context.Background(), about, func(s *State) (files []string) {
		list, files = definitions(s, name, nil)
		return files
	})
	b.p.must(err)
	return list, s, f
}

// usesNamed are the uses of definitions of the repository called name: where, and
// what they mean how surely.
func usesNamed(s *State, name string) map[string]map[string]resolve.Certainty {
	out := map[string]map[string]resolve.Certainty{}
	docs := s.Snapshot.Docs()
	for i, d := range docs {
		if d.Source == nil {
			continue
		}
		for _, l := range s.Snapshot.Links(int32(i)) {
			r := &d.Facts().Refs[l.Ref]
			if l.Doc < 0 || l.Def < 0 {
				continue
			}
			def := &docs[l.Doc].Facts().Defs[l.Def]
			if def.Flags&(lang.Local|lang.Param|lang.Contextual) != 0 || docs[l.Doc].Facts().Name(def.Name) != name || d.Lang.Rules.Written(d.Facts().Name(r.Name)) != name {
				continue
			}
			at := fmt.Sprintf("%s:%d", d.Path, r.Start)
			if out[at] == nil {
				out[at] = map[string]resolve.Certainty{}
			}
			out[at][fmt.Sprintf("%s:%d", docs[l.Doc].Path, def.Start)] = l.Certainty
		}
	}
	return out
}

// What a glimpse says is defined is what the whole index says, for every third
// name of each fixture of all languages.
func TestGlimpseDefinitions(t *testing.T) {
	known := builtIn(t)
	paths, err := filepath.Glob("../../testdata/nav/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no fixtures", err)
	}
	asked := 0
	var right, other, nothing, missed int
	for _, fixture := range paths {
		p := &place{t, t.TempDir()}
		data, err := os.ReadFile(fixture)
		p.must(err)
		for _, f := range txtar.Parse(data).Files {
			p.write(f.Name, string(f.Data))
		}
		whole := known.scratch(t, p.dir)
		names := map[string]bool{}
		for doc, d := range whole.Snapshot.Docs() {
			f := d.Facts()
			if f == nil {
				continue
			}
			for i := range f.Defs {
				if f.Defs[i].Flags&lang.Local == 0 {
					names[whole.Snapshot.Name(index.ID{Doc: int32(doc), Def: lang.DefID(i)})] = true
				}
			}
		}
		delete(names, "")
		b := beginning(p, func(o Options) (*Workspace, error) { return known.open(t, p.dir, o), nil }, Options{}, justGrace)
		for n, name := range slices.Sorted(maps.Keys(names)) {
			if n%3 > 0 {
				continue
			}
			// What a key means depends on files that a glimpse has not.
			want, _ := definitions(whole, name, func(d *lang.Def) bool { return d.Flags&lang.Contextual != 0 })
			want = slices.DeleteFunc(want, func(d string) bool {
				path, _, _ := strings.Cut(d, ":")
				text, err := os.ReadFile(p.path(path))
				p.must(err)
				written := func(word string) bool { return strings.Contains(string(text), word) || stem(path) == word }
				words, _ := index.Words(name)
				return !slices.ContainsFunc(words, written)
			})
			got, s, fresh := b.define(About{Names: []string{name}}, name)
			got = slices.DeleteFunc(got, func(d string) bool { // a file that has only the name
				path, _, _ := strings.Cut(d, ":")
				return strings.HasSuffix("/"+path, "/"+name) && !slices.Contains(want, d)
			})
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s:\n%s\nwant\n%s", filepath.Base(fixture), name, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if s.Generation != 0 || fresh.Complete || len(fresh.Stale) > 0 || !strings.Contains(fresh.Why, "for the first time") {
				t.Fatalf("%s: generation %d: %+v", filepath.Base(fixture), s.Generation, fresh)
			}
			asked++
			was, is := usesNamed(whole, name), usesNamed(s, name)
			for at, links := range is {
				for to, certainty := range links {
					_, same := was[at][to]
					switch {
					case same:
						right++
					case certainty == resolve.Resolved:
						t.Errorf("%s: %s: %s: resolved to %s, want %v", filepath.Base(fixture), name, at, to, was[at])
					case len(was[at]) > 0:
						other++
					default:
						nothing++
					}
				}
			}
			for at, links := range was {
				if len(links) > 0 && len(is[at]) == 0 {
					missed++
				}
			}
		}
		b.release()
	}
	t.Logf("%d names; possible uses: %d right, %d mean another, %d nothing known; %d missed", asked, right, other, nothing, missed)
	// What frameworks name in texts is written in other ways than its name.
	if right < 5*other || right < 4*missed {
		t.Errorf("of the possible uses %d are right, %d mean another, %d are missed", right, other, missed)
	}
	if asked < 300 {
		t.Errorf("%d names are too few to mean something", asked)
	}
}

// What a question reads is bounded, and what it has not looked at is said. What
// looks like a definition is read first.
func TestGlimpseBounds(t *testing.T) {
	p := &place{t, t.TempDir()}
	const files = 3 * glimpseFiles
	for i := range files {
		p.write(fmt.Sprintf("d%d/f%03d.toy", i%7, i), "word other")
	}
	p.write("z/last.toy", "none def word")
	p.write("z/part.toy", "def words")
	b := toyBeginning(p, justGrace)
	list, s, fresh := b.define(About{Names: []string{"word"}}, "word")
	if len(list) != 1 || !strings.HasPrefix(list[0], "z/last.toy:9-13 ") {
		t.Errorf("definitions %q", list)
	}
	facts := 0
	for _, d := range s.Snapshot.Docs() {
		switch {
		case d.Source != nil:
			facts++
		case d.Skipped != SkipPending && d.Lang != nil:
			t.Errorf("%s: %q", d.Path, d.Skipped)
		}
	}
	if facts != glimpseFiles || s.Report.Indexed != facts {
		t.Errorf("%d files were read, %d are told", facts, s.Report.Indexed)
	}
	if want := fmt.Sprintf("from %d files naming what it asks for, and %d more are not read yet", glimpseFiles, files+1-glimpseFiles); !strings.Contains(fresh.Why, want) {
		t.Errorf("why: %s", fresh.Why)
	}

	// Parts of words only where there is nothing better.
	if list, s, _ := b.define(About{Names: []string{"ord"}}, "none"); len(list) != 0 || s.Report.Indexed != glimpseFiles {
		t.Errorf("%d files for a part of a word, %q", s.Report.Indexed, list)
	}
	if list, s, _ := b.define(About{Names: []string{"the"}}, "other"); len(list) != 0 || s.Report.Indexed != glimpseFiles {
		t.Errorf("%d files for a part of a word, %q", s.Report.Indexed, list)
	}
	// Paths without names.
	if _, s, _ := b.define(About{Paths: []string{"z"}}, "word"); s.Report.Indexed != 2 {
		t.Errorf("%d files of a folder", s.Report.Indexed)
	}
	// With names a path says where to begin.
	if _, s, _ := b.define(About{Names: []string{"other"}, Paths: []string{"d6"}}, "word"); s.Report.Indexed != glimpseFiles {
		t.Errorf("%d files with a path", s.Report.Indexed)
	} else if n, _ := s.Snapshot.Doc("d6/f006.toy"); s.Snapshot.Docs()[n].Source == nil {
		t.Error("the files of the path are not those that were read first")
	}
	if _, _, fresh := b.define(About{Names: []string{"nowhere"}}, "nowhere"); !strings.Contains(fresh.Why, "from 0 files") {
		t.Errorf("why: %s", fresh.Why)
	}
}

// When the time is over there is an answer of what was found so far, and it says
// so. What looks like a definition is read nevertheless.
func TestGlimpseTime(t *testing.T) {
	p := &place{t, t.TempDir()}
	for i := range 50 {
		p.write(fmt.Sprintf("f%03d.toy", i), "word")
	}
	b := toyBeginning(p, func(d time.Duration) bool { return d == glimpseAfter || d == glimpseLimit })
	list, _, fresh := b.define(About{Names: []string{"word"}}, "word")
	if len(list) != 0 || !strings.Contains(fresh.Why, "searched of 50") && !strings.Contains(fresh.Why, "from 50 files") {
		t.Errorf("%q, why: %s", list, fresh.Why)
	}
	for i := range 50 {
		p.write(fmt.Sprintf("f%03d.toy", i), "word def word")
	}
	b = toyBeginning(p, func(d time.Duration) bool { return d == glimpseAfter || d == glimpseRead })
	if list, _, _ := b.define(About{Names: []string{"word"}}, "word"); len(list) != 50 {
		t.Errorf("%d definitions were read", len(list))
	}
}

// What a question needs is extracted once, whoever comes first.
func TestGlimpseShares(t *testing.T) {
	p := &place{t, t.TempDir()}
	for i := range 40 {
		p.write(fmt.Sprintf("f%03d.toy", i), fmt.Sprint("def word", i%20, " ", i))
	}
	opts, n := counting()
	b := beginning(p, func(o Options) (*Workspace, error) { return Open(p.dir, o) }, opts, justGrace)
	for i := range 20 {
		name := fmt.Sprint("word", i)
		if list, s, fresh := b.define(About{Names: []string{name}}, name); len(list) != 2 {
			d := s.Snapshot.Docs()[20+i]
			t.Errorf("%s: %q, %s %v %q %q, %+v", name, list, d.Path, d.Source != nil, d.Failed, d.Skipped, fresh)
		}
	}
	b.release()
	if _, err := b.Sync(context.Background()); err != nil {
		t.Fatal(err)
	}
	// The goroutines of the look may have begun with a file that a question extracts
	// meanwhile. If nothing were shared, it would be 80.
	if got := n.Load(); got < 40 || got >= 60 {
		t.Errorf("%d extractions of 40 files", got)
	}
}

// An answer of a glimpse is from files as they are.
func TestGlimpseEdits(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	p.write("b.toy", "x x x")
	p.write("gone.toy", "x def x")
	b := toyBeginning(p, justGrace)
	b.define(About{Names: []string{"x"}}, "x") // the files are listed
	p.write("b.toy", "def x def y")
	p.remove("gone.toy")
	list, _, fresh := b.define(About{Names: []string{"x"}}, "x")
	if len(list) != 2 || !strings.HasPrefix(list[1], "b.toy:4-5 ") || len(fresh.Stale) > 0 {
		t.Errorf("after an edit: %q %+v", list, fresh)
	}
	ask := func(also func(n int)) (list []string, n int, fresh Freshness) {
		_, fresh, err := b.AnswerAbout(context.Background(), About{Names: []string{"x"}}, func(s *State) (files []string) {
			n++
			list, files = definitions(s, "x", nil)
			also(n)
			return files
		})
		p.must(err)
		return list, n, fresh
	}
	list, n, fresh := ask(func(n int) {
		if n == 1 {
			p.write("b.toy", "y y def x")
		}
	})
	if n != 2 || len(list) != 2 || !strings.HasPrefix(list[1], "b.toy:8-9 ") || len(fresh.Stale) > 0 {
		t.Errorf("an edit meanwhile: asked %d times, %q %+v", n, list, fresh)
	}
	_, n, fresh = ask(func(n int) { p.write("a.toy", "def x"+strings.Repeat(" ", n)) })
	if n != maxAsked || !slices.Equal(fresh.Stale, []string{"a.toy"}) || fresh.Behind != 1 || !strings.Contains(fresh.Why, "1 file of the answer changed meanwhile") {
		t.Errorf("edits without end: asked %d times, %+v", n, fresh)
	}
	// When the index is there by then, that is asked.
	state, fresh, err := b.AnswerAbout(context.Background(), About{Names: []string{"x"}}, func(s *State) []string {
		if s.Generation == 0 {
			b.release()
			_, err := b.Sync(context.Background())
			p.must(err)
		}
		return nil
	})
	if err != nil || state.Generation == 0 || !fresh.Complete {
		t.Errorf("with an index: generation %d, %+v, %v", state.Generation, fresh, err)
	}
}

// Odd repositories have answers too.
func TestGlimpseOdd(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("notes.txt", "x")
	b := toyBeginning(p, justGrace)
	if list, s, fresh := b.define(About{Names: []string{"x"}}, "x"); s.Generation == 0 && (len(list) > 0 || fresh.Complete) {
		t.Errorf("without files: %q %+v", list, fresh)
	}
	b.release()

	p = &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	p.write("gone.toy", "def x")
	p.write("hidden.toy", "def x panic")
	p.write("binary.toy", "def x \x00")
	b = toyBeginning(p, justGrace)
	b.define(About{Names: []string{"x"}}, "x")
	p.remove("gone.toy")
	for _, about := range []About{{Names: []string{"x"}}, {Paths: []string{"."}}, {Paths: []string{"a.toy", "gone.toy", "hidden.toy", "none/at/all", "binary.toy"}}} {
		list, s, fresh := b.define(about, "x")
		if len(list) != 1 || !strings.HasPrefix(list[0], "a.toy:4-5 ") {
			t.Errorf("%v: %q %+v", about, list, fresh)
		}
		for path, why := range map[string]string{"hidden.toy": "internal defect", "binary.toy": SkipBinary} {
			n, _ := s.Snapshot.Doc(path)
			if d := s.Snapshot.Docs()[n]; d.Source != nil || !strings.Contains(d.Failed+d.Skipped, why) {
				t.Errorf("%v: %s: %q %q", about, path, d.Failed, d.Skipped)
			}
		}
	}
	// Names that are no words.
	for _, name := range []string{"", " ", "\x00", "::", "x\n", "scip-go gomod a . `b`/x().", strings.Repeat("a.", 10000)} {
		b.define(About{Names: []string{name}}, name)
	}
}

// Questions end when nobody waits for them any more, and when the workspace is
// closed.
func TestGlimpseEnds(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	opts := Options{Known: []*lang.Language{toy()}}
	extract := opts.Known[0].Extract
	type beganKey struct{} // of what is closed when a question has come to the slow file
	opts.Known[0].Extract = func(ctx context.Context, tp *ts.Parser, in lang.Input) (*lang.Facts, error) {
		if in.Path == "slow.toy" {
			if began, ok := ctx.Value(beganKey{}).(chan struct{}); ok {
				close(began)
			}
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return extract(ctx, tp, in)
	}
	p.write("slow.toy", "def y")
	b := beginning(p, func(o Options) (*Workspace, error) { return Open(p.dir, o) }, opts, justGrace)
	asking := func() (context.Context, <-chan struct{}) {
		began := make(chan struct{})
		return context.WithValue(context.Background(), beganKey{}, began), began
	}
	ctx, began := asking()
	ctx, cancel := context.WithCancel(ctx)
	go func(began <-chan struct{}) {
		<-began
		cancel()
	}(began)
	if _, _, err := b.AnswerAbout(ctx, About{Names: []string{"y"}}, func(*State) []string { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled question: %v", err)
	}
	if b.Progress().Phase == "" {
		t.Error("there is no progress")
	}
	closed := make(chan error, 1)
	ctx, began = asking()
	go func(began <-chan struct{}) {
		<-began
		closed <- b.Close()
	}(began)
	if _, _, err := b.AnswerAbout(ctx, About{Names: []string{"y"}}, func(*State) []string { return nil }); !errors.Is(err, ErrClosed) {
		t.Errorf("a question while the workspace is closed: %v", err)
	}
	b.release() // what runs ends by itself
	p.must(<-closed)
	if _, _, err := b.AnswerAbout(context.Background(), About{Names: []string{"x"}}, func(*State) []string { return nil }); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	if p := b.Progress(); p.Phase != "" {
		t.Errorf("progress %q when nothing runs", p)
	}
}

// Where there is an index, or nothing that a question is about, AnswerAbout is
// Answer.
func TestAnswerAboutIndexed(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	s := steer(t, p, "{}")
	for _, about := range []About{{}, {Names: []string{"x"}}} {
		state, fresh, err := s.AnswerAbout(context.Background(), about, func(*State) []string { return nil })
		if err != nil || !fresh.Complete || state.Generation != 1 {
			t.Errorf("%v: %+v, %v", about, fresh, err)
		}
	}
	p.must(s.Close())
	p.write(ConfigFile, "{")
	s = steer(t, p, "{")
	if _, _, err := s.AnswerAbout(context.Background(), About{Names: []string{"none"}}, func(*State) []string { return nil }); s.Current() == nil && err == nil {
		t.Error("a broken configuration is no error")
	}
}

// A question about a place is about what is named there.
func TestGlimpsePlaces(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "one\n  other word\n")
	p.write("b.toy", "def word")
	p.write("c.toy", "def other")
	b := toyBeginning(p, justGrace)
	for _, x := range []struct {
		at   Place
		want string // the files that are read
	}{
		{Place{"a.toy", 2, 9}, "a.toy b.toy"},
		{Place{"a.toy", 2, 13}, "a.toy b.toy"},
		{Place{"a.toy", 2, 3}, "a.toy c.toy"},
		{Place{"a.toy", 2, 1}, "a.toy"},
		{Place{"a.toy", 2, 14}, "a.toy"},
		{Place{"a.toy", 3, 1}, "a.toy"},
		{Place{"a.toy", 9, 1}, "a.toy"},
		{Place{"a.toy", 0, -1}, "a.toy"},
		{Place{"none.toy", 1, 1}, ""},
	} {
		_, s, _ := b.define(About{Places: []Place{x.at}}, "word")
		var read []string
		for _, d := range s.Snapshot.Docs() {
			if d.Source != nil {
				read = append(read, d.Path)
			}
		}
		if got := strings.Join(read, " "); got != x.want {
			t.Errorf("%v: %q, want %q", x.at, got, x.want)
		}
	}
}

func TestRankIn(t *testing.T) {
	for text, want := range map[string]rank{
		"":                                   rankNone,
		"swords":                             rankPart,
		"(words) word()":                     rankUsed,
		"x := word(1)":                       rankUsed,
		"x.word = 1":                         rankUsed,
		"return word":                        rankUsed,
		"// the word\nx = word":              rankUsed,
		" * func word":                       rankUsed,
		"word = 1":                           rankLine,
		"\tword(a) {":                        rankLine,
		"static int word(int a);":            rankNamed,
		"static int word(int a, f(b))\n{":    rankSays,
		"public <T> T word() throws E {":     rankSays,
		"if (a word(b), c) {":                rankNamed,
		"struct word *p;":                    rankUsed,
		"struct word\n{":                     rankSays,
		"enum word : int":                    rankSays,
		"static int word(":                   rankNamed,
		"char **word;":                       rankNamed,
		"List<String> word":                  rankNamed,
		"func word(":                         rankSays,
		"func (s *State) word(":              rankSays,
		"class word:":                        rankSays,
		"x word\n\n  def word":               rankSays,
		"#define word 1":                     rankSays,
		"public const $word":                 rankSays,
		strings.Repeat(" ", 999) + "word = ": rankLine,
	} {
		if got := rankIn([]byte(text), []byte("word")); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func FuzzRankIn(f *testing.F) {
	f.Add([]byte("func (s *T) word("), []byte("word"))
	f.Add([]byte("\n\xffé word=1"), []byte("é"))
	f.Fuzz(func(t *testing.T, text, word []byte) {
		if len(word) == 0 {
			return
		}
		if got := rankIn(text, word); (got == rankNone) == strings.Contains(string(text), string(word)) {
			t.Errorf("rank %d", got)
		}
		if w := wordAt(text, len(word), 1+len(text)/2); !strings.Contains(string(text), w) {
			t.Errorf("word %q", w)
		}
	})
}
