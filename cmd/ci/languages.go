package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"codeintel/index/lang"
	"codeintel/index/lang/all"

	"github.com/spf13/cobra"
)

// language is a line of `ci languages --json`.
type language struct {
	Name         string   `json:"name"`
	Depth        string   `json:"depth"`
	Family       string   `json:"family"`
	Extensions   []string `json:"extensions"`
	Filenames    []string `json:"filenames"`
	Interpreters []string `json:"interpreters"`
	Version      int      `json:"version"`
}

// depths says what each depth means.
var depths = []struct {
	depth lang.Depth
	means string
}{
	{lang.DepthChecked, "as the language's own type checker says, over the files of the repository and the modules that are installed"},
	{lang.DepthTypes, "scopes, imports and members, through types that are declared or inferred; precise, not a full type checker"},
	{lang.DepthScopes, "names by scope and import; the language has no members"},
	{lang.DepthNames, "definitions, and names within a file by scope; in other files a name leads to the definitions of that name, marked possible"},
}

func (a *app) languagesCommand() *cobra.Command {
	var asJSON, markdown bool
	c := &cobra.Command{
		Use:   "languages",
		Short: "list the languages and how far each is understood",
		Long:  "Lists the languages of this build by name, with their depth:\n" + depthHelp(),
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			switch list := languages(); {
			case asJSON:
				out := json.NewEncoder(a.stdout)
				for _, l := range list {
					if err := out.Encode(l); err != nil {
						return err
					}
				}
			case markdown:
				fmt.Fprint(a.stdout, languagesMarkdown(list))
			default:
				w := tabwriter.NewWriter(a.stdout, 0, 4, 2, ' ', 0)
				fmt.Fprintln(w, "NAME\tDEPTH\tFILES")
				for _, l := range list {
					fmt.Fprintf(w, "%s\t%s\t%s\n", l.Name, l.Depth, strings.Join(l.files(), " "))
				}
				return w.Flush()
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	c.Flags().BoolVar(&markdown, "markdown", false, "print docs/languages.md")
	_ = c.Flags().MarkHidden("markdown") // fails only where there is no such flag
	return c
}

func depthHelp() string {
	var b strings.Builder
	for _, d := range depths {
		line := fmt.Sprintf("\n%-8s", d.depth)
		for _, word := range strings.Fields(d.means) {
			if len(line)-strings.LastIndexByte(line, '\n')+len(word) > 80 {
				line += "\n" + strings.Repeat(" ", 8)
			}
			line += " " + word
		}
		b.WriteString(line)
	}
	return b.String()
}

// languages of this build, sorted by name.
func languages() []language {
	var out []language
	for _, l := range all.Languages() {
		out = append(out, language{l.Name, l.Depth.String(), l.Family, some(l.Extensions), some(slices.Concat(l.Filenames, l.Owned)), some(l.Interpreters), l.Version})
	}
	slices.SortFunc(out, func(a, b language) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// some is a list that is not null in JSON.
func some(list []string) []string { return append([]string{}, list...) }

// files are the patterns of a language's files.
func (l *language) files() []string {
	var out []string
	for _, e := range l.Extensions {
		out = append(out, "*"+e)
	}
	out = append(out, l.Filenames...)
	for _, i := range l.Interpreters {
		out = append(out, "#!"+i)
	}
	return out
}

func languagesMarkdown(list []language) string {
	var b strings.Builder
	b.WriteString("# Languages\n\nWritten by `make docs` from `ci languages`.\n\n| depth | means |\n|---|---|\n")
	for _, d := range depths {
		fmt.Fprintf(&b, "| %s | %s |\n", d.depth, d.means)
	}
	b.WriteString("\n| language | depth | files |\n|---|---|---|\n")
	for _, l := range list {
		fmt.Fprintf(&b, "| %s | %s | `%s` |\n", l.Name, l.Depth, strings.Join(l.files(), "` `"))
	}
	return b.String()
}
