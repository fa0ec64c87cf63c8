package resolve

import (
	"slices"

	"codeintel/index/lang"
)

// redeclared takes the files away of which nothing has changed for others but what stands
// behind some names, and returns the files that asked for one of these.
func (e *engine) redeclared(fresh map[int32]bool) (out []int32) {
	in := &e.in
	if len(fresh) > maxSpared {
		return nil
	}
	for _, i := range in.Earlier.Fresh() {
		f, was := e.input(i), in.Earlier.Was(i)
		if !fresh[i] || f.Facts == nil || was == nil || f.Lang.Check != nil || named(f.Lang) {
			continue
		}
		names := changedNames(f.Lang, f.Path, was, f.Facts(), in.Earlier.Became(i))
		if names == nil {
			continue
		}
		delete(fresh, i)
		e.spared = append(e.spared, i)
		out = append(out, in.Earlier.Asking(map[int32]bool{i: true}, names)...)
	}
	return out
}

// changedNames are the names, as in Deps.Asked, behind which others find something else in
// one version of a file than in another, or may; nil where that can't be told: they may
// find the file itself another one. match is as in offersSame.
func changedNames(l *lang.Language, path string, was, is *lang.Facts, match []lang.DefID) map[uint32]bool {
	key := sharedKey(l, path, was)
	if was.Package != is.Package || len(was.Imports) != len(is.Imports) || key != sharedKey(l, path, is) ||
		exportsAny(was) != exportsAny(is) {
		return nil
	}
	a, b := newParted(l, was), newParted(l, is)
	a.part(b, match)
	if !a.rest() || !b.rest() {
		return nil
	}
	c := comparison{a: a.reach, b: b.reach}
	if len(a.exports) != len(b.exports) || !c.pair() || !c.same(match) {
		return nil
	}
	names := map[uint32]bool{}
	a.ask(names, key)
	b.ask(names, key)
	return names
}

// exportsAny says whether a file names anything that it exports.
func exportsAny(f *lang.Facts) bool {
	return slices.ContainsFunc(f.Exports, func(x lang.Export) bool { return x.Kind != lang.ExportStar })
}

// parted is a version of a file, parted into what may lead to something that is not in
// another version as it is here, and the rest of what others come to.
type parted struct {
	*reach
	// Definitions, references, expressions and scopes are numbered one behind the other:
	// base has the first of each. changed is what may lead to something else; sources[n]
	// to before sources[n+1] are the places in from of what leads to n.
	base          [4]int32
	changed       []bool
	sources, from []int32
	todo          []int32 // changed, and what leads to them is not yet
}

func newParted(l *lang.Language, f *lang.Facts) *parted {
	p := &parted{reach: startReach(l, f)}
	p.byName = true
	kinds := [4]*marks{&p.defs, &p.refs, &p.exprs, &p.scopes}
	n := int32(0)
	for k, m := range kinds {
		p.base[k] = n
		n += int32(len(m.is))
	}
	type lead struct{ from, to int32 }
	leads := make([]lead, 0, 4*n)
	for k, m := range kinds {
		for i := range int32(len(m.is)) {
			m.todo = append(m.todo, i)
			p.step()
			for to, m := range kinds {
				for _, j := range m.todo {
					m.is[j] = false
					leads = append(leads, lead{p.base[k] + i, p.base[to] + j})
				}
				m.todo = m.todo[:0]
			}
			clear(p.asked)
		}
	}
	p.changed, p.sources, p.from = make([]bool, n), make([]int32, n+1), make([]int32, len(leads))
	for _, x := range leads {
		p.sources[x.to]++
	}
	end := int32(0)
	for i := range p.sources {
		end += p.sources[i]
		p.sources[i] = end
	}
	for _, x := range leads {
		p.sources[x.to]--
		p.from[p.sources[x.to]] = x.from
	}
	return p
}

// change marks number n.
func (p *parted) change(n int32) {
	if !p.changed[n] {
		p.changed[n] = true
		p.todo = append(p.todo, n)
	}
}

// spread marks what leads to what is marked.
func (p *parted) spread() {
	for len(p.todo) > 0 {
		n := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		for _, from := range p.from[p.sources[n]:p.sources[n+1]] {
			p.change(from)
		}
	}
}

// part marks what is not the same in a and b, two versions of a file, as far as that can
// be seen at once, and what leads there.
func (a *parted) part(b *parted, match []lang.DefID) {
	x, y := differingNames(a.f, b.f)
	for i := range a.f.Refs {
		if x.has(a.f.Refs[i].Start) {
			a.change(a.base[1] + int32(i))
		}
	}
	for i := range b.f.Refs {
		if y.has(b.f.Refs[i].Start) {
			b.change(b.base[1] + int32(i))
		}
	}
	there := make([]bool, len(b.f.Defs))
	for d, m := range match {
		if m < 0 {
			a.change(int32(d))
			continue
		}
		there[m] = true
		was, is := &a.f.Defs[d], &b.f.Defs[m]
		if a.f.Name(was.LookupName()) != b.f.Name(is.LookupName()) || was.Kind != is.Kind || was.Flags != is.Flags || was.Space != is.Space || was.Type < 0 != (is.Type < 0) {
			a.change(int32(d))
		}
	}
	for m, was := range there {
		if !was {
			b.change(int32(m))
		}
	}
	for more := true; more; {
		a.spread()
		b.spread()
		more = false
		for d, m := range match {
			if m >= 0 && a.changed[d] != b.changed[m] {
				a.change(int32(d))
				b.change(int32(m))
				more = true
			}
		}
	}
}

// rest finds what others come to without what is marked. It is false where they come to
// that without a name.
func (p *parted) rest() bool {
	changed := func(kind int, n int32) bool { return n >= 0 && p.changed[p.base[kind]+n] }
	for i := range p.f.Exports {
		ex := &p.f.Exports[i]
		switch {
		case !changed(0, int32(ex.Def)) && !changed(1, int32(ex.Ref)) && !changed(2, int32(ex.Expr)):
			p.exports = append(p.exports, int32(i))
		case ex.Kind == lang.ExportEquals:
			return false
		}
	}
	p.begin(p.changed[:len(p.f.Defs)])
	for p.step() {
	}
	return true
}

// ask adds what those have asked for who come to what is marked: key is that of the scope
// that the file shares.
func (p *parted) ask(names map[uint32]bool, key string) {
	f := p.f
	add := func(name string) { names[declaredHash(0, name)], names[nameHash(name)] = true, true }
	for i := range f.Defs {
		d := &f.Defs[i]
		if !p.changed[i] {
			continue
		}
		if d.Parent >= 0 {
			names[listedHash(f, d.Parent)] = true
		}
		if !offered(d) {
			continue
		}
		n := f.Name(d.LookupName())
		add(n)
		if d.Flags&lang.Open != 0 {
			add(f.Name(f.OpenName(lang.DefID(i))))
		}
		if key != "" {
			names[asking(rowHash(rowShared, key, n))], names[asking(rowHash(rowElsewhere, key, n))] = true, true
		}
	}
	for i, next := 0, 0; i < len(f.Exports); i++ {
		if next < len(p.exports) && p.exports[next] == int32(i) {
			next++
			continue
		}
		add(f.Name(f.Exports[i].Name))
	}
}
