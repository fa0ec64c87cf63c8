// Package corpus fetches what the engine is measured on and against: source
// trees by name and version from package registries, the indexers whose answers
// count as true, and the answers themselves. All is kept in one folder between
// runs, under names that hold the versions.
package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Source says where a tree comes from.
type Source int

// Sources.
const (
	GoModule Source = iota
	NPM
	Debian       // binary packages
	DebianSource // source packages: the upstream archive, without Debian's changes
)

// Tree is a source tree of a registry.
type Tree struct {
	Name     string // short, unique
	Language string
	Source   Source
	Package  string // its name in the registry; of Debian's, one or more, and the first gives the version
	Version  string // "" for that of the machine's release of Debian
	Keep     string // the folder of the package that is kept, "" for all
	Only     string // the ends of names that are kept, "" for all
	Drop     string // files whose name ends so are left out
	Types    []string
	TSConfig string
	Gate     bool // `make gate` compares with its truth, which is in the repository
	Bare     bool // of a Go module: without the modules that it needs
}

// Trees are those that `make accuracy` measures.
func Trees() []Tree {
	click := python("click")
	click.Gate = true
	return []Tree{
		{Name: "client_golang", Language: "Go", Source: GoModule, Package: "github.com/prometheus/client_golang", Version: "v1.25.0"},
		{Name: "chi", Language: "Go", Source: GoModule, Package: "github.com/go-chi/chi/v5", Version: "v5.5.0"},
		{Name: "consul-api", Language: "Go", Source: GoModule, Package: "github.com/hashicorp/consul/api", Version: "v1.34.2"},
		{Name: "x-tools", Language: "Go", Source: GoModule, Package: "golang.org/x/tools", Version: "v0.52.0"},
		{Name: "pflag", Language: "Go", Source: GoModule, Package: "github.com/spf13/pflag", Version: "v1.0.10", Bare: true, Gate: true},
		{Name: "zap", Language: "Go", Source: GoModule, Package: "go.uber.org/zap", Version: "v1.27.0"},
		{Name: "raft", Language: "Go", Source: GoModule, Package: "github.com/hashicorp/raft", Version: "v1.7.3"},
		{Name: "bbolt", Language: "Go", Source: GoModule, Package: "go.etcd.io/bbolt", Version: "v1.4.0"},
		{Name: "grpc", Language: "Go", Source: GoModule, Package: "google.golang.org/grpc", Version: "v1.72.0"},
		{Name: "rxjs", Language: "TypeScript", Source: NPM, Package: "rxjs", Version: "7.8.2", Keep: "src", Types: []string{"tslib@2.9.1"}, TSConfig: tsconfig},
		{Name: "trpc-server", Language: "TypeScript", Source: NPM, Package: "@trpc/server", Version: "11.25.2", Keep: "src",
			// It imports its own entry points by name, from the source when it is built.
			TSConfig: strings.Replace(tsconfig, `"strict"`, `"paths": {"@trpc/server/*": ["./src/*"]}, "strict"`, 1),
			Types:    []string{"@types/node@24.19.2", "@types/express@5.0.4", "@types/ws@8.18.2", "@types/aws-lambda@8.10.164", "@types/react@19.3.0", "fastify@5.12.8", "@fastify/websocket@11.3.0"}},
		{Name: "effect", Language: "TypeScript", Source: NPM, Package: "effect", Version: "3.22.4", Keep: "src", TSConfig: tsconfig,
			Types: []string{"@types/node@24.19.2", "@standard-schema/spec@1.1.0", "fast-check@3.23.2"}},
		{Name: "immer", Language: "TypeScript", Source: NPM, Package: "immer", Version: "10.1.1", Keep: "src", TSConfig: tsconfig, Gate: true},
		{Name: "zod", Language: "TypeScript", Source: NPM, Package: "zod", Version: "4.1.5", Keep: "src", TSConfig: tsconfig, Types: []string{"vitest@3.2.4"}},
		{Name: "query-core", Language: "TypeScript", Source: NPM, Package: "@tanstack/query-core", Version: "5.108.0", Keep: "src", TSConfig: tsconfig},
		{Name: "ajv", Language: "TypeScript", Source: NPM, Package: "ajv", Version: "8.20.0", Keep: "lib", TSConfig: strings.Replace(tsconfig, `["src"]`, `["lib"]`, 1),
			Types: []string{"fast-deep-equal@3.1.3", "fast-uri@3.1.0", "json-schema-traverse@1.0.0", "@types/node@24.19.2"}},
		{Name: "mobx", Language: "TypeScript", Source: NPM, Package: "mobx", Version: "6.13.7", Keep: "src", TSConfig: tsconfig},
		{Name: "redux-toolkit", Language: "TypeScript", Source: NPM, Package: "@reduxjs/toolkit", Version: "2.14.0", Keep: "src", TSConfig: tsconfig,
			Types: []string{"@standard-schema/spec@1.0.0", "@standard-schema/utils@0.3.0", "immer@11.2.9", "redux@5.0.1", "redux-thunk@3.1.0", "reselect@5.1.0",
				"@types/react@19.3.0", "react-redux@9.2.0", "vitest@3.2.4"}},
		{Name: "table-core", Language: "TypeScript", Source: NPM, Package: "@tanstack/table-core", Version: "8.21.3", Keep: "src", TSConfig: tsconfig},
		{Name: "reselect", Language: "TypeScript", Source: NPM, Package: "reselect", Version: "5.1.1", Keep: "src", TSConfig: tsconfig},
		{Name: "prosemirror-view", Language: "TypeScript", Source: NPM, Package: "prosemirror-view", Version: "1.40.0", Keep: "src", TSConfig: tsconfig,
			Types: []string{"prosemirror-model@1.25.0", "prosemirror-state@1.4.3", "prosemirror-transform@1.10.0"}},
		{Name: "prosemirror-transform", Language: "TypeScript", Source: NPM, Package: "prosemirror-transform", Version: "1.10.4", Keep: "src", TSConfig: tsconfig,
			Types: []string{"prosemirror-model@1.25.0"}},
		{Name: "puppeteer-core", Language: "TypeScript", Source: NPM, Package: "puppeteer-core", Version: "24.10.0", Keep: "src", TSConfig: tsconfig,
			Types: []string{"@types/node@24.19.2", "devtools-protocol@0.0.1452169", "typed-query-selector@2.12.0", "chromium-bidi@5.1.0", "@types/ws@8.18.2",
				"@puppeteer/browsers@2.10.5", "@types/debug@4.1.12"}},
		{Name: "openai", Language: "TypeScript", Source: NPM, Package: "openai", Version: "5.5.0", Keep: "src", TSConfig: tsconfig, Types: []string{"@types/node@24.19.2"}},
		{Name: "cheerio", Language: "TypeScript", Source: NPM, Package: "cheerio", Version: "1.1.0", Keep: "src", TSConfig: tsconfig,
			Types: []string{"@types/node@24.19.2", "domhandler@5.0.3", "domelementtype@2.3.0", "parse5@7.3.0", "htmlparser2@10.0.0", "css-select@5.1.0", "domutils@3.2.2"}},
		{Name: "date-fns", Language: "JavaScript", Source: NPM, Package: "date-fns", Version: "4.4.0", Drop: ".d.ts .d.cts .cjs .min.js cdn.js", TSConfig: jsconfig},
		{Name: "d3-array", Language: "JavaScript", Source: NPM, Package: "d3-array", Version: "3.2.4", Keep: "src", TSConfig: jsconfig, Gate: true},
		{Name: "yjs", Language: "JavaScript", Source: NPM, Package: "yjs", Version: "13.6.27", Keep: "src", TSConfig: jsconfig, Types: []string{"lib0@0.2.114"}},
		{Name: "preact", Language: "JavaScript", Source: NPM, Package: "preact", Version: "11.2.0", Keep: "src", TSConfig: strings.Replace(jsconfig, `"**/*.js"`, `"src"`, 1)},
		{Name: "express", Language: "JavaScript", Source: NPM, Package: "express", Version: "5.3.0", Keep: "lib", TSConfig: jsconfig},
		{Name: "axios", Language: "JavaScript", Source: NPM, Package: "axios", Version: "1.21.1", Keep: "lib", TSConfig: jsconfig},
		{Name: "luxon", Language: "JavaScript", Source: NPM, Package: "luxon", Version: "3.7.2", Keep: "src", TSConfig: jsconfig},
		{Name: "eslint", Language: "JavaScript", Source: NPM, Package: "eslint", Version: "10.15.0", Keep: "lib", TSConfig: jsconfig,
			Types: []string{"@types/estree@1.0.8", "@types/node@24.19.2", "eslint-scope@9.1.2", "@eslint/core@1.2.1", "@eslint/plugin-kit@0.7.3", "espree@11.2.0", "@eslint-community/eslint-utils@4.10.1"}},
		{Name: "mocha", Language: "JavaScript", Source: NPM, Package: "mocha", Version: "11.7.0", Keep: "lib", TSConfig: jsconfig},
		{Name: "webpack", Language: "JavaScript", Source: NPM, Package: "webpack", Version: "5.99.0", Keep: "lib", TSConfig: jsconfig,
			Types: []string{"@types/estree@1.0.8", "@types/node@24.19.2", "tapable@2.2.1", "webpack-sources@3.2.3"}},
		{Name: "mongoose", Language: "JavaScript", Source: NPM, Package: "mongoose", Version: "8.15.0", Keep: "lib", TSConfig: jsconfig},
		{Name: "three", Language: "JavaScript", Source: NPM, Package: "three", Version: "0.176.0", Keep: "src", TSConfig: jsconfig},
		{Name: "fastify", Language: "JavaScript", Source: NPM, Package: "fastify", Version: "5.4.0", Keep: "lib", TSConfig: jsconfig, Types: []string{"@types/node@24.19.2"}},
		{Name: "knex", Language: "JavaScript", Source: NPM, Package: "knex", Version: "3.1.0", Keep: "lib", TSConfig: jsconfig, Types: []string{"@types/node@24.19.2"}},
		{Name: "terser", Language: "JavaScript", Source: NPM, Package: "terser", Version: "5.43.1", Keep: "lib", TSConfig: jsconfig},
		{Name: "svelte", Language: "JavaScript", Source: NPM, Package: "svelte", Version: "5.34.0", Keep: "src", TSConfig: jsconfig,
			Types: []string{"@types/estree@1.0.8", "zimmerframe@1.1.2", "acorn@8.15.0", "magic-string@0.30.17", "esrap@1.4.9"}},
		{Name: "jsdom", Language: "JavaScript", Source: NPM, Package: "jsdom", Version: "26.1.0", Keep: "lib", TSConfig: jsconfig, Types: []string{"@types/node@24.19.2"}},
		{Name: "sequelize", Language: "JavaScript", Source: NPM, Package: "sequelize", Version: "6.37.7", Keep: "lib", Only: ".js", TSConfig: jsconfig,
			Types: []string{"@types/node@24.19.2"}},
		{Name: "undici", Language: "JavaScript", Source: NPM, Package: "undici", Version: "7.10.0", Keep: "lib", TSConfig: jsconfig, Types: []string{"@types/node@24.19.2"}},
		{Name: "css-tree", Language: "JavaScript", Source: NPM, Package: "css-tree", Version: "3.1.0", Keep: "lib", TSConfig: jsconfig},
		python("django"),
		python("jinja2"),
		click,
		python("werkzeug"),
		python("flask"),
		python("requests"),
		python("rich"),
		python("aiohttp"),
		python("sqlalchemy"),
		python("tornado"),
		python("paramiko"),
		python("scrapy"),
		python("urllib3"),
		python("attr"),
		python("networkx"),
		python("_pytest"),
		python("celery"),
		python("httpx"),
		python("sphinx"),
		{Name: "laravel", Language: "PHP", Source: Debian, Keep: "usr/share/php", Only: ".php",
			Package: "php-laravel-framework php-illuminate-support php-illuminate-database php-illuminate-container"},
		{Name: "symfony", Language: "PHP", Source: Debian, Keep: "usr/share/php", Only: ".php",
			Package: "php-symfony-framework-bundle php-symfony-console php-symfony-dependency-injection php-symfony-event-dispatcher php-symfony-form" +
				" php-symfony-http-foundation php-symfony-http-kernel php-symfony-messenger php-symfony-routing php-symfony-security-core" +
				" php-symfony-serializer php-symfony-translation php-symfony-validator"},
		{Name: "twig", Language: "PHP", Source: Debian, Package: "php-twig", Keep: "usr/share/php/Twig", Only: ".php", Gate: true},
		{Name: "monolog", Language: "PHP", Source: Debian, Package: "php-monolog", Keep: "usr/share/php/Monolog", Only: ".php"},
		{Name: "wordpress", Language: "PHP", Source: Debian, Package: "wordpress", Keep: "usr/share/wordpress", Only: ".php"},
		{Name: "commons-lang3", Language: "Java", Source: DebianSource, Package: "libcommons-lang3-java", Keep: "src/main/java", Only: ".java"},
		{Name: "commons-codec", Language: "Java", Source: DebianSource, Package: "libcommons-codec-java", Keep: "src/main/java", Only: ".java", Gate: true},
		{Name: "collections4", Language: "Java", Source: DebianSource, Package: "libcommons-collections4-java", Keep: "src/main/java", Only: ".java"},
		{Name: "jackson", Language: "Java", Source: DebianSource, Keep: "src/main/java", Only: ".java",
			Package: "jackson-databind jackson-core jackson-annotations"},
		{Name: "jsoup", Language: "Java", Source: DebianSource, Package: "jsoup", Keep: "src/main/java", Only: ".java"},
		{Name: "commons-io", Language: "Java", Source: DebianSource, Package: "commons-io", Keep: "src/main/java", Only: ".java"},
		{Name: "guava", Language: "Java", Source: DebianSource, Package: "guava-libraries", Keep: "guava/src", Only: ".java"},
	}
}

