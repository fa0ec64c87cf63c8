// Package tokenize divides text into the tokens of a model, as the model's
// tokenizer.json says: the file of Hugging Face's library tokenizers. It knows
// what encoders of text and code are published with: Unigram (XLM-RoBERTa),
// WordPiece (BERT) and byte-level BPE (RoBERTa, CodeBERT), with their
// normalizers, pre-tokenizers, added tokens and templates. What it does not know
// is an error when the file is read, never another token than the library's.
package tokenize

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Bounds of a tokenizer.json. The largest vocabularies in use have 260,000
// tokens of 2 MB together.
const (
	maxFile       = 64 << 20 // bytes
	maxTokens     = 1 << 20
	maxTokenBytes = 16 << 20 // of all tokens together
	maxAdded      = 1 << 14
	maxSteps      = 64 // normalizers, and pre-tokenizers
)

// bytesPerToken is how much of a text is looked at for each token that may come
// out. Tokens are shorter by far; only runs of white space that make no token
// can be longer.
const bytesPerToken = 128

// growth is how much longer normalizers and pre-tokenizers may make a text. BERT's
// spaces around Chinese characters are two bytes for three, the letters of bytes
// two for one, a mark in front of a word three for one at most.
const growth = 8

// maxContent is the longest text that a normalizer may put in the place of another,
// or in front, in bytes. The longest that Unicode has is 33.
const maxContent = 64

// Tokenizer divides text. It does not change: safe for concurrent use.
type Tokenizer struct {
	raw        added // tokens that are found in the text as it is
	normalize  []normalizer
	normalized added // tokens that are found in normalized text
	split      []splitter
	model      model
	before     []int32 // of the template, in front of the text
	after      []int32
	limit      int // tokens, those of the template included; 0: none
}

// model divides one word, of at least one byte, and appends its tokens.
type model interface {
	tokens(dst []int32, word string) []int32
}

// Read reads a tokenizer.json.
func Read(data []byte) (*Tokenizer, error) {
	if len(data) > maxFile {
		return nil, fmt.Errorf("tokenizer.json has %d bytes; at most %d are read", len(data), maxFile)
	}
	var file struct {
		AddedTokens []addedToken    `json:"added_tokens"`
		Normalizer  json.RawMessage `json:"normalizer"`
		Split       json.RawMessage `json:"pre_tokenizer"`
		Model       json.RawMessage `json:"model"`
		Template    json.RawMessage `json:"post_processor"`
		Truncation  *struct {
			MaxLength int    `json:"max_length"`
			Direction string `json:"direction"`
		} `json:"truncation"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("tokenizer.json: %w", err)
	}
	t := &Tokenizer{}
	err := errors.Join(
		in("normalizer", func() (err error) { t.normalize, err = readNormalizers(nil, file.Normalizer); return err }),
		in("pre_tokenizer", func() (err error) { t.split, err = readSplitters(nil, file.Split); return err }),
		in("model", func() (err error) { t.model, err = readModel(file.Model); return err }),
		in("post_processor", func() error { return t.readTemplate(file.Template) }),
		in("added_tokens", func() error { return t.readAdded(file.AddedTokens) }),
	)
	if err != nil {
		return nil, err
	}
	if file.Truncation != nil {
		if file.Truncation.Direction == "Left" {
			return nil, errors.New("tokenizer.json: truncation: from the left is not supported")
		}
		t.limit = max(0, file.Truncation.MaxLength)
	}
	return t, nil
}

func in(part string, read func() error) error {
	if err := read(); err != nil {
		return fmt.Errorf("tokenizer.json: %s: %w", part, err)
	}
	return nil
}

// kind is what an object of the file says that it is; "" for null.
func kind(raw json.RawMessage) (string, error) {
	if isNull(raw) {
		return "", nil
	}
	var head struct {
		Type *string `json:"type"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return "", err
	}
	if head.Type == nil {
		return "", errors.New("type is missing")
	}
	return *head.Type, nil
}

func isNull(raw json.RawMessage) bool {
	return len(raw) == 0 || bytes.Equal(raw, []byte("null"))
}

// Limit is the largest number of tokens that the file allows, those of the
// template included; 0 when it does not say.
func (t *Tokenizer) Limit() int { return t.limit }

// Overhead is the number of tokens that each text has besides its own.
func (t *Tokenizer) Overhead() int { return len(t.before) + len(t.after) }

