package place

import "codeintel/session"

// Gone reports whether the process at the other end of a connection has ended. One of
// which nothing is known has not.
func Gone(c session.Connection) bool {
	if c.PID <= 0 {
		return false
	}
	if !Alive(c.PID) {
		return true
	}
	started, err := Started(c.PID)
	return err == nil && c.Started != 0 && started != c.Started
}
