package index

import (
	"cmp"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// Coverage says how much of a language is understood.
type Coverage struct {
	Language string // "" for files of no language
	Files    int    // with facts
	Skipped  int
	Failed   int
	Bytes    int64 // of the files with facts
	// ErrorFiles have places that the grammar could not read, ErrorBytes is
	// their length; Truncated files have facts of a part only.
	ErrorFiles, Truncated int
	ErrorBytes            int64

	// Definitions have a symbol: locals do, names that imports bind don't.
	Definitions int
	// References = Resolved + Possible + Unresolved; External are those of the
	// Resolved that mean an external symbol only. Names that the language itself
	// declares (Go's nil, string) are not among them, nor keys that turned out
	// to be definitions.
	References, Resolved, External, Possible, Unresolved int
}

// Coverage of each language that the repository has files of, by name.
func (s *Snapshot) Coverage() []Coverage {
	by := map[string]*Coverage{}
	var buf [maxDescriptors]lang.DefID
	for doc, d := range s.docs {
		name := ""
		if d.Lang != nil {
			name = d.Lang.Name
		}
		c := by[name]
		if c == nil {
			c = &Coverage{Language: name}
			by[name] = c
		}
		if d.Failed != "" {
			c.Failed++
		} else if d.Skipped != "" {
			c.Skipped++
		}
		if f := d.Facts(); f != nil {
			c.Files++
			c.Bytes += d.Size
			if f.ErrorNodes > 0 {
				c.ErrorFiles++
				c.ErrorBytes += int64(f.ErrorBytes)
			}
			if f.Truncated != "" {
				c.Truncated++
			}
			for i := range f.Defs {
				if _, class := s.chain(int32(doc), lang.DefID(i), &buf); class != noSymbol {
					c.Definitions++
				}
			}
			c.countReferences(d, s.links[doc])
		}
	}
	out := make([]Coverage, 0, len(by))
	for _, c := range by {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b Coverage) int { return cmp.Compare(a.Language, b.Language) })
	return out
}

// countReferences counts a file's references by their surest link.
func (c *Coverage) countReferences(d *Doc, links []resolve.Link) {
	predeclared := d.Lang.Rules.Predeclared
	i := 0
	for r := range d.Facts().Refs {
		ref := lang.RefID(r)
		if i == len(links) || links[i].Ref != ref {
			switch x := &d.Facts().Refs[r]; {
			case x.Kind == lang.RefContext:
			case x.Kind == lang.RefName && predeclared[d.Facts().Name(x.Name)]:
			default:
				c.References++
				c.Unresolved++
			}
			continue
		}
		best, external := links[i].Certainty, true
		for ; i < len(links) && links[i].Ref == ref; i++ {
			best = min(best, links[i].Certainty)
			external = external && links[i].Doc == resolve.External
		}
		c.References++
		switch {
		case best == resolve.Possible:
			c.Possible++
		case external:
			c.External++
			c.Resolved++
		default:
			c.Resolved++
		}
	}
}
