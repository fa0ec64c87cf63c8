package workspace

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"time"

	"codeintel/index/chunk"
	"codeintel/index/lang"
	"codeintel/index/lang/all"
	"codeintel/index/lang/ts"
	"codeintel/index/pos"
	"codeintel/index/secrets"
	"codeintel/index/workspace/budget"
)

// Parsers and checkers that others wrote can end the process, or never come back. A
// sentry sees to it that one file costs no more than itself:
//
//   - Before a file is extracted or a package checked, the journal, a file of the index,
//     notes it; afterwards it is struck out.
//   - While something is in flight, watch looks at the stacks, the memory and the time
//     that it takes. Where these are beyond bounds the process is renewed.
//   - Whoever finds the journal of a process that is gone has a worker, a process with
//     narrow limits, do again what was in flight. What the worker does not survive is put
//     under quarantine: it is passed over as long as its content and the program stay.

// SkipQuarantine is the reason for passing over a file that ended a process.
const SkipQuarantine = "quarantined"

const (
	// unitTime is how much processor time one file or package may take, and unitMemory
	// and unitStack how much memory and stack.
	unitTime   = 5 * time.Second
	unitMemory = 400 << 20
	unitStack  = 160 << 20
	// watchEvery is how often that is looked at.
	watchEvery = 20 * time.Millisecond
	// idleTicks is how often it looks while nothing is in flight.
	idleTicks = 50
	// maxStrikes is how many processes may end while something is in flight that no
	// worker can try by itself, before it is put under quarantine; maxExcesses is how many
	// may be renewed because of a file that a worker survives.
	maxStrikes  = 3
	maxExcesses = 2
	// strict is the share, in percent, of the limits that a worker applies to a unit because
	// of which a process was renewed: a worker does less besides, so that within the full
	// limits it could survive a unit that no indexing process survives.
	strict = 60
	// maxQuarantined bounds the list, and maxSuspects what is tried of one journal.
	maxQuarantined = 1_000
	maxSuspects    = 64
)

// unit is how much processor time one file or package may take.
func (o *Options) unit() time.Duration { return cmp.Or(o.unitTime, unitTime) }

// Stages of a suspect.
const (
	stageExtract = "extract"
	stageCheck   = "check"
	stageParse   = "parse"   // of a Failure only
	stageResolve = "resolve" // likewise
)

// slotSize is the size of an entry of the journal, in bytes.
const slotSize = 512

// quarantined is content that is passed over.
type quarantined struct {
	Content string    `json:"content"` // SHA-256, in hexadecimal digits; of a package outside the hash of its path
	Path    string    `json:"path"`
	Stage   string    `json:"stage"`
	Why     string    `json:"why"`
	At      time.Time `json:"at"`
}

// quarantineList is what is kept on disk.
type quarantineList struct {
	Program string         `json:"program"` // whose list it is: another one tries again
	Entries []quarantined  `json:"entries"`
	Strikes map[string]int `json:"strikes,omitempty"` // by unit
	Sum     string         `json:"sum"`               // the checksum of the other fields
}

// sum returns the checksum of the list.
func (l quarantineList) sum() string {
	l.Sum = ""
	data, err := json.Marshal(l)
	if err != nil {
		return "" // texts and numbers can always be marshalled
	}
	// JSON has U+FFFD for what is not UTF-8, such as a message of a process that died.
	data = bytes.ReplaceAll(data, []byte(`\ufffd`), []byte("\ufffd"))
	return fmt.Sprintf("%.8x", sha256.Sum256(data))
}

// errQuarantine is the error of a list that has changed since it was written.
var errQuarantine = errors.New("it does not agree with its checksum")

// suspect is what was in flight when a process ended.
type suspect struct {
	Stage   string `json:"stage"`
	Path    string `json:"path"`    // of a file, or the import path of a package
	Content string `json:"content"` // of a file
	Excess  bool   `json:"excess"`  // the process was renewed because of it
}

// A Worker runs another process of this program, which calls Work with the request, and
// returns what that has written. died says how the process ended, "" when that was by
// itself.
type Worker func(ctx context.Context, request []byte) (reply []byte, died string, err error)

// sentry keeps the journal and the quarantine of one workspace. The zero value does
// nothing. Safe for concurrent use.
type sentry struct {
	dir     string
	program string
	worker  Worker
	renew   func(why string)
	now     func() time.Time
	time    time.Duration // that a unit may take

	mu      sync.Mutex
	file    *os.File // the journal; nil before the first unit
	failed  bool     // there can be none
	slots   []flight
	flying  int
	stop    chan struct{} // ends the watch
	list    quarantineList
	byKey   map[string]quarantined
	loaded  bool
	renewed bool
}

