package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// job is a job of continuous integration: commands, one after another, of which
// each has a shell of its own.
type job struct {
	env   map[string]string
	cache string // the folder that is kept for the next run, below the checkout
	steps []string
}

// fences are the code blocks of a Markdown text in a language.
func fences(text, lang string) (out []string) {
	for _, part := range strings.Split(text, "\n```"+lang+"\n")[1:] {
		block, _, _ := strings.Cut(part, "\n```\n")
		out = append(out, block+"\n")
	}
	return out
}

// githubJob is a job of a workflow as it runs after a push. Only what the
// documented workflow uses is understood.
func githubJob(t *testing.T, text string) job {
	var flow struct {
		Env  map[string]string
		Jobs map[string]struct {
			Steps []struct {
				Uses, If, Run string
				With, Env     map[string]any
			}
		}
	}
	if err := yaml.Unmarshal([]byte(text), &flow); err != nil || len(flow.Jobs) != 1 {
		t.Fatalf("the workflow: %d jobs, %v", len(flow.Jobs), err)
	}
	j := job{env: flow.Env}
	for _, one := range flow.Jobs {
		for _, s := range one.Steps {
			if !slices.Contains([]string{"", "steps.ci.outputs.cache-hit != 'true'", "github.event_name == 'push'"}, s.If) {
				t.Fatalf("a condition that the test does not know: %s", s.If)
			}
			for name, value := range s.Env {
				j.env[name] = fmt.Sprint(value)
			}
			if path, _ := s.With["path"].(string); strings.HasPrefix(path, ".") {
				j.cache = path
			}
			if s.Run != "" {
				j.steps = append(j.steps, strings.ReplaceAll(s.Run, "${{ github.token }}", "token"))
			}
		}
	}
	return j
}

// gitlabJob is a job of GitLab's, of the default branch.
func gitlabJob(t *testing.T, text string) job {
	var file map[string]struct {
		Variables map[string]string
		Cache     []struct{ Paths []string }
		Script    []string
	}
	if err := yaml.Unmarshal([]byte(text), &file); err != nil || len(file) != 1 {
		t.Fatalf("the pipeline: %d jobs, %v", len(file), err)
	}
	for _, one := range file {
		last := one.Cache[len(one.Cache)-1].Paths
		return job{env: one.Variables, cache: strings.TrimSuffix(last[0], "/"), steps: one.Script}
	}
	return job{}
}

// TestDocsCI runs what docs/ci.md has jobs do: in a clone of a repository, then in
// a clone that is a commit later and has the first one's cache. Only what comes
// from elsewhere stands for itself: the source of ci is a repository whose make
// gives this program, and npm, src and scip are programs that say what they were
// told. The second job's index is that of a job without a cache.
func TestDocsCI(t *testing.T) {
	doc, err := os.ReadFile("../../docs/ci.md")
	if err != nil {
		t.Fatal(err)
	}
	flows := fences(string(doc), "yaml")
	if len(flows) != 2 {
		t.Fatalf("docs/ci.md has %d files of YAML, want GitHub's and GitLab's", len(flows))
	}
	extra := strings.Join(fences(string(doc), "sh"), "")
	if !strings.Contains(extra, "--check") || !strings.Contains(extra, "tar xzf") {
		t.Fatalf("docs/ci.md has no more that a job can do: %q", extra)
	}
	for name, j := range map[string]job{"GitHub": githubJob(t, flows[0]), "GitLab": gitlabJob(t, flows[1])} {
		t.Run(name, func(t *testing.T) {
			c := newDocsCI(t)
			if j.cache != ".code-intel/index" {
				t.Fatalf("what is cached is %q", j.cache)
			}
			first := c.run(j, "first", "")
			c.commit("a.py", "def one():\n    return two()\n\n\ndef two():\n    return 2\n")
			second := c.run(j, "second", filepath.Join(first, j.cache))
			without := c.run(j, "without", "")
			a, errA := os.ReadFile(filepath.Join(second, "index.scip"))
			b, errB := os.ReadFile(filepath.Join(without, "index.scip"))
			if errA != nil || errB != nil || !bytes.Equal(a, b) || !bytes.Contains(a, []byte("two().")) {
				t.Errorf("the index with a cache is not that without (%v, %v)", errA, errB)
			}
			var stats struct{ Indexed int }
			data, err := os.ReadFile(filepath.Join(second, "code-intel.json"))
			if err == nil {
				err = json.Unmarshal(data, &stats)
			}
			if err != nil || stats.Indexed != 2 {
				t.Errorf("the statistics say that %d files are indexed, want 2 (%v)", stats.Indexed, err)
			}
			told, err := os.ReadFile(filepath.Join(c.dir, "told"))
			if upload := "src code-intel upload -file=index.scip -no-progress"; err != nil || strings.Count(string(told), upload) != 3 {
				t.Errorf("src was told %q, want %q three times (%v)", told, upload, err)
			}

			c.executable("bin/ci", c.ci())
			c.run(job{env: j.env, steps: []string{"cp ../second/index.scip .", "cp -r ../second/.code-intel .", extra}}, "more", "")
			if told, err = os.ReadFile(filepath.Join(c.dir, "told")); err != nil || !strings.Contains(string(told), "scip lint index.scip\n") {
				t.Errorf("scip was told %q (%v)", told, err)
			}
		})
	}
}

