// Package rex matches regular expressions in the syntax and with the meaning
// that they have in ripgrep 13 (Rust's regex crate, version 1.7): characters are
// those of Unicode, so are \w, \d, \s and \b, bytes that are no UTF-8 match
// nothing, and of the matches that start leftmost the one that the expression
// prefers counts. Matches lie within lines. Unicode is of the version that Go has,
// which knows some characters that ripgrep 13 does not.
//
// A DFA, made while it runs, finds the lines that match, two more find where in
// them, and a simulation of the program finds what those can't tell. All need
// time in proportion to the text.
package rex

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Op says what a Node matches.
type Op uint8

// The kinds of nodes.
const (
	OpEmpty  Op = iota // nothing
	OpLit              // the character Lit
	OpSet              // one character of Set
	OpConcat           // Subs, one after another
	OpAlt              // one of Subs; the first that leads to a match is preferred
	OpRepeat           // Subs[0], at least Min and at most Max times
	OpLook             // nothing, where Look holds
)

// Look is a condition on a place between two characters.
type Look uint8

// The conditions. The ends of a line are no word characters, and neither are
// bytes that are no UTF-8.
const (
	LookStart   Look = iota // the start of the line
	LookEnd                 // its end
	LookWord                // one side is a word character, the other isn't
	LookNotWord             // both sides are, or neither
)

// Unlimited is a Max without limit.
const Unlimited = -1

// Node is an expression. Groups have left no trace, and case folding is in the
// sets. No node matches "\n". It is immutable.
type Node struct {
	Op       Op
	Lit      rune
	Set      Set
	Subs     []*Node
	Min, Max int
	Lazy     bool // fewer repetitions are preferred
	Look     Look

	depth int32
	at    int // of a repetition, the offset of its operator
}

