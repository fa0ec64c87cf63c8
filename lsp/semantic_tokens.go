package lsp

import (
	"context"
	"slices"
	"sort"

	"codeintel/index"
	"codeintel/index/lang"

	"go.lsp.dev/protocol"
)

// tokenTypes and tokenModifiers are the legend of semantic tokens; a token has numbers
// of them.
var (
	tokenTypes = []string{
		"namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable", "property", "enumMember", "function", "method", "macro", "decorator",
	}
	tokenModifiers = []string{"declaration", "readonly", "static", "deprecated", "abstract", "async"}
)

// tokenType is the place of a kind's type in tokenTypes; -1 for none.
func tokenType(t *index.Token) int {
	name := ""
	switch t.Kind {
	case lang.KindModule, lang.KindNamespace, lang.KindPackage:
		name = "namespace"
	case lang.KindTypeAlias, lang.KindType, lang.KindUnion:
		name = "type"
	case lang.KindClass, lang.KindTrait, lang.KindObject:
		name = "class"
	case lang.KindEnum:
		name = "enum"
	case lang.KindInterface:
		name = "interface"
	case lang.KindStruct:
		name = "struct"
	case lang.KindTypeParameter:
		name = "typeParameter"
	case lang.KindParameter, lang.KindSelfParameter:
		name = "parameter"
	case lang.KindVariable, lang.KindConstant:
		name = "variable"
	case lang.KindField, lang.KindStaticField, lang.KindProperty, lang.KindGetter, lang.KindSetter:
		name = "property"
	case lang.KindEnumMember:
		name = "enumMember"
	case lang.KindFunction, lang.KindLambda:
		name = "function"
	case lang.KindMethod, lang.KindStaticMethod, lang.KindAbstractMethod, lang.KindConstructor:
		name = "method"
	case lang.KindMacro:
		name = "macro"
	}
	if t.Decorator {
		name = "decorator"
	}
	return slices.Index(tokenTypes, name)
}

func tokenBits(t *index.Token) uint32 {
	var bits uint32
	for i, on := range [...]bool{
		t.Definition,
		t.Kind == lang.KindConstant || t.Kind == lang.KindEnumMember || t.Flags&lang.Const != 0,
		t.Flags&lang.Static != 0 || t.Kind == lang.KindStaticField || t.Kind == lang.KindStaticMethod,
		t.Flags&lang.Deprecated != 0,
		t.Flags&lang.Abstract != 0 || t.Kind == lang.KindAbstractMethod,
		t.Flags&lang.Async != 0,
	} {
		if on {
			bits |= 1 << i
		}
	}
	return bits
}

// semanticTokens says what the names in a document mean, as far as that is certain.
func (c *conn) semanticTokens(ctx context.Context, p *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	return c.tokens(ctx, p.TextDocument, nil)
}

// semanticTokensRange is semanticTokens for a part of a document.
func (c *conn) semanticTokensRange(ctx context.Context, p *protocol.SemanticTokensRangeParams) (*protocol.SemanticTokens, error) {
	return c.tokens(ctx, p.TextDocument, &p.Range)
}

func (c *conn) tokens(ctx context.Context, in protocol.TextDocumentIdentifier, within *protocol.Range) (*protocol.SemanticTokens, error) {
	out := &protocol.SemanticTokens{Data: []uint32{}}
	err := c.soon(ctx, in.URI, func(v *view, doc int32) error {
		out.Data = out.Data[:0]
		if v.mode(doc) != modePrimary {
			return nil
		}
		text, ok := v.text(doc)
		if !ok {
			v.unsure = true
			return errModified
		}
		tokens := v.snap.Tokens(doc, text)
		if within != nil {
			start, err := v.offset(doc, within.Start)
			if err != nil {
				return err
			}
			end, err := v.offset(doc, within.End)
			if err != nil {
				end = uint32(len(text)) // some ask for more lines than there are
			}
			tokens = tokens[sort.Search(len(tokens), func(i int) bool { return tokens[i].End > start }):]
			tokens = tokens[:sort.Search(len(tokens), func(i int) bool { return tokens[i].Start >= end })]
		}
		var last protocol.Position
		for i := range tokens {
			if i%256 == 0 && v.snap.Stop() {
				return nil
			}
			t := &tokens[i]
			typ := tokenType(t)
			if typ < 0 {
				continue
			}
			r := v.rangeOf(doc, t.Start, t.End)
			if r.Start.Line != r.End.Line || r.End.Character <= r.Start.Character {
				continue
			}
			column := r.Start.Character
			if r.Start.Line == last.Line {
				column -= last.Character
			}
			out.Data = append(out.Data, r.Start.Line-last.Line, column, r.End.Character-r.Start.Character, uint32(typ), tokenBits(t))
			last = r.Start
		}
		return nil
	})
	return out, err
}
