package tunnel

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/internal/tool/procgroup"
	"github.com/orielapps/oriel/ui"
)

const (
	// defaultLimit is how long a tunnel may take to get an address.
	defaultLimit = 30 * time.Second
	// stopTimeout is how long it may take to end.
	stopTimeout = 2 * time.Second
	// maxLine is the most of a line that is read, in bytes.
	maxLine = 64 << 10
)

// Options of a tunnel. Address is required.
type Options struct {
	// Address is what the tunnel leads to: "127.0.0.1:8080".
	Address string
	// Program is "cloudflared" or "ngrok". Empty is the first that is installed.
	Program string
	// Environ is the environment, as "KEY=value"; nil means that of this process. The program is
	// looked for in its PATH.
	Environ []string
	// Limit is how long it may take to get an address. Zero means 30 seconds.
	Limit time.Duration
}

// Tunnel is an open tunnel. The caller calls Close.
type Tunnel struct {
	// Program is the name of its program.
	Program string
	// URL is the address, without a path: "https://four-words-of-it.trycloudflare.com".
	URL string

	running *procgroup.Running
	output  *os.File
	read    chan struct{} // closed at the end of the output

	mu    sync.Mutex
	fault string // the last error in the output
}

// Open opens a tunnel and waits until it has an address. Once Open has returned, the end of ctx
// does not close the tunnel.
//
// Errors are of type [*ui.Error]: "tunnel_missing" where no such program is
// installed, "tunnel_unknown" for the name of no known program, "tunnel_failed",
// "tunnel_slow"; or the context's.
func Open(ctx context.Context, o Options) (*Tunnel, error) {
	c, file, err := find(o)
	if err != nil {
		return nil, err
	}
	output, theirs, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("opening a tunnel: %w", err)
	}
	command := exec.Command(file, c.arguments(o.Address)...) //nolint:gosec,noctx // what the user asks for; Close ends it
	command.Env = o.Environ
	command.Stdout, command.Stderr = theirs, theirs
	running, err := procgroup.Start(command)
	_ = theirs.Close() // the program has its own handle
	if err != nil {
		_ = output.Close() // nothing was written
		return nil, &ui.Error{Code: "tunnel_failed", Message: fmt.Sprintf("%s can't be started: %v.", c.name, err), Fix: "Install it again."}
	}
	t := &Tunnel{Program: c.name, running: running, output: output, read: make(chan struct{})}
	addresses := make(chan string, 1)
	go t.follow(c, addresses)

	limit := cmp.Or(o.Limit, defaultLimit)
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case t.URL = <-addresses:
		return t, nil
	case <-running.Exited():
		select {
		case <-t.read:
		case <-timer.C: // another process holds its output open
		}
		err = &ui.Error{
			Code:    "tunnel_failed",
			Message: fmt.Sprintf("%s has ended without a tunnel. %s", c.name, t.complaint()),
			Fix:     c.fix,
		}
	case <-timer.C:
		err = &ui.Error{
			Code:    "tunnel_slow",
			Message: fmt.Sprintf("%s has given no address for %v. %s", c.name, limit, t.complaint()),
			Fix:     c.fix,
		}
	case <-ctx.Done():
		err = fmt.Errorf("opening a tunnel: %w", ctx.Err())
	}
	t.Close()
	return nil, err
}

// find returns the program to run, and its file.
func find(o Options) (client, string, error) {
	known := clients
	if o.Program != "" {
		at := slices.IndexFunc(clients, func(c client) bool { return c.name == o.Program })
		if at < 0 {
			return client{}, "", &ui.Error{
				Code:    "tunnel_unknown",
				Message: fmt.Sprintf("%q is not a known program for tunnels.", o.Program),
				Fix:     "Use " + strings.Join(Names(), " or ") + ", or run another one yourself and give its address with --public-url.",
			}
		}
		known = clients[at : at+1]
	}
	for _, c := range known {
		if file, err := procgroup.LookPath(c.name, o.Environ); err == nil {
			return c, file, nil
		}
	}
	return client{}, "", &ui.Error{
		Code:    "tunnel_missing",
		Message: "There is no " + strings.Join(Names(), " and no ") + " in PATH.",
		Fix: "Install cloudflared, which needs no account, or ngrok. With a tunnel or proxy of your own, " +
			"name its address: --public-url https://….",
	}
}

// follow reads the program's output to its end, so that the program never blocks.
func (t *Tunnel) follow(c client, addresses chan<- string) {
	defer close(t.read)
	reader := bufio.NewReaderSize(t.output, maxLine)
	for told := false; ; {
		line, err := reader.ReadSlice('\n')
		address, fault := c.read(strings.TrimSpace(strings.ToValidUTF8(string(line), "·")))
		if address = public(address); address != "" && !told {
			told = true
			addresses <- address
		}
		if fault != "" {
			t.mu.Lock()
			t.fault = fault
			t.mu.Unlock()
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			_, _ = io.Copy(io.Discard, t.output) // ends with the output
			return
		}
	}
}

// complaint returns the last error in the output, as a sentence.
func (t *Tunnel) complaint() string {
	const most = 300
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.fault == "" {
		return "It gave no reason."
	}
	text := t.fault
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return fmt.Sprintf("It says: %q.", text)
}

// Ended is closed when the tunnel has ended: after Close, or when its program ends by itself.
func (t *Tunnel) Ended() <-chan struct{} { return t.running.Exited() }

// Close closes the tunnel and waits for the end of its program. It may be called more than
// once.
func (t *Tunnel) Close() {
	t.running.End(stopTimeout)
	_ = t.output.Close() // no longer read
	<-t.read
}