// Error is what is wrong with a pattern.
type Error struct {
	Pattern string
	At      int // byte offset in Pattern
	Msg     string
	Err     error // what Msg says, where there is such an error
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

func (e *Error) Error() string {
	p, more := e.Pattern, ""
	if len(p) > maxShown {
		from := max(0, min(e.At-maxShown/2, len(p)-maxShown))
		p, more = strings.ToValidUTF8(p[from:from+maxShown], ""), "…"
	}
	return fmt.Sprintf("the pattern %q%s, at column %d: %s", p, more, e.At+1, e.Msg)
}

// maxShown is how many bytes of a pattern an error shows.
const maxShown = 200

// maxNest bounds groups and classes in one another, and maxDepth the depth of
// a tree.
const (
	maxNest  = 250
	maxDepth = 1000
)

// MaxPattern is how many bytes a pattern may have. A program of a longer one would
// be too large.
const MaxPattern = 256 << 10

// maxRanges bounds the ranges of characters that are put together for the classes
// of a pattern: a class of Unicode has hundreds, and its case folding thousands.
const maxRanges = 1 << 20

type flags struct {
	fold  bool // i
	swap  bool // U: x* is lazy, x*? is not
	space bool // x
}

type parser struct {
	src   string
	pos   int
	flags flags
	nest  int
	names map[string]bool
	// ranges is how many were put together so far; see maxRanges.
	ranges int
	meter  *Meter
}

// Parse reads a pattern in the syntax of Rust's regex crate, version 1.7, which
// ripgrep 13 has. fold compares without case. What the syntax has and is not
// supported ((?-u)) is an error that says so. It counts its work on m, which may be nil.
// Errors are *Error and ErrStopped.
func Parse(pattern string, fold bool, m *Meter) (*Node, error) {
	p := &parser{src: pattern, flags: flags{fold: fold}, names: map[string]bool{}, meter: m}
	if len(pattern) > MaxPattern {
		return nil, p.tooLong()
	}
	if !utf8.ValidString(pattern) {
		return nil, p.errorf(0, "it is not UTF-8; write single bytes as text of the file's encoding")
	}
	n, err := p.alternation()
	if err != nil {
		return nil, err
	}
	if !p.eof() {
		return nil, p.errorf(p.pos, `")" closes no group; write \) for the character`)
	}
	return n, nil
}

// Literal is the expression that matches text, compared without case when fold
// is set.
func Literal(text string, fold bool) (*Node, error) {
	p := &parser{src: text, flags: flags{fold: fold}}
	if len(text) > MaxPattern {
		return nil, p.tooLong()
	}
	if !utf8.ValidString(text) {
		return nil, p.errorf(0, "it is not UTF-8; write single bytes as text of the file's encoding")
	}
	var subs []*Node
	for i, r := range text {
		n, err := p.literal(r, i)
		if err != nil {
			return nil, err
		}
		subs = append(subs, n)
	}
	return concat(subs), nil
}

// Line is n as a match of a whole line.
func Line(n *Node) *Node {
	return concat([]*Node{look(LookStart), n, look(LookEnd)})
}

// Alternatives is one of nodes, the first preferred.
func Alternatives(nodes []*Node) *Node { return alt(nodes) }

func (p *parser) errorf(at int, format string, args ...any) error {
	return &Error{Pattern: p.src, At: min(at, len(p.src)), Msg: fmt.Sprintf(format, args...)}
}

func (p *parser) tooLong() error {
	return p.errorf(MaxPattern, "it has %d bytes, and %d are the most; search for a part of it", len(p.src), MaxPattern)
}

// spend counts ranges of characters that are put together for what is at an offset.
func (p *parser) spend(at, ranges int) error {
	if p.meter.spend(8 * ranges) {
		return ErrStopped
	}
	if p.ranges += ranges; p.ranges > maxRanges {
		return p.errorf(at, "the classes of characters up to here are too large; use fewer or smaller ones, such as [a-z]")
	}
	return nil
}

func (p *parser) eof() bool { return p.pos >= len(p.src) }

func (p *parser) peek() rune {
	if p.eof() {
		return -1
	}
	r, _ := utf8.DecodeRuneInString(p.src[p.pos:])
	return r
}

func (p *parser) next() rune {
	r, n := utf8.DecodeRuneInString(p.src[p.pos:])
	if n == 0 {
		return -1
	}
	p.pos += n
	return r
}

func (p *parser) accept(s string) bool {
	if strings.HasPrefix(p.src[p.pos:], s) {
		p.pos += len(s)
		return true
	}
	return false
}

// blank passes over what (?x) makes insignificant.
func (p *parser) blank() {
	for p.flags.space && !p.eof() {
		switch r := p.peek(); {
		case unicode.IsSpace(r):
			p.next()
		case r == '#':
			for !p.eof() && p.next() != '\n' {
			}
		default:
			return
		}
	}
}

func (p *parser) enter(at int) error {
	if p.nest++; p.nest > maxNest {
		return p.errorf(at, "more than %d groups or classes lie in one another; write it flatter", maxNest)
	}
	return nil
}

// alternation parses up to ")" or the end. Flags that it sets hold to its end.
func (p *parser) alternation() (*Node, error) {
	var alts, seq []*Node
	// repeatable: the last element of seq can be repeated; flags can't.
	repeatable := false
	for {
		p.blank()
		at := p.pos
		switch r := p.peek(); r {
		case -1, ')':
			return alt(append(alts, concat(seq))), nil
		case '|':
			p.next()
			alts, seq, repeatable = append(alts, concat(seq)), nil, false
			continue
		case '(':
			n, err := p.group()
			if err != nil {
				return nil, err
			}
			if repeatable = n != nil; repeatable {
				seq = append(seq, n)
			}
			continue
		case '?', '*', '+', '{':
			if !repeatable {
				return nil, p.errorf(at, `%q repeats nothing; write \%c for the character`, r, r)
			}
			n, err := p.repeat(seq[len(seq)-1])
			if err != nil {
				return nil, err
			}
			seq[len(seq)-1] = n
			continue
		case '[':
			set, err := p.class()
			if err != nil {
				return nil, err
			}
			n, err := p.set(set, at)
			if err != nil {
				return nil, err
			}
			seq = append(seq, n)
		default:
			n, err := p.primitive()
			if err != nil {
				return nil, err
			}
			seq = append(seq, n)
		}
		repeatable = true
		if n := seq[len(seq)-1]; n.depth > maxDepth {
			return nil, p.errorf(at, "it is nested too deeply; write it flatter")
		}
	}
}

// primitive parses one character, escape or assertion.
func (p *parser) primitive() (*Node, error) {
	at := p.pos
	switch r := p.next(); r {
	case '.':
		return p.set(everything(), at)
	case '^':
		return look(LookStart), nil
	case '$':
		return look(LookEnd), nil
	case '\\':
		e, err := p.escape(at)
		if err != nil {
			return nil, err
		}
		switch {
		case e.isLook:
			return look(e.look), nil
		case e.set != nil:
			return p.set(e.set, at)
		}
		return p.literal(e.lit, at)
	default:
		return p.literal(r, at)
	}
}

// literal is the character r; it is at offset at.
func (p *parser) literal(r rune, at int) (*Node, error) {
	if r == '\n' {
		return nil, p.errorf(at, `\n can't match: the search goes line by line; search for one line of it`)
	}
	if p.flags.fold {
		if s := single(r).folded(); len(s) > 1 || s[0].Lo != s[0].Hi {
			return p.set(s, at)
		}
	}
	return &Node{Op: OpLit, Lit: r, depth: 1}, nil
}

// set is one character of s, which is never the end of a line.
func (p *parser) set(s Set, at int) (*Node, error) {
	if len(s) == 0 {
		return nil, p.errorf(at, "the class has no character; leave it out")
	}
	if err := p.spend(at, len(s)); err != nil {
		return nil, err
	}
	s = s.without(single('\n'))
	switch {
	case len(s) == 0:
		return nil, p.errorf(at, `\n can't match: the search goes line by line; search for one line of it`)
	case len(s) == 1 && s[0].Lo == s[0].Hi:
		return &Node{Op: OpLit, Lit: s[0].Lo, depth: 1}, nil
	}
	return &Node{Op: OpSet, Set: s, depth: 1}, nil
}

func look(l Look) *Node { return &Node{Op: OpLook, Look: l, depth: 1} }

func deepest(subs []*Node) int32 {
	var d int32
	for _, n := range subs {
		d = max(d, n.depth)
	}
	return d
}

func concat(subs []*Node) *Node {
	switch len(subs) {
	case 0:
		return &Node{Op: OpEmpty, depth: 1}
	case 1:
		return subs[0]
	}
	return &Node{Op: OpConcat, Subs: subs, depth: deepest(subs) + 1}
}

func alt(subs []*Node) *Node {
	if len(subs) == 1 {
		return subs[0]
	}
	return &Node{Op: OpAlt, Subs: subs, depth: deepest(subs) + 1}
}

// group parses "(…)"; it returns nil for "(?flags)".
func (p *parser) group() (*Node, error) {
	at := p.pos
	if err := p.enter(at); err != nil {
		return nil, err
	}
	defer func() { p.nest-- }()
	p.next()
	p.blank()
	outer := p.flags
	for _, look := range []string{"?=", "?!", "?<=", "?<!"} {
		if strings.HasPrefix(p.src[p.pos:], look) {
			return nil, p.errorf(at, "look-around is not supported; search for what is around too, or filter the answers")
		}
	}
	switch {
	case p.accept("?P<"):
		if err := p.name(); err != nil {
			return nil, err
		}
	case p.accept("?"):
		empty, err := p.setFlags(at)
		if err != nil {
			return nil, err
		}
		if p.next() == ')' {
			if empty {
				return nil, p.errorf(at, `"?" repeats nothing; write \? for the character`)
			}
			return nil, nil
		}
	}
	n, err := p.alternation()
	if err != nil {
		return nil, err
	}
	if !p.accept(")") {
		return nil, p.errorf(at, `the group is not closed; add ")", or write \( for the character`)
	}
	p.flags = outer
	return n, nil
}

func (p *parser) name() error {
	at := p.pos
	for {
		switch r := p.next(); {
		case r == -1:
			return p.errorf(at, `the name of the group has no end; add ">"`)
		case r == '>':
			name := p.src[at : p.pos-1]
			if name == "" || p.names[name] {
				return p.errorf(at, "the name of the group is empty, or taken; give another one")
			}
			p.names[name] = true
			return nil
		case r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
		case p.pos-1 > at && (r == '.' || r == '[' || r == ']' || '0' <= r && r <= '9'):
		default:
			return p.errorf(at, "the name of the group has a character that is not allowed: use letters, digits and _")
		}
	}
}

// setFlags reads flags up to ":" or ")".
func (p *parser) setFlags(group int) (empty bool, err error) {
	empty = true
	seen := map[rune]bool{}
	on, dangling := true, false
	for {
		at := p.pos
		r := p.peek()
		switch r {
		case -1:
			return empty, p.errorf(group, `the group is not closed; add ")", or write \( for the character`)
		case ':', ')':
			if dangling {
				return empty, p.errorf(at, `no flag follows "-"; name one, or leave "-" out`)
			}
			return empty, nil
		}
		if seen[r] {
			return empty, p.errorf(at, "the flag %q is given twice; leave one out", r)
		}
		seen[r], empty, dangling = true, false, false
		switch r {
		case '-':
			on, dangling = false, true
		case 'i':
			p.flags.fold = on
		case 'U':
			p.flags.swap = on
		case 'x':
			p.flags.space = on
		case 'm', 's':
			// Lines are searched one by one: both mean the same on and off.
		case 'u':
			if !on {
				return empty, p.errorf(at, "the flag -u (bytes instead of characters) is not supported; leave it out, or name the ASCII characters in a class")
			}
		default:
			return empty, p.errorf(at, "no flag is called %q; there are i, m, s, u, U and x", r)
		}
		p.next()
	}
}

// repeat parses an operator behind n.
func (p *parser) repeat(n *Node) (*Node, error) {
	at := p.pos
	lo, hi := 0, Unlimited
	switch p.next() {
	case '?':
		hi = 1
	case '+':
		lo = 1
	case '{':
		var err error
		if lo, hi, err = p.counts(at); err != nil {
			return nil, err
		}
		p.blank()
	}
	lazy := p.accept("?")
	out := &Node{Op: OpRepeat, Subs: []*Node{n}, Min: lo, Max: hi, Lazy: lazy != p.flags.swap, depth: n.depth + 1, at: at}
	if out.depth > maxDepth {
		return nil, p.errorf(at, "it is nested too deeply; write it flatter")
	}
	return out, nil
}

// counts reads a repetition's numbers, behind "{".
func (p *parser) counts(at int) (lo, hi int, err error) {
	unclosed := p.errorf(at, `the repetition has no end; write {2}, {2,} or {2,5}, or \{ for the character`)
	p.blank()
	if p.eof() {
		return 0, 0, unclosed
	}
	if lo, err = p.decimal(at); err != nil {
		return 0, 0, err
	}
	hi = lo
	if p.peek() == ',' {
		p.next()
		p.blank()
		hi = Unlimited
		if r := p.peek(); r != '}' && r != -1 {
			if hi, err = p.decimal(at); err != nil {
				return 0, 0, err
			}
		}
	}
	if p.peek() != '}' {
		return 0, 0, unclosed
	}
	p.next()
	if hi != Unlimited && lo > hi {
		return 0, 0, p.errorf(at, "the first number is above the second; swap them")
	}
	return lo, hi, nil
}

func (p *parser) decimal(at int) (int, error) {
	for unicode.IsSpace(p.peek()) {
		p.next()
	}
	var digits []byte
	for r := p.peek(); '0' <= r && r <= '9'; r = p.peek() {
		digits = append(digits, byte(r))
		p.next()
		p.blank()
	}
	for unicode.IsSpace(p.peek()) {
		p.next()
		p.blank()
	}
	if len(digits) == 0 {
		return 0, p.errorf(at, `a number is missing in the repetition; write {2}, {2,} or {2,5}, or \{ for the character`)
	}
	n, err := strconv.ParseUint(string(digits), 10, 32)
	if err != nil || n > math.MaxInt32 {
		return 0, p.errorf(at, "the repetition's number is too large; repeat less")
	}
	return int(n), nil
}

// escaped is what follows a backslash: a character, a set or a condition.
type escaped struct {
	lit    rune
	set    Set
	look   Look
	isLook bool
}

// escape parses what follows the backslash at offset at.
func (p *parser) escape(at int) (escaped, error) {
	if p.eof() {
		return escaped{}, p.errorf(at, `nothing follows the backslash; write \\ for the character`)
	}
	switch r := p.next(); r {
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return escaped{}, p.errorf(at, `\%c: backreferences are not supported; write the text again`, r)
	case 'x', 'u', 'U':
		lit, err := p.hex(r, at)
		return escaped{lit: lit}, err
	case 'p', 'P':
		set, err := p.unicodeClass(r == 'P', at)
		return escaped{set: set}, err
	case 'd':
		return escaped{set: digit()}, nil
	case 'D':
		return escaped{set: digit().negated()}, nil
	case 's':
		return escaped{set: space()}, nil
	case 'S':
		return escaped{set: space().negated()}, nil
	case 'w':
		return escaped{set: word()}, nil
	case 'W':
		return escaped{set: word().negated()}, nil
	case 'a':
		return escaped{lit: '\a'}, nil
	case 'f':
		return escaped{lit: '\f'}, nil
	case 't':
		return escaped{lit: '\t'}, nil
	case 'n':
		return escaped{lit: '\n'}, nil
	case 'r':
		return escaped{lit: '\r'}, nil
	case 'v':
		return escaped{lit: '\v'}, nil
	case 'A':
		return escaped{look: LookStart, isLook: true}, nil
	case 'z':
		return escaped{look: LookEnd, isLook: true}, nil
	case 'b':
		return escaped{look: LookWord, isLook: true}, nil
	case 'B':
		return escaped{look: LookNotWord, isLook: true}, nil
	default:
		if strings.ContainsRune(`\.+*?()|[]{}^$#&-~`, r) || r == ' ' && p.flags.space {
			return escaped{lit: r}, nil
		}
		return escaped{}, p.errorf(at, `\%c has no meaning; leave the backslash out, or write \\ for the character`, r)
	}
}

// hex parses what follows \x, \u or \U.
func (p *parser) hex(kind rune, at int) (rune, error) {
	bad := p.errorf(at, `\%c needs the number of a character in hexadecimal, as \x41 or \x{41}`, kind)
	p.blank()
	var digits []byte
	if p.accept("{") {
		for p.blank(); p.peek() != '}'; p.blank() {
			r := p.next()
			if r < 0 || r > 'f' || len(digits) > 8 {
				return 0, bad
			}
			digits = append(digits, byte(r))
		}
		p.next()
	} else {
		n := map[rune]int{'x': 2, 'u': 4, 'U': 8}[kind]
		for len(digits) < n {
			r := p.next()
			if r < 0 || r > 'f' {
				return 0, bad
			}
			digits = append(digits, byte(r))
			if len(digits) < n {
				p.blank()
			}
		}
	}
	n, err := strconv.ParseUint(string(digits), 16, 32)
	if err != nil || n > unicode.MaxRune || !utf8.ValidRune(rune(n)) {
		return 0, bad
	}
	return rune(n), nil
}

// unicodeClass parses what follows \p or \P.
func (p *parser) unicodeClass(negated bool, at int) (Set, error) {
	p.blank()
	bad := p.errorf(at, `\p needs the name of a property, as \pL or \p{Greek}`)
	if p.eof() {
		return nil, bad
	}
	var name, value string
	if p.accept("{") {
		end := strings.IndexByte(p.src[p.pos:], '}')
		if end < 0 {
			return nil, bad
		}
		value = p.src[p.pos : p.pos+end]
		p.pos += end + 1
		for _, op := range []string{"!=", ":", "="} {
			if a, b, ok := strings.Cut(value, op); ok {
				name, value = a, b
				negated = negated != (op == "!=")
				break
			}
		}
	} else {
		value = string(p.next())
	}
	if err := p.spend(at, propertyCost); err != nil {
		return nil, err
	}
	set, ok := property(name, value)
	if !ok {
		return nil, p.errorf(at, "the property %q is not known; name a general category, a script, or Alphabetic, Lowercase, Uppercase or White_Space", value)
	}
	if p.flags.fold {
		if err := p.spend(at, foldCost*len(set)); err != nil {
			return nil, err
		}
		set = set.folded()
	}
	if negated {
		set = set.negated()
	}
	if len(set) == 0 {
		return nil, p.errorf(at, "the class has no character; leave it out")
	}
	return set, nil
}

// class parses "[…]" and returns its characters, "\n" among them.
func (p *parser) class() (Set, error) {
	at := p.pos
	if err := p.enter(at); err != nil {
		return nil, err
	}
	defer func() { p.nest-- }()
	unclosed := p.errorf(at, `the class is not closed; add "]", or write \[ for the character`)
	p.next()
	p.blank()
	negated := p.accept("^")
	p.blank()
	// acc op union is what has been read so far.
	var acc, union Set
	var op string
	first := true
	for p.peek() == '-' {
		p.next()
		p.blank()
		union, first = single('-'), false
	}
	if first && p.peek() == ']' {
		p.next()
		union = single(']')
	}
	var ranges []Range
	apply := func() error {
		cost := 2 * (len(acc) + len(union) + len(ranges))
		if p.flags.fold {
			cost *= foldCost
		}
		if err := p.spend(at, cost); err != nil {
			return err
		}
		union = union.union(Set(ranges))
		ranges = nil
		if op == "" {
			acc = union
			return nil
		}
		if p.flags.fold {
			acc, union = acc.folded(), union.folded()
		}
		switch op {
		case "&&":
			acc = acc.intersect(union)
		case "--":
			acc = acc.without(union)
		default:
			acc = acc.union(union).without(acc.intersect(union))
		}
		return nil
	}
	for {
		p.blank()
		switch r := p.peek(); {
		case r == -1:
			return nil, unclosed
		case r == '[':
			if set, ok := p.posix(); ok {
				ranges = append(ranges, set...)
				continue
			}
			set, err := p.class()
			if err != nil {
				return nil, err
			}
			ranges = append(ranges, set...)
		case r == ']':
			p.next()
			if err := apply(); err != nil {
				return nil, err
			}
			if p.flags.fold {
				acc = acc.folded()
			}
			if negated {
				acc = acc.negated()
			}
			if len(acc) == 0 {
				return nil, p.errorf(at, "the class has no character; leave it out")
			}
			return acc, nil
		default:
			if next := p.src[p.pos:]; strings.HasPrefix(next, "&&") || strings.HasPrefix(next, "--") || strings.HasPrefix(next, "~~") {
				if err := apply(); err != nil {
					return nil, err
				}
				op, union = next[:2], nil
				p.pos += 2
				continue
			}
			set, err := p.classRange(unclosed)
			if err != nil {
				return nil, err
			}
			ranges = append(ranges, set...)
		}
	}
}

// What is counted against maxRanges: for looking up a property, and for each range
// that is folded.
const (
	propertyCost = 1000
	foldCost     = 4
)

// posix parses a class like [:alpha:].
func (p *parser) posix() (Set, bool) {
	rest, ok := strings.CutPrefix(p.src[p.pos:], "[:")
	if !ok {
		return nil, false
	}
	name, _, ok := strings.Cut(rest, ":]")
	if !ok {
		return nil, false
	}
	bare := strings.TrimPrefix(name, "^")
	set, ok := asciiClass(bare)
	if !ok {
		return nil, false
	}
	if bare != name {
		set = set.negated()
	}
	p.pos += len("[:") + len(name) + len(":]")
	return set, true
}

// classRange parses one element of a class, or a range of characters.
func (p *parser) classRange(unclosed error) (Set, error) {
	at := p.pos
	from, err := p.classItem()
	if err != nil {
		return nil, err
	}
	p.blank()
	if p.eof() {
		return nil, unclosed
	}
	if p.peek() != '-' || p.after('-') == ']' || p.after('-') == '-' {
		if from.set != nil {
			return from.set, nil
		}
		return single(from.lit), nil
	}
	p.next()
	p.blank()
	if p.eof() {
		return nil, unclosed
	}
	to, err := p.classItem()
	if err != nil {
		return nil, err
	}
	switch {
	case from.set != nil || to.set != nil:
		return nil, p.errorf(at, `a range goes from one character to another; write \- for the character`)
	case from.lit > to.lit:
		return nil, p.errorf(at, "the range's first character comes after its last; swap them")
	}
	return normal([]Range{{from.lit, to.lit}}), nil
}

// after is the character behind the one that comes next, which is c.
func (p *parser) after(c rune) rune {
	at := p.pos
	defer func() { p.pos = at }()
	p.next()
	p.blank()
	return p.peek()
}

func (p *parser) classItem() (escaped, error) {
	at := p.pos
	r := p.next()
	if r != '\\' {
		return escaped{lit: r}, nil
	}
	e, err := p.escape(at)
	if err == nil && e.isLook {
		return e, p.errorf(at, "a class has no assertions; write them outside")
	}
	return e, err
}
