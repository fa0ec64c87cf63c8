package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// node is a symbol as both kinds of hierarchies show it.
type node = protocol.CallHierarchyItem

// nodeData is what is kept with a node, to find the symbol again: the place of its
// name may be another by then.
type nodeData struct {
	Symbol string `json:"symbol"` // "" for a local one
}

// node shows a symbol; false for one that the repository does not define.
func (v *view) node(id index.ID) (node, bool) {
	l, ok := v.snap.Place(id)
	if !ok {
		return node{}, false
	}
	n := node{Name: v.snap.Name(id), Kind: symbolKind(v.snap.Kind(id)), URI: v.uri(l.Doc)}
	detail := v.doc(l.Doc).Path
	if in := v.snap.Scope(id); in != "" {
		detail = in + " · " + detail
	}
	n.Detail = &detail
	if f := v.snap.Docs()[l.Doc].Facts(); !id.IsModule() && f.Defs[id.Def].Flags&lang.Deprecated != 0 {
		n.Tags = []protocol.SymbolTag{protocol.SymbolTagDeprecated}
	}
	start, end := whole(l)
	n.Range, n.SelectionRange = v.rangeOf(l.Doc, start, end), v.rangeOf(l.Doc, l.Start, l.End)
	data := nodeData{Symbol: string(v.snap.AppendGlobal(nil, id))}
	n.Data, _ = json.Marshal(data) // a struct of a string
	return n, true
}

// again has find look at the symbol of a node that the editor has been shown.
func (c *conn) again(ctx context.Context, u uri.URI, at protocol.Range, data []byte, find func(v *view, id index.ID, doc int32) error) error {
	var d nodeData
	if len(data) > 0 && json.Unmarshal(data, &d) != nil {
		return invalid("the item has data that are not this server's")
	}
	s := c.subject(ctx, u)
	about := workspace.About{Paths: []string{s.path}}
	if d.Symbol != "" {
		about.Names = []string{d.Symbol}
	}
	return c.look(ctx, s, about, func(v *view, doc int32) error {
		if d.Symbol != "" {
			ids := v.snap.Named(d.Symbol)
			if i := slices.IndexFunc(ids, func(id index.ID) bool { return id.Doc == doc }); i > 0 {
				ids = ids[i:]
			}
			if len(ids) > 0 {
				return find(v, ids[0], doc)
			}
			return errModified
		}
		offset, err := v.placed(doc, s.then, at.Start)
		if err != nil {
			return err
		}
		found, ok := v.snap.SymbolAt(s.path, offset)
		if !ok || len(found.Symbols) == 0 || !found.Symbols[0].Definition {
			return errModified
		}
		return find(v, found.Symbols[0].ID, doc)
	})
}

// prepare shows those of the symbols at a place that are wanted.
func (c *conn) prepare(ctx context.Context, p *protocol.TextDocumentPositionParams, want func(*index.Snapshot, index.ID) bool) (out []node, err error) {
	err = c.at(ctx, p.TextDocument.URI, p.Position, func(v *view, at place) error {
		out = nil
		if v.mode(at.doc) != modePrimary {
			return nil
		}
		n, ok := v.named(at)
		if !ok {
			return nil
		}
		for _, id := range n.likely() {
			if item, ok := v.node(id); ok && want(v.snap, id) {
				out = append(out, item)
			}
		}
		return nil
	})
	return out, err
}

// prepareCalls shows the functions at a place.
func (c *conn) prepareCalls(ctx context.Context, p *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	return c.prepare(ctx, &p.TextDocumentPositionParams, (*index.Snapshot).Runs)
}

