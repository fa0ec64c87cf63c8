// Command clients runs real clients against ci. Of the Model Context Protocol: both
// official TypeScript SDKs, the official Go SDK, the inspector's command line, the
// scenarios of the conformance suite that are about any server, and Claude Code, with
// its hooks and a script in the place of its model. Of the Language Server Protocol:
// the official client library, with the protocol's meta-model, and Neovim; as the part
// editors, also three ages of Neovim, Neovim beside gopls and pyright, Helix, Emacs
// with eglot and lsp-mode, and VS Code.
// It gets them from npm, the Go module proxy and Debian, prints a line a check, and
// ends with status 1 when one failed.
//
// Everything it writes is below one folder; the shared process that the clients
// start is one of its own, and has ended afterwards.
package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

//go:embed package.json sdk.mjs lsp.mjs metamodel.mjs editor.lua testdata/repo testdata/work
var files embed.FS

// npm is npm's part of package.json.
type npm struct {
	Dependencies map[string]string `json:"dependencies"`
}

func main() {
	ci := flag.String("ci", "bin/ci", "the program to test")
	out := flag.String("out", "out/clients", "the `folder` to work in")
	source := flag.String("source", ".", "the root `folder` of this module")
	only := flag.String("only", "", "run only what has `TEXT` in its name")
	parts := flag.String("parts", "mcp,lsp", "what to run: mcp, the clients of agents; lsp, those of the language server that need little; editors, the others")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r := &run{ctx: ctx, only: *only, parts: strings.Split(*parts, ","), limit: within}
	err := r.all(*ci, *out, *source)
	if err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
	}
	fmt.Printf("clients: %d passed, %d failed\n", r.passed, r.failed)
	if err != nil || r.failed > 0 {
		os.Exit(1)
	}
}

// run is one run of all clients.
type run struct {
	ctx            context.Context
	only           string
	parts          []string
	limit          time.Duration // how long a client may take
	out, source    string        // absolute
	ci, node, repo string        // absolute
	env            []string
	versions       npm
	passed, failed int
}

func (r *run) all(ci, out, source string) (err error) {
	if r.out, err = filepath.Abs(out); err != nil {
		return err
	}
	if r.ci, err = filepath.Abs(ci); err != nil {
		return err
	}
	if r.source, err = filepath.Abs(source); err != nil {
		return err
	}
	if err := r.prepare(); err != nil {
		return err
	}
	// What the clients start ends with the run, whatever happens.
	defer func() {
		if text, stopErr := r.output(context.WithoutCancel(r.ctx), r.ci, "stop"); stopErr != nil {
			err = errors.Join(err, fmt.Errorf("ci stop: %w: %s", stopErr, text))
		}
	}()
	for _, part := range r.parts {
		switch part {
		case "mcp":
			err = r.mcp()
		case "lsp":
			r.lsp()
		case "editors":
			r.editors()
		default:
			err = fmt.Errorf("there is no part %q", part)
		}
		if err != nil {
			return err
		}
	}
	r.section("afterwards")
	r.check("no process is left", r.nothingLeft)
	return nil
}

// mcp runs the clients of agents.
func (r *run) mcp() error {
	if err := r.buildGo(); err != nil {
		return err
	}
	r.section("ci init")
	r.check("ci init", func() (string, error) { return r.output(r.ctx, r.ci, "init", "--command", r.ci) })
	command, err := r.command()
	if err != nil {
		return err
	}
	r.stdio(command)
	r.alone()
	if err := r.http(); err != nil {
		return err
	}
	r.claude()
	return nil
}

// buildGo builds the client that is written in Go.
func (r *run) buildGo() error {
	fmt.Println("building the Go SDK client")
	build := exec.CommandContext(r.ctx, "go", "build", "-o", filepath.Join(r.out, "gosdk"), ".")
	build.Dir = filepath.Join(r.source, "cmd", "internal", "clients", "gosdk")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("the Go SDK client can't be built: %w", err)
	}
	return nil
}

