package java

import (
	"context"
	"maps"
	"path"
	"sort"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

const (
	scheme  = "semanticdb"
	manager = "maven"
)

// defaultJDK is the version of the JDK where no configuration names one: that
// of the declarations that we bring along.
const defaultJDK = "17"

// project is the family's view of a repository. It is immutable after open.
type project struct {
	artifacts []artifact        // by folder, deepest first
	packages  map[string]string // by path of a file
}

// artifact is a folder with a pom.xml or a build file of Gradle.
type artifact struct {
	dir string
	pkg symbol.Package
	jdk string
}

func open(ctx context.Context, files lang.Files, _ lang.Deps) (lang.Project, error) {
	p := &project{packages: map[string]string{}}
	c := newConfig(files)
	for _, f := range files.Paths() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		switch base := path.Base(f); {
		case strings.HasSuffix(base, ".java"):
			if src, err := files.Read(f); err == nil {
				p.packages[f] = packageClause(src)
			}
		case base == "pom.xml":
			c.poms = append(c.poms, f)
		case gradleFiles[base]:
			c.gradle = append(c.gradle, f)
		}
	}
	p.artifacts = c.artifacts()
	sort.SliceStable(p.artifacts, func(i, j int) bool { return len(p.artifacts[i].dir) > len(p.artifacts[j].dir) })
	return p, nil
}

// Updated implements lang.Updater: of the files of the family the project has the
// packages.
func (p *project) Updated(changed []string, files lang.Files, _ lang.Deps) (lang.Project, bool) {
	next := *p
	next.packages = maps.Clone(p.packages)
	for _, f := range changed {
		if !files.Has(f) {
			delete(next.packages, f)
			continue
		}
		src, err := files.Read(f)
		if err != nil {
			return nil, false
		}
		next.packages[f] = packageClause(src)
	}
	return &next, true
}

// Unmoved implements lang.Updater: a file says itself in which package it is.
func (p *project) Unmoved([]string, func(string) *lang.Facts, func(string) *lang.Facts) bool {
	return true
}

// Configures implements lang.Updater.
func (p *project) Configures(file string) bool {
	return path.Base(file) == "pom.xml" || gradleFiles[path.Base(file)]
}

// under says whether path f lies in folder d, at any depth.
func under(f, d string) bool {
	return d == "" || strings.HasPrefix(f, d) && len(f) > len(d) && f[len(d)] == '/'
}

// dir is the folder of a path, "" for the repository.
func dir(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return ""
}

// artifact is the innermost one around the file at path.
func (p *project) artifact(file string) artifact {
	for _, a := range p.artifacts {
		if under(file, a.dir) {
			return a
		}
	}
	return artifact{pkg: symbol.Package{Manager: manager}}
}

// Resolve implements lang.Project. A specifier is the name of a package, or of
// a type in one.
func (p *project) Resolve(from, spec string, _ int) *lang.Module {
	pkg := symbol.Package{Manager: manager}
	if ofJDK(spec) {
		pkg = jdk
		if pkg.Version = p.artifact(from).jdk; pkg.Version == "" {
			pkg.Version = defaultJDK
		}
	}
	return module(spec, pkg)
}

// module is the package, or the type, called name.
func module(name string, pkg symbol.Package) *lang.Module {
	m := &lang.Module{Name: name, External: true, Package: pkg, Shared: packageKey(name)}
	if name == "" {
		return m
	}
	for _, part := range strings.Split(name, ".") {
		d := symbol.Descriptor{Name: part, Suffix: symbol.Namespace}
		if typeLike([]byte(part)) {
			d.Suffix = symbol.Type
		}
		m.Path = append(m.Path, d)
	}
	if i := strings.LastIndexByte(name, '.'); i > 0 && typeLike([]byte(name[i+1:])) {
		m.Outer, m.Last = module(name[:i], pkg), name[i+1:]
	}
	return m
}

