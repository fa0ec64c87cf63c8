package codec

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/lang/ts"
	"codeintel/index/pos"
	"codeintel/index/resolve"
)

// file is one extracted file.
type file struct {
	path  string
	lang  *lang.Language
	facts *lang.Facts
	lines pos.Lines
	size  int
}

// corpus extracts the fixtures of all languages and this repository's own
// sources.
func corpus(tb testing.TB) []file {
	tb.Helper()
	known := all.NewTable(all.Languages())
	p := ts.NewParser(ts.Limits{Time: time.Minute})
	defer p.Close()
	var files []file
	add := func(name string, src []byte) {
		l := known.ByName(name)
		if l == nil {
			return
		}
		f, err := l.Extract(context.Background(), p, lang.Input{Path: name, Src: src})
		if err != nil {
			tb.Fatalf("%s: %v", name, err)
		}
		files = append(files, file{name, l, f, pos.New(src), len(src)})
	}
	root := os.DirFS("../..")
	for _, dir := range []string{"index", "testdata", "cmd"} {
		err := fs.WalkDir(root, dir, func(name string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			src, err := fs.ReadFile(root, name)
			if path.Ext(name) == ".txtar" {
				for _, f := range txtar.Parse(src).Files {
					add(name+"/"+f.Name, f.Data)
				}
			} else {
				add(name, src)
			}
			return err
		})
		if err != nil {
			tb.Fatal(err)
		}
	}
	families := map[string]int{}
	for _, f := range files {
		families[f.lang.Family]++
	}
	if len(files) < 200 || len(families) < 6 {
		tb.Fatalf("%d files of the families %v", len(files), families)
	}
	return files
}

func coders(tb testing.TB) (*Encoder, *Decoder) {
	tb.Helper()
	e, err := NewEncoder()
	if err != nil {
		tb.Fatal(err)
	}
	d, err := NewDecoder()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(d.Close)
	return e, d
}

// same compares, with no difference between a nil slice and an empty one.
func same(a, b any) bool {
	return reflect.DeepEqual(noEmpty(reflect.ValueOf(a)).Interface(), noEmpty(reflect.ValueOf(b)).Interface())
}

func noEmpty(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() == reflect.Struct {
		c := reflect.New(v.Type()).Elem()
		c.Set(v)
		for i := range c.NumField() {
			if f := c.Field(i); f.Kind() == reflect.Slice && f.Len() == 0 {
				f.SetZero()
			}
		}
		return c
	}
	return v
}

func TestFactsOfFiles(t *testing.T) {
	e, d := coders(t)
	other, _ := coders(t)
	var buf []byte
	source, packed := 0, 0
	for _, f := range corpus(t) {
		buf = e.AppendFacts(append(buf[:0], "before"...), f.facts, f.lines)
		data, ok := bytes.CutPrefix(buf, []byte("before"))
		if !ok {
			t.Fatalf("%s: what was there before is overwritten", f.path)
		}
		got, lines, err := d.DecodeFacts(data)
		if err != nil {
			t.Fatalf("%s: %v", f.path, err)
		}
		if !same(got, f.facts) || !reflect.DeepEqual(lines, f.lines) {
			t.Fatalf("%s: decoded to\n%s\nwant\n%s", f.path, lang.Dump(got), lang.Dump(f.facts))
		}
		samePlaces(t, d, data, f.facts, f.lines)
		if again := other.AppendFacts(nil, f.facts, f.lines); !bytes.Equal(again, data) {
			t.Fatalf("%s: another encoder writes other bytes", f.path)
		}
		if len(data) > 2*f.size+200 {
			t.Errorf("%s: %d bytes for a file of %d", f.path, len(data), f.size)
		}
		source, packed = source+f.size, packed+len(data)
	}
	if packed > source*65/100 {
		t.Errorf("%d bytes for %d of source", packed, source)
	}
}

