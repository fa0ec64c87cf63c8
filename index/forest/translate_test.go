package forest

import (
	"slices"
	"strings"
	"testing"

	"codeintel/index/chunk"
	"codeintel/index/glossary"
)

var office = []File{
	of("orders/list.go", "Order.List: all orders of a customer", "Order.Cancel: cancels it"),
	of("orders/create.go", "Order.Create: takes an order from the cart"),
	of("access/invite.go", "InviteUser: sends a mail to a user", "RemoveUser: takes the user away"),
	of("theme/color.go", "ThemeColor: the primary color of the theme", "Note: a note on a contact"),
	of("posts/slug.go", "SlugGenerator: makes the address of a post", "Post.Publish: makes it visible"),
	of("mail/remind.go", "Reminder: tells a contact of a date"),
	of("orders/list_test.go", "TestList: orders"),
}

// askJapanese returns what a question finds in a repository without a glossary.
func askJapanese(t *testing.T, f *Forest, question string) []string {
	t.Helper()
	return ask(t, f, Query{Text: question, Translation: f.Translate(question, nil)})
}

// TestSearchInJapanese holds that questions in Japanese find code in English.
func TestSearchInJapanese(t *testing.T) {
	f := made(t, office)
	for range 2 { // without a directory, and with one
		for _, c := range []struct{ question, first string }{
			{"注文一覧", "orders/list.go List"},
			{"カートから注文を作成する", "orders/create.go Create"},
			{"注文をキャンセルする処理", "orders/list.go Cancel"},
			{"ユーザーを招待する", "access/invite.go InviteUser"},
			{"テーマカラーを変更したい", "theme/color.go ThemeColor"},
			{"連絡先のノート", "theme/color.go Note"},
			{"投稿のスラッグを生成する", "posts/slug.go SlugGenerator"},
			{"リマインダー", "mail/remind.go Reminder"},
			{"注文一覧のテスト", "orders/list_test.go TestList"},
		} {
			if found := askJapanese(t, f, c.question); len(found) == 0 || found[0] != c.first {
				t.Errorf("%s: %q, not first %s", c.question, found, c.first)
			}
		}
	}
	next, err := f.With([]File{of("orders/list.go", "Invoice.List: all invoices")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if found := askJapanese(t, next, "請求書一覧"); len(found) == 0 || found[0] != "orders/list.go List" {
		t.Errorf("after a change: %q", found)
	}
	// A forest with a directory of earlier files counts as one that has none.
	list := []MeantTerm{{full: fnv("list")}, {full: fnv("nowhere")}, {full: fnv("order")}, {full: fnv("invoice")}}
	fresh := made(t, append([]File{of("orders/list.go", "Invoice.List: all invoices")}, office[1:]...))
	got, want := newUsage(next, nil).count(list), newUsage(fresh, nil).count(list)
	if next.directoryIfAny() == nil || fresh.directoryIfAny() != nil || !slices.Equal(got, want) || want[0].names == 0 || want[1] != (use{}) {
		t.Errorf("the uses of words after a change: %+v, want %+v", got, want)
	}
}

// TestTranslateMakesNoDirectory translates the first question of a process: it costs more
// to make a directory than to look the words up in the files.
func TestTranslateMakesNoDirectory(t *testing.T) {
	f := made(t, office)
	f.Translate("注文一覧", nil)
	if f.known != nil || f.once {
		t.Error("a translation made a directory, or has the first search make one")
	}
}

// TestTranslation tests what a Translation says of a question.
func TestTranslation(t *testing.T) {
	f := made(t, office)
	for _, c := range []struct{ question, searched, note string }{
		{"注文一覧", "order list", ""},
		{"注文のゴベリヌス", "order", "not known: ゴベリヌス; searched for: order"},
		{"注文の雷", "order", "without a word in this repository: 雷; searched for: order"},
		{"InviteUserの注文", "invite user order", ""},
		{"ゴベリヌス", "", "not known: ゴベリヌス"},
	} {
		x := f.Translate(c.question, nil)
		if s := strings.Join(x.Searched(), " "); s != c.searched || x.Note() != c.note {
			t.Errorf("%s: searched for %q; %q", c.question, s, x.Note())
		}
	}
	if x := f.Translate("the list of orders", nil); x != nil || x.Note() != "" || x.Searched() != nil || x.Unknown() != nil {
		t.Errorf("a question in English: %+v", x)
	}
}

// TestGroups holds that a word of the question counts as one word, however many
// translations it has.
func TestGroups(t *testing.T) {
	f := made(t, office)
	q := Query{Text: "注文を削除する", Translation: f.Translate("注文を削除する", nil)}
	s := newSearch(f, &q)
	defer s.release()
	s.prepare()
	row := make([]float64, len(s.groups))
	for i := range s.words {
		if w := &s.words[i]; w.group > 0 {
			row[w.group] = max(row[w.group], w.rarity+w.fileRarity)
		}
	}
	sum := 0.0
	for _, x := range row {
		sum += x
	}
	for i := range s.pairs {
		sum += s.pairs[i].rarity
	}
	if sum == 0 || s.known > 1.001*sum {
		t.Errorf("groups and pairs count %v of %v", sum, s.known)
	}
}

// TestBesideJapanese holds that words in Japanese and their translations both count where
// the repository has both.
func TestBesideJapanese(t *testing.T) {
	f := made(t, append(slices.Clone(office), of("docs/注文.go", "load: 注文を読み込む")))
	g := glossary.New(slices.Values([][]byte{glossary.Notes([]chunk.Chunk{{SymbolName: "load", Doc: "注文を読み込む"}})}))
	found := ask(t, f, Query{Text: "注文を読み込む", Glossary: g, Translation: f.Translate("注文を読み込む", g)})
	if len(found) < 2 || found[0] != "docs/注文.go load" || !slices.ContainsFunc(found, func(x string) bool { return strings.HasPrefix(x, "orders/") }) {
		t.Errorf("%q", found)
	}
}
