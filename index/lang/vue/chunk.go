package vue

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
)

// chunks adds the blocks of the file to Facts.Rich, where that is asked for.
func (x *extractor) chunks() {
	r := x.b.F.Rich
	if r == nil {
		return
	}
	x.markup.Chunks(x.doc, html.Outline{Src: x.src, Whole: true})
	component := &x.b.F.Defs[x.component.Def]
	options := component.EncStart < component.Start || component.EncEnd > component.End
	if options {
		r.Add(lang.Region{Kind: html.KindComponent, Name: x.self, Start: component.EncStart, End: component.EncEnd, Def: x.component.Def})
	}
	for i := range x.doc.Elements {
		e := &x.doc.Elements[i]
		if e.Parent >= 0 {
			continue
		}
		tag := strings.ToLower(x.tag(e))
		region := lang.Region{Kind: "block", Name: tag, Start: e.Open.Start, End: e.End, Def: lang.NoDef, Signature: strings.Join(strings.Fields(x.text(e.Open)), " ")}
		switch tag {
		case "template", html.KindScript, html.KindStyle:
			region.Kind = tag
		}
		if !options && e.Open.Start <= component.Start && component.Start < e.Open.End {
			region.Def = x.component.Def
		}
		for _, a := range [...]string{"setup", "scoped", "module"} {
			if _, ok := e.Attr(x.src, a); ok {
				region.Name += " " + a
			}
		}
		if l := e.Value(x.src, "lang"); l != "" {
			region.Meta = lang.Fields{{Key: "lang", Value: l}}
		}
		r.Add(region)
	}
	r.File = append(r.File, lang.Meta{Key: "component", Value: x.self})
}
