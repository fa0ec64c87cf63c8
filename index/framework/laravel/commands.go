package laravel

import (
	"bytes"
	"slices"
	"strings"

	"codeintel/index/lang"
)

// kindCommand is the kind of the open names of commands: users:sync
const kindCommand = "command"

// readCommands reads the commands that a file defines.
func readCommands(r *lang.Reading) {
	f := r.B.F
	for d, bases := range r.Classes() {
		if !isCommand(bases) {
			continue
		}
		class := r.B.Expr(lang.ExprDef, int32(d))
		for m := range r.Members(d) {
			switch f.Name(f.Defs[m].Name) {
			case "$signature", "$name", "$defaultName":
				for _, v := range r.Values(m) {
					if _, whole := text(r, v); !whole && r.B.F.Exprs[v].Kind == lang.ExprString {
						nameCommand(r, firstWord(r, f.Defs[m].End), class)
					}
					defineCommand(r, v, class)
				}
			}
		}
		for _, b := range f.Bases {
			if c, ok := r.CallOf(b.Expr); ok && b.Def == d && b.Kind == lang.BaseDecorator && c.Name == "AsCommand" {
				defineCommand(r, r.Arg(c, 0, "name"), class)
			}
		}
	}
	for _, c := range r.Calls() {
		if c.Method && c.Name == "command" && isClass(r, c.Recv, "Artisan") {
			defineCommand(r, r.Arg(c, 0, "signature"), lang.NoExpr)
		}
	}
}

// isCommand says whether a class with these bases is a command.
func isCommand(bases []string) bool {
	return slices.ContainsFunc(bases, func(b string) bool { return strings.HasSuffix(b, "Command") })
}

// defineCommand defines the command of a signature.
func defineCommand(r *lang.Reading, signature, class lang.ExprID) {
	if t, ok := text(r, signature); ok {
		nameCommand(r, commandName(t), class)
	}
}

// nameCommand says that a text is the name of a command.
func nameCommand(r *lang.Reading, t lang.Text, class lang.ExprID) {
	r.Forward(r.Define(kindCommand, t.Value, t), class)
}

// firstWord is the first word of the literal of several lines that is assigned behind
// an offset; nothing where it begins with something else.
func firstWord(r *lang.Reading, from uint32) lang.Text {
	rest := r.Src[from:]
	value := bytes.TrimLeft(rest, " \t\r\n=")
	if len(value) == 0 || value[0] != '\'' && value[0] != '"' {
		return lang.Text{}
	}
	value = bytes.TrimLeft(value[1:], " \t\r\n")
	n := 0
	for n < len(value) && (value[n] == ':' || value[n] == '-' || value[n] == '_' || value[n] == '.' || value[n] >= '0' && value[n] <= '9' || value[n]|0x20 >= 'a' && value[n]|0x20 <= 'z') {
		n++
	}
	if n == 0 || n == len(value) || !strings.ContainsRune(" \t\r\n", rune(value[n])) {
		return lang.Text{}
	}
	start := from + uint32(len(rest)-len(value))
	return lang.Text{Value: string(value[:n]), Start: start, End: start + uint32(n)}
}

// commandName is the name at the beginning of a signature or of a command line.
func commandName(t lang.Text) lang.Text {
	name, _, _ := strings.Cut(t.Value, " ")
	return part(t, 0, len(name))
}

// useCommands reads the names of commands in the arguments of a call.
func useCommands(r *lang.Reading, c lang.CallSite) {
	if !c.Method || c.New {
		return
	}
	arg := lang.NoExpr
	switch c.Name {
	case "call", "queue":
		if isClass(r, c.Recv, "Artisan") || c.Name == "call" && inCommand(r, c) {
			arg = r.Arg(c, 0, "command")
		}
	case "callSilent", "callSilently", "artisan":
		if c.Recv >= 0 && r.B.F.Exprs[c.Recv].Kind == lang.ExprThis {
			arg = r.Arg(c, 0, "command")
		}
	case "command":
		if isClass(r, c.Recv, "Schedule") || variable(r, c.Recv) == "$schedule" {
			arg = r.Arg(c, 0, "command")
		}
	}
	if t, ok := text(r, arg); ok && t.Value != "" {
		t = commandName(t)
		r.Use(kindCommand, t.Value, t)
	}
}

// inCommand says whether a call is one on $this in a class of a command, or in the
// function of one.
func inCommand(r *lang.Reading, c lang.CallSite) bool {
	if c.Recv < 0 || r.B.F.Exprs[c.Recv].Kind != lang.ExprThis {
		return false
	}
	for d, bases := range r.Classes() {
		if r.Inside(c.At.Start, d) {
			return isCommand(bases)
		}
	}
	return true
}
