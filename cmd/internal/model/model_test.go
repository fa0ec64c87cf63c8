package model

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"codeintel/index/embed"
	"codeintel/index/embed/onnx"
	"codeintel/index/embed/onnx/onnxtest"
)

func store(t *testing.T) (*Store, func(string) string) {
	t.Helper()
	dir := t.TempDir()
	env := func(name string) string { return map[string]string{"XDG_DATA_HOME": dir}[name] }
	s, err := NewStore(env, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return s, env
}

const commit = "0123456789abcdef0123456789abcdef01234567"

// hub is a hub with one model, whose answers tests may spoil.
type hub struct {
	*httptest.Server
	files onnxtest.Folder
	lfs   []string // files that are kept aside
	// spoil may change what is sent of a file, and how much of it.
	spoil func(name string, r *http.Request, data []byte) []byte
	list  func([]map[string]any) []map[string]any

	mu    sync.Mutex
	asked []string
}

func newHub(t *testing.T) (*hub, *Hub) {
	t.Helper()
	h := &hub{files: onnxtest.Model{}.Folder(), lfs: []string{"onnx/model.onnx"}}
	h.files["README.md"] = []byte("# Nothing that is read")
	h.files["model.safetensors"] = []byte("large")
	h.files["1_Pooling/config.json"] = []byte(`{"pooling_mode_mean_tokens":true}`)
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	client, err := NewHub(h.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	client.pause = 0
	return h, client
}

func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.asked = append(h.asked, strings.TrimSpace(r.URL.Path+" "+r.Header.Get("Range")))
	h.mu.Unlock()
	const repo = "/Xenova/multilingual-e5-small"
	switch p := r.URL.Path; {
	case p == "/api/models"+repo+"/revision/main" || p == "/api/models"+repo+"/revision/refs/pr/1":
		fmt.Fprintf(w, `{"sha":%q}`, commit)
	case p == "/api/models"+repo+"/tree/"+commit:
		if r.URL.RawQuery != "recursive=true" && r.URL.RawQuery != "page=2" {
			http.Error(w, r.URL.RawQuery, http.StatusBadRequest)
			return
		}
		all := []map[string]any{{"type": "directory", "path": "onnx", "oid": "x", "size": 0}}
		for _, name := range h.files.Names() {
			data := h.files[name]
			f := map[string]any{"type": "file", "path": name, "size": len(data), "oid": fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(data), data)))}
			if slices.Contains(h.lfs, name) {
				f["oid"] = "of the pointer"
				f["lfs"] = map[string]any{"oid": fmt.Sprintf("%x", sha256.Sum256(data)), "size": len(data), "pointerSize": 130}
			}
			all = append(all, f)
		}
		if h.list != nil {
			all = h.list(all)
		}
		// In two pages.
		half := len(all) / 2
		if r.URL.RawQuery == "page=2" {
			all = all[half:]
		} else {
			all = all[:half]
			w.Header().Set("Link", fmt.Sprintf(`<%s%s?page=2>; rel="next"`, h.URL, r.URL.Path))
		}
		_ = json.NewEncoder(w).Encode(all)
	case strings.HasPrefix(p, repo+"/resolve/"+commit+"/"):
		name := strings.TrimPrefix(p, repo+"/resolve/"+commit+"/")
		if name == "onnx/model.onnx" && r.URL.RawQuery == "" { // large files are elsewhere
			http.Redirect(w, r, h.URL+p+"?signed", http.StatusFound)
			return
		}
		data, ok := h.files[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if h.spoil != nil {
			if data = h.spoil(name, r, data); data == nil {
				http.Error(w, "busy", http.StatusServiceUnavailable)
				return
			}
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	default:
		http.NotFound(w, r)
	}
}

