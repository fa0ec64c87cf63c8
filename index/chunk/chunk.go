// Package chunk divides files into chunks: units of meaning such as functions,
// methods, classes, rules and components, each with what is to be known of it.
// What is a chunk is said by the file's own language (lang.Language.Chunks and
// lang.Facts.Rich); this package knows none.
//
// A chunk of a container (a class, a trait, a namespace) has the text of the
// container with the signatures of those members that are chunks of their own in
// place of their text: its documentation, its fields and the list of its members,
// and nothing is said twice. A function that is too long for one chunk, and has
// functions and classes in it, is treated alike. What is then still too long is
// divided at statements, members and elements, and where there are none at the ends
// of lines. Parts begin and end with lines, but for lines that are themselves longer
// than a chunk: those are divided at their statements, or are one chunk of up to twice
// the limit, or are divided anywhere. So a chunk has more than Options.MaxTokens only
// if what it has of the text is one line; but for the Module chunk and for texts that
// frameworks write. Code that is in no definition is in
// chunks of the type Code. The Module chunk of a file says what it is about: its
// path, documentation, imports and symbols.
package chunk

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// Types of chunks that no language has to name.
const (
	// Module is the one chunk of a whole file that has a language.
	Module = "module"
	// Code is text of a file that is in no definition.
	Code = "code"
	// Lines are lines of a file that could not be read otherwise.
	Lines = "lines"
)

// Chunk is a unit of meaning of one file.
type Chunk struct {
	// ID is the same as long as the file's path, the chunk's type and its name are,
	// and different from those of all other chunks of the repository. Chunks of a
	// file with the same type and name, and the parts of a long one, are counted.
	ID   string `json:"id"`
	File string `json:"file"`
	// StartLine and EndLine count from 1; EndLine is the last one.
	StartLine int `json:"start_line"`
	EndLine   int `json:"end_line"`
	// Content is the text of these lines, from the comments above a definition on,
	// but for what package chunk says of containers and parts.
	Content string `json:"content"`
	// SymbolName is the name as it is written; Symbol its symbol as in SCIP, ""
	// where it has none. SymbolType is what the language calls it.
	SymbolName string `json:"symbol_name"`
	Symbol     string `json:"symbol,omitempty"`
	SymbolType string `json:"symbol_type"`
	// Language is the name of the file's language, "" for none.
	Language string `json:"language"`
	// Fingerprint is the SHA-256 of Content, in hexadecimal.
	Fingerprint string `json:"fingerprint"`
	// Metadata is what else is known, in a fixed order.
	Metadata lang.Fields `json:"metadata"`
	// Related are the symbols that the chunk refers to.
	Related []Related `json:"related_symbols,omitempty"`

	// Start and End are the range in the file, in bytes.
	Start uint32 `json:"-"`
	End   uint32 `json:"-"`
	// Def is the definition that has Symbol, lang.NoDef where none does: the symbol of
	// a Module is that of the file.
	Def lang.DefID `json:"-"`

	// Doc is the documentation that Metadata has; of a chunk in parts the first has it.
	Doc string `json:"-"`
	// Wordings are those of the file (lang.Rich), of a Module.
	Wordings []lang.Wording `json:"-"`

	data any // lang.Region.Data
}

// Related is what a chunk refers to.
type Related struct {
	// Symbol is that of SCIP, or Name where only that is known.
	Symbol string `json:"symbol"`
	// Name is what people call it, Kind what it is: "route", "view", "class".
	Name string `json:"name"`
	Kind string `json:"kind"`
	// Resolved: it is certain. Else the symbol is a possible one, or there is none.
	Resolved bool `json:"resolved"`
}

// Defaults of Options.
const (
	DefaultMaxTokens = 512
	DefaultMaxLines  = 50
	DefaultTimeout   = 5 * time.Second
)

// Options steer File. The zero value has the defaults.
type Options struct {
	// MaxTokens is how many tokens (Tokens) a chunk has at most, 16 or more; what the
	// package says of lines is excepted.
	MaxTokens int
	// MaxLines is how many lines a chunk of lines has.
	MaxLines int
	// Timeout bounds the time that a file is read for (ts.WithTime).
	Timeout time.Duration
	// Lines: no language is asked.
	Lines bool
	// LineLanguages are the names of languages whose files are divided as with Lines.
	LineLanguages []string
	// Symbol says what symbol a definition has, NoDef standing for the file; nil for
	// none.
	Symbol func(d lang.DefID) string
	// Related says what a range of the file refers to; nil for nothing.
	Related func(start, end uint32) []Related
}

// Reasons for chunks of lines, as in ByLines.
const (
	NoLanguage = "no language reads it"
	Configured = "the setting chunk_strategy is lines"
	Fallback   = "the setting fallback_languages names its language"
	TimedOut   = "reading it took more than parser_timeout_ms"
	Crowded    = "it would be more chunks than one file may have"
	Unreadable = "most of it is not what the language's grammar allows"
)

// File divides a file into chunks, in the order of the text: the same bytes give
// the same chunks. l is nil where no language reads the file. Where a file can't be
// read as its language, the chunks are lines of it, and byLines says why; else that
// is "". The error is that of the context only.
func File(ctx context.Context, p *ts.Parser, l *lang.Language, in lang.Input, o Options) (chunks []Chunk, byLines string, err error) {
	o = o.defaults()
	in.Rich, in.Language = true, l
	c := newCutter(l, in, o)
	f, byLines, err := read(ctx, p, l, in, o)
	switch {
	case err != nil:
		return nil, "", err
	case byLines != "":
		c.lines()
	case !c.facts(f):
		byLines = Crowded
		c.lines()
	}
	identify(c.out)
	return c.out, byLines, nil
}

