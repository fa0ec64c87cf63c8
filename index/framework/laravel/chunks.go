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

// What a migration does to a table, and a statement of it to the table's columns.
const (
	opCreate = "create"
	opAlter  = "alter"
	opRename = "rename"
	opDrop   = "drop"

	opAdd          = "add"
	opChange       = "change"
	opRenameColumn = "rename column"
	opDropColumn   = "drop column"
	opIndex        = "index"
	opDropIndex    = "drop index"
	opRenameIndex  = "rename index"
	opForeign      = "foreign"
	opDropForeign  = "drop foreign"
)

// tableColumn is one that a migration adds or changes.
type tableColumn struct {
	name, kind, fallback string
	hasDefault, nullable bool
	unique, primary      bool
	changed              bool
}

// tableIndex is one that a migration adds or drops. Its name is "" where it is made of
// its columns; inline ones are said by a column.
type tableIndex struct {
	kind, name string
	columns    []string
	inline     bool
}

// foreignKey is one that a migration adds.
type foreignKey struct{ column, references, on, name string }

// tableOp is what one statement of a migration does. Which of the fields it has is said
// by do.
type tableOp struct {
	do       string
	column   tableColumn
	from, to string
	columns  []string
	index    tableIndex
	key      foreignKey
}

// tableChange is what a migration does to a table.
type tableChange struct {
	connection, table string
	operation         string
	from              string // the name before, of one that is renamed
	ops               []tableOp
}

// reverts says whether an offset lies in what takes a migration back.
func reverts(r *lang.Reading, at uint32) bool {
	for d := range r.B.F.Defs {
		if def := &r.B.F.Defs[d]; def.Callable() && r.B.F.Name(def.Name) == "down" && r.Inside(at, lang.DefID(d)) {
			return true
		}
	}
	return false
}

// connection is what a call of the schema says of the database that it works on, "" for
// the usual one.
func connection(r *lang.Reading, c lang.CallSite) string {
	if on, ok := r.CallOf(c.Recv); ok {
		return source(r, on)
	}
	for d := range r.B.F.Defs {
		if r.B.F.Name(r.B.F.Defs[d].Name) != "$connection" || r.B.F.Defs[d].Flags&lang.Member == 0 {
			continue
		}
		for _, v := range r.Values(lang.DefID(d)) {
			if t, ok := text(r, v); ok {
				return t.Value
			}
		}
	}
	return ""
}

// tableChunk adds the chunk of a table that a call of the schema makes, changes, renames
// or drops; fn says its columns, if there is one. What takes a migration back is none.
func tableChunk(r *lang.Reading, table string, c lang.CallSite, fn lang.DefID) {
	rich := r.Rich()
	if rich == nil || reverts(r, c.At.Start) {
		return
	}
	t := &tableChange{connection: connection(r, c), table: table, operation: opAlter}
	switch c.Name {
	case "create":
		t.operation = opCreate
	case "drop", "dropIfExists":
		t.operation = opDrop
	case "dropColumns":
		var columns []string
		for _, n := range texts(r, r.Arg(c, 1, "columns")) {
			columns = append(columns, n.Value)
		}
		if len(columns) == 0 {
			return
		}
		t.ops = append(t.ops, tableOp{do: opDropColumn, columns: columns})
	case "rename":
		to, ok := text(r, r.Arg(c, 1, "to"))
		if !ok || to.Value == "" {
			return
		}
		t.operation, t.from, t.table = opRename, table, to.Value
	}
	if fn >= 0 {
		t.read(r, fn)
	}
	start, end := span(r, c, c)
	label := t.operation + " table " + t.table
	if t.operation == opRename {
		label = "rename table " + t.from + " to " + t.table
	}
	rich.Add(lang.Region{Kind: "table_schema", Name: t.table, Start: start, End: end, Def: lang.NoDef, Beside: true, Signature: label, Meta: t.fields(r.Path), Data: t})
}

