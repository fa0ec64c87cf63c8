//go:build linux || darwin

package crash

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Environment of the processes of the tests.
const (
	howEnv  = "CI_CRASH_HOW"  // how the process crashes
	planEnv = "CI_CRASH_PLAN" // what it does then
	leftEnv = "CI_CRASH_LEFT" // how often the next one crashes
)

func TestMain(m *testing.M) {
	how := os.Getenv(howEnv)
	if how == "" {
		os.Exit(m.Run())
	}
	left, err := strconv.Atoi(os.Getenv(leftEnv))
	if err == nil {
		err = child(how, left)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(3)
	}
}

// child crashes, and is replaced by one that does left times more.
func child(how string, left int) error {
	fmt.Printf("left %d %s\n", left, strings.Join(os.Args[1:], " "))
	if left == 0 {
		return nil
	}
	switch os.Getenv(planEnv) {
	case "rerun":
		env := slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, leftEnv+"=") })
		if err := Rerun(os.Args[0], os.Args, append(env, fmt.Sprintf("%s=%d", leftEnv, left-1))); err != nil {
			return err
		}
	case "plain":
		if err := Plain(); err != nil {
			return err
		}
	case "end":
		if err := End("it has crashed", 7); err != nil {
			return err
		}
	}
	switch how {
	case "kill":
		if err := syscall.Kill(os.Getpid(), syscall.SIGABRT); err != nil {
			return err
		}
		select {}
	case "go":
		var p *int
		*p = 1
	default:
		n, err := strconv.Atoi(how)
		if err != nil {
			return err
		}
		crashed := make(chan bool)
		for range 2 { // threads of which both crash
			go func() {
				provoke(n)
				crashed <- false
			}()
		}
		<-crashed
	}
	return nil
}

// A crash in C begins the program again as often as it is told to, one in Go and a signal
// of another process do not.
func TestCrash(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		how, plan string
		lines     int // that the processes begin with
		code      int // -1: a signal
	}{
		{"0", "rerun", 4, 0}, {"1", "rerun", 4, 0}, {"2", "rerun", 4, 0},
		{"0", "end", 1, 7}, {"1", "end", 1, 7},
		{"0", "", 1, -1}, {"2", "", 1, -1}, {"0", "plain", 1, -1}, {"1", "plain", 1, -1},
		{"go", "rerun", 1, 2}, {"kill", "rerun", 1, -1},
	} {
		var said bytes.Buffer
		cmd := exec.Command(os.Args[0], "with", "arguments")
		cmd.Env = append(os.Environ(), howEnv+"="+c.how, planEnv+"="+c.plan, leftEnv+"=3", "GOTRACEBACK=single")
		cmd.Stderr = &said
		out, err := cmd.Output()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(out), "with arguments\n"); lines != c.lines || cmd.ProcessState.ExitCode() != c.code {
			t.Errorf("%s %s: %v, want %d lines and code %d\n%s%s", c.how, c.plan, cmd.ProcessState, c.lines, c.code, out, said.Bytes())
		}
		if c.plan == "plain" && said.Len() > 0 {
			t.Errorf("%s %s: says %s", c.how, c.plan, said.String())
		}
		if c.plan == "end" && said.String() != "it has crashed\n" {
			t.Errorf("%s %s: says %q", c.how, c.plan, said.String())
		}
	}
}
