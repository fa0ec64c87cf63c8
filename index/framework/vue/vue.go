// Package vue reads which components applications of Vue register for all their
// templates: app.component('UserCard', UserCard).
package vue

import (
	"bytes"

	"codeintel/index/lang"
	"codeintel/index/lang/typescript"
	"codeintel/index/lang/vue"
)

// version changes whenever what is read of some file does.
const version = 1

// Framework is Vue.
func Framework() *lang.Framework {
	return &lang.Framework{
		Name: vue.Framework, Version: version, Families: []string{typescript.Family}, Read: read,
		Wants: func(in lang.Input) bool {
			return bytes.Contains(in.Src, []byte(".component(")) && (bytes.Contains(in.Src, []byte("vue")) || bytes.Contains(in.Src, []byte("Vue")))
		},
	}
}

func read(r *lang.Reading) {
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
