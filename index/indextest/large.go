package indextest

import (
	"fmt"
	"strings"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// Large is a snapshot with files of 60 functions, each with 6 locals and 40 references, of
// which half mean locals.
func Large(files int) *index.Snapshot {
	const funcs, locals, refs = 60, 6, 40
	r := &Repo{}
	var src strings.Builder
	for range funcs * (1 + locals + refs) {
		src.WriteString("identifier = 1\n")
	}
	var all []index.ID
	for n := range files {
		f := r.File(fmt.Sprintf("src/module/package/file%05d.toy", n), src.String())
		at := uint32(0)
		next := func() (uint32, uint32) { at += 15; return at - 15, at - 5 }
		name := f.B.Name("identifier")
		for i := range funcs {
			start, end := next()
			fn, d := f.B.Def(f.B.Name(fmt.Sprintf("function%d", i)), lang.KindFunction, symbol.Method, start, end)
			d.EncEnd = at + 15*(locals+refs)
			d.Sig, d.Doc = "function(a, b string) error", "It does what its name says, as often as it is called."
			all = append(all, f.ID(fn))
			scope := f.B.Scope(lang.ScopeFunction, 0, fn, start, at+15*(locals+refs))
			var own []index.ID
			for range locals {
				start, end := next()
				id, d := f.B.Def(name, lang.KindVariable, symbol.None, start, end)
				d.Flags, d.Scope = lang.Local, scope
				own = append(own, f.ID(id))
			}
			for j := range refs {
				start, end := next()
				to := own[j%locals]
				if j%2 == 0 {
					to = all[(len(all)*7+j*31)%len(all)]
				}
				ref := f.B.Ref(lang.Ref{Name: name, Start: start, End: end, Scope: scope, Kind: lang.RefOpaque, Role: lang.Read})
				f.Link(ref, to, resolve.Resolved)
			}
		}
	}
	return r.Snapshot()
}
