package shell

import (
	"slices"
	"strings"
)

// doGo follows the go command. Most of it runs code; these write the tree too.
func doGo(c *call) stream {
	args := c.args
	st := c.st
	for len(args) > 0 && strings.HasPrefix(args[0].text, "-") {
		if args[0].is("-C") && len(args) > 1 {
			st = c.x.clone(st)
			doCd(&call{x: c.x, st: st, name: "cd", args: args[1:2]})
			args = args[1:]
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return stream{}
	}
	write := func(kind Kind, names ...string) {
		for _, n := range names {
			c.x.write(st, lit(n), kind, "go "+args[0].text)
		}
	}
	rest := args[1:]
	if len(rest) > 1 && (rest[0].is("-C")) {
		st = c.x.clone(st)
		doCd(&call{x: c.x, st: st, name: "cd", args: rest[1:2]})
		rest = rest[2:]
	}
	has := func(flags ...string) bool {
		return slices.ContainsFunc(rest, func(v value) bool {
			n, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(v.text, "-"), "-"), "=")
			return strings.HasPrefix(v.text, "-") && slices.Contains(flags, n)
		})
	}
	switch sub := args[0].text; sub {
	case "version", "help", "doc":
		return stream{}
	case "env":
		if !has("w", "u") {
			return numeric(c)
		}
		c.unknown("go env -w")
	case "fmt":
		c.packages(st, rest)
	case "fix":
		c.packages(st, rest)
		c.unknown("runs code: go fix")
	case "get":
		write(Content, "go.mod", "go.sum")
		c.unknown("runs code: go get")
	case "mod":
		verb := ""
		if len(rest) > 0 {
			verb = rest[0].text
		}
		switch verb {
		case "graph", "why", "verify", "download":
			c.unknown("runs code: go mod " + verb)
		case "init":
			write(Content, "go.mod")
		case "vendor":
			c.x.writeTree(st, lit("vendor"), Content, "go mod vendor")
		case "edit":
			if !has("json", "print") {
				write(Content, "go.mod")
			}
		default:
			write(Content, "go.mod", "go.sum")
		}
	case "work":
		if len(rest) > 0 && rest[0].is("edit") && has("json", "print") {
			break
		}
		write(Content, "go.work")
	default:
		c.unknown("runs code: go " + sub)
		if has("fix") && sub == "vet" {
			c.packages(st, rest)
		}
		for i, a := range rest {
			n, val, eq := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(a.text, "-"), "-"), "=")
			if !strings.HasPrefix(a.text, "-") {
				continue
			}
			switch n {
			case "o", "coverprofile", "cpuprofile", "memprofile", "blockprofile", "mutexprofile", "trace":
				if eq {
					c.x.write(st, value{val, a.form}, Content, "go -"+n)
				} else if i+1 < len(rest) {
					c.x.write(st, rest[i+1], Content, "go -"+n)
				}
			}
		}
	}
	return stream{}
}

// packages takes in that the files of Go packages are written.
func (c *call) packages(st *state, rest []value) {
	any := false
	for _, a := range rest {
		if strings.HasPrefix(a.text, "-") {
			if a.is("-n") {
				return
			}
			continue
		}
		any = true
		if s, ok := strings.CutSuffix(a.text, "/..."); ok && a.form == exact {
			c.x.writeTree(st, lit(s), Content, "go fmt")
		} else if strings.HasSuffix(a.text, ".go") {
			c.x.write(st, a, Content, "go fmt")
		} else {
			c.x.writeTree(st, a, Content, "go fmt")
		}
	}
	if !any {
		c.x.writeTree(st, lit("."), Content, "go fmt")
	}
}