func TestPull(t *testing.T) {
	s, _ := store(t)
	h, client := newHub(t)
	var done, total int64
	o := PullOptions{Name: "multilingual-e5-small", Progress: func(d, n int64) { done, total = d, n }}
	l, card, err := s.Pull(t.Context(), client, o)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, f := range l.Files {
		paths = append(paths, f.Path)
		if want := "git:"; f.Path == "onnx/model.onnx" && f.Hub != "sha256:"+f.SHA256 || f.Path != "onnx/model.onnx" && !strings.HasPrefix(f.Hub, want) {
			t.Errorf("%s has the checksum %s", f.Path, f.Hub)
		}
	}
	if got := strings.Join(paths, " "); got != "1_Pooling/config.json config.json onnx/model.onnx tokenizer.json" {
		t.Errorf("pulled %s", got)
	}
	if l.Revision != commit || l.Source != h.URL+"/Xenova/multilingual-e5-small" || done != total || total != l.Size() {
		t.Errorf("%+v, %d of %d bytes", l, done, total)
	}
	if card.Dim != 8 || card.Query != "query: " {
		t.Errorf("%+v", card)
	}
	again, err := s.Lock(o.Name)
	if err != nil || again.ID() != l.ID() || !strings.HasPrefix(l.ID(), "multilingual-e5-small@") {
		t.Errorf("%+v (%v), want %+v", again, err, l)
	}
	if err := s.Verify(t.Context(), again); err != nil {
		t.Error(err)
	}
	// Another content is another model.
	h.files["onnx/model.onnx"] = onnxtest.Model{Types: true}.ONNX()
	if newer, _, err := s.Pull(t.Context(), client, o); err != nil || newer.ID() == l.ID() {
		t.Errorf("the newer model has the ID %s (%v)", newer.ID(), err)
	}
	if entries, err := os.ReadDir(s.dir); err != nil || len(entries) != 1 {
		t.Errorf("%v is left (%v)", entries, err)
	}
	list, err := s.List()
	if err != nil || len(list) != 1 || list[0].Err != nil || list[0].Card.Dim != 8 {
		t.Errorf("%+v (%v)", list, err)
	}
}

// TestPullIsInterrupted: a file that comes in pieces is asked for from where it
// broke off.
func TestPullIsInterrupted(t *testing.T) {
	s, _ := store(t)
	h, client := newHub(t)
	n := 0
	h.spoil = func(name string, r *http.Request, data []byte) []byte {
		if name != "onnx/model.onnx" {
			return data
		}
		switch n++; n {
		case 1:
			panic(http.ErrAbortHandler)
		case 2:
			return nil
		case 3:
			return data[:600] // the first 600 bytes, as if that were all
		case 4:
			if r.Header.Get("Range") != "bytes=600-" {
				t.Errorf("asked for the range %q", r.Header.Get("Range"))
			}
			r.Header.Del("Range") // and all of it comes, from the beginning
		}
		return data
	}
	var done int64
	l, _, err := s.Pull(t.Context(), client, PullOptions{Name: "multilingual-e5-small", Progress: func(d, _ int64) { done = d }})
	if err != nil {
		t.Fatal(err)
	}
	if done != l.Size() || n != 4 {
		t.Errorf("%d of %d bytes in %d attempts", done, l.Size(), n)
	}
	n = 2
	h.spoil = func(name string, r *http.Request, data []byte) []byte {
		if n++; name == "onnx/model.onnx" && n == 3 {
			return data[:600]
		}
		return data
	}
	h.files = onnxtest.Folder{"onnx/model.onnx": h.files["onnx/model.onnx"], "tokenizer.json": h.files["tokenizer.json"], "config.json": h.files["config.json"]}
	if _, _, err := s.Pull(t.Context(), client, PullOptions{Name: "multilingual-e5-small", Revision: "refs/pr/1"}); err != nil {
		t.Error(err)
	}
}

