package daemon

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// TestAsk says one line to an endpoint and hears one; what the process does not know
// is an error, as is a process that is not there or does not answer.
func TestAsk(t *testing.T) {
	t.Parallel()
	stuck := make(chan struct{})
	s := newServing(t, func(o *Options) {
		o.Endpoints[KindHook] = func(ctx context.Context, conn io.ReadWriteCloser, c Client) error {
			line, err := bufio.NewReader(conn).ReadString('\n')
			if err != nil {
				return err
			}
			if line == "stuck\n" {
				close(stuck)
				<-ctx.Done()
				return ctx.Err()
			}
			_, err = io.WriteString(conn, c.Root+" "+line)
			return err
		}
	})
	ask := func(ctx context.Context, kind, line string) (string, error) {
		answer, err := Ask(ctx, s.place, Build{}, kind, "/r", 20*time.Second, []byte(line))
		return string(answer), err
	}
	if got, err := ask(t.Context(), KindHook, "hello"); got != "/r hello" || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if got, err := ask(t.Context(), "unknown", "hello"); got != "" || err == nil || !strings.Contains(err.Error(), `knows no "unknown"`) {
		t.Errorf("%q %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-stuck
		cancel()
	}()
	if got, err := ask(ctx, KindHook, "stuck"); err == nil {
		t.Errorf("%q", got)
	}
	if st, err := AskStatus(t.Context(), s.place, Build{}); err != nil || len(st.Repositories) != 0 {
		t.Errorf("a hook opens repositories: %+v %v", st, err)
	}
	s.stop()
	s.wait()
	if got, err := ask(t.Context(), KindHook, "hello"); err == nil {
		t.Errorf("of no process: %q", got)
	}
}
