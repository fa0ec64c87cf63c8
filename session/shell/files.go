package shell

import (
	"encoding/base64"
	"path"
	"strings"
)

const (
	grepOptions = "-e= -f= -m= -A= -B= -C= -D= -d= --regexp= --file= --max-count= --after-context= --before-context= --context= --include= --exclude= --exclude-dir= --color= --colour= --label="
	curlOptions = "-o= --output= -O --remote-name --output-dir= -D> --dump-header> -c> --cookie-jar> --trace> --trace-ascii> --stderr> --etag-save> --hsts> --alt-svc> --libcurl> -K=! --config=! -X= -H= -d= -u= -A= -e= -F= -b= -T= -m= -x= -E= -w= -C= -r= -y= -Y= -z= -Q= -U= -P= -t= --request= --header= --data= --data-raw= --data-binary= --data-urlencode= --json= --form= --user= --user-agent= --referer= --cookie= --upload-file= --max-time= --connect-timeout= --retry= --retry-delay= --proxy= --cert= --key= --cacert= --capath= --write-out= --url= --range= --resolve= --unix-socket= --interface= --limit-rate= --max-redirs="
)

// inside is the place name in the folder dir.
func inside(dir, name value) value {
	if dir.form == exact && !strings.HasSuffix(dir.text, "/") {
		dir.text += "/"
	}
	return dir.plus(name)
}

// into is the folder after a change from dir to v.
func into(dir, v value) value {
	if v.form != exact || absolute(v.text) {
		return v
	}
	return inside(dir, v)
}

func doCat(c *call) stream {
	if len(c.opts.rest) == 0 {
		return c.in
	}
	out := text("")
	for i, v := range c.opts.rest {
		if i >= 64 || len(c.opts.flags) > 0 || c.name == "tac" {
			return stream{}
		}
		s := c.in
		if !v.is("-") {
			s = c.x.file(c.st, v)
		}
		out = then(out, s)
	}
	return out
}

// listed is the output of commands that list what they are given.
func (c *call) listed() stream {
	var out []value
	for _, v := range c.opts.rest {
		switch v.form {
		case exact:
			v.form = below
		case pattern, digits, below, repo:
		default:
			return stream{}
		}
		out = append(out, v)
	}
	if len(out) == 0 {
		out = []value{{".", below}}
	}
	return items(out...)
}

func doGrep(c *call) stream {
	files := c.opts.has("-l", "-L", "--files-with-matches", "--files-without-match", "--files", "--count", "-c")
	if !files {
		if len(c.opts.rest) <= 1 {
			return c.in.filtered()
		}
		return stream{}
	}
	if !c.opts.has("-e", "-f", "--regexp", "--file", "--files") && len(c.opts.rest) > 0 {
		c.opts.rest = c.opts.rest[1:]
	}
	return c.listed()
}

// numeric are commands whose output is a word without slashes.
func numeric(*call) stream { return items(value{"*", pattern}) }

func doBasename(c *call) stream {
	rest := c.opts.rest
	if len(rest) == 0 || rest[0].form != exact || c.opts.has("-a", "-z") {
		return stream{}
	}
	suffix := ""
	if len(rest) > 1 && rest[1].form == exact {
		suffix = rest[1].text
	} else if s := c.opts.all("-s", "--suffix"); len(s) > 0 {
		suffix = s[0].text
	}
	b := path.Base(rest[0].text)
	if t := strings.TrimSuffix(b, suffix); t != "" {
		b = t
	}
	return text(b + "\n")
}

func doBase64(c *call) stream {
	in := c.in
	if len(c.opts.rest) > 0 && !c.opts.rest[0].is("-") {
		in = c.x.file(c.st, c.opts.rest[0])
	}
	src, ok := in.whole()
	if !ok || !c.opts.has("-d", "-D", "--decode") {
		return stream{}
	}
	b, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(src), ""))
	if err != nil {
		return stream{}
	}
	return text(string(b))
}

func doDirname(c *call) stream {
	if len(c.opts.rest) != 1 {
		return stream{}
	}
	switch v := c.opts.rest[0]; v.form {
	case exact:
		return text(path.Dir(v.text) + "\n")
	case below:
		return items(v)
	}
	return stream{}
}

// random stands in a template of mktemp for what is made up, three letters at least.
var random = strings.Repeat("X", 3)

