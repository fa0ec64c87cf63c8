package css

import (
	"strings"

	"codeintel/index/lang"
)

// Kinds of chunks.
const (
	KindRule   = "rule"
	KindAtRule = "at_rule"
)

const (
	// maxSelectors is how many characters of its selectors a rule is called by.
	maxSelectors = 50
	// maxGroup is how many bytes a block made of rules has at most so that its rules
	// are no chunks of their own: about as much as one chunk holds.
	maxGroup = 1500
)

// groups are the at-rules that are made of rules.
var groups = map[string]bool{
	"media": true, "supports": true, "layer": true, "container": true, "scope": true, "document": true, "starting-style": true, "at-root": true,
}

// heads are the at-rules that say what a sheet is made with.
var heads = map[string]bool{
	"import": true, "use": true, "forward": true, "charset": true, "namespace": true,
	"tailwind": true, "plugin": true, "source": true, "config": true, "reference": true,
}

// rule is a statement with a block.
type rule struct {
	start, stop int // of what stands before the block
	end         int // behind the block
	at          string
	def         lang.DefID
	outer       int  // the rule around it, -1 for the sheet
	large       bool // what is in it is in chunks of its own
}

// sketch notes what of a sheet is chunks, while it is read. A nil one notes nothing.
type sketch struct {
	r     *Reader
	rich  *lang.Rich
	rules []rule
	open  []int // of rules
	lead  int   // where the comments begin that stand before the statement at hand, -1 for none
}

// sketch starts the notes of a sheet; nil where no chunks are asked for.
func (r *Reader) sketch() *sketch {
	if r.b.F.Rich == nil {
		return nil
	}
	return &sketch{r: r, rich: r.b.F.Rich, lead: -1}
}

// statement notes what stands from start to next and has made the definitions from
// before on. opened says that it has opened a block.
func (s *sketch) statement(start, next int, before lang.DefID, opened bool) {
	if s == nil {
		return
	}
	r := s.r
	if s.lead >= 0 {
		s.cut(s.lead)
	} else {
		s.cut(start)
	}
	s.rich.Node(uint32(start), uint32(next))
	name := ""
	if r.src[start] == '@' {
		name = strings.ToLower(string(r.src[start+1 : r.nameRest(start+1, next)]))
	}
	if !opened {
		if heads[name] && len(s.open) == 0 {
			s.rich.Heads = append(s.rich.Heads, lang.Span{Start: uint32(start), End: uint32(next)})
		}
		return
	}
	x := rule{start: start, stop: max(next-1, start), at: name, def: lang.NoDef, outer: -1}
	if before < lang.DefID(len(r.b.F.Defs)) && r.b.F.Defs[before].Flags&lang.Open != 0 {
		x.def = before
	}
	if n := len(s.open); n > 0 {
		x.outer = s.open[n-1]
	}
	s.open = append(s.open, len(s.rules))
	s.rules = append(s.rules, x)
}

// cut notes that what stands at an offset may begin a chunk.
func (s *sketch) cut(at int) {
	if s.r.begins(at) {
		s.rich.Cuts = append(s.rich.Cuts, lang.Cut{At: uint32(at), Depth: uint8(min(len(s.open), 255))})
	}
}

// close notes that the innermost block ends at an offset.
func (s *sketch) close(end int) {
	if s == nil {
		return
	}
	x := &s.rules[s.open[len(s.open)-1]]
	s.open = s.open[:len(s.open)-1]
	x.end = end
	s.rich.Node(uint32(x.start), uint32(end))
	if x.stop < end && s.r.src[x.stop] == '{' && s.r.src[end-1] == '}' {
		s.rich.Fold(uint32(x.stop+1), uint32(end-1))
	} else {
		s.rich.FoldBelow(uint32(x.start), uint32(end), false)
	}
	x.large = groups[x.at] && end-x.start > maxGroup
}

// comments notes the comments in a range that has nothing but these and white space.
func (s *sketch) comments(i, end int) {
	if s == nil {
		return
	}
	s.lead = -1
	for i < end {
		next := s.r.comment(i, end)
		if next == i {
			i++
			continue
		}
		if s.lead < 0 && s.r.ownLine(i) {
			s.lead = i
		}
		s.rich.Comments = append(s.rich.Comments, lang.Span{Start: uint32(i), End: uint32(next)})
		i = next
	}
}

// finish adds the regions of a sheet of that many bytes.
func (s *sketch) finish(size int) {
	if s == nil {
		return
	}
	r := s.r
	for _, x := range s.rules {
		if x.outer < 0 && r.Group && size <= maxGroup || x.outer >= 0 && !s.rules[x.outer].large {
			continue
		}
		sig := r.line(x.start, x.stop)
		kind := KindRule
		if x.at != "" {
			kind = KindAtRule
		}
		s.rich.Add(lang.Region{Kind: kind, Name: title(sig), Start: uint32(x.start), End: uint32(x.end), Def: x.def, Signature: sig})
	}
}

// title is the first characters of a signature.
func title(sig string) string {
	n := 0
	for i := range sig {
		if n++; n > maxSelectors {
			return strings.TrimRight(sig[:i], " ,")
		}
	}
	return sig
}

// ownLine says whether nothing but white space stands before i on its line.
func (r *Reader) ownLine(i int) bool {
	for i > r.from {
		switch i--; r.src[i] {
		case ' ', '\t', '\r':
		default:
			return r.src[i] == '\n'
		}
	}
	return true
}

// begins says whether a statement at i begins a line, or follows another one.
func (r *Reader) begins(i int) bool {
	for i > r.from {
		switch i--; r.src[i] {
		case ' ', '\t', '\r':
		case '\n', ';', '{', '}':
			return true
		default:
			return false
		}
	}
	return true
}
