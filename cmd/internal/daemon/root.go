package daemon

import (
	"errors"
	"fmt"
	"path/filepath"

	"codeintel/index/workspace"
)

// ErrTooWide: the folder is nobody's repository.
var ErrTooWide = errors.New("no repository but the home folder, or what holds it")

// FindRoot says which repository a client is about: the folder that was given;
// else the one that CLAUDE_PROJECT_DIR names; else that of the working directory,
// dir (workspace.RepositoryRoot). That is never the home folder, what it lies in,
// or the root of the file system, unless it was given. The result is resolved and
// absolute.
func FindRoot(given string, getenv func(string) string, dir string) (string, error) {
	if given != "" {
		if !filepath.IsAbs(given) {
			given = filepath.Join(dir, given)
		}
		root, _, err := findFolder(given)
		return root, err
	}
	home := workspace.Env{Getenv: getenv}.Home()
	var root string
	if project := getenv("CLAUDE_PROJECT_DIR"); project != "" {
		var err error
		if root, _, err = findFolder(project); err != nil {
			return "", fmt.Errorf("CLAUDE_PROJECT_DIR is %w; or use --root", err)
		}
	} else {
		var err error
		if root, err = workspace.RepositoryRoot(dir, home); err != nil {
			return "", fmt.Errorf("the working directory is %w; or use --root", err)
		}
	}
	if workspace.HoldsHome(root, home) {
		return "", fmt.Errorf("%s is %w; start in a repository, or name one with --root", root, ErrTooWide)
	}
	return root, nil
}
