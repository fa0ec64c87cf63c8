package manual

import (
	"testing"

	"github.com/spf13/cobra"
)

func tree() *cobra.Command {
	run := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "tool", Short: "does things", Run: run, CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true}}
	root.PersistentFlags().Bool("verbose", false, "say more")
	sub := &cobra.Command{Use: "make PATH", Short: "makes a | b", Long: "Makes.\n\n.dot a\\b", Example: "tool make .", Run: run}
	sub.Flags().StringP("output", "o", "x.out", "write to `FILE`")
	secret := &cobra.Command{Use: "secret", Short: "hidden", Hidden: true, Run: run}
	root.AddCommand(sub, secret)
	return root
}

func TestMarkdown(t *testing.T) {
	want := `# tool make

Makes.

.dot a\b

    tool make PATH [flags]

Examples:

    tool make .

| option | meaning |
|---|---|
| ` + "`-h, --help`" + ` | help for make |
| ` + "`-o, --output FILE`" + ` | write to FILE (default x.out) |
| ` + "`--verbose`" + ` | say more |
`
	if got := string(Markdown(Commands(tree())[1])); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want = `# tool

Does things.

    tool [flags]

| option | meaning |
|---|---|
| ` + "`-h, --help`" + ` | help for tool |
| ` + "`--verbose`" + ` | say more |

| command | does |
|---|---|
| [tool make](tool-make.md) | makes a \| b |
`
	if got := string(Markdown(tree())); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestMan(t *testing.T) {
	want := `.TH "TOOL-MAKE" 1 "" "tool"
.SH NAME
tool\-make \- makes a | b
.SH SYNOPSIS
tool make PATH [flags]
.SH DESCRIPTION
Makes.
.PP
\&.dot a\eb
.SH OPTIONS
.TP
.B \-h, \-\-help
help for make
.TP
.B \-o, \-\-output FILE
write to FILE (default x.out)
.TP
.B \-\-verbose
say more
.SH EXAMPLES
.nf
tool make .
.fi
.SH SEE ALSO
tool(1)
`
	if got := string(Man(Commands(tree())[1])); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
