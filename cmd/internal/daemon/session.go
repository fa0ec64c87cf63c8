package daemon

import (
	"maps"
	"slices"
)

// Session is what a Forwarder knows of the protocol that it forwards: what a session
// consists of, so that the next process can be told. One is used by one Forwarder, by
// one goroutine at a time.
type Session interface {
	// Said keeps what is needed of a request or notification of the client, in the
	// order in which they go to the process: what it was told, it may have heard or
	// not.
	Said(method string, text []byte)
	// Heard keeps what is needed of what the client is told: the answer to a request of
	// its with that method, or a notification. text is nil when it is too long.
	Heard(method string, text []byte)
	// Resume are the messages that tell a process what the ones before were told, once
	// it has answered the request that the session began with.
	Resume() [][]byte
	// Lost are the messages that tell the client what a process, which is gone, will
	// not tell it any more.
	Lost() [][]byte
	// Told says whether the client was told a part of the answer to a request, so that it
	// can't be asked again.
	Told(text []byte) bool
	// Stamp changes whenever places in what requests are about may be others.
	Stamp() uint64
	// Words of the protocol.
	Words() Words
}

// Words are what a protocol calls what a Forwarder has to know.
type Words struct {
	// Initialized is the notification that follows the answer to the request that a
	// session begins with.
	Initialized string
	// Cancelled is the notification that a request is not wanted any more, Member what
	// its parameters have the request's identifier as: "requestId" or "id". Code is that
	// of the answer which such a request has; 0 when it has none.
	Cancelled, Member string
	Code              int
	// End is the notification after which a client says nothing more; "" for none.
	End string
}

// What a session of MCP consists of: the messages that what follows depends on.
const (
	methodInitialized = "notifications/initialized"
	methodCancelled   = "notifications/cancelled"
	methodLevel       = "logging/setLevel"
	methodSubscribe   = "resources/subscribe"
	methodUnsubscribe = "resources/unsubscribe"
)

// maxResources is how many subscriptions are told to the next process.
const maxResources = 1024

// mcpSession is that of MCP.
type mcpSession struct {
	initialized, level []byte
	resources          map[string][]byte // subscriptions, by uri
}

func (s *mcpSession) Said(method string, text []byte) {
	switch method {
	case methodInitialize:
		*s = mcpSession{}
	case methodInitialized:
		s.initialized = text
	case methodLevel:
		s.level = text
	case methodSubscribe:
		if s.resources == nil {
			s.resources = map[string][]byte{}
		}
		if m := scan(text); len(s.resources) < maxResources {
			s.resources[m.uri] = text
		}
	case methodUnsubscribe:
		m := scan(text)
		delete(s.resources, m.uri)
	}
}

func (s *mcpSession) Resume() (texts [][]byte) {
	for _, text := range [][]byte{s.initialized, s.level} {
		if text != nil {
			texts = append(texts, text)
		}
	}
	for _, uri := range slices.Sorted(maps.Keys(s.resources)) {
		texts = append(texts, s.resources[uri])
	}
	return texts
}

func (s *mcpSession) Heard(string, []byte) {}
func (s *mcpSession) Lost() [][]byte       { return nil }
func (s *mcpSession) Told([]byte) bool     { return false }
func (s *mcpSession) Stamp() uint64        { return 0 }

func (s *mcpSession) Words() Words {
	return Words{Initialized: methodInitialized, Cancelled: methodCancelled, Member: "requestId"}
}
