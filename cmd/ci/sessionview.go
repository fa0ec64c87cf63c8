package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"codeintel/session"
	"codeintel/session/gate"
	"codeintel/session/speech"
)

// shortID is how many characters of an id people are shown, unless two sessions begin with
// them.
const shortID = 8

// letters returns how many characters tell ids apart, at least shortID.
func letters(list []sessionFile) int {
	n := shortID
	ids := make([]string, 0, len(list))
	for _, f := range list {
		ids = append(ids, f.id)
	}
	slices.Sort(ids)
	for i := 1; i < len(ids); i++ {
		same := 0
		for same < min(len(ids[i]), len(ids[i-1])) && ids[i][same] == ids[i-1][same] {
			same++
		}
		n = max(n, same+1)
	}
	return n
}

// short returns the beginning of an id that people are shown, which every command takes.
func (s *sessions) short(id string) string {
	return printable(id[:min(len(id), max(s.letters, shortID))])
}

// clock returns a time as people read it: that of their place, without the date where it
// is today's.
func (s *sessions) clock(t time.Time) string {
	zone := s.a.zone
	if zone == nil {
		zone = time.Local
	}
	t, now := t.In(zone), s.a.now().In(zone)
	if t.Year() == now.Year() && t.YearDay() == now.YearDay() {
		return t.Format(time.TimeOnly)
	}
	return t.Format("2006-01-02 15:04")
}

// stateText returns a phase in words.
func stateText(l speech.Language, p gate.Phase) string {
	switch p {
	case gate.Exploration:
		return l.Say(speech.StateExploring)
	case gate.Semantic:
		return l.Say(speech.StateSemantic)
	case gate.Verification:
		return l.Say(speech.StateVerification)
	case gate.Ready:
		return l.Say(speech.StateReady)
	case gate.Closed:
		return l.Say(speech.StateClosed)
	}
	return string(p)
}

// argumentsText returns what a call was given: the value of a single argument, or names
// and values. What is neither text, number nor truth value is left out.
func argumentsText(params []byte) string {
	var object map[string]any
	if json.Unmarshal(params, &object) != nil {
		return short(string(params), maxQueryShown)
	}
	var parts []string
	only := ""
	for _, name := range slices.Sorted(maps.Keys(object)) {
		switch object[name].(type) {
		case string, float64, bool:
			text, _ := json.Marshal(object[name]) // it was read as such
			if s, ok := object[name].(string); ok {
				text = []byte(s)
			}
			only = plainLine(string(text))
			parts = append(parts, plainLine(name)+"="+only)
		}
	}
	if len(parts) == 1 {
		return short(only, maxQueryShown)
	}
	return short(strings.Join(parts, " "), maxQueryShown)
}

// callLine says in words what a call was.
func (s *sessions) callLine(l speech.Language, c session.CallInfo) string {
	text := plainLine(c.Tool)
	if arguments := argumentsText(c.Params); arguments != "" {
		text += " " + arguments
	}
	switch {
	case c.Failed:
		text += ": " + s.paint(colorBad, l.Say(speech.CallHasFailed))
	case c.Summary != "":
		text += ": " + short(c.Summary, maxQueryShown)
	}
	return text
}

// cell is a text of a table, and its colour, "" for none.
type cell struct{ text, color string }

// table lays out rows; color: with their colours, which take no columns.
func table(color bool, rows [][]cell) string {
	var widths []int
	for _, row := range rows {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], columns(c.text))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, c := range row {
			b.WriteString(paint(color, c.color, c.text))
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", widths[i]-columns(c.text)+2))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// columns returns how many columns of a terminal a text takes: two for a Japanese letter.
func columns(text string) (n int) {
	for _, r := range text {
		n++
		if r > unicode.MaxLatin1 {
			n++
		}
	}
	return n
}

// pad fills a text with spaces to a number of columns.
func pad(text string, n int) string {
	return text + strings.Repeat(" ", max(0, n-columns(text)))
}
