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
	kind, prefix, place, language := keysOf(r.Path)
	if kind == "" {
		return
	}
	r.Place(place)
	for _, e := range r.Returns(lang.NoDef) {
		defineKeys(r, kind, prefix, e, 0)
		if kind == kindText {
			sayTexts(r, lang.Wording{Place: place, Language: language}, e, 0)
		}
	}
}

// sayTexts says what the texts of an array are, and of those in it, below the key of w.
func sayTexts(r *lang.Reading, w lang.Wording, e lang.ExprID, depth int) {
	above := w.Key
	for _, i := range r.Items(e) {
		t, ok := text(r, i.Key)
		if !ok || t.Value == "" {
			continue
		}
		if w.Key = t.Value; above != "" {
			w.Key = above + "." + w.Key
		}
		if said, ok := r.Text(i.Value); ok {
			w.Text = said.Value
			r.Rich().Say(w)
		} else if depth < maxKeys {
			sayTexts(r, w, i.Value, depth+1)
		}
	}
}

// keysOf says what the keys are that a file at a path returns, what their names begin
// with, and where they are: the path, with * for the language of texts.
func keysOf(file string) (kind, prefix, place, language string) {
	name, ok := strings.CutSuffix(file, ".php")
	if !ok {
		return "", "", "", ""
	}
	parts := strings.Split(name, "/")
	for i := len(parts) - 2; i >= 0; i-- {
		below := parts[i+1:]
		switch strings.ToLower(parts[i]) { // an application may keep its settings in app/Config
		case "config":
			return kindConfig, strings.Join(below, "."), file, ""
		case "lang":
			switch {
			case below[0] == "vendor" && len(below) > 3: // texts of a package
				prefix = below[1] + "::" + strings.Join(below[3:], "/")
				language, below[2] = below[2], "*"
			case len(below) > 1:
				prefix = strings.Join(below[1:], "/")
				language, below[0] = below[0], "*"
			default:
				continue
			}
			return kindText, prefix, strings.Join(parts, "/") + ".php", language
		}
	}
	return "", "", "", ""
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
	case !c.Method && c.Name == "config", c.Method && settings[c.Name] && (isClass(r, c.Recv, "Config") || isSettings(r, c.Recv)), c.Method && c.Name == "giveConfig":
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

// readSettings reads the settings that are read as of an array: $app['config']['app.name'].
func readSettings(r *lang.Reading) {
	for i := range len(r.B.F.Exprs) {
		if x := r.B.F.Exprs[i]; x.Kind == lang.ExprIndex && x.B >= 0 && isSettings(r, x.A) {
			if t, ok := text(r, x.B); ok {
				r.Use(kindConfig, t.Value, t)
			}
		}
	}
}

// isSettings says whether e is the object that has the settings: config(),
// app('config'), $app['config'].
func isSettings(r *lang.Reading, e lang.ExprID) bool {
	if e < 0 {
		return false
	}
	key := lang.NoExpr
	if c, ok := r.CallOf(e); ok && !c.Method && (c.Name == "app" || c.Name == "resolve") {
		key = r.Arg(c, 0, "abstract")
	} else if x := r.B.F.Exprs[e]; x.Kind == lang.ExprIndex && variable(r, x.A) == "$app" {
		key = x.B
	}
	t, ok := text(r, key)
	return ok && t.Value == "config" || holds(r, e, "config")
}

// holds says whether e is the call of a function without arguments: config().
func holds(r *lang.Reading, e lang.ExprID, function string) bool {
	c, ok := r.CallOf(e)
	return ok && !c.Method && c.Name == function && len(r.Args(c)) == 0
}
