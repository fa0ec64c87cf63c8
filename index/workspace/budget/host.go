package budget

import (
	"bytes"
	"io"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Limit is how much memory the process may have.
type Limit struct {
	// Bytes of anonymous memory that the process may come to; 0 for no limit.
	Bytes int64
	// Given is the limit as it was set, in bytes. Bytes is less where other processes
	// use a part of it.
	Given int64
	// Of names who set it, for users: "the cgroup limit (…/memory.max)".
	Of string
	// Space: the limit is on address space, of which Bytes can be resident; Data: on what
	// of it is private and writable.
	Space, Data bool
	// Soft: nothing happens to a process that goes beyond it, or beyond what others have
	// left of it for the moment, so that there is no reason to refuse anything.
	Soft bool
}

// tightest is the one of limits that allows least; the zero Limit for none.
func tightest(limits []Limit) (least Limit) {
	for _, l := range limits {
		if l.Bytes > 0 && (least.Bytes == 0 || l.Bytes < least.Bytes) {
			least = l
		}
	}
	return least
}

// Host is the machine that limits are read from.
type Host struct {
	// Files is the root of the file system.
	Files fs.FS
	// Rlimits returns the soft limits of the process on its address space and on its
	// data segment, in bytes; math.MaxUint64 for none.
	Rlimits func() (space, data uint64)
}

// Usage is what a process has of memory, in bytes.
type Usage struct {
	Resident  int64 // of all pages, those of mapped files included
	Anonymous int64 // of pages that no file is behind, which only the process can give back
	Space     int64 // of address space
	Data      int64 // of address space that is private and writable
}

// The least that a limit is taken to allow: what lies below it was not meant for the
// process, or has been used up by others.
const leastLimit = 16 << 20

// maxText bounds the size of the files that are read, in bytes.
const maxText = 1 << 20

// Limits are all limits on the memory of the process that the machine knows of.
func (h Host) Limits() []Limit {
	own := h.usage()
	limits := slices.Concat(h.cgroups(own), h.rlimits(own))
	if total, available := h.physical(); total > 0 {
		l := Limit{Bytes: total, Given: total, Of: "the machine's memory", Soft: true}
		if available > 0 {
			l.Bytes = min(total, available+own.Anonymous)
		}
		limits = append(limits, l.least())
	}
	return limits
}

// Limit is the tightest of Limits.
func (h Host) Limit() Limit { return tightest(h.Limits()) }

func (l Limit) least() Limit {
	l.Bytes = max(l.Bytes, min(l.Given, leastLimit))
	return l
}

// read is the content of a small file; nil where there is none.
func (h Host) read(name string) []byte {
	f, err := h.Files.Open(strings.TrimPrefix(path.Clean("/"+name), "/"))
	if err != nil {
		return nil
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxText))
	if err != nil {
		return nil
	}
	return data
}

// number is what a file of a cgroup says that has one number; 0 for no limit.
func (h Host) number(name string) int64 {
	n, err := strconv.ParseInt(string(bytes.TrimSpace(h.read(name))), 10, 64)
	if err != nil || n <= 0 || n >= 1<<60 { // the first version says "no limit" by a large number, the second "max"
		return 0
	}
	return n
}

// field is the number after a name at the beginning of a line; 0 where there is none.
func field(text []byte, name string) int64 {
	for line := range bytes.Lines(text) {
		fields := bytes.Fields(line)
		if len(fields) < 2 || string(fields[0]) != name {
			continue
		}
		n, err := strconv.ParseInt(string(fields[1]), 10, 64)
		if err != nil || n < 0 {
			return 0
		}
		return n
	}
	return 0
}

// usage is that of the process.
func (h Host) usage() Usage {
	status := h.read("proc/self/status")
	u := Usage{Resident: field(status, "VmRSS:") << 10, Anonymous: field(status, "RssAnon:") << 10, Space: field(status, "VmSize:") << 10, Data: field(status, "VmData:") << 10}
	if u.Anonymous == 0 {
		u.Anonymous = u.Resident
	}
	return u
}

// physical is the memory of the machine, and how much of it could be had without
// swapping, in bytes; 0 where it is not known.
func (h Host) physical() (total, available int64) {
	info := h.read("proc/meminfo")
	return field(info, "MemTotal:") << 10, field(info, "MemAvailable:") << 10
}