// samePlaces checks that the places are those of the facts.
func samePlaces(t *testing.T, d *Decoder, data []byte, f *lang.Facts, lines pos.Lines) {
	t.Helper()
	got, err := d.DecodePlaces(data)
	if err != nil || len(got.Defs) != len(f.Defs) || len(got.Refs) != len(f.Refs) || got.PackageAt != f.PackageAt || !reflect.DeepEqual(got.Lines, lines) {
		t.Fatalf("%+v (%v), want %d definitions, %d references, and the same lines", got, err, len(f.Defs), len(f.Refs))
	}
	for i, p := range got.Defs {
		if want := (lang.Place{Start: f.Defs[i].Start, End: f.Defs[i].End}); p != want {
			t.Fatalf("definition %d is at %v, want %v", i, p, want)
		}
	}
	for i, p := range got.Refs {
		if want := (lang.Place{Start: f.Refs[i].Start, End: f.Refs[i].End, Role: f.Refs[i].Role, Open: f.Refs[i].IsOpen()}); p != want {
			t.Fatalf("reference %d is at %v, want %v", i, p, want)
		}
	}
}

// TestPlacesOfLines reads back which lines have more than ASCII.
func TestPlacesOfLines(t *testing.T) {
	e, d := coders(t)
	for _, src := range []string{"", "a\nb\n", "a\nb\nc\né\nd\ne\n\u3042\nf\ng\n", "é", "a\r\nb\n"} {
		lines, f := pos.New([]byte(src)), &lang.Facts{}
		samePlaces(t, d, e.AppendFacts(nil, f, lines), f, lines)
	}
}

// TestNothingForgotten fills every field there is with random values: a field
// that a codec does not know, or a value that it can't hold, fails.
func TestNothingForgotten(t *testing.T) {
	e, d := coders(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		rows := []int{1, 2, 5, 30, 400}[n%5]
		var f lang.Facts
		fill(rnd, reflect.ValueOf(&f).Elem(), rows)
		lines := pos.New(bytes.Repeat([]byte("ab\n\nc"), rows))
		got, gotLines, err := d.facts(e.AppendFacts(nil, &f, lines))
		if err != nil || !same(got, &f) || !reflect.DeepEqual(gotLines, lines) {
			t.Fatalf("facts of %d rows, %v:\n%+v\nwant\n%+v", rows, err, got, f)
		}
		var l Links
		fill(rnd, reflect.ValueOf(&l).Elem(), rows)
		for i := range l.Links {
			l.Links[i].Def = max(l.Links[i].Def, resolve.ModuleDef)
		}
		for i := range l.Relations {
			l.Relations[i].Target = max(l.Relations[i].Target, resolve.ModuleDef)
		}
		gotLinks, err := d.links(e.AppendLinks(nil, &f, l), &f, anything)
		if err != nil || !same(gotLinks, l) {
			t.Fatalf("links of %d rows, %v:\n%+v\nwant\n%+v", rows, err, gotLinks, l)
		}
		var x struct{ X []lang.External }
		fill(rnd, reflect.ValueOf(&x).Elem(), rows)
		gotExternals, err := d.externals(e.AppendExternals(nil, x.X))
		if err != nil || !same(struct{ X []lang.External }{gotExternals}, x) {
			t.Fatalf("externals of %d rows, %v:\n%+v\nwant\n%+v", rows, err, gotExternals, x.X)
		}
	}
}

func anything(doc int32) (int32, int, bool) { return doc, 1 << 31, true }

// fill sets all that v holds to values of which few are alike.
func fill(rnd *rand.Rand, v reflect.Value, rows int) {
	small := rnd.IntN(2) == 0
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(rnd, v.Field(i), rows)
		}
	case reflect.Slice:
		n := rnd.IntN(rows + 1)
		if rows == 1 {
			n = 1
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(rnd, v.Index(i), rows)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(rnd, v.Index(i), rows)
		}
	case reflect.String:
		v.SetString(strings.Repeat(string(rune(rnd.IntN(1<<16))), rnd.IntN(4)))
	case reflect.Bool:
		v.SetBool(small)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		n := uint64(rnd.Uint32())
		if small {
			n %= 20
		}
		v.SetUint(n & (1<<v.Type().Bits() - 1))
	case reflect.Int, reflect.Int32, reflect.Int64:
		n := int64(int32(rnd.Uint32()))
		if small {
			n = n%20 - 1
		}
		v.SetInt(n)
	case reflect.Pointer: // Facts.Rich: made for who asks, and never kept
	default:
		panic("no values of kind " + v.Kind().String())
	}
}

