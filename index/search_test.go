package index_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"codeintel/index"
	"codeintel/index/indextest"
	"codeintel/index/lang"
	"codeintel/index/symbol"
	"codeintel/index/workspace"
)

// named is a repository that defines names: in each file those of a list, one a
// line. A name may be followed by a kind and flags.
func named(files ...[2]string) *index.Snapshot {
	r := &indextest.Repo{}
	kinds := map[string]lang.Kind{"class": lang.KindClass, "variable": lang.KindVariable}
	flags := map[string]lang.DefFlags{"declared": lang.Declared, "test": lang.Test, "nameless": lang.Synthetic}
	for _, file := range files {
		f := r.File(file[0], file[1])
		at := uint32(0)
		for line := range strings.Lines(file[1]) {
			words := strings.Fields(line)
			kind, set := lang.KindFunction, lang.DefFlags(0)
			for _, w := range words[1:] {
				if k, ok := kinds[w]; ok {
					kind = k
				}
				set |= flags[w]
			}
			f.B.F.Generated = f.B.F.Generated || slices.Contains(words, "generated")
			_, d := f.B.Def(f.B.Name(words[0]), kind, symbol.Method, at, at+uint32(len(words[0])))
			if d.Flags = set; set&lang.Synthetic != 0 {
				d.End = d.Start
			}
			at += uint32(len(line))
		}
	}
	return r.Snapshot()
}

// answers are what a search finds, as "name how".
func answers(s *index.Snapshot, q index.SymbolQuery) (out []string, more bool) {
	found, more := s.SearchSymbols(q)
	for _, m := range found {
		out = append(out, s.Name(m.ID)+" "+m.How.String())
	}
	return out, more
}

func TestSearchSymbols(t *testing.T) {
	s := named([2]string{"a.toy", "getSymbolBy\nget_symbol_by variable\nHTTPServer class\nserverHTTP\nobserver\nserver\nServer class\nthread\nReader class\nreadAll\nÄpfelBaum\nbase64url\n<anonymous> nameless"})
	for _, c := range []struct{ name, want string }{
		{"server", "server exact, Server exact but for case, serverHTTP prefix, HTTPServer word, observer part"},
		{"Server", "Server exact, HTTPServer word"},
		{"SERVER", ""},
		{"hs", "HTTPServer initials"},
		{"HS", "HTTPServer initials"},
		{"HTTPS", "HTTPServer prefix"},
		{"gSB", "getSymbolBy initials, get_symbol_by initials"},
		{"getsb", "getSymbolBy initials, get_symbol_by initials"},
		{"gB", "getSymbolBy initials, get_symbol_by initials"},
		{"SymBy", "getSymbolBy initials, get_symbol_by initials"},
		{"symbolby", "getSymbolBy word, get_symbol_by initials"},
		{"gsx", ""},
		{"read", "Reader prefix, readAll prefix, thread part"},
		{"Read", "Reader prefix"},
		{"ead", "Reader part, thread part, readAll part"},
		{"äpfel", "ÄpfelBaum prefix"},
		{"Äpfel", "ÄpfelBaum prefix"},
		{"baum", "ÄpfelBaum word"},
		{"äb", "ÄpfelBaum initials"},
		{"url", "base64url word"},
		{"b6", "base64url initials"},
		{"<anonymous>", "<anonymous> exact"},
		{"<anon", ""},
		{"a", "a exact, readAll word, Reader part, thread part, base64url part, ÄpfelBaum part"},
		{"a.server", "server exact, Server exact but for case, serverHTTP prefix, HTTPServer word, observer part"},
		{"b.server", ""},
	} {
		got, more := answers(s, index.SymbolQuery{Name: c.name})
		want := strings.Split(c.want, ", ")
		if c.want == "" {
			want = nil
		}
		if !slices.Equal(got, want) || more {
			t.Errorf("%q finds %q, want %q (more: %t)", c.name, got, want, more)
		}
	}
}

