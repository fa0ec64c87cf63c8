package shell

import (
	"maps"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// run follows a command as a shell would, without doing anything.
type run struct {
	env      Env
	commands map[string]command
	e        Effects
	work     int // units left
	depth    int
	// files are the contents that files have by now, by path, as far as the command
	// itself has changed them; touched says that others may have changed as well.
	files   map[string]stream
	touched bool
	loads   int // bytes of files that may still be read
	traps   []string
	path    []value // folders in which programs are looked for first
	pipes   int     // how many process substitutions there were
	links   []link
}

// link is one that the command has made: what is written at the path at, or
// below it, is written at to.
type link struct{ at, to string }

const maxLinks = 64

// linked takes in that a link is made.
func (x *run) linked(at, to string) {
	if len(x.links) < maxLinks {
		x.links = append(x.links, link{clean(at), clean(to)})
	}
}

// variable is what a variable holds: one value, or several if it is an array.
type variable struct {
	vals []value
	lost bool // it has a value, which is not known
}

// state is what a shell knows at one point.
type state struct {
	dir, old value // working directory and the one before; anything() when lost
	vars     map[string]variable
	lost     bool // what was sourced may have set any variable
	funcs    map[string]*syntax.Stmt
	aliases  map[string]string
	args     []value // $1 …
	hasArgs  bool    // args are known
	exported bool    // functions are handed to the shells that are started
	dead     bool    // exit, return, break: what follows does not run
	// locals are the variables that a function has declared, as they were before;
	// nil outside of functions.
	locals map[string]variable
}

func (x *run) clone(st *state) *state {
	x.charge(8 * (len(st.vars) + len(st.funcs) + len(st.aliases)))
	c := *st
	c.vars, c.funcs, c.aliases, c.locals = maps.Clone(st.vars), maps.Clone(st.funcs), maps.Clone(st.aliases), maps.Clone(st.locals)
	return &c
}

// merge makes st what it is when either a or b came true.
func (x *run) merge(st, a, b *state) {
	switch {
	case a.dead && !b.dead:
		*st = *b
		return
	case b.dead && !a.dead:
		*st = *a
		return
	}
	m := *b
	if a.dir != b.dir {
		m.dir = anything()
	}
	m.old = anything()
	m.lost = a.lost || b.lost
	m.vars = maps.Clone(a.vars)
	for k, v := range b.vars {
		if w, ok := a.vars[k]; !ok {
			m.vars[k] = v
		} else {
			m.vars[k] = oneOf(v, w)
		}
	}
	m.funcs = maps.Clone(a.funcs)
	for k, v := range b.funcs {
		m.setFunc(k, v)
	}
	*st = m
}

// oneOf returns what is known of a variable that is either a or b.
func oneOf(a, b variable) variable {
	switch {
	case a.lost || b.lost:
		return variable{lost: true}
	case same(a.vals, b.vals):
		return a
	case len(a.vals) == 1 && len(b.vals) == 1 && a.vals[0].numeric() && b.vals[0].numeric():
		return variable{vals: []value{numeral()}}
	}
	return variable{lost: true}
}

func same(a, b []value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (st *state) setFunc(name string, body *syntax.Stmt) {
	if st.funcs == nil {
		st.funcs = map[string]*syntax.Stmt{}
	}
	st.funcs[name] = body
}

func (st *state) set(name string, vs ...value) { st.vars[name] = variable{vals: vs} }

func (st *state) lose(name string) { st.vars[name] = variable{lost: true} }

// charge takes n units of work and says whether there are any left.
func (x *run) charge(n int) bool {
	if x.work -= n; x.work < 0 {
		x.e.unknown("too long to follow")
		return false
	}
	return true
}

// enter goes one level deeper and says whether it may; leave comes back.
func (x *run) enter() bool {
	x.depth++
	if x.depth > maxDepth {
		x.e.unknown("nested too deeply")
		return false
	}
	return x.work >= 0
}

func (x *run) leave() { x.depth-- }

// write takes in that a command writes to the place v.
func (x *run) write(st *state, v value, kind Kind, why string) {
	x.writeInto(st, v, kind, "", why)
}

func (x *run) writeInto(st *state, v value, kind Kind, into, why string) {
	p, span, ok := v.place(st.dir)
	if ok {
		x.add(Write{Path: p, Kind: kind, Span: span, Into: into}, why)
	}
}

// writeTree is write for a folder and all in it.
func (x *run) writeTree(st *state, v value, kind Kind, why string) {
	p, span, ok := v.place(st.dir)
	if !ok {
		return
	}
	if span == File {
		span = Tree
	}
	x.add(Write{Path: p, Kind: kind, Span: span}, why)
}

// writeRepo takes in that any file of the repository around may be written to.
func (x *run) writeRepo(dir value, why string) {
	if dir.form != exact {
		x.add(Write{Kind: Content, Span: Unresolved}, why)
		return
	}
	x.add(Write{Path: clean(dir.text), Kind: Content, Span: Repository}, why)
}

func (x *run) add(w Write, why string) {
	switch {
	case w.Kind == Attributes || w.Kind == Folder:
	case w.Span == File:
		x.files[clean(w.Path)] = stream{}
		if w.Into != "" {
			x.files[path.Join(w.Path, w.Into)] = stream{}
		}
	default:
		x.touched = true
	}
	if len(x.e.Writes) >= maxWrites {
		x.e.Writes = nil
		x.e.add(Write{Kind: Content, Span: Unresolved}, why)
		x.e.unknown("too many places")
		x.work = -1
	}
	x.e.add(w, why)
	for at, n := clean(w.Path), 0; n < 8; n++ {
		i := slices.IndexFunc(x.links, func(l link) bool { return at == l.at || strings.HasPrefix(at, l.at+"/") })
		if i < 0 || w.Kind == Delete || w.Kind == Rename {
			break
		}
		at = x.links[i].to + at[len(x.links[i].at):]
		w.Path = at
		x.e.add(w, why)
	}
}

// script follows a text in st.
func (x *run) script(st *state, src string, in stream) stream {
	if !x.enter() || !x.charge(len(src)) {
		x.leave()
		return stream{}
	}
	defer x.leave()
	list, err := statements(src, syntax.LangBash)
	if err == nil {
		return x.stmts(st, list, in)
	}
	// What comes before an error runs. The agent's shell may be zsh, which takes
	// what bash refuses.
	before := x.clone(st)
	x.stmts(st, list, in)
	x.e.unknown("can't be parsed: " + err.Error())
	if err != errDeep {
		list, _ = statements(src, syntax.LangZsh) // what it finds adds to what is known; it stays unknown
		x.stmts(before, list, in)
	}
	return stream{}
}

// maxLoads bounds how much of files is read for one command.
const maxLoads = 1 << 20

// file is what a file has in it.
func (x *run) file(st *state, v value) stream {
	p, span, ok := v.place(st.dir)
	if !ok || span != File {
		return stream{}
	}
	if s, ok := x.files[clean(p)]; ok {
		return s
	}
	if x.touched || x.env.Read == nil || device(p) {
		return stream{}
	}
	return stream{load: func() stream {
		if x.loads <= 0 {
			return stream{}
		}
		b, ok := x.env.Read(p)
		if x.loads -= len(b); !ok || x.loads < 0 {
			return stream{}
		}
		return text(string(b))
	}}
}

// then is the output of two commands, one after the other.
func then(a, b stream) stream {
	switch {
	case a.known && a.text == "":
		return b
	case b.known && b.text == "":
		return a
	case a.load != nil || b.load != nil:
		return stream{load: func() stream { return then(a.get(), b.get()) }}
	case b.known && b.text == "":
		return a
	case a.known && b.known && len(a.text)+len(b.text) <= maxCommand:
		return text(a.text + b.text)
	}
	return either(a, b)
}

// either is the output of one command or another, line by line.
func either(a, b stream) stream {
	v, ok := a.lines()
	w, ok2 := b.lines()
	if !ok || !ok2 || len(v)+len(w) > maxFields {
		return stream{}
	}
	return items(append(append([]value{}, v...), w...)...)
}

func (x *run) stmts(st *state, list []*syntax.Stmt, in stream) stream {
	out := text("")
	for _, s := range list {
		out = then(out, x.stmt(st, s, in))
	}
	return out
}

// sub follows statements in a shell of their own.
func (x *run) sub(st *state, list []*syntax.Stmt, in stream) stream {
	if !x.enter() {
		x.leave()
		return stream{}
	}
	defer x.leave()
	return x.stmts(x.clone(st), list, in)
}

func (x *run) stmt(st *state, s *syntax.Stmt, in stream) stream {
	if st.dead || !x.charge(64) {
		return text("")
	}
	if !x.enter() {
		x.leave()
		return stream{}
	}
	defer x.leave()
	if s.Background || s.Disown || s.Coprocess {
		x.e.Background = true
		st = x.clone(st)
	}
	to := redirected{in: in}
	for _, r := range s.Redirs {
		x.redirect(st, r, &to)
		if call, ok := s.Cmd.(*syntax.CallExpr); ok && r.Word.Lit() == "!" && len(call.Args) > 0 {
			// In zsh >! is >|, and what follows is the file.
			for _, v := range x.fields(st, call.Args[len(call.Args)-1]) {
				x.write(st, v, Content, "redirection")
			}
		}
	}
	out := text("")
	switch {
	case s.Cmd != nil:
		out = x.command(st, s.Cmd, to.in)
	case len(s.Redirs) == 1 && s.Redirs[0].Op == syntax.RdrIn:
		out = to.in // $(< file)
	}
	if to.file != "" {
		x.files[to.file] = then(to.before, out)
	}
	if to.away {
		return text("")
	}
	return out
}

// redirected is where the input of a command comes from and its output goes.
type redirected struct {
	in     stream
	away   bool   // standard output goes elsewhere
	file   string // to this file, if it is known
	before stream // which has this in it
}

// redirect follows one redirection.
func (x *run) redirect(st *state, r *syntax.Redirect, d *redirected) {
	fd := ""
	if r.N != nil {
		fd = r.N.Value
	}
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		if r.Hdoc == nil {
			d.in = text("")
			return
		}
		v := x.joined(st, r.Hdoc, true)
		if d.in = (stream{}); v.form != exact {
			return
		}
		t := v.text
		if r.Op == syntax.DashHdoc {
			var b strings.Builder
			for l := range strings.Lines(t) {
				b.WriteString(strings.TrimLeft(l, "\t"))
			}
			t = b.String()
		}
		d.in = text(t)
		return
	case syntax.WordHdoc:
		v := x.joined(st, r.Word, false)
		if d.in = items(v); v.form == exact {
			d.in = text(v.text + "\n")
		}
		return
	case syntax.RdrIn:
		if from, ok := x.procSubst(st, r.Word); ok {
			d.in = from
			return
		}
		d.in = stream{}
		if vs := x.fields(st, r.Word); len(vs) == 1 {
			d.in = x.file(st, vs[0])
		}
		return
	case syntax.DplIn:
		x.fields(st, r.Word)
		d.in = stream{}
		return
	}
	to := x.fields(st, r.Word)
	if r.Op == syntax.DplOut && len(to) == 1 && to[0].form == exact && descriptor(to[0].text) {
		d.away = d.away || fd == "" && to[0].text != "1"
		return
	}
	out := fd == "" || fd == "1"
	if d.away = d.away || out; out {
		d.file = ""
	}
	for _, v := range to {
		before := text("")
		if r.Op == syntax.AppOut || r.Op == syntax.AppAll || r.Op == syntax.AppClob {
			before = x.file(st, v)
		}
		x.write(st, v, Content, "redirection")
		if p, span, ok := v.place(st.dir); ok && span == File && out && len(to) == 1 && r.Op != syntax.RdrInOut {
			d.file, d.before = clean(p), before
		}
	}
}

// descriptor says whether the word of >& is no file.
func descriptor(s string) bool {
	s = strings.TrimSuffix(s, "-")
	return strings.Trim(s, "0123456789") == ""
}

// procSubst is what <(…) hands out, if the word is only that.
func (x *run) procSubst(st *state, w *syntax.Word) (stream, bool) {
	if w == nil || len(w.Parts) != 1 {
		return stream{}, false
	}
	p, ok := w.Parts[0].(*syntax.ProcSubst)
	if !ok || p.Op != syntax.CmdIn {
		return stream{}, false
	}
	return x.sub(st, p.Stmts, stream{}), true
}

func (x *run) command(st *state, cmd syntax.Command, in stream) stream {
	switch c := cmd.(type) {
	case *syntax.CallExpr:
		return x.callExpr(st, c, in)
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			return x.pipe(st, c, in)
		}
		return x.andOr(st, c, in)
	case *syntax.Block:
		return x.stmts(st, c.Stmts, in)
	case *syntax.Subshell:
		return x.sub(st, c.Stmts, in)
	case *syntax.IfClause:
		return x.ifClause(st, c, in)
	case *syntax.WhileClause:
		return x.while(st, c, in)
	case *syntax.ForClause:
		return x.forClause(st, c, in)
	case *syntax.CaseClause:
		x.fields(st, c.Word)
		out, end := text(""), x.clone(st)
		for _, it := range c.Items {
			for _, p := range it.Patterns {
				x.inside(st, p)
			}
			b := x.clone(st)
			out = then(out, x.stmts(b, it.Stmts, in))
			x.merge(end, end, b)
		}
		*st = *end
		return out.filtered()
	case *syntax.FuncDecl:
		if c.Name == nil && len(c.Names) == 0 {
			return x.stmt(st, c.Body, in)
		}
		if c.Name != nil {
			st.setFunc(c.Name.Value, c.Body)
		}
		for _, n := range c.Names {
			st.setFunc(n.Value, c.Body)
		}
		return text("")
	case *syntax.TimeClause:
		if c.Stmt == nil {
			return text("")
		}
		return x.stmt(st, c.Stmt, in)
	case *syntax.CoprocClause:
		x.e.Background = true
		x.stmt(x.clone(st), c.Stmt, stream{})
		return text("")
	case *syntax.DeclClause:
		x.declare(st, c)
		return stream{}
	case *syntax.LetClause, *syntax.ArithmCmd:
		x.arithmetic(st, cmd)
		x.assigned(st, cmd)
		return text("")
	case *syntax.TestClause:
		x.test(st, cmd)
		return text("")
	case *syntax.TestDecl:
		return x.stmt(st, c.Body, in)
	}
	x.e.unknown("a form that is not known")
	return stream{}
}

