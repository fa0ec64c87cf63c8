package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// part is a family of cases.
type part struct {
	name, does string
	// share is the part's share of the time, beside those of the other parts.
	share int
	// cases is how many cases make the part whole.
	cases int
	// needs returns why the part can't run on this machine, or "". May be nil.
	needs func(s *suite) string
	// prepare makes what the cases have in common and returns the function that runs
	// one case. It is called once.
	prepare func(s *suite) (func(t *trial), error)
}

// parts returns all parts in the order in which they run.
func parts() []part {
	return []part{damagePart(), recordsPart(), filesPart(), bombsPart(), statePart(), treesPart(), secretsPart(), clientsPart(), resourcesPart(), soakPart(), testsPart()}
}

// suite is one run.
type suite struct {
	ctx             context.Context
	say             io.Writer
	program, source string // absolute
	dir             string // where cases work
	ours            bool   // dir was made by open
	bounds          bounds
	seed            uint64
	time            time.Duration
	cases, jobs     int
	only            string
	keep            bool

	finally []func() // what parts have to end

	mu sync.Mutex // guards say
}

// result is what came of a part.
type result struct {
	part
	counts   [numVerdicts]int
	done     int
	took     time.Duration
	cpu      time.Duration // the most of one process
	peak     int64         // bytes, the most of one process
	notRun   []string      // what could not be run, with the reason
	worstCPU string        // the case with it
	worst    string        // the case with peak
}

func (r *result) faults() int {
	n := 0
	for v := Silent; v < numVerdicts; v++ {
		n += r.counts[v]
	}
	return n
}

// open makes the folder to work in.
func (s *suite) open(dir string) (err error) {
	if _, err := os.Stat(s.program); err != nil {
		return fmt.Errorf("%w; `make build` makes it", err)
	}
	if dir == "" {
		s.ours = true
		s.dir, err = os.MkdirTemp("", "torture")
		return err
	}
	if s.dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	return os.MkdirAll(s.dir, 0o700)
}

// close removes what open made, unless something in it was kept.
func (s *suite) close() {
	if !s.ours {
		return
	}
	if kept, _ := filepath.Glob(filepath.Join(s.dir, "*-*")); s.keep && len(kept) > 0 {
		return
	}
	removeAll(s.dir)
}

