package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"os"
	"strings"
	"testing"
)

func TestBusyPortIsAClearError(t *testing.T) {
	t.Parallel()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	var stdout, stderr strings.Builder
	code := run(ctx, []string{"demo", "--no-open", "--port", port}, os.Environ(), strings.NewReader(""), &stdout, &stderr)
	if code != 1 || stdout.Len() > 0 || !strings.Contains(stderr.String(), "Port "+port+" is in use") || !strings.Contains(stderr.String(), "--port 0") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout.String(), stderr.String())
	}
}

// "oriel dev" may have the default port already.
func TestWithoutAPortTheNextFreeOneIsTaken(t *testing.T) {
	t.Parallel()
	// If this fails, another program has the port, which is as good.
	if listener, err := listenOnLoopback(t.Context(), workbenchPort); err == nil {
		t.Cleanup(func() { _ = listener.Close() })
	}
	for _, verb := range [][]string{{"demo"}, {"inspect", "http://127.0.0.1:1/mcp"}} {
		ctx, cancel := context.WithTimeout(t.Context(), timeout)
		stdout, written := io.Pipe()
		ended := make(chan int, 1)
		var stderr strings.Builder
		go func() {
			ended <- run(ctx, append(verb, "--no-open"), os.Environ(), strings.NewReader(""), written, &stderr)
			_ = written.Close()
		}()
		line, err := bufio.NewReader(stdout).ReadString('\n')
		cancel()
		go func() { _, _ = io.Copy(io.Discard, stdout) }()
		if code := <-ended; err != nil || code != exitOK || !strings.HasPrefix(line, "Workbench: http://127.0.0.1:") || strings.Contains(line, ":4747/") {
			t.Errorf("%s: exit code %d, %v, stdout %q, stderr %q", verb, code, err, line, stderr.String())
		}
	}
}
