package secrets

import (
	"bytes"
	"math"
)

// assigned are the names that values are given which nobody should read.
func assigned() []rule {
	var list []rule
	for _, k := range []struct {
		literal  string
		password bool
	}{
		{"password", true}, {"passwd", true}, {"passphrase", true}, {"pwd", true}, {"_pass", true}, {"_pw", true},
		{"secret", false}, {"token", false}, {"credential", false}, {"api_key", false}, {"apikey", false}, {"api-key", false}, {"access_key", false}, {"accesskey", false},
		{"access-key", false}, {"private_key", false}, {"privatekey", false}, {"private-key", false}, {"auth_key", false}, {"authkey", false}, {"encryption_key", false},
		{"encryptionkey", false}, {"signing_key", false}, {"signingkey", false}, {"account_key", false}, {"accountkey", false}, {"app_key", false}, {"master_key", false}, {"masterkey", false},
		{"service_key", false}, {"_salt", false}, {"authorization", false},
	} {
		list = append(list, rule{literal: k.literal, fold: true, offset: rarest(k.literal), match: assignment(k.password)})
	}
	return list
}

// maxNameRest is how many characters of a name may follow a word in it.
const maxNameRest = 40

// notValues are ends of names of what is no secret itself.
var notValues = [][]byte{
	[]byte("name"), []byte("file"), []byte("path"), []byte("url"), []byte("uri"), []byte("type"), []byte("field"), []byte("label"), []byte("header"), []byte("env"), []byte("hint"),
	[]byte("placeholder"), []byte("column"), []byte("regex"), []byte("regexp"), []byte("pattern"), []byte("endpoint"), []byte("message"), []byte("error"), []byte("class"), []byte("kind"),
	[]byte("id"), []byte("ids"), []byte("algorithm"), []byte("version"), []byte("rules"), []byte("length"), []byte("prefix"), []byte("suffix"), []byte("format"), []byte("title"), []byte("ref"),
	[]byte("hasher"), []byte("encoder"), []byte("generator"), []byte("provider"), []byte("manager"), []byte("policy"), []byte("source"), []byte("handler"), []byte("service"),
}

// private_key_id is an exception to notValues: it stands beside the key in the files of
// service accounts, and nothing of these is shown.
var privateKey, keyID = []byte("private_key"), []byte("_id")

// assignment returns the value that a name with a word in it is given, by whatever is
// written between them, where it looks as if somebody had made it up by chance.
func assignment(password bool) func([]byte, int, int) (Span, bool) {
	return func(text []byte, start, end int) (Span, bool) {
		to := end
		for to < len(text) && to-end < maxNameRest && dashed[text[to]] {
			to++
		}
		rest := bytes.ToLower(text[end:to])
		if !bytes.Equal(bytes.ToLower(text[start:end]), privateKey) || !bytes.Equal(rest, keyID) {
			for _, w := range notValues {
				if bytes.HasSuffix(rest, w) {
					return Span{}, false
				}
			}
		}
		at, quoted, ok := operator(text, start, to)
		if !ok {
			return Span{}, false
		}
		s, inQuotes := value(text, at)
		if s.End <= s.Start {
			return Span{}, false
		}
		v := text[s.Start:s.End]
		if !inQuotes {
			if quoted && text[at-1] == ',' || !plainValue(text, s) {
				return Span{}, false
			}
		}
		return s, likely(v, password, inQuotes)
	}
}

