package gate

import (
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"codeintel/session/speech"
)

var update = flag.Bool("update", false, "rewrite docs/gates.md")

// TestMarkdown keeps the page true.
func TestMarkdown(t *testing.T) {
	const page = "../../docs/gates.md"
	const other = "\n## What an honest request costs" // which the tests of dialogues make
	got, err := os.ReadFile(page)
	before, after, found := strings.Cut(string(got), other)
	if *update {
		text := strings.TrimRight(Markdown(), "\n") + "\n"
		if found {
			text += other + after
		}
		if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		before = Markdown()
	}
	if err != nil || strings.TrimRight(before, "\n") != strings.TrimRight(Markdown(), "\n") {
		t.Errorf("%s is not what the table says (%v): go test ./session/gate -update rewrites it", page, err)
	}
}

// TestPhases is the table of the specification.
func TestPhases(t *testing.T) {
	for _, c := range []struct {
		phase                       Phase
		explore, mapp, forest, auto bool
		write                       bool
		session                     string
	}{
		{Exploration, true, true, false, true, false, "submit_understanding"},
		{Semantic, false, true, true, true, false, "submit_semantic"},
		{Verification, true, true, false, true, false, "submit_verification"},
		{Ready, true, true, true, true, true, "check_write_target"},
		{Closed, true, true, true, true, false, "start_session"},
	} {
		for _, tool := range explore {
			if got := Allow(c.phase, tool, "").Allow; got != c.explore {
				t.Errorf("%s in %s: %t", tool, c.phase, got)
			}
		}
		for collection, want := range map[string]bool{CollectionMap: c.mapp, CollectionForest: c.forest, CollectionAuto: c.auto, "": c.auto} {
			v := Allow(c.phase, SemanticSearch, collection)
			if v.Allow != want || (v.Code == "") != want {
				t.Errorf("%s %s: %+v", c.phase, collection, v)
			}
		}
		if c.phase.Has(Write) != c.write {
			t.Errorf("%s: write", c.phase)
		}
		for _, tool := range []string{"submit_understanding", "submit_semantic", "submit_verification", "check_write_target"} {
			if got := Allow(c.phase, tool, "").Allow; got != (tool == c.session) {
				t.Errorf("%s in %s: %t", tool, c.phase, got)
			}
		}
		v := Allow(c.phase, "no_such_tool", "")
		if v.Allow || v.Code != PhaseForbidden || len(v.LeadsOn) == 0 {
			t.Errorf("%s: %+v", c.phase, v)
		}
		for _, lead := range v.LeadsOn {
			if !Allow(c.phase, lead, "").Allow {
				t.Errorf("%s: %s leads on and is not allowed", c.phase, lead)
			}
		}
		if next := c.phase.Next().EN; next == "" || strings.HasSuffix(next, ".") {
			t.Errorf("%s: next %q", c.phase, c.phase.Next())
		}
		if back := Allow(c.phase, "revert_to_exploration", "").Allow; back != (c.phase != Closed) {
			t.Errorf("%s: there is a way back: %t", c.phase, back)
		}
	}
	if v := Allow("NONE", "find_definitions", ""); v.Allow || !slices.Contains(v.Allowed, "start_session") || Phase("NONE").Has(Write) || Phase("NONE").Next() != (speech.Text{}) {
		t.Errorf("a phase that there is not: %+v", v)
	}
}

// TestRequired is the table of the specification, and what small repositories are
// asked for.
func TestRequired(t *testing.T) {
	type n struct{ symbols, entry, files, patterns int }
	numbers := func(r Requirement) n { return n{r.Symbols, r.EntryPoints, r.Files, r.Patterns} }
	for _, i := range []Intent{Implement, Modify} {
		for risk, want := range map[Risk]n{Low: {3, 1, 2, 1}, Medium: {3, 1, 2, 1}, High: {5, 2, 4, 2}} {
			r := Required(i, risk)
			if numbers(r) != want || !reflect.DeepEqual(r.Tools, []string{"find_definitions", "find_references"}) || !slices.Contains(r.Filled, TargetFeature) || r.Confirmed != 1 {
				t.Errorf("%s %s: %+v", i, risk, r)
			}
			if slices.Contains(r.Evidence, TargetFeature) != (risk != Low) || slices.Contains(r.Evidence, ObservedIssue) != (risk == High) {
				t.Errorf("%s %s: evidence for %v", i, risk, r.Evidence)
			}
		}
	}
	for _, risk := range Risks() {
		if r := Required(Question, risk); !reflect.DeepEqual(r, Requirement{}) {
			t.Errorf("%+v", r)
		}
		if r := Required(Investigate, risk); numbers(r) != (n{1, 0, 1, 0}) {
			t.Errorf("%+v", r)
		}
	}
	if got := Required(Modify, High).In(2, 1); numbers(got) != (n{2, 2, 1, 1}) || got.Tools == nil {
		t.Errorf("two symbols in one file: %+v", got)
	}
	if got := Required(Modify, High).In(0, 3); numbers(got) != (n{0, 0, 3, 2}) || got.Tools != nil || got.Confirmed != 0 || got.Evidence == nil {
		t.Errorf("three files without symbols: %+v", got)
	}
	if got := Required(Modify, High).In(0, 0); numbers(got) != (n{}) || got.Evidence != nil {
		t.Errorf("nothing: %+v", got)
	}
}

func TestReasons(t *testing.T) {
	for need, want := range map[string][]Reason{
		NeedSymbols:     {NoDefinitionFound, ArchitectureUnknown},
		NeedEntryPoints: {NoDefinitionFound, NoReferenceFound},
		NeedPatterns:    {NoSimilarImplementation, ArchitectureUnknown},
		NeedFiles:       {ContextFragmented, ArchitectureUnknown},
		NeedTool:        nil,
		NeedTarget:      nil,
	} {
		if got := Reasons([]string{need}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", need, got)
		}
	}
	if got := Reasons([]string{NeedFiles, NeedSymbols}); !reflect.DeepEqual(got, []Reason{NoDefinitionFound, ArchitectureUnknown, ContextFragmented}) {
		t.Error(got)
	}
}

func TestTiers(t *testing.T) {
	for _, c := range []struct {
		similarity float64
		judged     bool
		want       Decision
	}{
		{0.61, true, Decision{TierHigh, true, Low}}, {0.6, true, Decision{TierMid, true, High}}, {0.3, true, Decision{TierMid, true, High}},
		{0.29, true, Decision{TierLow, false, Low}}, {-1, true, Decision{TierLow, false, Low}}, {0.9, false, Decision{TierUnknown, true, High}},
	} {
		if got := Tiered(c.similarity, c.judged); got != c.want {
			t.Errorf("%v %t: %+v", c.similarity, c.judged, got)
		}
	}
}

func TestRisk(t *testing.T) {
	if Low.Max(High) != High || High.Max(Low) != High || Medium.Max(Low) != Medium {
		t.Error("the greater of two risks")
	}
}
