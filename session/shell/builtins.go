package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func doSet(c *call) stream {
	for i, a := range c.args {
		if a.is("allexport") || len(a.text) > 1 && a.text[0] == '-' && a.text[1] != '-' && strings.Contains(a.text, "a") {
			c.st.exported = true
		}
		if a.is("xtrace") || len(a.text) > 1 && a.text[0] == '-' && a.text[1] != '-' && strings.Contains(a.text, "x") {
			// Each command that follows expands PS4.
			if v, ok := c.x.variable(c.st, "PS4"); ok && v.lost {
				c.x.prompt(c.st, anything())
			}
		}
		if a.is("--") || a.is("-") {
			c.st.args, c.st.hasArgs = c.args[i+1:], true
			return text("")
		}
		if a.form == open || a.text == "" || a.text[0] != '-' && a.text[0] != '+' {
			if i == 0 || !strings.HasSuffix(c.args[i-1].text, "o") {
				c.st.args, c.st.hasArgs = c.args[i:], true
				return text("")
			}
		}
	}
	return text("")
}

func doEcho(c *call) stream {
	args := c.args
	escapes, newline := false, "\n"
	for len(args) > 0 && args[0].form == exact && len(args[0].text) > 1 && args[0].text[0] == '-' && strings.Trim(args[0].text[1:], "neE") == "" {
		escapes = strings.ContainsRune(args[0].text, 'e')
		if strings.ContainsRune(args[0].text, 'n') {
			newline = ""
		}
		args = args[1:]
	}
	var b strings.Builder
	for i, a := range args {
		if a.form != exact {
			if len(args) <= maxFields {
				return items(args...)
			}
			return stream{}
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		s := a.text
		if escapes {
			s = ansiC(s)
		}
		b.WriteString(s)
	}
	return text(b.String() + newline)
}

func doPrintf(c *call) stream {
	args := c.args
	if len(args) > 1 && args[0].is("-v") {
		c.x.reference(c.st, args[1])
		if args[1].form == exact {
			c.st.lose(args[1].text)
		}
		return text("")
	}
	if len(args) > 0 && args[0].is("--") {
		args = args[1:]
	}
	if len(args) == 0 || args[0].form != exact {
		return stream{}
	}
	format := ansiC(args[0].text)
	vals := args[1:]
	if slices.ContainsFunc(vals, func(v value) bool { return v.form != exact }) {
		if strings.Trim(format, "\x00\n ") == "%s" && len(vals) <= maxFields {
			return items(vals...)
		}
		return stream{}
	}
	var b strings.Builder
	for first := true; first || len(vals) > 0; first = false {
		n := len(vals)
		for i := 0; i < len(format); i++ {
			if format[i] != '%' || i+1 == len(format) {
				b.WriteByte(format[i])
				continue
			}
			i++
			switch format[i] {
			case '%':
				b.WriteByte('%')
			case 's', 'd', 'b', 'q':
				if len(vals) > 0 {
					b.WriteString(vals[0].text)
					vals = vals[1:]
				}
			default:
				return stream{}
			}
		}
		if n == len(vals) || b.Len() > maxCommand {
			break
		}
	}
	return text(b.String())
}

func doCd(c *call) stream {
	var to value
	args := c.args
	for len(args) > 0 && args[0].form == exact && len(args[0].text) > 1 && args[0].text[0] == '-' {
		stop := args[0].text == "--"
		if args = args[1:]; stop {
			break
		}
	}
	st := c.st
	old := st.dir
	switch {
	case len(args) == 0 && c.name != "pushd":
		v, ok := c.x.variable(st, "HOME")
		to = anything()
		if ok && !v.lost && len(v.vals) == 1 {
			to = v.vals[0]
		}
	case len(args) == 0:
		to = st.old
	case args[0].is("-"):
		to = st.old
	default:
		to = args[0]
	}
	if cdpath, ok := c.x.variable(st, "CDPATH"); ok && !cdpath.lost && len(cdpath.vals) > 0 && !cdpath.vals[0].is("") {
		to = anything()
	}
	p, span, ok := to.place(st.dir)
	switch {
	case !ok:
	case span == File && !c.x.there(clean(p)):
		// It fails, and what follows is done here.
	case span == File:
		st.dir, st.old = lit(clean(p)), old
	case span == Glob:
		st.dir, st.old = value{p, pattern}, old
	case span == Tree:
		st.dir, st.old = value{p, below}, old
	default:
		st.dir, st.old = anything(), old
	}
	return text("")
}

// there says whether a folder may be there, as far as that is known.
func (x *run) there(dir string) bool {
	if x.env.Folder == nil || x.env.Folder(dir) {
		return true
	}
	// The command itself may have made it.
	return slices.ContainsFunc(x.e.Writes, func(w Write) bool {
		return w.Span == Unresolved || w.Covers(dir) || strings.HasPrefix(path.Clean(w.Path), dir+"/")
	})
}

func doExport(c *call) stream {
	options := ""
	for _, a := range c.args {
		if strings.HasPrefix(a.text, "-") {
			options += a.text
		}
	}
	c.x.attributes(c.st, c.name, options)
	for _, a := range c.args {
		if strings.HasPrefix(a.text, "-") {
			continue
		}
		c.x.declared(c.st, a, options)
		name, val, ok := strings.Cut(a.text, "=")
		if !ok || !syntax.ValidName(name) {
			continue
		}
		v := value{val, a.form}
		c.st.set(name, v)
		c.x.checkEnv(c.st, name, v)
	}
	return text("")
}

func doRead(c *call) stream {
	if slices.ContainsFunc(c.args, func(v value) bool { return strings.HasPrefix(v.text, "-C") && c.name != "read" }) {
		c.unknown(c.name + " -C")
		for i, a := range c.args {
			if a.is("-C") && i+1 < len(c.args) {
				c.x.follows(c.st, c.args[i+1])
			}
		}
	}
	vs, ok := c.in.lines()
	for i, a := range c.args {
		if a.form == exact && strings.HasPrefix(a.text, "-") {
			continue
		}
		c.x.reference(c.st, a)
		if a.form != exact || !syntax.ValidName(a.text) {
			continue
		}
		if ok && i == len(c.args)-1 && (len(vs) == 1 || c.name != "read") {
			c.st.set(a.text, vs...)
		} else {
			c.st.lose(a.text)
		}
	}
	return text("")
}

// joinArgs are arguments as a text that a shell reads again.
func joinArgs(args []value) (string, bool) {
	var b strings.Builder
	for i, a := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		switch a.form {
		case exact, pattern, digits:
			b.WriteString(a.text)
		default:
			return "", false
		}
	}
	return b.String(), true
}

