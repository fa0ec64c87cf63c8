package mcp

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const secret = "TOP_SECRET_VALUE"

// attacked is a repository with secrets around it and in it, and with links to
// them.
func attacked(t *testing.T) (root string) {
	t.Helper()
	dir := t.TempDir()
	write := func(p, text string) {
		t.Helper()
		p = filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code := "package x\n\n// " + secret + "\nfunc Outside() {}\n"
	write("outside.go", code)
	write("repo2/other.go", code)
	write("home/.ssh/id_rsa", secret)
	write("repo/main.go", "package main\n\nfunc main() {}\n")
	write("repo/sub/sub.go", "package sub\n\nfunc Sub() {}\n")
	write("repo/.git/config", "[core]\n\tbare = false\n\ttoken = "+secret+"\n")
	write("repo/.git/HEAD", "ref: refs/heads/main\n")
	write("repo/.env", "PASSWORD="+secret+"\n")
	write("repo/key.pem", secret+"\n")
	root = filepath.Join(dir, "repo")
	for link, to := range map[string]string{
		"link.go": "../outside.go", "abs.go": filepath.Join(dir, "outside.go"), "linked": "../repo2", "up": "..", "self": ".", "chain.go": "link.go",
		"sub/deep.go": "../../outside.go", "rootlink": "/", "homelink": "../home",
	} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// attacks are paths that lead out of the repository, or to what nobody is to read.
// DIR is the folder above the repository.
var attacks = []string{
	"../outside.go", "..", "../", "../..", "../../../../../../etc/passwd", "./../outside.go", "sub/../../outside.go", "sub/..//../outside.go",
	"main.go/../../outside.go", "sub/./.././../outside.go", "DIR/outside.go", "DIR/repo/../outside.go", "DIR", "DIR/repo2", "DIR/repo2/other.go", "/",
	"/etc/passwd", "/etc", "//etc/passwd", "/proc/self/environ", "/proc/self/root/etc/passwd", "/dev/zero", "/dev/stdin", "~", "~/.ssh/id_rsa", "~root/.ssh/id_rsa",
	"$HOME/.ssh/id_rsa", "${HOME}", "%HOME%", "file:///etc/passwd", "FILE:///etc/passwd", "http://example.com/x", `..\outside.go`, `sub\..\..\outside.go`, `C:\Windows\win.ini`,
	"C:/Windows/win.ini", `\\host\share\x`, `\\?\C:\x`, "%2e%2e/outside.go", "..%2foutside.go", "%2e%2e%2foutside.go", "..%c0%afoutside.go", "..%00/outside.go",
	"main.go\x00.txt", "\x00", "..\x00", "．．/outside.go", "‥/outside.go", "..／outside.go", "..∕outside.go", "link.go", "abs.go", "chain.go", "linked", "linked/other.go",
	"up/outside.go", "up/repo2/other.go", "self/../outside.go", "self/self/self/up/outside.go", "sub/deep.go", "rootlink/etc/passwd", "homelink/.ssh/id_rsa",
	".git/config", ".git", "./.git/config", "sub/../.git/config", ".GIT/config", ".git/../.git/config", "self/.git/config", ".env", "./.env", "sub/../.env", "key.pem",
	".code-intel/index", "CON", "NUL", "main.go ", "main.go.", " ../outside.go", "\t../outside.go", "\n../outside.go", "../repo/../outside.go", "../repo2/../outside.go", "...", "....//outside.go",
	"..;/outside.go", "main.go:../../outside.go", "*/../../outside.go", "{..,sub}/outside.go", "[.][.]/outside.go",
}

// TestAttacks: whatever an argument says, no answer has a line of a file outside of
// the repository, of a link, of git's own, or of what looks like a secret.
func TestAttacks(t *testing.T) {
	if len(attacks) < 60 {
		t.Fatalf("%d attacks", len(attacks))
	}
	root := attacked(t)
	c := newClient(t, root)
	others := newClient(t, attacked(t)) // where there are sessions: with several open a call must say which
	sessions := map[string]bool{}
	for i, x := range tools() {
		if i > 0 && (sessions[tools()[i-1].name] || x.name == "start_session") {
			sessions[x.name] = true
		}
	}
	above := filepath.Dir(root)
	for _, a := range attacks {
		a = strings.ReplaceAll(a, "DIR", above)
		answer, _ := others.callTool("start_session", []byte(`{"intent":"QUESTION","query":"where is main"}`))
		var started struct {
			ID string `json:"session_id"`
		}
		if err := json.Unmarshal(answer, &started); err != nil || started.ID == "" {
			t.Fatalf("%v: %s", err, answer)
		}
		for _, x := range tools() {
			for _, f := range fieldsOf(x.in) {
				if f.typ.Kind().String() != "string" && f.typ.String() != "[]string" || f.name == "session_id" || f.name == "cursor" || f.tag.Get("enum") != "" {
					continue
				}
				arguments := map[string]any{}
				for _, other := range fieldsOf(x.in) {
					if v := other.tag.Get("example"); v != "" && other.tag.Get("req") == "true" {
						arguments[other.name] = literal(other.typ, v)
					}
					switch other.name {
					case "line", "column":
						arguments[other.name] = 1
					case "pattern": // whatever a file has
						arguments[other.name] = "."
					case "budget_tokens":
						arguments[other.name] = 20000
					}
				}
				if arguments[f.name] = any(a); f.typ.Kind().String() == "slice" {
					arguments[f.name] = []string{a}
				}
				to := c
				if sessions[x.name] {
					to, arguments["session_id"] = others, started.ID
				}
				answer, isError := to.callTool(x.name, mustJSON(arguments))
				if !sessions[x.name] && bytes.Contains(answer, []byte(`"session_required"`)) {
					t.Fatalf("%s %s=%q is not looked at: %s", x.name, f.name, a, answer)
				}
				// What was asked for may be said again, so the secret's value counts.
				if bytes.Contains(answer, []byte(secret)) || bytes.Contains(answer, []byte("root:x:0:0")) {
					t.Errorf("%s %s=%q: %s", x.name, f.name, a, answer)
				}
				if f.name == "root" && !isError && a != "." {
					t.Errorf("%s root=%q is taken", x.name, a)
				}
				if given, err := json.Marshal(a); err == nil && !bytes.Contains(given, []byte(above)) && bytes.Contains(answer, []byte(above)) {
					t.Errorf("%s %s=%q: the answer has a path of the machine: %s", x.name, f.name, a, answer)
				}
			}
		}
	}
}
