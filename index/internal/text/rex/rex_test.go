package rex

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// spansOf panics when a program is too large, although that of n, p, is not.
func spansOf(n *Node, p *Prog, word bool) *Spans {
	reverse, err := Reverse(n, word, nil)
	if err != nil {
		panic(err)
	}
	var head *Prog
	if word {
		if head, err = Head(n, nil); err != nil {
			panic(err)
		}
	}
	return NewSpans(p, reverse, head, nil)
}

// TestMatches says, for each pattern, what the first match in a line is.
func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, line, want string // want is the match, or "-"
		fold, word          bool
	}{
		{pattern: `foo`, line: "a foo", want: "foo"},
		{pattern: ``, line: "a", want: ""},
		{pattern: `fo+?`, line: "fooo", want: "fo"},
		{pattern: `(?U)fo+`, line: "fooo", want: "fo"},
		{pattern: `(?U)fo+?`, line: "fooo", want: "fooo"},
		{pattern: `a|ab`, line: "ab", want: "a"},
		{pattern: `ab|a`, line: "ab", want: "ab"},
		{pattern: `(a|ab)(c|bcd)`, line: "abcd", want: "abcd"},
		{pattern: `x{2,3}`, line: "xxxx", want: "xxx"},
		{pattern: `x{2,3}?`, line: "xxxx", want: "xx"},
		{pattern: `x{2}`, line: "x xx", want: "xx"},
		{pattern: `x{ 2 ,}`, line: "x xxx", want: "xxx"},
		{pattern: `a**`, line: "aaa", want: "aaa"},
		{pattern: `(a*)*b`, line: "aab", want: "aab"},
		{pattern: `(|a)*b`, line: "aab", want: "aab"},
		{pattern: `^a$`, line: "a\r", want: "-"},
		{pattern: `^a\r$`, line: "a\r", want: "a\r"},
		{pattern: `\Aa\z`, line: "a", want: "a"},
		{pattern: `\w+`, line: "--жук_9--", want: "жук_9"},
		{pattern: `\W+`, line: "жук", want: "-"},
		{pattern: `\d+`, line: "a٣4", want: "٣4"},
		{pattern: `\s`, line: "a b", want: " "},
		{pattern: `\bук`, line: "жук", want: "-"},
		{pattern: `\Bук`, line: "жук", want: "ук"},
		{pattern: `\bжук\b`, line: "(жук)", want: "жук"},
		{pattern: `.`, line: "\xff\xfe", want: "-"},
		{pattern: `.+`, line: "\xffa\xe2\x82b", want: "a"},
		{pattern: `[^a]`, line: "a\xff", want: "-"},
		{pattern: `\b.`, line: "\xffa", want: "a"},
		{pattern: `€`, line: "\xe2\x82€", want: "€"},
		{pattern: `[a-c&&b-d]+`, line: "abcd", want: "bc"},
		{pattern: `[a-z--[aeiou]]+`, line: "eabcd", want: "bcd"},
		{pattern: `[a-c~~b-d]+`, line: "bcad", want: "ad"},
		{pattern: `[[:upper:][:digit:]_]+`, line: "aB_2c", want: "B_2"},
		{pattern: `[[:^alpha:]]+`, line: "ab12c", want: "12"},
		{pattern: `[]a]+`, line: "x]a", want: "]a"},
		{pattern: `[^]a]+`, line: "]ab", want: "b"},
		{pattern: `[-a]+`, line: "x-a", want: "-a"},
		{pattern: `[a-]+`, line: "x-a", want: "-a"},
		{pattern: `[\]\-]+`, line: "a-]", want: "-]"},
		{pattern: `[a[bc]]+`, line: "xabcd", want: "abc"},
		{pattern: `]}`, line: "a]}", want: "]}"},
		{pattern: `\x41\x{42}\u0043\U00000044`, line: "ABCD", want: "ABCD"},
		{pattern: `\pL+`, line: "1aж2", want: "aж"},
		{pattern: `\p{Greek}+`, line: "aαβ", want: "αβ"},
		{pattern: `\p{script=Greek}+`, line: "aαβ", want: "αβ"},
		{pattern: `\p{gc!=Letter}`, line: "a1", want: "1"},
		{pattern: `\P{L}`, line: "a1", want: "1"},
		{pattern: `\p{Uppercase_Letter}`, line: "aB", want: "B"},
		{pattern: `(?i)straße`, line: "STRAẞE", want: "STRAẞE"},
		{pattern: `kelvin`, line: "\u212Aelvin", want: "\u212Aelvin", fold: true},
		{pattern: `ſ`, line: "S", want: "S", fold: true},
		{pattern: `[k-k]`, line: "\u212A", want: "\u212A", fold: true},
		{pattern: `\p{Lu}`, line: "1ß", want: "ß", fold: true},
		{pattern: `(?-i)foo`, line: "FOO", want: "-", fold: true},
		{pattern: `a(?i)b|c`, line: "C", want: "C"},
		{pattern: `(?:a(?i)b)c`, line: "aBC aBc", want: "aBc"},
		{pattern: `(?x) a b # c
			d`, line: "abd", want: "abd"},
		{pattern: `(?P<n>a)`, line: "a", want: "a"},
		{pattern: `foo`, line: "food foo", want: "foo", word: true},
		{pattern: `foo`, line: "жfoo", want: "-", word: true},
		{pattern: `foo`, line: "\xfffoo", want: "-", word: true},
		{pattern: `-2`, line: "a -2 b", want: "-2", word: true},
		{pattern: `\w+`, line: "ab cd", want: "ab", word: true},
		{pattern: `foo|foobar`, line: "foobar", want: "foobar", word: true},
		{pattern: `a{0}b`, line: "ab", want: "b"},
	} {
		n, err := Parse(c.pattern, c.fold, nil)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
			continue
		}
		p, err := Compile(n, c.word, nil)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
			continue
		}
		got := "-"
		if start, end, ok := spansOf(n, p, c.word).Next([]byte(c.line), 0); ok {
			got = c.line[start:end]
		}
		if got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.pattern, c.line, got, c.want)
		}
		if has := NewDFA(p, nil).Find([]byte("\n"+c.line+"\n\n"), 0) >= 0; c.want != "" && has != (c.want != "-") {
			t.Errorf("%q in %q: the line matches: %v", c.pattern, c.line, has)
		}
	}
}

