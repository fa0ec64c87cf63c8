package golang

import (
	"go/ast"
	"go/token"
	"slices"
)

// A package that is checked for what others see of it, or beside files whose bodies
// are checked, needs few of its functions, constants and variables: those that others
// can name, and what these mention. The others are left out, which is two thirds of
// the declarations of packages like syscall and runtime. Types and methods stay: what
// they implement follows from nobody's naming them.

// outline is a file without bodies, with what it takes to leave parts of it out. It
// does not change.
type outline struct {
	file *ast.File
	// always are the names that the types and methods mention, each once.
	always []string
	pieces []piece
}

// piece is what is kept or left out as a whole: a function, a variable or several that
// have one value, a constant with those that repeat its value.
type piece struct {
	decl, from, to int // of the file's declarations, and of its specs those from up to to
	names          []*ast.Ident
	says           ast.Node // a function; nil for specs
}

func newOutline(file *ast.File) *outline {
	o := &outline{file: file}
	seen := map[string]bool{}
	always := func(n ast.Node) {
		namesIn(n, func(name string) {
			if !seen[name] {
				seen[name] = true
				o.always = append(o.always, name)
			}
		})
	}
	for i, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				o.pieces = append(o.pieces, piece{decl: i, names: []*ast.Ident{d.Name}, says: d})
				continue
			}
			always(d)
		case *ast.GenDecl:
			if d.Tok != token.CONST && d.Tok != token.VAR {
				always(d)
				continue
			}
			for k, s := range d.Specs {
				v, ok := s.(*ast.ValueSpec)
				if !ok {
					continue
				}
				if n := len(o.pieces) - 1; d.Tok == token.CONST && v.Type == nil && len(v.Values) == 0 && k > 0 && n >= 0 && o.pieces[n].decl == i {
					p := &o.pieces[n]
					p.to, p.names = k+1, append(p.names, v.Names...)
					continue
				}
				o.pieces = append(o.pieces, piece{decl: i, from: k, to: k + 1, names: slices.Clip(v.Names)})
			}
		}
	}
	return o
}

// anonymous takes the names of parameters and results out of a file without bodies, which
// nobody can mean: a scope with them would be made, and kept, for each function.
func anonymous(file *ast.File) {
	blank := func(list *ast.FieldList) {
		if list == nil {
			return
		}
		for _, f := range list.List {
			for i, id := range f.Names {
				if id.Name != "_" {
					f.Names[i] = &ast.Ident{NamePos: id.NamePos, Name: "_"}
				}
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			blank(n.Recv)
		case *ast.FuncType:
			blank(n.Params)
			blank(n.Results)
		}
		return true
	})
}

// namesIn calls found for the names in a tree that may be of its package: not those
// of fields and parameters where they are declared, nor what follows a dot.
func namesIn(n ast.Node, found func(name string)) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found(n.Name)
		case *ast.SelectorExpr:
			namesIn(n.X, found)
			return false
		case *ast.Field:
			if n.Type != nil {
				namesIn(n.Type, found)
			}
			return false
		}
		return true
	})
}

// trim are the files of outlines with the pieces that roots name, and what these
// mention; exported: and those that importers can name.
func trim(outlines []*outline, roots func(found func(name string)), exported bool) []*ast.File {
	type place struct{ file, piece int }
	byName := map[string][]place{}
	keep := make([][]bool, len(outlines))
	var todo []place
	need := func(p place) {
		if !keep[p.file][p.piece] {
			keep[p.file][p.piece] = true
			todo = append(todo, p)
		}
	}
	for i, o := range outlines {
		keep[i] = make([]bool, len(o.pieces))
		for k := range o.pieces {
			for _, id := range o.pieces[k].names {
				if byName[id.Name] = append(byName[id.Name], place{i, k}); exported && id.IsExported() {
					need(place{i, k})
				}
			}
		}
	}
	named := func(name string) {
		for _, p := range byName[name] {
			need(p)
		}
	}
	if roots != nil {
		roots(named)
	}
	for _, o := range outlines {
		for _, name := range o.always {
			named(name)
		}
	}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		o := outlines[p.file]
		q := &o.pieces[p.piece]
		if q.says != nil {
			namesIn(q.says, named)
			continue
		}
		for _, s := range o.file.Decls[q.decl].(*ast.GenDecl).Specs[q.from:q.to] {
			namesIn(s, named)
		}
	}
	files := make([]*ast.File, len(outlines))
	for i, o := range outlines {
		files[i] = o.without(keep[i])
	}
	return files
}

// without is the file without the pieces that are not kept.
func (o *outline) without(keep []bool) *ast.File {
	if !slices.Contains(keep, false) {
		return o.file
	}
	f := *o.file
	f.Decls = make([]ast.Decl, 0, len(o.file.Decls))
	n := 0
	for i, d := range o.file.Decls {
		first := n
		for n < len(o.pieces) && o.pieces[n].decl == i {
			n++
		}
		switch {
		case first == n || !slices.Contains(keep[first:n], false):
			f.Decls = append(f.Decls, d)
		case slices.Contains(keep[first:n], true):
			f.Decls = append(f.Decls, some(d.(*ast.GenDecl), o.pieces[first:n], keep[first:n]))
		}
	}
	return &f
}

// some is a declaration with some of its pieces, which are all that it has.
func some(d *ast.GenDecl, pieces []piece, keep []bool) *ast.GenDecl {
	out := *d
	out.Specs = nil
	counted := false // the values of some depend on where they stand
	for i := range pieces {
		if keep[i] && d.Tok == token.CONST {
			namesIn(d.Specs[pieces[i].from], func(name string) { counted = counted || name == "iota" })
		}
	}
	left := &ast.ValueSpec{Names: []*ast.Ident{{Name: "_"}}, Values: []ast.Expr{&ast.BasicLit{Kind: token.INT, Value: "0"}}}
	for i := range pieces {
		p := &pieces[i]
		if !keep[i] {
			continue
		}
		for counted && len(out.Specs) < p.from {
			out.Specs = append(out.Specs, left)
		}
		out.Specs = append(out.Specs, d.Specs[p.from:p.to]...)
	}
	return &out
}
