package main

// Verdict says what came of a case. What is greater is worse; Silent and all above
// are faults.
type Verdict int

// Verdicts.
const (
	OK     Verdict = iota // each answer is that of an undisturbed run
	Said                  // an answer says that it is incomplete, or a command failed with a clear line
	Silent                // the state is called sound, and is not
	Wrong                 // an answer differs and is called complete
	Leak                  // a planted secret is in an output
	Escape                // something outside the repository and the cache was touched
	Hang                  // a command ran over its bounds of processor time, memory or patience
	Crash                 // a process ended with a Go trace or by a signal
	numVerdicts
)

func (v Verdict) String() string {
	return [...]string{"ok", "said", "SILENT", "WRONG", "LEAK", "ESCAPE", "HANG", "CRASH"}[v]
}
