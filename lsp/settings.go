package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
)

// section is that of the settings in an editor's.
const section = "ci"

// settings are the editor's settings for the server. They are immutable: a change stores
// new ones.
type settings struct {
	// languages maps a language to the mode that the user has set for it; others maps a
	// language to the other servers that the editor has for it.
	languages map[string]mode
	others    map[string]serverNames
	// commands has the names of the editor's own commands that answers may use.
	commands map[string]bool
	// status reports whether the editor wants ci/status and ci/session notifications.
	status bool
}

// values are settings in the form in which an editor sends them; nil for what it does not
// send. The forwarder keeps the last of each for the next process (Session).
type values struct {
	Languages    json.RawMessage `json:"languages,omitempty"`
	OtherServers json.RawMessage `json:"otherServers,omitempty"`
	Commands     json.RawMessage `json:"commands,omitempty"`
	Status       json.RawMessage `json:"status,omitempty"`
}

// readValues reads an editor's settings from the section itself or from an object that
// contains it. On an error it returns no values.
func readValues(options []byte) (values, error) {
	var given struct {
		values
		CI *values `json:"ci"`
	}
	if err := json.Unmarshal(options, &given); err != nil {
		return values{}, err
	}
	if given.CI != nil {
		given.values = *given.CI
	}
	return given.values, nil
}

// with returns v with the values of o in place of its own where configure would take them
// over.
func (v values) with(o values) values {
	var (
		object map[string]json.RawMessage
		list   []string
		truth  bool
	)
	for _, x := range []struct {
		to   *json.RawMessage
		from json.RawMessage
		form any
	}{
		{&v.Languages, o.Languages, &object}, {&v.OtherServers, o.OtherServers, &object}, {&v.Commands, o.Commands, &list}, {&v.Status, o.Status, &truth},
	} {
		if ok, _ := readSetting(x.from, x.form); ok {
			*x.to = x.from
		}
	}
	return v
}

// configure applies settings sent by the editor. A setting that is missing or malformed
// keeps its value. configure returns the settings before and after.
func (c *conn) configure(options []byte) (before, after *settings) {
	c.configuring.Lock()
	defer c.configuring.Unlock()
	before = c.settings.Load()
	if len(options) == 0 {
		return before, before
	}
	given, err := readValues(options)
	if err != nil {
		c.log.Warn("the editor's settings are ignored", "error", err)
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
				c.log.Warn("ci.languages names an unknown mode; use auto, primary, companion or off", "language", name, "mode", value)
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

// readSetting decodes a setting into a variable, and reports whether there was one. The
// error says why one can't be decoded.
func readSetting(text json.RawMessage, into any) (ok bool, err error) {
	if text == nil || string(text) == "null" {
		return false, nil
	}
	err = json.Unmarshal(text, into)
	return err == nil, err
}

// setting decodes a setting as readSetting does, and logs an error.
func (c *conn) setting(name string, text json.RawMessage, into any) bool {
	ok, err := readSetting(text, into)
	if err != nil {
		c.log.Warn("a setting of the editor is ignored", "setting", section+"."+name, "error", err)
	}
	return ok
}

// reconfigure applies settings that change while the editor is running. Where the mode of
// a language changes, the editor is asked to refresh what it shows; where a reason
// changes, it is sent the status.
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
