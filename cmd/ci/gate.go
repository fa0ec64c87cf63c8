package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codeintel/cmd/internal/claude"
	"codeintel/cmd/internal/early"
	"codeintel/cmd/internal/guard"
	"codeintel/cmd/internal/setup"
	"codeintel/cmd/internal/statefs"
	"codeintel/index/lang/all"
	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/gate"

	"github.com/spf13/cobra"
)

func (a *app) gateCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "gate",
		Short: "look whether the gate stands, and whether it was kept",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.gateVerifyCommand(), a.gateProveCommand(), a.gateTrustCommand())
	return c
}

func (a *app) gateVerifyCommand() *cobra.Command {
	var since, repo string
	var staged, asJSON bool
	c := &cobra.Command{
		Use:   "verify",
		Short: "list changed files that no session was allowed to write",
		Long: `Compares the files with a revision, new files included, and lists those that
no session of an agent was allowed to write: none was READY and had explored
them. It asks the sessions of this repository, open or ended, and works for any
agent; it can't tell an agent's change from a person's. What 'ci init' writes is not
listed where it is, byte for byte, what 'ci init' makes of the file now.

As the pre-commit hook of git it looks at what is about to be committed.

Exit codes: 0 there is none; 1 there are some; 2 wrong usage, or git does not
know the revision.`,
		Example: "ci gate verify\nci gate verify --since origin/main\necho 'exec ci gate verify' >> .git/hooks/pre-commit",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			root, err := a.root(repo)
			if err != nil {
				return fail(exitUsage, err, "%s", oneLine(err.Error()))
			}
			if !c.Flags().Changed("staged") {
				staged = a.getenv("GIT_INDEX_FILE") != "" && since == ""
			}
			bad, changed, err := a.host().Guard(root, false).Verify(c.Context(), guard.VerifyOptions{Since: since, Staged: staged, Own: setup.Written(), Explain: func(before, now map[string][]byte) (map[string]bool, error) {
				return setup.Explain(before, now, func(command string) bool { return a.isOurs(command, root) })
			}})
			if err != nil {
				return fail(exitUsage, err, "%s", oneLine(err.Error()))
			}
			return a.verified(bad, changed, asJSON)
		},
	}
	fl := c.Flags()
	fl.StringVar(&since, "since", "", "compare with `REV` instead of HEAD")
	fl.BoolVar(&staged, "staged", false, "look at what is about to be committed; that is so in a pre-commit hook without it")
	fl.StringVar(&repo, "repo", "", "look at the repository in `DIR`")
	fl.BoolVar(&asJSON, "json", false, "print one JSON object a line")
	return c
}

// isOurs reports whether a command that clients start leads to this program.
func (a *app) isOurs(command, root string) bool {
	found, err := os.Stat(a.find(command, root))
	self, selfErr := os.Stat(a.program)
	return err == nil && selfErr == nil && os.SameFile(found, self)
}

// verified prints what Verify has found.
func (a *app) verified(bad []guard.Unwritten, changed int, asJSON bool) error {
	for _, f := range bad {
		if asJSON {
			line, err := json.Marshal(f)
			if err != nil {
				return err
			}
			fmt.Fprintf(a.stdout, "%s\n", line)
			continue
		}
		fmt.Fprintf(a.stdout, "%s: %s, and %s\n", f.Path, f.Change, f.Reason)
	}
	if len(bad) > 0 {
		return fail(exitSome, nil, "%s of %d that changed may not be written by an agent; explore them in a session that gets to READY, or undo the changes", plural(len(bad), "file"), changed)
	}
	if !asJSON {
		fmt.Fprintf(a.stdout, "%s changed, and sessions were allowed to write all\n", plural(changed, "file"))
	}
	return nil
}

