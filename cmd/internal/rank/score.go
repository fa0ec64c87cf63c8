package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// place is where a program says that something is; line is 0 where it does not say.
type place struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Name string `json:"name"`
}

// wanted is a definition that a task is about. Start and End are its first and last
// line, Line the one with its name.
type wanted struct {
	Path  string `json:"path"`
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Line  int    `json:"line"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// is says whether a place is that of the definition.
func (w *wanted) is(p place) bool {
	if p.Path != w.Path {
		return false
	}
	parts := strings.FieldsFunc(p.Name, func(c rune) bool { return strings.ContainsRune(".#:/\\>`()", c) })
	name := ""
	if len(parts) > 0 {
		name = strings.TrimLeft(parts[len(parts)-1], "$")
	}
	same := name == strings.TrimLeft(w.Name, "$")
	switch {
	case p.Line == 0:
		return same
	case same && w.Start-3 <= p.Line && p.Line <= w.End:
		return true
	case w.Kind == "class":
		return w.Start-1 <= p.Line && p.Line <= w.Line+1
	}
	return w.Start-1 <= p.Line && p.Line <= w.End
}

// counted is how many different files or places of an answer count.
const counted = 50

// fileRanks are the ranks, from 1, of those of the files that are among the places.
func fileRanks(found []place, files []string) []int {
	var order []string
	for _, p := range found {
		if !slices.Contains(order, p.Path) {
			order = append(order, p.Path)
		}
	}
	var ranks []int
	for i, path := range order[:min(len(order), counted)] {
		if slices.Contains(files, path) {
			ranks = append(ranks, i+1)
		}
	}
	return ranks
}

// ranks are the ranks, from 1, of the definitions that are among the places.
func ranks(found []place, definitions []wanted) []int {
	var order []place
	for _, p := range found {
		if !slices.Contains(order, p) {
			order = append(order, p)
		}
	}
	order = order[:min(len(order), counted)]
	var ranks []int
	for i := range definitions {
		if at := slices.IndexFunc(order, definitions[i].is); at >= 0 {
			ranks = append(ranks, at+1)
		}
	}
	slices.Sort(ranks)
	return ranks
}

// score of an answer: the shares of what is wanted that are among the first one, five
// and ten, and the inverse of the first one's rank, 0 beyond ten (MRR).
type score [4]float64

func scoreOf(ranks []int, all int) (s score) {
	for _, r := range ranks {
		for i, k := range []int{1, 5, 10} {
			if r <= k {
				s[i] += 1 / float64(all)
			}
		}
	}
	if len(ranks) > 0 && ranks[0] <= 10 {
		s[3] = 1 / float64(ranks[0])
	}
	return s
}

// subject is what scores are means of: what was looked for, in the repositories of a
// group, by a program.
type subject struct{ what, group, program string }

// measured are scores by repository.
type measured map[subject]map[string][]score

func (m measured) add(what, language, program, repo string, s score) {
	groups := []string{language, "ALL"}
	if language == "python" || language == "php" || language == "ts" {
		groups = append(groups, "tuned on")
	} else {
		groups = append(groups, "not tuned on")
	}
	for _, g := range groups {
		k := subject{what, g, program}
		if m[k] == nil {
			m[k] = map[string][]score{}
		}
		m[k][repo] = append(m[k][repo], s)
	}
}

// mean over repositories of the means over tasks; n is the number of tasks.
func mean(repos map[string][]score) (s score, n int) {
	for _, list := range repos {
		n += len(list)
		for _, x := range list {
			for i := range s {
				s[i] += x[i] / float64(len(list)) / float64(len(repos))
			}
		}
	}
	return s, n
}

func (m measured) print(out io.Writer) {
	for _, what := range []string{"change -> files", "change -> functions", "doc -> function"} {
		fmt.Fprintf(out, "\n%s\n%-14s %5s  %-12s %6s %6s %6s %6s\n", what, "", "tasks", "", "R@1", "R@5", "R@10", "MRR")
		for _, group := range []string{"python", "php", "ts", "go", "java", "ja", "tuned on", "not tuned on", "ALL"} {
			for _, program := range m.programs(what, group) {
				s, n := mean(m[subject{what, group, program}])
				fmt.Fprintf(out, "%-14s %5d  %-12s %6.3f %6.3f %6.3f %6.3f\n", group, n, program, s[0], s[1], s[2], s[3])
			}
		}
	}
}

// programs that something was measured of, ours last.
func (m measured) programs(what, group string) []string {
	var others, ours []string
	for k := range m {
		switch {
		case k.what != what || k.group != group:
		case slices.ContainsFunc(ways, func(w way) bool { return w.name == k.program }):
			ours = append(ours, k.program)
		default:
			others = append(others, k.program)
		}
	}
	slices.Sort(others)
	slices.SortFunc(ours, func(a, b string) int { return wayNumber(a) - wayNumber(b) })
	return append(others, ours...)
}
