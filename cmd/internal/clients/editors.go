package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// goplsVersion is the Go server that ci is a companion of.
const goplsVersion = "v0.20.0"

//go:embed editors.json
var editorsList []byte

//go:embed driver
var driver embed.FS

// trees are suites of Debian with the editors that are taken from them.
var trees = []struct{ suite, packages string }{
	{"bookworm", "neovim"},
	{"trixie", "neovim,emacs-nox,elpa-lsp-mode"},
	{"sid", "neovim,hx"},
}

// editors runs the editors that people have: Neovim of three ages, Neovim beside
// other servers, Helix, Emacs, VS Code.
func (r *run) editors() {
	r.section("editors")
	in := *r
	in.passed, in.failed = 0, 0
	defer func() { r.passed, r.failed = r.passed+in.passed, r.failed+in.failed }()
	if text, err := in.installEditors(); err != nil {
		in.failed++
		fmt.Printf("FAIL  the editors can't be installed: %v\n%s\n", err, text)
		return
	}
	for _, t := range trees {
		if in.again("Neovim of "+t.suite) == nil {
			in.neovim("of Debian "+t.suite, nil, in.inTree(t.suite, "nvim"))
		}
	}
	in.beside()
	in.helix()
	in.emacs()
	in.vscode()
}

// again makes the shop anew, since a client may have changed it.
func (r *run) again(name string) error {
	if !r.wanted(name) {
		return errors.New("it is not asked for")
	}
	err := r.shop()
	if err == nil {
		_, err = r.session()
	}
	if err != nil {
		r.check(name+": a repository", func() (string, error) { return "", err })
	}
	return err
}

// installEditors gets what is missing, from Debian, npm and the Go module proxy.
func (r *run) installEditors() (string, error) {
	var missing []string
	for program, pack := range map[string]string{"mmdebstrap": "mmdebstrap", "tmux": "tmux", "chromium": "chromium", "pkg-config": "pkg-config", "krb5-config": "libkrb5-dev", "g++": "g++", "python3": "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			missing = append(missing, pack)
		}
	}
	steps := []struct {
		done string // a file that is there afterwards
		dir  string
		args []string
	}{}
	step := func(done, dir string, args ...string) {
		steps = append(steps, struct {
			done, dir string
			args      []string
		}{done, dir, args})
	}
	if len(missing) > 0 {
		step("", r.out, "apt-get", "update", "-qq")
		step("", r.out, append([]string{"apt-get", "install", "-y", "-qq", "--no-install-recommends", "fonts-dejavu-core"}, missing...)...)
	}
	mirror, err := debianMirror()
	if err != nil {
		return "", err
	}
	for _, t := range trees {
		at := filepath.Join(r.out, "trees", t.suite)
		step(at, r.out, "sh", "-c", `rm -rf "$1.new" && mmdebstrap --quiet --variant=extract --aptopt='Acquire::Check-Valid-Until "false"' "--include=$2" "$3" "$1.new" "$4" && mv "$1.new" "$1"`, "sh", at, t.packages, t.suite, mirror)
	}
	step(filepath.Join(r.out, "bin", "gopls"), r.out, "env", "GOFLAGS=", "GOBIN="+filepath.Join(r.out, "bin"), "go", "install", "golang.org/x/tools/gopls@"+goplsVersion)
	dir := filepath.Join(r.out, "editors")
	if err := errors.Join(os.MkdirAll(dir, 0o777), os.MkdirAll(filepath.Join(r.out, "trees"), 0o777), os.WriteFile(filepath.Join(dir, "package.json"), editorsList, 0o666)); err != nil {
		return "", err
	}
	// code-server builds its native modules, for the node that runs it.
	step(filepath.Join(dir, "node_modules", ".bin", "code-server"), dir, "npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--no-update-notifier", "--loglevel=error")
	for _, s := range steps {
		if _, err := os.Stat(s.done); s.done != "" && err == nil {
			continue
		}
		fmt.Println("      " + strings.Join(s.args[:min(3, len(s.args))], " ") + " …")
		ctx, cancel := context.WithTimeout(r.ctx, 40*time.Minute)
		c := exec.CommandContext(ctx, s.args[0], s.args[1:]...)
		node := filepath.Dir(r.node)
		c.Dir, c.Env = s.dir, append(os.Environ(), "DEBIAN_FRONTEND=noninteractive", "PATH="+node+string(filepath.ListSeparator)+os.Getenv("PATH"), "npm_config_nodedir="+filepath.Dir(node))
		text, err := c.CombinedOutput()
		cancel()
		if err != nil {
			return string(text), fmt.Errorf("%s: %w", s.args[0], err)
		}
	}
	script, err := os.ReadFile(filepath.Join(r.source, "cmd", "internal", "clients", "vscode.mjs"))
	if err != nil {
		return "", err
	}
	return "", os.WriteFile(filepath.Join(dir, "vscode.mjs"), script, 0o666)
}

