package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
)

// section is that of the settings in an editor's.
const section = "ci"

// settings are what the user has set for the endpoint. They don't change: others take
// their place.
type settings struct {
	// languages are those with a mode of their own, by name; others are the other
	// servers that the editor has, by language.
	languages map[string]mode
	others    map[string]serverNames
	// commands are those of the editor's own that it says it has.
	commands map[string]bool
	// status: the editor wants to be told how repositories and sessions are.
	status bool
}

// values are settings as an editor says them; nil for what it does not say. The forwarder
// keeps each of them for the next process (Session).
type values struct {
	Languages    json.RawMessage `json:"languages,omitempty"`
	OtherServers json.RawMessage `json:"otherServers,omitempty"`
	Commands     json.RawMessage `json:"commands,omitempty"`
	Status       json.RawMessage `json:"status,omitempty"`
}

// readValues reads settings of an editor: those of the section, or an object that has it.
func readValues(options []byte) (values, error) {
	var given struct {
		values
		CI *values `json:"ci"`
	}
	err := json.Unmarshal(options, &given)
	if given.CI != nil {
		given.values = *given.CI
	}
	return given.values, err
}

// with returns v with what o says in its place.
func (v values) with(o values) values {
	for _, x := range []struct{ to, from *json.RawMessage }{
		{&v.Languages, &o.Languages}, {&v.OtherServers, &o.OtherServers}, {&v.Commands, &o.Commands}, {&v.Status, &o.Status},
	} {
		if *x.from != nil {
			*x.to = *x.from
		}
	}
	return v
}

// configure takes over settings of an editor. What is not there stays as it is, and what
// is not understood is passed over. It returns the settings before and after.
func (c *conn) configure(options []byte) (before, after *settings) {
	c.configuring.Lock()
	defer c.configuring.Unlock()
	before = c.settings.Load()
	if len(options) == 0 {
		return before, before
	}
	given, err := readValues(options)
	if err != nil {
		c.log.Warn("the editor's settings are passed over", "error", err)
		return before, before
	}
	s := *before
	var languages map[string]json.RawMessage
	if c.setting("languages", given.Languages, &languages) {
		s.languages = map[string]mode{}
		for name, text := range languages {
			var value string
			if !c.setting("languages."+name, text, &value) {
				continue
			}
			if m, ok := modes[value]; ok {
				s.languages[name] = m
			} else {
				c.log.Warn("ci.languages has a mode that is none: it may be auto, primary, companion or off", "language", name, "mode", value)
			}
		}
	}
	var others map[string]json.RawMessage
	if c.setting("otherServers", given.OtherServers, &others) {
		s.others = map[string]serverNames{}
		for name, text := range others {
			var servers serverNames
			if c.setting("otherServers."+name, text, &servers) && len(servers) > 0 {
				s.others[name] = servers
			}
		}
	}
	var commands []string
	if c.setting("commands", given.Commands, &commands) {
		s.commands = map[string]bool{}
		for _, name := range commands {
			s.commands[name] = true
		}
	}
	c.setting("status", given.Status, &s.status)
	c.settings.Store(&s)
	return before, &s
}

// setting reads a value, and reports whether there is one that is understood.
func (c *conn) setting(name string, text json.RawMessage, into any) bool {
	if text == nil || string(text) == "null" {
		return false
	}
	if err := json.Unmarshal(text, into); err != nil {
		c.log.Warn("a setting of the editor is passed over", "setting", section+"."+name, "error", err)
		return false
	}
	return true
}

// reconfigure takes over settings while the editor is at work: what it shows of a language
// that has another mode now is asked for anew, and what the status says is told.
func (c *conn) reconfigure(options []byte) {
	before, after := c.configure(options)
	if !after.sameModes(before) {
		c.refresh()
	}
	if !after.sameReasons(before) {
		c.retell()
	}
}

// pull asks the editor for its settings, where it can be asked, in the background.
func (c *conn) pull() {
	w := c.caps.Workspace
	if w == nil || w.Configuration == nil || !*w.Configuration {
		return
	}
	c.background.Go(func() {
		var got []protocol.LSPAny
		name := section
		err := c.wire.call(c.life, protocol.MethodWorkspaceConfiguration, &protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &name}}}, &got)
		switch {
		case c.life.Err() != nil:
		case err != nil:
			c.log.Warn("the editor does not say its settings", "error", err)
		case len(got) > 0 && string(got[0]) != "null":
			c.reconfigure(got[0])
		}
	})
}

// initialized: the editor takes requests now.
func (c *conn) initialized(context.Context, *protocol.InitializedParams) error {
	c.pull()
	return nil
}

// didChangeConfiguration: there are other settings. Editors that can be asked need not
// say which.
func (c *conn) didChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	if string(p.Settings) != "null" {
		c.reconfigure(p.Settings)
	}
	c.pull()
	return nil
}
