package session

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// clip is s with at most n bytes, cut between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// clipRunes is s with at most n characters; one that was cut ends with ….
func clipRunes(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	return string(r[:n-1]) + "…"
}

// folded is s in Unicode's form NFKC, with one space for each run of white space
// and none at the ends.
func folded(s string) string {
	return strings.Join(strings.Fields(norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD"))), " ")
}

// script is the kind of a character within words.
type script uint8

const (
	other script = iota // no part of a word
	latin               // letters and digits of languages that write spaces
	katakana
	han
	hiragana // in Japanese what ties words together
)

func scriptOf(r rune) script {
	switch {
	case unicode.Is(unicode.Katakana, r) || r == 'ー':
		return katakana
	case unicode.Is(unicode.Han, r) || r == '々':
		return han
	case unicode.Is(unicode.Hiragana, r):
		return hiragana
	case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r):
		return latin
	}
	return other
}

// words are those of a text, in small letters: runs of one script, and the parts
// of identifiers. Hiragana makes none.
func words(s string) []string {
	var out []string
	runes := []rune(s)
	for i := 0; i < len(runes); {
		sc := scriptOf(runes[i])
		j := i + 1
		for j < len(runes) && scriptOf(runes[j]) == sc {
			if sc == latin && unicode.IsUpper(runes[j]) && (unicode.IsLower(runes[j-1]) || j+1 < len(runes) && unicode.IsUpper(runes[j-1]) && unicode.IsLower(runes[j+1])) {
				break // camelCase, HTTPServer
			}
			j++
		}
		if w := strings.ToLower(string(runes[i:j])); (sc == latin || sc == katakana || sc == han) && !slices.Contains(out, w) {
			out = append(out, w)
		}
		i = j
	}
	return out
}

// within reports whether part occurs in whole, which are both folded and in small
// letters, without cutting a word of Latin letters or Katakana. Words of Han
// characters have no end that can be seen.
func within(whole, part string) bool {
	if part == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(whole[from:], part)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(whole[:i])
		first, size := utf8.DecodeRuneInString(part)
		last, _ := utf8.DecodeLastRuneInString(part)
		after, _ := utf8.DecodeRuneInString(whole[i+len(part):])
		if !(i > 0 && joined(before, first)) && !(i+len(part) < len(whole) && joined(last, after)) {
			return true
		}
		from = i + size
	}
}

// joined reports whether there is no end of a word between two characters.
func joined(a, b rune) bool {
	s := scriptOf(a)
	return s == scriptOf(b) && (s == latin || s == katakana)
}

// consistent reports whether a value may be what a quote says: it is equal, one
// contains the other, or they have a word in common. It is what goes where there is no
// judge.
func consistent(value, quote string) bool {
	v, q := strings.ToLower(folded(value)), strings.ToLower(folded(quote))
	if v == "" || q == "" {
		return false
	}
	if v == q || within(q, v) || utf8.RuneCountInString(q) > 1 && within(v, q) {
		return true
	}
	vw, qw := words(folded(value)), words(folded(quote))
	common := false
	for _, w := range vw {
		if slices.Contains(qw, w) && telling(w) {
			common = true
		}
	}
	return common && !confused(vw, qw)
}

// telling reports whether a word that two texts have in common says that they are
// about the same: short ones of a sentence do not.
func telling(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	if scriptOf(r) != latin {
		return utf8.RuneCountInString(w) >= 2
	}
	return utf8.RuneCountInString(w) >= 4 || strings.ContainsFunc(w, unicode.IsDigit)
}

// confused reports whether each of two texts has a word that the other lacks, and
// that begins as one of the other's and goes on otherwise: login and logout.
func confused(a, b []string) bool {
	for _, x := range a {
		if slices.Contains(b, x) {
			continue
		}
		for _, y := range b {
			if slices.Contains(a, y) || strings.HasPrefix(x, y) || strings.HasPrefix(y, x) {
				continue
			}
			n, xr, yr := 0, []rune(x), []rune(y)
			for n < len(xr) && n < len(yr) && xr[n] == yr[n] {
				n++
			}
			stem := 3
			if scriptOf(xr[0]) == katakana {
				stem = 2
			}
			// A longer stem in common is an inflexion: retry, retries.
			if n >= stem && scriptOf(xr[0]) != han && 2*n <= max(len(xr), len(yr)) {
				return true
			}
		}
	}
	return false
}
