package main

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"
)

// groups are those of the commands, in the order of 'ci help'.
var groups = []struct {
	id, title string
	commands  []string
}{
	{"everyday", "Everyday:", []string{"init", "search", "def", "refs", "callers", "outline", "status", "doctor"}},
	{"editors", "Editors:", []string{"lsp"}},
	{"agents", "Agents:", []string{"mcp", "session", "gate", "hook", "pack"}},
	{"index", "Index:", []string{"index", "import", "config", "model", "languages"}},
	{"plumbing", "Plumbing:", []string{"serve", "stop", "debug", "completion", "version", "help"}},
}

// headings are the lines of a help text that are printed in bold.
var headings = func() map[string]bool {
	out := map[string]bool{"Usage:": true, "Examples:": true, "Flags:": true, "Global Flags:": true, "Available Commands:": true}
	for _, g := range groups {
		out[g.title] = true
	}
	return out
}()

// group puts the commands into their groups, and the help of all into colours.
func (a *app) group(root *cobra.Command) {
	of := map[string]string{}
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, name := range g.commands {
			of[name] = g.id
		}
	}
	root.SetHelpCommandGroupID(of["help"])
	root.SetCompletionCommandGroupID(of["completion"])
	for _, c := range root.Commands() {
		c.GroupID = of[c.Name()]
	}
	plain := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		out := c.OutOrStdout()
		if !a.colors(out) {
			plain(c, args)
			return
		}
		var b bytes.Buffer
		root.SetOut(&b)
		plain(c, args)
		root.SetOut(out)
		_, _ = io.WriteString(out, bold(b.String())) // as cobra: nobody hears of it
	})
}
