package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// TestObjectSigOfInstance holds that a member of an instance is described as the generic
// type declares it.
func TestObjectSigOfInstance(t *testing.T) {
	const src = `package p
type Cache[K, V any] struct{ Last V }
func (c *Cache[K, V]) Get(k K) V { return c.Last }
var a Cache[int, string]
var b Cache[bool, []byte]
`
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := new(types.Config).Check("p", set, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for member, want := range map[string]string{
		"Get":  "func (*Cache[K, V]).Get(k K) V",
		"Last": "field Last V",
	} {
		for _, v := range []string{"a", "b"} {
			obj, _, _ := types.LookupFieldOrMethod(p.Scope().Lookup(v).Type(), true, p, member)
			if got := objectSig(obj); got != want {
				t.Errorf("%s.%s: %q, want %q", v, member, got, want)
			}
		}
	}
}
