package forest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"codeintel/index/chunk"
	"codeintel/index/embed"
	"codeintel/index/lang"
	"codeintel/index/words"
)

// of makes a file of chunks: "Parent.name: text", one a line.
func of(path string, lines ...string) File {
	var chunks []chunk.Chunk
	for i, l := range lines {
		name, text, _ := strings.Cut(l, ": ")
		c := chunk.Chunk{StartLine: 10*i + 1, EndLine: 10*i + 9, SymbolType: "function", SymbolName: name, Content: name + " " + text, Def: lang.DefID(i)}
		if parent, own, ok := strings.Cut(name, "."); ok {
			c.SymbolName, c.SymbolType = own, "method"
			c.Metadata = append(c.Metadata, lang.Meta{Key: "parent", Value: parent})
		}
		chunks = append(chunks, c)
	}
	return File{Path: path, Language: "go", Part: Make(chunks)}
}

var shop = []File{
	of("cart/cart.go", "Cart.Add: puts an article into the list", "Cart.Total: sum of prices with taxes", "Cart.Clear: empties the list"),
	of("cart/cart_test.go", "TestTotal: sum of prices with taxes and discounts", "TestClear: empties"),
	of("mail/send.go", "sendReceipt: writes to the customer after payment", "retry: tries to send again"),
	of("vendor/lib/prices.go", "sumPrices: sum of prices"),
	of("docs/prices.md", "Prices: how the sum of prices is made"),
	of("注文/注文.go", "load: 注文を読み込む", "save: 注文履歴を保存する"),
	of("web/form.go", "Form.Validate: checks all the fields of a form before it is sent"),
}

