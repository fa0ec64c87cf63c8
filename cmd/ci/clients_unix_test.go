//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// toolCall is a call of a tool as a line.
func toolCall(id int, name, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, name, arguments)
}

// calls asks a tool, and returns its structured answer.
func (a *agent) calls(id int, name, arguments string) string {
	a.t.Helper()
	var got struct {
		Result struct {
			StructuredContent json.RawMessage
		}
	}
	line := a.ask(toolCall(id, name, arguments))
	if err := json.Unmarshal([]byte(line), &got); err != nil {
		a.t.Fatal(err, line)
	}
	return string(got.Result.StructuredContent)
}

// stored returns the texts of the sessions that are kept.
func (u *user) stored() (texts []string) {
	u.t.Helper()
	names, err := filepath.Glob(filepath.Join(u.repo, ".code-intel", "sessions", "*.json"))
	if err != nil {
		u.t.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			u.t.Fatal(err)
		}
		texts = append(texts, string(data))
	}
	return texts
}

// edits asks the hook of a conversation about an edit, and returns what it says.
func (u *user) edits(conversation string) string {
	u.t.Helper()
	c := u.command("hook", "pre")
	said, err := json.Marshal(map[string]any{
		"hook_event_name": "PreToolUse", "session_id": conversation, "cwd": u.repo, "tool_use_id": "1", "tool_name": "Edit",
		"tool_input": map[string]any{"file_path": filepath.Join(u.repo, "a.py"), "old_string": "pass", "new_string": "return"},
	})
	if err != nil {
		u.t.Fatal(err)
	}
	c.Stdin = strings.NewReader(string(said))
	out, err := c.Output()
	if err != nil {
		u.t.Fatal(err)
	}
	return string(out)
}

// TestOwnedAtStart: a session is its agent's from the answer of start_session on: a
// write of the conversation is held up before the next call, and others' are not.
func TestOwnedAtStart(t *testing.T) {
	t.Parallel()
	for _, more := range [][]string{nil, {"--no-daemon"}} {
		u := newUser(t)
		command := u.command(append([]string{"mcp"}, more...)...)
		command.Env = append(command.Env, "CLAUDE_CODE_SESSION_ID=mine")
		a := u.start(command)
		a.begin()
		if out := u.edits("mine"); out != "" {
			t.Errorf("%v: without a session an edit is held up: %s", more, out)
		}
		a.calls(2, "start_session", `{"intent":"MODIFY","query":"f does nothing"}`)
		if kept := u.stored(); len(kept) != 1 || !strings.Contains(kept[0], `"owner":{"client":"mine","connection":`) {
			t.Errorf("%v: it is kept as %.400s", more, kept)
		}
		if out := u.edits("mine"); !strings.Contains(out, `"permissionDecision":"deny"`) {
			t.Errorf("%v: an edit between start_session and the next call is not held up: %q", more, out)
		}
		if out := u.edits("other"); out != "" {
			t.Errorf("%v: another conversation is held up: %s", more, out)
		}
	}
}

