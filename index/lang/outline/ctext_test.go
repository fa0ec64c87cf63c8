package outline

import (
	"bytes"
	"testing"
)

func TestReadableC(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"plain", "static int f(struct s *p, long n)\n{\n\treturn g(p->a, (long)n) + sizeof(struct s);\n}\n", ""},
		{"enumeration", "enum { A = 1, B };\nstruct s { int a; unsigned b:3; } x = { .a = 1 };\n", ""},
		{"attribute", "static int __init f(void)\n", "static int        f(void)\n"},
		{"attributes", "extern void __user *p, *q __read_mostly;\n", "extern void        *p, *q              ;\n"},
		{"attribute with arguments", "__printf(1, 2) void f(char *s, ...);\n", "               void f(char *s, ...);\n"},
		{"attribute behind", "int x[4] __aligned(8) = { 1 };\n", "int x[4]              = { 1 };\n"},
		{"attribute behind a function", "int f(void)\n\t__must_hold(&l)\n{\n}\n", "int f(void)\n\t               \n{\n}\n"},
		{"attribute of members", "struct s {\n\tint a;\n} __packed;\n", "struct s {\n\tint a;\n}         ;\n"},
		{"name in capitals", "struct s RANGE(void);\nu32 MAX;\n", ""},
		{"loop", "void f(void)\n{\n\tfor_each(p, l) {\n\t\tg(p);\n\t}\n}\n", "void f(void)\n{\n\tfor_each(p, l);{\n\t\tg(p);\n\t}\n}\n"},
		{"statement", "EXPORT(f)\nint x;\n", "EXPORT(f);int x;\n"},
		{"definition", "static DEFINE_PER_CPU(struct s, name);\n", "static int                      name ;\n"},
		{"member", "struct s {\n\tDECLARE_BITMAP(bits, 8);\n};\n", "struct s {\n\tint            bits    ;\n};\n"},
		{"function", "SYSCALL2(open, int, fd, struct s *, p)\n{\n}\n", "int      open( int  fd, struct s *  p)\n{\n}\n"},
		{"type argument", "int f(void)\n{\n\treturn of(p, struct s, m) + min(unsigned int, a);\n}\n", "int f(void)\n{\n\treturn of(p,        s, m) + min(0           , a);\n}\n"},
		{"condition in a call", "void f(void)\n{\n\tg(1,\n#ifdef A\n\t2,\n#endif\n\t3);\n}\n", "void f(void)\n{\n\tg(1,\n        \n\t2,\n      \n\t3);\n}\n"},
		{"uneven branches", "void f(void)\n{\n#ifdef A\n\tif (a) {\n#else\n\tif (b) {\n#endif\n\t}\n}\n", "void f(void)\n{\n        \n\tif (a) {\n     \n         \n      \n\t}\n}\n"},
		{"condition around statements", "void f(void)\n{\n#ifdef A\n\tg();\n#else\n\th();\n#endif\n}\n", ""},
		{"range", "void f(int x)\n{\n\tswitch (x) {\n\tcase 1 ... 5: ;\n\t}\n}\n", "void f(int x)\n{\n\tswitch (x) {\n\tcase 1  +  5: ;\n\t}\n}\n"},
		{"label", "void f(void)\n{\nout: }\n", "void f(void)\n{\nout:;}\n"},
		{"cast", "int x = (int)__value;\nlong y = (u32) MAX;\n", ""},
	} {
		got := string(readableC([]byte(c.src)))
		if got != c.want {
			t.Errorf("%s:\n%q\n%q, want\n%q", c.name, c.src, got, c.want)
		}
	}
}

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

// FuzzReadableC: lengths and lines stay, and words are only ever taken away or
// put where a macro was.
func FuzzReadableC(f *testing.F) {
	for _, s := range []string{"int __x f(a) {", "#if A\n(\n#else\n{\n#endif", "D(a,b)\n", "struct {D(a[1]);}", "__a(__b(", "... ", "1k", "\"\\", "/*", "#", "a:}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		was := bytes.Clone(src)
		got := readableC(src)
		if !bytes.Equal(src, was) {
			t.Fatal("the argument was changed")
		}
		if got == nil {
			return
		}
		if len(got) != len(src) {
			t.Fatalf("%d bytes, want %d", len(got), len(src))
		}
		for i := range got {
			if got[i] == '\n' && src[i] != '\n' {
				t.Fatalf("a line end at %d", i)
			}
		}
		tested.Facts(t, "x.c", src)
	})
}
