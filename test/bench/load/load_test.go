package load_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/orielapps/oriel/test/bench/load"
)

const document = "<!doctype html><p>a view</p>"

// good answers as a server of MCP does.
func good(method string, id json.Number, name string) string {
	result := map[string]string{
		load.Initialize: `{"protocolVersion":"2025-11-25"}`,
		load.CallTool:   fmt.Sprintf(`{"content":[{"type":"text","text":"Hello, %s!"}],"structuredContent":{"greeting":"Hello, %s!"}}`, name, name),
		load.ListTools:  `{"tools":[{"name":"greet","inputSchema":{},"outputSchema":{},"_meta":{"ui":{"resourceUri":"ui://x/y"}}}]}`,
		load.Read:       fmt.Sprintf(`{"contents":[{"uri":"ui://x/y","text":%q}]}`, document+"\n"),
	}[method]
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)
}

// reply is what a server that a test makes up is about to say.
type reply struct {
	status       int
	kind, coding string
	body         string
}

// serve answers good things, but for what spoil does to the one of a number.
func serve(t *testing.T, spoil func(nth int64, r *http.Request, p *reply)) load.Target {
	t.Helper()
	var seen atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     json.Number `json:"id"`
			Method string      `json:"method"`
			Params struct {
				Arguments struct {
					Name string `json:"name"`
				} `json:"arguments"`
			} `json:"params"`
		}
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
			t.Errorf("the request: %v", err)
		}
		p := reply{status: http.StatusOK, kind: "application/json", body: good(m.Method, m.ID, m.Params.Arguments.Name)}
		if m.Method == load.Initialize {
			w.Header().Set("Mcp-Session-Id", "a session")
		} else if spoil != nil {
			spoil(seen.Add(1), r, &p)
		}
		w.Header().Set("Content-Type", p.kind)
		if p.coding != "" {
			w.Header().Set("Content-Encoding", p.coding)
		}
		w.WriteHeader(p.status)
		_, _ = io.WriteString(w, p.body)
	}))
	t.Cleanup(server.Close)
	return load.Target{Address: strings.TrimPrefix(server.URL, "http://"), Path: "/mcp", CPU: func() (time.Duration, error) { return 0, nil }}
}

func call(method, protocol string) load.Call {
	c := load.Call{Method: method, Protocol: protocol}
	switch method {
	case load.CallTool:
		c.Target = "greet"
	case load.Read:
		c.Target = "ui://x/y"
	}
	return c
}

// run makes some calls on one connection.
func run(ctx context.Context, target load.Target, c load.Call) (load.Sample, error) {
	g, err := load.Open(ctx, target, c, load.Want{Tools: 1, Document: document}, 1)
	if err != nil {
		return load.Sample{}, err
	}
	defer func() { _ = g.Close() }()
	return g.Run(ctx, time.Minute, 9)
}

func TestGoodAnswers(t *testing.T) {
	t.Parallel()
	for _, protocol := range []string{load.Legacy, load.Modern} {
		for _, method := range []string{load.CallTool, load.ListTools, load.Read} {
			for name, coding := range map[string]string{"plain": "", "gzip": "gzip", "zstd": "zstd"} {
				t.Run(protocol+" "+method+" "+name, func(t *testing.T) {
					t.Parallel()
					target := serve(t, func(_ int64, r *http.Request, p *reply) {
						p.coding, p.body = coding, compressed(t, coding, p.body)
						if got := r.Header.Get("Mcp-Session-Id"); (got == "a session") == (protocol == load.Modern) {
							t.Errorf("the session is %q", got)
						}
						if got := r.Header.Get("Mcp-Method"); (got == method) != (protocol == load.Modern) {
							t.Errorf("the method is %q", got)
						}
					})
					c := call(method, protocol)
					c.Encoding = coding
					sample, err := run(t.Context(), target, c)
					if err != nil {
						t.Fatal(err)
					}
					if sample.Requests != 9 || len(sample.Latencies) != 9 || sample.Bytes < 9*100 || sample.Rate() <= 0 {
						t.Errorf("got %+v", sample)
					}
				})
			}
		}
	}
}

func compressed(t *testing.T, coding, text string) string {
	t.Helper()
	var out bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&out)
	case "zstd":
		z, err := zstd.NewWriter(&out)
		if err != nil {
			t.Error(err)
		}
		w = z
	default:
		return text
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	return out.String()
}