func doEval(c *call) stream {
	s, ok := joinArgs(c.args)
	if !ok {
		c.unknown("runs what is not known: eval")
		c.st.forget()
		return stream{}
	}
	return c.x.script(c.st, s, c.in)
}

// started makes st the state of a shell that this one starts: functions are
// there where they were exported.
func (st *state) started() {
	if !st.exported {
		st.funcs = nil
	}
	st.aliases = nil
}

// forget takes in that code that is not known ran in this shell.
func (st *state) forget() {
	st.vars = map[string]variable{}
	st.lost = true
}

func doSource(c *call) stream {
	c.unknown("runs code: " + c.name)
	if len(c.args) > 0 && (c.args[0].is("/dev/stdin") || c.args[0].is("/dev/fd/0")) {
		if src, ok := c.in.whole(); ok {
			return c.x.script(c.st, src, stream{})
		}
	} else if len(c.args) > 0 {
		if src, ok := c.x.file(c.st, c.args[0]).whole(); ok {
			old, oldHas := c.st.args, c.st.hasArgs
			if len(c.args) > 1 {
				c.st.args, c.st.hasArgs = c.args[1:], true
			}
			out := c.x.script(c.st, src, c.in)
			c.st.args, c.st.hasArgs, c.st.dead = old, oldHas, false
			return out
		}
	}
	c.st.forget()
	return stream{}
}

