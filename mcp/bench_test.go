//go:build unix

package mcp

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
	"codeintel/index/workspace"
)

// Environment of BenchmarkQuestions.
const (
	questionsEnv = "CI_QUESTIONS"         // a repository, of which nothing but the index is changed
	profileEnv   = "CI_QUESTIONS_PROFILE" // a folder for a profile of each tool
)

// BenchmarkQuestions asks questions in words of a repository that is indexed and watched:
// the first sentences of the documentation of 300 of its definitions. An operation is one
// question with its whole answer, as the agent sees it; CPU time is that of the process,
// server and client.
func BenchmarkQuestions(b *testing.B) {
	root := os.Getenv(questionsEnv)
	if root == "" {
		return
	}
	repos := &folders{t: b, opts: workspace.Options{Env: workspace.SystemEnv(), Embedder: func(string) (embed.Embedder, error) { return builtin.Open(), nil }}, now: time.Now}
	c := newConnection(b, Options{Repositories: repos, Version: "test", Now: time.Now}, Client{Root: root})
	c.hello()
	r, err := repos.Open(b.Context(), root)
	if err != nil {
		b.Fatal(err)
	}
	w := r.Workspace()
	s, err := w.Sync(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	if _, err := w.Grow(b.Context(), s); err != nil {
		b.Fatal(err)
	}
	var questions []string
	for _, d := range s.Snapshot.Docs() {
		if facts := d.Facts(); facts != nil {
			for i := range facts.Defs {
				sentence, _, _ := strings.Cut(strings.ReplaceAll(facts.Defs[i].Doc, "\n", " "), ". ")
				if n := len(strings.Fields(sentence)); n > 5 && n < 25 {
					questions = append(questions, sentence)
					break
				}
			}
		}
	}
	asked := min(300, len(questions))
	for i := range asked {
		questions[i] = questions[i*len(questions)/asked]
	}
	questions = questions[:asked]
	watching, stop := context.WithCancel(context.Background())
	watched := make(chan error, 1)
	go func() { watched <- w.Watch(watching, workspace.WatchOptions{}) }()
	b.Cleanup(func() { stop(); <-watched })
	for !w.Watching().On {
		runtime.Gosched()
	}
	for _, tool := range []string{"semantic_search", "query"} {
		b.Run(tool, func(b *testing.B) {
			ask := func(q string) {
				var r toolResult
				if err := json.Unmarshal(c.ask("tools/call", map[string]any{"name": tool, "arguments": map[string]any{"query": q}}), &r); err != nil || r.IsError {
					b.Fatal(r, err)
				}
			}
			ask(questions[0])
			if out := os.Getenv(profileEnv); out != "" {
				f, err := os.Create(filepath.Join(out, tool+".prof"))
				if err != nil {
					b.Fatal(err)
				}
				defer f.Close()
				if err := pprof.StartCPUProfile(f); err != nil {
					b.Fatal(err)
				}
				defer pprof.StopCPUProfile()
			}
			var took, spent []time.Duration
			for n := 0; b.Loop(); n++ {
				began, before := time.Now(), spentCPU(b)
				ask(questions[n%len(questions)])
				took, spent = append(took, time.Since(began)), append(spent, spentCPU(b)-before)
			}
			for name, all := range map[string][]time.Duration{"ms": took, "CPU-ms": spent} {
				slices.Sort(all)
				b.ReportMetric(all[len(all)/2].Seconds()*1000, "p50-"+name)
				b.ReportMetric(all[len(all)*99/100].Seconds()*1000, "p99-"+name)
			}
		})
	}
}

// spentCPU is the time that the process has computed.
func spentCPU(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
