package agents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Load is what a number of agents do at the same time.
type Load struct {
	Subjects *Subjects
	// Think is the mean time from an answer to the next question; 0 for none. It
	// varies from nothing to twice as much.
	Think time.Duration
	// Duration is how long the agents ask; where it is 0 each of them asks Calls
	// times.
	Duration time.Duration
	Calls    int
	Seed     uint64
	// Halfway is called once, beside the agents, when half of that is over; nil for
	// nothing.
	Halfway func() error
}

// Sample is one answer.
type Sample struct {
	Question
	Began  time.Time
	Took   time.Duration
	Tokens int
}

// Result is what came of a load.
type Result struct {
	Samples []Sample
	// Partial counts answers that say that they are not complete.
	Partial int
	// Failures are questions without a right answer, and what else went wrong.
	Failures []error
	Wall     time.Duration
	// Halfway is when Halfway was called, zero when it was not.
	Halfway time.Time
}

// Run has each of the agents ask questions of all kinds that the server has tools
// for. An agent goes on after a failure, unless its server has ended.
func Run(ctx context.Context, agents []*Agent, l Load) (*Result, error) {
	tools, err := agents[0].Tools(ctx)
	if err != nil {
		return nil, err
	}
	m := newMix(tools)
	if m.total == 0 {
		return nil, errors.New("the server has no tool that is known")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &Result{}
	began := time.Now()
	var mu sync.Mutex
	var asked atomic.Int64
	var once sync.Once
	var group sync.WaitGroup
	halfway := func() {
		if l.Halfway == nil {
			return
		}
		once.Do(func() {
			group.Go(func() {
				at := time.Now()
				err := l.Halfway()
				mu.Lock()
				defer mu.Unlock()
				if r.Halfway = at; err != nil {
					r.Failures = append(r.Failures, err)
				}
			})
		})
	}
	for i, a := range agents {
		group.Go(func() {
			random := rand.New(rand.NewPCG(l.Seed, uint64(i)+2))
			var samples []Sample
			var failures []error
			partial := 0
			for n := 0; ctx.Err() == nil && (l.Duration > 0 && time.Since(began) < l.Duration || l.Duration <= 0 && n < l.Calls); n++ {
				q := m.draw(random, l.Subjects)
				at := time.Now()
				answer, err := a.Call(ctx, q)
				if err != nil {
					if failures = append(failures, err); a.gone() {
						break
					}
				}
				samples = append(samples, Sample{q, at, answer.Took, answer.Tokens()})
				if strings.Contains(answer.Text, `"complete":false`) {
					partial++
				}
				if l.Duration > 0 && time.Since(began) >= l.Duration/2 || l.Duration <= 0 && 2*asked.Add(1) >= int64(l.Calls*len(agents)) {
					halfway()
				}
				if l.Think > 0 {
					select {
					case <-ctx.Done():
					case <-time.After(time.Duration(random.Int64N(int64(2 * l.Think)))):
					}
				}
			}
			mu.Lock()
			defer mu.Unlock()
			r.Samples, r.Failures, r.Partial = append(r.Samples, samples...), append(r.Failures, failures...), r.Partial+partial
		})
	}
	group.Wait()
	r.Wall = time.Since(began)
	return r, ctx.Err()
}

// gone says whether the process of the agent has ended.
func (a *Agent) gone() bool {
	select {
	case <-a.ended:
		return true
	default:
		return false
	}
}

// Row is what came of the questions to one tool.
type Row struct {
	Tool     string
	Calls    int
	P50, P99 time.Duration
	// Tokens is the mean of the answers.
	Tokens int
}

// Rows are those of all tools, and one of all questions with the name "".
func (r *Result) Rows() []Row {
	all := map[string][]Sample{"": r.Samples}
	for _, s := range r.Samples {
		all[s.Tool] = append(all[s.Tool], s)
	}
	var out []Row
	for tool, samples := range all {
		out = append(out, newRow(tool, samples))
	}
	slices.SortFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(min(1, len(b.Tool)), min(1, len(a.Tool))), byTool(a.Tool, b.Tool))
	})
	return out
}

