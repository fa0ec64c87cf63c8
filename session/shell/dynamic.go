package shell

import (
	"slices"
	"strings"
)

// dynamic follows what a program does by names and texts that it puts together itself,
// and reports whether token i is the beginning of that. What it can't see through counts
// as a write of anything: nobody can look at such a program before it runs, and one that
// only reads has no need of it.
func (p *program) dynamic(i int) bool {
	t := p.toks[i]
	called := i+1 < len(p.toks) && p.toks[i+1].kind == tokPunct && p.toks[i+1].text == "("
	method := i > 0 && p.toks[i-1].kind == tokPunct && p.toks[i-1].text == "."
	switch {
	case !method && has(p.evals, t.text):
		return p.evaluated(i, called)
	case has(p.hides, t.text) && called:
		p.call.blind("runs what can't be read: " + p.name())
		return true
	case t.text == "getattr" && called && p.language.name == "python":
		args, end := p.args(p.toks, i+1)
		if end+1 < len(p.toks) && p.toks[end+1].text == "(" && len(args) > 1 {
			p.named(args[0], args[1], end+1)
		}
	case has(p.modules, t.text) && called && !method:
		// require("fs")["write" + "FileSync"](…)
		module, end := p.args(p.toks, i+1)
		if end+1 < len(p.toks) && p.toks[end+1].text == "[" && len(module) > 0 {
			p.member(end + 1)
		}
	case i+1 < len(p.toks) && p.toks[i+1].text == "[" && p.toks[i+1].kind == tokPunct && p.language.name == "node":
		p.member(i + 1)
	}
	return false
}

// name is that of the program that runs it.
func (p *program) name() string { return p.call.name }

func has(list, name string) bool { return slices.Contains(strings.Fields(list), name) }

// evaluated follows a text in the language that token i runs.
func (p *program) evaluated(i int, called bool) bool {
	var arg []token
	switch {
	case called:
		args, _ := p.args(p.toks, i+1)
		if len(args) == 0 {
			return false
		}
		if arg = args[0]; p.toks[i].text == "Function" {
			arg = args[len(args)-1]
		}
	case p.bare && i+1 < len(p.toks) && p.toks[i+1].kind == tokString:
		arg = p.toks[i+1 : i+2]
	default:
		return false // a block, or a name that is used otherwise
	}
	vs := p.values(arg)
	if len(vs) == 1 && vs[0].form == exact {
		p.program(p.language, vs[0].text, p.argv)
		return true
	}
	if p.toks[i].text == "eval" && p.language.name == "python" && len(arg) > 0 && arg[0].kind == tokWord && arg[0].text == "input" {
		return true
	}
	p.call.blind("runs what can't be read: " + p.name())
	return true
}

// named follows a call of what getattr returns, whose arguments open at token open.
func (p *program) named(object, name []token, open int) {
	vs := p.values(name)
	args, _ := p.args(p.toks, open)
	if len(vs) != 1 || vs[0].form != exact {
		p.call.blind("runs what can't be read: " + p.name())
		return
	}
	of := p.module(object)
	if of == "" && len(object) == 1 {
		of = object[0].text
	}
	if roles, ok := p.funcs[of+"."+vs[0].text]; ok {
		p.effects(roles, args)
	} else if roles, ok := p.funcs["."+vs[0].text]; ok {
		p.effects(roles, append([][]token{object}, args...))
	}
}

// member follows a call of a member that is named by an expression in the brackets that
// open at a token.
func (p *program) member(open int) {
	names, end := p.args(p.toks, open)
	if end+1 >= len(p.toks) || p.toks[end+1].text != "(" || len(names) != 1 || len(names[0]) == 0 {
		return
	}
	if len(names[0]) == 1 && names[0][0].kind == tokWord {
		return // an index
	}
	vs := p.values(names[0])
	if len(vs) != 1 || vs[0].form != exact {
		return
	}
	args, _ := p.args(p.toks, end+1)
	if roles, ok := p.funcs["."+vs[0].text]; ok {
		p.effects(roles, append([][]token{{{kind: tokWord}}}, args...))
	}
}

// module is the name of the module that an expression returns, "" where it is none: what
// __import__("os") and require("fs") are.
func (p *program) module(expr []token) string {
	if len(expr) < 4 || expr[0].kind != tokWord || !has(p.modules, expr[0].text) {
		return ""
	}
	args, _ := p.args(expr, 1)
	if len(args) == 0 {
		return ""
	}
	if vs := p.values(args[0]); len(vs) == 1 && vs[0].form == exact {
		return vs[0].text
	}
	return ""
}

// strings are the texts in the program.
func (p *program) strings() string {
	var b strings.Builder
	for _, t := range p.toks {
		if t.kind == tokString {
			b.WriteString(t.text + "\n")
		}
	}
	return b.String()
}

// longFlag reports whether an argument is one of the flags with its value: --eval=x.
func longFlag(arg string, flags []string) bool {
	name, _, ok := strings.Cut(arg, "=")
	return ok && strings.HasPrefix(name, "--") && slices.Contains(flags, name)
}

// perlQuotes writes the quotes of Perl that have a name as those that have none: qx{…} as
// `…`, q{…} as '…', qq{…} as "…"; and names of packages with a dot.
func perlQuotes(src string) string {
	src = strings.ReplaceAll(src, "::", ".")
	src = strings.ReplaceAll(src, "IO.File->new", "IO.File.new")
	for _, q := range [...]struct{ name, quote string }{{"qx", "`"}, {"qq", `"`}, {"q", "'"}} {
		for from := 0; ; {
			i := strings.Index(src[from:], q.name)
			if i < 0 {
				break
			}
			i += from
			at := i + len(q.name)
			from = at
			if i > 0 && wordByte(src[i-1]) || at >= len(src) {
				continue
			}
			end := map[byte]byte{'{': '}', '(': ')', '[': ']', '<': '>', '/': '/', '|': '|', '!': '!'}[src[at]]
			if end == 0 {
				continue
			}
			stop := strings.IndexByte(src[at+1:], end)
			if stop < 0 || strings.Contains(src[at+1:at+1+stop], q.quote) {
				continue
			}
			src = src[:i] + q.quote + src[at+1:at+1+stop] + q.quote + src[at+2+stop:]
		}
	}
	return src
}
