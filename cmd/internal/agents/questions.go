package agents

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// Question is one call of a tool.
type Question struct {
	Tool      string
	Arguments map[string]any
}

func (q Question) String() string {
	text, _ := json.Marshal(q.Arguments) // of strings and numbers
	return q.Tool + " " + string(text)
}

// Place is where something is named; line and column count from 1.
type Place struct {
	File         string
	Line, Column int
}

// Subjects are what questions about a repository are made of. All of it comes
// from answers.
type Subjects struct {
	Files, Folders []string
	// Names are bare, Symbols are SCIP symbols.
	Names, Symbols []string
	// Functions are where functions begin, Uses where something is used.
	Functions, Uses []Place
	// Sentences say what something does.
	Sentences []string
}

// How much of a repository Gather looks at.
const (
	someFiles   = 80
	someNames   = 120
	someSymbols = 40
)

// Gather asks for subjects: files by their path, names from the outlines of some
// of them, and from the definitions and uses of some of those. The same seed gives
// the same subjects.
func Gather(ctx context.Context, a *Agent, seed uint64) (*Subjects, error) {
	r := rand.New(rand.NewPCG(seed, 1))
	s := &Subjects{}
	var files struct {
		Files []struct {
			File     string `json:"file"`
			Language string `json:"language"`
		} `json:"files"`
		Next string `json:"next_cursor"`
	}
	const pages = 64
	for range pages {
		next := files.Next
		files.Next, files.Files = "", nil
		arguments := map[string]any{"pattern": "**", "limit": 1000, "budget_tokens": 20000}
		if next != "" {
			arguments["cursor"] = next
		}
		if err := a.ask(ctx, Question{"search_files", arguments}, &files); err != nil {
			return nil, err
		}
		for _, f := range files.Files {
			if f.Language == "" {
				continue
			}
			s.Files = append(s.Files, f.File)
			if i := strings.LastIndexByte(f.File, '/'); i > 0 {
				s.Folders = append(s.Folders, f.File[:i])
			}
		}
		if files.Next == "" {
			break
		}
	}
	slices.Sort(s.Folders)
	s.Folders = slices.Compact(s.Folders)
	if len(s.Folders) == 0 {
		s.Folders = []string{"."}
	}
	for _, file := range some(r, s.Files, someFiles) {
		var outline struct {
			Symbols []struct {
				Name, Kind string
				Line       int
			} `json:"symbols"`
		}
		if err := a.ask(ctx, Question{"get_symbols", map[string]any{"path": file, "budget_tokens": 4000}}, &outline); err != nil {
			return nil, err
		}
		for _, x := range outline.Symbols {
			if len(x.Name) > 2 {
				s.Names = append(s.Names, x.Name)
			}
			if x.Kind == "function" || x.Kind == "method" {
				s.Functions = append(s.Functions, Place{File: file, Line: x.Line})
			}
		}
	}
	slices.Sort(s.Names)
	s.Names = some(r, slices.Compact(s.Names), someNames)
	for _, name := range s.Names {
		var found struct {
			Definitions []struct{ Symbol, Documentation string } `json:"definitions"`
		}
		if err := a.ask(ctx, Question{"find_definitions", map[string]any{"symbol": name, "exact_match": true}}, &found); err != nil {
			return nil, err
		}
		for _, d := range found.Definitions {
			s.Symbols = append(s.Symbols, d.Symbol)
			if words := strings.Fields(d.Documentation); len(words) > 1 {
				s.Sentences = append(s.Sentences, strings.Join(words[:min(12, len(words))], " "))
			}
		}
	}
	slices.Sort(s.Symbols)
	s.Symbols = slices.Compact(s.Symbols)
	for _, symbol := range some(r, s.Symbols, someSymbols) {
		var found struct {
			References []struct {
				File         string
				Line, Column int
			} `json:"references"`
		}
		if err := a.ask(ctx, Question{"find_references", map[string]any{"symbol": symbol}}, &found); err != nil {
			return nil, err
		}
		for _, u := range found.References {
			s.Uses = append(s.Uses, Place(u))
		}
	}
	for what, n := range map[string]int{
		"files": len(s.Files), "names": len(s.Names), "symbols": len(s.Symbols), "functions": len(s.Functions), "uses": len(s.Uses), "sentences": len(s.Sentences),
	} {
		if n == 0 {
			return nil, fmt.Errorf("the server's answers name no %s, which questions need", what)
		}
	}
	return s, nil
}

// some are n elements of a list, or all when it has no more, in its order.
func some[T any](r *rand.Rand, list []T, n int) []T {
	at := r.Perm(len(list))
	at = at[:min(n, len(at))]
	slices.Sort(at)
	var out []T
	for _, i := range at {
		out = append(out, list[i])
	}
	return out
}

