package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"codeintel/index/lang"
	"codeintel/index/lang/all"
)

func toys() *all.Table { return all.NewTable([]*lang.Language{toy()}) }

func TestParseConfig(t *testing.T) {
	c, err := ParseConfig("config.json", []byte("\xef\xbb\xbf"+`{
		"embedding_model": "multilingual-e5-small", "embedding_fallback": true,
		"source_dirs": ["./src/", "."], "exclude_patterns": ["**/node_modules/**", "!/x"],
		"chunk_strategy": "ast", "chunk_max_tokens": 512,
		"supported_languages": ["toy", "php"], "fallback_languages": ["blade", "toy"],
		"parser_timeout_ms": 1500, "max_file_size_kb": 64,
		"sync_ttl_hours": 0.5, "sync_on_start": false, "sync_timeout_seconds": 30,
		"search_weights": {"vector": 0.4, "keyword": 0.2, "definition": 0.3, "reference": 0},
		"max_chunks": 10000, "max_index_size_mb": 500, "auto_purge_days": 0, "memory_limit_mb": 1024,
		"lightweight_mode": false, "write_gate": "session", "language": "ja", "lsp": {"anything": [1, {"deep": null}]}
	}`), toys())
	if err != nil {
		t.Fatal(err)
	}
	if c.ParserTimeout != 1500*time.Millisecond || c.MaxFileSize != 64<<10 || strings.Join(c.SourceDirs, " ") != "src ." || len(c.ExcludePatterns) != 2 || len(c.SupportedLanguages) != 2 || c.Language != "ja" {
		t.Errorf("%+v", c)
	}
	c, err = ParseConfig("config.json", []byte("{}"), toys())
	if err != nil || c.ParserTimeout != DefaultParserTimeout || c.MaxFileSize != DefaultMaxFileSize || c.Language != "auto" {
		t.Errorf("defaults: %+v, %v", c, err)
	}
}

// Every error names the line, the key and what is allowed.
func TestConfigErrors(t *testing.T) {
	for text, want := range map[string]string{
		"{\n\n\"sourcedirs\": []}":                                                                   "c.json:3: sourcedirs: unknown key; allowed are embedding_model, ",
		"{\"search_weights\": {\n\"vector\": 1,\n\"vektor\": 1}}":                                    "c.json:3: search_weights.vektor: unknown key; allowed are vector, keyword, definition, reference",
		"{\n\"search_weights\":\n {\"vector\": -1}}":                                                 "c.json:3: search_weights.vector: -1: want a number that is not negative, or \"auto\"",
		"{\"search_weights\": {\"vector\": 0, \"keyword\": 0, \"definition\": 0, \"reference\": 0}}": "c.json:1: search_weights.vector: all weights are 0: want at least one above 0",
		"{\"fallback_languages\": [\"cobol\"]}":                                                      "c.json:1: fallback_languages: \"cobol\": want languages out of toy, blade, ",
		"{\"fallback_languages\": [\"cobol\"], \"supported_languages\": [\"algol\"]}":                "c.json:1: supported_languages: \"algol\": want languages out of toy, blade, ",
		"{\"search_weights\": 3}":                                                                    "c.json:1: search_weights: 3: want an object",
		"{\n\"chunk_strategy\": \"tree\"}":                                                           "c.json:2: chunk_strategy: \"tree\": want one of ast, lines",
		"{\"write_gate\": \"on\"}":                                                                   "c.json:1: write_gate: \"on\": want one of session, always, off",
		"{\"language\": \"fr\"}":                                                                     "c.json:1: language: \"fr\": want one of auto, en, ja",
		"{\"parser_timeout_ms\": \"5000\"}":                                                          "c.json:1: parser_timeout_ms: \"5000\": want an integer from 1 to 600000",
		"{\"parser_timeout_ms\": 1.5}":                                                               "c.json:1: parser_timeout_ms: 1.5: want an integer",
		"{\"parser_timeout_ms\": null}":                                                              "c.json:1: parser_timeout_ms: null: want an integer",
		"{\"max_file_size_kb\": 0}":                                                                  "c.json:1: max_file_size_kb: 0: want an integer from 1 to 1048576",
		"{\"sync_on_start\": \"yes\"}":                                                               "c.json:1: sync_on_start: \"yes\": want true or false",
		"{\"sync_ttl_hours\": null}":                                                                 "c.json:1: sync_ttl_hours: null: want a number",
		"{\"embedding_model\": \"\"}":                                                                "c.json:1: embedding_model: \"\": want a string that is not empty",
		"{\"embedding_fallback\": 1}":                                                                "c.json:1: embedding_fallback: 1: want true or false, or a string that is not empty",
		"{\"lsp\": []}":                                                                              "c.json:1: lsp: []: want an object",
		"{\"source_dirs\": \"src\"}":                                                                 "c.json:1: source_dirs: \"src\": want a list of strings",
		"{\"source_dirs\": [\"a\", 1]}":                                                              "c.json:1: source_dirs: [\"a\",1]: want a list of strings",
		"{\n\"source_dirs\": [\"../a\"]}":                                                            "c.json:2: source_dirs: \"../a\": want a folder of the repository",
		"{\"source_dirs\": [\"/a\"]}":                                                                "c.json:1: source_dirs: \"/a\": want a folder of the repository",
		"{\n\n\n\"exclude_patterns\": [\"ok\", \"[a\"]}":                                             "c.json:4: exclude_patterns: \"[a\": want a pattern as in .gitignore",
		"{\"supported_languages\": [\"toy\", \"cobol\"]}":                                            "c.json:1: supported_languages: \"cobol\": want languages out of toy, blade, ",
		"{\"max_chunks\": 1,\n\"max_chunks\": 2}":                                                    "c.json:2: max_chunks: set twice, first on line 1",
		"":                                  "c.json:1: not JSON: the file ends too early",
		"{\"max_chunks\": 1,\n\n":           "c.json:3: not JSON: the file ends too early",
		"{\n\"max_chunks\": x}":             "c.json:2: not JSON: invalid character 'x'",
		"{\n// comment\n\"max_chunks\": 1}": "c.json:2: not JSON: invalid character '/'",
		"[]":                                "c.json:1: want an object { … } with settings",
		"{} {}":                             "c.json:1: not JSON: { after the object",
		"{\"lsp\": {\"x\": 1, }}":           "c.json:1: not JSON: invalid character '}'",
		"{\"lsp\": " + strings.Repeat("[", 20000) + "}":      "c.json:1: not JSON: invalid character '[' exceeded max depth",
		"{\"max_chunks\": " + strings.Repeat("1", 100) + "}": "c.json:1: max_chunks: " + strings.Repeat("1", 60) + "…: want an integer",
	} {
		_, err := ParseConfig("c.json", []byte(text), toys())
		var ce *ConfigError
		if !errors.As(err, &ce) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q:\n got %v\nwant %s", text, err, want)
		}
	}
}

