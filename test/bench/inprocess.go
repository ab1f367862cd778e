package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"time"

	"github.com/orielapps/oriel/test/bench/load"
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/peer/floor"
	gosdkpeer "github.com/orielapps/oriel/test/bench/peer/gosdk"
	mcpgopeer "github.com/orielapps/oriel/test/bench/peer/mcpgo"
	"github.com/orielapps/oriel/test/bench/peer/orielpeer"
	"github.com/orielapps/oriel/test/bench/proc"
)

// harness is the name of a handler that does nothing, to measure the cost of measuring.
const harness = "harness"

// inProcess is the cost of a request in the server's own code, without a network.
type inProcess struct {
	Name   string `json:"name"`
	Server string `json:"server"`
	// Nanos is the processor time of a request in ns, including garbage collection: the median of
	// Rounds. Other programs affect it little.
	Nanos  float64 `json:"nanos"`
	Rounds series  `json:"rounds"`
	// Bytes and Allocs are the allocations for a request, in the round with the
	// fewest: other work of the process only adds to them.
	Bytes  float64 `json:"bytes"`
	Allocs float64 `json:"allocs"`
	// Answer is the length of the answer.
	Answer int `json:"answer"`

	handler http.Handler
	call    load.Call
}

// A recorder is a reusable ResponseWriter.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *recorder) Write(data []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(data) //nolint:wrapcheck // it never fails
}

func (*recorder) Flush() {}

func (r *recorder) reset() {
	clear(r.header)
	r.status = 0
	r.body.Reset()
}

// inProcessHandlers returns the servers and the harness as handlers.
func inProcessHandlers(ctx context.Context, config peer.Config, calls []load.Call) (map[string]http.Handler, error) {
	handlers := map[string]http.Handler{harness: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}
	for name, build := range map[string]func(peer.Config) (http.Handler, error){
		ours: orielpeer.New, gosdk: gosdkpeer.New, mcpgo: mcpgopeer.New,
	} {
		var err error
		if handlers[name], err = build(config); err != nil {
			return nil, fmt.Errorf("building %s: %w", name, err)
		}
	}
	recorded := httptest.NewServer(handlers[ours])
	defer recorded.Close()
	var answers []floor.Answer
	for _, call := range calls {
		a, err := recordOne(ctx, recorded.URL, call)
		if err != nil {
			return nil, err
		}
		answers = append(answers, a)
	}
	var err error
	handlers[floorName], err = floor.Handler(answers)
	return handlers, err
}

// someTools is the length of the list that a long list is compared with.
const someTools = 10

// measureInProcess measures calls of the tool, and Oriel's lists of different lengths.
func measureInProcess(ctx context.Context, p schedule) ([]inProcess, error) {
	calls := []inProcess{
		{Name: callLegacy, call: load.Call{Protocol: load.Legacy, Method: load.CallTool, Target: peer.Tool}},
		{Name: callModern, call: load.Call{Protocol: load.Modern, Method: load.CallTool, Target: peer.Tool}},
	}
	handlers, err := inProcessHandlers(ctx, peer.Config{}, []load.Call{calls[0].call, calls[1].call})
	if err != nil {
		return nil, err
	}
	var all []inProcess
	for _, one := range calls {
		for _, name := range []string{ours, mcpgo, gosdk, floorName, harness} {
			one.Server, one.handler = name, handlers[name]
			all = append(all, one)
		}
	}
	for _, tools := range []int{someTools, manyTools} {
		handler, err := orielpeer.New(peer.Config{Tools: tools})
		if err != nil {
			return nil, fmt.Errorf("building %s: %w", ours, err)
		}
		all = append(all, inProcess{Name: listOf(tools), Server: ours, handler: handler, call: load.Call{Protocol: load.Modern, Method: load.ListTools}})
	}
	for range p.rounds {
		for i := range all {
			if err := all[i].round(ctx, p.slice); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func listOf(tools int) string { return fmt.Sprintf("tools/list of %d", tools) }

// round repeats the call for a while, and records its cost.
func (i *inProcess) round(ctx context.Context, during time.Duration) error {
	once, w, err := i.prepare(ctx)
	if err != nil {
		return err
	}
	once()
	i.Answer = w.body.Len()
	failed := w.status != http.StatusOK || i.Answer == 0 || bytes.Contains(w.body.Bytes(), []byte(`"isError":true`))
	if failed && i.Server != harness {
		return fmt.Errorf("%s answers %s with %d %s", i.Server, i.Name, w.status, w.body.Bytes())
	}
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	used, err := proc.CPU(os.Getpid())
	if err != nil {
		return err
	}
	count := 0.0
	const between = 16 // calls between two looks at the clock
	for began := time.Now(); time.Since(began) < during; count += between {
		for range between {
			once()
		}
	}
	now, err := proc.CPU(os.Getpid())
	runtime.ReadMemStats(&after)
	i.Rounds = append(i.Rounds, float64((now-used).Nanoseconds())/count)
	i.Nanos = i.Rounds.median()
	i.Bytes = least(i.Bytes, float64(after.TotalAlloc-before.TotalAlloc)/count)
	i.Allocs = least(i.Allocs, float64(after.Mallocs-before.Mallocs)/count)
	return err
}

// least returns the smaller of two amounts; a first amount of 0 is ignored, because it has not been measured yet.
func least(so, now float64) float64 {
	if so == 0 {
		return now
	}
	return min(so, now)
}

// prepare returns a function that makes the call, and the recorder for the answer.
func (i *inProcess) prepare(ctx context.Context) (once func(), w *recorder, err error) {
	body, err := i.call.Body()
	if err != nil {
		return nil, nil, err
	}
	session, err := sessionOf(ctx, i.handler, i.call)
	if err != nil {
		return nil, nil, err
	}
	w = &recorder{header: http.Header{}}
	return func() {
		w.reset()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, peer.Endpoint, bytes.NewReader(body))
		r.Host = "127.0.0.1"
		for _, f := range i.call.Header(session) {
			r.Header.Set(f.Name, f.Value)
		}
		i.handler.ServeHTTP(w, r)
	}, w, nil
}

// sessionOf begins a session for a call, and returns its id; empty if the server or the protocol has none.
func sessionOf(ctx context.Context, handler http.Handler, call load.Call) (string, error) {
	if call.Protocol == load.Modern {
		return "", nil
	}
	begin := load.Call{Protocol: call.Protocol, Method: load.Initialize}
	body, err := begin.Body()
	if err != nil {
		return "", fmt.Errorf("beginning a session: %w", err)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, peer.Endpoint, bytes.NewReader(body))
	r.Host = "127.0.0.1"
	for _, f := range begin.Header("") {
		r.Header.Set(f.Name, f.Value)
	}
	handler.ServeHTTP(w, r)
	return w.Header().Get("Mcp-Session-Id"), nil
}
