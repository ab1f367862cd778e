package devloop

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/ui"
)

// slow is the default of [Options.Slow].
const slow = 10 * time.Second

// backend keeps the server running: it compiles the program, or takes a given command,
// starts it, and directs the proxy to it once it listens. The process before runs until
// then.
type backend struct {
	dir     string
	root    string // of all sources: the module's
	environ []string
	// compiler compiles the program; nil with a command.
	compiler *compiler
	command  []string
	// endpoint is the fixed address of a server; nil for one that listens on $PORT.
	endpoint *url.URL

	proxy    *proxy
	problems *problemList
	screen   Screen
	emit     func(Event)
	// onReady is called with each process that listens. It must not block.
	onReady func()
	// onStarted is called with each compiled program that runs. It must not block.
	onStarted func(path, file string)
	// slow is how long a server may take until it listens before that is reported as a
	// problem. It is waited for nevertheless.
	slow time.Duration

	changes chan struct{} // holds one element after a change

	mu    sync.Mutex
	since time.Time         // of the first change since the last attempt that ended
	views map[string]string // that the next program declares: Go names by name
	// building: a program is being built or started, and is not late.
	building bool
	// quietAt is when the last process should have finished writing files at its start.
	quietAt time.Time
}

// newBackend returns a backend that has to build the first program.
func newBackend() *backend { return &backend{changes: make(chan struct{}, 1), building: true} }

// change has the server built and started again.
func (b *backend) change() {
	b.mu.Lock()
	if b.since.IsZero() {
		b.since = time.Now()
	}
	b.mu.Unlock()
	select {
	case b.changes <- struct{}{}:
	default: // one is pending already
	}
}

// isBehind reports whether a program is yet to start that has all changes. One that fails, or is
// late, is not waited for.
func (b *backend) isBehind() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.building || !b.since.IsZero()
}

func (b *backend) setBuilding(building bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.building = building
}

// declare sets the views of the project. It reports whether they have changed, which
// requires a new program.
func (b *backend) declare(views map[string]string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	changed := !maps.Equal(b.views, views)
	b.views = views
	return changed
}

// startupWrites is how long after it listens a server may still write its own sources.
const startupWrites = time.Second

// isStarting reports whether a server is starting, or started a moment ago.
func (b *backend) isStarting() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return time.Now().Before(b.quietAt)
}

func (b *backend) setQuietAfter(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.quietAt = time.Now().Add(d)
}

// server is a process and its address.
type server struct {
	*process

	file string // the compiled program; empty with a command
	at   *url.URL
}

// run keeps the server running until ctx ends, and then ends it.
func (b *backend) run(ctx context.Context) {
	var stopping sync.WaitGroup
	defer stopping.Wait()
	stop := func(p *server) {
		if p != nil {
			stopping.Go(func() { b.stop(p) })
		}
	}
	var now *server
	defer func() { stop(now) }()
	for ctx.Err() == nil {
		next, replaced := b.replace(ctx, now)
		if replaced {
			stop(now)
			now = next
		}
		if !b.waitForChange(ctx, now) {
			now = nil
		}
	}
}

// replace builds and starts the next server. It reports whether the current one is
// replaced, which may be by nothing. A change meanwhile interrupts it.
func (b *backend) replace(ctx context.Context, now *server) (next *server, replaced bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b.setQuietAfter(time.Hour) // until the outcome is known
	ended := make(chan struct{})
	b.mu.Lock()
	since := b.since
	b.since, b.building = time.Time{}, true
	b.mu.Unlock()
	go func() {
		defer close(ended)
		next, replaced = b.rebuild(ctx, now, since)
	}()
	select {
	case <-b.changes:
		cancel()
		<-ended
		if next == nil && !since.IsZero() {
			b.mu.Lock()
			b.since = since // the next attempt has these changes, too
			b.mu.Unlock()
		}
		b.change() // for the next attempt
	case <-ended:
	}
	b.setBuilding(false)
	b.setQuietAfter(0)
	if next != nil {
		b.setQuietAfter(startupWrites)
	}
	return next, replaced
}

