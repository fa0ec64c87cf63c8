package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// both is a question in English and in Japanese about a tree. Each of files answers it.
type both struct {
	tree     string
	files    []string
	english  string
	japanese string
}

// readBoth reads questions, one a line: the tree, the files, separated by "|", and the
// question in English and in Japanese, separated by tabs. It skips lines that begin with #.
func readBoth(name string) (list []both, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			return nil, fmt.Errorf("%s: %q has %d fields, not 4", name, line, len(f))
		}
		list = append(list, both{f[0], strings.Split(f[1], "|"), f[2], f[3]})
	}
	return list, nil
}

// found counts questions by the rank of the first right file.
type found struct {
	n, first, three, five, ten int
	reciprocal                 float64
}

func (s *found) add(rank int) {
	s.n++
	if rank == 0 || rank > 10 {
		return
	}
	s.reciprocal += 1 / float64(rank)
	for most, count := range map[int]*int{1: &s.first, 3: &s.three, 5: &s.five, 10: &s.ten} {
		if rank <= most {
			*count++
		}
	}
}

func (s *found) String() string {
	return fmt.Sprintf("of %d first %d, in three %d, in five %d, in ten %d, MRR %.3f", s.n, s.first, s.three, s.five, s.ten, s.reciprocal/float64(max(s.n, 1)))
}

// askBoth asks the questions of a list in both languages, and prints the rank of the right
// file for each and how often it is among the first.
func askBoth(ctx context.Context, out io.Writer, list, trees string) error {
	questions, err := readBoth(list)
	if err != nil {
		return err
	}
	var english, japanese found
	var g *grove
	for i, q := range questions {
		if i == 0 || q.tree != questions[i-1].tree {
			if g, err = treeGrove(ctx, filepath.Join(trees, q.tree)); err != nil {
				return err
			}
		}
		a, err := g.rankOf(ctx, q.english, q.files)
		if err != nil {
			return err
		}
		b, err := g.rankOf(ctx, q.japanese, q.files)
		if err != nil {
			return err
		}
		english.add(a)
		japanese.add(b)
		fmt.Fprintf(out, "%s\t%d\t%d\t%s\n", q.tree, a, b, q.japanese)
	}
	fmt.Fprintf(out, "English: %s\nJapanese: %s\n", &english, &japanese)
	return nil
}

// rankOf returns the rank, from 1, of the first of files that a question finds; 0 if it
// finds none.
func (g *grove) rankOf(ctx context.Context, question string, files []string) (int, error) {
	hits, err := g.search(ctx, ways[wayNumber("both")], question, 200)
	if err != nil {
		return 0, err
	}
	var seen []string
	for i := range hits {
		if !slices.Contains(seen, hits[i].Path) {
			seen = append(seen, hits[i].Path)
		}
		if slices.Contains(files, hits[i].Path) {
			return len(seen), nil
		}
	}
	return 0, nil
}
