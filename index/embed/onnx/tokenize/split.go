package tokenize

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// splitter divides a text into words, some of them empty. start: the text is the
// beginning of all that is read.
type splitter func(text string, start bool, emit func(word string))

// readSplitters appends the pre-tokenizers of an object of the file.
func readSplitters(list []splitter, raw json.RawMessage) ([]splitter, error) {
	k, err := kind(raw)
	if err != nil {
		return nil, err
	}
	if len(list) > maxSteps {
		return nil, fmt.Errorf("more than %d steps", maxSteps)
	}
	one := func(s splitter, err error) ([]splitter, error) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k, err)
		}
		return append(list, s), nil
	}
	switch k {
	case "":
		return list, nil
	case "Sequence":
		var seq struct {
			List []json.RawMessage `json:"pretokenizers"`
		}
		if err := json.Unmarshal(raw, &seq); err != nil {
			return nil, err
		}
		for _, s := range seq.List {
			if k, err := kind(s); err != nil || k == "Sequence" {
				return nil, errors.Join(err, errors.New("a sequence in a sequence"))
			}
			if list, err = readSplitters(list, s); err != nil {
				return nil, err
			}
		}
		return list, nil
	case "WhitespaceSplit":
		return one(cutAt(runes(unicode.IsSpace), removed), nil)
	case "BertPreTokenizer":
		spaces, marks := cutAt(runes(unicode.IsSpace), removed), cutAt(runes(isPunctuation), isolated)
		return append(list, spaces, marks), nil
	case "Whitespace":
		return one(words, nil)
	case "Punctuation":
		p := struct{ Behavior behavior }{isolated}
		err := json.Unmarshal(raw, &p)
		return one(cutAt(runes(isPunctuation), p.Behavior), err)
	case "Digits":
		var p struct {
			Individual bool `json:"individual_digits"`
		}
		err := json.Unmarshal(raw, &p)
		how := contiguous
		if p.Individual {
			how = isolated
		}
		return one(cutAt(runes(unicode.IsNumber), how), err)
	case "Metaspace":
		return one(readMetaspace(raw))
	case "ByteLevel":
		return one(readByteLevel(raw))
	case "Split":
		return one(readSplit(raw))
	}
	return nil, fmt.Errorf("%q is not supported", k)
}

// behavior is what becomes of what a splitter has found.
type behavior string

const (
	removed    behavior = "Removed"
	isolated   behavior = "Isolated"
	contiguous behavior = "Contiguous"
	previous   behavior = "MergedWithPrevious"
	next       behavior = "MergedWithNext"
)

func (b *behavior) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	switch *b = behavior(s); *b {
	case removed, isolated, contiguous, previous, next:
		return nil
	}
	return fmt.Errorf("the behavior %q is not supported", s)
}

// finder finds what a text is cut at: places that do not overlap, in order.
type finder func(text string) [][]int

func runes(is func(rune) bool) finder {
	return func(text string) (out [][]int) {
		for i, r := range text {
			if is(r) {
				out = append(out, []int{i, i + utf8.RuneLen(r)})
			}
		}
		return out
	}
}

// cutAt divides a text at what find finds.
func cutAt(find finder, how behavior) splitter {
	return func(text string, _ bool, emit func(string)) {
		begin := 0 // of the word that is being made
		found := find(text)
		for i, f := range found {
			start, end := f[0], f[1]
			behind := i > 0 && found[i-1][1] == start // another one
			switch how {
			case removed:
				emit(text[begin:start])
				begin = end
			case isolated:
				emit(text[begin:start])
				emit(text[start:end])
				begin = end
			case contiguous:
				if !behind {
					emit(text[begin:start])
					begin = start
				}
				if i+1 == len(found) || found[i+1][0] > end {
					emit(text[begin:end])
					begin = end
				}
			case previous:
				emit(text[begin:end])
				begin = end
			case next:
				emit(text[begin:start])
				begin = start
			}
		}
		emit(text[begin:])
	}
}

