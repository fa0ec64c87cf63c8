package workspace

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"codeintel/index"
	"codeintel/index/charset"
	"codeintel/index/lang"
	"codeintel/index/lang/ts"
	"codeintel/index/pos"
	"codeintel/index/secrets"
	"codeintel/index/store"
)

// What is kept on disk may be lost at any time: files are truncated, overwritten, swapped
// and removed by whoever restores half a cache, by a full disk, by hand. Nothing of it is
// believed before it agrees with its checksum, and what is lost is made again:
//
//   - the facts of a file when somebody asks for them, from the file's text, as long as
//     that is the one they are of (remake);
//   - before a look is over, those of all files whose artefacts are not there any more
//     (heal);
//   - a published state from the artefacts (Workspace.unsound).
//
// What can't be made again, because the text is another one by now, is read anew by the
// next look, which an answer waits for. Where that fails, answers say what they lack.

// health is what is known of the damage to what a workspace keeps.
type health struct {
	lost   atomic.Int64 // contents that could not be had, so far
	remade atomic.Int64 // of artefacts that are not on disk yet
}

// errOtherText: the file is not that which was indexed.
var errOtherText = errors.New("the file has another text now")

// retryTime is how many times longer than before a file may take that is read again: it
// was read in time once.
const retryTime = 10

// remake returns the content of a file whose artefact is missing or damaged, by reading
// the file again. It fails where the text is another one. missing is why it is needed.
func (w *Workspace) remake(ctx context.Context, parser *ts.Parser, c *codecs, d *index.Doc, missing error) (*index.Content, error) {
	src, err := w.textOf(d)
	if err != nil {
		return nil, fmt.Errorf("%w; %w", missing, err)
	}
	limit := retryTime * w.Config(w.Current()).ParserTimeout
	facts, err := extractOne(ctx, limit, parser, d.Lang, lang.Input{Path: d.Path, Src: secrets.MaskFile(d.Path, src), Language: d.Lang, Room: &c.room})
	if err == nil {
		err = lang.Validate(facts, len(src))
	}
	if err != nil {
		return nil, fmt.Errorf("%w; %w", missing, err)
	}
	facts.Generated = facts.Generated || machineWritten(src)
	content := &index.Content{Facts: facts, Lines: pos.New(src)}
	if facts.Truncated == "" && w.shelf.keeps() {
		if data := c.encode(facts, content.Lines); data != nil {
			w.shelf.put(artefactKey(d), data)
			w.health.remade.Add(1)
		}
	}
	return content, nil
}

// textOf reads the text that a file was indexed with; it fails with errOtherText where the
// file has another one.
func (w *Workspace) textOf(d *index.Doc) ([]byte, error) {
	root, err := os.OpenRoot(w.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := root.OpenFile(filepath.FromSlash(d.Path), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	src, err := readOpen(f, d.Size)
	switch {
	case errors.Is(err, errTooLarge):
		return nil, errOtherText
	case err != nil:
		return nil, err
	case sha256.Sum256(src) != d.Hash:
		return nil, errOtherText
	}
	text, _ := charset.Decode(src)
	return text, nil
}

// damaged is told of files whose content can't be had.
func (w *Workspace) damaged(d *index.Doc, err error) { w.health.lost.Add(1) }

// lost returns the files of the state of which something could not be read, sorted: what
// was answered of them may be wrong.
func (s *State) lost() []string {
	if s.health == nil || s.health.lost.Load() == 0 {
		return nil
	}
	return s.Snapshot.Lost()
}

// lostText says for users that something of a state is lost.
func lostText(paths []string) string {
	return "what was kept of " + namedPaths(paths) + " is lost, and could not be made again"
}

// namedPaths names the first of some paths.
func namedPaths(paths []string) string {
	if n := len(paths) - maxNamed; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(paths[:maxNamed], ", "), n)
	}
	return strings.Join(paths, ", ")
}

// Sound reports whether what is kept on disk, and states are read from, is as it was when
// it was checked. Where it is not, the next look makes it again.
func (w *Workspace) Sound() bool { return w.sound() }

// sound reports whether what is kept on disk is as it was when it was last checked. It is
// cheap where no file has changed.
func (w *Workspace) sound() bool {
	s := w.disk.Load()
	return s == nil || s.sound()
}

// sound is Workspace.sound. It stays false until a look has dealt with the damage.
func (s *diskShelf) sound() bool {
	if s.hurt.Load() {
		return false
	}
	hurt := s.gaveUp(s.read.Check(s.write != nil))
	if g := s.state.Load(); g != nil {
		gone, err := g.Check()
		if err != nil {
			s.unfit.Store(g)
			hurt = true
		}
		if gone && s.write != nil && s.read.Names(g) {
			s.gone.Store(true)
			hurt = true
		}
	}
	if hurt {
		s.hurt.Store(true)
	}
	return !hurt
}

// gaveUp notes that so many packs are not used any more, and reports whether there are
// any.
func (s *diskShelf) gaveUp(packs int) bool {
	s.damages.Add(int64(packs))
	return packs > 0
}

