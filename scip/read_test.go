package scip

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	bindings "github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"codeintel/index"
	"codeintel/index/pos"
)

func readAll(data []byte) (docs []*index.Imported, err error) {
	err = Read(bytes.NewReader(data), func(d *index.Imported) error { docs = append(docs, d); return nil })
	return docs, err
}

func sample(t testing.TB) []byte {
	t.Helper()
	data, err := proto.Marshal(&bindings.Index{
		Metadata: &bindings.Metadata{ProjectRoot: "file:///x"},
		Documents: []*bindings.Document{
			{RelativePath: "a.go", Text: "package a", PositionEncoding: bindings.PositionEncoding_UTF16CodeUnitOffsetFromLineStart, Occurrences: []*bindings.Occurrence{
				{Range: []int32{1, 2, 3}, Symbol: "local 1", SymbolRoles: int32(bindings.SymbolRole_Definition)},
				{Range: []int32{1, 2, 3, 4}, Symbol: "local 2"},
				{Range: []int32{1, 2}, Symbol: "local 3"}, {Range: []int32{1, -2, 3}, Symbol: "local 4"}, {Range: []int32{1, 2, 3}},
				{TypedRange: &bindings.Occurrence_SingleLineRange{SingleLineRange: &bindings.SingleLineRange{Line: 5, StartCharacter: 6, EndCharacter: 7}}, Symbol: "local 5"},
				{TypedRange: &bindings.Occurrence_MultiLineRange{MultiLineRange: &bindings.MultiLineRange{StartLine: 5, StartCharacter: 6, EndLine: 7, EndCharacter: 8}}, Range: []int32{9, 9, 9}, Symbol: "local 6"},
			}},
			{RelativePath: "b.go", PositionEncoding: bindings.PositionEncoding_UTF8CodeUnitOffsetFromLineStart},
			{RelativePath: "c.go", PositionEncoding: bindings.PositionEncoding_UTF32CodeUnitOffsetFromLineStart},
			{RelativePath: "d.go"},
		},
		ExternalSymbols: []*bindings.SymbolInformation{{Symbol: "local 1"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestRead(t *testing.T) {
	p := func(line, column uint32) pos.Position { return pos.Position{Line: line, Column: column} }
	want := []*index.Imported{
		{Path: "a.go", Text: "package a", Encoding: pos.UTF16, Encoded: true, Outside: 2, Occurrences: []index.ImportedOccurrence{
			{Start: p(1, 2), End: p(1, 3), Symbol: "local 1", Definition: true}, {Start: p(1, 2), End: p(3, 4), Symbol: "local 2"},
			{Start: p(5, 6), End: p(5, 7), Symbol: "local 5"}, {Start: p(5, 6), End: p(7, 8), Symbol: "local 6"},
		}},
		{Path: "b.go", Encoding: pos.UTF8, Encoded: true, Occurrences: []index.ImportedOccurrence{}},
		{Path: "c.go", Encoding: pos.UTF32, Encoded: true, Occurrences: []index.ImportedOccurrence{}},
		{Path: "d.go", Occurrences: []index.ImportedOccurrence{}},
	}
	data := sample(t)
	var unknown []byte // fields of versions to come
	unknown = protowire.AppendVarint(protowire.AppendTag(unknown, 99, protowire.VarintType), 1<<40)
	unknown = protowire.AppendFixed32(protowire.AppendTag(unknown, 98, protowire.Fixed32Type), 1)
	unknown = protowire.AppendFixed64(protowire.AppendTag(unknown, 97, protowire.Fixed64Type), 1)
	unknown = protowire.AppendBytes(protowire.AppendTag(unknown, 1<<28, protowire.BytesType), make([]byte, 300))
	for _, in := range [][]byte{data, append(append([]byte{}, unknown...), data...), append(append([]byte{}, data...), unknown...)} {
		got, err := readAll(in)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %+v", err, got)
		}
	}
	n := 0
	if err := Read(iotest.OneByteReader(bytes.NewReader(data)), func(*index.Imported) error { n++; return nil }); n != 4 || err != nil {
		t.Errorf("byte by byte: %d, %v", n, err)
	}
	stop := errors.New("stop")
	if err := Read(bytes.NewReader(data), func(*index.Imported) error { return stop }); err != stop {
		t.Error(err)
	}
	if err := Read(iotest.ErrReader(stop), nil); !errors.Is(err, stop) {
		t.Error(err)
	}
}

// What is no index, or not all of one, is an error and costs no memory.
func TestReadHostile(t *testing.T) {
	huge := protowire.AppendVarint([]byte{2<<3 | 2}, 400<<20)
	for name, data := range map[string][]byte{
		"text":            []byte("def f(): return 1\n"),
		"field 0":         {0},
		"a group":         {3<<3 | 3, 3<<3 | 4},
		"a long length":   huge,
		"too long":        protowire.AppendVarint([]byte{2<<3 | 2}, 1<<40),
		"skips too far":   protowire.AppendVarint([]byte{3<<3 | 2}, 1<<63),
		"an endless one":  bytes.Repeat([]byte{0xff}, 100),
		"a bad document":  {2<<3 | 2, 2, 0xff, 0xff},
		"nothing follows": {2<<3 | 2},
	} {
		docs, err := readAll(data)
		if err == nil || len(docs) > 0 {
			t.Errorf("%s: %d documents, %v", name, len(docs), err)
		}
	}
	data := sample(t)
	for i := range len(data) {
		if _, err := readAll(data[:i]); err != nil && !errors.Is(err, errShort) {
			t.Errorf("the first %d bytes: %v", i, err)
		}
	}
	if got := testing.AllocsPerRun(1, func() { _ = Read(io.MultiReader(bytes.NewReader(huge), strings.NewReader("x")), nil) }); got > 100 {
		t.Errorf("%v allocations for an empty promise", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(sample(f))
	f.Add([]byte{2<<3 | 2, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		docs, _ := readAll(data)
		for _, d := range docs {
			for _, o := range d.Occurrences {
				if o.Symbol == "" || int32(min(o.Start.Line, o.Start.Column, o.End.Line, o.End.Column)) < 0 {
					t.Errorf("%+v", o)
				}
			}
		}
	})
}
