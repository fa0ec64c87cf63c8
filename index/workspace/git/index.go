package git

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Index is the list of tracked paths of a repository. The zero value has none.
type Index struct {
	paths []string // sorted by bytes, without repeats
	links []string // the sorted paths of submodules (gitlinks)
}

// ErrSplitIndex: the index keeps its entries in another file, which is not read.
var ErrSplitIndex = errors.New("split index: its entries are in a shared file")

// ParseIndex reads an index file of version 2, 3 or 4 (gitformat-index(5)),
// with object names of hashLen bytes (20, or 32 in SHA-256 repositories). The
// checksum at its end is not verified.
func ParseIndex(data []byte, hashLen int) (Index, error) {
	if len(data) < 12+hashLen || string(data[:4]) != "DIRC" {
		return Index{}, errors.New("not a git index")
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version < 2 || version > 4 {
		return Index{}, fmt.Errorf("git index of version %d, known are 2 to 4", version)
	}
	damaged := func(n uint32) error { return fmt.Errorf("git index is damaged at entry %d of %d", n, count) }
	body := data[:len(data)-hashLen]
	fixed := 40 + hashLen + 2
	if uint64(count)*uint64(fixed) > uint64(len(body)) {
		return Index{}, damaged(0)
	}
	ix := Index{paths: make([]string, 0, count)}
	var prev []byte
	at := 12
	for n := range count {
		start := at
		if len(body)-at < fixed {
			return Index{}, damaged(n)
		}
		mode := binary.BigEndian.Uint32(body[at+24:])
		flags := binary.BigEndian.Uint16(body[at+fixed-2:])
		at += fixed
		if flags&0x4000 != 0 {
			if version < 3 {
				return Index{}, damaged(n)
			}
			at += 2
		}
		keep := 0
		if version == 4 {
			strip, size := varint(body[min(at, len(body)):])
			if size == 0 || strip > uint64(len(prev)) {
				return Index{}, damaged(n)
			}
			at += size
			keep = len(prev) - int(strip)
		}
		if at > len(body) {
			return Index{}, damaged(n)
		}
		end := 0
		for end < len(body)-at && body[at+end] != 0 {
			end++
		}
		if at+end == len(body) {
			return Index{}, damaged(n)
		}
		prev = append(prev[:keep], body[at:at+end]...)
		if version == 4 {
			at += end + 1
		} else {
			// One to eight NULs, so that the entry's length is a multiple of eight.
			at = start + (at+end-start)/8*8 + 8
		}
		path := string(prev)
		if path == "" {
			return Index{}, ErrSplitIndex // a replaced entry of the shared file
		}
		switch mode & 0o170000 {
		case 0o160000:
			ix.links = append(ix.links, path)
		case 0o040000:
			continue // a directory outside a sparse checkout
		}
		if k := len(ix.paths); k > 0 && ix.paths[k-1] == path {
			continue // another stage of a merge
		}
		ix.paths = append(ix.paths, path)
	}
	for at+8 <= len(body) {
		size := uint64(binary.BigEndian.Uint32(body[at+4:]))
		if string(body[at:at+4]) == "link" {
			return Index{}, ErrSplitIndex
		}
		if size > uint64(len(body)-at-8) {
			break
		}
		at += 8 + int(size)
	}
	if !sort.StringsAreSorted(ix.paths) {
		sort.Strings(ix.paths)
		sort.Strings(ix.links)
	}
	return ix, nil
}

// varint reads the offset encoding of pack files; size 0 means there is none.
func varint(b []byte) (v uint64, size int) {
	for i, c := range b {
		if i > 0 {
			v++
		}
		v = v<<7 | uint64(c&0x7f)
		if c&0x80 == 0 {
			return v, i + 1
		}
		if i == 8 {
			break
		}
	}
	return 0, 0
}

// Len is the number of tracked paths.
func (ix *Index) Len() int { return len(ix.paths) }

// Tracks says whether path is in the index.
func (ix *Index) Tracks(path string) bool { return has(ix.paths, path) }

// TracksBelow says whether the index has a path below directory dir.
func (ix *Index) TracksBelow(dir string) bool {
	i := sort.SearchStrings(ix.paths, dir+"/")
	return i < len(ix.paths) && strings.HasPrefix(ix.paths[i], dir+"/")
}

// Submodule says whether path is the folder of a submodule.
func (ix *Index) Submodule(path string) bool { return has(ix.links, path) }

func has(sorted []string, s string) bool {
	i := sort.SearchStrings(sorted, s)
	return i < len(sorted) && sorted[i] == s
}
