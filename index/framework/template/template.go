// Package template reads what names templates, in the code of applications that
// have theirs in folders for them, as Django's, Flask's and others with Jinja do:
// render(request, "blog/list.html"), template_name = "blog/list.html". It knows
// which file a name means, there and in the tags of templates (extends, include).
package template

import (
	"bytes"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/lang/php"
	"codeintel/index/lang/python"
)

// version changes whenever what is read of some file does.
const version = 3

// Framework is templates in folders.
func Framework() *lang.Framework {
	return &lang.Framework{Name: html.Templates, Version: version, Families: []string{python.Family, php.Family, html.Family}, Wants: wants, Read: read, Open: open}
}

// wants: code that mentions templates or renders them.
func wants(in lang.Input) bool {
	if in.Language.Family == php.Family {
		return bytes.Contains(in.Src, []byte(twig))
	}
	return in.Language.Family == python.Family && (bytes.Contains(in.Src, []byte("template")) || bytes.Contains(in.Src, []byte("render")))
}

// functions are the calls that take the name of a template, or a list of names of
// which the first there is counts: the number of the argument, and its name.
var functions = map[string]struct {
	at   int
	name string
}{
	"render":                 {1, "template_name"}, // Django, behind the request
	"render_to_string":       {0, "template_name"},
	"render_to_response":     {0, "template_name"},
	"TemplateResponse":       {1, "template"},
	"SimpleTemplateResponse": {0, "template"},
	"get_template":           {0, "template_name"},
	"select_template":        {0, "template_name_list"},
	"inclusion_tag":          {0, "filename"},
	"assertTemplateUsed":     {1, "template_name"},
	"assertTemplateNotUsed":  {1, "template_name"},
	"render_template":        {0, "template_name_or_list"}, // Flask
	"stream_template":        {0, "template_name_or_list"},
}

// keywords are the arguments that name a template whatever is called.
var keywords = [...]string{"template_name", "html_email_template_name", "email_template_name", "subject_template_name"}

func read(r *lang.Reading) {
	if r.Lang.Family == php.Family {
		mentioned(r)
		return
	}
	for _, c := range r.Calls() {
		f, ok := functions[c.Name]
		for _, k := range keywords {
			if e := r.Arg(c, -1, k); e >= 0 && (!ok || f.name != k) {
				names(r, e)
			}
		}
		if ok {
			e := r.Arg(c, f.at, f.name)
			if _, text := r.Text(e); !text && c.Name == "render" && c.Method && f.at > 0 {
				e = r.Arg(c, 0, f.name) // a method of the application's own
			}
			names(r, e)
		}
	}
	f := r.B.F
	for d := range f.Defs {
		if def := &f.Defs[d]; f.Name(def.Name) == "get_template_names" && def.Callable() {
			for _, e := range r.Returns(lang.DefID(d)) {
				names(r, e)
			}
		}
		if name := f.Name(f.Defs[d].Name); name == "template_name" || strings.HasSuffix(name, "_template_name") || name == "form_template" || name == "template" || strings.HasSuffix(name, "_template") {
			for _, e := range r.Values(lang.DefID(d)) {
				names(r, e)
			}
		}
	}
}

// twig is what the name of each template of Twig ends with.
const twig = ".twig"

// mentioned refers to the templates whose names stand in quotes, wherever: in calls that
// render them, in attributes and annotations of controllers, in arrays and constants. A
// name is never anything else.
func mentioned(r *lang.Reading) {
	src := r.Src
	for at := 0; ; {
		n := bytes.Index(src[at:], []byte(twig))
		if n < 0 {
			return
		}
		end := at + n + len(twig)
		at = end
		if end == len(src) || src[end] != '"' && src[end] != '\'' {
			continue
		}
		from := end
		for from > 0 && src[from-1] != src[end] && inName(src[from-1]) {
			from--
		}
		if from > 0 && src[from-1] == src[end] {
			t := lang.Text{Value: string(src[from:end]), Start: uint32(from), End: uint32(end)}
			r.File(html.TemplateSpec+t.Value, t, lang.ImportModule, html.Templates)
		}
	}
}

// inName says whether the name of a template of Twig may have c: what is put together
// from parts is none.
func inName(c byte) bool {
	return html.IsLetter(c) || c >= '0' && c <= '9' || c >= 0x80 || bytes.IndexByte([]byte("/._-@!"), c) >= 0
}

// names refers to the template that e names, or to those that a list of names may
// mean.
func names(r *lang.Reading, e lang.ExprID) {
	texts := r.Texts(e)
	for n, t := range texts {
		if !isFile(t.Value) {
			continue
		}
		spec := html.TemplateSpec + t.Value
		for _, other := range texts[n+1:] {
			if isFile(other.Value) {
				spec += html.Alternatives + other.Value
			}
		}
		r.File(spec, t, lang.ImportModule, html.Templates)
	}
}

// isFile says whether a text may be the name of a template: it has an extension.
func isFile(name string) bool {
	i := strings.LastIndexByte(name, '.')
	return i > 0 && i+1 < len(name) && !strings.ContainsAny(name, " |\\<{") && !strings.Contains(name[i:], "/")
}
