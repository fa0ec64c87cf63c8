package laravel

import (
	"slices"
	"strings"

	"codeintel/index/lang"
)

// columnTypes are the methods of a blueprint that add the column that they name.
var columnTypes = set(`bigIncrements bigInteger binary boolean char computed date dateTime dateTimeTz decimal double enum float foreignId foreignUlid foreignUuid
	geography geometry increments integer integerIncrements ipAddress json jsonb lineString longText macAddress mediumIncrements mediumInteger mediumText point
	polygon rawColumn set smallIncrements smallInteger softDeletes softDeletesTz softDeletesDatetime string text time timeTz timestamp timestampTz tinyIncrements
	tinyInteger tinyText ulid unsignedBigInteger unsignedDecimal unsignedInteger unsignedMediumInteger unsignedSmallInteger unsignedTinyInteger uuid vector year id
	addColumn foreignIdFor`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// implied are the columns of methods that need not say their names.
var implied = map[string][]string{
	"id": {"id"}, "timestamps": {"created_at", "updated_at"}, "timestampsTz": {"created_at", "updated_at"}, "nullableTimestamps": {"created_at", "updated_at"},
	"datetimes": {"created_at", "updated_at"}, "softDeletes": {"deleted_at"}, "softDeletesTz": {"deleted_at"}, "softDeletesDatetime": {"deleted_at"},
	"rememberToken": {"remember_token"}, "uuid": {"uuid"}, "ulid": {"ulid"}, "ipAddress": {"ip_address"}, "macAddress": {"mac_address"},
}

// pairs are the methods that add two columns for a value of any model.
var pairs = set("morphs nullableMorphs numericMorphs nullableNumericMorphs uuidMorphs nullableUuidMorphs ulidMorphs nullableUlidMorphs")

// readSchema reads the tables that a migration makes or changes.
func readSchema(r *lang.Reading) {
	for _, c := range r.Calls() {
		if !slices.Contains([]string{"create", "table", "rename", "drop", "dropIfExists", "dropColumns"}, c.Name) || !c.Method || !schema(r, c.Recv) {
			continue
		}
		t, ok := text(r, r.Arg(c, 0, "table"))
		if !ok || t.Value == "" {
			continue
		}
		if c.Name != "create" && c.Name != "table" {
			tableChunk(r, t.Value, c, lang.NoDef)
			continue
		}
		if c.Name == "create" {
			r.Define(kindTable, t.Value, t)
		} else {
			r.Use(kindTable, t.Value, t)
		}
		if fn := r.Func(r.Arg(c, 1, "callback")); fn >= 0 {
			readColumns(r, t.Value, fn)
			tableChunk(r, t.Value, c, fn)
		}
	}
}

// schema says whether e is what makes tables: the facade, or a connection of it.
func schema(r *lang.Reading, e lang.ExprID) bool {
	if isClass(r, e, "Schema") {
		return true
	}
	c, ok := r.CallOf(e)
	return ok && c.Name == "connection" && isClass(r, c.Recv, "Schema")
}

// readColumns reads the columns that a function adds to a table.
func readColumns(r *lang.Reading, table string, fn lang.DefID) {
	for _, c := range r.CallsIn(fn) {
		if !c.Method || !strings.HasPrefix(variable(r, c.Recv), "$") {
			continue
		}
		first, ok := text(r, r.Arg(c, 0, ""))
		names := implied[c.Name]
		switch {
		case c.Name == "addColumn":
			if first, ok = text(r, r.Arg(c, 1, "name")); ok {
				r.Define(kindColumn, table+"."+first.Value, first)
			}
		case c.Name == "renameColumn":
			if to, isText := text(r, r.Arg(c, 1, "to")); isText {
				r.Define(kindColumn, table+"."+to.Value, to)
			}
			if ok {
				r.Use(kindColumn, table+"."+first.Value, first)
			}
		case c.Name == "foreignIdFor":
			if name := r.Class(r.Arg(c, 0, "model")); name != "" && !ok {
				r.Define(kindColumn, table+"."+snake(name[strings.LastIndexByte(name, '\\')+1:])+"_id", c.At)
			}
		case pairs[c.Name] && ok:
			r.Define(kindColumn, table+"."+first.Value+"_id", first)
			r.Define(kindColumn, table+"."+first.Value+"_type", first)
		case columnTypes[c.Name] && ok && first.Value != "":
			r.Define(kindColumn, table+"."+first.Value, first)
		case names != nil && !ok && len(r.Args(c)) == 0, strings.HasPrefix(c.Name, "timestamps"):
			for _, n := range names {
				r.Define(kindColumn, table+"."+n, c.At)
			}
		case slices.Contains([]string{"dropColumn", "unique", "index", "primary", "foreign", "fullText", "spatialIndex"}, c.Name):
			for _, t := range texts(r, r.Arg(c, 0, "columns")) {
				r.Use(kindColumn, table+"."+t.Value, t)
			}
		}
	}
}

// useSchema reads the names of tables in the arguments of a call.
func useSchema(r *lang.Reading, c lang.CallSite) {
	n := 0
	switch {
	case c.Method && (c.Name == "table" || c.Name == "from") && isClass(r, c.Recv, "DB"):
	case c.Method && slices.Contains([]string{"drop", "dropIfExists", "hasTable", "rename", "hasColumn", "hasColumns", "getColumnListing", "dropColumns"}, c.Name) && schema(r, c.Recv):
	case c.Method && (c.Name == "constrained" || c.Name == "on"):
	case c.Method && (c.Name == "assertDatabaseHas" || c.Name == "assertDatabaseMissing" || c.Name == "assertDatabaseCount" || c.Name == "assertSoftDeleted"):
	default:
		return
	}
	if t, ok := text(r, r.Arg(c, n, "table")); ok {
		r.Use(kindTable, t.Value, t)
	}
}
