package lang

import (
	"slices"
	"testing"
)

func TestKindsNamed(t *testing.T) {
	for _, x := range []struct {
		name string
		want []Kind
	}{
		{"class", []Kind{KindClass}},
		{"Classes", []Kind{KindClass}},
		{"methods", families[KindMethod]},
		{"static method", []Kind{KindStaticMethod}},
		{"static-method", []Kind{KindStaticMethod}},
		{" enum_members ", []Kind{KindEnumMember}},
		{"properties", []Kind{KindProperty}},
		{"type aliases", []Kind{KindTypeAlias}},
		{"keys", []Kind{KindKey}},
		{"field", []Kind{KindField, KindStaticField}},
		{"", nil},
		{"s", nil},
		{"methodss", nil},
		{"unknown", nil},
	} {
		if got := KindsNamed(x.name); !slices.Equal(got, x.want) {
			t.Errorf("KindsNamed(%q) = %v, want %v", x.name, got, x.want)
		}
	}
	for _, k := range Kinds() {
		for _, name := range []string{k.String(), plural(k.String())} {
			if !slices.Contains(KindsNamed(name), k) {
				t.Errorf("KindsNamed(%q) leaves out %v", name, k)
			}
		}
	}
}
