package setup

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// repo is a folder of files for a test.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T, files map[string]string) repo {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := repo{t, dir}
	for name, text := range files {
		r.write(name, text)
	}
	return r
}

func (r repo) write(name, text string) {
	r.t.Helper()
	at := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// files are all files and empty folders, with their content and mode.
func (r repo) files() map[string]string {
	r.t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(r.dir, func(at string, d os.DirEntry, err error) error {
		if err != nil || at == r.dir {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(r.dir, at)
		if err != nil {
			return err
		}
		if d.IsDir() {
			out[rel+"/"] = info.Mode().String()
			return nil
		}
		data, err := os.ReadFile(at)
		out[rel] = info.Mode().String() + " " + string(data)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

func (r repo) do(o Options) error {
	r.t.Helper()
	o.Root = r.dir
	if o.Command == "" {
		o.Command = "ci"
	}
	before := r.files()
	plan, err := New(o)
	if !maps.Equal(before, r.files()) {
		r.t.Fatal("a plan has written")
	}
	if err != nil {
		return err
	}
	err = plan.Apply()
	if changed := !maps.Equal(before, r.files()); err == nil && changed != plan.Changes() {
		r.t.Fatalf("changed %t, planned %t: %+v", changed, plan.Changes(), plan.Steps)
	}
	return err
}

func (r repo) must(o Options) {
	r.t.Helper()
	if err := r.do(o); err != nil {
		r.t.Fatal(err)
	}
}

// TestInAndOut puts the entry in and takes it out of repositories of all kinds,
// several times over; the files are then what they were.
func TestInAndOut(t *testing.T) {
	kinds := map[string]map[string]string{
		"nothing":         {"a.go": "package a\n"},
		"state folder":    {".code-intel/config.json": "{}\n"},
		"own rules":       {".code-intel/.gitignore": "*\n", ".code-intel/config.json": "{}\n"},
		"an index":        {".code-intel/.gitignore": "*\n", ".code-intel/index/x": "x"},
		"has it":          {".mcp.json": `{"mcpServers": {"code-intel": {"command": "ci", "args": ["mcp"]}}}`},
		"another command": {".mcp.json": `{"mcpServers": {"code-intel": {"command": "cat"}}}`},
	}
	for _, x := range texts {
		kinds["text: "+x.name] = map[string]string{".mcp.json": x.text}
	}
	for name, files := range kinds {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t, files)
			before := r.files()
			force := name == "another command"
			for range 2 {
				r.must(Options{Force: force})
				once := r.files()
				if maps.Equal(before, once) {
					t.Fatal("nothing was written")
				}
				r.must(Options{})
				if !maps.Equal(once, r.files()) {
					t.Fatal("the second time changed something")
				}
				if !strings.Contains(name, "there") && name != "has it" { // which the program has not written
					r.must(Options{Command: "/opt/ci"})
					r.must(Options{Command: "ci"})
					if !maps.Equal(once, r.files()) {
						t.Fatalf("there and back again it is\n%v\nand not\n%v", r.files(), once)
					}
				}
				r.must(Options{Remove: true})
				if after := r.files(); !maps.Equal(before, after) {
					t.Fatalf("taken out it is\n%v\nand not\n%v", after, before)
				}
			}
		})
	}
}

// TestEdited takes the entry out of files that were edited since.
func TestEdited(t *testing.T) {
	const entry = `"code-intel": {
      "command": "ci",
      "args": ["mcp"]
    }`
	for _, x := range []struct{ name, before, edited, want string }{
		{"created, more servers", "", "{\n  \"mcpServers\": {\n    \"a\": {},\n    " + entry + "\n  }\n}\n", "{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n"},
		{"created, other space", "", "{\"mcpServers\": {" + entry + "}}", ""},
		{"created, a comment", "", "{\"mcpServers\": {" + entry + "}} // x\n", "{} // x\n"},
		{"there, more keys", "{\n  \"a\": 1\n}\n", "{\n  \"mcpServers\": {\n    " + entry + "\n  },\n  \"b\": 1\n}\n", "{\n  \"b\": 1\n}\n"},
		{"servers were there", "{\n  \"mcpServers\": {}\n}\n", "{\n  \"mcpServers\": {\n    " + entry + "\n  },\n  \"b\": 1\n}\n", "{\n  \"mcpServers\": {\n  },\n  \"b\": 1\n}\n"},
		{"the entry is gone", "{}", "{\"b\": 1}", "{\"b\": 1}"},
		{"the file is gone", "{}", "", ""},
		{"replaced", `{"mcpServers": {"code-intel": {"command": "x"}}}`, "{\"mcpServers\": {" + entry + "}, \"b\": 1}", `{"mcpServers": {"code-intel": {"command": "x"}}, "b": 1}`},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := newRepo(t, nil)
			if x.before != "" {
				r.write(configFile, x.before)
			}
			r.must(Options{Force: x.name == "replaced"})
			if x.edited == "" {
				if err := os.Remove(filepath.Join(r.dir, configFile)); err != nil {
					t.Fatal(err)
				}
			} else {
				r.write(configFile, x.edited)
			}
			if strings.Contains(x.edited, entry) {
				// Another command keeps what is known of the time before.
				r.must(Options{Command: "/opt/ci"})
				r.must(Options{})
			}
			r.must(Options{Remove: true})
			data, err := os.ReadFile(filepath.Join(r.dir, configFile))
			if x.want == "" {
				if !errors.Is(err, os.ErrNotExist) {
					t.Errorf("the file stays: %q, %v", data, err)
				}
			} else if string(data) != x.want {
				t.Errorf("got %q, want %q", data, x.want)
			}
			if files := r.files(); len(files) > 1 {
				t.Errorf("left: %v", slices.Sorted(maps.Keys(files)))
			}
		})
	}
}

