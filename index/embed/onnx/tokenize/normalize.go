package tokenize

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

var errContent = fmt.Errorf("it puts more than %d bytes in the place of others", maxContent)

// normalizer changes a text before it is divided.
type normalizer func(text string) string

// readNormalizers appends the normalizers of an object of the file.
func readNormalizers(list []normalizer, raw json.RawMessage) ([]normalizer, error) {
	k, err := kind(raw)
	if err != nil {
		return nil, err
	}
	if len(list) > maxSteps {
		return nil, fmt.Errorf("more than %d steps", maxSteps)
	}
	switch k {
	case "":
		return list, nil
	case "Sequence":
		var seq struct {
			Normalizers []json.RawMessage `json:"normalizers"`
		}
		if err := json.Unmarshal(raw, &seq); err != nil {
			return nil, err
		}
		for _, n := range seq.Normalizers {
			if k, err := kind(n); err != nil || k == "Sequence" {
				return nil, errors.Join(err, errors.New("a sequence in a sequence"))
			}
			if list, err = readNormalizers(list, n); err != nil {
				return nil, err
			}
		}
		return list, nil
	case "NFC":
		return append(list, norm.NFC.String), nil
	case "NFD":
		return append(list, norm.NFD.String), nil
	case "NFKC":
		return append(list, norm.NFKC.String), nil
	case "NFKD":
		return append(list, norm.NFKD.String), nil
	case "Lowercase":
		return append(list, lower), nil
	case "StripAccents":
		return append(list, func(s string) string { return drop(s, func(r rune) bool { return unicode.Is(unicode.M, r) }) }), nil
	}
	var one func(json.RawMessage) (normalizer, error)
	switch k {
	case "Precompiled":
		one = readPrecompiled
	case "BertNormalizer":
		one = readBert
	case "Strip":
		one = readStrip
	case "Replace":
		one = readReplace
	case "Prepend":
		one = readPrepend
	default:
		return nil, fmt.Errorf("%q is not supported", k)
	}
	n, err := one(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k, err)
	}
	return append(list, n), nil
}

