package lang

import "io/fs"

// PreludeFiles makes a Prelude of each file in the folder "prelude" of files, in
// the order of their names. It is for files that are part of the program: where
// one can't be read there are none.
func PreludeFiles(files fs.FS, of func(name string, src []byte) Prelude) []Prelude {
	entries, err := fs.ReadDir(files, "prelude")
	if err != nil {
		return nil
	}
	var out []Prelude
	for _, e := range entries {
		src, err := fs.ReadFile(files, "prelude/"+e.Name())
		if err != nil {
			return nil
		}
		out = append(out, of(e.Name(), src))
	}
	return out
}
