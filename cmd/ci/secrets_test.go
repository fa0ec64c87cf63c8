package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoCommandShowsSecrets runs each command that prints what is in files over files
// with secrets, and looks for these in all that is printed and written.
func TestNoCommandShowsSecrets(t *testing.T) {
	s := newScript(t)
	const key = "q7Rk2Vx9LmZ4tYb8WcN3pHs6JdF1gKeTvA5uXyM"
	for name, text := range map[string]string{
		"credentials.local.py": "SECRET_KEY=\"plantedAlpha\"\n",
		"secret_settings.py":   "TOKEN = 'plantedGamma'\ndef dsn(x='plantedDefault'):\n    \"\"\"plantedDoc\"\"\"\n    return 'plantedDelta'\n",
		"prod.tfvars":          "db_password = \"plantedEta\"\n",
		"secrets.yaml":         "db:\n  password: plantedZeta\n",
		"service-account.json": "{\"private_key\": \"plantedTheta\"}\n",
		".env":                 "DB_PASSWORD=plantedEps\n",
		"app/main.py":          "import os\nfrom secret_settings import TOKEN, dsn\nURL = \"postgres://app:plantedInUrl@db/x\"\ndef use(token=\"ghp_" + key + "\"):\n    \"\"\"Uses sk_live_" + key + ".\"\"\"\n    return os.environ[\"DB_PASSWORD\"], TOKEN, dsn(), URL\n",
	} {
		s.write("repo/"+name, []byte(text))
	}
	if err := os.Link(filepath.Join(s.dir, "repo/secret_settings.py"), filepath.Join(s.dir, "repo/app/linked.py")); err != nil {
		t.Fatal(err)
	}
	leaks := func(what, text string) {
		if strings.Contains(text, "planted") || strings.Contains(text, key[:12]) {
			t.Errorf("%s: %s", what, text)
		}
	}
	masked := 0
	for _, command := range []string{
		"index", "def SECRET_KEY", "def TOKEN", "def dsn", "def use", "def URL", "def DB_PASSWORD", "refs TOKEN", "refs use", "refs DB_PASSWORD", "callers dsn", "callees use", "impl use", "hierarchy use",
		"outline app/main.py", "outline credentials.local.py", "outline secret_settings.py", "outline app/linked.py", "outline .env", "search --text .", "search --text . app/main.py", "search --text . app/linked.py", "search --text . secrets.yaml", "search --text -g * .",
		"search --semantic token", "search --semantic dsn", "search use", "search --symbol s", "pack", "pack --json", "debug facts app/main.py", "debug facts secret_settings.py", "debug symbols secret_settings.py", "debug chunks app/main.py", "debug chunks secret_settings.py", "debug chunks app/linked.py",
		"index --output out.scip", "status", "doctor", "status --json", "doctor --json",
	} {
		for _, form := range []string{"", " --json"} {
			words := strings.Fields(command + form)
			text := s.run(strings.Join(append([]string{"ci", words[0], "--repo", "repo"}, words[1:]...), " "))
			if strings.Contains(text, "unknown flag: --repo") {
				text = s.run(strings.Join(append([]string{"ci", words[0], "repo"}, words[1:]...), " "))
			}
			if words[0] == "debug" {
				text = s.run(strings.Join(append([]string{"ci", "debug", words[1], "--repo", "repo"}, words[2:]...), " "))
			}
			leaks(command, text)
			if strings.Contains(text, "****") {
				masked++
			}
		}
	}
	if masked < 8 {
		t.Errorf("in %d answers something is masked: this test proves little", masked)
	}
	if err := filepath.WalkDir(s.dir, func(p string, e os.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || strings.HasPrefix(p, filepath.Join(s.dir, "repo")) && !strings.Contains(p, ".code-intel") {
			return err
		}
		data, err := os.ReadFile(p)
		leaks(p, string(data))
		return err
	}); err != nil {
		t.Error(err)
	}
}

// TestSearchSaysWhatItLeavesOut: a search of the text says on one line how many files with
// secrets it left out, with an index and without, links to such files included.
func TestSearchSaysWhatItLeavesOut(t *testing.T) {
	s := newScript(t)
	s.write("repo/secret_settings.py", []byte("TOKEN = 'planted'\n"))
	s.write("repo/a.py", []byte("TOKEN = 1\n"))
	if err := os.Link(filepath.Join(s.dir, "repo/secret_settings.py"), filepath.Join(s.dir, "repo/linked.py")); err != nil {
		t.Fatal(err)
	}
	const line = "ci: not searched: 2 files that look as if they held secrets; see the setting allow_secrets\n"
	for _, indexed := range []bool{false, true} {
		if indexed {
			s.run("ci index repo --quiet")
		}
		if text := s.run("ci search --text TOKEN --repo repo"); strings.Count(text, line) != 1 || !strings.Contains(text, "a.py:1:1:") || strings.Contains(text, "planted") {
			t.Errorf("indexed %v: %s", indexed, text)
		}
		if text := s.run("ci search --text TOKEN --repo repo -g a.py"); strings.Contains(text, "not searched") {
			t.Errorf("indexed %v: nothing was left out: %s", indexed, text)
		}
	}
	s.write("repo/.code-intel/config.json", []byte(`{"allow_secrets": true}`))
	if text := s.run("ci search --text TOKEN --repo repo"); strings.Contains(text, "not searched") || !strings.Contains(text, "planted") {
		t.Errorf("where it is allowed: %s", text)
	}
}
