package jsonc

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestStandardize(t *testing.T) {
	for text, want := range map[string]string{
		"{}": "{}", "\ufeff{}": "{}", "{} // x": "{}", "/* [ */ {\"a\": [1, 2,], }": `{"a":[1,2]}`,
		strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth): strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth),
	} {
		got, err := Standardize([]byte(text))
		if err != nil || !json.Valid(got) || strings.Join(strings.Fields(string(got)), "") != want {
			t.Errorf("%.60q: %s, %v", text, got, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, x := range []struct {
		text         string
		line, column int
		says         string
	}{
		{"", 1, 1, "unexpected EOF"},
		{"{", 1, 2, "unexpected EOF"},
		{"{\n  \"a\": nul\n}", 2, 8, "invalid literal: nul"},
		{"{\"a\": 1 \"b\": 2}", 1, 9, "after object value"},
		{"{} {}", 1, 4, "after top-level value"},
		{"{} // \u2028", 1, 7, "in line comment"},
		{"{} /*\n", 1, 4, "unexpected EOF"},
		{strings.Repeat("[", 5_000_000), 1, MaxDepth + 1, "nested"},
		{strings.Repeat(`["]",`, 1_000_000), 1, 5*MaxDepth + 1, "nested"},
		{strings.Repeat("[/*]*/", 1_000_000), 1, 6*MaxDepth + 1, "nested"},
		{strings.Repeat("[//]\n", 1_000_000), MaxDepth + 1, 1, "nested"},
		{strings.Repeat(`{"a":`, 1_000_000), 1, 5*MaxDepth + 1, "nested"},
		{`{"a": "` + strings.Repeat("[", MaxDepth) + `", "b": [[], /*[*/ 1, // [` + "\n" + strings.Repeat("[", MaxDepth-1), 2, MaxDepth - 1, "nested"},
	} {
		_, err := Parse([]byte(x.text))
		var e *Error
		if !errors.As(err, &e) || e.Line != x.line || e.Column != x.column || !strings.Contains(e.Text, x.says) {
			t.Errorf("%.60q: %v, want %d:%d %s", x.text, err, x.line, x.column, x.says)
		}
	}
}

// FuzzParse: nothing panics, a value is where it says, and what is JSON means
// the same.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"{} // x", "[1,\n/* a */ {\"b\": null,},]", "{\"a\"", "\"\\"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Parse(text)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 {
				t.Fatalf("%v", err)
			}
			if json.Valid(text) && tooDeep(text) < 0 {
				t.Fatalf("%v in JSON", err)
			}
			return
		}
		if v.EndOffset > len(text) {
			t.Fatalf("the value ends at %d of %d", v.EndOffset, len(text))
		}
		if n, err := Read(text); err == nil && (n.Start > n.End || n.End > len(text)) {
			t.Fatalf("the value is from %d to %d of %d", n.Start, n.End, len(text))
		}
		if std, err := Standardize(text); err != nil || !json.Valid(std) {
			t.Fatalf("%q is no JSON (%v)", std, err)
		}
	})
}

func TestRead(t *testing.T) {
	text := "\ufeff// x\n{\"a\": [1, \"b\\u0063\", {}], \"a\": null /* y */, }"
	n, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if n.Kind != Object || text[n.Start] != '{' || n.End != len(text) || len(n.Members) != 2 {
		t.Fatalf("%+v", n)
	}
	list := n.Members[0].Value
	if list.Kind != Array || len(list.Elements) != 3 || list.Elements[1].Kind != String || list.Elements[1].Text != "bc" ||
		text[list.Elements[1].Start:list.Elements[1].End] != `"b\u0063"` || list.Elements[0].Text != "1" || list.Elements[2].Kind != Object {
		t.Errorf("%+v", list)
	}
	if last := n.Get("a"); last != n.Members[1].Value || last.Kind != Other || last.Text != "null" || n.Get("b") != nil || last.Get("a") != nil {
		t.Errorf("%+v", last)
	}
	if _, err := Read([]byte("{")); err == nil {
		t.Error("half an object is read")
	}
}
