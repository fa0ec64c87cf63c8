package laravel

import (
	"cmp"
	"strings"

	"codeintel/index/lang"
)

// kindMacro is the kind of the open names of methods that an application adds to a
// class: by the key of the class and of the method.
const kindMacro = "macro"

// kindMacros is that of the names of all such methods, by the key of the method.
const kindMacros = "macros"

// facaded are the classes that facades pass methods on to which are added to these.
var facaded = map[string]string{
	`illuminate\support\facades\request#`:  requestClass,
	`illuminate\support\facades\response#`: `illuminate\routing\responsefactory#`,
	`illuminate\support\facades\redirect#`: `illuminate\routing\redirector#`,
	`illuminate\support\facades\route#`:    `illuminate\routing\router#`,
	`illuminate\support\facades\url#`:      `illuminate\routing\urlgenerator#`,
	`illuminate\support\facades\http#`:     `illuminate\http\client\pendingrequest#`,
	`illuminate\http\client\factory#`:      `illuminate\http\client\pendingrequest#`,
	`illuminate\support\facades\file#`:     `illuminate\filesystem\filesystem#`,
	`illuminate\support\facades\view#`:     `illuminate\view\factory#`,
}

// added are the classes whose methods a class has beside its own when these are added,
// by its key or that of a base of it; the first counts.
var added = []struct {
	class string
	of    []string
}{
	{`illuminate\database\eloquent\collection#`, []string{`illuminate\database\eloquent\collection#`, collectionClass}},
	{collectionClass, []string{collectionClass}},
	{modelClass, []string{builderClass, `illuminate\database\query\builder#`}},
	{relationClass, []string{relationClass, builderClass, `illuminate\database\query\builder#`}},
	{builderClass, []string{builderClass, `illuminate\database\query\builder#`}},
}

// readMacros reads the methods that a file adds to classes.
func readMacros(r *lang.Reading) {
	for _, c := range r.Calls() {
		class := r.Class(c.Recv)
		if c.Name != "macro" || !c.Method || !strings.HasPrefix(class, `Illuminate\`) {
			continue
		}
		if t, ok := text(r, r.Arg(c, 0, "name")); ok && t.Value != "" {
			if d := r.Define(kindMacro, class[strings.LastIndexByte(class, '\\')+1:]+"::"+t.Value, t); d >= 0 {
				r.B.F.Defs[d].Key = r.B.Name(lang.OpenName(name, kindMacro, cmp.Or(facaded[classKey(class)], classKey(class))+lower(t.Value)+call))
				r.Alias(kindMacros, lower(t.Value)+call, r.B.Expr(lang.ExprDef, int32(d)))
			}
		}
	}
}

// macroMember finds the methods that are added to a class, or to one that it extends or
// passes them on to.
func macroMember(q lang.Asker, a lang.Access) []lang.Found {
	if !strings.HasSuffix(a.Name, call) || a.Declared || len(q.Open(lang.OpenName(name, kindMacros, a.Name))) == 0 {
		return nil
	}
	own, _ := q.Class(a.Recv)
	of := []string{cmp.Or(facaded[own], own)}
	for _, x := range added {
		if q.Is(a.Recv, x.class) {
			of = x.of
			break
		}
	}
	for _, class := range of {
		if ms := q.Open(lang.OpenName(name, kindMacro, class+a.Name)); len(ms) > 0 {
			return declared(ms)
		}
	}
	return nil
}
