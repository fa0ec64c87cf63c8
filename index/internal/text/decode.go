package text

import (
	"bytes"

	"codeintel/index/charset"
)

// Decode is the text that a search of a file looks at: without a byte order
// mark, and in UTF-8 when the mark says that the file is in UTF-16. Offsets and
// columns are those of this text. The result may share memory with file.
func Decode(file []byte) []byte {
	if text, _, ok := charset.MarkedUTF16(file); ok {
		return text
	}
	return bytes.TrimPrefix(file, []byte("\xef\xbb\xbf"))
}

// readSize is how much ripgrep reads at once.
const readSize = 64 << 10

// Readable is the part of a decoded text that a search of a folder looks at:
// all of it, or, when it has a NUL, what ripgrep has searched when it meets
// that. nul is the offset of the NUL, or -1. context is the larger number of
// lines of context.
//
// ripgrep reads into a buffer and searches the whole lines in it. When what it
// has read has a NUL it stops at once: the lines of the buffers before have
// been searched, those of this one have not.
func Readable(text []byte, context int) (part []byte, nul int) {
	nul = bytes.IndexByte(text, 0)
	if nul < 0 {
		return text, nul
	}
	// The buffer holds text[start:end], of which the search has seen all up to
	// seen.
	var start, seen, end int
	size := readSize
	for {
		// The lines that may be context of what follows stay.
		keep := seen
		for n := 0; n < context && keep > start; n++ {
			keep = start + bytes.LastIndexByte(text[start:keep-1], '\n') + 1
		}
		start = keep
		for {
			if end-start == size {
				size *= 3
			}
			more := min(size-(end-start), len(text)-end)
			if end == 0 {
				more = min(more, 3) // a byte order mark is looked for first
			}
			fresh := text[end : end+more]
			end += more
			if nul < end {
				return text[:seen], nul
			}
			if i := bytes.LastIndexByte(fresh, '\n'); i >= 0 {
				seen = end - more + i + 1
				break
			}
		}
	}
}
