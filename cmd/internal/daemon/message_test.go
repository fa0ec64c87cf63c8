package daemon

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

func TestScan(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text                    string
		id, method, target, uri string
		answer                  bool
	}{
		{text: `{"jsonrpc":"2.0","id":1,"method":"a/b","params":{"id":2,"method":"x","result":3}}`, id: "1", method: "a/b"},
		{text: `{"params":{"uri":"ci://status","name":"n","arguments":{"requestId":9}},"method":"m","id":"x-1"}`, id: `"x-1"`, method: "m", uri: "ci://status"},
		{text: `{"method":"notifications/cancelled","params":{"requestId":"r","reason":"{\"id\":1}"}}`, method: "notifications/cancelled", target: `"r"`},
		{text: `{"id":1,"result":{"id":2,"method":"x"}}`, id: "1", answer: true},
		{text: `{"id":1,"result":null}`, id: "1", answer: true},
		{text: `{"id":"a\"}{","error":{"code":1,"message":"m"}}`, id: `"a\"}{"`, answer: true},
		{text: `{"id":null,"error":{}}`, answer: true},
		{text: ` { "id" : -1.5e3 , "method" : "\u0061" } `, id: "-1.5e3", method: "a"},
		{text: `{"\u0069d":1,"me\u0074hod":"m"}`, id: "1", method: "m"},
		{text: `{"id":1,"id":2,"method":"a","method":"b"}`, id: "2", method: "b"},
		{text: `{"id":{"id":1},"method":["x"]}`},
		{text: `[{"id":1,"method":"m"}]`},
		{text: `{"params":[{"requestId":1}],"id":1,"method":"m"}`, id: "1", method: "m"},
		{text: `{"params":{"requestId":1},"params":{"uri":"u"},"method":"m"}`, method: "m", uri: "u"},
		{text: `{"id":"` + strings.Repeat("x", maxToken) + `","method":"m"}`, method: "m"},
		{text: strings.Repeat(`[`, 100000)},
		{text: `{"id":1`, id: "1"},
		{text: `}}}{"id":1}`, id: "1"},
		{text: ``},
	} {
		m := scan([]byte(tc.text))
		if m.id != tc.id || m.method != tc.method || m.target != tc.target || m.uri != tc.uri || m.answer != tc.answer {
			t.Errorf("%.100s: %+v", tc.text, m)
		}
	}
}

// FuzzScan compares what is found in a message with what a parser of JSON finds,
// and that it does not matter in which pieces the message comes.
func FuzzScan(f *testing.F) {
	for _, text := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"a/b","params":{"requestId":2,"uri":"x","y":[{"requestId":3}]}}`,
		`{"id":"\u0061\n","error":{}}`, `{"id":1.0,"result":[]}`, `[[{"id":1}]]`, `{"\u0069d":1}`, `{"id":1,"id":null}`, `"id"`, `{"a":{"id":1},"id":[1],"method":"m"}`, `}{`,
		`{"params":{"uri":"x"},"params":{}}`,
	} {
		f.Add([]byte(text), uint8(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, piece uint8) {
		m := scan(data)
		var s scanner
		for rest := data; len(rest) > 0; {
			n := min(int(piece)+1, len(rest))
			s.write(rest[:n])
			rest = rest[n:]
		}
		if got := s.done(); got != m {
			t.Errorf("in pieces %+v, else %+v", got, m)
		}
		if m.id != "" && !bytes.HasPrefix(data[m.at:], []byte(m.id)) || m.target != "" && !bytes.HasPrefix(data[m.targetAt:], []byte(m.target)) {
			t.Errorf("%+v does not stand there", m)
		}
		var whole map[string]json.RawMessage
		if !json.Valid(data) || json.Unmarshal(data, &whole) != nil {
			return
		}
		scalar := func(v json.RawMessage) string {
			if len(v) == 0 || v[0] == '{' || v[0] == '[' || string(v) == "null" || len(v) > maxToken {
				return ""
			}
			return string(v)
		}
		text := func(v json.RawMessage) (out string) {
			if v = json.RawMessage(scalar(v)); len(v) > 0 && v[0] == '"' {
				_ = json.Unmarshal(v, &out)
			}
			return strings.ToValidUTF8(out, "\uFFFD")
		}
		_, result := whole["result"]
		_, failed := whole["error"]
		var params map[string]json.RawMessage
		_ = json.Unmarshal(whole["params"], &params)
		if m.id != scalar(whole["id"]) || strings.ToValidUTF8(m.method, "\uFFFD") != text(whole["method"]) || m.answer != (result || failed) ||
			m.target != scalar(params["requestId"]) || strings.ToValidUTF8(m.uri, "\uFFFD") != text(params["uri"]) {
			t.Errorf("%s: %+v, want %s %s %t %s %s", data, m, whole["id"], whole["method"], result || failed, params["requestId"], params["uri"])
		}
		if m.id != "" {
			if out := splice(data, m.at, m.id, `"new"`); scan(out).id != `"new"` && !strings.Contains(string(data), "\\") && strings.Count(string(data), `"id"`) == 1 {
				t.Errorf("%s becomes %s", data, out)
			}
		}
	})
}

func TestLines(t *testing.T) {
	t.Parallel()
	big := `{"x":"` + strings.Repeat("y", 200) + `","method":"m","id":7}`
	in := "{\"id\":1}\n\n  \r\n{\"id\":2}\r\n" + big + "\n{\"id\":3}"
	for _, rest := range []bool{true, false} {
		l := lines{bufio.NewReaderSize(strings.NewReader(in), 16), 100}
		var got []string
		for {
			ln, err := l.next(rest)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(ln.text)+" "+ln.m.id)
		}
		want := []string{`{"id":1} 1`, `{"id":2} 2`, " 7", `{"id":3} 3`}
		if !rest {
			want = want[:3]
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%q", got)
		}
	}
}

func TestCanonical(t *testing.T) {
	t.Parallel()
	for _, same := range [][]string{{`1`, `1.0`, `1e0`}, {`"a"`, `"\u0061"`}, {`12345678901234567890`, `12345678901234567890.0`}, {`"1"`}, {`-1`}, {`9007199254740993`}, {`9007199254740992`}} {
		for _, id := range same {
			if canonical(id) != canonical(same[0]) {
				t.Errorf("%s is not %s", id, same[0])
			}
		}
	}
	if canonical(`1`) == canonical(`"1"`) || canonical("9007199254740993") == canonical("9007199254740992") {
		t.Error("different identifiers are the same")
	}
}
