package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/workspace"

	"go.lsp.dev/protocol"
)

// mode is how much is answered about the files of a language.
type mode uint8

const (
	// modePrimary: all that is known.
	modePrimary mode = iota
	// modeCompanion: only what a server for that language alone can't know, since it
	// answers beside this one.
	modeCompanion
	// modeOff: nothing.
	modeOff
	// modeAuto: modeCompanion while the editor has another server for the language,
	// else modePrimary. It is a setting; what is in force is one of the others.
	modeAuto
)

// modes are the names of modes in settings.
var modes = map[string]mode{"auto": modeAuto, "primary": modePrimary, "companion": modeCompanion, "off": modeOff}

// String returns the name of m in settings.
func (m mode) String() string {
	for name, is := range modes {
		if is == m {
			return name
		}
	}
	return ""
}

// allLanguages is what settings call all languages that they don't name.
const allLanguages = "*"

// inForce returns the mode of a language, and whether the user has set it.
func (s *settings) inForce(language string) (m mode, set bool) {
	m, set = s.languages[language]
	if !set {
		m, set = s.languages[allLanguages]
	}
	switch {
	case set && m != modeAuto:
		return m, true
	case len(s.others[language]) > 0:
		return modeCompanion, false
	}
	return modePrimary, false
}

// mode of a language; files that no language reads have no answers.
func (c *conn) mode(l *lang.Language) mode {
	if l == nil {
		return modeOff
	}
	m, _ := c.settings.Load().inForce(l.Name)
	return m
}

// mode of the language of a file.
func (v *view) mode(doc int32) mode { return v.c.mode(v.snap.Docs()[doc].Lang) }

// news says whether an edge from one file to another is for the editor to be told by
// us, who answer about the first: in primary mode each, in companion mode those that
// no server for one language knows of. Such a server knows the files of its family
// that it is made for.
func (v *view) news(from, to int32) bool {
	a, b := v.snap.Docs()[from].Lang, v.snap.Docs()[to].Lang
	switch v.mode(from) {
	case modePrimary:
		return true
	case modeCompanion:
		return b == nil || a.Family != b.Family || !b.Served
	}
	return false
}

// serverNames are the names of other servers of a language, as an editor says them: a
// text or a list of texts; null, false and "" mean that there is none.
type serverNames []string

// UnmarshalJSON implements json.Unmarshaler.
func (n *serverNames) UnmarshalJSON(data []byte) error {
	*n = nil
	switch text := string(bytes.TrimSpace(data)); text {
	case "null", "false", `""`:
		return nil
	}
	var one string
	if json.Unmarshal(data, &one) == nil {
		*n = serverNames{one}
		return nil
	}
	var list []string
	if json.Unmarshal(data, &list) != nil {
		return fmt.Errorf("%s is neither the name of a server nor a list of names", data)
	}
	*n = slices.DeleteFunc(list, func(name string) bool { return name == "" })
	return nil
}

// LanguageMode says how much is answered about the files of a language, and why.
type LanguageMode struct {
	// Language is its name, as `ci languages` has it; Mode is "primary", "companion" or
	// "off".
	Language string `json:"language"`
	Mode     string `json:"mode"`
	// Set: by the user. Else the mode follows from Servers, the other servers that the
	// editor has for the language.
	Set     bool     `json:"set,omitempty"`
	Servers []string `json:"servers,omitempty"`
	// Text says it to people, on one line.
	Text string `json:"text"`
}

// describe says how much is answered about a language, and why.
func (s *settings) describe(language string) LanguageMode {
	m, set := s.inForce(language)
	out := LanguageMode{Language: language, Mode: m.String(), Set: set, Servers: s.others[language]}
	other := strings.Join(out.Servers, " and ")
	switch {
	case m == modeOff:
		out.Text = "off"
	case m == modePrimary:
		out.Text = "full"
	case other != "":
		out.Text = "adds to " + other
	default:
		out.Text = "adds to another server"
	}
	switch {
	case set:
		out.Text += ": set by you"
	case m == modePrimary:
		out.Text += ": no other server"
	}
	return out
}

// languageModes are the modes of the languages that a state has files of.
func (c *conn) languageModes(state *workspace.State) (out []LanguageMode) {
	if state == nil {
		return nil
	}
	s := c.settings.Load()
	for _, l := range state.Report.Languages {
		if l.Files > 0 {
			out = append(out, s.describe(l.Name))
		}
	}
	return out
}

// sameModes reports whether each language has the same mode by s and o.
func (s *settings) sameModes(o *settings) bool {
	same := func(language string) bool {
		a, _ := s.inForce(language)
		b, _ := o.inForce(language)
		return a == b
	}
	for _, named := range []*settings{s, o} {
		for language := range named.languages {
			if !same(language) {
				return false
			}
		}
		for language := range named.others {
			if !same(language) {
				return false
			}
		}
	}
	return same(allLanguages) // which stands for those that nobody names
}

// sameReasons reports whether s and o give languages the same modes for the same reasons.
func (s *settings) sameReasons(o *settings) bool {
	return maps.Equal(s.languages, o.languages) && maps.EqualFunc(s.others, o.others, slices.Equal)
}

// refresh has the editor ask again for what it shows in documents without being asked
// each time, where it can be told to. All else is asked for when it is wanted.
func (c *conn) refresh() {
	w := c.caps.Workspace
	if w == nil {
		return
	}
	ask := func(method string, supported bool) {
		if !supported {
			return
		}
		c.background.Go(func() {
			if err := c.wire.call(c.life, method, nil, nil); err != nil && c.life.Err() == nil {
				c.log.Warn("the editor does not refresh", "method", method, "error", err)
			}
		})
	}
	ask(protocol.MethodWorkspaceCodeLensRefresh, w.CodeLens != nil && is(w.CodeLens.RefreshSupport))
	ask(protocol.MethodWorkspaceSemanticTokensRefresh, w.SemanticTokens != nil && is(w.SemanticTokens.RefreshSupport))
	ask(protocol.MethodWorkspaceFoldingRangeRefresh, w.FoldingRange != nil && is(w.FoldingRange.RefreshSupport))
}
