package mcp

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"codeintel/index/workspace"

	"golang.org/x/tools/txtar"
)

// An answer is of the disk, and names the files that an editor has other text of; it
// is of that text where it was asked for.
func TestUnsaved(t *testing.T) {
	root := unpack(t, txtar.Parse([]byte("-- a.go --\npackage a\n\nfunc Old() {}\n-- b.go --\npackage a\n\nfunc Use() { Old() }\n")))
	f := &folders{t: t, opts: workspace.Options{}, now: time.Now}
	c := newConnection(t, Options{Repositories: f, Version: "test", Now: time.Now}, Client{Root: root})
	c.hello()
	tool := "find_definitions"
	found := func(arguments string) (total int, unsaved []string) {
		t.Helper()
		data, isError := c.callTool(tool, json.RawMessage(arguments))
		var out struct {
			Total   int
			Unsaved []string
		}
		if err := json.Unmarshal(data, &out); err != nil || isError {
			t.Fatalf("%s (%v)", data, err)
		}
		return out.Total, out.Unsaved
	}
	const disk, both = `{"symbol":"New","exact_match":true}`, `{"symbol":"New","exact_match":true,"unsaved":true}`
	for _, arguments := range []string{disk, both} {
		if n, unsaved := found(arguments); n != 0 || unsaved != nil {
			t.Errorf("%s: %d, %q without an editor", arguments, n, unsaved)
		}
	}
	r, err := f.Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	e := r.Workspace().NewEdits()
	defer e.Close()
	e.Set("b.go", []byte("package a\n\nfunc New() { Old() }\n"))
	want := []string{"b.go"}
	if n, unsaved := found(disk); n != 0 || !slices.Equal(unsaved, want) {
		t.Errorf("the disk: %d, %q", n, unsaved)
	}
	if n, unsaved := found(both); n != 1 || !slices.Equal(unsaved, want) {
		t.Errorf("what is not saved: %d, %q", n, unsaved)
	}
	e.Drop("b.go")
	if n, unsaved := found(both); n != 0 || unsaved != nil {
		t.Errorf("after it was closed: %d, %q", n, unsaved)
	}
	// The text of files is searched as it is on disk, or as editors have it.
	tool = "search_text"
	e.Set("b.go", []byte("package a\n\nfunc New() { Old() }\n"))
	e.Set("new/c.go", []byte("package c\n\nfunc New() {}\n"))
	want = []string{"b.go", "new/c.go"}
	for arguments, lines := range map[string]int{
		`{"pattern":"func New"}`: 0, `{"pattern":"func New","unsaved":true}`: 2, `{"pattern":"func New","unsaved":true,"path":"b.go"}`: 1,
		`{"pattern":"func New","unsaved":true,"glob":"new/**"}`: 1, `{"pattern":"func New","unsaved":true,"glob":"!*.go"}`: 0,
		`{"pattern":"func Use"}`: 1, `{"pattern":"func Use","unsaved":true}`: 0,
	} {
		if n, unsaved := found(arguments); n != lines || !slices.Equal(unsaved, want) {
			t.Errorf("%s: %d lines, want %d; %q", arguments, n, lines, unsaved)
		}
	}
}
