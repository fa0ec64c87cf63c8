package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// yardstick is a folder of tasks, see the command.
type yardstick struct{ dir, split string }

// task is a question with what it should find: the files and functions that a change
// with this message has changed, or the definition that has this sentence in its
// documentation.
type task struct {
	ID        string   `json:"id"`
	Repo      string   `json:"repo"`
	Language  string   `json:"lang"`
	Kind      string   `json:"task"` // change or doc
	Query     string   `json:"query"`
	Files     []string `json:"gold_files"`
	Functions []wanted `json:"gold_functions"`

	definition wanted // of doc
}

// tree is the folder of a task's repository below trees/SPLIT.
func (t *task) tree() string {
	if t.Kind == "doc" {
		return t.Repo + "/nodoc"
	}
	return t.Repo + "/full"
}

// tasks reads the tasks, by tree.
func (y *yardstick) tasks(repos []string) (tasks []task, err error) {
	for _, kind := range []string{"change", "doc"} {
		files, err := filepath.Glob(filepath.Join(y.dir, "data", y.split, kind, "*.jsonl"))
		if err != nil {
			return nil, err
		}
		for _, name := range files {
			if len(repos) > 0 && !slices.Contains(repos, strings.TrimSuffix(filepath.Base(name), ".jsonl")) {
				continue
			}
			list, err := readTasks(name)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			tasks = append(tasks, list...)
		}
	}
	if len(tasks) == 0 {
		return nil, fmt.Errorf("%s: there are no tasks of the split %s", y.dir, y.split)
	}
	slices.SortStableFunc(tasks, func(a, b task) int { return strings.Compare(a.tree(), b.tree()) })
	return tasks, nil
}

func readTasks(name string) (tasks []task, err error) {
	err = readLines(name, func(line json.RawMessage) error {
		var t task
		err := cmp.Or(json.Unmarshal(line, &t), json.Unmarshal(line, &t.definition))
		tasks = append(tasks, t)
		return err
	})
	return tasks, err
}

// readLines calls each with the values of a file of JSON lines, until it fails.
func readLines(name string, each func(line json.RawMessage) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for d := json.NewDecoder(bufio.NewReader(f)); d.More(); {
		var line json.RawMessage
		if err := d.Decode(&line); err != nil {
			return err
		}
		if err := each(line); err != nil {
			return err
		}
	}
	return nil
}

// measure asks the tasks of a tree, and scores the answers and those that other
// programs gave; terms are those of the whole repository.
func (y *yardstick) measure(ctx context.Context, m measured, tasks []task, rivals []string) (terms []judged, err error) {
	g, err := treeGrove(ctx, filepath.Join(y.dir, "trees", y.split, filepath.FromSlash(tasks[0].tree())))
	if err != nil {
		return nil, err
	}
	kept := map[string]map[string]answer{}
	for _, r := range rivals {
		if kept[r], err = y.kept(r, &tasks[0]); err != nil {
			return nil, err
		}
	}
	for i := range tasks {
		t := &tasks[i]
		for _, w := range ways {
			hits, err := g.search(ctx, w, t.Query, counted)
			if err != nil {
				return nil, err
			}
			found := make([]place, len(hits)) // nothing found is an answer too
			for i, h := range hits {
				found[i] = place{h.Path, h.StartLine, h.Name}
			}
			m.task(t, w.name, found, found)
		}
		for _, r := range rivals {
			if a, ok := kept[r][t.ID]; ok {
				m.task(t, r, a.files, a.symbols)
			}
		}
	}
	if tasks[0].Kind == "change" {
		pairs, err := y.pairs(tasks[0].Repo)
		if err != nil {
			return nil, err
		}
		terms = g.judge(pairs)
	}
	return terms, nil
}

// task scores an answer: the places to look for files in, and for definitions; nil where
// the program finds none.
func (m measured) task(t *task, program string, files, symbols []place) {
	if t.Kind == "doc" {
		if symbols != nil {
			m.add("doc -> function", t.Language, program, t.Repo, scoreOf(ranks(symbols, []wanted{t.definition}), 1))
		}
		return
	}
	if files != nil {
		m.add("change -> files", t.Language, program, t.Repo, scoreOf(fileRanks(files, t.Files), len(t.Files)))
	}
	if symbols != nil && len(t.Functions) > 0 {
		m.add("change -> functions", t.Language, program, t.Repo, scoreOf(ranks(symbols, t.Functions), len(t.Functions)))
	}
}

// answer is what another program found.
type answer struct{ files, symbols []place }

func (a *answer) UnmarshalJSON(b []byte) error {
	var parts []json.RawMessage // files, symbols, and the question
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	if len(parts) < 2 {
		return errors.New("no answer")
	}
	return cmp.Or(json.Unmarshal(parts[0], &a.files), json.Unmarshal(parts[1], &a.symbols))
}

// kept are the answers of a program to the tasks of a tree, by task; none where they
// were not kept. Programs that look for files only have empty lists of symbols, and so
// the other way round.
func (y *yardstick) kept(program string, t *task) (answers map[string]answer, err error) {
	name := filepath.Join(y.dir, "out", "runs", program, y.split+"-"+t.Repo+"-"+t.Kind+".json")
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &answers); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	files, symbols := false, false
	for _, a := range answers {
		files, symbols = files || len(a.files) > 0, symbols || len(a.symbols) > 0
	}
	for id, a := range answers {
		if !files {
			a.files = nil
		}
		if !symbols {
			a.symbols = nil
		}
		answers[id] = a
	}
	return answers, nil
}
