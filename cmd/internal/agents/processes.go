package agents

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"
)

// proc is where Linux tells of processes.
const proc = "/proc"

// Observable says why processes can't be observed here; nil where they can.
func Observable() error {
	if runtime.GOOS != "linux" {
		return errors.New("processes are observed on Linux only")
	}
	return nil
}

// Processes are those that run and have a variable in their environment, as
// "NAME=value".
func Processes(variable string) ([]int, error) {
	entries, err := os.ReadDir(proc)
	if err != nil {
		return nil, err
	}
	var out []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		env, err := os.ReadFile(filepath.Join(proc, e.Name(), "environ"))
		if err != nil { // it has ended, or is another user's
			continue
		}
		if slices.ContainsFunc(bytes.Split(env, []byte{0}), func(v []byte) bool { return string(v) == variable }) {
			out = append(out, pid)
		}
	}
	return out, nil
}

// Usage is what a process has used.
type Usage struct {
	// Resident is its memory in bytes, files that it maps included; Peak the most
	// that it ever was.
	Resident, Peak int64
	// CPU is its time, user and system.
	CPU time.Duration
}

// clockTick is the unit of times in /proc.
const clockTick = time.Second / 100

// Use says what a process has used so far.
func Use(pid int) (Usage, error) {
	var u Usage
	dir := filepath.Join(proc, strconv.Itoa(pid))
	status, err := os.ReadFile(filepath.Join(dir, "status"))
	if err != nil {
		return u, err
	}
	for _, line := range bytes.Split(status, []byte("\n")) {
		for name, to := range map[string]*int64{"VmRSS:": &u.Resident, "VmHWM:": &u.Peak} {
			if value, ok := bytes.CutPrefix(line, []byte(name)); ok {
				if _, err := fmt.Sscanf(string(value), "%d kB", to); err != nil {
					return u, fmt.Errorf("%s: %q: %w", dir, line, err)
				}
				*to <<= 10
			}
		}
	}
	stat, err := os.ReadFile(filepath.Join(dir, "stat"))
	if err != nil {
		return u, err
	}
	// The name, in parentheses, may have spaces; times are the 12th and 13th after it.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 13 {
		return u, fmt.Errorf("%s: stat says %q", dir, stat)
	}
	for _, f := range fields[11:13] {
		n, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil {
			return u, fmt.Errorf("%s: stat says %q", dir, stat)
		}
		u.CPU += time.Duration(n) * clockTick
	}
	return u, nil
}

// Observe says what a process uses now, its descriptors and threads included.
func Observe(pid int) (Observed, error) {
	u, err := Use(pid)
	if err != nil {
		return Observed{}, err
	}
	o := Observed{Usage: u}
	for name, to := range map[string]*int{"fd": &o.Descriptors, "task": &o.Threads} {
		entries, err := os.ReadDir(filepath.Join(proc, strconv.Itoa(pid), name))
		if err != nil {
			return o, err
		}
		*to = len(entries)
	}
	return o, nil
}
