package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strings"
	"sync"
	"weak"
)

// The type checker bounds neither its stack nor its time: two dozen declarations such
// as type G1[T any] struct{ x G2[G2[T]] } make it walk a type of 2^24 parts, and a stack
// that overflows ends the process. So the syntax is looked at before it is checked, and
// declarations that would grow beyond bounds are left out. What mentions them has no
// link then; all else in the package is checked as ever.

const (
	// maxWritten bounds how many parts a type has that is written out: aliases
	// replaced by what they stand for, type arguments in full.
	maxWritten = 1_500
	// maxAlias is maxWritten of a generic alias, each instance of which is expanded again.
	maxAlias = 32
	// maxTimes is how many times its own text a type must have parts to be left out.
	maxTimes = 8
	// maxParams bounds the type parameters of a declaration.
	maxParams = 500
	// maxNested bounds how many steps it takes to walk through what values of a type
	// hold, where each instance is walked through anew.
	maxNested = 20_000
	// maxDoublings bounds how often in a row the type of a value is inferred to hold
	// that of another one twice.
	maxDoublings = 12
	// fewParts is how many parts the type of a variable has that nothing has doubled.
	fewParts = 64
	// maxTerms bounds the terms of a union; each is compared with all others.
	maxTerms = 1_000
	// maxConstant bounds the length of a constant string, in bytes.
	maxConstant = 4 << 20
	// maxDigits bounds the length of a literal number.
	maxDigits = 10_000
	// maxChain bounds how deep declarations of a package lead to one another: the
	// type checker follows them by recursion.
	maxChain = 1_000
	// maxHeld bounds how deep values hold values of other declared types.
	maxHeld = 64
	// fewNames is how many names a package declares of which no chain is too long.
	fewNames = 2_000
	// maxAmong bounds how many embedded fields or interfaces one type has.
	maxAmong = 5_000
)

// linear is a size that depends on the sizes of type parameters: of each, how many
// times it counts, and the rest.
type linear struct {
	rest  float64
	times []float64
}

func constant(n float64) linear { return linear{rest: n} }

// plus adds factor times b.
func (a *linear) plus(factor float64, b linear) {
	if factor == 0 {
		return
	}
	a.rest += factor * b.rest
	if len(b.times) > len(a.times) {
		a.times = slices.Grow(a.times, len(b.times)-len(a.times))[:len(b.times)]
	}
	for i, t := range b.times {
		a.times[i] += factor * t
	}
}

// of returns the size where the parameters have sizes that are linear themselves.
func (a linear) of(args []linear) linear {
	out := constant(a.rest)
	for i, t := range a.times {
		if i < len(args) {
			out.plus(t, args[i])
		}
	}
	return out
}

// sum is the size where all parameters have size 1.
func (a linear) sum() float64 {
	n := a.rest
	for _, t := range a.times {
		n += t
	}
	return n
}

// twice reports how many times parameters count in all.
func (a linear) twice() float64 { return a.sum() - a.rest }

// declared is what is known of a generic type.
type declared struct {
	name   string
	spec   *ast.TypeSpec // nil for a type of another package
	params []string
	alias  bool
	state  uint8 // 0 unknown, 1 being measured, 2 measured
	// written is the size of the type that an alias stands for, nested what a walk
	// through a value takes.
	written, nested linear
	uses            []instance // in what is declared
	text            int        // how many parts its text has
	held            int        // how deep values hold others
}

// instance is a type with its arguments, in terms of parameters.
type instance struct {
	of   *declared
	args []linear
}

// growth measures the types of a package.
type growth struct {
	types   map[string]*declared
	order   []*declared
	foreign map[*types.TypeName]*declared
	imports map[*ast.File]imports
	file    *ast.File
	depth   int // of size
	cache   *inferences
	// grows are the functions and methods whose results hold their parameters more
	// than once, by name, whatever they are methods of.
	grows map[string]bool
	bad   map[ast.Node]string // specs and functions to be left out, with the reason
}

// bounded returns files without the declarations that would grow beyond bounds when
// they are checked; left is told of each with its file and the reason. The files
// themselves do not change. p is their package, with what it has already.
func bounded(cache *inferences, p *types.Package, files []*ast.File, imp importer, left func(f *ast.File, name, why string)) []*ast.File {
	g := &growth{cache: cache, bad: map[ast.Node]string{}}
	s := survey{g: g, imp: imp}
	for _, f := range files {
		g.file = f
		for _, d := range f.Decls {
			s.declaration(d)
		}
	}
	if s.generic || s.suspectTypes() || s.names > fewNames {
		g.types = map[string]*declared{}
		g.collect(files)
		g.measure(files, imp)
	}
	if s.suspectConstants() {
		g.constants(files)
	}
	if calling := g.inferred(p, files, imp); g.calls(calling, imp) {
		g.values(files)
	}
	if s.names > fewNames {
		g.chains(files)
	}
	if len(g.bad) == 0 {
		return files
	}
	out := slices.Clone(files)
	for i, f := range files {
		out[i] = g.without(f, left)
	}
	return out
}

// survey bounds from above what a package can grow to, without a table of its names.
// Only packages that could exceed a bound are measured: nearly none can.
type survey struct {
	g     *growth
	imp   importer
	names int // that are declared
	// generic: there are type parameters, instances or aliases of more than a name.
	generic bool
	// holding is how many types hold values of declared types; branching is the
	// logarithm of the product of how many values each of them holds.
	holding   int
	branching float64
	// largest is how many parts the largest type has, those of types of other packages
	// included; far is how deep these hold others.
	largest   float64
	far       int
	embedding int // how many embedded fields or union terms a type has at most
	// strings is how many bytes of literals the constants have, copying the logarithm
	// of the product of how many constants each of them joins.
	strings int
	copying float64
	digits  bool // a literal is longer than maxDigits
}

