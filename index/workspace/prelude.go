package workspace

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/pos"
	"codeintel/index/resolve"
)

// preludes are the declarations of built-in modules that the repository's
// files can come to: the global ones, those of the modules that files import,
// and those that these import.
func (x *indexer) preludes(ctx context.Context) ([]resolve.File, error) {
	parser := ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
	defer func() { parser.Close() }()
	codecs := newCodecs()
	defer codecs.close()
	var out []resolve.File
	order, members := x.families()
	for _, family := range order {
		for _, l := range members[family] {
			if l.Prelude == nil {
				continue
			}
			p := x.preludeSet(family, l)
			x.preludeSets[family] = p
			for i := 0; i < len(p.queue); i++ {
				n := p.queue[i]
				if p.extracted[n] != nil {
					continue
				}
				in := p.declared[n].Input
				facts, err := x.prelude(ctx, parser, codecs, x.reader(l, in.Path), in)
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if err != nil {
					// The index is the poorer for it, and no less true.
					x.report.Failed = append(x.report.Failed, Failure{"", "parse", fmt.Sprintf("%s: declarations of %s: %s", family, p.declared[n].Module.Name, err)})
					if errors.Is(err, errPanic) {
						parser.Close()
						parser = ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
					}
					continue
				}
				p.extracted[n] = facts
				p.declared[n].Input.Src = nil
				p.follow(in.Path, facts)
			}
			for _, n := range p.order() {
				m := p.declared[n].Module
				out = append(out, resolve.File{Path: p.declared[n].Input.Path, Lang: x.reader(l, p.declared[n].Input.Path), Facts: resolve.Known(p.extracted[n]), Prelude: &m})
			}
			break
		}
	}
	return out, nil
}

// reader is the language that reads a declaration: which files of the family there
// are does not matter.
func (x *indexer) reader(l *lang.Language, path string) *lang.Language {
	if own := x.known.ByName(path); own != nil && own.Family == l.Family {
		return own
	}
	return l
}

// preludeSet has the modules that the files of a family come to queued. What an
// earlier look has found in files that are the same is taken over, as long as their
// imports mean the same: that a file has changed since, and does not come to a
// module any more, changes no answer.
func (x *indexer) preludeSet(family string, l *lang.Language) *preludeSet {
	p := &preludeSet{project: x.projects[family]}
	switch {
	case x.next == nil:
		p.start(l)
	case x.last.preludes[family] != nil:
		was := x.last.preludes[family]
		p.declared, p.extracted, p.byName = slices.Clone(was.declared), slices.Clone(was.extracted), was.byName
		p.byFile, p.cut = maps.Clone(was.byFile), was.cut
		p.queue, p.queued, p.within = slices.Clone(was.queue), slices.Clone(was.queued), was.within
	default:
		p.start(l)
		for _, m := range x.last.head.Preludes[family] {
			if n, ok := p.byName[m.Name]; ok && m.Declared == "" {
				p.declared[n].Module = m
				p.add(n)
			} else {
				p.installed(&m)
			}
		}
	}
	for _, i := range x.reimported() {
		if d := x.docs[i]; d.Source != nil && d.Lang.Family == family {
			p.follow(d.Path, d.Facts())
		}
	}
	return p
}

// declared are the declarations of a language and of its frameworks.
func declared(l *lang.Language) []lang.Prelude {
	out := l.Prelude()
	for _, fw := range l.Frameworks {
		if fw.Prelude != nil {
			out = append(out, fw.Prelude()...)
		}
	}
	return out
}

// otherwise says whether changed files begin or end to name what declarations are read
// for (lang.Prelude.Within): every file of the family sees these, or none.
func (x *indexer) otherwise() bool {
	if x.next == nil {
		return false
	}
	order, members := x.families()
	for _, family := range order {
		for _, l := range members[family] {
			if l.Prelude == nil {
				continue
			}
			if x.cut(family) && x.importsOthers(family) {
				return true
			}
			var all []lang.Prelude
			if p := x.last.preludes[family]; p != nil {
				all = p.declared // by the same names
			} else {
				all = declared(l)
			}
			for _, d := range all {
				if len(d.Within) > 0 && x.wanted(family, &d) != x.wantedBefore(family, &d) {
					return true
				}
			}
			break
		}
	}
	return false
}

// cut says whether the last state had more declarations of packages to read than are.
func (x *indexer) cut(family string) bool {
	if p := x.last.preludes[family]; p != nil {
		return p.cut
	}
	n := 0
	for _, m := range x.last.head.Preludes[family] {
		if m.Declared != "" {
			n++
		}
	}
	return n >= maxInstalled
}