// inside follows the commands that are substituted anywhere in a node, and what
// is evaluated there.
func (x *run) inside(st *state, n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			x.sub(st, n.Stmts, stream{})
			return false
		case *syntax.ProcSubst:
			x.sub(st, n.Stmts, stream{})
			return false
		case *syntax.ParamExp:
			x.param(st, n)
			return false
		case *syntax.ArithmExp:
			x.arithmetic(st, n)
			x.assigned(st, n)
			return false
		}
		return x.charge(1)
	})
}

// pipe follows the commands of a pipeline, each in a shell of its own.
func (x *run) pipe(st *state, c *syntax.BinaryCmd, in stream) stream {
	out := in
	var stages []*syntax.Stmt
	for open := []*syntax.Stmt{c.Y, c.X}; len(open) > 0; {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if b, ok := s.Cmd.(*syntax.BinaryCmd); ok && len(s.Redirs) == 0 && !s.Background && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll) {
			open = append(open, b.Y, b.X)
			continue
		}
		stages = append(stages, s)
	}
	for i, s := range stages {
		to := x.clone(st)
		if i == len(stages)-1 {
			// zsh runs the last in the shell itself; what it sets is not to be relied on.
			out = x.stmt(to, s, out)
			for k, v := range to.vars {
				if w, ok := st.vars[k]; !ok || !same(v.vals, w.vals) {
					st.lose(k)
				}
			}
			break
		}
		out = x.stmt(to, s, out)
	}
	return out
}

