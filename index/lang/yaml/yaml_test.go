package yaml

import (
	"fmt"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language()}

// TestGolden compares the facts of each fixture with the .facts beside it.
func TestGolden(t *testing.T) { tested.Golden(t) }

// What can't be read costs the top-level key that it stands in.
func TestErrors(t *testing.T) {
	f := tested.Facts(t, "a.yaml", []byte("a: 1\nb: [\nc:\n  d: 2\n---\ne: 3\n"))
	if got := strings.Join(langtest.Defs(f), " "); got != "a c d e" || f.ErrorNodes != 1 || f.ErrorBytes != len("b: [\n") {
		t.Errorf("%s; %d errors, %d bytes", got, f.ErrorNodes, f.ErrorBytes)
	}
}

// TestTexts: what the texts of catalogues are, and in which language.
func TestTexts(t *testing.T) {
	for _, c := range []struct{ path, text, want string }{
		{"config/locales/ja.yml", "ja:\n  cart:\n    empty: カートは空です\n    days: [日, 月]\n    item:\n      one: '%{n}個'\n", `config/locales/*.yml ja cart.empty = "カートは空です"
config/locales/*.yml ja cart.item.one = "%{n}個"
`},
		{"config/locales/models/devise.en.yml", "en:\n  in: Sign in\n", "config/locales/models/devise.*.yml en in = \"Sign in\"\n"},
		{"translations/messages.ja.yaml", "cart.empty: 空\nit: {x: y}\n", "translations/messages.*.yaml ja cart.empty = \"空\"\ntranslations/messages.*.yaml ja it.x = \"y\"\n"},
		{"app/locales/pt_BR/shop.yml", "a: b\n", "app/locales/*/shop.yml pt_BR a = \"b\"\n"},
		{"i18n/all.yml", "ja:\n  a: 船\nen:\n  a: boat\nother: x\n", "i18n/all.yml ja a = \"船\"\ni18n/all.yml en a = \"boat\"\n"},
		{"config/ja.yml", "ja:\n  a: 船\n", ""}, // no folder of catalogues
		{"locales/ja.yml", "- a: 船\n", ""},
	} {
		l := Language()
		f, err := l.Extract(t.Context(), nil, lang.Input{Path: c.path, Src: []byte(c.text), Language: l, Rich: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := lang.Validate(f, len(c.text)); err != nil {
			t.Error(err)
		}
		var b strings.Builder
		for _, w := range f.Rich.Wordings {
			fmt.Fprintf(&b, "%s %s %s = %q\n", w.Place, w.Language, w.Key, w.Text)
		}
		if b.String() != c.want {
			t.Errorf("%s: have\n%swant\n%s", c.path, b.String(), c.want)
		}
	}
}

// Texts that grow without sense end soon, and as facts.
func TestHostile(t *testing.T) {
	tested.Repeated(t, "a.yaml", "", 5000, "[", "{", "- ", "a: ", "? ", "&a ", "*a ", "'", "\"", "---\n", "a:\n ", "!!x ", "{a: [", "|\n", "\t", "é: &é\n")
	deep := ""
	for i := range 300 {
		deep += strings.Repeat(" ", i) + "a:\n"
	}
	if f := tested.Facts(t, "a.yaml", []byte(deep)); f.Truncated == "" {
		t.Error("a text that is too deep is read whole")
	}
	if f := tested.Facts(t, "a.yaml", []byte(strings.Repeat("a: 1\n", maxSize))); f.Truncated == "" {
		t.Error("a text that is too large is read whole")
	}
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{Paths: []string{"a.yaml", "config/locales/ja.yml"}, Seeds: []string{
		"a: &x {b: 1}\nc: *x\n", "'q': 1\n\"é\": 2\n<<: *x\n", "- a: 1\n- [b, {c: d}]\n", "a: |\n  text\n---\n%YAML 1.2\n...", "{{ .Values }}\n",
	}})
}
