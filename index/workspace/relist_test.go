package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"codeintel/index/lang"
)

// forgetful is the system's notifier, which does not tell what is below a folder.
type forgetful struct {
	notifier
	folder string
	on     *atomic.Bool
	events chan fsnotify.Event
}

func (f *forgetful) Events() <-chan fsnotify.Event { return f.events }

func (f *forgetful) run() {
	defer close(f.events)
	for e := range f.notifier.Events() {
		if !f.on.Load() || !strings.HasPrefix(e.Name, f.folder+string(filepath.Separator)) {
			f.events <- e
		}
	}
}

// A look that was told of a change lists the folder that it is in, and takes the
// others as they were; an answer that shows one of them as it is no more has all looked
// at. (That nobody tells of a change is what hard links and mapped files do.)
func TestRelistTold(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a/a.toy", "def x")
	p.write("b/b.toy", "def y")
	s := steer(t, p, `{"sync_ttl_hours": 5}`)
	s.now = time.Now().Add(time.Hour) // what has just been written is listed again whatever is told
	var deaf atomic.Bool
	w := watch(t, s.Workspace, byEvents(WatchOptions{open: func() (notifier, error) {
		n, err := newSystemNotifier()
		f := &forgetful{notifier: n, folder: p.path("b"), on: &deaf, events: make(chan fsnotify.Event)}
		if err == nil {
			go f.run()
		}
		return f, err
	}}))
	w.looked()
	deaf.Store(true)
	p.write("b/c.toy", "def z")
	p.write("a/a.toy", "def x def w")
	if files, _, fresh := s.names("w", nil); !slices.Equal(files, []string{"a/a.toy"}) || !fresh.Complete {
		t.Errorf("w is in %q: %+v", files, fresh)
	}
	if files, _, _ := s.names("z", nil); len(files) > 0 {
		t.Errorf("all was listed: z is in %q", files)
	}
	p.write("b/b.toy", "def q")
	if files, _, fresh := s.names("y", nil); len(files) > 0 || !fresh.Complete {
		t.Errorf("y is in %q: %+v", files, fresh)
	}
	if files, _, fresh := s.names("z", nil); !slices.Equal(files, []string{"b/c.toy"}) || !fresh.Complete {
		t.Errorf("after a look at all files z is in %q: %+v", files, fresh)
	}
}

// What is told may change more than the folders that it is about; then nothing is
// taken over.
func TestRelistWhole(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.git("init", "-q")
	p.write("a/b/b.toy", "def x")
	p.write("c/c.toy", "def y")
	p.write("c/.gitignore", "*.log\n")
	w, err := Open(p.dir, Options{Known: []*lang.Language{toy()}})
	p.must(err)
	defer func() { p.must(w.Close()) }()
	watching := watch(t, w, byEvents(WatchOptions{}))
	watching.looked()
	state := w.Current()
	s := &since{scan: state.scan, list: w.newWatchList(state)}
	at := state.At.Add(1 << 40) // nothing is young
	const change = fsnotify.Write
	for _, test := range []struct {
		told map[string]fsnotify.Op
		want []string // nil for all
	}{
		{map[string]fsnotify.Op{}, []string{}},
		{map[string]fsnotify.Op{"a/b/b.toy": change}, []string{"a/b"}},
		{map[string]fsnotify.Op{"a/b/new": fsnotify.Create, "c/c.toy": fsnotify.Remove}, []string{"a/b", "c"}},
		{map[string]fsnotify.Op{"a/b": fsnotify.Chmod}, []string{"a", "a/b"}},
		{map[string]fsnotify.Op{"x": fsnotify.Create}, []string{""}},
		{map[string]fsnotify.Op{"a/b": fsnotify.Rename}, nil},
		{map[string]fsnotify.Op{"a/b": fsnotify.Remove}, nil},
		{map[string]fsnotify.Op{"a/b": fsnotify.Create}, nil},
		{map[string]fsnotify.Op{"c/.gitignore": change}, nil},
		{map[string]fsnotify.Op{"a/.gitignore": fsnotify.Create}, nil},
		{map[string]fsnotify.Op{"a/.git": fsnotify.Create}, nil},
		{map[string]fsnotify.Op{".git/index": fsnotify.Create}, nil},
		{map[string]fsnotify.Op{".git/info/exclude": change}, nil},
		{map[string]fsnotify.Op{ConfigFile: fsnotify.Create}, nil},
		{map[string]fsnotify.Op{"unknown/x.toy": fsnotify.Create}, nil},
	} {
		told := map[string]fsnotify.Op{}
		for name, op := range test.told {
			told[filepath.Join(p.dir, filepath.FromSlash(name))] = op
		}
		folders, ok := s.again(told, at)
		var got []string
		if ok {
			got = []string{}
		}
		for f := range folders {
			got = append(got, f)
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) || (got == nil) != (test.want == nil) {
			t.Errorf("%v: %q, want %q", test.told, got, test.want)
		}
	}
	failed := *state.scan
	failed.Failed = []Failure{{"a/b", "scan", "forbidden"}}
	if folders, ok := (&since{scan: &failed, list: s.list}).again(nil, at); !ok || !folders["a"] || !folders["a/b"] {
		t.Errorf("what could not be read is not tried again: %v", folders)
	}
	failed.Failed[0].Path = "."
	if _, ok := (&since{scan: &failed, list: s.list}).again(nil, at); ok {
		t.Error("where the root could not be read it is taken over")
	}
	if folders, _ := s.again(nil, state.At); !folders["c"] {
		t.Errorf("what has just been written is not listed again: %v", folders)
	}
}

