package mcp

import (
	"context"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// codePrompt is what the prompt code says to the model; {request} is replaced.
const codePrompt = `Work on this request in the repository:

{request}

The server keeps records of what you have seen in the code; they decide when you may write. Go on by yourself: each answer says next_step and what is missing, and a refusal is automatic.
1. If the user says that the last result was wrong, find its session with list_sessions and call record_outcome with its session_id, outcome "failure" and the user's words as trigger_message.
2. Choose the intent: IMPLEMENT (something new), MODIFY (change or repair), INVESTIGATE (find out), QUESTION (answer). Call start_session with it and the user's words, and pass its session_id on.
3. set_query_frame: quote what the request says, word for word; null where it says nothing. If shortcircuit_hint names symbols, look at these first.
4. Explore: find_definitions, find_references, search_text, get_function_at_line. Read what you are going to change and what depends on it.
5. submit_understanding with the symbols, entry points, files and patterns that answers showed, and at once relevant_symbols, reasoning and code_evidence. If something is missing, do what it says.
6. In SEMANTIC: semantic_search, then submit_semantic. In VERIFICATION: look each hypothesis up, then submit_verification.
7. In READY: check_write_target before you edit a file; what was not explored is added with add_explored_files, or explored after revert_to_exploration.
8. When the work is done and tested: record_outcome.`

// outcomePrompt is what the prompt outcome says; {outcome} and {message} are replaced.
const outcomePrompt = `Record how the last work in this repository ended: {outcome}

What the user says of it: {message}

Find its session with list_sessions: the newest one of yours. Call record_outcome with its session_id, the outcome (success, failure or partial), an analysis of two or three sentences (what was done; where it failed and why), and the user's words as trigger_message. Then say in one sentence what was recorded.`

// prompt is one that the server offers.
type prompt struct {
	name, description, text string
	arguments               []promptArgument
}

type promptArgument struct {
	name, description string
	required          bool
}

var prompts = []prompt{
	{"code", "Explore first, then change the code, with the server's records as the gate.", codePrompt, []promptArgument{{"request", "what is to be done", true}}},
	{"outcome", "Record how the last work ended, so that the project learns from it.", outcomePrompt, []promptArgument{
		{"outcome", "success, failure or partial", true}, {"message", "what was good or wrong", false},
	}},
}

func (s *Server) addPrompts() {
	for _, p := range prompts {
		options := []mcp.PromptOption{mcp.WithPromptDescription(p.description)}
		for _, a := range p.arguments {
			o := []mcp.ArgumentOption{mcp.ArgumentDescription(a.description)}
			if a.required {
				o = append(o, mcp.RequiredArgument())
			}
			options = append(options, mcp.WithArgument(a.name, o...))
		}
		s.mcp.AddPrompt(mcp.NewPrompt(p.name, options...), func(_ context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			var values []string
			for _, a := range p.arguments {
				values = append(values, "{"+a.name+"}", r.Params.Arguments[a.name])
			}
			return mcp.NewGetPromptResult(p.description, []mcp.PromptMessage{
				mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(strings.NewReplacer(values...).Replace(p.text))),
			}), nil
		})
	}
}
