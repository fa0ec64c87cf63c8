package glossary

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"codeintel/index/chunk"
	"codeintel/index/embed"
	"codeintel/index/lang"
)

// said is a file with wordings of one catalogue, as "key = text".
func said(place, language string, lines ...string) []byte {
	c := chunk.Chunk{SymbolType: chunk.Module, SymbolName: "catalogue"}
	for _, l := range lines {
		key, text, _ := strings.Cut(l, " = ")
		c.Wordings = append(c.Wordings, lang.Wording{Place: place, Key: key, Language: language, Text: text})
	}
	return Notes([]chunk.Chunk{c})
}

// documented is a file with documented names, as "name: documentation".
func documented(lines ...string) []byte {
	var chunks []chunk.Chunk
	for _, l := range lines {
		name, doc, _ := strings.Cut(l, ": ")
		chunks = append(chunks, chunk.Chunk{SymbolName: name, Doc: doc})
	}
	return Notes(chunks)
}

func made(notes ...[]byte) *Glossary { return New(slices.Values(notes)) }

func pairs(g *Glossary) string {
	var b strings.Builder
	for _, p := range g.pairs {
		fmt.Fprintf(&b, "%s = %s\n", p.Japanese, p.Other)
	}
	return b.String()
}

func meant(g *Glossary, text string) string {
	var out []string
	for _, w := range g.Words(text) {
		out = append(out, w.Term)
	}
	return strings.Join(out, " ")
}

// What stands beside a text in Japanese: the same text in English, else its key, a text
// that is its own key, and the name of what is documented.
func TestPairs(t *testing.T) {
	g := made(
		said("lang/*/shop.php", "ja", "cart.empty = カートは空です", "cart.pay = お支払い", "ok = OK", "same = 未翻訳"),
		said("lang/*/shop.php", "en", "cart.empty = Your cart is empty", "same = 未翻訳", "only = Only in English"),
		said("lang/*/other.php", "en", "cart.pay = Another catalogue"),
		said("lang/*/shop.php", "de", "cart.pay = Bezahlen"),
		said("lang/*/shop.php", "zh_CN", "cart.pay = 付款"),
		said("locales/*/messages.json", "ja-JP", "Rent a boat = 船を借りる"),
		said("locales/*/core.po", "en_GB", "会員 = Member"),
		documented("confirmOrder: 注文を確定する。\n在庫を引き当てる", "reserve: \n  在庫を確保する\n詳細", "plain: in English", ": 名前がない", "long: "+strings.Repeat("長", 200)),
		documented("reserve: 在庫を確保する"),
	)
	const want = `お支払い = cart.pay
カートは空です = Your cart is empty
会員 = Member
在庫を確保する = reserve
未翻訳 = same
注文を確定する = confirmOrder
船を借りる = Rent a boat
`
	if got := pairs(g); got != want {
		t.Errorf("the pairs are\n%s\nnot\n%s", got, want)
	}
	if b := said("x", "de", "a = ä"); b != nil {
		t.Errorf("a file that says nothing has the notes %q", b)
	}
}

// The words of the code that a question means, as all pairs together say.
func TestWords(t *testing.T) {
	g := made(
		said("l/*.json", "ja", "a = 会員", "b = 会員登録", "c = 会員一覧", "d = 受注一覧", "e = 受注を検索", "f = 商品を検索", "g = お気に入り", "h = はい", "i = メール", "j = 税"),
		said("l/*.json", "en", "a = Member", "b = Register a member", "c = List of members", "d = Order list", "e = Search orders", "f = Search products", "g = Favorites", "h = Yes", "i = Mail", "j = Tax"),
	)
	for question, want := range map[string]string{
		"会員を登録する":       "member register",
		"受注の検索":         "order search",
		"「お気に入り」の一覧":    "favorit list",
		"お気に入り 一覧":      "favorit list",
		"商品メールフォーム":     "mail product",
		"全会員":           "member",
		"ではいけない":        "",
		"税":             "",
		"search orders": "",
		"":              "",
	} {
		got := meant(g, question)
		if want = strings.ReplaceAll(want, "member", "member"); got != want {
			t.Errorf("%q means %q, not %q", question, got, want)
		}
	}
	for _, w := range g.Words("会員を登録する") {
		if w.Share < least || w.Share > 1 {
			t.Errorf("the share of %s is %v", w.Term, w.Share)
		}
	}
	if g.Words("会員")[0].Share <= g.Words("お気に入り")[0].Share {
		t.Error("what three pairs say is no surer than what one says")
	}
}