func made(t *testing.T, files []File) *Forest {
	t.Helper()
	f, err := New(0, files)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func ask(t *testing.T, f *Forest, q Query) (found []string) {
	t.Helper()
	hits, total, err := f.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if total < len(hits) {
		t.Errorf("%q: %d hits of %d", q.Text, len(hits), total)
	}
	for i, h := range hits {
		found = append(found, h.Path+" "+h.Name)
		for _, s := range []float64{h.Score, h.Vector, h.Keyword, h.Definition, h.Reference} {
			if !(s >= 0 && s <= 1) {
				t.Errorf("%q: %s: scores %v %v", q.Text, found[i], h.Score, h.Scores)
			}
		}
		if i > 0 && hits[i-1].Score < h.Score {
			t.Errorf("%q: %s comes after a lower score", q.Text, found[i])
		}
	}
	return found
}

func TestSearchByWords(t *testing.T) {
	f := made(t, shop)
	for _, c := range []struct{ question, first string }{
		{"the total of a cart", "cart/cart.go Total"},
		{"sum of prices with taxes", "cart/cart.go Total"},
		{"test of the sum of prices", "cart/cart_test.go TestTotal"},
		{"validating forms", "web/form.go Validate"},
		{"retries", "mail/send.go retry"},
		{"注文の保存", "注文/注文.go save"},
		{"注文を読込む", "注文/注文.go load"},
		{"receipt", "mail/send.go sendReceipt"},
	} {
		found := ask(t, f, Query{Text: c.question})
		if len(found) == 0 || found[0] != c.first {
			t.Errorf("%q: %q, not first %s", c.question, found, c.first)
		}
	}
	for _, nothing := range []string{"", "zebra", "?!", "の"} {
		if found := ask(t, f, Query{Text: nothing}); len(found) > 0 {
			t.Errorf("%q: %q", nothing, found)
		}
	}
}

// TestPairs: words that follow one another in the question and in a name say more than
// the same words apart.
func TestPairs(t *testing.T) {
	f := made(t, []File{
		of("a/apart.go", "one: the progress that is made, and a bar with drinks", "two: a bar"),
		of("b/name.go", "one: show(progressBar) that is made, and with drinks", "two: a bar"),
		of("c/style.css", "one: .progress-bars that are made, and with drinks", "two: a bar"),
		of("d/other.go", "one: barProgress that is made, and with drinks", "two: a bar"),
		of("e/注文.go", "one: 注文progressの注文bar that is made, and with drinks", "two: a bar"),
	})
	for question, want := range map[string][]string{
		"the progress bar":          {"b/name.go one", "c/style.css one"},
		"progress of the bar":       {"b/name.go one", "c/style.css one"},
		"zebras and a progress bar": {"b/name.go one", "c/style.css one"},
		"how bars progress":         {"d/other.go one"},
	} {
		found := ask(t, f, Query{Text: question})
		slices.Sort(found[:len(want)])
		if !slices.Equal(found[:len(want)], want) {
			t.Errorf("%q: %q, not first %q", question, found, want)
		}
	}
}

// TestNoPairs: words of Japanese, and words around it, make no pairs.
func TestNoPairs(t *testing.T) {
	f := made(t, []File{of("a.go", "one: 注文progress注文bar 注文 履歴 progressBar")})
	for question, want := range map[string]int{"progress bar": 1, "progress 注文 bar": 0, "注文 履歴": 0, "bar progress": 1, "bar": 0, "bar bar": 0} {
		s := newSearch(f, &Query{Text: question})
		s.prepare()
		if len(s.pairs) != want {
			t.Errorf("%q has %d pairs, not %d", question, len(s.pairs), want)
		}
		for _, p := range s.pairs {
			if in := p.files == 1; in != (question == "progress bar") {
				t.Errorf("%q is in %d files", question, p.files)
			}
		}
	}
}

func TestUnknownWordsCountAsMissing(t *testing.T) {
	f := made(t, shop)
	score := func(q string) float64 {
		hits, _, err := f.Search(t.Context(), Query{Text: q})
		if err != nil || len(hits) == 0 {
			t.Fatalf("%q: %v hits, %v", q, len(hits), err)
		}
		return hits[0].Score
	}
	if a, b := score("receipt"), score("receipt zebra"); a <= 1.5*b {
		t.Errorf("a question with a word that nobody has scores %v, without it %v", b, a)
	}
}

func TestSearchIsLimited(t *testing.T) {
	f := made(t, shop)
	all := ask(t, f, Query{Text: "sum of prices", Limit: 100})
	if len(all) < 4 {
		t.Fatalf("found %q", all)
	}
	var paged []string
	for i := range all {
		paged = append(paged, ask(t, f, Query{Text: "sum of prices", Limit: 1, Offset: i})...)
	}
	if !slices.Equal(all, paged) {
		t.Errorf("one by one: %q, not %q", paged, all)
	}
	if found := ask(t, f, Query{Text: "sum of prices", Offset: MaxHits + 5}); len(found) > 0 {
		t.Errorf("behind the end: %q", found)
	}
	in := ask(t, f, Query{Text: "sum of prices", Files: func(path, language string) bool { return strings.HasPrefix(path, "docs/") && language == "go" }})
	if !slices.Equal(in, []string{"docs/prices.md Prices"}) {
		t.Errorf("in docs: %q", in)
	}
	methods := ask(t, f, Query{Text: "sum of prices", Types: []string{"method"}})
	if len(methods) == 0 || methods[0] != "cart/cart.go Total" || slices.ContainsFunc(methods, func(s string) bool { return strings.Contains(s, "sumPrices") }) {
		t.Errorf("methods: %q", methods)
	}
	files := ask(t, f, Query{Text: "list of prices", ByFile: true})
	if len(files) != 4 {
		t.Errorf("by file: %q", files)
	}
}

func TestReferencesCountWhereTheyWeigh(t *testing.T) {
	f := made(t, []File{of("a.go", "one: parse"), of("b.go", "two: parse")})
	q := Query{Text: "parse", Weights: Weights{Keyword: 1, Reference: 1}, References: func(path string, row *Row) int {
		if path == "b.go" && row.Def == 0 {
			return 15
		}
		return 0
	}}
	if found := ask(t, f, q); !slices.Equal(found, []string{"b.go two", "a.go one"}) {
		t.Errorf("found %q", found)
	}
	if hits, _, _ := f.Search(t.Context(), q); hits[0].Reference != 0.75 {
		t.Errorf("15 references score %v", hits[0].Reference)
	}
}

func TestWith(t *testing.T) {
	f := made(t, shop)
	changed := of("cart/cart.go", "Cart.Discount: zebra prices")
	questions := []string{"zebra", "sum of prices", "cart total", "注文"}
	for _, q := range questions { // what is remembered of them must follow
		ask(t, f, Query{Text: q})
	}
	next, err := f.With([]File{changed, of("new.go", "fresh: zebra")}, []string{"docs/prices.md", "never.go"})
	if err != nil {
		t.Fatal(err)
	}
	scratch := made(t, append([]File{changed, of("new.go", "fresh: zebra")}, shop[1], shop[2], shop[3], shop[5], shop[6]))
	for _, q := range questions {
		a, totalA, _ := next.Search(t.Context(), Query{Text: q})
		b, totalB, _ := scratch.Search(t.Context(), Query{Text: q})
		if !reflect.DeepEqual(a, b) || totalA != totalB {
			t.Errorf("%q: changed\n%+v\nfrom scratch\n%+v", q, a, b)
		}
	}
	if found := ask(t, f, Query{Text: "zebra"}); len(found) > 0 {
		t.Errorf("the Forest before has %q", found)
	}
	files, chunks := next.Len()
	if files != 7 || chunks != 10 {
		t.Errorf("%d files, %d chunks", files, chunks)
	}
}

// TestPromising: the rows that are best by their words are the same when all files are
// looked into.
func TestPromising(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	list := strings.Fields("cart price total list sum tax letter send retry form field check load save zebra progress bar order customer")
	word := func() string { return list[min(r.IntN(len(list)), r.IntN(len(list)))] }
	var files []File
	for i := range 400 {
		var rows []string
		for range 1 + r.IntN(20) {
			text := ""
			for range r.IntN(15) {
				text += " " + word()
			}
			rows = append(rows, word()+"_"+word()+":"+text)
		}
		folder := []string{"src", "test", "docs"}[r.IntN(3)]
		files = append(files, of(fmt.Sprintf("%s/%s/f%d.go", folder, word(), i), rows...))
	}
	f := made(t, files)
	skipped := 0
	for range 50 {
		q := Query{Text: word() + " " + word() + " of the " + word() + " " + word()}
		s, all := newSearch(f, &q), newSearch(f, &q)
		hits := s.prepare()
		s.scan(hits)
		looked := 0
		var buf rowBuffer
		allHits := all.prepare()
		for _, i := range all.promising(allHits) {
			all.orders, all.least = nil, 0
			all.file(&allHits[i], &buf)
			if allHits[i].bound >= s.least {
				looked++
			}
		}
		slices.SortFunc(all.best, compare)
		slices.SortFunc(s.best, compare)
		skipped += len(allHits) - looked
		if want := all.best[:min(len(all.best), MaxHits)]; !slices.Equal(s.best, want) {
			t.Fatalf("%q: %d rows of %d are not the best", q.Text, len(s.best), len(want))
		}
	}
	if skipped == 0 {
		t.Error("no file was passed over")
	}
}

func TestAPartThatCantBeRead(t *testing.T) {
	f, err := New(0, []File{{Path: "bad.go", Part: []byte("nonsense")}, shop[0]})
	if err == nil || !errors.Is(err, errPart) || !strings.Contains(err.Error(), "bad.go") {
		t.Errorf("error: %v", err)
	}
	if found := ask(t, f, Query{Text: "total"}); len(found) != 1 {
		t.Errorf("found %q", found)
	}
}

// meanings is an embedder that knows a few words by their meaning: those of a line are
// the same.
type meanings []string

func (m meanings) ID() string { return "meanings" }
func (m meanings) Dim() int   { return len(m) }

func (m meanings) Queries(ctx context.Context, q []string) ([]float32, error) {
	var rows []float32
	for _, text := range q {
		row := make([]float32, len(m))
		words.Each(text, func(w []byte, _ words.Script) {
			for i, line := range m {
				if slices.Contains(strings.Fields(line), string(w)) {
					row[i]++
				}
			}
		})
		embed.Unit(row)
		rows = append(rows, row...)
	}
	return rows, ctx.Err()
}

func (m meanings) Passages(ctx context.Context, p []embed.Passage) ([]float32, error) {
	var q []string
	for _, x := range p {
		q = append(q, fmt.Sprint(x.Name, " ", x.Scope, " ", x.Text))
	}
	return m.Queries(ctx, q)
}

// embedded are files with their vectors.
func (m meanings) embedded(t *testing.T, files []File) []File {
	t.Helper()
	files = slices.Clone(files)
	for i := range files {
		p, err := open(files[i].Part)
		if err != nil {
			t.Fatal(err)
		}
		var passages []embed.Passage
		p.each(func(_ int, row *Row) bool {
			passages = append(passages, Passage(files[i].Path, row))
			return true
		})
		vectors, err := m.Passages(t.Context(), passages)
		if err != nil {
			t.Fatal(err)
		}
		files[i].Vectors = Quantise(m.Dim(), vectors)
	}
	return files
}

func (m meanings) query(t *testing.T, text string) Query {
	t.Helper()
	v, err := m.Queries(t.Context(), []string{text})
	if err != nil {
		t.Fatal(err)
	}
	return Query{Text: text, Vector: v, Names: m}
}

// TestWithoutVectors: whichever files have vectors, what a question is about by its words
// is found first, as it is where all have them, and where none has.
func TestWithoutVectors(t *testing.T) {
	m := meanings{"cart basket trolley", "total sum price prices", "mail receipt letter send sent", "form fields validate checks", "customer payment taxes"}
	all := m.embedded(t, shop)
	for question, first := range map[string]string{
		"the total of a cart":            "cart/cart.go Total",
		"sum of prices with taxes":       "cart/cart.go Total",
		"a receipt after payment":        "mail/send.go sendReceipt",
		"checks all the fields of forms": "web/form.go Validate",
	} {
		q := m.query(t, question)
		q.Names = nil // a slow embedder
		for have := range 1 << len(all) {
			files := slices.Clone(all)
			var bare []string
			for i := range files {
				if have>>i&1 == 0 {
					files[i].Vectors = nil
					bare = append(bare, files[i].Path)
				}
			}
			f, err := New(m.Dim(), files)
			if err != nil {
				t.Fatal(err)
			}
			if found := ask(t, f, q); len(found) == 0 || found[0] != first {
				t.Errorf("%q without vectors of %q: %q, not first %s", question, bare, found, first)
			}
		}
	}
}

func TestSearchByMeaning(t *testing.T) {
	m := meanings{"cart basket trolley", "total sum price prices", "mail receipt letter send", "form field validate check"}
	f, err := New(m.Dim(), m.embedded(t, shop))
	if err != nil {
		t.Fatal(err)
	}
	query := func(text string) Query { return m.query(t, text) }
	for _, c := range []struct{ question, first string }{
		{"trolley", "cart/cart.go Add"},                         // no word of it is there
		{"letter for the customer", "mail/send.go sendReceipt"}, // by both
		{"validate", "web/form.go Validate"},
	} {
		if found := ask(t, f, query(c.question)); len(found) == 0 || found[0] != c.first {
			t.Errorf("%q: %q, not first %s", c.question, found, c.first)
		}
	}
	q := query("trolley")
	q.Files = func(path, _ string) bool { return path != "cart/cart.go" }
	if found := ask(t, f, q); slices.ContainsFunc(found, func(s string) bool { return strings.HasPrefix(s, "cart/cart.go") }) {
		t.Errorf("not in cart.go: %q", found)
	}
	next, err := f.With(m.embedded(t, []File{of("cart/cart.go", "Basket.Fill: nothing else")}), []string{"mail/send.go"})
	if err != nil {
		t.Fatal(err)
	}
	if found := ask(t, next, query("trolley")); len(found) == 0 || found[0] != "cart/cart.go Fill" {
		t.Errorf("after a change: %q", found)
	}
	if found := ask(t, next, query("letter")); slices.ContainsFunc(found, func(s string) bool { return strings.HasPrefix(s, "mail/") }) {
		t.Errorf("a file that is gone: %q", found)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := f.Search(ctx, query("cart")); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search says %v", err)
	}
}

func TestKinds(t *testing.T) {
	for path, want := range map[string]kind{
		"src/app.py": isSource, "src/test_app.py": isTest, "tests/app.py": isTest, "app/Http/UserTest.php": isTest, "src/app.test.ts": isTest,
		"runtime-tests/deno/x.ts": isTest, "src/latest.go": isSource, "docs/app.md": isDocument, "README": isDocument, "src/readme.go": isSource,
		"CHANGELOG.md": isLog, "VERSION.txt": isLog, "vendor/a/b.go": isVendor, "web/app.min.js": isVendor, ".github/workflows/ci.yml": isData,
		"codeception/acceptance/EF05MypageCest.php": isTest, "app/LoginCest.php": isTest, "internal/testutil/run.go": isTest,
		"package.json": isData, "lang/ja/messages.php": isData, "Makefile": isData, "examples/blog/main.go": isDocument,
	} {
		language := "some"
		if strings.Contains("README CHANGELOG.md VERSION.txt docs/app.md Makefile", path) {
			language = ""
		}
		if got := kindOf(path, language, false); got != want {
			t.Errorf("%s is %d, not %d", path, got, want)
		}
	}
	if kindOf("a.go", "go", true) != isGenerated {
		t.Error("a generated file is source")
	}
}

// TestAgain: of a question that asks for a change the files found are ranked once more:
// here two of a folder come before one that is as good. With other questions, and weights
// of one's own, they are not.
func TestAgain(t *testing.T) {
	f := made(t, []File{
		of("a/cart.go", "sum: discount on a basket"),
		of("b/stock.go", "sum: discount on a basket, today"), of("b/till.go", "sum: discount on a basket, today"),
	})
	for _, c := range []struct {
		question string
		weights  Weights
		first    string
	}{
		{"the discount on a basket", Weights{}, "a/cart.go"},
		{"fix the discount on a basket", Weights{}, "b/stock.go"},
		{"fix the discount on a basket", DefaultWeights(), "a/cart.go"},
	} {
		hits, _, err := f.Search(t.Context(), Query{Text: c.question, Weights: c.weights})
		if err != nil || len(hits) == 0 {
			t.Fatalf("%q: %d hits, error %v", c.question, len(hits), err)
		}
		if hits[0].Path != c.first {
			t.Errorf("%q with weights %v: %s comes first, not %s", c.question, c.weights, hits[0].Path, c.first)
		}
	}
}

// TestSpreadOut: what a file has beyond three chunks comes a little later, but for those
// who weigh the scores themselves.
func TestSpreadOut(t *testing.T) {
	f := made(t, []File{
		of("a.go", "add: receipts", "get: receipts", "put: receipts", "run: receipts", "set: receipts"),
		of("b.go", "add: receipts receipts"),
	})
	for weights, want := range map[Weights]string{{}: "add get put run add set", DefaultWeights(): "add get put run set add"} {
		var names []string
		for _, name := range ask(t, f, Query{Text: "receipts", Weights: weights}) {
			names = append(names, name[len("a.go "):])
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("weights %v: %s, not %s", weights, got, want)
		}
	}
}
