package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

const (
	// drainTime is how long calls may run on when the input has ended.
	drainTime = 10 * time.Second
	// maxPipeCalls is how many requests of one pipe are worked on at the same time.
	maxPipeCalls = 500
)

// Stdio serves over a pair of pipes, one JSON-RPC message a line, until the input
// ends or the context is cancelled. A line that is no message is answered with an
// error; the next one is served. When the input ends, calls that run are waited
// for, for a few seconds.
func (s *Server) Stdio(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &pipe{
		s: s, out: out, calls: limit{most: maxPipeCalls}, client: hosts.Client{Protocol: newestLegacy},
		listener: newListener(ui.ToolList, ui.PromptList, ui.ResourceList), ends: map[string]*pipeCall{},
	}
	read := make(chan error, 1)
	go func() { read <- p.readAll(ctx, in) }()
	var err error
	select {
	case err = <-read:
		p.drain(ctx)
	case <-ctx.Done():
		// The read may go on until there is something to read; nobody waits for it.
		go func() { _ = in.Close() }()
	}
	p.stop()
	if closeErr := out.Close(); err == nil && ctx.Err() == nil {
		err = closeErr
	}
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("serving over stdio: %w", err)
}

// drain waits until everything that was asked has been answered, for a while.
func (p *pipe) drain(ctx context.Context) {
	p.mu.Lock()
	for _, call := range p.ends {
		if call.listens {
			call.end() // nobody else ends it any more
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
	case <-time.After(drainTime):
	case <-ctx.Done():
	}
}

// stop ends what tells the client of changes.
func (p *pipe) stop() {
	p.mu.Lock()
	session := p.session
	p.mu.Unlock()
	if session != nil {
		p.s.hub.remove(p.listener, session.id)
	}
	p.listener.leave()
}

// pipe is a client at the other end of a pair of pipes.
type pipe struct {
	s     *Server
	calls limit
	work  sync.WaitGroup

	writing sync.Mutex
	out     io.WriteCloser

	mu       sync.Mutex
	client   hosts.Client // what initialize told
	session  *session
	listener *listener
	ends     map[string]*pipeCall // what runs, by id
}

// pipeCall is a request that is worked on.
type pipeCall struct {
	end       context.CancelFunc
	listens   bool
	cancelled bool // its client wants no answer any more
	answered  bool
}

func (p *pipe) readAll(ctx context.Context, in io.Reader) error {
	reader := bufio.NewReader(in)
	for {
		line, tooLong, err := readLine(reader, p.s.opts.MaxBodyBytes)
		switch {
		case tooLong:
			_ = p.write(failureJSON(nil, invalidRequest("request_too_large", "The message is larger than this server takes.",
				"Send less at a time, or raise Options.MaxRequestBytes of the app.")))
		case skipSpace(line, 0) < len(line):
			p.line(ctx, line)
		}
		if err != nil {
			return err
		}
	}
}

// readLine returns the next line, or says that it is longer than limit and has
// been passed over.
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

// line takes the messages of a line.
func (p *pipe) line(ctx context.Context, line []byte) {
	messages, batch, failure := parse(line)
	if failure != nil {
		var id []byte
		if len(messages) == 1 && !batch {
			id = messages[0].id
		}
		_ = p.write(failureJSON(id, failure))
		return
	}
	for _, m := range messages {
		p.message(ctx, m, batch)
	}
}

func (p *pipe) message(ctx context.Context, m message, batch bool) {
	if m.isAnswer() {
		if failure := p.s.mail.deliver(ctx, m); failure != nil {
			p.s.log.Info("refused", "code", failure.Data["code"], "error", failure.Message)
		}
		return
	}
	r := &request{message: m, out: p}
	failure := r.read()
	if !m.isRequest() {
		if failure == nil && m.method == "notifications/cancelled" {
			p.cancel(r.arguments["requestId"])
		}
		return
	}
	if failure == nil {
		failure = p.identify(r)
	}
	if failure == nil && batch && (r.modern || r.client.Protocol != unsaidProtocol) {
		failure = invalidRequest("batch_not_supported", "MCP "+quoted(r.client.Protocol)+" has no batches.", "Send one message at a time.")
	}
	if failure != nil {
		_ = p.write(failureJSON(m.id, failure))
		return
	}
	if m.method == "initialize" {
		p.initialize(ctx, r) // what comes next depends on it
		return
	}
	if failure := p.start(ctx, r); failure != nil {
		_ = p.write(failureJSON(m.id, failure))
	}
}

// identify finds out who sends a request, in which lifecycle.
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
	if failure == nil {
		p.mu.Lock()
		first := p.session == nil
		if !first {
			r.session = p.session // it is one connection, whoever introduces himself again
		}
		p.client, p.session = r.client, r.session
		p.mu.Unlock()
		if first {
			p.s.hub.add(ctx, p.listener, r.session.id)
			go p.s.pass(ctx, p.listener, nil, func() error { return nil }, func(method string, params map[string]any) error {
				return p.notify(method, params)
			})
		}
	}
	_ = p.write(p.answer(r, answer, failure)) // the client may be gone; there is nobody else to tell
}

