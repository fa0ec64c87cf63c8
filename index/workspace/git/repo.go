package git

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// Disk is how this package reads the file system. Names are absolute.
type Disk struct {
	// Read returns the content of a regular file; it follows symbolic links and
	// fails for everything that is not a regular file of a sane size. Its errors
	// do not name the file.
	Read func(name string) ([]byte, error)
	// IsDir says whether name is a directory.
	IsDir func(name string) bool
	// List returns the names in a directory, none when there is none; nil for a
	// caller that does not ask for Worktrees.
	List func(dir string) []string
	// Home is what "~" stands for in configuration files, "" for nothing.
	Home string
}

// Repo is the outside of a repository: its folders and its configuration.
type Repo struct {
	// Root is the folder with .git in it.
	Root string
	// Dir is the repository's own folder (Root/.git, or where a .git file
	// points to); Common is the one it shares with its other worktrees.
	Dir, Common string
	// Settings of the repository's configuration files, in order.
	Settings []Setting

	disk Disk
}

// ErrNone: the folder is not the root of a repository.
var ErrNone = errors.New("not a git repository")

// Open reads the repository whose root is the folder root. It returns ErrNone
// when .git is missing or is no repository; other errors say what is wrong with
// its configuration and come with what could be read.
func Open(d Disk, root string) (*Repo, error) {
	r := &Repo{Root: root, Dir: filepath.Join(root, ".git"), disk: d}
	if !d.IsDir(r.Dir) {
		data, err := d.Read(r.Dir)
		if err != nil {
			return nil, ErrNone
		}
		to, ok := strings.CutPrefix(string(data), "gitdir: ")
		to = strings.TrimRight(to, "\r\n")
		if !ok || to == "" || strings.IndexByte(to, 0) >= 0 {
			return nil, ErrNone
		}
		r.Dir = absolute(root, to)
	}
	r.Common = r.Dir
	if data, err := d.Read(filepath.Join(r.Dir, "commondir")); err == nil {
		if to := strings.TrimRight(string(data), "\r\n"); to != "" && strings.IndexByte(to, 0) < 0 {
			r.Common = absolute(r.Dir, to)
		}
	}
	if _, err := d.Read(filepath.Join(r.Dir, "HEAD")); err != nil || !d.IsDir(filepath.Join(r.Common, "objects")) {
		return nil, ErrNone
	}
	settings, err := LoadConfig(d, filepath.Join(r.Common, "config"))
	r.Settings = settings
	if s, ok := Last(settings, "extensions", "worktreeconfig"); ok && s.Bool() {
		more, werr := LoadConfig(d, filepath.Join(r.Dir, "config.worktree"))
		r.Settings = append(r.Settings, more...)
		err = errors.Join(err, werr)
	}
	return r, err
}

// IgnoreCase is core.ignoreCase.
func (r *Repo) IgnoreCase() bool {
	s, ok := Last(r.Settings, "core", "ignorecase")
	return ok && s.Bool()
}

// ExcludeFile is the path of info/exclude.
func (r *Repo) ExcludeFile() string { return filepath.Join(r.Common, "info", "exclude") }

// Index reads the index; a repository that has none yet tracks nothing.
func (r *Repo) Index() (Index, error) {
	data, err := r.disk.Read(filepath.Join(r.Dir, "index"))
	if errors.Is(err, fs.ErrNotExist) {
		return Index{}, nil
	}
	if err != nil {
		return Index{}, err
	}
	hashLen := 20
	if s, ok := Last(r.Settings, "extensions", "objectformat"); ok && strings.EqualFold(s.Value, "sha256") {
		hashLen = 32
	}
	return ParseIndex(data, hashLen)
}

// Modules are the folders that .gitmodules names, relative to the root.
func (r *Repo) Modules() map[string]bool {
	data, err := r.disk.Read(filepath.Join(r.Root, ".gitmodules"))
	if err != nil {
		return nil
	}
	settings, _ := ParseConfig(data)
	out := map[string]bool{}
	for _, s := range settings {
		if s.Section == "submodule" && s.Key == "path" {
			out[strings.Trim(s.Value, "/")] = true
		}
	}
	return out
}

// A Worktree is a folder that the repository says is one of its worktrees. Whether
// it still is, only the folder knows: Open it and compare.
type Worktree struct {
	Root string
	// Dir is the repository's own folder for it: Repo.Dir.
	Dir string
}

// Worktrees are all worktrees that the repository knows of, this one included,
// the main one first.
func (r *Repo) Worktrees() []Worktree {
	var out []Worktree
	if filepath.Base(r.Common) == ".git" {
		out = append(out, Worktree{filepath.Dir(r.Common), r.Common})
	}
	linked := filepath.Join(r.Common, "worktrees")
	for _, name := range r.disk.List(linked) {
		dir := filepath.Join(linked, name)
		data, err := r.disk.Read(filepath.Join(dir, "gitdir"))
		if err != nil {
			continue
		}
		to := strings.TrimRight(string(data), "\r\n")
		if to == "" || strings.IndexByte(to, 0) >= 0 {
			continue
		}
		out = append(out, Worktree{filepath.Dir(absolute(dir, to)), dir})
	}
	return out
}

// Last is the setting that counts: the last one of section.key, without a
// subsection.
func Last(settings []Setting, section, key string) (Setting, bool) {
	for i := len(settings) - 1; i >= 0; i-- {
		if s := settings[i]; s.Section == section && s.Sub == "" && s.Key == key {
			return s, true
		}
	}
	return Setting{}, false
}

// maxIncludes bounds how deep configuration files include one another; it is
// git's own limit.
const maxIncludes = 10

// LoadConfig reads a configuration file and those that its include.path names,
// in place. Conditional includes (includeIf) are not taken. A missing file has
// no settings and is no error.
func LoadConfig(d Disk, name string) ([]Setting, error) {
	budget := 100
	return loadConfig(d, name, maxIncludes, &budget)
}

func loadConfig(d Disk, name string, depth int, budget *int) ([]Setting, error) {
	data, err := d.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	all, err := ParseConfig(data)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	var out []Setting
	for _, s := range all {
		out = append(out, s)
		if s.Section != "include" || s.Sub != "" || s.Key != "path" || s.Value == "" {
			continue
		}
		*budget--
		if depth == 0 || *budget < 0 {
			return out, fmt.Errorf("%s: too many included files", name)
		}
		more, moreErr := loadConfig(d, Expand(s.Value, d.Home, filepath.Dir(name)), depth-1, budget)
		out = append(out, more...)
		err = errors.Join(err, moreErr)
	}
	return out, err
}

// Expand makes a path of a configuration file absolute: "~/" is home, other
// relative ones are below dir.
func Expand(path, home, dir string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && home != "" {
		return filepath.Join(home, rest)
	}
	return absolute(dir, path)
}

func absolute(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}
