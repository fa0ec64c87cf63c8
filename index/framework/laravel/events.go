package laravel

import (
	"strings"

	"codeintel/index/lang"
)

// readListeners reads the methods that listen to events: those of calls, of the lists
// of a service provider, and those that a subscriber names.
func readListeners(r *lang.Reading) {
	f := r.B.F
	x := &router{Reading: r}
	for _, c := range r.Calls() {
		if c.Method && c.Name == "listen" && (isClass(r, c.Recv, "Event") || variable(r, c.Recv) == "$events") {
			x.listener(r.Arg(c, 1, "listener"))
		}
	}
	for d := range r.Classes() {
		for m := range r.Members(d) {
			switch f.Name(f.Defs[m].LookupName()) {
			case "$listen":
				for _, v := range r.Values(m) {
					for _, event := range r.Items(v) {
						for _, i := range r.Items(event.Value) {
							x.listener(i.Value)
						}
					}
				}
			case "subscribe" + call:
				class := r.B.Expr(lang.ExprDef, int32(d))
				for _, v := range r.Returns(m) {
					for _, event := range r.Items(v) {
						for _, t := range texts(r, event.Value) {
							r.SureMember(class, method(t.Value), t, lang.Read|lang.Call)
						}
					}
				}
			}
		}
	}
}

// listener reads [Listener::class, 'method'], 'Listener@method' and Listener::class,
// whose method is handle.
func (x *router) listener(e lang.ExprID) {
	on := lang.NoExpr
	t, isText := text(x.Reading, e)
	switch {
	case x.Class(e) != "":
		ref := &x.B.F.Refs[x.B.F.Exprs[e].N]
		on, t = e, lang.Text{Start: ref.Start, End: ref.End}
	case isText && !strings.Contains(t.Value, "@"):
		on = class(x.Reading, t, 0, strings.Trim(strings.ReplaceAll(t.Value, `\\`, `\`), `\`))
		t = part(t, strings.LastIndexByte(t.Value, '\\')+1, len(t.Value))
	case isText || len(x.Items(e)) == 2:
		x.action(e, routing{controller: lang.NoExpr})
	}
	x.SureMember(on, method("handle"), t, lang.Read|lang.Call)
}