// cutNow says whether the changed files came to more declarations of packages than are
// read: a build from scratch would have read others.
func (x *indexer) cutNow() bool {
	for family, p := range x.preludeSets {
		if p.cut && !x.cut(family) {
			return true
		}
	}
	return false
}

// importsOthers says whether files of the family import others than in the last state,
// so that other declarations would be the first ones.
func (x *indexer) importsOthers(family string) bool {
	if len(x.next.Gone()) > 0 || len(x.next.Moved()) > 0 {
		return true
	}
	imports := func(f *lang.Facts) (out []string) {
		if f != nil {
			for i := range f.Imports {
				out = append(out, f.Name(f.Imports[i].Module))
			}
		}
		return out
	}
	return slices.ContainsFunc(x.next.Fresh(), func(i int32) bool {
		d := x.docs[i]
		return d.Source != nil && d.Lang.Family == family && !slices.Equal(imports(d.Facts()), imports(x.next.Was(i)))
	})
}

// wantedBefore says whether the last state has declarations.
func (x *indexer) wantedBefore(family string, d *lang.Prelude) bool {
	return slices.ContainsFunc(x.last.head.Preludes[family], func(m lang.Module) bool { return m.Name == d.Module.Name })
}

// wanted says whether declarations are, in place of the last state's answer where no
// changed file gives another.
func (x *indexer) wanted(family string, d *lang.Prelude) bool {
	before, ceased := x.wantedBefore(family, d), false
	names := func(f *lang.Facts) bool {
		return f != nil && slices.ContainsFunc(f.Names, func(n string) bool {
			return slices.ContainsFunc(d.Within, func(begin string) bool { return strings.HasPrefix(n, begin) })
		})
	}
	for _, i := range x.next.Fresh() {
		doc := x.docs[i]
		is := doc.Source != nil && doc.Lang.Family == family && names(doc.Facts())
		if is && !before {
			return true
		}
		ceased = ceased || !is && names(x.next.Was(i))
	}
	for _, f := range x.next.Gone() {
		ceased = ceased || f.Lang != nil && f.Lang.Family == family && names(f.Facts())
	}
	if !before || !ceased {
		return before
	}
	return slices.ContainsFunc(x.docs, func(doc *index.Doc) bool {
		return doc.Source != nil && doc.Lang.Family == family && names(doc.Facts())
	})
}

// reimported are the files whose imports may mean others than in the last state.
func (x *indexer) reimported() []int32 {
	if x.next != nil {
		asked := map[uint32]bool{}
		for _, path := range x.next.Moved() {
			resolve.AskedFor(asked, path)
		}
		docs := slices.Concat(x.next.Fresh(), x.next.Depending(nil, asked))
		slices.Sort(docs)
		return slices.Compact(docs)
	}
	docs := make([]int32, len(x.docs))
	for i := range docs {
		docs[i] = int32(i)
	}
	return docs
}

// familyOf is the family of languages that the file at path is of by its name, be
// it that it is not there any more or that its language was not chosen; "" for
// none.
func (x *indexer) familyOf(path string) string {
	if l := x.known.ByName(path); l != nil {
		return l.Family
	}
	return ""
}

