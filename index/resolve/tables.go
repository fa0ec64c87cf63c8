package resolve

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// Tables find the definitions that files look up in others by name: the scopes
// that files share, members, Open definitions, and what families with
// Rules.ByName or Rules.Textual name. They hold no facts and no text of the
// files. They are immutable for their users, who may keep them for a later Run:
// the part of each family is made when it is first asked for, of the facts of
// all its files, and With makes those of changed files of the changed ones. What
// is made for one is there for all that follow from the same ones.
type Tables struct {
	files   []File          // those of an Input, but for others
	others  map[int32]*File // files that have other facts than they had in files
	outside []File          // the preludes, whose numbers go on after those of files
	jobs    int
	parts   map[string]*part // by family
	open    *part            // the Open definitions of all families
	folders *folders
	// scopes are those of folders that were asked for.
	scopesMu sync.Mutex
	scopes   map[folder]*part
}

// folder is the files of a family in one folder, which share a scope
// (Rules.SharedInFolder).
type folder struct{ family, path string }

// folders are what Tables with the same files have of each folder.
type folders struct {
	mu    sync.Mutex
	bases map[folder]*base
}

// maxOthers is how many files may be apart from the list that tables share with earlier
// ones.
const maxOthers = 64

// part is what Tables have of one family, of one folder, or of all families' Open
// definitions: layers are found together. The newest layer that has a file is the one
// that counts for it.
type part struct {
	*base
	hidden map[int32]bool // files that have other facts than in base
	once   sync.Once
	made   atomic.Bool
	top    *layer // of what is hidden, or is not in base
}

// base is the layer that parts which follow from one another have in common. Who first
// looks something up makes it.
type base struct {
	of    partOf
	files []int32 // ascending
	once  sync.Once
	built atomic.Bool
	layer *layer
	lacks []int32 // files that the one who made it had other facts of
}

// partOf says what a part is of.
type partOf uint8

const (
	ofFamily partOf = iota
	ofFolder
	ofOpen
)

// entry is a definition that a table leads to, with what callers ask of it
// first. But for stand-ins they are the first of their symbol (Same < 0).
type entry struct {
	defRef
	flags  lang.DefFlags
	kind   lang.Kind
	space  lang.Space
	suffix symbol.Suffix
	more   entryFlags
}

// entryFlags are further properties of an entry.
type entryFlags uint8

const (
	// fileScope: the definition is bound in the scope of its file.
	fileScope entryFlags = 1 << iota
	// merges: the definition is one with those of its name in the shared scope
	// that merge too (Rules.MergedInterfaces).
	merges
)

// layer is rows sorted by hash, then by order, then by definition.
type layer struct {
	hashes  []uint64
	entries []entry
	starts  []uint32 // by the first bits of the hash, where its rows begin
	shift   uint
	folders []int32 // of each file, numbered, of families that look up by folder
}

// rowKind says what a row is looked up by.
type rowKind uint64

const (
	rowShared    rowKind = iota + 1 // a name in a shared scope
	rowElsewhere                    // a stand-in in a shared scope, by name
	rowPackage                      // a shared scope, or what stands before a dot in its key
	rowMember                       // a member, by name
	rowNamed                        // a definition that other files may name
	rowOpen                         // an Open definition, by name
)

// rowHash is the key of rows: of their kind, of the shared scope's key where
// they have one, and of the name. 64 bits of the texts stand for them.
func rowHash(k rowKind, key, name string) uint64 {
	h := uint64(14695981039346656037) ^ uint64(k)
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * 1099511628211
	}
	h = (h ^ 0x100) * 1099511628211 // no byte
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	// Spread over all bits: rows are found by the first ones.
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// rowBuilder collects rows.
type rowBuilder struct {
	hashes  []uint64
	entries []entry
}

func (b *rowBuilder) add(hash uint64, i int32, f *File, facts *lang.Facts, d lang.DefID) {
	def := &facts.Defs[d]
	e := entry{defRef: defRef{i, d}, flags: def.Flags, kind: def.Kind, space: def.Space, suffix: def.Suffix}
	if def.Scope == 0 {
		e.more |= fileScope
	}
	if f.Lang.Rules.MergedInterfaces && isType(def) {
		e.more |= merges
	}
	b.hashes = append(b.hashes, hash)
	b.entries = append(b.entries, e)
}

