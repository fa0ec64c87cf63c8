package daemon

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"testing"

	"codeintel/cmd/internal/place"
	"codeintel/session"
)

// TestPeerOf holds that HTTP requests are identified by the process that sends them,
// whatever connections it uses, and not by anything that they contain.
func TestPeerOf(t *testing.T) {
	t.Parallel()
	s := newServing(t, func(o *Options) {
		o.HTTP, o.HTTPRoot = "127.0.0.1:0", "/r"
		o.Handler = func(string) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_ = json.NewEncoder(w).Encode(PeerOf(r.Context())) // who does not read it fails
			})
		}
	})
	token, err := os.ReadFile(s.place.Token())
	if err != nil {
		t.Fatal(err)
	}
	type process struct {
		command *exec.Cmd
		ask     func() session.Connection
		end     func()
	}
	begin := func() process {
		c := exec.Command(program(), "get", s.url, strings.TrimSpace(string(token)))
		c.Env, c.Stderr = append(os.Environ(), childEnv+"=1"), os.Stderr
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		answers := bufio.NewReader(out)
		return process{c, func() (who session.Connection) {
			t.Helper()
			if _, err := in.Write([]byte("\n")); err != nil {
				t.Fatal(err)
			}
			line, err := answers.ReadBytes('\n')
			if err == nil {
				err = json.Unmarshal(line, &who)
			}
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			return who
		}, func() {
			if err := in.Close(); err != nil {
				t.Error(err)
			}
			if err := c.Wait(); err != nil {
				t.Error(err)
			}
		}}
	}
	a, b := begin(), begin()
	first, second, other := a.ask(), a.ask(), b.ask()
	if first != second || first.PID != a.command.Process.Pid || first.ID == "" || first.Started == 0 || place.Gone(first) {
		t.Errorf("%+v, and then %+v, of process %d", first, second, a.command.Process.Pid)
	}
	if other.PID != b.command.Process.Pid || other.ID == first.ID {
		t.Errorf("%+v beside %+v", other, first)
	}
	a.end()
	if !place.Gone(first) || place.Gone(other) {
		t.Errorf("%t, %t", place.Gone(first), place.Gone(other))
	}
	b.end()
}

// FuzzSocketBetween reads the kernel's tables of sockets.
func FuzzSocketBetween(f *testing.F) {
	const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11111 1 0000000000000000 100 0 0 10 0
   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 22222 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 33333 1 0000000000000000 20 4 30 10 -1
   3: 0000000000000000FFFF00000100007F:C351 0000000000000000FFFF00000100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 44444
   4: 00000000000000000000000001000000:C352 00000000000000000000000001000000:1F90 01 00000000:00000000 00:00000000 00000000     0        0 55555
`
	for _, x := range []struct {
		from, to string
		want     uint64
	}{
		{"127.0.0.1:50000", "127.0.0.1:8080", 33333}, {"127.0.0.1:8080", "127.0.0.1:50000", 22222}, {"127.0.0.1:50001", "127.0.0.1:8080", 44444},
		{"[::1]:50002", "[::1]:8080", 55555}, {"[::ffff:127.0.0.1]:50000", "127.0.0.1:8080", 33333}, {"127.0.0.1:50009", "127.0.0.1:8080", 0},
	} {
		if got := socketBetween([]byte(table), netip.MustParseAddrPort(x.from), netip.MustParseAddrPort(x.to)); got != x.want {
			f.Errorf("from %s to %s: %d, want %d", x.from, x.to, got, x.want)
		}
	}
	f.Add(table, "127.0.0.1:50000")
	f.Add("x: :\n 0: 01:1 0100007F:1F90 1 1 1 1 1 1 99999999999999999999\n\x00", "[fe80::1%lo]:1")
	f.Fuzz(func(t *testing.T, table, from string) {
		if a, err := netip.ParseAddrPort(from); err == nil {
			socketBetween([]byte(table), a, netip.MustParseAddrPort("127.0.0.1:8080"))
		}
	})
}

// TestWaitGone waits for a process that has given up its place until it has ended.
func TestWaitGone(t *testing.T) {
	t.Parallel()
	c := exec.Command("cat")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	who := connectionOf("", c.Process.Pid)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := waitGone(ctx, who); !errors.Is(err, context.Canceled) {
		t.Errorf("it has not ended, and the wait was cancelled: %v", err)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := waitGone(t.Context(), who); err != nil { // nobody has waited for it yet
		t.Error(err)
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
	if err := errors.Join(waitGone(ctx, connectionOf("", os.Getpid())), waitGone(ctx, session.Connection{})); err != nil {
		t.Error(err)
	}
}