// formatters adds the rows of programs that change source files in place.
func formatters(row func(names, opts string, do func(*call) stream)) {
	// those that do so when a flag says so
	on := func(names, opts string, code bool, flags ...string) {
		row(names, opts, func(c *call) stream {
			if code {
				c.unknown("runs code: " + c.name) // their configuration is a program
			}
			if c.opts.has(flags...) {
				c.sources(c.opts.rest)
			}
			return stream{}
		})
	}
	on("gofmt goimports gofumpt", "-r= -cpuprofile> -srcdir= -local=", false, "-w")
	on("golines gci", "-m= -s=", false, "-w")
	on("prettier prettierd", "--config= --parser= --plugin= --ignore-path= --stdin-filepath= --tab-width= --log-level=", true, "--write", "-w")
	on("eslint eslint_d stylelint biome standard xo oxlint tslint", "-c= --config= --ext= -f= --format= -o> --output-file> --rule= --plugin= --max-warnings= --cache-location=", true, "--fix", "--write", "--apply")
	on("clang-format git-clang-format", "-style= --style= -fallback-style= -i", false, "-i", "--i")
	on("autopep8 yapf", "--max-line-length= --style= -p= -j= --select= --ignore=", false, "-i", "--in-place")
	on("autoflake", "", false, "-i", "--in-place")
	on("shfmt", "-i= -ln= -f", false, "-w", "--write")
	on("rubocop standardrb", "-c= -f= -o> --out> --config= --format= --only= --except=", true, "-a", "-A", "-x", "--auto-correct", "--autocorrect", "--autocorrect-all", "--fix-layout")
	on("sqlfluff buildifier ktlint swiftlint swift-format golangci-lint", "-c= --config=", true, "--fix", "-F", "-i", "--in-place")
	// those that do so unless a flag says not
	off := func(names, opts string, flags ...string) {
		row(names, opts, func(c *call) stream {
			if !c.opts.has(flags...) {
				c.sources(c.opts.rest)
			}
			return stream{}
		})
	}
	off("black", "-l= -t= --line-length= --target-version= --config= --include= --exclude= --extend-exclude= -c= --code= -W=", "--check", "--diff", "-c", "--code", "--version")
	off("isort", "-l= --profile= --sp= --settings-path= -p=", "-c", "--check", "--check-only", "--diff", "-d", "--version")
	off("rustfmt", "--edition= --config= --config-path= --emit=", "--check", "--emit", "--version", "-V")
	off("pyupgrade gofix dartfmt stylua taplo", "", "--check", "--diff", "--version")
	row("ruff", "--config= --select= --ignore= --extend-select= -o> --output-file> --output-format= --line-length= --target-version= --exclude=", func(c *call) stream {
		rest := c.opts.rest
		if len(rest) == 0 {
			return stream{}
		}
		switch {
		case rest[0].is("format") && !c.opts.has("--check", "--diff"), rest[0].is("check") && c.opts.has("--fix", "--unsafe-fixes", "--fix-only") && !c.opts.has("--diff"):
			c.sources(rest[1:])
		case rest[0].is("format"), rest[0].is("check"), rest[0].is("rule"), rest[0].is("version"):
		default:
			c.unknown("runs code: ruff")
		}
		return stream{}
	})
}

// sources takes in that source files or folders of them are written, those of
// the working directory where none is named.
func (c *call) sources(vs []value) {
	if len(vs) == 0 {
		vs = []value{lit(".")}
	}
	for _, v := range vs {
		last := v.text[strings.LastIndexByte(v.text, '/')+1:]
		if v.form == exact && strings.Contains(strings.TrimLeft(last, "."), ".") {
			c.write(v, Content)
		} else {
			c.writeTree(v, Content)
		}
	}
}

// doMake follows make, whose rules are code; those on standard input are there to
// read.
func doMake(c *call) stream {
	c.unknown("runs code: make")
	known := parseSpec("-f= --file= --makefile= -C= --directory= -j? -I= -o= -W= -l? -E= --eval=")
	o := known.parse(c.args, false)
	st := c.st
	if d := o.all("-C", "--directory"); len(d) > 0 {
		st = c.x.clone(st)
		doCd(&call{x: c.x, st: st, name: "cd", args: d})
	}
	if o.has("-n", "--dry-run", "--just-print", "-q", "-p", "--version", "--help") {
		return stream{}
	}
	for _, v := range o.all("--eval", "-E") {
		for l := range strings.Lines(v.text) {
			if l, ok := strings.CutPrefix(l, "\t"); ok {
				c.x.script(c.x.clone(st), strings.ReplaceAll(strings.TrimLeft(l, "@-+"), "$$", "$"), stream{})
			}
		}
	}
	for _, f := range o.all("-f", "--file", "--makefile") {
		in := c.in
		if !f.is("-") {
			in = c.x.file(st, f)
		}
		src, _ := in.whole()
		for l := range strings.Lines(src) {
			if l, ok := strings.CutPrefix(l, "\t"); ok {
				c.x.script(c.x.clone(st), strings.ReplaceAll(strings.TrimLeft(l, "@-+"), "$$", "$"), stream{})
			}
		}
	}
	return stream{}
}

