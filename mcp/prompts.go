package mcp

import (
	"context"
	"strings"

	"codeintel/session/speech"

	"github.com/mark3labs/mcp-go/mcp"
)

// prompt is one that the server offers. A client lists it in English, and gets it in the
// language of what is asked for.
type prompt struct {
	name      string
	about     speech.Text
	arguments []promptArgument
	say       func(argument func(name string) string) speech.Message
}

type promptArgument struct {
	name, description string
	required          bool
}

var prompts = []prompt{
	{"code", speech.PromptCodeAbout, []promptArgument{{"request", "what is to be done", true}}, func(argument func(string) string) speech.Message {
		return speech.PromptCode{Request: argument("request")}
	}},
	{"outcome", speech.PromptOutcomeAbout, []promptArgument{
		{"outcome", "success, failure or partial", true}, {"message", "what was good or wrong", false},
	}, func(argument func(string) string) speech.Message {
		return speech.PromptOutcome{Outcome: argument("outcome"), Message: argument("message")}
	}},
}

func (s *Server) addPrompts() {
	for _, p := range prompts {
		options := []mcp.PromptOption{mcp.WithPromptDescription(speech.English.Say(p.about))}
		for _, a := range p.arguments {
			o := []mcp.ArgumentOption{mcp.ArgumentDescription(a.description)}
			if a.required {
				o = append(o, mcp.RequiredArgument())
			}
			options = append(options, mcp.WithArgument(a.name, o...))
		}
		s.mcp.AddPrompt(mcp.NewPrompt(p.name, options...), func(ctx context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			var said []string
			for _, a := range p.arguments {
				said = append(said, r.Params.Arguments[a.name])
			}
			l := s.language(ctx, strings.Join(said, "\n"))
			text := l.Say(p.say(func(name string) string { return r.Params.Arguments[name] }))
			return mcp.NewGetPromptResult(l.Say(p.about), []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(text))}), nil
		})
	}
}

// language is the one to answer a text in that is in no session.
func (s *Server) language(ctx context.Context, text string) speech.Language {
	l := speech.Auto.For(text)
	err := s.resource(ctx, func(c *call) error {
		l = c.repo.Sessions().Language(text)
		return nil
	})
	if err != nil {
		s.opts.Log.Debug("a prompt is in the language of its arguments", "error", err)
	}
	return l
}
