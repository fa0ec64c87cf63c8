package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"text/tabwriter"

	"codeintel/cmd/internal/setup"
	"codeintel/cmd/internal/statefs"
	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/session/memory"

	"github.com/spf13/cobra"
)

func (a *app) doctorCommand() *cobra.Command {
	var asJSON bool
	var jobs int
	c := &cobra.Command{
		Use:   "doctor [PATH]",
		Short: "say what works here, what does not, and how to fix it",
		Long: `Reads the folder PATH (default: the current one) as an index does, and says
what works: versions, configuration, permissions, watch limits, files that are
left out, whether MCP clients can start ci, the model if it is not the built-in one,
agreements, and for each language the share of
files that its grammar could not read whole ("with errors": some place in them is
not understood, the rest is; "cut": facts of a part only).

Exit codes: 0 nothing is wrong, or only warnings; 1 something does not work;
2 wrong usage; 130 interrupted.`,
		Example: "ci doctor\nci doctor ~/src/app --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			path := folderOf(args)
			bar := a.progress()
			health, err := workspace.Examine(c.Context(), a.path(path), workspace.Options{Jobs: jobs, Env: a.env, Progress: told(bar)})
			bar.Clear()
			if err != nil {
				return err
			}
			findings := append([]workspace.Finding{{Topic: "version", Text: fmt.Sprintf("ci %s, %s, %s/%s, %s", version, runtime.Version(), runtime.GOOS, runtime.GOARCH, plural(runtime.NumCPU(), "processor"))}}, health.Findings...)
			findings = append(findings, a.examineClients(path)...)
			findings = append(findings, a.examineModel(c.Context(), path)...)
			findings = append(findings, a.examineAgreements(path)...)
			print := a.printHealth
			if asJSON {
				print = a.printHealthJSON
			}
			if err := print(findings, health.Coverage); err != nil {
				return err
			}
			if health.Worst() == workspace.Problem {
				return fail(exitSome, nil, "something does not work (listed above, with what to do)")
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	c.Flags().IntVarP(&jobs, "jobs", "j", 0, "work with `N` goroutines; 0 means one for each processor")
	return c
}

// examineClients says whether MCP clients of the repository know ci, and can start
// it.
func (a *app) examineClients(path string) []workspace.Finding {
	root, err := workspace.RepositoryRoot(a.path(path), a.home())
	if err != nil {
		return nil // which was found already
	}
	finding := workspace.Finding{Topic: "clients", Level: workspace.Warning}
	command, err := setup.Configured(root)
	var e *setup.Error
	switch {
	case errors.As(err, &e):
		finding.Text, finding.Fix = e.What(), e.Next
	case err != nil:
		finding.Text, finding.Fix = err.Error(), "correct .mcp.json"
	case len(command) == 0:
		finding.Level, finding.Text = workspace.OK, "MCP clients of this repository do not know ci; 'ci init' tells them"
	case a.find(command[0], root) == "":
		finding.Text, finding.Fix = fmt.Sprintf("MCP clients would start %s, and find none", printable(strings.Join(command, " "))), a.unfound(command[0])
	default:
		finding.Level, finding.Text = workspace.OK, fmt.Sprintf("MCP clients start %s: %s", printable(strings.Join(command, " ")), printable(a.find(command[0], root)))
	}
	out := []workspace.Finding{finding}
	if err := setup.CheckRecord(root); errors.As(err, &e) {
		out = append(out, workspace.Finding{Topic: "clients", Level: workspace.Warning, Text: e.What(), Fix: e.Next})
	}
	if len(command) == 0 {
		return out // nothing is to be enforced
	}
	for _, id := range a.unenforcedIn(root) {
		out = append(out, workspace.Finding{Topic: "gate", Level: workspace.Warning, Text: fmt.Sprintf("the session %s is not enforced: no hook of its client has reported", id),
			Fix: "'ci gate prove' says why, and 'ci init' puts in the hooks of Claude Code; other clients have none"})
	}
	hooked, wired := setup.Wired(root)
	for _, c := range a.unenforced(root, hooked, wired) {
		what := "the gate is not enforced in Claude Code"
		if c.Server {
			what = "Claude Code does not start the server"
		}
		at := c.Path
		if c.Line > 0 {
			at = fmt.Sprintf("%s:%d:%d", at, c.Line, c.Column)
		}
		out = append(out, workspace.Finding{Topic: "gate", Level: workspace.Warning, Text: fmt.Sprintf("%s: %s: %s", what, printable(at), c.Text), Fix: c.Next})
	}
	return out
}

// examineAgreements says which agreements there are, and what is wrong with those
// that can't be used, and with what else sessions taught; nothing where there is none.
func (a *app) examineAgreements(path string) []workspace.Finding {
	root, err := workspace.RepositoryRoot(a.path(path), a.home())
	if err != nil {
		return nil // which was found already
	}
	m := memory.New(statefs.New(root, a.now), memory.Options{Now: a.now})
	list, problems, err := m.Agreements()
	var out []workspace.Finding
	if err != nil {
		out = append(out, workspace.Finding{Topic: "agreements", Level: workspace.Warning, Text: printable(err.Error()), Fix: "see to it that it can be read; until then no agreement is known"})
	}
	if len(list) > 0 {
		out = append(out, workspace.Finding{Topic: "agreements", Level: workspace.OK, Text: fmt.Sprintf("%s in %s/agreements", plural(len(list), "agreement"), workspace.StateDir)})
	}
	for _, p := range problems {
		out = append(out, workspace.Finding{Topic: "agreements", Level: workspace.Warning, Text: printable(workspace.StateDir + "/" + p.Error()), Fix: "mend the file, or remove it"})
	}
	for _, err := range m.Damaged() {
		out = append(out, workspace.Finding{Topic: "memory", Level: workspace.Warning, Text: printable(err.Error()), Fix: "sessions go on without what is lost; remove what is named, or put back a copy"})
	}
	return out
}

// share is a part in percent.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

func (a *app) printHealth(findings []workspace.Finding, coverage []index.Coverage) error {
	var rows [][]cell
	for _, f := range findings {
		rows = append(rows, []cell{{f.Level.String(), levelColor(f.Level)}, {text: f.Topic}, {text: oneLine(f.Text)}})
		if f.Fix != "" {
			rows = append(rows, []cell{{}, {}, {text: "to do: " + oneLine(f.Fix)}})
		}
	}
	if _, err := io.WriteString(a.stdout, table(a.colors(a.stdout), rows)); err != nil || len(coverage) == 0 {
		return err
	}
	fmt.Fprintln(a.stdout)
	w := tabwriter.NewWriter(a.stdout, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "language\tfiles\tbytes\twith errors\tshare\tbytes not read\tcut\tfailed\t")
	for _, c := range coverage {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.1f %%\t%d\t%d\t%d\t\n", c.Language, c.Files, c.Bytes, c.ErrorFiles, share(c.ErrorFiles, c.Files), c.ErrorBytes, c.Truncated, c.Failed)
	}
	return w.Flush()
}

// levelColor returns the colour of a level.
func levelColor(l workspace.Level) string {
	switch l {
	case workspace.OK:
		return colorGood
	case workspace.Warning:
		return colorAttention
	}
	return colorBad
}

func (a *app) printHealthJSON(findings []workspace.Finding, coverage []index.Coverage) error {
	out := json.NewEncoder(a.stdout)
	for _, f := range findings {
		if err := out.Encode(struct {
			Topic string `json:"topic"`
			Level string `json:"level"`
			Text  string `json:"text"`
			Fix   string `json:"fix,omitempty"`
		}{f.Topic, f.Level.String(), f.Text, f.Fix}); err != nil {
			return err
		}
	}
	for _, c := range coverage {
		if err := out.Encode(struct {
			Topic      string `json:"topic"`
			Language   string `json:"language"`
			Files      int    `json:"files"`
			Bytes      int64  `json:"bytes"`
			ErrorFiles int    `json:"files_with_errors"`
			ErrorBytes int64  `json:"bytes_not_read"`
			Truncated  int    `json:"files_cut"`
			Failed     int    `json:"failed"`
		}{"language", c.Language, c.Files, c.Bytes, c.ErrorFiles, c.ErrorBytes, c.Truncated, c.Failed}); err != nil {
			return err
		}
	}
	return nil
}
