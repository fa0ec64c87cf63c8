package laravel

import (
	"path"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
)

// isClass says whether e names a class: one of Laravel's facades by its short name,
// which an application without namespaces may use too, or a class by its full name.
func isClass(r *lang.Reading, e lang.ExprID, names ...string) bool {
	class := r.Class(e)
	if class == "" {
		return false
	}
	for _, n := range names {
		if class == n || !strings.Contains(n, `\`) && class == `Illuminate\Support\Facades\`+n {
			return true
		}
	}
	return false
}

// text is the literal text of e, where that is no path.
func text(r *lang.Reading, e lang.ExprID) (lang.Text, bool) {
	t, ok := r.Text(e)
	return t, ok && !strings.HasPrefix(t.Value, php.FileDir)
}

// texts are the literal texts of e, of its elements, or of what it may be.
func texts(r *lang.Reading, e lang.ExprID) []lang.Text {
	var out []lang.Text
	for n := 0; e >= 0 && r.B.F.Exprs[e].Kind == lang.ExprCond && n < 8; n++ {
		out = append(texts(r, r.B.F.Exprs[e].B), out...)
		e = r.B.F.Exprs[e].A
	}
	for _, t := range r.Texts(e) {
		if !strings.HasPrefix(t.Value, php.FileDir) {
			out = append(out, t)
		}
	}
	return out
}

// part is a part of a text, by offsets in its value.
func part(t lang.Text, from, to int) lang.Text {
	if int(t.End-t.Start) != len(t.Value) { // it has escapes
		return lang.Text{Value: t.Value[from:to], Start: t.Start, End: t.End}
	}
	return lang.Text{Value: t.Value[from:to], Start: t.Start + uint32(from), End: t.Start + uint32(to)}
}

// variable is the name of the variable that e is, "" for other values.
func variable(r *lang.Reading, e lang.ExprID) string {
	if e < 0 {
		return ""
	}
	x := &r.B.F.Exprs[e]
	if x.Kind != lang.ExprName && x.Kind != lang.ExprMember || x.N < 0 {
		return ""
	}
	if n := r.B.F.Name(r.B.F.Refs[x.N].Name); strings.HasPrefix(n, "$") {
		return n
	}
	return ""
}

// folders are those of an application, below its root.
var folders = map[string]bool{"app": true, "bootstrap": true, "routes": true, "config": true, "database": true, "resources": true, "tests": true}

// root is the root of the application that a file is part of, "" or with a slash.
func root(file string) string {
	parts := strings.Split(file, "/")
	for i, p := range parts[:len(parts)-1] {
		if folders[p] {
			if i == 0 {
				return ""
			}
			return strings.Join(parts[:i], "/") + "/"
		}
	}
	return ""
}

// helpers are the functions that give paths, with the folder that these are below.
var helpers = map[string]string{
	"base_path": "", "app_path": "app/", "resource_path": "resources/", "config_path": "config/", "database_path": "database/",
	"basePath": "", "path": "app/", "resourcePath": "resources/", "configPath": "config/", "databasePath": "database/",
}

// file is the path, relative to the repository, of the file or folder that e says,
// with the text that says it; false where that is not known.
func file(r *lang.Reading, e lang.ExprID) (string, lang.Text, bool) {
	below := root(r.Path)
	if c, ok := r.CallOf(e); ok {
		folder, known := helpers[c.Name]
		if !known {
			return "", lang.Text{}, false
		}
		below, e = below+folder, r.Arg(c, 0, "path")
	}
	t, ok := r.Text(e)
	if !ok {
		return "", t, false
	}
	p := t.Value
	if rest, beside := strings.CutPrefix(p, php.FileDir); beside {
		below, p = path.Dir(r.Path)+"/", rest
	}
	p = path.Join(below, p)
	return p, t, p != "." && !strings.HasPrefix(p, "../")
}

// method is how references name a method.
func method(name string) string { return php.Method(name) }

// class refers at the last part of the name in a text to the first class of these full
// names that there is.
func class(r *lang.Reading, at lang.Text, scope lang.ScopeID, names ...string) lang.ExprID {
	at = part(at, strings.LastIndexByte(at.Value, '\\')+1, len(at.Value))
	return r.Name(php.FirstClass(names...), at, scope, lang.Type, lang.Read)
}

// singular is the singular of an English word, as far as rules for its ending go.
func singular(word string) string {
	for _, end := range [...][2]string{
		{"people", "person"}, {"children", "child"}, {"men", "man"}, {"news", "news"}, {"series", "series"}, {"species", "species"},
		{"statuses", "status"}, {"aliases", "alias"}, {"media", "media"}, {"data", "data"}, {"criteria", "criterion"},
		{"movies", "movie"}, {"cookies", "cookie"}, {"ies", "y"}, {"sses", "ss"}, {"shes", "sh"}, {"ches", "ch"}, {"xes", "x"}, {"zes", "z"}, {"ss", "ss"}, {"us", "us"}, {"is", "is"}, {"s", ""},
	} {
		if stem, ok := strings.CutSuffix(word, end[0]); ok {
			return stem + end[1]
		}
	}
	return word
}
