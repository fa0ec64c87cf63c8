package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"go/scanner"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"codeintel/cmd/internal/agents"
	"codeintel/cmd/internal/corpus"
)

const (
	// goplsVersion is the version of gopls that is measured beside.
	goplsVersion = "v0.23.0"
	// lspSeed is that of the places that are asked about.
	lspSeed = 20261122
	// How many names are asked about, in how many files each; and of them, while
	// there is typing.
	lspNames, lspNamesPerFile, lspNamesTyping = 320, 2, 40
	// lspKeystrokes is how many there are in each file that is typed in.
	lspKeystrokes = 20
	// lspTyping is the time from one key to the next of who types meanwhile.
	lspTyping = 100 * time.Millisecond
	// How long a server is asked while there is typing, and is given to keep up with
	// keystrokes: what it has not answered by then is counted.
	lspTypingAtMost, lspKeystrokesAtMost = 2 * time.Minute, 2 * time.Minute
)

// lspGoals are how long an answer may take, at the 99th percentile.
var lspGoals = map[string]time.Duration{
	"definition": 2 * time.Millisecond, "references": 10 * time.Millisecond, "workspace/symbol": 10 * time.Millisecond,
	keystrokeLocal: 30 * time.Millisecond, keystrokeGlobal: 30 * time.Millisecond,
}

const (
	keystrokeLocal  = "key in a local name, definition of its use"
	keystrokeGlobal = "key in a function's name, definition of its use"
)

// spot is a name in a file.
type spot struct {
	path, name string
	position
}

// lspServer is a language server that is measured.
type lspServer struct {
	name string
	e    *editor
	took map[string][]time.Duration // by request, of the run at hand
	// errors counts the refusals.
	errors map[string]int
	// answers to definition and references, by the number of the spot.
	definitions, references [][]span
	asked                   int // how many spots were asked about to the end, with both
	// late says what was not answered in time, or at all.
	late []string
	// again starts a rival that has ended by itself once more; nil for ours, which must
	// not.
	again func(ctx context.Context) (*editor, error)
	// deadly are requests in which it has ended: it is not asked them any more.
	deadly map[string]bool
	// ended: it has ended by itself, and could not be started again.
	ended bool
}

// unless does a part of the measurement, unless the server has ended by itself before. A
// rival that does so in it is started again for the next part, and that is noted.
func (s *lspServer) unless(ctx context.Context, part string, do func() error) error {
	if s.ended {
		s.took = nil
		return nil
	}
	fmt.Fprintf(os.Stderr, "%s: %s …\n", s.name, part)
	err := do()
	if s.again != nil && errors.Is(err, errEnded) {
		fmt.Fprintln(os.Stderr, err)
		s.late = append(s.late, "it ended by itself in the part \""+part+"\", of which there is no more.")
		return s.restart(ctx)
	}
	return err
}

// restart starts a rival once more, or notes that this can't be.
func (s *lspServer) restart(ctx context.Context) error {
	s.e.kill()
	e, err := s.again(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		s.ended = true
		s.late = append(s.late, "it could not be started again, and was asked nothing more.")
		return ctx.Err()
	}
	s.e = e
	return nil
}

// died has a rival that has ended in a request go on without it; of what it was asked
// before n of so many names had been asked about.
func (s *lspServer) died(ctx context.Context, err error, request string, n, of int) error {
	if s.again == nil || !errors.Is(err, errEnded) {
		return err
	}
	fmt.Fprintln(os.Stderr, err)
	if s.deadly == nil {
		s.deadly = map[string]bool{}
	}
	s.deadly[request] = true
	s.late = append(s.late, fmt.Sprintf("it ended by itself in %s, when %d of %d names had been asked about; it was started again, and not asked that any more.", request, n, of))
	if err := s.restart(ctx); err != nil {
		return err
	}
	if s.ended {
		return err
	}
	return nil
}

// lspTree is a tree that is asked about.
type lspTree struct {
	name    string
	folders []string // those that an editor opens: one a module
	env     []string
	typed   []string // files that are typed in
}

