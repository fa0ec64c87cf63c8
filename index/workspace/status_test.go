package workspace

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/index/lang"
)

// inspectPlace inspects and checks that nothing below the folder was written.
func inspectPlace(p *place, opts Options) *Status {
	p.t.Helper()
	before := filesOf(p)
	s, err := Inspect(context.Background(), p.dir, opts)
	p.must(err)
	p.t.Cleanup(s.Close)
	if after := filesOf(p); !slices.Equal(before, after) {
		p.t.Errorf("Inspect changed the folder: %q became %q", before, after)
	}
	return s
}

// filesOf is every file of a place with its size and time.
func filesOf(p *place) (out []string) {
	p.t.Helper()
	p.must(filepath.WalkDir(p.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		out = append(out, fmt.Sprint(path, info.Size(), info.ModTime()))
		return err
	}))
	return out
}

func syncPlace(p *place, opts Options) {
	p.t.Helper()
	w, err := Open(p.dir, opts)
	p.must(err)
	_, err = w.Sync(context.Background())
	p.must(err)
	p.must(w.Close())
}

func TestInspect(t *testing.T) {
	p := &place{t, t.TempDir()}
	opts := Options{Known: []*lang.Language{toy()}}
	p.write("a.toy", "def x y")
	p.write("b.toy", "x def y")
	p.write("broken.toy", "panic")
	p.write("notes.txt", "x")
	if s := inspectPlace(p, opts); s.State != nil || s.Lost != "" || s.Behind != nil || s.Writing || s.Usage.Total() != 0 {
		t.Errorf("without an index: %+v", s)
	}
	w, err := Open(p.dir, opts)
	p.must(err)
	_, err = w.Sync(context.Background())
	p.must(err)
	s := inspectPlace(p, opts)
	if !s.Writing || s.PID != os.Getpid() {
		t.Errorf("while it is written: %v, %d", s.Writing, s.PID)
	}
	p.must(w.Close())
	s = inspectPlace(p, opts)
	if s.Writing || s.State == nil || s.State.Generation != 1 || s.SourceBytes != 14 || s.Usage.States == 0 || s.Usage.Packs == 0 || len(s.Findings)+len(s.Aside) > 0 || s.Published.IsZero() {
		t.Errorf("afterwards: %+v", s)
	}
	if b := s.Behind; !b.UpToDate() || !reflect.DeepEqual(b.Failed, []string{"broken.toy"}) {
		t.Errorf("unchanged: %+v", b)
	}
	p.write("b.toy", "def z")
	p.write("c.toy", "z")
	p.remove("a.toy")
	p.write("notes.txt", "nobody reads it")
	if b := inspectPlace(p, opts).Behind; b.UpToDate() || !reflect.DeepEqual(b, &Behind{Changed: []string{"b.toy", "c.toy"}, Gone: []string{"a.toy"}, Failed: []string{"broken.toy"}}) {
		t.Errorf("changed: %+v", b)
	}
	syncPlace(p, opts)
	p.write(ConfigFile, `{"exclude_patterns": ["c.toy"]}`)
	if b := inspectPlace(p, opts).Behind; !b.Settings || !reflect.DeepEqual(b.Gone, []string{"c.toy"}) {
		t.Errorf("other settings: %+v", b)
	}
}

// The index of the text counts: its size, and the files that it does not help with.
func TestInspectText(t *testing.T) {
	p := &place{t, t.TempDir()}
	opts := Options{Known: []*lang.Language{toy()}}
	for _, name := range []string{"a.toy", "b.toy", "notes.txt"} {
		p.write(name, "def x y")
	}
	opts.clock = func() time.Time { return time.Now().Add(time.Hour) } // all times are settled by then
	w, err := Open(p.dir, opts)
	p.must(err)
	_, err = w.Sync(context.Background())
	p.must(err)
	p.must(w.KeepText(context.Background()))
	p.must(w.Close())
	s := inspectPlace(p, opts)
	if s.Text.Files != 3 || s.Text.Unread != 0 || s.Text.Bytes == 0 || s.Bytes() != s.Text.Bytes+s.Usage.Total() {
		t.Errorf("%+v", s.Text)
	}
	p.write("b.toy", "def other z")
	if s := inspectPlace(p, opts); s.Text.Files != 3 || s.Text.Unread != 1 {
		t.Errorf("one changed: %+v", s.Text)
	}
}

// Damage is told, before and after it was set aside, and is no error.
func TestInspectDamage(t *testing.T) {
	p := &place{t, t.TempDir()}
	opts := Options{Known: []*lang.Language{toy()}}
	p.write("a.toy", "def x y")
	syncPlace(p, opts)
	states, err := filepath.Glob(p.path(IndexDir + "/*.generation"))
	if err != nil || len(states) != 1 {
		t.Fatal(states, err)
	}
	data, err := os.ReadFile(states[0])
	p.must(err)
	data[len(data)/2] ^= 1
	p.must(os.WriteFile(states[0], data, 0o666))
	s := inspectPlace(p, opts)
	if s.State != nil || len(s.Findings) != 1 || !strings.HasPrefix(s.Findings[0], IndexDir+"/") || !strings.Contains(s.Findings[0], "checksum") || len(s.Aside) != 0 {
		t.Errorf("damaged: %+v", s)
	}
	syncPlace(p, opts)
	s = inspectPlace(p, opts)
	if s.State == nil || !s.Behind.UpToDate() || len(s.Findings) != 0 || !reflect.DeepEqual(s.Aside, []string{IndexDir + "/damaged/" + filepath.Base(states[0])}) {
		t.Errorf("set aside: %+v", s)
	}
	h, err := Examine(context.Background(), p.dir, opts)
	p.must(err)
	at := slices.IndexFunc(h.Findings, func(f Finding) bool { return f.Topic == "index" })
	if at < 0 || h.Findings[at].Level != Warning || !strings.Contains(h.Findings[at].Text, s.Aside[0]) {
		t.Errorf("doctor: %+v", h.Findings)
	}
}

// Behind says no exactly when Sync makes another state.
func TestBehindAsSync(t *testing.T) {
	for _, sc := range scenarios {
		t.Run(sc.name, func(t *testing.T) {
			t.Parallel()
			p := &place{t, t.TempDir()}
			p.base()
			w, err := Open(p.dir, Options{})
			p.must(err)
			t.Cleanup(func() { p.must(w.Close()) })
			_, err = w.Sync(context.Background())
			p.must(err)
			for i, step := range sc.steps {
				step(p)
				b, err := w.Behind(context.Background())
				p.must(err)
				s, err := w.Sync(context.Background())
				p.must(err)
				if same := b.UpToDate() && len(b.Failed) == 0; same != s.Reused {
					t.Errorf("step %d: %+v, and reused: %v", i, b, s.Reused)
				}
			}
		})
	}
}