func TestEditedEntry(t *testing.T) {
	r := newRepo(t, nil)
	r.must(Options{})
	edited := `{"mcpServers": {"code-intel": {"command": "ci", "args": ["mcp"], "env": {"A": "b"}}}}`
	r.write(configFile, edited)
	var e *Error
	if err := r.do(Options{Remove: true}); !errors.As(err, &e) || !e.Conflict {
		t.Fatalf("an entry with settings of the user is taken out: %v", err)
	}
	if err := r.do(Options{Command: "x"}); !errors.As(err, &e) || !e.Conflict {
		t.Fatalf("an entry with settings of the user is replaced: %v", err)
	}
	r.must(Options{Remove: true, Force: true})
	if files := r.files(); len(files) > 0 {
		t.Errorf("left: %v", files)
	}
}

func TestRefused(t *testing.T) {
	r := newRepo(t, map[string]string{"repo/a.go": "package a\n"})
	for name, o := range map[string]Options{
		"the home folder":   {Root: r.dir, Home: r.dir, Command: "ci"},
		"what holds it":     {Root: r.dir, Home: filepath.Join(r.dir, "repo"), Command: "ci"},
		"the file system":   {Root: filepath.VolumeName(r.dir) + string(filepath.Separator), Command: "ci"},
		"no command":        {Root: r.dir},
		"command not UTF-8": {Root: r.dir, Command: "\xff"},
	} {
		var e *Error
		if _, err := New(o); !errors.As(err, &e) || e.Next == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(Options{Root: filepath.Join(r.dir, "repo"), Home: r.dir, Command: "ci"}); err != nil {
		t.Errorf("a repository in the home folder: %v", err)
	}
}

// TestDamagedRecord damages the record of what was written. Our entries are still known by
// their text, so they can be removed; to write them again is refused without --force.
func TestDamagedRecord(t *testing.T) {
	r := newRepo(t, map[string]string{configFile: "{\n  \"a\": 1\n}\n"})
	before := r.files()[configFile]
	for _, damaged := range []string{"", "{", `{"version": 99}`, `{"version":1,"created":true,"sha256":"` + sum([]byte("x")) + `"}`} {
		r.must(Options{})
		whole, err := os.ReadFile(filepath.Join(r.dir, recordFile))
		if err != nil {
			t.Fatal(err)
		}
		flipped := bytes.Replace(whole, []byte(`"command":"ci"`), []byte(`"command":"cj"`), 1)
		for _, text := range []string{damaged, string(flipped)} {
			r.write(recordFile, text)
			if err := CheckRecord(r.dir); err == nil || !strings.Contains(err.Error(), "damaged") {
				t.Errorf("%q: %v", text, err)
			}
			if err := r.do(Options{}); err == nil || !strings.Contains(err.Error(), "--force") {
				t.Errorf("%q: it is overwritten: %v", text, err)
			}
		}
		r.write(recordFile, damaged)
		r.must(Options{Force: true})
		if err := CheckRecord(r.dir); err != nil {
			t.Error(err)
		}
		r.write(recordFile, damaged)
		r.must(Options{Remove: true})
		if after := r.files(); after[configFile] != strings.TrimSuffix(before, "\n}\n")+",\n  \"mcpServers\": {\n  }\n}\n" {
			t.Errorf("%q: got %q", damaged, after[configFile])
		}
		r.write(configFile, "{\n  \"a\": 1\n}\n")
	}
}

// TestChangedMeanwhile: what a plan was not made for is not overwritten.
func TestChangedMeanwhile(t *testing.T) {
	r := newRepo(t, map[string]string{configFile: "{}"})
	plan, err := New(Options{Root: r.dir, Command: "ci"})
	if err != nil {
		t.Fatal(err)
	}
	r.write(configFile, `{"a": 1}`)
	if err := plan.Apply(); err == nil || !strings.Contains(err.Error(), "has changed meanwhile") {
		t.Fatalf("got %v", err)
	}
	if data, _ := os.ReadFile(filepath.Join(r.dir, configFile)); string(data) != `{"a": 1}` {
		t.Errorf("it is %q", data)
	}
	r.must(Options{Remove: true}) // what was done of it is taken back
	if files := r.files(); len(files) != 1 {
		t.Errorf("left: %v", files)
	}
}

func TestDiff(t *testing.T) {
	for _, x := range []struct {
		before, after []byte
		want          string
	}{
		{nil, []byte("a\n"), "--- /dev/null\n+++ f\n@@ -0,0 +1,1 @@\n+a\n"},
		{[]byte("a"), nil, "--- f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n\\ no newline at end of file\n"},
		{[]byte("1\n2\n3\n4\n5\r\n6\n7\n8\n9\n"), []byte("1\n2\n3\n4\nx\r\n6\n7\n8\n9\n"), "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"},
	} {
		if got := (Step{Path: "f", Before: x.before, After: x.after}).Diff(); got != x.want {
			t.Errorf("got\n%s\nwant\n%s", got, x.want)
		}
	}
}