// measureLSP measures the requests of editors.
func measureLSP(ctx context.Context, cache *corpus.Cache, ci, only string, rivals bool) (string, error) {
	b := &strings.Builder{}
	fmt.Fprintf(b, `## Editors

`+"`ci lsp`"+` and gopls %s, each in the same folders, one after the other. Names are drawn by a fixed seed from the Go files that this platform builds; the file of a name is opened, and then all is asked about it, one request after the other. A time is from the question to the answer, as the editor sees it. While there is typing, a key is pressed every %d ms in files that are open beside. A keystroke is two changes in one notification, of a name and of its use, and the time is until the definition of the use, asked at once, is right.
`, goplsVersion, lspTyping.Milliseconds())
	if err := agents.Observable(); err != nil {
		fmt.Fprintf(b, "\nNot measured: %s.\n", err)
		return b.String(), nil
	}
	gopls := ""
	if rivals {
		var err error
		if gopls, err = cache.Install(ctx, "golang.org/x/tools/gopls", goplsVersion); err != nil {
			return "", err
		}
	}
	trees, err := lspTrees(ctx, cache)
	if err != nil {
		return "", err
	}
	for _, t := range trees {
		if only != "" && !slices.ContainsFunc(strings.Split(only, ","), func(name string) bool { return strings.HasPrefix(t.name, name+" ") }) {
			continue
		}
		if err := measureEditors(ctx, b, cache, ci, gopls, t); err != nil {
			return "", fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return b.String(), nil
}

// lspTrees are Go's own source, and a module that is as gopls likes them.
func lspTrees(ctx context.Context, cache *corpus.Cache) ([]lspTree, error) {
	t, err := goTarget(ctx)
	if err != nil {
		return nil, err
	}
	// Only in a GOROOT of their own are std and cmd what other packages import: so a
	// copy of all of it is made, in which what is not source is that of the original.
	root, err := writable(ctx, cache, t.name+"-editors", t.dir)
	if err != nil {
		return nil, err
	}
	src := filepath.Join(root, "src")
	if err := errors.Join(os.Rename(root, root+".tmp"), os.Mkdir(root, 0o777), os.Rename(root+".tmp", src)); err != nil {
		return nil, err
	}
	original := filepath.Dir(t.dir)
	entries, err := os.ReadDir(original)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Name() != "src" {
			if err := os.Symlink(filepath.Join(original, e.Name()), filepath.Join(root, e.Name())); err != nil {
				return nil, err
			}
		}
	}
	env := []string{"GOFLAGS=", "GOWORK=off", "GOTOOLCHAIN=local"}
	trees := []lspTree{{
		name: t.String(), folders: []string{src, filepath.Join(src, "cmd")}, env: append([]string{"GOROOT=" + root}, env...),
		typed: []string{"net/http/server.go", "strings/strings.go", "go/types/expr.go", "cmd/go/internal/load/pkg.go"},
	}}
	for _, c := range corpus.Trees() {
		if c.Name != "x-tools" {
			continue
		}
		dir, version, err := cache.Fetch(ctx, c)
		if err != nil {
			return nil, err
		}
		m := target{name: "golang.org/x/tools", language: "Go", version: version, dir: dir, extensions: []string{".go"}}
		if err := m.count(); err != nil {
			return nil, err
		}
		if m.dir, err = writable(ctx, cache, "x-tools-editors", dir); err != nil {
			return nil, err
		}
		trees = append(trees, lspTree{name: m.String(), folders: []string{m.dir}, env: append([]string{"GOFLAGS=-mod=mod"}, env[1:]...), typed: []string{"go/ssa/builder.go", "go/analysis/analysis.go"}})
	}
	for _, t := range trees {
		// An editor's repository is git's: without this it is the one that all lies in,
		// where the trees are ignored.
		if _, err := corpus.Run(ctx, t.folders[0], nil, "git", "init", "--quiet"); err != nil {
			return nil, err
		}
	}
	return trees, nil
}

// measureEditors measures a tree.
func measureEditors(ctx context.Context, b *strings.Builder, cache *corpus.Cache, ci, gopls string, t lspTree) (err error) {
	spots, err := drawSpots(t.folders[0], lspNames, lspNamesPerFile)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "ci") // short: there is a socket in it
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	f := &agents.Fleet{Command: []string{ci}, Env: t.env, Root: t.folders[0], Dir: dir}
	defer f.Abandon()
	if err := f.Prepare(); err != nil {
		return err
	}
	fmt.Fprintf(b, "\n### %s\n\n", t.name)
	settings := map[string]any{"languages": map[string]any{"*": "primary"}}
	start := func() (*editor, error) {
		return startEditor(ctx, "ci lsp", []string{ci, "lsp"}, append(f.Environ(), t.env...), t.folders, settings)
	}
	first := func(e *editor) (time.Duration, error) { return firstAnswer(ctx, e, spots[0]) }
	fmt.Fprintf(os.Stderr, "ci lsp: first build …\n")
	e, err := start()
	if err != nil {
		return err
	}
	defer func() { e.kill() }()
	built, err := first(e)
	if err != nil {
		return err
	}
	afterBuild, err := settled(ctx, f)
	if err != nil {
		return err
	}
	// Then what it has built is opened by another.
	if _, err := f.Do(ctx, "stop"); err != nil {
		return err
	}
	if err := e.close(ctx); err != nil {
		return err
	}
	began := time.Now()
	if e, err = start(); err != nil {
		return err
	}
	if _, err := first(e); err != nil {
		return err
	}
	opened := time.Since(began)
	servers := []*lspServer{{name: "ci", e: e}}
	fmt.Fprintf(b, "ci: a first build and the first answer after it took %.1f s; that process then had %s MiB resident, %s at the most. The next one had its first answer %s ms after `ci lsp` was started, the start of the shared process included.\n",
		built.Seconds(), mebibytes(afterBuild.Resident), mebibytes(afterBuild.Peak), milliseconds(opened))
	if gopls != "" {
		home, err := cache.Path("bench", "gopls-cache")
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "gopls: first answer …\n")
		began := time.Now()
		rival := &lspServer{name: "gopls", again: func(ctx context.Context) (*editor, error) {
			g, err := startEditor(ctx, "gopls", []string{gopls}, append([]string{"GOPLSCACHE=" + home}, t.env...), t.folders, map[string]any{"semanticTokens": true})
			if err != nil {
				return nil, err
			}
			if _, err := firstAnswer(ctx, g, spots[0]); err != nil {
				g.kill()
				return nil, err
			}
			return g, nil
		}}
		switch rival.e, err = rival.again(ctx); {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			fmt.Fprintln(os.Stderr, err)
			fmt.Fprintf(b, "gopls: there was no first answer.\n")
		default:
			defer func() { rival.e.kill() }()
			servers = append(servers, rival)
			fmt.Fprintf(b, "gopls: %.1f s from its start to its first answer.\n", time.Since(began).Seconds())
		}
	}
	table := map[string]map[string][2]string{} // by run, request and server: p50, p99
	var order []string
	note := func(run string) {
		for _, s := range servers {
			for request, took := range s.took {
				if !slices.Contains(order, request) {
					order = append(order, request)
				}
				row := table[request]
				if row == nil {
					row = map[string][2]string{}
					table[request] = row
				}
				row[run+s.name] = [2]string{milliseconds(agents.Percentile(took, 50)), milliseconds(agents.Percentile(took, 99))}
			}
		}
	}
	for _, s := range servers {
		if err := s.unless(ctx, "names", func() error { return s.ask(ctx, spots, true) }); err != nil {
			return err
		}
		for refusal, n := range s.errors {
			fmt.Fprintf(os.Stderr, "%d times: %s\n", n, refusal)
		}
		if !s.ended && !slices.ContainsFunc(s.definitions, func(d []span) bool { return len(d) > 0 }) {
			return fmt.Errorf("%s knows no definition of any of %d names: it can't have read %s", s.name, len(spots), t.folders[0])
		}
	}
	note("idle ")
	for _, s := range servers {
		few := spots[:min(lspNamesTyping, len(spots))]
		if err := s.unless(ctx, "names while there is typing", func() error { return s.whileTyping(ctx, t, few, lspTypingAtMost) }); err != nil {
			return err
		}
	}
	note("typing ")
	wrong := map[string]int{}
	for _, s := range servers {
		if err := s.unless(ctx, "keystrokes", func() (err error) {
			wrong[s.name], err = s.keystrokes(ctx, t, lspKeystrokesAtMost)
			return err
		}); err != nil {
			return err
		}
	}
	note("idle ")
	for _, s := range servers {
		for _, what := range s.late {
			fmt.Fprintf(b, "%s: %s\n", s.name, what)
		}
		if s.ended {
			continue
		}
		pids := []int{s.e.command.Process.Pid}
		if s.name == "ci" {
			st, err := f.Status(ctx)
			if err != nil || st == nil {
				return errors.Join(errors.New("there is no shared process"), err)
			}
			pids = append(pids, st.PID)
		}
		var sum agents.Usage
		for _, pid := range pids {
			u, err := agents.Use(pid)
			if err != nil {
				return err
			}
			sum.Resident, sum.Peak = sum.Resident+u.Resident, sum.Peak+u.Peak
		}
		fmt.Fprintf(b, "%s: %s MiB resident after all of the following, %s at the most; %d first answers after a keystroke were wrong.\n", s.name, mebibytes(sum.Resident), mebibytes(sum.Peak), wrong[s.name])
	}
	fmt.Fprintf(b, "\n| request | goal p99 | ci p50 ms | p99 | typing p50 | p99 |")
	if len(servers) > 1 {
		fmt.Fprintf(b, " gopls p50 | p99 | typing p50 | p99 |")
	}
	fmt.Fprintf(b, "\n|---|%s\n", strings.Repeat("---:|", 1+4*len(servers)))
	slices.SortFunc(order, func(x, y string) int { return cmp.Compare(requestOrder(x), requestOrder(y)) })
	for _, request := range order {
		goal := ""
		if g := lspGoals[request]; g > 0 {
			goal = fmt.Sprint(g.Milliseconds())
		}
		fmt.Fprintf(b, "| %s | %s |", request, goal)
		for _, s := range servers {
			for _, run := range []string{"idle ", "typing "} {
				p := table[request][run+s.name]
				fmt.Fprintf(b, " %s | %s |", p[0], p[1])
			}
		}
		fmt.Fprintln(b)
	}
	if len(servers) > 1 {
		if err := agreement(b, cache, t, spots, servers[0], servers[1]); err != nil {
			return err
		}
	}
	for _, s := range servers {
		if s.ended {
			continue
		}
		if err := s.e.close(ctx); err != nil && s.again == nil {
			return err
		}
	}
	if err := beginnings(ctx, b, f, spots); err != nil {
		return err
	}
	if err := editsOnDisk(ctx, b, f, t); err != nil {
		return err
	}
	_, err = f.Do(ctx, "stop")
	return err
}