func readPrecompiled(raw json.RawMessage) (normalizer, error) {
	var p struct {
		Table []byte `json:"precompiled_charsmap"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	table, err := newCharsmap(p.Table)
	if err != nil {
		return nil, err
	}
	return table.apply, nil
}

func readStrip(raw json.RawMessage) (normalizer, error) {
	var p struct {
		Left  bool `json:"strip_left"`
		Right bool `json:"strip_right"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	return func(s string) string {
		if p.Left {
			s = trimLeftSpace(s)
		}
		if p.Right {
			s = trimRightSpace(s)
		}
		return s
	}, nil
}

func readPrepend(raw json.RawMessage) (normalizer, error) {
	var p struct {
		Prepend string `json:"prepend"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	if len(p.Prepend) > maxContent {
		return nil, errContent
	}
	return func(s string) string {
		if s == "" {
			return s
		}
		return p.Prepend + s
	}, nil
}

func readReplace(raw json.RawMessage) (normalizer, error) {
	var p struct {
		Pattern pattern `json:"pattern"`
		Content string  `json:"content"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	if len(p.Content) > maxContent {
		return nil, errContent
	}
	if p.Pattern.text == "" && p.Pattern.re == nil {
		return nil, errors.New("the pattern is missing")
	}
	if p.Pattern.text != "" {
		return func(s string) string { return strings.ReplaceAll(s, p.Pattern.text, p.Content) }, nil
	}
	return func(s string) string { return p.Pattern.re.ReplaceAllLiteralString(s, p.Content) }, nil
}

// pattern is a text that is looked for, or an expression.
type pattern struct {
	text string
	re   *regexp.Regexp // when text is ""
}

func (p *pattern) UnmarshalJSON(data []byte) error {
	var either struct{ String, Regex string }
	if err := json.Unmarshal(data, &either); err != nil {
		return err
	}
	if p.text = either.String; p.text != "" {
		return nil
	}
	source, err := unicodeClasses(either.Regex)
	if err != nil {
		return err
	}
	if p.re, err = regexp.Compile(source); err != nil {
		return fmt.Errorf("the expression %q is not supported: %w", either.Regex, err)
	}
	if p.re.MatchString("") {
		return fmt.Errorf("the expression %q matches nothing at all", either.Regex)
	}
	return nil
}

// find finds all that agrees with the pattern.
func (p *pattern) find(text string) (out [][]int) {
	if p.text == "" {
		return p.re.FindAllStringIndex(text, -1)
	}
	for at := 0; ; {
		i := strings.Index(text[at:], p.text)
		if i < 0 {
			return out
		}
		out = append(out, []int{at + i, at + i + len(p.text)})
		at += i + len(p.text)
	}
}

// unicodeClasses writes \s, \d and \w of an expression as the classes of Unicode
// that the library means by them.
func unicodeClasses(source string) (string, error) {
	classes := map[byte]string{
		's': `\t-\r \x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}`,
		'd': `\p{Nd}`,
		'w': `\p{L}\p{M}\p{N}\p{Pc}`,
	}
	var out strings.Builder
	inClass := false
	for i := 0; i < len(source); i++ {
		c := source[i]
		if c == '\\' && i+1 < len(source) {
			i++
			class, ok := classes[source[i]|0x20]
			switch negated := source[i] < 'a'; {
			case !ok:
				out.WriteString(source[i-1 : i+1])
			case negated && inClass:
				return "", fmt.Errorf("the expression %q is not supported: \\%c in a class", source, source[i])
			case negated:
				out.WriteString("[^" + class + "]")
			case inClass:
				out.WriteString(class)
			default:
				out.WriteString("[" + class + "]")
			}
			continue
		}
		switch c {
		case '[':
			inClass = true
		case ']':
			inClass = false
		}
		out.WriteByte(c)
	}
	return out.String(), nil
}

// readBert reads what BERT does with a text.
func readBert(raw json.RawMessage) (normalizer, error) {
	p := struct {
		Clean   bool  `json:"clean_text"`
		Chinese bool  `json:"handle_chinese_chars"`
		Strip   *bool `json:"strip_accents"`
		Lower   bool  `json:"lowercase"`
	}{Clean: true, Chinese: true, Lower: true}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	strip := p.Lower
	if p.Strip != nil {
		strip = *p.Strip
	}
	return func(s string) string {
		if p.Clean {
			s = clean(s)
		}
		if p.Chinese {
			s = spaceIdeographs(s)
		}
		if strip {
			s = drop(norm.NFD.String(s), func(r rune) bool { return unicode.Is(unicode.Mn, r) })
		}
		if p.Lower {
			s = lower(s)
		}
		return s
	}, nil
}

// clean drops what is no text, and writes all white space as spaces.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case r == 0xFFFD || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co):
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, s)
}

// spaceIdeographs makes each Chinese character a word.
func spaceIdeographs(s string) string {
	var out strings.Builder
	for _, r := range s {
		if unicode.Is(ideographs, r) {
			out.WriteByte(' ')
			out.WriteRune(r)
			out.WriteByte(' ')
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// ideographs are BERT's Chinese characters, with the gap that the library has.
var ideographs = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x3400, Hi: 0x4DBF, Stride: 1}, {Lo: 0x4E00, Hi: 0x9FFF, Stride: 1}, {Lo: 0xF900, Hi: 0xFAFF, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x20000, Hi: 0x2A6DF, Stride: 1}, {Lo: 0x2A700, Hi: 0x2B73F, Stride: 1}, {Lo: 0x2B740, Hi: 0x2B81F, Stride: 1}, {Lo: 0x2B920, Hi: 0x2CEAF, Stride: 1}, {Lo: 0x2F800, Hi: 0x2FA1F, Stride: 1}},
}

func drop(s string, bad func(r rune) bool) string {
	return strings.Map(func(r rune) rune {
		if bad(r) {
			return -1
		}
		return r
	}, s)
}

// lower is the text in lower case, character by character.
func lower(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == 'İ' {
			return r
		}
		return unicode.ToLower(r)
	}, s)
	return strings.ReplaceAll(s, "İ", "i\u0307")
}

func trimLeftSpace(s string) string  { return strings.TrimLeftFunc(s, unicode.IsSpace) }
func trimRightSpace(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) }
