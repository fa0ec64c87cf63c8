package typescript

import (
	"io/fs"
	"path"

	"codeintel/index/lang"
	"codeintel/index/symbol"
)

// packageSources are the declaration file that an external symbol names, in the nearest
// node_modules that has its package.
func packageSources(s *lang.Sought) []lang.Source {
	pkg := s.Symbol.Package
	if s.Symbol.Scheme != scheme || pkg.Manager != "npm" || pkg.Name == "" || s.Deps.Repo == nil {
		return nil
	}
	for dir, ok := folder(s.From), true; ok; dir, ok = parent(dir) {
		at := path.Join(dir, "node_modules", pkg.Name)
		if !fs.ValidPath(at) {
			return nil
		}
		if _, err := fs.Stat(s.Deps.Repo, at); err != nil {
			continue
		}
		for n, d := range s.Symbol.Descriptors {
			if d.Suffix != symbol.Namespace {
				break
			}
			if at = path.Join(at, d.Name); !fs.ValidPath(at) {
				break
			}
			if info, err := fs.Stat(s.Deps.Repo, at); err == nil && info.Mode().IsRegular() {
				return []lang.Source{{Tree: s.Deps.Repo, Path: at, Below: s.Symbol.Descriptors[n+1:]}}
			}
		}
		return nil
	}
	return nil
}
