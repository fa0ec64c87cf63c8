package workspace

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"codeintel/index"
	"codeintel/index/resolve"
	"codeintel/index/store"
)

// What imported indexes say can't be made again from the sources, so that its loss must be
// noticed and said. Three things tell of it:
//
//   - The list of imports has a checksum and a time. The published state has a copy, which
//     takes its place when it is missing, damaged, or older than that.
//   - Each import has its contents: an artefact that names those of its files.
//   - A file whose artefact is named and not there is resolved as without the import. The
//     report has a Failure of the stage import, which answers and later processes repeat
//     until the index is imported again or forgotten.

// stageImport is the stage of failures to find what an imported index says.
const stageImport = "import"

// importList is the list of imported indexes, the latest first.
type importList struct {
	// Changed is when it was changed last, in nanoseconds since 1970; it is later than
	// that of all lists before.
	Changed int64         `json:"changed"`
	Imports []importEntry `json:"imports"`
}

// storedImports is an importList as it is on disk. Sum is the start of its SHA-256.
type storedImports struct {
	importList
	Sum string `json:"sum"`
}

func (l *importList) sum() string {
	data, err := json.Marshal(l)
	if err != nil {
		return "" // a list of texts and numbers has a form
	}
	return fmt.Sprintf("%.8x", sha256.Sum256(data))
}

// said returns the list for users.
func (l *importList) said() (out []ImportedIndex) {
	for _, e := range l.Imports {
		out = append(out, ImportedIndex{e.Name, e.ID, e.Documents, e.Outside})
	}
	return out
}

// errImports is the root of the errors of a list of imported indexes that is damaged.
var errImports = errors.New("damaged")

// readImports reads the list of imported indexes. It is empty where there is none.
func readImports(root string) (list importList, err error) {
	file := filepath.Join(root, filepath.FromSlash(importsFile))
	if err := CheckState(root, strings.TrimPrefix(importsFile, StateDir+"/")); err != nil {
		return list, err
	}
	data, err := readAnywhere(file)
	if errors.Is(err, fs.ErrNotExist) {
		return list, nil
	}
	if err != nil {
		return list, err
	}
	damaged := func(why string) (importList, error) {
		return importList{}, fmt.Errorf("%s is %w: %s", importsFile, errImports, why)
	}
	if bytes.HasPrefix(data, []byte("[")) { // as it was before it had a checksum
		if err := json.Unmarshal(data, &list.Imports); err != nil {
			return damaged(err.Error())
		}
		return list, nil
	}
	var stored storedImports
	switch err := json.Unmarshal(data, &stored); {
	case err != nil:
		return damaged(err.Error())
	case stored.Sum != stored.sum():
		return damaged("it does not agree with its checksum")
	}
	return stored.importList, nil
}