// python is a Python package of Debian, called as what it is imported as; that of an
// internal package is called without its _.
func python(name string) Tree {
	return Tree{Name: name, Language: "Python", Source: Debian, Package: "python3-" + strings.TrimPrefix(name, "_"), Keep: "usr/lib/python3/dist-packages/" + name, Only: ".py .pyi .typed"}
}

const tsconfig = `{
  "compilerOptions": {
    "target": "ES2022", "module": "ESNext", "moduleResolution": "bundler", "lib": ["ES2023", "DOM", "DOM.Iterable"],
    "strict": true, "skipLibCheck": true, "noEmit": true, "allowImportingTsExtensions": true
  },
  "include": ["src"]
}
`

const jsconfig = `{
  "compilerOptions": {
    "target": "ES2022", "module": "ESNext", "moduleResolution": "bundler", "allowJs": true, "checkJs": false,
    "skipLibCheck": true, "noEmit": true
  },
  "include": ["**/*.js"], "exclude": ["node_modules"]
}
`

// The indexers whose answers count as true, and the naive one that is the floor.
const (
	scipGo         = "github.com/scip-code/scip-go/cmd/scip-go@v0.2.9"
	scipTypeScript = "@sourcegraph/scip-typescript@0.4.0"
	scipPython     = "@sourcegraph/scip-python@0.6.6"
)

