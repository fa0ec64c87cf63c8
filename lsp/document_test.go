package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"codeintel/index/pos"
	"codeintel/index/workspace"
	"codeintel/lsp"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// hovered is the part of a document that the editor is told something of, at a place.
func hovered(e *lsptest.Editor, name, place string) string {
	return hoveredAt(e, name, e.At(name, place))
}

func hoveredAt(e *lsptest.Editor, name string, at map[string]any) string {
	var hover *protocol.Hover
	if err := e.Request("textDocument/hover", at, &hover); err != nil {
		return err.Error()
	}
	if hover == nil || hover.Range == nil {
		return "nothing"
	}
	return e.Show(protocol.Location{URI: e.URI(name), Range: *hover.Range})
}

// TestUnsaved: what is typed counts at once, whatever ends lines have, and the disk
// counts again when the document is closed.
func TestUnsaved(t *testing.T) {
	for _, encoding := range []pos.Encoding{pos.UTF8, pos.UTF16, pos.UTF32} {
		e := lsptest.Start(t, site, func(_ *lsp.Options, e *lsptest.Editor) { e.Encoding = encoding })
		e.Initialize(nil)
		e.Open("page.html")
		for i, end := range []string{"\n", "\r\n", "\r"} {
			e.Change("page.html", "<p", "<i>𐐀é</i>"+end+"<p")
			if got, want := hovered(e, "page.html", `<p class="|card`), []string{"page.html:3:11 card", "page.html:4:11 card", "page.html:5:11 card"}[i]; got != want {
				t.Errorf("%v, after %q: %s, want %s", encoding, end, got, want)
			}
		}
		e.Change("page.html", "<b class=\"card\"", "<b class=\"cart\"")
		if got := hovered(e, "page.html", `<b class="|cart`); got != "nothing" {
			t.Errorf("a class that is nowhere: %s", got)
		}
		e.Open("style.css", ".cart {}\n")
		if got := hovered(e, "page.html", `<b class="|cart`); !strings.HasSuffix(got, " cart") {
			t.Errorf("what another document defines: %s", got)
		}
		e.Close("style.css")
		e.Close("page.html")
		if got := hovered(e, "page.html", `<p class="|card`); got != "page.html:2:11 card" {
			t.Errorf("when it is closed: %s", got)
		}
	}
}

// TestMark: a byte order mark that the editor keeps to itself is in no column.
func TestMark(t *testing.T) {
	e := lsptest.Start(t, "-- style.css --\n.card {}\n-- page.html --\n\ufeff<p class=\"card\">x</p>\n<link rel=\"stylesheet\" href=\"style.css\">\n", nil)
	e.Initialize(nil)
	at := map[string]any{"textDocument": map[string]any{"uri": e.URI("page.html")}, "position": protocol.Position{Character: 10}}
	for range 2 { // not open, and open without the mark
		var hover *protocol.Hover
		e.Must("textDocument/hover", at, &hover)
		if hover == nil || hover.Range == nil || *hover.Range != (protocol.Range{Start: protocol.Position{Character: 10}, End: protocol.Position{Character: 14}}) {
			t.Errorf("%+v", hover)
		}
		if got := e.Repositories.Workspace(e.Root).Unsaved(); len(got) > 0 {
			t.Errorf("%v count as not saved", got)
		}
		e.Open("page.html", strings.TrimPrefix(e.Text("page.html"), "\ufeff"))
	}
}

// TestNames: however the editor names a file, it is the one that it is.
func TestNames(t *testing.T) {
	e := lsptest.Start(t, "-- ä b+%/style.css --\n.card {}\n-- ä b+%/page.html --\n<link rel=\"stylesheet\" href=\"style.css\">\n<p class=\"card\">x</p>\n", nil)
	outside := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(e.Root, outside); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("ä b+%", filepath.Join(e.Root, "inside")); err != nil {
		t.Fatal(err)
	}
	e.Initialize(map[string]any{"workspaceFolders": nil, "rootUri": uri.File(outside)})
	const percent = "%C3%A4%20b%2B%25/page.html"
	for _, u := range []string{
		string(uri.File(outside)) + "/" + percent, string(uri.File(e.Root)) + "/" + percent, string(uri.File(outside)) + "/%c3%a4%20b+%25/page.html",
		string(uri.File(outside)) + "/inside/page.html",
	} {
		for _, open := range []bool{false, true} {
			if open {
				e.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": u, "languageId": "html", "version": 1, "text": e.Text("ä b+%/page.html")}})
			}
			var hover *protocol.Hover
			e.Must("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": u}, "position": protocol.Position{Line: 1, Character: 10}}, &hover)
			if hover == nil {
				t.Errorf("%s, open %v: nothing", u, open)
			}
			if open {
				e.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": u}})
			}
		}
	}
	for _, u := range []string{"untitled:Untitled-1", "git:/x/page.html?%7B%7D", "file://other/x.html", "file:///nowhere/page.html", "", "file:", "%%%"} {
		e.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": u, "languageId": "html", "version": 1, "text": "<p class=\"card\">"}})
		var hover *protocol.Hover
		if err := e.Request("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": u}, "position": protocol.Position{Character: 10}}, &hover); hover != nil || err != nil && code(err) != jsonrpc2.InvalidParams {
			t.Errorf("%s: %v, %v", u, hover, err)
		}
	}
}

