package term

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

func TestWidthOfNoTerminal(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if n := Width(w); n != 0 {
		t.Errorf("a pipe is %d columns wide", n)
	}
	if n := Width(&bytes.Buffer{}); n != 0 {
		t.Errorf("a buffer is %d columns wide", n)
	}
	if NewProgress(w, 0, true, time.Now) != nil {
		t.Error("there is a progress line without a terminal")
	}
}

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := NewProgress(&out, 60, false, func() time.Time { return now })
	p.Set("scanning", 3, 0)
	now = now.Add(time.Second)
	p.Set("parsing", 0, 200)
	now = now.Add(2 * time.Second)
	p.Set("parsing", 50, 200)
	p.Set("parsing", 51, 200) // too soon to be drawn
	p.Clear()
	p.Clear() // nothing left to clear
	want := []string{
		"scanning 3",
		"parsing   [" + strings.Repeat(" ", 30) + "] 0/200",
		"parsing   [======" + strings.Repeat(" ", 19) + "] 50/200  25/s  6s left",
		"",
	}
	lines := strings.Split(strings.TrimPrefix(out.String(), "\r"), "\r")
	if len(lines) != len(want) {
		t.Fatalf("drawn %q", lines)
	}
	for i, line := range lines {
		if line != want[i]+"\x1b[K" {
			t.Errorf("line %d is %q, want %q", i, line, want[i])
		}
		if len(strings.TrimSuffix(line, "\x1b[K")) >= 60 {
			t.Errorf("line %d wraps: %q", i, line)
		}
	}
}

func TestProgressOnNarrowTerminal(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := NewProgress(&out, 20, true, func() time.Time { return now })
	p.Set("resolving", 0, 1000000)
	now = now.Add(time.Hour)
	p.Set("resolving", 123456, 1000000)
	for _, line := range strings.Split(out.String(), "\r") {
		if n := len(strings.TrimSuffix(line, "\x1b[K")); n >= 20 {
			t.Errorf("%q is %d columns wide", line, n)
		}
	}
}

func TestNilProgress(t *testing.T) {
	var p *Progress
	p.Set("parsing", 1, 2)
	p.Clear()
}
