package golang

import (
	"cmp"
	"slices"
)

// kept is what a check leaves in its Memo: the packages of the default
// configuration, as importers see them. A later check takes those over that the
// changes since can't matter to: neither they nor what they import have changed.
type kept struct {
	pkgs map[string]*pkg // by target.key
	pos  *positions
}

// maxKept bounds the bytes of source that the packages of a kept are made of.
const maxKept = 128 << 20

// recall begins with what an earlier check has left. changed are the files with
// other contents than then.
func (g *graph) recall(k *kept, changed []string) {
	g.old, g.pos, g.dirty = k.pkgs, k.pos, map[string]bool{}
	for _, path := range changed {
		g.dirty[folder(path)] = true
	}
}

// again is the kept package of t, when it is as it would be made now. What it
// imports is found again first.
func (g *graph) again(key graphKey, t target, order *[]*pkg) *pkg {
	n := g.old[key.key]
	if n == nil || key.cfg != defaultConfig || t.dir != nil && g.dirty[t.dir.path] {
		return nil
	}
	n.target = t // the trees of this check
	g.pkgs[key] = n
	for spec, m := range n.imports {
		if g.get(key.cfg, g.resolve(n, spec), order) != m {
			delete(g.pkgs, key)
			return nil
		}
	}
	return n
}

// keep is what the graph has for a later check.
func (g *graph) keep() *kept {
	k := &kept{pkgs: map[string]*pkg{}, pos: &positions{next: g.pos.next}}
	size := 0
	add := func(key string, n *pkg) {
		if n == nil || k.pkgs[key] != nil || n.types == nil || n.spans == nil || size > maxKept {
			return
		}
		k.pkgs[key] = n
		n.externals.name, n.externals.src = "", nil
		for _, s := range n.spans {
			size += s.size
		}
		k.pos.spans = append(k.pos.spans, n.spans...)
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
			for _, m := range n.imports {
				ok = ok && (m == nil || valid(m))
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
	slices.SortFunc(k.pos.spans, func(a, b span) int { return cmp.Compare(a.base, b.base) })
	return k
}
