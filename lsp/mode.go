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

// mode says how much is answered about the files of a language.
type mode uint8

const (
	// modePrimary answers everything that is known.
	modePrimary mode = iota
	// modeCompanion answers only what another server, made for that language alone,
	// can't know.
	modeCompanion
	// modeOff answers nothing.
	modeOff
	// modeAuto stands for modeCompanion while the editor has another server for the
	// language, and for modePrimary otherwise. It is only a setting: inForce never
	// returns it.
	modeAuto
)

// modes maps the names that settings use to modes.
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

// allLanguages stands in settings for all languages that they don't name.
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

// mode returns the mode of a language, modeOff for nil: files that no language reads have
// no answers.
func (c *conn) mode(l *lang.Language) mode {
	if l == nil {
		return modeOff
	}
	m, _ := c.settings.Load().inForce(l.Name)
	return m
}

// mode returns the mode of the language of a document.
func (v *view) mode(doc int32) mode { return v.c.mode(v.snap.Docs()[doc].Lang) }

// news reports whether the editor wants an edge from one document to another from this
// server. In primary mode it wants every edge; in companion mode only those that a server
// for one language does not know. Such a server knows the files of its family that it is
// made for (lang.Language.Served).
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

// serverNames are the names of the other servers of a language. In JSON they are a string
// or a list of strings; null, false and "" mean none.
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
	// Language is the name that `ci languages` prints. Mode is "primary", "companion" or
	// "off".
	Language string `json:"language"`
	Mode     string `json:"mode"`
	// Set reports whether the user has set the mode. If not, it follows from Servers, the
	// names of the editor's other servers for the language.
	Set     bool     `json:"set,omitempty"`
	Servers []string `json:"servers,omitempty"`
	// Text is mode and reason on one line, for people.
	Text string `json:"text"`
}

// describe returns the mode of a language and the reason for it.
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

// languageModes returns the modes of the languages that have files in a state.
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
	return same(allLanguages) // which stands for those that neither names
}

// sameReasons reports whether s and o give each language the same mode for the same reason.
func (s *settings) sameReasons(o *settings) bool {
	return maps.Equal(s.languages, o.languages) && maps.EqualFunc(s.others, o.others, slices.Equal)
}

// refresh tells the editor to request code lenses, semantic tokens and folding ranges
// again, as far as it supports that. Editors request everything else when they need it.
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
