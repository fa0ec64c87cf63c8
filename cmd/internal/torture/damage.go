package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// damagePart damages the files of the store: what bad memory, a full disk, a partial
// cache of CI, a copy in the middle of writing or a careless person leave behind. What
// ci answers from it must be what it answers without, or be said to be incomplete; and
// the next index makes it whole.
func damagePart() part {
	return part{
		name: "damage", does: "files of the store are cut, flipped, zeroed, swapped, mixed and removed",
		share: 12, cases: 1000,
		prepare: func(s *suite) (func(*trial), error) {
			stores, err := s.stores()
			if err != nil {
				return nil, err
			}
			return func(t *trial) { damage(t, stores[t.number%len(stores)]) }, nil
		},
	}
}

// kept is a repository with its index, which cases copy.
type kept struct {
	name      string
	dir       string // of the repository
	older     string // of what the state folder was one index before
	questions []question
	answers   oracle
	tools     []toolCall
	told      []string // the answers of tools
}

// stores makes the repositories whose indexes are damaged.
func (s *suite) stores() ([]*kept, error) {
	fixtures, err := s.fixtures()
	if err != nil {
		return nil, err
	}
	all := asked(6)
	fixtureQuestions := []question{
		{args: []string{"search", "--symbol", "User", "--json", "--limit", "0"}},
		{args: []string{"search", "--text", "return", "--json", "--limit", "0"}},
		{args: []string{"refs", "User", "--json"}},
		{args: []string{"index", "--quiet", "--output", "-"}, binary: true},
	}
	var out []*kept
	for _, k := range []struct {
		name      string
		files     tree
		edits     int
		questions []question
	}{
		{"one pack", small(6), 0, all},
		{"many packs", small(6), 4, all},
		{"all languages", fixtures, 1, fixtureQuestions},
	} {
		one, err := s.keep1(k.name, k.files, k.edits, k.questions)
		if err != nil {
			return nil, fmt.Errorf("the repository %q: %w", k.name, err)
		}
		out = append(out, one)
	}
	return out, nil
}

// keep1 makes one of them: it is indexed, and once more after each of its edits.
func (s *suite) keep1(name string, files tree, edits int, questions []question) (*kept, error) {
	dir := filepath.Join(s.dir, "store "+name)
	k := &kept{name: name, dir: filepath.Join(dir, "repo"), older: filepath.Join(dir, "older"), questions: questions}
	b, err := newBox(s, dir)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(gitFolder(b.repo), files.write(b.repo)); err != nil {
		return nil, err
	}
	t := &trial{s: s, part: "prepare", box: b, rng: s.random("prepare", 0)}
	index := func() error {
		t.ci("index", "--quiet")
		t.ci("search", "--text", "hovers", "--json")
		return t.broken
	}
	if err := index(); err != nil {
		return nil, err
	}
	for i := range edits {
		if err := copyTree(k.older, b.state()); err != nil {
			return nil, err
		}
		more := small(6 + i)
		more[fmt.Sprintf("more/edit%d.py", i)] = fmt.Sprintf("def edited%d():\n    return %d\n", i, i)
		if err := more.write(b.repo); err != nil {
			return nil, err
		}
		if err := index(); err != nil {
			return nil, err
		}
		if i+1 < edits {
			removeAll(k.older)
		}
	}
	if t.verdict >= Silent {
		return nil, errors.New(strings.Join(t.why, "; "))
	}
	if k.answers, err = s.undisturbed(k.dir, dir+" oracle", questions); err != nil {
		return nil, err
	}
	if name != "all languages" {
		k.tools = clientTools[:3]
		repo, err := readTree(k.dir)
		if err != nil {
			return nil, err
		}
		k.told, err = s.toolAnswers(repo, k.tools)
		return k, err
	}
	return k, nil
}