// debianURL is where a machine has Debian from.
var debianURL = regexp.MustCompile(`(?m)https?://\S+/debian/?(?:\s|$)`)

func debianMirror() (string, error) {
	files, err := filepath.Glob("/etc/apt/sources.list.d/*")
	if err != nil {
		return "", err
	}
	for _, f := range append(files, "/etc/apt/sources.list") {
		text, err := os.ReadFile(f)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		if found := strings.TrimSpace(debianURL.FindString(string(text))); found != "" {
			return found, nil
		}
	}
	return "", errors.New("this is no Debian: its sources are not in /etc/apt")
}

// inTree is the command that runs a program out of a suite's folder, with the
// libraries there.
func (r *run) inTree(suite, program string) []string {
	root := filepath.Join(r.out, "trees", suite)
	machine := map[string]string{"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}[runtime.GOARCH]
	loader := map[string]string{"amd64": "lib64/ld-linux-x86-64.so.2", "arm64": "lib/ld-linux-aarch64.so.1"}[runtime.GOARCH]
	at := filepath.Join(root, loader)
	if _, err := os.Stat(at); err != nil {
		at = filepath.Join(root, "usr", loader)
	}
	bin := filepath.Join(root, "usr", "bin", program)
	env := []string{"env"}
	switch program {
	case "nvim":
		env = append(env, "VIMRUNTIME="+filepath.Join(root, "usr", "share", "nvim", "runtime"))
	case "hx":
		bin = filepath.Join(root, "usr", "lib", "hx", "hx")
		env = append(env, "HELIX_RUNTIME="+filepath.Join(root, "usr", "lib", "hx", "runtime"))
	}
	return append(env, at, "--argv0", bin, "--library-path", filepath.Join(root, "lib", machine)+":"+filepath.Join(root, "usr", "lib", machine), bin)
}

// beside runs Neovim with gopls and pyright, of which ci becomes the companion.
func (r *run) beside() {
	if r.again("Neovim beside gopls and pyright") != nil {
		return
	}
	servers, _ := json.Marshal(map[string]any{ // strings
		"gopls":   map[string]any{"cmd": []string{filepath.Join(r.out, "bin", "gopls"), "serve"}, "filetypes": []string{"go"}},
		"pyright": map[string]any{"cmd": []string{r.node, filepath.Join(r.out, "editors", "node_modules", "pyright", "langserver.index.js"), "--stdio"}, "filetypes": []string{"python"}},
	})
	r.neovim("beside gopls "+goplsVersion+" and pyright", []string{"BESIDE=" + string(servers)}, r.inTree("trixie", "nvim"))
}

// emacs runs Emacs with its two clients.
func (r *run) emacs() {
	root := filepath.Join(r.out, "trees", "trixie")
	share := filepath.Join(root, "usr", "share", "emacs")
	one := func(pattern string) string {
		found, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern))) // the pattern is good
		if len(found) == 0 {
			return ""
		}
		return found[0]
	}
	lisp := one("usr/share/emacs/[0-9]*/lisp")
	dump := one("usr/libexec/emacs/*/*/*.pdmp")
	if dump == "" {
		dump = one("usr/lib/emacs/*/*/*.pdmp")
	}
	var load []string
	for _, below := range []string{lisp, filepath.Join(share, "site-lisp", "elpa-src")} {
		_ = filepath.WalkDir(below, func(at string, d os.DirEntry, err error) error { // what is missing is missed below
			if err == nil && d.IsDir() {
				load = append(load, at)
			}
			return nil
		})
	}
	etc := filepath.Join(filepath.Dir(lisp), "etc")
	env := []string{"EMACSDATA=" + etc, "EMACSDOC=" + etc, "EMACSPATH=" + filepath.Dir(dump), "EMACSLOADPATH=" + strings.Join(load, ":"), "LC_ALL=C.UTF-8"}
	for _, client := range []string{"eglot", "lsp-mode"} {
		if r.again("Emacs, "+client) != nil {
			continue
		}
		args := append(r.inTree("trixie", "emacs-nox")[1:], "--dump-file="+dump, "--batch", "-Q", "-l", filepath.Join(r.source, "cmd", "internal", "clients", "editor.el"))
		r.script("Emacs, "+client, append(env, "CLIENT="+client), args[0], args[1:]...)
	}
}

