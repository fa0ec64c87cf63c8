package catalogue

import (
	"fmt"
	"strings"
	"testing"

	"codeintel/index/lang"
)

// wordings are those of a file.
func wordings(t *testing.T, l *lang.Language, path, text string) string {
	t.Helper()
	f, err := l.Extract(t.Context(), nil, lang.Input{Path: path, Src: []byte(text), Language: l, Rich: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := lang.Validate(f, len(text)); err != nil {
		t.Error(err)
	}
	var b strings.Builder
	for _, w := range f.Rich.Wordings {
		fmt.Fprintf(&b, "%s %s %s = %q\n", w.Place, w.Language, w.Key, w.Text)
	}
	return b.String()
}

// TestGettext: keys, texts and the language of a catalogue of gettext.
func TestGettext(t *testing.T) {
	const text = "\ufeff# made by hand\nmsgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain\\n\"\n\"Language: ja_JP\\n\"\n\n" +
		"#: shop.py:1\nmsgid \"Rent a \\\"boat\\\"\"\nmsgstr \"船を\"\n  \"借りる\"\r\n\r\n" +
		"msgctxt \"menu\"\nmsgid \"\"\n\"One\"\n\" boat\"\nmsgid_plural \"Boats\"\nmsgstr[0] \"一艘\"\nmsgstr[1] \"船\"\n" +
		"#, fuzzy, python-format\nmsgid \"Guess\"\nmsgstr \"推測\"\n#~ msgid \"Gone\"\n#~ msgstr \"無い\"\nmsgid \"Guess\"\nmsgstr \"\"\nmsgid \"End\nmsgstr \"終"
	const want = `locale/*/LC_MESSAGES/shop.po ja_JP Rent a "boat" = "船を借りる"
locale/*/LC_MESSAGES/shop.po ja_JP One boat = "一艘"
locale/*/LC_MESSAGES/shop.po ja_JP End = "終"
`
	if got := wordings(t, Gettext(), "locale/ja/LC_MESSAGES/shop.po", text); got != want {
		t.Errorf("have\n%s\nwant\n%s", got, want)
	}
	for path, want := range map[string]string{
		"po/ja.po": "po/*.po ja", "resources/locales/en/core.po": "resources/locales/*/core.po en", "core.po": "core.po ", "ja/core.po": "*/core.po ja",
	} {
		if got, want := wordings(t, Gettext(), path, "msgid \"a\"\nmsgstr \"b\""), want+" a = \"b\"\n"; got != want {
			t.Errorf("%s: have\n%s\nwant\n%s", path, got, want)
		}
	}
}

// TestProperties: keys and texts of a catalogue of Java, and which files are such.
func TestProperties(t *testing.T) {
	const text = "# the cart\ncart.empty=\\u30ab\\u30fc\\u30c8\\ud83d\\uDE00\r\n! x\n\n  a\\ b : one \\\n   two\\\\\nc\nd = \\u30 \\t\ncart.empty x\\"
	const want = `app/messages_*.properties ja cart.empty = "カート😀"
app/messages_*.properties ja a b = "one two\\"
app/messages_*.properties ja d = "u30 \t"
app/messages_*.properties ja cart.empty = "x\\"
`
	if got := wordings(t, Properties(), "app/messages_ja.properties", text); got != want {
		t.Errorf("have\n%s\nwant\n%s", got, want)
	}
	for path, want := range map[string]string{
		"app/my_messages_pt_BR.properties": "app/my_messages_*.properties", "m_en.properties": "m_*.properties",
		"messages.properties": "", "_ja.properties": "", "ja.properties": "", "a_b/messages.properties": "", "m_ja.txt": "",
	} {
		got := ""
		if start, end, ok := nameLocale(path); ok {
			got = path[:start] + "*" + path[end:]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestXLIFF: texts of both versions, the language, and what is not a translation.
func TestXLIFF(t *testing.T) {
	for _, c := range []struct{ path, text, want string }{
		{"translations/validators.ja.xlf", `<?xml version="1.0"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="ja-JP"><body>
<trans-unit id="1" resname="boat"><source>Rent a <x id="INTERPOLATION"/> boat &amp; go</source><target>
 船を<g id="1">借りる</g>
</target><alt-trans><target>貸す</target></alt-trans><note>of <b>boats</b></note></trans-unit>
<trans-unit id="2"><source>cart.empty</source></trans-unit>
</body></file></xliff>`, `translations/validators.*.xlf ja-JP Rent a  boat & go = "船を借りる"
`},
		{"src/locale/messages.ja.xliff", `<xliff version="2.0" srcLang="en" trgLang="ja"><file id="a"><unit id="7"><notes><note>x</note></notes><segment state="final">
<source>Sign in</source><target>ログイン</target></segment><segment><source>Sign out</source><target>ログアウト</target></segment></unit></file></xliff>`,
			`src/locale/messages.*.xliff ja Sign in = "ログイン"
src/locale/messages.*.xliff ja Sign out = "ログアウト"
`},
		{"translations/ja/shop.xlf", "<xliff><trans-unit><source>a</source><target>船</target></trans-unit><trans-unit><source>b", "translations/*/shop.xlf ja a = \"船\"\n"},
		{"shop.xlf", "<a><b></a> & <trans-unit", ""},
	} {
		if got := wordings(t, XLIFF(), c.path, c.text); got != c.want {
			t.Errorf("%s: have\n%s\nwant\n%s", c.path, got, c.want)
		}
	}
}
