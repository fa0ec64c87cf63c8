package daemon

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// maxToken is how many bytes an identifier or a method may have to be known.
const maxToken = 1024

// message is what has to be known of one of JSON-RPC to forward it. The zero
// value is something else, a batch for one.
type message struct {
	// id is its value as it stands in the text, at the offset at; "" when there is
	// none or it is null.
	id string
	at int
	// method is that of a request or a notification.
	method string
	// answer: it has a result or an error.
	answer bool
	// target and inner are the identifier, as it stands, of the request that a
	// notification is about (params.requestId and params.id), at an offset; "" when there
	// is none.
	target, inner     string
	targetAt, innerAt int
	// uri is what a request is about (params.uri).
	uri string
	// placed: it is about a place in a text (params.position and the like).
	placed bool
}

func (m *message) isRequest() bool { return m.method != "" && m.id != "" && !m.answer }

// cancelled is the request that a notification says is not wanted, at an offset.
func (m *message) cancelled(w Words) (id string, at int) {
	if w.Member == "id" {
		return m.inner, m.innerAt
	}
	return m.target, m.targetAt
}

func (m *message) isAnswer() bool { return m.method == "" && m.id != "" && m.answer }

// scanner reads a message piece by piece, of any size, in constant memory. What
// is no JSON gives some message.
type scanner struct {
	m message

	pos      int // of the next byte
	depth    int
	inString bool
	escaped  bool
	inScalar bool
	start    int // of the string or scalar
	token    []byte
	taken    bool // token is all of it
	object   [3]bool
	value    [3]bool   // what comes next is a value
	key      [3]string // of that value
}

// write reads the next piece.
func (s *scanner) write(p []byte) {
	for _, b := range p {
		s.next(b)
		s.pos++
	}
}

func (s *scanner) next(b byte) {
	if s.inString {
		s.take(b)
		switch {
		case s.escaped:
			s.escaped = false
		case b == '\\':
			s.escaped = true
		case b == '"':
			s.inString = false
			s.end()
		}
		return
	}
	switch b {
	case '"':
		s.endScalar()
		s.inString = true
		s.begin(b)
	case '{', '[':
		s.endScalar()
		s.found("", 0) // the value has no text
		if s.depth++; s.depth < len(s.object) {
			s.object[s.depth], s.value[s.depth], s.key[s.depth] = b == '{', b == '[', ""
		}
	case '}', ']':
		s.endScalar()
		s.depth = max(s.depth-1, 0)
	case ':':
		s.endScalar()
		if s.near() {
			s.value[s.depth] = true
		}
	case ',':
		s.endScalar()
		if s.near() {
			s.value[s.depth] = !s.object[s.depth]
		}
	case ' ', '\t', '\r', '\n':
		s.endScalar()
	default:
		if !s.inScalar {
			s.inScalar = true
			s.begin(b)
			return
		}
		s.take(b)
	}
}

// near says whether what is here can be of interest.
func (s *scanner) near() bool { return s.depth > 0 && s.depth < len(s.object) }

func (s *scanner) begin(b byte) {
	s.start, s.token, s.taken = s.pos, s.token[:0], true
	s.take(b)
}

func (s *scanner) take(b byte) {
	if !s.near() || len(s.token) >= maxToken {
		s.taken = false
		return
	}
	s.token = append(s.token, b)
}

func (s *scanner) endScalar() {
	if s.inScalar {
		s.inScalar = false
		s.end()
	}
}

// end is that of a string or another scalar.
func (s *scanner) end() {
	if !s.near() {
		return
	}
	text := ""
	if s.taken {
		text = string(s.token)
	}
	if s.object[s.depth] && !s.value[s.depth] {
		s.key[s.depth] = unquote(text)
		return
	}
	s.found(text, s.start)
}

// found is a value: its text as it stands, "" when that is not known.
func (s *scanner) found(text string, at int) {
	if !s.near() || !s.object[s.depth] || !s.value[s.depth] {
		return
	}
	if s.depth == 1 {
		switch s.key[1] {
		case "id":
			if s.m.id, s.m.at = text, at; text == "null" {
				s.m.id = ""
			}
		case "method":
			s.m.method = unquote(text)
		case "result", "error":
			s.m.answer = true
		case "params":
			// Of params that were there before.
			s.m.target, s.m.targetAt, s.m.inner, s.m.innerAt, s.m.uri, s.m.placed = "", 0, "", 0, "", false
		}
		return
	}
	if s.object[1] && s.key[1] == "params" {
		switch s.key[2] {
		case "requestId":
			if s.m.target, s.m.targetAt = text, at; text == "null" {
				s.m.target = ""
			}
		case "id":
			if s.m.inner, s.m.innerAt = text, at; text == "null" {
				s.m.inner = ""
			}
		case "uri":
			s.m.uri = unquote(text)
		case "position", "positions", "range", "item":
			s.m.placed = true
		}
	}
}

// done is the message that was read.
func (s *scanner) done() message {
	s.endScalar()
	return s.m
}

// unquote is what a string of JSON says, "" when it is none.
func unquote(text string) string {
	if len(text) < 2 || text[0] != '"' {
		return ""
	}
	if !strings.Contains(text, `\`) {
		return text[1 : len(text)-1]
	}
	var s string
	if json.Unmarshal([]byte(text), &s) != nil {
		return ""
	}
	return s
}

// scan reads a whole message.
func scan(line []byte) message {
	var s scanner
	s.write(line)
	return s.done()
}

// canonical makes one text of all ways to write an identifier: "\u0061" is "a", 1.0
// is 1.
func canonical(id string) string {
	if strings.HasPrefix(id, `"`) {
		return `"` + unquote(id)
	}
	if _, err := strconv.ParseInt(id, 10, 64); err == nil {
		return id
	}
	if f, err := strconv.ParseFloat(id, 64); err == nil {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return id
}

// splice puts another identifier in the place of one that stands at an offset.
func splice(line []byte, at int, old, new string) []byte {
	out := make([]byte, 0, len(line)+len(new)-len(old))
	out = append(out, line[:at]...)
	out = append(out, new...)
	return append(out, line[at+len(old):]...)
}

// lines reads messages, one on each line.
type lines struct {
	r     *bufio.Reader
	limit int // of a line, in bytes
}

// line is a message with its text; text is nil when it has more bytes than the
// limit.
type line struct {
	text []byte // without the line's end
	m    message
}

// next is the next line that is not blank. What comes after the last line's end
// is a line too when that is wanted. The error is the reader's.
func (l *lines) next(rest bool) (line, error) {
	for {
		var s scanner
		var text []byte
		size := 0
		for {
			part, err := l.r.ReadSlice('\n')
			s.write(part)
			if size += len(part); size <= l.limit {
				text = append(text, part...)
			} else {
				text = nil
			}
			if err == bufio.ErrBufferFull {
				continue
			}
			if err != nil && !(err == io.EOF && rest && size > 0) {
				return line{}, err
			}
			break
		}
		if size > l.limit {
			return line{m: s.done()}, nil
		}
		if text = bytes.TrimRight(text, "\r\n"); len(bytes.TrimSpace(text)) > 0 {
			return line{text, s.done()}, nil
		}
	}
}