// Indexer is the truth for a language, with its version where that is pinned.
func Indexer(language string) string {
	switch language {
	case "Go":
		return scipGo
	case "Python":
		return scipPython
	case "Java":
		return "javac"
	case "PHP":
		return "nikic/php-parser"
	}
	return scipTypeScript
}

// Cache is a folder that keeps trees, tools and truths.
type Cache struct {
	Dir string // absolute
	Log func(format string, args ...any)
}

// Open makes a cache of a folder, which need not exist.
func Open(dir string, log func(format string, args ...any)) (*Cache, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return &Cache{Dir: dir, Log: log}, os.MkdirAll(dir, 0o777)
}

// Path of something in the cache; its folder is made.
func (c *Cache) Path(parts ...string) (string, error) {
	p := filepath.Join(append([]string{c.Dir}, parts...)...)
	return p, os.MkdirAll(filepath.Dir(p), 0o777)
}

// Run runs a command in a folder and returns its standard output. An error
// holds the end of what it said.
func Run(ctx context.Context, dir string, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var out, all bytes.Buffer
	cmd.Stdout = &out
	cmd.Stderr = &all
	if err := cmd.Run(); err != nil {
		said := append(all.Bytes(), out.Bytes()...)
		return nil, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, said[max(0, len(said)-2000):])
	}
	return out.Bytes(), nil
}