// take adds the rows of another one, which are of file i.
func (b *rowBuilder) take(rows *rowBuilder, i int32) {
	at := len(b.entries)
	b.hashes, b.entries = append(b.hashes, rows.hashes...), append(b.entries, rows.entries...)
	for ; at < len(b.entries); at++ {
		b.entries[at].file = i
	}
}

// Rows are what Tables have of one file, made while its facts are at hand, so that these
// need not be read again. The first tables that need them take them.
type Rows struct{ family, open *rowBuilder }

// NewRows are those of the facts of a file of the repository, of which nothing is kept.
func NewRows(l *lang.Language, path string, facts *lang.Facts) *Rows {
	f, r := &File{Path: path, Lang: l}, &Rows{&rowBuilder{}, &rowBuilder{}}
	familyRows(r.family, 0, f, facts)
	openRows(r.open, 0, f, facts)
	for _, b := range [2]*rowBuilder{r.family, r.open} {
		b.hashes, b.entries = slices.Clone(b.hashes), slices.Clone(b.entries) // they are held for long
	}
	return r
}

// take are the rows of a part; nil where they are not at hand.
func (r *Rows) take(of partOf) (b *rowBuilder) {
	switch {
	case r == nil:
	case of == ofOpen:
		b, r.open = r.open, nil
	case of == ofFamily:
		b, r.family = r.family, nil
	}
	return b
}

// isType says whether a definition is one that may be merged.
func isType(def *lang.Def) bool { return def.Kind == lang.KindClass || def.Kind == lang.KindInterface }

// NewTables prepares the tables of the files of an Input.
func NewTables(in *Input) *Tables {
	t := &Tables{files: slices.Clone(in.Files), outside: in.Preludes, jobs: max(in.Jobs, 1), parts: map[string]*part{}, open: newPart(ofOpen), folders: &folders{bases: map[folder]*base{}}}
	for i, f := range in.Others {
		t.files[i] = *f
	}
	for i := range t.files {
		t.files[i].Starts = nil
	}
	for i := range t.inputs() {
		f := t.input(int32(i))
		if f.Facts == nil {
			continue
		}
		p := t.parts[f.Lang.Family]
		if p == nil {
			p = newPart(ofFamily)
			t.parts[f.Lang.Family] = p
		}
		p.files = append(p.files, int32(i))
		t.open.files = append(t.open.files, int32(i))
	}
	return t
}

func newPart(of partOf) *part { return &part{base: &base{of: of}} }

// scope has the rows of the scope that a file shares.
func (t *Tables) scope(f *File) *part {
	if !f.Lang.Rules.SharedInFolder {
		return t.parts[f.Lang.Family]
	}
	in := folder{f.Lang.Family, f.Path[:strings.LastIndexByte(f.Path, '/')+1]}
	t.scopesMu.Lock()
	defer t.scopesMu.Unlock()
	p := t.scopes[in]
	if p == nil {
		p = &part{base: t.folders.base(t.files, in), hidden: map[int32]bool{}}
		for i := range t.others {
			if _, ok := slices.BinarySearch(p.files, i); ok {
				p.hidden[i] = true
			}
		}
		if t.scopes == nil {
			t.scopes = map[folder]*part{}
		}
		t.scopes[in] = p
	}
	return p
}

// base is that of a folder of files, which are sorted by path.
func (d *folders) base(files []File, in folder) *base {
	d.mu.Lock()
	defer d.mu.Unlock()
	b := d.bases[in]
	if b == nil {
		b = &base{of: ofFolder}
		from := func(path string) int {
			i, _ := slices.BinarySearchFunc(files, path, func(f File, path string) int { return strings.Compare(f.Path, path) })
			return i
		}
		for i := from(in.path); i < len(files) && strings.HasPrefix(files[i].Path, in.path); {
			if below, _, ok := strings.Cut(files[i].Path[len(in.path):], "/"); ok {
				i = from(in.path + below + "0") // behind all that lies there: 0 follows /
				continue
			}
			if f := &files[i]; f.Facts != nil && f.Lang.Family == in.family {
				b.files = append(b.files, int32(i))
			}
			i++
		}
		d.bases[in] = b
	}
	return b
}

// inputs is how many files there are, those of modules that are built in included.
func (t *Tables) inputs() int { return len(t.files) + len(t.outside) }