// Whatever is told, what was not told of since the look before is not sure.
func TestNews(t *testing.T) {
	n := &news{}
	event := fsnotify.Event{Name: "x", Op: fsnotify.Write}
	if n.add(event); n.take() != nil {
		t.Error("before the first look all is known")
	}
	n.add(event)
	n.add(fsnotify.Event{Name: "x", Op: fsnotify.Remove})
	if told := n.take(); len(told) != 1 || told["x"] != fsnotify.Write|fsnotify.Remove {
		t.Errorf("told %v", told)
	}
	n.lose()
	n.add(event)
	if told := n.take(); told != nil {
		t.Errorf("after an overflow all is known: %v", told)
	}
	for i := range maxTold + 1 {
		n.add(fsnotify.Event{Name: strconv.Itoa(i), Op: fsnotify.Write})
	}
	if n.take() != nil {
		t.Error("of too many all is known")
	}
}

// A folder that comes with files in it, and one whose files come while it is listed, are
// found by one look.
func TestRelistNewFolder(t *testing.T) {
	p := &place{t, t.TempDir()}
	p.write("a.toy", "def x")
	s := steer(t, p, `{"sync_ttl_hours": 5}`)
	w := watch(t, s.Workspace, byEvents(WatchOptions{open: func() (notifier, error) {
		n, err := newSystemNotifier()
		return afterAdd{n, func(folder string) {
			if folder == p.path("new") {
				p.write("new/more/c.toy", "def z")
			}
		}}, err
	}}))
	w.looked()
	p.must(os.Rename(p.folderWith("b.toy", "def y"), p.path("new")))
	for name, file := range map[string]string{"y": "new/b.toy", "z": "new/more/c.toy"} {
		if files, _, fresh := s.names(name, nil); !slices.Equal(files, []string{file}) || !fresh.Complete {
			t.Errorf("%s is in %q: %+v", name, files, fresh)
		}
	}
	p.write("new/more/c.toy", "def u")
	if files, _, fresh := s.names("u", nil); !slices.Equal(files, []string{"new/more/c.toy"}) || !fresh.Complete {
		t.Errorf("u is in %q: %+v", files, fresh)
	}
}

// afterAdd is a notifier that tells of a folder that it begins to watch.
type afterAdd struct {
	notifier
	call func(folder string)
}

func (a afterAdd) Add(folder string) error {
	err := a.notifier.Add(folder)
	a.call(folder)
	return err
}
