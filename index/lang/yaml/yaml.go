// Package yaml is YAML: the keys of mappings as definitions, anchors with their
// aliases. What lies in a sequence is data; its keys define nothing.
//
// Symbols have the scheme "ci", the manager "yaml", no package name and version,
// and the file's path as namespaces; documents of one file share their keys:
//
//	ci yaml . . `.github`/workflows/`ci.yaml`/jobs.test.
package yaml

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"codeintel/index/lang"
	"codeintel/index/lang/catalogue"
	"codeintel/index/lang/ts"
	"codeintel/index/symbol"
)

// version of Extract; it changes with its results.
const version = 2

// Language is YAML.
func Language() *lang.Language {
	return &lang.Language{
		Name:       "yaml",
		SCIPName:   "YAML",
		Family:     "yaml",
		Depth:      lang.DepthNames,
		Extensions: []string{".yaml", ".yml"},
		Version:    version,
		Extract:    extract,
		Open: func(context.Context, lang.Files, lang.Deps) (lang.Project, error) {
			return lang.PathProject{Manager: "yaml"}, nil
		},
	}
}

// Bounds of what is read. The parser can't be interrupted.
const (
	maxSize  = 1 << 20
	maxDepth = 200 // of nodes in one another
)

func extract(ctx context.Context, _ *ts.Parser, in lang.Input) (*lang.Facts, error) {
	x := &extractor{b: lang.NewBuilder(len(in.Src)), src: in.Src, keys: map[key]lang.DefID{}}
	x.b.Enrich(in)
	x.path = in.Path
	if len(in.Src) > maxSize {
		x.b.F.Truncated = "too large"
		return x.b.Finish(), nil
	}
	// A document that can't be read (a template, mostly) is read by the keys at
	// its top.
	for _, doc := range pieces(span{0, len(in.Src)}, in.Src, documentStart) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if x.read(doc) {
			continue
		}
		for _, part := range pieces(doc, in.Src, keyStart) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if !x.read(part) {
				x.b.F.ErrorNodes++
				x.b.F.ErrorBytes += part.end - part.start
			}
		}
	}
	return x.b.Finish(), nil
}

type span struct{ start, end int }

// pieces cuts a part of src in front of each line that starts one.
func pieces(part span, src []byte, starts func(line []byte) bool) []span {
	var out []span
	from := part.start
	for at := part.start; at < part.end; {
		end := part.end
		if n := bytes.IndexByte(src[at:part.end], '\n'); n >= 0 {
			end = at + n + 1
		}
		if at > from && starts(src[at:end]) {
			out = append(out, span{from, at})
			from = at
		}
		at = end
	}
	return append(out, span{from, part.end})
}

func documentStart(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("---"))
	return ok && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\n' || rest[0] == '\r')
}

// keyStart says whether a line begins a key at the top of a document.
func keyStart(line []byte) bool {
	switch line[0] {
	case ' ', '\t', '\n', '\r', '#', '-', '}', ']':
		return false
	}
	return bytes.IndexByte(line, ':') >= 0
}

type key struct {
	parent lang.DefID
	name   lang.NameID
}

type extractor struct {
	b    *lang.Builder
	path string
	src  []byte
	at   int                // of the piece
	line []int              // where each line of the piece starts
	keys map[key]lang.DefID // the first definition of each
}

// read reads a piece; it is false when that is not YAML.
func (x *extractor) read(part span) bool {
	text := x.src[part.start:part.end]
	var docs []*yaml.Node
	for d := yaml.NewDecoder(bytes.NewReader(text)); ; {
		n := &yaml.Node{}
		err := decode(d, n)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return false
		}
		docs = append(docs, n)
	}
	x.at, x.line = part.start, []int{0}
	for i, c := range text {
		if c == '\n' {
			x.line = append(x.line, i+1)
		}
	}
	for _, n := range docs {
		x.node(n, lang.NoDef, true, 0)
		for _, c := range n.Content {
			x.texts(c)
		}
	}
	return true
}

// texts says what the texts of a catalogue are. The keys of one language lie below its
// name in some (Ruby on Rails), in others not (Symfony).
func (x *extractor) texts(n *yaml.Node) {
	start, end, within := catalogue.Texts(x.path)
	if !within || n.Kind != yaml.MappingNode {
		return
	}
	w := lang.Wording{Place: x.path}
	if end > 0 {
		w.Place, w.Language = x.path[:start]+"*"+x.path[end:], x.path[start:end]
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if k.Kind != yaml.ScalarNode {
			continue
		}
		below := w
		if v.Kind == yaml.MappingNode && catalogue.IsLocale(k.Value) && (end == 0 || len(n.Content) == 2) {
			below.Language = k.Value
		} else {
			below.Key = k.Value
		}
		x.say(below, v, 0)
	}
}

