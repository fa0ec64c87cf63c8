package builtin

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"

	"codeintel/index/embed"
)

// Dim is the length of a vector.
const Dim = 256

// Field is a part of a passage; each has a weight.
type Field int

// Fields of a passage.
const (
	Name Field = iota
	Scope
	Text   // its words are divided by the root of the sum of their squared weights
	Fields // how many there are
)

// MaxTokens is how many different words of a field, and of a query, count.
const MaxTokens = 128

// Weight is that of a word that is in a text so often: 1 + ln count.
func Weight(count uint32) float32 { return float32(weightOf(count)) / weightUnit }

// weightUnit is the weight of a word that is there once.
const weightUnit = 1 << 8

// weightOf is Weight in whole numbers, so that it is the same on all machines.
func weightOf(count uint32) uint64 {
	return uint64(math.Round(weightUnit * (1 + math.Log(float64(max(count, 1))))))
}

// Table is what a trainer learned.
type Table struct {
	Words  []string // as words.Each has them, or parts of them; none twice
	Rows   []float32
	Fields [Fields]float32 // weights, more than 0
	// Calibration is what the cosines of texts that have nothing to do with each other
	// are.
	Calibration embed.Calibration
}

// The encoded form:
//
//	magic
//	8 bytes of the SHA-256 of what follows
//	number of words, length of the calibration, fields: 4 bytes each
//	calibration
//	scale of each row: 2 bytes, 65535 for the largest
//	words, each with its length in a byte before it
//	rows, Dim bytes each, 128 for 0
const magic = "ci static embedding 2\n"

// maxField is the largest weight of a field: see Embedder.sum.
const maxField = 8

// Encode writes a table, with a byte for each number.
func (t *Table) Encode() ([]byte, error) {
	n := len(t.Words)
	if len(t.Rows) != n*Dim {
		return nil, fmt.Errorf("table: %d numbers for %d words", len(t.Rows), n)
	}
	calibration, err := t.Calibration.MarshalBinary()
	if err != nil {
		return nil, err
	}
	b := make([]byte, len(magic)+8, len(magic)+n*(Dim+16))
	copy(b, magic)
	b = order.AppendUint32(b, uint32(n))
	b = order.AppendUint32(b, uint32(len(calibration)))
	for _, f := range t.Fields {
		b = order.AppendUint32(b, uint32(math.Round(float64(f)*fieldUnit)))
	}
	b = append(b, calibration...)
	peaks := make([]float32, n)
	largest := float32(0)
	for i := range peaks {
		for _, x := range t.Rows[i*Dim : (i+1)*Dim] {
			peaks[i] = max(peaks[i], float32(math.Abs(float64(x))))
		}
		largest = max(largest, peaks[i])
	}
	for i := range peaks {
		b = order.AppendUint16(b, uint16(math.Round(float64(peaks[i])/float64(largest)*math.MaxUint16)))
	}
	b = appendVocabulary(b, t.Words)
	for i, x := range t.Rows {
		q := 0.0
		if p := peaks[i/Dim]; p > 0 {
			q = math.Round(float64(x) / float64(p) * 127)
		}
		b = append(b, byte(int(q)+128))
	}
	sum := sha256.Sum256(b[len(magic)+8:])
	copy(b[len(magic):], sum[:8])
	return b, nil
}

// fieldUnit is the weight 1 of a field in whole numbers.
const fieldUnit = 1 << 10

// New reads an encoded table, which must not change any more. Whether its content is
// what its sum says is not looked at (Check).
func New(b []byte) (*Embedder, error) {
	e, list, err := read(b)
	if err != nil {
		return nil, err
	}
	v, err := parseVocabulary(list, e.words())
	if err != nil {
		return nil, err
	}
	e.vocabulary = func() *Vocabulary { return v }
	return e, nil
}

// read is New but for the vocabulary: list has its words. What takes time is that.
func read(b []byte) (e *Embedder, list []byte, err error) {
	const header = len(magic) + 8 + 8 + 4*int(Fields)
	if len(b) < header || string(b[:len(magic)]) != magic {
		return nil, nil, errors.New("embedding table: not of this version")
	}
	e = &Embedder{id: fmt.Sprintf("builtin-%s", hex.EncodeToString(b[len(magic):len(magic)+8]))}
	at := b[len(magic)+8:]
	n, calibration := int(order.Uint32(at)), int(order.Uint32(at[4:]))
	for i := range e.fields {
		e.fields[i] = uint64(order.Uint32(at[8+4*i:]))
		if e.fields[i] == 0 || e.fields[i] > maxField*fieldUnit {
			return nil, nil, fmt.Errorf("embedding table: field %d has no weight", i)
		}
	}
	b = b[header:]
	if calibration > len(b) || n > len(b)/Dim {
		return nil, nil, errors.New("embedding table: cut off")
	}
	if err := e.calibration.UnmarshalBinary(b[:calibration]); err != nil {
		return nil, nil, err
	}
	b = b[calibration:]
	if len(b) < (2+Dim)*n {
		return nil, nil, errors.New("embedding table: cut off")
	}
	e.scales, list, e.rows = b[:2*n], b[2*n:len(b)-n*Dim], b[len(b)-n*Dim:]
	e.counters.New = func() any { return &scratch{counter: NewCounter(e.vocabulary())} }
	return e, list, nil
}

// Check says whether an encoded table is as it was written.
func Check(b []byte) error {
	if len(b) < len(magic)+8 || string(b[:len(magic)]) != magic {
		return errors.New("embedding table: not of this version")
	}
	if sum := sha256.Sum256(b[len(magic)+8:]); string(sum[:8]) != string(b[len(magic):len(magic)+8]) {
		return errors.New("embedding table: it is not as it was written")
	}
	return nil
}
