// Command gosdk is the official Go SDK as a client of ci. The environment says
// what to do: PROTOCOL is the version to offer, and that must come of it; COMMAND
// is what to start, as a JSON array, in the folder ROOT; or URL is where the
// server is, which wants TOKEN. It prints a line a check, and ends with status 1
// when one failed.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type client struct {
	failed  bool
	session *mcp.ClientSession
}

// check prints what came of a check.
func (c *client) check(name string, run func() (detail string, err error)) bool {
	detail, err := run()
	if err != nil {
		c.failed = true
		fmt.Printf("FAIL  %s: %.2000s\n", name, strings.Join(strings.Fields(err.Error()), " "))
		return false
	}
	if detail != "" {
		detail = ": " + detail
	}
	fmt.Printf("ok    %s%s\n", name, detail)
	return true
}

// bearer sends the token with each request.
type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	c := &client{}
	if c.check("connect", func() (string, error) { return c.connect(ctx) }) {
		c.run(ctx)
	}
	if c.failed {
		os.Exit(1)
	}
}

func (c *client) connect(ctx context.Context) (string, error) {
	var transport mcp.Transport
	if url := os.Getenv("URL"); url != "" {
		transport = &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearer{os.Getenv("TOKEN")}}}
	} else {
		var command []string
		if err := json.Unmarshal([]byte(os.Getenv("COMMAND")), &command); err != nil {
			return "", err
		}
		start := exec.Command(command[0], command[1:]...)
		start.Dir, start.Stderr = os.Getenv("ROOT"), os.Stderr
		transport = &mcp.CommandTransport{Command: start}
	}
	want := os.Getenv("PROTOCOL")
	s, err := mcp.NewClient(&mcp.Implementation{Name: "ci-clients", Version: "1"}, nil).Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: want})
	if err != nil {
		return "", err
	}
	c.session = s
	if got := s.InitializeResult().ProtocolVersion; got != want {
		return "", fmt.Errorf("protocol %s, want %s", got, want)
	}
	return "protocol " + want, nil
}

// call calls a tool that must answer.
func (c *client) call(ctx context.Context, name string, args any) (map[string]any, error) {
	r, err := c.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		return nil, err
	}
	text := r.Content[0].(*mcp.TextContent).Text
	if r.IsError {
		return nil, errors.New(text)
	}
	structured, err := json.Marshal(r.StructuredContent)
	if err != nil {
		return nil, err
	}
	var a, b map[string]any
	if err := errors.Join(json.Unmarshal([]byte(text), &a), json.Unmarshal(structured, &b)); err != nil {
		return nil, err
	}
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	if !bytes.Equal(x, y) {
		return nil, fmt.Errorf("the text says %s, the structured content %s", x, y)
	}
	return a, nil
}

func (c *client) run(ctx context.Context) {
	question := map[string]any{"symbol": "greet"}
	c.check("server", func() (string, error) {
		r := c.session.InitializeResult()
		if r.ServerInfo == nil || r.ServerInfo.Name != "code-intel" || r.Instructions == "" {
			return "", fmt.Errorf("%+v, instructions %q", r.ServerInfo, r.Instructions)
		}
		return r.ServerInfo.Name + " " + r.ServerInfo.Version, nil
	})
	c.check("tools/list", func() (string, error) {
		r, err := c.session.ListTools(ctx, nil)
		if err != nil || len(r.Tools) == 0 {
			return "", fmt.Errorf("%v (%v)", r, err)
		}
		return fmt.Sprintf("%d tools", len(r.Tools)), nil
	})
	c.check("a call", func() (string, error) {
		r, err := c.call(ctx, "find_definitions", question)
		if err != nil {
			return "", err
		}
		list, _ := r["definitions"].([]any)
		if len(list) != 1 {
			return "", fmt.Errorf("%v", r)
		}
		d, _ := list[0].(map[string]any)
		if d["file"] != "hello.py" || d["line"] != 1.0 {
			return "", fmt.Errorf("%v", d)
		}
		return fmt.Sprintf("%v:%v", d["file"], d["line"]), nil
	})
	c.check("no such tool", func() (string, error) {
		if r, err := c.call(ctx, "no_such_tool", nil); err == nil {
			return "", fmt.Errorf("answered: %v", r)
		}
		return "", nil
	})
	c.check("an argument is unknown", func() (string, error) {
		r, err := c.call(ctx, "find_definitions", map[string]any{"symbol": "greet", "colour": "red"})
		if err == nil || !strings.Contains(err.Error(), "colour") {
			return "", fmt.Errorf("answered: %v, %v", r, err)
		}
		return "", nil
	})
	c.check("a cancelled call", func() (string, error) {
		short, stop := context.WithCancel(ctx)
		time.AfterFunc(50*time.Microsecond, stop)
		_, before := c.call(short, "find_references", question)
		stop()
		if _, err := c.call(ctx, "find_definitions", question); err != nil {
			return "", fmt.Errorf("the next call: %w", err)
		}
		return fmt.Sprintf("%v; the next is answered", before), nil
	})
	c.check("20 at a time", func() (string, error) {
		var group sync.WaitGroup
		failures := make([]error, 20)
		for i := range failures {
			group.Go(func() {
				r, err := c.call(ctx, "find_references", question)
				if err == nil && r["total"] != 3.0 {
					err = fmt.Errorf("%v", r)
				}
				failures[i] = err
			})
		}
		group.Wait()
		return "", errors.Join(failures...)
	})
	c.check("resources", func() (string, error) {
		r, err := c.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "ci://status"})
		if err != nil || len(r.Contents) != 1 || r.Contents[0].Text == "" {
			return "", fmt.Errorf("%v (%v)", r, err)
		}
		return "", nil
	})
	c.check("close", func() (string, error) { return "", c.session.Close() })
}
