// Package dotenv is files that say which variables of the environment an application
// wants (.env.example): each name is a definition, the same symbol in all such files of
// a folder. So is the name of one that is commented out (# DB_HOST=). Their values are shown nowhere, and files that hold those of an installation
// (.env) are not read.
//
//	ci dotenv . . `.env`/APP_NAME.
package dotenv

import (
	"bytes"
	"context"
	"path"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// version of Extract; it changes with its results.
const version = 1

// Name of the language and its family, with which the open names of variables begin.
const Name = "dotenv"

// Key is the kind of the open names of variables.
const Key = "key"

// Language is such files.
func Language() *lang.Language {
	return &lang.Language{
		Name:      Name,
		SCIPName:  "Dotenv",
		Family:    Name,
		Depth:     lang.DepthNames,
		Filenames: []string{".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults"},
		Owns: func(file string) bool {
			rest, ok := strings.CutPrefix(strings.ToLower(path.Base(file)), ".env.")
			return ok && (strings.HasPrefix(rest, "example.") || strings.HasSuffix(rest, ".example"))
		},
		Owned:   []string{".env.example.*", ".env.*.example"},
		Version: version,
		Extract: extract,
		Open: func(context.Context, lang.Files, lang.Deps) (lang.Project, error) {
			return project{lang.PathProject{Manager: Name}}, nil
		},
	}
}

// project names the symbols of a file by the one that it is an example of.
type project struct{ lang.PathProject }

// Prefix implements lang.Project.
func (p project) Prefix(file string) []symbol.Descriptor {
	return p.PathProject.Prefix(path.Join(path.Dir(file), ".env"))
}

// maxSize is how many bytes of a file are read.
const maxSize = 1 << 20

func extract(ctx context.Context, _ *ts.Parser, in lang.Input) (*lang.Facts, error) {
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
	first := map[lang.NameID]lang.DefID{}
	for at := 0; at < len(src); {
		end := lineEnd(src, at)
		start, stop := key(src[:end], at)
		if start < stop {
			name := b.NameBytes(src[start:stop])
			id, d := b.Def(name, lang.KindKey, symbol.Term, uint32(start), uint32(stop))
			d.Flags, d.Space, d.Key = lang.Open, lang.Namespace, b.Name(lang.OpenName(Name, Key, string(src[start:stop])))
			d.Sig = string(src[start:stop])
			if same, ok := first[name]; ok {
				d.Same = same
			} else {
				first[name] = id
			}
			if bytes.IndexByte(src[at:start], '#') < 0 {
				end = valueEnd(src, stop, end)
			}
		}
		at = end + 1
	}
	return b.Finish(), nil
}

// lineEnd is the end of the line that at is in.
func lineEnd(src []byte, at int) int {
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(src)
}

// key is where the name stands that the line from at to the end of src sets, or would
// if it were no comment; nothing where it sets none.
func key(src []byte, at int) (start, end int) {
	blank := func() {
		for at < len(src) && (src[at] == ' ' || src[at] == '\t') {
			at++
		}
	}
	blank()
	comment := at < len(src) && src[at] == '#'
	if comment {
		if at++; at < len(src) && src[at] == ' ' {
			at++
		}
	} else if rest, ok := bytes.CutPrefix(src[at:], []byte("export ")); ok {
		at = len(src) - len(rest)
		blank()
	}
	start = at
	for at < len(src) && part(src[at], at == start, comment) {
		at++
	}
	end = at
	if !comment {
		blank()
	}
	if at == len(src) || src[at] != '=' {
		return 0, 0
	}
	return start, end
}

// part says whether c may be a part of a name, as its first character or another. One
// in a comment is in capitals: others are prose.
func part(c byte, first, comment bool) bool {
	switch {
	case c == '_' || c >= 'A' && c <= 'Z':
		return true
	case c >= '0' && c <= '9':
		return !first
	}
	return !comment && (c >= 'a' && c <= 'z' || c == '.' && !first)
}

// valueEnd is the end of the line on which a value ends, of a name before at: one in
// quotes may have several lines.
func valueEnd(src []byte, at, end int) int {
	value := bytes.TrimLeft(src[at:end], " \t=")
	if len(value) == 0 || value[0] != '"' && value[0] != '\'' {
		return end
	}
	from := end - len(value) + 1
	for i := from; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case value[0]:
			return lineEnd(src, i)
		}
	}
	return end // it is not closed: the quote is a part of the value
}
