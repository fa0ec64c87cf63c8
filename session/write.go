package session

import "codeintel/session/gate"

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
}

// Standing is what there is between an agent and the sessions of a repository.
type Standing struct {
	// Session is the open one that rules the agent's writes, nil for none.
	Session *Session
	// Inherited: it is that of the agent that this subagent works for. It gives what
	// was read, and no right to write.
	Inherited bool
}

// Decision says whether something may be written.
type Decision struct {
	Allow bool `json:"allowed"`
	// Code is why not: outside, protected, not_ready, read_only, not_explored,
	// new_file, folder_not_explored, subagent, no_session; "" where it is allowed.
	Code    string     `json:"code,omitempty"`
	Path    string     `json:"path"`
	Reason  string     `json:"reason"`
	Session string     `json:"session_id,omitempty"`
	Phase   gate.Phase `json:"phase,omitempty"`
	// Recovery are ready calls that lead on, each allowed now.
	Recovery []Recovery `json:"recovery_options"`
}
