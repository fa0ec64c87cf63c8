// Package onnxtest makes small models for tests: folders of the form that
// encoders of text are published in, with a tokenizer of a few pieces and an ONNX
// file of a few operators.
package onnxtest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"
)

// Model says what a model is like. The zero value is that of XLM-RoBERTa: tokens
// and a mask go in, a vector for each token comes out.
type Model struct {
	Dim       int  // 8 where it is 0
	Types     bool // token_type_ids go in too, as for BERT
	Pooled    bool // one vector for each text comes out
	Int32     bool // what goes in is int32
	Quantised bool // the layer is of bytes, and its input is quantised for each run
	External  bool // it says that its weights are in another file
}

// pieces are the pieces of the tokenizer, in the order of their numbers.
var pieces = []string{"<s>", "<pad>", "</s>", "<unk>", "▁", "▁query", ":", "▁passage", "▁log", "in", "▁user", "s", "▁session", "▁a", "▁b", "▁c", "ログ", "イン", "▁class", "▁func", "a", "b", "c", "d", "e"}

// Folder is a model's folder, with int8 weights in model_quantized.onnx and others
// in model.onnx.
func (m Model) Folder() Folder {
	file := "onnx/model.onnx"
	if m.Quantised {
		file = "onnx/model_quantized.onnx"
	}
	return Folder{
		file:             m.ONNX(),
		"tokenizer.json": Tokenizer(),
		"config.json":    []byte(fmt.Sprintf(`{"model_type":"xlm-roberta","hidden_size":%d,"max_position_embeddings":66}`, m.dim())),
	}
}

// Folder is files by their path.
type Folder map[string][]byte

// Names are the paths of the files.
func (f Folder) Names() []string { return slices.Sorted(maps.Keys(f)) }

// ReadFile returns a file.
func (f Folder) ReadFile(name string) ([]byte, error) {
	data, ok := f[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return data, nil
}

// Tokenizer is the tokenizer.json of all models.
func Tokenizer() []byte {
	var vocab [][]any
	for i, p := range pieces {
		score := 0.0
		if i > 3 {
			score = -float64(i) / 4
		}
		vocab = append(vocab, []any{p, score})
	}
	special := func(i int) map[string]any { return map[string]any{"id": i, "content": pieces[i], "special": true} }
	token := func(text string) any { return map[string]any{"SpecialToken": map[string]any{"id": text, "type_id": 0}} }
	data, err := json.Marshal(map[string]any{
		"version":       "1.0",
		"added_tokens":  []any{special(0), special(1), special(2), special(3)},
		"normalizer":    map[string]any{"type": "NFKC"},
		"pre_tokenizer": map[string]any{"type": "Sequence", "pretokenizers": []any{map[string]any{"type": "WhitespaceSplit"}, map[string]any{"type": "Metaspace", "replacement": "▁", "add_prefix_space": true}}},
		"model":         map[string]any{"type": "Unigram", "unk_id": 3, "vocab": vocab},
		"post_processor": map[string]any{
			"type":           "TemplateProcessing",
			"single":         []any{token("<s>"), map[string]any{"Sequence": map[string]any{"id": "A", "type_id": 0}}, token("</s>")},
			"special_tokens": map[string]any{"<s>": map[string]any{"ids": []int{0}}, "</s>": map[string]any{"ids": []int{2}}},
		},
	})
	if err != nil {
		panic(err) // of values that are written above
	}
	return data
}

func (m Model) dim() int {
	if m.Dim == 0 {
		return 8
	}
	return m.Dim
}

// weight is the i-th number of a table, between -1 and 1.
func weight(table, i int) float32 {
	x := uint32(i+1)*2654435761 + uint32(table)*40503
	x ^= x >> 15
	x *= 2246822519
	x ^= x >> 13
	return float32(int32(x)) / (1 << 31)
}

// quantised is the i-th number of the layer in bytes; it stands for a
// hundredth of it.
func quantised(i int) int8 { return int8(weight(3, i) * 100) }

// Token is the vector that the model makes of a token.
func (m Model) Token(id int32) []float32 {
	dim := m.dim()
	in := make([]float64, dim)
	for i := range in {
		in[i] = float64(weight(1, int(id)*dim+i))
		if m.Types {
			in[i] += float64(weight(2, i))
		}
	}
	out := make([]float32, dim)
	for j := range out {
		sum := 0.0
		for i, x := range in {
			if m.Quantised {
				sum += x * float64(quantised(i*dim+j)) / 100
			} else {
				sum += x * float64(weight(3, i*dim+j))
			}
		}
		out[j] = float32(math.Tanh(sum))
	}
	return out
}

// ONNX is the model's file.
func (m Model) ONNX() []byte {
	dim := m.dim()
	ids := uint64(7) // int64
	if m.Int32 {
		ids = 6
	}
	var g encoder
	layer := func(name string, table, rows int) {
		data := make([]byte, 0, 4*rows*dim)
		for i := range rows * dim {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(weight(table, i)))
		}
		g.tensor(name, 1, []int{rows, dim}, data, m.External)
	}
	layer("words", 1, len(pieces))
	g.node("Gather", []string{"words", "input_ids"}, []string{"x"}, nil)
	x := "x"
	if m.Types {
		layer("types", 2, 2)
		g.node("Gather", []string{"types", "token_type_ids"}, []string{"t"}, nil)
		g.node("Add", []string{"x", "t"}, []string{"xt"}, nil)
		x = "xt"
	}
	if m.Quantised {
		data := make([]byte, dim*dim)
		for i := range data {
			data[i] = byte(quantised(i))
		}
		g.tensor("layer", 3, []int{dim, dim}, data, false)
		g.tensor("scale", 1, nil, binary.LittleEndian.AppendUint32(nil, math.Float32bits(0.01)), false)
		g.node("DynamicQuantizeLinear", []string{x}, []string{"q", "qs", "qz"}, nil)
		g.node("MatMulInteger", []string{"q", "layer", "qz"}, []string{"yi"}, nil)
		g.node("Cast", []string{"yi"}, []string{"yf"}, attribute("to", 1))
		g.node("Mul", []string{"yf", "qs"}, []string{"ys"}, nil)
		g.node("Mul", []string{"ys", "scale"}, []string{"y"}, nil)
	} else {
		layer("layer", 3, dim)
		g.node("MatMul", []string{x, "layer"}, []string{"y"}, nil)
	}
	g.node("Tanh", []string{"y"}, []string{"h"}, nil)
	// What the mask leaves out is zero.
	g.tensor("axis", 7, []int{1}, binary.LittleEndian.AppendUint64(nil, 2), false)
	g.node("Cast", []string{"attention_mask"}, []string{"mf"}, attribute("to", 1))
	g.node("Unsqueeze", []string{"mf", "axis"}, []string{"mu"}, nil)
	g.node("Mul", []string{"h", "mu"}, []string{"last_hidden_state"}, nil)
	g.value(11, "input_ids", ids, []int{-1, -1})
	g.value(11, "attention_mask", ids, []int{-1, -1})
	if m.Types {
		g.value(11, "token_type_ids", ids, []int{-1, -1})
	}
	if m.Pooled {
		g.node("ReduceMean", []string{"last_hidden_state"}, []string{"sentence_embedding"}, append(attributes("axes", 1), attribute("keepdims", 0)...))
		g.value(12, "sentence_embedding", 1, []int{-1, dim})
	} else {
		g.value(12, "last_hidden_state", 1, []int{-1, -1, dim})
	}
	g.bytes(2, []byte("test"))
	var model, opset encoder
	opset.number(2, 17)
	model.number(1, 8)
	model.bytes(7, g)
	model.bytes(8, opset)
	return model
}