// waitForChange waits for the next change. It reports whether a server still runs.
func (b *backend) waitForChange(ctx context.Context, now *server) bool {
	var ended <-chan struct{}
	if now != nil {
		ended = now.exited()
	}
	alive := now != nil
	for {
		select {
		case <-ctx.Done():
			return alive
		case <-b.changes:
			return alive
		case <-ended:
			alive, ended = false, nil
			b.setQuietAfter(0)
			status, output := now.exitStatus()
			b.emit(Event{Type: ServerExited, PID: now.cmd.Process.Pid, Text: status})
			b.fail(b.explain(now.process, devreport.Problem{
				Code: "server_exited", Message: fmt.Sprintf("The server %s.%s", status, quoted(output)),
				Fix: "Correct it: it starts again when one of its files changes.",
			}))
			b.discard(now)
		}
	}
}

// rebuild builds and starts the server, and directs the proxy to it.
// Since is when the first of its changes was made.
func (b *backend) rebuild(ctx context.Context, now *server, since time.Time) (next *server, replaced bool) {
	b.mu.Lock()
	views := b.views
	b.mu.Unlock()
	defer b.screen.Busy("")
	if now == nil {
		b.proxy.clearTarget(nil) // hold requests
	}
	command, file := b.command, ""
	if b.compiler != nil {
		var ok bool
		if file, ok = b.build(ctx, views, now == nil); !ok {
			return nil, false
		}
		command = []string{file}
	}
	b.screen.Busy("Starting the server")
	if b.endpoint != nil && now != nil {
		// Two processes can't listen on one address.
		b.proxy.clearTarget(nil)
		b.stop(now)
		now, replaced = nil, true
	}
	next = b.start(ctx, command, file, now == nil)
	if next == nil {
		if file != "" {
			b.compiler.remove(file)
		}
		return nil, replaced
	}
	b.proxy.setTarget(next.at)
	b.problems.set(topic{devreport.SourceServer, ""})
	ready := Event{Type: ServerReady, PID: next.cmd.Process.Pid, URL: next.at.String(), MS: milliseconds(time.Since(next.started))}
	if !since.IsZero() {
		ready.Total = milliseconds(time.Since(since))
	}
	b.screen.Renew()
	b.emit(ready)
	b.onReady()
	if file != "" {
		b.onStarted(b.compiler.found.Path, file)
	}
	return next, true
}

// build compiles the program. It reports false where that failed or was cancelled.
func (b *backend) build(ctx context.Context, views map[string]string, first bool) (file string, ok bool) {
	b.screen.Busy("Building the server")
	b.emit(Event{Type: GoBuilding})
	begun := time.Now()
	if err := b.compiler.program.Declare(views); err != nil {
		b.problems.set(topic{devreport.SourceGo, ""}, problemOf(devreport.SourceGo, err))
		return "", false
	}
	file, err := b.compiler.compile(ctx)
	about := topic{devreport.SourceGo, ""}
	var faults compileErrors
	switch {
	case ctx.Err() != nil:
		return "", false
	case err == nil:
		b.problems.set(about)
		b.emit(Event{Type: GoBuilt, MS: milliseconds(time.Since(begun))})
		return file, true
	case errors.As(err, &faults):
		b.problems.set(about, faults...)
	default:
		b.problems.set(about, problemOf(devreport.SourceGo, err))
	}
	b.emit(Event{Type: GoFailed, MS: milliseconds(time.Since(begun))})
	if first {
		b.proxy.clearTarget(errors.New("its Go program does not compile"))
	}
	return "", false
}

// start starts the server and waits until it listens. It returns nil where that failed or
// was cancelled. Alone says that no earlier process answers requests meanwhile.
func (b *backend) start(ctx context.Context, command []string, file string, alone bool) *server {
	const tries = 3
	for try := 1; ; try++ {
		next, port, err := b.launch(ctx, command, file)
		if err != nil {
			b.report(alone, devreport.Problem{Code: "server_not_started", Message: sentence(err.Error()), Fix: "Try the command in a terminal."})
			return nil
		}
		if b.await(ctx, next, port, alone) {
			return next
		}
		select {
		case <-next.exited():
		default: // cancelled
			next.running.End(0)
			return nil
		}
		status, output := next.exitStatus()
		if ctx.Err() != nil {
			return nil
		}
		b.emit(Event{Type: ServerExited, PID: next.cmd.Process.Pid, Text: status})
		// Another program may have taken the port meanwhile.
		if b.endpoint == nil && try < tries && strings.Contains(output, "address already in use") {
			continue
		}
		b.report(alone, b.explain(next.process, devreport.Problem{
			Code:    "server_crashed",
			Message: fmt.Sprintf("The server %s before it listened.%s", status, quoted(output)),
			Fix:     "Correct it: it starts again when one of its files changes.",
		}))
		return nil
	}
}

