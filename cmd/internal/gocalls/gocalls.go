// Package gocalls compares which functions of a Go module call which, as
// index.Snapshot.Callers has it (the query of `ci callers` and of the call
// hierarchies of editors and agents), with what go/types says of each call
// expression.
package gocalls

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"codeintel/index"
	"codeintel/index/resolve"
	"codeintel/index/workspace"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"
)

// Place is where the name of a function stands in its declaration.
type Place struct {
	Path  string // relative to the module, with /
	Start uint32 // offset in bytes
}

// Pair is a function that is declared with a body, and one that it calls: a
// function, or a method of a type or of an interface.
type Pair struct{ Caller, Callee Place }

// Truth is what go/types says about the packages of a module, with their tests,
// as they are built on this machine without cgo.
//
// The callee of a call is the function or method that its expression names: of
// an instantiated function or method the generic one, of a promoted method the
// declared one, of a method of an interface that method and not what implements
// it. A call of a variable, a parameter, a field or of what another call returns
// names no function and makes no pair; nor do conversions and calls of built-in
// functions. A call in a function literal is counted to the declared function
// around it; one outside of all declared functions makes no pair.
type Truth struct {
	Callers   map[Place]bool // declared functions and methods
	Functions map[Place]bool // these and the methods of interfaces
	Pairs     map[Pair]bool  // those with both ends in the module
}

// Load type-checks the packages of the module in a folder, whose dependencies
// must have been downloaded. Code with errors is an error: no truth is known of
// it.
func Load(ctx context.Context, dir string) (*Truth, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	list, err := packages.Load(&packages.Config{
		Context: ctx, Dir: root, Fset: fset, Tests: true,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo,
		Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "CGO_ENABLED=0"),
	}, "./...")
	if err != nil {
		return nil, err
	}
	t := &Truth{Callers: map[Place]bool{}, Functions: map[Place]bool{}, Pairs: map[Pair]bool{}}
	place := func(pos token.Pos) (p Place, ok bool) {
		if !pos.IsValid() {
			return Place{}, false
		}
		at := fset.PositionFor(pos, false)
		rel, err := filepath.Rel(root, at.Filename)
		if err != nil || !filepath.IsLocal(rel) {
			return Place{}, false
		}
		return Place{filepath.ToSlash(rel), uint32(at.Offset)}, true
	}
	for _, pkg := range list {
		for _, e := range pkg.Errors {
			err = errors.Join(err, e)
		}
		for _, object := range pkg.TypesInfo.Defs {
			if f, ok := object.(*types.Func); ok {
				if p, ok := place(f.Pos()); ok {
					t.Functions[p] = true
				}
			}
		}
		for _, file := range pkg.Syntax {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				caller, ok := place(f.Name.Pos())
				if !ok {
					continue
				}
				t.Callers[caller] = true
				ast.Inspect(f, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok {
						return true
					}
					if callee, ok := typeutil.Callee(pkg.TypesInfo, call).(*types.Func); ok {
						if p, ok := place(callee.Origin().Pos()); ok {
							t.Pairs[Pair{caller, p}] = true
						}
					}
					return true
				})
			}
		}
	}
	if err == nil && len(t.Callers) == 0 {
		err = fmt.Errorf("%s has no Go functions", root)
	}
	return t, err
}

// Scores counts pairs.
type Scores struct {
	Functions int // that were asked for
	Truth     int // pairs of the truth
	Found     int // those of them that are answered, and marked resolved
	Possible  int // further ones that are answered as possible
	Got       int // pairs answered, and marked resolved, that can be judged
}

// Recall is the share of the truth's pairs that is answered and marked resolved.
func (s Scores) Recall() float64 { return float64(s.Found) / float64(max(s.Truth, 1)) }

// Precision is the share of pairs marked resolved that is true.
func (s Scores) Precision() float64 { return float64(s.Found) / float64(max(s.Got, 1)) }

