package statefs

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// killDirEnv makes the process one that is to be killed: it works in that folder.
const killDirEnv = "CI_STATEFS_KILL_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(killDirEnv); dir != "" {
		fmt.Println("ended:", workForEver(New(dir, time.Now)))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// stateOf is the content of a file in step n: it says its own length.
func stateOf(n int) []byte {
	body := strings.Repeat("x", n%7*3000)
	return fmt.Appendf(nil, "%d %s\n", len(body), body)
}

func workForEver(f *Folder) error {
	for n := 0; ; n++ {
		unlock, err := f.Lock(context.Background(), "sessions/a")
		if err != nil {
			return err
		}
		_, err = f.Write("sessions/a.json", stateOf(n))
		err = errors.Join(err, f.Append("log.jsonl", stateOf(n)))
		unlock()
		if err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// whole says whether a text is what stateOf gives.
func whole(text []byte) bool {
	var n int
	head, body, ok := bytes.Cut(text, []byte(" "))
	_, err := fmt.Sscan(string(head), &n)
	return ok && err == nil && len(body) == n+1 && body[n] == '\n'
}

// TestKilled: whenever a process is killed, the file is as it was before a write or
// after it, no line of the log but the last is torn, and the lock is free.
func TestKilled(t *testing.T) {
	f, root := folder(t)
	for range 12 {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), killDirEnv+"="+root)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		steps := bufio.NewScanner(out)
		for range 1 + rand.IntN(12) {
			if !steps.Scan() || strings.HasPrefix(steps.Text(), "ended") {
				t.Errorf("the process ended by itself: %s", steps.Text())
				break
			}
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait() // it was killed
		data, _, err := f.Read("sessions/a.json")
		if err != nil || !whole(data) {
			t.Fatalf("the file has %d bytes (%v)", len(data), err)
		}
		unlock, err := f.Lock(t.Context(), "sessions/a")
		if err != nil {
			t.Fatal(err)
		}
		unlock()
	}
	if err := f.Append("log.jsonl", stateOf(0)); err != nil {
		t.Fatal(err)
	}
	log, _, err := f.Read("log.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(log, []byte("\n"))
	lines = lines[:len(lines)-1]
	torn := 0
	for _, l := range lines {
		if !whole(l) {
			torn++
		}
	}
	if torn > 12 || !whole(lines[len(lines)-1]) {
		t.Errorf("%d of %d lines are torn, or the last is", torn, len(lines))
	}
	if _, err := os.Stat(filepath.Join(root, ".code-intel", "sessions", ".a.lock")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the lock's file is left over (%v)", err)
	}
}
