package guard

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"regexp"
	"sync"
)

// A client keeps the conversation in a file of its own, and names it to the hook. So a
// conversation in which a session was begun is known as one, though all that ci keeps of
// it was removed: .code-intel, and key and witness in the user's cache.

// maxTranscript is how many bytes of a conversation are read; maxLine how many a line may
// have that is looked into.
const (
	maxTranscript = 256 << 20
	maxLine       = 1 << 20
)

// transcripts remember how far the conversations were read.
type transcripts struct {
	mu   sync.Mutex
	read map[string]*transcript
}

// transcript is what is known of one conversation.
type transcript struct {
	offset int64
	calls  map[string]bool // of start_session, by their ids, that have no answer yet
	begun  string
}

// maxTranscripts is how many conversations are remembered.
const maxTranscripts = 256

var (
	startCall = regexp.MustCompile(`"id":"([^"]{1,200})","name":"mcp__[^"]{0,200}__?start_session"`)
	answered  = regexp.MustCompile(`"tool_use_id":"([^"]{1,200})"`)
	sessionID = regexp.MustCompile(`session_id\\*"\s*:\s*\\*"(s_[a-z0-9]{20,40})\\*"`)
)

// begun returns the session that a conversation shows to have been begun last in the
// repository root, "" for none and where the conversation can't be read.
func (t *transcripts) begun(name, root string) string {
	if name == "" {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	known := t.read[name]
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxTranscript {
		return ""
	}
	if known == nil || known.offset > info.Size() {
		known = &transcript{calls: map[string]bool{}}
		if t.read == nil || len(t.read) >= maxTranscripts {
			t.read = map[string]*transcript{}
		}
		t.read[name] = known
	}
	f, err := os.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return known.begun
	}
	defer f.Close()
	if _, err := f.Seek(known.offset, io.SeekStart); err != nil {
		return known.begun
	}
	known.next(f, root)
	return known.begun
}

// next reads on, line by line. One that is not whole is read again the next time.
func (t *transcript) next(f io.Reader, root string) {
	r := bufio.NewReaderSize(f, 64<<10)
	var line []byte
	start := t.offset // of the line
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) <= maxLine {
			line = append(line, part...)
		}
		t.offset += int64(len(part))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			t.offset = start
			return
		}
		t.look(line, root)
		line, start = line[:0], t.offset
	}
}

// look looks into a line.
func (t *transcript) look(line []byte, root string) {
	if bytes.Contains(line, []byte("start_session")) {
		for _, m := range startCall.FindAllSubmatch(line, -1) {
			t.calls[string(m[1])] = true
		}
	}
	if len(t.calls) == 0 || !bytes.Contains(line, []byte(`"tool_use_id":`)) {
		return
	}
	m := answered.FindSubmatch(line)
	if m == nil || !t.calls[string(m[1])] {
		return
	}
	delete(t.calls, string(m[1]))
	var at struct {
		Dir string `json:"cwd"`
	}
	if json.Unmarshal(line, &at) != nil {
		return
	}
	if _, in := inside(root, at.Dir); !in {
		return // it is a session of another repository
	}
	if m := sessionID.FindSubmatch(line); m != nil {
		t.begun = string(m[1])
	}
}

// conversation returns the session that an agent was last seen in, by the witness or, where
// that knows nothing, by the conversation itself; "" for none.
func (g *Guard) conversation(r *Request) (string, error) {
	id, err := g.o.Witness.Session(r.Agent.Client)
	if err != nil || id != "" {
		return id, err
	}
	if s, err := g.o.Book.Governs(r.Agent); err == nil && s.Session != nil && !s.Inherited {
		return s.Session.ID(), nil
	}
	return g.transcripts.begun(r.Transcript, g.o.Root), nil
}
