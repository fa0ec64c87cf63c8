package lsp

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/workspace"

	"go.lsp.dev/protocol"
)

const (
	// maxHovered is how many symbols are described of a name that means several.
	maxHovered = 3
	// maxDocumented is how many bytes of documentation are shown.
	maxDocumented = 4000
	// maxLine is how many bytes of a line are shown.
	maxLine = 200
)

// hover says what is known of the name at a place: how it is declared, its
// documentation, where it is defined and how often it is used.
func (c *conn) hover(ctx context.Context, p *protocol.HoverParams) (out *protocol.Hover, err error) {
	err = c.near(ctx, p.TextDocument.URI, p.Position, func(v *view, at place) error {
		out = nil
		n, ok := v.named(at)
		w := hoverWriter{v: v, at: at.doc, markdown: c.showsMarkdown()}
		if !ok {
			var found []workspace.Outside
			if n.At, found, err = v.predeclared(ctx, at); err != nil || len(found) == 0 {
				return err
			}
			w.said(found[0].Sig, found[0].Doc, v.doc(at.doc).Lang.Name)
		}
		for _, s := range n.symbols[:min(len(n.symbols), maxHovered)] {
			w.symbol(s)
		}
		if more := len(n.symbols) - maxHovered; more > 0 {
			w.begin()
			w.line("and " + counted(more, "more symbol"))
		}
		kind := protocol.MarkupKindPlainText
		if w.markdown {
			kind = protocol.MarkupKindMarkdown
		}
		r := v.rangeOf(at.doc, n.Start, n.End)
		out = &protocol.Hover{Contents: &protocol.MarkupContent{Kind: kind, Value: w.text.String()}, Range: &r}
		return nil
	})
	return out, err
}

// showsMarkdown says whether the editor prefers Markdown to plain text.
func (c *conn) showsMarkdown() bool {
	t := c.caps.TextDocument
	if t == nil || t.Hover == nil {
		return false
	}
	for _, k := range t.Hover.ContentFormat {
		if k == protocol.MarkupKindMarkdown || k == protocol.MarkupKindPlainText {
			return k == protocol.MarkupKindMarkdown
		}
	}
	return false
}

// hoverWriter writes what is said of symbols.
type hoverWriter struct {
	v        *view
	at       int32 // the file that was asked about
	markdown bool
	text     strings.Builder
}

// begin separates what follows from what was said.
func (w *hoverWriter) begin() {
	if w.text.Len() == 0 {
		return
	}
	if w.markdown {
		w.text.WriteString("\n---\n\n")
	} else {
		w.text.WriteString("\n")
	}
}

func (w *hoverWriter) line(text string) {
	w.text.WriteString(text)
	w.text.WriteString("\n")
}

// symbol describes a symbol.
func (w *hoverWriter) symbol(s index.Candidate) {
	w.begin()
	snap := w.v.snap
	sig, doc, language := w.declared(s.ID)
	if line := w.written(s.ID); line != "" {
		sig += "\n" + line
	}
	w.said(sig, doc, language)
	var facts []string
	if s.Certainty != resolve.Resolved {
		facts = append(facts, "possible: this name may mean it, or something else")
	}
	facts = append(facts, w.places(s.ID)...)
	if types := w.types(s.ID); types != "" {
		facts = append(facts, "of type "+types)
	}
	uses := counted(len(snap.Uses(s.ID)), "reference")
	if w.v.state.Alone() {
		uses += " in this file"
	}
	facts = append(facts, uses)
	end := "\n"
	if w.markdown {
		end = "  \n" // a line break
	}
	w.text.WriteString("\n" + strings.Join(facts, end) + "\n")
}

// said is how something is declared, and its documentation.
func (w *hoverWriter) said(sig, doc, language string) {
	if w.markdown {
		fence := "```"
		for strings.Contains(sig, fence) {
			fence += "`"
		}
		w.line(fence + language + "\n" + sig + "\n" + fence)
	} else {
		w.line(sig)
	}
	if doc = strings.TrimSpace(doc); doc != "" {
		if len(doc) > maxDocumented {
			doc = strings.ToValidUTF8(doc[:maxDocumented], "") + " …"
		}
		w.line("\n" + doc)
	}
}