// isPunctuation is punctuation as BERT has it.
func isPunctuation(r rune) bool {
	if r < 0x80 {
		return r > ' ' && r < 0x7F && !(r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
	}
	return unicode.Is(unicode.P, r)
}

// words are runs of \w, and runs of what is neither that nor white space.
func words(text string, _ bool, emit func(string)) {
	class := func(r rune) int {
		switch {
		case unicode.IsSpace(r):
			return 0
		case isWord(r):
			return 1
		}
		return 2
	}
	begin, have := 0, 0
	for i, r := range text {
		if c := class(r); c != have {
			if have != 0 {
				emit(text[begin:i])
			}
			begin, have = i, c
		}
	}
	if have != 0 {
		emit(text[begin:])
	}
}

func readSplit(raw json.RawMessage) (splitter, error) {
	var p struct {
		Pattern  pattern  `json:"pattern"`
		Behavior behavior `json:"behavior"`
		Invert   bool     `json:"invert"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	if p.Invert {
		return nil, errors.New("invert is not supported")
	}
	if p.Pattern.text == "" && p.Pattern.re == nil {
		return nil, errors.New("the pattern is missing")
	}
	return cutAt(p.Pattern.find, p.Behavior), nil
}

// readMetaspace reads the splitter of SentencePiece: spaces are written as a
// character that each word begins with.
func readMetaspace(raw json.RawMessage) (splitter, error) {
	p := struct {
		Replacement string  `json:"replacement"`
		AddPrefix   *bool   `json:"add_prefix_space"`
		Scheme      *string `json:"prepend_scheme"`
		Split       *bool   `json:"split"`
	}{}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	if utf8.RuneCountInString(p.Replacement) != 1 {
		return nil, fmt.Errorf("the replacement %q is not one character", p.Replacement)
	}
	scheme := "always"
	switch {
	case p.Scheme != nil:
		scheme = *p.Scheme
	case p.AddPrefix != nil && !*p.AddPrefix:
		scheme = "never"
	}
	switch scheme {
	case "always", "first", "never":
	default:
		return nil, fmt.Errorf("the scheme %q is not supported", scheme)
	}
	mark, _ := utf8.DecodeRuneInString(p.Replacement)
	cut := cutAt(runes(func(r rune) bool { return r == mark }), next)
	whole := p.Split != nil && !*p.Split
	return func(text string, start bool, emit func(string)) {
		text = strings.ReplaceAll(text, " ", p.Replacement)
		if (scheme == "always" || scheme == "first" && start) && text != "" && !strings.HasPrefix(text, p.Replacement) {
			text = p.Replacement + text
		}
		if whole {
			emit(text)
			return
		}
		cut(text, start, emit)
	}, nil
}

// readByteLevel reads the splitter of GPT-2 and RoBERTa: words by an expression,
// whose bytes are written as one printable character each.
func readByteLevel(raw json.RawMessage) (splitter, error) {
	p := struct {
		AddPrefix bool `json:"add_prefix_space"`
		UseRegex  bool `json:"use_regex"`
	}{true, true}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	letters := byteLetters()
	write := func(word string) string {
		var out strings.Builder
		for i := 0; i < len(word); i++ {
			out.WriteRune(letters[word[i]])
		}
		return out.String()
	}
	return func(text string, _ bool, emit func(string)) {
		if p.AddPrefix && text != "" && text[0] != ' ' {
			text = " " + text
		}
		if !p.UseRegex {
			emit(write(text))
			return
		}
		for len(text) > 0 {
			n := gpt2Word(text)
			emit(write(text[:n]))
			text = text[n:]
		}
	}, nil
}

// byteLetters is the character of each byte: itself where that is printable
// Latin 1, else one from U+0100 on.
func byteLetters() (out [256]rune) {
	n := rune(0x100)
	for b := range out {
		if b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xAC || b >= 0xAE {
			out[b] = rune(b)
		} else {
			out[b] = n
			n++
		}
	}
	return out
}

// gpt2Word is the length of what the expression
//
//	's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
//
// matches at the beginning of a text that is not empty.
func gpt2Word(text string) int {
	for _, s := range []string{"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"} {
		if strings.HasPrefix(text, s) {
			return len(s)
		}
	}
	class := func(r rune) int {
		switch {
		case unicode.IsSpace(r):
			return 0
		case unicode.IsLetter(r):
			return 1
		case unicode.IsNumber(r):
			return 2
		}
		return 3
	}
	at := 0
	if text[0] == ' ' {
		at = 1
	}
	if r, n := utf8.DecodeRuneInString(text[at:]); n > 0 && class(r) != 0 {
		have := class(r)
		end := strings.IndexFunc(text[at:], func(r rune) bool { return class(r) != have })
		if end < 0 {
			return len(text)
		}
		return at + end
	}
	// White space; the last of it belongs to the word behind.
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsSpace(r) })
	if end < 0 {
		return len(text)
	}
	_, last := utf8.DecodeLastRuneInString(text[:end])
	if last < end {
		return end - last
	}
	return end
}
