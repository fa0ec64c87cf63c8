// Package shelltest reads the corpora of commands in testdata/gate: what each is
// going to do, and what it really does when it is run in the fixture.
package shelltest

import (
	"fmt"
	"strings"
)

// Case is a command of a corpus.
type Case struct {
	Line    int    // in the file, from 1, where the command begins
	Command string // lines that begin with "$ ", and "> " for those that follow
	// Changed are the files of the fixture that differ, are new, or are gone after
	// the command has run in bash there, in order; nil where it is not to be run.
	Changed []string
	// Needs are the programs that it takes to run it, besides those of the fixture.
	Needs []string
	// Setup runs in the fixture before the command, outside the gate.
	Setup string
	// Want is what the command is expected to do: the other lines.
	Want []string
	// Notes are the lines that begin with # before it.
	Notes []string
}

// Run says whether the case is one to be run.
func (c Case) Run() bool { return c.Changed != nil }

// Read reads a corpus. Cases are separated by empty lines.
func Read(text string) ([]Case, error) {
	var out []Case
	var c *Case
	var notes []string
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "":
			c = nil
		case c == nil && strings.HasPrefix(line, "#"):
			notes = append(notes, line)
		case strings.HasPrefix(line, "$ ") && c == nil:
			out = append(out, Case{Line: n, Command: line[2:], Notes: notes})
			c, notes = &out[len(out)-1], nil
		case c == nil:
			return nil, fmt.Errorf("line %d: want a line that begins with \"$ \", have %q", n, line)
		case strings.HasPrefix(line, "> ") || line == ">":
			c.Command += "\n" + strings.TrimPrefix(line[1:], " ")
		case strings.HasPrefix(line, "changed:"):
			c.Changed = append([]string{}, strings.Fields(line[len("changed:"):])...)
		case strings.HasPrefix(line, "needs:"):
			c.Needs = strings.Fields(line[len("needs:"):])
		case strings.HasPrefix(line, "setup: "):
			c.Setup = line[len("setup: "):]
		default:
			c.Want = append(c.Want, line)
		}
	}
	return out, nil
}

// Write writes cases as Read reads them.
func Write(cases []Case) string {
	var b strings.Builder
	for i, c := range cases {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, n := range c.Notes {
			fmt.Fprintln(&b, n)
		}
		if len(c.Notes) > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintln(&b, "$ "+strings.ReplaceAll(c.Command, "\n", "\n> "))
		if c.Setup != "" {
			fmt.Fprintln(&b, "setup: "+c.Setup)
		}
		if c.Needs != nil {
			fmt.Fprintln(&b, "needs: "+strings.Join(c.Needs, " "))
		}
		for _, w := range c.Want {
			fmt.Fprintln(&b, w)
		}
		if c.Changed != nil {
			fmt.Fprintln(&b, strings.TrimRight("changed: "+strings.Join(c.Changed, " "), " "))
		}
	}
	return b.String()
}

// Fixture is a script for bash that makes the repository in which the commands
// run, in an empty working directory.
const Fixture = `set -e
git init -q -b main
git config user.name t
git config user.email t@example.com
git config commit.gpgsign false
mkdir -p src docs old
printf 'package a\n\nvar A = 1\n' > a.go
printf 'package b\n' > b.go
printf 'one\ntwo\nthree\n' > c.txt
printf 'package x\n\nvar X = 1\n' > src/x.go
printf 'package y\n\nvar X = 2\n' > src/y.go
printf '# notes\n' > docs/n.md
printf 'old\n' > old/o.txt
printf '*.log\n/out/\n' > .gitignore
git add -A
git commit -q -m one
git checkout -q -b other
printf 'package a\n\nvar A = 2\n' > a.go
git commit -q -a -m two
git checkout -q main
printf 'package b\n\nvar B = 1\n' > b.go
git commit -q -a -m three
printf '%s\n' 'diff --git a/a.go b/a.go' '--- a/a.go' '+++ b/a.go' '@@ -1,3 +1,3 @@' ' package a' ' ' '-var A = 1' '+var A = 3' > ../fix.patch
printf '#!/bin/sh\necho x > a.go\n' > ../s0.sh && chmod +x ../s0.sh && printf 'new1.txt\nnew2.txt\n' > ../list
mkdir ../pack && printf 'packed\n' > ../pack/c.txt && tar -C ../pack -cf ../in.tar c.txt
`