// launch starts the server on a free port, or at its fixed address.
func (b *backend) launch(ctx context.Context, command []string, file string) (*server, int, error) {
	environ, port := b.environ, 0
	if b.endpoint == nil {
		var err error
		if port, err = freePort(ctx); err != nil {
			return nil, 0, err
		}
		environ = setVariable(environ, "PORT", strconv.Itoa(port))
	}
	started, err := startProcess(b.dir, environ, command, func(line string) { b.emit(Event{Type: ServerOutput, Text: line}) })
	if err != nil {
		return nil, 0, err
	}
	b.emit(Event{Type: ServerStarting, PID: started.cmd.Process.Pid})
	return &server{process: started, file: file, at: b.endpoint}, port, nil
}

// await waits until the server listens, and reports a problem when that takes long.
func (b *backend) await(ctx context.Context, p *server, port int, alone bool) bool {
	where, fix := fmt.Sprintf("on the port %d, which the variable PORT names", port),
		`Let it listen on 127.0.0.1:$PORT, as app.Main() does, or set its address: --url http://localhost:3000/mcp.`
	if b.endpoint != nil {
		where, fix = "at "+b.endpoint.Host, "Correct --url, or let it listen there."
	}
	late := func() {
		b.setBuilding(false)
		b.report(alone, devreport.Problem{
			Code:    "server_not_listening",
			Message: fmt.Sprintf("The server was started %v ago, and does not listen %s.%s", b.slow, where, quoted(p.lastOutput())),
			Fix:     fix,
		})
	}
	if b.endpoint != nil {
		return p.waitListeningAt(ctx, b.endpoint, b.slow, late)
	}
	host, ok := p.waitListening(ctx, port, b.slow, late)
	p.at = &url.URL{Scheme: "http", Host: net.JoinHostPort(host, strconv.Itoa(port))}
	return ok
}

// stop ends a server after its last answers, and removes its program.
func (b *backend) stop(p *server) {
	b.proxy.drain(p.at)
	p.running.End(stopTimeout)
	b.discard(p)
}

func (b *backend) discard(p *server) {
	if p.file != "" {
		b.compiler.remove(p.file)
	}
}

// explain adds where a Go program crashed that has ended. Why it crashed takes the place of
// its last lines, which are the end of a stack.
func (b *backend) explain(p *process, problem devreport.Problem) devreport.Problem {
	reason, stack, found := strings.Cut(p.crashOutput(), "\n\ngoroutine ")
	if !found {
		return problem
	}
	reason, _, _ = strings.Cut(reason, "\n[signal ")
	reason, _, _ = strings.Cut(reason, "\n\nruntime stack:")
	first, _, _ := strings.Cut(problem.Message, "\n")
	problem.Message = first + quoted(reason)
	for _, frame := range stackIn(b.root, b.dir, stack) {
		if frame.InProject {
			problem.File, problem.Line = frame.File, frame.Line
			problem.Excerpt = surroundings(filepath.Join(b.dir, filepath.FromSlash(frame.File)), frame.Line)
			break
		}
	}
	return problem
}

// fail reports that there is no server.
func (b *backend) fail(p devreport.Problem) { b.report(true, p) }

// report reports that a server could not be started. An earlier process goes on answering,
// unless alone says that there is none.
func (b *backend) report(alone bool, p devreport.Problem) {
	p.Source = devreport.SourceServer
	if alone {
		first, _, _ := strings.Cut(p.Message, "\n")
		b.proxy.clearTarget(errors.New(strings.TrimSuffix(first, ".")))
	}
	b.problems.set(topic{devreport.SourceServer, ""}, p)
}

// problemOf returns the problem that an error describes.
func problemOf(source string, err error) devreport.Problem {
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return devreport.Problem{Source: source, Code: known.Code, Message: known.Message, Fix: known.Fix}
	}
	return devreport.Problem{Source: source, Code: source + "_failed", Message: sentence(err.Error())}
}

// quoted returns a program's output as lines below a message.
func quoted(output string) string {
	output = clean(output)
	if output == "" {
		return ""
	}
	return "\n    " + strings.ReplaceAll(output, "\n", "\n    ")
}
