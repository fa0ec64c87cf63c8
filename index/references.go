package index

import (
	"cmp"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// Reference is one use of a symbol.
type Reference struct {
	Doc        int32
	Start, End uint32
	Role       lang.Role
	Certainty  resolve.Certainty
	Ref        lang.RefID
}

// Use is a reference of which nothing is looked up but where it is written down: see
// Snapshot.Reference. Link is a place in Links of file Doc.
type Use struct{ Doc, Link int32 }

// Uses are the references to id's symbol in the order of files and places, those
// that References has. Finding them reads no file's facts but where a class has
// constructors.
func (s *Snapshot) Uses(id ID) []Use {
	var out []Use
	same := s.sameSymbol(id)
	own, name := len(same), ""
	if made := s.constructors(id); len(made) > 0 {
		same, name = append(same, made...), s.Name(id)
	}
	for i, to := range same {
		s.eachReference(to, func(doc, link int32) {
			if i >= own {
				if s.stop() {
					return
				}
				if f := s.docs[doc].Facts(); f.Names[f.Refs[s.Links(doc)[link].Ref].Name] != name {
					return
				}
			}
			out = append(out, Use{doc, link})
		})
	}
	if len(same) < 2 {
		return out
	}
	return s.MergeUses(out)
}

// IsReferred says whether people want to know who refers to a symbol: it is a
// function, a type, or what frameworks look up by its name.
func (s *Snapshot) IsReferred(id ID) bool {
	k := s.Kind(id)
	return isType(k) || k == lang.KindKey || isFunction(&lang.Def{Kind: k})
}

// MergeUses sorts uses of several definitions or symbols by files and places. Of
// one reference that is linked to several of them the surest link counts.
func (s *Snapshot) MergeUses(uses []Use) []Use {
	// The links of a file are in the order of its references.
	slices.SortFunc(uses, func(a, b Use) int { return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Link, b.Link)) })
	out := uses[:0]
	var origins []origin
	for len(uses) > 0 {
		n := sameFile(uses)
		if s.stop() {
			return append(out, uses...)
		}
		if n == 1 {
			out = append(out, uses[0])
			uses = uses[1:]
			continue
		}
		origins = s.originsOf(uses[0].Doc, linksOf(uses[:n]), origins[:0])
		for i, u := range uses[:n] {
			last := len(out) - 1
			switch {
			case i == 0 || origins[out[last].Link].ref != origins[u.Link].ref:
				out = append(out, u)
			case origins[u.Link].certainty < origins[out[last].Link].certainty:
				out[last] = u
			}
		}
		uses = uses[n:]
	}
	return out
}

// sameFile is how many of the first uses are in one file.
func sameFile(uses []Use) int {
	n := 1
	for n < len(uses) && uses[n].Doc == uses[0].Doc {
		n++
	}
	return n
}

// linksOf is how many links of a file must be read for uses in it.
func linksOf(uses []Use) int {
	n := int32(0)
	for _, u := range uses {
		n = max(n, u.Link+1)
	}
	return int(n)
}

// Reference looks up the place of a use.
func (s *Snapshot) Reference(u Use) Reference { return s.reference(u.Doc, &s.Links(u.Doc)[u.Link]) }

// References to id's symbol, in the order of files and places. Those that are
// only possible are marked so. Definitions are not among them. Where a class is
// named to make an instance and that means its constructor, it is a reference
// to the class as well.
func (s *Snapshot) References(id ID) []Reference {
	return s.ReferencesOf(s.Uses(id))
}

// aside is how many uses are looked up in one go where there are many, at least: those of
// one file are looked up together, since its links are read from the first one on.
const aside = 256

// ReferencesOf looks up the places of uses, in their order. Where they are many it
// takes all processors, since files may have to be read.
func (s *Snapshot) ReferencesOf(uses []Use) []Reference {
	if len(uses) == 0 {
		return nil
	}
	out := make([]Reference, len(uses))
	var parts []int // where they end
	for end := 0; end < len(uses); {
		full := len(parts) == 0 || end-partStart(parts) >= aside
		if end += sameFile(uses[end:]); full {
			parts = append(parts, end)
		} else {
			parts[len(parts)-1] = end
		}
	}
	done := make([]int, len(parts)) // where what was looked up of a part ends
	parallel(len(parts), func(part int) {
		var origins []origin
		i := partStart(parts[:part+1])
		for i < parts[part] && !s.stop() {
			n := sameFile(uses[i:parts[part]])
			origins = s.originsOf(uses[i].Doc, linksOf(uses[i:i+n]), origins[:0])
			s.referencesIn(out[i:i+n], uses[i:i+n], origins)
			i += n
		}
		done[part] = i
	})
	if s.Stopped() {
		kept := out[:0]
		for part, end := range done {
			kept = append(kept, out[partStart(parts[:part+1]):end]...)
		}
		return kept
	}
	return out
}

// partStart is where the last of parts begins, which have ends.
func partStart(ends []int) int {
	if len(ends) < 2 {
		return 0
	}
	return ends[len(ends)-2]
}

// referencesIn looks up the places of uses in one file.
func (s *Snapshot) referencesIn(out []Reference, uses []Use, origins []origin) {
	d := s.docs[uses[0].Doc]
	places := d.places()
	for i, u := range uses {
		o := origins[u.Link]
		at := places.ref(o.ref)
		out[i] = Reference{u.Doc, at.Start, at.End, roleOf(d, at.Role), o.certainty, o.ref}
	}
}

func (s *Snapshot) reference(doc int32, l *resolve.Link) Reference {
	d := s.docs[doc]
	p := d.places().ref(l.Ref)
	return Reference{doc, p.Start, p.End, roleOf(d, p.Role), l.Certainty, l.Ref}
}

// roleOf is the role of a reference, with lang.TemplateRole where it stands in a
// template.
func roleOf(d *Doc, r lang.Role) lang.Role {
	if d.Lang != nil && d.Lang.Template {
		return r | lang.TemplateRole
	}
	return r
}
