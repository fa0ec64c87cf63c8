package workspace

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"codeintel/index"
	"codeintel/index/chunk"
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/resolve"
)

// Chunker divides files of one state into chunks. It is not safe for concurrent
// use; several may work on one state. Close ends it.
type Chunker struct {
	s      *State
	texts  *Texts
	parser *ts.Parser
	opts   chunk.Options
	limit  int64 // bytes of a file

	groups map[group]*divided // those that were asked for
}

// group is one of the files whose chunks a framework combines.
type group struct {
	framework *lang.Framework
	name      string
}

// divided is what has come of the files of a group.
type divided struct {
	chunks  []chunk.Chunk
	leftOut []string // files that can't be had or can't be read as their language
}

// Chunker makes a Chunker that works as the state's configuration says.
func (w *Workspace) Chunker(s *State) *Chunker {
	config := w.Config(s)
	return &Chunker{
		s: s, texts: w.Texts(s), parser: ts.NewParser(ts.Limits{}), limit: config.MaxFileSize, groups: map[group]*divided{},
		opts: chunk.Options{MaxTokens: config.ChunkMaxTokens, Timeout: config.ParserTimeout, Lines: config.ChunkLines, LineLanguages: config.FallbackLanguages},
	}
}

// Close frees what the Chunker holds.
func (c *Chunker) Close() {
	c.texts.Close()
	c.parser.Close()
}

// File divides a file of the state, and says of it what the other files of its groups
// (lang.Framework.Group) make of it. byLines says why its chunks are lines of it, ""
// where they are not. ok is false for a file whose text is not to be had: one that
// has changed since the state was made, that is binary or too large, or that looks
// as if it held secrets. The error is the context's.
func (c *Chunker) File(ctx context.Context, doc int32) (chunks []chunk.Chunk, byLines string, ok bool, err error) {
	chunks, byLines, ok, err = c.alone(ctx, doc, true)
	d := c.s.Snapshot.Docs()[doc]
	if err != nil || !ok || byLines != "" || d.Lang == nil {
		return chunks, byLines, ok, err
	}
	for _, fw := range d.Lang.Frameworks {
		if fw.Group == nil || fw.Combine == nil {
			continue
		}
		name := fw.Group(d.Path)
		if name == "" {
			continue
		}
		g, err := c.group(ctx, group{fw, name})
		if err != nil {
			return nil, "", false, err
		}
		others := slices.DeleteFunc(slices.Clone(g.chunks), func(x chunk.Chunk) bool { return x.File == d.Path })
		all := chunk.Combine(slices.Concat(others, chunks), chunk.Combiners([]*lang.Framework{fw}, g.leftOut...)...)
		chunks = slices.DeleteFunc(all, func(x chunk.Chunk) bool { return x.File != d.Path })
	}
	return chunks, byLines, true, nil
}

// group divides the files of a group, each alone and without what needs the graph.
func (c *Chunker) group(ctx context.Context, g group) (*divided, error) {
	if had := c.groups[g]; had != nil {
		return had, nil
	}
	all := &divided{}
	for doc, d := range c.s.Snapshot.Docs() {
		if d.Lang == nil || !slices.Contains(d.Lang.Frameworks, g.framework) || g.framework.Group(d.Path) != g.name {
			continue
		}
		var chunks []chunk.Chunk
		byLines, ok := "", false
		if d.Source != nil {
			var err error
			if chunks, byLines, ok, err = c.alone(ctx, int32(doc), false); err != nil {
				return nil, err
			}
		}
		if !ok || byLines != "" {
			all.leftOut = append(all.leftOut, d.Path)
			continue
		}
		all.chunks = append(all.chunks, chunks...)
	}
	c.groups[g] = all
	return all, nil
}

