package lsp

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"codeintel/index"
	"codeintel/index/pos"
	"codeintel/index/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// view is the state of a repository that one answer is made from: that of the disk,
// with what the editor has not saved.
type view struct {
	ctx   context.Context // is done when nobody wants the answer
	c     *conn
	in    *repository
	state *workspace.State
	snap  *index.Snapshot
	texts *workspace.Texts
	used  map[string]bool
	files map[int32]*lined
	uris  map[int32]uri.URI
	// unsure: a text that the answer needs could not be read. It is what the disk has
	// no more, or will be found to be.
	unsure bool
}

// place is one in a file that has facts.
type place struct {
	doc    int32
	path   string
	offset uint32
}

// at has find look for what is at a position of a document, in the state of its
// repository as it is now. find may be called more than once, each time to begin
// anew; it is not called when the document is of no repository, or no language
// reads it. Errors: the document has no such line; what was there when the editor
// asked is not there any more.
func (c *conn) at(ctx context.Context, u uri.URI, p protocol.Position, find func(v *view, at place) error) error {
	s := c.subject(ctx, u)
	var about workspace.About // of a document that is not open nothing is known before
	if s.then != nil {
		at, ok := offset(s.then.ruler, s.then.lines, s.then.text, c.encoding, p)
		if !ok {
			return noLine(p, s.then.lines)
		}
		line, column := pos.New(s.then.text).Position(at).OneBased()
		about.Places = []workspace.Place{{Path: s.path, Line: line, Column: column}}
	}
	return c.look(ctx, s, about, func(v *view, doc int32) error {
		at := place{doc: doc, path: s.path}
		var err error
		if at.offset, err = v.placed(doc, s.then, p); err != nil {
			return err
		}
		return find(v, at)
	})
}

// whole has find look at a document, as at does.
func (c *conn) whole(ctx context.Context, u uri.URI, find func(v *view, doc int32) error) error {
	s := c.subject(ctx, u)
	return c.look(ctx, s, workspace.About{Paths: []string{s.path}}, find)
}

// subject is a document that a request is about.
type subject struct {
	in   *repository // nil for none
	path string
	// then is what it was when the editor asked; nil when it is not open.
	then *document
}

func (c *conn) subject(ctx context.Context, u uri.URI) subject {
	if d := documentsOf(ctx)[u]; d != nil {
		return subject{d.in, d.path, d}
	}
	in, path := c.locate(u)
	return subject{in, path, nil}
}

// look has find look at the file that a document is, if it has facts.
func (c *conn) look(ctx context.Context, s subject, about workspace.About, find func(v *view, doc int32) error) error {
	return c.lookBy(ctx, s, c.about(ctx, about), find)
}

// lookBy is look in the states that answer hands out.
func (c *conn) lookBy(ctx context.Context, s subject, answer answering, find func(v *view, doc int32) error) error {
	if s.in == nil {
		return nil
	}
	return c.askBy(ctx, s.in, answer, func(v *view) error {
		if v.isFolder(s.path) {
			return nil
		}
		v.used[s.path] = true
		doc, ok := v.snap.Doc(s.path)
		if !ok || v.snap.Docs()[doc].Source == nil {
			return nil
		}
		if v.state.Glimpse() && s.then != nil && s.then.hash() != v.snap.Docs()[doc].Hash {
			return nil // it has not what is not saved
		}
		return find(v, doc)
	})
}

// isFolder says whether files lie below a path.
func (v *view) isFolder(path string) bool {
	if path == "." {
		return true
	}
	docs := v.snap.Docs()
	i, _ := slices.BinarySearchFunc(docs, path+"/", func(d *index.Doc, p string) int { return strings.Compare(d.Path, p) })
	return i < len(docs) && strings.HasPrefix(docs[i].Path, path+"/")
}

// all has find look at each repository of the editor's folders, one after the other.
func (c *conn) all(ctx context.Context, about workspace.About, find func(v *view) error) error {
	for _, r := range c.list() {
		if err := c.ask(ctx, r, about, find); err != nil {
			return err
		}
	}
	return nil
}

// ask has find look at a repository. It may be called more than once, each time to
// begin anew.
func (c *conn) ask(ctx context.Context, in *repository, about workspace.About, find func(v *view) error) error {
	return c.askBy(ctx, in, c.about(ctx, about), find)
}

// answering hands a state out to one who asks.
type answering func(e *workspace.Edits, ctx context.Context, ask func(*workspace.State) []string) (*workspace.State, workspace.Freshness, error)

// about is how a question about something is answered.
func (c *conn) about(ctx context.Context, about workspace.About) answering {
	if askedOf(ctx).wait {
		about = workspace.About{}
	}
	return func(e *workspace.Edits, ctx context.Context, ask func(*workspace.State) []string) (*workspace.State, workspace.Freshness, error) {
		return e.AnswerAbout(ctx, about, ask)
	}
}

// askBy is ask in the states that answer hands out.
func (c *conn) askBy(ctx context.Context, in *repository, answer answering, find func(v *view) error) error {
	done, err := in.use(ctx)
	if err != nil {
		return err
	}
	defer done()
	asked := askedOf(ctx)
	var v *view
	var failed error
	defer func() { v.close() }()
	cancel := func() {}
	defer func() { cancel() }()
	_, fresh, err := answer(in.edits, ctx, func(s *workspace.State) []string {
		v.close()
		cancel()
		var work context.Context
		work, cancel = c.server.within(ctx, answerTime)
		v = c.view(work, in, s)
		asked.early = asked.early || s.Glimpse()
		failed = find(v)
		return v.paths()
	})
	switch {
	case ctx.Err() != nil:
		return ended(ctx)
	case err != nil:
		return err
	case v.snap.Stopped():
		return ended(v.ctx)
	case failed == nil && (v.unsure || slices.ContainsFunc(fresh.Stale, v.read)):
		return errModified
	}
	return failed
}

