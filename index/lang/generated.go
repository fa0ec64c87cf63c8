package lang

import "bytes"

// Generated says whether the first 1,024 bytes of a file say that a program
// wrote it, in words that many programs use: "@generated", or "DO NOT EDIT" and,
// in any case, "generated".
func Generated(src []byte) bool {
	head := src[:min(len(src), 1024)]
	return bytes.Contains(head, []byte("@generated")) ||
		bytes.Contains(head, []byte("DO NOT EDIT")) && bytes.Contains(bytes.ToLower(head), []byte("generated"))
}
