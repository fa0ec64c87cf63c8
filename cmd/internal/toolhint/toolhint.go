// Package toolhint asks the MCP servers that a repository configures what they declare
// of their tools: readOnlyHint. Claude Code does not tell its hooks.
//
// A server is started as the client starts it, asked for its list of tools, and ended.
// What it declares is its own word; whether to believe it is for the person to say.
package toolhint

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

const (
	// askTime is how long a server may take to start and to answer.
	askTime = 20 * time.Second
	// maxFile is how many bytes the list of servers may have, maxLine one message of a
	// server, and maxPages how many parts its list of tools may have.
	maxFile  = 4 << 20
	maxLine  = 16 << 20
	maxPages = 100
)

// Hint is what a server declares of a tool.
type Hint struct {
	// Declared: the server says whether the tool only reads, and ReadOnly is what it says.
	Declared, ReadOnly bool
}

// UnknownError says why it is not known what a tool is declared to be.
type UnknownError struct{ why string }

func (e *UnknownError) Error() string { return e.why }

func unknown(format string, args ...any) error {
	return &UnknownError{fmt.Sprintf(format, args...)}
}

// server is one of .mcp.json.
type server struct {
	Type    string            `json:"type"`
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env"`
}

// Of returns what the server of a tool declares of it, by the tool's full name in
// Claude Code, mcp__SERVER__TOOL, and the root folder of the repository. The error is an
// UnknownError where the server can't be asked, or has no such tool.
func Of(ctx context.Context, root, tool string, env []string) (Hint, error) {
	data, err := readFile(filepath.Join(root, ".mcp.json"))
	if err != nil {
		return Hint{}, unknown("the repository's .mcp.json can't be read (%v)", errors.Unwrap(err))
	}
	var config struct {
		Servers map[string]server `json:"mcpServers"`
	}
	if err := json.Unmarshal(data, &config); err != nil {
		return Hint{}, unknown("the repository's .mcp.json is not valid: %v", err)
	}
	rest, _ := strings.CutPrefix(tool, "mcp__")
	for name, s := range config.Servers {
		bare, ok := strings.CutPrefix(rest, normal(name)+"__")
		switch {
		case !ok:
			continue
		case s.Command == "" || s.Type != "" && s.Type != "stdio":
			return Hint{}, unknown("its server %q is not one that is started here", name)
		}
		ctx, cancel := context.WithTimeout(ctx, askTime)
		defer cancel()
		hint, err := s.ask(ctx, root, bare, env)
		if err != nil && ctx.Err() != nil {
			err = unknown("its server %q does not answer in %s", name, askTime)
		}
		return hint, err
	}
	return Hint{}, unknown("no server of the repository's .mcp.json has it")
}

func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile))
}

var odd = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[^a-zA-Z0-9_-]`)
})

// normal returns the name of a server as it stands in the names of its tools.
func normal(name string) string { return odd().ReplaceAllString(name, "_") }

var variable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}`)
})

// expand replaces ${NAME} and ${NAME:-DEFAULT}, as the client does.
func expand(s string, env []string) string {
	return variable().ReplaceAllStringFunc(s, func(v string) string {
		m := variable().FindStringSubmatch(v)
		for i := len(env) - 1; i >= 0; i-- {
			if value, ok := strings.CutPrefix(env[i], m[1]+"="); ok {
				return value
			}
		}
		return m[2]
	})
}

// ask starts the server and asks it for its tools.
func (s server) ask(ctx context.Context, root, tool string, env []string) (Hint, error) {
	args := make([]string, len(s.Args))
	for i, a := range s.Args {
		args[i] = expand(a, env)
	}
	c := exec.CommandContext(ctx, expand(s.Command, env), args...)
	c.Dir, c.Env, c.WaitDelay = root, env, 2*time.Second
	for name, v := range s.Env {
		c.Env = append(c.Env, name+"="+expand(v, env))
	}
	in, err := c.StdinPipe()
	if err != nil {
		return Hint{}, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return Hint{}, err
	}
	if err := c.Start(); err != nil {
		return Hint{}, unknown("its server does not start: %v", err)
	}
	// What the server has started may keep its output open after it was ended.
	stop := context.AfterFunc(ctx, func() { _ = out.Close() })
	defer stop()
	hint, err := talk(in, out, tool)
	_ = in.Close() // it ends then
	_ = c.Cancel()
	_ = c.Wait() // how it ends is of no matter
	return hint, err
}

// message is one of the protocol.
type message struct {
	Version string         `json:"jsonrpc"`
	ID      int            `json:"id,omitempty"`
	Method  string         `json:"method,omitempty"`
	Params  map[string]any `json:"params,omitempty"`
}

// talk asks for a server's tools.
func talk(in io.Writer, out io.Reader, tool string) (Hint, error) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, maxLine)
	say := func(m message) error {
		m.Version = "2.0"
		line, err := json.Marshal(m)
		if err == nil {
			_, err = in.Write(append(line, '\n'))
		}
		return err
	}
	call := func(id int, method string, params map[string]any, result any) error {
		if err := say(message{ID: id, Method: method, Params: params}); err != nil {
			return unknown("its server takes no question: %v", err)
		}
		for lines.Scan() {
			var answer struct {
				ID     json.RawMessage `json:"id"`
				Method string          `json:"method"`
				Result json.RawMessage `json:"result"`
				Error  *struct {
					Message string `json:"message"`
				} `json:"error"`
			}
			if json.Unmarshal(lines.Bytes(), &answer) != nil || answer.Method != "" || string(answer.ID) != fmt.Sprint(id) {
				continue // a notification, a question of its own, or no message
			}
			if answer.Error != nil {
				return unknown("its server answers %s with an error: %s", method, answer.Error.Message)
			}
			if err := json.Unmarshal(answer.Result, result); err != nil {
				return unknown("its server's answer to %s is not valid: %v", method, err)
			}
			return nil
		}
		return unknown("its server ends without an answer to %s", method)
	}
	hello := map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "ci gate trust", "version": "1"}}
	if err := call(1, "initialize", hello, &map[string]any{}); err != nil {
		return Hint{}, err
	}
	if err := say(message{Method: "notifications/initialized"}); err != nil {
		return Hint{}, unknown("its server takes no question: %v", err)
	}
	cursor := map[string]any{}
	for page := range maxPages {
		var list struct {
			Tools []struct {
				Name        string `json:"name"`
				Annotations struct {
					ReadOnly *bool `json:"readOnlyHint"`
				} `json:"annotations"`
			} `json:"tools"`
			Next string `json:"nextCursor"`
		}
		if err := call(2+page, "tools/list", cursor, &list); err != nil {
			return Hint{}, err
		}
		for _, t := range list.Tools {
			if normal(t.Name) == tool {
				return Hint{Declared: t.Annotations.ReadOnly != nil, ReadOnly: t.Annotations.ReadOnly != nil && *t.Annotations.ReadOnly}, nil
			}
		}
		if list.Next == "" {
			return Hint{}, unknown("its server has no tool %s", tool)
		}
		cursor["cursor"] = list.Next
	}
	return Hint{}, unknown("its server lists more than %d parts", maxPages)
}
