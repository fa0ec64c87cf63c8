package workspace

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"codeintel/index"
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/pos"
	"codeintel/index/secrets"
	"codeintel/index/symbol"
)

// Outside is the place of a definition in a file that is none of the repository's, but
// of a package that it uses.
type Outside struct {
	// File is absolute. Path is relative to the repository, with /, where the file lies
	// in its folder (node_modules, vendor); else "".
	File, Path string
	Text       []byte
	Lines      pos.Lines // of Text
	// The name, and the whole declaration with it, in bytes; all are 0 for a file, or what
	// it is a part of.
	Start, End, EncStart, EncEnd uint32
	// Sig is how it is declared, Doc its documentation, as far as they are known.
	Sig, Doc string
}

// Bounds of a look beside the repository.
const (
	maxOutsideFiles = 1000
	maxOutsideFile  = 4 << 20  // of one file, in bytes
	maxOutsideText  = 64 << 20 // of all
)

// Outside are the places where an external symbol of a state, which the file at a path
// uses, is defined on this machine. The files of its package are read for that, as far as
// they are needed, and nothing of them is kept; none is one that SecretPath knows. It is
// for people who look around, in an editor: what agents are told is of the repository.
func (w *Workspace) Outside(ctx context.Context, s *State, id index.ID, from string) ([]Outside, error) {
	if !id.IsExternal() {
		return nil, nil
	}
	sym, err := symbol.Parse(s.Snapshot.Symbol(id))
	if err != nil {
		return nil, nil // nobody has defined it so
	}
	return w.declared(ctx, s, sym, from)
}

// Predeclared are the places that say what a name that a language predeclares is, which
// the file at a path uses: see Snapshot.Predeclared. They are looked for as those of
// Outside are.
func (w *Workspace) Predeclared(ctx context.Context, s *State, l *lang.Language, name, from string) ([]Outside, error) {
	sym := l.Universe
	if len(sym.Descriptors) == 0 {
		return nil, nil
	}
	// Of what kind it is will be seen there.
	sym.Descriptors = append(slices.Clip(sym.Descriptors), symbol.Descriptor{Name: name, Suffix: symbol.Term})
	return w.declared(ctx, s, sym, from)
}

// declared are the places beside the repository where a symbol is declared.
func (w *Workspace) declared(ctx context.Context, s *State, sym symbol.Symbol, from string) ([]Outside, error) {
	root, err := os.OpenRoot(w.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	limit := w.Config(s).ParserTimeout
	l := &outsideLook{w: w, parser: ts.NewParser(ts.Limits{Time: limit}), limit: limit, seen: map[outsideFile]bool{}}
	defer func() { l.parser.Close() }()
	sought := lang.Sought{Symbol: sym, From: from, Deps: w.around(root)}
	families := map[string]bool{}
	for _, language := range w.known.Languages() {
		if language.Sources == nil || families[language.Family] {
			continue
		}
		families[language.Family] = true
		if found, err := l.among(ctx, language.Sources(&sought)); len(found) > 0 || err != nil {
			return found, err
		}
	}
	return nil, nil
}

// placedTree is a tree whose folder is known.
type placedTree struct {
	tree
	dir string
	own bool // of the repository
}

// around is what lies beside the files of the repository, as trees whose folders are
// known.
func (w *Workspace) around(root *os.Root) lang.Deps {
	d := lang.Deps{Repo: &placedTree{confined(root), w.root, true}}
	if dir, version := w.opts.Env.GoRoot(); dir != "" {
		d.GoRoot, d.GoVersion = &placedTree{tree: trusted(dir), dir: dir}, version
	}
	if dir := w.opts.Env.GoModCache(); dir != "" {
		d.GoModCache = &placedTree{tree: trusted(dir), dir: dir}
	}
	for _, dir := range w.opts.Env.python(w.root) {
		d.Python = append(d.Python, &placedTree{tree: trusted(dir), dir: dir})
	}
	return d
}

// outsideLook is a search for one symbol.
type outsideLook struct {
	w      *Workspace
	parser *ts.Parser
	limit  time.Duration
	seen   map[outsideFile]bool
	read   int // bytes
}

// outsideFile is one that was looked at for a name.
type outsideFile struct {
	tree *placedTree
	path string
	name string
}

// among finds the definitions in the first file that has some, or in those that it
// hands on.
func (l *outsideLook) among(ctx context.Context, sources []lang.Source) ([]Outside, error) {
	for i := range sources {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f := &sources[i]
		at := outsideFile{tree: f.Tree.(*placedTree), path: f.Path}
		if n := len(f.Below); n > 0 {
			at.name = f.Below[n-1].Name
		}
		if l.seen[at] || len(l.seen) == maxOutsideFiles || l.read > maxOutsideText || index.SecretPath(f.Path) {
			continue
		}
		l.seen[at] = true
		text, err := fs.ReadFile(at.tree, f.Path)
		if err != nil || len(text) > maxOutsideFile {
			continue
		}
		text = secrets.Mask(text)
		l.read += len(text)
		if at.name == "" {
			return []Outside{at.place(text)}, nil
		}
		if f.Again == nil && !bytes.Contains(text, []byte(at.name)) {
			continue
		}
		language := l.w.known.ByName(f.Path)
		if language == nil {
			continue
		}
		facts, err := extractOne(ctx, l.limit, l.parser, language, lang.Input{Path: f.Path, Src: text, Language: language})
		if err != nil { // a panic may have left the parser in any state
			l.parser.Close()
			l.parser = ts.NewParser(ts.Limits{Time: l.limit})
			continue
		}
		var out []Outside
		for _, id := range index.DefinitionsIn(facts, f.Below) {
			def := &facts.Defs[id]
			x := at.place(text)
			x.Start, x.End, x.EncStart, x.EncEnd = def.Start, def.End, def.EncStart, def.EncEnd
			x.Sig, x.Doc = def.Sig, def.Doc
			out = append(out, x)
		}
		if len(out) == 0 && f.Again != nil {
			if out, err = l.among(ctx, f.Again(facts)); err != nil {
				return nil, err
			}
		}
		if len(out) > 0 {
			return out, nil
		}
	}
	return nil, nil
}

// place is the beginning of a file.
func (f *outsideFile) place(text []byte) Outside {
	x := Outside{File: filepath.Join(f.tree.dir, filepath.FromSlash(f.path)), Text: text, Lines: pos.Breaks(text)}
	if f.tree.own {
		x.Path = f.path
	}
	return x
}
