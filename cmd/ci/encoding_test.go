package main

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// TestEncodings asks about files in encodings other than UTF-8: names are whole, columns
// are those of the text, and a guess is named.
func TestEncodings(t *testing.T) {
	s := newScript(t)
	utf16 := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	for _, f := range []struct {
		path, text string
		encoding   encoding.Encoding
	}{
		{"declared.py", "# -*- coding: latin-1 -*-\ndef héllo(): pass\nx = 'é'; héllo()\n", charmap.ISO8859_1},
		{"guessed.py", "from declared import héllo\ndef wörld(): héllo()\n", charmap.ISO8859_1},
		{"Größe.cs", "class Größe { int maß; int Get() { return maß; } }\r\n", utf16},
		{"表.php", "<?php\n// 設定を読み込む。\nfunction 表示() {}\n表示();\n", japanese.ShiftJIS},
		{"euc.rb", "# coding: euc-jp\ndef 表示する; end\n表示する\n", japanese.EUCJP},
		{"main.go", "package main\n\n// Größe\nfunc size() {}\nfunc main() { size() }\n", charmap.ISO8859_1},
		{"go.mod", "module example.com/m\n\ngo 1.22\n", encoding.Nop},
	} {
		data, err := f.encoding.NewEncoder().Bytes([]byte(f.text))
		if err != nil {
			t.Fatal(err)
		}
		s.write(f.path, data)
	}
	const guessed = "! ci: warning: this file is not in UTF-8 and does not declare an encoding, so names that are not ASCII may be wrong: "
	const remedy = "; declare it in the file, or save the file as UTF-8\n"
	ask := func(command, want string) {
		t.Helper()
		if got := s.run(command); got != want {
			t.Errorf("%s: got\n%swant\n%s", command, got, want)
		}
	}
	for range 2 { // made, and kept
		ask("ci def héllo", "declared.py:2:5: function héllo: def héllo(): pass\n")
		ask("ci refs héllo", "declared.py:3:11: x = 'é'; héllo()\nguessed.py:1:22: from declared import héllo\nguessed.py:2:15: def wörld(): héllo()\n"+
			guessed+"guessed.py: windows-1252 (guessed)"+remedy)
		ask("ci refs maß", "Größe.cs:1:46: class Größe { int maß; int Get() { return maß; } }\n")
		ask("ci refs 表示", "表.php:4:1: 表示();\n"+guessed+"表.php: Shift_JIS (guessed)"+remedy)
		ask("ci def euc.rb:3:1", "euc.rb:2:5: function 表示する: def 表示する; end\n")
		ask("ci refs size", "main.go:5:15: func main() { size() }\n"+guessed+"main.go: windows-1252 (guessed)"+remedy)
		ask("ci search --text Größe Größe.cs", "Größe.cs:1:7:class Größe { int maß; int Get() { return maß; } }\r\n")
		if got := s.run("ci def llo"); !strings.Contains(got, "no symbol has this name") {
			t.Errorf("a part of a name is a symbol: %s", got)
		}
	}
	for _, command := range []string{"ci status", "ci doctor"} {
		if got := s.run(command); !strings.Contains(got, "Größe.cs: UTF-16LE (byte order mark); declared.py: windows-1252 (declared); euc.rb: EUC-JP (declared)") {
			t.Errorf("%s does not name the encodings: %s", command, got)
		}
	}
	// A file that is changed to UTF-8 is named no longer.
	s.write("guessed.py", []byte("from declared import héllo\ndef wörld(): héllo()\nhéllo()\n"))
	ask("ci refs héllo", "declared.py:3:11: x = 'é'; héllo()\nguessed.py:1:22: from declared import héllo\nguessed.py:2:15: def wörld(): héllo()\nguessed.py:3:1: héllo()\n")
	if got := s.run("ci status"); strings.Contains(got, "guessed.py") {
		t.Errorf("a file in UTF-8 is named: %s", got)
	}
}
