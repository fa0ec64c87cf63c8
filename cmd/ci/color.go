package main

import (
	"io"
	"strings"

	"codeintel/cmd/internal/term"

	"github.com/spf13/cobra"
)

// Values of --color.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

// colors returns whether what is written to w has colours: as --color says, and by default
// on a terminal that can show them and whose user has not set NO_COLOR.
func (a *app) colors(w io.Writer) bool {
	switch a.color {
	case colorAlways:
		return true
	case colorNever:
		return false
	}
	return term.Width(w) > 0 && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
}

// progress returns the progress line on standard error.
func (a *app) progress() *term.Progress {
	return term.NewProgress(a.stderr, term.Width(a.stderr), a.colors(a.stderr), a.now)
}

// paint returns text in a colour where color is true.
func paint(color bool, code, text string) string {
	if !color || code == "" || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// colorFlag adds --color to all commands.
func (a *app) colorFlag(root *cobra.Command) {
	root.PersistentFlags().StringVar(&a.color, "color", colorAuto, "use colours: `WHEN` is auto (on a terminal, unless NO_COLOR is set), always or never")
	_ = root.RegisterFlagCompletionFunc("color", cobra.FixedCompletions([]string{colorAuto, colorAlways, colorNever}, cobra.ShellCompDirectiveNoFileComp)) // the flag is there
	check := func(*cobra.Command, []string) error {
		switch a.color {
		case colorAuto, colorAlways, colorNever:
			return nil
		}
		return fail(exitUsage, nil, "--color %s: give auto, always or never", printable(a.color))
	}
	root.PersistentPreRunE = check
}

// bold returns the lines of a help text with its headings in bold.
func bold(help string) string {
	var b strings.Builder
	for line := range strings.Lines(help) {
		text := strings.TrimRight(line, "\n")
		if headings[text] {
			line = paint(true, colorHead, text) + line[len(text):]
		}
		b.WriteString(line)
	}
	return b.String()
}