// writeImports writes the list, whole or not at all.
func writeImports(root string, list importList) error {
	list.Imports = slices.Concat([]importEntry{}, list.Imports)
	data, err := json.MarshalIndent(storedImports{list, list.sum()}, "", "  ")
	if err != nil {
		return err
	}
	file := filepath.Join(root, filepath.FromSlash(importsFile))
	f, err := os.CreateTemp(filepath.Dir(file), ".imports-*.tmp") // which the next writer of the store removes after a crash
	if err != nil {
		return err
	}
	_, err = f.Write(append(data, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// soundImports returns the list of imported indexes: that on disk, or where this is
// missing, damaged or an older one the one that the published state was made with; why
// says which then. It fails where the list is damaged and there is no other.
func soundImports(root string, published *importList) (list importList, why string, err error) {
	list, err = readImports(root)
	switch {
	case published == nil || published.Changed == 0, err == nil && list.Changed >= published.Changed:
		return list, "", err
	case err != nil:
		why = err.Error()
	case list.Changed == 0:
		why = importsFile + " is missing"
	default:
		why = importsFile + " is older than the published state"
	}
	return *published, why, nil
}

// currentImports is soundImports for who has opened the index and not its state.
func currentImports(root string, kept *diskShelf) (importList, error) {
	var published *importList
	if g, err := kept.read.Current(); err == nil {
		defer g.Close()
		var head stateHead
		if part, _, err := cut(g.Data(), 1); err == nil && json.Unmarshal(part, &head) == nil && head.Format == Format {
			published = &head.Imports
		}
	}
	list, _, err := soundImports(root, published)
	return list, err
}

// importContents names the artefacts of an import: the mention of each key, sorted.
type importContents []uint64

// mention is a number for the key of an artefact.
func mention(k store.Key) uint64 { return binary.LittleEndian.Uint64(k.Content[:]) ^ k.Version }

// contentsKey is the key of an import's importContents.
func contentsKey(e *importEntry) store.Key {
	return store.Key{Content: sha256.Sum256([]byte(e.ID)), Kind: store.Precise, Version: store.Fingerprint("contents", fmt.Sprint(e.At))}
}

func (c importContents) encode() []byte {
	slices.Sort(c)
	var b []byte
	for _, n := range c {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	return b
}

func (c importContents) has(k store.Key) bool {
	_, ok := slices.BinarySearch(c, mention(k))
	return ok
}

// imported is an imported index in use.
type imported struct {
	importEntry
	contents importContents
	// unknown: it has contents that can't be read, so that it is not known what it should
	// say of a file.
	unknown bool
}

// openImports reads what imports have.
func openImports(from shelf, list importList) []imported {
	out := make([]imported, len(list.Imports))
	for i, e := range list.Imports {
		out[i].importEntry = e
		if e.At == 0 {
			continue
		}
		out[i].unknown = !from.get(contentsKey(&e), func(data []byte) error {
			for ; len(data) >= 8; data = data[8:] {
				out[i].contents = append(out[i].contents, binary.LittleEndian.Uint64(data))
			}
			if len(out[i].contents) != e.Documents {
				return errNotKept
			}
			return nil
		})
	}
	return out
}

// preciseOf returns what imported indexes say of a file, nil where they say nothing. lost
// is an index that should say something more recent and can't; nil where there is none.
func preciseOf(from shelf, imports []imported, d *index.Doc) (p *index.Precise, lost *imported) {
	for i := range imports {
		e := &imports[i]
		key := preciseKey(d.Hash, d.Path, e.ID)
		found := from.get(key, func(data []byte) error {
			var ok bool
			if p, ok = index.DecodePrecise(data); !ok {
				return errNotKept
			}
			return nil
		})
		if found {
			return p, lost
		}
		if e.contents.has(key) {
			lost = cmp.Or(lost, e)
		}
	}
	return nil, lost
}

// readImports tells x which indexes are imported, where they are kept at all. last is the
// published state, if there is one.
func (w *Workspace) readImports(x *indexer, last *State) {
	s, ok := w.shelf.(*diskShelf)
	if !ok {
		return
	}
	var published *importList
	if last != nil {
		published = &last.head.Imports
	}
	list, why, err := soundImports(w.root, published)
	if err != nil {
		x.importsLost = err.Error() + "; import the indexes again ('ci import'), or forget them ('ci import --remove --all')"
		x.lostImport(x.importsLost)
	} else if why != "" {
		x.report.Warnings = append(x.report.Warnings, why+"; it is made anew")
		if s.write != nil && !x.drafting {
			if err := writeImports(w.root, list); err != nil {
				x.report.Warnings = append(x.report.Warnings, NotKept("the list of imported indexes", err))
			}
		}
	}
	x.importList = list
	x.imports = openImports(s, list)
}

// overlay makes the links of files those of imported indexes, where there are
// such for their content.
func (x *indexer) overlay(r *resolve.Result) {
	if len(x.imports) == 0 {
		return
	}
	precise := make([]*index.Precise, len(x.docs))
	lost := map[*imported][]string{}
	for i, d := range x.docs {
		if d.Source == nil {
			continue
		}
		var by *imported
		if precise[i], by = preciseOf(x.shelf, x.imports, d); by != nil {
			lost[by] = append(lost[by], d.Path)
		}
	}
	for i := range x.imports {
		if what := x.imports[i].loss(lost[&x.imports[i]]); what != "" {
			x.lostImport(what)
		}
	}
	index.Overlay(x.docs, precise, r)
}

// lostImport reports what is lost, once: a state of drafts has the report of its base.
func (x *indexer) lostImport(what string) {
	if f := (Failure{"", stageImport, what}); !slices.Contains(x.report.Failed, f) {
		x.report.Failed = append(x.report.Failed, f)
	}
}

// loss says for users what is lost of an import, where that is known to say something of
// some files and does not; "" where nothing is.
func (e *imported) loss(paths []string) string {
	what := "all files"
	switch {
	case !e.unknown && len(paths) == 0:
		return ""
	case !e.unknown:
		slices.Sort(paths)
		what = counted(len(paths), "file") + " (" + namedPaths(paths) + ")"
	}
	return fmt.Sprintf("what the imported index %s says of %s is damaged or missing, and they are resolved without it: import it again with 'ci import', or forget it with 'ci import --remove %s'", e.Name, what, e.Name)
}

// lostImports says for users what is lost of the imported indexes that a state was made
// with, or should be.
func (s *Status) lostImports(kept *diskShelf) (out []string) {
	var published *importList
	if s.State != nil {
		published = &s.State.head.Imports
	}
	list, why, err := soundImports(s.Root, published)
	switch {
	case err != nil:
		return []string{err.Error() + "; import the indexes again, or forget them with 'ci import --remove --all'"}
	case why != "":
		out = append(out, why)
	}
	imports := openImports(kept, list)
	if s.State == nil {
		return out
	}
	for i := range imports {
		e := &imports[i]
		var keys []store.Key
		var paths []string
		for _, d := range s.State.Snapshot.Docs() {
			if key := preciseKey(d.Hash, d.Path, e.ID); d.Source != nil && e.contents.has(key) {
				keys, paths = append(keys, key), append(paths, d.Path)
			}
		}
		var missing []string
		for at, there := range kept.read.Has(keys) {
			if !there {
				missing = append(missing, paths[at])
			}
		}
		if what := e.loss(missing); what != "" {
			out = append(out, what)
		}
	}
	return out
}

// preciseNeeds returns the mentions of all artefacts of the imports of states, and of the
// keys of their contents.
func preciseNeeds(from shelf, states []*State) map[uint64]bool {
	needs := map[uint64]bool{}
	for _, s := range states {
		if s == nil {
			continue
		}
		for _, e := range openImports(from, s.head.Imports) {
			needs[mention(contentsKey(&e.importEntry))] = true
			for _, n := range e.contents {
				needs[n] = true
			}
		}
	}
	return needs
}

// Precise is what an imported index says of a file of a state, nil when that is
// nothing. It decodes it: whoever asks for many places of a file keeps it.
func (w *Workspace) Precise(d *index.Doc) *index.Precise {
	s, ok := w.shelf.(*diskShelf)
	if !ok || !d.Precise {
		return nil
	}
	var published *importList
	if last := w.Current(); last != nil {
		published = &last.head.Imports
	}
	list, _, err := soundImports(w.root, published)
	if err != nil {
		return nil
	}
	var imports []imported
	for _, e := range list.Imports {
		imports = append(imports, imported{importEntry: e})
	}
	p, _ := preciseOf(s, imports, d)
	return p
}
