package symbol

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// LocalScheme is the scheme of symbols that only their own document can name.
const LocalScheme = "local"

// Local is the symbol "local n".
func Local(n int) string { return LocalScheme + " " + strconv.Itoa(n) }

// IsLocal says whether s is a symbol of one document only.
func IsLocal(s string) bool { return strings.HasPrefix(s, LocalScheme+" ") }

// Disambiguator is the disambiguator number n of a method: "" for 0, "+n" for
// the others.
func Disambiguator(n int) string {
	if n == 0 {
		return ""
	}
	return "+" + strconv.Itoa(n)
}

// String is the canonical form of s. A symbol with the scheme "local" is
// written "local " and the name of its first descriptor.
func (s Symbol) String() string { return string(s.Append(nil)) }

// Append appends the canonical form of s to b.
//
// What the grammar can't express is written as the nearest thing that it can:
// invalid UTF-8 becomes U+FFFD, spaces at the start of the scheme and of the
// fields of the package are left out, and so are descriptors without a name or
// a suffix. All else comes back from Parse as it was, except that a field "."
// of the package means the empty one.
func (s Symbol) Append(b []byte) []byte {
	if s.Scheme == LocalScheme {
		b = append(b, LocalScheme+" "...)
		if len(s.Descriptors) > 0 {
			b = append(b, s.Descriptors[0].Name...)
		}
		return b
	}
	b = AppendPackage(b, s.Scheme, s.Package)
	for _, d := range s.Descriptors {
		b = d.Append(b)
	}
	return b
}

// AppendPackage appends what a global symbol starts with: the scheme, the three
// fields of the package and the space in front of the first descriptor.
func AppendPackage(b []byte, scheme string, p Package) []byte {
	for _, field := range [...]string{scheme, p.Manager, p.Name, p.Version} {
		if field = strings.TrimLeft(field, " "); field == "" {
			field = "."
		}
		b = append(appendEscaped(b, field, ' '), ' ')
	}
	return b
}

// Append appends the canonical form of d to b; nothing when d has no name or
// no suffix.
func (d Descriptor) Append(b []byte) []byte {
	return AppendDescriptor(b, d.Name, d.Suffix, d.Disambiguator)
}

// AppendDescriptor is Descriptor.Append for the parts of a descriptor.
func AppendDescriptor(b []byte, name string, s Suffix, disambiguator string) []byte {
	if name == "" {
		return b
	}
	switch s {
	case Namespace:
		return append(appendName(b, name), '/')
	case Type:
		return append(appendName(b, name), '#')
	case Term:
		return append(appendName(b, name), '.')
	case Meta:
		return append(appendName(b, name), ':')
	case Macro:
		return append(appendName(b, name), '!')
	case Method:
		b = append(appendName(b, name), '(')
		if disambiguator != "" {
			b = appendName(b, disambiguator)
		}
		return append(b, ")."...)
	case TypeParameter:
		return append(appendName(append(b, '['), name), ']')
	case Parameter:
		return append(appendName(append(b, '('), name), ')')
	}
	return b
}

func appendName(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if !simple[s[i]] {
			return append(appendEscaped(append(b, '`'), s, '`'), '`')
		}
	}
	return append(b, s...)
}

// appendEscaped appends s with each quote doubled and each byte that is not
// UTF-8 replaced.
func appendEscaped(b []byte, s string, quote byte) []byte {
	if !utf8.ValidString(s) {
		for _, r := range s {
			if r == rune(quote) {
				b = append(b, quote)
			}
			b = utf8.AppendRune(b, r)
		}
		return b
	}
	for {
		i := strings.IndexByte(s, quote)
		if i < 0 {
			return append(b, s...)
		}
		b = append(append(b, s[:i+1]...), quote)
		s = s[i+1:]
	}
}

// simple holds the bytes that a name may have without being quoted.
var simple = func() (t [256]bool) {
	for c := range t {
		switch {
		case c == '_', c == '+', c == '-', c == '$', '0' <= c && c <= '9', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
			t[c] = true
		}
	}
	return
}()
