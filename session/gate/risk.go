package gate

import (
	"slices"
	"unicode/utf8"

	"codeintel/session/speech"
)

// Frame has the values of the slots that a request fills. One whose value is
// empty is missing.
type Frame map[Slot]string

// Missing are the slots without a value, in the order of Slots.
func (f Frame) Missing() []Slot {
	return slices.DeleteFunc(Slots(), func(s Slot) bool { return f[s] != "" })
}

// shortIssue is how many characters a description of an issue has that says
// something.
const shortIssue = 10

// risks is the table of risks: the first row that applies counts, and where none
// does the risk is low. A row says why as the end of a sentence.
var risks = []struct {
	risk    Risk
	when    string // for the documentation
	why     speech.Text
	applies func(i Intent, f Frame, missing int) bool
}{
	{Low, "all four slots are filled", speech.RiskComplete, func(_ Intent, _ Frame, missing int) bool { return missing == 0 }},
	{Low, "INVESTIGATE or QUESTION", speech.RiskReadOnly, func(i Intent, _ Frame, _ int) bool { return !i.Writes() }},
	{High, "MODIFY, and observed_issue is missing", speech.RiskIssueUnknown, func(i Intent, f Frame, _ int) bool { return i == Modify && f[ObservedIssue] == "" }},
	{High, "MODIFY, and target_feature is missing", speech.RiskTargetUnknown, func(i Intent, f Frame, _ int) bool { return i == Modify && f[TargetFeature] == "" }},
	{High, "three or more slots are missing", speech.RiskThreeMissing, func(_ Intent, _ Frame, missing int) bool { return missing >= 3 }},
	{Medium, "IMPLEMENT", speech.RiskNew, func(i Intent, _ Frame, _ int) bool { return i == Implement }},
	{Medium, "two slots are missing", speech.RiskTwoMissing, func(_ Intent, _ Frame, missing int) bool { return missing == 2 }},
	{Medium, "observed_issue has fewer than 10 characters", speech.RiskShortIssue, func(_ Intent, f Frame, _ int) bool {
		return utf8.RuneCountInString(f[ObservedIssue]) < shortIssue
	}},
}

// RiskOf is the risk of a request, and why as the end of a sentence.
func RiskOf(i Intent, f Frame) (Risk, speech.Text) {
	missing := len(f.Missing())
	for _, r := range risks {
		if r.applies(i, f, missing) {
			return r.risk, r.why
		}
	}
	return Low, speech.RiskOneMissing
}
