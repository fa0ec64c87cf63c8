package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// maxCompletions is how many names are offered at a time.
const maxCompletions = 200

// completionData is what is asked about an item later.
type completionData struct {
	Sig string `json:"sig,omitempty"`
	Doc string `json:"doc,omitempty"`
}

// completion offers names for a place: those that scopes of the file bind, or that the
// value before a dot has, where its type is known, and those that languages share (routes,
// views, classes of style sheets). In companion mode only the latter, which no other
// server knows.
func (c *conn) completion(ctx context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	out := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	offer := func(v *view, at place, text []byte, place func(start, end uint32) protocol.Range) error {
		out.Items, out.IsIncomplete = out.Items[:0], false
		mode := v.mode(at.doc)
		l := v.doc(at.doc).Lang
		if mode == modeOff || mode == modeCompanion && (len(l.Frameworks) == 0 && l.Specifier == nil || !inText(text, at.offset)) {
			return nil
		}
		found, err := v.in.repo.Workspace().Complete(ctx, v.state, at.doc, text, at.offset, mode == modeCompanion || !ofLanguage(p.Context, text[:at.offset]), maxCompletions)
		if ctx.Err() != nil {
			return errCancelled
		}
		if err != nil {
			return err
		}
		out.IsIncomplete = found.More
		around := place(found.Start, found.End)
		for i, x := range found.Items {
			item := protocol.CompletionItem{
				Label: x.Name, Kind: completionKind(x), Detail: protocol.NewOptional(x.What), FilterText: protocol.NewOptional(x.Name),
				SortText: protocol.NewOptional(fmt.Sprintf("%04d", i)), TextEdit: &protocol.TextEdit{Range: around, NewText: x.Name},
			}
			if data, err := json.Marshal(completionData{x.Sig, x.Doc}); err == nil && (x.Sig != "" || x.Doc != "") {
				item.Data = data
			}
			out.Items = append(out.Items, item)
		}
		return nil
	}
	err := c.unlinkedAt(ctx, p.TextDocument.URI, p.Position, offer)
	if errors.Is(err, workspace.ErrUnlinked) {
		err = c.indexedAt(ctx, p.TextDocument.URI, p.Position, func(v *view, at place) error {
			text, ok := v.text(at.doc)
			if !ok {
				v.unsure = true
				return errModified
			}
			return offer(v, at, text, func(start, end uint32) protocol.Range { return v.rangeOf(at.doc, start, end) })
		})
	}
	return out, err
}

// unlinkedAt has find look at a place of an open document, with its text, before it is
// known what the texts in the editor mean; place says where a part of it is. It fails with
// workspace.ErrUnlinked where that is needed.
func (c *conn) unlinkedAt(ctx context.Context, u uri.URI, p protocol.Position, find func(v *view, at place, text []byte, place func(start, end uint32) protocol.Range) error) error {
	s := c.subject(ctx, u)
	if s.then == nil {
		return workspace.ErrUnlinked
	}
	d := s.then
	at, ok := offset(d.ruler, d.lines, d.text, c.encoding, p)
	if !ok {
		return noLine(p, d.lines)
	}
	known := false
	err := c.lookBy(ctx, s, (*workspace.Edits).AnswerUnlinked, func(v *view, doc int32) error {
		known = true
		return find(v, place{doc: doc, path: s.path, offset: at}, d.text, func(start, end uint32) protocol.Range {
			return protocol.Range{Start: position(d.ruler, d.lines, d.text, c.encoding, start), End: position(d.ruler, d.lines, d.text, c.encoding, end)}
		})
	})
	if err == nil && !known {
		return workspace.ErrUnlinked // the disk may have no such file
	}
	return err
}

// ofLanguage says whether a name of the language may follow a text: always where the
// person has asked or goes on with a name, but of the characters after which the editor
// asks by itself some are a beginning in texts and tags only, or with the one before.
func ofLanguage(c protocol.CompletionContext, text []byte) bool {
	if c.TriggerKind != protocol.CompletionTriggerKindTriggerCharacter {
		return true
	}
	for _, begins := range []string{".", "->", "::", "$"} {
		if bytes.HasSuffix(text, []byte(begins)) {
			return true
		}
	}
	return false
}

// inText says whether a place may lie in a text between quotes or in a tag: something
// on its line opens one.
func inText(text []byte, at uint32) bool {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	return bytes.ContainsAny(text[start:at], "'\"`<")
}

// completionKind is the protocol's name of an item's kind.
func completionKind(x index.CompletionItem) protocol.CompletionItemKind {
	switch x.Kind {
	case lang.KindClass, lang.KindTrait:
		return protocol.CompletionItemKindClass
	case lang.KindInterface:
		return protocol.CompletionItemKindInterface
	case lang.KindStruct:
		return protocol.CompletionItemKindStruct
	case lang.KindEnum:
		return protocol.CompletionItemKindEnum
	case lang.KindEnumMember:
		return protocol.CompletionItemKindEnumMember
	case lang.KindTypeParameter, lang.KindType, lang.KindTypeAlias:
		return protocol.CompletionItemKindTypeParameter
	case lang.KindFunction, lang.KindLambda, lang.KindMacro:
		return protocol.CompletionItemKindFunction
	case lang.KindMethod, lang.KindStaticMethod, lang.KindAbstractMethod:
		return protocol.CompletionItemKindMethod
	case lang.KindConstructor:
		return protocol.CompletionItemKindConstructor
	case lang.KindField, lang.KindStaticField:
		return protocol.CompletionItemKindField
	case lang.KindProperty, lang.KindGetter, lang.KindSetter:
		return protocol.CompletionItemKindProperty
	case lang.KindConstant:
		return protocol.CompletionItemKindConstant
	case lang.KindModule:
		return protocol.CompletionItemKindFile
	case lang.KindNamespace, lang.KindPackage:
		return protocol.CompletionItemKindModule
	case lang.KindKey:
		return protocol.CompletionItemKindReference
	}
	return protocol.CompletionItemKindVariable
}

// resolveCompletion says more of an item.
func (c *conn) resolveCompletion(_ context.Context, p *protocol.CompletionItem) (*protocol.CompletionItem, error) {
	var data completionData
	if len(p.Data) == 0 || json.Unmarshal(p.Data, &data) != nil {
		return p, nil
	}
	out := *p
	if data.Sig != "" {
		out.Detail = protocol.NewOptional(data.Sig)
	}
	if data.Doc != "" {
		out.Documentation = &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: data.Doc}
	}
	return &out, nil
}