func TestPullRefuses(t *testing.T) {
	tests := map[string]struct {
		spoil   func(h *hub)
		options PullOptions
		want    string
	}{
		"another content":   {spoil: changes("tokenizer.json", func(d []byte) []byte { return bytes.Replace(d, []byte("a"), []byte("b"), 1) }), want: "tokenizer.json of Xenova/multilingual-e5-small: its checksum is git:"},
		"another large one": {spoil: changes("onnx/model.onnx", func(d []byte) []byte { return append([]byte("x"), d[1:]...) }), want: "and the hub lists sha256:"},
		"too long":          {spoil: changes("config.json", func(d []byte) []byte { return append(bytes.Clone(d), 'x') }), want: "it has more than the 73 bytes"},
		"too short":         {spoil: changes("config.json", func(d []byte) []byte { return d[:3] }), want: "config.json of Xenova/multilingual-e5-small"},
		"always busy":       {spoil: changes("config.json", func([]byte) []byte { return nil }), want: "the hub answers with status 503 for config.json"},
		"no such model":     {options: PullOptions{Name: "a/b"}, want: "the hub has no model a/b with the revision main"},
		"no such revision":  {options: PullOptions{Revision: "v9"}, want: "with the revision v9"},
		"no such file":      {options: PullOptions{File: "onnx/other.onnx"}, want: "it has no ONNX file onnx/other.onnx"},
		"no model":          {spoil: func(h *hub) { h.files = onnxtest.Folder{"config.json": nil, "x": nil} }, want: "it has no ONNX file"},
		"a way out": {spoil: func(h *hub) {
			h.list = func(list []map[string]any) []map[string]any {
				return []map[string]any{{"type": "file", "path": "../model.onnx"}, {"type": "file", "path": "/model.onnx"}}
			}
		}, want: "it has no ONNX file"},
		"not usable": {spoil: func(h *hub) { h.files["tokenizer.json"] = []byte(`{"model":{"type":"WordLevel"}}`) }, want: `the model multilingual-e5-small can't be used: tokenizer.json: model: "WordLevel"`},
		"leads away": {spoil: func(h *hub) { h.Config.Handler = http.RedirectHandler("http://192.0.2.1/", http.StatusFound) }, want: "http://192.0.2.1 is not HTTPS"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s, _ := store(t)
			h, client := newHub(t)
			o := test.options
			if o.Name == "" {
				o.Name = "multilingual-e5-small"
			}
			before, _, err := s.Pull(t.Context(), client, PullOptions{Name: "multilingual-e5-small"})
			if err != nil {
				t.Fatal(err)
			}
			if test.spoil != nil {
				test.spoil(h)
			}
			if _, _, err := s.Pull(t.Context(), client, o); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
			// What was there is there, and nothing else.
			entries, err := os.ReadDir(s.dir)
			if err != nil || len(entries) != 1 {
				t.Errorf("%v is left (%v)", entries, err)
			}
			if l, err := s.Lock("multilingual-e5-small"); err != nil || l.ID() != before.ID() || s.Verify(t.Context(), l) != nil {
				t.Errorf("%+v (%v)", l, err)
			}
		})
	}
}

func changes(file string, change func([]byte) []byte) func(h *hub) {
	return func(h *hub) {
		h.spoil = func(name string, _ *http.Request, data []byte) []byte {
			if name == file {
				return change(data)
			}
			return data
		}
	}
}

