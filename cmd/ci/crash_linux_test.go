package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// fragileEnv gives a process of the tests a language whose parser crashes.
const fragileEnv = "CI_TEST_FRAGILE"

// fragile changes what runs a command where the environment says so.
func fragile(a *app) {
	if os.Getenv(fragileEnv) != "" {
		a.known = append(slices.Clone(all.Languages()), fragileLanguage())
	}
}

// fragileLanguage is a language of names that are defined, of which "crash" ends the
// process as abort in C does.
func fragileLanguage() *lang.Language {
	return &lang.Language{
		Name: "fragile", SCIPName: "Fragile", Family: "fragile", Extensions: []string{".fragile"}, Version: 1,
		Extract: func(_ context.Context, _ *ts.Parser, in lang.Input) (*lang.Facts, error) {
			name := strings.TrimSpace(string(in.Src))
			if strings.HasPrefix(name, "crash") && os.Getenv(fragileEnv) != "mended" {
				_, _, _ = syscall.RawSyscall(syscall.SYS_TGKILL, uintptr(os.Getpid()), uintptr(syscall.Gettid()), uintptr(syscall.SIGABRT))
				select {}
			}
			b := lang.NewBuilder(len(in.Src))
			_, d := b.Def(b.Name(name), lang.KindFunction, symbol.Method, 0, uint32(len(name)))
			d.Scope, d.Flags = 0, lang.Exported
			return b.Finish(), nil
		},
	}
}

// crashing is a user in whose repository two files crash the parser.
func crashing(t *testing.T) *user {
	t.Setenv(fragileEnv, "1")
	u := newUser(t)
	for name, text := range map[string]string{"a.fragile": "good\n", "b.fragile": "crash1\n", "c.fragile": "crash2\n"} {
		if err := os.WriteFile(filepath.Join(u.repo, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return u
}

// A crash of a parser costs any command that indexes the file alone: it ends with a
// result, and who asks is told the reason.
func TestCrash(t *testing.T) {
	for _, args := range [][]string{{"index", ".."}, {"def", "good", "--repo", ".."}, {"search", "--symbol", "good", "--repo", ".."}} {
		u := crashing(t)
		stdout, stderr, code := u.run(args...)
		if code != 0 || !strings.Contains(stdout+stderr, "good") && args[0] == "def" {
			t.Errorf("%v: %d, %s%s", args, code, stdout, stderr)
		}
		if args[0] == "index" && (strings.Contains(stderr, "goroutine") || !strings.Contains(stderr, "2 files passed over") || !strings.Contains(stderr, "b.fragile: it ended the process: signal: aborted")) {
			t.Errorf("%v says %s", args, stderr)
		}
		for _, ask := range []string{"status", "doctor"} {
			if stdout, stderr, _ := u.run(ask, ".."); !strings.Contains(stdout, "b.fragile") || !strings.Contains(stdout, "c.fragile") {
				t.Errorf("%v: %s: %s%s", args, ask, stdout, stderr)
			}
		}
		if err := os.WriteFile(filepath.Join(u.repo, "b.fragile"), []byte("mended\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if stdout, stderr, code := u.run("def", "mended", "--repo", ".."); code != 0 {
			t.Errorf("%v: mended: %d, %s%s", args, code, stdout, stderr)
		}
		// What no longer crashes for another reason is read when somebody asks for it.
		t.Setenv(fragileEnv, "mended")
		if _, stderr, code := u.run("def", "crash2", "--repo", ".."); code != 1 {
			t.Errorf("%v: not tried again: %d, %s", args, code, stderr)
		}
		if _, stderr, code := u.run("index", "..", "--retry"); code != 0 || strings.Contains(stderr, "passed over") {
			t.Errorf("%v: tried again: %d, %s", args, code, stderr)
		}
		if stdout, stderr, code := u.run("def", "crash2", "--repo", ".."); code != 0 {
			t.Errorf("%v: tried again: %d, %s%s", args, code, stdout, stderr)
		}
	}
}

// Sessions outlive a crash without a shared process, too.
func TestCrashAlone(t *testing.T) {
	u := crashing(t)
	a := u.agent("--no-daemon")
	a.begin()
	got := ""
	for range 50 { // the first answers may come before all is indexed
		if got = a.ask(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"index_status","arguments":{}}}`); strings.Contains(got, "c.fragile") && strings.Contains(got, "b.fragile") {
			break
		}
		a.ask(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"sync_index","arguments":{}}}`)
	}
	if !strings.Contains(got, "b.fragile: quarantined: it ended the process") {
		t.Errorf("index_status says %s", got)
	}
	a.in.Close()
	if err := a.command.Wait(); err != nil || bytes.Contains(a.errors.Bytes(), []byte("goroutine")) {
		t.Errorf("%v: %s", err, a.errors.String())
	}

	u = crashing(t)
	e, process := u.editor("--no-daemon")
	e.Initialize(nil)
	if got := hovered(e, "page.html", "card"); got != "page.html:2:11 card" {
		t.Errorf("hover says %s", got)
	}
	e.Notify("exit", nil)
	<-e.Ended()
	if err := process.command.Wait(); err == nil || strings.Contains(process.errors.String(), "goroutine") {
		t.Errorf("%v: %s", err, process.errors.String())
	}
}
