// Package django reads what applications of Django say in strings: names of
// addresses, views, settings, models and their fields, tags of templates and static
// files.
package django

import (
	"bytes"
	"context"
	"strings"

	"codeintel/index/framework/template"
	"codeintel/index/lang"
	"codeintel/index/lang/html"
	"codeintel/index/lang/python"
)

// version changes whenever what is read of some file does.
const version = 4

const name = "django"

// Kinds of open names.
const (
	kindURL     = "url"     // blog:detail
	kindSetting = "setting" // LOGIN_URL
	kindTag     = "tag"     // badge
	kindFilter  = "filter"  // shorten
	kindModel   = "model"   // blog.post, in lower case
	kindContext = "context" // blog/list.html:posts
	kindObject  = "object"  // an instance of such a model
	kindManager = "manager" // PostManager: the manager and the model
	kindReverse = "reverse" // post_set: the model, what is there, and the field that makes it
	kindQuery   = "query"   // post, in lookups: the same
	kindRelated = "related" // a related_name
)

// What specifiers of files begin with.
const (
	specTags   = "tags:"   // of a module with tags, without its extension
	specStatic = "static:" // of a static file
)

// Framework is Django.
func Framework() *lang.Framework {
	return &lang.Framework{Name: name, Version: version, Families: []string{python.Family, html.Family}, Wants: wants, Read: read, Open: open, Prelude: prelude, Magic: magic}
}

// wants: code that mentions Django, its settings and its templates.
func wants(in lang.Input) bool {
	if in.Language.Family == python.Family {
		return bytes.Contains(in.Src, []byte("django")) || bytes.Contains(in.Src, []byte("INSTALLED_APPS")) || isURLs(in.Path)
	}
	return in.Language.Name == "html" && bytes.Contains(in.Src, []byte("{%")) || bytes.Contains(in.Src, []byte("{{"))
}

// isURLs says whether a file is called as those are that list addresses.
func isURLs(path string) bool {
	return strings.HasSuffix(path, "/urls.py") || path == "urls.py"
}

func read(r *lang.Reading) {
	x := &reader{Reading: r, calls: r.Calls()}
	if r.Lang.Family != python.Family {
		x.template()
		return
	}
	x.findImports()
	x.modelChunks()
	x.urls()
	x.uses()
	x.tags()
	x.settings()
	x.models()
	x.fields()
	x.contexts()
	x.queries()
}

// reader reads one file.
type reader struct {
	*lang.Reading
	calls   []lang.CallSite
	imports map[lang.NameID][]imported
}

// project finds the files that specifiers of the framework's own mean.
type project struct {
	template.Nothing
	tags, static *template.Names
}

func open(_ context.Context, files lang.Files, _ lang.Deps) (lang.Project, error) {
	return &project{tags: template.NewNames(files, "templatetags"), static: template.NewNames(files, "static")}, nil
}

// Resolve implements lang.Project.
func (p *project) Resolve(from, spec string, _ int) *lang.Module {
	var file string
	var asked []uint32
	if n, ok := strings.CutPrefix(spec, specTags); ok {
		file, asked = p.tags.Find(from, strings.ReplaceAll(n, ".", "/")+".py")
	} else if n, ok := strings.CutPrefix(spec, specStatic); ok {
		file, asked = p.static.Find(from, n)
	}
	m := &lang.Module{Asked: asked}
	if file != "" {
		m.Name, m.Files = file, []string{file}
	}
	return m
}
