package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"codeintel/cmd/internal/atomicfile"
	"codeintel/cmd/internal/corpus"
)

// data is what one package teaches.
type data struct {
	Package  string
	Version  string
	Licence  string
	Examples []example
	Pairs    []pair
}

// documented counts the examples with documentation.
func (d *data) documented() int {
	n := 0
	for i := range d.Examples {
		if d.Examples[i].Doc != "" {
			n++
		}
	}
	return n
}

// load returns what a package teaches. It is kept below dir, where it takes less room
// than the package; that is removed as soon as it was read.
func load(ctx context.Context, c *corpus.Cache, dir string, p *pkg) (*data, error) {
	kept := filepath.Join(dir, strings.NewReplacer("/", "-", " ", "-").Replace(p.name())+".json.gz")
	if d, err := readData(kept); err == nil {
		return d, nil
	} else if !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", kept, err)
	}
	tree, version, clean, err := p.fetch(ctx, c)
	if err != nil {
		return nil, err
	}
	d := &data{Package: p.name(), Version: version, Licence: p.licence}
	d.Examples, d.Pairs, err = examples(ctx, tree, p)
	if err := errors.Join(err, clean()); err != nil {
		return nil, err
	}
	return d, writeData(kept, d)
}

func readData(file string) (d *data, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	d = &data{}
	return d, json.NewDecoder(z).Decode(d)
}

func writeData(file string, d *data) error {
	f, err := atomicfile.Create(file)
	if err != nil {
		return err
	}
	defer f.Abort()
	z := gzip.NewWriter(f)
	if err := errors.Join(json.NewEncoder(z).Encode(d), z.Close()); err != nil {
		return err
	}
	return f.Commit()
}