// flight is a unit in flight, and what the process had used when the watch saw it first.
type flight struct {
	busy  bool
	unit  suspect
	since time.Time // zero before that
	cpu   time.Duration
	burden
}

func newSentry(abs string, opts *Options) *sentry {
	if opts.Worker == nil {
		return nil
	}
	return &sentry{
		dir: filepath.Join(abs, filepath.FromSlash(IndexDir)), program: opts.Env.Program,
		worker: opts.Worker, renew: opts.Renew, now: opts.now, time: opts.unit(),
	}
}

// begin notes that a unit is in flight, until end is called.
func (s *sentry) begin(u suspect) (end func()) {
	if s == nil {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed || s.file == nil && !s.create() {
		return func() {}
	}
	n := slices.IndexFunc(s.slots, func(f flight) bool { return !f.busy })
	if n < 0 {
		n = len(s.slots)
		s.slots = append(s.slots, flight{})
	}
	s.slots[n] = flight{busy: true, unit: u}
	s.write(n, u)
	if s.flying++; s.stop == nil && s.renew != nil {
		s.stop = make(chan struct{})
		go s.watch(s.stop)
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.slots[n].busy = false
		if s.file != nil {
			_, _ = s.file.WriteAt([]byte{0}, int64(n)*slotSize) // what stays is tried once more
		}
		s.flying--
	}
}

// create makes the journal.
func (s *sentry) create() bool {
	if info, err := os.Lstat(s.dir); err != nil || !info.IsDir() {
		s.failed = true
		return false
	}
	f, err := os.CreateTemp(s.dir, journalPrefix+"*")
	if err == nil && !lockFile(f) {
		err = errors.Join(errors.ErrUnsupported, f.Close(), os.Remove(f.Name()))
	}
	if s.failed = err != nil; !s.failed {
		s.file = f
	}
	return !s.failed
}

// journalPrefix is how the names of journals begin.
const journalPrefix = ".inflight-"

// write writes entry n: stage, content, path and, for a unit in excess, excessLine, with a
// newline after each.
func (s *sentry) write(n int, u suspect) {
	var b [slotSize]byte
	text := u.Stage + "\n" + u.Content + "\n" + u.Path + "\n"
	if u.Excess {
		text += excessLine + "\n"
	}
	if len(text) >= slotSize {
		return // a path that long is not worth another file
	}
	copy(b[:], text)
	_, _ = s.file.WriteAt(b[:len(text)+1], int64(n)*slotSize)
}

// excessLine is the last line of an entry because of which the process was renewed.
const excessLine = "excess"

// suspectsIn reads a journal.
func suspectsIn(data []byte) (out []suspect) {
	for len(data) > 0 && len(out) < maxSuspects {
		slot := data[:min(slotSize, len(data))]
		data = data[len(slot):]
		if slot[0] == 0 {
			continue
		}
		slot, _, _ = bytes.Cut(slot, []byte{0}) // the rest is of an earlier, longer entry
		parts := strings.SplitN(string(slot), "\n", 5)
		if len(parts) >= 4 && (parts[0] == stageExtract || parts[0] == stageCheck) {
			out = append(out, suspect{Stage: parts[0], Content: parts[1], Path: parts[2], Excess: parts[3] == excessLine})
		}
	}
	return out
}

// burden is what the process uses; all is what no file is behind, that of C included.
type burden struct{ heap, stack, all uint64 }

func measure() burden {
	m := [2]metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(m[:])
	return burden{m[0].Value.Uint64(), m[1].Value.Uint64(), uint64(budget.Used().Anonymous)}
}

// exceeds reports whether the memory in use has grown since was by more than percent of
// unitMemory.
func (b burden) exceeds(was burden, percent uint64) bool {
	most := percent * (unitMemory / 100)
	return b.heap > was.heap+most || b.all > was.all+most+most/4
}

// watch renews the process where what is in flight takes too much.
func (s *sentry) watch(stop chan struct{}) {
	ticks := time.NewTicker(watchEvery)
	defer ticks.Stop()
	for idle := 0; ; {
		select {
		case <-stop:
			return
		case <-ticks.C:
		}
		u, cpu := measure(), processCPU()
		s.mu.Lock()
		if idle++; s.flying > 0 {
			idle = 0
		}
		if idle > idleTicks {
			s.stop = nil // the next unit begins another
			s.mu.Unlock()
			return
		}
		for i := range s.slots {
			if f := &s.slots[i]; f.busy && f.since.IsZero() {
				f.since, f.cpu, f.burden = s.now(), cpu, u
			}
		}
		guilty, why := s.excess(u, cpu)
		if why == "" || s.renewed {
			s.mu.Unlock()
			continue
		}
		for _, n := range guilty {
			if s.slots[n].unit.Excess = true; s.file != nil {
				s.write(n, s.slots[n].unit)
			}
		}
		s.renewed = true
		s.mu.Unlock() // the journal stays as it is: the next process reads it
		s.renew(why)
	}
}

// excess returns the slots of the units that take too much, and what it is that they take
// too much of, "" when none does. Units in flight share the time of the process.
func (s *sentry) excess(u burden, cpu time.Duration) (guilty []int, why string) {
	busy := time.Duration(max(1, s.flying))
	for i := range s.slots {
		f := &s.slots[i]
		switch {
		case !f.busy:
		case u.stack > unitStack: // which unit's stack it is, is not known
			guilty, why = append(guilty, i), "a stack grows without end"
		case f.since.IsZero():
		case (cpu-f.cpu)/busy > s.time && s.now().Sub(f.since) > s.time:
			return []int{i}, f.unit.Path + " takes too long"
		case u.exceeds(f.burden, 100) && s.flying == 1:
			return []int{i}, f.unit.Path + " takes too much memory"
		}
	}
	return guilty, why
}

// close ends the journal.
func (s *sentry) close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file != nil {
		_ = os.Remove(s.file.Name()) // an empty one says nothing
		_ = s.file.Close()
		s.file = nil
	}
	if s.stop != nil {
		close(s.stop)
		s.stop = nil
	}
	s.failed = true
}