// say says a text, or those of a mapping below the key of w.
func (x *extractor) say(w lang.Wording, n *yaml.Node, depth int) {
	switch {
	case n.Kind == yaml.ScalarNode && w.Key != "" && w.Language != "":
		w.Text = strings.ToValidUTF8(n.Value, "\uFFFD")
		x.b.F.Rich.Say(w)
	case n.Kind == yaml.MappingNode && depth <= maxDepth:
		above := w.Key
		for i := 0; i+1 < len(n.Content); i += 2 {
			if k := n.Content[i]; k.Kind == yaml.ScalarNode && k.Value != "" {
				if w.Key = strings.ToValidUTF8(k.Value, "\uFFFD"); above != "" {
					w.Key = above + "." + w.Key
				}
				x.say(w, n.Content[i+1], depth+1)
			}
		}
	}
}

// decode reads a document. The parser panics on some texts that are no YAML.
func decode(d *yaml.Decoder, n *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("the text is not YAML")
		}
	}()
	return d.Decode(n)
}

// offset is where a node begins in the file; columns count characters from 1.
func (x *extractor) offset(n *yaml.Node) int {
	if n.Line < 1 || n.Line > len(x.line) {
		return len(x.src)
	}
	at := x.at + x.line[n.Line-1]
	for i := 1; i < n.Column && at < len(x.src) && x.src[at] != '\n'; i++ {
		_, size := utf8.DecodeRune(x.src[at:])
		at += size
	}
	return at
}

// node reads a node below the key parent; defines says whether its keys are
// definitions.
func (x *extractor) node(n *yaml.Node, parent lang.DefID, defines bool, depth int) {
	if depth > maxDepth {
		x.b.F.Truncated = "too deep"
		return
	}
	if n.Anchor != "" {
		x.anchor(n)
	}
	switch n.Kind {
	case yaml.AliasNode:
		x.alias(n)
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			k, v := n.Content[i], n.Content[i+1]
			def := lang.NoDef
			if defines && k.Kind == yaml.ScalarNode {
				def = x.key(k, v, parent)
			} else {
				x.node(k, parent, false, depth+1)
			}
			x.node(v, def, defines && def >= 0, depth+1)
		}
	default:
		for _, c := range n.Content {
			x.node(c, parent, defines && n.Kind == yaml.DocumentNode, depth+1)
		}
	}
}

// key defines a key of a mapping, lang.NoDef when it does not stand in the text
// as it is (merge keys, keys with escapes, anchors or tags).
func (x *extractor) key(k, v *yaml.Node, parent lang.DefID) lang.DefID {
	at := x.offset(k)
	start := at
	if k.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
		at++
	}
	if k.Value == "" || k.Value == "<<" || !bytes.HasPrefix(x.src[min(at, len(x.src)):], []byte(k.Value)) {
		return lang.NoDef
	}
	name := x.b.Name(k.Value)
	kind := lang.KindProperty
	if v.Kind == yaml.MappingNode {
		kind = lang.KindObject
	}
	id, d := x.b.Def(name, kind, symbol.Term, uint32(at), uint32(at+len(k.Value)))
	d.Parent = parent
	seen := key{lang.NoDef, name}
	if parent >= 0 {
		seen.parent = x.b.F.Canonical(parent)
	}
	if first, ok := x.keys[seen]; ok {
		d.Same = first
	} else {
		x.keys[seen] = id
	}
	if parent >= 0 {
		d.Flags |= lang.Member
	}
	end := min(at+len(k.Value), len(x.src))
	if n := bytes.IndexByte(x.src[end:], '\n'); n >= 0 {
		end += n
	} else {
		end = len(x.src)
	}
	d.EncStart, d.EncEnd = uint32(start), uint32(end)
	if r := x.b.F.Rich; r != nil && k.Column > 0 {
		r.Cuts = append(r.Cuts, lang.Cut{At: uint32(start), Depth: uint8(min(k.Column, 255))})
	}
	if line := strings.ToValidUTF8(strings.TrimSpace(string(x.src[start:end])), "\uFFFD"); len(line) <= maxSig {
		d.Sig = line
	}
	return id
}

// maxSig is the longest line that is kept of a key.
const maxSig = 200

// anchor defines &name, which stands in front of its node.
func (x *extractor) anchor(n *yaml.Node) {
	at := x.offset(n)
	word := "&" + n.Anchor
	if at >= len(x.src) || !bytes.HasPrefix(x.src[at:], []byte(word)) {
		return
	}
	name := x.b.Name(n.Anchor)
	_, d := x.b.Def(name, lang.KindVariable, symbol.None, uint32(at+1), uint32(at+len(word)))
	d.Flags, d.Scope = lang.Local, 0
}

// alias is the use *name of an anchor.
func (x *extractor) alias(n *yaml.Node) {
	at := x.offset(n)
	word := "*" + n.Value
	if at >= len(x.src) || n.Value == "" || !bytes.HasPrefix(x.src[at:], []byte(word)) {
		return
	}
	x.b.Ref(lang.Ref{Name: x.b.Name(n.Value), Start: uint32(at + 1), End: uint32(at + len(word)), X: -1, Kind: lang.RefName, Role: lang.Read, Space: lang.Value})
}
