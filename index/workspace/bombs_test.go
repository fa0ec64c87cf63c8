package workspace

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"codeintel/index/embed"
	"codeintel/index/embed/builtin"
	"codeintel/index/lang/langtest/bombs"
	"codeintel/index/workspace/budget"
)

// TestBombs indexes bombs of 1 MB in processes of their own: as many as CI_BOMBS
// says, of those whose names begin with CI_BOMBS_ONLY and contain CI_BOMBS_HAS, in
// an order that CI_BOMBS_SEED shuffles and that takes one of each kind of file
// before the second of any. Without CI_BOMBS it indexes a few of Go's. None may take
// more than bombTime or bombMemory.
func TestBombs(t *testing.T) {
	only := os.Getenv("CI_BOMBS_ONLY")
	if os.Getenv("CI_BOMBS") == "" {
		only = "a.go/endless"
	}
	count, err := strconv.Atoi(cmp.Or(os.Getenv("CI_BOMBS"), "5"))
	if err != nil {
		t.Fatal(err)
	}
	seed, err := strconv.ParseUint(cmp.Or(os.Getenv("CI_BOMBS_SEED"), "1"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	var all []bombs.Bomb
	for _, b := range bombs.All(1 << 20) {
		if strings.HasPrefix(b.Name, only) && strings.Contains(b.Name, os.Getenv("CI_BOMBS_HAS")) {
			all = append(all, b)
		}
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	byRound(all)
	for _, b := range all[:min(count, len(all))] {
		t.Run(b.Name, func(t *testing.T) {
			bombChild(t, b)
		})
	}
}

// byRound orders bombs so that the first of each kind of file come before the
// second of any, and so on. Those of one kind keep their order.
func byRound(all []bombs.Bomb) {
	round, seen := map[string]int{}, map[string]int{}
	for _, b := range all {
		round[b.Name] = seen[b.Main]
		seen[b.Main]++
	}
	slices.SortStableFunc(all, func(a, b bombs.Bomb) int { return cmp.Compare(round[a.Name], round[b.Name]) })
}

const (
	bombTime   = 10 * time.Second
	bombMemory = 500 << 20
)

// bombChild indexes a bomb in a process of its own.
func bombChild(t *testing.T, b bombs.Bomb) {
	dir := t.TempDir()
	for p, text := range b.Repo() {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, p)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, p), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute) // the machine may have other work: the limit is the processor's
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), bombEnv+"="+dir, "GOMAXPROCS=2")
	out, err := cmd.CombinedOutput()
	u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Fatal("no usage")
	}
	cpu, mem := time.Duration(u.Utime.Nano()+u.Stime.Nano()), int64(u.Maxrss)<<10
	text := string(out)
	text = text[:min(len(text), 400)]
	if err != nil || cpu > bombTime || mem > bombMemory {
		t.Errorf("%.1f CPU-s, %d MB, %v: %s", cpu.Seconds(), mem>>20, err, text)
		return
	}
	t.Logf("%.1f CPU-s, %d MB: %s", cpu.Seconds(), mem>>20, text)
}

// bombEnv names the folder that a child indexes.
const bombEnv = "CI_WORKSPACE_BOMB"

// bombed is the child: it indexes a folder and keeps it, with the limits that 'ci index'
// sets its heap. A configuration that can't be read ends it, as it ends the command.
func bombed(dir string) error {
	ctx := context.Background()
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: 4 * bombMemory, Max: 4 * bombMemory}); err != nil {
		return err
	}
	seconds := 3 * uint64(bombTime.Seconds())
	if err := syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: seconds, Max: seconds}); err != nil {
		return err
	}
	debug.SetGCPercent(budget.Tight)
	heap := budget.Roomy()
	defer heap.End()
	governor := budget.New(budget.System().Limit(), budget.Options{Apply: heap.Allow})
	w, err := Open(dir, Options{
		Embedder: func(string) (embed.Embedder, error) { return builtin.Open(), nil },
		Memory:   governor, Size: heap.Expect,
		Progress: func(p Progress) {
			if p.Phase == PhaseResolve {
				heap.Late()
			}
		},
	})
	if err != nil {
		return expected(err)
	}
	c := w.Config(nil)
	governor.Allow(budget.Limit{Bytes: c.MemoryLimit, Given: c.MemoryLimit, Of: "memory_limit_mb", Soft: !c.MemoryLimitSet})
	s, err := w.Sync(ctx)
	if err != nil {
		return errors.Join(expected(err), w.Close())
	}
	r := s.Report
	var slow []string
	for _, p := range r.Phases {
		if p.CPU > time.Second {
			slow = append(slow, fmt.Sprintf("%s %.1f", p.Name, p.CPU.Seconds()))
		}
	}
	data, err := json.Marshal([]any{r.Files, r.Indexed, r.Failed, slow, r.Skipped})
	fmt.Println(string(data))
	return errors.Join(err, w.Close())
}

// expected prints an error of the configuration, which is what whoever wrote it is to
// read, and returns any other.
func expected(err error) error {
	var bad *ConfigError
	if !errors.As(err, &bad) {
		return err
	}
	fmt.Println(bad)
	return nil
}
