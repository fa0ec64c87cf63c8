package lexicon

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// morae are the sounds of hiragana characters, alone and with a small character behind them.
const morae = `あa いi うu えe おo かka きki くku けke こko がga ぎgi ぐgu げge ごgo さsa しSi すsu せse そso ざza じji ずzu ぜze ぞzo
たta ちCi つtsu てte とto だda ぢji づzu でde どdo なna にni ぬnu ねne のno はha ひhi ふfu へhe ほho ばba びbi ぶbu べbe ぼbo ぱpa ぴpi ぷpu ぺpe ぽpo
まma みmi むmu めme もmo やya ゆyu よyo らra りri るru れre ろro わwa ゐi ゑe をo んn ゔbu
きゃkya きゅkyu きょkyo ぎゃgya ぎゅgyu ぎょgyo しゃSa しゅSu しょSo しぇSe じゃja じゅju じょjo じぇje ちゃCa ちゅCu ちょCo ちぇCe
にゃnya にゅnyu にょnyo ひゃhya ひゅhyu ひょhyo びゃbya びゅbyu びょbyo ぴゃpya ぴゅpyu ぴょpyo みゃmya みゅmyu みょmyo りゃrya りゅryu りょryo
ふぁfa ふぃfi ふぇfe ふぉfo ふゅfyu うぃwi うぇwe うぉwo ゔぁba ゔぃbi ゔぇbe ゔぉbo てぃti でぃdi とぅtu どぅdu でゅdyu つぁtsa つぇtse つぉtso くぁkwa くぉkwo すぃsi`

// sounds maps characters to morae.
type sounds map[string]string

func newSounds() sounds {
	s := sounds{}
	for m := range strings.FieldsSeq(morae) {
		at := strings.IndexFunc(m, func(r rune) bool { return r < utf8.RuneSelf })
		s[m[:at]] = m[at:]
	}
	return s
}

var sounded = sync.OnceValue(newSounds)

// of returns the sounds of a text in kana: consonants and vowels, S for sh and C for ch. It
// shortens long vowels and ignores the small tsu.
func (s sounds) of(kana string) []byte {
	var out []byte
	runes := []rune(hiragana(kana))
	for i := 0; i < len(runes); i++ {
		if i+1 < len(runes) {
			if m, ok := s[string(runes[i:i+2])]; ok {
				out = append(out, m...)
				i++
				continue
			}
		}
		out = append(out, s[string(runes[i])]...) // ー and っ have none
	}
	return out
}

// hiragana returns a text with its katakana turned into hiragana.
func hiragana(s string) string {
	return strings.Map(func(r rune) rune {
		if 'ァ' <= r && r <= 'ヴ' {
			return r - 'ァ' + 'ぁ'
		}
		return r
	}, s)
}

// spelled returns the approximate sounds of a word of English.
func spelled(word string) []byte {
	w := strings.ToLower(word)
	var out []byte
	for i := 0; i < len(w); {
		rest := w[i:]
		n, sound := 1, w[i:i+1]
		for _, r := range spellings {
			if strings.HasPrefix(rest, r.letters) && (!r.first || i == 0) {
				n, sound = len(r.letters), r.sound
				break
			}
		}
		if i > 0 && n == 1 && w[i] == w[i-1] && !isVowel(w[i]) {
			sound = "" // a doubled consonant
		}
		out = append(out, sound...)
		i += n
	}
	return out
}

// spellings are letters that together sound different from each alone, the longest first.
var spellings = []struct {
	letters, sound string
	first          bool // only at the beginning of a word
}{
	{"tion", "Son", false}, {"sion", "Son", false}, {"cial", "Saru", false}, {"tch", "C", false}, {"sch", "sk", false}, {"dge", "j", false},
	{"kn", "n", true}, {"wr", "r", true}, {"ps", "s", true},
	{"ph", "f", false}, {"th", "s", false}, {"sh", "S", false}, {"ch", "C", false}, {"ck", "k", false}, {"qu", "kw", false}, {"gh", "", false},
	{"wh", "w", false}, {"ce", "se", false}, {"ci", "si", false}, {"cy", "si", false}, {"ge", "je", false}, {"gi", "ji", false},
	{"c", "k", false}, {"l", "r", false}, {"v", "b", false}, {"x", "ks", false}, {"q", "k", false},
}

