package mcp

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"math"
	"path"
	"slices"
	"strings"

	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/gate"
	"codeintel/session/memory"
)

// evidence is the repository as it is indexed now, for those who judge what an
// agent says of it. One without a view is of a repository that is not indexed yet:
// it has nothing, and is not small either.
type evidence struct {
	v        *view
	w        *workspace.Workspace
	complete bool
	plain    map[string]plainText
}

// plainText is a text, and what is known of it; ok is false for none.
type plainText struct {
	text []byte
	info session.FileInfo
	ok   bool
}

var _ memory.Code = (*evidence)(nil)

// code gives the evidence of the call's repository, to be closed. Unless wait is set
// it does not wait until the repository is indexed for the first time.
func (c *call) code(ctx context.Context, wait bool) (*evidence, error) {
	w := c.repo.Workspace()
	if !wait && w.Current() == nil {
		return &evidence{w: w}, nil
	}
	stop := c.tellProgress(ctx)
	s, fresh, err := w.Answer(ctx, func(*workspace.State) []string { return nil })
	stop()
	if err != nil {
		return nil, c.unusable(ctx, err)
	}
	return &evidence{v: newView(ctx, c, s), w: w, complete: fresh.Complete, plain: map[string]plainText{}}, nil
}

func (e *evidence) close() { e.v.close() }

// maxMeant is how many symbols a name may mean at the most.
const maxMeant = 50

// Symbols implements session.Code: each as the first of its definitions has it.
func (e *evidence) Symbols(name string) []session.Symbol {
	var out []session.Symbol
	for _, id := range e.ids(name) {
		if list := e.v.snap.DefinitionsByOwner(id); len(list) > 0 {
			id = list[0].ID
		}
		if x := e.v.symbol(id); x.Symbol != "" {
			out = append(out, x)
		}
		if len(out) >= maxMeant {
			break
		}
	}
	return out
}

// Places implements session.Code.
func (e *evidence) Places(symbol string) []session.Symbol {
	var out []session.Symbol
	for _, id := range e.ids(symbol) {
		if e.v.snap.Symbol(id) != symbol {
			continue
		}
		for _, l := range e.v.snap.DefinitionsByOwner(id) {
			x := e.v.symbol(l.ID)
			d := e.v.snap.Docs()[l.Doc]
			x.File = d.Path
			x.Line, x.EndLine = lines(d, l)
			if out = append(out, x); len(out) >= maxMeant {
				return out
			}
		}
	}
	return out
}

func (e *evidence) ids(name string) []index.ID {
	if e.v == nil {
		return nil
	}
	meanings := e.v.snap.Meanings(name)
	e.v.snap.SortByUse(meanings)
	ids := make([]index.ID, len(meanings))
	for i, m := range meanings {
		ids[i] = m.ID
	}
	return ids
}

// Related implements session.Code.
func (e *evidence) Related(a, b string) bool {
	for _, x := range e.ids(a) {
		for _, y := range e.ids(b) {
			if e.v.snap.Stopped() {
				return false
			}
			if e.v.snap.Connected(x, y) {
				return true
			}
		}
	}
	return false
}

// read gives the text of a file, once.
func (e *evidence) read(p string) plainText {
	if e.v == nil {
		return plainText{}
	}
	t, known := e.plain[p]
	if known {
		return t
	}
	if doc, ok := e.v.snap.Doc(p); ok {
		var sum [sha256.Size]byte
		if t.text, sum, t.ok = e.v.texts.PlainSum(doc); t.ok {
			t.info = session.FileInfo{Lines: len(textLines(t.text)), Hash: hex.EncodeToString(sum[:]), Generated: e.v.snap.FileInfo(doc).Generated}
		} else if d := e.v.snap.Docs()[doc]; d.Source != nil { // its text is a secret, or changing
			t.info = session.FileInfo{Lines: max(0, e.v.snap.FileInfo(doc).Lines), Hash: hex.EncodeToString(d.Hash[:])}
		}
	}
	e.plain[p] = t
	return t
}