func TestFolding(t *testing.T) {
	var want []rune
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if unicode.SimpleFold(r) != r {
			want = append(want, r)
		}
	}
	if !slices.Equal(folding(), want) {
		t.Errorf("%d characters, want %d", len(folding()), len(want))
	}
}

// TestErrors lists patterns that ripgrep refuses, and what only we do.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ pattern, want string }{
		{`(`, "not closed"}, {`)`, "closes no group"}, {`*`, "repeats nothing"}, {`a|*`, "repeats nothing"},
		{`(?i)*`, "repeats nothing"}, {`a{`, "has no end"}, {`a{,3}`, "number is missing"}, {`a{3,2}`, "swap"},
		{`a{1`, "has no end"}, {`a{99999999999}`, "too large"}, {`[a`, "not closed"}, {`[`, "not closed"},
		{`[b-a]`, "swap"}, {`[a-\d]`, "a range"}, {`[\b]`, "assertions"}, {`\1`, "backreferences"}, {`\q`, "no meaning"},
		{`\`, "nothing follows"}, {`(?=a)`, "look-around"}, {`(?<!a)`, "look-around"}, {`(?z)`, "no flag"},
		{`(?ii)`, "twice"}, {`(?i-)`, "no flag follows"}, {`(?`, "not closed"}, {`(?)`, "repeats nothing"},
		{`\n`, "line by line"}, {`[\n]`, "line by line"}, {"a\nb", "line by line"}, {`\xZZ`, "hexadecimal"},
		{`\x{D800}`, "hexadecimal"}, {`\p{Nope}`, "not known"}, {`\p`, "name of a property"}, {`[^\x{0}-\x{10FFFF}]`, "no character"},
		{`(?P<1>a)`, "not allowed"}, {`(?P<a>x)(?P<a>y)`, "taken"}, {`(?-u)\xff`, "not supported"},
		{strings.Repeat("(", 300), "250"}, {strings.Repeat("[", 300), "250"}, {"a" + strings.Repeat("+", 2000), "nested"},
		{"\xff", "UTF-8"},
	} {
		_, err := Parse(c.pattern, false, nil)
		var bad *Error
		if !errors.As(err, &bad) || !strings.Contains(bad.Msg, c.want) {
			t.Errorf("%.20q: %v, want %q", c.pattern, err, c.want)
		}
	}
	n, err := Parse(`(a{1000}){1000}`, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Compile(n, false, nil); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a million repetitions: %v", err)
	}
}

// FuzzMatch compares, on texts of several lines: the DFAs with the simulation,
// the needle with both, and for patterns that mean the same there, with
// package regexp.
func FuzzMatch(f *testing.F) {
	for _, p := range []string{`foo`, `a|b*c`, `\bx\w+`, `^(a|ab)(c|bcd)*$`, `(?i)k[^s]{1,3}`, `.*é`, `x{2,4}?y`, `(a*)*b`, `\B-\B`, `[[:upper:]]+_`} {
		f.Add(p, "foo abcd\nxx K s é\n\naab FOO_BAR xxy\r\n\xff-\xe2\x82", false, false)
		f.Add(p, "foo", true, true)
	}
	f.Add("a*|[ -]+b|.*", " a- b-", false, true)
	f.Add(`\w+|-`, "-ab- cd- \xffé- é", false, true)
	f.Add(`\bж\w+|\Bук\b`, "жук жу\xd0ж \xb6жу\nжук", false, false)
	f.Add(`(?:foo|ab)c|x+y`, "foc abc\nfooc\nxxy", true, false)
	f.Fuzz(func(t *testing.T, pattern, text string, fold, word bool) {
		if len(pattern) > 60 || len(text) > 400 {
			return
		}
		n, err := Parse(pattern, fold, nil)
		if err != nil {
			return
		}
		p, err := Compile(n, word, nil)
		if err != nil || len(p.insts) > 5000 {
			return
		}
		var theirs *regexp.Regexp
		if !word && !fold && utf8.ValidString(text) && !strings.ContainsAny(pattern, `\[(.{+*?^$`) {
			theirs = regexp.MustCompile(pattern)
		}
		dfa, spans, needles := NewDFA(p, nil), spansOf(n, p, word), Needles(n)
		src := []byte(text)
		want := []int{}
		bare := *p // as a program is that is too large for a table
		bare.in = nil
		for from := 0; from < len(src); from++ {
			if at, bareAt := NewDFA(p, nil).Find(src, from), NewDFA(&bare, nil).Find(src, from); at != bareAt {
				t.Fatalf("%q in %q from %d: %d, without a table %d", pattern, text, from, at, bareAt)
			}
		}
		at := 0
		for _, line := range bytes.Split(src, []byte{'\n'}) {
			if at == len(src) {
				break // no line follows the last "\n"
			}
			start, end, ok := spans.Next(line, 0)
			for from := 0; from <= len(line); from++ {
				start, end, ok := spans.Next(line, from)
				if start2, end2, ok2 := spans.simulate(line, from); start != start2 || end != end2 || ok != ok2 {
					t.Fatalf("%q in %q from %d: %d-%d %v, by simulation %d-%d %v", pattern, line, from, start, end, ok, start2, end2, ok2)
				}
			}
			if ok {
				want = append(want, at)
				if start > end || end > len(line) {
					t.Fatalf("match %d-%d of %q", start, end, line)
				}
			}
			there := false
			for _, needle := range needles {
				there = there || needle.Find(line, 0) >= 0
				if needle.Exact && !word && !ok && needle.Find(line, 0) >= 0 {
					t.Fatalf("%q does not match %q, which has %q", pattern, line, needle.text)
				}
			}
			if ok && needles != nil && !there {
				t.Fatalf("%q matches %q, which has none of %d needles", pattern, line, len(needles))
			}
			if theirs != nil {
				loc := theirs.FindIndex(line)
				if (loc != nil) != ok || ok && (loc[0] != start || loc[1] != end) {
					t.Fatalf("%q in %q: %d-%d %v, regexp says %v", pattern, line, start, end, ok, loc)
				}
			}
			at += len(line) + 1
		}
		got := []int{}
		for from := 0; ; {
			at := dfa.Find(src, from)
			if at < 0 {
				break
			}
			start := bytes.LastIndexByte(src[:at], '\n') + 1
			got = append(got, start)
			next := bytes.IndexByte(src[at:], '\n')
			if next < 0 {
				break
			}
			from = at + next + 1
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%q in %q: lines at %v, want %v", pattern, text, got, want)
		}
	})
}