// suspectTypes reports whether a type that is not generic may be too large.
func (s *survey) suspectTypes() bool {
	most := s.branching + math.Log2(float64(s.holding+1)) + math.Log2(s.largest+1)
	return s.holding+s.far > maxHeld || s.embedding > maxTerms || most > math.Log2(maxNested)
}

// suspectConstants reports whether a constant may be too long.
func (s *survey) suspectConstants() bool {
	return s.digits || s.copying+math.Log2(float64(s.strings+1)) > math.Log2(maxConstant)
}

func (s *survey) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		s.names++
		s.generic = s.generic || d.Type.TypeParams != nil || generally(d.Recv)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.names++
				s.declared(spec)
			case *ast.ValueSpec:
				s.names += len(spec.Names)
				if d.Tok == token.CONST {
					for _, v := range spec.Values {
						s.constant(v)
					}
				}
			}
		}
	}
}

// declared takes in a declared type.
func (s *survey) declared(t *ast.TypeSpec) {
	if t.TypeParams != nil {
		s.generic = true
		return
	}
	if t.Assign.IsValid() {
		switch t.Type.(type) {
		case *ast.Ident, *ast.SelectorExpr: // as large as what it stands for
		default:
			s.generic = true
			return
		}
	}
	values, parts := 0, 0.0
	s.held(t.Type, 1, &values, &parts)
	if values > 0 {
		s.holding++
		s.branching += math.Log2(float64(values))
	}
	s.largest = max(s.largest, parts)
}

// held adds how many values of declared types n values of a type hold, and how many
// parts its text has.
func (s *survey) held(t ast.Expr, n int, values *int, parts *float64) {
	*parts += float64(n)
	switch t := t.(type) {
	case *ast.Ident:
		if types.Universe.Lookup(t.Name) == nil {
			*values += n
			s.foreign(t, n, parts)
		}
	case *ast.SelectorExpr:
		s.foreign(t, n, parts)
	case *ast.IndexExpr, *ast.IndexListExpr:
		s.generic = true
	case *ast.ParenExpr:
		s.held(t.X, n, values, parts)
	case *ast.UnaryExpr:
		s.held(t.X, n, values, parts)
	case *ast.BinaryExpr:
		s.generic = true
	case *ast.ArrayType:
		if t.Len != nil {
			s.held(t.Elt, n, values, parts)
		}
	case *ast.StructType:
		s.fields(t.Fields, n, values, parts)
	case *ast.InterfaceType:
		s.embedded(t.Methods, n, values, parts)
	}
}

// foreign adds what n values of a type of another package hold.
func (s *survey) foreign(t ast.Expr, n int, parts *float64) {
	if x := s.g.elsewhere(t, s.imp); x != nil {
		*parts += float64(n) * x.nested.sum()
		s.far = max(s.far, x.held+1)
	}
}

// fields adds what the fields of n structs hold.
func (s *survey) fields(list *ast.FieldList, n int, values *int, parts *float64) {
	embedded := 0
	for _, f := range list.List {
		if len(f.Names) == 0 {
			embedded++
		}
		s.held(f.Type, n*max(1, len(f.Names)), values, parts)
	}
	s.embedding = max(s.embedding, embedded)
}

// embedded adds what the embedded parts of n interfaces hold.
func (s *survey) embedded(list *ast.FieldList, n int, values *int, parts *float64) {
	embedded := 0
	for _, f := range list.List {
		if len(f.Names) == 0 {
			embedded++
			s.held(f.Type, n, values, parts)
		}
	}
	s.embedding = max(s.embedding, embedded)
}

// constant takes in the value of a constant.
func (s *survey) constant(x ast.Expr) {
	joined := 0
	for {
		switch t := x.(type) {
		case *ast.ParenExpr:
			x = t.X
			continue
		case *ast.BinaryExpr:
			if t.Op != token.ADD {
				return // not of strings
			}
			joined += s.operand(t.Y)
			x = t.X
			continue
		}
		if joined += s.operand(x); joined > 1 {
			s.copying += math.Log2(float64(joined))
		}
		return
	}
}

// operand takes in an operand of a constant's value; it returns how many constants
// that joins.
func (s *survey) operand(x ast.Expr) int {
	switch x := x.(type) {
	case *ast.BasicLit:
		if x.Kind == token.STRING {
			s.strings += len(x.Value)
		} else if len(x.Value) > maxDigits {
			s.digits = true
		}
		return 0
	case *ast.ParenExpr:
		return s.operand(x.X)
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			return s.operand(x.X) + s.operand(x.Y)
		}
		return 0
	}
	return 1
}

// collect lists the types that files declare.
func (g *growth) collect(files []*ast.File) {
	for _, f := range files {
		for _, d := range f.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok || d.Tok != token.TYPE {
				continue
			}
			for _, s := range d.Specs {
				s, ok := s.(*ast.TypeSpec)
				if !ok {
					continue
				}
				x := &declared{name: s.Name.Name, spec: s, params: paramNames(s.TypeParams), alias: s.Assign.IsValid()}
				if g.types[x.name] == nil && x.name != "_" {
					g.types[x.name] = x
				}
				g.order = append(g.order, x)
			}
		}
	}
}

// inferred notes the functions that double the types of values, of the package itself
// and of those that it imports, and returns the files that may call them.
func (g *growth) inferred(p *types.Package, files []*ast.File, imp importer) (calling []*ast.File) {
	for name := range g.cache.of(p) {
		g.double(name)
	}
	own := len(g.grows) > 0
	doubling := map[*types.Package]bool{}
	for _, f := range files {
		calls := own
		for _, i := range f.Imports {
			q := imp(specPath(i))
			if q == nil {
				continue
			}
			doubles, known := doubling[q]
			if !known {
				names := g.cache.of(q)
				for name := range names {
					g.double(name)
				}
				doubles = len(names) > 0
				doubling[q] = doubles
			}
			calls = calls || doubles
		}
		if calls {
			calling = append(calling, f)
		}
	}
	return calling
}