// operator returns where the value behind a name begins; quoted says that the name is
// in quotes.
func operator(text []byte, start, at int) (from int, quoted, ok bool) {
	if at < len(text) && (text[at] == '"' || text[at] == '\'' || text[at] == '`') {
		quoted = true
		at++
	} else if at+1 < len(text) && text[at] == '\\' && text[at+1] == '"' {
		at += 2 // JSON in a string
	}
	for at < len(text) && (text[at] == ']' || text[at] == ')' || text[at] == '?' || text[at] == '!') {
		at++
	}
	at = skipBlanks(text, at)
	if at >= len(text) {
		return 0, quoted, false
	}
	switch rest := text[at:]; {
	case bytes.HasPrefix(rest, []byte("value=")):
		return at + 6, quoted, quoted
	case rest[0] == '>' && !quoted: // <password>…
		return at + 1, quoted, true
	case rest[0] == '(' && !quoted:
		return at + 1, quoted, true
	case rest[0] == ',' && quoted:
		return at + 1, quoted, true
	case rest[0] == ':' || rest[0] == '=' || rest[0] == '!' || rest[0] == '|' || rest[0] == '+':
	case bytes.HasPrefix(rest, []byte("string")), bytes.HasPrefix(rest, []byte("str ")): // a type: token string = …
	default:
		return 0, quoted, false
	}
	n := at
	for n < len(text) && n-at < 3 && bytes.IndexByte([]byte(":=>!|+?-"), text[n]) >= 0 {
		n++
	}
	// A type may stand between a colon and the value, or before "=".
	if text[n-1] != '=' && text[n-1] != '>' || n == at {
		m := skipBlanks(text, n)
		for m < len(text) && m-n < 40 && (word[text[m]] || text[m] == '[' || text[m] == ']' || text[m] == '<' || text[m] == '>' || text[m] == '*' || text[m] == '&' || text[m] == '.' || text[m] == '\'' && n == at) {
			m++
		}
		if e := skipBlanks(text, m); e > m && e+1 < len(text) && text[e] == '=' && text[e+1] != '=' {
			n = e + 1
		} else if n == at {
			return 0, quoted, false
		}
	}
	return n, quoted, true
}

func skipBlanks(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}

// value returns the text that stands from at on, without its quotes.
func value(text []byte, at int) (s Span, inQuotes bool) {
	at = skipBlanks(text, at)
	// What makes a string out of one, and marks of literals: Some(, []byte(, b, @.
	for n := at; n < len(text) && n-at < 24; n++ {
		c := text[n]
		if c == '"' || c == '\'' || c == '`' {
			at = n
			break
		}
		if !word[c] && bytes.IndexByte([]byte("([]:@.\\"), c) < 0 {
			break
		}
	}
	if at >= len(text) {
		return Span{at, at}, false
	}
	if q := text[at]; q == '"' || q == '\'' || q == '`' {
		from := at + 1
		if from+1 < len(text) && text[from] == q && text[from+1] == q {
			from += 2
		}
		for i := from; i < len(text) && i-from < 4096; i++ {
			switch {
			case text[i] == q:
				return Span{from, i}, true
			case text[i] == '\\' && i+1 < len(text) && text[i+1] == q && text[at-1] == '\\': // the end of one in a string
				return Span{from, i}, true
			case text[i] == '\\':
				i++
			case text[i] == '\n':
				return Span{}, false
			}
		}
		return Span{}, false
	}
	to := at
	for to < len(text) && to-at < maxPlain && !valueEnd[text[to]] {
		to++
	}
	return Span{at, to}, false
}

// maxPlain is the length of the longest value without quotes.
const maxPlain = 256

var valueEnd = newClass(" \t\r\n,;\"'`<>()[]{}|&")

// plainValue reports whether a value without quotes ends as one does: what a program
// calls, indexes or selects from is none.
func plainValue(text []byte, s Span) bool {
	if bytes.HasPrefix(text[s.Start:s.End], []byte("0x")) {
		return false
	}
	if s.End < len(text) && bytes.IndexByte([]byte("([{`\"'"), text[s.End]) >= 0 {
		return false
	}
	for i := s.Start; i+1 < s.End; i++ {
		if text[i] == '.' && (text[i+1] < '0' || text[i+1] > '9') || text[i] == ':' && text[i+1] == ':' || text[i] == '-' && text[i+1] == '>' {
			return false
		}
	}
	return true
}

// template reports whether a value is put in later.
func template(v []byte) bool {
	for _, mark := range [...]string{"${", "{{", "<%", "%s", "%v", "%d", "%q", "%(", "$(", "#{", "process.env", "environ", "getenv", "\\("} {
		if bytes.Contains(v, []byte(mark)) {
			return true
		}
	}
	return len(v) > 0 && (v[0] == '$' && len(v) > 1 && word[v[1]] && !bytes.ContainsAny(v[1:], "$./!@#%^&*") || v[0] == '%' && v[len(v)-1] == '%' ||
		v[0] == '{' && v[len(v)-1] == '}' || v[0] == '<' && v[len(v)-1] == '>' || v[0] == '[' && v[len(v)-1] == ']')
}

