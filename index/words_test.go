package index

import (
	"strings"
	"testing"
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
		"naïveÄpfel":                   "naïv äpfel",
		"注文をloadする":                    "注文 文を load",
		"ログイン処理":                       "ログ グイ イン ン処 処理",
		"税":                            "税",
		"する":                           "",
		"x\xff\xfey":                   "",
		strings.Repeat("long", 20):     "",
	} {
		var got []string
		eachWord(text, func(w []byte) { got = append(got, string(w)) })
		var again []string
		eachWord([]byte(text), func(w []byte) { again = append(again, string(w)) })
		if s := strings.Join(got, " "); s != want || strings.Join(again, " ") != s {
			t.Errorf("%q: %q, want %q (as bytes %q)", text, s, want, again)
		}
	}
}

// FuzzWords reads words of any text, and any bytes as the part of a file in a
// table of words.
func FuzzWords(f *testing.F) {
	f.Add([]byte("HTTPServer 注文 naïve"), uint32(7))
	f.Add([]byte{1, 3, 1, 1, 7, 0, 0, 0, 0, 9, 1, 2, 0, 1}, uint32(7))
	f.Fuzz(func(t *testing.T, data []byte, hash uint32) {
		eachWord(data, func(w []byte) {
			if len(w) == 0 || len(w) > 2*maxWord {
				t.Errorf("the word %q", w)
			}
			hash = hash32(w)
		})
		w, ok := readWords(data)
		if !ok {
			return
		}
		if w.entries > len(data) || w.words > len(data) {
			t.Errorf("%d entries, %d words of %d bytes", w.entries, w.words, len(data))
		}
		n := 0
		for list, at, ok := w.find(hash), 0, true; ok; n++ {
			at, _, ok = list.next(at)
		}
		if n > len(data)+1 {
			t.Errorf("%d uses in %d bytes", n, len(data))
		}
	})
}
