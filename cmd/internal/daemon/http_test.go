package daemon

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

func TestLoopback(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"127.0.0.1:0": "", "127.9.9.9:80": "", "[::1]:7171": "", "localhost:7171": "",
		"0.0.0.0:7171": "can be reached from other machines", ":7171": "is no address", "[::]:7171": "can be reached", "192.168.1.2:80": "can be reached",
		"example.org:80": "is no address", "127.0.0.1": "is no address", "": "is no address", "127.0.0.1:99999": "is no address", "[::ffff:8.8.8.8]:1": "can be reached",
	} {
		_, err := Loopback(address)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", address, err, want)
		}
	}
}

// TestGuard: only who has the token, and is no page of another origin, is served.
func TestGuard(t *testing.T) {
	t.Parallel()
	served := 0
	h := Guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		served++
		if _, err := io.ReadAll(r.Body); err != nil {
			http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		}
	}), "127.0.0.1:7171", "secret")
	for _, tc := range []struct {
		name, method, host string
		header             map[string]string
		body               int
		stream             bool // the length is not known
		want               int
	}{
		{name: "right", want: 200},
		{name: "right, by name", host: "localhost:7171", want: 200},
		{name: "right, version 6", host: "[::1]:7171", want: 200},
		{name: "own origin", header: map[string]string{"Origin": "http://127.0.0.1:7171", "Sec-Fetch-Site": "same-origin"}, want: 200},
		{name: "rebound host", host: "evil.example:7171", want: 403},
		{name: "rebound host without a port", host: "evil.example", want: 403},
		{name: "another port", host: "127.0.0.1:80", want: 403},
		{name: "no host", host: "-", want: 403},
		{name: "evil origin", header: map[string]string{"Origin": "https://evil.example"}, want: 403},
		{name: "evil origin, reading", method: "GET", header: map[string]string{"Origin": "https://evil.example"}, want: 403},
		{name: "origin null", header: map[string]string{"Origin": "null"}, want: 403},
		{name: "https origin", header: map[string]string{"Origin": "https://127.0.0.1:7171"}, want: 403},
		{name: "origin without a scheme", header: map[string]string{"Origin": "127.0.0.1:7171"}, want: 403},
		{name: "another port's origin", header: map[string]string{"Origin": "http://127.0.0.1:80"}, want: 403},
		{name: "cross-site", header: map[string]string{"Sec-Fetch-Site": "cross-site"}, want: 403},
		{name: "same site, another port", header: map[string]string{"Sec-Fetch-Site": "same-site"}, want: 403},
		{name: "no token", header: map[string]string{"Authorization": ""}, want: 401},
		{name: "wrong token", header: map[string]string{"Authorization": "Bearer secre"}, want: 401},
		{name: "longer token", header: map[string]string{"Authorization": "Bearer secrets"}, want: 401},
		{name: "another scheme", header: map[string]string{"Authorization": "Basic secret"}, want: 401},
		{name: "token alone", header: map[string]string{"Authorization": "secret"}, want: 401},
		{name: "large", body: maxBody, want: 200},
		{name: "too large", body: maxBody + 1, want: 413},
		{name: "too large, nobody knows", body: maxBody + 1, stream: true, want: 413},
		{name: "evil origin without token", header: map[string]string{"Origin": "https://evil.example", "Authorization": ""}, want: 403},
	} {
		method := tc.method
		if method == "" {
			method = "POST"
		}
		body := io.Reader(strings.NewReader(strings.Repeat("x", tc.body)))
		if tc.stream {
			body = io.MultiReader(body)
		}
		r := httptest.NewRequest(method, "http://127.0.0.1:7171/mcp", body)
		switch tc.host {
		case "":
		case "-":
			r.Host = ""
		default:
			r.Host = tc.host
		}
		r.Header.Set("Authorization", "Bearer secret")
		for k, v := range tc.header {
			if v == "" {
				r.Header.Del(k)
			} else {
				r.Header.Set(k, v)
			}
		}
		w := httptest.NewRecorder()
		before := served
		h.ServeHTTP(w, r)
		if w.Code != tc.want || served > before && tc.want != 200 && !tc.stream {
			t.Errorf("%s: %d, want %d; served: %t", tc.name, w.Code, tc.want, served > before)
		}
	}
}

// TestHTTP serves over HTTP; a newer process goes on with the address and the
// token.
func TestHTTP(t *testing.T) {
	t.Parallel()
	handler := func(root string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "hello "+root) })
	}
	s := newServing(t, func(o *Options) { o.HTTP, o.HTTPRoot, o.Handler = "127.0.0.1:0", "/r", handler })
	info, err := os.Stat(s.place.Token())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", info, err)
	}
	text, err := os.ReadFile(s.place.Token())
	token := strings.TrimSpace(string(text))
	if err != nil || len(token) != 64 {
		t.Fatalf("%q %v", text, err)
	}
	get := func(token string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "GET", s.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(text)
	}
	if code, text := get(token); code != 200 || text != "hello /r" {
		t.Errorf("%d %q", code, text)
	}
	if code, text := get("x"); code != 401 || strings.HasPrefix(text, "hello") {
		t.Errorf("%d %q", code, text)
	}
	if st, err := AskStatus(t.Context(), s.place, Build{}); err != nil || st.HTTP != s.url || st.Token != s.place.Token() {
		t.Errorf("%+v %v", st, err)
	}
	next := newServing(t, func(o *Options) { o.Place, o.Build.Version, o.Handler = s.place, "v2.0.0", handler })
	s.wait()
	if next.url != s.url {
		t.Errorf("it was %s, and now is %s", s.url, next.url)
	}
	if code, text := get(token); code != 200 || text != "hello /r" {
		t.Errorf("of the newer process: %d %q", code, text)
	}
	next.stop()
	next.wait()
	if _, err := os.Stat(s.place.Token()); !os.IsNotExist(err) {
		t.Errorf("the token is left: %v", err)
	}
}
