package scip

import (
	"strings"
	"testing"

	"codeintel/index/navtest"
)

// TestLaravelShare counts, by kinds of edges, how much of what leads from one file
// of the Laravel application to another is found.
func TestLaravelShare(t *testing.T) {
	shares(t, "../testdata/nav/laravel_app.txtar", map[string]goal{
		"route": {.98, .98}, "ctl": {.95, .95}, "template": {.95, .95}, "component": {.95, .95}, "livewire": {.95, .95}, "filament": {.95, .95},
		"eloquent": {.90, .95}, "config": {.95, .95}, "policy": {.95, .95}, "trans": {.95, .95}, "section": {1, 1}, "stack": {1, 1}, "slot": {1, 1}, "file": {1, 1},
	})
}

// TestDjangoShare counts the same in the Django project.
func TestDjangoShare(t *testing.T) {
	shares(t, "../testdata/nav/django_app.txtar", map[string]goal{
		"url": {.98, .98}, "view": {.95, .95}, "tag": {.95, .95}, "block": {.95, .95}, "setting": {.95, .95},
		"model": {.95, .95},
	})
}

// goal is the least recall and precision of a group.
type goal struct{ recall, precision float64 }

// leastPrecision is that of any group: where nothing is known, nothing is said.
const leastPrecision = .95

// shares checks the goals of an application's groups.
func shares(t *testing.T, archive string, goals map[string]goal) {
	f := navFixture(t, archive)
	counted, lines := f.Shares(queryLeg{navSnapshot(t, f)}, edgeGroup)
	for _, line := range lines {
		t.Log(line)
	}
	seen := map[string]bool{}
	for _, s := range counted {
		seen[s.Group] = true
		t.Logf("%-12s %4d of %4d found, %3d too many: recall %.3f, precision %.3f", s.Group, s.Found, s.Total, s.Extra, s.Recall(), s.Precision())
		g := goals[s.Group]
		if g.precision = max(g.precision, leastPrecision); s.Recall() < g.recall || s.Precision() < g.precision {
			t.Errorf("%s: recall %.3f, precision %.3f; want %.2f and %.2f", s.Group, s.Recall(), s.Precision(), g.recall, g.precision)
		}
	}
	for group := range goals {
		if !seen[group] {
			t.Errorf("no edge of the group %s", group)
		}
	}
}

// edgeGroup is what stands before the colon of a note's tag; of files, what they
// are. What Filament's classes name of models is Filament's.
func edgeGroup(n navtest.Note) string {
	group, rest, ok := strings.Cut(n.Tag, ":")
	switch {
	case !ok:
		return ""
	case group == "eloquent" && strings.HasPrefix(n.Path, "app/Filament/"):
		return "filament"
	case group != "file":
		return group
	case strings.Contains(rest, "/components/"):
		return "component"
	case strings.Contains(rest, "/livewire/"):
		return "livewire"
	case strings.HasSuffix(rest, ".vue"):
		return "vue"
	case strings.HasSuffix(rest, ".blade.php"), strings.HasSuffix(rest, ".html"):
		return "template"
	}
	return "file"
}