func doAlias(c *call) stream {
	for _, a := range c.args {
		name, val, ok := strings.Cut(a.text, "=")
		if !ok {
			continue
		}
		if a.form != exact {
			c.unknown("alias of what is not known")
			continue
		}
		if c.st.aliases == nil {
			c.st.aliases = map[string]string{}
		}
		c.st.aliases[name] = val
	}
	return text("")
}

func doTrap(c *call) stream {
	args := c.args
	if len(args) > 0 && args[0].is("--") {
		args = args[1:]
	}
	if len(args) < 2 || args[0].is("-l") || args[0].is("-p") || args[0].is("-") {
		return text("")
	}
	if args[0].form != exact {
		c.unknown("trap of what is not known")
		return text("")
	}
	c.x.script(c.x.clone(c.st), args[0].text, stream{})
	if len(c.x.traps) < maxDepth {
		c.x.traps = append(c.x.traps, args[0].text)
	}
	return text("")
}

func doShift(c *call) stream {
	n := 1
	if len(c.args) > 0 {
		n = number(c.args[0], -1)
	}
	if n < 0 || n > len(c.st.args) {
		c.st.args, c.st.hasArgs = nil, false
		return text("")
	}
	c.st.args = c.st.args[n:]
	return text("")
}

// doCommand runs its arguments.
func doCommand(c *call) stream {
	if c.name == "command" && c.opts.has("-v", "-V") {
		return stream{}
	}
	args := c.opts.rest
	for len(args) > 0 && assignment(args[0]) {
		args = args[1:] // sudo A=b cmd
	}
	if len(args) == 0 {
		return text("")
	}
	if v := args[0]; v.form == exact && (c.name == "command" || c.name == "builtin" || c.name == "busybox" || c.name == "toybox") {
		// These pass functions and aliases by.
		st := c.x.clone(c.st)
		delete(st.funcs, v.text)
		delete(st.aliases, v.text)
		out := c.x.argv(st, args, c.in)
		c.st.dir, c.st.old, c.st.vars = st.dir, st.old, st.vars
		return out
	}
	out := c.x.argv(c.st, args, c.in)
	if c.name == "exec" {
		c.st.dead = true
	}
	return out
}

func assignment(v value) bool {
	name, _, ok := strings.Cut(v.text, "=")
	return ok && syntax.ValidName(name)
}

func doEnv(c *call) stream {
	st := c.x.clone(c.st)
	args := c.opts.rest
	if d := c.opts.all("-C", "--chdir"); len(d) > 0 {
		doCd(&call{x: c.x, st: st, name: "cd", args: d})
	}
	for len(args) > 0 && assignment(args[0]) {
		name, val, _ := strings.Cut(args[0].text, "=")
		v := value{val, args[0].form}
		st.set(name, v)
		c.x.checkEnv(c.st, name, v)
		args = args[1:]
	}
	if s := c.opts.all("-S", "--split-string"); len(s) > 0 {
		line, ok := joinArgs(append(s, args...))
		if !ok {
			c.unknown("runs what is not known: env -S")
			return stream{}
		}
		return c.x.script(st, line, c.in)
	}
	if len(args) == 0 {
		return stream{}
	}
	return c.x.argv(st, args, c.in)
}

// doSecond runs its arguments after the first: timeout 5 cmd.
func doSecond(c *call) stream {
	if len(c.opts.rest) < 2 {
		return stream{}
	}
	return c.x.argv(c.st, c.opts.rest[1:], c.in)
}

// doJoined runs its arguments as one text.
func doJoined(c *call) stream {
	line, ok := joinArgs(c.opts.rest)
	if !ok {
		c.unknown("runs what is not known: " + c.name)
		return stream{}
	}
	return c.x.script(c.x.clone(c.st), line, c.in)
}