// double notes that a function doubles the types of values.
func (g *growth) double(name string) {
	if g.grows == nil {
		g.grows = map[string]bool{}
	}
	g.grows[name] = true
}

// generally reports whether a receiver is of a generic type.
func generally(recv *ast.FieldList) bool {
	if recv == nil || len(recv.List) == 0 {
		return false
	}
	t := recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	switch t.(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}

func paramNames(list *ast.FieldList) (names []string) {
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			names = append(names, id.Name)
		}
	}
	return names
}

// measure finds types that grow.
func (g *growth) measure(files []*ast.File, imp importer) {
	in := map[*ast.TypeSpec]*ast.File{}
	for _, f := range files {
		g.importsOf(f, imp)
		for _, d := range f.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok {
						in[s] = f
					}
				}
			}
		}
	}
	for _, x := range g.order {
		g.file = in[x.spec]
		g.size(x, in)
	}
	g.signatures(files)
	g.cycles()
	for _, x := range g.order {
		switch {
		case x.tooWide():
			g.leave(x.spec, "is a type of more than %d parts when its aliases are written out", maxWritten)
		}
	}
}

// importsOf are the packages that a file imports, by the names that they have in it, as
// far as they are known.
func (g *growth) importsOf(f *ast.File, imp importer) imports {
	if m, ok := g.imports[f]; ok {
		return m
	}
	m := imports{}
	for _, s := range f.Imports {
		if p := imp(specPath(s)); p != nil {
			name := p.Name()
			if s.Name != nil {
				name = s.Name.Name
			}
			m[name] = append(m[name], p)
		}
	}
	if g.imports == nil {
		g.imports = map[*ast.File]imports{}
	}
	g.imports[f] = m
	return m
}

// imports are packages by their names in a file; several may have the name ".".
type imports map[string][]*types.Package

// doubled calls do for the variables of inferences.doubled, as a file names them.
func (m imports) doubled(c *inferences, do func(name string, times int)) {
	for as, ps := range m {
		for _, p := range ps {
			for name, n := range c.doubled(p) {
				if as != "." {
					name = as + "." + name
				}
				do(name, n)
			}
		}
	}
}

// elsewhere returns the type of another package that an expression in the file at hand
// names, nil where it names none.
func (g *growth) elsewhere(t ast.Expr, imp importer) *declared {
	of, name := ".", ""
	switch t := t.(type) {
	case *ast.Ident:
		name = t.Name
	case *ast.SelectorExpr:
		id, ok := t.X.(*ast.Ident)
		if !ok {
			return nil
		}
		of, name = id.Name, t.Sel.Name
	}
	if of == "." && !slices.ContainsFunc(g.file.Imports, func(s *ast.ImportSpec) bool { return s.Name != nil && s.Name.Name == "." }) {
		return nil
	}
	for _, p := range g.importsOf(g.file, imp)[of] {
		if o, ok := p.Scope().Lookup(name).(*types.TypeName); ok && o.Exported() {
			return g.imported(o)
		}
	}
	return nil
}

// tooWide reports whether a type written out has too many parts.
func (x *declared) tooWide() bool {
	n := x.written.sum()
	if x.alias && len(x.params) > 0 && n > maxAlias && n > maxTimes*float64(x.text) {
		return true
	}
	return n > maxWritten && n > maxTimes*float64(x.text)
}

func (g *growth) leave(n ast.Node, why string, args ...any) {
	if g.bad[n] == "" {
		g.bad[n] = fmt.Sprintf(why, args...)
	}
}

// size measures a type, after those that it mentions.
func (g *growth) size(x *declared, in map[*ast.TypeSpec]*ast.File) {
	if x.state != 0 {
		return
	}
	x.state = 1
	if g.depth++; g.depth > maxChain {
		g.leave(x.spec, "leads to more than %d other declarations, one after another", maxChain)
		x.written, x.nested, x.state = constant(1), constant(1), 2
		g.depth--
		return
	}
	defer func() { g.depth-- }()
	was := g.file
	g.file = in[x.spec]
	if len(x.params) > maxParams {
		g.leave(x.spec, "has more than %d type parameters", maxParams)
		x.written, x.nested, x.state = constant(1), constant(1), 2
		return
	}
	m := measuring{g: g, x: x, params: x.params, in: in}
	if x.spec.TypeParams != nil {
		for _, f := range x.spec.TypeParams.List {
			m.written(f.Type)
		}
	}
	x.written = m.written(x.spec.Type)
	x.nested = m.nested(x.spec.Type)
	x.state = 2
	g.file = was
	if m.wide != "" {
		g.leave(x.spec, "%s", m.wide)
	}
	x.text, x.held = m.nodes, m.held
	if x.held > maxHeld {
		g.leave(x.spec, "holds values of more than %d types, one in another", maxHeld)
		x.written, x.nested, x.uses, x.held = constant(1), constant(1), nil, 0
		return
	}
	if x.tooWide() || x.nested.sum() > maxNested && x.nested.sum() > maxTimes*float64(x.text) {
		// It is left out: others mention what is not there.
		g.leaveSize(x)
	}
}

// leaveSize makes x count as one that is not there for the types that mention it.
func (g *growth) leaveSize(x *declared) {
	if x.tooWide() {
		g.leave(x.spec, "is a type of more than %d parts when its aliases are written out", maxWritten)
	} else {
		g.leave(x.spec, "holds more than %d other types, one in another", maxNested)
	}
	x.written, x.nested, x.uses = constant(1), constant(1), nil
}

// measuring is the measuring of one declaration.
type measuring struct {
	g      *growth
	x      *declared
	params []string
	in     map[*ast.TypeSpec]*ast.File
	wide   string
	nodes  int
	held   int
	// foreign: only sizes are asked for.
	quiet bool
}

// param returns the number of a type parameter.
func (m *measuring) param(name string) int { return slices.Index(m.params, name) }

