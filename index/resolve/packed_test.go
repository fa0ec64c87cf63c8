package resolve_test

import (
	"reflect"
	"testing"

	"codeintel/index/resolve"
)

// Packed links are those that a Run without Pack finds.
func TestPack(t *testing.T) {
	files := sharedTree()
	files["ext.ts"] = "import { a, b } from 'elsewhere'\nimport * as fs from 'fs'\na(b, fs.readFileSync(a)); new Shared2()\n"
	files["keys.ts"] = "interface P { x: number; y: P }\nexport const p: P = { x: 1, y: { x: 2, y: null } }\np.y.y.x\n"
	want, in := resolved(t, files, func(*resolve.Input) {})
	got, _ := resolved(t, files, func(in *resolve.Input) { in.Pack = true })
	if !got.Packed() || got.Links != nil || want.Packed() {
		t.Fatal("Pack does not decide what is packed")
	}
	external, possible := 0, 0
	for i := range int32(len(in)) {
		if links := got.LinksOf(i); len(links)+len(want.Links[i]) > 0 && !reflect.DeepEqual(links, want.Links[i]) {
			t.Errorf("%s: %v, not %v", in[i].Path, links, want.Links[i])
		}
		if got.CountLinks(i) != len(want.Links[i]) {
			t.Errorf("%s has %d links, not %d", in[i].Path, got.CountLinks(i), len(want.Links[i]))
		}
		for _, l := range want.Links[i] {
			if l.Doc == resolve.External {
				external++
			}
			if l.Certainty == resolve.Possible {
				possible++
			}
		}
	}
	if external == 0 || possible == 0 {
		t.Errorf("%d external and %d possible links: the test says nothing of them", external, possible)
	}
	if !reflect.DeepEqual(got.Relations, want.Relations) || !reflect.DeepEqual(got.Yielded, want.Yielded) || !reflect.DeepEqual(got.Deps, want.Deps) || !reflect.DeepEqual(got.Externals, want.Externals) {
		t.Error("what is not packed differs")
	}
}
