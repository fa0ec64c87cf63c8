package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// bombsPart gives ci texts that are small to write and large to understand: nested,
// doubled, repeated, circular, in every language and format that it reads, and as
// patterns, globs, imported indexes and names. None may cost the process, more than its
// bounds, or anything about the files beside it.
func bombsPart() part {
	all := bombs()
	return part{
		name: "bombs", does: "nesting, doubling, repetition and cycles in each language and format, as patterns, globs and imported indexes",
		share: 10, cases: len(all) * len(levels),
		prepare: func(s *suite) (func(*trial), error) {
			base := small(2)
			want, err := s.answersOf(base, goodQuestions)
			if err != nil {
				return nil, err
			}
			order := s.random("bombs", -1).Perm(len(all) * len(levels))
			return func(t *trial) {
				n := order[t.number%len(order)]
				explode(t, all[n/len(levels)], n%len(levels), base, want)
			}, nil
		},
	}
}

// levels are the sizes in which each bomb is tried.
var levels = []string{"small", "large", "huge"}

// bomb is one text or command that grows.
type bomb struct {
	name string
	// files returns the files of the bomb at a level; nil when it is a command.
	files func(level int) tree
	// command returns the command that is the bomb; nil when it is files.
	command func(level int) []string
	// tools returns the calls of an agent that are the bomb; nil when it is none.
	tools func(level int) []toolCall
	// governs: what it holds may change answers about other files.
	governs bool
}

// explode is one case.
func explode(t *trial, b bomb, level int, base tree, want oracle) {
	t.must(gitFolder(t.box.repo))
	t.must(base.write(t.box.repo))
	t.did("%s, %s", b.name, levels[level])
	if b.files != nil {
		files := b.files(level)
		t.must(files.write(t.box.repo))
		for name, text := range files {
			if len(files) < 4 {
				t.did("%s: %d bytes: %.80q", name, len(text), text)
			}
		}
	}
	t.guard()
	if o := t.ci("index", "--quiet"); o.code > 1 {
		t.found(Said, "ci index: status %d: %s", o.code, excerpt(o.err))
		if !o.clear() {
			t.found(Silent, "ci index: status %d without a clear line", o.code)
		}
	}
	if t.verdict >= Silent {
		return
	}
	if b.command != nil {
		args := b.command(level)
		if args[0] == "import" {
			t.must(os.WriteFile(filepath.Join(t.box.dir, "tmp", "x.scip"), []byte(args[1]), 0o600))
			args = []string{"import", filepath.Join(t.box.dir, "tmp", "x.scip")}
		}
		if o := t.call(call{args: args}); o.code > 0 {
			if !o.clear() {
				t.found(Silent, "%s: status %d without a clear line: %s", o.call, o.code, excerpt(o.err))
			}
			t.found(Said, "%s: %s", o.call, excerpt(o.err))
		}
	}
	if b.tools != nil {
		t.dialogue([]string{"mcp", "--no-daemon"}, append(b.tools(level), clientTools[0]))
	}
	for _, q := range goodQuestions {
		if a := t.ask(q); !b.governs {
			t.compare(q.String(), a, want[q.String()])
		}
		if t.verdict >= Silent {
			return
		}
	}
	if b.files != nil {
		for name := range b.files(level) {
			t.ask(question{args: []string{"outline", name, "--json"}})
			t.ask(question{args: []string{"debug", "chunks", name, "--json"}})
			break
		}
		t.ask(question{args: []string{"index", "--quiet", "--output", "-"}, binary: true})
	}
}

// maxBomb is how many bytes a file of a bomb has at the most.
const maxBomb = 1_000_000

// bombs returns all bombs.
func bombs() []bomb {
	var out []bomb
	for _, n := range nests {
		out = append(out, bomb{name: "nested: " + n.path + " " + n.open, files: func(level int) tree { return n.make([]int{300, 8000, 250_000}[level]) }})
	}
	for _, d := range doubles {
		out = append(out, bomb{name: "doubled: " + d.path + " " + firstLine(d.line), files: func(level int) tree { return d.make([]int{16, 40, 2000}[level]) }})
	}
	for _, m := range manys {
		out = append(out, bomb{name: "many: " + m.path + " " + firstLine(m.line), files: func(level int) tree { return m.make([]int{500, 8000, 200_000}[level]) }})
	}
	out = append(out, special()...)
	for _, p := range patterns {
		out = append(out, bomb{name: "pattern: " + p.name, command: func(level int) []string {
			return []string{"search", "--text", "--json", "--limit", "10", "-e", p.make([]int{20, 1000, 20_000}[level])}
		}})
	}
	for _, g := range globs {
		out = append(out, bomb{name: "glob: " + g.name, command: func(level int) []string {
			return []string{"search", "--text", "hovers", "--json", "-g", g.make([]int{20, 1000, 20_000}[level])}
		}})
		out = append(out, bomb{name: "glob to pack: " + g.name, command: func(level int) []string {
			return []string{"pack", g.make([]int{20, 1000, 20_000}[level])}
		}})
		out = append(out, bomb{name: "glob in .gitignore: " + g.name, governs: true, files: func(level int) tree {
			return tree{".gitignore": g.make([]int{20, 1000, 20_000}[level]) + "\n"}
		}})
		out = append(out, bomb{name: "glob in exclude_patterns: " + g.name, governs: true, files: func(level int) tree {
			return tree{".code-intel/config.json": fmt.Sprintf(`{"exclude_patterns": [%q]}`, g.make([]int{20, 1000, 20_000}[level]))}
		}})
		out = append(out, bomb{name: "glob in workspaces: " + g.name, governs: true, files: func(level int) tree {
			return tree{"package.json": fmt.Sprintf(`{"name": "x", "workspaces": [%q]}`, g.make([]int{20, 1000, 20_000}[level]))}
		}})
	}
	for _, p := range patterns {
		out = append(out, bomb{name: "pattern of an agent: " + p.name, tools: func(level int) []toolCall {
			return []toolCall{{"search_text", map[string]any{"pattern": p.make([]int{20, 600, 4000}[level])}}}
		}})
	}
	for _, g := range globs {
		out = append(out, bomb{name: "glob of an agent: " + g.name, tools: func(level int) []toolCall {
			glob := g.make([]int{20, 1000, 20_000}[level])
			return []toolCall{{"search_files", map[string]any{"pattern": glob}}, {"search_text", map[string]any{"pattern": "hovers", "glob": glob}}, {"repo_pack", map[string]any{"paths": []string{glob}}}}
		}})
	}
	for _, q := range []string{"def", "refs", "callers"} {
		out = append(out, bomb{name: "name: " + q, command: func(level int) []string {
			return []string{q, strings.Repeat([]string{"a", "A.", "a/`b`#"}[level], []int{100, 10_000, 15_000}[level]), "--json"}
		}})
	}
	out = append(out,
		bomb{name: "question of many words", command: func(level int) []string {
			return []string{"search", "--semantic", "--json", strings.Repeat("bird shore 鳥 ", []int{100, 1000, 8000}[level])}
		}},
		bomb{name: "symbol of many initials", command: func(level int) []string {
			return []string{"search", "--symbol", "--json", strings.Repeat("aB", []int{10, 1000, 50_000}[level])}
		}},
	)
	for _, f := range forgeries() {
		out = append(out, bomb{name: "import: " + f.name, governs: true, command: func(level int) []string { return []string{"import", f.make(level)} }})
	}
	return out
}

