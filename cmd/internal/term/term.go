// Package term draws on a terminal: whether there is one, and a progress line.
package term

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// Width returns the number of columns of the terminal that w is, 0 when w is
// none.
func Width(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	if size.Col == 0 {
		return 80 // a terminal that does not know its size
	}
	return int(size.Col)
}

// interval between two drawings of a progress line.
const interval = 100 * time.Millisecond

// Progress is one line that is drawn over and over on a terminal. A nil
// *Progress draws nothing. Safe for concurrent use.
type Progress struct {
	w     io.Writer
	width int
	color bool
	now   func() time.Time

	mu      sync.Mutex
	stage   string
	started time.Time // of the stage
	drawn   time.Time
	shown   bool
	ended   bool
}

// NewProgress returns a progress line on w, which has width columns (0: nil).
func NewProgress(w io.Writer, width int, color bool, now func() time.Time) *Progress {
	if width <= 0 {
		return nil
	}
	return &Progress{w: w, width: width, color: color, now: now}
}

// Set says that done of total units of a stage are through. total 0 means it
// isn't known yet.
func (p *Progress) Set(stage string, done, total int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return
	}
	now := p.now()
	if stage != p.stage {
		p.stage, p.started = stage, now
	} else if now.Sub(p.drawn) < interval {
		return
	}
	p.drawn, p.shown = now, true
	fmt.Fprintf(p.w, "\r%s\x1b[K", p.line(done, total, now.Sub(p.started)))
}

// Clear removes the line for good.
func (p *Progress) Clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown && !p.ended {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.ended = true
}

// line is the text of the progress line, shorter than the terminal is wide so
// that it never wraps.
func (p *Progress) line(done, total int, spent time.Duration) string {
	rate := ""
	if s := spent.Seconds(); s >= 0.5 && done > 0 {
		rate = fmt.Sprintf("  %.0f/s", float64(done)/s)
		if total > done {
			left := time.Duration(float64(spent) / float64(done) * float64(total-done))
			rate += fmt.Sprintf("  %s left", left.Round(time.Second))
		}
	}
	if total <= 0 {
		return p.cut(fmt.Sprintf("%s %d%s", p.stage, done, rate))
	}
	head := fmt.Sprintf("%-9s ", p.stage)
	tail := fmt.Sprintf(" %d/%d%s", done, total, rate)
	cells := min(30, p.width-1-len(head)-len(tail)-2)
	if cells < 5 {
		return p.cut(head + tail)
	}
	full := min(cells, cells*done/total)
	bar := strings.Repeat("=", full) + strings.Repeat(" ", cells-full)
	if p.color {
		bar = "\x1b[36m" + bar + "\x1b[0m"
	}
	return head + "[" + bar + "]" + tail
}

func (p *Progress) cut(s string) string {
	if utf8.RuneCountInString(s) < p.width {
		return s
	}
	return string([]rune(s)[:p.width-1])
}
