package main

import (
	"encoding/base64"
	"errors"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// secretsPart plants values in files that keep secrets, and values that look like keys in
// any file, and asks in every way that ci answers. Names may be shown, values never.
func secretsPart() part {
	return part{
		name: "secrets", does: "planted secrets are searched for in the answers of all commands, tools and requests",
		share: 3, cases: 2 * len(secretFiles) * 2,
		prepare: func(s *suite) (func(*trial), error) {
			return func(t *trial) {
				if t.number%2 == 0 {
					plantFile(t, secretFiles[t.number/2%len(secretFiles)])
				} else {
					plantKey(t, keys[t.number/2%len(keys)], carriers[t.number/2%len(carriers)])
				}
			}, nil
		},
	}
}

// secretFile is a file that is for secrets, by its name. In its text %s is the value; the
// name TheSecret may be shown.
type secretFile struct {
	path, text string
	// source: it is the source of a compiled language, which is shown wherever it lies but
	// for values that look like keys (README, Privacy): the value is one of these.
	source bool
}

// secretFiles are files that keep secrets, as people name them.
var secretFiles = []secretFile{
	{"credentials.local.py", "TheSecret = \"%s\"\n\n\nclass Account:\n    password = \"%s\"\n\n    def login(self, token=\"%s\"):\n        \"\"\"Uses %s.\"\"\"\n        return \"%s\"\n", false},
	{"credentials.py", "# the key is %s\nTheSecret = {\"a\": [\"%s\"]}\n", false},
	{"secret_settings.py", "TheSecret = \"%s\"\nOTHER = TheSecret + \"%s\"\n", false},
	{"secrets/db.py", "TheSecret = \"%s\"\n", false},
	{"secrets/keys.ts", "/** %s */\nexport const TheSecret = '%s'\nexport type T = '%s'\nexport enum E { A = '%s' }\n", false},
	{"secrets/k.go", "package secrets\n\n// TheSecret is %s.\nconst TheSecret = \"%s\"\n\nvar Other = map[string]string{\"a\": \"%s\"}\n", true},
	{"secrets.json", "{\"TheSecret\": \"%s\", \"deep\": {\"er\": [\"%s\"]}}\n", false},
	{"secrets.yaml", "TheSecret: %s\nlist:\n  - %s\n", false},
	{"config/secrets.yml", "production:\n  TheSecret: \"%s\"\n", false},
	{"secrets.toml", "TheSecret = \"%s\"\n", false},
	{"prod.tfvars", "TheSecret = \"%s\"\n", false},
	{"env/dev.auto.tfvars", "TheSecret = \"%s\"\nmap = { a = \"%s\" }\n", false},
	{".npmrc", "//npm.example.org/:_authToken=%s\nTheSecret=1\n", false},
	{".netrc", "machine example.org login TheSecret password %s\n", false},
	{".pypirc", "[pypi]\nusername = TheSecret\npassword = %s\n", false},
	{"kubeconfig", "apiVersion: v1\nusers:\n- name: TheSecret\n  user:\n    token: %s\n", false},
	{".kube/config", "apiVersion: v1\nusers:\n- name: TheSecret\n  user:\n    token: %s\n", false},
	{"kubeconfig.yaml", "apiVersion: v1\nusers:\n- name: TheSecret\n  user:\n    token: %s\n", false},
	{"service-account.json", "{\"type\": \"service_account\", \"TheSecret\": 1, \"private_key\": \"%s\"}\n", false},
	{"my-project-1a2b3c.json", "{\"type\": \"service_account\", \"project_id\": \"TheSecret\", \"private_key_id\": \"%s\", \"private_key\": \"-----BEGIN PRIVATE KEY-----\\n%s\\n-----END PRIVATE KEY-----\\n\"}\n", false},
	{".env", "TheSecret=%s\nexport B=\"%s\"\n", false},
	{".env.production", "TheSecret=%s\n", false},
	{".env.local", "TheSecret=%s\n", false},
	{".envrc", "export TheSecret=%s\n", false},
	{"prod.env", "TheSecret=%s\n", false},
	{"id_rsa", "-----BEGIN OPENSSH PRIVATE KEY-----\n%s\n-----END OPENSSH PRIVATE KEY-----\n", false},
	{"deploy/id_ed25519", "-----BEGIN OPENSSH PRIVATE KEY-----\n%s\n-----END OPENSSH PRIVATE KEY-----\n", false},
	{"server.pem", "-----BEGIN RSA PRIVATE KEY-----\n%s\n-----END RSA PRIVATE KEY-----\n", false},
	{"server.key", "-----BEGIN RSA PRIVATE KEY-----\n%s\n-----END RSA PRIVATE KEY-----\n", false},
	{".aws/credentials", "[TheSecret]\naws_secret_access_key = %s\n", false},
	{".git-credentials", "https://TheSecret:%s@example.org\n", false},
	{".docker/config.json", "{\"auths\": {\"TheSecret\": {\"auth\": \"%s\"}}}\n", false},
	{".dockercfg", "{\"TheSecret\": {\"auth\": \"%s\"}}\n", false},
	{"config/master.key", "%s\n", false},
	{".htpasswd", "TheSecret:%s\n", false},
	{".pgpass", "localhost:5432:db:TheSecret:%s\n", false},
	{".my.cnf", "[client]\nuser=TheSecret\npassword=%s\n", false},
	{"credentials.json", "{\"TheSecret\": \"%s\"}\n", false},
	{"client_secret.json", "{\"installed\": {\"TheSecret\": \"%s\"}}\n", false},
	{"Credentials.java", "class Credentials { static final String TheSecret = \"%s\"; }\n", false},
	{"secrets.rb", "TheSecret = '%s'\n", false},
	{"credentials.php", "<?php\nconst TheSecret = '%s';\ndefine('OTHER', '%s');\nclass A { public $x = '%s'; }\n", false},
	{"secrets.rs", "pub const TheSecret: &str = \"%s\";\n", false},
	{"secrets.sh", "TheSecret='%s'\nexport B=%s\n", false},
	{"secrets.properties", "TheSecret=%s\n", false},
	{"terraform.tfstate", "{\"resources\": [{\"TheSecret\": \"%s\"}]}\n", false},
}

// key is a value that looks like a key of some service.
type key struct {
	name string
	make func(rng *rand.Rand) string
}

// random returns n of the letters in from.
func random(rng *rand.Rand, from string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = from[rng.IntN(len(from))]
	}
	return string(b)
}

