package memory

import "codeintel/session"

// Settled are the symbols that a term means by the agreements, and by the pairs that
// sessions learned.
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
	for _, a := range list {
		if fold(a.Term) != fold(term) {
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
