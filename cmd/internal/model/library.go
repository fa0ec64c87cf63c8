package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"codeintel/cmd/internal/atomicfile"
	"codeintel/index/embed/onnx"
)

// libraryNames are what the library of ONNX Runtime is called.
func libraryNames() []string {
	if runtime.GOOS == "darwin" {
		return []string{"libonnxruntime.1.dylib", "libonnxruntime.dylib"}
	}
	return []string{"libonnxruntime.so.1", "libonnxruntime.so"}
}

const (
	settingName = "onnxruntime.json" // in the user's data folder
	libraryDir  = "onnxruntime"      // likewise
)

// setting is the library that the user has named once for all.
type setting struct {
	Library string `json:"library"`
}

// Libraries are the places where ONNX Runtime may be, in the order in which they
// count. Where the environment names a library no other counts; nor does any but the
// user's own setting, if there is one. A repository can't name a library: that would
// be to let it run what it likes. program is the path of this program, "" when it is
// not known.
func Libraries(getenv func(string) string, program string) []onnx.Library {
	for _, name := range []string{"CI_ONNXRUNTIME", "ORT_DYLIB_PATH"} {
		if p := getenv(name); p != "" {
			return []onnx.Library{{Path: p, From: name}}
		}
	}
	var out []onnx.Library
	add := func(from string, folders ...string) {
		for _, dir := range folders {
			for _, name := range libraryNames() {
				p := filepath.Join(dir, name)
				if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() {
					out = append(out, onnx.Library{Path: p, From: from})
				}
			}
		}
	}
	if dir, err := dataDir(getenv); err == nil {
		var s setting
		data, err := os.ReadFile(filepath.Join(dir, settingName))
		if err == nil && json.Unmarshal(data, &s) == nil && s.Library != "" {
			return []onnx.Library{{Path: s.Library, From: "'ci model runtime'"}}
		}
		add("the data folder", filepath.Join(dir, libraryDir), filepath.Join(dir, libraryDir, "lib"))
	}
	if program != "" {
		if real, err := filepath.EvalSymlinks(program); err == nil {
			program = real
		}
		dir := filepath.Dir(program)
		add("beside the program", dir, filepath.Join(dir, "lib"), filepath.Join(dir, "..", "lib"))
	}
	for _, name := range libraryNames() {
		out = append(out, onnx.Library{Path: name, From: "the system"})
	}
	return out
}

// SetLibrary names the library of ONNX Runtime once for all; "" takes that back.
func SetLibrary(getenv func(string) string, library string) error {
	dir, err := dataDir(getenv)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, settingName)
	if library == "" {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if !filepath.IsAbs(library) {
		return fmt.Errorf("%s is not an absolute path", library)
	}
	data, err := json.Marshal(setting{library})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, err := atomicfile.Create(name)
	if err != nil {
		return err
	}
	if _, err := file.Write(append(data, '\n')); err != nil {
		return errors.Join(err, file.Abort())
	}
	return file.Commit()
}
