package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// filesPart writes one hostile file into a repository: a real one of some language or
// format, mangled. The file may cost its own facts and nothing else, and a repository
// that was indexed before it came must be indexed as one in which it always was.
func filesPart() part {
	return part{
		name: "files", does: "one file of some language or format is mangled, in a repository that was indexed before",
		share: 10, cases: 500,
		prepare: func(s *suite) (func(*trial), error) {
			samples, err := s.samples()
			if err != nil {
				return nil, err
			}
			base := small(2)
			want, err := s.answersOf(base, goodQuestions)
			if err != nil {
				return nil, err
			}
			return func(t *trial) { hostile(t, samples[t.number%len(samples)], base, want) }, nil
		},
	}
}

// goodQuestions are about files of small(2) whose answers another file can't change.
var goodQuestions = []question{
	{args: []string{"def", "Hover1", "--json"}},
	{args: []string{"refs", goName + "1", "--json"}},
	{args: []string{"refs", pyName + "0", "--json"}},
	{args: []string{"callers", "fly1", "--json"}},
	{args: []string{"search", "--text", "Runs along|hovers", "good", "--json", "--limit", "0"}},
	{args: []string{"outline", "good/py/bird1.py", "--json"}},
}

// answersOf returns the answers of an undisturbed run about files.
func (s *suite) answersOf(files tree, questions []question) (oracle, error) {
	dir := filepath.Join(s.dir, "files of an oracle")
	defer removeAll(dir)
	if err := files.write(dir); err != nil {
		return nil, err
	}
	return s.undisturbed(dir, dir+" asked", questions)
}

// sample is a file to mangle, and the files that stand beside it.
type sample struct {
	kind, path string
	text       string
}

