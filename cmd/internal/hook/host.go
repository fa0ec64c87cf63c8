package hook

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"codeintel/cmd/internal/guard"
	"codeintel/cmd/internal/place"
	"codeintel/cmd/internal/seal"
	"codeintel/cmd/internal/setup"
	"codeintel/cmd/internal/statefs"
	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/speech"
)

// Bounds of a hook, so that it does not hold its client up.
const (
	// PreTime bounds a decision, PostTime a look at what a call has changed.
	PreTime  = 8 * time.Second
	PostTime = 50 * time.Second
)

// Host is the process that a hook runs in, as far as a hook depends on it: that of the
// hook itself, or the one that the shared process was told of.
type Host struct {
	Getenv func(name string) string
	Now    func() time.Time
	// Dir is the working folder, "" for that of this process. Program is the absolute
	// path of the program that runs, "" when unknown.
	Dir, Program string
	Env          workspace.Env
	Place        place.Env
	// Always: the hook has the flag early.Always.
	Always bool
	// Stderr receives warnings; nil drops them.
	Stderr io.Writer
	// Remembered returns the witness of a repository that the process has in memory; nil
	// where it has none.
	Remembered func(root string) *seal.Witness
}

// Decide answers the guard's question. An implementation that asks another process takes
// no longer than limit.
type Decide func(ctx context.Context, r *guard.Request, limit time.Duration) (guard.Response, error)

// Decide answers by itself, from what is on the disk.
func (h *Host) Decide(ctx context.Context, r *guard.Request, _ time.Duration) (guard.Response, error) {
	return h.Guard(r.Root, false).Handle(ctx, r)
}

// Run answers the hook whose input r holds. Whatever happens, a call that may write does
// not pass without a decision. The caller calls finish once it has given the answer.
func (h *Host) Run(ctx context.Context, r io.Reader, decide Decide) (answer Answer, finish func()) {
	var in *Input
	finish = func() {}
	defer func() {
		if r := recover(); r != nil {
			answer = in.Failed(fmt.Errorf("a defect of ci; please report it: %v", r), speech.English)
		}
	}()
	in, err := Read(r, Env{Lookup: h.lookup, Read: readScript, Folder: isFolder, Top: gitTop, Trusted: h.trusted})
	if err != nil {
		return in.Failed(err, speech.English), finish
	}
	response, err := h.decide(ctx, in, decide)
	if err != nil {
		return in.Failed(err, h.language(in.Dir())), finish
	}
	return in.Answer(response), func() { _ = response.Finish(ctx) } // what was said holds whether or not it is counted
}

// Write gives the answer to the client, and returns the exit code: one that can't be
// given opens nothing.
func (a Answer) Write(stdout, stderr io.Writer) (code int) {
	_, _ = io.WriteString(stderr, a.Stderr)
	if _, err := io.WriteString(stdout, a.Stdout); err != nil && a.Stdout != "" {
		fmt.Fprintln(stderr, speech.English.Say(speech.AnswerNotGiven{Why: oneLine(err.Error())}))
		return 2
	}
	return a.Code
}

