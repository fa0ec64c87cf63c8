package index

import (
	"cmp"
	"slices"

	"codeintel/index/lang"
	"codeintel/index/pos"
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
	// Generated files say that a program wrote them, or are minified.
	Generated  int
	ErrorBytes int64
	// Checked files are resolved by the language's own checker.
	Checked int

	// Definitions have a symbol: locals do, names that imports bind don't.
	Definitions int
	// References = Resolved + Possible + Unresolved; External are those of the
	// Resolved that mean an external symbol only. Names that the language itself
	// declares (Go's nil, string) are not among them, nor keys that turned out
	// to be definitions.
	References, Resolved, External, Possible, Unresolved int
}

// fileCoverage is what one file adds to a Coverage.
type fileCoverage struct {
	Broken, Truncated, Generated, Checked bool
	// Lines of the file; the last one counts where it is not empty.
	Lines                                                             uint32
	ErrorBytes                                                        uint32
	Definitions, References, Resolved, External, Possible, Unresolved uint32
}

// Coverage of each language that the repository has files of, by name.
func (s *Snapshot) Coverage() []Coverage {
	by := map[string]*Coverage{}
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
		if d.Source == nil {
			continue
		}
		f := s.covered(int32(doc))
		c.Files++
		c.Bytes += d.Size
		if f.Broken {
			c.ErrorFiles++
			c.ErrorBytes += int64(f.ErrorBytes)
		}
		if f.Truncated {
			c.Truncated++
		}
		if f.Generated {
			c.Generated++
		}
		if f.Checked {
			c.Checked++
		}
		c.Definitions += int(f.Definitions)
		c.References += int(f.References)
		c.Resolved += int(f.Resolved)
		c.External += int(f.External)
		c.Possible += int(f.Possible)
		c.Unresolved += int(f.Unresolved)
	}
	out := make([]Coverage, 0, len(by))
	for _, c := range by {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b Coverage) int { return cmp.Compare(a.Language, b.Language) })
	return out
}

// Broken says whether a file has places that the grammar could not read, or facts
// of a part only.
func (s *Snapshot) Broken(doc int32) bool {
	c := s.covered(doc)
	return c.Broken || c.Truncated
}

// Truncated reports whether the facts of a file are of a part of it only.
func (s *Snapshot) Truncated(doc int32) bool { return s.covered(doc).Truncated }

// covered is what a file adds to a Coverage; it must not be changed.
func (s *Snapshot) covered(doc int32) *fileCoverage {
	l := s.layer
	if l == nil {
		return &(*s.coverage.get(s.buildCoverage))[doc]
	}
	if c := l.coverage[doc]; c != nil {
		return c
	}
	return l.base.covered(l.thereOf(doc))
}

// buildCoverage counts all files of a snapshot without a layer.
func (s *Snapshot) buildCoverage() []fileCoverage {
	files := make([]fileCoverage, len(s.docs))
	for doc := range s.docs {
		files[doc] = s.fileCoverage(int32(doc))
		files[doc].Checked = doc < len(s.checked) && s.checked[doc]
	}
	return files
}

func (s *Snapshot) fileCoverage(doc int32) (c fileCoverage) {
	d := s.docs[doc]
	f := d.Facts()
	if f == nil {
		return c
	}
	c.Lines = lineCount(d.Lines())
	c.Broken, c.ErrorBytes = f.ErrorNodes > 0, uint32(f.ErrorBytes)
	c.Truncated, c.Generated = f.Truncated != "", f.Generated
	var buf [maxDescriptors]lang.DefID
	for i := range f.Defs {
		if _, class := s.chain(doc, lang.DefID(i), &buf); class != noSymbol {
			c.Definitions++
		}
	}
	c.countReferences(d, s.Links(doc))
	return c
}

// lineCount is the number of lines, the last one of them where it is not empty.
func lineCount(l pos.Lines) uint32 {
	n := uint32(l.Count())
	if start, end := l.Line(n - 1); start == end {
		n-- // behind the last line end there is nothing
	}
	return n
}

// countReferences counts a file's references by their surest link.
func (c *fileCoverage) countReferences(d *Doc, links []resolve.Link) {
	predeclared := d.Lang.Rules.Predeclared
	f := d.Facts()
	i := 0
	for r := range f.Refs {
		ref := lang.RefID(r)
		if i == len(links) || links[i].Ref != ref {
			switch x := &f.Refs[r]; {
			case x.Kind == lang.RefContext:
			case x.Kind == lang.RefName && predeclared[f.Name(x.Name)]:
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
