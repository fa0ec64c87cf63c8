package css

import (
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
	"codeintel/index/symbol"
)

func TestResolve(t *testing.T) {
	p := tested.Open(t, langtest.Repo{
		"package.json": `{"name": "site", "version": "1.2"}`, "ui/package.json": `{"name": "@acme/ui"}`, "bad/package.json": `{"name": 3`,
		"src/app.scss": "", "src/_config.scss": "", "src/lib/_index.scss": "", "src/more.css": "", "src/lib/list.scss": "", "theme/_dark.scss": "",
		"public/css/main.css": "", "ui/scss/_button.scss": "", "ui/index.scss": "", "src/site.css": "", "bad/x.css": "",
	}, lang.Deps{})
	for _, c := range []struct{ from, spec, want string }{
		{"src/app.scss", "config", "src/_config.scss"}, {"src/app.scss", "./config.scss", "src/_config.scss"}, {"src/app.scss", "lib", "src/lib/_index.scss"},
		{"src/app.scss", "lib/list", "src/lib/list.scss"}, {"src/lib/list.scss", "../more", "src/more.css"}, {"src/app.scss", "theme/dark", "theme/_dark.scss"},
		{"src/lib/list.scss", "@/config", "src/_config.scss"}, {"src/app.scss", "~@acme/ui/scss/button", "ui/scss/_button.scss"},
		{"src/app.scss", "@acme/ui", "ui/index.scss"}, {"src/site.css", "more.css", "src/more.css"}, {"src/site.css", "more.css?v=1", "src/more.css"},
		{"src/site.css", "more", ""}, {"src/site.css", "/css/main.css", "public/css/main.css"}, {"src/app.scss", "sass:math", ""},
		{"src/app.scss", "https://x.org/a.css", ""}, {"src/app.scss", "//x.org/a.css", ""}, {"src/app.scss", "../../x", ""}, {"src/app.scss", "", ""},
		{"src/app.scss", "none", ""}, {"src/app.scss", "/", ""},
	} {
		got := ""
		if m := p.Resolve(c.from, c.spec, 0); m.Found() {
			got = m.Files[0]
		}
		if got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.spec, c.from, got, c.want)
		}
	}
	for file, want := range map[string]string{
		"src/lib/list.scss":    "scip-css npm site 1.2 src/lib/`list.scss`/",
		"ui/scss/_button.scss": "scip-css npm @acme/ui HEAD scss/`_button.scss`/",
		"bad/x.css":            "scip-css npm . . `x.css`/",
	} {
		s := symbol.Symbol{Scheme: p.Scheme(), Package: p.Package(file), Descriptors: p.Prefix(file)}
		if s.String() != want {
			t.Errorf("%s: %s, want %s", file, s.String(), want)
		}
	}
}
