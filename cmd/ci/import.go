package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/scip"

	"github.com/spf13/cobra"
)

func (a *app) importCommand() *cobra.Command {
	var asJSON, remove, all bool
	c := &cobra.Command{
		Use:   "import FILE.scip [PATH] | import --remove FILE.scip [PATH] | import --remove --all [PATH]",
		Short: "take over what a compiler-grade indexer knows",
		Long: `Takes over the SCIP index FILE that another program (scip-go, scip-typescript,
rust-analyzer …) made of the folder PATH (default: the current one). What it says
of a file counts instead of what is inferred here, for as long as the file's
content stays as it is now, and when it comes back; such answers say "precise".
What it does not name at all stays inferred. Occurrences whose ranges are not in
the text are left out and counted, here and in 'ci status'. A document with its text counts only
when the file still has that text. Of several indexes with the same file the one
imported last counts.

With --remove, indexes that were imported from a file of that name are forgotten,
or that whose SHA-256 begins with FILE; with --all too, all are. 'ci status' lists
them.

What was imported can't be made again from the sources. Where it is damaged or
missing, each answer says that it is not complete, and 'ci status', 'ci doctor' and
'ci index --check' name the index, until it is imported again or forgotten.

Exit codes: 0 done; 1 no document could be taken, or none has the name; 2 wrong usage, or a file that
can't be read; 130 interrupted.`,
		Example: "scip-go && ci import index.scip\nci import out/web.scip ~/src/app\nci import --remove web.scip ~/src/app",
		Args:    cobra.MaximumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			path := "."
			switch {
			case all && !remove:
				return fail(exitUsage, nil, "--all goes with --remove; to import, name one FILE")
			case all && len(args) == 2:
				return fail(exitUsage, nil, "%s: with --all no FILE is named, one PATH only", printable(args[0]))
			case all:
				if len(args) == 1 {
					path = args[0]
				}
				return a.removeImports(path, "", asJSON)
			case len(args) == 0:
				return fail(exitUsage, nil, "the SCIP index is missing; give FILE.scip")
			}
			if len(args) == 2 {
				path = args[1]
			}
			if remove {
				return a.removeImports(path, filepath.Base(args[0]), asJSON)
			}
			return a.importIndex(c.Context(), args[0], path, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	c.Flags().BoolVar(&remove, "remove", false, "forget imported indexes of the name FILE")
	c.Flags().BoolVar(&all, "all", false, "with --remove: forget all imported indexes")
	return c
}

// importedJSON is an imported index for scripts.
type importedJSON struct {
	Name      string `json:"name"`
	ID        string `json:"id"` // the SHA-256 of its file
	Documents int    `json:"documents"`
	Outside   int    `json:"outside,omitempty"` // occurrences whose ranges are not in the text
}

func importsJSON(list []workspace.ImportedIndex) []importedJSON {
	out := make([]importedJSON, len(list))
	for i, e := range list {
		out[i] = importedJSON{e.Name, e.ID, e.Documents, e.Outside}
	}
	return out
}

// removeImports forgets the imported indexes with a name, all when it is "".
func (a *app) removeImports(path, name string, asJSON bool) error {
	gone, err := workspace.RemoveImports(a.path(path), a.env, name)
	switch {
	case errors.Is(err, workspace.ErrNotImported):
		return fail(exitSome, nil, "%s: no imported index of %s has this name; 'ci status' lists them", printable(name), path)
	case err != nil:
		return fail(exitUsage, errors.Unwrap(err), "%s", oneLine(err.Error()))
	case asJSON:
		return a.printJSON(a.stdout, struct {
			Removed []importedJSON `json:"removed"`
		}{importsJSON(gone)})
	}
	for _, e := range gone {
		if _, err := fmt.Fprintf(a.stdout, "%s: forgotten, %s\n", printable(e.Name), plural(e.Documents, "document")); err != nil {
			return fail(exitSome, err, "cannot print: %s", reason(err))
		}
	}
	return nil
}

func (a *app) importIndex(ctx context.Context, file, path string, asJSON bool) error {
	f, err := os.Open(a.path(file))
	if err != nil {
		return fail(exitUsage, err, "%s: %s; give a SCIP index", file, reason(err))
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return fail(exitUsage, err, "%s: %s", file, reason(err))
	}
	done, err := workspace.Import(ctx, a.path(path), a.env, [sha256.Size]byte(sum.Sum(nil)), filepath.Base(file), func(document func(*index.Imported) error) error {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if err := scip.Read(f, document); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		return nil
	})
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		return fail(exitUsage, errors.Unwrap(err), "%s", oneLine(err.Error()))
	}
	if asJSON {
		left := make([]skipStats, len(done.Left))
		for i, s := range done.Left {
			left[i] = skipStats(s)
		}
		err = a.printJSON(a.stdout, struct {
			Documents int         `json:"documents"`
			Uses      int         `json:"references"`
			Outside   int         `json:"outside,omitempty"`
			Left      []skipStats `json:"left_out"`
		}{done.Documents, done.Uses, done.Outside, left})
	} else {
		_, err = fmt.Fprintf(a.stdout, "%s: %s, %s; %d left out\n", file, plural(done.Documents, "document"), plural(done.Uses, "reference"), len(done.Left))
	}
	if err != nil {
		return err
	}
	if done.Outside > 0 {
		fmt.Fprintf(a.stderr, "ci: left out: %s whose ranges are not in the text; make the index anew\n", plural(done.Outside, "occurrence"))
	}
	for i, s := range done.Left {
		if i == namedPaths && !a.verbose {
			fmt.Fprintf(a.stderr, "ci: left out: %d more; see --verbose\n", len(done.Left)-i)
			break
		}
		fmt.Fprintf(a.stderr, "ci: left out: %s: %s\n", printable(s.Path), s.Reason)
	}
	if done.Documents == 0 {
		return fail(exitSome, nil, "%s has no document of %s; give the folder that the index was made of", file, path)
	}
	return nil
}
