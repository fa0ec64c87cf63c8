package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"codeintel/cmd/internal/term"
	"codeintel/index/workspace"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

type searchFlags struct {
	repo       string
	text       bool
	symbol     bool
	semantic   bool
	batch      bool
	kinds      []string
	languages  []string
	json       bool
	jobs       int
	limit      int
	patterns   []string
	query      workspace.TextQuery
	globs      []string
	types      []string
	notTypes   []string
	after      int
	before     int
	both       int
	afterGiven bool
	beforeSet  bool
	limitGiven bool
}

func (a *app) searchCommand() *cobra.Command {
	var f searchFlags
	c := &cobra.Command{
		Use:   "search QUESTION [PATH] | search --text PATTERN [PATH] | search --symbol NAME [PATH]",
		Short: "print what matters for a question, the lines that match a pattern, or the symbols that a name finds",
		Long: `Prints what matters for a question, those of the best file first. A question in
words, in any language, is answered with pieces of code and documents: what counts
is how many of its words are in the name, the path, the signature, the documentation
and the code, rare words more than frequent ones, and how near the meaning is. A
name is answered with symbols: what counts is how well the name agrees, its words as
above, its meaning, and how many references there are. The setting search_weights
says how much each counts. Code of tests, generated code and code of others (vendor)
come later. --kind asks for symbols, --semantic for pieces of code, whatever the
question. --json adds score and scores, and keeps to the order of the scores. PATH,
--kind, --lang, -g, -t and -T limit what is found, as they do for --symbol.

With --semantic --batch, reads questions from standard input, a line of JSON each,
{"id": 1, "query": "how are writes retried"}, and prints for each a line {"id",
"total", "results": [{"path", "line", "end_line", "name", "type", "score",
"vector", "keyword"}]}, the best result first. The index is read once.

With --text, searches the text of a repository and prints the lines that match,
as PATH:LINE:COLUMN:TEXT; lines of context have "-" for ":". LINE and COLUMN
count from 1, COLUMN in bytes to the first match in the line. PATH limits the
search to a folder or a file.

The files are those that ripgrep 13 searches: not hidden, not ignored by
.gitignore in a git repository, .ignore, .rgignore or the user's ignore file; and
the lines are those that it finds. PATTERN has its syntax, that of Rust's regex
crate: Unicode classes, no look-around, no backreferences; matches lie within
lines. What the repository's configuration excludes is left out too. Not
supported: the flag (?-u). With --json, bytes that are no UTF-8 are shown as
U+FFFD; columns still count them one by one; the last object, of the kind
"summary", says how many lines there are and whether these are all. Of a binary
file only the part that ripgrep reads is searched; a file above 1 GiB counts as
failed. What is found is in the files as they are now, whatever the age of the
index.

With --symbol, prints the definitions and modules that have NAME as a part of
their name, the best first: the same name, then those that begin with it, those
of which a word does (camelCase, snake_case), those that are made of the
beginnings of their words ("gSB" or "getsb" finds getSymbolBy), and those with
it anywhere. Definitions come before declarations, code of tests, and generated
files. A NAME without capitals agrees with all cases; in one with capitals case
counts, and as initials they begin words. NAME may be qualified by what the
symbol lies in: http.Client, Client.do. Parameters and locals are not found. The
files are those of 'ci index'; -g, -t and -T limit them as they do for --text.
--limit is 50 here if it is not given.

Exit codes: 0 something is found; 1 nothing is; 2 wrong usage, or a file can't be
read; 3 nothing to index; 130 interrupted.`,
		Example: `ci search --text 'func \(.*\) Close' -g '*.go'
ci search --text -i -w todo docs -C 2
ci search --text -F 'a[i]++' -t go --limit 20 --json
ci search --text -e foo -e bar
ci search --symbol gSB --kind function,method -t go`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			f.afterGiven, f.beforeSet = c.Flags().Changed("after-context"), c.Flags().Changed("before-context")
			f.limitGiven = c.Flags().Changed("limit")
			if !f.text && len(f.patterns) == 0 {
				how := "without --text"
				if f.symbol {
					how = "with --symbol"
				}
				var wrong []string
				c.Flags().Visit(func(g *pflag.Flag) {
					if !symbolFlags[g.Name] {
						wrong = append(wrong, "--"+g.Name)
					}
				})
				switch {
				case len(wrong) > 0:
					return fail(exitUsage, nil, "%s can't be used %s; leave it out", strings.Join(wrong, ", "), how)
				case f.symbol && f.semantic:
					return fail(exitUsage, nil, "--symbol and --semantic exclude each other; leave one out")
				case f.symbol:
					return a.searchSymbols(c.Context(), f, args)
				}
				return a.searchWords(c.Context(), f, args)
			}
			return a.search(c.Context(), f, args)
		},
	}
	fl := c.Flags()
	fl.StringVar(&f.repo, "repo", ".", "search the repository in `DIR`")
	fl.BoolVar(&f.text, "text", false, "search the text, line by line")
	fl.BoolVar(&f.symbol, "symbol", false, "search the names of definitions")
	fl.BoolVar(&f.semantic, "semantic", false, "search for code that agrees with a question, by words and meaning")
	fl.BoolVar(&f.batch, "batch", false, "answer the questions of standard input, one JSON object a line; with --semantic")
	fl.StringSliceVar(&f.kinds, "kind", nil, "find only symbols of these `KINDS`, comma-separated, like function or class; not with --text")
	fl.StringSliceVar(&f.languages, "lang", nil, "find only symbols of these `LANGUAGES`, comma-separated; see 'ci languages'; not with --text")
	fl.BoolVar(&f.json, "json", false, "print one JSON object a line")
	fl.IntVarP(&f.jobs, "jobs", "j", 0, "work with `N` goroutines; 0 means one for each processor")
	fl.IntVar(&f.limit, "limit", 0, "stop after `N` lines that match, or symbols; 0 means none is left out; 20 for a question in words")
	fl.StringArrayVarP(&f.patterns, "regexp", "e", nil, "search for `PATTERN`; may be given several times, the first argument is PATH then")
	fl.BoolVarP(&f.query.IgnoreCase, "ignore-case", "i", false, "compare without case")
	fl.BoolVarP(&f.query.Word, "word-regexp", "w", false, "no word character stands before or after a match")
	fl.BoolVarP(&f.query.Line, "line-regexp", "x", false, "a match is a whole line")
	fl.BoolVarP(&f.query.Fixed, "fixed-strings", "F", false, "patterns are texts, not expressions")
	fl.BoolVarP(&f.query.Invert, "invert-match", "v", false, "print the lines that do not match")
	fl.StringArrayVarP(&f.globs, "glob", "g", nil, "search the files that agree with `GLOB`, or with ! before it the others; may be given several times, the last one that agrees decides")
	fl.StringArrayVarP(&f.types, "type", "t", nil, "search the files of `TYPE`, like go or py; may be given several times")
	fl.StringArrayVarP(&f.notTypes, "type-not", "T", nil, "leave out the files of `TYPE`; may be given several times")
	fl.IntVarP(&f.after, "after-context", "A", 0, "print `N` lines after each line that matches")
	fl.IntVarP(&f.before, "before-context", "B", 0, "print `N` lines before each line that matches")
	fl.IntVarP(&f.both, "context", "C", 0, "print `N` lines before and after each line that matches")
	return c
}

