package mcp

import (
	"bytes"
	"encoding/hex"
	"strings"

	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/session"
)

// shows is what an item of an answer shows of the repository, for the session that
// asked. It is no part of the item's JSON.
type shows struct{ shown session.Shown }

// show adds it to what the answer shows.
func (s *shows) show(to *session.Shown) { add(to, &s.shown) }

func add(to, more *session.Shown) {
	to.Symbols = append(to.Symbols, more.Symbols...)
	to.Lines = append(to.Lines, more.Lines...)
}

// sawSymbol notes that an item names a symbol, by which it is found again.
func (v *view) sawSymbol(s *shows, id index.ID) {
	if v.c.session == nil {
		return // nobody wants to know
	}
	if x := v.symbol(id); x.Symbol != "" {
		s.shown.Symbols = append(s.shown.Symbols, x)
	}
}

// symbol is a symbol as sessions know it.
func (v *view) symbol(id index.ID) session.Symbol {
	x := session.Symbol{Symbol: v.snap.Symbol(id), Name: v.snap.FullName(id), Kind: v.snap.Kind(id).String()}
	if l, ok := v.snap.Place(id); ok {
		d := v.snap.Docs()[l.Doc]
		x.File = d.Path
		x.Line, x.EndLine = lines(d, l)
	}
	return x
}

// sawOutline notes that an item has the signature of a definition.
func (v *view) sawOutline(s *shows, x *index.OutlineItem) {
	v.sawSymbol(s, x.Location.ID)
	if x.Sig != "" {
		line, _ := lines(v.snap.Docs()[x.Location.Doc], x.Location)
		v.sawLines(s, x.Location.Doc, line, line, false)
	}
}

// sent says in which call the lines that an item shows were sent to the session
// before, all of them and unchanged.
func (c *call) sent(s *shows) (call int, ok bool) {
	if c.session == nil || len(s.shown.Lines) == 0 {
		return 0, false
	}
	for _, l := range s.shown.Lines {
		if call, ok = c.session.Sent(l); !ok {
			return 0, false
		}
	}
	return call, true
}

// sawMatches notes the lines of files that a search has found, as far as they can
// be told to be those of the files as they are now.
func (c *call) sawMatches(w *workspace.Workspace, found []textMatch) {
	s := w.Current()
	if s == nil || c.session == nil {
		return
	}
	texts := w.Texts(s)
	defer texts.Close()
	for len(found) > 0 {
		n := 1
		for n < len(found) && found[n].File == found[0].File {
			n++
		}
		of := found[:n]
		found = found[n:]
		doc, ok := s.Snapshot.Doc(of[0].File)
		if !ok {
			continue
		}
		text, sum, ok := texts.PlainSum(doc)
		if !ok {
			continue
		}
		hash, lines := hex.EncodeToString(sum[:]), bytes.SplitAfter(text, []byte{'\n'})
		for _, m := range of {
			if m.Line <= len(lines) && cut(lines[m.Line-1], m.Column-1) == m.Content {
				l := session.Lines{File: m.File, From: m.Line - len(m.Before), To: m.Line + len(m.After)}
				if l.From == l.To && strings.TrimRight(string(lines[m.Line-1]), "\r\n") == m.Content {
					l.Hash = hash
				}
				c.shown.Lines = append(c.shown.Lines, l)
			}
		}
	}
}

// names is the symbol of an answer that it is about. The answer says nothing of where
// it is defined, so that it counts as shown where people wrote it.
func (v *view) names(id index.ID) string {
	var s shows
	if v.c.session != nil {
		if list := v.snap.DefinitionsByOwner(id); len(list) > 0 {
			id = list[0].ID
		}
	}
	v.sawSymbol(&s, id)
	s.show(&v.c.shown)
	return v.snap.Symbol(id)
}

// sawLines notes that an item has lines of a file, from 1: the whole text of them, or
// a part of each, such as a signature.
func (v *view) sawLines(s *shows, doc int32, first, last int, whole bool) {
	d := v.snap.Docs()[doc]
	if v.c.session == nil || d.Source == nil || v.texts.Withheld(doc) || last < first {
		return
	}
	l := session.Lines{File: d.Path, From: first, To: last}
	if whole { // only what has a hash was sent
		l.Hash = hex.EncodeToString(d.Hash[:])
	}
	s.shown.Lines = append(s.shown.Lines, l)
}
