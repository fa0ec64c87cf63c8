package scip

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	bindings "github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"codeintel/index"
	"codeintel/index/pos"
)

// maxMessage is the size of the largest document that Read takes, in bytes.
const maxMessage = 512 << 20

// Read reads an index document by document, in the order of the file, and hands
// each to document, whose error ends it. At any time it holds one. Ranges are
// read in both forms; an occurrence without one, or with one that no text has, is
// left out and counted. Fields that it does not know are passed over.
func Read(r io.Reader, document func(*index.Imported) error) error {
	in := bufio.NewReaderSize(r, 64<<10)
	var buf bytes.Buffer
	for n := 1; ; {
		if _, err := in.Peek(1); err == io.EOF {
			return nil
		}
		tag, err := readVarint(in)
		if err != nil {
			return err
		}
		field, kind := protowire.DecodeTag(tag)
		if field < protowire.MinValidNumber {
			return errNoIndex
		}
		if field != fieldDocuments || kind != protowire.BytesType {
			if err := skip(in, kind); err != nil {
				return err
			}
			continue
		}
		size, err := readVarint(in)
		if err != nil {
			return err
		}
		if size > maxMessage {
			return fmt.Errorf("document %d has %d bytes; at most %d can be read", n, size, maxMessage)
		}
		buf.Reset()
		if _, err := io.CopyN(&buf, in, int64(size)); err != nil { // which grows with what is there
			return cutShort(err)
		}
		var d bindings.Document
		if err := proto.Unmarshal(buf.Bytes(), &d); err != nil {
			return fmt.Errorf("%w: document %d: %w", errNoIndex, n, err)
		}
		if err := document(imported(&d)); err != nil {
			return err
		}
		n++
	}
}

var (
	errNoIndex = errors.New("not a SCIP index")
	errShort   = errors.New("the index ends too early")
)

// cutShort is the error of a read that must not meet the end.
func cutShort(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errShort
	}
	return err
}

func readVarint(in *bufio.Reader) (uint64, error) {
	var b [10]byte
	for i := range b {
		var err error
		if b[i], err = in.ReadByte(); err != nil {
			return 0, cutShort(err)
		}
		if b[i] < 0x80 {
			v, n := protowire.ConsumeVarint(b[:i+1])
			if n < 0 {
				break
			}
			return v, nil
		}
	}
	return 0, errNoIndex
}

// skip passes over the value of a field.
func skip(in *bufio.Reader, kind protowire.Type) error {
	size := uint64(0)
	switch kind {
	case protowire.VarintType:
		_, err := readVarint(in)
		return err
	case protowire.Fixed32Type:
		size = 4
	case protowire.Fixed64Type:
		size = 8
	case protowire.BytesType:
		var err error
		if size, err = readVarint(in); err != nil {
			return err
		}
	default:
		return errNoIndex
	}
	if size > math.MaxInt64 {
		return errShort
	}
	_, err := io.CopyN(io.Discard, in, int64(size))
	return cutShort(err)
}

// imported takes from a document what an overlay needs.
func imported(d *bindings.Document) *index.Imported {
	out := &index.Imported{Path: d.RelativePath, Text: d.Text, Occurrences: make([]index.ImportedOccurrence, 0, len(d.Occurrences))}
	switch d.PositionEncoding {
	case bindings.PositionEncoding_UTF8CodeUnitOffsetFromLineStart:
		out.Encoding, out.Encoded = pos.UTF8, true
	case bindings.PositionEncoding_UTF16CodeUnitOffsetFromLineStart:
		out.Encoding, out.Encoded = pos.UTF16, true
	case bindings.PositionEncoding_UTF32CodeUnitOffsetFromLineStart:
		out.Encoding, out.Encoded = pos.UTF32, true
	}
	for _, o := range d.Occurrences {
		r, ok := o.SourceRange()
		if o.Symbol == "" {
			continue
		}
		if !ok {
			out.Outside++
			continue
		}
		values := [...]int32{r.Start.Line, r.Start.Character, r.End.Line, r.End.Character}
		if min(values[0], values[1], values[2], values[3]) < 0 {
			out.Outside++
			continue
		}
		out.Occurrences = append(out.Occurrences, index.ImportedOccurrence{
			Start: pos.Position{Line: uint32(values[0]), Column: uint32(values[1])}, End: pos.Position{Line: uint32(values[2]), Column: uint32(values[3])},
			Symbol: o.Symbol, Definition: o.SymbolRoles&int32(bindings.SymbolRole_Definition) != 0,
		})
	}
	return out
}
