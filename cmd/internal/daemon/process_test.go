package daemon

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"codeintel/cmd/internal/place"

	"golang.org/x/sys/unix"
)

// Environment of the processes that these tests start: this test's program again,
// as what its first argument says.
const (
	childEnv   = "CI_DAEMON_TEST"         // the process is one of them
	versionEnv = "CI_DAEMON_TEST_VERSION" // of its build
	failEnv    = "CI_DAEMON_TEST_FAIL"    // serve ends with this text
)

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := child(ctx, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "ci:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// program is the file of this test's program.
func program() string {
	name, err := Program()
	if err != nil {
		panic(err)
	}
	return name
}

// get prints the body at a URL.
func get(ctx context.Context, client *http.Client, url, token string) error {
	r, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	_, err = io.Copy(os.Stdout, answer.Body)
	return errors.Join(err, answer.Body.Close())
}

// child is what `ci` does with the package, for an endpoint of these tests.
func child(ctx context.Context, what string) error {
	place, err := FindPlace(place.Env{Getenv: os.Getenv})
	if err != nil {
		return err
	}
	build := Build{Version: os.Getenv(versionEnv)}
	switch what {
	case "serve":
		if text := os.Getenv(failEnv); text != "" {
			return errors.New(text)
		}
		log, err := OpenLog(place.Log, AsStandardError)
		if err != nil {
			return err
		}
		defer log.Close()
		return Serve(ctx, Options{
			Place: place, Build: build, Pool: NewPool(PoolOptions{}),
			Endpoints: map[string]Endpoint{"mcp": echo(build)},
			Log:       slog.New(slog.NewTextHandler(log, nil)), Tick: log.Bound,
		})
	case "get": // a URL over and over again, each time over a new connection
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			if err := get(ctx, client, os.Args[2], os.Args[3]); err != nil {
				return err
			}
		}
		return nil
	case "start":
		_, err := Start(ctx, StartOptions{Place: place, Build: build, Command: []string{program(), "serve"}})
		return err
	case "forward":
		ctx, cancel := UntilOrphan(ctx)
		defer cancel()
		d := &Dialer{Place: place, Build: build, Kind: "mcp", Root: os.Getenv("CI_DAEMON_TEST_ROOT"), Command: []string{program(), "serve"}}
		return (&Forwarder{In: os.Stdin, Out: os.Stdout, Connect: d.Connect}).Run(ctx)
	case "parent": // of a forwarder that has a pipe nobody closes
		command := exec.Command(program(), "forward")
		in, out, err := os.Pipe()
		if err != nil {
			return err
		}
		syscall.CloseOnExec(int(out.Fd()))
		if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, out.Fd(), syscall.F_SETFD, 0); errno != 0 { // the child has the other end too
			return errno
		}
		command.Stdin, command.Stdout, command.Stderr = in, os.Stdout, os.Stderr
		if err := command.Start(); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, `{"jsonrpc":"2.0","id":1,"method":"client"}`); err != nil {
			return err
		}
		return command.Wait()
	}
	return fmt.Errorf("what is %q?", what)
}

// echo is an endpoint that speaks JSON-RPC.
func echo(build Build) Endpoint {
	return func(ctx context.Context, conn io.ReadWriteCloser, c Client) error {
		var group sync.WaitGroup
		defer group.Wait()
		var mu sync.Mutex
		write := func(format string, args ...any) {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintf(conn, format+"\n", args...)
		}
		answers := make(chan string, 16)
		initialized := false
		in := bufio.NewReader(conn)
		for {
			text, err := in.ReadString('\n')
			if err != nil {
				if text != "" {
					return fmt.Errorf("half a line: %q", text)
				}
				return nil
			}
			var m struct {
				ID     json.RawMessage `json:"id"`
				Method string          `json:"method"`
				Params json.RawMessage `json:"params"`
				Result json.RawMessage `json:"result"`
			}
			if err := json.Unmarshal([]byte(text), &m); err != nil {
				return err
			}
			result := func(format string, args ...any) {
				write(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, fmt.Sprintf(format, args...))
			}
			switch m.Method {
			case "initialize":
				result(`{"pid":%d,"version":%q}`, os.Getpid(), build.Version)
			case "notifications/initialized":
				initialized = true
			case "": // an answer
				answers <- string(m.Result)
			case "echo":
				result("%s", m.Params)
			case "root":
				result("%q", c.Root)
			case "dialogue": // which process, and has it been told of the dialogue
				result(`{"pid":%d,"version":%q,"initialized":%t}`, os.Getpid(), build.Version, initialized)
			case "client":
				result(`"%d"`, os.Getppid())
			case "ask":
				write(`{"jsonrpc":"2.0","id":1,"method":"sampling"}`)
				group.Go(func() {
					select {
					case a := <-answers:
						result("%s", a)
					case <-ctx.Done():
					}
				})
			case "crash":
				os.Exit(3)
			case "panic":
				panic("as asked")
			case "until": // a file is there
				group.Go(func() {
					var name string
					_ = json.Unmarshal(m.Params, &name)
					for ctx.Err() == nil {
						if _, err := os.Stat(name); err == nil {
							result(`{"pid":%d}`, os.Getpid())
							return
						}
						<-time.After(time.Millisecond)
					}
					result(`"cancelled"`) // nobody wants to hear that
				})
			case "noise": // on standard error
				for range 3000 {
					fmt.Fprintln(os.Stderr, strings.Repeat("noise ", 100))
				}
				result("true")
			}
		}
	}
}

