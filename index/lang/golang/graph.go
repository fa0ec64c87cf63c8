package golang

import (
	"cmp"
	"context"
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"codeintel/index/lang"
)

// pkg is a package as importers see it: its declarations without the bodies of
// functions. Repository packages and those outside are the same here.
type pkg struct {
	target target
	path   string // import path
	cfg    config
	// files to check: of the repository, or names in target.at.
	files []*file
	names []string
	// imports maps the import paths in its files to packages; "unsafe" and what
	// can't be found is not in it.
	imports map[string]*pkg
	done    chan struct{} // closed when types is set
	types   *types.Package

	externals *externals // shared with copies
	// spans are the places of its files; nil when one has none.
	spans []span

	// now is the package as it is since a change that its importers don't see, nil
	// where there was none: they go on with the one that they know.
	now *pkg
}

// versions are n as importers know it, and as it is now where that is another one.
func (n *pkg) versions() []*pkg {
	if n.now == nil {
		return []*pkg{n}
	}
	return []*pkg{n, n.now}
}

// latest is n as it is now.
func (n *pkg) latest() *pkg {
	if n.now != nil {
		return n.now
	}
	return n
}

// span is a range of positions: a file.
type span struct {
	base, size int
	path       string // in the repository; "" for outside
	pkg        *pkg   // outside: the package and
	name       string // the file in its folder
	// moved says where definitions are now, if the file has changed since.
	moved *moves
}

// positions maps every token.Pos that a type-checked object can have to a file
// and an offset. Token files and syntax trees can be dropped; this stays.
type positions struct {
	mu    sync.RWMutex
	next  int
	spans []span // sorted by base
}

// reserve makes room to parse n files of size bytes in all, each of them twice
// if need be, and returns a file set whose next file gets the first position.
func (p *positions) reserve(size, n int) *token.FileSet {
	p.mu.Lock()
	base := p.next
	p.next += 2 * (size + n*(len(clause)+2) + 1)
	p.mu.Unlock()
	return startingAt(base)
}

// anywhere is a file set in which one file without lines has all positions.
func (p *positions) anywhere() *token.FileSet {
	p.mu.RLock()
	defer p.mu.RUnlock()
	fset := token.NewFileSet()
	fset.AddFile("", fset.Base(), p.next)
	return fset
}

// add keeps the place of a file for good.
func (p *positions) add(s span) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i, _ := slices.BinarySearchFunc(p.spans, s.base, func(s span, base int) int { return cmp.Compare(s.base, base) })
	p.spans = slices.Insert(p.spans, i, s)
}

// again is add of a file that may have its place already.
func (p *positions) again(s span) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i, ok := slices.BinarySearchFunc(p.spans, s.base, func(s span, base int) int { return cmp.Compare(s.base, base) }); !ok {
		p.spans = slices.Insert(p.spans, i, s)
	}
}

func (p *positions) find(pos token.Pos) (span, uint32, bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	s, at, ok := findSpan(p.spans, pos)
	if ok && s.moved != nil {
		at, ok = s.moved.find(at)
	}
	return s, at, ok
}

// replace changes what is said of the file at s.base.
func (p *positions) replace(s span) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i, ok := slices.BinarySearchFunc(p.spans, s.base, func(s span, base int) int { return cmp.Compare(s.base, base) }); ok {
		p.spans[i] = s
	}
}

// findSpan finds the file and the offset of pos.
func findSpan(spans []span, pos token.Pos) (span, uint32, bool) {
	i, ok := slices.BinarySearchFunc(spans, int(pos), func(s span, pos int) int { return cmp.Compare(s.base, pos) })
	if !ok {
		i--
	}
	if i < 0 || int(pos) > spans[i].base+spans[i].size || !pos.IsValid() {
		return span{}, 0, false
	}
	return spans[i], uint32(int(pos) - spans[i].base), true
}

// graph holds the packages that are imported, each checked once.
type graph struct {
	p          *project
	pos        *positions
	jobs       int
	known      func(path string) bool // whether a file has facts
	guard      lang.CheckGuard        // nil for none
	inferences inferences

	pkgs map[graphKey]*pkg
	// bare holds parsed files without bodies while the configurations other
	// than the default one are checked, which need them again and again; nil
	// before.
	bare *bareFiles
	// maxTrees bounds the bytes of source of which each of bareFiles keeps trees.
	maxTrees int
	// resolved caches project.resolve by module, folder where it matters, and
	// import path.
	resolved map[resolveKey]target
	listed   map[string][]outsideFile // by folder of a package outside

	// old are the packages that an earlier check has left, by target.key, and dirty
	// the folders that have changed since as importers see them.
	old   map[string]*pkg
	dirty map[string]bool
	// rooms are memory to read files in.
	rooms sync.Pool // of *room
	// trees are files without bodies that this check has parsed or found in before,
	// which an earlier check has left; nil when there will be no other.
	trees, before *trees
}

