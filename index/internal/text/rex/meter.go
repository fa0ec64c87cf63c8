package rex

// window is how many bytes are passed over before a Meter is asked.
const window = 64 << 10

// every is how much work is done before Stop is asked: about 100 µs. A unit is
// an instruction of a program or a byte of text.
const every = 64 << 10

// A Meter counts the work of matching and says when to stop. It belongs to one
// goroutine. Nil counts nothing and never stops.
type Meter struct {
	// Stop reports whether nobody wants the result any more.
	Stop func() bool

	left    int
	stopped bool
}

// Stopped reports whether Stop has been true.
func (m *Meter) Stopped() bool { return m != nil && m.stopped }

// spend counts n units of work, and reports whether to stop.
func (m *Meter) spend(n int) bool {
	if m == nil {
		return false
	}
	if m.left -= n; m.left > 0 {
		return m.stopped
	}
	return m.ask()
}

func (m *Meter) ask() bool {
	m.left = every
	m.stopped = m.stopped || m.Stop()
	return m.stopped
}

// Spend counts n units of work outside of this package, and reports whether to stop.
func (m *Meter) Spend(n int) bool { return m.spend(n) }