func doMktemp(c *call) stream {
	dir := lit("/tmp")
	if v, ok := c.x.variable(c.st, "TMPDIR"); ok && !v.lost && len(v.vals) == 1 && !v.vals[0].is("") {
		dir = v.vals[0]
	}
	if d := c.opts.all("-p", "--tmpdir"); len(d) > 0 && !d[0].is("") {
		dir = d[0]
	}
	name := value{"tmp.*", pattern} // and never one that is there
	if len(c.opts.rest) > 0 {
		name = c.opts.rest[0]
		if name.form == exact {
			if i := strings.Index(name.text, random); i >= 0 {
				name = lit(name.text[:i]).plus(value{"*", pattern})
			}
		}
		if !c.opts.has("-p", "-t", "--tmpdir") {
			dir = lit("") // as given
		}
	}
	out := name
	if !dir.is("") {
		out = inside(dir, name)
	}
	kind := Content
	if c.opts.has("-d", "--directory") {
		kind = Folder
	}
	if !c.opts.has("-u", "--dry-run") {
		c.write(out, kind)
	}
	return items(out)
}

func doRm(c *call) stream {
	for _, v := range c.opts.rest {
		if c.opts.has("-r", "-R", "--recursive") || strings.Contains(c.name, "trash") {
			c.writeTree(v, Delete)
		} else {
			c.write(v, Delete)
		}
	}
	return text("")
}

// target takes in that the sources go to where the command says. kind is what
// happens there.
func (c *call) target(deep bool) (sources []value) {
	rest := c.opts.rest
	to := lit("")
	folder := false
	if t := c.opts.all("-t", "--target-directory"); len(t) > 0 {
		to, folder = t[0], true
	} else if len(rest) > 1 {
		to = rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		folder = len(rest) > 1 || strings.HasSuffix(to.text, "/") || strings.HasSuffix(to.text, "/.") || to.is(".") || to.is("..")
	} else if len(rest) == 1 && c.name == "ln" {
		to, folder = lit("."), true
	} else {
		return rest
	}
	if c.opts.has("--parents") {
		c.writeTree(to, Content)
		return rest
	}
	for _, s := range rest {
		switch {
		case !folder && deep:
			p, span, ok := to.place(c.st.dir)
			if ok && span == File {
				span = Tree
			}
			if ok {
				c.x.add(Write{Path: p, Kind: Content, Span: span}, c.name)
			}
		case !folder:
			from := c.x.file(c.st, s)
			c.x.writeInto(c.st, to, Content, s.base(), c.name)
			if p, span, ok := to.place(c.st.dir); ok && span == File {
				c.x.files[clean(p)] = from
			}
		case s.base() != "":
			v := inside(to, lit(s.base()))
			if deep {
				c.writeTree(v, Content)
			} else {
				c.write(v, Content)
			}
		case s.form == pattern && path.Base(s.text) != "":
			v := inside(to, value{path.Base(s.text), pattern})
			if deep {
				c.writeTree(to, Content)
			} else {
				c.write(v, Content)
			}
		default:
			c.writeTree(to, Content)
		}
	}
	if c.opts.has("-b", "--backup", "-S") {
		c.writeTree(lit("."), Content)
	}
	return rest
}

func doCp(c *call) stream {
	if c.name == "install" && c.opts.has("-d", "--directory") {
		c.writeAll(c.opts.rest, Folder)
		return text("")
	}
	n := len(c.x.e.Writes)
	sources := c.target(c.opts.has("-r", "-R", "-a", "--recursive", "--archive") || c.name == "ditto")
	if c.opts.has("-s", "-l", "--symbolic-link", "--link") || c.name == "link" {
		c.linked(n, sources)
	}
	return text("")
}

func doLn(c *call) stream {
	n := len(c.x.e.Writes)
	sources := c.target(false)
	c.linked(n, sources)
	return text("")
}

// linked takes in that the writes from the nth on are links to the sources.
func (c *call) linked(n int, sources []value) {
	made := c.x.e.Writes[min(n, len(c.x.e.Writes)):]
	for i, w := range made {
		if len(sources) == 0 || w.Span != File && w.Span != Glob {
			continue
		}
		s := sources[min(i, len(sources)-1)]
		dir := c.st.dir
		if c.opts.has("-s", "--symbolic", "--symbolic-link") && !c.opts.has("-r", "--relative") {
			dir = lit(path.Dir(w.Path)) // a symbolic link is relative to where it is
		}
		to, span, ok := s.place(dir)
		if !ok || span != File {
			continue
		}
		c.x.linked(w.Path, to)
		if w.Into != "" {
			c.x.linked(path.Join(w.Path, w.Into), to)
		}
	}
}

