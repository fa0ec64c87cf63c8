package index_test

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"codeintel/index"
)

// A pack is never longer than it may be, and in its format, whatever the room; and
// what is dropped and what is there are all there is.
func TestPackFits(t *testing.T) {
	s, _ := zoo()
	src := "```\n]]> <a> \x00 \xff & \"\u2028\n"
	text := func(doc int32) ([]byte, bool) {
		if doc == 3 {
			return nil, false
		}
		b := []byte(strings.Repeat(src, 50))
		return b[:s.Docs()[doc].Lines().Size()], true
	}
	for style := index.PackTree; style <= index.PackFull; style++ {
		for format := index.PackMarkdown; format <= index.PackJSON; format++ {
			var all [3]int
			for tokens := 400; tokens >= 0; tokens-- {
				p := s.Pack(index.PackQuery{Tokens: tokens, Style: style, Format: format, Text: text})
				if len(p.Text) > 4*tokens || !utf8.ValidString(p.Text) {
					t.Fatalf("style %d, format %d: %d bytes for %d tokens", style, format, len(p.Text), tokens)
				}
				now := [3]int{p.Files + p.DroppedFiles, p.Signatures + p.DroppedSignatures, 0}
				if style == index.PackFull && (p.Bodies > 0) != strings.Contains(p.Text, "# Bodies") && format == index.PackMarkdown {
					t.Fatalf("%d bodies in\n%s", p.Bodies, p.Text)
				}
				if all == ([3]int{}) {
					all = now
				}
				if now[0] != all[0] {
					t.Fatalf("style %d, format %d, %d tokens: %v files, want %v", style, format, tokens, now, all)
				}
				if p.Text == "" {
					continue
				}
				if got, want := len(p.Parts), p.Signatures+p.Bodies; got != want {
					t.Fatalf("style %d, format %d, %d tokens: %d parts, want %d", style, format, tokens, got, want)
				}
				for _, x := range p.Parts {
					d := s.Docs()[x.ID.Doc]
					if x.First > x.Last || int(x.Last) >= d.Lines().Count() || !strings.Contains(p.Text, d.Path) {
						t.Fatalf("style %d, format %d, %d tokens: a part of %s, lines %d to %d, in\n%s", style, format, tokens, d.Path, x.First, x.Last, p.Text)
					}
				}
				switch format {
				case index.PackJSON:
					if !json.Valid([]byte(p.Text)) {
						t.Fatalf("no JSON: %s", p.Text)
					}
				case index.PackXML:
					d := xml.NewDecoder(strings.NewReader(p.Text))
					for {
						if _, err := d.Token(); err == io.EOF {
							break
						} else if err != nil {
							t.Fatalf("no XML: %v\n%s", err, p.Text)
						}
					}
				}
			}
		}
	}
}
