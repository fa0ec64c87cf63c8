package setup

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Written returns the files that init may write and that git sees, by their paths in
// a repository.
func Written() []string {
	_, names, _ := claudeFiles()
	return append([]string{configFile, settingsFile}, names...)
}

// Explain returns which of the files that Written names are now, byte for byte, what
// init would make of what they were before, with the gate or without it. What the
// repository says was written counts for nothing, and that something was taken out is
// for nobody but the person to say: it may be the hooks. A file that is not there is not
// in a map. known reports whether a command is one of this program.
func Explain(before, now map[string][]byte, known func(command string) bool) (explained map[string]bool, err error) {
	explained = map[string]bool{}
	commands := []string{DefaultCommand}
	for _, files := range []map[string][]byte{now, before} {
		if c := commandOf(files[configFile]); c != "" && !slices.Contains(commands, c) && known(c) {
			commands = append(commands, c)
		}
	}
	for _, command := range commands {
		for _, o := range []Options{{}, {NoGate: true}, {Gate: alwaysGate}} {
			o.Command, o.Force = command, true
			after, err := tried(before, o)
			var broken *Error
			if errors.As(err, &broken) {
				continue // init writes nothing there
			}
			if err != nil {
				return nil, fmt.Errorf("what init would write can't be found out: %w", err)
			}
			for _, name := range Written() {
				a, ok := after[name]
				if b, is := now[name]; ok && is && bytes.Equal(a, b) {
					explained[name] = true
				}
			}
		}
	}
	return explained, nil
}

// commandOf returns what the entry of ours in a configuration starts, "" where there
// is none.
func commandOf(config []byte) string {
	if config == nil {
		return ""
	}
	dir, err := scratch(map[string][]byte{configFile: config})
	if err != nil {
		return ""
	}
	defer os.RemoveAll(dir)
	if c, err := Configured(dir); err == nil && len(c) > 0 {
		return c[0]
	}
	return ""
}

// tried returns what init makes of files.
func tried(before map[string][]byte, o Options) (after map[string][]byte, err error) {
	dir, err := scratch(before)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	o.Root = dir
	plan, err := New(o)
	if err == nil {
		err = plan.Apply()
	}
	if err != nil {
		return nil, err
	}
	after = map[string][]byte{}
	for _, name := range Written() {
		data, err := readFile(filepath.Join(dir, filepath.FromSlash(name)), name)
		if err != nil {
			return nil, err
		}
		if data != nil {
			after[name] = data
		}
	}
	return after, nil
}

// scratch returns a new folder with files, to be removed.
func scratch(files map[string][]byte) (dir string, err error) {
	if dir, err = os.MkdirTemp("", "ci-init-*"); err != nil {
		return "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", err
	}
	for name, data := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, data, 0o600)); err != nil {
			return "", errors.Join(err, os.RemoveAll(dir))
		}
	}
	return dir, nil
}