// andOr follows a list of && and ||, which is deep to the left.
func (x *run) andOr(st *state, c *syntax.BinaryCmd, in stream) stream {
	var list []*syntax.BinaryCmd
	first := c.X
	for list = append(list, c); ; {
		b, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok || len(first.Redirs) > 0 || first.Background || b.Op == syntax.Pipe || b.Op == syntax.PipeAll {
			break
		}
		list = append(list, b)
		first = b.X
	}
	before := x.clone(st)
	out := x.stmt(st, first, in)
	for i := len(list) - 1; i >= 0 && x.work >= 0; i-- {
		if list[i].Op == syntax.AndStmt {
			out = then(out, x.stmt(st, list[i].Y, in))
			continue
		}
		// What comes after || runs if what was before it failed, and what comes
		// then runs in either case.
		st.dead = false
		alt := x.clone(st)
		o := x.stmt(alt, list[i].Y, in)
		out = then(out, o).filtered()
		x.merge(st, st, alt)
	}
	// The list may have ended early: variables may be as they were before.
	if st.dead {
		dir := st.dir
		*st = *before
		st.dir = dir
		if list[0].Op != syntax.AndStmt {
			st.dead = true
		}
		return out
	}
	for k, v := range before.vars {
		st.vars[k] = oneOf(v, st.vars[k])
	}
	return out
}

