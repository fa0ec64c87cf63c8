package session_test

import (
	"context"
	"fmt"
	"testing"

	"codeintel/session"
)

// BenchmarkObserve is one call more in a session of so many, each of which showed
// twenty symbols and lines.
func BenchmarkObserve(b *testing.B) {
	for _, calls := range []int{20, 200, 2000} {
		b.Run(fmt.Sprint(calls), func(b *testing.B) {
			w := newWorld(&testing.T{}, shop())
			id := w.startAs(alice, session.Modify)
			n := 0
			call := func() session.Call {
				n++
				c := session.Call{Tool: "search_text", Params: []byte(`{"pattern":"some words","path":"some/folder"}`)}
				for i := range 20 {
					file := fmt.Sprintf("some/folder/file%d.go", (n*7+i)%300)
					c.Shown.Symbols = append(c.Shown.Symbols, session.Symbol{Symbol: fmt.Sprintf("scip-go gomod example.com/m v1 `example.com/m/some/folder`/Name%d().", (n*20+i)%4000), Name: "Name", Kind: "function", File: file, Line: 10, EndLine: 20})
					c.Shown.Lines = append(c.Shown.Lines, session.Lines{File: file, From: 10 + n%50, To: 12 + n%50, Hash: "0123456789abcdef"})
				}
				return c
			}
			if err := w.do(id, func(s *session.Session) error {
				for range calls {
					s.Observe(call())
				}
				return nil
			}); err != nil {
				b.Fatal(err)
			}
			data, _, _ := w.disk.Read("sessions/" + id + ".json")
			b.ReportMetric(float64(len(data))/1024, "KiB")
			for b.Loop() {
				if err := w.book.Update(context.Background(), id, func(s *session.Session) error { s.Observe(call()); return nil }); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(data))/1024, "KiB")
		})
	}
}
