package workspace

import (
	"encoding/binary"
	"io/fs"
	"time"
)

// stamp is what the file system says of a file without reading it. Two equal
// stamps mean an unchanged file, unless the file changed again within the
// granularity of its times: see settled.
type stamp struct {
	size         int64
	mtime, ctime int64  // nanoseconds since 1970; ctime is 0 where there is none
	inode        uint64 // 0 where there is none
}

// newStamp is the stamp of a file.
func newStamp(info fs.FileInfo) stamp {
	s := stamp{size: info.Size(), mtime: info.ModTime().UnixNano()}
	s.ctime, s.inode = identity(info)
	return s
}

// young is how long a modification time is not trusted: file systems keep times
// in steps of up to two seconds, and a file that was written twice in one step
// looks the same as after the first time.
const young = 2 * time.Second

// settled says whether an equal stamp will mean an unchanged file, when s was
// taken at now. A time in the future (a clock that was set back, another
// machine's clock) is not trusted.
func (s stamp) settled(now time.Time) bool {
	limit := now.Add(-young).UnixNano()
	return s.mtime < limit && s.ctime < limit
}

const stampSize = 32

func (s stamp) append(b []byte) []byte {
	for _, n := range [...]uint64{uint64(s.size), uint64(s.mtime), uint64(s.ctime), s.inode} {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	return b
}

// stampAt reads the n-th stamp of a table.
func stampAt(b []byte, n int) stamp {
	b = b[n*stampSize : (n+1)*stampSize]
	at := func(i int) uint64 { return binary.LittleEndian.Uint64(b[8*i:]) }
	return stamp{int64(at(0)), int64(at(1)), int64(at(2)), at(3)}
}
