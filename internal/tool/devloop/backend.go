package devloop

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/ui"
)

// slow is the default of [Options.Slow].
const slow = 10 * time.Second

// backend keeps the server running: it compiles the program, or takes the command
// that it is given, starts it, and puts it behind the front when it listens. What ran
// before runs until then.
type backend struct {
	dir     string
	environ []string
	// compiler compiles the program; nil where there is a command.
	compiler *compiler
	command  []string
	// fixed is the address of a server that has its own; nil for one on $PORT.
	fixed *url.URL

	front  *front
	board  *board
	screen Screen
	emit   func(Event)
	// compiled is told of each program that runs, and must not take long.
	compiled func(path, file string)
	// slow is how long a server may take until it listens before that is a problem. It is
	// waited for on.
	slow time.Duration

	changes chan struct{} // has one when there is something new to run

	mu    sync.Mutex
	since time.Time         // of the first change that is not running yet
	views map[string]string // what the program is to be compiled with
	// calm is when what is started now, or was last, may be expected to have written
	// what it writes when it starts.
	calm time.Time
}

func newBackend() *backend { return &backend{changes: make(chan struct{}, 1)} }

// change says that the server is to be built and started anew.
func (b *backend) change() {
	b.mu.Lock()
	if b.since.IsZero() {
		b.since = time.Now()
	}
	b.mu.Unlock()
	select {
	case b.changes <- struct{}{}:
	default: // it will be seen with the one before
	}
}

// declare says which views the project has. It reports whether they are others than
// before, which needs another program.
func (b *backend) declare(views map[string]string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	others := !maps.Equal(b.views, views)
	b.views = views
	return others
}

// settling is how long after it listens a server may still write what it is made of.
const settling = time.Second

// starts reports whether a server is being started, or was a moment ago.
func (b *backend) starts() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return time.Now().Before(b.calm)
}

func (b *backend) calmAfter(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.calm = time.Now().Add(d)
}

// program is a server that runs.
type program struct {
	*child

	file string // its own; empty for a command's
	at   *url.URL
}

// run keeps the server running until ctx ends, and then ends it.
func (b *backend) run(ctx context.Context) {
	var leaving sync.WaitGroup
	defer leaving.Wait()
	retire := func(p *program) {
		if p != nil {
			leaving.Go(func() { b.end(p) })
		}
	}
	var now *program
	defer func() { retire(now) }()
	for ctx.Err() == nil {
		next, replaced := b.attempt(ctx, now)
		if replaced {
			retire(now)
			now = next
		}
		if !b.rest(ctx, now) {
			now = nil
		}
	}
}

// attempt builds and starts what is to run next. It says whether that takes the place
// of what runs now, which may leave nothing. A change meanwhile ends it.
func (b *backend) attempt(ctx context.Context, now *program) (next *program, replaced bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b.calmAfter(time.Hour) // until it has ended, one way or the other
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		next, replaced = b.renew(ctx, now)
	}()
	select {
	case <-b.changes:
		cancel()
		<-ended
		b.change() // for the next attempt
	case <-ended:
	}
	b.calmAfter(0)
	if next != nil {
		b.calmAfter(settling)
	}
	return next, replaced
}

// rest waits for the next change. It reports false if the server ended meanwhile, or
// none is there.
func (b *backend) rest(ctx context.Context, now *program) bool {
	var ended <-chan struct{}
	if now != nil {
		ended = now.ended()
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
			b.calmAfter(0)
			how, words := now.how()
			b.emit(Event{Type: ServerExited, PID: now.cmd.Process.Pid, Text: how})
			b.fail(Problem{
				Code: "server_exited", Message: fmt.Sprintf("The server %s.%s", how, quoted(words)),
				Fix: "Correct it: it is started again when a file of it changes.",
			})
			b.discard(now)
		}
	}
}

