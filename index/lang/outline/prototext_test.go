package outline

import (
	"bytes"
	"testing"
)

func TestReadableProtobuf(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"syntax = \"proto3\";\nmessage A { string required = 1; }\n", ""},
		{"syntax = \"proto2\";\nmessage A {\n  required string a = 1;\n  extensions 4 to\n 8;\n}\n", "syntax=\"proto3\";  \nmessage A {\n  optional string a = 1;\n                 \n   \n}\n"},
		{"edition = \"2023\";\n", "syntax=\"proto3\"; \n"},
		{"// Copyright of somebody.\npackage a;\n", "syntax=\"proto3\";//mebody.\npackage a;\n"},
		{"// Short.\npackage a; // too far down to say so\n", ""},
	} {
		got := string(readableProtobuf([]byte(c.src)))
		if got != c.want {
			t.Errorf("%q:\n%q, want\n%q", c.src, got, c.want)
		}
	}
}

// FuzzReadableProtobuf: lengths and lines stay, and nothing panics.
func FuzzReadableProtobuf(f *testing.F) {
	for _, s := range []string{"syntax", "edition = \"\\", "extensions 1\n;", "/*", "//0123456789012345678", "required;"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if got := readableProtobuf(src); got != nil && (len(got) != len(src) || bytes.Count(got, []byte("\n")) > bytes.Count(src, []byte("\n"))) {
			t.Fatalf("%q", got)
		}
		tested.Facts(t, "x.proto", src)
	})
}
