package lexicon

import (
	"fmt"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	var list []Japanese
	for i := range 100 {
		list = append(list, Japanese{Key: fmt.Sprintf("語%03d", i), Reading: "ご", Action: i%2 == 0, Glosses: []Gloss{{Words: []string{"word", fmt.Sprint("n", i)}}, {Words: []string{"say"}, Verb: true}}})
	}
	list = append(list, Japanese{Key: "ご", Alias: "語007"})
	data, err := EncodeJapanese(list)
	if err != nil {
		t.Fatal(err)
	}
	table, err := read(data)
	if err != nil {
		t.Fatal(err)
	}
	own, err := readOwn("= 独自 own_word to_own\n")
	if err != nil {
		t.Fatal(err)
	}
	l := newLexicon(table, table, own)
	for i := range 100 {
		e, ok := l.lookUp(fmt.Sprintf("語%03d", i))
		if !ok || e.action != (i%2 == 0) || e.reading != "ご" || fmt.Sprint(e.glosses) != fmt.Sprintf("[{[word n%d] false} {[say] true}]", i) {
			t.Fatalf("%d: %+v %t", i, e, ok)
		}
	}
	if e, ok := l.lookUp("ご"); !ok || e.glosses[0].Words[1] != "n7" {
		t.Errorf("an alias: %+v", e)
	}
	if e, ok := l.lookUp("独自"); !ok || len(e.glosses) != 2 || !e.glosses[1].Verb {
		t.Errorf("one's own: %+v", e)
	}
	for _, none := range []string{"", "語", "語0000", "無", "あ"} {
		if _, ok := l.lookUp(none); ok {
			t.Errorf("%q is there", none)
		}
	}
	if !l.begins("語") || !l.begins("語09") || l.begins("語1") || !l.begins("独") {
		t.Error("what words begin with")
	}
	if _, err := EncodeJapanese([]Japanese{{Key: "a", Alias: "none"}}); err == nil {
		t.Error("an alias of nothing is written")
	}
	for n := range data { // what is damaged gives no answer, or another
		if cut, err := read(data[:n]); err == nil {
			cut.find("語050")
			cut.begins("語0")
			cut.at(50)
			cut.word(50)
		}
	}
}

func TestOwn(t *testing.T) {
	for _, bad := range []string{"= 商品", "% what", "~"} {
		if _, err := readOwn(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// Texts are divided into what dictionaries have, with what is negated.
func TestRead(t *testing.T) {
	l := Open()
	for text, want := range map[string]string{
		"商品一覧の並び替え":                 "商品 一覧 並び替え",
		"取り消したい":                    "取り消す",
		"パスワードを忘れた":                 "パスワード 忘れる",
		"データが表示されない":                "データ !表示",
		"未承認の経費":                    "!承認 経費",
		"通知が届かない":                   "通知 !届く",
		"二人のプレイヤー":                  "プレイヤー #2",
		"最大10文字":                    "最大 文字 #10",
		"処方箋が印刷できない":                "処方箋 !印刷",
		"ちゅうもん":                     "ちゅうもん",
		"ドロップダウン":                   "ドロップダウン",
		"the toggle is not enabled": "toggle !enable",
		"can't print":               "!print",
		"switch the lights off":     "switchoff light",
		"unread messages":           "!read message",
		"HTTPServer_v2":             "http server #2",
		"zoom in":                   "zoom in",
		"":                          "",
	} {
		var got []string
		x := l.Read(text)
		for _, w := range x.Words {
			not := ""
			if w.Negated {
				not = "!"
			}
			got = append(got, not+w.Text)
		}
		for _, n := range x.Numbers {
			got = append(got, "#"+n.Text)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q is %q, not %q", text, s, want)
		}
	}
}

func TestSounds(t *testing.T) {
	for _, p := range []struct {
		katakana, english string
		alike             bool
	}{
		{"ドロップダウン", "dropdown", true}, {"カテゴリ", "category", true}, {"サイドバー", "sidebar", true}, {"ウィジェット", "widget", true}, {"ロール", "role", true},
		{"チェックイン", "checkin", true}, {"フィルター", "filter", true}, {"スケジュール", "schedule", true}, {"バリデーション", "validation", true},
		{"ログイン", "logout", false}, {"アップロード", "download", false}, {"プレイヤー", "printer", false}, {"ファイル", "filter", false}, {"サーバー", "sidebar", false},
	} {
		if got := SoundsLike(p.katakana, p.english); got != p.alike {
			t.Errorf("%s sounds like %s: %t", p.katakana, p.english, got)
		}
	}
	for _, p := range []struct{ reading, word string }{{"とくいさき", "tokuisaki"}, {"ちゅうもん", "chumon"}, {"ちゅうもん", "tyuumon"}, {"しょうひん", "shohin"}} {
		if w := (Word{Japanese: true, Reading: p.reading}); !w.heard().as(say(p.word)) {
			t.Errorf("%s is not read in %s", p.reading, p.word)
		}
	}
	if w := (Word{Japanese: true, Reading: "しょうひん"}); w.heard().as(say("shipping")) {
		t.Error("しょうひん is read in shipping")
	}
}

// TestAnalyses tests that texts are analysed once, that no more of them are kept than
// maxKept allows, and that a text is read as far as the caller asks.
func TestAnalyses(t *testing.T) {
	l := newLexicon(Open().japanese, Open().english, Open().own)
	long := strings.Repeat("ab ", maxText+10)
	first := l.Analyze(long)
	if !first.Cut || l.Analyze(long) != first {
		t.Errorf("cut: %t, or analysed again", first.Cut)
	}
	if s := l.AnalyzeUpTo(long, 2*maxText); s.Cut || len(s.Words) != maxText+10 || l.Analyze(long) != first {
		t.Errorf("%d words, cut: %t", len(s.Words), s.Cut)
	}
	for i := range maxKept {
		l.Analyze(fmt.Sprintf("order no %d", i))
		l.Analyze(fmt.Sprintf("order no %d", i/2))
	}
	sum := 0
	for _, s := range l.analyses.sides {
		sum += s.weight()
	}
	a := &l.analyses
	if sum != a.words || sum > maxKept || sum < maxKept-maxText || len(a.order) != len(a.sides) {
		t.Errorf("%d texts of %d are kept, with %d words, counted as %d", len(a.sides), len(a.order), sum, a.words)
	}
	if l.Analyze(long) == first {
		t.Error("the oldest text is kept")
	}
}

// FuzzRead: any text is read, and compared with itself, in bounded time.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"商品一覧を並び替えない", "can't log the user in2", "ーーッ", "\xff未", strings.Repeat("取り消し", 40)} {
		f.Add(s)
	}
	l := Open()
	f.Fuzz(func(t *testing.T, s string) {
		x := l.Read(s)
		if len(x.Words) > maxText+maxRun {
			t.Errorf("%d words", len(x.Words))
		}
		side := l.Side(x)
		for i := range x.Words {
			if how, at := side.Find(&x.Words[i]); how < 0 || how > 1.001 || at >= len(x.Words) {
				t.Errorf("%q: %v at %d", x.Words[i].Text, how, at)
			}
		}
	})
}
