package guard

import (
	"bytes"
	"maps"
	"testing"

	"codeintel/index/workspace"
)

func someBaseline() baseline {
	return baseline{
		"a.go":         {workspace.Mark{Size: 1, ModTime: 2, ChangeTime: 3, Inode: 4, Mode: 0o644}, hashOf([]byte("a"))},
		"dir/\xff.bin": {workspace.Mark{Size: -1, ModTime: -2}, hash{}},
		"":             {},
	}
}

func TestBaseline(t *testing.T) {
	t.Parallel()
	for _, b := range []baseline{{}, someBaseline()} {
		data := b.encode()
		got, err := decodeBaseline(data)
		if err != nil || !maps.Equal(got, b) {
			t.Errorf("%v, %v", got, err)
		}
		for i := range data {
			damaged := bytes.Clone(data)
			damaged[i] ^= 1
			if _, err := decodeBaseline(damaged); err == nil {
				t.Errorf("byte %d may be anything", i)
			}
			if _, err := decodeBaseline(data[:i]); err == nil {
				t.Errorf("%d bytes of %d are enough", i, len(data))
			}
		}
	}
}

func FuzzBaseline(f *testing.F) {
	f.Add(baseline{}.encode())
	f.Add(someBaseline().encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		sum := hashOf(data)
		for _, d := range [][]byte{data, append(bytes.Clone(data), sum[:]...)} {
			b, err := decodeBaseline(d)
			if err != nil {
				continue
			}
			if again, err := decodeBaseline(b.encode()); err != nil || !maps.Equal(again, b) {
				t.Errorf("%v", err)
			}
		}
	})
}

func FuzzState(f *testing.F) {
	f.Add([]byte(`{"version":1,"calls":[{"id":"a","agent":{"client":"c"},"start":1}],"undo":{"a":{"client":"c"}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		st, err := decodeState(data)
		if err != nil {
			return
		}
		st.settle(1 << 60)
		st.bound()
		if len(st.Calls) > maxCalls || len(st.Jobs) > maxCalls {
			t.Error("no bound")
		}
	})
}

func TestGitSwitches(t *testing.T) {
	t.Parallel()
	base := "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = a\n[branch \"main\"]\n\tremote = origin\n[user]\n\tname = me\n"
	for text, same := range map[string]bool{
		base: true,
		"[core]\nbare = false\n[remote \"other\"]\n\turl = b\n":       true,
		"[core]\n\tbare = false\n":                                    true,
		base + "[branch \"x\"]\n\tmerge = y\n[user]\n\temail = a@b\n": true,
		base + "[core]\n\thooksPath = /dev/null\n":                    false,
		base + "[CORE]\n\thooksPath = /dev/null\n":                    false,
		base + "[alias]\n\tx = !sh\n":                                 false,
		base + "[users]\n\tx = 1\n":                                   false,
		"[core]\n\tbare = true\n":                                     false,
	} {
		if got := bytes.Equal(gitSwitches([]byte(text)), gitSwitches([]byte(base))); got != same {
			t.Errorf("%q: %t, %q", text, got, gitSwitches([]byte(text)))
		}
	}
}
