// Command bench measures what ci costs beside other programs, on the same trees
// in one run: indexing beside universal-ctags and the compiler-grade indexers,
// questions to a kept index beside codegraph, text search beside ripgrep and
// git grep, the nearest vectors beside a look at all of them, requests of editors
// beside gopls, many agents on one process beside codegraph. See `make bench`.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"codeintel/cmd/internal/corpus"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// target is a folder to index.
type target struct {
	name, language, version, dir string
	project                      string // name in its registry
	extensions                   []string
	files                        int
	bytes                        int64
}

// cost is what one program took.
type cost struct {
	program   string
	wall, cpu time.Duration
	peak      int64 // bytes of resident memory, of the largest process
	output    int64 // bytes
	err       error
}

func run(ctx context.Context) error {
	ci := flag.String("ci", "bin/ci", "the program to measure")
	out := flag.String("out", "out/accuracy", "folder for trees and tools; kept between runs")
	only := flag.String("only", "", "comma-separated names of targets of the parts index and kept (GOROOT/src, effect, django) or editors (GOROOT/src, golang.org/x/tools); all when empty")
	rivals := flag.Bool("rivals", true, "measure the other programs too")
	write := flag.String("write", "", "Markdown file of which the measured parts are written anew, and with -only the trees; without rivals nothing is")
	parts := flag.String("parts", strings.Join(partNames, ","), "comma-separated parts to measure")
	clients := flag.Int("clients", 30, "how many agents ask at the same time in the part agents")
	seconds := flag.Int("seconds", 60, "for how long they do")
	linux := flag.String("linux", "", "folder with the source of Linux, which may be written to; without it that is left out")
	flag.Parse()
	wanted := map[string]bool{}
	for p := range strings.SplitSeq(*parts, ",") {
		if !slices.Contains(partNames, p) {
			return fmt.Errorf("-parts %s: there is no such part; name some of %s", p, strings.Join(partNames, ", "))
		}
		wanted[p] = true
	}
	cache, err := corpus.Open(*out, func(format string, args ...any) {
		fmt.Fprintf(os.Stderr, format+"\n", args...)
	})
	if err != nil {
		return err
	}
	program, err := filepath.Abs(*ci)
	if err != nil {
		return err
	}
	d, err := readDocument(*write)
	if err != nil {
		return err
	}
	for _, part := range []struct {
		name    string
		measure func() (string, error)
	}{
		{partIndex, func() (string, error) { return measureIndexing(ctx, cache, program, *only, *rivals) }},
		{partKept, func() (string, error) { return measureKept(ctx, cache, program, *only, *rivals) }},
		{partChunks, func() (string, error) { return measureChunks(ctx, cache) }},
		{partVectors, func() (string, error) { return measureVectors(ctx) }},
		{partSearch, func() (string, error) { return measureSearch(ctx, cache, program, *linux, *rivals) }},
		{partEditors, func() (string, error) { return measureLSP(ctx, cache, program, *only, *rivals) }},
		{partAgents, func() (string, error) {
			return measureAgents(ctx, cache, program, *clients, time.Duration(*seconds)*time.Second, *rivals)
		}},
	} {
		if !wanted[part.name] {
			continue
		}
		text, err := part.measure()
		if err != nil {
			return err
		}
		fmt.Print(text)
		if *only != "" {
			d.merge(part.name, text)
		} else {
			d[part.name] = text
		}
		if *write != "" && *rivals {
			if err := d.write(*write); err != nil {
				return err
			}
		}
	}
	return nil
}

// measureIndexing measures `ci index` and its rivals.
func measureIndexing(ctx context.Context, cache *corpus.Cache, program, only string, rivals bool) (string, error) {
	targets, err := findTargets(ctx, cache)
	if err != nil {
		return "", err
	}
	report := &strings.Builder{}
	fmt.Fprintf(report, `## Indexing

Each program indexes the same folder, one after another. Peak is the resident memory of its largest process; output is the index written. ctags: universal-ctags, definitions only. Others: %s, %s, %s. scip-go reads one module, so of GOROOT/src the standard library without cmd, about half of the bytes.
`, corpus.Indexer("Go"), corpus.Indexer("TypeScript"), corpus.Indexer("Python"))
	measured := 0
	for _, t := range targets {
		if only != "" && !strings.Contains(","+only+",", ","+t.name+",") {
			continue
		}
		measured++
		costs, err := measure(ctx, cache, t, program, rivals)
		if err != nil {
			return "", err
		}
		for _, c := range costs {
			if c.err != nil {
				fmt.Fprintln(os.Stderr, c.err)
			}
		}
		markdown(report, t, costs)
	}
	if measured == 0 {
		return "", fmt.Errorf("no target is called %s", only)
	}
	return report.String(), nil
}

func findTargets(ctx context.Context, cache *corpus.Cache) ([]target, error) {
	goroot, err := goTarget(ctx)
	if err != nil {
		return nil, err
	}
	targets := []target{goroot}
	extensions := map[string][]string{"effect": {".ts", ".tsx"}, "django": {".py", ".pyi"}}
	for _, t := range corpus.Trees() {
		if extensions[t.Name] == nil {
			continue
		}
		dir, version, err := cache.Fetch(ctx, t)
		if err != nil {
			return nil, err
		}
		targets = append(targets, target{name: t.Name, language: t.Language, version: version, project: t.Name, dir: dir, extensions: extensions[t.Name]})
	}
	for i := range targets[1:] {
		if err := targets[1+i].count(); err != nil {
			return nil, err
		}
	}
	return targets, nil
}