// Settings has every setting once; the defaults are values that a file may have,
// and mean what no file means.
func TestSettings(t *testing.T) {
	defaults := NewConfig()
	var parts []string
	for _, s := range defaults.Settings() {
		if s.Line != 0 || s.Value != s.Default {
			t.Errorf("%s: %s on line %d without a file", s.Key, s.Value, s.Line)
		}
		if before, after, nested := strings.Cut(s.Key, "."); nested {
			parts = append(parts, fmt.Sprintf("%q: {%q: %s}", before, after, s.Default))
		} else {
			parts = append(parts, fmt.Sprintf("%q: %s", s.Key, s.Default))
		}
	}
	for _, part := range parts {
		c, err := ParseConfig("c.json", []byte("{\n"+part+"}"), toys())
		if err != nil {
			t.Errorf("a default is no allowed value: %v", err)
			continue
		}
		set := 0
		for _, s := range c.Settings() {
			if s.Line == 2 {
				set++
			}
			if s.Value != s.Default {
				t.Errorf("%s: %s is not the default %s", part, s.Value, s.Default)
			}
		}
		c.File, c.given, c.exclude, c.MemoryLimitSet = "", nil, nil, false
		c.SourceDirs, c.ExcludePatterns, c.SupportedLanguages, c.FallbackLanguages = nil, nil, nil, nil
		if set != 1 || !reflect.DeepEqual(c, defaults) {
			t.Errorf("%s: sets %d settings, and means %+v instead of %+v", part, set, c, defaults)
		}
	}
	c, err := ParseConfig("c.json", []byte("{\"max_index_size_mb\":\n 3, \"auto_purge_days\": 2,\n \"lsp\": {\"a\":\n[ ]}}"), toys())
	if err != nil || c.MaxIndexSize != 3<<20 || c.PurgeAfter != 48*time.Hour {
		t.Fatalf("%+v, %v", c, err)
	}
	got := map[string]Setting{}
	for _, s := range c.Settings() {
		got[s.Key] = s
	}
	if s := got["lsp"]; s.Value != `{"a":[]}` || s.Line != 3 || s.Default != "{}" {
		t.Errorf("%+v", s)
	}
	if s := got["max_index_size_mb"]; s.Value != "3" || s.Line != 1 || s.Default != "8192" || s.Allowed != "an integer from 1 to 1099511627776" {
		t.Errorf("%+v", s)
	}
}

