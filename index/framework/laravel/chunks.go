package laravel

import (
	"cmp"
	"slices"
	"strings"

	"codeintel/index/lang"
)

// span is the range of a chain of calls: from what the first is called on to behind the
// arguments of the last.
func span(r *lang.Reading, first, last lang.CallSite) (start, end uint32) {
	start = first.At.Start
	if e := first.Recv; e >= 0 && r.B.F.Exprs[e].Kind == lang.ExprName && r.B.F.Exprs[e].N >= 0 {
		start = min(start, r.B.F.Refs[r.B.F.Exprs[e].N].Start)
	}
	return start, callEnd(r.Src, last.At.End)
}

// callEnd is the end of the arguments in parentheses that begin at an offset of PHP
// code, and of a semicolon behind them.
func callEnd(src []byte, at uint32) uint32 {
	i, depth := int(at), 0
	for i < len(src) {
		switch c := src[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth <= 0 {
				i++
				if i < len(src) && src[i] == ';' {
					i++
				}
				return uint32(i)
			}
		case '\'', '"', '`':
			for i++; i < len(src) && src[i] != c; i++ {
				if src[i] == '\\' {
					i++
				}
			}
		case '/', '#':
			comment := c == '#' && (i+1 >= len(src) || src[i+1] != '[') || c == '/' && i+1 < len(src) && src[i+1] == '/'
			switch {
			case comment:
				for i < len(src) && src[i] != '\n' {
					i++
				}
			case c == '/' && i+1 < len(src) && src[i+1] == '*':
				for i += 2; i < len(src) && !(src[i] == '/' && src[i-1] == '*'); i++ {
				}
			}
		case ';':
			if depth == 0 {
				return uint32(i)
			}
		}
		i++
	}
	return uint32(min(i, len(src)))
}

// routeChunk adds the chunk of a route. Several routes that one call makes have the
// same text.
func (x *router) routeChunk(rt route, last lang.CallSite, beside bool) {
	rich := x.Rich()
	if rich == nil {
		return
	}
	start, end := span(x.Reading, x.Chain(rt.call.ID)[0], last)
	label := rt.method + " " + rt.uri
	meta := lang.Fields{{Key: "method", Value: rt.method}, {Key: "uri", Value: rt.uri}}
	if rt.name != "" && !strings.HasPrefix(rt.name, lang.UnknownPrefix) {
		meta = append(meta, lang.Meta{Key: "name", Value: rt.name})
	}
	if rt.says != "" {
		meta = append(meta, lang.Meta{Key: "action", Value: rt.says})
	}
	if len(rt.middleware) > 0 {
		meta = append(meta, lang.Meta{Key: "middleware", Value: slices.Clone(rt.middleware)})
	}
	rich.Add(lang.Region{Kind: "route", Name: label, Start: start, End: end, Def: lang.NoDef, Beside: beside, Signature: label, Meta: meta})
}

// tableColumn is one that a migration adds or changes.
type tableColumn struct {
	name, kind, fallback string
	hasDefault, nullable bool
	unique, primary      bool
	changed              bool
}

// foreignKey is one that a migration adds.
type foreignKey struct{ column, references, on string }

// tableChunk adds the chunk of a table that a migration makes or changes.
func tableChunk(r *lang.Reading, table string, c lang.CallSite, fn lang.DefID) {
	rich := r.Rich()
	if rich == nil {
		return
	}
	t := tableOf(r, fn)
	start, end := span(r, c, c)
	kind := "alter"
	if c.Name == "create" {
		kind = "create"
	}
	meta := lang.Fields{{Key: "table", Value: table}, {Key: "operation", Value: kind}, {Key: "columns", Value: t.fields()}}
	if len(t.dropped) > 0 {
		meta = append(meta, lang.Meta{Key: "dropped", Value: t.dropped})
	}
	if len(t.indexes) > 0 {
		meta = append(meta, lang.Meta{Key: "indexes", Value: t.indexes})
	}
	if len(t.foreign) > 0 {
		var keys []lang.Fields
		for _, k := range t.foreign {
			keys = append(keys, lang.Fields{{Key: "column", Value: k.column}, {Key: "references", Value: k.references}, {Key: "on", Value: k.on}})
		}
		meta = append(meta, lang.Meta{Key: "foreign_keys", Value: keys})
	}
	meta = append(meta, lang.Meta{Key: "migration_file", Value: r.Path})
	rich.Add(lang.Region{Kind: "table_schema", Name: table, Start: start, End: end, Def: lang.NoDef, Beside: true, Signature: kind + " table " + table, Meta: meta})
}

// tableChange is what a migration says of a table.
type tableChange struct {
	columns []tableColumn
	dropped []string
	indexes []lang.Fields
	foreign []foreignKey
}

func (t *tableChange) fields() []lang.Fields {
	out := []lang.Fields{}
	for _, c := range t.columns {
		f := lang.Fields{{Key: "name", Value: c.name}, {Key: "type", Value: c.kind}, {Key: "nullable", Value: c.nullable}}
		if c.hasDefault {
			f = append(f, lang.Meta{Key: "default", Value: c.fallback})
		}
		f = append(f, lang.Meta{Key: "unique", Value: c.unique})
		if c.primary {
			f = append(f, lang.Meta{Key: "primary", Value: true})
		}
		if c.changed {
			f = append(f, lang.Meta{Key: "changed", Value: true})
		}
		out = append(out, f)
	}
	return out
}