// helix runs Helix in a terminal of tmux, by keys.
func (r *run) helix() {
	if r.again("Helix") != nil {
		return
	}
	list, err := r.questions()
	if err != nil {
		r.check("Helix", func() (string, error) { return "", err })
		return
	}
	config := filepath.Join(r.out, "home", ".config", "helix")
	languages := ""
	for _, q := range list.Questions {
		languages += fmt.Sprintf("\n[[language]]\nname = %q\nlanguage-servers = [\"ci\"]\n", q.Language)
	}
	text := fmt.Sprintf("[language-server.ci]\ncommand = %q\nargs = [\"lsp\"]\n%s", r.ci, languages)
	if err := errors.Join(os.MkdirAll(config, 0o777), os.WriteFile(filepath.Join(config, "languages.toml"), []byte(text), 0o666)); err != nil {
		r.check("Helix", func() (string, error) { return "", err })
		return
	}
	for _, q := range list.Questions {
		r.check("Helix: "+q.Language, func() (string, error) { return r.keys(q) })
	}
}

// escape is the bytes of the key Escape as CSI u has it (27 u): by itself its one byte
// would be a part of the key that follows.
var escape = []string{"1b", "5b", "32", "37", "75"}

// keys asks a question by the keys of Helix.
func (r *run) keys(q questionJSON) (screen string, err error) {
	tmux := func(args ...string) (string, error) {
		return r.output(r.ctx, "tmux", append([]string{"-L", fmt.Sprintf("ci-%d-%s", os.Getpid(), q.Language), "-f", "/dev/null"}, args...)...)
	}
	start := append([]string{"new-session", "-d", "-x", "150", "-y", "45"}, r.inTree("sid", "hx")...)
	if _, err := tmux(append(start, fmt.Sprintf("%s:%d:%d", q.Use.File, q.Use.Line+1, q.Use.Character+1))...); err != nil {
		return "", err
	}
	defer func() {
		_, stop := tmux("kill-server")
		err = errors.Join(err, stop)
	}()
	// shows presses keys, again and again, until the screen has the texts.
	shows := func(texts []string, keys ...string) error {
		looked := 0
		err := until(r.ctx, func() (bool, error) {
			if looked%20 == 0 { // keys are lost while Helix starts, or has no answer yet
				_, err := tmux(append([]string{"send-keys", "-H"}, escape...)...)
				if err == nil && len(keys) > 0 {
					_, err = tmux(append([]string{"send-keys"}, keys...)...)
				}
				if err != nil {
					return false, err
				}
			}
			looked++
			var err error
			screen, err = tmux("capture-pane", "-p")
			return !slices.ContainsFunc(texts, func(t string) bool { return !strings.Contains(screen, t) }), err
		})
		if err != nil {
			return fmt.Errorf("%s does not show %q: %w", strings.Join(keys, " "), texts, err)
		}
		return nil
	}
	rel := func(p placeJSON) string {
		name, _ := filepath.Rel(r.repo, p.File) // both are absolute
		return name
	}
	back := fmt.Sprintf(":open %s:%d:%d", q.Use.File, q.Use.Line+1, q.Use.Character+1)
	steps := []struct {
		texts []string
		keys  []string
	}{
		{[]string{rel(q.Use)}, nil},
		{[]string{q.Hover}, []string{"Space", "k"}},
		{[]string{rel(q.Def), fmt.Sprintf("%d:", q.Def.Line+1)}, []string{"g", "d"}},
		{[]string{rel(q.Use)}, []string{back, "Enter"}},
	}
	steps = append(steps, struct{ texts, keys []string }{[]string{fmt.Sprintf("%d/%d", len(q.All), len(q.All))}, []string{"g", "r"}})
	if q.Symbol != "" {
		steps = append(steps, struct{ texts, keys []string }{[]string{q.Symbol, "kind", "container"}, []string{"Space", "s"}})
	}
	for _, s := range steps {
		if err := shows(s.texts, s.keys...); err != nil {
			return screen, err
		}
	}
	return "", nil
}

// questions reads what the scripts read.
func (r *run) questions() (*shopJSON, error) {
	data, err := os.ReadFile(filepath.Join(r.out, "shop.json"))
	if err != nil {
		return nil, err
	}
	list := &shopJSON{}
	return list, json.Unmarshal(data, list)
}

