package workspace

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"os"
	"slices"
	"strings"
)

// A textList is what a walk for text searches has found: the folders with all
// their entries, also those that the rules exclude, because the flags of a search
// may want them. The next walk lists only the folders that have changed since:
// adding, removing and renaming entries changes the time of a folder, and what
// the rules are read from is looked at by its own times.
type textList struct {
	// outside is of what counts beside the folders: see outsideSum.
	outside [sha256.Size]byte
	folders []*textFolder
	number  map[string]int32 // by path
}

// textFolder is a folder and its entries.
type textFolder struct {
	path  string // relative to the root, "" is the root
	stamp stamp  // zero when it can't be trusted
	// rules has a bit for each of ruleFiles that the folder has, looked is what
	// they led to.
	rules   uint8
	looked  []textRule
	entries []textEntry // sorted by name
}

// ruleFiles are the names that change the rules in a folder.
var ruleFiles = [...]string{".git", ".gitignore", ".ignore", ".rgignore"}

// gitRule is the bit of ".git": what it leads to may lie elsewhere.
const gitRule = 1 << 0

// textRule is a file that rules were read from, or that was looked for.
type textRule struct {
	name      string // absolute
	existence bool   // only whether it is a folder counts
	stamp     stamp  // missing, present, or zero when it can't be trusted
}

// textEntry is a regular file or a folder in a folder.
type textEntry struct {
	name  string
	dir   bool
	rules verdict // what the rules say of it
	// Of a file whose trigrams are known: its stamp, the segment and the number
	// in it.
	stamp   stamp
	segment uint8
	doc     uint32
}

// The segments of an index, and what stands in place of one: nothing is known of
// the file, or that it can't be indexed.
const (
	segmentNone uint8 = iota
	segmentBase
	segmentRecent
	segmentUnread
	segmentCount
)

// folder finds a folder; nil when there is none.
func (l *textList) folder(path string) *textFolder {
	if n, ok := l.number[path]; ok {
		return l.folders[n]
	}
	return nil
}

func (l *textList) add(f *textFolder) {
	if l.number == nil {
		l.number = map[string]int32{}
	}
	l.number[f.path] = int32(len(l.folders))
	l.folders = append(l.folders, f)
}

// entry finds an entry; nil when there is none.
func (f *textFolder) entry(name string) *textEntry {
	n, ok := slices.BinarySearchFunc(f.entries, name, func(e textEntry, name string) int { return strings.Compare(e.name, name) })
	if !ok {
		return nil
	}
	return &f.entries[n]
}

// join is the path of an entry.
func (f *textFolder) join(name string) string {
	if f.path == "" {
		return name
	}
	return f.path + "/" + name
}

// take takes over what is known of the files of an earlier list of the folder,
// which may be nil.
func (f *textFolder) take(was *textFolder) {
	if was == nil {
		return
	}
	for i := range f.entries {
		e := &f.entries[i]
		if o := was.entry(e.name); o != nil && !e.dir && !o.dir {
			e.stamp, e.segment, e.doc = o.stamp, o.segment, o.doc
		}
	}
}

// indexed says whether the trigrams of a file are worth keeping: searches without
// -g may look at it.
func (e *textEntry) indexed() bool { return !e.dir && e.rules != excluded }

// known says whether the trigrams of a file are.
func (e *textEntry) known() bool { return e.segment == segmentBase || e.segment == segmentRecent }

