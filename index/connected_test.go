package index_test

import (
	"slices"
	"testing"

	"codeintel/index"
)

func TestConnected(t *testing.T) {
	s, ids := zoo()
	related := [][2]string{
		{"Animal", "Animal.speak"}, {"Animal", "name"}, // members
		{"Animal.speak", "name"},                                          // a call
		{"Cat", "Animal"}, {"Lion", "Cat"}, {"Cat.speak", "Animal.speak"}, // implements, overrides
		{"Cat.speak", "purr"}, {"Cat", "purr"}, {"Cat", "Cat.speak"}, {"purr", "inner"}, {"inner", "print"}, {"purr", "print"},
		{"main", "Animal.speak"}, {"main", "Cat.speak"}, {"main", "pets"}, {"Cat.speak", "name"}, {"Cat", "name"},
		{"pets", "Cat"}, {"pets", "Lion"}, {"pets", "purr"}, {"pets", "inner"}, {"pets", "Cat.speak"}, {"pets", "print"}, {"pets", "Animal"}, {"pets", "name"},
	}
	names := []string{"Animal", "name", "Animal.speak", "Cat", "Cat.speak", "Lion", "purr", "inner", "pets", "main", "print"}
	for _, a := range names {
		for _, b := range names {
			want := slices.Contains(related, [2]string{a, b}) || slices.Contains(related, [2]string{b, a})
			if got := s.Connected(ids[a], ids[b]); got != want {
				t.Errorf("%s and %s: %v", a, b, got)
			}
		}
	}
	if !s.Connected(ids["overload"], ids["Animal"]) || s.Connected(ids["overload"], ids["Animal.speak"]) {
		t.Error("an overload is its symbol")
	}
	if s.Connected(index.ID{Doc: 99}, ids["Cat"]) || s.Connected(ids["Cat"], index.ID{Doc: 0, Def: 9999}) {
		t.Error("what is not there is related")
	}
}
