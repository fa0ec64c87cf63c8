package charset

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// encode returns a text in an encoding.
func encode(t testing.TB, e encoding.Encoding, text string) []byte {
	t.Helper()
	out, err := e.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%v has not all of %q: %v", e, text, err)
	}
	return out
}

func TestDecode(t *testing.T) {
	little, big := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	for _, c := range []struct {
		name, text string
		encoding   encoding.Encoding
		want       string
	}{
		{"UTF-8", "def héllo(): pass\n", encoding.Nop, ""},
		{"UTF-8 with a mark", "\ufeffdef héllo(): pass\n", encoding.Nop, ""},
		{"ASCII that declares another", "# coding: latin-1\ndef hello(): pass\n", encoding.Nop, ""},

		{"Python", "# -*- coding: latin-1 -*-\ndef héllo(): pass\n", charmap.ISO8859_1, "windows-1252 (declared)"},
		{"Python, second line", "#!/usr/bin/python\n# vim: set fileencoding=cp932 :\ndef 表示(): pass\n", japanese.ShiftJIS, "Shift_JIS (declared)"},
		{"Ruby", "# encoding: EUC-JP\ndef 表示; end\n", japanese.EUCJP, "EUC-JP (declared)"},
		{"Emacs", ";; -*- mode: lisp; coding: euc-jp-unix -*-\n(defun 表示 ())\n", japanese.EUCJP, "EUC-JP (declared)"},
		{"XML", "<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?>\n<zażółć/>\n", charmap.ISO8859_2, "ISO-8859-2 (declared)"},
		{"HTML", "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-1251\"></head>я</html>", charmap.Windows1251, "windows-1251 (declared)"},
		{"HTML 5", "<!doctype html><meta charset='Shift_JIS'><p id='表'>", japanese.ShiftJIS, "Shift_JIS (declared)"},
		{"CSS", "@charset \"iso-8859-15\";\n.prix€ {}\n", charmap.ISO8859_15, "ISO-8859-15 (declared)"},
		{"PHP", "<?php declare(encoding='EUC-JP');\nfunction 表示() {}\n", japanese.EUCJP, "EUC-JP (declared)"},
		{"JSP", "<%@ page pageEncoding=\"Windows-31J\" %>\n<p>表</p>\n", japanese.ShiftJIS, "Shift_JIS (declared)"},
		{"a name with underscores", "# coding: EUC_JP\ndef 表示(): pass\n", japanese.EUCJP, "EUC-JP (declared)"},
		{"a name of Emacs", ";; -*- coding: iso-latin-1-unix -*-\n(defun héllo ())\n", charmap.ISO8859_1, "windows-1252 (declared)"},
		{"Macintosh", "<?xml version='1.0' encoding='macintosh'?>\n<é/>\n", charmap.Macintosh, "macintosh (declared)"},
		{"GB 18030", "# coding: gb18030\ndef 显示(): pass\n", simplifiedchinese.GB18030, "gb18030 (declared)"},
		{"a declaration of nothing known", "# coding: klingon\ndef héllo(): pass\n", charmap.ISO8859_1, "windows-1252 (guessed)"},
		{"a declaration that is not true", "# coding: utf-8\ndef héllo(): pass\n", charmap.ISO8859_1, "windows-1252 (guessed)"},

		{"Latin-1", "def héllo(): pass\n", charmap.ISO8859_1, "windows-1252 (guessed)"},
		{"French", "// Évalue la requête reçue à l'échéance; ça peut échouer «déjà»\nvoid f() {}\n", charmap.ISO8859_1, "windows-1252 (guessed)"},
		{"German", "/* Größe für Übergänge, Maß, ÄÖÜ */\n", charmap.Windows1252, "windows-1252 (guessed)"},
		{"letters side by side", "// Größe\n", charmap.ISO8859_1, "windows-1252 (guessed)"},
		{"smart quotes", "// “hello” – it’s\n", charmap.Windows1252, "windows-1252 (guessed)"},
		{"a sign", "/* © 1998 */ int x;\n", charmap.ISO8859_1, "windows-1252 (guessed)"},
		{"Shift_JIS", "// 設定ファイルを読み込む。\nint 表示(void);\n", japanese.ShiftJIS, "Shift_JIS (guessed)"},
		{"Shift_JIS without kana", "/* 初期化処理 */\nint x;\n", japanese.ShiftJIS, "Shift_JIS (guessed)"},
		{"EUC-JP", "// 設定ファイルを読み込む。\nint 表示(void);\n", japanese.EUCJP, "EUC-JP (guessed)"},
		{"Korean", "// 설정 파일을 읽어서 화면에 표시한다\nint x;\n", korean.EUCKR, "EUC-KR (guessed)"},
		{"Chinese", "// 读取配置文件并显示在屏幕上，如果失败则返回错误\nint x;\n", simplifiedchinese.GBK, "GBK (guessed)"},
		{"Taiwan", "// 讀取設定檔並且顯示在螢幕上，如果失敗則傳回錯誤\nint x;\n", traditionalchinese.Big5, "Big5 (guessed)"},
		{"Russian", "// Читает файл настроек и показывает его\nint x;\n", charmap.Windows1251, "windows-1251 (guessed)"},
		{"Russian of Unix", "// Читает файл настроек и показывает его\nint x;\n", charmap.KOI8R, "KOI8-R (guessed)"},

		{"UTF-16 without a mark", "def héllo(): pass\r\n", little, "UTF-16LE (guessed)"},
		{"UTF-16, upper byte first", "def héllo(): pass\n", big, "UTF-16BE (guessed)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, e := Decode(encode(t, c.encoding, c.text))
			if string(text) != c.text || e.String() != c.want {
				t.Errorf("%q in %q, want %q in %q", text, e, c.text, c.want)
			}
		})
	}
}

