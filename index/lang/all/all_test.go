package all

import (
	"slices"
	"strings"
	"testing"

	"codeintel/index/lang"
)

func TestByPath(t *testing.T) {
	table := NewTable([]*lang.Language{
		{Name: "a", Extensions: []string{".a", ".x.b"}, Filenames: []string{"afile"}, Interpreters: []string{"aa", "a3"}},
		{Name: "b", Extensions: []string{".b", ".a"}, Interpreters: []string{"bb"}},
	})
	for _, c := range []struct{ path, line, want string }{
		{"x.a", "", "a"},
		{"dir.b/x.A", "", "a"},
		{"x.b", "", "b"},
		{"x.x.b", "", "a"}, // the longest extension
		{".b", "", ""},     // no extension, a hidden file
		{"b", "", ""},
		{"dir.b/x", "", ""},
		{"dir.b/Afile", "", "a"},
		{"afile.b", "", "b"},
		{"x.c", "#!/usr/bin/aa\n", ""}, // another language's extension
		{"x", "#!/usr/bin/aa\n#!/usr/bin/bb", "a"},
		{".hidden", "#! /usr/bin/env -S V=1 aa3.11 -u", "a"},
		{"x", "#!/usr/bin/env -i -u NAME bb\n", "b"},
		{"x", "#!/usr/bin/env -Sbb -x", "b"},
		{"x", "#!/usr/bin/a3", "a"},
		{"x", "#!a-3\r\n", ""},
		{"x", "#!/usr/bin/env", ""},
		{"x", "#!", ""},
		{"x", " #!/usr/bin/aa", ""},
		{"x", "", ""},
	} {
		got := ""
		if l := table.ByPath(c.path, []byte(c.line)); l != nil {
			got = l.Name
		}
		if got != c.want {
			t.Errorf("%s, %q: %q, want %q", c.path, c.line, got, c.want)
		}
	}
}

func TestSelect(t *testing.T) {
	table := NewTable([]*lang.Language{
		{Name: "web", Family: "web"}, {Name: "webreact", Family: "web"}, {Name: "script", Family: "web"}, {Name: "snake", Family: "reptile"},
	})
	for names, want := range map[string]string{
		"": "script snake web webreact", "web": "web webreact", "webreact": "webreact", "script": "script", "reptile": "snake", "snake script": "script snake", "none": "",
	} {
		s, unknown := table.Select(strings.Fields(names))
		if got := strings.Join(s.Names(), " "); got != want || (len(unknown) > 0) != (names == "none") {
			t.Errorf("%q: %q, unknown %q", names, got, unknown)
		}
	}
	if err := table.UnknownError([]string{"x", "y"}).Error(); err != "unknown language x, y; known are: script, snake, web, webreact" {
		t.Error(err)
	}
}

// Two languages must not claim the same files, and every one can be found.
func TestLanguages(t *testing.T) {
	extensions, names := map[string]string{}, map[string]bool{}
	for _, l := range Languages() {
		if l.Name == "" || l.SCIPName == "" || l.Family == "" || l.Extract == nil || l.Version < 1 || len(l.Extensions)+len(l.Filenames)+len(l.Owned) == 0 || (l.Owns == nil) != (len(l.Owned) == 0) || names[l.Name] {
			t.Errorf("%+v", l)
		}
		names[l.Name] = true
		for _, e := range slices.Concat(l.Extensions, l.Interpreters) {
			if extensions[e] != "" {
				t.Errorf("%s is claimed by %s and %s", e, extensions[e], l.Name)
			}
			extensions[e] = l.Name
		}
		for _, e := range l.Extensions {
			if e[0] != '.' || e != strings.ToLower(e) {
				t.Errorf("%s: extension %q", l.Name, e)
			}
		}
	}
}

// A language's depth is what its way of resolving names says.
func TestDepth(t *testing.T) {
	for _, l := range Languages() {
		if (l.Check != nil) != (l.Depth == lang.DepthChecked) {
			t.Errorf("%s: depth %s, checker: %v", l.Name, l.Depth, l.Check != nil)
		}
	}
}

// TestServed lists the languages for which other language servers are in common use.
func TestServed(t *testing.T) {
	var got []string
	for _, l := range Languages() {
		if l.Served {
			got = append(got, l.Name)
		}
	}
	want := "go python php java typescript typescriptreact javascript javascriptreact c cpp csharp ruby rust kotlin scala swift bash lua elixir elm ocaml"
	if strings.Join(got, " ") != want {
		t.Errorf("served: %s\nwant:   %s", strings.Join(got, " "), want)
	}
}
