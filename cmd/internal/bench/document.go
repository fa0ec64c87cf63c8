package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"codeintel/cmd/internal/atomicfile"
)

// The parts of the document, in order.
const (
	partIndex   = "index"
	partKept    = "kept"
	partChunks  = "chunks"
	partVectors = "vectors"
	partSearch  = "search"
	partEditors = "editors"
	partAgents  = "agents"
)

var partNames = []string{partIndex, partKept, partChunks, partVectors, partSearch, partEditors, partAgents}

// document is the text of each part.
type document map[string]string

func marker(part string) string { return "<!-- " + part + " -->\n" }

// readDocument reads the parts that a file has; "" and a missing one have none.
func readDocument(file string) (document, error) {
	d := document{}
	if file == "" {
		return d, nil
	}
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for i, part := range partNames {
		_, rest, ok := strings.Cut(string(text), marker(part))
		if !ok {
			continue
		}
		for _, next := range partNames[i+1:] {
			rest, _, _ = strings.Cut(rest, marker(next))
		}
		d[part] = strings.TrimSpace(rest) + "\n"
	}
	return d, nil
}

// merge puts a part that was measured in place of the one that was there. What it has of
// some trees only takes the place of what was there of them: a tree has a heading, whose
// first word names it.
func (d document) merge(part, text string) {
	head, measured := trees(text)
	_, had := trees(d[part])
	of := func(section string) string { return strings.Fields(section)[1] }
	for i, section := range had {
		if n := slices.IndexFunc(measured, func(m string) bool { return of(m) == of(section) }); n >= 0 {
			had[i] = measured[n]
			measured = slices.Delete(measured, n, n+1)
		}
	}
	d[part] = strings.Join(slices.Concat([]string{head}, had, measured), "\n")
}

// trees cuts the text of a part before each heading of a tree.
func trees(text string) (head string, sections []string) {
	head, rest, more := strings.Cut(text, "\n### ")
	for more {
		var section string
		section, rest, more = strings.Cut(rest, "\n### ")
		sections = append(sections, "### "+section)
	}
	return head, sections
}

func (d document) write(file string) error {
	f, err := atomicfile.Create(file)
	if err != nil {
		return err
	}
	fmt.Fprintf(f, `# Cost

Written by `+"`make bench`"+`: the programs of a table run one after another, in one run. CPU is user and system time of all processes. Wall times of a machine that does other things are to be read beside each other only.

Machine: %d processors, %s/%s, %s.
`, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	for _, part := range partNames {
		if d[part] != "" {
			fmt.Fprintf(f, "\n%s%s", marker(part), d[part])
		}
	}
	return f.Commit()
}
