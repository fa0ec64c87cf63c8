//go:build linux

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codeintel/cmd/internal/agents"

	"golang.org/x/tools/txtar"
)

// Some agents ask one process all kinds of questions while files change and the
// process is killed: each question gets its answer, no answer is of the past
// without saying so, and nothing is left at the end. `make bench` does the same
// with more of all.
func TestAgents(t *testing.T) {
	root := navRepository(t)
	dir := t.TempDir()
	f := &agents.Fleet{
		Command: []string{os.Args[0]}, Root: root, Dir: dir,
		Env: []string{mainEnv + "=1", "HOME=" + dir, "GORACE=atexit_sleep_ms=0"},
	}
	defer f.Abandon()
	defer func() {
		if log, err := f.Log(); err == nil && t.Failed() {
			t.Logf("the shared process has logged:\n%s", log)
		}
	}()
	if err := f.Prepare(); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if err := f.Start(ctx, 4); err != nil {
		t.Fatal(err)
	}
	editing := f.Agents[3]
	f.Agents = f.Agents[:3]
	defer editing.Kill()
	subjects, err := agents.Gather(ctx, f.Agents[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	editor := &agents.Editor{
		Agent: editing, Dir: root, Files: withExtension(t, subjects.Files, ".py"), Every: 20 * time.Millisecond, Prefix: "edited",
		Text: func(name string) string { return "\n\ndef " + name + "():\n    pass\n" },
	}
	editCtx, stop := context.WithCancel(ctx)
	edited := make(chan *agents.Edits, 1)
	go func() { edited <- editor.Run(editCtx) }()
	killed := 0
	r, err := agents.Run(ctx, f.Agents, agents.Load{Subjects: subjects, Calls: 100, Seed: 1, Halfway: func() (err error) {
		killed, err = f.KillShared(ctx)
		return err
	}})
	stop()
	edits := <-edited
	if err != nil {
		t.Fatal(err)
	}
	if failures := append(r.Failures, edits.Failures...); len(failures) > 0 {
		t.Errorf("failures:\n%s", agents.Report(failures))
	}
	if len(r.Samples) != 300 || len(edits.Known) == 0 {
		t.Errorf("%d answers, and %d edits that came to be known", len(r.Samples), len(edits.Known))
	}
	// Who has said nothing since has not connected again.
	if _, err := agents.Gather(ctx, editing, 1); err != nil {
		t.Error(err)
	}
	if s, err := f.Status(ctx); err != nil || s == nil || killed == 0 || s.PID == killed || len(s.Clients) != 4 {
		t.Errorf("the process that serves after process %d was killed is %+v (%v)", killed, s, err)
	}
	f.Agents = append(f.Agents, editing)
	if err := f.End(ctx); err != nil {
		t.Error(err)
	}
}

// navRepository is a repository with the fixtures of testdata/nav, a folder each, but
// for the whole applications, whose many names have no documentation to ask about.
func navRepository(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	names, err := filepath.Glob("../../testdata/nav/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures (%v)", err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_app.txtar") {
			continue
		}
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			to := filepath.Join(root, strings.TrimSuffix(filepath.Base(name), ".txtar"), filepath.FromSlash(file.Name))
			if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(to, file.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

// withExtension are the files with an extension.
func withExtension(t *testing.T, files []string, extension string) []string {
	t.Helper()
	var out []string
	for _, f := range files {
		if strings.HasSuffix(f, extension) {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		t.Fatalf("no file %s", extension)
	}
	return out
}