// samples returns a file of each kind: of each extension of the fixtures, and of each
// format that ci reads by its name.
func (s *suite) samples() ([][]sample, error) {
	files, err := s.fixtures()
	if err != nil {
		return nil, err
	}
	byKind := map[string][]sample{}
	add := func(name, text string) {
		kind := path.Ext(name)
		if strings.HasSuffix(name, ".blade.php") {
			kind = ".blade.php"
		}
		if _, fixed := formats[path.Base(name)]; fixed || kind == "" {
			kind = path.Base(name)
		}
		byKind[kind] = append(byKind[kind], sample{kind: kind, path: "bad/" + name, text: text})
	}
	for name, text := range files {
		add(name, text)
	}
	for name, text := range formats {
		add(name, text)
	}
	for name, text := range rootFormats {
		byKind[name] = append(byKind[name], sample{kind: name, path: name, text: text})
	}
	var kinds []string
	for kind := range byKind {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	var out [][]sample
	for _, kind := range kinds {
		slices.SortFunc(byKind[kind], func(a, b sample) int { return strings.Compare(a.path, b.path) })
		out = append(out, byKind[kind])
	}
	return out, nil
}

// hostile is one case.
func hostile(t *trial, kind []sample, base tree, want oracle) {
	x := pick(t.rng, kind)
	other := pick(t.rng, kind)
	bad, how := mangle(t.rng, []byte(x.text), []byte(other.text))
	target := filepath.Join(t.box.repo, filepath.FromSlash(x.path))
	t.must(gitFolder(t.box.repo))
	t.must(base.write(t.box.repo))
	_, there := base[x.path]
	if !there {
		t.must(tree{x.path: x.text}.write(t.box.repo))
	}
	t.ci("index", "--quiet")
	t.did("%s: %s, %d bytes", x.path, strings.Join(how, ", "), len(bad))
	t.must(os.WriteFile(target, bad, 0o666))
	t.guard()
	first := t.ci("index", "--stats", "json")
	if first.code != 0 && !first.clear() {
		t.found(Silent, "ci index: status %d without a clear line: %s", first.code, excerpt(first.err))
	}
	if first.code > 1 {
		t.found(Said, "ci index: status %d: %s", first.code, excerpt(first.err))
	}
	// The files beside it are answered as without it, unless it is about them.
	if _, governs := rootFormats[x.path]; !governs {
		for _, q := range goodQuestions {
			t.compare(q.String(), t.ask(q), want[q.String()])
		}
	} else {
		for _, q := range goodQuestions {
			t.ask(q)
		}
	}
	t.ask(question{args: []string{"outline", x.path, "--json"}})
	t.ask(question{args: []string{"debug", "chunks", x.path, "--json"}})
	// What was indexed before and after is what is indexed at once.
	export := question{args: []string{"index", "--quiet", "--output", "-"}, binary: true}
	fresh, err := t.box.fresh(t.s)
	t.must(err)
	defer removeAll(fresh.dir)
	got := t.ask(export)
	kept := t.box
	t.box = fresh
	wanted := t.ask(export)
	t.box = kept
	if got.said == "" && wanted.said == "" && got.text != wanted.text {
		t.found(Wrong, "%s: indexed step by step it is %s, and at once %s", export, got.text, wanted.text)
	} else if (got.said == "") != (wanted.said == "") {
		t.found(Wrong, "%s: indexed step by step it says %q, and at once %q", export, got.said, wanted.said)
	}
}

// fresh returns a box beside b with a copy of its repository that was never indexed.
func (b *box) fresh(s *suite) (*box, error) {
	f, err := newBox(s, b.dir+"-fresh")
	if err != nil {
		return nil, err
	}
	if err := copyTree(f.repo, b.repo); err != nil {
		removeAll(f.dir)
		return nil, err
	}
	removeAll(f.state("index"))
	return f, nil
}

// mangler changes a file in one way; other is another one of its kind.
type mangler struct {
	name string
	do   func(rng *rand.Rand, d, other []byte) []byte
}

// mangle changes data in one to three ways, and keeps it below a megabyte.
func mangle(rng *rand.Rand, data, other []byte) ([]byte, []string) {
	var how []string
	for range 1 + rng.IntN(3) {
		m := pick(rng, manglers)
		data = m.do(rng, slices.Clone(data), other)
		data = data[:min(len(data), 1_000_000)]
		how = append(how, m.name)
	}
	return data, how
}

// somewhere returns a place in data.
func somewhere(rng *rand.Rand, data []byte) int { return rng.IntN(len(data) + 1) }

// insert inserts text at a place in data.
func insert(rng *rand.Rand, data []byte, text string) []byte {
	return slices.Insert(data, somewhere(rng, data), []byte(text)...)
}

// words returns the words and the other characters of data, one by one.
func words(data []byte) [][]byte {
	var out [][]byte
	for len(data) > 0 {
		n := 1
		letter := func(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }
		if letter(data[0]) {
			for n < len(data) && letter(data[n]) {
				n++
			}
		}
		out = append(out, data[:n])
		data = data[n:]
	}
	return out
}

// odd are texts that readers stumble over.
var odd = []string{
	"\x00", "\xff\xfe", "\xef\xbb\xbf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "\u2028", "\u202e", "\u200d", "\ufeff", "\U0001F468\u200d\U0001F469\u200d\U0001F467",
	"e\u0301\u0302\u0303", "\r", "\r\n", "\v", "\f", "\x1b[31m", "\x7f", "\u0085", "İ", "ſ", "ß", "\U000E0001", "%s%n", "${x}", "{{", "}}", "<?php", "?>", "<script>", "</script>",
	"\"\"\"", "'''", "`", "/*", "*/", "//", "#", "--", "<!--", "-->", "]]>", "<![CDATA[", "\\", "\\\n", "\\u{110000}", "\\x", "0x", "1e999999999", "9999999999999999999999999", "-0", "NaN",
	"#define A A A", "#include \"../../../../etc/passwd\"", "import \"C\"", "//go:embed /etc/passwd", "//go:build !", "//line /etc/passwd:1", "#line 1 \"/etc/passwd\"", "<<EOF", "<<'EOF'", "=begin", "__END__", "#!/bin/sh",
}

// letters are what code consists of.
const letters = " \n\t(){}[]<>;:,.'\"`=+-*/&|!?@#$%^~\\_aA0"

// manglers are the ways to change a file.
var manglers = []mangler{
	{"bytes flipped", func(rng *rand.Rand, d, _ []byte) []byte {
		for range 1 + rng.IntN(20) {
			if len(d) > 0 {
				d[rng.IntN(len(d))] = byte(rng.Uint32())
			}
		}
		return d
	}},
	{"cut", func(rng *rand.Rand, d, _ []byte) []byte { return d[:somewhere(rng, d)] }},
	{"its beginning cut off", func(rng *rand.Rand, d, _ []byte) []byte { return d[somewhere(rng, d):] }},
	{"a piece removed", func(rng *rand.Rand, d, _ []byte) []byte {
		i := somewhere(rng, d)
		j := min(len(d), i+rng.IntN(200))
		return slices.Delete(d, i, j)
	}},
	{"odd texts", func(rng *rand.Rand, d, _ []byte) []byte {
		for range 1 + rng.IntN(8) {
			d = insert(rng, d, pick(rng, odd))
		}
		return d
	}},
	{"words shuffled", func(rng *rand.Rand, d, _ []byte) []byte {
		w := words(d)
		rng.Shuffle(len(w), func(i, j int) { w[i], w[j] = w[j], w[i] })
		return bytes.Join(w, nil)
	}},
	{"words doubled and dropped", func(rng *rand.Rand, d, _ []byte) []byte {
		var out []byte
		for _, w := range words(d) {
			for range pick(rng, []int{0, 1, 1, 1, 1, 1, 1, 1, 1, 2}) {
				out = append(out, w...)
			}
		}
		return out
	}},
	{"lines shuffled", func(rng *rand.Rand, d, _ []byte) []byte {
		l := bytes.SplitAfter(d, []byte("\n"))
		rng.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
		return bytes.Join(l, nil)
	}},
	{"mixed with another", func(rng *rand.Rand, d, other []byte) []byte {
		return slices.Insert(d, somewhere(rng, d), other[:somewhere(rng, other)]...)
	}},
	{"a bracket many times", func(rng *rand.Rand, d, _ []byte) []byte {
		return insert(rng, d, strings.Repeat(pick(rng, []string{"(", "[", "{", "<", ")", "]", "}", ">", "<div>", "{{", "\"", "'", "`", "/*", "(()=>", "if(", "a.", "-", "!", "*", "&", "[[", "${", "<a ", "@", "#{", "\t", "- ", "? ", "&a [*a"}), 1<<rng.IntN(17)))
	}},
	{"a piece many times", func(rng *rand.Rand, d, _ []byte) []byte {
		i := somewhere(rng, d)
		piece := d[i:min(len(d), i+1+rng.IntN(60))]
		return insert(rng, d, strings.Repeat(string(piece), 1<<rng.IntN(14)))
	}},
	{"a long word", func(rng *rand.Rand, d, _ []byte) []byte {
		return insert(rng, d, strings.Repeat(pick(rng, []string{"a", "_", "0", "é", "漢"}), 1<<rng.IntN(19)))
	}},
	{"one line", func(_ *rand.Rand, d, _ []byte) []byte { return bytes.ReplaceAll(d, []byte("\n"), []byte(" ")) }},
	{"a line for each word", func(_ *rand.Rand, d, _ []byte) []byte { return bytes.Join(words(d), []byte("\n")) }},
	{"line ends of Macintosh", func(_ *rand.Rand, d, _ []byte) []byte { return bytes.ReplaceAll(d, []byte("\n"), []byte("\r")) }},
	{"UTF-16", func(rng *rand.Rand, d, _ []byte) []byte {
		out := []byte{0xff, 0xfe}
		for _, c := range d {
			out = append(out, c, 0)
		}
		return out
	}},
	{"Latin-1", func(rng *rand.Rand, d, _ []byte) []byte {
		for i := range d {
			if d[i] == 'e' && rng.IntN(4) == 0 {
				d[i] = 0xe9
			}
		}
		return d
	}},
	{"random bytes", func(rng *rand.Rand, d, _ []byte) []byte {
		for i := range d {
			d[i] = byte(rng.Uint32())
		}
		return d
	}},
	{"random letters", func(rng *rand.Rand, d, _ []byte) []byte {
		for i := range d {
			d[i] = letters[rng.IntN(len(letters))]
		}
		return d
	}},
	{"empty", func(*rand.Rand, []byte, []byte) []byte { return nil }},
	{"many times itself", func(rng *rand.Rand, d, _ []byte) []byte { return bytes.Repeat(d, 1+rng.IntN(200)) }},
	{"indented ever more", func(_ *rand.Rand, d, _ []byte) []byte {
		var out []byte
		for i, l := range bytes.SplitAfter(d, []byte("\n")) {
			out = append(append(out, strings.Repeat(" ", min(i, 2000))...), l...)
		}
		return out
	}},
	{"a merge conflict", func(rng *rand.Rand, d, other []byte) []byte {
		return insert(rng, d, fmt.Sprintf("\n<<<<<<< HEAD\n%s\n=======\n%s\n>>>>>>> main\n", d[:somewhere(rng, d)], other[:somewhere(rng, other)]))
	}},
	{"a pointer of Git LFS", func(*rand.Rand, []byte, []byte) []byte {
		return []byte("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n")
	}},
}