type graphKey struct {
	cfg config
	key string
}

type resolveKey struct {
	mod  *repoModule
	from string
	spec string
	std  bool
}

// outsideFile is a file of a package outside the repository.
type outsideFile struct {
	name, pkg string
	imports   []string
	size      int
	constraints
}

// get returns the package of t in a configuration, and appends it and what it
// imports to order if they are new, imports first.
func (g *graph) get(cfg config, t target, order *[]*pkg) *pkg {
	if t.dir == nil && t.fsys == nil {
		return nil
	}
	key := graphKey{cfg, t.key()}
	if n, ok := g.pkgs[key]; ok {
		return n
	}
	if n := g.again(key, t, order); n != nil {
		return n
	}
	n := &pkg{target: t, cfg: cfg, done: make(chan struct{}), externals: &externals{}}
	var specs []string
	same := true // as in the default configuration
	if t.dir != nil {
		n.path = t.dir.importPath
		for _, f := range t.dir.files {
			if f.test || f.pkg != t.dir.name {
				continue
			}
			if f.match(cfg) {
				n.files = append(n.files, f)
			}
			same = same && f.match(cfg) == f.match(defaultConfig)
		}
		if len(n.files) == 0 {
			// Nothing fits; all files together are better than none.
			for _, f := range t.dir.files {
				if !f.test && f.pkg == t.dir.name {
					n.files = append(n.files, f)
				}
			}
		}
	} else {
		n.path = t.path
		for _, f := range g.list(t.fsys, t.at) {
			if f.match(cfg) {
				n.names = append(n.names, f.name)
				specs = append(specs, f.imports...)
			}
			same = same && f.match(cfg) == f.match(defaultConfig)
		}
	}
	if same && cfg != defaultConfig {
		n := g.get(defaultConfig, t, order)
		g.pkgs[key] = n
		return n
	}
	g.pkgs[key] = n
	for _, f := range n.files {
		specs = append(specs, f.imports...)
	}
	n.imports = map[string]*pkg{}
	for _, spec := range specs {
		if _, ok := n.imports[spec]; !ok {
			n.imports[spec] = g.get(cfg, g.resolve(n, spec), order)
		}
	}
	*order = append(*order, n)
	return n
}

// resolve finds what spec means in n.
func (g *graph) resolve(n *pkg, spec string) target {
	if n.target.dir != nil {
		return g.resolveIn(n.target.dir.mod, n.target.dir.path, spec)
	}
	root := n.target.root
	k := resolveKey{mod: root, spec: spec, std: n.target.std}
	if t, ok := g.resolved[k]; ok {
		return t
	}
	var t target
	if spec != "C" && !strings.HasPrefix(spec, ".") {
		if n.target.std {
			t = g.p.stdlib(root, spec)
		} else {
			t = g.p.resolve(root, "", spec)
		}
	}
	g.resolved[k] = t
	return t
}

// resolveIn is project.resolve with a cache.
func (g *graph) resolveIn(m *repoModule, from, spec string) target {
	k := resolveKey{mod: m, spec: spec}
	if strings.HasPrefix(spec, ".") {
		k.from = from
	}
	t, ok := g.resolved[k]
	if !ok {
		t = g.p.resolve(m, from, spec)
		g.resolved[k] = t
	}
	return t
}

// maxOutside bounds the size of a file outside the repository.
const maxOutside = 16 << 20

// list reads the tops of the files of a package outside.
func (g *graph) list(fsys fs.FS, at string) []outsideFile {
	if files, ok := g.listed[at]; ok {
		return files
	}
	var files []outsideFile
	entries, err := fs.ReadDir(fsys, at)
	if err != nil {
		entries = nil
	}
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || name[0] == '_' || name[0] == '.' {
			continue
		}
		src, err := fs.ReadFile(fsys, at+"/"+name)
		if err != nil || len(src) > maxOutside {
			continue
		}
		h := readHeader(src)
		f := outsideFile{name: name, pkg: h.pkg, imports: h.imports, size: len(src), constraints: newConstraints(name, h.build)}
		files = append(files, f)
	}
	// One package only: the one of most files.
	all := make([]*file, len(files))
	for i := range files {
		all[i] = &file{pkg: files[i].pkg, constraints: files[i].constraints}
	}
	name := packageOf(all)
	files = slices.DeleteFunc(files, func(f outsideFile) bool { return f.pkg != name })
	g.listed[at] = files
	return files
}

