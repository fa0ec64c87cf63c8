package workspace

import "sync"

// early watches what a look reads before the look reads it: then all that changes
// after it was read is told, and the look need not be repeated once the watches are
// there. What can't be watched is left to watchList.take, which knows why. A nil early
// watches nothing. Safe for concurrent use.
type early struct {
	mu    sync.Mutex
	n     notifier
	have  map[string]bool // folders that are watched; the look's own
	limit int             // see take
	list  watchList       // what is looked at beside the folders of the scan
	isDir map[string]bool // nil where that is watched already
}

func newEarly(n notifier, have map[string]bool, limit int) *early {
	return &early{
		n: n, have: have, limit: limit, isDir: map[string]bool{},
		list: watchList{others: map[string]bool{}, names: map[string]bool{}, listed: map[string]bool{}},
	}
}

// newFolders is newEarly that watches nothing beside the folders of the scan.
func newFolders(n notifier, have map[string]bool, limit int) *early {
	return &early{n: n, have: have, limit: limit}
}

// folder watches a folder, whose entries are about to be read.
func (e *early) folder(name string) {
	if e == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.add(name)
}

func (e *early) add(name string) {
	if !e.have[name] && room(len(e.have), e.limit) && e.n.Add(name) == nil {
		e.have[name] = true
	}
}

// path watches what tells of a path, which is about to be looked at.
func (e *early) path(name string) {
	e.watch(func(l *watchList) { l.add(name, e.isDir) })
}

// configs watches what tells of the configuration of a folder.
func (e *early) configs(root string) {
	e.watch(func(l *watchList) { l.addConfigs(root, e.isDir) })
}

// deps watches what tells of files beside the scan.
func (e *early) deps(deps []seenDep, trees map[string]string) {
	e.watch(func(l *watchList) { l.addDeps(deps, trees, e.isDir) })
}

// watch watches the folders that something adds to the list.
func (e *early) watch(add func(*watchList)) {
	if e == nil || e.isDir == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	add(&e.list)
	for name := range e.list.others {
		e.add(name)
	}
	clear(e.list.others)
}