// alone divides a file by what it says itself; graph is for symbols and what chunks are
// related to.
func (c *Chunker) alone(ctx context.Context, doc int32, graph bool) (chunks []chunk.Chunk, byLines string, ok bool, err error) {
	d := c.s.Snapshot.Docs()[doc]
	text, ok := c.texts.Plain(doc)
	if d.Failed != "" && !c.texts.Withheld(doc) {
		if text = c.texts.failed(d, c.limit); text != nil {
			ok = true
		}
	}
	if !ok {
		return nil, "", false, ctx.Err()
	}
	l, opts := d.Lang, c.opts
	names := c.s.Snapshot.Symbols(doc)
	opts.Symbol = func(def lang.DefID) string {
		if d.Source == nil {
			return ""
		}
		if def < 0 {
			def = resolve.ModuleDef
		}
		return string(names.Append(nil, index.ID{Doc: doc, Def: def}))
	}
	related := c.s.Snapshot.RelatedIn(doc)
	opts.Related = func(start, end uint32) []chunk.Related {
		var out []chunk.Related
		for _, r := range related.To(start, end) {
			out = append(out, chunk.Related{Symbol: cmp.Or(r.Symbol, r.Name), Name: r.Name, Kind: r.Kind, Resolved: r.Resolved})
		}
		return out
	}
	if !graph {
		opts.Symbol, opts.Related = nil, nil
	}
	if d.Source == nil {
		l = nil // what has failed fails again
	}
	in := lang.Input{Path: d.Path, Src: text}
	failed := guard(func() (err error) {
		chunks, byLines, err = chunk.File(ctx, c.parser, l, in, opts)
		return err
	})
	if ctx.Err() != nil {
		return nil, "", false, ctx.Err()
	}
	if failed != nil {
		if chunks, _, err = chunk.File(ctx, c.parser, nil, in, opts); err != nil {
			return nil, "", false, err
		}
		byLines = failed.Error()
	}
	if d.Lang != nil && byLines != "" {
		byLines = cmp.Or(d.Failed, byLines)
	}
	return chunks, byLines, true, nil
}

// failed is the text of a file that could not be parsed, as it was; nil where that
// can't be had.
func (t *Texts) failed(d *index.Doc, limit int64) []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	if text := t.indexed(d, min(d.Size, limit)); text != nil {
		return t.shown(text)
	}
	return nil
}

// ByLines says which files of a language are divided into lines, and why, by path:
// what could not be parsed, and what its language's grammar does not allow for the
// most part.
func (c *Config) ByLines(s *index.Snapshot) map[string]string {
	out := map[string]string{}
	for doc, d := range s.Docs() {
		switch {
		case d.Lang == nil:
		case d.Failed != "":
			out[d.Path] = d.Failed
		case d.Source == nil:
		case c.ChunkLines:
			out[d.Path] = chunk.Configured
		case slices.Contains(c.FallbackLanguages, d.Lang.Name):
			out[d.Path] = chunk.Fallback
		case s.Broken(int32(doc)):
			if why := chunk.ByLines(d.Lang, d.Facts(), int(d.Size)); why != "" {
				out[d.Path] = why
			}
		}
	}
	return out
}

// reasonsOf are some of the files, with the reason of each.
func reasonsOf(reasons map[string]string) string {
	var parts []string
	for _, path := range slices.Sorted(maps.Keys(reasons)) {
		if len(parts) == maxNamed {
			parts = append(parts, fmt.Sprintf("and %d more", len(reasons)-maxNamed))
			break
		}
		parts = append(parts, path+": "+reasons[path])
	}
	return strings.Join(parts, "; ")
}

// chunks says which files with a language are divided into lines, and why.
func (h *Health) chunks(s *index.Snapshot, c *Config) {
	byLines := c.ByLines(s)
	files := 0
	for _, d := range s.Docs() {
		if d.Lang != nil && (d.Source != nil || d.Failed != "") {
			files++
		}
	}
	text := fmt.Sprintf("%d of %s with a language are divided by their syntax", files-len(byLines), counted(files, "file"))
	if len(byLines) == 0 {
		h.add("chunks", OK, text, "")
		return
	}
	fix := "look at the places that can't be read; ci debug chunks FILE shows the chunks of a file"
	if c.ChunkLines {
		fix = "set chunk_strategy to ast"
		h.add("chunks", OK, fmt.Sprintf("%s are divided into lines: %s", counted(len(byLines), "file"), chunk.Configured), fix)
		return
	}
	level := OK
	for _, why := range byLines {
		if why != chunk.Fallback {
			level = Warning
		}
	}
	if level == OK {
		fix = "remove languages from fallback_languages"
	}
	h.add("chunks", level, fmt.Sprintf("%s; %d into lines: %s", text, len(byLines), reasonsOf(byLines)), fix)
}
