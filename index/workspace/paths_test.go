package workspace

import (
	"strings"
	"testing"
)

func TestPathsFilter(t *testing.T) {
	files := []string{"a.go", "cmd/main.go", "cmd/x/y.ts", "cmdline.go", "src/[id].tsx", "src/a b.py"}
	for patterns, want := range map[string]string{
		"":               "a.go,cmd/main.go,cmd/x/y.ts,cmdline.go,src/[id].tsx,src/a b.py",
		".":              "a.go,cmd/main.go,cmd/x/y.ts,cmdline.go,src/[id].tsx,src/a b.py",
		"cmd":            "cmd/main.go,cmd/x/y.ts",
		"cmd/":           "cmd/main.go,cmd/x/y.ts",
		"./cmd/x, a.go":  "a.go,cmd/x/y.ts",
		"*.go":           "a.go,cmd/main.go,cmdline.go",
		"*.go, !cmd":     "a.go,cmdline.go",
		"!**/x/**":       "a.go,cmd/main.go,cmdline.go,src/[id].tsx,src/a b.py",
		"src/a b.py":     "src/a b.py",
		`src/\[id\].tsx`: "src/[id].tsx",
		"none":           "",
		"../up":          `"../up" is no path in the repository; give one relative to it, with /, or a glob`,
		"/etc":           `"/etc" is no path in the repository; give one relative to it, with /, or a glob`,
		"!":              `"!" is no path in the repository; give one relative to it, with /, or a glob`,
		"a[":             `the glob "a[": "[" has no "]"; add it, or write \[ for the character`,
	} {
		var list []string
		if patterns != "" {
			list = strings.Split(patterns, ", ")
		}
		match, err := PathsFilter(list)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			var found []string
			for _, f := range files {
				if match(f) {
					found = append(found, f)
				}
			}
			got = strings.Join(found, ",")
		}
		if got != want {
			t.Errorf("%q: %s, want %s", patterns, got, want)
		}
	}
}
