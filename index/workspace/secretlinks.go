package workspace

import (
	"context"
	"io/fs"
	"sync"

	"codeintel/index/secrets"
)

// secretLinks knows which files of a folder have another name by which they look as if
// they held secrets, be it that git ignores that one. The folder is listed when the first
// file with several names is asked for. Safe for concurrent use.
type secretLinks struct {
	root string
	env  Env

	once   sync.Once
	inodes map[uint64]bool
}

// has reports whether a file, which has several names, has one of a file with secrets.
func (l *secretLinks) has(info fs.FileInfo) bool {
	l.once.Do(func() {
		l.inodes = map[uint64]bool{}
		t, err := ReadTree(context.Background(), l.root, l.env)
		if err != nil {
			return // the folder is gone
		}
		for i := range t.Files {
			if f := &t.Files[i]; f.Mark.Inode != 0 && secrets.Hidden(f.Path) {
				l.inodes[f.Mark.Inode] = true
			}
		}
	})
	_, inode := identity(info)
	return l.inodes[inode]
}
