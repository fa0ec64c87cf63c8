package workspace

import (
	"bytes"
	"strconv"
)

// watchLimit reads Env.Watches.
func watchLimit() int {
	data, err := readAnywhere("/proc/sys/fs/inotify/max_user_watches")
	if err != nil {
		return 0
	}
	limit, err := strconv.Atoi(string(bytes.TrimSpace(data)))
	if err != nil {
		return 0
	}
	return max(limit, 0)
}
