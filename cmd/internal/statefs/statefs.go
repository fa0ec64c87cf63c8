// Package statefs keeps the files of a repository's sessions, and of what they
// taught, in its folder .code-intel.
package statefs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"strings"
	"time"

	"codeintel/index/workspace"
	"codeintel/session/files"
)

const (
	// MaxFile is the size in bytes of the largest file that is read.
	MaxFile = 32 << 20
	// shared is the folder that people put under version control, as the configuration.
	// Git keeps no right to read of a file, so that both are the user's alone on the disk.
	shared = "agreements"

	ignoreName  = ".gitignore"
	ignoreAll   = "*\n"
	lockSuffix  = ".lock"
	tempSuffix  = ".tmp"
	ownedPrefix = "." // of names of files that are ours alone: locks, and files being written

	// left is how old a file being written is whose process must have ended.
	left = time.Hour
	// young is how long a time of a file is not trusted: file systems keep times in
	// steps of up to two seconds, and a file that was written twice in one step
	// looks the same as after the first time.
	young = 2 * time.Second
	// A lock that another process has is asked for again after patience, and then
	// twice as long each time, up to the longest.
	patience, longest = time.Millisecond, 16 * time.Millisecond
)

// Folder is the folder .code-intel of a repository; it is made when something is
// written into it. Nothing is kept open, so that it may be removed and made anew
// at any time. Symbolic links lead to nothing: neither .code-intel nor any file or
// folder below it may be one.
type Folder struct {
	root string
	now  func() time.Time
}

var _ files.Files = (*Folder)(nil)

// New is the folder of the repository whose root folder is root, a path that is
// absolute and without symbolic links.
func New(root string, now func() time.Time) *Folder { return &Folder{root: root, now: now} }

// checkName refuses names that are not those of files that are handed in.
func checkName(name string) error {
	if !fs.ValidPath(name) || name == "." || strings.ContainsAny(name, "\\:\x00") {
		return errors.New("not a name inside the folder")
	}
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ownedPrefix) {
			return errors.New("names that begin with a dot are not for files")
		}
	}
	return nil
}

// fault is an error of something done to a file; what the system says is told
// without paths of the machine.
func fault(op, name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		err = files.ErrNotExist
	}
	for {
		var p *fs.PathError
		var l *os.LinkError
		switch {
		case errors.As(err, &p):
			err = p.Err
			continue
		case errors.As(err, &l):
			err = l.Err
			continue
		}
		break
	}
	if errors.Is(err, fs.ErrPermission) {
		err = fmt.Errorf("%w; give yourself the right to it", err)
	}
	return fmt.Errorf("%s %s/%s: %w", op, workspace.StateDir, name, err)
}

// open opens the folder. One that is not there is fs.ErrNotExist.
func (f *Folder) open() (*os.Root, error) {
	root, err := os.OpenRoot(f.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return openFolder(root, workspace.StateDir)
}

// openFolder opens a folder of root that is no symbolic link.
func openFolder(root *os.Root, name string) (*os.Root, error) {
	info, err := root.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, errors.New("its folder is a symbolic link; put a folder in its place")
	case !info.IsDir():
		return nil, errors.New("its folder is a file; move it away")
	}
	sub, err := root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	// What was looked at is what was opened.
	if now, err := sub.Stat("."); err != nil || !os.SameFile(info, now) {
		return nil, errors.Join(errors.New("its folder is being changed"), err, sub.Close())
	}
	return sub, nil
}

// within opens the folder that a file lies in.
func (f *Folder) within(name string) (*os.Root, error) {
	at, err := f.open()
	if err != nil {
		return nil, err
	}
	for dir, rest, more := strings.Cut(path.Dir(name), "/"); dir != "."; dir, rest, more = strings.Cut(rest, "/") {
		next, err := openFolder(at, dir)
		_ = at.Close()
		if err != nil {
			return nil, err
		}
		at = next
		if !more {
			break
		}
	}
	return at, nil
}

