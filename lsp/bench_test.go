package lsp_test

import (
	"context"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"codeintel/index/workspace"
	"codeintel/lsp"
	"codeintel/lsp/lsptest"

	"go.lsp.dev/protocol"
)

// Environment of BenchmarkRequests.
const (
	requestsEnv = "CI_REQUESTS"         // a folder of Go with a .git, of which nothing but the index is changed
	profileEnv  = "CI_REQUESTS_PROFILE" // a folder for a profile of each kind of request
)

// BenchmarkRequests asks about names of a repository, which are drawn by a fixed seed.
// Times are those of whole answers, as the editor sees them, and what the process, of
// which the editor is a part, computes meanwhile.
func BenchmarkRequests(b *testing.B) {
	root := os.Getenv(requestsEnv)
	if root == "" {
		return
	}
	repos := &lsptest.Repositories{}
	if _, err := repos.Root(root); err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	near, far := lsptest.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- lsp.New(lsp.Options{Repositories: repos, Version: "test"}).Serve(context.Background(), far, lsp.Client{Root: root})
	}()
	e := lsptest.Connect(b, near, root)
	e.Initialize(map[string]any{
		"initializationOptions": map[string]any{"languages": map[string]any{"*": "primary"}},
		"capabilities":          map[string]any{"workspace": map[string]any{"symbol": map[string]any{"resolveSupport": map[string]any{"properties": []string{"location.range"}}}}},
	})
	b.Cleanup(func() {
		near.Close()
		if err := <-served; err != nil {
			b.Error(err)
		}
		if err := repos.Close(); err != nil {
			b.Error(err)
		}
	})
	names := namesIn(b, root, 1000)
	e.Must(protocol.MethodTextDocumentDefinition, names[0].params, nil)
	b.Logf("the first answer came after %v", time.Since(began))
	watching, stop := context.WithCancel(context.Background())
	watched := make(chan error, 1)
	w := repos.Workspace(root)
	go func() { watched <- w.Watch(watching, workspace.WatchOptions{}) }()
	b.Cleanup(func() { stop(); <-watched })
	for !w.Watching().On {
		runtime.Gosched()
	}
	with := func(more ...any) func(n int) any {
		return func(n int) any {
			p := map[string]any{}
			for k, v := range names[n].params {
				p[k] = v
			}
			for i := 0; i < len(more); i += 2 {
				p[more[i].(string)] = more[i+1]
			}
			return p
		}
	}
	query := func(n int) any {
		name := names[n].name
		if n%4 != 0 {
			name = strings.ToLower(name[:min(len(name), 2+len(name)/3)])
		}
		return map[string]any{"query": name}
	}
	for _, kind := range []struct {
		method string
		params func(n int) any
	}{
		{protocol.MethodTextDocumentDefinition, with()},
		{protocol.MethodTextDocumentHover, with()},
		{protocol.MethodTextDocumentReferences, with("context", map[string]any{"includeDeclaration": true})},
		{protocol.MethodTextDocumentDocumentHighlight, with()},
		{protocol.MethodTextDocumentImplementation, with()},
		{protocol.MethodTextDocumentPrepareCallHierarchy, with()},
		{protocol.MethodTextDocumentPrepareRename, with()},
		{protocol.MethodTextDocumentDocumentSymbol, with()},
		{protocol.MethodTextDocumentFoldingRange, with()},
		{protocol.MethodTextDocumentSemanticTokensFull, with()},
		{protocol.MethodTextDocumentCodeLens, with()},
		{protocol.MethodTextDocumentCompletion, with()},
		{protocol.MethodWorkspaceSymbol, query},
	} {
		b.Run(strings.ReplaceAll(kind.method, "/", "_"), func(b *testing.B) {
			if out := os.Getenv(profileEnv); out != "" {
				f, err := os.Create(filepath.Join(out, strings.ReplaceAll(kind.method, "/", "_")+".prof"))
				if err != nil {
					b.Fatal(err)
				}
				defer f.Close()
				if err := pprof.StartCPUProfile(f); err != nil {
					b.Fatal(err)
				}
				defer pprof.StopCPUProfile()
			}
			type asked struct {
				took, spent time.Duration
				what        string
			}
			var all []asked
			for n := 0; b.Loop(); n++ {
				p := kind.params(n % len(names))
				began, before := time.Now(), spentCPU(b)
				err := e.Request(kind.method, p, nil)
				all = append(all, asked{time.Since(began), spentCPU(b) - before, fmt.Sprint(p)})
				if err == lsptest.ErrEnded {
					b.Fatal(err)
				}
			}
			slices.SortFunc(all, func(x, y asked) int { return int(x.took - y.took) })
			b.ReportMetric(all[len(all)/2].took.Seconds()*1000, "p50-ms")
			b.ReportMetric(all[len(all)*99/100].took.Seconds()*1000, "p99-ms")
			slices.SortFunc(all, func(x, y asked) int { return int(x.spent - y.spent) })
			b.ReportMetric(all[len(all)/2].spent.Seconds()*1000, "p50-CPU-ms")
			b.ReportMetric(all[len(all)*99/100].spent.Seconds()*1000, "p99-CPU-ms")
			for _, a := range all[max(0, len(all)-5):] {
				b.Logf("%v CPU, %v: %s", a.spent, a.took, a.what)
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

type nameAt struct {
	name   string
	params map[string]any
}

// namesIn draws names from the Go files of a folder, one a file as long as there are so
// many.
func namesIn(b *testing.B, root string, n int) []nameAt {
	var files []string
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".go") && !strings.Contains(p, "/testdata/") {
			files = append(files, p)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(20261122, 0))
	var out []nameAt
	for len(out) < n {
		file := files[random.IntN(len(files))]
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		set := token.NewFileSet()
		f := set.AddFile(file, -1, len(text))
		var s scanner.Scanner
		s.Init(f, text, nil, 0)
		var found []nameAt
		for {
			at, tok, name := s.Scan()
			if tok == token.EOF {
				break
			}
			if p := f.Position(at); tok == token.IDENT && name != "_" {
				found = append(found, nameAt{name, map[string]any{
					"textDocument": map[string]any{"uri": "file://" + file},
					"position":     map[string]any{"line": p.Line - 1, "character": p.Column - 1},
				}})
			}
		}
		if len(found) > 0 {
			out = append(out, found[random.IntN(len(found))])
		}
	}
	return out
}
