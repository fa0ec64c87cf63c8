package workspace

import (
	"bytes"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "keep an index of this version in testdata/format, if there is none")

// formats has a folder for each version of what is kept on disk: v<Format>, with
// a repository in repo and its index in index.
const formats = "../../testdata/format"

func formatDir(n int) string { return filepath.Join(formats, fmt.Sprintf("v%d", n)) }

// copyTree copies a folder.
func copyTree(p *place, from, to string) {
	p.t.Helper()
	p.must(os.CopyFS(p.path(to), os.DirFS(from)))
}

// keepFormat makes the folder of this version.
func keepFormat(t *testing.T) {
	p := &place{t, t.TempDir()}
	for name, text := range map[string]string{
		"a.toy": "def a def b a", "b/b.toy": "b a def c\nc", "notes.txt": "a text of no language\n", "empty.toy": "",
	} {
		p.write("repo/"+name, text)
		p.old("repo/" + name)
	}
	repo := &place{t, p.path("repo")}
	opts, _ := counting()
	w, err := Open(repo.dir, opts)
	p.must(err)
	_, err = w.Sync(context.Background())
	p.must(err)
	p.must(w.KeepText(context.Background()))
	p.must(w.Close())
	p.must(os.Rename(repo.path(IndexDir), p.path("index")))
	repo.remove(StateDir)
	for _, name := range []string{"lock", "lock.pid", "packs/compact.lock"} {
		p.remove("index/" + name)
		p.remove("index/text/" + name)
		p.remove("index/text/base/" + name)
	}
	p.must(os.CopyFS(formatDir(Format), os.DirFS(p.dir)))
}

// formatPlace is the repository of a version with its index.
func formatPlace(t *testing.T, n int) *place {
	p := &place{t, t.TempDir()}
	copyTree(p, filepath.Join(formatDir(n), "repo"), ".")
	copyTree(p, filepath.Join(formatDir(n), "index"), IndexDir)
	return p
}

// followed opens the index of a place and brings it up to date. It says what users
// are told, whether there was a state, and how many files were extracted; what is
// made is right, and the next process takes it as it is.
func (p *place) followed() (warnings []string, found bool, extracted int) {
	p.t.Helper()
	opts, n := counting()
	w, err := Open(p.dir, opts)
	p.must(err)
	found = w.Current() != nil
	s, err := w.Sync(context.Background())
	p.must(err)
	extracted, warnings = int(n.Load()), s.Report.Warnings
	agree(p.t, "an index of another time", s, p.scratch())
	p.must(w.KeepText(context.Background()))
	p.must(w.Close())

	w, err = Open(p.dir, opts)
	p.must(err)
	if w.Current() == nil || len(w.warnings) > 0 {
		p.t.Errorf("the next process finds no index (%q)", w.warnings)
	}
	if s, err = w.Sync(context.Background()); err != nil || !s.Reused {
		p.t.Errorf("the next process makes the index anew (%v)", err)
	}
	p.must(w.Close())
	text, err := OpenText(p.dir)
	p.must(err)
	text.Close()
	return warnings, found, extracted
}

// TestFormat opens the kept index of each version: that of this version as it is,
// those of others as nothing, with a message. When the first fails because of a
// change of what is kept, Format must change, and -update keeps its index.
func TestFormat(t *testing.T) {
	if _, err := os.Stat(formatDir(Format)); err != nil && *update {
		keepFormat(t)
	}
	kept, err := filepath.Glob(formats + "/v*")
	if err != nil || len(kept) != Format {
		t.Errorf("%d versions are kept, want %d; make golden keeps the newest (%v)", len(kept), Format, err)
	}
	for n := 1; n <= Format; n++ {
		p := formatPlace(t, n)
		warnings, found, extracted := p.followed()
		switch {
		case n < Format && (found || len(warnings) != 1 || !strings.Contains(warnings[0], "the index on disk is made anew: it is of version")):
			t.Errorf("version %d: found %v, warnings %q", n, found, warnings)
		case n == Format && (!found || len(warnings) > 0 || extracted > 0):
			t.Errorf("version %d: found %v, warnings %q, %d extracted; raise Format, and keep the new version with -update", n, found, warnings, extracted)
		}
	}

	// What is written now is what was written then.
	p := formatPlace(t, Format)
	opts, _ := counting()
	w, err := Open(p.dir, opts)
	p.must(err)
	data, _, done, err := w.shelf.published()
	if err != nil || !bytes.HasSuffix(data, stateOf(t, p.scratch())) {
		t.Errorf("the kept snapshot is not the one that is made now: raise Format, and keep the new version with -update (%v)", err)
	}
	if err == nil {
		done()
	}
	if w.Current() != nil {
		p.must(os.RemoveAll(p.path(IndexDir + "/packs"))) // the snapshot lies in the state
		if len(w.Current().Snapshot.Named("c")) != 1 {
			t.Error("a name is not found")
		}
	}
	p.must(w.Close())
	text, err := OpenText(formatPlace(t, Format).dir)
	p.must(err)
	if n := text.files[segmentBase]; n != 4 {
		t.Errorf("the index of the text has %d files", n)
	}
	text.Close()
}

