package golang

import (
	"bytes"
	"encoding/binary"
	"go/ast"
	"go/token"
	"hash/fnv"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"codeintel/index/lang"
)

// decl is a declaration at package level.
type decl struct {
	// name is what it adds to its package: "f", "T"; "T.m" for a method.
	name string
	at   uint32 // the identifier
	typ  bool   // a type or a method: what it says is seen through values too
	// spans are the parts of the text that say what it is: all of it but the
	// bodies of functions.
	spans []bounds
	// says is what stands there.
	says []ast.Node
	// place tells constants apart that share a text, and variables.
	place [2]int
}

type bounds struct{ from, to uint32 }

// declarations are those of a file that others can name.
func declarations(p *parsed) []decl {
	var out []decl
	add := func(d decl) {
		if d.name != "" && d.name != "_" && !strings.HasSuffix(d.name, "._") {
			out = append(out, d)
		}
	}
	between := func(from, to token.Pos) bounds { return bounds{p.at(from), max(p.at(from), p.at(to))} }
	for _, d := range p.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name == nil || d.Recv == nil && d.Name.Name == "init" {
				continue
			}
			name := d.Name.Name
			if d.Recv != nil {
				name = receiver(d.Recv) + "." + name
			}
			says := []ast.Node{d.Type}
			if d.Recv != nil {
				says = append(says, d.Recv)
			}
			end := d.End()
			if d.Body != nil {
				end = d.Body.Lbrace
			}
			add(decl{name: name, at: p.at(d.Name.Pos()), typ: d.Recv != nil, spans: []bounds{between(d.Pos(), end)}, says: says})
		case *ast.GenDecl:
			var said *ast.ValueSpec // what constants without a value of their own repeat
			for n, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					says := []ast.Node{s.Type}
					if s.TypeParams != nil {
						says = append(says, s.TypeParams)
					}
					add(decl{name: s.Name.Name, at: p.at(s.Name.Pos()), typ: true, spans: []bounds{between(s.Pos(), s.End())}, says: says})
				case *ast.ValueSpec:
					if d.Tok != token.CONST || s.Type != nil || len(s.Values) > 0 || said == nil {
						said = s
					}
					var says []ast.Node
					if said.Type != nil {
						says = append(says, said.Type)
					}
					if said.Type == nil || d.Tok == token.CONST {
						for _, v := range said.Values {
							says = append(says, v)
						}
					}
					var spans []bounds
					for _, n := range says {
						spans = append(spans, between(n.Pos(), n.End()))
					}
					iota := 0
					if d.Tok == token.CONST {
						iota = n + 1
					}
					for i, id := range s.Names {
						add(decl{name: id.Name, at: p.at(id.Pos()), spans: spans, says: says, place: [2]int{iota, i}})
					}
				}
			}
		}
	}
	return out
}

