package guard

import (
	"encoding/binary"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"codeintel/index/workspace"
)

// watch tells which files of a repository have changed since it was listed. The kernel
// queues what happens before the call that makes it happen returns, so whoever reads the
// queue knows all that was done until then, and nobody else writes to it.
//
// It is told by folder. What is written by another name of the same file that lies
// elsewhere, it is not told of: a hard link that was made outside. So after a call that
// may have written there the files are looked at (sweep), and the whole repository is
// listed when an agent ends its turn.
type watch struct {
	fd int

	mu      sync.Mutex
	folders map[int32]string // by the number of their watch, relative to the root
	failed  bool             // something is not watched
}

// watchMask is the set of events that are watched for in a folder. IN_CLOSE_WRITE is among
// them because writes through a memory map cause no IN_MODIFY.
const watchMask = syscall.IN_MODIFY | syscall.IN_CLOSE_WRITE | syscall.IN_ATTRIB | syscall.IN_CREATE | syscall.IN_DELETE | syscall.IN_MOVED_FROM |
	syscall.IN_MOVED_TO | syscall.IN_DELETE_SELF | syscall.IN_MOVE_SELF | syscall.IN_ONLYDIR | syscall.IN_DONT_FOLLOW

// newWatch returns a watch of nothing, nil where the system has none to give.
func newWatch() *watch {
	fd, err := syscall.InotifyInit1(syscall.IN_CLOEXEC | syscall.IN_NONBLOCK)
	if err != nil {
		return nil
	}
	w := &watch{fd: fd, folders: map[int32]string{}}
	runtime.AddCleanup(w, func(fd int) { _ = syscall.Close(fd) }, fd)
	return w
}

// add watches a folder of the repository. It may be called by any goroutine.
func (w *watch) add(root, folder string) {
	n, err := syscall.InotifyAddWatch(w.fd, filepath.Join(root, filepath.FromSlash(folder)), watchMask)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil || len(w.folders) >= maxWatched {
		w.failed = true
		return
	}
	w.folders[int32(n)] = folder
}

// maxWatched is how many folders are watched: other programs watch, too.
const maxWatched = 20_000

// maxToldFiles is how many files may have changed; of more the whole repository is listed.
const maxToldFiles = 1000

// told returns the files of which something was told since the last call, relative to
// the root. It is not ok where that need not be all there is to look at: events are
// lost, folders have come, gone or changed places, or the rules of what is looked at
// have changed. Then the watch is of no more use.
func (w *watch) told() (files map[string]bool, ok bool) {
	if w == nil || w.failed {
		return nil, false
	}
	files = map[string]bool{}
	buf := make([]byte, 64<<10)
	for {
		n, err := syscall.Read(w.fd, buf)
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.EAGAIN:
			return files, true
		case err != nil || n < syscall.SizeofInotifyEvent:
			return nil, false
		}
		for rest := buf[:n]; len(rest) >= syscall.SizeofInotifyEvent; {
			number, mask, size := int32(binary.NativeEndian.Uint32(rest)), binary.NativeEndian.Uint32(rest[4:]), int(binary.NativeEndian.Uint32(rest[12:]))
			if len(rest) < syscall.SizeofInotifyEvent+size {
				return nil, false
			}
			name := strings.TrimRight(string(rest[syscall.SizeofInotifyEvent:syscall.SizeofInotifyEvent+size]), "\x00")
			rest = rest[syscall.SizeofInotifyEvent+size:]
			folder, known := w.folders[number]
			switch {
			case mask&(syscall.IN_Q_OVERFLOW|syscall.IN_UNMOUNT|syscall.IN_DELETE_SELF|syscall.IN_MOVE_SELF|syscall.IN_IGNORED) != 0, !known:
				return nil, false
			case strings.EqualFold(name, ".gitignore"), strings.EqualFold(name, ".git") && mask&^syscall.IN_ISDIR != syscall.IN_ATTRIB:
				return nil, false
			case mask&syscall.IN_ISDIR != 0 && mask&(syscall.IN_CREATE|syscall.IN_DELETE|syscall.IN_MOVED_FROM|syscall.IN_MOVED_TO) != 0 && folder+name != ".code-intel":
				return nil, false
			case mask&syscall.IN_ISDIR != 0, name == "":
				continue // the mode of a folder
			}
			if files[path.Join(folder, name)] = true; len(files) > maxToldFiles {
				return nil, false
			}
		}
	}
}

// sameMark reports whether a file has a mark, as far as times, size and inode go.
func sameMark(name string, m workspace.Mark) bool {
	var st syscall.Stat_t
	return syscall.Lstat(name, &st) == nil && st.Ino == m.Inode && st.Size == m.Size && st.Ctim.Nano() == m.ChangeTime && st.Mtim.Nano() == m.ModTime
}