func doFlock(c *call) stream {
	rest := c.opts.rest
	if s := c.opts.all("-c"); len(s) > 0 && s[0].form == exact {
		return c.x.script(c.x.clone(c.st), s[0].text, c.in)
	}
	if len(rest) > 0 && strings.Trim(rest[0].text, "0123456789") != "" {
		c.write(rest[0], Content)
	}
	if len(rest) > 1 {
		if rest[1].is("-c") {
			return c.shellText(rest[2:])
		}
		return c.x.argv(c.st, rest[1:], c.in)
	}
	return stream{}
}

// shellText runs the first of the arguments as a text.
func (c *call) shellText(args []value) stream {
	if len(args) == 0 || args[0].form != exact {
		c.unknown("runs what is not known: " + c.name)
		return stream{}
	}
	st := c.x.clone(c.st)
	st.started()
	st.dead = false
	if len(args) > 2 {
		st.args = args[2:]
	} else {
		st.args = nil
	}
	st.hasArgs = true
	return c.x.script(st, args[0].text, c.in)
}

func doScript(c *call) stream {
	out := lit("typescript")
	if len(c.opts.rest) > 0 {
		out = c.opts.rest[0]
	}
	if !c.opts.has("-O", "--log-out", "-I", "-B") {
		c.write(out, Content)
	}
	switch s := c.opts.all("-c", "--command"); {
	case len(s) > 0:
		c.shellText(s)
	case len(c.opts.rest) > 1:
		c.x.argv(c.st, c.opts.rest[1:], c.in) // as on macOS
	default:
		c.unknown("runs a shell: script")
	}
	return stream{}
}

func doXargs(c *call) stream {
	args := c.opts.rest
	if len(args) == 0 {
		return c.in.filtered()
	}
	vs, ok := c.in.words()
	mark := ""
	if m := c.opts.all("-I", "-i", "--replace"); len(m) > 0 {
		if mark = m[0].text; mark == "" {
			mark = "{}"
		}
		vs, ok = c.in.lines()
	}
	if f := c.opts.all("-a", "--arg-file"); len(f) > 0 {
		vs, ok = c.x.file(c.st, f[0]).words()
	}
	if !ok {
		vs = []value{anything()}
	}
	if mark == "" {
		return c.x.argv(c.x.clone(c.st), append(append([]value{}, args...), vs...), c.in)
	}
	for _, v := range vs {
		if c.x.work < 0 {
			break
		}
		c.x.argv(c.x.clone(c.st), replace(args, mark, v), stream{})
		if v.form != exact && args[0].form == exact && shells[path.Base(args[0].text)] {
			// What is known of the text holds whatever is put into it.
			c.x.argv(c.x.clone(c.st), replace(args, mark, lit("x")), stream{})
		}
	}
	return stream{}
}

// shells are the names of those that run texts.
var shells = set("sh bash zsh dash ksh ash")

// replace puts a value in the place of a mark.
func replace(args []value, mark string, v value) []value {
	out := make([]value, len(args))
	for i, a := range args {
		out[i] = a
		if a.form != exact || mark == "" || !strings.Contains(a.text, mark) {
			continue
		}
		sum := lit("")
		for j, part := range strings.Split(a.text, mark) {
			if j > 0 {
				sum = sum.plus(v)
			}
			sum = sum.plus(lit(part))
		}
		out[i] = sum
	}
	return out
}

func doParallel(c *call) stream {
	args := c.opts.rest
	vs, ok := c.in.lines()
	for i, a := range args {
		if a.is(":::") || a.is("::::") {
			if vs, ok = args[i+1:], a.is(":::"); slices.ContainsFunc(vs, func(v value) bool { return v.is(":::") }) {
				ok = false
			}
			args = args[:i]
			break
		}
	}
	if !ok {
		vs = []value{anything()}
	}
	marked := slices.ContainsFunc(args, func(v value) bool { return strings.Contains(v.text, "{") })
	for _, v := range vs {
		if c.x.work < 0 {
			break
		}
		line := args
		if marked {
			line = replace(args, "{}", v)
		} else {
			line = append(append([]value{}, args...), v)
		}
		if len(line) == 1 && line[0].form == exact {
			c.x.script(c.x.clone(c.st), line[0].text, stream{})
			continue
		}
		if len(line) > 0 && line[0].form == exact && strings.ContainsAny(line[0].text, " \t;|&<>") {
			c.x.script(c.x.clone(c.st), line[0].text+quoteAll(line[1:]), stream{})
			continue
		}
		c.x.argv(c.x.clone(c.st), line, stream{})
	}
	return stream{}
}

