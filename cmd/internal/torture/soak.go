package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"codeintel/cmd/internal/agents"
)

// soakPart has one shared process serve one repository for as long as it may take: its
// files change, clients come, ask, die and go, commands run beside it, it is killed. Each
// case is some minutes of that, after which the answers must be those of a fresh copy,
// and the process no larger than it was.
func soakPart() part {
	return part{
		name: "soak", does: "one shared process for the whole time, with edits, clients, commands and kills at random",
		share: 14, cases: 600,
		prepare: func(s *suite) (func(*trial), error) {
			b, err := newBox(s, filepath.Join(s.dir, "soak"))
			if err != nil {
				return nil, err
			}
			k := &soak{box: b}
			t := &trial{s: s, part: "soak", box: b}
			t.perform(func(t *trial) {
				t.must(gitFolder(b.repo))
				t.must(small(8).write(b.repo))
			})
			s.finally = append(s.finally, func() {
				_, _ = b.run(s.ctx, call{args: []string{"stop"}}) // it may not run
				removeAll(b.dir)
			})
			return k.step, t.broken
		},
	}
}

// soak is the state of the part.
type soak struct {
	mu          sync.Mutex
	box         *box
	pid         int   // of the shared process when it was measured first
	resident    int64 // bytes
	descriptors int
}

// step is one case.
func (k *soak) step(t *trial) {
	k.mu.Lock()
	defer k.mu.Unlock()
	own := t.box
	t.box, t.lasting = k.box, true
	defer func() { t.box = own }()
	live := t.speak(call{args: []string{"mcp"}})
	t.shared = false // it is to stay
	defer live.end(false)
	if err := live.hello(); err != nil {
		t.found(Hang, "hello: %v", err)
		return
	}
	for range 20 {
		switch t.rng.IntN(12) {
		case 0, 1, 2, 3:
			k.edit(t)
		case 4, 5, 6:
			c := pick(t.rng, append(treeTools, clientTools...))
			if text, _, err := live.tool(c); err != nil {
				t.found(Hang, "%s: %v %.100s", c.name, err, text)
				return
			}
		case 7:
			t.ci("index", "--quiet")
		case 8:
			p := t.speak(call{args: []string{"mcp"}})
			t.shared = false
			if p.hello() == nil {
				_ = p.askTool(99, pick(t.rng, clientTools)) // it is killed in any case
			}
			p.end(true)
		case 9:
			t.ask(pick(t.rng, treeQuestions))
		case 10:
			if t.rng.IntN(4) == 0 {
				if pid := t.sharedProcess(); pid > 0 {
					t.did("kill -9 of the shared process")
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
			}
		case 11:
			time.Sleep(time.Duration(t.rng.IntN(300)) * time.Millisecond)
		}
	}
	t.sameAsFresh(live)
	k.compare(t)
}

// edit changes the repository in a way that people do every day.
func (k *soak) edit(t *trial) {
	n := t.rng.IntN(12)
	path := filepath.Join(t.box.repo, "soak", fmt.Sprintf("f%d.py", n))
	var err error
	switch t.rng.IntN(5) {
	case 0, 1, 2:
		err = tree{fmt.Sprintf("soak/f%d.py", n): fmt.Sprintf("import good.py.bird%d\n\n%s", n%8, t.python())}.write(t.box.repo)
	case 3:
		_ = os.Remove(path) // it may not be there
	case 4:
		_ = os.Rename(path, filepath.Join(t.box.repo, "soak", fmt.Sprintf("f%d.py", (n+1)%12))) // it may not be there
	}
	t.must(err)
}

// compare compares what the shared process has with what it had.
func (k *soak) compare(t *trial) {
	pid := t.sharedProcess()
	if pid == 0 {
		return
	}
	used, err := agents.Use(pid)
	if err != nil {
		return
	}
	files := descriptors(pid)
	t.measure("the shared process", 0, used.Peak, t.box.bounds)
	t.did("the shared process has %d MB and %d descriptors", used.Resident>>20, files)
	if pid != k.pid {
		k.pid, k.resident, k.descriptors = pid, used.Resident, files
		return
	}
	if used.Resident > 2*k.resident+200<<20 {
		t.found(Hang, "the shared process has %d MB, and had %d", used.Resident>>20, k.resident>>20)
	}
	if files > k.descriptors+40 {
		t.found(Hang, "the shared process has %d descriptors, and had %d", files, k.descriptors)
	}
}