// firstLine returns the beginning of a text.
func firstLine(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return fmt.Sprintf("%.40s", text)
}

// nest is a text in the middle of n pairs.
type nest struct{ path, before, open, middle, close, after string }

func (x nest) make(n int) tree {
	n = min(n, (maxBomb-len(x.before)-len(x.middle)-len(x.after))/(len(x.open)+len(x.close)))
	return tree{"bad/" + x.path: x.before + strings.Repeat(x.open, n) + x.middle + strings.Repeat(x.close, n) + x.after}
}

// nests are nestings; what closes may be missing.
var nests = []nest{
	{"a.go", "package a\n\nvar x = ", "(", "1", ")", "\n"},
	{"a.go", "package a\n\nvar x ", "[]", "int", "", "\n"},
	{"a.go", "package a\n\nvar x ", "func(", "int", ")", "\n"},
	{"a.go", "package a\n\nvar x = ", "func() any { return ", "1", "}", "\n"},
	{"a.go", "package a\n\nfunc f() {", "{", "", "}", "}\n"},
	{"a.go", "package a\n\nfunc f() {", "if true {", "", "}", "}\n"},
	{"a.go", "package a\n\ntype t ", "struct{ a ", "int", "}", "\n"},
	{"a.go", "package a\n\ntype t ", "interface{ m() ", "int", "}", "\n"},
	{"a.go", "package a\n\ntype g[T any] struct{}\n\nvar x ", "g[", "int", "]", "\n"},
	{"a.go", "package a\n\nvar x = ", "[]any{", "1", "}", "\n"},
	{"a.go", "package a\n\nvar x = 1", "+1", "", "", "\n"},
	{"a.go", "package a\n\nvar x = \"a\"", " + \"a\"", "", "", "\n"},
	{"a.go", "package a\n\nvar x = y", ".y", "", "", "\n"},
	{"a.go", "package a\n\nvar x = y", "()", "", "", "\n"},
	{"a.go", "package a\n\nvar x = ", "-", "1", "", "\n"},
	{"a.go", "package a\n\nvar x = ", "*", "y", "", "\n"},
	{"a.go", "package a\n\nvar x ", "map[string]", "int", "", "\n"},
	{"a.go", "package a\n\nvar x ", "<-chan ", "int", "", "\n"},
	{"a.go", "//go:build ", "(", "linux", ")", "\npackage a\n"},
	{"a.go", "package a\n\nconst x = 1", "<<1", "", "", "\n"},
	{"a.go", "package a\n\nfunc f() {", "switch {case true:", "", "}", "}\n"},
	{"a.py", "x = ", "(", "1", ")", "\n"},
	{"a.py", "x = ", "[", "1", "]", "\n"},
	{"a.py", "x = ", "{1: ", "1", "}", "\n"},
	{"a.py", "x = ", "lambda: ", "1", "", "\n"},
	{"a.py", "x = ", "not ", "1", "", "\n"},
	{"a.py", "x = 1", " if 1 else 2", "", "", "\n"},
	{"a.py", "x = a", ".b", "", "", "\n"},
	{"a.py", "x = a", "[0]", "", "", "\n"},
	{"a.py", "x = a", "()", "", "", "\n"},
	{"a.py", "x: ", "list[", "int", "]", " = 1\n"},
	{"a.py", "x = ", "f'{", "1", "}'", "\n"},
	{"a.py", "x = ", "[a for a in ", "b", "]", "\n"},
	{"a.py", "", "@d\n", "def f(): pass", "", "\n"},
	{"a.py", "if 1: pass\n", "elif 1: pass\n", "", "", ""},
	{"a.py", "", "def f(a=", "1", "): pass", "\n"},
	{"a.ts", "const x = ", "(", "1", ")", "\n"},
	{"a.ts", "const x = ", "[", "1", "]", "\n"},
	{"a.ts", "const x = ", "{a: ", "1", "}", "\n"},
	{"a.ts", "const x = ", "() => ", "1", "", "\n"},
	{"a.ts", "const x = ", "(a => ", "1", ")", "\n"},
	{"a.ts", "const x = ", "`${", "1", "}`", "\n"},
	{"a.ts", "const x = ", "!", "1", "", "\n"},
	{"a.ts", "const x = a", "?.b", "", "", "\n"},
	{"a.ts", "const x = a", ".then(b => b", "", ")", "\n"},
	{"a.ts", "const x = 1", " ? 1 : 1", "", "", "\n"},
	{"a.ts", "const x = a", " as any", "", "", "\n"},
	{"a.ts", "type x = ", "Array<", "1", ">", "\n"},
	{"a.ts", "type x = ", "A extends B ? ", "1", " : 2", "\n"},
	{"a.ts", "type x = ", "(a: ", "1", ") => 1", "\n"},
	{"a.ts", "type x = ", "{a: ", "1", "}", "\n"},
	{"a.ts", "type x = ", "keyof ", "a", "", "\n"},
	{"a.ts", "type x = 1", "[]", "", "", "\n"},
	{"a.ts", "type x = 1", "['a']", "", "", "\n"},
	{"a.ts", "", "namespace a {", "", "}", "\n"},
	{"a.ts", "", "class A { m() {", "", "}}", "\n"},
	{"a.ts", "", "function f() {", "", "}", "\n"},
	{"a.ts", "const x = ", "new ", "A", "", "\n"},
	{"a.ts", "const x = ", "await ", "a", "", "\n"},
	{"a.ts", "const ", "{a: ", "b", "}", " = c\n"},
	{"a.tsx", "const x = ", "<a>", "", "</a>", "\n"},
	{"a.tsx", "const x = ", "<a b={", "1", "}/>", "\n"},
	{"a.jsx", "const x = ", "<a>{", "1", "}</a>", "\n"},
	{"a.js", "const x = /", "(", "a", ")", "/\n"},
	{"a.js", "/** @type {", "Array<", "a", ">", "} */\nvar x\n"},
	{"A.java", "class A { int x = ", "(", "1", ")", "; }\n"},
	{"A.java", "", "class A {", "", "}", "\n"},
	{"A.java", "class A { Object x = ", "() -> ", "1", "", "; }\n"},
	{"A.java", "class A { ", "List<", "A", ">", " x; }\n"},
	{"A.java", "class A { String x = \"\"", " + \"a\"", "", "", "; }\n"},
	{"A.java", "class A { Object x = ", "new A() { Object y = ", "1", "; }", "; }\n"},
	{"A.java", "class A { Object x = a", ".b()", "", "", "; }\n"},
	{"A.java", "", "@A(", "1", ")", " class A {}\n"},
	{"A.java", "class A { int", "[]", "", "", " x; }\n"},
	{"A.java", "class A { Object x = ", "(A) ", "y", "", "; }\n"},
	{"a.php", "<?php $x = ", "[", "1", "]", ";\n"},
	{"a.php", "<?php $x = ", "(", "1", ")", ";\n"},
	{"a.php", "<?php $x = ", "fn() => ", "1", "", ";\n"},
	{"a.php", "<?php $x = ", "function() { return ", "1", ";}", ";\n"},
	{"a.php", "<?php $x = 'a'", " . 'a'", "", "", ";\n"},
	{"a.php", "<?php $x = $a", "->b()", "", "", ";\n"},
	{"a.php", "<?php $x = $a", "['b']", "", "", ";\n"},
	{"a.php", "<?php ", "if (1) {", "", "}", "\n"},
	{"a.php", "<?php $x = \"", "{$a['", "b", "']}", "\";\n"},
	{"a.php", "<?php $x = ", "match(1) { 1 => ", "1", "}", ";\n"},
	{"a.php", "<?php $x = ", "$", "a", "", ";\n"},
	{"a.php", "<?php Route::prefix('a')", "->group(function () { Route::prefix('a')", "", "; })", ";\n"},
	{"a.blade.php", "", "@if(1)\n", "", "@endif\n", ""},
	{"a.blade.php", "", "<x-card>", "", "</x-card>", ""},
	{"a.blade.php", "{{ ", "(", "1", ")", " }}"},
	{"a.html", "", "<div>", "", "</div>", ""},
	{"a.html", "", "<a ", "", "", ""},
	{"a.html", "", "{% if a %}", "", "{% endif %}", ""},
	{"a.html", "", "<script>", "", "", ""},
	{"a.vue", "<template>", "<div>", "", "</div>", "</template>"},
	{"a.vue", "<template><a :b=\"", "(", "1", ")", "\"/></template>"},
	{"a.svelte", "", "{#if a}", "", "{/if}", ""},
	{"a.c", "int x = ", "(", "1", ")", ";\n"},
	{"a.c", "int ", "(*", "x", ")()", ";\n"},
	{"a.c", "int ", "*", "x", "", ";\n"},
	{"a.c", "int x", "[1]", "", "", ";\n"},
	{"a.c", "", "struct a {", "int b;", "};", "\n"},
	{"a.c", "void f() {", "{", "", "}", "}\n"},
	{"a.c", "", "#if A\n", "", "#endif\n", ""},
	{"a.c", "", "#if A\n", "", "", ""},
	{"a.c", "#if ", "(", "A", ")", "\n#endif\n"},
	{"a.c", "int x = ", "A(", "1", ")", ";\n"},
	{"a.c", "", "__attribute__((", "a", "))", " int x;\n"},
	{"a.c", "int x = ", "{", "1", "}", ";\n"},
	{"a.cpp", "", "namespace a {", "", "}", "\n"},
	{"a.cpp", "", "template <typename T> ", "class A {};", "", "\n"},
	{"a.cpp", "", "A<", "int", ">", " x;\n"},
	{"a.cpp", "auto x = ", "[] { return ", "1", "; }", ";\n"},
	{"a.cpp", "", "a::", "b", "", " x;\n"},
	{"a.cpp", "auto x = a", "<b", "", "", ";\n"},
	{"a.rs", "type X = ", "Vec<", "u8", ">", ";\n"},
	{"a.rs", "fn f() ", "{", "", "}", "\n"},
	{"a.rs", "", "/*", "", "*/", "\n"},
	{"a.rs", "fn f() { ", "m!(", "1", ")", "; }\n"},
	{"a.rs", "type X = ", "&", "u8", "", ";\n"},
	{"a.cs", "class A { object x = ", "(", "1", ")", "; }\n"},
	{"a.cs", "", "namespace A {", "", "}", "\n"},
	{"a.cs", "class A { string x = ", "$\"{", "1", "}\"", "; }\n"},
	{"a.kt", "val x = ", "\"${", "1", "}\"", "\n"},
	{"a.kt", "val x = ", "{ ", "1", " }", "\n"},
	{"a.kt", "val x: ", "List<", "Int", ">", "\n"},
	{"a.scala", "val x = ", "(", "1", ")", "\n"},
	{"a.scala", "val x = ", "s\"${", "1", "}\"", "\n"},
	{"a.scala", "type X = ", "List[", "Int", "]", "\n"},
	{"a.swift", "let x = ", "(", "1", ")", "\n"},
	{"a.swift", "let x = ", "\"\\(", "1", ")\"", "\n"},
	{"a.swift", "let x = 1", " + 1", "", "", "\n"},
	{"a.rb", "x = ", "[", "1", "]", "\n"},
	{"a.rb", "x = ", "\"#{", "1", "}\"", "\n"},
	{"a.rb", "", "module A\n", "", "end\n", ""},
	{"a.rb", "", "f <<A, ", "", "", "\n"},
	{"a.lua", "x = ", "{", "1", "}", "\n"},
	{"a.lua", "", "function f() ", "", " end", "\n"},
	{"a.lua", "x = ", "(", "1", ")", "\n"},
	{"a.lua", "x = [", "=", "[", "", "x"},
	{"a.sh", "x=", "$(", "a", ")", "\n"},
	{"a.sh", "x=", "`", "a", "`", "\n"},
	{"a.sh", "x=", "${a:-", "b", "}", "\n"},
	{"a.sh", "", "(", "a", ")", "\n"},
	{"a.sh", "", "if a; then ", "b", "; fi", "\n"},
	{"a.sh", "", "cat <<A; ", "", "", "\n"},
	{"a.sh", "x=$((", "(", "1", ")", "))\n"},
	{"a.ex", "x = ", "[", "1", "]", "\n"},
	{"a.ex", "", "defmodule A do\n", "", "end\n", ""},
	{"a.ex", "x = ", "fn -> ", "1", " end", "\n"},
	{"a.elm", "x = ", "(", "1", ")", "\n"},
	{"a.elm", "", "{-", "", "-}", "\nx = 1\n"},
	{"a.ml", "let x = ", "(", "1", ")", "\n"},
	{"a.ml", "", "(*", "", "*)", "\n"},
	{"a.ml", "", "module A = struct ", "", " end", "\n"},
	{"a.groovy", "def x = ", "[", "1", "]", "\n"},
	{"a.groovy", "def x = ", "\"${", "1", "}\"", "\n"},
	{"a.groovy", "", "a { ", "", " }", "\n"},
	{"a.tf", "a = ", "[", "1", "]", "\n"},
	{"a.tf", "a = ", "\"${", "b", "}\"", "\n"},
	{"a.tf", "", "a \"b\" {\n", "", "}\n", ""},
	{"a.sql", "SELECT ", "(SELECT ", "1", ")", ";\n"},
	{"a.sql", "SELECT ", "CASE WHEN 1 THEN ", "1", " END", ";\n"},
	{"a.sql", "SELECT 1", " UNION SELECT 1", "", "", ";\n"},
	{"a.sql", "SELECT * FROM a", " JOIN a ON 1", "", "", ";\n"},
	{"a.sql", "SELECT 1 WHERE ", "NOT ", "1", "", ";\n"},
	{"a.sql", "", "/*", "", "*/", "SELECT 1;\n"},
	{"a.sql", "", "BEGIN ", "", " END;", "\n"},
	{"a.proto", "", "message A {", "", "}", "\n"},
	{"a.proto", "option (a) = ", "{ a: ", "1", "}", ";\n"},
	{"a.css", "", ".a { ", "", " }", "\n"},
	{"a.css", ".a { b: ", "calc(", "1", ")", "; }\n"},
	{"a.css", "", ":not(", ".a", ")", " {}\n"},
	{"a.css", "", "@media a { ", "", "}", "\n"},
	{"a.scss", "", ".a { &-b", "", "}", "\n"},
	{"a.scss", "", "@if 1 {", "", "}", "\n"},
	{"a.scss", "$a: ", "(a: ", "1", ")", ";\n"},
	{"a.scss", ".a { b: ", "#{", "1", "}", "; }\n"},
	{"a.md", "", "> ", "a", "", "\n"},
	{"a.md", "", "[", "a", "](b)", "\n"},
	{"a.md", "", "*a **b ", "", "", "\n"},
	{"a.md", "", "`", "a", "", "\n"},
	{"a.md", "", "- ", "a", "", "\n"},
	{"a.md", "", "<a>", "", "", "\n"},
	{"a.md", "", "|a", "", "", "\n|-|\n"},
	{"a.yaml", "a: ", "[", "1", "]", "\n"},
	{"a.yaml", "a: ", "{b: ", "1", "}", "\n"},
	{"a.yaml", "", "- ", "a", "", "\n"},
	{"a.yaml", "", "? ", "a", "", "\n"},
	{"a.yaml", "a: ", "!!a ", "1", "", "\n"},
	{"en.json", "", "{\"a\": ", "1", "}", "\n"},
	{"en.json", "", "[", "1", "]", "\n"},
	{"locales/en/a.json", "", "{\"a\": ", "\"b\"", "}", "\n"},
	{"package.json", "{\"exports\": ", "{\".\": ", "\"a\"", "}", "}\n"},
	{"tsconfig.json", "", "{\"compilerOptions\": ", "1", "}", "\n"},
	{"tsconfig.json", "", "/*", "{}", "*/", "\n"},
	{"composer.json", "", "{\"autoload\": ", "1", "}", "\n"},
	{"pnpm-workspace.yaml", "packages: ", "[", "a", "]", "\n"},
	{"a.toml", "a = ", "[", "1", "]", "\n"},
	{"a.toml", "a = ", "{b = ", "1", "}", "\n"},
	{"a.toml", "", "a.", "b = 1", "", "\n"},
	{"pyproject.toml", "[tool.poetry]\na = ", "[", "1", "]", "\n"},
	{"a.cue", "a: ", "{b: ", "1", "}", "\n"},
	{"a.cue", "", "a: ", "1", "", "\n"},
	{"Dockerfile", "FROM a\nRUN a ", "\\\n", "b", "", "\n"},
	{"a.xlf", "<xliff>", "<g>", "", "</g>", "</xliff>"},
	{"a.po", "msgid \"a\"\n", "\"b\"\n", "", "", "msgstr \"\"\n"},
	{"messages_en.properties", "a = ", "\\\n", "b", "", "\n"},
	{".env.example", "A=", "${B:-", "1", "}", "\n"},
	{"go.mod", "module a\n\nrequire ", "(\n", "", ")\n", ""},
}