func TestFindConfig(t *testing.T) {
	top := t.TempDir()
	write(t, top, ConfigFile, `{"max_file_size_kb": 1}`)
	write(t, top, "repo/sub/x", "")
	runGit(t, filepath.Join(top, "repo"), "init", "-q")
	find := func(dir string) *Config {
		t.Helper()
		c, err := FindConfig(filepath.Join(top, dir), toys())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := find("."); c.MaxFileSize != 1<<10 || c.prefix != "" {
		t.Errorf("its own: %+v", c)
	}
	if c := find("repo/sub"); c.File != "" {
		t.Errorf("a configuration from outside the repository: %+v", c)
	}
	write(t, top, "repo/"+ConfigFile, `{"max_file_size_kb": 2}`)
	if c := find("repo/sub"); c.MaxFileSize != 2<<10 || c.prefix != "sub" {
		t.Errorf("the repository's: %+v", c)
	}
	write(t, top, "repo/sub/"+ConfigFile, `{"max_file_size_kb": 3}`)
	if c := find("repo/sub"); c.MaxFileSize != 3<<10 || c.prefix != "" {
		t.Errorf("the nearest: %+v", c)
	}
	if err := errors.Join(os.RemoveAll(filepath.Join(top, "repo/sub/.code-intel")), os.MkdirAll(filepath.Join(top, "repo/sub", ConfigFile), 0o755)); err != nil {
		t.Fatal(err)
	}
	if _, err := FindConfig(filepath.Join(top, "repo/sub"), toys()); err == nil || !strings.HasSuffix(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte(`{"source_dirs": ["a"], "search_weights": {"vector": 1}}`))
	f.Add([]byte("{\n\"lsp\": {\"a\": [1, 2, null]},\r\n\"max_chunks\": 1e3}"))
	f.Add([]byte(`{"exclude_patterns": ["[", "!"], "supported_languages": ["x"]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseConfig("c", data, toys())
		var ce *ConfigError
		switch {
		case err == nil:
			c.excluded("a/b", false)
			c.source("a/b")
			if c.ParserTimeout <= 0 || c.MaxFileSize <= 0 {
				t.Errorf("%+v", c)
			}
		case !errors.As(err, &ce):
			t.Errorf("not a ConfigError: %v", err)
		case ce.Line < 1 || ce.Line > 1+strings.Count(string(data), "\n") || ce.Msg == "":
			t.Errorf("%+v", ce)
		}
	})
}

func TestEnv(t *testing.T) {
	base := t.TempDir()
	write(t, base, "go1/VERSION", "go1.99.1\ntime 2026\n")
	write(t, base, "go1/src/fmt/x", "")
	write(t, base, "go1/bin/go", "")
	write(t, base, "go2/VERSION", "go1.88")
	write(t, base, "go2/src/fmt/x", "")
	write(t, base, "nosrc/VERSION", "go1.1")
	if err := errors.Join(os.Mkdir(filepath.Join(base, "bin"), 0o755), os.Symlink("../go1/bin/go", filepath.Join(base, "bin/go"))); err != nil {
		t.Fatal(err)
	}
	in := func(p string) string { return filepath.Join(base, p) }
	real, err := filepath.EvalSymlinks(base)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		env          Env
		dir, version string
	}{
		"nothing":          {Env{}, "", ""},
		"GOROOT":           {vars(map[string]string{"GOROOT": in("go2"), "PATH": in("bin")}), in("go2"), "go1.88"},
		"PATH, linked":     {vars(map[string]string{"GOROOT": in("nosrc"), "PATH": "relative" + string(os.PathListSeparator) + in("bin")}), filepath.Join(real, "go1"), "go1.99.1"},
		"the usual places": {Env{GoRoots: []string{in("none"), in("go2")}}, in("go2"), "go1.88"},
	} {
		if dir, version := c.env.GoRoot(); dir != c.dir || version != c.version {
			t.Errorf("%s: %q %q", name, dir, version)
		}
	}
	write(t, base, "home/.config/go/env", "GOPATH="+in("stored")+"\nGOFLAGS=-x\n")
	write(t, base, "env", "GOMODCACHE="+in("cache")+"\n")
	home := in("home")
	sep := string(os.PathListSeparator)
	for want, env := range map[string]map[string]string{
		"":                         {},
		in("m"):                    {"GOMODCACHE": in("m"), "GOPATH": in("p"), "HOME": home},
		in("p/pkg/mod"):            {"GOPATH": in("p") + sep + in("q"), "HOME": home},
		in("home/go/pkg/mod"):      {"HOME": home, "GOENV": "off"},
		in("stored/pkg/mod"):       {"HOME": home, "GOENV": in("home/.config/go/env")},
		in("cache"):                {"HOME": home, "GOENV": in("env")},
		in("elsewhere/go/pkg/mod"): {"HOME": in("elsewhere")},
	} {
		if got := vars(env).GoModCache(); got != want {
			t.Errorf("%v: %q, want %q", env, got, want)
		}
	}
}
