package place

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFindRoot(t *testing.T) {
	t.Parallel()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(base, filepath.FromSlash(name)) }
	for _, dir := range []string{"home/me/app/.git", "home/me/app/sub/deep", "home/me/index/.code-intel", "home/me/index/sub", "home/me/plain/sub", "home/me/.git", "srv/tree", "home/me/nested/.git", "home/me/nested/in/.git", "home/me/app/part/.code-intel", "home/me/app/part/deep"} {
		if err := os.MkdirAll(at(dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(at("srv/tree/.git"), []byte("gitdir: elsewhere"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(at("home/me/app/sub"), at("link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(at("home/me"), at("me")); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, given, project, home, dir string
		want, err                       string
	}{
		{name: "the repository above", dir: "home/me/app/sub/deep", want: "home/me/app"},
		{name: "the folder itself", dir: "home/me/app", want: "home/me/app"},
		{name: "an index above", dir: "home/me/index/sub", want: "home/me/index"},
		{name: "an index in a repository", dir: "home/me/app/part/deep", want: "home/me/app"},
		{name: "a worktree", dir: "srv/tree", want: "srv/tree"},
		{name: "the nearest", dir: "home/me/nested/in", want: "home/me/nested/in"},
		{name: "no repository; the home's own is none", dir: "home/me/plain/sub", want: "home/me/plain/sub"},
		{name: "by a link", dir: "link", want: "home/me/app"},
		{name: "given", given: "home/me/plain", dir: "home/me/app", want: "home/me/plain"},
		{name: "given, relative", given: "../plain", dir: "home/me/app", want: "home/me/plain"},
		{name: "given, by a link", given: "link", dir: "srv", want: "home/me/app/sub"},
		{name: "given home", given: "home/me", dir: "srv", want: "home/me"},
		{name: "the project", project: "home/me/app/sub", dir: "srv", want: "home/me/app/sub"},
		{name: "given, not the project", given: "srv", project: "home/me/app", dir: "srv", want: "srv"},
		{name: "home", dir: "home/me", err: "is no repository but the home folder, or what holds it; start in a repository, or name one with --root"},
		{name: "home by a link", dir: "me", err: "is no repository but the home folder"},
		{name: "what holds home", dir: "home", err: "is no repository but the home folder"},
		{name: "the project is home", project: "home/me", dir: "srv/tree", err: "is no repository but the home folder"},
		{name: "home is a link", home: "me", dir: "home/me", err: "is no repository but the home folder"},
		{name: "the root", dir: "/", err: "is no repository but the home folder"},
		{name: "no such folder", given: "nowhere", dir: "srv", err: "nowhere: no such folder"},
		{name: "a file", given: "srv/tree/.git", dir: "srv", err: "not a folder"},
		{name: "no such project", project: "nowhere", dir: "srv/tree", err: "CLAUDE_PROJECT_DIR is " + at("nowhere") + ": no such folder"},
		{name: "no such directory", dir: "nowhere", err: "the working directory is " + at("nowhere") + ": no such folder"},
	} {
		abs := func(name string) string {
			if name == "" || strings.HasPrefix(name, "..") || filepath.IsAbs(name) {
				return name
			}
			return at(name)
		}
		if tc.home == "" {
			tc.home = "home/me"
		}
		vars := map[string]string{"HOME": abs(tc.home), "CLAUDE_PROJECT_DIR": abs(tc.project)}
		got, err := FindRoot(abs(tc.given), func(name string) string { return vars[name] }, abs(tc.dir))
		if tc.err != "" && (err == nil || !strings.Contains(err.Error(), tc.err)) || tc.err == "" && (err != nil || got != at(tc.want)) {
			t.Errorf("%s: %q, %v", tc.name, got, err)
		}
	}
}