// receiver is the name of the type that a method is of, "" where it has none.
func receiver(list *ast.FieldList) string {
	if len(list.List) == 0 {
		return ""
	}
	x := list.List[0].Type
	for {
		switch t := x.(type) {
		case *ast.ParenExpr:
			x = t.X
		case *ast.StarExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// visible is the text of a declaration that others see; bare is src without
// bodies. The length of an array may be counted from its elements.
func (d *decl) visible(src, bare []byte) [][]byte {
	text := make([][]byte, len(d.spans))
	for i, s := range d.spans {
		text[i] = bare[s.from:s.to]
		if bytes.Contains(text[i], []byte("...]")) {
			text[i] = src[s.from:s.to]
		}
	}
	return text
}

// tokens calls each for the tokens of text as a skimmer has them, with what is
// between one and the token before: a line end, a blank, or nothing. How much
// white space there is, and comments, do not count.
func tokens(text []byte, each func(kind byte, tok []byte, gap byte)) {
	s := skimmer{src: text}
	last, end := byte(0), 0
	for {
		kind := s.next()
		if kind == 0 {
			return
		}
		gap := byte(0)
		switch between := text[end:s.start]; {
		case len(between) == 0 || last == 0 || last == '{' && kind == '}':
		case bytes.IndexByte(between, '\n') >= 0:
			gap = '\n'
		default:
			gap = ' '
		}
		each(kind, text[s.start:s.i], gap)
		last, end = kind, s.i
	}
}

// importSpec is an import of a file.
type importSpec struct{ name, path string }

// importSpecs of a file.
func importSpecs(file *ast.File) []importSpec {
	out := make([]importSpec, 0, len(file.Imports))
	for _, s := range file.Imports {
		if p, err := strconv.Unquote(s.Path.Value); err == nil {
			i := importSpec{path: p}
			if s.Name != nil {
				i.name = s.Name.Name
			}
			out = append(out, i)
		}
	}
	return out
}

// surface is Facts.Surface. Its first entry is for the package clause, the
// conditions of the build and what is imported into the file's own scope; a file
// that is broken (see torn) has a second one, for all of its text: its declarations are known
// as others read them, but its own package may see others. in is the source of
// p, which f was made of.
func surface(f *lang.Facts, p *parsed, in lang.Input, broken bool) []lang.Shown {
	room := in.Room
	if room == nil {
		room = &lang.Room{}
	}
	bare := withoutBodies(in.Src, room.Text)
	if len(bare) > 0 && &bare[0] != &in.Src[0] {
		room.Text = bare
	}
	h := fnv.New64a()
	sum := func() uint32 {
		v := h.Sum64()
		h.Reset()
		return uint32(v ^ v>>32)
	}
	number := func(n int) { h.Write(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
	text := func(s string) { number(len(s)); h.Write([]byte(s)) }

	q := p // as others read it
	if broken {
		r := parse(token.NewFileSet(), "", bare, 0)
		q = &r
	}
	head := readHeader(in.Src)
	specs := slices.DeleteFunc(importSpecs(q.file), func(s importSpec) bool { return !slices.Contains(head.imports, s.path) })
	// No package has so long a path, and it would be hashed at each use of its name.
	specs = slices.DeleteFunc(specs, func(s importSpec) bool { return len(s.path) > lang.MaxName })
	text(head.pkg)
	text(p.file.Name.Name) // "" when the parser gave up on the clause
	text(q.file.Name.Name)
	text(head.build)
	text(head.comment)
	for _, s := range specs {
		if s.name == "." || s.path == "C" { // which is a condition too
			text(s.path)
		}
	}
	out := []lang.Shown{{Def: lang.NoDef, Hash: sum()}}
	if broken {
		h.Write(in.Src)
		out = append(out, lang.Shown{Def: lang.NoDef, Hash: sum()})
	}
	at := map[uint32]lang.DefID{}
	for i := range f.Defs {
		if d := &f.Defs[i]; d.Flags&(lang.Local|lang.Binding|lang.Synthetic) == 0 {
			at[d.Start] = lang.DefID(i)
		}
	}
	for _, d := range declarations(q) {
		def, ok := at[d.at]
		if !ok { // nothing can lead to it
			continue
		}
		number(d.place[0])
		number(d.place[1])
		for _, t := range d.visible(in.Src, bare) {
			qualifier, dots := "", 0
			tokens(t, func(kind byte, tok []byte, gap byte) {
				if gap != 0 {
					h.Write([]byte{gap})
				}
				h.Write(tok)
				// What X.y means is up to the imports.
				if kind == '.' && qualifier != "" {
					for _, s := range meant(specs, qualifier) {
						text(s)
					}
				}
				qualifier = ""
				if kind == '.' {
					dots++
					return
				}
				if kind == 'a' && dots != 1 && (tok[0] < '0' || tok[0] > '9') {
					qualifier = string(tok)
				}
				dots = 0
			})
			h.Write([]byte{0})
		}
		out = append(out, lang.Shown{Def: def, Hash: sum()})
	}
	return out
}

// torn says whether the errors in a file, which was parsed as p, may matter to what it
// declares: those in the bodies of functions do not, where the parser has found all
// the declarations that it finds without bodies.
func torn(p *parsed, src []byte) bool {
	q := parse(token.NewFileSet(), "", withoutBodies(src, nil), 0)
	if q.errors > 0 || q.deep || len(p.file.Decls) != len(q.file.Decls) {
		return true
	}
	for i, d := range q.file.Decls {
		o := p.file.Decls[i]
		if reflect.TypeOf(d) != reflect.TypeOf(o) || q.at(d.Pos()) != p.at(o.Pos()) || q.at(d.End()) != p.at(o.End()) {
			return true
		}
	}
	return !slices.Equal(importSpecs(p.file), importSpecs(q.file)) || !slices.EqualFunc(declarations(p), declarations(&q), func(a, b decl) bool {
		return a.name == b.name && a.at == b.at && a.typ == b.typ && a.place == b.place && slices.Equal(a.spans, b.spans)
	})
}

// broken says whether the parser could not read all of what a file declares.
func broken(f *lang.Facts) bool {
	return f != nil && (len(f.Surface) < 1 || len(f.Surface) > 1 && f.Surface[1].Def < 0)
}

// meant are the import paths that a qualifier may mean, as far as that can be
// told without the packages.
func meant(specs []importSpec, qualifier string) []string {
	var sure, unnamed []string
	for _, s := range specs {
		switch {
		case s.name == qualifier || s.name == "" && usualName(s.path) == qualifier:
			sure = append(sure, s.path)
		case s.name == "":
			unnamed = append(unnamed, s.path)
		}
	}
	if len(sure) == 0 {
		sure = unnamed
	}
	slices.Sort(sure)
	return sure
}

// usualName is what a package of an import path is called by custom.
func usualName(spec string) string {
	if base := path.Base(spec); len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		spec = path.Dir(spec)
	}
	name := path.Base(spec)
	if i := strings.LastIndex(name, ".v"); i > 0 && strings.Trim(name[i+2:], "0123456789") == "" {
		name = name[:i]
	}
	return strings.TrimSuffix(strings.TrimPrefix(name, "go-"), "-go")
}

// shownName is the name of a decl, out of facts.
func shownName(f *lang.Facts, d lang.DefID) string {
	def := &f.Defs[d]
	if def.Parent >= 0 {
		return f.Name(f.Defs[def.Parent].Name) + "." + f.Name(def.Name)
	}
	return f.Name(def.Name)
}
