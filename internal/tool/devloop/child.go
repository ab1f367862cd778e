package devloop

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/internal/tool/procgroup"
)

const (
	// look is the pause between the first looks whether a server listens. Later it is a
	// share of the time that has passed, because whatever compiles or loads meanwhile
	// needs the processor more.
	look      = 2 * time.Millisecond
	lookShare = 20
	longLook  = 100 * time.Millisecond
	// farewell is how long a server may take to end when it is asked to.
	farewell = 3 * time.Second
	// printedLine is the longest line that is passed on whole, lastLines how many of
	// them are quoted when a server has ended.
	printedLine = 8 << 10
	lastLines   = 12
)

// child is a process of the server.
type child struct {
	running *procgroup.Running
	cmd     *exec.Cmd
	begun   time.Time
	printed chan struct{} // closed when it has nothing more to say

	mu   sync.Mutex
	last []string
}

// launch starts a server. Each line that it prints goes to said.
func launch(dir string, environ []string, command []string, said func(line string)) (*child, error) {
	ours, theirs, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("making a pipe for what the server prints: %w", err)
	}
	defer func() { _ = theirs.Close() }() // the server has it now, if anybody
	c := &child{begun: time.Now(), printed: make(chan struct{})}
	c.cmd = exec.Command(command[0], command[1:]...) //nolint:noctx // the project's own; Running ends it
	c.cmd.Dir, c.cmd.Env = dir, environ
	c.cmd.Stdout, c.cmd.Stderr = theirs, theirs
	if c.running, err = procgroup.Start(c.cmd); err != nil {
		_ = ours.Close()
		return nil, fmt.Errorf("starting %s: %w", command[0], err)
	}
	go c.read(ours, said)
	return c, nil
}

// read passes on what the server prints, and keeps the end of it.
func (c *child) read(from *os.File, said func(string)) {
	defer close(c.printed)
	defer func() { _ = from.Close() }() // it was only read
	reader := bufio.NewReaderSize(from, printedLine)
	for {
		line, err := reader.ReadSlice('\n')
		if text := strings.TrimRight(strings.ToValidUTF8(string(line), "\uFFFD"), "\r\n"); text != "" || len(line) > 0 {
			c.mu.Lock()
			c.last = append(c.last, text)
			if len(c.last) > lastLines {
				c.last = c.last[1:]
			}
			c.mu.Unlock()
			said(text)
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}

// ended is closed when nothing is left of the server.
func (c *child) ended() <-chan struct{} { return c.running.Exited() }

// how says how it ended, with the last that it printed.
func (c *child) how() (how, words string) {
	<-c.ended()
	const drain = 200 * time.Millisecond // something else may hold its output open
	select {
	case <-c.printed:
	case <-time.After(drain):
	}
	return procgroup.DescribeExit(c.cmd.ProcessState), c.words()
}

// words are the last lines that it printed.
func (c *child) words() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.TrimSpace(strings.Join(c.last, "\n"))
}

// listens waits until something listens on a port of this machine: the child, if it
// has not ended before. It reports false when it has, or ctx has ended. When it takes
// longer than usual, late is called.
func (c *child) listens(ctx context.Context, port int, usual time.Duration, late func()) (host string, ok bool) {
	hosts := []string{"127.0.0.1", "::1"} // some servers listen on one of them alone
	ok = c.waits(ctx, usual, late, func() bool {
		for _, host = range hosts {
			if answers(ctx, net.JoinHostPort(host, strconv.Itoa(port))) {
				return true
			}
		}
		return false
	})
	return host, ok
}

// listensAt is listens for a server with an address of its own.
func (c *child) listensAt(ctx context.Context, at *url.URL, usual time.Duration, late func()) bool {
	address := at.Host
	if at.Port() == "" {
		address = net.JoinHostPort(at.Hostname(), map[string]string{"http": "80", "https": "443"}[at.Scheme])
	}
	return c.waits(ctx, usual, late, func() bool { return answers(ctx, address) })
}

// waits asks again and again, until it is so, or never will be.
func (c *child) waits(ctx context.Context, usual time.Duration, late func(), isSo func() bool) bool {
	begun, timer := time.Now(), time.NewTimer(usual)
	defer timer.Stop()
	for !isSo() {
		pause := min(max(look, time.Since(begun)/lookShare), longLook)
		select {
		case <-c.ended():
			return false
		case <-ctx.Done():
			return false
		case <-timer.C:
			late()
		case <-time.After(pause):
		}
	}
	return true
}

// answers reports whether something listens on an address.
func answers(ctx context.Context, address string) bool {
	const soon = time.Second // on this machine, or on the one that --url names
	dialer := net.Dialer{Timeout: soon}
	connection, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return false
	}
	_ = connection.Close() // it was only to see
	return true
}

// freePort returns a port of this machine that nobody has.
func freePort(ctx context.Context) (int, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("finding a free port: %w", err)
	}
	address, _ := listener.Addr().(*net.TCPAddr)
	if err := listener.Close(); err != nil || address == nil {
		return 0, fmt.Errorf("finding a free port: %w", errors.Join(err, errNotUp))
	}
	return address.Port, nil
}
