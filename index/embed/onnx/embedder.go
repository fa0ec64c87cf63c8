// Package onnx embeds by a neural model in the form of ONNX, run by ONNX Runtime:
// multilingual-e5-small, and other encoders of text and code. What is particular
// to a model (its tokens, prefixes, pooling, dimensions) comes from the files of
// its folder.
package onnx

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"codeintel/index/embed"
	"codeintel/index/embed/onnx/tokenize"

	ort "github.com/yalue/onnxruntime_go"
	"golang.org/x/sync/errgroup"
)

// Options of an Embedder.
type Options struct {
	// ID is what the Embedder says that it is: the model and its version.
	ID string
	// Threads is how many passages are worked on at a time, each by one thread;
	// 0 means 1. A query has one more of its own, so that it need not wait for
	// passages.
	Threads int
}

// Embedder is a loaded model. It is an embed.Embedder.
type Embedder struct {
	card    Card
	id      string
	tok     *tokenize.Tokenizer
	limit   int // tokens of a text
	inputs  []value
	pooled  bool // the model makes one vector of a text itself
	passage chan struct{}
	query   chan struct{}

	mu      sync.RWMutex // held for reading while the session runs
	session *ort.DynamicAdvancedSession
}

var _ embed.Embedder = (*Embedder)(nil)

// Open loads a model from its folder. The files are read once, whole.
func Open(ctx context.Context, rt *Runtime, folder Folder, card Card, o Options) (*Embedder, error) {
	e, model, output, err := prepare(ctx, folder, card, o)
	if err != nil {
		return nil, err
	}
	if _, err := rt.Load(); err != nil {
		return nil, err
	}
	if e.session, err = newSession(model, e.inputs, output); err != nil {
		return nil, fmt.Errorf("%s: %w", card.Model, err)
	}
	// The session has its own copy. This one is as large, and would stay for long in
	// a process that does little else.
	model = nil
	debug.FreeOSMemory()
	return e, nil
}

// Check says whether a model is one that Open can load, as far as that can be said
// without the runtime.
func Check(ctx context.Context, folder Folder, card Card) error {
	_, _, _, err := prepare(ctx, folder, card, Options{})
	return err
}

// prepare does what needs no runtime, and returns the ONNX file, and the name of
// the output that is read.
func prepare(ctx context.Context, folder Folder, card Card, o Options) (e *Embedder, model []byte, output string, err error) {
	e = &Embedder{
		card: card, id: o.ID,
		passage: make(chan struct{}, max(1, o.Threads)),
		query:   make(chan struct{}, 1),
	}
	data, err := folder.ReadFile(card.Tokenizer)
	if err != nil {
		return nil, nil, "", err
	}
	if e.tok, err = tokenize.Read(data); err != nil {
		return nil, nil, "", err
	}
	e.limit = cmp.Or(card.MaxTokens, e.tok.Limit(), defaultTokens)
	if e.limit <= e.tok.Overhead() {
		return nil, nil, "", fmt.Errorf("a text has at most %d tokens, and its template %d", e.limit, e.tok.Overhead())
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, "", err
	}
	if model, err = folder.ReadFile(card.Model); err != nil {
		return nil, nil, "", err
	}
	g, err := readGraph(model)
	if err == nil {
		output, err = e.plan(g)
	}
	if err != nil {
		return nil, nil, "", fmt.Errorf("%s: %w", card.Model, err)
	}
	return e, model, output, ctx.Err()
}

func newSession(model []byte, inputs []value, output string) (*ort.DynamicAdvancedSession, error) {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	// One thread a run: texts side by side use processors better than the parts of
	// one text do. Without the arena, memory that a long text took is given back.
	err = errors.Join(options.SetIntraOpNumThreads(1), options.SetInterOpNumThreads(1), options.SetCpuMemArena(false), options.SetMemPattern(false))
	var session *ort.DynamicAdvancedSession
	if err == nil {
		names := make([]string, len(inputs))
		for i, in := range inputs {
			names[i] = in.name
		}
		session, err = ort.NewDynamicAdvancedSessionWithONNXData(model, names, []string{output}, options)
	}
	return session, errors.Join(err, options.Destroy())
}

// plan finds how the model is asked, and which of its outputs is read.
func (e *Embedder) plan(g *graph) (output string, err error) {
	if g.external {
		return "", errors.New("its weights are in other files, which is not supported")
	}
	for _, in := range g.inputs {
		switch in.name {
		case "input_ids", "attention_mask", "token_type_ids":
			if in.elem != elemInt64 && in.elem != elemInt32 {
				return "", fmt.Errorf("the input %s is of the type %d", in.name, in.elem)
			}
			e.inputs = append(e.inputs, in)
		default:
			return "", fmt.Errorf("the input %q is not supported; the model is no encoder of texts", in.name)
		}
	}
	if !slices.ContainsFunc(e.inputs, func(in value) bool { return in.name == "input_ids" }) {
		return "", errors.New("it has no input input_ids")
	}
	for _, dims := range []int{3, 2} {
		for _, out := range g.outputs {
			if len(out.dims) != dims || out.elem != elemFloat {
				continue
			}
			if d := out.dims[dims-1]; d >= 0 && d != int64(e.card.Dim) {
				continue // of another layer
			}
			e.pooled = dims == 2
			return out.name, nil
		}
	}
	return "", fmt.Errorf("it has no output of vectors of %d numbers", e.card.Dim)
}