// input is the file with a number.
func (t *Tables) input(i int32) *File {
	if n := int(i) - len(t.files); n >= 0 {
		return &t.outside[n]
	}
	if f := t.others[i]; f != nil {
		return f
	}
	return &t.files[i]
}

// Files are those of a later Input of which only a few have changed, to begin with: its
// Files and Others. They must not be changed.
func (t *Tables) Files() (files []File, others map[int32]*File) { return t.files, t.others }

// With are the tables of the files of an Input, made of those of t as far as they
// agree: of files of which only changed, by their number, have other facts than
// those of t, or are not among its files.
func (t *Tables) With(in *Input, changed []int32) *Tables {
	same := func(a, b *File) bool {
		return a.Path == b.Path && a.Lang == b.Lang && (a.Facts == nil) == (b.Facts == nil) && (a.Prelude == nil) == (b.Prelude == nil)
	}
	all := len(t.files) == len(in.Files) && len(t.outside) == len(in.Preludes)
	if all && len(t.files) > 0 && &t.files[0] != &in.Files[0] {
		for i := 0; all && i < len(t.files); i++ {
			all = same(&t.files[i], &in.Files[i]) // as others are
		}
	}
	for i := 0; all && i < len(t.outside); i++ {
		all = same(&t.outside[i], &in.Preludes[i])
	}
	if all {
		out := &Tables{files: t.files, others: make(map[int32]*File, len(t.others)+len(changed)), outside: in.Preludes, jobs: max(in.Jobs, 1), parts: make(map[string]*part, len(t.parts)), folders: t.folders}
		maps.Copy(out.others, t.others)
		for _, i := range changed {
			f := in.Files[i]
			if o := in.Others[i]; o != nil {
				f = *o
			}
			f.Starts = nil // tables may be kept for long
			out.others[i] = &f
		}
		if len(out.others) > maxOthers {
			out.files = slices.Clone(t.files)
			for i, f := range out.others {
				out.files[i] = *f
			}
			out.others, out.folders = nil, &folders{bases: map[folder]*base{}}
		}
		for family, p := range t.parts {
			out.parts[family] = p.with(changed)
		}
		out.open = t.open.with(changed)
		return out
	}
	out := NewTables(in)
	name := func(f *File) string {
		if f.Prelude != nil {
			return f.Lang.Family + "\x00" + cmp.Or(f.Prelude.Declared, f.Prelude.Name)
		}
		return f.Path
	}
	numbers := make(map[string]int32, out.inputs())
	for i := range int32(out.inputs()) {
		numbers[name(out.input(i))] = i
	}
	now := make([]int32, t.inputs()) // the numbers that the files of t have
	for i := range int32(t.inputs()) {
		n, ok := numbers[name(t.input(i))]
		if now[i] = n; !ok || !same(t.input(i), out.input(n)) {
			now[i] = -1
		}
	}
	for family, p := range out.parts {
		p.from(t.parts[family], now, changed)
	}
	out.open.from(t.open, now, changed)
	return out
}

// with is the part where files have other facts.
func (p *part) with(changed []int32) *part {
	out := &part{base: p.base, hidden: maps.Clone(p.hidden)}
	for _, i := range changed {
		if _, ok := slices.BinarySearch(p.files, i); ok {
			if out.hidden == nil {
				out.hidden = map[int32]bool{}
			}
			out.hidden[i] = true
		}
	}
	if len(out.hidden) == len(p.hidden) && !slices.ContainsFunc(changed, func(i int32) bool { return out.hidden[i] }) {
		return p
	}
	out.limit()
	return out
}

// limit makes what a part has anew where too much of it has changed.
func (p *part) limit() {
	if len(p.hidden) > len(p.files)/8+64 {
		p.base, p.hidden = &base{of: p.of, files: p.files}, nil
	}
}

