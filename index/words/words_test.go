package words

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"HTTPServer_v2":                "http server v2",
		"parseCookie":                  "pars cooki",
		"parse cookies, PARSED":        "pars cooki pars",
		"sha256Sum base64url x86_64":   "sha256 sum base64 url x86",
		"retries retried retry":        "retri retri retri",
		"caching caches cache":         "cach cach cach",
		"running string classes class": "run string class class",
		"validation validate":          "validat validat",
		"connections connecting":       "connect connect",
		"a I x 12 404":                 "404",
		"status is this bus":           "status is this bus",
		"notes themes note theme fore": "note theme note theme fore", // which are not Empty
		"naïveÄpfel":                   "naïv äpfel",
		"注文をloadする":                    "注文 load",
		"ログイン処理":                       "ログイン 処理",
		"会員登録する":                       "会員登録 会員 員登 登録",
		"ＨＴＴＰサーバー":                     "http サーバー",
		"스레드":                          "스레드 스레 레드",
		"税":                            "税",
		"する":                           "",
		"x\xff\xfey":                   "",
		strings.Repeat("long", 20):     "",
	} {
		var got []string
		Terms(text, func(w []byte) { got = append(got, string(w)) })
		var again []string
		Terms([]byte(text), func(w []byte) { again = append(again, string(w)) })
		if s := strings.Join(got, " "); s != want || strings.Join(again, " ") != s {
			t.Errorf("%q: %q, want %q (as bytes %q)", text, s, want, again)
		}
	}
}

// TestEach has the words as they are written, and their scripts.
func TestEach(t *testing.T) {
	for text, want := range map[string]string{
		"HTTPServer_v2, parsedCookies": "http:0 server:0 v2:0 parsed:0 cookies:0",
		"注文をloadするAPI":                 "注文:1 を:2 load:0 する:2 api:0",
		"a1":                           "a1:0",
		strings.Repeat("漢", 15):        strings.Repeat("漢", 13) + ":1 漢漢:1",
	} {
		var got []string
		Each(text, func(w []byte, s Script) { got = append(got, fmt.Sprintf("%s:%d", w, s)) })
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}

// all are the words of a text with what is said of them, by eachWord, and by what it leaves
// to eachOf alone.
func all(text []byte) (got, want []string) {
	to := func(list *[]string) func([]byte, Script, bool) {
		return func(w []byte, s Script, joined bool) {
			*list = append(*list, fmt.Sprint(string(w), " ", s, joined))
			clear(w) // it may be changed
		}
	}
	var room Room
	eachWord(&room, text, to(&got))
	for i, apart := 0, true; i < len(text); {
		i, apart = eachOf(&room, text, i, apart, to(&want))
	}
	return got, want
}

// TestASCII compares the way in which words of ASCII are found with that of all others.
func TestASCII(t *testing.T) {
	parts := []string{"A", "B", "HTTP", "a", "bc", "server", "ABCDEFGH", "abcdefgh", "1", "22", "_", "-", " ", "\n\t", "$", "(", "{", "@", "[", "`", "/", ":", "\x7f", "é", "Ä", "注文", "ロ", "Ａ", "！", "\xff", "\x80",
		strings.Repeat("x", Max-1), strings.Repeat("X", Max-1)}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		text := ""
		for range r.IntN(8) {
			text += parts[r.IntN(len(parts))]
		}
		if got, want := all([]byte(text)); !slices.Equal(got, want) {
			t.Fatalf("%q: %q, not %q", text, got, want)
		}
	}
}

// FuzzWords reads words of any text.
func FuzzWords(f *testing.F) {
	f.Add([]byte("HTTPServer 注文 naïve"))
	f.Fuzz(func(t *testing.T, data []byte) {
		check := func(w []byte) {
			if len(w) == 0 || len(w) > 2*Max || utf8.Valid(data) && !utf8.Valid(w) {
				t.Errorf("the word %q", w)
			}
		}
		Each(data, func(w []byte, _ Script) { check(w) })
		Terms(data, check)
		if got, want := all(data); !slices.Equal(got, want) {
			t.Errorf("%q: %q, not %q", data, got, want)
		}
	})
}

func TestTermsJoined(t *testing.T) {
	for text, want := range map[string]string{
		"progressBar":                 "progress+bar",
		"progress_bars-list":          "progress+bar+list",
		"--$progress__Bar":            "progress+bar",
		"HTTPServerError":             "http+server+error",
		"get_a_value":                 "get+valu", // a is no term
		"progress bar":                "progress bar",
		"progress.bar, progress(bar)": "progress bar progress bar",
		"a - bar":                     "bar",
		"progress -bar":               "progress bar",
		"progress a bar":              "progress bar",
		"注文progressの注文bar":            "注文 progress 注文 bar",
		"progress注文履歴_bar":            "progress 注文履歴 注文 文履 履歴 bar",
		"progressバーbar":               "progress バー bar",
		"progress。bar":                "progress bar",
	} {
		got := ""
		TermsJoined(text, func(term []byte, joined bool) {
			switch {
			case joined:
				got += "+"
			case got != "":
				got += " "
			}
			got += string(term)
		})
		if got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// All words that are empty are found to be, however long.
func TestEmpty(t *testing.T) {
	if len(empty) < 50 {
		t.Fatalf("only %d words are empty", len(empty))
	}
	for w := range empty {
		if !Empty(w) {
			t.Errorf("%q is not empty", w)
		}
	}
	for _, w := range []string{"", "cart", "internationalisation", "注文"} {
		if Empty(w) {
			t.Errorf("%q is empty", w)
		}
	}
}
