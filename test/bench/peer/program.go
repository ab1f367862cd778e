package peer

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

// Endpoint is the path at which programs serve MCP, and State the path of their [Snapshot].
const (
	Endpoint = "/mcp"
	State    = "/debug/state"
)

const headerTimeout = 10 * time.Second

// Main is the program of a server: it prints its address and serves until it is
// interrupted.
func Main(build func(Config) (http.Handler, error)) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr, build)
	stop()
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer, build func(Config) (http.Handler, error)) error {
	var c Config
	flags := flag.NewFlagSet("peer", flag.ContinueOnError)
	flags.SetOutput(stderr)
	document := flags.String("document", "", "the `file` with the view")
	flags.IntVar(&c.Views, "views", 0, "the number of views")
	flags.IntVar(&c.Tools, "tools", 1, "the number of tools")
	flags.StringVar(&c.Answers, "answers", "", "the `file` with the answers for the floor")
	flags.StringVar(&c.Keys, "keys", "", "the `file` with the keys of the server with a sign-in")
	flags.IntVar(&c.Remembered, "remembered", 0, "how many tokens the server with a sign-in remembers")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("reading the flags: %w", err)
	}
	if c.Views > 0 {
		var err error
		if c.Document, err = ReadDocument(*document); err != nil {
			return err
		}
	}
	handler, err := build(c)
	if err != nil {
		return err
	}
	return serve(ctx, handler, stdout)
}

func serve(ctx context.Context, handler http.Handler, stdout io.Writer) error {
	mux := http.NewServeMux()
	mux.Handle(Endpoint, handler)
	mux.HandleFunc("GET "+State, serveState)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: headerTimeout}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	_, _ = fmt.Fprintf(stdout, "http://%s%s\n", listener.Addr(), Endpoint)
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving: %w", err)
	}
	return nil
}

// Snapshot has the amounts of a program's resources that can leak.
type Snapshot struct {
	Goroutines int `json:"goroutines"`
	// Heap is the size of live objects after a garbage collection, in bytes.
	Heap uint64 `json:"heap"`
}

func serveState(w http.ResponseWriter, _ *http.Request) {
	// Objects in pools and with finalizers need two collections.
	runtime.GC()
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"goroutines":%d,"heap":%d}`, runtime.NumGoroutine(), memory.HeapAlloc) // the client may be gone
}
