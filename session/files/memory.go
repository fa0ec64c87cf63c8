package files

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Memory keeps files in memory. The zero value is an empty folder.
type Memory struct {
	mu     sync.Mutex
	files  map[string]file
	writes int
	locks  map[string]chan struct{}
	// Fail, when it is set, is asked before each Read, Write, Append and Remove,
	// which fail with what it gives.
	Fail func(op, name string) error
}

type file struct {
	data  []byte
	stamp string
}

func (m *Memory) check(op, name string) error {
	if name == "" || path.Clean(name) != name || path.IsAbs(name) || strings.HasPrefix(name, "..") {
		return fmt.Errorf("%s %q: not a name inside the folder", op, name)
	}
	if m.Fail != nil {
		if err := m.Fail(op, name); err != nil {
			return fmt.Errorf("%s %s: %w", op, name, err)
		}
	}
	return nil
}

// Read implements Files.
func (m *Memory) Read(name string) ([]byte, string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.check("read", name); err != nil {
		return nil, "", err
	}
	f, ok := m.files[name]
	if !ok {
		return nil, "", fmt.Errorf("read %s: %w", name, ErrNotExist)
	}
	return slices.Clone(f.data), f.stamp, nil
}

// Stamp implements Files.
func (m *Memory) Stamp(name string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.files[name]
	if !ok {
		return "", fmt.Errorf("stamp %s: %w", name, ErrNotExist)
	}
	return f.stamp, nil
}

func (m *Memory) put(name string, data []byte) string {
	if m.files == nil {
		m.files = map[string]file{}
	}
	m.writes++
	stamp := strconv.Itoa(m.writes)
	m.files[name] = file{data, stamp}
	return stamp
}

// Write implements Files.
func (m *Memory) Write(name string, data []byte) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.check("write", name); err != nil {
		return "", err
	}
	return m.put(name, slices.Clone(data)), nil
}

// Append implements Files.
func (m *Memory) Append(name string, line []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.check("append", name); err != nil {
		return err
	}
	m.put(name, append(slices.Clone(m.files[name].data), line...))
	return nil
}

// Remove implements Files.
func (m *Memory) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.check("remove", name); err != nil {
		return err
	}
	delete(m.files, name)
	return nil
}

// List implements Files.
func (m *Memory) List(folder string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []string
	for name := range m.files {
		if path.Dir(name) == path.Clean(folder) {
			out = append(out, path.Base(name))
		}
	}
	slices.Sort(out)
	return out, nil
}

// Lock implements Files.
func (m *Memory) Lock(ctx context.Context, name string) (func(), error) {
	m.mu.Lock()
	if m.locks == nil {
		m.locks = map[string]chan struct{}{}
	}
	l, ok := m.locks[name]
	if !ok {
		l = make(chan struct{}, 1)
		m.locks[name] = l
	}
	m.mu.Unlock()
	select {
	case l <- struct{}{}:
		return func() { <-l }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("lock %s: %w", name, context.Cause(ctx))
	}
}

var _ Files = (*Memory)(nil)
