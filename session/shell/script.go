package shell

import (
	"slices"
	"strings"
)

// The languages whose programs are looked at where they stand in a command. What
// is found is what is evident: the names of functions that write, and strings
// for their arguments. A program may always do more, so it is Unknown.

type tokenKind uint8

const (
	tokWord   tokenKind = iota // a name, a number
	tokString                  // text is its value
	tokPunct                   // one character
)

type token struct {
	kind  tokenKind
	text  string
	whole bool // of a string: nothing is put into it at run time
	shell bool // of a string: it is run by a shell
}

// lexer splits programs roughly.
type lexer struct {
	comment string // begins a comment that ends with the line
	quotes  string // characters that begin and end strings
	triple  bool   // """ and ''' are strings
	blocks  bool   // /* */ are comments
	regexes bool   // /…/ is a regular expression where an operand is expected
	into    string // what in a string with " or ` puts values into it: "$" "#{" "${"
	ticks   bool   // `…` is run by a shell
	dollars bool   // names begin with $ or @, which is left out
}

const maxTokens = 100_000

func (lx lexer) tokens(s string) []token {
	var out []token
	operand := true // an operand is expected, so that / begins an expression
	for i := 0; i < len(s) && len(out) < maxTokens; {
		c := s[i]
		switch {
		case c == '\n':
			out = append(out, token{kind: tokPunct, text: "\n"})
			operand = true
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case lx.comment != "" && strings.HasPrefix(s[i:], lx.comment):
			for i < len(s) && s[i] != '\n' {
				i++
			}
		case lx.blocks && strings.HasPrefix(s[i:], "/*"):
			end := strings.Index(s[i+2:], "*/")
			if end < 0 {
				return out
			}
			i += end + 4
		case lx.triple && (strings.HasPrefix(s[i:], `"""`) || strings.HasPrefix(s[i:], `'''`)):
			q := s[i : i+3]
			end := strings.Index(s[i+3:], q)
			if end < 0 {
				return out
			}
			out = append(out, lx.str(out, s[i+3:i+3+end], c))
			operand = false
			i += end + 6
		case strings.IndexByte(lx.quotes, c) >= 0 || c == '`' && lx.ticks:
			j := i + 1
			for j < len(s) && s[j] != c {
				if s[j] == '\\' {
					j++
				}
				j++
			}
			j = min(j, len(s))
			t := lx.str(out, s[i+1:j], c)
			t.shell = c == '`' && lx.ticks
			out = append(out, t)
			operand = false
			i = j + 1
		case c == '/' && lx.regexes && operand:
			j := i + 1
			for j < len(s) && s[j] != '/' && s[j] != '\n' {
				if s[j] == '\\' {
					j++
				}
				j++
			}
			out = append(out, token{kind: tokWord, text: "/"})
			operand = false
			i = min(j, len(s)) + 1
		case wordByte(c) || lx.dollars && (c == '$' || c == '@') && i+1 < len(s) && wordByte(s[i+1]):
			if !wordByte(c) {
				i++
			}
			j := i
			for j < len(s) && wordByte(s[j]) {
				j++
			}
			out = append(out, token{kind: tokWord, text: s[i:j]})
			operand = s[i:j] == "return" || s[i:j] == "print"
			i = j
		default:
			out = append(out, token{kind: tokPunct, text: s[i : i+1]})
			operand = c != ')' && c != ']' && c != '$'
			i++
		}
	}
	return out
}

func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// str makes a token of what stands between quotes.
func (lx lexer) str(before []token, s string, quote byte) token {
	t := token{kind: tokString, text: s, whole: true}
	prefix := ""
	if n := len(before); n > 0 && before[n-1].kind == tokWord {
		prefix = strings.ToLower(before[n-1].text)
	}
	if lx.triple && strings.Contains(prefix, "f") && len(prefix) <= 2 {
		t.whole = !strings.Contains(s, "{")
	}
	if lx.into != "" && quote != '\'' {
		for mark := range strings.FieldsSeq(lx.into) {
			if strings.Contains(s, mark) {
				t.whole = false
			}
		}
	}
	if !t.whole {
		// What stands before the first value is kept.
		if i := strings.IndexAny(s, "{$#@"); i >= 0 {
			t.text = s[:i]
		}
		return t
	}
	if strings.IndexByte(s, '\\') >= 0 && (quote != '\'' || lx.into == "") {
		t.text = ansiC(s)
	}
	return t
}

