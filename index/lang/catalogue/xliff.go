package catalogue

import (
	"bytes"
	"encoding/xml"
	"strings"

	"codeintel/index/lang"
)

// XLIFF is catalogues in XLIFF 1.2 and 2, such as those of Symfony and Angular, by the
// texts in the language of the program, or the keys that stand in their place.
func XLIFF() *lang.Language {
	f := &format{
		language: lang.Language{Name: "xliff", SCIPName: "XLIFF", Family: "xliff", Extensions: []string{".xlf", ".xliff"}},
		locale:   func(path string) (start, end int, ok bool) { return partLocale(path, 0) },
		read:     readXLIFF,
	}
	return f.make()
}

// readXLIFF reads a catalogue in XLIFF, as far as it is XML.
func readXLIFF(src []byte, yield func(key, text string)) (language string) {
	d := xml.NewDecoder(bytes.NewReader(src))
	d.Strict = false
	var source, target strings.Builder
	into := (*strings.Builder)(nil) // what characters go to
	other := 0                      // in how many elements with other translations it is
	for {
		token, err := d.RawToken()
		if err != nil {
			return language
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "file", "xliff":
				for _, a := range t.Attr {
					if a.Name.Local == "target-language" || a.Name.Local == "trgLang" {
						language = a.Value
					}
				}
			case "trans-unit", "segment":
				source.Reset()
				target.Reset()
			case "source":
				into = &source
			case "target":
				into = &target
			case "alt-trans", "match":
				other++
			}
			if other > 0 {
				into = nil
			}
		case xml.CharData:
			if into != nil {
				into.Write(t)
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "source", "target":
				into = nil
			case "alt-trans", "match":
				other = max(0, other-1)
			case "trans-unit", "segment":
				yield(strings.TrimSpace(source.String()), strings.TrimSpace(target.String()))
			}
		}
	}
}