// goTarget is GOROOT/src.
func goTarget(ctx context.Context) (target, error) {
	root, err := corpus.Run(ctx, "", nil, "go", "env", "GOROOT")
	if err != nil {
		return target{}, err
	}
	t := target{
		name: "GOROOT/src", language: "Go", version: runtime.Version(), project: "std",
		dir: filepath.Join(strings.TrimSpace(string(root)), "src"), extensions: []string{".go"},
	}
	return t, t.count()
}

// count fills in the number and size of the sources.
func (t *target) count() error {
	return filepath.WalkDir(t.dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "node_modules" {
			return fs.SkipDir
		}
		for _, ext := range t.extensions {
			if strings.HasSuffix(p, ext) && d.Type().IsRegular() {
				info, err := d.Info()
				if err != nil {
					return err
				}
				t.files++
				t.bytes += info.Size()
				break
			}
		}
		return nil
	})
}

// measure runs each program on a target. That a rival fails is part of the
// result.
func measure(ctx context.Context, cache *corpus.Cache, t target, ci string, rivals bool) ([]cost, error) {
	output := func(program string) (string, error) {
		p, err := cache.Path("bench", program)
		if err != nil {
			return "", err
		}
		if err := os.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		return p, nil
	}
	own, err := output("ci.scip")
	if err != nil {
		return nil, err
	}
	costs := []cost{timed(ctx, t.dir, corpus.Command{Name: "ci index", Path: ci, Args: []string{"index", ".", "--quiet", "--output", own}}, own)}
	if costs[0].err != nil {
		return nil, costs[0].err
	}
	if !rivals {
		return costs, nil
	}
	tags, err := output("tags")
	if err != nil {
		return nil, err
	}
	costs = append(costs, timed(ctx, t.dir, corpus.Command{
		Name: "ctags", Path: "ctags",
		Args: []string{"-R", "--exclude=node_modules", "--languages=" + t.language, "--fields=+n", "-f", tags, "."},
	}, tags))
	truth, err := output("truth.scip")
	if err != nil {
		return nil, err
	}
	cmd, err := cache.TruthCommand(ctx, t.language, t.project, t.version, truth)
	if err != nil {
		return nil, err
	}
	if t.language == "Go" {
		// scip-go builds what it reads: with Go's build cache filled, which is its
		// second run, it costs a fraction of the first.
		builds, err := os.MkdirTemp("", "ci-bench-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(builds)
		cmd.Env = append(cmd.Env, "GOCACHE="+builds)
		cold := cmd
		cold.Name += ", empty build cache"
		costs = append(costs, timed(ctx, t.dir, cold, truth))
		cmd.Name += ", filled build cache"
	}
	return append(costs, timed(ctx, t.dir, cmd, truth)), ctx.Err()
}

// timed runs one program.
func timed(ctx context.Context, dir string, c corpus.Command, output string) cost {
	fmt.Fprintf(os.Stderr, "%s …\n", c.Name)
	cmd := exec.CommandContext(ctx, c.Path, c.Args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), c.Env...)
	start := time.Now()
	said, err := cmd.CombinedOutput()
	x := cost{program: c.Name, wall: time.Since(start)}
	if state := cmd.ProcessState; state != nil {
		x.cpu = state.UserTime() + state.SystemTime()
		if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
			x.peak = usage.Maxrss
			if runtime.GOOS != "darwin" { // which counts bytes
				x.peak <<= 10
			}
		}
	}
	if info, statErr := os.Stat(output); statErr == nil {
		x.output = info.Size()
	}
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1 && x.output > 0) {
		x.err = fmt.Errorf("%s: %w: %s", c.Name, err, said[max(0, len(said)-500):])
	}
	return x
}

var columns = []string{"program", "wall s", "CPU s", "peak MiB", "output MiB"}

func (c cost) cells() []string {
	if c.err != nil {
		return []string{c.program, "failed", "", "", ""}
	}
	mib := func(n int64) string { return fmt.Sprintf("%.1f", float64(n)/(1<<20)) }
	return []string{c.program, fmt.Sprintf("%.1f", c.wall.Seconds()), fmt.Sprintf("%.1f", c.cpu.Seconds()), mib(c.peak), mib(c.output)}
}

func (t target) String() string {
	return fmt.Sprintf("%s %s (%s, %d files, %.1f MiB)", t.name, t.version, t.language, t.files, float64(t.bytes)/(1<<20))
}

func markdown(b *strings.Builder, t target, costs []cost) {
	fmt.Fprintf(b, "\n### %s\n\n| %s |\n|---|%s\n", t, strings.Join(columns, " | "), strings.Repeat("---:|", len(columns)-1))
	for _, c := range costs {
		fmt.Fprintf(b, "| %s |\n", strings.Join(c.cells(), " | "))
	}
}
