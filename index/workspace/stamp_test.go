package workspace

import (
	"testing"
	"time"
)

func TestSettled(t *testing.T) {
	now := time.Unix(1000, 0)
	at := func(mtime, ctime time.Duration) stamp {
		return stamp{mtime: now.Add(mtime).UnixNano(), ctime: now.Add(ctime).UnixNano()}
	}
	for _, c := range []struct {
		s    stamp
		want bool
	}{
		{at(-time.Hour, -time.Hour), true},
		{at(-young-1, -young-1), true},
		{at(-young, -time.Hour), false},      // it may change again in this step of the clock
		{at(-time.Hour, -young), false},      // its time was set back just now
		{at(time.Second, -time.Hour), false}, // another clock
	} {
		if got := c.s.settled(now); got != c.want {
			t.Errorf("%+v: %v", c.s, got)
		}
	}
	s := stamp{1, 2, 3, 4}
	if got := stampAt(s.append(make([]byte, stampSize)), 1); got != s {
		t.Errorf("%+v is read as %+v", s, got)
	}
}