const (
	upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	mixed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	hexa  = "0123456789abcdef"
)

// keys are made of parts, so that no scanner takes this file for one with keys.
var keys = []key{
	{"an access key of AWS", func(r *rand.Rand) string { return "AK" + "IA" + random(r, upper, 16) }},
	{"a token of GitHub", func(r *rand.Rand) string { return "gh" + "p_" + random(r, mixed, 36) }},
	{"a fine-grained token of GitHub", func(r *rand.Rand) string {
		return "github" + "_pat_" + random(r, mixed, 22) + "_" + random(r, mixed, 59)
	}},
	{"a token of GitLab", func(r *rand.Rand) string { return "gl" + "pat-" + random(r, mixed, 20) }},
	{"a key of Stripe", func(r *rand.Rand) string { return "sk" + "_live_" + random(r, mixed, 24) }},
	{"a token of Slack", func(r *rand.Rand) string {
		return "xo" + "xb-" + random(r, "0123456789", 12) + "-" + random(r, "0123456789", 12) + "-" + random(r, mixed, 24)
	}},
	{"a key of Google", func(r *rand.Rand) string { return "AI" + "za" + random(r, mixed, 35) }},
	{"a JSON web token", func(r *rand.Rand) string {
		part := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
		return part(`{"alg":"HS256","typ":"JWT"}`) + "." + part(`{"sub":"`+random(r, mixed, 20)+`"}`) + "." + random(r, mixed, 43)
	}},
	{"a token of npm", func(r *rand.Rand) string { return "np" + "m_" + random(r, mixed, 36) }},
	{"a key of SendGrid", func(r *rand.Rand) string { return "S" + "G." + random(r, mixed, 22) + "." + random(r, mixed, 43) }},
	{"a token of Hugging Face", func(r *rand.Rand) string { return "h" + "f_" + random(r, mixed, 34) }},
	{"a key of Twilio", func(r *rand.Rand) string { return "S" + "K" + random(r, hexa, 32) }},
	{"a token of PyPI", func(r *rand.Rand) string { return "py" + "pi-AgEIcHlwaS5vcmc" + random(r, mixed, 60) }},
	{"a token of DigitalOcean", func(r *rand.Rand) string { return "do" + "p_v1_" + random(r, hexa, 64) }},
	{"a token of Shopify", func(r *rand.Rand) string { return "shp" + "at_" + random(r, hexa, 32) }},
	{"a key of Anthropic", func(r *rand.Rand) string { return "sk" + "-ant-api03-" + random(r, mixed, 93) + "AA" }},
	{"a key of OpenAI", func(r *rand.Rand) string { return "sk" + "-proj-" + random(r, mixed, 48) }},
}

