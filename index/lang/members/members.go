// Package members is what languages whose files are JSON have in common: the members
// of objects are definitions.
package members

import (
	"bytes"
	"strings"

	"codeintel/index/jsonc"
	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// maxSig is the longest signature in bytes.
const maxSig = 200

// Definer defines members of the objects of one file.
type Definer struct {
	B *lang.Builder
	// Kind is that of members that are no objects.
	Kind  lang.Kind
	src   []byte
	first map[key]lang.DefID // the first definition of each name
}

type key struct {
	parent lang.DefID
	name   lang.NameID
}

// New begins a file of at most size bytes, and reads it; the reader can't be
// interrupted. root is nil where there is no object to read, and the facts say why.
func New(in lang.Input, kind lang.Kind, size int) (d *Definer, root *jsonc.Node) {
	d = &Definer{B: lang.NewBuilder(len(in.Src)), Kind: kind, src: in.Src, first: map[key]lang.DefID{}}
	d.B.Enrich(in)
	if len(in.Src) > size {
		d.B.F.Truncated = "too large"
		return d, nil
	}
	root, err := jsonc.Read(in.Src)
	switch {
	case len(bytes.TrimSpace(in.Src)) == 0:
		return d, nil
	case err != nil || root.Kind != jsonc.Object:
		d.B.F.ErrorNodes, d.B.F.ErrorBytes = 1, len(in.Src)
		return d, nil
	}
	return d, root
}

// Define defines a member of what parent is, or of the file's object (lang.NoDef). The
// result is lang.NoDef where its key is empty.
func (x *Definer) Define(m jsonc.Member, parent lang.DefID) lang.DefID {
	if m.Key.Text == "" || m.Key.End-m.Key.Start < 3 {
		return lang.NoDef
	}
	kind := x.Kind
	if m.Value.Kind == jsonc.Object {
		kind = lang.KindObject
	}
	name := x.B.Name(strings.ToValidUTF8(m.Key.Text, "\uFFFD"))
	id, d := x.B.Def(name, kind, symbol.Term, uint32(m.Key.Start+1), uint32(m.Key.End-1))
	d.EncStart, d.EncEnd, d.Parent = uint32(m.Key.Start), uint32(m.Value.End), parent
	k := key{lang.NoDef, name}
	if parent >= 0 {
		d.Flags |= lang.Member
		k.parent = x.B.F.Canonical(parent)
	}
	if first, ok := x.first[k]; ok {
		d.Same = first
	} else {
		x.first[k] = id
	}
	s := x.src[m.Key.Start:m.Value.End]
	if len(s) > maxSig || bytes.IndexByte(s, '\n') >= 0 {
		s = x.src[m.Key.Start:min(m.Key.End, m.Key.Start+maxSig)]
	}
	d.Sig = strings.ToValidUTF8(string(s), "\uFFFD")
	return id
}
