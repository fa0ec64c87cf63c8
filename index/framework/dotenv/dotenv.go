// Package dotenv reads which variables of the environment code asks for: env('APP_NAME'),
// os.environ['APP_NAME'], process.env.APP_NAME. What is no text leads nowhere.
package dotenv

import (
	"bytes"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/dotenv"
	"codeintel/index/lang/php"
	"codeintel/index/lang/python"
	"codeintel/index/lang/typescript"
)

// version changes whenever what is read of some file does.
const version = 1

// Framework is what asks for variables.
func Framework() *lang.Framework {
	return &lang.Framework{
		Name: dotenv.Name, Version: version, Families: []string{php.Family, python.Family, typescript.Family}, Read: read,
		Wants: func(in lang.Input) bool {
			return bytes.Contains(in.Src, []byte("env"))
		},
	}
}

// functions give the value of a variable, by the name of what they are called on, ""
// for none.
var functions = map[string]map[string]bool{
	"":        {"env": true, "getenv": true},
	"Env":     {"get": true, "getOrFail": true},
	"os":      {"getenv": true},
	"environ": {"get": true, "pop": true, "setdefault": true},
}

func read(r *lang.Reading) {
	use := func(t lang.Text, ok bool) {
		if ok {
			r.Use(dotenv.Key, t.Value, t)
		}
	}
	for _, c := range r.Calls() {
		on := ""
		if c.Method {
			on = called(r, c.Recv)
		}
		if !c.New && c.Directive == nil && c.Method == (on != "") && functions[on][c.Name] {
			use(r.Text(r.Arg(c, 0, "key")))
		}
	}
	f := r.B.F
	for i := range len(f.Exprs) {
		switch x := f.Exprs[i]; {
		case x.Kind == lang.ExprIndex && x.B >= 0 && holds(r, x.A):
			use(r.Text(x.B))
		case x.Kind == lang.ExprMember && x.N >= 0 && holds(r, x.A):
			ref := f.Refs[x.N]
			name := strings.Trim(string(r.Src[ref.Start:ref.End]), "'\"`")
			at := ref.Start + uint32(bytes.Index(r.Src[ref.Start:ref.End], []byte(name)))
			use(lang.Text{Value: name, Start: at, End: at + uint32(len(name))}, true)
		}
	}
}

// called is the last name of what e says, "" where it says none.
func called(r *lang.Reading, e lang.ExprID) string {
	if class := r.Class(e); class != "" {
		return class[strings.LastIndexByte(class, '\\')+1:]
	}
	if ref, ok := refOf(r, e); ok {
		return r.Lang.Rules.Written(r.B.F.Name(ref.Name))
	}
	return ""
}

// refOf is the name that e is.
func refOf(r *lang.Reading, e lang.ExprID) (lang.Ref, bool) {
	if e = r.Plain(e); e < 0 {
		return lang.Ref{}, false
	}
	x := &r.B.F.Exprs[e]
	if x.Kind != lang.ExprName && x.Kind != lang.ExprMember || x.N < 0 {
		return lang.Ref{}, false
	}
	return r.B.F.Refs[x.N], true
}

// holds says whether e is the object that has the variables: os.environ,
// process.env, import.meta.env.
func holds(r *lang.Reading, e lang.ExprID) bool {
	ref, ok := refOf(r, e)
	if !ok {
		return false
	}
	switch string(r.Src[ref.Start:ref.End]) {
	case "environ":
		return true
	case "env":
		before := r.Src[:ref.Start]
		return bytes.HasSuffix(before, []byte("process.")) || bytes.HasSuffix(before, []byte("import.meta."))
	}
	return false
}
