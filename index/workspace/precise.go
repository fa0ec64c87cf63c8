package workspace

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"codeintel/index"
	"codeintel/index/charset"
	"codeintel/index/pos"
	"codeintel/index/secrets"
	"codeintel/index/store"
)

// importsFile lists the imported indexes, below the folder, the latest first.
const importsFile = IndexDir + "/imports.json"

// maxImports is how many imported indexes count at a time.
const maxImports = 16

// preciseVersion changes with the form of what is kept of imported indexes.
const preciseVersion = 2

// An importEntry is an imported index by the SHA-256 of its file, in hexadecimal
// digits. That is part of the keys of what is kept of it.
type importEntry struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Documents int    `json:"documents"` // that were taken
	Outside   int    `json:"outside,omitempty"`
	// At is when it was imported, in nanoseconds since 1970; 0 of one from before there
	// were contents (importContents).
	At int64 `json:"at,omitempty"`
}

// Imported says what Import did.
type Imported struct {
	// Documents were taken, with Uses: references that are precise now.
	Documents, Uses int
	// Outside counts the occurrences in these documents whose ranges are not in the
	// text of the file: they were left out.
	Outside int
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
func Import(ctx context.Context, root string, env Env, id [sha256.Size]byte, name string, read func(document func(*index.Imported) error) error) (*Imported, error) {
	abs, kept, err := openForImports(root, env)
	if err != nil {
		return nil, err
	}
	defer kept.close()
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
	entry := importEntry{ID: fmt.Sprintf("%x", id), Name: name, Documents: len(im.files), Outside: im.report.Outside}
	var contents importContents
	for _, f := range im.files {
		p := im.precise(f)
		im.report.Documents++
		im.report.Uses += len(p.Uses)
		key := preciseKey(f.sum, f.path, entry.ID)
		contents = append(contents, mention(key))
		kept.put(key, p.Encode(nil))
	}
	list, listErr := currentImports(abs, kept)
	list.Changed = max(list.Changed+1, time.Now().UnixNano())
	entry.At = list.Changed
	kept.put(contentsKey(&entry), contents.encode())
	if err := kept.flush(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s: %s", root, NotKept("what the imported index says", err))
	}
	if im.report.Documents == 0 {
		return im.report, nil
	}
	if listErr != nil {
		return nil, listErr
	}
	list.Imports = slices.DeleteFunc(list.Imports, func(e importEntry) bool { return e.ID == entry.ID })
	list.Imports = append([]importEntry{entry}, list.Imports...)
	list.Imports = list.Imports[:min(len(list.Imports), maxImports)]
	if err := writeImports(abs, list); err != nil {
		return nil, fmt.Errorf("%s: %s", root, NotKept("what the imported index says", err))
	}
	return im.report, nil
}

// openForImports opens the index of a folder whose list of imported indexes is to
// be changed.
func openForImports(root string, env Env) (abs string, kept *diskShelf, err error) {
	if abs, err = folder(root); err != nil {
		return "", nil, err
	}
	if above := repositoryAbove(abs, env); above != "" {
		return "", nil, fmt.Errorf("%s: the repository %s keeps the index; import into that", root, above)
	}
	var warnings []string
	opened, err := openShelf(abs, env, func(text string) { warnings = append(warnings, text) })
	if err != nil {
		return "", nil, err
	}
	kept, ok := opened.(*diskShelf)
	if !ok || kept.write == nil {
		return "", nil, errors.Join(fmt.Errorf("%s: the index can't be written%s", root, why(warnings)), opened.close())
	}
	return abs, kept, nil
}

// ImportedIndex is an index that was imported.
type ImportedIndex struct {
	Name string // of its file
	// ID is the SHA-256 of its bytes, in hexadecimal digits.
	ID string
	// Documents were taken from it; Outside counts their occurrences that were not, for
	// their ranges are not in the text.
	Documents, Outside int
}

// Imports are the indexes that were imported into the folder root, the latest
// first.
func Imports(root string) ([]ImportedIndex, error) {
	list, err := readImports(root)
	return list.said(), err
}

// ErrNotImported: no imported index has the name.
var ErrNotImported = errors.New("no imported index has this name")

// RemoveImports forgets the indexes with the name, which is that of a file or the
// first digits of an ID, eight at least; all of them when it is "". It returns
// those that it forgot; where there is none with the name it fails with
// ErrNotImported.
func RemoveImports(root string, env Env, name string) (gone []ImportedIndex, err error) {
	abs, kept, err := openForImports(root, env)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, kept.close()) }()
	list, err := currentImports(abs, kept)
	if err != nil && name != "" { // all of a damaged list can be forgotten
		return nil, err
	}
	list.Imports = slices.DeleteFunc(list.Imports, func(e importEntry) bool {
		is := name == "" || e.Name == name || len(name) >= 8 && strings.HasPrefix(e.ID, name)
		if is {
			gone = append(gone, ImportedIndex{e.Name, e.ID, e.Documents, e.Outside})
		}
		return is
	})
	if len(gone) == 0 && name != "" {
		return nil, ErrNotImported
	}
	// The list stays, though it may be empty: one that is missing is damage.
	list.Changed = max(list.Changed+1, time.Now().UnixNano())
	if err := writeImports(abs, list); err != nil {
		return nil, fmt.Errorf("%s: %s", root, NotKept("the list of imported indexes", err))
	}
	return gone, nil
}

