package terminal

import (
	"fmt"
	"io"
	"time"
	"unicode/utf8"
)

const (
	// patience is how long people wait without wondering.
	patience = 500 * time.Millisecond
	// redraw is how often a line of progress is drawn at most.
	redraw = 100 * time.Millisecond
)

// Progress tells that something is under way. It is shown once that takes longer
// than half a second: as a line that is drawn over on a terminal, and elsewhere as
// one line for all of it.
type Progress struct {
	terminal *Terminal
	what     string
	begun    time.Time
	done     chan struct{}
	left     chan struct{}

	// The rest is guarded by terminal.mu.
	steps, total int
	ended        bool
}

// Progress begins to tell of something: "Installing packages". The caller calls End.
func (t *Terminal) Progress(what string) *Progress {
	p := &Progress{terminal: t, what: what, begun: time.Now(), done: make(chan struct{}), left: make(chan struct{})}
	go p.show()
	return p
}

// Set says how far it is. A total of zero is an unknown one.
func (p *Progress) Set(done, total int) {
	p.terminal.mu.Lock()
	defer p.terminal.mu.Unlock()
	p.steps, p.total = done, total
}

// End takes the line away. It may be called more than once.
func (p *Progress) End() {
	p.terminal.mu.Lock()
	if !p.ended {
		p.ended = true
		close(p.done)
	}
	p.terminal.mu.Unlock()
	<-p.left
}

func (p *Progress) show() {
	defer close(p.left)
	t := p.terminal
	wait := time.NewTimer(patience)
	defer wait.Stop()
	select {
	case <-p.done:
		return
	case <-wait.C:
	}
	if !t.redraws {
		_, _ = fmt.Fprintf(t, "%s …\n", p.what) // who does not read it misses nothing else
		<-p.done
		return
	}
	defer t.leave(p)
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
		wait.Reset(redraw)
		select {
		case <-p.done:
			return
		case <-wait.C:
		}
	}
}

// leave takes a progress out of the last line.
func (t *Terminal) leave(p *Progress) {
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
