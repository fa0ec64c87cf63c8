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
	"time"

	exact "codeintel/index/internal/text"
	"codeintel/index/store"
)

// textDir is where the index of the text lies, below IndexDir: a store of its
// own, because it changes at other times than the state.
const textDir = IndexDir + "/text"

// maxIndexedText is the size of the largest file whose trigrams are indexed. A
// search reads larger ones.
const maxIndexedText = 16 << 20

// textMemory is about how much memory building the index takes; what is more goes
// to temporary files.
const textMemory = 256 << 20

// KeptText is the index of the text of a folder, as Workspace.KeepText left it. A
// file that has changed since then is searched as if there were no index.
type KeptText struct {
	dir     string
	segment *exact.Segment
	numbers map[string]uint32
	stamps  []byte
	close   func()
}

// OpenText opens the index of the text of the folder root; it fails when there is
// none that can be used.
func OpenText(root string) (*KeptText, error) {
	abs, err := folder(root)
	if err != nil {
		return nil, err
	}
	s, err := store.Open(store.Options{Dir: filepath.Join(abs, filepath.FromSlash(textDir))})
	if err != nil {
		return nil, err
	}
	defer s.Close() // what is published stays mapped
	g, err := s.Current()
	if err != nil {
		return nil, err
	}
	t, err := decodeText(abs, g.Data())
	if err != nil {
		g.Close()
		return nil, err
	}
	t.close = g.Close
	return t, nil
}

// Close frees what the index holds.
func (t *KeptText) Close() { t.close() }

// Candidates implements TextIndex.
func (t *KeptText) Candidates(plan *TextPlan) (func(path string) bool, error) {
	docs, err := t.segment.Candidates(plan)
	if err != nil {
		return nil, err
	}
	if docs.All() {
		return func(string) bool { return true }, nil
	}
	return func(path string) bool {
		n, ok := t.numbers[path]
		return !ok || docs.Has(n) || !t.fresh(path, int(n))
	}, nil
}

// fresh says whether a file is as it was when it was indexed.
func (t *KeptText) fresh(path string, n int) bool {
	was := stampAt(t.stamps, n)
	if was == (stamp{}) {
		return false
	}
	info, err := os.Lstat(filepath.Join(t.dir, filepath.FromSlash(path)))
	return err == nil && newStamp(info) == was
}

// A published index of text is the length of the list of paths (uint64,
// little-endian) and the paths, each behind its length as a uvarint; the number
// of stamps and the stamps; and the segment.

var errText = errors.New("the index of the text is damaged")

func decodeText(dir string, data []byte) (*KeptText, error) {
	list, rest, err := cut(data, 1)
	if err != nil {
		return nil, errText
	}
	t := &KeptText{dir: dir, numbers: map[string]uint32{}}
	if t.stamps, rest, err = cut(rest, stampSize); err != nil {
		return nil, errText
	}
	for len(list) > 0 {
		n, size := binary.Uvarint(list)
		if size <= 0 || n > uint64(len(list)-size) {
			return nil, fmt.Errorf("%w: its list of files", errText)
		}
		path := string(list[size : size+int(n)])
		t.numbers[path] = uint32(len(t.numbers))
		list = list[size+int(n):]
	}
	if t.segment, err = exact.Open(rest); err != nil {
		return nil, err
	}
	if len(t.numbers) != len(t.stamps)/stampSize || int(t.segment.Docs()) != len(t.numbers) {
		return nil, fmt.Errorf("%w: %d files, %d stamps, %d texts", errText, len(t.numbers), len(t.stamps)/stampSize, t.segment.Docs())
	}
	return t, nil
}

