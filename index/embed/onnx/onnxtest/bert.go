package onnxtest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

// BERT is the size of an encoder with the graph of BERT. Its weights are random: its vectors
// mean nothing, but cost what those of a trained model cost.
type BERT struct {
	Vocabulary, Hidden, Inner, Layers, Heads, Positions int
	// Quantised stores the weights of products and words as bytes, and quantises what they
	// are multiplied with in each run.
	Quantised bool
}

// E5Small returns the size of multilingual-e5-small.
func E5Small() BERT {
	return BERT{Vocabulary: 250_037, Hidden: 384, Inner: 1536, Layers: 12, Heads: 12, Positions: 512}
}

// Folder returns the model's folder. Its tokenizer has as many pieces as the model has
// words: those of the small models, and words that no text has.
func (m BERT) Folder() Folder {
	file := "onnx/model.onnx"
	if m.Quantised {
		file = "onnx/model_quantized.onnx"
	}
	return Folder{
		file:             m.ONNX(),
		"tokenizer.json": m.tokenizer(),
		"config.json":    fmt.Appendf(nil, `{"model_type":"bert","hidden_size":%d,"max_position_embeddings":%d}`, m.Hidden, m.Positions),
	}
}

func (m BERT) tokenizer() []byte {
	var file map[string]any
	if err := json.Unmarshal(Tokenizer(), &file); err != nil {
		panic(err) // Tokenizer writes JSON
	}
	model := file["model"].(map[string]any)
	vocab := model["vocab"].([]any)
	for i := len(vocab); i < m.Vocabulary; i++ {
		vocab = append(vocab, []any{fmt.Sprintf("▁unsaid%06d", i), -20})
	}
	model["vocab"] = vocab[:m.Vocabulary]
	data, err := json.Marshal(file)
	if err != nil {
		panic(err)
	}
	return data
}

// ONNX returns the model's file.
func (m BERT) ONNX() []byte {
	g := &bert{BERT: m}
	g.ints("to_0", 0)
	g.ints("to_1", 1)
	g.ints("to_2", 2)
	g.ints("to_12", 1, 2)
	g.ints("split", 0, 0, m.Heads, m.Hidden/m.Heads)
	g.ints("join", 0, 0, m.Hidden)
	g.scalar("one", 1)
	g.scalar("lowest", -10_000)
	g.scalar("half", 0.5)
	g.scalar("root2", math.Sqrt2)
	g.scalar("rootDim", math.Sqrt(float64(m.Hidden/m.Heads)))

	// Words, positions and the one type of tokens.
	g.table("words", []int{m.Vocabulary, m.Hidden}, 1)
	if m.Quantised {
		g.op("Gather", "wq", "words", "input_ids")
		g.op("DequantizeLinear", "w", "wq", "words_scale")
	} else {
		g.op("Gather", "w", "words", "input_ids")
	}
	g.floats("positions", []int{m.Positions, m.Hidden})
	g.op("Shape", "shape", "input_ids")
	g.op("Slice", "length", "shape", "to_1", "to_2", "to_0")
	g.op("Slice", "p", "positions", "to_0", "length", "to_0")
	g.floats("types", []int{2, m.Hidden})
	g.op("Gather", "t", "types", "token_type_ids")
	g.op("Add", "wp", "w", "p")
	g.op("Add", "wpt", "wp", "t")
	x := g.normalize("embedded", "wpt")
	// What the mask leaves out gets a score far below all others.
	g.node("Cast", []string{"attention_mask"}, []string{"mf"}, attribute("to", 1))
	g.op("Sub", "masked", "one", "mf")
	g.op("Mul", "low", "masked", "lowest")
	g.op("Unsqueeze", "mask", "low", "to_12")
	for n := range m.Layers {
		x = g.layer(fmt.Sprintf("layer%d", n), x)
	}
	g.op("Identity", "last_hidden_state", x)
	for _, name := range []string{"input_ids", "attention_mask", "token_type_ids"} {
		g.value(11, name, 7, []int{-1, -1})
	}
	g.value(12, "last_hidden_state", 1, []int{-1, -1, m.Hidden})
	g.bytes(2, []byte("test"))
	var model, opset encoder
	opset.number(2, 17)
	model.number(1, 8)
	model.bytes(7, g.encoder)
	model.bytes(8, opset)
	return model
}

// bert writes the graph of a model.
type bert struct {
	BERT
	encoder
	tables int // of random numbers so far
}