// world is the folders of a user of these tests.
type world struct {
	t     *testing.T
	dir   string
	place Place
}

func newWorld(t *testing.T) *world {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"run", "home"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	w := &world{t: t, dir: dir}
	place, err := FindPlace(place.Env{Getenv: w.getenv})
	if err != nil {
		t.Fatal(err)
	}
	w.place = place
	t.Cleanup(func() { // nothing that a test has started is left
		if _, err := Stop(context.Background(), place, Build{}); err != nil && !errors.Is(err, ErrNotRunning) {
			t.Error(err)
		}
	})
	return w
}

func (w *world) getenv(name string) string {
	switch name {
	case "XDG_RUNTIME_DIR":
		return filepath.Join(w.dir, "run")
	case "HOME":
		return filepath.Join(w.dir, "home")
	}
	return ""
}

// command is a process of a build.
func (w *world) command(version, what string, env ...string) *exec.Cmd {
	c := exec.Command(program(), what)
	c.Env = append(os.Environ(), childEnv+"=1", versionEnv+"="+version, "XDG_RUNTIME_DIR="+w.getenv("XDG_RUNTIME_DIR"), "HOME="+w.getenv("HOME"), "XDG_CACHE_HOME=", "GORACE=atexit_sleep_ms=0")
	c.Env = append(c.Env, env...)
	return c
}

// session is a client that talks to a forwarder.
type dialogue struct {
	t       *testing.T
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
	errors  bytes.Buffer
}

func (w *world) forward(version string, env ...string) *dialogue {
	w.t.Helper()
	s := &dialogue{t: w.t, command: w.command(version, "forward", env...)}
	var err error
	if s.in, err = s.command.StdinPipe(); err != nil {
		w.t.Fatal(err)
	}
	out, err := s.command.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	s.out = bufio.NewScanner(out)
	s.out.Buffer(nil, MaxMessage+1)
	s.command.Stderr = &s.errors
	if err := s.command.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		_ = s.command.Process.Kill()
		_ = s.command.Wait()
	})
	return s
}

func (s *dialogue) say(format string, args ...any) {
	s.t.Helper()
	if _, err := fmt.Fprintf(s.in, format+"\n", args...); err != nil {
		s.t.Fatalf("%v; %s", err, s.errors.String())
	}
}

// hear is the next line.
func (s *dialogue) hear() string {
	s.t.Helper()
	if !s.out.Scan() {
		s.t.Fatalf("nothing more comes (%v); %s", s.out.Err(), s.errors.String())
	}
	return s.out.Text()
}

func (s *dialogue) want(want string) {
	s.t.Helper()
	if got := s.hear(); got != want {
		s.t.Fatalf("got %s, want %s", got, want)
	}
}

// who asks which process serves, and which build it is.
func (s *dialogue) who(id int) (pid int, version string, initialized bool) {
	s.t.Helper()
	s.say(`{"jsonrpc":"2.0","id":%d,"method":"dialogue"}`, id)
	var m struct {
		ID     int
		Result struct {
			PID         int
			Version     string
			Initialized bool
		}
		Error any
	}
	if text := s.hear(); json.Unmarshal([]byte(text), &m) != nil || m.ID != id || m.Error != nil {
		s.t.Fatalf("got %s", text)
	}
	return m.Result.PID, m.Result.Version, m.Result.Initialized
}

