package mcp

import (
	"context"

	"codeintel/index/workspace/turns"

	"github.com/mark3labs/mcp-go/server"
)

// class says how much a tool is about to cost.
func (t *tool) class() turns.Class {
	switch t.name {
	case "find_references", "find_implementations", "call_hierarchy", "search_text", "query", "semantic_search", "analyze_structure", "repo_pack":
		return turns.Heavy
	}
	return turns.Cheap
}

// asker is the client of a request, as its turn goes by: the conversation where the
// client names it, else the connection.
func asker(ctx context.Context) any {
	if agent := clientOf(ctx).Agent; agent.Known() {
		return agent
	}
	if conn, ok := ctx.Value(connectionKey{}).(*connection); ok {
		return conn
	}
	if s := server.ClientSessionFromContext(ctx); s != nil {
		return s.SessionID()
	}
	return clientOf(ctx).Root
}
