package builtin

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"codeintel/index/embed"
)

var update = flag.Bool("update", false, "rewrite testdata/golden.txt")

// small is a table whose rows are known: word i points in direction i.
func small(t testing.TB, fields [Fields]float32, words ...string) *Embedder {
	t.Helper()
	rows := make([]float32, len(words)*Dim)
	for i := range words {
		rows[i*Dim+i] = float32(i + 1)
	}
	b, err := (&Table{Words: words, Rows: rows, Fields: fields}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(b)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func queries(t testing.TB, e embed.Embedder, q ...string) [][]float32 {
	t.Helper()
	rows, err := e.Queries(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(slices.Chunk(rows, Dim))
}

func passages(t testing.TB, e embed.Embedder, p ...embed.Passage) [][]float32 {
	t.Helper()
	rows, err := e.Passages(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(slices.Chunk(rows, Dim))
}

// near says whether a vector has these numbers first, and zeros after them.
func near(t *testing.T, what string, got []float32, want ...float64) {
	t.Helper()
	for i, x := range got {
		w := 0.0
		if i < len(want) {
			w = want[i]
		}
		if math.Abs(float64(x)-w) > 0.002 {
			t.Errorf("%s: number %d is %.4f, not %.4f", what, i, x, w)
		}
	}
}

func TestWeightedSum(t *testing.T) {
	e := small(t, [Fields]float32{2, 0.5, 1}, "send", "mail", "user", "登録")
	unit := func(x ...float64) []float64 {
		sum := 0.0
		for _, v := range x {
			sum += v * v
		}
		for i := range x {
			x[i] /= math.Sqrt(sum)
		}
		return x
	}
	near(t, "each word once", queries(t, e, "sendMail")[0], unit(1, 2)...)
	near(t, "one of them three times", queries(t, e, "send_mail mail MAIL")[0], unit(1, 2*(1+math.Log(3)))...)
	near(t, "fields", passages(t, e, embed.Passage{Name: "send", Scope: "mail", Text: "user user"})[0], unit(1*2, 2*0.5, 3)...)
	near(t, "a word in two fields", passages(t, e, embed.Passage{Name: "send", Text: "send mail"})[0], unit(1*2+1/math.Sqrt2, 2/math.Sqrt2)...)
	near(t, "a long text", passages(t, e, embed.Passage{Name: "send", Text: "mail user mail"})[0], unit(1*2, 2*(1+math.Log(2))/math.Hypot(1+math.Log(2), 1), 3/math.Hypot(1+math.Log(2), 1))...)
	near(t, "Japanese among the others", queries(t, e, "userを登録")[0], unit(0, 0, 3, 4)...)
	for _, unknown := range []string{"", "xyz", "日本", "!?", "\xff\xfe"} {
		near(t, fmt.Sprintf("%q", unknown), queries(t, e, unknown)[0])
		near(t, fmt.Sprintf("passage %q", unknown), passages(t, e, embed.Passage{Name: unknown, Text: unknown})[0])
	}
}

func TestUnknownWordsAreSpelled(t *testing.T) {
	v, err := NewVocabulary([]string{"a", "pass", "word", "pas", "s", "会員", "会", "登録", "録"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"password", "pass word"},
		{"passs", "pass s"},
		{"apasa", "a pas a"},
		{"xpass", "pass"},
		{"会員登録", "会員 登録"},
		{"会登録員", "会 登録"},
		{"PassWord", "pass word"},
		{"", ""},
	} {
		var got []string
		v.Each(c.text, func(id int32) bool {
			got = append(got, v.Word(id))
			return true
		})
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q is %q, not %q", c.text, s, c.want)
		}
	}
	if v.Find("pass") != 1 || v.Find("passw") != -1 {
		t.Error("Find")
	}
}

func TestMostWords(t *testing.T) {
	v, err := NewVocabulary([]string{"a", "b", "c"})
	if err != nil {
		t.Fatal(err)
	}
	c := NewCounter(v)
	for range 3 {
		got := c.Count(nil, "b a b b c a", 2)
		if want := []Token{{1, 3}, {0, 1}}; !slices.Equal(got, want) {
			t.Errorf("counted %v, not %v", got, want)
		}
	}
}

func TestVocabularyRefuses(t *testing.T) {
	for _, list := range [][]string{{"a", ""}, {"a", "b", "a"}, {strings.Repeat("x", 41)}} {
		if _, err := NewVocabulary(list); err == nil {
			t.Errorf("%q is taken", list)
		}
	}
}

func TestLongTextsStayExact(t *testing.T) {
	var list []string
	var text strings.Builder
	r := rand.New(rand.NewPCG(1, 1))
	rows := make([]float32, 128*Dim)
	for i := range 128 {
		w := fmt.Sprintf("w%c%c", 'a'+i/16, 'a'+i%16)
		list = append(list, w)
		for range 1 + i*7%300 {
			text.WriteString(w + " ")
		}
		for k := range Dim {
			rows[i*Dim+k] = float32(r.NormFloat64()) * float32(1+i%5)
		}
	}
	b, err := (&Table{Words: list, Rows: rows, Fields: [Fields]float32{8, 8, 8}}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(b)
	if err != nil {
		t.Fatal(err)
	}
	want, squares := make([]float64, Dim), 0.0
	for i := range list {
		squares += math.Pow(1+math.Log(float64(min(1+i*7%300, 255))), 2)
	}
	root := math.Sqrt(squares)
	for i := range list {
		// What is there more than 255 times counts as 255.
		w := 1 + math.Log(float64(min(1+i*7%300, 255)))
		for k := range Dim {
			want[k] += (2 + 1/root) * w * float64(rows[i*Dim+k])
		}
	}
	sum := 0.0
	for _, x := range want {
		sum += x * x
	}
	got := passages(t, e, embed.Passage{Name: text.String(), Scope: text.String(), Text: text.String()})[0]
	cos := 0.0
	for k := range Dim {
		cos += want[k] / math.Sqrt(sum) * float64(got[k])
	}
	if cos < 0.9995 {
		t.Errorf("the cosine with the exact sum is %v", cos)
	}
}

func TestTableAsWritten(t *testing.T) {
	if err := Check(table); err != nil {
		t.Fatal(err)
	}
	if len(table) > 16<<20 {
		t.Errorf("the table has %d bytes", len(table))
	}
	broken := slices.Clone(table)
	broken[len(broken)/2] ^= 1
	if Check(broken) == nil {
		t.Error("a broken table is taken for what was written")
	}
	for _, cut := range []int{0, 5, len(magic), len(magic) + 20, 1000, len(table) - 1} {
		if _, err := New(table[:cut]); err == nil {
			t.Errorf("%d bytes of the table are taken for all", cut)
		}
	}
}

// The meaning of what the table has learned, in pairs: the first is closer to the query
// than all others.
func TestMeaning(t *testing.T) {
	e := Open()
	for _, c := range []struct {
		query string
		names []string
	}{
		{"delete a file", []string{"removeFile", "createUser", "parseHeader", "openSocket"}},
		{"log message to disk", []string{"writeLog", "renderButton", "sortColumns", "sha256"}},
		{"how is the password checked", []string{"verifyPassword", "resizeImage", "listFolders", "nextToken"}},
		{"split a string", []string{"explodeText", "connectDatabase", "drawCircle", "sendMail"}},
		{"convert to lower case", []string{"toLowerCase", "toJSON", "closeConnection", "addListener"}},
		{"close the connection", []string{"disconnect", "formatDate", "countWords", "userName"}},
		{"パスワード", []string{"password", "image", "folder", "sort"}},
		{"ファイルを削除する", []string{"deleteFile", "createUser", "renderButton", "parseHeader"}},
		{"ユーザーを追加", []string{"addUser", "closeSocket", "formatDate", "splitText"}},
		{"エラーメッセージ", []string{"errorMessage", "imageWidth", "userList", "openFile"}},
		{"検索", []string{"search", "delete", "render", "width"}},
	} {
		q := queries(t, e, c.query)[0]
		best := float32(-1)
		for i, n := range c.names {
			cos := embed.Dot(q, passages(t, e, embed.Passage{Name: n})[0])
			if i == 0 {
				best = cos
			} else if cos >= best {
				t.Errorf("%q: %s (%.3f) is closer than %s (%.3f)", c.query, n, cos, c.names[0], best)
			}
		}
	}
}

// What is looked for is told from what is not, on the scale of the scores.
func TestScores(t *testing.T) {
	e := Open()
	c := e.Calibration()
	if c.Zero() {
		t.Fatal("the table has no calibration")
	}
	for _, x := range []struct {
		query, name string
		low, high   float32
	}{
		{"delete user", "deleteUser", 0.9, 1},
		{"validate the request", "RequestValidator", 0.6, 1},
		{"ファイル", "file", 0.6, 1},
		{"page number", "encryptSecret", 0, 0.45},
		{"weather forecast", "parseArguments", 0, 0.45},
	} {
		q, p := queries(t, e, x.query)[0], passages(t, e, embed.Passage{Name: x.name})[0]
		if got := c.Score(embed.Dot(q, p)); got < x.low || got > x.high {
			t.Errorf("%q and %s: the score is %.2f, not between %.1f and %.1f", x.query, x.name, got, x.low, x.high)
		}
	}
}

// The vectors are the same on all machines: vectors of different ones are compared.
func TestGolden(t *testing.T) {
	e := Open()
	var b bytes.Buffer
	fmt.Fprintln(&b, e.ID())
	row := func(what string, v []float32) {
		fmt.Fprintf(&b, "%s:", what)
		for i := range v {
			if i%16 == 0 {
				fmt.Fprintf(&b, " %08x", math.Float32bits(v[i]))
			}
		}
		fmt.Fprintln(&b)
	}
	row("query", queries(t, e, "Returns the user's shopping cart, ログイン済み")[0])
	row("passage", passages(t, e, embed.Passage{Name: "loadCart", Scope: "cart CartService", Text: "func (s *CartService) loadCart(ctx context.Context, user ID) (*Cart, error) {\n\treturn s.db.Carts.Find(ctx, user) // utf8 sha256 qzxv 会員 会員\n}"})[0])
	const file = "testdata/golden.txt"
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("the vectors have changed:\n%swant:\n%s", b.Bytes(), want)
	}
}

func TestConcurrentAndCancelled(t *testing.T) {
	e := Open()
	many := make([]embed.Passage, 300)
	for i := range many {
		many[i] = embed.Passage{Name: "name" + hex.EncodeToString([]byte{byte(i)}), Text: "return the value of " + string(rune('a'+i%26))}
	}
	want, err := e.Passages(t.Context(), many)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if got, err := e.Passages(t.Context(), many); err != nil || !slices.Equal(got, want) {
				t.Errorf("vectors made at the same time differ (%v)", err)
			}
		})
	}
	wg.Wait()
	for i, p := range many[:20] {
		if !slices.Equal(passages(t, e, p)[0], want[i*Dim:(i+1)*Dim]) {
			t.Errorf("passage %d alone has another vector", i)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Passages(ctx, many); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func FuzzNew(f *testing.F) {
	b, err := (&Table{Words: []string{"a", "bc", "会"}, Rows: make([]float32, 3*Dim), Fields: [Fields]float32{1, 1, 1}}).Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b, "abc")
	f.Add([]byte(magic), "")
	f.Fuzz(func(t *testing.T, b []byte, text string) {
		e, err := New(b)
		if err != nil {
			return
		}
		for _, x := range passages(t, e, embed.Passage{Name: text, Scope: text, Text: text})[0] {
			if !(x >= -1.001 && x <= 1.001) {
				t.Errorf("a number is %v", x)
			}
		}
	})
}

func FuzzEmbed(f *testing.F) {
	f.Add("getUserById", "会員ログイン")
	f.Add("\xff\xf0\x28", strings.Repeat("ab1", 100))
	e := Open()
	f.Fuzz(func(t *testing.T, name, text string) {
		row := passages(t, e, embed.Passage{Name: name, Text: text})[0]
		sum := 0.0
		for _, x := range row {
			sum += float64(x) * float64(x)
		}
		if embed.Known(row) && math.Abs(sum-1) > 1e-5 {
			t.Errorf("%q, %q: the length is %v", name, text, math.Sqrt(sum))
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := New(table); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPassage(b *testing.B) {
	src, err := os.ReadFile("builtin.go")
	if err != nil {
		b.Fatal(err)
	}
	// The functions of this package, as chunks have them.
	var p []embed.Passage
	for _, text := range strings.Split(string(src), "\n}\n") {
		p = append(p, embed.Passage{Name: "add", Scope: "builtin Embedder", Text: text})
	}
	e, n := Open(), 0
	for b.Loop() {
		if _, err := e.Passages(context.Background(), p); err != nil {
			b.Fatal(err)
		}
		n += len(p)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "chunks/s")
}

func BenchmarkQuery(b *testing.B) {
	e := Open()
	for b.Loop() {
		if _, err := e.Queries(context.Background(), []string{"how is the password of a user checked"}); err != nil {
			b.Fatal(err)
		}
	}
}