// nothingLeft ends the shared process, after which there is none; nor was there
// another one, of clients that hand on other variables.
func (r *run) nothingLeft() (string, error) {
	if text, err := r.output(r.ctx, r.ci, "stop"); err != nil {
		return text, err
	}
	text, err := r.output(r.ctx, r.ci, "stop")
	if err == nil && !strings.Contains(text, "no shared process") {
		err = errors.New("there was one more")
	}
	if _, statErr := os.Stat(filepath.Join(r.out, "home", ".cache", "ci")); !errors.Is(statErr, fs.ErrNotExist) {
		err = errors.Join(err, fmt.Errorf("a client has started a process in its home folder (%v)", statErr))
	}
	return text, err
}

// prepare installs the clients and makes the repository that they ask about.
func (r *run) prepare() error {
	for _, dir := range []string{"home", "cache", "run", "results"} {
		if err := errors.Join(os.RemoveAll(filepath.Join(r.out, dir)), os.MkdirAll(filepath.Join(r.out, dir), 0o700)); err != nil {
			return err
		}
	}
	r.repo = filepath.Join(r.out, "repo")
	if err := os.RemoveAll(r.repo); err != nil {
		return err
	}
	sub, err := fs.Sub(files, "testdata/repo")
	if err != nil {
		return err
	}
	if err := os.CopyFS(r.repo, sub); err != nil {
		return err
	}
	// A repository of git, as far as anybody asks: else it would be a folder in
	// the one that this is run in.
	if err := errors.Join(os.MkdirAll(filepath.Join(r.repo, ".git"), 0o777), os.WriteFile(filepath.Join(r.repo, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o666)); err != nil {
		return err
	}
	if err := r.install(); err != nil {
		return err
	}
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "CLAUDE_PROJECT_DIR", "NO_COLOR", "FORCE_COLOR", "PATH":
		default:
			r.env = append(r.env, v)
		}
	}
	r.env = append(r.env,
		"HOME="+filepath.Join(r.out, "home"), "XDG_CACHE_HOME="+filepath.Join(r.out, "cache"), "XDG_RUNTIME_DIR="+filepath.Join(r.out, "run"),
		"PATH="+filepath.Dir(r.node)+string(filepath.ListSeparator)+os.Getenv("PATH"), "NO_COLOR=1",
	)
	return nil
}

// arch is the machine as npm's packages name it, "" where they have none for it.
func (r *run) arch() string {
	return map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
}