// fields is what the migration itself says of the table.
func (t *tableChange) fields(file string) lang.Fields {
	out := lang.Fields{{Key: "table", Value: t.table}, {Key: "operation", Value: t.operation}}
	if t.from != "" {
		out = append(out, lang.Meta{Key: "from", Value: t.from})
	}
	if t.connection != "" {
		out = append(out, lang.Meta{Key: "connection", Value: t.connection})
	}
	var columns []tableColumn
	var renamed []lang.Fields
	var dropped, droppedIndexes, droppedKeys []string
	var indexes []tableIndex
	var foreign []foreignKey
	for i := range t.ops {
		switch o := &t.ops[i]; o.do {
		case opAdd, opChange:
			columns = append(columns, o.column)
		case opRenameColumn:
			renamed = append(renamed, lang.Fields{{Key: "from", Value: o.from}, {Key: "to", Value: o.to}})
		case opDropColumn:
			dropped = append(dropped, o.columns...)
		case opIndex:
			indexes = append(indexes, o.index)
		case opDropIndex:
			droppedIndexes = append(droppedIndexes, o.index.text())
		case opForeign:
			foreign = append(foreign, o.key)
		case opDropForeign:
			droppedKeys = append(droppedKeys, cmp.Or(o.index.name, strings.Join(o.index.columns, ", ")))
		}
	}
	out = append(out, lang.Meta{Key: "columns", Value: columnFields(columns)})
	if len(renamed) > 0 {
		out = append(out, lang.Meta{Key: "renamed", Value: renamed})
	}
	for _, d := range []lang.Meta{{Key: "dropped", Value: dropped}, {Key: "dropped_indexes", Value: droppedIndexes}, {Key: "dropped_foreign_keys", Value: droppedKeys}} {
		if len(d.Value.([]string)) > 0 {
			out = append(out, d)
		}
	}
	out = append(out, indexFields(indexes)...)
	out = append(out, foreignFields(foreign)...)
	return append(out, lang.Meta{Key: "migration_file", Value: file})
}

