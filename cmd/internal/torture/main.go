// Command torture drives ci from outside, as a program that knows nothing of its
// inside, and tries to make it wrong, silent, slow, talkative or dead: it damages the
// store, writes hostile files, takes away disk, memory and descriptors, kills
// processes, floods them, and compares what ci answers with the answers of an
// undisturbed run in a fresh copy. See `make torture`.
//
// A part is a family of cases. A case has a name, as damage/17, and follows from
// that name and the seed alone, so a case that failed can be run again:
//
//	go run ./cmd/internal/torture -seed 1 -only damage/17 -keep
//
// It prints a line for each fault and a table at the end, and ends with status 1
// when there was one. Everything it writes is below one temporary folder. It needs
// neither a network nor root; what can't be run on a machine is named with its reason.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	faults, err := run(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
		os.Exit(2)
	}
	if faults > 0 {
		os.Exit(1)
	}
}

// run runs what the flags ask for and returns the number of cases with a fault.
func run(ctx context.Context) (faults int, err error) {
	s := &suite{ctx: ctx, say: os.Stdout, bounds: usual()}
	var names []string
	for _, p := range parts() {
		names = append(names, p.name)
	}
	program := flag.String("ci", "bin/ci", "the program to torture")
	source := flag.String("source", ".", "the root `folder` of this module, for fixtures and real code")
	out := flag.String("out", "", "the `folder` to work in; a temporary one when empty. Its path must be short: sockets are in it")
	wanted := flag.String("parts", strings.Join(names, ","), "comma-separated parts to run")
	flag.Uint64Var(&s.seed, "seed", 1, "the seed of all cases")
	flag.DurationVar(&s.time, "time", time.Hour, "how long it may take; each part has a share")
	flag.IntVar(&s.cases, "cases", 0, "at most this many cases in a part; 0 means as many as it has")
	flag.IntVar(&s.jobs, "jobs", 1, "run this many cases at the same time")
	flag.StringVar(&s.only, "only", "", "run one case alone, as damage/17, and print what it does")
	flag.BoolVar(&s.keep, "keep", false, "keep the folders of cases with a fault")
	write := flag.String("write", "", "Markdown `file` to write the table to")
	flag.Parse()
	if flag.NArg() > 0 {
		return 0, fmt.Errorf("%q is no flag; see -help", flag.Arg(0))
	}
	if s.program, err = filepath.Abs(*program); err != nil {
		return 0, err
	}
	if s.source, err = filepath.Abs(*source); err != nil {
		return 0, err
	}
	if err := s.open(*out); err != nil {
		return 0, err
	}
	defer s.close()
	if s.only != "" {
		name, _, _ := strings.Cut(s.only, "/")
		*wanted = name
	}
	results, err := s.run(strings.Split(*wanted, ","))
	if err != nil {
		return 0, err
	}
	if s.only == "" {
		fmt.Fprint(s.say, "\n", table(results))
	}
	if *write != "" {
		if err := s.write(*write, results); err != nil {
			return 0, err
		}
	}
	for _, r := range results {
		faults += r.faults()
	}
	return faults, nil
}