func any1[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// kind is a kind of questions: how many of a hundred or so are of it, and what
// they ask.
type kind struct {
	tool   string
	weight int
	ask    func(r *rand.Rand, s *Subjects) map[string]any
}

// kinds are what agents ask while they explore.
func kinds() []kind {
	target := func(r *rand.Rand, s *Subjects) map[string]any {
		switch r.IntN(3) {
		case 0:
			return map[string]any{"symbol": any1(r, s.Names)}
		case 1:
			u := any1(r, s.Uses)
			return map[string]any{"file": u.File, "line": u.Line, "column": u.Column}
		default:
			return map[string]any{"symbol": any1(r, s.Symbols)}
		}
	}
	path := func(r *rand.Rand, s *Subjects) string {
		if r.IntN(2) == 0 {
			return any1(r, s.Folders)
		}
		return any1(r, s.Files)
	}
	return []kind{
		{"find_definitions", 20, func(r *rand.Rand, s *Subjects) map[string]any {
			name := any1(r, s.Names)
			switch r.IntN(4) {
			case 0: // as it is typed
				return map[string]any{"symbol": strings.ToLower(name[:(len(name)+1)/2+1])}
			case 1:
				return map[string]any{"symbol": any1(r, s.Symbols)}
			}
			return map[string]any{"symbol": name}
		}},
		{"find_references", 15, func(r *rand.Rand, s *Subjects) map[string]any {
			q := target(r, s)
			q["context_lines"] = r.IntN(3)
			return q
		}},
		{"find_implementations", 4, target},
		{"call_hierarchy", 9, func(r *rand.Rand, s *Subjects) map[string]any {
			q := target(r, s)
			q["direction"], q["depth"] = any1(r, []string{"incoming", "outgoing"}), 1+r.IntN(3)
			return q
		}},
		{"search_text", 15, func(r *rand.Rand, s *Subjects) map[string]any {
			name := regexp.QuoteMeta(any1(r, s.Names))
			switch r.IntN(5) {
			case 0:
				return map[string]any{"pattern": name + `\(`}
			case 1:
				return map[string]any{"pattern": any1(r, s.Names), "regex": false, "word": true, "context": 2}
			case 2:
				return map[string]any{"pattern": name + "|" + regexp.QuoteMeta(any1(r, s.Names)), "case_sensitive": false}
			case 3:
				return map[string]any{"pattern": `func .*` + name, "path": any1(r, s.Folders)}
			}
			return map[string]any{"pattern": name}
		}},
		{"get_symbols", 8, func(r *rand.Rand, s *Subjects) map[string]any {
			return map[string]any{"path": any1(r, s.Files)}
		}},
		{"analyze_structure", 3, func(r *rand.Rand, s *Subjects) map[string]any {
			return map[string]any{"path": path(r, s)}
		}},
		{"get_function_at_line", 10, func(r *rand.Rand, s *Subjects) map[string]any {
			p := any1(r, s.Functions)
			return map[string]any{"file_path": p.File, "line": p.Line}
		}},
		{"search_files", 5, func(r *rand.Rand, s *Subjects) map[string]any {
			file := any1(r, s.Files)
			if r.IntN(2) == 0 {
				return map[string]any{"pattern": any1(r, s.Folders) + "/**"}
			}
			return map[string]any{"pattern": strings.ReplaceAll(file[len(file)/2:], "/", " ")}
		}},
		{"query", 8, func(r *rand.Rand, s *Subjects) map[string]any {
			return map[string]any{"query": any1(r, s.Sentences)}
		}},
		{"semantic_search", 6, func(r *rand.Rand, s *Subjects) map[string]any {
			return map[string]any{"query": any1(r, s.Sentences)}
		}},
		{"repo_pack", 1, func(r *rand.Rand, s *Subjects) map[string]any {
			return map[string]any{"paths": []string{any1(r, s.Folders)}}
		}},
		{"index_status", 1, func(*rand.Rand, *Subjects) map[string]any { return map[string]any{} }},
	}
}

// mix draws questions that a server has tools for.
type mix struct {
	kinds []kind
	total int
}

// newMix is the mix for a server with some tools.
func newMix(tools []string) mix {
	var m mix
	for _, k := range kinds() {
		if slices.Contains(tools, k.tool) {
			m.kinds = append(m.kinds, k)
			m.total += k.weight
		}
	}
	return m
}

func (m mix) draw(r *rand.Rand, s *Subjects) Question {
	n := r.IntN(m.total)
	for _, k := range m.kinds {
		if n -= k.weight; n < 0 {
			return Question{k.tool, k.ask(r, s)}
		}
	}
	panic("the weights are not those of the kinds")
}

// byTool sorts names of tools as kinds has them.
func byTool(a, b string) int {
	at := func(name string) int {
		return slices.IndexFunc(kinds(), func(k kind) bool { return k.tool == name })
	}
	return cmp.Or(cmp.Compare(at(a), at(b)), cmp.Compare(a, b))
}
