package laravel

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"codeintel/index/lang"
)

// migrationGroup is the folder of a migration, "" for other files. The migrations of a
// folder are of one database; those of a folder below it may be of another's, as those of
// tenants are.
func migrationGroup(file string) string {
	dir := path.Dir(file)
	if strings.HasSuffix(file, ".php") && strings.Contains(strings.ToLower("/"+dir+"/"), "/database/migrations/") {
		return dir
	}
	return ""
}

// tableState is a table after some migrations.
type tableState struct {
	name    string
	whole   bool // it was made by one of them: all its columns are known
	columns []tableColumn
	indexes []tableIndex
	foreign []foreignKey
	history []lang.Fields
	last    *tableChange
	file    string // of last
}

// database is all tables after some migrations.
type database struct {
	tables map[[2]string]*tableState // by connection and name
}

// combineTables says in the chunk of the newest migration of a table what comes of all of
// them, in the order of their files' names, and in the others where that is.
func combineTables(pieces []*lang.Piece) {
	var mine []*lang.Piece
	for _, p := range pieces {
		if _, ok := p.Data.(*tableChange); ok {
			mine = append(mine, p)
		}
	}
	slices.SortStableFunc(mine, func(a, b *lang.Piece) int {
		return cmp.Compare(strings.TrimSuffix(path.Base(a.File), ".php"), strings.TrimSuffix(path.Base(b.File), ".php"))
	})
	db := &database{tables: map[[2]string]*tableState{}}
	of := map[*tableChange]*tableState{}
	for _, p := range mine {
		if c := p.Data.(*tableChange); of[c] == nil {
			s := db.apply(c, p.File)
			s.last, s.file = c, p.File
			of[c] = s
		}
	}
	for _, p := range mine {
		c := p.Data.(*tableChange)
		if s := of[c]; s.last == c {
			p.Meta = s.final(p.Meta)
		} else {
			p.Meta = slices.Concat(p.Meta, lang.Fields{{Key: "final_in", Value: s.file}})
		}
	}
}

// apply does what a migration does to a table.
func (db *database) apply(c *tableChange, file string) *tableState {
	key := [2]string{c.connection, c.table}
	s := db.tables[key]
	if c.operation == opRename {
		from := [2]string{c.connection, c.from}
		s = db.tables[from]
		delete(db.tables, from)
		for k, other := range db.tables {
			for i := range other.foreign {
				if k[0] == c.connection && other.foreign[i].on == c.from {
					other.foreign[i].on = c.table
				}
			}
		}
	}
	if s == nil {
		s = &tableState{}
	}
	s.name, db.tables[key] = c.table, s
	s.history = append(s.history, lang.Fields{{Key: "file", Value: file}, {Key: "what", Value: c.what()}})
	switch c.operation {
	case opDrop:
		s.whole, s.columns, s.indexes, s.foreign = false, nil, nil, nil
	case opCreate:
		s.whole = true
	}
	for i := range c.ops {
		s.apply(&c.ops[i])
	}
	return s
}

// column is the index of a column, -1 where it is not known.
func (s *tableState) column(name string) int {
	return slices.IndexFunc(s.columns, func(c tableColumn) bool { return c.name == name })
}

// called is the name of an index, which it has by its columns unless it is given one.
func (s *tableState) called(name, kind string, columns []string) string {
	if name == "" {
		name = strings.NewReplacer("-", "_", ".", "_").Replace(strings.ToLower(s.name + "_" + strings.Join(columns, "_") + "_" + kind))
	}
	return name
}

