// Command overload puts more load on one shared process than it can take, and says who
// waited how long: many agents, editors that are typed in, and files that change without
// end. It fails where a wait is longer than it may be, an answer is wrong or missing, or
// memory and descriptors do not return.
//
//	go run ./cmd/internal/overload -ci bin/ci -root DIR
//
// DIR is a repository of Go files; its files are changed, and put back at the end.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"codeintel/cmd/internal/agents"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "overload:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	o := agents.Overload{Log: os.Stderr}
	ci := flag.String("ci", "bin/ci", "the command `ci`")
	root := flag.String("root", "", "the `folder` of the repository; its Go files are changed, and put back")
	flag.IntVar(&o.Agents, "agents", 50, "how many agents ask")
	flag.IntVar(&o.Editors, "editors", 10, "how many editors are typed in")
	flag.DurationVar(&o.Writes, "writes", 50*time.Millisecond, "time between two changes of files; 0 for none")
	flag.DurationVar(&o.Duration, "duration", time.Minute, "how long clients ask")
	flag.DurationVar(&o.Think, "think", 200*time.Millisecond, "mean time from an answer to an agent's next question")
	flag.DurationVar(&o.Typing, "typing", 200*time.Millisecond, "mean time from an answer to the next change in an editor")
	flag.Uint64Var(&o.Seed, "seed", 1, "of the questions")
	flag.DurationVar(&o.Settle, "settle", 100*time.Second, "how long memory and descriptors may take to return")
	any95 := flag.Duration("p95", time.Second, "goal for the 95th percentile of all answers; 0 for none")
	own99 := flag.Duration("own-p99", 300*time.Millisecond, "goal for the 99th percentile of what an editor's own text answers; 0 for none")
	flag.Parse()
	if *root == "" {
		return errors.New("name a repository with -root DIR")
	}
	if err := agents.Observable(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "ci") // short: there is a socket in it
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	f := &agents.Fleet{Command: []string{*ci}, Root: *root, Dir: dir, Env: []string{"HOME=" + dir}}
	defer f.Abandon()
	if err := f.Prepare(); err != nil {
		return err
	}
	if _, err := f.Do(ctx, "index", *root, "--quiet"); err != nil {
		return err
	}
	r, err := f.Overload(ctx, o)
	if err != nil {
		if text, logErr := f.Log(); logErr == nil {
			fmt.Fprintf(os.Stderr, "the shared process has logged:\n%s", text)
		}
		return err
	}
	fmt.Print(r.Table())
	if len(r.Failures) > 0 {
		err = fmt.Errorf("%d failures:\n%s", len(r.Failures), agents.Report(r.Failures))
	}
	for _, goal := range []struct {
		what    string
		samples []agents.Sample
		percent int
		most    time.Duration
	}{
		{"all answers", append(r.Agents, r.Editors...), 95, *any95},
		{"what an editor's own text answers", r.Own(), 99, *own99},
	} {
		if took := agents.Percentile(agents.Times(goal.samples), goal.percent); goal.most > 0 && took > goal.most {
			err = errors.Join(err, fmt.Errorf("%s: p%d is %s, more than %s", goal.what, goal.percent, took.Round(time.Millisecond), goal.most))
		}
	}
	if !r.Usages.Returned() {
		err = errors.Join(err, errors.New("memory or descriptors have not returned"))
	}
	return errors.Join(err, f.End(ctx))
}