func exists(p string) bool {
	_, err := os.Stat(p)
	return err == nil
}

// make calls build with the path of a temporary folder and gives that its name
// p when build succeeds; nothing happens when p is there already.
func (c *Cache) make(p string, build func(tmp string) error) error {
	if exists(p) {
		return nil
	}
	tmp := p + ".tmp"
	if err := os.RemoveAll(tmp); err != nil {
		return err
	}
	if err := os.MkdirAll(tmp, 0o777); err != nil {
		return err
	}
	if err := build(tmp); err != nil {
		return err
	}
	return os.Rename(tmp, p)
}

// Fetch brings a tree with what its indexer needs beside it and returns its
// folder and version.
func (c *Cache) Fetch(ctx context.Context, t Tree) (dir, version string, err error) {
	dir, version, err = c.place(ctx, t)
	if err != nil {
		return "", "", err
	}
	err = c.make(dir, func(tmp string) error {
		c.Log("fetching %s %s", t.Package, version)
		switch t.Source {
		case GoModule:
			return fetchGo(ctx, t, tmp)
		case NPM:
			return fetchNPM(ctx, t, tmp)
		case DebianSource:
			return c.fetchDebianSource(ctx, t, tmp)
		default:
			return fetchDebian(ctx, t, version, tmp)
		}
	})
	return dir, version, err
}

