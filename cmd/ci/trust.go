package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"codeintel/cmd/internal/toolhint"

	"github.com/spf13/cobra"
)

func (a *app) gateTrustCommand() *cobra.Command {
	var repo string
	var remove, force, asJSON bool
	c := &cobra.Command{
		Use:   "trust [TOOL]…",
		Short: "let a tool of another server run that only reads, on your word",
		Long: `Says that TOOL, a tool of another MCP server by its full name in Claude Code
(mcp__SERVER__TOOL), only reads: calls of it pass at once, whatever is in their
arguments, also before a session is READY. Without TOOL the tools are listed that
you trust. A name is no reason to believe a tool: one that is not trusted may run
where its arguments name nothing that may not be written, and what it changes is
reported after it. That is so for a trusted tool too.

What the server declares of the tool (readOnlyHint) is asked of the server, which
is started for that as .mcp.json says. A tool that it declares to write, or of
which it declares nothing, needs --force; where the server can't be asked, that is
said, and your word is enough.

Your word holds for this repository alone, and is kept sealed in your cache. Only
you can give it: an agent's call of this command is denied.

Exit codes: 0 done; 1 the server does not declare that the tool only reads; 2 wrong
usage, or your word can't be kept.`,
		Example: "ci gate trust\nci gate trust mcp__tracker__read_report\nci gate trust --remove mcp__tracker__read_report",
		RunE: func(c *cobra.Command, args []string) error {
			root, err := a.root(repo)
			if err != nil {
				return fail(exitUsage, err, "%s", oneLine(err.Error()))
			}
			if len(args) == 0 {
				if remove || force {
					return fail(exitUsage, nil, "name the tool, such as mcp__SERVER__TOOL")
				}
				return a.printTrusted(root, asJSON)
			}
			if a.getenv("CLAUDECODE") != "" {
				return fail(exitSome, nil, "only the user says which tools are trusted, in a terminal of their own")
			}
			for _, tool := range args {
				server, bare, ok := strings.Cut(strings.TrimPrefix(tool, "mcp__"), "__")
				if !strings.HasPrefix(tool, "mcp__") || !ok || server == "" || bare == "" {
					return fail(exitUsage, nil, "%s is not the name of a server's tool; in Claude Code it is mcp__SERVER__TOOL", printable(tool))
				}
			}
			for _, tool := range args {
				if err := a.trust(c, root, tool, !remove, force, asJSON); err != nil {
					return err
				}
			}
			return nil
		},
	}
	fl := c.Flags()
	fl.StringVar(&repo, "repo", "", "the tools that are trusted in the repository in `DIR`")
	fl.BoolVar(&remove, "remove", false, "do not trust the tool any more")
	fl.BoolVar(&force, "force", false, "trust the tool although its server does not declare that it only reads")
	fl.BoolVar(&asJSON, "json", false, "print one JSON object a line")
	return c
}

// trustedJSON is a tool as trust prints it.
type trustedJSON struct {
	Tool    string `json:"tool"`
	Trusted bool   `json:"trusted"`
	Since   string `json:"since,omitempty"`
	// Declared is what the server declares: "reads", "writes", "nothing" or "unknown".
	Declared string `json:"declared,omitempty"`
	Why      string `json:"why,omitempty"`
}

// trust notes that the person trusts a tool, or does not any more.
func (a *app) trust(c *cobra.Command, root, tool string, trusted, force, asJSON bool) error {
	out := trustedJSON{Tool: tool, Trusted: trusted}
	text := ""
	if trusted {
		hint, err := toolhint.Of(c.Context(), root, tool, os.Environ())
		var unknown *toolhint.UnknownError
		switch {
		case errors.As(err, &unknown):
			out.Declared, out.Why = "unknown", oneLine(err.Error())
			text = "; what it is declared to do can't be known: " + out.Why
		case err != nil:
			return fail(exitUsage, err, "%s", oneLine(err.Error()))
		case hint.ReadOnly:
			out.Declared, text = "reads", "; its server declares that it only reads"
		case hint.Declared:
			out.Declared, text = "writes", "; its server declares that it writes"
		default:
			out.Declared, text = "nothing", "; its server declares nothing of it"
		}
		if !force && (out.Declared == "writes" || out.Declared == "nothing") {
			return fail(exitSome, nil, "%s is not trusted%s (readOnlyHint); --force trusts it all the same", printable(tool), text)
		}
	}
	changed, err := a.host().GateFolder().Witness(root, a.now).Trust(tool, trusted)
	if err != nil {
		return fail(exitUsage, err, "it can't be kept which tools are trusted: %s", oneLine(err.Error()))
	}
	if asJSON {
		return a.printJSON(a.stdout, out)
	}
	did := map[bool]string{true: "trusted", false: "not trusted any more"}[trusted]
	if !changed {
		did = map[bool]string{true: "trusted already", false: "not trusted"}[trusted]
	}
	_, err = fmt.Fprintf(a.stdout, "%s %s%s\n", printable(tool), did, text)
	return err
}

// printTrusted lists the tools that the person trusts.
func (a *app) printTrusted(root string, asJSON bool) error {
	list, err := a.host().GateFolder().Witness(root, a.now).Trusted()
	if err != nil {
		return fail(exitUsage, err, "it can't be read which tools are trusted: %s", oneLine(err.Error()))
	}
	if len(list) == 0 && !asJSON {
		_, err := fmt.Fprintln(a.stdout, "no tool of another server is trusted")
		return err
	}
	for _, tool := range slices.SortedFunc(maps.Keys(list), cmp.Compare[string]) {
		since := stampText(list[tool])
		if asJSON {
			if err := a.printJSON(a.stdout, trustedJSON{Tool: tool, Trusted: true, Since: since}); err != nil {
				return err
			}
			continue
		}
		if _, err := fmt.Fprintf(a.stdout, "%s since %s\n", printable(tool), since); err != nil {
			return err
		}
	}
	return nil
}