const (
	// lspStarts is how often ci mcp is started, lspEdits for how long files are edited on
	// disk.
	lspStarts, lspEdits = 7, 30 * time.Second
	// The goals for these, in milliseconds: the start at the 50th percentile, an edit at
	// the 99th.
	goalStart, goalEdit = 120, 150
)

// beginnings measures how long it takes from the start of ci mcp, on an index that is
// there, to an answer that defines a name: without the shared process, and with it.
func beginnings(ctx context.Context, b *strings.Builder, f *agents.Fleet, spots []spot) error {
	fmt.Fprintf(os.Stderr, "ci mcp: starts …\n")
	defines := func(a *agents.Agent, name string) (bool, error) {
		answer, err := a.Call(ctx, agents.Question{Tool: "find_definitions", Arguments: map[string]any{"symbol": name, "exact_match": true}})
		return !strings.Contains(answer.Text, `"total":0`), err
	}
	// Some of the names are those of variables in functions, or come from elsewhere.
	a, err := agents.Start(ctx, append(slices.Clone(f.Command), "mcp", "--root", f.Root), f.Environ())
	if err != nil {
		return err
	}
	name := ""
	for i := 0; name == "" && i < len(spots) && err == nil; i++ {
		var found bool
		if found, err = defines(a, spots[i].name); found {
			name = spots[i].name
		}
	}
	if err := errors.Join(err, a.Close()); err != nil {
		return err
	}
	if name == "" {
		return errors.New("ci mcp defines none of the names")
	}
	var middle [2]string
	for i, cold := range []bool{true, false} {
		var all []time.Duration
		for range lspStarts {
			if cold {
				if _, err := f.Do(ctx, "stop"); err != nil {
					return err
				}
			}
			began := time.Now()
			a, err := agents.Start(ctx, append(slices.Clone(f.Command), "mcp", "--root", f.Root), f.Environ())
			if err != nil {
				return err
			}
			found, err := defines(a, name)
			all = append(all, time.Since(began))
			if err == nil && !found {
				err = fmt.Errorf("%q is not found", name)
			}
			if err := errors.Join(err, a.Close()); err != nil {
				return err
			}
		}
		middle[i] = milliseconds(agents.Percentile(all, 50))
	}
	fmt.Fprintf(b, "\nci mcp, started %d times: its first right answer came after %s ms, the start of the shared process and the opening of the index included (p50; the goal is %d), and after %s ms where that was there.\n", lspStarts, middle[0], goalStart, middle[1])
	return nil
}