// place is the folder and the version of a tree.
func (c *Cache) place(ctx context.Context, t Tree) (dir, version string, err error) {
	version = t.Version
	if version == "" && (t.Source == Debian || t.Source == DebianSource) {
		if version, err = c.debianVersion(ctx, t); err != nil {
			return "", "", err
		}
	}
	dir, err = c.Path("trees", t.Name+"@"+strings.NewReplacer(":", "_", "/", "_").Replace(version))
	return dir, version, err
}

// Has says whether a tree has been fetched.
func (c *Cache) Has(ctx context.Context, t Tree) bool {
	dir, _, err := c.place(ctx, t)
	return err == nil && exists(dir)
}

func fetchGo(ctx context.Context, t Tree, tmp string) error {
	out, err := Run(ctx, tmp, []string{"GOFLAGS=-mod=mod"}, "go", "mod", "download", "-json", t.Package+"@"+t.Version)
	if err != nil {
		return err
	}
	var mod struct{ Dir string }
	if err := json.Unmarshal(out, &mod); err != nil {
		return err
	}
	if err := copyTree(mod.Dir, tmp, func(string) bool { return true }); err != nil {
		return err
	}
	if t.Bare {
		return nil
	}
	_, err = Run(ctx, tmp, []string{"GOFLAGS=-mod=mod", "GOWORK=off"}, "go", "mod", "download")
	return err
}

func fetchNPM(ctx context.Context, t Tree, tmp string) error {
	out, err := Run(ctx, tmp, nil, "npm", "pack", "--silent", t.Package+"@"+t.Version)
	if err != nil {
		return err
	}
	archive := strings.TrimSpace(string(out))
	if _, err := Run(ctx, tmp, nil, "tar", "xzf", archive); err != nil {
		return err
	}
	from := filepath.Join(tmp, "package")
	err = copyTree(from, tmp, func(p string) bool {
		if p != "package.json" && t.Keep != "" && p != t.Keep && !strings.HasPrefix(p, t.Keep+"/") {
			return false
		}
		for _, suffix := range strings.Fields(t.Drop) {
			if strings.HasSuffix(p, suffix) {
				return false
			}
		}
		// The trees have one configuration each: the one below.
		return p != "src/tsconfig.json"
	})
	if err := errors.Join(err, os.RemoveAll(from), os.Remove(filepath.Join(tmp, archive))); err != nil {
		return err
	}
	// Dependencies are installed beside the package's own manifest, which
	// stays as it was published.
	manifest := filepath.Join(tmp, "package.json")
	published, err := os.ReadFile(manifest)
	if err != nil {
		return err
	}
	if len(t.Types) > 0 {
		args := append([]string{"install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--silent"}, t.Types...)
		if err := os.WriteFile(manifest, []byte("{}\n"), 0o666); err != nil {
			return err
		}
		if _, err := Run(ctx, tmp, nil, "npm", args...); err != nil {
			return err
		}
	}
	return errors.Join(
		os.WriteFile(manifest, published, 0o666),
		os.WriteFile(filepath.Join(tmp, "tsconfig.json"), []byte(t.TSConfig), 0o666),
		os.WriteFile(filepath.Join(tmp, ".gitignore"), []byte("node_modules/\n"), 0o666),
	)
}

// copyTree copies regular files, writable, whose path from there agrees.
func copyTree(from, to string, keep func(p string) bool) error {
	return filepath.WalkDir(from, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, p)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "__pycache__" || d.Name() == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || !keep(filepath.ToSlash(rel)) {
			return nil
		}
		content, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o666)
	})
}