// language is one whose programs are looked at.
type language struct {
	name string
	lex  lexer
	// funcs are the functions that write, by their name, with what their arguments
	// are: w is written, W a tree that is, d deleted, D a tree that is, r renamed,
	// t the target of a copy or move, f a folder that is made, o opened (written if
	// the next argument says so), s run by a shell, a mode to open with after it
	// belongs to o; - is none of these. A name with a dot has that before it; one
	// that begins with "." is a method, and its first letter is about the object.
	funcs map[string]string
	// evals are functions that run a text in the language itself, modules those that
	// return a module by its name: what they do can't be seen unless the text is there.
	evals, modules string
	// hides are functions by which a program does what can't be seen in its text.
	hides string
	// bare: arguments may follow without brackets.
	bare bool
	// concat joins strings.
	concat string
}

func funcs(s string) map[string]string {
	out := map[string]string{}
	f := strings.Fields(s)
	for i := 0; i+1 < len(f); i += 2 {
		out[f[i]] = f[i+1]
	}
	return out
}

func python() language {
	return language{name: "python", lex: lexer{comment: "#", quotes: `"'`, triple: true}, concat: "+/",
		funcs: funcs(`open o io.open o codecs.open o os.open w os.remove d os.unlink d os.rmdir d os.removedirs d os.rename rt os.replace rt os.renames rt
			os.truncate w os.mkdir f os.makedirs f os.symlink -t os.link -t os.chmod - os.system s os.popen s shutil.copy -t shutil.copy2 -t shutil.copyfile -t
			shutil.copytree -W shutil.move rt shutil.rmtree D rmtree D copyfile -t copytree -W copy2 -t move rt remove d unlink d rename rt makedirs f
			subprocess.run s subprocess.call s subprocess.check_call s subprocess.check_output s subprocess.Popen s subprocess.getoutput s
			.write_text w .write_bytes w .touch w .unlink d .open O .rename rt .mkdir f .rmdir d .symlink_to w .hardlink_to w .to_csv -w .to_json -w
			np.save w numpy.save w fileinput.input w fileinput.FileInput w io.FileIO o FileIO o zipfile.ZipFile o ZipFile o tarfile.open o gzip.open o bz2.open o lzma.open o
			logging.basicConfig k logging.FileHandler w FileHandler w shelve.open w dbm.open o shutil.unpack_archive -X unpack_archive -X .extractall -X .extract --X
			shutil.make_archive w urllib.request.urlretrieve -w .urlretrieve --w .savetxt -w .savefig -w .to_excel -w .to_parquet -w .to_pickle -w .save -w
			os.execv s os.execvp s os.execve s os.execl l os.execlp l os.spawnv -s os.spawnvp -s os.spawnl -l os.spawnlp -l os.posix_spawn s os.posix_spawnp s pty.spawn s
			subprocess.getstatusoutput s asyncio.create_subprocess_shell s asyncio.create_subprocess_exec l
			sqlite3.connect q `),
		evals: "exec eval", modules: "__import__ import_module", hides: "CDLL PyDLL LoadLibrary cdll FunctionType CodeType"}
}

func javascript() language {
	return language{name: "node", lex: lexer{comment: "//", quotes: "\"'`", blocks: true, regexes: true, into: "${"}, concat: "+",
		funcs: funcs(`.writeFileSync -w .writeFile -w .appendFileSync -w .appendFile -w writeFileSync w writeFile w appendFileSync w appendFile w .unlinkSync -d .unlink -d unlinkSync d
			.rmSync -D .rm -D rmSync D .rmdirSync -d .rmdir -d .renameSync -rt .rename -rt renameSync rt .copyFileSync --t .copyFile --t copyFileSync -t .cpSync --W .cp --W
			.mkdirSync -f .mkdir -f mkdirSync f .truncateSync -w .truncate -w .createWriteStream -w createWriteStream w .symlinkSync --t .symlink --t .linkSync --t
			.openSync -o .outputFileSync -w .outputFile -w .writeJsonSync -w .writeJson -w .removeSync -D .remove -D .emptyDirSync -D .moveSync -rt .writeTextFile -w .writeTextFileSync -w
			Bun.write w .execSync -s execSync s .exec -s .spawnSync -s spawnSync s .spawn -s spawn s .execFileSync -s .execFile -s exec s
			process.chdir c .chdir -c`),
		evals: "eval Function", modules: "require import", hides: "runInThisContext runInNewContext binding dlopen"}
}