func (x *run) ifClause(st *state, c *syntax.IfClause, in stream) stream {
	// elif nests in else, as often as there are any.
	out, end := text(""), (*state)(nil)
	for ; c != nil && x.work >= 0; c = c.Else {
		x.stmts(st, c.Cond, in)
		st.dead = false
		b := st
		if len(c.Cond) > 0 {
			b = x.clone(st)
		}
		out = then(out, x.stmts(b, c.Then, in))
		if end == nil {
			end = x.clone(b)
		} else {
			x.merge(end, end, b)
		}
		if len(c.Cond) == 0 {
			*st = *end
			return out.filtered()
		}
	}
	x.merge(st, st, end)
	return out.filtered()
}

// while follows a loop. Where it reads lines that are known, once for each; else
// twice, since what the first pass sets is seen by the next.
func (x *run) while(st *state, c *syntax.WhileClause, in stream) stream {
	body := func(s *state) stream {
		out := x.stmts(s, c.Do, in)
		s.dead = false
		return out
	}
	if name, ok := reads(c.Cond); ok {
		if vs, ok := in.lines(); ok && len(vs) <= maxFields {
			end, out := x.clone(st), text("")
			for _, v := range vs {
				end.set(name, v)
				out = then(out, body(end))
			}
			x.merge(st, st, end)
			return out.filtered()
		}
	}
	x.stmts(st, c.Cond, in)
	end := x.clone(st)
	out := body(end)
	x.merge(end, end, st)
	out = then(out, body(end))
	x.merge(st, st, end)
	return out.filtered()
}

