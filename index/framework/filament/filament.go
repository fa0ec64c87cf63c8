// Package filament reads what the resources, pages and relation managers of Filament 3
// and 4 name of models: relations and attributes, in forms, tables and infolists.
package filament

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
	"codeintel/index/symbol"
)

// version changes whenever what is read of some file does.
const version = 2

// Kinds of open names: classes of Filament by their full names.
const (
	kindModel = "model" // what a class's forms and tables are of
	kindOwner = "owner" // of a relation manager: the model that has the relation
)

// Framework is Filament.
func Framework() *lang.Framework {
	return &lang.Framework{
		Name: "filament", Version: version, Families: []string{php.Family},
		Wants: func(in lang.Input) bool { return bytes.Contains(in.Src, []byte("Filament")) },
		Read:  read, Chunks: chunks,
	}
}

// region is a part of a file whose forms and tables are of a model.
type region struct {
	start, end uint32
	model      lang.ExprID
}

// reader reads one file.
type reader struct {
	*lang.Reading
	f       *lang.Facts
	regions []region                    // inner ones behind those around them
	related map[lang.ExprID]lang.ExprID // by call of relationship()

}

func newReader(r *lang.Reading) *reader {
	return &reader{Reading: r, f: r.B.F, related: map[lang.ExprID]lang.ExprID{}}
}

func read(r *lang.Reading) {
	if strings.HasSuffix(r.Path, php.Template) {
		return
	}
	x := newReader(r)
	for d, bases := range r.Classes() {
		x.class(d, bases)
	}
	if len(x.regions) == 0 {
		return
	}
	for _, c := range r.Calls() {
		if c.Method && c.Directive == nil {
			x.call(c)
		}
	}
}

// object is an instance of the class that e names.
func (x *reader) object(e lang.ExprID) lang.ExprID { return x.B.Expr1(lang.ExprNew, 0, x.B.Copy(e)) }

// parts are what a class has that says what it is of.
type parts struct {
	model, resource, relation lang.ExprID // values of its properties
	methods                   map[string]lang.DefID
}

func (x *reader) parts(d lang.DefID) parts {
	p := parts{model: lang.NoExpr, resource: lang.NoExpr, relation: lang.NoExpr, methods: map[string]lang.DefID{}}
	for m := range x.Members(d) {
		def := &x.f.Defs[m]
		if def.Callable() {
			p.methods[strings.ToLower(x.f.Name(def.Name))] = m
			continue
		}
		values := x.Values(m)
		if len(values) == 0 {
			continue
		}
		switch name := x.f.Name(def.Name); {
		case name == "$model" && def.Flags&lang.Static != 0:
			p.model = values[0]
		case name == "$resource" && def.Flags&lang.Static != 0:
			p.resource = values[0]
		case name == "$relationship":
			p.relation = values[0]
		}
	}
	return p
}

// class reads a class: its part of the file is of its model.
func (x *reader) class(d lang.DefID, bases []string) {
	name := php.FullName(x.f, d)
	p := x.parts(d)
	model := lang.NoExpr
	switch {
	case p.relation >= 0:
		t, ok := x.Text(p.relation)
		if !ok {
			return
		}
		owner := x.Value(kindOwner, name)
		if class := x.Class(p.resource); class != "" { // a page
			owner = x.Value(kindModel, class)
		}
		model = x.relation(owner, t)
	case x.Class(p.model) != "" && (p.has("form", "table", "infolist", "getpages", "getrelations") || from(bases)):
		model = x.object(p.model)
		x.Alias(kindModel, name, model)
		x.handsOn(p, kindOwner, model, "getrelations")
	case x.Class(p.resource) != "":
		model = x.Value(kindModel, x.Class(p.resource))
		x.record(d, model)
	default:
		// What a resource hands its schema to is of the same model.
		model = x.Value(kindModel, name)
	}
	x.handsOn(p, kindModel, model, "form", "table", "infolist")
	def := &x.f.Defs[d]
	x.regions = append(x.regions, region{def.EncStart, def.EncEnd, model})
	for _, c := range x.CallsIn(d) {
		if c.Method && strings.EqualFold(c.Name, "query") {
			x.queried(c, p)
		}
	}
	for m := range x.Members(d) {
		if n := x.f.Name(x.f.Defs[m].Name); n == "$recordTitleAttribute" || n == "$relatedResource" {
			for _, v := range x.Values(m) {
				if t, ok := x.Text(v); ok {
					x.attribute(model, t)
				}
			}
		}
	}
}

// queried reads a table's query(Model::query()): the method that says so is of that
// model.
func (x *reader) queried(c lang.CallSite, p parts) {
	arg := x.Arg(c, 0, "query")
	if fn := x.Func(arg); fn >= 0 {
		arg = x.result(fn)
	}
	chain := x.Chain(arg)
	if len(chain) == 0 || x.Class(chain[0].Recv) == "" {
		return
	}
	for _, n := range slices.Sorted(maps.Keys(p.methods)) {
		if m := p.methods[n]; x.Inside(c.At.Start, m) {
			x.regions = append(x.regions, region{x.f.Defs[m].EncStart, x.f.Defs[m].EncEnd, x.object(chain[0].Recv)})
		}
	}
}

