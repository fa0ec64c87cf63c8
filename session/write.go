package session

import (
	"path"
	"slices"
	"strings"

	"codeintel/session/gate"
	"codeintel/session/speech"
)

// Mode is the setting write_gate.
type Mode string

// Modes. ModeSession holds up an agent that has an open session, ModeAlways any.
const (
	ModeSession Mode = "session"
	ModeAlways  Mode = "always"
	ModeOff     Mode = "off"
)

// Target is what is to be written, as the disk has it: links are resolved.
type Target struct {
	// Path is relative to the root, cleaned, with /. Outside: it is not inside the
	// repository, and Path is as it was given.
	Path    string
	Outside bool
	// Exists, Folder: it is there, it is a folder. Parent is the nearest folder above
	// it that exists, "." for the root.
	Exists, Folder bool
	Parent         string
	// AllowNew: it may be made if it does not exist. Writes that hooks see are
	// explicit: they may.
	AllowNew bool
	// Guarded: it belongs to the gate itself, such as the configuration of the hooks.
	// What lies in .git and .code-intel always is.
	Guarded bool
}

// Standing is what there is between an agent and the sessions of a repository.
type Standing struct {
	// Session is the open one that rules the agent's writes, nil for none.
	Session *Session
	// Inherited: it is that of the agent that this subagent works for. It gives what
	// was read, and no right to write.
	Inherited bool
	// Language is the one to speak where there is no session, "" for English.
	Language speech.Language
}

// Speaks returns the language to speak to the agent.
func (st Standing) Speaks() speech.Language {
	if st.Session != nil {
		return st.Session.Language()
	}
	return st.Language
}

// Codes of decisions.
const (
	WriteOutside     = "outside"
	WriteProtected   = "protected"
	WriteNoSession   = "no_session"
	WriteSubagent    = "subagent"
	WriteReadOnly    = "read_only"
	WriteNotReady    = "not_ready"
	WriteNotExplored = "not_explored"
	WriteNewFile     = "new_file"
	WriteNewFolder   = "folder_not_explored"
	WriteNeedsCode   = "code_evidence"
)

// Recovery is a ready call that leads on.
type Recovery struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
	Why       string         `json:"why"`
}

// Decision says whether something may be written.
type Decision struct {
	Allow bool `json:"allowed"`
	// Code is why not, one of the Write codes; "" where it is allowed.
	Code string `json:"code,omitempty"`
	Path string `json:"path"`
	// Reason says it in at most 400 characters; where it is refused, that this is
	// automatic, and what to go on with.
	Reason  string     `json:"reason"`
	Session string     `json:"session_id,omitempty"`
	Phase   gate.Phase `json:"phase,omitempty"`
	// Recovery are ready calls that lead on, each allowed now, the best first.
	Recovery []Recovery `json:"recovery_options"`

	language speech.Language
	why      string
}

// protected reports whether nothing may ever be written there: the repository's
// own folders of git and of this program, on any file system.
func protected(p string) bool {
	for part := range strings.SplitSeq(p, "/") {
		if f := strings.TrimRight(strings.ToLower(part), " ."); f == ".git" || f == ".code-intel" {
			return true
		}
	}
	return false
}

// DecideWrite says whether an agent may write something.
func DecideWrite(m Mode, st Standing, t Target) Decision {
	if m == ModeOff {
		return Decision{Allow: true, Path: t.Path, Reason: st.Speaks().Say(speech.GateOff), Recovery: []Recovery{}}
	}
	return decide(m, st, t, 1)
}

// Again is the decision as it is said when it was said so often: from the third
// time on its reason is one line.
func (d Decision) Again(times int) Decision {
	if !d.Allow {
		d.Reason = wording(d.language, d.why, d.next(), times)
	}
	return d
}

func (d Decision) next() []string {
	var out []string
	for _, r := range d.Recovery {
		out = append(out, r.Tool)
	}
	return out
}

