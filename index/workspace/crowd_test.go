package workspace

import (
	"context"
	"strings"
	"testing"
	"time"
)

// Refreshes are crowded once each of them was overtaken by a change for some time, and
// until one was not.
func TestCrowd(t *testing.T) {
	var c crowd
	now := time.Unix(1000, 0)
	soon := c.soon()
	is := func(what string, want bool) {
		t.Helper()
		if c.crowded() != want {
			t.Errorf("%s: crowded is %t", what, !want)
		}
		select {
		case <-soon:
			if !want {
				t.Errorf("%s: it was said to be", what)
			}
		default:
			if want {
				t.Errorf("%s: nobody was told", what)
			}
		}
	}
	c.begin(now)
	c.change(now.Add(10 * crowdedAfter))
	is("a single long refresh", false)
	if !c.behind() {
		t.Error("a refresh that was overtaken is not behind")
	}
	c.end(true)
	c.begin(now.Add(10 * crowdedAfter))
	is("before the next is overtaken", false)
	if c.behind() {
		t.Error("a refresh that was not overtaken is behind")
	}
	c.change(now.Add(11 * crowdedAfter))
	is("the next, too", true)
	if c.rest(time.Second) != time.Second || c.rest(time.Hour) != maxRest {
		t.Errorf("rests are %s and %s", c.rest(time.Second), c.rest(time.Hour))
	}
	select {
	case <-c.soon():
	default:
		t.Error("who asks while it is crowded is not told")
	}
	c.end(false)
	soon = c.soon()
	is("after one that was not", false)
	if c.rest(time.Second) != 0 || c.behind() {
		t.Error("refreshes are put off although they are not crowded")
	}
	for range 5 { // short refreshes are as good as none
		c.begin(now)
		c.change(now.Add(time.Millisecond))
		c.end(true)
	}
	is("many short ones at once", false)
}

// While refreshes are crowded a question waits a moment, and then says what it lacks; a
// question that waits already when they become crowded, too.
func TestAnswerCrowded(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	s := steer(t, p, "{}")
	waits := make(chan time.Duration, 8)
	s.opts.after = func(d time.Duration) <-chan time.Time { waits <- d; return s.late }
	s.names("x", nil)
	s.hold = make(chan struct{})
	p.write("a.toy", "def y")
	answer := func() Freshness {
		_, fresh, err := s.Answer(context.Background(), func(*State) []string { return nil })
		p.must(err)
		return fresh
	}
	answers := make(chan Freshness, 1)
	go func() { answers <- answer() }()
	<-s.begun
	if d := <-waits; d != DefaultSyncTimeout {
		t.Errorf("it waits for %s while nothing is crowded", d)
	}
	now := time.Unix(1000, 0)
	s.crowd.begin(now)
	s.crowd.end(true)
	s.crowd.change(now.Add(crowdedAfter))
	if d := <-waits; d != crowdedPatience {
		t.Errorf("it waits for %s once refreshes are crowded", d)
	}
	s.late <- time.Time{}
	if f := <-answers; f.Complete || !strings.Contains(f.Why, "files change faster") {
		t.Errorf("the first question: %+v", f)
	}
	go func() { answers <- answer() }()
	if d := <-waits; d != crowdedPatience {
		t.Errorf("the second question waits for %s", d)
	}
	s.late <- time.Time{}
	if f := <-answers; f.Complete || !strings.Contains(f.Why, "files change faster") {
		t.Errorf("the second question: %+v", f)
	}
	// A deadline of the question holds as well.
	s.crowd.end(false)
	now = time.Now()
	s.now = now
	ctx, cancel := context.WithDeadline(context.Background(), now.Add(time.Hour))
	defer cancel()
	s.now = now.Add(time.Hour - 5*time.Second)
	go func() {
		_, fresh, err := s.Answer(ctx, func(*State) []string { return nil })
		p.must(err)
		answers <- fresh
	}()
	if d := <-waits; d != 4*time.Second {
		t.Errorf("a question that has 5 s left waits for %s", d)
	}
	s.late <- time.Time{}
	if f := <-answers; f.Complete || !strings.Contains(f.Why, "than the question may wait") {
		t.Errorf("a question with a deadline: %+v", f)
	}
	close(s.hold)
}

// An answer that files overtake is not asked again while refreshes are crowded, and names
// them.
func TestStaleCrowded(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	s := steer(t, p, "{}")
	s.names("x", nil)
	now := time.Unix(1000, 0)
	s.crowd.begin(now)
	s.crowd.end(true)
	s.crowd.change(now.Add(crowdedAfter))
	_, n, fresh := s.names("x", func(n int) { p.write("a.toy", "def x "+strings.Repeat("x ", n)) })
	if n != 1 {
		t.Errorf("asked %d times", n)
	}
	s.check("crowded", fresh, false, 1, "a.toy")
}