// listFile is the list of what is under quarantine.
const listFile = "quarantine.json"

// load reads the list, once.
func (s *sentry) load() {
	if s.loaded {
		return
	}
	s.loaded, s.byKey = true, map[string]quarantined{}
	s.list, _ = readQuarantine(s.dir) // a damaged one is forgotten, and made again
	if s.list.Program != s.program {
		s.list = quarantineList{Program: s.program}
	}
	for _, q := range s.list.Entries {
		s.byKey[q.Stage+q.Content] = q
	}
}

func readQuarantine(dir string) (l quarantineList, err error) {
	name := filepath.Join(dir, listFile)
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() || info.Size() > maxSupport {
		return l, cmp.Or(err, fs.ErrInvalid)
	}
	data, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(data, &l)
	}
	if err == nil && l.Sum != l.sum() {
		err = errQuarantine
	}
	if err != nil {
		return quarantineList{}, err
	}
	return l, nil
}

// why says why content is passed over at a stage, "" when it is not.
func (s *sentry) why(stage, content string) string {
	if s == nil {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	return s.byKey[stage+content].Why
}

// holds reports whether a file is under quarantine at a stage, whatever its content is.
func (s *sentry) holds(stage, path string) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	return slices.ContainsFunc(s.list.Entries, func(q quarantined) bool { return q.Stage == stage && q.Path == path })
}

// Release ends the quarantine of all files: the next look tries them again.
func (w *Workspace) Release() error {
	s := w.sentry
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	err := os.Remove(filepath.Join(s.dir, listFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	s.loaded = false
	return err
}

// any reports whether anything is under quarantine.
func (s *sentry) any() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	return len(s.byKey) > 0
}

// add puts content under quarantine.
func (s *sentry) add(q quarantined) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	if _, there := s.byKey[q.Stage+q.Content]; there {
		return
	}
	s.byKey[q.Stage+q.Content] = q
	s.list.Entries = append(s.list.Entries, q)
	s.list.Entries = s.list.Entries[max(0, len(s.list.Entries)-maxQuarantined):]
}

// save writes the list.
func (s *sentry) save() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list.Sum = s.list.sum()
	data, err := json.MarshalIndent(s.list, "", "  ")
	if err != nil {
		return
	}
	f, err := os.CreateTemp(s.dir, ".quarantine-*.tmp") // which the next writer of the store removes after a crash
	if err != nil {
		return
	}
	_, err = f.Write(append(data, '\n'))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(s.dir, listFile))
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
}

