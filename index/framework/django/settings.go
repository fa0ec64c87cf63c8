package django

import (
	"path"
	"strings"

	"codeintel/index/lang"
)

// isSetting says whether a name is one of a setting.
func isSetting(s string) bool { return s != "" && strings.ToUpper(s) == s && s[0] != '_' }

// isSettings says whether the file has settings: by its name, or what it sets.
func (x *reader) isSettings() bool {
	base := path.Base(x.Path)
	if strings.HasPrefix(base, "settings") || path.Base(path.Dir(x.Path)) == "settings" {
		return true
	}
	for i := range x.B.F.Defs {
		if d := &x.B.F.Defs[i]; d.Scope == 0 && x.B.F.Name(d.Name) == "INSTALLED_APPS" {
			return true
		}
	}
	return false
}

// dottedSettings are those whose texts are names in Python.
var dottedSettings = map[string]bool{
	"INSTALLED_APPS": true, "MIDDLEWARE": true, "MIDDLEWARE_CLASSES": true, "ROOT_URLCONF": true, "WSGI_APPLICATION": true, "ASGI_APPLICATION": true,
	"AUTHENTICATION_BACKENDS": true, "TEST_RUNNER": true, "DATABASE_ROUTERS": true, "FORM_RENDERER": true, "EMAIL_BACKEND": true,
}

// dottedKeys are the keys, in settings that are dictionaries, whose texts are names in
// Python.
var dottedKeys = map[string]bool{
	"context_processors": true, "builtins": true, "loaders": true, "libraries": true, "BACKEND": true, "NAME": false, "()": true, "class": true,
}

// settings reads a file of settings. What it sets is found by its name.
func (x *reader) settings() {
	for _, c := range x.calls {
		if c.Name != "setdefault" || !c.Method {
			continue
		}
		if args := x.Args(c); len(args) == 2 {
			if t, ok := x.Text(args[0]); ok && t.Value == "DJANGO_SETTINGS_MODULE" {
				if t, ok := x.Text(args[1]); ok {
					x.dotted(t)
				}
			}
		}
	}
	if !x.isSettings() {
		return
	}
	f := x.B.F
	for i := range f.Defs {
		d := lang.DefID(i)
		n := f.Name(f.Defs[d].Name)
		if f.Defs[d].Scope != 0 || f.Defs[d].Flags&(lang.Binding|lang.Open) != 0 || f.Defs[d].Same >= 0 || !isSetting(n) {
			continue
		}
		x.Also(d, kindSetting, n)
		for _, v := range x.Values(d) {
			switch {
			case dottedSettings[n]:
				for _, t := range x.Texts(v) {
					x.dotted(t)
				}
			case n == "AUTH_USER_MODEL":
				if t, ok := x.Text(v); ok {
					if n := x.useModel(t, ""); n != "" {
						x.Alias(kindModel, userModel, x.Value(kindModel, n))
						x.Alias(kindObject, userModel, x.Value(kindObject, n))
					}
				}
			default:
				x.options(v, false, 0)
			}
		}
	}
}

// options reads the names in a dictionary of settings.
func (x *reader) options(e lang.ExprID, named bool, depth int) {
	if depth > 6 {
		return
	}
	if t, ok := x.Text(e); ok {
		if named && strings.Contains(t.Value, ".") {
			x.dotted(t)
		}
		return
	}
	for _, i := range x.Items(e) {
		in := named
		if i.Key >= 0 {
			t, _ := x.Text(i.Key)
			in = dottedKeys[t.Value]
		}
		x.options(i.Value, in, depth+1)
	}
}
