package secrets

import (
	"bytes"
	"encoding/json"
)

// MaskJSON masks each string of a JSON text by itself (Mask), and returns the text itself
// where there is nothing to mask, or it is no JSON. Names of fields that look like keys
// are masked, too.
func MaskJSON(text []byte) []byte {
	var out []byte // nil while nothing is masked
	from := 0      // what is before is in out
	for at := 0; at < len(text); at++ {
		if text[at] != '"' {
			continue
		}
		end := at + 1
		for end < len(text) && text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(text) {
			return text
		}
		end++
		var s string
		if json.Unmarshal(text[at:end], &s) != nil {
			return text
		}
		if masked := Mask([]byte(s)); string(masked) != s {
			literal, err := json.Marshal(string(masked))
			if err != nil {
				return text
			}
			out = append(append(out, text[from:at]...), literal...)
			from = end
		}
		at = end - 1
	}
	if out == nil {
		return text
	}
	return bytes.Join([][]byte{out, text[from:]}, nil)
}