// recover tries what was in flight when earlier processes ended.
func (s *sentry) recover(ctx context.Context, root string) {
	if s == nil {
		return
	}
	names, err := filepath.Glob(filepath.Join(escapeGlob(s.dir), journalPrefix+"*"))
	if err != nil {
		return
	}
	for _, name := range names {
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxSuspects*slotSize*4 {
			continue
		}
		f, err := os.OpenFile(name, os.O_RDWR|openFlags, 0)
		if err != nil {
			continue
		}
		if lockFile(f) { // else its process lives
			data, err := io.ReadAll(io.LimitReader(f, 4*maxSuspects*slotSize))
			if list := suspectsIn(data); err == nil && len(list) > 0 {
				s.try(ctx, root, list)
				s.save()
			}
			if ctx.Err() == nil {
				_ = os.Remove(name)
			}
		}
		_ = f.Close()
	}
}

// escapeGlob is a path as a pattern for it alone.
func escapeGlob(dir string) string {
	if os.PathSeparator == '\\' {
		return dir
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

// workerTask is what a worker is asked to do.
type workerTask struct {
	Root   string    `json:"root"`
	Units  []suspect `json:"units"`
	Barred []string  `json:"barred,omitempty"` // files that are not to be checked
}

// try has a worker do what was in flight, one after the other, and puts what it does not
// survive under quarantine.
func (s *sentry) try(ctx context.Context, root string, list []suspect) {
	for len(list) > 0 && ctx.Err() == nil {
		done, why, reply := s.run(ctx, workerTask{Root: root, Units: list, Barred: s.barred()})
		for _, n := range reply.absent {
			s.strike(list[n], list[n].Path, maxStrikes)
		}
		for _, u := range list[:min(done, len(list))] {
			if u.Excess && u.Stage == stageExtract {
				s.strike(u, u.Content, maxExcesses)
			}
		}
		if why == "" || done >= len(list) {
			return
		}
		u := list[done]
		list = list[done+1:]
		if u.Stage == stageExtract {
			s.add(quarantined{Content: u.Content, Path: u.Path, Stage: u.Stage, Why: why, At: s.now().UTC()})
			continue
		}
		s.narrow(ctx, root, u, reply.files, why)
	}
}

// strike counts that a process ended while u was in flight, and puts content under
// quarantine after most such processes.
func (s *sentry) strike(u suspect, content string, most int) {
	s.mu.Lock()
	s.load()
	if s.list.Strikes == nil {
		s.list.Strikes = map[string]int{}
	}
	key := u.Stage + " " + content
	s.list.Strikes[key]++
	n := s.list.Strikes[key]
	s.mu.Unlock()
	if n >= most {
		verb := map[string]string{stageExtract: "read", stageCheck: "checked"}[u.Stage]
		s.add(quarantined{Content: content, Path: u.Path, Stage: u.Stage, Why: fmt.Sprintf("%d processes ended while it was %s", n, verb), At: s.now().UTC()})
	}
}

// narrow finds the file of a package that a check does not survive, and puts it under
// quarantine; all of them where it is not one alone.
func (s *sentry) narrow(ctx context.Context, root string, u suspect, files []tried, why string) {
	bar := s.barred()
	dies := func(without []tried) bool {
		out := slices.Clone(bar)
		for _, f := range without {
			out = append(out, f.Path)
		}
		_, why, _ := s.run(ctx, workerTask{Root: root, Units: []suspect{u}, Barred: out})
		return why != ""
	}
	left := files
	for len(left) > 1 && ctx.Err() == nil {
		if half := left[:len(left)/2]; dies(half) {
			left = left[len(left)/2:]
		} else {
			left = half
		}
	}
	if len(files) > 1 && dies(left) {
		left = files
	}
	if ctx.Err() != nil {
		return
	}
	for _, f := range left {
		s.add(quarantined{Content: f.Content, Path: f.Path, Stage: stageCheck, Why: why, At: s.now().UTC()})
	}
}

// barred are the paths of the files that are not checked.
func (s *sentry) barred() (paths []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	for _, q := range s.list.Entries {
		if q.Stage == stageCheck {
			paths = append(paths, q.Path)
		}
	}
	return paths
}

// tried is a file that takes part in the check of a package.
type tried struct{ Path, Content string }

// replied is what a worker has written.
type replied struct {
	files  []tried
	absent []int
}

// run has a worker do units, and says how many it has done, and why it did not go on.
func (s *sentry) run(ctx context.Context, t workerTask) (done int, why string, r replied) {
	request, err := json.Marshal(t)
	if err != nil {
		return len(t.Units), "", r
	}
	reply, died, err := s.worker(ctx, request)
	if err != nil || ctx.Err() != nil {
		return len(t.Units), "", r // no worker can be had: nothing is known
	}
	for line := range bytes.Lines(reply) {
		word, rest, _ := strings.Cut(strings.TrimSuffix(string(line), "\n"), " ")
		switch word {
		case "done":
			done++
			r.files = nil
		case "absent":
			r.absent = append(r.absent, done)
		case "file":
			if content, path, ok := strings.Cut(rest, " "); ok {
				r.files = append(r.files, tried{path, content})
			}
		case "excess":
			why = rest
		}
	}
	if why == "" && done < len(t.Units) {
		why = cmp.Or(died, "the process that tried it ended")
	}
	return done, why, r
}

// Work is what a worker does: it reads a request, does it within narrow limits, and
// writes how far it is. Where the limits are not kept it writes so, and calls exit.
func Work(ctx context.Context, in io.Reader, out io.Writer, opts Options, exit func()) error {
	var t workerTask
	if err := json.NewDecoder(in).Decode(&t); err != nil {
		return err
	}
	opts.Worker, opts.Renew, opts.Jobs = nil, nil, 1
	var mu sync.Mutex
	say := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(out, format+"\n", args...)
	}
	var at struct {
		sync.Mutex
		flight
		percent uint64 // of the limits
	}
	begin := func() {
		at.Lock()
		at.cpu, at.burden = processCPU(), measure()
		at.Unlock()
	}
	at.percent = 100
	begin()
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		ticks := time.NewTicker(watchEvery)
		defer ticks.Stop()
		for {
			select {
			case <-ended:
				return
			case <-ticks.C:
			}
			u, cpu := measure(), processCPU()
			at.Lock()
			f, percent := at.flight, at.percent
			at.Unlock()
			limit := opts.unit() * time.Duration(percent) / 100
			switch {
			case u.stack > unitStack/100*percent:
				say("excess it needs more than %d MB of stack", unitStack/100*percent>>20)
			case cpu-f.cpu > limit:
				say("excess it takes more than %v of processor time", limit)
			case u.exceeds(f.burden, percent):
				say("excess it needs more than %d MB of memory", unitMemory/100*percent>>20)
			default:
				continue
			}
			exit()
			return
		}
	}()
	x, err := newIndexer(t.Root, opts, all.NewTable(opts.languages()))
	if err != nil {
		return err
	}
	defer x.root.Close()
	if err := x.list(ctx); err != nil {
		return err
	}
	for _, u := range t.Units {
		at.Lock()
		if at.percent = 100; u.Excess {
			at.percent = strict
		}
		at.Unlock()
		begin()
		switch u.Stage {
		case stageExtract:
			x.tryExtract(ctx, u)
		case stageCheck:
			if !x.tryCheck(ctx, u, t.Barred, begin, say) {
				say("absent")
			}
		}
		say("done")
	}
	return nil
}

