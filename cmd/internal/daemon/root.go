package daemon

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// FindRoot says which repository a client is about: the folder that was given;
// else the one that CLAUDE_PROJECT_DIR names; else that of the working directory,
// dir: the nearest folder from there upwards that has a .git or a .code-intel, or
// dir itself. That is never the home folder, what it lies in, or the root of the
// file system, unless it was given. The result is resolved and absolute.
func FindRoot(given string, getenv func(string) string, dir string) (string, error) {
	if given != "" {
		if !filepath.IsAbs(given) {
			given = filepath.Join(dir, given)
		}
		root, _, err := findFolder(given)
		return root, err
	}
	home := resolved(getenv("HOME"))
	var root string
	if project := getenv("CLAUDE_PROJECT_DIR"); project != "" {
		var err error
		if root, _, err = findFolder(project); err != nil {
			return "", fmt.Errorf("CLAUDE_PROJECT_DIR is %w; or use --root", err)
		}
	} else {
		start, _, err := findFolder(dir)
		if err != nil {
			return "", fmt.Errorf("the working directory is %w; or use --root", err)
		}
		root = start
		for at := start; !tooWide(at, home); at = filepath.Dir(at) {
			if marked(at) {
				root = at
				break
			}
		}
	}
	if tooWide(root, home) {
		return "", fmt.Errorf("%s is no repository but the home folder, or what holds it; start in a repository, or name one with --root", root)
	}
	return root, nil
}

// tooWide says whether a folder is the home folder or has it in it.
func tooWide(dir, home string) bool {
	return filepath.Dir(dir) == dir || home != "" && (dir == home || strings.HasPrefix(home, dir+string(filepath.Separator)))
}

// marked says whether a folder is one that is indexed as a whole.
func marked(dir string) bool {
	for _, name := range []string{".git", ".code-intel"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// resolved is a path without symbolic links, "" when it is not absolute.
func resolved(path string) string {
	if !filepath.IsAbs(path) {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}
