package corpus

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// debianVersion is the version of a tree's first package: the installed one,
// else the one that apt would install; of a source package, the source's.
func (c *Cache) debianVersion(ctx context.Context, t Tree) (string, error) {
	pkg := strings.Fields(t.Package)[0]
	if t.Source == DebianSource {
		return c.sourceVersion(ctx, pkg)
	}
	if out, err := Run(ctx, "", nil, "dpkg-query", "-W", "-f", "${Version}", pkg); err == nil && len(out) > 0 {
		return string(out), nil
	}
	out, err := Run(ctx, "", nil, "apt-cache", "show", "--no-all-versions", pkg)
	if err != nil {
		return "", fmt.Errorf("%s is not installed and apt does not know it: %w", pkg, err)
	}
	return versionLine(out, pkg)
}

// versionLine is the last version in a list of packages: apt writes the newest
// last.
func versionLine(list []byte, pkg string) (version string, err error) {
	for _, line := range strings.Split(string(list), "\n") {
		if v, ok := strings.CutPrefix(line, "Version: "); ok {
			version = v
		}
	}
	if version == "" {
		return "", fmt.Errorf("apt names no version of %s", pkg)
	}
	return version, nil
}

func fetchDebian(ctx context.Context, t Tree, version, tmp string) error {
	unpacked := filepath.Join(tmp, "deb")
	if err := os.MkdirAll(unpacked, 0o777); err != nil {
		return err
	}
	for i, pkg := range strings.Fields(t.Package) {
		if i == 0 {
			pkg += "=" + version
		}
		if _, err := Run(ctx, unpacked, nil, "apt-get", "download", "-q", pkg); err != nil {
			return err
		}
	}
	debs, err := filepath.Glob(filepath.Join(unpacked, "*.deb"))
	if err != nil {
		return err
	}
	for _, deb := range debs {
		if _, err := Run(ctx, unpacked, nil, "dpkg-deb", "-x", deb, "."); err != nil {
			return err
		}
	}
	to := tmp
	if t.Language == "Python" { // the folder is the package
		to = filepath.Join(tmp, filepath.Base(t.Keep))
		project := fmt.Sprintf("[project]\nname = %q\nversion = %q\n", t.Name, upstream(version))
		if err := os.WriteFile(filepath.Join(tmp, "pyproject.toml"), []byte(project), 0o666); err != nil {
			return err
		}
	}
	return errors.Join(copyTree(filepath.Join(unpacked, t.Keep), to, t.keeps), os.RemoveAll(unpacked))
}

// keeps says whether a file is kept by its name.
func (t *Tree) keeps(p string) bool {
	if t.Only == "" {
		return true
	}
	for _, suffix := range strings.Fields(t.Only) {
		if strings.HasSuffix(p, suffix) {
			return true
		}
	}
	return false
}

// upstream is a version without Debian's epoch and revision.
func upstream(version string) string {
	version = version[strings.IndexByte(version, ':')+1:]
	if i := strings.LastIndexByte(version, '-'); i >= 0 {
		version = version[:i]
	}
	return version
}

// sources is what makes apt read lists of source packages that it keeps in the
// cache: most machines have those of binary packages only.
func (c *Cache) sources(ctx context.Context) ([]string, error) {
	dir, err := c.Path("apt")
	if err != nil {
		return nil, err
	}
	options := []string{
		"-o", "Dir::Etc::sourcelist=" + filepath.Join(dir, "sources.list"), "-o", "Dir::Etc::sourceparts=-",
		"-o", "Dir::State::lists=" + filepath.Join(dir, "lists"), "-o", "Dir::Cache=" + filepath.Join(dir, "cache"),
		"-o", "Acquire::Languages=none",
	}
	err = c.make(dir, func(tmp string) error {
		targets, err := Run(ctx, "", nil, "apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)|$(ORIGIN)|$(SIGNED_BY)", "Created-By: Packages")
		if err != nil {
			return err
		}
		list := sourceList(string(targets))
		if list == "" {
			return errors.New("apt has no lists of Debian; run 'apt-get update'")
		}
		if err := os.WriteFile(filepath.Join(tmp, "sources.list"), []byte(list), 0o666); err != nil {
			return err
		}
		for _, d := range []string{"lists/partial", "cache/archives/partial"} {
			if err := os.MkdirAll(filepath.Join(tmp, d), 0o777); err != nil {
				return err
			}
		}
		update := make([]string, len(options))
		for i, o := range options {
			update[i] = strings.Replace(o, dir+string(filepath.Separator), tmp+string(filepath.Separator), 1)
		}
		_, err = Run(ctx, "", nil, "apt-get", append(update, "update", "-qq")...)
		return err
	})
	return options, err
}

// sourceList turns lines of "URI release component|origin|keyring" into
// deb-src lines, those of Debian itself.
func sourceList(targets string) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, line := range strings.Split(targets, "\n") {
		f := strings.Split(line, "|")
		if len(f) != 3 || f[1] != "Debian" || seen[line] {
			continue
		}
		seen[line] = true
		signed := f[2]
		if signed == "" || strings.HasPrefix(signed, "$(") {
			signed = "/usr/share/keyrings/debian-archive-keyring.gpg"
		}
		fmt.Fprintf(&b, "deb-src [signed-by=%s] %s\n", signed, f[0])
	}
	return b.String()
}

func (c *Cache) sourceVersion(ctx context.Context, pkg string) (string, error) {
	options, err := c.sources(ctx)
	if err != nil {
		return "", err
	}
	out, err := Run(ctx, "", nil, "apt-cache", append(options, "showsrc", "--only-source", pkg)...)
	if err != nil {
		return "", err
	}
	return versionLine(out, pkg)
}

// fetchDebianSource keeps the folder of each package's archive below the name
// of the package.
func (c *Cache) fetchDebianSource(ctx context.Context, t Tree, tmp string) error {
	options, err := c.sources(ctx)
	if err != nil {
		return err
	}
	for _, pkg := range strings.Fields(t.Package) {
		unpacked := filepath.Join(tmp, "source")
		if err := os.MkdirAll(unpacked, 0o777); err != nil {
			return err
		}
		if _, err := Run(ctx, unpacked, nil, "apt-get", append(options, "source", "-qq", "--download-only", "--only-source", pkg)...); err != nil {
			return err
		}
		archives, err := filepath.Glob(filepath.Join(unpacked, "*.orig.tar.*"))
		if err != nil || len(archives) == 0 {
			return fmt.Errorf("apt-get source %s brought no archive (%v)", pkg, err)
		}
		if _, err := Run(ctx, unpacked, nil, "tar", "xf", archives[0], "--strip-components=1"); err != nil {
			return err
		}
		err = copyTree(filepath.Join(unpacked, t.Keep), filepath.Join(tmp, pkg, t.Keep), t.keeps)
		if err := errors.Join(err, os.RemoveAll(unpacked)); err != nil {
			return err
		}
	}
	return nil
}