// tryExtract extracts a file as doc does.
func (x *indexer) tryExtract(ctx context.Context, u suspect) {
	i, ok := x.files.number(u.Path)
	if !ok || x.scan.Files[i].Lang == nil {
		return
	}
	src, sum, err := x.files.read(i, x.config.MaxFileSize)
	if err != nil || hex.EncodeToString(sum[:]) != u.Content {
		return
	}
	parser := ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
	defer parser.Close()
	in := lang.Input{Path: u.Path, Src: secrets.MaskFile(u.Path, src), Language: x.scan.Files[i].Lang, Rich: true}
	facts, err := extractOne(ctx, x.config.ParserTimeout, parser, in.Language, in)
	if err != nil || lang.Validate(facts, len(src)) != nil {
		return
	}
	_ = guard(func() error {
		artefact(chunk.FromFacts(in.Language, in, facts, x.opts.grower(x.config).opts), false)
		return nil
	})
	facts.Rich = nil
	codecs := newCodecs()
	defer codecs.close()
	codecs.encode(facts, pos.New(src))
}

// tryCheck checks the package with an import path. It is false where there is none in
// the repository.
func (x *indexer) tryCheck(ctx context.Context, u suspect, barred []string, begin func(), say func(string, ...any)) (found bool) {
	var mu sync.Mutex
	facts := map[string]*lang.Facts{}
	parser := ts.NewParser(ts.Limits{Time: x.config.ParserTimeout})
	defer parser.Close()
	extracted := func(path string) *lang.Facts {
		mu.Lock()
		defer mu.Unlock()
		if f, ok := facts[path]; ok {
			return f
		}
		facts[path] = nil
		i, ok := x.files.number(path)
		if !ok || x.scan.Files[i].Lang == nil {
			return nil
		}
		src, _, err := x.files.read(i, x.config.MaxFileSize)
		if err != nil {
			return nil
		}
		f, err := extractOne(ctx, x.config.ParserTimeout, parser, x.scan.Files[i].Lang, lang.Input{Path: path, Src: src, Language: x.scan.Files[i].Lang})
		if err == nil {
			facts[path] = f
		}
		return facts[path]
	}
	for _, l := range x.table.Languages() {
		if l.Check == nil || l.Open == nil {
			continue
		}
		deps := x.opts.Env.deps()
		deps.Repo = confined(x.root)
		project, err := l.Open(ctx, x.files, deps)
		if err != nil || project == nil {
			continue
		}
		w := &trying{x: x, unit: u.Path, barred: map[string]bool{}, begin: begin, say: say}
		for _, p := range barred {
			w.barred[p] = true
		}
		in := lang.CheckInput{
			Files: x.files, Deps: deps, Project: project, Jobs: 1, Facts: extracted, Guard: w, Only: w.only,
			Known: func(path string) bool {
				i, ok := x.files.number(path)
				return ok && x.scan.Files[i].Lang != nil
			},
			Emit:          func(string, []lang.PosLink, []lang.PosRelation) {},
			EmitLinks:     func(string, []lang.PosLink) {},
			EmitRelations: func(string, []lang.PosRelation) {},
		}
		_ = guard(func() error { return l.Check(ctx, in) })
		found = found || w.found
	}
	return found
}

