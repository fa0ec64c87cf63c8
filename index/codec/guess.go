package codec

import "codeintel/index/lang"

// rowSet numbers different rows in the order in which they first come.
type rowSet[T comparable] struct {
	ids  map[T]uint32
	list []T
	last [256]uint32 // 1 + the number of a row with a key, by its hash: most are found without the map
}

// add is told a key, which equal rows have alike and few others.
func (s *rowSet[T]) add(row T, key uint32) (id uint32, fresh bool) {
	last := &s.last[key*0x9e3779b1>>24] // Fibonacci hashing
	if *last > 0 && s.list[*last-1] == row {
		return *last - 1, false
	}
	id, ok := s.ids[row]
	if !ok {
		if s.ids == nil {
			s.ids = map[T]uint32{}
		}
		id = uint32(len(s.list))
		s.ids[row] = id
		s.list = append(s.list, row)
	}
	*last = id + 1
	return id, !ok
}

// sequence foretells a row's number from the two before it.
type sequence struct {
	next [sequenceMax]uint32 // 1 + the row that followed the last time
	at   uint32
}

const sequenceMax = 1 << 12

func (c *sequence) expect() uint32 { return c.next[c.at] - 1 }

func (c *sequence) use(id uint32) {
	c.next[c.at] = id + 1
	c.at = (c.at<<6 ^ id) % sequenceMax
}

// code is 0 for the expected number, else one more than the number; id is its
// reverse. Both go on to the next row.
func (c *sequence) code(id uint32) uint32 {
	code := id + 1
	if c.expect() == id {
		code = 0
	}
	c.use(id)
	return code
}

func (c *sequence) id(code uint32) uint32 {
	id := code - 1
	if code == 0 {
		id = c.expect()
	}
	c.use(id)
	return id
}

// guess foretells definitions and references from those before them in the
// text. Encoder and Decoder take the same steps, so that any guess can be
// undone; a wrong one costs bytes only. All steps take bounded time, whatever
// the tables hold.
type guess struct {
	// names
	fresh  uint32          // the highest so far
	last   uint32          // the one before
	older  uint32          // the one before last
	follow []uint32        // by name, what followed it the last time
	after  [pairMax]uint32 // by the two names before, what followed them the last time
	recent [recentMax]uint32
	count  int // of recent

	// shapes
	shapes sequence
	byName []uint32 // by name, 1 + its last shape

	// scopes
	scopes []lang.Scope
	inner  lang.ScopeID // the scope at hand
	next   int          // the first scope that is not yet entered

	// targets
	defs      []uint32 // by name, the definition that it last stood for
	receivers []uint32 // by reference, 1 + the receiver
	exprs     []uint32 // by reference, 1 + the expression that it is
	before    [256]uint32
}

// recentMax is how many different names are remembered in their order.
const recentMax = 128

// start begins with a file whose names, scopes and expressions are known.
func (g *guess) start(f *lang.Facts) {
	n := len(f.Names) + 1
	*g = guess{
		follow: cleared(g.follow, n), byName: cleared(g.byName, n), defs: cleared(g.defs, n),
		receivers: cleared(g.receivers, len(f.Refs)), exprs: cleared(g.exprs, len(f.Refs)),
		scopes: f.Scopes,
	}
	for i := range f.Exprs {
		x := &f.Exprs[i]
		if (x.Kind == lang.ExprMember || x.Kind == lang.ExprName) && x.N >= 0 && int(x.N) < len(f.Refs) {
			g.exprs[x.N] = uint32(i) + 1
			if x.Kind == lang.ExprMember {
				g.receivers[x.N] = uint32(x.A) + 1
			}
		}
	}
}

// Codes of names.
const (
	nameAfter   = iota // the same as the last time after the two names before
	nameFollows        // the same as the last time after the name before
	nameNew            // one more than the highest so far
	nameRecent         // and the following: by place in recent
	nameOther   = nameRecent + recentMax
)

// slot is where a name has its place in the tables by name.
func (g *guess) slot(name uint32) uint32 {
	if uint64(name) < uint64(len(g.follow)) {
		return name
	}
	return 0
}

// pair is where the two names before have their place in after.
func (g *guess) pair() uint32 { return (g.last ^ g.older*0x9e3779b1>>20) % pairMax }

const pairMax = 1 << 12

