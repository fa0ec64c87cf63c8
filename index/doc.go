package index

import (
	"unsafe"

	"codeintel/index/lang"
	"codeintel/index/pos"
)

// Content is what is known of a file's text: depending on the text alone.
type Content struct {
	Facts *lang.Facts
	Lines pos.Lines
}

// Source gives a file's content, the same each time and from any number of
// goroutines: from memory, or from where it is stored. Shape tells the size of
// its tables without reading them.
type Source interface {
	Content() *Content
	Shape() Shape
}

// sizeOf is about how many bytes of memory places take.
func sizeOf(p *lang.Places) int64 {
	return int64(len(p.Defs)+len(p.Refs))*int64(unsafe.Sizeof(lang.Place{})) + 4*int64(len(p.Lines.Starts())) + 128
}

// placer is a Source that may have places without the content. One of them is nil.
type placer interface {
	Places() (*Content, *lang.Places)
}

// atHand gives the content of a file that has one, or where that would have to be read
// its places.
func (d *Doc) atHand() (*Content, *lang.Places) {
	if p, ok := d.Source.(placer); ok {
		return p.Places()
	}
	return d.Source.Content(), nil
}

// places are those of a file that has a content: one of both.
type places struct {
	content *Content
	alone   *lang.Places
}

func (d *Doc) places() places {
	c, p := d.atHand()
	return places{c, p}
}

// def is where a definition stands.
func (p places) def(n lang.DefID) lang.Place {
	if p.alone != nil {
		return p.alone.Defs[n]
	}
	def := &p.content.Facts.Defs[n]
	return lang.Place{Start: def.Start, End: def.End}
}

// ref is where a reference stands, and what it is.
func (p places) ref(n lang.RefID) lang.Place {
	if p.alone != nil {
		return p.alone.Refs[n]
	}
	r := &p.content.Facts.Refs[n]
	return lang.Place{Start: r.Start, End: r.End, Role: r.Role, Open: r.IsOpen()}
}

// clause is where the package clause stands.
func (p places) clause() [2]uint32 {
	if p.alone != nil {
		return p.alone.PackageAt
	}
	return p.content.Facts.PackageAt
}

// Shape is the number of definitions and of references in a file's facts.
type Shape struct{ Defs, Refs int }

// InMemory is a Source that holds its content.
func InMemory(facts *lang.Facts, lines pos.Lines) Source { return &Content{facts, lines} }

// Content implements Source.
func (c *Content) Content() *Content { return c }

// Shape implements Source.
func (c *Content) Shape() Shape { return Shape{len(c.Facts.Defs), len(c.Facts.Refs)} }

// Facts of the content; nil when the file was skipped or failed.
func (d *Doc) Facts() *lang.Facts {
	if d.Source == nil {
		return nil
	}
	return d.Source.Content().Facts
}

// Lines of the content; those of an empty file when it was skipped or failed.
func (d *Doc) Lines() pos.Lines {
	if d.Source == nil {
		return pos.Lines{}
	}
	c, p := d.atHand()
	if p != nil {
		return p.Lines
	}
	return c.Lines
}

// defs is the number of definitions in the facts.
func (d *Doc) defs() int {
	if d.Source == nil {
		return 0
	}
	return d.Source.Shape().Defs
}
