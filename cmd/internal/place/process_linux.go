package place

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// Started returns when a process began, in clock ticks after the machine did; -1 for one
// that has ended but that its parent has not waited for.
func Started(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The second field is a name in parentheses, which may have any bytes in it.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	const state, start = 0, 22 - 3 // fields 3 and 22
	if len(fields) <= start {
		return 0, fmt.Errorf("/proc/%d/stat says %q", pid, text)
	}
	if string(fields[state]) == "Z" {
		return -1, nil
	}
	return strconv.ParseInt(string(fields[start]), 10, 64)
}
