package terminal

import (
	"fmt"
	"io"
	"time"
	"unicode/utf8"
)

const (
	// showAfter is how long work may take without showing progress.
	showAfter = 500 * time.Millisecond
	// redrawInterval is the minimum time between two drawings of the line.
	redrawInterval = 100 * time.Millisecond
)

// Progress shows that work is in progress. It appears after half a second: on a terminal
// as a line that is redrawn, elsewhere as a single line.
type Progress struct {
	terminal *Terminal
	what     string
	begun    time.Time
	done     chan struct{} // closed by End
	stopped  chan struct{} // closed when nothing is drawn any more

	// The rest is guarded by terminal.mu.
	steps, total int
	ended        bool
}

// Progress starts to show work in progress: "Installing packages". The caller calls End.
func (t *Terminal) Progress(what string) *Progress {
	p := &Progress{terminal: t, what: what, begun: time.Now(), done: make(chan struct{}), stopped: make(chan struct{})}
	go p.show()
	return p
}

// Set sets the number of finished steps. A total of zero means unknown.
func (p *Progress) Set(done, total int) {
	p.terminal.mu.Lock()
	defer p.terminal.mu.Unlock()
	p.steps, p.total = done, total
}

// End removes the line. It may be called more than once.
func (p *Progress) End() {
	p.terminal.mu.Lock()
	if !p.ended {
		p.ended = true
		close(p.done)
	}
	p.terminal.mu.Unlock()
	<-p.stopped
}

func (p *Progress) show() {
	defer close(p.stopped)
	t := p.terminal
	wait := time.NewTimer(showAfter)
	defer wait.Stop()
	select {
	case <-p.done:
		return
	case <-wait.C:
	}
	if !t.redraws {
		_, _ = fmt.Fprintf(t, "%s …\n", p.what) // a closed output must not stop the work
		<-p.done
		return
	}
	defer t.remove(p)
	for {
		t.mu.Lock()
		if t.drawn == nil {
			t.drawn = p
		}
		if t.drawn == p && !p.ended {
			t.erase()
			t.draw()
		}
		t.mu.Unlock()
		wait.Reset(redrawInterval)
		select {
		case <-p.done:
			return
		case <-wait.C:
		}
	}
}

// remove erases the line of a progress.
func (t *Terminal) remove(p *Progress) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.drawn == p {
		t.erase()
		t.drawn = nil
	}
}

// erase clears the last line; t.mu is held.
func (t *Terminal) erase() { _, _ = io.WriteString(t.out, "\r\x1b[K") }

// draw writes the line of progress; t.mu is held.
func (t *Terminal) draw() {
	p := t.drawn
	line := p.what
	if p.total > 0 {
		line += fmt.Sprintf(" %d of %d", p.steps, p.total)
	}
	line += fmt.Sprintf(" … %.1f s", time.Since(p.begun).Seconds())
	if most := t.width() - 1; utf8.RuneCountInString(line) > most && most > 0 {
		line = string([]rune(line)[:most])
	}
	_, _ = io.WriteString(t.out, t.in(dim, line))
}
