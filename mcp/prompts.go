package mcp

import (
	"context"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// codePrompt is what the prompt code says to the model; {request} is replaced.
const codePrompt = `Work on this request in the repository:

{request}

First find out what the code does now, from the index and not from memory:
1. find_definitions or query for what the request names; search_text for words that users see.
2. find_references and call_hierarchy for what depends on it.
3. get_function_at_line for the source that matters.
Say what you found with file and line, and what is still a guess. Then make the change in files that you have looked at, and look for further uses with find_references before you end.`

func (s *Server) addPrompts() {
	s.mcp.AddPrompt(
		mcp.NewPrompt("code", mcp.WithPromptDescription("Explore first, then change the code."),
			mcp.WithArgument("request", mcp.ArgumentDescription("what is to be done"), mcp.RequiredArgument())),
		func(_ context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			text := strings.ReplaceAll(codePrompt, "{request}", r.Params.Arguments["request"])
			return mcp.NewGetPromptResult("Explore first, then change the code.", []mcp.PromptMessage{
				mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(text)),
			}), nil
		})
}
