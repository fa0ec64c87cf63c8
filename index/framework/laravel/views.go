package laravel

import (
	"path"
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
	case "@vite":
		assets(r, r.Arg(c, 0, ""))
	}
}

// assets refers to the files of scripts and style sheets that a page loads. It has what
// is in them.
func assets(r *lang.Reading, e lang.ExprID) {
	for _, t := range r.Texts(e) {
		if p := path.Join(root(r.Path), t.Value); !strings.HasPrefix(p, "../") {
			r.File(php.File+p, t, lang.ImportEffect, php.Family)
		}
	}
}

// Renders are the views that a call renders, and what it hands them as an array; false
// for other calls.
func Renders(r *lang.Reading, c lang.CallSite) (views []lang.Text, data lang.ExprID, ok bool) {
	var names []lang.ExprID
	switch {
	case c.Directive != nil:
		return nil, lang.NoExpr, false
	case c.Name == "Content" && c.New:
		for i, n := range [...]string{"view", "html", "text", "markdown"} {
			names = append(names, r.Arg(c, i, n))
		}
		data = r.Arg(c, 4, "with")
	case c.New:
		return nil, lang.NoExpr, false
	case c.Name == "view" && c.Method && isRouter(r, c):
		names, data = append(names, r.Arg(c, 1, "view")), r.Arg(c, 2, "data")
	case c.Name == "view" && (!c.Method || answers(r, c)), c.Name == "markdown" && c.Method && answers(r, c),
		(c.Name == "make" || c.Name == "first") && ofViews(r, c):
		names, data = append(names, r.Arg(c, 0, "view")), r.Arg(c, 1, "data")
	default:
		return nil, lang.NoExpr, false
	}
	for _, n := range names {
		views = append(views, texts(r, n)...)
	}
	return views, data, len(views) > 0
}

// Shares says whether a method is one of what makes views, or of a view.
func Shares(r *lang.Reading, c lang.CallSite) bool { return c.Method && ofViews(r, c) }

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
