package php

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// sources are the files below vendor that Composer would load for an external symbol:
// by the rules of its packages (psr-4, psr-0), by its class map, and those that it
// loads always, which have the functions.
func sources(s *lang.Sought) []lang.Source {
	ds := s.Symbol.Descriptors
	if s.Symbol.Scheme != scheme || len(ds) == 0 || s.Deps.Repo == nil {
		return nil
	}
	in := slices.IndexFunc(ds, func(d symbol.Descriptor) bool { return d.Suffix != symbol.Namespace })
	if in < 0 {
		return nil
	}
	var names []string
	for _, d := range ds[:in+1] {
		names = append(names, d.Name)
	}
	name := strings.Join(names, "\\")
	dir := dir(s.From)
	for {
		if _, err := fs.Stat(s.Deps.Repo, path.Join(dir, vendored, "installed.json")); err == nil {
			break
		}
		if dir == "" {
			return nil
		}
		dir = path.Dir("/" + dir)[1:]
	}
	var out []lang.Source
	for _, file := range append(autoloaded(s.Deps.Repo, dir, name), listed(s.Deps.Repo, dir, name)...) {
		if info, err := fs.Stat(s.Deps.Repo, file); err == nil && info.Mode().IsRegular() {
			out = append(out, lang.Source{Tree: s.Deps.Repo, Path: file, Below: ds})
		}
	}
	return out
}

// vendored is where Composer keeps what it knows of the packages.
const vendored = "vendor/composer"

// autoloaded are the files that a class may be in by the rules of packages, the
// longest prefix first.
func autoloaded(repo fs.FS, root, name string) (files []string) {
	b, err := fs.ReadFile(repo, path.Join(root, vendored, "installed.json"))
	if err != nil || len(b) > maxManifest {
		return nil
	}
	type rule struct{ prefix, file string }
	var rules []rule
	add := func(prefix string, dirs json.RawMessage, place, rest string) {
		var list []string
		var one string
		if json.Unmarshal(dirs, &one) == nil {
			list = []string{one}
		} else if json.Unmarshal(dirs, &list) != nil {
			return
		}
		for _, d := range list {
			rules = append(rules, rule{prefix, path.Join(root, vendored, place, d, rest)})
		}
	}
	installed(b, func(m *manifest) {
		for prefix, dirs := range m.Autoload.PSR4 {
			if rest, ok := strings.CutPrefix(name, prefix); ok {
				add(prefix, dirs, m.place(), strings.ReplaceAll(rest, "\\", "/")+".php")
			}
		}
		for prefix, dirs := range m.Autoload.PSR0 {
			if strings.HasPrefix(name, prefix) {
				space, class := name[:strings.LastIndexByte(name, '\\')+1], name[strings.LastIndexByte(name, '\\')+1:]
				add(prefix, dirs, m.place(), strings.ReplaceAll(space, "\\", "/")+strings.ReplaceAll(class, "_", "/")+".php")
			}
		}
	})
	slices.SortFunc(rules, func(a, b rule) int {
		if n := len(b.prefix) - len(a.prefix); n != 0 {
			return n
		}
		return strings.Compare(a.file, b.file)
	})
	for _, r := range rules {
		files = append(files, r.file)
	}
	return files
}

// place is the folder of an installed package, from vendor/composer.
func (m *manifest) place() string {
	if m.Place != "" {
		return m.Place
	}
	return "../" + m.Name // Composer 1 does not say it
}

// listed are the file that Composer's class map has for a class, and those that it
// loads always.
func listed(repo fs.FS, root, name string) (files []string) {
	read := func(list string, wanted func(key string) bool) {
		b, err := fs.ReadFile(repo, path.Join(root, vendored, list))
		if err != nil || len(b) > maxManifest {
			return
		}
		for line := range strings.Lines(string(b)) {
			key, file, ok := strings.Cut(line, " => $vendorDir . '/")
			if file, _, closed := strings.Cut(file, "'"); ok && closed && wanted(strings.Trim(strings.TrimSpace(key), "'")) {
				files = append(files, path.Join(root, "vendor", file))
			}
		}
	}
	read("autoload_classmap.php", func(key string) bool { return strings.EqualFold(strings.ReplaceAll(key, `\\`, `\`), name) })
	read("autoload_files.php", func(string) bool { return true })
	return files
}
