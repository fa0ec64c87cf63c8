package main

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"codeintel/index/embed/builtin"
)

func TestPackages(t *testing.T) {
	packages, err := readPackages(packagesText)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i := range packages {
		p := &packages[i]
		switch p.licence {
		case "MIT", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "ISC", "PSF-2.0":
		default:
			t.Errorf("%s: the licence %s is not a permissive one", p.name(), p.licence)
		}
		if seen[p.name()] {
			t.Errorf("%s is there twice", p.name())
		}
		seen[p.name()] = true
		for _, measured := range []string{"scrapy", "flask", "koel", "filament", "basercms", "hono", "caddy", "gson"} {
			if strings.Contains(p.name(), measured) {
				t.Errorf("%s: the table is measured on %s", p.name(), measured)
			}
		}
	}
	notice, err := os.ReadFile("NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	for name := range seen {
		if !strings.Contains(string(notice), name+" ") {
			t.Errorf("NOTICE does not name %s: make the table again", name)
		}
	}
	for _, bad := range []string{"go x", "npm x 1 MIT"} {
		if _, err := readPackages(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func TestExamples(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"lib/cart.py": `"""Carts."""

class Cart:
    """What a customer is going to buy. And more."""

    def add_item(self, item, count=1):
        """Put an item into the cart.

        :param item: which one
        """
        self.items[item] = self.items.get(item, 0) + count
        self.changed = True
        return self.items[item]
`,
		"lib/mail.go": `package mail

// SendAll delivers every message of the queue, e.g. at night. It may fail.
//
// More.
func (q *Queue) SendAll() error {
	return nil
}
`,
		"lib/cart_test.go":                 "package lib\n\n// Twice does it twice.\nfunc Twice() {}\n",
		"tests/x.py":                       "def helper():\n    \"\"\"Help the tests along.\"\"\"\n",
		"other/y.py":                       "def other():\n    \"\"\"Is not kept by its path.\"\"\"\n",
		"lib/min.js":                       "/** Do something small. */ function f(){" + strings.Repeat("x();", 1000) + "}\n",
		"lib/locale/ja/LC_MESSAGES/app.po": "msgid \"\"\nmsgstr \"\"\n\nmsgid \"Add to %(cart)s\"\nmsgstr \"カートに\"\n\"入れる\"\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	found, pairs, err := examples(t.Context(), dir, &pkg{registry: "npm", names: []string{"x"}, keep: []string{"lib"}})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]example{}
	for _, e := range found {
		got[e.Name] = e
	}
	if len(got) != 3 {
		t.Errorf("%d examples: %+v", len(got), got)
	}
	for name, want := range map[string][2]string{
		"cart":     {"what a customer is going to buy", "cart"},
		"add item": {"put an item into the cart", "cart cart"},
		"send all": {"delivers every message of the queue e g at night", "mail queue"},
	} {
		if e := got[name]; e.Doc != want[0] || e.Scope != want[1] {
			t.Errorf("%s: %+v", name, e)
		}
	}
	if text := got["add item"].Text; !strings.Contains(text, "changed") || strings.Contains(text, "into the cart") {
		t.Errorf("the code is %q", text)
	}
	if want := []pair{{"カートに入れる", "add to"}}; !reflect.DeepEqual(pairs, want) {
		t.Errorf("pairs: %v", pairs)
	}
}

func TestUnique(t *testing.T) {
	got := unique([]example{{"d", "n", "", "a"}, {"d", "n", "", "a longer"}, {"", "n", "", "a"}, {"", "n", "", "b"}, {"", "n", "", "b"}})
	want := []example{{"d", "n", "", "a longer"}, {"", "n", "", "a"}, {"", "n", "", "b"}}
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

func TestSentence(t *testing.T) {
	for _, c := range []struct{ doc, name, want string }{
		{"Foo returns the bar. It never fails.", "Foo", "returns the bar"},
		{"Returns <code>true</code> if {@link Bar} is set.\n@return x", "f", "Returns true if Bar} is set"},
		{"Convert to unicode, e.g. for output. Second.", "f", "Convert to unicode, e.g. for output"},
		{"First line\ngoes on\n\nnot this", "f", "First line goes on"},
		{"会員を登録する。失敗すると例外。", "f", "会員を登録する"},
		{"See [the docs](https://example.org/x) for it", "f", "See [the docs for it"},
		{":param x: nothing else", "f", ""},
		{"", "f", ""},
	} {
		if got := sentence(c.doc, c.name); got != c.want {
			t.Errorf("%q: %q, not %q", c.doc, got, c.want)
		}
	}
}

func TestCatalogues(t *testing.T) {
	c := newCatalogues()
	c.add("es/locale/ja_JP.js", []byte(`export default { locale: 'ja', form: { optional: '（任意）', rules: { required: "${name}を\u5165力" } }, list: ['一', 2] } // 'x: y'`))
	c.add("es/locale/en_US.js", []byte(`export default { locale: 'en', form: { optional: '(optional)', rules: { required: 'Please enter ${name}' } } }`))
	c.add("lib/ja/messages.json", []byte(`{"Cannot_find_name_0_2304": "名前 '{0}' が見つかりません。", "n": {"a": 1}}`))
	c.add("trans/ja.php", []byte("<?php return ['Names' => ['fr' => 'フランス語']]; /* 'a' => '字' */"))
	c.add("trans/en.php", []byte("<?php return ['Names' => ['fr' => 'French']];"))
	c.add("validators.ja.xlf", []byte("<source>This is wrong.</source>\n<target>誤りです。</target>"))
	mo := []byte{0xde, 0x12, 0x04, 0x95, 0, 0, 0, 0, 1, 0, 0, 0, 28, 0, 0, 0, 36, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	mo = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(mo, 6), 44)
	mo = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(mo, 6), 50)
	mo = append(mo, "delete削除"...)
	c.add("locale/ja/LC_MESSAGES/x.mo", mo)
	got := c.pairs()
	want := []pair{
		{"フランス語", "french"}, {"フランス語", "names fr"}, {"削除", "delete"}, {"を入力", "please enter"}, {"を入力", "rules required"},
		{"誤りです。", "this is wrong"}, {"（任意）", "form optional"}, {"（任意）", "optional"}, {"名前 ' ' が見つかりません。", "cannot find name 0"},
	}
	sortPairs := func(p []pair) []pair {
		slices.SortFunc(p, func(a, b pair) int { return strings.Compare(a.Japanese+a.Other, b.Japanese+b.Other) })
		return p
	}
	if !slices.Equal(sortPairs(got), sortPairs(want)) {
		t.Errorf("pairs\n%v, not\n%v", got, want)
	}
	if cut := newCatalogues(); true {
		for n := range mo { // a broken catalogue says less
			cut.add("ja/x.mo", mo[:n])
		}
	}
}

func TestVocabulary(t *testing.T) {
	var all []*data
	for range 2 {
		d := &data{}
		for range 3 {
			d.Examples = append(d.Examples, example{Name: "shared word", Text: "rare12345 x 20261121"})
			d.Pairs = append(d.Pairs, pair{"会員登録", "register"}, pair{"会員を削除", "delete"})
		}
		all = append(all, d)
	}
	all[0].Examples = append(all[0].Examples, example{Name: "single", Text: strings.Repeat("single ", 20)})
	list := vocabulary(all)
	if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
		t.Error("not sorted, or a word is there twice")
	}
	for w, want := range map[string]bool{"shared": true, "word": true, "register": true, "s": true, "会員": true, "会": true, "会員登録": true, "single": false, "20261121": false} {
		if slices.Contains(list, w) != want {
			t.Errorf("%s is in the vocabulary: %v", w, !want)
		}
	}
}

func TestPieces(t *testing.T) {
	v, err := builtin.NewVocabulary([]string{"会員", "登録", "会員登録", "会員登", "録", "register", "reg", "メニュー", "ー"})
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{"会員登録": "会員登 録", "会員登": "会員", "会員": "", "register": "", "メニュー": ""} {
		var got []string
		for _, id := range pieces(v, v.Find(word)) {
			got = append(got, v.Word(id))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is made of %v, not %q", word, got, want)
		}
	}
}

// Every word that has a row has something to learn.
func TestPrepare(t *testing.T) {
	d := &data{}
	for range 4 {
		d.Pairs = append(d.Pairs, pair{"登録完了画面", "registration done page"}, pair{"登録", "register"})
	}
	list, set, err := prepare([]*data{d})
	if err != nil {
		t.Fatal(err)
	}
	for w, want := range map[string]bool{"登録完了画面": true, "登録": true, "完了": true, "録完": false, "了画": false} {
		if slices.Contains(list, w) != want {
			t.Errorf("%s is in the vocabulary: %v", w, !want)
		}
	}
	if len(set.pairs) <= len(d.Pairs) {
		t.Errorf("%d samples of %d pairs: no compound is divided", len(set.pairs), len(d.Pairs))
	}
}
