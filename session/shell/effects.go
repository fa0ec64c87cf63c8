// Package shell says what a shell command, or any other call of an agent's tool,
// is going to write, before it runs. It reads text and knows no disk: what it
// can't tell from the text alone it calls unknown, and never harmless.
package shell

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// Env is where a command is about to run.
type Env struct {
	// Dir is the working directory, absolute, with slashes.
	Dir string
	// Root is the top folder of the git repository that Dir is in; "" when it is
	// not known.
	Root string
	// Lookup has the variables of the environment, as os.LookupEnv does; nil
	// when nothing is known of them.
	Lookup func(name string) (string, bool)
	// Read has the contents of a file by its absolute path; nil when no files are
	// to be read. What a script, a patch or a list that a command names has in it
	// is followed where Read gives it. It is for files that an agent may have made
	// to pass by a check: of what a script of the project's own may do, little is
	// what it does when it is run.
	Read func(path string) ([]byte, bool)
	// Folder says whether a folder is there, by its absolute path; nil when that is
	// not known: what a command changes to is then taken to be there.
	Folder func(path string) bool
	// Trusted reports whether the person said that a tool of another server, by
	// its full name (mcp__server__tool), only reads; nil when none is trusted.
	Trusted func(tool string) bool
}

func (e Env) dir() value {
	if e.Dir == "" {
		return anything()
	}
	return lit(e.Dir)
}

// root is the top of the repository, dir where that is not known.
func (e Env) root(dir value) value {
	if e.Root == "" {
		return dir
	}
	return lit(e.Root)
}

// Effects are what a call does to files.
type Effects struct {
	// ReadOnly: everything in it is known to write nothing.
	ReadOnly bool `json:"read_only,omitempty"`
	// Writes are the places that it writes to, each once, in the order of their
	// paths. They are all there is unless Unknown says otherwise.
	Writes []Write `json:"writes,omitempty"`
	// Unknown: something in it may do more than Writes says: it runs a program
	// that is not known, or can't be read.
	Unknown bool `json:"unknown,omitempty"`
	// Background: something in it may go on after the call has returned.
	Background bool `json:"background,omitempty"`
	// Why is the first reason why it is not ReadOnly; "" when it is.
	Why string `json:"why,omitempty"`
}

// Write is a place that is written to.
type Write struct {
	// Path is absolute, with slashes; symbolic links are not followed. It is clean
	// but for ".." after a name, which leads to where the system finds it: if the
	// name is a link, to what is above its target. It is "" only where Span is
	// Unresolved or the working directory is lost.
	// Devices such as /dev/null are no places; those outside the repository are.
	Path string `json:"path"`
	Kind Kind   `json:"kind"`
	Span Span   `json:"span"`
	// Into is the name that is added to Path if that is a folder by then, as cp
	// and mv do; "" when they don't.
	Into string `json:"into,omitempty"`
}

// Kind is what happens to a place.
type Kind string

// Kinds.
const (
	Content    Kind = "write"      // a file, new or not, gets contents; a link is made
	Delete     Kind = "delete"     // it is removed
	Rename     Kind = "rename"     // it goes elsewhere: this is the old name
	Folder     Kind = "folder"     // an empty folder is made
	Attributes Kind = "attributes" // mode, owner or times change, contents don't
)

// Span is how exactly a place is known.
type Span string

// Spans. A File that is a folder stands for all that is in it.
const (
	File       Span = "file"       // Path, and nothing else
	Glob       Span = "glob"       // what agrees with Path, as path.Match has it
	Tree       Span = "tree"       // Path, or anything below it
	Repository Span = "repository" // any file of the git repository that Path is in
	Unresolved Span = "unresolved" // not known; Path is the folder as far as the text says, or ""
)

func (e *Effects) unknown(why string) {
	e.Unknown = true
	e.because(why)
}

func (e *Effects) because(why string) {
	if e.Why == "" {
		e.Why = why
	}
}

// add takes a write in, unless it is a device.
func (e *Effects) add(w Write, why string) {
	if device(w.Path) && w.Span == File {
		return
	}
	e.Writes = append(e.Writes, w)
	e.because(why)
}

// done makes the effects what they are documented to be.
func (e *Effects) done() Effects {
	slices.SortFunc(e.Writes, func(a, b Write) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Span, b.Span), cmp.Compare(a.Into, b.Into))
	})
	e.Writes = slices.Compact(e.Writes)
	e.ReadOnly = e.Why == ""
	return *e
}

// device says whether a path is one that takes what is written and keeps nothing.
func device(p string) bool {
	if strings.Contains(p, "..") {
		return false
	}
	switch p {
	case "/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/random", "/dev/urandom":
		return true
	}
	for _, dir := range []string{"/dev/fd/", "/dev/tcp/", "/dev/udp/", "/dev/pts/"} {
		if strings.HasPrefix(p, dir) {
			return true
		}
	}
	return false
}

// absolute says whether a path is, here or on Windows.
func absolute(p string) bool {
	return path.IsAbs(p) || len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\')
}

// clean is path.Clean for paths that may come from Windows.
func clean(p string) string {
	return path.Clean(slashed(p))
}

func slashed(p string) string {
	if len(p) > 2 && p[1] == ':' {
		return strings.ReplaceAll(p, `\`, "/")
	}
	return p
}

// tidy is clean, but for ".." after a name.
func tidy(p string) string {
	p = slashed(p)
	if !strings.Contains(p, "/..") {
		return path.Clean(p)
	}
	var out []string
	for e := range strings.SplitSeq(p, "/") {
		switch {
		case e == "" || e == ".":
		case e == ".." && len(out) == 0 && path.IsAbs(p):
		default:
			out = append(out, e)
		}
	}
	p, abs := strings.Join(out, "/"), path.IsAbs(p)
	if abs {
		p = "/" + p
	}
	return p
}

// Covers says whether a file is one of those that w is about. Where w is
// Unresolved it may be any below Path.
func (w Write) Covers(file string) bool {
	file = path.Clean(file)
	if w.Path != "" && w.Span != Glob {
		w.Path = path.Clean(w.Path)
	}
	within := func(dir string) bool {
		return dir == "" || dir == "/" || file == dir || strings.HasPrefix(file, dir+"/")
	}
	if w.Into != "" && within(path.Join(w.Path, w.Into)) {
		return true
	}
	switch w.Span {
	case Glob:
		for p := file; len(p) > 1; p = path.Dir(p) {
			if ok, err := path.Match(w.Path, p); ok && err == nil {
				return true
			}
		}
		return false
	case Repository:
		return true
	case File:
		return w.Path != "" && within(w.Path)
	}
	return within(w.Path)
}
