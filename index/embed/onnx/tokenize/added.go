package tokenize

import (
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// addedToken is a token that is found in a text before that is divided.
type addedToken struct {
	ID         int32  `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"`
	LStrip     bool   `json:"lstrip"`
	RStrip     bool   `json:"rstrip"`
	Normalized bool   `json:"normalized"`
}

// added are tokens that are looked for together.
type added struct {
	list []addedToken
	find *trie // values are places in list; nil: there are none
}

func (t *Tokenizer) readAdded(list []addedToken) error {
	if len(list) > maxAdded {
		return fmt.Errorf("%d tokens; at most %d are read", len(list), maxAdded)
	}
	var raw, normalized []entry
	size := 0
	for i, a := range list {
		if a.ID < 0 {
			return errors.New("a token has a number below 0")
		}
		text := a.Content
		if a.Normalized {
			for _, n := range t.normalize {
				text = n(text)
			}
			normalized = append(normalized, entry{text, int32(i)})
		} else {
			raw = append(raw, entry{text, int32(i)})
		}
		if size += len(text); size > maxTokenBytes {
			return errTooLong
		}
	}
	t.raw = newAdded(list, raw)
	t.normalized = newAdded(list, normalized)
	return nil
}

func newAdded(list []addedToken, entries []entry) added {
	if len(entries) == 0 {
		return added{}
	}
	return added{list, newTrie(entries)}
}

// split finds the tokens in a text, the longest of those that begin first, and
// says them and what is between them, in order.
func (a *added) split(text string, token func(id int32), between func(part string)) {
	done := 0
	if a.find != nil {
		for i := 0; i < len(text); {
			length, value := a.find.longest(root, text[i:])
			if length == 0 {
				i++
				continue
			}
			start, end := i, i+length
			i = end
			t := &a.list[value]
			if t.SingleWord && (endsWithWord(text[:start]) || startsWithWord(text[end:])) {
				continue
			}
			if t.LStrip {
				start = max(done, len(trimRightSpace(text[:start])))
			}
			if t.RStrip {
				end = len(text) - len(trimLeftSpace(text[end:]))
			}
			if done < start {
				between(text[done:start])
			}
			token(t.ID)
			done = end
		}
	}
	if done < len(text) {
		between(text[done:])
	}
}

func startsWithWord(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	return n > 0 && isWord(r)
}

func endsWithWord(s string) bool {
	r, n := utf8.DecodeLastRuneInString(s)
	return n > 0 && isWord(r)
}

// isWord is \w of Unicode's regular expressions.
func isWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic, unicode.Join_Control)
}
