package catalogue

import (
	"bytes"
	"context"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
)

// format is how a catalogue is written that is no JSON. Applications have such files in
// dozens of languages, with all their texts in each: they have no definitions and one
// chunk, and are read for what the texts say (lang.Wording).
type format struct {
	language lang.Language
	// locale is where the path says the language; false where it does not.
	locale func(path string) (start, end int, ok bool)
	// read calls yield with the keys and texts, and says what language they are of, ""
	// for what the path says.
	read func(src []byte, yield func(key, text string)) (language string)
}

// make makes the Language.
func (f *format) make() *lang.Language {
	l := f.language
	l.Depth, l.Version = lang.DepthNames, version
	l.Extract = f.extract
	l.Open = func(context.Context, lang.Files, lang.Deps) (lang.Project, error) {
		return lang.PathProject{Manager: Family}, nil
	}
	return &l
}

func (f *format) extract(ctx context.Context, _ *ts.Parser, in lang.Input) (*lang.Facts, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b := lang.NewBuilder(len(in.Src))
	b.Enrich(in)
	src := in.Src
	if len(src) > maxSize {
		b.F.Truncated = "too large"
		src = src[:maxSize]
	}
	if r := b.F.Rich; r != nil && len(src) > 0 {
		r.Comments = append(r.Comments, lang.Span{End: uint32(len(in.Src))}) // nothing in it is code
		w := lang.Wording{Place: in.Path}
		if start, end, ok := f.locale(in.Path); ok {
			w.Place, w.Language = in.Path[:start]+"*"+in.Path[end:], in.Path[start:end]
		}
		from := len(r.Wordings)
		language := f.read(src, func(key, text string) {
			w.Key, w.Text = strings.ToValidUTF8(key, "\uFFFD"), strings.ToValidUTF8(text, "\uFFFD")
			r.Say(w)
		})
		for i := range r.Wordings[from:] {
			if language != "" {
				r.Wordings[from+i].Language = language
			}
		}
	}
	return b.Finish(), nil
}

// line cuts the first line off, without its end.
func line(src []byte) (first, rest []byte) {
	first, rest, _ = bytes.Cut(src, []byte("\n"))
	return bytes.TrimSuffix(first, []byte("\r")), rest
}
