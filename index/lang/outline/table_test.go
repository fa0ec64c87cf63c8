package outline

import "testing"

// The tables are shared by all that index at a time.
func TestCompileLeavesTables(t *testing.T) {
	for _, table := range tables {
		family, grammar := table.family, table.grammar
		compile(table)
		if table.family != family || table.grammar != grammar {
			t.Errorf("%s: family %q became %q, grammar %q became %q", table.name, family, table.family, grammar, table.grammar)
		}
	}
}
