package resolve_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
	"codeintel/index/lang/ts"
	"codeintel/index/resolve"
)

// redeclare is a file in which somebody types in a declaration, or between declarations.
func redeclare(r *rand.Rand, text string, facts *lang.Facts, others []string) string {
	lines := strings.SplitAfter(text, "\n")
	at := func() int { return r.IntN(len(lines)) }
	from := func(lines []string) string { return lines[r.IntN(len(lines))] }
	if d := facts.Defs; r.IntN(4) > 0 && len(d) > 0 {
		x, y := &d[r.IntN(len(d))], &d[r.IntN(len(d))]
		name := text[x.Start:x.End]
		switch to := text[y.Start:y.End]; r.IntN(4) {
		case 0: // a name is that of something else
			name = to
		case 1: // they change places
			if x.End <= y.Start {
				return text[:x.Start] + to + text[x.End:y.Start] + name + text[y.End:]
			}
			name = to
		case 2: // it is a letter longer, everywhere
			if name != "" {
				return strings.ReplaceAll(text, name, name+"x")
			}
		default:
			name += "x"
		}
		return text[:x.Start] + name + text[x.End:]
	}
	i, j := at(), at()
	switch r.IntN(4) {
	case 0: // a line goes
		return strings.Join(slices.Delete(lines, i, i+1), "")
	case 1: // or comes twice
		return strings.Join(slices.Insert(lines, i, lines[j]), "")
	case 2: // or two change places
		lines[i], lines[j] = lines[j], lines[i]
		return strings.Join(lines, "")
	}
	return strings.Join(slices.Insert(lines, i, from(strings.SplitAfter(from(others), "\n"))), "")
}

// Files that asked for none of the names behind which there is something else in a file
// mean what they meant. CI_EDITS is the number of edits to each file, CI_SEED makes them
// others.
func TestRedeclared(t *testing.T) {
	count, seed := 4, 1
	if n, err := strconv.Atoi(os.Getenv("CI_EDITS")); err == nil {
		count = n
	}
	if n, err := strconv.Atoi(os.Getenv("CI_SEED")); err == nil {
		seed = n
	}
	names, err := filepath.Glob("../../testdata/nav/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures (%v)", err)
	}
	parser := ts.NewParser(ts.Limits{})
	defer parser.Close()
	known := declared(t, parser)
	edits, told, spared := 0, 0, 0
	for n, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files := langtest.Repo{}
		for _, f := range txtar.Parse(data).Files {
			files[f.Name] = string(f.Data)
		}
		var others []string
		for _, p := range files.Paths() {
			others = append(others, files[p])
		}
		in := repository(t, parser, files, known)
		var every []int32
		for i := range in.Files {
			if in.Files[i].Facts != nil {
				every = append(every, int32(i))
			}
		}
		_, _, r := resolve.Found(in, every, nil)
		random := rand.New(rand.NewPCG(uint64(seed), uint64(n)))
		for _, i := range every {
			f := &in.Files[i]
			if !resolve.Apart(f.Lang) {
				continue
			}
			for range count {
				text := redeclare(random, files[f.Path], f.Facts(), others)
				facts, err := f.Lang.Extract(context.Background(), parser, lang.Input{Path: f.Path, Src: []byte(text), Language: f.Lang})
				if err != nil {
					t.Fatal(err)
				}
				match := lang.MatchDefs(f.Facts(), facts)
				changed := resolve.ChangedNames(f.Lang, f.Path, f.Facts(), facts, match)
				edits++
				if changed == nil {
					continue
				}
				told++
				var same []int32
				for _, j := range every {
					if d := r.DepsOf(j); j != i && slices.Contains(d.Files, i) && !slices.ContainsFunc(d.Asked, func(h uint32) bool { return changed[h] }) {
						same = append(same, j)
					}
				}
				if len(same) == 0 {
					continue
				}
				spared += len(same)
				want, _, _ := resolve.Found(in, same, func(doc int32, def lang.DefID) lang.DefID {
					if doc == i {
						return match[def]
					}
					return def
				})
				now := in
				now.Files = slices.Clone(in.Files)
				now.Files[i].Facts = resolve.Known(facts)
				now.Tables = r.Tables().With(&now, []int32{i})
				got, _, _ := resolve.Found(now, same, nil)
				for n, j := range same {
					if got[n] != want[n] {
						t.Fatalf("%s: %s means something else after an edit of %s: %s\n%s", name, in.Files[j].Path, f.Path, langtest.Diff(want[n], got[n]), langtest.Diff(files[f.Path], text))
					}
				}
			}
		}
	}
	t.Logf("%d edits, of %d it is told what changes; %d times a file means the same", edits, told, spared)
	if told < edits/2 || spared < edits/10 {
		t.Errorf("of %d edits only of %d it is told what changes; only %d times a file means the same", edits, told, spared)
	}
}
