// Package index holds what is known of a repository at one moment, a Snapshot,
// and answers questions about it. Snapshots and all that they hand out are
// immutable: any number of readers may ask at once.
package index

import (
	"sort"
	"strings"
	"sync"
	"weak"

	"codeintel/index/lang"
	"codeintel/index/resolve"
	"codeintel/index/symbol"
)

// Doc is one file of the repository as it was scanned.
type Doc struct {
	Path string // relative to the repository, with /
	Hash [32]byte
	Size int64
	// Lang is nil when no language reads the file.
	Lang *lang.Language
	// Source has the facts and lines of the content; nil when the file was
	// skipped or failed.
	Source Source
	// Skipped says why the file was left out on purpose ("binary", "too
	// large" …); "" when it was not.
	Skipped string
	// Failed says why the file could not be read or parsed; "" when it was.
	Failed string
	// Precise: what the names in it mean is what an imported index says; see
	// Overlay.
	Precise bool

	open lazy[[]string] // see openKinds
}

// Input of New.
type Input struct {
	// Docs sorted by Path.
	Docs []*Doc
	// Projects by family of languages. A family without one has symbols
	// without a package.
	Projects map[string]lang.Project
	// Result has one entry of Links and Relations for each of Docs, in the same
	// order; it may be nil, then nothing is resolved.
	Result *resolve.Result
	// Most is what the tables have room for; zero for as much as they can.
	Most Capacity
}

// Snapshot is a repository's files, definitions and references.
type Snapshot struct {
	docs     []*Doc
	base     []uint32 // number of each Doc's module; its definitions follow
	prefix   []string // what the symbol of each Doc's definitions starts with
	module   []string // each Doc's own symbol, "" when it has none
	packages []string // the name that each Doc gives its package
	// linked has what resolution says of each Doc.
	linked    linkSource
	yielded   [][]lang.DefID // see resolve.Result
	externals []lang.External
	// alias has the external symbols that are not their own canonical ID.
	alias map[lang.DefID]ID
	// dead are external symbols that nothing means any more.
	dead    map[lang.DefID]bool
	checked []bool // see resolve.Result; nil when coverage has it
	// most is the capacity; zero for Most.
	most Capacity
	// layer is set where the tables of another snapshot answer for what has not
	// changed since; then there are no numbers and no tables.
	layer *layer
	// read records what is read of the stored form; it does nothing where there is none.
	read noted
	// wordIndex finds the files that may have a word; nil without a stored form.
	wordIndex *wordIndex
	*made

	// ctx is that of the question that is asked, and of the snapshot that it is asked
	// of; nil in that itself. See Within.
	ctx *question
	of  *Snapshot
}

// made is what the first query that needs it makes, for all questions.
type made struct {
	names           lazy[nameTables]
	references      lazy[linkTable]
	relatives       lazy[pairs]
	coverage        lazy[[]fileCoverage]        // by Doc
	same            lazy[[][]sameDef]           // by Doc; for what goes through all links
	externalNumbers lazy[map[string]lang.DefID] // by symbol
	docOf           lazy[*finder]               // of numbers
	firstModules    lazy[map[string]int32]      // the first Doc that has a module's symbol
}

