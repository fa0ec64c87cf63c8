package blade

import (
	"bytes"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/lang/php"
	"codeintel/index/lang/ts"
)

// chunkKinds are the directives that make chunks, with the type of these.
var chunkKinds = map[string]string{
	"section": "section", "push": "push", "prepend": "push", "pushonce": "push", "prependonce": "push", "pushif": "push",
	"slot": "slot", "component": html.KindComponent, "componentfirst": html.KindComponent, "livewire": "livewire", "volt": "livewire",
}

// headDirectives say what a template is made with.
var headDirectives = map[string]bool{"extends": true, "extendsfirst": true, "use": true, "props": true, "aware": true, "inject": true}

// endsAs are the directives that another one's end ends.
var endsAs = map[string]string{"hassection": "if", "sectionmissing": "if", "hasstack": "if"}

// sectionEnds are the ends of sections that are not called so.
var sectionEnds = map[string]bool{"stop": true, "show": true, "append": true, "overwrite": true}

// chunks adds what of the template is chunks to Facts.Rich, where that is asked
// for. All pieces have been read.
func (x *extractor) chunks(d *html.Document, s *scanner, file string) {
	r := x.b.F.Rich
	if r == nil {
		return
	}
	r.Comments = append(r.Comments, s.comments...)
	blocks, starts := x.directives(r)
	x.whole(r, file)
	for i := range d.Elements {
		if e := &d.Elements[i]; e.Name == "x-slot" {
			e.Tag.End = x.slotName(e.Tag).End
		}
	}
	x.markup.Chunks(d, html.Outline{Src: x.src, Kind: elementKind, Blocks: blocks, Starts: starts})
}

// elementKind is the type of the chunk of an element.
func elementKind(name string) string {
	switch {
	case name == "x-slot":
		return "slot"
	case strings.HasPrefix(name, "livewire:"):
		return "livewire"
	case strings.HasPrefix(name, "x-"):
		return html.KindComponent
	}
	return ""
}

// directives adds the chunks of directives, and returns the blocks that they make
// and where they begin.
func (x *extractor) directives(r *lang.Rich) (blocks []ts.Range, starts []uint32) {
	defs := map[uint32]lang.DefID{} // of sections, slots and the like, by their names' places
	for d := range x.b.F.Defs {
		def := &x.b.F.Defs[d]
		if _, ok := defs[def.Start]; !ok && strings.HasPrefix(x.b.F.Name(def.Desc), "@") {
			defs[def.Start] = lang.DefID(d)
		}
	}
	add := func(p *piece, end uint32) {
		kind := chunkKinds[p.name]
		if kind == "" {
			return
		}
		region := lang.Region{Kind: kind, Name: "@" + x.text(p.at), Start: p.at.Start - 1, End: end, Def: lang.NoDef, Signature: line(x.src[p.at.Start-1 : x.end(p)])}
		if name, ok := x.named(p); ok {
			region.Name = x.text(name)
			if d, ok := defs[name.Start]; ok {
				region.Def = d
			}
		}
		region.Beside = bytes.IndexByte(x.src[region.Start:end], '\n') < 0
		r.Add(region)
	}
	var open []*piece
	for i := range x.pieces {
		p := &x.pieces[i]
		switch {
		case p.kind == code && !p.short:
			starts = append(starts, x.lineStart(p.text.Start))
			continue
		case p.kind != directive || p.at.Start == 0:
			continue
		}
		start, end := p.at.Start-1, x.end(p)
		name, ends := strings.CutPrefix(p.name, "end")
		if sectionEnds[p.name] && !p.args {
			name, ends = "section", true
		}
		if ends {
			for n := len(open) - 1; n >= max(0, len(open)-maxUnclosed); n-- {
				if o := open[n]; o.name == name || endsAs[o.name] == name {
					blocks = append(blocks, ts.Range{Start: o.at.Start - 1, End: end})
					add(o, end)
					open = open[:n]
					break
				}
			}
			continue
		}
		starts = append(starts, start)
		switch {
		case headDirectives[p.name]:
			r.Heads = append(r.Heads, lang.Span{Start: start, End: end})
		case x.inline(p):
			add(p, end)
		case directives["end"+p.name] && (p.args || p.name != "empty" && p.name != "php") || endsAs[p.name] != "":
			open = append(open, p)
		}
	}
	return blocks, starts
}