// double is a chain of lines, each of which names the one before it twice.
type double struct{ path, first, line, last string }

func (x double) make(n int) tree {
	b := &strings.Builder{}
	b.WriteString(x.first)
	for i := 1; i <= n && b.Len() < maxBomb; i++ {
		b.WriteString(strings.NewReplacer("%i", fmt.Sprint(i), "%p", fmt.Sprint(i-1)).Replace(x.line))
	}
	b.WriteString(strings.ReplaceAll(x.last, "%i", fmt.Sprint(n)))
	return tree{"bad/" + x.path: b.String()}
}

// doubles are what grows as a power of two when it is expanded.
var doubles = []double{
	{"a.go", "package a\n\ntype T0 struct{ a int }\n", "type T%i struct{ a, b T%p }\n", "var X T%i\n"},
	{"a.go", "package a\n\ntype T0[A any] struct{ a A }\n", "type T%i[A any] struct{ a T%p[T%p[A]] }\n", "var X T%i[int]\n"},
	{"a.go", "package a\n\n", "type G%i[T any] struct{ x *G%i[G%p[G%i[T]]] }\n", "type G0[T any] struct{ y *G%i[T] }\n"},
	{"a.go", "package a\n\n", "type G%i[T any] struct{ x G%p[struct{ a, b T }] }\n", "type G0[T any] struct{ y *G%i[T] }\n"},
	{"a.go", "package a\n\ntype A0[T any] = []T\n", "type A%i[T any] = A%p[A%p[T]]\n", "var X A%i[int]\n"},
	{"a.go", "package a\n\nfunc f0[T any](x T) {}\n", "func f%i[T any](x T) { f%p([]T{x}); f%p(&x) }\n", "func g() { f%i(1) }\n"},
	{"a.go", "package a\n\ntype I0 interface{ m() }\n", "type I%i interface{ I%p; I%p }\n", "var X I%i\n"},
	{"a.go", "package a\n\ntype S0 struct{ F int }\n", "type S%i struct{ *S%p }\ntype R%i struct{ *S%p }\n", "var X = S%i{}.F\n"},
	{"a.go", "package a\n\nconst c0 = \"aaaaaaaaaaaaaaaa\"\n", "const c%i = c%p + c%p\n", "var X = c%i\n"},
	{"a.go", "package a\n\nconst c0 = 3\n", "const c%i = c%p * c%p\n", "var X = c%i > 0\n"},
	{"a.go", "package a\n\ntype F0 func()\n", "type F%i func(F%p) F%p\n", "var X F%i\n"},
	{"a.go", "package a\n\ntype U0 interface{ ~int | ~string }\n", "type U%i interface{ U%p | ~[%i]int }\n", "func f[T U%i](x T) {}\n"},
	{"a.go", "package a\n\nvar v0 = 1\n", "var v%i = v%p + v%p\n", ""},
	{"a.go", "package a\n\nfunc f0() int { return 1 }\n", "func f%i() int { return f%p() + f%p() }\n", ""},
	{"a.go", "package a\n\ntype C[T any, P interface{ *T }] struct{}\ntype Q0 struct{}\n", "type Q%i struct{ a C[Q%p, *Q%p] }\n", ""},
	{"a.c", "#define A0 x x\n", "#define A%i A%p A%p\n", "int y = A%i;\n"},
	{"a.c", "#define A0(x) x x\n", "#define A%i(x) A%p(x) A%p(A%p(x))\n", "int y = A%i(1);\n"},
	{"a.c", "typedef int T0;\n", "typedef struct { T%p a, b; } T%i;\n", "T%i x;\n"},
	{"a.cpp", "template <class T> struct A0 {};\n", "template <class T> struct A%i { A%p<A%p<T>> x; };\n", "A%i<int> x;\n"},
	{"a.ts", "type T0 = 'a' | 'b'\n", "type T%i = `${T%p}${T%p}`\n", "export const x: T%i = null!\n"},
	{"a.ts", "type T0 = { a: 1 }\n", "type T%i = [T%p, T%p]\n", "export const x: T%i = null!\nx[0][1][0]\n"},
	{"a.ts", "type T0<A> = A[]\n", "type T%i<A> = T%p<T%p<A>>\n", "export const x: T%i<1> = null!\nx.length\n"},
	{"a.ts", "type T0 = { a: 1 }\n", "type T%i = T%p & { b%i: T%p }\n", "export const x: T%i = null!\nx.b1.a\n"},
	{"a.ts", "interface I0 { a(): I0 }\n", "interface I%i extends I%p { b(): I%p; c%i: I%i }\n", "declare const x: I%i\nx.b().b().a()\n"},
	{"a.ts", "const o0 = { a: 1 }\n", "const o%i = { ...o%p, x: o%p, y: o%p }\n", "o%i.x.y.x.a\n"},
	{"a.ts", "const f0 = (a) => a\n", "const f%i = (a) => f%p(f%p(a))\n", "f%i(1).x\n"},
	{"a.ts", "type R0<T> = T extends [infer A, ...infer B] ? R0<[...B, A, A]> : never\n", "type R%i<T> = R%p<R%p<T>>\n", "declare const x: R%i<[1]>\nx.a\n"},
	{"a.py", "x0 = 1\n", "x%i = (x%p, x%p)\n", "x%i[0][1].real\n"},
	{"a.py", "class A0: pass\n", "class A%i(A%p): pass\nclass B%i(A%p): pass\nclass C%i(A%i, B%i): pass\n", "C%i().x\n"},
	{"a.py", "def f0(a): return a\n", "def f%i(a): return [f%p(a), f%p(a)]\n", "f%i(1)[0][1].x\n"},
	{"a.py", "T0 = int\n", "T%i = dict[T%p, T%p]\n", "x: T%i = None\nx.get(1)\n"},
	{"a.py", "x0 = lambda: 1\n", "x%i = x%p if x%p() else x%p\n", "x%i.y\n"},
	{"A.java", "class A0<T> { T get() { return null; } }\n", "class A%i<T> extends A%p<A%p<T>> {}\n", "class X { Object x = new A%i<X>().get().get().get(); }\n"},
	{"A.java", "interface I0 { void m(); }\n", "interface I%i extends I%p {}\ninterface J%i extends I%p, I%i {}\n", "class X { void f(J%i j) { j.m(); } }\n"},
	{"A.java", "class A { static int f0(int a) { return a; }\n", "static int f%i(int a) { return f%p(f%p(a)); } static long f%i(long a) { return f%p(f%p(a)); }\n", "}\n"},
	{"a.php", "<?php\ntrait T0 { function m() {} }\n", "trait T%i { use T%p; }\ntrait U%i { use T%p, T%i; }\n", "class X { use T%i; function f() { $this->m(); } }\n"},
	{"a.php", "<?php\nclass C0 { const X = 'a'; }\n", "class C%i extends C%p { const X = C%p::X . C%p::X; }\n", "echo C%i::X;\n"},
	{"a.php", "<?php\n$x0 = 1;\n", "$x%i = [$x%p, $x%p];\n", "$x%i[0][1]->y();\n"},
	{"a.scss", "$a0: a;\n@mixin m0 { b: c }\n", "@mixin m%i { @include m%p; @include m%p }\n", ".x { @include m%i }\n"},
	{"a.scss", "%a0 { b: c }\n", "%a%i { @extend %a%p; @extend %a%p }\n", ".x { @extend %a%i }\n"},
	{"a.scss", "", ".a, .b { &-c, &-d {\n", ""},
	{"a.yaml", "a0: &a0 [x, x]\n", "a%i: &a%i [*a%p, *a%p, *a%p]\n", "b: *a%i\n"},
	{"a.yaml", "a0: &a0 {x: y}\n", "a%i: &a%i {<<: *a%p, k%i: *a%p}\n", "b: *a%i\n"},
	{"pnpm-workspace.yaml", "a0: &a0 [x, x]\n", "a%i: &a%i [*a%p, *a%p, *a%p]\n", "packages: *a%i\n"},
	{"locales/en.yml", "en:\n  a0: &a0 {x: y}\n", "  a%i: &a%i {l: *a%p, r: *a%p}\n", ""},
	{"a.xlf", "<!DOCTYPE x [<!ENTITY e0 \"lol\">\n", "<!ENTITY e%i \"&e%p;&e%p;\">\n", "]><xliff><file><body><trans-unit id=\"a\"><source>&e%i;</source></trans-unit></body></file></xliff>\n"},
	{"a.html", "<!DOCTYPE x [<!ENTITY e0 \"lol\">\n", "<!ENTITY e%i \"&e%p;&e%p;\">\n", "]>&e%i;\n"},
	{"a.sql", "CREATE VIEW v0 AS SELECT 1;\n", "CREATE VIEW v%i AS SELECT * FROM v%p JOIN v%p ON 1=1;\n", "SELECT * FROM v%i;\n"},
	{"a.sh", "x0=a\n", "x%i=\"$x%p$x%p\"\n", "echo $x%i\n"},
	{"a.rs", "macro_rules! m0 { () => { x } }\n", "macro_rules! m%i { () => { m%p!() m%p!() } }\n", "fn f() { m%i!() }\n"},
	{"a.rb", "module M0; end\n", "module M%i; include M%p; include M%p; end\n", ""},
	{"a.kt", "class A0<T>\n", "class A%i<T> : A%p<A%p<T>>()\n", ""},
	{"a.cs", "class A0<T> {}\n", "class A%i<T> : A%p<A%p<T>> {}\n", ""},
	{"a.tf", "locals { a0 = 1 }\n", "locals { a%i = \"${local.a%p}${local.a%p}\" }\n", ""},
	{".env.example", "A0=lol\n", "A%i=${A%p}${A%p}\n", ""},
	{"go.mod", "module example.org/bad\n", "replace example.org/r%i => ./r%p\nrequire example.org/r%i v1.0.0\n", ""},
}

