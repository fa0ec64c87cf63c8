package shell

import (
	"path"
	"strings"
)

// blind takes in that a program runs which was made for this call and can't be read: a
// text that comes out of a pipe, one that is put together when it runs. Unlike a program
// of the project, of which the command says the name, nobody can look at it before, so
// it counts as one that may write anything.
func (c *call) blind(why string) { c.x.blind(why) }

func (x *run) blind(why string) {
	x.add(Write{Kind: Content, Span: Unresolved}, why)
	x.e.unknown(why)
}

// follows takes in that a text is run by a shell, if it is known.
func (x *run) follows(st *state, v value) {
	if v.form == exact {
		x.script(x.clone(st), v.text, stream{})
	}
}

// sources takes in that a shell reads a file before it begins.
func (x *run) sources(st *state, v value) {
	if src, ok := x.file(st, v).whole(); ok {
		x.script(x.clone(st), src, stream{})
	}
}

// searched takes in folders that programs are looked for in, where the command itself
// puts them in front.
func (x *run) searched(st *state, v value) {
	known := map[string]bool{}
	if x.env.Lookup != nil {
		had, _ := x.env.Lookup("PATH")
		for dir := range strings.SplitSeq(had, ":") {
			known[dir] = true
		}
	}
	if v.form != exact {
		return
	}
	for dir := range strings.SplitSeq(v.text, ":") {
		if dir != "" && !known[dir] && len(x.path) < maxPath {
			x.path = append(x.path, into(st.dir, lit(dir)))
		}
	}
}

// maxPath is how many folders are looked in for programs.
const maxPath = 8

// found follows a program in one of the folders that the command has put in front of
// those in which programs are looked for.
func (c *call) found(name string) {
	for _, dir := range c.x.path {
		if _, ok := c.executable(inside(dir, lit(name))); ok {
			return
		}
	}
}

// hooks are those of git that a command of the agent may run.
var hooks = [...]string{"pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-checkout", "post-merge", "pre-push", "pre-rebase", "post-rewrite"}

// hooksIn takes in that git runs the hooks that lie in a folder.
func (c *call) hooksIn(dir value) {
	if dir.form != exact || dir.text == "" || device(dir.text) {
		return
	}
	for _, h := range hooks {
		_, _ = c.executable(inside(into(c.st.dir, dir), lit(h)))
	}
}

// compilers writes what compilers are told to: -o FILE, and the lists of what they read.
func doCompiler(c *call) stream {
	c.unknown("runs code: " + c.name)
	for i, a := range c.args {
		next := func() value {
			if i+1 < len(c.args) {
				return c.args[i+1]
			}
			return lit("")
		}
		switch {
		case a.is("-o"), a.is("-MF"), a.is("-dumpdir"), a.is("-aux-info"), a.is("--output"):
			c.write(next(), Content)
		case strings.HasPrefix(a.text, "-o") && !strings.HasPrefix(a.text, "-openmp"):
			c.write(value{a.text[2:], a.form}, Content)
		case strings.HasPrefix(a.text, "-MF"):
			c.write(value{a.text[3:], a.form}, Content)
		case a.is("--out-dir"), a.is("-d") && c.name == "javac", a.is("-s") && c.name == "javac", a.is("-h") && c.name == "javac":
			c.writeTree(next(), Content)
		case strings.HasPrefix(a.text, "--out-dir="):
			c.writeTree(value{strings.TrimPrefix(a.text, "--out-dir="), a.form}, Content)
		}
	}
	return stream{}
}

// doArchiver follows ar, ranlib and jar: the archive is what comes after the letters.
func doArchiver(c *call) stream {
	if len(c.args) == 0 {
		return stream{}
	}
	letters := strings.TrimPrefix(c.args[0].text, "-")
	rest := c.args[1:]
	if c.name == "jar" {
		for i, a := range c.args {
			name, val, eq := strings.Cut(a.text, "=")
			if (name == "--file" || name == "-f") && (eq || i+1 < len(c.args)) {
				if rest = c.args[i+1:]; eq {
					rest = []value{{val, a.form}}
				}
			}
		}
		if strings.Contains(letters, "x") && !strings.HasPrefix(c.args[0].text, "--") {
			c.writeTree(lit("."), Content)
			return stream{}
		}
		if !strings.ContainsAny(letters, "cu") {
			return stream{}
		}
	} else if strings.ContainsAny(letters, "tp") && !strings.ContainsAny(letters, "rqdm") {
		return stream{}
	}
	if len(rest) > 0 {
		c.write(rest[0], Content)
	}
	return stream{}
}

// doDebugger follows gdb and lldb: their commands run others.
func doDebugger(c *call) stream {
	c.unknown("runs code: " + c.name)
	for i, a := range c.args {
		switch {
		case (a.is("-ex") || a.is("-iex") || a.is("--eval-command") || a.is("-o")) && i+1 < len(c.args):
			c.debuggerCommand(c.args[i+1])
		case strings.HasPrefix(a.text, "--eval-command="), strings.HasPrefix(a.text, "-ex="):
			_, v, _ := strings.Cut(a.text, "=")
			c.debuggerCommand(value{v, a.form})
		}
	}
	return stream{}
}

func (c *call) debuggerCommand(v value) {
	verb, rest, _ := strings.Cut(strings.TrimSpace(v.text), " ")
	switch verb {
	case "shell", "!", "platform", "pipe", "|", "make":
		c.x.follows(c.st, value{strings.TrimPrefix(strings.TrimSpace(rest), "shell "), v.form})
	case "python", "py", "python-interactive", "script":
		c.program(python(), rest, nil)
	case "dump", "append", "save", "generate-core-file", "gcore", "logging", "set":
		if f := strings.Fields(rest); len(f) > 0 && verb != "set" {
			c.write(lit(f[len(f)-1]), Content)
		}
	}
}

// doOther follows an interpreter whose programs are not looked at: one that is given in
// the command or comes on standard input can't be followed.
func doOther(c *call) stream {
	for i, a := range c.args {
		switch {
		case a.is("--version"), a.is("-version"), a.is("--help"), a.is("-h"):
			return stream{}
		case a.is("-e"), a.is("-c"), a.is("--eval"), a.is("-E"):
			if i+1 < len(c.args) {
				c.blind("runs what can't be read: " + c.name)
				return stream{}
			}
		case len(a.text) > 0 && a.text[0] != '-':
			c.unknown("runs code: " + c.name + " " + a.text)
			return stream{}
		}
	}
	if c.in.known || c.in.load != nil {
		c.blind("runs what can't be read: " + c.name)
	}
	c.unknown("runs code: " + c.name)
	return stream{}
}

// sqlWrites reports whether statements of SQL change a database, and the files that they
// attach.
func sqlWrites(src string) (writes bool, attached []string) {
	words := strings.FieldsFunc(src, func(r rune) bool { return strings.ContainsRune(" \t\n;()", r) })
	for i, w := range words {
		switch strings.ToLower(w) {
		case "create", "insert", "update", "delete", "drop", "alter", "replace", "vacuum", "reindex", ".import", ".restore", ".read", ".load":
			writes = true
		case "attach":
			if i+1 < len(words) && strings.EqualFold(words[i+1], "database") {
				i++
			}
			if i+1 < len(words) {
				attached = append(attached, strings.Trim(words[i+1], `'"`))
			}
		}
	}
	return writes, attached
}

// isLoader reports whether a program is the one that loads others.
func isLoader(name string) bool {
	name = path.Base(name)
	return name == "ld.so" || strings.HasPrefix(name, "ld-linux") || strings.HasPrefix(name, "ld-musl")
}