// end is behind a directive and its arguments.
func (x *extractor) end(p *piece) uint32 {
	if p.args {
		return min(p.text.End+1, uint32(len(x.src)))
	}
	return p.at.End
}

// lineStart is the first character of the line of an offset that is no white space.
func (x *extractor) lineStart(at uint32) uint32 {
	i := bytes.LastIndexByte(x.src[:at], '\n') + 1
	for i < int(at) && html.IsSpace(x.src[i]) {
		i++
	}
	return uint32(i)
}

// named is the name that a directive with arguments gives to what it makes.
func (x *extractor) named(p *piece) (ts.Range, bool) {
	args := x.split(p.text, false)
	i := 0
	if p.name == "pushif" {
		i = 1
	}
	if !p.args || i >= len(args) {
		return ts.Range{}, false
	}
	return x.literal(args[i])
}

// inline says whether nothing ends what a directive makes.
func (x *extractor) inline(p *piece) bool {
	switch p.name {
	case "livewire":
		return true
	case "section", "push", "prepend":
		return len(x.split(p.text, false)) > 1
	case "pushif":
		return len(x.split(p.text, false)) > 2
	}
	return false
}

// whole adds the chunk of the template itself, which what is in it leaves.
func (x *extractor) whole(r *lang.Rich, file string) {
	v := viewOf(file)
	whole := lang.Region{Kind: "view", Name: v.name, End: uint32(len(x.src)), Def: lang.NoDef, Signature: "view " + v.name}
	r.File = append(r.File, lang.Meta{Key: "view", Value: v.name})
	if v.component != "" {
		whole.Kind, whole.Name, whole.Signature = html.KindComponent, v.component, "component "+v.component
		r.File = append(r.File, lang.Meta{Key: "component", Value: v.component})
	}
	for i := range x.pieces {
		p := &x.pieces[i]
		if p.kind != directive || !p.args {
			continue
		}
		switch p.name {
		case "extends":
			if name, ok := x.named(p); ok {
				r.File = append(r.File, lang.Meta{Key: "extends", Value: x.text(name)})
			}
		case "props":
			var props []string
			if args := x.split(p.text, false); len(args) > 0 {
				for _, at := range x.literals(args[0]) {
					props = append(props, x.text(at))
				}
			}
			if len(props) > 0 && r.File.Get("props") == nil {
				r.File = append(r.File, lang.Meta{Key: "props", Value: props})
			}
		}
	}
	whole.Meta = slices.Clone(r.File)
	x.markup.Whole(whole)
}

// view is what a template is called by its path.
type view struct {
	name      string // "users.index", "courier::mail.show"
	component string // "x-user-card" where it is one of a component
}

// viewOf names the template of a file. Below vendor/ are the replacements of a
// package's views; the prefix that a package gives its own views no path says.
func viewOf(file string) view {
	name := strings.TrimSuffix(file, php.Template)
	if i := strings.LastIndex("/"+name, "/views/"); i >= 0 {
		name = name[i+len("views/"):]
	} else {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	pkg := ""
	if rest, ok := strings.CutPrefix(name, "vendor/"); ok {
		if p, own, ok := strings.Cut(rest, "/"); ok {
			pkg, name = p+"::", own
		}
	}
	v := view{name: pkg + strings.ReplaceAll(name, "/", ".")}
	own, ok := strings.CutPrefix(name, "components/")
	if !ok {
		return v
	}
	// A component in a folder of its own is called as the folder.
	if dir, base, ok := cutLast(own); ok && (base == "index" || base == dir[strings.LastIndexByte(dir, '/')+1:]) {
		own = dir
	}
	v.component = "x-" + pkg + strings.ReplaceAll(own, "/", ".")
	return v
}

func cutLast(path string) (dir, base string, ok bool) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", path, false
	}
	return path[:i], path[i+1:], true
}
