package builtin

import (
	"slices"
	"testing"

	"codeintel/index/embed"
)

func TestAdapt(t *testing.T) {
	e := small(t, [Fields]float32{1, 1, 1}, "order", "member", "list", "注文", "会員", "受", "注", "の", "メ", "モ", "画")
	order, member := queries(t, e, "order")[0], queries(t, e, "member")[0]
	pairs := []embed.Pair{
		{Japanese: "受注", Other: "order"}, {Japanese: "受注の会員", Other: "member order"}, {Japanese: "受注メモ", Other: "order list"},
		{Japanese: "会員", Other: "member"}, {Japanese: "会員一覧", Other: "member list"},
		{Japanese: "会員", Other: "member"}, // twice is once
		{Japanese: "画", Other: ""}, {Japanese: "", Other: "order"}, {Japanese: "画", Other: "unknown"},
	}
	a := e.Adapt(pairs)
	if a.ID() == e.ID() || a.Dim() != e.Dim() {
		t.Fatalf("adapted: %s", a.ID())
	}

	cos := func(e *Embedder, text string, of []float32) float32 { return embed.Dot(queries(t, e, text)[0], of) }
	if before, after := cos(e, "受注", order), cos(a, "受注", order); before > 0.01 || after < 0.6 {
		t.Errorf("受注 was spelled, with the cosine %.2f, and is now a word with %.2f", before, after)
	}
	if before, after := cos(e, "会員", member), cos(a, "会員", member); before > 0.01 || after < 0.6 {
		t.Errorf("会員 was at %.2f and is at %.2f", before, after)
	}
	if got, want := a.row(a.vocabulary().Find("会員")), e.row(e.vocabulary().Find("会員")); norm(got) < 0.98*norm(want) || norm(got) > 1.02*norm(want) {
		t.Errorf("the weight of 会員 was %.0f and is %.0f", norm(want), norm(got))
	}
	for _, text := range []string{"order", "member list", "注文", "の", "画"} {
		if !slices.Equal(queries(t, e, text)[0], queries(t, a, text)[0]) {
			t.Errorf("%q is another vector", text)
		}
	}
	if !slices.Equal(passages(t, e, embed.Passage{Name: "order", Text: "list"})[0], passages(t, a, embed.Passage{Name: "order", Text: "list"})[0]) {
		t.Error("a passage in English is another vector")
	}

	slices.Reverse(pairs)
	again := e.Adapt(pairs)
	if again.ID() != a.ID() || !slices.Equal(queries(t, again, "受注の会員")[0], queries(t, a, "受注の会員")[0]) {
		t.Error("the order of the pairs makes a difference")
	}
	if other := e.Adapt(pairs[1:]); other.ID() == a.ID() {
		t.Error("other pairs have the same ID")
	}
	if e.Adapt(nil) != e || e.Adapt([]embed.Pair{{Japanese: "の", Other: "order"}, {Japanese: "abc", Other: "order"}, {Japanese: "受注", Other: "unknown"}}) != e {
		t.Error("pairs that say nothing make another embedder")
	}
	twice := a.Adapt([]embed.Pair{{Japanese: "注文", Other: "order"}, {Japanese: "在庫", Other: "list"}})
	if cos(twice, "注文", order) < 0.6 || cos(twice, "受注", order) < 0.6 || twice.ID() == a.ID() {
		t.Error("what was adapted can't be adapted again")
	}
}

// A word of a repository that the table does not have.
func TestAdaptTable(t *testing.T) {
	e := Open()
	a := e.Adapt([]embed.Pair{
		{Japanese: "受注", Other: "order"}, {Japanese: "受注一覧", Other: "order list"}, {Japanese: "受注を検索", Other: "search orders"}, {Japanese: "受注管理", Other: "order management"},
		{Japanese: "出荷", Other: "shipping"}, {Japanese: "出荷伝票", Other: "shipping slip"},
	})
	p := passages(t, e, embed.Passage{Name: "findOrders", Scope: "OrderRepository"}, embed.Passage{Name: "ShippingLabel"}, embed.Passage{Name: "resizeImage"})
	c := a.Calibration()
	for _, x := range []struct {
		term string
		of   int
	}{{"受注", 0}, {"受注一覧", 0}, {"出荷", 1}} {
		was, is := embed.Dot(queries(t, e, x.term)[0], p[x.of]), embed.Dot(queries(t, a, x.term)[0], p[x.of])
		if c.Score(is) < 0.5 || is <= was {
			t.Errorf("%s: the cosine was %.2f, and is %.2f, a score of %.2f", x.term, was, is, c.Score(is))
		}
		if other := embed.Dot(queries(t, a, x.term)[0], p[2]); other >= is/2 {
			t.Errorf("%s: what has nothing to do with it has the cosine %.2f, beside %.2f", x.term, other, is)
		}
	}
}

func FuzzAdapt(f *testing.F) {
	f.Add("会員登録", "register member", "会員")
	f.Add("\xff会", "\x00", "会\xff員")
	e := small(f, [Fields]float32{1, 1, 1}, "register", "member", "会員", "会", "登", "ー", "a", "b")
	f.Fuzz(func(t *testing.T, japanese, other, text string) {
		a := e.Adapt([]embed.Pair{{Japanese: japanese, Other: other}, {Japanese: text, Other: other}})
		for _, row := range [][]float32{queries(t, a, text)[0], passages(t, a, embed.Passage{Name: japanese, Text: text})[0]} {
			sum := 0.0
			for _, x := range row {
				sum += float64(x) * float64(x)
			}
			if embed.Known(row) && !(sum > 0.999 && sum < 1.001) {
				t.Errorf("the length is %v", sum)
			}
		}
	})
}