// TestWrong: what can't be meant has an error, and what follows is answered.
func TestWrong(t *testing.T) {
	e := lsptest.Start(t, site, nil)
	e.Initialize(nil)
	e.Open("page.html")
	for _, c := range []struct {
		params any
		want   jsonrpc2.Code
	}{
		{nil, jsonrpc2.InvalidParams},
		{map[string]any{"textDocument": 7}, jsonrpc2.InvalidParams},
		{map[string]any{"textDocument": map[string]any{"uri": e.URI("page.html")}, "position": map[string]any{"line": -1, "character": 0}}, jsonrpc2.InvalidParams},
		{map[string]any{"textDocument": map[string]any{"uri": e.URI("page.html")}, "position": protocol.Position{Line: 99}}, jsonrpc2.InvalidParams},
		{map[string]any{"textDocument": map[string]any{"uri": e.URI("style.css")}, "position": protocol.Position{Line: 99}}, jsonrpc2.InvalidParams},
		{map[string]any{"textDocument": map[string]any{"uri": e.URI("page.html")}, "position": protocol.Position{Line: 1, Character: 4000000000}}, 0},
		{map[string]any{"textDocument": map[string]any{"uri": e.URI("missing.html")}, "position": protocol.Position{}}, 0},
	} {
		if got := code(e.Request("textDocument/hover", c.params, nil)); got != c.want {
			t.Errorf("%v: %d, want %d", c.params, got, c.want)
		}
	}
	// Changes that can't be made change nothing.
	e.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": e.URI("page.html"), "version": 2}, "contentChanges": []any{
		map[string]any{"text": "gone"}, map[string]any{"range": protocol.Range{Start: protocol.Position{Character: 3}}, "text": "x"},
	}})
	e.Notify("textDocument/didChange", map[string]any{"textDocument": 1})
	e.Notify("$/unknown", []int{1})
	for _, line := range []string{"{", "[]", "7", `{"jsonrpc":"1.0","id":3,"method":"x"}`, `{"jsonrpc":"2.0","id":{},"method":"x"}`} {
		e.Raw(line) // each is answered, to no request
	}
	if got := hovered(e, "page.html", `<p class="|card`); got != "page.html:2:11 card" {
		t.Error(got)
	}
}

// TestStatus: an editor that wants to know is told how the index is, and asked for its
// settings.
func TestStatus(t *testing.T) {
	var mu sync.Mutex
	var events []string
	ready := make(chan struct{})
	var once sync.Once
	e := lsptest.Start(t, site, func(_ *lsp.Options, e *lsptest.Editor) {
		e.Told = func(method string, params []byte) {
			mu.Lock()
			defer mu.Unlock()
			events = append(events, method)
			if method == "ci/status" && strings.Contains(string(params), `"state":"ready"`) {
				once.Do(func() { close(ready) })
			}
		}
		e.Asked = func(method string, params []byte) (any, error) {
			if method == protocol.MethodWorkspaceConfiguration {
				return []any{map[string]any{"languages": map[string]any{"html": "off"}}}, nil
			}
			return nil, nil
		}
	})
	e.Initialize(map[string]any{
		"capabilities":          map[string]any{"workspace": map[string]any{"configuration": true}, "window": map[string]any{"workDoneProgress": true}},
		"initializationOptions": map[string]any{"ci": map[string]any{"status": true}},
	})
	e.Must("workspace/executeCommand", map[string]any{"command": "ci.reindex"}, nil)
	<-ready
	var all []lsp.Status
	e.Must("ci/status", nil, &all)
	if len(all) != 1 || all[0].Root != e.Root || all[0].State != "ready" || all[0].Files != 2 || all[0].Generation != 1 {
		t.Errorf("%+v", all)
	}
	// The settings come when they come.
	for hovered(e, "page.html", `<p class="|card`) != "nothing" {
	}
	e.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"ci": map[string]any{"languages": map[string]any{"html": "primary"}}}})
	if err := e.Request("workspace/executeCommand", map[string]any{"command": "ci.none"}, nil); code(err) != jsonrpc2.InvalidParams {
		t.Error(err)
	}
	var sessions []any
	e.Must("workspace/executeCommand", map[string]any{"command": "ci.showSession", "arguments": []any{}}, &sessions)
	if len(sessions) != 1 {
		t.Errorf("%v", sessions)
	}
}

