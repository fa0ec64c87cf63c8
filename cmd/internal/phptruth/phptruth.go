// Package phptruth compares what names of classes, functions and constants in
// PHP files mean to us with what nikic/php-parser's NameResolver says, use by
// use. It needs a php program and that library (Debian: php-cli, php-parser).
package phptruth

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"codeintel/cmd/internal/pinned"
	"codeintel/index"
	"codeintel/index/resolve"
	"codeintel/index/workspace"
)

//go:embed truth.php
var script string

// PHP is how to run php-parser.
type PHP struct {
	Command  []string // the php program with its options
	Autoload string   // php-parser's autoload.php
}

// Debian is where Debian's packages php-cli and php-parser put them.
var Debian = PHP{[]string{"php"}, "/usr/share/php/PhpParser/autoload.php"}

// Measure indexes a folder and compares. Each use that is missed or wrong is a
// line of log.
func Measure(ctx context.Context, php PHP, dir string, log io.Writer) (*Scores, error) {
	snapshot, t, err := load(ctx, php, dir)
	if err != nil {
		return nil, err
	}
	return compare(t, snapshot, log), nil
}

// load indexes a folder, and reads the truth about it.
func load(ctx context.Context, php PHP, dir string) (*index.Snapshot, *truth, error) {
	snapshot, _, err := workspace.Index(ctx, dir, workspace.Options{Languages: []string{"php"}})
	if err != nil {
		return nil, nil, err
	}
	t, err := readTruth(ctx, php, dir, snapshot)
	return snapshot, t, err
}

// Occurrences are the definitions of a tree, and the uses whose names it defines.
func Occurrences(ctx context.Context, php PHP, dir string) ([]pinned.Occurrence, error) {
	_, t, err := load(ctx, php, dir)
	if err != nil {
		return nil, err
	}
	var out []pinned.Occurrence
	for _, d := range t.at {
		out = append(out, pinned.Occurrence{Path: d.path, Start: d.start, Symbol: key(d.space, d.names[0]), Definition: true})
	}
	for _, u := range t.uses {
		for _, n := range u.names {
			if k := key(u.space, n); t.defs[k] != nil {
				out = append(out, pinned.Occurrence{Path: u.path, Start: u.start, Symbol: k})
				break
			}
		}
	}
	return out, nil
}

// place is where a name stands.
type place struct {
	path  string
	start uint32
}

// use is a name that the truth resolves, to the first of names that is defined.
type use struct {
	place
	space string
	names []string
}

type truth struct {
	files int
	defs  map[string][]place // by space and folded name
	at    []use              // definitions, with one name
	uses  []use
}

// key is a name as PHP compares it: constants by their case.
func key(space, name string) string {
	if space != "constant" {
		return space + " " + strings.ToLower(name)
	}
	i := strings.LastIndexByte(name, '\\') + 1
	return space + " " + strings.ToLower(name[:i]) + name[i:]
}

func readTruth(ctx context.Context, php PHP, dir string, s *index.Snapshot) (*truth, error) {
	if len(php.Command) == 0 {
		return nil, errors.New("no php program is named")
	}
	if _, err := os.Stat(php.Autoload); err != nil {
		return nil, fmt.Errorf("php-parser is needed for PHP (Debian: php-cli, php-parser): %w", err)
	}
	file, err := os.CreateTemp("", "truth-*.php")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	if _, err := file.WriteString(script); err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var paths strings.Builder
	for _, d := range s.Docs() {
		if d.Source != nil {
			paths.WriteString(d.Path + "\n")
		}
	}
	cmd := exec.CommandContext(ctx, php.Command[0], append(php.Command[1:len(php.Command):len(php.Command)], file.Name(), php.Autoload, root)...)
	cmd.Stdin = strings.NewReader(paths.String())
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t, err := parseTruth(out)
	if err != nil {
		return nil, err
	}
	return t, cmd.Wait()
}

func parseTruth(r io.Reader) (*truth, error) {
	t := &truth{defs: map[string][]place{}}
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		f := strings.Split(in.Text(), "\t")
		if len(f) == 2 && f[0] == "file" {
			t.files++
			continue
		}
		if len(f) != 6 {
			return nil, fmt.Errorf("truth: %q has %d fields", in.Text(), len(f))
		}
		start, err := strconv.ParseUint(f[2], 10, 32)
		if err != nil {
			return nil, fmt.Errorf("truth: %q: %w", in.Text(), err)
		}
		u := use{place{f[1], uint32(start)}, f[4], strings.Split(f[5], "|")}
		if f[0] == "def" {
			k := key(u.space, u.names[0])
			t.defs[k] = append(t.defs[k], u.place)
			t.at = append(t.at, u)
		} else {
			t.uses = append(t.uses, u)
		}
	}
	return t, in.Err()
}

// Score counts the claims of one kind.
type Score struct {
	Truth, Found int     // claims of the truth; those that were made
	Got          int     // claims made that can be judged
	Right        float64 // those that are right
}

// Scores of a tree. A use counts where the tree defines the name. It is found
// when one of the definitions of the name is what we link it to; it is right by
// the share of our links that lead to such a definition (a link to a definition
// of the tree where the truth has none is wrong). Links marked possible are left
// out. Definitions are compared by place.
type Scores struct {
	Files                               int // that php-parser could read
	Definitions                         Score
	Uses, Classes, Functions, Constants Score // Uses are all three
}

func compare(t *truth, s *index.Snapshot, log io.Writer) *Scores {
	scores := &Scores{Files: t.files}
	space := map[string]*Score{"class": &scores.Classes, "function": &scores.Functions, "constant": &scores.Constants}
	for _, d := range t.at {
		sc := &scores.Definitions
		sc.Truth++
		sc.Got++
		if at, ok := s.SymbolAt(d.path, d.start); ok && len(at.Symbols) > 0 && at.Symbols[0].Definition && at.Start == d.start {
			sc.Found++
			sc.Right++
		} else {
			fmt.Fprintf(log, "no definition\t%s\t%d\t%s\n", d.path, d.start, d.names[0])
		}
	}
	for _, u := range t.uses {
		var want []place
		for _, n := range u.names {
			if want = t.defs[key(u.space, n)]; want != nil {
				break
			}
		}
		var got []place
		if at, ok := s.SymbolAt(u.path, u.start); ok && at.Start == u.start {
			for _, c := range at.Symbols {
				if c.Definition || c.Certainty != resolve.Resolved || c.ID.IsExternal() {
					continue
				}
				for _, l := range s.Definitions(c.ID) {
					got = append(got, place{s.Docs()[l.Doc].Path, l.Start})
				}
			}
		}
		right := 0
		for _, g := range got {
			for _, w := range want {
				if g == w {
					right++
					break
				}
			}
		}
		for _, sc := range []*Score{space[u.space], &scores.Uses} {
			if want != nil {
				sc.Truth++
				if right > 0 {
					sc.Found++
				}
			}
			if len(got) > 0 {
				sc.Got++
				sc.Right += float64(right) / float64(len(got))
			}
		}
		switch {
		case want != nil && right == 0:
			fmt.Fprintf(log, "missed\t%s\t%d\t%s %s\t%v\n", u.path, u.start, u.space, u.names[0], got)
		case right < len(got):
			fmt.Fprintf(log, "wrong\t%s\t%d\t%s %s\t%v\n", u.path, u.start, u.space, u.names[0], got)
		}
	}
	return scores
}
