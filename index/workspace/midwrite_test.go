package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/index"
	"codeintel/index/lang"
)

// TestAnswerMidwrite asks while a file is being written, between its truncation or removal
// and its new text: the answer is of the new text, or of the old one where none comes.
func TestAnswerMidwrite(t *testing.T) {
	for _, how := range []struct {
		name string
		lose func(p *place, name string) // has the file lose its text
	}{
		{"truncated", func(p *place, name string) { p.write(name, "") }},
		{"moved away", func(p *place, name string) { p.must(os.Remove(filepath.Join(p.dir, name))) }},
	} {
		t.Run(how.name, func(t *testing.T) {
			p := &place{t, t.TempDir()}
			p.write("a.toy", "def x")
			p.write("b.toy", "def other")
			s := steer(t, p, "{}")
			var waits []time.Duration
			var meanwhile func() // is called while a question waits
			s.opts.after = func(d time.Duration) <-chan time.Time {
				c := make(chan time.Time, 1)
				if d <= midwriteTime {
					waits = append(waits, d)
					meanwhile()
					c <- time.Time{}
				}
				return c
			}
			lose := func() {
				t.Helper()
				_, err := s.Sync(context.Background())
				p.must(err)
				how.lose(p, "a.toy")
				s.now, _ = s.changeTime("a.toy") // no time has passed, however long this takes
				_, err = s.Sync(context.Background())
				p.must(err)
				waits = nil
			}
			check := func(what string, word string, want []string, complete bool, stale ...string) {
				t.Helper()
				files, _, fresh := s.names(word, nil)
				if !slices.Equal(files, want) || fresh.Complete != complete || !slices.Equal(fresh.Stale, stale) {
					t.Errorf("%s: %q, %+v", what, files, fresh)
				}
				if !complete && !strings.Contains(fresh.Why, "a.toy may be in the middle of a write") {
					t.Errorf("%s: %q does not say why", what, fresh.Why)
				}
			}

			lose()
			meanwhile = func() { p.write("a.toy", "def y") }
			check("written while the question waits", "y", []string{"a.toy"}, true)
			if len(waits) != 1 || waits[0] <= 0 {
				t.Errorf("it waited %v", waits)
			}

			lose()
			meanwhile = func() {}
			check("not written yet", "y", []string{"a.toy"}, false, "a.toy")
			check("another file", "other", []string{"b.toy"}, false)

			s.now = s.now.Add(midwriteTime)
			waits = nil
			check("after some time", "y", nil, true)
			if len(waits) > 0 {
				t.Errorf("a question waits %v for a file that is not written any more", waits)
			}

			p.write("a.toy", "def z")
			lose()
			meanwhile = func() { s.now = s.now.Add(midwriteTime) }
			check("never written", "z", nil, true)
			if len(waits) != 1 {
				t.Errorf("a question about what is gone for good waited %v", waits)
			}
			waits = nil
			if check("asked again", "z", nil, true); len(waits) > 0 {
				t.Errorf("the next one waits, too: %v", waits)
			}
		})
	}
}

// TestMidwrites holds that a file is taken to be in the middle of a write for a bounded
// time, and the state before is released after it, also where the file keeps changing; and
// that a change in which many files lose their text is believed at once.
func TestMidwrites(t *testing.T) {
	p := &place{t, t.TempDir()}
	for n := range maxMidwrites + 1 {
		p.write(string(rune('a'+n/26))+string(rune('a'+n%26))+".toy", "def x")
	}
	s := steer(t, p, "{}")
	full, err := s.Sync(context.Background())
	p.must(err)
	p.write("aa.toy", "")
	one, err := s.Sync(context.Background())
	p.must(err)
	for n := range maxMidwrites {
		p.write(string(rune('a'+n/26))+string(rune('a'+n%26))+".toy", "")
	}
	p.must(os.Remove(filepath.Join(p.dir, "cm.toy")))
	none, err := s.Sync(context.Background())
	p.must(err)

	now := time.Unix(1000, 0)
	changed, known := now, true
	m := midwrites{changed: func(string) (time.Time, bool) { return changed, known }}
	held := func(what string, after time.Duration, want ...string) {
		t.Helper()
		if paths, before, wait := m.list(now.Add(after)); !slices.Equal(paths, want) || (before == full) != (len(want) > 0) || wait > midwriteTime {
			t.Errorf("%s: %q, %v, %s", what, paths, before, wait)
		}
	}
	m.note(nil, full, now)
	held("the first state", 0)
	m.note(full, none, now)
	held("many files at once", 0)
	m.note(full, one, now)
	held("one file", 0, "aa.toy")
	held("a moment later", midwriteTime-1, "aa.toy")
	held("some time later", midwriteTime)
	changed = now.Add(-midwriteTime)
	m.note(full, one, now)
	held("what was lost long ago", 0)
	known = false
	m.note(full, one, now)
	held("what the disk does not know", 0)
	changed, known = now, true
	m.note(full, one, now)
	m.note(one, full, now)
	held("what has text again", 0)
	m.note(full, one, now)
	for after := time.Duration(0); after < maxMidwriting; after += midwriteTime / 2 {
		changed = now.Add(after)
		held("what changes all the time", after, "aa.toy")
	}
	changed = now.Add(maxMidwriting)
	held("what changes for long", maxMidwriting)
	changed = now
	m.note(full, one, now)
	m.drop()
	held("what is dropped", 0)
}

// TestTruncatedMeanwhile gives a file that is empty when a refresh lists it new text before
// its facts are made: the state has it as empty, and the next refresh finds the text.
func TestTruncatedMeanwhile(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	p.write("b.toy", "def other")
	var during func()
	w, err := openWith(p.dir, Options{Known: []*lang.Language{toy()}, Progress: func(p Progress) {
		if do := during; do != nil && p.Phase == PhaseExtract {
			during = nil
			do()
		}
	}}, func(string, func(string)) (shelf, error) { return newMemShelf(), nil })
	p.must(err)
	defer func() { p.must(w.Close()) }()
	_, err = w.Sync(context.Background())
	p.must(err)
	p.write("a.toy", "")
	during = func() { p.write("a.toy", "def y") }
	s, err := w.Sync(context.Background())
	p.must(err)
	if during != nil {
		t.Fatal("the file was not written meanwhile")
	}
	n, _ := s.Snapshot.Doc("a.toy")
	if d := s.Snapshot.Docs()[n]; d.Failed != "" || s.unsettled {
		t.Errorf("%q, unsettled %t", d.Failed, s.unsettled)
	}
	s, err = w.Sync(context.Background())
	p.must(err)
	if len(s.Snapshot.Named("y")) != 1 {
		t.Error("the next refresh does not find the text")
	}
}

// BenchmarkMidwrites compares two states of 100,000 files, one of which has changed.
func BenchmarkMidwrites(b *testing.B) {
	docs := make([]*index.Doc, 100_000)
	for i := range docs {
		docs[i] = &index.Doc{Path: fmt.Sprintf("folder%04d/file%04d.go", i/100, i%100), Size: 1}
	}
	last := &State{Snapshot: index.New(index.Input{Docs: docs})}
	docs = slices.Clone(docs)
	docs[50_000] = &index.Doc{Path: docs[50_000].Path, Size: 2}
	s := &State{Snapshot: index.New(index.Input{Docs: docs})}
	m := midwrites{changed: func(string) (time.Time, bool) { return time.Time{}, false }}
	for b.Loop() {
		m.note(last, s, time.Unix(1000, 0))
	}
}