// TestProgress: while a repository is indexed for the first time, an editor that can show
// how far that is does so; one that can't, or does not want to, is not told.
func TestProgress(t *testing.T) {
	for _, c := range []struct {
		name           string
		shows, refuses bool
		want           string
	}{
		{"one that shows it", true, false, "create begin end"},
		{"one that refuses", true, true, "create"},
		{"one that can't", false, false, ""},
	} {
		var mu sync.Mutex
		var events []string
		token := ""
		ready, held := make(chan struct{}), make(chan struct{})
		var once, let sync.Once
		release := func() { let.Do(func() { close(held) }) }
		note := func(event, by string) {
			mu.Lock()
			defer mu.Unlock()
			if event == "create" {
				token = by
			} else if by != token {
				t.Errorf("%s: progress of %s, want %s", c.name, by, token)
			}
			if n := len(events); n == 0 || events[n-1] != event {
				events = append(events, event)
			}
		}
		e := lsptest.Start(t, site, func(o *lsp.Options, e *lsptest.Editor) {
			o.Every = func(tell func()) func() { // all the time
				end, ended := make(chan struct{}), make(chan struct{})
				go func() {
					defer close(ended)
					for {
						select {
						case <-end:
							return
						default:
							tell()
						}
					}
				}()
				return func() { close(end); <-ended }
			}
			e.Repositories.Options.Progress = func(p workspace.Progress) {
				if p.Phase == workspace.PhaseExtract {
					<-held // it takes as long as it has to
				}
			}
			e.Asked = func(method string, params []byte) (any, error) {
				if method != protocol.MethodWindowWorkDoneProgressCreate {
					return nil, nil
				}
				var p struct{ Token string }
				if err := json.Unmarshal(params, &p); err != nil {
					t.Error(err)
				}
				note("create", p.Token)
				if c.refuses {
					defer release()
					return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "no")
				}
				return nil, nil
			}
			e.Told = func(method string, params []byte) {
				switch method {
				case protocol.MethodProgress:
					var p struct {
						Token string
						Value struct{ Kind, Title, Message string }
					}
					if err := json.Unmarshal(params, &p); err != nil || p.Value.Message == "" || (p.Value.Kind == "begin") != (p.Value.Title == "Indexing") {
						t.Errorf("%s: %s %v", c.name, params, err)
					}
					if p.Value.Kind != "report" {
						note(p.Value.Kind, p.Token)
					}
					if p.Value.Kind == "begin" {
						release()
					}
				case "ci/status":
					if !c.shows && strings.Contains(string(params), `"state":"indexing"`) {
						release()
					}
					if strings.Contains(string(params), `"state":"ready"`) {
						once.Do(func() { close(ready) })
					}
				}
			}
		})
		e.Initialize(map[string]any{
			"capabilities":          map[string]any{"window": map[string]any{"workDoneProgress": c.shows}},
			"initializationOptions": map[string]any{"ci": map[string]any{"status": true}},
		})
		asked := e.Ask("workspace/executeCommand", map[string]any{"command": "ci.reindex"})
		<-ready
		if err := asked.Wait(nil); err != nil {
			t.Error(err)
		}
		mu.Lock()
		if got := strings.Join(events, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		mu.Unlock()
	}
}

// embedding is a repository that is ready, and in which code is embedded.
type embedding struct {
	lsp.Repository
	progress *atomic.Pointer[workspace.Progress]
}

func (e embedding) Progress() workspace.Progress { return *e.progress.Load() }

type embeddings struct {
	*lsptest.Repositories
	progress *atomic.Pointer[workspace.Progress]
}

