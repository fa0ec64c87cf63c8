// Package inertia reads the names by which applications of Laravel with Inertia render
// pages: Inertia::render('Boats/Index') is a component in the folder of pages.
package inertia

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/lang/php"
	"codeintel/index/symbol"
)

// version changes whenever what is read of some file does.
const version = 2

// name of the framework, and of the family that its specifiers are of.
const name = "inertia"

// Framework is Inertia.
func Framework() *lang.Framework {
	return &lang.Framework{
		Name: name, Version: version, Families: []string{php.Family}, Read: read, Open: open,
		Wants: func(in lang.Input) bool { return bytes.Contains(in.Src, []byte("nertia")) },
	}
}

// facades are the classes whose render gives a page.
var facades = map[string]bool{`Inertia\Inertia`: true, "Inertia": true}

func read(r *lang.Reading) {
	for _, c := range r.Calls() {
		arg, props := lang.NoExpr, lang.NoExpr
		switch {
		case c.New || c.Directive != nil:
		case c.Method && c.Name == "render" && (facades[r.Class(c.Recv)] || isResponse(r, c.Recv)):
			arg, props = r.Arg(c, 0, "component"), r.Arg(c, 1, "props")
		case c.Method && c.Name == "inertia" && isRouter(r, c):
			arg, props = r.Arg(c, 1, "component"), r.Arg(c, 2, "props")
		case !c.Method && c.Name == "inertia":
			arg, props = r.Arg(c, 0, "component"), r.Arg(c, 1, "props")
		}
		t, ok := r.Text(arg)
		if !ok {
			continue
		}
		page := r.File(t.Value, t, lang.ImportModule, name)
		for _, i := range r.Items(props) {
			if key, ok := r.Text(i.Key); ok {
				component := r.B.Expr1(lang.ExprNew, 0, r.B.Expr1(lang.ExprProp, int32(r.B.Name("default")), page))
				r.SureMember(component, key.Value, key, lang.Write)
			}
		}
	}
}

// isResponse says whether e is inertia() without a page.
func isResponse(r *lang.Reading, e lang.ExprID) bool {
	c, ok := r.CallOf(e)
	return ok && !c.Method && c.Name == "inertia"
}

// isRouter says whether a call is one of the router, or of a group of routes.
func isRouter(r *lang.Reading, c lang.CallSite) bool {
	class := r.Class(r.Chain(c.ID)[0].Recv)
	return class == "Route" || class == `Illuminate\Support\Facades\Route`
}

// project finds pages.
type project struct {
	pages map[string][]string // paths by name
}

// extensions of pages.
var extensions = []string{".vue", ".tsx", ".jsx", ".svelte", ".ts", ".js"}

func open(_ context.Context, files lang.Files, _ lang.Deps) (lang.Project, error) {
	p := &project{pages: map[string][]string{}}
	for _, f := range files.Paths() {
		ext := path.Ext(f)
		if !slices.Contains(extensions, ext) {
			continue
		}
		for _, folder := range [...]string{"/Pages/", "/pages/"} {
			if _, below, ok := strings.Cut("/"+f, folder); ok {
				n := strings.TrimSuffix(below, ext)
				p.pages[n] = append(p.pages[n], f)
			}
		}
	}
	return p, nil
}

// Resolve implements lang.Project: of several pages of a name it is the one that
// shares most folders with the file that names it, of those the one whose extension
// comes first.
func (p *project) Resolve(from, spec string, _ int) *lang.Module {
	spec = strings.ReplaceAll(spec, ".", "/")
	m := &lang.Module{}
	for _, ext := range extensions {
		m.Asked = append(m.Asked, lang.PathHash(lang.AnyFolder+path.Base(spec)+ext))
	}
	best, most, rank := "", -1, 0
	for _, f := range p.pages[spec] {
		n := 0
		for i := 0; i < len(f) && i < len(from) && f[i] == from[i]; i++ {
			if f[i] == '/' {
				n++
			}
		}
		if r := slices.Index(extensions, path.Ext(f)); n > most || n == most && r < rank {
			best, most, rank = f, n, r
		}
	}
	if best != "" {
		m.Name, m.Files = best, []string{best}
	}
	return m
}

// Sub is nil: no member of a page is one.
func (p *project) Sub(*lang.Module, string) *lang.Module { return nil }

// Scheme is empty: no symbol is of this family.
func (p *project) Scheme() string { return "" }

// Package is empty.
func (p *project) Package(string) symbol.Package { return symbol.Package{} }

// Prefix is empty.
func (p *project) Prefix(string) []symbol.Descriptor { return nil }

// ModuleSymbol is none.
func (p *project) ModuleSymbol(string) ([]symbol.Descriptor, bool) { return nil, false }
