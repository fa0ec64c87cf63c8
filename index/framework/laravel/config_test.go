package laravel

import (
	"fmt"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
	"codeintel/index/lang/ts"
)

// TestWordings: what the texts of a catalogue say, and of what language they are;
// settings say nothing.
func TestWordings(t *testing.T) {
	l := php.Language()
	l.Frameworks = []*lang.Framework{Framework()}
	parser := ts.NewParser(ts.Limits{})
	defer parser.Close()
	src := `<?php return ['cart' => ['empty' => 'カートは空です', 'rows' => ['a', 'b'], 'n' => $n], 'pay' => "お支払い", 3 => 'x', '' => 'y', 'blank' => ''];`
	for path, want := range map[string]string{
		"lang/ja/shop.php":                   "lang/*/shop.php ja",
		"resources/lang/pt_BR/admin/bar.php": "resources/lang/*/admin/bar.php pt_BR",
		"lang/vendor/shop/ja/cart.php":       "lang/vendor/shop/*/cart.php ja",
		"config/shop.php":                    "",
		"app/shop.php":                       "",
	} {
		f, err := l.Extract(t.Context(), parser, lang.Input{Path: path, Src: []byte(src), Language: l, Rich: true})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range f.Rich.Wordings {
			got = append(got, fmt.Sprintf("%s %s %s = %s", w.Place, w.Language, w.Key, w.Text))
		}
		if want != "" {
			want = fmt.Sprintf("%s cart.empty = カートは空です\n%[1]s pay = お支払い", want)
		}
		if s := strings.Join(got, "\n"); s != want {
			t.Errorf("%s: have\n%s\nwant\n%s", path, s, want)
		}
	}
}