// New makes a snapshot. It keeps the input, which must not change any more.
func New(in Input) *Snapshot {
	s := &Snapshot{
		made: &made{},
		docs: in.Docs, most: in.Most,
		base:   make([]uint32, len(in.Docs)+1),
		prefix: make([]string, len(in.Docs)),
		module: make([]string, len(in.Docs)), packages: make([]string, len(in.Docs)),
	}
	m := &inMemory{result: &resolve.Result{Links: make([][]resolve.Link, len(in.Docs)), Relations: make([][]resolve.Relation, len(in.Docs))}}
	s.linked, s.yielded = m, make([][]lang.DefID, len(in.Docs))
	if r := in.Result; r != nil {
		m.result, s.externals, s.checked = r, r.Externals, r.Checked
		if r.Yielded != nil {
			s.yielded = r.Yielded
		}
	}
	if m.result.Packed() {
		m.links = make([]weak.Pointer[linked], len(in.Docs))
	}
	interned := map[string]string{}
	for i, d := range in.Docs {
		s.base[i+1] = s.base[i] + 1 + uint32(d.defs())
	}
	// What needs the facts of all files is made file by file: they may have to be
	// read, and need not be in memory all at once.
	names := s.namesBuilder()
	coverage, same := make([]fileCoverage, len(in.Docs)), make([][]sameDef, len(in.Docs))
	modules := map[string]bool{}
	for i, d := range in.Docs {
		f := d.Facts()
		if f == nil {
			continue
		}
		s.prefix[i], s.module[i], s.packages[i] = s.docs[i].describe(in.Projects, interned)
		names.addIn(s, int32(i), modules)
		coverage[i] = s.fileCoverage(int32(i))
		coverage[i].Checked = i < len(s.checked) && s.checked[i]
		same[i] = sameDefs(f)
	}
	s.names.get(func() nameTables { return names.finish(len(in.Docs), int(s.base[len(in.Docs)])) })
	s.coverage.get(func() []fileCoverage { return coverage })
	s.same.get(func() [][]sameDef { return same })
	s.findAliases()
	return s
}

// describe works out what the symbols of a file start with, the symbol of the file
// itself and the name of its package. interned has texts that are known.
func (d *Doc) describe(projects map[string]lang.Project, interned map[string]string) (prefix, module, pkg string) {
	if d.Source == nil {
		return "", "", ""
	}
	// The text of the facts must not be kept for so little of it.
	name := d.Facts().Package
	known, ok := interned[name]
	if !ok {
		known = strings.Clone(name)
		interned[known] = known
	}
	project := projects[d.Lang.Family]
	if project == nil {
		return noPackage, "", known
	}
	prefix, module = prefixOf(project, d.Path, interned)
	return prefix, module, known
}

// prefixOf is what the symbols of a file start with, and the symbol of the file
// itself, "" where it has none.
func prefixOf(project lang.Project, path string, interned map[string]string) (prefix, module string) {
	pkg := project.Package(path)
	pkg.Name, pkg.Version = lang.ShortName(pkg.Name), lang.ShortName(pkg.Version)
	buf := symbol.AppendPackage(nil, project.Scheme(), pkg)
	start := len(buf)
	buf = appendShort(buf, project.Prefix(path))
	prefix, ok := interned[string(buf)] // does not allocate
	if !ok {
		prefix = string(buf)
		interned[prefix] = prefix
	}
	own, ok := project.ModuleSymbol(path)
	if !ok {
		return prefix, ""
	}
	buf = appendShort(buf, own)
	switch {
	case len(buf) == start: // a symbol has one descriptor or more
		return prefix, ""
	case string(buf) == prefix:
		return prefix, prefix // share the bytes
	}
	return prefix, string(buf)
}

// appendShort appends descriptors with their names shortened to lang.MaxName.
func appendShort(b []byte, descriptors []symbol.Descriptor) []byte {
	for _, d := range descriptors {
		d.Name = lang.ShortName(d.Name)
		b = d.Append(b)
	}
	return b
}

// findAliases makes one ID of the external symbols with the same string, and of
// those that the repository defines itself.
func (s *Snapshot) findAliases() {
	ours, seen := map[string]bool{}, map[string]bool{"": true}
	for _, prefix := range s.prefix {
		if seen[prefix] {
			continue
		}
		seen[prefix] = true
		// a prefix can do without descriptors
		if pkg, _, ok := symbol.CutPackage(prefix + "x."); ok {
			ours[pkg] = true
		}
	}
	s.alias = map[lang.DefID]ID{}
	first := make(map[string]lang.DefID, len(s.externals))
	wanted := map[string]lang.DefID{} // by symbol
	for i := range s.externals {
		sym, id := s.externals[i].Symbol, lang.DefID(i)
		if _, ok := first[sym]; ok {
			continue
		}
		first[sym] = id
		if pkg, _, ok := symbol.CutPackage(sym); ok && ours[pkg] {
			if _, err := symbol.Parse(sym); err == nil {
				wanted[sym] = id
			}
		}
	}
	for sym, id := range wanted {
		if ids := s.withGlobal([]byte(sym)); len(ids) > 0 {
			s.alias[id] = ids[0]
		}
	}
	for doc, m := range s.module {
		if id, ok := wanted[m]; ok && m != "" {
			if _, ok := s.alias[id]; !ok {
				s.alias[id] = ID{int32(doc), resolve.ModuleDef}
			}
		}
	}
	for i := range s.externals {
		id := lang.DefID(i)
		if other := first[s.externals[i].Symbol]; other != id {
			s.alias[id] = s.Canonical(ID{resolve.External, other})
		}
	}
}