// editsOnDisk measures how long it takes from an edit on disk to an answer that has it.
func editsOnDisk(ctx context.Context, b *strings.Builder, f *agents.Fleet, t lspTree) error {
	fmt.Fprintf(os.Stderr, "ci mcp: edits on disk …\n")
	a, err := agents.Start(ctx, append(slices.Clone(f.Command), "mcp", "--root", f.Root), f.Environ())
	if err != nil {
		return err
	}
	editing, late := context.WithTimeout(ctx, lspEdits)
	defer late()
	e := agents.Editor{
		Agent: a, Dir: t.folders[0], Files: t.typed, Every: lspTyping, Prefix: "benchmarkEdited",
		Text: func(name string) string { return "\nfunc " + name + "() int { return 1 }\n" },
	}
	edits := e.Run(editing)
	if err := errors.Join(ctx.Err(), errors.Join(edits.Failures...), a.Close()); err != nil {
		return err
	}
	fmt.Fprintf(b, "\n%d edits on disk, each of a function that is added: an answer of ci mcp had it after %s ms (p50), %s (p99; the goal is %d); %d answers before said that they may not.\n",
		len(edits.Known), milliseconds(agents.Percentile(edits.Known, 50)), milliseconds(agents.Percentile(edits.Known, 99)), goalEdit, edits.Behind)
	return nil
}

