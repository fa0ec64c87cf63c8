package secrets

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestMaskJSON masks strings at all places of a JSON text; what is left is JSON, and the
// same where there is nothing to mask.
func TestMaskJSON(t *testing.T) {
	key := "gh" + "p_" + strings.Repeat("a1B2", 9)
	for text, want := range map[string]string{
		`{"a":"use ` + key + `","n":1}`:                      `{"a":"use ****************************************","n":1}`,
		`{"a":["x","\"` + key + `\"\n"],"` + key + `":true}`: `{"a":["x","\"****************************************\"\n"],"****************************************":true}`,
		`{"q":"password = \"q7Rk2Vx9LmZ4\" é"}`:              `{"q":"password = \"************\" é"}`,
		`{"a":"plain <b> \u00e9"}`:                           `{"a":"plain <b> \u00e9"}`,
		`[]`:                                                 `[]`,
		``:                                                   ``,
		`{"a":"` + key:                                       `{"a":"` + key,
		`"\u12"`:                                             `"\u12"`,
	} {
		got := string(MaskJSON([]byte(text)))
		if got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
		if json.Valid([]byte(text)) && !json.Valid([]byte(got)) {
			t.Errorf("%s becomes %s, which is no JSON", text, got)
		}
	}
}
