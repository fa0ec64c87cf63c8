package typescript

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// module makes the reference of a module specifier.
func (e *extractor) module(s uint32, id lang.ImportID) {
	e.b.Ref(lang.Ref{Name: e.name(s), Start: e.nodes[s].Start, End: e.nodes[s].End, Scope: e.scope, X: int32(id),
		Kind: lang.RefModule, Role: lang.ImportRole, Space: lang.Namespace})
}

// importRef makes the reference of a name in an import or re-export.
func (e *extractor) importRef(i uint32, name lang.NameID, id lang.ImportID, k lang.RefKind) {
	e.b.Ref(lang.Ref{Name: name, Start: e.nodes[i].Start, End: e.nodes[i].End, Scope: e.scope, X: int32(id),
		Kind: k, Role: lang.ImportRole, Space: lang.AnySpace})
}

// binding declares the name that an import binds.
func (e *extractor) binding(n uint32, stmt uint32) lang.DefID {
	return e.define(spec{name: e.name(n), kind: lang.KindVariable, space: lang.AnySpace, flags: lang.Binding,
		at: e.span(n), enc: e.span(stmt), scope: e.scope, parent: lang.NoDef})
}

func (e *extractor) importStatement(i uint32) {
	src := e.child(i, fSource)
	typeOnly := e.has(i, kTokType)
	first := lang.NoImport
	add := func(im lang.Import) lang.ImportID {
		im.Scope = e.scope
		im.TypeOnly = im.TypeOnly || typeOnly
		id := e.b.Import(im)
		if first < 0 {
			first = id
		}
		return id
	}
	if r := e.childOf(i, kImportRequireClause); r != ts.NoNode {
		n, s := e.named(r, 0), e.child(r, fSource)
		if e.missing(n) || e.missing(s) {
			return
		}
		id := add(lang.Import{Module: e.name(s), Kind: lang.ImportEquals, Local: e.binding(n, i)})
		e.importRef(n, e.name(n), id, lang.RefImport)
		e.module(s, id)
		return
	}
	if e.missing(src) {
		e.statements(i)
		return
	}
	mod := e.name(src)
	if c := e.childOf(i, kImportClause); c != ts.NoNode {
		end := e.nodes[c].Next
		for x := c + 1; x < end; x = e.nodes[x].Next {
			switch e.kind(x) {
			case kIdentifier:
				if e.missing(x) {
					continue
				}
				id := add(lang.Import{Module: mod, Name: e.b.Name(defaultName), Kind: lang.ImportDefault, Local: e.binding(x, i)})
				e.importRef(x, e.name(x), id, lang.RefImport)
			case kNamespaceImport:
				if n := e.named(x, 0); !e.missing(n) {
					id := add(lang.Import{Module: mod, Kind: lang.ImportModule, Local: e.binding(n, i)})
					e.importRef(n, e.name(n), id, lang.RefImport)
				}
			case kNamedImports:
				stop := e.nodes[x].Next
				for s := x + 1; s < stop; s = e.nodes[s].Next {
					if e.kind(s) != kImportSpecifier {
						continue
					}
					n := e.child(s, fName)
					if e.missing(n) {
						continue
					}
					local := n
					if a := e.child(s, fAlias); !e.missing(a) {
						local = a
					}
					im := lang.Import{Module: mod, Name: e.name(n), Kind: lang.ImportNamed, Local: e.binding(local, i), TypeOnly: e.has(s, kTokType)}
					if e.b.F.Name(im.Name) == defaultName {
						im.Kind = lang.ImportDefault
					}
					id := add(im)
					e.importRef(n, im.Name, id, lang.RefImport)
					if local != n {
						e.importRef(local, im.Name, id, lang.RefImport)
					}
				}
			}
		}
	}
	if first < 0 {
		add(lang.Import{Module: mod, Kind: lang.ImportEffect, Local: lang.NoDef})
	}
	e.module(src, first)
}

// importAlias reads import x = A.B.
func (e *extractor) importAlias(i uint32, m modifiers) {
	n, target := e.named(i, 0), e.named(i, 1)
	if e.missing(n) {
		return
	}
	id := e.binding(n, m.outer(i))
	if e.members {
		e.def(id).Parent = e.parent
		e.def(id).Flags |= e.flags(m)
	}
	e.export(id, e.name(n), m)
	if target != ts.NoNode {
		x := e.alias(target)
		e.b.Assign(id, x)
		// The new name means what the target means.
		if x >= 0 {
			ex := e.b.F.Exprs[x]
			if ex.Kind == lang.ExprName || ex.Kind == lang.ExprMember {
				r := e.b.F.Refs[ex.N]
				r.Start, r.End = e.nodes[n].Start, e.nodes[n].End
				e.b.Ref(r)
			}
		}
	}
}

