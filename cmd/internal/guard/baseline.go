package guard

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io/fs"
	"maps"
	"slices"

	"codeintel/index/workspace"
)

// hash is that of a file's content; of a symbolic link, of where it leads to. The
// zero value is one that is not known.
type hash [sha256.Size]byte

// known is what the guard knows of a file.
type known struct {
	mark workspace.Mark
	hash hash
}

// baseline is what a repository was when all that had changed was last accounted
// for, by path.
type baseline map[string]known

// baselineVersion begins the kept form of a baseline; another one is made anew.
const baselineVersion = "ci gate baseline 1\n"

// encode is the kept form: the version, entries sorted by path (the path's length
// and bytes, size, times, inode, mode, hash; numbers little-endian), and the hash
// of all that.
func (b baseline) encode() []byte {
	out := make([]byte, 0, len(b)*128+64)
	out = append(out, baselineVersion...)
	for _, p := range slices.Sorted(maps.Keys(b)) {
		k := b[p]
		out = binary.AppendUvarint(out, uint64(len(p)))
		out = append(out, p...)
		for _, n := range [...]uint64{uint64(k.mark.Size), uint64(k.mark.ModTime), uint64(k.mark.ChangeTime), k.mark.Inode} {
			out = binary.LittleEndian.AppendUint64(out, n)
		}
		out = binary.LittleEndian.AppendUint32(out, uint32(k.mark.Mode))
		out = append(out, k.hash[:]...)
	}
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

var errBaseline = errors.New("it is damaged")

// changesVersion begins the kept form of what has changed since a baseline was kept.
const changesVersion = "ci gate changes 1\n"

// encodeChanges returns the kept form of the entries that have changed since the
// baseline with the sum was kept: the version, the sum, and the entries as those of a
// baseline; one that is gone has a size of -1.
func encodeChanges(since [sha256.Size]byte, changed baseline) []byte {
	out := append([]byte(changesVersion), since[:]...)
	return append(out, changed.encode()...)
}

// decodeChanges reads what encodeChanges made.
func decodeChanges(data []byte) (since [sha256.Size]byte, changed baseline, err error) {
	data, ok := bytes.CutPrefix(data, []byte(changesVersion))
	if !ok || len(data) < sha256.Size {
		return since, nil, errBaseline
	}
	since = [sha256.Size]byte(data)
	changed, err = decodeBaseline(data[sha256.Size:])
	return since, changed, err
}

// gone is the entry of a file that is gone, among changes.
var gone = known{mark: workspace.Mark{Size: -1}}

// apply brings a baseline up to date by what has changed since.
func (b baseline) apply(changed baseline) {
	for p, k := range changed {
		if k == gone {
			delete(b, p)
		} else {
			b[p] = k
		}
	}
}

// sumOf is the sum that ends the kept form of a baseline.
func sumOf(data []byte) [sha256.Size]byte { return [sha256.Size]byte(data[len(data)-sha256.Size:]) }

// decodeBaseline reads a kept form.
func decodeBaseline(data []byte) (baseline, error) {
	if len(data) < len(baselineVersion)+sha256.Size || !bytes.HasPrefix(data, []byte(baselineVersion)) {
		return nil, errBaseline
	}
	body, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if want := sha256.Sum256(body); !bytes.Equal(want[:], sum) {
		return nil, errBaseline
	}
	body = body[len(baselineVersion):]
	const fixed = 4*8 + 4 + sha256.Size
	b := make(baseline, len(body)/(fixed+24))
	for len(body) > 0 {
		n, used := binary.Uvarint(body)
		if used <= 0 || n > uint64(len(body)-used) || uint64(len(body)-used)-n < fixed {
			return nil, errBaseline
		}
		body = body[used:]
		p := string(body[:n])
		body = body[n:]
		at := func(i int) uint64 { return binary.LittleEndian.Uint64(body[8*i:]) }
		k := known{mark: workspace.Mark{Size: int64(at(0)), ModTime: int64(at(1)), ChangeTime: int64(at(2)), Inode: at(3), Mode: fs.FileMode(binary.LittleEndian.Uint32(body[32:]))}}
		copy(k.hash[:], body[36:])
		b[p] = k
		body = body[fixed:]
	}
	return b, nil
}