// one is the size of a type parameter.
func one(i int) linear {
	l := linear{times: make([]float64, i+1)}
	l.times[i] = 1
	return l
}

// named returns the type that an expression names, nil where it is none that has a
// size of its own.
func (m *measuring) named(t ast.Expr) *declared {
	switch t := t.(type) {
	case *ast.Ident:
		x := m.g.types[t.Name]
		if x == nil {
			return m.g.elsewhere(t, nil)
		}
		m.g.size(x, m.in)
		return x
	case *ast.ParenExpr:
		return m.named(t.X)
	case *ast.SelectorExpr:
		return m.g.elsewhere(t, nil)
	}
	return nil
}

// arguments returns a type and its type arguments.
func arguments(t ast.Expr) (base ast.Expr, args []ast.Expr) {
	switch t := t.(type) {
	case *ast.IndexExpr:
		return t.X, []ast.Expr{t.Index}
	case *ast.IndexListExpr:
		return t.X, t.Indices
	}
	return t, nil
}

// written measures a type as it is written out, and notes the instances in it.
func (m *measuring) written(t ast.Expr) linear {
	m.nodes++
	switch t := t.(type) {
	case nil:
		return constant(0)
	case *ast.Ident:
		if i := m.param(t.Name); i >= 0 {
			return one(i)
		}
		if x := m.named(t); x != nil && x.alias {
			return constant(x.written.sum())
		}
		return constant(1)
	case *ast.SelectorExpr:
		if x := m.named(t); x != nil && x.alias {
			return constant(x.written.sum())
		}
		return constant(1)
	case *ast.IndexExpr, *ast.IndexListExpr:
		base, list := arguments(t)
		args := make([]linear, len(list))
		for i, a := range list {
			args[i] = m.written(a)
		}
		x := m.named(base)
		if x != nil && m.x != nil && !m.quiet {
			m.x.uses = append(m.x.uses, instance{x, args})
		}
		if x != nil && x.alias {
			return x.written.of(args)
		}
		out := constant(1)
		for _, a := range args {
			out.plus(1, a)
		}
		return out
	}
	out := constant(1)
	m.parts(t, func(p ast.Expr) { out.plus(1, m.written(p)) })
	return out
}

// parts calls part for each component of a type.
func (m *measuring) parts(t ast.Expr, part func(ast.Expr)) {
	fields := func(list *ast.FieldList) {
		if list == nil {
			return
		}
		for _, f := range list.List {
			for range max(1, len(f.Names)) {
				part(f.Type)
			}
		}
	}
	switch t := t.(type) {
	case *ast.ParenExpr:
		part(t.X)
	case *ast.StarExpr:
		part(t.X)
	case *ast.ArrayType:
		part(t.Elt)
	case *ast.MapType:
		part(t.Key)
		part(t.Value)
	case *ast.ChanType:
		part(t.Value)
	case *ast.Ellipsis:
		if t.Elt != nil {
			part(t.Elt)
		}
	case *ast.FuncType:
		fields(t.Params)
		fields(t.Results)
	case *ast.StructType:
		fields(t.Fields)
		if n := embeddings(t.Fields); n > maxAmong {
			m.wide = fmt.Sprintf("embeds more than %d types", maxAmong)
		}
	case *ast.InterfaceType:
		fields(t.Methods)
		if n := embeddings(t.Methods); n > maxAmong {
			m.wide = fmt.Sprintf("embeds more than %d types", maxAmong)
		}
	case *ast.UnaryExpr:
		part(t.X)
	case *ast.BinaryExpr:
		terms := 1
		var x ast.Expr = t
		for {
			b, ok := x.(*ast.BinaryExpr)
			if !ok {
				break
			}
			terms++
			part(b.Y)
			x = b.X
		}
		part(x)
		if terms > maxTerms {
			m.wide = fmt.Sprintf("has a union of more than %d terms", maxTerms)
		}
	}
}

func embeddings(list *ast.FieldList) (n int) {
	if list != nil {
		for _, f := range list.List {
			if len(f.Names) == 0 {
				n++
			}
		}
	}
	return n
}

// nested measures a walk through what a value of a type holds.
func (m *measuring) nested(t ast.Expr) linear {
	switch t := t.(type) {
	case nil:
		return constant(0)
	case *ast.Ident:
		if i := m.param(t.Name); i >= 0 {
			return one(i)
		}
		if x := m.named(t); x != nil && x.state == 2 {
			m.held = max(m.held, x.held+1)
			return constant(1 + x.nested.sum())
		}
		return constant(1)
	case *ast.SelectorExpr:
		if x := m.named(t); x != nil {
			m.held = max(m.held, x.held+1)
			return constant(1 + x.nested.sum())
		}
		return constant(1)
	case *ast.IndexExpr, *ast.IndexListExpr:
		base, list := arguments(t)
		args := make([]linear, len(list))
		for i, a := range list {
			args[i] = m.nested(a)
		}
		x := m.named(base)
		if x == nil {
			return constant(1)
		}
		if x.state == 1 { // a cycle, where the walk ends
			out := constant(1)
			for _, a := range args {
				out.plus(1, a)
			}
			return out
		}
		m.held = max(m.held, x.held+1)
		out := x.nested.of(args)
		out.rest++
		return out
	case *ast.StructType, *ast.ParenExpr, *ast.UnaryExpr, *ast.BinaryExpr:
		out := constant(1)
		m.parts(t, func(p ast.Expr) { out.plus(1, m.nested(p)) })
		return out
	case *ast.ArrayType:
		out := constant(1)
		if t.Len != nil {
			out.plus(1, m.nested(t.Elt))
		}
		return out
	case *ast.InterfaceType:
		out := constant(1)
		if t.Methods != nil {
			for _, f := range t.Methods.List {
				if len(f.Names) == 0 {
					out.plus(1, m.nested(f.Type))
				}
			}
		}
		return out
	}
	return constant(1)
}