// from takes over what an earlier part has of the files that did not change; now are
// the numbers that its files have, -1 for those that are not there.
func (p *part) from(old *part, now, changed []int32) {
	if old == nil || !old.built.Load() || old.layer.folders != nil {
		return
	}
	p.hidden = map[int32]bool{}
	for i := range old.hidden {
		if i = now[i]; i >= 0 {
			p.hidden[i] = true
		}
	}
	p.layer, p.lacks = old.layer.renumbered(now), nil
	for _, i := range old.lacks {
		if i = now[i]; i >= 0 {
			p.lacks = append(p.lacks, i)
		}
	}
	kept := map[int32]bool{}
	for _, i := range old.files {
		kept[now[i]] = true
	}
	for _, i := range p.files {
		if !kept[i] {
			p.hidden[i] = true
		}
	}
	for _, i := range changed {
		if _, ok := slices.BinarySearch(p.files, i); ok {
			p.hidden[i] = true
		}
	}
	p.built.Store(true)
	p.limit()
}

// index makes what look-ups need, on first use.
func (p *part) index(t *Tables) {
	p.once.Do(func() {
		p.base.make(t, p.hidden)
		list := slices.Clone(p.lacks)
		for i := range p.hidden {
			list = append(list, i)
		}
		if slices.Sort(list); len(list) > 0 {
			p.top = newLayer(t, p.of, slices.Compact(list), p.layer.folders)
		}
		p.made.Store(true)
	})
}

// make makes the layer, where it is not there, for tables that have other facts of the
// files in hidden: these are left to all that share it.
func (b *base) make(t *Tables, hidden map[int32]bool) {
	b.once.Do(func() {
		if b.built.Load() {
			return
		}
		list := make([]int32, 0, len(b.files))
		for _, i := range b.files {
			if hidden[i] {
				b.lacks = append(b.lacks, i)
			} else {
				list = append(list, i)
			}
		}
		b.layer = newLayer(t, b.of, list, t.numbers(b.files))
		b.built.Store(true)
	})
}

// newLayer makes the rows of the files of a list, ascending; folders are those of all
// files.
func newLayer(t *Tables, of partOf, list, folders []int32) *layer {
	const chunk = 64 // files
	builders := make([]rowBuilder, (len(list)+chunk-1)/chunk)
	var g errgroup.Group
	g.SetLimit(t.jobs)
	for n := range builders {
		g.Go(func() error {
			for _, i := range list[n*chunk : min((n+1)*chunk, len(list))] {
				f := t.input(i)
				switch known := f.Rows.take(of); {
				case known != nil:
					builders[n].take(known, i)
				case of == ofFamily:
					familyRows(&builders[n], i, f, f.Facts())
				case of == ofFolder:
					scopeRows(&builders[n], i, f, f.Facts())
				case !f.Closed:
					openRows(&builders[n], i, f, f.Facts())
				}
			}
			return nil
		})
	}
	_ = g.Wait() // none fails
	l := &layer{folders: folders}
	total := 0
	for i := range builders {
		total += len(builders[i].hashes)
	}
	// Sorted by counting over the first bits, then within each bucket.
	l.shift = 64
	for 1<<(64-l.shift) < total/2 {
		l.shift--
	}
	l.starts = make([]uint32, 1<<(64-l.shift)+1)
	for i := range builders {
		for _, h := range builders[i].hashes {
			l.starts[l.bucket(h)+1]++
		}
	}
	for i := 1; i < len(l.starts); i++ {
		l.starts[i] += l.starts[i-1]
	}
	l.hashes, l.entries = make([]uint64, total), make([]entry, total)
	next := slices.Clone(l.starts)
	for i := range builders {
		b := &builders[i]
		for j, h := range b.hashes {
			at := next[l.bucket(h)]
			next[l.bucket(h)]++
			l.hashes[at], l.entries[at] = h, b.entries[j]
		}
		*b = rowBuilder{}
	}
	var bucket []row
	for i := range len(l.starts) - 1 {
		from, to := l.starts[i], l.starts[i+1]
		if to-from < 2 {
			continue
		}
		bucket = bucket[:0]
		for at := from; at < to; at++ {
			bucket = append(bucket, row{l.hashes[at], l.entries[at]})
		}
		slices.SortFunc(bucket, l.compare)
		for n, r := range bucket {
			l.hashes[from+uint32(n)], l.entries[from+uint32(n)] = r.hash, r.entry
		}
	}
	return l
}