// textLines are the lines of a text; the last one counts where it is not empty.
func textLines(text []byte) [][]byte {
	if len(text) == 0 {
		return nil
	}
	return bytes.Split(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\n'})
}

// File implements session.Code. Of a file that is not text, or that nobody is to read,
// it says only that there is one.
func (e *evidence) File(p string) (session.FileInfo, bool) {
	if t := e.read(p); t.ok || t.info.Hash != "" {
		return t.info, true
	}
	at, err := e.w.Locate(p)
	return session.FileInfo{}, err == nil && at.Exists && !at.Folder && at.Path == p
}

// Folder implements session.Code.
func (e *evidence) Folder(p string) bool {
	if p = path.Clean(p); e.v != nil && e.v.isFolder(p) {
		return true
	}
	at, err := e.w.Locate(p)
	return err == nil && at.Folder && at.Path == p
}

// Text implements session.Code.
func (e *evidence) Text(p string, from, to int) (string, bool) {
	t := e.read(p)
	lines := textLines(t.text)
	if !t.ok || from < 1 || to < from || to > len(lines) {
		return "", false
	}
	return strings.ToValidUTF8(string(bytes.Join(lines[from-1:to], []byte{'\n'})), "\uFFFD"), true
}

// maxSized is from how many symbols and files on a repository is not small: nobody
// counts further.
const maxSized = 100

// Size implements session.Code.
func (e *evidence) Size() session.Size {
	if e.v == nil {
		return session.Size{Symbols: math.MaxInt32, Files: math.MaxInt32, Code: true}
	}
	var size session.Size
	for p := range e.Paths() {
		if size.Symbols >= maxSized && size.Files >= maxSized {
			break
		}
		if gate.Own(p) {
			continue
		}
		if e.read(p).info.Lines > 0 {
			size.Files++
		}
		if items, ok := e.v.snap.Outline(p); ok {
			size.Symbols += len(items)
		}
	}
	size.Code = !e.complete || slices.ContainsFunc(e.v.snap.Docs(), func(d *index.Doc) bool {
		return !gate.Own(d.Path) && !gate.Plain(d.Path) && (d.Source == nil || e.read(d.Path).info.Lines > 0)
	})
	return size
}

// Near implements session.Code.
func (e *evidence) Near(name string) []string {
	if e.v == nil {
		return nil
	}
	return e.v.snap.Near(name)
}

// maxBeside is how many files go with others at the most.
const maxBeside = 8

// Beside implements session.Code.
func (e *evidence) Beside(files []string) []string {
	if e.v == nil {
		return nil
	}
	var out []string
	add := func(doc int32) bool {
		d := e.v.snap.Docs()[doc]
		if d.Source == nil || gate.Own(d.Path) || gate.Plain(d.Path) || e.v.texts.Withheld(doc) || slices.Contains(files, d.Path) || slices.Contains(out, d.Path) {
			return true
		}
		if items, ok := e.v.snap.Outline(d.Path); ok && len(items) > 0 { // else get_symbols shows no lines of it
			out = append(out, d.Path)
		}
		return len(out) < maxBeside
	}
	for _, f := range files {
		doc, ok := e.v.snap.Doc(f)
		if !ok {
			continue
		}
		for _, r := range e.v.snap.Related(doc, 0, math.MaxUint32) {
			if at, ok := e.v.snap.Place(r.ID); ok && r.Resolved && !add(at.Doc) {
				return out
			}
		}
	}
	for i, d := range e.v.snap.Docs() {
		if slices.ContainsFunc(files, func(f string) bool { return path.Dir(f) == path.Dir(d.Path) }) && !add(int32(i)) {
			break
		}
	}
	return out
}

// Complete implements memory.Code.
func (e *evidence) Complete() bool { return e.v != nil && e.complete }

// Paths implements memory.Code: those of files that may be shown.
func (e *evidence) Paths() iter.Seq[string] {
	return func(yield func(string) bool) {
		if e.v == nil {
			return
		}
		for i, d := range e.v.snap.Docs() {
			readable := d.Source != nil || slices.Contains([]string{workspace.SkipNoLanguage, workspace.SkipLanguage}, d.Skipped)
			if readable && !e.v.texts.Withheld(int32(i)) && !yield(d.Path) {
				return
			}
		}
	}
}
