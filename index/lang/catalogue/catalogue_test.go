package catalogue

import (
	"fmt"
	"strings"
	"testing"

	"codeintel/index/lang"
	"codeintel/index/lang/langtest"
)

var tested = langtest.Languages{Language(), Gettext(), Properties(), XLIFF()}

// TestLocale: which files are catalogues, and of which language.
func TestLocale(t *testing.T) {
	for path, want := range map[string]string{
		"lang/de.json":                   "lang/*.json",
		"resources/lang/pt_BR.json":      "resources/lang/*.json",
		"lang/vendor/shop/zh-Hans.json":  "lang/vendor/shop/*.json",
		"src/locales/en/common.json":     "src/locales/*/common.json",
		"src/locales/es-419/common.json": "src/locales/*/common.json",
		"src/i18n/shop/sr_Latn_RS.json":  "src/i18n/shop/*.json",
		"I18N/fil.json":                  "I18N/*.json",
		"en.json":                        "",
		"lang/package.json":              "",
		"lang/src/index.json":            "",
		"lang/en-.json":                  "",
		"lang/en_12.json":                "",
		"lang/en-Latn-US-x.json":         "",
		"lang/en.yaml":                   "",
		"data/en.json":                   "",
		"lang/other/shop/en.json":        "",
	} {
		got := ""
		if start, end, ok := Locale(path); ok {
			got = path[:start] + "*" + path[end:]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestKeys: a key is where it stands between its quotes, with what it is below.
func TestKeys(t *testing.T) {
	text := "\ufeff" + `{"Book \"it\" \u00e9": "x", "a": {"b.c": [1], "": 1}, "a": {"b.c": 2}, "é": null}`
	f := tested.Facts(t, "lang/de.json", []byte(text))
	var got []string
	for i := range f.Defs {
		d := &f.Defs[i]
		line := fmt.Sprintf("%s = %s", text[d.Start:d.End], f.Name(d.Name))
		if d.Parent >= 0 {
			line += " in " + f.Name(f.Defs[d.Parent].Name)
		}
		if d.Same >= 0 {
			line += fmt.Sprint(" same as ", d.Same)
		}
		got = append(got, line)
	}
	const want = `Book \"it\" \u00e9 = Book "it" é
a = a
b.c = b.c in a
a = a same as 1
b.c = b.c in a same as 2
é = é`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("have\n%s\nwant\n%s", s, want)
	}
}

// TestHostile: what is no catalogue has no definitions, and deep nesting costs no
// stack.
func TestHostile(t *testing.T) {
	for text, errors := range map[string]int{"": 0, " \n": 0, "{": 1, "[]": 1, "null": 1, "{\"\": 1, \"a\": {\"\": 2}}": 0} {
		if f := tested.Facts(t, "lang/de.json", []byte(text)); f.ErrorNodes != errors {
			t.Errorf("%q: %d errors, want %d", text, f.ErrorNodes, errors)
		}
	}
	tested.Repeated(t, "lang/de.json", "", 100000, "[", "{\"a\":", "\"", "//", "{")
	deep := strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200)
	if f := tested.Facts(t, "lang/de.json", []byte(deep)); len(f.Defs) != maxKeys {
		t.Errorf("%d keys of one in another, want %d", len(f.Defs), maxKeys)
	}
	if f := tested.Facts(t, "lang/de.json", []byte(strings.Repeat(" ", maxSize)+"{}")); f.Truncated == "" {
		t.Error("a text that is too large is read whole")
	}
}

func FuzzExtract(f *testing.F) {
	tested.Fuzz(f, langtest.Fuzzing{Paths: []string{"lang/de.json", "locales/de/shop.json", "locale/ja/LC_MESSAGES/django.po", "messages_ja.properties", "messages.ja.xlf"}, Seeds: []string{
		`{"Rent a boat": "Boot mieten", "a": {"b": {"c": "x"}, "b": 1}}`, `{"\ud800": {"\u0000": 1}, "é": {}, "x_one": "1"}`, "\ufeff{// x\n\"a\": [{\"b\": 1}],}",
		"msgid \"\"\nmsgstr \"Language: ja\\n\"\n\n#, fuzzy\nmsgctxt \"a\"\nmsgid \"b\"\n\"c\"\nmsgid_plural \"d\"\nmsgstr[0] \"e\"", "! x\na\\ b = \\u30ab\\ud83d\\ude00 \\\n  c\nd", `<xliff><file target-language="ja"><trans-unit><source>a &amp; b</source><target>c</target><alt-trans></x></trans-unit>`,
	}})
}

// TestWordings: what the texts of a catalogue say, and of what language they are.
func TestWordings(t *testing.T) {
	for path, place := range map[string]string{"lang/ja.json": "lang/*.json", "src/locales/ja-JP/shop.json": "src/locales/*/shop.json"} {
		in := lang.Input{Path: path, Language: Language(), Rich: true, Src: []byte(`{"a": {"b": "カート\n", "c": [], "d": " "}, "": "x", "Log in": "ログイン"}`)}
		f, err := extract(t.Context(), nil, in)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range f.Rich.Wordings {
			got = append(got, fmt.Sprintf("%s %s %s = %q", w.Place, w.Language, w.Key, w.Text))
		}
		language := strings.SplitN(strings.TrimPrefix(strings.TrimPrefix(path, "lang/"), "src/locales/"), "/", 2)[0]
		language = strings.TrimSuffix(language, ".json")
		want := fmt.Sprintf("%s %s a.b = \"カート\\n\"\n%[1]s %[2]s Log in = \"ログイン\"", place, language)
		if s := strings.Join(got, "\n"); s != want {
			t.Errorf("have\n%s\nwant\n%s", s, want)
		}
	}
}