func (a *app) gateProveCommand() *cobra.Command {
	var repo string
	c := &cobra.Command{
		Use:   "prove [-- COMMAND...]",
		Short: "send the gate a write that it must deny",
		Long: `Begins a session that is far from writing, and asks the gate, by the command
that the client's hook runs, for a write that it must deny and a read that it
must let pass; then it says something that is no question at all, which must be
denied too. The session is removed after that.

A gate of which the client runs no hook does not stand, so the files of Claude
Code are read as strictly as it reads them, and each one that keeps it from
running the hooks is named with what to do. Where 'claude' is on PATH it is
started with a scripted model in place of a language model, and has to be denied
a write itself; it reaches nothing but this computer for that.

COMMAND is what the hook runs; by default what the repository's hooks run.

Exit codes: 0 the gate stands; 1 it does not, or it is off.`,
		Example: "ci gate prove\nci gate prove -- /usr/local/bin/ci hook pre",
		RunE: func(c *cobra.Command, args []string) error {
			root, err := a.root(repo)
			if err != nil {
				return fail(exitUsage, err, "%s", oneLine(err.Error()))
			}
			command, wired := setup.Wired(root)
			if len(args) == 0 {
				args = hookArgs(a.program, root, command)
			}
			proof, err := a.proveGate(c.Context(), args, root, command, wired)
			if err != nil {
				return fail(exitSome, err, "the gate does not stand: %s", oneLine(err.Error()))
			}
			_, err = fmt.Fprintf(a.stdout, "the gate stands: a write was denied, and a read was not%s\n", proof.by())
			return err
		},
	}
	c.Flags().StringVar(&repo, "repo", "", "prove the gate of the repository in `DIR`")
	return c
}

// hookArgs returns the command line of the hook before a call, as the hooks of the
// repository root have it that start a command.
func hookArgs(program, root, command string) []string {
	args := []string{program, "hook", "pre"}
	if setup.Always(root, command) {
		args = append(args, early.Always)
	}
	return args
}

// proofTime is how long an answer of the hook's command may take.
const proofTime = 20 * time.Second

// proof says what a gate was proven by, beside the command of its hook.
type proof struct {
	// client is the version of Claude Code that was denied a write; "" where it was not
	// asked.
	client string
	// unasked is why it was not, "" where there is none here.
	unasked string
}

// by returns what is said behind "the gate holds".
func (p proof) by() string {
	switch {
	case p.client != "":
		return "; Claude Code " + p.client + " was denied one itself"
	case p.unasked != "":
		return "; Claude Code could not be asked itself: " + p.unasked
	}
	return ""
}

// unenforced returns what keeps Claude Code from running the hooks of a repository,
// or from starting its server; nil where nothing does.
func (a *app) unenforced(root, command string, wired bool) []setup.Condition {
	client := setup.Client{Root: root, Config: setup.ConfigFolder(a.getenv), Managed: setup.ManagedFolders()}
	return client.Conditions(command, wired)
}

// proveGate sends a write that must be denied through the command of a client's hook,
// in the repository root, and through the client where there is one. hooked is what
// the hooks of the repository start, where wired. The error says what is wrong with
// the gate.
func (a *app) proveGate(ctx context.Context, command []string, root, hooked string, wired bool) (p proof, err error) {
	config, err := workspace.FindConfig(root, all.NewTable(all.Languages()))
	if err != nil {
		return p, err
	}
	if config.WriteGate == string(session.ModeOff) && !slices.Contains(command, early.Always) {
		return p, fmt.Errorf("the setting write_gate is \"off\"; set it to \"session\" or \"always\" in %s", workspace.ConfigFile)
	}
	conditions := a.unenforced(root, hooked, wired)
	if err := failed(conditions, false); err != nil {
		return p, err
	}
	noise := make([]byte, 16)
	_, _ = rand.Read(noise) // it does not fail
	id := hex.EncodeToString(noise)
	// Claude Code takes nothing but a UUID for the name of a conversation.
	who := session.Agent{Client: fmt.Sprintf("%s-%s-4%s-a%s-%s", id[:8], id[8:12], id[13:16], id[17:20], id[20:])}
	book := a.host().Book(root)
	kept := filepath.Join(root, workspace.StateDir, "sessions")
	_, statErr := os.Lstat(kept)
	started, err := book.Start(ctx, session.StartArgs{Intent: session.Implement, Query: "Prove that the gate is shut."}, who, noCode{})
	if err != nil {
		return p, fmt.Errorf("a session can't be begun: %w", err)
	}
	if errors.Is(statErr, fs.ErrNotExist) {
		defer removeBare(kept)
	}
	defer func() {
		if removeErr := statefs.New(root, a.now).Remove("sessions/" + started.SessionID + ".json"); err == nil && removeErr != nil {
			err = removeErr
		}
	}()
	name := filepath.Join(root, "ci-gate-proof-"+id+".txt")
	if err := errors.Join(askHook(ctx, command, root, name, who), failed(conditions, true)); err != nil || !wired {
		return p, err
	}
	program := a.find("claude", root)
	if program == "" {
		return p, nil
	}
	err = claude.Prove(ctx, claude.Options{Program: program, Root: root, Config: setup.ConfigFolder(a.getenv), Session: who.Client, File: name, Says: "the session is in the phase " + string(gate.Exploration), Env: os.Environ()})
	switch {
	case errors.Is(err, claude.ErrWrote), ctx.Err() != nil:
		return p, err
	case err != nil:
		p.unasked = oneLine(err.Error())
	default:
		p.client = claude.Version(ctx, program)
	}
	return p, nil
}

