package shell

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// maxFields bounds how many words one becomes, and how many one command has.
const maxFields = 4096

// expander builds the fields of a word.
type expander struct {
	x       *run
	st      *state
	doc     bool // the body of a here-document: quotes are ordinary
	whole   bool // all is one value, whatever is in it
	done    []value
	cur     value
	started bool // cur is a field even if it is empty
}

// fields are the values that a word stands for in the arguments of a command.
func (x *run) fields(st *state, w *syntax.Word) []value {
	if w == nil {
		return nil
	}
	if s := w.Lit(); s != "" && !strings.ContainsAny(s, `\*?[{~`) {
		return []value{lit(s)}
	}
	var out []value
	for _, w := range x.braces(w) {
		ex := expander{x: x, st: st}
		ex.parts(w.Parts, false)
		ex.end()
		out = append(out, ex.done...)
		if len(out) > maxFields || x.work < 0 {
			x.e.unknown("too many words")
			return []value{anything()}
		}
	}
	return out
}

// joined is the value of a word where it is not split: of an assignment, of a
// here-document.
func (x *run) joined(st *state, w *syntax.Word, doc bool) value {
	if w == nil {
		return lit("")
	}
	ex := expander{x: x, st: st, doc: doc, whole: true}
	ex.parts(w.Parts, true)
	return ex.cur
}

// braces are the words that brace expansion makes of one.
func (x *run) braces(w *syntax.Word) []*syntax.Word {
	open := 0
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok {
			open += strings.Count(l.Value, "{")
		}
	}
	if open == 0 {
		return []*syntax.Word{w}
	}
	if open > maxDepth {
		x.e.unknown("too many words") // and quadratic to split
		return []*syntax.Word{w}
	}
	c := &syntax.Word{Parts: append([]syntax.WordPart{}, w.Parts...)}
	if !syntax.SplitBraces(c) {
		return []*syntax.Word{w}
	}
	lists, ok := x.product(c.Parts, 0)
	if !ok {
		x.e.unknown("too many words")
		return []*syntax.Word{w}
	}
	out := make([]*syntax.Word, len(lists))
	for i, parts := range lists {
		out[i] = &syntax.Word{Parts: parts}
	}
	return out
}

// product are the part lists that parts with brace expressions stand for.
func (x *run) product(parts []syntax.WordPart, depth int) (lists [][]syntax.WordPart, ok bool) {
	lists = [][]syntax.WordPart{nil}
	for _, p := range parts {
		br, isBrace := p.(*syntax.BraceExp)
		if !isBrace {
			for i := range lists {
				lists[i] = append(lists[i], p)
			}
			if !x.charge(len(lists)) {
				return nil, false
			}
			continue
		}
		var alts [][]syntax.WordPart
		if br.Sequence {
			seq, ok := sequence(br)
			if !ok {
				return nil, false
			}
			for _, s := range seq {
				alts = append(alts, []syntax.WordPart{&syntax.Lit{Value: s}})
			}
		} else {
			if depth > maxDepth {
				return nil, false
			}
			for _, e := range br.Elems {
				sub, ok := x.product(e.Parts, depth+1)
				if !ok {
					return nil, false
				}
				alts = append(alts, sub...)
			}
		}
		if len(lists)*len(alts) > maxFields || !x.charge(len(lists)*len(alts)) {
			return nil, false
		}
		var next [][]syntax.WordPart
		for _, l := range lists {
			for _, a := range alts {
				next = append(next, append(append([]syntax.WordPart{}, l...), a...))
			}
		}
		lists = next
	}
	return lists, true
}