// KeepText brings the index of the text up to date with a state of the
// workspace, if so many files have changed that it is worth while. Where nothing
// can be kept it does nothing.
func (w *Workspace) KeepText(ctx context.Context, s *State) error {
	if shelf, ok := w.shelf.(*diskShelf); !ok || shelf.write == nil || s.scan == nil {
		return nil
	}
	now := w.opts.now()
	if kept, err := OpenText(w.root); err == nil {
		stale := kept.stale(s.scan)
		kept.Close()
		if stale <= max(64, len(s.scan.Files)/16) {
			return nil
		}
	}
	out, err := store.OpenWriter(store.Options{Dir: filepath.Join(w.root, filepath.FromSlash(textDir))})
	var locked *store.LockedError
	if errors.As(err, &locked) {
		return nil // another process is at it
	}
	if err != nil {
		return err
	}
	g, err := out.Publish(ctx, func(to io.Writer) error { return w.writeText(ctx, to, s.scan, now) })
	if err == nil {
		g.Close()
	}
	return errors.Join(err, out.Close())
}

// stale is how many files of a scan a search would have to read although the
// index might rule them out.
func (t *KeptText) stale(s *Scan) int {
	n := 0
	for i := range s.Files {
		f := &s.Files[i]
		if f.stamp.size > maxIndexedText {
			continue
		}
		if at, ok := t.numbers[f.Path]; !ok || stampAt(t.stamps, int(at)) != f.stamp {
			n++
		}
	}
	return n
}

// writeText reads all files and writes the index of their text.
func (w *Workspace) writeText(ctx context.Context, to io.Writer, s *Scan, now time.Time) error {
	root, err := os.OpenRoot(w.root)
	if err != nil {
		return err
	}
	defer root.Close()
	temp := filepath.Join(w.root, filepath.FromSlash(textDir), "runs")
	if err := errors.Join(os.RemoveAll(temp), os.Mkdir(temp, 0o777)); err != nil { // a process that crashed may have left it
		return err
	}
	defer os.RemoveAll(temp)
	b := exact.NewBuilder(textMemory, &textRuns{dir: temp})
	jobs := w.opts.jobs()
	var list, stamps []byte
	const share = 32 // files that a goroutine reads at a time
	found := make([][]exact.Trigram, share*jobs)
	ok := make([]bool, share*jobs)
	extractors := make([]exact.Extractor, jobs)
	for start := 0; start < len(s.Files); start += len(found) {
		if err := ctx.Err(); err != nil {
			return err
		}
		files := s.Files[start:min(start+len(found), len(s.Files))]
		var group sync.WaitGroup
		for j := range jobs {
			group.Go(func() {
				for i := j; i < len(files); i += jobs {
					found[i], ok[i] = trigramsOf(root, &files[i], &extractors[j])
				}
			})
		}
		group.Wait()
		for i := range files {
			if !ok[i] {
				continue
			}
			if err := b.Add(found[i]); err != nil {
				return err
			}
			list = append(binary.AppendUvarint(list, uint64(len(files[i].Path))), files[i].Path...)
			st := files[i].stamp
			if !st.settled(now) {
				st = stamp{}
			}
			stamps = st.append(stamps)
		}
	}
	head := append(binary.LittleEndian.AppendUint64(nil, uint64(len(list))), list...)
	head = append(binary.LittleEndian.AppendUint64(head, uint64(len(stamps)/stampSize)), stamps...)
	if _, err := to.Write(head); err != nil {
		return err
	}
	return b.Finish(to)
}

// trigramsOf reads a file; false when a search has to read it anyway.
func trigramsOf(root *os.Root, f *File, x *exact.Extractor) ([]exact.Trigram, bool) {
	h, err := root.OpenFile(filepath.FromSlash(f.Path), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, false
	}
	src, err := readOpen(h, maxIndexedText)
	if err != nil {
		return nil, false
	}
	text := exact.Decode(src)
	if bytes.IndexByte(text[:min(len(text), 8<<10)], 0) >= 0 {
		return nil, false
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
	return os.Create(r.name(r.n - 1))
}

// Open implements text.Spill.
func (r *textRuns) Open(run int) (io.ReadCloser, error) { return os.Open(r.name(run)) }
