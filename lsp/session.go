package lsp

import (
	"encoding/json"
	"maps"
	"slices"

	"codeintel/index/pos"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Session is what an editor has told a server, so that another server can be told: its
// documents with the text that they have now, its folders and settings. It is used by
// one goroutine at a time.
type Session struct {
	// Process, when set, is called with the process that the editor says it is.
	Process func(pid int)

	encoding    pos.Encoding
	initialized []byte
	settings    *values // the last of each setting that a notification had; nil without one
	trace       []byte
	docs        map[uri.URI]*openDocument
	opened      uint64
	// added and removed are folders, as they differ from those of the first request.
	added   []protocol.WorkspaceFolder
	removed []protocol.WorkspaceFolder
	stamp   uint64
	// progress are the tokens of what the server has begun, and not ended.
	progress map[protocol.ProgressToken]bool
	// partial are the tokens by which parts of answers were told.
	partial map[protocol.ProgressToken]bool
	// ended: the editor has asked the server to shut down; exited, to exit.
	ended, exited bool
}

// openDocument is a document as the server knows it.
type openDocument struct {
	language protocol.LanguageKind
	version  int32
	text     []byte
	order    uint64
}

// Said keeps what is needed of a request or notification of the editor.
func (s *Session) Said(method string, text []byte) {
	switch method {
	case protocol.MethodInitialize:
		*s = Session{Process: s.Process, encoding: pos.UTF16, docs: map[uri.URI]*openDocument{}, progress: map[protocol.ProgressToken]bool{}, stamp: s.stamp + 1}
		var p protocol.InitializeParams
		if s.Process != nil && paramsOf(text, &p) && p.ProcessID != nil {
			s.Process(int(*p.ProcessID))
		}
	case protocol.MethodInitialized:
		s.initialized = text
	case protocol.MethodShutdown:
		s.ended = true
	case protocol.MethodExit:
		s.exited = true
	case protocol.MethodSetTrace:
		s.trace = text
	case protocol.MethodWorkspaceDidChangeConfiguration:
		var p protocol.DidChangeConfigurationParams
		if paramsOf(text, &p) {
			given, _ := readValues(p.Settings) // the server ignores settings that can't be read, too
			if s.settings == nil {
				s.settings = &values{}
			}
			*s.settings = s.settings.with(given)
		}
	case protocol.MethodTextDocumentDidOpen:
		var p protocol.DidOpenTextDocumentParams
		if t := &p.TextDocument; paramsOf(text, &p) && s.docs != nil {
			s.opened++
			s.docs[t.URI] = &openDocument{t.LanguageID, t.Version, []byte(t.Text), s.opened}
			s.stamp++
		}
	case protocol.MethodTextDocumentDidChange:
		var p protocol.DidChangeTextDocumentParams
		if !paramsOf(text, &p) {
			return
		}
		d := s.docs[p.TextDocument.URI]
		if d == nil {
			return
		}
		if text, err := change(d.text, s.encoding, p.ContentChanges); err == nil { // else the server does not make it either
			d.text, d.version = text, p.TextDocument.Version
			s.stamp++
		}
	case protocol.MethodTextDocumentDidClose:
		var p protocol.DidCloseTextDocumentParams
		if paramsOf(text, &p) {
			delete(s.docs, p.TextDocument.URI)
			s.stamp++
		}
	case protocol.MethodWorkspaceDidChangeWorkspaceFolders:
		var p protocol.DidChangeWorkspaceFoldersParams
		if paramsOf(text, &p) {
			for _, f := range p.Event.Removed {
				s.removed, s.added = moved(s.removed, s.added, f)
			}
			for _, f := range p.Event.Added {
				s.added, s.removed = moved(s.added, s.removed, f)
			}
		}
	}
}

// moved adds a folder to one list, unless it is in the other, from which it is taken.
func moved(to, from []protocol.WorkspaceFolder, f protocol.WorkspaceFolder) (newTo, newFrom []protocol.WorkspaceFolder) {
	same := func(o protocol.WorkspaceFolder) bool { return o.URI == f.URI }
	if slices.ContainsFunc(from, same) {
		return to, slices.DeleteFunc(from, same)
	}
	return append(slices.DeleteFunc(to, same), f), from
}

// paramsOf reads the parameters of a message.
func paramsOf(text []byte, into any) bool {
	message, err := jsonrpc2.DecodeMessage(text)
	if err != nil {
		return false
	}
	m, ok := message.(jsonrpc2.RequestMessage)
	return ok && unmarshal(m.Params(), into) == nil
}

// Heard keeps what is needed of what the editor is told: the answer to a request with
// that method, or a notification.
func (s *Session) Heard(method string, text []byte) {
	message, err := jsonrpc2.DecodeMessage(text)
	if err != nil {
		return
	}
	switch m := message.(type) {
	case *jsonrpc2.Response:
		var result protocol.InitializeResult
		if method == protocol.MethodInitialize && m.Err() == nil && protocol.Unmarshal(m.Result(), &result) == nil {
			for _, e := range encodings {
				if e.name == result.Capabilities.PositionEncoding {
					s.encoding = e.is
				}
			}
		}
	case *jsonrpc2.Notification:
		var p protocol.ProgressParams
		if method != protocol.MethodProgress || unmarshal(m.Params(), &p) != nil || s.progress == nil {
			return
		}
		var value struct {
			Kind string `json:"kind"`
		}
		_ = protocol.Unmarshal(p.Value, &value) // of a partial result it is nothing
		switch value.Kind {
		case "begin":
			s.progress[p.Token] = true
		case "end":
			delete(s.progress, p.Token)
		case "":
			if len(s.partial) >= maxPartials || s.partial == nil {
				s.partial = map[protocol.ProgressToken]bool{}
			}
			s.partial[p.Token] = true
		}
	}
}

// Resume are the messages that tell a server what the one before was told, once it is
// initialized.
func (s *Session) Resume() (texts [][]byte) {
	add := func(method string, params any) {
		if data, err := protocol.Marshal(params); err == nil { // what was read can be written
			texts = append(texts, jsonrpc2.AppendNotification(nil, method, data))
		}
	}
	for _, text := range [][]byte{s.initialized, s.trace} {
		if text != nil {
			texts = append(texts, text)
		}
	}
	if s.settings != nil {
		if data, err := json.Marshal(map[string]any{section: s.settings}); err == nil {
			add(protocol.MethodWorkspaceDidChangeConfiguration, &protocol.DidChangeConfigurationParams{Settings: data})
		}
	}
	if len(s.added)+len(s.removed) > 0 {
		add(protocol.MethodWorkspaceDidChangeWorkspaceFolders, &protocol.DidChangeWorkspaceFoldersParams{
			Event: protocol.WorkspaceFoldersChangeEvent{Added: s.added, Removed: s.removed},
		})
	}
	order := slices.SortedFunc(maps.Keys(s.docs), func(a, b uri.URI) int { return int(s.docs[a].order) - int(s.docs[b].order) })
	for _, u := range order {
		d := s.docs[u]
		add(protocol.MethodTextDocumentDidOpen, &protocol.DidOpenTextDocumentParams{
			TextDocument: protocol.TextDocumentItem{URI: u, LanguageID: d.language, Version: d.version, Text: string(d.text)},
		})
	}
	return texts
}

// Lost are the messages that tell the editor what a server, which is gone, will not
// tell it any more: the end of what it had begun.
func (s *Session) Lost() (texts [][]byte) {
	for token := range s.progress {
		value := protocol.LSPAny(`{"kind":"end"}`)
		if data, err := protocol.Marshal(&protocol.ProgressParams{Token: token, Value: value}); err == nil {
			texts = append(texts, jsonrpc2.AppendNotification(nil, protocol.MethodProgress, data))
		}
	}
	clear(s.progress)
	slices.SortFunc(texts, slices.Compare)
	return texts
}

// Told says whether the editor was told a part of the answer to a request: asked again,
// it would be told that twice.
func (s *Session) Told(text []byte) bool {
	var p protocol.PartialResultParams
	return len(s.partial) > 0 && paramsOf(text, &p) && s.partial[p.PartialResultToken]
}

// maxPartials is how many of these are known: an editor takes one for each request.
const maxPartials = 4096

// Stamp changes whenever a document does.
func (s *Session) Stamp() uint64 { return s.stamp }

// Broken says whether the editor has told the server to exit, and not before to shut
// down: the process is to end with an error then.
func (s *Session) Broken() bool { return s.exited && !s.ended }