// tableOf reads what a function says of the table that it is given.
func tableOf(r *lang.Reading, fn lang.DefID) *tableChange {
	t := &tableChange{}
	outer := map[lang.ExprID]bool{} // callees of calls that others are called on
	for _, c := range r.Calls() {
		if on, ok := r.CallOf(c.Recv); ok {
			outer[r.B.F.Exprs[on.ID].A] = true
		}
	}
	for _, c := range r.Calls() {
		if !c.Method || c.ID < 0 || !r.Inside(c.At.Start, fn) || outer[r.B.F.Exprs[c.ID].A] {
			continue
		}
		chain := r.Chain(c.ID)
		if len(chain) == 0 || variable(r, chain[0].Recv) == "" {
			continue
		}
		t.statement(r, chain)
	}
	return t
}

// statement reads one statement of a blueprint.
func (t *tableChange) statement(r *lang.Reading, chain []lang.CallSite) {
	c := chain[0]
	first := r.Arg(c, 0, "")
	var names []string
	for _, n := range texts(r, first) {
		names = append(names, n.Value)
	}
	add := func(name, kind string) {
		col := tableColumn{name: name, kind: kind}
		col.nullable = strings.HasPrefix(c.Name, "nullable") || strings.HasPrefix(c.Name, "timestamps") || strings.HasPrefix(c.Name, "softDeletes")
		for _, b := range chain[1:] {
			switch b.Name {
			case "nullable":
				col.nullable = true
				if v := r.Arg(b, 0, "value"); v >= 0 && strings.HasPrefix(source(r, b), "false") {
					col.nullable = false
				}
			case "default":
				col.hasDefault, col.fallback = true, source(r, b)
			case "useCurrent":
				col.hasDefault, col.fallback = true, "CURRENT_TIMESTAMP"
			case "unique":
				col.unique = true
			case "primary":
				col.primary = true
			case "change":
				col.changed = true
			case "index":
				t.indexes = append(t.indexes, index("index", []string{name}))
			case "constrained":
				k := foreignKey{name, "id", plural(strings.TrimSuffix(name, "_id"))}
				if on, ok := text(r, r.Arg(b, 0, "table")); ok {
					k.on = on.Value
				}
				if col, ok := text(r, r.Arg(b, 1, "column")); ok {
					k.references = col.Value
				}
				t.foreign = append(t.foreign, k)
			case "references":
				if to, ok := text(r, r.Arg(b, 0, "columns")); ok {
					k := foreignKey{name, to.Value, ""}
					for _, o := range chain[1:] {
						if on, ok := text(r, r.Arg(o, 0, "table")); ok && o.Name == "on" {
							k.on = on.Value
						}
					}
					t.foreign = append(t.foreign, k)
				}
			}
		}
		t.columns = append(t.columns, col)
	}
	switch {
	case c.Name == "foreign":
		before := len(t.columns)
		for _, n := range names {
			add(n, "")
		}
		t.columns = t.columns[:before]
	case c.Name == "unique", c.Name == "index", c.Name == "primary", c.Name == "fullText", c.Name == "spatialIndex":
		if len(names) > 0 {
			t.indexes = append(t.indexes, index(strings.ToLower(c.Name), names))
		}
	case c.Name == "dropColumn", c.Name == "removeColumn":
		for _, a := range r.Args(c) {
			for _, n := range texts(r, a) {
				t.dropped = append(t.dropped, n.Value)
			}
		}
	case strings.HasPrefix(c.Name, "dropTimestamps"):
		t.dropped = append(t.dropped, "created_at", "updated_at")
	case strings.HasPrefix(c.Name, "dropSoftDeletes"):
		t.dropped = append(t.dropped, "deleted_at")
	case c.Name == "renameColumn":
		if to, ok := text(r, r.Arg(c, 1, "to")); ok && len(names) > 0 {
			t.dropped = append(t.dropped, names[0])
			add(to.Value, "renamed from "+names[0])
		}
	case c.Name == "addColumn":
		if name, ok := text(r, r.Arg(c, 1, "name")); ok && len(names) > 0 {
			add(name.Value, names[0])
		}
	case c.Name == "foreignIdFor":
		if name := r.Class(first); name != "" {
			add(cmp.Or(strings.Join(names, ""), snake(name[strings.LastIndexByte(name, '\\')+1:])+"_id"), "foreignId")
		}
	case pairs[c.Name] && len(names) > 0:
		add(names[0]+"_type", "string")
		add(names[0]+"_id", "unsignedBigInteger")
	case columnTypes[c.Name] && len(names) > 0:
		add(names[0], c.Name)
	case implied[c.Name] != nil && len(names) == 0:
		for _, n := range implied[c.Name] {
			kind := c.Name
			switch {
			case n == "remember_token":
				kind = "string"
			case strings.HasSuffix(n, "_at"):
				kind = "timestamp"
			}
			add(n, kind)
		}
	}
}

func index(kind string, columns []string) lang.Fields {
	return lang.Fields{{Key: "type", Value: kind}, {Key: "columns", Value: columns}}
}

// source is the text of a call's arguments.
func source(r *lang.Reading, c lang.CallSite) string {
	end := callEnd(r.Src, c.At.End)
	text := strings.TrimSuffix(string(r.Src[c.At.End:end]), ";")
	text = strings.TrimSpace(text)
	if len(text) < 2 || len(text) > 80 {
		return ""
	}
	return strings.Trim(strings.TrimSpace(text[1:len(text)-1]), `'"`)
}
