package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"codeintel/cmd/internal/setup"
	"codeintel/index/workspace"

	"github.com/spf13/cobra"
)

func (a *app) initCommand() *cobra.Command {
	var dryRun, remove, force, asJSON bool
	var command string
	c := &cobra.Command{
		Use:   "init [PATH]",
		Short: "make MCP clients of a repository know ci, or take that back",
		Long: `Writes what clients of the Model Context Protocol need to find ci in the
repository that the folder PATH (default: the current one) lies in, the one that
'ci mcp' answers about there: the server code-intel in .mcp.json, which starts
'ci mcp', and the folder .code-intel with rules that keep git from seeing it. What
is in .mcp.json already stays as it is, byte for byte, with its comments, order
and line ends. Each file that is written is named; the second run finds nothing to
do. Nothing outside the repository is read or written, and no configuration of
yours.

--remove takes it out again. Files are then as they were before, byte for byte;
of one that was edited since only the entry goes. A server called code-intel that
is not ours is neither replaced nor removed without --force.

Exit codes: 0 done, or nothing to do; 1 a server called code-intel that is not
ours is in the way; 2 wrong usage, or a file that can't be read or written;
nothing was written then.`,
		Example: "ci init\nci init ~/src/app --dry-run\nci init --command /opt/ci/bin/ci\nci init --remove",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			path := "."
			if len(args) == 1 {
				path = args[0]
			}
			root, err := workspace.RepositoryRoot(a.path(path), a.home())
			if err != nil {
				return fail(exitUsage, errors.Unwrap(err), "%s", oneLine(err.Error()))
			}
			plan, err := setup.New(setup.Options{Root: root, Home: a.home(), Command: command, Remove: remove, Force: force})
			if err == nil && !dryRun {
				err = plan.Apply()
			}
			if err != nil {
				return initFailure(err, root)
			}
			found := a.find(command, root)
			if asJSON {
				return a.printInitJSON(plan, root, command, found, dryRun, remove)
			}
			if err := a.printInit(plan, root, dryRun); err != nil || remove {
				return err
			}
			return a.printCommand(command, found)
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show what would change, and write nothing")
	c.Flags().BoolVar(&remove, "remove", false, "take out what was put in")
	c.Flags().BoolVar(&force, "force", false, "replace, or remove, a server called code-intel that is not ours")
	c.Flags().StringVar(&command, "command", "ci", "what clients start: a `NAME` that is on PATH, or a path")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	return c
}

// initFailure is an error of package setup, with the whole path.
func initFailure(err error, root string) error {
	var e *setup.Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Path != "" {
		e.Path = printable(filepath.Join(root, filepath.FromSlash(e.Path)))
	}
	code := exitUsage
	if e.Conflict {
		code = exitSome
	}
	return fail(code, errors.Unwrap(e.Err), "%s", oneLine(e.Error()))
}

// find is the path of the program that clients in root would start, "" when they
// would find none.
func (a *app) find(command, root string) string {
	if filepath.Base(command) != command {
		if !filepath.IsAbs(command) {
			command = filepath.Join(root, command)
		}
		found, _ := exec.LookPath(command)
		return found
	}
	for _, dir := range filepath.SplitList(a.getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue // where that is depends on who starts it
		}
		if found, err := exec.LookPath(filepath.Join(dir, command)); err == nil {
			return found
		}
	}
	return ""
}

// done says an action as users read it.
func done(action setup.Action, dryRun bool) string {
	switch {
	case action == setup.Keep:
		return "unchanged"
	case dryRun:
		return "would " + string(action)
	}
	return strings.TrimSuffix(string(action), "e") + "ed"
}

func (a *app) printInit(plan *setup.Plan, root string, dryRun bool) error {
	for _, s := range plan.Steps {
		why := ""
		if s.Why != "" {
			why = ": " + s.Why
		}
		if _, err := fmt.Fprintf(a.stdout, "%s %s%s\n", done(s.Action, dryRun), printable(filepath.Join(root, filepath.FromSlash(s.Path))), why); err != nil {
			return err
		}
	}
	if !dryRun {
		if !plan.Changes() {
			fmt.Fprintln(a.stdout, "nothing to do")
		}
		return nil
	}
	for _, s := range plan.Steps {
		if diff := diffOf(s); diff != "" {
			fmt.Fprintf(a.stdout, "\n%s", diff)
		}
	}
	return nil
}

// diffOf is what changes in a file that is of interest to people.
func diffOf(s setup.Step) string {
	if s.Action == setup.Keep || s.Own || strings.HasSuffix(s.Path, "/") {
		return ""
	}
	return s.Diff()
}

// printCommand says whether clients can start what the configuration names.
func (a *app) printCommand(command, found string) error {
	if found != "" {
		_, err := fmt.Fprintf(a.stdout, "clients start %s\nnext: start the client in this repository; it asks once whether the server code-intel may run\n", printable(found))
		return err
	}
	_, err := fmt.Fprintf(a.stdout, "clients can't start it yet: %s\n", a.unfound(command))
	return err
}

// unfound says what to do about a command that is not found.
func (a *app) unfound(command string) string {
	if filepath.Base(command) != command {
		return fmt.Sprintf("there is no program %s", printable(command))
	}
	text := fmt.Sprintf("no %s is on PATH; install it there, or name it", printable(command))
	if a.program != "" {
		return fmt.Sprintf("%s: ci init --command %s", text, printable(a.program))
	}
	return text + " with 'ci init --command PATH'"
}

func (a *app) printInitJSON(plan *setup.Plan, root, command, found string, dryRun, remove bool) error {
	for _, s := range plan.Steps {
		if err := a.printJSON(a.stdout, struct {
			Kind   string       `json:"kind"`
			Path   string       `json:"path"`
			Action setup.Action `json:"action"`
			Why    string       `json:"why,omitempty"`
			Diff   string       `json:"diff,omitempty"`
		}{"file", s.Path, s.Action, s.Why, diffOf(s)}); err != nil {
			return err
		}
	}
	todo := ""
	if found == "" && !remove {
		todo = a.unfound(command)
	}
	return a.printJSON(a.stdout, struct {
		Kind    string `json:"kind"`
		Root    string `json:"root"`
		Changed bool   `json:"changed"`
		DryRun  bool   `json:"dry_run"`
		Command string `json:"command"`
		Program string `json:"program"`
		ToDo    string `json:"to_do,omitempty"`
	}{"summary", root, plan.Changes(), dryRun, command, found, todo})
}