// declared is how a symbol is declared, in which language, and its documentation.
func (w *hoverWriter) declared(id index.ID) (sig, doc, language string) {
	snap := w.v.snap
	name := snap.FullName(id)
	if id.IsExternal() {
		x := &snap.Externals()[id.Def]
		if sig = x.Sig; sig == "" {
			sig = named1(x.Kind.String(), x.Name)
		}
		return sig, x.Doc, signatures(w.v.doc(w.at).Lang)
	}
	d := w.v.doc(id.Doc)
	language = d.Lang.Name
	if id.IsModule() {
		return named1(snap.What(id), name), d.Facts().Doc, language
	}
	def := &d.Facts().Defs[id.Def]
	if sig = def.Sig; sig == "" {
		if def.Flags&lang.Local != 0 {
			name = snap.Name(id)
		}
		sig = named1(snap.What(id), name)
	}
	if def.Flags&lang.Open == 0 { // else it need not be of a script
		language = signatures(d.Lang)
	}
	return sig, def.Doc, language
}

// signatures is the language that the signatures of scripts in l are written in.
func signatures(l *lang.Language) string { return cmp.Or(l.Signatures, l.Name) }

// written is the line that defines an open name: the text itself, the value of a setting.
// "" for other symbols, whose declaration says more.
func (w *hoverWriter) written(id index.ID) string {
	snap := w.v.snap
	if id.IsExternal() || id.Def < 0 || snap.Kind(id) != lang.KindKey {
		return ""
	}
	ids := snap.DefinitionIDs(id)
	if len(ids) == 0 || ids[0].Def < 0 || w.v.doc(ids[0].Doc).Facts().Defs[ids[0].Def].Flags&lang.Open == 0 {
		return ""
	}
	at := snap.NameOf(ids[0])
	text, ok := w.v.text(at.Doc)
	if !ok || int(at.End) > len(text) {
		return ""
	}
	text = index.MaskSecrets(w.v.doc(at.Doc).Path, text)
	start := bytes.LastIndexByte(text[:at.Start], '\n') + 1
	line, _, _ := bytes.Cut(text[start:], []byte("\n"))
	shown := strings.ToValidUTF8(strings.TrimSpace(string(line)), "")
	if len(shown) > maxLine {
		shown = strings.ToValidUTF8(shown[:maxLine], "") + " …"
	}
	return shown
}

// named1 is a name with what it is the name of.
func named1(what, name string) string { return what + " " + name }

// places says where a symbol is defined.
func (w *hoverWriter) places(id index.ID) []string {
	if id.IsExternal() {
		if p := w.v.snap.Externals()[id.Def].Package; p.Name != "" {
			return []string{"outside of the repository, in " + w.code(strings.TrimSpace(p.Name+" "+p.Version))}
		}
		return []string{"outside of the repository"}
	}
	at := w.v.snap.DefinitionIDs(id)
	if len(at) == 0 {
		return nil
	}
	l := w.v.snap.NameOf(at[0])
	d := w.v.doc(l.Doc)
	line, _ := d.Lines().Position(l.Start).OneBased()
	text := "defined in " + w.code(d.Path+":"+strconv.Itoa(line))
	if in := w.v.snap.Scope(id); in != "" {
		text += ", in " + w.code(in)
	}
	if more := len(at) - 1; more > 0 {
		text += ", and at " + counted(more, "more place")
	}
	return []string{text}
}

// types are the names of a symbol's types, where they are not its own.
func (w *hoverWriter) types(id index.ID) string {
	if id.IsExternal() || id.IsModule() {
		return ""
	}
	var names []string
	for _, t := range w.v.snap.TypeOf(id) {
		if t == id {
			return ""
		}
		if t.IsExternal() {
			continue
		}
		if name := w.code(w.v.snap.FullName(t)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// code shows a text as it is.
func (w *hoverWriter) code(text string) string {
	if !w.markdown || strings.ContainsRune(text, '`') || !utf8.ValidString(text) {
		return text
	}
	return "`" + text + "`"
}

// counted is a number with what it counts.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}
