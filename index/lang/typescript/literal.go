package typescript

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

const (
	// maxValues bounds how many expressions a module's value is made of: names may
	// stand for the same ones many times.
	maxValues = 20000
	// maxValueDepth bounds how deep they are nested.
	maxValueDepth = 100
	// maxValueText is how much of the source of an expression is kept, in bytes.
	maxValueText = 300
)

// values reads expressions for what they say by themselves.
type values struct {
	e     *extractor
	names map[string]uint32 // what the constants of the file are, by name
	from  map[string]string // modules, by the names that imports bind
	left  int
}

// exported tells frameworks what the module gives to those that load it.
func (e *extractor) exported() {
	if !e.b.Reads() || e.b.F.Rich == nil {
		return
	}
	v := &values{e: e, names: map[string]uint32{}, from: map[string]string{}, left: maxValues}
	for i := range e.b.F.Imports {
		if im := &e.b.F.Imports[i]; im.Local >= 0 {
			v.from[e.b.F.Name(e.b.F.Defs[im.Local].Name)] = e.b.F.Name(im.Module)
		}
	}
	out := ts.NoNode
	for i := e.t.First(0); i != ts.NoNode; i = e.t.Sibling(i) {
		switch e.kind(i) {
		case kLexicalDeclaration, kVariableDeclaration:
			v.declare(i)
		case kExportStatement:
			if d := e.child(i, fDeclaration); d != ts.NoNode {
				v.declare(d)
			} else if x := e.child(i, fValue); x != ts.NoNode {
				out = x
			}
		default: // module.exports = …
			x := e.named(i, 0)
			if x == ts.NoNode || e.kind(x) != kAssignmentExpression {
				continue
			}
			switch left := e.child(x, fLeft); {
			case left == ts.NoNode:
			case string(e.text(left)) == "module.exports", string(e.text(left)) == "exports.default", string(e.text(left)) == "module.exports.default":
				out = e.child(x, fRight)
			}
		}
	}
	if out != ts.NoNode {
		e.b.Exported(v.value(out, 0))
	}
}

// declare notes what the names of a declaration stand for.
func (v *values) declare(i uint32) {
	e := v.e
	for c := e.t.First(i); c != ts.NoNode; c = e.t.Sibling(c) {
		if e.kind(c) != kVariableDeclarator {
			continue
		}
		if n, x := e.child(c, fName), e.child(c, fValue); !e.missing(n) && x != ts.NoNode && e.kind(n) == kIdentifier {
			v.names[string(e.text(n))] = x
		}
	}
}