// Compare asks for the callers of every function of the truth. A pair that is
// answered can be judged when its caller is a declared function of the truth. Each
// pair that is missed or wrong is a line of log.
func Compare(t *Truth, s *index.Snapshot, log io.Writer) Scores {
	scores := Scores{Functions: len(t.Functions), Truth: len(t.Pairs)}
	answered := map[Pair]resolve.Certainty{}
	for callee := range t.Functions {
		at, ok := s.SymbolAt(callee.Path, callee.Start)
		if !ok || at.Start != callee.Start || len(at.Symbols) == 0 || !at.Symbols[0].Definition {
			continue
		}
		for _, call := range s.Callers(at.Symbols[0].ID) {
			l, ok := s.Place(call.ID)
			if !ok {
				continue
			}
			p := Pair{Place{s.Docs()[l.Doc].Path, l.Start}, callee}
			if !t.Callers[p.Caller] {
				continue
			}
			for _, site := range call.Sites {
				if c, known := answered[p]; !known || site.Certainty < c {
					answered[p] = site.Certainty
				}
			}
		}
	}
	var lines []string
	note := func(what string, p Pair) {
		lines = append(lines, fmt.Sprintf("%s\t%s\t%d\t%s\t%d\n", what, p.Caller.Path, p.Caller.Start, p.Callee.Path, p.Callee.Start))
	}
	for p, c := range answered {
		switch {
		case c != resolve.Resolved:
			if t.Pairs[p] {
				scores.Possible++
			}
			continue
		case t.Pairs[p]:
			scores.Found++
		default:
			note("wrong", p)
		}
		scores.Got++
	}
	for p := range t.Pairs {
		if c, ok := answered[p]; !ok {
			note("missed", p)
		} else if c != resolve.Resolved {
			note("possible", p)
		}
	}
	slices.Sort(lines)
	for _, l := range lines {
		io.WriteString(log, l)
	}
	return scores
}

// Measure loads the truth about a module, indexes its folder, and compares.
func Measure(ctx context.Context, dir string, log io.Writer) (*Truth, *index.Snapshot, Scores, error) {
	t, err := Load(ctx, dir)
	if err != nil {
		return nil, nil, Scores{}, err
	}
	s, _, err := workspace.Index(ctx, dir, workspace.Options{Languages: []string{"go"}, Env: workspace.SystemEnv()})
	if err != nil {
		return nil, nil, Scores{}, err
	}
	return t, s, Compare(t, s, log), nil
}

// Ask asks `ci callers` for one function of the truth in each so many, and fails
// where its answer is not that of the snapshot. It returns how many it asked for.
func Ask(ctx context.Context, ci, dir string, each int, t *Truth, s *index.Snapshot) (asked int, err error) {
	functions := slices.SortedFunc(maps.Keys(t.Functions), func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start))
	})
	at := func(doc int32, offset uint32) string {
		line, column := s.Docs()[doc].Lines().Position(offset).OneBased()
		return fmt.Sprintf("%s:%d:%d", s.Docs()[doc].Path, line, column)
	}
	for i := each / 2; i < len(functions); i += each {
		f := functions[i]
		found, ok := s.SymbolAt(f.Path, f.Start)
		if !ok || len(found.Symbols) == 0 {
			continue
		}
		var want, got []string
		for _, call := range s.Callers(found.Symbols[0].ID) {
			for _, site := range call.Sites {
				want = append(want, at(site.Doc, site.Start))
			}
		}
		target := at(found.Doc, f.Start)
		cmd := exec.CommandContext(ctx, ci, "callers", "--json", target)
		cmd.Dir = dir
		out, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) { // 1: nothing calls it
			return asked, fmt.Errorf("ci callers %s: %w", target, err)
		}
		for d := json.NewDecoder(bytes.NewReader(out)); ; {
			var line struct {
				Path         string
				Line, Column int
				Role         string
			}
			if err := d.Decode(&line); err == io.EOF {
				break
			} else if err != nil {
				return asked, fmt.Errorf("ci callers %s: %w", target, err)
			}
			if line.Role == "caller" {
				got = append(got, fmt.Sprintf("%s:%d:%d", line.Path, line.Line, line.Column))
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			return asked, fmt.Errorf("ci callers %s says %v, the query %v", target, got, want)
		}
		asked++
	}
	return asked, nil
}