// imported measures a type of another package, whose own declarations are bounded.
func (g *growth) imported(o *types.TypeName) *declared {
	if x := g.foreign[o]; x != nil {
		return x
	}
	x := &declared{name: o.Name(), state: 2, alias: o.IsAlias()}
	if g.foreign == nil {
		g.foreign = map[*types.TypeName]*declared{}
	}
	g.foreign[o] = x
	var params *types.TypeParamList
	var rhs types.Type
	switch t := o.Type().(type) {
	case *types.Named:
		params, rhs = t.TypeParams(), t.Underlying()
	case *types.Alias:
		params, rhs = t.TypeParams(), t.Rhs()
	default:
		rhs = t
	}
	if params.Len() == 0 && !x.alias {
		x.written, x.nested = constant(1), constant(1)
		h := g.cache.heldBy(o, func() (h holding) {
			s := sizes{g: g, left: 4 * maxNested}
			x.state = 1
			h.parts = s.of(rhs, true).sum()
			h.depth = s.held
			return h
		})
		x.nested, x.held, x.state = constant(h.parts), h.depth, 2
		return x
	}
	s := sizes{g: g, left: 4 * maxNested, params: map[*types.TypeParam]int{}}
	for i := range params.Len() {
		s.params[params.At(i)] = i
		x.params = append(x.params, params.At(i).Obj().Name())
	}
	x.state = 1
	x.written = s.of(rhs, false)
	s.left = 4 * maxNested
	x.nested = s.of(rhs, true)
	x.held, x.state = s.held, 2
	return x
}

// sizes measures types that were checked.
type sizes struct {
	g      *growth
	left   int // steps; what takes more counts as endless
	held   int // how deep values hold others
	params map[*types.TypeParam]int
}

func (s *sizes) of(t types.Type, nested bool) linear {
	if s.left--; s.left < 0 {
		return constant(math.Inf(1))
	}
	out := constant(1)
	part := func(t types.Type) { out.plus(1, s.of(t, nested)) }
	instance := func(o *types.TypeName, list *types.TypeList, alias bool) linear {
		if list.Len() == 0 && !alias && !nested || o.Pkg() == nil {
			return constant(1)
		}
		x := s.g.imported(o)
		s.held = max(s.held, x.held+1)
		args := make([]linear, list.Len())
		for i := range args {
			args[i] = s.of(list.At(i), nested)
		}
		if x.state == 2 && nested {
			l := x.nested.of(args)
			l.rest++
			return l
		} else if x.state == 2 && alias {
			return x.written.of(args)
		}
		l := constant(1)
		for _, a := range args {
			l.plus(1, a)
		}
		return l
	}
	switch t := t.(type) {
	case *types.TypeParam:
		if i, ok := s.params[t]; ok {
			return one(i)
		}
	case *types.Named:
		return instance(t.Origin().Obj(), t.TypeArgs(), false)
	case *types.Alias:
		return instance(t.Origin().Obj(), t.TypeArgs(), true)
	case *types.Struct:
		for i := range t.NumFields() {
			part(t.Field(i).Type())
		}
	case *types.Array:
		part(t.Elem())
	case *types.Union:
		for i := range t.Len() {
			part(t.Term(i).Type())
		}
	case *types.Interface:
		if nested {
			for i := range t.NumEmbeddeds() {
				part(t.EmbeddedType(i))
			}
			break
		}
		for i := range t.NumExplicitMethods() {
			part(t.ExplicitMethod(i).Type())
		}
	}
	if nested {
		return out
	}
	switch t := t.(type) {
	case *types.Pointer:
		part(t.Elem())
	case *types.Slice:
		part(t.Elem())
	case *types.Map:
		part(t.Key())
		part(t.Elem())
	case *types.Chan:
		part(t.Elem())
	case *types.Tuple:
		for i := range t.Len() {
			part(t.At(i).Type())
		}
	case *types.Signature:
		part(t.Params())
		part(t.Results())
	}
	return out
}

// signatures measures functions and methods: the instances in those of a type count as
// part of it, and results that hold a parameter more than once double the types of
// values.
func (g *growth) signatures(files []*ast.File) {
	in := map[*ast.TypeSpec]*ast.File{}
	for _, f := range files {
		g.file = f
		for _, d := range f.Decls {
			fun, ok := d.(*ast.FuncDecl)
			if !ok || fun.Type.TypeParams == nil && !generally(fun.Recv) {
				continue
			}
			m := measuring{g: g, params: paramNames(fun.Type.TypeParams), in: in}
			if len(m.params) > maxParams {
				g.leave(fun, "has more than %d type parameters", maxParams)
				continue
			}
			if fun.Recv != nil {
				t := fun.Recv.List[0].Type
				if p, ok := t.(*ast.StarExpr); ok {
					t = p.X
				}
				base, list := arguments(t)
				for _, a := range list {
					name := "_"
					if id, ok := a.(*ast.Ident); ok {
						name = id.Name
					}
					m.params = append(m.params, name)
				}
				if m.x = m.named(base); m.x != nil && m.x.spec == nil {
					m.x = nil
				}
			}
			total := m.written(fun.Type)
			if total.sum() > maxWritten && total.sum() > maxTimes*float64(m.nodes) {
				g.leave(fun, "has a signature of more than %d parts", maxWritten)
			}
			if fun.Type.TypeParams != nil {
				for _, p := range fun.Type.TypeParams.List {
					m.quiet = true
					if m.written(p.Type); m.wide != "" {
						g.leave(fun, "%s", m.wide)
					}
				}
			}
			if fun.Type.Results == nil {
				continue
			}
			for _, r := range fun.Type.Results.List {
				m.quiet = true
				if m.written(r.Type).twice() >= 2 {
					g.double(fun.Name.Name)
				}
			}
		}
	}
}