// damage is one case.
func damage(t *trial, k *kept) {
	removeAll(t.box.repo)
	t.must(copyTree(t.box.repo, k.dir))
	t.did("a repository with its index, %q", k.name)
	if t.rng.IntN(4) > 0 {
		// What was copied is read again, because its inodes differ: an index that has
		// seen them has to trust its store.
		t.ci("index", "--quiet")
		t.ci("search", "--text", "hovers", "--json")
	}
	t.guard()
	if k.tools != nil && t.rng.IntN(4) == 0 {
		t.damageLive(k)
		return
	}
	// What damages is random, and so is who is the first to read what is left.
	rounds := 1 + t.rng.IntN(2)
	severe := false
	for range rounds {
		severe = t.hurt(k) || severe
	}
	if t.rng.IntN(3) == 0 {
		// Status and check come first: what they can see at a glance they must.
		if s := t.sound(); severe && s.upToDate && s.checked {
			t.found(Silent, "files of the store are missing or cut, and %s", s.text)
		}
	}
	// Each question alone may be the first that meets the damage.
	order := t.rng.Perm(len(k.questions))
	var asked []question
	for _, i := range order[:3] {
		asked = append(asked, k.questions[i])
	}
	t.answered("", asked, k.answers)
	if t.verdict >= Silent {
		return
	}
	if o := t.ci("index", "--quiet"); o.code != 0 && !o.clear() {
		t.found(Silent, "ci index: status %d without a clear line", o.code)
	}
	t.answered("after ci index, ", k.questions, k.answers)
}

// damageLive damages the files while a server has them mapped, and asks it.
func (t *trial) damageLive(k *kept) {
	p := t.speak(call{args: []string{"mcp", "--no-daemon"}})
	defer p.end(false)
	if err := p.hello(); err != nil {
		t.refused(p, "hello", err)
		return
	}
	for round := range 3 {
		for i, c := range k.tools {
			text, failed, err := p.tool(c)
			if err != nil {
				t.refused(p, c.name, err)
				return
			}
			t.sameTool(c, text, failed, k.told[i])
		}
		if t.verdict >= Silent {
			return
		}
		if round < 2 {
			t.hurt(k)
		}
	}
}

// answered asks questions and compares their answers, until there is a fault. As long as
// one is not whole, the index must not be called sound.
func (t *trial) answered(when string, questions []question, want oracle) {
	for _, q := range questions {
		if t.compare(when+q.String(), t.ask(q), want[q.String()]) {
			continue
		}
		// What was asked may have mended it.
		s := t.sound()
		if again := t.ask(q); s.upToDate && s.checked && again != want[q.String()] {
			t.found(Silent, "%s%s is not whole, and %s", when, q, s.text)
		}
		if t.verdict >= Silent {
			return
		}
	}
}

// hurt damages the state folder in one way, and reports whether a look at the names and
// sizes of the files must show it.
func (t *trial) hurt(k *kept) (severe bool) {
	root := t.box.state()
	files, err := filesBelow(root)
	t.must(err)
	files = slices.DeleteFunc(files, func(f string) bool { return filepath.Base(f) == ".gitignore" })
	if len(files) == 0 {
		return false
	}
	if t.rng.IntN(4) == 0 {
		return t.hurtMany(k, files)
	}
	file := t.choose(files)
	path := filepath.Join(root, file)
	data, err := os.ReadFile(path)
	if err != nil {
		return false // an earlier round has taken it away
	}
	info, err := os.Stat(path)
	t.must(err)
	m := pick(t.rng, mutations)
	changed, what := m(t.rng, slices.Clone(data))
	t.did("%s: %s", file, what)
	if changed == nil {
		t.must(os.Remove(path))
	} else {
		t.must(os.WriteFile(path, changed, 0o600))
		if t.rng.IntN(2) == 0 {
			// What copies files keeps their times.
			t.must(os.Chtimes(path, info.ModTime(), info.ModTime()))
		}
	}
	return len(changed) < len(data) && kindOf(file) == "pack" && !strings.Contains(file, "text")
}

// choose chooses a file, each kind as often as the others, however many there are of it;
// packs and generations, which hold the answers, more often.
func (t *trial) choose(files []string) string {
	kinds := map[string][]string{}
	for _, f := range files {
		kinds[kindOf(f)] = append(kinds[kindOf(f)], f)
	}
	var names []string
	for kind := range kinds {
		names = append(names, kind)
		if kind == "pack" || strings.HasSuffix(kind, "generation") {
			names = append(names, kind, kind)
		}
	}
	slices.Sort(names)
	return pick(t.rng, kinds[pick(t.rng, names)])
}

