package template

import (
	"context"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/lang/langtest"
)

// TestNames: the file that a name means, from where it stands.
func TestNames(t *testing.T) {
	repo := langtest.Repo{}
	for _, f := range strings.Fields(`templates/base.html blog/templates/base.html blog/templates/blog/list.html blog/templates/blog/base.html
		shop/templates/shop/list.html shop/templates/blog/list.html blog/views.py web/jinja2/a.txt other/blog/list.html`) {
		repo[f] = ""
	}
	p, err := open(context.Background(), repo, lang.Deps{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{"blog/views.py", "blog/list.html", "blog/templates/blog/list.html"},
		{"shop/views.py", "blog/list.html", "shop/templates/blog/list.html"},
		{"blog/views.py", "list.html", ""},
		{"main.py", "base.html", "templates/base.html"},
		{"main.py", "blog/list.html", ""},                                // one of two
		{"blog/templates/base.html", "base.html", "templates/base.html"}, // extends what it hides
		{"blog/templates/blog/list.html", "./base.html", "blog/templates/blog/base.html"},
		{"blog/templates/blog/list.html", "../base.html", "blog/templates/base.html"},
		{"main.py", "none.html|a.txt", "web/jinja2/a.txt"},
		{"main.py", "", ""},
		{"main.py", "..", ""},
	} {
		m := p.Resolve(c[0], html.TemplateSpec+c[1], 0)
		got := ""
		if m.Found() {
			got = m.Files[0]
		}
		if got != c[2] {
			t.Errorf("%s in %s: %q, want %q", c[1], c[0], got, c[2])
		}
		if c[1] != "" && c[1] != ".." && len(m.Asked) == 0 {
			t.Errorf("%s in %s: asked for nothing", c[1], c[0])
		}
	}
	if m := p.Resolve("a.py", "os", 0); m != nil {
		t.Errorf("a module of another family: %v", m)
	}
}