// result is what a function returns, NoExpr where it returns at several places.
func (x *reader) result(fn lang.DefID) lang.ExprID {
	out := lang.NoExpr
	for _, b := range x.f.Bases {
		if b.Def == fn && b.Kind == lang.BaseReturn {
			if out >= 0 {
				return lang.NoExpr
			}
			out = b.Expr
		}
	}
	return out
}

func (p *parts) has(methods ...string) bool {
	for _, m := range methods {
		if _, ok := p.methods[m]; ok {
			return true
		}
	}
	return false
}

// from says whether a class is derived from one of Filament's.
func from(bases []string) bool {
	for _, b := range bases {
		if strings.HasPrefix(b, `Filament\`) {
			return true
		}
	}
	return false
}

// handsOn says that classes which methods of a class name are of the same model: those
// that configure its schemas, or its relation managers.
func (x *reader) handsOn(p parts, kind string, model lang.ExprID, methods ...string) {
	for _, n := range methods {
		m, ok := p.methods[n]
		if !ok {
			continue
		}
		named := map[string]bool{}
		if kind == kindModel {
			for _, c := range x.CallsIn(m) {
				if c.Method && c.Recv >= 0 {
					if class := x.Class(c.Recv); class != "" && !strings.HasPrefix(class, `Filament\`) {
						named[class] = true
					}
				}
			}
		} else {
			for e := range x.f.Exprs {
				if class := x.Class(lang.ExprID(e)); class != "" && x.Inside(x.f.Refs[x.f.Exprs[e].N].Start, m) {
					named[class] = true
				}
			}
		}
		for _, class := range sorted(named) {
			x.Alias(kind, class, model)
		}
	}
}

// record gives pages of one record the property that has it.
func (x *reader) record(d lang.DefID, model lang.ExprID) {
	id, def := x.B.Def(x.B.Name("$record"), lang.KindProperty, symbol.None, 0, 0)
	def.Flags = lang.Member | lang.Synthetic
	def.Parent = d
	x.B.Assign(id, model)
}

// relation refers at a text to a relation of a model. The result is the model on its
// other side.
func (x *reader) relation(model lang.ExprID, t lang.Text) lang.ExprID {
	m := x.SureMember(model, php.Method(t.Value), t, lang.Read)
	if m < 0 {
		return m
	}
	rel := x.B.Expr1(lang.ExprCall, 0, m)
	return x.B.Expr1(lang.ExprCall, 0, x.B.Expr1(lang.ExprProp, int32(x.B.Name("getrelated()")), rel))
}

// attribute refers at a path (dock.harbour.town) to relations of a model, and to an
// attribute of the last.
func (x *reader) attribute(model lang.ExprID, path lang.Text) {
	at := 0
	for {
		n := strings.IndexByte(path.Value[at:], '.')
		end := len(path.Value)
		if n >= 0 {
			end = at + n
		}
		t := lang.Text{Value: path.Value[at:end], Start: path.Start + uint32(at), End: path.Start + uint32(end)}
		if t.Value == "" || strings.ContainsAny(t.Value, " -:>") {
			return
		}
		if n < 0 {
			x.SureMember(model, "$"+t.Value, t, lang.Read)
			return
		}
		model = x.relation(model, t)
		at = end + 1
	}
}

// modelAt is the model of the forms and tables at an offset.
func (x *reader) modelAt(at uint32) lang.ExprID {
	for i := len(x.regions) - 1; i >= 0; i-- {
		if r := &x.regions[i]; r.start <= at && at < r.end {
			return r.model
		}
	}
	return lang.NoExpr
}

// What components are made of the state of a record, and which are no more than
// layout.
var layout = map[string]bool{
	"Section": true, "Fieldset": true, "Tabs": true, "Tab": true, "Step": true, "Wizard": true, "Grid": true, "Group": true, "Split": true,
	"Actions": true, "Placeholder": true, "View": true, "Flex": true, "Stack": true, "Panel": true, "ColumnGroup": true, "Callout": true, "Text": true,
}

// component is the last name of the component that a class is, "" for others.
func component(class string) string {
	for _, space := range [...]string{`Filament\Forms\Components\`, `Filament\Tables\Columns\`, `Filament\Infolists\Components\`, `Filament\Schemas\Components\`} {
		if n, ok := strings.CutPrefix(class, space); ok {
			return n[strings.LastIndexByte(n, '\\')+1:]
		}
	}
	return ""
}

// nested are the methods whose arguments are of the model of the relation before them.
var nested = map[string]bool{"schema": true, "components": true, "simple": true, "form": true, "createoptionform": true, "editoptionform": true}

// loads are the methods of queries whose first argument names relations.
var loads = map[string]bool{"with": true, "withcount": true, "wherehas": true, "withwherehas": true, "has": true, "doesnthave": true, "wheredoesnthave": true}

// path refers at a path (boat.tags) to relations of a model.
func (x *reader) path(model lang.ExprID, path lang.Text) {
	value, _, _ := strings.Cut(path.Value, ":") // columns follow
	for at := 0; at <= len(value); {
		end := strings.IndexByte(value[at:], '.')
		if end += at; end < at {
			end = len(value)
		}
		if end == at || strings.Contains(value[at:end], " ") {
			return
		}
		model = x.relation(model, lang.Text{Value: value[at:end], Start: path.Start + uint32(at), End: path.Start + uint32(end)})
		at = end + 1
	}
}

// call reads the arguments of a method.
func (x *reader) call(c lang.CallSite) {
	model := x.modelAt(c.At.Start)
	if model < 0 {
		return
	}
	if c.Name != "relationship" {
		x.closures(c, model)
	}
	switch name := strings.ToLower(c.Name); {
	case name == "make":
		if n := component(x.Class(c.Recv)); n != "" && !layout[n] {
			if t, ok := x.Text(x.Arg(c, 0, "name")); ok {
				x.attribute(model, t)
			}
		}
	case name == "relationship":
		chain := x.Chain(c.ID)
		if chain[0].Name != "make" {
			return
		}
		t, ok := x.Text(x.Arg(c, 0, "name"))
		if !ok && x.Arg(c, 0, "name") < 0 {
			t, ok = x.Text(x.Arg(chain[0], 0, "name"))
		}
		if !ok {
			return
		}
		related := x.relation(model, t)
		x.related[c.ID] = related
		x.closures(c, related)
		if title, ok := x.Text(x.Arg(c, 1, "titleAttribute")); ok {
			x.attribute(related, title)
		}
	case name == "counts", name == "exists":
		if chain := x.Chain(c.ID); chain[0].Name == "make" {
			for _, t := range x.Texts(x.Arg(c, 0, "")) {
				if !strings.Contains(t.Value, " ") {
					x.relation(model, t)
				}
			}
		}
	case loads[name]:
		if chain := x.Chain(c.ID); strings.HasSuffix(chain[0].Name, "EloquentQuery") {
			e := x.Arg(c, 0, "")
			texts := x.Texts(e)
			for _, i := range x.Items(e) {
				if t, ok := x.Text(i.Key); ok {
					texts = append(texts, t)
				}
			}
			for _, t := range texts {
				x.path(model, t)
			}
		}
	case nested[name]:
		chain := x.Chain(c.Recv)
		for i := len(chain) - 1; i >= 0; i-- {
			if related, ok := x.related[chain[i].ID]; ok {
				x.regions = append(x.regions, region{c.At.End, x.closing(c.At.End), related})
				break
			}
		}
	}
}

const builder = `Illuminate\Database\Eloquent\Builder`

// closures gives the parameters of functions among the arguments of a call what
// Filament gives them by their names.
func (x *reader) closures(c lang.CallSite, model lang.ExprID) {
	f := x.f
	for a := f.Exprs[c.ID].B; a >= 0; a = f.Exprs[a].Next {
		e := a
		if f.Exprs[a].Kind == lang.ExprKeyword {
			e = f.Exprs[a].A
		}
		fn := x.Func(e)
		if fn < 0 {
			continue
		}
		for p := range x.Members(fn) {
			d := &x.B.F.Defs[p]
			if d.Flags&lang.Param == 0 {
				continue
			}
			typ := x.Class(d.Type)
			switch name := f.Name(d.Name); {
			case name == "$query" && (d.Type < 0 || typ == builder):
				d.Type = lang.NoExpr
				x.B.Assign(p, x.B.Expr1(lang.ExprCall, 0, x.B.Expr1(lang.ExprProp, int32(x.B.Name("newquery()")), model)))
			case name == "$record" && (d.Type < 0 || typ == `Illuminate\Database\Eloquent\Model`):
				d.Type = lang.NoExpr
				x.B.Assign(p, model)
			}
		}
	}
}

// closing is where the list that begins with the next parenthesis ends.
func (x *reader) closing(at uint32) uint32 {
	depth := 0
	src := x.Src
	for i := int(at); i < len(src); i++ {
		switch c := src[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth <= 0 {
				return uint32(i)
			}
		case '\'', '"':
			for i++; i < len(src) && src[i] != c; i++ {
				if src[i] == '\\' {
					i++
				}
			}
		case '/', '#':
			switch {
			case c == '#' && !bytes.HasPrefix(src[i:], []byte("#[")) || bytes.HasPrefix(src[i:], []byte("//")):
				for i < len(src) && src[i] != '\n' {
					i++
				}
			case bytes.HasPrefix(src[i:], []byte("/*")):
				n := bytes.Index(src[i+2:], []byte("*/"))
				if n < 0 {
					return uint32(len(src))
				}
				i += n + 3
			}
		}
	}
	return uint32(len(src))
}
