package meaning_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"codeintel/index/lexicon"
	"codeintel/index/meaning"
)

// TestSameVerdicts judges all lists twice, forwards and backwards, so that the second time
// other texts are kept from before, and compares every answer.
func TestSameVerdicts(t *testing.T) {
	type question struct {
		list string
		pair
	}
	var all []question
	for _, list := range []string{"relevance", "relevance-held", "relevance-second", "relevance-third", "quotes", "quotes-held", "quotes-second", "quotes-third", "quotes-fourth", "quotes-fifth"} {
		of := pairs(t, list)
		for _, language := range []string{"en", "ja"} {
			for _, p := range of[language] {
				all = append(all, question{list, p})
			}
		}
	}
	j := judge()
	verdict := func(q question) string {
		if strings.HasPrefix(q.list, "quotes") {
			return j.Agrees(q.a, q.b)
		}
		cosine, score, ok := j.Similar(q.a, q.b)
		return fmt.Sprint(cosine, score, ok)
	}
	first := make([]string, len(all))
	for i, q := range all {
		first[i] = verdict(q)
	}
	for i, q := range slices.Backward(all) {
		if again := verdict(q); again != first[i] {
			t.Errorf("%s, %s: %q, and then %q", q.a, q.b, first[i], again)
		}
	}
}

// TestQualified checks that of a qualified name the part counts that says what it names.
func TestQualified(t *testing.T) {
	j := judge()
	for _, c := range []struct {
		term, name string
		least      float64
	}{
		{"注文合計", "Order.total", 0.6}, {"注文合計", "Order::total", 0.6}, {"合計", "Order.total", 0.6}, {"注文", `App\Models\Order`, 0.6},
		{"order total", "App.Models.Order#total", 0.6}, {"invoice", "shop/billing/Invoice", 0.6}, {"shipping fee", "Cart->shippingFee()", 0.6},
	} {
		if _, score, ok := j.Similar(c.term, c.name); !ok || score <= c.least {
			t.Errorf("%s, %s: %.2f, %v", c.term, c.name, score, ok)
		}
	}
	for _, c := range []struct{ term, name string }{{"donation", "Elevator.repair"}} {
		_, short, ok := j.Similar(c.term, c.name)
		if !ok || short >= 0.3 {
			t.Errorf("%s, %s: %.2f, %v", c.term, c.name, short, ok)
		}
	}
	// Namespaces say nothing: they neither help a name nor refuse it.
	for _, term := range []string{"注文", "照合", "app"} {
		_, bare, known := j.Similar(term, "Models Order")
		_, long, ok := j.Similar(term, `App\Http\Models\Order`)
		if _, alone, _ := j.Similar(term, "Order"); known != ok || max(bare, alone) != long {
			t.Errorf("%s: %.2f, with namespaces %.2f", term, max(bare, alone), long)
		}
	}
}

// TestLongTexts checks that what is behind the words that are read is not passed over.
func TestLongTexts(t *testing.T) {
	j := judge()
	long := strings.Repeat("the customer opens the order page and waits for the invoice ", 40)
	if text := lexicon.Open().Read(long); !text.Cut {
		t.Errorf("%d words are read, and nothing says that there are more", len(text.Words))
	}
	if why := j.Agrees("delete the order", long+"delete the order"); why != "" {
		t.Errorf("a value that the quote has: %s", why)
	}
	if why := j.Agrees("export the calendar", long); why != meaning.Unsure {
		t.Errorf("a value that the beginning of the quote lacks: %q", why)
	}
	if _, _, ok := j.Similar(long, "Elevator"); ok {
		t.Error("a term of which only the beginning is read is judged")
	}
	words := strings.Repeat("注文を登録して、", 12) + "天気を表示する"
	if why := j.Agrees("show the weather", words); why != "" {
		t.Errorf("the end of a quote of 26 words: %s", why)
	}
}