// begin initializes the session, and says which process serves.
func (s *dialogue) begin() int {
	s.t.Helper()
	s.say(`{"jsonrpc":"2.0","id":"i","method":"initialize","params":{}}`)
	if text := s.hear(); !strings.Contains(text, `"id":"i","result":{"pid":`) {
		s.t.Fatalf("got %s", text)
	}
	s.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	pid, _, initialized := s.who(0)
	if !initialized {
		s.t.Error("the process does not know that the dialogue is initialized")
	}
	return pid
}

// end closes the input and waits.
func (s *dialogue) end() {
	s.t.Helper()
	_ = s.in.Close()
	for s.out.Scan() {
		s.t.Errorf("after the end: %s", s.out.Text())
	}
	if err := s.command.Wait(); err != nil {
		s.t.Errorf("%v; %s", err, s.errors.String())
	}
}

// eventually waits until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	late := time.After(20 * time.Second)
	for !holds() {
		select {
		case <-late:
			t.Fatalf("%s: not within 20 s", what)
		case <-time.After(2 * time.Millisecond):
		}
	}
}

func running(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(text), ") Z ")
}

// TestStartRace starts many clients at once, where there is no process: one is
// started, and all are served by it.
func TestStartRace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const n = 30
	pids := make([]int, n)
	sessions := make([]*dialogue, n)
	for i := range sessions {
		sessions[i] = w.forward("v1.0.0")
	}
	for i, s := range sessions {
		pids[i] = s.begin()
	}
	for i, s := range sessions {
		if pids[i] != pids[0] {
			t.Errorf("client %d is served by process %d, the first by %d", i, pids[i], pids[0])
		}
		s.end()
	}
	log, err := os.ReadFile(w.place.Log)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(log), "msg=serving"); n != 1 {
		t.Errorf("%d processes have served:\n%s", n, log)
	}
}

// TestServeRace starts processes that serve at once, with nobody who sees to it
// that they come one after another.
func TestServeRace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const n = 12
	ended := make(chan string, n)
	for range n {
		c := w.command("v1.0.0", "serve")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		go func() { ended <- fmt.Sprint(c.Wait()) }()
	}
	for range n - 1 {
		if got := <-ended; got != "exit status 1" {
			t.Errorf("a process ended with %s", got)
		}
	}
	if got := w.forward("v1.0.0").begin(); got != w.place.holder() {
		t.Errorf("process %d serves, and %d has the lock", got, w.place.holder())
	}
	if _, err := Stop(context.Background(), w.place, Build{}); err != nil {
		t.Error(err)
	}
	if got := <-ended; got != "<nil>" {
		t.Errorf("the last process ended with %s", got)
	}
}

// TestKilled kills the process while clients wait for answers: each gets one
// answer to each request, from the next process.
func TestKilled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	file := filepath.Join(w.dir, "go")
	const n = 5
	sessions := make([]*dialogue, n)
	var old int
	for i := range sessions {
		sessions[i] = w.forward("v1.0.0")
		old = sessions[i].begin()
		sessions[i].say(`{"jsonrpc":"2.0","id":"wait","method":"until","params":%q}`, file)
		sessions[i].say(`{"jsonrpc":"2.0","id":2,"method":"echo","params":[2]}`)
		sessions[i].want(`{"jsonrpc":"2.0","id":2,"result":[2]}`)
	}
	if err := syscall.Kill(old, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the next process", func() bool {
		st, err := AskStatus(context.Background(), w.place, Build{})
		return err == nil && st.PID != old && len(st.Clients) == n
	})
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range sessions {
		want := fmt.Sprintf(`{"jsonrpc":"2.0","id":"wait","result":{"pid":%d}}`, w.place.holder())
		s.want(want)
		if pid, _, initialized := s.who(3); pid != w.place.holder() || !initialized {
			t.Errorf("process %d serves, initialized: %t", pid, initialized)
		}
		s.end()
	}
}