// vscode runs VS Code with our extension, in Chromium.
func (r *run) vscode() {
	if r.again("VS Code") != nil {
		return
	}
	dir := filepath.Join(r.out, "vscode")
	shots := filepath.Join(r.out, "results", "vscode")
	extensions, err := filepath.Glob(filepath.Join(r.source, "out", "ci-code-intel-*.vsix"))
	if err == nil && len(extensions) != 1 {
		err = fmt.Errorf("out has %d files ci-code-intel-*.vsix; make vscode makes one", len(extensions))
	}
	if err == nil {
		err = errors.Join(os.RemoveAll(dir), r.settings(dir), os.CopyFS(filepath.Join(dir, "extensions"), driver))
	}
	var private string // the name of a socket must be short
	if err == nil {
		private, err = os.MkdirTemp("", "ci-vscode-")
	}
	if err != nil {
		r.check("VS Code", func() (string, error) { return "", err })
		return
	}
	defer func() { _ = os.RemoveAll(private) }() // what listened there has ended
	socket := "DRIVER=" + filepath.Join(private, "socket")
	server := filepath.Join(r.out, "editors", "node_modules", "code-server", "out", "node", "entry.js")
	args := []string{server, "--config", filepath.Join(dir, "config.yaml"), "--user-data-dir", filepath.Join(dir, "data"), "--extensions-dir", filepath.Join(dir, "extensions")}
	r.check("VS Code: the extension is installed", func() (string, error) {
		return r.output(r.ctx, r.node, append(args, "--install-extension", extensions[0])...)
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		r.check("VS Code", func() (string, error) { return "", err })
		return
	}
	address := l.Addr().String()
	ctx, cancel := context.WithCancel(r.ctx)
	c := exec.CommandContext(ctx, r.node, append(args, "--auth", "none", "--bind-addr", address, "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust", "--disable-getting-started-override")...)
	c.Dir, c.Env, c.WaitDelay = r.repo, append(r.env[:len(r.env):len(r.env)], socket), 10*time.Second
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := errors.Join(l.Close(), c.Start()); err != nil {
		cancel()
		r.check("VS Code", func() (string, error) { return "", err })
		return
	}
	defer func() {
		cancel()
		_ = c.Wait() // it was told to end
		// Hosts of extensions that are still there would start the shared process again.
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	}()
	r.check("VS Code: it serves", func() (string, error) { return "", serving(ctx, "http://"+address+"/healthz") })
	long := *r
	long.limit = 30 * time.Minute
	long.passed, long.failed = 0, 0
	long.script("VS Code", []string{"BASE=http://" + address, "SHOTS=" + shots, socket}, r.node, filepath.Join(r.out, "editors", "vscode.mjs"))
	r.passed, r.failed = r.passed+long.passed, r.failed+long.failed
	fmt.Println("      pictures are in " + shots)
}

// settings writes those of VS Code.
func (r *run) settings(dir string) error {
	data, err := json.MarshalIndent(map[string]any{
		"ci.path": r.ci, "ci.trace.server": "messages",
		"workbench.startupEditor": "none", "telemetry.telemetryLevel": "off", "update.mode": "none", "extensions.autoCheckUpdates": false, "extensions.autoUpdate": false,
		"chat.disableAIFeatures": true, "workbench.secondarySideBar.defaultVisibility": "hidden", "workbench.tips.enabled": false, "editor.fontFamily": "DejaVu Sans Mono",
		"editor.minimap.enabled": false, "files.autoSave": "off", "files.refactoring.autoSave": false,
	}, "", "  ")
	if err != nil {
		return err
	}
	err = os.MkdirAll(filepath.Join(dir, "extensions"), 0o777)
	for _, scope := range []string{"User", "Machine"} {
		at := filepath.Join(dir, "data", scope)
		err = errors.Join(err, os.MkdirAll(at, 0o777), os.WriteFile(filepath.Join(at, "settings.json"), data, 0o666))
	}
	return errors.Join(err, os.WriteFile(filepath.Join(dir, "config.yaml"), []byte("auth: none\n"), 0o666))
}

// serving waits until there is an answer from a URL.
func serving(ctx context.Context, url string) error {
	err := until(ctx, func() (bool, error) {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return false, err
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return false, nil // not yet
		}
		return true, answer.Body.Close()
	})
	if err != nil {
		return fmt.Errorf("%s does not answer: %w", url, err)
	}
	return nil
}

// until waits until something is so that nobody tells of, or can't be.
func until(ctx context.Context, so func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for {
		if done, err := so(); done || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}
