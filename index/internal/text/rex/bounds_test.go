package rex

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// hostile are patterns that cost much: many states, many instructions a state,
// empty loops, wide classes.
func hostile() []string {
	return []string{
		strings.Repeat("x*", 5000), strings.Repeat("x?", 5000), "(a{1,300}){1,300}", strings.Repeat(`\w?`, 1500),
		`[ab]*a[ab]{2000}`, `(?:[ab]*a[ab]{0,300}){1,300}`, "(?:" + strings.Repeat("(?:a|b|", 200) + "c" + strings.Repeat(")", 200) + ")",
		strings.Repeat(`\p{L}`, 800), strings.Repeat("foo|bar|", 1200) + "q", `(?:a|.*z|b)`, `a.*z|a`, `\b(?:\w|.*z)*?\b`,
		`(?:(?:(?:){1000000000}){1000000000}a?)*`, strings.Repeat("a", 5000) + "b", `(x+x+)+y`, `(.*)(.*)(.*)(.*)z`,
	}
}

// distinct is a text of n characters of which each is there once.
func distinct(n int) string {
	var b strings.Builder
	for r := rune(0x3400); n > 0; r++ {
		if r == 0xd800 {
			r = 0x20000
		}
		b.WriteRune(r)
		n--
	}
	return b.String()
}

// telling are patterns of many characters that a program must tell apart.
func telling() []string {
	var not strings.Builder
	for _, r := range distinct(9000) {
		not.WriteString("[^" + string(r) + "]")
	}
	return []string{distinct(20_000), distinct(50_000), strings.Join(strings.Split(distinct(20_000), ""), "|"), "[" + distinct(40_000) + "]" + distinct(20_000), not.String(), strings.Repeat(`\p{L}{10}`, 1000)}
}

