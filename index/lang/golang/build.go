package golang

import (
	"go/build/constraint"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// config is a build configuration: it decides which files belong to a build.
// It is part of the indexer, not of the machine that runs it.
type config struct {
	os, arch string
	// flipped are the tags that have the other value than by default, sorted
	// and joined with commas.
	flipped string
}

// defaultConfig is what every file is checked in that it includes.
var defaultConfig = config{os: "linux", arch: "amd64"}

// platforms are the known pairs of operating system and architecture, those
// that most files are written for first.
var platforms = func() [][2]string {
	var pairs [][2]string
	for _, line := range []string{
		"linux amd64 arm64 386 arm loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x",
		"windows amd64 arm64 386", "darwin arm64 amd64", "freebsd amd64 386 arm arm64 riscv64",
		"openbsd amd64 386 arm arm64 ppc64 riscv64", "netbsd amd64 386 arm arm64", "dragonfly amd64",
		"solaris amd64", "illumos amd64", "aix ppc64", "android arm64 386 amd64 arm", "ios arm64 amd64",
		"js wasm", "wasip1 wasm", "plan9 amd64 386 arm", "zos s390x", "hurd amd64 386", "nacl amd64p32 386 arm amd64",
		"linux armbe arm64be mips64p32 mips64p32le ppc riscv s390 sparc sparc64",
	} {
		f := strings.Fields(line)
		for _, arch := range f[1:] {
			pairs = append(pairs, [2]string{f[0], arch})
		}
	}
	return pairs
}()

var (
	knownOS = func() map[string]bool {
		m := map[string]bool{}
		for _, p := range platforms {
			m[p[0]] = true
		}
		return m
	}()
	knownArch = func() map[string]bool {
		m := map[string]bool{}
		for _, p := range platforms {
			m[p[1]] = true
		}
		return m
	}()
	unixOS = map[string]bool{
		"aix": true, "android": true, "darwin": true, "dragonfly": true, "freebsd": true, "hurd": true,
		"illumos": true, "ios": true, "linux": true, "netbsd": true, "openbsd": true, "solaris": true,
	}
)

// platform is c with the default value of every tag.
func (c config) platform() config { return config{os: c.os, arch: c.arch} }

// tag is the value of a build tag.
func (c config) tag(tag string) bool {
	switch {
	case tag == c.os || tag == c.arch:
		return true
	case tag == "unix":
		return unixOS[c.os]
	case tag == "linux":
		return c.os == "android"
	case tag == "solaris":
		return c.os == "illumos"
	case tag == "darwin":
		return c.os == "ios"
	case knownOS[tag] || knownArch[tag]:
		return false
	}
	value := tag == "gc" || tag == "cgo" || released(tag)
	if c.flipped != "" && slices.Contains(strings.Split(c.flipped, ","), tag) {
		return !value
	}
	return value
}

// release is the newest Go 1 release whose tag is set by default: the one that
// this program's type checker is of.
const release = 26

// released says whether tag is go1.N of a release up to release.
func released(tag string) bool {
	minor, ok := strings.CutPrefix(tag, "go1.")
	n, err := strconv.Atoi(minor)
	return ok && err == nil && n <= release
}

// constraints say which configurations include a file: all with the zero value.
type constraints struct {
	os, arch string // from the file's name
	expr     constraint.Expr
	cgo      bool // imports "C"
}

// newConstraints reads a file's constraints from its base name and the text of
// its build line.
func newConstraints(base, build string) (c constraints) {
	name, _, _ := strings.Cut(base, ".")
	name = strings.TrimSuffix(name, "_test")
	if i := strings.IndexByte(name, '_'); i >= 0 {
		parts := strings.Split(name[i+1:], "_")
		last := parts[len(parts)-1]
		switch {
		case knownArch[last]:
			c.arch = last
			if len(parts) > 1 && knownOS[parts[len(parts)-2]] {
				c.os = parts[len(parts)-2]
			}
		case knownOS[last]:
			c.os = last
		}
	}
	for line := range strings.Lines(build) {
		e, err := constraint.Parse(strings.TrimSpace(line))
		if err != nil {
			continue
		}
		if c.expr == nil {
			c.expr = e
		} else {
			c.expr = &constraint.AndExpr{X: c.expr, Y: e}
		}
	}
	return c
}

// match says whether a build in configuration g includes the file.
func (c *constraints) match(g config) bool {
	if c.os != "" && !g.tag(c.os) || c.arch != "" && !g.tag(c.arch) || c.cgo && !g.tag("cgo") {
		return false
	}
	return c.expr == nil || c.expr.Eval(g.tag)
}

// maxTags bounds the search for a configuration.
const maxTags = 6

// config finds the configuration nearest to the default one that includes the
// file: as few changed tags as possible, the most usual platform.
func (c *constraints) config() (config, bool) {
	var tags []string
	if c.expr != nil {
		tags = exprTags(c.expr, nil)
	}
	for n := 0; n <= len(tags); n++ {
		for set := range 1 << len(tags) {
			var flipped []string
			for i, t := range tags {
				if set&(1<<i) != 0 {
					flipped = append(flipped, t)
				}
			}
			if len(flipped) != n {
				continue
			}
			joined := strings.Join(flipped, ",")
			for _, p := range platforms {
				if g := (config{p[0], p[1], joined}); c.match(g) {
					return g, true
				}
			}
			for _, os := range slices.Sorted(maps.Keys(knownOS)) { // platforms that never were, or are no more
				for _, arch := range slices.Sorted(maps.Keys(knownArch)) {
					if g := (config{os, arch, joined}); c.match(g) {
						return g, true
					}
				}
			}
		}
	}
	return config{}, false
}

// exprTags are the tags in e that a configuration can flip, sorted, not more
// than maxTags.
func exprTags(e constraint.Expr, tags []string) []string {
	switch e := e.(type) {
	case *constraint.AndExpr:
		return exprTags(e.Y, exprTags(e.X, tags))
	case *constraint.OrExpr:
		return exprTags(e.Y, exprTags(e.X, tags))
	case *constraint.NotExpr:
		return exprTags(e.X, tags)
	case *constraint.TagExpr:
		if t := e.Tag; !knownOS[t] && !knownArch[t] && t != "unix" && len(tags) < maxTags {
			if i, found := slices.BinarySearch(tags, t); !found {
				tags = slices.Insert(tags, i, t)
			}
		}
	}
	return tags
}