// reads is the variable of a condition that is "read NAME", with IFS and options.
func reads(cond []*syntax.Stmt) (name string, ok bool) {
	if len(cond) != 1 || len(cond[0].Redirs) > 0 {
		return "", false
	}
	c, ok := cond[0].Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 || c.Args[0].Lit() != "read" {
		return "", false
	}
	for _, a := range c.Args[1:] {
		s := a.Lit()
		switch {
		case strings.HasPrefix(s, "-") && !strings.ContainsAny(s, "antNpud") || s == "" && name == "":
		case s == "-d":
		case name == "" && syntax.ValidName(s):
			name = s
		default:
			return "", false
		}
	}
	return name, name != ""
}

func (x *run) forClause(st *state, c *syntax.ForClause, in stream) stream {
	var vs []value
	name := ""
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		name = l.Name.Value
		if !l.InPos.IsValid() {
			vs = st.args
			if !st.hasArgs {
				vs = []value{anything()}
			}
		}
		for _, w := range l.Items {
			vs = append(vs, x.fields(st, w)...)
		}
	case *syntax.CStyleLoop:
		x.arithmetic(st, l)
		x.assigned(st, l)
		vs = []value{anything(), anything()}
	}
	out, end := text(""), x.clone(st)
	for _, v := range vs {
		if x.work < 0 {
			break
		}
		if name != "" {
			end.set(name, v)
		}
		out = then(out, x.stmts(end, c.Do, in))
		end.dead = false
	}
	x.merge(st, st, end)
	if name != "" && len(vs) > 0 {
		st.set(name, vs[len(vs)-1])
	}
	return out.filtered()
}

