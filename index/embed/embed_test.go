package embed_test

import (
	"context"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"codeintel/index/embed"
)

// hashed is an Embedder that has a random direction for each word, all of them close to
// one another, as models of sentences do. Texts of capitals say nothing.
type hashed struct{ calls int }

func (h *hashed) ID() string { return "hashed" }
func (h *hashed) Dim() int   { return 16 }

func (h *hashed) Queries(ctx context.Context, q []string) ([]float32, error) {
	h.calls++
	var rows []float32
	for _, text := range q {
		row := make([]float32, h.Dim())
		for _, w := range strings.Fields(text) {
			if w == strings.ToUpper(w) && w[0] < 0x80 {
				continue
			}
			f := fnv.New64a()
			f.Write([]byte(w))
			r := rand.New(rand.NewPCG(f.Sum64(), 1))
			row[0] += 4
			for i := range row {
				row[i] += float32(r.NormFloat64())
			}
		}
		embed.Unit(row)
		rows = append(rows, row...)
	}
	return rows, ctx.Err()
}

func (h *hashed) Passages(ctx context.Context, p []embed.Passage) ([]float32, error) {
	var texts []string
	for _, x := range p {
		texts = append(texts, x.Name+" "+x.Scope+" "+x.Text)
	}
	return h.Queries(ctx, texts)
}

func symbols(n int) []embed.Passage {
	out := make([]embed.Passage, n)
	for i := range out {
		out[i] = embed.Passage{Name: "name" + string(rune('a'+i%26)), Scope: "scope" + string(rune('a'+i/26%26))}
	}
	return out
}