func decide(m Mode, st Standing, t Target, times int) Decision {
	l := st.Speaks()
	d := Decision{Path: t.Path, Recovery: []Recovery{}, language: l}
	s := st.Session
	if s != nil {
		d.Session, d.Phase = s.state.ID, s.state.Phase
	}
	yes := func(why speech.Text) Decision {
		d.Allow, d.Reason = true, l.Say(why)
		return d
	}
	no := func(code string, why speech.Message, recovery ...Recovery) Decision {
		d.Code, d.why, d.Recovery = code, l.Say(why), append(d.Recovery, recovery...)
		return d.Again(times)
	}
	start := func(query, why speech.Text) Recovery {
		return Recovery{"start_session", map[string]any{"intent": string(Modify), "query": l.Say(query)}, l.Say(why)}
	}
	name := clipRunes(t.Path, 120)
	if name == "." {
		name = "./" // a sentence does not begin with a full stop
	}
	if t.Guarded || !t.Outside && protected(t.Path) {
		return no(WriteProtected, speech.Protected{File: name}, s.status(l))
	}
	if s == nil {
		if m == ModeSession {
			return yes(speech.NoSessionNeeded)
		}
		return no(WriteNoSession, speech.NeedsSession{File: name}, start(speech.WordsOfUser, speech.WhyStart))
	}
	if st.Inherited {
		return no(WriteSubagent, speech.OfSubagent{File: name}, start(speech.WordsOfTask, speech.WhyStartOwn))
	}
	if t.Outside {
		return no(WriteOutside, speech.OutsideRepository{File: name}, s.status(l))
	}
	if s.state.Phase == gate.Closed {
		return no(WriteNotReady, speech.AfterEnd{File: name}, start(speech.WordsOfRequest, speech.WhyStartNew))
	}
	if !s.state.Intent.Writes() {
		return no(WriteReadOnly, speech.ReadOnlyIntent{File: name, Intent: string(s.state.Intent)}, start(speech.WordsOfRequest, speech.WhyIntent))
	}
	if s.state.Phase != gate.Ready {
		next := s.nextStep(s.missing())
		return no(WriteNotReady, speech.NotReady{File: name, Phase: string(s.state.Phase), Next: next},
			Recovery{toolOf(next), map[string]any{"session_id": s.state.ID}, next})
	}
	add := func(p string) Recovery {
		return Recovery{"add_explored_files", map[string]any{"session_id": s.state.ID, "files": []string{p}, "reason": l.Say(speech.WordsOfReason)}, l.Say(speech.WhyAdd)}
	}
	back := Recovery{"revert_to_exploration", map[string]any{"session_id": s.state.ID, "keep_results": true}, l.Say(speech.WhyRevert)}
	switch {
	case !s.may(t):
		return no(WriteNeedsCode, speech.NeedsCode{File: name, May: s.Rule.Writes()}, back)
	case t.Exists && t.Folder:
		if s.added(t.Path) {
			return yes(speech.FolderAdded)
		}
		return no(WriteNotExplored, speech.FolderNotExplored{Folder: name}, add(t.Path), back)
	case t.Exists:
		if s.Explored(t.Path) {
			return yes(speech.FileExplored)
		}
		return no(WriteNotExplored, speech.NotExplored{File: name},
			add(t.Path), Recovery{"get_symbols", map[string]any{"session_id": s.state.ID, "path": t.Path}, l.Say(speech.WhyLook)}, back)
	case !s.exploredFolder(t.Parent) && !s.counterpart(t.Path, t.Parent):
		return no(WriteNewFolder, speech.NewFolder{File: name, Folder: clipRunes(t.Parent, 120)}, add(t.Parent), back)
	case !t.AllowNew && !slices.Contains(s.NewFiles, t.Path):
		return no(WriteNewFile, speech.NewFile{File: name},
			Recovery{"check_write_target", map[string]any{"session_id": s.state.ID, "file_path": t.Path, "allow_new_files": true}, l.Say(speech.WhyAllow)}, back)
	}
	return yes(speech.FileNew)
}

// may reports whether the rule by which the session is READY lets a target be
// written: a folder as a whole may hold code.
func (s *Session) may(t Target) bool {
	own := slices.Contains(s.NewFiles, t.Path)
	return s.Rule == gate.RuleCode || own || !(t.Exists && t.Folder) && s.Rule.May(t.Path, t.Exists)
}

// Covered reports whether the rules by which the session ever came to READY let a
// file be written; existed: it was there before the session.
func (s *Session) Covered(p string, existed bool) bool {
	return s.WasReady && (s.Widest.May(p, existed) || slices.Contains(s.NewFiles, p))
}

// status is the call that shows how a session stands; s may be nil.
func (s *Session) status(l speech.Language) Recovery {
	if s == nil {
		return Recovery{"list_sessions", map[string]any{}, l.Say(speech.WhySessions)}
	}
	return Recovery{"get_session_status", map[string]any{"session_id": s.state.ID}, l.Say(speech.WhyStatus)}
}

// CheckWrite says whether the session's agent may write something. The error is a
// *Refusal where the phase forbids the question.
func (s *Session) CheckWrite(t Target) (*Decision, error) {
	const tool = "check_write_target"
	if err := s.Check(tool, ""); err != nil {
		return nil, err
	}
	s.touch()
	d := decide(ModeAlways, Standing{Session: s}, t, 1)
	if d = s.Repeated(d); d.Allow && !t.Exists {
		s.Made(t.Path)
	}
	return &d, nil
}