// TestFormatUnfit opens an index that is damaged, or that a newer or older program
// has made: users are told, and it is made anew.
func TestFormatUnfit(t *testing.T) {
	all := func(p *place, pattern string) []string {
		names, err := filepath.Glob(p.path(IndexDir + "/" + pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		return names
	}
	edit := func(pattern string, change func([]byte) []byte) func(*place) {
		return func(p *place) {
			for _, name := range all(p, pattern) {
				data, err := os.ReadFile(name)
				p.must(err)
				p.must(os.WriteFile(name, change(data), 0o666))
			}
		}
	}
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	// schema makes feet and heads those of another schema, as a program that has
	// it would write them.
	schema := func(delta uint32) func(*place) {
		return func(p *place) {
			foot := func(b []byte) []byte {
				at := len(b) - 36
				binary.LittleEndian.PutUint32(b[at+8:], binary.LittleEndian.Uint32(b[at+8:])+delta)
				binary.LittleEndian.PutUint32(b[at+32:], crc32.Checksum(b[at:at+32], castagnoli))
				return b
			}
			edit("*.generation", foot)(p)
			edit("CURRENT", foot)(p)
			edit("packs/*.pack", func(b []byte) []byte {
				binary.LittleEndian.PutUint32(b[8:], binary.LittleEndian.Uint32(b[8:])+delta)
				binary.LittleEndian.PutUint32(b[28:], crc32.Checksum(b[:28], castagnoli))
				return b
			})(p)
			// Another program has other facts, so other names for its packs: this
			// one's don't take their place.
			for i, name := range all(p, "packs/*.pack") {
				p.must(os.Rename(name, filepath.Join(filepath.Dir(name), fmt.Sprintf("%032x.pack", i))))
			}
		}
	}
	// head makes the state one with another head, published properly.
	head := func(from, to string) func(*place) {
		return func(p *place) {
			kept, err := openShelf(p.dir, Env{}, func(string) {})
			p.must(err)
			data, _, done, err := kept.published()
			p.must(err)
			text := bytes.Replace(data, []byte(from), []byte(to), 1)
			if bytes.Equal(text, data) {
				t.Fatalf("the head has no %s", from)
			}
			if more := len(to) - len(from); more != 0 { // it begins with its length
				binary.LittleEndian.PutUint64(text, binary.LittleEndian.Uint64(text)+uint64(more))
			}
			p.must(kept.publish(context.Background(), func(w io.Writer) error {
				_, err := w.Write(text)
				return err
			}))
			done()
			p.must(kept.close())
		}
	}
	this := fmt.Sprintf(`{"Format":%d,`, Format)
	for _, c := range []struct {
		name   string
		change func(*place)
		told   string // in a warning
	}{
		{"a newer store", schema(1), "its schema is 2 and not 1"},
		{"a store older than the first", schema(^uint32(0)), "its schema is 0 and not 1"},
		{"a newer version", head(this, strings.Replace(this, fmt.Sprint(Format), fmt.Sprint(Format+1), 1)), fmt.Sprintf("it is of version %d, and this program makes version %d", Format+1, Format)},
		{"no version", head(this, strings.Replace(this, "Format", "Farmat", 1)), "it is of version 0"},
		{"a head that is not JSON", head(this, strings.Replace(this, "{", "(", 1)), "the published state is damaged: its head"},
		{"a snapshot of another version", head("ciindex", "ciindey"), "the index on disk is made anew: "},
		{"a generation with the wrong magic", edit("*.generation", func(b []byte) []byte { b[len(b)-36] = 'x'; return b }), "damaged: it is no generation"},
		{"a generation that is cut", edit("*.generation", func(b []byte) []byte { return b[:len(b)/2] }), "damaged: it is no generation"},
		{"an empty generation", edit("*.generation", func([]byte) []byte { return nil }), "damaged: it is no generation"},
		{"no generation", func(p *place) {
			for _, name := range all(p, "*.generation") {
				p.must(os.Remove(name))
			}
		}, "published but not there"},
		{"CURRENT is cut", edit("CURRENT", func(b []byte) []byte { return b[:20] }), "damaged: it is no generation"},
		{"a pack with the wrong magic", edit("packs/*.pack", func(b []byte) []byte { b[0] = 'x'; return b }), "damaged: it is no pack"},
		{"a pack that is cut", edit("packs/*.pack", func(b []byte) []byte { return b[:len(b)-9] }), "damaged: it has"},
		{"an empty pack", edit("packs/*.pack", func([]byte) []byte { return nil }), "damaged: it is no pack"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := formatPlace(t, Format)
			c.change(p)
			warnings, _, _ := p.followed()
			if !slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, c.told) && strings.Contains(w, "anew") }) {
				t.Errorf("warnings %q, want one with %q", warnings, c.told)
			}
		})
	}
	// The index of the text is not asked when it is unfit, and made anew silently:
	// a search reads the files then.
	p := formatPlace(t, Format)
	edit("text/*.generation", func(b []byte) []byte { return b[:len(b)/2] })(p)
	if warnings, found, _ := p.followed(); !found || len(warnings) > 0 {
		t.Errorf("a damaged index of the text: found %v, warnings %q", found, warnings)
	}
}
