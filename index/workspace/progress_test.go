package workspace

import (
	"testing"
	"time"
)

// A phase that lasts says how fast it is and how long the rest takes.
func TestProgressRate(t *testing.T) {
	began := time.Unix(1_700_000_000, 0)
	q := &phaseProgress{name: PhaseEmbed, total: 12000, began: began}
	for _, c := range []struct {
		after       time.Duration
		done, total int
		rate        float64
		left        time.Duration
		text        string
	}{
		{rateAfter - 1, 20, 12000, 0, 0, "embed: 20 of 12000"},
		{10 * time.Second, 300, 12000, 30, 390 * time.Second, "embed: 300 of 12000, 30/s, 6m30s left"},
		{time.Hour, 11999, 12000, 11999. / 3600, time.Second, "embed: 11999 of 12000, 3.3/s, 1s left"},
		{10 * time.Second, 12000, 12000, 1200, 0, "embed: 12000 of 12000, 1200/s"},
		{10 * time.Second, 70, 0, 7, 0, "embed: 70"},
		{10 * time.Second, 0, 12000, 0, 0, "embed: 0 of 12000"},
	} {
		p := q.progress(began.Add(c.after), c.done, c.total)
		if p.Rate != c.rate || p.Left() != c.left || p.String() != c.text {
			t.Errorf("%+v: %v left, %q; want %+v", p, p.Left(), p, c)
		}
	}
	if s := (Progress{}).String(); s != "" {
		t.Errorf("nothing is %q", s)
	}
}