// order are the declarations that were read: ours, then those of packages by their
// path, so that it does not matter which was found first.
func (p *preludeSet) order() []int {
	var out []int
	for n, facts := range p.extracted {
		if facts != nil {
			out = append(out, n)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int {
		return strings.Compare(p.declared[a].Module.Declared, p.declared[b].Module.Declared)
	})
	return out
}

// modules are those that are in use.
func (p *preludeSet) modules() []lang.Module {
	out := make([]lang.Module, 0, len(p.queue))
	for _, n := range p.queue {
		out = append(out, p.declared[n].Module)
	}
	return out
}

// prelude extracts declarations, or takes what was kept of them.
func (x *indexer) prelude(ctx context.Context, parser *ts.Parser, codecs *codecs, l *lang.Language, in lang.Input) (*lang.Facts, error) {
	key := artefactKey(&index.Doc{Path: in.Path, Hash: sha256.Sum256(in.Src), Lang: l})
	if c, err := codecs.get(x.shelf, key); err == nil {
		return c.Facts, nil
	}
	facts, err := extractOne(ctx, x.config.ParserTimeout, parser, l, in)
	if err == nil && facts.Truncated == "" && x.shelf.keeps() {
		if data := codecs.encode(facts, pos.New(in.Src)); data != nil {
			x.shelf.put(key, data)
		}
	}
	return facts, err
}

// preludeSet collects which of a family's declared modules are in use.
type preludeSet struct {
	project   lang.Project
	declared  []lang.Prelude
	extracted []*lang.Facts // by declared
	byName    map[string]int
	queue     []int // of declared, each at most once
	queued    []bool
	within    []int          // of declared, those with Within
	byFile    map[string]int // those of packages, by Module.Declared
	cut       bool           // there are more of these than are read
}

func (p *preludeSet) start(l *lang.Language) {
	p.declared = declared(l)
	p.extracted = make([]*lang.Facts, len(p.declared))
	p.queued = make([]bool, len(p.declared))
	p.byName = make(map[string]int, len(p.declared))
	p.byFile = map[string]int{}
	for i := range p.declared {
		p.byName[p.declared[i].Module.Name] = i
		switch d := &p.declared[i]; {
		case len(d.Within) > 0:
			p.within = append(p.within, i)
		case d.Global && d.Module.Package.Version != "":
			p.add(i)
		}
	}
}

// named adds the declarations that are read where the names in a file begin as
// theirs do.
func (p *preludeSet) named(f *lang.Facts) {
	for _, i := range p.within {
		d := &p.declared[i]
		if p.queued[i] || !slices.ContainsFunc(f.Names, func(n string) bool {
			return slices.ContainsFunc(d.Within, func(begin string) bool { return strings.HasPrefix(n, begin) })
		}) {
			continue
		}
		if o, ok := p.project.(lang.Outsider); ok {
			// A name that is none, not the one at hand: which file comes first
			// must not matter.
			for _, w := range d.Within {
				if m, _ := o.Outside(w + "x"); m != nil && m.Package.Name != "" {
					d.Module.Package = m.Package
					break
				}
			}
		}
		p.add(i)
	}
}

// global adds the global declarations of packages that are not part of the
// language, where the file at path has such a package.
func (p *preludeSet) global(path string) {
	for i := range p.declared {
		d := &p.declared[i]
		if !d.Global || p.queued[i] || len(d.Within) > 0 {
			continue
		}
		pkg := d.Module.Package
		if m := p.project.Resolve(path, pkg.Name, 0); m != nil && m.External && m.Package.Name == pkg.Name && m.Package.Version != "" {
			d.Module.Package = m.Package
			p.add(i)
		}
	}
}

func (p *preludeSet) add(n int) {
	if !p.queued[n] {
		p.queued[n] = true
		p.queue = append(p.queue, n)
	}
}

// follow adds the modules that the file at path imports, and those that it may
// mean by the name it takes from one (Python's submodules).
func (p *preludeSet) follow(path string, f *lang.Facts) {
	p.global(path)
	p.named(f)
	for i := range f.Imports {
		im := &f.Imports[i]
		for spec := f.Name(im.Module); spec != ""; spec = parent(spec) {
			m := p.project.Resolve(path, spec, int(im.Level))
			p.module(m)
			if im.Kind == lang.ImportNamed && m != nil && m.External {
				p.module(p.project.Sub(m, f.Name(im.Name)))
			}
			if im.Kind != lang.ImportRoot {
				break
			}
		}
	}
}

// parent is a dotted name without its last part.
func parent(spec string) string {
	for i := len(spec) - 1; i > 0; i-- {
		if spec[i] == '.' {
			return spec[:i]
		}
	}
	return ""
}

func (p *preludeSet) module(m *lang.Module) {
	if m == nil || !m.External {
		return
	}
	if n, ok := p.byName[m.Name]; ok {
		if d := &p.declared[n].Module; !p.queued[n] && (d.Package.Name == "" || d.Package.Name == m.Package.Name) {
			*d = *m // the package and the place that the repository has it from
			d.Declared = ""
		}
		p.add(n)
		return
	}
	p.installed(m)
}

// maxInstalled bounds how many files of packages are read.
const maxInstalled = 2000

// installed adds the file of a package that declares module m.
func (p *preludeSet) installed(m *lang.Module) {
	from, ok := p.project.(lang.Declarer)
	if !ok || m.Declared == "" {
		return
	}
	if n, ok := p.byFile[m.Declared]; ok {
		p.add(n)
		return
	}
	if len(p.byFile) >= maxInstalled {
		p.cut = true
		return
	}
	in, ok := from.Declaration(m)
	if !ok {
		return
	}
	n := len(p.declared)
	p.byFile[m.Declared] = n
	p.declared = append(p.declared, lang.Prelude{Module: *m, Input: in})
	p.extracted, p.queued = append(p.extracted, nil), append(p.queued, false)
	p.add(n)
}
