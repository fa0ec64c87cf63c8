package langtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"

	"golang.org/x/tools/txtar"
)

// unfinished is what is typed before the rest of it.
var unfinished = []string{"(", "{", "[", "\"", "if (", "f(\"a", "x = [1, "}

// holder says whether a definition may be no more than the name of a function in it.
func holder(k lang.Kind) bool {
	switch k {
	case lang.KindConstant, lang.KindVariable, lang.KindProperty, lang.KindField, lang.KindTypeAlias:
		return true
	}
	return false
}

// Apart checks that the texts of testdata/typing that there are grammars for, by the
// longest of the ends of their names, are read block by block as they are as a whole.
func Apart(t *testing.T, b *ts.Blocks, grammars map[string]*ts.Grammar) {
	t.Helper()
	archive, err := txtar.ParseFile("../../../testdata/typing/files.txtar")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, f := range archive.Files {
		end := ""
		for e := range grammars {
			if strings.HasSuffix(f.Name, e) && len(e) > len(end) {
				end = e
			}
		}
		if g := grammars[end]; g != nil {
			read++
			apart(t, g, b, f.Name, f.Data)
		}
	}
	if read == 0 {
		t.Error("no file was read")
	}
}

func apart(t *testing.T, g *ts.Grammar, b *ts.Blocks, name string, src []byte) {
	t.Helper()
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	whole, err := p.Parse(t.Context(), g, src)
	if err != nil {
		t.Fatal(err)
	}
	whole.Nodes = slices.Clone(whole.Nodes)
	apart, ok := p.ParseApart(t.Context(), g, src, b)
	if errors, _ := whole.Errors(); errors > 0 || !ok || apart.Mended > 0 || !slices.Equal(whole.Nodes, apart.Nodes) {
		t.Errorf("%s: %d errors as a whole; apart %v, %d brackets too much; %d nodes and %d", name, errors, ok, apart.Mended, len(whole.Nodes), len(apart.Nodes))
	}
}

// Typing types what is not finished at random places in functions of a file that can
// be read, of three lines and more: what is declared outside of the function must be as
// before, and where, and what a parser has kept of the versions before must make no
// difference. It returns how many places it tried, and what was lost.
func (ls Languages) Typing(t testing.TB, name string, src []byte, seed uint64, count int) (tried int, lost []string) {
	t.Helper()
	was := ls.Facts(t, name, src)
	if was.ErrorNodes > 0 {
		return 0, nil
	}
	var functions []lang.DefID
	for i := range was.Defs {
		if d := &was.Defs[i]; d.Callable() && d.Flags&lang.Local == 0 && strings.Count(string(src[d.EncStart:d.EncEnd]), "\n") > 1 {
			functions = append(functions, lang.DefID(i))
		}
	}
	r := rand.New(rand.NewPCG(seed, 3))
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	p.Kept = ts.NewKept()
	for len(functions) > 0 && tried < count {
		d := &was.Defs[functions[r.IntN(len(functions))]]
		// Behind the line of its head, and before that of its end.
		from, to := int(d.End)+strings.IndexByte(string(src[d.End:]), '\n')+1, strings.LastIndexByte(string(src[:d.EncEnd]), '\n')
		tried++
		if from >= to {
			continue
		}
		at, text := from+r.IntN(to-from), unfinished[r.IntN(len(unfinished))]
		// Editors indent a line before anything is typed in it.
		if line := strings.LastIndexByte(string(src[:at]), '\n') + 1; strings.TrimLeft(string(src[line:at]), " \t") == "" {
			at = line + len(src[line:]) - len(strings.TrimLeft(string(src[line:]), " \t"))
			if before := strings.TrimRight(string(src[:line]), "\n"); at == line && src[at] == '\n' {
				before = before[strings.LastIndexByte(before, '\n')+1:]
				text = before[:len(before)-len(strings.TrimLeft(before, " \t"))] + text
			}
		}
		typed := slices.Concat(src[:at], []byte(text), src[at:])
		is := ls.Facts(t, name, typed)
		p.Kept.Turn()
		if again, err := extract(t, p, ls.Of(t, name), name, typed); err != nil || lang.Dump(again) != lang.Dump(is) {
			t.Fatalf("%s: %q typed at %d: what is kept of other versions makes a difference (%v):\n%s", name, text, at, err, Diff(lang.Dump(is), lang.Dump(again)))
		}
		before, after := outside(was, d.EncStart, d.EncEnd, uint32(at), 0), outside(is, d.EncStart, d.EncEnd+uint32(len(text)), uint32(at), uint32(len(text)))
		if !slices.Equal(before, after) {
			lost = append(lost, fmt.Sprintf("%s: %q typed at %d in %s, which goes from %d to %d:\n%s", name, text, at, was.Name(d.Name), d.EncStart, d.EncEnd,
				Diff(strings.Join(before, "\n"), strings.Join(after, "\n"))))
		}
	}
	return tried, lost
}

// outside are the declarations outside of the range from, to, with their places less by
// by behind offset at.
func outside(f *lang.Facts, from, to, at, by uint32) (out []string) {
	for i := range f.Defs {
		d := &f.Defs[i]
		if d.Flags&lang.Local != 0 || d.Suffix == 0 || d.Start >= from && d.Start < to || holder(d.Kind) && d.EncStart <= from && d.EncEnd >= to {
			continue
		}
		place := func(n uint32) uint32 {
			if n > at {
				return n - by
			}
			return n
		}
		var path []string
		for p := lang.DefID(i); p >= 0; p = f.Defs[p].Parent {
			path = append(path, f.Name(f.Defs[p].Name))
		}
		slices.Reverse(path)
		out = append(out, fmt.Sprint(strings.Join(path, "."), " ", d.Kind, " ", place(d.Start), " to ", place(d.EncEnd)))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
