package agents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Overload is more than a shared process can do at once: many agents ask all kinds of
// questions and editors are typed in while the files of the repository change without
// end. What it shows is who waits, and whether the process is as it was afterwards.
type Overload struct {
	// Agents and Editors are how many there are of them.
	Agents, Editors int
	// Writes is the time between two changes of files on disk; 0 for none.
	Writes time.Duration
	// Duration is how long clients begin new questions.
	Duration time.Duration
	// Think is the mean time from an answer to the next question of an agent, Typing
	// that to the next change of an editor; 0 for none.
	Think, Typing time.Duration
	Seed          uint64
	// Settle is how long the process may take to be as it was before; the usage is
	// read again until it is, or until then.
	Settle time.Duration
	// Log is told what happens; nil for nobody.
	Log io.Writer
}

// Usages are what the shared process used before, during and after a load. During has
// the most of each; its CPU is that of the load alone.
type Usages struct {
	Before, During, After Observed
}

// Observed is what a process uses at a time.
type Observed struct {
	Usage
	Descriptors, Threads int
}

// Overloaded is what came of an Overload.
type Overloaded struct {
	Agents, Editors []Sample
	// Modified counts answers to editors that the text was changed meanwhile; Partial
	// those to agents that say that they are not complete.
	Modified, Partial int
	// Writes counts changes of files.
	Writes   int
	Failures []error
	Wall     time.Duration
	Usages   Usages
}