// jdkPackages are the packages, with what is below them, that are part of the
// JDK beside java; only some of javax are.
var jdkPackages = []string{
	"java", "jdk", "sun", "com.sun", "javax.accessibility", "javax.annotation.processing", "javax.crypto", "javax.imageio",
	"javax.lang.model", "javax.management", "javax.naming", "javax.net", "javax.print", "javax.rmi", "javax.script",
	"javax.security", "javax.sound", "javax.sql", "javax.swing", "javax.tools", "javax.transaction.xa", "javax.xml",
	"org.ietf.jgss", "org.w3c.dom", "org.xml.sax",
}

func ofJDK(name string) bool {
	for _, p := range jdkPackages {
		if strings.HasPrefix(name, p) && (len(name) == len(p) || name[len(p)] == '.') {
			return true
		}
	}
	return false
}

// Sub implements lang.Project: what is in a package is found by its scope.
func (p *project) Sub(*lang.Module, string) *lang.Module { return nil }

// Scheme implements lang.Project.
func (p *project) Scheme() string { return scheme }

// Package implements lang.Project.
func (p *project) Package(file string) symbol.Package { return p.artifact(file).pkg }

// Prefix implements lang.Project: the package that the file says it is in.
func (p *project) Prefix(file string) []symbol.Descriptor {
	name := p.packages[file]
	if name == "" {
		return nil
	}
	var ds []symbol.Descriptor
	for _, part := range strings.Split(name, ".") {
		ds = append(ds, symbol.Descriptor{Name: part, Suffix: symbol.Namespace})
	}
	return ds
}

// ModuleSymbol implements lang.Project: files have no symbols.
func (p *project) ModuleSymbol(string) ([]symbol.Descriptor, bool) { return nil, false }

// packageClause is the name behind "package" in a file, "" when it has none:
// only comments and annotations can stand before.
func packageClause(src []byte) string {
	s := scanner{src: src}
	for {
		s.space()
		switch word := s.word(); {
		case word == "package":
			start := s.at
			for s.at < len(src) && src[s.at] != ';' {
				s.at++
			}
			return dotted(src[start:s.at])
		case word == "" && s.at < len(src) && src[s.at] == '@':
			s.at++
			s.space()
			for s.word() != "" {
				s.space()
				if s.at < len(src) && src[s.at] == '.' {
					s.at++
					s.space()
				}
				if s.at < len(src) && src[s.at] == '(' {
					s.parentheses()
					break
				}
				if rest := src[s.at:]; len(rest) > 7 && string(rest[:7]) == "package" {
					break
				}
			}
		default:
			return ""
		}
	}
}

// scanner reads the words at the start of a file.
type scanner struct {
	src []byte
	at  int
}

// space goes to what is behind white space and comments.
func (s *scanner) space() {
	for s.at < len(s.src) {
		rest := s.src[s.at:]
		switch {
		case rest[0] <= ' ':
			s.at++
		case len(rest) > 2 && rest[0] == 0xef && rest[1] == 0xbb && rest[2] == 0xbf:
			s.at += 3
		case len(rest) > 1 && rest[0] == '/' && rest[1] == '/':
			for s.at < len(s.src) && s.src[s.at] != '\n' {
				s.at++
			}
		case len(rest) > 1 && rest[0] == '/' && rest[1] == '*':
			if i := strings.Index(string(rest[2:]), "*/"); i >= 0 {
				s.at += i + 4
			} else {
				s.at = len(s.src)
			}
		default:
			return
		}
	}
}

// word reads an identifier, "" when there is none.
func (s *scanner) word() string {
	start := s.at
	for s.at < len(s.src) && identifierByte(s.src[s.at]) {
		s.at++
	}
	return string(s.src[start:s.at])
}

// parentheses goes behind the closing one of that at hand, over strings.
func (s *scanner) parentheses() {
	depth := 0
	for s.at < len(s.src) {
		c := s.src[s.at]
		s.at++
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return
			}
		case '"', '\'':
			for s.at < len(s.src) && s.src[s.at] != c && s.src[s.at] != '\n' {
				if s.src[s.at] == '\\' {
					s.at++
				}
				s.at++
			}
			s.at = min(s.at+1, len(s.src))
		}
	}
	s.at = min(s.at, len(s.src))
}
