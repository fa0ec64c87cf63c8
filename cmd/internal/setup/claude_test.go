package setup

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// settings are files of hooks that a repository may have.
var settings = map[string]string{
	"empty":       "{}",
	"one line":    `{"model": "x", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}]}]}}`,
	"over lines":  "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": []\n      }\n    ]\n  },\n  \"env\": {}\n}\n",
	"empty lists": "{\n\t\"hooks\": {\n\t\t\"PreToolUse\": [],\n\t\t\"Stop\": [\n\t\t]\n\t}\n}",
	"comments":    "// a\n{\n  \"hooks\": { // b\n    \"Stop\": [ /* c */ ], // d\n  },\n}\n",
	"mark":        "\ufeff{\r\n \"hooks\": {}\r\n}\r\n",
}

// TestHooks puts the hooks into files of all kinds, several times over, and takes
// them out; the files are then what they were.
func TestHooks(t *testing.T) {
	for name, text := range settings {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t, map[string]string{settingsFile: text, ".claude/commands/mine.md": "mine\n"})
			before := r.files()
			for range 2 {
				r.must(Options{})
				once := r.files()
				checkHooks(t, r, "ci")
				r.must(Options{Command: "/opt/ci"})
				checkHooks(t, r, "/opt/ci")
				r.must(Options{})
				if !maps.Equal(once, r.files()) {
					t.Fatalf("there and back again it is\n%v\nand not\n%v", r.files(), once)
				}
				r.must(Options{NoGate: true})
				if got := r.files()[filepath.FromSlash(settingsFile)]; got != before[filepath.FromSlash(settingsFile)] {
					t.Fatalf("without the gate it is\n%s", got)
				}
				r.must(Options{})
				r.must(Options{Remove: true})
				if after := r.files(); !maps.Equal(before, after) {
					t.Fatalf("taken out it is\n%v\nand not\n%v", after, before)
				}
			}
		})
	}
}

// checkHooks looks for each hook once, and nothing of another command.
func checkHooks(t *testing.T, r repo, command string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, settingsFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hooks {
		list, err := elements(data, h.path())
		if err != nil {
			t.Fatal(err)
		}
		var mine int
		for _, e := range list {
			if same, exactly := h.in(e, command); same && exactly {
				mine++
			}
		}
		if mine != 1 {
			t.Errorf("%d hooks of %s in\n%s", mine, h.event, data)
		}
	}
	if n := strings.Count(string(data), `"hook"`); n != len(hooks) {
		t.Errorf("%d hooks of ours in\n%s", n, data)
	}
}

// TestHooksEdited takes the hooks out of a file that was edited since.
func TestHooksEdited(t *testing.T) {
	r := newRepo(t, nil)
	r.must(Options{})
	at := filepath.Join(r.dir, settingsFile)
	data, err := os.ReadFile(at)
	if err != nil {
		t.Fatal(err)
	}
	r.write(settingsFile, strings.Replace(string(data), "{\n", "{\n  \"model\": \"x\",\n", 1))
	r.must(Options{Command: "/opt/ci"})
	checkHooks(t, r, "/opt/ci")
	r.must(Options{Remove: true})
	if data, err = os.ReadFile(at); err != nil || string(data) != "{\n  \"model\": \"x\"\n}\n" {
		t.Errorf("it is %q, %v", data, err)
	}
	if got, want := slices.Sorted(maps.Keys(r.files())), []string{".claude/", filepath.FromSlash(settingsFile)}; !slices.Equal(got, want) {
		t.Errorf("left: %v", got)
	}

	// A hook that was changed is not ours to take out.
	r.must(Options{})
	if data, err = os.ReadFile(at); err != nil {
		t.Fatal(err)
	}
	r.write(settingsFile, strings.Replace(string(data), `"timeout": 10`, `"timeout": 20`, 1))
	var e *Error
	if err := r.do(Options{Remove: true}); !errors.As(err, &e) || !e.Conflict || e.Path != settingsFile {
		t.Fatalf("a hook with settings of the user is taken out: %v", err)
	}
	r.must(Options{Remove: true, Force: true})
	if data, err = os.ReadFile(at); err != nil || string(data) != "{\n  \"model\": \"x\"\n}\n" {
		t.Errorf("it is %q, %v", data, err)
	}
}

// TestCommandsOfTheUser: a command of the same name is kept, or replaced and then
// put back.
func TestCommandsOfTheUser(t *testing.T) {
	const name = ".claude/commands/code.md"
	r := newRepo(t, map[string]string{name: "mine\n"})
	before := r.files()
	r.must(Options{})
	if got := r.files()[filepath.FromSlash(name)]; got != before[filepath.FromSlash(name)] {
		t.Errorf("it became %q", got)
	}
	r.must(Options{Remove: true})
	if after := r.files(); !maps.Equal(before, after) {
		t.Errorf("taken out it is %v", after)
	}
	r.must(Options{Force: true})
	files, _, _ := claudeFiles()
	if data, err := os.ReadFile(filepath.Join(r.dir, name)); err != nil || string(data) != string(files[name]) {
		t.Errorf("it is not replaced: %q, %v", data, err)
	}
	r.must(Options{})
	r.must(Options{Remove: true})
	if after := r.files(); !maps.Equal(before, after) {
		t.Errorf("taken out it is %v", after)
	}

	// One of ours that was edited stays.
	r = newRepo(t, nil)
	r.must(Options{})
	r.write(name, "edited\n")
	r.must(Options{Remove: true})
	if got, want := slices.Sorted(maps.Keys(r.files())), []string{".claude/", ".claude/commands/", filepath.FromSlash(name)}; !slices.Equal(got, want) {
		t.Errorf("left: %v", got)
	}
}