// TestTelling compiles patterns of many characters: the work is bounded, stops when nobody
// wants it any more, and is of the program that is meant.
func TestTelling(t *testing.T) {
	for _, pattern := range append(telling(), hostile()...) {
		asked := 0
		m := &Meter{Stop: func() bool { asked++; return false }}
		n, err := Parse(pattern, false, m)
		var p *Prog
		if err == nil {
			p, err = Compile(n, false, m)
		}
		if most := 2 * maxSteps / every; asked > most {
			t.Errorf("%.40q takes %d units of work, %d are the most", pattern, asked*every, most*every)
		}
		if err != nil {
			continue
		}
		for stop := 1; stop <= asked; stop += 1 + asked/20 {
			n, err := Parse(pattern, false, stopAfter(t, pattern, len(p.insts), stop))
			if err == nil {
				_, err = Compile(n, false, stopAfter(t, pattern, 3*len(p.starts), 1))
			}
			if err != ErrStopped {
				t.Errorf("%.40q, stopped after %d questions: %v", pattern, stop, err)
			}
		}
	}
	text := distinct(30_000)
	n, err := Parse(text, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Compile(n, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	if at := NewDFA(p, nil).Find([]byte(text[3:]+"\ny"+text), 0); at <= len(text) {
		t.Errorf("the line with the text is found at %d", at)
	}
}

func BenchmarkCompile(b *testing.B) {
	for name, pattern := range map[string]string{"word": "handler", "class": `\w+\.[A-Z]\w*\(`, "letters": `\p{L}+`, "distinct": distinct(2000)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				n, err := Parse(pattern, false, nil)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := Compile(n, false, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// texts are what patterns are matched with: single lines of some size, which no
// line's end interrupts.
func texts(size int) [][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	random := make([]byte, size)
	for i := range random {
		random[i] = "ab"[r.IntN(2)]
	}
	return [][]byte{random, bytes.Repeat([]byte("x"), size), bytes.Repeat([]byte("a é\xff"), size/5), bytes.Repeat([]byte("aaaaaaab\n"), size/9)}
}

// stopAfter returns a meter that says stop when it is asked for the n-th time. It
// fails the test when it is asked again, or when more work was done since the last
// time than one step of the program and a window.
func stopAfter(t testing.TB, what string, insts, n int) *Meter {
	m := &Meter{}
	asked := 0
	m.Stop = func() bool {
		if asked++; asked > n {
			t.Errorf("%.40q: it goes on after the stop", what)
		}
		if over := -m.left; over > 4*insts+window {
			t.Errorf("%.40q: %d units of work without a question, of a program of %d", what, every+over, insts)
		}
		return asked == n
	}
	return m
}

// matchAll does with a pattern and a text what a search does.
func matchAll(t testing.TB, pattern string, text []byte, stops int) {
	n, err := Parse(pattern, false, nil)
	if err != nil {
		return
	}
	for _, word := range []bool{false, true} {
		p, err := Compile(n, word, nil)
		reverse, err2 := Reverse(n, word, nil)
		head, err3 := Head(n, nil)
		if err := errors.Join(err, err2, err3); err != nil {
			if !errors.Is(err, ErrTooLarge) {
				t.Errorf("%.40q: %v", pattern, err)
			}
			continue
		}
		if !word {
			head = nil
		}
		dfa := NewDFA(p, stopAfter(t, pattern, len(p.insts), stops))
		for from := 0; from < len(text) && !dfa.meter.Stopped(); {
			at := dfa.Find(text, from)
			if at < 0 {
				break
			}
			end := bytes.IndexByte(text[at:], '\n')
			if end < 0 {
				break
			}
			from = at + end + 1
		}
		if size := dfa.used + 4*len(dfa.table); size > maxStates+4*maxTable+64*len(p.insts)+1<<20 {
			t.Errorf("%.40q: the states have %d bytes", pattern, size)
		}
		line, _, _ := bytes.Cut(text, []byte("\n"))
		most := max(len(p.insts), len(reverse.insts))
		spans := NewSpans(p, reverse, head, stopAfter(t, pattern, most, stops))
		spans.All(line, nil)
		spans = NewSpans(p, reverse, head, stopAfter(t, pattern, most, stops))
		spans.simulate(line, 0)
	}
}

// TestStops matches patterns that cost much with lines of 20 kB, which would take
// hours, and says stop after some work.
func TestStops(t *testing.T) {
	for _, pattern := range hostile() {
		for _, text := range texts(20_000) {
			matchAll(t, pattern, text, 4)
		}
	}
}

// TestBounds makes hostile patterns from pieces: as many as CI_BOUNDS says, from
// CI_BOUNDS_SEED.
func TestBounds(t *testing.T) {
	rounds, _ := strconv.Atoi(os.Getenv("CI_BOUNDS"))
	seed, _ := strconv.ParseUint(os.Getenv("CI_BOUNDS_SEED"), 10, 64)
	r := rand.New(rand.NewPCG(seed, 7))
	all := texts(10_000)
	for range max(rounds, 6) {
		pattern := Hostile(r)
		matchAll(t, pattern, all[r.IntN(len(all))], 1+r.IntN(5))
		if t.Failed() {
			t.Fatalf("seed %d: %q", seed, pattern)
		}
	}
}

// Hostile makes a pattern that may be long, deep or repeat much.
func Hostile(r *rand.Rand) string {
	pieces := []string{"a", "b", "x", ".", `\w`, `\p{L}`, `\P{Greek}`, "[^a]", "[a-z&&[^b]]", `[\p{L}--[a-c]]`, `\b`, "^", "$", "", "(?i)k", "(?i)[a-zé]"}
	after := []string{"", "", "*", "+", "?", "*?", "{1000}", "{0,300}", "{2,}", "{2147483647}", "{0}"}
	out := ""
	for range 1 + r.IntN(4) {
		piece := pieces[r.IntN(len(pieces))]
		switch r.IntN(4) {
		case 0:
			piece = strings.Repeat(piece+after[r.IntN(len(after))], 1+r.IntN(2000))
		case 1:
			for range r.IntN(60) {
				piece = "(" + piece + "|" + pieces[r.IntN(len(pieces))] + ")" + after[r.IntN(len(after))]
			}
		case 2:
			piece = strings.Repeat(piece+"|", r.IntN(500)) + "q"
		}
		out = "(?:" + out + piece + ")" + after[r.IntN(len(after))]
	}
	return out
}

func TestTooLong(t *testing.T) {
	for _, c := range []struct {
		pattern string
		fold    bool
		at      int
	}{
		{strings.Repeat("a", MaxPattern+1), false, MaxPattern},
		{strings.Repeat(`[\p{L}--a]`, 3000), true, -1},
		{strings.Repeat(`\pL`, 5000), false, -1},
	} {
		_, err := Parse(c.pattern, c.fold, nil)
		var bad *Error
		if !errors.As(err, &bad) || c.at >= 0 && bad.At != c.at || bad.At == 0 {
			t.Errorf("%.20q: %v", c.pattern, err)
		} else if len(err.Error()) > 1000 {
			t.Errorf("the error has %d bytes", len(err.Error()))
		}
	}
	n, err := Parse(`ab(x{1000}){1000}`, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Compile(n, false, nil)
	if at := LargeAt(err); at != len(`ab(x{1000})`) {
		t.Errorf("too large at %d: %v", at, err)
	}
}
