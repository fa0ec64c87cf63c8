package speech

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// speakers are the folders whose packages say what agents and people read of sessions,
// and the files of them that do not: they are read by nobody in a session.
var speakers = []struct {
	dir    string
	only   []string // nil: all files
	except []string
}{
	{dir: "..", except: []string{"saved.go"}},
	{dir: "../gate", except: []string{"markdown.go"}},
	{dir: "../memory", only: []string{"search.go", "settled.go", "memory.go", "insights.go"}},
	{dir: "../../cmd/internal/hook"},
	{dir: "../../cmd/internal/guard", except: []string{"verify.go"}}, // it answers the command line
	{dir: "../../mcp", only: []string{
		"sessions.go", "prompts.go", "start_session.go", "set_query_frame.go", "submit_understanding.go", "validate_symbol_relevance.go", "confirm_symbol_relevance.go",
		"submit_semantic.go", "submit_verification.go", "check_write_target.go", "add_explored_files.go", "revert_to_exploration.go", "record_outcome.go",
		"get_session_status.go", "get_session_analysis.go", "get_improvement_insights.go", "list_sessions.go",
	}},
}

// unsaid are texts of these packages that are no messages: values of records, rows of
// documentation, names of commands.
var unsaid = []string{
	"nothing happened for seven days",
	"its record, which has no valid seal, says that it has ended",
	"ci gate baseline 1\n",
	"ci gate changes 1\n",
	// rows of docs/gates.md
	"style sheets", "pictures and fonts", "all of files_analyzed and new_files is no code",
	"new_files has code, and a file of each folder was shown; or the project has no code yet",
	"all four slots are filled", "INVESTIGATE or QUESTION", "MODIFY, and observed_issue is missing", "MODIFY, and target_feature is missing",
	"three or more slots are missing", "two slots are missing", "observed_issue has fewer than 10 characters",
	// the client's list of prompts
	"what is to be done", "success, failure or partial", "what was good or wrong",
	// errors of a hook's process, for its log
	"ci gate: the answer can't be given: %s\n", "ci: %s; sessions count as begun anew\n",
	// values of the policy
	"semantic_search map", "semantic_search forest", "exploration tools", "cannot judge",
}

// prose is a text of words, as people read it.
var prose = regexp.MustCompile(`\pL{2,}[,.:;]? \pL{2,}|[ぁ-んァ-ヶ一-龠]{2,}`)

// internal are calls whose texts are for the log, for other errors and for the client's
// list of tools.
var internal = regexp.MustCompile(`^(errors\.New|fmt\.Errorf|panic|regexp\.MustCompile|sessionRow|.*\.(Warn|Error|Info|Debug|git))$`)

// TestNothingElseIsSaid holds that the packages which speak of sessions have no texts of
// their own: each is in the catalogue, in both languages.
func TestNothingElseIsSaid(t *testing.T) {
	for _, s := range speakers {
		entries, err := os.ReadDir(s.dir)
		if err != nil {
			t.Fatal(err)
		}
		read := 0
		for _, e := range entries {
			name := e.Name()
			if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || slices.Contains(s.except, name) || s.only != nil && !slices.Contains(s.only, name) {
				continue
			}
			read++
			for _, text := range texts(t, path.Join(s.dir, name)) {
				t.Errorf("%s: it has to be in package speech, in both languages", text)
			}
		}
		if read == 0 || s.only != nil && read != len(s.only) {
			t.Errorf("%s: %d files, want %v", s.dir, read, s.only)
		}
	}
}

// texts returns the prose of a file that may reach an agent, and each speech.Text that is
// made outside of the catalogue, with their places.
func texts(t *testing.T, name string) []string {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field: // its tag is for programs
			return false
		case *ast.FuncType:
			return false
		case *ast.CallExpr:
			return !internal.MatchString(called(n.Fun))
		case *ast.CompositeLit:
			if called(n.Type) == "speech.Text" && len(n.Elts) > 0 {
				out = append(out, set.Position(n.Pos()).String()+": speech.Text")
			}
		case *ast.BasicLit:
			if n.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(n.Value)
			if err != nil {
				t.Fatal(err)
			}
			if prose.MatchString(text) && !slices.Contains(unsaid, text) {
				out = append(out, set.Position(n.Pos()).String()+": "+n.Value)
			}
		}
		return true
	})
	return out
}

// called is the name of what is called or made, with that of its package or receiver.
func called(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return called(x.X) + "." + x.Sel.Name
	case *ast.CallExpr:
		return called(x.Fun)
	case *ast.IndexExpr:
		return called(x.X)
	}
	return ""
}