func perl() language {
	return language{name: "perl", lex: lexer{comment: "#", quotes: `"'`, into: "$ @", ticks: true, dollars: true}, bare: true, concat: ".",
		funcs: funcs(`open p unlink dddddddd rename rt mkdir f rmdir d copy -t move rt cp -t mv rt truncate w symlink -t link -t system s exec s sysopen -w
			write_file w spew w rmtree D remove_tree D make_path f qx s POSIX.open w IO.File.new w chdir c`),
		evals: "eval", hides: "syscall"}
}

func ruby() language {
	return language{name: "ruby", lex: lexer{comment: "#", quotes: `"'`, into: "#{", ticks: true, dollars: true}, bare: true, concat: "+",
		funcs: funcs(`File.write w IO.write w File.binwrite w IO.binwrite w File.open o File.new o open o File.delete dddddddd File.unlink dddddddd File.rename rt File.truncate w
			File.symlink -t File.link -t Dir.mkdir f Dir.rmdir d FileUtils.rm d FileUtils.rm_f d FileUtils.rm_r D FileUtils.rm_rf D FileUtils.mv rt FileUtils.move rt
			FileUtils.cp -t FileUtils.copy -t FileUtils.cp_r -W FileUtils.copy_file -t FileUtils.touch w FileUtils.mkdir f FileUtils.mkdir_p f FileUtils.ln_s -t
			FileUtils.install -t system s exec s spawn s .write_binary w`)}
}

func php() language {
	return language{name: "php", lex: lexer{comment: "//", quotes: `"'`, blocks: true, into: "$ {$", ticks: true, dollars: true}, concat: ".",
		funcs: funcs(`file_put_contents w fopen o unlink d rename rt copy -t mkdir f rmdir d touch w symlink -t link -t exec s shell_exec s system s passthru s popen s`)}
}

func lua() language {
	return language{name: "lua", lex: lexer{comment: "--", quotes: `"'`}, concat: ".",
		funcs: funcs(`io.open o os.remove d os.rename rt os.execute s io.popen s io.output w`)}
}

// program is one that is being looked at.
type program struct {
	*call
	language
	toks []token
	vars map[string][]value
	argv []value // what follows the program on the command line
	// names are those that the program gives to functions that write.
	names map[string]string
}

// functions reports whether a name is that of a function that writes, of whatever it is.
func (p *program) functions(name string) bool {
	return p.funcs[name] != "" || p.funcs["."+name] != ""
}

// program looks for what a text in a language writes.
func (c *call) program(l language, src string, argv []value) {
	c.unknown("runs code: " + c.name)
	if !c.x.enter() || !c.x.charge(len(src)) {
		c.x.leave()
		return
	}
	defer c.x.leave()
	if l.name == "perl" {
		src = perlQuotes(src)
	}
	inner := *c
	inner.st = c.x.clone(c.st) // whose folder it changes
	p := &program{call: &inner, language: l, toks: l.lex.tokens(src), vars: map[string][]value{}, argv: argv}
	p.assignments()
	for i, t := range p.toks {
		switch {
		case c.x.work < 0:
			return
		case t.kind == tokString && t.shell:
			if t.whole {
				c.x.script(c.x.clone(c.st), t.text, stream{})
			}
		case t.kind == tokWord:
			p.at(i)
		}
	}
}

// assignments takes in what names are set to, all of it: what comes first is not
// looked at.
func (p *program) assignments() {
	for i, t := range p.toks {
		if t.kind != tokWord || i+2 >= len(p.toks) {
			continue
		}
		next := p.toks[i+1]
		if p.toks[i+2].kind == tokWord && (next.text == "as" || next.text == ":" && next.kind == tokPunct) && p.functions(t.text) {
			// import { writeFileSync as w }, const { writeFileSync: w } = …
			if p.names == nil {
				p.names = map[string]string{}
			}
			p.names[p.toks[i+2].text] = t.text
		}
		switch {
		case next.kind == tokPunct && next.text == "=" && (p.toks[i+2].kind != tokPunct || strings.IndexByte("=~>", p.toks[i+2].text[0]) < 0):
			end := i + 2
			for end < len(p.toks) && end < i+40 && !(p.toks[end].kind == tokPunct && (p.toks[end].text == ";" || p.toks[end].text == "\n")) {
				end++
			}
			p.assign(t.text, p.toks[i+2:end])
		case next.kind == tokWord && (next.text == "in" || next.text == "of"):
			end := i + 2
			for end < len(p.toks) && end < i+200 && !(p.toks[end].kind == tokPunct && (p.toks[end].text == "]" || p.toks[end].text == ")" || p.toks[end].text == ":")) {
				end++
			}
			p.assign(t.text, p.toks[i+2:min(end+1, len(p.toks))])
		}
	}
}

