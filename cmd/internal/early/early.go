// Package early answers the hooks of agents before the rest of the program is
// initialised.
//
// A client runs 'ci hook' before and after each call of its agent, and most of what
// that costs is the start of a large program: tables of languages, expressions,
// schemas. So where the command line is that of a hook, this package hands what the
// client says to the shared process while it is being initialised itself, gives the
// answer, and ends the process. What can't be had that way, for whatever reason, is
// left to the program, which decides by the same rules; Input has what was read.
//
// Go initialises the packages that are ready in the order of their paths: this one
// comes first as long as it imports next to nothing. It must therefore not import what
// comes late itself, such as path/filepath and unicode, or needs what does, such as strings
// and fmt, and nothing of the module.
package early

import "os"

// Kind is that of the endpoint of the shared process that decides about hooks. It reads
// one line, a Said in JSON, and answers one: the exit code, and what is to be written to
// standard output and standard error in base64, with ":" between them.
const Kind = "gate"

// Said is what the shared process is told of a hook.
type Said struct {
	// Event is the argument of 'ci hook': "pre" or "post".
	Event []byte `json:"event"`
	// Dir is the working folder of the hook, Program the program that it is.
	Dir     []byte `json:"dir"`
	Program []byte `json:"program"`
	// Env are the variables of its environment, as NAME=value, each with a zero byte
	// after it.
	Env []byte `json:"env"`
	// Always: the hook has the flag of that name.
	Always []byte `json:"always"`
	// Input is what the client says on standard input.
	Input []byte `json:"input"`
}

// MaxInput is how many bytes a client may say.
const MaxInput = 64 << 20

// taken is the standard input of a hook that was read, and asked that the shared
// process has not answered.
var taken struct {
	input []byte
	asked bool
}

// Input returns what the hook's client says, as far as the package has read it; asked
// reports that the shared process was asked and gave no answer.
func Input() (input []byte, asked bool) { return taken.input, taken.asked }

// Always is the flag of a hook by which the gate holds up any agent, whatever the
// repository is set to: an agent can't remove it with what is kept there.
const Always = "--gate=always"

// IsHook reports whether arguments are those of a hook that a client runs.
func IsHook(args []string) bool {
	return (len(args) == 2 || len(args) == 3 && args[2] == Always) && args[0] == "hook" && (args[1] == "pre" || args[1] == "post")
}

// RunFolder returns the folder of the shared process: in the first runtime folder of
// the user of which private says that it is an absolute path and nobody else's, else in
// the cache folder; "" for none.
func RunFolder(private func(dir string) bool, cache string, runtime ...string) string {
	const sep = string(os.PathSeparator)
	for _, dir := range runtime {
		if private(dir) {
			return dir + sep + "ci"
		}
	}
	if cache == "" {
		return ""
	}
	return cache + sep + "ci" + sep + "run"
}

// SocketName is that of the socket in the folder of the shared process.
const SocketName = "ci.sock"

// _ is initialised before main begins, and ends the process where it can.
var _ = func() bool {
	if len(os.Args) > 1 && IsHook(os.Args[1:]) {
		answer(os.Args[2], len(os.Args) > 3)
	}
	return true
}()
