package resolve

import (
	"slices"

	"codeintel/index/lang"
)

// typed is a file of which nothing has changed but one function, or how it is spelled:
// what the rest of it means is what it meant.
type typed struct {
	file    int32
	found   EarlierFile
	was     []lang.RefID // what the references were, lang.NoRef for those to resolve
	yielded map[lang.RefID]bool
}

// findTyped finds out whether all that has changed is in a function of one file on
// which nothing else depends; nil where it is not.
func (e *engine) findTyped(a *affected) *typed {
	in := &e.in
	fresh := in.Earlier.Fresh()
	if !in.Typing || len(fresh) != 1 || len(in.Earlier.Moved())+len(in.Earlier.Gone())+len(a.names)+len(a.whole) > 0 {
		return nil
	}
	i := fresh[0]
	f, was := e.input(i), in.Earlier.Was(i)
	if f.Facts == nil || was == nil || f.Lang.Check != nil || named(f.Lang) || !in.Earlier.Linked(i) {
		return nil
	}
	is, match := f.Facts(), in.Earlier.Became(i)
	if !alike(was, is) {
		return nil
	}
	for _, part := range changedParts(was, is, match) {
		c := comparison{a: newReach(f.Lang, was, &part[0]), b: newReach(f.Lang, is, &part[1])}
		if c.pair() && c.same(match) && c.apart(match, &part) {
			return e.newTyped(i, &c, &part)
		}
	}
	return nil
}

func (e *engine) newTyped(i int32, c *comparison, part *[2]span) *typed {
	t := &typed{file: i, found: e.in.Earlier.Found(i), was: make([]lang.RefID, len(c.b.f.Refs)), yielded: map[lang.RefID]bool{}}
	t.found.Links = e.earlierLinks(t.found)
	for j := range t.was {
		t.was[j] = lang.NoRef
	}
	for r, j := range c.refs {
		ref := &c.a.f.Refs[r]
		if j < 0 || part[0].has(ref.Start) {
			continue
		}
		t.was[j] = lang.RefID(r)
		if ref.Kind == lang.RefContext && slices.Contains(t.found.Yielded, lang.DefID(ref.X)) {
			t.yielded[lang.RefID(j)] = true
		}
	}
	return t
}

// links adds those of reference r of file i as they were; ok is false where it is to be
// resolved. yielded: the definition that it is the key of defines nothing.
func (t *typed) links(out []Link, i int32, r lang.RefID) (links []Link, yielded, ok bool) {
	if t == nil || t.file != i || t.was[r] < 0 {
		return out, false, false
	}
	from, _ := slices.BinarySearchFunc(t.found.Links, t.was[r], func(l Link, r lang.RefID) int { return int(l.Ref - r) })
	for _, l := range t.found.Links[from:] {
		if l.Ref != t.was[r] {
			break
		}
		l.Ref = r
		out = append(out, l)
	}
	return out, t.yielded[r], true
}

// apart says whether what is compared is matched as well, so that links lead to the same,
// and stands on the same side of the parts of the versions that have changed.
func (c *comparison) apart(match []lang.DefID, part *[2]span) bool {
	for d, j := range c.defs {
		if j >= 0 && match[d] != lang.DefID(j) {
			return false
		}
	}
	for r, j := range c.refs {
		if j >= 0 && part[0].has(c.a.f.Refs[r].Start) != part[1].has(c.b.f.Refs[j].Start) {
			return false
		}
	}
	return true
}

// span is a part of a text, from a byte to before another; it may have none.
type span struct{ from, to uint32 }

func (s *span) has(at uint32) bool { return s.from <= at && at < s.to }

// add makes s as large as is needed to have another part.
func (s *span) add(from, to uint32) {
	if s.from == s.to {
		*s = span{from, to}
	} else {
		*s = span{min(s.from, from), max(s.to, to)}
	}
}

// changedParts are parts of two versions of a file outside of which these may be the
// same: functions that have all that differs, the smallest and the largest one; none
// where no function has. Where no name differs they are empty.
func changedParts(was, is *lang.Facts, match []lang.DefID) (out [][2]span) {
	a, b := differingNames(was, is)
	back := make([]lang.DefID, len(is.Defs)) // what the definitions were
	for d := range back {
		back[d] = lang.NoDef
	}
	for d, m := range match {
		if m >= 0 {
			back[m] = lang.DefID(d)
		} else {
			a.add(was.Defs[d].Start, was.Defs[d].End)
		}
	}
	for d, w := range back {
		if w < 0 {
			b.add(is.Defs[d].Start, is.Defs[d].End)
		}
	}
	if a == (span{}) && b == (span{}) {
		return [][2]span{{}}
	}
	in := func(d *lang.Def, s span) bool { return s == (span{}) || d.EncStart <= s.from && s.to <= d.EncEnd }
	size := func(d *lang.Def) uint32 { return d.EncEnd - d.EncStart }
	least, most := lang.NoDef, lang.NoDef
	for i := range is.Defs {
		d := &is.Defs[i]
		if d.Body < 0 || is.Scopes[d.Body].Kind != lang.ScopeFunction || back[i] < 0 || !in(d, b) || !in(&was.Defs[back[i]], a) {
			continue
		}
		if least < 0 || size(d) < size(&is.Defs[least]) {
			least = lang.DefID(i)
		}
		if most < 0 || size(d) > size(&is.Defs[most]) {
			most = lang.DefID(i)
		}
	}
	for _, d := range slices.Compact([]lang.DefID{least, most}) {
		if d >= 0 {
			x, y := &was.Defs[back[d]], &is.Defs[d]
			out = append(out, [2]span{{x.EncStart, x.EncEnd}, {y.EncStart, y.EncEnd}})
		}
	}
	return out
}

// differingNames are the parts of two versions of a file from the first to the last
// reference that is another.
func differingNames(was, is *lang.Facts) (a, b span) {
	n, m := len(was.Refs), len(is.Refs)
	same := func(i, j int, shift uint32) bool {
		x, y := &was.Refs[i], &is.Refs[j]
		return x.Start+shift == y.Start && x.Kind == y.Kind && was.Name(x.Name) == is.Name(y.Name)
	}
	from, to := 0, 0 // how many are the same at the beginning, and at the end
	for from < min(n, m) && same(from, from, 0) {
		from++
	}
	if n > 0 && m > 0 {
		shift := is.Refs[m-1].Start - was.Refs[n-1].Start // may be less than 0
		for to < min(n, m)-from && same(n-1-to, m-1-to, shift) {
			to++
		}
	}
	for _, r := range was.Refs[from : n-to] {
		a.add(r.Start, r.End)
	}
	for _, r := range is.Refs[from : m-to] {
		b.add(r.Start, r.End)
	}
	return a, b
}