// damages is how often packs in use turned out to be damaged.
func (w *Workspace) damages() int64 {
	if s := w.disk.Load(); s != nil {
		return s.damages.Load()
	}
	return 0
}

// errRotten is the error of a state that was to be made from a published one that has
// changed since it was published.
var errRotten = errors.New("the index on disk was damaged while it was read")

// generation returns the published state that answers of s are read from; nil where no
// file is mapped for them.
func (s *State) generation() *store.Generation {
	if s == nil || s.Snapshot == nil {
		return nil
	}
	g, _ := s.Snapshot.Reads().(*store.Generation)
	return g
}

// reading starts recording which parts of the published state behind s are read. The
// returned end verifies their checksums and reports whether all are intact. That detects
// changed bytes even if the file's modification time is the same. Rest verifies the parts
// that no answer reads.
func (w *Workspace) reading(s *State) (end func() bool) {
	g := s.generation()
	if g == nil {
		return func() bool { return true }
	}
	r := g.Read()
	return func() bool { return w.believe(g, r.End()) }
}

// stayedWhole does what the end of a reading does, for what was read without one.
func (w *Workspace) stayedWhole(s *State) bool {
	g := s.generation()
	return g == nil || w.believe(g, g.Compare())
}

// believe reports whether a comparison of g found it whole, which err says. Where it is
// damaged and current, it is marked as unfit.
func (w *Workspace) believe(g *store.Generation, err error) bool {
	if s := w.disk.Load(); err != nil && s != nil && s.state.Load() == g {
		s.unfit.Store(g)
		s.hurt.Store(true)
	}
	return err == nil
}

// Whole reports whether all that was read of s so far, and the files that it is kept in, are
// as they were written.
func (w *Workspace) Whole(s *State) bool { return w.stayedWhole(s) && w.sound() }

// searchedBytes is how many bytes of the artefacts that searches hold are compared with
// their checksums again after a search by meaning.
//
// That bounds a fault that is accepted: chunks and vectors are compared when they are read
// into a forest, and not whenever they are searched, since a search reads all of them. What
// rots in memory after that, without a sign on the file, can change the rank and the lines
// of a hit, and hide one. It is noticed after as many searches as there are pieces of
// searchedBytes in what is held, or when nobody has asked for a moment, which compares
// restBytes of it; the forest is then made again. Text and symbols of an answer come from
// the state and the files, which each answer is compared with.
const searchedBytes = 512 << 10

// stayedSound is like sound, for a caller that has made an answer from what is kept: it
// also compares some of what searches hold.
func (w *Workspace) stayedSound() bool {
	s := w.disk.Load()
	if s == nil {
		return true
	}
	s.asked.Store(true)
	held := 0
	if s.searched.Swap(false) {
		held = searchedBytes
	}
	return s.sound() && s.recheck(0, held)
}

// guardRot is store.Guard, but a panic is an error too where what is mapped turns out to
// be damaged: code that trusts its tables may do anything with others.
func (w *Workspace) guardRot(read func() error) (err error) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		if s := w.disk.Load(); s != nil && (!s.sound() || !s.recheck(math.MaxInt, math.MaxInt)) {
			err = fmt.Errorf("%w: %v", store.ErrDamaged, r)
			return
		}
		panic(r)
	}()
	return store.Guard(read)
}

// recheck compares some bytes of the published state, and some of the artefacts that
// searches hold, with their checksums. It reports whether they are what they were.
func (s *diskShelf) recheck(state, held int) bool {
	hurt := s.gaveUp(s.read.Recheck(held, store.Chunks, store.Vectors))
	if g := s.state.Load(); g != nil && g.Recheck(state) != nil {
		s.unfit.Store(g)
		hurt = true
	}
	if hurt {
		s.hurt.Store(true)
	}
	return !hurt
}

// unsound reports whether the published state that is mapped is damaged: then nothing may
// follow from it.
func (s *diskShelf) unsound() bool {
	s.sound()
	g := s.state.Load()
	return g != nil && s.unfit.Load() == g
}

// lacking returns the numbers of the files of a state, which is that of this shelf, whose
// artefacts are not there any more; nil where none is missing.
func (s *diskShelf) lacking(last *State) map[int32]bool {
	if !s.hurt.Load() && !s.loose.Load() {
		return nil
	}
	var docs []int32
	var keys []store.Key
	for i, d := range last.Snapshot.Docs() {
		if d.Source != nil && !last.Snapshot.Truncated(int32(i)) {
			docs, keys = append(docs, int32(i)), append(keys, artefactKey(d))
		}
	}
	var lacking map[int32]bool
	for i, there := range s.read.Has(keys) {
		if there {
			continue
		}
		s.mu.Lock()
		_, there = s.pending[keys[i]]
		s.mu.Unlock()
		if there {
			continue
		}
		if lacking == nil {
			lacking = map[int32]bool{}
		}
		lacking[docs[i]] = true
	}
	return lacking
}

