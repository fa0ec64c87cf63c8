package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// served matches what `ci serve --http` says when it is ready.
var served = regexp.MustCompile(`over HTTP on (http://\S+); the token is in (.+)$`)

// whereHTTP reads until the process says where it is and in which file the token
// is; both are "" when it does not.
func whereHTTP(from io.Reader) (url, token string) {
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		if m := served.FindStringSubmatch(lines.Text()); m != nil {
			return m[1], m[2]
		}
	}
	return "", ""
}

// proxy serves what is at a URL to clients that have no token. Whom they call by
// another name than ours is called so there, too.
func proxy(at, token string) (bare string, end func() error, err error) {
	target, err := url.Parse(at)
	if err != nil {
		return "", nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	own := l.Addr().String()
	s := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: &httputil.ReverseProxy{
		FlushInterval: -1,
		ErrorLog:      slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), // clients that leave
		Rewrite: func(r *httputil.ProxyRequest) {
			// Whole: while a body is handed on, an early answer is cut off.
			body, err := io.ReadAll(r.In.Body)
			if err != nil {
				body = nil // the client has left
			}
			r.Out.Body, r.Out.ContentLength = http.NoBody, int64(len(body))
			if len(body) > 0 {
				r.Out.Body = io.NopCloser(bytes.NewReader(body))
			}
			r.Out.URL.Scheme, r.Out.URL.Host = target.Scheme, target.Host
			if r.Out.Host = r.In.Host; r.In.Host == own {
				r.Out.Host = target.Host
			}
			if r.In.Header.Get("Origin") == "http://"+own {
				r.Out.Header.Set("Origin", "http://"+target.Host)
			}
			r.Out.Header.Set("Authorization", "Bearer "+token)
		},
	}}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	end = func() error {
		err := s.Close()
		if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		return err
	}
	return "http://" + own + target.Path, end, nil
}

// scenarios are those of the conformance suite that ask nothing of a server but
// what any server has, by the suite's package and the protocol version.
var scenarios = []struct{ pack, protocol, names string }{
	{"@modelcontextprotocol/conformance", "", "server-initialize ping tools-list resources-list prompts-list dns-rebinding-protection"},
	{"conformance-next", legacy, "server-initialize server-session-lifecycle ping tools-list resources-list prompts-list dns-rebinding-protection server-sse-multiple-streams"},
	{"conformance-next", modern, "server-stateless tools-list resources-list prompts-list dns-rebinding-protection caching http-header-validation sep-2164-resource-not-found input-required-result-unsupported-methods server-sse-multiple-streams"},
}

// finding is a row of what the suite writes of a scenario.
type finding struct {
	ID           string `json:"id"`
	Status       string `json:"status"`
	ErrorMessage string `json:"errorMessage"`
	Details      struct {
		Untestable bool `json:"untestable"`
	} `json:"details"`
}

func (r *run) conformance(url string) {
	for _, s := range scenarios {
		version := strings.TrimPrefix(r.versions.Dependencies[s.pack], "npm:@modelcontextprotocol/conformance@")
		for name := range strings.FieldsSeq(s.names) {
			r.check(strings.TrimSpace(fmt.Sprintf("conformance@%s, %s %s", version, name, s.protocol)), func() (string, error) {
				results := filepath.Join(r.out, "results", s.pack, s.protocol, name)
				args := []string{filepath.Join(r.out, "node_modules", s.pack, "dist", "index.js"), "server", "--url", url, "--scenario", name, "--output-dir", results}
				if s.protocol != "" {
					args = append(args, "--spec-version", s.protocol)
				}
				text, err := r.output(r.ctx, r.node, args...)
				found, readErr := findings(results)
				if readErr != nil {
					return text, errors.Join(readErr, err)
				}
				return verdict(found)
			})
		}
	}
}

// findings are what a run of the suite wrote below a folder.
func findings(results string) ([]finding, error) {
	list, err := filepath.Glob(filepath.Join(results, "*", "checks.json"))
	if err != nil || len(list) != 1 {
		return nil, fmt.Errorf("%d results in %s (%v)", len(list), results, err)
	}
	data, err := os.ReadFile(list[0])
	if err != nil {
		return nil, err
	}
	var found []finding
	return found, json.Unmarshal(data, &found)
}

// verdict is what the findings of a scenario come to. Those that want a tool made
// for the suite ("not testable") count neither way, but not all may be so; a
// warning is shown.
func verdict(found []finding) (detail string, err error) {
	passed, untestable := 0, 0
	var shown []string
	for _, f := range found {
		switch {
		case f.Status == "SUCCESS":
			passed++
		case f.Details.Untestable || strings.HasPrefix(f.ErrorMessage, "Not testable"):
			untestable++
		case f.Status == "FAILURE":
			err = errors.Join(err, fmt.Errorf("%s: %s", f.ID, f.ErrorMessage))
		case f.Status == "WARNING":
			shown = append(shown, fmt.Sprintf("warning: %s: %s", f.ID, f.ErrorMessage))
		}
	}
	if passed == 0 {
		err = errors.Join(err, errors.New("nothing was found true"))
	}
	what := fmt.Sprintf("%d found true", passed)
	if untestable > 0 {
		what += fmt.Sprintf(", %d need a tool made for the suite", untestable)
	}
	return strings.Join(append([]string{what}, shown...), "\n"), err
}
