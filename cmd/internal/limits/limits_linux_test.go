package limits_test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"

	_ "codeintel/cmd/internal/limits"
)

// childEnv makes the process of the tests one that does what it names, and ends.
const childEnv = "CI_TEST_LIMITS"

func TestMain(m *testing.M) {
	switch os.Getenv(childEnv) {
	case "":
		os.Exit(m.Run())
	case "start":
		fmt.Println("started")
	case "threads":
		threads()
		fmt.Println("started")
	}
}

// rlimitProcesses is RLIMIT_NPROC, which package syscall has no name for.
const rlimitProcesses = 6

// nobody is a user who has no processes.
const nobody = 64021

// threads starts more threads than the process may have.
func threads() {
	if os.Getuid() == 0 {
		if err := syscall.Setuid(nobody); err != nil { // root may have any number
			panic(err)
		}
	}
	if err := syscall.Setrlimit(rlimitProcesses, &syscall.Rlimit{Cur: 12, Max: 12}); err != nil {
		panic(err)
	}
	started := make(chan bool)
	for range 40 {
		go func() {
			runtime.LockOSThread()
			started <- true
			select {} // the thread is kept
		}()
		<-started
	}
}

// child runs a process of the tests under limits that a shell sets.
func child(t *testing.T, what, limits string) (stdout, stderr string, code int) {
	t.Helper()
	c := exec.Command("/bin/sh", "-c", limits+` exec "$0"`, os.Args[0])
	c.Env = append(os.Environ(), childEnv+"="+what)
	var out, said strings.Builder
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), said.String(), c.ProcessState.ExitCode()
}

// TestStart starts processes under limits of all kinds: each works, or says on one line
// which limit to raise.
func TestStart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flag   string
		values []int
		enough int // from which value on it has to work
	}{
		{"v", []int{200_000, 400_000, 800_000, 1_000_000, 1_207_296, 1_300_000, 1_500_000, 1_536_000, 1_600_000, 3_000_000}, 1_536_000},
		{"d", []int{60_000, 100_000, 131_072, 200_000, 400_000}, 131_072},
		{"n", []int{6, 8, 10, 15, 16, 20, 64}, 16},
		{"s", []int{128, 255, 256, 512, 1024, 100_000}, 256},
		{"S -s", []int{64, 128, 256}, 64}, // which the process may raise
	} {
		for _, value := range c.values {
			limits := fmt.Sprintf("ulimit -%s %d &&", c.flag, value)
			stdout, stderr, code := child(t, "start", limits)
			switch {
			case code == 0 && stdout == "started\n" && stderr == "":
			case code == 1 && value < c.enough && stdout == "" && strings.Count(stderr, "\n") == 1 && strings.HasPrefix(stderr, "ci: needs ") && strings.Contains(stderr, "(ulimit -"+c.flag+")"):
			default:
				t.Errorf("%s: %d, %s%s", limits, code, stdout, stderr)
			}
		}
	}
}

// TestThreads: a process that gets no further thread says so on one line.
func TestThreads(t *testing.T) {
	t.Parallel()
	stdout, stderr, code := child(t, "threads", "")
	if code != 1 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "ulimit -u") {
		t.Errorf("%d, %s%s", code, stdout, stderr)
	}
}