// kindOf says what a file of the store is: its name without what differs from one to
// the next, and the folder of what it is about.
func kindOf(file string) string {
	base := filepath.Base(file)
	switch ext := filepath.Ext(base); ext {
	case ".pack":
		base = "pack"
	case ".generation":
		base = "generation"
	}
	if strings.Contains(filepath.ToSlash(file), "/text/") {
		return "text " + base
	}
	return base
}

// hurtMany damages several files together.
func (t *trial) hurtMany(k *kept, files []string) (severe bool) {
	root := t.box.state()
	at := func(f string) string { return filepath.Join(root, f) }
	of := func(kind string) []string {
		return slices.DeleteFunc(slices.Clone(files), func(f string) bool { return kindOf(f) != kind })
	}
	remove := func(list []string) {
		for _, f := range list {
			t.must(os.Remove(at(f)))
		}
	}
	switch n := t.rng.IntN(9); n {
	case 0:
		t.did("all packs are removed")
		remove(of("pack"))
		return len(of("pack")) > 0
	case 1:
		t.did("all packs are emptied")
		for _, f := range of("pack") {
			t.must(os.Truncate(at(f), 0))
		}
		return len(of("pack")) > 0
	case 2:
		t.did("half of the files are removed, as when a cache is restored in part")
		t.rng.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		gone := files[:(len(files)+1)/2]
		remove(gone)
		return false
	case 3:
		t.did("the folder index/packs is removed")
		removeAll(filepath.Join(root, "index", "packs"))
		return len(of("pack")) > 0
	case 4:
		t.did("the folder index/text is removed")
		removeAll(filepath.Join(root, "index", "text"))
	case 5:
		if len(files) < 2 {
			return false
		}
		i, j := t.rng.IntN(len(files)), t.rng.IntN(len(files))
		t.did("%s and %s change places", files[i], files[j])
		a, err := os.ReadFile(at(files[i]))
		t.must(err)
		b, err := os.ReadFile(at(files[j]))
		t.must(err)
		t.must(errors.Join(os.WriteFile(at(files[i]), b, 0o600), os.WriteFile(at(files[j]), a, 0o600)))
	case 6, 7:
		if _, err := os.Stat(k.older); err != nil {
			t.did("all generations are removed")
			remove(of("generation"))
			return false
		}
		older, err := filesBelow(k.older)
		t.must(err)
		t.did("files of the index before take the place of some of this one, as when a copy stops in the middle")
		for _, f := range older {
			if t.rng.IntN(2) == 0 {
				data, err := os.ReadFile(filepath.Join(k.older, f))
				t.must(err)
				t.must(errors.Join(os.MkdirAll(filepath.Dir(at(f)), 0o700), os.WriteFile(at(f), data, 0o600)))
			}
		}
		if n == 7 {
			t.did("what was new is removed")
			for _, f := range files {
				if _, err := os.Stat(filepath.Join(k.older, f)); err != nil && t.rng.IntN(2) == 0 {
					t.must(os.Remove(at(f)))
				}
			}
		}
	case 8:
		t.did("every file is cut to whole blocks, as by a disk that was full")
		for _, f := range files {
			if info, err := os.Stat(at(f)); err == nil {
				t.must(os.Truncate(at(f), info.Size()/4096*4096))
			}
		}
	}
	return false
}

// mutation changes the content of a file; nil removes it.
type mutation func(rng *rand.Rand, data []byte) (changed []byte, what string)

