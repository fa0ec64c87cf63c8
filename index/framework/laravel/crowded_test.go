package laravel

import (
	"fmt"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
	"codeintel/index/lang/ts"
)

// TestCrowded holds that calls which make seven routes each do not make as many as fit:
// the file is said to be cut.
func TestCrowded(t *testing.T) {
	l := php.Language()
	l.Frameworks = []*lang.Framework{Framework()}
	parser := ts.NewParser(ts.Limits{})
	defer parser.Close()
	for _, x := range []struct {
		calls int
		cut   string
	}{{1000, ""}, {6000, "too many definitions"}} {
		var src strings.Builder
		src.WriteString("<?php\n")
		for i := range x.calls {
			fmt.Fprintf(&src, "Route::resource('a%d', 'C');\n", i)
		}
		f, err := l.Extract(t.Context(), parser, lang.Input{Path: "routes/web.php", Src: []byte(src.String()), Language: l, Rich: true})
		if err != nil {
			t.Fatal(err)
		}
		if f.Truncated != x.cut {
			t.Errorf("%d calls: the facts are said to be %q", x.calls, f.Truncated)
		}
		all := 14 * x.calls // a route and the group that it is in, seven times
		if n := len(f.Defs); (n >= all) != (x.cut == "") {
			t.Errorf("%d calls: %d definitions, of %d", x.calls, n, all)
		}
	}
}