// alias reads the entity name A.B in all name spaces.
func (e *extractor) alias(i uint32) lang.ExprID {
	if e.missing(i) || !e.enter() {
		return lang.NoExpr
	}
	defer e.leave()
	switch e.kind(i) {
	case kNestedIdentifier, kMemberExpression:
		x := e.alias(e.child(i, fObject))
		n := e.child(i, fProperty)
		if e.missing(n) {
			return x
		}
		return e.b.Expr1(lang.ExprMember, int32(e.member(n, x, lang.Read, lang.AnySpace)), x)
	}
	return e.nameExpr(i, lang.Read, lang.AnySpace)
}

func (e *extractor) exportStatement(i uint32) {
	if c := e.childOf(i, kExportClause); c != ts.NoNode {
		e.exportClause(i, c)
		return
	}
	src := e.child(i, fSource)
	if ns := e.childOf(i, kNamespaceExport); ns != ts.NoNode && !e.missing(src) {
		id := e.b.Import(lang.Import{Module: e.name(src), Kind: lang.ImportModule, Local: lang.NoDef, Scope: e.scope})
		if n := e.named(ns, 0); !e.missing(n) {
			e.importRef(n, e.name(n), id, lang.RefExport)
			e.addExport(lang.Export{Name: e.name(n), Kind: lang.ExportStarAs, From: id})
		}
		e.module(src, id)
		return
	}
	if !e.missing(src) { // export * from
		id := e.b.Import(lang.Import{Module: e.name(src), Kind: lang.ImportModule, Local: lang.NoDef, Scope: e.scope})
		e.addExport(lang.Export{Kind: lang.ExportStar, From: id})
		e.module(src, id)
		return
	}
	m := modifiers{exported: true, at: i}
	if d := e.childOf(i, kTokDefault); d != ts.NoNode {
		m.isDefault, m.dflt = true, d
	}
	// Decorators may stand in front of export.
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.kind(c) == kDecorator {
			e.decorator(c, lang.NoDef)
		}
	}
	if d := e.child(i, fDeclaration); d != ts.NoNode {
		e.statement(d, m)
		return
	}
	if v := e.child(i, fValue); v != ts.NoNode && m.isDefault {
		e.documents(e.nodes[i].Start, v)
		e.exportValue(v, m)
		return
	}
	if e.has(i, kTokEquals) {
		if v := e.named(i, 0); v != ts.NoNode {
			e.exportEquals(v, lang.NoExpr)
		}
		return
	}
	if e.has(i, kTokAs) { // export as namespace X
		return
	}
	e.statements(i)
}

// addExport adds an entry; the ids that are not set are none.
func (e *extractor) addExport(x lang.Export) {
	if e.members {
		return
	}
	switch x.Kind {
	case lang.ExportFrom, lang.ExportStar, lang.ExportStarAs:
		x.Def, x.Ref, x.Expr = lang.NoDef, lang.NoRef, lang.NoExpr
	}
	e.b.Export(x)
}

// exportValue reads export default v.
func (e *extractor) exportValue(v uint32, m modifiers) {
	name := e.b.Name(defaultName)
	switch e.kind(v) {
	case kIdentifier:
		if !e.missing(v) {
			r := e.ref(v, lang.Read, lang.AnySpace)
			e.addExport(lang.Export{Name: name, Kind: lang.ExportLocal, Def: lang.NoDef, Ref: r, From: lang.NoImport, Expr: lang.NoExpr})
		}
		return
	case kFunctionExpression, kGeneratorFunction:
		e.functionDeclaration(v, m)
		return
	case kClass:
		e.classDeclaration(v, m)
		return
	}
	if e.comp != nil && e.exportComponent(v, m) {
		return
	}
	// The value has no name: the word default stands for it.
	id := e.define(spec{name: name, kind: lang.KindConstant, suffix: symbol.Term, space: lang.Value,
		flags: lang.Exported | lang.Default | lang.Const, at: e.span(m.dflt), enc: e.span(m.at), scope: lang.NoScope, parent: e.parent})
	said := e.typeComment(e.nodes[m.at].Start)
	e.def(id).Type = said
	x := e.valueOf(id, v)
	e.b.Assign(id, x)
	e.addExport(lang.Export{Name: name, Kind: lang.ExportLocal, Def: id, Ref: lang.NoRef, From: lang.NoImport, Expr: lang.NoExpr})
}

