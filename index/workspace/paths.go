package workspace

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// PathsFilter says which files some paths and globs mean: a path is a file, or a
// folder with all that lies below it; a glob is one of TextOptions.Globs. A file
// counts when one of them means it, or there are none, and none with "!" before
// it does. Paths are relative to the root, with /.
func PathsFilter(patterns []string) (func(path string) bool, error) {
	var in, out []func(string) bool
	for _, p := range patterns {
		list := &in
		text, exclude := strings.CutPrefix(p, "!")
		if exclude {
			list = &out
		}
		if strings.ContainsAny(text, `*?[{\`) {
			match, err := PathFilter("", []string{text}, nil, nil)
			if err != nil {
				return nil, err
			}
			*list = append(*list, match)
			continue
		}
		clean := path.Clean(text)
		if text == "" || !fs.ValidPath(clean) {
			return nil, fmt.Errorf("%q is no path in the repository; give one relative to it, with /, or a glob", p)
		}
		*list = append(*list, func(file string) bool {
			rest, ok := strings.CutPrefix(file, clean)
			return clean == "." || ok && (rest == "" || rest[0] == '/')
		})
	}
	any := func(list []func(string) bool, file string) bool {
		for _, match := range list {
			if match(file) {
				return true
			}
		}
		return false
	}
	return func(file string) bool { return (len(in) == 0 || any(in, file)) && !any(out, file) }, nil
}
