package workspace

import (
	"bytes"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"codeintel/index/lang"
)

// Env is what the outside of the repository has to say: the user's git
// configuration and where Go is installed. The zero value says nothing.
type Env struct {
	// Getenv returns a variable of the process, "" when it is not set. Those that
	// are read are Variables.
	Getenv func(name string) string
	// SystemGitConfig is git's system-wide configuration file.
	SystemGitConfig string
	// GoRoots are the places where Go usually is, tried in order after GOROOT
	// and PATH.
	GoRoots []string
	// Program identifies the build that runs: what one build resolved another
	// may not.
	Program string
	// Watches is how many folders all programs of a user may watch, 0 when the
	// system names no limit.
	Watches int
}

// Variables are those of the environment that decide how a repository is read: where
// the home folder is, git's configuration files, Go and Python.
func Variables() []string {
	return []string{
		"HOME", "USERPROFILE", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM",
		"PATH", "GOROOT", "GOPATH", "GOMODCACHE", "GOENV", "VIRTUAL_ENV", "PYENV_VERSION",
	}
}

// SystemEnv is the process's environment.
func SystemEnv() Env {
	return Env{
		Getenv:          os.Getenv,
		SystemGitConfig: "/etc/gitconfig",
		Program:         program(),
		Watches:         watchLimit(),
		GoRoots: []string{
			"/usr/local/go", "/usr/lib/go", "/usr/lib/golang", "/usr/lib/google-golang", "/opt/go",
			"/opt/homebrew/opt/go/libexec", "/usr/local/opt/go/libexec", "/snap/go/current", `C:\Program Files\Go`,
		},
	}
}

func (e Env) get(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return e.Getenv(name)
}

// Home is the user's home folder, "" when it is not known.
func (e Env) Home() string {
	if h := e.get("HOME"); h != "" {
		return h
	}
	return e.get("USERPROFILE")
}

// configHome is the user's configuration folder by the XDG rules that git
// follows on every system, "" when unknown.
func (e Env) configHome() string {
	if d := e.get("XDG_CONFIG_HOME"); d != "" {
		return d
	}
	if h := e.Home(); h != "" {
		return filepath.Join(h, ".config")
	}
	return ""
}

// gitConfigs are git's configuration files outside repositories, the strongest
// last.
func (e Env) gitConfigs() []string {
	var out []string
	switch system := e.get("GIT_CONFIG_SYSTEM"); {
	case isTrue(e.get("GIT_CONFIG_NOSYSTEM")):
	case system != "":
		out = append(out, system)
	case e.SystemGitConfig != "":
		out = append(out, e.SystemGitConfig)
	}
	if global := e.get("GIT_CONFIG_GLOBAL"); global != "" {
		return append(out, global)
	}
	if d := e.configHome(); d != "" {
		out = append(out, filepath.Join(d, "git", "config"))
	}
	if h := e.Home(); h != "" {
		out = append(out, filepath.Join(h, ".gitconfig"))
	}
	return out
}

func isTrue(s string) bool {
	switch strings.ToLower(s) {
	case "1", "true", "yes", "on":
		return true
	}
	return false
}

// GoRoot finds the folder that the Go toolchain is installed in and its
// version ("go1.26.1"), without running it; "" when there is none. A toolchain
// counts when it has its VERSION file and its sources.
func (e Env) GoRoot() (dir, version string) {
	candidates := []string{e.get("GOROOT")}
	for _, d := range filepath.SplitList(e.get("PATH")) {
		for _, name := range []string{"go", "go.exe"} {
			if p, err := filepath.EvalSymlinks(filepath.Join(d, name)); err == nil && d != "" {
				candidates = append(candidates, filepath.Dir(filepath.Dir(p)))
			}
		}
	}
	for _, dir := range append(candidates, e.GoRoots...) {
		if dir == "" || !filepath.IsAbs(dir) {
			continue
		}
		data, err := readAnywhere(filepath.Join(dir, "VERSION"))
		if err != nil {
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, "src", "fmt")); err != nil || !info.IsDir() {
			continue
		}
		line, _, _ := bytes.Cut(data, []byte("\n"))
		return dir, strings.TrimSpace(string(line))
	}
	return "", ""
}

// GoModCache is the folder of downloaded modules, "" when unknown. It need not
// exist.
func (e Env) GoModCache() string {
	user := e.goEnv()
	get := func(name string) string {
		if v := e.get(name); v != "" {
			return v
		}
		return user[name]
	}
	if d := get("GOMODCACHE"); d != "" {
		return d
	}
	if list := filepath.SplitList(get("GOPATH")); len(list) > 0 && list[0] != "" {
		return filepath.Join(list[0], "pkg", "mod")
	}
	if h := e.Home(); h != "" {
		return filepath.Join(h, "go", "pkg", "mod")
	}
	return ""
}

