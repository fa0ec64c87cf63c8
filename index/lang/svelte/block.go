package svelte

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/lang/ts"
)

// maxBlocks is how many blocks inside one another have a scope of their own.
const maxBlocks = 200

// scope is that of the place that is read.
func (x *extractor) scope() lang.ScopeID {
	if len(x.blocks) == 0 {
		return 0
	}
	return x.blocks[len(x.blocks)-1].scope
}

// open begins a block, from a place on.
func (x *extractor) open(kind string, at uint32, value lang.ExprID) lang.ScopeID {
	s := x.scope()
	if len(x.blocks) < maxBlocks {
		s = x.b.Scope(lang.ScopeBlock, s, lang.NoDef, at, uint32(len(x.src)))
	}
	x.blocks = append(x.blocks, block{kind, s, value})
	x.changes = append(x.changes, change{at, s})
	return s
}

// close ends all but n blocks.
func (x *extractor) close(n int, at uint32) {
	for i := len(x.blocks) - 1; i >= n; i-- {
		if s := x.blocks[i].scope; i < maxBlocks {
			x.b.F.Scopes[s].End = at
		}
	}
	x.blocks = x.blocks[:n]
	x.changes = append(x.changes, change{at, x.scope()})
}

// hole reads what is in braces.
func (x *extractor) hole(r ts.Range) error {
	r = x.trim(r)
	if r.Start == r.End {
		return nil
	}
	mark := x.src[r.Start]
	if mark != '#' && mark != ':' && mark != '/' && mark != '@' {
		if strings.HasPrefix(string(x.src[r.Start:min(r.End, r.Start+3)]), "...") {
			r.Start += 3
		}
		_, err := x.expression(r, x.scope())
		return err
	}
	end := r.Start + 1
	for end < r.End && html.IsLetter(x.src[end]) {
		end++
	}
	kind := string(x.src[r.Start+1 : end])
	rest := x.trim(ts.Range{Start: end, End: r.End})
	switch mark {
	case '#':
		return x.begin(kind, r, rest)
	case ':':
		return x.middle(kind, r, rest)
	case '/':
		for i := len(x.blocks) - 1; i >= max(0, len(x.blocks)-maxBlocks); i-- {
			if x.blocks[i].kind == kind {
				x.close(i, r.Start)
				break
			}
		}
		return nil
	}
	if kind != "const" {
		_, err := x.expression(rest, x.scope())
		return err
	}
	at := x.find(rest, "=")
	if at.Start == at.End {
		return nil
	}
	v, err := x.expression(ts.Range{Start: at.End, End: rest.End}, x.scope())
	if err != nil {
		return err
	}
	return x.bind(ts.Range{Start: rest.Start, End: at.Start}, x.scope(), v)
}

// begin reads {#kind rest}.
func (x *extractor) begin(kind string, r, rest ts.Range) error {
	outer := x.scope()
	switch kind {
	case "each":
		as := x.find(rest, "as")
		if as.Start == as.End {
			_, err := x.expression(rest, outer)
			x.open(kind, r.Start, lang.NoExpr)
			return err
		}
		over, err := x.expression(ts.Range{Start: rest.Start, End: as.Start}, outer)
		if err != nil {
			return err
		}
		inner := x.open(kind, r.Start, lang.NoExpr)
		names, key := ts.Range{Start: as.End, End: rest.End}, ts.Range{}
		if at := x.find(names, "("); at.Start < at.End {
			names.End, key = at.Start, ts.Range{Start: at.Start, End: rest.End}
		}
		item := lang.NoExpr
		if over >= 0 {
			item = x.b.Expr1(lang.ExprElem, -1, over)
		}
		if err := x.bind(names, inner, item, x.b.Expr(lang.ExprNumber, -1)); err != nil {
			return err
		}
		_, err = x.expression(key, inner)
		return err
	case "await":
		at := x.find(rest, "then")
		failed := at.Start == at.End
		if failed {
			at = x.find(rest, "catch")
		}
		if at.Start == at.End {
			at = ts.Range{Start: rest.End, End: rest.End}
		}
		v, err := x.expression(ts.Range{Start: rest.Start, End: at.Start}, outer)
		if err != nil {
			return err
		}
		inner, got := x.open(kind, r.Start, v), lang.NoExpr
		if v >= 0 && !failed {
			got = x.b.Expr1(lang.ExprAwait, -1, v)
		}
		return x.bind(ts.Range{Start: at.End, End: rest.End}, inner, got)
	case "snippet":
		at := x.find(rest, "(")
		name := rest
		if at.Start < at.End {
			name.End = at.Start
		}
		if err := x.bind(name, outer, lang.NoExpr); err != nil {
			return err
		}
		inner := x.open(kind, r.Start, lang.NoExpr)
		if at.Start == at.End {
			return nil
		}
		return x.bind(ts.Range{Start: at.Start, End: rest.End}, inner)
	}
	_, err := x.expression(rest, outer)
	x.open(kind, r.Start, lang.NoExpr)
	return err
}