// why is what warnings say, as the rest of a sentence.
func why(warnings []string) string {
	if len(warnings) == 0 {
		return ": another process writes it; end that first"
	}
	return ": " + strings.TrimPrefix(warnings[0], "the index is not kept: ")
}

// preciseKey is the key of what an imported index says of a file.
func preciseKey(content [sha256.Size]byte, path, id string) store.Key {
	return store.Key{Content: content, Kind: store.Precise, Version: store.Fingerprint(strconv.Itoa(preciseVersion), path, id)}
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
	defs [][2]uint32
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
	data, err := readOpen(h, maxSupport)
	if err != nil {
		return reason(err)
	}
	text, _ := charset.Decode(data)
	if d.Text != "" && d.Text != string(text) {
		return "the file has changed since the index was made"
	}
	lines := pos.New(text)
	f := &importedFile{path: d.Path, sum: sha256.Sum256(data)}
	count := encodings(d, text, lines)
	im.report.Outside += d.Outside
	for i := range d.Occurrences {
		o := &d.Occurrences[i]
		start, ok1 := offset(count, text, lines, o.Start)
		end, ok2 := offset(count, text, lines, o.End)
		if !ok1 || !ok2 || end < start {
			im.report.Outside++
			continue
		}
		if !o.Definition {
			f.uses = append(f.uses, importedUse{start, end, o.Symbol})
			continue
		}
		f.defs = append(f.defs, [2]uint32{start, end})
		key := symbolKey(d.Path, o.Symbol)
		if _, twice := im.symbols[key]; !twice {
			im.symbols[key] = &index.PreciseSymbol{Symbol: o.Symbol, Path: d.Path, Start: start, End: end}
		}
	}
	slices.SortStableFunc(f.uses, func(a, b importedUse) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	slices.SortFunc(f.defs, func(a, b [2]uint32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	f.defs = slices.Compact(f.defs)
	im.files = append(im.files, f)
	return ""
}

// encodings are what the columns of a document may count. Where it does not say,
// they are those by which nearly all of its ranges on lines that are not ASCII
// begin and end where words do; there may be none.
func encodings(d *index.Imported, text []byte, lines pos.Lines) []pos.Encoding {
	if d.Encoded {
		return []pos.Encoding{d.Encoding}
	}
	var best []pos.Encoding
	most := 0
	for _, e := range []pos.Encoding{pos.UTF8, pos.UTF16, pos.UTF32} {
		all, fits := 0, 0
		for i := range d.Occurrences {
			o := &d.Occurrences[i]
			if o.Start.Line != o.End.Line || o.Start == o.End || int64(o.Start.Line) >= int64(lines.Count()) {
				continue
			}
			line := lines.Text(text, o.Start.Line)
			if allASCII(line) {
				continue
			}
			all++
			start, ok1 := inLine(e, line, o.Start.Column)
			end, ok2 := inLine(e, line, o.End.Column)
			if ok1 && ok2 && start < end && wordEdge(line, start) && wordEdge(line, end) {
				fits++
			}
		}
		if fits == 0 || fits < all-all/16 || fits < most {
			continue
		}
		if fits > most {
			best, most = nil, fits
		}
		best = append(best, e)
	}
	return best
}

func allASCII(b []byte) bool {
	return !slices.ContainsFunc(b, func(b byte) bool { return b >= 0x80 })
}

// wordEdge says whether a word begins or ends at a place of a line, or none is
// there; false inside of a character.
func wordEdge(line []byte, at uint32) bool {
	if int(at) < len(line) && !utf8.RuneStart(line[at]) {
		return false
	}
	before, _ := utf8.DecodeLastRune(line[:at])
	after, _ := utf8.DecodeRune(line[at:])
	return !inWord(before) || !inWord(after)
}

func inWord(r rune) bool {
	return r == '_' || r == '$' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// inLine is a column in bytes.
func inLine(e pos.Encoding, line []byte, column uint32) (uint32, bool) {
	at := e.Bytes(line, column)
	return at, e.Column(line, at) == column // else behind the end, or inside of a character
}

// offset is a place of a document in bytes. Of a line that is not ASCII it is
// known only when it is the same by all of count, what columns may count.
func offset(count []pos.Encoding, text []byte, lines pos.Lines, p pos.Position) (uint32, bool) {
	if int64(p.Line) >= int64(lines.Count()) {
		return 0, false
	}
	line := lines.Text(text, p.Line)
	if allASCII(line) {
		count = []pos.Encoding{pos.UTF8}
	}
	column, known := uint32(0), false
	for _, e := range count {
		at, ok := inLine(e, line, p.Column)
		if !ok || known && at != column {
			return 0, false
		}
		column, known = at, true
	}
	if !known {
		return 0, false
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
	p := &index.Precise{Defs: f.defs}
	numbers := map[string]int32{}
	for _, u := range f.uses {
		key := symbolKey(f.path, u.symbol)
		n, ok := numbers[key]
		if !ok {
			n = int32(len(p.Symbols))
			numbers[key] = n
			s := index.PreciseSymbol{Symbol: u.symbol}
			if defined := im.symbols[key]; defined != nil {
				s = *defined
			}
			// Of an imported index only names and places are kept; a key may be in a name.
			s.Symbol = string(secrets.Mask([]byte(s.Symbol)))
			p.Symbols = append(p.Symbols, s)
		}
		p.Uses = append(p.Uses, index.PreciseUse{Start: u.start, End: u.end, Symbol: n})
	}
	return p
}