// doSqlite follows the shell of SQLite: its own commands write files.
func doSqlite(c *call) stream {
	c.unknown("runs code: sqlite3")
	var src strings.Builder
	for _, a := range c.args {
		if a.form == exact {
			src.WriteString(a.text + "\n")
		}
	}
	if s, ok := c.in.whole(); ok {
		src.WriteString(s)
	}
	writes, attached := sqlWrites(src.String())
	for _, name := range attached {
		if name != ":memory:" && name != "" {
			c.write(lit(name), Content)
		}
	}
	if o := parseSpec("-cmd= -init= -separator= -newline= -nullvalue=").parse(c.args, false); writes && len(o.rest) > 0 && !o.rest[0].is(":memory:") && !o.rest[0].is("") {
		c.write(o.rest[0], Content)
	}
	for l := range strings.Lines(src.String()) {
		f := strings.Fields(l)
		for i, w := range f {
			switch w {
			case ".output", ".once", ".backup", ".save", ".log", ".excel", ".dump", ".clone":
				if w != ".dump" && i+1 < len(f) {
					c.write(lit(strings.Trim(f[len(f)-1], `"'`)), Content)
				}
			case ".shell", ".system":
				c.x.script(c.x.clone(c.st), strings.Join(f[i+1:], " "), stream{})
			}
		}
		if _, after, ok := strings.Cut(l, "writefile("); ok {
			name, _, _ := strings.Cut(strings.TrimLeft(after, " '\""), "'")
			c.write(lit(name), Content)
		}
	}
	return stream{}
}

// doGh follows GitHub's command: what it shows writes nothing.
func doGh(c *call) stream {
	word := func(i int) string {
		if i < len(c.args) && c.args[i].form == exact {
			return c.args[i].text
		}
		return ""
	}
	switch word(1) {
	case "view", "list", "diff", "status", "checks", "ls", "comment", "review", "edit", "close", "reopen", "ready", "watch", "rerun", "cancel", "delete":
		switch word(0) {
		case "pr", "issue", "run", "release", "repo", "workflow", "label", "gist", "secret", "variable", "cache", "project", "ruleset", "org":
			if word(0) == "pr" && (word(1) == "close" || word(1) == "delete") || word(0) == "repo" && word(1) == "delete" {
				break
			}
			return stream{}
		}
	}
	switch word(0) {
	case "api", "search", "status", "version", "help", "browse":
		return stream{}
	}
	if word(0) == "auth" && word(1) == "status" {
		return stream{}
	}
	if word(0) == "pr" && (word(1) == "checkout" || word(1) == "co" || word(1) == "merge") {
		c.x.writeRepo(c.st.dir, "gh pr "+word(1))
	}
	if word(1) == "download" || word(1) == "clone" {
		c.writeTree(lit("."), Content)
	}
	c.unknown("runs code: gh")
	return stream{}
}

// doNpx follows the program that npx and its like run.
func doNpx(c *call) stream {
	c.unknown("runs code: " + c.name)
	args := c.args
	for len(args) > 0 && strings.HasPrefix(args[0].text, "-") {
		n := 1
		if args[0].is("-p") || args[0].is("--package") || args[0].is("--from") || args[0].is("--with") {
			n = 2
		}
		if args[0].is("-c") && len(args) > 1 {
			return c.shellText(args[1:])
		}
		args = args[min(n, len(args)):]
	}
	return c.tool(args)
}

// tool follows a program by the name that package managers give it.
func (c *call) tool(args []value) stream {
	if len(args) == 0 || args[0].form != exact {
		return stream{}
	}
	args = slices.Clone(args)
	if i := strings.LastIndexByte(args[0].text, '@'); i > 0 {
		args[0].text = args[0].text[:i]
	}
	return c.x.argv(c.st, args, c.in)
}

