package index

import (
	"cmp"
	"path"
	"slices"
	"sort"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/resolve"
)

// FolderQuery says what Folder looks at.
type FolderQuery struct {
	// Path of the folder, without / at its ends; "" or "." for all of the
	// repository.
	Path string
	// Limit is the length of each list at most; 0 means all.
	Limit int
}

// Folder is what a folder is made of, with all that lies below it.
type Folder struct {
	Path string
	FolderSize
	// Skipped and Failed are files that are not indexed; they are not in
	// FolderSize.
	Skipped, Failed int
	// Languages, those with the most bytes first.
	Languages []LanguageSize
	// Kinds of its definitions, the most frequent first. Parameters and locals are
	// not counted.
	Kinds []KindCount
	// Entries are where programs begin, those in upper folders first.
	Entries []ID
	// API are the definitions that files outside of the folder use, the most used
	// first; Referenced those that any file does, code of tests and generated code
	// last.
	API, Referenced []Used
	// Uses are the folders and packages that files of the folder refer to, UsedBy
	// the folders that refer to it, each with the most links first.
	Uses, UsedBy []Neighbour
	// Folders directly in it, by name.
	Folders []Subfolder
	// Total is the length of each list without Limit.
	Total struct{ Entries, API, Referenced, Uses, UsedBy, Folders int }
}

// FolderSize is how much is in a folder.
type FolderSize struct {
	Files, Symbols, Lines int
	Bytes                 int64
}

func (f *FolderSize) add(o FolderSize) {
	f.Files += o.Files
	f.Symbols += o.Symbols
	f.Lines += o.Lines
	f.Bytes += o.Bytes
}

// LanguageSize is how much of a folder is in a language.
type LanguageSize struct {
	Language string
	FolderSize
}

// KindCount is how many definitions are of a kind.
type KindCount struct {
	Kind  lang.Kind
	Count int
}

// Used is a definition with the number of its references: those from outside
// of a folder, or all.
type Used struct {
	ID         ID
	References int
}

// Neighbour is a folder that a folder refers to or is referred to from, or a
// package outside of the repository.
type Neighbour struct {
	// Folder is a path in the repository, "." for its top, where Package is "".
	Folder, Package string
	// Links is the number of references, Files the number of files that they are
	// in.
	Links, Files int
}

// Subfolder is a folder in another one.
type Subfolder struct {
	Name string
	FolderSize
}

// entryStems are the names, without extension, of files that programs begin with
// by the conventions of most languages.
var entryStems = map[string]bool{
	"main": true, "__main__": true, "index": true, "app": true, "server": true, "cli": true, "manage": true, "wsgi": true, "asgi": true,
}

// Folder describes a folder; false when the repository has no files there.
func (s *Snapshot) Folder(q FolderQuery) (*Folder, bool) {
	x := &folderScan{s: s}
	x.Path = strings.Trim(q.Path, "/")
	if x.Path == "." {
		x.Path = ""
	}
	if x.first, x.last = s.docsBelow(x.Path); x.first == x.last {
		return nil, false
	}
	x.definitions()
	x.sizes()
	if !s.stop() {
		x.links()
	}
	return x.finish(q.Limit), true
}

// docsBelow are the files of a folder: from the first to before the last.
func (s *Snapshot) docsBelow(folder string) (first, last int32) {
	if folder == "" {
		return 0, int32(len(s.docs))
	}
	at := func(p string) int32 {
		return int32(sort.Search(len(s.docs), func(i int) bool { return s.docs[i].Path >= p }))
	}
	return at(folder + "/"), at(folder + "0") // "0" follows "/"
}

type folderScan struct {
	Folder
	s           *Snapshot
	first, last int32
	// marks has what the dictionary says of the definitions, by file of the folder
	// and definition; symbols how many these are.
	marks   [][]mark
	symbols []int
	mains   map[int32]bool // files with main functions
}

// mark is what a dictionary says of a definition, and its references: all, and
// those from outside of the folder.
type mark struct {
	set          bool
	standing     standing
	all, outside int32
}

func (x *folderScan) has(doc int32) bool { return doc >= x.first && doc < x.last }

