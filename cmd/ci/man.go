package main

import (
	"os"
	"path/filepath"

	"codeintel/cmd/internal/manual"

	"github.com/spf13/cobra"
)

// manCommand writes the manual from the command definitions; packagers and
// `make docs` use it.
func (a *app) manCommand() *cobra.Command {
	var markdown bool
	c := &cobra.Command{
		Use:    "man DIR",
		Short:  "write the man pages of all commands into a folder",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			page, ext := manual.Man, ".1"
			if markdown {
				page, ext = manual.Markdown, ".md"
			}
			dir := a.path(args[0])
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return fail(exitUsage, err, "cannot make the folder %s; choose another one", dir)
			}
			for _, c := range manual.Commands(c.Root()) {
				file := filepath.Join(dir, manual.Name(c)+ext)
				if err := os.WriteFile(file, page(c), 0o666); err != nil {
					return fail(exitUsage, err, "cannot write %s; choose another folder", file)
				}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&markdown, "markdown", false, "write Markdown in place of man pages")
	return c
}