// FromFacts is File for a file that its language l has read already, with
// lang.Input.Rich set: f is what it has made of in. The chunks have no ID and no
// Fingerprint, which take a third of its time.
func FromFacts(l *lang.Language, in lang.Input, f *lang.Facts, o Options) []Chunk {
	o = o.defaults()
	c := newCutter(l, in, o)
	if o.byLines(l) || ByLines(l, f, len(in.Src)) != "" || !c.facts(f) {
		c.lines()
	}
	return c.out
}

// byLines reports whether files of a language are divided into lines.
func (o Options) byLines(l *lang.Language) bool {
	return o.Lines || l != nil && slices.Contains(o.LineLanguages, l.Name)
}

func (o Options) defaults() Options {
	o.MaxTokens = cmp.Or(o.MaxTokens, DefaultMaxTokens)
	o.MaxLines = cmp.Or(o.MaxLines, DefaultMaxLines)
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	return o
}

// ByLines says why a file with these facts, that its language could be read, is
// divided into lines; "" where it is not. size is that of the file in bytes.
func ByLines(l *lang.Language, f *lang.Facts, size int) string {
	switch {
	case l == nil:
		return NoLanguage
	case f.ErrorBytes > size/2:
		return Unreadable
	}
	return ""
}

// read makes the facts of the file, or says why there are none to use.
func read(ctx context.Context, p *ts.Parser, l *lang.Language, in lang.Input, o Options) (*lang.Facts, string, error) {
	switch {
	case o.Lines:
		return nil, Configured, ctx.Err()
	case o.byLines(l):
		return nil, Fallback, ctx.Err()
	case l == nil:
		return nil, NoLanguage, ctx.Err()
	}
	limits := p.Limits
	defer func() { p.Limits = limits }()
	p.Limits.Time = o.Timeout
	within, cancel := ts.WithTime(ctx, o.Timeout)
	defer cancel()
	f, err := l.Extract(within, p, in)
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case errors.Is(err, ts.ErrHalted), errors.Is(err, context.DeadlineExceeded):
		return nil, TimedOut, nil
	case err != nil:
		return nil, err.Error(), nil
	}
	if err := lang.Validate(f, len(in.Src)); err != nil {
		return nil, fmt.Sprintf("internal defect: facts: %v", err), nil
	}
	return f, ByLines(l, f, len(in.Src)), nil
}

// Combiner makes, changes or drops chunks by what all files of a repository say
// together: a framework's way to say what a table is that several migrations
// change.
type Combiner func(chunks []Chunk) []Chunk

// Combine lets combiners change the chunks of a repository. The result is in the
// order of files and places; fingerprints and ids are made anew.
func Combine(chunks []Chunk, combiners ...Combiner) []Chunk {
	for _, combine := range combiners {
		chunks = combine(chunks)
	}
	slices.SortStableFunc(chunks, func(a, b Chunk) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start))
	})
	identify(chunks)
	return chunks
}

// Combiners are those of frameworks. leftOut are files that can't be divided: where
// they are of a group, what its chunks say together may be wrong, and each of these
// says so with the "left_out" files of its group.
func Combiners(frameworks []*lang.Framework, leftOut ...string) []Combiner {
	var out []Combiner
	for _, fw := range frameworks {
		if fw.Group != nil && fw.Combine != nil {
			out = append(out, func(chunks []Chunk) []Chunk { return combine(fw, chunks, leftOut) })
		}
	}
	return out
}

// combine lets a framework combine the chunks of each group of files.
func combine(fw *lang.Framework, chunks []Chunk, leftOut []string) []Chunk {
	chunks = slices.Clone(chunks)
	slices.SortStableFunc(chunks, func(a, b Chunk) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start))
	})
	groups := map[string][]*lang.Piece{}
	pieces := map[*lang.Piece]int{} // index of the chunk
	for i, c := range chunks {
		if c.data == nil {
			continue
		}
		if group := fw.Group(c.File); group != "" {
			p := &lang.Piece{File: c.File, Data: c.data, Meta: c.Metadata}
			groups[group] = append(groups[group], p)
			pieces[p] = i
		}
	}
	without := map[string][]string{}
	for _, file := range slices.Sorted(slices.Values(leftOut)) {
		group := fw.Group(file)
		without[group] = append(without[group], file)
	}
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		fw.Combine(groups[group])
		if files := without[group]; files != nil {
			for _, p := range groups[group] {
				p.Meta = slices.Concat(p.Meta, lang.Fields{{Key: "left_out", Value: files}})
			}
		}
	}
	for p, i := range pieces {
		chunks[i].Metadata = p.Meta
	}
	return chunks
}

// identify sets fingerprints and ids.
func identify(chunks []Chunk) {
	seen := map[[3]string]int{}
	for i := range chunks {
		c := &chunks[i]
		sum := sha256.Sum256([]byte(c.Content))
		c.Fingerprint = hex.EncodeToString(sum[:])
		parent, _ := c.Metadata.Get("parent").(string)
		name := [3]string{c.File, c.SymbolType, parent + "\x00" + c.SymbolName}
		sum = sha256.Sum256([]byte(strings.Join(append(name[:], strconv.Itoa(seen[name])), "\x00")))
		seen[name]++
		c.ID = hex.EncodeToString(sum[:16])
	}
}

// moduleName is what the chunk of a file is called.
func moduleName(file string) string {
	base := path.Base(file)
	if stem := strings.TrimSuffix(base, path.Ext(base)); stem != "" {
		return stem
	}
	return base
}