// inferences are the functions and methods of packages whose results hold type
// parameters more than once. Safe for concurrent use.
type inferences struct {
	mu     sync.Mutex
	known  map[weak.Pointer[types.Package]]map[string]bool // which keeps no package
	values map[weak.Pointer[types.Package]]map[string]int  // of doubled
	// held is what values of the types of packages hold, by name.
	held map[weak.Pointer[types.Package]]map[string]holding
}

// holding is how many parts the values of a type hold, and how deep.
type holding struct {
	parts float64
	depth int
}

// heldBy returns what values of a type that is not generic hold, which measure says.
func (c *inferences) heldBy(o *types.TypeName, measure func() holding) holding {
	key := weak.Make(o.Pkg())
	c.mu.Lock()
	h, ok := c.held[key][o.Name()]
	c.mu.Unlock()
	if ok {
		return h
	}
	h = measure()
	if o.Pkg().Complete() && o.Parent() == o.Pkg().Scope() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.held == nil {
			c.held = map[weak.Pointer[types.Package]]map[string]holding{}
		}
		if c.held[key] == nil {
			c.held[key] = map[string]holding{}
		}
		c.held[key][o.Name()] = h
	}
	return h
}

// doubled returns how often the types of a package's variables have doubled, as far as
// that is often, by name.
func (c *inferences) doubled(p *types.Package) map[string]int {
	key := weak.Make(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if names, ok := c.values[key]; ok {
		return names
	}
	var names map[string]int
	g := &growth{cache: &inferences{}} // this one is locked
	for _, n := range p.Scope().Names() {
		v, ok := p.Scope().Lookup(n).(*types.Var)
		if !ok || !v.Exported() {
			continue
		}
		s := sizes{g: g, left: 4 * maxNested}
		if times := s.of(v.Type(), false).sum(); times > fewParts {
			if names == nil {
				names = map[string]int{}
			}
			names[n] = int(math.Log2(min(times, maxNested)))
		}
	}
	if p.Complete() {
		if c.values == nil {
			c.values = map[weak.Pointer[types.Package]]map[string]int{}
		}
		c.values[key] = names
	}
	return names
}

// of returns those that a package has, by name.
func (c *inferences) of(p *types.Package) map[string]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := weak.Make(p)
	if names, ok := c.known[key]; ok {
		return names
	}
	var names map[string]bool
	g := &growth{cache: &inferences{}} // this one is locked
	note := func(f *types.Func, params *types.TypeParamList) {
		if params.Len() == 0 {
			return
		}
		s := sizes{g: g, left: maxNested, params: map[*types.TypeParam]int{}}
		for i := range params.Len() {
			s.params[params.At(i)] = i
		}
		for i := range f.Signature().Results().Len() {
			if s.of(f.Signature().Results().At(i).Type(), false).twice() >= 2 {
				if names == nil {
					names = map[string]bool{}
				}
				names[f.Name()] = true
			}
		}
	}
	for _, n := range p.Scope().Names() {
		switch o := p.Scope().Lookup(n).(type) {
		case *types.Func:
			note(o, o.Signature().TypeParams())
		case *types.TypeName:
			if t, ok := o.Type().(*types.Named); ok && t.TypeParams().Len() > 0 {
				for i := range t.NumMethods() {
					note(t.Method(i), t.Method(i).Signature().RecvTypeParams())
				}
			}
		}
	}
	if p.Complete() {
		if c.known == nil {
			c.known = map[weak.Pointer[types.Package]]map[string]bool{}
		}
		c.known[key] = names
	}
	return names
}

// node is a type parameter of a generic type.
type node struct {
	of    *declared
	param int
}

type edge struct {
	to node
	// times and rest say how large the argument is where the parameter has size 1.
	times, rest float64
	grows       bool
}

// cycles leaves out types whose arguments grow on a way that leads back to them, and
// those whose arguments are too large on any way.
func (g *growth) cycles() {
	edges := map[node][]edge{}
	for _, x := range g.order {
		for _, u := range x.uses {
			for k, a := range u.args {
				if u.of.spec == nil || k >= len(u.of.params) {
					continue
				}
				for i, t := range a.times {
					if t > 0 {
						edges[node{x, i}] = append(edges[node{x, i}], edge{node{u.of, k}, t, a.sum() - t, a.sum() > 1})
					}
				}
			}
		}
	}
	number, low := map[node]int{}, map[node]int{}
	var stack []node
	component := map[node]int{}
	var components [][]node
	var visit func(n node)
	visit = func(n node) {
		number[n] = len(number) + 1
		low[n] = number[n]
		stack = append(stack, n)
		for _, e := range edges[n] {
			if number[e.to] == 0 {
				visit(e.to)
				low[n] = min(low[n], low[e.to])
			} else if component[e.to] == 0 {
				low[n] = min(low[n], number[e.to])
			}
		}
		if low[n] == number[n] {
			var c []node
			for {
				m := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				c = append(c, m)
				component[m] = len(components) + 1
				if m == n {
					break
				}
			}
			components = append(components, c)
		}
	}
	for _, x := range g.order {
		for i := range x.params {
			if n := (node{x, i}); number[n] == 0 {
				visit(n)
			}
		}
	}
	size := map[node]float64{}
	for _, c := range slices.Backward(components) { // what uses comes before what is used
		most := 1.0
		for _, n := range c {
			most = max(most, size[n])
		}
		for _, n := range c {
			for _, e := range edges[n] {
				if component[e.to] == component[n] {
					if e.grows {
						g.leave(n.of.spec, "is a generic type whose arguments grow without end")
					}
					continue
				}
				if s := e.times*most + e.rest; s > maxWritten {
					g.leave(n.of.spec, "leads to a type of more than %d parts", maxWritten)
				} else {
					size[e.to] = max(size[e.to], s)
				}
			}
		}
	}
}

