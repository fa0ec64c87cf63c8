package main

import (
	"slices"
	"strings"
	"testing"

	"codeintel/index/lexicon"
)

// TestKinds holds that words lead to what they are a kind of, and to the words of their
// definitions.
func TestKinds(t *testing.T) {
	w := &wordNet{
		seen:   map[string]int{"car": 9, "vehicle": 5, "wheel": 3, "lorry": 1},
		senses: map[string][]string{"ncar": {"n1", "n3"}, "nlorry": {"n1"}, "vwheel": {"missing"}},
		sets: map[string]*synset{
			"n1": {words: []string{"car"}, links: []pointer{{kind: "@", set: "n2"}, {kind: "~", set: "n3"}, {kind: "@", set: "missing"}}, told: []string{"wheels", "of"}},
			"n2": {words: []string{"motor_vehicle", "car"}},
			"n3": {words: []string{"wheel"}},
		},
	}
	keep := map[string]bool{"car": true, "vehicle": true, "wheel": true, "lorry": true, "motor": false}
	for _, c := range []struct {
		name string
		find func(map[string]bool, func(from, to string, kind lexicon.Relation))
		want string
	}{
		{"kinds", w.kinds, "car vehicle, lorry car, lorry vehicle"},
		{"tell", w.tell, "car car, car wheel"},
	} {
		var got []string
		c.find(keep, func(from, to string, _ lexicon.Relation) { got = append(got, from+" "+to) })
		slices.Sort(got)
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}