// TestKillsUnderLoad kills one process after another while a client asks: it gets
// all answers, each once, in order.
func TestKillsUnderLoad(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.forward("v1.0.0")
	s.begin()
	const n, kills = 2000, 5
	said := make(chan struct{})
	go func() {
		defer close(said)
		for i := 1; i <= n; i++ {
			if _, err := fmt.Fprintf(s.in, `{"jsonrpc":"2.0","id":%d,"method":"echo","params":{"n":%d}}`+"\n", i, i); err != nil {
				return
			}
		}
	}()
	answers := map[int]int{}
	for i := 1; i <= n; i++ {
		var m struct {
			ID     int
			Result struct{ N int }
			Error  any
		}
		text := s.hear()
		if err := json.Unmarshal([]byte(text), &m); err != nil || m.Error != nil || m.Result.N != m.ID {
			t.Fatalf("got %s", text)
		}
		answers[m.ID]++
		if i%(n/kills) == 1 {
			if pid := w.place.holder(); pid > 0 {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}
	<-said
	s.end()
	for i := 1; i <= n; i++ {
		if answers[i] != 1 {
			t.Errorf("request %d has %d answers", i, answers[i])
		}
	}
}

// TestPoison: a request that ends every process is answered with an error, and
// the session goes on.
func TestPoison(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.forward("v1.0.0")
	s.begin()
	s.say(`{"jsonrpc":"2.0","id":7,"method":"crash"}`)
	if got := s.hear(); !strings.Contains(got, `"id":7,"error":{"code":-32603,"message":"the shared process has ended 5 times`) {
		t.Errorf("got %s", got)
	}
	if _, _, initialized := s.who(8); !initialized {
		t.Error("the dialogue is lost")
	}
	s.end()
}

// TestUpgrade: a client of a newer build replaces the process, those of the older
// one go on; then an older client is served by the newer process.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	old := w.forward("v1.0.0")
	first := old.begin()
	file := filepath.Join(w.dir, "go")
	old.say(`{"jsonrpc":"2.0","id":"wait","method":"until","params":%q}`, file)
	newer := w.forward("v1.1.0")
	second := newer.begin()
	if first == second || running(first) {
		t.Errorf("process %d still serves; the newer client has %d", first, second)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	old.want(fmt.Sprintf(`{"jsonrpc":"2.0","id":"wait","result":{"pid":%d}}`, second))
	third := w.forward("v1.0.0")
	third.begin()
	for i, s := range []*dialogue{old, newer, third} {
		if pid, version, initialized := s.who(100 + i); pid != second || version != "v1.1.0" || !initialized {
			t.Errorf("client %d: process %d of %s, initialized: %t", i, pid, version, initialized)
		}
		s.end()
	}
}

// TestUpgradeUnderLoad upgrades again and again while clients of the oldest build
// ask.
func TestUpgradeUnderLoad(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const clients, n, upgrades = 3, 400, 4
	var group sync.WaitGroup
	for range clients {
		s := w.forward("v1.0.0")
		s.begin()
		group.Go(func() {
			for i := 1; i <= n; i++ {
				s.say(`{"jsonrpc":"2.0","id":%d,"method":"echo","params":%d}`, i, i)
				s.want(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":%d}`, i, i))
			}
			s.end()
		})
	}
	for i := range upgrades {
		s := w.forward(fmt.Sprintf("v1.%d.0", i+1))
		s.begin()
		s.end()
	}
	group.Wait()
	if t.Failed() {
		return
	}
	st, err := AskStatus(context.Background(), w.place, Build{})
	if err != nil || st.Build.Version != fmt.Sprintf("v1.%d.0", upgrades) {
		t.Errorf("%+v, %v", st, err)
	}
}

// TestStopEnds: after a stop there is no process, and a client that has waited for
// nothing starts none until it asks.
func TestStopEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.forward("v1.0.0")
	pid := s.begin()
	st, err := Stop(context.Background(), w.place, Build{})
	if err != nil || st.PID != pid || len(st.Clients) != 1 {
		t.Fatalf("%+v, %v", st, err)
	}
	eventually(t, "the end of the process", func() bool { return !running(pid) })
	if _, err := Stop(context.Background(), w.place, Build{}); !errors.Is(err, ErrNotRunning) {
		t.Errorf("a second stop: %v", err)
	}
	if next, _, initialized := s.who(5); next == pid || !initialized {
		t.Errorf("process %d serves, initialized: %t", next, initialized)
	}
	s.end()
}

// TestStopOfStuck stops a process that does not answer.
func TestStopOfStuck(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.forward("v1.0.0")
	pid := s.begin()
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	eventually(t, "that it stands still", func() bool {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
		for _, name := range threads {
			text, err := os.ReadFile(name)
			if err != nil || !strings.Contains(string(text), ") T ") {
				return false
			}
		}
		return err == nil && len(threads) > 0
	})
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond) // the greeting's patience is longer
	defer cancel()
	if _, err := AskStatus(ctx, w.place, Build{}); err == nil {
		t.Error("a process that is stopped has answered")
	}
	if _, err := Stop(context.Background(), w.place, Build{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the end of the process", func() bool { return !running(pid) })
}

// TestStopOfOther: a process that begins has the lock before it has said which one it
// is; nobody ends the process that is called as the one before was.
func TestStopOfOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if err := w.place.prepare(); err != nil {
		t.Fatal(err)
	}
	bystander := newWorld(t).forward("v1.0.0")
	bystander.begin()
	other := bystander.command.Process
	lock, _, err := w.place.takeLock(lockName)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if err := os.WriteFile(w.place.path(pidName), fmt.Appendln(nil, other.Pid), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", w.place.path(socketName))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for n := 0; ; n++ {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			if n == 2 { // it could not begin
				_ = lock.Close()
			}
			conn.Close()
		}
	}()
	if st, err := Stop(t.Context(), w.place, Build{}); !errors.Is(err, ErrNotRunning) {
		t.Errorf("%+v, %v", st, err)
	}
	if !running(other.Pid) {
		t.Error("the other process was ended")
	}
}

