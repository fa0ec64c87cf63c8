package workspace

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
)

// TestVariables: no other variable decides how a repository is read.
func TestVariables(t *testing.T) {
	read := map[string]bool{}
	env := Env{Getenv: func(name string) string { read[name] = true; return "" }}
	env.gitConfigs()
	env.deps()
	env.python()
	for name := range read {
		if !slices.Contains(Variables(), name) {
			t.Errorf("%s is read", name)
		}
	}
	if len(read) != len(Variables()) {
		t.Errorf("%d are read of %v", len(read), Variables())
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
