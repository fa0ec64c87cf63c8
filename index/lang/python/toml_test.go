package python

import (
	"errors"
	"strings"
	"testing"
)

// What the decoder takes the square of is refused; long texts and arrays are not deep.
func TestDecodeTOML(t *testing.T) {
	many := func(s string) string { return strings.Repeat(s, 10_000) }
	for _, deep := range []string{
		"a = " + many("[") + "1" + many("]"), "a = " + many("{a=") + "1" + many("}"), "a" + many(".a") + " = 1", "[a" + many(".a") + "]", "[a" + many(`."a"`) + "]",
	} {
		var v map[string]any
		if err := decodeTOML([]byte(deep), &v); !errors.Is(err, errTOMLDepth) {
			t.Errorf("%.20s: %v", deep, err)
		}
	}
	for _, good := range []string{
		"a = [" + many("0.5, ") + "]", "a = \"" + many("b. [") + "\"", "a = '''\n" + many("[.\\'") + "'''", "a = \"\"\"\n" + many("[\\\"\"\"") + "\"\"\"", "# " + many("[.") + "\na = 1",
		strings.ReplaceAll(many("[t?]\na.b = 1.5\n")[:1000*15], "?", ""),
	} {
		var v map[string]any
		if err := decodeTOML([]byte(good), &v); errors.Is(err, errTOMLDepth) {
			t.Errorf("%.20s: %v", good, err)
		}
	}
}