// prepare makes the folder that a file lies in, with what keeps it from git, and
// opens it.
func (f *Folder) prepare(name string) (*os.Root, error) {
	at, err := os.OpenRoot(f.root)
	if err != nil {
		return nil, err
	}
	// The rules of the state folder are the ones that the index makes too, and a
	// team may have its own. So that its sessions never get into git whatever those
	// say, each folder that is not shared has a rule of its own.
	next, err := f.enter(at, workspace.StateDir, workspace.StateIgnore)
	if err != nil {
		return nil, err
	}
	at = next
	for dir, rest, more := strings.Cut(path.Dir(name), "/"); dir != "."; dir, rest, more = strings.Cut(rest, "/") {
		rules := ignoreAll
		if dir == shared {
			rules = ""
		}
		if at, err = f.enter(at, dir, rules); err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	return at, nil
}

// enter opens a folder of at, which it closes. It makes the folder, and its rules
// for git, where they are not there.
func (f *Folder) enter(at *os.Root, dir, rules string) (*os.Root, error) {
	defer at.Close()
	if err := at.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	sub, err := openFolder(at, dir)
	if err != nil || rules == "" {
		return sub, err
	}
	if _, err = sub.Lstat(ignoreName); errors.Is(err, fs.ErrNotExist) {
		f.sweep(sub)
		err = f.write(sub, ignoreName, []byte(rules), 0o600)
	}
	if err != nil {
		return nil, errors.Join(err, sub.Close())
	}
	return sub, nil
}

// sweep removes what processes that were killed left half written.
func (f *Folder) sweep(dir *os.Root) {
	d, err := dir.Open(".")
	if err != nil {
		return
	}
	defer d.Close()
	list, _ := d.ReadDir(-1)
	for _, e := range list {
		if !strings.HasPrefix(e.Name(), ownedPrefix) || !strings.HasSuffix(e.Name(), tempSuffix) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && f.now().Sub(info.ModTime()) > left {
			_ = dir.Remove(e.Name()) // there is a next time
		}
	}
}

// regular opens a file of a folder that is one: no link, no device, no pipe.
func regular(dir *os.Root, name string, flag int) (*os.File, fs.FileInfo, error) {
	before, err := dir.Lstat(name)
	if err == nil && !before.Mode().IsRegular() {
		return nil, nil, errors.New("is no regular file; move it away")
	}
	if err == nil && flag&(os.O_WRONLY|os.O_RDWR) != 0 && hardLinks(before) > 1 {
		return nil, nil, errors.New("has another name, where it must not be changed; move it away")
	}
	if err != nil && (flag&os.O_CREATE == 0 || !errors.Is(err, fs.ErrNotExist)) {
		return nil, nil, err
	}
	if err != nil {
		flag |= os.O_EXCL
	}
	file, err := dir.OpenFile(name, flag, 0o600)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil && before != nil && !os.SameFile(before, info) {
		err = errChanging
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return file, info, nil
}

// errChanging: another process replaces the file at this moment.
var errChanging = errors.New("is being changed; try again")

// retry does what may meet a file that is being replaced.
func retry(do func() error) error {
	var err error
	for range 100 { // not for ever
		if err = do(); !errors.Is(err, errChanging) && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return err
}

// Read implements files.Files.
func (f *Folder) Read(name string) (data []byte, stamp string, err error) {
	err = checkName(name)
	if err == nil {
		err = retry(func() error {
			data, stamp, err = f.read(name)
			return err
		})
	}
	if err != nil {
		return nil, "", fault("read", name, err)
	}
	return data, stamp, nil
}

func (f *Folder) read(name string) ([]byte, string, error) {
	dir, err := f.within(name)
	if err != nil {
		return nil, "", err
	}
	defer dir.Close()
	file, info, err := regular(dir, path.Base(name), os.O_RDONLY)
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	if info.Size() > MaxFile {
		return nil, "", errors.New("is too large; move it away")
	}
	now := f.now()
	var text bytes.Buffer
	text.Grow(int(info.Size()) + bytes.MinRead)
	if _, err := text.ReadFrom(io.LimitReader(file, MaxFile+1)); err != nil {
		return nil, "", err
	}
	data := text.Bytes()
	if len(data) > MaxFile {
		return nil, "", errors.New("is too large; move it away")
	}
	// The stamp is of the file as it was before it was read: where it changed
	// meanwhile the next stamp is another one.
	if stamp, ok := settled(info, now); ok {
		return data, stamp, nil
	}
	return data, hashed(data), nil
}

// settled is the stamp of a file whose times will be others when it is changed
// again. A time in the future (a clock that was set back, another machine's clock)
// is not trusted.
func settled(info fs.FileInfo, now time.Time) (string, bool) {
	changed, inode, ok := identity(info)
	limit := now.Add(-young)
	if !ok || !info.ModTime().Before(limit) || !changed.Before(limit) {
		return "", false
	}
	return fmt.Sprintf("%d.%d.%d.%d", info.Size(), info.ModTime().UnixNano(), changed.UnixNano(), inode), true
}

// hashed is the stamp of a file by its content.
func hashed(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// Stamp implements files.Files. The stamp of a file that was changed less than two
// seconds ago becomes another one when it is older, without a change.
func (f *Folder) Stamp(name string) (stamp string, err error) {
	if err := checkName(name); err != nil {
		return "", fault("look at", name, err)
	}
	dir, err := f.within(name)
	if err != nil {
		return "", fault("look at", name, err)
	}
	defer dir.Close()
	info, err := dir.Lstat(path.Base(name))
	if err != nil {
		return "", fault("look at", name, err)
	}
	if stamp, ok := settled(info, f.now()); ok && info.Mode().IsRegular() {
		return stamp, nil
	}
	_, stamp, err = f.Read(name)
	return stamp, err
}

// Stamps returns the files of a folder, each with what Stamp says of it; "" where that
// takes reading it, and where known reports that nobody asks. One look at the folder
// costs a tenth of as many calls of Stamp.
func (f *Folder) Stamps(folder string, known func(name string) bool) (map[string]string, error) {
	if err := checkName(folder); err != nil {
		return nil, fault("list", folder, err)
	}
	dir, err := f.within(path.Join(folder, "x"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fault("list", folder, err)
	}
	defer dir.Close()
	d, err := dir.Open(".")
	if err != nil {
		return nil, fault("list", folder, err)
	}
	defer d.Close()
	list, err := d.ReadDir(-1)
	if err != nil {
		return nil, fault("list", folder, err)
	}
	stamps, now := make(map[string]string, len(list)), f.now()
	for _, e := range list {
		name := e.Name()
		if !e.Type().IsRegular() || checkName(name) != nil {
			continue
		}
		stamps[name] = ""
		if known(name) {
			continue
		}
		if info, err := dir.Lstat(name); err == nil && info.Mode().IsRegular() {
			if stamp, ok := settled(info, now); ok {
				stamps[name] = stamp
			}
		}
	}
	return stamps, nil
}

// Write implements files.Files.
func (f *Folder) Write(name string, data []byte) (string, error) {
	if err := checkName(name); err != nil {
		return "", fault("write", name, err)
	}
	dir, err := f.prepare(name)
	if err != nil {
		return "", fault("write", name, err)
	}
	defer dir.Close()
	if err := f.write(dir, path.Base(name), data, 0o600); err != nil {
		return "", fault("write", name, err)
	}
	return hashed(data), nil
}

// write replaces a file of a folder, whatever is in its place.
func (f *Folder) write(dir *os.Root, name string, data []byte, mode fs.FileMode) error {
	temp := fmt.Sprintf("%s%s.%016x%s", ownedPrefix, strings.TrimPrefix(name, ownedPrefix), rand.Uint64(), tempSuffix)
	file, err := dir.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = dir.Rename(temp, name)
	}
	if err != nil {
		return errors.Join(err, dir.Remove(temp))
	}
	return nil
}

// Append implements files.Files. Where the last line of the file was torn the new
// one begins on a line of its own.
func (f *Folder) Append(name string, line []byte) error {
	err := checkName(name)
	if err == nil {
		err = retry(func() error { return f.append(name, line) })
	}
	if err != nil {
		return fault("write", name, err)
	}
	return nil
}

func (f *Folder) append(name string, line []byte) error {
	dir, err := f.prepare(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	file, info, err := regular(dir, path.Base(name), os.O_RDWR|os.O_APPEND|os.O_CREATE)
	if err != nil {
		return err
	}
	defer file.Close()
	if n := info.Size(); n > 0 {
		var last [1]byte
		if _, err := file.ReadAt(last[:], n-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			line = append([]byte("\n"), line...)
		}
	}
	_, err = file.Write(line)
	return err
}

// Remove implements files.Files.
func (f *Folder) Remove(name string) error {
	err := checkName(name)
	if err == nil {
		err = f.remove(name)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fault("remove", name, err)
	}
	return nil
}

func (f *Folder) remove(name string) error {
	dir, err := f.within(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	info, err := dir.Lstat(path.Base(name))
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("is a folder")
	}
	return dir.Remove(path.Base(name))
}

// List implements files.Files. Files of ours (locks, files being written) are not
// listed, and neither is what is no regular file.
func (f *Folder) List(folder string) ([]string, error) {
	if folder != "." {
		if err := checkName(folder); err != nil {
			return nil, fault("list", folder, err)
		}
	}
	names, err := f.list(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fault("list", folder, err)
	}
	return names, nil
}

func (f *Folder) list(folder string) ([]string, error) {
	dir, err := f.within(path.Join(folder, "x"))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	list, err := fs.ReadDir(dir.FS(), ".") // sorted by name
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range list {
		if e.Type().IsRegular() && checkName(e.Name()) == nil {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Lock implements files.Files: it is the lock of a file beside the one of that
// name, which the system frees when the process ends. The file goes with the lock.
func (f *Folder) Lock(ctx context.Context, name string) (unlock func(), err error) {
	if err := checkName(name); err != nil {
		return nil, fault("lock", name, err)
	}
	for wait := patience; ; wait = min(2*wait, longest) {
		file, err := f.tryLock(name)
		if err == nil {
			return func() { f.unlock(name, file) }, nil
		}
		if !errors.Is(err, errHeld) {
			return nil, fault("lock", name, err)
		}
		t := time.NewTimer(wait)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return nil, fault("lock", name, fmt.Errorf("%w: %w", errHeld, context.Cause(ctx)))
		}
	}
}

var errHeld = errors.New("another process is at it; try again")

// tryLock takes the lock, or fails with errHeld.
func (f *Folder) tryLock(name string) (*os.File, error) {
	dir, err := f.prepare(name)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	own := ownedPrefix + path.Base(name) + lockSuffix
	file, info, err := regular(dir, own, os.O_RDWR|os.O_CREATE)
	switch {
	case errors.Is(err, errChanging), errors.Is(err, fs.ErrExist):
		return nil, errHeld // who had it takes it away, or somebody else has just made it
	case err != nil:
		return nil, err
	}
	if err = flock(file); err == nil {
		// The file may have gone with the lock of another since it was opened.
		if now, statErr := dir.Lstat(own); statErr != nil || !os.SameFile(now, info) {
			err = errHeld
		}
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// unlock frees a lock. Where its file can't be removed it is taken again as it is.
func (f *Folder) unlock(name string, file *os.File) {
	if dir, err := f.within(name); err == nil {
		own := ownedPrefix + path.Base(name) + lockSuffix
		info, infoErr := file.Stat()
		if now, err := dir.Lstat(own); err == nil && infoErr == nil && os.SameFile(now, info) {
			_ = dir.Remove(own)
		}
		_ = dir.Close()
	}
	_ = file.Close()
}