func columnFields(columns []tableColumn) []lang.Fields {
	out := []lang.Fields{}
	for _, c := range columns {
		if c.kind == "" { // renamed, and made where nobody saw it
			out = append(out, lang.Fields{{Key: "name", Value: c.name}})
			continue
		}
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

// indexFields is the metadata of indexes, nothing where there are none.
func indexFields(indexes []tableIndex) lang.Fields {
	var out []lang.Fields
	for _, x := range indexes {
		out = append(out, lang.Fields{{Key: "type", Value: x.kind}, {Key: "columns", Value: x.columns}})
	}
	if out == nil {
		return nil
	}
	return lang.Fields{{Key: "indexes", Value: out}}
}

// foreignFields is the metadata of foreign keys, nothing where there are none.
func foreignFields(keys []foreignKey) lang.Fields {
	var out []lang.Fields
	for _, k := range keys {
		out = append(out, lang.Fields{{Key: "column", Value: k.column}, {Key: "references", Value: k.references}, {Key: "on", Value: k.on}})
	}
	if out == nil {
		return nil
	}
	return lang.Fields{{Key: "foreign_keys", Value: out}}
}

// read reads what a function says of the table that it is given.
func (t *tableChange) read(r *lang.Reading, fn lang.DefID) {
	outer := map[lang.ExprID]bool{} // callees of calls that others are called on
	for _, c := range r.CallsIn(fn) {
		if on, ok := r.CallOf(c.Recv); ok {
			outer[r.B.F.Exprs[on.ID].A] = true
		}
	}
	var statements [][]lang.CallSite
	for _, c := range r.CallsIn(fn) {
		if !c.Method || c.ID < 0 || outer[r.B.F.Exprs[c.ID].A] {
			continue
		}
		if chain := r.Chain(c.ID); len(chain) > 0 && variable(r, chain[0].Recv) != "" {
			statements = append(statements, chain)
		}
	}
	slices.SortStableFunc(statements, func(a, b []lang.CallSite) int { return cmp.Compare(a[0].At.Start, b[0].At.Start) })
	for _, chain := range statements {
		t.statement(r, chain)
	}
}

// add reads the statement that adds or changes a column.
func (t *tableChange) add(r *lang.Reading, chain []lang.CallSite, name, kind string) {
	c := chain[0]
	col := tableColumn{name: name, kind: kind}
	col.nullable = strings.HasPrefix(c.Name, "nullable") || strings.HasPrefix(c.Name, "timestamps") || strings.HasPrefix(c.Name, "softDeletes")
	do := opAdd
	var then []tableOp
	for _, b := range chain[1:] {
		off := strings.HasPrefix(source(r, b), "false")
		switch b.Name {
		case "nullable":
			col.nullable = !off
		case "default":
			col.hasDefault, col.fallback = true, source(r, b)
		case "useCurrent":
			col.hasDefault, col.fallback = true, "CURRENT_TIMESTAMP"
		case "change":
			do, col.changed = opChange, true
		case "unique", "primary", "index":
			x := tableIndex{kind: b.Name, columns: []string{name}}
			named, _ := text(r, r.Arg(b, 0, "indexName"))
			switch x.name = named.Value; {
			case off:
				then = append(then, tableOp{do: opDropIndex, index: x})
			case b.Name == "primary":
				col.primary = true
			case b.Name == "unique" && x.name == "":
				col.unique = true
			default:
				col.unique = col.unique || b.Name == "unique"
				then = append(then, tableOp{do: opIndex, index: x})
			}
		}
	}
	t.ops = append(t.ops, tableOp{do: do, column: col})
	t.ops = append(t.ops, then...)
	t.keys(r, chain, []string{name}, "")
}

// keys reads the foreign keys of columns that a statement makes.
func (t *tableChange) keys(r *lang.Reading, chain []lang.CallSite, columns []string, name string) {
	for _, b := range chain[1:] {
		switch b.Name {
		case "constrained":
			k := foreignKey{columns[0], "id", plural(strings.TrimSuffix(columns[0], "_id")), name}
			if on, ok := text(r, r.Arg(b, 0, "table")); ok {
				k.on = on.Value
			}
			if col, ok := text(r, r.Arg(b, 1, "column")); ok {
				k.references = col.Value
			}
			if n, ok := text(r, r.Arg(b, 2, "indexName")); ok {
				k.name = n.Value
			}
			t.ops = append(t.ops, tableOp{do: opForeign, key: k, columns: columns})
		case "references":
			to := texts(r, r.Arg(b, 0, "columns"))
			if len(to) != len(columns) {
				continue
			}
			on := ""
			for _, o := range chain[1:] {
				if said, ok := text(r, r.Arg(o, 0, "table")); ok && o.Name == "on" {
					on = said.Value
				}
			}
			for i := range columns {
				t.ops = append(t.ops, tableOp{do: opForeign, key: foreignKey{columns[i], to[i].Value, on, name}, columns: columns})
			}
		}
	}
}

// indexDrops are the methods that drop an index, with its kind.
var indexDrops = map[string]string{"dropIndex": "index", "dropUnique": "unique", "dropPrimary": "primary", "dropFullText": "fulltext", "dropSpatialIndex": "spatialindex"}

// statement reads one statement of a blueprint.
func (t *tableChange) statement(r *lang.Reading, chain []lang.CallSite) {
	c := chain[0]
	first := r.Arg(c, 0, "")
	var names []string
	for _, n := range texts(r, first) {
		names = append(names, n.Value)
	}
	second, _ := text(r, r.Arg(c, 1, "name"))
	drop := func(columns ...string) { t.ops = append(t.ops, tableOp{do: opDropColumn, columns: columns}) }
	// dropped is the index that a statement drops: by its name, or by its columns.
	dropped := func(kind string) tableIndex {
		if one, ok := text(r, first); ok {
			return tableIndex{kind: kind, name: one.Value}
		}
		return tableIndex{kind: kind, columns: names}
	}
	foreignID := func() string {
		column, _ := text(r, r.Arg(c, 1, "column"))
		if name := r.Class(first); name != "" {
			return cmp.Or(column.Value, snake(name[strings.LastIndexByte(name, '\\')+1:])+"_id")
		}
		return column.Value
	}
	switch kind := indexDrops[c.Name]; {
	case kind != "":
		if len(names) > 0 || kind == "primary" {
			t.ops = append(t.ops, tableOp{do: opDropIndex, index: dropped(kind)})
		}
	case c.Name == "dropForeign" && len(names) > 0:
		t.ops = append(t.ops, tableOp{do: opDropForeign, index: dropped("foreign")})
	case c.Name == "dropConstrainedForeignId" && len(names) > 0:
		t.ops = append(t.ops, tableOp{do: opDropForeign, index: tableIndex{kind: "foreign", columns: names}})
		drop(names...)
	case c.Name == "dropForeignIdFor", c.Name == "dropConstrainedForeignIdFor":
		if name := foreignID(); name != "" {
			t.ops = append(t.ops, tableOp{do: opDropForeign, index: tableIndex{kind: "foreign", columns: []string{name}}})
			if c.Name == "dropConstrainedForeignIdFor" {
				drop(name)
			}
		}
	case c.Name == "renameIndex":
		if to, ok := text(r, r.Arg(c, 1, "to")); ok && len(names) > 0 {
			t.ops = append(t.ops, tableOp{do: opRenameIndex, from: names[0], to: to.Value})
		}
	case c.Name == "foreign":
		if len(names) > 0 {
			t.keys(r, chain, names, second.Value)
		}
	case c.Name == "unique", c.Name == "index", c.Name == "primary", c.Name == "fullText", c.Name == "spatialIndex":
		if len(names) > 0 {
			t.ops = append(t.ops, tableOp{do: opIndex, index: tableIndex{kind: strings.ToLower(c.Name), name: second.Value, columns: names}})
		}
	case c.Name == "dropColumn", c.Name == "removeColumn":
		var columns []string
		for _, a := range r.Args(c) {
			for _, n := range texts(r, a) {
				columns = append(columns, n.Value)
			}
		}
		if len(columns) > 0 {
			drop(columns...)
		}
	case strings.HasPrefix(c.Name, "dropTimestamps"):
		drop("created_at", "updated_at")
	case strings.HasPrefix(c.Name, "dropSoftDeletes"):
		drop(cmp.Or(strings.Join(names, ""), "deleted_at"))
	case c.Name == "dropRememberToken":
		drop("remember_token")
	case c.Name == "dropMorphs" && len(names) > 0:
		drop(names[0]+"_type", names[0]+"_id")
	case c.Name == "renameColumn":
		if to, ok := text(r, r.Arg(c, 1, "to")); ok && len(names) > 0 {
			t.ops = append(t.ops, tableOp{do: opRenameColumn, from: names[0], to: to.Value})
		}
	case c.Name == "addColumn":
		if second.Value != "" && len(names) > 0 {
			t.add(r, chain, second.Value, names[0])
		}
	case c.Name == "foreignIdFor":
		if name := foreignID(); name != "" {
			t.add(r, chain, name, "foreignId")
		}
	case pairs[c.Name] && len(names) > 0:
		t.add(r, chain, names[0]+"_type", "string")
		t.add(r, chain, names[0]+"_id", "unsignedBigInteger")
	case columnTypes[c.Name] && len(names) > 0:
		t.add(r, chain, names[0], c.Name)
	case implied[c.Name] != nil && len(names) == 0:
		for _, n := range implied[c.Name] {
			kind := c.Name
			switch {
			case n == "remember_token":
				kind = "string"
			case strings.HasSuffix(n, "_at"):
				kind = "timestamp"
			}
			t.add(r, chain, n, kind)
		}
	}
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