func TestHooksRefused(t *testing.T) {
	for text, says := range map[string]string{
		"":                                "the file is empty",
		"[]":                              "want an object",
		`{"hooks": []}`:                   `"hooks" is not an object`,
		`{"hooks": {"PreToolUse": {}}}`:   `"PreToolUse" is not an array`,
		`{"hooks": {"PreToolUse": null}}`: `"PreToolUse" is not an array`,
		`{"disableAllHooks": true}`:       "disableAllHooks is true",
	} {
		r := newRepo(t, map[string]string{settingsFile: text})
		before := r.files()
		var e *Error
		if err := r.do(Options{}); !errors.As(err, &e) || e.Path != settingsFile || !strings.Contains(e.Error(), says) || e.Next == "" {
			t.Errorf("%s: %v", text, err)
		}
		if !maps.Equal(before, r.files()) {
			t.Errorf("%s: something was written", text)
		}
		r.must(Options{NoGate: true})
	}
}

// TestPlugin: the plugin has the same hooks and server.
func TestPlugin(t *testing.T) {
	read := func(name string) (out map[string]any) {
		data, err := os.ReadFile(filepath.Join("../../../editors/claude-code", name))
		if err == nil {
			err = json.Unmarshal(data, &out)
		}
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	r := newRepo(t, nil)
	r.must(Options{})
	var got map[string]any
	data, err := os.ReadFile(filepath.Join(r.dir, settingsFile))
	if err == nil {
		err = json.Unmarshal(data, &got)
	}
	if err != nil {
		t.Fatal(err)
	}
	if want := read("hooks/hooks.json"); !reflect.DeepEqual(got["hooks"], want["hooks"]) {
		t.Errorf("hooks: got %v, the plugin has %v", got["hooks"], want["hooks"])
	}
	clear(got)
	data, err = os.ReadFile(filepath.Join(r.dir, configFile))
	if err == nil {
		err = json.Unmarshal(data, &got)
	}
	if want := read(".mcp.json"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("server: got %v, %v, the plugin has %v", got, err, want)
	}
	if read(".claude-plugin/plugin.json")["name"] != Server {
		t.Error("the plugin has another name")
	}
}

// TestGateSetting puts the setting which agents are held up into files of all kinds,
// and takes it out; the files are then what they were. What a person changes meanwhile
// stays.
func TestGateSetting(t *testing.T) {
	t.Parallel()
	file := filepath.FromSlash(gateFile)
	for name, text := range map[string]string{
		"none":         "",
		"empty":        "{}",
		"one line":     `{"max_file_size_kb": 5}`,
		"over lines":   "{\n\t// ours\n\t\"max_file_size_kb\": 5, // small\n}\n",
		"another":      "{\n  \"write_gate\": \"session\", // for now\n  \"max_file_size_kb\": 5\n}\n",
		"mark":         "\ufeff{\r\n \"max_file_size_kb\": 5\r\n}\r\n",
		"the same":     `{"write_gate": "always"}`,
		"twice":        `{"write_gate": "off", "write_gate": "session"}`,
		"in a comment": "{ /* \"write_gate\": \"off\" */ }",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"a.go": "package a\n"}
			if text != "" {
				files[gateFile] = text
			}
			r := newRepo(t, files)
			before := r.files()
			r.must(Options{Gate: "always"})
			once := r.files()
			if got := held(t, r); got != "always" {
				t.Fatalf("it is %s:\n%s", got, once[file])
			}
			r.must(Options{})
			r.must(Options{Gate: "session"})
			if got := held(t, r); got != "session" {
				t.Fatalf("it is %s:\n%s", got, r.files()[file])
			}
			r.must(Options{Gate: "always"})
			if !maps.Equal(once, r.files()) && name != "the same" {
				t.Fatalf("there and back again it is\n%v\nand not\n%v", r.files(), once)
			}
			r.must(Options{NoGate: true})
			if r.files()[file] != before[file] {
				t.Fatalf("without the gate it is\n%s", r.files()[file])
			}
			r.must(Options{Gate: "always"})
			r.must(Options{Remove: true})
			if after := r.files(); !maps.Equal(before, after) {
				t.Fatalf("taken out it is\n%v\nand not\n%v", after, before)
			}
		})
	}
	r := newRepo(t, map[string]string{"a.go": "package a\n"})
	r.must(Options{Gate: "always"})
	mine := "{\n  \"write_gate\": \"always\",\n  \"max_file_size_kb\": 5\n}\n"
	if err := os.WriteFile(filepath.Join(r.dir, file), []byte(mine), 0o644); err != nil {
		t.Fatal(err)
	}
	r.must(Options{Remove: true})
	if got, want := r.text(t, gateFile), "{\n  \"max_file_size_kb\": 5\n}\n"; got != want {
		t.Errorf("edited, and taken out:\n%s\nwant\n%s", got, want)
	}
	r.must(Options{Gate: "always"})
	mine = `{"write_gate": "off"}`
	if err := os.WriteFile(filepath.Join(r.dir, file), []byte(mine), 0o644); err != nil {
		t.Fatal(err)
	}
	r.must(Options{Remove: true})
	if got := r.text(t, gateFile); got != mine {
		t.Errorf("the person's own setting is gone:\n%s", got)
	}
}

// text returns the content of a file.
func (r repo) text(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// held returns the setting of a repository.
func held(t *testing.T, r repo) string {
	t.Helper()
	d, v, err := setting([]byte(r.text(t, gateFile)))
	if err != nil || v == nil {
		t.Fatalf("%v", err)
	}
	return strings.Trim(string(d.text[v.StartOffset:v.EndOffset]), `"`)
}