// outsideSum is of all that a walk of the root depends on beside the folders
// below it: where it is, its configuration, and the rules from above, which are
// what looked says.
func outsideSum(abs string, c *Config, looked []textLook) (sum [sha256.Size]byte) {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q %q\n", abs, c.ExcludePatterns, c.SourceDirs, c.prefix)
	for i := range looked {
		looked[i].write(h)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

func (l *textLook) write(h hash.Hash) {
	fmt.Fprintf(h, "%q %t %t %x\n", l.name, l.existence, l.found, l.sum)
}

// stamped says how to find out whether looks would find the same again.
func (w *textWalker) stamped(looked []textLook) (out []textRule) {
	for _, l := range looked {
		r := textRule{l.name, l.existence, w.stampOf(l.name, l.existence)}
		if (r.stamp == missing) == l.found || !r.stamp.settled(w.now) {
			r.stamp = stamp{} // it has changed meanwhile, or may yet
		}
		out = append(out, r)
	}
	return out
}

func (w *textWalker) stampOf(name string, existence bool) stamp {
	info, err := os.Stat(name)
	switch {
	case existence && err == nil && info.IsDir():
		return present
	case err != nil || existence:
		return missing
	}
	return newStamp(info)
}

// sameFolder says whether a folder has the entries that it had.
func (w *textWalker) sameFolder(f *textFolder, abs string) bool {
	if f.stamp == (stamp{}) {
		return false
	}
	now, dir, err := lstat(abs)
	return err == nil && dir && now == f.stamp
}

// sameRules says whether the rules in a folder are those that there were, given
// those from above it; listed: its entries are.
func (w *textWalker) sameRules(f *textFolder, abs string, listed bool) bool {
	if !listed {
		has := onDisk(abs)
		for i, name := range ruleFiles {
			if has(name) != (f.rules&(1<<i) != 0) {
				return false
			}
		}
	}
	for i := range f.looked {
		r := &f.looked[i]
		if r.stamp == (stamp{}) || w.stampOf(r.name, r.existence) != r.stamp {
			return false
		}
	}
	return true
}

// A stored list is: outside; the number of folders and of indexed entries; for
// each folder its path, stamp, rules, what was looked at, and its entries, each
// as a byte of what it is, its name, and its number in its segment as the
// distance to the one before it there; and the stamps of the files with such a
// number. Numbers are varints, texts have their length before them.

// The bits of an entry.
const (
	entryDir          = 1
	entryRulesShift   = 1
	entrySegmentShift = 3
)

func (l *textList) append(b []byte) []byte {
	text := func(s string) { b = append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	b = append(b, l.outside[:]...)
	b = binary.AppendUvarint(b, uint64(len(l.folders)))
	var stamps []byte
	var last [segmentCount]uint32
	for _, f := range l.folders {
		text(f.path)
		b = append(f.stamp.append(b), f.rules)
		b = binary.AppendUvarint(b, uint64(len(f.looked)))
		for i := range f.looked {
			r := &f.looked[i]
			text(r.name)
			existence := byte(0)
			if r.existence {
				existence = 1
			}
			b = r.stamp.append(append(b, existence))
		}
		b = binary.AppendUvarint(b, uint64(len(f.entries)))
		for i := range f.entries {
			e := &f.entries[i]
			is := byte(e.rules)<<entryRulesShift | e.segment<<entrySegmentShift
			if e.dir {
				is |= entryDir
			}
			b = append(b, is)
			text(e.name)
			if e.segment != segmentNone {
				b = binary.AppendVarint(b, int64(e.doc)-int64(last[e.segment]))
				last[e.segment] = e.doc
				stamps = e.stamp.append(stamps)
			}
		}
	}
	return append(b, stamps...)
}

// decodeTextList reads a list; docs are the numbers of documents of the segments.
func decodeTextList(data []byte, docs [segmentCount]uint32) (*textList, error) {
	r := textListReader{rest: string(data)}
	l := &textList{number: map[string]int32{}}
	copy(l.outside[:], r.bytes(sha256.Size))
	var last [segmentCount]int64
	var indexed []*textEntry
	entries := make([]textEntry, 0, 1<<10)
	for n := r.count(); n > 0 && !r.bad; n-- {
		f := &textFolder{path: r.text(), stamp: r.stamp()}
		if b := r.bytes(1); b != "" {
			f.rules = b[0]
		}
		for n := r.count(); n > 0 && !r.bad; n-- {
			rule := textRule{name: r.text()}
			rule.existence = r.bytes(1) == "\x01"
			rule.stamp = r.stamp()
			f.looked = append(f.looked, rule)
		}
		count := r.count()
		if cap(entries)-len(entries) < count {
			entries = make([]textEntry, 0, max(count, 1<<12))
		}
		begin := len(entries)
		for range count {
			is := r.bytes(1)
			if r.bad {
				break
			}
			e := textEntry{dir: is[0]&entryDir != 0, rules: verdict(is[0] >> entryRulesShift & 3), segment: is[0] >> entrySegmentShift, name: r.text()}
			if e.name == "" || strings.Contains(e.name, "/") || e.segment >= segmentCount || e.rules > included {
				r.bad = true
				break
			}
			if e.segment != segmentNone {
				last[e.segment] += r.signed()
				if last[e.segment] < 0 || last[e.segment] >= int64(docs[e.segment]) {
					r.bad = true
					break
				}
				e.doc = uint32(last[e.segment])
			}
			entries = append(entries, e)
			if e.segment != segmentNone {
				indexed = append(indexed, &entries[len(entries)-1])
			}
		}
		f.entries = entries[begin:len(entries):len(entries)]
		if !slices.IsSortedFunc(f.entries, func(a, b textEntry) int { return strings.Compare(a.name, b.name) }) || l.folder(f.path) != nil {
			r.bad = true
		}
		l.add(f)
	}
	if r.bad || len(r.rest) != stampSize*len(indexed) {
		return nil, fmt.Errorf("%w: its list of files", errText)
	}
	stamps := data[len(data)-len(r.rest):]
	for i, e := range indexed {
		e.stamp = stampAt(stamps, i)
	}
	return l, nil
}

// textListReader takes a stored list apart; bad is set where it is none.
type textListReader struct {
	rest string
	bad  bool
}

func (r *textListReader) bytes(n int) string {
	if r.bad = r.bad || n > len(r.rest); r.bad {
		return ""
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// varint is the bytes of the varint that comes next, at most ten.
func (r *textListReader) varint() []byte {
	var buf [binary.MaxVarintLen64]byte
	n := copy(buf[:], r.rest)
	for i, c := range buf[:n] {
		if c < 0x80 {
			r.rest = r.rest[i+1:]
			return buf[:i+1]
		}
	}
	r.bad = true
	return nil
}

func (r *textListReader) signed() int64 {
	n, _ := binary.Varint(r.varint())
	return n
}

// count is a number of things that take a byte or more each.
func (r *textListReader) count() int {
	n, _ := binary.Uvarint(r.varint())
	if r.bad = r.bad || n > uint64(len(r.rest)); r.bad {
		return 0
	}
	return int(n)
}

func (r *textListReader) text() string { return r.bytes(r.count()) }

func (r *textListReader) stamp() (s stamp) {
	if b := r.bytes(stampSize); b != "" {
		s = stampAt([]byte(b), 0)
	}
	return s
}
