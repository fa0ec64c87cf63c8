// Package manual writes the manual of a command line from its definitions: man
// pages and Markdown. The same definitions give the same bytes.
package manual

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Commands returns c and all commands below it that users see.
func Commands(c *cobra.Command) []*cobra.Command {
	out := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			out = append(out, Commands(sub)...)
		}
	}
	return out
}

// Name of a command's pages: "ci-index".
func Name(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// usage is the command's synopsis.
func usage(c *cobra.Command) string {
	c.InitDefaultHelpFlag()
	return c.UseLine()
}

// text is the long description, or the short one.
func text(c *cobra.Command) string {
	if c.Long != "" {
		return c.Long
	}
	return strings.ToUpper(c.Short[:1]) + c.Short[1:] + "."
}

// flags calls f for each flag that users see, in alphabetical order.
func flags(c *cobra.Command, f func(name, usage string)) {
	visit := func(fl *pflag.Flag) {
		if fl.Hidden {
			return
		}
		name := "--" + fl.Name
		if fl.Shorthand != "" {
			name = "-" + fl.Shorthand + ", " + name
		}
		value, usage := pflag.UnquoteUsage(fl)
		if value != "" {
			name += " " + value
		}
		if d := fl.DefValue; d != "" && d != "false" && d != "0" && d != "[]" {
			usage += " (default " + d + ")"
		}
		f(name, usage)
	}
	c.LocalFlags().VisitAll(visit)
	c.InheritedFlags().VisitAll(visit)
}

// Markdown is the page of one command.
func Markdown(c *cobra.Command) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n    %s\n", c.CommandPath(), text(c), usage(c))
	if c.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n\n%s\n", indent(c.Example, "    "))
	}
	fmt.Fprintf(&b, "\n| option | meaning |\n|---|---|\n")
	flags(c, func(name, usage string) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, cell(usage))
	})
	if subs := Commands(c)[1:]; len(subs) > 0 {
		fmt.Fprintf(&b, "\n| command | does |\n|---|---|\n")
		for _, sub := range subs {
			fmt.Fprintf(&b, "| [%s](%s.md) | %s |\n", sub.CommandPath(), Name(sub), cell(sub.Short))
		}
	}
	return []byte(b.String())
}

// Man is the man page (section 1) of one command.
func Man(c *cobra.Command) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %q 1 \"\" %q\n", strings.ToUpper(Name(c)), c.Root().Name())
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(Name(c)), roff(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n%s\n", roff(usage(c)))
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", roff(text(c)))
	fmt.Fprintf(&b, ".SH OPTIONS\n")
	flags(c, func(name, usage string) { fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(name), roff(usage)) })
	if c.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(c.Example))
	}
	var related []string
	if p := c.Parent(); p != nil {
		related = append(related, Name(p)+"(1)")
	}
	for _, sub := range Commands(c)[1:] {
		related = append(related, Name(sub)+"(1)")
	}
	if len(related) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", roff(strings.Join(related, ", ")))
	}
	return []byte(b.String())
}

// cell is s as a cell of a Markdown table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func indent(s, by string) string {
	return by + strings.ReplaceAll(s, "\n", "\n"+by)
}

// roff escapes plain text: blank lines become paragraphs.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		switch {
		case l == "":
			lines[i] = ".PP"
		case l[0] == '.' || l[0] == '\'':
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
