package daemon

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"sync"
)

// Build tells the builds of the program apart. Builds are in an order, which all
// of them agree on: a process hands over to a newer build only, so that clients
// of different builds can't make two processes take turns.
type Build struct {
	// Version as users see it.
	Version string `json:"version"`
	// Time is when the program's file was made, in nanoseconds since 1970.
	Time int64 `json:"time,omitempty"`
	// ID is made of the program's file; it says nothing of the order in time.
	ID string `json:"id,omitempty"`
}

// ThisBuild is the program that runs.
func ThisBuild(version string) Build {
	b := Build{Version: version}
	name := self()
	if name == "" {
		name, _ = os.Executable()
	}
	f, err := os.Open(name)
	if err != nil {
		return b
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return b
	}
	b.Time = info.ModTime().UnixNano()
	// The start of a program has what its linker calls it by.
	hash := sha256.New()
	fmt.Fprintln(hash, info.Size())
	if _, err := io.CopyN(hash, f, 64<<10); err == nil || err == io.EOF {
		b.ID = hex.EncodeToString(hash.Sum(nil)[:8])
	}
	return b
}

// released is the form of a version that was given a number: v1.2.3, v1.2.3-rc1,
// and of a build some commits later v1.2.3-4-g0123abc; -dirty may follow.
var released = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.]+?))??(?:-(\d{1,9})-g[0-9a-f]+)?(?:-dirty)?$`)
})

// Compare is negative when b is older than o, positive when it is newer. By
// version first; one without a number is somebody's own build, and newer than all
// that have one. Then by time, and what is the same until there by text.
func (b Build) Compare(o Build) int {
	x, y := released().FindStringSubmatch(b.Version), released().FindStringSubmatch(o.Version)
	switch {
	case x == nil && y != nil:
		return 1
	case x != nil && y == nil:
		return -1
	case x != nil:
		for _, n := range [...]int{1, 2, 3} {
			if c := cmp.Compare(number(x[n]), number(y[n])); c != 0 {
				return c
			}
		}
		if (x[4] == "") != (y[4] == "") {
			if x[4] == "" {
				return 1
			}
			return -1
		}
		if c := cmp.Or(cmp.Compare(x[4], y[4]), cmp.Compare(number(x[5]), number(y[5]))); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(b.Time, o.Time), cmp.Compare(b.Version, o.Version), cmp.Compare(b.ID, o.ID))
}

func number(text string) int {
	n, _ := strconv.Atoi(text) // "" is 0
	return n
}
