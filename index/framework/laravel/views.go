package laravel

import (
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
)

// useViews reads the names of views in the arguments of a call.
func useViews(r *lang.Reading, c lang.CallSite) {
	view := func(e lang.ExprID) {
		for _, t := range texts(r, e) {
			useView(r, t)
		}
	}
	switch c.Name {
	case "view":
		if !c.Method || !isRouter(r, c) && answers(r, c) {
			view(r.Arg(c, 0, "view"))
		}
	case "markdown":
		if c.Method && answers(r, c) {
			view(r.Arg(c, 0, "view"))
		}
	case "text": // the plain text of a mail
		if t, ok := text(r, r.Arg(c, 0, "textView")); ok && c.Method && answers(r, c) && strings.Contains(t.Value, ".") {
			useView(r, t)
		}
	case "Content":
		if c.New {
			for i, n := range [...]string{"view", "html", "text", "markdown"} {
				view(r.Arg(c, i, n))
			}
		}
	case "make", "exists", "first", "composer", "creator", "renderWhen", "renderUnless", "renderEach":
		if !ofViews(r, c) {
			return
		}
		n := 0
		if c.Name == "renderWhen" || c.Name == "renderUnless" {
			n = 1
		}
		view(r.Arg(c, n, ""))
	case "assertViewIs":
		view(r.Arg(c, 0, "value"))
	}
}

// ofViews says whether a method is one of what makes views.
func ofViews(r *lang.Reading, c lang.CallSite) bool {
	if isClass(r, c.Recv, "View") {
		return true
	}
	on, ok := r.CallOf(c.Recv)
	return ok && on.Name == "view" && !on.Method && len(r.Args(on)) == 0
}

// answers says whether a method is called on an answer or a message that is being made:
// on $this, a new object, or what a function gives.
func answers(r *lang.Reading, c lang.CallSite) bool {
	chain := r.Chain(c.ID)
	if len(chain) == 0 {
		return false
	}
	first := chain[0]
	return !first.Method || first.Recv >= 0 && r.B.F.Exprs[first.Recv].Kind == lang.ExprThis || r.Class(first.Recv) != ""
}

// useView refers to the view that a text names.
func useView(r *lang.Reading, t lang.Text) {
	if t.Value != "" && !strings.ContainsAny(t.Value, " |*\\") {
		r.File(php.View+t.Value, t, lang.ImportModule, php.Family)
	}
}
