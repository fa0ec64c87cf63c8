package shell

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"codeintel/session/shell/shelltest"
)

// check looks at what holds of all effects.
func check(t *testing.T, e Effects) {
	t.Helper()
	if e.ReadOnly && (len(e.Writes) > 0 || e.Unknown || e.Why != "") || !e.ReadOnly && e.Why == "" {
		t.Errorf("effects that contradict each other: %+v", e)
	}
	if len(e.Writes) > maxWrites {
		t.Errorf("%d writes", len(e.Writes))
	}
	for _, w := range e.Writes {
		if w.Path == "" && w.Span != Unresolved || w.Path != "" && !absolute(w.Path) {
			t.Errorf("a path that is not absolute: %+v", w)
		}
		if w.Kind == "" || w.Span == "" {
			t.Errorf("without kind or span: %+v", w)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"shell-writes.txt", "shell-reads.txt"} {
		b, err := os.ReadFile(corpora + name)
		if err != nil {
			f.Fatal(err)
		}
		cases, err := shelltest.Read(string(b))
		if err != nil {
			f.Fatal(err)
		}
		for _, c := range cases {
			f.Add(c.Command)
		}
	}
	f.Fuzz(func(t *testing.T, command string) { check(t, parse(command, testEnv())) })
}

func FuzzTool(f *testing.F) {
	f.Add("Bash", `{"command":"echo x > a.go"}`)
	f.Add("Edit", `{"file_path":"/r/a.go"}`)
	f.Add("mcp__x__write_file", `{"path":"a.go","files":[{"uri":"file:///r/b%20c.go"}]}`)
	f.Add("mcp__x__apply", `{"patch":"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"}`)
	f.Add("mcp__x__run", `{"command":"rm","args":["a b"],"cwd":"/r/src"}`)
	f.Fuzz(func(t *testing.T, name, input string) { check(t, Tool(name, json.RawMessage(input), testEnv())) })
}

// TestHostile shows that commands which are made to be slow, deep or large are answered,
// and never taken for harmless. One whose cost has no bound ends at go test's timeout.
func TestHostile(t *testing.T) {
	many := func(s string, bytes int) string { return strings.Repeat(s, bytes/len(s)) }
	const big = maxCommand - 100
	for name, src := range map[string]string{
		"brackets":       many("(", big) + "echo > a",
		"substitutions":  many("$(", big) + "echo > a",
		"quoted":         many(`"$(`, big) + "echo > a",
		"backquotes":     many("`", big) + "echo > a",
		"braces":         many("{ ", big) + "echo > a",
		"ifs":            many("if a; then ", big) + "echo > a",
		"cases":          many("case a in a) ", big) + "echo > a",
		"arithmetic":     "echo $((" + many("(", big) + "1 > a",
		"sum":            "echo $((" + many("1+", big) + "1)) > a",
		"parameters":     "echo " + many("${a:-", big) + " > a",
		"and":            many("a && ", big) + "echo > a",
		"or":             many("a || ", big) + "echo > a",
		"pipes":          many("a | ", big) + "tee a",
		"semicolons":     many("a;", big) + "echo > a",
		"not":            many("! ", big) + "echo > a",
		"assignments":    "a=x;" + many("a=$a$a;", 4000) + "echo > $a",
		"brace words":    "echo " + many("{a,b}", 200) + " > a",
		"nested words":   "echo " + many("{a,", 20000) + " > a",
		"sequence":       "echo {1..99999999} > a",
		"functions":      "f(){ f; f; f; }; f; echo > a",
		"mutual":         "f(){ g; g; }; g(){ f; f; }; f; echo > a",
		"loops":          many("for i in 1 2 3 4 5 6 7 8 9; do ", 600) + "a; " + many("done; ", 110) + "echo > a",
		"while":          many("while a; do ", 240) + "b; " + many("done; ", 120) + "echo > a",
		"eval":           `a='eval "$a"'; eval "$a"; echo > a`,
		"shells":         many("bash -c ", big) + "'echo > a'",
		"wrappers":       many("sudo ", big) + "tee a",
		"wide":           "rm " + many("a ", big),
		"files":          many("echo > f$RANDOM;", big),
		"many files":     "for i in {1..4000}; do echo > f$i; done",
		"heredocs":       many("cat <<E\n", big),
		"sed":            "sed '" + many("s/a/b/;", big) + "' a > b",
		"python":         "python3 -c '" + many("open(", big) + "' > b",
		"python dots":    "python3 -c '" + many("a.", big) + "b()' > b",
		"python names":   "python3 -c '" + many("a=a+a;", big) + "open(a,\"w\")'",
		"awk":            "awk '" + many("print > \"a\";", big) + "'",
		"patch":          "git apply <<'E'\n" + many("+++ a\n", big) + "E\n",
		"cut":            "a=" + many("a", 60000) + "; echo > ${a%%*b*c*d*e}",
		"time":           many("time ", big) + "echo > a",
		"tests":          "[[ " + many("! ", big) + "a ]] > a",
		"test brackets":  "[[ " + many("( ", big) + "a > a",
		"process":        many("<(", big) + "echo > a",
		"aliases":        "alias a='a a'; a; alias b=c c=b; b; echo > a",
		"too long":       many("echo > a;", maxCommand+100) + "echo > a",
		"nul":            "echo > a\x00b",
		"not UTF-8":      "echo > \xff\xfe",
		"zsh":            "echo ${(s:,:)x} >! a; repeat 3 { echo > a }",
		"carriage":       "echo x > a\r\n",
		"else-ifs":       "if a; then b; " + many("elif a; then b; ", big) + "fi; echo > a",
		"alternatives":   "for a in 1 2 3; do for b in 1 2 3; do python3 -c \"" + many("x=['a','b','c'];y=x+x;", 20000) + "open(y,'w')\"; done; done",
		"find":           "find . " + many("-exec ", big) + "tee a \\;",
		"xargs":          "echo " + many("a ", 4000*2) + "| xargs -I{} xargs -I{} xargs -I{} tee {}",
		"parameter cuts": "a=" + many("ab", 20000) + ";" + many("a=${a#*b};", 40000) + "echo > a",
	} {
		t.Run(name, func(t *testing.T) {
			e := parse(src, testEnv())
			check(t, e)
			if e.ReadOnly {
				t.Error("taken for read-only")
			}
		})
	}
}
