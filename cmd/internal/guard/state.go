package guard

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codeintel/index/workspace"
	"codeintel/session"
	"codeintel/session/speech"

	"github.com/gofrs/flock"
)

// What the guard keeps of a repository lies in this folder below .code-intel.
const (
	stateDir     = "gate"
	stateName    = "calls.json"
	baselineName = "baseline"
	changesName  = "changes"
	lockName     = "lock"
	beforeDir    = "before"
)

// Bounds of what is kept.
const (
	maxCalls = 256
	maxUndo  = 1000
	// maxWrites is how many files of a call are kept by name, maxTell how many a
	// client is told of at once.
	maxWrites = 64
	maxTell   = 20
	maxState  = 4 << 20
	// callLife is how long a call may run of which no end was told and of whose agent
	// nothing else is known: its client says neither that it has ended (End) nor from which
	// process it came.
	callLife = 24 * time.Hour
	// jobLife is how long a job in the background is thought of.
	jobLife = 12 * time.Hour
)

// stateVersion is that of the kept form.
const stateVersion = 1

// state is what the guard knows of the calls of a repository's agents.
type state struct {
	Version int `json:"version"`
	// Calls are those that may write and run now, or have ended since the baseline
	// was made, in the order of their start.
	Calls []call `json:"calls,omitempty"`
	// Jobs are agents that left something running in the background.
	Jobs []job `json:"jobs,omitempty"`
	// Undo are changes that were not allowed, by path: what was there before.
	Undo map[string]undo `json:"undo,omitempty"`
	// Lost are sessions whose record was removed or damaged while an agent was in
	// them, by the client's id: it is held up until the person has released it.
	Lost map[string]string `json:"lost,omitempty"`
	// Kept is the setting that holds in place of one that an agent has made.
	Kept *kept `json:"kept,omitempty"`
	// Damaged reports that the record of calls was removed or was changed by a program
	// other than ci, and that no agent has been told.
	Damaged bool `json:"damaged,omitempty"`
	// Gone reports that the baseline was removed and rebuilt before a call, and that no
	// agent in a session has been told.
	Gone bool `json:"gone,omitempty"`
	// Tell maps a client's id to the files to report with its next answer. They changed
	// while both one of its calls and a call of another agent ran.
	Tell map[string][]string `json:"tell,omitempty"`
}

// kept is a setting that holds while the configuration has a content.
type kept struct {
	Hash string       `json:"hash"`
	Mode session.Mode `json:"mode"`
}

// call is one of an agent that may write.
type call struct {
	ID    string        `json:"id"`
	Tool  string        `json:"tool"`
	Agent session.Agent `json:"agent"`
	// Session is the one that rules what the agent writes, "" for none.
	Session string `json:"session,omitempty"`
	// Mode is the setting of the gate.
	Mode session.Mode `json:"mode"`
	// Start and End are in nanoseconds since 1970, by the clock of the disk; End is 0
	// while it runs.
	Start int64 `json:"start"`
	End   int64 `json:"end,omitempty"`
	// Passed is when a call of the agent ended that began after this one; 0 for none. An
	// agent makes calls at the same time, but not the next ones while one of them runs.
	Passed int64 `json:"passed,omitempty"`
	// Over: it does not run any more, though its end was not told.
	Over bool `json:"over,omitempty"`
	// Up and Late are how long the machine had run just before and just after the start
	// was read from the disk, in nanoseconds; 0 where that is not known.
	Up   int64 `json:"up,omitempty"`
	Late int64 `json:"late,omitempty"`
	// Unknown: what it does is not known. Background: it leaves something running.
	Unknown    bool `json:"unknown,omitempty"`
	Background bool `json:"background,omitempty"`
	// Writes are the files of the repository that it is known to write, relative to
	// the root; where they are not all named, Unknown is set.
	Writes []string `json:"writes,omitempty"`
}

// names reports whether the call is known to write a file, by its path relative
// to the root.
func (c *call) names(p string) bool {
	return slices.ContainsFunc(c.Writes, func(w string) bool { return p == w || strings.HasPrefix(p, w+"/") })
}

// may reports whether the call may write files that it does not name.
func (c *call) may() bool { return c.Unknown || c.Background }

// job is something that an agent may have left running.
type job struct {
	Agent session.Agent `json:"agent"`
	Tool  string        `json:"tool"`
	Since int64         `json:"since"`
	Up    int64         `json:"up,omitempty"` // Up and Late are those of the call
	Late  int64         `json:"late,omitempty"`
	// Sure: the call said so; else it may have.
	Sure bool `json:"sure,omitempty"`
}

// undo is what was there before a change that was not allowed.
type undo struct {
	Client string `json:"client"`
	// Hash of the content, "" when there was no file.
	Hash string `json:"hash,omitempty"`
	// Kept: the content is in the folder before/, by its hash.
	Kept bool `json:"kept,omitempty"`
}