// Who types no capitals means a class sooner than variables of just that name; between
// those that are looked for alike, the same name is first.
func TestSearchTypes(t *testing.T) {
	s := named([2]string{"a.toy", "plan variable\nPLAN variable\nPlan class\nplane\nrun class\nRun class"})
	for name, want := range map[string]string{
		"plan": "[Plan exact but for case plan exact PLAN exact but for case plane prefix]",
		"Plan": "[Plan exact]",
		"run":  "[run exact Run exact but for case]",
	} {
		if got, _ := answers(s, index.SymbolQuery{Name: name}); fmt.Sprint(got) != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got, more := answers(s, index.SymbolQuery{Name: "plan", Limit: 1}); fmt.Sprint(got) != "[Plan exact but for case]" || !more {
		t.Errorf("the first one: %s (more: %t)", got, more)
	}
}

// What is left out of a name is forgiven where that is asked for, after all that agrees
// better; the fewer runs the better.
func TestSearchSymbolsApart(t *testing.T) {
	s := named([2]string{"a.toy", "BookController class\nBookCentral class\nbook_cart_rules\nNotebook class\nbctrl\nÜberBook"})
	for _, c := range []struct{ name, want string }{
		{"BookCtrl", "BookCentral apart, BookController apart"},
		{"bookctrl", "BookCentral apart, BookController apart, book_cart_rules apart"},
		{"bctrl", "bctrl exact, BookCentral apart, BookController apart, book_cart_rules apart"},
		{"BookCTRL", ""},
		{"bkct", "BookCentral apart, BookController apart, book_cart_rules apart"},
		{"ookctrl", ""},
		{"übk", "ÜberBook apart"},
		{"bk", ""},
		{"lortnoc", ""},
	} {
		got, _ := answers(s, index.SymbolQuery{Name: c.name, Apart: true})
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%q finds %q, want %q", c.name, got, c.want)
		}
	}
	if got, _ := answers(s, index.SymbolQuery{Name: "BookCtrl"}); got != nil {
		t.Errorf("where it is not asked for: %q", got)
	}
}

// Of names that agree as well, definitions come first, types and functions, and
// short names; generated files come last.
func TestSearchSymbolsOrder(t *testing.T) {
	s := named(
		[2]string{"a_test.toy", "openOne"}, [2]string{"b.toy", "openSix generated"},
		[2]string{"c.toy", "openTwo variable\nopenTen declared\nopenTree test\nopenThirteen\nopenFour"},
		[2]string{"tests/d.toy", "openA"})
	got, _ := answers(s, index.SymbolQuery{Name: "open"})
	if want := "openFour openThirteen openTwo openTen openA openOne openTree openSix"; strings.ReplaceAll(strings.Join(got, " "), " prefix", "") != want {
		t.Errorf("got %q, want %s", got, want)
	}
	for limit := 1; limit < 10; limit++ {
		some, more := answers(s, index.SymbolQuery{Name: "open", Limit: limit})
		if !slices.Equal(some, got[:min(limit, len(got))]) || more != (limit < len(got)) {
			t.Errorf("limit %d: %q, more: %t", limit, some, more)
		}
	}
	variables, _ := answers(s, index.SymbolQuery{Name: "open", Kinds: []lang.Kind{lang.KindVariable}})
	tests, _ := answers(s, index.SymbolQuery{Name: "o", Files: func(d *index.Doc) bool { return strings.Contains(d.Path, "test") }})
	if !slices.Equal(variables, []string{"openTwo prefix"}) || !slices.Equal(tests, []string{"openA prefix", "openOne prefix"}) {
		t.Errorf("%q %q", variables, tests)
	}
	if all, more := answers(s, index.SymbolQuery{}); len(all) != 12 || more {
		t.Errorf("an empty name finds %q", all)
	}
}