// build checks packages, which must be in the order of get.
func (g *graph) build(ctx context.Context, order []*pkg) error {
	at := make(map[*pkg]int, len(order))
	for i, n := range order {
		at[n] = i
	}
	return parallel(ctx, g.jobs, len(order), func(i int) {
		n := order[i]
		defer close(n.done)
		for spec, m := range n.imports {
			if m == nil {
				continue
			}
			if j, ok := at[m]; ok && j >= i { // a cycle: one import of it is cut
				n.imports[spec] = nil
				continue
			}
			<-m.done
		}
		g.check(n)
	})
}

// parallel calls do(0) … do(n-1) in this order on as many goroutines as jobs
// says, and waits for them.
func parallel(ctx context.Context, jobs, n int, do func(int)) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(1, min(jobs, n)) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// check type-checks the declarations of n.
func (g *graph) check(n *pkg) {
	var outlines []*outline
	for _, f := range n.files {
		if o, ok := g.bareFile(f, g.bare); ok {
			outlines = append(outlines, o)
		}
	}
	names := n.names
	if len(names) > 0 && g.barred(n.path) {
		names = nil
	}
	for _, name := range names {
		src, err := fs.ReadFile(n.target.fsys, n.target.at+"/"+name)
		if err != nil {
			continue
		}
		if p, ok := g.parseBare(src, span{name: name, pkg: n}); ok {
			outlines = append(outlines, newOutline(p))
		}
	}
	for _, o := range outlines {
		s, _, ok := g.pos.find(o.file.Package)
		if !ok {
			n.spans = nil
			break
		}
		n.spans = append(n.spans, s)
	}
	conf := types.Config{IgnoreFuncBodies: true}
	n.types = g.checkFiles(&conf, n.path, n.cfg, trim(outlines, nil, true), nil, func(spec string) *types.Package {
		if m := n.imports[spec]; m != nil {
			return m.types
		}
		return nil
	})
}

// room is memory for a file that is read, the one after another.
type room struct {
	src, bare []byte
	uses      []use
	links     []lang.PosLink
}

// forget lets go of what uses and links lead to.
func (r *room) forget() {
	clear(r.uses)
	clear(r.links)
}

// leaveRoom gives back a room.
func (g *graph) leaveRoom(r *room) {
	r.forget()
	g.rooms.Put(r)
}

// room is one that nobody else uses, until leave.
func (g *graph) room() *room {
	if r, ok := g.rooms.Get().(*room); ok {
		return r
	}
	return &room{}
}

// read is the content of a file, until the next one is read.
func (r *room) read(files lang.Files, f *file) ([]byte, error) {
	into, ok := files.(lang.ReaderInto)
	if !ok {
		return files.Read(f.path)
	}
	r.src = slices.Grow(r.src[:0], f.size+1) // the end is looked for
	return into.ReadInto(r.src, f.path)
}

// parseBare parses a file without bodies and keeps its positions.
func (g *graph) parseBare(src []byte, at span) (*ast.File, bool) {
	if len(src) > maxOutside {
		return nil, false
	}
	r := g.room()
	defer g.leaveRoom(r)
	bare := withoutBodies(src, r.bare)
	if len(bare) > 0 && &bare[0] != &src[0] {
		r.bare = bare
	}
	p := parse(g.pos.reserve(len(src), 1), "", bare, 0)
	at.base, at.size = p.base, p.size
	g.pos.add(at)
	return p.file, !tooDeep(p.file, len(src))
}

// maxBare bounds the bytes of source whose syntax trees are kept, where memory does not. Of GOROOT/src, which
// has 36 MB of declarations to be read in several configurations, 52 MB are parsed with
// it; with 32 MB 44, and with 16 MB 82.
const maxBare = 24 << 20

// bareFiles keeps syntax trees without bodies.
type bareFiles struct {
	mu    sync.Mutex
	size  int
	files map[*file]*bareFile
}

type bareFile struct {
	once    sync.Once
	outline *outline
	ok      bool
}

func newBareFiles() *bareFiles { return &bareFiles{files: map[*file]*bareFile{}} }

