package serve_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
)

const checkout = "../.."

// elsewhere is a server in another process.
type elsewhere struct{ client *http.Client }

// Client is what reaches it.
func (e elsewhere) Client() *http.Client { return e.client }

// 100,000 sessions leave nothing behind.
func TestMemoryOfSessions(t *testing.T) {
	t.Parallel()
	const most = 1 << 20
	program := programtest.Build(t, checkout, "./internal/serve/testdata/memory")
	said, err := exec.CommandContext(t.Context(), program, "100000").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	var heap, resident int64
	if _, err := fmt.Sscan(string(said), &heap, &resident); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if heap > most || resident > most {
		t.Errorf("the heap has grown by %d bytes, what is resident by %d", heap, resident)
	}
}

// A program that is told to end under load answers what it has accepted, wholly,
// ends its streams, and exits as one that has done its work.
func TestTerminationUnderLoad(t *testing.T) {
	t.Parallel()
	const calls = 100
	path := programtest.Build(t, checkout, "./internal/serve/testdata/slow")
	program, err := programtest.Launch(context.WithoutCancel(t.Context()), t.TempDir(), path, "-http", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{}}
	server := elsewhere{client}
	ended := false
	t.Cleanup(func() {
		client.CloseIdleConnections()
		if !ended {
			_ = program.Stop()
		}
	})
	a := do(t, server, newRequest(t, http.MethodPost, program.URL, initializing(legacy)))
	session := a.header.Get("Mcp-Session-Id")
	streams := []*stream{
		begun(t, server, newRequest(t, http.MethodGet, program.URL, "", "Mcp-Session-Id", session)),
		begun(t, server, newRequest(t, http.MethodPost, program.URL,
			modernMessage("1", "subscriptions/listen", `"notifications":{"toolsListChanged":true}`), modernHeaders("subscriptions/listen", "")...)),
	}
	var sent, answered sync.WaitGroup
	sent.Add(calls)
	answers := make(chan answer, calls)
	for i := range calls {
		params := fmt.Sprintf(`"name":"slow","arguments":{"text":"%s %d"}`, strings.Repeat("x", 10_000), i)
		r := newRequest(t, http.MethodPost, program.URL, modernMessage("1", "tools/call", params), modernHeaders("tools/call", "slow")...)
		if i%2 == 0 {
			r = newRequest(t, http.MethodPost, program.URL, message("1", "tools/call", `{"_meta":{"progressToken":1},`+params+`}`), "Mcp-Session-Id", session)
		}
		trace := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { sent.Done() }}
		r = r.WithContext(httptrace.WithClientTrace(r.Context(), trace))
		answered.Go(func() { answers <- do(t, server, r) })
	}
	sent.Wait()
	// Connections are accepted in their order: when a new one is, all are.
	another := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	if a := do(t, elsewhere{another}, newRequest(t, http.MethodPost, program.URL, message("1", "ping", "{}"))); a.status != http.StatusOK {
		t.Fatalf("a ping gets %d %s", a.status, a.body)
	}
	code, err := program.Terminate(soon)
	ended = true
	if err != nil || code != 0 {
		t.Errorf("it exits with %d, %v\n%s", code, err, program.Output())
	}
	answered.Wait()
	close(answers)
	got := 0
	for a := range answers {
		if a.status != http.StatusOK || a.code() != "" || !strings.Contains(a.body, strings.Repeat("x", 10_000)) || !strings.Contains(a.body, `"structuredContent"`) {
			t.Errorf("a call gets %d %.200s", a.status, a.body)
		}
		got++
	}
	if got != calls {
		t.Errorf("%d of %d calls are answered", got, calls)
	}
	for _, s := range streams {
		for range s.events { // to its end
			continue
		}
	}
	if _, err := client.Get(program.URL); err == nil { //nolint:noctx // nobody is there
		t.Error("it still listens")
	}
}