func (e embeddings) Open(ctx context.Context, root string) (lsp.Repository, error) {
	r, err := e.Repositories.Open(ctx, root)
	return embedding{r, e.progress}, err
}

// TestEmbeddingIsShown: the editor shows how far code is embedded and how long that
// takes, once for each time that it takes long.
func TestEmbeddingIsShown(t *testing.T) {
	progress := &atomic.Pointer[workspace.Progress]{}
	progress.Store(&workspace.Progress{})
	tells := make(chan func(), 1)
	shown := make(chan string, 100)
	var asked atomic.Int32 // how often the editor was asked to show something
	e := lsptest.Start(t, site, func(o *lsp.Options, e *lsptest.Editor) {
		o.Repositories = embeddings{o.Repositories.(*lsptest.Repositories), progress}
		o.Every = func(tell func()) func() {
			select {
			case tells <- tell:
			default:
			}
			return func() {}
		}
		e.Told = func(method string, params []byte) {
			switch method {
			case protocol.MethodProgress:
				var p struct {
					Token string
					Value struct {
						Kind, Title, Message string
						Percentage           *int
					}
				}
				if err := json.Unmarshal(params, &p); err != nil {
					t.Error(err)
				}
				percentage := -1
				if p.Value.Percentage != nil {
					percentage = *p.Value.Percentage
				}
				shown <- fmt.Sprintf("%s %s %s %d", p.Value.Kind, p.Value.Title, p.Value.Message, percentage)
			case "ci/status":
				shown <- string(params)
			}
		}
		e.Asked = func(method string, params []byte) (any, error) {
			if method == protocol.MethodWindowWorkDoneProgressCreate {
				asked.Add(1)
			}
			return nil, nil
		}
	})
	e.Initialize(map[string]any{
		"capabilities": map[string]any{"window": map[string]any{"workDoneProgress": true}}, "initializationOptions": map[string]any{"ci": map[string]any{"status": true}},
	})
	e.Must("workspace/executeCommand", map[string]any{"command": "ci.reindex"}, nil)
	tell := <-tells
	// until gives what is shown up to what contains something, telling again and again.
	until := func(what string) string {
		t.Helper()
		for {
			tell()
			for {
				var got string
				select {
				case got = <-shown:
				default:
				}
				if got == "" {
					break
				}
				if strings.Contains(got, what) {
					return got
				}
			}
			if err := t.Context().Err(); err != nil {
				t.Fatal(err)
			}
		}
	}
	until(`"state":"ready"`)
	progress.Store(&workspace.Progress{Phase: workspace.PhaseEmbed, Done: 50, Total: 100, Rate: 40})
	if got := until(`"phase":"embed"`); !strings.Contains(got, `"done":50,"total":100,"rate":40,"left_seconds":2`) {
		t.Errorf("the status is %s", got)
	}
	if got, want := until("begin"), "begin Embedding embed: 50 of 100, 40/s, 2s left 50"; got != want {
		t.Errorf("it shows %q, not %q", got, want)
	}
	before := asked.Load()
	progress.Store(&workspace.Progress{Phase: workspace.PhaseEmbed, Done: 90, Total: 100, Rate: 40})
	if got, want := until("report  embed: 90"), "report  embed: 90 of 100, 40/s, 1s left 90"; got != want {
		t.Errorf("it shows %q, not %q", got, want)
	}
	progress.Store(&workspace.Progress{})
	if got, want := until("end"), "end  2 files -1"; got != want {
		t.Errorf("it shows %q, not %q", got, want)
	}
	progress.Store(&workspace.Progress{Phase: workspace.PhaseEmbed, Done: 90, Total: 100, Rate: 40}) // for a moment
	until(`"phase":"embed"`)
	if got := asked.Load(); got != before {
		t.Errorf("what takes a moment is shown: the editor was asked %d times, %d before", got, before)
	}
	progress.Store(&workspace.Progress{Phase: workspace.PhaseEmbed, Done: 10, Total: 100, Rate: 1})
	if got := until("begin"); got != "begin Embedding embed: 10 of 100, 1.0/s, 1m30s left 10" {
		t.Errorf("it shows %q", got)
	}
	progress.Store(&workspace.Progress{})
	until("end")
	// Dividing the files for it, too.
	progress.Store(&workspace.Progress{Phase: workspace.PhaseChunks, Done: 10, Total: 100, Rate: 1})
	if got := until("begin"); got != "begin Embedding chunks: 10 of 100, 1.0/s, 1m30s left 10" {
		t.Errorf("it shows %q", got)
	}
}
