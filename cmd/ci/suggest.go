package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// maxSuggested is how many names an error suggests.
const maxSuggested = 3

// called maps words that people try to the commands that they mean.
var called = map[string]string{
	"definition": "def", "definitions": "def", "goto": "def", "where": "def", "find": "search", "grep": "search", "rg": "search", "query": "search", "ask": "search", "symbols": "search",
	"references": "refs", "usages": "refs", "uses": "refs", "calls": "callers", "callees": "callers", "symbol": "def",
	"start": "serve", "daemon": "serve", "server": "serve", "kill": "stop", "quit": "stop", "shutdown": "stop", "restart": "stop",
	"sync": "index", "update": "index", "reindex": "index", "build": "index", "scan": "index", "install": "init", "setup": "init", "uninstall": "init",
	"sessions": "session", "settings": "config", "models": "model", "langs": "languages", "check": "doctor", "health": "doctor", "info": "status", "ls": "list", "rm": "release", "tail": "watch",
}

// suggestions makes errors about unknown commands and flags name those that were meant.
func suggestions(root *cobra.Command) {
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		var flags []string
		collect := func(f *pflag.Flag) {
			if !f.Hidden {
				flags = append(flags, "--"+f.Name)
			}
		}
		text := err.Error()
		wrong, ok := strings.CutPrefix(text, "unknown flag: ")
		if !ok {
			return err
		}
		c.LocalFlags().VisitAll(collect)
		c.InheritedFlags().VisitAll(collect)
		return unknown(c, "flag", wrong, near(wrong, flags))
	})
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		if c.HasSubCommands() {
			if !c.Runnable() { // cobra prints the help of such a command whatever its arguments
				c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
			}
			c.Args = func(c *cobra.Command, args []string) error {
				if len(args) == 0 {
					return nil
				}
				var names []string
				for _, sub := range c.Commands() {
					if sub.IsAvailableCommand() || sub.Name() == "help" {
						names = append(names, sub.Name())
					}
				}
				meant := near(args[0], names)
				if name := called[strings.ToLower(args[0])]; slices.Contains(names, name) {
					meant = []string{name}
				}
				for i := range meant {
					meant[i] = c.CommandPath() + " " + meant[i]
				}
				return unknown(c, "command", args[0], meant)
			}
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	walk(root)
	if help, _, err := root.Find([]string{"help"}); err == nil {
		help.Args = func(_ *cobra.Command, topic []string) error {
			c, rest, err := root.Find(topic)
			if err == nil && c.HasSubCommands() {
				err = c.Args(c, rest)
			}
			return err
		}
	}
}

// unknown returns the error of a name that no command or flag of c has.
func unknown(c *cobra.Command, what, name string, meant []string) error {
	if len(meant) > 0 {
		return fail(exitUsage, nil, "unknown %s %s; did you mean %s? See '%s --help'", what, printable(name), orList(meant), c.CommandPath())
	}
	return fail(exitUsage, nil, "unknown %s %s; see '%s --help'", what, printable(name), c.CommandPath())
}

// orList joins names as "a", "a or b", "a, b or c".
func orList(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// near returns the names that are few letters from one, or begin as it does, the nearest
// first.
func near(name string, names []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	name = strings.ToLower(name)
	letters := strings.TrimLeft(name, "-")
	var found []candidate
	for _, n := range names {
		bare := strings.TrimLeft(n, "-")
		switch d := distance(letters, bare); {
		case len(letters) >= 2 && strings.HasPrefix(bare, letters), len(bare) >= 3 && strings.HasPrefix(letters, bare):
			found = append(found, candidate{n, min(d, 1)})
		case d <= max(1, min(len(letters), len(bare))/3):
			found = append(found, candidate{n, d})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Or(a.distance-b.distance, cmp.Compare(a.name, b.name)) })
	var out []string
	for _, c := range found[:min(len(found), maxSuggested)] {
		if c.distance <= found[0].distance+1 {
			out = append(out, c.name)
		}
	}
	return out
}

// nearest returns the qualified names whose last part is few letters from that of name, the
// nearest first; all names where there is no such one.
func nearest(name string, names []string) []string {
	last := func(s string) string {
		return strings.ToLower(s[strings.LastIndexAny(s, ".:/\\#>")+1:])
	}
	apart := func(n string) int { return distance(last(name), last(n)) }
	var out []string
	for _, n := range names {
		if apart(n) <= max(1, len(last(name))/3) {
			out = append(out, n)
		}
	}
	if len(out) == 0 {
		return names
	}
	slices.SortStableFunc(out, func(a, b string) int { return apart(a) - apart(b) })
	return out
}

// distance returns how many bytes must be inserted, deleted, replaced, or swapped with the
// next one to turn a into b. It compares the first 40 of each.
func distance(a, b string) int {
	const most = 40
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			same := 1
			if a[i-1] == b[j-1] {
				same = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+same)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
