package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/jsonwalk"
	"github.com/orielapps/oriel/ui"
)

const (
	// drainTime is how long calls may continue after the input has ended.
	drainTime = 10 * time.Second
	// maxPipeCalls is how many requests of one pipe run at the same time.
	maxPipeCalls = 500
)

// Stdio serves over a pair of pipes, one JSON-RPC message a line, until the input
// ends, the output can't be written any more, or the context is cancelled. A line that
// is not a message is answered with an error. At the end it waits some seconds for the
// calls that are running, and fails if some still are.
func (s *Server) Stdio(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	// Requests that have been accepted are answered even after ctx is cancelled.
	working, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	p := &pipe{
		s: s, out: out, broken: make(chan error, 1), calls: limit{most: maxPipeCalls}, client: hosts.Client{Protocol: newestLegacy},
		subscriber: newSubscriber(ui.ToolList, ui.PromptList, ui.ResourceList), running: map[string]*pipeCall{}, unread: make(chan struct{}),
	}
	read := make(chan error, 1)
	go func() {
		err := p.readAll(working, in)
		p.stop() // once more: the last line may have begun a session meanwhile
		read <- err
	}()
	var err error
	select {
	case err = <-read:
	case err = <-p.broken:
		cancel()
	case <-ctx.Done():
	}
	// A pending read may block until there is input.
	go func() { _ = in.Close() }()
	cutOff := p.drain(working)
	p.stop()
	if closeErr := out.Close(); err == nil && ctx.Err() == nil {
		err = closeErr
	}
	if cutOff > 0 {
		return fmt.Errorf("%d calls over stdio are cut off", cutOff)
	}
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("serving over stdio: %w", err)
}

// drain waits until all requests have been answered, for [drainTime] at most, and returns
// how many calls have not.
func (p *pipe) drain(ctx context.Context) (cutOff int) {
	p.mu.Lock()
	p.closing = true
	close(p.unread)
	for _, call := range p.running {
		if call.listens {
			call.end() // otherwise it would last as long as the pipe
		}
	}
	p.mu.Unlock()
	idle := make(chan struct{})
	go func() {
		defer close(idle)
		p.work.Wait()
	}()
	select {
	case <-idle:
		return 0
	case <-time.After(drainTime):
	case <-p.s.opts.Hurry:
	case <-ctx.Done():
		return 0 // the client does not read any more
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, call := range p.running {
		if !call.listens {
			p.s.log.Error("a call is cut off", "method", call.request.shown(), "name", call.request.name())
			cutOff++
		}
	}
	return cutOff
}

// stop ends the notifications of changes.
func (p *pipe) stop() {
	p.mu.Lock()
	session := p.session
	p.mu.Unlock()
	if session != nil {
		p.s.hub.remove(p.subscriber, session.key())
	}
	p.subscriber.leave()
}

// pipe is a client at the other end of a pair of pipes.
type pipe struct {
	s     *Server
	calls limit
	work  sync.WaitGroup

	writing sync.Mutex
	out     io.WriteCloser
	broken  chan error // has why out can't be written any more

	mu         sync.Mutex
	client     hosts.Client // as declared in initialize
	session    *session
	subscriber *subscriber
	running    map[string]*pipeCall // by id
	closing    bool                 // new requests are refused
	unread     chan struct{}        // closed when nothing is read any more
}

func (p *pipe) readAll(ctx context.Context, in io.Reader) error {
	reader := bufio.NewReader(in)
	for {
		line, tooLong, err := readLine(reader, p.s.opts.MaxBodyBytes)
		switch {
		case tooLong:
			_ = p.write(failureJSON(nil, invalidRequest("request_too_large", "The message is larger than this server accepts.",
				"Send less at a time, or raise Options.MaxRequestBytes of the app.")))
		case jsonwalk.SkipSpace(line, 0) < len(line):
			p.line(ctx, line)
		}
		if err != nil {
			return err
		}
	}
}

// readLine returns the next line. tooLong is true for a line longer than limit, which is
// skipped.
func readLine(r *bufio.Reader, limit int64) (line []byte, tooLong bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if int64(len(line)+len(part)) > limit {
			line, tooLong = nil, true
		}
		if !tooLong {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err //nolint:wrapcheck // io.EOF is compared
		}
	}
}

