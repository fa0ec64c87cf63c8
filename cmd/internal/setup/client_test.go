package setup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ours is a settings file with the hooks as they are written.
func oursFile(t *testing.T) string {
	t.Helper()
	data := []byte("{}\n")
	for _, h := range hooks {
		next, _, err := appendElement(data, h.path(), h.value("ci", false))
		if err != nil {
			t.Fatal(err)
		}
		data = next
	}
	return string(data)
}

// TestConditions: what Claude Code 2.1.329 was seen to do with each file. want is a
// part of what is said; "" where its hooks run.
func TestConditions(t *testing.T) {
	t.Parallel()
	ours := oursFile(t)
	with := func(more string) string { return strings.TrimRight(strings.TrimSpace(ours), "}") + "," + more + "}" }
	const (
		project = ".claude/settings.json"
		local   = ".claude/settings.local.json"
		user    = "config/settings.json"
		managed = "managed/managed-settings.json"
		off     = `{"disableAllHooks":true}`
	)
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"as it is written":                    {map[string]string{project: ours}, ""},
		"no file":                             {nil, project + ": there is no such file"},
		"a comment":                           {map[string]string{project: "{ // x\n" + strings.TrimSpace(ours)[1:]}, project + ":1:3: there is a comment"},
		"a comment in the middle":             {map[string]string{project: strings.Replace(ours, `"Stop"`, `/* x */ "Stop"`, 1)}, "there is a comment"},
		"a comment at the end":                {map[string]string{project: ours + "// x\n"}, "there is a comment"},
		"a trailing comma":                    {map[string]string{project: strings.TrimRight(strings.TrimSpace(ours), "}") + ",}"}, "a comma before the end"},
		"a byte order mark":                   {map[string]string{project: "\ufeff" + ours}, ""},
		"an empty file":                       {map[string]string{project: ""}, "the file is empty"},
		"cut short":                           {map[string]string{project: ours[:len(ours)/2]}, "ends too early"},
		"UTF-16":                              {map[string]string{project: "\xff\xfe{\x00}\x00"}, "not valid JSON"},
		"off in the project":                  {map[string]string{project: with(`"disableAllHooks":true`)}, "disableAllHooks is true"},
		"off as a text":                       {map[string]string{project: with(`"disableAllHooks":"true"`)}, "disableAllHooks is not true or false"},
		"off as null":                         {map[string]string{project: with(`"disableAllHooks":null`)}, "disableAllHooks is not true or false"},
		"permissions of another type":         {map[string]string{project: with(`"permissions":"x"`)}, "permissions is not an object"},
		"an unknown key":                      {map[string]string{project: with(`"zzz":1`)}, ""},
		"an unknown event":                    {map[string]string{project: strings.Replace(ours, `"hooks": {`, `"hooks": {"Foo": [],`, 1)}, ""},
		"hooks twice":                         {map[string]string{project: with(`"hooks":{}`)}, "is missing"},
		"a hook that is no hook":              {map[string]string{project: strings.Replace(ours, `"timeout": 10`, `"timeout": "x"`, 1)}, "is not of the form"},
		"a hook is missing":                   {map[string]string{project: strings.Replace(ours, `"PostToolUseFailure"`, `"SessionEnd"`, 1)}, "PostToolUseFailure is missing"},
		"a matcher was edited":                {map[string]string{project: strings.Replace(ours, `"matcher": "*"`, `"matcher": "Edit"`, 1)}, "PreToolUse is missing"},
		"off in the local file":               {map[string]string{project: ours, local: off}, local + ":1:2: disableAllHooks"},
		"off in a broken local file":          {map[string]string{project: ours, local: off + " // x"}, ""},
		"off in a local file of a wrong type": {map[string]string{project: ours, local: `{"disableAllHooks":true,"permissions":"x"}`}, ""},
		"off in the user's":                   {map[string]string{project: ours, user: off}, "disableAllHooks"},
		"off in the user's, on in the local":  {map[string]string{project: ours, user: off, local: `{"disableAllHooks":false}`}, ""},
		"off in the project, on in the local": {map[string]string{project: with(`"disableAllHooks":true`), local: `{"disableAllHooks":false}`}, ""},
		"off by the administrator":            {map[string]string{project: ours, managed: off, local: `{"disableAllHooks":false}`}, "administers"},
		"off in a part of the administrator":  {map[string]string{project: ours, "managed/managed-settings.d/10.json": off}, "administers"},
		"the administrator's hooks only":      {map[string]string{project: ours, managed: `{"allowManagedHooksOnly":true}`}, "allowManagedHooksOnly"},
		"the server is switched off":          {map[string]string{project: ours, local: `{"disabledMcpjsonServers":["code-intel"]}`}, "does not start it"},
		"a comment in the list of servers":    {map[string]string{project: ours, ".mcp.json": "{ // x\n}"}, ".mcp.json:1:3: there is a comment"},
		"a comma in the list of servers":      {map[string]string{project: ours, ".mcp.json": `{"mcpServers":{},}`}, ".mcp.json:1:17: there is a comma"},
		"a mark in the list of servers":       {map[string]string{project: ours, ".mcp.json": "\ufeff{}"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			for p, text := range c.files {
				at := filepath.Join(root, p)
				if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			got := Client{Root: root, Config: filepath.Join(root, "config"), Managed: []string{filepath.Join(root, "managed")}}.Conditions("ci", true)
			switch {
			case c.want == "" && len(got) > 0:
				t.Errorf("%v, want none", got)
			case c.want != "" && (len(got) != 1 || !strings.Contains(got[0].String(), c.want)):
				t.Errorf("%v, want %s", got, c.want)
			}
		})
	}
}

// FuzzConditions: no settings file makes the look at it fail.
func FuzzConditions(f *testing.F) {
	for _, s := range []string{"", "{", "{}", "[]", "null", `{"hooks":{"Stop":[{"hooks":[{}]}]}}`, `{"a":1,}`, "{//\n}", `{"disableAllHooks":1}`, "\ufeff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		root := t.TempDir()
		if err := os.MkdirAll(filepath.Join(root, ".claude"), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{settingsFile, localSettingsFile, configFile} {
			if err := os.WriteFile(filepath.Join(root, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range (Client{Root: root}).Conditions("ci", true) {
			if c.Path == "" || c.Text == "" || c.Next == "" {
				t.Errorf("%+v", c)
			}
		}
	})
}