func TestScoreIsTheShareOfRandomPairs(t *testing.T) {
	const n = 100_000
	cosines := make([]float32, n)
	for i := range cosines {
		cosines[i] = float32(i)/n*0.1 + 0.8 // a model that has all pairs close together
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(n, func(i, j int) { cosines[i], cosines[j] = cosines[j], cosines[i] })
	c, err := embed.NewCalibration(cosines)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct{ share, score float64 }{{1, 0}, {0.5, 0.0903}, {0.1, 0.3}, {0.01, 0.6}, {0.001, 0.9}, {0.0001, 1}} {
		cosine := float32(0.9 - 0.1*at.share)
		if got := c.Score(cosine); math.Abs(float64(got)-at.score) > 0.01 {
			t.Errorf("a cosine that %v of the pairs reach has the score %v, not %v", at.share, got, at.score)
		}
		if at.score < 1 {
			if got := c.Cosine(float32(at.score)); math.Abs(float64(got-cosine)) > 0.002 {
				t.Errorf("the score %v begins at %v, not %v", at.score, got, cosine)
			}
		}
	}
	if got := c.Score(-1); got != 0 {
		t.Errorf("the score of what is below all pairs is %v", got)
	}
	if got := c.Score(float32(math.NaN())); got != 0 {
		t.Errorf("the score of NaN is %v", got)
	}
	last := float32(0)
	for x := float32(-1.1); x < 1.1; x += 0.0007 {
		s := c.Score(x)
		if s < last || s > 1 {
			t.Fatalf("the score falls to %v from %v at %v", s, last, x)
		}
		last = s
	}
}

func TestManyPairsAlikeCountWhole(t *testing.T) {
	cosines := make([]float32, embed.MinPairs)
	for i := range cosines[:embed.MinPairs/100] {
		cosines[i] = 0.9
	}
	c, err := embed.NewCalibration(cosines) // 99 of 100 pairs have nothing in common
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Score(0); got != 0 {
		t.Errorf("what all random pairs have scores %v", got)
	}
	if got := c.Score(0.9); math.Abs(float64(got)-0.6) > 0.051 {
		t.Errorf("what one random pair of 100 has scores %v, not 0.6", got)
	}
}

func TestTooFewPairs(t *testing.T) {
	if _, err := embed.NewCalibration(make([]float32, embed.MinPairs-1)); err == nil {
		t.Error("too few pairs are taken")
	}
	bad := make([]float32, embed.MinPairs)
	bad[7] = float32(math.NaN())
	if _, err := embed.NewCalibration(bad); err == nil {
		t.Error("NaN is taken")
	}
	var zero embed.Calibration
	if !zero.Zero() || zero.Score(0.99) != 0 {
		t.Error("the zero Calibration says something")
	}
}

func TestBackground(t *testing.T) {
	e := &hashed{}
	c, err := embed.Background(t.Context(), e, symbols(3000))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := e.Passages(t.Context(), symbols(26*26))
	if err != nil {
		t.Fatal(err)
	}
	phrases, err := e.Queries(t.Context(), embed.Phrases())
	if err != nil {
		t.Fatal(err)
	}
	pairs, above := 0, 0
	for row := range slices.Chunk(rows, e.Dim()) {
		for phrase := range slices.Chunk(phrases, e.Dim()) {
			pairs++
			if c.Score(embed.Dot(row, phrase)) >= 0.3 {
				above++
			}
		}
	}
	if share := float64(above) / float64(pairs); share < 0.08 || share > 0.12 {
		t.Errorf("%v of random pairs have 0.3 or more, not a tenth", share)
	}
	again, err := embed.Background(t.Context(), e, symbols(3000))
	if err != nil {
		t.Fatal(err)
	}
	a, _ := c.MarshalBinary()
	b, _ := again.MarshalBinary()
	if !slices.Equal(a, b) {
		t.Error("the same symbols have another calibration")
	}

	few, err := embed.Background(t.Context(), e, symbols(3))
	if err != nil || !few.Zero() {
		t.Errorf("three symbols make a calibration (%v)", err)
	}
	unknown := symbols(100)
	for i := range unknown {
		unknown[i] = embed.Passage{Name: "UNKNOWN"}
	}
	if none, err := embed.Background(t.Context(), e, unknown); err != nil || !none.Zero() {
		t.Errorf("symbols of which nothing is known make a calibration (%v)", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := embed.Background(ctx, e, symbols(100)); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled background says %v", err)
	}
}

func TestPhrases(t *testing.T) {
	phrases := embed.Phrases()
	seen := map[string]bool{}
	for _, p := range phrases {
		if p == "" || p != strings.TrimSpace(p) || seen[p] {
			t.Errorf("bad phrase %q", p)
		}
		seen[p] = true
	}
	if len(phrases) < 500 {
		t.Errorf("%d phrases are too few", len(phrases))
	}
}

func TestUnit(t *testing.T) {
	row := []float32{3, 4}
	if embed.Unit(row); row[0] != 0.6 || row[1] != 0.8 {
		t.Errorf("unit: %v", row)
	}
	for _, bad := range [][]float32{{0, 0}, {float32(math.Inf(1)), 1}, {float32(math.NaN()), 1}} {
		if embed.Unit(bad); embed.Known(bad) {
			t.Errorf("%v is known", bad)
		}
	}
	a := []float32{1, 2, 3, 4, 5, 6, 7}
	if got := embed.Dot(a, a); got != 140 {
		t.Errorf("dot product: %v", got)
	}
}

func FuzzCalibration(f *testing.F) {
	cosines := make([]float32, embed.MinPairs)
	for i := range cosines {
		cosines[i] = float32(i) / embed.MinPairs
	}
	c, err := embed.NewCalibration(cosines)
	if err != nil {
		f.Fatal(err)
	}
	b, _ := c.MarshalBinary()
	f.Add(b, float32(0.5))
	f.Add([]byte{1}, float32(2))
	f.Fuzz(func(t *testing.T, b []byte, cosine float32) {
		var c embed.Calibration
		if c.UnmarshalBinary(b) != nil {
			return
		}
		if s := c.Score(cosine); !(s >= 0 && s <= 1) {
			t.Errorf("the score of %v is %v", cosine, s)
		}
		again, _ := c.MarshalBinary()
		if !slices.Equal(b, again) {
			t.Errorf("% x is written as % x", b, again)
		}
	})
}

// A judge's score is what its calibration says, and there is none where one of the two
// is not known.
func TestJudge(t *testing.T) {
	e := &hashed{}
	c, err := embed.Background(context.Background(), e, symbols(100))
	if err != nil || c.Zero() {
		t.Fatalf("no calibration: %v", err)
	}
	j := embed.Judge{Embedder: e, Calibration: c}
	same, score, ok := j.Similar("order total", "order total")
	if !ok || same < 0.99 || score != 1 {
		t.Errorf("the same words: %v, %v, %v", same, score, ok)
	}
	other, low, ok := j.Similar("order total", "session cookie")
	if !ok || other >= same || low != float64(c.Score(float32(other))) {
		t.Errorf("other words: %v, %v, %v", other, low, ok)
	}
	for _, pair := range [][2]string{{"UNKNOWN", "order"}, {"order", "UNKNOWN"}} {
		if _, _, ok := j.Similar(pair[0], pair[1]); ok {
			t.Errorf("%v is judged", pair)
		}
	}
	if _, _, ok := (embed.Judge{Embedder: e}).Similar("order", "order"); ok {
		t.Error("it judges without a calibration")
	}
}

// The texts of people are compared on the scale of phrases that have nothing to do with
// each other.
func TestAlike(t *testing.T) {
	e := &hashed{}
	a := embed.NewAlike(e)
	got, err := a.Scores(context.Background(), "retry a payment", []string{"retry a payment", "session cookie", "UNKNOWN"})
	if err != nil || len(got) != 3 || got[0] != 1 || got[1] >= 0.7 || got[2] != 0 {
		t.Errorf("%v, error %v", got, err)
	}
	if got, err = a.Scores(context.Background(), "UNKNOWN", []string{"retry"}); err != nil || got[0] != 0 {
		t.Errorf("a question of which nothing is known: %v, error %v", got, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := embed.NewAlike(e).Scores(ctx, "retry", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
