package golang

import (
	"cmp"
	"slices"
	"sort"
	"sync"

	"codeintel/index/lang"
)

// kept is what a check leaves in its Memo: the packages of the default
// configuration, as importers see them. A later check takes those over that the
// changes since can't matter to: of neither them nor what they import do importers
// see another thing. It does not change any more.
type kept struct {
	pkgs map[string]*pkg // by target.key
	next int             // of positions
	sums *relationSums   // nil when they are not known
	// trees are files without bodies, for packages that are checked again and again.
	trees *trees
	// settled are units of which bodies may be checked again, those that were
	// changed last first.
	settled []*settled
	seen    seen
}

// trees are files without bodies, with their places.
type trees struct {
	mu    sync.Mutex
	size  int
	files map[*file]bareTree
}

type bareTree struct {
	outline *outline
	span    span
}

// maxTrees bounds the bytes of source that trees are of.
const maxTrees = 8 << 20

// keep adds a file, if there is room; t may be nil.
func (t *trees) keep(f *file, x bareTree) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.files[f]; !ok && t.size+f.size <= maxTrees {
		t.files[f] = x
		t.size += f.size
	}
}

// find finds a file that has not changed; t may be nil. It does not change any more.
func (t *trees) find(f *file) (bareTree, bool) {
	if t == nil {
		return bareTree{}, false
	}
	x, ok := t.files[f]
	return x, ok
}

// copy is k for one check to change: others may begin with k as well.
func (k *kept) copy() *kept {
	c := &kept{pkgs: make(map[string]*pkg, len(k.pkgs)), next: k.next, sums: k.sums, trees: k.trees, settled: k.settled, seen: k.seen}
	copies := make(map[*pkg]*pkg, len(k.pkgs))
	var of func(n *pkg) *pkg
	of = func(n *pkg) *pkg {
		if n == nil {
			return nil
		}
		m, ok := copies[n]
		if ok {
			return m
		}
		m = new(pkg)
		*m = *n
		copies[n] = m
		m.now, m.spans = of(n.now), slices.Clone(n.spans)
		for i := range m.spans {
			m.spans[i].pkg = of(m.spans[i].pkg)
		}
		m.imports = make(map[string]*pkg, len(n.imports))
		for spec, o := range n.imports {
			m.imports[spec] = of(o)
		}
		return m
	}
	for key, n := range k.pkgs {
		c.pkgs[key] = of(n)
	}
	return c
}

// maxKept bounds the bytes of source that the packages of a kept are made of.
const maxKept = 128 << 20

// positions are those of the packages.
func (k *kept) positions() *positions {
	p := &positions{next: k.next}
	for _, n := range k.pkgs {
		for _, v := range n.versions() {
			p.spans = append(p.spans, v.spans...)
		}
	}
	slices.SortFunc(p.spans, func(a, b span) int { return cmp.Compare(a.base, b.base) })
	return p
}

// moves says where the definitions of a file are that has been parsed before it
// changed: those that were at an offset of from, ascending, are at the same place
// in to.
type moves struct{ from, to []uint32 }

func (m *moves) find(at uint32) (uint32, bool) {
	i, ok := slices.BinarySearch(m.from, at)
	if !ok {
		return 0, false
	}
	return m.to[i], true
}

// move leads to the definitions of a changed file where they are now.
func (g *graph) move(h *change) {
	n := g.old[(&target{dir: h.dir}).key()]
	if n == nil {
		return
	}
	step := &moves{}
	if h.was != nil && h.is != nil {
		for i, d := range lang.MatchDefs(h.was, h.is) {
			if f := &h.was.Defs[i]; d >= 0 && f.Flags&lang.Binding == 0 {
				step.from, step.to = append(step.from, f.Start), append(step.to, h.is.Defs[d].Start)
			}
		}
	}
	sort.Stable(step)
	var spans []*span
	for _, v := range n.versions() {
		for i := range v.spans {
			if v.spans[i].path == h.path {
				spans = append(spans, &v.spans[i])
			}
		}
	}
	for _, s := range spans {
		now := step
		if s.moved != nil {
			now = &moves{}
			for i, at := range s.moved.to {
				if to, ok := step.find(at); ok {
					now.from, now.to = append(now.from, s.moved.from[i]), append(now.to, to)
				}
			}
		}
		s.moved = now
		g.pos.replace(*s)
	}
}

// Len, Less and Swap implement sort.Interface.
func (m *moves) Len() int           { return len(m.from) }
func (m *moves) Less(i, j int) bool { return m.from[i] < m.from[j] }
func (m *moves) Swap(i, j int) {
	m.from[i], m.from[j] = m.from[j], m.from[i]
	m.to[i], m.to[j] = m.to[j], m.to[i]
}

// again is the kept package of t, when it is as it would be made now. What it
// imports is found again first.
func (g *graph) again(key graphKey, t target, order *[]*pkg) *pkg {
	n := g.old[key.key]
	if n == nil || key.cfg != defaultConfig || t.dir != nil && g.dirty[t.dir.path] {
		return nil
	}
	g.pkgs[key] = n
	for _, v := range n.versions() {
		v.target = t // the trees of this check
		for spec, m := range v.imports {
			if g.get(key.cfg, g.resolve(v, spec), order) != m {
				delete(g.pkgs, key)
				return nil
			}
		}
	}
	return n
}

// keep is what there is for a later check.
func (c *checking) keep() *kept {
	g := c.g
	k := &kept{pkgs: map[string]*pkg{}, next: g.pos.next, sums: c.sums, trees: g.trees, seen: c.seen}
	size := 0
	add := func(key string, n *pkg) {
		if n == nil || k.pkgs[key] != nil || slices.ContainsFunc(n.versions(), func(v *pkg) bool { return v.types == nil || v.spans == nil }) || size > maxKept {
			return
		}
		k.pkgs[key] = n
		n.externals.rest()
		for _, v := range n.versions() {
			for _, s := range v.spans {
				size += s.size
			}
		}
	}
	for key, n := range g.pkgs {
		if key.cfg == defaultConfig && n != nil && n.cfg == defaultConfig {
			add(key.key, n)
		}
	}
	// Those that this check had no use for stay as long as what they import does.
	holds := map[*pkg]bool{}
	var valid func(n *pkg) bool
	valid = func(n *pkg) bool {
		ok, known := holds[n]
		if known {
			return ok
		}
		holds[n] = false
		key := n.target.key()
		if now, visited := g.pkgs[graphKey{defaultConfig, key}]; visited {
			ok = now == n
		} else {
			ok = n.target.dir == nil || !g.dirty[n.target.dir.path]
			for _, v := range n.versions() {
				for _, m := range v.imports {
					ok = ok && (m == nil || valid(m))
				}
			}
		}
		holds[n] = ok
		return ok
	}
	for key, n := range g.old {
		if valid(n) {
			add(key, n)
		}
	}
	k.settled = c.settled(k)
	return k
}
