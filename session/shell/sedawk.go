package shell

import "strings"

func doSed(c *call) stream {
	known := parseSpec("-e= -f= -l= -i? -s -E -r -n -u -z --expression= --file= --line-length= --in-place?")
	args := c.args
	// On macOS the ending of backups is an argument of its own: sed -i '' s/a/b/ f.
	for i := 0; i+1 < len(args); i++ {
		if args[i].is("-i") && (args[i+1].is("") || bakLike(args[i+1].text)) {
			args = append(append([]value{}, args[:i+1]...), args[i+2:]...)
		}
	}
	o := known.parse(args, false)
	if o.vague {
		c.unknown("options that are not known: sed")
	}
	scripts := o.all("-e", "--expression")
	rest := o.rest
	if f := o.all("-f", "--file"); len(f) > 0 {
		for _, v := range f {
			if src, ok := c.x.file(c.st, v).whole(); ok {
				scripts = append(scripts, lit(src))
			}
		}
		c.unknown("sed -f")
	} else if len(scripts) == 0 && len(rest) > 0 {
		scripts, rest = rest[:1], rest[1:]
	}
	whole := ""
	for _, s := range scripts {
		if s.form == open || s.form == below || s.form == repo {
			c.unknown("a script of sed that is not known")
			continue
		}
		if s.form == pattern {
			s.text = unescape(s.text)
		}
		whole += s.text + "\n"
	}
	if !o.has("--sandbox") {
		c.sedScript(whole)
	}
	if in := o.all("-i", "--in-place"); len(in) > 0 {
		c.name = "sed -i"
		for _, v := range rest {
			c.write(v, Content)
			if bak := in[0]; !bak.is("") && !strings.ContainsAny(bak.text, "*/") {
				c.write(v.plus(bak), Content)
			} else if !bak.is("") {
				c.writeTree(lit("."), Content)
			}
		}
		return text("")
	}
	return stream{}
}

// bakLike says whether a word is an ending for backups rather than a script.
func bakLike(s string) bool {
	return len(s) > 1 && len(s) < 8 && s[0] == '.' && strings.Trim(s[1:], "abcdefghijklmnopqrstuvwxyz~") == ""
}

