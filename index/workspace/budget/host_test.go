package budget

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	mountV2     = "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
	mountV1     = "36 25 0:31 / /sys/fs/cgroup/memory rw shared:16 - cgroup cgroup rw,memory\n"
	mountCPU    = "35 25 0:30 / /sys/fs/cgroup/cpu rw shared:15 - cgroup cgroup rw,cpu\n"
	mountDocker = "36 25 0:31 /docker/abc /sys/fs/cgroup/memory ro master:16 - cgroup cgroup rw,memory\n"
	mountHybrid = "38 25 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
	unlimited   = "9223372036854771712\n"
)

// TestLimit: of all limits the tightest counts, with what others use of it taken away.
func TestLimit(t *testing.T) {
	t.Parallel()
	const status = "Name:\tci\nVmSize:\t  1048576 kB\nVmRSS:\t   40960 kB\nRssAnon:\t   20480 kB\nVmData:\t  204800 kB\n"
	for _, c := range []struct {
		name        string
		files       map[string]string
		space, data uint64 // MB; 0 for none
		want        int64  // MB; 0 for no limit
		of          string
		soft        bool
	}{
		{name: "nothing is known"},
		{name: "no limit", files: map[string]string{"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": mountV2}},
		{name: "version 2", files: map[string]string{
			"proc/self/cgroup": "0::/user.slice/ci.scope\n", "proc/self/mountinfo": mountV2,
			"sys/fs/cgroup/user.slice/ci.scope/memory.max": "419430400\n",
		}, want: 400, of: "/sys/fs/cgroup/user.slice/ci.scope/memory.max"},
		{name: "memory.high", files: map[string]string{
			"proc/self/cgroup": "0::/ci\n", "proc/self/mountinfo": mountV2,
			"sys/fs/cgroup/ci/memory.max": "419430400\n", "sys/fs/cgroup/ci/memory.high": "314572800\n",
		}, want: 300, of: "memory.high"},
		{name: "max", files: map[string]string{
			"proc/self/cgroup": "0::/ci\n", "proc/self/mountinfo": mountV2,
			"sys/fs/cgroup/ci/memory.max": "max\n", "sys/fs/cgroup/ci/memory.high": "max\n",
		}},
		{name: "a cgroup above has less", files: map[string]string{
			"proc/self/cgroup": "0::/a/b/c\n", "proc/self/mountinfo": mountV2,
			"sys/fs/cgroup/a/b/c/memory.max": "419430400\n", "sys/fs/cgroup/a/memory.max": "209715200\n",
		}, want: 200, of: "/sys/fs/cgroup/a/memory.max"},
		{name: "a namespace of its own", files: map[string]string{
			"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": mountV2, "sys/fs/cgroup/memory.max": "314572800\n",
		}, want: 300, of: "/sys/fs/cgroup/memory.max"},
		{name: "outside of the namespace", files: map[string]string{
			"proc/self/cgroup": "0::/../other\n", "proc/self/mountinfo": mountV2, "sys/fs/cgroup/memory.max": "314572800\n",
		}, want: 300, of: "/sys/fs/cgroup/memory.max"},
		{name: "version 1", files: map[string]string{
			"proc/self/cgroup": "4:memory:/jobs/7\n1:cpu:/\n0::/\n", "proc/self/mountinfo": mountCPU + mountV1,
			"sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes": "209715200\n", "sys/fs/cgroup/memory/jobs/memory.limit_in_bytes": unlimited,
		}, want: 200, of: "/sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes"},
		{name: "version 1 above", files: map[string]string{
			"proc/self/cgroup": "4:cpuset,memory:/jobs/7\n", "proc/self/mountinfo": mountV1,
			"sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes": unlimited, "sys/fs/cgroup/memory/jobs/memory.limit_in_bytes": "209715200\n",
		}, want: 200, of: "/sys/fs/cgroup/memory/jobs/memory.limit_in_bytes"},
		{name: "a container without a namespace", files: map[string]string{
			"proc/self/cgroup": "4:memory:/docker/abc\n", "proc/self/mountinfo": mountDocker,
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "209715200\n",
		}, want: 200, of: "/sys/fs/cgroup/memory/memory.limit_in_bytes"},
		{name: "a cgroup with a name that is longer", files: map[string]string{
			"proc/self/cgroup": "4:memory:/docker/abcdef\n", "proc/self/mountinfo": mountDocker,
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "209715200\n",
		}, want: 200, of: "/sys/fs/cgroup/memory/memory.limit_in_bytes"},
		{name: "both versions", files: map[string]string{
			"proc/self/cgroup": "4:memory:/ci\n0::/ci\n", "proc/self/mountinfo": mountV1 + mountHybrid,
			"sys/fs/cgroup/memory/ci/memory.limit_in_bytes": "209715200\n", "sys/fs/cgroup/unified/ci/memory.max": "104857600\n",
		}, want: 100, of: "/sys/fs/cgroup/unified/ci/memory.max"},
		{name: "others use a part", files: map[string]string{
			"proc/self/cgroup": "0::/ci\n", "proc/self/mountinfo": mountV2, "proc/self/status": status,
			"sys/fs/cgroup/ci/memory.max": "419430400\n", "sys/fs/cgroup/ci/memory.stat": "anon 125829120\nfile 900000000\n",
		}, want: 300, of: "memory.max"},
		{name: "others of version 1", files: map[string]string{
			"proc/self/cgroup": "4:memory:/ci\n", "proc/self/mountinfo": mountV1, "proc/self/status": status,
			"sys/fs/cgroup/memory/ci/memory.limit_in_bytes": "419430400\n", "sys/fs/cgroup/memory/ci/memory.stat": "rss 5\ntotal_rss 125829120\ntotal_cache 99999999999\n",
		}, want: 300, of: "memory.limit_in_bytes"},
		{name: "others use all", files: map[string]string{
			"proc/self/cgroup": "0::/ci\n", "proc/self/mountinfo": mountV2,
			"sys/fs/cgroup/ci/memory.max": "419430400\n", "sys/fs/cgroup/ci/memory.stat": "anon 99999999999\n",
		}, want: 16, of: "memory.max"},
		{name: "a mount with a space", files: map[string]string{
			"proc/self/cgroup": "0::/ci\n", "proc/self/mountinfo": strings.Replace(mountV2, "/sys/fs/cgroup", `/sys/c\040g`, 1),
			"sys/c g/ci/memory.max": "104857600\n",
		}, want: 100, of: "/sys/c g/ci/memory.max"},
		{name: "nonsense", files: map[string]string{
			"proc/self/cgroup": "x\n0:\n:::\n0::/ci\n", "proc/self/mountinfo": "- -\n1 2 3\n - cgroup2\n" + mountV2,
			"sys/fs/cgroup/ci/memory.max": "-5\n", "sys/fs/cgroup/ci/memory.high": "many\n", "proc/meminfo": "MemTotal:\nMemTotal: x kB\n",
		}},
		{name: "the machine", files: map[string]string{
			"proc/meminfo": "MemTotal:        4194304 kB\nMemFree: 1 kB\nMemAvailable:    2097152 kB\n",
		}, want: 2048, of: "machine", soft: true},
		{name: "address space", files: map[string]string{"proc/self/status": status}, space: 1424, want: 320, of: "ulimit -v"},
		{name: "data", files: map[string]string{"proc/self/status": status}, data: 600, want: 320, of: "ulimit -d"},
		{name: "less than is mapped", files: map[string]string{"proc/self/status": status}, space: 100, want: 20, of: "ulimit -v"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			root := fstest.MapFS{}
			for name, text := range c.files {
				root[name] = &fstest.MapFile{Data: []byte(text)}
			}
			rlimit := func(mb uint64) uint64 {
				if mb == 0 {
					return math.MaxUint64
				}
				return mb << 20
			}
			got := Host{Files: root, Rlimits: func() (uint64, uint64) { return rlimit(c.space), rlimit(c.data) }}.Limit()
			if got.Bytes>>20 != c.want || !strings.Contains(got.Of, c.of) || got.Soft != c.soft {
				t.Errorf("the limit is %d MB by %q, soft %v; want %d MB by %q, soft %v", got.Bytes>>20, got.Of, got.Soft, c.want, c.of, c.soft)
			}
		})
	}
}

