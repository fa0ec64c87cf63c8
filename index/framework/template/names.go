package template

import (
	"path"
	"strings"

	"codeintel/index/lang"
)

// Names finds files by their paths below folders of certain names, wherever these
// lie.
type Names struct {
	folders []string // with / around
	// byBase are the files in such folders by the last element of their paths.
	byBase map[string][]string
}

// NewNames looks for the folders so called.
func NewNames(files lang.Files, folders ...string) *Names {
	n := &Names{byBase: map[string][]string{}}
	for _, f := range folders {
		n.folders = append(n.folders, "/"+f+"/")
	}
	for _, f := range files.Paths() {
		for _, d := range n.folders {
			if strings.HasPrefix(f, d[1:]) || strings.Contains(f, d) {
				n.byBase[path.Base(f)] = append(n.byBase[path.Base(f)], f)
				break
			}
		}
	}
	return n
}

// Find is the file that a name means in the file from, "" where there is none, and
// what was looked for (lang.Module.Asked). Of several it is the one that shares most
// folders with from, of these the one that lies highest, and none where that is not
// one. The file itself is none: it has the name of one that it extends.
func (n *Names) Find(from, name string) (file string, asked []uint32) {
	name = path.Clean("/" + name)[1:]
	if name == "" {
		return "", nil
	}
	most, high, tie := -1, 0, false
	for _, f := range n.byBase[path.Base(name)] {
		dir, ok := strings.CutSuffix("/"+f, name)
		if !ok || f == from || !n.folder(dir) {
			continue
		}
		common := 0
		for i := 0; i < len(f) && i < len(from) && f[i] == from[i]; i++ {
			if f[i] == '/' {
				common++
			}
		}
		switch depth := strings.Count(f, "/"); {
		case common > most, common == most && depth < high:
			file, most, high, tie = f, common, depth, false
		case common == most && depth == high:
			tie = true
		}
	}
	if tie {
		file = ""
	}
	return file, []uint32{lang.PathHash(lang.AnyFolder + path.Base(name))}
}

// Themed is the file that a name means where folders of themes may lie between those for
// templates and what is named: of several the one with fewest of them, then the one in
// the theme called default, and none where there are more.
func (n *Names) Themed(from, name string) (file string) {
	least, tie := -1, false
	for _, f := range n.byBase[path.Base(name)] {
		dir, ok := strings.CutSuffix("/"+f, "/"+name)
		if !ok || f == from {
			continue
		}
		dir += "/"
		more := -1
		for _, d := range n.folders {
			if i := strings.LastIndex(dir, d); i >= 0 {
				more = 2 * strings.Count(dir[i+len(d):], "/")
				if !strings.HasSuffix(dir, "/default/") {
					more++
				}
				break
			}
		}
		switch {
		case more < 0:
		case least < 0 || more < least:
			file, least, tie = f, more, false
		case more == least:
			tie = true
		}
	}
	if tie {
		return ""
	}
	return file
}

// folder says whether a path, with / around, is that of one of the folders.
func (n *Names) folder(dir string) bool {
	for _, f := range n.folders {
		if strings.HasSuffix(dir, f) {
			return true
		}
	}
	return false
}