// exportEquals reads the value of export = v or module.exports = v, of the type said
// where there is one. As in TypeScript, an object of nothing but names exports these:
// module.exports = {a, b} is export {a, b}.
func (e *extractor) exportEquals(v uint32, said lang.ExprID) {
	first := len(e.b.F.Refs)
	x := e.expr(v)
	if x >= 0 && e.b.F.Exprs[x].Kind == lang.ExprName {
		e.b.F.Refs[e.b.F.Exprs[x].N].Space = lang.AnySpace
	}
	e.addExport(lang.Export{Kind: lang.ExportEquals, Def: lang.NoDef, Ref: lang.NoRef, From: lang.NoImport, Expr: e.typed(x, said)})
	if said >= 0 || !e.onlyNames(v) {
		return
	}
	for r := first; r < len(e.b.F.Refs); r++ {
		e.addExport(lang.Export{Name: e.b.F.Refs[r].Name, Kind: lang.ExportLocal, Def: lang.NoDef, Ref: lang.RefID(r), From: lang.NoImport, Expr: lang.NoExpr})
	}
}

// onlyNames says whether node i is an object {a, b}.
func (e *extractor) onlyNames(i uint32) bool {
	if e.kind(i) != kObject {
		return false
	}
	end := e.nodes[i].Next
	for c := i + 1; c < end; c = e.nodes[c].Next {
		if e.nodes[c].Flags&ts.Named != 0 && e.kind(c) != kComment && (e.kind(c) != kShorthandPropertyIdentifier || e.missing(c)) {
			return false
		}
	}
	return true
}

// exportClause reads export {a as b} with or without a source.
func (e *extractor) exportClause(i, clause uint32) {
	src := e.child(i, fSource)
	first := lang.NoImport
	end := e.nodes[clause].Next
	for c := clause + 1; c < end; c = e.nodes[c].Next {
		if e.kind(c) != kExportSpecifier {
			continue
		}
		n, a := e.child(c, fName), e.child(c, fAlias)
		if e.missing(n) {
			continue
		}
		out := e.name(n)
		if !e.missing(a) {
			out = e.name(a)
		}
		if !e.missing(src) {
			im := lang.Import{Module: e.name(src), Name: e.name(n), Kind: lang.ImportNamed, Local: lang.NoDef, Scope: e.scope,
				TypeOnly: e.has(c, kTokType) || e.has(i, kTokType)}
			if e.b.F.Name(im.Name) == defaultName {
				im.Kind = lang.ImportDefault
			}
			id := e.b.Import(im)
			if first < 0 {
				first = id
			}
			e.importRef(n, im.Name, id, lang.RefExport)
			if !e.missing(a) {
				e.importRef(a, im.Name, id, lang.RefExport)
			}
			e.addExport(lang.Export{Name: out, Kind: lang.ExportFrom, From: id})
			continue
		}
		r := e.ref(n, lang.Read, lang.AnySpace)
		if !e.missing(a) {
			e.refAs(a, e.name(n), lang.Read, lang.AnySpace)
		}
		e.addExport(lang.Export{Name: out, Kind: lang.ExportLocal, Def: lang.NoDef, Ref: r, From: lang.NoImport, Expr: lang.NoExpr})
	}
	if e.missing(src) {
		if e.named(clause, 0) == ts.NoNode { // export {} exports nothing but makes the file a module
			e.addExport(lang.Export{Kind: lang.ExportLocal, Def: lang.NoDef, Ref: lang.NoRef, From: lang.NoImport, Expr: lang.NoExpr})
		}
		return
	}
	if first < 0 {
		first = e.b.Import(lang.Import{Module: e.name(src), Kind: lang.ImportEffect, Local: lang.NoDef, Scope: e.scope})
	}
	e.module(src, first)
}

