package load_test

import (
	"bufio"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/test/bench/load"
)

// say is a server that answers each request with the next text, in pieces.
func say(t *testing.T, pieces ...string) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		if _, err := http.ReadRequest(bufio.NewReader(conn)); err != nil {
			return
		}
		for _, piece := range pieces {
			if _, err := conn.Write([]byte(piece)); err != nil {
				return
			}
		}
	}()
	return listener.Addr().String()
}

func ask(t *testing.T, address string) (*load.Answer, error) {
	t.Helper()
	connection, err := load.Dial(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	if err = connection.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	request, err := load.Call{Method: load.ListTools, Protocol: load.Modern}.Request(address, "/mcp", "")
	if err != nil {
		t.Fatal(err)
	}
	return connection.Do(request)
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789", 20_000) // more than the buffer has room for
	for name, test := range map[string]struct {
		pieces []string
		body   string
	}{
		"at once":         {[]string{"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"}, "abc"},
		"in pieces":       {[]string{"HTTP/1.1 200 OK\r\nConte", "nt-Length: 3\r\n\r", "\na", "bc"}, "abc"},
		"long":            {[]string{"HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n", long}, long},
		"chunks":          {[]string{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n"}, "abc"},
		"chunks, cut":     {[]string{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2", "\r\nab\r", "\n1\r\nc\r\n0", "\r\n\r", "\n"}, "abc"},
		"a long chunk":    {[]string{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n30d40\r\n", long, "\r\n3\r\nabc\r\n0\r\n\r\n"}, long + "abc"},
		"an empty answer": {[]string{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := ask(t, say(t, test.pieces...))
			if err != nil {
				t.Fatal(err)
			}
			sent := 0
			for _, piece := range test.pieces {
				sent += len(piece)
			}
			if a.Status != http.StatusOK || string(a.Body) != test.body || a.Size != sent {
				t.Errorf("status %d, %d bytes of %d, size %d of %d", a.Status, len(a.Body), len(test.body), a.Size, sent)
			}
		})
	}
}

func TestBrokenAnswers(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"nothing":             "",
		"another protocol":    "SSH-2.0-OpenSSH\r\n\r\n",
		"short":               "HTTP/1.1\r\n\r\n",
		"no end of the head":  "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n",
		"an endless head":     "HTTP/1.1 200 OK\r\n" + strings.Repeat("X: y\r\n", 20_000),
		"no length":           "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nabc",
		"a length of letters": "HTTP/1.1 200 OK\r\nContent-Length: xyz\r\n\r\nabc",
		"a length below zero": "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nabc",
		"cut off":             "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc",
		"too much":            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc",
		"an end":              "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc",
		"a chunk of letters":  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
		"a chunk cut off":     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
		"no last chunk":       "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
		"a huge chunk":        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\nab\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if a, err := ask(t, say(t, text)); err == nil {
				t.Errorf("it was taken for an answer: %+v", a)
			}
		})
	}
}
