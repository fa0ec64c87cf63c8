package navtest

import (
	"slices"
	"strings"
	"testing"
)

const archive = `
-- b.py --
from a import Shape
#             ^^^^^ ref Shape
é = Shape()
#   ^^^^^ ref Shape
Shape
# <---- ref Shape
other
# <---- noref
maybe.area
#     ^^^^ ref area possible
print
# <---- external builtins
import a
#      ^ ref file:a.py
lost
# <--- ref area wrong: nobody looks
-- a.py --
class Shape:
#     ^^^^^ def Shape refs=3
	def area(self):
#	    ^^^^ def area
		pass
`

// fake answers from a table of names by place.
type fake struct {
	f     *Fixture
	names map[Place]string // name of the place's symbol: "Shape", "area?" (possible), "!x" (external)
}

func (l fake) at(path string, offset uint32) string {
	for p, name := range l.names {
		if p.Path == path && p.Start <= offset && offset < p.End {
			return name
		}
	}
	return ""
}

func (l fake) Definition(path string, offset uint32) Answer {
	name := l.at(path, offset)
	if ext, ok := strings.CutPrefix(name, "!"); ok {
		return Answer{External: ext}
	}
	bare, possible := strings.CutSuffix(name, "?")
	return Answer{Definitions: slices.Clone(l.f.definitions()[bare]), Possible: possible}
}

func (l fake) References(path string, offset uint32) []Place {
	var out []Place
	want := l.at(path, offset)
	for p, name := range l.names {
		if strings.TrimSuffix(name, "?") == want && !slices.Contains(l.f.definitions()[want], p) {
			out = append(out, p)
		}
	}
	return out
}

func (fake) ShowsPossible() bool { return true }

// right answers everything as the notes say, and "wrong" ones with nothing.
func right(f *Fixture) fake {
	l := fake{f, map[Place]string{}}
	for _, n := range f.Notes {
		name := n.Tag
		if n.Possible {
			name += "?"
		}
		if n.Verb == External {
			name = "!python-stdlib builtins/print()."
		}
		if n.Wrong == "" && n.Verb != NoRef {
			l.names[n.Place] = name
		}
	}
	return l
}

func TestCheck(t *testing.T) {
	f, err := Parse("x", []byte(archive))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Notes) != 10 || f.Files[0].Path != "a.py" {
		t.Fatalf("parsed %d notes, first file %s", len(f.Notes), f.Files[0].Path)
	}
	for _, n := range f.Notes {
		for _, file := range f.Files {
			if file.Path == n.Path && n.Path == "b.py" && n.Tag == "Shape" && string(file.Src[n.Start:n.End]) != "Shape" {
				t.Errorf("line %d stands below %q", n.Line, file.Src[n.Start:n.End])
			}
		}
	}
	if bad := f.Check(right(f)); len(bad) > 0 {
		t.Errorf("right answers fail: %q", bad)
	}
	for i, n := range f.Notes {
		// Any other answer at any one note is noticed.
		l := right(f)
		switch {
		case n.Wrong != "":
			l.names[n.Place] = n.Tag
		case n.Verb == NoRef:
			l.names[n.Place] = "Shape"
		case n.Tag == "area":
			l.names[n.Place] = "Shape"
		default:
			l.names[n.Place] = "area"
		}
		if bad := f.Check(l); len(bad) == 0 {
			t.Errorf("note %d: a wrong answer passes", i)
		}
	}
	l := right(f)
	l.names[Place{"a.py", 0, 1}] = "Shape"
	if bad := f.Check(l); len(bad) != 1 || !strings.Contains(bad[0], "want 3 references of Shape, have 4") {
		t.Errorf("a reference too many: %q", bad)
	}
}

func TestParseErrors(t *testing.T) {
	for _, tc := range []struct{ src, want string }{
		{"-- a.go --\n//  ^ def x\n", "no line above"},
		{"-- a.go --\nx\n//  ^ def x\n", "is shorter"},
		{"-- a.go --\na b c\n// <--- def x\n", "stands below"},
		{"-- a.go --\nabcdef\n//  ^ def x\n", "stands below"},
		{"-- a.go --\n\"abc\";\n// <----- def x\n", "stands below"},
		{"-- a.go --\nabc def\n//  ^^^ ref x\n", "nothing defines"},
		{"-- a.go --\nabcdef\n//  ^ def\n", "needs a tag"},
		{"-- a.go --\nabcdef\n//  ^ dof x\n", "unknown note"},
		{"-- a.go --\nabcdef\n//  ^ def x now\n", "unknown word"},
		{"-- a.go --\nabcdef\n//  ^ def x wrong:\n", "reason"},
		{"-- a.go --\nabcdef\n//  ^ noref x\n", "alone"},
		{"-- a.go --\nabcdef\n//  ^ external\n", "part of the symbol"},
		{"-- a.go --\nabcdef\n", "no notes"},
		{"-- ../a.go --\nabcdef\n//  ^ def x\n", "no path inside"},
	} {
		if _, err := Parse("x", []byte(tc.src)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: %v, want %q", tc.src, err, tc.want)
		}
	}
}
