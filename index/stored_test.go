package index_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"codeintel/index"
	"codeintel/index/indextest"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// everything is what a snapshot answers to all questions about all its symbols.
func everything(s *index.Snapshot) string {
	var b bytes.Buffer
	ask := func(id index.ID) {
		fmt.Fprintln(&b, id, s.Symbol(id), s.Name(id), s.Kind(id), s.Canonical(id))
		fmt.Fprintln(&b, s.Definitions(id), s.References(id), s.Callers(id), s.Callees(id), s.Implementations(id), s.Implemented(id))
		named := s.Named(s.Name(id))
		fmt.Fprintln(&b, named, s.Named(s.Symbol(id)))
		meanings := s.Meanings(s.Name(id))
		s.SortByUse(meanings)
		for _, m := range meanings {
			fmt.Fprintln(&b, m, s.TakenAs(m), s.FullName(m.ID))
		}
		for _, at := range s.DefinitionIDs(id) {
			fmt.Fprintln(&b, s.Location(at))
		}
		found, more := s.SearchSymbols(index.SymbolQuery{Name: s.Name(id), Limit: 3})
		place, ok := s.Place(id)
		fmt.Fprintln(&b, found, more, place, ok)
	}
	for doc, d := range s.Docs() {
		fmt.Fprintln(&b, d.Path, d.Size, d.Skipped, d.Failed, d.Lang != nil, d.Hash, s.Links(int32(doc)), s.Relations(int32(doc)))
		items, ok := s.Outline(d.Path)
		fmt.Fprintln(&b, items, ok, s.Related(int32(doc), 0, uint32(d.Size)))
		for _, item := range items {
			fmt.Fprintln(&b, s.Related(int32(doc), item.EncStart, item.EncEnd))
		}
		if d.Source == nil {
			continue
		}
		ask(index.ID{Doc: int32(doc), Def: resolve.ModuleDef})
		f := d.Facts()
		for i := range f.Defs {
			ask(index.ID{Doc: int32(doc), Def: lang.DefID(i)})
		}
		for i := range f.Refs {
			at, ok := s.SymbolAt(d.Path, f.Refs[i].Start)
			fmt.Fprintln(&b, at, ok)
		}
	}
	for i := range s.Externals() {
		ask(index.ID{Doc: resolve.External, Def: lang.DefID(i)})
	}
	fmt.Fprintln(&b, s.Externals(), s.Coverage())
	return b.String()
}

// A stored snapshot answers every question as it did before.
func TestStored(t *testing.T) {
	zoo, _ := zoo()
	for name, s := range map[string]*index.Snapshot{"zoo": zoo, "large": indextest.Large(3), "nothing": index.New(index.Input{})} {
		again, err := indextest.Reopen(s)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, want := everything(again), everything(s); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
		var a, b bytes.Buffer
		if err := errors.Join(s.Encode(&a), again.Encode(&b)); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: stored again it is another (%v)", name, err)
		}
	}
}

// What is found without facts is what Definitions finds.
func TestDefinitionIDs(t *testing.T) {
	zoo, _ := zoo()
	for _, s := range []*index.Snapshot{zoo, indextest.Large(3)} {
		for doc, d := range s.Docs() {
			if d.Source == nil {
				continue
			}
			for def := range len(d.Facts().Defs) {
				id := index.ID{Doc: int32(doc), Def: lang.DefID(def)}
				var got []index.Location
				for _, at := range s.DefinitionIDs(id) {
					got = append(got, s.Location(at))
				}
				want := s.Definitions(id)
				if !slices.Equal(got, want) {
					t.Errorf("%v: %v, want %v", id, got, want)
				}
				for _, l := range want {
					l.EncStart, l.EncEnd = 0, 0
					if got := s.NameOf(l.ID); got != l {
						t.Errorf("%v: its name is at %v, want %v", id, got, l)
					}
				}
			}
		}
	}
}

