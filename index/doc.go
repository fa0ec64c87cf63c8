package index

import (
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
	return d.Source.Content().Lines
}

// defs is the number of definitions in the facts.
func (d *Doc) defs() int {
	if d.Source == nil {
		return 0
	}
	return d.Source.Shape().Defs
}