// renumbered is the layer without the files whose number is -1. The others must be in
// the same order, and none be looked up by folder.
func (l *layer) renumbered(now []int32) *layer {
	out := &layer{shift: l.shift, starts: make([]uint32, len(l.starts))}
	out.hashes, out.entries = make([]uint64, 0, len(l.hashes)), make([]entry, 0, len(l.entries))
	for b := range len(l.starts) - 1 {
		for at := l.starts[b]; at < l.starts[b+1]; at++ {
			e := l.entries[at]
			if e.file = now[e.file]; e.file >= 0 {
				out.hashes, out.entries = append(out.hashes, l.hashes[at]), append(out.entries, e)
			}
		}
		out.starts[b+1] = uint32(len(out.hashes))
	}
	return out
}

// row is an entry with its key.
type row struct {
	hash uint64
	entry
}

// compare orders rows: by key, then by folder where there are, file and
// definition.
func (l *layer) compare(a, b row) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), l.compareEntries(&a.entry, &b.entry))
}

func (l *layer) compareEntries(a, b *entry) int {
	if l.folders != nil {
		if c := cmp.Compare(l.folders[a.file], l.folders[b.file]); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.def, b.def))
}

// numbers numbers the folders of all files; nil when the files of a list look
// nothing up by folder.
func (t *Tables) numbers(list []int32) []int32 {
	if !slices.ContainsFunc(list, func(i int32) bool { return named(t.input(i).Lang) }) {
		return nil
	}
	out := make([]int32, t.inputs())
	numbers := map[string]int32{}
	for i := range out {
		dir := path.Dir(t.input(int32(i)).Path)
		n, ok := numbers[dir]
		if !ok {
			n = int32(len(numbers))
			numbers[dir] = n
		}
		out[i] = n
	}
	return out
}

func (l *layer) bucket(hash uint64) uint64 {
	if l.shift == 64 {
		return 0
	}
	return hash >> l.shift
}

// find returns the rows of a key; they must not be changed.
func (l *layer) find(hash uint64) []entry {
	b := l.bucket(hash)
	from, end := l.starts[b], l.starts[b+1]
	rows := l.hashes[from:end]
	i := sort.Search(len(rows), func(i int) bool { return rows[i] >= hash })
	j := i + sort.Search(len(rows)-i, func(j int) bool { return rows[i+j] > hash })
	return l.entries[from:end][i:j:j]
}

// find returns the entries of a key, in their order; they must not be changed.
func (p *part) find(t *Tables, hash uint64) []entry {
	if p == nil {
		return nil
	}
	p.index(t)
	found := p.layer.find(hash)
	if p.top == nil {
		return found
	}
	more := p.top.find(hash)
	if len(more) == 0 && !slices.ContainsFunc(found, func(e entry) bool { return p.hidden[e.file] }) {
		return found
	}
	out := make([]entry, 0, len(found)+len(more))
	for _, e := range found {
		if !p.hidden[e.file] {
			out = append(out, e)
		}
	}
	out = append(out, more...)
	slices.SortFunc(out, func(a, b entry) int { return p.layer.compareEntries(&a, &b) })
	return out
}

// named says whether a language looks names up in all files of its family.
func named(l *lang.Language) bool { return l.Rules.ByName || l.Rules.Textual }

// sharedKey is the key of the scope that a file's own names are in, "" when
// they are in none that other files share.
func sharedKey(l *lang.Language, path string, f *lang.Facts) string {
	if l.Rules.Shared == nil || l.Rules.Shares != nil && !l.Rules.Shares(f) {
		return ""
	}
	return l.Rules.Shared(path, f)
}

// inShared says whether a definition is one of the names of the shared scope.
func inShared(def *lang.Def) bool {
	return def.Flags&lang.Elsewhere == 0 && def.Scope == 0 && def.Flags&lang.Binding == 0 && def.Same < 0
}

// offersMember says whether an access to a member of an unknown receiver may
// mean a definition.
func offersMember(def *lang.Def) bool {
	return def.Flags&lang.Member != 0 && def.Flags&(lang.Binding|lang.Param|lang.Contextual|lang.Local) == 0 &&
		def.Same < 0 && def.Name != 0 && def.Suffix != symbol.None
}

// offersName says whether other files may name a definition.
func offersName(l *lang.Language, def *lang.Def) bool {
	return def.Flags&(lang.Binding|lang.Param|lang.Contextual|lang.Local|lang.Elsewhere) == 0 && def.Same < 0 && def.Name != 0 && def.Suffix != symbol.None &&
		(def.Flags&lang.Member == 0 || !l.Rules.Memberless)
}