// doShell follows another shell with a text on its command line or on standard
// input.
func doShell(c *call) stream {
	args := c.args
	for len(args) > 0 {
		a := args[0]
		if a.form == open {
			c.unknown("runs code: " + c.name)
			return stream{}
		}
		if len(a.text) < 2 || a.text[0] != '-' && a.text[0] != '+' {
			break
		}
		args = args[1:]
		switch {
		case a.is("--"):
		case a.is("--version"), a.is("--help"):
			return stream{}
		case a.is("-n"):
			return stream{} // only reads
		case a.is("--rcfile"), a.is("--init-file"), a.is("-O"), a.is("+O"), a.is("-o"), a.is("+o"):
			if len(args) > 0 {
				args = args[1:]
			}
			continue
		case strings.HasPrefix(a.text, "--"):
			if a.is("--login") {
				c.unknown("reads a profile: " + c.name)
			}
			continue
		case strings.HasSuffix(a.text, "o") || strings.HasSuffix(a.text, "O"):
			if len(args) > 0 {
				args = args[1:] // -euo pipefail
			}
			continue
		default:
			if strings.Contains(a.text, "l") || strings.Contains(a.text, "i") {
				c.unknown("reads a profile: " + c.name)
			}
			if strings.Contains(a.text, "c") {
				for len(args) > 0 && len(args[0].text) > 1 && args[0].text[0] == '-' {
					args = args[1:] // bash -c -x text
				}
				return c.shellText(args)
			}
			if strings.HasSuffix(a.text, "s") {
				args = nil
			}
			continue
		}
		break
	}
	if len(args) > 0 && !args[0].is("-") && !args[0].is("/dev/stdin") {
		c.unknown("runs code: " + c.name + " " + args[0].text)
		if src, ok := c.x.file(c.st, args[0]).whole(); ok {
			return c.shellText(append([]value{lit(src)}, args...))
		}
		return stream{}
	}
	src, ok := c.in.whole()
	if !ok {
		c.blind("runs what is not known: " + c.name)
		return stream{}
	}
	st := c.x.clone(c.st)
	st.started()
	return c.x.script(st, src, stream{})
}

func doFind(c *call) stream {
	var roots []value
	args := c.args
	for len(args) > 0 {
		if a := args[0]; a.form != open && a.text != "" && (a.text[0] == '-' || a.text == "(" || a.text == "!" || a.text == `\(` || a.text == ",") {
			switch {
			case a.is("-H"), a.is("-L"), a.is("-P"), a.is("-E"), a.is("-X"), a.is("-x"), a.is("-s"), a.is("-d"), strings.HasPrefix(a.text, "-O"):
				args = args[1:]
				continue
			case a.is("-D"), a.is("-f"):
				args = args[min(2, len(args)):]
				continue
			}
			break
		}
		if args[0].form == open && args[0].text == "" {
			c.unknown("options that are not known: find")
		}
		roots = append(roots, args[0])
		args = args[1:]
	}
	if len(roots) == 0 {
		roots = []value{lit(".")}
	}
	found := make([]value, len(roots))
	for i, r := range roots {
		found[i] = r
		if r.form == exact {
			found[i].form = below
		} else if r.form == pattern {
			found[i] = anything()
		}
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a.form == open && a.text == "":
			c.unknown("options that are not known: find")
		case a.is("-delete"):
			for _, v := range found {
				c.writeTree(v, Delete)
			}
		case a.is("-fprint"), a.is("-fprint0"), a.is("-fls"), a.is("-fprintf"):
			if i+1 < len(args) {
				c.write(args[i+1], Content)
			}
			i++
		case a.is("-exec"), a.is("-execdir"), a.is("-ok"), a.is("-okdir"):
			end := i + 1
			for end < len(args) && !args[end].is(";") && !(args[end].is("+") && args[end-1].is("{}")) {
				end++
			}
			cmd := args[i+1 : end]
			i = end
			if len(cmd) == 0 {
				break
			}
			for _, v := range found {
				st := c.x.clone(c.st)
				if a.is("-execdir") || a.is("-okdir") {
					if p, _, _ := v.place(st.dir); p != "" && v.form == below {
						v = value{p, below}
					}
				}
				c.x.argv(st, replace(cmd, "{}", v), stream{})
			}
		}
	}
	return items(found...)
}

