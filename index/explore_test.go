package index_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"codeintel/index"
	"codeintel/index/indextest"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/workspace"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the answers in testdata/explore")

// TestExplore asks the questions of testdata/explore: of the repository as it is
// indexed first, as it is kept, and as it is after all of its files but one have
// changed, come or gone.
func TestExplore(t *testing.T) {
	archives, err := filepath.Glob("../testdata/explore/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives (%v)", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			texts := map[string][]byte{}
			for _, f := range archive.Files {
				if !strings.HasPrefix(f.Name, "? ") {
					texts[f.Name] = f.Data
				}
			}
			put := func(path string, data []byte) {
				p := filepath.Join(dir, filepath.FromSlash(path))
				if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(p, data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			w, err := workspace.Open(dir, workspace.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			snapshot := func() *index.Snapshot {
				state, err := w.Sync(context.Background())
				if err != nil || len(state.Report.Failed) > 0 {
					t.Fatal(err, state.Report.Failed)
				}
				return state.Snapshot
			}
			n := 0
			for path, data := range texts {
				switch n++; n % 3 {
				case 0:
					put(path, data)
				case 1:
					put(path, append([]byte("\n"), data...))
				}
			}
			put("gone.go", []byte("package gone\n\nfunc Gone() {}\n"))
			snapshot()
			for path, data := range texts {
				put(path, data)
			}
			if err := os.Remove(filepath.Join(dir, "gone.go")); err != nil {
				t.Fatal(err)
			}
			layered := snapshot()
			fresh, _, err := workspace.Index(context.Background(), dir, workspace.Options{})
			if err != nil {
				t.Fatal(err)
			}
			stored, err := indextest.Reopen(fresh)
			if err != nil {
				t.Fatal(err)
			}
			checkCalls(t, fresh, 1)
			for _, s := range []*index.Snapshot{fresh, stored, layered} {
				checkUses(t, s)
			}
			changed := false
			for i := range archive.Files {
				f := &archive.Files[i]
				question, ok := strings.CutPrefix(f.Name, "? ")
				if !ok {
					continue
				}
				want := string(f.Data)
				got := (&explorer{t, fresh, texts}).answer(question)
				if got != want {
					if *update {
						f.Data, changed = []byte(got), true
					} else {
						t.Errorf("%s: got\n%s\nwant\n%s(-update rewrites it)", question, got, want)
					}
				}
				for how, s := range map[string]*index.Snapshot{"stored": stored, "with layers": layered} {
					if other := (&explorer{t, s, texts}).answer(question); other != got {
						t.Errorf("%s, %s: got\n%s\nwant\n%s", question, how, other, got)
					}
				}
			}
			if changed {
				if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// checkLimits checks that a list of callers that is cut is the beginning of the whole
// one, and says how many more there may be.
func checkLimits(t *testing.T, s *index.Snapshot, id index.ID) {
	t.Helper()
	var mu sync.Mutex
	found := map[index.ID]bool{}
	whole := s.CallTree(index.CallQuery{ID: id, Found: func(id index.ID) {
		mu.Lock()
		defer mu.Unlock()
		found[id] = true
	}}).Nodes
	if len(found) != max(len(whole)-1, 0) || slices.ContainsFunc(whole[min(1, len(whole)):], func(n index.CallNode) bool { return !found[n.ID] }) {
		t.Errorf("callers of %s: told of %v, the nodes are %+v", s.Symbol(id), found, whole)
	}
	for limit := 1; limit < len(whole); limit++ {
		part := s.CallTree(index.CallQuery{ID: id, Limit: limit})
		rest := len(whole) - len(part.Nodes)
		if len(part.Nodes) != limit+1 || !reflect.DeepEqual(part.Nodes[1:], whole[1:limit+1]) || part.Dropped > rest || part.Dropped+part.Unread < rest || (part.Nodes[0].Children < 0) != (part.Unread > 0) {
			t.Errorf("callers of %s, %d of %d: %d dropped, %d unread: %+v", s.Symbol(id), limit, len(whole)-1, part.Dropped, part.Unread, part.Nodes)
		}
	}
}

// checkUses checks how often each file is used, by all links.
func checkUses(t *testing.T, s *index.Snapshot) {
	t.Helper()
	want := make([]int, len(s.Docs()))
	for doc, d := range s.Docs() {
		if d.Source == nil {
			continue
		}
		for _, l := range s.Links(int32(doc)) {
			id := s.Canonical(index.ID{Doc: l.Doc, Def: l.Def})
			if symbol := s.Symbol(id); id.Doc >= 0 && (id.Def == resolve.ModuleDef || symbol != "" && !strings.HasPrefix(symbol, "local ")) {
				want[id.Doc]++
			}
		}
	}
	for doc, d := range s.Docs() {
		if n := s.UsesOf(int32(doc)); n != want[doc] {
			t.Errorf("%s is used %d times, want %d", d.Path, n, want[doc])
		}
	}
}

// checkCalls checks of each definition, or each so-manieth, that it is a caller of
// what it calls, at the same places.
func checkCalls(t *testing.T, s *index.Snapshot, each int) (calls int) {
	t.Helper()
	n := 0
	for doc, d := range s.Docs() {
		if d.Source == nil {
			continue
		}
		for def := resolve.ModuleDef; int(def) < len(d.Facts().Defs); def++ {
			id := index.ID{Doc: int32(doc), Def: def}
			if n++; n%each != 0 || s.Canonical(id) != id || s.Symbol(id) == "" {
				continue
			}
			for _, call := range s.Callees(id) {
				callers := s.Callers(call.ID)
				for _, site := range call.Sites {
					calls++
					if !slices.ContainsFunc(callers, func(c index.Call) bool {
						return (c.ID == id || s.Symbol(c.ID) == s.Symbol(id) || s.Kind(id) == lang.KindClass) && slices.ContainsFunc(c.Sites, func(r index.Reference) bool { return r.Doc == site.Doc && r.Ref == site.Ref })
					}) {
						t.Errorf("%s calls %s at %s, and is no caller of it", s.Symbol(id), s.Symbol(call.ID), at(s, site.Doc, site.Start))
					}
				}
			}
			checkLimits(t, s, id)
			for _, call := range s.Callers(id) {
				if !slices.ContainsFunc(s.Callees(call.ID), func(c index.Call) bool {
					return c.ID == id || s.Symbol(c.ID) == s.Symbol(id) || s.Kind(id) == lang.KindClass
				}) {
					t.Errorf("%s is a caller of %s, and does not call it", s.Symbol(call.ID), s.Symbol(id))
				}
			}
		}
	}
	return calls
}

// explorer answers questions as text.
type explorer struct {
	t     *testing.T
	s     *index.Snapshot
	texts map[string][]byte
}

// answer to one of the questions
//
//	callers DEPTH LIMIT NAME    CallTree; callees is the other direction, and
//	                            dispatch before it follows methods
//	function FILE LINE          FunctionAt
//	folder PATH                 Folder
//	files WORDS, glob GLOB      SearchFiles
//	rank QUESTION               Rank
//	passages QUESTION           SearchPassages
//	pack STYLE FORMAT TOKENS    Pack
func (e *explorer) answer(question string) string {
	question, dispatch := strings.CutPrefix(question, "dispatch ")
	verb, rest, _ := strings.Cut(question, " ")
	args := strings.Fields(rest)
	number := func(i int) int {
		n, err := strconv.Atoi(args[i])
		if err != nil {
			e.t.Fatalf("%s: %v", question, err)
		}
		return n
	}
	var b strings.Builder
	switch verb {
	case "callers", "callees":
		q := index.CallQuery{Depth: number(0), Limit: number(1), Dispatch: dispatch}
		if verb == "callees" {
			q.Direction = index.Outgoing
		}
		ids := e.s.Named(args[2])
		if len(ids) == 0 {
			e.t.Fatalf("%s: nothing is called so", question)
		}
		q.ID = ids[0]
		e.callTree(&b, e.s.CallTree(q))
	case "function":
		doc, ok := e.s.Doc(args[0])
		if !ok {
			e.t.Fatalf("%s: no such file", question)
		}
		e.function(&b, e.s.FunctionAt(doc, uint32(number(1)-1), e.texts[args[0]]))
	case "folder":
		folder, ok := e.s.Folder(index.FolderQuery{Path: rest, Limit: 4})
		if !ok {
			return "no such folder\n"
		}
		e.folder(&b, folder)
	case "files":
		e.files(&b, index.FileQuery{Name: rest})
	case "rank":
		found, total := e.s.Rank(index.RankQuery{Text: rest, Limit: 6})
		fmt.Fprintf(&b, "%d\n", total)
		for _, r := range found {
			fmt.Fprintf(&b, "%.3f keyword %.2f definition %.2f reference %.2f %s\n", r.Score, r.Keyword, r.Definition, r.Reference, e.name(r.ID))
		}
	case "pack":
		q := index.PackQuery{
			Style:  map[string]index.PackStyle{"tree": index.PackTree, "signatures": index.PackSignatures, "full": index.PackFull}[args[0]],
			Format: map[string]index.PackFormat{"markdown": index.PackMarkdown, "xml": index.PackXML, "json": index.PackJSON}[args[1]],
			Tokens: number(2), Text: e.text,
		}
		p := e.s.Pack(q)
		b.WriteString(p.Text)
		fmt.Fprintf(&b, "files %d dropped %d, signatures %d dropped %d, bodies %d dropped %d, secrets %q, unread %q\n",
			p.Files, p.DroppedFiles, p.Signatures, p.DroppedSignatures, p.Bodies, p.DroppedBodies, p.Secrets, p.Unread)
	case "passages":
		found, total := e.s.SearchPassages(index.PassageQuery{Text: rest, Limit: 4})
		fmt.Fprintf(&b, "%d\n", total)
		for _, p := range found {
			fmt.Fprintf(&b, "%.3f name %.2f path %.2f signature %.2f documentation %.2f code %.2f %s lines %d-%d\n",
				p.Score, p.Parts.Name, p.Parts.Path, p.Parts.Signature, p.Parts.Documentation, p.Parts.Code, e.name(p.ID), p.First+1, p.Last+1)
		}
	case "glob":
		match, err := workspace.PathFilter("", []string{rest}, nil, nil)
		if err != nil {
			e.t.Fatal(err)
		}
		e.files(&b, index.FileQuery{Match: match})
	default:
		e.t.Fatalf("%s: there is no such question", question)
	}
	return b.String()
}

func (e *explorer) text(doc int32) ([]byte, bool) {
	text, ok := e.texts[e.s.Docs()[doc].Path]
	return text, ok
}

// name is a symbol with its kind and where it is.
func (e *explorer) name(id index.ID) string {
	l, ok := e.s.Place(id)
	if !ok {
		return fmt.Sprintf("%s %s (external)", e.s.Kind(id), e.s.Name(id))
	}
	return fmt.Sprintf("%s %s %s", e.s.Kind(id), e.s.Name(id), at(e.s, l.Doc, l.Start))
}

func (e *explorer) callTree(b *strings.Builder, tree index.CallTree) {
	// Printed in the order of a walk, though it comes level by level.
	var walk func(i int)
	walk = func(i int) {
		n := tree.Nodes[i]
		fmt.Fprintf(b, "%s%s", strings.Repeat("  ", n.Depth), e.name(n.ID))
		for _, r := range n.Sites {
			fmt.Fprintf(b, " <%s>", at(e.s, r.Doc, r.Start))
		}
		if n.Certainty != resolve.Resolved {
			fmt.Fprintf(b, " %s", n.Certainty)
		}
		if n.Virtual {
			fmt.Fprintf(b, " via %s", e.name(n.Via))
		}
		switch {
		case n.Cycle:
			b.WriteString(" (cycle)")
		case n.Same >= 0:
			b.WriteString(" (above)")
		case n.Children < 0:
			b.WriteString(" …")
		}
		b.WriteString("\n")
		for j := i + 1; j < len(tree.Nodes); j++ {
			if tree.Nodes[j].Parent == i {
				walk(j)
			}
		}
	}
	if len(tree.Nodes) > 0 {
		walk(0)
	}
	if tree.Dropped > 0 {
		fmt.Fprintf(b, "dropped %d\n", tree.Dropped)
	}
	if tree.Unread > 0 {
		fmt.Fprintf(b, "unread %d\n", tree.Unread)
	}
}

func (e *explorer) function(b *strings.Builder, a index.Around) {
	extent := func(what string, x *index.Extent) {
		if x != nil {
			fmt.Fprintf(b, "%s %s %s lines %d-%d code from %d\n", what, x.Kind, x.Name, x.First+1, x.Last+1, x.Code+1)
		}
	}
	for i := range a.Containers {
		extent("in", &a.Containers[i])
	}
	extent("at", a.Function)
	extent("behind", a.Before)
	extent("before", a.After)
}

func (e *explorer) folder(b *strings.Builder, x *index.Folder) {
	size := func(s index.FolderSize) string {
		return fmt.Sprintf("%d files, %d lines, %d bytes, %d symbols", s.Files, s.Lines, s.Bytes, s.Symbols)
	}
	fmt.Fprintf(b, "%q: %s; %d skipped, %d failed\n", x.Path, size(x.FolderSize), x.Skipped, x.Failed)
	for _, l := range x.Languages {
		fmt.Fprintf(b, "language %s: %s\n", l.Language, size(l.FolderSize))
	}
	for _, k := range x.Kinds {
		fmt.Fprintf(b, "kind %s: %d\n", k.Kind, k.Count)
	}
	fmt.Fprintf(b, "totals %+v\n", x.Total)
	for _, id := range x.Entries {
		fmt.Fprintf(b, "entry %s\n", e.name(id))
	}
	used := func(what string, list []index.Used) {
		for _, u := range list {
			fmt.Fprintf(b, "%s %s: %d\n", what, e.name(u.ID), u.References)
		}
	}
	used("api", x.API)
	used("referenced", x.Referenced)
	neighbours := func(what string, list []index.Neighbour) {
		for _, n := range list {
			fmt.Fprintf(b, "%s %s%s: %d in %d files\n", what, n.Folder, n.Package, n.Links, n.Files)
		}
	}
	neighbours("uses", x.Uses)
	neighbours("used by", x.UsedBy)
	for _, sub := range x.Folders {
		fmt.Fprintf(b, "folder %s: %s\n", sub.Name, size(sub.FolderSize))
	}
}

func (e *explorer) files(b *strings.Builder, q index.FileQuery) {
	for _, m := range e.s.SearchFiles(q) {
		i := e.s.FileInfo(m.Doc)
		fmt.Fprintf(b, "%s %s %d bytes %d lines test=%v generated=%v %q\n", i.Path, i.Language, i.Size, i.Lines, i.Test, i.Generated, i.NotIndexed)
	}
}
