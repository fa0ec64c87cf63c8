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
	// languages are those with a mode of their own, by name.
	languages map[string]mode
	// commands are those of the editor's own that it says it has.
	commands map[string]bool
	// status: the editor wants to be told how repositories and sessions are.
	status bool
}

// configure takes over settings of an editor: those of the section, or an object that
// has it. What is not there stays as it is, and what is not understood is passed over.
func (c *conn) configure(options []byte) {
	type values struct {
		Languages map[string]string `json:"languages"`
		Commands  []string          `json:"commands"`
		Status    *bool             `json:"status"`
	}
	var given struct {
		values
		CI *values `json:"ci"`
	}
	if len(options) == 0 {
		return
	}
	if err := json.Unmarshal(options, &given); err != nil {
		c.log.Warn("the editor's settings are passed over", "error", err)
		return
	}
	if given.CI != nil {
		given.values = *given.CI
	}
	s := *c.settings.Load()
	if given.Languages != nil {
		s.languages = map[string]mode{}
		for name, value := range given.Languages {
			if m, ok := modes[value]; ok {
				s.languages[name] = m
			} else {
				c.log.Warn("ci.languages has a mode that is none", "language", name)
			}
		}
	}
	if given.Commands != nil {
		s.commands = map[string]bool{}
		for _, name := range given.Commands {
			s.commands[name] = true
		}
	}
	if given.Status != nil {
		s.status = *given.Status
	}
	c.settings.Store(&s)
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
			c.configure(got[0])
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
		c.configure(p.Settings)
	}
	c.pull()
	return nil
}
