package workspace

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"time"

	"codeintel/index"
)

// Report says what Index did and what it left out.
type Report struct {
	Root   string // absolute
	Config string // path of the configuration file, "" without one
	// Files that are not ignored. Each of them is indexed, in Skipped, or in
	// Failed.
	Files int
	// Indexed is the number of files with facts, Generated those of them that
	// a program wrote or that are minified, Checked those that a language's own
	// checker resolved.
	Indexed, Generated, Checked int
	// Ignored counts what git's rules exclude, Excluded what exclude_patterns
	// does; a folder excluded as a whole counts once.
	Ignored, Excluded int
	// Skipped and Failed are sorted by Path. Skipped has also what is no file
	// of the index: symbolic links, special files, nested repositories.
	Skipped []Skip
	Failed  []Failure
	// Cut is files with facts that are not of the whole file: what is nested too deeply,
	// or is too much, was left out. Sorted by Path.
	Cut []Skip `json:",omitempty"`
	// Decoded is files that are not in UTF-8, with the encoding as their Detail and the
	// reason EncodingGuessed where they neither declare it nor have a byte order mark.
	// Sorted by Path.
	Decoded []Skip `json:",omitempty"`
	// Languages with files, in the order of the language list.
	Languages []LanguageStats
	Phases    []Phase
	// PeakMemory is the most memory the process ever had resident, in bytes; 0
	// where the system does not say.
	PeakMemory uint64
	Totals     Totals
	Dropped    Dropped
	// Coverage of each language.
	Coverage []index.Coverage
	// LeftOut says what there was no room for in the tables of the index, a line each;
	// it is in Warnings too.
	LeftOut []string `json:",omitempty"`
	// Warnings about configuration and ignore files, one line each.
	Warnings []string
}

// same says whether two reports found the same, however it was found. What was
// ignored does not count.
func (r *Report) same(o *Report) bool {
	return r.Files == o.Files && r.Checked == o.Checked && r.Totals == o.Totals &&
		slices.Equal(r.Skipped, o.Skipped) && slices.Equal(r.Failed, o.Failed) && slices.Equal(r.Cut, o.Cut) && slices.Equal(r.Decoded, o.Decoded)
}

// LanguageStats is the extraction of one language's files.
type LanguageStats struct {
	Name string
	// Files with facts, their Bytes, and how many of them had syntax errors or
	// are not complete.
	Files      int
	Bytes      int64
	WithErrors int
	// Time is the sum of what reading and extracting each file took; with
	// several goroutines that is more than passed.
	Time time.Duration
}

func (s *LanguageStats) add(d *index.Doc, t time.Duration, broken func(*index.Doc) bool) {
	s.Time += t
	if d.Source == nil {
		return
	}
	s.Files++
	s.Bytes += d.Size
	if broken(d) {
		s.WithErrors++
	}
}

func (s *LanguageStats) merge(o LanguageStats) {
	s.Files += o.Files
	s.Bytes += o.Bytes
	s.WithErrors += o.WithErrors
	s.Time += o.Time
}

// large says whether the files are so many that what is in memory of them counts.
func (r *Report) large() bool {
	size := int64(0)
	for _, l := range r.Languages {
		size += l.Bytes
	}
	return size > trimAfter
}

// Phase is one step of Index.
type Phase struct {
	Name string
	Wall time.Duration
	CPU  time.Duration // of the whole process; 0 where the system does not say
	// Resident is the process's memory at the end of the phase, in bytes; 0
	// where the system does not say.
	Resident uint64
}

// Totals counts what the index has.
type Totals struct {
	Definitions int // locals included, names that imports bind not
	References  int
	// Resolved, Possible and Unresolved add up to References: by the language's
	// rules, by name only, and not at all.
	Resolved, Possible, Unresolved int
	// Externals are symbols defined elsewhere; External of the Resolved
	// references are to them.
	Externals, External int
}

// finish fills in what only the whole result tells, and sorts.
func (r *Report) finish(s *index.Snapshot) {
	byPath := func(a, b Skip) int { return cmp.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(r.Skipped, byPath) { // others may have the list
		slices.SortStableFunc(r.Skipped, byPath)
	}
	slices.SortStableFunc(r.Failed, func(a, b Failure) int { return cmp.Compare(a.Path, b.Path) })
	r.Warnings = append(r.Warnings, r.LeftOut...)
	t := &r.Totals
	r.Coverage = s.Coverage()
	for _, c := range r.Coverage {
		r.Indexed += c.Files
		r.Generated += c.Generated
		r.Checked += c.Checked
		t.Definitions += c.Definitions
		t.References += c.References
		t.Resolved += c.Resolved
		t.Possible += c.Possible
		t.Unresolved += c.Unresolved
		t.External += c.External
	}
	t.Externals = s.ExternalCount()
	_, r.PeakMemory = memory()
}

// memory reads the resident memory of the process and its high-water mark.
func memory() (resident, peak uint64) {
	data, err := readAnywhere("/proc/self/status")
	if err != nil {
		return 0, 0
	}
	return kilobytes(data, "VmRSS:"), kilobytes(data, "VmHWM:")
}

// kilobytes is the value, in bytes, of a line of /proc/self/status.
func kilobytes(status []byte, name string) uint64 {
	_, after, _ := bytes.Cut(status, []byte("\n"+name))
	fields := bytes.Fields(after[:min(len(after), 80)])
	if len(fields) == 0 {
		return 0
	}
	kb, err := strconv.ParseUint(string(fields[0]), 10, 64)
	if err != nil {
		return 0
	}
	return kb << 10
}

// timer measures a phase.
type timer struct {
	wall time.Time
	cpu  time.Duration
}

func startTimer() timer { return timer{time.Now(), processCPU()} }

func (t timer) phase(name string) Phase {
	resident, _ := memory()
	return Phase{name, time.Since(t.wall), processCPU() - t.cpu, resident}
}
