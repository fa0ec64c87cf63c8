package workspace

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
)

// Changed says which of the files that an answer is from are not any more what
// the state has of them, in the order given. It looks at the disk: a file's size
// and times count where they can be trusted, else its content; of a file that is
// not indexed the former only. A path that the state does not have is changed
// when there is something. The error is the context's, or that the folder can't
// be opened.
func (w *Workspace) Changed(ctx context.Context, s *State, paths []string) (changed []string, err error) {
	root, err := os.OpenRoot(w.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for _, p := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if s.changed(root, p) {
			changed = append(changed, p)
		}
	}
	return changed, nil
}

func (s *State) changed(root *os.Root, path string) bool {
	name := filepath.FromSlash(path)
	info, err := root.Lstat(name)
	n, known := s.Snapshot.Doc(path)
	if !known {
		return err == nil
	}
	d := s.Snapshot.Docs()[n]
	switch {
	case err != nil || !info.Mode().IsRegular():
		return true
	case newStamp(info) == stampAt(s.stamps, int(n)):
		return false
	case d.Source == nil:
		return true // no more is known of it
	}
	f, err := root.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return true
	}
	data, err := readOpen(f, d.Size)
	return err != nil || sha256.Sum256(data) != d.Hash
}
