package outline

import (
	"strings"
	"sync"

	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// table says what the nodes of one grammar mean. It is data: a language is its
// table and its fixtures.
type table struct {
	name, scipName string
	family         string // the name where it is empty
	extensions     []string
	filenames      []string // lower case
	interpreters   []string
	grammar        string // the name where it is empty
	served         bool
	// nodes maps node kinds to what they are; other kinds are passed through.
	nodes map[string]node
	// bare: members are seen by their bare names in the methods of their class.
	bare bool
	// overloads: functions of one name in one container differ in parameters,
	// each has a symbol of its own.
	overloads bool
	// closed: a function does not see the variables around it.
	closed bool
	// memberless: a bare name never means a member of a container.
	memberless bool
	// textual: imports put one file's text into another (#include).
	textual bool
	// linked: files name other files (links).
	linked bool
	// self are the texts that mean the receiver of the method around them.
	self []string
	// private are token or node texts that keep a definition of the top level to
	// its file ("static").
	private []string
	// extern is such a text that makes a declaration of what is defined elsewhere.
	extern string
	// sections: what other languages call a namespace is a section of a text.
	sections bool
	// reserved are identifiers to the grammar and keywords to the language.
	reserved []string
	// transparent kinds are looked through where a path descends.
	transparent []string
	// attributes are kinds that may stand between a definition and its
	// documentation.
	attributes []string
	// dots are the operators between a receiver and a name: a name behind one is a
	// member of what stands before it.
	dots []string
	// fields are leaf kinds that an assignment binds in the container around
	// (Ruby's instance variables).
	fields []string
	// binders are the leaf kinds that a pattern binds where their text begins in
	// lower case.
	binders []string
	// qualified maps kinds of names with a container ("A::b") to the paths of
	// the container and of the last name.
	qualified map[string][2]string
	recovery  ts.Recovery
	// reads: index/lang/outline/ctree reads it instead of a grammar.
	reads bool
}

// action is what to do at a node.
type action uint8

const (
	actNone       action = iota
	actDefine            // a definition; may open a scope
	actScope             // a region in which names are bound
	actParam             // a parameter of the function around it
	actAssign            // binds a name where none such is visible, else writes to it
	actRef               // a leaf: a use of a bare name
	actUse               // the children at the path name are uses of bare names
	actMember            // a name behind a receiver
	actCall              // the child at the path name is called
	actBases             // what is named below are bases of the class around it
	actPlain             // what is below is no base, in a list of bases
	actImport            // what is named below is imported
	actInclude           // takes all names of the file that the path name names
	actLink              // the child at the path name is another file's path
	actLinks             // a text with links ("[text](path)")
	actComment           // documentation of what follows
	actWrap              // belongs to the definition directly below it
	actSkip              // nothing below it is a name
	actPattern           // binds the names in the patterns at the path name
	actDeclarator        // the first one in a function holds its parameters
	actList              // a list of values: designators in it are members of what it initialises
	actInit              // above an actList: name, typ or recv lead to what it initialises
	actInto              // the names below are members of a container declared elsewhere
)

// node is what a node kind means.
//
// Paths lead from a node to others: steps separated by dots, alternatives by
// "|". A step is a field's name, <kind> for the first child of that kind, or #
// for the first named child, ! for the first of any kind, @ for the node itself;
// behind it "+" means every such child, "~" the second, "$" the last, "*" as often as possible,
// through transparent kinds too. An alternative that begins with "&" adds to
// those before it.
type node struct {
	do   action
	kind lang.Kind
	name string // path to the name, "name" when empty
	// needs is a path without which the node is no definition and the name a use.
	needs string
	// declares: without needs it is a definition all the same, one that only
	// declares.
	declares bool
	// end is the path to where a signature ends, "body" when empty.
	end string
	// typ is the path to the name of the declared type.
	typ string
	// opens is the kind of scope that the node is, 0 (a file) for none.
	opens lang.ScopeKind
	// outside: the name is bound around the container, not in it (C's enumerators).
	outside bool
	// through changes the kind where the way to the name leads through a kind of
	// node.
	through map[string]lang.Kind
	// space of the name, Value when 0.
	space lang.Space
	role  lang.Role
	// recv is the path to the receiver of a member.
	recv string
	// designates: the member is one of what the list around initialises.
	designates bool
	// called: the member is called.
	called bool
	// word is the path to a text that chooses one of words instead of the node
	// itself.
	word  string
	words map[string]node
	// local: the definition is never seen outside the file.
	local bool
	// prototype: what through makes a function is only declared.
	prototype bool
	// has is a path that makes the kind hasKind where it leads anywhere.
	has     string
	hasKind lang.Kind
	// params is the path to parameters that are no nodes of their own.
	params string
	// skip is the path to nodes that hold no names.
	skip string
	// bases is the path to bases of the container that actInto opens.
	bases string
	// only: the name is a definition only directly in the file or a container.
	only bool
	// global: bound in the file's scope, wherever it stands.
	global bool
}

// step of a path.
type step struct {
	field ts.FieldID
	sym   ts.Sym
	first bool // the first named child
	any   bool // the first child
	self  bool
	all   bool
	last  bool
	next  bool // the second
	star  bool
	also  bool // begins an alternative that adds to those before it
}

type route [][]step

// rule is a compiled node.
type rule struct {
	node
	name, needs, end, typ, recv, word route
	has, params, bases, skip          route
	through                           map[ts.Sym]lang.Kind
	words                             map[string]*rule
}

// grammar is a compiled table.
type grammar struct {
	*table
	g           *ts.Grammar
	rules       []*rule // by symbol
	transparent []bool
	attribute   []bool
	fields      []bool
	binders     []bool
	qualified   map[ts.Sym][2]route
	self        map[string]bool
	reserved    map[string]bool
	readers     sync.Pool // of *ctree.Reader
}

// compile turns the names of a table into the grammar's numbers; it panics on
// names that the grammar has not, which any test finds.
func compile(of *table) *grammar {
	whole := *of // the tables are shared
	t := &whole
	if t.family == "" {
		t.family = t.name
	}
	if t.grammar == "" {
		t.grammar = t.name
	}
	g := grammars[t.grammar]
	n := g.Symbols()
	c := &grammar{
		table: t, g: g, rules: make([]*rule, n), transparent: make([]bool, n), attribute: make([]bool, n),
		fields: make([]bool, n), binders: make([]bool, n),
		qualified: map[ts.Sym][2]route{}, self: set(t.self), reserved: set(t.reserved),
	}
	for kind, nd := range t.nodes {
		c.rules[c.symbol(kind)] = c.rule(nd)
	}
	for _, l := range []struct {
		kinds []string
		is    []bool
	}{{t.transparent, c.transparent}, {t.attributes, c.attribute}, {t.fields, c.fields}, {t.binders, c.binders}} {
		for _, k := range l.kinds {
			l.is[c.symbol(k)] = true
		}
	}
	for k, ps := range t.qualified {
		c.qualified[c.symbol(k)] = [2]route{c.path(ps[0]), c.path(ps[1])}
	}
	return c
}

// symbol is the number of a node kind, or of a token that is written in quotes.
func (c *grammar) symbol(kind string) ts.Sym {
	if kind[0] == '\'' {
		return c.g.Token(strings.Trim(kind, "'"))
	}
	return c.g.Symbol(kind)
}

func set(names []string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[n] = true
	}
	return m
}

