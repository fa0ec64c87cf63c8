package typescript

import (
	"slices"
	"sort"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Chunks are the definitions of the family that are chunks, in files of other
// languages that hold scripts too.
var Chunks = lang.Chunking{
	Types: map[lang.Kind]string{
		lang.KindFunction: "function", lang.KindMethod: "method", lang.KindStaticMethod: "method", lang.KindAbstractMethod: "method",
		lang.KindConstructor: "method", lang.KindGetter: "method", lang.KindSetter: "method", lang.KindClass: "class",
		lang.KindInterface: "interface", lang.KindTypeAlias: "type", lang.KindEnum: "enum", lang.KindNamespace: "namespace", lang.KindModule: "namespace",
	},
}

// partNames is what node kinds are for chunks.
var partNames = map[string]struct {
	part lang.Part
	in   dialects
}{
	"program": {lang.PartBody, inAll}, "statement_block": {lang.PartBody, inAll}, "class_body": {lang.PartBody, inAll},
	"switch_body": {lang.PartBody, inAll}, "switch_case": {lang.PartBody, inAll}, "switch_default": {lang.PartBody, inAll},
	"object": {lang.PartBody, inAll}, "array": {lang.PartBody, inAll}, "jsx_element": {lang.PartBody, inJSX},
	"interface_body": {lang.PartBody, inTyped}, "object_type": {lang.PartBody, inTyped}, "enum_body": {lang.PartBody, inTyped},
	"comment": {lang.PartComment, inAll}, "html_comment": {lang.PartComment, inAll},
	"import_statement": {lang.PartHead, inAll}, "hash_bang_line": {lang.PartHead, inAll},
}

// enrich adds what chunks need of the tree at hand.
func (e *extractor) enrich() {
	r := e.b.F.Rich
	if r == nil || len(e.nodes) == 0 {
		return
	}
	r.Tree(&e.t, e.d.parts)
	for i := e.t.First(0); i != ts.NoNode; i = e.t.Sibling(i) {
		switch e.kind(i) {
		case kExportStatement:
			if e.child(i, fSource) == ts.NoNode {
				continue
			}
		case kLexicalDeclaration, kVariableDeclaration:
			if !e.requires(i) {
				continue
			}
		default:
			continue
		}
		r.Heads = append(r.Heads, lang.Span{Start: e.nodes[i].Start, End: e.nodes[i].End})
	}
}

// requires says whether declaration i does nothing but take modules: const a =
// require('a').
func (e *extractor) requires(i uint32) bool {
	found := false
	for c := e.t.First(i); c != ts.NoNode; c = e.t.Sibling(c) {
		if e.kind(c) != kVariableDeclarator {
			continue
		}
		v := e.child(c, fValue)
		for v != ts.NoNode && (e.kind(v) == kMemberExpression || e.kind(v) == kCallExpression) {
			next := e.child(v, fObject)
			if e.kind(v) == kCallExpression {
				next = e.child(v, fFunction)
			}
			v = next
		}
		if v == ts.NoNode || string(e.text(v)) != "require" {
			return false
		}
		found = true
	}
	return found
}

// bound adds the chunks of functions, classes and objects with methods that have
// their names from what they are assigned to, once all definitions are known.
func bound(f *lang.Facts) {
	r := f.Rich
	if r == nil {
		return
	}
	var callables []uint32 // where they begin
	for d := range f.Defs {
		def := &f.Defs[d]
		switch {
		case def.Callable():
			callables = append(callables, def.EncStart)
			if name := f.Name(def.Name); def.Kind == lang.KindConstructor && def.EncEnd > def.End && name != "" {
				r.Add(lang.Region{Kind: "method", Name: "constructor", Start: def.EncStart, End: def.EncEnd, Def: lang.DefID(d)})
			}
		}
	}
	slices.Sort(callables)
	seen := map[lang.DefID]bool{}
	for _, a := range f.Assigns {
		d := &f.Defs[a.Def]
		if seen[a.Def] || d.Flags&(lang.Binding|lang.Param) != 0 || f.Name(d.Name) == "" {
			continue
		}
		k, in := assigned(f, a.Value, d.Flags&lang.Const != 0 && d.Flags&(lang.Local|lang.Member) == 0)
		if in < 0 || f.Defs[in].EncStart < d.EncStart || f.Defs[in].EncEnd > d.EncEnd {
			continue
		}
		if k == "object" {
			i := sort.Search(len(callables), func(i int) bool { return callables[i] >= f.Defs[in].EncStart })
			if d.Flags&lang.Local != 0 || i == len(callables) || callables[i] >= f.Defs[in].EncEnd {
				continue
			}
		}
		seen[a.Def] = true
		r.Add(lang.Region{Kind: k, Name: f.Name(d.Name), Start: d.EncStart, End: d.EncEnd, Def: a.Def})
	}
}

// assigned says what a value is, with the definition that stands for it; NoDef
// where it is nothing to be named. A constant is named for the function that what
// it is set to is called with (memo, forwardRef).
func assigned(f *lang.Facts, v lang.ExprID, constant bool) (string, lang.DefID) {
	for range 16 {
		if v < 0 {
			break
		}
		x := &f.Exprs[v]
		switch x.Kind {
		case lang.ExprCast, lang.ExprExpect, lang.ExprConst, lang.ExprNonNull:
			v = x.A
			continue
		case lang.ExprCall:
			if v = x.B; !constant || v < 0 || f.Exprs[v].Kind != lang.ExprFunc {
				return "", lang.NoDef
			}
			continue
		case lang.ExprFunc:
			d := lang.DefID(x.N)
			if f.Defs[d].Kind == lang.KindLambda {
				return "arrow_function", d
			}
			return "function", d
		case lang.ExprClass:
			if d := lang.DefID(x.N); f.Defs[d].Flags&lang.Synthetic != 0 {
				return "class", d
			}
		case lang.ExprObject:
			return "object", lang.DefID(x.N)
		}
		break
	}
	return "", lang.NoDef
}
