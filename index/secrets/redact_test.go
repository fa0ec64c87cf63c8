package secrets

import (
	"bytes"
	"strings"
	"testing"
)

func TestRedact(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{".env", "# key: abc\nexport A_KEY=abc def\nB='x\nC=y' # z\nD=\"${HOST_NAME}:1\"\nEMPTY_ONE=\nnot a value\r\n", "**********\nexport A_KEY=*******\nB='*\n***' #**\nD=\"${HOST_NAME}**\"\nEMPTY_ONE=\n***********\r\n"},
		{".env", "A=\"MIIB\nabcd==\nefgh=\n\"\nB=1\nabcdef==\nabcdef=", "A=\"****\n******\n*****\n\"\nB=*\n********\n*******"},
		{"secrets.yaml", "db:\n  password: hunter2\n  list:\n    - one\n    - name: two\n  pem: |\n    key: abc\n\n    def\nnext: {a: b, \"c\": 12}\n", "db:\n  password: *******\n  list:\n    - ***\n    - name: ***\n  pem: *\n    ********\n\n    ***\nnext: {a: *, \"c\": 00}\n"},
		{"credentials.json", "{\"a\": \"b\", \"n\": 12, \"t\": true, \"l\": [\"x\", {\"k\": \"v\"}],\n  \"multi\": \"line\"\n}", "{\"a\": \"*\", \"n\": 00, \"t\": true, \"l\": [\"*\", {\"k\": \"*\"}],\n  \"multi\": \"****\"\n}"},
		{"credentials", "[default profile]\naws_secret_access_key = abc/def==\n[\"x\"]\n", "[default profile]\naws_secret_access_key = *********\n[\"*\"]\n"},
		{".netrc", "machine api.github.com login me password x\n", strings.Repeat("*", 42) + "\n"},
		{"a.tfvars", "password = \"abc\"\nlist = [\"a\", \"b\"]\nmap = {\n  k = \"v\"\n}\n", "password = \"***\"\nlist = [\"*\", \"*\"]\nmap = {\n  k = \"*\"\n}\n"},
		{"server.pem", "-----BEGIN KEY-----\nMIIB\n", "*******************\n****\n"},
		{".htpasswd", "me:$apr1$x\n", "**********\n"},
		{"secret_settings.py", "# note\nimport os\nSECRET_KEY = 'abc'\nPIN = 4821\nD = {'k': \"v\"}  # x\nDOC = \"\"\"a\nb\"\"\"\ndef f(x): return os.path\n", "#*****\nimport os\nSECRET_KEY = '***'\nPIN = 0000\nD = {'*': \"*\"}  #**\nDOC = \"\"\"*\n*\"\"\"\ndef f(x): return os.path\n"},
		{"wp-config.php", "<?php\n/* a\nb */\ndefine('DB', 'x\\'y');\n$h = <<<EOT\nabc\nEOT;\n$s = 'two\nlines';\n$n = 12;\n", "<?php\n/***\n***/\ndefine('**', '****');\n$h = <<<EOT\n***\nEOT;\n$s = '***\n*****';\n$n = 00;\n"},
		{"secrets.local.js", "const re = /\"/; const k = \"abc\";\nconst t = `a ${b}`;\nconst q = 1; // c\n", "const re = /\"*******************\nconst t = `******`;\nconst q = 1; //**\n"},
		{"config/prod.secret.exs", "config :a, key: \"abc\", other: ~s(def)\nw = %w[a b]\n", "config :a, key: \"***\", other: ~s(***)\nw = %w[***]\n"},
		{"credentials.local.rb", "K = <<~EOS\n  abc\nEOS\nX = %q(abc)\nend\n", "K = <<~EOS\n*****\nEOS\nX = %q(***)\nend\n"},
	} {
		got := Redact(c.name, []byte(c.text))
		if string(got) != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// No value of a hidden file is left, in whatever form it is written.
func TestRedactLeavesNoValue(t *testing.T) {
	const value = "Zq7vault"
	for _, name := range []string{".env", "secrets.yaml", "secrets.json", "credentials.ini", "credentials", "secrets.toml", "a.tfvars", "secrets.xml", ".netrc", "db.secret", "secrets.sh.secret", "secret_settings.py", "wp-config.php", "secrets.local.js", "secrets.local.ts", "credentials.local.rb", "config.secret.exs", "local_secrets.sh", "secrets.prod.sql", "secrets.local.ps1", "secrets.local.lua"} {
		for _, form := range []string{
			`K="V"`, `K='V'`, "K=`V`", `K = "a V b"`, `  "k": "V",`, `{"k": "V", "l": ["V"]}`, `k("V")`, `k: "V"`, `"V"`, `# V`, "x = \"\"\"\nV\n\"\"\"", "x = '''V'''",
			"x = \"a\nV\n\"", `x = "\"V"`, `x = 'it''s V'`, "/* V\nV */", "y = <<EOT\nV\nEOT\n", `x = ["V", 'V']`, `x = b"V"`, `x = f"V"`, `x = u'V'`, `é = "V"`,
		} {
			text := strings.ReplaceAll(form, "V", value)
			if notIn(name, form) {
				continue
			}
			got := Redact(name, []byte(text))
			checkCovered(t, []byte(text), got)
			if bytes.Contains(got, []byte(value)) {
				t.Errorf("%s: %q is left as %q", name, text, got)
			}
		}
	}
}

// notIn reports whether a form is no literal and no comment in the language of a file.
func notIn(name, form string) bool {
	is := func(endings ...string) bool {
		for _, e := range endings {
			if strings.HasSuffix(name, e) {
				return true
			}
		}
		return false
	}
	switch {
	case strings.HasPrefix(form, "#"):
		return is(".js", ".ts", ".sql", ".lua")
	case strings.HasPrefix(form, "/*"):
		return is(".py", ".lua", ".rb", ".exs", ".ps1")
	case strings.Contains(form, "<<"):
		return is(".py", ".js", ".ts", ".sql", ".lua", ".ps1")
	case strings.Contains(form, "\n"):
		return is(".js", ".ts", ".lua") || is(".py") && !strings.Contains(form, `"""`)
	}
	return false
}

func FuzzRedact(f *testing.F) {
	for _, s := range []string{"A=1\nB='x\ny'", "{\"a\": [1, \"b\"]}", "k: |\n  x\n", "\ufeffA=ü", "x = '''a\n", "<<EOT\nx", "%q(", "`", "\"\\"} {
		for _, name := range []string{".env", "secrets.yaml", "secret_settings.py", "wp-config.php", "credentials.local.rb"} {
			f.Add(name, []byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		before := bytes.Clone(text)
		checkCovered(t, text, Redact(name, text))
		if !bytes.Equal(before, text) {
			t.Fatal("the text was changed")
		}
	})
}

// The time that a text takes is in proportion to its length, whatever it begins again
// and again.
func TestHostileTexts(t *testing.T) {
	for _, unit := range []string{"sk-", "xoxb-", "-eyJ", "eyJ.", "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "token:", "password=", "password = \"", "\\'", "\\\"\n", "a='\n", "://:", "x://a:b", "<<A\n", "%q(", "[[", "k: |\n", "{\"a\":", "`", "\"\"\"", ":AA", "-us", "Q~", "${A", "Private-Lines: "} {
		text := []byte(strings.Repeat(unit, 1<<17/len(unit)))
		for _, name := range []string{"a.go", ".env", "secrets.yaml", "secret_settings.py", "wp-config.php", "credentials.local.rb", "secrets.local.lua"} {
			if got := MaskFile(name, text); len(got) != len(text) {
				t.Errorf("%s of %q: %d bytes", name, unit, len(got))
			}
		}
	}
}