// settled is what the shared process has used once it works on nothing any more.
func settled(ctx context.Context, f *agents.Fleet) (agents.Usage, error) {
	for last := (agents.Usage{}); ; {
		s, err := f.Status(ctx)
		if err != nil || s == nil {
			return last, errors.Join(errors.New("there is no shared process"), err)
		}
		u, err := agents.Use(s.PID)
		if err != nil {
			return u, err
		}
		if last.CPU > 0 && u.CPU-last.CPU < 200*time.Millisecond {
			return u, nil
		}
		last = u
		select {
		case <-ctx.Done():
			return u, ctx.Err()
		case <-time.After(5 * time.Second):
		}
	}
}

// firstAnswer waits for a definition: there is none as long as there is no index.
func firstAnswer(ctx context.Context, e *editor, at spot) (time.Duration, error) {
	text, err := os.ReadFile(at.path)
	if err != nil {
		return 0, err
	}
	if err := e.didOpen(at.path, string(text)); err != nil {
		return 0, err
	}
	took, err := e.request(ctx, "textDocument/definition", at.params(), nil)
	return took, errors.Join(err, e.didClose(at.path))
}

func (s spot) params() map[string]any {
	return map[string]any{"textDocument": identifier(s.path), "position": s.position}
}

// requests are those that are measured, in the order in which they are asked: those
// about a file, and those about a name.
var requests = []struct {
	name  string
	about func(at spot) map[string]any
	file  bool
}{
	{"documentSymbol", spot.document, true},
	{"foldingRange", spot.document, true},
	{"semanticTokens/full", spot.document, true},
	{"codeLens", spot.document, true},
	{"documentLink", spot.document, true},
	{"definition", spot.params, false},
	{"hover", spot.params, false},
	{"documentHighlight", spot.params, false},
	{"typeDefinition", spot.params, false},
	{"implementation", spot.params, false},
	{"references", func(at spot) map[string]any {
		p := at.params()
		p["context"] = map[string]any{"includeDeclaration": true}
		return p
	}, false},
	{"prepareCallHierarchy", spot.params, false},
	{"prepareRename", spot.params, false},
	{"selectionRange", func(at spot) map[string]any {
		return map[string]any{"textDocument": identifier(at.path), "positions": []position{at.position}}
	}, false},
	{"completion", func(at spot) map[string]any {
		p := at.params()
		p["position"] = position{at.Line, at.Character + len(at.name)}
		return p
	}, false},
}

func requestOrder(name string) int {
	for i, r := range requests {
		if r.name == name {
			return i
		}
	}
	return len(requests) + slices.Index([]string{"callHierarchy/incomingCalls", "callHierarchy/outgoingCalls", "workspace/symbol", keystrokeLocal, keystrokeGlobal}, name)
}

func (s spot) document() map[string]any {
	return map[string]any{"textDocument": identifier(s.path)}
}

