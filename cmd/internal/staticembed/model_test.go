package main

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
)

func TestProducts(t *testing.T) {
	const n, m, k = 16, 136, 24
	r := rand.New(rand.NewPCG(1, 1))
	a, b, out := make([]float32, n*k), make([]float32, m*k), make([]float32, n*m)
	for i := range a {
		a[i] = float32(r.NormFloat64())
	}
	for i := range b {
		b[i] = float32(r.NormFloat64())
	}
	product(out, a, b, n, m, k)
	for i := range n {
		for j := range m {
			want := embed.Dot(a[i*k:(i+1)*k], b[j*k:(j+1)*k])
			if math.Abs(float64(out[i*m+j]-want)) > 1e-4 {
				t.Fatalf("row %d, column %d: %v, not %v", i, j, out[i*m+j], want)
			}
		}
	}
	turned := make([]float32, n*k)
	transpose(turned, a, n, k)
	for i := range n {
		for j := range k {
			if turned[j*n+i] != a[i*k+j] {
				t.Fatalf("transpose: row %d, column %d", i, j)
			}
		}
	}
}

// toy is a batch of texts and codes over few words.
func toy(r *rand.Rand, words int) (text, code side) {
	random := func(n int) (b bag) {
		for range n {
			b.add(int32(r.IntN(words)), 1+r.Float32())
		}
		return b
	}
	for range 16 {
		text.inputs = append(text.inputs, input{random(3)})
		c := input{builtin.Name: random(2), builtin.Text: random(5)}
		if r.IntN(2) == 0 {
			c[builtin.Scope] = random(1)
		}
		code.inputs = append(code.inputs, c)
	}
	return text, code
}

// The gradients are those that the loss itself has when one number is changed.
func TestGradients(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	const words = 12
	m := newModel(words, r)
	m.fields = [builtin.Fields]float32{1.5, 0.5, 0.8}
	m.scale = 1
	for i := range m.rows {
		m.rows[i] *= 100
	}
	text, code := toy(r, words)
	same := func(i, j int) bool { return i == 2 && j == 5 }
	var c contrast
	m.step(&c, &text, &code, same)
	grad, fields, scale := slices.Clone(m.grad), m.fieldGrad, m.scaleGrad
	loss := func() float64 { return m.step(&c, &text, &code, same) }
	check := func(what string, x *float32, got float32) {
		t.Helper()
		const by = 2e-2
		was := *x
		*x = was + by
		up := loss()
		*x = was - by
		down := loss()
		*x = was
		if want := (up - down) / (2 * by); math.Abs(want-float64(got)) > 2e-4+0.03*math.Abs(want) {
			t.Errorf("%s: the gradient is %v, not %v", what, got, want)
		}
	}
	for i := 0; i < len(m.rows); i += 97 {
		check("a row", &m.rows[i], grad[i])
	}
	for f := range m.fields {
		check("a field", &m.fields[f], fields[f])
	}
	check("the scale", &m.scale, scale)
}

// trained is what is learned from made-up packages, in which each word of the
// documentation has one of the code.
func trained(t *testing.T, seed uint64) (*model, *builtin.Vocabulary, []*data) {
	t.Helper()
	docs := []string{"open", "close", "send", "parse", "draw", "count", "sort", "merge", "split", "paint", "fetch", "store", "lock", "print", "wait", "join"}
	codes := []string{"fopen", "shut", "emit", "lexer", "canvas", "total", "order", "union", "cut", "color", "request", "save", "mutex", "log", "sleep", "concat"}
	japanese := []string{"開", "閉", "送", "解", "描", "数", "並", "合", "分", "塗", "取", "保", "錠", "印", "待", "結"}
	r := rand.New(rand.NewPCG(9, 9))
	var all []*data
	for range 3 {
		d := &data{}
		for i := range 600 {
			a, b := r.IntN(len(docs)), r.IntN(len(docs))
			d.Examples = append(d.Examples, example{Doc: docs[a] + " the " + docs[b], Name: codes[a], Scope: "file", Text: codes[a] + " " + codes[b] + " x" + string(rune('a'+i%26))})
			if i%3 == 0 {
				d.Pairs = append(d.Pairs, pair{japanese[a] + "の" + japanese[b], docs[a] + " " + docs[b]})
			}
		}
		all = append(all, d)
	}
	list, set, err := prepare(all)
	if err != nil {
		t.Fatal(err)
	}
	v, err := builtin.NewVocabulary(list)
	if err != nil {
		t.Fatal(err)
	}
	m, err := train(context.Background(), set, len(list), 10, seed, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	return m, v, all
}

func TestTrain(t *testing.T) {
	m, v, _ := trained(t, 1)
	again, _, _ := trained(t, 1)
	if !slices.Equal(m.rows, again.rows) || m.fields != again.fields {
		t.Error("the same seed learns another table")
	}
	cos := func(a, b string) float64 {
		x, y := m.rows[int(v.Find(a))*dim:][:dim], m.rows[int(v.Find(b))*dim:][:dim]
		return float64(embed.Dot(x, y)) / math.Sqrt(float64(embed.Dot(x, x))*float64(embed.Dot(y, y)))
	}
	for _, c := range [][3]string{{"open", "fopen", "mutex"}, {"paint", "color", "union"}, {"開", "open", "close"}, {"塗", "paint", "merge"}} {
		if right, wrong := cos(c[0], c[1]), cos(c[0], c[2]); right < 0.4 || right < wrong+0.3 {
			t.Errorf("%s: %s is at %.2f, %s at %.2f", c[0], c[1], right, c[2], wrong)
		}
	}
}

// What was learned is what the embedder makes of it.
func TestTableAgrees(t *testing.T) {
	m, v, all := trained(t, 2)
	var list []string
	for id := range v.Len() {
		list = append(list, v.Word(int32(id)))
	}
	b, err := finish(t.Context(), &builtin.Table{Words: list, Rows: m.rows, Fields: m.fields}, all)
	if err != nil {
		t.Fatal(err)
	}
	if err := builtin.Check(b); err != nil {
		t.Fatal(err)
	}
	e, err := builtin.New(b)
	if err != nil {
		t.Fatal(err)
	}
	set := newTrainingSet(v, all)
	var text, code side
	var queries []string
	var passages []embed.Passage
	for i := range 64 {
		x, s := all[0].Examples[i], set.documented[0][i]
		queries, passages = append(queries, x.Doc), append(passages, embed.Passage{Name: x.Name, Scope: x.Scope, Text: x.Text})
		text.inputs = append(text.inputs, input{s.doc})
		code.inputs = append(code.inputs, input{builtin.Name: s.name, builtin.Scope: s.scope, builtin.Text: s.text})
	}
	m.forward(&text)
	m.forward(&code)
	q, err := e.Queries(t.Context(), queries)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Passages(t.Context(), passages)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 64 {
		if cos := embed.Dot(q[i*dim:(i+1)*dim], text.sums[i*dim:(i+1)*dim]); cos < 0.999 {
			t.Errorf("%q: the vectors have the cosine %v", queries[i], cos)
		}
		if cos := embed.Dot(p[i*dim:(i+1)*dim], code.sums[i*dim:(i+1)*dim]); cos < 0.999 {
			t.Errorf("%+v: the vectors have the cosine %v", passages[i], cos)
		}
	}
}