// incomingCalls are the functions that call one: those that certainly do come first.
func (c *conn) incomingCalls(ctx context.Context, p *protocol.CallHierarchyIncomingCallsParams) (out []protocol.CallHierarchyIncomingCall, err error) {
	err = c.again(ctx, p.Item.URI, p.Item.SelectionRange, p.Item.Data, func(v *view, id index.ID, _ int32) error {
		out = []protocol.CallHierarchyIncomingCall{}
		var mu sync.Mutex
		nodes := map[index.ID]node{}
		show := func(id index.ID) {
			mu.Lock()
			defer mu.Unlock()
			if v.snap.Stop() {
				return
			}
			if n, ok := v.node(id); ok {
				nodes[id] = n
			}
		}
		for _, n := range v.calls(index.CallQuery{ID: id, Direction: index.Incoming, Found: show}) {
			if from, ok := nodes[n.ID]; ok {
				out = append(out, protocol.CallHierarchyIncomingCall{From: from, FromRanges: v.sites(n.Sites, n.ID.Doc)})
			}
		}
		return nil
	})
	return out, err
}

// outgoingCalls are the functions of the repository that one calls.
func (c *conn) outgoingCalls(ctx context.Context, p *protocol.CallHierarchyOutgoingCallsParams) (out []protocol.CallHierarchyOutgoingCall, err error) {
	err = c.again(ctx, p.Item.URI, p.Item.SelectionRange, p.Item.Data, func(v *view, id index.ID, doc int32) error {
		out = []protocol.CallHierarchyOutgoingCall{}
		for _, n := range v.calls(index.CallQuery{ID: id, Direction: index.Outgoing}) {
			if v.snap.Stop() {
				return nil
			}
			ranges := v.sites(n.Sites, doc)
			if to, ok := v.node(n.ID); ok && len(ranges) > 0 {
				out = append(out, protocol.CallHierarchyOutgoingCall{To: to, FromRanges: ranges})
			}
		}
		return nil
	})
	return out, err
}

// calls are the functions that a query finds, without the one that it begins at.
func (v *view) calls(q index.CallQuery) []index.CallNode {
	t := v.snap.CallTree(q)
	return t.Nodes[min(1, len(t.Nodes)):]
}

// sites are the places of calls that are in a file.
func (v *view) sites(sites []index.Reference, doc int32) []protocol.Range {
	var out []protocol.Range
	for _, r := range sites {
		if r.Doc == doc {
			out = append(out, v.rangeOf(doc, r.Start, r.End))
		}
	}
	return out
}

// prepareTypes shows the types at a place.
func (c *conn) prepareTypes(ctx context.Context, p *protocol.TypeHierarchyPrepareParams) ([]protocol.TypeHierarchyItem, error) {
	nodes, err := c.prepare(ctx, &p.TextDocumentPositionParams, (*index.Snapshot).IsType)
	return typeItems(nodes), err
}

func typeItems(nodes []node) []protocol.TypeHierarchyItem {
	var out []protocol.TypeHierarchyItem
	for _, n := range nodes {
		out = append(out, protocol.TypeHierarchyItem(n))
	}
	return out
}

// supertypes are the types of the repository that one extends or implements.
func (c *conn) supertypes(ctx context.Context, p *protocol.TypeHierarchySupertypesParams) ([]protocol.TypeHierarchyItem, error) {
	return c.relatives(ctx, &p.Item, (*index.Snapshot).Supertypes)
}

// subtypes are the types that extend or implement one.
func (c *conn) subtypes(ctx context.Context, p *protocol.TypeHierarchySubtypesParams) ([]protocol.TypeHierarchyItem, error) {
	return c.relatives(ctx, &p.Item, (*index.Snapshot).Subtypes)
}

func (c *conn) relatives(ctx context.Context, item *protocol.TypeHierarchyItem, of func(*index.Snapshot, index.ID) []index.ID) ([]protocol.TypeHierarchyItem, error) {
	var out []node
	err := c.again(ctx, item.URI, item.SelectionRange, item.Data, func(v *view, id index.ID, _ int32) error {
		out = []node{}
		for _, id := range of(v.snap, id) {
			if v.snap.Stop() {
				return nil
			}
			if n, ok := v.node(id); ok {
				out = append(out, n)
			}
		}
		return nil
	})
	return typeItems(out), err
}
