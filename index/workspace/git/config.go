// Package git reads what a repository's .git says about its files, without
// git: where the repository is, its configuration, and its index. It only
// reads, through functions that the caller hands in.
package git

import (
	"fmt"
	"strings"
)

// Setting is one variable of a git configuration file.
type Setting struct {
	// Section and Key in lower case, Section "" before the first header; Sub as
	// written, "" when there is none.
	Section, Sub, Key string
	Value             string
	// Bare: the variable stands without "=", which means true.
	Bare bool
}

// ParseConfig reads a configuration file (git-config(1), "CONFIGURATION FILE").
// It returns what stands before the first syntax error with the error; git
// refuses the whole file.
func ParseConfig(data []byte) ([]Setting, error) {
	p := configParser{s: strings.TrimPrefix(string(data), "\xef\xbb\xbf"), line: 1}
	var out []Setting
	var section, sub string
	for {
		p.space()
		line := p.line
		switch c := p.peek(); {
		case c == 0:
			return out, nil
		case c == '#' || c == ';':
			p.comment()
		case c == '[':
			var ok bool
			if section, sub, ok = p.header(); !ok {
				return out, fmt.Errorf("line %d: bad section header", line)
			}
		case letter(c):
			start := p.i
			for letter(p.peek()) || digit(p.peek()) || p.peek() == '-' {
				p.i++
			}
			s := Setting{Section: section, Sub: sub, Key: strings.ToLower(p.s[start:p.i])}
			for p.peek() == ' ' || p.peek() == '\t' {
				p.i++
			}
			switch c := p.peek(); c {
			case 0, '\n':
				s.Bare = true
			case '=':
				p.i++
				var ok bool
				if s.Value, ok = p.value(); !ok {
					return out, fmt.Errorf("line %d: bad value of %s.%s", line, section, s.Key)
				}
			default:
				return out, fmt.Errorf("line %d: %q after the name of a variable", line, c)
			}
			out = append(out, s)
		default:
			return out, fmt.Errorf("line %d: unexpected %q", line, c)
		}
	}
}

type configParser struct {
	s    string
	i    int
	line int
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// peek is the next byte; "\r\n" is read as "\n", the end as 0.
func (p *configParser) peek() byte {
	if p.i >= len(p.s) {
		return 0
	}
	if p.s[p.i] == '\r' && p.i+1 < len(p.s) && p.s[p.i+1] == '\n' {
		p.i++
	}
	return p.s[p.i]
}

func (p *configParser) next() byte {
	c := p.peek()
	if p.i < len(p.s) {
		p.i++
	}
	if c == '\n' {
		p.line++
	}
	return c
}

func (p *configParser) space() {
	for {
		switch p.peek() {
		case ' ', '\t', '\n', '\r', '\v', '\f':
			p.next()
		default:
			return
		}
	}
}

func (p *configParser) comment() {
	for c := p.peek(); c != 0 && c != '\n'; c = p.peek() {
		p.i++
	}
}

// header reads [section], [section "sub"] and the old [section.sub].
func (p *configParser) header() (section, sub string, ok bool) {
	p.next()
	start := p.i
	for c := p.peek(); letter(c) || digit(c) || c == '-' || c == '.'; c = p.peek() {
		p.i++
	}
	section = strings.ToLower(p.s[start:p.i])
	if c := p.peek(); c == ' ' || c == '\t' {
		for c := p.peek(); c == ' ' || c == '\t'; c = p.peek() {
			p.i++
		}
		if p.next() != '"' {
			return "", "", false
		}
		var b strings.Builder
		for {
			c := p.next()
			if c == '\\' {
				c = p.next()
			} else if c == '"' {
				break
			}
			if c == 0 || c == '\n' {
				return "", "", false
			}
			b.WriteByte(c)
		}
		sub = b.String()
	} else if name, rest, dotted := strings.Cut(section, "."); dotted {
		section, sub = name, rest
	}
	return section, sub, p.next() == ']' && section != ""
}

// value reads up to the end of the line: quotes, escapes and continued lines
// are undone, a comment and the spaces around the value left out.
func (p *configParser) value() (string, bool) {
	var b strings.Builder
	quoted := false
	keep := 0 // length of b without trailing spaces
	for {
		c := p.next()
		switch {
		case c == 0 || c == '\n':
			return b.String()[:keep], !quoted
		case !quoted && (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'):
			if b.Len() > 0 {
				b.WriteByte(c)
			}
			continue
		case !quoted && (c == '#' || c == ';'):
			p.comment()
			continue
		case c == '"':
			quoted = !quoted
			keep = b.Len()
			continue
		case c == '\\':
			switch c = p.next(); c {
			case '\n':
				continue
			case 'n':
				c = '\n'
			case 't':
				c = '\t'
			case 'b':
				c = '\b'
			case '"', '\\':
			default:
				return "", false
			}
		}
		b.WriteByte(c)
		keep = b.Len()
	}
}

// Bool is the meaning of a boolean setting; git takes other words for an error,
// here they mean false.
func (s Setting) Bool() bool {
	if s.Bare {
		return true
	}
	switch strings.ToLower(s.Value) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}