// many is the same again and again.
type many struct{ path, first, line, last string }

func (x many) make(n int) tree { return double(x).make(n) }

// manys are long rather than deep: what is done for each must not be done for each pair.
var manys = []many{
	{"a.go", "package a\n\n", "func f() {}\n", ""},
	{"a.go", "package a\n\n", "var _ = x.y\n", ""},
	{"a.go", "package a\n\ntype T struct{}\n", "func (t *T) m%i() { t.m%p() }\n", ""},
	{"a.go", "package a\n\ntype T struct {\n", "f%i *T\n", "}\n"},
	{"a.go", "package a\n\nimport (\n", "\"a/b%i\"\n", ")\n"},
	{"a.go", "package a\n\nfunc f(x int) {\n switch x {\n", "case %i:\n", "}\n}\n"},
	{"a.go", "package a\n\nfunc f() {\n", "L%i: goto L%p\n", "}\n"},
	{"a.go", "package a\n\nvar x = []int{\n", "%i,\n", "}\n"},
	{"a.go", "package a\n\ntype I interface {\n", "m%i()\n", "}\n"},
	{"a.go", "package a\n\n", "type I%i interface{ m%i() }\ntype T%i struct{}\n", ""},
	{"a.py", "", "from a import *\n", "x\n"},
	{"a.py", "x = 1\n", "x = x + x\n", "x.y\n"},
	{"a.py", "", "def f(): return f()\n", ""},
	{"a.py", "class A:\n", "    x%i = x%p\n", ""},
	{"a.py", "", "class A(A): pass\n", "A().x\n"},
	{"a.py", "x = [\n", "%i,\n", "]\n"},
	{"a.py", "__all__ = []\n", "__all__ += ['x%i']\n", ""},
	{"a.ts", "", "export * from './a'\n", ""},
	{"a.ts", "", "let x = x\n", "x.y\n"},
	{"a.ts", "", "interface A { m(a: %i): A }\n", "declare let a: A\na.m(1)\n"},
	{"a.ts", "", "declare function f(a: '%i'): %i\n", "f('1')\n"},
	{"a.ts", "type T =\n", "| 'a%i'\n", "declare let x: T\nx.y\n"},
	{"a.ts", "enum E {\n", "a%i,\n", "}\n"},
	{"a.ts", "if (0) {}\n", "else if (x === %i) {}\n", ""},
	{"a.ts", "function f(x) {\n", "if (typeof x === 'string' || x.a%i) { x }\n", "}\n"},
	{"a.js", "var x = {}\n", "x.a%i = x.a%p\n", "x.a1.b\n"},
	{"a.js", "", "module.exports = require('./a')\n", ""},
	{"A.java", "class A {\n", "void m(int a%i) {}\n", "void x() { m(1); } }\n"},
	{"A.java", "", "import a.b%i.*;\n", "class A { X x; }\n"},
	{"a.php", "<?php\n", "include 'a.php';\n", ""},
	{"a.php", "<?php\n", "function f() { return f(); }\n", ""},
	{"a.php", "<?php\n", "Route::get('/a%i', 'A@b')->name('a%p');\n", ""},
	{"a.c", "", "#include \"a.c\"\n", ""},
	{"a.c", "", "#define A%i A%p\n", "A1\n"},
	{"a.c", "", "#if A\nint x%i(\n#else\nint x%i{\n#endif\n", ""},
	{"a.c", "#define A \\\n", "a \\\n", "b\n"},
	{"a.c", "", "int a(a b) a;\n", ""},
	{"a.css", "", ".a%i { color: red }\n", ""},
	{"a.css", "", ".a\n", "{}"},
	{"a.scss", "", "@import 'a';\n", ""},
	{"a.html", "<a\n", "class=\"a%i\"\n", ">"},
	{"a.html", "", "{% include 'a.html' %}\n", ""},
	{"a.blade.php", "", "@include('a')\n", ""},
	{"a.md", "", "# a\n", ""},
	{"a.md", "", "[a%i]: b\n", "[a1]\n"},
	{"a.sql", "INSERT INTO t VALUES\n", "(%i, 'a''b'),\n", "(1);\n"},
	{"a.sql", "", "CREATE TABLE t (a int);\n", ""},
	{"en.json", "{\n", "\"a\": 1,\n", "\"b\": 2}\n"},
	{"en.json", "{\n", "\"a%i\": \"b\",\n", "\"b\": 2}\n"},
	{"a.yaml", "", "a: b\n", ""},
	{"a.yaml", "", "---\n", ""},
	{"a.toml", "", "[a]\n", ""},
	{"a.toml", "", "[[a.b]]\nc.d%i = 1\n", ""},
	{"a.proto", "message A {\n", "A a%i = %i;\n", "}\n"},
	{"a.sh", "", "f() { f; }\n", ""},
	{"a.rb", "", "class A < A; end\n", ""},
	{"a.rs", "", "use a::*;\n", ""},
	{"a.txt", "", "lorem ipsum %i\n", ""},
	{"a.properties", "", "a=b\n", ""},
	{"a.po", "", "msgid \"a\"\nmsgstr \"b\"\n", ""},
	{".env.example", "", "A=b\n", ""},
	{"go.mod", "module example.org/bad\n", "require example.org/r%i v1.%i.0\n", ""},
	{"go.sum", "", "example.org/r%i v1.0.0 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n", ""},
	{"requirements.txt", "", "a%i==1\n", ""},
}

