// Package vue reads which components applications of Vue register for all their
// templates, app.component('UserCard', UserCard), and what uses them in Blade's.
package vue

import (
	"bytes"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
	"codeintel/index/lang/typescript"
	"codeintel/index/lang/vue"
)

// version changes whenever what is read of some file does.
const version = 2

// Framework is Vue.
func Framework() *lang.Framework {
	return &lang.Framework{
		Name: vue.Framework, Version: version, Families: []string{typescript.Family, php.Family}, Read: read,
		Wants: func(in lang.Input) bool {
			if in.Language.Family == php.Family {
				return strings.HasSuffix(in.Path, php.Template)
			}
			return bytes.Contains(in.Src, []byte(".component(")) && (bytes.Contains(in.Src, []byte("vue")) || bytes.Contains(in.Src, []byte("Vue")))
		},
	}
}

func read(r *lang.Reading) {
	if r.Lang.Family == php.Family {
		tags(r)
		return
	}
	for _, c := range r.Calls() {
		if c.Name != "component" || !c.Method || c.New || c.Directive != nil {
			continue
		}
		args := r.Args(c)
		if len(args) != 2 {
			continue
		}
		if t, ok := r.Text(args[0]); ok {
			r.Forward(r.Define(vue.Component, vue.ComponentName(t.Value), t), args[1])
		}
	}
}

// tags refers to the components that elements of a page are. Their names have a hyphen:
// browsers write all names in small letters.
func tags(r *lang.Reading) {
	for _, e := range r.Elements() {
		if !strings.Contains(e.Tag.Value, "-") || strings.HasPrefix(e.Tag.Value, "x-") || strings.Contains(e.Tag.Value, ":") {
			continue
		}
		for _, at := range [...]lang.Text{e.Tag, e.Close} {
			if at.Value == e.Tag.Value {
				r.Use(vue.Component, vue.ComponentName(at.Value), at)
			}
		}
	}
}
