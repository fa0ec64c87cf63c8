package place

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
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
		root, _, err := Folder(given)
		return root, err
	}
	home := workspace.Env{Getenv: getenv}.Home()
	var root string
	if project := getenv("CLAUDE_PROJECT_DIR"); project != "" {
		var err error
		if root, _, err = Folder(project); err != nil {
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

// Folder resolves the path of a folder.
func Folder(root string) (real string, info fs.FileInfo, err error) {
	if !filepath.IsAbs(root) {
		return "", nil, fmt.Errorf("%q is not an absolute path; give the one of a folder", root)
	}
	if real, err = filepath.EvalSymlinks(root); err == nil {
		info, err = os.Stat(real)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil, fmt.Errorf("%s: no such folder; give the path of a repository", root)
	case err != nil:
		return "", nil, fmt.Errorf("%s: %w; give a folder that can be read", root, reasonOf(err))
	case !info.IsDir():
		return "", nil, fmt.Errorf("%s: not a folder; give the folder that it lies in", root)
	}
	return real, info, nil
}

// reasonOf returns what the system says of a path, without the path.
func reasonOf(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