// sizes counts files.
func (x *folderScan) sizes() {
	languages, folders := map[string]*LanguageSize{}, map[string]*Subfolder{}
	for doc := x.first; doc < x.last; doc++ {
		d := x.s.docs[doc]
		switch {
		case d.Failed != "":
			x.Failed++
			continue
		case d.Source == nil:
			x.Skipped++
			continue
		}
		one := FolderSize{Files: 1, Symbols: x.symbols[doc-x.first], Lines: int(x.s.covered(doc).Lines), Bytes: d.Size}
		x.add(one)
		l := languages[d.Lang.Name]
		if l == nil {
			l = &LanguageSize{Language: d.Lang.Name}
			languages[d.Lang.Name] = l
		}
		l.add(one)
		rest := d.Path
		if x.Path != "" {
			rest = d.Path[len(x.Path)+1:]
		}
		if name, _, ok := strings.Cut(rest, "/"); ok {
			f := folders[name]
			if f == nil {
				f = &Subfolder{Name: name}
				folders[name] = f
			}
			f.add(one)
		}
		stem, _, _ := strings.Cut(path.Base(d.Path), ".")
		if entryStems[stem] && !x.mains[doc] && !testPath(d.Path) && x.s.module[doc] != "" {
			x.Entries = append(x.Entries, ID{doc, resolve.ModuleDef})
		}
	}
	for _, l := range languages {
		x.Languages = append(x.Languages, *l)
	}
	for _, f := range folders {
		x.Folders = append(x.Folders, *f)
	}
	slices.SortFunc(x.Languages, func(a, b LanguageSize) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Language, b.Language))
	})
	slices.SortFunc(x.Folders, func(a, b Subfolder) int { return cmp.Compare(a.Name, b.Name) })
}

// definitions counts those of the folder, and finds main functions.
func (x *folderScan) definitions() {
	kinds := map[lang.Kind]int{}
	x.marks, x.symbols, x.mains = make([][]mark, x.last-x.first), make([]int, x.last-x.first), map[int32]bool{}
	x.s.eachNamed(func(id ID, name []byte, kind byte, standing standing) {
		if !x.has(id.Doc) || id.Def < 0 || kind >= container {
			return
		}
		k := lang.Kind(kind)
		kinds[k]++
		x.symbols[id.Doc-x.first]++
		marks := &x.marks[id.Doc-x.first]
		if *marks == nil {
			*marks = make([]mark, x.s.docs[id.Doc].defs())
		}
		(*marks)[id.Def] = mark{set: true, standing: standing}
		if string(name) == "main" && standing == isPlain && isFunction(&lang.Def{Kind: k}) {
			x.mains[id.Doc] = true
			x.Entries = append(x.Entries, id)
		}
	})
	for k, n := range kinds {
		x.Kinds = append(x.Kinds, KindCount{k, n})
	}
	slices.SortFunc(x.Kinds, func(a, b KindCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Kind, b.Kind))
	})
}

// eachNamed calls yield with what the dictionaries have.
func (s *Snapshot) eachNamed(yield func(id ID, name []byte, kind byte, standing standing)) {
	s.dictionaries(func(d *namesTable, of func(uint32) (ID, bool)) {
		r := d.reader()
		r.each(0, func(i int, name []byte, list definitions) bool {
			if i%some == 0 && s.stop() {
				return false
			}
			list.each(func(number uint32, kind byte, standing standing) {
				if id, ok := of(number); ok {
					yield(id, name, kind, standing)
				}
			})
			return true
		})
	})
}

// neighbours counts links by where they lead to, or come from.
type neighbours struct {
	links map[Neighbour]int
	files map[Neighbour]map[int32]bool
}

func (n *neighbours) add(to Neighbour, file int32, links int) {
	if n.links == nil {
		n.links, n.files = map[Neighbour]int{}, map[Neighbour]map[int32]bool{}
	}
	n.links[to] += links
	files := n.files[to]
	if files == nil {
		files = map[int32]bool{}
		n.files[to] = files
	}
	files[file] = true
}

func (n *neighbours) sorted() []Neighbour {
	var out []Neighbour
	for to, links := range n.links {
		to.Links, to.Files = links, len(n.files[to])
		out = append(out, to)
	}
	slices.SortFunc(out, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(b.Links, a.Links), cmp.Compare(a.Folder, b.Folder), cmp.Compare(a.Package, b.Package))
	})
	return out
}

