package golang

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
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

// parse reads src, as far as it can be read; file is never nil.
func parse(fset *token.FileSet, name string, src []byte, mode parser.Mode) (p parsed) {
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
	late := bytes.Contains(s.src[s.i:], []byte("\nimport"))
	depth, first := 0, true // first: all so far are imports
	for {
		switch t := s.next(); {
		case t == 0:
			return specs
		case t == ';':
		case t == 'a' && depth == 0 && string(s.src[s.start:s.i]) == "import" && (first || s.lineStart()):
			specs = append(specs, s.importDecl()...)
		case !late:
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
