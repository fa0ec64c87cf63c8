package jsonc

import (
	"bytes"

	"github.com/tailscale/hujson"
)

// Kind is what a Node is.
type Kind uint8

// Kinds.
const (
	Other  Kind = iota // a number, true, false or null
	String             // Text is its value
	Object
	Array
)

// Node is a value with its place in the text that it was read from: bytes,
// half-open, the quotes of a string included.
type Node struct {
	Kind       Kind
	Text       string // of a string its value, of Other what is written
	Start, End int
	Members    []Member // of an object, in the order of the text
	Elements   []*Node  // of an array
}

// Member is a member of an object.
type Member struct{ Key, Value *Node }

// Read is Parse for who wants to know where things stand. A byte order mark is
// passed over. Nodes are nested no deeper than MaxDepth.
func Read(text []byte) (*Node, error) {
	rest := bytes.TrimPrefix(text, []byte(BOM))
	v, err := Parse(rest)
	if err != nil {
		return nil, err
	}
	return node(&v, len(text)-len(rest)), nil
}

func node(v *hujson.Value, offset int) *Node {
	n := &Node{Start: v.StartOffset + offset, End: v.EndOffset + offset}
	switch x := v.Value.(type) {
	case hujson.Literal:
		if n.Text = string(x); x.Kind() == '"' {
			n.Kind, n.Text = String, x.String()
		}
	case *hujson.Object:
		n.Kind = Object
		for i := range x.Members {
			n.Members = append(n.Members, Member{node(&x.Members[i].Name, offset), node(&x.Members[i].Value, offset)})
		}
	case *hujson.Array:
		n.Kind = Array
		for i := range x.Elements {
			n.Elements = append(n.Elements, node(&x.Elements[i], offset))
		}
	}
	return n
}

// Get is the value of the last member of that name, as JSON has it; nil where there
// is none, and where n is no object.
func (n *Node) Get(name string) *Node {
	if n == nil {
		return nil
	}
	var out *Node
	for _, m := range n.Members {
		if m.Key.Text == name {
			out = m.Value
		}
	}
	return out
}
