package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codeintel/cmd/internal/corpus"
)

// How often a question is asked, and after how many edits; the middle cost
// counts.
const (
	runs     = 7
	editRuns = 3
)

// spent is what one run of a program took.
type spent struct {
	wall, cpu time.Duration
	lines     int
}

func (s spent) cells() []string {
	return []string{milliseconds(s.wall), milliseconds(s.cpu)}
}

func milliseconds(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.1f", d.Seconds()*1000)
	}
	return fmt.Sprintf("%.0f", d.Seconds()*1000)
}

// ask runs a program once. That it finds nothing, which it says by exit code 1,
// is an answer.
func ask(ctx context.Context, dir string, c corpus.Command) (spent, error) {
	cmd := exec.CommandContext(ctx, c.Path, c.Args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), c.Env...)
	var out lineCounter
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	start := time.Now()
	err := cmd.Run()
	s := spent{wall: time.Since(start), lines: int(out)}
	if state := cmd.ProcessState; state != nil {
		s.cpu = state.UserTime() + state.SystemTime()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && out == 0 {
		err = nil
	}
	if err != nil {
		err = fmt.Errorf("%s %q: %w: %s", c.Name, c.Args, err, said.Bytes()[max(0, said.Len()-500):])
	}
	return s, err
}

// lineCounter counts the lines that are written to it.
type lineCounter int

func (n *lineCounter) Write(b []byte) (int, error) {
	*n += lineCounter(bytes.Count(b, []byte("\n")))
	return len(b), nil
}

// patience is how long a question may take that is asked again.
const patience = 5 * time.Second

// often asks some times, each time after prepare, and returns the middle cost; a
// question that takes long is asked once.
func often(ctx context.Context, n int, dir string, c corpus.Command, prepare func() error) (spent, error) {
	var all []spent
	for range n {
		if prepare != nil {
			if err := prepare(); err != nil {
				return spent{}, err
			}
		}
		s, err := ask(ctx, dir, c)
		if err != nil {
			return spent{}, err
		}
		all = append(all, s)
		if s.wall > patience {
			break
		}
	}
	slices.SortFunc(all, func(a, b spent) int { return cmp.Compare(a.cpu, b.cpu) })
	return all[len(all)/2], nil
}