func isVowel(c byte) bool { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' }

// kin are pairs of consonants that loanwords exchange.
const kin = "sS tC kC ts jz jg jd fh zs nm Ss CS st"

// change returns the cost of replacing a sound.
func change(a, b byte) float32 {
	switch {
	case a == b:
		return 0
	case isVowel(a) && isVowel(b):
		return 0.2
	case (isVowel(a) || isVowel(b)) && (faint(a) || faint(b)):
		return 0.3
	case isVowel(a) || isVowel(b):
		return 2
	case strings.Contains(kin, string([]byte{a, b})) || strings.Contains(kin, string([]byte{b, a})):
		return 0.15
	}
	return 1
}

// faint reports whether a consonant is often dropped or added.
func faint(c byte) bool { return c == 'w' || c == 'y' || c == 'h' }

// drop returns the cost of dropping a sound.
func drop(c byte) float32 {
	switch {
	case isVowel(c):
		return 0.12
	case faint(c):
		return 0.25
	case c == 'r':
		return 0.4
	}
	return 1
}

// audible returns the number of consonants that are not faint.
func audible(sounds []byte) int {
	n := 0
	for _, c := range sounds {
		if !isVowel(c) && !faint(c) {
			n++
		}
	}
	return n
}

// maxSound is the number of sounds of the longest words that are compared.
const maxSound = 40

// SoundsLike reports whether a word in katakana sounds like one of English: ドロップダウン,
// dropdown.
func SoundsLike(katakana, word string) bool {
	return soundsLike(sounded().of(katakana), spelled(word))
}

// Sounds are the approximate sounds of a word.
type Sounds []byte

// Hear returns the sounds of a word in katakana.
func Hear(katakana string) Sounds { return sounded().of(katakana) }

// Spell returns the sounds of a word of English in small letters.
func Spell(word string) Sounds { return spelled(word) }

// Alike is the maximum Distance of two words that sound alike.
const Alike = 0.29

func soundsLike(a, b []byte) bool { return Sounds(a).Distance(b) <= Alike }

// unlike is the Distance of words that have nothing in common.
const unlike = 1

// Distance returns the edit distance of the sounds of two words, weighted, per consonant. It
// is 1 for words that begin differently, and for words with fewer than two consonants.
func (a Sounds) Distance(b Sounds) float32 {
	if len(a) == 0 || len(b) == 0 || len(a) > maxSound || len(b) > maxSound {
		return unlike
	}
	consonants := float32(audible(a)+audible(b)) / 2
	if consonants < 2 || drop(a[0]) >= 1 && drop(b[0]) >= 1 && change(a[0], b[0]) > 0.3 {
		return unlike
	}
	var rows [2][maxSound + 1]float32
	for j, c := range b {
		rows[0][j+1] = rows[0][j] + drop(c)
	}
	for i, x := range a {
		was, is := &rows[i%2], &rows[(i+1)%2]
		is[0] = was[0] + drop(x)
		for j, y := range b {
			is[j+1] = min(was[j]+change(x, y), was[j+1]+drop(x), is[j]+drop(y))
		}
	}
	return rows[len(a)%2][len(b)] / consonants
}

// minRomaji is the minimum length of a reading in Latin letters.
const minRomaji = 4

// latin normalizes Japanese in Latin letters, which is written in several ways: syou and
// shou are both sho.
func latin(s string) string {
	if len(s) > maxSound {
		return ""
	}
	s = romajiForms().Replace(s)
	var out []byte
	for i := range len(s) {
		if i > 0 && s[i] == s[i-1] { // ss for っ and し, oo and uu for long vowels
			continue
		}
		out = append(out, s[i])
	}
	return strings.ReplaceAll(string(out), "ou", "o")
}

var romajiForms = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("chu", "chu", "shu", "shu", "S", "sh", "C", "ch", "sya", "sha", "syu", "shu", "syo", "sho", "tya", "cha", "tyu", "chu", "tyo", "cho", "zya", "ja", "zyu", "ju", "zyo", "jo", "jya", "ja", "jyu", "ju", "jyo", "jo",
		"si", "shi", "ti", "chi", "tu", "tsu", "hu", "fu", "zi", "ji", "cch", "ch", "tch", "ch", "mb", "nb", "mp", "np")
})
