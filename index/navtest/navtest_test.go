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
	types bool
	typed map[Place]string // name of a place's type, without its End
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

func (l fake) Types(path string, offset uint32) ([]Place, bool) {
	if !l.types {
		return nil, false
	}
	return slices.Clone(l.f.definitions()[l.typed[Place{Path: path, Start: offset}]]), true
}

func (fake) ShowsPossible() bool { return true }

// right answers everything as the notes say, and "wrong" ones with nothing.
func right(f *Fixture) fake {
	l := fake{f: f, names: map[Place]string{}}
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
		{"-- a.py --\nf(a_b=1)\n#   ^ def x\n", "stands below"},
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

func TestNamesWithSigns(t *testing.T) {
	f, err := Parse("x", []byte("-- a.php --\nf('a b: c', \"x::y\");\n// ^^^^^^ def t\n//           ^^^^ def u\nx::y\n//<---- def v\n"))
	if err == nil {
		t.Fatalf("a caret too many: %v", f.Notes)
	}
	f, err = Parse("x", []byte("-- a.php --\nf('a b: c', \"x::y\");\n// ^^^^^^ def t\n//           ^^^^ def u\nx::y\n//<--- def v\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Parse("x", []byte("-- a.py --\nf(ab__b=1)\n# ^^ def t\n#     ^ def u\n")); err != nil {
		t.Error(err)
	}
	for i, want := range []string{"a b: c", "x::y", "x::y"} {
		if n := f.Notes[i]; string(f.Files[0].Src[n.Start:n.End]) != want {
			t.Errorf("note %d stands below %q, want %q", i, f.Files[0].Src[n.Start:n.End], want)
		}
	}
}

func TestShares(t *testing.T) {
	f, err := Parse("x", []byte(archive))
	if err != nil {
		t.Fatal(err)
	}
	group := func(n Note) string { return n.Tag[:1] }
	l := right(f)
	got, lines := f.Shares(l, group)
	// The note that says wrong is missed; nothing is too many.
	if want := []Share{{"S", 4, 4, 0}, {"a", 3, 2, 0}, {"f", 1, 1, 0}, {"noref", 0, 0, 0}}; !slices.Equal(got, want) || len(lines) != 1 {
		t.Errorf("have %v, want %v; %q", got, want, lines)
	}
	for _, n := range f.Notes {
		if n.Verb == NoRef {
			l.names[n.Place] = "Shape"
		}
	}
	l.names[Place{"a.py", 0, 1}] = "Shape"
	got, lines = f.Shares(l, group)
	if want := []Share{{"S", 4, 4, 1}, {"a", 3, 2, 0}, {"f", 1, 1, 0}, {"noref", 0, 0, 1}}; !slices.Equal(got, want) || len(lines) != 3 {
		t.Errorf("have %v, want %v; %q", got, want, lines)
	}
}

func TestUnmark(t *testing.T) {
	for _, tc := range []struct{ src, want string }{
		{"-- a.py --\nx = x + y\n#< def x wrong: nobody reads it\n#   ^ ref x wrong: too\n#       ^ ref x wrong: never\n",
			"-- a.py --\nx = x + y\n#< def x\n#   ^ ref x\n#       ^ ref x wrong: never\n"},
		{"-- a.html --\n<b>x</b>\n<!-- - -->\n<i>    x</i>\n<!--   ^ def x wrong: a --> b -->\n",
			"-- a.html --\n<b>x</b>\n<!-- - -->\n<i>    x</i>\n<!--   ^ def x -->\n"},
	} {
		f, err := Parse("x", []byte(tc.src))
		if err != nil {
			t.Fatal(err)
		}
		l := fake{f: f, names: map[Place]string{}}
		for _, n := range f.Notes {
			if n.Wrong != "never" {
				l.names[n.Place] = n.Tag
			}
		}
		if got := string(f.Unmark([]byte(tc.src), l, l)); got != tc.want {
			t.Errorf("have %q, want %q", got, tc.want)
		}
	}
}

// Notes of types are claims of their own, for who tells types.
func TestTypes(t *testing.T) {
	f, err := Parse("x", []byte(`
-- a.py --
class Shape:
#     ^^^^^ def Shape
	one: Shape
#	^^^ type Shape
	two = 2
#	^^^ notype
	six = 6
#	^^^ type Shape wrong: nobody looks
`))
	if err != nil {
		t.Fatal(err)
	}
	one, two, six := Place{Path: "a.py", Start: f.Types[0].Start}, Place{Path: "a.py", Start: f.Types[1].Start}, Place{Path: "a.py", Start: f.Types[2].Start}
	for _, c := range []struct {
		typed map[Place]string
		bad   int
	}{
		{nil, 0},
		{map[Place]string{one: "Shape"}, 0},
		{map[Place]string{}, 1},
		{map[Place]string{one: "Shape", two: "Shape"}, 1},
		{map[Place]string{one: "Shape", six: "Shape"}, 1}, // it is right now
	} {
		l := right(f)
		l.types, l.typed = c.typed != nil, c.typed
		if bad := f.Check(l); len(bad) != c.bad {
			t.Errorf("%v: %q, want %d problems", c.typed, bad, c.bad)
		}
	}
}
