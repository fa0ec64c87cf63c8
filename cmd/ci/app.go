package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"codeintel/cmd/internal/early"
	"codeintel/cmd/internal/model"
	"codeintel/cmd/internal/place"
	"codeintel/index/lang"
	"codeintel/index/workspace"
	"codeintel/index/workspace/budget"

	"github.com/spf13/cobra"
)

// Exit codes. They are part of the command line's contract.
const (
	exitOK          = 0
	exitSome        = 1 // some files failed, nothing was found, or --check says no
	exitUsage       = 2 // the command line or a path in it is wrong
	exitNothing     = 3 // there is nothing to index
	exitInterrupted = 130
)

// app is the command line's view of the world outside, so that tests bring
// their own.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	now            func() time.Time
	zone           *time.Location // of times that people read; nil for the local one
	env            workspace.Env
	place          place.Env // where the shared process is
	// dir is what relative paths of the command line are relative to; "" is the
	// process's own folder.
	dir     string
	verbose bool
	color   string // --color
	// ticks says each time that so much has passed, until it is stopped.
	ticks func(time.Duration) (ticks <-chan time.Time, stop func())
	// always: the command is a hook with the flag early.Always.
	always bool
	// program is the absolute path of the program that runs, "" when unknown.
	program string
	// renewable replaces the process by a program; nil where it must not be.
	renewable func(program string, args, env []string) error
	// known are the languages, nil for all that there are.
	known     []*lang.Language
	surviving bool // a crash of C code renews the process
	// opened are the workspaces that the command has opened.
	opened []*workspace.Workspace
	// heap is what the collector goes by while a folder is indexed, nil at other times.
	heap atomic.Pointer[budget.Pace]
	// machine says how much memory there is; nil for as much as is wanted.
	machine func() budget.Limit
	memory  governed
	// embedders are the models of the process; nil until one may be needed.
	embedders *model.Embedders
}

// failure is an error as users see it: one line that says what, where and what
// to do next.
type failure struct {
	code  int
	text  string
	cause error // printed with --verbose only
	said  bool  // the command has said what is wrong
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.cause }

// fail makes a failure; text is one line.
func fail(code int, cause error, format string, args ...any) error {
	return &failure{code: code, cause: cause, text: fmt.Sprintf(format, args...)}
}

// run is the command; it returns the exit code.
func (a *app) run(ctx context.Context, args []string) int {
	if early.IsHook(args) {
		a.always = len(args) > 2
		return a.hook(ctx)
	}
	root := a.commands()
	root.SetArgs(args)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	command, err := root.ExecuteContextC(ctx)
	for _, w := range a.opened {
		err = errors.Join(err, w.Close())
	}
	a.memory.stop()
	if a.embedders != nil {
		err = errors.Join(err, a.embedders.Close())
	}
	if err == nil {
		return exitOK
	}
	if command == nil {
		command = root
	}
	var f *failure
	switch {
	case ctx.Err() != nil:
		f = &failure{code: exitInterrupted, text: "interrupted; nothing was written", cause: err}
	case !errors.As(err, &f):
		// Only cobra itself returns other errors: unknown commands and flags,
		// wrong numbers of arguments.
		text, _, _ := strings.Cut(wrongUsage(command, err), ": strconv.")
		f = &failure{code: exitUsage, text: fmt.Sprintf("%s; see '%s --help'", text, command.CommandPath())}
	}
	if f.said {
		return f.code
	}
	fmt.Fprintf(a.stderr, "ci: %s\n", f.text)
	if a.verbose && f.cause != nil {
		fmt.Fprintf(a.stderr, "ci: cause: %s\n", oneLine(f.cause.Error()))
	}
	return f.code
}

// wrongUsage says what is wrong with a command line that cobra refuses.
func wrongUsage(c *cobra.Command, err error) string {
	text := "too many arguments"
	if _, given, ok := strings.Cut(err.Error(), "arg(s), "); ok {
		if strings.HasSuffix(given, " 0") {
			text = "an argument is missing"
		}
	} else if !strings.HasPrefix(err.Error(), "unknown command ") { // of cobra.NoArgs: suggestions has those of others
		return oneLine(err.Error())
	}
	return fmt.Sprintf("%s; usage: %s", text, c.UseLine())
}

// oneLine is the text of an error on one line.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// path is a path of the command line, seen from the process.
func (a *app) path(p string) string {
	if a.dir == "" || filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(a.dir, p)
}

// home is the user's home folder, "" when it is not known.
func (a *app) home() string { return workspace.Env{Getenv: a.getenv}.Home() }

// folderOf is the only argument of a command that takes at most one path: the
// current folder where there is none.
func folderOf(args []string) string {
	if len(args) == 0 {
		return "."
	}
	return args[0]
}

// commands is the definition of the command line.
func (a *app) commands() *cobra.Command {
	root := &cobra.Command{
		Use:     "ci",
		Short:   "one trustworthy understanding of a repository",
		Version: version,
		Example: `ci init                                         # tell editors and agents of this repository about ci
ci search "where is a session ended"            # a question in words
ci search --text 'func \(.*\) Close' -g '*.go'  # lines, as ripgrep does
ci def Session.Close                            # where it is defined
ci refs Session.Close --limit 20                # where it is used
ci session watch                                # what agents do`,
		Long: `ci reads a repository into a graph of symbols and references, in SCIP's model,
and answers questions about it. It needs no build, no language server and no
network.

Exit codes: 0 done; 1 some files failed, or nothing was found; 2 wrong usage;
3 nothing to index; 130 interrupted.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(c *cobra.Command, _ []string) error {
			return c.Help()
		},
	}
	root.PersistentFlags().BoolVar(&a.verbose, "verbose", false, "say the cause of an error too")
	root.SetVersionTemplate("ci {{.Version}}\n")
	root.Flags().Bool("version", false, "print the version")
	a.colorFlag(root)
	root.AddCommand(
		a.indexCommand(),
		a.initCommand(),
		a.defCommand(),
		a.refsCommand(),
		a.callersCommand(),
		a.packCommand(),
		a.outlineCommand(),
		a.searchCommand(),
		a.configCommand(),
		a.importCommand(),
		a.sessionCommand(),
		a.mcpCommand(),
		a.lspCommand(),
		a.hookCommand(),
		a.gateCommand(),
		a.serveCommand(),
		a.statusCommand(),
		a.stopCommand(),
		a.modelCommand(),
		a.languagesCommand(),
		a.doctorCommand(),
		a.debugCommand(),
		a.versionCommand(),
		a.manCommand(),
		a.workerCommand(),
	)
	a.group(root)
	a.completion(root)
	suggestions(root)
	return root
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.stdout, "ci %s\n", version)
			return err
		},
	}
}
