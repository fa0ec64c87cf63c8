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

// A client keeps the conversation in a file of its own, and names it to the hook. The file
// shows that a session was begun even where everything that ci keeps of it was removed:
// .code-intel, and key and witness in the user's cache.

// maxTranscript is the most bytes that a conversation may have to be read, maxLine the most
// that a line may have to be searched.
const (
	maxTranscript = 256 << 20
	maxLine       = 1 << 20
)

// transcripts remembers how far conversations were read. Its zero value knows none.
type transcripts struct {
	mu   sync.Mutex
	read map[string]*transcript
}

// transcript is what is known of one conversation.
type transcript struct {
	offset int64
	calls  map[string]bool // IDs of calls of start_session without an answer yet
	begun  string          // the session that was begun last, "" for none
}

// maxTranscripts is how many conversations are remembered.
const maxTranscripts = 256

var (
	startCall = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`"id":"([^"]{1,200})","name":"mcp__[^"]{0,200}__?start_session"`)
	})
	answered  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"tool_use_id":"([^"]{1,200})"`) })
	sessionID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`session_id\\*"\s*:\s*\\*"(s_[a-z0-9]{20,40})\\*"`) })
)

// begun returns the session that was begun last in the repository root, by the conversation
// in the file name; "" for none, and for a conversation that can't be read. What it has
// returned for a conversation counts after the file is removed, cut or too large.
func (t *transcripts) begun(name, root string) string {
	if name == "" {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	known, begun := t.read[name], ""
	if known != nil {
		begun = known.begun
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxTranscript {
		return begun
	}
	if known == nil || known.offset > info.Size() {
		known = &transcript{calls: map[string]bool{}, begun: begun}
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

// next reads further lines. An incomplete one is read again the next time.
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

// look searches a line for a call of start_session, or for the answer to one.
func (t *transcript) look(line []byte, root string) {
	if bytes.Contains(line, []byte("start_session")) {
		for _, m := range startCall().FindAllSubmatch(line, -1) {
			t.calls[string(m[1])] = true
		}
	}
	if len(t.calls) == 0 || !bytes.Contains(line, []byte(`"tool_use_id":`)) {
		return
	}
	m := answered().FindSubmatch(line)
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
	if id := SessionIn(line); id != "" {
		t.begun = id
	}
}

// SessionIn returns the session that the answer of a tool names, whatever the answer is
// wrapped in; "" for none.
func SessionIn(answer []byte) string {
	if m := sessionID().FindSubmatch(answer); m != nil {
		return string(m[1])
	}
	return ""
}

// conversation returns the session that an agent was last seen in, "" for none: by the
// witness, else by the sessions of the repository, else by the conversation itself.
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
