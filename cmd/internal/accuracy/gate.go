package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"codeintel/cmd/internal/corpus"
	"codeintel/cmd/internal/gocalls"
	"codeintel/cmd/internal/phptruth"
	"codeintel/cmd/internal/pinned"
	"codeintel/index/workspace"
)

// pins has, for each tree of the gate, its truth and in least.txt what was
// reached: a row for each tree with the recall of definitions, precision and
// recall of references, and of Go's calls both.
//
//go:embed testdata
var pins embed.FS

const pinDir = "cmd/internal/accuracy/testdata"

// gateColumns are those of least.txt, too, which has millionths.
var gateColumns = []string{"tree", "defs R", "refs P", "refs R", "calls P", "calls R"}

// gate compares the trees whose truth is in the repository, and fails where less
// is reached than before. A tree that is not in the cache is fetched when fetch is
// set, else it is said to be left out, unless the module cache has it.
func gate(ctx context.Context, cache *corpus.Cache, fetch bool, only string) error {
	least, err := readLeast()
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(gateColumns, "\t"))
	var failed []error
	for _, t := range gated(only) {
		if t.Source != corpus.GoModule && !fetch && !cache.Has(ctx, t) {
			fmt.Fprintf(w, "%s\tleft out: the tree is not here; make gate GATE=-fetch brings it\n", t.Name)
			continue
		}
		dir, version, err := cache.Fetch(ctx, t)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", t.Name, err))
			continue
		}
		truth, err := readPin(t)
		if err != nil {
			return err
		}
		if version != truth.Version {
			fmt.Fprintf(w, "%s\tleft out: its version is %s here, and the truth is of %s\n", t.Name, version, truth.Version)
			continue
		}
		reached, log, err := reach(ctx, t, truth, dir)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", t.Name, err))
			continue
		}
		fmt.Fprintln(w, strings.Join(append([]string{t.Name}, shown(reached)...), "\t"))
		for i, n := range reached {
			if n >= least[t.Name][i] {
				continue
			}
			report, err := cache.Path("report", t.Name+".gate.tsv")
			if err != nil {
				return err
			}
			if err := os.WriteFile(report, log, 0o666); err != nil {
				return err
			}
			failed = append(failed, fmt.Errorf("%s: %s is %s, and was %s; the misses are in %s", t.Name, gateColumns[i+1], ratio(n), ratio(least[t.Name][i]), report))
		}
	}
	return errors.Join(append(failed, w.Flush())...)
}

// gated are the trees of the gate.
func gated(only string) (list []corpus.Tree) {
	for _, t := range corpus.Trees() {
		if t.Gate && (only == "" || strings.Contains(","+only+",", ","+t.Name+",")) {
			list = append(list, t)
		}
	}
	return list
}

// reached are what gateColumns say, in millionths; -1 where it is not measured.
type reached [5]int

// reach measures a tree.
func reach(ctx context.Context, t corpus.Tree, truth *pinned.Truth, dir string) (r reached, log []byte, err error) {
	if err := truth.Verify(dir); err != nil {
		return r, nil, err
	}
	s, _, err := workspace.Index(ctx, dir, workspace.Options{Env: workspace.SystemEnv()})
	if err != nil {
		return r, nil, err
	}
	var b bytes.Buffer
	scores, err := truth.Compare(s, &b)
	if err != nil {
		return r, nil, err
	}
	r = reached{millionths(scores.Definitions.Recall()), millionths(scores.References.Precision()), millionths(scores.References.Recall()), -1, -1}
	if t.Language == "Go" {
		_, _, calls, err := gocalls.Measure(ctx, dir, &b)
		if err != nil {
			return r, nil, err
		}
		r[3], r[4] = millionths(calls.Precision()), millionths(calls.Recall())
	}
	return r, b.Bytes(), nil
}

func millionths(v float64) int { return int(math.Floor(v * 1e6)) }

func ratio(n int) string {
	if n < 0 {
		return "–"
	}
	return fmt.Sprintf("%.6f", float64(n)/1e6)
}

func shown(r reached) (cells []string) {
	for _, n := range r {
		cells = append(cells, ratio(n))
	}
	return cells
}

// readLeast reads what was reached before.
func readLeast() (map[string]reached, error) {
	text, err := pins.ReadFile("testdata/least.txt")
	if err != nil {
		return nil, err
	}
	least := map[string]reached{}
	for _, l := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		var name string
		var r reached
		if _, err := fmt.Sscan(l, &name, &r[0], &r[1], &r[2], &r[3], &r[4]); err != nil {
			return nil, fmt.Errorf("least.txt: %q: %w", l, err)
		}
		least[name] = r
	}
	for _, t := range gated("") {
		if _, ok := least[t.Name]; !ok {
			return nil, fmt.Errorf("least.txt has no row of %s", t.Name)
		}
	}
	return least, nil
}

func readPin(t corpus.Tree) (*pinned.Truth, error) {
	data, err := pins.ReadFile("testdata/" + t.Name + ".json.gz")
	if err != nil {
		return nil, err
	}
	return pinned.Decode(data)
}

// pin writes the truths of the gate's trees, and what is reached now, into the
// source of this program. It needs what make accuracy needs.
func pin(ctx context.Context, cache *corpus.Cache, php phptruth.PHP) error {
	var least strings.Builder
	for _, t := range gated("") {
		dir, version, err := cache.Fetch(ctx, t)
		if err != nil {
			return err
		}
		occurrences, err := occurrences(ctx, cache, t, dir, version, php)
		if err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
		truth, err := pinned.New(version, corpus.Indexer(t.Language), dir, occurrences)
		if err != nil {
			return err
		}
		data, err := truth.Encode()
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(pinDir, t.Name+".json.gz"), data, 0o666); err != nil {
			return err
		}
		r, _, err := reach(ctx, t, truth, dir)
		if err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
		fmt.Fprintf(&least, "%s %d %d %d %d %d\n", t.Name, r[0], r[1], r[2], r[3], r[4])
	}
	return os.WriteFile(filepath.Join(pinDir, "least.txt"), []byte(least.String()), 0o666)
}

// occurrences are those of a tree's truth.
func occurrences(ctx context.Context, cache *corpus.Cache, t corpus.Tree, dir, version string, php phptruth.PHP) ([]pinned.Occurrence, error) {
	if t.Language == "PHP" {
		return phptruth.Occurrences(ctx, php, dir)
	}
	path, err := cache.Truth(ctx, t, dir, version)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return pinned.FromSCIP(f, dir)
}
