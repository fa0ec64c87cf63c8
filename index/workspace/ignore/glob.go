package ignore

import "strings"

// glob is a compiled pattern of git's wildmatch with WM_PATHNAME: "*" and "?"
// and classes stop at "/".
type glob struct {
	tokens []token
	fold   bool
	least  int // bytes that it matches, at the least
}

type tokenKind uint8

const (
	tokByte    tokenKind = iota // exactly c
	tokAny                      // one byte but "/"
	tokClass                    // one byte of set
	tokStar                     // any bytes but "/"
	tokDeep                     // any bytes
	tokDeepDir                  // "**/": nothing, or any bytes that end in "/"
)

type token struct {
	kind tokenKind
	c    byte
	set  *[4]uint64
}

// compileGlob reports false for a malformed pattern, which matches nothing.
func compileGlob(s string, fold bool) (glob, bool) {
	g, ok := parseGlob(s, fold)
	for i := range g.tokens {
		switch g.tokens[i].kind {
		case tokByte, tokAny, tokClass:
			g.least++
		}
	}
	return g, ok
}

func parseGlob(s string, fold bool) (glob, bool) {
	g := glob{fold: fold}
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '\\':
			if i+1 == len(s) {
				return g, false
			}
			// An escaped letter is compared as it is, even when case is folded.
			g.tokens = append(g.tokens, token{kind: tokByte, c: s[i+1]})
			i += 2
		case '?':
			g.tokens = append(g.tokens, token{kind: tokAny})
			i++
		case '*':
			start := i
			for i < len(s) && s[i] == '*' {
				i++
			}
			deep := i-start >= 2 && (start == 0 || s[start-1] == '/') &&
				(i == len(s) || s[i] == '/' || strings.HasPrefix(s[i:], `\/`))
			switch {
			case !deep:
				g.tokens = append(g.tokens, token{kind: tokStar})
			case i < len(s) && s[i] == '/':
				g.tokens = append(g.tokens, token{kind: tokDeepDir})
				i++
			default:
				g.tokens = append(g.tokens, token{kind: tokDeep})
			}
		case '[':
			set, n, ok := compileClass(s[i:], fold)
			if !ok {
				return g, false
			}
			g.tokens = append(g.tokens, token{kind: tokClass, set: set})
			i += n
		default:
			if fold {
				c = lowerByte(c)
			}
			g.tokens = append(g.tokens, token{kind: tokByte, c: c})
			i++
		}
	}
	return g, true
}

// compileClass reads the class at the start of s and returns the bytes it
// matches and its length. With fold the set is of folded bytes; like git it
// then folds ranges and [:upper:], but not single letters.
func compileClass(s string, fold bool) (*[4]uint64, int, bool) {
	at := func(i int) byte {
		if i < len(s) {
			return s[i]
		}
		return 0
	}
	var set [4]uint64
	add := func(c byte) { set[c>>6] |= 1 << (c & 63) }
	p := 1
	negated := at(p) == '!' || at(p) == '^'
	if negated {
		p++
	}
	var prev byte
	c := at(p)
	for {
		if p >= len(s) {
			return nil, 0, false
		}
		switch {
		case c == '\\':
			p++
			if c = at(p); c == 0 {
				return nil, 0, false
			}
			add(c)
		case c == '-' && prev != 0 && at(p+1) != 0 && at(p+1) != ']':
			p++
			if c = at(p); c == '\\' {
				p++
				if c = at(p); c == 0 {
					return nil, 0, false
				}
			}
			for x := int(prev); x <= int(c); x++ {
				add(byte(x))
				if fold && isUpper(byte(x)) {
					add(lowerByte(byte(x)))
				}
			}
			c = 0
		case c == '[' && at(p+1) == ':':
			end := strings.IndexByte(s[p+2:], ']')
			if end < 0 {
				return nil, 0, false
			}
			name := s[p+2 : p+2+end]
			if !strings.HasSuffix(name, ":") {
				add('[') // no ":]": a bracket as any other byte
				break
			}
			in, ok := posixClass(strings.TrimSuffix(name, ":"))
			if !ok {
				return nil, 0, false
			}
			for x := 0; x < 128; x++ {
				if in(byte(x)) {
					add(byte(x))
					if fold && isUpper(byte(x)) {
						add(lowerByte(byte(x)))
					}
				}
			}
			p += 2 + end
			c = 0
		default:
			add(c)
		}
		prev = c
		p++
		if c = at(p); c == ']' {
			break
		}
	}
	if negated {
		for i := range set {
			set[i] = ^set[i]
		}
	}
	set['/'>>6] &^= 1 << ('/' & 63)
	return &set, p + 1, true
}

// posixClass returns the test for a class name. The classes are git's own,
// which are those of ASCII, but that a space is none of \v and \f.
func posixClass(name string) (func(byte) bool, bool) {
	lowerCase := func(c byte) bool { return c >= 'a' && c <= 'z' }
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	alpha := func(c byte) bool { return isUpper(c) || lowerCase(c) }
	space := func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
	printable := func(c byte) bool { return c >= 0x20 && c < 0x7f }
	switch name {
	case "alnum":
		return func(c byte) bool { return alpha(c) || digit(c) }, true
	case "alpha":
		return alpha, true
	case "blank":
		return func(c byte) bool { return c == ' ' || c == '\t' }, true
	case "cntrl":
		return func(c byte) bool { return c < 0x20 || c == 0x7f }, true
	case "digit":
		return digit, true
	case "graph":
		return func(c byte) bool { return printable(c) && !space(c) }, true
	case "lower":
		return lowerCase, true
	case "print":
		return printable, true
	case "punct":
		return func(c byte) bool { return printable(c) && c != ' ' && !alpha(c) && !digit(c) }, true
	case "space":
		return space, true
	case "upper":
		return isUpper, true
	case "xdigit":
		return func(c byte) bool { return digit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }, true
	}
	return nil, false
}

// match tells whether all of s matches. It needs time proportional to at most
// len(s)² × the number of tokens, whatever the pattern: the shortest match of
// what stands before a wildcard leaves every choice to what follows, so only
// the last "*" and the last "**" are ever tried again.
func (g *glob) match(s string) bool {
	if len(s) < g.least {
		return false
	}
	t, i := 0, 0
	star, starAt := -1, 0 // token after the last star, and where its match ends
	deep, deepAt, deepDir := -1, 0, false
	for {
		if t == len(g.tokens) {
			if i == len(s) {
				return true
			}
		} else {
			tok := &g.tokens[t]
			switch tok.kind {
			case tokStar:
				t++
				star, starAt = t, i
				continue
			case tokDeep, tokDeepDir:
				t++
				deep, deepAt, deepDir, star = t, i, tok.kind == tokDeepDir, -1
				continue
			}
			if i < len(s) && tok.matches(s[i], g.fold) {
				t++
				i++
				continue
			}
		}
		switch {
		case star >= 0 && starAt < len(s) && s[starAt] != '/':
			starAt++
			t, i = star, starAt
		case deep >= 0 && deepAt < len(s):
			if deepDir {
				n := strings.IndexByte(s[deepAt:], '/')
				if n < 0 {
					return false
				}
				deepAt += n
			}
			deepAt++
			t, i, star = deep, deepAt, -1
		default:
			return false
		}
	}
}

func (t *token) matches(c byte, fold bool) bool {
	if fold {
		c = lowerByte(c)
	}
	switch t.kind {
	case tokByte:
		return t.c == c
	case tokAny:
		return c != '/'
	default:
		return t.set[c>>6]&(1<<(c&63)) != 0
	}
}
