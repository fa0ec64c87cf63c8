package daemon

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"codeintel/cmd/internal/place"
)

func TestFindPlace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	for name, mode := range map[string]os.FileMode{"private": 0o700, "other": 0o700, "open": 0o755} {
		if err := os.Mkdir(at(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(at("private"), at("link")); err != nil {
		t.Fatal(err)
	}
	cache := at("home", ".cache")
	if runtime.GOOS == "darwin" {
		cache = at("home", "Library", "Caches")
	}
	run, log := filepath.Join(cache, "ci", "run"), filepath.Join(cache, "ci", "log", "serve.log")
	for _, tc := range []struct {
		name             string
		runtime, xdg     string
		home, cacheHome  string
		wantDir, wantLog string
		wantNoPlaceAtAll bool
	}{
		{name: "runtime folder", xdg: at("private"), home: at("home"), wantDir: at("private", "ci"), wantLog: log},
		{name: "the system's, where the variable is not set", runtime: at("private"), home: at("home"), wantDir: at("private", "ci"), wantLog: log},
		{name: "the variable comes first", runtime: at("other"), xdg: at("private"), home: at("home"), wantDir: at("private", "ci"), wantLog: log},
		{name: "one that others can open", xdg: at("open"), home: at("home"), wantDir: run, wantLog: log},
		{name: "one that is a link", xdg: at("link"), home: at("home"), wantDir: run, wantLog: log},
		{name: "one that is not there", xdg: at("nowhere"), home: at("home"), wantDir: run, wantLog: log},
		{name: "a relative one", xdg: "private", home: at("home"), wantDir: run, wantLog: log},
		{name: "none", home: at("home"), wantDir: run, wantLog: log},
		{name: "another cache", home: at("home"), cacheHome: at("c"), wantDir: at("c", "ci", "run"), wantLog: at("c", "ci", "log", "serve.log")},
		{name: "no home", xdg: at("private"), wantDir: at("private", "ci"), wantLog: at("private", "ci", "serve.log")},
		{name: "a relative home", home: "home", wantNoPlaceAtAll: true},
		{name: "nothing", wantNoPlaceAtAll: true},
	} {
		vars := map[string]string{"XDG_RUNTIME_DIR": tc.xdg, "HOME": tc.home, "XDG_CACHE_HOME": tc.cacheHome}
		p, err := FindPlace(place.Env{Getenv: func(name string) string { return vars[name] }, Runtime: tc.runtime})
		if errors.Is(err, ErrNoPlace) != tc.wantNoPlaceAtAll || p.Dir != tc.wantDir || p.Log != tc.wantLog {
			t.Errorf("%s: %q, %q (%v); want %q, %q", tc.name, p.Dir, p.Log, err, tc.wantDir, tc.wantLog)
		}
	}
	if _, err := FindPlace(place.Env{}); !errors.Is(err, ErrNoPlace) {
		t.Errorf("of no environment: %v", err)
	}
	if _, err := os.Stat(cache); err == nil {
		t.Error("to find a place has made a folder")
	}
}

// TestPrepare: the folder is made for its user alone, and one that is not is not
// used.
func TestPrepare(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := Place{Dir: filepath.Join(dir, "a", "ci", "run"), uid: os.Geteuid()}
	for range 2 {
		if err := p.prepare(); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Lstat(p.Dir)
	if err != nil || info.Mode() != os.ModeDir|0o700 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	refused := func(p Place, want string) {
		t.Helper()
		if err := p.prepare(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
	refused(Place{Dir: p.Dir, uid: p.uid + 1}, "and is not used; remove it, or set XDG_RUNTIME_DIR")
	if err := os.Chmod(p.Dir, 0o750); err != nil {
		t.Fatal(err)
	}
	refused(p, "can be opened by other users (mode 0750), and is not used; run 'chmod 700")
	link := filepath.Join(dir, "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	refused(Place{Dir: link, uid: p.uid}, "is not a folder; remove it")
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refused(Place{Dir: file, uid: p.uid}, "is not a folder; remove it")
	refused(Place{Dir: filepath.Join(file, "x", "y"), uid: p.uid}, "can't be made")
}

// TestLongPath: where the folder's path is too long for a socket's address,
// another path leads there, or users are told.
func TestLongPath(t *testing.T) {
	t.Parallel()
	p := Place{Dir: filepath.Join(t.TempDir(), strings.Repeat("long/", 40), "ci"), uid: os.Geteuid()}
	if err := p.prepare(); err != nil {
		t.Fatal(err)
	}
	c, err := p.claim()
	if err != nil {
		t.Fatal(err)
	}
	defer c.release()
	l, err := c.listen()
	if runtime.GOOS != "linux" {
		if err == nil || !strings.Contains(err.Error(), "set XDG_RUNTIME_DIR to a folder with a shorter one") {
			t.Errorf("%v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	conn, err := p.dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if got, err := l.Accept(); err != nil {
		t.Error(err)
	} else {
		got.Close()
	}
}

// TestForeignPeer: a socket that another user serves is not spoken to.
func TestForeignPeer(t *testing.T) {
	t.Parallel()
	p := Place{Dir: t.TempDir(), uid: os.Geteuid()}
	if err := os.Chmod(p.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	c, err := p.claim()
	if err != nil {
		t.Fatal(err)
	}
	defer c.release()
	if _, err := c.listen(); err != nil {
		t.Fatal(err)
	}
	if conn, err := p.dial(t.Context()); err != nil {
		t.Error(err)
	} else {
		conn.Close()
	}
	p.uid++
	if _, err := p.dial(t.Context()); runtime.GOOS == "linux" && (err == nil || !strings.Contains(err.Error(), "is served by user")) {
		t.Errorf("%v", err)
	}
}