func (a *app) search(ctx context.Context, f searchFlags, args []string) error {
	q := f.query
	q.Patterns = f.patterns
	if len(q.Patterns) == 0 && len(args) > 0 {
		q.Patterns, args = args[:1], args[1:]
	}
	switch {
	case f.symbol || f.semantic:
		return fail(exitUsage, nil, "--text, --symbol and --semantic exclude each other; leave all but one out")
	case len(f.kinds)+len(f.languages) > 0:
		return fail(exitUsage, nil, "--kind and --lang are not for --text; leave them out, or see -t")
	case len(q.Patterns) == 0:
		return fail(exitUsage, nil, "the pattern is missing; give one, or several with -e")
	case len(args) > 1:
		return fail(exitUsage, nil, "%s: one PATH only; use -g for several", args[1])
	case min(f.jobs, f.limit, f.after, f.before, f.both) < 0:
		return fail(exitUsage, nil, "--jobs, --limit and the lines of context can't be negative; leave them out for the defaults")
	}
	opts := workspace.TextOptions{
		Globs: f.globs, Types: f.types, NotTypes: f.notTypes, Before: f.both, After: f.both,
		Spans: true, Jobs: f.jobs, Env: a.env,
	}
	if f.afterGiven {
		opts.After = f.after
	}
	if f.beforeSet {
		opts.Before = f.before
	}
	if len(args) == 1 {
		var err error
		if opts.Path, err = a.below(f.repo, args[0]); err != nil {
			return err
		}
	}
	p := &linePrinter{a: a, out: bufio.NewWriterSize(a.stdout, 64<<10), json: f.json, limit: f.limit, context: opts.Before+opts.After > 0}
	p.terminal = term.Width(a.stdout) > 0
	p.color = a.colors(a.stdout)
	if kept, err := workspace.OpenText(a.path(f.repo)); err == nil { // without one all files are read
		defer kept.Close()
		opts.Index = kept
	}
	opts.First = !p.json && !p.color // only the column is printed
	report, err := workspace.Search(ctx, a.path(f.repo), q, opts, p.file)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		return fail(exitUsage, errors.Unwrap(err), "%s", oneLine(err.Error()))
	}
	result := p.result(q, report)
	if p.failed == nil && p.json {
		p.failed = p.summary(result, report)
	}
	if err := p.out.Flush(); err != nil && p.failed == nil {
		p.failed = fail(exitUsage, err, "cannot print: %s", reason(err))
	}
	if p.failed != nil {
		return p.failed
	}
	for _, w := range report.Warnings {
		fmt.Fprintf(a.stderr, "ci: warning: %s\n", oneLine(w))
	}
	if n := report.Secret; n > 0 {
		fmt.Fprintf(a.stderr, "ci: not searched: %s that look as if they held secrets; see the setting allow_secrets\n", plural(n, "file"))
	}
	if p.cut {
		fmt.Fprintln(a.stderr, more(f.limit, "line"))
	}
	for _, x := range report.Failed {
		fmt.Fprintf(a.stderr, "ci: failed: %s: %s\n", printable(x.Path), oneLine(x.Err))
	}
	return result
}

