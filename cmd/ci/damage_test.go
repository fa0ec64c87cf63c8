package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Environment of TestDamagedRecords and TestDamagedSettings.
const (
	recordsEnv    = "CI_RECORDS"      // how many damages of each kind of file, instead of 24
	recordSeedEnv = "CI_RECORDS_SEED" // which
)

// damages returns how many damages are done to each kind of file, and what chooses them.
func damages(t *testing.T) (int, *rand.Rand) {
	t.Helper()
	number := func(name string, otherwise int) int {
		text := os.Getenv(name)
		if text == "" {
			return otherwise
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return n
	}
	return number(recordsEnv, 24), rand.New(rand.NewPCG(uint64(number(recordSeedEnv, 1)), 3))
}

// damageWays are how many ways there are to damage a file.
const damageWays = 12

// spoiled returns what disks, copies and editors leave of a file, which may be nil for
// nothing at all, and how it came about. other is a file of the same kind elsewhere.
func spoiled(r *rand.Rand, way int, data, other []byte) (damaged []byte, how string) {
	data = slices.Clone(data)
	at := r.IntN(max(1, len(data)))
	how = fmt.Sprintf("way %d at %d of %d", way, at, len(data))
	if len(data) == 0 {
		return []byte{1}, how
	}
	switch way {
	case 0:
		return data[:at], how
	case 1:
		return []byte{}, how
	case 2:
		return nil, how
	case 3:
		clear(data)
	case 4, 5:
		data[at] ^= 1 << r.IntN(8)
	case 6:
		clear(data[at:min(len(data), at+512)])
	case 7:
		data = append(data, data...)
	case 8:
		data = slices.Delete(data, at, at+1)
	case 9:
		data = slices.Insert(data, at, byte(r.Uint32()))
	case 10:
		data = append(data, make([]byte, 1+r.IntN(100))...)
	case 11:
		data = slices.Clone(other)
	}
	return data, how
}

// spoil writes what spoiled returns.
func spoil(t *testing.T, name string, damaged []byte) {
	t.Helper()
	err := os.Remove(name)
	if err == nil && damaged != nil {
		err = os.WriteFile(name, damaged, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// complains finds what names a fault of a file, for a person or an agent.
var complains = regexp.MustCompile(`damaged|is missing|changed  |was edited|has no valid|removed|can't be|is gone|are gone|begin anew|not believed|is not|are not|changed by|sealed|unknown|invalid|must be|expected|not there`)

// TestDamagedSettings damages what steers an index and lies beside it: the settings, the
// list of imported indexes, the journal, and what vouches for a model. A command answers as before, or says in a few lines what is wrong.
func TestDamagedSettings(t *testing.T) {
	t.Parallel()
	n, r := damages(t)
	s := newScript(t)
	s.write("repo/app/util.py", []byte("def greet(n):\n    return n + 1\n\n\ndef twice(n):\n    return greet(greet(n))\n"))
	s.write("repo/.code-intel/config.json", []byte(`{"exclude_patterns": ["gen/**"], "language": "en"}`+"\n"))
	for _, command := range []string{
		"ci index --quiet repo", "ci index --quiet --output x.scip repo", "ci import x.scip repo", "ci index --quiet repo", "model here", "ci model pull OWNER/NAME --from here",
	} {
		if said := s.run(command); strings.Contains(said, "=> ") {
			t.Fatalf("%s: %s", command, said)
		}
	}
	s.write("repo/.code-intel/index/.inflight-1", bytes.Repeat([]byte("extract app/util.py\n"), 60))
	defs := []string{"ci def greet --json --repo repo", "ci refs greet --json --repo repo", "ci index --check repo"}
	good := filepath.Join(s.dir, "good")
	for _, dir := range []string{"repo", "data"} {
		if err := os.CopyFS(filepath.Join(good, dir), os.DirFS(filepath.Join(s.dir, dir))); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range []struct {
		name, file string
		free       bool // another answer need not be explained
		ask        []string
	}{
		// A person may write anything there, and remove it.
		{"settings", "repo/.code-intel/config.json", true, append(defs, "ci config show repo")},
		{"imported indexes", "repo/.code-intel/index/imports.json", false, append(defs, "ci status repo")},
		{"journal", "repo/.code-intel/index/.inflight-1", false, defs},
		// A model's files are compared with its record whenever they are read.
		{"record of a model", "data/ci/models/OWNER--NAME/lock.json", true, []string{"ci model list"}},
	} {
		restore := func() {
			for _, dir := range []string{"repo", "data"} {
				if err := os.RemoveAll(filepath.Join(s.dir, dir)); err != nil {
					t.Fatal(err)
				}
				if err := os.CopyFS(filepath.Join(s.dir, dir), os.DirFS(filepath.Join(good, dir))); err != nil {
					t.Fatal(err)
				}
			}
		}
		name := filepath.Join(s.dir, filepath.FromSlash(k.file))
		ask := func() (out []string) {
			for _, command := range k.ask {
				out = append(out, s.run(command))
			}
			return out
		}
		restore()
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := ask()
		for i := range n {
			restore()
			damaged, how := spoiled(r, i%damageWays, data, []byte(`{"version": 99}`))
			spoil(t, name, damaged)
			got := ask()
			told := slices.ContainsFunc(got, complains.MatchString)
			for j := range got {
				if lines := strings.Count(got[j], "! "); lines > 4 {
					t.Errorf("%s, %s: %s says %d lines:\n%s", k.name, how, k.ask[j], lines, got[j])
				}
				if got[j] != want[j] && !told && !k.free {
					t.Errorf("%s, %s: %s says\n%s\nand nothing says why; want\n%s", k.name, how, k.ask[j], got[j], want[j])
				}
				if strings.Contains(got[j], "=> ") && !strings.Contains(got[j], "! ci: ") {
					t.Errorf("%s, %s: %s fails without a word: %s", k.name, how, k.ask[j], got[j])
				}
			}
			if t.Failed() {
				return
			}
		}
	}
}
