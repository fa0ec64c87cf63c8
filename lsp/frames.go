package lsp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
)

// maxHeader is how many bytes a line of a header may have.
const maxHeader = 4096

// ErrHeader: what came is no header of a message.
var ErrHeader = errors.New("what came is no message of the Language Server Protocol")

// Lines reads messages with the headers of the base protocol (Content-Length), and
// gives them one a line. It keeps none in memory, and looks into none. What stands
// where a header should is passed over, but at the beginning: that is ErrHeader, since
// whoever does not begin with a header is no editor.
func Lines(r io.Reader) io.Reader { return &frameReader{r: bufio.NewReaderSize(r, 64<<10)} }

type frameReader struct {
	r     *bufio.Reader
	left  uint64 // of the message
	inIt  bool   // its end, as a line, is to come
	begun bool   // there was a header
}

func (f *frameReader) Read(p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	if f.left == 0 {
		if f.inIt {
			f.inIt = false
			p[0] = '\n'
			return 1, nil
		}
		if f.left, err = f.header(); err != nil {
			return 0, err
		}
		f.inIt = true
	}
	n, err = f.r.Read(p[:min(uint64(len(p)), f.left)])
	for i, b := range p[:n] {
		if b == '\n' || b == '\r' { // between two tokens
			p[i] = ' '
		}
	}
	if f.left -= uint64(n); f.left > 0 && err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// header reads up to the end of the next header, and says how long the message is.
func (f *frameReader) header() (length uint64, err error) {
	known := false
	for {
		line, err := f.r.ReadSlice('\n')
		switch {
		case err == io.EOF && len(line) == 0:
			return 0, err
		case err == io.EOF:
			return 0, io.ErrUnexpectedEOF
		case errors.Is(err, bufio.ErrBufferFull):
			// Longer than any header; what follows of it is no header either.
		case err != nil:
			return 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			if known && length > 0 {
				return length, nil
			}
			known = false
			continue
		}
		name, value, ok := bytes.Cut(line, []byte(":"))
		ok = ok && len(line) <= maxHeader
		switch strings.ToLower(string(bytes.TrimSpace(name))) {
		case "content-length":
			n, err := strconv.ParseUint(string(bytes.TrimSpace(value)), 10, 62)
			if ok = ok && err == nil; ok {
				length, known = n, true
			}
		case "content-type":
		default:
			ok = false
		}
		if !ok && !f.begun {
			return 0, ErrHeader
		}
		f.begun = f.begun || ok
	}
}

// Frames writes messages, each of them a line that is written at once, with the
// headers of the base protocol.
func Frames(w io.Writer) io.Writer { return frameWriter{w} }

type frameWriter struct{ w io.Writer }

func (f frameWriter) Write(p []byte) (int, error) {
	line := bytes.TrimSuffix(p, []byte{'\n'})
	out := make([]byte, 0, len(line)+32)
	out = append(out, "Content-Length: "...)
	out = strconv.AppendInt(out, int64(len(line)), 10)
	out = append(out, "\r\n\r\n"...)
	if _, err := f.w.Write(append(out, line...)); err != nil {
		return 0, err
	}
	return len(p), nil
}
