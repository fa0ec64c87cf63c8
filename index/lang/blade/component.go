package blade

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/lang/ts"
)

// isComponent says whether an element so called is a component of Blade.
func isComponent(name string) bool {
	return strings.HasPrefix(name, "x-") || strings.HasPrefix(name, "livewire:")
}

// component reads an element that is a component: its name, and the attributes
// that are PHP.
func (x *extractor) component(e *html.Element) {
	slot := e.Name == "x-slot"
	if !slot && e.Name != "x-dynamic-component" {
		for _, r := range []ts.Range{e.Tag, e.Close} {
			if r.Start < r.End {
				x.pieces = append(x.pieces, piece{kind: component, name: x.text(r), at: r})
			}
		}
	}
	if r := x.slotName(e.Tag); slot && r.Start < r.End {
		x.slot(e, r)
	}
	for _, a := range e.Attrs {
		name := x.text(a.Name)
		switch {
		case strings.HasPrefix(name, ":$"):
			x.pieces = append(x.pieces, piece{kind: variable, name: name, at: ts.Range{Start: a.Name.Start + 1, End: a.Name.End}})
		case strings.HasPrefix(name, "::"):
		case strings.HasPrefix(name, ":") && a.Value.Start < a.Value.End:
			x.pieces = append(x.pieces, piece{kind: attribute, name: name, at: ts.Range{Start: a.Name.Start + 1, End: a.Name.End}, text: a.Value})
		case slot && name == "name" && a.Value.Start < a.Value.End && !strings.ContainsAny(x.text(a.Value), "{$"):
			x.slot(e, a.Value)
		}
	}
}

// given reads the value of an attribute that is PHP, which frameworks see as a
// directive called as the attribute is, with its colon.
func (x *extractor) given(p *piece) error {
	d := lang.Directive{Name: lang.Text{Value: p.name, Start: p.at.Start, End: p.at.End}, End: max(p.at.End, p.text.End)}
	if p.kind == variable {
		d.Args = append(d.Args, x.php.Read(x.text(p.at), p.at))
	} else if r := x.trim(p.text); r.Start < r.End {
		if !x.b.Reads() {
			return x.echo(r)
		}
		items, err := x.php.Values(r, false)
		if err != nil {
			return err
		}
		for _, i := range items {
			d.Args = append(d.Args, i.Value)
		}
	}
	x.b.Directive(d)
	return nil
}

// slotTag begins the tags of slots that have their name in them.
const slotTag = "x-slot:"

// slotName is the name in the tag of a slot, whose text Parse was not shown from
// the colon on.
func (x *extractor) slotName(tag ts.Range) ts.Range {
	end := tag.End
	if int(end) < len(x.src) && x.src[end] == ':' {
		for end++; int(end) < len(x.src) && (word(x.src[end]) || x.src[end] == '-' || x.src[end] == '.' || x.src[end] == ':'); end++ {
		}
	}
	return ts.Range{Start: min(tag.End+1, end), End: end}
}

// slot defines the slot that an element fills.
func (x *extractor) slot(e *html.Element, r ts.Range) {
	d := x.define("@slot ", r, e.End)
	x.b.F.Defs[d].EncStart = e.Open.Start
}

// componentName refers to the template and the class of a component, whose
// element is called name.
func (x *extractor) componentName(name string, r ts.Range) {
	if strings.ContainsAny(name, "|\\") {
		return
	}
	folder, spaces := "components.", []string{`App\View\Components\`}
	name, ok := strings.CutPrefix(name, "x-")
	if !ok {
		return // a framework knows it
	}
	if pkg, own, ok := strings.Cut(name, "::"); ok {
		x.views(pkg+"::"+folder+own+"|"+pkg+"::"+own+"|"+pkg+"::html."+own, r, lang.ImportModule)
		return
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	x.views(folder+name+"|"+folder+name+".index|"+folder+name+"."+last, r, lang.ImportModule)
	var classes []string
	for _, space := range spaces {
		classes = append(classes, space+className(name))
	}
	x.php.Guess(classes, r)
}

// className is the class of a component: Forms\TextInput for forms.text-input.
func className(name string) string {
	var out strings.Builder
	upper := true
	for _, c := range name {
		switch {
		case c == '.':
			out.WriteByte('\\')
			upper = true
		case c == '-' || c == '_':
			upper = true
		case upper:
			out.WriteString(strings.ToUpper(string(c)))
			upper = false
		default:
			out.WriteRune(c)
		}
	}
	return out.String()
}
