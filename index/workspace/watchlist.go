package workspace

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// watchList is what a state was made of: the folders to watch, and which of
// their entries count. It is immutable.
type watchList struct {
	config *Config
	// folders of the scan, by absolute path.
	folders map[string]*dir
	// others are folders that were not scanned, with something in names or
	// listed.
	others map[string]bool
	// names are files and folders that count wherever they are, and all folders
	// above them; in a folder of listed every entry counts.
	names, listed map[string]bool
}

// newWatchList is the list of a scan and of what was looked at beside it. Of
// what is missing the nearest folder that is there is watched.
func (w *Workspace) newWatchList(s *State) *watchList {
	l := &watchList{
		config: s.config, folders: make(map[string]*dir, len(s.places.folders)),
		others: map[string]bool{}, names: map[string]bool{}, listed: map[string]bool{},
	}
	for i := range s.places.folders {
		d := &s.places.folders[i]
		l.folders[filepath.Join(w.root, filepath.FromSlash(d.path))] = d
	}
	isDir := map[string]bool{}
	for _, name := range s.places.others {
		l.add(name, isDir)
	}
	l.addConfigs(w.root, isDir)
	if folderAt(w.marks.dir, isDir) {
		l.watch(w.marks.dir)
	}
	l.addDeps(s.head.Seen.Deps, w.trees(), isDir)
	return l
}

// trees are the folders that files beside the scan are in, by the names of the trees.
func (w *Workspace) trees() map[string]string {
	return map[string]string{treeRepo: w.root, treeCache: w.opts.Env.GoModCache()}
}

// addConfigs makes count what configures the repository in a folder.
func (l *watchList) addConfigs(root string, isDir map[string]bool) {
	if folders, err := configFolders(root); err == nil {
		for _, at := range folders {
			l.add(filepath.Join(at, filepath.FromSlash(ConfigFile)), isDir)
		}
	}
	// The root may be reached by a symbolic link, then its events have its name.
	l.add(filepath.Join(root, filepath.FromSlash(ConfigFile)), isDir)
}

// addDeps makes count what was looked at beside the scan.
func (l *watchList) addDeps(deps []seenDep, trees map[string]string, isDir map[string]bool) {
	for i := range deps {
		d := &deps[i]
		root := trees[d.Tree]
		if root == "" {
			continue
		}
		name := filepath.Join(root, filepath.FromSlash(d.Path))
		if !d.Existence && folderAt(name, isDir) {
			l.listed[name] = true
			l.watch(name)
		}
		l.add(name, isDir)
	}
}

// add makes a path count.
func (l *watchList) add(name string, isDir map[string]bool) {
	at, found := filepath.Dir(name), false
	for l.names[name] = true; ; at = filepath.Dir(at) {
		known := l.names[at]
		l.names[at] = true
		if !found && folderAt(at, isDir) {
			found = true
			l.watch(at)
		}
		if found && known || at == filepath.Dir(at) {
			return
		}
	}
}

func (l *watchList) watch(folder string) {
	if l.folders[folder] == nil {
		l.others[folder] = true
	}
}

func folderAt(name string, known map[string]bool) bool {
	is, ok := known[name]
	if !ok {
		info, err := os.Stat(name)
		is = err == nil && info.IsDir()
		known[name] = is
	}
	return is
}

// all are the folders to watch: those of the repository first, and a folder
// before those below it.
func (l *watchList) all() []string {
	return append(slices.Sorted(maps.Keys(l.folders)), slices.Sorted(maps.Keys(l.others))...)
}

// counts says whether a change of an absolute path may change the state. Only
// what the list knows to be ignored does not count.
func (l *watchList) counts(name string) bool {
	if l.names[name] || l.folders[name] != nil {
		return true
	}
	at := filepath.Dir(name)
	if l.listed[at] {
		return true
	}
	d := l.folders[at]
	if d == nil {
		return !l.others[at]
	}
	base := filepath.Base(name)
	if base == StateDir {
		return false
	}
	if base == ".git" || base == ".gitignore" { // which has a say although it may be ignored itself
		return true
	}
	asFile, _ := d.leaves(l.config, base, false)
	asFolder, _ := d.leaves(l.config, base, true)
	return asFile == leftIn || asFolder == leftIn
}