// apply does what one statement of a migration does.
func (s *tableState) apply(o *tableOp) {
	switch o.do {
	case opAdd, opChange:
		if i := s.column(o.column.name); i < 0 {
			s.columns = append(s.columns, o.column)
		} else {
			primary := s.columns[i].primary
			s.columns[i] = o.column
			s.columns[i].primary = primary || o.column.primary
		}
		if o.column.unique {
			s.index(tableIndex{kind: "unique", columns: []string{o.column.name}, inline: true})
		}
	case opRenameColumn:
		if i := s.column(o.from); i >= 0 {
			s.columns[i].name = o.to
		} else {
			s.columns = append(s.columns, tableColumn{name: o.to})
		}
		for i, x := range s.indexes {
			x.columns = slices.Clone(x.columns)
			for j := range x.columns {
				if x.columns[j] == o.from {
					x.columns[j] = o.to
				}
			}
			s.indexes[i] = x
		}
		for i := range s.foreign {
			if s.foreign[i].column == o.from {
				s.foreign[i].column = o.to
			}
		}
	case opDropColumn:
		for _, name := range o.columns {
			s.columns = slices.DeleteFunc(s.columns, func(c tableColumn) bool { return c.name == name })
			s.indexes = slices.DeleteFunc(s.indexes, func(x tableIndex) bool { return slices.Contains(x.columns, name) })
			s.foreign = slices.DeleteFunc(s.foreign, func(k foreignKey) bool { return k.column == name })
		}
	case opIndex:
		s.index(o.index)
	case opDropIndex:
		name := s.called(o.index.name, o.index.kind, o.index.columns)
		s.indexes = slices.DeleteFunc(s.indexes, func(x tableIndex) bool {
			if o.index.kind == "primary" {
				return x.kind == "primary"
			}
			return x.name == name
		})
		if o.index.kind == "primary" {
			for i := range s.columns {
				s.columns[i].primary = false
			}
		}
	case opRenameIndex:
		for i := range s.indexes {
			if s.indexes[i].name == o.from {
				s.indexes[i].name = o.to
			}
		}
	case opForeign:
		k := o.key
		k.name = s.called(k.name, "foreign", o.columns)
		s.foreign = append(s.foreign, k)
	case opDropForeign:
		name := s.called(o.index.name, "foreign", o.index.columns)
		s.foreign = slices.DeleteFunc(s.foreign, func(k foreignKey) bool { return k.name == name })
	}
}

// index adds an index.
func (s *tableState) index(x tableIndex) {
	x.name = s.called(x.name, x.kind, x.columns)
	s.indexes = slices.DeleteFunc(s.indexes, func(y tableIndex) bool { return y.name == x.name })
	s.indexes = append(s.indexes, x)
}

// final is what a chunk says of the table in place of what its own migration does.
func (s *tableState) final(meta lang.Fields) lang.Fields {
	var out lang.Fields
	for _, m := range meta {
		switch m.Key {
		case "columns":
			if s.last.operation == opDrop {
				continue
			}
			columns := slices.Clone(s.columns)
			for i := range columns {
				columns[i].changed = false
				columns[i].unique = slices.ContainsFunc(s.indexes, func(x tableIndex) bool {
					return x.kind == "unique" && len(x.columns) == 1 && x.columns[0] == columns[i].name
				})
			}
			out = append(out, lang.Meta{Key: "columns", Value: columnFields(columns)})
			if !s.whole {
				out = append(out, lang.Meta{Key: "partial", Value: true})
			}
			var shown []tableIndex
			for _, x := range s.indexes {
				if !x.inline {
					shown = append(shown, x)
				}
			}
			out = append(out, indexFields(shown)...)
			out = append(out, foreignFields(s.foreign)...)
		case "renamed", "dropped", "dropped_indexes", "dropped_foreign_keys", "indexes", "foreign_keys":
		case "migration_file":
			out = append(out, m, lang.Meta{Key: "history", Value: s.history})
		default:
			out = append(out, m)
		}
	}
	return out
}

// what is what a migration does to a table, in words.
func (c *tableChange) what() string {
	switch c.operation {
	case opCreate, opDrop:
		return c.operation
	case opRename:
		return "rename from " + c.from
	}
	var parts []string
	for i := range c.ops {
		switch o := &c.ops[i]; o.do {
		case opAdd, opChange:
			parts = append(parts, o.do+" "+o.column.name)
		case opRenameColumn:
			parts = append(parts, "rename "+o.from+" to "+o.to)
		case opDropColumn:
			parts = append(parts, "drop "+strings.Join(o.columns, ", "))
		case opIndex:
			parts = append(parts, "add "+o.index.text())
		case opDropIndex:
			parts = append(parts, "drop "+o.index.text())
		case opRenameIndex:
			parts = append(parts, "rename index "+o.from+" to "+o.to)
		case opForeign:
			parts = append(parts, "add foreign key "+o.key.column)
		case opDropForeign:
			parts = append(parts, "drop foreign key "+cmp.Or(o.index.name, strings.Join(o.index.columns, ", ")))
		}
	}
	return cmp.Or(strings.Join(parts, "; "), "alter")
}

// text is what people call an index.
func (x *tableIndex) text() string {
	kind := x.kind
	if kind != "index" {
		kind += " index"
	}
	return strings.TrimSpace(kind + " " + cmp.Or(x.name, strings.Join(x.columns, ", ")))
}