// docsCI is a place for jobs: programs in bin, the repository in origin, and the
// source of ci in source.
type docsCI struct {
	*script
	program string
}

func newDocsCI(t *testing.T) *docsCI {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &docsCI{newScript(t), program}
	for _, name := range []string{"src", "npm", "scip"} {
		c.executable(filepath.Join("bin", name), fmt.Sprintf("echo %s \"$@\" >> '%s'", name, filepath.Join(c.dir, "told")))
	}
	c.write("source/Makefile", []byte("build:\n\tmkdir -p bin && cp ci.sh bin/ci && chmod +x bin/ci\n"))
	c.executable("source/ci.sh", c.ci())
	c.git("source", "init", "-q", "-b", "v1.0.0")
	c.git("source", "add", "-A")
	c.git("source", "commit", "-q", "-m", "source")
	c.write("origin/b.go", []byte("package b\n\nfunc B() { B() }\n"))
	c.git("origin", "init", "-q", "-b", "main")
	c.commit("a.py", "def one():\n    return 1\n")
	return c
}

// ci is this program, in the shell's language.
func (c *docsCI) ci() string { return fmt.Sprintf("exec env %s=1 '%s' \"$@\"", mainEnv, c.program) }

// executable writes a program, in the shell's language.
func (c *docsCI) executable(name, text string) {
	c.t.Helper()
	c.write(name, []byte("#!/bin/sh\n"+text+"\n"))
	if err := os.Chmod(filepath.Join(c.dir, name), 0o777); err != nil {
		c.t.Fatal(err)
	}
}

func (c *docsCI) git(folder string, args ...string) {
	c.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-C", filepath.Join(c.dir, folder)}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		c.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// commit writes a file of the repository and commits all.
func (c *docsCI) commit(name, text string) {
	c.t.Helper()
	c.write("origin/"+name, []byte(text))
	c.git("origin", "add", "-A")
	c.git("origin", "commit", "-q", "-m", name)
}

// run runs a job in a clone, to which a cache is copied, and returns its folder.
func (c *docsCI) run(j job, name, cache string) string {
	c.t.Helper()
	c.git(".", "clone", "-q", "origin", name)
	dir := filepath.Join(c.dir, name)
	if cache != "" {
		if err := os.CopyFS(filepath.Join(dir, j.cache), os.DirFS(cache)); err != nil {
			c.t.Fatal(err)
		}
	}
	home := filepath.Join(c.dir, "home")
	env := append(os.Environ(),
		"HOME="+home, "XDG_CACHE_HOME=", "XDG_DATA_HOME=", "XDG_RUNTIME_DIR="+home,
		"PATH="+filepath.Join(home, ".local/bin")+":"+filepath.Join(c.dir, "bin")+":"+os.Getenv("PATH"),
		"GITHUB_PATH="+filepath.Join(c.dir, "path"), "RUNNER_TEMP="+filepath.Join(c.dir, "temp-"+name),
		"CI_COMMIT_BRANCH=main", "CI_DEFAULT_BRANCH=main", "SRC_ENDPOINT=https://sourcegraph.example.com",
	)
	for name, value := range j.env {
		if name == "CODE_INTEL_SOURCE" {
			value = "file://" + filepath.Join(c.dir, "source")
		}
		env = append(env, name+"="+value)
	}
	if err := os.MkdirAll(home, 0o777); err != nil {
		c.t.Fatal(err)
	}
	for _, step := range j.steps {
		// Where GitLab's job builds is a folder of its own here.
		step = strings.ReplaceAll(step, "/tmp/ci", filepath.Join(c.dir, "built-"+name))
		cmd := exec.Command("sh", "-e", "-c", step)
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			c.t.Fatalf("%s: %s: %v\n%s", name, step, err, out)
		}
	}
	return dir
}
