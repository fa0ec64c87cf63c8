package toolhint

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// serverEnv makes the process a server, which lists its tools.
const serverEnv = "CI_TOOLHINT_SERVER"

func TestMain(m *testing.M) {
	if how := os.Getenv(serverEnv); how != "" {
		serve(how)
		return
	}
	os.Exit(m.Run())
}

// serve answers as a server does, in two parts; how says what goes wrong.
func serve(how string) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var q struct {
			ID     int    `json:"id"`
			Method string `json:"method"`
			Params struct {
				Cursor string `json:"cursor"`
			} `json:"params"`
		}
		if json.Unmarshal(lines.Bytes(), &q) != nil || q.ID == 0 {
			continue
		}
		fmt.Println("this is no message")
		fmt.Println(`{"jsonrpc":"2.0","method":"notifications/message","params":{}}`)
		switch {
		case q.Method == "initialize":
			fmt.Printf(`{"jsonrpc":"2.0","id":%d,"result":{"protocolVersion":"2025-06-18"}}`+"\n", q.ID)
		case how == "ends":
			return
		case how == "fails":
			fmt.Printf(`{"jsonrpc":"2.0","id":%d,"error":{"code":-1,"message":"no tools today"}}`+"\n", q.ID)
		case q.Params.Cursor == "":
			fmt.Printf(`{"jsonrpc":"2.0","id":%d,"result":{"tools":[{"name":"plain"},{"name":"write","annotations":{"readOnlyHint":false}}],"nextCursor":"2"}}`+"\n", q.ID)
		default:
			fmt.Printf(`{"jsonrpc":"2.0","id":%d,"result":{"tools":[{"name":"read report","annotations":{"readOnlyHint":true}}]}}`+"\n", q.ID)
		}
	}
}

// TestOf: what a server declares of a tool is known where the server can be asked, and
// else why not.
func TestOf(t *testing.T) {
	root := t.TempDir()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf(`{"mcpServers":{
		"the tracker":{"command":"${SELF}","args":["${NONE:-x}"],"env":{%[1]q:"works"}},
		"ends":{"command":%[2]q,"env":{%[1]q:"ends"}},
		"fails":{"command":%[2]q,"env":{%[1]q:"fails"}},
		"none":{"command":"/none/such"},
		"web":{"type":"http","url":"http://localhost"}}}`, serverEnv, exe)
	if err := os.WriteFile(filepath.Join(root, ".mcp.json"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "SELF="+exe)
	for tool, want := range map[string]Hint{
		"mcp__the_tracker__plain":       {},
		"mcp__the_tracker__write":       {Declared: true},
		"mcp__the_tracker__read_report": {Declared: true, ReadOnly: true},
	} {
		if got, err := Of(t.Context(), root, tool, env); got != want || err != nil {
			t.Errorf("%s: %+v %v", tool, got, err)
		}
	}
	for tool, want := range map[string]string{
		"mcp__the_tracker__none": "has no tool",
		"mcp__ends__x":           "ends without an answer to tools/list",
		"mcp__fails__x":          "no tools today",
		"mcp__none__x":           "does not start",
		"mcp__web__x":            "not one that is started here",
		"mcp__else__x":           "no server of the repository's .mcp.json has it",
	} {
		_, err := Of(t.Context(), root, tool, env)
		if unknown := (*UnknownError)(nil); !errors.As(err, &unknown) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", tool, err, want)
		}
	}
	if _, err := Of(t.Context(), t.TempDir(), "mcp__x__y", env); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("no list of servers: %v", err)
	}
}