// eachValue calls do for the constants or variables of files that have a value.
func eachValue(files []*ast.File, tok token.Token, do func(s *ast.ValueSpec, id *ast.Ident, value ast.Expr)) {
	for _, f := range files {
		for _, d := range f.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok || d.Tok != tok {
				continue
			}
			for _, s := range d.Specs {
				s, ok := s.(*ast.ValueSpec)
				if !ok {
					continue
				}
				for i, id := range s.Names {
					if v := valueOf(s, i); v != nil {
						do(s, id, v)
					}
				}
			}
		}
	}
}

// constants leaves out constants that are too long.
func (g *growth) constants(files []*ast.File) {
	lengths, consts := map[string]float64{}, map[string]ast.Expr{}
	eachValue(files, token.CONST, func(_ *ast.ValueSpec, id *ast.Ident, v ast.Expr) { consts[id.Name] = v })
	eachValue(files, token.CONST, func(s *ast.ValueSpec, _ *ast.Ident, v ast.Expr) {
		switch {
		case length(v, consts, lengths, 0) > maxConstant:
			g.leave(s, "is a constant of more than %d bytes", maxConstant)
		case digits(v):
			g.leave(s, "is a number of more than %d digits", maxDigits)
		}
	})
}

// calls reports whether files call functions that double more than maxDoublings times,
// in one body, the values of all variables and the largest one of another package.
func (g *growth) calls(files []*ast.File, imp importer) bool {
	variables, body := 0, 0
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Body != nil {
					body = max(body, g.named(d.Body))
				}
			case *ast.GenDecl:
				if d.Tok == token.VAR {
					variables += g.named(d)
				}
			}
		}
	}
	if n := variables + body; n == 0 || n > maxDoublings {
		return n > 0
	}
	far := 0
	for _, f := range files {
		g.importsOf(f, imp).doubled(g.cache, func(_ string, n int) { far = max(far, n) })
	}
	return variables+body+far > maxDoublings
}

// values leaves out functions and variables whose types are inferred to double too
// often.
func (g *growth) values(files []*ast.File) {
	vars := map[string]ast.Expr{}
	eachValue(files, token.VAR, func(_ *ast.ValueSpec, id *ast.Ident, v ast.Expr) { vars[id.Name] = v })
	d := doubling{g: g, vars: vars, depths: map[string]int{}, far: map[string]int{}}
	deepest := 0
	for _, of := range g.imports {
		of.doubled(g.cache, func(name string, n int) {
			d.far[name] = max(d.far[name], n)
			deepest = max(deepest, n)
		})
	}
	eachValue(files, token.VAR, func(s *ast.ValueSpec, id *ast.Ident, _ ast.Expr) {
		if n := d.variable(id.Name); n > maxDoublings {
			g.leave(s, "has a type that is inferred to double more than %d times", maxDoublings)
		} else {
			deepest = max(deepest, n)
		}
	})
	for _, f := range files {
		for _, decl := range f.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if ok && decl.Body != nil && g.named(decl.Body)+deepest > maxDoublings && d.body(decl.Body) > maxDoublings {
				g.leave(decl, "has values whose types are inferred to double more than %d times", maxDoublings)
			}
		}
	}
}

// named returns how often a tree names functions that double, as far as that is no more
// than maxDoublings. A body of few bytes can't name so many.
func (g *growth) named(n ast.Node) (times int) {
	if b, ok := n.(*ast.BlockStmt); ok && b.End()-b.Pos() < 4*maxDoublings {
		return 0
	}
	ast.Inspect(n, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok && g.grows[id.Name] {
			times++
		}
		return times <= maxDoublings
	})
	return times
}

func valueOf(s *ast.ValueSpec, i int) ast.Expr {
	switch {
	case i < len(s.Values):
		return s.Values[i]
	case len(s.Values) == 1:
		return s.Values[0]
	}
	return nil
}

// digits reports whether a constant is a literal number that takes too long to read.
func digits(x ast.Expr) bool {
	l, ok := x.(*ast.BasicLit)
	return ok && l.Kind != token.STRING && len(l.Value) > maxDigits
}

// length returns how long a constant string is at most.
func length(x ast.Expr, consts map[string]ast.Expr, known map[string]float64, depth int) float64 {
	if depth > maxChain {
		return 0
	}
	switch x := x.(type) {
	case *ast.BasicLit:
		if x.Kind == token.STRING {
			return float64(len(x.Value))
		}
	case *ast.ParenExpr:
		return length(x.X, consts, known, depth+1)
	case *ast.Ident:
		if n, ok := known[x.Name]; ok {
			return n
		}
		v, ok := consts[x.Name]
		if !ok {
			return 0
		}
		known[x.Name] = 0 // a cycle
		known[x.Name] = length(v, consts, known, depth+1)
		return known[x.Name]
	case *ast.BinaryExpr:
		n := 0.0
		for x.Op == token.ADD {
			n += length(x.Y, consts, known, depth+1)
			left, ok := x.X.(*ast.BinaryExpr)
			if !ok {
				return n + length(x.X, consts, known, depth+1)
			}
			x = left
		}
		return n
	}
	return 0
}

// doubling measures how often the types of values double.
type doubling struct {
	g      *growth
	vars   map[string]ast.Expr // of the package
	depths map[string]int
	local  map[string]int
	far    map[string]int // of variables of other packages, as they are written
}

// variable is how often the type of a variable of the package doubles.
func (d *doubling) variable(name string) int {
	if n, ok := d.depths[name]; ok {
		return n
	}
	v, ok := d.vars[name]
	if !ok {
		return d.far[name]
	}
	d.depths[name] = 0
	n := d.expr(v)
	d.depths[name] = n
	return n
}

// expr is how often the type of an expression may double.
func (d *doubling) expr(x ast.Expr) (most int) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			in := 0
			for _, a := range n.Args {
				in = max(in, d.expr(a))
			}
			if name, x := called(n.Fun); d.g.grows[name] {
				if x != nil {
					in = max(in, d.expr(x))
				}
				in++
			} else {
				in = max(in, d.expr(n.Fun))
			}
			most = max(most, in)
			return false
		case *ast.FuncLit:
			most = max(most, d.statements(n.Body))
			return false
		case *ast.Ident:
			if l, ok := d.local[n.Name]; ok {
				most = max(most, l)
			} else {
				most = max(most, d.variable(n.Name))
			}
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && len(d.far) > 0 {
				most = max(most, d.far[id.Name+"."+n.Sel.Name])
			}
		}
		return true
	})
	return most
}