func TestPullIsCancelled(t *testing.T) {
	s, _ := store(t)
	h, client := newHub(t)
	ctx, cancel := context.WithCancel(t.Context())
	h.spoil = func(name string, r *http.Request, data []byte) []byte {
		cancel()
		<-r.Context().Done()
		return data
	}
	if _, _, err := s.Pull(ctx, client, PullOptions{Name: "multilingual-e5-small"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if entries, err := os.ReadDir(s.dir); err != nil || len(entries) != 0 {
		t.Errorf("%v is left (%v)", entries, err)
	}
}

// Without a network users are told where they wanted to go, and what else they can do.
func TestPullWithoutNetwork(t *testing.T) {
	s, _ := store(t)
	h, client := newHub(t)
	client.pause = 0
	h.spoil = func(name string, r *http.Request, data []byte) []byte {
		panic(http.ErrAbortHandler) // the connection ends
	}
	nowhere, err := NewHub("http://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	for name, hub := range map[string]*Hub{"at the beginning": nowhere, "in the middle": client} {
		_, _, err := s.Pull(t.Context(), hub, PullOptions{Name: "multilingual-e5-small"})
		var unreachable *UnreachableError
		if !errors.As(err, &unreachable) || unreachable.Hub != hub.base.String() {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, want := range []string{unreachable.Hub, "Xenova/multilingual-e5-small", "'ci model pull multilingual-e5-small --from DIR'"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v; want %s", name, err, want)
			}
		}
	}
}

func TestHubAddress(t *testing.T) {
	for _, address := range []string{"https://huggingface.co", "https://mirror.example.org/hf/", "http://localhost:8080", "http://[::1]:80"} {
		if _, err := NewHub(address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"", "huggingface.co", "http://huggingface.co", "ftp://localhost", "http://127.0.0.1.example.org", "file:///etc"} {
		if _, err := NewHub(address); err == nil {
			t.Errorf("%s: no error", address)
		}
	}
}

// taken is a store with a small model.
func taken(t *testing.T, m onnxtest.Model) (*Store, *Lock) {
	t.Helper()
	s, _ := store(t)
	dir := t.TempDir()
	// As in the cache of a hub: the files are links.
	for name, data := range m.Folder() {
		blob := filepath.Join(dir, "blobs", strings.ReplaceAll(name, "/", "_"))
		link := filepath.Join(dir, "snapshot", filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(blob), 0o777), os.WriteFile(blob, data, 0o666), os.MkdirAll(filepath.Dir(link), 0o777), os.Symlink(blob, link)); err != nil {
			t.Fatal(err)
		}
	}
	l, _, err := s.Take(t.Context(), "owner/tiny-e5", filepath.Join(dir, "snapshot"), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil { // it is needed no more
		t.Fatal(err)
	}
	return s, l
}

func TestVerify(t *testing.T) {
	tests := map[string]struct {
		damage func(dir string) error
		list   string
		verify string
	}{
		"as it was": {damage: func(string) error { return nil }},
		"one byte": {damage: func(dir string) error {
			p := filepath.Join(dir, "files/onnx/model.onnx")
			data, err := os.ReadFile(p)
			data[len(data)/2] ^= 1
			return errors.Join(err, os.WriteFile(p, data, 0o666))
		}, verify: "onnx/model.onnx of the model owner/tiny-e5 is not what was recorded: its SHA-256 is "},
		"longer": {damage: func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "files/config.json"), []byte("{}"), 0o666)
		}, list: "it has 2 bytes", verify: "it has 2 bytes"},
		"missing": {damage: func(dir string) error { return os.Remove(filepath.Join(dir, "files/tokenizer.json")) }, list: "tokenizer.json", verify: "no such file"},
		"a link that leads out": {damage: func(dir string) error {
			p := filepath.Join(dir, "files/config.json")
			data, err := os.ReadFile(p)
			out := filepath.Join(filepath.Dir(dir), "out")
			return errors.Join(err, os.WriteFile(out, data, 0o666), os.Remove(p), os.Symlink(out, p))
		}, verify: "config.json of the model owner/tiny-e5 is not what was recorded"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s, l := taken(t, onnxtest.Model{})
			if err := test.damage(s.folder(l.Name)); err != nil {
				t.Fatal(err)
			}
			list, err := s.List()
			if err != nil || len(list) != 1 || list[0].Name != "owner/tiny-e5" {
				t.Fatalf("%+v (%v)", list, err)
			}
			if test.list != "" && (list[0].Err == nil || !strings.Contains(list[0].Err.Error(), test.list)) {
				t.Errorf("list: %v, want %q", list[0].Err, test.list)
			}
			err = s.Verify(t.Context(), l)
			if test.verify == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), test.verify) {
				t.Errorf("verify: %v, want %q", err, test.verify)
			}
			// What is not as it was is not loaded, whatever reads it first.
			loader, err := s.Load(l.Name, onnx.NewRuntime(nil), 1)
			if err == nil {
				<-loader.Done()
				err = errors.Join(loader.Err(), loader.Close())
			}
			if !errors.As(err, new(*MismatchError)) {
				t.Errorf("load: %v", err)
			}
		})
	}
}

func TestLoadSaysWhatIsMissing(t *testing.T) {
	s, l := taken(t, onnxtest.Model{})
	if _, err := s.Load("other", onnx.NewRuntime(nil), 1); !errors.As(err, new(*NotHereError)) {
		t.Errorf("no such model: %v", err)
	}
	loader, err := s.Load(l.Name, onnx.NewRuntime([]onnx.Library{{Path: "/nowhere/lib.so", From: "CI_ONNXRUNTIME"}}), 1)
	if err != nil {
		t.Fatal(err)
	}
	if loader.ID() != l.ID() || loader.Dim() != 8 {
		t.Errorf("%s has %d dimensions", loader.ID(), loader.Dim())
	}
	_, err = loader.Passages(t.Context(), []embed.Passage{{Text: "a"}})
	if !errors.As(err, new(*onnx.LibraryError)) || !strings.HasPrefix(err.Error(), "the model owner/tiny-e5 can't be loaded: ") {
		t.Errorf("without a library: %v", err)
	}
	if err := loader.Close(); err != nil {
		t.Error(err)
	}
}