func (p *program) assign(name string, expr []token) {
	if len(p.vars[name]) < 64 {
		p.vars[name] = append(p.vars[name], p.values(expr)...)
	}
}

// values are what an expression may be: a string, strings joined, a list of
// strings, a path made of strings, a name that is set to one.
func (p *program) values(expr []token) []value {
	for len(expr) > 0 && expr[len(expr)-1].kind == tokPunct && strings.IndexByte("\n;", expr[len(expr)-1].text[0]) >= 0 {
		expr = expr[:len(expr)-1]
	}
	// A list is each of its elements.
	if n := len(expr); n > 2 && expr[0].kind == tokPunct && (expr[0].text == "[" || expr[0].text == "(") && expr[n-1].kind == tokPunct && (expr[n-1].text == "]" || expr[n-1].text == ")") {
		var out []value
		for _, e := range splitArgs(expr[1 : n-1]) {
			if len(out) < 64 && len(e) > 0 {
				out = append(out, p.values(e)...)
			}
		}
		return out
	}
	sums := []value{lit("")}
	add := func(vs []value, sep string) {
		var next []value
		for _, s := range sums {
			for _, v := range vs {
				if sep != "" && !s.is("") {
					s = s.plus(lit(sep))
				}
				if len(next) < 64 {
					next = append(next, s.plus(v))
				}
			}
		}
		sums = next
	}
	sep := ""
	for i := 0; i < len(expr); i++ {
		t := expr[i]
		switch {
		case t.kind == tokString && t.whole:
			add([]value{lit(t.text)}, sep)
		case t.kind == tokString:
			add([]value{{t.text, open}}, sep)
		case t.kind == tokPunct && strings.Contains(p.concat, t.text) && i > 0:
			sep = ""
			if t.text == "/" {
				sep = "/"
			}
		case t.kind == tokPunct && (t.text == "+" || t.text == "."):
		case t.kind == tokWord && (t.text == "r" || t.text == "b" || t.text == "f" || t.text == "u" || t.text == "rb" || t.text == "rf") && i+1 < len(expr) && expr[i+1].kind == tokString:
		case t.kind == tokWord:
			// Path(…), path.join(…), os.path.join(…), require("path").join(…).
			j := i
			for j+2 < len(expr) && expr[j+1].text == "." && expr[j+2].kind == tokWord {
				j += 2
			}
			if j+1 < len(expr) && expr[j+1].kind == tokPunct && expr[j+1].text == "(" {
				args, end := p.args(expr, j+1)
				switch expr[j].text {
				case "Path", "PurePath", "PosixPath", "join", "resolve", "normalize", "str", "String", "expanduser", "abspath", "realpath":
					glue := sep
					for _, a := range args {
						add(p.values(a), glue)
						glue = "/"
					}
				default:
					add([]value{anything()}, sep)
				}
				i = end
				break
			}
			if vs := p.vars[expr[i].text]; j == i && len(vs) > 0 {
				add(vs, sep)
				break
			}
			if v, end, ok := p.argument(expr, j); ok {
				add([]value{v}, sep)
				i = end
				break
			}
			add([]value{anything()}, sep)
			i = j
		default:
			return []value{anything()}
		}
		if len(sums) == 0 {
			return []value{anything()}
		}
	}
	return sums
}

// argument is what sys.argv[1] and the like stand for; i is at the last name.
func (p *program) argument(toks []token, i int) (v value, end int, ok bool) {
	first := 0
	switch toks[i].text {
	case "argv":
		first = 1
	case "ARGV":
	default:
		return v, 0, false
	}
	if i+3 >= len(toks) || toks[i+1].text != "[" || toks[i+2].kind != tokWord || toks[i+3].text != "]" {
		return v, 0, false
	}
	n := number(lit(toks[i+2].text), -1) - first
	if n < 0 || n >= len(p.argv) {
		return v, 0, false
	}
	return p.argv[n], i + 3, true
}

