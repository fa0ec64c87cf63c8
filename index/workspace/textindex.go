package workspace

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	exact "codeintel/index/internal/text"
	"codeintel/index/store"
)

// textDir is where the list of the text's files lies, with the trigrams of those
// that have changed since most were indexed; baseDir is where those lie. Each is
// a store of its own, because they change at other times than the state and than
// one another.
const (
	textDir = IndexDir + "/text"
	baseDir = textDir + "/base"
)

// maxIndexedText is the size of the largest file whose trigrams are indexed. A
// search reads larger ones.
const maxIndexedText = 64 << 20

// KeptText is the index of the text of a folder, as Workspace.KeepText left it:
// the list of its files and the trigrams of most of them. What has changed since
// then is found, and searched as if there were no index. It is safe for
// concurrent use.
type KeptText struct {
	list     *textList
	segments [segmentCount]*exact.Segment // nil for what is not there
	files    [segmentCount]int            // that have a number in a segment
	base     uint64                       // the number of the generation of segmentBase; 0 for none
	close    func()
}

// OpenText opens the index of the text of the folder root; it fails when there is
// none that can be used.
func OpenText(root string) (*KeptText, error) {
	// The base has checksums of its own: of what is read.
	return openTextWith(root, (*store.Store).CurrentUnchecked)
}

// openTextWith is OpenText; the base is opened with current.
func openTextWith(root string, current func(*store.Store) (*store.Generation, error)) (*KeptText, error) {
	abs, err := folder(root)
	if err != nil {
		return nil, err
	}
	var t *KeptText
	for range 3 { // a writer may replace the base between two steps
		if t, err = openText(abs, current); err != nil || t.base == 0 || t.segments[segmentBase] != nil {
			break
		}
		t.Close()
	}
	return t, err
}

func openText(abs string, current func(*store.Store) (*store.Generation, error)) (t *KeptText, err error) {
	g, err := currentText(abs, textDir, (*store.Store).Current)
	if err != nil {
		return nil, err
	}
	var base *store.Generation
	done := func() {
		g.Close()
		if base != nil {
			base.Close()
		}
	}
	defer func() {
		if err != nil {
			done()
		}
	}()
	head, err := decodeTextHead(g.Data())
	if err != nil {
		return nil, err
	}
	var baseData []byte
	if head.base != 0 {
		if base, err = currentText(abs, baseDir, current); err == nil && base.Number == head.base {
			baseData = base.Data()
		}
	}
	if err = store.Guard(func() (err error) {
		t, err = head.open(baseData)
		return err
	}); err != nil {
		return nil, err
	}
	t.close = done
	return t, nil
}

// verifyText reads all of the index of the text of a folder, where there is one, and
// returns what is wrong with it.
func verifyText(ctx context.Context, root string) (findings []store.Finding, err error) {
	base := uint64(0)
	for _, dir := range []string{baseDir, textDir} {
		path := filepath.Join(root, filepath.FromSlash(dir))
		s, err := openStore(root, dir)
		if err != nil {
			return nil, err
		}
		_, err = s.Verify(ctx)
		g, missing := s.Current()
		findings = append(findings, s.Findings()...)
		s.Close()
		if err != nil {
			return nil, err
		}
		if missing != nil {
			continue // what is wrong is a finding
		}
		if dir == baseDir {
			base = g.Number
		} else {
			head, err := decodeTextHead(g.Data())
			if err == nil && head.base != 0 && head.base != base {
				err = fmt.Errorf("%w: what most of its files are indexed in is missing", errText)
			}
			if err != nil {
				findings = append(findings, store.Finding{Path: path, What: err.Error(), Damaged: true})
			}
		}
		g.Close()
	}
	return findings, nil
}

func currentText(abs, dir string, current func(*store.Store) (*store.Generation, error)) (*store.Generation, error) {
	s, err := openStore(abs, dir)
	if err != nil {
		return nil, err
	}
	defer s.Close() // what is published stays mapped
	return current(s)
}

// docs is how many documents the base has, those of no use included.
func (t *KeptText) docs() int { return int(t.segments[segmentBase].Docs()) }

// Close frees what the index holds.
func (t *KeptText) Close() { t.close() }

