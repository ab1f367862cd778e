// Package workbenchtest runs a workbench inside a test, or inside a program
// that measures one. No production code imports it.
package workbenchtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"testing"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

// Bench is a workbench that is being served on a port of 127.0.0.1.
type Bench struct {
	*workbench.Workbench

	cancel context.CancelFunc
	done   chan error
}

// Launch serves a workbench until [Bench.Stop]. The address in the options is
// chosen here.
func Launch(ctx context.Context, options workbench.Options) (*Bench, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("finding a port for the workbench: %w", err)
	}
	return LaunchOn(ctx, listener, options)
}

// LaunchOn is [Launch] on a listener of the caller's, which it closes.
func LaunchOn(ctx context.Context, listener net.Listener, options workbench.Options) (*Bench, error) {
	options.Address = listener.Addr()
	if options.Title == "" {
		options.Title = "Test"
	}
	if options.Version == "" {
		options.Version = "test"
	}
	bench, err := workbench.New(options)
	if err != nil {
		_ = listener.Close() // the other error matters more
		return nil, fmt.Errorf("making a workbench: %w", err)
	}
	// It ends when it is stopped: a test's context ends before its cleanups run.
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	b := &Bench{Workbench: bench, cancel: cancel, done: make(chan error, 1)}
	go func() { b.done <- bench.Serve(running, listener) }()
	return b, nil
}

// Stop ends the workbench and what it has started, and waits for that.
func (b *Bench) Stop() error {
	b.cancel()
	if err := <-b.done; err != nil {
		return fmt.Errorf("ending the workbench: %w", err)
	}
	return nil
}

// Start serves a workbench with all profiles until the test has ended, and
// returns the address of its page.
func Start(t testing.TB, servers ...mcpclient.Server) string {
	t.Helper()
	return StartWith(t, workbench.Options{Servers: servers})
}

// StartWith is [Start] for a workbench that is told more.
func StartWith(t testing.TB, options workbench.Options) string {
	t.Helper()
	b, err := Launch(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	return b.until(t)
}

// StartByPort is [StartWith] for a workbench whose views get ports of their own,
// because another program has its port on ::1.
func StartByPort(t testing.TB, options workbench.Options) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if other, taken := new(net.ListenConfig).Listen(t.Context(), "tcp6", net.JoinHostPort("::1", port)); taken == nil {
		t.Cleanup(func() { _ = other.Close() })
	} // else another program really has it, which does as well
	b, err := LaunchOn(t.Context(), listener, options)
	if err != nil {
		t.Fatal(err)
	}
	return b.until(t)
}

// until stops the workbench when the test has ended.
func (b *Bench) until(t testing.TB) string {
	t.Helper()
	t.Cleanup(func() {
		if err := b.Stop(); err != nil {
			t.Error(err)
		}
	})
	return b.URL()
}

// Served gets what the sandbox serves at a view's address, which only browsers
// can resolve.
func Served(ctx context.Context, address string) (http.Header, []byte, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, nil, fmt.Errorf("the view's address: %w", err)
	}
	host := at.Host
	at.Host = net.JoinHostPort("127.0.0.1", at.Port())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), http.NoBody)
	if err != nil {
		return nil, nil, fmt.Errorf("asking for the view: %w", err)
	}
	request.Host = host
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, nil, fmt.Errorf("asking for the view: %w", err)
	}
	body, err := io.ReadAll(answer.Body)
	if err = errors.Join(err, answer.Body.Close()); err != nil {
		return nil, nil, fmt.Errorf("reading the view: %w", err)
	}
	if answer.StatusCode != http.StatusOK {
		return nil, nil, fmt.Errorf("the view's address answers %s", answer.Status)
	}
	return answer.Header, body, nil
}