func TestLockIsRead(t *testing.T) {
	s, l := taken(t, onnxtest.Model{})
	name := filepath.Join(s.folder(l.Name), lockName)
	for text, want := range map[string]string{
		"":                         "the record of the model owner/tiny-e5 can't be used",
		`{"version":2}`:            "is of version 2",
		`{"version":1,"name":"x"}`: "the model owner/tiny-e5 is not here",
		`{"version":1,"name":"owner/tiny-e5","files":[{"path":"../x"}]}`: `"../x" is not a path inside the model`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Lock(l.Name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if list, err := s.List(); err != nil || len(list) != 1 || list[0].Err == nil {
			t.Errorf("%s: %+v (%v)", text, list, err)
		}
	}
}

// TestLeftOvers: what a process has left that was killed goes, what another one is
// at work on stays.
func TestLeftOvers(t *testing.T) {
	s, l := taken(t, onnxtest.Model{})
	for name, age := range map[string]time.Duration{".pull-old": 2 * left, ".pull-young": left / 2} {
		dir, when := filepath.Join(s.dir, name), time.Now().Add(-age)
		if err := errors.Join(os.Mkdir(dir, 0o777), os.Chtimes(dir, when, when)); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := s.Take(t.Context(), l.Name, filepath.Join(s.folder(l.Name), filesName), ""); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil || len(entries) != 2 || entries[0].Name() != ".pull-young" {
		t.Errorf("%v (%v)", entries, err)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{"multilingual-e5-base": "Xenova/multilingual-e5-base", "intfloat/e5-base-v2": "intfloat/e5-base-v2", "e5": "", "a/b/c": "", "../a": "", "a--b": "", ".a": "", "builtin": "", "": ""} {
		if got, err := Repository(name); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q (%v)", name, got, err)
		}
	}
}

func TestDataFolder(t *testing.T) {
	for _, test := range []struct{ xdg, home, want string }{
		{"/data", "/home/u", "/data/ci"},
		{"relative", "/home/u", "/home/u/.local/share/ci"},
		{"", "", ""},
	} {
		got, err := dataDir(func(name string) string {
			return map[string]string{"XDG_DATA_HOME": test.xdg, "HOME": test.home}[name]
		})
		if strings.Contains(got, "Library") { // as macOS has it
			continue
		}
		if got != test.want || errors.Is(err, ErrNoData) != (test.want == "") {
			t.Errorf("%+v: %q (%v)", test, got, err)
		}
	}
}

func TestLibraries(t *testing.T) {
	_, env := store(t)
	data := env("XDG_DATA_HOME")
	program := filepath.Join(t.TempDir(), "bin", "ci")
	name := libraryNames()[0]
	var system []onnx.Library
	for _, n := range libraryNames() {
		system = append(system, onnx.Library{Path: n, From: "the system"})
	}
	if got := Libraries(env, program); !slices.Equal(got, system) {
		t.Errorf("nothing anywhere: %v", got)
	}
	own := filepath.Join(data, "ci", "onnxruntime", "lib", name)
	beside, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	program = filepath.Join(beside, "bin", "ci")
	beside = filepath.Join(beside, "lib", name)
	for _, p := range []string{own, beside, program} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o777), os.WriteFile(p, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	want := append([]onnx.Library{{Path: own, From: "the data folder"}, {Path: beside, From: "beside the program"}}, system...)
	if got := Libraries(env, program); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if err := SetLibrary(env, "lib.so"); err == nil {
		t.Error("a relative path was recorded")
	}
	if err := SetLibrary(env, "/opt/lib.so"); err != nil {
		t.Fatal(err)
	}
	if got := Libraries(env, program); len(got) != 1 || got[0].Path != "/opt/lib.so" {
		t.Errorf("with a setting: %v", got)
	}
	for _, variable := range []string{"ORT_DYLIB_PATH", "CI_ONNXRUNTIME"} {
		given := func(name string) string {
			if name == variable {
				return "/named.so"
			}
			return env(name)
		}
		if got := Libraries(given, program); len(got) != 1 || got[0] != (onnx.Library{Path: "/named.so", From: variable}) {
			t.Errorf("with %s: %v", variable, got)
		}
	}
	if err := errors.Join(SetLibrary(env, ""), SetLibrary(env, "")); err != nil {
		t.Fatal(err)
	}
	if got := Libraries(env, program); !slices.Equal(got, want) {
		t.Errorf("without the setting again: %v", got)
	}
}

func TestUse(t *testing.T) {
	for _, test := range []struct{ before, want string }{
		{"", "{\n  \"embedding_model\": \"m\"\n}\n"},
		{"{}", "{\n  \"embedding_model\": \"m\"\n}"},
		{"{ \n}\n", "{\n  \"embedding_model\": \"m\"\n}\n"},
		{"{\n  \"lsp\": {\"embedding_model\": 1}\n}\n", "{\n  \"embedding_model\": \"m\",\n  \"lsp\": {\"embedding_model\": 1}\n}\n"},
		{"\xef\xbb\xbf{\"lsp\":{}, \"embedding_model\" :  \"x\\\"y\" ,\"a\":1}", "\xef\xbb\xbf{\"lsp\":{}, \"embedding_model\" :  \"m\" ,\"a\":1}"},
	} {
		got, err := Use([]byte(test.before), "m")
		if err != nil || string(got) != test.want {
			t.Errorf("%q: %q (%v), want %q", test.before, got, err, test.want)
		}
	}
	for _, text := range []string{"[]", "{", `{"a"`, `{"a":}`} {
		if got, err := Use([]byte(text), "m"); err == nil {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func FuzzUse(f *testing.F) {
	f.Add([]byte(`{"lsp": {}, "embedding_model": "x"}`), "owner/m")
	f.Add([]byte("{ }"), "m")
	f.Fuzz(func(t *testing.T, text []byte, name string) {
		var before map[string]json.RawMessage
		if json.Unmarshal(text, &before) != nil {
			return
		}
		got, err := Use(text, name)
		if err != nil {
			if before != nil {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		var after map[string]json.RawMessage
		if err := json.Unmarshal(got, &after); err != nil {
			t.Fatalf("%q became %q: %v", text, got, err)
		}
		delete(before, settingKey)
		delete(after, settingKey)
		if len(before) != len(after) {
			t.Errorf("%q became %q", text, got)
		}
	})
}

// Models that can't be used are refused when they are opened, with what to do next.
func TestEmbeddersRefuse(t *testing.T) {
	s, env := store(t)
	library := filepath.Join(t.TempDir(), "none.so")
	e := NewEmbedders(func(name string) string {
		if name == "CI_ONNXRUNTIME" {
			return library
		}
		return env(name)
	}, time.Now, "", 1)
	refused := func(name, want string) {
		t.Helper()
		if got, err := e.Open(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, error %v, want %q", name, got, err, want)
		}
	}
	if b, err := e.Open(Builtin); err != nil || b.ID() == "" {
		t.Errorf("the one inside the program: %v, error %v", b, err)
	}
	refused("multilingual-e5-small", "the model multilingual-e5-small is not here; 'ci model pull multilingual-e5-small' gets it")
	refused("../etc", "is not the name of a model")
	_, client := newHub(t)
	if _, _, err := s.Pull(t.Context(), client, PullOptions{Name: "multilingual-e5-small"}); err != nil {
		t.Fatal(err)
	}
	refused("multilingual-e5-small", "the library of ONNX Runtime can't be loaded; 'ci model runtime' says where")
	nowhere := NewEmbedders(func(string) string { return "" }, time.Now, "", 1)
	if _, err := nowhere.Open("multilingual-e5-small"); !errors.Is(err, ErrNoData) {
		t.Errorf("without a folder for models: %v", err)
	}
	if err := errors.Join(e.Close(), nowhere.Close()); err != nil {
		t.Error(err)
	}
}