// bareFile is a file of the repository without bodies; cache may be nil.
func (g *graph) bareFile(f *file, cache *bareFiles) (*outline, bool) {
	read := func() (*outline, bool) {
		if t, ok := g.before.find(f); ok {
			g.pos.again(t.span)
			g.trees.keep(f, t)
			return t.outline, true
		}
		if g.barred(f.path) {
			return nil, false
		}
		r := g.room()
		defer g.leaveRoom(r)
		src, err := r.read(g.p.files, f)
		if err != nil {
			return nil, false
		}
		p, ok := g.parseBare(src, span{path: f.path})
		if !ok {
			return nil, false
		}
		if g.known(f.path) { // else signatures are made of what is declared
			anonymous(p)
		}
		o := newOutline(p)
		if s, _, found := g.pos.find(p.Package); found {
			g.trees.keep(f, bareTree{o, s})
		}
		return o, true
	}
	if cache == nil {
		return read()
	}
	cache.mu.Lock()
	b := cache.files[f]
	if b == nil {
		if cache.size+f.size > g.maxTrees {
			cache.mu.Unlock()
			return read()
		}
		b = &bareFile{}
		cache.files[f] = b
		cache.size += f.size
	}
	cache.mu.Unlock()
	b.once.Do(func() { b.outline, b.ok = read() })
	return b.outline, b.ok
}

// importer is a types.Importer.
type importer func(spec string) *types.Package

var errNotFound = errors.New("package not found")

// Import returns an error for what is not there: the type checker goes on with
// a fake package, about which it does not complain.
func (f importer) Import(spec string) (*types.Package, error) {
	if spec == "unsafe" {
		return types.Unsafe, nil
	}
	if p := f(spec); p != nil {
		return p, nil
	}
	return nil, errNotFound
}

// checkFiles type-checks, whatever errors there are. The result is never nil.
func (g *graph) checkFiles(conf *types.Config, path string, cfg config, files []*ast.File, info *types.Info, imp importer) (p *types.Package) {
	name := ""
	if len(files) > 0 {
		name = files[0].Name.Name
	}
	p = types.NewPackage(path, name)
	g.checkInto(conf, p, cfg, files, info, imp)
	return p
}

// checkInto is checkFiles of a package that has declarations already. It is complete
// then, unless the type checker failed.
func (g *graph) checkInto(conf *types.Config, p *types.Package, cfg config, files []*ast.File, info *types.Info, imp importer) {
	conf.Importer = imp
	conf.FakeImportC = true
	conf.Error = func(error) {}
	conf.Sizes = types.SizesFor("gc", cfg.arch)
	files = bounded(&g.inferences, p, files, imp, func(f *ast.File, name, why string) { g.leave(f, name+" "+why) })
	if g.guard != nil {
		defer g.guard.Begin(p.Path())()
	}
	defer func() {
		// The type checker is not made for broken code with bugs of its own;
		// what it found so far stays.
		_ = recover()
	}()
	// The file set would only serve to print errors, which went to conf.Error.
	_ = types.NewChecker(conf, g.pos.anywhere(), p, info).Files(files)
}

// leave says that a file was not checked as a whole.
func (g *graph) leave(f *ast.File, why string) {
	if g.guard == nil {
		return
	}
	if s, _, ok := g.pos.find(f.Package); ok && s.path != "" {
		g.guard.Left(s.path, why)
	}
}

// barred reports whether a file must not be checked.
func (g *graph) barred(path string) bool { return g.guard != nil && g.guard.Barred(path) }

// maxTree bounds how deep syntax trees are that are type-checked.
const maxTree = 10_000

// tooDeepWhy is what users are told of a file that is not checked.
const tooDeepWhy = "is nested too deep to be checked"

// tooDeep says whether a file of size bytes has a tree deeper than maxTree. A declaration
// of few bytes has none.
func tooDeep(f *ast.File, size int) bool {
	if size < 2*maxTree {
		return false
	}
	next := f.FileEnd
	for _, d := range slices.Backward(f.Decls) {
		if n := int(next - d.Pos()); (n < 0 || n >= 2*maxTree) && deep(d) {
			return true
		}
		next = d.Pos()
	}
	return false
}

// deep says whether a tree is deeper than maxTree.
func deep(d ast.Decl) bool {
	depth, deepest := 0, 0
	ast.Inspect(d, func(n ast.Node) bool {
		if n == nil {
			depth--
			return true
		}
		depth++
		deepest = max(deepest, depth)
		return true
	})
	return deepest > maxTree
}
