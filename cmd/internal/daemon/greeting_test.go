package daemon

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

func TestReadLine(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		in, line, rest string
		err            error
	}{
		{"abc\nrest", "abc", "rest", nil},
		{"abc\r\nrest", "abc", "rest", nil},
		{"\nrest", "", "rest", nil},
		{strings.Repeat("x", 99) + "\nr", strings.Repeat("x", 99), "r", nil},
		{strings.Repeat("x", 100) + "\n", "", "", errGreeting},
		{strings.Repeat("x", 1000), "", "", errGreeting},
		{"abc", "", "", io.ErrUnexpectedEOF},
		{"", "", "", io.EOF},
	} {
		r := bufio.NewReaderSize(strings.NewReader(tc.in), 16)
		line, err := readLine(r, 100)
		if !errors.Is(err, tc.err) || string(line) != tc.line {
			t.Errorf("%q: %q, %v", tc.in, line, err)
		}
		if err == nil {
			if rest, _ := io.ReadAll(r); string(rest) != tc.rest {
				t.Errorf("%q: %q is left", tc.in, rest)
			}
		}
	}
}

// FuzzGreeting: what comes from outside is a greeting or refused; one that is read
// is the same when it is written and read again.
func FuzzGreeting(f *testing.F) {
	for _, text := range []string{
		`{"ci":1,"kind":"mcp","build":{"version":"v1.0.0","time":1,"id":"x"},"root":"/a"}`,
		`{"ci":1,"kind":"control","do":"hand_over","build":{}}`,
		`{"ci":1,"pid":7,"build":{"version":"v1"},"error":"no","again":true}`,
		`{"ci":1,"pid":7,"status":{"pid":7,"clients":[{"kind":"mcp","since":"2026-01-01T00:00:00Z"}],"repositories":[{"root":"/a","state":"ready"}]}}`,
		`{"ci":-1}`, `[]`, `nul`, "{\"ci\":1}\n\n", `{"ci":1e99,"kind":"x"}`, "\x00",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		line, err := readLine(bufio.NewReaderSize(bytes.NewReader(append(data, '\n')), 16), maxGreeting)
		if err != nil {
			return
		}
		if h, err := parseHello(line); err == nil {
			text, err := json.Marshal(h)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := parseHello(text); err != nil || !reflect.DeepEqual(again, h) {
				t.Errorf("%+v, then %+v (%v)", h, again, err)
			}
		}
		if w, err := parseWelcome(line); err == nil {
			text, err := json.Marshal(w)
			if err != nil {
				t.Fatal(err)
			}
			again, err := parseWelcome(text)
			if err != nil {
				t.Fatal(err)
			}
			if second, err := json.Marshal(again); err != nil || !bytes.Equal(text, second) {
				t.Errorf("%s, then %s (%v)", text, second, err)
			}
		}
	})
}
