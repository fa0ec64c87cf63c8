package workspace

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A pathGlob is a glob as ripgrep has it: "?" and "*" are within a name,
// classes are [a-z] and [!a-z], alternatives {a,b} don't nest, a backslash takes
// the meaning from what follows, and "**" as a whole name is any folders. "?"
// and a class are one byte.
type pathGlob struct {
	suffix string         // "*" and then these bytes only
	re     *regexp.Regexp // nil with suffix
}

// compileGlob reads a glob. With separator "*", "?" and classes don't match
// "/".
func compileGlob(s string, separator bool) (pathGlob, error) {
	if len(s) > maxGlob {
		return pathGlob{}, fmt.Errorf("it has %d bytes, and %d are the most; give several, or a shorter one", len(s), maxGlob)
	}
	p := globParser{src: bytesAsRunes(s), separator: separator}
	if err := p.parse(); err != nil {
		return pathGlob{}, err
	}
	// The most frequent kind needs no expression.
	name, anywhere := strings.CutPrefix(s, "**/")
	if tail, ok := strings.CutPrefix(name, "*"); ok && anywhere == separator && !strings.ContainsAny(tail, `*?[]{},\/`) {
		return pathGlob{suffix: tail}, nil
	}
	if s == "**" || s == "**/" {
		p.out[0] = ".*"
	}
	re, err := regexp.Compile("^(?s:" + p.out[0] + ")$")
	if err != nil {
		return pathGlob{}, fmt.Errorf("it can't be used: %w", err)
	}
	return pathGlob{re: re}, nil
}

func (g pathGlob) match(s string) bool {
	if g.re == nil {
		return strings.HasSuffix(s, g.suffix)
	}
	return g.re.MatchString(bytesAsRunes(s))
}

// Bounds of a glob: its length in bytes, and the number of its wildcards, of which
// each may have to be followed at each byte of a path; and the bytes of all globs
// that are given together.
const (
	maxGlob      = 16 << 10
	maxWildcards = 256
	maxGlobs     = 256 << 10
)

// bytesAsRunes has a character for each byte, so that an expression of package
// regexp works on bytes.
func bytesAsRunes(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			r := make([]rune, len(s))
			for i := range len(s) {
				r[i] = rune(s[i])
			}
			return string(r)
		}
	}
	return s
}

// globParser writes a glob as an expression of package regexp.
type globParser struct {
	src       string
	pos       int
	separator bool
	// out is what has been written: of the glob, and of each alternative.
	out []string
	// void: nothing was written yet to the last of out.
	void bool
	// recursive is the kind of the last token, when it is a "**".
	recursive string
	wildcards int // "*" and "**" so far
}

func (p *globParser) peek() rune {
	if p.pos >= len(p.src) {
		return -1
	}
	r, _ := utf8.DecodeRuneInString(p.src[p.pos:])
	return r
}

func (p *globParser) next() rune {
	r, n := utf8.DecodeRuneInString(p.src[p.pos:])
	if n == 0 {
		return -1
	}
	p.pos += n
	return r
}

func (p *globParser) write(s string) {
	p.out[len(p.out)-1] += s
	p.void, p.recursive = false, ""
}

func (p *globParser) parse() error {
	p.out, p.void = []string{""}, true
	previous := rune(-1)
	for {
		r := p.next()
		switch r {
		case -1:
			if len(p.out) > 1 {
				return fmt.Errorf(`"{" has no "}"; add it, or write \{ for the character`)
			}
			return nil
		case '?':
			p.write(p.one())
		case '*':
			if p.wildcards++; p.wildcards > maxWildcards {
				return fmt.Errorf(`it has more than %d wildcards "*", at column %d; give several globs, or a simpler one`, maxWildcards, p.pos)
			}
			if p.peek() == '*' {
				p.next()
				p.deep(previous)
			} else {
				p.write(p.one() + "*")
			}
		case '[':
			if err := p.class(); err != nil {
				return err
			}
		case '{':
			if len(p.out) > 1 {
				return fmt.Errorf("alternatives {…} can't lie in one another; write them out")
			}
			p.out, p.void, p.recursive = append(p.out, ""), true, ""
		case '}':
			p.alternatives() // none when there is no "{"
		case ',':
			if len(p.out) > 1 {
				p.out, p.void, p.recursive = append(p.out, ""), true, ""
			} else {
				p.write(",")
			}
		case '\\':
			if r = p.next(); r < 0 {
				return fmt.Errorf(`nothing follows the backslash; write \\ for the character`)
			}
			p.write(regexp.QuoteMeta(string(r)))
		default:
			p.write(regexp.QuoteMeta(string(r)))
		}
		previous = r
		if p.pos > 0 && p.src[p.pos-1] == '/' {
			previous = '/'
		}
	}
}

// one is any character.
func (p *globParser) one() string {
	if p.separator {
		return "[^/]"
	}
	return "."
}

// deep writes what "**" means where it stands; previous is the character before
// it.
func (p *globParser) deep(previous rune) {
	next := p.peek()
	switch {
	case p.void && (next == -1 || next == '/'):
		p.next()
		p.write("(?:/?|.*/)")
		p.recursive = "prefix"
		return
	case p.void, previous != '/' && (len(p.out) == 1 || previous != ',' && previous != '{'):
		p.write(p.one() + "*")
		return
	}
	kind, text := "middle", "(?:/|/.*/)"
	switch {
	case next == -1, len(p.out) > 1 && (next == ',' || next == '}'):
		kind, text = "suffix", "/.*"
	case next == '/':
		p.next()
	default:
		p.write(p.one() + "*")
		return
	}
	// The token takes in the "/" before it, and a "**/" before it.
	last := &p.out[len(p.out)-1]
	switch p.recursive {
	case "prefix", "suffix":
		return
	case "middle":
		*last = strings.TrimSuffix(*last, "(?:/|/.*/)")
	default:
		*last = strings.TrimSuffix(*last, "/")
	}
	p.write(text)
	p.recursive = kind
}

