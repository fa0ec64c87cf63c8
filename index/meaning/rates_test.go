package meaning_test

import (
	"os"
	"strings"
	"testing"

	"codeintel/index/embed/builtin"
	"codeintel/index/lexicon"
	"codeintel/index/meaning"
)

// judge is that of the program.
func judge() meaning.Judge {
	e := builtin.Open()
	return meaning.Judge{Embedder: e, Calibration: e.Calibration()}
}

// pair is a line of testdata: of a term and a name, or of a value and a quote.
type pair struct {
	is   bool
	a, b string
}

// pairs reads a list, by language.
func pairs(t testing.TB, name string) map[string][]pair {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]pair{}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(f) != 3 || f[0] != "+" && f[0] != "-" {
			t.Fatalf("%s: bad line %q", name, line)
		}
		language := "en"
		if lexicon.IsJapanese(line) {
			language = "ja"
		}
		out[language] = append(out[language], pair{f[0] == "+", f[1], f[2]})
	}
	return out
}

// Rates of a list, in percent: at least so many.
func atLeast(t *testing.T, what string, have, of, want int) {
	t.Helper()
	t.Logf("%s: %d of %d", what, have, of)
	if 100*have < want*of {
		t.Errorf("%s: %d of %d are less than %d %%", what, have, of, want)
	}
}

// What is refused for its name has nothing to do with the term.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		list, language     string
		right, kept, again int // percent: refusals that are right, true ones that are kept, false ones that are not sure
	}{
		{"relevance", "ja", 98, 99, 93}, {"relevance", "en", 97, 98, 95},
		{"relevance-held", "ja", 95, 99, 95}, {"relevance-held", "en", 94, 96, 95},
		{"relevance-second", "ja", 93, 97, 95}, {"relevance-second", "en", 97, 99, 95},
		{"relevance-third", "ja", 94, 97, 95}, {"relevance-third", "en", 89, 94, 95},
	} {
		right, wrong, isTrue, isFalse, sure := 0, 0, 0, 0, 0
		j := judge()
		for _, p := range pairs(t, c.list)[c.language] {
			_, score, ok := j.Similar(p.a, p.b)
			refused := ok && score < 0.3
			if p.is {
				isTrue++
				if refused {
					t.Logf("refused: %s, %s", p.a, p.b)
					wrong++
				}
				continue
			}
			isFalse++
			if refused {
				right++
			}
			if !ok || score <= 0.6 {
				sure++
			}
		}
		name := c.list + " " + c.language
		atLeast(t, name+": refusals that are right", right, right+wrong, c.right)
		atLeast(t, name+": true ones that are not refused", isTrue-wrong, isTrue, c.kept)
		atLeast(t, name+": false ones that are not taken for sure", sure, isFalse, c.again)
	}
}

// TestAgreements measures how many values that say what their quotes say are accepted, for
// sure or not, and how many that don't are refused. An unsure value is not refused.
func TestAgreements(t *testing.T) {
	for _, c := range []struct {
		list, language      string
		sure, kept, refused int // percent: right ones that are accepted for sure, that are not refused, wrong ones that are refused
	}{
		{"quotes", "ja", 97, 100, 98}, {"quotes", "en", 96, 99, 99},
		{"quotes-held", "ja", 88, 97, 96}, {"quotes-held", "en", 96, 96, 100},
		{"quotes-second", "ja", 90, 96, 90}, {"quotes-second", "en", 94, 97, 96},
		{"quotes-third", "ja", 87, 94, 93}, {"quotes-third", "en", 91, 95, 98},
		{"quotes-fourth", "ja", 85, 91, 91}, {"quotes-fourth", "en", 62, 86, 98},
		{"quotes-fifth", "ja", 78, 93, 89}, {"quotes-fifth", "en", 53, 81, 96},
	} {
		sure, kept, refused, isTrue, isFalse := 0, 0, 0, 0, 0
		j := judge()
		for _, p := range pairs(t, c.list)[c.language] {
			why := j.Agrees(p.a, p.b)
			no := why != "" && why != meaning.Unsure
			switch {
			case p.is:
				isTrue++
				if why == "" {
					sure++
				}
				if no {
					t.Logf("refused: %s for %s: %s", p.a, p.b, why)
				} else {
					kept++
				}
			default:
				isFalse++
				if no {
					refused++
				} else {
					t.Logf("not refused: %s for %s: %s", p.a, p.b, why)
				}
			}
		}
		name := c.list + " " + c.language
		atLeast(t, name+": right ones accepted for sure", sure, isTrue, c.sure)
		atLeast(t, name+": right ones not refused", kept, isTrue, c.kept)
		atLeast(t, name+": wrong ones refused", refused, isFalse, c.refused)
	}
}

// Words that every program of a trade has are known, and a term of unknown parts is not
// judged by the one that is known.
func TestCoverage(t *testing.T) {
	j := judge()
	for _, term := range []string{"商品", "顧客", "配送", "社員", "勤怠", "帳票", "倉庫", "ドロップダウン", "並び替え", "検索する", "ちゅうもん"} {
		if _, _, ok := j.Similar(term, "PaymentGateway"); !ok {
			t.Errorf("%s is not known", term)
		}
	}
	for _, term := range []string{"ゾルガンフォーム", "鱻麤画面", "frobnicator form"} {
		if _, _, ok := j.Similar(term, "PaymentForm"); ok {
			t.Errorf("%s is judged", term)
		}
	}
}

func BenchmarkSimilar(b *testing.B) {
	j := judge()
	for b.Loop() {
		j.Similar("商品一覧の並び替え", "sortProducts")
	}
}

func BenchmarkAgrees(b *testing.B) {
	j := judge()
	for b.Loop() {
		j.Agrees("change the room type", "部屋タイプを変更したい")
	}
}