// Overload runs the load on a fleet whose index is made, and which has no agents yet. The
// repository, of Go files, is as it was afterwards. Clients stay connected until the
// usage has been read.
func (f *Fleet) Overload(ctx context.Context, o Overload) (_ *Overloaded, err error) {
	log := func(format string, args ...any) {
		if o.Log != nil {
			fmt.Fprintf(o.Log, format+"\n", args...)
		}
	}
	if err := f.Start(ctx, 1); err != nil {
		return nil, err
	}
	subjects, err := Gather(ctx, f.Agents[0], o.Seed)
	if err != nil {
		return nil, err
	}
	files := slices.DeleteFunc(slices.Clone(subjects.Files), func(file string) bool {
		return !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || strings.Contains(file, "testdata/")
	})
	random := rand.New(rand.NewPCG(o.Seed, 3))
	random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	if len(files) < 2*o.Editors+1 {
		return nil, fmt.Errorf("the repository has %d Go files, and the load needs %d", len(files), 2*o.Editors+1)
	}
	log("%d files; starting %d agents and %d editors", len(subjects.Files), o.Agents, o.Editors)
	if err := f.Start(ctx, o.Agents-1); err != nil {
		return nil, err
	}
	var typists []*Typist
	defer func() {
		for _, t := range typists {
			err = errors.Join(err, t.Close(ctx))
		}
	}()
	for i := range o.Editors {
		t, err := StartTypist(ctx, append(slices.Clone(f.Command), "lsp", "--root", f.Root), f.Environ(), f.Root, files[i], fmt.Sprintf("typed%dx", i))
		if err != nil {
			return nil, err
		}
		typists = append(typists, t)
		if _, _, err := t.ask(ctx, random); err != nil { // it is connected, and has its text
			return nil, err
		}
	}
	status, err := f.Status(ctx)
	if err != nil || status == nil {
		return nil, errors.Join(errors.New("there is no shared process"), err)
	}
	out := &Overloaded{}
	if out.Usages.Before, err = Observe(status.PID); err != nil {
		return nil, err
	}
	log("the load begins (process %d)", status.PID)

	began := time.Now()
	var group sync.WaitGroup
	var mu sync.Mutex
	writing, stop := context.WithCancel(ctx)
	defer stop()
	writes := make(chan struct{})
	go func() {
		defer close(writes)
		n, err := rewrite(writing, f.Root, files[o.Editors:], o.Writes)
		mu.Lock()
		defer mu.Unlock()
		if out.Writes = n; err != nil {
			out.Failures = append(out.Failures, err)
		}
	}()
	for i, t := range typists {
		group.Go(func() {
			r := t.Run(ctx, o.Duration, o.Typing, o.Seed+uint64(i))
			mu.Lock()
			defer mu.Unlock()
			out.Editors, out.Failures, out.Modified = append(out.Editors, r.Samples...), append(out.Failures, r.Failures...), out.Modified+r.Modified
		})
	}
	observing, seen := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(seen)
		every := time.NewTicker(200 * time.Millisecond)
		defer every.Stop()
		for {
			if u, err := Observe(status.PID); err == nil {
				d := &out.Usages.During
				d.Resident, d.CPU = max(d.Resident, u.Resident), u.CPU-out.Usages.Before.CPU
				d.Descriptors, d.Threads = max(d.Descriptors, u.Descriptors), max(d.Threads, u.Threads)
			}
			select {
			case <-observing:
				return
			case <-every.C:
			}
		}
	}()
	r, runErr := Run(ctx, f.Agents, Load{Subjects: subjects, Think: o.Think, Duration: o.Duration, Seed: o.Seed})
	group.Wait()
	out.Wall = time.Since(began)
	stop()
	<-writes
	close(observing)
	<-seen
	if runErr != nil {
		return nil, runErr
	}
	out.Agents, out.Failures, out.Partial = r.Samples, append(out.Failures, r.Failures...), r.Partial
	log("the load is over after %.1f s", out.Wall.Seconds())
	for late := time.Now().Add(o.Settle); ; {
		if out.Usages.After, err = Observe(status.PID); err != nil {
			return nil, fmt.Errorf("the shared process is gone after the load: %w", err)
		}
		if !time.Now().Before(late) || out.Usages.Returned() {
			return out, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// Returned reports whether memory and descriptors are what they were: of memory half as
// much again, since what was read for the questions may stay read.
func (u *Usages) Returned() bool {
	return u.After.Descriptors <= u.Before.Descriptors && u.After.Resident <= u.Before.Resident*3/2
}

// rewrite changes one file after another, with a pause between two changes, until ctx is
// done; then it puts all back. It returns how many changes there were.
func rewrite(ctx context.Context, root string, files []string, pause time.Duration) (n int, err error) {
	if pause <= 0 {
		return 0, nil
	}
	was := map[string][]byte{}
	defer func() {
		for name, text := range was {
			err = errors.Join(err, os.WriteFile(name, text, 0o666))
		}
	}()
	every := time.NewTicker(pause)
	defer every.Stop()
	for ; ; n++ {
		select {
		case <-ctx.Done():
			return n, nil
		case <-every.C:
		}
		name := filepath.Join(root, filepath.FromSlash(files[n%min(len(files), 40)]))
		if was[name] == nil {
			if was[name], err = os.ReadFile(name); err != nil {
				return n, err
			}
		}
		text := was[name]
		if n%4 == 0 {
			text = fmt.Appendf(slices.Clip(text), "\nfunc overloaded%d() int { return %d }\n", n, n)
		} else {
			text = fmt.Appendf(slices.Clip(text), "\n// overloaded %d\n", n)
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			return n, err
		}
	}
}

// Table is what came of the load, in Markdown: a row for each kind of question.
func (r *Overloaded) Table() string {
	b := &strings.Builder{}
	ms := func(d time.Duration) string { return fmt.Sprintf("%.0f", float64(d)/float64(time.Millisecond)) }
	fmt.Fprintf(b, "%.0f s, %d answers to agents (%d not complete), %d to editors (%d that the text was changed meanwhile), %d changes of files, %d failures\n\n",
		r.Wall.Seconds(), len(r.Agents), r.Partial, len(r.Editors), r.Modified, r.Writes, len(r.Failures))
	fmt.Fprint(b, "| question | answers | p50 ms | p95 ms | p99 ms | most ms |\n|---|---:|---:|---:|---:|---:|\n")
	row := func(name string, samples []Sample) {
		took := Times(samples)
		fmt.Fprintf(b, "| %s | %d | %s | %s | %s | %s |\n", name, len(took), ms(Percentile(took, 50)), ms(Percentile(took, 95)), ms(Percentile(took, 99)), ms(Percentile(took, 100)))
	}
	row("agents: all", r.Agents)
	rows := func(samples []Sample) {
		kinds := map[string][]Sample{}
		for _, s := range samples {
			kinds[s.Tool] = append(kinds[s.Tool], s)
		}
		for _, k := range slices.SortedFunc(func(yield func(string) bool) {
			for k := range kinds {
				if !yield(k) {
					return
				}
			}
		}, byTool) {
			row(k, kinds[k])
		}
	}
	rows(r.Agents)
	row("editors: the own text", r.Own())
	rows(r.Editors)
	u := &r.Usages
	fmt.Fprintf(b, "\nShared process: %.1f CPU-s; resident %d MiB before, %d at the most, %d after; descriptors %d, %d, %d; threads %d, %d, %d\n",
		u.During.CPU.Seconds(), u.Before.Resident>>20, u.During.Resident>>20, u.After.Resident>>20,
		u.Before.Descriptors, u.During.Descriptors, u.After.Descriptors, u.Before.Threads, u.During.Threads, u.After.Threads)
	return b.String()
}

// Own are the answers to editors that need the text in the editor alone.
func (r *Overloaded) Own() []Sample {
	own := OwnRequests()
	return slices.DeleteFunc(slices.Clone(r.Editors), func(s Sample) bool { return !slices.Contains(own, s.Tool) })
}

// Times are how long answers took.
func Times(samples []Sample) []time.Duration {
	took := make([]time.Duration, len(samples))
	for i := range samples {
		took[i] = samples[i].Took
	}
	return took
}