// decide answers a hook.
func (h *Host) decide(ctx context.Context, in *Input, decide Decide) (guard.Response, error) {
	client, begins := in.Begins()
	if !in.Asks() && !begins {
		return guard.Response{}, nil
	}
	dir := in.Dir()
	if !filepath.IsAbs(dir) {
		var err error
		if dir, err = filepath.Abs(filepath.Join(h.Dir, dir)); err != nil {
			return guard.Response{}, err
		}
	}
	root, err := place.FindRoot("", h.Getenv, dir)
	switch {
	case errors.Is(err, place.ErrTooWide):
		return guard.Response{}, nil // there is no repository to guard
	case err != nil:
		return guard.Response{}, err
	}
	if begins {
		// A session that is not known to be enforced says so, and is held up all the same.
		_ = h.GateFolder().Witness(root, h.Now).Reported(client)
	}
	if !in.Asks() {
		return guard.Response{}, nil
	}
	witness := h.GateFolder().Witness(root, h.Now)
	if h.Remembered != nil {
		if w := h.Remembered(root); w != nil {
			witness = w // it knows what may have been removed since
		}
	}
	if idle, err := guard.Idle(root, witness, in.Transcript(), h.Always); idle || err != nil {
		return guard.Response{}, err
	}
	r := in.Request(root)
	r.Always = h.Always
	limit := PostTime
	if r.Event == guard.Pre {
		limit = PreTime
		r.Keep = h.keep()
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return decide(ctx, r, limit/2)
}

// language returns the language in which to speak to an agent in a folder, by the
// configuration alone: nothing else is known of the agent.
func (h *Host) language(dir string) speech.Language {
	root, err := place.FindRoot("", h.Getenv, dir)
	if err != nil {
		return speech.English
	}
	return guard.Language(root).For("")
}

// trusted reports whether the person trusts a tool in the repository of a folder.
func (h *Host) trusted(dir, tool string) bool {
	root, err := place.FindRoot("", h.Getenv, dir)
	if err != nil {
		return false
	}
	list, err := h.GateFolder().Witness(root, h.Now).Trusted()
	return err == nil && list[tool] != time.Time{}
}

// lookup finds a variable of the environment.
func (h *Host) lookup(name string) (string, bool) {
	v := h.Getenv(name)
	return v, v != ""
}

// Guard returns that of a repository; lasting: it answers more than one request.
func (h *Host) Guard(root string, lasting bool) *guard.Guard {
	sealer := h.Sealer(root)
	return guard.New(guard.Options{Book: h.book(root, sealer), Root: root, Env: h.Env, Now: h.Now, Witness: h.GateFolder().Witness(root, h.Now), Seal: sealer, Outside: h.outside(), Lasting: lasting})
}

// GateFolder returns where what vouches for sessions is kept.
func (h *Host) GateFolder() seal.Folder { return seal.In(h.Place.GateFolder()) }

// Sealer returns what seals the sessions of a repository. Without a key nothing that
// is kept is believed.
func (h *Host) Sealer(root string) func([]byte) string {
	s, err := h.GateFolder().Sealer(root)
	if err != nil {
		if h.Stderr != nil {
			fmt.Fprintln(h.Stderr, guard.Language(root).For("").Say(speech.BegunAnew{Why: oneLine(err.Error())}))
		}
		return func([]byte) string { return "" }
	}
	return s
}

// Book returns the sessions of a repository.
func (h *Host) Book(root string) *session.Book { return h.book(root, h.Sealer(root)) }

func (h *Host) book(root string, sealer func([]byte) string) *session.Book {
	return session.OpenBook(statefs.New(root, h.Now), session.BookOptions{
		Now: h.Now, Random: random, Gone: place.Gone, Seal: sealer, Witness: h.Witness(root), Language: func() speech.Setting { return guard.Language(root) },
	})
}

// Witness returns what is known of a repository's records outside of it, nil for nothing.
func (h *Host) Witness(root string) session.Witness {
	if w := h.GateFolder().Witness(root, h.Now); w != nil {
		return w
	}
	return nil
}

// random fills a slice with unguessable bytes.
func random(b []byte) { _, _ = rand.Read(b) } // it does not fail

// keep returns files outside of repositories that the gate depends on. No agent may write
// them.
func (h *Host) keep() []string {
	var list []string
	add := func(dir string, names ...string) {
		if filepath.IsAbs(dir) {
			for _, name := range names {
				list = append(list, filepath.Join(dir, name))
			}
		}
	}
	add(setup.ConfigFolder(h.Getenv), "settings.json", "settings.local.json", "plugins")
	list = append(list, h.outside()...)
	if dir, err := filepath.Abs(h.Dir); err == nil {
		list = append(list, workspace.RuleFiles(dir, h.Env)...)
	}
	add(h.Getenv("CLAUDE_PLUGIN_ROOT"), "")
	add("/etc/claude-code", "")
	add(h.Program, "")
	add(h.Place.RunFolder(), "")
	add(h.GateFolder().Dir(), "")
	// Hooks start the first program of our name on PATH.
	name := filepath.Base(h.Program)
	for _, dir := range filepath.SplitList(h.Getenv("PATH")) {
		if dir == filepath.Dir(h.Program) {
			break
		}
		add(dir, name)
	}
	return list
}

// outside returns the absolute paths of files outside of repositories whose content decides
// whether a gate stands: the settings of clients. The files by which git ignores others are
// found by package guard.
func (h *Host) outside() []string {
	list := []string{filepath.Join(cmp.Or(h.Getenv("CLAUDE_CONFIG_DIR"), h.Getenv("HOME")), ".claude.json")}
	config := setup.ConfigFolder(h.Getenv)
	for _, name := range [...]string{"settings.json", "settings.local.json", "plugins/installed_plugins.json"} {
		list = append(list, filepath.Join(config, filepath.FromSlash(name)))
	}
	if dir := h.Getenv("CLAUDE_PLUGIN_ROOT"); dir != "" {
		list = append(list, filepath.Join(dir, "hooks", "hooks.json"))
	}
	for _, dir := range setup.ManagedFolders() {
		list = append(list, setup.ManagedFiles(dir)...)
	}
	return slices.DeleteFunc(list, func(name string) bool { return !filepath.IsAbs(name) })
}

// maxScript is how many bytes a script may have that is looked into.
const maxScript = 256 << 10

// readScript reads a script, patch or list that git does not track, so that an agent may
// have made it. A tracked one does many things, only one of which a call is for.
func readScript(name string) ([]byte, bool) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxScript {
		return nil, false
	}
	if real, err := filepath.EvalSymlinks(name); err != nil || workspace.Tracked(real) {
		return nil, false
	}
	data, err := os.ReadFile(name)
	return data, err == nil
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// gitTop returns the top folder of the git repository that a folder is in, "" for none.
func gitTop(dir string) string {
	if !filepath.IsAbs(dir) {
		return ""
	}
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}