// middle reads {:kind rest}: what the block bound so far ends.
func (x *extractor) middle(kind string, r, rest ts.Range) error {
	n := len(x.blocks) - 1
	if n < 0 {
		return nil
	}
	b := x.blocks[n]
	x.close(n, r.Start)
	outer := x.scope()
	inner := x.open(b.kind, r.Start, b.value)
	switch kind {
	case "then":
		v := lang.NoExpr
		if b.value >= 0 {
			v = x.b.Expr1(lang.ExprAwait, -1, x.b.Copy(b.value))
		}
		return x.bind(rest, inner, v)
	case "catch":
		return x.bind(rest, inner, lang.NoExpr)
	}
	if s := x.trim(rest); strings.HasPrefix(string(x.src[s.Start:min(s.End, s.Start+3)]), "if") && s.End > s.Start+2 && !word(x.src[s.Start+2]) {
		s.Start += 2
		_, err := x.expression(s, outer)
		return err
	}
	return nil
}

func (x *extractor) expression(r ts.Range, scope lang.ScopeID) (lang.ExprID, error) {
	if r = x.trim(r); r.Start == r.End {
		return lang.NoExpr, nil
	}
	return x.script.Expression(x.dialect, r, scope, false)
}

// bind binds the names of a list of patterns.
func (x *extractor) bind(r ts.Range, scope lang.ScopeID, values ...lang.ExprID) error {
	if r = x.trim(r); r.Start == r.End {
		return nil
	}
	return x.script.Parameters(x.dialect, r, scope, values...)
}

// find is where a word or a bracket stands in a range outside of all brackets:
// of the word as the last such place, of all others the first; never at the
// start. It is empty where there is none.
func (x *extractor) find(r ts.Range, what string) ts.Range {
	r = x.trim(r)
	var at ts.Range
	walk(x.src, int(r.Start), int(r.End), func(i, depth int) bool {
		if depth != 0 || uint32(i) == r.Start || x.src[i] != what[0] || !strings.HasPrefix(string(x.src[i:min(int(r.End), i+len(what))]), what) {
			return true
		}
		end := i + len(what)
		switch {
		case what == "=":
			if end < int(r.End) && (x.src[end] == '=' || x.src[end] == '>') {
				return true
			}
		case html.IsLetter(what[0]) && (word(x.src[i-1]) || x.src[i-1] == '.' || end < int(r.End) && word(x.src[end])):
			return true
		}
		at = ts.Range{Start: uint32(i), End: uint32(end)}
		return what == "as"
	})
	return at
}

func (x *extractor) trim(r ts.Range) ts.Range {
	for r.Start < r.End && html.IsSpace(x.src[r.Start]) {
		r.Start++
	}
	for r.Start < r.End && html.IsSpace(x.src[r.End-1]) {
		r.End--
	}
	return r
}
