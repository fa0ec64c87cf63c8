package mcp

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// planted is a repository with values that no answer may have: each has the word in it,
// or begins as below.
var planted = map[string]string{
	"credentials.local.py": "SECRET_KEY=\"plantedAlpha\"\nclass Vault:\n    PIN = 'plantedPin'\n    \"\"\"plantedDoc\"\"\"\n",
	"secret_settings.py":   "# plantedComment\nDB = {\"password\": \"plantedBeta\"}\nTOKEN = 'plantedGamma'\ndef dsn(x='plantedDefault'):\n    return 'plantedDelta'\n",
	"wp-config.php":        "<?php\ndefine('DB_PASSWORD', 'plantedWord');\n$salt = 'plantedSalt';\nfunction wp_pass() { return \"plantedPress\"; }\n",
	"secrets.local.ts":     "export const apiKey = 'plantedKappa';\nexport type Key = 'plantedLiteral';\n",
	"prod.tfvars":          "db_password = \"plantedEta\"\n",
	"secrets.yaml":         "db:\n  password: plantedZeta\n",
	"secrets/prod.toml":    "password = \"plantedToml\"\n",
	"service-account.json": "{\"private_key\": \"plantedTheta\", \"client_email\": \"plantedIota\"}\n",
	".env":                 "DB_PASSWORD=plantedEps\n",
	"app/main.py": "import os\nfrom secret_settings import TOKEN\nAWS_KEY = \"AKIA" + plantedUpper + "\"\nURL = \"postgres://app:plantedInUrl@db/x\"\n" +
		"def use(token=\"ghp_" + plantedMixed + "\"):\n    \"\"\"Uses sk_live_" + plantedMixed + ".\"\"\"\n    password = \"" + plantedMixed + "\"\n    return os.environ[\"DB_PASSWORD\"], TOKEN, AWS_KEY\n" +
		"PEM = \"\"\"-----BEGIN RSA PRIVATE KEY-----\n" + plantedMixed + "\n-----END RSA PRIVATE KEY-----\"\"\"\n",
	"app/main.go": "package app\n\n// Token is ghp_" + plantedMixed + ".\nconst Token = \"ghp_" + plantedMixed + "\"\n\nfunc Use() string { return Token }\n",
}

const (
	plantedMixed = "q7Rk2Vx9LmZ4tYb8WcN3pHs6JdF1gKeTvA5uXyM"
	plantedUpper = "Q7RK2VX9LMZ4TYB8"
)

// leaks reports whether a text has a value that was planted.
func leaks(text []byte) bool {
	return bytes.Contains(text, []byte("planted")) || bytes.Contains(text, []byte(plantedMixed[:12])) || bytes.Contains(text, []byte(plantedUpper[:12]))
}

func plant(t *testing.T) string {
	root := t.TempDir()
	for name, text := range planted {
		p := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestNoToolShowsSecrets asks every tool, with all that was planted and names around it
// in each of its arguments, and looks for the values in what it answers and in all files
// that it leaves.
func TestNoToolShowsSecrets(t *testing.T) {
	root := plant(t)
	var log safeBuffer
	c := newConnection(t, Options{
		Repositories: &folders{t: t, now: time.Now}, Version: "test", Now: time.Now,
		Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}, Client{Root: root})
	c.hello()
	asked := []string{".", "SECRET_KEY", "TOKEN", "use", "Token", "AWS_KEY", "URL", "PEM", "Vault", "wp_pass", "apiKey", "dsn", "DB_PASSWORD", "password", "[a-zA-Z0-9]{12,}"}
	for name := range planted {
		asked = append(asked, name)
	}
	answers, found := 0, 0
	for _, x := range tools() {
		for _, f := range fieldsOf(x.in) {
			if f.typ.Kind().String() != "string" && f.typ.String() != "[]string" || f.name == "session_id" || f.name == "cursor" || f.tag.Get("enum") != "" {
				continue
			}
			for _, a := range asked {
				arguments := map[string]any{}
				for _, other := range fieldsOf(x.in) {
					if v := other.tag.Get("example"); v != "" && other.tag.Get("req") == "true" {
						arguments[other.name] = literal(other.typ, v)
					}
					switch other.name {
					case "line", "column":
						arguments[other.name] = 3
					case "pattern":
						arguments[other.name] = "."
					case "budget_tokens":
						arguments[other.name] = 20000
					case "context":
						arguments[other.name] = 5
					}
				}
				if arguments[f.name] = any(a); f.typ.Kind().String() == "slice" {
					arguments[f.name] = []string{a}
				}
				answer, isError := c.callTool(x.name, mustJSON(arguments))
				if leaks(answer) {
					t.Errorf("%s %s=%q: %s", x.name, f.name, a, answer)
				}
				answers++
				if !isError && bytes.Contains(answer, []byte("****")) {
					found++
				}
			}
		}
	}
	for name, text := range planted {
		c.id++
		c.send(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": "resources/read", "params": map[string]any{"uri": "ci://file/" + name}})
		var r response
		if err := c.in.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if leaks(r.Result) || r.Error != nil && leaks(mustJSON(r.Error)) {
			t.Errorf("ci://file/%s: %s", name, r.Result)
		}
		for line := range strings.Lines(text) {
			// A search by the value itself must not say that it was right.
			for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(" \n\"'=:;,()[]{}/@", r) }) {
				if !leaks([]byte(word)) {
					continue
				}
				answer, _ := c.callTool("search_text", mustJSON(map[string]any{"pattern": word, "regex": false}))
				var out struct{ Matches []json.RawMessage }
				if err := json.Unmarshal(answer, &out); err != nil || len(out.Matches) > 0 {
					t.Errorf("search for %s: %s", word, answer)
				}
			}
		}
	}
	if answers < 500 || found < 20 {
		t.Errorf("%d answers, of which %d have something masked: this test proves little", answers, found)
	}
	checkNoFileLeaks(t, filepath.Join(root, ".code-intel"))
	if text := log.text(); leaks(text) || !bytes.Contains(text, []byte("tool=find_definitions")) {
		for line := range bytes.Lines(text) {
			if leaks(line) {
				t.Errorf("the log: %s", line)
			}
		}
	}
}

// safeBuffer is what several goroutines write to.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *safeBuffer) text() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return bytes.Clone(b.b.Bytes())
}

// checkNoFileLeaks looks for planted values in all files below a folder.
func checkNoFileLeaks(t *testing.T, dir string) {
	t.Helper()
	n := 0
	if err := filepath.WalkDir(dir, func(p string, e os.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		n++
		data, err := os.ReadFile(p)
		if leaks(data) {
			t.Errorf("%s has a secret", p)
		}
		return err
	}); err != nil || n == 0 {
		t.Errorf("%s: %d files, %v", dir, n, err)
	}
}
