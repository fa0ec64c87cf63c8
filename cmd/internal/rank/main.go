// Command rank measures how well questions in words find code: by their words, by what
// they mean, and by both. See `make rank`.
//
// With -tasks it reads the tasks of a yardstick for searches: DIR/data/SPLIT/change and
// DIR/data/SPLIT/doc have a file of JSON lines for each repository, whose trees are in
// DIR/trees/SPLIT/REPOSITORY/full (change) and nodoc (doc); what other programs found is
// in DIR/out/runs, if it was kept. DIR/data/SPLIT/pairs has terms with names of symbols that
// they mean, and do not: how well sessions tell these apart is said, too. The shares are means over repositories, so that a
// large one does not decide.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "rank:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("rank", flag.ContinueOnError)
	dir := flags.String("tasks", "", "folder of the yardstick")
	split := flags.String("split", "dev", "which of its splits")
	only := flags.String("repos", "", "comma-separated names of its repositories; all when empty")
	rivals := flags.String("beside", "rg,bm25-file,bm25-func,bm25-file+,bm25-func+", "comma-separated programs whose kept results are shown")
	list := flags.String("questions", "", "file of questions in English and Japanese, see testdata/rank/questions.tsv; -trees has the trees")
	trees := flags.String("trees", "", "folder of the trees of -questions")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *list != "" {
		return askBoth(ctx, out, *list, *trees)
	}
	if *dir == "" {
		return errors.New("-tasks DIR is missing: the folder of the yardstick")
	}
	y := yardstick{dir: *dir, split: *split}
	tasks, err := y.tasks(strings.FieldsFunc(*only, func(c rune) bool { return c == ',' }))
	if err != nil {
		return err
	}
	all := measured{}
	var terms []judged
	for len(tasks) > 0 {
		n := slices.IndexFunc(tasks, func(t task) bool { return t.tree() != tasks[0].tree() })
		if n < 0 {
			n = len(tasks)
		}
		fmt.Fprintf(os.Stderr, "%s: %d tasks\n", tasks[0].tree(), n)
		more, err := y.measure(ctx, all, tasks[:n], strings.Split(*rivals, ","))
		if err != nil {
			return err
		}
		terms = append(terms, more...)
		tasks = tasks[n:]
	}
	all.print(out)
	printTiers(out, terms)
	return nil
}
