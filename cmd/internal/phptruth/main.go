// Command phptruth compares what names of classes, functions and constants in
// PHP files mean to us with what nikic/php-parser's NameResolver says, use by
// use. It needs a php program and that library (Debian: php-cli, php-parser):
//
//	phptruth -php php -autoload /usr/share/php/PhpParser/autoload.php DIR…
//
// A use counts where the tree defines the name. It is found when one of the
// definitions of the name is what we link it to; the precision is the share of
// our links at the places the truth knows that lead to such a definition (a
// link to a definition of the tree where the truth has none is wrong). Links
// marked possible are left out. Definitions are compared by place.
package main

import (
	"bufio"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"

	"codeintel/index"
	"codeintel/index/resolve"
	"codeintel/index/workspace"
)

//go:embed truth.php
var script string

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "phptruth:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	php := flag.String("php", "php", "the php program, with its options")
	autoload := flag.String("autoload", "/usr/share/php/PhpParser/autoload.php", "php-parser's autoload.php")
	dump := flag.Bool("dump", false, "print each use that is missed or wrong")
	flag.Parse()
	if flag.NArg() == 0 {
		return fmt.Errorf("give the folders to measure")
	}
	for _, dir := range flag.Args() {
		snapshot, _, err := workspace.Index(ctx, dir, workspace.Options{Languages: []string{"php"}})
		if err != nil {
			return err
		}
		t, err := readTruth(ctx, strings.Fields(*php), *autoload, dir, snapshot)
		if err != nil {
			return err
		}
		var log io.Writer = io.Discard
		if *dump {
			log = os.Stdout
		}
		fmt.Printf("%s\n%s", dir, compare(t, snapshot, log))
	}
	return nil
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

func readTruth(ctx context.Context, php []string, autoload, dir string, s *index.Snapshot) (*truth, error) {
	if len(php) == 0 {
		return nil, fmt.Errorf("-php is empty")
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
		if d.Facts != nil {
			paths.WriteString(d.Path + "\n")
		}
	}
	cmd := exec.CommandContext(ctx, php[0], append(php[1:], file.Name(), autoload, root)...)
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

// score counts the claims of one kind.
type score struct {
	truth, found, got int
	right             float64
}

func (s score) String() string {
	r, p := 0.0, 0.0
	if s.truth > 0 {
		r = float64(s.found) / float64(s.truth)
	}
	if s.got > 0 {
		p = s.right / float64(s.got)
	}
	return fmt.Sprintf("%7d in the truth, %7d judged: precision %.4f, recall %.4f", s.truth, s.got, p, r)
}

func compare(t *truth, s *index.Snapshot, log io.Writer) string {
	scores := map[string]*score{"definitions": {}, "class": {}, "function": {}, "constant": {}, "all uses": {}}
	for _, d := range t.at {
		sc := scores["definitions"]
		sc.truth++
		sc.got++
		if at, ok := s.SymbolAt(d.path, d.start); ok && len(at.Symbols) > 0 && at.Symbols[0].Definition && at.Start == d.start {
			sc.found++
			sc.right++
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
		for _, sc := range []*score{scores[u.space], scores["all uses"]} {
			if want != nil {
				sc.truth++
				if right > 0 {
					sc.found++
				}
			}
			if len(got) > 0 {
				sc.got++
				sc.right += float64(right) / float64(len(got))
			}
		}
		switch {
		case want != nil && right == 0:
			fmt.Fprintf(log, "missed\t%s\t%d\t%s %s\t%v\n", u.path, u.start, u.space, u.names[0], got)
		case right < len(got):
			fmt.Fprintf(log, "wrong\t%s\t%d\t%s %s\t%v\n", u.path, u.start, u.space, u.names[0], got)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  %d files\n", t.files)
	for _, k := range []string{"definitions", "class", "function", "constant", "all uses"} {
		fmt.Fprintf(&b, "  %-12s%s\n", k, scores[k])
	}
	return b.String()
}
