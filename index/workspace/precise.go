package workspace

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"codeintel/index"
	"codeintel/index/pos"
	"codeintel/index/resolve"
	"codeintel/index/store"
)

// importsFile lists the imported indexes, below the folder, the latest first.
const importsFile = IndexDir + "/imports.json"

// maxImports is how many imported indexes count at a time.
const maxImports = 16

// preciseVersion changes with the form of what is kept of imported indexes.
const preciseVersion = 1

// An importEntry is an imported index by the SHA-256 of its file, in hexadecimal
// digits. That is part of the keys of what is kept of it.
type importEntry struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Imported says what Import did.
type Imported struct {
	// Documents were taken, with Uses: references that are precise now.
	Documents, Uses int
	// Left are the documents that were not, sorted by path, with the reason.
	Left []Skip
}

// Import takes over an index that another program made of the folder root: read
// hands out its documents, id is the SHA-256 of its bytes, and name is for people.
// A document counts for the file as it is on disk now, or as it was when the index
// was made where the index says how that was, and as long as the file's content
// stays or when it comes back. Of several indexes with the same file the one that
// was imported last counts. It fails where no index can be kept, and with the
// errors of read; what was imported before is as it was then.
func Import(ctx context.Context, root string, id [sha256.Size]byte, name string, read func(document func(*index.Imported) error) error) (*Imported, error) {
	abs, err := folder(root)
	if err != nil {
		return nil, err
	}
	if above := repositoryAbove(abs); above != "" {
		return nil, fmt.Errorf("%s: the repository %s keeps the index; import into that", root, above)
	}
	var warnings []string
	opened, err := openShelf(abs, func(text string) { warnings = append(warnings, text) })
	if err != nil {
		return nil, err
	}
	defer opened.close()
	kept, ok := opened.(*diskShelf)
	if !ok || kept.write == nil {
		return nil, fmt.Errorf("%s: the index can't be written%s", root, why(warnings))
	}
	disk, err := os.OpenRoot(abs)
	if err != nil {
		return nil, err
	}
	defer disk.Close()
	im := importRun{disk: disk, symbols: map[string]*index.PreciseSymbol{}, report: &Imported{}}
	err = read(func(d *index.Imported) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if why := im.document(d); why != "" {
			im.report.Left = append(im.report.Left, Skip{Path: d.Path, Reason: why})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(im.report.Left, func(a, b Skip) int { return cmp.Compare(a.Path, b.Path) })
	entry := importEntry{ID: fmt.Sprintf("%x", id), Name: name}
	for _, f := range im.files {
		p := im.precise(f)
		im.report.Documents++
		im.report.Uses += len(p.Uses)
		kept.put(preciseKey(f.sum, f.path, entry.ID), func() []byte { return p.Encode(nil) })
	}
	if err := kept.flush(ctx); err != nil {
		return nil, err
	}
	if im.report.Documents == 0 {
		return im.report, nil
	}
	list, err := readImports(abs)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(e importEntry) bool { return e.ID == entry.ID })
	list = append([]importEntry{entry}, list...)
	return im.report, writeImports(abs, list[:min(len(list), maxImports)])
}

// why is what warnings say, as the rest of a sentence.
func why(warnings []string) string {
	if len(warnings) == 0 {
		return ": another process writes it; end that first"
	}
	return ": " + warnings[0]
}

// preciseKey is the key of what an imported index says of a file.
func preciseKey(content [sha256.Size]byte, path, id string) store.Key {
	return store.Key{Content: content, Kind: store.Precise, Version: store.Fingerprint(strconv.Itoa(preciseVersion), path, id)}
}

// readImports reads the list of imported indexes; there is none without one.
func readImports(root string) ([]importEntry, error) {
	file := filepath.Join(root, filepath.FromSlash(importsFile))
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []importEntry
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s is damaged: %s; remove it and import again", file, err)
	}
	return list, nil
}