// value is what expression i says.
func (v *values) value(i uint32, depth int) *lang.Literal {
	if i == ts.NoNode {
		return &lang.Literal{}
	}
	e := v.e
	out := &lang.Literal{Start: e.nodes[i].Start, End: e.nodes[i].End}
	text := e.text(i)
	out.Text = strings.Join(strings.Fields(strings.ToValidUTF8(string(text[:min(len(text), maxValueText)]), "\uFFFD")), " ")
	if len(text) > maxValueText {
		out.Text += "…"
	}
	if v.left--; v.left < 0 || depth > maxValueDepth {
		return out
	}
	switch e.kind(i) {
	case kString, kTemplateString:
		if !e.has(i, kTemplateSubstitution) {
			out.Kind, out.Text = lang.LiteralString, plainText(string(unquote(text)))
		}
	case kParenthesizedExpression, kAsExpression, kSatisfiesExpression, kNonNullExpression:
		return v.value(e.named(i, 0), depth+1)
	case kTypeAssertion:
		return v.value(e.named(i, 1), depth+1)
	case kIdentifier:
		if m, ok := v.from[string(text)]; ok {
			out.Module = m
		} else if x, ok := v.names[string(text)]; ok {
			if named := v.value(x, depth+1); named.Kind != lang.LiteralOther || named.Module != "" {
				return named
			}
		}
	case kArrowFunction:
		// What a function gives where nothing but its parameters is missing.
		b := e.child(i, fBody)
		for b != ts.NoNode && e.kind(b) == kParenthesizedExpression {
			b = e.named(b, 0)
		}
		if b != ts.NoNode && e.kind(b) == kObject {
			return v.value(b, depth+1)
		}
	case kArray:
		out.Kind = lang.LiteralArray
		for c := e.t.First(i); c != ts.NoNode; c = e.t.Sibling(c) {
			if e.nodes[c].Flags&ts.Named == 0 || e.kind(c) == kComment {
				continue
			}
			if e.kind(c) == kSpreadElement {
				if x := v.value(e.named(c, 0), depth+1); x.Kind == lang.LiteralArray {
					out.Elements = append(out.Elements, x.Elements...)
					v.left -= len(x.Elements)
					continue
				}
			}
			out.Elements = append(out.Elements, v.value(c, depth+1))
		}
	case kObject:
		out.Kind = lang.LiteralObject
		v.members(out, i, depth)
	case kCallExpression:
		f, args := e.child(i, fFunction), e.child(i, fArguments)
		if e.missing(f) || args == ts.NoNode {
			break
		}
		out.Kind = lang.LiteralCall
		for c := e.t.First(args); c != ts.NoNode; c = e.t.Sibling(c) {
			if e.nodes[c].Flags&ts.Named != 0 && e.kind(c) != kComment {
				out.Elements = append(out.Elements, v.value(c, depth+1))
			}
		}
		if string(e.text(f)) == "require" && len(out.Elements) == 1 && out.Elements[0].Kind == lang.LiteralString {
			out.Kind, out.Module, out.Elements = lang.LiteralOther, out.Elements[0].Text, nil
			break
		}
		out.Module = v.value(f, depth+1).Module
	case kMemberExpression:
		out.Module = v.value(e.child(i, fObject), depth+1).Module
	}
	return out
}

// members reads those of object i.
func (v *values) members(out *lang.Literal, i uint32, depth int) {
	e := v.e
	add := func(c uint32, name string, x *lang.Literal) {
		out.Members = append(out.Members, lang.Entry{Name: name, Value: x, Start: e.nodes[c].Start, End: e.nodes[c].End})
	}
	for c := e.t.First(i); c != ts.NoNode; c = e.t.Sibling(c) {
		switch e.kind(c) {
		case kPair:
			k := e.child(c, fKey)
			if e.missing(k) {
				continue
			}
			add(c, v.key(k), v.value(e.child(c, fValue), depth+1))
		case kShorthandPropertyIdentifier:
			name := string(e.text(c))
			x := &lang.Literal{Text: name, Start: e.nodes[c].Start, End: e.nodes[c].End, Module: v.from[name]}
			if n, ok := v.names[name]; ok && x.Module == "" {
				x = v.value(n, depth+1)
			}
			add(c, name, x)
		case kSpreadElement:
			x := v.value(e.named(c, 0), depth+1)
			if x.Kind == lang.LiteralObject {
				out.Members = append(out.Members, x.Members...)
				v.left -= len(x.Members)
				continue
			}
			add(c, "...", x)
		case kMethodDefinition:
			if n := e.child(c, fName); !e.missing(n) {
				add(c, v.key(n), &lang.Literal{Text: string(e.text(n)) + "(…)", Start: e.nodes[c].Start, End: e.nodes[c].End})
			}
		}
	}
}

// key is the name that a key gives.
func (v *values) key(k uint32) string {
	text := v.e.text(k)
	switch v.e.kind(k) {
	case kString:
		return plainText(string(unquote(text)))
	case kComputedPropertyName:
		if n := v.e.named(k, 0); n != ts.NoNode && v.e.kind(n) == kString {
			return plainText(string(unquote(v.e.text(n))))
		}
	}
	return strings.ToValidUTF8(string(text[:min(len(text), maxValueText)]), "\uFFFD")
}

// plainText is what a string says: its usual escapes are what they stand for.
func plainText(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if !strings.Contains(s, `\`) {
		return s
	}
	return strings.NewReplacer(`\\`, `\`, `\'`, `'`, `\"`, `"`, "\\`", "`", `\/`, `/`, `\n`, "\n", `\t`, "\t").Replace(s)
}
