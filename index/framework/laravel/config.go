package laravel

import (
	"strings"

	"codeintel/index/lang"
)

// settings are the methods that read or write a setting.
var settings = map[string]bool{
	"get": true, "set": true, "has": true, "string": true, "integer": true, "float": true, "boolean": true, "array": true, "collection": true,
	"getMany": true, "push": true, "prepend": true,
}

// messages are the methods that find a text in the user's language.
var messages = map[string]bool{"get": true, "has": true, "choice": true, "hasForLocale": true}

// maxKeys is how deep keys of arrays are read.
const maxKeys = 8

// readKeys reads the keys of a file of settings, or of texts in one language.
func readKeys(r *lang.Reading) {
	kind, prefix := keysOf(r.Path)
	if kind == "" {
		return
	}
	for _, e := range r.Returns(lang.NoDef) {
		defineKeys(r, kind, prefix, e, 0)
	}
}

// keysOf says what the keys are that a file at a path returns, and what their names
// begin with.
func keysOf(file string) (kind, prefix string) {
	name, ok := strings.CutSuffix(file, ".php")
	if !ok {
		return "", ""
	}
	parts := strings.Split(name, "/")
	for i := len(parts) - 2; i >= 0; i-- {
		below := parts[i+1:]
		switch strings.ToLower(parts[i]) { // an application may keep its settings in app/Config
		case "config":
			return kindConfig, strings.Join(below, ".")
		case "lang":
			if below[0] == "vendor" && len(below) > 3 { // texts of a package
				return kindText, below[1] + "::" + strings.Join(below[3:], "/")
			}
			if len(below) > 1 {
				return kindText, strings.Join(below[1:], "/")
			}
		}
	}
	return "", ""
}

// defineKeys defines the keys of an array and of those in it.
func defineKeys(r *lang.Reading, kind, prefix string, e lang.ExprID, depth int) {
	for _, i := range r.Items(e) {
		t, ok := text(r, i.Key)
		if !ok || t.Value == "" {
			continue
		}
		full := prefix + "." + t.Value
		r.Define(kind, full, t)
		if depth < maxKeys {
			defineKeys(r, kind, full, i.Value, depth+1)
		}
	}
}

// useKeys reads the names of settings and texts in the arguments of a call.
func useKeys(r *lang.Reading, c lang.CallSite) {
	if c.New {
		if c.Name == "Config" {
			if t, ok := text(r, r.Arg(c, 0, "key")); ok && strings.HasSuffix(r.Class(r.B.F.Exprs[c.ID].A), `\Attributes\Config`) {
				r.Use(kindConfig, t.Value, t)
			}
		}
		return
	}
	switch {
	case !c.Method && c.Name == "config", c.Method && settings[c.Name] && (isClass(r, c.Recv, "Config") || holds(r, c.Recv, "config")), c.Method && c.Name == "giveConfig":
		useAll(r, kindConfig, r.Arg(c, 0, "key"))
	case !c.Method && (c.Name == "__" || c.Name == "trans" || c.Name == "trans_choice" || c.Name == "@lang" || c.Name == "@choice"),
		c.Method && messages[c.Name] && (isClass(r, c.Recv, "Lang") || holds(r, c.Recv, "trans") || holds(r, c.Recv, "translator")):
		if t, ok := text(r, r.Arg(c, 0, "key")); ok {
			r.Use(kindText, t.Value, t)
		}
	}
}

// useAll refers to what a text names, or each text of an array or of its keys.
func useAll(r *lang.Reading, kind string, e lang.ExprID) {
	if t, ok := text(r, e); ok {
		r.Use(kind, t.Value, t)
		return
	}
	for _, i := range r.Items(e) {
		if i.Key < 0 {
			i.Key = i.Value
		}
		if t, ok := text(r, i.Key); ok {
			r.Use(kind, t.Value, t)
		}
	}
}

// holds says whether e is the call of a function without arguments: config().
func holds(r *lang.Reading, e lang.ExprID, function string) bool {
	c, ok := r.CallOf(e)
	return ok && !c.Method && c.Name == function && len(r.Args(c)) == 0
}
