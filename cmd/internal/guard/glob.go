package guard

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// maxGlob is how many files a pattern may mean.
const maxGlob = 10_000

var errGlob = errors.New("the pattern means too many files")

// expand finds what a pattern of absolute paths means: * ? [..] in an element stand
// for names in a folder, as path.Match has it. A name that begins with a dot is meant
// too: some shells do so.
func expand(pattern string) ([]string, error) {
	at := []string{filepath.VolumeName(pattern) + string(filepath.Separator)}
	for part := range strings.SplitSeq(pattern[len(filepath.VolumeName(pattern)):], string(filepath.Separator)) {
		if part == "" {
			continue
		}
		var next []string
		for _, dir := range at {
			if !strings.ContainsAny(part, `*?[\`) {
				next = append(next, filepath.Join(dir, part))
				continue
			}
			entries, err := os.ReadDir(dir)
			if err != nil {
				continue // no folder
			}
			for _, e := range entries {
				ok, err := filepath.Match(part, e.Name())
				if err != nil {
					return nil, err
				}
				if ok {
					next = append(next, filepath.Join(dir, e.Name()))
				}
			}
			if len(next) > maxGlob {
				return nil, errGlob
			}
		}
		at = next
	}
	var there []string
	for _, name := range at {
		if _, err := os.Lstat(name); err == nil {
			there = append(there, name)
		}
	}
	return there, nil
}