// A published list is the version; the number of the base's generation, and of
// documents in it; the length of the list and the list; and the segment of the
// documents that are not in the base. Numbers are little-endian, of 8 bytes.
const textVersion = "citextl\x01"

var errText = errors.New("the index of the text is damaged or of another version")

// textHead is a published list taken apart.
type textHead struct {
	base, baseDocs uint64
	list, recent   []byte
}

func decodeTextHead(data []byte) (h textHead, err error) {
	if !bytes.HasPrefix(data, []byte(textVersion)) || len(data) < len(textVersion)+16 {
		return h, errText
	}
	data = data[len(textVersion):]
	h.base, h.baseDocs = binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])
	if h.list, h.recent, err = cut(data[16:], 1); err != nil || h.baseDocs > 1<<32-1 {
		return h, errText
	}
	return h, nil
}

// open opens the segments and reads the list; base is nil when it is not there.
func (h *textHead) open(base []byte) (t *KeptText, err error) {
	t = &KeptText{base: h.base, close: func() {}}
	if t.segments[segmentRecent], err = exact.Open(h.recent); err != nil {
		return nil, err
	}
	if base != nil {
		if t.segments[segmentBase], err = exact.Open(base); err != nil {
			return nil, err
		}
		if t.segments[segmentBase].Docs() != uint32(h.baseDocs) {
			return nil, errText
		}
	}
	t.list, err = decodeTextList(h.list, [...]uint32{segmentBase: uint32(h.baseDocs), segmentRecent: t.segments[segmentRecent].Docs(), segmentUnread: 1})
	if err != nil {
		return nil, err
	}
	for _, f := range t.list.folders {
		for i := range f.entries {
			t.files[f.entries[i].segment]++
		}
	}
	return t, nil
}

// candidates are the documents of each segment that may have a match.
type candidates struct {
	docs [segmentCount]exact.Docs
	some [segmentCount]bool // docs are known
}

// candidates finds the documents that may have a match; nil when nearly all may.
func (t *KeptText) candidates(plan *exact.Plan) (*candidates, error) {
	c, limited := &candidates{}, false
	for i, s := range t.segments {
		if s == nil {
			continue
		}
		if err := store.Guard(func() (err error) {
			c.docs[i], err = s.Candidates(plan)
			return err
		}); err != nil {
			return nil, err
		}
		c.some[i] = true
		limited = limited || !c.docs[i].All()
	}
	if !limited {
		return nil, nil
	}
	return c, nil
}

// may says whether a file may have a match, if it is as it was when it was
// indexed.
func (c *candidates) may(e *textEntry) bool {
	return e == nil || !c.some[e.segment] || c.docs[e.segment].Has(e.doc)
}

// same says whether the file that abs names is as it was when it was indexed.
func (e *textEntry) same(abs string) bool {
	if e.stamp == (stamp{}) {
		return false
	}
	now, _, err := lstat(abs)
	return err == nil && now == e.stamp
}

// Bounds of KeepText. A search reads up to minChanged files that have changed, in
// a millisecond or two; more are indexed beside the base. They are put together
// with it when they are more than minRecent and an eighth of it, or a quarter of
// it is not of use any more. Where more than a quarter of all files has changed
// they are all read anew.
const (
	minChanged   = 32
	minRecent    = 256
	recentShare  = 8
	usefulShare  = 4
	rebuildShare = 4
)

// KeepText brings the index of the text up to date, if so much has changed that
// it is worth while. Where nothing can be kept it does nothing.
func (w *Workspace) KeepText(ctx context.Context) error {
	if shelf, ok := w.shelf.(*diskShelf); !ok || shelf.write == nil {
		return nil
	}
	out, err := store.OpenWriter(store.Options{Dir: filepath.Join(w.root, filepath.FromSlash(textDir))})
	var locked *store.LockedError
	if errors.As(err, &locked) {
		return nil // another process is at it
	}
	if err != nil {
		return err
	}
	ctx, end := w.opts.Memory.Guard(ctx, "indexing the text of "+w.root)
	defer end()
	plan := w.opts.plan()
	x := &textKeeper{w: w, jobs: plan.Jobs, memory: plan.Text, out: out}
	return w.outOfMemory(ctx, errors.Join(x.run(ctx), out.Pin(), x.pinBase(), out.Close()))
}

