package php

import "testing"

func TestViews(t *testing.T) {
	v := views{}
	for _, p := range []string{
		"resources/views/a/b.blade.php", "resources/views/components/card.blade.php", "resources/views/components/nav/index.blade.php",
		"modules/shop/resources/views/a/b.blade.php", "modules/shop/views/list.blade.php", "resources/views/vendor/mail/message.blade.php",
		"src/Mail/resources/views/message.blade.php", "src/Mail/resources/views/button.blade.php", "views/top.blade.php", "reviews/no.blade.php",
		"resources/views/views/deep.blade.php", "resources/views/plain.php",
	} {
		v.add(p)
	}
	for _, c := range []struct{ from, spec, want string }{
		{"resources/views/x.blade.php", "view:a.b", "resources/views/a/b.blade.php"},
		{"resources/views/x.blade.php", "view:a/b", "resources/views/a/b.blade.php"},
		{"modules/shop/resources/views/x.blade.php", "view:a.b", "modules/shop/resources/views/a/b.blade.php"},
		{"x.php", "view:a.b", "resources/views/a/b.blade.php"},
		{"x.php", "view:components.nav|components.nav.index", "resources/views/components/nav/index.blade.php"},
		{"x.php", "view:mail::message", "resources/views/vendor/mail/message.blade.php"},
		{"x.php", "view:mail::button", "src/Mail/resources/views/button.blade.php"},
		{"x.php", "view:pagination::button", ""},
		{"src/Mail/resources/views/text.blade.php", "view:post::button", "src/Mail/resources/views/button.blade.php"},
		{"x.php", "view:top", "views/top.blade.php"},
		{"x.php", "view:deep", "resources/views/views/deep.blade.php"},
		{"x.php", "view:no", ""},
		{"x.php", "view:plain", ""},
		{"x.php", "view:", ""},
		{"x.php", "a.b", ""},
	} {
		got := ""
		if m := v.resolve(c.from, c.spec); m.Found() {
			got = m.Files[0]
		}
		if got != c.want {
			t.Errorf("%s in %s is %q, want %q", c.spec, c.from, got, c.want)
		}
	}
}
