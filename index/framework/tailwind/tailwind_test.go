package tailwind

import (
	"context"
	"strings"
	"testing"
	"time"

	"codeintel/index/lang"
	"codeintel/index/lang/css"
	"codeintel/index/lang/ts"
	"codeintel/index/lang/typescript"
)

// regions are the chunks that the framework adds to a file. Its facts are valid.
func regions(t testing.TB, p *ts.Parser, l *lang.Language, path string, src []byte) []lang.Region {
	t.Helper()
	l.Frameworks = []*lang.Framework{Framework()}
	f, err := l.Extract(context.Background(), p, lang.Input{Path: path, Src: src, Language: l, Rich: true})
	if err != nil {
		return nil // what takes too long
	}
	if err := lang.Validate(f, len(src)); err != nil {
		t.Fatalf("%s: %v\n%q", path, err, src)
	}
	var out []lang.Region
	for _, g := range f.Rich.Regions {
		if g.Kind == kind {
			out = append(out, g)
		}
	}
	return out
}

// TestFiles: which files are configuration.
func TestFiles(t *testing.T) {
	for path, want := range map[string]bool{
		"tailwind.config.js": true, "a/tailwind.admin.config.mts": true, "tailwind.config.d/x.js": false, "my.tailwind.config.js": false, "tailwind.js": false, "tailwind.config": false,
	} {
		if got := isConfig(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// TestHostile: names that stand for one another, and deep or wide nesting, end soon.
func TestHostile(t *testing.T) {
	p := ts.NewParser(ts.Limits{})
	defer p.Close()
	js := typescript.Languages()[0]
	doubling := "const a0 = {x: 1};\n"
	for i := range 60 {
		n := strings.Repeat("i", i)
		doubling += "const a" + n + "i = {...a" + n + ", b: a" + n + ", c: [a" + n + ", ...[a" + n + "]]};\n"
	}
	start := time.Now()
	for _, text := range []string{
		doubling + "const a = {colors: a" + strings.Repeat("i", 60) + "}; export default {theme: a, plugins: [a], content: a}",
		"const a = b, b = a; export default {theme: a, content: [b], plugins: b}",
		"const a = {theme: a, plugins: [a], content: {files: a}}; module.exports = a",
		"module.exports = " + strings.Repeat("f(", 3000) + "{theme: {}}" + strings.Repeat(")", 3000),
		"module.exports = {theme: " + strings.Repeat("{colors:", 3000) + strings.Repeat("}", 3001),
		"module.exports = {theme: {colors: {" + strings.Repeat("a: 1, ...b, ", 20000) + "}}}",
	} {
		if got := regions(t, p, js, "tailwind.config.js", []byte(text)); len(got) == 0 && strings.Contains(text, "plugins") {
			t.Errorf("no chunks of %.80q", text)
		}
	}
	style := "@theme {" + strings.Repeat("--color-a: b; --font-c: d, e;", 20000) + "}" + strings.Repeat("@plugin 'a' {}@source 'b';", 5000)
	if got := regions(t, p, css.Languages()[0], "a.css", []byte(style)); len(got) != 3 {
		t.Errorf("%d chunks of a large sheet", len(got))
	}
	if d := time.Since(start); d > time.Minute {
		t.Errorf("it took %v", d)
	}
}

func FuzzChunks(f *testing.F) {
	for _, text := range []string{
		"module.exports = {content: ['a'], theme: {extend: {colors: {a: {b: '#000'}}, fontFamily: {a: [['b'], {}]}}}, plugins: [require('a')({})]}",
		"import a from 'b'; const c = {...a, d: a.e}; export default f(c satisfies D)", "export default () => ({theme: ({a}) => ({a})})", "exports.default = {theme, ...a, 'b': `c${d}`, [e]: 1}",
		"@theme inline { --color-a: b; --font-c: 'd', e }", "@plugin 'a' { b: c } @source not inline('d'); @import 'tailwindcss' source(none) prefix(tw);", "@config url(a); @theme{--color-:", "@source inline(", "@plugin",
	} {
		f.Add(false, []byte(text))
		f.Add(true, []byte(text))
	}
	p := ts.NewParser(ts.Limits{Nodes: 1 << 20, Time: time.Second})
	f.Cleanup(p.Close)
	js, sheet := typescript.Languages()[0], css.Languages()[1]
	f.Fuzz(func(t *testing.T, style bool, src []byte) {
		if style {
			regions(t, p, sheet, "a.scss", src)
		} else {
			regions(t, p, js, "tailwind.config.ts", src)
		}
	})
}