// placeholder reports whether a value has too few characters to be a secret: xxxxxxxx, ********.
func placeholder(v []byte) bool {
	var seen [256]bool
	n := 0
	for _, c := range v {
		if !seen[c] {
			seen[c] = true
			n++
		}
	}
	return n < 4
}

// genericWord reports whether a value says what it stands for.
func genericWord(v []byte) bool {
	switch string(bytes.ToLower(v)) {
	case "pass", "password", "passwd", "pwd", "pw", "secret", "token", "changeme", "your_password", "yourpassword", "your-password", "mypassword", "passwort":
		return true
	}
	return false
}

// mixed reports whether a value has both letters and digits, or letters of both cases.
func mixed(v []byte) bool {
	var lower, upper, digit bool
	for _, c := range v {
		lower = lower || 'a' <= c && c <= 'z'
		upper = upper || 'A' <= c && c <= 'Z'
		digit = digit || '0' <= c && c <= '9'
	}
	return digit && (lower || upper) || lower && upper
}

// shape is what is counted of a value.
type shape struct {
	lower, upper, digits, special, marks, others int
	turns                                        int // from letter to digit and back
	flips                                        int // from lower to upper case and back
	hex                                          bool
}

func newShape(v []byte) shape {
	s := shape{hex: true}
	last := byte(0)
	for _, c := range v {
		kind := byte('o')
		switch {
		case 'a' <= c && c <= 'z':
			s.lower++
			kind = 'l'
		case 'A' <= c && c <= 'Z':
			s.upper++
			kind = 'u'
		case '0' <= c && c <= '9':
			s.digits++
			kind = 'd'
		case bytes.IndexByte([]byte("!@#$%^&*+~?="), c) >= 0:
			s.special++
		case bytes.IndexByte([]byte("_-./:"), c) >= 0:
			s.marks++
		default:
			s.others++
		}
		if c != '-' && (kind == 'o' || kind == 'l' && c > 'f' || kind == 'u' && c > 'F') {
			s.hex = false
		}
		switch {
		case last == 'd' && (kind == 'l' || kind == 'u'), kind == 'd' && (last == 'l' || last == 'u'):
			s.turns++
		case last == 'l' && kind == 'u', last == 'u' && kind == 'l':
			s.flips++
		}
		last = kind
	}
	return s
}

// likely reports whether a value that is assigned to a name of a secret is one.
func likely(v []byte, password, inQuotes bool) bool {
	n := len(v)
	if n < 8 || template(v) || placeholder(v) || bytes.HasPrefix(bytes.ToLower(v), []byte("your")) || bytes.HasPrefix(v, []byte("http")) && bytes.Contains(v, []byte("://")) {
		return false
	}
	s := newShape(v)
	letters := s.lower + s.upper
	if s.others > 0 && (!password || bytes.ContainsAny(v, " \t|(){}<>,;[]") || s.others > 2) {
		return false
	}
	for _, c := range v {
		if c < ' ' || c >= 0x7f {
			return false
		}
	}
	if letters == 0 || s.digits == 0 && (!password || s.special == 0 || s.marks > 0 || !inQuotes) {
		return false
	}
	if s.hex && n >= 16 {
		return true
	}
	if password {
		if s.marks > 0 && s.turns < 3 && s.special == 0 {
			return false // user.password1
		}
		return s.turns >= 2 || s.special > 0 && s.digits > 0 || s.special > 0 && inQuotes || s.lower > 0 && s.upper > 0 && s.flips > 0 && s.digits > 1 && inQuotes
	}
	if n < 16 {
		// A short one must be a mess.
		return n >= 10 && s.turns >= 4 && s.marks == 0
	}
	if entropy(v) < 3.3 {
		return false
	}
	// Names and paths have words in them, whose letters are of one case but for the
	// first, and few digits, at their ends.
	mess := 2*s.turns + max(0, s.flips-n/4)
	if s.marks > 0 && n < 40 && s.turns < 3 {
		return false
	}
	return s.turns >= 3 && mess*5 >= n || mess*3 >= n
}

// entropy is Shannon's, in bits a character.
func entropy(v []byte) float64 {
	var counts [256]int
	for _, c := range v {
		counts[c]++
	}
	e := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(v))
			e -= p * math.Log2(p)
		}
	}
	return e
}
