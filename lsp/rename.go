package lsp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"codeintel/index"
	"codeintel/index/resolve"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// renamed is the symbol at a place, and where its name stands there.
type renamed struct {
	id         index.ID
	start, end uint32
}

// renamable finds what a renaming at a place is about. The error says why there is
// nothing.
func (v *view) renamable(at place) (renamed, error) {
	if v.mode(at.doc) != modePrimary {
		return renamed{}, failed("another server renames in this language, as ci.languages has it")
	}
	found, ok := v.snap.SymbolAt(at.path, at.offset)
	if !ok {
		return renamed{}, failed("there is no name here")
	}
	var ids []index.ID
	for _, s := range found.Symbols {
		if s.Certainty != resolve.Resolved {
			return renamed{}, failed("it is not certain what %s means here", v.snap.WrittenAt(found))
		}
		if !slices.Contains(ids, s.ID) {
			ids = append(ids, s.ID)
		}
	}
	if len(ids) == 0 {
		return renamed{}, failed("it is not known what %s means here", v.snap.WrittenAt(found))
	}
	return renamed{ids[0], found.Start, found.End}, nil
}

// prepareRename says what would be renamed at a place, or why nothing can be. Whether
// each occurrence of a name that many files have is certain is the renaming's own question:
// editors ask this one before they ask for a name.
func (c *conn) prepareRename(ctx context.Context, p *protocol.PrepareRenameParams) (out protocol.PrepareRenameResult, err error) {
	err = c.indexedAt(ctx, p.TextDocument.URI, p.Position, func(v *view, at place) error {
		x, err := v.renamable(at)
		if err != nil {
			return err
		}
		name, objections, err := v.in.repo.Workspace().Renamable(ctx, v.state, x.id, v.texts, c.doubts())
		switch {
		case err != nil:
			return err
		case len(objections) > 0:
			return v.refusal(at.doc, x, name, objections)
		}
		start := x.start
		if text, ok := v.text(at.doc); ok && int(x.end) <= len(text) { // its last part, without marks
			if n := strings.LastIndex(string(text[x.start:x.end]), name); n >= 0 {
				start += uint32(n)
			}
		}
		out = &protocol.PrepareRenamePlaceholder{Range: v.rangeOf(at.doc, start, x.end), Placeholder: name}
		return nil
	})
	return out, err
}

// maxDoubts is the most uncertain places that a person is asked to confirm.
const maxDoubts = 200

// doubts returns how many uncertain places a renaming may have: none in an editor that
// can't ask about each.
func (c *conn) doubts() int {
	if w := c.caps.Workspace; w != nil && w.WorkspaceEdit != nil && is(w.WorkspaceEdit.DocumentChanges) && w.WorkspaceEdit.ChangeAnnotationSupport != nil {
		return maxDoubts
	}
	return 0
}

// maxReasons is how many places a refusal names. It is less than the number that is
// searched for, so that a refusal can say that there are more.
const maxReasons = index.MaxObjections - 1

// refusal returns an error that says why the symbol at x, called name, can't be renamed. A
// symbol without a name of its own, such as a file, is called what the document has there.
func (v *view) refusal(doc int32, x renamed, name string, objections []index.Objection) error {
	if text, ok := v.text(doc); ok && name == "" && int(x.end) <= len(text) {
		name = string(text[x.start:x.end])
	}
	more := ""
	if len(objections) > maxReasons {
		objections, more = objections[:maxReasons], "; and more"
	}
	// Each reason is given once, with its places.
	var reasons []string
	places := map[string][]string{}
	for _, o := range objections {
		if !slices.Contains(reasons, o.Why) {
			reasons = append(reasons, o.Why)
		}
		if o.Doc >= 0 {
			line, _ := v.doc(o.Doc).Lines().Position(o.Start).OneBased()
			places[o.Why] = append(places[o.Why], fmt.Sprintf("%s:%d", v.doc(o.Doc).Path, line))
		}
	}
	for i, why := range reasons {
		if at := places[why]; len(at) > 0 {
			reasons[i] += " (" + strings.Join(slices.Compact(at), ", ") + ")"
		}
	}
	return failed("%s can't be renamed: %s%s", name, strings.Join(reasons, "; "), more)
}

