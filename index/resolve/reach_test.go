package resolve_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/lang/langtest"
	"codeintel/index/lang/ts"
	"codeintel/index/resolve"
)

// declared are the declarations of built-in modules, by family.
func declared(t *testing.T, parser *ts.Parser) map[string][]resolve.File {
	t.Helper()
	out := map[string][]resolve.File{}
	for _, l := range all.Languages() {
		if l.Prelude == nil || out[l.Family] != nil {
			continue
		}
		list := l.Prelude()
		for _, fw := range l.Frameworks {
			if fw.Prelude != nil {
				list = append(list, fw.Prelude()...)
			}
		}
		for _, p := range list {
			facts, err := l.Extract(context.Background(), parser, p.Input)
			if err != nil {
				t.Fatal(err)
			}
			m := p.Module
			out[l.Family] = append(out[l.Family], resolve.File{Path: p.Input.Path, Lang: l, Facts: resolve.Known(facts), Prelude: &m})
		}
	}
	return out
}

// repository is the input of all files of a repository.
func repository(t *testing.T, parser *ts.Parser, files langtest.Repo, known map[string][]resolve.File) resolve.Input {
	t.Helper()
	ctx := context.Background()
	in := resolve.Input{Projects: map[string]lang.Project{}, Jobs: 1}
	table := all.NewTable(all.Languages())
	for _, p := range files.Paths() {
		src := []byte(files[p])
		first, _, _ := strings.Cut(files[p], "\n")
		l := table.ByPath(p, []byte(first))
		if l == nil {
			in.Files = append(in.Files, resolve.File{Path: p})
			continue
		}
		facts, err := l.Extract(ctx, parser, lang.Input{Path: p, Src: src, Language: l})
		if err != nil {
			t.Fatal(err)
		}
		in.Files = append(in.Files, resolve.File{Path: p, Lang: l, Facts: resolve.Known(facts)})
		if in.Projects[l.Family] == nil && l.Open != nil {
			project, err := l.Open(ctx, files, lang.Deps{Repo: files.FS()})
			if err != nil {
				t.Fatal(err)
			}
			in.Projects[l.Family] = project
			in.Preludes = append(in.Preludes, known[l.Family]...)
		}
	}
	return in
}

// reachCheck spoils what is out of reach in the files of repositories, one by one.
type reachCheck struct {
	parser                  *ts.Parser
	known                   map[string][]resolve.File
	spoiled, kept, compared int
}

func (c *reachCheck) files(t *testing.T, name string, files langtest.Repo) {
	t.Helper()
	in := repository(t, c.parser, files, c.known)
	var every []int32
	for i := range in.Files {
		if in.Files[i].Facts != nil {
			every = append(every, int32(i))
		}
	}
	was, leads, r := resolve.Found(in, every, nil)
	for _, i := range every {
		f := &in.Files[i]
		facts, n, offered := resolve.Spoiled(f.Lang, f.Facts())
		c.spoiled += n
		c.kept += len(facts.Refs) + len(facts.Defs) + len(facts.Exprs) - n
		same := make([]lang.DefID, len(facts.Defs))
		for d := range same {
			same[d] = lang.DefID(d)
		}
		if !resolve.OffersSame(f.Lang, f.Facts(), facts, same) {
			t.Errorf("%s: %s does not offer what it does", name, f.Path)
		}
		var others []int32
		var want []string
		for n, j := range every {
			if j == i {
				continue
			}
			for _, l := range leads[n] {
				if l.Doc == i && l.Def >= 0 && !offered[l.Def] {
					t.Errorf("%s: reference %d of %s leads to definition %d of %s, which is not in reach", name, l.Ref, in.Files[j].Path, l.Def, f.Path)
				}
			}
			if slices.Contains(r.DepsOf(j).Files, i) {
				others, want = append(others, j), append(want, was[n])
			}
		}
		if len(others) == 0 {
			continue
		}
		changed := in
		changed.Files = slices.Clone(in.Files)
		changed.Files[i].Facts = resolve.Known(facts)
		changed.Tables = r.Tables().With(&changed, []int32{i})
		got, _, _ := resolve.Found(changed, others, nil)
		for n, j := range others {
			if c.compared++; got[n] != want[n] {
				t.Errorf("%s: %s means something else when what is out of reach in %s is nonsense: %s", name, in.Files[j].Path, f.Path, langtest.Diff(want[n], got[n]))
			}
		}
	}
}

// What other files can't come to, by what reach says, makes no difference to them: with
// nonsense in its place they mean the same.
func TestReach(t *testing.T) {
	names, err := filepath.Glob("../../testdata/nav/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures (%v)", err)
	}
	parser := ts.NewParser(ts.Limits{})
	defer parser.Close()
	c := reachCheck{parser: parser, known: declared(t, parser)}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files := langtest.Repo{}
		for _, f := range txtar.Parse(data).Files {
			files[f.Name] = string(f.Data)
		}
		c.files(t, name, files)
	}
	t.Logf("%d files compared; %d numbers out of reach, %d in it", c.compared, c.spoiled, c.kept)
	if c.spoiled < c.kept/10 || c.compared < 1000 {
		t.Errorf("%d numbers are out of reach, %d are not; %d files were compared", c.spoiled, c.kept, c.compared)
	}
}