// sequence are the words of {1..9}, {a..e}, {1..9..2}.
func sequence(br *syntax.BraceExp) ([]string, bool) {
	ends := [3]int{2: 1}
	char, width := false, 0
	for i, e := range br.Elems {
		if i > 2 {
			return nil, false
		}
		s := e.Lit()
		n, err := strconv.Atoi(s)
		if err != nil {
			if len(s) != 1 {
				return nil, false
			}
			n, char = int(s[0]), true
		} else if t := strings.TrimPrefix(s, "-"); i < 2 && len(t) > 1 && t[0] == '0' {
			width = max(width, len(s))
		}
		ends[i] = n
	}
	step := ends[2]
	if step < 0 {
		step = -step
	}
	if step <= 0 {
		step = 1
	}
	if ends[0] > ends[1] {
		step = -step
	}
	if span := ends[1] - ends[0]; step == 0 || span/step >= maxFields || span/step < 0 {
		return nil, false
	}
	var out []string
	for n := ends[0]; step > 0 && n <= ends[1] || step < 0 && n >= ends[1]; n += step {
		if char {
			out = append(out, string(rune(n)))
			continue
		}
		s := strconv.Itoa(n)
		for len(s) < width {
			s = "0" + s
		}
		out = append(out, s)
	}
	return out, true
}

// end closes the current field.
func (ex *expander) end() {
	if ex.started || !ex.cur.is("") {
		ex.done = append(ex.done, ex.cur)
	}
	ex.cur, ex.started = value{}, false
}

func (ex *expander) add(v value) {
	ex.x.charge(len(v.text) / 8)
	ex.cur = ex.cur.plus(v)
}

// parts adds the parts of a word; joined says that nothing is split.
func (ex *expander) parts(parts []syntax.WordPart, joined bool) {
	if !ex.x.enter() {
		ex.x.leave()
		ex.cur = anything()
		return
	}
	defer ex.x.leave()
	for i, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if ex.doc {
				ex.add(lit(unquoteDoc(p.Value, "$`\\")))
				continue
			}
			s := p.Value
			if i == 0 && ex.cur.is("") && strings.HasPrefix(s, "~") {
				s = ex.tilde(s, len(parts) == 1)
			}
			ex.unquoted(s, joined)
		case *syntax.SglQuoted:
			ex.started = true
			s := p.Value
			if p.Dollar {
				s = ansiC(s)
			}
			ex.add(lit(s))
		case *syntax.DblQuoted:
			ex.quoted(p.Parts)
		case *syntax.ParamExp:
			ex.split(ex.x.param(ex.st, p), joined)
		case *syntax.CmdSubst:
			ex.subst(p, joined)
		case *syntax.ArithmExp:
			ex.x.arithmetic(ex.st, p)
			ex.x.assigned(ex.st, p)
			ex.add(numeral())
		case *syntax.ProcSubst:
			out := ex.x.sub(ex.st, p.Stmts, stream{})
			name := fmt.Sprintf("/dev/fd/%d", 63-ex.x.pipes)
			if ex.x.pipes++; p.Op == syntax.CmdIn {
				ex.x.files[name] = out
			}
			ex.add(lit(name))
		case *syntax.ExtGlob:
			ex.add(value{"*", pattern})
		default:
			ex.cur = anything()
		}
	}
}

// tilde takes the home folder at the beginning of a literal into cur and returns
// the rest.
func (ex *expander) tilde(s string, whole bool) string {
	end := strings.IndexByte(s, '/')
	if end < 0 {
		if !whole {
			return s // ~"x" is no home
		}
		end = len(s)
	}
	switch s[:end] {
	case "~":
		v, ok := ex.x.variable(ex.st, "HOME")
		if !ok || v.lost || len(v.vals) != 1 {
			ex.cur = anything()
		} else {
			ex.add(v.vals[0])
		}
	case "~+":
		ex.add(ex.st.dir)
	case "~-":
		ex.add(ex.st.old)
	default:
		ex.cur = anything() // another user's
	}
	ex.started = true
	return s[end:]
}

// unquoted adds a literal as it stands in the source, with its backslashes.
func (ex *expander) unquoted(s string, joined bool) {
	if !strings.ContainsAny(s, `\*?[`) {
		ex.add(lit(s))
		return
	}
	var b strings.Builder // a pattern
	glob := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			if i++; i < len(s) {
				if s[i] != '\n' {
					b.WriteString(escape(s[i : i+1]))
				}
			} else {
				b.WriteString(`\\`)
			}
		case '*', '?':
			glob = true
			b.WriteByte(c)
		case '[':
			if !joined && strings.IndexByte(s[i:], ']') > 1 {
				glob = true
				b.WriteByte(c)
			} else {
				b.WriteString(`\[`)
			}
		default:
			b.WriteByte(c)
		}
	}
	if glob && !joined {
		ex.add(value{b.String(), pattern})
		return
	}
	if glob {
		// Of an assignment: it is a pattern where the variable is used unquoted, as
		// is usual, and a pattern agrees with what is meant in any case.
		ex.add(value{b.String(), pattern})
		return
	}
	ex.add(lit(unescape(b.String())))
}

