package mcp

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"
)

// maxResource is how many bytes of a file a resource has.
const maxResource = 1 << 20

func (s *Server) addResources() {
	s.mcp.AddResource(
		mcp.NewResource("ci://status", "Index status", mcp.WithResourceDescription("What index_status answers."), mcp.WithMIMEType("application/json")),
		func(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			var out statusOut
			err := s.resource(ctx, func(c *call) error { c.status(&out); return nil })
			if err != nil {
				return nil, err
			}
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.Params.URI, MIMEType: "application/json", Text: string(mustJSON(out))}}, nil
		})
	s.mcp.AddResourceTemplate(
		mcp.NewResourceTemplate("ci://file/{+path}", "File of the repository", mcp.WithTemplateDescription("The text of an indexed file, by its path in the repository."), mcp.WithTemplateMIMEType("text/plain")),
		func(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			p, err := url.PathUnescape(strings.TrimPrefix(r.Params.URI, "ci://file/"))
			if err != nil {
				return nil, errors.New("the path of the resource is not escaped as it should be")
			}
			var text []byte
			err = s.resource(ctx, func(c *call) error {
				var m meta
				return c.ask(ctx, &m, func(v *view) error {
					doc, err := v.file("path", p)
					if err != nil {
						return err
					}
					if v.texts.Withheld(doc) {
						return errors.New("the file looks as if it held secrets: it is not shown")
					}
					var ok bool
					if text, ok = v.text(doc); !ok {
						return errors.New("the file is changing; read it again")
					}
					return nil
				})
			})
			if err != nil {
				return nil, err
			}
			if len(text) > maxResource || !utf8.Valid(text) {
				return nil, errors.New("the file is too large for a resource, or is no UTF-8: search_text and get_function_at_line give parts of it")
			}
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.Params.URI, MIMEType: "text/plain", Text: string(text)}}, nil
		})
}

// addSessionResources adds what is known of sessions, and what they agreed on.
func (s *Server) addSessionResources() {
	for _, x := range []struct {
		uri, name, description, mime string
		read                         func(c *call, id string) (string, error)
	}{
		{"ci://session/{id}", "Session", "The timeline of a session: calls, slots, symbols, explored files, outcomes.", "application/json", readSession},
		{"ci://agreements/{slug}", "Agreement", "What words of people mean in the code, as an earlier session agreed.", "text/markdown", readAgreement},
	} {
		prefix := x.uri[:strings.IndexByte(x.uri, '{')]
		s.mcp.AddResourceTemplate(
			mcp.NewResourceTemplate(x.uri, x.name, mcp.WithTemplateDescription(x.description), mcp.WithTemplateMIMEType(x.mime)),
			func(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
				id, err := url.PathUnescape(strings.TrimPrefix(r.Params.URI, prefix))
				if err != nil {
					return nil, errors.New("the name of the resource is not escaped as it should be")
				}
				var text string
				if err := s.resource(ctx, func(c *call) (err error) { text, err = x.read(c, id); return err }); err != nil {
					return nil, err
				}
				return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.Params.URI, MIMEType: x.mime, Text: text}}, nil
			})
	}
}

func readSession(c *call, id string) (string, error) {
	s, err := c.repo.Sessions().View(id)
	if err != nil {
		return "", asToolError(err)
	}
	return string(mustJSON(c.repo.Sessions().Status(s))), nil
}

func readAgreement(c *call, slug string) (string, error) {
	_, text, err := c.repo.Memory().Agreement(slug)
	if err != nil {
		return "", errors.New("there is no such agreement, or it can't be read")
	}
	return text, nil
}

// resource has read use a call on the client's repository. Its error is for the
// client.
func (s *Server) resource(ctx context.Context, read func(*call) error) error {
	client := clientOf(ctx)
	c := &call{server: s, tool: &tool{name: "index_status"}, args: &common{Budget: 20000}, home: client.Root}
	root, err := s.root(client, "")
	if err == nil {
		err = c.open(ctx, root)
	}
	if err == nil {
		defer c.repo.Close()
		err = read(c)
	}
	var e *toolError
	if errors.As(err, &e) {
		return errors.New(e.Message)
	}
	return err
}
