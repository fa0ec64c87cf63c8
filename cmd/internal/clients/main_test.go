package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVerdict: what fails fails the run, and so does a scenario that finds nothing.
func TestVerdict(t *testing.T) {
	const (
		good       = `{"id":"a","status":"SUCCESS"}`
		bad        = `{"id":"b","status":"FAILURE","errorMessage":"no"}`
		untestable = `{"id":"c","status":"FAILURE","errorMessage":"Not testable: no tool test_x"}`
		marked     = `{"id":"d","status":"FAILURE","errorMessage":"x","details":{"untestable":true}}`
		warning    = `{"id":"e","status":"WARNING","errorMessage":"should"}`
		skipped    = `{"id":"f","status":"SKIPPED"}`
	)
	for _, x := range []struct {
		list   []string
		detail string
		fails  string
	}{
		{[]string{good, good}, "2 found true", ""},
		{[]string{good, untestable, marked}, "1 found true, 2 need a tool made for the suite", ""},
		{[]string{good, warning}, "1 found true\nwarning: e: should", ""},
		{[]string{good, bad}, "1 found true", "b: no"},
		{[]string{untestable, skipped}, "0 found true, 1 need a tool made for the suite", "nothing was found true"},
		{nil, "0 found true", "nothing was found true"},
	} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "run"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "run", "checks.json"), []byte("["+strings.Join(x.list, ",")+"]"), 0o666); err != nil {
			t.Fatal(err)
		}
		found, err := findings(dir)
		if err != nil {
			t.Fatal(err)
		}
		detail, err := verdict(found)
		if detail != x.detail || (err == nil) != (x.fails == "") || err != nil && err.Error() != x.fails {
			t.Errorf("%v: %q, %v; want %q, %q", x.list, detail, err, x.detail, x.fails)
		}
	}
	if found, err := findings(t.TempDir()); err == nil {
		t.Errorf("no results are %v", found)
	}
}

// TestCheck: a failure is counted, and a client that ends with an error fails.
func TestCheck(t *testing.T) {
	r := &run{ctx: context.Background(), repo: t.TempDir(), limit: within}
	r.check("good", func() (string, error) { return r.output(r.ctx, "true") })
	r.check("bad", func() (string, error) { return r.output(r.ctx, "false") })
	r.check("none", func() (string, error) { return r.output(r.ctx, filepath.Join(r.repo, "none")) })
	r.check("told", func() (string, error) { return "", errors.New("x") })
	if r.passed != 1 || r.failed != 3 {
		t.Errorf("%d passed, %d failed", r.passed, r.failed)
	}
}

func TestWhereHTTP(t *testing.T) {
	url, token := whereHTTP(strings.NewReader("serving on /run/ci\nMCP over HTTP on http://127.0.0.1:7/mcp; the token is in /run/with space/ci.token\nmore\n"))
	if url != "http://127.0.0.1:7/mcp" || token != "/run/with space/ci.token" {
		t.Errorf("got %q, %q", url, token)
	}
	if url, token := whereHTTP(strings.NewReader("ci: it can't\n")); url != "" || token != "" {
		t.Errorf("got %q, %q", url, token)
	}
}

// TestProxy: the token is added, and foreign names stay foreign.
func TestProxy(t *testing.T) {
	var target string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := func(s string) string { return strings.ReplaceAll(s, target, "TARGET") }
		_, _ = io.WriteString(w, r.Header.Get("Authorization")+" "+name(r.Host)+" "+name(r.Header.Get("Origin"))+" "+r.URL.Path)
	}))
	defer s.Close()
	target = strings.TrimPrefix(s.URL, "http://")
	bare, end, err := proxy(s.URL+"/mcp", "secret")
	if err != nil {
		t.Fatal(err)
	}
	own := strings.TrimSuffix(strings.TrimPrefix(bare, "http://"), "/mcp")
	for _, x := range []struct{ host, origin, want string }{
		{own, "http://" + own, "Bearer secret TARGET http://TARGET /mcp"},
		{"evil.example", "http://evil.example", "Bearer secret evil.example http://evil.example /mcp"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", bare, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = x.host
		r.Header.Set("Origin", x.origin)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(resp.Body)
		if err = errors.Join(err, resp.Body.Close()); err != nil || string(got) != x.want {
			t.Errorf("got %q (%v), want %q", got, err, x.want)
		}
	}
	if err := end(); err != nil {
		t.Error(err)
	}
}
