package devloop

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/internal/tool/procgroup"
)

const (
	// minPoll is the pause between the first checks whether a server listens. Later pauses
	// are a share of the elapsed time, because the starting server needs the processor.
	minPoll   = 2 * time.Millisecond
	pollShare = 20
	maxPoll   = 100 * time.Millisecond
	// stopTimeout is how long a server may take to end when asked to.
	stopTimeout = 3 * time.Second
	// maxLine is the longest line of output that is not split, keptLines the number of
	// last lines that are quoted when a server has ended, crashLines the number of lines
	// that are kept of a crash.
	maxLine    = 64 << 10
	keptLines  = 12
	crashLines = 200
)

// process is a process of the server.
type process struct {
	running *procgroup.Running
	cmd     *exec.Cmd
	started time.Time
	printed chan struct{} // closed at the end of its output

	mu   sync.Mutex
	last []string
	// crash has the first lines of what looks like the crash of a Go program, as long as
	// nothing else follows them.
	crash []string
}

// startProcess starts a server. Each line of its output goes to onLine.
func startProcess(dir string, environ []string, command []string, onLine func(line string)) (*process, error) {
	ours, theirs, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("making a pipe for the server's output: %w", err)
	}
	defer func() { _ = theirs.Close() }() // the server has its own handle
	p := &process{started: time.Now(), printed: make(chan struct{})}
	p.cmd = exec.Command(command[0], command[1:]...) //nolint:noctx // the project's own; Running ends it
	p.cmd.Dir, p.cmd.Env = dir, environ
	p.cmd.Stdout, p.cmd.Stderr = theirs, theirs
	if p.running, err = procgroup.Start(p.cmd); err != nil {
		_ = ours.Close()
		return nil, fmt.Errorf("starting %s: %w", command[0], err)
	}
	go p.read(ours, onLine)
	return p, nil
}

// read passes on the server's output, and keeps its last lines.
func (p *process) read(from *os.File, onLine func(string)) {
	defer close(p.printed)
	defer func() { _ = from.Close() }() // it was only read
	reader := bufio.NewReaderSize(from, maxLine)
	for {
		line, err := reader.ReadSlice('\n')
		if text := strings.TrimRight(strings.ToValidUTF8(string(line), "\uFFFD"), "\r\n"); text != "" || len(line) > 0 {
			p.mu.Lock()
			p.last = append(p.last, text)
			if len(p.last) > keptLines {
				p.last = p.last[1:]
			}
			switch kept := len(p.crash); {
			case beginsCrash(text):
				p.crash = []string{text}
			case !continuesCrash.MatchString(text):
				p.crash = nil
			case 0 < kept && kept < crashLines:
				p.crash = append(p.crash, text)
			}
			p.mu.Unlock()
			onLine(text)
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}

// exited is closed when the server and all its children have ended.
func (p *process) exited() <-chan struct{} { return p.running.Exited() }

// exitStatus says how the process ended, with its last lines of output.
func (p *process) exitStatus() (status, output string) {
	<-p.exited()
	const drain = 2 * time.Second // another process may hold its output open
	select {
	case <-p.printed:
	case <-time.After(drain):
	}
	return procgroup.DescribeExit(p.cmd.ProcessState), p.lastOutput()
}

// lastOutput returns its last lines of output.
func (p *process) lastOutput() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.TrimSpace(strings.Join(p.last, "\n"))
}

// beginsCrash reports whether a Go program that ends says why in a line.
func beginsCrash(line string) bool {
	return strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ")
}

// continuesCrash matches the lines that can follow: indented ones, the headers and the
// functions of stacks, and the last line of "go run".
var continuesCrash = regexp.MustCompile(`^(|\t.*|\[signal .*\]|goroutine \d+ .*:|runtime stack:|\S+\(.*\)|created by .*|\.\.\..*|exit status 2)$`)

// crashOutput returns what a Go program has printed of the crash by which it has ended; empty
// for a process that has ended in another way.
func (p *process) crashOutput() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	const crashed = 2 // the exit code
	output := strings.Join(p.crash, "\n")
	if p.cmd.ProcessState.ExitCode() == crashed || strings.HasSuffix(output, "\nexit status 2") {
		return output
	}
	return ""
}

// waitListening waits until something listens on a port of this machine. It reports false
// if the process or ctx ends first. After the time usual it calls late, and waits on.
func (p *process) waitListening(ctx context.Context, port int, usual time.Duration, late func()) (host string, ok bool) {
	hosts := []string{"127.0.0.1", "::1"} // some servers listen on one of them alone
	ok = p.poll(ctx, usual, late, func() bool {
		for _, host = range hosts {
			if isListening(ctx, net.JoinHostPort(host, strconv.Itoa(port))) {
				return true
			}
		}
		return false
	})
	return host, ok
}

// waitListeningAt is waitListening for a server with a fixed address.
func (p *process) waitListeningAt(ctx context.Context, at *url.URL, usual time.Duration, late func()) bool {
	address := at.Host
	if at.Port() == "" {
		address = net.JoinHostPort(at.Hostname(), map[string]string{"http": "80", "https": "443"}[at.Scheme])
	}
	return p.poll(ctx, usual, late, func() bool { return isListening(ctx, address) })
}

// poll checks a condition until it holds, or the process or ctx ends.
func (p *process) poll(ctx context.Context, usual time.Duration, late func(), condition func() bool) bool {
	begun, timer := time.Now(), time.NewTimer(usual)
	defer timer.Stop()
	for !condition() {
		pause := min(max(minPoll, time.Since(begun)/pollShare), maxPoll)
		select {
		case <-p.exited():
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

// isListening reports whether something listens on an address.
func isListening(ctx context.Context, address string) bool {
	const dialTimeout = time.Second
	dialer := net.Dialer{Timeout: dialTimeout}
	connection, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return false
	}
	_ = connection.Close() // nothing was sent
	return true
}

// Servers get ports below those that systems hand out by themselves: from 32768 on Linux,
// 49152 elsewhere. Another program that asks for any port can't be given the server's
// before the server listens, and be taken for it.
const (
	firstPort = 20_000
	lastPort  = 32_767
)

// freePort returns a free port of this machine.
func freePort(ctx context.Context) (int, error) {
	const tries = 100
	var failed error
	for range tries {
		port := firstPort + rand.IntN(lastPort-firstPort+1) //nolint:gosec // it only has to be another one than that of the neighbours
		listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			err = listener.Close()
		}
		if err == nil {
			return port, nil
		}
		failed = err
	}
	return 0, fmt.Errorf("finding a free port: %w", failed)
}
