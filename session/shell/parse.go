package shell

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"mvdan.cc/sh/v3/syntax"
)

// Bounds on what is looked at. What is beyond them is unknown.
const (
	maxCommand = 1 << 20 // bytes of one command
	maxWork    = 1 << 22 // units for one Parse: a command costs 64, a byte of text that is made or read costs 1
	maxDepth   = 100     // functions, shells in shells, compound commands in each other
	maxWrites  = 2000    // places
	maxFrames  = 4000    // of the parser's own recursion
)

// Parse says what a command does, given to a POSIX shell, bash or zsh in env. It
// never panics, and its time and memory are bounded: longer than 1 MB, or
// nested deeper than people write, is Unknown.
//
// A command that fails is taken to succeed: after "cd a; cp b c" it is a/c that
// is written, whether a exists or not.
func Parse(command string, env Env) (e Effects) {
	defer func() {
		if p := recover(); p != nil {
			e = Effects{}
			e.unknown("can't be followed")
			e = e.done()
		}
	}()
	return parse(command, env)
}

// parse is Parse, and may panic where it is wrong.
func parse(command string, env Env) Effects {
	x := &run{env: env, commands: table(), work: maxWork, loads: maxLoads, files: map[string]stream{}}
	if len(command) > maxCommand {
		x.e.unknown(fmt.Sprintf("longer than %d bytes", maxCommand))
		return x.e.done()
	}
	st := &state{dir: env.dir(), old: anything(), vars: map[string]variable{}}
	x.script(st, command, stream{})
	for _, t := range x.traps {
		st.dead = false
		x.script(st, t, stream{}) // with what variables have become
	}
	return x.e.done()
}

var (
	errDeep   = errors.New("nested too deeply")
	errFailed = errors.New("the parser failed")
)

// source hands text to the parser, and stops it when its recursion is too deep:
// a stack that overflows can't be recovered from.
type source struct{ text string }

func (s *source) Read(p []byte) (int, error) {
	var frame [1]uintptr
	if runtime.Callers(maxFrames, frame[:]) > 0 {
		return 0, errDeep
	}
	if s.text == "" {
		return 0, io.EOF
	}
	n := copy(p, s.text)
	s.text = s.text[n:]
	return n, nil
}

// statements are those of a text, in order, up to where an error ends them. The
// parser is a third party's: what makes it panic is an error too.
func statements(text string, lang syntax.LangVariant) (list []*syntax.Stmt, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errFailed
		}
	}()
	for s, err := range syntax.NewParser(syntax.Variant(lang)).StmtsSeq(&source{text: text}) {
		if err != nil {
			return list, err
		}
		list = append(list, s)
	}
	return list, nil
}
