package workbench_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/ui"
)

func code(err error) string {
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known.Code
	}
	return ""
}

func TestOnlyLoopback(t *testing.T) {
	t.Parallel()
	for _, address := range []net.Addr{
		nil,
		&net.TCPAddr{IP: net.IPv4zero, Port: 4747},
		&net.TCPAddr{IP: net.IPv6zero, Port: 4747},
		&net.TCPAddr{IP: net.IPv4(192, 168, 0, 1), Port: 4747},
		&net.TCPAddr{IP: net.IPv4(127, 0, 0, 2), Port: 4747},
		&net.TCPAddr{IP: net.IPv6loopback, Port: 4747},
		&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)},
		&net.UnixAddr{Name: "/tmp/socket", Net: "unix"},
	} {
		if _, err := workbench.New(workbench.Options{Address: address}); code(err) != "not_loopback" {
			t.Errorf("%v: %v", address, err)
		}
	}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w, err := workbench.New(workbench.Options{Address: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Serve(t.Context(), listener); code(err) != "not_loopback" {
		t.Errorf("a listener of another address: %v", err)
	}
}

func TestEndIsClean(t *testing.T) {
	t.Parallel()
	f := newFake()
	reached := make(chan struct{})
	left := make(chan struct{})
	f.call = func(http.ResponseWriter, string, json.RawMessage) string {
		close(reached)
		<-left
		return ""
	}
	defer close(left)
	b := startWith(t, f)
	failed := make(chan struct{})
	go func() {
		defer close(failed)
		b.ask(context.WithoutCancel(t.Context()), "/api/call", `{"server":"s","profile":"vscode","tool":"t","caller":"host"}`)
	}()
	received(t, "the call", reached)
	if err := b.end(); err != nil {
		t.Errorf("ending with a call under way: %v", err)
	}
	received(t, "the answer", failed)
	if connection, err := net.Dial("tcp4", b.address); err == nil { //nolint:noctx // a test's own address
		_ = connection.Close()
		t.Error("the port is still open")
	}
}

// Names below localhost lead to ::1 first, so whoever has our port there would
// see the views' requests.
func TestPortIsTakenOnIPv6(t *testing.T) {
	t.Parallel()
	other, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp6", "[::1]:0")
	if err != nil {
		t.Logf("this machine has no IPv6: %v", err)
		return
	}
	defer func() { _ = other.Close() }()
	address, ok := other.Addr().(*net.TCPAddr)
	if !ok {
		t.Fatal("no TCP address")
	}
	mine, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(address.Port)))
	if err != nil {
		t.Fatal(err)
	}
	f := newFake()
	w, err := workbench.New(workbench.Options{
		Address: mine.Addr(), Servers: []mcpclient.Server{{ID: "s", Endpoint: f.serve(t)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.Serve(ctx, mine) }()
	b := &bench{Workbench: w, address: mine.Addr().String(), origin: "http://" + mine.Addr().String(), token: w.URL()[strings.Index(w.URL(), "=")+1:]}
	got, _ := b.view(t, "claude", nil)
	if origin, _ := got["documentOrigin"].(string); !strings.HasPrefix(origin, "http://127.") {
		t.Errorf("the view is at %v", got)
	}
	cancel()
	if err := received(t, "the workbench to end", ended); err != nil {
		t.Error(err)
	}
}

func TestAnswersOnIPv6(t *testing.T) {
	t.Parallel()
	b := startWith(t, newFake())
	got, _ := b.view(t, "claude", nil)
	document, _ := got["document"].(string)
	if document == "" {
		t.Fatalf("no view: %v", got)
	}
	_, port, err := net.SplitHostPort(b.address)
	if err != nil {
		t.Fatal(err)
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp6", net.JoinHostPort("::1", port))
	}
	client := &http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}
	for address, want := range map[string]int{document: 200, "http://[::1]:" + port + "/": 403, "http://evil.example:" + port + "/api/session": 403} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := client.Do(request)
		if err != nil {
			t.Logf("this machine has no IPv6: %v", err)
			return
		}
		_ = response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%s over ::1: %d, want %d", address, response.StatusCode, want)
		}
	}
}

