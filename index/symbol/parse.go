package symbol

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Parse reads a symbol string. A local one has the scheme "local" and one
// descriptor without a suffix, whose name is the local id.
func Parse(s string) (Symbol, error) {
	sym, err := parse(s)
	if err != nil {
		return Symbol{}, fmt.Errorf("symbol %q: %w", s, err)
	}
	return sym, nil
}

func parse(s string) (sym Symbol, err error) {
	if !utf8.ValidString(s) {
		return sym, errors.New("not valid UTF-8")
	}
	if id, ok := strings.CutPrefix(s, LocalScheme+" "); ok {
		if n := simplePrefix(id); n == 0 || n < len(id) {
			return sym, errors.New(`"local" takes one simple identifier`)
		}
		return Symbol{Scheme: LocalScheme, Descriptors: []Descriptor{{Name: id}}}, nil
	}
	for i, field := range [...]*string{&sym.Scheme, &sym.Package.Manager, &sym.Package.Name, &sym.Package.Version} {
		var ok bool
		if *field, s, ok = quoted(s, ' '); !ok {
			return sym, errors.New("a scheme, manager, package name and version, each with a space behind it, are needed")
		}
		if i > 0 && *field == "." {
			*field = ""
		}
	}
	if sym.Scheme == "" {
		return sym, errors.New("empty scheme")
	}
	if s == "" {
		return sym, errors.New("no descriptor")
	}
	for s != "" {
		var d Descriptor
		if d, s, err = descriptor(s); err != nil {
			return sym, err
		}
		sym.Descriptors = append(sym.Descriptors, d)
	}
	return sym, nil
}

// CutPackage cuts a global symbol behind its package, at the first descriptor:
// pkg is what AppendPackage writes. It is false for other strings.
func CutPackage(s string) (pkg, descriptors string, ok bool) {
	rest := s
	for range 4 {
		if _, rest, ok = quoted(rest, ' '); !ok {
			return "", "", false
		}
	}
	return s[:len(s)-len(rest)], rest, rest != ""
}

// descriptor reads one descriptor from the start of s, which is not empty, and
// returns what is behind it.
func descriptor(s string) (d Descriptor, rest string, err error) {
	var closing byte
	switch s[0] {
	case '(':
		d.Suffix, closing = Parameter, ')'
	case '[':
		d.Suffix, closing = TypeParameter, ']'
	}
	if closing != 0 {
		if d.Name, rest, err = name(s[1:]); err == nil && (rest == "" || rest[0] != closing) {
			err = fmt.Errorf("%q is not closed by %q", s, closing)
		}
		if err != nil {
			return d, rest, err
		}
		return d, rest[1:], nil
	}
	if d.Name, rest, err = name(s); err != nil {
		return d, rest, err
	}
	if rest == "" {
		return d, rest, fmt.Errorf("%q has no suffix", s)
	}
	suffix := rest[0]
	rest = rest[1:]
	switch suffix {
	case '/':
		d.Suffix = Namespace
	case '#':
		d.Suffix = Type
	case '.':
		d.Suffix = Term
	case ':':
		d.Suffix = Meta
	case '!':
		d.Suffix = Macro
	case '(':
		d.Suffix = Method
		if !strings.HasPrefix(rest, ")") {
			if d.Disambiguator, rest, err = name(rest); err != nil {
				return d, rest, err
			}
		}
		var ok bool
		if rest, ok = strings.CutPrefix(rest, ")."); !ok {
			return d, rest, fmt.Errorf(`%q is not closed by ")."`, s)
		}
	default:
		return d, rest, fmt.Errorf("%q has the unknown suffix %q", s, suffix)
	}
	return d, rest, nil
}

// name reads a simple or a quoted identifier.
func name(s string) (id, rest string, err error) {
	if strings.HasPrefix(s, "`") {
		var ok bool
		if id, rest, ok = quoted(s[1:], '`'); !ok {
			return "", s, fmt.Errorf("%q has no closing backtick", s)
		}
	} else {
		n := simplePrefix(s)
		id, rest = s[:n], s[n:]
	}
	if id == "" {
		return "", s, fmt.Errorf("an identifier is missing before %q", s)
	}
	return id, rest, nil
}

// quoted reads up to a quote that is not doubled.
func quoted(s string, quote byte) (text, rest string, ok bool) {
	var b []byte // what was read, once a doubled quote was seen
	for from := 0; ; {
		i := strings.IndexByte(s[from:], quote)
		if i < 0 {
			return "", s, false
		}
		at := from + i
		if at+1 < len(s) && s[at+1] == quote {
			b = append(b, s[from:at+1]...)
			from = at + 2
			continue
		}
		if b == nil {
			return s[:at], s[at+1:], true
		}
		return string(append(b, s[from:at]...)), s[at+1:], true
	}
}

func simplePrefix(s string) int {
	for i := 0; i < len(s); i++ {
		if !simple[s[i]] {
			return i
		}
	}
	return len(s)
}