// rename gives the symbol at a place another name, everywhere.
func (c *conn) rename(ctx context.Context, p *protocol.RenameParams) (out *protocol.WorkspaceEdit, err error) {
	versions := false
	if w := c.caps.Workspace; w != nil && w.WorkspaceEdit != nil {
		versions = is(w.WorkspaceEdit.DocumentChanges)
	}
	var notes []string
	err = c.indexedAt(ctx, p.TextDocument.URI, p.Position, func(v *view, at place) error {
		x, err := v.renamable(at)
		if err != nil {
			return err
		}
		r, err := v.in.repo.Workspace().Renaming(ctx, v.state, x.id, v.texts, c.doubts())
		if err != nil {
			return err
		}
		edits, objections, err := r.To(p.NewName)
		switch {
		case err != nil:
			return err
		case len(objections) > 0:
			return v.refusal(at.doc, x, r.Name, objections)
		}
		all := make([]annotated, 0, len(edits)+len(r.Doubts))
		for _, e := range edits {
			all = append(all, annotated{e, ""})
		}
		for i, e := range r.Unsure(p.NewName) {
			if len(edits) > 0 { // else the symbol has the name already
				all = append(all, annotated{e, r.Doubts[i].Why})
			}
		}
		slices.SortStableFunc(all, func(a, b annotated) int { return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Start, b.Start)) })
		out, notes = v.workspaceEdit(all, versions), r.Notes
		return nil
	})
	if err == nil && len(notes) > 0 {
		c.wire.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: strings.Join(notes, "; ")})
	}
	return out, err
}

// annotated is an edit. unsure is the reason to ask a person about it, "" for none.
type annotated struct {
	index.TextEdit
	unsure string
}

// workspaceEdit returns the protocol's form of edits, which must be sorted by document.
// versions adds the versions of open documents, for editors that support them. An unsure
// edit needs the person's confirmation; without versions there must be none.
func (v *view) workspaceEdit(edits []annotated, versions bool) *protocol.WorkspaceEdit {
	out := &protocol.WorkspaceEdit{}
	if !versions {
		out.Changes = map[uri.URI][]protocol.TextEdit{}
	}
	for len(edits) > 0 {
		doc, n := edits[0].Doc, 0
		var own []protocol.TextEdit
		for ; n < len(edits) && edits[n].Doc == doc; n++ {
			own = append(own, protocol.TextEdit{Range: v.rangeOf(doc, edits[n].Start, edits[n].End), NewText: edits[n].Text})
		}
		file := edits[:n]
		edits = edits[n:]
		name := v.uri(doc)
		if !versions {
			out.Changes[name] = own
			continue
		}
		change := &protocol.TextDocumentEdit{}
		change.TextDocument.URI = name
		if d := v.c.openAt(v.in, v.doc(doc).Path); d != nil {
			change.TextDocument.Version = &d.version
		}
		for i := range own {
			if file[i].unsure == "" {
				change.Edits = append(change.Edits, &own[i])
				continue
			}
			id := protocol.ChangeAnnotationIdentifier(file[i].unsure)
			if out.ChangeAnnotations == nil {
				out.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{}
			}
			out.ChangeAnnotations[id] = annotationOf(file[i].unsure)
			change.Edits = append(change.Edits, &protocol.AnnotatedTextEdit{TextEdit: own[i], AnnotationID: id})
		}
		out.DocumentChanges = append(out.DocumentChanges, change)
	}
	return out
}

// annotationOf returns the annotation that asks a person to confirm edits that are unsure
// for a reason.
func annotationOf(why string) protocol.ChangeAnnotation {
	yes, description := true, "tick the places to rename as well"
	return protocol.ChangeAnnotation{Label: "Unsure: " + why, Description: &description, NeedsConfirmation: &yes}
}