func doNpm(c *call) stream {
	lock := map[string]string{"npm": "package-lock.json", "pnpm": "pnpm-lock.yaml", "yarn": "yarn.lock"}[c.name]
	known := parseSpec("--prefix= -C= --dir= --cwd= -w= --workspace= --filter= -F= --loglevel= --registry=")
	o := known.parse(c.args, true)
	rest := o.rest
	sub := ""
	if len(rest) > 0 {
		sub, rest = rest[0].text, rest[1:]
	}
	dir := lit(".")
	if d := o.all("--prefix", "-C", "--dir", "--cwd"); len(d) > 0 {
		dir = d[0]
	}
	operands := parseSpec("").parse(rest, false)
	manifest := func() {
		if operands.has("-g", "--global") {
			return
		}
		c.write(inside(dir, lit("package.json")), Content)
		c.write(inside(dir, lit(lock)), Content)
	}
	switch sub {
	case "ls", "list", "view", "info", "show", "outdated", "why", "explain", "search", "whoami", "ping", "root", "bin", "prefix", "-v", "--version", "help", "licenses", "fund", "docs":
		if o.has("--version") {
			return stream{}
		}
		return stream{}
	case "audit":
		if len(rest) > 0 && rest[0].is("fix") {
			manifest()
		}
	case "install", "i", "add", "remove", "rm", "uninstall", "un", "update", "up", "upgrade":
		if len(operands.rest) > 0 {
			manifest()
		}
	case "version", "init", "create", "dedupe", "set-script":
		if sub != "version" || len(operands.rest) > 0 {
			manifest()
		}
	case "pkg":
		if len(rest) > 0 && !rest[0].is("get") {
			manifest()
		} else {
			return stream{}
		}
	case "exec", "dlx", "x":
		c.unknown("runs code: " + c.name + " " + sub)
		if call := o.all("-c", "--call"); len(call) > 0 {
			return c.shellText(call)
		}
		for len(rest) > 0 && strings.HasPrefix(rest[0].text, "-") {
			if (rest[0].is("-c") || rest[0].is("--call")) && len(rest) > 1 {
				return c.shellText(rest[1:])
			}
			rest = rest[1:]
		}
		return c.tool(rest)
	}
	c.unknown("runs code: " + c.name + " " + sub)
	// Names that are none of its own are programs of the project: yarn prettier.
	if _, ok := c.x.commands[sub]; ok && c.name != "npm" {
		return c.tool(append([]value{lit(sub)}, rest...))
	}
	return stream{}
}

func doCargo(c *call) stream {
	args := c.args
	for len(args) > 0 && (strings.HasPrefix(args[0].text, "+") || strings.HasPrefix(args[0].text, "-")) {
		if args[0].is("--version") || args[0].is("-V") {
			return stream{}
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return stream{}
	}
	has := func(s string) bool { return slices.ContainsFunc(args, func(v value) bool { return v.is(s) }) }
	switch args[0].text {
	case "search", "version", "help", "info":
		return stream{}
	case "tree", "metadata", "locate-project", "pkgid", "read-manifest":
	case "fmt":
		if !has("--check") {
			c.writeTree(lit("."), Content)
		}
		return stream{}
	case "fix":
		c.writeTree(lit("."), Content)
	case "clippy":
		if has("--fix") {
			c.writeTree(lit("."), Content)
		}
	case "add", "remove", "rm", "update", "generate-lockfile", "upgrade":
		if args[0].text != "update" && args[0].text != "generate-lockfile" {
			c.write(lit("Cargo.toml"), Content)
		}
		c.write(lit("Cargo.lock"), Content)
	case "init", "new":
		c.writeTree(lit("."), Content)
	}
	c.unknown("runs code: cargo " + args[0].text)
	return stream{}
}

// doPyTool follows the package managers of Python: some run programs.
func doPyTool(c *call) stream {
	args := c.args
	for len(args) > 0 && strings.HasPrefix(args[0].text, "-") {
		if args[0].is("--version") {
			return stream{}
		}
		args = args[1:]
	}
	c.unknown("runs code: " + c.name)
	if len(args) == 0 {
		return stream{}
	}
	switch args[0].text {
	case "run", "tool", "x":
		args = args[1:]
		if len(args) > 0 && args[0].is("run") {
			args = args[1:]
		}
		for len(args) > 0 && strings.HasPrefix(args[0].text, "-") {
			n := 1
			if args[0].is("--with") || args[0].is("-p") || args[0].is("--python") || args[0].is("--extra") || args[0].is("--group") || args[0].is("--from") {
				n = 2
			}
			args = args[min(n, len(args)):]
		}
		return c.tool(args)
	case "add", "remove", "lock", "init":
		if c.name == "pipenv" {
			c.write(lit("Pipfile"), Content)
			c.write(lit("Pipfile.lock"), Content)
			break
		}
		if args[0].text != "lock" {
			c.write(lit("pyproject.toml"), Content)
		}
		c.write(lit(c.name+".lock"), Content)
	}
	return stream{}
}