// Whatever is wrong with an answer, the first or a later one, is noticed.
func TestWrongAnswers(t *testing.T) {
	t.Parallel()
	replace := func(old, by string) func(*reply) {
		return func(p *reply) {
			if !strings.Contains(p.body, old) {
				p.body = "the test replaces nothing"
			}
			p.body = strings.Replace(p.body, old, by, 1)
		}
	}
	for name, test := range map[string]struct {
		method string
		spoil  func(*reply)
		// first is set for what is looked at now and then only.
		first bool
	}{
		"a status":           {load.CallTool, func(p *reply) { p.status = http.StatusAccepted }, false},
		"a failure":          {load.ListTools, func(p *reply) { p.status = http.StatusServiceUnavailable }, false},
		"a stream":           {load.CallTool, func(p *reply) { p.kind, p.body = "text/event-stream", "data: "+p.body+"\n\n" }, false},
		"a page":             {load.CallTool, func(p *reply) { p.kind = "text/html" }, false},
		"nothing":            {load.CallTool, func(p *reply) { p.body = "" }, false},
		"nothing in a list":  {load.ListTools, func(p *reply) { p.body = "" }, false},
		"another id":         {load.CallTool, replace(`"id":1`, `"id":2`), false},
		"a list's other id":  {load.ListTools, replace(`"id":1`, `"id":2`), false},
		"another greeting":   {load.CallTool, replace(`"greeting":"Hello, guest-1`, `"greeting":"Hello, guest-2`), false},
		"another text":       {load.CallTool, replace(`"text":"Hello, guest-1`, `"text":"Hello, guest-2`), true},
		"an error":           {load.CallTool, replace(`"content"`, `"isError":true,"content"`), true},
		"a rpc error":        {load.ListTools, replace(`"result"`, `"error":{},"result"`), false},
		"another version":    {load.ListTools, replace(`2.0`, `1.0`), false},
		"no tools":           {load.ListTools, replace(`"tools"`, `"fools"`), false},
		"a tool's schema":    {load.ListTools, replace(`"outputSchema"`, `"schema"`), false},
		"a tool's name":      {load.ListTools, replace(`"greet"`, `""`), false},
		"no JSON":            {load.ListTools, replace(`{`, `[`), false},
		"cut off":            {load.Read, func(p *reply) { p.body = p.body[:len(p.body)-1] }, false},
		"another view":       {load.Read, replace(`a view`, `a void`), false},
		"another URI":        {load.Read, replace(`ui://x/y`, `ui://x/z`), false},
		"unasked coding":     {load.Read, func(p *reply) { p.coding, p.body = "gzip", "x" }, false},
		"an unknown coding":  {load.Read, func(p *reply) { p.coding = "br" }, false},
		"more than the list": {load.ListTools, func(p *reply) { p.body += p.body }, false},
	} {
		for _, nth := range []int64{1, 5} {
			if nth > 1 && test.first {
				continue
			}
			t.Run(name+" at "+strconv.FormatInt(nth, 10), func(t *testing.T) {
				t.Parallel()
				target := serve(t, func(n int64, _ *http.Request, p *reply) {
					if n == nth {
						test.spoil(p)
					}
				})
				if sample, err := run(t.Context(), target, call(test.method, load.Modern)); err == nil {
					t.Errorf("nothing was noticed: %+v", sample)
				}
			})
		}
	}
}

func TestWrongCompression(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(nth int64, p *reply){
		"broken":           func(_ int64, p *reply) { p.body = "x" + p.body },
		"something else":   func(_ int64, p *reply) { p.body = compressed(t, "gzip", "{}") },
		"shorter, later":   func(n int64, p *reply) { p.body = p.body[:len(p.body)-70*int(min(n-1, 1))] },
		"longer, later":    func(n int64, p *reply) { p.body += strings.Repeat("x", 70*int(n-1)) },
		"of another kind":  func(_ int64, p *reply) { p.coding = "zstd" },
		"wrong id inside":  func(_ int64, p *reply) { p.body = compressed(t, "gzip", good(load.Read, "12", "")) },
		"a view that ends": func(_ int64, p *reply) { p.body = p.body[:len(p.body)-9] },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			target := serve(t, func(n int64, _ *http.Request, p *reply) {
				p.coding, p.body = "gzip", compressed(t, "gzip", p.body)
				spoil(n, p)
			})
			c := call(load.Read, load.Modern)
			c.Encoding = "gzip"
			if sample, err := run(t.Context(), target, c); err == nil {
				t.Errorf("nothing was noticed: %+v", sample)
			}
		})
	}
}

