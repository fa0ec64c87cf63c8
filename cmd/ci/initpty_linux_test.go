package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal opens a terminal of its own: what is written to keys is typed, and what is
// read from it is what the terminal shows.
func terminal(t *testing.T) (keys, tty *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = keys.Close() })
	fd := int(keys.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		t.Fatal(err)
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return keys, tty
}

// TestInitAsks: on a terminal ci init asks which agents the gate holds up, in a
// repository where nobody has said so, and writes what was answered; with the flag it
// asks nothing.
func TestInitAsks(t *testing.T) {
	t.Parallel()
	const question = "Which agents does the gate hold up?"
	for _, c := range []struct {
		typed string
		args  []string
		asked bool
		want  string // the setting; "" for a failure that writes nothing
	}{
		{typed: "session\n", asked: true, want: "session"},
		{typed: "always\n", asked: true, want: "always"},
		{typed: "\n", asked: true, want: "always"},
		{typed: "\x04", asked: true, want: "always"}, // the end of what is typed
		{typed: "yes\n", asked: true},
		{args: []string{"--gate=session"}, want: "session"},
		{args: []string{"--gate=always"}, want: "always"},
	} {
		u := newUser(t)
		keys, tty := terminal(t)
		if _, err := io.WriteString(keys, c.typed); err != nil {
			t.Fatal(err)
		}
		cmd := u.command(append([]string{"init", u.repo, "--command", os.Args[0]}, c.args...)...)
		cmd.Env = append(cmd.Env, "PATH="+t.TempDir(), "CLAUDE_CONFIG_DIR="+filepath.Join(u.dir, "claude"))
		cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if err := tty.Close(); err != nil {
			t.Fatal(err)
		}
		shown, _ := io.ReadAll(keys) // it ends with an error when nobody has the terminal any more
		if err := cmd.Wait(); (err == nil) != (c.want != "") {
			t.Errorf("%q %q: %v\n%s", c.typed, c.args, err, shown)
		}
		if got := strings.Contains(string(shown), question); got != c.asked {
			t.Errorf("%q %q: asked: %t\n%s", c.typed, c.args, got, shown)
		}
		config, err := os.ReadFile(filepath.Join(u.repo, ".code-intel", "config.json"))
		if want := "{\n  \"write_gate\": \"" + c.want + "\"\n}\n"; c.want != "" && string(config) != want || c.want == "" && !os.IsNotExist(err) {
			t.Errorf("%q %q: %q, %v\n%s", c.typed, c.args, config, err, shown)
		}
	}
}
