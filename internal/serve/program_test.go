package serve_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/programtest"
)

const checkout = "../.."

// elsewhere is a server in another process.
type elsewhere struct{ client *http.Client }

// Client is what reaches it.
func (e elsewhere) Client() *http.Client { return e.client }

// A hundred thousand sessions leave nothing behind.
func TestLargeMemoryOfSessions(t *testing.T) {
	t.Parallel()
	const most = 1 << 20
	sessions := few(100_000)
	program := programtest.Build(t, checkout, "./internal/serve/testdata/memory")
	said, err := exec.CommandContext(t.Context(), program, strconv.Itoa(sessions)).CombinedOutput()
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

// A thousand clients that send most of a large body take no more memory than bodies
// may, keep out nobody who sends a small one, and leave nothing behind.
func TestLargeMemoryOfBodies(t *testing.T) {
	t.Parallel()
	const clients, length, most = 1000, 4 << 20, 300 << 20
	program := programtest.Start(t, t.TempDir(), programtest.Build(t, checkout, "./internal/serve/testdata/bodies"), "-http", "127.0.0.1:0")
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	server := elsewhere{&http.Client{Transport: transport}}
	usage := func() (now, peak int64) {
		a := do(t, server, newRequest(t, http.MethodGet, strings.TrimSuffix(program.URL, oriel.Endpoint)+"/memory", ""))
		if _, err := fmt.Sscan(a.body, &now, &peak); err != nil {
			t.Fatalf("%d %s", a.status, a.body)
		}
		return now, peak
	}
	before, _ := usage()
	call := func(length int) answer {
		return do(t, server, newRequest(t, http.MethodPost, program.URL, padded(message("1", "ping", "{}"), length)))
	}
	whole := padded("{", length-1) + "}"
	begun := fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n", oriel.Endpoint, length)
	begun, end := append(begun, whole[:length-100]...), []byte(whole[length-100:])
	stall, finish := os.Getenv(allVariable) != "", make(chan struct{})
	var sent, ended sync.WaitGroup
	sent.Add(clients)
	for range clients {
		ended.Go(func() {
			conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimSuffix(strings.TrimPrefix(program.URL, "http://"), oriel.Endpoint))
			if err != nil {
				t.Error(err)
				sent.Done()
				return
			}
			defer conn.Close()       //nolint:errcheck // nothing is to be said any more
			_, _ = conn.Write(begun) // it may be refused before its end
			sent.Done()
			if !stall {
				<-finish
				_, _ = conn.Write(end)
			}
			_, _ = io.Copy(io.Discard, conn) // until it is answered, refused, or left because it stalls
		})
	}
	sent.Wait()
	if a := call(1000); a.status != http.StatusOK {
		t.Errorf("meanwhile, a small one gets %d %s", a.status, a.body)
	}
	_, peak := usage() // while the bodies are held
	close(finish)
	ended.Wait()
	now, last := usage()
	if stall {
		peak = last
	}
	t.Logf("%d MiB before, %d at most, %d afterwards", before>>20, peak>>20, now>>20)
	if peak > most || now > before+most/10 {
		t.Errorf("%d bytes before, %d at most, %d afterwards", before, peak, now)
	}
	if a := call(length); a.status != http.StatusOK {
		t.Errorf("afterwards, a large one gets %d %s", a.status, a.body)
	}
}

// A program that is told to end under load answers what it has accepted, wholly,
// ends its streams, and exits as one that has done its work.
func TestLargeTerminationUnderLoad(t *testing.T) {
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
