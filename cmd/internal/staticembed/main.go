// Staticembed makes the table of index/embed/builtin: one row of numbers for each of
// some 35,000 words and parts of words, learned so that a sentence of documentation is
// close to the code that it documents, and a text in Japanese to the same in English.
//
//	go run ./cmd/internal/staticembed
//
// fetches the packages of packages.txt from the registries of Go, npm and Debian, one
// after the other, reads what they teach, and trains. What was read of a package is kept
// below -out; packages that can't be had are left out. The same packages and seed make
// the same table on machines of the same kind. NOTICE says what the table was made from.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"codeintel/cmd/internal/atomicfile"
	"codeintel/cmd/internal/corpus"
	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
)

func main() {
	var o options
	flag.StringVar(&o.out, "out", "out/staticembed", "folder for what was read")
	flag.StringVar(&o.table, "table", "index/embed/builtin/table.bin", "the table, written")
	flag.StringVar(&o.notice, "notice", "cmd/internal/staticembed/NOTICE", "what the table was made from, written; empty for none")
	flag.IntVar(&o.epochs, "epochs", 4, "rounds over the data")
	flag.Uint64Var(&o.seed, "seed", 1, "of all that is random")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "staticembed:", err)
		os.Exit(1)
	}
}

type options struct {
	out, table, notice string
	epochs             int
	seed               uint64
}

func run(ctx context.Context, o options) error {
	log := func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
	packages, err := readPackages(packagesText)
	if err != nil {
		return err
	}
	c, err := corpus.Open(o.out, log)
	if err != nil {
		return err
	}
	kept := filepath.Join(c.Dir, "examples")
	if err := os.MkdirAll(kept, 0o777); err != nil {
		return err
	}
	var all []*data
	for i := range packages {
		d, err := load(ctx, c, kept, &packages[i])
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			log("left out: %s: %v", packages[i].name(), err)
			continue
		}
		all = append(all, d)
	}
	words, set, err := prepare(all)
	if err != nil {
		return err
	}
	log("%d words, %s", len(words), count(all))
	m, err := train(ctx, set, len(words), o.epochs, o.seed, log)
	if err != nil {
		return err
	}
	encoded, err := finish(ctx, &builtin.Table{Words: words, Rows: m.rows, Fields: m.fields}, all)
	if err != nil {
		return err
	}
	if o.notice != "" {
		if err := write(o.notice, []byte(notice(all))); err != nil {
			return err
		}
	}
	return write(o.table, encoded)
}

// prepare chooses the vocabulary, and makes of the data what is trained on. What is
// always part of a longer word has nothing to learn, and is left out.
func prepare(all []*data) ([]string, *trainingSet, error) {
	words := vocabulary(all)
	for {
		v, err := builtin.NewVocabulary(words)
		if err != nil {
			return nil, nil, err
		}
		set := newTrainingSet(v, all)
		if list := used(v, set); len(list) < len(words) {
			words = list
			continue
		}
		return words, set, nil
	}
}

// finish encodes the table, with the Calibration that it has.
func finish(ctx context.Context, t *builtin.Table, all []*data) ([]byte, error) {
	encoded, err := t.Encode()
	if err != nil {
		return nil, err
	}
	e, err := builtin.New(encoded)
	if err != nil {
		return nil, err
	}
	var cosines []float32
	for _, d := range all {
		if cosines, err = unrelated(ctx, e, d, cosines); err != nil {
			return nil, err
		}
	}
	if t.Calibration, err = embed.NewCalibration(cosines); err != nil {
		return nil, err
	}
	return t.Encode()
}

// Of the pairs that a Calibration is made of.
const (
	phrasesOf   = 40  // of one package
	symbolsOf   = 100 // of one package
	phraseWords = 5
)

// unrelated appends the cosines of pairs of a phrase from the documentation of a package
// and the name of something else in it: people ask a repository for what it is about, so
// that these are closer than phrases from elsewhere.
func unrelated(ctx context.Context, e *builtin.Embedder, d *data, cosines []float32) ([]float32, error) {
	var documented []*example
	for i := range d.Examples {
		if x := &d.Examples[i]; x.Doc != "" {
			documented = append(documented, x)
		}
	}
	if len(documented) < symbolsOf {
		return cosines, nil
	}
	var phrases []string
	for i := range phrasesOf {
		words := strings.Fields(documented[i*len(documented)/phrasesOf].Doc)
		phrases = append(phrases, strings.Join(words[:min(len(words), phraseWords)], " "))
	}
	var symbols []embed.Passage
	for i := range symbolsOf {
		x := d.Examples[i*len(d.Examples)/symbolsOf]
		symbols = append(symbols, embed.Passage{Name: x.Name, Scope: x.Scope})
	}
	q, err := e.Queries(ctx, phrases)
	if err != nil {
		return nil, err
	}
	p, err := e.Passages(ctx, symbols)
	if err != nil {
		return nil, err
	}
	for i := range phrases {
		phrase := q[i*dim : (i+1)*dim]
		for j := range symbols {
			symbol := p[j*dim : (j+1)*dim]
			if documented[i*len(documented)/phrasesOf].Name != symbols[j].Name && embed.Known(phrase) && embed.Known(symbol) {
				cosines = append(cosines, embed.Dot(phrase, symbol))
			}
		}
	}
	return cosines, nil
}

func write(path string, b []byte) error {
	f, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(b); err != nil {
		return errors.Join(err, f.Abort())
	}
	return f.Commit()
}

func count(all []*data) string {
	examples, documented, pairs := 0, 0, 0
	for _, d := range all {
		examples += len(d.Examples)
		documented += d.documented()
		pairs += len(d.Pairs)
	}
	return fmt.Sprintf("%d packages: %d functions and types, %d of them documented, %d pairs of texts in Japanese and English", len(all), examples, documented, pairs)
}

// notice says what the table was made from.
func notice(all []*data) string {
	var b strings.Builder
	b.WriteString("The table of index/embed/builtin was learned from these packages. No text of them is in it.\n\n")
	fmt.Fprintf(&b, "%s\n\n", count(all))
	fmt.Fprintf(&b, "%-48s %-42s %-13s %9s %10s %6s\n", "package", "version", "licence", "functions", "documented", "pairs")
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b *data) int { return cmp.Compare(a.Package, b.Package) })
	for _, d := range sorted {
		fmt.Fprintf(&b, "%-48s %-42s %-13s %9d %10d %6d\n", d.Package, d.Version, d.Licence, len(d.Examples), d.documented(), len(d.Pairs))
	}
	return b.String()
}
