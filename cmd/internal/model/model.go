// Package model keeps the models of a user: gets them from a hub or a folder,
// records what they are, and loads them as long as they are that.
package model

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"codeintel/index/embed/onnx"
)

// Builtin is the name of the embedder inside the program.
const Builtin = "builtin"

// known are models by their short names: where the hub has them, in the form that
// is read here.
var known = map[string]string{
	"multilingual-e5-small": "Xenova/multilingual-e5-small",
	"multilingual-e5-base":  "Xenova/multilingual-e5-base",
	"multilingual-e5-large": "Xenova/multilingual-e5-large",
}

// Known are the short names of models that a hub has, sorted.
func Known() []string { return slices.Sorted(maps.Keys(known)) }

// Repository is where a hub has the model of a name: OWNER/NAME.
func Repository(name string) (string, error) {
	if err := checkName(name); err != nil {
		return "", err
	}
	if repo, ok := known[name]; ok {
		return repo, nil
	}
	if !strings.Contains(name, "/") {
		return "", fmt.Errorf("%s is not a model that has a short name; give OWNER/NAME of the hub, or one of %s", name, strings.Join(Known(), ", "))
	}
	return name, nil
}

// names of models: NAME, or OWNER/NAME.
var names = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,95}(/[A-Za-z0-9][A-Za-z0-9._-]{0,95})?$`)
})

func checkName(name string) error {
	switch {
	case name == Builtin:
		return errors.New("the model builtin is inside the program")
	case !names().MatchString(name) || strings.Contains(name, "--"):
		return fmt.Errorf("%q is not the name of a model: want NAME or OWNER/NAME, of letters, digits, '.', '_' and '-'", name)
	}
	return nil
}

// Version of the lock file.
const lockVersion = 1

// Lock records what a model is. It is written when the model is fetched; the model
// is used only as long as its files are those of the lock.
type Lock struct {
	Version int    `json:"version"`
	Name    string `json:"name"`
	// Source is the address on the hub, or the folder that it was taken from.
	Source string `json:"source"`
	// Revision is the commit on the hub, "" for a folder.
	Revision string `json:"revision,omitempty"`
	Files    []File `json:"files"` // by path
}

// File is a file of a model.
type File struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	// Hub is the checksum that the hub served, with what it is of: "sha256:…", or
	// "git:…", the name of a blob; "" for a folder. The file had it.
	Hub string `json:"hub,omitempty"`
}

// ID names the model and what it consists of.
func (l *Lock) ID() string {
	h := sha256.New()
	for _, f := range l.Files {
		fmt.Fprintf(h, "%s %s\n", f.SHA256, f.Path)
	}
	return fmt.Sprintf("%s@%x", l.Name, h.Sum(nil)[:8])
}

// Size is that of all files, in bytes.
func (l *Lock) Size() int64 {
	var n int64
	for _, f := range l.Files {
		n += f.Size
	}
	return n
}

// Store is the user's folder of models.
type Store struct {
	dir string
	now func() time.Time
}

// ErrNoData: the environment names no folder for what the user keeps.
var ErrNoData = errors.New("there is no folder for models: neither XDG_DATA_HOME nor HOME is set; set one of them")

// dataDir is the user's folder for what is kept. The variables read are
// XDG_DATA_HOME and HOME.
func dataDir(getenv func(string) string) (string, error) {
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "ci"), nil
	}
	switch home := getenv("HOME"); {
	case !filepath.IsAbs(home):
		return "", ErrNoData
	case runtime.GOOS == "darwin":
		return filepath.Join(home, "Library", "Application Support", "ci"), nil
	default:
		return filepath.Join(home, ".local", "share", "ci"), nil
	}
}

// NewStore is the store of the user whose environment it is. Nothing is made.
func NewStore(getenv func(string) string, now func() time.Time) (*Store, error) {
	dir, err := dataDir(getenv)
	if err != nil {
		return nil, err
	}
	return &Store{filepath.Join(dir, "models"), now}, nil
}

const (
	lockName  = "lock.json"
	filesName = "files"
	staging   = ".pull-" // what folders are called that are being filled
	maxLock   = 1 << 20  // bytes
	// left is how old a folder that is being filled is when its process has ended.
	left = 24 * time.Hour
)

// folder is where a model is.
func (s *Store) folder(name string) string {
	return filepath.Join(s.dir, strings.ReplaceAll(name, "/", "--"))
}

// NotHereError: the store has no such model.
type NotHereError struct{ Name string }

func (e *NotHereError) Error() string {
	if _, err := Repository(e.Name); err != nil {
		return fmt.Sprintf("the model %s is not here; 'ci model pull %[1]s --from DIR' takes it from a folder", e.Name)
	}
	return fmt.Sprintf("the model %s is not here; 'ci model pull %[1]s' gets it", e.Name)
}

// Lock returns the record of a model. The error of one that the store does not have
// is a *NotHereError.
func (s *Store) Lock(name string) (*Lock, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	l, err := readLock(filepath.Join(s.folder(name), lockName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &NotHereError{name}
	case err != nil:
		return nil, fmt.Errorf("the record of the model %s can't be used: %w; run 'ci model pull %[1]s' again", name, err)
	case l.Name != name:
		return nil, &NotHereError{name}
	}
	return l, nil
}

func readLock(name string) (*Lock, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxLock))
	if err != nil {
		return nil, err
	}
	l := &Lock{}
	if err := json.Unmarshal(data, l); err != nil {
		return nil, fmt.Errorf("%s: %w", lockName, err)
	}
	if l.Version != lockVersion {
		return nil, fmt.Errorf("%s is of version %d, and this program reads %d", lockName, l.Version, lockVersion)
	}
	for _, f := range l.Files {
		if !filepath.IsLocal(filepath.FromSlash(f.Path)) || f.Size < 0 {
			return nil, fmt.Errorf("%s: %q is not a path inside the model", lockName, f.Path)
		}
	}
	return l, nil
}

// MismatchError: a file is not the one that was recorded.
type MismatchError struct {
	Lock       *Lock
	Path, What string
}

func (e *MismatchError) Error() string {
	from := ""
	if e.Lock.Revision == "" {
		from = " --from " + e.Lock.Source
	}
	return fmt.Sprintf("%s of the model %s is not what was recorded: %s; run 'ci model pull %[2]s%[4]s' again", e.Path, e.Lock.Name, e.What, from)
}

// files are a model's files, each compared with the lock when it is read. It is an
// onnx.Folder.
type files struct {
	lock *Lock
	dir  string
}

func (f *files) Names() []string {
	var out []string
	for _, file := range f.lock.Files {
		out = append(out, file.Path)
	}
	return out
}

func (f *files) ReadFile(name string) ([]byte, error) {
	i := slices.IndexFunc(f.lock.Files, func(file File) bool { return file.Path == name })
	if i < 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	want := f.lock.Files[i]
	mismatch := func(format string, args ...any) error {
		return &MismatchError{f.lock, name, fmt.Sprintf(format, args...)}
	}
	file, err := os.OpenInRoot(f.dir, filepath.FromSlash(name))
	if err != nil {
		return nil, mismatch("%s", reason(err))
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, mismatch("%s", reason(err))
	}
	if info.Size() != want.Size || !info.Mode().IsRegular() {
		return nil, mismatch("it has %d bytes, and had %d", info.Size(), want.Size)
	}
	data := make([]byte, want.Size)
	if _, err := io.ReadFull(file, data); err != nil {
		return nil, mismatch("%s", reason(err))
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != want.SHA256 {
		return nil, mismatch("its SHA-256 is %x, and was %s", sum, want.SHA256)
	}
	return data, nil
}

// reason is what the system says of a path, without the path.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

func (s *Store) open(l *Lock) *files {
	return &files{l, filepath.Join(s.folder(l.Name), filesName)}
}

// Describe says what the files of a model say of it.
func (s *Store) Describe(l *Lock) (onnx.Card, error) {
	return describe(s.open(l), l)
}

func describe(folder onnx.Folder, l *Lock) (onnx.Card, error) {
	card, err := onnx.Describe(folder, l.Name, l.Source)
	if err != nil {
		return card, fmt.Errorf("the model %s can't be used: %w", l.Name, err)
	}
	return card, nil
}

// Verify reads all files of a model and compares them with its record; each of the
// errors is a *MismatchError.
func (s *Store) Verify(ctx context.Context, l *Lock) error {
	folder := s.open(l)
	var errs []error
	for _, f := range l.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := folder.ReadFile(f.Path); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Entry is a model of the store.
type Entry struct {
	Name string
	Lock *Lock // nil when Err says why
	Card onnx.Card
	// Err says why the model can't be used, as far as that is seen without reading
	// its large files.
	Err error
}

// List returns the models of the store, by name.
func (s *Store) List() ([]Entry, error) {
	folders, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []Entry
	for _, d := range folders {
		name := strings.Replace(d.Name(), "--", "/", 1)
		if !d.IsDir() || checkName(name) != nil {
			continue
		}
		e := Entry{Name: name}
		if e.Lock, e.Err = s.Lock(name); e.Err == nil {
			e.Card, e.Err = s.look(e.Lock)
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// look describes a model whose files are as large as they were.
func (s *Store) look(l *Lock) (onnx.Card, error) {
	for _, f := range l.Files {
		info, err := os.Stat(filepath.Join(s.folder(l.Name), filesName, filepath.FromSlash(f.Path)))
		switch {
		case err != nil:
			return onnx.Card{}, &MismatchError{l, f.Path, reason(err)}
		case info.Size() != f.Size:
			return onnx.Card{}, &MismatchError{l, f.Path, fmt.Sprintf("it has %d bytes, and had %d", info.Size(), f.Size)}
		}
	}
	return s.Describe(l)
}

// Load returns a model that is loaded in the background when it is first asked: each of
// its files must be the one that was recorded. What can be said at once is an error at
// once. threads is that of onnx.Options.
func (s *Store) Load(name string, rt *onnx.Runtime, threads int) (*onnx.Loader, error) {
	l, err := s.Lock(name)
	if err != nil {
		return nil, err
	}
	card, err := s.look(l)
	if err != nil {
		return nil, err
	}
	return onnx.Load(card, l.ID(), func(ctx context.Context) (*onnx.Embedder, error) {
		e, err := onnx.Open(ctx, rt, s.open(l), card, onnx.Options{ID: l.ID(), Threads: threads})
		if err != nil {
			return nil, fmt.Errorf("the model %s can't be loaded: %w", name, err)
		}
		return e, nil
	}), nil
}

// stage is a folder that a model is put together in.
type stage struct {
	store *Store
	dir   string
	lock  *Lock
}

func (s *Store) stage(name, source, revision string) (*stage, error) {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, err
	}
	s.sweep()
	dir, err := os.MkdirTemp(s.dir, staging)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(dir, "new", filesName), 0o700); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return &stage{s, dir, &Lock{Version: lockVersion, Name: name, Source: source, Revision: revision}}, nil
}

// sweep removes what processes have left that did not come to their end.
func (s *Store) sweep() {
	folders, _ := os.ReadDir(s.dir) // what can't be listed is not in the way
	for _, d := range folders {
		if info, err := d.Info(); err == nil && strings.HasPrefix(d.Name(), staging) && s.now().Sub(info.ModTime()) > left {
			_ = os.RemoveAll(filepath.Join(s.dir, d.Name())) // the next sweep tries again
		}
	}
}

// create makes a file of the model.
func (g *stage) create(name string) (*os.File, error) {
	p := filepath.Join(g.dir, "new", filesName, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		return nil, err
	}
	return os.OpenFile(p, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
}

// finish checks that the model can be used, records it, and puts it in the place of
// the one that was there.
func (g *stage) finish(ctx context.Context) (*Lock, onnx.Card, error) {
	l := g.lock
	slices.SortFunc(l.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	folder := &files{l, filepath.Join(g.dir, "new", filesName)}
	card, err := describe(folder, l)
	if err != nil {
		return nil, card, err
	}
	if err := onnx.Check(ctx, folder, card); err != nil {
		return nil, card, fmt.Errorf("the model %s can't be used: %w", l.Name, err)
	}
	data, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return nil, card, err
	}
	if err := os.WriteFile(filepath.Join(g.dir, "new", lockName), append(data, '\n'), 0o600); err != nil {
		return nil, card, err
	}
	to, old := g.store.folder(l.Name), filepath.Join(g.dir, "old")
	if err := os.Rename(to, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, card, err
	}
	if err := os.Rename(filepath.Join(g.dir, "new"), to); err != nil {
		return nil, card, errors.Join(err, ignoreMissing(os.Rename(old, to)))
	}
	return l, card, nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// remove removes what is left of the stage.
func (g *stage) remove() error { return os.RemoveAll(g.dir) }