// rlimits are the limits of the process itself. Both count what is mapped and writable
// or reserved, used or not, of which the run-time system has more than it uses.
func (h Host) rlimits(own Usage) (limits []Limit) {
	if h.Rlimits == nil {
		return nil
	}
	space, private := h.Rlimits()
	add := func(limit uint64, mapped int64, of string, data bool) {
		if limit == 0 || limit >= 1<<60 {
			return
		}
		// What is mapped already stays mapped; of the rest three quarters can be used,
		// since heaps grow by the arena, and threads have stacks and arenas of their own.
		room := max(0, int64(limit)-mapped)
		limits = append(limits, Limit{Bytes: own.Anonymous + room/4*3, Given: int64(limit), Of: of, Space: true, Data: data}.least())
	}
	add(space, own.Space, "the limit on address space (ulimit -v)", false)
	add(private, own.Data, "the limit on the data segment (ulimit -d)", true)
	return limits
}

// mount is a mounted hierarchy of cgroups.
type mount struct {
	root string // the cgroup that the mount point shows
	at   string
	v2   bool
}

// mounts are the hierarchies that may limit memory.
func (h Host) mounts() (list []mount) {
	for line := range bytes.Lines(h.read("proc/self/mountinfo")) {
		before, after, ok := strings.Cut(string(line), " - ")
		fields, kind := strings.Fields(before), strings.Fields(after)
		if !ok || len(fields) < 5 || len(kind) < 1 {
			continue
		}
		m := mount{root: unescape(fields[3]), at: unescape(fields[4]), v2: kind[0] == "cgroup2"}
		memory := kind[0] == "cgroup" && len(kind) > 2 && slices.Contains(strings.Split(kind[2], ","), "memory")
		if m.v2 || memory {
			list = append(list, m)
		}
	}
	return list
}

// unescape replaces the octal escapes of mountinfo.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+3 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// paths are the cgroups of the process: in the second version's hierarchy, and in that
// of the first which counts memory.
func (h Host) paths() (v2, v1 string) {
	for line := range bytes.Lines(h.read("proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimRight(string(line), "\n"), ":", 3)
		switch {
		case len(parts) < 3:
		case parts[0] == "0" && parts[1] == "":
			v2 = parts[2]
		case slices.Contains(strings.Split(parts[1], ","), "memory"):
			v1 = parts[2]
		}
	}
	return v2, v1
}

// cgroups are the limits of the process's cgroups and of all that these are in, as far
// up as they can be seen.
func (h Host) cgroups(own Usage) (limits []Limit) {
	v2, v1 := h.paths()
	for _, m := range h.mounts() {
		of := v1
		if m.v2 {
			of = v2
		}
		if of == "" {
			continue
		}
		for dir := m.folder(of); ; dir = path.Dir(dir) {
			limits = append(limits, h.cgroup(dir, m.v2, own)...)
			if dir == m.at || len(dir) <= len(m.at) {
				break
			}
		}
	}
	return limits
}

// folder is where the mount shows a cgroup. One that is outside of what the mount shows,
// as in a container without a namespace of its own, is not to be seen: the mount point
// is the nearest to it.
func (m mount) folder(of string) string {
	rel, ok := of, true
	if m.root != "/" {
		if rel, ok = strings.CutPrefix(of, m.root); ok && rel != "" && rel[0] != '/' {
			ok = false
		}
	}
	if !ok || slices.Contains(strings.Split(rel, "/"), "..") {
		return m.at
	}
	return path.Join(m.at, rel)
}

// cgroup are the limits that one cgroup sets.
func (h Host) cgroup(dir string, v2 bool, own Usage) (limits []Limit) {
	names, used := []string{"memory.max", "memory.high"}, []string{"anon", "shmem", "slab_unreclaimable", "kernel_stack", "pagetables"}
	if !v2 {
		names, used = []string{"memory.limit_in_bytes"}, []string{"total_rss", "total_shmem"}
	}
	others := int64(-1)
	for _, name := range names {
		file := path.Join(dir, name)
		n := h.number(file)
		if n == 0 {
			continue
		}
		if others < 0 { // what others use of it, and can't be taken from them
			stat := h.read(path.Join(dir, "memory.stat"))
			others = -own.Anonymous
			for _, u := range used {
				others += min(field(stat, u), math.MaxInt64/8)
			}
			others = max(0, others)
		}
		limits = append(limits, Limit{Bytes: n - min(n, others), Given: n, Of: "the cgroup limit (" + file + ")"}.least())
	}
	return limits
}
