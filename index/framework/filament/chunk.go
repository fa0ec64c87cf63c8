package filament

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
)

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

const (
	resourceBase = `Filament\Resources\Resource`
	schemaClass  = `Filament\Schemas\Schema`
	tableClass   = `Filament\Tables\Table`
	infolistForm = `Filament\Infolists\Infolist`
)

// chunkKinds are the types of chunks of methods, by their names in lower case.
var chunkKinds = map[string]string{
	"form": "filament_form", "table": "filament_table", "infolist": "filament_infolist", "getrelations": "filament_relations",
	"getactions": "filament_actions", "getheaderactions": "filament_actions", "gettableactions": "filament_actions", "getbulkactions": "filament_actions",
	"gettablebulkactions": "filament_actions", "getformactions": "filament_actions",
}

// chunks makes chunks of Filament's own kinds of resources and of what makes forms,
// tables, infolists and actions.
func chunks(r *lang.Reading) {
	x := newReader(r)
	for d, bases := range r.Classes() {
		if x.f.Defs[d].Kind != lang.KindClass || x.f.Defs[d].Name == 0 {
			continue
		}
		p := x.parts(d)
		resource := slices.Contains(bases, resourceBase) || x.Class(p.model) != "" && p.has("form", "table", "infolist", "getpages")
		if resource {
			x.resource(d, bases, p)
		}
		if !resource && !from(bases) && p.relation < 0 && x.Class(p.resource) == "" {
			if m, ok := p.methods["configure"]; ok {
				if kind := x.configures(d, m); kind != "" {
					x.method(p, m, kind, x.f.Name(x.f.Defs[d].Name))
				}
			}
			continue
		}
		for _, n := range slices.Sorted(maps.Keys(p.methods)) {
			if kind, ok := chunkKinds[n]; ok {
				x.method(p, p.methods[n], kind, x.f.Name(x.f.Defs[d].Name))
			}
		}
	}
}

// resource makes the chunk of a resource.
func (x *reader) resource(d lang.DefID, bases []string, p parts) {
	def := &x.f.Defs[d]
	var meta lang.Fields
	put := func(key string, value any) { meta = append(meta, lang.Meta{Key: key, Value: value}) }
	if x.Rich().Meta[d].Get("fqcn") == nil {
		put("fqcn", php.FullName(x.f, d))
	}
	put("model", x.Class(p.model))
	for m := range x.Members(d) {
		values := x.Values(m)
		if len(values) == 0 {
			continue
		}
		switch x.f.Name(x.f.Defs[m].Name) {
		case "$navigationIcon":
			put("navigation_icon", x.written(values[0]))
		case "$navigationGroup":
			put("navigation_group", x.written(values[0]))
		case "$recordTitleAttribute":
			put("record_title_attribute", x.written(values[0]))
		}
	}
	put("has_form", p.has("form"))
	put("has_table", p.has("table"))
	put("has_infolist", p.has("infolist"))
	put("is_translatable", slices.ContainsFunc(bases, func(b string) bool { return strings.HasSuffix(b, `\Concerns\Translatable`) }))
	x.Rich().Add(lang.Region{Kind: "filament_resource", Start: def.EncStart, End: def.EncEnd, Def: d, Meta: meta})
}

// written is a value as it is written: a text, or a constant or case of a class.
func (x *reader) written(e lang.ExprID) string {
	if t, ok := x.Text(e); ok {
		return t.Value
	}
	if e < 0 || x.f.Exprs[e].Kind != lang.ExprMember || x.f.Exprs[e].N < 0 {
		return ""
	}
	class := x.Class(x.f.Exprs[e].A)
	ref := &x.f.Refs[x.f.Exprs[e].N]
	return class[strings.LastIndexByte(class, '\\')+1:] + "::" + string(x.Src[ref.Start:ref.End])
}

// configures returns the type of the chunk of m, a method of a class that configures its
// parameter, as the classes of a resource's schemas have one; "" for other methods.
func (x *reader) configures(class, m lang.DefID) string {
	for p := range x.Members(m) {
		d := &x.f.Defs[p]
		if d.Flags&lang.Param == 0 {
			continue
		}
		switch x.Class(d.Type) {
		case tableClass:
			return "filament_table"
		case infolistForm:
			return "filament_infolist"
		case schemaClass:
			return x.schema(class)
		}
	}
	return ""
}

