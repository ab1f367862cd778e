package serve_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// pipes is a listener for clients in the same process. Its connections have no buffers: what
// the other end doesn't read blocks at once. They belong to a bubble of testing/synctest, as
// sockets don't, so that its time passes only when nothing else can happen.
type pipes struct {
	dialed chan net.Conn
	closed chan struct{}
	close  func()
}

func newPipes() *pipes {
	closed := make(chan struct{})
	return &pipes{make(chan net.Conn), closed, sync.OnceFunc(func() { close(closed) })}
}

// Accept implements [net.Listener].
func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.dialed:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener].
func (p *pipes) Close() error {
	p.close()
	return nil
}

// Addr implements [net.Listener].
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

// dial is the DialContext of clients.
func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.dialed <- server:
		return client, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// overPipes serves a handler to clients in the same process.
func overPipes(t testing.TB, h http.Handler) *httptest.Server {
	t.Helper()
	return startOverPipes(t, &httptest.Server{Config: &http.Server{Handler: h}}) //nolint:gosec // no timeouts, as httptest
}

func startOverPipes(t testing.TB, server *httptest.Server) *httptest.Server {
	t.Helper()
	listener := newPipes()
	server.Listener = listener
	if server.EnableHTTP2 {
		server.StartTLS()
	} else {
		server.Start()
	}
	transport, ok := server.Client().Transport.(*http.Transport)
	if !ok {
		t.Fatalf("the client of httptest has a %T", server.Client().Transport)
	}
	transport.DialContext = listener.dial
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.CloseClientConnections()
		server.Close()
	})
	return server
}

// dial opens a connection to a server over pipes and sends the beginning of a request.
func dial(t *testing.T, server *httptest.Server, request string) *bufio.Reader {
	t.Helper()
	return bufio.NewReader(dialed(t, server, request))
}

// dialed is [dial] for those that read no more than they ask for.
func dialed(t *testing.T, server *httptest.Server, request string) net.Conn {
	t.Helper()
	listener, ok := server.Listener.(*pipes)
	if !ok {
		t.Fatalf("the server listens on a %T", server.Listener)
	}
	conn, err := listener.dial(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, strings.ReplaceAll(request, "\n", "\r\n")); err != nil {
		t.Fatal(err)
	}
	return conn
}
