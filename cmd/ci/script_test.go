package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"codeintel/index/embed/onnx/onnxtest"
	"codeintel/index/workspace"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden output in testdata/cli")

// TestScripts runs the scripts of testdata/cli. A script is a txtar archive: the
// file "script" holds commands after "$ ", each followed by what it prints
// (standard error after "! ") and, if it is not 0, the exit code after "=> ";
// the other files are the folder that the commands run in. Besides ci there are
//
//	cmp A B          fails when the files differ
//	ls DIR           lists a folder
//	cat FILE         prints a file
//	write FILE TEXT  writes a line to a file
//	chmod MODE FILE
//	mkdir DIR
//	link OLD NEW     makes a symbolic link
//	model DIR        writes the files of a small model
//	agents           has agents work in the repository "repo" (sessionWork.act)
//
// "> FILE" at the end of a command sends its standard output there, "< FILE" before
// that has ci read it as its standard input.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("../../testdata/cli/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts (%v)", err)
	}
	for _, name := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s := newScript(t)
			var script *txtar.File
			for i := range archive.Files {
				f := &archive.Files[i]
				if f.Name == "script" {
					script = f
					continue
				}
				s.write(f.Name, f.Data)
			}
			if script == nil {
				t.Fatalf("%s has no file called script", name)
			}
			var got strings.Builder
			for _, line := range strings.Split(string(script.Data), "\n") {
				if command, ok := strings.CutPrefix(line, "$ "); ok {
					fmt.Fprintf(&got, "%s\n%s", line, s.run(command))
				}
			}
			if got.String() == string(script.Data) {
				return
			}
			if *update {
				script.Data = []byte(got.String())
				if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s: got\n%s\nwant\n%s\n(-update rewrites it)", name, got.String(), script.Data)
		})
	}
}

// script runs commands in a folder of its own.
type script struct {
	t   *testing.T
	dir string
}

func newScript(t *testing.T) *script {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &script{t, dir}
}

func (s *script) write(name string, data []byte) {
	s.t.Helper()
	p := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(p, data, 0o666); err != nil {
		s.t.Fatal(err)
	}
}

// app is the command line in the script's folder, where no time passes and
// nothing outside is known.
func (s *script) app(stdout, stderr *bytes.Buffer) *app {
	return &app{
		stdout: stdout, stderr: stderr, dir: s.dir,
		getenv: func(name string) string {
			if name == "XDG_DATA_HOME" {
				return filepath.Join(s.dir, "data")
			}
			return ""
		},
		now:  func() time.Time { return time.Unix(0, 0) },
		zone: time.UTC,
		env:  workspace.Env{},
	}
}

// run runs one command and returns what a script says of it.
func (s *script) run(command string) string {
	s.t.Helper()
	command, redirect, _ := strings.Cut(command, " > ")
	command, input, _ := strings.Cut(command, " < ")
	args := fields(command)
	var stdout, stderr bytes.Buffer
	code := 0
	var err error
	switch {
	case args[0] == "ci":
		a := s.app(&stdout, &stderr)
		if input != "" {
			data, err := os.ReadFile(filepath.Join(s.dir, input))
			if err != nil {
				s.t.Fatal(err)
			}
			a.stdin = bytes.NewReader(data)
		}
		code = a.run(context.Background(), args[1:])
	case args[0] == "cmp" && len(args) == 3:
		a, errA := os.ReadFile(filepath.Join(s.dir, args[1]))
		b, errB := os.ReadFile(filepath.Join(s.dir, args[2]))
		if errA != nil || errB != nil || len(a) == 0 || !bytes.Equal(a, b) {
			err = fmt.Errorf("%s and %s differ or are empty (%v, %v)", args[1], args[2], errA, errB)
		}
	case args[0] == "ls" && len(args) == 2:
		var list []fs.DirEntry
		list, err = os.ReadDir(filepath.Join(s.dir, args[1]))
		for _, e := range list {
			fmt.Fprintln(&stdout, e.Name())
		}
	case args[0] == "cat" && len(args) == 2:
		var data []byte
		data, err = os.ReadFile(filepath.Join(s.dir, args[1]))
		stdout.Write(data)
	case args[0] == "chmod" && len(args) == 3:
		var mode uint64
		if mode, err = strconv.ParseUint(args[1], 8, 9); err == nil {
			err = os.Chmod(filepath.Join(s.dir, args[2]), fs.FileMode(mode))
		}
	case args[0] == "write" && len(args) == 3:
		s.write(args[1], []byte(args[2]+"\n"))
	case args[0] == "mkdir" && len(args) == 2:
		err = os.MkdirAll(filepath.Join(s.dir, args[1]), 0o777)
	case args[0] == "agents":
		newSessionWork(s.t, s.dir).act()
	case args[0] == "model" && len(args) == 2:
		for name, data := range (onnxtest.Model{}).Folder() {
			s.write(args[1]+"/"+name, data)
		}
	case args[0] == "link" && len(args) == 3:
		err = os.Symlink(args[1], filepath.Join(s.dir, args[2]))
	default:
		s.t.Fatalf("unknown command %q", command)
	}
	if err != nil {
		fmt.Fprintln(&stderr, err)
		code = 1
	}
	if redirect != "" {
		s.write(redirect, stdout.Bytes())
		stdout.Reset()
	}
	out := s.lines("", stdout.String()) + s.lines("! ", stderr.String())
	if code != 0 {
		out += fmt.Sprintf("=> %d\n", code)
	}
	return out
}

// size is the size of an index, which changes with what indexes say.
var size = regexp.MustCompile(`, [0-9.]+ (B|KiB|MiB)$`)

// machine is what `ci doctor` says of the machine.
var machine = regexp.MustCompile(`go[0-9.]+, \w+/\w+, \d+ processors?`)

// onDisk is what `ci status` and `ci doctor` say of the index's files, which
// changes with their form, and with how old the folder's files are, and the
// hashes of SCIP indexes.
var onDisk = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z|"(index_bytes|text_bytes|text_unread)":\d+|\d+(\.\d)? (B|KiB|MiB) (on disk|of at most)(, \d+ %)?|a search reads \d+ more|\b[0-9a-f]{64}\b|\([0-9a-f]{12}\)`)

// lines puts a mark in front of each line and hides what is not the same in
// each run: where the folder is, the machine, and sizes.
func (s *script) lines(mark, text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(text, s.dir, "$WORK")) {
		line = size.ReplaceAllString(strings.TrimSuffix(line, "\n"), ", SIZE")
		line = onDisk.ReplaceAllString(machine.ReplaceAllString(line, "MACHINE"), "VARIES")
		fmt.Fprintf(&b, "%s%s\n", mark, line)
	}
	return b.String()
}

// fields splits a command; single quotes keep spaces.
func fields(command string) []string {
	var out []string
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out
}