// TestStale: what a process that was killed has left does not matter, nor does a
// file or a server that is none of ours in the place of the socket.
func TestStale(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(p Place) error{
		"file": func(p Place) error { return os.WriteFile(p.path(socketName), []byte("x"), 0o600) },
		"dead socket": func(p Place) error {
			fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
			if err == nil {
				err = errors.Join(syscall.Bind(fd, &syscall.SockaddrUnix{Name: p.path(socketName)}), syscall.Close(fd))
			}
			return err
		},
		"lock": func(p Place) error { return os.WriteFile(p.path(lockName), nil, 0o600) },
		"pid":  func(p Place) error { return os.WriteFile(p.path(pidName), []byte("1\n"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			if err := errors.Join(w.place.prepare(), leave(w.place)); err != nil {
				t.Fatal(err)
			}
			s := w.forward("v1.0.0")
			s.begin()
			s.end()
		})
	}
}

// TestSwept removes the files of a process that serves, each and all together:
// clients that are there notice nothing, and those that come are served by one
// process in the end.
func TestSwept(t *testing.T) {
	t.Parallel()
	for name, files := range map[string][]string{
		"socket": {socketName}, "lock": {lockName}, "all": {socketName, lockName, pidName, startName, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			first := w.forward("v1.0.0")
			first.begin()
			for _, f := range files {
				if err := os.RemoveAll(w.place.path(f)); err != nil {
					t.Fatal(err)
				}
			}
			second := w.forward("v1.0.0")
			second.begin()
			var now int
			eventually(t, "one process for both", func() bool {
				a, _, _ := first.who(1)
				b, _, _ := second.who(2)
				now = a
				return a == b
			})
			eventually(t, "the lock of the process that serves", func() bool {
				held, err := w.place.held()
				return err == nil && held && w.place.holder() == now
			})
			first.end()
			second.end()
		})
	}
}

