package main

import (
	"context"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"time"

	"codeintel/index/embed/builtin"
)

// sample is an example as numbers of words.
type sample struct {
	doc, name, scope, text bag
	docID, codeID          uint64 // what can't be told apart has the same
}

// trainingSet is what is trained on.
type trainingSet struct {
	documented, bare [][]sample // by package
	pairs            []sample   // doc is Japanese, name the other
}

func newTrainingSet(v *builtin.Vocabulary, all []*data) *trainingSet {
	c := builtin.NewCounter(v)
	var tokens []builtin.Token
	toBag := func(text string) (b bag) {
		tokens = c.Count(tokens[:0], text, builtin.MaxTokens)
		for _, t := range tokens {
			b.add(t.ID, builtin.Weight(t.Count))
		}
		return b
	}
	set := &trainingSet{}
	for _, d := range all {
		var documented, bare []sample
		for _, e := range d.Examples {
			s := sample{name: toBag(e.Name), scope: toBag(e.Scope), text: toBag(e.Text), codeID: hash(e.Name, e.Text)}
			s.text.level()
			if e.Doc != "" {
				s.doc, s.docID = toBag(e.Doc), hash(e.Doc)
				if len(s.doc.ids) >= minDoc {
					documented = append(documented, s)
					continue
				}
			}
			// The name alone is asked for.
			s.doc, s.docID = toBag(e.Name), hash(e.Name)
			if len(s.doc.ids) >= 2 && len(s.text.ids) >= 8 {
				bare = append(bare, s)
			}
		}
		set.documented = append(set.documented, documented)
		set.bare = append(set.bare, bare)
		for _, p := range d.Pairs {
			s := sample{doc: toBag(p.Japanese), name: toBag(p.Other), docID: hash(p.Japanese), codeID: hash(p.Other)}
			if len(s.doc.ids) == 0 || len(s.name.ids) == 0 {
				continue
			}
			set.pairs = append(set.pairs, s)
			// The same with its compounds divided: their parts are words elsewhere.
			var parts bag
			for i, id := range s.doc.ids {
				if of := pieces(v, id); of != nil {
					for _, id := range of {
						parts.add(id, s.doc.weights[i])
					}
				} else {
					parts.add(id, s.doc.weights[i])
				}
			}
			if len(parts.ids) > len(s.doc.ids) {
				s.doc = parts
				set.pairs = append(set.pairs, s)
			}
		}
	}
	return set
}

func hash(texts ...string) uint64 {
	h := fnv.New64a()
	for _, t := range texts {
		io.WriteString(h, t)
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// Sizes of a batch: blocks of one package, so that what has to be told apart is alike.
const (
	batchSize = 512
	blockSize = 256
	// There are few texts in Japanese: their words are to be met often.
	pairBatchSize = 256
	pairRounds    = 4
)

// batches are the samples of packages in batches of blocks, in random order. A few are
// left out at the end.
func batches(packages [][]sample, size int, r *rand.Rand) [][]*sample {
	var blocks [][]*sample
	var rest []*sample
	for _, p := range packages {
		all := make([]*sample, len(p))
		for i, j := range r.Perm(len(p)) {
			all[i] = &p[j]
		}
		for ; len(all) >= blockSize; all = all[blockSize:] {
			blocks = append(blocks, all[:blockSize:blockSize])
		}
		rest = append(rest, all...)
	}
	for ; len(rest) >= blockSize; rest = rest[blockSize:] {
		blocks = append(blocks, rest[:blockSize:blockSize])
	}
	r.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	var out [][]*sample
	for ; len(blocks) >= size/blockSize; blocks = blocks[size/blockSize:] {
		var b []*sample
		for _, block := range blocks[:size/blockSize] {
			b = append(b, block...)
		}
		out = append(out, b)
	}
	return out
}

// kind is what a batch teaches.
type kind int

const (
	documentedBatch kind = iota
	bareBatch            // the name asks for the code
	pairBatch            // Japanese asks for English
)

type batch struct {
	kind    kind
	samples []*sample
}

// epoch is all batches of one round, in random order.
func (t *trainingSet) epoch(r *rand.Rand) []batch {
	var out []batch
	for _, b := range batches(t.documented, batchSize, r) {
		out = append(out, batch{documentedBatch, b})
	}
	n := len(out) / 3
	for i, b := range batches(t.bare, batchSize, r) {
		if i < n {
			out = append(out, batch{bareBatch, b})
		}
	}
	for range pairRounds {
		for _, b := range batches([][]sample{t.pairs}, pairBatchSize, r) {
			out = append(out, batch{pairBatch, b})
		}
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// Shares of what is left out, so that no field and no word is relied on.
const (
	dropToken = 0.15
	dropName  = 0.30
	dropScope = 0.15
	nameShare = 0.8 // of the batches in which the documentation asks for the name alone, too
)

// dropped is a bag without some of its words.
func dropped(b bag, r *rand.Rand) (out bag) {
	for i, id := range b.ids {
		if r.Float32() >= dropToken {
			out.add(id, b.weights[i])
		}
	}
	if len(out.ids) == 0 && len(b.ids) > 0 {
		i := r.IntN(len(b.ids))
		out.add(b.ids[i], b.weights[i])
	}
	return out
}

// Of the training.
const (
	rate   = 3e-3
	warmUp = 50
)

// train learns a model.
func train(ctx context.Context, set *trainingSet, words, epochs int, seed uint64, log func(format string, args ...any)) (*model, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	m := newModel(words, r)
	var all []batch
	for range epochs {
		all = append(all, set.epoch(r)...)
	}
	var c contrast
	var text, code side
	begin, losses := time.Now(), [3]float64{}
	for i, b := range all {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		text.inputs, code.inputs = text.inputs[:0], code.inputs[:0]
		for _, s := range b.samples {
			text.inputs = append(text.inputs, input{dropped(s.doc, r)})
			var of input
			switch b.kind {
			case pairBatch:
				of[builtin.Name] = dropped(s.name, r)
			case bareBatch:
				of[builtin.Text] = dropped(s.text, r)
			case documentedBatch:
				of[builtin.Text] = dropped(s.text, r)
				if r.Float32() >= dropName || len(s.text.ids) == 0 {
					of[builtin.Name] = dropped(s.name, r)
				}
			}
			if b.kind != pairBatch && r.Float32() >= dropScope {
				of[builtin.Scope] = dropped(s.scope, r)
			}
			code.inputs = append(code.inputs, of)
		}
		same := func(i, j int) bool {
			a, b := b.samples[i], b.samples[j]
			return a.docID == b.docID || a.codeID == b.codeID
		}
		loss := m.step(&c, &text, &code, same)
		losses[b.kind] += 0.05 * (loss - losses[b.kind])
		if b.kind == documentedBatch && r.Float32() < nameShare {
			for j, s := range b.samples {
				of := input{builtin.Name: dropped(s.name, r)}
				if r.Float32() < 0.5 {
					of[builtin.Scope] = dropped(s.scope, r)
				}
				code.inputs[j] = of
			}
			m.step(&c, &text, &code, same)
		}
		at := rate * min(1, float64(i+1)/warmUp) * (1 + math.Cos(math.Pi*float64(i)/float64(len(all)))) / 2
		m.update(at)
		if i%25 == 0 || i == len(all)-1 {
			log("%d of %d batches, %.0f s: losses %.3f %.3f %.3f, fields %.2f, scale %.1f", i+1, len(all), time.Since(begin).Seconds(), losses[0], losses[1], losses[2], m.fields, math.Exp(float64(m.scale)))
		}
	}
	return m, nil
}
