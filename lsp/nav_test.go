package lsp_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codeintel/index/navtest"
	"codeintel/index/pos"
	"codeintel/index/workspace"
	"codeintel/lsp"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// allPrimary has the options of an editor without other servers: none are needed.
var allPrimary = map[string]any{}

// TestNav checks the fixtures of testdata/nav by what an editor is answered, in
// columns that count bytes and in those that count UTF-16.
func TestNav(t *testing.T) {
	archives, err := filepath.Glob("../testdata/nav/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no fixtures (%v)", err)
	}
	for _, archive := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".txtar"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(archive)
			if err != nil {
				t.Fatal(err)
			}
			f, err := navtest.Parse(archive, data)
			if err != nil {
				t.Fatal(err)
			}
			repos := &lsptest.Repositories{Options: workspace.Options{Env: workspace.SystemEnv()}}
			server, root := lsp.New(lsp.Options{Repositories: repos}), lsptest.Write(t, string(data))
			t.Cleanup(func() {
				if err := repos.Close(); err != nil {
					t.Error(err)
				}
			})
			for encoding, name := range map[pos.Encoding]string{pos.UTF16: "UTF-16", pos.UTF8: "UTF-8"} {
				near, far := lsptest.Pipe()
				served := make(chan error, 1)
				go func() { served <- server.Serve(context.Background(), far, lsp.Client{}) }()
				t.Cleanup(func() {
					if err := <-served; err != nil {
						t.Error(err)
					}
				})
				e := lsptest.Connect(t, near, root)
				e.Encoding = encoding
				e.Initialize(map[string]any{"initializationOptions": allPrimary})
				for _, bad := range f.Check(newEditorLeg(e, f, repos)) {
					t.Errorf("%s: %s: %s", name, archive, bad)
				}
			}
		})
	}
}

// editorLeg navigates as an editor does.
type editorLeg struct {
	e       *lsptest.Editor
	repos   *lsptest.Repositories
	files   map[string]*navtest.File
	answers map[question][]navtest.Place
}

type question struct {
	method string
	path   string
	offset uint32
}

// newEditorLeg asks all that the notes may need, at once: answers are made side by
// side.
func newEditorLeg(e *lsptest.Editor, f *navtest.Fixture, repos *lsptest.Repositories) *editorLeg {
	l := &editorLeg{e: e, repos: repos, files: map[string]*navtest.File{}, answers: map[question][]navtest.Place{}}
	for i := range f.Files {
		l.files[f.Files[i].Path] = &f.Files[i]
	}
	pending := map[question]*lsptest.Pending{}
	ask := func(q question) {
		if pending[q] == nil {
			pending[q] = e.Ask(q.method, l.params(q))
		}
	}
	for _, n := range f.Notes {
		ask(question{protocol.MethodTextDocumentDefinition, n.Path, n.Start})
		ask(question{protocol.MethodTextDocumentDefinition, n.Path, max(n.Start, n.End-1)})
		if n.Verb == navtest.Def {
			ask(question{protocol.MethodTextDocumentReferences, n.Path, n.Start})
		}
	}
	for _, n := range f.Types {
		ask(question{protocol.MethodTextDocumentTypeDefinition, n.Path, n.Start})
	}
	for q, p := range pending {
		var found []protocol.Location
		if err := p.Wait(&found); err != nil {
			panic(q.method + " " + q.path + ": " + err.Error())
		}
		for _, at := range found {
			if place, ok := l.place(at); ok {
				l.answers[q] = append(l.answers[q], place)
			}
		}
	}
	return l
}

func (l *editorLeg) params(q question) map[string]any {
	return map[string]any{
		"textDocument": map[string]any{"uri": l.e.URI(q.path)}, "position": l.position(q.path, q.offset),
		"context": map[string]any{"includeDeclaration": false},
	}
}

func (l *editorLeg) position(path string, offset uint32) protocol.Position {
	f := l.files[path]
	p := f.Lines.Position(offset)
	return protocol.Position{Line: p.Line, Character: l.e.Encoding.Column(f.Lines.Text(f.Src, p.Line), p.Column)}
}

// place is false for one in a file that is not the repository's own.
func (l *editorLeg) place(at protocol.Location) (navtest.Place, bool) {
	name, _ := filepath.Rel(l.e.Root, uri.URI(at.URI).FsPath())
	if _, ok := l.repos.Workspace(l.e.Root).Current().Snapshot.Doc(filepath.ToSlash(name)); !ok {
		return navtest.Place{}, false
	}
	f := l.files[filepath.ToSlash(name)]
	offset := func(p protocol.Position) uint32 {
		start, _ := f.Lines.Line(p.Line)
		return start + l.e.Encoding.Bytes(f.Lines.Text(f.Src, p.Line), p.Character)
	}
	return navtest.Place{Path: f.Path, Start: offset(at.Range.Start), End: offset(at.Range.End)}, true
}

func (l *editorLeg) Definition(path string, offset uint32) navtest.Answer {
	return navtest.Answer{Definitions: l.ask(protocol.MethodTextDocumentDefinition, path, offset), Untold: true}
}

func (l *editorLeg) References(path string, offset uint32) []navtest.Place {
	return l.ask(protocol.MethodTextDocumentReferences, path, offset)
}

func (l *editorLeg) Types(path string, offset uint32) ([]navtest.Place, bool) {
	return l.ask(protocol.MethodTextDocumentTypeDefinition, path, offset), true
}

func (l *editorLeg) ask(method, path string, offset uint32) []navtest.Place {
	return slices.Clone(l.answers[question{method, path, offset}])
}

func (*editorLeg) ShowsPossible() bool { return true }
