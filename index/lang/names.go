package lang

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// MaxName is the maximum length of a name in bytes: of an identifier, a key or a path of
// modules.
const MaxName = 4096

// The replacement of a longer name has at most fewName bytes: its first fewPrefix bytes and
// the first hashBytes bytes of its hash in hexadecimal.
const (
	fewName   = 128
	fewPrefix = 48
	hashBytes = 16
)

// truncatedNames is the value of Facts.Truncated for a file with a name that was too long.
const truncatedNames = "too long a name"

// truncatedDefs is the value of Facts.Truncated for a file that is Crowded with definitions
// of frameworks.
const truncatedDefs = "too many definitions"

// ShortName returns s if it has at most MaxName bytes, and otherwise a name that stands for
// it: its beginning and a hash. Equal names stay equal and different ones different, so that
// a use still leads to its definition, at a cost that does not grow with s.
func ShortName(s string) string {
	if len(s) <= MaxName {
		return s
	}
	return shorten(s)
}

func shorten(s string) string {
	hash := sha256.Sum256([]byte(s))
	return strings.ToValidUTF8(s[:min(fewPrefix, len(s))], "") + "…" + hex.EncodeToString(hash[:hashBytes])
}

// FileName is what people call a file other than by its path, and what kind of name
// that is: "users.index", a "view".
type FileName struct {
	Name, Kind string
	// Guess: the application may call it so; which name that is is said at run time.
	Guess bool
}

// OpenKind says what an open name is the name of: "laravel.route:users.store" is the
// "route" users.store, ".btn" the "css class" btn. Those of frameworks say so
// themselves; those of languages begin with a mark, as ids, elements, custom
// properties and what directives name do. It is false for other names: functions and
// variables of style sheets.
func OpenKind(open string) (kind, name string, ok bool) {
	if _, kind, name, ok := SplitOpen(open); ok {
		return kind, name, true
	}
	if len(open) < 2 {
		return "", "", false
	}
	switch rest := open[1:]; open[0] {
	case '.':
		return "css class", rest, true
	case '#':
		return "id", rest, true
	case '%':
		return "css placeholder", rest, true
	case '<':
		if name, ok := strings.CutSuffix(rest, ">"); ok && name != "" {
			return "element", name, true
		}
	case '-':
		if len(open) > 2 && open[1] == '-' {
			return "css property", open, true
		}
	case '@':
		if kind, name, ok := strings.Cut(rest, " "); ok && kind != "" && name != "" {
			return kind, name, true
		}
	}
	return "", "", false
}
