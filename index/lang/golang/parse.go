package golang

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
)

// parsed is one file's syntax tree. Positions are translated to offsets in the
// file by subtracting base.
type parsed struct {
	file *ast.File
	base int // the offset of pos is int(pos) - base; it can lie outside the file
	size int
	// errors is how many places the parser could not read.
	errors int
	// first is the offset of the first of them.
	first int
	// mended are the offsets of the bodies with errors, where they are in nothing else.
	mended []uint32
	// deep: parts were left out because brackets are nested too deep.
	deep bool
}

// at is the offset of pos, clamped to the file.
func (p *parsed) at(pos token.Pos) uint32 {
	if !pos.IsValid() {
		return 0
	}
	return uint32(min(max(int(pos)-p.base, 0), p.size))
}

// clause stands for a package clause that is missing, so that the parser reads
// on.
const clause = "package _;"

// parse reads src, as far as it can be read; file is never nil. Errors in the body of
// a function cost no more than that.
func parse(fset *token.FileSet, name string, src []byte, mode parser.Mode) parsed {
	p := parseAll(fset, name, src, mode)
	if p.errors > 0 && !p.deep && p.file.Name.Name != "" {
		p.mend(name, src, mode)
	}
	return p
}

// maxMended is how many functions of a file are parsed apart.
const maxMended = 8

// mend parses the functions with errors apart from the rest of the file, as long as
// there are errors in nothing else.
func (p *parsed) mend(name string, src []byte, mode parser.Mode) {
	list := bodies(src, nil)
	work, first := slices.Clone(src), p.first
	var bad []body
	var rest parsed
	for {
		i, _ := slices.BinarySearchFunc(list, first, func(b body, at int) int { return cmp.Compare(int(b.from), at+1) })
		i--
		// Behind an uneven one errors are found anywhere.
		if u := slices.IndexFunc(list[:i+1], func(b body) bool { return b.uneven && !slices.Contains(bad, b) }); u >= 0 {
			i = u
		}
		if i < 0 || first > int(list[i].to) && !list[i].uneven || len(bad) == maxMended || slices.Contains(bad, list[i]) {
			return
		}
		bad = append(bad, list[i])
		list[i].blank(work[list[i].from:list[i].to])
		if rest = parseAll(startingAt(p.base), name, work, mode); rest.errors == 0 {
			break
		}
		first = rest.first
	}
	errors, mended := 0, []uint32(nil)
	for _, b := range bad {
		alone, ok := b.parse(p.base, name, src, mode)
		if !ok {
			return
		}
		errors += max(1, alone.errors)
		for _, d := range rest.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && rest.at(f.Body.Lbrace)+1 == b.from {
				f.Body.List = alone.file.Decls[0].(*ast.FuncDecl).Body.List
				rest.file.Comments = append(rest.file.Comments, alone.file.Comments...)
			}
		}
		mended = append(mended, b.from)
	}
	slices.SortStableFunc(rest.file.Comments, func(a, b *ast.CommentGroup) int { return cmp.Compare(a.Pos(), b.Pos()) })
	p.file, p.errors, p.mended = rest.file, errors, mended
}

// parse parses one body of src, as that of a function without a name in a file of its
// own, with the positions that it has in src.
func (b *body) parse(base int, name string, src []byte, mode parser.Mode) (p parsed, ok bool) {
	const pkg, fun = "package p;", "func _(){"
	if int(b.from) < len(pkg)+len(fun) {
		return p, false
	}
	text := make([]byte, b.to+1)
	for i := range text {
		text[i] = ' '
	}
	copy(text, pkg)
	copy(text[int(b.from)-len(fun):], fun)
	copy(text[b.from:b.to], src[b.from:b.to])
	text[b.to] = '}'
	p = parseAll(startingAt(base), name, text, mode)
	if p.base != base || len(p.file.Decls) == 0 {
		return p, false
	}
	f, ok := p.file.Decls[0].(*ast.FuncDecl)
	return p, ok && f.Body != nil
}

// startingAt is a file set whose next file begins at a position.
func startingAt(base int) *token.FileSet {
	fset := token.NewFileSet()
	if base > fset.Base() {
		fset.AddFile("", fset.Base(), base-fset.Base()-1)
	}
	return fset
}