// args are the arguments in brackets that open at i, and where they close.
func (p *program) args(toks []token, i int) (args [][]token, end int) {
	depth := 0
	for end = i; end < len(toks) && end < i+4000; end++ {
		if toks[end].kind != tokPunct {
			continue
		}
		switch toks[end].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return splitArgs(toks[i+1 : end]), end
			}
		}
	}
	return splitArgs(toks[min(i+1, len(toks)):min(end, len(toks))]), end
}

// splitArgs splits at the commas that are in no brackets.
func splitArgs(toks []token) [][]token {
	var out [][]token
	depth, from := 0, 0
	for i, t := range toks {
		if t.kind != tokPunct {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ",":
			if depth == 0 {
				out = append(out, trimTokens(toks[from:i]))
				from = i + 1
			}
		}
	}
	if from < len(toks) {
		out = append(out, trimTokens(toks[from:]))
	}
	return out
}

func trimTokens(toks []token) []token {
	return slices.DeleteFunc(slices.Clone(toks), func(t token) bool { return t.kind == tokPunct && t.text == "\n" })
}

// at looks whether a function that writes is called at token i.
func (p *program) at(i int) {
	t := p.toks[i]
	if name, ok := p.names[t.text]; ok {
		t.text = name
	}
	if p.dynamic(i) {
		return
	}
	dot := i > 0 && p.toks[i-1].kind == tokPunct && (p.toks[i-1].text == "." || p.toks[i-1].text == ">" && i > 1 && p.toks[i-2].text == "-")
	roles, ok, object := "", false, []token(nil)
	if dot {
		if i > 1 && p.toks[i-2].kind == tokWord {
			roles, ok = p.funcs[p.toks[i-2].text+"."+t.text]
		}
		if i > 4 && !ok && p.toks[i-2].kind == tokWord && p.toks[i-3].text == "." {
			roles, ok = p.funcs[p.toks[i-4].text+"."+p.toks[i-2].text+"."+t.text]
		}
		if !ok && i > 1 && p.toks[i-2].text == ")" {
			if module := p.module(p.object(i - 2)); module != "" {
				roles, ok = p.funcs[module+"."+t.text]
			}
		}
		if !ok {
			if roles, ok = p.funcs["."+t.text]; ok {
				object = p.object(i - 2)
			}
		}
	} else {
		roles, ok = p.funcs[t.text]
	}
	if !ok || i+1 >= len(p.toks) {
		return
	}
	var args [][]token
	switch next := p.toks[i+1]; {
	case next.kind == tokPunct && next.text == "(":
		args, _ = p.args(p.toks, i+1)
	case p.bare && (next.kind == tokString || next.kind == tokWord || next.text == "["):
		end := i + 1
		for end < len(p.toks) && !(p.toks[end].kind == tokPunct && strings.IndexByte("\n;}|", p.toks[end].text[0]) >= 0) && !(p.toks[end].kind == tokWord && (p.toks[end].text == "or" || p.toks[end].text == "do")) {
			end++
		}
		args = splitArgs(p.toks[i+1 : end])
	default:
		return
	}
	if object != nil {
		args = append([][]token{object}, args...)
	}
	p.effects(roles, args)
}

// object are the tokens of what stands before a dot that is after i.
func (p *program) object(i int) []token {
	if i < 0 {
		return []token{{kind: tokWord}}
	}
	from := i
	if t := p.toks[i]; t.kind == tokPunct && t.text == ")" {
		depth := 0
		for ; from >= 0 && from > i-200; from-- {
			if p.toks[from].kind != tokPunct {
				continue
			}
			if p.toks[from].text == ")" {
				depth++
			} else if p.toks[from].text == "(" {
				if depth--; depth == 0 {
					break
				}
			}
		}
		if from > 0 && p.toks[from-1].kind == tokWord {
			from--
		}
	}
	return p.toks[max(from, 0) : i+1]
}

// mode says whether the mode that a file is opened with writes. It is the next
// argument, or one named mode.
func mode(args [][]token) (writes bool) {
	for i, a := range args {
		if i > 0 && len(a) > 2 && a[0].text == "mode" {
			a = a[len(a)-1:]
		} else if i > 1 || i == 0 && len(args) > 1 {
			continue
		}
		if len(a) == 1 && a[0].kind == tokString {
			return strings.ContainsAny(a[0].text, "wax+>")
		}
		if i == 1 && len(a) > 0 && a[0].kind == tokWord && !slices.ContainsFunc(a, func(t token) bool { return t.text == "=" }) {
			return true // not known
		}
	}
	return false
}

