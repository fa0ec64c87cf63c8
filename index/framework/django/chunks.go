package django

import (
	"path"
	"strings"

	"codeintel/index/lang"
)

// routeChunk adds the chunk of an address that a file lists under a name, "" for none.
func (x *reader) routeChunk(c lang.CallSite, called string) {
	rich := x.Rich()
	route, ok := x.Text(x.Arg(c, 0, "route"))
	if !ok {
		route, ok = x.Text(x.Arg(c, -1, "regex"))
	}
	if rich == nil || !ok {
		return
	}
	meta := lang.Fields{{Key: "uri", Value: route.Value}}
	if called != "" {
		meta = append(meta, lang.Meta{Key: "name", Value: called})
	}
	view := x.Arg(c, 1, "view")
	if in, ok := x.CallOf(view); ok && x.callee(in) == "include" {
		what := x.Arg(in, 0, "arg")
		if items := x.Items(what); len(items) > 0 && x.B.F.Exprs[what].Kind == lang.ExprTuple {
			what = items[0].Value
		}
		if t, ok := x.Text(what); ok {
			meta = append(meta, lang.Meta{Key: "include", Value: t.Value})
		} else if n := x.absolute(what); n != "" {
			meta = append(meta, lang.Meta{Key: "include", Value: n})
		}
	} else if n := x.action(view); n != "" {
		meta = append(meta, lang.Meta{Key: "action", Value: n})
	}
	label := route.Value
	if label == "" {
		label = "/"
	}
	start, end := c.At.Start, callEnd(x.Src, c.At.End)
	rich.Add(lang.Region{Kind: "route", Name: label, Start: start, End: end, Def: lang.NoDef, Signature: label, Meta: meta})
}

// action is what handles an address, by its full name as far as the file says it.
func (x *reader) action(e lang.ExprID) string {
	if x.Func(e) >= 0 {
		return "lambda"
	}
	if c, ok := x.CallOf(e); ok && c.Name == "as_view" && c.Method {
		return x.absolute(c.Recv)
	}
	return x.absolute(x.view(e, 0))
}

// absolute is the full name of what e is, as the file sees it: of a relative import
// that of the module that it means, of a definition of the file its own.
func (x *reader) absolute(e lang.ExprID) string {
	full := x.full(e)
	rest := strings.TrimLeft(full, ".")
	if full == "" {
		if d := x.variable(e); d >= 0 {
			return x.B.F.Name(x.B.F.Defs[d].Name)
		}
		return ""
	}
	if rest == full {
		return full
	}
	dir := path.Dir(x.Path)
	for range len(full) - len(rest) - 1 {
		dir = path.Dir(dir)
	}
	if dir == "." {
		return rest
	}
	return strings.ReplaceAll(dir, "/", ".") + "." + rest
}

// callEnd is the end of the arguments in parentheses that begin at an offset of
// Python code.
func callEnd(src []byte, at uint32) uint32 {
	depth := 0
	for i := int(at); i < len(src); i++ {
		switch c := src[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth <= 0 {
				return uint32(i + 1)
			}
		case '#':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case '\'', '"':
			quote := string(c)
			if triple := strings.Repeat(quote, 3); strings.HasPrefix(string(src[i:min(i+3, len(src))]), triple) {
				quote = triple
			}
			for i += len(quote); i < len(src) && !strings.HasPrefix(string(src[i:min(i+len(quote), len(src))]), quote); i++ {
				if src[i] == '\\' {
					i++
				}
			}
			i += len(quote) - 1
		}
	}
	return uint32(len(src))
}

// metaTexts are the variables of a model's Meta that its chunk says.
var metaTexts = [...]string{"app_label", "db_table", "ordering", "unique_together", "verbose_name"}

// modelChunks notes the fields and relations of models, and what their Meta says.
func (x *reader) modelChunks() {
	if x.Rich() == nil {
		return
	}
	f := x.B.F
	for d := range f.Defs {
		class := lang.DefID(d)
		if f.Defs[d].Kind != lang.KindClass {
			continue
		}
		var fields, related []lang.Fields
		var said lang.Fields
		for m := range x.Members(class) {
			if f.Name(f.Defs[m].Name) == "Meta" {
				said = x.said(m)
			}
			for _, v := range x.Values(m) {
				c, ok := x.CallOf(v)
				if !ok {
					continue
				}
				full := x.full(f.Exprs[v].A)
				kind := full[strings.LastIndexByte(full, '.')+1:]
				if !strings.HasPrefix(full, "django.db.") && !strings.HasPrefix(full, "django.contrib.") {
					continue
				}
				row := lang.Fields{{Key: "name", Value: f.Name(f.Defs[m].Name)}, {Key: "type", Value: kind}}
				if _, ok := relations[kind]; ok {
					related = append(related, append(row, x.relatedTo(c, kind, class)...))
				} else if strings.HasSuffix(kind, "Field") {
					fields = append(fields, row)
				}
			}
		}
		if len(fields)+len(related) == 0 {
			continue
		}
		if len(fields) > 0 {
			x.Rich().Note(class, lang.Meta{Key: "fields", Value: fields})
		}
		if len(related) > 0 {
			x.Rich().Note(class, lang.Meta{Key: "relations", Value: related})
		}
		if len(said) > 0 {
			x.Rich().Note(class, lang.Meta{Key: "meta", Value: said})
		}
	}
}

// relatedTo says which model the field of a class leads to, and what leads back.
func (x *reader) relatedTo(c lang.CallSite, kind string, class lang.DefID) lang.Fields {
	f := x.B.F
	var out lang.Fields
	to := x.Arg(c, 0, "to")
	model := ""
	switch t, ok := x.Text(to); {
	case ok && t.Value == "self":
		model = f.Name(f.Defs[class].Name)
	case ok:
		model = t.Value
	case x.users(to):
		model = userModel
	default:
		model = x.absolute(to)
	}
	if model != "" {
		out = append(out, lang.Meta{Key: "related", Value: model})
	}
	if t, ok := x.Text(x.Arg(c, relations[kind].related, "related_name")); ok {
		out = append(out, lang.Meta{Key: "related_name", Value: t.Value})
	}
	return out
}

// said is what the Meta of a model says.
func (x *reader) said(meta lang.DefID) lang.Fields {
	f := x.B.F
	var out lang.Fields
	for _, key := range metaTexts {
		for m := range x.Members(meta) {
			if f.Name(f.Defs[m].Name) != key {
				continue
			}
			for _, v := range x.Values(m) {
				if t, ok := x.Text(v); ok {
					out = append(out, lang.Meta{Key: key, Value: t.Value})
				} else if texts := x.allTexts(v, 0); len(texts) > 0 {
					out = append(out, lang.Meta{Key: key, Value: texts})
				}
			}
		}
	}
	for m := range x.Members(meta) {
		if f.Name(f.Defs[m].Name) == "abstract" {
			out = append(out, lang.Meta{Key: "abstract", Value: true})
		}
	}
	return out
}

// allTexts are the texts in a list, and in lists in it.
func (x *reader) allTexts(e lang.ExprID, depth int) []string {
	var out []string
	for _, i := range x.Items(e) {
		if t, ok := x.Text(i.Value); ok {
			out = append(out, t.Value)
		} else if depth < 2 {
			out = append(out, x.allTexts(i.Value, depth+1)...)
		}
	}
	return out
}
