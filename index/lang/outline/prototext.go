package outline

import "bytes"

// readableProtobuf makes version 3 of what says that it is another version of
// Protocol Buffers, or nothing of the kind: the grammar knows no other.
func readableProtobuf(src []byte) []byte {
	const version = `syntax="proto3";`
	var out []byte
	put := func(at int, text string) {
		if out == nil {
			out = bytes.Clone(src)
		}
		copy(out[at:], text)
	}
	said := false   // which version it is
	comment := -1   // the first comment that has room for a version
	begins := true  // a statement
	statement := -1 // where the one around begins
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '/' && bytes.HasPrefix(src[i:], []byte("//")):
			end := i
			for end < len(src) && src[end] != '\n' {
				end++
			}
			if comment < 0 && statement < 0 && end-i >= len(version)+2 {
				comment = i
			}
			i = end
		case c == '/' && bytes.HasPrefix(src[i:], []byte("/*")):
			end := bytes.Index(src[i+2:], []byte("*/"))
			if end < 0 {
				return out
			}
			i += end + 4
		case c == '"' || c == '\'':
			for i++; i < len(src) && src[i] != c && src[i] != '\n'; i++ {
				if src[i] == '\\' {
					i++
				}
			}
			i++
		case c == ';' || c == '{' || c == '}':
			begins = true
			i++
		case !wordByte(c):
			i++
		default:
			end := i
			for end < len(src) && wordByte(src[end]) {
				end++
			}
			if begins {
				if statement < 0 {
					statement = i
				}
				switch word := string(src[i:end]); word {
				case "required":
					put(i, "optional")
				case "extensions", "reserved":
					if n := bytes.IndexByte(src[i:], ';'); n >= 0 {
						blank := bytes.Repeat([]byte(" "), n+1)
						for j := range blank {
							if b := src[i+j]; b == '\n' || b == '\r' {
								blank[j] = b
							}
						}
						put(i, string(blank))
						end = i + n
					}
				case "syntax", "edition":
					said = true
					n := bytes.IndexByte(src[i:], ';')
					if n+1 < len(version) || bytes.Contains(src[i:i+n], []byte("proto3")) {
						break
					}
					text := bytes.Repeat([]byte(" "), n+1)
					copy(text, version)
					put(i, string(text))
					end = i + n
				}
			}
			begins = false
			i = end
		}
	}
	if !said && comment >= 0 {
		put(comment, version+"//")
	}
	return out
}

func wordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}