// goEnv is what `go env -w` has stored.
func (e Env) goEnv() map[string]string {
	file := e.get("GOENV")
	if file == "off" {
		return nil
	}
	if file == "" {
		dir := e.configHome()
		if runtime.GOOS == "darwin" {
			dir = filepath.Join(e.Home(), "Library", "Application Support")
		}
		file = filepath.Join(dir, "go", "env")
	}
	data, err := readAnywhere(file)
	if err != nil {
		return nil
	}
	out := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if k, v, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			out[k] = v
		}
	}
	return out
}

// deps are the trees around the repository that exist.
func (e Env) deps() lang.Deps {
	var d lang.Deps
	if dir, version := e.GoRoot(); dir != "" {
		d.GoRoot, d.GoVersion = trusted(dir), version
	}
	if dir := e.GoModCache(); dir != "" {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			d.GoModCache = trusted(dir)
		}
	}
	return d
}

// python are the folders of modules of the Python that PATH finds in the folder root, and
// of the virtual environment that is active, in the order in which Python looks: where it
// is installed as usual, since it is not run.
func (e Env) python(root string) []string {
	prefixes := []string{e.get("VIRTUAL_ENV")}
	chosen := e.get("PYENV_VERSION")
	for _, d := range filepath.SplitList(e.get("PATH")) {
		if filepath.Base(d) == "shims" {
			prefixes = append(prefixes, pyenv(filepath.Dir(d), chosen, root)...)
		}
		for _, name := range []string{"python3", "python"} {
			if p, err := filepath.EvalSymlinks(filepath.Join(d, name)); err == nil && d != "" {
				prefixes = append(prefixes, filepath.Dir(filepath.Dir(p)))
			}
		}
	}
	var libs, sites []string
	for _, prefix := range prefixes {
		if !filepath.IsAbs(prefix) {
			continue
		}
		found, _ := filepath.Glob(filepath.Join(prefix, "lib", "python3*")) // the pattern is good
		for _, lib := range found {
			if _, err := os.Stat(filepath.Join(lib, "os.py")); err == nil && len(libs) == 0 {
				libs = append(libs, lib)
			}
			for _, site := range []string{"site-packages", "dist-packages"} {
				if info, err := os.Stat(filepath.Join(lib, site)); err == nil && info.IsDir() {
					sites = append(sites, filepath.Join(lib, site))
				}
			}
		}
	}
	return append(libs, sites...)
}

// pyenv are the folders of the versions of Python that the scripts of pyenv, installed in
// home, would run in the folder root: those that the variable PYENV_VERSION names, else
// the nearest .python-version at root or above it, else what the user has chosen for
// everywhere. "3.11" is the newest of 3.11 (github.com/pyenv/pyenv, "Choosing the Python
// version").
func pyenv(home, variable, root string) (out []string) {
	chosen := strings.FieldsFunc(variable, func(r rune) bool { return r == ':' })
	for dir := root; len(chosen) == 0; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, ".python-version")
		top := dir == filepath.Dir(dir)
		data, err := readAnywhere(file)
		if err != nil && top {
			data, err = readAnywhere(filepath.Join(home, "version"))
		}
		for line := range strings.Lines(string(data)) {
			if line, _, _ = strings.Cut(line, "#"); err == nil {
				chosen = append(chosen, strings.Fields(line)...)
			}
		}
		if top {
			break
		}
	}
	versions := filepath.Join(home, "versions")
	for _, name := range chosen {
		if !filepath.IsLocal(name) || name == "system" {
			continue
		}
		dir := filepath.Join(versions, name)
		if _, err := os.Stat(dir); err != nil {
			newest := ""                       // numbers are compared as those of Go's own versions are
			entries, _ := os.ReadDir(versions) // there is none in what can't be read
			for _, entry := range entries {
				if v := entry.Name(); strings.HasPrefix(v, name+".") && (newest == "" || version.Compare("go"+v, "go"+newest) > 0) {
					newest = v
				}
			}
			if newest == "" {
				continue
			}
			dir = filepath.Join(versions, newest)
		}
		out = append(out, dir)
	}
	return out
}

// program is the executable of this process with its stamp.
func program() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(name)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s %v", name, newStamp(info))
}
