// Package i18n reads which texts the scripts and templates of a web application ask
// its catalogues for: $t('cart.empty') of vue-i18n, t('cart.empty') of i18next, and
// what is called as these are.
package i18n

import (
	"bytes"
	"path"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/catalogue"
	"codeintel/index/lang/typescript"
)

const (
	// name of the framework, with which its open names begin.
	name = "i18n"
	// kindText is the kind of the open names of texts: cart.empty, shop:cart.empty
	kindText = "text"
	// versions change whenever what is read of some file does.
	keysVersion, usesVersion = 1, 1
)

// Keys are the texts of catalogues, by the keys on the way to them.
func Keys() *lang.Framework {
	return &lang.Framework{Name: name, Version: keysVersion, Families: []string{catalogue.Family}, Read: readKeys}
}

// Uses are those that scripts and templates ask for.
func Uses() *lang.Framework {
	return &lang.Framework{
		Name: name, Version: usesVersion, Families: []string{typescript.Family}, Read: readUses,
		Wants: func(in lang.Input) bool {
			return bytes.Contains(in.Src, []byte("$t")) || bytes.Contains(in.Src, []byte("i18n"))
		},
	}
}

// plurals are what i18next puts behind a key for the forms of a text.
var plurals = [...]string{"_zero", "_one", "_two", "_few", "_many", "_other", "_plural"}

// maxName is the longest name of a text.
const maxName = 200

// readKeys reads the keys of a catalogue.
func readKeys(r *lang.Reading) {
	space := namespace(r.Path)
	f := r.B.F
	names := map[lang.DefID]string{lang.NoDef: space}
	for d := range lang.DefID(len(f.Defs)) {
		def := &f.Defs[d]
		full, ok := names[def.Parent]
		if !ok || def.Flags&lang.Synthetic != 0 {
			continue
		}
		if def.Parent >= 0 {
			full += "."
		}
		if full += f.Name(def.Name); len(full) > maxName {
			continue
		}
		names[d] = full
		at := lang.Text{Start: def.Start, End: def.End}
		e := r.B.Expr(lang.ExprDef, int32(d))
		r.Stand(kindText, full, at, e)
		for _, p := range plurals {
			if stem, ok := strings.CutSuffix(full, p); ok {
				r.Stand(kindText, stem, at, e)
			}
		}
	}
}

// usual is the namespace of texts that are asked for without one.
const usual = "translation"

// namespace is what the names of a catalogue's texts begin with: nothing, or that of
// one of the several catalogues in the folder of a language, and a colon.
func namespace(file string) string {
	_, end, _ := catalogue.Locale(file)
	if own, ok := strings.CutPrefix(file[end:], "/"); ok {
		if own = strings.TrimSuffix(own, path.Ext(own)); own != usual {
			return own + ":"
		}
	}
	return ""
}

// Functions that give texts: those that are called so anywhere, and those that are
// only where a module is imported that has them.
var (
	global   = map[string]bool{"$t": true, "$tc": true, "$te": true, "$tm": true, "$tChoice": true}
	imported = map[string]bool{"t": true, "tc": true, "te": true, "trans": true, "wTrans": true, "transChoice": true, "wTransChoice": true, "trans_choice": true}
)

// libraries are the modules that have them.
var libraries = map[string]bool{
	"vue-i18n": true, "laravel-vue-i18n": true, "laravel-react-i18n": true, "@nuxtjs/i18n": true, "#i18n": true,
	"i18next": true, "react-i18next": true, "next-i18next": true, "i18next-vue": true,
}

// readUses reads the names of texts in calls.
func readUses(r *lang.Reading) {
	imports := importsLibrary(r)
	space, known := asked(r)
	for _, c := range r.Calls() {
		if c.New || !global[c.Name] && !(imports && imported[c.Name] && (!c.Method || ofLibrary(r, c.Recv))) {
			continue
		}
		t, ok := r.Text(r.Arg(c, 0, ""))
		switch {
		case !ok:
		case strings.Contains(t.Value, ":") && !strings.Contains(t.Value, " "):
			r.Use(kindText, t.Value, t)
		case known:
			r.Use(kindText, space+t.Value, t)
		}
	}
}

// importsLibrary says whether a file imports one of the libraries.
func importsLibrary(r *lang.Reading) bool {
	f := r.B.F
	for i := range f.Imports {
		if libraries[f.Name(f.Imports[i].Module)] {
			return true
		}
	}
	return false
}

// asked is the namespace that the texts of a file are asked for in, where it is one:
// useTranslation('shop').
func asked(r *lang.Reading) (space string, known bool) {
	known = true
	for _, c := range r.Calls() {
		if c.Name != "useTranslation" || c.Method || len(r.Args(c)) == 0 {
			continue
		}
		t, ok := r.Text(r.Arg(c, 0, ""))
		if !ok || len(r.Args(c)) > 1 || space != "" && space != t.Value+":" {
			return "", false
		}
		space = t.Value + ":"
	}
	if space == usual+":" {
		space = ""
	}
	return space, known
}

// ofLibrary says whether a value is called as the object of a library is: i18n, and
// i18n.global.
func ofLibrary(r *lang.Reading, e lang.ExprID) bool {
	f := r.B.F
	for n := 0; e >= 0 && n < 4; n++ {
		x := &f.Exprs[e]
		if x.Kind != lang.ExprName && x.Kind != lang.ExprMember || x.N < 0 {
			return false
		}
		switch f.Name(f.Refs[x.N].Name) {
		case "i18n", "$i18n", "i18next":
			return true
		case "global":
			e = x.A
		default:
			return false
		}
	}
	return false
}