// carrier is an ordinary file with a value in it.
type carrier struct{ path, text string }

// carriers are ordinary files in which people leave keys. In them each value is where
// one would be: in a constant, a default, a comment, a URL.
var carriers = []carrier{
	{"app/settings.py", "TheSecret = \"%s\"\n\n\ndef connect(token=\"%s\"):\n    \"\"\"Connects by %s.\"\"\"\n    return token\n"},
	{"app/api.ts", "/** by %s */\nexport const TheSecret = '%s'\nexport function call(token = '%s') { return token }\n"},
	{"app/api.go", "package app\n\n// TheSecret is %s.\nconst TheSecret = \"%s\"\n"},
	{"app/A.java", "class A { static final String TheSecret = \"%s\"; }\n"},
	{"app/a.php", "<?php\nconst TheSecret = '%s';\n"},
	{"conf/app.yaml", "TheSecret: \"%s\"\n"},
	{"conf/app.json", "{\"TheSecret\": \"%s\"}\n"},
	{"README.md", "# TheSecret\n\nUse `%s` for tests.\n"},
	{"conf/main.tf", "variable \"TheSecret\" { default = \"%s\" }\n"},
	{"run.sh", "TheSecret=\"%s\"\ncurl -H \"Authorization: Bearer %s\"\n"},
	{"app/a.rb", "TheSecret = '%s'\n"},
	{".env.example", "TheSecret=%s\n"},
}

// plantFile is a case about a file that is for secrets, and a hard link to it with an
// innocent name.
func plantFile(t *trial, f secretFile) {
	value := "zq" + random(t.rng, "abcdefghijkmnopqrstuvwxyz23456789", 22)
	if f.source {
		value = pick(t.rng, keys).make(t.rng)
	}
	t.secrets = []string{value}
	t.must(gitFolder(t.box.repo))
	t.must(small(2).write(t.box.repo))
	t.must(tree{f.path: strings.ReplaceAll(f.text, "%s", value)}.write(t.box.repo))
	if t.number/2 >= len(secretFiles) {
		linked := filepath.Join(t.box.repo, "good", "linked"+filepath.Ext(f.path))
		t.must(errors.Join(os.Link(filepath.Join(t.box.repo, f.path), linked)))
		t.did("good/linked%s is a hard link to it", filepath.Ext(f.path))
		t.reveal("good/linked" + filepath.Ext(f.path))
	}
	t.did("%s has the value %s", f.path, value)
	t.reveal(f.path)
}

// plantKey is a case about a value that looks like a key.
func plantKey(t *trial, k key, c carrier) {
	value := k.make(t.rng)
	t.secrets = []string{value}
	t.must(gitFolder(t.box.repo))
	t.must(small(2).write(t.box.repo))
	t.must(tree{c.path: strings.ReplaceAll(c.text, "%s", value)}.write(t.box.repo))
	t.did("%s has %s: %s", c.path, k.name, value)
	t.reveal(c.path)
}

