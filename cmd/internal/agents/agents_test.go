package agents

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// serverEnv makes the process of the tests a server that does as it says.
const serverEnv = "AGENTS_TEST_SERVER"

func TestMain(m *testing.M) {
	if how := os.Getenv(serverEnv); how != "" {
		serve(how)
		return
	}
	os.Exit(m.Run())
}

// serve answers as a server does, but for the second call of a tool.
func serve(how string) {
	calls := 0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		if err := json.Unmarshal(in.Bytes(), &m); err != nil || m.ID == nil {
			continue
		}
		answer := `{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":{"content":[{"type":"text","text":"{\"n\":1}"}],"structuredContent":{"n":1}}}`
		if m.Method == "tools/call" {
			calls++
		}
		if calls == 2 {
			switch how {
			case "ends":
				os.Exit(3)
			case "double":
				fmt.Println(answer)
			case "differs":
				answer = strings.Replace(answer, `{"n":1}}`, `{"n":2}}`, 1)
			case "failed":
				answer = strings.Replace(answer, `"structuredContent"`, `"isError":true,"structuredContent"`, 1)
			case "error":
				answer = `{"jsonrpc":"2.0","id":` + string(m.ID) + `,"error":{"code":-32603,"message":"broken"}}`
			}
		}
		fmt.Println(answer)
	}
}

// What is wrong with an answer is noticed.
func TestCall(t *testing.T) {
	for how, want := range map[string]string{
		"well": "", "ends": "the server has ended", "double": "which nobody waits for", "differs": "is not the structured content",
		"failed": ErrTool.Error(), "error": "broken",
	} {
		t.Run(how, func(t *testing.T) {
			a, err := Start(t.Context(), []string{os.Args[0]}, []string{serverEnv + "=" + how})
			if err != nil {
				t.Fatal(err)
			}
			defer a.Kill()
			for range 3 {
				var answer Answer
				if answer, err = a.Call(t.Context(), Question{Tool: "x"}); err != nil {
					break
				}
				if answer.Text != `{"n":1}` || answer.Tokens() != 2 || answer.Took <= 0 {
					t.Errorf("%+v", answer)
				}
			}
			if want == "" {
				err = errors.Join(err, a.Close())
			}
			if got := fmt.Sprint(err); want == "" && err != nil || !strings.Contains(got, want) {
				t.Errorf("%v, want %q", err, want)
			}
		})
	}
}

func TestPercentile(t *testing.T) {
	var took []time.Duration
	for i := range 200 {
		took = append(took, time.Duration(200-i))
	}
	for p, want := range map[int]time.Duration{50: 100, 99: 198, 100: 200} {
		if got := Percentile(took, p); got != want {
			t.Errorf("%d: %d, want %d", p, got, want)
		}
	}
	if got := Percentile(nil, 99); got != 0 {
		t.Error(got)
	}
}

// The wait over a moment is that of the questions that were open then.
func TestGap(t *testing.T) {
	at := time.Unix(1000, 0)
	r := &Result{Samples: []Sample{
		{Began: at.Add(-time.Second), Took: 3 * time.Second}, {Began: at.Add(-9 * time.Second), Took: 8 * time.Second}, {Began: at.Add(time.Second), Took: 7 * time.Second},
	}}
	if got := r.Gap(at); got != 3*time.Second {
		t.Error(got)
	}
	if got := r.Longest(at); got != 8*time.Second {
		t.Error(got)
	}
}
