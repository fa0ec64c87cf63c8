package workspace

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// The limit is the system's: with a part of it nothing would be watched.
func TestWatchLimitOfSystem(t *testing.T) {
	data, err := os.ReadFile("/proc/sys/fs/inotify/max_user_watches")
	if err != nil {
		if got := watchLimit(); got != 0 {
			t.Errorf("%d, and the system names none", got)
		}
		return
	}
	want, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	if got := watchLimit(); got != want {
		t.Errorf("%d, the system has %d", got, want)
	}
}