func (c *grammar) rule(nd node) *rule {
	r := &rule{node: nd, through: map[ts.Sym]lang.Kind{}, words: map[string]*rule{}}
	if nd.name == "" && nd.do != actRef {
		switch nd.do {
		case actDefine, actParam, actMember, actInto:
			nd.name = "name"
		}
	}
	r.name, r.needs, r.typ, r.recv, r.word = c.path(nd.name), c.path(nd.needs), c.path(nd.typ), c.path(nd.recv), c.path(nd.word)
	r.end, r.has, r.params, r.bases, r.skip = c.path(nd.end), c.path(nd.has), c.path(nd.params), c.path(nd.bases), c.path(nd.skip)
	for k, kind := range nd.through {
		r.through[c.symbol(k)] = kind
	}
	for w, nd := range nd.words {
		r.words[w] = c.rule(nd)
	}
	return r
}

func (c *grammar) path(s string) route {
	if s == "" {
		return nil
	}
	var p route
	for _, alt := range strings.Split(s, "|") {
		var steps []step
		alt, also := strings.CutPrefix(alt, "&")
		for _, part := range strings.Split(alt, ".") {
			var st step
			if q, ok := strings.CutSuffix(part, "+"); ok {
				part, st.all = q, true
			}
			if q, ok := strings.CutSuffix(part, "$"); ok {
				part, st.last = q, true
			}
			if q, ok := strings.CutSuffix(part, "~"); ok {
				part, st.next = q, true
			}
			if q, ok := strings.CutSuffix(part, "*"); ok {
				part, st.star = q, true
			}
			switch {
			case part == "#":
				st.first = true
			case part == "!":
				st.any = true
			case part == "@":
				st.self = true
			case part[0] == '<':
				st.sym = c.symbol(strings.Trim(part, "<>"))
			default:
				st.field = c.g.Field(part)
			}
			st.also = also
			steps = append(steps, st)
		}
		p = append(p, steps)
	}
	return p
}

// suffix is the descriptor of a definition of kind k.
func suffix(k lang.Kind) symbol.Suffix {
	switch k {
	case lang.KindClass, lang.KindInterface, lang.KindStruct, lang.KindEnum, lang.KindTrait, lang.KindTypeAlias, lang.KindType, lang.KindUnion:
		return symbol.Type
	case lang.KindFunction, lang.KindMethod, lang.KindConstructor, lang.KindStaticMethod, lang.KindAbstractMethod:
		return symbol.Method
	case lang.KindNamespace, lang.KindModule, lang.KindPackage:
		return symbol.Namespace
	case lang.KindMacro:
		return symbol.Macro
	case lang.KindTypeParameter:
		return symbol.TypeParameter
	}
	return symbol.Term
}
