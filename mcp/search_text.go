package mcp

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"unicode/utf8"

	"codeintel/index/workspace"
	"codeintel/session/speech"
)

type textIn struct {
	Pattern string `json:"pattern" req:"true" min:"1" max:"10000" help:"in Rust's syntax" example:"func \\(.*\\) Open"`
	Regex   bool   `json:"regex" def:"true" help:"false: a plain text"`
	Case    bool   `json:"case_sensitive" def:"true" help:"false: A is a"`
	Word    bool   `json:"word" def:"false" help:"whole words"`
	Path    string `json:"path" def:"." help:"file or folder"`
	Type    string `json:"file_type" help:"as ripgrep's -t" example:"go"`
	Glob    string `json:"glob" help:"as ripgrep's -g" example:"!vendor/**"`
	Context int    `json:"context" def:"0" min:"0" max:"20" help:"lines around each"`
	Limit   int    `json:"limit" def:"100" min:"1" max:"2000" help:"matches a page"`
	code
	paged
}

type textMatch struct {
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Column  int      `json:"column"`
	Content string   `json:"content"`
	Before  []string `json:"context_before,omitempty"`
	After   []string `json:"context_after,omitempty"`
}

type textOut struct {
	Matches list[textMatch] `json:"matches"`
	page
	meta
}

// maxCounted is how many lines are counted at the most.
const maxCounted = 100_000

func searchText() tool {
	return row("search_text", "Search text",
		"Lines that match a regular expression or text, as ripgrep finds. For strings, comments, configuration; for uses of a symbol find_references.",
		func(ctx context.Context, c *call, in *textIn, out *textOut) error {
			p, err := c.path("path", in.Path)
			if err != nil {
				return err
			}
			opts := workspace.TextOptions{Before: in.Context, After: in.Context, Spans: true, First: true, Unsaved: c.unsaved, Clip: 4 * maxContent, Most: maxCounted}
			if p != "." {
				opts.Path = p
			}
			if in.Glob != "" {
				opts.Globs = []string{in.Glob}
				if _, err := workspace.PathFilter("", opts.Globs, nil, nil); err != nil {
					return globError("glob", err)
				}
			}
			if in.Type != "" {
				opts.Types = []string{in.Type}
				if _, err := workspace.PathFilter("", nil, opts.Types, nil); err != nil {
					e := invalid("file_type", speech.NoSuchFileType, speech.UseFileTypes)
					if near := nearest(in.Type, workspace.TextTypes()); near != "" {
						e.Near = []string{near}
					}
					return e
				}
			}
			q := workspace.TextQuery{Patterns: []string{in.Pattern}, Fixed: !in.Regex, IgnoreCase: !in.Case, Word: in.Word}
			var found []textMatch // of this page
			total, room := 0, c.args.Budget*charsPerToken
			w := c.repo.Workspace()
			stop := c.tellProgress(ctx)
			work, cancel := c.server.within(ctx, answerTime)
			defer cancel()
			report, fresh, err := w.SearchText(work, q, opts, func(f *workspace.TextFile) bool {
				for i := range f.Lines {
					if f.Lines[i].Context {
						continue
					}
					if total >= c.from() && len(found) < in.Limit && room > 0 {
						m := matchIn(f, i, in.Context)
						room -= len(m.Content) + len(m.File)
						found = append(found, m)
					}
					total++
				}
				return total < maxCounted
			})
			stop()
			switch {
			case err == nil:
			case isLate(work) && ctx.Err() == nil: // what was found so far is an answer
				report, fresh = &workspace.TextReport{}, workspace.Freshness{Why: whyLate}
				if s := w.Current(); s != nil {
					fresh.Generation = s.Generation
				}
			default:
				return c.textError(ctx, p, err)
			}
			c.fresh(&out.meta, fresh)
			edited := w.Unsaved()
			out.Unsaved = edited[:min(len(edited), maxUnsaved)]
			c.generation, c.room = fresh.Generation, c.args.Budget*charsPerToken-envelope
			if len(found) > 0 {
				fill(c, &out.meta, &out.Matches, &out.page, total, len(found), func(i int) textMatch { return found[i-c.from()] })
				c.sawMatches(w, found[:len(out.Matches)])
			} else {
				out.Total = total
			}
			if total >= maxCounted {
				out.Hint = c.language().Say(speech.CountingStopped{N: maxCounted})
			}
			if secret := w.Hidden(w.Current(), opts); len(secret) > 0 { // whatever is in them
				out.Dropped = c.language().Say(speech.NotSearched{N: len(secret), Files: joined(secret[:min(5, len(secret))])})
			}
			switch {
			case total > 0:
			case isLate(work):
				out.WhyEmpty = c.language().Say(speech.SearchStopped)
			case report.Files+report.Spared == 0:
				out.WhyEmpty = c.language().Say(speech.NothingSearched)
			default:
				out.WhyEmpty = c.language().Say(speech.NoLineMatches{Files: report.Files + report.Spared})
			}
			return nil
		})
}

// matchIn describes the line i of what was found in a file.
func matchIn(f *workspace.TextFile, i, context int) textMatch {
	l := &f.Lines[i]
	m := textMatch{File: f.Path, Line: l.Number, Column: 1, Content: cut(l.Text, 0)}
	if len(l.Spans) > 0 {
		m.Column = l.Spans[0][0] + 1
		m.Content = cut(l.Text, l.Spans[0][0]-l.Cut)
	}
	for j := i - 1; j >= 0 && f.Lines[j].Number >= l.Number-context; j-- {
		m.Before = append([]string{cut(f.Lines[j].Text, 0)}, m.Before...)
	}
	for j := i + 1; j < len(f.Lines) && f.Lines[j].Number <= l.Number+context; j++ {
		m.After = append(m.After, cut(f.Lines[j].Text, 0))
	}
	return m
}

// cut is a line as far as an answer shows it: around a place, where it is long.
func cut(line []byte, at int) string {
	s := strings.TrimRight(string(line), "\r\n")
	if len(s) <= maxContent {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	from := max(0, at-maxContent/4)
	for from > 0 && !utf8.RuneStart(s[from]) {
		from--
	}
	s = clip(s[from:], maxContent)
	if from > 0 {
		s = "…" + s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// textError is the error of a search that can't be done.
func (c *call) textError(ctx context.Context, path string, err error) error {
	if ctx.Err() != nil {
		return c.unusable(ctx, err)
	}
	switch {
	case errors.Is(err, workspace.ErrOutside):
		return outside("path", speech.LeadsOut)
	case errors.Is(err, workspace.ErrSecret):
		return invalid("path", speech.FileHoldsSecrets, speech.SearchAnother)
	case errors.Is(err, fs.ErrNotExist):
		return notFound("path", speech.NothingThere{Path: path}, speech.FindByPartOfName, "search_files")
	}
	return patternError("pattern", err)
}

// patternError returns the error of a pattern that can't be used.
func patternError(field string, err error) error {
	var p *workspace.PatternError
	if !errors.As(err, &p) {
		return newError(codePattern, field, speech.BadPattern{Why: err.Error()}, speech.MendPattern)
	}
	e := newError(codePattern, field, speech.BadPattern{Why: p.Msg}, speech.MendPattern)
	e.Offset = &p.At
	return e
}

// globError returns the error of a glob that can't be used.
func globError(field string, err error) error {
	return newError(codePattern, field, speech.BadPattern{Why: err.Error()}, speech.MendGlob)
}