// noPackage starts the symbols of files whose package is not known.
const noPackage = "ci . . . "

// Docs of the repository, sorted by path. The slice must not be changed.
func (s *Snapshot) Docs() []*Doc { return s.docs }

// Doc finds a file's number, its place in Docs.
func (s *Snapshot) Doc(path string) (doc int32, ok bool) {
	i := sort.Search(len(s.docs), func(i int) bool { return s.docs[i].Path >= path })
	return int32(i), i < len(s.docs) && s.docs[i].Path == path
}

// Links of a file, sorted by Ref; they must not be changed.
func (s *Snapshot) Links(doc int32) []resolve.Link { return s.linked.of(doc).links }

// Relations of a file, sorted by Def; they must not be changed.
func (s *Snapshot) Relations(doc int32) []resolve.Relation { return s.linked.of(doc).relations }

// originsOf appends the origins of a file's first links, of n at least.
func (s *Snapshot) originsOf(doc int32, n int, out []origin) []origin {
	if some, ok := s.linked.(originSource); ok {
		if out, ok := some.origins(doc, n, out); ok {
			return out
		}
	}
	for _, l := range s.Links(doc) {
		out = append(out, origin{l.Ref, l.Certainty})
	}
	return out
}

// origin is a link without what it leads to.
type origin struct {
	ref       lang.RefID
	certainty resolve.Certainty
}

// originSource is a linkSource that may have the origins of a file's links at less cost
// than the links, and appends them.
type originSource interface {
	origins(doc int32, n int, out []origin) ([]origin, bool)
}

// linkSource has what resolution says of files: in memory, or stored.
type linkSource interface {
	// of returns the links and relations of a file; they must not be changed.
	of(doc int32) linked
	// count is the number of links of a file.
	count(doc int32) int
}

// rawLinks is a linkSource that may have files as encodeLinked writes them.
type rawLinks interface {
	raw(doc int32) ([]byte, bool)
	// files are those that a file's links depend on, asked what it asked for: see
	// resolve.Deps.
	files(doc int32) []int32
	asked(doc int32) []uint32
}

// linked is what resolution says of one file.
type linked struct {
	links     []resolve.Link
	relations []resolve.Relation
	deps      resolve.Deps
}

// inMemory is what resolution has found.
type inMemory struct {
	result *resolve.Result

	// where the links are packed
	mu     sync.Mutex
	links  []weak.Pointer[linked] // by Doc
	recent recent
}

func (m *inMemory) of(doc int32) linked {
	if m.links == nil {
		return m.unpack(doc)
	}
	m.mu.Lock()
	l := m.links[doc].Value()
	m.mu.Unlock()
	if l == nil {
		l = new(m.unpack(doc))
		m.mu.Lock()
		m.links[doc] = weak.Make(l)
		m.mu.Unlock()
		m.recent.keep(l)
	}
	return *l
}

func (m *inMemory) unpack(doc int32) linked {
	l := linked{links: m.result.LinksOf(doc), relations: m.result.Relations[doc]}
	if m.result.Deps != nil {
		l.deps = m.result.Deps[doc]
	}
	return l
}

func (m *inMemory) count(doc int32) int { return m.result.CountLinks(doc) }

// Externals are the symbols that the repository uses and does not define; they
// must not be changed.
func (s *Snapshot) Externals() []lang.External { return s.externals }

// ExternalCount is the number of Externals that something means.
func (s *Snapshot) ExternalCount() int { return len(s.externals) - len(s.dead) }
