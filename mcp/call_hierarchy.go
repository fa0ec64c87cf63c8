package mcp

import (
	"context"
	"slices"

	"codeintel/index"
	"codeintel/index/workspace"
	"codeintel/session/speech"
)

type hierarchyIn struct {
	target
	Direction string `json:"direction" def:"incoming" enum:"incoming,outgoing" help:"callers or callees"`
	Depth     int    `json:"depth" def:"1" min:"1" max:"10" help:"levels of calls"`
	Dispatch  bool   `json:"dispatch" def:"false" help:"also possible calls, through interfaces"`
	code
	paged
}

func (in *hierarchyIn) subject(c *call) workspace.About {
	if in.Direction != "incoming" || in.Depth > 1 {
		return workspace.About{} // that needs what other names mean
	}
	return in.means(c)
}

// callNode is a function in a tree of calls. The nodes are a flat list, level by
// level, and name their parent.
type callNode struct {
	shows
	Node   int `json:"node"`
	Parent int `json:"parent"` // -1 for a symbol that was asked for
	Depth  int `json:"depth"`
	// SameAs is the node that is the same function, and has what follows it.
	SameAs    *int       `json:"same_as,omitempty"`
	Cycle     bool       `json:"cycle,omitempty"`
	Name      string     `json:"name"`
	Kind      string     `json:"kind"`
	Symbol    string     `json:"symbol"`
	File      string     `json:"file,omitempty"`
	Line      int        `json:"line,omitempty"`
	Certainty string     `json:"certainty,omitempty"`
	Via       string     `json:"via,omitempty"`      // the method that the sites call, where another one may be reached
	Sites     []callSite `json:"sites,omitempty"`    // at most three
	SiteCount int        `json:"sites_total"`        //
	Children  *int       `json:"children,omitempty"` // how many it has; none when that was not looked at
}

type callSite struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Content string `json:"content"`
}

type hierarchyOut struct {
	Direction string         `json:"direction"`
	Calls     list[callNode] `json:"calls"`
	page
	meta
}

const (
	maxNodes = 1000 // of a tree of several levels
	minNode  = 100  // characters of a node, at the least
	maxSites = 3    // that are shown of a node
)

func callHierarchy() tool {
	return row("call_hierarchy", "Call hierarchy",
		"Who calls a function, or what it calls (outgoing), by level. To see what a change can break.",
		func(ctx context.Context, c *call, in *hierarchyIn, out *hierarchyOut) error {
			return c.ask(ctx, &out.meta, func(v *view) error {
				found, why, near, err := v.find(&in.target)
				if err != nil {
					return err
				}
				out.Direction = in.Direction
				q := index.CallQuery{Depth: in.Depth, Dispatch: in.Dispatch}
				if in.Direction == "outgoing" {
					q.Direction = index.Outgoing
				}
				// Of one level no more is looked at than this page has room for.
				page := c.from() + c.room/minNode + 1
				var nodes []index.CallNode
				dropped, unread := 0, 0
				for _, t := range found {
					if t.id.IsModule() && !found[0].id.IsModule() {
						continue // called so too, but it is the function that calls
					}
					q.ID, q.Limit = t.id, maxNodes
					if in.Depth == 1 {
						q.Limit = max(page-len(nodes), 1)
					}
					tree := v.snap.CallTree(q)
					nodes = append(nodes, shifted(tree.Nodes, len(nodes))...)
					dropped, unread = dropped+tree.Dropped, unread+tree.Unread
				}
				fill(c, &out.meta, &out.Calls, &out.page, len(nodes), 0, func(i int) callNode { return v.callNode(nodes, i) })
				out.total(c, out.Total+dropped+unread)
				if unread > 0 {
					out.Hint = c.language().Say(speech.UsesUnread{N: unread})
				}
				if dropped+unread > 0 && in.Depth > 1 {
					out.Truncated = true
					out.Dropped = c.language().Say(speech.TreeCut)
				}
				switch {
				case len(found) == 0:
					out.WhyEmpty, out.Near = why, near
				case !slices.ContainsFunc(nodes, func(n index.CallNode) bool { return n.Parent >= 0 }):
					out.WhyEmpty = c.language().Say(speech.NoCaller)
					if in.Direction == "outgoing" {
						out.WhyEmpty = c.language().Say(speech.CallsNothing)
					}
				}
				return nil
			})
		})
}

// shifted are nodes that come behind n others.
func shifted(nodes []index.CallNode, n int) []index.CallNode {
	for i := range nodes {
		if nodes[i].Parent >= 0 {
			nodes[i].Parent += n
		}
		if nodes[i].Same >= 0 {
			nodes[i].Same += n
		}
	}
	return nodes
}

func (v *view) callNode(nodes []index.CallNode, i int) callNode {
	n := &nodes[i]
	out := callNode{
		Node: i, Parent: n.Parent, Depth: n.Depth, Cycle: n.Cycle, Name: v.snap.FullName(n.ID), Kind: v.snap.Kind(n.ID).String(),
		Symbol: v.snap.Symbol(n.ID), SiteCount: len(n.Sites),
	}
	v.sawSymbol(&out.shows, n.ID)
	if n.Same >= 0 {
		out.SameAs = &n.Same
	}
	if n.Children >= 0 {
		out.Children = &n.Children
	}
	if n.Virtual {
		out.Via = v.snap.FullName(n.Via)
	}
	if l, ok := v.snap.Place(n.ID); ok {
		d := v.doc(l.Doc)
		out.File = d.Path
		out.Line, _ = lines(d, l)
	}
	for j, s := range n.Sites {
		c := v.certainty(s.Doc, s.Start, s.End, n.Certainty)
		if out.Certainty == "" || c == "precise" {
			out.Certainty = c
		}
		if j < maxSites {
			out.Sites = append(out.Sites, v.site(&out.shows, s))
		}
	}
	return out
}

func (v *view) site(s *shows, r index.Reference) callSite {
	d := v.doc(r.Doc)
	p := d.Lines().Position(r.Start)
	line, _ := p.OneBased()
	if _, ok := v.text(r.Doc); ok {
		v.sawLines(s, r.Doc, line, line, false)
	}
	return callSite{d.Path, line, v.line(r.Doc, p.Line)}
}