// links counts references from and to the folder.
func (x *folderScan) links() {
	var uses, usedBy neighbours
	folders := make([]Neighbour, len(x.s.docs)) // of files, when first asked for
	folderOf := func(doc int32) Neighbour {
		if folders[doc].Folder == "" {
			folders[doc].Folder = path.Dir(x.s.docs[doc].Path)
		}
		return folders[doc]
	}
	x.s.eachUse(func(to ID, from int32, links int) {
		here := x.has(from)
		switch {
		case to.IsExternal():
			if here {
				uses.add(Neighbour{Package: x.s.externals[to.Def].Package.Name}, from, links)
			}
		case x.has(to.Doc):
			if !here {
				usedBy.add(folderOf(from), from, links)
			}
			if marks := x.marks[to.Doc-x.first]; to.Def >= 0 && marks != nil && marks[to.Def].set {
				marks[to.Def].all += int32(links)
				if !here {
					marks[to.Def].outside += int32(links)
				}
			}
		case here:
			uses.add(folderOf(to.Doc), from, links)
		}
	})
	delete(uses.links, Neighbour{}) // packages that are not known
	x.Uses, x.UsedBy = uses.sorted(), usedBy.sorted()
	x.Referenced = x.ranked(true, func(m *mark) int32 { return m.all })
	x.API = x.ranked(false, func(m *mark) int32 { return m.outside })
}

// ranked are definitions by their references; tests: those of tests and generated
// ones come last.
func (x *folderScan) ranked(tests bool, count func(*mark) int32) []Used {
	var out []Used
	for file, marks := range x.marks {
		for def := range marks {
			if n := count(&marks[def]); n > 0 {
				out = append(out, Used{ID{x.first + int32(file), lang.DefID(def)}, int(n)})
			}
		}
	}
	last := func(id ID) int {
		if tests && x.marks[id.Doc-x.first][id.Def].standing >= isTest {
			return 1
		}
		return 0
	}
	slices.SortFunc(out, func(a, b Used) int {
		return cmp.Or(last(a.ID)-last(b.ID), cmp.Compare(b.References, a.References), compareIDs(a.ID, b.ID))
	})
	return out
}

func (x *folderScan) finish(limit int) *Folder {
	depth := func(id ID) int { return strings.Count(x.s.docs[id.Doc].Path, "/") }
	slices.SortFunc(x.Entries, func(a, b ID) int { return cmp.Or(cmp.Compare(depth(a), depth(b)), compareIDs(a, b)) })
	f := x.Folder
	f.Entries = cut(f.Entries, &f.Total.Entries, limit)
	f.API = cut(f.API, &f.Total.API, limit)
	f.Referenced = cut(f.Referenced, &f.Total.Referenced, limit)
	f.Uses = cut(f.Uses, &f.Total.Uses, limit)
	f.UsedBy = cut(f.UsedBy, &f.Total.UsedBy, limit)
	f.Folders = cut(f.Folders, &f.Total.Folders, limit)
	return &f
}

// cut notes the length of a list and limits it.
func cut[T any](list []T, total *int, limit int) []T {
	*total = len(list)
	if limit > 0 && len(list) > limit {
		list = list[:limit:limit]
	}
	return list
}

// eachUse calls yield with the symbols that files refer to and the number of the
// links, in no particular order; one file may come several times for a symbol.
func (s *Snapshot) eachUse(yield func(to ID, from int32, links int)) {
	l := s.layer
	if l == nil {
		s.eachStoredUse(yield)
		return
	}
	l.base.eachStoredUse(func(to ID, from int32, links int) {
		to, ok := l.fromBase(to)
		if from = l.hereOf(from); ok && from != none && l.over[from] == nil {
			if _, again := l.defs[to.Doc]; again {
				to = s.Canonical(to)
			}
			yield(to, from, links)
		}
	})
	for doc, x := range l.over {
		if s.stop() {
			return
		}
		for _, to := range x.references {
			yield(to.id, doc, 1)
		}
	}
}

// eachStoredUse is eachUse for a snapshot without a layer.
func (s *Snapshot) eachStoredUse(yield func(to ID, from int32, links int)) {
	table := s.references.get(s.buildReferences)
	docs := newFinder(table.docs)
	table.each(func(number uint32, l linkList) {
		if int(number) >= s.numbers() {
			return // the bytes are no table
		}
		to := ID{resolve.External, 0}
		if end := s.base[len(s.docs)]; number >= end {
			to.Def = lang.DefID(number - end)
		} else {
			to, _ = s.entry(number)
		}
		if l.own {
			if !to.IsExternal() {
				yield(to, to.Doc, l.count)
			}
			return
		}
		from, n := int32(-1), 0
		table.links(l, func(at uint32) {
			doc := docs.find(at)
			if doc != from && n > 0 {
				yield(to, from, n)
				n = 0
			}
			from = doc
			n++
		})
		if n > 0 {
			yield(to, from, n)
		}
	})
}
