package workbench_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

// fake is an MCP server that says exactly what a test wants, right or wrong.
type fake struct {
	tools     string            // the members of the list
	listed    string            // the members of resources/list
	templates string            // the members of resources/templates/list; none is no such method
	prompts   string            // the members of prompts/list; none is no such capability
	resources map[string]string // results of resources/read, by URI
	// call answers tools/call; nil says "called NAME".
	call func(w http.ResponseWriter, name string, arguments json.RawMessage) (result string)
	// work answers tools/call in a stream and may tell of its progress, as the
	// members of notifications/progress.
	work func(r *http.Request, tell func(progress string)) (result string)
	// admit is asked at each initialize; false is that it has answered itself.
	admit func(w http.ResponseWriter, id json.RawMessage, client string) bool
	// read is called before each resources/read, with its request.
	read func(r *http.Request)
	// notify are messages for the stream that a client opens with GET; nil is no
	// such stream.
	notify chan string
	// away reports whether it hangs up on every request.
	away atomic.Bool

	mu        sync.Mutex
	called    []string
	begun     []string // client names
	cancelled int
	knocks    int // while it was away
}

func (f *fake) calls() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.called...)
}

func (f *fake) count(of *int) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return *of
}

func (f *fake) add(to *int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	*to++
}

func (f *fake) clients() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.begun...)
}

func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Name       string          `json:"name"`
			Arguments  json.RawMessage `json:"arguments"`
			URI        string          `json:"uri"`
			Version    string          `json:"protocolVersion"`
			ClientInfo struct {
				Name string `json:"name"`
			} `json:"clientInfo"`
			Meta struct {
				ProgressToken json.RawMessage `json:"progressToken"`
			} `json:"_meta"`
		} `json:"params"`
	}
	if f.away.Load() {
		f.add(&f.knocks)
		panic(http.ErrAbortHandler)
	}
	if r.Method == http.MethodGet && f.notify != nil {
		f.serveNotifications(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if r.Method != http.MethodPost || err != nil || json.Unmarshal(body, &request) != nil {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	if request.ID == nil {
		if request.Method == "notifications/cancelled" {
			f.add(&f.cancelled)
		}
		w.WriteHeader(http.StatusAccepted)
		return
	}
	result, refusal := "", ""
	switch request.Method {
	case "initialize":
		f.mu.Lock()
		f.begun = append(f.begun, request.Params.ClientInfo.Name)
		f.mu.Unlock()
		if f.admit != nil && !f.admit(w, request.ID, request.Params.ClientInfo.Name) {
			return
		}
		result = `{"protocolVersion":"` + request.Params.Version + `","capabilities":` + f.capabilities() + `,"serverInfo":{"name":"fake","title":"Fake","version":"0.1"},"instructions":"Be kind."}`
	case "tools/list":
		result = `{"tools":[` + f.tools + `]}`
	case "resources/list":
		result = `{"resources":[` + f.listed + `]}`
	case "resources/templates/list":
		if result = `{"resourceTemplates":[` + f.templates + `]}`; f.templates == "" {
			refusal = `{"code":-32601,"message":"method not found"}`
		}
	case "prompts/list":
		result = `{"prompts":[` + f.prompts + `]}`
	case "prompts/get":
		echo := cmp.Or(string(request.Params.Arguments), "null")
		result = `{"messages":[],"description":"` + request.Params.Name + `","echo":` + echo + `}`
		if request.Params.Name == "unknown" {
			refusal = `{"code":-32602,"message":"no such prompt"}`
		}
	case "resources/read":
		if f.read != nil {
			f.read(r)
		}
		if result = f.resources[request.Params.URI]; result == "" {
			refusal = `{"code":-32602,"message":"nothing here by that name","data":{"uri":"` + request.Params.URI + `"}}`
		}
	case "tools/call":
		f.mu.Lock()
		f.called = append(f.called, request.Params.Name)
		f.mu.Unlock()
		result = `{"content":[{"type":"text","text":"called ` + request.Params.Name + `"}]}`
		if f.work != nil {
			f.serveWork(w, r, request.ID, request.Params.Meta.ProgressToken)
			return
		}
		if f.call != nil {
			if result = f.call(w, request.Params.Name, request.Params.Arguments); result == "" {
				return
			}
		}
	default:
		refusal = `{"code":-32601,"message":"method not found"}`
	}
	w.Header().Set("Content-Type", "application/json")
	if refusal != "" {
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":%s}`, request.ID, refusal)
		return
	}
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, request.ID, result)
}

func (f *fake) capabilities() string {
	if f.prompts == "" {
		return `{"tools":{},"resources":{}}`
	}
	return `{"tools":{"listChanged":true},"resources":{},"prompts":{}}`
}

func (f *fake) serveNotifications(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	_ = control.Flush()
	for {
		select {
		case message := <-f.notify:
			_, _ = fmt.Fprintf(w, "data: %s\n\n", message)
			_ = control.Flush()
		case <-r.Context().Done():
			return
		}
	}
}

func (f *fake) serveWork(w http.ResponseWriter, r *http.Request, id, token json.RawMessage) {
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	result := f.work(r, func(progress string) {
		if token == nil {
			return
		}
		_, _ = fmt.Fprintf(w, `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,%s}}`+"\n\n", token, progress)
		_ = control.Flush()
	})
	_, _ = fmt.Fprintf(w, `data: {"jsonrpc":"2.0","id":%s,"result":%s}`+"\n\n", id, result)
}

// serve runs the fake and returns its endpoint.
func (f *fake) serve(t testing.TB) string {
	t.Helper()
	server := httptest.NewServer(f)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

// bench is a workbench that runs.
type bench struct {
	*workbench.Workbench

	address string // 127.0.0.1:PORT
	origin  string
	token   string
	// end stops it and returns what Serve returned.
	end func() error
}

func start(t testing.TB, o workbench.Options) *bench {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o.Address = listener.Addr()
	w, err := workbench.New(o)
	if err != nil {
		t.Fatal(err)
	}
	where, err := url.Parse(w.URL())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- w.Serve(ctx, listener) }()
	b := &bench{
		Workbench: w, address: where.Host, origin: "http://" + where.Host, token: where.Query().Get("token"),
		end: sync.OnceValue(func() error { cancel(); return received(t, "the workbench to end", ended) }),
	}
	t.Cleanup(func() {
		if err := b.end(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// startWith is a workbench with one server, "s".
func startWith(t testing.TB, f *fake) *bench {
	t.Helper()
	return start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: f.serve(t)}}})
}

type answer struct {
	status int
	header http.Header
	body   string
}

// send makes a request with the token; change may spoil it.
func (b *bench) send(t testing.TB, method, path, body string, change func(*http.Request)) answer {
	t.Helper()
	response := b.open(t, method, path, body, change)
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(data)}
}