// trying is the guard of a check by a worker.
type trying struct {
	x      *indexer
	unit   string
	barred map[string]bool
	begin  func()
	say    func(string, ...any)
	found  bool
}

// only reports whether a file is of the package that is tried.
func (w *trying) only(path, unit string) bool {
	if unit != w.unit {
		return false
	}
	w.found = true
	if i, ok := w.x.files.number(path); ok && !w.barred[path] {
		if _, sum, err := w.x.files.read(i, w.x.config.MaxFileSize); err == nil {
			w.say("file %x %s", sum, path)
		}
	}
	return true
}

func (w *trying) Begin(string) func() {
	w.begin() // each package has its own time
	return func() {}
}
func (w *trying) Barred(path string) bool { return w.barred[path] }
func (w *trying) Left(string, string)     {}

// checkGuard is the guard of checks by an indexer.
type checkGuard struct {
	x   *indexer
	any bool // something is under quarantine
}

func (g checkGuard) Begin(unit string) func() {
	return g.x.sentry.begin(suspect{Stage: stageCheck, Path: unit})
}

func (g checkGuard) Barred(path string) bool {
	if !g.any {
		return false
	}
	i, ok := g.x.files.number(path)
	if !ok {
		return g.x.sentry.why(stageCheck, path) != "" // a package outside
	}
	why := g.x.sentry.why(stageCheck, hex.EncodeToString(g.x.docs[i].Hash[:]))
	if why != "" {
		g.Left(path, SkipQuarantine+": "+why)
	}
	return why != ""
}

func (g checkGuard) Left(path, why string) {
	g.x.leftMu.Lock()
	defer g.x.leftMu.Unlock()
	if g.x.left == nil {
		g.x.left = map[string]string{}
	}
	if g.x.left[path] == "" {
		g.x.left[path] = why
	}
}

// Quarantine is a file that is passed over since it ended a process.
type Quarantine struct {
	Path, Stage, Why string
	At               time.Time
}

// Quarantine lists the files that are passed over since they ended a process.
func (w *Workspace) Quarantine() []Quarantine {
	return quarantine(w.root, w.opts.Env.Program)
}

// quarantine reads what the index in a folder has under quarantine.
func quarantine(root, program string) (out []Quarantine) {
	l, err := readQuarantine(filepath.Join(root, filepath.FromSlash(IndexDir)))
	if err != nil || l.Program != program {
		return nil
	}
	for _, q := range l.Entries {
		out = append(out, Quarantine{q.Path, q.Stage, q.Why, q.At})
	}
	return out
}
