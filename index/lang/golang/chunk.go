package golang

import (
	"bytes"
	"go/ast"
	"go/token"
	"slices"
	"sort"
	"strings"

	"codeintel/index/lang"
)

// chunking says which definitions are chunks. Constants and variables are those of
// their declarations: regions.
var chunking = lang.Chunking{
	Types: map[lang.Kind]string{
		lang.KindFunction: "function", lang.KindMethod: "method", lang.KindAbstractMethod: "method",
		lang.KindStruct: "type", lang.KindInterface: "type", lang.KindType: "type", lang.KindTypeAlias: "type", lang.KindClass: "type",
	},
}

// enricher adds what chunks need of a syntax tree.
type enricher struct {
	*extractor
	rich  *lang.Rich
	depth int // of bodies around
}

// enrich adds what chunks need, once all definitions are known.
func (x *extractor) enrich() {
	e := enricher{extractor: x, rich: x.b.F.Rich}
	if e.rich == nil {
		return
	}
	for _, g := range x.file.Comments {
		for _, c := range g.List {
			e.rich.Comments = append(e.rich.Comments, lang.Span{Start: x.at(c.Pos()), End: x.at(c.End())})
		}
	}
	if x.file.Name != nil && x.file.Package.IsValid() {
		e.head(x.at(x.file.Package), x.at(x.file.Name.End()))
	}
	defs := map[uint32]lang.DefID{}
	for d := range x.b.F.Defs {
		if def := &x.b.F.Defs[d]; def.Flags&(lang.Local|lang.Binding|lang.Param) == 0 {
			defs[def.Start] = lang.DefID(d)
		}
	}
	for _, d := range x.file.Decls {
		e.cut(d)
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		switch g.Tok {
		case token.IMPORT:
			e.head(x.at(g.Pos()), x.at(g.End()))
		case token.TYPE:
			if g.Lparen.IsValid() && x.at(g.Lparen) > x.at(g.Pos()) {
				// What opens the group stands above its first type, as a comment does.
				e.rich.Comments = append(e.rich.Comments, lang.Span{Start: x.at(g.Pos()), End: min(x.at(g.Lparen)+1, uint32(x.size))})
			}
		case token.CONST, token.VAR:
			e.values(g, defs)
		}
	}
	slices.SortFunc(e.rich.Comments, func(a, b lang.Span) int { return int(a.Start) - int(b.Start) })
	if x.deep || x.tooDeep || tooDeep(x.file, x.size) {
		return
	}
	for _, d := range x.file.Decls {
		e.walk(d, 1)
	}
	if e.rich.Divided() {
		e.parts()
	}
}

// parts adds what an editor selects and folds.
func (e *enricher) parts() {
	ast.Inspect(e.file, func(n ast.Node) bool {
		if n == nil || n == e.file {
			return true
		}
		e.rich.Node(e.at(n.Pos()), e.at(n.End()))
		between := func(open, end token.Pos) {
			if open.IsValid() && end.IsValid() {
				e.rich.Fold(e.at(open)+1, e.at(end))
			}
		}
		switch n := n.(type) {
		case *ast.BlockStmt:
			between(n.Lbrace, n.Rbrace)
		case *ast.CompositeLit:
			between(n.Lbrace, n.Rbrace)
		case *ast.FieldList:
			between(n.Opening, n.Closing)
		case *ast.GenDecl:
			between(n.Lparen, n.Rparen)
		case *ast.CallExpr:
			between(n.Lparen, n.Rparen)
		case *ast.ParenExpr:
			between(n.Lparen, n.Rparen)
		case *ast.CaseClause:
			e.rich.Fold(e.at(n.Colon)+1, e.at(n.End()))
		case *ast.CommClause:
			e.rich.Fold(e.at(n.Colon)+1, e.at(n.End()))
		}
		return true
	})
}

func (e *enricher) head(start, end uint32) {
	if start < end {
		e.rich.Heads = append(e.rich.Heads, lang.Span{Start: start, End: end})
	}
}

// values adds the chunk of a declaration of constants or variables.
func (e *enricher) values(g *ast.GenDecl, defs map[uint32]lang.DefID) {
	r := lang.Region{Kind: g.Tok.String(), Start: e.at(g.Pos()), End: e.at(g.End()), Def: lang.NoDef}
	var names []string
	for _, s := range g.Specs {
		s, ok := s.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for _, n := range s.Names {
			if !e.valid(n) {
				continue
			}
			names = append(names, n.Name)
			if d, ok := defs[e.at(n.Pos())]; ok && r.Def < 0 && n.Name != "_" {
				r.Def = d
			}
		}
	}
	r.Name = strings.Join(names, ", ")
	if len(names) > 1 {
		r.Signature = shorten(g.Tok.String()+" "+r.Name, maxSig)
	}
	r.Name = shorten(r.Name, maxGroupName)
	e.rich.Add(r)
}

// maxGroupName is how many bytes of the names of a group its chunk is called.
const maxGroupName = 50

// shorten cuts a list of names behind one of them, so that it has no more than n
// bytes, and marks it.
func shorten(list string, n int) string {
	if len(list) <= n {
		return list
	}
	if i := strings.LastIndex(list[:n], ", "); i > 0 {
		return list[:i] + ", …"
	}
	return strings.ToValidUTF8(list[:n], "") + "…"
}

// cut adds the beginning of a node, with the comments above it.
func (e *enricher) cut(n ast.Node) {
	at := e.at(n.Pos())
	comments := e.rich.Comments
	for {
		i := sort.Search(len(comments), func(i int) bool { return comments[i].End > at }) - 1
		if i < 0 {
			break
		}
		c := comments[i]
		line := e.src[bytes.LastIndexByte(e.src[:c.Start], '\n')+1 : c.Start]
		between := e.src[c.End:at]
		if len(bytes.TrimSpace(between)) > 0 || bytes.Count(between, []byte("\n")) > 1 || len(bytes.TrimSpace(line)) > 0 {
			break
		}
		at = c.Start
	}
	e.rich.Cuts = append(e.rich.Cuts, lang.Cut{At: at, Depth: uint8(min(e.depth, 255))})
}

// walk adds the cuts below a node; depth is how many bodies are around it.
func (e *enricher) walk(n ast.Node, depth int) {
	ast.Inspect(n, func(c ast.Node) bool {
		var parts []ast.Node
		switch c := c.(type) {
		case *ast.BlockStmt:
			parts = nodes(c.List)
		case *ast.CaseClause:
			parts = nodes(c.Body)
		case *ast.CommClause:
			parts = nodes(c.Body)
		case *ast.CompositeLit:
			parts = nodes(c.Elts)
		case *ast.StructType:
			if c.Fields != nil {
				parts = nodes(c.Fields.List)
			}
		case *ast.InterfaceType:
			if c.Methods != nil {
				parts = nodes(c.Methods.List)
			}
		case *ast.GenDecl:
			if c.Lparen.IsValid() {
				parts = nodes(c.Specs)
			}
		}
		for _, p := range parts {
			e.depth = depth
			e.cut(p)
			e.walk(p, depth+1)
		}
		return len(parts) == 0
	})
}

func nodes[T ast.Node](list []T) []ast.Node {
	out := make([]ast.Node, 0, len(list))
	for _, n := range list {
		out = append(out, n)
	}
	return out
}