// writable is a copy of a tree in the cache, without an index in it.
func writable(ctx context.Context, cache *corpus.Cache, name, from string) (string, error) {
	dir, err := cache.Path("bench", strings.ReplaceAll(name, "/", "-"))
	if err != nil {
		return "", err
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	_, err = corpus.Run(ctx, "", nil, "cp", "-r", from, dir)
	return dir, err
}

// question is one row of the table of a kept index.
type question struct {
	what    string
	command corpus.Command
	prepare func() error
}

// measureKept measures questions to an index that is there already.
func measureKept(ctx context.Context, cache *corpus.Cache, ci, only string, rivals bool) (string, error) {
	targets, err := findTargets(ctx, cache)
	if err != nil {
		return "", err
	}
	b := &strings.Builder{}
	fmt.Fprintf(b, `## A kept index

Each row is a process of its own, asked %d times, after an edit %d times; the middle one counts. "Edited" has a function appended to one file each time, and asks for it by its name: the answer is right only if the edit is in it.
`, runs, editRuns)
	codegraph, none := "", "not measured: there is no codegraph in PATH"
	if rivals {
		if codegraph, err = exec.LookPath("codegraph"); err == nil {
			none = ""
		}
	}
	for _, t := range targets {
		names, ok := map[string][3]string{
			"GOROOT/src": {"SplitHostPort", "net/ipsock.go", "\nfunc %s() int { return 1 }\n"},
			"django":     {"get_object_or_404", "shortcuts.py", "\ndef %s():\n    return 1\n"},
		}[t.name]
		if !ok || only != "" && !strings.Contains(","+only+",", ","+t.name+",") {
			continue
		}
		dir, err := writable(ctx, cache, t.name, t.dir)
		if err != nil {
			return "", err
		}
		file := filepath.Join(dir, filepath.FromSlash(names[1]))
		if found, err := filepath.Glob(filepath.Join(dir, "*", names[1])); err == nil && len(found) == 1 {
			file = found[0] // the tree has the package in a folder
		}
		edits := 0
		edited := func() string { return fmt.Sprintf("benchmarkFunction%d", edits) }
		edit := func() error {
			edits++
			f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(f, names[2], edited())
			return errors.Join(err, f.Close())
		}
		own := func(args ...string) corpus.Command { return corpus.Command{Name: "ci", Path: ci, Args: args} }
		// Otherwise an answer that takes long may be of before the edit.
		if err := configure(dir, `{"sync_timeout_seconds": 600}`); err != nil {
			return "", err
		}
		if _, err := ask(ctx, dir, own("index", ".", "--quiet")); err != nil {
			return "", err
		}
		rows := []question{
			{"ci index, nothing changed", own("index", ".", "--quiet"), nil},
			{"ci def", own("def", names[0]), nil},
			{"ci refs", own("refs", names[0]), nil},
			{"ci search --symbol", own("search", "--symbol", names[0]), nil},
			{"ci search --text", own("search", "--text", "-F", names[0]), nil},
		}
		fmt.Fprintf(b, "\n### %s\n\n| question | wall ms | CPU ms | lines |\n|---|---:|---:|---:|\n", t)
		row := func(what string, s spent) {
			fmt.Fprintf(b, "| %s | %s | %d |\n", what, strings.Join(s.cells(), " | "), s.lines)
		}
		for _, q := range rows {
			s, err := often(ctx, runs, dir, q.command, q.prepare)
			if err != nil {
				return "", err
			}
			row(q.what, s)
		}
		// The name changes with each edit, so that each answer needs its own.
		var all []spent
		for range editRuns {
			if err := edit(); err != nil {
				return "", err
			}
			s, err := ask(ctx, dir, own("def", edited()))
			if err == nil && s.lines == 0 {
				err = fmt.Errorf("ci def %s finds nothing after the edit", edited())
			}
			if err != nil {
				return "", err
			}
			all = append(all, s)
		}
		slices.SortFunc(all, func(a, b spent) int { return cmp.Compare(a.cpu, b.cpu) })
		row("one file edited: ci def", all[editRuns/2])
		if err := measureCodegraph(ctx, dir, codegraph, none, names[0], row, edit, b); err != nil {
			return "", err
		}
		if t.language != "Go" {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s in one process …\n", t.name)
		text, err := measureWarm(ctx, dir)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// measureCodegraph adds the rows of codegraph; none says why there are none.
func measureCodegraph(ctx context.Context, dir, codegraph, none, name string, row func(string, spent), edit func() error, b *strings.Builder) error {
	if codegraph == "" {
		fmt.Fprintf(b, "| codegraph | %s | | |\n", none)
		return nil
	}
	theirs := func(args ...string) corpus.Command {
		return corpus.Command{Name: "codegraph", Path: codegraph, Args: args, Env: []string{"CODEGRAPH_TELEMETRY=0", "NO_COLOR=1"}}
	}
	if _, err := ask(ctx, dir, theirs("init", ".")); err != nil {
		fmt.Fprintf(b, "| codegraph init | failed | | |\n")
		fmt.Fprintln(os.Stderr, err)
		return nil
	}
	for _, q := range []question{
		{"codegraph query", theirs("query", name), nil},
		{"one file edited: codegraph sync", theirs("sync", "."), edit},
	} {
		s, err := often(ctx, editRuns, dir, q.command, q.prepare)
		if err != nil {
			return err
		}
		row(q.what, s)
	}
	return nil
}

// expressions that text is searched for, from selective to the worst case.
var expressions = map[string][]string{
	"GOROOT/src": {
		`SplitHostPort`, `noSuchWordAnywhere`, `func \(.*\) Close\(\) error`, `sync\.(Mutex|RWMutex)`, `TODO\(\w+\)`, `\berrno\b`, `(?i)unmarshal`,
		`EOF|Unmarshal`, `return nil, err`, `^import`, `[a-z]+_[0-9]{3,}`, `a.*b.*c.*d`, `\w{30,}`, `err`, `[0-9]+`, `e`,
	},
	"Linux": {
		`usb_submit_urb`, `noSuchWordAnywhere`, `EXPORT_SYMBOL_GPL\(usb_\w+\)`, `spin_lock_irqsave\(&.*->lock`, `kmalloc`, `(?i)copyright.*intel`,
		`^static int .*_probe\(`, `return -ENOMEM;`, `PM_RESUME`, `a.*b.*c.*d`, `[A-Z]{4}_[0-9]{4,}`, `int`, `e`,
	},
}

// linuxVersion is what the Makefile of Linux says, "of unknown version" if it says
// nothing.
func linuxVersion(dir string) string {
	text, err := os.ReadFile(filepath.Join(dir, "Makefile"))
	if err != nil {
		return "of unknown version"
	}
	parts := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, "="); ok {
			parts[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return parts["VERSION"] + "." + parts["PATCHLEVEL"] + "." + parts["SUBLEVEL"]
}

// measureSearch measures text search.
func measureSearch(ctx context.Context, cache *corpus.Cache, ci, linux string, rivals bool) (string, error) {
	b := &strings.Builder{}
	fmt.Fprintf(b, `## Text search

Each expression is searched by a process of its own: the middle one of %d. All print path, line, column and text of each line that matches. ci asks the disk about each file and folder, so that no change since the index was made is missed. "Watching" is ci in one process that watches the folder: the middle one of 5 answers, which are not printed. git grep reads the folder without an index of its own (--no-index), and is asked what its syntax has.
`, 3)
	targets, err := findTargets(ctx, cache)
	if err != nil {
		return "", err
	}
	var trees []target
	for _, t := range targets {
		if t.name == "GOROOT/src" {
			if t.dir, err = writable(ctx, cache, t.name, t.dir); err != nil {
				return "", err
			}
			trees = append(trees, t)
		}
	}
	if linux == "" {
		fmt.Fprintln(b, "\nLinux is not measured: its source was not at hand (`-linux DIR`).")
	} else {
		t := target{name: "Linux", version: linuxVersion(linux), language: "C", dir: linux, extensions: []string{".c", ".h", ".S"}}
		if err := t.count(); err != nil {
			return "", err
		}
		trees = append(trees, t)
	}
	type program struct {
		name string
		args func(expression string) []string
	}
	programs := []program{{"ci", func(e string) []string { return []string{"search", "--text", "-e", e} }}}
	var missing []string
	if rivals {
		for _, p := range []program{
			{"rg", func(e string) []string { return []string{"--no-config", "-n", "--column", "-e", e, "."} }},
			{"git", func(e string) []string {
				return []string{"grep", "--no-index", "--exclude-standard", "-I", "-n", "--column", "-E", "-e", e}
			}},
		} {
			if _, err := exec.LookPath(p.name); err != nil {
				missing = append(missing, p.name)
			} else {
				programs = append(programs, p)
			}
		}
	}
	if len(missing) > 0 {
		fmt.Fprintf(b, "\nNot measured, because not in PATH: %s.\n", strings.Join(missing, ", "))
	}
	for _, t := range trees {
		// The other programs do not withhold what looks like a secret.
		if err := configure(t.dir, `{"allow_secrets": true}`); err != nil {
			return "", err
		}
		fmt.Fprintf(os.Stderr, "indexing %s …\n", t.name)
		if _, err := ask(ctx, t.dir, corpus.Command{Name: "ci", Path: ci, Args: []string{"index", ".", "--quiet"}}); err != nil {
			return "", err
		}
		w, err := watch(ctx, t.dir, false)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(b, "\n### %s\n\n| expression | lines | watching wall ms | CPU ms |", t)
		for _, p := range programs {
			fmt.Fprintf(b, " %s wall ms | CPU ms |", p.name)
		}
		fmt.Fprintf(b, "\n|---|---:|%s\n", strings.Repeat("---:|", 2+2*len(programs)))
		for _, e := range expressions[t.name] {
			fmt.Fprintf(os.Stderr, "%s: %s …\n", t.name, e)
			warm, err := w.texts(ctx, e)
			if err != nil {
				return "", errors.Join(err, w.stop())
			}
			cells := warm.cells()
			lines := 0
			for i, p := range programs {
				path := p.name
				if i == 0 {
					path = ci
				}
				if p.name == "git" && strings.Contains(e, "(?") {
					cells = append(cells, "", "")
					continue
				}
				s, err := often(ctx, 3, t.dir, corpus.Command{Name: p.name, Path: path, Args: p.args(e)}, nil)
				if err != nil {
					return "", errors.Join(err, w.stop())
				}
				if i == 0 {
					if lines = s.lines; lines != warm.lines {
						return "", errors.Join(fmt.Errorf("%s in %s: ci finds %d lines, watching %d", e, t.name, lines, warm.lines), w.stop())
					}
				} else if p.name == "rg" && s.lines != lines {
					return "", errors.Join(fmt.Errorf("%s in %s: ci finds %d lines, ripgrep %d", e, t.name, lines, s.lines), w.stop())
				}
				cells = append(cells, s.cells()...)
			}
			fmt.Fprintf(b, "| `%s` | %d | %s |\n", strings.ReplaceAll(e, "|", "\\|"), lines, strings.Join(cells, " | "))
		}
		text, err := w.mixed(ctx)
		if err := errors.Join(err, w.stop()); err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// configure gives the repository in a folder its settings, as the content of config.json.
// The folder may have been indexed with others.
func configure(dir, settings string) error {
	state := filepath.Join(dir, ".code-intel")
	if err := os.Mkdir(state, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.WriteFile(filepath.Join(state, "config.json"), []byte(settings), 0o666)
}