// called returns the name of a function that is called, as growth.grows has it, and
// what it is a method of.
func called(f ast.Expr) (name string, x ast.Expr) {
	base, _ := arguments(f)
	switch f := base.(type) {
	case *ast.Ident:
		return f.Name, nil
	case *ast.SelectorExpr:
		return f.Sel.Name, f.X
	}
	return "", nil
}

// body is expr of the body of a function.
func (d *doubling) body(b *ast.BlockStmt) int {
	d.local = map[string]int{}
	defer func() { d.local = nil }()
	return d.statements(b)
}

func (d *doubling) statements(b *ast.BlockStmt) (most int) {
	set := func(x ast.Expr, n int) {
		if id, ok := x.(*ast.Ident); ok && d.local != nil {
			d.local[id.Name] = max(d.local[id.Name], n)
		}
	}
	ast.Inspect(b, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			of := 0
			for _, r := range n.Rhs {
				of = max(of, d.expr(r))
			}
			for _, l := range n.Lhs {
				set(l, of)
			}
			most = max(most, of)
			return false
		case *ast.RangeStmt:
			of := d.expr(n.X)
			set(n.Key, of)
			set(n.Value, of)
			most = max(most, of)
		case *ast.ValueSpec:
			of := 0
			for _, r := range n.Values {
				of = max(of, d.expr(r))
			}
			for _, l := range n.Names {
				set(l, of)
			}
			most = max(most, of)
			return false
		case *ast.CallExpr:
			most = max(most, d.expr(n))
			return false
		}
		return true
	})
	return most
}

// chains leaves out declarations that others lead to on too long a way.
func (g *growth) chains(files []*ast.File) {
	type step struct {
		spec  ast.Node
		state uint8
		depth int
	}
	byName := map[string]*step{}
	var all []*step
	add := func(n ast.Node, names ...*ast.Ident) {
		d := &step{spec: n}
		all = append(all, d)
		for _, id := range names {
			if byName[id.Name] == nil {
				byName[id.Name] = d
			}
		}
	}
	for _, f := range files {
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if decl.Recv == nil {
					add(decl, decl.Name)
				}
			case *ast.GenDecl:
				for _, s := range decl.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						add(s, s.Name)
					case *ast.ValueSpec:
						add(s, s.Names...)
					}
				}
			}
		}
	}
	mentioned := func(d *step) (out []*step) {
		from := d.spec
		if f, ok := from.(*ast.FuncDecl); ok {
			from = f.Type // bodies are checked later
		}
		namesIn(from, func(name string) {
			if m := byName[name]; m != nil && m != d {
				out = append(out, m)
			}
		})
		return out
	}
	type frame struct {
		d    *step
		rest []*step
	}
	for _, d := range all {
		if d.state != 0 {
			continue
		}
		stack := []frame{{d, mentioned(d)}}
		d.state = 1
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.rest) == 0 {
				if top.d.state = 2; top.d.depth > maxChain {
					g.leave(top.d.spec, "leads to more than %d other declarations, one after another", maxChain)
					top.d.depth = 0
				}
				depth := top.d.depth + 1
				stack = stack[:len(stack)-1]
				if len(stack) > 0 {
					up := stack[len(stack)-1].d
					up.depth = max(up.depth, depth)
				}
				continue
			}
			next := top.rest[0]
			top.rest = top.rest[1:]
			switch next.state {
			case 0:
				next.state = 1
				stack = append(stack, frame{next, mentioned(next)})
			case 2:
				top.d.depth = max(top.d.depth, next.depth+1)
			case 1: // a cycle: it is followed until it closes
				if len(stack) > maxChain {
					g.leave(top.d.spec, "is one of more than %d declarations that lead back to themselves", maxChain)
				}
			}
		}
	}
}

// without is a file without what is to be left out.
func (g *growth) without(f *ast.File, left func(f *ast.File, name, why string)) *ast.File {
	out := *f
	out.Decls = make([]ast.Decl, 0, len(f.Decls))
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if why := g.bad[d]; why != "" {
				left(f, d.Name.Name, why)
				if strings.HasPrefix(why, "has values") {
					bare := *d
					bare.Body = nil
					out.Decls = append(out.Decls, &bare)
				}
				continue
			}
		case *ast.GenDecl:
			if slices.ContainsFunc(d.Specs, func(s ast.Spec) bool { return g.bad[s] != "" }) {
				out.Decls = append(out.Decls, g.fewer(f, d, left))
				continue
			}
		}
		out.Decls = append(out.Decls, d)
	}
	return &out
}

// fewer is a declaration without the specs that are to be left out. Of a constant its
// place stays: the values of others depend on it.
func (g *growth) fewer(f *ast.File, d *ast.GenDecl, left func(f *ast.File, name, why string)) *ast.GenDecl {
	out := *d
	out.Specs = nil
	for _, s := range d.Specs {
		why := g.bad[s]
		if why == "" {
			out.Specs = append(out.Specs, s)
			continue
		}
		switch s := s.(type) {
		case *ast.TypeSpec:
			left(f, s.Name.Name, why)
		case *ast.ValueSpec:
			left(f, s.Names[0].Name, why)
			if d.Tok == token.CONST {
				out.Specs = append(out.Specs, &ast.ValueSpec{Names: []*ast.Ident{{NamePos: s.Pos(), Name: "_"}}, Values: []ast.Expr{&ast.BasicLit{ValuePos: s.Pos(), Kind: token.INT, Value: "0"}}})
			}
		}
	}
	return &out
}