func TestManyRows(t *testing.T) {
	e, d := coders(t)
	f := &lang.Facts{Names: []string{"", "a"}, Scopes: []lang.Scope{{Parent: lang.NoScope, Owner: lang.NoDef, End: 1 << 20}}}
	rnd := rand.New(rand.NewPCG(3, 4))
	at := uint32(0)
	for i := range 3*blockMax + 5 {
		f.Refs = append(f.Refs, lang.Ref{Name: 1, Start: at, End: at + 1, Scope: 0, X: int32(rnd.Uint32() >> rnd.IntN(32)), Kind: lang.RefOpaque})
		at += 1 + uint32(rnd.IntN(3))
		if i%2 == 0 {
			f.Exprs = append(f.Exprs, lang.Expr{Kind: lang.ExprName, N: int32(i), A: lang.NoExpr, B: lang.NoExpr, Next: lang.NoExpr})
		}
	}
	lines := pos.New(make([]byte, at))
	f.Scopes[0].End = at
	got, _, err := d.DecodeFacts(e.AppendFacts(nil, f, lines))
	if err != nil || !same(got, f) {
		t.Fatalf("%d references: %v", len(f.Refs), err)
	}
	if cap(d.vals) > keepMax/4 {
		t.Errorf("%d values are kept", cap(d.vals))
	}
}

func TestEmpty(t *testing.T) {
	e, d := coders(t)
	f := lang.NewBuilder(0).Finish()
	data := e.AppendFacts(nil, f, pos.Lines{})
	if got, _, err := d.DecodeFacts(data); err != nil || !same(got, f) || len(data) > 64 {
		t.Errorf("%d bytes, %v: %+v", len(data), err, got)
	}
	if l, err := d.DecodeLinks(e.AppendLinks(nil, f, Links{}), f, anything); err != nil || !same(l, Links{}) {
		t.Errorf("%v: %+v", err, l)
	}
	if x, err := d.DecodeExternals(e.AppendExternals(nil, nil)); err != nil || x != nil {
		t.Errorf("%v: %+v", err, x)
	}
}

// linked makes links for facts as resolution might.
func linked(f *lang.Facts) Links {
	var l Links
	for i, r := range f.Refs {
		switch k := (resolve.Link{Ref: lang.RefID(i)}); {
		case r.Kind == lang.RefDef:
			k.Doc, k.Def = 7, lang.DefID(r.X)
			l.Links = append(l.Links, k)
		case r.Kind == lang.RefMember:
			k.Doc, k.Def, k.Certainty = int32(r.Name%20), lang.DefID(r.Name), resolve.Possible
			l.Links = append(l.Links, k)
		case r.Kind == lang.RefImport:
			k.Doc, k.Def = resolve.External, lang.DefID(i)
			l.Links = append(l.Links, k)
			k.Doc, k.Def = 3, resolve.ModuleDef
			l.Links = append(l.Links, k)
		}
	}
	for i := range f.Bases {
		l.Relations = append(l.Relations, resolve.Relation{Def: f.Bases[i].Def, Kind: lang.Implements, Doc: 3, Target: lang.DefID(i)})
	}
	for i := range f.Defs {
		if f.Defs[i].Flags&lang.Contextual != 0 {
			l.Yielded = append(l.Yielded, lang.DefID(i))
		}
	}
	return l
}

func TestLinksOfFiles(t *testing.T) {
	e, d := coders(t)
	links, size := 0, 0
	for _, f := range corpus(t) {
		l := linked(f.facts)
		data := e.AppendLinks(nil, f.facts, l)
		links += len(l.Links)
		size += len(data)
		got, err := d.DecodeLinks(data, f.facts, anything)
		if err != nil || !same(got, l) {
			t.Fatalf("%s, %v: %+v\nwant %+v", f.path, err, got, l)
		}
		if len(l.Links) == 0 {
			continue
		}
		for want, to := range map[string]Targets{
			"no file":  func(int32) (int32, int, bool) { return 0, 1 << 30, false },
			"no place": func(doc int32) (int32, int, bool) { return doc, -1, true },
		} {
			if _, err := d.DecodeLinks(data, f.facts, to); !errors.Is(err, ErrDamaged) {
				t.Fatalf("%s, %s: %v", f.path, want, err)
			}
		}
		moved, err := d.DecodeLinks(data, f.facts, func(doc int32) (int32, int, bool) { return doc + 100, 1 << 30, true })
		if err != nil || moved.Links[0].Doc != l.Links[0].Doc+100 {
			t.Fatalf("%s, %v: the first link leads to %d", f.path, err, moved.Links[0].Doc)
		}
	}
	if links < 10000 || size > 2*links {
		t.Errorf("%d bytes for %d links", size, links)
	}
}