func decodeState(data []byte) (*state, error) {
	s := &state{}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, err
	}
	if s.Version != stateVersion {
		return nil, fmt.Errorf("it is of version %d, and this program makes version %d", s.Version, stateVersion)
	}
	return s, nil
}

// store is the folder with what is kept.
type store struct {
	root, dir string // absolute
	// seal seals what is kept, nil for nothing.
	seal func([]byte) string
}

func newStore(root string) store {
	return store{root: root, dir: filepath.Join(root, ".code-intel", stateDir)}
}

// sealOf returns the seal of a content that is kept under a name.
func (s store) sealOf(name string, data []byte) string {
	if s.seal == nil {
		return ""
	}
	return s.seal(append([]byte("gate/"+name+"\n"), data...))
}

// makeFolder makes a folder, in one that is there.
func makeFolder(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// lock waits until nobody else has the state. It makes the state folder, but not the folder
// of the repository: one that was moved away stays away.
func (s store) lock(ctx context.Context) (unlock func(), err error) {
	if err := workspace.CheckState(s.root, stateDir); err != nil {
		return nil, err
	}
	for _, dir := range []string{filepath.Dir(s.dir), s.dir} {
		if err := makeFolder(dir); err != nil {
			return nil, err
		}
	}
	l := flock.New(filepath.Join(s.dir, lockName), flock.SetPermissions(0o600))
	if ok, err := l.TryLockContext(ctx, 2*time.Millisecond); !ok || err != nil {
		_ = l.Close()
		name := filepath.Join(".code-intel", stateDir, lockName)
		if ctx.Err() == nil {
			return nil, fmt.Errorf("%s can't be locked; remove it: %w", name, err)
		}
		return nil, fmt.Errorf("%s is held by another process: %w", name, err)
	}
	return func() { _ = l.Close() }, nil
}

// errNoState: what lies in the place of a file that is kept is none.
var errNoState = errors.New("not a file")

// read reads a file of the folder, nil when there is none.
func (s store) read(name string, most int64) ([]byte, error) {
	f, err := os.OpenFile(filepath.Join(s.dir, name), os.O_RDONLY|openFlags, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > most {
		return nil, fmt.Errorf("%s: %w of at most %d bytes", name, errNoState, most)
	}
	data := make([]byte, info.Size())
	n, err := f.ReadAt(data, 0)
	if n < len(data) {
		return nil, err
	}
	return data, nil
}

// write replaces a file of the folder, whole or not at all should this process end.
// It is not forced to the disk: after a crash of the machine no agent is in a call.
// It returns the disk's time.
func (s store) write(name string, data []byte) (now int64, err error) {
	f, err := os.CreateTemp(s.dir, "."+filepath.Base(name)+".*.tmp")
	if err != nil {
		return 0, err
	}
	_, err = f.Write(data)
	info, serr := f.Stat()
	if err = errors.Join(err, serr, f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(s.dir, name))
	}
	if err != nil {
		return 0, errors.Join(err, os.Remove(f.Name()))
	}
	return info.ModTime().UnixNano(), nil
}

// moment is a time by two clocks, in nanoseconds: since 1970 by that of the disk, which
// marks files; and how long the machine had run just before and after it was read, 0 where
// that is not known.
type moment struct{ disk, up, late int64 }

// diskTick is how far the clock of the disk may be behind: it goes on with each tick of
// the system, which is at most so long.
const diskTick = int64(10 * time.Millisecond)

// set reports whether the clock of the disk was set between two moments, or the machine
// was started anew: then the times of files do not say what came first. A clock that is
// only corrected runs wrong by at most a thousandth.
func (m moment) set(to moment) bool {
	if m.up == 0 || to.up == 0 {
		return false
	}
	// What the clock of the disk was ahead of the other one lies between low and high.
	low := func(m moment) int64 { return m.disk - m.late }
	high := func(m moment) int64 { return m.disk + diskTick - m.up }
	ran := to.late - m.up
	return ran < 0 || max(low(m)-high(to), low(to)-high(m)) > ran/1000
}

func (c *call) start() moment { return moment{c.Start, c.Up, c.Late} }

func (j *job) start() moment { return moment{j.Since, j.Up, j.Late} }

// clock returns the moment that it is now.
func (s store) clock() (moment, error) {
	up := uptime()
	f, err := os.CreateTemp(s.dir, ".clock.*.tmp")
	if err != nil {
		return moment{}, err
	}
	late := uptime()
	info, err := f.Stat()
	if err = errors.Join(err, f.Close(), os.Remove(f.Name())); err != nil {
		return moment{}, err
	}
	return moment{info.ModTime().UnixNano(), up, late}, nil
}

// state reads what is known of calls. Where it was damaged, or removed beside a
// baseline, or has no valid seal, nothing of it is believed, and Damaged is set.
func (s store) state() (*state, error) {
	data, err := s.read(stateName, maxState)
	if err != nil && !errors.Is(err, errNoState) {
		return nil, err
	}
	body, rest, _ := bytes.Cut(data, []byte{'\n'})
	if st, err := decodeState(body); err == nil && subtle.ConstantTimeCompare(rest, []byte(s.sealOf(stateName, body)+"\n")) == 1 {
		return st, nil
	}
	return &state{Version: stateVersion, Damaged: data != nil || s.watched()}, nil
}

// save keeps what is known of calls, and returns it as it is kept.
func (s store) save(st *state) ([]byte, error) {
	st.bound()
	data, err := json.Marshal(st)
	if err != nil {
		return nil, err
	}
	data = fmt.Appendf(data, "\n%s\n", s.sealOf(stateName, data))
	_, err = s.write(stateName, data)
	return data, err
}

// bound drops what is too much, the oldest first.
func (st *state) bound() {
	if n := len(st.Calls) - maxCalls; n > 0 {
		st.Calls = slices.Delete(st.Calls, 0, n)
	}
	if n := len(st.Jobs) - maxCalls; n > 0 {
		st.Jobs = slices.Delete(st.Jobs, 0, n)
	}
	for client := range st.Tell {
		if len(st.Tell) <= maxCalls {
			break
		}
		delete(st.Tell, client)
	}
	for p := range st.Undo {
		if len(st.Undo) <= maxUndo {
			break
		}
		delete(st.Undo, p)
	}
}

// begin notes a call that starts.
func (st *state) begin(c call) {
	st.Calls = slices.DeleteFunc(st.Calls, func(o call) bool { return o.ID == c.ID && o.Agent == c.Agent })
	st.Calls = append(st.Calls, c)
}

// suspect notes that anything which has changed may be the agent's that asks: of which
// calls ran nothing is known any more.
func (st *state) suspect(r *Request, mode session.Mode, now int64) {
	st.begin(call{ID: "unknown", Tool: r.Tool, Agent: r.Agent, Mode: mode, End: now, Unknown: true})
}

// running reports whether the call may still write, as far as is known.
func (c *call) running() bool { return c.End == 0 && !c.Over }

// end notes that a call has ended; all of an agent where id is "". Calls of the agent that
// are two steps back are over: their end got lost.
func (st *state) end(who session.Agent, id string, now int64) {
	var last int64 // when the newest of the calls that end now began
	for i := range st.Calls {
		c := &st.Calls[i]
		if c.Agent == who && (id == "" || c.ID == id) && c.End == 0 {
			c.End = now
			last = max(last, c.Start)
		}
	}
	for i := range st.Calls {
		c := &st.Calls[i]
		switch {
		case c.Agent != who || !c.running() || c.Start >= last || slices.Contains(goesOn, c.Tool):
		case c.Passed == 0:
			c.Passed = now
		case last > c.Passed:
			c.Over = true
		}
	}
}

// abandon notes which calls are over because the machine was started anew, because nothing
// was told of them for too long, or because the client is gone that made them.
func (st *state) abandon(now moment, gone func(*call) bool) {
	for i := range st.Calls {
		if c := &st.Calls[i]; c.running() {
			c.Over = c.Up > 0 && now.late > 0 && now.late < c.Up || now.disk-c.Start >= int64(callLife) || gone(c)
		}
	}
}

// leave notes that all calls of a client are over, and that there is nobody to tell
// anything. It reports whether that changes anything.
func (st *state) leave(client string) bool {
	changed := len(st.Tell[client]) > 0
	delete(st.Tell, client)
	for i := range st.Calls {
		if c := &st.Calls[i]; c.Agent.Client == client && c.running() {
			c.Over, changed = true, true
		}
	}
	return changed
}

// tell notes that a client is to be told of a file.
func (st *state) tell(client, p string) {
	if st.Tell == nil {
		st.Tell = map[string][]string{}
	}
	if list := st.Tell[client]; len(list) < maxTell && !slices.Contains(list, p) {
		st.Tell[client] = append(list, p)
	}
}

// told returns what a client is to be told, once, in a language; "" for nothing.
func (st *state) told(client string, l speech.Language) string {
	list := st.Tell[client]
	if len(list) == 0 {
		return ""
	}
	delete(st.Tell, client)
	return l.Say(speech.GateNote{Said: speech.ChangedBeside{Files: list}})
}

// settle drops calls that are of no matter once all is accounted for at now; what
// they may have left running is remembered.
func (st *state) settle(now int64) {
	keep := st.Calls[:0]
	for _, c := range st.Calls {
		if c.Background || c.Unknown && !c.running() {
			st.job(job{c.Agent, c.Tool, c.Start, c.Up, c.Late, c.Background})
		}
		if c.running() {
			keep = append(keep, c)
		}
	}
	st.Calls = keep
	st.Jobs = slices.DeleteFunc(st.Jobs, func(j job) bool { return now-j.Since > int64(jobLife) })
}

// job remembers one of each agent, the earliest, and whether one is sure.
func (st *state) job(j job) {
	for i := range st.Jobs {
		if o := &st.Jobs[i]; o.Agent == j.Agent && o.Sure == j.Sure {
			return
		}
	}
	st.Jobs = append(st.Jobs, j)
}
