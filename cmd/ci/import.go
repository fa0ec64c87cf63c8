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
	var asJSON bool
	c := &cobra.Command{
		Use:   "import FILE.scip [PATH]",
		Short: "take over what a compiler-grade indexer knows",
		Long: `Takes over the SCIP index FILE that another program (scip-go, scip-typescript,
rust-analyzer …) made of the folder PATH (default: the current one). What it says
of a file counts instead of what is inferred here, for as long as the file's
content stays as it is now, and when it comes back; answers from such a file say
"precise". A document with its text counts only when the file still has that
text. Of several indexes with the same file the one imported last counts.

Exit codes: 0 done; 1 no document could be taken; 2 wrong usage, or a file that
can't be read; 130 interrupted.`,
		Example: "scip-go && ci import index.scip\nci import out/web.scip ~/src/app",
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(c *cobra.Command, args []string) error {
			path := "."
			if len(args) == 2 {
				path = args[1]
			}
			return a.importIndex(c.Context(), args[0], path, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
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
	done, err := workspace.Import(ctx, a.path(path), [sha256.Size]byte(sum.Sum(nil)), filepath.Base(file), func(document func(*index.Imported) error) error {
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
			Left      []skipStats `json:"left_out"`
		}{done.Documents, done.Uses, left})
	} else {
		_, err = fmt.Fprintf(a.stdout, "%s: %s, %s; %d left out\n", file, plural(done.Documents, "document"), plural(done.Uses, "reference"), len(done.Left))
	}
	if err != nil {
		return err
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