// TestEndedClients: two clients begin sessions and are killed; whoever comes then has
// all that it asks answered, and may go on with one of the sessions by its id.
func TestEndedClients(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	for range 2 {
		command := u.command("mcp")
		command.Env = append(command.Env, "CLAUDE_CODE_SESSION_ID=")
		a := u.start(command)
		a.begin()
		a.calls(2, "start_session", `{"intent":"MODIFY","query":"f does nothing"}`)
		if err := a.command.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = a.command.Wait() // it was killed
	}
	for _, text := range u.stored() {
		if strings.Contains(text, `"owner":{}`) || !strings.Contains(text, `"owner":{"connection":"`) {
			t.Errorf("it is kept as %.400s", text)
		}
	}
	command := u.command("mcp")
	command.Env = append(command.Env, "CLAUDE_CODE_SESSION_ID=")
	a := u.start(command)
	a.begin()
	for i, x := range [][2]string{{"find_definitions", `{"symbol":"f"}`}, {"search_text", `{"pattern":"def"}`}, {"repo_pack", `{}`}, {"query", `{"query":"f"}`}} {
		if got := a.calls(2+i, x[0], x[1]); strings.Contains(got, `"code":`) || strings.Contains(got, `"call":`) {
			t.Errorf("%s: %s", x[0], got)
		}
	}
	var list struct {
		Sessions []struct {
			ID    string `json:"session_id"`
			Own   bool
			Ended bool `json:"client_ended"`
		}
	}
	var got string
	for late := time.Now().Add(20 * time.Second); ; { // the process hears of the end of a client
		got = a.calls(10, "list_sessions", `{}`)
		if err := json.Unmarshal([]byte(got), &list); err != nil {
			t.Fatal(err)
		}
		if len(list.Sessions) == 2 && list.Sessions[0].Ended && list.Sessions[1].Ended || time.Now().After(late) {
			break
		}
	}
	if len(list.Sessions) != 2 || !list.Sessions[0].Ended || !list.Sessions[1].Ended || list.Sessions[0].Own {
		t.Fatalf("the clients are there: %s", got)
	}
	id := list.Sessions[1].ID
	if got := a.calls(11, "get_session_status", `{}`); !strings.Contains(got, "session_required") {
		t.Errorf("it is in a session of a client that has ended: %s", got)
	}
	if got := a.calls(12, "get_session_status", fmt.Sprintf(`{"session_id":%q}`, id)); !strings.Contains(got, id) || strings.Contains(got, `"code":`) {
		t.Errorf("it can't be resumed: %s", got)
	}
	if got := a.calls(13, "find_definitions", `{"symbol":"f"}`); !strings.Contains(got, `"call":1`) {
		t.Errorf("a call after that does not count: %s", got)
	}
	// After the process, too: the client is the same, the connection another.
	if stdout, _, code := u.run("stop"); code != 0 {
		t.Error(stdout)
	}
	if got := a.calls(14, "find_definitions", `{"symbol":"f"}`); !strings.Contains(got, `"call":2`) {
		t.Errorf("a call over another process does not count: %s", got)
	}
}

