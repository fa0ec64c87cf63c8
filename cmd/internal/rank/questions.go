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

// both is a question in English and in Japanese, with the files of a tree of which one is
// what it asks for.
type both struct {
	tree    string
	files   []string
	english string
	other   string
}

// readBoth reads questions: a tree, files with | between them, and the question in English
// and in Japanese, with tabs between them. Lines that begin with # are comments.
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

// found counts at which rank the right file is.
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

// askBoth asks the questions of a list in both languages, and prints how often the right
// file is found.
func askBoth(ctx context.Context, out io.Writer, list, trees string) error {
	questions, err := readBoth(list)
	if err != nil {
		return err
	}
	var english, other found
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
		b, err := g.rankOf(ctx, q.other, q.files)
		if err != nil {
			return err
		}
		english.add(a)
		other.add(b)
		fmt.Fprintf(out, "%s\t%d\t%d\t%s\n", q.tree, a, b, q.other)
	}
	fmt.Fprintf(out, "English: %s\nJapanese: %s\n", &english, &other)
	return nil
}

// rankOf is the rank, from 1, of the first of some files that a question finds; 0 where it
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