// TestStartFails: why a start fails is told, with the process's last words.
func TestStartFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.forward("v1.0.0", failEnv+"=the moon is full")
	s.say(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`)
	if s.out.Scan() {
		t.Errorf("got %s", s.out.Text())
	}
	err := s.command.Wait()
	want := "ci: the shared process can't be started: the shared process has ended: ci: the moon is full; its log is " + w.place.Log + "\n"
	if got := s.errors.String(); err == nil || got != want {
		t.Errorf("%v: %s\nwant %s", err, got, want)
	}
}

// TestFailsLater: once there was a session, a process that can't be started is an
// answer to each request.
func TestFailsLater(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.forward("v1.0.0")
	pid := s.begin()
	if err := os.Chmod(w.place.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the end of the process", func() bool { return !running(pid) })
	s.say(`{"jsonrpc":"2.0","id":1,"method":"dialogue"}`)
	if got := s.hear(); !strings.Contains(got, `"id":1,"error":`) || !strings.Contains(got, "can be opened by other users (mode 0755), and is not used; run 'chmod 700") {
		t.Errorf("got %s", got)
	}
	if err := os.Chmod(w.place.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, _, initialized := s.who(2); !initialized {
		t.Error("the dialogue is lost")
	}
	s.end()
}

// TestForwarderEnds: however its client ends, a forwarder does too.
func TestForwarderEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.forward("v1.0.0").begin()
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		s := w.forward("v1.0.0")
		s.begin()
		s.say(`{"jsonrpc":"2.0","id":1,"method":"until","params":"/nowhere"}`)
		start := time.Now()
		if err := s.command.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if err := s.command.Wait(); err != nil {
			t.Errorf("%v: %v %s", signal, err, s.errors.String())
		}
		if took := time.Since(start); took > time.Second {
			t.Errorf("%v: it took %s", signal, took)
		}
	}
	parent := w.command("v1.0.0", "parent")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	st, err := AskStatus(context.Background(), w.place, Build{})
	if err != nil {
		t.Fatal(err, line)
	}
	pid := st.Clients[len(st.Clients)-1].PID
	if !running(pid) || pid == parent.Process.Pid {
		t.Fatalf("process %d is no forwarder", pid)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	eventually(t, "the end of the forwarder whose parent was killed", func() bool { return !running(pid) })
	eventually(t, "the end of the connection", func() bool {
		st, err := AskStatus(context.Background(), w.place, Build{})
		return err == nil && len(st.Clients) == 1
	})
}

// TestDetached: the process is in a session of its own, no child of who started
// it, in no folder that could be removed or unmounted, and has none of the files
// of the client that started it.
func TestDetached(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	given, err := os.Create(filepath.Join(w.dir, "given"))
	if err != nil {
		t.Fatal(err)
	}
	defer given.Close()
	s := &dialogue{t: t, command: w.command("v1.0.0", "forward")}
	s.command.ExtraFiles = []*os.File{given}
	if s.in, err = s.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := s.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.out = bufio.NewScanner(out)
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	pid := s.begin()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest) // state, parent, group, session, terminal
	starter := s.command.Process.Pid
	session, err := unix.Getsid(starter)
	if err != nil {
		t.Fatal(err)
	}
	if fields[1] == strconv.Itoa(starter) || fields[3] == strconv.Itoa(session) || fields[4] != "0" {
		t.Errorf("parent %s, session %s, terminal %s of process %d, started by %d of session %d", fields[1], fields[3], fields[4], pid, starter, session)
	}
	if dir, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid)); err != nil || dir != "/" {
		t.Errorf("it is in %q (%v)", dir, err)
	}
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		to, err := os.Readlink(f)
		switch n := filepath.Base(f); {
		case err != nil:
			continue // closed meanwhile
		case to == given.Name(), strings.HasPrefix(to, "pipe:") && len(n) == 1 && n < "3":
			t.Errorf("file %s of it is %s", n, to)
		case n == "0" && to != "/dev/null", (n == "1" || n == "2") && to != w.place.Log:
			t.Errorf("file %s of it is %s", n, to)
		}
	}
	for _, name := range []string{socketName, lockName, pidName} {
		info, err := os.Stat(w.place.path(name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
	s.end()
}

// TestLogOfProcess: whatever a process says, its log stays small.
func TestLogOfProcess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.forward("v1.0.0")
	s.begin()
	s.say(`{"jsonrpc":"2.0","id":1,"method":"noise"}`) // 1.8 MB that the log knows nothing of
	s.want(`{"jsonrpc":"2.0","id":1,"result":true}`)
	eventually(t, "a new log", func() bool {
		info, err := os.Stat(w.place.Log)
		return err == nil && info.Size() < MaxLog
	})
	s.say(`{"jsonrpc":"2.0","id":2,"method":"noise"}`)
	s.want(`{"jsonrpc":"2.0","id":2,"result":true}`)
	info, err := os.Stat(w.place.Log)
	if err != nil || info.Size() == 0 {
		t.Errorf("standard error does not go to the new log: %v %v", info, err)
	}
	s.end()
}