// samples are artefacts of each kind, made of the file at path.
func samples(tb testing.TB, path string) (facts, externals, links []byte, f *lang.Facts) {
	e, _ := coders(tb)
	for _, x := range corpus(tb) {
		if x.path == path {
			f = x.facts
			facts = e.AppendFacts(nil, f, x.lines)
			links = e.AppendLinks(nil, f, linked(f))
		}
	}
	var xs []lang.External
	if f == nil {
		tb.Fatalf("there is no file %s", path)
	}
	for i := range 40 {
		xs = append(xs, lang.External{Symbol: strings.Repeat("x", i), Name: "n", Kind: lang.Kind(i % 9)})
		xs[i].Package.Name = strings.Repeat("p", i%3)
	}
	return facts, e.AppendExternals(nil, xs), links, f
}

// read decodes data in all ways; what is decoded is valid.
func read(t *testing.T, d *Decoder, data []byte, f *lang.Facts) (ok bool) {
	g, lines, err := d.DecodeFacts(data)
	if err == nil {
		ok = true
		if err := lang.Validate(g, int(lines.Size())); err != nil {
			t.Fatal(err)
		}
		samePlaces(t, d, data, g, lines)
	} else if !errors.Is(err, ErrDamaged) {
		t.Fatal(err)
	}
	if got, err := d.DecodePlaces(data); err == nil {
		for _, p := range append(got.Defs, got.Refs...) {
			if p.Start > p.End || p.End > got.Lines.Size() {
				t.Fatalf("%+v in a file of %d bytes", p, got.Lines.Size())
			}
		}
	} else if !errors.Is(err, ErrDamaged) {
		t.Fatal(err)
	}
	l, err := d.DecodeLinks(data, f, func(doc int32) (int32, int, bool) { return doc, 1000, doc < 1000 })
	if err == nil {
		ok = true
		if err := validLinks(f, l); err != nil {
			t.Fatal(err)
		}
		for _, k := range l.Links {
			if k.Doc >= 1000 || k.Def < resolve.ModuleDef || k.Def >= 1000 {
				t.Fatalf("%+v", k)
			}
		}
	} else if !errors.Is(err, ErrDamaged) {
		t.Fatal(err)
	}
	if _, err := d.DecodeExternals(data); err == nil {
		ok = true
	} else if !errors.Is(err, ErrDamaged) {
		t.Fatal(err)
	}
	return ok
}

func TestDamage(t *testing.T) {
	_, d := coders(t)
	facts, externals, links, f := samples(t, "index/lang/builder.go")
	for _, data := range [][]byte{facts, externals, links} {
		if !read(t, d, data, f) {
			t.Fatal("the sample is damaged")
		}
		for i := range data {
			if read(t, d, data[:i], f) {
				t.Errorf("%d bytes of %d pass", i, len(data))
			}
			for _, x := range []byte{1, 0x80, 0xff} {
				bad := bytes.Clone(data)
				bad[i] ^= x
				read(t, d, bad, f)
			}
		}
		if read(t, d, append(bytes.Clone(data), 1), f) {
			t.Error("a byte too many passes")
		}
	}
}