func (p *program) effects(roles string, args [][]token) {
	write := func(i int, kind Kind, tree bool) {
		if i >= len(args) || len(args[i]) == 0 {
			return
		}
		for _, v := range p.values(args[i]) {
			if tree {
				p.x.writeTree(p.st, v, kind, p.language.name)
			} else {
				p.x.write(p.st, v, kind, p.language.name)
			}
		}
	}
	for i := range len(roles) {
		switch roles[i] {
		case 'k': // a file that is named by a keyword
			for _, a := range args {
				if len(a) > 2 && (a[0].text == "filename" || a[0].text == "file" || a[0].text == "path") && a[1].text == "=" {
					args = append(args, a[2:])
					write(len(args)-1, Content, false)
				}
			}
		case 'X': // a folder in which much is written, the working folder where it is not named
			if i < len(args) {
				write(i, Content, true)
			} else {
				p.x.writeTree(p.st, lit("."), Content, p.language.name)
			}
		case 'q': // a database
			if writes, attached := sqlWrites(p.strings()); writes || len(attached) > 0 {
				write(i, Content, false)
			}
		case 'c': // the working folder
			if i < len(args) {
				if vs := p.values(args[i]); len(vs) == 1 {
					p.st.dir = into(p.st.dir, vs[0])
				}
			}
		case 'l': // a program, and its arguments one by one
			var vs []value
			for _, a := range args[min(i, len(args)):] {
				vs = append(vs, p.values(a)...)
			}
			if len(vs) > 0 {
				p.x.argv(p.x.clone(p.st), vs, stream{})
				p.x.argv(p.x.clone(p.st), vs[1:], stream{}) // the first may be said twice
			}
		case 'w', 't':
			write(i, Content, false)
		case 'W':
			write(i, Content, true)
		case 'd':
			write(i, Delete, false)
		case 'D':
			write(i, Delete, true)
		case 'r':
			write(i, Rename, false)
		case 'f':
			write(i, Folder, false)
		case 'o':
			args := args
			for j, a := range args {
				if j > i && len(a) > 2 && a[0].text == "file" && a[1].text == "=" { // open(mode="w", file=…)
					args = append([][]token{a[2:]}, args[:j]...)
					if mode(args) {
						for _, v := range p.values(args[0]) {
							p.x.write(p.st, v, Content, p.language.name)
						}
					}
				}
			}
			if i < len(args) && len(args[i:]) > 1 && mode(args[i:]) {
				write(i, Content, false)
			}
		case 'O': // an object that is opened: the mode is the first argument
			if len(args) > 1 && len(args[1]) == 1 && args[1][0].kind == tokString && mode(args[:2]) {
				write(0, Content, false)
			}
		case 'p': // Perl: a handle, a mode, a name; or both in one
			if len(args) < 2 || len(args[1]) == 0 || args[1][0].kind != tokString {
				break
			}
			m := strings.TrimSpace(args[1][0].text)
			switch {
			case len(args) > 2 && strings.ContainsAny(m, ">+"):
				write(2, Content, false)
			case strings.HasPrefix(m, "|"), m == "-|" && len(args) > 2:
				p.x.follows(p.st, lit(strings.TrimPrefix(m, "|")))
				if len(args) > 2 {
					p.shell(args[2:])
				}
			case len(args) == 2 && strings.HasPrefix(m, ">") || strings.HasPrefix(m, "+<"):
				t := args[1][0]
				t.text = strings.TrimSpace(strings.TrimLeft(m, "+<>"))
				args[1] = append([]token{t}, args[1][1:]...)
				write(1, Content, false)
			}
		case 's':
			p.shell(args[i:])
		}
	}
}