// The same notes make the same glossary, whatever their order.
func TestOrder(t *testing.T) {
	notes := [][]byte{
		said("l/*.json", "ja", "a = 会員", "b = 会員登録", "c = 顧客"), said("l/*.json", "en", "a = Member", "b = Register a member", "c = Customer"),
		documented("registerMember: 会員を登録する", "listMembers: 会員の一覧"),
	}
	a := made(notes...)
	slices.Reverse(notes)
	b := made(notes...)
	if pairs(a) != pairs(b) || !slices.Equal(a.Words("会員の登録一覧"), b.Words("会員の登録一覧")) || len(a.Words("会員の登録一覧")) < 3 {
		t.Errorf("%v and %v", a.Words("会員の登録一覧"), b.Words("会員の登録一覧"))
	}
}

func TestManyPairs(t *testing.T) {
	lines := make([]string, maxPairs+500)
	for i := range lines {
		lines[i] = fmt.Sprintf("name%c%d: 番号%dの会員", 'a'+i%26, i, i)
	}
	g := made(documented(lines...))
	if g.Len() != maxPairs || g.pairs[0] == g.pairs[1] {
		t.Errorf("%d pairs", g.Len())
	}
}

// learner is an embedder that has learned so many pairs.
type learner struct{ pairs, made *int }

func (l learner) ID() string { return fmt.Sprint("learner ", *l.pairs) }
func (l learner) Dim() int   { return 1 }
func (l learner) Passages(context.Context, []embed.Passage) ([]float32, error) {
	return nil, nil
}
func (l learner) Queries(context.Context, []string) ([]float32, error) { return nil, nil }
func (l learner) Adapted(pairs []embed.Pair) embed.Embedder {
	*l.made++
	n := len(pairs)
	return learner{&n, l.made}
}

// An embedder learns the pairs once, when the first text needs it.
func TestEmbedder(t *testing.T) {
	e := learner{new(int), new(int)}
	g := made(documented("registerMember: 会員を登録する", "listMembers: 会員の一覧"))
	for text, want := range map[string]string{"list of members": "learner 0", "会員": "learner 2", "メンバー": "learner 2"} {
		for range 2 {
			if got := g.Embedder(e, text).ID(); got != want {
				t.Errorf("%q is embedded by %s, not %s", text, got, want)
			}
		}
	}
	if *e.made != 1 {
		t.Errorf("the embedder has learned %d times", *e.made)
	}
	for _, none := range []*Glossary{nil, made()} {
		if none.Embedder(e, "会員") != embed.Embedder(e) || none.Words("会員") != nil || none.Len() != 0 {
			t.Error("a glossary without pairs knows something")
		}
	}
}

// FuzzNotes: notes and questions of any kind.
func FuzzNotes(f *testing.F) {
	f.Add(said("l/*.json", "ja", "a = 会員\xff", "会員 = お気に入り"), "会員の登録\xff")
	f.Add(documented("registerMember: 会員を登録する"), "登録")
	f.Add([]byte{Version, noteWording, 1, 'a', 200, 200, 200, 200, 200, 200, 200, 200, 200, 1}, "ー")
	f.Add([]byte{Version, 9, 1, 1}, "")
	f.Fuzz(func(t *testing.T, notes []byte, question string) {
		g := made(notes, said("l/*.json", "ja", question+" = "+question))
		for _, w := range g.Words(question) {
			if w.Term == "" || !(w.Share >= least && w.Share <= 1) {
				t.Errorf("%q with %v", w.Term, w.Share)
			}
		}
	})
}