// ask asks all about spots; answers are kept if wanted.
func (s *lspServer) ask(ctx context.Context, spots []spot, keep bool) error {
	s.took, s.errors = map[string][]time.Duration{}, map[string]int{}
	if keep {
		s.definitions, s.references = make([][]span, len(spots)), make([][]span, len(spots))
	}
	// one asks, and notes how long it took; refusals are answers.
	one := func(name, method string, params any, result any) error {
		took, err := s.e.request(ctx, method, params, result)
		if errors.Is(err, errAnswer) {
			s.errors[err.Error()]++
			err = nil
		}
		if err == nil {
			s.took[name] = append(s.took[name], took)
		}
		return err
	}
	last := ""
	for i, at := range spots {
		text, err := os.ReadFile(at.path)
		if err != nil {
			return err
		}
		// another asks and goes on where a rival has ended.
		another := func(name, method string, params any, result any) error {
			if s.deadly[name] {
				return nil
			}
			err := one(name, method, params, result)
			if err == nil {
				return nil
			}
			if err = s.died(ctx, err, name, i, len(spots)); err != nil {
				return s.unanswered(err, i, len(spots), name)
			}
			return s.e.didOpen(at.path, string(text))
		}
		if at.path != last {
			if last != "" {
				if err := s.e.didClose(last); err != nil {
					return err
				}
			}
			if err := s.e.didOpen(at.path, string(text)); err != nil {
				return err
			}
		}
		for _, r := range requests {
			if r.file && at.path == last {
				continue
			}
			var result json.RawMessage
			if err := another(r.name, "textDocument/"+r.name, r.about(at), &result); err != nil {
				return err
			}
			if keep && (r.name == "definition" || r.name == "references") {
				found, err := places(result)
				if err != nil {
					return err
				}
				if r.name == "definition" {
					s.definitions[i] = found
				} else {
					s.references[i] = found
				}
			}
			var items []json.RawMessage
			if r.name == "prepareCallHierarchy" && json.Unmarshal(result, &items) == nil && len(items) > 0 {
				for _, name := range []string{"callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"} {
					if err := another(name, name, map[string]any{"item": items[0]}, nil); err != nil {
						return err
					}
				}
			}
		}
		if at.path != last {
			query := strings.ToLower(at.name[:min(len(at.name), 2+len(at.name)/3)])
			if i%4 == 0 {
				query = at.name
			}
			if err := another("workspace/symbol", "workspace/symbol", map[string]any{"query": query}, nil); err != nil {
				return err
			}
		}
		last = at.path
		if keep && !s.deadly["definition"] && !s.deadly["references"] {
			s.asked = i + 1
		}
	}
	return s.e.didClose(last)
}

// unanswered notes which request of ask was not answered in time; other errors stay.
func (s *lspServer) unanswered(err error, n, of int, request string) error {
	if errors.Is(err, context.DeadlineExceeded) {
		s.late = append(s.late, fmt.Sprintf("while there was typing, %d of %d names had been asked about within %s, when there was no answer to %s.", n, of, lspTypingAtMost, request))
	}
	return err
}

// whileTyping is ask while there is typing, for some time at most.
func (s *lspServer) whileTyping(ctx context.Context, t lspTree, spots []spot, atMost time.Duration) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var drafts []*draft
	for _, name := range t.typed {
		d, err := s.begin(t, name)
		if err != nil {
			return err
		}
		drafts = append(drafts, d)
	}
	done := make(chan error, 1)
	go func() {
		tick := time.NewTicker(lspTyping)
		defer tick.Stop()
		for n := 0; ; n++ {
			select {
			case <-ctx.Done():
				done <- nil
				return
			case <-tick.C:
			}
			// Some keys here, and then some there.
			if _, err := drafts[n/20%len(drafts)].key(n); err != nil {
				done <- err
				return
			}
		}
	}()
	var quiet []spot
	for _, at := range spots {
		if !slices.ContainsFunc(drafts, func(d *draft) bool { return d.path == at.path }) {
			quiet = append(quiet, at)
		}
	}
	asking, late := context.WithTimeout(ctx, atMost)
	defer late()
	err := s.ask(asking, quiet, false)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	cancel()
	err = errors.Join(err, <-done)
	for _, d := range drafts {
		err = errors.Join(err, s.e.didClose(d.path))
	}
	return err
}

// draft is a file that is typed in: a declaration at its end, and a use of it.
type draft struct {
	e          *editor
	path       string
	definition span
	use        position // where it ends
}

