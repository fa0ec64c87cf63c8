package typescript

import (
	"strings"
	"testing"
)

// What the grammar does not know must cost at most its own declaration.
func TestRecovery(t *testing.T) {
	for _, c := range []struct {
		name, src string
		errors    bool // some may remain
	}{
		{"signature", "export interface A {\n  (x: string): void\n  <T>(y: T): T\n}\nexport const after = 1\n", false},
		{"variance", "export interface Box<in out T, out U> { a: T; b: U }\nexport const after = 1\n", false},
		{"export type star", "export type * from './m'\nexport const after = 1\n", false},
		{"using", "export function f() {\n  using x = open()\n  return x\n}\nexport const after = 1\n", false},
		{"import with type arguments", "export type A = import('./m').B<string>\nexport const after = 1\n", false},
		{"broken", "export function ( {\n\nexport function g() { const inner = 1; return inner }\nexport const after = 1\n", true},
		{"cut in a template", "const s = `\nexport const no = 1\n`;\nfunction ( {\nexport const after = 1\n", true},
	} {
		f := tested.Facts(t, "a.ts", []byte(c.src))
		if !c.errors && f.ErrorNodes > 0 {
			t.Errorf("%s: %d places can't be read", c.name, f.ErrorNodes)
		}
		found := map[string]int{}
		for i := range f.Defs {
			d := &f.Defs[i]
			n := f.Name(d.Name)
			if n == "after" || n == "no" || n == "inner" {
				found[n]++
				if got := c.src[d.Start:d.End]; got != n {
					t.Errorf("%s: %s is at %q", c.name, n, got)
				}
			}
		}
		if found["after"] != 1 || found["no"] != 0 || strings.Contains(c.src, "inner") && found["inner"] != 1 {
			t.Errorf("%s: definitions found: %v", c.name, found)
		}
	}
}