// TestMemory shows that a few bytes can't ask for more than the bound, and that
// regular tables that need more are padded.
func TestMemory(t *testing.T) {
	e, d := coders(t)
	huge := func(version byte, counts ...uint64) []byte {
		e.start()
		if version == FactsVersion {
			e.places(&lang.Facts{}, pos.Lines{})
		}
		for _, n := range counts {
			e.one(n)
		}
		e.small = append(e.small, make([]byte, 200)...)
		return e.finish(nil, version)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, data := range [][]byte{
		huge(FactsVersion, 0, 0, 0, 0, 0, 0, 0, 0, 1<<31-1, 1<<30),
		huge(FactsVersion, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1<<28),
		huge(LinksVersion, 1<<31-1),
		huge(ExternalsVersion, 1<<25),
		binary.AppendUvarint([]byte{FactsVersion}, 1<<40|1),
		append(binary.AppendUvarint([]byte{FactsVersion}, 1<<33|1), 5, 1, 2, 3, 4, 5),
	} {
		if read(t, d, data, &lang.Facts{}) {
			t.Errorf("%x passes", data)
		}
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 4*memoryBase {
		t.Errorf("%d MB were allocated", n>>20)
	}

	xs := make([]lang.External, 700_000) // 70 MB, all alike
	data := e.AppendExternals(nil, xs)
	if got, err := d.DecodeExternals(data); err != nil || len(got) != len(xs) {
		t.Errorf("%d of %d rows out of %d bytes: %v", len(got), len(xs), len(data), err)
	}
	if len(data) < 1000 {
		t.Errorf("%d rows in %d bytes: the bound was not reached", len(xs), len(data))
	}
	if _, err := d.DecodeExternals(data[:500]); !errors.Is(err, ErrDamaged) {
		t.Errorf("without padding: %v", err)
	}
}

// small is a file that fuzzing is quick with.
const small = "index/lang/golang/testdata/facts/names.txtar/names.go"

func FuzzDecode(f *testing.F) {
	facts, externals, links, own := samples(f, small)
	for _, data := range [][]byte{facts, externals, links, {}} {
		f.Add(data)
	}
	_, d := coders(f)
	f.Fuzz(func(t *testing.T, data []byte) { read(t, d, data, own) })
}

// FuzzTables decodes parts that were never compressed, which reaches what
// compression hides from FuzzDecode.
func FuzzTables(f *testing.F) {
	_, _, _, own := samples(f, small)
	e, d := coders(f)
	seed := func() { f.Add(e.front, e.texts, e.small, e.huffman, e.bits.b) }
	e.AppendFacts(nil, own, pos.New(make([]byte, 1<<16)))
	seed()
	e.AppendLinks(nil, own, linked(own))
	seed()
	e.AppendExternals(nil, []lang.External{{Symbol: "a", Name: "b"}})
	seed()
	f.Fuzz(func(t *testing.T, front, texts, small, huffman, low []byte) {
		data := []byte{FactsVersion}
		for _, front := range [][]byte{front, e.front} { // and with places that are right
			data = append(data[:1], front...)
			for i, p := range [][]byte{texts, small, huffman, low} {
				n := uint64(len(p))
				if i < 2 {
					n = n*frameWays + frameRaw
				}
				data = append(binary.AppendUvarint(data, n), p...)
			}
			read(t, d, data, own)
		}
	})
}

// FuzzColumns writes numbers as columns and reads them back; and reads what
// was not written.
func FuzzColumns(f *testing.F) {
	f.Add([]byte("abc"), uint8(3), uint16(100), uint8(9))
	f.Add(bytes.Repeat([]byte{0, 0, 0, 0, 0, 0, 0, 0, 7}, 30), uint8(1), uint16(2000), uint8(0))
	e, d := coders(f)
	f.Fuzz(func(t *testing.T, data []byte, width uint8, n uint16, flip uint8) {
		if len(data) == 0 {
			return
		}
		vals := make([]uint32, n)
		for i := range vals {
			for w := range int(width % 5) {
				vals[i] = vals[i]<<8 | uint32(data[(i*3+w)%len(data)])
			}
		}
		c := column(vals)
		e.start()
		e.end(&c)
		out := e.finish(nil, 1)
		r, err := d.open(out, 1)
		if err != nil {
			t.Fatal(err)
		}
		got := r.column(int(n))
		if err := r.close(); err != nil || !reflect.DeepEqual(got, vals) && n > 0 {
			t.Fatalf("%v: %v, want %v", err, got, vals)
		}
		out[int(flip)%len(out)] ^= flip
		if r, err := d.open(out, 1); err == nil {
			r.column(int(n))
		}
	})
}

func BenchmarkFacts(b *testing.B) {
	e, d := coders(b)
	families := map[string][]file{}
	var order []string
	for _, f := range corpus(b) {
		if families[f.lang.Family] == nil {
			order = append(order, f.lang.Family)
		}
		families[f.lang.Family] = append(families[f.lang.Family], f)
	}
	for _, family := range order {
		var size, packed int
		var all [][]byte
		for _, f := range families[family] {
			size += f.size
			all = append(all, e.AppendFacts(nil, f.facts, f.lines))
			packed += len(all[len(all)-1])
		}
		var buf []byte
		b.Run("encode/"+family, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, f := range families[family] {
					buf = e.AppendFacts(buf[:0], f.facts, f.lines)
				}
			}
			b.ReportMetric(float64(packed)/float64(size), "bytes/source-byte")
		})
		b.Run("decode/"+family, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, data := range all {
					if _, _, err := d.DecodeFacts(data); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
