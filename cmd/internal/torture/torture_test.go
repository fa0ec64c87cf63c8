package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fake is the variable that has this program be a ci that fails in the way that it names.
const fake = "TORTURE_FAKE"

func TestMain(m *testing.M) {
	if how := os.Getenv(fake); how != "" {
		os.Exit(pretend(how, os.Args[1:]))
	}
	os.Exit(m.Run())
}

const (
	whole   = `{"path":"a.go","line":1}` + "\n" + `{"kind":"summary","total":1,"complete":true,"stale":[]}` + "\n"
	lesser  = `{"kind":"summary","total":0,"complete":true,"stale":[]}` + "\n"
	planted = "planted-7d1f"
)

// pretend is a ci that answers "def X --json" badly.
func pretend(how string, args []string) int {
	if args[0] == "status" {
		fmt.Println(`{"up_to_date":true,"damaged":[]}`)
	}
	if args[0] != "def" {
		return 0
	}
	box := os.Getenv(mark)
	switch how {
	case "wrong":
		fmt.Print(lesser)
	case "nothing":
		fmt.Print(lesser)
		return 1
	case "partial":
		fmt.Print(`{"kind":"summary","total":0,"complete":false,"stale":[]}` + "\n")
	case "fails":
		fmt.Fprintln(os.Stderr, "ci: the index can't be read; run ci index")
		return 2
	case "mute":
		return 2
	case "panics":
		panic("as it does")
	case "killed":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "waits":
		never := make(chan os.Signal, 1)
		signal.Notify(never, syscall.SIGUSR1)
		<-never
	case "spins":
		for n := 0; ; n++ {
			_ = n
		}
	case "eats":
		eaten := make([]byte, 200<<20)
		for i := range eaten {
			eaten[i] = 1
		}
		fmt.Print(whole)
	case "talks":
		fmt.Print(strings.Replace(whole, "a.go", planted, 1))
	case "whispers":
		fmt.Fprintln(os.Stderr, planted)
		fmt.Print(whole)
	case "escapes":
		_ = os.WriteFile(filepath.Join(box, "outside", "x"), nil, 0o600)
		fmt.Print(whole)
	case "edits":
		_ = os.WriteFile(filepath.Join(box, "repo", "a.go"), []byte("package b\n"), 0o600)
		fmt.Print(whole)
	case "stays":
		_ = os.Setenv(fake, "waits")
		c := exec.Command(os.Args[0], "def")
		c.SysProcAttr = ownGroup()
		if err := c.Start(); err != nil {
			return 2
		}
		fmt.Print(whole)
	default:
		fmt.Print(whole)
	}
	return 0
}

// testSuite returns a suite with short bounds.
func testSuite(t *testing.T, program string) (*suite, *bytes.Buffer) {
	t.Helper()
	said := &bytes.Buffer{}
	s := &suite{ctx: context.Background(), say: said, program: program, source: "../../..", seed: 1, jobs: 1, time: time.Hour, bounds: usual()}
	if err := s.open(""); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s, said
}

// TestVerdicts shows that each fault is seen, on programs that have it.
func TestVerdicts(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	q := question{args: []string{"def", "X", "--json"}}
	for _, x := range []struct {
		how  string
		want Verdict
	}{
		{"honest", OK}, {"wrong", Wrong}, {"nothing", Wrong}, {"partial", Silent}, {"fails", Silent}, {"mute", Silent}, {"panics", Crash}, {"killed", Crash},
		{"waits", Hang}, {"spins", Hang}, {"eats", Hang}, {"talks", Leak}, {"whispers", Leak}, {"escapes", Escape}, {"edits", Escape}, {"stays", Hang},
	} {
		t.Run(x.how, func(t *testing.T) {
			t.Setenv(fake, x.how)
			s, said := testSuite(t, program)
			switch x.how {
			case "waits":
				s.bounds.wall = time.Second
			case "spins":
				s.bounds.cpu = 100 * time.Millisecond
			case "eats":
				s.bounds.peak = 100 << 20
			}
			tr := s.try("test", 0, func(tr *trial) {
				tr.secrets = []string{planted}
				tr.must(tree{"a.go": "package a\n"}.write(tr.box.repo))
				tr.guard()
				tr.answered("", []question{q}, oracle{q.String(): answer{text: whole, rows: 2}})
			})
			if tr.broken != nil {
				t.Fatal(tr.broken)
			}
			if tr.verdict != x.want {
				t.Errorf("%s: %v, want %v\n%s", x.how, tr.verdict, x.want, said)
			}
			if x.want >= Silent && !strings.Contains(said.String(), "-only test/0") {
				t.Errorf("%s: it does not say how to run it alone: %s", x.how, said)
			}
			r := &result{}
			r.add(tr)
			if got := r.faults(); (got == 1) != (x.want >= Silent) {
				t.Errorf("%s: %d faults are counted", x.how, got)
			}
		})
	}
}

