package gate

import "testing"

func TestPlain(t *testing.T) {
	for p, want := range map[string]bool{
		"README.md": true, "docs/a.RST": true, "LICENSE": true, "app.css": true, "locales/ja.json": true, "po/ja.po": true, "pyproject.toml": true, ".github/workflows/ci.yml": true, "go.mod": true,
		".gitignore": true, ".env.local": true, "Makefile": true, "logo.svg": true, "requirements.txt": true,
		"resources/lang/en/auth.php": true, "lang/pt_BR/a.php": true, "src/locales/ja.ts": true, "src/i18n/zh-Hant/shop.js": true, "config/locales/en.rb": true, "lang/cs_CZ/a.php": true,
		"lang/parser.ts": false, "index/lang/go/a.go": false, "lang/ts/scan.ts": false, "i18n/index.ts": false, "en/auth.php": false, "lang/cs/a.php": false, "app/lang.php": false, "lang/en/a.py": false, "lang.php": false,
		"main.go": false, "setup.py": false, "a.sh": false, "bin/run": false, "app.vue": false, "q.sql": false, "json": false, "md": false, "README.md.py": false, "css.go": false, "": false,
	} {
		if got := Plain(p); got != want {
			t.Errorf("%q: %t", p, got)
		}
	}
}

func TestOwn(t *testing.T) {
	for p, want := range map[string]bool{
		".mcp.json": true, ".claude/commands/code.md": true, ".code-intel/x": true, ".git/config": true, "a/.mcp.json": false, "claude/a": false, "README.md": false,
	} {
		if got := Own(p); got != want {
			t.Errorf("%q: %t", p, got)
		}
	}
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		rule                      Rule
		plain, newPlain, code, nw bool
	}{
		{RulePlain, true, true, false, false}, {RuleNew, true, true, false, true}, {RuleCode, true, true, true, true}, {"forged", false, false, false, false},
	} {
		if got := [4]bool{c.rule.May("a.md", true), c.rule.May("b.md", false), c.rule.May("a.go", true), c.rule.May("b.go", false)}; got != [4]bool{c.plain, c.newPlain, c.code, c.nw} {
			t.Errorf("%s: %v", c.rule, got)
		}
	}
	for i, a := range Rules() {
		for j, b := range Rules() {
			if got := a.Wider(b); got != Rules()[max(i, j)] {
				t.Errorf("%s, %s: %s", a, b, got)
			}
		}
	}
}
