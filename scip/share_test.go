package scip

import (
	"strings"
	"testing"

	"codeintel/index/navtest"
)

// TestLaravelShare counts, by kinds of edges, how much of what leads from one file
// of the Laravel application to another is found.
func TestLaravelShare(t *testing.T) {
	shares(t, "../testdata/nav/laravel_app.txtar", nil)
}

// TestDjangoShare counts the same in the Django project.
func TestDjangoShare(t *testing.T) {
	shares(t, "../testdata/nav/django_app.txtar", nil)
}

// goal is the least recall and precision of a group.
type goal struct{ recall, precision float64 }

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
		if g := goals[s.Group]; s.Recall() < g.recall || s.Precision() < g.precision {
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