// eachPackage calls yield with the key of a shared scope, and those of the scopes that
// it lies in.
func eachPackage(key string, yield func(string)) {
	for j := range len(key) + 1 {
		if j == len(key) || key[j] == '.' {
			yield(key[:j])
		}
	}
}

// scopeRows are what a file adds to the scope that it shares, and to those that this
// lies in.
func scopeRows(b *rowBuilder, i int32, f *File, facts *lang.Facts) {
	key := sharedKey(f.Lang, f.Path, facts)
	if f.Prelude != nil && f.Prelude.Declared != "" {
		key = "" // which files of packages are read depends on imports
	}
	if key == "" {
		return
	}
	eachPackage(key, func(name string) {
		b.hashes = append(b.hashes, rowHash(rowPackage, name, ""))
		b.entries = append(b.entries, entry{defRef: defRef{i, lang.NoDef}})
	})
	for d := range facts.Defs {
		switch def, id := &facts.Defs[d], lang.DefID(d); {
		case def.Flags&lang.Elsewhere != 0:
			b.add(rowHash(rowElsewhere, key, facts.Name(def.LookupName())), i, f, facts, id)
		case inShared(def):
			b.add(rowHash(rowShared, key, facts.Name(def.LookupName())), i, f, facts, id)
		}
	}
}

// familyRows are what a file adds to the part of its family.
func familyRows(b *rowBuilder, i int32, f *File, facts *lang.Facts) {
	if !f.Lang.Rules.SharedInFolder {
		scopeRows(b, i, f, facts)
	}
	if f.Prelude != nil {
		return
	}
	names := named(f.Lang)
	for d := range facts.Defs {
		def, id := &facts.Defs[d], lang.DefID(d)
		if offersMember(def) {
			b.add(rowHash(rowMember, "", facts.Name(def.LookupName())), i, f, facts, id)
		}
		if names && offersName(f.Lang, def) {
			b.add(rowHash(rowNamed, "", facts.Name(def.Name)), i, f, facts, id)
		}
	}
}

// openRows are what a file adds to the Open definitions.
func openRows(b *rowBuilder, i int32, f *File, facts *lang.Facts) {
	if f.Prelude != nil {
		return
	}
	for d := range facts.Defs {
		if def := &facts.Defs[d]; def.Flags&lang.Open != 0 && def.Same < 0 {
			b.add(rowHash(rowOpen, "", facts.Name(facts.OpenName(lang.DefID(d)))), i, f, facts, lang.DefID(d))
		}
	}
}

// Rows is how many rows were made so far; each takes about 24 bytes.
func (t *Tables) Rows() int {
	n := 0
	count := func(p *part) {
		if p.built.Load() {
			n += len(p.layer.hashes)
		}
		if p.made.Load() && p.top != nil {
			n += len(p.top.hashes)
		}
	}
	for _, p := range t.parts {
		count(p)
	}
	count(t.open)
	t.scopesMu.Lock()
	defer t.scopesMu.Unlock()
	for _, p := range t.scopes {
		count(p)
	}
	return n
}

// The look-ups. What they return must not be changed.

// shared are the rows, by their hash, of the scope that a file shares.
func (t *Tables) shared(f *File, row uint64) []entry { return t.scope(f).find(t, row) }

// asking is what stands in Deps.Asked for a look-up of rows by their hash.
func asking(row uint64) uint32 { return uint32(row >> 32) }

// members are the members so called.
func (t *Tables) members(family, name string) []entry {
	return t.parts[family].find(t, rowHash(rowMember, "", name))
}

// named are the definitions so called that other files may name, by folder.
func (t *Tables) named(family, name string) []entry {
	return t.parts[family].find(t, rowHash(rowNamed, "", name))
}

// opened are the Open definitions so called.
func (t *Tables) opened(name string) []entry { return t.open.find(t, rowHash(rowOpen, "", name)) }

// inFolder are those of entries of named that lie in the folder of file i.
func (t *Tables) inFolder(family string, list []entry, i int32) []entry {
	folders := t.parts[family].layer.folders
	from, _ := slices.BinarySearchFunc(list, folders[i], func(e entry, f int32) int { return cmp.Compare(folders[e.file], f) })
	to := from
	for to < len(list) && folders[list[to].file] == folders[i] {
		to++
	}
	return list[from:to]
}