// Encode appends the tokens of a text, with those of the template, at most
// limit of them (and never fewer than the template's); the end of the text goes.
// Bytes that are no UTF-8 count as U+FFFD.
func (t *Tokenizer) Encode(dst []int32, text string, limit int) []int32 {
	room := max(0, limit-t.Overhead())
	most := room * bytesPerToken
	text = cut(text, most)
	most *= growth
	dst = append(dst, t.before...)
	end := len(dst) + room
	emit := func(id int32) {
		if len(dst) < end {
			dst = append(dst, id)
		}
	}
	start := true // nothing of the text lies in front
	t.raw.split(strings.ToValidUTF8(text, "\uFFFD"), emit, func(part string) {
		if len(dst) >= end {
			return
		}
		for _, n := range t.normalize {
			part = cut(n(part), most)
		}
		t.normalized.split(part, func(id int32) { start = false; emit(id) }, func(part string) {
			for _, word := range t.words(part, start, most) {
				if len(dst) >= end {
					return
				}
				dst = t.model.tokens(dst, word)
			}
			start = false
		})
		start = false
	})
	dst = dst[:min(len(dst), end)]
	return append(dst, t.after...)
}

// cut is the beginning of a text, of at most so many bytes.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// words divides normalized text, as far as its words have at most so many bytes.
// start: it is the beginning of the whole text.
func (t *Tokenizer) words(text string, start bool, most int) []string {
	if text == "" {
		return nil
	}
	words := []string{text}
	for _, s := range t.split {
		var next []string
		left := most
		for i, w := range words {
			if left <= 0 {
				break
			}
			s(w, start && i == 0, func(part string) {
				if part = cut(part, left); part != "" {
					next = append(next, part)
					left -= len(part)
				}
			})
		}
		words = next
	}
	return words
}

// readTemplate reads what is put around a text.
func (t *Tokenizer) readTemplate(raw json.RawMessage) error {
	k, err := kind(raw)
	if err != nil {
		return err
	}
	switch k {
	case "", "ByteLevel": // the latter moves offsets only
		return nil
	case "Sequence":
		var seq struct {
			Processors []json.RawMessage `json:"processors"`
		}
		if err := json.Unmarshal(raw, &seq); err != nil {
			return err
		}
		if len(seq.Processors) > maxSteps {
			return fmt.Errorf("a sequence of %d", len(seq.Processors))
		}
		for _, p := range seq.Processors {
			if k, err := kind(p); err != nil || k == "Sequence" {
				return errors.Join(err, errors.New("a sequence in a sequence"))
			}
			if err := t.readTemplate(p); err != nil {
				return err
			}
		}
		return nil
	case "BertProcessing", "RobertaProcessing":
		var p struct {
			Sep, Cls special
		}
		if err := json.Unmarshal(raw, &p); err != nil {
			return err
		}
		t.before = append([]int32{p.Cls.id}, t.before...)
		t.after = append(t.after, p.Sep.id)
		return nil
	case "TemplateProcessing":
		return t.readTemplateProcessing(raw)
	}
	return fmt.Errorf("%q is not supported", k)
}

// special is a token of a template: ["</s>", 2].
type special struct{ id int32 }

func (s *special) UnmarshalJSON(data []byte) error {
	var text string
	pair := []any{&text, &s.id}
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	if len(pair) != 2 || s.id < 0 {
		return errors.New("a special token is a text and its number")
	}
	return nil
}

func (t *Tokenizer) readTemplateProcessing(raw json.RawMessage) error {
	var p struct {
		Single []struct {
			SpecialToken *struct{ ID string }
			Sequence     *struct {
				ID     string
				TypeID int `json:"type_id"`
			}
		} `json:"single"`
		SpecialTokens map[string]struct{ IDs []int32 } `json:"special_tokens"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	if len(p.Single) > maxSteps {
		return fmt.Errorf("a template of %d parts", len(p.Single))
	}
	var before, after []int32
	texts := 0
	for _, part := range p.Single {
		switch {
		case part.Sequence != nil:
			if texts++; texts > 1 {
				return errors.New("the text is in the template twice")
			}
			if part.Sequence.TypeID != 0 {
				return errors.New("the type of a single text is not 0")
			}
		case part.SpecialToken != nil:
			token, ok := p.SpecialTokens[part.SpecialToken.ID]
			if !ok || len(token.IDs) > maxSteps {
				return fmt.Errorf("the template's token %q has no numbers", part.SpecialToken.ID)
			}
			for _, id := range token.IDs {
				if id < 0 {
					return fmt.Errorf("the template's token %q has the number %d", part.SpecialToken.ID, id)
				}
			}
			if texts == 0 {
				before = append(before, token.IDs...)
			} else {
				after = append(after, token.IDs...)
			}
		}
	}
	if texts != 1 {
		return errors.New("the text is not in the template")
	}
	t.before = append(before, t.before...)
	t.after = append(t.after, after...)
	return nil
}