// flood returns n requests, every each-th of which calls a tool.
func flood(n, each int) string {
	var all strings.Builder
	fmt.Fprintln(&all, hello)
	fmt.Fprintln(&all, ready)
	for i := range n {
		if i%each == 0 {
			fmt.Fprintln(&all, toolCall(i+1, "find_definitions", `{"symbol":"f"}`))
		} else {
			fmt.Fprintf(&all, `{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", i+1)
		}
	}
	return all.String()
}

// TestSaysAllFirst: a client that says ten thousand requests, ends its input, and reads
// then gets all answers, and the program ends.
func TestSaysAllFirst(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	for _, more := range [][]string{nil, {"--no-daemon"}} {
		a := u.agent(more...)
		said := make(chan error, 1)
		go func() {
			_, err := io.WriteString(a.in, flood(10_000, 5))
			a.in.Close()
			said <- err
		}()
		select {
		case err := <-said:
			if err != nil {
				t.Fatal(err)
			}
		case <-time.After(120 * time.Second):
			t.Fatalf("%v: the requests are not read before the answers are", more)
		}
		answers := 0
		for {
			text, err := a.out.ReadString('\n')
			if err != nil {
				break
			}
			if answers++; strings.Contains(text[:min(len(text), 60)], `"error"`) {
				t.Fatalf("%v: %s", more, text)
			}
		}
		if err := a.command.Wait(); err != nil || answers != 10_001 {
			t.Errorf("%v: %d answers, %v %s", more, answers, err, a.errors.String())
		}
	}
}

// TestKilledInFlood: the shared process is killed while thousands of requests have no
// answer; each gets one from the next.
func TestKilledInFlood(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	a := u.agent()
	go func() {
		_, _ = io.WriteString(a.in, flood(10_000, 10)) // the answers show whether it was read
		a.in.Close()
	}()
	seen := map[string]int{}
	for {
		text, err := a.out.ReadString('\n')
		if err != nil {
			break
		}
		var answer struct{ ID, Error json.RawMessage }
		if err := json.Unmarshal([]byte(text), &answer); err != nil || answer.Error != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if seen[string(answer.ID)]++; len(seen) == 2000 {
			_ = syscall.Kill(u.held().pid, syscall.SIGKILL)
		}
	}
	if err := a.command.Wait(); err != nil {
		t.Errorf("%v %s", err, a.errors.String())
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("request %s has %d answers", id, n)
		}
	}
	if len(seen) != 10_001 {
		t.Errorf("%d requests have answers", len(seen))
	}
}

// TestNotReadAlone: a signal ends 'ci mcp --no-daemon' while nobody reads what it says.
func TestNotReadAlone(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	a := u.agent("--no-daemon")
	a.begin()
	if _, err := io.WriteString(a.in, flood(1000, 1)); err != nil {
		t.Fatal(err)
	}
	if err := a.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_, _ = a.command.Process.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(60 * time.Second):
		t.Error("it does not end")
	}
}

// TestHostileClients lets clients do what they should not, at random: between all of it
// a client that behaves is answered, and once they have gone, so has what was held for
// them. CI_CLIENTS is how many rounds there are, CI_CLIENTS_SEED which.
func TestHostileClients(t *testing.T) {
	t.Parallel()
	rounds, seed := len(hostiles), uint64(1)
	for name, set := range map[string]func(n uint64){
		"CI_CLIENTS": func(n uint64) { rounds = int(n) }, "CI_CLIENTS_SEED": func(n uint64) { seed = n },
	} {
		if text := os.Getenv(name); text != "" {
			n, err := strconv.ParseUint(text, 10, 63)
			if err != nil {
				t.Fatalf("%s=%s: %v", name, text, err)
			}
			set(n)
		}
	}
	random := rand.New(rand.NewPCG(seed, 0))
	u := newUser(t)
	good := u.agent()
	good.begin()
	before := u.held()
	for round := range rounds {
		h := hostile{u: u, random: random}
		kind := hostiles[random.IntN(len(hostiles))]
		if round < len(hostiles) {
			kind = hostiles[round]
		}
		kind.act(&h)
		id := fmt.Sprintf(`"id":%d`, round+2)
		if got := good.ask(strings.Replace(question, `"id":1`, id, 1)); !strings.Contains(got, found) || !strings.Contains(got, id) {
			t.Fatalf("seed %d, round %d, %s: another client is answered %s", seed, round, kind.name, got)
		}
		h.end()
	}
	var after process
	for late := time.Now().Add(30 * time.Second); ; {
		if after = u.held(); after.clients <= before.clients && (after.pid != before.pid || after.files <= before.files+8) {
			break
		}
		if time.Now().After(late) {
			t.Fatalf("seed %d: %d clients and %d descriptors were there, and now there are %d and %d", seed, before.clients, before.files, after.clients, after.files)
		}
	}
}

// process is what the shared process holds.
type process struct{ pid, clients, files int }

func (u *user) held() (p process) {
	u.t.Helper()
	stdout, _, _ := u.run("status", u.repo, "--json")
	var status struct {
		Process struct {
			PID     int
			Clients []struct{ Kind string }
		}
	}
	if err := json.Unmarshal([]byte(stdout), &status); err != nil || status.Process.PID == 0 {
		u.t.Fatal(err, stdout)
	}
	names, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", status.Process.PID)) // none where there is no such folder
	return process{status.Process.PID, len(status.Process.Clients), len(names)}
}

// hostile is a client, or several, that do what they should not.
type hostile struct {
	u      *user
	random *rand.Rand
	agents []*exec.Cmd
	conns  []net.Conn
}

// end has them gone.
func (h *hostile) end() {
	for _, c := range h.agents {
		_ = c.Process.Kill()
		_ = c.Wait()
	}
	for _, c := range h.conns {
		_ = c.Close()
	}
}

// mcp starts ci mcp with pipes.
func (h *hostile) mcp() (in io.WriteCloser, out io.ReadCloser, c *exec.Cmd) {
	h.u.t.Helper()
	c = h.u.command("mcp")
	in, err := c.StdinPipe()
	if err != nil {
		h.u.t.Fatal(err)
	}
	if out, err = c.StdoutPipe(); err != nil {
		h.u.t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		h.u.t.Fatal(err)
	}
	h.agents = append(h.agents, c)
	return in, out, c
}

// dial connects to the socket of the shared process, nil where it is gone.
func (h *hostile) dial() net.Conn {
	h.u.t.Helper()
	names, _ := filepath.Glob(filepath.Join(h.u.dir, "run", "*", "*"))
	for _, name := range names {
		if info, err := os.Lstat(name); err != nil || info.Mode()&os.ModeSocket == 0 {
			continue
		}
		conn, err := net.Dial("unix", name)
		if err != nil {
			continue
		}
		h.conns = append(h.conns, conn)
		return conn
	}
	return nil
}

// greet greets as a client of the protocol.
func (h *hostile) greet() net.Conn {
	conn := h.dial()
	if conn == nil {
		return nil
	}
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	fmt.Fprintf(conn, `{"ci":1,"kind":"mcp","build":{"version":"unknown"},"root":%q}`+"\n", h.u.repo)
	_, _ = bufio.NewReader(conn).ReadString('\n')
	return conn
}

var hostiles = []struct {
	name string
	act  func(h *hostile)
}{
	{"killed in the middle of a flood", func(h *hostile) {
		in, out, c := h.mcp()
		go func() { _, _ = io.WriteString(in, flood(5000, 1)) }()
		_, _ = io.CopyN(io.Discard, out, h.random.Int64N(100_000))
		_ = c.Process.Kill()
	}},
	{"never reads", func(h *hostile) {
		in, _, _ := h.mcp()
		_, _ = io.WriteString(in, flood(3000, 1))
	}},
	{"reads byte by byte, and stops", func(h *hostile) {
		in, out, _ := h.mcp()
		go func() { _, _ = io.WriteString(in, flood(2000, 1)) }()
		for b := make([]byte, 1); h.random.IntN(5000) > 0; {
			if _, err := out.Read(b); err != nil {
				return
			}
		}
	}},
	{"closes what it reads", func(h *hostile) {
		in, out, c := h.mcp()
		_ = out.Close()
		_, _ = io.WriteString(in, flood(100, 1))
		_ = in.Close()
		_ = c.Wait() // by itself
	}},
	{"closes its input at once", func(h *hostile) {
		in, out, c := h.mcp()
		_ = in.Close()
		_, _ = io.Copy(io.Discard, out)
		if err := c.Wait(); err != nil {
			h.u.t.Errorf("no input: %v", err)
		}
	}},
	{"says nonsense", func(h *hostile) {
		in, out, _ := h.mcp()
		go func() { _, _ = io.Copy(io.Discard, out) }()
		for range 200 {
			line := make([]byte, h.random.IntN(300))
			for i := range line {
				line[i] = byte(h.random.IntN(256))
			}
			_, _ = in.Write(append(line, '\n'))
		}
		_, _ = io.WriteString(in, hello+"\n"+strings.Repeat("[", 100_000)+"\n"+`{"jsonrpc":"2.0","id":`+"\n")
	}},
	{"a line without an end", func(h *hostile) {
		in, out, _ := h.mcp()
		go func() { _, _ = io.Copy(io.Discard, out) }()
		for piece := strings.Repeat("x", 1<<20); ; {
			if _, err := io.WriteString(in, piece); err != nil || h.random.IntN(40) == 0 {
				return
			}
		}
	}},
	{"says no greeting", func(h *hostile) {
		for range 50 {
			if conn := h.dial(); conn != nil && h.random.IntN(2) == 0 {
				_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\n\r\n")
			}
		}
	}},
	{"greets, and says nothing", func(h *hostile) {
		for range 100 {
			h.greet()
		}
	}},
	{"greets, asks and never reads", func(h *hostile) {
		for range 4 {
			if conn := h.greet(); conn != nil {
				go func() { _, _ = io.WriteString(conn, flood(20_000, 1)) }()
			}
		}
	}},
	{"ends the shared process", func(h *hostile) {
		if p := h.u.held(); h.random.IntN(2) == 0 {
			_ = syscall.Kill(p.pid, syscall.SIGKILL)
		} else {
			h.u.run("stop")
		}
	}},
	{"begins sessions without end", func(h *hostile) {
		in, out, _ := h.mcp()
		go func() { _, _ = io.Copy(io.Discard, out) }()
		for i := range 100 {
			fmt.Fprintln(in, toolCall(i, "start_session", `{"intent":"MODIFY","query":"f"}`))
		}
	}},
}
