package main

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"codeintel/index/lexicon"
)

// plainWord reports whether a word is one that the table may have.
func plainWord(w string) bool {
	n := utf8.RuneCountInString(w)
	return n > 0 && n <= maxKey && lexicon.IsJapanese(w)
}

func TestFreeDict(t *testing.T) {
	got, err := parseFreeDict(strings.NewReader("cancel /kænsəl/ <v>\n1. 取り消す, キャンセルする 2. 退会する\n  a note in English\nno head\n注文\norder form /x/ <n>\n注文書\n"))
	var words []string
	for _, x := range got {
		words = append(words, x.japanese+"="+strings.Join(x.gloss.Words, " "))
	}
	want := []string{"取り消す=cancel", "キャンセル=cancel", "退会=cancel", "注文=cancel", "注文書=order form"}
	if err != nil || !slices.Equal(words, want) || !got[0].gloss.Verb || got[4].gloss.Verb {
		t.Errorf("%v %v, want %v", words, err, want)
	}
}

func FuzzFreeDict(f *testing.F) {
	for _, text := range []string{"cancel /x/ <v>\n取り消す, 無効にする\n", "a /x/ <>\n、、\n", "x /y/ <n>\n1. ー 2. を\n", "\xff /x/ <v>\n\xff取\n", "注文\n", strings.Repeat("a", 2000) + " /x/ <n>\n" + strings.Repeat("取", 2000)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := parseFreeDict(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, x := range list {
			if !plainWord(x.japanese) || len(x.gloss.Words) == 0 {
				t.Errorf("%+v of %q", x, text)
			}
		}
	})
}

func FuzzSudachi(f *testing.F) {
	for _, text := range []string{`[]`, `null`, `[null]`, `[{}]`, `{"a":1}`, `[{"items":null}]`, `[{"Items":[{"Word":"スマホ"},{"Word":"携帯"}]}]`, `[1]`, ``} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		groups, err := parseSudachi(data)
		if err != nil {
			return
		}
		phone := lexicon.Gloss{Words: []string{"phone"}}
		all := []entry{{key: "携帯", glosses: []lexicon.Gloss{phone}}}
		a := newAdder(&all)
		for _, g := range groups {
			a.join(g)
		}
		for _, e := range all {
			if !plainWord(e.key) || len(e.glosses) == 0 {
				t.Errorf("%+v of %q", e, data)
			}
		}
	})
}