// FuzzLimit: whatever the files say, a limit is positive, and no more than was given.
func FuzzLimit(f *testing.F) {
	f.Add("0::/ci\n", mountV2, "419430400", "anon 5\n", "RssAnon: 5 kB\n")
	f.Add("4:memory:/docker/abc\n", mountDocker, unlimited, "total_rss 9223372036854775807\n", "")
	f.Fuzz(func(t *testing.T, cgroup, mounts, limit, stat, status string) {
		root := fstest.MapFS{}
		for name, text := range map[string]string{
			"proc/self/cgroup": cgroup, "proc/self/mountinfo": mounts, "proc/self/status": status, "proc/meminfo": status,
			"sys/fs/cgroup/ci/memory.max": limit, "sys/fs/cgroup/ci/memory.stat": stat,
			"sys/fs/cgroup/memory/memory.limit_in_bytes": limit, "sys/fs/cgroup/memory/memory.stat": stat,
		} {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		for _, l := range (Host{Files: root}).Limits() {
			if l.Bytes <= 0 && l.Given > 0 || l.Bytes > l.Given || l.Of == "" {
				t.Errorf("a limit of %d bytes of %d by %q", l.Bytes, l.Given, l.Of)
			}
			if p := l.Plan(8); p.Jobs < 1 || p.Jobs > 8 || p.Chunk <= 0 || p.Batch <= 0 {
				t.Errorf("the plan %+v of %d bytes", p, l.Bytes)
			}
		}
	})
}

// The system has a limit, at least that of the machine, and says what the process uses.
func TestSystem(t *testing.T) {
	l, u := System().Limit(), Used()
	if fmt.Sprint(l.Bytes > 0, u.Anonymous > 0) != fmt.Sprint(knows, knows) {
		t.Errorf("the limit is %+v, and the process uses %+v", l, u)
	}
}
