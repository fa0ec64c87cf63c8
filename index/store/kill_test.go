package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Environment of this package's tests.
const (
	killDirEnv  = "CI_STORE_KILL_DIR"  // the process is one to be killed, and writes there
	killsEnv    = "CI_STORE_KILLS"     // how many processes are killed, instead of 50
	killSeedEnv = "CI_STORE_KILL_SEED" // of the instants
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(killDirEnv); dir != "" {
		fmt.Println("ended:", writeForEver(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// telling is the real disk, and prints a line for each step.
type telling struct{ realDisk }

func step() { fmt.Println(".") }

func (d telling) create(path string) (file, error) {
	step()
	f, err := d.realDisk.create(path)
	return tellingFile{f}, err
}

func (d telling) rename(from, to string) error { step(); return d.realDisk.rename(from, to) }
func (d telling) remove(path string) error     { step(); return d.realDisk.remove(path) }
func (d telling) syncDir(dir string) error     { step(); return d.realDisk.syncDir(dir) }

type tellingFile struct{ file }

func (f tellingFile) Write(b []byte) (int, error) {
	step()
	n, err := f.file.Write(b[:len(b)/2])
	if err == nil {
		step()
		var m int
		m, err = f.file.Write(b[len(b)/2:])
		n += m
	}
	return n, err
}

func (f tellingFile) Sync() error  { step(); return f.file.Sync() }
func (f tellingFile) Close() error { step(); return f.file.Close() }

// stateArtefacts is how many artefacts a state has: state n has n to
// n+stateArtefacts-1.
const stateArtefacts = 6

func stateText(n int) string { return strings.Repeat(fmt.Sprintf("%d\n", n), 2000) }

// writeForEver publishes one state after the other, from the one that is there,
// and prints the number of each.
func writeForEver(dir string) error {
	ctx := context.Background()
	w, err := OpenWriter(Options{Dir: dir, disk: telling{}})
	if err != nil {
		return err
	}
	n := 0
	if g, err := w.Current(); err == nil {
		if _, err := fmt.Sscan(string(g.Data()), &n); err != nil {
			return err
		}
		g.Close()
	} else if !errors.Is(err, ErrNone) {
		return err
	}
	for {
		n++
		as, keys := artefacts(n, n+stateArtefacts)
		if err := errors.Join(w.Put(ctx, as[:3]), w.Put(ctx, as[3:])); err != nil {
			return err
		}
		g, err := w.Publish(ctx, func(w io.Writer) error { _, err := io.WriteString(w, stateText(n)); return err })
		if err != nil {
			return err
		}
		g.Close()
		fmt.Println(n)
		if n%3 == 0 {
			if _, err := w.Compact(ctx, func(k Key) bool { return slices.Contains(keys, k) }, Limits{MaxBytes: 1}); err != nil {
				return err
			}
		}
	}
}

// TestKill kills writers at random instants. After each the store opens, without
// damage, at the last state that was published or the one that was about to be,
// and with all its artefacts.
func TestKill(t *testing.T) {
	kills, seed := 50, uint64(1)
	for env, set := range map[string]func(n int){killsEnv: func(n int) { kills = n }, killSeedEnv: func(n int) { seed = uint64(n) }} {
		if text := os.Getenv(env); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				t.Fatalf("%s: %v", env, err)
			}
			set(n)
		}
	}
	rnd := rand.New(rand.NewPCG(seed, 1))
	dir := t.TempDir()
	published := 0
	for kill := range kills {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), killDirEnv+"="+dir)
		out, err := child.StdoutPipe()
		if err == nil {
			err = child.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		// A child does about forty steps for each state.
		for at := rnd.IntN(120); lines.Scan(); at-- {
			if n, err := strconv.Atoi(lines.Text()); err == nil {
				published = n
			}
			if strings.HasPrefix(lines.Text(), "ended:") {
				t.Fatalf("kill %d: %s", kill, lines.Text())
			}
			if at == 0 {
				if err := child.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := child.Wait(); err == nil {
			t.Fatalf("kill %d: the process ended by itself", kill)
		}

		s, err := Open(Options{Dir: dir})
		if err != nil {
			t.Fatalf("kill %d: %v", kill, err)
		}
		n := 0
		if g, err := s.Current(); err == nil {
			if _, err := fmt.Sscan(string(g.Data()), &n); err != nil || string(g.Data()) != stateText(n) {
				t.Fatalf("kill %d: the state is %q", kill, g.Data())
			}
			g.Close()
		} else if !errors.Is(err, ErrNone) {
			t.Fatalf("kill %d: %v", kill, err)
		}
		if n != published && n != published+1 {
			t.Fatalf("kill %d: the state is %d, %d was published", kill, n, published)
		}
		published = n
		if n > 0 {
			wantAll(t, s, n, n+stateArtefacts)
		}
		if f := s.Findings(); f != nil {
			t.Fatalf("kill %d: findings %v", kill, f)
		}
		s.Close()
	}
	if published < kills/4 {
		t.Errorf("%d states in %d processes", published, kills)
	}
	w := openWriter(t, Options{Dir: dir})
	if left := append(files(t, w.dir, tempSuffix), files(t, w.packs, tempSuffix)...); left != nil {
		t.Errorf("left behind: %v", left)
	}
	if left := files(t, w.dir, generationSuffix); len(left) > 1 {
		t.Errorf("there are %v", left)
	}
	if names, err := filepath.Glob(filepath.Join(dir, "*", "damaged", "*")); err != nil || names != nil {
		t.Errorf("set aside: %v, %v", names, err)
	}
}