// layer appends a layer: attention, and a network with one inner layer.
func (g *bert) layer(name, x string) string {
	head := func(which string, order ...uint64) string {
		y := g.multiply(name+which, x, g.Hidden, g.Hidden)
		g.op("Reshape", y+"_split", y, "split")
		g.node("Transpose", []string{y + "_split"}, []string{y + "_heads"}, list("perm", order...))
		return y + "_heads"
	}
	query, key, value := head("_query", 0, 2, 1, 3), head("_key", 0, 2, 3, 1), head("_value", 0, 2, 1, 3)
	g.op("MatMul", name+"_products", query, key)
	g.op("Div", name+"_scaled", name+"_products", "rootDim")
	g.op("Add", name+"_visible", name+"_scaled", "mask")
	g.op("Softmax", name+"_shares", name+"_visible")
	g.op("MatMul", name+"_mixed", name+"_shares", value)
	g.node("Transpose", []string{name + "_mixed"}, []string{name + "_back"}, list("perm", 0, 2, 1, 3))
	g.op("Reshape", name+"_joined", name+"_back", "join")
	g.op("Add", name+"_attended", g.multiply(name+"_out", name+"_joined", g.Hidden, g.Hidden), x)
	x = g.normalize(name+"_between", name+"_attended")
	inner := g.multiply(name+"_inner", x, g.Hidden, g.Inner)
	// GELU.
	g.op("Div", inner+"_d", inner, "root2")
	g.op("Erf", inner+"_erf", inner+"_d")
	g.op("Add", inner+"_a", inner+"_erf", "one")
	g.op("Mul", inner+"_m", inner, inner+"_a")
	g.op("Mul", inner+"_gelu", inner+"_m", "half")
	g.op("Add", name+"_sum", g.multiply(name+"_outer", inner+"_gelu", g.Inner, g.Hidden), x)
	return g.normalize(name+"_end", name+"_sum")
}

// multiply appends the product of x with a table, and a bias.
func (g *bert) multiply(name, x string, in, out int) string {
	g.table(name+"_w", []int{in, out}, in)
	if g.Quantised {
		g.node("DynamicQuantizeLinear", []string{x}, []string{name + "_q", name + "_s", name + "_z"}, nil)
		g.op("MatMulInteger", name+"_i", name+"_q", name+"_w", name+"_z")
		g.node("Cast", []string{name + "_i"}, []string{name + "_f"}, attribute("to", 1))
		g.op("Mul", name+"_fs", name+"_f", name+"_s")
		g.op("Mul", name+"_p", name+"_fs", name+"_w_scale")
	} else {
		g.op("MatMul", name+"_p", x, name+"_w")
	}
	g.floats(name+"_bias", []int{out})
	g.op("Add", name, name+"_p", name+"_bias")
	return name
}

// normalize appends a layer normalization.
func (g *bert) normalize(name, x string) string {
	ones := make([]byte, 0, 4*g.Hidden)
	for range g.Hidden {
		ones = binary.LittleEndian.AppendUint32(ones, math.Float32bits(1))
	}
	g.tensor(name+"_scale", 1, []int{g.Hidden}, ones, false)
	g.floats(name+"_shift", []int{g.Hidden})
	g.op("LayerNormalization", name, x, name+"_scale", name+"_shift")
	return name
}

// table writes weights, the smaller the more of them are added up: as bytes and a scale
// where the model is quantised.
func (g *bert) table(name string, dims []int, added int) {
	g.tables++
	most := 1 / math.Sqrt(float64(added))
	if !g.Quantised {
		g.numbers(name, dims, most)
		return
	}
	data := make([]byte, dims[0]*dims[1])
	for i := range data {
		data[i] = byte(int8(math.Round(127 * float64(weight(g.tables, i)))))
	}
	g.tensor(name, 3, dims, data, false)
	g.scalar(name+"_scale", most/127)
}

// floats writes small numbers.
func (g *bert) floats(name string, dims []int) {
	g.tables++
	g.numbers(name, dims, 0.02)
}

func (g *bert) numbers(name string, dims []int, most float64) {
	n := 1
	for _, d := range dims {
		n *= d
	}
	data := make([]byte, 0, 4*n)
	for i := range n {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(weight(g.tables, i)*float32(most)))
	}
	g.tensor(name, 1, dims, data, false)
}

func (g *bert) scalar(name string, x float64) {
	g.tensor(name, 1, nil, binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(x))), false)
}

// ints writes a list of whole numbers.
func (g *bert) ints(name string, list ...int) {
	var data []byte
	for _, n := range list {
		data = binary.LittleEndian.AppendUint64(data, uint64(n))
	}
	g.tensor(name, 7, []int{len(list)}, data, false)
}

// op appends a node with one output and no attributes.
func (g *bert) op(op, output string, inputs ...string) {
	g.node(op, inputs, []string{output}, nil)
}

// list is an attribute of several numbers.
func list(name string, numbers ...uint64) []byte {
	var a, out encoder
	a.bytes(1, []byte(name))
	for _, n := range numbers {
		a.number(8, n)
	}
	a.number(20, 7)
	out.bytes(5, a)
	return out
}