func TestServerThatHangs(t *testing.T) {
	t.Parallel()
	f := newFake()
	left := make(chan struct{})
	f.call = func(_ http.ResponseWriter, name string, _ json.RawMessage) string {
		if name == "hang" {
			<-left
			return ""
		}
		return `{"content":[]}`
	}
	endpoint := f.serve(t)
	t.Cleanup(func() { close(left) })
	b := start(t, workbench.Options{
		Servers: []mcpclient.Server{{ID: "s", Endpoint: endpoint}}, Timeout: 500 * time.Millisecond,
	})
	answer, status := b.post(t, "/api/call", map[string]any{"server": "s", "profile": "vscode", "tool": "hang", "caller": "host"})
	if status != http.StatusGatewayTimeout || at(answer, "error.code") != "server_timeout" {
		t.Errorf("%d %v", status, answer)
	}
	eventually(t, "a tool answers after the one that hangs", func() bool {
		_, status := b.post(t, "/api/call", map[string]any{"server": "s", "profile": "vscode", "tool": "t", "caller": "host"})
		return status == 200
	})
}

func TestServerThatNeverAnswers(t *testing.T) {
	t.Parallel()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp4", "127.0.0.1:0") // accepts, in the kernel, and says nothing
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	b := start(t, workbench.Options{
		Servers: []mcpclient.Server{{ID: "s", Endpoint: "http://" + listener.Addr().String()}}, Timeout: 300 * time.Millisecond,
	})
	// Both wait for the same connection, and each only as long as it may.
	done := make(chan int, 2)
	for range 2 {
		go func() {
			_, status := b.post(t, "/api/list", map[string]any{"server": "s", "profile": "vscode", "list": "tools", "caller": "host"})
			done <- status
		}()
	}
	for range 2 {
		if status := received(t, "the answer", done); status != http.StatusGatewayTimeout {
			t.Errorf("status %d", status)
		}
	}
}

// A server that starts late, dies and comes back.
func TestServerComesAndGoes(t *testing.T) {
	t.Parallel()
	address := programtest.FreeAddress(t)
	b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: "http://" + address}}})
	events := b.listen(t)
	if answer, status := b.post(t, "/api/list", map[string]any{"server": "s", "profile": "vscode", "list": "tools", "caller": "host"}); status != http.StatusBadGateway ||
		at(answer, "error.code") != "server_unreachable" {
		t.Errorf("before it started: %d %v", status, answer)
	}
	run := func() *httptest.Server {
		listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp4", address)
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewUnstartedServer(newFake())
		server.Listener = listener
		server.Start()
		return server
	}
	is := func(status string) func(map[string]any) bool {
		return func(e map[string]any) bool { return e["type"] == "server" && e["status"] == status }
	}
	events.next("what is waited for", func(e map[string]any) bool {
		return is("starting")(e) && e["reason"] == "connection refused"
	})
	server := run()
	events.next("the start", is("ready"))
	server.CloseClientConnections()
	server.Close()
	if _, status := b.post(t, "/api/list", map[string]any{"server": "s", "profile": "vscode", "list": "tools", "caller": "host"}); status != http.StatusBadGateway {
		t.Errorf("after it died: %d", status)
	}
	gone := events.next("the end", is("failed"))
	if reason, _ := gone["reason"].(string); !strings.Contains(reason, "can't be reached") {
		t.Errorf("reason: %v", gone["reason"])
	}
	server = run()
	defer func() { server.CloseClientConnections(); server.Close() }()
	if _, status := b.post(t, "/api/list", map[string]any{"server": "s", "profile": "vscode", "list": "tools", "caller": "host"}); status != 200 {
		t.Errorf("after it came back: %d", status)
	}
	events.next("the return", is("ready"))
}