func doMv(c *call) stream {
	for _, s := range c.target(false) {
		c.write(s, Rename)
	}
	return text("")
}

func doDd(c *call) stream {
	for _, a := range c.args {
		if s, ok := strings.CutPrefix(a.text, "of="); ok {
			c.write(value{s, a.form}, Content)
		} else if a.form == open && !strings.Contains(a.text, "=") {
			c.unknown("options that are not known: dd")
		}
	}
	return stream{}
}

func doDos2unix(c *call) stream {
	rest := c.opts.rest
	if c.opts.has("-n", "--newfile") {
		for i := 1; i < len(rest); i += 2 {
			c.write(rest[i], Content)
		}
		return text("")
	}
	if !c.opts.has("-i", "--info", "-O", "--to-stdout") {
		c.writeAll(rest, Content)
	}
	return stream{}
}

func doRsync(c *call) stream {
	if c.opts.has("-n", "--dry-run", "--list-only") {
		return stream{}
	}
	if c.opts.has("-e", "--rsh", "-M", "--rsync-path") {
		c.unknown("runs code: " + c.name)
	}
	rest := c.opts.rest
	if len(rest) < 2 {
		return stream{}
	}
	to := rest[len(rest)-1]
	if host, _, ok := strings.Cut(to.text, ":"); ok && !strings.Contains(host, "/") {
		c.unknown("writes elsewhere: " + c.name)
	} else {
		c.writeTree(to, Content)
	}
	if c.opts.has("--remove-source-files") {
		for _, s := range rest[:len(rest)-1] {
			c.writeTree(s, Delete)
		}
	}
	return stream{}
}

func doTar(c *call) stream {
	mode, dir, archive := byte(0), lit("."), value{}
	args := c.args
	var names []value
	for i := 0; i < len(args); i++ {
		a := args[i]
		next := func() value {
			if i++; i < len(args) {
				return args[i]
			}
			return lit("")
		}
		s := a.text
		switch {
		case a.form == open && s == "":
			c.unknown("options that are not known: tar")
		case strings.HasPrefix(s, "--"):
			name, val, eq := strings.Cut(s, "=")
			v := value{val, a.form}
			arg := func() value {
				if eq {
					return v
				}
				return next()
			}
			switch name {
			case "--extract", "--get":
				mode = 'x'
			case "--create":
				mode = 'c'
			case "--list":
				mode = 't'
			case "--diff", "--compare":
				mode = 'd'
			case "--append", "--update", "--concatenate", "--catenate", "--delete":
				mode = 'r'
			case "--file":
				archive = arg()
			case "--directory", "--cd":
				dir = into(dir, arg())
			case "--to-command", "--checkpoint-action", "--use-compress-program", "--info-script", "--new-volume-script", "--rsh-command":
				run := arg()
				run.text = strings.TrimPrefix(run.text, "exec=")
				c.x.follows(c.st, run)
				c.unknown("tar " + name)
			case "--remove-files":
				mode = 'm'
			case "--to-stdout":
				mode = 't'
			case "--exclude", "--transform", "--xform", "--strip-components", "--owner", "--group", "--mode", "--mtime", "--format", "--files-from", "--exclude-from", "--occurrence", "--warning":
				arg()
			case "--index-file", "--listed-incremental":
				c.write(arg(), Content)
			case "--absolute-names":
				dir = lit("/")
			}
		case i == 0 && len(s) > 0 || len(s) > 1 && s[0] == '-':
			rest := strings.TrimPrefix(s, "-")
			old := rest == s // tar xzf a.tgz: the values follow in order
			for j := 0; j < len(rest); j++ {
				arg := func() value {
					if !old && j+1 < len(rest) {
						v := value{rest[j+1:], a.form}
						j = len(rest)
						return v
					}
					return next()
				}
				switch ch := rest[j]; ch {
				case 'x', 'c', 't', 'd':
					mode = ch
				case 'r', 'u', 'A':
					mode = 'r'
				case 'f':
					archive = arg()
				case 'C':
					dir = into(dir, arg())
				case 'P':
					dir = lit("/")
				case 'O':
					mode = 't'
				case 'I', 'F':
					arg()
					c.unknown("tar -" + string(ch))
				case 'g':
					c.write(arg(), Content)
				case 'X', 'T', 'b', 'H', 'L', 'N', 'V', 'K':
					arg()
				}
			}
		default:
			names = append(names, a)
		}
	}
	switch mode {
	case 'x':
		c.writeTree(dir, Content)
	case 'c', 'r', 'm':
		if !archive.is("-") && !archive.is("") {
			c.write(archive, Content)
		}
		if mode == 'm' {
			for _, n := range names {
				c.writeTree(n, Delete)
			}
		}
	}
	return stream{}
}

