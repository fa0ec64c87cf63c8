package model

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"codeintel/index/embed/onnx"
)

// maxEntries is how many files a folder with a model has at most.
const maxEntries = 10_000

// Take copies a model from a folder and records it. Symbolic links are followed:
// caches of hubs consist of them. file is the ONNX file, "" for the one that
// onnx.Choose chooses.
func (s *Store) Take(ctx context.Context, name, dir, file string) (l *Lock, card onnx.Card, err error) {
	if err := checkName(name); err != nil {
		return nil, card, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, card, err
	}
	var list []hubFile
	entries := 0
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entries++; entries > maxEntries {
			return fmt.Errorf("it has more than %d files; give the folder of one model", maxEntries)
		}
		if d.IsDir() {
			if p != dir && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if path.Ext(rel) == ".onnx" || onnx.Needed(rel) {
			list = append(list, hubFile{Path: rel})
		}
		return nil
	})
	if err == nil {
		list, err = wanted(list, file)
	}
	if err != nil {
		return nil, card, fmt.Errorf("%s can't be used: %s", dir, reason(err))
	}
	stage, err := s.stage(name, dir, "")
	if err != nil {
		return nil, card, err
	}
	defer func() { err = errors.Join(err, stage.remove()) }()
	for _, f := range list {
		copied, err := stage.take(ctx, dir, f.Path)
		if err != nil {
			return nil, card, fmt.Errorf("%s: %w", f.Path, err)
		}
		stage.lock.Files = append(stage.lock.Files, copied)
	}
	return stage.finish(ctx)
}

// take copies one file.
func (g *stage) take(ctx context.Context, dir, name string) (file File, err error) {
	from, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return file, err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return file, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxModel {
		return file, errors.New("it is no file, or too large")
	}
	out, err := g.create(name)
	if err != nil {
		return file, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	sums := newSums(info.Size())
	if _, err := io.Copy(io.MultiWriter(out, sums), &stoppable{ctx, from}); err != nil {
		return file, err
	}
	return File{Path: name, Size: sums.size, SHA256: hex.EncodeToString(sums.sha.Sum(nil))}, out.Sync()
}

// stoppable is a reader that ends with its context.
type stoppable struct {
	ctx context.Context
	io.Reader
}

func (s *stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(p)
}