// Each connection has numbers of its own.
func TestNumbers(t *testing.T) {
	t.Parallel()
	var ids atomic.Int64
	seen := make(chan string, 100)
	target := serve(t, func(_ int64, r *http.Request, p *reply) {
		ids.Add(1)
		var m struct {
			ID json.Number `json:"id"`
		}
		if err := json.Unmarshal([]byte(p.body), &m); err != nil {
			t.Error(err)
		}
		seen <- r.RemoteAddr + " " + m.ID.String()
	})
	g, err := load.Open(t.Context(), target, call(load.CallTool, load.Legacy), load.Want{}, 4)
	if err != nil {
		t.Fatal(err)
	}
	sample, err := g.Run(t.Context(), time.Minute, 5)
	if err != nil || sample.Requests != 20 {
		t.Fatalf("%+v, %v", sample, err)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	close(seen)
	numbers, clients := map[string]bool{}, map[string]bool{}
	for line := range seen {
		client, number, _ := strings.Cut(line, " ")
		if numbers[number] {
			t.Errorf("the number %s was sent twice", number)
		}
		numbers[number], clients[client] = true, true
	}
	if len(numbers) != 24 || len(clients) != 4 {
		t.Errorf("%d numbers of %d clients", len(numbers), len(clients))
	}
}

func TestOtherCalls(t *testing.T) {
	t.Parallel()
	target := serve(t, nil)
	if uri, err := load.FirstView(t.Context(), target); uri != "ui://x/y" || err != nil {
		t.Errorf("%q, %v", uri, err)
	}
	if err := load.First(t.Context(), target, call(load.CallTool, load.Modern), load.Want{}); err != nil {
		t.Error(err)
	}
	if err := load.Abandon(t.Context(), target, call(load.CallTool, load.Legacy)); err != nil {
		t.Error(err)
	}
	bare := serve(t, func(_ int64, _ *http.Request, p *reply) { p.body = `{"result":{"tools":[{}]}}` })
	if uri, err := load.FirstView(t.Context(), bare); err == nil {
		t.Errorf("a view where there is none: %q", uri)
	}
	nowhere := load.Target{Address: "127.0.0.1:1", Path: "/"}
	if err := load.First(t.Context(), nowhere, call(load.CallTool, load.Modern), load.Want{}); err == nil {
		t.Error("somebody answers at port 1")
	}
}

func TestMarked(t *testing.T) {
	t.Parallel()
	body, number, name, err := call(load.CallTool, load.Modern).MarkedBody()
	if err != nil || strings.Count(string(body), number) != 1 || strings.Count(string(body), name) != 1 || strings.Contains(name, number) {
		t.Errorf("%s, %s, %s, %v", body, number, name, err)
	}
	var m struct {
		ID     json.Number `json:"id"`
		Params struct {
			Meta map[string]any `json:"_meta"`
		} `json:"params"`
	}
	if err := json.Unmarshal(body, &m); err != nil || m.ID.String() != number || len(m.Params.Meta) != 3 {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestStatistics(t *testing.T) {
	t.Parallel()
	s := load.Sample{Requests: 200, Took: 2 * time.Second, CPU: 3 * time.Second, Bytes: 1000}
	if s.Rate() != 100 || s.CPUPerRequest() != 15*time.Millisecond || s.Size() != 5 {
		t.Errorf("%v, %v, %v", s.Rate(), s.CPUPerRequest(), s.Size())
	}
	if none := (load.Sample{Took: 1}); none.CPUPerRequest() != 0 || none.Size() != 0 {
		t.Errorf("%v, %v", none.CPUPerRequest(), none.Size())
	}
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[i] = time.Duration(100 - i)
	}
	for share, want := range map[float64]time.Duration{0: 1, 0.5: 51, 0.99: 100, 1: 100} {
		if got := load.Percentile(hundred, share); got != want {
			t.Errorf("%v: %v", share, got)
		}
	}
	if got := load.Percentile(nil, 0.5); got != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