// schema returns the type of the chunk of a class that configures a schema, which is a form
// or an infolist. Only forms have fields, but they may have entries of infolists, too. Where
// the class makes neither, its name decides.
func (x *reader) schema(class lang.DefID) string {
	entries := strings.HasSuffix(x.f.Name(x.f.Defs[class].Name), "Infolist")
	for _, c := range x.CallsIn(class) {
		if c.Name != "make" || c.Recv < 0 {
			continue
		}
		switch made := x.Class(c.Recv); {
		case strings.HasPrefix(made, `Filament\Forms\Components\`):
			return "filament_form"
		case strings.HasPrefix(made, `Filament\Infolists\Components\`):
			entries = true
		}
	}
	if entries {
		return "filament_infolist"
	}
	return "filament_form"
}

// made is a component or an action that a call makes.
type made struct {
	at         uint32
	kind, name string
}

func fields(list []made) []lang.Fields {
	slices.SortStableFunc(list, func(a, b made) int { return cmp.Compare(a.at, b.at) })
	var out []lang.Fields
	for _, m := range list {
		out = append(out, lang.Fields{{Key: "type", Value: m.kind}, {Key: "name", Value: m.name}})
	}
	return out
}

// method adds the chunk of method m of a class with the parts p, and those of the actions
// that a table is given. Its fields include those of the helpers of m.
func (x *reader) method(p parts, m lang.DefID, kind, class string) {
	def := &x.f.Defs[m]
	var parts, actions []made
	var relations []string
	for _, within := range x.helpers(p, m) {
		for _, c := range x.CallsIn(within) {
			if c.Directive != nil || c.Name != "make" || c.Recv < 0 {
				continue
			}
			full := x.Class(c.Recv)
			name := ""
			if t, ok := x.Text(x.Arg(c, 0, "name")); ok {
				name = t.Value
			}
			if n := action(full); n != "" {
				if name == "" {
					name = plain(n)
				}
				actions = append(actions, made{c.At.Start, n, name})
			} else if n := component(full); n != "" && name != "" && !layout[n] {
				parts = append(parts, made{c.At.Start, n, name})
			}
		}
	}
	if kind == "filament_relations" {
		for i := range x.f.Refs {
			ref := &x.f.Refs[i]
			if ref.Space == lang.Type && ref.Role&lang.TypeRole == 0 && ref.Kind == lang.RefName && x.Inside(ref.Start, m) && ref.Start >= def.End {
				relations = append(relations, strings.TrimPrefix(x.Lang.Rules.Written(x.f.Name(ref.Name)), `\`))
			}
		}
	}
	var meta lang.Fields
	put := func(key string, value any) { meta = append(meta, lang.Meta{Key: key, Value: value}) }
	switch {
	case kind == "filament_relations":
		put("relations", relations)
	case kind != "filament_actions" && len(parts) > 0:
		put("fields", fields(parts))
	}
	if by := x.configured(m); len(by) > 0 && len(parts) == 0 && kind != "filament_relations" {
		put("configured_by", by)
	}
	if kind == "filament_actions" || len(actions) > 0 {
		put("actions", fields(actions))
	}
	x.Rich().Add(lang.Region{Kind: kind, Start: def.EncStart, End: def.EncEnd, Def: m, Meta: meta})
	if kind == "filament_table" {
		x.tableActions(m, class, actions)
	}
}

// maxHelpers is the maximum number of methods whose calls are followed by helpers.
const maxHelpers = 32

// helpers returns a method and the methods of its class that it calls on the class or on
// $this, directly or through one another: schemas are often made of several.
func (x *reader) helpers(p parts, m lang.DefID) []lang.DefID {
	out := []lang.DefID{m}
	for i := 0; i < min(len(out), maxHelpers); i++ {
		for _, c := range x.CallsIn(out[i]) {
			if !c.Method || c.Recv < 0 {
				continue
			}
			switch x.f.Exprs[c.Recv].Kind {
			case lang.ExprThis, lang.ExprDef, lang.ExprClassOf:
				if h, ok := p.methods[strings.ToLower(c.Name)]; ok && chunkKinds[strings.ToLower(c.Name)] == "" && !slices.Contains(out, h) {
					out = append(out, h)
				}
			}
		}
	}
	return out
}

// configured are the application's classes that a method hands what it is given to.
func (x *reader) configured(m lang.DefID) []string {
	named := map[string]bool{}
	for _, c := range x.CallsIn(m) {
		if c.Method && c.Name == "configure" && c.Recv >= 0 && x.Class(c.Recv) != "" {
			named[x.Class(c.Recv)] = true
		}
	}
	return sorted(named)
}

// giveActions are the methods by which a table is given actions.
var giveActions = map[string]bool{"actions": true, "bulkactions": true, "headeractions": true, "recordactions": true, "toolbaractions": true, "emptystateactions": true}

// tableActions makes a chunk of the actions in each list that a table is given.
func (x *reader) tableActions(m lang.DefID, class string, actions []made) {
	for _, c := range x.CallsIn(m) {
		if !c.Method || !giveActions[strings.ToLower(c.Name)] {
			continue
		}
		end := x.closing(c.At.End)
		var own []made
		for _, a := range actions {
			if c.At.End <= a.at && a.at < end {
				own = append(own, a)
			}
		}
		if len(own) == 0 {
			continue
		}
		x.Rich().Add(lang.Region{
			Kind: "filament_actions", Name: class + "." + c.Name, Start: c.At.Start, End: min(end+1, uint32(len(x.Src))), Def: lang.NoDef, Beside: true,
			Meta: lang.Fields{{Key: "parent", Value: class}, {Key: "actions", Value: fields(own)}},
		})
	}
}

// action is the last name of the action that a class is, "" for others.
func action(class string) string {
	n := class[strings.LastIndexByte(class, '\\')+1:]
	if strings.HasPrefix(class, `Filament\`) && strings.Contains(class, `\Actions\`) && strings.HasSuffix(n, "Action") || strings.HasSuffix(n, "Action") && !strings.HasPrefix(class, `Filament\`) {
		return n
	}
	return ""
}

// plain is the name that an action has by itself: "delete" of DeleteAction.
func plain(class string) string {
	n := strings.TrimSuffix(strings.TrimSuffix(class, "Action"), "Bulk")
	return strings.ToLower(n[:min(len(n), 1)]) + n[min(len(n), 1):]
}