// reveal asks in every way for what is in a file.
func (t *trial) reveal(path string) {
	const name = "TheSecret"
	for _, args := range [][]string{
		{"index", "--stats", "json"}, {"def", name, "--json"}, {"def", name}, {"refs", name, "--json"}, {"callers", name, "--json"}, {"outline", path, "--json"},
		{"search", "--text", name, "--json"}, {"search", "--text", "--no-ignore-case", name}, {"search", "--text", "-C", "3", name}, {"search", "--text", "-v", "zzzz", path},
		{"search", "--symbol", name, "--json"}, {"search", name, "--json"}, {"search", "--semantic", "the secret password token", "--json"},
		{"pack"}, {"pack", path}, {"pack", "--format", "json", "--style", "signatures"}, {"debug", "chunks", path, "--json"}, {"debug", "facts", path}, {"debug", "symbols", path},
		{"index", "--output", "-"}, {"status", "--json"}, {"doctor"},
	} {
		t.ci(args...)
		if t.verdict > Leak {
			return
		}
	}
	t.dialogue([]string{"mcp", "--no-daemon"}, []toolCall{
		{"find_definitions", map[string]any{"symbol": name}}, {"find_references", map[string]any{"symbol": name}}, {"search_text", map[string]any{"pattern": name, "context": 3}},
		{"search_text", map[string]any{"pattern": ".", "path": path}}, {"get_symbols", map[string]any{"path": path}}, {"analyze_structure", map[string]any{"path": "."}},
		{"analyze_structure", map[string]any{"path": path}}, {"get_function_at_line", map[string]any{"file": path, "line": 1}}, {"get_function_at_line", map[string]any{"path": path, "line": 1}},
		{"query", map[string]any{"question": "the secret password token"}}, {"query", map[string]any{"query": "the secret password token"}}, {"semantic_search", map[string]any{"query": "the secret password token"}},
		{"repo_pack", map[string]any{}}, {"repo_pack", map[string]any{"paths": []string{path}}}, {"search_files", map[string]any{"pattern": "**"}}, {"call_hierarchy", map[string]any{"symbol": name}},
		{"start_session", map[string]any{"intent": "QUESTION", "query": name}},
	})
	if t.verdict > Leak {
		return
	}
	// An editor has the files that it opens: it is asked about the others.
	p := t.speak(call{args: []string{"lsp", "--no-daemon"}})
	defer p.end(false)
	root := "file://" + (&url.URL{Path: t.box.repo}).EscapedPath()
	if _, err := p.request("initialize", map[string]any{"processId": nil, "rootUri": root, "capabilities": map[string]any{}, "initializationOptions": map[string]any{"languages": map[string]any{}}}); err != nil {
		t.refused(p, "initialize", err)
		return
	}
	_ = p.send(map[string]any{"jsonrpc": "2.0", "method": "initialized", "params": map[string]any{}}) // its end is seen below
	uri := root + "/good/user.py"
	text := "from credentials import TheSecret\nfrom app.settings import TheSecret as S, connect\nTheSecret\nconnect\nTheS\n"
	_ = p.send(map[string]any{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "python", "version": 1, "text": text}}})
	for line := range 5 {
		at := map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": 3}}
		for _, method := range []string{"textDocument/hover", "textDocument/definition", "textDocument/completion", "textDocument/references", "textDocument/signatureHelp"} {
			at["context"] = map[string]any{"includeDeclaration": true}
			if _, err := p.request(method, at); err != nil {
				t.refused(p, method, err)
				return
			}
		}
	}
	for _, method := range []string{"workspace/symbol", "textDocument/documentSymbol"} {
		if _, err := p.request(method, map[string]any{"query": name, "textDocument": map[string]any{"uri": root + "/" + path}}); err != nil {
			t.refused(p, method, err)
			return
		}
	}
	_, _ = p.request("shutdown", nil) // how it ends is judged
	_ = p.send(map[string]any{"jsonrpc": "2.0", "method": "exit"})
}