// run runs the parts that are named.
func (s *suite) run(names []string) ([]*result, error) {
	all := parts()
	var chosen []part
	for _, name := range names {
		i := slices.IndexFunc(all, func(p part) bool { return p.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no part %q", name)
		}
		chosen = append(chosen, all[i])
	}
	end := time.Now().Add(s.time)
	shares := 0
	for _, p := range chosen {
		shares += p.share
	}
	var results []*result
	for _, p := range chosen {
		if s.ctx.Err() != nil {
			break
		}
		// What earlier parts have not used is divided among the others.
		mine := time.Until(end) * time.Duration(p.share) / time.Duration(shares)
		shares -= p.share
		r, err := s.runPart(p, mine)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		results = append(results, r)
	}
	return results, nil
}

// runPart runs the cases of p, no longer than limit.
func (s *suite) runPart(p part, limit time.Duration) (*result, error) {
	r := &result{part: p}
	began := time.Now()
	if p.needs != nil {
		if why := p.needs(s); why != "" {
			r.notRun = append(r.notRun, why)
			fmt.Fprintf(s.say, "== %s: not run: %s\n", p.name, why)
			return r, nil
		}
	}
	first, count := 0, p.cases
	if s.cases > 0 {
		count = min(count, s.cases)
	}
	if s.only != "" {
		_, text, _ := strings.Cut(s.only, "/")
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("-only %s is not the name of a case, as %s/17", s.only, p.name)
		}
		first, count = n, n+1
	}
	fmt.Fprintf(s.say, "== %s: %s; seed %d, at most %v\n", p.name, p.does, s.seed, limit.Round(time.Second))
	do, err := p.prepare(s)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	next := first
	var wg sync.WaitGroup
	for range max(1, s.jobs) {
		wg.Go(func() {
			for {
				mu.Lock()
				n := next
				next++
				mu.Unlock()
				if n >= count || s.ctx.Err() != nil || time.Since(began) > limit && s.only == "" {
					return
				}
				t := s.try(p.name, n, do)
				mu.Lock()
				r.add(t)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for _, end := range s.finally {
		end()
	}
	s.finally = nil
	r.took = time.Since(began)
	fmt.Fprintf(s.say, "   %s: %d of %d cases in %v, %d with a fault\n", p.name, r.done, p.cases, r.took.Round(time.Second), r.faults())
	return r, nil
}

// add counts a case.
func (r *result) add(t *trial) {
	if t.skipped != "" {
		if !slices.Contains(r.notRun, t.skipped) {
			r.notRun = append(r.notRun, t.skipped)
		}
		return
	}
	r.done++
	r.counts[t.verdict]++
	if t.cpu > r.cpu {
		r.cpu, r.worstCPU = t.cpu, t.name()
	}
	if t.peak > r.peak {
		r.peak, r.worst = t.peak, t.name()
	}
}

// random returns the source of randomness of a case: the same for the same seed and name.
func (s *suite) random(part string, number int) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s/%d", part, number)
	return rand.New(rand.NewPCG(s.seed, h.Sum64()))
}

// try runs one case and reports it.
func (s *suite) try(part string, number int, do func(t *trial)) *trial {
	t := &trial{s: s, part: part, number: number, rng: s.random(part, number)}
	dir := filepath.Join(s.dir, fmt.Sprintf("%s-%d", part, number))
	t.box, t.broken = newBox(s, dir)
	if t.broken == nil {
		t.perform(do)
	}
	if t.broken != nil {
		// The tool itself has failed, which proves nothing about ci.
		t.skipped = fmt.Sprintf("%s: the case can't be made: %v", t.name(), t.broken)
	}
	s.report(t)
	if t.verdict < Silent || !s.keep {
		removeAll(dir)
	}
	return t
}

// perform runs the case and afterwards looks for what must hold in each.
func (t *trial) perform(do func(t *trial)) {
	defer func() {
		if r := recover(); r != nil && r != errGiveUp {
			panic(r)
		}
	}()
	defer t.end()
	do(t)
}

// report prints a case with a fault, and any case that is run alone.
func (s *suite) report(t *trial) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.only == "" && t.verdict < Silent && t.skipped == "" {
		return
	}
	if t.skipped != "" {
		fmt.Fprintf(s.say, "not run %s: %s\n", t.name(), t.skipped)
		return
	}
	fmt.Fprintf(s.say, "%s %s, seed %d: %s\n", t.verdict, t.name(), s.seed, strings.Join(t.why, "; "))
	log := t.log
	if s.only == "" {
		log = shorten(log)
	}
	for _, line := range log {
		fmt.Fprintf(s.say, "      %s\n", line)
	}
	if s.only == "" {
		fmt.Fprintf(s.say, "      again: go run ./cmd/internal/torture -seed %d -only %s -keep\n", s.seed, t.name())
	} else if t.verdict >= Silent && s.keep {
		fmt.Fprintf(s.say, "      kept: %s\n", t.box.dir)
	}
}

// shorten returns the beginning of a log, in short lines.
func shorten(log []string) []string {
	const lines, letters = 12, 300
	var out []string
	for _, line := range log[:min(len(log), lines)] {
		if len(line) > letters {
			line = line[:letters] + " …"
		}
		out = append(out, line)
	}
	if len(log) > lines {
		out = append(out, fmt.Sprintf("… %d lines more when it is run alone", len(log)-lines))
	}
	return out
}

// table returns the results as a Markdown table, and what could not be run.
func table(results []*result) string {
	b := &strings.Builder{}
	b.WriteString("| part | cases | ok | said | SILENT | WRONG | LEAK | ESCAPE | HANG | CRASH | worst CPU | worst memory | time |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	var notRun []string
	for _, r := range results {
		fmt.Fprintf(b, "| %s | %d of %d |", r.name, r.done, r.part.cases)
		for _, n := range r.counts {
			fmt.Fprintf(b, " %d |", n)
		}
		fmt.Fprintf(b, " %s | %s | %v |\n", measured(r.cpu > 0, fmt.Sprintf("%.1f s", r.cpu.Seconds()), r.worstCPU),
			measured(r.peak > 0, fmt.Sprintf("%d MB", r.peak>>20), r.worst), r.took.Round(time.Second))
		for _, why := range r.notRun {
			notRun = append(notRun, cmp.Or(r.name, "?")+": "+why)
		}
	}
	if len(notRun) > 0 {
		b.WriteString("\nNot run:\n\n")
		for _, why := range notRun {
			fmt.Fprintf(b, "- %s\n", why)
		}
	}
	return b.String()
}

// measured returns a figure with the case that it is of, or "–" when nothing was measured.
func measured(any bool, figure, name string) string {
	if !any {
		return "–"
	}
	return figure + " (" + name + ")"
}

// removeAll removes dir with all below it, also where folders are not writable.
func removeAll(dir string) {
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700) // what can't be changed is left behind
		}
		return nil
	})
	if err := os.RemoveAll(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		fmt.Fprintln(os.Stderr, "torture:", err)
	}
}