// pinBase makes what says which base is published again, where that is lost.
func (x *textKeeper) pinBase() error {
	o := store.Options{Dir: filepath.Join(x.w.root, filepath.FromSlash(baseDir))}
	s, err := store.Open(o)
	if err != nil {
		return err
	}
	defer s.Close()
	if g, err := s.CurrentUnchecked(); err == nil {
		g.Close()
	}
	if _, pinned := s.Lacks(); pinned && len(s.Findings()) == 0 {
		return nil
	}
	base, err := store.OpenWriter(o)
	if err != nil {
		return err
	}
	return errors.Join(base.Pin(), base.Close())
}

// textKeeper is one run of KeepText.
type textKeeper struct {
	w      *Workspace
	jobs   int
	memory int64 // bytes that building may take, about; what is more goes to temporary files
	out    *store.Writer
	abs    string
	old    *KeptText // nil when there is none

	list    *textList
	folders int // that are not as they were
	files   []*textFile
	same    [segmentCount]int // files that are as they are indexed
}

// textFile is a file of the list.
type textFile struct {
	path  string
	entry *textEntry
	stamp stamp // now
	same  bool
}

func (x *textKeeper) run(ctx context.Context) (err error) {
	if x.abs, err = filepath.EvalSymlinks(x.w.root); err != nil {
		return err
	}
	if x.old, err = openTextWith(x.w.root, (*store.Store).Current); err == nil { // one that is damaged is made anew
		defer x.old.Close()
	}
	if err := x.look(ctx); err != nil {
		return err
	}
	changed := len(x.files) - x.same[segmentBase] - x.same[segmentRecent] - x.same[segmentUnread]
	recent := changed + x.same[segmentRecent]
	switch {
	case x.old == nil || x.old.segments[segmentBase] == nil || changed > max(minRecent, len(x.files)/rebuildShare):
		return x.rebuild(ctx)
	case changed <= minChanged && x.folders <= minChanged:
		return nil
	case recent > max(minRecent, x.same[segmentBase]/recentShare) || x.same[segmentBase] < x.old.docs()/usefulShare*(usefulShare-1):
		err = x.merge(ctx)
	default:
		err = x.extend(ctx)
	}
	if errors.Is(err, exact.ErrCorrupt) || errors.Is(err, store.ErrDamaged) {
		return x.rebuild(ctx)
	}
	return err
}

// unread is how many files a search has to read because they have changed since
// they were indexed, or can't be indexed; 0 where nothing is indexed.
func (w *Workspace) unread(ctx context.Context) (int, error) {
	old, err := OpenText(w.root)
	if err != nil {
		return 0, nil
	}
	defer old.Close()
	x := &textKeeper{w: w, jobs: w.opts.plan().Jobs, old: old}
	if x.abs, err = filepath.EvalSymlinks(w.root); err != nil {
		return 0, err
	}
	err = x.look(ctx)
	return len(x.files) - x.same[segmentBase] - x.same[segmentRecent], err
}

// look walks the folder and compares it with the list.
func (x *textKeeper) look(ctx context.Context) error {
	var err error
	config := x.w.opts.Config
	if config == nil {
		if config, err = FindConfig(x.abs, x.w.known); err != nil {
			return err
		}
	}
	x.list = &textList{}
	w := newTextWalker(x.abs, config, x.w.opts.Env, func(string, ...any) {}, func(string, error) {})
	w.now = x.w.opts.now()
	w.begin(x.w.opts.Env)
	x.list.outside = outsideSum(x.abs, config, w.looked)
	if x.old != nil && x.old.list.outside == x.list.outside {
		w.kept = x.old.list
	}
	w.keep = func(f *textFolder) {
		copied := *f
		copied.entries = slices.Clone(f.entries)
		if x.old == nil || x.old.list.folder(f.path) != f {
			x.folders++
		}
		if w.kept == nil && x.old != nil { // what is known of a file holds under other rules too
			copied.take(x.old.list.folder(f.path))
		}
		x.list.add(&copied)
	}
	w.walk(ctx, ".", func(string, *textEntry) bool { return true })
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, f := range x.list.folders {
		for i := range f.entries {
			e := &f.entries[i]
			if e.indexed() {
				x.files = append(x.files, &textFile{path: filepath.Join(filepath.FromSlash(f.path), e.name), entry: e})
			} else {
				e.segment, e.doc, e.stamp = segmentNone, 0, stamp{}
			}
		}
	}
	const share = 256 // files that a goroutine looks at at a time
	var next atomic.Int64
	var group sync.WaitGroup
	for range x.jobs {
		group.Go(func() {
			for ctx.Err() == nil {
				start := int(next.Add(share)) - share
				if start >= len(x.files) {
					return
				}
				for _, f := range x.files[start:min(start+share, len(x.files))] {
					now, _, err := lstat(x.abs + string(filepath.Separator) + f.path)
					f.same = err == nil && f.entry.segment != segmentNone && f.entry.stamp == now
					if err == nil && now.settled(w.now) {
						f.stamp = now
					}
				}
			}
		})
	}
	group.Wait()
	for _, f := range x.files {
		if f.same {
			x.same[f.entry.segment]++
		}
	}
	return ctx.Err()
}

