package resolve_test

import (
	"context"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/css"
	"codeintel/index/lang/langtest"
	"codeintel/index/lang/typescript"
	"codeintel/index/resolve"
)

// What a Check has found is the same where the starts of facts are at hand, and no facts
// are asked for then.
func TestStarts(t *testing.T) {
	files := sharedTree()
	files["twice.ts"] = "export namespace N { export const a = 1 }\nexport namespace N { export const b = a }\nimport { K as Renamed } from './mod'\nnew Renamed()\n"
	in := input(t, typescript.Languages()[0], files, 2)
	links := make([][]lang.PosLink, len(in.Files))
	for i := range in.Files {
		other := &in.Files[(i+1)%len(in.Files)]
		defs, refs := other.Facts().Defs, in.Files[i].Facts().Refs
		for n, r := range refs {
			l := lang.PosLink{Start: r.Start, Path: other.Path, At: defs[n%len(defs)].Start, Possible: n%3 == 0}
			if n%5 == 1 {
				l.At++ // where nothing begins
			}
			links[i] = append(links[i], l)
			if n%4 == 0 {
				l.Start++
				links[i] = append(links[i], l)
			}
		}
		slices.Reverse(links[i])
	}
	checked := func(in resolve.Input) *resolve.Result {
		r := resolve.New(in)
		for i := range in.Files {
			defs := in.Files[i].Facts().Defs
			r.AddChecked(in.Files[i].Path, links[i], []lang.PosRelation{{Start: defs[0].Start, Kind: lang.Implements, Path: in.Files[i].Path, At: defs[len(defs)-1].Start}})
		}
		res, err := r.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	want := checked(in)
	n := 0
	for i := range in.Files {
		n += len(want.Links[i])
	}
	if n < 15 {
		t.Errorf("only %d links", n)
	}
	known := in
	known.Files = slices.Clone(in.Files)
	for i := range known.Files {
		known.Files[i].Starts = resolve.NewStarts(in.Files[i].Facts())
	}
	if got := checked(known); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	var asked []atomic.Int32
	known.Files, asked = counted(known.Files)
	r := resolve.New(known)
	for i := range known.Files {
		r.AddChecked(known.Files[i].Path, links[i], nil)
	}
	for i := range asked {
		if k := asked[i].Load(); k > 0 {
			t.Errorf("the facts of %s are asked for %d times", known.Files[i].Path, k)
		}
	}
}

// A file that is said to have no Open definitions is passed over where they are looked
// for, and no other.
func TestClosed(t *testing.T) {
	in := input(t, css.Languages()[0], langtest.Repo{"a.css": ":root { --main: red }\n", "b.css": "p { color: var(--main) }\n"}, 1)
	links := func(closed ...bool) int {
		in := in
		in.Files = slices.Clone(in.Files)
		for i := range in.Files {
			in.Files[i].Closed = closed[i]
		}
		res, err := resolve.Run(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		return len(res.Links[1])
	}
	if open, known, wrong := links(false, false), links(false, true), links(true, true); open == 0 || known != open || wrong != 0 {
		t.Errorf("%d links, %d where the file without definitions is known to have none, %d where the other one is said to", open, known, wrong)
	}
}