func writeImports(root string, list []importEntry) error {
	data, err := json.MarshalIndent(list, "", "  ")
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

// importRun is one run of Import.
type importRun struct {
	disk    *os.Root
	files   []*importedFile
	symbols map[string]*index.PreciseSymbol // those that documents define, locals by the document's path too
	report  *Imported
}

// importedFile is a document whose text agrees.
type importedFile struct {
	path string
	sum  [sha256.Size]byte
	uses []importedUse
}

type importedUse struct {
	start, end uint32
	symbol     string
}

// document takes a document; else it says why not.
func (im *importRun) document(d *index.Imported) string {
	if !fs.ValidPath(d.Path) {
		return "no path below the folder"
	}
	h, err := im.disk.OpenFile(filepath.FromSlash(d.Path), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return reason(err)
	}
	text, err := readOpen(h, maxSupport)
	if err != nil {
		return reason(err)
	}
	if d.Text != "" && d.Text != string(text) {
		return "the file has changed since the index was made"
	}
	lines := pos.New(text)
	f := &importedFile{path: d.Path, sum: sha256.Sum256(text)}
	for i := range d.Occurrences {
		o := &d.Occurrences[i]
		start, ok1 := offset(d, text, lines, o.Start)
		end, ok2 := offset(d, text, lines, o.End)
		if !ok1 || !ok2 || end < start {
			continue
		}
		if !o.Definition {
			f.uses = append(f.uses, importedUse{start, end, o.Symbol})
			continue
		}
		key := symbolKey(d.Path, o.Symbol)
		if _, twice := im.symbols[key]; !twice {
			im.symbols[key] = &index.PreciseSymbol{Symbol: o.Symbol, Path: d.Path, Start: start, End: end}
		}
	}
	slices.SortStableFunc(f.uses, func(a, b importedUse) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	im.files = append(im.files, f)
	return ""
}

// offset is a place of a document in bytes. Where it is not known what columns
// count, lines that are not ASCII have none.
func offset(d *index.Imported, text []byte, lines pos.Lines, p pos.Position) (uint32, bool) {
	if int64(p.Line) >= int64(lines.Count()) {
		return 0, false
	}
	line := lines.Text(text, p.Line)
	if !d.Encoded && slices.ContainsFunc(line, func(b byte) bool { return b >= 0x80 }) {
		return 0, false
	}
	column := d.Encoding.Bytes(line, p.Column)
	if d.Encoding.Column(line, column) != p.Column {
		return 0, false // behind the end, or inside of a character
	}
	return lines.Offset(pos.Position{Line: p.Line, Column: column})
}

// symbolKey is a symbol; a local one is its document's.
func symbolKey(path, symbol string) string {
	if len(symbol) > 6 && symbol[:6] == "local " {
		return path + "\x00" + symbol
	}
	return symbol
}

// precise is what is kept of a file.
func (im *importRun) precise(f *importedFile) *index.Precise {
	p := &index.Precise{}
	numbers := map[string]int32{}
	for _, u := range f.uses {
		key := symbolKey(f.path, u.symbol)
		n, ok := numbers[key]
		if !ok {
			n = int32(len(p.Symbols))
			numbers[key] = n
			if s := im.symbols[key]; s != nil {
				p.Symbols = append(p.Symbols, *s)
			} else {
				p.Symbols = append(p.Symbols, index.PreciseSymbol{Symbol: u.symbol})
			}
		}
		p.Uses = append(p.Uses, index.PreciseUse{Start: u.start, End: u.end, Symbol: n})
	}
	return p
}

// readImports tells x which indexes are imported, where they are kept at all.
func (w *Workspace) readImports(x *indexer) {
	if _, ok := w.shelf.(*diskShelf); !ok {
		return
	}
	var err error
	if x.imports, err = readImports(w.root); err != nil {
		x.report.Warnings = append(x.report.Warnings, err.Error())
	}
}

// overlay makes the links of files those of imported indexes, where there are
// such for their content.
func (x *indexer) overlay(r *resolve.Result) {
	if len(x.imports) == 0 {
		return
	}
	precise := make([]*index.Precise, len(x.docs))
	for i, d := range x.docs {
		if d.Source == nil {
			continue
		}
		for _, e := range x.imports {
			found := x.shelf.get(preciseKey(d.Hash, d.Path, e.ID), func(data []byte) error {
				p, ok := index.DecodePrecise(data)
				if !ok {
					return errNotKept
				}
				precise[i] = p
				return nil
			})
			if found {
				break
			}
		}
	}
	index.Overlay(x.docs, precise, r)
}
