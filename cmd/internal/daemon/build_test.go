package daemon

import (
	"fmt"
	"slices"
	"testing"
)

// inOrder are builds, each newer than those before it.
var inOrder = []Build{
	{Version: "v0.9.9", Time: 90},
	{Version: "v1.0.0-alpha", Time: 80},
	{Version: "v1.0.0-rc1", Time: 70},
	{Version: "v1.0.0", Time: 60},
	{Version: "v1.0.0-2-gabc0123", Time: 50},
	{Version: "v1.0.0-10-gabc0124", Time: 40},
	{Version: "v1.0.1", Time: 30},
	{Version: "v1.0.1", Time: 31},
	{Version: "v1.0.1-dirty", Time: 32},
	{Version: "1.9.0", Time: 20},
	{Version: "v1.10.0", Time: 10, ID: "a"},
	{Version: "v1.10.0", Time: 10, ID: "b"},
	{Version: "v10.0.0"},
	{},
	{Version: "unknown", Time: 1},
	{Version: "0123abc", Time: 2},
	{Version: "abc", Time: 2},
	{Version: "abc-dirty", Time: 3},
	{Version: "unknown", Time: 4, ID: "a"},
	{Version: "unknown", Time: 4, ID: "b"},
}

// TestOrderOfBuilds: the order is total, so that of any two builds that meet one
// is replaced by the other and never the other way round.
func TestOrderOfBuilds(t *testing.T) {
	t.Parallel()
	for i, a := range inOrder {
		for j, b := range inOrder {
			got := a.Compare(b)
			if want := i - j; got < 0 != (want < 0) || got > 0 != (want > 0) {
				t.Errorf("%v, %v: %d", a, b, got)
			}
		}
	}
}

// FuzzOrderOfBuilds compares builds of any three versions.
func FuzzOrderOfBuilds(f *testing.F) {
	for i := range len(inOrder) - 2 {
		f.Add(inOrder[i].Version, inOrder[i+1].Version, inOrder[i+2].Version, inOrder[i].Time, inOrder[i+1].Time, inOrder[i+2].Time)
	}
	f.Fuzz(func(t *testing.T, a, b, c string, x, y, z int64) {
		list := []Build{{Version: a, Time: x}, {Version: b, Time: y}, {Version: c, Time: z}}
		slices.SortFunc(list, Build.Compare)
		for i, p := range list {
			for j, q := range list {
				if got := p.Compare(q); got != -q.Compare(p) || i < j && got > 0 || (got == 0) != (p == q) {
					t.Errorf("%v, %v: %d", p, q, got)
				}
			}
		}
	})
}

func TestThisBuild(t *testing.T) {
	t.Parallel()
	a, b := ThisBuild("v1"), ThisBuild("v1")
	if a != b || a.Time == 0 || len(a.ID) != 16 {
		t.Errorf("%v, %v", a, b)
	}
	if fmt.Sprint(ThisBuild("v2")) == fmt.Sprint(a) {
		t.Error("the version does not count")
	}
}
