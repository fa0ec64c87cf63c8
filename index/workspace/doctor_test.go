package workspace

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeintel/index"
)

func examine(t *testing.T, files map[string]string, prepare func(root string)) map[string]Finding {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		p := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if prepare != nil {
		prepare(root)
	}
	h, err := Examine(context.Background(), root, Options{})
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]Finding{}
	for _, f := range h.Findings {
		if (f.Level != OK) != (f.Fix != "") {
			t.Errorf("%s is %s and says to do %q", f.Topic, f.Level, f.Fix)
		}
		by[f.Topic] = f
	}
	return by
}

func TestExamine(t *testing.T) {
	good := examine(t, map[string]string{"a/b/c.py": "x = 1\n", ".code-intel/config.json": "{}"}, nil)
	for _, topic := range []string{"folder", "config", "permissions", "watches", "files"} {
		if f, ok := good[topic]; !ok || f.Level != OK {
			t.Errorf("%s: %+v", topic, f)
		}
	}
	if f := good["watches"]; !strings.HasPrefix(f.Text, "3 folders") {
		t.Errorf("watches: %s", f.Text)
	}
	h := &Health{}
	s := index.New(index.Input{Docs: []*index.Doc{{Path: "a/b"}}})
	h.watches(s, 3)
	h.watches(s, 4)
	if h.Findings[0].Level != Warning || h.Findings[1].Level != OK || !strings.Contains(h.Findings[0].Fix, "max_user_watches=12") {
		t.Errorf("%+v", h.Findings)
	}
	bad := examine(t, map[string]string{"a.py": "x = 1\n", ".code-intel/config.json": `{"source_dirs": ["none"]}`}, func(root string) {
		if err := os.Symlink("a.py", filepath.Join(root, "b.py")); err != nil {
			t.Fatal(err)
		}
	})
	if f := bad["config"]; f.Level != Warning || !strings.Contains(f.Text, "none") {
		t.Errorf("config: %+v", f)
	}
	if f := bad["files"]; !strings.Contains(f.Text, SkipSymlink+" 1") {
		t.Errorf("files: %+v", f)
	}
	if f := examine(t, nil, nil)["folder"]; f.Level != Warning {
		t.Errorf("an empty folder: %+v", f)
	}
}

// A file that can't be parsed in time is named, with what to do.
func TestExamineNamesFailures(t *testing.T) {
	h := &Health{}
	r := &Report{Indexed: 1}
	for range maxNamed + 2 {
		r.Failed = append(r.Failed, Failure{"slow.c", "parse", "too slow"})
	}
	h.files(r)
	if f := h.Findings[0]; f.Level != Warning || strings.Count(f.Text, "slow.c") != maxNamed || !strings.Contains(f.Text, "and 2 more") || h.Worst() != Warning {
		t.Errorf("%+v", f)
	}
}