// result is the error of a search that has ended, nil when lines match.
func (p *linePrinter) result(q workspace.TextQuery, report *workspace.TextReport) error {
	switch {
	case len(report.Failed) > 0:
		return fail(exitUsage, nil, "%s could not be read (listed above); all others were searched", plural(len(report.Failed), "file"))
	case p.count == 0 && report.Files+report.Spared == 0:
		return fail(exitSome, nil, "no file was searched; see which ones the ignore rules, -g and -t leave")
	case p.count == 0:
		return fail(exitSome, nil, "%s: no line matches", oneLine(q.Patterns[0]))
	}
	return nil
}

// summary prints the last object. Every line comes from the file as it was read
// for the search, so no index can be behind.
func (p *linePrinter) summary(result error, report *workspace.TextReport) error {
	var why []string
	if p.cut {
		why = append(why, "stopped after "+plural(p.limit, "line"))
	}
	if n := len(report.Failed); n > 0 {
		why = append(why, plural(n, "file")+" failed")
	}
	end := newSummary(p.count, workspace.Freshness{Complete: len(why) == 0, Why: strings.Join(why, "; ")})
	end.Truncated = p.cut
	if result != nil {
		end.Message = result.Error()
	}
	return p.a.printJSON(p.out, end)
}

// below is a path of the command line relative to the repository: arg as it is
// seen from there, or else from the current folder.
func (a *app) below(repo, arg string) (string, error) {
	root, err := filepath.Abs(a.path(repo))
	if err != nil {
		return "", fail(exitUsage, err, "%s: %s", repo, reason(err))
	}
	if !filepath.IsAbs(arg) {
		if _, err := os.Lstat(filepath.Join(root, arg)); err == nil && filepath.IsLocal(arg) {
			return filepath.ToSlash(filepath.Clean(arg)), nil
		}
	}
	abs, err := filepath.Abs(a.path(arg))
	if err != nil {
		return "", fail(exitUsage, err, "%s: %s", arg, reason(err))
	}
	if rel, err := filepath.Rel(root, abs); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel), nil
	}
	return "", fail(exitUsage, nil, "%s is not in %s; give a path below it, or another --repo", printable(arg), repo)
}

