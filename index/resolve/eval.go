package resolve

import (
	"fmt"

	"codeintel/index/lang"
)

// Bounds of one evaluation. They make pathological code cost little; what is
// beyond them stays unresolved.
const (
	maxDepth = 60      // nested questions
	maxTypes = 1 << 18 // types kept at a time
	maxSteps = 1 << 16 // questions for one reference
	maxList  = 8       // elements of a literal that are looked at
	maxTuple = 32      // elements of a tuple

	// maxFuel bounds the steps for all references of one file, and for each of them
	// maxFuelRef more: some seconds of a processor. Of 8,000 files that people wrote the
	// most expensive one takes 263,000. What is left of a file then stays unresolved,
	// and Result.Failed says so.
	maxFuel    = 1 << 22
	maxFuelRef = 16
	// rowsPerStep are so many rows of a table, comparedPerStep so many comparisons, that
	// they take as long as a step.
	rowsPerStep     = 8
	comparedPerStep = 32
	// maxHeight bounds how many bases a class has one above the other, maxOrder the
	// classes that are searched for its members, and maxOrders all that are kept.
	maxHeight = 64
	maxOrder  = 512
	maxOrders = 1 << 20
	// maxRelations is how many relations of a file those with indirect bases may be
	// among.
	maxRelations = 1 << 18
)

// eval answers questions about the types and names of one file and of what it
// uses. It keeps what it has found until the file is done; evaluators share
// nothing, so that the result does not depend on the order of the files.
type eval struct {
	e     *engine
	self  *fileIndex // the file being resolved
	types typeTable
	depth int
	steps int // left for the reference at hand
	fuel  int // steps left for the file
	// limited is the first bound, other than that of steps, that cost the file links.
	limited string
	// cycles counts the questions that came back to themselves or were not asked
	// for a bound, retries the answers that were not kept for that.
	cycles, retries int

	values   map[exprKey]typeID
	typed    map[exprKey]typeID
	defTypes map[defKey]typeID
	returns  map[defKey]typeID
	mros     map[defKey][]mroEntry
	ordering int // orders that are being worked out
	ordered  int // entries in mros
	heights  map[defKey]int
	anyHits  map[anyKey]anyHits
	params   map[defKey][]defKey
	modules  map[moduleKey]*lang.Module
	files    map[*lang.Module][]int32            // of modules that have several
	naming   map[*lang.Module]map[string][]int32 // their files that give a name, where that was gathered
	starring map[starKey]bool
	takes    map[int32][]int32
	touched  []uint64        // the files whose facts were looked at, one bit each
	asked    map[uint32]bool // hashes of the members that were looked up by name alone, and lang.Module.Asked
	seen     []uint64        // the files whose text self takes in, nil before it is asked

	sameSymbols map[defKey]sameSymbol // by canonical definition, of symbols with many
}

type exprKey struct {
	file int32
	expr lang.ExprID
}

func newEval(e *engine, self *fileIndex) *eval {
	return &eval{
		e: e, self: self, types: newTypeTable(), fuel: e.maxFuel(self),
		values: map[exprKey]typeID{}, typed: map[exprKey]typeID{}, defTypes: map[defKey]typeID{}, returns: map[defKey]typeID{},
		mros: map[defKey][]mroEntry{}, heights: map[defKey]int{}, anyHits: map[anyKey]anyHits{}, params: map[defKey][]defKey{}, starring: map[starKey]bool{}, modules: map[moduleKey]*lang.Module{}, files: map[*lang.Module][]int32{}, naming: map[*lang.Module]map[string][]int32{},
		takes: map[int32][]int32{}, sameSymbols: map[defKey]sameSymbol{}, touched: make([]uint64, (e.inputs()+63)/64), asked: map[uint32]bool{},
	}
}

// file is file fi, which the answer depends on from now on.
func (v *eval) file(fi int32) *fileIndex {
	v.touch(fi)
	return v.e.file(fi)
}

func (v *eval) touch(fi int32) { v.touched[fi/64] |= 1 << (fi % 64) }

// lookedIn notes that a name was looked up among what another file declares.
func (v *eval) lookedIn(x *fileIndex, name string) {
	if x.number != v.self.number && x.Prelude == nil {
		v.asked[declaredHash(0, name)] = true
	}
}

// listed notes that all that hangs on a definition was looked at.
func (v *eval) listed(x *fileIndex, d lang.DefID) {
	if x.number != v.self.number && x.Prelude == nil {
		v.asked[listedHash(x.Facts, d)] = true
	}
}

// enter counts depth and steps; when it returns false the question is not
// asked.
func (v *eval) enter() bool {
	if v.depth > maxDepth || v.steps <= 0 || v.fuel <= 0 || v.types.n > maxTypes {
		v.cycles++
		return false
	}
	v.depth++
	v.steps--
	v.fuel--
	return true
}

// burn counts steps that are not questions, such as entries of lists that are compared.
func (v *eval) burn(n int) { v.fuel -= n }

// spent says which bound cost the file links, "" when none has.
func (v *eval) spent() string {
	if v.fuel > 0 {
		return v.limited
	}
	return fmt.Sprintf("resolution stopped after %d steps: what is left has no links", v.e.maxFuel(v.self))
}

// maxFuel is how many steps the references of a file may take.
func (e *engine) maxFuel(x *fileIndex) int {
	if e.in.Fuel > 0 {
		return e.in.Fuel
	}
	return maxFuel + maxFuelRef*len(x.Facts.Refs)
}

func (v *eval) leave() { v.depth-- }

// pending is the type of what is being worked out.
const pending typeID = -1

// known is a type that was kept; what is still being worked out depends on
// itself and is unknown there.
func (v *eval) known(t typeID) typeID {
	if t == pending {
		v.cycles++
		return unknown
	}
	return t
}

// maxRetries bounds how many answers of one file are not kept because a cycle
// cut them short.
const maxRetries = 1 << 14

// cut says whether an answer is unknown only because it was asked for while
// what it depends on was being worked out: asked again later it may be known.
func (v *eval) cut(t typeID, before int) bool {
	if t != unknown || v.cycles == before || v.retries >= maxRetries {
		return false
	}
	v.retries++
	return true
}

// memo answers a question of v once. What is being worked out is pending; an
// answer that a cycle cut short is not kept.
func memo[K comparable](v *eval, answers map[K]typeID, k K, work func() typeID) typeID {
	if t, ok := answers[k]; ok {
		return v.known(t)
	}
	if !v.enter() {
		return unknown
	}
	defer v.leave()
	before := v.cycles
	answers[k] = pending
	t := work()
	answers[k] = t
	if v.cut(t, before) {
		delete(answers, k)
	}
	return t
}
