package workspace

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"codeintel/index"
	"codeintel/index/lang"
)

// TestRenameTrees gives definitions of real repositories, the folders of
// CI_WORKSPACE_RENAMES_IN, else of the extension for VS Code, other names, as an editor does that has not saved them, and
// compares: each use must mean what it meant. CI_WORKSPACE_RENAMES_TRIES says how many
// of each folder are allowed until it ends, CI_WORKSPACE_RENAMES_SEED which.
func TestRenameTrees(t *testing.T) {
	folders, otherwise := os.Getenv("CI_WORKSPACE_RENAMES_IN"), 50
	if folders == "" {
		folders, otherwise = "../../editors/vscode/src", 3
	}
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	tries, seed := number("CI_WORKSPACE_RENAMES_TRIES", otherwise), number("CI_WORKSPACE_RENAMES_SEED", 1)
	for _, folder := range strings.Split(folders, ",") {
		t.Run(strings.ReplaceAll(folder, "/", "_"), func(t *testing.T) {
			renameTree(t, folder, tries, rand.New(rand.NewPCG(uint64(seed), 0)))
		})
	}
}

func renameTree(t *testing.T, folder string, tries int, random *rand.Rand) {
	ctx := context.Background()
	abs, err := filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	w, err := openWith(abs, Options{Env: SystemEnv()}, func(string, func(string)) (shelf, error) { return noShelf{}, nil })
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	s, err := w.Sync(ctx)
	if err != nil {
		t.Fatal(err)
	}
	texts := w.Texts(s).All()
	defer texts.Close()
	edits := w.NewEdits()
	defer edits.Close()
	was := graphOf(s.Snapshot, func(_ string, at uint32) uint32 { return at })

	var ids []index.ID
	for doc, d := range s.Snapshot.Docs() {
		f := d.Facts()
		if f == nil {
			continue
		}
		for i := range f.Defs {
			id := index.ID{Doc: int32(doc), Def: lang.DefID(i)}
			if x := &f.Defs[i]; x.Same < 0 && x.Flags&(lang.Binding|lang.Synthetic) == 0 && x.Start < x.End && s.Snapshot.Symbol(id) != "" {
				ids = append(ids, id)
			}
		}
	}
	random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	counts, reasons := map[string]*renameCounts{}, map[string]int{}
	done := 0
	for _, id := range ids {
		if done == tries {
			break
		}
		d := s.Snapshot.Docs()[id.Doc]
		x := &d.Facts().Defs[id.Def]
		c := counts[d.Lang.Name]
		if c == nil {
			c = &renameCounts{}
			counts[d.Lang.Name] = c
		}
		r, err := w.Renaming(ctx, s, id, texts, 0)
		if err != nil {
			t.Fatal(err)
		}
		list, objections, err := r.To(r.Name + "Zq")
		if err != nil {
			t.Fatal(err)
		}
		if len(objections) > 0 {
			c.refused++
			reasons[d.Lang.Name+": "+objections[0].Why]++
			continue
		}
		c.allowed++
		done++
		perFile := map[string][]index.TextEdit{}
		for _, e := range list {
			p := s.Snapshot.Docs()[e.Doc].Path
			perFile[p] = append(perFile[p], e)
		}
		for p, own := range perFile {
			text, _ := texts.Text(own[0].Doc)
			for _, e := range slices.Backward(own) {
				text = slices.Concat(text[:e.Start], []byte(e.Text), text[e.End:])
			}
			edits.Set(p, text)
		}
		var is map[string]int
		if _, _, err := edits.Answer(ctx, func(s *State) []string {
			is = graphOf(s.Snapshot, func(p string, at uint32) uint32 { return before(perFile[p], at) })
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if diff := differences(was, is); len(diff) > 0 {
			c.wrong++
			t.Errorf("%s:%d %s -> %sZq, %d edits, changes the graph:\n  %s", d.Path, d.Lines().Position(x.Start).Line+1, r.Name, r.Name, len(list), strings.Join(diff[:min(len(diff), 6)], "\n  "))
		}
		for p := range perFile {
			edits.Drop(p)
		}
	}
	report(t, counts, reasons)
}
