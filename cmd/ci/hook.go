package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"codeintel/cmd/internal/daemon"
	"codeintel/cmd/internal/early"
	"codeintel/cmd/internal/guard"
	"codeintel/cmd/internal/hook"
	"codeintel/cmd/internal/seal"
	"codeintel/cmd/internal/setup"
	"codeintel/cmd/internal/statefs"
	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/speech"

	"github.com/spf13/cobra"
)

// Bounds of a hook, by which a client must not be held up.
const (
	// hookConnect is how long the shared process may take to greet; then the hook
	// decides by itself, by the same rules.
	hookConnect = 15 * time.Millisecond
	// hookPre is how long a decision may take, hookPost how long a look at what a call
	// has changed.
	hookPre  = 8 * time.Second
	hookPost = 50 * time.Second
)

func (a *app) hookCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "hook",
		Short: "answer the hooks of an agent: may it make this call?",
		Long: `What the hooks of Claude Code run: they say on standard input what the agent is
about to do, or has done, and are told on standard output what comes of it.

What only reads passes at once. What writes is decided by the agent's session,
with the path as the disk has it; after a call the files that have changed are
looked at, whatever changed them. The setting write_gate says when: "session"
holds up an agent that has an open session which is not that far, "always" any
agent, "off" none. The shared process decides; where it can't be reached, the
hook does by itself, by the same rules.

Exit codes: 0 decided, see standard output; 2 no decision, and the call is
denied; 1 no decision, and none is needed.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	for event, short := range map[string]string{"pre": "before a call: may it be made?", "post": "after a call, or at the end of a turn: what has it changed?"} {
		c.AddCommand(&cobra.Command{
			Use: event, Short: short, Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error {
				if code := a.hook(c.Context()); code != exitOK {
					return &failure{code: code, said: true}
				}
				return nil
			},
		})
	}
	return c
}

// hook answers a hook of a client by itself; it returns the exit code. Where the
// shared process runs, package early has its answer before this is reached.
func (a *app) hook(ctx context.Context) (code int) {
	said, asked := early.Input()
	ask := a.askShared
	if asked {
		ask = nil // it has not answered
	}
	answer, finish := a.answers(ctx, io.MultiReader(bytes.NewReader(said), a.stdin), func(ctx context.Context, r *guard.Request, limit time.Duration) (guard.Response, error) {
		if ask != nil {
			if answer, err := ask(ctx, r, limit); err == nil {
				return answer, nil
			}
		}
		return a.guard(r.Root, a.env, false).Handle(ctx, r)
	})
	_, _ = io.WriteString(a.stderr, answer.Stderr)
	if _, err := io.WriteString(a.stdout, answer.Stdout); err != nil && answer.Stdout != "" {
		fmt.Fprintf(a.stderr, "ci gate: the answer can't be given: %s\n", oneLine(err.Error()))
		return exitUsage
	}
	finish()
	return answer.Code
}

// answers is how a hook ends that is told what r has; decide answers the guard's
// question, within half of the limit where it asks another process. Whatever happens, a
// call that may write does not pass without a decision. finish is to be called when the
// answer was given.
func (a *app) answers(ctx context.Context, r io.Reader, decide func(ctx context.Context, r *guard.Request, limit time.Duration) (guard.Response, error)) (answer hook.Answer, finish func()) {
	var in *hook.Input
	finish = func() {}
	defer func() {
		if r := recover(); r != nil {
			answer = in.Failed(fmt.Errorf("a defect of ci; please report it: %v", r), speech.English)
		}
	}()
	in, err := hook.Read(r, hook.Env{Lookup: a.lookup, Read: readScript, Folder: isFolder, Top: gitTop, Trusted: a.trusted})
	if err != nil {
		return in.Failed(err, speech.English), finish
	}
	response, err := a.decide(ctx, in, decide)
	if err != nil {
		return in.Failed(err, a.language(in.Dir())), finish
	}
	return in.Answer(response), func() { _ = response.Finish(ctx) } // what was said holds whether or not it is counted
}

// language returns the language in which to speak to an agent in a folder, by the
// configuration alone: nothing else is known of the agent.
func (a *app) language(dir string) speech.Language {
	root, err := daemon.FindRoot("", a.getenv, dir)
	if err != nil {
		return speech.English
	}
	return guard.Language(root).For("")
}

// lookup finds a variable of the environment.
func (a *app) lookup(name string) (string, bool) {
	v := a.getenv(name)
	return v, v != ""
}

// maxScript is how many bytes a script may have that is looked into.
const maxScript = 256 << 10

// readScript reads a script, patch or list that an agent may have made: one that git
// does not track. Those of a project do many things, of which a call is for one.
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

// gitTop is the top folder of the git repository that a folder is in, "" for none.
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

// decide is the answer to a hook.
func (a *app) decide(ctx context.Context, in *hook.Input, decide func(ctx context.Context, r *guard.Request, limit time.Duration) (guard.Response, error)) (guard.Response, error) {
	client, begins := in.Begins()
	if !in.Asks() && !begins {
		return guard.Response{}, nil
	}
	dir := in.Dir()
	if !filepath.IsAbs(dir) {
		var err error
		if dir, err = filepath.Abs(a.path(dir)); err != nil {
			return guard.Response{}, err
		}
	}
	root, err := daemon.FindRoot("", a.getenv, dir)
	switch {
	case errors.Is(err, daemon.ErrTooWide):
		return guard.Response{}, nil // there is no repository to guard
	case err != nil:
		return guard.Response{}, err
	}
	if begins {
		// A session that is not known to be enforced says so, and is held up all the same.
		_ = a.gateFolder().Witness(root, a.now).Reported(client)
	}
	if !in.Asks() {
		return guard.Response{}, nil
	}
	r := in.Request(root, a.keep())
	limit := hookPost
	if r.Event == guard.Pre {
		limit = hookPre
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	witness := a.gateFolder().Witness(root, a.now)
	if a.remembered != nil {
		if w := a.remembered(root); w != nil {
			witness = w // it knows what may have been removed since
		}
	}
	if idle, err := guard.Idle(root, witness, in.Transcript()); idle || err != nil {
		return guard.Response{}, err
	}
	return decide(ctx, r, limit/2)
}

// askShared asks the shared process.
func (a *app) askShared(ctx context.Context, r *guard.Request, limit time.Duration) (guard.Response, error) {
	place, err := daemon.FindPlace(a.place)
	if err != nil {
		return guard.Response{}, err
	}
	line, err := json.Marshal(r)
	if err != nil {
		return guard.Response{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	line, err = daemon.Ask(ctx, place, daemon.Build{Version: version}, daemon.KindHook, r.Root, hookConnect, line)
	if err != nil {
		return guard.Response{}, err
	}
	var answer guard.Response
	if err := json.Unmarshal(line, &answer); err != nil {
		return guard.Response{}, err
	}
	if answer.Error != "" {
		return guard.Response{}, errors.New(answer.Error)
	}
	return answer, nil
}

// guard is that of a repository; lasting: it answers more than one request.
func (a *app) guard(root string, env workspace.Env, lasting bool) *guard.Guard {
	return guard.New(guard.Options{Book: a.book(root), Root: root, Env: env, Now: a.now, Witness: a.gateFolder().Witness(root, a.now), Seal: a.sealer(root), Outside: a.outside(), Lasting: lasting})
}

// gateFolder is where what vouches for sessions is kept.
func (a *app) gateFolder() seal.Folder { return seal.In(a.place.GateFolder()) }

// sealer returns what seals the sessions of a repository. Without a key nothing that
// is kept is believed.
func (a *app) sealer(root string) func([]byte) string {
	s, err := a.gateFolder().Sealer(root)
	if err != nil {
		fmt.Fprintf(a.stderr, "ci: %s; sessions count as begun anew\n", oneLine(err.Error()))
		return func([]byte) string { return "" }
	}
	return s
}

// book has the sessions of a repository.
func (a *app) book(root string) *session.Book {
	return session.OpenBook(statefs.New(root, a.now), session.BookOptions{
		Now: a.now, Random: random, Gone: daemon.Gone, Seal: a.sealer(root), Witness: a.witness(root), Language: func() speech.Setting { return guard.Language(root) },
	})
}

// witness is what is known of a repository's records outside of it, nil for nothing.
func (a *app) witness(root string) session.Witness {
	if w := a.gateFolder().Witness(root, a.now); w != nil {
		return w
	}
	return nil
}

// random fills a slice with unguessable bytes.
func random(b []byte) { _, _ = rand.Read(b) } // it does not fail

// keep are files outside of repositories on which it depends that the gate stands.
func (a *app) keep() []string {
	var list []string
	add := func(dir string, names ...string) {
		if filepath.IsAbs(dir) {
			for _, name := range names {
				list = append(list, filepath.Join(dir, name))
			}
		}
	}
	claude := a.getenv("CLAUDE_CONFIG_DIR")
	if home := a.getenv("HOME"); claude == "" && home != "" {
		claude = filepath.Join(home, ".claude")
	}
	add(claude, "settings.json", "settings.local.json", "plugins")
	list = append(list, a.outside()...)
	if dir, err := filepath.Abs(a.path("")); err == nil {
		list = append(list, workspace.RuleFiles(dir, a.env)...)
	}
	add(a.getenv("CLAUDE_PLUGIN_ROOT"), "")
	add("/etc/claude-code", "")
	add(a.program, "")
	if place, err := daemon.FindPlace(a.place); err == nil {
		add(place.Dir, "")
	}
	add(a.gateFolder().Dir(), "")
	// Hooks start the first program of our name on PATH.
	name := filepath.Base(a.program)
	for _, dir := range filepath.SplitList(a.getenv("PATH")) {
		if dir == filepath.Dir(a.program) {
			break
		}
		add(dir, name)
	}
	return list
}

// outside returns the absolute paths of files outside of repositories whose content decides
// whether a gate stands: the settings of clients. The files by which git ignores others are
// found by package guard.
func (a *app) outside() []string {
	home := a.getenv("HOME")
	list := []string{filepath.Join(cmp.Or(a.getenv("CLAUDE_CONFIG_DIR"), home), ".claude.json")}
	config := cmp.Or(a.getenv("CLAUDE_CONFIG_DIR"), filepath.Join(home, ".claude"))
	for _, name := range [...]string{"settings.json", "settings.local.json", "plugins/installed_plugins.json"} {
		list = append(list, filepath.Join(config, filepath.FromSlash(name)))
	}
	if dir := a.getenv("CLAUDE_PLUGIN_ROOT"); dir != "" {
		list = append(list, filepath.Join(dir, "hooks", "hooks.json"))
	}
	for _, dir := range setup.ManagedFolders() {
		list = append(list, setup.ManagedFiles(dir)...)
	}
	return slices.DeleteFunc(list, func(name string) bool { return !filepath.IsAbs(name) })
}

// guards are those of the repositories that hooks have asked about, for as long as
// the process runs.
type guards struct {
	a    *app
	mu   sync.Mutex
	list map[string]*guard.Guard
}

// maxGuards is how many repositories are known at a time.
const maxGuards = 64

// witness returns the witness of a repository that a hook has asked about, nil for none.
func (g *guards) witness(root string) *seal.Witness {
	g.mu.Lock()
	defer g.mu.Unlock()
	if known := g.list[root]; known != nil {
		return known.Witness()
	}
	return nil
}

func (g *guards) of(root string) *guard.Guard {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.list[root] == nil {
		if g.list == nil || len(g.list) >= maxGuards {
			g.list = map[string]*guard.Guard{}
		}
		g.list[root] = g.a.guard(root, g.a.env, true)
	}
	return g.list[root]
}

// serveSaid is the endpoint of hooks that hand on what the client says, with the
// environment in which they run: see early.Said.
func (g *guards) serveSaid(ctx context.Context, conn io.ReadWriteCloser, _ daemon.Client) error {
	var said early.Said
	if err := json.NewDecoder(io.LimitReader(conn, 2*early.MaxInput)).Decode(&said); err != nil {
		return err
	}
	getenv := variables(string(said.Env))
	a := &app{
		getenv: getenv, now: g.a.now, dir: string(said.Dir), program: string(said.Program), env: workspace.Env{Getenv: getenv},
		place: daemon.Env{Getenv: getenv, Runtime: g.a.place.Runtime}, remembered: g.witness,
	}
	answer, finish := a.answers(ctx, bytes.NewReader(said.Input), func(ctx context.Context, r *guard.Request, _ time.Duration) (guard.Response, error) {
		return g.of(r.Root).Handle(ctx, r)
	})
	b64 := base64.StdEncoding
	if _, err := fmt.Fprintf(conn, "%d:%s:%s\n", answer.Code, b64.EncodeToString([]byte(answer.Stdout)), b64.EncodeToString([]byte(answer.Stderr))); err != nil {
		return err
	}
	finish()
	return nil
}

// variables returns what finds a variable in an environment, "" where it is not set:
// NAME=value, each with a zero byte after it. The last one counts.
func variables(env string) func(name string) string {
	all := map[string]string{}
	for v := range strings.SplitSeq(env, "\x00") {
		if name, value, ok := strings.Cut(v, "="); ok {
			all[name] = value
		}
	}
	return func(name string) string { return all[name] }
}

// serve is the endpoint of hooks: one line, and one line for an answer.
func (g *guards) serve(ctx context.Context, conn io.ReadWriteCloser, _ daemon.Client) error {
	var r guard.Request
	if err := json.NewDecoder(io.LimitReader(conn, hook.MaxInput)).Decode(&r); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, hookPost)
	defer cancel()
	answer, err := g.of(r.Root).Handle(ctx, &r)
	if err != nil {
		answer = guard.Response{Error: oneLine(err.Error())}
	}
	line, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	if _, err = conn.Write(append(line, '\n')); err != nil {
		return err
	}
	return answer.Finish(ctx)
}