func (p *globParser) alternatives() {
	var parts []string
	for _, s := range p.out[1:] {
		if s != "" {
			parts = append(parts, s)
		}
	}
	p.out = p.out[:1]
	p.recursive = ""
	if len(parts) > 0 {
		p.write("(?:" + strings.Join(parts, "|") + ")")
	}
	p.void = false
}

// class reads what follows "[".
func (p *globParser) class() error {
	negated := false
	if r := p.peek(); r == '!' || r == '^' {
		p.next()
		negated = true
	}
	type span struct{ lo, hi rune }
	var ranges []span
	inRange := false
	for first := true; ; first = false {
		r := p.next()
		switch {
		case r == -1:
			return fmt.Errorf(`"[" has no "]"; add it, or write \[ for the character`)
		case r == ']' && !first:
			if inRange {
				ranges = append(ranges, span{'-', '-'})
			}
			var b strings.Builder
			b.WriteByte('[')
			if negated {
				b.WriteByte('^')
			}
			for _, x := range ranges {
				fmt.Fprintf(&b, `\x{%x}-\x{%x}`, x.lo, x.hi)
			}
			b.WriteByte(']')
			p.write(b.String()) // like ripgrep's, a negated one matches "/" too
			return nil
		case r == '-' && !first && !inRange:
			inRange = true
		case inRange:
			last := &ranges[len(ranges)-1]
			if last.hi = r; last.hi < last.lo {
				return fmt.Errorf("a range's first character comes after its last; swap them")
			}
			inRange = false
		default:
			ranges = append(ranges, span{r, r})
		}
	}
}

// override is the globs of -g: those that a file must have one of, and with "!"
// those that it must not have.
type override struct {
	globs []overrideGlob
	// only: files that agree with none are left out.
	only bool
}

type overrideGlob struct {
	glob    pathGlob
	exclude bool
	dir     bool // folders only
}

// verdict is what a rule says of a path.
type verdict uint8

const (
	undecided verdict = iota
	excluded
	included
)

func newOverride(globs []string) (*override, error) {
	o := &override{}
	size := 0
	for _, s := range globs {
		if size += len(s); size > maxGlobs {
			return nil, fmt.Errorf("the globs have more than %d bytes together; give fewer", maxGlobs)
		}
		var g overrideGlob
		text := s
		if !strings.HasSuffix(text, `\ `) {
			text = strings.TrimRight(text, " \t\r\n\v\f")
		}
		if text == "" || text[0] == '#' {
			continue
		}
		absolute := false
		if strings.HasPrefix(text, `\!`) || strings.HasPrefix(text, `\#`) {
			text = text[1:]
			absolute = strings.HasPrefix(text, "/")
		} else {
			if rest, ok := strings.CutPrefix(text, "!"); ok {
				g.exclude, text = true, rest
			}
			if rest, ok := strings.CutPrefix(text, "/"); ok {
				absolute, text = true, rest
			}
		}
		if rest, ok := strings.CutSuffix(text, "/"); ok {
			g.dir, text = true, rest
		}
		if !absolute && !strings.Contains(text, "/") && text != "**" {
			text = "**/" + text
		}
		if strings.HasSuffix(text, "/**") {
			text += "/*"
		}
		var err error
		if g.glob, err = compileGlob(text, true); err != nil {
			return nil, fmt.Errorf("the glob %q: %w", short(s), err)
		}
		o.globs = append(o.globs, g)
		o.only = o.only || !g.exclude
	}
	return o, nil
}

// short is a text of a caller as an error shows it.
func short(s string) string {
	const most = 100
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// match decides on a path relative to the root; the last glob that agrees does.
func (o *override) match(path string, dir bool) verdict {
	for i := len(o.globs) - 1; i >= 0; i-- {
		g := &o.globs[i]
		if g.dir && !dir || !g.glob.match(path) {
			continue
		}
		if g.exclude {
			return excluded
		}
		return included
	}
	if o.only && !dir {
		return excluded
	}
	return undecided
}

// PathFilter says which files a search for symbols is limited to; options are
// those of TextOptions. Paths are relative to the root.
func PathFilter(path string, globs, types, notTypes []string) (func(path string) bool, error) {
	start := filepath.ToSlash(filepath.Clean(path))
	if !fs.ValidPath(start) {
		return nil, fmt.Errorf("%s: it is not in the folder that is searched; give a path below it", path)
	}
	o, err := newOverride(globs)
	if err != nil {
		return nil, err
	}
	t, err := newTypeFilter(types, notTypes)
	if err != nil {
		return nil, err
	}
	return func(path string) bool {
		if rest, ok := strings.CutPrefix(path, start); start != "." && (!ok || rest != "" && rest[0] != '/') {
			return false
		}
		for i, c := range []byte(path) {
			if c == '/' && o.match(path[:i], true) == excluded {
				return false
			}
		}
		if v := o.match(path, false); v != undecided {
			return v == included
		}
		return t.match(path[strings.LastIndexByte(path, '/')+1:]) != excluded
	}, nil
}