// rebuild reads all files and writes everything anew.
func (x *textKeeper) rebuild(ctx context.Context) error {
	for _, f := range x.files {
		f.same = false
	}
	var docs uint32
	number, err := x.publishBase(ctx, func(to io.Writer) (err error) {
		docs, err = x.index(ctx, x.files, segmentBase, to)
		return err
	})
	if err != nil {
		return err
	}
	return x.publish(ctx, number, docs, nil)
}

// merge makes a base of the old one, of what came after it and of what has
// changed now.
func (x *textKeeper) merge(ctx context.Context) error {
	fresh, err := x.changes(ctx)
	if err != nil {
		return err
	}
	var docs uint32
	number, err := x.publishBase(ctx, func(to io.Writer) error {
		parts := []exact.Part{{Segment: x.old.segments[segmentBase]}, {Segment: x.old.segments[segmentRecent]}, {Segment: fresh}}
		docs = x.renumber(parts, []uint8{segmentBase, segmentRecent, segmentCount}, segmentBase)
		return store.Guard(func() error { return exact.Merge(to, parts) })
	})
	if err != nil {
		return err
	}
	return x.publish(ctx, number, docs, nil)
}

// extend puts what has changed beside the base.
func (x *textKeeper) extend(ctx context.Context) error {
	fresh, err := x.changes(ctx)
	if err != nil {
		return err
	}
	var recent bytes.Buffer
	parts := []exact.Part{{Segment: x.old.segments[segmentRecent]}, {Segment: fresh}}
	x.renumber(parts, []uint8{segmentRecent, segmentCount}, segmentRecent)
	if err := store.Guard(func() error { return exact.Merge(&recent, parts) }); err != nil {
		return err
	}
	return x.publish(ctx, x.old.base, x.old.segments[segmentBase].Docs(), recent.Bytes())
}

// changes indexes the files that are not as they are indexed: their entries say
// segmentCount.
func (x *textKeeper) changes(ctx context.Context) (*exact.Segment, error) {
	var files []*textFile
	for _, f := range x.files {
		if !f.same {
			files = append(files, f)
		}
	}
	var out bytes.Buffer
	if _, err := x.index(ctx, files, segmentCount, &out); err != nil {
		return nil, err
	}
	return exact.Open(out.Bytes())
}

// renumber says which documents of some segments are kept when they are merged,
// and numbers the files anew as what they will be, of segment to.
func (x *textKeeper) renumber(parts []exact.Part, segments []uint8, to uint8) (docs uint32) {
	numbers := make([][]uint32, segmentCount+1)
	for i, s := range segments {
		parts[i].Keep = make([]bool, parts[i].Segment.Docs())
		numbers[s] = make([]uint32, len(parts[i].Keep))
		for _, f := range x.files {
			if f.entry.segment == s {
				parts[i].Keep[f.entry.doc] = true
			}
		}
		for doc, keep := range parts[i].Keep {
			if keep {
				numbers[s][doc] = docs
				docs++
			}
		}
	}
	for _, f := range x.files {
		if n := numbers[f.entry.segment]; n != nil {
			f.entry.doc, f.entry.segment = n[f.entry.doc], to
		}
	}
	return docs
}