// renew builds and starts the server, and puts it behind the front.
func (b *backend) renew(ctx context.Context, now *program) (next *program, replaced bool) {
	b.mu.Lock()
	since, views := b.since, b.views
	b.mu.Unlock()
	defer b.screen.Busy("")
	if now == nil {
		b.front.down(nil) // one is coming
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
	if b.fixed != nil && now != nil {
		// Two can't have one address.
		b.front.down(nil)
		b.end(now)
		now, replaced = nil, true
	}
	next = b.start(ctx, command, file, now == nil)
	if next == nil {
		if file != "" {
			b.compiler.remove(file)
		}
		return nil, replaced
	}
	b.front.up(next.at)
	b.board.put(topic{SourceServer, ""})
	ready := Event{Type: ServerReady, PID: next.cmd.Process.Pid, URL: next.at.String(), MS: milliseconds(time.Since(next.begun))}
	if !since.IsZero() {
		ready.Total = milliseconds(time.Since(since))
	}
	b.mu.Lock()
	if b.since.Equal(since) {
		b.since = time.Time{}
	}
	b.mu.Unlock()
	b.screen.Renew()
	b.emit(ready)
	if file != "" {
		b.compiled(b.compiler.path, file)
	}
	return next, true
}

// build compiles the program. It reports false where that failed, or is not wanted
// any more.
func (b *backend) build(ctx context.Context, views map[string]string, first bool) (file string, ok bool) {
	b.screen.Busy("Building the server")
	b.emit(Event{Type: GoBuilding})
	begun := time.Now()
	if err := b.compiler.program.Declare(views); err != nil {
		b.board.put(topic{SourceGo, ""}, problemOf(SourceGo, err))
		return "", false
	}
	file, err := b.compiler.compile(ctx)
	about := topic{SourceGo, ""}
	var faults compileErrors
	switch {
	case ctx.Err() != nil:
		return "", false
	case err == nil:
		b.board.put(about)
		b.emit(Event{Type: GoBuilt, MS: milliseconds(time.Since(begun))})
		return file, true
	case errors.As(err, &faults):
		b.board.put(about, faults...)
	default:
		b.board.put(about, problemOf(SourceGo, err))
	}
	b.emit(Event{Type: GoFailed, MS: milliseconds(time.Since(begun))})
	if first {
		b.front.down(errors.New("its Go program does not compile"))
	}
	return "", false
}

// start starts the server and waits until it listens. It returns nil where it does
// not, or is not wanted any more. Alone says that no other answers meanwhile.
func (b *backend) start(ctx context.Context, command []string, file string, alone bool) *program {
	const tries = 3
	for try := 1; ; try++ {
		next, port, err := b.launch(ctx, command, file)
		if err != nil {
			b.failIf(alone, Problem{Code: "server_not_started", Message: sentence(err.Error()), Fix: "Try the command in a terminal."})
			return nil
		}
		if b.await(ctx, next, port, alone) {
			return next
		}
		select {
		case <-next.ended():
		default: // nobody wants it any more
			next.running.End(0)
			return nil
		}
		how, words := next.how()
		if ctx.Err() != nil {
			return nil
		}
		b.emit(Event{Type: ServerExited, PID: next.cmd.Process.Pid, Text: how})
		// Somebody else may have got the port in the meantime.
		if b.fixed == nil && try < tries && strings.Contains(words, "address already in use") {
			continue
		}
		b.failIf(alone, Problem{
			Code:    "server_crashed",
			Message: fmt.Sprintf("The server %s before it listened.%s", how, quoted(words)),
			Fix:     "Correct it: it is started again when a file of it changes.",
		})
		return nil
	}
}

// launch starts the server on a free port, or on its own address.
func (b *backend) launch(ctx context.Context, command []string, file string) (*program, int, error) {
	environ, port := b.environ, 0
	if b.fixed == nil {
		var err error
		if port, err = freePort(ctx); err != nil {
			return nil, 0, err
		}
		environ = with(environ, "PORT", strconv.Itoa(port))
	}
	started, err := launch(b.dir, environ, command, func(line string) { b.emit(Event{Type: ServerOutput, Text: line}) })
	if err != nil {
		return nil, 0, err
	}
	b.emit(Event{Type: ServerStarting, PID: started.cmd.Process.Pid})
	return &program{child: started, file: file, at: b.fixed}, port, nil
}

// await waits until the server listens, and says so on the board when that takes long.
func (b *backend) await(ctx context.Context, p *program, port int, alone bool) bool {
	where, fix := fmt.Sprintf("on the port %d, which the variable PORT names", port),
		`Have it listen on 127.0.0.1:$PORT, as app.Main() does; or say where it listens: --url http://localhost:3000/mcp.`
	if b.fixed != nil {
		where, fix = "at "+b.fixed.Host, "Correct --url, or have it listen there."
	}
	late := func() {
		b.failIf(alone, Problem{
			Code:    "server_not_listening",
			Message: fmt.Sprintf("The server was started %v ago, and does not listen %s.%s", b.slow, where, quoted(p.words())),
			Fix:     fix,
		})
	}
	if b.fixed != nil {
		return p.listensAt(ctx, b.fixed, b.slow, late)
	}
	host, ok := p.listens(ctx, port, b.slow, late)
	p.at = &url.URL{Scheme: "http", Host: net.JoinHostPort(host, strconv.Itoa(port))}
	return ok
}

// end ends a server that is not needed any more, and removes what it was.
func (b *backend) end(p *program) {
	b.front.settle(p.at)
	p.running.End(farewell)
	b.discard(p)
}

func (b *backend) discard(p *program) {
	if p.file != "" {
		b.compiler.remove(p.file)
	}
}

// fail says that there is no server.
func (b *backend) fail(p Problem) { b.failIf(true, p) }

// failIf says that a server could not be started. Where an older one still answers, it
// goes on.
func (b *backend) failIf(alone bool, p Problem) {
	p.Source = SourceServer
	if alone {
		first, _, _ := strings.Cut(p.Message, "\n")
		b.front.down(errors.New(strings.TrimSuffix(first, ".")))
	}
	b.board.put(topic{SourceServer, ""}, p)
}

// problemOf is a problem that an error of ours tells.
func problemOf(source string, err error) Problem {
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return Problem{Source: source, Code: known.Code, Message: known.Message, Fix: known.Fix}
	}
	return Problem{Source: source, Code: source + "_failed", Message: sentence(err.Error())}
}

// quoted returns what a program said, in lines below a message.
func quoted(words string) string {
	words = clean(words)
	if words == "" {
		return ""
	}
	return "\n    " + strings.ReplaceAll(words, "\n", "\n    ")
}