// What the names in a file mean, where they are uses of what other files define, is known
// without the facts of these: its kind, and the flags that editors show.
func TestUsesOfOtherFiles(t *testing.T) {
	r := &indextest.Repo{}
	flags := map[string]lang.DefFlags{
		"plain": 0, "exported": lang.Exported, "const": lang.Const, "static": lang.Static, "deprecated": lang.Deprecated, "abstract": lang.Abstract, "async": lang.Async,
		"all": lang.Exported | lang.Const | lang.Static | lang.Deprecated | lang.Abstract | lang.Async,
	}
	shown := flags["all"] &^ lang.Exported
	var names []string
	for name := range flags {
		names = append(names, name)
	}
	slices.Sort(names)
	text := strings.Join(names, " ")
	a, b := r.File("a.toy", text), r.File("b.toy", text)
	for _, name := range names {
		kind := lang.KindFunction
		if name == "all" {
			kind = lang.KindVariable
		}
		d := a.Def(name, 1, kind, symbol.Method, func(d *lang.Def) { d.Flags = flags[name] })
		b.Ref(name, 1, lang.Call, 0, a.ID(d))
	}
	made := r.Snapshot()
	var data bytes.Buffer
	if err := made.Encode(&data); err != nil {
		t.Fatal(err)
	}
	in := indextest.StoredLike(made, data.Bytes(), func(d *index.Doc, err error) { t.Errorf("%s: %v", d.Path, err) })
	content := in.Content
	in.Content = func(d *index.Doc) (*index.Content, error) {
		if d.Path == "a.toy" {
			t.Errorf("the facts of %s are read", d.Path)
		}
		return content(d)
	}
	again, err := index.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	tokens := again.Tokens(b.Doc, []byte(text))
	if len(tokens) != len(names) {
		t.Fatalf("%d of %d names are known", len(tokens), len(names))
	}
	for _, x := range tokens {
		name := text[x.Start:x.End]
		if want := flags[name] & shown; x.Flags != want || (x.Kind == lang.KindVariable) != (name == "all") {
			t.Errorf("%s is a %v with the flags %b, want %b", name, x.Kind, x.Flags, want)
		}
		at, _ := again.SymbolAt("b.toy", x.Start)
		if len(at.Symbols) != 1 || len(again.Occurrences(b.Doc, []index.ID{at.Symbols[0].ID})) != 1 {
			t.Errorf("%s is %v", name, at.Symbols)
		}
	}
}

// TestCache: what two snapshots share is read once, until it is dropped.
func TestCache(t *testing.T) {
	made, _ := zoo()
	var data bytes.Buffer
	if err := made.Encode(&data); err != nil {
		t.Fatal(err)
	}
	cache, reads := index.NewCache(), 0
	cache.Serve(0)
	open := func() *index.Snapshot {
		in := indextest.StoredLike(made, data.Bytes(), func(d *index.Doc, err error) { t.Errorf("%s: %v", d.Path, err) })
		content := in.Content
		in.Cache = cache
		in.Places = nil
		in.Content = func(d *index.Doc) (*index.Content, error) {
			reads++
			c, err := content(d)
			if err != nil {
				return nil, err
			}
			copied := *c // the one that was made stays in memory
			return &copied, nil
		}
		s, err := index.Open(in)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	a, b := open(), open()
	everything(a)
	everything(b)
	once := reads
	runtime.GC()
	if everything(a); reads != once {
		t.Errorf("%d contents are read again, though there is room for them", reads-once)
	}
	cache.Drop()
	runtime.GC()
	if everything(a); reads != once+once/2 {
		t.Errorf("%d contents are read again after the cache has dropped them, of %d", reads-once, once/2)
	}
}

// A content that is lost costs the answers from its file, and is told.
func TestLostContent(t *testing.T) {
	s, _ := zoo()
	var data bytes.Buffer
	if err := s.Encode(&data); err != nil {
		t.Fatal(err)
	}
	lost := map[string]int{}
	in := indextest.StoredLike(s, data.Bytes(), func(d *index.Doc, err error) { lost[d.Path]++ })
	in.Content = func(d *index.Doc) (*index.Content, error) { return nil, errors.New("gone") }
	again, err := index.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	everything(again)
	for _, d := range s.Docs() {
		if want := map[bool]int{true: 1}[d.Source != nil]; lost[d.Path] != want {
			t.Errorf("%s was told to be lost %d times", d.Path, lost[d.Path])
		}
	}
}

func FuzzOpen(f *testing.F) {
	s, _ := zoo()
	var data bytes.Buffer
	if err := s.Encode(&data); err != nil {
		f.Fatal(err)
	}
	f.Add(data.Bytes())
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		again, err := index.Open(indextest.StoredLike(s, data, func(*index.Doc, error) {}))
		if err == nil && len(again.Docs()) < 100 {
			everything(again)
		}
	})
}