// ID is that of the options.
func (e *Embedder) ID() string { return e.id }

// Dim is the length of a vector.
func (e *Embedder) Dim() int { return e.card.Dim }

// Close gives the model's memory back, when nothing runs any more. Later calls
// fail.
func (e *Embedder) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.session == nil {
		return nil
	}
	err := e.session.Destroy()
	e.session = nil
	return err
}

// Passages is that of embed.Embedder. When the context ends it returns after the
// texts that are being worked on.
func (e *Embedder) Passages(ctx context.Context, list []embed.Passage) ([]float32, error) {
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = text(p)
	}
	return e.embed(ctx, e.card.Passage, texts, e.passage)
}

// Queries is that of embed.Embedder.
func (e *Embedder) Queries(ctx context.Context, list []string) ([]float32, error) {
	return e.embed(ctx, e.card.Query, list, e.query)
}

// text is a passage as a model reads it.
func text(p embed.Passage) string {
	parts := make([]string, 0, 3)
	if p.Scope != "" {
		parts = append(parts, p.Scope)
	}
	if p.Name != "" && !strings.Contains(p.Text, p.Name) {
		parts = append(parts, p.Name)
	}
	if p.Text != "" {
		parts = append(parts, p.Text)
	}
	return strings.Join(parts, "\n")
}

// embed makes the rows of texts, as many at a time as slots has room for. Each text
// is run by itself: models that quantise what they are given do so with all texts
// of a run together, and sums come out a little different in larger matrices, so
// that what a text becomes would depend on those beside it. From 64 tokens on runs
// of several texts are not faster, with 16 by a tenth.
func (e *Embedder) embed(ctx context.Context, prefix string, texts []string, slots chan struct{}) ([]float32, error) {
	out := make([]float32, len(texts)*e.card.Dim)
	ids := make([][]int32, len(texts))
	order := make([]int, 0, len(texts))
	for i, text := range texts {
		if strings.TrimSpace(text) == "" {
			continue
		}
		ids[i] = e.tok.Encode(nil, prefix+text, e.limit)
		order = append(order, i)
	}
	// The longest first, so that all threads end at about the same time.
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(ids[b]), len(ids[a])) })
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cap(slots))
	for _, at := range order {
		group.Go(func() error {
			select {
			case slots <- struct{}{}:
				defer func() { <-slots }()
			case <-ctx.Done():
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			return e.run(ids[at], out[at*e.card.Dim:(at+1)*e.card.Dim])
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return out, nil
}

var errClosed = errors.New("the model is closed")

// run makes the row of one text, which is zeros before.
func (e *Embedder) run(ids []int32, row []float32) (err error) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	if e.session == nil {
		return errClosed
	}
	var pin runtime.Pinner // the library keeps what it is given until the end
	defer pin.Unpin()
	inputs := make([]ort.Value, 0, len(e.inputs))
	defer func() {
		for _, v := range inputs {
			err = errors.Join(err, v.Destroy())
		}
	}()
	for _, in := range e.inputs {
		var v ort.Value
		if in.elem == elemInt32 {
			v, err = tensor[int32](&pin, in.name, ids)
		} else {
			v, err = tensor[int64](&pin, in.name, ids)
		}
		if err != nil {
			return err
		}
		inputs = append(inputs, v)
	}
	outputs := []ort.Value{nil}
	if err := e.session.Run(inputs, outputs); err != nil {
		return fmt.Errorf("the model %s has failed: %w", e.card.Name, err)
	}
	defer func() { err = errors.Join(err, outputs[0].Destroy()) }()
	result, ok := outputs[0].(*ort.Tensor[float32])
	want := len(row)
	if !e.pooled {
		want *= len(ids)
	}
	if !ok || len(result.GetData()) != want {
		return fmt.Errorf("the model %s has answered a text of %d tokens with %v numbers, want vectors of %d", e.card.Name, len(ids), outputs[0].GetShape(), len(row))
	}
	pool(row, result.GetData(), e.card.Pooling)
	embed.Unit(row)
	return nil
}

// tensor is one input of the model: the tokens, or what goes with them.
func tensor[T int32 | int64](pin *runtime.Pinner, name string, ids []int32) (ort.Value, error) {
	data := make([]T, len(ids))
	pin.Pin(&data[0])
	switch name {
	case "input_ids":
		for i, id := range ids {
			data[i] = T(id)
		}
	case "attention_mask":
		for i := range data {
			data[i] = 1
		}
	}
	return ort.NewTensor(ort.NewShape(1, int64(len(ids))), data)
}

// pool makes one row, which is zeros before, of the vectors of a text's tokens.
func pool(row, vectors []float32, how Pooling) {
	dim := len(row)
	switch how {
	case First:
		copy(row, vectors)
	case Last:
		copy(row, vectors[len(vectors)-dim:])
	case Max:
		copy(row, vectors)
		for i, x := range vectors {
			row[i%dim] = max(row[i%dim], x)
		}
	default: // the sum: its direction is that of the mean
		for i, x := range vectors {
			row[i%dim] += x
		}
	}
}
