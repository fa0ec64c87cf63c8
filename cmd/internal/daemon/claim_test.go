package daemon

import (
	"errors"
	"os"
	"testing"
)

func claimed(t *testing.T) (Place, *claim) {
	t.Helper()
	p := Place{Dir: t.TempDir(), uid: os.Geteuid()}
	if err := os.Chmod(p.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	c, err := p.claim()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.listen(); err != nil {
		t.Fatal(err)
	}
	return p, c
}

// TestOneClaim: while one process has the claim no other gets it, and then the
// next.
func TestOneClaim(t *testing.T) {
	t.Parallel()
	p, c := claimed(t)
	if _, err := p.claim(); !errors.Is(err, errHeld) {
		t.Errorf("a second claim: %v", err)
	}
	if held, err := p.held(); !held || err != nil || p.holder() != os.Getpid() {
		t.Errorf("held: %t (%v) by %d", held, err, p.holder())
	}
	c.release()
	if held, err := p.held(); held || err != nil || p.holder() != 0 {
		t.Errorf("after the release held: %t (%v) by %d", held, err, p.holder())
	}
	if _, err := os.Lstat(p.path(socketName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is left: %v", err)
	}
	next, err := p.claim()
	if err != nil {
		t.Fatal(err)
	}
	next.release()
}

// TestRenew: what somebody has unlinked is made again, and can be connected to;
// while all is there nothing is done.
func TestRenew(t *testing.T) {
	t.Parallel()
	for name, files := range map[string][]string{
		"nothing": nil, "socket": {socketName}, "lock": {lockName}, "both": {socketName, lockName}, "folder": {""},
	} {
		t.Run(name, func(t *testing.T) {
			p, c := claimed(t)
			defer func() { c.release() }()
			for _, f := range files {
				if err := os.RemoveAll(p.path(f)); err != nil {
					t.Fatal(err)
				}
			}
			l, err := c.renew()
			if err != nil {
				t.Fatal(err)
			}
			if made := name != "nothing" && name != "lock"; (l != nil) != made {
				t.Errorf("a new listener: %t", l != nil)
			}
			if _, err := p.claim(); !errors.Is(err, errHeld) {
				t.Errorf("a second claim: %v", err)
			}
			conn, err := p.dial(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			conn.Close()
			if l, err := c.renew(); l != nil || err != nil {
				t.Errorf("once more: %v, %v", l, err)
			}
		})
	}
}

// TestRenewLost: where another process has the place by now it is left to that
// one, with all its files.
func TestRenewLost(t *testing.T) {
	t.Parallel()
	p, c := claimed(t)
	for _, f := range []string{socketName, lockName, pidName} {
		if err := os.Remove(p.path(f)); err != nil {
			t.Fatal(err)
		}
	}
	other, err := p.claim()
	if err != nil {
		t.Fatal(err)
	}
	defer other.release()
	if _, err := other.listen(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.renew(); !errors.Is(err, errHeld) {
		t.Errorf("%v", err)
	}
	c.release()
	if l, err := other.renew(); l != nil || err != nil {
		t.Errorf("the other's files are gone: %v %v", l, err)
	}
	if p.holder() != os.Getpid() {
		t.Error("who has the lock is not known any more")
	}
}
