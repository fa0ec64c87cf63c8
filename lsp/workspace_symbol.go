package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/workspace"

	"go.lsp.dev/protocol"
)

// maxSymbols is how many symbols one query finds in a repository: more than fit on a
// screen, since editors ask anew with each letter.
const maxSymbols = 128

// foundSymbol is one that a query finds; the better ones come first.
type foundSymbol struct {
	protocol.WorkspaceSymbol
	how  index.NameMatch
	in   *repository
	rank int
}

// class is how well the name agrees, as far as it goes before what the repository's own
// order says: case does not.
func (f foundSymbol) class() index.NameMatch { return max(f.how, index.MatchFolded) }

// symbolData is what is asked about a symbol later: the definition of a file that has
// the name, and had the number def.
type symbolData struct {
	Path string     `json:"path"`
	Name string     `json:"name"`
	Def  lang.DefID `json:"def"`
}

// workspaceSymbol finds symbols by a part of their name, in all languages and all
// folders of the editor.
func (c *conn) workspaceSymbol(ctx context.Context, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	lazy := false
	if w := c.caps.Workspace; w != nil && w.Symbol != nil {
		lazy = slices.Contains(w.Symbol.ResolveSupport.Properties, "location.range")
	}
	var all []foundSymbol
	if p.Query == "" {
		return protocol.WorkspaceSymbolSlice{}, nil // everything is no answer
	}
	if len(p.Query) > maxQuery {
		return nil, invalid("the query has %d bytes, and %d are the most", len(p.Query), maxQuery)
	}
	err := c.all(ctx, workspace.About{}, func(v *view) error {
		all = slices.DeleteFunc(all, func(f foundSymbol) bool { return f.in == v.in })
		q := index.SymbolQuery{Name: p.Query, Limit: maxSymbols, Apart: true}
		if c.silent() {
			q.Files = func(d *index.Doc) bool { return c.mode(d.Lang) != modeOff }
		}
		found, _ := v.snap.SearchSymbols(q)
		for i, m := range found {
			if ctx.Err() != nil {
				return errCancelled
			}
			all = append(all, foundSymbol{v.workspaceSymbol(m, lazy), m.How, v.in, i})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b foundSymbol) int {
		return cmp.Or(cmp.Compare(a.class(), b.class()), cmp.Compare(a.rank, b.rank))
	})
	out := make(protocol.WorkspaceSymbolSlice, 0, len(all))
	for _, f := range all {
		out = append(out, f.WorkspaceSymbol)
	}
	rest, err := partial(ctx, c, p.PartialResultToken, out)
	return protocol.WorkspaceSymbolSlice(rest), err
}

// silent says whether nothing is answered about some language.
func (c *conn) silent() bool {
	for _, m := range c.settings.Load().languages {
		if m == modeOff {
			return true
		}
	}
	return false
}

// workspaceSymbol describes a symbol; lazy leaves its place in the file to be asked.
func (v *view) workspaceSymbol(m index.SymbolMatch, lazy bool) protocol.WorkspaceSymbol {
	s := protocol.WorkspaceSymbol{}
	id := m.ID
	s.Name, s.Kind = m.Name, symbolKind(v.snap.Kind(id))
	if lazy { // without a look at the file's facts, which may have to be read
		s.Location = &protocol.LocationUriOnly{URI: v.uri(id.Doc)}
		if data, err := json.Marshal(symbolData{v.doc(id.Doc).Path, m.Name, id.Def}); err == nil {
			s.Data = data
		}
		return s
	}
	if in := v.snap.Scope(id); in != "" {
		s.ContainerName = &in
	}
	at, _ := v.snap.Place(id)
	l := v.location(id.Doc, at.Start, at.End)
	s.Location = &l
	return s
}

// resolveWorkspaceSymbol says where in its file a symbol is.
func (c *conn) resolveWorkspaceSymbol(ctx context.Context, p *protocol.WorkspaceSymbol) (*protocol.WorkspaceSymbol, error) {
	only, ok := p.Location.(*protocol.LocationUriOnly)
	if !ok {
		return p, nil
	}
	var data symbolData
	if json.Unmarshal(p.Data, &data) != nil {
		return nil, invalid("data is not what came with the symbol")
	}
	out := *p
	out.Location = &protocol.Location{URI: only.URI}
	err := c.whole(ctx, only.URI, func(v *view, doc int32) error {
		f := v.doc(doc).Facts()
		named := func(d lang.DefID) bool { return f.Names[f.Defs[d].Name] == data.Name && f.Defs[d].Same < 0 }
		def := data.Def
		if def < 0 {
			l := v.location(doc, f.PackageAt[0], f.PackageAt[1])
			out.Location = &l
			return nil
		}
		if int(def) >= len(f.Defs) || !named(def) {
			// The file has changed: the first that is called so.
			for def = 0; int(def) < len(f.Defs) && !named(def); def++ {
			}
		}
		if int(def) < len(f.Defs) {
			l := v.location(doc, f.Defs[def].Start, f.Defs[def].End)
			out.Location = &l
		}
		return nil
	})
	return &out, err
}