func TestDecodeMarkedUTF16(t *testing.T) {
	for order, want := range map[unicode.Endianness]string{unicode.LittleEndian: "UTF-16LE (byte order mark)", unicode.BigEndian: "UTF-16BE (byte order mark)"} {
		const text = "class Größe { } // 表 😀\r\n"
		got, e := Decode(encode(t, unicode.UTF16(order, unicode.UseBOM), text))
		if string(got) != text || e.String() != want {
			t.Errorf("%q in %q, want %q", got, e, want)
		}
	}
	for file, want := range map[string]string{"\xff\xfea\x00\x00\xd8b\x00c": "a\ufffdb\ufffd", "\xfe\xff\xde\xdf\xde\x70\xe1\x00": "\ufffd\ufffd\ue100"} {
		if got, _ := Decode([]byte(file)); string(got) != want {
			t.Errorf("broken UTF-16 %q is %q, want %q", file, got, want)
		}
	}
}

// TestDecodeMixed reads a file of UTF-8 with a line in Latin-1 as both.
func TestDecodeMixed(t *testing.T) {
	got, e := Decode([]byte("// Größe, Länge\n// h\xe9llo\n"))
	if want := "// Größe, Länge\n// héllo\n"; string(got) != want || e.How != Guessed || e.Name != mixed {
		t.Errorf("%q in %q", got, e)
	}
}

// TestDecodeBinary leaves what holds no text as it is.
func TestDecodeBinary(t *testing.T) {
	for _, b := range []string{"", "\x00", "\x7fELF\x02\x01\x01\x00\x00\x00", "a\x00b\x00\x01\x00", strings.Repeat("\x00\x00\x00\x07", 100)} {
		if got, e := Decode([]byte(b)); string(got) != b || e.How != UTF8 {
			t.Errorf("%q became %q in %q", b, got, e)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		"", "a", "\xff\xfea\x00", "\xfe\xff\x00a", "a\x00b\x00", "h\xe9llo", "# coding: cp932\n\x83\x5c", "<?xml encoding='euc-kr'?>\xb0\xa1",
		"Gr\xf6\xdfe", "\x8e\xa1\x8f\xa1\xa1", "\x82\xa0\x82\xa2", "\xa4\xa2\xa4", "\xa4\x40\xa4\x41", "ä\xe9", "# coding: iso-2022-jp\n\x1b$B\x80", "\xcf\xf0\xe8\xe2\xe5\xf2",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		before := bytes.Clone(file)
		text, e := Decode(file)
		if !bytes.Equal(file, before) {
			t.Fatalf("the file was changed")
		}
		if e.How == UTF8 {
			if !bytes.Equal(text, file) {
				t.Fatalf("%q became %q without an encoding", file, text)
			}
			return
		}
		if !utf8.Valid(text) || e.Name == "" {
			t.Fatalf("%q became %q in %q", file, text, e)
		}
		if len(text) > 3*len(file)+3 {
			t.Fatalf("%d bytes became %d", len(file), len(text))
		}
		if again, e := Decode(text); !bytes.Equal(again, text) && bytes.IndexByte(text, 0) < 0 {
			t.Fatalf("%q became %q in %q the second time", text, again, e)
		}
	})
}