// nameCode is the code of a name, and its place in recent where that was looked
// up; else -1.
func (g *guess) nameCode(name uint32) (code uint32, at int) {
	switch {
	case g.after[g.pair()] == name:
		return nameAfter, g.place(name)
	case g.follow[g.slot(g.last)] == name:
		return nameFollows, g.place(name)
	}
	if at = g.place(name); at >= 0 {
		return nameRecent + uint32(at), at
	}
	if name == g.fresh+1 {
		return nameNew, -1
	}
	return nameOther, -1
}

// name is the reverse of nameCode, but for nameOther.
func (g *guess) name(code uint32) (name uint32, at int) {
	switch code {
	case nameAfter:
		name = g.after[g.pair()]
		return name, g.place(name)
	case nameFollows:
		name = g.follow[g.slot(g.last)]
		return name, g.place(name)
	case nameNew:
		return g.fresh + 1, -1
	}
	if at = int(code - nameRecent); at >= g.count {
		return 0, -1
	}
	return g.recent[at], at
}

// place is where a name is in recent, -1 when it is not.
func (g *guess) place(name uint32) int {
	for i, n := range g.recent[:g.count] {
		if n == name {
			return i
		}
	}
	return -1
}

// useName goes on to a name whose place in recent is at.
func (g *guess) useName(name uint32, at int) {
	if at < 0 {
		if g.count < recentMax {
			g.count++
		}
		at = g.count - 1
	}
	copy(g.recent[1:at+1], g.recent[:at])
	g.recent[0] = name
	g.follow[g.slot(g.last)] = name
	g.after[g.pair()] = name
	g.older, g.last = g.last, name
	g.fresh = max(g.fresh, name)
}

// Codes of shapes; the others are more than the shape's number.
const (
	shapeOfName = iota // the one that the name at hand had the last time
	shapeNext          // the one that followed the two before the last time
	shapeOther
)

func (g *guess) shapeCode(id uint32) uint32 {
	switch {
	case g.byName[g.slot(g.last)] == id+1:
		return shapeOfName
	case g.shapes.expect() == id:
		return shapeNext
	}
	return shapeOther + id
}

func (g *guess) shapeID(code uint32) uint32 {
	switch code {
	case shapeOfName:
		return g.byName[g.slot(g.last)] - 1
	case shapeNext:
		return g.shapes.expect()
	}
	return code - shapeOther
}

func (g *guess) useShape(id uint32) {
	g.shapes.use(id)
	g.byName[g.slot(g.last)] = id + 1
}

// outwards is how many scopes are left at a time.
const outwards = 64

// scope is the innermost scope around a place, for places that mostly ascend
// and scopes that nest.
func (g *guess) scope(place uint32) lang.ScopeID {
	for range outwards {
		if g.inner == 0 || g.scopes[g.inner].End > place {
			break
		}
		g.inner = outer(g.scopes, g.inner)
	}
	for ; g.next < len(g.scopes) && g.scopes[g.next].Start <= place; g.next++ {
		if g.scopes[g.next].End > place {
			g.inner = lang.ScopeID(g.next)
		}
	}
	return g.inner
}

// outer is the parent of a scope, or the file where that comes not before it.
func outer(scopes []lang.Scope, s lang.ScopeID) lang.ScopeID {
	if p := scopes[s].Parent; p >= 0 && p < s {
		return p
	}
	return 0
}

// owner is the definition whose body a scope lies in.
func (g *guess) owner(s lang.ScopeID) lang.DefID {
	for range outwards {
		if int(s) >= len(g.scopes) {
			break
		}
		if o := g.scopes[s].Owner; o >= 0 || s == 0 {
			return o
		}
		s = outer(g.scopes, s)
	}
	return lang.NoDef
}

func (g *guess) useDef(name uint32, d lang.DefID) { g.defs[g.slot(name)] = uint32(d) }

// target is X of a reference: of a member the receiver in its expression, or
// the expression before it.
func (g *guess) target(r lang.RefID, k lang.RefKind, name uint32) uint32 {
	switch k {
	case lang.RefMember:
		if x := g.receivers[r]; x > 0 {
			return x - 1
		}
		if r > 0 && g.exprs[r-1] > 0 {
			return g.exprs[r-1] - 1
		}
	case lang.RefDef, lang.RefContext:
		return g.defs[g.slot(name)]
	}
	return g.before[k]
}

func (g *guess) useTarget(k lang.RefKind, name, x uint32) {
	g.before[k] = x
	if k == lang.RefDef || k == lang.RefContext {
		g.defs[g.slot(name)] = x
	}
}