func (ex *expander) quoted(parts []syntax.WordPart) {
	ex.started = true
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			ex.add(lit(unquoteDoc(p.Value, "$`\"\\")))
		case *syntax.ParamExp:
			ex.split(ex.x.param(ex.st, p), true)
		case *syntax.CmdSubst:
			ex.subst(p, true)
		case *syntax.ArithmExp:
			ex.x.arithmetic(ex.st, p)
			ex.x.assigned(ex.st, p)
			ex.add(numeral())
		default:
			ex.cur = anything()
		}
	}
}

// unquoteDoc takes out the backslashes before the characters in set, and those
// before the end of a line.
func unquoteDoc(s, set string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if s[i+1] == '\n' {
				i++
				continue
			}
			if strings.IndexByte(set, s[i+1]) >= 0 {
				i++
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// split adds what a variable holds, each of its values as a field.
func (ex *expander) split(v variable, joined bool) {
	switch {
	case v.lost:
		ex.add(anything())
		ex.started = true
		return
	case ex.whole:
		for i, f := range v.vals {
			if i > 0 {
				ex.add(lit(" "))
			}
			ex.add(f)
		}
		return
	}
	for i, f := range v.vals {
		if i > 0 {
			ex.end()
		}
		if joined {
			ex.started = true
			ex.add(f)
			continue
		}
		ex.splitWords(f)
	}
}

// splitWords adds a value that is not quoted: white space ends fields, and what
// looks like a pattern is one.
func (ex *expander) splitWords(v value) {
	if v.form != exact {
		ex.add(v)
		return
	}
	s := v.text
	space := func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' }
	if ifs, ok := ex.st.vars["IFS"]; ok {
		if ifs.lost || len(ifs.vals) != 1 || ifs.vals[0].form != exact {
			ex.add(anything())
			return
		}
		space = func(r rune) bool { return strings.ContainsRune(ifs.vals[0].text, r) }
	}
	for i, w := range strings.FieldsFunc(s, space) {
		if i > 0 || space(firstRune(s)) {
			ex.end()
		}
		if strings.ContainsAny(w, "*?[") {
			ex.add(value{w, pattern})
		} else {
			ex.add(lit(w))
		}
		if len(ex.done) > maxFields {
			break
		}
	}
	if s != "" {
		if r, _ := utf8.DecodeLastRuneInString(s); space(r) {
			ex.end()
		}
	}
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// subst adds what a command that is substituted writes.
func (ex *expander) subst(c *syntax.CmdSubst, joined bool) {
	st := ex.st
	if c.TempFile || c.ReplyVar {
		ex.x.stmts(st, c.Stmts, stream{})
		ex.add(anything())
		return
	}
	out := ex.x.sub(st, c.Stmts, stream{}).get()
	switch {
	case out.known && joined:
		ex.add(lit(strings.TrimRight(out.text, "\n")))
	case out.known:
		ex.splitWords(lit(strings.TrimRight(out.text, "\n")))
	case out.items == nil || joined && len(out.items) != 1:
		ex.add(anything())
		ex.started = true
	default:
		for i, v := range out.items {
			if i > 0 {
				ex.end()
			}
			ex.add(v)
		}
	}
}

// ansiC is the value of $'…'.
func ansiC(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		number := func(from, most, base int) {
			digits := "01234567"
			if base == 16 {
				digits = "0123456789abcdefABCDEF"
			}
			n := 0
			for n < most && from+n < len(s) && strings.IndexByte(digits, s[from+n]) >= 0 {
				n++
			}
			v, err := strconv.ParseUint(s[from:from+n], base, 32)
			switch {
			case err != nil:
				b.WriteByte(s[i])
			case s[i] == 'u' || s[i] == 'U':
				b.WriteRune(rune(v))
			default:
				b.WriteByte(byte(v))
			}
			i = from + n - 1
		}
		switch c := s[i]; c {
		case 'a':
			b.WriteByte('\a')
		case 'b':
			b.WriteByte('\b')
		case 'e', 'E':
			b.WriteByte(0x1b)
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'v':
			b.WriteByte('\v')
		case 'x':
			number(i+1, 2, 16)
		case 'u':
			number(i+1, 4, 16)
		case 'U':
			number(i+1, 8, 16)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			number(i, 3, 8)
		case '\\', '\'', '"', '?':
			b.WriteByte(c)
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

// variable is what a variable holds; ok is false when nothing is known of it.
func (x *run) variable(st *state, name string) (v variable, ok bool) {
	if v, ok := st.vars[name]; ok {
		return v, true
	}
	switch name {
	case "PWD":
		return variable{vals: []value{st.dir}}, true
	case "OLDPWD":
		return variable{vals: []value{st.old}}, true
	case "$", "RANDOM", "UID", "EUID", "PPID", "SECONDS", "!", "?", "#", "LINENO", "BASHPID", "EPOCHSECONDS", "EPOCHREALTIME":
		return variable{vals: []value{numeral()}}, true
	case "HOSTNAME", "USER", "LOGNAME":
		// A name without slashes: it can't lead elsewhere.
		return variable{vals: []value{{"*", pattern}}}, true
	case "@", "*":
		if st.hasArgs {
			return variable{vals: st.args}, true
		}
		return variable{lost: true}, false
	case "IFS", "-", "_", "0":
		return variable{lost: true}, false
	}
	if n, err := strconv.Atoi(name); err == nil && n > 0 {
		if st.hasArgs && n <= len(st.args) {
			return variable{vals: st.args[n-1 : n]}, true
		}
		return variable{lost: !st.hasArgs}, st.hasArgs
	}
	if x.env.Lookup != nil && !st.lost {
		if s, ok := x.env.Lookup(name); ok {
			return variable{vals: []value{lit(s)}}, true
		}
	}
	return variable{lost: true}, false
}

// param is what a parameter expansion stands for.
func (x *run) param(st *state, p *syntax.ParamExp) variable {
	lost := variable{lost: true}
	if p.Index != nil {
		x.subscript(st, p.Index)
	}
	if p.NestedParam != nil {
		x.inside(st, p.NestedParam)
		return lost
	}
	if p.Length || p.IsSet {
		return variable{vals: []value{numeral()}}
	}
	if p.Param == nil || p.Excl || p.Names != 0 || p.Flags != nil || len(p.Modifiers) > 0 || p.Width {
		if p.Excl && p.Param != nil && p.Names == 0 {
			// What the variable holds names another one.
			v, _ := x.variable(st, p.Param.Value)
			if v.lost {
				x.reference(st, anything())
			}
			for _, e := range v.vals {
				x.reference(st, e)
			}
		}
		x.operands(st, p)
		return lost
	}
	name := p.Param.Value
	v, ok := x.variable(st, name)
	if p.Index != nil {
		w, isWord := p.Index.(*syntax.Word)
		switch {
		case v.lost:
		case isWord && (w.Lit() == "@" || w.Lit() == "*"):
		case isWord:
			n, err := strconv.Atoi(w.Lit())
			if err != nil || n < 0 || n >= len(v.vals) {
				return lost
			}
			v = variable{vals: v.vals[n : n+1]}
		default:
			return lost
		}
	} else if len(v.vals) > 1 && name != "@" && name != "*" {
		// bash takes the first element, zsh all.
		return lost
	}
	if p.Slice != nil {
		x.operands(st, p)
		return lost
	}
	if r := p.Repl; r != nil {
		orig := x.joined(st, r.Orig, false)
		with := lit("")
		if r.With != nil {
			with = x.joined(st, r.With, false)
		}
		if v.lost || orig.form != exact || with.form != exact || strings.ContainsAny(orig.text, `*?[\`) || orig.text == "" || orig.text[0] == '#' || orig.text[0] == '%' {
			return lost
		}
		n := 1
		if r.All {
			n = -1
		}
		return each(v, func(s string) (string, bool) {
			t := strings.Replace(s, orig.text, with.text, n)
			return t, len(t) <= maxValue
		})
	}
	if p.Exp != nil {
		return x.expansion(st, p, v, ok)
	}
	return v
}

// operands follows what is evaluated in the rest of a parameter expansion, behind
// the name and its subscript.
func (x *run) operands(st *state, p *syntax.ParamExp) {
	if s := p.Slice; s != nil {
		for _, e := range []syntax.ArithmExpr{s.Offset, s.Length} {
			if e != nil {
				x.arithmetic(st, e)
			}
		}
	}
	if r := p.Repl; r != nil {
		for _, w := range []*syntax.Word{r.Orig, r.With} {
			if w != nil {
				x.inside(st, w)
			}
		}
	}
	if p.Exp != nil && p.Exp.Word != nil {
		x.inside(st, p.Exp.Word)
	}
}

// each is v with f applied to what is exact; the rest is not known after it,
// except that a path below a folder is taken to stay there.
func each(v variable, f func(string) (string, bool)) variable {
	if v.lost {
		return v
	}
	out := variable{}
	for _, e := range v.vals {
		switch e.form {
		case exact:
			s, ok := f(e.text)
			if !ok {
				return variable{lost: true}
			}
			out.vals = append(out.vals, lit(s))
		case below, repo:
			out.vals = append(out.vals, e)
		default:
			return variable{lost: true}
		}
	}
	return out
}

func (x *run) expansion(st *state, p *syntax.ParamExp, v variable, ok bool) variable {
	lost := variable{lost: true}
	arg := func() variable { return variable{vals: []value{x.joined(st, p.Exp.Word, false)}} }
	empty := !v.lost && (len(v.vals) == 0 || len(v.vals) == 1 && v.vals[0].is(""))
	switch op := p.Exp.Op; op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		d := arg()
		null := op == syntax.DefaultUnsetOrNull || op == syntax.AssignUnsetOrNull
		switch {
		case !ok && x.env.Lookup != nil && !st.lost && syntax.ValidName(p.Param.Value), ok && empty && (null || len(v.vals) == 0):
			v = d // it is not set
		case !ok:
			return lost
		}
		if op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull {
			st.vars[p.Param.Value] = v
		}
		return v
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		d := arg()
		if !ok || empty {
			return lost
		}
		return d
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		x.joined(st, p.Exp.Word, false)
		return v
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		w := x.joined(st, p.Exp.Word, false)
		if w.form != exact && w.form != pattern {
			return lost
		}
		pat := w.text
		if w.form == exact {
			pat = escape(pat)
		}
		prefix := op == syntax.RemSmallPrefix || op == syntax.RemLargePrefix
		large := op == syntax.RemLargePrefix || op == syntax.RemLargeSuffix
		return each(v, func(s string) (string, bool) { return x.cut(s, pat, prefix, large) })
	}
	if p.Exp.Op == syntax.OtherParamOps && p.Exp.Word.Lit() == "P" {
		if v.lost {
			x.prompt(st, anything())
		}
		for _, e := range v.vals {
			x.prompt(st, e)
		}
		return lost
	}
	if p.Exp.Word != nil {
		x.inside(st, p.Exp.Word)
	}
	return lost
}

// cut takes the shortest or longest part that agrees with a pattern off one end.
func (x *run) cut(s, pat string, prefix, large bool) (string, bool) {
	if strings.IndexByte(pat, '\\') >= 0 && !strings.ContainsAny(unescape(pat), `*?[`) {
		pat = unescape(pat)
	}
	if len(s) > 1024 || !x.charge(len(s)*(len(pat)+1)) {
		return "", false
	}
	for i := range len(s) + 1 {
		n := i // how much is taken off
		if large {
			n = len(s) - i
		}
		part, rest := s[:n], s[n:]
		if !prefix {
			part, rest = s[len(s)-n:], s[:len(s)-n]
		}
		match, ok := like(pat, part)
		if !ok {
			return "", false
		}
		if match {
			return rest, true
		}
	}
	return s, true
}
