package corpus

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"codeintel/cmd/internal/javatruth"
)

// Command is a program to run in a folder.
type Command struct {
	Name string // for people
	Path string
	Args []string
	Env  []string
}

// heap is enough for the indexers that run in Node.
const heap = "NODE_OPTIONS=--max-old-space-size=8000"

// TruthCommand installs the indexer of a language, when it is not there yet,
// and returns the command that indexes a folder (of the named project and
// version) into output.
func (c *Cache) TruthCommand(ctx context.Context, language, project, version, output string) (Command, error) {
	if language == "Java" {
		return c.javac(ctx, output)
	}
	indexer := Indexer(language)
	name := indexer[strings.LastIndexByte(indexer, '/')+1:]
	home, err := c.Path("tools", name)
	if err != nil {
		return Command{}, err
	}
	err = c.make(home, func(tmp string) error {
		c.Log("installing %s", name)
		if language == "Go" {
			_, err := Run(ctx, tmp, []string{"GOBIN=" + tmp, "GOFLAGS=-mod=mod"}, "go", "install", indexer)
			return err
		}
		_, err := Run(ctx, tmp, nil, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefix", tmp, indexer)
		return err
	})
	if err != nil {
		return Command{}, err
	}
	bare := name[:strings.IndexByte(name, '@')]
	cmd := Command{Name: bare, Path: filepath.Join(home, "node_modules", ".bin", bare), Env: []string{heap}}
	switch bare {
	case "scip-go":
		cmd.Path, cmd.Env = filepath.Join(home, bare), []string{"GOFLAGS=-mod=mod", "GOWORK=off"}
		cmd.Args = []string{"index", "--output", output, "./..."}
	case "scip-typescript":
		cmd.Args = []string{"index", "--no-progress-bar", "--output", output}
	case "scip-python":
		cmd.Args = []string{"index", ".", "--quiet", "--project-name", project, "--project-version", version, "--output", output}
	}
	return cmd, nil
}

// Install installs a program of a Go module, when it is not there yet, and returns
// where it is. The program has the last name of the module's path.
func (c *Cache) Install(ctx context.Context, module, version string) (string, error) {
	name := module[strings.LastIndexByte(module, '/')+1:]
	home, err := c.Path("tools", name+"@"+version)
	if err != nil {
		return "", err
	}
	return filepath.Join(home, name), c.make(home, func(tmp string) error {
		c.Log("installing %s %s", name, version)
		_, err := Run(ctx, tmp, []string{"GOBIN=" + tmp, "GOFLAGS=-mod=mod"}, "go", "install", module+"@"+version)
		return err
	})
}

// javac is the command that writes what the Java compiler makes of a tree.
func (c *Cache) javac(ctx context.Context, output string) (Command, error) {
	if _, err := Run(ctx, "", nil, "javac", "--version"); err != nil {
		return Command{}, fmt.Errorf("a JDK is needed for Java (Debian: default-jdk-headless): %w", err)
	}
	source, err := c.Path("tools", "Truth.java")
	if err != nil {
		return Command{}, err
	}
	cmd := Command{Name: "javac", Path: "java", Args: []string{"-Xmx2g"}}
	for _, p := range []string{"tree", "code", "util"} {
		cmd.Args = append(cmd.Args, "--add-exports", "jdk.compiler/com.sun.tools.javac."+p+"=ALL-UNNAMED")
	}
	cmd.Args = append(cmd.Args, source, ".", output)
	return cmd, os.WriteFile(source, []byte(javatruth.Program), 0o666)
}

// Truth returns the index of a fetched tree by its language's indexer. It is
// made once for each version of tree and indexer.
func (c *Cache) Truth(ctx context.Context, t Tree, dir, version string) (string, error) {
	indexer := Indexer(t.Language)
	name := filepath.Base(dir) + "+" + indexer[strings.LastIndexByte(indexer, '/')+1:] + ".scip"
	path, err := c.Path("truth", name)
	if err != nil || exists(path) {
		return path, err
	}
	cmd, err := c.TruthCommand(ctx, t.Language, t.Name, version, path+".tmp")
	if err != nil {
		return "", err
	}
	c.Log("%s on %s", cmd.Name, t.Name)
	if _, err := Run(ctx, dir, cmd.Env, cmd.Path, cmd.Args...); err != nil {
		return "", err
	}
	return path, os.Rename(path+".tmp", path)
}

// Compare returns the path of scipcmp: the one that SCIPCMP names, else built
// from its source, which lies in a folder beside the repository.
func (c *Cache) Compare(ctx context.Context) (string, error) {
	if p := os.Getenv("SCIPCMP"); p != "" {
		return filepath.Abs(p)
	}
	source, err := filepath.Abs(filepath.Join("..", "shared", "tools", "scipcmp"))
	if err != nil {
		return "", err
	}
	if !exists(filepath.Join(source, "go.mod")) {
		return "", errors.New("scipcmp is missing: set SCIPCMP=PATH to the program, or put its source at ../shared/tools/scipcmp")
	}
	path, err := c.Path("tools", "scipcmp")
	if err != nil {
		return "", err
	}
	if _, err := Run(ctx, source, []string{"GOFLAGS=-mod=mod -buildvcs=false"}, "go", "build", "-o", path, "."); err != nil {
		return "", fmt.Errorf("scipcmp does not build: %w", err)
	}
	return path, nil
}