// Made notes that a file which the session was allowed to make is its own: it
// counts as explored.
func (s *Session) Made(p string) {
	if !slices.Contains(s.NewFiles, p) && len(s.NewFiles) < maxAdded {
		s.NewFiles = append(s.NewFiles, p)
	}
}

// Repeated counts a decision that refuses: when it is the third of its kind, its
// reason is one line.
func (s *Session) Repeated(d Decision) Decision {
	if d.Allow {
		return d
	}
	return d.Again(s.count(clip(d.Path, 200), "write", d.Code, d.why))
}

// added reports whether a file or folder was added by name, or lies below a folder
// that was.
func (s *Session) added(p string) bool {
	return slices.ContainsFunc(s.Added, func(a Added) bool {
		return a.Path == p || a.Path == "." || strings.HasPrefix(p, a.Path+"/")
	})
}

// Explored reports whether a file counts as explored: answers showed lines of it,
// it was added, or it was made with leave.
func (s *Session) Explored(p string) bool {
	return len(s.Ledger.Files[p]) > 0 || s.added(p) || slices.Contains(s.NewFiles, p)
}

// exploredFolder reports whether a folder counts: a file in it does, or itself was
// added.
func (s *Session) exploredFolder(p string) bool {
	if s.added(p) {
		return true
	}
	for f := range s.Ledger.Files {
		if path.Dir(f) == p {
			return true
		}
	}
	if p == "." && s.Bare && s.Files == 0 {
		return true // there was nothing to explore
	}
	return slices.ContainsFunc(s.NewFiles, func(f string) bool { return f == p || path.Dir(f) == p }) ||
		slices.ContainsFunc(s.Added, func(a Added) bool { return path.Dir(a.Path) == p && a.Path != p })
}

// counterpart reports whether a new file that is no code was shown in another folder of
// those in a folder: lang/en/a.php, where lang/ja/a.php is to be made.
func (s *Session) counterpart(p, folder string) bool {
	rest := func(file string) string {
		if in, ok := strings.CutPrefix(file, folder+"/"); ok {
			_, rest, _ := strings.Cut(in, "/")
			return rest
		}
		return ""
	}
	mine := rest(p)
	if mine == "" || !gate.Plain(p) {
		return false
	}
	for f := range s.Ledger.Files {
		if rest(f) == mine {
			return true
		}
	}
	return false
}

// ExploredFiles are the files and folders that count as explored, sorted.
func (s *Session) ExploredFiles() []string {
	out := []string{}
	for f := range s.Ledger.Files {
		out = append(out, f)
	}
	for _, a := range s.Added {
		out = append(out, a.Path)
	}
	out = append(out, s.NewFiles...)
	slices.Sort(out)
	return slices.Compact(out)
}

// maxAdded is how many files and folders are added to a session.
const maxAdded = 2000

// AddExplored adds files and folders of the repository to the explored ones.
func (s *Session) AddExplored(files []string, reason string, c Code) (*ExploredResult, error) {
	const tool = "add_explored_files"
	if err := s.Check(tool, ""); err != nil {
		return nil, err
	}
	switch {
	case len(reason) > maxText:
		return nil, s.refuse(&Refusal{Code: codeInvalid, Field: "reason", Message: s.say(speech.LongReason{Max: maxText}), Hint: s.say(speech.ShortenReason), NextActions: []string{tool}}, tool)
	case len(files) == 0:
		return nil, s.refuse(&Refusal{Code: codeInvalid, Field: "files", Message: s.say(speech.NoFiles), Hint: s.say(speech.NameFiles), NextActions: []string{tool}}, tool)
	case len(files) > maxItems || len(s.Added)+len(files) > maxAdded:
		return nil, s.tooMany(tool, "files")
	}
	s.touch()
	res := &ExploredResult{Added: []string{}, Refused: []Mend{}}
	for _, f := range files {
		p := clean(f, c)
		if p == "" && strings.HasPrefix(strings.TrimSpace(f), ".") {
			p = "."
		}
		_, file := c.File(p)
		switch {
		case protected(p):
			res.Refused = append(res.Refused, Mend{"files", clipRunes(f, 80), "inconsistent", s.say(speech.NeverWritten)})
		case p == "" || !file && !c.Folder(p):
			res.Refused = append(res.Refused, Mend{"files", clipRunes(f, 80), "unknown", s.say(speech.NoSuchPath)})
		default:
			if !s.added(p) {
				s.Added = append(s.Added, Added{p, reason, s.now().UTC()})
			}
			res.Added = append(res.Added, p)
		}
	}
	res.Progress = s.Progress()
	return res, nil
}
