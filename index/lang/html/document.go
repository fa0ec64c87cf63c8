package html

import (
	"bytes"
	"context"
	"slices"

	"codeintel/index/lang/ts"
)

// Document is the elements of a file.
type Document struct {
	Elements []Element // in the order of their start tags
	Comments []ts.Range
	// ErrorNodes counts the places that could not be read, ErrorBytes their
	// length.
	ErrorNodes, ErrorBytes int
}

// Element is one element.
type Element struct {
	Name   string   // in lower case
	Tag    ts.Range // its name in the start tag
	Open   ts.Range // the start tag
	Close  ts.Range // its name in the end tag, empty when there is none
	End    uint32   // of the element
	Raw    ts.Range // the text of a script or a style
	Parent int      // index, -1 for the root
	Attrs  []Attr
}

// Attr is an attribute. Value is the text without quotes, empty when there is
// none.
type Attr struct {
	Name, Value ts.Range
}

// Parse reads a document. Where text has parts of another language, the caller
// blanks them: offsets stay.
func Parse(ctx context.Context, p *ts.Parser, text []byte) (*Document, error) {
	t, err := p.Parse(ctx, grammar, text)
	if err != nil {
		return nil, err
	}
	d := &Document{}
	d.ErrorNodes, d.ErrorBytes = errors(&t)
	open := []int{} // elements around the node
	for i := uint32(0); int(i) < len(t.Nodes); i++ {
		n := &t.Nodes[i]
		for len(open) > 0 && d.Elements[open[len(open)-1]].End <= n.Start && n.Start < n.End {
			open = open[:len(open)-1]
		}
		around := -1
		if len(open) > 0 {
			around = open[len(open)-1]
		}
		switch n.Sym {
		case symStartTag, symSelfClosing:
			e := Element{Open: ts.Range{Start: n.Start, End: n.End}, End: n.End, Parent: around}
			for c := t.First(i); c != ts.NoNode; c = t.Sibling(c) {
				switch t.Nodes[c].Sym {
				case symTagName:
					e.Tag = span(&t.Nodes[c])
				case symAttribute:
					e.attribute(&t, c)
				}
			}
			if up := n.Parent; up != ts.NoNode {
				switch t.Nodes[up].Sym {
				case symElement, symScript, symStyle:
					e.End = max(t.Nodes[up].End, n.End)
				}
			}
			e.Name = string(bytes.ToLower(text[e.Tag.Start:e.Tag.End]))
			d.Elements = append(d.Elements, e)
			if n.Sym == symStartTag && e.End > n.End {
				open = append(open, len(d.Elements)-1)
			}
		case symEndTag:
			if around >= 0 {
				if c := t.ChildOf(i, symTagName); c != ts.NoNode {
					d.Elements[around].Close = span(&t.Nodes[c])
				}
			}
		case symComment:
			d.Comments = append(d.Comments, span(n))
		case symRawText:
			if around >= 0 {
				d.Elements[around].Raw = span(n)
			}
		}
	}
	d.trim(text)
	return d, nil
}

// errors counts the places that could not be read. Of a place in which there are
// tags and text all the same, only what lies between them counts.
func errors(t *ts.Tree) (nodes, bytes int) {
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Flags&ts.Missing != 0 {
			nodes++
		}
		if n.Flags&ts.Error == 0 {
			continue
		}
		nodes++
		bytes += int(n.End - n.Start)
		for c := t.First(uint32(i)); c != ts.NoNode; c = t.Sibling(c) {
			if k := &t.Nodes[c]; k.Flags&(ts.Named|ts.Error) != 0 {
				bytes -= int(k.End - k.Start)
			}
		}
	}
	return nodes, max(bytes, 0)
}

// trim takes the white space off the end of elements without end tag.
func (d *Document) trim(text []byte) {
	ends := map[uint32]uint32{}
	for i := range d.Elements {
		e := &d.Elements[i]
		if e.Close.Start < e.Close.End || e.End == e.Open.End {
			continue
		}
		end, ok := ends[e.End]
		if !ok {
			end = uint32(len(bytes.TrimRight(text[:e.End], " \t\r\n\f")))
			ends[e.End] = end
		}
		e.End = max(end, e.Open.End)
	}
}

func span(n *ts.Node) ts.Range { return ts.Range{Start: n.Start, End: n.End} }

func (e *Element) attribute(t *ts.Tree, i uint32) {
	var a Attr
	for c := i + 1; c < t.Nodes[i].Next; c++ {
		switch n := &t.Nodes[c]; n.Sym {
		case symAttributeName:
			a.Name = span(n)
		case symAttributeValue:
			a.Value = span(n)
		}
	}
	if a.Name.End > a.Name.Start {
		e.Attrs = append(e.Attrs, a)
	}
}

// Attr finds an attribute by its name in lower case, in text.
func (e *Element) Attr(text []byte, name string) (Attr, bool) {
	i := slices.IndexFunc(e.Attrs, func(a Attr) bool { return bytes.EqualFold(text[a.Name.Start:a.Name.End], []byte(name)) })
	if i < 0 {
		return Attr{}, false
	}
	return e.Attrs[i], true
}

// Value is the text of an attribute, "" where there is none.
func (e *Element) Value(text []byte, name string) string {
	a, _ := e.Attr(text, name)
	return string(text[a.Value.Start:a.Value.End])
}
