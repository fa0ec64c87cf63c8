package workspace

import (
	"context"
	"testing"
	"time"
)

// TestFingerprintOfSettings changes settings that are numbers: the state of before does not
// count any more.
func TestFingerprintOfSettings(t *testing.T) {
	ctx := context.Background()
	p := &place{t, t.TempDir()}
	p.base()
	look := func(change func(c *Config)) *Behind {
		t.Helper()
		c := NewConfig()
		change(c)
		s, err := Inspect(ctx, p.dir, Options{Config: c})
		p.must(err)
		defer s.Close()
		return s.Behind
	}
	w, err := Open(p.dir, Options{Config: NewConfig()})
	p.must(err)
	_, err = w.Sync(ctx)
	p.must(err)
	p.must(w.Close())
	if b := look(func(*Config) {}); b.Settings {
		t.Error("the same settings are others")
	}
	for name, change := range map[string]func(c *Config){
		"max_file_size":     func(c *Config) { c.MaxFileSize++ },
		"parser_timeout_ms": func(c *Config) { c.ParserTimeout += time.Millisecond },
	} {
		if b := look(change); !b.Settings {
			t.Errorf("%s is another, and the state still counts", name)
		}
	}
}