func doUnzip(c *call) stream {
	if c.opts.has("-l", "-t", "-p", "-Z", "-z", "-c", "-v") {
		return stream{}
	}
	dir := lit(".")
	if d := c.opts.all("-d"); len(d) > 0 {
		dir = d[0]
	}
	c.writeTree(dir, Content)
	return stream{}
}

// packed are the endings that compressors add.
var packed = map[string]string{"gzip": ".gz", "bzip2": ".bz2", "xz": ".xz", "zstd": ".zst", "lz4": ".lz4", "compress": ".Z", "brotli": ".br"}

func doCompress(c *call) stream {
	if c.opts.has("-c", "--stdout", "--to-stdout", "-l", "--list", "-t", "--test", "-V", "--version", "-h", "--help", "-o", "--output") || len(c.opts.rest) == 0 {
		return stream{}
	}
	unpack := strings.HasPrefix(c.name, "un") || strings.HasPrefix(c.name, "gun") || strings.HasPrefix(c.name, "bun") || c.opts.has("-d", "--decompress", "--uncompress")
	for _, v := range c.opts.rest {
		if v.is("-") {
			continue
		}
		if c.opts.has("-r") {
			c.writeTree(v, Content)
			continue
		}
		if !c.opts.has("-k", "--keep") && !strings.Contains(c.name, "zstd") {
			c.write(v, Rename)
		}
		if unpack && v.form == exact {
			c.write(lit(strings.TrimSuffix(v.text, path.Ext(v.text))), Content)
			continue
		}
		c.write(v.plus(lit(packed[c.name])), Content)
	}
	return stream{}
}

func do7z(c *call) stream {
	dir := lit(".")
	var rest []value
	for _, a := range c.args {
		if s, ok := strings.CutPrefix(a.text, "-o"); ok {
			dir = value{s, a.form}
		} else if !strings.HasPrefix(a.text, "-") {
			rest = append(rest, a)
		}
	}
	if len(rest) == 0 || rest[0].form != exact {
		c.unknown("runs code: " + c.name)
		return stream{}
	}
	switch rest[0].text {
	case "l", "t", "h", "i", "b":
	case "x", "e":
		c.writeTree(dir, Content)
	default:
		if len(rest) > 1 {
			c.write(rest[1], Content)
		}
	}
	return stream{}
}

// fromURL is the name that a download gets.
func fromURL(v value) value {
	if v.form != exact {
		return anything()
	}
	s, _, _ := strings.Cut(v.text, "?")
	s, _, _ = strings.Cut(s, "#")
	_, after, ok := strings.Cut(s, "://")
	if !ok {
		after = s
	}
	if i := strings.LastIndexByte(after, '/'); i >= 0 && i+1 < len(after) {
		return lit(after[i+1:])
	}
	return lit("index.html")
}

func doCurl(c *call) stream {
	dir := lit("")
	if d := c.opts.all("--output-dir"); len(d) > 0 {
		dir = d[0]
	}
	out := func(v value) {
		if v.is("-") {
			return
		}
		if !dir.is("") {
			v = inside(dir, v)
		}
		c.write(v, Content)
	}
	for _, v := range c.opts.all("-o", "--output") {
		out(v)
	}
	for _, w := range c.opts.all("-w", "--write-out") {
		if strings.Contains(w.text, "%output{") || w.form != exact || strings.HasPrefix(w.text, "@") {
			c.unknown("curl -w")
		}
	}
	for _, v := range c.opts.all("-K", "--config") {
		src, ok := c.in.whole()
		if !v.is("-") {
			src, ok = c.x.file(c.st, v).whole()
		}
		if !ok {
			c.blind("curl -K")
		}
		for l := range strings.Lines(src) {
			key, val, _ := strings.Cut(strings.NewReplacer("=", " ", ":", " ").Replace(strings.TrimLeft(l, "- \t")), " ")
			switch key {
			case "o", "output", "D", "dump-header", "c", "cookie-jar", "trace", "trace-ascii", "stderr", "etag-save":
				out(lit(strings.Trim(val, " \t\r\n\"")))
			}
		}
	}
	if c.opts.has("-O", "--remote-name", "--remote-name-all") {
		for _, v := range append(c.opts.all("--url"), c.opts.rest...) {
			if c.opts.has("-J", "--remote-header-name") {
				v = anything()
			}
			out(fromURL(v))
		}
	}
	return stream{}
}