// sedScript looks for the commands of sed that write or run something.
func (c *call) sedScript(s string) {
	i := 0
	line := func() string {
		j := strings.IndexByte(s[i:], '\n')
		if j < 0 {
			j = len(s) - i
		}
		l := s[i : i+j]
		i += j
		return l
	}
	// part passes what ends at an unescaped delimiter.
	part := func(delim byte) {
		for ; i < len(s) && s[i] != delim; i++ {
			if s[i] == '\\' {
				i++
			}
		}
		i = min(i+1, len(s))
	}
	write := func() {
		if name := strings.TrimSpace(line()); name != "" {
			c.x.write(c.st, lit(name), Content, "sed w")
		}
	}
	for i < len(s) {
		ch := s[i]
		i++
		switch {
		case strings.IndexByte(" \t\n;{},!$+~0123456789IM", ch) >= 0:
		case ch == '/':
			part('/')
		case ch == '\\' && i < len(s):
			d := s[i]
			i++
			part(d)
		case ch == '#' || ch == ':' || ch == 'b' || ch == 't' || ch == 'T':
			for i < len(s) && s[i] != '\n' && (ch == '#' || s[i] != ';' && s[i] != '}') {
				i++
			}
		case ch == 's' || ch == 'y':
			if i >= len(s) {
				return
			}
			d := s[i]
			i++
			part(d)
			part(d)
			for ch == 's' && i < len(s) && strings.IndexByte("gpimIMe0123456789w", s[i]) >= 0 {
				f := s[i]
				i++
				if f == 'e' {
					c.blind("sed s///e")
				}
				if f == 'w' {
					write()
				}
			}
		case ch == 'w' || ch == 'W':
			write()
		case ch == 'e':
			if cmd := strings.TrimSpace(line()); cmd != "" {
				c.x.script(c.x.clone(c.st), cmd, stream{})
			} else {
				c.blind("sed e")
			}
		case ch == 'r' || ch == 'R':
			line()
		case ch == 'a' || ch == 'i' || ch == 'c':
			for strings.HasSuffix(line(), `\`) && i < len(s) {
				i++
			}
		}
	}
}

func doAwk(c *call) stream {
	known := parseSpec("-F= -v= -f= -i= -e= -E= -l=! -W=! -o?! -p?! -d?! -D?! --field-separator= --assign= --file= --include= --source= --exec=! --load=! --pretty-print?! --profile?! --dump-variables?!")
	o := known.parse(c.args, true)
	if o.vague {
		c.unknown("options that are not known: awk")
	}
	for n := range o.flags {
		if known[n].runs {
			c.unknown("awk " + n)
		}
	}
	rest := o.rest
	progs := o.all("-e", "--source")
	if f := o.all("-f", "--file", "-E", "--exec"); len(f) > 0 {
		for _, v := range f {
			if src, ok := c.x.file(c.st, v).whole(); ok {
				progs = append(progs, lit(src))
			}
		}
		c.unknown("awk -f")
	} else if len(progs) == 0 && len(rest) > 0 {
		progs, rest = rest[:1], rest[1:]
	}
	for _, i := range o.all("-i", "--include") {
		if i.is("inplace") {
			c.name = "awk -i inplace"
			c.writeAll(rest, Content)
		} else {
			c.unknown("awk -i")
		}
	}
	for _, p := range progs {
		switch p.form {
		case exact:
			c.awkProgram(p.text)
		case pattern:
			c.awkProgram(unescape(p.text))
		default:
			c.unknown("a program of awk that is not known")
		}
	}
	return stream{}
}

// awkProgram looks for what writes or runs something: print with > or |, system,
// getline from a command.
func (c *call) awkProgram(src string) {
	if strings.Contains(src, "@load") || strings.Contains(src, "@include") {
		c.unknown("awk @load")
	}
	toks := lexer{regexes: true, comment: "#", quotes: `"`}.tokens(src)
	printing, depth := false, 0
	for i, t := range toks {
		str := func(j int) (string, bool) {
			if j < 0 || j >= len(toks) || toks[j].kind != tokString || !toks[j].whole {
				return "", false
			}
			// What is next to it is concatenated.
			if j+1 < len(toks) && j > i && (toks[j+1].kind != tokPunct || strings.IndexByte(";}\n)", toks[j+1].text[0]) < 0) {
				return "", false
			}
			return toks[j].text, true
		}
		shell := func(j int) {
			if s, ok := str(j); ok {
				c.x.script(c.x.clone(c.st), s, stream{})
			} else {
				c.unknown("awk runs what is not known")
			}
		}
		switch {
		case t.kind == tokWord && (t.text == "print" || t.text == "printf"):
			printing, depth = true, 0
		case t.kind == tokWord && t.text == "system":
			shell(i + 2)
		case t.kind != tokPunct:
		case strings.IndexByte(";\n{}", t.text[0]) >= 0:
			printing = false
		case t.text == "(":
			depth++
		case t.text == ")":
			depth--
		case t.text == "|" && i+1 < len(toks) && toks[i+1].kind == tokPunct && (toks[i+1].text == "|" || toks[i+1].text == "&"),
			t.text == "|" && i > 0 && toks[i-1].kind == tokPunct && toks[i-1].text == "|":
			if toks[i+1:] != nil && i+1 < len(toks) && toks[i+1].text == "&" {
				c.unknown("awk |&")
			}
		case t.text == "|" && i+1 < len(toks) && toks[i+1].text == "getline":
			shell(i - 1)
		case t.text == "|":
			shell(i + 1)
		case t.text == ">" && printing && depth <= 0 && i+1 < len(toks):
			j := i + 1
			if toks[j].text == ">" && toks[j].kind == tokPunct {
				break // the second one counts
			}
			if toks[j].kind == tokPunct && toks[j].text == "=" {
				break
			}
			if s, ok := str(j); ok {
				c.x.write(c.st, lit(s), Content, "awk >")
			} else {
				c.x.write(c.st, anything(), Content, "awk >")
			}
		}
	}
}
