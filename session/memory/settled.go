package memory

import "codeintel/session"

// Settled are the symbols that a term means by the agreements, and by the pairs that
// sessions learned. An agreement of a session that failed afterwards settles nothing: a
// person may keep its file, but the code has to bear it out again.
func (m *Memory) Settled(term string, c session.Code) []session.Settled {
	code, ok := c.(Code)
	if !ok || term == "" {
		return nil
	}
	var out []session.Settled
	list, _, err := m.Agreements()
	if err != nil {
		m.log.Warn("agreements can't be listed", "error", err)
	}
	var failed map[string]bool
	for _, a := range list {
		if fold(a.Term) != fold(term) {
			continue
		}
		if failed == nil {
			failed = m.failed()
		}
		if failed[a.SessionID] {
			continue
		}
		for _, x := range symbolsOf(a.Symbol, code) {
			out = append(out, session.Settled{Symbol: x.Symbol, By: agreementsDir + "/" + a.Slug + suffix})
		}
	}
	for _, p := range m.CachedMatches(term, nil, code) {
		for _, x := range symbolsOf(p.Symbol, code) {
			out = append(out, session.Settled{Symbol: x.Symbol, By: pairsFile})
		}
	}
	return out
}

// failed returns the sessions whose last outcome is a failure.
func (m *Memory) failed() map[string]bool {
	list, err := m.outcomes()
	if err != nil {
		m.log.Warn("not all outcomes can be read", "error", err)
	}
	out := map[string]bool{}
	for _, o := range list {
		out[o.SessionID] = o.Outcome == session.Failure
	}
	return out
}
