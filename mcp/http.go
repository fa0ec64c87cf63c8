package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"strings"
	"sync"

	"codeintel/session"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Handler serves the Streamable HTTP transport. It does not look at who asks:
// whoever listens checks tokens, Origin and Host, and bounds the bodies.
// root is the repository of the clients.
func (s *Server) Handler(root string) http.Handler {
	h := server.NewStreamableHTTPServer(s.mcp,
		server.WithHTTPContextFunc(func(ctx context.Context, r *http.Request) context.Context {
			c := Client{Root: root, Peer: sync.OnceValue(func() session.Connection { return s.peer(r.Context()) })}
			if id := r.Header.Get(server.HeaderKeySessionID); id != "" && len(id) <= maxSessionID {
				c.Connection.ID = connectionOf(id)
			}
			return withClient(ctx, c)
		}),
		server.WithSessionIdManager(&sessions{left: s.opts.Left}),
	)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || !isModern(r) || !answered(w, r) {
			h.ServeHTTP(w, r)
		}
	})
}

// peer returns what is known of the process that a request comes from.
func (s *Server) peer(ctx context.Context) session.Connection {
	if s.opts.Peer == nil {
		return session.Connection{}
	}
	return s.opts.Peer(ctx)
}

// connectionOf returns the ID of the connection of a client in a session of the older
// protocol.
func connectionOf(session string) string { return "http:" + session }

// programOf returns a short name of a program that makes calls, the same for the same
// program and version.
func programOf(info *mcp.Implementation) string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%q %q", info.Name, info.Version)
	return fmt.Sprintf("%08x", h.Sum32())
}

// maxSessionID is how many bytes the id of a session of the older protocol may have to
// be known.
const maxSessionID = 200

// isModern says whether a request is of the protocol without sessions.
func isModern(r *http.Request) bool {
	version := r.Header.Get(mcp.HeaderProtocolVersion)
	return mcp.IsModernProtocol(version) && mcp.IsValidProtocolVersion(version)
}

// answered answers what the library answers wrongly; it says whether it did.
//
// A notification needs nothing but its method: the library wants of it what
// requests have to carry, and clients close the connection when it is refused.
// Nothing is to be done about any of them: there is no session that
// notifications/cancelled could be about, and who wants no answer any more closes
// the request.
func answered(w http.ResponseWriter, r *http.Request) bool {
	method := r.Header.Get(mcp.HeaderMethod)
	if !strings.HasPrefix(method, "notifications/") && method != string(mcp.MethodSubscriptionsListen) {
		return false
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "the request can't be read", http.StatusBadRequest)
		return true
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var message struct {
		Method string          `json:"method"`
		ID     json.RawMessage `json:"id"`
	}
	if json.Unmarshal(body, &message) != nil || message.Method != method {
		return false
	}
	isRequest := len(message.ID) > 0 && string(message.ID) != "null"
	switch {
	case method != string(mcp.MethodSubscriptionsListen) && !isRequest:
		w.WriteHeader(http.StatusAccepted)
		return true
	case method == string(mcp.MethodSubscriptionsListen) && isRequest:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write(mustJSON(noSubscriptions(message.ID))) // who is gone needs no answer
		return true
	}
	return false
}

// noSubscriptions is the answer to who wants to hear of changes: nothing that
// the server lists ever changes. The library would say the same, in two messages
// whose order is left to chance.
func noSubscriptions(id json.RawMessage) mcp.JSONRPCError {
	var request mcp.RequestId
	_ = json.Unmarshal(id, &request) // what is no id is answered without
	return mcp.NewJSONRPCError(request, mcp.METHOD_NOT_FOUND, "there is nothing to subscribe to", nil)
}

// maxEnded is how many sessions are known to have ended.
const maxEnded = 1024

// sessions are the session ids of the older protocol over HTTP. Nothing is kept
// of a session, so an id is good after the process was replaced, too; known are
// only those that a client has ended, the last ones.
type sessions struct {
	server.StatelessGeneratingSessionIdManager
	left  func(connection string) // is told of those that end; nil for nobody
	mu    sync.Mutex
	ended map[string]bool
	order []string // of ended, the oldest first
}

// Validate says whether a session has ended; the error is that it is none.
func (s *sessions) Validate(id string) (ended bool, err error) {
	if ended, err = s.StatelessGeneratingSessionIdManager.Validate(id); err != nil {
		return ended, fmt.Errorf("no session has the id %.80q: %w", id, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended[id], nil
}

// Terminate ends a session.
func (s *sessions) Terminate(id string) (notAllowed bool, err error) {
	if ended, err := s.Validate(id); ended || err != nil {
		return false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended == nil {
		s.ended = map[string]bool{}
	}
	if !s.ended[id] {
		s.ended[id] = true
		s.order = append(s.order, id)
		if s.left != nil {
			s.left(connectionOf(id))
		}
	}
	if len(s.order) > maxEnded {
		delete(s.ended, s.order[0])
		s.order = append(s.order[:0], s.order[1:]...)
	}
	return false, nil
}
