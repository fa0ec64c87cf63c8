package mcp

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
)

// cursor is where the next page of a list begins.
type cursor struct {
	Offset     int
	Generation uint64 // of the index that the page before was of
	Question   uint32 // see questionOf
}

const cursorVersion = 1

// String is the cursor as clients get it: opaque to them.
func (c cursor) String() string {
	b := []byte{cursorVersion}
	b = binary.AppendUvarint(b, uint64(c.Offset))
	b = binary.AppendUvarint(b, c.Generation)
	b = binary.BigEndian.AppendUint32(b, c.Question)
	return base64.RawURLEncoding.EncodeToString(b)
}

// parseCursor reads what String wrote; false when it is something else.
func parseCursor(s string) (cursor, bool) {
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil || len(b) == 0 || b[0] != cursorVersion {
		return cursor{}, false
	}
	offset, n := binary.Uvarint(b[1:])
	if n <= 0 || offset > 1<<31 {
		return cursor{}, false
	}
	b = b[1+n:]
	generation, n := binary.Uvarint(b)
	if n <= 0 || len(b) != n+4 {
		return cursor{}, false
	}
	return cursor{int(offset), generation, binary.BigEndian.Uint32(b[n:])}, true
}

// questionOf tells questions apart: by the tool, and all arguments but those that
// say how much of the answer is wanted. arguments is canonical JSON.
func questionOf(tool, root string, arguments []byte) uint32 {
	h := fnv.New32a()
	for _, part := range [][]byte{[]byte(tool), {0}, []byte(root), {0}, arguments} {
		h.Write(part) // never fails
	}
	return h.Sum32()
}
