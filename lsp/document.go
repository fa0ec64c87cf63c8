package lsp

import (
	"bytes"
	"crypto/sha256"
	"math"
	"sync"

	"codeintel/index/pos"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// document is one that is open in the editor, as it was at some time. It does not
// change: another takes its place.
type document struct {
	// uri is what the editor calls it.
	uri      uri.URI
	language string
	version  int32
	text     []byte
	lines    pos.Lines
	ruler    *pos.Ruler // of the text
	// in is the repository that it is of, path its path there; nil when it is of
	// none.
	in   *repository
	path string
	// hash is that of the text.
	hash func() [sha256.Size]byte
}

// with is the document with another text.
func (d *document) with(version int32, text []byte) *document {
	if text == nil {
		text = []byte{} // nil is none
	}
	n := *d
	n.version, n.text, n.lines, n.ruler = version, text, pos.Breaks(text), new(pos.Ruler)
	n.hash = sync.OnceValue(func() [sha256.Size]byte { return sha256.Sum256(text) })
	return &n
}

// documents are those that are open, by URI. They don't change.
type documents map[uri.URI]*document

// offset is the place of a position in a text. A column behind the end of its line
// is the end; a line that is not there is behind the text, and false. r is the text's.
func offset(r *pos.Ruler, lines pos.Lines, text []byte, e pos.Encoding, p protocol.Position) (uint32, bool) {
	if uint64(p.Line) >= uint64(lines.Count()) {
		return lines.Size(), false
	}
	start, _ := lines.Line(p.Line)
	return start + r.Bytes(e, p.Line, lineText(lines, text, p.Line), p.Character), true
}

// position of a place in a text; r is the text's.
func position(r *pos.Ruler, lines pos.Lines, text []byte, e pos.Encoding, offset uint32) protocol.Position {
	p := lines.Position(offset)
	return protocol.Position{Line: p.Line, Character: r.Column(e, p.Line, lineText(lines, text, p.Line), p.Column)}
}

// lineText is a line without its end, which may be a lone CR.
func lineText(lines pos.Lines, text []byte, line uint32) []byte {
	start, end := lines.Line(line)
	return bytes.TrimRight(text[start:end], "\r\n")
}

// change makes the changes of a notification to a text, in order, which it leaves as
// it is. The error says which can't be made; none is made then.
func change(text []byte, e pos.Encoding, changes []protocol.TextDocumentContentChangeEvent) ([]byte, error) {
	owned := false
	for i, c := range changes {
		switch c := c.(type) {
		case *protocol.TextDocumentContentChangeWholeDocument:
			text, owned = []byte(c.Text), true
		case *protocol.TextDocumentContentChangePartial:
			lines := pos.Breaks(text)
			var ruler pos.Ruler
			start, _ := offset(&ruler, lines, text, e, c.Range.Start)
			end, _ := offset(&ruler, lines, text, e, c.Range.End)
			if start > end {
				return nil, invalid("change %d ends before it begins", i)
			}
			if uint64(len(text))+uint64(len(c.Text)) > math.MaxUint32 {
				return nil, invalid("the text has more than 4 GiB")
			}
			text, owned = splice(text, int(start), int(end), c.Text, owned), true
		default:
			return nil, invalid("change %d is none", i)
		}
	}
	return text, nil
}

// splice puts a text in the place of a part of another; in is used when it is owned.
func splice(in []byte, start, end int, text string, owned bool) []byte {
	more := len(text) - (end - start)
	out := in
	if !owned || cap(in) < len(in)+more {
		out = make([]byte, len(in)+max(more, 0), len(in)+max(more, 0)+len(in)/8)
		copy(out, in[:start])
	} else if more > 0 {
		out = in[:len(in)+more]
	}
	copy(out[start+len(text):], in[end:])
	copy(out[start:], text)
	return out[:len(in)+more]
}

// carry says where a place of a text is in another, which was made of it by a change
// somewhere else; false when it lies in what was changed.
func carry(from, to []byte, at uint32) (uint32, bool) {
	n := min(len(from), len(to))
	before := 0
	for before < n && from[before] == to[before] {
		before++
	}
	after := 0
	for after < n-before && from[len(from)-1-after] == to[len(to)-1-after] {
		after++
	}
	switch {
	case int(at) < before:
		return at, true
	case int(at) >= len(from)-after:
		return at + uint32(len(to)-len(from)), true
	}
	return 0, false
}