// line handles the messages of a line.
func (p *pipe) line(ctx context.Context, line []byte) {
	one, batch, failure := parse(line)
	switch {
	case failure != nil && batch == nil && one.looksLikeAnswer():
		p.refused(failure)
	case failure != nil:
		_ = p.write(failureJSON(one.id, failure))
	case batch == nil:
		p.message(ctx, one, false)
	}
	if failure != nil {
		return
	}
	for _, m := range batch {
		p.message(ctx, m, true)
	}
}

// refused logs a message that is invalid and not answered.
func (p *pipe) refused(failure *rpcError) {
	p.s.log.Info("request refused", "code", failure.Data["code"], "error", failure.Message)
}

func (p *pipe) message(ctx context.Context, m message, batch bool) {
	if m.isAnswer() {
		if failure := p.s.deliver(ctx, m); failure != nil {
			p.refused(failure)
		}
		return
	}
	r := &request{message: m}
	failure := r.read()
	if !m.isRequest() {
		if failure == nil && m.method == "notifications/cancelled" {
			p.cancel(r.arguments.get("requestId"))
		}
		return
	}
	if failure == nil {
		failure = p.identify(r)
	}
	if failure == nil && batch && (r.modern || r.client.Protocol != defaultProtocol) {
		failure = invalidRequest("batch_not_supported", "MCP "+quoted(r.client.Protocol)+" has no batches.", "Send one message at a time.")
	}
	if failure != nil {
		_ = p.write(failureJSON(m.id, failure))
		return
	}
	if m.method == "initialize" {
		p.initialize(ctx, r) // the next message depends on it
		return
	}
	if failure := p.start(ctx, r); failure != nil {
		_ = p.write(failureJSON(m.id, failure))
	}
}

// identify finds out which client sends a request, in which lifecycle.
func (p *pipe) identify(r *request) *rpcError {
	if r.version() != "" || r.method == "server/discover" || r.method == methodListen {
		return r.introduce()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	r.client, r.session = p.client, p.session
	return nil
}

func (p *pipe) initialize(ctx context.Context, r *request) {
	answer, failure := p.s.handle(ctx, r)
	first := false
	if failure == nil {
		p.mu.Lock()
		first = p.session == nil
		if !first {
			r.session = p.session // a pipe has one session, even if the client sends initialize again
		}
		p.client, p.session = r.client, r.session
		p.mu.Unlock()
	}
	_ = p.write(p.answer(r, answer, failure)) // the client may have disconnected
	if first {
		p.s.hub.add(ctx, p.subscriber, r.session.key())
		go p.s.pass(ctx, p.subscriber, nil, func() error { return nil }, func(method string, params map[string]any) error {
			data, err := notificationJSON("", method, params)
			if err != nil {
				return err
			}
			return p.write(data)
		})
	}
}

func (p *pipe) answer(r *request, answer result, failure *rpcError) []byte {
	if failure == nil {
		written, err := p.s.answer(r.id, answer)
		if err == nil {
			return written.message()
		}
		p.s.log.Error("an answer could not be encoded", "method", r.shown(), "name", r.name(), "error", err)
		failure = internalError()
	}
	return failureJSON(r.id, failure)
}

func (p *pipe) write(data []byte) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	return p.writeLine(data)
}

// writeLine writes a message. The caller holds p.writing.
func (p *pipe) writeLine(data []byte) error {
	if _, err := p.out.Write(append(data, '\n')); err != nil {
		err = fmt.Errorf("answering: %w", err)
		select {
		case p.broken <- err:
		default:
		}
		return err
	}
	return nil
}