// failed returns the conditions about the server, or those about the hooks, as one
// error; nil for none.
func failed(list []setup.Condition, server bool) error {
	var texts []string
	for _, c := range list {
		if c.Server == server {
			texts = append(texts, c.String())
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return errors.New(strings.Join(texts, "; and "))
}

// askHook asks the command of a client's hook for what it must deny, and for what it
// must not. The error says what it should have answered otherwise.
func askHook(ctx context.Context, command []string, root, name string, who session.Agent) error {
	ask := func(tool string, input map[string]any) (string, int, error) {
		said, err := json.Marshal(map[string]any{
			"hook_event_name": "PreToolUse", "session_id": who.Client, "cwd": root, "tool_name": tool, "tool_input": input, "tool_use_id": "proof",
		})
		if err != nil {
			return "", 0, err
		}
		return runHook(ctx, command, root, said)
	}
	for _, c := range []struct {
		tool  string
		input map[string]any
		deny  bool
	}{
		{"Write", map[string]any{"file_path": name, "content": "x"}, true},
		{"Bash", map[string]any{"command": "echo x > " + filepath.Base(name)}, true},
		{"Read", map[string]any{"file_path": name}, false},
	} {
		out, code, err := ask(c.tool, c.input)
		if err != nil {
			return err
		}
		denied := code == 2 || code == 0 && strings.Contains(out, `"permissionDecision":"deny"`)
		if denied != c.deny || code != 0 {
			return fmt.Errorf("asked about the tool %s, the hook should have answered otherwise (denied: %t, exit code %d): %s", c.tool, denied, code, strings.TrimSpace(out))
		}
	}
	if out, code, err := runHook(ctx, command, root, []byte("{")); err != nil || code != 2 {
		return fmt.Errorf("what is no question was not denied (exit code %d, %v): %s", code, err, out)
	}
	return nil
}

// removeBare removes a folder of sessions that has none, and leaves any other.
func removeBare(dir string) {
	const rules = ".gitignore"
	list, err := os.ReadDir(dir)
	if err != nil || len(list) > 1 || len(list) == 1 && list[0].Name() != rules {
		return
	}
	// What another process puts there meanwhile makes the second fail, and its own
	// rules are written again with the next session.
	_ = os.Remove(filepath.Join(dir, rules))
	_ = os.Remove(dir)
}

// runHook runs the command of a client's hook; out is all that it says.
func runHook(ctx context.Context, command []string, dir string, input []byte) (out string, code int, err error) {
	ctx, cancel := context.WithTimeout(ctx, proofTime)
	defer cancel()
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	var said bytes.Buffer
	c.Dir, c.Stdin, c.Stdout, c.Stderr, c.WaitDelay = dir, bytes.NewReader(input), &said, &said, time.Second
	err = c.Run()
	if c.ProcessState == nil {
		return "", 0, fmt.Errorf("%s does not run: %w", command[0], err)
	}
	if ctx.Err() != nil {
		return "", 0, fmt.Errorf("%s does not answer in %s", strings.Join(command, " "), proofTime)
	}
	return said.String(), c.ProcessState.ExitCode(), nil
}

// noCode is a repository of which nothing is known.
type noCode struct{}

func (noCode) Symbols(string) []session.Symbol      { return nil }
func (noCode) Places(string) []session.Symbol       { return nil }
func (noCode) Related(string, string) bool          { return false }
func (noCode) File(string) (session.FileInfo, bool) { return session.FileInfo{}, false }
func (noCode) Folder(string) bool                   { return false }
func (noCode) Text(string, int, int) (string, bool) { return "", false }
func (noCode) Size() session.Size                   { return session.Size{Code: true} }
func (noCode) Near(string) []string                 { return nil }
func (noCode) Beside([]string) []string             { return nil }