func doFd(c *call) stream {
	roots := c.opts.all("--base-directory", "--search-path")
	if len(c.opts.rest) > 1 {
		roots = append(roots, c.opts.rest[1:]...)
	}
	if len(roots) == 0 {
		roots = []value{lit(".")}
	}
	found := []value{}
	for _, r := range roots {
		if r.form != exact {
			return stream{}
		}
		found = append(found, value{r.text, below})
	}
	// The command that -x and -X run takes the rest of the line.
	for i, a := range c.args {
		if a.is("-x") || a.is("-X") || a.is("--exec") || a.is("--exec-batch") {
			cmd := c.args[i+1:]
			if j := slices.IndexFunc(cmd, func(v value) bool { return v.is(";") }); j >= 0 {
				cmd = cmd[:j]
			}
			if !slices.ContainsFunc(cmd, func(v value) bool { return strings.Contains(v.text, "{") }) {
				cmd = append(append([]value{}, cmd...), lit("{}"))
			}
			c.x.argv(c.x.clone(c.st), replace(cmd, "{}", value{".", below}), stream{})
			break
		}
	}
	return items(found...)
}

func doAt(c *call) stream {
	c.x.e.Background = true
	for i, a := range c.args {
		if a.is("-l") || a.is("-q") && c.name == "atq" {
			return stream{}
		}
		if a.is("-f") && i+1 < len(c.args) {
			c.unknown("runs code: at -f")
			c.in = c.x.file(c.st, c.args[i+1])
			break
		}
	}
	src, ok := c.in.whole()
	if !ok {
		c.unknown("runs what is not known: " + c.name)
		return stream{}
	}
	c.changes()
	c.x.script(c.x.clone(c.st), src, stream{})
	return stream{}
}

// doTmux follows the commands that tmux and screen are given.
func doTmux(c *call) stream {
	args := c.args
	for len(args) > 0 && len(args[0].text) > 1 && args[0].text[0] == '-' && c.name == "tmux" {
		n := 1
		if strings.IndexByte("LSfc", args[0].text[len(args[0].text)-1]) >= 0 {
			n = 2
		}
		if args[0].is("-V") {
			return stream{}
		}
		args = args[min(n, len(args)):]
	}
	if len(args) > 0 && c.name == "tmux" {
		switch args[0].text {
		case "ls", "list-sessions", "list-windows", "list-panes", "capture-pane", "show-options", "has-session", "has", "display-message", "display", "lsp", "lsw", "capturep":
			return stream{}
		}
	}
	c.x.e.Background = true
	c.unknown("runs elsewhere: " + c.name)
	// What is typed or started is a text, or the words of a command after flags.
	for i, a := range args {
		if i > 0 && a.form == exact && strings.ContainsAny(a.text, " \t") {
			c.x.script(c.x.clone(c.st), a.text, stream{})
		}
	}
	for i := 1; i < len(args); i++ {
		if a := args[i]; a.form == exact && len(a.text) > 0 && a.text[0] != '-' {
			if _, ok := c.x.commands[a.text]; ok {
				c.x.argv(c.x.clone(c.st), args[i:], stream{})
				break
			}
		}
	}
	return stream{}
}