// encoder is a message of protocol buffers that is being written.
type encoder []byte

func (e *encoder) number(field int, n uint64) {
	*e = binary.AppendUvarint(binary.AppendUvarint(*e, uint64(field)<<3), n)
}

func (e *encoder) bytes(field int, data []byte) {
	*e = append(binary.AppendUvarint(binary.AppendUvarint(*e, uint64(field)<<3|2), uint64(len(data))), data...)
}

// attribute is an attribute of a node, as its field.
func attribute(name string, n uint64) []byte {
	var a, out encoder
	a.bytes(1, []byte(name))
	a.number(3, n)
	a.number(20, 2)
	out.bytes(5, a)
	return out
}

// attributes is an attribute of one number in a list.
func attributes(name string, n uint64) []byte {
	var a, out encoder
	a.bytes(1, []byte(name))
	a.number(8, n)
	a.number(20, 7)
	out.bytes(5, a)
	return out
}

func (e *encoder) node(op string, inputs, outputs []string, attributes []byte) {
	var n encoder
	for _, s := range inputs {
		n.bytes(1, []byte(s))
	}
	for _, s := range outputs {
		n.bytes(2, []byte(s))
	}
	n.bytes(3, []byte(strings.Join(outputs, "_")))
	n.bytes(4, []byte(op))
	n = append(n, attributes...)
	e.bytes(1, n)
}

func (e *encoder) tensor(name string, elem uint64, dims []int, data []byte, external bool) {
	var t encoder
	for _, d := range dims {
		t.number(1, uint64(d))
	}
	t.number(2, elem)
	t.bytes(8, []byte(name))
	if external {
		var where encoder
		where.bytes(1, []byte("location"))
		where.bytes(2, []byte("model.onnx_data"))
		t.bytes(13, where)
		t.number(14, 1)
	} else {
		t.bytes(9, data)
	}
	e.bytes(5, t)
}

// value writes an input or an output; -1 is a free dimension.
func (e *encoder) value(field int, name string, elem uint64, dims []int) {
	var shape, tensor, kind, v encoder
	for i, d := range dims {
		var dim encoder
		if d < 0 {
			dim.bytes(2, []byte{"bs"[i]})
		} else {
			dim.number(1, uint64(d))
		}
		shape.bytes(1, dim)
	}
	tensor.number(1, elem)
	tensor.bytes(2, shape)
	kind.bytes(1, tensor)
	v.bytes(1, []byte(name))
	v.bytes(2, kind)
	e.bytes(field, v)
}