// shell follows a command that a program runs: a text, or a list of words.
func (p *program) shell(args [][]token) {
	if len(args) == 0 || len(args[0]) == 0 {
		return
	}
	words := args[:1]
	list := false
	if a := args[0]; len(a) > 2 && a[0].text == "[" && a[0].kind == tokPunct {
		words, list = splitArgs(a[1:len(a)-1]), true
	} else if len(args) > 1 && len(args[1]) > 2 && args[1][0].text == "[" && args[1][0].kind == tokPunct {
		words, list = append(slices.Clone(args[:1]), splitArgs(args[1][1:len(args[1])-1])...), true
	} else if p.bare && len(args) > 1 {
		words, list = args, true
	}
	var vs []value
	for _, w := range words {
		v := p.values(w)
		if len(v) != 1 {
			return
		}
		vs = append(vs, v[0])
	}
	if list {
		p.x.argv(p.x.clone(p.st), vs, stream{})
		return
	}
	if vs[0].form == exact {
		p.x.script(p.x.clone(p.st), vs[0].text, stream{})
	}
}

// interpreter follows a program that runs programs: the text after one of the
// flags, or standard input.
func (c *call) interpreter(l func() language, flags ...string) stream {
	for i, a := range c.args {
		switch {
		case a.form == exact && slices.Contains(flags, a.text):
			if a.text == "-m" {
				c.unknown("runs code: " + c.name + " -m")
				if i+1 < len(c.args) {
					c.module(c.args[i+1:])
				}
				return stream{}
			}
			return c.evaluate(l, c.args[i+1:])
		case a.is("--version") || a.is("-V") || a.is("-VV") || a.is("--help") || a.is("-h"):
			return stream{}
		case a.is("-v") && c.name != "python":
			return stream{}
		case a.is("-"):
			return c.fromInput(l, c.args[i+1:])
		case a.form == exact && len(a.text) > 2 && a.text[0] == '-' && slices.Contains(flags, a.text[:2]) && a.text[1] != '-':
			return c.evaluate(l, append([]value{{a.text[2:], a.form}}, c.args[i+1:]...))
		case a.form == exact && len(a.text) > 2 && a.text[0] == '-' && a.text[1] != '-' && slices.Contains(flags, "-"+a.text[len(a.text)-1:]) && a.text[len(a.text)-1] != 'm':
			return c.evaluate(l, c.args[i+1:]) // python -Ic
		case a.form == exact && longFlag(a.text, flags):
			_, src, _ := strings.Cut(a.text, "=")
			return c.evaluate(l, append([]value{lit(src)}, c.args[i+1:]...))
		case a.is("--input-type") || a.is("-r") && c.name != "php" || a.is("--require") || a.is("--import"):
		case len(a.text) > 0 && a.text[0] == '-':
		case (a.is("-W") || a.is("-X") || a.is("-r")) && i+1 < len(c.args):
		default:
			if i > 0 && (c.args[i-1].is("-W") || c.args[i-1].is("-X") || c.args[i-1].is("--require") || c.args[i-1].is("--import")) {
				continue
			}
			c.unknown("runs code: " + c.name + " " + a.text)
			if src, ok := c.x.file(c.st, a).whole(); ok {
				c.program(l(), src, c.args[i+1:])
			}
			return stream{}
		}
	}
	return c.fromInput(l, nil)
}

func (c *call) fromInput(l func() language, args []value) stream {
	if src, ok := c.in.whole(); ok {
		c.program(l(), src, args)
	} else if c.in.load != nil {
		c.blind("runs what is not known: " + c.name)
	} else {
		c.unknown("runs code: " + c.name)
	}
	return stream{}
}

func (c *call) evaluate(l func() language, args []value) stream {
	if len(args) == 0 {
		return stream{}
	}
	c.program(l(), args[0].text, args[1:])
	if out, ok := printed(args[0].text); ok {
		return text(out)
	}
	return stream{}
}

// printed is what a program writes that does nothing but print a string, as
// people do for one that is awkward to quote.
func printed(src string) (string, bool) {
	s := strings.TrimSpace(src)
	for _, head := range []string{"print(", "console.log("} {
		t, ok := strings.CutPrefix(s, head)
		if !ok {
			continue
		}
		t = strings.TrimSuffix(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(t), ";")), ")")
		if len(t) > 1 && (t[0] == '"' || t[0] == '\'') && t[len(t)-1] == t[0] && strings.IndexByte(t[1:len(t)-1], t[0]) < 0 {
			return ansiC(t[1:len(t)-1]) + "\n", true
		}
	}
	return "", false
}

