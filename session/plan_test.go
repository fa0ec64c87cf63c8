package session

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"codeintel/session/speech"
)

var update = flag.Bool("update", false, "rewrite testdata/plans.txt")

// TestPlans makes the plans of all intents with all sets of slots.
func TestPlans(t *testing.T) {
	var b strings.Builder
	for _, i := range Intents() {
		for set := range 1 << len(Slots()) {
			f := Frame{}
			var names []string
			for n, s := range Slots() {
				if set&(1<<n) != 0 {
					f[s] = "something or other"
					names = append(names, string(s))
				}
			}
			p, err := NewPlan(speech.English, i, f)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s with %s\n", i, strings.Join(append(names, "no more"), ", "))
			fmt.Fprintf(&b, "  steps %s\n  missing %v, first %v\n  bootstrap %t %q\n  %s\n", strings.Join(p.Steps, ", "), p.MissingSlots, p.PrioritySlots, p.NeedsBootstrap, p.BootstrapReason, p.Reasoning)
			if len(p.Guidance) != len(p.MissingSlots) || p.Intent != i || !strings.Contains(p.Reasoning, string(p.RiskLevel)) {
				t.Errorf("%s: the plan contradicts itself: %+v", i, p)
			}
			for n, g := range p.Guidance {
				if g.Slot != p.PrioritySlots[n] || g.Do == "" || g.Unknown == "" || len(g.Tools) == 0 {
					t.Errorf("guidance %+v for %s", g, p.PrioritySlots[n])
				}
				for _, tool := range g.Tools[:1] {
					if !strings.Contains(strings.Join(p.Steps, " "), tool) {
						t.Errorf("%s: %s is not in %v", i, tool, p.Steps)
					}
				}
			}
		}
	}
	want, err := os.ReadFile("testdata/plans.txt")
	if err != nil && !*update {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		if *update {
			if err := os.WriteFile("testdata/plans.txt", []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			return
		}
		t.Errorf("got\n%s\nwant\n%s(-update rewrites it)", got, want)
	}
}

// TestRisk is the table of the specification, row by row.
func TestRisk(t *testing.T) {
	const long, short = "it prints nothing", "it fails"
	for _, c := range []struct {
		intent                         Intent
		target, trigger, issue, action string
		want                           Risk
	}{
		{Modify, "a", "b", short, "c", Low},
		{Investigate, "", "", "", "", Low},
		{Question, "", "", "", "", Low},
		{Modify, "a", "b", "", "c", High},
		{Modify, "", "b", long, "c", High},
		{Implement, "a", "", "", "", High},
		{Modify, "a", "", long, "", Medium},
		{Implement, "a", "b", long, "", Medium},
		{Modify, "a", "b", short, "", Medium},
		{Modify, "a", "b", "保存すると落ちます。", "", Low}, // ten characters
		{Modify, "a", "b", long, "", Low},
	} {
		f := Frame{TargetFeature: c.target, TriggerCondition: c.trigger, ObservedIssue: c.issue, DesiredAction: c.action}
		if got, why := RiskOf(c.intent, f); got != c.want || why.EN == "" {
			t.Errorf("%s %v: %s (%s), want %s", c.intent, f, got, why, c.want)
		}
	}
}

func TestPlanErrors(t *testing.T) {
	if _, err := NewPlan(speech.English, "modify", nil); err == nil || err.Error() != `intent "modify": there is no such intent; name one of IMPLEMENT, MODIFY, INVESTIGATE, QUESTION` {
		t.Error(err)
	}
	if _, err := NewPlan(speech.English, Modify, Frame{"target": "x"}); err == nil || !strings.HasPrefix(err.Error(), `slot "target": there is no such slot; name one of target_feature`) {
		t.Error(err)
	}
	p, _ := NewPlan(speech.English, Implement, nil)
	p.Guidance[0].Tools[0] = "changed"
	if q, _ := NewPlan(speech.English, Implement, nil); q.Guidance[0].Tools[0] == "changed" {
		t.Error("plans share their guidance")
	}
}