func (c *conn) view(ctx context.Context, in *repository, s *workspace.State) *view {
	return &view{
		ctx: ctx, c: c, in: in, state: s, snap: s.Snapshot.Within(ctx), texts: in.repo.Workspace().Texts(s).All(),
		used: map[string]bool{}, files: map[int32]*lined{}, uris: map[int32]uri.URI{},
	}
}

// read says whether the state has what is in a file: of others, as folders and files
// that git ignores, no answer depends on more than that they are there.
func (v *view) read(path string) bool {
	doc, ok := v.snap.Doc(path)
	return ok && v.snap.Docs()[doc].Source != nil
}

// close releases what a view holds; it may be nil.
func (v *view) close() {
	if v != nil {
		v.texts.Close()
	}
}

// paths are the files that the answer is from.
func (v *view) paths() []string {
	var out []string
	for p := range v.used {
		out = append(out, p)
	}
	return out
}

// doc is a file that the answer is from.
func (v *view) doc(n int32) *index.Doc {
	d := v.snap.Docs()[n]
	v.used[d.Path] = true
	return d
}

// lined is a file with its lines: as they are indexed, and, once that is asked for, as the
// editor sees them.
type lined struct {
	own   pos.Lines
	read  bool // what follows is known
	lines pos.Lines
	text  []byte
	ruler pos.Ruler
	// skip is how many bytes before them the file has that the editor does not: a mark.
	skip uint32
}

func (v *view) lined(doc int32) *lined {
	l := v.files[doc]
	if l == nil {
		l = &lined{own: v.doc(doc).Lines()}
		v.files[doc] = l
	}
	return l
}

// seen is a file with the text that converts its positions, which most lines need not.
func (v *view) seen(doc int32) *lined {
	l := v.lined(doc)
	if l.read {
		return l
	}
	l.read, l.lines = true, l.own
	text, ok := v.texts.Text(doc)
	if !ok {
		v.unsure = true
		return l
	}
	if open := v.c.openAt(v.in, v.doc(doc).Path); bytes.HasPrefix(text, mark) && (open == nil || !bytes.HasPrefix(open.text, mark)) {
		text, l.skip = text[len(mark):], uint32(len(mark))
	}
	l.lines, l.text = pos.Breaks(text), text
	return l
}

// text is that of a file; false when it has changed.
func (v *view) text(doc int32) ([]byte, bool) {
	v.doc(doc)
	return v.texts.Text(doc)
}

// position of a place in a file, as the editor counts.
func (v *view) position(doc int32, offset uint32) protocol.Position {
	l := v.lined(doc)
	p := l.own.Position(offset)
	if l.own.PlainLine(p.Line) || v.seen(doc).text == nil {
		start, end := l.own.Line(p.Line)
		return protocol.Position{Line: p.Line, Character: min(p.Column, end-start)}
	}
	return position(&l.ruler, l.lines, l.text, v.c.encoding, max(offset, l.skip)-l.skip)
}

// rangeOf a part of a file, as the editor counts.
func (v *view) rangeOf(doc int32, start, end uint32) protocol.Range {
	return protocol.Range{Start: v.position(doc, start), End: v.position(doc, end)}
}

// location of a part of a file.
func (v *view) location(doc int32, start, end uint32) protocol.Location {
	return protocol.Location{URI: v.uri(doc), Range: v.rangeOf(doc, start, end)}
}

// uri is what the editor calls a file.
func (v *view) uri(doc int32) uri.URI {
	u, ok := v.uris[doc]
	if !ok {
		path := v.doc(doc).Path
		if d := v.c.openAt(v.in, path); d != nil {
			u = d.uri
		} else {
			u = uriOf(v.c.spell(v.in, path))
		}
		v.uris[doc] = u
	}
	return u
}

// offset is the place of a position in a file; a column behind the end of its line is
// the end. It fails where there is no such line.
func (v *view) offset(doc int32, p protocol.Position) (uint32, error) {
	l := v.lined(doc)
	if l.own.PlainLine(p.Line) && uint64(p.Line) < uint64(l.own.Count()) || v.seen(doc).text == nil {
		if uint64(p.Line) >= uint64(l.own.Count()) {
			return 0, noLine(p, l.own)
		}
		start, end := l.own.Line(p.Line)
		if end > start && int(p.Line) < l.own.Count()-1 {
			end-- // LF
		}
		return min(start+p.Character, end), nil
	}
	if uint64(p.Line) >= uint64(l.lines.Count()) {
		return 0, noLine(p, l.lines)
	}
	at, _ := offset(&l.ruler, l.lines, l.text, v.c.encoding, p)
	return at + l.skip, nil
}

func noLine(p protocol.Position, l pos.Lines) error {
	return invalid("the document has no line %d; its last one is %d, counted from 0", p.Line, l.Count()-1)
}

// placed is the place, in a file, of a position in the document that the editor had
// when it asked.
func (v *view) placed(doc int32, then *document, p protocol.Position) (uint32, error) {
	if then == nil {
		return v.offset(doc, p)
	}
	at, ok := offset(then.ruler, then.lines, then.text, v.c.encoding, p)
	if !ok {
		return 0, noLine(p, then.lines)
	}
	if then.hash() == v.snap.Docs()[doc].Hash {
		return at, nil
	}
	now, ok := v.text(doc)
	if !ok {
		v.unsure = true
		return 0, errModified
	}
	if at, ok = carry(then.text, now, at); !ok {
		return 0, errModified
	}
	return at, nil
}
