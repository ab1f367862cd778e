package workbench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/orielapps/oriel/ui"
)

const (
	headerTimeout = 10 * time.Second
	idleTimeout   = 2 * time.Minute
	// shutdownTimeout is how long requests may take to end when the workbench does.
	shutdownTimeout = 3 * time.Second
	// maxHeader lets the page's requests through with all the cookies that a
	// browser keeps for a host: 180 of 4 KiB each. Cookies ignore ports, so
	// whatever else is on this address can set them.
	maxHeader = 1 << 20
)

// Serve runs the workbench on a listener until ctx ends, and then ends what it
// has started. The listener must be on the address that [New] was given; Serve
// closes it. A context that ends is no error.
func (w *Workbench) Serve(ctx context.Context, listener net.Listener) error {
	if listener.Addr().String() != w.options.Address.String() {
		_ = listener.Close() // the other error matters more
		return &ui.Error{
			Code:    "not_loopback",
			Message: fmt.Sprintf("The workbench was made for %s and can't be on %s.", w.options.Address, listener.Addr()),
			Fix:     "Give New the listener's address.",
		}
	}
	web := &http.Server{
		Handler:           w,
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(w.log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	listeners := append([]net.Listener{listener}, w.companion(ctx)...)

	for _, s := range w.servers {
		s.begin() //nolint:contextcheck // connections end with the workbench
	}
	ended := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() { ended <- web.Serve(l) }()
	}
	var err error
	select {
	case <-ctx.Done():
	case err = <-ended:
		err = fmt.Errorf("serving the workbench: %w", err)
	}
	return errors.Join(err, w.shutDown(ctx, web))
}

// shutDown first ends what requests wait for: a server waits for those that are
// open.
func (w *Workbench) shutDown(ctx context.Context, web *http.Server) error {
	w.events.close()
	var sessions sync.WaitGroup
	for _, s := range w.servers {
		sessions.Go(s.close)
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	err := web.Shutdown(ending)
	if errors.Is(err, context.DeadlineExceeded) {
		err = web.Close()
	}
	sessions.Wait()
	if err != nil {
		return errors.Join(fmt.Errorf("ending the workbench: %w", err), w.sandbox.Close())
	}
	if err := w.sandbox.Close(); err != nil {
		return fmt.Errorf("ending the sandbox: %w", err)
	}
	return nil
}

// companion listens on the same port of ::1, where browsers look for names
// below localhost too, and first. If another program has it, that program would
// get to see the views' requests, so the views go to ports of their own.
func (w *Workbench) companion(ctx context.Context) []net.Listener {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp6", net.JoinHostPort("::1", strconv.Itoa(w.port)))
	switch {
	case err == nil:
		return []net.Listener{listener}
	case PortTaken(err):
		w.log.WarnContext(ctx, "another program uses the workbench's port on ::1; views get ports of their own", "port", w.port)
		w.byPort.Store(true)
	}
	return nil // a machine without IPv6 is none to look at
}

// PortTaken reports whether a listener could not be made because another program
// has the port.
func PortTaken(err error) bool {
	const onWindows = syscall.Errno(10048) // WSAEADDRINUSE, which Go's EADDRINUSE is not
	return errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, onWindows)
}