func doWget(c *call) stream {
	if c.opts.has("--spider", "--version", "--help", "-h", "-V") {
		return stream{}
	}
	dir := lit(".")
	if d := c.opts.all("-P", "--directory-prefix"); len(d) > 0 {
		dir = d[0]
	}
	if o := c.opts.all("-O", "--output-document"); len(o) > 0 {
		for _, v := range o {
			if !v.is("-") {
				c.write(v, Content)
			}
		}
		return stream{}
	}
	if c.opts.has("-r", "--recursive", "-m", "--mirror", "-p", "--page-requisites", "-i", "-x", "--content-disposition") {
		c.writeTree(dir, Content)
		return stream{}
	}
	for _, v := range c.opts.rest {
		c.write(inside(dir, fromURL(v)), Content)
	}
	return stream{}
}

// doEd follows the line editor: what it is told on standard input may write
// other files too.
func doEd(c *call) stream {
	c.writeAll(c.opts.rest, Content)
	lines, ok := c.in.lines()
	if !ok {
		c.unknown("runs what is not known: ed")
		return stream{}
	}
	for _, l := range lines {
		s := strings.TrimLeft(l.text, "0123456789,$.;%+-/ ")
		switch {
		case l.form != exact:
			c.blind("runs what is not known: ed")
		case strings.HasPrefix(s, "!"):
			c.unknown("ed !")
			c.x.follows(c.st, lit(s[1:]))
		case strings.HasPrefix(s, "w") || strings.HasPrefix(s, "W"):
			name := strings.TrimSpace(strings.TrimLeft(s, "wWq"))
			if strings.HasPrefix(name, "!") {
				c.unknown("ed w !")
				c.x.follows(c.st, lit(name[1:]))
			} else if name != "" {
				c.write(lit(name), Content)
			}
		case strings.HasPrefix(s, "r !") || strings.HasPrefix(s, "e !"):
			c.unknown("ed !")
			c.x.follows(c.st, lit(s[3:]))
		}
	}
	return stream{}
}

// doEditor takes in that an editor may write its files, and do more.
func doEditor(c *call) stream {
	c.unknown("an editor: " + c.name)
	for i := 0; i < len(c.args); i++ {
		a := c.args[i]
		switch {
		case len(a.text) > 1 && a.text[0] == '-' && a.text[1] != '-' && strings.HasSuffix(a.text, "c"), a.is("--cmd"), a.is("--eval"), a.is("-S"), a.is("-s") && c.name != "ex", a.is("-u"), a.is("-f") && c.name == "emacs", a.is("-l") && c.name == "emacs":
			if i++; i < len(c.args) {
				c.vimCommand(c.args[i])
			}
		case len(a.text) > 1 && (a.text[0] == '-' || a.text[0] == '+'):
			if a.text[0] == '+' {
				c.vimCommand(value{a.text[1:], a.form})
			}
		case a.text != "-":
			c.write(a, Content)
		}
	}
	return stream{}
}

// vimCommand takes in the name that ":w name" has.
func (c *call) vimCommand(v value) {
	for part := range strings.SplitSeq(v.text, "|") {
		part = strings.TrimLeft(part, ":% ")
		if cmd, ok := strings.CutPrefix(part, "!"); ok {
			c.x.follows(c.st, value{cmd, v.form})
		}
		if _, after, ok := strings.Cut(part, "writefile("); ok {
			// The name is the last string.
			if f := strings.FieldsFunc(after, func(r rune) bool { return r == '"' || r == '\'' }); len(f) > 1 {
				c.write(value{f[len(f)-2+len(f)%2], v.form}, Content)
			} else {
				c.blind("writefile: " + c.name)
			}
		}
		for _, w := range []string{"write! ", "write ", "w! ", "w ", "wq ", "saveas ", "sav "} {
			if name, ok := strings.CutPrefix(part, w); ok && v.form == exact && !strings.HasPrefix(name, "!") {
				c.write(lit(strings.TrimSpace(name)), Content)
				break
			}
		}
	}
}
