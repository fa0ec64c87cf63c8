package setup

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"

	"codeintel/cmd/internal/atomicfile"
)

// writable looks whether the files may be written, by their modes: who replaces a
// file needs no right to write it, and would not notice that it is protected.
func (p *Plan) writable() error {
	for _, s := range p.Steps {
		if s.Action == Keep {
			continue
		}
		name := strings.TrimSuffix(s.Path, "/")
		for _, at := range []string{name, path.Dir(name)} {
			real, err := locate(p.root, at)
			if err != nil {
				return err
			}
			info, err := os.Stat(real)
			if err == nil && info.Mode().Perm()&0o200 == 0 && (at != name || s.Action == Change) {
				return &Error{Path: at, Err: errors.New("is read-only"), Next: "chmod u+w lets it be written"}
			}
		}
	}
	return nil
}

// Apply does what the plan says. Each file is written whole or not at all. When
// it fails, what was done before is done; the configuration is written last, and
// removed first.
func (p *Plan) Apply() error {
	for _, s := range p.Steps {
		if s.Action == Keep {
			continue
		}
		at, err := locate(p.root, strings.TrimSuffix(s.Path, "/"))
		if err != nil {
			return err
		}
		if strings.HasSuffix(s.Path, "/") {
			if s.Action == Create {
				err = os.Mkdir(at, 0o777)
			} else {
				err = os.Remove(at)
			}
		} else {
			err = s.apply(at)
		}
		var e *Error
		if err != nil && !errors.As(err, &e) {
			err = &Error{Path: s.Path, Err: err, Next: "give yourself the right to write there, then run the same again"}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s Step) apply(at string) error {
	now, err := readFile(at, s.Path)
	if err != nil {
		return err
	}
	if (now == nil) != (s.Before == nil) || !bytes.Equal(now, s.Before) {
		return &Error{Path: s.Path, Err: errors.New("has changed meanwhile"), Next: "run the same again"}
	}
	if s.Action == Delete {
		return os.Remove(at)
	}
	f, err := atomicfile.Create(at)
	if err != nil {
		return err
	}
	_, err = f.Write(s.After)
	if s.Own { // what was replaced may hold secrets
		err = errors.Join(err, f.Chmod(0o600))
	}
	if err != nil {
		return errors.Join(err, f.Abort())
	}
	return f.Commit()
}

// same is how many elements two lists have in common at their beginning, and of
// the rest at their end.
func same[T comparable](a, b []T) (head, tail int) {
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head, tail
}

// Diff shows what happens to a file, as a unified diff of at most one piece.
func (s Step) Diff() string {
	const around = 3
	a, b := lines(s.Before), lines(s.After)
	head, tail := same(a, b)
	from := max(0, head-around)
	after := min(around, tail)
	name := func(data []byte) string {
		if data == nil {
			return "/dev/null"
		}
		return s.Path
	}
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", name(s.Before), name(s.After))
	span := func(list []string) string {
		n := len(list) - tail + after - from
		start := from + 1
		if n == 0 {
			start = from
		}
		return fmt.Sprintf("%d,%d", start, n)
	}
	fmt.Fprintf(&out, "@@ -%s +%s @@\n", span(a), span(b))
	print := func(mark string, list []string) {
		for _, l := range list {
			text, ended := strings.CutSuffix(l, "\n")
			fmt.Fprintf(&out, "%s%s\n", mark, strings.TrimSuffix(text, "\r"))
			if !ended {
				out.WriteString("\\ no newline at end of file\n")
			}
		}
	}
	print(" ", a[from:head])
	print("-", a[head:len(a)-tail])
	print("+", b[head:len(b)-tail])
	print(" ", a[len(a)-tail:len(a)-tail+after])
	return out.String()
}

// lines are the lines of a text with their ends.
func lines(data []byte) []string {
	var out []string
	for l := range strings.Lines(string(data)) {
		out = append(out, l)
	}
	return out
}