// install gets node and the clients from npm, where they are not there yet.
func (r *run) install() error {
	list, err := files.ReadFile("package.json")
	if err != nil {
		return err
	}
	if err := json.Unmarshal(list, &r.versions); err != nil {
		return err
	}
	if r.arch() == "" || runtime.GOOS != "linux" {
		return fmt.Errorf("there is no node for %s/%s among the packages; run this on Linux", runtime.GOOS, runtime.GOARCH)
	}
	r.node = filepath.Join(r.out, "node_modules", "node-linux-"+r.arch(), "bin", "node")
	at := filepath.Join(r.out, "package.json")
	done := filepath.Join(r.out, "node_modules", "package.json")
	if have, err := os.ReadFile(done); err != nil || string(have) != string(list) {
		fmt.Println("installing the clients with npm")
		if err := os.WriteFile(at, list, 0o666); err != nil {
			return err
		}
		install := exec.CommandContext(r.ctx, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--no-update-notifier", "--loglevel=error")
		install.Dir = r.out
		install.Stdout, install.Stderr = os.Stderr, os.Stderr
		if err := install.Run(); err != nil {
			return fmt.Errorf("npm install: %w; npm must be on PATH (Debian: apt-get install npm)", err)
		}
		if err := os.WriteFile(done, list, 0o666); err != nil {
			return err
		}
	}
	for _, name := range []string{"sdk.mjs", "lsp.mjs", "metamodel.mjs", "editor.lua"} {
		script, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(r.out, name), script, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// command is what `ci init` tells clients to start.
func (r *run) command() (string, error) {
	data, err := os.ReadFile(filepath.Join(r.repo, ".mcp.json"))
	if err != nil {
		return "", err
	}
	var config struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	if err := json.Unmarshal(data, &config); err != nil {
		return "", err
	}
	s := config.Servers["code-intel"]
	if s.Command != r.ci {
		return "", fmt.Errorf(".mcp.json starts %q", s.Command)
	}
	text, err := json.Marshal(append([]string{s.Command}, s.Args...))
	return string(text), err
}

func (r *run) section(name string) { fmt.Printf("== %s\n", name) }

// wanted says whether a check is to be made.
func (r *run) wanted(name string) bool { return r.ctx.Err() == nil && strings.Contains(name, r.only) }

// check counts a check and prints what came of it.
func (r *run) check(name string, do func() (detail string, err error)) {
	if !r.wanted(name) && name != "ci init" {
		return
	}
	detail, err := do()
	detail = strings.TrimRight(detail, "\n")
	if err != nil {
		r.failed++
		fmt.Printf("FAIL  %s: %v\n", name, err)
	} else {
		r.passed++
		fmt.Printf("ok    %s\n", name)
	}
	for line := range strings.Lines(detail) {
		fmt.Printf("      %s\n", strings.TrimRight(line, "\n"))
	}
}

// within is how long a client may take, where nothing else is said.
const within = 2 * time.Minute

// output runs a program in the repository; the detail is what it prints.
func (r *run) output(ctx context.Context, name string, args ...string) (string, error) {
	return r.with(ctx, nil, name, args...)
}

func (r *run) with(ctx context.Context, env []string, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env = r.repo, append(r.env[:len(r.env):len(r.env)], env...)
	c.WaitDelay = time.Second // a process that it started may hold its output
	text, err := c.CombinedOutput()
	if ctx.Err() != nil {
		err = fmt.Errorf("it did not end within %v", r.limit)
	}
	return string(text), err
}

// protocols that clients may speak.
const (
	legacy = "2025-11-25"
	modern = "2026-07-28"
)

// tools that clients must find, whatever else there is.
const tools = `["find_definitions", "find_references", "call_hierarchy", "search_text", "get_symbols", "query", "repo_pack", "sync_index", "index_status"]`

// sdks runs the SDK clients; where says how they reach the server.
func (r *run) sdks(how string, where ...string) {
	where = append(where, "ROOT="+r.repo, "TOOLS="+tools)
	for _, x := range []struct{ sdk, pack, mode, protocol string }{
		{"v1", "@modelcontextprotocol/sdk", "", legacy},
		{"v2", "@modelcontextprotocol/client", "legacy", legacy},
		{"v2", "@modelcontextprotocol/client", "auto", modern},
		{"v2", "@modelcontextprotocol/client", modern, modern},
	} {
		name := strings.TrimRight(fmt.Sprintf("%s@%s, %s %s", x.pack, r.versions.Dependencies[x.pack], how, x.mode), " ")
		r.check(name, func() (string, error) {
			return r.with(r.ctx, append(where, "SDK="+x.sdk, "MODE="+x.mode, "PROTOCOL="+x.protocol), r.node, filepath.Join(r.out, "sdk.mjs"))
		})
	}
	for _, protocol := range []string{modern, legacy} {
		r.check(fmt.Sprintf("github.com/modelcontextprotocol/go-sdk, %s %s", how, protocol), func() (string, error) {
			return r.with(r.ctx, append(where, "PROTOCOL="+protocol), filepath.Join(r.out, "gosdk"))
		})
	}
}

// inspect runs the inspector; target says how it reaches the server.
func (r *run) inspect(how string, flags []string, target ...string) {
	inspector := filepath.Join(r.out, "node_modules", "@modelcontextprotocol", "inspector", "clients", "launcher", "build", "index.js")
	for _, x := range []struct {
		name string
		args []string
		want string
	}{
		{"tools/list --strict", []string{"--method", "tools/list", "--strict"}, `"find_definitions"`},
		{"tools/call", []string{"--method", "tools/call", "--tool-name", "find_definitions", "--tool-arg", "symbol=greet"}, "hello.py"},
		{"resources/list", []string{"--method", "resources/list"}, "ci://status"},
		{"prompts/list", []string{"--method", "prompts/list"}, "prompts"},
	} {
		name := fmt.Sprintf("@modelcontextprotocol/inspector@%s, %s: %s", r.versions.Dependencies["@modelcontextprotocol/inspector"], how, x.name)
		r.check(name, func() (string, error) {
			args := append([]string{inspector, "--cli"}, flags...)
			args = append(append(args, x.args...), target...)
			text, err := r.output(r.ctx, r.node, args...)
			if err == nil && !strings.Contains(text, x.want) {
				err = fmt.Errorf("it does not say %s", x.want)
			}
			if err == nil {
				text = ""
			}
			return text, err
		})
	}
}

// stdio runs the clients on what .mcp.json starts, which is the shared process.
func (r *run) stdio(command string) {
	r.section("standard input and output, one shared process")
	var words []string
	_ = json.Unmarshal([]byte(command), &words) // it was made here
	r.sdks("stdio", "COMMAND="+command)
	// It hands on only some variables by itself.
	var place []string
	for _, v := range r.env {
		if strings.HasPrefix(v, "XDG_") {
			place = append(place, "-e", v)
		}
	}
	r.inspect("stdio", place, append([]string{"--"}, words...)...)
}

// alone runs a client without the shared process.
func (r *run) alone() {
	r.section("standard input and output, --no-daemon")
	command, _ := json.Marshal([]string{r.ci, "mcp", "--no-daemon"}) // strings
	r.sdks("alone", "COMMAND="+string(command))
}

// http runs the clients over HTTP.
func (r *run) http() (err error) {
	r.section("HTTP")
	if text, err := r.output(r.ctx, r.ci, "stop"); err != nil {
		return fmt.Errorf("ci stop: %w: %s", err, text)
	}
	url, token, end, err := r.serve()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	r.sdks("HTTP", "URL="+url, "TOKEN="+token)
	r.inspect("HTTP", []string{"--transport", "http", "--server-url", url, "--header", "Authorization: Bearer " + token})
	// The suite has no place for a token.
	bare, end2, err := proxy(url, token)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end2()) }()
	r.conformance(bare)
	return nil
}

// serve starts `ci serve --http`, and returns where it is, its token, and what
// ends it.
func (r *run) serve() (url, token string, end func() error, err error) {
	c := exec.CommandContext(r.ctx, r.ci, "serve", "--http", "127.0.0.1:0", "--root", r.repo)
	c.Dir, c.Env = r.repo, r.env
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	stderr, err := c.StderrPipe()
	if err != nil {
		return "", "", nil, err
	}
	if err := c.Start(); err != nil {
		return "", "", nil, err
	}
	var said strings.Builder
	found := make(chan struct{})
	ended := make(chan error, 1)
	go func() {
		url, token = whereHTTP(io.TeeReader(stderr, &said))
		close(found)
		_, err := io.Copy(io.Discard, stderr)
		ended <- errors.Join(err, c.Wait())
	}()
	end = func() error {
		if err := c.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return err
		}
		return <-ended
	}
	<-found
	if url == "" {
		return "", "", nil, fmt.Errorf("ci serve --http: %w: %s", errors.Join(errors.New("it does not say where it is"), end()), said.String())
	}
	data, err := os.ReadFile(token)
	if err != nil {
		return "", "", nil, errors.Join(err, end())
	}
	return url, strings.TrimSpace(string(data)), end, nil
}