// mutations are the ways to damage one file.
var mutations = []mutation{
	func(_ *rand.Rand, _ []byte) ([]byte, string) { return nil, "removed" },
	func(_ *rand.Rand, _ []byte) ([]byte, string) { return []byte{}, "emptied" },
	func(rng *rand.Rand, d []byte) ([]byte, string) {
		n := rng.IntN(len(d) + 1)
		return d[:n], fmt.Sprintf("cut to %d of %d bytes", n, len(d))
	},
	func(_ *rand.Rand, d []byte) ([]byte, string) {
		return d[:max(0, len(d)-1)], "its last byte is removed"
	},
	func(rng *rand.Rand, d []byte) ([]byte, string) {
		junk := make([]byte, 1+rng.IntN(5000))
		for i := range junk {
			junk[i] = byte(rng.Uint32())
		}
		return append(d, junk...), fmt.Sprintf("%d random bytes are added", len(junk))
	},
	func(rng *rand.Rand, d []byte) ([]byte, string) {
		n := 4096 - len(d)%4096
		return append(d, make([]byte, n)...), fmt.Sprintf("%d zeros are added", n)
	},
	func(_ *rand.Rand, d []byte) ([]byte, string) { return append(d, d...), "written twice" },
	func(rng *rand.Rand, d []byte) ([]byte, string) {
		var at []int
		for range 1 + rng.IntN(3) {
			if len(d) > 0 {
				i := rng.IntN(len(d))
				d[i] ^= 1 << rng.IntN(8)
				at = append(at, i)
			}
		}
		return d, fmt.Sprintf("bits flipped at %v of %d", at, len(d))
	},
	func(rng *rand.Rand, d []byte) ([]byte, string) {
		// At the ends are what leads to the rest.
		i := min(rng.IntN(64), max(0, len(d)-1))
		if rng.IntN(2) == 0 {
			i = max(0, len(d)-1-i)
		}
		if len(d) > 0 {
			d[i] ^= 1 << rng.IntN(8)
		}
		return d, fmt.Sprintf("a bit flipped at %d of %d", i, len(d))
	},
	func(rng *rand.Rand, d []byte) ([]byte, string) { return fill(rng, d, 4096, 0, "zeros") },
	func(rng *rand.Rand, d []byte) ([]byte, string) { return fill(rng, d, 512, 0xff, "ones") },
	func(rng *rand.Rand, d []byte) ([]byte, string) { return fill(rng, d, 1+rng.IntN(16), 0, "zeros") },
	func(rng *rand.Rand, d []byte) ([]byte, string) {
		if len(d) < 2*4096 {
			slices.Reverse(d)
			return d, "reversed"
		}
		i, j := rng.IntN(len(d)/4096)*4096, rng.IntN(len(d)/4096)*4096
		a, b := slices.Clone(d[i:i+4096]), slices.Clone(d[j:j+4096])
		copy(d[i:], b)
		copy(d[j:], a)
		return d, fmt.Sprintf("the blocks at %d and %d change places", i, j)
	},
	func(rng *rand.Rand, d []byte) ([]byte, string) {
		i := rng.IntN(len(d) + 1)
		return slices.Insert(d, i, byte(rng.Uint32())), fmt.Sprintf("a byte is added at %d of %d", i, len(d))
	},
	func(rng *rand.Rand, d []byte) ([]byte, string) {
		if len(d) == 0 {
			return d, "empty already"
		}
		i := rng.IntN(len(d))
		return slices.Delete(d, i, i+1), fmt.Sprintf("the byte at %d of %d is removed", i, len(d)+1)
	},
	func(_ *rand.Rand, d []byte) ([]byte, string) {
		return bytes.ReplaceAll(d, []byte("\n"), []byte("\r\n")), "line ends became CRLF"
	},
	func(_ *rand.Rand, d []byte) ([]byte, string) {
		return bytes.ToValidUTF8(d, []byte("\uFFFD")), "rewritten as UTF-8"
	},
	func(rng *rand.Rand, d []byte) ([]byte, string) {
		if len(d) < 16 {
			return d, "as it was"
		}
		i := rng.IntN(len(d)/8) * 8
		n := pick(rng, []uint64{0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1})
		binary.LittleEndian.PutUint64(d[i:], n)
		return d, fmt.Sprintf("%#x at %d of %d", n, i, len(d))
	},
}

// fill writes a run of n bytes over data.
func fill(rng *rand.Rand, d []byte, n int, with byte, name string) ([]byte, string) {
	if len(d) == 0 {
		return d, "empty already"
	}
	i := rng.IntN(len(d))
	if n >= 512 {
		i = i / n * n
	}
	n = min(n, len(d)-i)
	for j := range n {
		d[i+j] = with
	}
	return d, fmt.Sprintf("%d %s at %d of %d", n, name, i, len(d))
}