// callExpr follows a simple command.
func (x *run) callExpr(st *state, c *syntax.CallExpr, in stream) stream {
	if len(c.Args) == 0 {
		for _, a := range c.Assigns {
			x.assign(st, a)
		}
		return text("")
	}
	var args []value
	for _, w := range c.Args {
		args = append(args, x.fields(st, w)...)
		if len(args) > maxFields {
			x.e.unknown("too many arguments")
			return stream{}
		}
	}
	if len(c.Assigns) > 0 {
		before := map[string]variable{}
		for _, a := range c.Assigns {
			if a.Name != nil {
				before[a.Name.Value], _ = x.variable(st, a.Name.Value)
			}
			x.assign(st, a)
		}
		out := x.argv(st, args, in)
		// They hold for the command only.
		maps.Copy(st.vars, before)
		return out
	}
	return x.argv(st, args, in)
}

// declare follows declare, local, export and the like.
func (x *run) declare(st *state, c *syntax.DeclClause) {
	options := ""
	for _, a := range c.Args {
		if a.Naked && a.Name == nil && a.Value != nil {
			v := x.joined(st, a.Value, false)
			if v.form != exact {
				x.e.unknown("options that are not known: " + c.Variant.Value)
			}
			if strings.HasPrefix(v.text, "-") || strings.HasPrefix(v.text, "+") {
				options += v.text
			} else {
				x.declared(st, v, options)
			}
		}
	}
	x.attributes(st, c.Variant.Value, options)
	local := c.Variant.Value != "export" && c.Variant.Value != "readonly" && !strings.Contains(options, "g")
	for _, a := range c.Args {
		if a.Name != nil && local && st.locals != nil {
			if _, ok := st.locals[a.Name.Value]; !ok {
				st.locals[a.Name.Value], _ = x.variable(st, a.Name.Value)
			}
		}
		x.assign(st, a)
		if a.Name != nil && strings.ContainsAny(options, "in") {
			v, _ := x.variable(st, a.Name.Value)
			x.evaluateDeclared(st, v, options)
		}
		if a.Name != nil && strings.ContainsAny(options, "ulci") {
			st.lose(a.Name.Value) // letters change, sums are made
		}
	}
	if strings.Contains(options, "n") || c.Variant.Value == "nameref" {
		st.forget() // one variable stands for another
	}
}

// attributes takes in what the options of declare, export and the like mean for
// all that follows.
func (x *run) attributes(st *state, name, options string) {
	if strings.Contains(options, "i") {
		x.e.unknown("declares a number: what is assigned to it is evaluated")
	}
	if strings.Contains(options, "n") && name != "export" || name == "nameref" {
		x.e.unknown("declares a name for another variable")
	}
	if strings.Contains(options, "f") && (name == "export" || strings.Contains(options, "x")) {
		x.e.unknown("hands functions to other shells")
		st.exported = true
	}
}

// declared follows an argument of declare that is a text: NAME, NAME=VALUE or
// NAME[INDEX]=VALUE.
func (x *run) declared(st *state, v value, options string) {
	name, val, ok := strings.Cut(v.text, "=")
	x.reference(st, value{name, v.form})
	if ok && strings.ContainsAny(options, "in") {
		x.evaluateDeclared(st, variable{vals: []value{{val, v.form}}}, options)
	}
}