// The texts at the end of a file in which a name and its use are typed; NAME is it.
const (
	draftLocal  = "\nfunc benchmarkDraft() {\n\tNAME := 1\n\t_ = NAME\n}\n"
	draftGlobal = "\nfunc NAME() {}\n\nvar _ = NAME\n"
	draftName   = "benchmarked"
)

// begin opens a file and puts a text with a name and its use behind all.
func (s *lspServer) begin(t lspTree, name string, texts ...string) (*draft, error) {
	text := draftLocal
	if len(texts) > 0 {
		text = texts[0]
	}
	d := &draft{e: s.e, path: filepath.Join(t.folders[0], filepath.FromSlash(name))}
	data, err := os.ReadFile(d.path)
	if err != nil {
		return nil, err
	}
	if err := s.e.didOpen(d.path, string(data)); err != nil {
		return nil, err
	}
	line := strings.Count(string(data), "\n")
	end := position{line, len(utf16.Encode([]rune(string(data[strings.LastIndexByte(string(data), '\n')+1:]))))}
	at := func(n int) position {
		before := text[:n]
		return position{line + strings.Count(before, "\n"), n - strings.LastIndexByte(before, '\n') - 1}
	}
	first, second := strings.Index(text, "NAME"), strings.LastIndex(text, "NAME")
	d.definition = span{d.path, at(first), at(first)}
	d.definition.end.Character += len(draftName)
	d.use = at(second)
	d.use.Character += len(draftName)
	return d, s.e.didChange(d.path, change{end, end, strings.ReplaceAll(text, "NAME", draftName)})
}

// key presses a key at the end of the name and of its use, or takes some back, and says
// where the use can be asked about.
func (d *draft) key(n int) (position, error) {
	grow, text := 1, string(rune('a'+n%26))
	from := [2]position{d.use, d.definition.end}
	to := from
	if d.definition.end.Character-d.definition.start.Character > len(draftName)+30 {
		grow, text = -30, ""
		from[0].Character += grow
		from[1].Character += grow
	}
	d.use.Character += grow
	d.definition.end.Character += grow
	return position{d.use.Line, d.use.Character - 1}, d.e.didChange(d.path, change{from[0], to[0], text}, change{from[1], to[1], text})
}

// keystrokes measures how long it takes from a key to the right answer, and counts the
// first answers that were wrong. Of each kind there is some time at most.
func (s *lspServer) keystrokes(ctx context.Context, t lspTree, atMost time.Duration) (wrong int, err error) {
	s.took = map[string][]time.Duration{}
	for _, k := range []struct{ kind, text string }{{keystrokeLocal, draftLocal}, {keystrokeGlobal, draftGlobal}} {
		typing, late := context.WithTimeout(ctx, atMost)
		n, err := s.keystrokesOf(typing, t, k.kind, k.text)
		late()
		wrong += n
		if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			s.late = append(s.late, fmt.Sprintf("%s: %d of %d keystrokes had the right answer within %s.", k.kind, len(s.took[k.kind]), len(t.typed)*(lspKeystrokes-1), atMost))
			err = nil
		}
		if err != nil {
			return wrong, err
		}
	}
	return wrong, nil
}

// keystrokesOf is keystrokes with one text.
func (s *lspServer) keystrokesOf(ctx context.Context, t lspTree, kind, text string) (wrong int, err error) {
	for _, name := range t.typed {
		d, err := s.begin(t, name, text)
		if err != nil {
			return wrong, err
		}
		for n := range lspKeystrokes {
			took, again, err := s.keystroke(ctx, d, n)
			if again {
				wrong++
			}
			if err != nil {
				return wrong, errors.Join(err, s.e.didClose(d.path))
			}
			if n > 0 { // the first one has to read what the file is of
				s.took[kind] = append(s.took[kind], took)
			}
		}
		if err := s.e.didClose(d.path); err != nil {
			return wrong, err
		}
	}
	return wrong, nil
}

// keystroke presses key n and asks until the answer is right; again says whether the
// first one was not.
func (s *lspServer) keystroke(ctx context.Context, d *draft, n int) (took time.Duration, again bool, err error) {
	began := time.Now()
	at, err := d.key(n)
	if err != nil {
		return 0, false, err
	}
	for ; ; again = true {
		var result json.RawMessage
		_, err := s.e.request(ctx, "textDocument/definition", spot{path: d.path, position: at}.params(), &result)
		if err != nil && !errors.Is(err, errAnswer) {
			return 0, again, err
		}
		took := time.Since(began)
		if err != nil {
			continue
		}
		found, err := places(result)
		if err != nil {
			return 0, again, err
		}
		if len(found) == 1 && found[0] == d.definition {
			return took, again, nil
		}
	}
}