func (b *bench) open(t testing.TB, method, path, body string, change func(*http.Request)) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, b.origin+path, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+b.token)
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Origin", b.origin)
	}
	if change != nil {
		change(request)
	}
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// ask posts to the API for an answer that nobody reads. It ends with the answer
// or with ctx.
func (b *bench) ask(ctx context.Context, path, body string) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, b.origin+path, strings.NewReader(body))
	if err != nil {
		return
	}
	request.Header.Set("Authorization", "Bearer "+b.token)
	request.Header.Set("Content-Type", "application/json")
	if response, err := http.DefaultClient.Do(request); err == nil {
		_ = response.Body.Close()
	}
}

// post asks the API and returns its answer, decoded.
func (b *bench) post(t testing.TB, path string, body map[string]any) (map[string]any, int) {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	got := b.send(t, http.MethodPost, path, string(data), nil)
	var decoded map[string]any
	if err := json.Unmarshal([]byte(got.body), &decoded); err != nil {
		t.Fatalf("%s: %v in %.200s", path, err, got.body)
	}
	return decoded, got.status
}

// at returns what is at a path of an answer, such as "error.code"; nil where
// there is nothing.
func at(value any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		object, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		value = object[name]
	}
	return value
}

func profile(t testing.TB, id string) *hosts.Profile {
	t.Helper()
	p, ok := hosts.Get(id)
	if !ok {
		t.Fatalf("no profile %q", id)
	}
	return p
}

// patience is how long a test waits for what must come, so that one that waits in
// vain says for what.
const patience = time.Minute

// received waits for what a channel brings, or for its end.
func received[T any](t testing.TB, what string, from <-chan T) T {
	t.Helper()
	select {
	case value := <-from:
		return value
	case <-time.After(patience):
		t.Fatalf("waited in vain for %s", what)
		panic("unreachable")
	}
}

// eventually waits until a condition holds.
func eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	timeout := time.After(patience)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-timeout:
			t.Fatalf("waited in vain until %s", what)
		case <-tick.C:
		}
	}
}
