package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"codeintel/cmd/internal/early"
	"codeintel/cmd/internal/setup"
	"codeintel/cmd/internal/term"
	"codeintel/index/lang/all"
	"codeintel/index/workspace"
	"codeintel/session"

	"github.com/spf13/cobra"
)

func (a *app) initCommand() *cobra.Command {
	var dryRun, remove, force, noGate, asJSON bool
	var command, held string
	c := &cobra.Command{
		Use:   "init [PATH]",
		Short: "make Claude Code and other MCP clients of a repository know ci, or take that back",
		Long: `Writes what clients need to find ci in the repository that the folder PATH
(default: the current one) lies in, the one that 'ci mcp' answers about there:

  .mcp.json              the server code-intel, which starts 'ci mcp'
  .claude/settings.json  hooks of Claude Code: 'ci hook pre' before each tool runs,
                         'ci hook post' after it and at the end
  .claude/commands/      the commands /code and /outcome
  .claude/skills/        which tool answers which question
  .code-intel/           with rules that keep git from seeing it
  .code-intel/config.json  which agents the gate holds up (write_gate)

What is in the files already stays as it is, byte for byte, with its comments,
order and line ends. Each file that is written is named; the second run finds
nothing to do. Nothing outside the repository is read or written. The hooks are
the gate: an agent's edits wait until its session allows them. With --gate=always,
which is recommended, the first edit of an agent that has begun no session is
denied, with the call that begins one; the hooks have the flag too, and hold up
any agent even where write_gate was removed or says otherwise. With --gate=session
such an agent is not held up. Without the flag a setting that there is stays, and so does what an
earlier 'ci init' made; else you are asked on a terminal, and it is always
elsewhere. Before it reports success,
the command sends itself an edit that must be denied, and looks whether Claude
Code runs the hooks at all ('ci gate prove' says how). --no-gate leaves out what
is below .claude.

--remove takes it out again. Files are then as they were before, byte for byte;
of one that was edited since only what is ours goes. What is not ours, a server
called code-intel or a command of yours, is neither replaced nor removed without
--force.

Exit codes: 0 done, or nothing to do; 1 something that is not ours is in the way,
or the gate does not hold; 2 wrong usage, or a file that can't be read or written;
nothing was written then.`,
		Example: "ci init\nci init ~/src/app --dry-run\nci init --no-gate\nci init --command /opt/ci/bin/ci\nci init --remove",
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
			found := a.find(command, root)
			// Hooks that start nothing would hold up everything that the client does.
			gate := !remove && !noGate && found != ""
			setting := ""
			if held != "" && held != string(session.ModeAlways) && held != string(session.ModeSession) {
				return fail(exitUsage, nil, "--gate is always or session, not %q", held)
			}
			if gate {
				if setting, err = a.gateSetting(root, held, !dryRun && !asJSON); err != nil {
					return fail(exitUsage, err, "%s", oneLine(err.Error()))
				}
			}
			plan, err := setup.New(setup.Options{Root: root, Home: a.home(), Command: command, Remove: remove, NoGate: !gate, Gate: setting, Force: force})
			if err == nil && !dryRun {
				err = plan.Apply()
			}
			if err != nil {
				return initFailure(err, root)
			}
			state := gateNone
			var by proof
			var unproven error
			if gate && !dryRun {
				if state, by, unproven = a.gateState(c.Context(), found, root); unproven != nil {
					unproven = fail(exitSome, unproven, "the gate does not hold: %s; 'ci gate prove' tries again, 'ci init --no-gate' removes the gate", oneLine(unproven.Error()))
				}
			}
			if asJSON {
				return errors.Join(a.printInitJSON(plan, root, command, found, state, by, dryRun, remove), unproven)
			}
			if err := a.printInit(plan, root, dryRun); err != nil || remove {
				return err
			}
			if unproven != nil {
				return unproven
			}
			if err := a.printCommand(command, found, state, by, noGate); err != nil || state != gateHeld {
				return err
			}
			return a.printHeld(root)
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show what would change, and write nothing")
	c.Flags().BoolVar(&remove, "remove", false, "take out what was put in")
	c.Flags().BoolVar(&noGate, "no-gate", false, "only the server: no hooks, commands and skills of Claude Code")
	c.Flags().StringVar(&held, "gate", "", "which agents are held up: `always` any (recommended), session only those that have begun one")
	c.Flags().BoolVar(&force, "force", false, "replace, or remove, what is in our place and not ours")
	c.Flags().StringVar(&command, "command", setup.DefaultCommand, "what clients start: a `NAME` that is on PATH, or a path")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	return c
}

// States of the gate that init reports.
const (
	gateNone = ""       // it was not put in
	gateOff  = "off"    // a setting says so
	gateHeld = "proven" // it denied what it must deny
)

// gateState proves that the gate in the repository root holds, by the command of
// the client's hook, which starts program. The error says what is wrong with it.
func (a *app) gateState(ctx context.Context, program, root string) (string, proof, error) {
	config, err := workspace.FindConfig(root, all.NewTable(all.Languages()))
	if err != nil {
		return gateNone, proof{}, err
	}
	hooked, wired := setup.Wired(root)
	command := hookArgs(program, root, hooked)
	if config.WriteGate == string(session.ModeOff) && !slices.Contains(command, early.Always) {
		return gateOff, proof{}, nil
	}
	by, err := a.proveGate(ctx, command, root, hooked, wired)
	if err != nil {
		return gateNone, by, err
	}
	return gateHeld, by, nil
}

// gateSetting returns the setting which agents are held up that init is to write, "" for
// none: what the person has said, now or before, counts. ask: there may be somebody to be
// asked.
func (a *app) gateSetting(root, flag string, ask bool) (string, error) {
	if flag != "" {
		return flag, nil
	}
	config, err := workspace.FindConfig(root, all.NewTable(all.Languages()))
	if err != nil {
		return "", err
	}
	for _, s := range config.Settings() {
		if s.Key == "write_gate" && s.Line > 0 {
			return "", nil
		}
	}
	if _, wired := setup.Wired(root); wired {
		return "", nil // agents go on as they were told
	}
	const recommended = string(session.ModeAlways)
	if in, ok := a.stdin.(io.Writer); !ask || !ok || term.Width(in) == 0 || term.Width(a.stdout) == 0 {
		return recommended, nil
	}
	fmt.Fprint(a.stdout, "Which agents does the gate hold up?\n  always   any agent, until it has begun a session and explored (recommended)\n  session  only those that have begun a session\nalways or session [always]: ")
	answer, err := bufio.NewReader(io.LimitReader(a.stdin, 1<<10)).ReadString('\n')
	switch answer = strings.TrimSpace(answer); {
	case answer == string(session.ModeSession), answer == recommended:
		return answer, nil
	case answer == "" && (err == nil || errors.Is(err, io.EOF)):
		return recommended, nil
	}
	return "", fmt.Errorf("the answer is neither always nor session: %q; run the same again, or use --gate", answer)
}

// printHeld says which agents are held up.
func (a *app) printHeld(root string) error {
	config, err := workspace.FindConfig(root, all.NewTable(all.Languages()))
	if err != nil {
		return err
	}
	text := "an agent that begins no session is held up at its first write (write_gate is always; --gate=session changes it)"
	hooked, _ := setup.Wired(root)
	if config.WriteGate == string(session.ModeSession) && !setup.Always(root, hooked) {
		text = "an agent that begins no session writes freely (write_gate is session; --gate=always holds it up, and is recommended)"
	}
	_, err = fmt.Fprintln(a.stdout, text)
	return err
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
	if s.Action == setup.Keep || s.Own || strings.HasSuffix(s.Path, "/") || s.Action == setup.Create && strings.HasSuffix(s.Path, ".md") {
		return ""
	}
	return s.Diff()
}

// printCommand says whether clients can start what the configuration names, and
// whether the gate holds.
func (a *app) printCommand(command, found, gate string, by proof, noGate bool) error {
	if found == "" {
		left := "; the gate is left out until then"
		if noGate {
			left = ""
		}
		_, err := fmt.Fprintf(a.stdout, "clients can't start it yet: %s%s\n", a.unfound(command), left)
		return err
	}
	text := fmt.Sprintf("clients start %s\n", printable(found))
	switch gate {
	case gateHeld:
		text += "the gate holds: a write without a session's leave was denied" + by.by() + "\n"
	case gateOff:
		text += "the gate is off: write_gate in .code-intel/config.json says so\n"
	}
	_, err := fmt.Fprint(a.stdout, text+"next: start the client in this repository; it asks once whether the server code-intel may run\n")
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

func (a *app) printInitJSON(plan *setup.Plan, root, command, found, gate string, by proof, dryRun, remove bool) error {
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
		Gate    string `json:"gate,omitempty"`
		Client  string `json:"client,omitempty"`
		ToDo    string `json:"to_do,omitempty"`
	}{"summary", root, plan.Changes(), dryRun, command, found, gate, by.client, todo})
}