// evaluateDeclared follows the assignment of v to a variable that was declared a
// number or a name for another one.
func (x *run) evaluateDeclared(st *state, v variable, options string) {
	if strings.Contains(options, "i") {
		x.evaluateAll(st, v)
		return
	}
	for _, e := range v.vals {
		x.reference(st, e)
	}
}

func (x *run) assign(st *state, a *syntax.Assign) {
	if a.Name == nil {
		if a.Value != nil {
			x.fields(st, a.Value)
		}
		return
	}
	name := a.Name.Value
	if name == "OLDPWD" || name == "PWD" {
		st.old = anything()
	}
	if a.Index != nil {
		x.checkEnv(st, name, anything())
		x.subscript(st, a.Index)
		if a.Value != nil {
			x.joined(st, a.Value, false)
		}
		st.lose(name)
		return
	}
	var v variable
	switch {
	case a.Array != nil:
		for _, el := range a.Array.Elems {
			if el.Index != nil {
				x.subscript(st, el.Index)
				v.lost = true
			}
			if el.Value != nil {
				v.vals = append(v.vals, x.fields(st, el.Value)...)
			}
		}
		if len(v.vals) > maxFields {
			v = variable{lost: true}
		}
	case a.Value != nil:
		v.vals = []value{x.joined(st, a.Value, false)}
	case a.Naked:
		return
	default:
		v.vals = []value{lit("")}
	}
	if a.Append {
		old, known := x.variable(st, name)
		switch {
		case !known || old.lost || v.lost:
			v = variable{lost: true}
		case a.Array != nil:
			v.vals = append(append([]value{}, old.vals...), v.vals...)
		case len(old.vals) == 1:
			v.vals = []value{old.vals[0].plus(v.vals[0])}
		default:
			v = variable{lost: true}
		}
		if len(v.vals) > maxFields {
			v = variable{lost: true}
		}
	}
	st.vars[name] = v
	if !v.lost && len(v.vals) == 1 {
		x.checkEnv(st, name, v.vals[0])
	} else {
		x.checkEnv(st, name, anything())
	}
}

// checkEnv takes in that a variable is set which makes programs run others, or
// makes names of programs mean something else.
func (x *run) checkEnv(st *state, name string, v value) {
	switch v.text {
	case "cat", "true", ":", "less", "":
		if v.form == exact {
			return
		}
	}
	switch name {
	case "BASH_ENV", "ENV":
		x.sources(st, v)
	case "PATH":
		x.searched(st, v)
	case "PROMPT_COMMAND", "PAGER", "MANPAGER", "EDITOR", "VISUAL", "LESSOPEN", "LESSCLOSE", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR",
		"GIT_SSH", "GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_PROXY_COMMAND", "BAT_PAGER", "DELTA_PAGER":
		x.follows(st, v)
	case "LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES":
		x.blind("sets " + name)
		return
	}
	switch name {
	case "PATH", "BASH_ENV", "ENV", "PROMPT_COMMAND", "PAGER", "MANPAGER", "EDITOR", "VISUAL", "LESSOPEN", "LESSCLOSE", "HOME",
		"XDG_CONFIG_HOME", "RIPGREP_CONFIG_PATH", "TAR_OPTIONS", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR",
		"GIT_SSH", "GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_PROXY_COMMAND", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_EXEC_PATH", "GIT_CONFIG", "FPATH", "BASH_ALIASES", "BASH_CMDS", "BAT_PAGER", "DELTA_PAGER":
		x.e.unknown("sets " + name)
		return
	}
	switch name {
	case "PS0", "PS1", "PS2", "PS3", "PS4", "PROMPT", "RPROMPT", "SPROMPT":
		x.prompt(st, v)
		return
	}
	for _, p := range []string{"LD_", "DYLD_", "GIT_CONFIG_", "GIT_TRACE", "BASH_FUNC_"} {
		if strings.HasPrefix(name, p) {
			if strings.HasPrefix(name, "GIT_CONFIG_VALUE") {
				x.follows(st, value{strings.TrimPrefix(v.text, "!"), v.form})
			}
			x.e.unknown("sets " + name)
			return
		}
	}
}
