package daemon

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"testing"
)

// extract panics as a parser does that was given the text of a file.
//
//go:noinline
func extract(text string, src []byte) { panic(fmt.Errorf("parsing %q, %s", text, src)) }

// TestLoggerMasks holds that no line of a log has a key, wherever it comes from, and that
// everything else is logged as it is.
func TestLoggerMasks(t *testing.T) {
	const key = "ghp_q7Rk2Vx9LmZ4tYb8WcN3pHs6JdF1gKeTvA5u"
	type named struct{ Text string }
	var out bytes.Buffer
	l := NewLogger(&out, slog.LevelDebug)
	for what, log := range map[string]func(){
		"message":    func() { l.Info("seen " + key) },
		"text":       func() { l.Warn("seen", "value", key) },
		"error":      func() { l.Error("seen", "error", errors.New("no symbol "+key)) },
		"panic":      func() { l.Error("seen", "panic", any(named{key})) },
		"bytes":      func() { l.Debug("seen", "bytes", []byte("token "+key)) },
		"list":       func() { l.Info("seen", "files", []string{"a", key}) },
		"group":      func() { l.WithGroup("g").Info("seen", slog.Group("h", "value", key)) },
		"attributes": func() { l.With("root", key).Info("seen") },
		"trace": func() {
			defer func() { l.Error("seen", "panic", recover(), "stack", string(debug.Stack())) }()
			extract("token = "+key, []byte(key))
		},
	} {
		out.Reset()
		log()
		if text := out.String(); strings.Contains(text, key[:12]) || !strings.Contains(text, "****") || !strings.Contains(text, "seen") {
			t.Errorf("%s: %s", what, text)
		}
	}
	out.Reset()
	l.Warn("seen", "error", errors.New("no file"), "ms", 5, "level", slog.LevelInfo, "on", true)
	if text := out.String(); !strings.HasSuffix(text, "level=WARN msg=seen error=\"no file\" ms=5 level=INFO on=true\n") {
		t.Errorf("%s", text)
	}
}
