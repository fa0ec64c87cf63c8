package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"text/tabwriter"

	"codeintel/index/lang/all"
	"codeintel/index/workspace"

	"github.com/spf13/cobra"
)

func (a *app) configCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "show or check the settings of a repository",
		Long: `Settings are read from .code-intel/config.json of the folder, or of the nearest
folder above it in the same repository. All of them are optional.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.configShowCommand(), a.configCheckCommand())
	return c
}

// readConfig reads the configuration that holds at path.
func (a *app) readConfig(path string) (*workspace.Config, error) {
	return workspace.ReadConfig(a.path(path), all.NewTable(all.Languages()))
}

func (a *app) configShowCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "show [PATH]",
		Short: "print every setting with its value and where it comes from",
		Long: `Prints every setting that holds in the folder PATH (default: the current one),
with its value and where that comes from: the default, or a line of the
configuration file. Settings that nothing in this build depends on yet are
marked.

Exit codes: 0 done; 2 wrong usage, or a configuration that is not valid.`,
		Example: "ci config show\nci config show ~/src/app --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			path := folderOf(args)
			config, err := a.readConfig(path)
			if err != nil {
				return fail(exitUsage, errors.Unwrap(err), "%s", oneLine(err.Error()))
			}
			file := config.File
			if root, err := filepath.EvalSymlinks(a.path(path)); err == nil {
				if rel, err := filepath.Rel(root, file); err == nil && rel != "." {
					file = filepath.ToSlash(rel)
				}
			}
			if asJSON {
				return a.printSettingsJSON(config.Settings(), file)
			}
			return a.printSettings(config.Settings(), file)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	return c
}

func (a *app) printSettings(settings []workspace.Setting, file string) error {
	w := tabwriter.NewWriter(a.stdout, 0, 4, 2, ' ', 0)
	for _, s := range settings {
		from := "default"
		if s.Line > 0 {
			from = fmt.Sprintf("%s:%d", printable(file), s.Line)
		}
		if !s.Used {
			from += " (not used yet)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Key, s.Value, from)
	}
	return w.Flush()
}

func (a *app) printSettingsJSON(settings []workspace.Setting, file string) error {
	for _, s := range settings {
		path := ""
		if s.Line > 0 {
			path = file
		}
		if err := a.printJSON(a.stdout, struct {
			Name    string          `json:"name"`
			Value   json.RawMessage `json:"value"`
			Default json.RawMessage `json:"default"`
			Path    string          `json:"path,omitempty"`
			Line    int             `json:"line,omitempty"`
			Allowed string          `json:"allowed"`
			Used    bool            `json:"used"`
		}{s.Key, json.RawMessage(s.Value), json.RawMessage(s.Default), path, s.Line, s.Allowed, s.Used}); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) configCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check [PATH|FILE]",
		Short: "say whether the configuration is valid",
		Long: `Checks the configuration that holds in the folder PATH (default: the current
one), or the configuration file FILE. An error names the key, the line and the
values that are allowed.

Exit codes: 0 valid; 1 not valid; 2 wrong usage, or a path that can't be read.`,
		Example: "ci config check\nci config check team/config.json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			path := folderOf(args)
			config, err := a.readConfig(path)
			var bad *workspace.ConfigError
			switch {
			case errors.As(err, &bad):
				return fail(exitSome, nil, "%s", oneLine(err.Error()))
			case err != nil:
				return fail(exitUsage, errors.Unwrap(err), "%s", oneLine(err.Error()))
			case config.File == "":
				_, err = fmt.Fprintf(a.stdout, "no %s; the defaults apply\n", workspace.ConfigFile)
			default:
				_, err = fmt.Fprintf(a.stdout, "%s is valid\n", config.File)
			}
			return err
		},
	}
}