// special are bombs of several files, or of a form of their own.
func special() []bomb {
	n := func(level int, sizes ...int) int { return sizes[level] }
	files := func(name string, make func(level int) tree) bomb {
		return bomb{name: "files: " + name, files: func(level int) tree {
			out := tree{}
			for p, text := range make(level) {
				out[path.Join("bad", p)] = text
			}
			return out
		}}
	}
	each := func(count int, name, text string) tree {
		t := tree{}
		for i := range count {
			r := strings.NewReplacer("%i", fmt.Sprint(i), "%n", fmt.Sprint((i+1)%count), "%m", fmt.Sprint((i+2)%count))
			t[r.Replace(name)] = r.Replace(text)
		}
		return t
	}
	return []bomb{
		files("modules that export one another", func(l int) tree {
			return each(n(l, 10, 100, 1000), "m%i.ts", "export * from './m%n'\nexport * from './m%m'\nexport const x%i = x%n\nimport { x%n } from './m%n'\n")
		}),
		files("modules that import all of one another", func(l int) tree {
			return each(n(l, 10, 100, 1000), "m%i.py", "from .m%n import *\nfrom .m%m import *\nx%i = x%n\n")
		}),
		files("packages that import one another", func(l int) tree {
			return each(n(l, 10, 100, 400), "p%i/p.go", "package p%i\n\nimport \"example.org/birds/bad/p%n\"\nimport b \"example.org/birds/bad/p%m\"\n\ntype T struct{ a p%n.T; b b.T }\n")
		}),
		files("configurations that extend one another", func(l int) tree {
			t := each(n(l, 10, 100, 1000), "t%i.json", `{"extends": ["./t%n.json", "./t%m.json"]}`)
			t["tsconfig.json"] = `{"extends": "./t0.json"}`
			t["a.ts"] = "import x from '@/x'\n"
			return t
		}),
		files("configurations that refer to one another", func(l int) tree {
			return each(n(l, 10, 100, 1000), "t%i/tsconfig.json", `{"references": [{"path": "../t%n"}, {"path": "../t%m"}], "compilerOptions": {"paths": {"*": ["../t%n/*", "../t%m/*"]}}}`)
		}),
		files("classes of each other", func(l int) tree {
			return each(n(l, 10, 100, 1000), "c%i.php", "<?php\nnamespace A;\nclass C%i extends C%n { use C%m; function f() { return (new C%n)->f()->f(); } }\n")
		}),
		files("headers that include one another", func(l int) tree {
			return each(n(l, 10, 100, 1000), "h%i.h", "#include \"h%n.h\"\n#include \"h%m.h\"\n#define A%i A%n A%m\nA%i x%i;\n")
		}),
		files("styles that use one another", func(l int) tree {
			return each(n(l, 10, 100, 1000), "_s%i.scss", "@use 's%n' as *;\n@forward 's%m';\n@mixin m%i { @include m%n; @include m%m }\n")
		}),
		files("templates that include one another", func(l int) tree {
			return each(n(l, 10, 100, 1000), "resources/views/v%i.blade.php", "@extends('v%n')\n@include('v%m')\n<x-v%n/>\n")
		}),
		files("Java classes of each other", func(l int) tree {
			return each(n(l, 10, 100, 1000), "C%i.java", "package a;\nclass C%i<T extends C%n<T>> extends C%n<C%m<T>> { C%m<T> f() { return f().f().f(); } }\n")
		}),
		files("a workspace of workspaces", func(l int) tree {
			t := each(n(l, 10, 100, 1000), "w%i/package.json", `{"name": "w%i", "workspaces": ["../w%n", "../w%m"], "main": "../w%n/index", "dependencies": {"w%n": "*"}}`)
			t["a.js"] = "require('w0')\n"
			return t
		}),
		files("links in a circle of go.mod", func(l int) tree {
			return each(n(l, 5, 50, 300), "g%i/go.mod", "module example.org/g%i\n\nrequire example.org/g%n v0.0.0\n\nreplace example.org/g%n => ../g%n\n")
		}),
		files("types that instantiate one another, over files", func(l int) tree {
			return each(n(l, 4, 16, 64), "g%i.go", "package bad\n\ntype G%i[T any] struct{ x *G%n[G%m[G%n[T]]] }\n\nfunc (g *G%i[T]) M() { g.x.M() }\n")
		}),
		files("one line of a megabyte", func(l int) tree {
			return tree{"a.js": "var x = '" + strings.Repeat("a b ", n(l, 1000, 60_000, 240_000)) + "'", "a.min.css": strings.Repeat(".a{b:c}", n(l, 1000, 30_000, 140_000))}
		}),
		files("only spaces", func(l int) tree {
			return tree{"a.py": strings.Repeat(" ", n(l, 1000, 200_000, 999_000)), "a.yaml": strings.Repeat("\n", n(l, 1000, 200_000, 999_000)), "a.md": strings.Repeat(" \n", n(l, 1000, 100_000, 490_000))}
		}),
		files("words of one letter", func(l int) tree {
			return tree{"a.md": strings.Repeat("a ", n(l, 1000, 100_000, 490_000)), "a.txt": strings.Repeat("漢", n(l, 1000, 100_000, 330_000))}
		}),
	}
}

