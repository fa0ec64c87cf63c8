package shell

import (
	"maps"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call is a command that is about to run.
type call struct {
	x    *run
	st   *state
	name string  // without its folder
	args []value // after the name
	in   stream
	opts options // as the row of the table says
}

// command is a row of the table: a program or builtin that is known.
type command struct {
	opts string // as parseSpec reads them
	raw  bool   // do reads the arguments itself
	// stop: options end at the first argument that is none.
	stop bool
	// do follows it; nil: it writes nothing but what opts say. It returns standard
	// output, as far as it is known.
	do func(*call) stream
}

func (c *call) unknown(why string) { c.x.e.unknown(why) }

func (c *call) write(v value, kind Kind) { c.x.write(c.st, v, kind, c.name) }

func (c *call) writeTree(v value, kind Kind) { c.x.writeTree(c.st, v, kind, c.name) }

func (c *call) writeAll(vs []value, kind Kind) {
	for _, v := range vs {
		c.write(v, kind)
	}
}

// changes takes in that the call is not read-only though it writes no file of
// the tree.
func (c *call) changes() { c.x.e.because(c.name) }

// argv follows a command whose words are known.
func (x *run) argv(st *state, args []value, in stream) stream {
	if len(args) == 0 {
		return text("")
	}
	if !x.enter() || !x.charge(64+len(args)) {
		x.leave()
		return stream{}
	}
	defer x.leave()
	if args[0].form != exact {
		if args[0].form == pattern && strings.ContainsAny(args[0].text, "[?") {
			x.blind("runs a command that a pattern names")
		}
		x.e.unknown("runs a command that is not known by name")
		return stream{}
	}
	name := args[0].text
	if body, ok := st.funcs[name]; ok {
		old, oldHas, outer := st.args, st.hasArgs, st.locals
		st.args, st.hasArgs, st.locals = args[1:], true, map[string]variable{}
		out := x.stmt(st, body, in)
		maps.Copy(st.vars, st.locals)
		st.args, st.hasArgs, st.locals, st.dead = old, oldHas, outer, false
		return out
	}
	if a, ok := st.aliases[name]; ok {
		// Whether aliases are expanded depends on the shell: both may happen.
		delete(st.aliases, name)
		both := x.clone(st)
		words := append([]value{}, args[1:]...)
		x.script(both, a+" "+quoteAll(words), in)
	}
	if dir, base := path.Split(name); dir != "" {
		switch dir {
		case "/bin/", "/usr/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/", "/opt/homebrew/bin/":
		default:
			x.e.unknown("runs code: " + name)
			c := &call{x: x, st: st, name: base, args: args[1:], in: in}
			_, tool := x.commands[base]
			tool = tool && slices.Contains([]string{"vendor/bin", "node_modules/.bin", "venv/bin", ".venv/bin"}, strings.TrimPrefix(path.Clean(dir), "./"))
			if out, ok := c.executable(args[0]); ok && !tool { // what a tool of a package does is in the table, too
				return out
			}
		}
		name = base
	}
	name = strings.TrimSuffix(name, ".exe")
	if len(x.path) > 0 {
		(&call{x: x, st: st, name: name, args: args[1:], in: in}).found(name)
	}
	if isLoader(name) {
		rest := args[1:]
		for len(rest) > 0 && strings.HasPrefix(rest[0].text, "-") {
			rest = rest[1:]
		}
		return x.argv(st, rest, in)
	}
	row, ok := x.commands[name]
	if !ok {
		if base := strings.TrimRight(name, "0123456789."); base != "" && base != name && numbered[base] {
			row, ok = x.commands[base] // python3.12
		}
		if !ok {
			x.e.unknown("runs code: " + name)
			c := &call{x: x, st: st, name: name, args: args[1:], in: in}
			if body, ok := st.funcs["command_not_found_handle"]; ok && name != "command_not_found_handle" {
				x.stmt(x.clone(st), body, in)
			}
			c.given()
			return stream{}
		}
	}
	c := &call{x: x, st: st, name: name, args: args[1:], in: in}
	if !row.raw {
		known := parseSpec(row.opts)
		c.opts = known.parse(c.args, row.stop)
		if c.opts.vague && known.risky() {
			c.unknown("options that are not known: " + name)
		}
		for n, vs := range c.opts.flags {
			f := known[n]
			if f.runs {
				c.unknown(name + " " + n)
				for _, v := range vs {
					x.follows(st, v)
				}
			}
			if f.writes {
				for _, v := range vs {
					if !v.is("-") {
						x.write(st, v, Content, name+" "+n)
					}
				}
			}
		}
	}
	if row.do == nil {
		return stream{}
	}
	return row.do(c)
}

// executable follows a file that is run by its path, if it can be read and is a
// script.
func (c *call) executable(v value) (out stream, ok bool) {
	src, ok := c.x.file(c.st, v).whole()
	if !ok || strings.IndexByte(src, 0) >= 0 {
		return stream{}, false
	}
	head, _, _ := strings.Cut(src, "\n")
	by, isScript := strings.CutPrefix(head, "#!")
	if isScript {
		// The last word that is no option: /usr/bin/env python3, /bin/sh -e.
		name := ""
		for w := range strings.FieldsSeq(by) {
			if name != "" && name != "env" || strings.HasPrefix(w, "-") {
				continue
			}
			name = path.Base(w)
		}
		switch by = strings.TrimRight(name, "0123456789."); by {
		case "sh", "bash", "zsh", "dash", "ksh", "ash", "":
		default:
			if _, known := c.x.commands[by]; !known {
				return stream{}, false
			}
			return c.x.argv(c.st, append([]value{lit(by), v}, c.args...), c.in), true
		}
	}
	return c.shellText(append([]value{lit(src), v}, c.args...)), true
}

// given looks at the arguments of a program that is not known for what is
// evident: an output file, and a command that it is given to run.
func (c *call) given() {
	switch c.name {
	case "kubectl", "oc", "lxc", "vagrant", "heroku", "fly", "gcloud", "aws", "wsl":
		return // they run it elsewhere, where paths mean something else
	}
	for i, a := range c.args {
		name, val, eq := strings.Cut(a.text, "=")
		switch name {
		case "-o", "--output", "--out", "--output-file", "--outfile", "--out-file", "-out":
			v := value{val, a.form}
			if !eq && i+1 < len(c.args) {
				v = c.args[i+1]
			}
			if v.form == exact && !strings.ContainsAny(v.text, "=:, ") && strings.ContainsAny(strings.TrimLeft(v.text, "./"), "./") {
				c.write(v, Content)
			}
		}
	}
	for i, a := range c.args {
		rest := c.args[i+1:]
		switch {
		case a.is("--"):
		case i == 0 && (a.is("exec") || a.is("run")):
			for len(rest) > 0 && strings.HasPrefix(rest[0].text, "-") && !rest[0].is("--") {
				rest = rest[1:]
			}
		case (a.is("sh") || a.is("bash") || a.is("zsh") || a.is("dash")) && len(rest) > 1 && strings.HasPrefix(rest[0].text, "-") && strings.HasSuffix(rest[0].text, "c"):
			rest = c.args[i:]
		default:
			continue
		}
		if len(rest) > 0 && rest[0].form == exact && c.x.commands[rest[0].text].do != nil {
			c.x.argv(c.x.clone(c.st), rest, stream{})
		}
		return
	}
}

// numbered are the commands that are installed with their version in the name.
var numbered = map[string]bool{"python": true, "perl": true, "ruby": true, "php": true, "lua": true, "pip": true, "node": true, "nodejs": true, "bash": true}

// quoteAll writes values so that a shell reads them back.
func quoteAll(vs []value) string {
	var b strings.Builder
	for _, v := range vs {
		b.WriteByte(' ')
		s, err := syntax.Quote(v.text, syntax.LangBash)
		switch {
		case v.form == exact && err == nil:
			b.WriteString(s)
		case v.form == pattern || v.form == digits:
			b.WriteString(v.text)
		default:
			b.WriteString(`"$(unknown)"`)
		}
	}
	return b.String()
}

// table has a row for each command that is known. Rows with a nil do are those
// that write nothing, with the options that make it otherwise.
func table() map[string]command {
	t := map[string]command{}
	row := func(names, opts string, do func(*call) stream) {
		for n := range strings.FieldsSeq(names) {
			t[n] = command{opts: opts, do: do}
		}
	}
	// first rows are those whose options end where another command begins.
	first := func(names, opts string, do func(*call) stream) {
		for n := range strings.FieldsSeq(names) {
			t[n] = command{opts: opts, stop: true, do: do}
		}
	}
	// raw rows read their arguments themselves.
	raw := func(names string, do func(*call) stream) {
		for n := range strings.FieldsSeq(names) {
			t[n] = command{raw: do != nil, do: do}
		}
	}
	filter := func(c *call) stream {
		if len(c.opts.rest) == 0 {
			return c.in.filtered()
		}
		return stream{}
	}

	// Shell builtins.
	raw("true : fg bg times ulimit umask dirs caller suspend shopt rehash setopt unsetopt whence where", nil)
	raw("wait", func(c *call) stream { c.references(c.args); return text("") })
	raw("jobs", func(c *call) stream {
		if len(c.args) > 0 && (c.args[0].is("-x") || c.args[0].form != exact) {
			return c.x.argv(c.st, c.args[1:], c.in)
		}
		return stream{}
	})
	// Completion and keys run what they are given: compgen -C, -F, -W, bind -x.
	raw("bind complete compgen compopt", func(c *call) stream {
		for _, a := range c.args {
			if a.form != exact || len(a.text) > 1 && a.text[0] == '-' && strings.ContainsAny(a.text, "CFWxf") || strings.ContainsAny(a.text, "$`") {
				c.unknown(c.name + " " + a.text)
			}
		}
		return stream{}
	})
	raw("hash", func(c *call) stream {
		if slices.ContainsFunc(c.args, func(v value) bool {
			return strings.HasPrefix(v.text, "-") && strings.Contains(v.text, "p") || v.form == open
		}) {
			c.unknown("hash -p")
			if len(c.args) > 2 && c.args[0].is("-p") {
				_, _ = c.executable(c.args[1])
			}
		}
		return text("")
	})
	raw("shift", doShift)
	raw("getopts", func(c *call) stream {
		for _, n := range []string{"OPTARG", "OPTIND"} {
			c.st.lose(n)
		}
		if len(c.args) > 1 {
			c.x.reference(c.st, c.args[1])
			c.st.lose(c.args[1].text)
		}
		return text("")
	})
	raw("false", func(*call) stream { return text("") })
	raw("set", doSet)
	raw("echo print", doEcho)
	raw("printf", doPrintf)
	raw("test [", doTest)
	raw("cd chdir pushd", doCd)
	raw("popd", func(c *call) stream { c.st.dir, c.st.old = c.st.old, anything(); return stream{} })
	raw("pwd", func(c *call) stream { return items(c.st.dir) })
	raw("exit return break continue logout", func(c *call) stream { doEvaluate(c); c.st.dead = true; return text("") })
	raw("export readonly declare typeset local", doExport)
	raw("unset", func(c *call) stream {
		c.references(c.args)
		for _, a := range c.args {
			if a.form == exact {
				delete(c.st.funcs, a.text)
				c.st.set(a.text)
			}
		}
		return text("")
	})
	raw("read mapfile readarray", doRead)
	raw("eval", doEval)
	raw("source .", doSource)
	raw("alias", doAlias)
	raw("unalias", func(c *call) stream { return text("") })
	raw("trap", doTrap)
	raw("type", nil)
	raw("let", doEvaluate)
	raw("disown", func(c *call) stream { c.x.e.Background = true; return text("") })
	row("history", "-w>", func(c *call) stream {
		if c.opts.has("-a", "-c", "-d", "-s") {
			c.changes()
		}
		return stream{}
	})
	first("exec", "-a=", doCommand)
	first("command builtin", "", doCommand)

	// Commands that run another one.
	first("env", "-u= --unset= -C= --chdir= -S= --split-string=", doEnv)
	first("sudo doas", "-u= -g= -C= -D= -h= -p= -r= -t= -T= -U= --user= --group= --chdir= -e! --edit! -i! -s!", doCommand)
	row("su runuser sg newgrp", "-c= --command= --session-command= -s= --shell= -g= -G= -u= --user= -w=", func(c *call) stream {
		c.unknown("another user's shell: " + c.name)
		for _, v := range c.opts.all("-c", "--command", "--session-command") {
			c.shellText([]value{v})
		}
		if len(c.opts.rest) > 0 && c.name == "runuser" {
			return c.x.argv(c.x.clone(c.st), c.opts.rest, c.in)
		}
		return stream{}
	})
	first("nohup", "", func(c *call) stream { c.x.e.Background = true; return doCommand(c) })
	first("setsid daemonize", "", func(c *call) stream { c.x.e.Background = true; return doCommand(c) })
	first("time", "-f= --format= -o> --output>", doCommand)
	first("nice", "-n= --adjustment=", doCommand)
	first("ionice", "-c= -n= -p=", doCommand)
	first("chrt taskset", "", doSecond)
	first("chroot", "--userspec= --groups=", doSecond)
	first("unshare nsenter setpriv prlimit", "", doCommand)
	first("stdbuf", "-i= -o= -e= --input= --output= --error=", doCommand)
	first("timeout gtimeout", "-s= -k= --signal= --kill-after=", doSecond)
	first("unbuffer caffeinate catchsegv busybox toybox xvfb-run faketime rlwrap", "", doCommand)
	first("ltrace", "-o> --output> -e= -p= -s= -u= -n= -l= -x= -F= -a= -A= -D=", doCommand)
	first("strace", "-o> --output> -e= -p= -s= -u= -E= -P=", doCommand)
	first("watch", "-n= --interval= -d? --differences?", doJoined)
	first("flock", "-w= --timeout= -E= --conflict-exit-code= -c=", doFlock)
	first("script", "-c= --command= -E= -I> -O> -B> -T> -t? -m= -o= --log-out> --log-in> --log-io> --log-timing>", doScript)
	first("xargs gxargs", "-I= -i? -n= -P= -L= -l? -d= -a= -s= -E= -e? --replace? --max-args= --max-procs= --max-lines? --delimiter= --arg-file= --max-chars=", doXargs)
	first("parallel", "-j= -n= -N= -I= -a= --arg-file= --jobs= --joblog> --results> --colsep= -C= --tmpdir=", doParallel)
	raw("sh bash zsh dash ksh mksh ash rbash fish", doShell)
	raw("find gfind", doFind)
	row("fd fdfind", "-x=! --exec=! -X=! --exec-batch=! -e= -t= -E= -d= -c= -j= -S= -o= --extension= --type= --exclude= --max-depth= --min-depth= --base-directory= --search-path= --owner= --size=", doFd)
	raw("at batch", doAt)
	raw("tmux screen", doTmux)
	first("ssh", "-i= -p= -l= -o= -F= -L= -R= -D= -J= -b= -c= -E> -e= -I= -m= -O= -Q= -S= -W= -w= -B=", func(c *call) stream { c.unknown("runs elsewhere: ssh"); return stream{} })

	// Reading.
	row("cat gcat tac", "", doCat)
	row("head tail", "-n= -c= --lines= --bytes= -s= --pid= --sleep-interval=", filter)
	row("nl fold fmt pr expand unexpand rev column tr cut paste gcut gtr zcat bzcat xzcat zstdcat gzcat lz4cat comm join", "-d= -f= -c= -s= -w= -b= -t= -o= -1= -2= -j= -a= -e= -v=", filter)
	row("iconv", "-f= -t= -o> --output>", nil)
	row("sort gsort", "-k= -t= -S= -T= -o> --output> --compress-program=! --key= --field-separator= --buffer-size= --temporary-directory= --parallel= --files0-from= --random-source= --batch-size=", filter)
	row("uniq guniq", "-f= -s= -w= --skip-fields= --skip-chars= --check-chars=", func(c *call) stream {
		if len(c.opts.rest) > 1 {
			c.write(c.opts.rest[1], Content)
		}
		return filter(c)
	})
	row("shuf", "-o> --output> -n= -i= --head-count= --input-range= --random-source=", filter)
	row("grep egrep fgrep ggrep zgrep zegrep rgrep bzgrep xzgrep pcregrep", grepOptions, doGrep)
	row("rg ripgrep", grepOptions+" --pre=! --hostname-bin=! -t= -T= -g= -M= -r= -j= -E= --glob= --iglob= --type= --type-not= --type-add= --replace= --sort= --sortr= --color= --colors= --max-depth= --max-columns= --encoding= --engine= --ignore-file= --max-filesize= --threads=", doGrep)
	row("ag ack", grepOptions+" --pager=! --ignore= -G=", doGrep)
	row("ls gls dir vdir eza exa lsd", "-I= -w= -T= --ignore= --hide= --width= --sort= --time= --color= --format= --block-size=", func(c *call) stream { return c.listed() })
	row("tree", "-R! -o> -L= -P= -I= --filelimit= --charset= --timefmt= --sort=", nil)
	row("less", "-o> -O> --log-file> --LOG-FILE> -p= -P= -j= -x= -k= -t= -T= -D= -b= -h= -y= -z= --pattern=", func(c *call) stream {
		for _, v := range c.args {
			if v.form != exact || strings.HasPrefix(v.text, "+") {
				c.unknown("less " + v.text) // +!command
			}
		}
		return filter(c)
	})
	row("more most bat batcat", "--pager=! --style= --line-range= -r= -l= --language= --theme= --color= --paging= -H= --highlight-line=", filter)
	row("wc gwc", "--files0-from=", func(c *call) stream {
		if len(c.opts.rest) == 0 && !c.opts.has("--files0-from") && len(c.args) == 1 {
			return items(numeral()) // wc -l: no name of a file behind it
		}
		return stream{}
	})
	row("file", "-C! --compile! -m= -f= -F= -P=", nil)
	row("stat gstat du gdu df diff3 colordiff cmp sum cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum md5 strings nm size readelf objdump otool addr2line c++filt od hexdump", "", nil)
	row("diff gdiff", "--output>", nil)
	row("sdiff", "-o> --output>", nil)
	row("base64", "-o> --output> -w= --wrap=", doBase64)
	row("base32 basenc uuencode", "-o> --output> -w= --wrap=", nil)
	row("xxd", "-c= -g= -l= -s= -o= -n= -R=", func(c *call) stream {
		if len(c.opts.rest) > 1 {
			c.write(c.opts.rest[1], Content)
		}
		return stream{}
	})
	row("basename", "-s= --suffix=", doBasename)
	row("dirname", "", doDirname)
	row("realpath grealpath readlink greadlink", "--relative-to= --relative-base=", func(c *call) stream {
		if len(c.opts.rest) == 1 && c.opts.rest[0].form != open && !c.opts.has("--relative-to", "--relative-base") {
			return items(c.opts.rest[0])
		}
		return stream{}
	})
	row("date gdate", "-d= --date= -f= --file= -r= --reference= -s=! --set=! -I? -u", numeric)
	row("id whoami groups uname arch tty hostname logname users who w uptime getconf locale cal ncal expr factor numfmt", "", numeric)
	row("nproc", "", func(*call) stream { return items(numeral()) })
	row("seq gseq", "-f= --format= -s= --separator=", func(c *call) stream {
		if len(c.opts.flags) == 0 {
			return items(numeral())
		}
		return stream{}
	})
	row("man", "-P=! --pager=! -H?! --html?! -M= -S= -L= -C=!", nil)
	row("info", "-o> --output> --dribble> -f= -n=", nil)
	row("ss", "-D> --diag> -f= -A= -F=", nil)
	row("cloc scc tokei", "--extract-with=! --strip-comments=! --strip-code=! --original-dir! --config=! --out> --report-file> --write-lang-def> --write-lang-def-incl-dup> --sql> -o> --output> --save-results> --ignored> --counted> --found> --categorized>", nil)
	row("printenv which whereis apropos whatis help ps pgrep pidof pstree free vmstat iostat lscpu lsblk lsof lsmod netstat ping ping6 dig host nslookup traceroute tput clear reset stty sleep gsleep usleep yes sloccount getent sw_vers system_profiler dmesg last lspci lsusb uuidgen jot look tsort asa sha256 sha1 b3sum", "", nil)
	row("jq gojq", "--arg= --argjson= --slurpfile= --rawfile= -f= --from-file= --indent= -L=", nil)
	row("jaq", "-i --in-place --arg= --argjson= --slurpfile= --rawfile= -f= --from-file= --indent= -L=", func(c *call) stream {
		if c.opts.has("-i", "--in-place") {
			c.writeAll(c.opts.rest, Content)
		}
		return stream{}
	})
	row("yq", "-i -s= --inplace --split-exp= -o= -p= --output-format= --input-format= -I= --indent=", func(c *call) stream {
		switch rest := c.opts.rest; {
		case c.opts.has("-s", "--split-exp"):
			c.writeTree(lit("."), Content)
		case c.opts.has("-i", "--inplace", "--in-place"):
			if len(rest) > 0 && (rest[0].is("eval") || rest[0].is("e") || rest[0].is("eval-all") || rest[0].is("ea")) {
				rest = rest[1:]
			}
			if len(rest) > 1 {
				c.writeAll(rest[1:], Content)
			}
		}
		return stream{}
	})
	row("xmllint", "--shell! -o> --output> --xpath= --schema= --encode=", nil)
	row("tidy", "-m -modify -o> -output>", func(c *call) stream {
		if c.opts.has("-m") {
			c.writeAll(c.opts.rest, Content)
		}
		return stream{}
	})
	row("ctags etags", "-f> -o>", func(c *call) stream {
		if !c.opts.has("-f", "-o") {
			c.write(lit("tags"), Content)
		}
		return stream{}
	})
	raw("sqlite3 sqlite", doSqlite)
	raw("openssl", func(c *call) stream {
		c.unknown("runs code: openssl")
		for i, a := range c.args {
			if (a.is("-out") || a.is("-keyout") || a.is("-writerand")) && i+1 < len(c.args) {
				c.write(c.args[i+1], Content)
			}
		}
		return stream{}
	})
	raw("make gmake", doMake)
	raw("gcc g++ cc c++ clang clang++ cpp rustc javac ld gold lld tcc ifort gfortran nasm yasm", doCompiler)
	raw("ar ranlib jar", doArchiver)
	raw("gdb lldb", doDebugger)
	raw("tclsh wish m4 expect guile R Rscript julia octave ghci irb jshell groovy scala-cli elixir erl raku racket sbcl clisp", doOther)
	row("objcopy", "-I= -O= -B= -j= -R= -S -g --add-section= --input-target= --output-target= --only-section= --remove-section=", func(c *call) stream {
		if n := len(c.opts.rest); n > 0 {
			c.write(c.opts.rest[min(1, n-1)], Content)
		}
		return stream{}
	})
	row("strip", "-o= -K= -N= -R= -F= --strip-symbol= --keep-symbol=", func(c *call) stream {
		if out := c.opts.all("-o"); len(out) > 0 {
			c.writeAll(out, Content)
		} else {
			c.writeAll(c.opts.rest, Content)
		}
		return stream{}
	})
	row("shellcheck", "", nil)
	row("mktemp", "-p= --tmpdir? -t= --suffix=", doMktemp)

	// Writing.
	row("tee gtee", "", func(c *call) stream {
		for _, v := range c.opts.rest {
			before := text("")
			if c.opts.has("-a", "--append") {
				before = c.x.file(c.st, v)
			}
			c.write(v, Content)
			if p, span, ok := v.place(c.st.dir); ok && span == File {
				c.x.files[clean(p)] = then(before, c.in)
			}
		}
		return c.in
	})
	row("sponge", "", func(c *call) stream { c.writeAll(c.opts.rest, Content); return text("") })
	row("rm grm unlink shred srm trash trash-put rmtrash", "-n= -s= --interactive?", doRm)
	row("rmdir", "", func(c *call) stream { c.writeAll(c.opts.rest, Delete); return text("") })
	row("mkdir gmkdir", "-m= --mode=", func(c *call) stream { c.writeAll(c.opts.rest, Folder); return text("") })
	row("mkfifo mknod", "-m= --mode=", func(c *call) stream { c.writeAll(c.opts.rest, Content); return text("") })
	row("touch gtouch", "-d= -t= -r= --date= --reference= --time=", func(c *call) stream { c.writeAll(c.opts.rest, Content); return text("") })
	row("truncate gtruncate", "-s= -r= --size= --reference=", func(c *call) stream { c.writeAll(c.opts.rest, Content); return text("") })
	row("fallocate", "-l= -o= --length= --offset=", func(c *call) stream { c.writeAll(c.opts.rest, Content); return text("") })
	row("cp gcp copy ditto", "-t= --target-directory= -S= --suffix= --backup? --context? --reflink? --sparse=", doCp)
	row("install ginstall", "-t= --target-directory= -S= --suffix= -m= -o= -g= --mode= --owner= --group= -d --directory", doCp)
	row("ln gln", "-t= --target-directory= -S= --suffix= --backup?", doLn)
	row("link", "", func(c *call) stream { return doCp(c) })
	row("mv gmv", "-t= --target-directory= -S= --suffix= --backup?", doMv)
	row("rename prename perl-rename", "-e=", func(c *call) stream {
		if c.opts.has("-n", "--nono", "--no-act") {
			return stream{}
		}
		c.unknown(c.name)
		rest := c.opts.rest
		for i, v := range rest {
			if i > 0 || c.opts.has("-e") {
				c.write(v, Rename)
			}
		}
		c.writeTree(lit("."), Content)
		return text("")
	})
	row("chmod chown chgrp gchmod gchown", "--reference=", func(c *call) stream {
		rest := c.opts.rest
		if len(rest) > 0 && !c.opts.has("--reference") {
			rest = rest[1:]
		}
		for _, v := range rest {
			if c.opts.has("-R", "--recursive") {
				c.writeTree(v, Attributes)
			} else {
				c.write(v, Attributes)
			}
		}
		return text("")
	})
	raw("setfacl chattr xattr", func(c *call) stream { c.unknown(c.name); return stream{} })
	raw("dd gdd", doDd)
	raw("sed gsed", doSed)
	raw("awk gawk mawk nawk", doAwk)
	raw("perl", doPerl)
	raw("ruby", doRuby)
	raw("python pypy", func(c *call) stream { return c.interpreter(python, "-c", "-m") })
	raw("node nodejs", func(c *call) stream { return c.interpreter(javascript, "-e", "-p", "--eval", "--print", "-pe") })
	raw("bun", func(c *call) stream { return c.interpreter(javascript, "-e", "-p", "--eval", "--print") })
	raw("deno", func(c *call) stream {
		if len(c.args) > 0 && c.args[0].is("eval") {
			return c.evaluate(javascript, c.args[1:])
		}
		c.unknown("runs code: deno")
		return stream{}
	})
	raw("php", func(c *call) stream {
		c.artisan()
		return c.interpreter(php, "-r")
	})
	raw("lua luajit", func(c *call) stream { return c.interpreter(lua, "-e") })
	row("ed red", "-p= --prompt=", doEd)
	raw("ex vi vim nvim view emacs nano", doEditor)
	row("patch gpatch", "-p= -i= --strip= --input= -d= --directory= -o> --output> -r> --reject-file> -D= -F= --fuzz= -z= -B= -Y= -V= --quoting-style=", doPatch)
	raw("apply_patch applypatch", doApplyPatch)
	row("rsync", "-e= --rsh= --exclude= --include= --filter= -f= --files-from= --log-file> --backup-dir= --suffix= --partial-dir= -T= --temp-dir= -B= --info= --timeout= --port= --chmod= --chown= -M=", doRsync)
	row("scp", "-P= -i= -o= -F= -l= -c= -S= -J=", doRsync)
	raw("tar gtar bsdtar", doTar)
	row("unzip", "-d= -x= -P=", doUnzip)
	row("zip", "-b= -x= -i= -n= -t= -P=", func(c *call) stream {
		if len(c.opts.rest) > 0 && !c.opts.rest[0].is("-") {
			c.write(c.opts.rest[0], Content)
		}
		if c.opts.has("-m") && len(c.opts.rest) > 1 {
			c.writeAll(c.opts.rest[1:], Delete)
		}
		return stream{}
	})
	row("gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 compress uncompress brotli", "-S= --suffix= -o> --output> -T= --threads= -D= -b=", doCompress)
	raw("7z 7za 7zr", do7z)
	row("cpio", "-D= --directory= -F= -I= -O> -E= -R=", func(c *call) stream {
		if c.opts.has("-i", "--extract", "-p", "--pass-through") && !c.opts.has("-t", "--list") {
			c.writeTree(lit("."), Content)
		}
		return stream{}
	})
	row("curl", curlOptions, doCurl)
	row("wget", "-O= -o> -a> -P= -i= -U= --output-document= --output-file> --append-output> --directory-prefix= --user-agent= --header= --post-data= --post-file= --method= -t= -T= -Q= -e=! --execute=! --use-askpass=! --config= --save-cookies> --warc-file> --timeout= --tries= --limit-rate= -A= -R= -D= -l= --level=", doWget)
	row("split", "-b= -C= -l= -n= -a= --bytes= --lines= --number= --suffix-length= --additional-suffix= --filter=! -t=", func(c *call) stream {
		prefix := lit("x")
		if len(c.opts.rest) > 1 {
			prefix = c.opts.rest[1]
		}
		c.write(prefix.plus(value{"*", pattern}), Content)
		return text("")
	})
	row("csplit", "-f= -b= -n= --prefix= --suffix-format= --digits=", func(c *call) stream {
		prefix := lit("xx")
		if p := c.opts.all("-f", "--prefix"); len(p) > 0 {
			prefix = p[0]
		}
		c.write(prefix.plus(value{"*", pattern}), Content)
		return stream{}
	})
	row("dos2unix unix2dos mac2unix", "", doDos2unix)
	raw("crontab systemd-run launchctl", func(c *call) stream {
		c.x.e.Background = true
		c.unknown("schedules: " + c.name)
		return stream{}
	})
	raw("powershell pwsh cmd", func(c *call) stream { c.unknown("another shell: " + c.name); return stream{} })

	// Tools of developers.
	raw("git", doGit)
	raw("hub", doGit)
	raw("gh", doGh)
	raw("go", doGo)
	formatters(row)
	phpTools(row, raw)
	raw("ci", doCI)
	raw("claude", doClaude)
	raw("npx pnpx bunx uvx", doNpx)
	raw("npm pnpm yarn", doNpm)
	raw("cargo", doCargo)
	raw("uv pipx poetry pdm rye hatch pipenv", doPyTool)
	return t
}