// drawSpots draws names from the Go files below a folder that this platform builds, n
// in all and some a file.
func drawSpots(dir string, n, perFile int) ([]spot, error) {
	var files []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if p != dir && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, ".go") {
			if ok, err := build.Default.MatchFile(filepath.Dir(p), name); err == nil && ok {
				files = append(files, p)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(lspSeed, 0))
	random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	var out []spot
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		names := identifiers(file, text)
		for _, i := range random.Perm(len(names))[:min(perFile, len(names))] {
			out = append(out, names[i])
		}
		if len(out) >= n {
			return out[:n], nil
		}
	}
	return out, nil
}

// identifiers are the names in a Go file.
func identifiers(file string, text []byte) []spot {
	set := token.NewFileSet()
	f := set.AddFile(file, -1, len(text))
	var s scanner.Scanner
	s.Init(f, text, nil, 0)
	var out []spot
	for {
		at, tok, name := s.Scan()
		switch {
		case tok == token.EOF:
			return out
		case tok != token.IDENT || name == "_":
			continue
		}
		offset := f.Offset(at)
		line := f.Line(at)
		before := string(text[f.Offset(f.LineStart(line)):offset])
		out = append(out, spot{file, name, position{line - 1, len(utf16.Encode([]rune(before)))}})
	}
}

func comparePlaces(a, b span) int {
	return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.start.Line, b.start.Line), cmp.Compare(a.start.Character, b.start.Character),
		cmp.Compare(a.end.Line, b.end.Line), cmp.Compare(a.end.Character, b.end.Character))
}

// The ways in which answers agree.
const (
	agreeSame = iota
	agreeNeither
	agreeMore
	agreeFewer
	agreeDiffer
	agreements
)

// agree compares the answers of ours with those of others.
func agree(ours, others []span) int {
	common := 0
	for _, p := range ours {
		if slices.Contains(others, p) {
			common++
		}
	}
	switch {
	case len(ours) == 0 && len(others) == 0:
		return agreeNeither
	case common == len(ours) && common == len(others):
		return agreeSame
	case common == len(others):
		return agreeMore
	case common == len(ours):
		return agreeFewer
	}
	return agreeDiffer
}

// agreement writes how answers agree; those that don't are written to a file.
func agreement(b *strings.Builder, cache *corpus.Cache, t lspTree, spots []spot, ours, others *lspServer) error {
	spots = spots[:min(ours.asked, others.asked)]
	file, err := cache.Path("bench", "editors-"+filepath.Base(filepath.Dir(t.folders[0]))+"-"+filepath.Base(t.folders[0])+".txt")
	if err != nil {
		return err
	}
	var list strings.Builder
	fmt.Fprintf(b, "\n%d names, the same for both, with what gopls says beside what ci says:\n\n| answer | same | neither has one | ci has more | ci has fewer | they differ |\n|---|---:|---:|---:|---:|---:|\n", len(spots))
	for _, kind := range []struct {
		name         string
		ours, others [][]span
	}{{"definition", ours.definitions, others.definitions}, {"references", ours.references, others.references}} {
		var counts [agreements]int
		for i, at := range spots {
			a := agree(kind.ours[i], kind.others[i])
			counts[a]++
			if a == agreeSame || a == agreeNeither {
				continue
			}
			fmt.Fprintf(&list, "%s %s %s:%d:%d: %s\n", kind.name, at.name, at.path, at.Line+1, at.Character+1, []string{agreeMore: "more", agreeFewer: "fewer", agreeDiffer: "differ"}[a])
			for sign, pair := range map[string][2][]span{"+": {kind.ours[i], kind.others[i]}, "-": {kind.others[i], kind.ours[i]}} {
				for _, p := range pair[0] {
					if !slices.Contains(pair[1], p) {
						fmt.Fprintf(&list, "\t%s %s\n", sign, p)
					}
				}
			}
		}
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d |\n", kind.name, counts[agreeSame], counts[agreeNeither], counts[agreeMore], counts[agreeFewer], counts[agreeDiffer])
	}
	fmt.Fprintf(os.Stderr, "disagreements are in %s\n", file)
	return os.WriteFile(file, []byte(list.String()), 0o666)
}