// texts make a text of a size.
type text struct {
	name string
	make func(n int) string
}

// many1 returns a text that is n times one.
func repeated(name, before, piece, after string) text {
	return text{name, func(n int) string {
		s := before + strings.Repeat(piece, min(n, 100_000/max(1, len(piece)))) + after
		if !utf8.ValidString(s) {
			return "?"
		}
		return s
	}}
}

// patterns are regular expressions.
var patterns = []text{
	repeated("x* many times", "", "x*", ""),
	repeated("optional letters", "", "a?", strings.Repeat("a", 30)),
	repeated("groups", "", "(", "a"),
	repeated("closed groups", "(((((((((((((((((((", "(a)", ")))))))))))))))))))"),
	repeated("alternatives", "a", "|b", ""),
	repeated("dots", "", ".*", "x"),
	repeated("counted in counted", "(((", "a{20}", "){30}){30}){30}"),
	repeated("nested stars", "(((((((((a*)*)*)*)*)*)*)*)*", "b?", "$"),
	repeated("classes", "", `\p{L}*`, ""),
	repeated("case folding", "(?i)", "[a-zé-漢]", ""),
	repeated("words", "", `\w+\s*`, ""),
	repeated("borders", "", `\b`, "x"),
	repeated("lazy", "", ".*?", "x"),
	repeated("a long text", "", "hovers", ""),
	repeated("flags", "", "(?i", ")"),
	repeated("a set", "[", "a-z", "]"),
	{"counted much", func(n int) string { return fmt.Sprintf("(a{%d}){%d}", n, n) }},
	{"at most many", func(n int) string { return fmt.Sprintf("x.{0,%d}y.{0,%d}z", n, n) }},
	{"alternatives of words", func(n int) string {
		var w []string
		for i := range min(n, 10_000) {
			w = append(w, fmt.Sprintf("w%dx", i*7919))
		}
		return strings.Join(w, "|")
	}},
}

// globs are patterns of names.
var globs = []text{
	repeated("letters", "", "a", ""),
	repeated("stars", "", "*a", "b"),
	repeated("folders", "", "**/", "x"),
	repeated("braces", "", "{a,b}", ""),
	repeated("open braces", "", "{a,", ""),
	repeated("nested braces", strings.Repeat("{", 9), "a,", strings.Repeat("}", 9)),
	repeated("sets", "", "[a-z]", ""),
	repeated("open sets", "", "[", ""),
	repeated("question marks", "", "?", ""),
	repeated("exclamation marks", "", "!", "a"),
	repeated("backslashes", "", `\`, "a"),
}
