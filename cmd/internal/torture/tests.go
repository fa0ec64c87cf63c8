package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// testsPart runs the long tests of the module, which know its inside: they are tests of
// their packages with a number of rounds in a variable.
func testsPart() part {
	return part{
		name: "tests", does: "the long tests of the module: kills of store and workspace, history, edits of Go, searches beside ripgrep",
		share: 12, cases: len(longTests),
		prepare: func(s *suite) (func(*trial), error) {
			return func(t *trial) { longTests[t.number%len(longTests)].run(t) }, nil
		},
	}
}

// longTest is a test with a number of rounds.
type longTest struct {
	pkg, name string
	// env and args have the number of rounds for %n, the seed for %s and the root of the
	// module for %r.
	env, args []string
	rounds    int    // in an hour
	needs     string // a program
}

// longTests are all of them.
var longTests = []longTest{
	{pkg: "./index/store", name: "TestKill", env: []string{"CI_STORE_KILLS=%n", "CI_STORE_KILL_SEED=%s"}, rounds: 1000},
	{pkg: "./index/workspace", name: "TestKill", env: []string{"CI_WORKSPACE_KILLS=%n", "CI_WORKSPACE_KILL_SEED=%s"}, rounds: 1000},
	{pkg: "./index/workspace", name: "TestHistory", env: []string{"CI_WORKSPACE_HISTORY=%r", "CI_WORKSPACE_HISTORY_STEPS=%n", "CI_WORKSPACE_HISTORY_SEED=%s"}, rounds: 200},
	{pkg: "./index/lang/golang", name: "TestIncremental", env: []string{"CI_EDITS=%n", "CI_SEED=%s"}, rounds: 2000},
	{pkg: "./index/workspace", name: "TestRipgrep", args: []string{"-searches", "%n", "-seed", "%s"}, rounds: 2000, needs: "rg"},
}

// summary is the line of a test that says what came of it.
var summary = regexp.MustCompile(`(?m)^(--- |FAIL|ok|\s+\w+_test\.go:\d+:).*$`)

// run runs the test with as many rounds as there is time for.
func (l longTest) run(t *trial) {
	if l.needs != "" {
		if _, err := exec.LookPath(l.needs); err != nil {
			t.skip("%s %s needs %s on PATH", l.pkg, l.name, l.needs)
		}
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.skip("%s %s needs go on PATH", l.pkg, l.name)
	}
	rounds := max(5, int(float64(l.rounds)*min(1, t.s.time.Hours())))
	r := strings.NewReplacer("%n", fmt.Sprint(rounds), "%s", fmt.Sprint(t.s.seed), "%r", t.s.source)
	args := []string{"test", l.pkg, "-run", "^" + l.name + "$", "-count=1", "-timeout", "60m", "-v"}
	for _, a := range l.args {
		args = append(args, r.Replace(a))
	}
	if trees := os.Getenv("TREES"); trees != "" && l.needs == "rg" {
		args = append(args, "-trees", trees)
	}
	c := exec.CommandContext(t.s.ctx, "go", args...)
	c.Dir, c.Env = t.s.source, c.Environ()
	for _, v := range l.env {
		c.Env = append(c.Env, r.Replace(v))
	}
	c.WaitDelay = time.Minute
	began := time.Now()
	out, err := c.CombinedOutput()
	t.did("%s go %s: %v in %v", strings.Join(c.Env[len(c.Env)-len(l.env):], " "), strings.Join(args, " "), err, time.Since(began).Round(time.Second))
	if err != nil {
		t.found(Wrong, "%s %s: %v: %.2000s", l.pkg, l.name, err, strings.Join(summary.FindAllString(string(out), 12), "; "))
		t.log = append(t.log, strings.Split(string(out[max(0, len(out)-8000):]), "\n")...)
	}
}