// heal makes the artefacts of files again that are lost. lacking are those of the last
// state that are known to be missing. Files that it can't be done for are taken out of
// x.kept, to be read as if they were new; x.lossy is set where something that the last
// state is made of is gone for good. Its error is the context's.
func (x *indexer) heal(ctx context.Context, w *Workspace, last *State, lacking map[int32]bool, numbers []int32) (failed []string, err error) {
	if len(lacking) == 0 && w.health.lost.Load() == 0 {
		return nil, nil
	}
	docs := last.Snapshot.Docs()
	still := make([]bool, len(docs)) // in the scan, as they were
	var list []int32
	for i, n := range numbers {
		if n < 0 || x.kept[i] == nil {
			continue
		}
		still[n] = true
		switch {
		case docs[n].Lost() != nil: // the snapshot may have been asked since
			x.kept[i] = nil
			failed = append(failed, docs[n].Path)
		case lacking[n]:
			list = append(list, int32(i))
		}
	}
	for n, d := range docs {
		if !still[n] && (lacking[int32(n)] || d.Lost() != nil) {
			x.lossy = true
		}
	}
	var mu sync.Mutex
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(x.jobs, len(list)) {
		workers.Go(func() {
			parser := ts.NewParser(ts.Limits{Time: retryTime * x.config.ParserTimeout})
			defer func() { parser.Close() }()
			c := newCodecs()
			defer c.close()
			for ctx.Err() == nil {
				at := next.Add(1) - 1
				if at >= int64(len(list)) {
					return
				}
				i := list[at]
				d := x.kept[i]
				content, err := c.get(x.shelf, artefactKey(d))
				if err != nil {
					content, err = w.remake(ctx, parser, c, d, err)
				}
				if err == nil && content.Shape() != d.Source.Shape() {
					err = errNotKept
				}
				if errors.Is(err, errPanic) {
					parser.Close()
					parser = ts.NewParser(ts.Limits{Time: retryTime * x.config.ParserTimeout})
				}
				if err != nil && ctx.Err() == nil {
					mu.Lock()
					x.kept[i] = nil
					failed = append(failed, d.Path)
					mu.Unlock()
				}
			}
		})
	}
	workers.Wait()
	x.lossy = x.lossy || len(failed) > 0
	return failed, ctx.Err()
}

// mend writes what was made again, and sets aside what is damaged. next is the state that
// is current now.
func (w *Workspace) mend(ctx context.Context, last, next *State) {
	s := w.disk.Load()
	if s == nil {
		return
	}
	if s.write == nil {
		s.hurt.Store(false) // who writes the index mends it; what is used here is whole
		s.loose.Store(false)
		return
	}
	if w.health.remade.Load() == 0 && !s.hurt.Load() && !s.loose.Load() && !s.found() {
		return
	}
	remade := w.health.remade.Load()
	for _, f := range s.read.Findings() {
		if f.Damaged {
			w.warn(f.String() + "; it is made anew")
		}
	}
	err := s.flush(ctx)
	if err == nil {
		err = s.write.Mend(ctx, func() func(store.Key) bool { return w.needs(last, next) })
	}
	if err != nil {
		if ctx.Err() == nil {
			next.Report.Warnings = append(next.Report.Warnings, NotKept("what was lost of the index and made again", err))
		}
		s.hurt.Store(false) // what is used is whole; the next process finds what is left of the damage
		return
	}
	w.health.remade.Add(-remade)
	s.hurt.Store(false)
	s.loose.Store(false)
}

// found reports whether damage was found in the files of the shelf.
func (s *diskShelf) found() bool {
	for _, f := range s.read.Findings() {
		if f.Damaged {
			return true
		}
	}
	return false
}

// Verification is what Verify has found.
type Verification struct {
	store.Verified
	// Findings are what was wrong, one line each; Left what still is, because it could
	// not be made again.
	Findings, Left []string
}

// Verify reads all that is kept on disk, and makes again what is damaged or missing. It
// fails as Sync does, or where a folder can't be read.
func (w *Workspace) Verify(ctx context.Context) (*Verification, error) {
	v := &Verification{}
	for again := true; ; again = false {
		done, found, err := w.verify(ctx)
		if err != nil {
			return nil, err
		}
		if v.Verified = done; again {
			v.Findings = found
		} else {
			v.Left = found
		}
		if len(found) == 0 || !again {
			return v, nil
		}
		if _, err := w.Sync(ctx); err != nil {
			return nil, err
		}
		if err := w.KeepText(ctx); err != nil && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// verify reads all that is kept, and returns what is wrong. The next look mends it.
func (w *Workspace) verify(ctx context.Context) (done store.Verified, found []string, err error) {
	s := w.disk.Load()
	if s == nil {
		return done, nil, nil
	}
	status := &Status{Root: w.root, State: w.Current()}
	if err := status.verify(ctx, s); err != nil {
		return done, nil, err
	}
	if len(status.Findings) > 0 {
		s.hurt.Store(true)
	}
	return status.Verified, status.Findings, nil
}