// module takes in modules of Python that write what they are given.
func (c *call) module(args []value) {
	switch args[0].text {
	case "black", "isort", "ruff", "autopep8", "yapf", "autoflake", "pyupgrade":
		c.x.argv(c.st, args, c.in)
	case "zipfile", "tarfile":
		for i, a := range args {
			if (a.is("-e") || a.is("--extract")) && i+2 < len(args) {
				c.writeTree(args[i+2], Content)
			}
			if (a.is("-c") || a.is("--create")) && i+1 < len(args) {
				c.write(args[i+1], Content)
			}
		}
	case "cProfile", "profile", "trace":
		for i, a := range args {
			if (a.is("-o") || a.is("--file") || a.is("-f")) && i+1 < len(args) {
				c.write(args[i+1], Content)
			}
		}
	case "json.tool":
		o := parseSpec("--indent=").parse(args[1:], false)
		if len(o.rest) > 1 {
			c.write(o.rest[1], Content)
		}
	}
}

// doPerl follows perl: -i changes files in place, -e has a program.
func doPerl(c *call) stream {
	var progs []string
	inPlace, files, backup := false, []value(nil), lit("")
	i := 0
	for ; i < len(c.args); i++ {
		a := c.args[i]
		if a.is("--") {
			i++
			break
		}
		if a.form == open && a.text == "" {
			c.unknown("options that are not known: perl")
		}
		if len(a.text) < 2 || a.text[0] != '-' {
			break
		}
	cluster:
		for j := 1; j < len(a.text); j++ {
			rest := a.text[j+1:]
			switch a.text[j] {
			case 'e', 'E':
				if rest == "" && i+1 < len(c.args) {
					i++
					rest = c.args[i].text
				}
				progs = append(progs, rest)
				break cluster
			case 'i':
				inPlace, backup = true, lit(rest)
				break cluster
			case 'M', 'm', 'I', 'x', 'F', 'C', 'V', 'd', 'D':
				if rest == "" && a.text[j] == 'I' {
					i++
				}
				break cluster
			case 'v', 'c':
				if a.text[j] == 'v' && len(progs) == 0 {
					return stream{}
				}
			}
		}
	}
	if i < len(c.args) {
		files = c.args[i:]
	}
	return c.edits("perl", perl, progs, files, inPlace, backup)
}

// edits follows an interpreter that may change files in place, as perl and ruby: of
// programs on its command line, else of the script that is the first of the files, or
// comes on the standard input. backup is what is added to the names of the originals.
func (c *call) edits(name string, how func() language, progs []string, files []value, inPlace bool, backup value) stream {
	switch {
	case len(progs) > 0:
		c.program(how(), strings.Join(progs, "\n"), files)
	case len(files) == 0 || files[0].is("-"):
		return c.fromInput(how, files[min(1, len(files)):])
	default:
		c.unknown("runs code: " + name + " " + files[0].text)
		if src, ok := c.x.file(c.st, files[0]).whole(); ok {
			c.program(how(), src, files[1:])
		}
		files = files[1:]
	}
	if inPlace {
		c.name = name + " -i"
		c.inPlace(files, backup)
	}
	return stream{}
}

func (c *call) inPlace(files []value, backup value) {
	for _, f := range files {
		c.write(f, Content)
		switch {
		case backup.is("") || backup.is("e"):
		case strings.ContainsAny(backup.text, "*/"):
			c.writeTree(lit("."), Content)
		default:
			c.write(f.plus(backup), Content)
		}
	}
}

func doRuby(c *call) stream {
	var progs []string
	inPlace, backup := false, lit("")
	i := 0
	for ; i < len(c.args); i++ {
		a := c.args[i]
		if a.is("--version") || a.is("--help") {
			return stream{}
		}
		if len(a.text) < 2 || a.text[0] != '-' {
			break
		}
		if strings.HasPrefix(a.text, "--") {
			continue
		}
	cluster:
		for j := 1; j < len(a.text); j++ {
			rest := a.text[j+1:]
			switch a.text[j] {
			case 'e':
				if rest == "" && i+1 < len(c.args) {
					i++
					rest = c.args[i].text
				}
				progs = append(progs, rest)
				break cluster
			case 'i':
				inPlace, backup = true, lit(rest)
				break cluster
			case 'r', 'I', 'C', 'F', 'E', 'K', 'W', 'x':
				if rest == "" && strings.IndexByte("rICE", a.text[j]) >= 0 {
					i++
				}
				break cluster
			}
		}
	}
	return c.edits("ruby", ruby, progs, c.args[min(i, len(c.args)):], inPlace, backup)
}
