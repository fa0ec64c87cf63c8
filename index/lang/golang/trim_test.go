package golang

import (
	"go/ast"
	"go/printer"
	"go/token"
	"strings"
	"testing"
)

// What is left of a package is what roots and importers can name, what that mentions,
// and all types and methods; constants that are counted keep their values.
func TestTrim(t *testing.T) {
	const src = `package p

import "q"

type T struct{ used int }

func (t T) method(n count) {}

type count int

const (
	a = iota
	b
	c
	D
	e = q.E
)

const (
	first  = 5
	second = iota
	Third  = iota * 2
)

const (
	plain   = 1
	other   = 2
	another = other
)

var v, w = pair()

var lonely = unused()

var _ T = T{}

func pair() (int, count)           {}
func third()                      {}
func unused() int                   {}
func Exported(x [another]int) local {}
func mentioned(plain int)           {}
func init()                         {}

var x = q.mentioned
`
	for _, test := range []struct {
		roots    []string
		exported bool
		want     []string // in the order of the file
	}{
		{nil, false, []string{"T", "method", "count"}},
		{nil, true, []string{"T", "method", "count", "a", "b", "c", "D", "_", "_", "Third", "other", "another", "Exported"}},
		{[]string{"w"}, false, []string{"T", "method", "count", "v", "w", "pair"}},
		{[]string{"b", "mentioned"}, false, []string{"T", "method", "count", "a", "b", "c", "D", "mentioned"}},
		{[]string{"e"}, false, []string{"T", "method", "count", "e"}},
		{[]string{"x"}, false, []string{"T", "method", "count", "x"}},
	} {
		fset := token.NewFileSet()
		p := parse(fset, "", []byte(src), 0)
		if p.errors > 0 {
			t.Fatal("the source has errors")
		}
		var before strings.Builder
		if err := printer.Fprint(&before, fset, p.file); err != nil {
			t.Fatal(err)
		}
		roots := func(found func(string)) {
			for _, name := range test.roots {
				found(name)
			}
		}
		var got []string
		for _, d := range trim([]*outline{newOutline(p.file)}, roots, test.exported)[0].Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				got = append(got, d.Name.Name)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						got = append(got, s.Name.Name)
					case *ast.ValueSpec:
						for _, id := range s.Names {
							got = append(got, id.Name)
						}
					}
				}
			}
		}
		if strings.Join(got, " ") != strings.Join(test.want, " ") {
			t.Errorf("roots %v, exported %v:\n%v\nwant\n%v", test.roots, test.exported, got, test.want)
		}
		var after strings.Builder
		if err := printer.Fprint(&after, fset, p.file); err != nil {
			t.Fatal(err)
		}
		if before.String() != after.String() {
			t.Error("the file has changed, which others use")
		}
	}
}
