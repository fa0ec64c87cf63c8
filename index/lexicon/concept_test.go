package lexicon

import (
	"slices"
	"strings"
	"testing"
)

// TestConcepts holds that the first sense of a word is what programs call it.
func TestConcepts(t *testing.T) {
	l := Open()
	for text, want := range map[string]string{
		"注文一覧": "order list",
		"商品のフォームを追加したい": "product form add",
		"ユーザーを招待する":     "user invite",
		"LDAPでログインする":   "login",
		"get the list":  "",
		"":              "",
	} {
		var got []string
		for _, c := range l.Concepts(text) {
			if len(c.Senses) > 0 {
				got = append(got, strings.Join(c.Senses[0].Words, "_"))
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %q, not %q", text, s, want)
		}
	}
	c := l.Concepts("検証")
	if len(c) != 1 || !slices.ContainsFunc(c[0].Senses, func(s Sense) bool { return s.Words[0] == "verifier" }) {
		t.Fatalf("検証 is not what a verifier does: %v", c)
	}
	for _, s := range c[0].Senses {
		if s.Weight <= 0 || s.Weight > 1 {
			t.Errorf("%v: weight %v", s.Words, s.Weight)
		}
	}
	if c := l.Concepts("タイムゾーン"); len(c) != 1 || len(c[0].Parts) != 2 {
		t.Errorf("the parts of a run in katakana: %+v", c)
	}
}

// FuzzConcepts holds that any text has a bounded number of concepts.
func FuzzConcepts(f *testing.F) {
	for _, s := range []string{"注文一覧のタイムゾーンを変更したい", "ーーッ", "\xff未", strings.Repeat("カナ", 300)} {
		f.Add(s)
	}
	l := Open()
	f.Fuzz(func(t *testing.T, s string) {
		list := l.Concepts(s)
		if len(list) > maxText+maxRun {
			t.Errorf("%d concepts", len(list))
		}
		for _, c := range list {
			if len(c.Senses) > maxSenses {
				t.Errorf("%s: %d senses", c.Text, len(c.Senses))
			}
		}
	})
}

// TestDistance holds that of several words that sound alike the right one is nearest.
func TestDistance(t *testing.T) {
	for _, c := range []struct{ katakana, near, far string }{
		{"アカウント", "account", "count"}, {"スラッグ", "slug", "slack"}, {"プリセット", "preset", "present"},
	} {
		h := Hear(c.katakana)
		if near, far := h.Distance(Spell(c.near)), h.Distance(Spell(c.far)); near > far || near > Alike {
			t.Errorf("%s: %s %v, %s %v", c.katakana, c.near, near, c.far, far)
		}
	}
	if d := Hear("").Distance(Spell("slug")); d != unlike {
		t.Errorf("no sound is %v from a word", d)
	}
}