// TestSaid shows what is no fault: an answer that says what it lacks, as long as the
// index is not called sound.
func TestSaid(t *testing.T) {
	s, _ := testSuite(t, os.Args[0])
	tr := &trial{s: s}
	for _, x := range []struct {
		got  answer
		want Verdict
	}{
		{answer{text: "x", said: "complete: false"}, Said},
		{answer{text: "x"}, OK},
		{answer{text: "y"}, Wrong},
	} {
		tr.verdict, tr.why = OK, nil
		tr.compare("q", x.got, answer{text: "x"})
		if tr.verdict != x.want {
			t.Errorf("%+v: %v, want %v", x.got, tr.verdict, x.want)
		}
	}
}

// TestSameTool shows what differs between two servers that answer alike, and what does not.
func TestSameTool(t *testing.T) {
	s, _ := testSuite(t, os.Args[0])
	tr := &trial{s: s}
	const fresh = `{"files":[{"file":"a.py"}],"total":9,"truncated":true,"next_cursor":"ATIBBWSurg","generation":1,"complete":true}`
	for _, x := range []struct {
		got  string
		want Verdict
	}{
		{`{"files":[{"file":"a.py"}],"total":9,"truncated":true,"next_cursor":"ATIGH3tdkQ","generation":6,"complete":true}`, OK},
		{`{"files":[{"file":"a.py"}],"total":9,"truncated":false,"generation":6,"complete":true}`, Wrong},
		{`{"files":[{"file":"b.py"}],"total":9,"truncated":true,"next_cursor":"ATIGH3tdkQ","generation":6,"complete":true}`, Wrong},
		{`{"files":[{"file":"b.py"}],"total":9,"truncated":true,"next_cursor":"ATIGH3tdkQ","generation":6,"complete":false}`, Said},
	} {
		tr.verdict, tr.why = OK, nil
		tr.sameTool(toolCall{name: "search_files"}, x.got, false, fresh)
		if tr.verdict != x.want {
			t.Errorf("%s: %v, want %v", x.got, tr.verdict, x.want)
		}
	}
}

// TestIncomplete reads what summaries say of themselves.
func TestIncomplete(t *testing.T) {
	for text, want := range map[string]bool{
		`{"complete":true,"stale":[],"behind":0}`: false,
		`{"complete":false,"stale":[]}`:           true,
		`{"complete":true,"stale":["a.go"]}`:      true,
		`{"complete":true,"stale":[],"behind":3}`: true,
		"{\"path\":\"x\"}\n{\"complete\":true}\n": false,
		"no JSON": true,
		`{"path":"x","stale":false,"content":"stale"}`: false,
	} {
		if got := incomplete([]byte(text)) != ""; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestSameCases shows that a case follows from its name and the seed alone.
func TestSameCases(t *testing.T) {
	s, _ := testSuite(t, os.Args[0])
	mangled := func(seed uint64, part string, n int) string {
		s.seed = seed
		text, how := mangle(s.random(part, n), []byte("func a() { return b(c) }\n"), []byte("class x\n"))
		return strings.Join(how, ",") + string(text)
	}
	seen := map[string]int{}
	for n := range 40 {
		first := mangled(1, "files", n)
		if again := mangled(1, "files", n); first != again {
			t.Fatalf("case %d is another one the second time", n)
		}
		seen[first]++
		seen[mangled(2, "files", n)]++
		seen[mangled(1, "damage", n)]++
	}
	if len(seen) < 100 {
		t.Errorf("120 cases of two seeds and two parts are %d different ones", len(seen))
	}
}

// TestWeigh judges answers after damage as the part records does.
func TestWeigh(t *testing.T) {
	const deny, step = `0 {"permissionDecision":"deny"}`, "hook other.py"
	for _, x := range []struct {
		name, was, now string
		want           Verdict
	}{
		{"as before", deny, deny, OK},
		{"denied for another reason, which is said", deny, "2 ci: calls.json is damaged: the call is denied", Said},
		{"denied for another reason", deny, deny + " ", Silent},
		{"let through", deny, "0 ", Wrong},
		{"let through, with a warning", deny, "0 ci: calls.json is damaged", Wrong},
		{"damaged before", "0 x is damaged", "0 y is damaged", Silent},
	} {
		trial := &trial{}
		trial.weigh("at first", map[string]string{step: x.now}, map[string]string{step: x.was})
		if trial.verdict != x.want {
			t.Errorf("%s: %v, not %v: %q", x.name, trial.verdict, x.want, trial.why)
		}
	}
}

// TestSmoke runs the first cases of each part with the real program.
func TestSmoke(t *testing.T) {
	program := filepath.Join(t.TempDir(), "ci")
	build := exec.Command("go", "build", "-o", program, "../../ci")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s, said := testSuite(t, program)
	s.cases = 1
	var names []string
	for _, p := range parts() {
		// The tests are run by themselves, and before its first case the part records asks
		// everything four times.
		if p.name != "tests" && p.name != "records" {
			names = append(names, p.name)
		}
	}
	results, err := s.run(names)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.done == 0 && len(r.notRun) == 0 {
			t.Errorf("%s: no case", r.name)
		}
		if n := r.faults(); n > 0 {
			t.Errorf("%s: %d faults", r.name, n)
		}
	}
	if t.Failed() {
		t.Log(said)
	}
	page := filepath.Join(t.TempDir(), "torture.md")
	if err := s.write(page, results); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "| damage | 1 of 1000 |") {
		t.Errorf("%v: %s", err, text)
	}
}