// A limit and the tables change nothing: a search finds the first of what looking
// at each name finds.
func TestSearchSymbolsLimited(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"get", "Get", "HTTP", "_", "x", "By", "Symbol", "symbol", "7", "é", "É", "世", "-", "S"}
	name := func() string {
		var b strings.Builder
		for range 1 + random.IntN(4) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		return b.String()
	}
	var files [][2]string
	for n := range 20 {
		var lines strings.Builder
		for range 30 {
			fmt.Fprintln(&lines, name(), []string{"", "class", "variable", "declared", "test"}[random.IntN(5)])
		}
		files = append(files, [2]string{fmt.Sprintf("f%02d.toy", n), lines.String()})
	}
	s := named(files...)
	again, err := indextest.Reopen(s)
	if err != nil {
		t.Fatal(err)
	}
	for range 300 {
		q := index.SymbolQuery{Name: name(), Apart: random.IntN(2) == 0}
		if q.Apart { // of some characters less
			kept := slices.DeleteFunc([]rune(q.Name), func(rune) bool { return random.IntN(4) == 0 })
			if q.Name = string(kept); q.Name == "" {
				continue
			}
		}
		if random.IntN(3) == 0 {
			q.Kinds = []lang.Kind{lang.KindClass, lang.KindVariable}
		}
		all, more := s.SearchSymbols(q)
		if more {
			t.Fatalf("%q: more than all", q.Name)
		}
		q.Limit = 1 + random.IntN(40)
		some, more := again.SearchSymbols(q)
		if !slices.Equal(some, all[:min(len(all), q.Limit)]) || more != (len(all) > q.Limit) {
			t.Fatalf("%q with limit %d: %v, more: %t; all are %v", q.Name, q.Limit, some, more, all)
		}
		// Each name by itself says the same.
		for _, m := range all {
			alone := named([2]string{"1.toy", s.Name(m.ID)})
			if got, _ := alone.SearchSymbols(index.SymbolQuery{Name: q.Name, Apart: q.Apart}); len(got) != 1 || got[0].How != m.How {
				t.Fatalf("%q finds %q as %s, alone %v", q.Name, s.Name(m.ID), m.How, got)
			}
		}
	}
}

// BenchmarkSearchSymbols searches the library of Go, its tests and commands: the
// first 100 symbols of each name. p99 is of single searches.
func BenchmarkSearchSymbols(b *testing.B) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	s, _, err := workspace.Index(context.Background(), filepath.Join(strings.TrimSpace(string(root)), "src"), workspace.Options{FactsOnly: true})
	if err != nil {
		b.Fatal(err)
	}
	if s, err = indextest.Reopen(s); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		query index.SymbolQuery
	}{
		{"exact", index.SymbolQuery{Name: "SplitHostPort"}}, {"prefix", index.SymbolQuery{Name: "split"}}, {"letter", index.SymbolQuery{Name: "e"}},
		{"word", index.SymbolQuery{Name: "hostport"}}, {"initials", index.SymbolQuery{Name: "sHP"}}, {"part", index.SymbolQuery{Name: "litho"}}, {"two", index.SymbolQuery{Name: "zq"}},
		{"none", index.SymbolQuery{Name: "nothingIsCalledSo"}}, {"kind", index.SymbolQuery{Name: "er", Kinds: []lang.Kind{lang.KindInterface}}},
		{"folder", index.SymbolQuery{Name: "in", Files: func(d *index.Doc) bool { return strings.HasPrefix(d.Path, "net/http/") }}},
		{"qualified", index.SymbolQuery{Name: "http.Client"}}, {"member", index.SymbolQuery{Name: "Client.d"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			c.query.Limit = 100
			var took []time.Duration
			n := 0
			for b.Loop() {
				start := time.Now()
				found, _ := s.SearchSymbols(c.query)
				took, n = append(took, time.Since(start)), len(found)
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)*99/100].Seconds()*1000, "p99-ms")
			b.ReportMetric(float64(n), "found")
		})
	}
}

// TestNear holds that Near returns names that are like one that nothing has, and no others,
// however many begin with the same three letters.
func TestNear(t *testing.T) {
	names := "_make_default_short_help\ngetUserProfile\nmake_str\nmake_parser\nmake_context\nmakeEverything\nCheckout\nOrderItem\nOrderStatus\nOrder class\nextra\nexternal\nexpand\nparse_http_response\nid"
	for i := range 60 {
		names += fmt.Sprintf("\nmak%d\nexp%d", i, i)
	}
	s := named([2]string{"a.toy", names})
	for name, want := range map[string]string{
		"make_default_short_help": "_make_default_short_help",
		"makeDefaultShortHelp":    "_make_default_short_help",
		"make_default_help":       "_make_default_short_help",
		"fetchUserProfiles":       "getUserProfile",
		"Cheekout":                "Checkout",
		"Orders":                  "Order, OrderStatus, OrderItem",
		"shop.OrderStatuss":       "OrderStatus",
		"parse_response":          "parse_http_response",
		"expirationTimer":         "",
		"makeup_of_the_session":   "",
		"extractAccountHandle":    "",
		"zebra":                   "",
		strings.Repeat("Ⱥ", 99):   "", // small letters take more room
	} {
		var got []string
		for _, n := range s.Near(name) {
			got = append(got, n[strings.LastIndex(n, ".")+1:])
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("near to %s: %q, want %q", name, text, want)
		}
	}
}