// linePrinter prints what a text search finds.
type linePrinter struct {
	a        *app
	out      *bufio.Writer
	json     bool
	color    bool
	terminal bool // each file is shown at once
	context  bool
	limit    int

	count  int  // lines that matched
	begun  bool // something was printed
	cut    bool // lines were left out
	failed error
	line   []byte // room for one
}

// lineJSON is a line for scripts.
type lineJSON struct {
	headJSON
	Text    string      `json:"text"`
	Matches []matchJSON `json:"matches"`
}

// matchJSON is a match in a line; EndColumn is behind it.
type matchJSON struct {
	Column    int    `json:"column"`
	EndColumn int    `json:"end_column"`
	Text      string `json:"text"`
}

// file prints the lines of a file; it returns false to stop the search.
func (p *linePrinter) file(f *workspace.TextFile) bool {
	last, path := 0, []byte(printable(f.Path))
	for i := range f.Lines {
		l := &f.Lines[i]
		if !l.Context {
			if p.limit > 0 && p.count == p.limit {
				p.cut = true
				return false
			}
			p.count++
		}
		if p.context && !p.json && p.begun && (last == 0 || l.Number > last+1) {
			fmt.Fprintln(p.out, "--")
		}
		last, p.begun = l.Number, true
		if p.json {
			p.printJSON(f, l)
		} else {
			p.print(path, l)
		}
		if p.failed != nil {
			return false
		}
	}
	if f.NUL >= 0 {
		if len(f.Lines) == 0 {
			p.count++
		}
		if p.json {
			p.failed = p.a.printJSON(p.out, lineJSON{headJSON: headJSON{Path: f.Path, Kind: "binary"}, Matches: []matchJSON{}})
		} else {
			fmt.Fprintf(p.out, "%s: binary file matches; it has a NUL at byte %d, what follows is not shown\n", printable(f.Path), f.NUL)
		}
	}
	if p.terminal {
		if err := p.out.Flush(); err != nil {
			p.failed = fail(exitUsage, err, "cannot print: %s", reason(err))
		}
	}
	return p.failed == nil
}

// Colours of the parts of a line.
const (
	colorPath  = "35"
	colorLine  = "32"
	colorMatch = "1;31"
)

// paint appends text to a line, in a colour.
func (p *linePrinter) paint(b []byte, color string, text []byte) []byte {
	if !p.color {
		return append(b, text...)
	}
	b = append(append(append(b, "\x1b["...), color...), 'm')
	return append(append(b, text...), "\x1b[0m"...)
}

// print prints a line of the file that path names, as it is printed.
func (p *linePrinter) print(path []byte, l *workspace.TextLine) {
	mark := byte(':')
	if l.Context {
		mark = '-'
	}
	var number [20]byte
	b := append(p.paint(p.line[:0], colorPath, path), mark)
	b = append(p.paint(b, colorLine, strconv.AppendInt(number[:0], int64(l.Number), 10)), mark)
	if !l.Context {
		b = append(strconv.AppendInt(b, int64(column(l)), 10), mark)
	}
	at := 0
	if p.color {
		for _, m := range l.Spans {
			b = append(b, l.Text[at:m[0]]...)
			if m[1] > m[0] {
				b = p.paint(b, colorMatch, l.Text[m[0]:m[1]])
			}
			at = m[1]
		}
	}
	b = append(append(b, l.Text[at:]...), '\n')
	if _, err := p.out.Write(b); err != nil {
		p.failed = fail(exitUsage, err, "cannot print: %s", reason(err))
	}
	p.line = b
}

// column is that of the first match, or the line's start.
func column(l *workspace.TextLine) int {
	if len(l.Spans) == 0 {
		return 1
	}
	return l.Spans[0][0] + 1
}

func (p *linePrinter) printJSON(f *workspace.TextFile, l *workspace.TextLine) {
	j := lineJSON{headJSON: headJSON{Path: f.Path, Line: l.Number, Column: column(l), EndLine: l.Number, Kind: "match"}, Text: string(l.Text), Matches: []matchJSON{}}
	if l.Context {
		j.Kind = "context"
	}
	for _, m := range l.Spans {
		j.Matches = append(j.Matches, matchJSON{m[0] + 1, m[1] + 1, string(l.Text[m[0]:m[1]])})
	}
	if len(j.Matches) > 0 {
		j.Name = j.Matches[0].Text
	}
	p.failed = p.a.printJSON(p.out, j)
}
