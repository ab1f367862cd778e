package main

import (
	"context"
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
