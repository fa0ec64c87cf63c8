package symbol

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestString(t *testing.T) {
	pkg := Package{"npm", "@x/my pkg", "1.0"}
	for _, c := range []struct {
		sym  Symbol
		want string
	}{
		{Symbol{"scip-go", Package{"gomod", "example.com/m", "v1.2.3"}, []Descriptor{{"example.com/m", "", Namespace}, {"T", "", Type}, {"M", "", Method}}},
			"scip-go gomod example.com/m v1.2.3 `example.com/m`/T#M()."},
		{Symbol{"s s", pkg, []Descriptor{{"a.ts", "", Namespace}, {"f", "+1", Method}, {"x", "", Parameter}, {"T", "", TypeParameter}}},
			"s  s npm @x/my  pkg 1.0 `a.ts`/f(+1).(x)[T]"},
		{Symbol{"s", Package{}, []Descriptor{{"a`b", "", Term}, {"m", "", Meta}, {"mac", "", Macro}}},
			"s . . . `a``b`.m:mac!"},
		{Symbol{"s", Package{}, []Descriptor{{"$a_b+c-9", "", Term}, {"é", "", Term}, {" ", "", Term}}},
			"s . . . $a_b+c-9.`é`.` `."},
		{Symbol{Scheme: "local", Descriptors: []Descriptor{{Name: "12"}}}, "local 12"},
	} {
		if got := c.sym.String(); got != c.want {
			t.Errorf("%+v is written %q, want %q", c.sym, got, c.want)
		}
		if got, err := Parse(c.want); err != nil || !reflect.DeepEqual(got, c.sym) {
			t.Errorf("%q is read as %+v (%v), want %+v", c.want, got, err, c.sym)
		}
	}
	if got := Local(3); got != "local 3" || !IsLocal(got) || IsLocal("locals . . . a.") {
		t.Errorf("Local(3) = %q", got)
	}
}

func TestCutPackage(t *testing.T) {
	for _, c := range []struct {
		sym, pkg, descriptors string
		ok                    bool
	}{
		{"s m n v a.", "s m n v ", "a.", true},
		{"s  s . a  b . `x y`.", "s  s . a  b . ", "`x y`.", true},
		{"s m n v ", "", "", false},
		{"local 1", "", "", false},
		{"", "", "", false},
	} {
		if pkg, descriptors, ok := CutPackage(c.sym); ok != c.ok || ok && (pkg != c.pkg || descriptors != c.descriptors) {
			t.Errorf("%q is cut into %q and %q (%v)", c.sym, pkg, descriptors, ok)
		}
	}
}

// What the grammar can't say is written as the nearest thing that it can.
func TestInexpressible(t *testing.T) {
	s := Symbol{"s", Package{"  m", ".", " "}, []Descriptor{{"", "", Type}, {"x", "", None}, {"a\xff`", "", Term}}}
	want := "s m . . `a\uFFFD```."
	if got := s.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := Parse(want); err != nil {
		t.Error(err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, s := range []string{
		"", " ", "a", "a b c d", "a b c d ", " b c d e.", "local ", "local a b", "local a.", "local é", "s m n v a", "s m n v `a", "s m n v `a`",
		"s m n v ``.", "s m n v .", "s m n v a(", "s m n v a()", "s m n v a(+1)", "s m n v (a", "s m n v [a", "s m n v [a)", "s m n v a?", "s m n v \xff.",
		"s m n v a.b", "s m n v é.",
	} {
		if sym, err := Parse(s); err == nil {
			t.Errorf("%q is read as %+v", s, sym)
		} else if sym.Scheme != "" || sym.Descriptors != nil {
			t.Errorf("%q: a result beside the error: %+v", s, sym)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"local 1", "s m n v a.", "a  b . . . `x``y`/z#m(+1).(p)[T]q:r!", "s   a b c d.", "s . . . ``."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		sym, err := Parse(s)
		if err != nil {
			return
		}
		again, err := Parse(sym.String())
		if err != nil {
			t.Fatalf("%q is read as %+v, which is written %q: %v", s, sym, sym.String(), err)
		}
		if strings.HasPrefix(sym.Scheme, " ") || strings.HasPrefix(sym.Package.Manager, " ") || strings.HasPrefix(sym.Package.Name, " ") || strings.HasPrefix(sym.Package.Version, " ") || sym.Scheme == "." {
			return // can be read at the start of a string, never written
		}
		if !reflect.DeepEqual(sym, again) {
			t.Fatalf("%q is read as %+v and, written again, as %+v", s, sym, again)
		}
	})
}

func FuzzFormat(f *testing.F) {
	f.Add("s", "m", "n", "v", "a", "b", "+1", uint8(1), uint8(4))
	f.Add("a b", ".", "", "x  y", "`", " ", "`", uint8(4), uint8(6))
	f.Fuzz(func(t *testing.T, scheme, manager, name, version, a, b, disambiguator string, s1, s2 uint8) {
		sym := Symbol{scheme, Package{manager, name, version}, []Descriptor{{a, "", Suffix(s1)}, {b, "", Suffix(s2)}}}
		for i := range sym.Descriptors {
			if sym.Descriptors[i].Suffix == Method {
				sym.Descriptors[i].Disambiguator = disambiguator
			}
		}
		text := sym.String()
		if !utf8.ValidString(text) {
			t.Fatalf("%+v is written as %q, which is not UTF-8", sym, text)
		}
		for _, field := range []string{scheme, manager, name, version} {
			if !utf8.ValidString(field) || strings.HasPrefix(field, " ") {
				return
			}
		}
		if !utf8.ValidString(a) || !utf8.ValidString(b) || !utf8.ValidString(disambiguator) {
			return
		}
		if scheme == "" || scheme == "." || scheme == LocalScheme || strings.HasPrefix(scheme, LocalScheme+" ") || a == "" || b == "" || manager == "." || name == "." || version == "." {
			return
		}
		for _, d := range sym.Descriptors {
			if d.Suffix == None || d.Suffix > Macro {
				return
			}
		}
		got, err := Parse(text)
		if err != nil || !reflect.DeepEqual(got, sym) {
			t.Fatalf("%+v is written as %q and read as %+v (%v)", sym, text, got, err)
		}
	})
}

func TestAppendAllocatesNothing(t *testing.T) {
	s := Symbol{"scip-go", Package{"gomod", "example.com/m", "v1.2.3"}, []Descriptor{{"example.com/m", "", Namespace}, {"T", "", Type}, {"M", "+1", Method}}}
	b := make([]byte, 0, 200)
	if n := testing.AllocsPerRun(100, func() { b = s.Append(b[:0]) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
