package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"codeintel/cmd/internal/agents"
	"codeintel/cmd/internal/corpus"
)

const (
	// agentSeed is that of all questions.
	agentSeed = 20261121
	// thinking is how long an agent waits before the next question, on average,
	// where it waits.
	thinking = 200 * time.Millisecond
	// rivalQuestions is how many questions of a kind are asked beside codegraph.
	rivalQuestions = 20
)

// goals are how long an answer may take to an agent that is alone, at the 99th
// percentile.
var goals = map[string]time.Duration{
	"find_definitions": 2 * time.Millisecond, "find_references": 10 * time.Millisecond, "search_text": 40 * time.Millisecond, "query": 100 * time.Millisecond,
}

// measureAgents measures many agents on one shared process.
func measureAgents(ctx context.Context, cache *corpus.Cache, ci string, clients int, duration time.Duration, rivals bool) (_ string, err error) {
	b := &strings.Builder{}
	fmt.Fprintf(b, `## Agents

Each client is a process `+"`ci mcp`"+` on pipes; all are served by one shared process, which is started for this alone. Questions are drawn from what the server has answered before, by a fixed seed. Where there are several, a file is changed every second, here and there, and the next answer must have the change or say that it may not: questions wait until it is indexed. A time is from the question to the answer, as a client sees it; clients, server and the indexing of edits share the processors. Tokens are characters / 4. Failures are answers that are lost, double, wrong in form or errors.
`)
	if err := agents.Observable(); err != nil {
		fmt.Fprintf(b, "\nNot measured: %s.\n", err)
		return b.String(), nil
	}
	t, err := goTarget(ctx)
	if err != nil {
		return "", err
	}
	if t.dir, err = writable(ctx, cache, t.name+"-agents", t.dir); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "ci") // short: there is a socket in it
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	f := &agents.Fleet{Command: []string{ci}, Root: t.dir, Dir: dir}
	defer f.Abandon()
	if err := f.Prepare(); err != nil {
		return "", err
	}
	defer func() {
		if log, logErr := f.Log(); err != nil && logErr == nil && log != "" {
			fmt.Fprintf(os.Stderr, "the shared process has logged:\n%s", log)
		}
	}()
	fmt.Fprintf(os.Stderr, "indexing %s …\n", t.name)
	if _, err := f.Do(ctx, "index", t.dir, "--quiet"); err != nil {
		return "", err
	}
	if err := f.Start(ctx, 2); err != nil {
		return "", err
	}
	editing := f.Agents[1]
	f.Agents = f.Agents[:1]
	defer editing.Kill()
	s, err := agents.Gather(ctx, f.Agents[0], agentSeed)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(b, "\n### %s\n", t)
	edits := 0
	// load is one run, with edits beside it, or else with goals.
	load := func(title string, l agents.Load, withGoals bool) error {
		fmt.Fprintf(os.Stderr, "%s …\n", title)
		edits++
		editor := &agents.Editor{
			Agent: editing, Dir: t.dir, Files: goFiles(s.Files), Every: time.Second, Prefix: fmt.Sprintf("benchmarkEdit%d_", edits),
			Text: func(name string) string { return "\nfunc " + name + "() int { return 1 }\n" },
		}
		before, err := use(ctx, f)
		if err != nil {
			return err
		}
		l.Subjects, l.Seed = s, agentSeed
		editCtx, stop := context.WithCancel(ctx)
		done := make(chan *agents.Edits, 1)
		if withGoals {
			done <- &agents.Edits{}
		} else {
			go func() { done <- editor.Run(editCtx) }()
		}
		r, err := agents.Run(ctx, f.Agents, l)
		stop()
		e := <-done
		if err != nil {
			return err
		}
		after, err := use(ctx, f)
		if err != nil {
			return err
		}
		if failures := append(r.Failures, e.Failures...); len(failures) > 0 {
			return fmt.Errorf("%s: %d failures:\n%s", title, len(failures), agents.Report(failures))
		}
		fmt.Fprintf(b, "\n%s: %.0f s, %d answers, %.0f a second, no failure. ", title, r.Wall.Seconds(), len(r.Samples), float64(len(r.Samples))/r.Wall.Seconds())
		if r.Halfway.IsZero() {
			fmt.Fprintf(b, "The shared process took %.1f CPU-s; it has %s MiB resident, %s at the most, of which %s are Go's heap.",
				(after.CPU - before.CPU).Seconds(), mebibytes(after.Resident), mebibytes(after.Peak), mebibytes(after.heap))
		} else {
			fmt.Fprintf(b, "The answers to what was open then came after %s ms at the latest, those of other times after %s.", milliseconds(r.Gap(r.Halfway)), milliseconds(r.Longest(r.Halfway)))
		}
		if !withGoals {
			fmt.Fprintf(b, " %d edits; the first answer with one came after %s ms (p50), %s (p99), and %d answers before said that they may not have it.",
				len(e.Known), milliseconds(agents.Percentile(e.Known, 50)), milliseconds(agents.Percentile(e.Known, 99)), e.Behind)
		}
		fmt.Fprintln(b)
		if !r.Halfway.IsZero() {
			return nil
		}
		fmt.Fprintf(b, "\n| tool | answers | p50 ms | p99 ms |%s tokens |\n|---|---:|---:|---:|%s---:|\n", map[bool]string{true: " goal p99 |"}[withGoals], map[bool]string{true: "---:|"}[withGoals])
		for _, row := range r.Rows() {
			name, goal := row.Tool, ""
			if name == "" {
				name = "all"
			}
			if withGoals {
				goal = " |"
				if g := goals[row.Tool]; g > 0 {
					goal = fmt.Sprintf(" %d |", g.Milliseconds())
				}
			}
			fmt.Fprintf(b, "| %s | %d | %s | %s |%s %d |\n", name, row.Calls, milliseconds(row.P50), milliseconds(row.P99), goal, row.Tokens)
		}
		return nil
	}
	if err := load("One client, without a pause", agents.Load{Duration: duration / 2}, true); err != nil {
		return "", err
	}
	if err := f.Start(ctx, clients-1); err != nil {
		return "", err
	}
	if err := load(fmt.Sprintf("%d clients, without a pause", clients), agents.Load{Duration: duration}, false); err != nil {
		return "", err
	}
	if err := load(fmt.Sprintf("%d clients, %d ms from an answer to the next question", clients, thinking.Milliseconds()), agents.Load{Duration: duration, Think: thinking}, false); err != nil {
		return "", err
	}
	killed := 0
	if err := load(fmt.Sprintf("%d clients, and kill -9 of the shared process halfway", clients), agents.Load{Duration: duration / 2, Halfway: func() (err error) {
		killed, err = f.KillShared(ctx)
		return err
	}}, false); err != nil {
		return "", err
	}
	if st, err := f.Status(ctx); err != nil || st == nil || st.PID == killed {
		return "", errors.Join(errors.New("no other process serves after the shared one was killed"), err)
	}
	f.Agents = append(f.Agents, editing)
	if err := f.End(ctx); err != nil {
		return "", err
	}
	fmt.Fprintf(b, "\nThen half of the clients were killed with kill -9, the others were still answered and ended when their input did, and `ci stop` ended the shared process: nothing was left.\n")
	if rivals {
		if err := besideCodegraph(ctx, b, f, s); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// used is what the shared process has used.
type used struct {
	agents.Usage
	heap int64
}

func use(ctx context.Context, f *agents.Fleet) (used, error) {
	s, err := f.Status(ctx)
	if err != nil {
		return used{}, err
	}
	if s == nil {
		return used{}, errors.New("there is no shared process")
	}
	u, err := agents.Use(s.PID)
	return used{u, s.Heap}, err
}

// goFiles are those that a function can be added to without harm.
func goFiles(files []string) []string {
	var out []string
	for _, file := range files {
		if strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") && !strings.Contains(file, "testdata/") {
			out = append(out, file)
		}
	}
	random := rand.New(rand.NewPCG(agentSeed, 0))
	random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func mebibytes(n int64) string { return fmt.Sprintf("%.0f", float64(n)/(1<<20)) }

// besideCodegraph asks ci and codegraph the same questions, one client each, one
// after the other.
func besideCodegraph(ctx context.Context, b *strings.Builder, f *agents.Fleet, s *agents.Subjects) error {
	fmt.Fprintf(b, "\n### Beside codegraph\n\n")
	codegraph, err := exec.LookPath("codegraph")
	if err != nil {
		fmt.Fprintln(b, "Not measured: there is no codegraph in PATH.")
		return nil
	}
	call := func(tool string, arguments ...any) agents.Question {
		q := agents.Question{Tool: tool, Arguments: map[string]any{}}
		for i := 0; i+1 < len(arguments); i += 2 {
			q.Arguments[arguments[i].(string)] = arguments[i+1]
		}
		return q
	}
	random := rand.New(rand.NewPCG(agentSeed, 1))
	pick := func(list []string) []string {
		var out []string
		for _, i := range random.Perm(len(list))[:min(rivalQuestions, len(list))] {
			out = append(out, list[i])
		}
		return out
	}
	kinds := []struct {
		what         string
		of           []string
		ours, theirs func(string) agents.Question
	}{
		{"definition of a name", pick(s.Names),
			func(x string) agents.Question { return call("find_definitions", "symbol", x) },
			func(x string) agents.Question { return call("codegraph_node", "symbol", x) }},
		{"symbols like a name", pick(s.Names),
			func(x string) agents.Question {
				return call("find_definitions", "symbol", strings.ToLower(x[:2+len(x)/3]))
			},
			func(x string) agents.Question {
				return call("codegraph_search", "query", strings.ToLower(x[:2+len(x)/3]))
			}},
		{"callers of a name", pick(s.Names),
			func(x string) agents.Question { return call("call_hierarchy", "symbol", x) },
			func(x string) agents.Question { return call("codegraph_callers", "symbol", x) }},
		{"lines with a text", pick(s.Names),
			func(x string) agents.Question { return call("search_text", "pattern", x, "regex", false) }, nil},
		{"a question in words, with source", pick(s.Sentences),
			func(x string) agents.Question { return call("semantic_search", "query", x, "budget_tokens", 6000) },
			func(x string) agents.Question { return call("codegraph_explore", "query", x) }},
	}
	fmt.Fprintf(os.Stderr, "codegraph init …\n")
	home := filepath.Join(f.Dir, "home")
	variable := "CODEGRAPH_BENCH=" + f.Dir // marks its processes
	env := []string{"HOME=" + home, "CODEGRAPH_TELEMETRY=0", "NO_COLOR=1", "CODEGRAPH_MCP_TOOLS=explore,node,search,callers", "CODEGRAPH_NO_DAEMON=1", variable}
	if err := os.Mkdir(home, 0o700); err != nil {
		return err
	}
	built := timed(ctx, f.Root, corpus.Command{Name: "codegraph", Path: codegraph, Args: []string{"init", "."}, Env: env}, "")
	if built.err != nil {
		return built.err
	}
	type column struct {
		p50, p99 time.Duration
		tokens   int
	}
	var columns [2][]column
	var memory [2]agents.Usage
	for i := range columns {
		var a *agents.Agent
		if i == 0 {
			if err := f.Start(ctx, 1); err != nil {
				return err
			}
			a = f.Agents[0]
		} else if a, err = agents.Start(ctx, []string{codegraph, "serve", "--mcp", "--path", f.Root}, env); err != nil {
			return err
		}
		for _, k := range kinds {
			fmt.Fprintf(os.Stderr, "%s: %s …\n", []string{"ci", "codegraph"}[i], k.what)
			question := k.ours
			if i == 1 {
				question = k.theirs
			}
			if question == nil {
				columns[i] = append(columns[i], column{})
				continue
			}
			var c column
			var took []time.Duration
			// The first question is not counted: it finds nothing warm.
			for n, x := range append(k.of[:1:1], k.of...) {
				answer, err := a.Call(ctx, question(x))
				if err != nil && !(i == 1 && errors.Is(err, agents.ErrTool)) {
					return err
				}
				if n > 0 {
					took = append(took, answer.Took)
					c.tokens += answer.Tokens()
				}
			}
			c.p50, c.p99, c.tokens = agents.Percentile(took, 50), agents.Percentile(took, 99), c.tokens/len(took)
			columns[i] = append(columns[i], c)
		}
		var pids []int
		if i == 0 {
			st, err := f.Status(ctx)
			if err != nil || st == nil {
				return errors.Join(errors.New("there is no shared process"), err)
			}
			pids = []int{st.PID, a.PID()}
		} else if pids, err = agents.Processes(variable); err != nil {
			return err
		}
		for _, pid := range pids {
			u, err := agents.Use(pid)
			if err != nil {
				return err
			}
			memory[i].Resident += u.Resident
			memory[i].Peak += u.Peak
		}
		if i == 1 {
			a.Kill()
		} else if err := f.End(ctx); err != nil {
			return err
		}
	}
	fmt.Fprintf(b, `One client each, one after the other, %d questions of a kind, the same ones; one more before, which is not counted. ci: find_definitions, call_hierarchy, search_text, semantic_search with 6,000 tokens. codegraph: codegraph_node, codegraph_search, codegraph_callers; codegraph_explore; it has no search of text. Its index took %.0f s, %.1f CPU-s and %s MiB.

| question | ci p50 ms | p99 ms | tokens | codegraph p50 ms | p99 ms | tokens |
|---|---:|---:|---:|---:|---:|---:|
`, rivalQuestions, built.wall.Seconds(), built.cpu.Seconds(), mebibytes(built.peak))
	for i, k := range kinds {
		ours, theirs := columns[0][i], columns[1][i]
		fmt.Fprintf(b, "| %s | %s | %s | %d |", k.what, milliseconds(ours.p50), milliseconds(ours.p99), ours.tokens)
		if k.theirs == nil {
			fmt.Fprintln(b, " | | |")
			continue
		}
		fmt.Fprintf(b, " %s | %s | %d |\n", milliseconds(theirs.p50), milliseconds(theirs.p99), theirs.tokens)
	}
	fmt.Fprintf(b, "\nResident memory of all processes after that: ci %s MiB (%s at the most), codegraph %s MiB (%s).\n",
		mebibytes(memory[0].Resident), mebibytes(memory[0].Peak), mebibytes(memory[1].Resident), mebibytes(memory[1].Peak))
	return nil
}