// parseAll is parse of the file as a whole.
func parseAll(fset *token.FileSet, name string, src []byte, mode parser.Mode) (p parsed) {
	p.size = len(src)
	src, p.deep = shallow(src)
	mode |= parser.AllErrors | parser.SkipObjectResolution
	p.base = fset.Base()
	f, err := parseFile(fset, name, src, mode)
	if f == nil || f.Name == nil || f.Name.Name == "" {
		// No package clause: the parser gives up on the whole file.
		p.base = fset.Base() + len(clause)
		if g, _ := parseFile(fset, name, append([]byte(clause), src...), mode); g != nil && len(g.Decls) > 0 {
			f = g
			f.Name = ast.NewIdent("")
		}
	}
	if f == nil {
		f = &ast.File{Name: ast.NewIdent("")}
	}
	if list, ok := err.(scanner.ErrorList); ok {
		p.errors = len(list)
		if len(list) > 0 {
			p.first = list[0].Pos.Offset
		}
	} else if err != nil {
		p.errors = 1
	}
	p.file = f
	return p
}

// parseFile is parser.ParseFile; a panic in it is an error like others.
func parseFile(fset *token.FileSet, name string, src []byte, mode parser.Mode) (f *ast.File, err error) {
	defer func() {
		if recover() != nil {
			f, err = nil, errPanic
		}
	}()
	return parser.ParseFile(fset, name, src, mode)
}

var errPanic = scanner.ErrorList{&scanner.Error{Msg: "the parser failed"}}

// bom is the byte order mark, which the parser skips at the start.
var bom = []byte("\xef\xbb\xbf")

// header is what the top of a file says: enough to know which package it
// belongs to and in which builds.
type header struct {
	pkg string
	// build is the text of the //go:build line, or of the // +build lines as
	// one; "" when there is none.
	build string
	// comment is the path in an import comment (package p // import "path").
	comment string
	imports []string // import paths, in order
}

// readHeader reads the top of src, up to the imports.
func readHeader(src []byte) (h header) {
	src = bytes.TrimPrefix(src, bom)
	var plus [][]byte
	for {
		src = bytes.TrimLeft(src, " \t\r\n\f;")
		switch {
		case bytes.HasPrefix(src, []byte("//")):
			var line []byte
			line, src, _ = bytes.Cut(src, []byte("\n"))
			line = bytes.TrimSpace(line)
			if bytes.HasPrefix(line, []byte("//go:build ")) && h.build == "" {
				h.build = string(line)
			} else if bytes.HasPrefix(bytes.TrimSpace(line[2:]), []byte("+build ")) {
				plus = append(plus, line)
			}
		case bytes.HasPrefix(src, []byte("/*")):
			n := bytes.Index(src, []byte("*/"))
			if n < 0 {
				return h
			}
			src = src[n+2:]
		default:
			if h.build == "" && len(plus) > 0 {
				h.build = string(bytes.Join(plus, []byte("\n")))
			}
			s := skimmer{src: src}
			if s.next() != 'a' || string(src[s.start:s.i]) != "package" || s.next() != 'a' {
				return h
			}
			h.pkg = string(src[s.start:s.i])
			line, _, _ := bytes.Cut(src[s.i:], []byte("\n"))
			if rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("// import \"")); ok {
				if path, _, ok := bytes.Cut(rest, []byte{'"'}); ok {
					h.comment = string(path)
				}
			}
			h.imports = s.imports()
			return h
		}
	}
}

// imports reads on behind the package clause: the import declarations. Those
// that follow other declarations are mistakes, which the parser forgives.
func (s *skimmer) imports() (specs []string) {
	depth, first := 0, true // first: all so far are imports
	for {
		switch t := s.next(); {
		case t == 0:
			return specs
		case t == ';':
		case t == 'a' && depth == 0 && string(s.src[s.start:s.i]) == "import" && (first || s.lineStart()):
			specs = append(specs, s.importDecl()...)
		case first && !bytes.Contains(s.src[s.i:], []byte("\nimport")):
			return specs
		case t == '(' || t == '[' || t == '{':
			depth++
			first = false
		case t == ')' || t == ']' || t == '}':
			depth--
			first = false
		default:
			first = false
		}
	}
}

// importDecl reads what stands behind the word import.
func (s *skimmer) importDecl() (specs []string) {
	group := false
	for {
		back := s.i
		switch s.next() {
		case '"':
			if spec, err := strconv.Unquote(string(s.src[s.start:s.i])); err == nil {
				specs = append(specs, spec)
			}
			if !group {
				return specs
			}
		case '(':
			if group {
				return specs
			}
			group = true
		case 'a', '.':
		case ';':
			if !group {
				return specs
			}
		case ')':
			return specs
		default:
			s.i = back
			return specs
		}
	}
}