// publishBase writes the base; number is that of its generation.
func (x *textKeeper) publishBase(ctx context.Context, write func(io.Writer) error) (number uint64, err error) {
	base, err := store.OpenWriter(store.Options{Dir: filepath.Join(x.w.root, filepath.FromSlash(baseDir))})
	if err != nil {
		return 0, err
	}
	g, err := base.Publish(ctx, write)
	if err == nil {
		number = g.Number
		g.Close()
	}
	return number, errors.Join(err, base.Close())
}

// publish writes the list, and the segment beside the base; nil is an empty one.
func (x *textKeeper) publish(ctx context.Context, base uint64, docs uint32, recent []byte) error {
	if recent == nil {
		var empty bytes.Buffer
		if err := exact.Merge(&empty, nil); err != nil {
			return err
		}
		recent = empty.Bytes()
	}
	list := x.list.append(nil)
	head := binary.LittleEndian.AppendUint64([]byte(textVersion), base)
	head = binary.LittleEndian.AppendUint64(head, uint64(docs))
	head = binary.LittleEndian.AppendUint64(head, uint64(len(list)))
	g, err := x.out.Publish(ctx, func(to io.Writer) error {
		for _, b := range [][]byte{head, list, recent} {
			if _, err := to.Write(b); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		g.Close()
	}
	return err
}

// index reads files and writes the segment of their text; their entries say
// which segment it is and their numbers in it, or segmentUnread.
func (x *textKeeper) index(ctx context.Context, files []*textFile, segment uint8, to io.Writer) (docs uint32, err error) {
	root, err := os.OpenRoot(x.w.root)
	if err != nil {
		return 0, err
	}
	defer root.Close()
	temp := filepath.Join(x.w.root, filepath.FromSlash(textDir), "runs")
	if err := errors.Join(os.RemoveAll(temp), os.Mkdir(temp, folderMode)); err != nil { // a process that crashed may have left it
		return 0, err
	}
	defer os.RemoveAll(temp)
	b := exact.NewBuilder(x.memory, &textRuns{dir: temp})
	const share = 32 // files that a goroutine reads at a time
	found := make([][]exact.Trigram, share*x.jobs)
	ok := make([]bool, share*x.jobs)
	extractors := make([]exact.Extractor, x.jobs)
	for start := 0; start < len(files); start += len(found) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		some := files[start:min(start+len(found), len(files))]
		var group sync.WaitGroup
		for j := range x.jobs {
			group.Go(func() {
				for i := j; i < len(some); i += x.jobs {
					found[i], ok[i] = trigramsOf(root, some[i].path, &extractors[j])
				}
			})
		}
		group.Wait()
		for i, f := range some {
			e := f.entry
			if !ok[i] {
				e.segment, e.doc, e.stamp = segmentUnread, 0, f.stamp
				continue
			}
			e.segment, e.doc, e.stamp = segment, b.Docs(), f.stamp
			if err := b.Add(found[i]); err != nil {
				return 0, err
			}
		}
	}
	docs = b.Docs()
	return docs, b.Finish(to)
}

// trigramsOf reads a file; false when a search has to read it anyway. Of a binary
// file only what comes before its first NUL is ever searched.
func trigramsOf(root *os.Root, path string, x *exact.Extractor) ([]exact.Trigram, bool) {
	h, err := root.OpenFile(path, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, false
	}
	src, err := readOpen(h, maxIndexedText)
	if err != nil {
		return nil, false
	}
	text := exact.Decode(src)
	if nul := bytes.IndexByte(text, 0); nul >= 0 {
		text = text[:nul]
	}
	return slices.Clone(x.Trigrams(text)), true
}

// textRuns keeps the runs of a Builder in a folder.
type textRuns struct {
	dir string
	n   int
}

func (r *textRuns) name(run int) string { return filepath.Join(r.dir, fmt.Sprint(run)) }

// Create implements text.Spill.
func (r *textRuns) Create() (io.WriteCloser, error) {
	r.n++
	return os.OpenFile(r.name(r.n-1), os.O_RDWR|os.O_CREATE|os.O_EXCL, fileMode)
}

// Open implements text.Spill.
func (r *textRuns) Open(run int) (io.ReadCloser, error) { return os.Open(r.name(run)) }
