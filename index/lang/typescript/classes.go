package typescript

import (
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// joiners are the functions that put classes together, by the names that the
// libraries of them give: what they are called with is classes too.
var joiners = map[string]bool{
	"clsx": true, "classnames": true, "classNames": true, "cn": true, "cx": true, "cc": true, "cnb": true, "objstr": true,
	"twMerge": true, "twJoin": true, "cva": true, "tv": true,
}

// classes tells use of the strings in expression i, which says which classes an
// element has. With read, the rest of it is read as an expression.
func (e *extractor) classes(i uint32, read bool, use func(start, end uint32)) {
	if i == ts.NoNode || !e.enter() {
		return
	}
	defer e.leave()
	rest := func(i uint32) {
		if read && i != ts.NoNode {
			e.any(i)
		}
	}
	switch e.kind(i) {
	case kString:
		e.classString(i, use)
	case kTemplateString:
		e.classTemplate(i, use)
		rest(i)
	case kParenthesizedExpression, kJSXExpression:
		e.classes(e.named(i, 0), read, use)
	case kTernaryExpression:
		rest(e.child(i, fCondition))
		e.classes(e.child(i, fConsequence), read, use)
		e.classes(e.child(i, fAlternative), read, use)
	case kBinaryExpression:
		op := e.child(i, fOperator)
		if op != ts.NoNode && (e.kind(op) == kTokAnd || e.kind(op) == kTokOr || e.kind(op) == kTokNullish) {
			if left := e.child(i, fLeft); e.kind(op) == kTokAnd {
				rest(left)
			} else {
				e.classes(left, read, use)
			}
			e.classes(e.child(i, fRight), read, use)
			return
		}
		rest(i)
	case kArray:
		e.classList(i, read, use)
	case kCallExpression:
		rest(i)
		if f, args := e.child(i, fFunction), e.child(i, fArguments); !e.missing(f) && args != ts.NoNode && e.kind(f) == kIdentifier && joiners[string(e.text(f))] {
			e.classList(args, false, use)
		}
	case kObject:
		for c := i + 1; c < e.nodes[i].Next; c = e.nodes[c].Next {
			switch e.kind(c) {
			case kPair:
				switch k := e.child(c, fKey); {
				case k == ts.NoNode:
				case e.kind(k) == kString:
					e.classString(k, use)
				case e.kind(k) == kPropertyIdentifier:
					use(e.nodes[k].Start, e.nodes[k].End)
				default:
					rest(k)
				}
				rest(e.child(c, fValue))
			case kShorthandPropertyIdentifier:
				use(e.nodes[c].Start, e.nodes[c].End)
				rest(c)
			default:
				if e.nodes[c].Flags&ts.Named != 0 {
					rest(c)
				}
			}
		}
	default:
		rest(i)
	}
}

// classList is classes for the elements of a list.
func (e *extractor) classList(i uint32, read bool, use func(start, end uint32)) {
	for c := i + 1; c < e.nodes[i].Next; c = e.nodes[c].Next {
		if e.nodes[c].Flags&ts.Named != 0 {
			e.classes(c, read, use)
		}
	}
}

// classString tells use of the text in a string.
func (e *extractor) classString(i uint32, use func(start, end uint32)) {
	if n := &e.nodes[i]; n.End-n.Start > 2 {
		use(n.Start+1, n.End-1)
	}
}

// classTemplate tells use of the text between the substitutions of a template
// string, but for words of which these are a part, and of the strings in them.
func (e *extractor) classTemplate(i uint32, use func(start, end uint32)) {
	n := &e.nodes[i]
	if n.End-n.Start <= 2 {
		return
	}
	src, from, to := e.t.Src, n.Start+1, n.End-1
	partial := false // what stands at from goes on with what is before it
	text := func(end uint32, goesOn bool) {
		start := from
		for partial && start < end && !isSpace(src[start]) {
			start++
		}
		for goesOn && end > start && !isSpace(src[end-1]) {
			end--
		}
		if start < end {
			use(start, end)
		}
	}
	for c := i + 1; c < n.Next; c = e.nodes[c].Next {
		s := &e.nodes[c]
		if e.kind(c) != kTemplateSubstitution || s.Start < from || s.End > to {
			continue
		}
		text(s.Start, true)
		if (s.Start == n.Start+1 || isSpace(src[s.Start-1])) && (s.End == to || isSpace(src[s.End])) {
			e.classes(e.named(c, 0), false, use)
		}
		from, partial = s.End, true
	}
	text(to, false)
}

// classAttribute refers to the style sheets' rules for the classes that value i
// of an attribute says.
func (e *extractor) classAttribute(i uint32) {
	e.classes(i, false, func(start, end uint32) {
		for at := start; at < end; {
			from := at
			for at < end && !isSpace(e.t.Src[at]) {
				at++
			}
			if from < at {
				e.b.Ref(lang.Ref{Name: e.b.Name("." + string(e.t.Src[from:at])), Start: from, End: at, Scope: e.scope, X: -1, Kind: lang.RefOpen, Role: lang.Read, N: 1})
			}
			at++
		}
	})
}
