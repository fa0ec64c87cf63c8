package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"unicode"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// hole is put where a name is being written; no file has it.
const hole = "qzhole"

// ErrUnlinked: what is asked for must be asked of a state that knows what all texts mean.
var ErrUnlinked = errors.New("the state does not know what the texts in the editor mean")

// Complete finds names for a place in a file of the state, whose text is given: at most
// limit of them. shared: only those that languages share or files are called by. It fails
// with ErrUnlinked where AnswerUnlinked's state does not say it.
func (w *Workspace) Complete(ctx context.Context, s *State, doc int32, text []byte, at uint32, shared bool, limit int) (index.Completion, error) {
	if bytes.Contains(text, []byte(hole)) {
		return index.Completion{}, nil
	}
	p := ts.NewParser(ts.Limits{Time: w.Config(s).ParserTimeout})
	defer p.Close()
	d := s.Snapshot.Docs()[doc]
	unlinked := s.drafts != nil && s.drafts.unlinked
	if unlinked && w.known.NeedsFirstLine(d.Path) { // it may be of another language
		return index.Completion{}, ErrUnlinked
	}
	// What is being written may lack its end, so that it, or what follows, is read as
	// something else. That which has fewer errors is meant.
	var src []byte
	var f *lang.Facts
	ref, end := lang.NoRef, closing(text[:at])
	for _, end := range slices.Compact([]string{"", end, end + ";"}) {
		with := slices.Concat(text[:at], []byte(hole+end), text[at:])
		g, err := d.Lang.Extract(ctx, p, lang.Input{Path: d.Path, Src: with, Language: d.Lang})
		if err != nil {
			return index.Completion{}, err
		}
		if r := index.Hole(g, at, hole); r >= 0 && (ref < 0 || g.ErrorNodes < f.ErrorNodes) {
			src, f, ref = with, g, r
		}
		if ref >= 0 && f.ErrorNodes == 0 {
			break
		}
	}
	if ref < 0 {
		return index.Completion{}, nil
	}
	if f.Refs[ref].Kind == lang.RefMember && !shared {
		return w.members(ctx, s, doc, text, src, at, limit)
	}
	if unlinked {
		switch r := &f.Refs[ref]; {
		case r.Kind == lang.RefOpen && r.N > 0, r.Kind == lang.RefModule,
			r.Kind == lang.RefName && d.Lang.Rules.SharedInFolder && s.besideTyped(d.Path):
			return index.Completion{}, ErrUnlinked
		}
	}
	c := s.Snapshot.Complete(doc, f, ref, hole, typed(src[f.Refs[ref].Start:at]), limit)
	if shared && !c.Shared {
		return index.Completion{}, nil
	}
	return c, nil
}

// besideTyped says whether another file of the folder of one is drafted.
func (s *State) besideTyped(file string) bool {
	for p := range s.drafts.texts {
		if p != file && path.Dir(p) == path.Dir(file) {
			return true
		}
	}
	return false
}

// closing is what closes the quotes and brackets that are open at the end of a text, by
// its last line. In quotes {{, {! and ${ begin code.
func closing(text []byte) string {
	const quotes, begin, end = "'\"`", "([{", ")]}"
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	var open []byte // what closes each
	for i, c := range line {
		last := byte(0)
		if len(open) > 0 {
			last = open[len(open)-1]
		}
		quoted := strings.IndexByte(quotes, last) >= 0
		code := c == '{' && (i+1 < len(line) && strings.IndexByte("{!", line[i+1]) >= 0 || i > 0 && line[i-1] == '$')
		switch n := strings.IndexByte(begin, c); {
		case c == last:
			open = open[:len(open)-1]
		case n >= 0 && (!quoted || code):
			open = append(open, end[n])
		case !quoted && strings.IndexByte(quotes, c) >= 0:
			open = append(open, c)
		}
	}
	slices.Reverse(open)
	return string(open)
}

// members are those of the value before at, where a file has the text src, which is text
// with the hole in it: of the state as it would be with that text. A name that may be a
// variable as well (in a template, what it is rendered with is a member) has those of the
// scopes, too.
func (w *Workspace) members(ctx context.Context, s *State, in int32, text, src []byte, at uint32, limit int) (index.Completion, error) {
	if !s.onDisk().Looked() { // which files there are is not known yet
		return index.Completion{More: true}, nil
	}
	path := s.Snapshot.Docs()[in].Path
	root, err := os.OpenRoot(w.root)
	if err != nil {
		return index.Completion{}, err
	}
	defer root.Close() // nothing was written
	disk, texts := s.onDisk(), map[string]*draft{}
	if s.drafts != nil {
		maps.Copy(texts, s.drafts.texts)
	}
	last := w.beside(ctx, disk, path, text)
	texts[path] = &draft{text: src, sum: sha256.Sum256(src)}
	var c index.Completion
	err = guard(func() error {
		x, err := newDraftIndexer(w, root, disk)
		if err != nil {
			return err
		}
		if err := x.extractDrafts(ctx, nil, last, disk, x.placeDrafts(disk, &drafts{texts: texts, disk: disk.Snapshot})); err != nil {
			return err
		}
		x.last, x.memos = last, map[string]*lang.Memo{}
		if err := x.open(ctx); err != nil {
			return err
		}
		if err := x.prepare(ctx); err != nil {
			return err
		}
		doc, ok := x.files.number(path)
		if !ok || x.docs[doc].Source == nil {
			return nil
		}
		f := x.docs[doc].Facts()
		ref := index.Hole(f, at, hole)
		if ref < 0 {
			return nil
		}
		word := typed(src[f.Refs[ref].Start:at])
		if before := bytes.TrimRight(src[:f.Refs[ref].Start], " \t\r\n"); bytes.HasSuffix(before, []byte(".")) || bytes.HasSuffix(before, []byte("->")) || bytes.HasSuffix(before, []byte("::")) {
			c = index.HoleOf(f, ref, hole)
		} else {
			c = s.Snapshot.InScope(f, ref, hole, word, limit)
		}
		// A name may have a mark that is not written here (PHP: $cart->total).
		written := string(src[f.Refs[ref].Start:f.Refs[ref].End])
		mark := strings.TrimSuffix(f.Name(f.Refs[ref].Name), written)
		for _, o := range x.resolver.Members(doc, ref) {
			item := index.CompletionItem{Name: o.Name, Kind: lang.KindModule, ID: index.ID{Doc: -1, Def: lang.NoDef}}
			if o.Def != nil && !o.Def.Callable() && !strings.HasPrefix(o.Name, mark) {
				continue // written in another way (PHP: a constant)
			}
			if o.Def != nil {
				item.Kind, item.Sig, item.Doc = o.Def.Kind, o.Def.Sig, o.Def.Doc
				item.Name = strings.TrimPrefix(item.Name, mark)
			}
			item.What = item.Kind.String()
			if !c.Offer(item, word, limit) {
				break
			}
		}
		c.Rank(word)
		return nil
	})
	if ctx.Err() != nil {
		return index.Completion{}, ctx.Err()
	}
	return c, err
}

// typed is the last word of a text.
func typed(text []byte) string {
	word := bytes.TrimRightFunc(text, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_$#-", r)
	})
	return string(text[len(word):])
}
