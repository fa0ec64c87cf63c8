package budget

import (
	"bytes"
	"math"
	"os"
	"strconv"
	"syscall"
)

// System is the machine that the process runs on.
func System() Host {
	return Host{Files: os.DirFS("/"), Rlimits: func() (space, data uint64) {
		return rlimit(syscall.RLIMIT_AS), rlimit(syscall.RLIMIT_DATA)
	}}
}

func rlimit(which int) uint64 {
	var l syscall.Rlimit
	if syscall.Getrlimit(which, &l) != nil {
		return math.MaxUint64
	}
	return l.Cur
}

// Used is what the process has of memory now; zero where it is not known.
func Used() Usage {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return Usage{}
	}
	var pages [6]int64 // of address space, resident, of files, of code, always 0, of data and stacks
	fields := bytes.Fields(text)
	for i := range pages {
		if i >= len(fields) {
			return Usage{}
		}
		if pages[i], err = strconv.ParseInt(string(fields[i]), 10, 64); err != nil {
			return Usage{}
		}
	}
	size := int64(os.Getpagesize())
	return Usage{Resident: pages[1] * size, Anonymous: max(0, pages[1]-pages[2]) * size, Space: pages[0] * size, Data: pages[5] * size}
}
