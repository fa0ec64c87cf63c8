package workspace

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestVariables: no other variable decides how a repository is read.
func TestVariables(t *testing.T) {
	read := map[string]bool{}
	env := Env{Getenv: func(name string) string { read[name] = true; return "" }}
	env.gitConfigs()
	env.deps()
	env.python("")
	for name := range read {
		if !slices.Contains(Variables(), name) {
			t.Errorf("%s is read", name)
		}
	}
	if len(read) != len(Variables()) {
		t.Errorf("%d are read of %v", len(read), Variables())
	}
}

// TestPyenv: the modules are those of the Python that pyenv's scripts run.
func TestPyenv(t *testing.T) {
	base := t.TempDir()
	p := &place{t, base}
	for _, version := range []string{"2.7.18", "3.9.18", "3.11.4", "3.11.13", "3.11.7", "3.12.1"} {
		p.write("pyenv/versions/"+version+"/lib/python"+version[:strings.LastIndexByte(version, '.')]+"/os.py", "")
	}
	p.write("pyenv/shims/python3", "#!/bin/sh\n")
	p.write("pyenv/version", "3.12.1\n")
	p.write("pinned/.python-version", "# comment\n3.11 # the newest\n")
	p.write("pinned/part/a.py", "")
	p.write("exact/.python-version", "3.11.4\n2.7.18\n")
	p.write("odd/.python-version", "../../../etc\n3.8\nsystem\n")
	p.write("plain/a.py", "")
	p.write("empty/.python-version", "\n")
	for _, tc := range []struct{ root, variable, want string }{
		{"plain", "", "3.12.1"},
		{"empty", "", "3.12.1"},
		{"pinned", "", "3.11.13"},
		{"pinned/part", "", "3.11.13"},
		{"exact", "", "3.11.4"}, // the library is that of the first
		{"exact", "3.9", "3.9.18"},
		{"plain", "2.7.18:3.9.18", "3.9.18"}, // Python 2 is not looked into
		{"odd", "", ""},
		{"plain", "4", ""},
	} {
		env := Env{Getenv: func(name string) string {
			return map[string]string{"PATH": filepath.Join(base, "pyenv", "shims"), "PYENV_VERSION": tc.variable}[name]
		}}
		want := ""
		if tc.want != "" {
			want = filepath.Join(base, "pyenv", "versions", tc.want)
		}
		var got string
		if dirs := env.python(filepath.Join(base, tc.root)); len(dirs) > 0 {
			got = filepath.Dir(filepath.Dir(dirs[0]))
		}
		if got != want {
			t.Errorf("%s with %q: %s; want %s", tc.root, tc.variable, got, want)
		}
	}
}

// TestRepositoryRoot: what keeps the index of a folder is what its editors and
// agents are about, and never a home folder that git keeps settings in.
func TestRepositoryRoot(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &place{t, base}
	for _, name := range []string{"home/.git/HEAD", "home/plain/a.toy", "home/app/.git/HEAD", "home/app/part/.code-intel/config.json", "home/app/part/deep/a.toy", "home/kept/.code-intel/config.json", "home/kept/in/a.toy"} {
		p.write(name, "{}")
	}
	p.symlink("home", "link")
	for _, tc := range []struct{ dir, home, want string }{
		{"home/app/part/deep", "home", "home/app"},
		{"home/app", "home", "home/app"},
		{"home/kept/in", "home", "home/kept"},
		{"home/plain", "home", "home/plain"},
		{"home/plain", "link", "home/plain"},
		{"home/plain", "", "home"},
		{"home", "home", "home"},
		{"link/app/part", "", "home/app"},
	} {
		home := tc.home
		if home != "" {
			home = p.path(home)
		}
		got, err := RepositoryRoot(p.path(tc.dir), home)
		if err != nil || got != p.path(tc.want) {
			t.Errorf("%s, with the home folder %q: %s, %v; want %s", tc.dir, tc.home, got, err, tc.want)
			continue
		}
		opts := Options{Env: Env{Getenv: func(name string) string { return map[string]string{"HOME": home}[name] }}}
		s, err := Inspect(context.Background(), got, opts)
		if err != nil {
			t.Fatal(err)
		}
		if s.Above != "" {
			t.Errorf("%s, with the home folder %q: the index is kept in %s", tc.dir, tc.home, s.Above)
		}
		s.Close()
	}
}