// start works on a request beside the others.
func (p *pipe) start(ctx context.Context, r *request) *rpcError {
	id, listens := string(r.id), r.modern && r.method == methodListen
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.ends[id] != nil:
		return invalidRequest("id_in_use", "Another request with this id is still worked on.", "Give each request an id of its own.")
	case !p.calls.enter():
		return busy()
	}
	call := &pipeCall{listens: listens}
	if listens {
		ctx, call.end = context.WithCancel(ctx)
	} else {
		ctx, call.end = context.WithTimeout(ctx, p.s.opts.CallTimeout)
	}
	p.ends[id] = call
	p.work.Add(1)
	var late *time.Timer
	if !listens {
		// A handler that does not look at its context must not keep the client waiting.
		late = time.AfterFunc(p.s.opts.CallTimeout+lateness, func() {
			p.s.log.Error("a handler runs longer than a call may", "method", r.method, "name", r.name())
			p.finish(id, call, failureJSON(r.id, tookTooLong()))
		})
	}
	go func() {
		defer call.end()
		var answer result
		var failure *rpcError
		if listens {
			answer, failure = p.s.listen(ctx, r, func() error { return nil })
		} else {
			answer, failure = p.s.handle(ctx, r)
			late.Stop()
		}
		p.finish(id, call, p.answer(r, answer, failure))
	}()
	return nil
}

// finish answers a request, unless it has been answered or its client has
// cancelled it.
func (p *pipe) finish(id string, call *pipeCall, answer []byte) {
	p.mu.Lock()
	if call.answered {
		p.mu.Unlock()
		return
	}
	call.answered = true
	wanted := !call.cancelled
	delete(p.ends, id)
	p.mu.Unlock()
	if wanted {
		_ = p.write(answer) // the client may be gone; there is nobody else to tell
	}
	p.calls.leave()
	p.work.Done()
}

func (p *pipe) cancel(id json.RawMessage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if call := p.ends[string(id)]; call != nil {
		call.cancelled = true
		call.end()
	}
}

func (p *pipe) answer(r *request, answer result, failure *rpcError) []byte {
	if failure == nil {
		data, err := answerJSON(r.id, answer)
		if err == nil {
			return data
		}
		p.s.log.Error("an answer could not be written", "method", r.method, "name", r.name(), "error", err)
		failure = internalError()
	}
	return failureJSON(r.id, failure)
}

func (p *pipe) notify(method string, params any) error {
	data, err := notificationJSON("", method, params)
	if err != nil {
		return err
	}
	return p.write(data)
}

func (p *pipe) canAsk() bool { return true }

// gone is never: the context of all requests ends with the pipe.
func (p *pipe) gone() <-chan struct{} { return nil }

func (p *pipe) ask(id, method string, params json.RawMessage) error {
	var object any
	if params != nil {
		object = params
	}
	data, err := notificationJSON(id, method, object)
	if err != nil {
		return err
	}
	return p.write(data)
}

func (p *pipe) write(data []byte) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	if _, err := p.out.Write(append(data, '\n')); err != nil {
		return fmt.Errorf("answering: %w", err)
	}
	return nil
}
