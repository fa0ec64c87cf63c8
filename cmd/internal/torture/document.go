package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"codeintel/cmd/internal/atomicfile"
)

// write writes the results of a run to a Markdown file.
func (s *suite) write(path string, results []*result) (err error) {
	b := &strings.Builder{}
	version, err := exec.Command(s.program, "version").Output()
	if err != nil {
		return fmt.Errorf("ci version: %w", err)
	}
	total := time.Duration(0)
	for _, r := range results {
		total += r.took
	}
	fmt.Fprintf(b, `# Torture

Written by `+"`make torture`"+` (cmd/internal/torture): %s, %s/%s, %d processors, seed %d, %v.

Each case drives `+"`ci`"+` from outside and compares its answers with those of an undisturbed run in a fresh copy. A case is ok when they are the same, and said when an answer says that it is incomplete or a command failed with a clear line. All else is a fault: SILENT, the state is called sound and is not; WRONG, an answer differs and is called complete; LEAK, a planted secret is in an output; ESCAPE, something outside the repository and the cache was touched; HANG, more than %.0f s of processor time, %d MB of memory or %v; CRASH, a Go trace or a signal.

%s
| part | what is done |
|---|---|
`, strings.TrimSpace(string(version)), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), s.seed, total.Round(time.Second),
		s.bounds.cpu.Seconds(), s.bounds.peak>>20, s.bounds.wall, table(results))
	for _, r := range results {
		fmt.Fprintf(b, "| %s | %s |\n", r.name, r.does)
	}
	b.WriteString("\nA case follows from its name and the seed: `go run ./cmd/internal/torture -seed 1 -only damage/17 -keep` runs one alone and keeps its folder.\n")
	b.WriteString(sections(path))
	f, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Abort()) }()
	if _, err := f.WriteString(b.String()); err != nil {
		return err
	}
	return f.Commit()
}

// sections returns the part of a page from its first section on, which is written by hand;
// "" where there is none.
func sections(path string) string {
	text, err := os.ReadFile(path)
	if i := strings.Index(string(text), "\n## "); err == nil && i >= 0 {
		return string(text[i:])
	}
	return ""
}
