package memory

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// sumLine begins a line of a log. The checksum of the rest follows, so that a record that
// was damaged and still is JSON is not believed.
const sumLine = `{"sum":"`

// sumLength is the length of a checksum as text.
const sumLength = 16

// sumOf returns the checksum of an encoded record.
func sumOf(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:sumLength/2])
}

// encodeLine returns a record, which is encoded as an object with fields, with its
// checksum.
func encodeLine(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	line := append([]byte(sumLine), sumOf(data)...)
	return append(append(line, `",`...), data[1:]...), nil
}

// decodeLine decodes a record, and reports whether it is what was written. Earlier
// versions wrote no checksum.
func decodeLine(line []byte, v any) bool {
	if rest, ok := bytes.CutPrefix(line, []byte(sumLine)); ok {
		if len(rest) < sumLength+2 || string(rest[sumLength:sumLength+2]) != `",` {
			return false
		}
		body := append([]byte{'{'}, rest[sumLength+2:]...)
		if string(rest[:sumLength]) != sumOf(body) {
			return false
		}
		line = body
	}
	return json.Unmarshal(line, v) == nil
}
