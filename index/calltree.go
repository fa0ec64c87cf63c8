package index

import (
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// Direction says which way calls are followed.
type Direction uint8

// Directions.
const (
	Incoming Direction = iota // to callers
	Outgoing                  // to what is called
)

// CallQuery says what CallTree follows.
type CallQuery struct {
	// ID is the function to begin with.
	ID        ID
	Direction Direction
	// Depth is how many calls away from ID nodes are at most; below 1 it is 1.
	Depth int
	// Limit is the number of nodes below ID at most; 0 means any number.
	Limit int
	// Dispatch: a call of a method may be one of what implements or overrides it.
	// Such calls are followed as well, as possible ones.
	Dispatch bool
	// Found is told of callers when they are found, in any order, where Dispatch is not
	// set; nil for nobody. What it asks of one then needs no file to be read again. It is
	// called from several goroutines.
	Found func(ID)
}

// CallTree is a tree of callers, or of what is called.
type CallTree struct {
	// Nodes begin with the query's function, and go on level by level: a part of
	// them from the start is a tree too. Those of one parent are together: the
	// certain ones first; of callers those in code of tests last; then in the
	// order of the first calls.
	Nodes []CallNode
	// Dropped is the number of nodes that Limit has left out, as far as they are
	// known: what lies below them is not counted.
	Dropped int
	// Unread is the number of uses of functions that were not looked at, Limit being
	// reached: each may be a call by one more caller.
	Unread int
}

// CallNode is a function in a CallTree.
type CallNode struct {
	ID ID
	// Parent is the index of the node that it calls, or that calls it; -1 for the
	// first. Depth is how many calls it is away from that.
	Parent, Depth int
	// Sites are the calls between it and its parent, in the order of files and
	// places; none of the first.
	Sites []Reference
	// Certainty is that of the surest site.
	Certainty resolve.Certainty
	// Via is the method that the sites call where that is not the one that is
	// reached, but what it implements or overrides; see CallQuery.Dispatch. Virtual
	// says whether it is set.
	Via     ID
	Virtual bool
	// Same is the index of the earlier node that is the same function, and has
	// what follows it; -1 when this one has. Cycle: that node is above this one.
	Same  int
	Cycle bool
	// Children is how many nodes there are with this as their parent, dropped
	// ones included. It is -1 where that was not looked at, or not at all uses: at
	// the depth that was asked for, and at the limit and behind it.
	Children int
}

// CallTree follows calls from a function, breadth first. A function that comes
// again is a node again, and is not followed again. Files are read only as far as
// callers up to Limit need it. The tree is empty when the snapshot does not have
// the query's ID.
func (s *Snapshot) CallTree(q CallQuery) CallTree {
	var t CallTree
	if !s.valid(q.ID) {
		return t
	}
	depth := max(q.Depth, 1)
	seen := map[ID]int{}
	add := func(n CallNode) {
		// The ID in the first file stands for the symbol.
		key := slices.MinFunc(s.sameSymbol(n.ID), compareIDs)
		n.Same, n.Children = -1, -1
		if at, ok := seen[key]; ok {
			n.Same = at
			for up := n.Parent; up >= 0 && !n.Cycle; up = t.Nodes[up].Parent {
				n.Cycle = up == at
			}
		} else {
			seen[key] = len(t.Nodes)
		}
		t.Nodes = append(t.Nodes, n)
	}
	add(CallNode{ID: s.Canonical(q.ID), Parent: -1})
	for at := 0; at < len(t.Nodes); at++ {
		n := t.Nodes[at]
		full := q.Limit > 0 && len(t.Nodes) > q.Limit
		if n.Same >= 0 || n.Depth == depth || full && at > 0 {
			continue
		}
		if s.stop() {
			break
		}
		room := 0
		if q.Limit > 0 {
			room = max(q.Limit+1-len(t.Nodes), 1)
		}
		children, unread := s.callChildren(n.ID, &q, room)
		if t.Unread += unread; unread == 0 {
			t.Nodes[at].Children = len(children)
		}
		for i, c := range children {
			if q.Limit > 0 && len(t.Nodes) > q.Limit || i%some == some-1 && s.stop() {
				t.Dropped += len(children) - i
				break
			}
			c.Parent, c.Depth = at, n.Depth+1
			add(c)
		}
	}
	return t
}

// callChildren are the nodes below one, in their order. Where room is not 0 those
// behind so many need not be all; then unread is the number of uses that were not
// looked at.
func (s *Snapshot) callChildren(id ID, q *CallQuery, room int) (out []CallNode, unread int) {
	if q.Direction == Incoming && !q.Dispatch {
		return s.firstCallers(id, room, q.Found)
	}
	calls := s.Callees
	if q.Direction == Incoming {
		calls = s.Callers
	}
	have := map[ID]bool{}
	add := func(n CallNode) {
		if !have[n.ID] {
			have[n.ID] = true
			out = append(out, n)
		}
	}
	for _, c := range calls(id) {
		add(nodeOf(c))
	}
	switch {
	case !q.Dispatch:
	case q.Direction == Outgoing:
		for _, n := range slices.Clone(out) {
			if !s.isCallable(n.ID) {
				continue
			}
			if s.stop() {
				break
			}
			for _, to := range s.Implementations(n.ID) {
				add(CallNode{ID: to, Sites: n.Sites, Certainty: resolve.Possible, Via: n.ID, Virtual: true})
			}
		}
	case s.isCallable(id):
		for _, via := range s.Implemented(id) {
			if s.stop() {
				break
			}
			for _, c := range s.Callers(via) {
				add(CallNode{ID: c.ID, Sites: c.Sites, Certainty: resolve.Possible, Via: via, Virtual: true})
			}
		}
	}
	rank := func(n *CallNode) int {
		r := 2 * int(n.Certainty)
		if q.Direction == Incoming && s.inTest(n.Sites[0].Doc) {
			r++
		}
		return r
	}
	slices.SortStableFunc(out, func(a, b CallNode) int { return rank(&a) - rank(&b) })
	return out, 0
}

// nodeOf is the node of a call.
func nodeOf(c Call) CallNode {
	n := CallNode{ID: c.ID, Sites: c.Sites, Certainty: c.Sites[0].Certainty}
	for _, r := range c.Sites {
		n.Certainty = min(n.Certainty, r.Certainty)
	}
	return n
}

func (s *Snapshot) inTest(doc int32) bool { return testPath(s.docs[doc].Path) }

// firstCallers is callChildren for the callers of a symbol. A caller is in one
// file, and how sure the uses in a file are is known before that is read: so the
// files are read in the order in which they have the callers that come first.
func (s *Snapshot) firstCallers(id ID, room int, found func(ID)) (out []CallNode, unread int) {
	type file struct {
		uses  []Use
		test  bool
		has   map[resolve.Certainty]bool
		read  bool
		nodes []CallNode
	}
	called := s.isCallable(id)
	read := func(f *file) {
		if s.stop() {
			return
		}
		f.read = true
		for _, c := range s.callersIn(f.uses, called) {
			f.nodes = append(f.nodes, nodeOf(c))
			if found != nil {
				found(c.ID)
			}
		}
	}
	var files []file
	var origins []origin
	for _, uses := range byFile(s.Uses(id)) {
		f := file{uses: uses, test: s.inTest(uses[0].Doc)}
		if room != 0 && !s.stop() {
			f.has = map[resolve.Certainty]bool{}
			origins = s.originsOf(uses[0].Doc, linksOf(uses), origins[:0])
			for _, u := range uses {
				f.has[origins[u.Link].certainty] = true
			}
		}
		files = append(files, f)
	}
	if room == 0 { // all of them will be read: with all processors
		parallel(len(files), func(n int) { read(&files[n]) })
	}
	for _, certainty := range [...]resolve.Certainty{resolve.Resolved, resolve.Possible} {
		for _, test := range [...]bool{false, true} {
			for i := range files {
				f := &files[i]
				if f.test != test {
					continue
				}
				if !f.read && f.has[certainty] && len(out) < room {
					read(f)
				}
				for _, n := range f.nodes {
					if n.Certainty == certainty {
						out = append(out, n)
					}
				}
			}
		}
	}
	for i := range files {
		if !files[i].read {
			unread += len(files[i].uses)
		}
	}
	return out, unread
}

// isCallable says whether a symbol is a function or a method.
func (s *Snapshot) isCallable(id ID) bool { return isFunction(&lang.Def{Kind: s.Kind(id)}) }