// required reads a declarator that takes a module of the repository by a
// relative path: const x = require("./m"), const {a, b: c} = require("./m"),
// const y = require("./m").y. Its names are bindings, like those of an import.
// It fails, having read nothing, for all else: what packages export in
// CommonJS is rarely known, so their names stay variables.
func (e *extractor) required(c, stmt uint32, word kind) bool {
	pattern, call := e.child(c, fName), e.child(c, fValue)
	if e.missing(pattern) || call == ts.NoNode {
		return false
	}
	member := ts.NoNode
	if e.kind(call) == kMemberExpression {
		if member = e.child(call, fProperty); e.missing(member) {
			return false
		}
		call = e.child(call, fObject)
	}
	if call == ts.NoNode || e.kind(call) != kCallExpression {
		return false
	}
	f, args := e.child(call, fFunction), e.child(call, fArguments)
	if f == ts.NoNode || args == ts.NoNode || e.kind(f) != kIdentifier || string(e.text(f)) != "require" {
		return false
	}
	spec := e.named(args, 0)
	if e.missing(spec) || e.kind(spec) != kString || !strings.HasPrefix(string(unquote(e.text(spec))), ".") {
		return false
	}
	type name struct{ key, local uint32 }
	var names []name
	switch e.kind(pattern) {
	case kIdentifier:
		names = []name{{member, pattern}}
	case kObjectPattern:
		end := e.nodes[pattern].Next
		for p := pattern + 1; p < end; p = e.nodes[p].Next {
			switch e.kind(p) {
			case kShorthandPropertyIdentifierPattern:
				names = append(names, name{p, p})
			case kPairPattern:
				k, l := e.child(p, fKey), e.child(p, fValue)
				if e.missing(k) || e.missing(l) || e.kind(k) != kPropertyIdentifier || e.kind(l) != kIdentifier {
					return false
				}
				names = append(names, name{k, l})
			case kRestPattern, kObjectAssignmentPattern, kError:
				return false
			}
		}
		if member != ts.NoNode || len(names) == 0 {
			return false
		}
	default:
		return false
	}
	saved := e.scope
	if word == kTokVar {
		e.scope = e.vars
	}
	first := lang.NoImport
	for _, n := range names {
		im := lang.Import{Module: e.name(spec), Kind: lang.ImportEquals, Local: e.binding(n.local, stmt), Scope: e.scope}
		if n.key != ts.NoNode {
			im.Kind, im.Name = lang.ImportNamed, e.name(n.key)
		}
		id := e.b.Import(im)
		if first < 0 {
			first = id
		}
		e.importRef(n.local, e.name(n.local), id, lang.RefImport)
		if n.key != ts.NoNode && n.key != n.local {
			e.importRef(n.key, im.Name, id, lang.RefImport)
		}
		if n.key != ts.NoNode {
			e.key(n.key, e.b.Expr(lang.ExprRequire, int32(id)))
		}
	}
	e.scope = saved
	e.ref(f, lang.Read|lang.Call, lang.Value)
	e.module(spec, first)
	return true
}

// commonExport reads exports.a = v, module.exports.a = v and module.exports =
// v of a CommonJS module.
func (e *extractor) commonExport(i, l, r uint32) (lang.ExprID, bool) {
	if e.kind(l) != kMemberExpression || r == ts.NoNode {
		return lang.NoExpr, false
	}
	o, n := e.child(l, fObject), e.child(l, fProperty)
	if e.missing(o) || e.missing(n) || e.isNothing(r) {
		return lang.NoExpr, false
	}
	if e.isModuleExports(l) {
		e.expr(l)
		e.exportEquals(r, e.typeComment(e.nodes[i].Start))
		return e.unknown(), true
	}
	if !e.isModuleExports(o) && !(e.kind(o) == kIdentifier && string(e.text(o)) == "exports") {
		return lang.NoExpr, false
	}
	e.expr(o)
	if e.kind(r) == kIdentifier {
		ref := e.ref(r, lang.Read, lang.AnySpace)
		e.addExport(lang.Export{Name: e.name(n), Kind: lang.ExportLocal, Def: lang.NoDef, Ref: ref, From: lang.NoImport, Expr: lang.NoExpr})
		e.refAs(n, e.name(r), lang.Read, lang.AnySpace)
		return e.b.Expr(lang.ExprName, int32(ref)), true
	}
	s := spec{name: e.name(n), kind: lang.KindVariable, suffix: symbol.Term, space: lang.Value, flags: lang.Exported,
		at: e.span(n), enc: e.span(i), scope: lang.NoScope, parent: lang.NoDef}
	id := e.define(s)
	sig := e.nodes[r].End
	if b := e.functionBody(r); b != ts.NoNode {
		sig = e.nodes[b].Start
	}
	e.document(id, s.enc.start, sig)
	said := e.typeComment(s.enc.start)
	e.def(id).Type = said
	x := e.valueOf(id, r)
	e.b.Assign(id, x)
	e.addExport(lang.Export{Name: s.name, Kind: lang.ExportLocal, Def: id, Ref: lang.NoRef, From: lang.NoImport, Expr: lang.NoExpr})
	return x, true
}

// isNothing says whether what is assigned at r, be it through further assignments, is
// void 0. Compilers put exports.a = exports.b = void 0 before all else; as in TypeScript
// that declares nothing.
func (e *extractor) isNothing(r uint32) bool {
	if end := e.nodes[r].End; e.last.end != end { // the assignments of a chain end alike
		for r != ts.NoNode && e.kind(r) == kAssignmentExpression {
			r = e.child(r, fRight)
		}
		e.last.end, e.last.nothing = end, r != ts.NoNode && e.kind(r) == kUnaryExpression && string(e.text(r)) == "void 0"
	}
	return e.last.nothing
}

func (e *extractor) isModuleExports(i uint32) bool {
	return e.kind(i) == kMemberExpression && string(e.text(i)) == "module.exports"
}