func newRow(tool string, samples []Sample) Row {
	row := Row{Tool: tool, Calls: len(samples)}
	var took []time.Duration
	for _, s := range samples {
		took = append(took, s.Took)
		row.Tokens += s.Tokens
	}
	if row.Calls > 0 {
		row.Tokens /= row.Calls
	}
	row.P50, row.P99 = Percentile(took, 50), Percentile(took, 99)
	return row
}

// Percentile is the smallest of some times that p of a hundred don't exceed; 0 of
// none.
func Percentile(took []time.Duration, p int) time.Duration {
	if len(took) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(took))
	return sorted[(len(sorted)*p+99)/100-1]
}

// Gap is the longest time that an agent waited for an answer to a question from
// before a moment that came after it.
func (r *Result) Gap(at time.Time) time.Duration {
	var gap time.Duration
	for _, s := range r.Samples {
		if !s.Began.After(at) && s.Began.Add(s.Took).After(at) {
			gap = max(gap, s.Took)
		}
	}
	return gap
}

// Longest is the longest time that an agent waited for another answer than those
// of Gap.
func (r *Result) Longest(at time.Time) time.Duration {
	var longest time.Duration
	for _, s := range r.Samples {
		if s.Began.After(at) || !s.Began.Add(s.Took).After(at) {
			longest = max(longest, s.Took)
		}
	}
	return longest
}

// Editor changes files of a repository while others ask, and looks whether the
// next answer knows.
type Editor struct {
	// Agent asks for what was written.
	Agent *Agent
	// Dir is the repository, Files are those to write to, by turns, relative to it.
	Dir   string
	Files []string
	// Text defines a name; it is added to a file.
	Text  func(name string) string
	Every time.Duration
	// Prefix is how the names begin.
	Prefix string
}

// Edits is what came of an Editor.
type Edits struct {
	// Known are the times from an edit to an answer that has it.
	Known []time.Duration
	// Behind counts answers that did not have it and said that they may not.
	Behind   int
	Failures []error
}

// Run edits until ctx is done.
func (e *Editor) Run(ctx context.Context) *Edits {
	out := &Edits{}
	next := time.NewTicker(e.Every)
	defer next.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return out
		case <-next.C:
		}
		name := fmt.Sprintf("%s%d", e.Prefix, n)
		if err := appendTo(filepath.Join(e.Dir, filepath.FromSlash(e.Files[n%len(e.Files)])), e.Text(name)); err != nil {
			out.Failures = append(out.Failures, err)
			return out
		}
		written := time.Now()
		for known := false; !known && ctx.Err() == nil; {
			var found struct {
				Total      int    `json:"total"`
				Complete   bool   `json:"complete"`
				Generation uint64 `json:"generation"`
				Behind     int    `json:"behind"`
			}
			// It must not be cut off: the next load has to find the agent as it was.
			err := e.Agent.ask(context.WithoutCancel(ctx), Question{"find_definitions", map[string]any{"symbol": name, "exact_match": true}}, &found)
			switch {
			case err != nil:
				if out.Failures = append(out.Failures, err); e.Agent.gone() {
					return out
				}
				known = true
			case found.Total > 0:
				out.Known = append(out.Known, time.Since(written))
				known = true
			case found.Complete:
				out.Failures = append(out.Failures, fmt.Errorf("an answer (of generation %d, %d changes behind) does not have %s, which was written %s before its end, and does not say that it may not; known before: %d edits, %d answers that said so", found.Generation, found.Behind, name, time.Since(written), len(out.Known), out.Behind))
				known = true
			default:
				out.Behind++
			}
		}
	}
}

func appendTo(file, text string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// Report says what failed, each kind once, with how often.
func Report(failures []error) string {
	count := map[string]int{}
	for _, err := range failures {
		count[strings.TrimSpace(err.Error())]++
	}
	b := &strings.Builder{}
	for _, text := range slices.Sorted(func(yield func(string) bool) {
		for text := range count {
			if !yield(text) {
				return
			}
		}
	}) {
		fmt.Fprintf(b, "%d times: %s\n", count[text], text)
	}
	return b.String()
}
